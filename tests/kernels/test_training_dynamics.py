"""The structured training step against the definitions, and the four dynamics against each other."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels import training_dynamics as dynamics
from kernels import training_flows as flows
from kernels.training_dynamics import ROUND_ROBIN, UNIFORM, Trainer, dense_step


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
    K=st.integers(1, 4),
    more=st.integers(0, 5),
    queries=st.integers(1, 3),
    length=st.integers(1, 12),
    seed=st.integers(0, 999),
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


def test_rows_keep_their_zero_sums_over_a_long_run() -> None:
    law, query = random_classes(3, 12, 2, 5)
    weights = Trainer(law, query, eta_Y=1.0, eta_Z=0.5, length=9).run(10_000)
    rows = weights.decoder[:, :3].sum(axis=1) + 9 * weights.decoder[:, 3]
    assert np.abs(rows).max() < 1e-10
    assert np.abs(weights.logits.sum(axis=1)).max() < 1e-10


def test_a_run_does_not_depend_on_how_it_is_cut() -> None:
    law, query = random_classes(3, 12, 2, 6)
    whole = Trainer(law, query, eta_Y=1.0, eta_Z=0.5, length=9, seed=3).run(100)
    pieces = Trainer(law, query, eta_Y=1.0, eta_Z=0.5, length=9, seed=3)
    for _ in range(10):
        last = pieces.run(10)
    np.testing.assert_array_equal(whole.logits, last.logits)
    np.testing.assert_array_equal(whole.decoder, last.decoder)
    other = Trainer(law, query, eta_Y=1.0, eta_Z=0.5, length=9, seed=4).run(100)
    assert not np.array_equal(whole.logits, other.logits)


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


def test_long_contexts_approach_the_limit_at_the_rate_of_the_law_of_large_numbers() -> None:
    law, query = single_common_token(3, 3, 0.3)
    limit = Trainer(law, query, eta_Y=0.5, eta_Z=0.05, order=ROUND_ROBIN).run(900).logits
    errors = []
    for length in (100, 1600):
        runs = [
            Trainer(law, query, eta_Y=0.5, eta_Z=0.05, length=length, seed=s, order=ROUND_ROBIN).run(900).logits
            for s in range(6)
        ]
        errors.append(np.mean([np.abs(run - limit).max() for run in runs]))
    assert 2.0 < errors[0] / errors[1] < 20.0  # about 4 for 1/sqrt(T), more where the bias 1/T still shows


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


def test_the_flow_as_printed_runs_faster_than_the_steps_by_the_number_of_classes() -> None:
    law, query = single_common_token(2, 2, 0.4)
    eta_Y, eta_Z, end = 0.02, 0.0001, np.array([1000.0])
    logits, _ = flows.reparameterised(law, query, eta_Y=eta_Y, eta_Z=eta_Z, steps=1000, seed=0, order=ROUND_ROBIN)
    printed = flows.attention_flow(law, query, eta_Y=eta_Y, eta_Z=eta_Z, times=end, per_step=False).logits[-1]
    moved = np.abs(logits) > 1e-12
    np.testing.assert_allclose(printed[moved] / logits[moved], 2.0, rtol=0.05)


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


@pytest.mark.parametrize(
    ("law", "query", "says"),
    [
        ([[0.5, 0.4]], [0], "probability law"),
        ([[1.5, -0.5]], [0], "probability law"),
        ([[1.0, 0.0]], [2], "query token"),
        ([[1.0], [1.0]], [0, 0], "only 1 tokens"),
        ([[float("nan"), 1.0]], [0], "probability law"),
    ],
)
def test_impossible_classes_are_refused(law: list[list[float]], query: list[int], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Trainer(np.array(law), np.array(query), eta_Y=1.0, eta_Z=1.0)


def test_a_negative_length_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one token"):
        Trainer(np.array([[1.0]]), np.array([0]), eta_Y=1.0, eta_Z=1.0, length=-1)


def test_entropy_ignores_absent_tokens() -> None:
    np.testing.assert_allclose(dynamics.entropy(np.array([[0.5, 0.5, 0.0], [1.0, 0.0, 0.0]])), [np.log(2), 0.0])


@pytest.mark.slow
@pytest.mark.parametrize("length", [0, 127])
def test_a_million_steps_of_a_thousand_tokens_take_less_than_half_a_minute(length: int) -> None:
    law, query = random_classes(10, 1000, 1, 2)
    trainer = Trainer(law, query, eta_Y=0.5, eta_Z=0.1, length=length, order=UNIFORM)
    trainer.run(1)
    start = time.process_time()  # the loop is serial: what other processes take does not count
    trainer.run(100_000)
    assert (time.process_time() - start) * 10 < 30
