"""Intervals with ball ends, open to infinity: what a box of parameters is evaluated in.

A ball has a finite radius, so it cannot hold ``n >= 2``. Here either end may be missing (``None``): the interval then
runs to infinity on that side. Finite ends are exact; every operation rounds outwards at the current ball precision and
answers with the whole line wherever nothing better is certain. An indeterminate ball never becomes an end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

from kernels import balls
from kernels.balls import Ball

Exact = int | Fraction
RISING = ("exp", "log", "sqrt", "atan", "tanh", "erf", "sinh", "asin")
STARTS = {"log": 0, "sqrt": 0, "asin": -1, "acos": -1}  # where they begin,
STOPS = {"asin": 1, "acos": 1}  # and end
RANGES = {"sin": (-1, 1), "cos": (-1, 1)}


@dataclass(frozen=True)
class Interval:
    """All reals from ``low`` to ``high``; ``None`` is -oo for ``low`` and +oo for ``high``."""

    low: Ball | None
    high: Ball | None

    def __add__(self, other: Interval) -> Interval:
        return Interval(
            None if self.low is None or other.low is None else _down(self.low + other.low),
            None if self.high is None or other.high is None else _up(self.high + other.high),
        )

    def __neg__(self) -> Interval:
        return Interval(None if self.high is None else -self.high, None if self.low is None else -self.low)

    def __sub__(self, other: Interval) -> Interval:
        return self + -other

    def __mul__(self, other: Interval) -> Interval:
        """All products; 0 times a missing end is 0, because infinity itself is no point of the interval."""
        lows: list[Ball | None] = []
        highs: list[Ball | None] = []
        for x, x_sign in ((self.low, -1), (self.high, 1)):
            for y, y_sign in ((other.low, -1), (other.high, 1)):
                if x is not None and y is not None:
                    lows.append(_down(x * y))
                    highs.append(_up(x * y))
                    continue
                sign = (x_sign if x is None else _sign(x)) * (y_sign if y is None else _sign(y))
                if sign == 0:
                    lows.append(balls.ball(0))
                    highs.append(balls.ball(0))
                elif sign < 0:
                    lows.append(None)
                else:
                    highs.append(None)
        return Interval(_extreme(lows, balls.minimum), _extreme(highs, balls.maximum))

    def inverse(self) -> Interval:
        """1/x; the whole line unless the interval keeps one strict sign."""
        if self.positive:
            return Interval(_inverse_end(self.high, _down), _inverse_end(self.low, _up))
        if (-self).positive:
            return -(-self).inverse()
        return WHOLE

    def exp(self) -> Interval:
        low = None if self.low is None else _down(balls.exp(self.low))
        high = None if self.high is None else _up(balls.exp(self.high))
        return Interval(low if low is not None and bool(low > 0) else balls.ball(0), high)

    def log(self) -> Interval:
        """Logarithm of a nonnegative interval, -oo at 0; the whole line for one that may be negative."""
        if not self.nonnegative:
            return WHOLE
        low = None if self.low is None or not bool(self.low > 0) else _down(balls.log(self.low))
        high = None if self.high is None or not bool(self.high > 0) else _up(balls.log(self.high))
        return Interval(low, high)

    def reciprocal(self) -> Interval:
        """1/x where x is not 0: of 0 ≤ x ≤ 2 all numbers from 1/2 on."""
        if self.nonnegative and self.high is not None and bool(self.high > 0):
            return Interval(_inverse_end(self.high, _down), _inverse_end(self.low, _up) if self.positive else None)
        if self.nonnegative:
            return Interval(balls.ball(0), _inverse_end(self.low, _up) if self.positive else None)
        return -(-self).reciprocal() if (-self).nonnegative else WHOLE

    def function(self, name: str) -> Interval:
        """An elementary function of the numbers in the interval; the whole line where one of them may have no value."""
        least, most = STARTS.get(name), STOPS.get(name)
        if (least is not None and (self.low is None or self.low < least)) or (
            most is not None and (self.high is None or self.high > most)
        ):
            return WHOLE
        if name in RISING:
            return Interval(_at(name, self.low, 0), _at(name, self.high, 1))
        if name == "acos":
            return Interval(_at(name, self.high, 0), _at(name, self.low, 1))
        if self.low is None or self.high is None:
            return Interval(*map(balls.ball, RANGES[name])) if name in RANGES else WHOLE
        found = balls.elementary(name, self.low.union(self.high))
        taken = Interval(_down(found), _up(found))
        return (taken.meet(Interval(*map(balls.ball, RANGES[name]))) or WHOLE) if name in RANGES else taken

    def power(self, exponent: int) -> Interval:
        """x^k for an integer k."""
        if exponent < 0:
            return self.power(-exponent).inverse()
        result = exactly(1)
        for _ in range(exponent):
            result = result * self
        return result if exponent % 2 else result.meet(Interval(balls.ball(0), None)) or WHOLE

    def meet(self, other: Interval) -> Interval | None:
        """The common points; None when there are certainly none."""
        low = _extreme_of_known(self.low, other.low, balls.maximum)
        high = _extreme_of_known(self.high, other.high, balls.minimum)
        if low is not None and high is not None and bool(low > high):
            return None
        return Interval(low, high)

    @property
    def positive(self) -> bool:
        """Certainly > 0 throughout."""
        return self.low is not None and bool(self.low > 0)

    @property
    def nonnegative(self) -> bool:
        """Certainly >= 0 throughout."""
        return self.low is not None and bool(self.low >= 0)


WHOLE = Interval(None, None)


def exactly(value: Exact) -> Interval:
    return between(value, value)


def between(low: Exact | None, high: Exact | None) -> Interval:
    """The interval of exact ends, None for a missing one; raises ValueError when they are in the wrong order."""
    if low is not None and high is not None and low > high:
        raise ValueError(f"no interval from {low} to {high}")
    return Interval(
        None if low is None else _down(balls.ball(low)),
        None if high is None else _up(balls.ball(high)),
    )


def _down(x: Ball) -> Ball | None:
    """An exact number below all of the ball; None (-oo) when the ball says nothing."""
    if not x.is_finite():
        return None
    low = x.lower()
    return low if low.is_finite() else None


def _up(x: Ball) -> Ball | None:
    if not x.is_finite():
        return None
    high = x.upper()
    return high if high.is_finite() else None


def _sign(end: Ball) -> int:
    """Sign of an end, which is exact."""
    return 1 if bool(end > 0) else -1 if bool(end < 0) else 0


def _at(name: str, end: Ball | None, side: int) -> Ball | None:
    """The value at the lower end (0) or the upper one (1), rounded outwards, or the limit; None where that is infinite."""
    if end is None:
        limit = {"exp": balls.ball(0), "atan": balls.pi() / 2, "tanh": balls.ball(1), "erf": balls.ball(1)}.get(name)
        limit = None if limit is None or (name == "exp" and side) else limit if side or name == "exp" else -limit
        return None if limit is None else (_down, _up)[side](limit)
    return (_down, _up)[side](balls.elementary(name, end))


def _extreme(ends: list[Ball | None], choose: Callable[[Ball, Ball], Ball]) -> Ball | None:
    """The outermost of several ends; one missing end makes the result missing."""
    known = [end for end in ends if end is not None]
    return reduce(choose, known) if known and len(known) == len(ends) else None


def _extreme_of_known(a: Ball | None, b: Ball | None, choose: Callable[[Ball, Ball], Ball]) -> Ball | None:
    if a is None or b is None:
        return b if a is None else a
    return choose(a, b)


def _inverse_end(end: Ball | None, rounded: Callable[[Ball], Ball | None]) -> Ball | None:
    return balls.ball(0) if end is None else rounded(1 / end)
