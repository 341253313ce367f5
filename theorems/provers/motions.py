"""Motions of all names at once (scaled, moved along, a period further) that change a function by a positive factor only."""

from collections.abc import Mapping
from fractions import Fraction
from math import log, log2

import sympy

from kernels import balls
from kernels.intervals import between
from theorems.provers.regions import ZERO, Expr, NoValueError, Region, Span, compiled, narrowed


def smaller_of(g: Expr, region: Region) -> list[tuple[Expr, Region]] | None:
    """The claims about g ≥ 0 that are left where a motion keeps its sign, each with its region; None where none does."""
    names = [name for name, _ in region.spans]
    y = names[-1]
    spans = dict(region.spans)
    if len(names) == 1:
        return _once_around(g, y, region)
    if all(span.low == 0 and span.high == sympy.oo for span in spans.values()):
        t = sympy.Dummy(positive=True)
        moved, one = {name: t * name for name in names}, sympy.Integer(1)
    elif all(span.low == -sympy.oo and span.high == sympy.oo for span in spans.values()):
        t = sympy.Dummy(real=True)
        moved, one = {name: name + t for name in names}, ZERO
    else:
        return None
    if not all(_keeps_sign(f, moved, t) for f in (g, *(known for known, _ in region.where))):
        return None
    rest = region.of(set(names) - {y})
    found = [(g.subs(y, one), narrowed(rest.spans, [(known.subs(y, one), more) for known, more in region.where]))]
    if spans[y].low == 0 and not spans[y].low_open:
        found.append((g.subs(y, 0), rest))
    return found


def _once_around(g: Expr, x: Expr, region: Region) -> list[tuple[Expr, Region]] | None:
    """What a function of period 2π does on the whole line it does on one period."""
    span = region.span(x)
    functions = (g, *(known for known, _ in region.where))
    whole = span.low.is_infinite and span.high.is_infinite
    if not whole or not all(f.has(sympy.sin, sympy.cos, sympy.tan) for f in functions):
        return None
    if any(sympy.expand(f.subs(x, x + 2 * sympy.pi)) != sympy.expand(f) for f in functions):
        return None
    return [(g, region.but(x, Span(-sympy.pi, sympy.pi)))]


def _keeps_sign(f: Expr, moved: Mapping[Expr, Expr], t: Expr) -> bool:
    """Is f after the motion a positive factor times f? That factor is a power of t, or of e^t."""
    base = t if t.is_positive else sympy.exp(t)
    rate = _rate(f, list(moved), t)
    if rate is None:
        return False
    change = sympy.expand(f.subs(moved, simultaneous=True) - base**rate * f)
    return change == 0 or sympy.simplify(sympy.expand(sympy.expand_log(change, force=False))) == 0


def _rate(f: Expr, names: list[Expr], t: Expr) -> Expr | None:
    """The power of t, or of e^t, by which values of f seem to change when all names are moved."""
    found = set()
    for first in (Fraction(1), Fraction(5, 3)):
        here = {name: first + Fraction(k, 3) for k, name in enumerate(names)}
        there = {name: 2 * x if t.is_positive else x + 1 for name, x in here.items()}
        try:
            a, b = (compiled(f)({name: between(x, x) for name, x in point.items()}) for point in (here, there))
        except NoValueError:
            return None
        if a.low is None or a.high is None or b.low is None or not (a.positive or (-a).positive) or bool(a.low * b.low <= 0):
            return None
        ratio = balls.approximate(b.low / a.low)
        power = log2(ratio) if t.is_positive else log(ratio)
        rate = Fraction(power).limit_denominator(12)
        if abs(float(rate) - power) > 1e-9:
            return None
        found.add(rate)
    return sympy.Rational(found.pop()) if len(found) == 1 else None
