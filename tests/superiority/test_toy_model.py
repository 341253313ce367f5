"""Sections 3 to 5: adversarial data and thresholds. Appendices A and C: shapes, stacked columns, an unbound letter."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels import balls
from kernels.arithmetic import BALLS, RATIONALS
from kernels.balls import Truth
from strategies.softmax_regression_data import extreme, levels_text, softmax_regression_data
from tests.chosen import the_part
from tests.test_calculations import assert_true_at_instances
from theorems.instance import Instance
from theorems.language.reductions import NoRuleError
from theorems.language.tree import exp, inner
from theorems.language.values import value
from theorems.provers.search import evaluate
from theorems.superiority import tensor_products as tensors
from theorems.superiority import toy_classification
from theorems.superiority.language import d, j0, u_exp, u_lin
from theorems.superiority.language import n as rows
from theorems.superiority.tensor_products import A1, A2, Q_, A, K, T, alpha_lin, ones, star, vec
from theorems.superiority.toy_classification import PEAKED_SILENCE, SOFTMAX_SILENCE
from theorems.superiority.toy_model import bind
from theorems.superiority.toy_sums import LINEAR_VARIANCE, PEAKED_VARIANCE
from theorems.vocabulary import Reading

DATASET = pytest.mark.parametrize("dataset", [0, 1])


@DATASET
@given(data=st.data())
def test_no_data_have_a_larger_variance_than_the_proofs_allow(dataset: int, data: st.DataObject) -> None:
    i = Instance(data.draw(softmax_regression_data(dataset, 10**6)))
    x = bind(i, BALLS)
    linear = float(x.size * sum(count * f * f for f, (_, count) in zip(x.exact_f_lin, x.levels, strict=True)))
    bound = value(rows * (PEAKED_VARIANCE if dataset else LINEAR_VARIANCE), {rows: Fraction(i.n)}, RATIONALS)
    assert linear <= float(bound) * (1 + 1e-15)
    if dataset and i.n >= 6:
        assert linear <= i.n * balls.approximate(PEAKED_SILENCE.at(balls.ball(i.n), BALLS)) * (1 + 1e-12)
    if not dataset:
        squares = (count * balls.sq(f) for f, (_, count) in zip(x.f_exp, x.levels, strict=True))
        softmax_variance = sum(squares, balls.ball(0))
        bound_there = SOFTMAX_SILENCE.at(balls.ball(i.n), BALLS) * (1 + balls.ball(Fraction(1, 10**9)))
        assert balls.le(softmax_variance, bound_there) is Truth.HOLDS


@pytest.mark.parametrize(("label", "start"), [("Lemma 5.1", 3603), ("Lemma 5.3", 446), ("Lemma 5.4", 452)])
def test_all_data_that_are_tried_beyond_n0_agree(label: str, start: int) -> None:
    dataset = 1 if label == "Lemma 5.4" else 0
    silent: Any = the_part(f"superiority/{label}", Reading.INTENDED)
    for n in (start, 2 * start):
        for high in (0, n // 20):
            constants: Any = {"tau": Fraction(1, 4), "delta": Fraction(1, 100), "C": toy_classification.ENOUGH}
            i = Instance({"n": n, "z": levels_text(extreme(n, dataset, high)), **constants})
            assert evaluate(silent, i).truth is Truth.HOLDS
    late = silent.proof.run(silent).n0["late failure"].removeprefix("false at ")
    assert evaluate(silent, Instance.parse(late)).truth is Truth.FAILS


UNFIT = {
    "A2 without its transpose": ("Claim C.3/1", u_lin.row(j0) == (A1[j0, star] * Q_ * K**T * A2) ** T, "do not fit"),
    "a row as a column": ("Claim C.5/1", u_exp.row(j0) == exp(A1[j0, star] * Q_ * K**T * A2**T), "do not fit"),
    "ones of another length": ("Claim C.3/2", alpha_lin[j0] == inner(Q_[j0, star], ones), "do not fit"),
    "an unknown vec": ("Fact A.1", vec(exp(A1 * Q_ * K**T * A2**T)) == exp(A * vec(K * Q_**T)), "no rule for the entries"),
}


@pytest.mark.parametrize("name", UNFIT)
def test_a_line_whose_shapes_do_not_fit_is_refused(name: str) -> None:
    address, wrong, why = UNFIT[name]
    line: Any = the_part(f"superiority/{address}").printed
    with pytest.raises(NoRuleError, match=why):
        replace(line, claim=wrong).at_an_instance  # noqa: B018


def test_the_definitions_of_the_trick_are_false_of_stacked_columns() -> None:
    by_columns = tensors.BY_COLUMNS
    assert_true_at_instances(tensors.BY_ROWS, tensors.VEC_OF_WEIGHTS(1, d).claim)
    with pytest.raises(AssertionError):
        assert_true_at_instances(by_columns, tensors.VEC_OF_WEIGHTS(1, d).claim)
