"""Batch training against single steps."""

from __future__ import annotations

import numpy as np

from kernels.batch_training import gradients
from tests.kernels.dense import dense_step


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
