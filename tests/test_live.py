"""The claims that a page moves by sliders: what JavaScript computes is what balls compute."""

from __future__ import annotations

import json
import math
import random
import shutil
import subprocess
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from kernels import balls
from kernels.arithmetic import BALLS
from tests.marks import long
from theorems.catalogue import parts
from theorems.instance import Instance
from theorems.report.live import Live, live
from theorems.statement import Part
from theorems.vocabulary import Comparison, comparisons

pytestmark = long  # the sliders of 130 claims
NODE = shutil.which("node")
POINTS = 1000
SAME = 1e-9  # of a side: what sixteen digits leave of a long formula
GRID = 64  # a real parameter is so many parts of 1, which a float holds


@cache
def moving() -> tuple[Live, ...]:
    """The claims that have sliders, around their pinned witness or their first small point."""
    return tuple(found for part in parts("superiority") if (found := live(part, shown_at(part))) is not None)


def shown_at(part: Part) -> dict[str, str] | None:
    if part.witness is not None:
        return {"text": part.witness}
    first = next((i for i in part.domain.small() if part.domain.broken(i) is None), None) if part.domain.small else None
    return None if first is None else {"text": str(first)}


def points(found: Live, count: int, chance: random.Random) -> Iterator[Instance]:
    """Points between the ends of the sliders, the ends among them; the indices lie as they do around ``at``."""
    for _ in range(count):
        values: dict[str, Any] = {}
        for slider in found.sliders:
            share = chance.choice((0, 1, chance.random(), chance.random()))
            if slider.whole:
                values[slider.name] = round(slider.low * (slider.high / slider.low) ** share)
            else:
                values[slider.name] = Fraction(round((slider.low + share * (slider.high - slider.low)) * GRID), GRID)
        width = values[found.given.model.structure.columns.name] - found.given.beside
        placed = found.given.model.structure.placed(found.scene, width)
        yield found.given.completed(values | {symbol.name: place for symbol, place in placed.items()})


def computed(asked: list[tuple[str, list[dict[str, float]]]]) -> list[list[dict[str, Any]]]:
    """What JavaScript makes of each function at its points."""
    calls = ",".join(f"{json.dumps(at)}.map({function})" for function, at in asked)
    script = f"console.log(JSON.stringify([{calls}], (k, v) => typeof v === 'number' && !Number.isFinite(v) ? String(v) : v))"
    return json.loads(subprocess.run([str(NODE)], input=script, capture_output=True, check=True, text=True, timeout=60).stdout)


@pytest.mark.skipif(NODE is None, reason="no JavaScript on this machine")
def test_both_sides_are_those_of_the_balls_at_a_thousand_points() -> None:
    chance, claims = random.Random(0), moving()
    drawn = [list(points(found, 1 + POINTS // len(claims), chance)) for found in claims]
    sent = [[{s.name: float(i[s.name]) for s in found.sliders} for i in at] for found, at in zip(claims, drawn, strict=True)]
    answers = computed([(found.function, at) for found, at in zip(claims, sent, strict=True)])
    seen = 0
    for found, at, answer in zip(claims, drawn, answers, strict=True):
        for instance, said in zip(at, answer, strict=True):
            part = found.part
            assert part.claim is not None
            compared: list[Comparison] = list(comparisons(part.claim(part.domain.bind(instance, BALLS))))
            assert [relation for _, relation, _ in said["sides"]] == [c.relation.value for c in compared], part.key
            for (left, _, right), exact in zip(said["sides"], compared, strict=True):
                for float_, ball in ((left, exact.lhs), (right, exact.rhs)):
                    value = balls.approximate(balls.ball(ball))
                    if isinstance(float_, str) or not math.isfinite(value):
                        continue  # beyond the numbers of JavaScript, where the page draws nothing
                    assert math.isclose(float_, value, rel_tol=SAME, abs_tol=1e-300), (part.key, str(instance))
            assert said["met"] == (part.domain.broken(instance) is None), (part.key, str(instance))
            seen += 1
    assert seen >= POINTS


@pytest.mark.skipif(NODE is None, reason="no JavaScript on this machine")
def test_a_witness_breaks_the_claim_in_javascript_too() -> None:
    refuted = [found for found in moving() if found.part.witness is not None]
    assert refuted
    at = [[{s.name: float(found.at[s.name]) for s in found.sliders}] for found in refuted]
    for found, (said,) in zip(refuted, computed(list(zip([f.function for f in refuted], at, strict=True))), strict=True):
        assert said["met"], found.part.key
        assert any(not holds(*side) for side in said["sides"]), found.part.key


def holds(left: float, relation: str, right: float) -> bool:
    same = math.isclose(left, right, rel_tol=1e-9)
    return {"<=": left <= right or same, ">=": left >= right or same, "<": left < right, ">": left > right, "=": same}[relation]
