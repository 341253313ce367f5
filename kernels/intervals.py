"""Intervals whose ends may be infinite, with outward rounding in balls: what an elementary function takes on one.

An end that is infinite is never taken itself: ``[0, ∞]`` is all x ≥ 0, and 0 times it is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from kernels.balls import Ball, ball, elementary, pi

INFINITE = Ball("inf")
LIMITS = {"exp": (0, None), "atan": (-pi() / 2, pi() / 2), "tanh": (-1, 1), "erf": (-1, 1)}  # at -∞ and ∞
RISING = ("exp", "log", "sqrt", "atan", "tanh", "erf", "sinh", "asin")
FROM = {"log": 0, "sqrt": 0, "asin": -1, "acos": -1}  # where they begin,
UPTO = {"asin": 1, "acos": 1}  # and end


class NoValueError(ArithmeticError):
    """The function has no value somewhere on the interval, or nothing is known of its values."""


@dataclass(frozen=True)
class Interval:
    """All real numbers from ``low`` to ``high``: exact balls, or infinite ones."""

    low: Ball
    high: Ball

    @staticmethod
    def of(low: Ball | int | Fraction | None, high: Ball | int | Fraction | None) -> Interval:
        """Around two numbers; None where there is no end. Raises NoValueError for what is no number."""
        a = -INFINITE if low is None else ball(low).lower()
        b = INFINITE if high is None else ball(high).upper()
        if not a <= b:
            raise NoValueError(f"no interval from {low} to {high}")
        return Interval(a, b)

    @property
    def finite(self) -> bool:
        return bool(self.low.is_finite() and self.high.is_finite())

    def hull(self) -> Ball:
        return self.low.union(self.high)

    def __add__(self, other: Interval) -> Interval:
        return Interval.of(self.low + other.low, self.high + other.high)

    def __neg__(self) -> Interval:
        return Interval(-self.high, -self.low)

    def __mul__(self, other: Interval) -> Interval:
        ends = [_times(a, b) for a, b in product((self.low, self.high), (other.low, other.high))]
        return Interval.of(_least(ends), -_least([-end for end in ends]))

    def inverse(self) -> Interval:
        if self.low > 0 or self.high < 0:
            return Interval.of(*(_inverse(end) for end in (self.high, self.low)))
        if self.low == 0 and self.high > 0:
            return Interval.of(_inverse(self.high), None)
        if self.high == 0 and self.low < 0:
            return Interval.of(None, _inverse(self.low))
        raise NoValueError("a denominator that may vanish")

    def power(self, n: int) -> Interval:
        """A whole power."""
        if n < 0:
            return self.power(-n).inverse()
        ends = Interval.of(_power(self.low, n), _power(self.high, n)) if n % 2 else None
        if ends is not None:
            return ends
        large = Interval.of(0, -_least([-_power(self.low, n), -_power(self.high, n)]))
        small = 0 if self.low <= 0 <= self.high else _least([_power(self.low, n), _power(self.high, n)])
        return Interval.of(small, large.high)

    def function(self, name: str) -> Interval:
        """An elementary function of the numbers in the interval. Raises NoValueError where one of them has no value."""
        if (name in FROM and self.low < FROM[name]) or (name in UPTO and self.high > UPTO[name]):
            raise NoValueError(f"{name} of a number that has none")
        if name in RISING:
            return Interval.of(_at(name, self.low), _at(name, self.high))
        match name:
            case "acos":
                return Interval.of(_at(name, self.high), _at(name, self.low))
            case "cosh":
                large = -_least([self.low, -self.high])
                small = ball(0) if self.low <= 0 <= self.high else _least([abs(self.low), abs(self.high)])
                return Interval.of(_at(name, small), _at(name, large))
            case "sin" | "cos":
                if not self.finite:
                    return Interval.of(-1, 1)
                found = _called(name, self.hull())
                return Interval.of(_most([found.lower(), ball(-1)]), _least([found.upper(), ball(1)]))
        if not self.finite:
            raise NoValueError(f"nothing is known of {name} far out")
        found = _called(name, self.hull())
        return Interval.of(found, found)


def _called(name: str, x: Ball) -> Ball:
    own: dict[str, Callable[[], Ball]] = {"exp": x.exp, "log": x.log, "sqrt": x.sqrt}
    found = own[name]() if name in own else elementary(name, x)
    if not found.is_finite():
        raise NoValueError(f"{name} has no value that is known")
    return found


def _at(name: str, end: Ball) -> Ball | int | None:
    """The value, or the limit, at an end of an interval; None where it is infinite."""
    if name == "log" and end == 0:
        return None
    if end.is_finite():
        return _called(name, end)
    return LIMITS.get(name, (None, None))[bool(end > 0)]


def _times(a: Ball, b: Ball) -> Ball:
    return ball(0) if a == 0 or b == 0 else INFINITE * (1 if (a > 0) == (b > 0) else -1) if _infinite(a, b) else a * b


def _infinite(*ends: Ball) -> bool:
    return not all(end.is_finite() for end in ends)


def _inverse(end: Ball) -> Ball:
    return 1 / end if end.is_finite() else ball(0)


def _power(end: Ball, n: int) -> Ball:
    if n == 0:
        return ball(1)
    return end**n if end.is_finite() else INFINITE * (1 if end > 0 or n % 2 == 0 else -1)


def _least(ends: list[Ball]) -> Ball:
    lowest = ends[0].lower()
    for end in ends[1:]:
        lowest = end.lower() if end.lower() < lowest else lowest
    return lowest


def _most(ends: list[Ball]) -> Ball:
    return -_least([-end for end in ends])
