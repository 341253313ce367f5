"""Batch training against single steps, and the synthetic classes of the experiments."""

from __future__ import annotations

import numpy as np
import pytest

from kernels.batch_training import Optimiser, gradients, synthetic_classes, train
from kernels.training_dynamics import dense_step


def test_a_batch_of_one_is_the_single_step() -> None:
    rng = np.random.default_rng(0)
    M = 6
    Y, Z = rng.standard_normal((2, M, M))
    tokens, tally = np.array([[0, 2, 4, 5]]), np.array([[2.0, 1, 3, 0]])
    X = np.repeat(np.eye(M)[tokens[0]], tally[0].astype(int), axis=0)
    dY, dZ = gradients(Y, Z, tokens, tally, np.array([4]), np.array([1]))
    new_Y, new_Z = dense_step(Y, Z, X, 4, 1, 1.0, 1.0)
    np.testing.assert_allclose(Y + dY, new_Y, atol=1e-13)
    np.testing.assert_allclose(Z + dZ, new_Z, atol=1e-13)


def test_a_batch_is_the_mean_of_its_samples() -> None:
    rng = np.random.default_rng(1)
    M, B = 5, 7
    Y, Z = rng.standard_normal((2, M, M))
    tokens = np.tile(np.arange(M), (B, 1))
    tally = rng.integers(0, 4, (B, M)).astype(float)
    tally[:, 0] += 1
    query, answer = rng.integers(0, M, (2, B))
    whole = gradients(Y, Z, tokens, tally, query, answer)
    single = [gradients(Y, Z, tokens[:1], tally[i : i + 1], query[i : i + 1], answer[i : i + 1]) for i in range(B)]
    for which in (0, 1):
        np.testing.assert_allclose(whole[which], np.mean([s[which] for s in single], axis=0), atol=1e-14)


def test_momentum_and_adam_take_their_textbook_steps() -> None:
    sgd = Optimiser(0.5, "sgd", 0.9)
    assert sgd.step(np.array([1.0])) == pytest.approx(0.5)
    assert sgd.step(np.array([1.0])) == pytest.approx(0.5 * 1.9)
    adam = Optimiser(0.1, "adam")
    assert adam.step(np.array([3.0])) == pytest.approx(0.1)  # the first step has the length of the rate
    with pytest.raises(ValueError, match="sgd and adam"):
        Optimiser(1.0, "newton").step(np.array([1.0]))


def test_training_lowers_the_loss_and_repeats_with_its_seed() -> None:
    law, query, answer = synthetic_classes(1)
    options = {"eta_Y": 1.0, "eta_Z": 1.0, "steps": 60, "batch": 32, "length": 64}
    runs = [
        train(law, query, answer=answer, rng=np.random.default_rng(s), **options)[1]  # type: ignore[arg-type]
        for s in (1, 1, 2)
    ]
    np.testing.assert_array_equal(runs[0], runs[1])
    assert not np.array_equal(runs[0], runs[2])
    gain = runs[0][query[0]]
    assert gain[10:20].mean() > gain[:10].mean()  # distinct tokens win against shared ones
