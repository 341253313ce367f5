from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from kernels import balls
from kernels.arithmetic import BALLS
from kernels.attention import linear_attention
from kernels.networks import network
from kernels.rademacher import rademacher_columns
from tests.superiority.test_cross_attention import inputs
from theorems.catalogue import find
from theorems.instance import Instance
from theorems.judging.judge import EFFORTS, judge
from theorems.superiority import cross_signs_on_data, signs_on_data
from theorems.superiority.main_theorems import (
    CROSS_POINT,
    SELF_POINT,
    cross_attention_tops,
    exists,
    self_attention_tops,
    separates,
)
from theorems.vocabulary import Evidence, Verdict, comparisons

POINTS = pytest.mark.parametrize(
    ("bound", "point"),
    [(signs_on_data.bound_signs, SELF_POINT), (cross_signs_on_data.bound_signs, CROSS_POINT)],
    ids=["self", "cross"],
)


@POINTS
def test_the_datasets_and_networks_exist(bound, point: Instance) -> None:
    assert separates(bound, point)()


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


def test_the_linear_network_with_one_column_of_values_tells_the_datasets_apart() -> None:
    """The universal reading's witness, run densely: V = e_1 e_1^T, τ the largest first entry on D0."""
    i = Instance.parse("n=12 d=4 t=4 j2=5 j3=2 a0=1/20 a1=2")
    V = np.zeros((4, 4))
    V[0, 0] = 1
    low, high = cross_attention_tops(i)
    assert high > low
    y = rademacher_columns(4, 30, seed=3)
    outputs = []
    for dataset in (0, 1):
        A1, A2 = inputs(i, dataset)
        c = linear_attention(A1, A2, A2, np.eye(4), V)
        assert c.max() == pytest.approx(float((low, high)[dataset]))
        outputs.append(network(c, y, float(low) * (1 + 1e-12)).value)
    assert outputs[0] == 0
    assert outputs[1] > 0


def test_the_special_rows_first_entry_is_larger_on_d1() -> None:
    for text in ("n=2 d=3 t=2 j3=1", "n=12 d=5 t=4 j3=7", "n=4 d=6 t=1 j3=2"):
        i = Instance.parse(f"{text} a0=1/20 a1=7/10 b=1/2 c=1/2")
        low, high = self_attention_tops(i)
        assert low == Fraction(1, 20) * Fraction(21, 20) / (i.n + Fraction(1, 20))
        assert high == Fraction(7, 10) * Fraction(17, 10) / (i.n + Fraction(7, 10))


def test_theorem_6_2_contradicts_itself_and_its_repair_does_not() -> None:
    found = {(p.label, p.reading.value): judge(p, EFFORTS["quick"]).verdict for p in find("superiority/Theorem 6.2")}
    assert found == {
        ("D1", "stated"): Verdict.FAILS,
        ("D1.i", "intended"): Verdict.HOLDS,
        ("D1.ii", "intended"): Verdict.ASYMPTOTIC,
        ("D0", "stated"): Verdict.ASYMPTOTIC,
        ("D0.i", "intended"): Verdict.ASYMPTOTIC,
    }


def test_both_halves_of_the_contradiction_are_one_event_and_its_complement() -> None:
    (part,) = (p for p in find("superiority/Theorem 6.2/D1") if p.reading.value == "stated")
    point = Instance.parse("n=16 d=6 t=4 j3=1 a1=7/10 b=9/10 c=1/10 delta=1/100 kappa=1 C=16")
    assert part.claim is not None
    positive, zero = comparisons(part.claim(part.domain.bind(point, BALLS)))
    assert balls.approximate(positive.lhs + zero.lhs) == pytest.approx(1)
