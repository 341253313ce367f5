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
from theorems.sparse.constants import ENTRY_LAWS, smallest_constant
from theorems.sparse.drawn_inputs import (
    DRAWN_NORMS,
    Draw,
    constant_window,
    window_errors,
)
from theorems.sparse.score_models import score_law


def drawn_picture(name: str, options: dict[str, str], trials: int) -> MeanCurves:
    panel = find(name)
    picture = panel.draw(panel.settings(options, trials=trials))
    assert isinstance(picture, MeanCurves)
    return picture


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


def test_figure_1_falls_to_zero():
    picture = drawn_picture("sparse/fig1", {"lengths": "32,2048", "epsilons": "0.1"}, trials=10)
    (curve,) = picture.curves
    assert curve.mean[0] > 0.5 > 0.05 > curve.mean[1]


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


def test_smallest_constants_are_quantiles_of_the_exact_law():
    delta = Fraction(1, 50)
    C = smallest_constant(Law.sign(), "ones", 3, delta)
    law = score_law(3, "ones", Fraction(1, 2), False)
    level = Fraction(C * 3 * np.sqrt(np.log(50))).limit_denominator(10**6)
    assert law.map(abs).more_than(level) <= delta < law.map(abs).at_least(level)
