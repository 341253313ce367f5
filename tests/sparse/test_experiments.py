"""The drawn experiments against closed forms, and what they must show."""

from __future__ import annotations

import csv
from fractions import Fraction

import numpy as np
import pytest

from kernels.tails import Law
from theorems.experiments.__main__ import main
from theorems.experiments.panel import find
from theorems.experiments.sparse_attention import MeanCurves
from theorems.sparse.constants import ENTRY_LAWS, centred_score, smallest_constant
from theorems.sparse.drawn_inputs import (
    DRAWN_NORMS,
    ENTRIES,
    Draw,
    constant_window,
    logarithmic_window,
    power_window,
    window_errors,
)
from theorems.sparse.score_models import score_law

LENGTHS = (64, 128, 256)


def drawn_picture(name: str, options: dict[str, str], trials: int) -> MeanCurves:
    panel = find(name)
    picture = panel.draw(panel.settings(options, trials=trials))
    assert isinstance(picture, MeanCurves)
    return picture


@pytest.mark.parametrize("name", ENTRIES)
def test_entries_have_the_shape_asked_for(name):
    X = ENTRIES[name](np.random.default_rng(0), 7, 5)
    assert X.shape == (7, 5)
    assert np.isfinite(X).all()


@pytest.mark.parametrize("norm", DRAWN_NORMS)
def test_zero_weights_give_the_closed_form(norm):
    strategies = [constant_window(9), power_window(LENGTHS, 9, 0.5)]
    errors = window_errors(Draw(weights="zero", rows=3), DRAWN_NORMS[norm], LENGTHS, strategies, 2, (1,))
    for strategy, per_length in zip(strategies, errors, strict=True):
        for n, sample in zip(LENGTHS, per_length, strict=True):
            assert sample == pytest.approx(DRAWN_NORMS[norm].uniform(n, strategy(n)), rel=1e-9)


def test_rows_of_the_kernel_are_rows_of_the_definition():
    n, k = 40, 7
    queries, keys = Draw(rows=n).few_rows(np.random.default_rng(3), n)
    S = queries @ keys.T / np.sqrt(keys.shape[1])
    P = np.exp(S) / np.exp(S).sum(1, keepdims=True)
    kept = np.argsort(-S, axis=1)[:, :k]
    P_hat = np.zeros_like(P)
    for i in range(n):
        P_hat[i, kept[i]] = P[i, kept[i]] / P[i, kept[i]].sum()
    rng_errors = window_errors(Draw(rows=n), DRAWN_NORMS["frobenius"], (n,), [constant_window(k)], 1, (3,))
    queries, keys = Draw(rows=n).few_rows(np.random.default_rng([3, n, 0]), n)
    S = queries @ keys.T / np.sqrt(keys.shape[1])
    expected = 0.0
    for s in S:
        p = np.exp(s) / np.exp(s).sum()
        q = np.where(np.argsort(np.argsort(-s)) < k, p, 0)
        expected += ((p - q / q.sum()) ** 2).sum()
    assert rng_errors[0][0][0] == pytest.approx(np.sqrt(expected))
    assert np.abs(P - P_hat).sum(1) == pytest.approx(2 * (1 - np.sort(P, axis=1)[:, -k:].sum(1)))


@pytest.mark.parametrize("strategy", [logarithmic_window(LENGTHS, 20), power_window(LENGTHS, 20, 0.5)])
def test_matched_windows_cost_the_same_up_to_rounding(strategy):
    cost = sum(n * strategy.formula(n) for n in LENGTHS)
    assert cost == pytest.approx(20 * sum(LENGTHS))
    assert abs(sum(n * strategy(n) for n in LENGTHS) - cost) <= sum(LENGTHS) / 2


def test_the_maximum_is_taken_over_all_rows():
    (few,) = window_errors(Draw(rows=2), DRAWN_NORMS["maximum"], (64,), [constant_window(7)], 3, (3,))
    (every,) = window_errors(Draw(rows=64), DRAWN_NORMS["maximum"], (64,), [constant_window(7)], 3, (3,))
    assert few[0] == pytest.approx(every[0])


def test_figure_1_falls_to_zero():
    picture = drawn_picture("sparse/fig1", {"lengths": "32,2048", "epsilons": "0.1"}, trials=10)
    (curve,) = picture.curves
    assert curve.mean[0] > 0.5 > 0.05 > curve.mean[1]


def test_adaptive_windows_are_worse_at_equal_cost_for_zero_weights():
    picture = drawn_picture("sparse/prop72", {"lengths": "256,1024,4096", "weights": "zero"}, trials=1)
    drawn, exact = picture.curves
    assert drawn.mean == pytest.approx(exact.mean)
    ratios = dict(zip(exact.x, exact.mean, strict=True))
    assert ratios[0.0] == 1
    assert all(ratio > 1 for c, ratio in ratios.items() if c > 0)
    assert ratios[-0.25] < 1


def test_table_1_is_printed_as_a_table():
    picture = drawn_picture("sparse/table1", {"lengths": "64,128", "exponents": "0.5"}, trials=2)
    head, *rows = picture.notes
    assert head.split() == ["k0", "=", "16", "k0", "=", "32", "k0", "=", "64"]
    assert len(rows) == len(picture.curves) == 3
    for row, curve in zip(rows, picture.curves, strict=True):
        assert row.startswith(curve.label)
        assert [float(cell.split()[-1]) for cell in row.split(" ±")[:-1]] == pytest.approx(curve.mean, rel=1e-3)


def test_panels_write_their_files(tmp_path):
    assert (
        main(
            [
                "run",
                "sparse/thresholds",
                "sparse/bounds",
                "sparse/constants",
                "--output",
                str(tmp_path),
                "--option",
                "widths=1,2",
            ]
        )
        == 0
    )
    for name in ("thresholds", "bounds", "constants"):
        for ending in ("png", "svg", "csv", "json"):
            assert (tmp_path / "sparse" / f"{name}.{ending}").stat().st_size > 0
    head, *rows = csv.reader((tmp_path / "sparse" / "constants.csv").read_text(encoding="utf-8").splitlines())
    assert head[0].startswith("# sparse/constants: ")
    assert len(rows) == 1 + 2 * len(ENTRY_LAWS)


def test_an_option_that_makes_no_sense_is_refused():
    assert main(["run", "sparse/fig2", "--option", "lengths=0"]) == 2
    assert main(["run", "sparse/fig2", "--option", "norm=supremum"]) == 2


def test_smallest_constants_are_quantiles_of_the_exact_law():
    delta = Fraction(1, 50)
    C = smallest_constant(Law.sign(), "ones", 3, delta)
    law = score_law(3, "ones", Fraction(1, 2), False)
    level = Fraction(C * 3 * np.sqrt(np.log(50))).limit_denominator(10**6)
    assert law.map(abs).more_than(level) <= delta < law.map(abs).at_least(level)


def test_constants_grow_for_rank_one_and_not_for_the_identity():
    deltas = [Fraction(1, 10**e) for e in (2, 4, 8)]
    ones = [smallest_constant(Law.sign(), "ones", 24, delta) for delta in deltas]
    assert ones == sorted(ones)
    assert ones[-1] > 1.8 * ones[0]
    assert max(smallest_constant(Law.sign(), "identity", 24, delta) for delta in deltas) < 2**0.5
    with pytest.raises(ValueError, match="ones or identity"):
        centred_score(Law.sign(), "zero", 2)
