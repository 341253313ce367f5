"""Balls that know the formula they were computed with, and the comparisons that decided the way there.

A model computes with them as with any ball. What leaves the formulas (an enclosure found by a search, the end of a ball, a
float) has no formula, and nothing computed from it has one.
"""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import _lru_cache_wrapper
from math import ceil, floor
from typing import Any

from kernels import balls
from kernels.balls import Ball, Exact
from theorems.language.exact import OPERATORS
from theorems.language.tree import (
    CONTRARY,
    Call,
    Expr,
    Minus,
    Negative,
    Number,
    Over,
    Plus,
    Power,
    Relation,
    Symbol,
    Times,
    expr,
)

BITS = 1024  # two numbers of a model that agree to so many bits are not compared
LARGEST = 4096  # bits of a power of numbers that is multiplied out
FIRST_ZERO, LATER_ZERO = 96, 20  # bits of the ends around a zero, and by how many fewer those of the next
UNNAMED = Symbol("the zero")
END = 40  # bits of the end of a ball that a model asks for


class UnrecordedError(Exception):
    """A model asked for more than a formula gives: the end of a ball, or which of two numbers is larger that are equal so far.

    No ``ValueError``: a model that goes on after one would take another way.
    """


class Formula(Ball):
    """A ball and its formula; ``exact`` where the value is known to be this rational number."""

    tree: Expr
    exact: Fraction | None

    @classmethod
    def of(cls, ball: Ball, tree: Expr, exact: Fraction | None = None) -> Formula:
        found = cls(ball)
        found.tree, found.exact = tree, tree.value if isinstance(tree, Number) else exact
        return found

    def __neg__(self) -> Formula:
        tree = Number(-self.tree.value, str(-self.tree.value)) if isinstance(self.tree, Number) else Negative(self.tree)
        return Formula.of(Ball.__neg__(self), tree)

    def __pos__(self) -> Formula:
        return self

    def __abs__(self) -> Formula:
        return Formula.of(Ball.__abs__(self), Call("abs", (self.tree,)), None if self.exact is None else abs(self.exact))

    def log1p(self) -> Any:
        return (1 + self).log()

    def expm1(self) -> Any:
        return self.exp() - 1

    def is_zero(self) -> Any:
        return _asked(self, "==", 0)

    def is_exact(self) -> bool:
        return self.exact is not None

    def lower(self) -> Ball:
        """A number of few digits that is known to be no larger."""
        return self._end(Ball.lower(self), "<=", floor)

    def upper(self) -> Ball:
        return self._end(Ball.upper(self), ">=", ceil)

    def _end(self, end: Ball, sign: str, whole: Callable[[Fraction], int]) -> Ball:
        found = _rounded(end, END, whole)
        if _DECIDED and not isinstance(self.tree, Number):
            _DECIDED[-1][Relation(expr(found), sign, self.tree)] = None
        return Ball(balls.tightest(found))


def _rounded(end: Ball, bits: int, whole: Callable[[Fraction], int]) -> Fraction:
    """The end of a ball to so many bits."""
    exactly, _ = balls.bounds(end)
    size = abs(exactly.numerator).bit_length() - exactly.denominator.bit_length()  # bits before the point
    scale = Fraction(2) ** (bits - size)
    return Fraction(whole(exactly * scale)) / scale


def _power(base: Fraction, exponent: Fraction) -> Fraction | None:
    """A power that is a rational number of some digits."""
    if exponent.denominator != 1 or (base == 0 and exponent < 0):
        return None
    bits = (base.numerator.bit_length() + base.denominator.bit_length()) * abs(exponent)
    return base ** int(exponent) if bits <= LARGEST else None


def _formula(value: Any) -> Formula | None:
    """A number as a formula; None for a ball that has none."""
    if isinstance(value, Formula):
        return value
    if isinstance(value, int | Fraction):
        return recorded(Fraction(value))
    return None


def recorded(value: Exact) -> Formula:
    return Formula.of(Ball(balls.tightest(value)), expr(Fraction(value)))


def _both(
    left: Any,
    right: Any,
    kind: Callable[[Expr, Expr], Expr],
    operation: Callable[[Ball, Ball], Ball],
    exactly: Callable[[Fraction, Fraction], Fraction | None],
) -> Any:
    a, b = _formula(left), _formula(right)
    if a is None or b is None:  # the other side is a ball of no formula, or nothing that a ball works with
        return operation(Ball(left), right) if isinstance(left, Ball) else operation(balls.tightest(left), Ball(right))
    known = exactly(a.exact, b.exact) if a.exact is not None and b.exact is not None else None
    ball = operation(Ball(a), Ball(b)) if known is None else balls.tightest(known)
    return Formula.of(ball, kind(a.tree, b.tree), known)


# -- what decides ------------------------------------------------------------------------------------------------------------

_DECIDED: list[dict[Relation, None]] = []  # of each recording, the innermost last


def _asked(left: Formula, sign: str, right: Any) -> Any:
    other = _formula(right)
    if other is None:
        if isinstance(right, Ball):
            raise UnrecordedError(f"{left.tree!r} is compared with a number of no formula")
        return NotImplemented
    if left.exact is not None and other.exact is not None:
        answer = OPERATORS[sign](left.exact, other.exact)
        if isinstance(left.tree, Number) and isinstance(other.tree, Number):
            return answer
    elif left.tree is other.tree:
        return sign in ("<=", ">=", "==")
    else:
        a, b = Ball(left), Ball(other)
        if not (a < b or a > b):
            raise UnrecordedError(f"{left.tree!r} and {other.tree!r} are too close to compare")
        answer = {"<=": a < b, "<": a < b, ">=": a > b, ">": a > b, "==": False, "!=": True}[sign]
    if _DECIDED:
        _DECIDED[-1][Relation(left.tree, sign if answer else CONTRARY[sign], other.tree)] = None
    return answer


# -- what a ball can do, of formulas ---------------------------------------------------------------------------------------


def _operation(name: str, kind: Callable[[Expr, Expr], Expr], exactly: Callable[[Fraction, Fraction], Fraction | None]) -> None:
    """The operation of balls that has this name, of formulas on either side."""
    of_balls = getattr(Ball, name)
    setattr(Formula, name, lambda self, other, *_: _both(self, other, kind, of_balls, exactly))
    if name.startswith("__"):
        setattr(Formula, f"__r{name[2:]}", lambda self, other, *_: _both(other, self, kind, of_balls, exactly))


def _function(name: str) -> None:
    of_balls = getattr(Ball, name)
    setattr(Formula, name, lambda self: Formula.of(of_balls(self), Call(name, (self.tree,))))


def _question(name: str, sign: str) -> None:
    setattr(Formula, name, lambda self, other: _asked(self, sign, other))


def _refused(name: str) -> None:
    def refuse(self: Formula, *arguments: Any) -> Any:
        raise UnrecordedError(f"{name} of {self.tree!r}")

    setattr(Formula, name, refuse)


_operation("__add__", Plus, operator.add)
_operation("__sub__", Minus, operator.sub)
_operation("__mul__", Times, operator.mul)
_operation("__truediv__", Over, lambda a, b: a / b if b else None)
_operation("__pow__", Power, _power)
_operation("max", lambda a, b: Call("max", (a, b)), max)
_operation("min", lambda a, b: Call("min", (a, b)), min)
for _name in ("exp", "log", "sqrt"):
    _function(_name)
for _name, _sign in {"le": "<=", "lt": "<", "ge": ">=", "gt": ">", "eq": "==", "ne": "!="}.items():
    _question(f"__{_name}__", _sign)
_question("overlaps", "==")
for _name in ("rad", "man_exp", "unique_fmpz", "abs_lower", "abs_upper", "floor", "ceil", "contains",
              "contains_integer", "is_integer", "fmpz", "fmpq", "__float__", "__contains__"):  # fmt: skip
    _refused(_name)


@dataclass(frozen=True)
class Zero:
    """A number that is known by an equation: ``function``, which contains its symbol, is 0 there, and changes its sign."""

    symbol: Symbol
    function: Expr
    low: Fraction
    high: Fraction
    ball: Ball

    @property
    def known(self) -> tuple[Relation, ...]:
        """Its equation, and which of the solutions it is."""
        ends = Relation(expr(self.low), "<=", self.symbol), Relation(self.symbol, "<=", expr(self.high))
        return *ends, Relation(self.function, "==", expr(0))


@dataclass(frozen=True)
class Recorded:
    """What a model asked on its way: the comparisons that decided, and the numbers that only an equation gives."""

    decided: dict[Relation, None] = field(default_factory=dict)
    zeros: dict[Expr, Zero] = field(default_factory=dict)

    def zero(self, function: balls.Function, ball: Ball, name: str) -> Ball:
        names = {zero.symbol.name for zero in self.zeros.values()}
        symbol = Symbol(next(each for each in (name, *(f"{name}'{k}" for k in range(2, 9))) if each not in names))
        found = function(Formula.of(ball, symbol))
        if not isinstance(found, Formula):
            return ball  # the equation has no formula either
        unnamed = found.tree.mapped({symbol: UNNAMED}.get)
        if unnamed not in self.zeros:
            bits = FIRST_ZERO - LATER_ZERO * len(self.zeros)  # its ends may hang on an earlier one, known to more digits
            low, high = _rounded(Ball.lower(ball), bits, floor), _rounded(Ball.upper(ball), bits, ceil)
            self.zeros[unnamed] = Zero(symbol, found.tree, low, high, ball)
        return Formula.of(ball, self.zeros[unnamed].symbol)


@contextmanager
def recording(paper: str) -> Iterator[Recorded]:
    """Inside the block every ball of an exact number knows its formula; gives what was asked on the way.

    What a model remembers from elsewhere would have no formula: it forgets before, and after.
    """
    found = Recorded()
    forget(paper)
    _DECIDED.append(found.decided)
    try:
        with balls.precision(BITS), balls.made_by(recorded, found.zero):
            yield found
    finally:
        _DECIDED.pop()
        forget(paper)


def forget(paper: str) -> None:
    """Empty what the modules of a paper and the kernels remember of numbers."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("kernels.", f"theorems.{paper}.")):
            for remembered in vars(module).values():
                if isinstance(remembered, _lru_cache_wrapper):
                    remembered.cache_clear()
