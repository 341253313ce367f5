"""The structured and the batched training step against the definitions, and the four dynamics against each other."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels import training_dynamics as dynamics
from kernels import training_flows as flows
from kernels.batch_training import gradients
from kernels.training_dynamics import ROUND_ROBIN, Trainer
from tests.kernels.dense import dense_step


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


def test_coefficients_rebuild_the_gradient() -> None:
    """g = F (I - E')(I + Theta) W (e_n - alpha), built from vectors, against iota f_n - sum beta f_n'."""
    rng = np.random.default_rng(3)
    K, M = 4, 30
    law, _ = random_classes(K, M, 1, 4)
    F = dynamics.directions(law, np.zeros((K, M)))
    theta = 0.1 * rng.standard_normal(K)
    _, E_prime = flows.gram_excess(F)
    zeta = (np.eye(K, M) - 1 / M) * M / (M - 1)
    Y = F.T @ (np.eye(K) - E_prime) @ ((1 + theta)[:, None] * zeta)
    found = flows.coefficients(E_prime, M, theta)
    for n in range(K):
        np.testing.assert_allclose(Y @ zeta[n], found.iota[n] * F[n] - found.beta[n] @ F, atol=1e-13)


def test_drift_is_the_dense_gradient_of_the_reparameterised_decoder() -> None:
    law, query = random_classes(3, 20, 2, 11)
    logits = np.random.default_rng(0).standard_normal((3, 20))[flows.query_rows(query)]
    F = dynamics.directions(law, logits)
    _, E_prime = flows.gram_excess(F)
    zeta = (np.eye(3, 20) - 1 / 20) * 20 / 19
    Y = F.T @ (np.eye(3) - E_prime) @ zeta
    expected = np.zeros((3, 20))
    for n in range(3):
        c = dynamics.attention(law, logits)[n]
        projection = (np.eye(20) - np.outer(F[n], F[n])) / np.linalg.norm(c)
        expected[query == query[n]] += np.diag(c) @ projection @ Y @ zeta[n]
    np.testing.assert_allclose(flows.drift(law, logits, flows.query_rows(query), 20), expected, atol=1e-13)
