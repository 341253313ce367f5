"""The sign of an elementary function of a few real numbers over a whole region, by its derivatives in interval arithmetic.

An inequality that every analyst shows by "both sides agree at 0, and the derivative has a sign": what is known is the
enclosure of a function on a box with ends that may be infinite; what is not seen there at once is reduced to signs of
factors, of derivatives and of values at the ends, or the box is cut. Values at ends that are zero are exactly zero;
sympy differentiates, factors and takes limits. A region may be larger than the points of a claim, never smaller.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import inf
from time import process_time
from typing import Any

import sympy

from kernels import balls
from kernels.balls import Ball
from kernels.intervals import WHOLE, between
from theorems.provers.motions import smaller_of
from theorems.provers.regions import (
    LARGEST,
    Expr,
    Needed,
    NoValueError,
    Region,
    Span,
    compiled,
    derivative,
    domain_of,
    factors,
    points_of,
    sign_near,
    sign_of,
    sign_there,
)

DEEPEST = 7  # derivatives of derivatives
TRIES = 300  # functions that are looked at
HALVED = 24  # times a span is cut
NEAR = sympy.Rational(1, 10**9)  # to zero


class TooFarError(Exception):
    """The budget is used up."""


class Signs:
    """A search for the sign of functions; every answer of yes is shown."""

    def __init__(self, tries: int = TRIES, seconds: float = inf) -> None:
        self.left = tries
        self.end = process_time() + seconds  # of the processor: a busy machine sees as much
        self.known: dict[Any, bool] = {}

    def positive(self, f: Expr, region: Region, strict: bool, depth: int = 0, halved: int = 0) -> bool:
        """Is f ≥ 0, or > 0, at all points of the region where it has a value? No means that it is not seen.

        Raises TooFarError once the budget is used up.
        """
        region = region.of(f.free_symbols)
        key = f, region, strict
        if key not in self.known:
            self.known[key] = False
            self.known[key] = self._positive(f, region, strict, depth, halved)
        return self.known[key]

    def _positive(self, f: Expr, region: Region, strict: bool, depth: int, halved: int) -> bool:
        if not f.free_symbols:
            sign = sign_of(f)
            return sign is not None and (sign > 0 or (sign == 0 and not strict))
        if f.is_positive or (f.is_nonnegative and not strict):  # whatever the names are
            return True
        if any(span.empty for _, span in region.spans) or self._enclosed(f, region, strict):
            return True
        self.left -= 1
        if self.left < 0 or process_time() > self.end:
            raise TooFarError
        if depth > DEEPEST or _negative_somewhere(f, region):
            return False
        g = self._stripped(f, region, strict, depth)
        if g is None:
            return True
        if g != f and (not g.free_symbols or self._enclosed(g, region, strict)):
            return self.positive(g, region, strict, depth)
        if (smaller := smaller_of(g, region)) is not None:
            return all(self.positive(h, r, strict, depth) for h, r in smaller)
        for each in dict.fromkeys((g, f)):
            if self._has_values(each, region) and any(self._along(each, x, region, strict, depth) for x, _ in region.spans):
                return True
        return self._cut(g, region, strict, depth, halved)

    def _has_values(self, g: Expr, region: Region) -> bool:
        """Is it defined, so continuous, everywhere inside? A derivative may have poles."""
        inside = replace(region, spans=tuple((name, span.opened) for name, span in region.spans))
        return all(self.holds(needed, inside) for needed in domain_of(g))

    def holds(self, needed: Needed, region: Region) -> bool:
        """Is an expression ≥ 0, > 0, or not 0 throughout the region?"""
        f, sign = needed
        if sign == "!=":
            return self.positive(f, region, True) or self.positive(-f, region, True)
        return self.positive(f, region, sign == ">")

    def _enclosed(self, f: Expr, region: Region, strict: bool) -> bool:
        box = region.box
        for known, more in region.where:
            if (more or not strict) and (f / known).is_number and (f / known).is_positive:
                return True
            try:
                found = compiled(known)(box)
            except NoValueError:
                continue
            if (-found).positive or (more and (-found).nonnegative):
                return True  # there is no such point
        try:
            found = compiled(f)(box)
        except NoValueError:
            return False
        return found.positive or (found.nonnegative and not strict)

    def _stripped(self, f: Expr, region: Region, strict: bool, depth: int) -> Expr | None:
        """A function of the same sign, without factors whose sign is known; None where nothing is left to show."""
        sign, left = 1, []
        for base, k in factors(f):
            if base.is_number:
                found = sign_of(base)
                if found == 0 and not strict:
                    return None
                if not found:
                    return f
                sign *= found
            elif (k % 2 == 0 and (k < 0 or not strict)) or self._enclosed(base, region, True):
                continue
            elif self._enclosed(-base, region, True):
                sign *= (-1) ** k
            else:
                left.append((base, k))
        for base, k in [] if len(left) == 1 and left[0][1] % 2 else list(left):
            at_least = strict or k < 0
            if _all_signs(base, region) == 1 and self.positive(base, region, at_least, depth + 1):
                left.remove((base, k))
            elif _all_signs(base, region) == -1 and self.positive(-base, region, at_least, depth + 1):
                left.remove((base, k))
                sign *= (-1) ** k
            if len(left) == 1 and left[0][1] % 2:
                break
        return sympy.Mul(sympy.Integer(sign), *(base ** (abs(k) % 2 or 2) for base, k in left))

    def _along(self, g: Expr, x: Expr, region: Region, strict: bool, depth: int) -> bool:
        """By the first or second derivative in one name, and the values where it begins or ends."""
        ends = _ends(g, x, region)
        if ends is None:
            return False
        inside, low, high = ends
        d = derivative(g, x)
        grows = _all_signs(d, inside)
        for sign, end in ((1, low), (-1, high)):
            if grows in (sign, 0):
                for sharp in (True, False) if strict else (False,):
                    if self.positive(sign * d, inside, sharp, depth + 1):
                        if self._at(g, x, end, region, strict, sharp, depth):
                            return True
                        break
        dd = derivative(d, x)
        alone = len(region.spans) > 1 and all(x not in known.free_symbols for known, _ in inside.where)
        if grows is None and alone and _all_signs(dd, inside) in (1, 0) and (lowest := _stationary(d, x, inside)) is not None:
            others = region.of({name for name, _ in region.spans} - {x})
            return self.positive(g.subs(x, lowest), others, strict, depth) and self.positive(dd, inside, False, depth + 1)
        if grows is None and _all_signs(dd, inside) in (-1, 0) and self.positive(-dd, inside, strict, depth + 1):
            return all(self._at(g, x, end, region, strict, strict, depth) for end in (low, high))
        return False

    def _at(self, g: Expr, x: Expr, end: _End, region: Region, strict: bool, sharp: bool, depth: int) -> bool:
        """Is it ≥ 0, or > 0, where the name ends? At a point that is left out and that g leaves at once ≥ 0 is enough."""
        strict = strict and not (sharp and end.left_out)
        others = region.of({name for name, _ in region.spans} - {x})
        if end.where.is_infinite or (not others.spans and _singular(g, x, end.where)):
            if others.spans:
                return False
            sign = _limit(g, x, end)
            return sign is not None and (sign > 0 or (sign == 0 and not strict))
        return self.positive(g.subs(x, end.where), others, strict, depth)

    def _cut(self, g: Expr, region: Region, strict: bool, depth: int, halved: int) -> bool:
        """Both parts of the region, cut where g touches zero, or else across the longest span."""
        if halved >= (HALVED - 3 * depth) // len(region.spans):
            return False
        x, span = max(region.spans, key=lambda pair: _length(pair[1]))
        at = (_touching(g, x, region) if len(region.spans) == 1 else None) or span.cut()
        if not span.low < at < span.high:
            return False
        parts = (replace(span, high=at, high_open=False), replace(span, low=at, low_open=False))
        return all(self.positive(g, region.but(x, part), strict, depth, halved + 1) for part in parts)


@dataclass(frozen=True)
class _End:
    where: Expr
    lower: bool
    left_out: bool


def _ends(g: Expr, x: Expr, region: Region) -> tuple[Region, _End, _End] | None:
    """Where a name begins and ends, perhaps at values of others, and the region between; None where that is not known."""
    span = region.span(x)
    bounds: dict[bool, list[tuple[Expr, bool]]] = {True: [], False: []}
    kept = []
    for known, more in region.where:
        if x not in known.free_symbols:
            kept.append((known, more))
            continue
        slope = derivative(known, x)
        if slope.is_Number and slope != 0:
            bounds[bool(slope > 0)].append((sympy.expand(x - known / slope), more))
            kept.append((known, more))
    found = []
    for lower, own, left_out in ((True, span.low, span.low_open), (False, span.high, span.high_open)):
        others = bounds[lower]
        if own.is_infinite and len(others) == 1:
            found.append(_End(others[0][0], lower, others[0][1]))
        elif not others:
            found.append(_End(own, lower, left_out or own.is_infinite))
        elif len(others) == 1 and _beyond(others[0][0], own, region, lower):
            found.append(_End(others[0][0], lower, others[0][1]))
        else:
            return None
    return replace(region.but(x, span.opened), where=tuple(kept)), found[0], found[1]


def _stationary(d: Expr, x: Expr, inside: Region) -> Expr | None:
    """Where a derivative vanishes, within the span of a name whatever the others are; None where that is not found."""
    others, own = inside.of({name for name, _ in inside.spans} - {x}), inside.span(x).interval
    for zero in _zeros(d, x):
        if zero.is_real is not False and sympy.simplify(d.subs(x, zero)) == 0:
            try:
                found = compiled(zero)(others.box)
            except NoValueError:
                continue
            above = own.low is None or (found.low is not None and bool(found.low >= own.low))
            if above and (own.high is None or (found.high is not None and bool(found.high <= own.high))):
                return zero
    return None


def _beyond(end: Expr, own: Expr, region: Region, lower: bool) -> bool:
    """Does an end that depends on other names never lie outside of the span?"""
    try:
        found = compiled(end - own if lower else own - end)(region.box)
    except NoValueError:
        return False
    return found.nonnegative


def _length(span: Span) -> float:
    return float("inf") if span.low.is_infinite or span.high.is_infinite else float(span.high - span.low)


def _all_signs(f: Expr, region: Region) -> int | None:
    """The sign that it has at all points that are looked at, 0 where it has none; None where it has two."""
    if not f.free_symbols:
        return sign_of(f)
    signs = {sign for point in points_of(region) if (sign := sign_near(f, point))}
    return None if len(signs) == 2 else next(iter(signs), 0)


def _negative_somewhere(f: Expr, region: Region) -> bool:
    return any(sign_near(f, point) == -1 for point in points_of(region))


def _singular(g: Expr, x: Expr, p: Expr) -> bool:
    try:
        found = g.subs(x, p)
    except (ArithmeticError, ValueError):
        return True
    if found.has(sympy.nan, sympy.zoo, sympy.oo, sympy.AccumBounds):
        return True
    try:
        return compiled(g)({x: Span(p, p).interval}) == WHOLE and sign_of(found) is None
    except NoValueError:
        return True


@lru_cache(maxsize=1024)
def _limit(g: Expr, x: Expr, end: _End) -> int | None:
    """The sign of the limit at an end; None where it is not known, or is not what values near the end show."""
    try:
        found = sympy.limit(g, x, end.where, "+" if end.lower else "-")
    except (ArithmeticError, ValueError, TypeError, NotImplementedError, AttributeError, RecursionError):
        return None
    sign = sign_of(found) if found.is_number else None
    return sign if sign is not None and _agrees(g, x, end, found) else None


def _agrees(g: Expr, x: Expr, end: _End, limit: Expr) -> bool:
    """Do values ever nearer to the end come ever nearer to a limit?"""
    distances = []
    for k in (8, 16, 32):
        step = Fraction(2) ** (k if end.where.is_infinite else -k)
        sign = 1 if end.lower is not bool(end.where.is_infinite) else -1
        point = Fraction(0 if end.where.is_infinite else float(end.where)) + sign * step
        try:
            near = compiled(g)({x: between(point, point)})
        except NoValueError:
            return False
        if near.low is None or near.high is None:
            return False
        value = near.low.union(near.high)
        if limit.is_infinite:
            distances.append(-balls.approximate(abs(value)))
        else:
            distances.append(balls.approximate(abs(value - _ball(limit))))
    return distances[0] >= distances[-1] or distances[-1] < 1e-6


def _ball(number: Expr) -> Ball:
    found = compiled(number)({})
    assert found.low is not None
    assert found.high is not None
    return found.low.union(found.high)


def _touching(g: Expr, x: Expr, region: Region) -> Expr | None:
    """A number inside of the span where g is exactly zero and its derivative changes sign."""
    d, (_, span) = derivative(g, x), region.spans[0]
    for a, b in pairwise(sorted(span.points(14))):
        if (_at_point(d, x, a), _at_point(d, x, b)) == (-1, 1):
            for _ in range(48):
                middle = (a + b) / 2
                a, b = (middle, b) if _at_point(d, x, middle) == -1 else (a, middle)
            near = {x: between(a, b)}
            if sign_there(g - NEAR, near) == -1 and sign_there(g + NEAR, near) == 1:
                for place in _simple_numbers(b, d, x):
                    if abs(float(place) - float(b)) < 1e-9 and span.low < place < span.high and sign_of(g.subs(x, place)) == 0:
                        return place
    return None


def _simple_numbers(near: Fraction, d: Expr, x: Expr) -> Iterator[Expr]:
    """A rational number, a part of π, and the zeros of d that have a formula."""
    for unit in (sympy.Integer(1), sympy.pi):
        yield sympy.Rational((near / Fraction(float(unit))).limit_denominator(360)) * unit
    yield from (zero for zero in _zeros(d, x) if zero.is_number and zero.is_real)


@lru_cache(maxsize=256)
def _zeros(d: Expr, x: Expr) -> tuple[Expr, ...]:
    if d.count_ops() > LARGEST // 4:
        return ()
    try:
        return tuple(sympy.solve(d, x))
    except (NotImplementedError, ArithmeticError, ValueError, TypeError, AttributeError):
        return ()


def _at_point(f: Expr, x: Expr, p: Fraction) -> int | None:
    return sign_there(f, {x: between(p, p)})
