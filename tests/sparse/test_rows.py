"""Sink inputs and scores beyond M."""

from fractions import Fraction

import numpy as np
import pytest

from kernels.arithmetic import FLOAT
from strategies.attention_rows import levels_of
from theorems.instance import Instance
from theorems.sparse.rows import INPUTS, REPAIRED_INPUTS, ROWS


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
