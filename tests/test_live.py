"""The claims that a page moves by sliders: what JavaScript computes is what balls compute."""

import json
import math
import random
import shutil
import subprocess
from collections.abc import Iterator
from fractions import Fraction
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
POINTS = 400
SAME = 1e-9  # of a side: what sixteen digits leave of a long formula
GRID = 64  # a real parameter is so many parts of 1, which a float holds


def moving() -> list[Live]:
    """The claims that have sliders, around their pinned witness or their first small point."""
    return [found for part in parts("superiority") if (found := live(part, shown_at(part))) is not None]


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


@pytest.mark.skipif(NODE is None, reason="no JavaScript on this machine")
def test_both_sides_are_those_of_the_balls_at_hundreds_of_points() -> None:
    chance, claims = random.Random(0), moving()
    drawn = [list(points(found, 1 + POINTS // len(claims), chance)) for found in claims]
    at = [[{s.name: float(i[s.name]) for s in found.sliders} for i in its] for found, its in zip(claims, drawn, strict=True)]
    calls = ",".join(f"{json.dumps(its)}.map({found.function})" for found, its in zip(claims, at, strict=True))
    script = f"console.log(JSON.stringify([{calls}], (k, v) => typeof v === 'number' && !Number.isFinite(v) ? String(v) : v))"
    answers = json.loads(
        subprocess.run([str(NODE)], input=script, capture_output=True, check=True, text=True, timeout=60).stdout
    )
    for found, its, answer in zip(claims, drawn, answers, strict=True):
        for instance, said in zip(its, answer, strict=True):
            part = found.part
            assert part.claim is not None
            compared: list[Comparison] = list(comparisons(part.claim(part.domain.bind(instance, BALLS))))
            assert [relation for _, relation, _ in said["sides"]] == [c.relation.value for c in compared], part.key
            for (left, _, right), exact in zip(said["sides"], compared, strict=True):
                for float_, ball in ((left, exact.lhs), (right, exact.rhs)):
                    value = balls.approximate(balls.ball(ball))
                    if not isinstance(float_, str) and math.isfinite(value):  # beyond them the page draws nothing
                        assert math.isclose(float_, value, rel_tol=SAME, abs_tol=1e-300), (part.key, str(instance))
            assert said["met"] == (part.domain.broken(instance) is None), (part.key, str(instance))
