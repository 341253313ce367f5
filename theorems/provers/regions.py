"""Boxes of names with ends that may be infinite, what else holds of them, and the values of elementary functions there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import inf
from typing import Any

import sympy

from kernels import balls
from kernels.balls import Ball
from kernels.intervals import WHOLE, Interval, between
from theorems.language.tree import ELEMENTARY

BITS = (96, 400)  # of enclosures; of values at ends


CLEAR = 1e-6  # of a float that tells a sign


ZERO = sympy.Integer(0)


NAMES = {"exp", "log", *ELEMENTARY}


Expr = Any


Box = Mapping[Any, Interval]


Needed = tuple[Any, str]  # an expression, and whether it has to be >=, > or != 0


class NoValueError(TypeError):
    """What it is made of is not elementary."""


@dataclass(frozen=True)
class Span:
    """The values of one name: ends that are numbers or infinite, and may be left out."""

    low: Expr = -sympy.oo
    high: Expr = sympy.oo
    low_open: bool = False
    high_open: bool = False

    @property
    def interval(self) -> Interval:
        low, high = (WHOLE if end.is_infinite else compiled(end)({}) for end in (self.low, self.high))
        return Interval(low.low, high.high)

    @property
    def opened(self) -> Span:
        return replace(self, low_open=True, high_open=True)

    @property
    def empty(self) -> bool:
        return bool(self.low > self.high) or (self.low == self.high and (self.low_open or self.high_open))

    def tightened(self, end: Expr, *, lower: bool, strict: bool) -> Span:
        """Also above (or below) a number."""
        if lower:
            if self.low >= end:
                return replace(self, low_open=self.low_open or (strict and bool(self.low == end)))
            return replace(self, low=end, low_open=strict)
        if self.high <= end:
            return replace(self, high_open=self.high_open or (strict and bool(self.high == end)))
        return replace(self, high=end, high_open=strict)

    def cut(self) -> Expr:
        """A simple number inside."""
        if self.low.is_infinite and self.high.is_infinite:
            return ZERO
        if self.high.is_infinite:
            return 2 * self.low if self.low >= 1 else sympy.floor(self.low) + 1
        if self.low.is_infinite:
            return 2 * self.high if self.high <= -1 else sympy.ceiling(self.high) - 1
        middle = Fraction(float((self.low + self.high) / 2))
        width = Fraction(float(self.high - self.low))
        return sympy.Rational(middle.limit_denominator(max(2, int(8 / width) if width else 2)))

    def points(self, most: int) -> list[Fraction]:
        """Numbers inside, away from the ends."""
        if self.low.is_infinite and self.high.is_infinite:
            away = [Fraction(2) ** k for k in range(-3, 6)]
            return [sign * x for x in away for sign in (1, -1)][: 2 * most]
        if self.high.is_infinite or self.low.is_infinite:
            end, sign = (self.low, 1) if self.high.is_infinite else (self.high, -1)
            steps = range(-8, 12, max(1, 20 // most))
            return [Fraction(float(end)) + sign * Fraction(2) ** k for k in steps]
        low, high = Fraction(float(self.low)), Fraction(float(self.high))
        parts = [Fraction(1, 50), *(Fraction(k, most + 1) for k in range(1, most + 1)), Fraction(49, 50)]
        return [low + (high - low) * part for part in parts]


@dataclass(frozen=True)
class Region:
    """A box of names, and what else holds of them: pairs of an expression that is ≥ 0, and whether it is > 0."""

    spans: tuple[tuple[Expr, Span], ...]
    where: tuple[tuple[Expr, bool], ...] = ()

    def span(self, name: Expr) -> Span:
        return dict(self.spans)[name]

    def but(self, name: Expr, span: Span) -> Region:
        return replace(self, spans=tuple((n, span if n == name else s) for n, s in self.spans))

    def of(self, names: set[Expr]) -> Region:
        """The projection to some names, or more than it."""
        where = tuple(pair for pair in self.where if pair[0].free_symbols <= names)
        return Region(tuple(pair for pair in self.spans if pair[0] in names), where)

    @property
    def box(self) -> Box:
        return {name: span.interval for name, span in self.spans}


@lru_cache(maxsize=2048)
def points_of(region: Region) -> list[Box]:
    """Some points of a region."""
    most = {1: 14, 2: 5, 3: 3}.get(len(region.spans), 2)
    found: list[Box] = []
    for values in product(*(span.points(most) for _, span in region.spans)):
        point = {name: between(x, x) for (name, _), x in zip(region.spans, values, strict=True)}
        if all((sign := sign_near(known, point)) is not None and sign >= 0 for known, _ in region.where):
            found.append(point)
    return found


@lru_cache(maxsize=8192)
def compiled(e: Expr) -> Callable[[Box], Interval]:
    """What encloses the values of an expression on a box. Raises NoValueError for what is not elementary."""
    if e.is_Symbol:
        return lambda box: box[e]
    if e.is_Rational:
        number = Fraction(int(e.p), int(e.q))
        return lambda box: between(number, number)
    if e in (sympy.pi, sympy.E):
        return lambda box: _around(balls.pi() if e == sympy.pi else balls.exp(balls.ball(1)))
    if e.is_Add or e.is_Mul:
        below = [compiled(argument) for argument in e.args]

        def taken(box: Box) -> Interval:
            found = below[0](box)
            for each in below[1:]:
                found = found + each(box) if e.is_Add else found * each(box)
            return found

        return taken
    if e.is_Pow and e.exp.is_Integer:
        base, n = compiled(e.base), int(e.exp)
        return lambda box: base(box).power(n) if n > 0 else base(box).power(-n).reciprocal()
    if e.is_Pow and e.exp.is_Rational:
        base, size = compiled(e.base), compiled(abs(e.exp))
        root = (lambda x: x.function("sqrt").power(int(2 * abs(e.exp)))) if e.exp.q == 2 else None
        found = lambda box: root(base(box)) if root else (size(box) * base(box).function("log")).function("exp")  # noqa: E731
        return found if e.exp > 0 else lambda box: found(box).reciprocal()
    if e.is_Pow:
        return compiled(sympy.exp(e.exp * sympy.log(e.base), evaluate=False)) if e.base != sympy.E else _function("exp", e.exp)
    if isinstance(e, sympy.Function) and len(e.args) == 1 and e.func.__name__ in NAMES:
        return _function(e.func.__name__, e.args[0])
    raise NoValueError(f"{e} is not elementary")


def _around(x: Ball) -> Interval:
    return Interval(x.lower(), x.upper())


def _function(name: str, argument: Expr) -> Callable[[Box], Interval]:
    inside = compiled(argument)
    return lambda box: inside(box).function(name)


def sign_there(e: Expr, point: Box) -> int | None:
    try:
        found = compiled(e)(point)
    except NoValueError:
        return None
    if found.low is not None and found.high is not None and found.low == found.high == 0:
        return 0
    return 1 if found.positive else -1 if (-found).positive else None


@lru_cache(maxsize=8192)
def _in_floats(e: Expr) -> tuple[list[Expr], Callable[..., float]]:
    names = sorted(e.free_symbols, key=str)
    return names, sympy.lambdify(names, e, modules="math")


def sign_near(e: Expr, point: Box) -> int | None:
    """The sign at a point: a float's where it is far from 0, else that of an interval."""
    names, function = _in_floats(e)
    try:
        value = function(*(float(point[name].low) for name in names))  # type: ignore[arg-type]
    except (ArithmeticError, ValueError, TypeError, NameError):
        return sign_there(e, point)
    return (1 if value > 0 else -1) if CLEAR < abs(value) < inf else sign_there(e, point)


@lru_cache(maxsize=4096)
def sign_of(number: Expr) -> int | None:
    """The sign of a number; None where it is not known."""
    if number.is_infinite:
        return 1 if number == sympy.oo else -1 if number == -sympy.oo else None
    for bits in BITS:
        with balls.precision(bits):
            found = sign_there(number, {})
        if found is not None:
            return found
    return 0 if sympy.simplify(number) == 0 else None


@lru_cache(maxsize=4096)
def derivative(e: Expr, x: Expr) -> Expr:
    return sympy.diff(e, x)


@lru_cache(maxsize=4096)
def domain_of(e: Expr) -> tuple[Needed, ...]:
    """What has to hold for an expression to have a value."""
    found: dict[Needed, None] = {}
    for node in sympy.preorder_traversal(e):
        if node.is_Pow and not (node.exp.is_Integer and node.exp > 0):
            whole, above = node.exp.is_Integer, bool(node.exp.is_Rational and node.exp > 0)
            found[node.base, "!=" if whole else ">=" if above else ">"] = None
        elif isinstance(node, sympy.log):
            found[node.args[0], ">"] = None
        elif isinstance(node, sympy.tan):
            found[sympy.cos(node.args[0]), "!="] = None
        elif isinstance(node, sympy.asin | sympy.acos):
            found[1 - node.args[0] ** 2, ">="] = None
        elif isinstance(node, sympy.gamma):
            found[node.args[0], ">"] = None
    return tuple(pair for pair in found if not pair[0].is_positive)


def narrowed(spans: Iterable[tuple[Expr, Span]], where: Iterable[tuple[Expr, bool]]) -> Region:
    """The region of some spans where expressions are ≥ 0, or > 0; those that are linear in one name bound its span."""
    known, rest = dict(spans), []
    for f, strict in where:
        slope = derivative(f, next(iter(f.free_symbols))) if len(f.free_symbols) == 1 else ZERO
        if slope.is_Number and slope != 0:
            (name,) = f.free_symbols
            known[name] = known[name].tightened(sympy.expand(name - f / slope), lower=bool(slope > 0), strict=strict)
        elif f.free_symbols:
            rest.append((f, strict))
    return Region(tuple(known.items()), tuple(rest))


LARGEST = 160  # operations of an expression that is factored


@lru_cache(maxsize=4096)
def factors(e: Expr) -> tuple[tuple[Expr, int], ...]:
    """What it is the product of: factors with their powers, whole ones."""
    if e.count_ops() > LARGEST:
        return ((e, 1),)
    found: list[tuple[Expr, int]] = []
    e, back = _in_roots(sympy.expand_power_exp(e))
    for side, sign in zip(sympy.fraction(sympy.together(e)), (1, -1), strict=True):
        try:
            number, pairs = sympy.factor_list(side) if not side.is_number else (side, [])
        except (sympy.PolynomialError, TypeError, NotImplementedError):  # sympy cannot order its own factors
            number, pairs = sympy.Integer(1), [(side, 1)]
        found += [(sympy.sympify(number), sign), *((base.xreplace(back), sign * int(k)) for base, k in pairs)]
    return tuple(found)


def _in_roots(e: Expr) -> tuple[Expr, dict[Expr, Expr]]:
    """As a polynomial in e^(x/2), x^(1/3), ... where other powers of these stand in it, too; and what those are."""
    powers: dict[Expr, dict[Expr, Expr]] = {}
    for node in e.atoms(sympy.exp, sympy.Pow):
        if isinstance(node, sympy.exp):
            rate, of = node.args[0].as_coeff_Mul()
            powers.setdefault(sympy.exp(of), {})[node] = rate
        elif node.base.is_Symbol and node.exp.is_Rational:
            powers.setdefault(node.base, {})[node] = node.exp
    there: dict[Expr, Expr] = {}
    back: dict[Expr, Expr] = {}
    for base, rates in powers.items():
        whole = sympy.ilcm(*(rate.q for rate in rates.values() if rate.is_Rational), 1)
        if whole > 1 and all(rate.is_Rational for rate in rates.values()):
            root = sympy.Dummy(positive=base.is_positive, real=True)
            back[root] = sympy.exp(base.args[0] / whole) if isinstance(base, sympy.exp) else base ** sympy.Rational(1, whole)
            there |= {node: root ** (rate * whole) for node, rate in rates.items()} | {base: root**whole}
    return e.xreplace(there), back
