"""Bound against truth along one parameter: what a picture beside a witness or a tightest point shows.

The parameter is the one along which both sides come apart most, among those that leave the hypotheses met. A picture is no
evidence: its points are decided as all others are, and shown as floats.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kernels import balls
from kernels.balls import Truth
from theorems.instance import Instance, Value
from theorems.provers.search import evaluate
from theorems.record import Record, key_of
from theorems.report.formulas import part_of
from theorems.statement import Part
from theorems.time_limit import OutOfTimeError, time_limit
from theorems.vocabulary import Comparison, Relation

FACTORS = tuple(
    Fraction(a, b) for a, b in ((1, 8), (1, 4), (1, 2), (3, 4), (1, 1), (5, 4), (3, 2), (2, 1), (3, 1), (4, 1), (8, 1))
)
LEAST = 4  # points that make a curve
EACH = 0.5  # seconds for one curve: no picture is worth waiting for
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


@dataclass(frozen=True)
class Point:
    """Both sides at one value of the parameter, as decimal logarithms where the curve is logarithmic."""

    x: float
    lhs: float
    rhs: float
    stands: bool


def curve(part: Part, at: Instance, *, equalities: bool) -> dict[str, Any] | None:
    """The curve through ``at``; None where no parameter leaves enough points, or where both sides never come apart.

    ``equalities``: are sides that are claimed to be equal shown? Only where they are not is there something to see.
    """
    best: tuple[float, str, list[tuple[Fraction, Comparison, bool]]] | None = None
    for name, value in at.items():
        if not isinstance(value, int | Fraction) or INDEX.fullmatch(name) or not value:
            continue
        points = list(_along(part, at, name, equalities))
        if len(points) < LEAST:
            continue
        ratios = [math.log(c.tightness()) for _, c, _ in points]
        apart = max(ratios) - min(ratios)
        if apart > (APART if best is None else best[0]):
            best = (apart, name, points)
    return None if best is None else _drawn(best[1], Fraction(at[best[1]]), best[2])


def _along(part: Part, at: Instance, name: str, equalities: bool) -> Iterator[tuple[Fraction, Comparison, bool]]:
    """The comparison that is tightest or broken at each value of the parameter that leaves the hypotheses met."""
    seen: set[Value] = set()
    for factor in FACTORS:
        moved = next((i for i in _moved(at, name, factor) if i[name] not in seen and _admitted(part, i)), None)
        if moved is None:
            continue
        seen.add(moved[name])
        try:
            found = evaluate(part, moved, BITS)
        except NO_INSTANCE:
            continue
        shown = [c for c in found.compared if (equalities or c.relation is not Relation.EQUAL) and 0 < c.tightness() < math.inf]
        if shown and found.truth is not Truth.UNKNOWN:
            broken = found.broken
            worst = broken if broken in shown else max(shown, key=Comparison.tightness)
            yield Fraction(moved[name]), worst, found.truth is Truth.HOLDS


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


def _admitted(part: Part, instance: Instance) -> bool:
    try:
        return part.domain.broken(instance) is None
    except NO_INSTANCE:
        return False


def _drawn(name: str, at: Fraction, points: list[tuple[Fraction, Comparison, bool]]) -> dict[str, Any] | None:
    points.sort(key=lambda point: point[0])
    logs = [(_log10(c.lhs), _log10(c.rhs)) for _, c, _ in points]
    known = [y for pair in logs for y in pair if y is not None]
    logarithmic = len(known) == 2 * len(logs) and max(known) - min(known) > 2
    shown = []
    for (x, c, stands), (low, high) in zip(points, logs, strict=True):
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


def curves(records: Iterable[Record], seconds: float, each: float = EACH) -> dict[str, dict[str, Any]]:
    """Key of a record -> its curve, for as many records as the time allows, in their order."""
    end = time.monotonic() + seconds
    found = {}
    for record in records:
        left = end - time.monotonic()
        if left <= 0:
            break
        part, at = part_of(record), _point(record)
        if part is None or at is None or part.claim is None:
            continue
        with suppress(OutOfTimeError), time_limit(min(left, each)):
            made = curve(part, at, equalities=record["verdict"] == "fails")
            if made is not None:
                found[key_of(record)] = made
    return found


def _point(record: Record) -> Instance | None:
    """The witness of a record, or the tightest point that was met."""
    told = record["witness"] if record["witness"] and record["witness"]["kind"] == "instance" else None
    text = told["text"] if told else (record["tightness"] or {}).get("instance")
    try:
        return None if text is None else Instance.parse(text)
    except ValueError:  # a record of a stranger's
        return None
