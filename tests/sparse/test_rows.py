"""The closed forms of a coded row against the definitions on dense matrices, in float64, mpmath and balls."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels.arithmetic import FLOAT
from kernels.topk import topk_errors
from strategies.attention_rows import length_of, levels_of, text_of
from theorems.instance import Instance
from theorems.sparse.rows import INPUTS, REPAIRED_INPUTS, ROWS, row_of


@st.composite
def small_rows(draw):
    logits = draw(st.lists(st.fractions(-4, 4, max_denominator=3), min_size=1, max_size=4))
    row = text_of((logit, draw(st.integers(1, 4))) for logit in logits)
    return row, draw(st.integers(1, length_of(row)))


def dense(row: str, k: int, exp, number):
    """Definitions 3.1, 3.3, 3.4 on the n x n matrix whose rows are all this one."""
    logits = [number(logit) for logit, multiplicity in levels_of(row) for _ in range(multiplicity)]
    n = len(logits)
    A = [exp(s) for s in logits]
    A_spar = [a if j < k else 0 * a for j, a in enumerate(A)]  # levels come largest first
    D, D_spar = sum(A), sum(A_spar)
    P, P_hat = [a / D for a in A], [a / D_spar for a in A_spar]
    error = [abs(p - q) for p, q in zip(P, P_hat, strict=True)]
    squared = sum(e * e for e in error)
    return {
        "A_max": max(A), "D": D, "D_spar": D_spar, "D_inverse": 1 / D, "D_spar_inverse": 1 / D_spar,
        "inverse_difference": abs(1 / D - 1 / D_spar), "u_max": max(P), "u_min": min(P),
        "u_dropped": max(P[k:], default=0 * D), "tau": sum(P[k:]) + 0 * D, "kept_error": max(error[:k]),
        "max_error": max(error), "row_sum_error": sum(error), "squared_error": squared,
        "frobenius": (n * squared) ** number(Fraction(1, 2)), "score": max(map(abs, logits)),
    }  # fmt: skip


@given(small_rows())
def test_floats_agree_with_the_streaming_kernel(case):
    row, k = case
    model = row_of(FLOAT, row, k, 4.0)
    logits = np.array([float(s) for s, multiplicity in levels_of(row) for _ in range(multiplicity)])
    found = topk_errors(np.array([[1.0]]), logits[:, None], [k])
    assert found.dropped[0, 0] == pytest.approx(model.tau, rel=1e-12, abs=1e-15)
    assert found.largest[0, 0] == pytest.approx(model.max_error, rel=1e-10, abs=1e-15)
    assert found.l1[0, 0] == pytest.approx(model.row_sum_error, rel=1e-10, abs=1e-14)
    assert found.l2_squared[0, 0] == pytest.approx(model.squared_error, rel=1e-10, abs=1e-15)


@pytest.mark.parametrize("c", ["1x1,-1x3", "1x2,0x2,-1/2x1", "-1x4"])
def test_sink_inputs_meet_definition_c1_and_have_these_scores(c):
    """X_j = (b, c_j b), W = w E_12: entries within B √log(nd/δ), every row of S the coded one."""
    instance = Instance(row=c, k=1, R=Fraction(3, 2), delta=Fraction(1, 20), C=2)
    coefficients = np.array([float(v) for v, multiplicity in levels_of(c) for _ in range(multiplicity)])
    n, B = len(coefficients), 0.7
    bound = B * np.sqrt(np.log(2 * n / 0.05))
    X = np.column_stack([np.full(n, bound), coefficients * bound])
    W = np.array([[0.0, 1.5 / B**2], [0.0, 0.0]])
    assert np.abs(X).max() <= bound * (1 + 1e-15)
    assert B**2 * np.linalg.norm(W) == pytest.approx(1.5)
    S = X @ W @ X.T
    A = np.exp(S)
    printed, repaired = (domain.bind(instance, FLOAT) for domain in (INPUTS, REPAIRED_INPUTS))
    assert pytest.approx(A.sum(1)[0]) == printed.D
    assert printed.u_max == pytest.approx((A / A.sum(1)[:, None]).max())
    assert pytest.approx(2 * 1.5 * np.sqrt(np.log(n / 0.05))) == printed.M
    assert pytest.approx(2 * 1.5 * np.log(2 * n / 0.05)) == repaired.M
    assert np.abs(S).max() <= repaired.M


def test_scores_beyond_m_break_the_event():
    assert "G_M" in (ROWS.broken(Instance(row="2x1,0x1", k=1, M=1)) or "")
