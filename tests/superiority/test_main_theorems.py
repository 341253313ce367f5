from __future__ import annotations

from fractions import Fraction

import pytest

from theorems.catalogue import find
from theorems.instance import Instance
from theorems.judging.judge import EFFORTS, judge
from theorems.superiority import cross_signs_on_data, signs_on_data
from theorems.superiority.main_theorems import (
    CROSS_POINT,
    SELF_POINT,
    exists,
    separates,
)
from theorems.vocabulary import Evidence, Verdict

POINTS = pytest.mark.parametrize(
    ("bound", "point"),
    [(signs_on_data.bound_signs, SELF_POINT), (cross_signs_on_data.bound_signs, CROSS_POINT)],
    ids=["self", "cross"],
)


@POINTS
def test_too_few_columns_do_not_separate(bound, point: Instance) -> None:
    assert not separates(bound, point.but(C=Fraction(1, 10)))()
    part = next(part for part in find("superiority/Theorem 1.2") if not part.label)
    assert exists(bound, point.but(C=Fraction(1, 10))).run(part).verdict is Verdict.UNKNOWN


@pytest.mark.parametrize("theorem", ["1.1", "1.2"])
def test_existence_is_exact_and_the_universal_reading_fails(theorem: str) -> None:
    findings = {p.label: judge(p, EFFORTS["quick"]) for p in find(f"superiority/Theorem {theorem}")}
    assert {label: found.verdict.value for label, found in findings.items()} == {
        "": "holds",
        "universal": "fails",
    }
    assert findings[""].evidence is Evidence.EXACT


def test_theorem_6_2_contradicts_itself_and_its_repair_does_not() -> None:
    found = {(p.label, p.reading.value): judge(p, EFFORTS["quick"]).verdict for p in find("superiority/Theorem 6.2")}
    assert found == {
        ("D1", "stated"): Verdict.FAILS,
        ("D1.i", "intended"): Verdict.HOLDS,
        ("D1.ii", "intended"): Verdict.ASYMPTOTIC,
        ("D0", "stated"): Verdict.ASYMPTOTIC,
        ("D0.i", "intended"): Verdict.ASYMPTOTIC,
    }
