"""Numbers, in balls."""

from collections.abc import Iterable
from math import prod
from typing import Any

from flint import fmpq

from kernels import balls
from theorems.kernel.factors import Exponent, Factor, Kind, Power, fraction


def ball(coefficient: fmpq, powers: Iterable[Power]) -> Any:
    """``coefficient · Π factor^power``. Raises TypeError where a name stands in it, ValueError for what has no value."""
    return prod((_ball(*power) for power in powers), start=balls.ball(fraction(coefficient)))


def _ball(one: Factor, power: Exponent) -> Any:
    match one.kind:
        case Kind.NAME:
            raise TypeError(f"{one} is no number")
        case Kind.E:
            return balls.exp(balls.ball(power))
        case Kind.WHOLE:
            base = balls.ball(one.parts[0])
        case Kind.LOG:
            base = balls.log(_ball(one.parts[0], 1))
        case Kind.RAISED:
            base = balls.exp(balls.log(_ball(one.parts[0], 1)) * ball(fmpq(1), one.parts[1]))
        case Kind.SUM:
            terms = [ball(x, powers) for powers, x in one.parts[0]]
            base = sum(terms[1:], terms[0])
    if power.denominator == 1:
        return base ** int(power)
    return balls.exp(balls.ball(power) * balls.log(base))
