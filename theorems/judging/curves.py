"""Bound against truth along one parameter: what a picture beside a witness or a tightest point shows.

The parameter is the one along which both sides come apart most, among those that leave the hypotheses met. A picture is no
evidence: its points are decided as all others are, and shown as floats.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from kernels import balls
from kernels.balls import Truth
from theorems.instance import Instance, Value
from theorems.provers.search import evaluate
from theorems.statement import Part
from theorems.time_limit import OutOfTimeError, time_limit
from theorems.vocabulary import Comparison, Relation, Verdict

FACTORS = tuple(map(Fraction, ("1/8", "1/4", "1/2", "3/4", "1", "3/2", "2", "4", "8")))
CHOOSING = tuple(map(Fraction, ("1/2", "1", "2", "4")))  # what tells which parameter is drawn
LEAST = 4  # points that make a curve,
LEAST_CHOOSING = 2  # and that make a parameter one to choose
SECONDS = 0.15  # for one curve, ten times what those take that are drawn: no picture is worth waiting for
APART = 1e-3  # where the ratio of the sides moves by less, there is nothing to see
INDEX = re.compile(r"[ij]\d*")  # a row or column: a curve along it would show the order in which they are counted
NO_INSTANCE = (
    ArithmeticError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)  # what data say of values that they know no model for
BITS = 512  # what these leave undecided is not drawn
Seen = tuple[Comparison, bool]  # a comparison at a point, and does the claim hold there?


@dataclass(frozen=True)
class Point:
    """Both sides at one value of the parameter, as decimal logarithms where the curve is logarithmic."""

    x: float
    lhs: float
    rhs: float
    stands: bool


def curve_of(
    part: Part, verdict: Verdict, witness: Mapping[str, Any] | None, tightness: Mapping[str, Any] | None
) -> dict[str, Any] | None:
    """The curve through the witness of a part, or else through the tightest point that was met.

    None where there is no such point or too little time.
    """
    told = witness["text"] if witness and witness["kind"] == "instance" else (tightness or {}).get("instance")
    if told is None or part.claim is None:
        return None
    with suppress(OutOfTimeError), time_limit(SECONDS):
        return curve(part, Instance.parse(told), equalities=verdict is Verdict.FAILS)
    return None


def curve(part: Part, at: Instance, *, equalities: bool) -> dict[str, Any] | None:
    """The curve through ``at``; None where no parameter leaves enough points, or where both sides never come apart.

    ``equalities``: are sides that are claimed to be equal shown? Only where they are not is there something to see.
    """

    @cache
    def look(instance: Instance) -> Seen | None:
        return _seen(part, instance, equalities)

    if look(at) is None:
        return None
    apart: dict[str, float] = {}
    for name, value in at.items():
        if isinstance(value, int | Fraction) and value and not INDEX.fullmatch(name):
            points = _along(at, name, CHOOSING, look)
            if len(points) >= LEAST_CHOOSING:
                ratios = [math.log(c.tightness()) for c, _ in points.values()]
                apart[name] = max(ratios) - min(ratios)
    for name in sorted((name for name in apart if apart[name] > APART), key=lambda name: -apart[name]):
        points = _along(at, name, FACTORS, look)
        if len(points) >= LEAST:
            return _drawn(name, Fraction(at[name]), points)
    return None


def _seen(part: Part, instance: Instance, equalities: bool) -> Seen | None:
    """The comparison that is tightest or broken there; None where a hypothesis is broken or nothing is seen."""
    try:
        if part.domain.broken(instance) is not None:
            return None
        found = evaluate(part, instance, BITS)
    except NO_INSTANCE:
        return None
    shown = [c for c in found.compared if (equalities or c.relation is not Relation.EQUAL) and 0 < c.tightness() < math.inf]
    if not shown or found.truth is Truth.UNKNOWN:
        return None
    broken = found.broken
    return broken if broken in shown else max(shown, key=Comparison.tightness), found.truth is Truth.HOLDS


def _along(
    at: Instance, name: str, factors: Sequence[Fraction], look: Callable[[Instance], Seen | None]
) -> dict[Fraction, Seen]:
    """What is seen at each value of the parameter, others that are bound to it moving along."""
    found: dict[Fraction, Seen] = {}
    for factor in factors:
        for moved in _moved(at, name, factor):
            if moved[name] not in found and (seen := look(moved)) is not None:
                found[Fraction(moved[name])] = seen
                break
    return found


def _moved(at: Instance, name: str, factor: Fraction) -> Iterator[Instance]:
    """The instance with the parameter multiplied: alone, or together with one that it is bound to (``n = (d - 2) t``)."""

    def times(other: str) -> Value | None:
        value = at[other]
        if isinstance(value, int) and (value * factor).denominator != 1:
            return None
        return value * factor

    if (alone := times(name)) is None:
        return
    yield at.but(**{name: alone})
    for other, value in at.items():
        if other != name and isinstance(value, int) and not INDEX.fullmatch(other) and (bound := times(other)) is not None:
            yield at.but(**{name: alone, other: bound})


def _drawn(name: str, at: Fraction, points: Mapping[Fraction, Seen]) -> dict[str, Any] | None:
    ordered = sorted(points.items())
    logs = [(_log10(c.lhs), _log10(c.rhs)) for _, (c, _) in ordered]
    known = [y for pair in logs for y in pair if y is not None]
    logarithmic = len(known) == 2 * len(logs) and max(known) - min(known) > 2
    shown = []
    for (x, (c, stands)), (low, high) in zip(ordered, logs, strict=True):
        lhs, rhs = (low, high) if logarithmic else (balls.approximate(balls.ball(c.lhs)), balls.approximate(balls.ball(c.rhs)))
        if lhs is None or rhs is None or not (math.isfinite(lhs) and math.isfinite(rhs)) or abs(x) > Fraction(10) ** 300:
            return None
        shown.append(Point(float(x), lhs, rhs, stands))
    return {
        "parameter": name,
        "at": float(at),
        "log": logarithmic,
        "points": [[p.x, _short(p.lhs), _short(p.rhs), p.stands] for p in shown],
    }


def _log10(side: Any) -> float | None:
    """The decimal logarithm of a side, however far outside the floats; None where it is not certainly positive."""
    ball = balls.ball(side)
    return balls.approximate(ball.log()) / math.log(10) if ball > 0 else None


def _short(value: float) -> float:
    return float(f"{value:.6g}")
