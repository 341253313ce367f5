"""Sections 3 to 5: closed forms, exact laws, adversarial data, constants, and for which thresholds the lemmas are true."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import Phase, assume, find, given, settings
from hypothesis import strategies as st
from scipy.special import softmax

from kernels import balls
from kernels.arithmetic import BALLS, FLOAT
from kernels.balls import Truth
from strategies.softmax_regression_data import (
    HIGH,
    LOW,
    PEAK,
    extreme,
    level_multisets,
    levels_of,
    levels_text,
    softmax_regression_data,
)
from theorems.catalogue import find as find_parts
from theorems.instance import Instance
from theorems.provers.search import evaluate
from theorems.superiority import toy_classification, toy_properties
from theorems.superiority.signs_on_data import columns_for
from theorems.superiority.toy_classification import LINEAR, PEAKED, SOFTMAX, Silence
from theorems.superiority.toy_model import SoftmaxRegression, bind, constant_at_least, regression
from theorems.vocabulary import Reading, Verdict

DATASET = pytest.mark.parametrize("dataset", [0, 1])


def part(address: str, reading: Reading = Reading.STATED) -> Any:
    (chosen,) = (p for p in find_parts(f"superiority/{address}") if p.reading is reading)
    return chosen


def rows(i: Instance) -> np.ndarray:
    """Z, one entry for each row of A."""
    return np.array([float(value) for value, count in levels_of(i.z) for _ in range(count)])


def instances(dataset: int, most: int) -> st.SearchStrategy[Instance]:
    return softmax_regression_data(dataset, most).map(Instance)


def point(n: int, dataset: int, high: int = 0, **more: Any) -> Instance:
    given_ = {"tau": Fraction(1, 4), "delta": Fraction(1, 100), "C": Fraction(2)} | more
    return Instance({"n": n, "z": levels_text(extreme(n, dataset, high)), **given_})


# -- closed forms and laws against the definitions -----------------------------------------------------------------------


@DATASET
@given(data=st.data())
def test_attention_is_that_of_the_definitions(dataset: int, data: st.DataObject) -> None:
    i = data.draw(instances(dataset, 60))
    z = rows(i)
    x = bind(i, FLOAT)
    counts = [count for _, count in x.levels]
    assert np.repeat(x.f_lin, counts) == pytest.approx(z / z.sum(), rel=1e-13)
    assert np.repeat([float(f) for f in x.exact_f_lin], counts) == pytest.approx(z / z.sum(), rel=1e-13)
    assert np.repeat(x.f_exp, counts) == pytest.approx(softmax(z * np.log(i.n)), rel=1e-12)
    assert x.alpha_lin == pytest.approx(z.sum() * np.log(i.n))


@pytest.mark.parametrize("linear", [False, True], ids=["softmax", "linear"])
@DATASET
@given(data=st.data())
def test_laws_are_the_enumeration_of_all_signs(dataset: int, linear: bool, data: st.DataObject) -> None:
    i = data.draw(instances(dataset, 10))
    z = rows(i)
    f = z / z.sum() if linear else softmax(z * np.log(i.n))
    sums = np.array(list(product((-1, 1), repeat=i.n))) @ f
    x = bind(i, BALLS)
    law = x.S_lin if linear else x.S_exp
    assume(np.abs(np.abs(sums) - float(i.tau)).min() > 1e-9)
    assert law.tail(x.tau).exact == Fraction(int((sums > float(i.tau)).sum()), 2**i.n)
    assert law.inside(x.tau, strict=False).exact == Fraction(int((np.abs(sums) <= float(i.tau)).sum()), 2**i.n)
    silent = float((sums <= float(i.tau)).mean()) ** x.m
    network = x.F_lin() if linear else x.F_exp()
    assert balls.approximate(network.value) == pytest.approx(silent, rel=1e-9)


def test_a_sum_on_the_threshold_does_not_fire() -> None:
    """Exactly at τ the ReLU is 0: at n = 2 and τ = 1 no column fires, just below a quarter of the sign vectors does."""
    at_one = bind(point(2, 0, tau=Fraction(1)), BALLS)
    below = bind(point(2, 0, tau=Fraction(999, 1000)), BALLS)
    assert at_one.F_lin().complement == 0
    assert below.S_lin.tail(below.tau).exact == Fraction(1, 4)


@given(n=st.integers(2, 10**6), delta=st.fractions(Fraction(1, 10**6), Fraction(99, 1000)), C=st.fractions(1, 9))
def test_the_number_of_columns_is_the_ceiling(n: int, delta: Fraction, C: Fraction) -> None:
    exact = float(C) * math.log(n / delta)
    assert columns_for(C, n, delta) - 1 < exact * (1 + 1e-12)
    assert columns_for(C, n, delta) >= exact * (1 - 1e-12)


# -- adversarial data ----------------------------------------------------------------------------------------------------


def scaled_variance(x: SoftmaxRegression, entries: list[Any]) -> float:
    return float(x.size * sum(count * f * f for f, (_, count) in zip(entries, x.levels, strict=True)))


@DATASET
@given(data=st.data())
def test_no_data_have_a_larger_variance_than_the_proofs_allow(dataset: int, data: st.DataObject) -> None:
    i = data.draw(instances(dataset, 10**6))
    x = bind(i, BALLS)
    linear = scaled_variance(x, x.exact_f_lin)
    bound = toy_properties.LINEAR_VARIANCE_D1 if dataset else toy_properties.LINEAR_VARIANCE_D0
    assert linear <= float(bound.value) * (1 + 1e-15)
    if dataset and i.n >= 6:
        assert linear <= i.n * balls.approximate(PEAKED.variance(BALLS, balls.ball(i.n))) * (1 + 1e-12)
    if not dataset:
        squares = (count * balls.sq(f) for f, (_, count) in zip(x.f_exp, x.levels, strict=True))
        softmax_variance = sum(squares, balls.ball(0))
        bound_there = SOFTMAX.variance(BALLS, balls.ball(i.n)) * (1 + balls.ball(Fraction(1, 10**9)))
        assert balls.le(softmax_variance, bound_there) is Truth.HOLDS


def test_the_variance_bounds_are_attained() -> None:
    worst, peaked = bind(point(12, 0, 5), BALLS), bind(point(5, 1, 0), BALLS)
    assert scaled_variance(worst, worst.exact_f_lin) == pytest.approx(36 / 35, rel=1e-14)
    assert scaled_variance(peaked, peaked.exact_f_lin) == pytest.approx(25 / 16, rel=1e-14)


@DATASET
@given(data=st.data())
def test_moving_a_row_to_an_end_of_the_interval_never_hurts_the_adversary(dataset: int, data: st.DataObject) -> None:
    """The worst data are extreme points: some data of ends alone have at least the variance of any data of that size."""
    n, levels = data.draw(level_multisets(dataset, 200))
    z = np.array([float(value) for value, count in levels for _ in range(count)])
    drawn = n * (z**2).sum() / z.sum() ** 2
    ends = []
    for high in range(n - dataset + 1):
        e = np.array([1.0] * (n - dataset - high) + [1.4] * high + [4.0] * dataset)
        ends.append(n * (e**2).sum() / e.sum() ** 2)
    assert drawn <= max(ends) * (1 + 1e-12)


# -- constants -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "i"),
    [
        ("Lemma 4.1/1", point(10**6, 0, C=Fraction(13, 10))),
        ("Lemma 4.2/1", point(10**6, 1, C=Fraction(13, 10))),
    ],
)
def test_a_smaller_constant_is_refuted_exactly(label: str, i: Instance) -> None:
    """C = 1.3 is below the limit √(72/35): false at n = 10^6, while the proved constant is true there."""
    proved = part(label)
    assert evaluate(proved, i).truth is Truth.FAILS
    assert "C ≥" in str(proved.domain.broken(i))
    assert evaluate(proved, i.but(C=2)).truth is Truth.HOLDS


def test_other_powers_and_shares_are_refuted() -> None:
    """√(log(n/δ))/n in Lemma 4.2, Part 1, and 0.717 in Part 2, are false: the printed parts could have failed."""
    x = bind(point(1000, 1, C=Fraction(2)), BALLS)
    narrow = balls.ball(x.C) * balls.sqrt(balls.log(balls.ball(x.size / x.delta))) / x.n
    assert balls.gt(x.S_lin.inside(narrow, strict=False).complement, balls.ball(x.delta / x.size)) is Truth.HOLDS
    worst = bind(point(2, 1, 1), BALLS)
    assert worst.S_exp.inside(Fraction(717, 1000), strict=True).exact == Fraction(1, 2)
    assert worst.S_exp.inside(Fraction(716, 1000), strict=True).exact == 0


@pytest.mark.parametrize(
    ("label", "enough", "too_small"),
    [("Lemma 4.1/1", Fraction(1592, 1000), Fraction(1591, 1000)), ("Lemma 4.2/1", Fraction(1962, 1000), Fraction(1961, 1000))],
)
def test_the_calculation_ends_where_its_note_says(label: str, enough: Fraction, too_small: Fraction) -> None:
    proved = part(label)

    def from_constant(least: Fraction) -> Verdict:
        conditions = tuple(constant_at_least(least) if "C ≥" in c.text else c for c in proved.domain.conditions)
        return proved.proof.run(replace(proved, domain=replace(proved.domain, conditions=conditions))).verdict

    assert from_constant(enough) is Verdict.HOLDS
    assert from_constant(too_small) is Verdict.UNKNOWN


# -- thresholds ----------------------------------------------------------------------------------------------------------


@given(tau=st.fractions(Fraction(1, 1000), Fraction(999, 1000)), C=st.fractions(Fraction(101, 100), 20))
def test_at_two_rows_no_threshold_suits_both_softmax_lemmas(tau: Fraction, C: Fraction) -> None:
    """Lemma 5.1 is false at n = 2 for every τ < 1 and every C; Lemma 5.2 is false for every τ >= 1."""
    assert evaluate(part("Lemma 5.1"), point(2, 0, tau=tau, C=C)).truth is Truth.FAILS
    assert evaluate(part("Lemma 5.3"), point(2, 0, tau=tau, C=C)).truth is Truth.FAILS
    assert evaluate(part("Lemma 5.4"), point(2, 1, tau=tau, C=C)).truth is Truth.FAILS
    assert evaluate(part("Lemma 5.2"), point(2, 1, tau=1 + tau, C=C)).truth is Truth.FAILS
    assert evaluate(part("Lemma 5.1"), point(2, 0, tau=1 + tau, C=C)).truth is Truth.HOLDS


def test_the_constant_of_lemma_52_is_one_over_log_two() -> None:
    fires = part("Lemma 5.2", Reading.INTENDED)
    assert evaluate(fires, point(1000, 1, C=Fraction(3, 2))).truth is Truth.HOLDS
    below = [evaluate(fires, point(10**k, 1, C=Fraction(7, 5))).truth for k in range(1, 7)]
    assert Truth.FAILS in below
    tall = point(2, 1, 1, tau=Fraction(9, 10), C=Fraction(3, 2))
    assert evaluate(fires, tall).truth is Truth.FAILS
    assert evaluate(fires, tall.but(C=4)).truth is Truth.HOLDS


@pytest.mark.parametrize("silence", [SOFTMAX, LINEAR, PEAKED], ids=["softmax", "linear", "peaked"])
def test_once_reached_the_bound_stays_reached(silence: Silence) -> None:
    start = silence.start()
    assert not silence.reached(start - 1)
    assert all(silence.reached(start + step) for step in (0, 1, 2, 10, 1000, 10**6))


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


# -- hypotheses and strategies -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"n": 1, "z": "1:1"}, "n ≥ 2"),
        ({"z": "1:2;3/2:1"}, "1.4 log n"),
        ({"z": "1:2"}, "1.4 log n"),
        ({"z": "1:2;4:1"}, "1.4 log n"),
        ({"delta": Fraction(1, 10)}, "0 < δ < 0.1"),
        ({"C": 1}, "C > 1"),
        ({"tau": 0}, "τ > 0"),
    ],
)
def test_a_broken_hypothesis_is_named(change: dict[str, Any], named: str) -> None:
    good = point(3, 0)
    regression(0).require(good)
    with pytest.raises(ValueError, match="hypothesis broken") as error:
        regression(0).require(good.but(**change))
    assert named in str(error.value)


def test_unreadable_levels_are_refused() -> None:
    for text in ("1:0", "1:2;1:3", "1:-1"):
        with pytest.raises(ValueError, match="how often"):
            levels_of(text)


@DATASET
@given(data=st.data())
def test_every_draw_is_a_member(dataset: int, data: st.DataObject) -> None:
    i = data.draw(softmax_regression_data(dataset).map(Instance))
    regression(dataset).require(i)
    assert Instance.parse(str(i)) == i
    assert levels_text(levels_of(i.z)) == i.z


EVENTS = {
    "two rows": lambda i: i.n == 2,
    "a large size": lambda i: i.n > 10**5,
    "all at log n": lambda i: levels_of(i.z)[0] == (LOW, i.n - 1),
    "none at log n": lambda i: LOW not in dict(levels_of(i.z)),
    "both ends": lambda i: {LOW, HIGH, PEAK} == set(dict(levels_of(i.z))),
    "inside": lambda i: any(LOW < value < HIGH for value, _ in levels_of(i.z)),
    "an unlikely failure": lambda i: i.delta < Fraction(1, 10**4),
    "a threshold above 1": lambda i: i.tau > 1,
}


@pytest.mark.parametrize("event", EVENTS)
def test_the_strategy_reaches(event: str) -> None:
    strategy = softmax_regression_data(1).map(Instance)
    found = find(strategy, EVENTS[event], settings=settings(max_examples=3000, database=None, phases=[Phase.generate]))
    assert EVENTS[event](found)
