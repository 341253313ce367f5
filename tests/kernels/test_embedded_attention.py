"""The gradients of the embedded attention layer against finite differences and against the free matrices Y and Z."""

from copy import deepcopy

import numpy as np
import pytest

from kernels.embedded_attention import Model, ascend, attention, drawn, embeddings, log_likelihood

WINDOWS = np.array([[1, 2, 1, 4, 0], [3, 3, 2, 3, 4], [0, 4, 2, 1, 1]])
FOLLOWING = np.array([2, 0, 4])


@pytest.fixture
def model() -> Model:
    return drawn(5, 3, np.random.default_rng(1))


def test_every_gradient_is_the_slope_and_ascent_raises_the_likelihood(model: Model) -> None:
    before, gradient = log_likelihood(model, WINDOWS, FOLLOWING)
    step = 1e-6
    for part, index in ((k, index) for k, matrix in enumerate(model.parts()) for index in np.ndindex(matrix.shape)):
        values = []
        for sign in (1, -1):
            moved = deepcopy(model)
            moved.parts()[part][index] += sign * step
            values.append(log_likelihood(moved, WINDOWS, FOLLOWING)[0])
        assert gradient.parts()[part][index] == pytest.approx((values[0] - values[1]) / (2 * step), abs=1e-8)
    ascend(model, gradient, 0.01)
    assert log_likelihood(model, WINDOWS, FOLLOWING)[0] > before


def test_the_likelihood_is_that_of_the_free_matrices(model: Model) -> None:
    """Y = U W_Vᵀ Uᵀ and Z = U W_Q W_Kᵀ Uᵀ/√d in the definitions of the paper, one window at a time."""
    U, (_, W_Q, W_K, W_V) = embeddings(model), model.parts()
    np.testing.assert_allclose(np.linalg.norm(U, axis=1), 1)
    Y, Z = U @ W_V.T @ U.T, U @ W_Q @ W_K.T @ U.T / np.sqrt(3)
    total = 0.0
    for window, answer, b in zip(WINDOWS, FOLLOWING, attention(model, WINDOWS), strict=True):
        X = np.eye(5)[window[:-1]]
        weights = np.exp(X @ Z[window[-1]])
        np.testing.assert_allclose(b, weights / weights.sum(), rtol=1e-12)
        a = X.T @ b
        logits = Y.T @ (a / np.linalg.norm(a))
        total += logits[answer] - np.log(np.exp(logits).sum())
    assert log_likelihood(model, WINDOWS, FOLLOWING)[0] == pytest.approx(total / 3, rel=1e-12)
