"""The drawn experiments against the definitions and exact laws."""

from fractions import Fraction

import numpy as np
import pytest

from kernels.tails import Law
from theorems.sparse.constants import smallest_constant
from theorems.sparse.drawn_inputs import DRAWN_NORMS, Draw, constant_window, window_errors
from theorems.sparse.score_models import score_law


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


def test_smallest_constants_are_quantiles_of_the_exact_law():
    delta = Fraction(1, 50)
    C = smallest_constant(Law.sign(), "ones", 3, delta)
    law = score_law(3, "ones", Fraction(1, 2), False)
    level = Fraction(C * 3 * np.sqrt(np.log(50))).limit_denominator(10**6)
    assert law.map(abs).more_than(level) <= delta < law.map(abs).at_least(level)
