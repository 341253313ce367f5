"""Training steps against their definitions, the four dynamics against each other, gradients against slopes."""

from copy import deepcopy

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels import training_flows as flows
from kernels.batch_training import gradients
from kernels.blocks import Floats
from kernels.embedded_attention import Model, ascend, attention, drawn, embeddings, log_likelihood
from kernels.training_dynamics import ROUND_ROBIN, Trainer


def random_classes(K: int, M: int, queries: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    law = rng.random((K, M)) * (rng.random((K, M)) < 0.6)
    law[:, 0] += 0.1
    return law / law.sum(axis=1, keepdims=True), rng.integers(0, queries, K).astype(np.int64)


def single_common_token(K: int, own: int, common: float) -> tuple[np.ndarray, np.ndarray]:
    """Token K is common to all classes; class n has ``own`` tokens of its own with falling probabilities."""
    M = 4 * K * own + K + 1
    law = np.zeros((K, M))
    shares = np.linspace(2, 1, own)
    for n in range(K):
        law[n, K] = common
        law[n, K + 1 + n * own : K + 1 + (n + 1) * own] = (1 - common) * shares / shares.sum()
    return law, np.zeros(K, dtype=np.int64)


@settings(max_examples=25)
@given(
    K=st.integers(1, 4), more=st.integers(0, 5), queries=st.integers(1, 3), length=st.integers(1, 12), seed=st.integers(0, 999)
)
def test_a_structured_step_is_the_dense_step(K: int, more: int, queries: int, length: int, seed: int) -> None:
    M = K + more + 1
    law, query = random_classes(K, M, min(queries, M), seed)
    trainer = Trainer(law, query, eta_Y=0.7, eta_Z=0.9, length=length, seed=seed)
    Y, Z = np.zeros((M, M)), np.zeros((M, M))
    for step in range(40):
        n, tally = trainer.context(step)
        X = np.repeat(np.eye(M), tally, axis=0)
        assert len(X) == length
        Y, Z = dense_step(Y, Z, X, int(query[n]), n, 0.7, 0.9)
    weights = trainer.run(40)
    np.testing.assert_allclose(weights.decoder[:, :K], Y[:, :K], atol=1e-12)
    for j in range(K, M):
        np.testing.assert_allclose(weights.decoder[:, K], Y[:, j], atol=1e-12)
    np.testing.assert_allclose(weights.logits, Z[query], atol=1e-12)


def test_a_batch_moves_by_the_mean_of_the_dense_steps_of_its_samples() -> None:
    rng = np.random.default_rng(1)
    M, B = 6, 7
    Y, Z = rng.standard_normal((2, M, M))
    tokens, tally = np.tile(np.arange(M), (B, 1)), rng.integers(0, 4, (B, M)).astype(float)
    tally[:, 0] += 1
    query, answer = rng.integers(0, M, (2, B))
    steps = []
    for counts, q, a in zip(tally, query, answer, strict=True):
        X = np.repeat(np.eye(M), counts.astype(int), axis=0)
        new_Y, new_Z = dense_step(Y, Z, X, int(q), int(a), 1.0, 1.0)
        steps.append((new_Y - Y, new_Z - Z))
    for found, expected in zip(gradients(Y, Z, tokens, tally, query, answer), zip(*steps, strict=True), strict=True):
        np.testing.assert_allclose(found, np.mean(expected, axis=0), atol=1e-13)


def test_contexts_follow_their_law() -> None:
    law, query = random_classes(2, 9, 1, 8)
    trainer = Trainer(law, query, eta_Y=1.0, eta_Z=0.5, length=200, seed=1)
    totals = np.zeros((2, 9))
    for step in range(400):
        n, tally = trainer.context(step)
        totals[n] += tally
    for n in range(2):
        size = totals[n].sum()
        expected = law[n] * size
        spread = np.sqrt(expected * (1 - law[n])) + 1
        assert np.all(np.abs(totals[n] - expected) < 5 * spread)
    assert 140 < totals[0].sum() / 200 < 260


def test_the_flow_is_the_limit_of_small_reparameterised_steps() -> None:
    """Error against the flow falls with the step size, at equal eta_Y t and eta_Z t."""
    law, query = single_common_token(2, 2, 0.4)
    errors = []
    for cut in (1, 4, 16):
        eta_Y, eta_Z, steps = 0.4 / cut, 0.2 / cut, 200 * cut
        logits, counts = flows.reparameterised(law, query, eta_Y=eta_Y, eta_Z=eta_Z, steps=steps, seed=0, order=ROUND_ROBIN)
        assert counts.tolist() == [steps // 2] * 2
        flow = flows.attention_flow(law, query, eta_Y=eta_Y, eta_Z=eta_Z, times=np.array([float(steps)]))
        errors.append(np.abs(flow.logits[-1] - logits).max() / np.abs(logits).max())
    assert errors[0] > 2.5 * errors[1] > 2.5 * 2.5 * errors[2]
    assert errors[2] < 5e-3


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


def dense_step(
    Y: Floats, Z: Floats, contexts: Floats, query: int, answer: int, eta_Y: float, eta_Z: float
) -> tuple[Floats, Floats]:
    """One step written down from the definitions, with the T-1 one-hot contexts (T-1, M) and all of Y and Z: the oracle.

    z_m += eta_Z Xᵀ diag(b) X (I - aaᵀ/|a|²)/|a| Y (x - alpha), a = Xᵀ b (scan_snap, Eqn 4).
    """
    X = contexts
    scores = X @ Z[query]
    b = np.exp(scores - scores.max())
    b /= b.sum()
    a = X.T @ b
    norm = np.linalg.norm(a)
    v = a / norm
    alpha = np.exp(Y.T @ v - (Y.T @ v).max())
    alpha /= alpha.sum()
    residual = -alpha
    residual[answer] += 1
    projection = (np.eye(a.size) - np.outer(v, v)) / norm
    new_Z = Z.copy()
    new_Z[query] += eta_Z * (X.T @ np.diag(b) @ X @ projection @ Y @ residual)
    return Y + eta_Y * np.outer(v, residual), new_Z
