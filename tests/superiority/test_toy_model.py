"""Sections 3 to 5: adversarial data within the variance of the proofs, and beyond the thresholds."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels import balls
from kernels.arithmetic import BALLS, RATIONALS
from kernels.balls import Truth
from strategies.softmax_regression_data import extreme, levels_text, softmax_regression_data
from theorems.catalogue import find as find_parts
from theorems.instance import Instance
from theorems.language.values import value
from theorems.provers.search import evaluate
from theorems.superiority import toy_classification
from theorems.superiority.language import n as rows
from theorems.superiority.toy_classification import PEAKED_SILENCE, SOFTMAX_SILENCE
from theorems.superiority.toy_model import SoftmaxRegression, bind
from theorems.superiority.toy_sums import LINEAR_VARIANCE, PEAKED_VARIANCE
from theorems.vocabulary import Reading

DATASET = pytest.mark.parametrize("dataset", [0, 1])


def part(address: str, reading: Reading = Reading.STATED) -> Any:
    (chosen,) = (p for p in find_parts(f"superiority/{address}") if p.reading is reading)
    return chosen


def instances(dataset: int, most: int) -> st.SearchStrategy[Instance]:
    return softmax_regression_data(dataset, most).map(Instance)


def point(n: int, dataset: int, high: int = 0, **more: Any) -> Instance:
    given_ = {"tau": Fraction(1, 4), "delta": Fraction(1, 100), "C": Fraction(2)} | more
    return Instance({"n": n, "z": levels_text(extreme(n, dataset, high)), **given_})


# -- adversarial data ----------------------------------------------------------------------------------------------------


def scaled_variance(x: SoftmaxRegression, entries: list[Any]) -> float:
    return float(x.size * sum(count * f * f for f, (_, count) in zip(entries, x.levels, strict=True)))


@DATASET
@given(data=st.data())
def test_no_data_have_a_larger_variance_than_the_proofs_allow(dataset: int, data: st.DataObject) -> None:
    i = data.draw(instances(dataset, 10**6))
    x = bind(i, BALLS)
    linear = scaled_variance(x, x.exact_f_lin)
    bound = value(rows * (PEAKED_VARIANCE if dataset else LINEAR_VARIANCE), {rows: Fraction(i.n)}, RATIONALS)
    assert linear <= float(bound) * (1 + 1e-15)
    if dataset and i.n >= 6:
        assert linear <= i.n * balls.approximate(PEAKED_SILENCE.at(balls.ball(i.n), BALLS)) * (1 + 1e-12)
    if not dataset:
        squares = (count * balls.sq(f) for f, (_, count) in zip(x.f_exp, x.levels, strict=True))
        softmax_variance = sum(squares, balls.ball(0))
        bound_there = SOFTMAX_SILENCE.at(balls.ball(i.n), BALLS) * (1 + balls.ball(Fraction(1, 10**9)))
        assert balls.le(softmax_variance, bound_there) is Truth.HOLDS


# -- thresholds ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("label", "start"), [("Lemma 5.1", 3603), ("Lemma 5.3", 446), ("Lemma 5.4", 452)])
def test_all_data_that_are_tried_beyond_n0_agree(label: str, start: int) -> None:
    dataset = 1 if label == "Lemma 5.4" else 0
    silent = part(label, Reading.INTENDED)
    for n in (start, start + 1, 2 * start):
        for high in (0, n // 30, n // 20):
            i = point(n, dataset, high, C=toy_classification.ENOUGH)
            assert evaluate(silent, i).truth is Truth.HOLDS
    late = silent.proof.run(silent).n0["late failure"].removeprefix("false at ")
    assert evaluate(silent, Instance.parse(late)).truth is Truth.FAILS
