"""What hypotheses leave of one rational parameter: its interval, values to try in it, its symbols with nonnegative slack."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy

from kernels.arithmetic import RATIONALS
from theorems.language.tree import Expr, Relation, Symbol, free_symbols
from theorems.language.values import value


@dataclass(frozen=True)
class Interval:
    """What the hypotheses leave of one rational parameter; None where there is no end."""

    low: Fraction | None = None
    high: Fraction | None = None
    low_open: bool = False
    high_open: bool = False

    def __contains__(self, x: Fraction) -> bool:
        above = self.low is None or x > self.low or (x == self.low and not self.low_open)
        return above and (self.high is None or x < self.high or (x == self.high and not self.high_open))

    @property
    def empty(self) -> bool:
        if self.low is None or self.high is None:
            return False
        return self.low > self.high or (self.low == self.high and (self.low_open or self.high_open))

    def meet(self, sign: str, end: Fraction) -> Interval:
        """The part of the interval where also ``parameter sign end``."""
        if sign in (">", ">=") and (self.low is None or end > self.low or (end == self.low and sign == ">")):
            return replace(self, low=end, low_open=sign == ">")
        if sign in ("<", "<=") and (self.high is None or end < self.high or (end == self.high and sign == "<")):
            return replace(self, high=end, high_open=sign == "<")
        return self


@lru_cache(maxsize=256)  # most parts of a paper are over the same data
def intervals_left(
    free: tuple[Symbol, ...], derived: tuple[tuple[Symbol, Expr], ...], relations: tuple[Relation, ...]
) -> tuple[tuple[Symbol, Interval], ...]:
    found = dict.fromkeys(free, Interval())
    for relation in relations:
        difference = relation.left - relation.right
        for symbol, formula in reversed(derived):
            difference = _put(difference, symbol, formula)
        names = free_symbols(difference)
        if len(names) != 1 or not names <= {*free} or relation.sign in ("==", "!="):
            continue
        (symbol,) = names
        at = [value(difference, {symbol: Fraction(x)}, RATIONALS) for x in (0, 1, 2)]
        slope = at[1] - at[0]
        if slope == 0 or at[2] - at[1] != slope:
            continue
        sign = relation.sign if slope > 0 else {"<=": ">=", ">=": "<=", "<": ">", ">": "<"}[relation.sign]
        found[symbol] = found[symbol].meet(sign, -at[0] / slope)
    return tuple(found.items())


def _put(tree: Expr, symbol: Symbol, formula: Expr) -> Any:
    return tree.mapped(lambda node: formula if node is symbol else None)


def assumptions(interval: Interval) -> dict[str, bool]:
    return {"positive": True} if interval.low is not None and (interval.low > 0 or interval.low_open) else {"real": True}


def halves_of(name: str, interval: Interval) -> list[Any]:
    """The parameter through a nonnegative symbol; one without a lower end from 0 on, and below 0."""
    if interval.low is not None:
        return [_with_slack(name, interval)]
    if interval.high is not None and interval.high < 0:
        return [sympy.Rational(interval.high) - sympy.Symbol(f"{name}_below", nonnegative=True)]
    return [sympy.Symbol(f"{name}_slack", nonnegative=True), -sympy.Symbol(f"{name}_below", nonnegative=True)]


def _with_slack(name: str, interval: Interval) -> Any:
    """The parameter through a nonnegative symbol; where an open end is reached only in the limit, through a positive one."""
    letter = f"{name}_slack"
    low = sympy.Rational(interval.low)
    if interval.high is not None and interval.high_open and interval.low_open:
        slack = sympy.Symbol(letter, positive=True)
        return (low * slack + sympy.Rational(interval.high)) / (1 + slack)
    return low + sympy.Symbol(letter, nonnegative=True, **({"positive": True} if interval.low_open else {}))
