"""Training one attention layer and its decoder on batches, with momentum or Adam, from any start: for experiments.

A sample is how often each token stands in its context (its tally), its query and its answer. The loss is the mean
cross-entropy over the batch; Y (M, M) and Z (M, M) have learning rates of their own.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from kernels.blocks import Floats, compiled
from kernels.training_dynamics import Integers

ADAM_DECAY = (0.9, 0.999)
ADAM_FLOOR = 1e-8


@dataclass
class Optimiser:
    """Ascent on one matrix. ``step`` returns what to add; "sgd" with momentum v ← momentum·v + gradient, or "adam"."""

    rate: float
    method: str = "sgd"
    momentum: float = 0.9
    _first: Floats | None = field(default=None, repr=False)
    _second: Floats | None = field(default=None, repr=False)
    _count: int = 0

    def step(self, gradient: Floats) -> Floats:
        self._count += 1
        if self._first is None:
            self._first = np.zeros_like(gradient)
            self._second = np.zeros_like(gradient)
        if self.method == "sgd":
            self._first *= self.momentum
            self._first += gradient
            return self.rate * self._first
        if self.method != "adam":
            raise ValueError(f"no optimiser {self.method!r}; there are sgd and adam")
        assert self._second is not None
        keep, keep_square = ADAM_DECAY
        self._first += (1 - keep) * (gradient - self._first)
        self._second += (1 - keep_square) * (gradient**2 - self._second)
        mean = self._first / (1 - keep**self._count)
        square = self._second / (1 - keep_square**self._count)
        return self.rate * mean / (np.sqrt(square) + ADAM_FLOOR)


@compiled
def _accumulate(
    Y: Floats, Z: Floats, tokens: Integers, tally: Floats, query: Integers, answer: Integers, dY: Floats, dZ: Floats
) -> None:
    samples, width = tokens.shape
    M = len(Y)
    v = np.zeros(width)
    residual = np.zeros(M)
    for i in range(samples):
        q = query[i]
        top = -np.inf
        for k in range(width):
            if tally[i, k] > 0:
                top = max(top, Z[q, tokens[i, k]])
        norm = 0.0
        for k in range(width):
            v[k] = tally[i, k] * np.exp(Z[q, tokens[i, k]] - top) if tally[i, k] > 0 else 0.0
            norm += v[k] * v[k]
        norm = np.sqrt(norm)
        residual[:] = 0.0
        for k in range(width):
            v[k] /= norm
            if v[k] > 0:
                weights = Y[tokens[i, k]]
                for j in range(M):
                    residual[j] += v[k] * weights[j]
        highest = residual[0]
        for j in range(1, M):
            highest = max(highest, residual[j])
        total = 0.0
        for j in range(M):
            residual[j] = np.exp(residual[j] - highest)
            total += residual[j]
        for j in range(M):
            residual[j] *= -1.0 / total
        residual[answer[i]] += 1.0
        along = 0.0
        for k in range(width):
            if v[k] > 0:
                weights = Y[tokens[i, k]]
                rises = dY[tokens[i, k]]
                pull = 0.0
                for j in range(M):
                    pull += weights[j] * residual[j]
                    rises[j] += v[k] * residual[j]
                along += v[k] * pull
                dZ[q, tokens[i, k]] += v[k] * pull
        for k in range(width):
            dZ[q, tokens[i, k]] -= v[k] * v[k] * along


def gradients(
    Y: Floats, Z: Floats, tokens: Integers, tally: Floats, query: Integers, answer: Integers
) -> tuple[Floats, Floats]:
    """Ascent directions of the mean log-likelihood of a batch of B samples.

    Args:
        Y, Z: (M, M).
        tokens, tally: (B, S), different tokens of each context and how often each stands there (some positive).
        query, answer: (B,).
    """
    dY, dZ = np.zeros_like(Y), np.zeros_like(Z)
    _accumulate(Y, Z, tokens, tally, query, answer, dY, dZ)
    return dY / len(answer), dZ / len(answer)


def train(
    law: Floats,
    query: Integers,
    *,
    eta_Y: float,
    eta_Z: float,
    steps: int,
    batch: int,
    length: int,
    rng: np.random.Generator,
    start: tuple[Floats, Floats] | None = None,
    method: str = "sgd",
    momentum: float = 0.9,
    watch: Callable[[int, Floats, Floats], None] | None = None,
    answer: Integers | None = None,
) -> tuple[Floats, Floats]:
    """Y and Z after ``steps`` batches of uniformly drawn classes.

    Args:
        law: (K, M) context laws; query: (K,); answer: (K,), default the classes' own numbers.
        length: context tokens of a sample.
        start: Y and Z before training, default zero.
        watch: called with (step, Y, Z) before each step and after the last.
    """
    K, M = law.shape
    answers = np.arange(K) if answer is None else answer
    Y, Z = (np.zeros((M, M)), np.zeros((M, M))) if start is None else (start[0].copy(), start[1].copy())
    width = int((law > 0).sum(axis=1).max())
    tokens_of = np.argsort(-law, axis=1, kind="stable")[:, :width]
    narrow = np.take_along_axis(law, tokens_of, axis=1)
    narrow = narrow / narrow.sum(axis=1, keepdims=True)
    decoder, attention = Optimiser(eta_Y, method, momentum), Optimiser(eta_Z, method, momentum)
    for step in range(steps):
        if watch is not None:
            watch(step, Y, Z)
        drawn = rng.integers(0, K, batch)
        tally = rng.multinomial(length, narrow[drawn]).astype(np.float64)
        dY, dZ = gradients(Y, Z, tokens_of[drawn], tally, query[drawn], answers[drawn])
        Y += decoder.step(dY)
        Z += attention.step(dZ)
    if watch is not None:
        watch(steps, Y, Z)
    return Y, Z


def synthetic_classes(queries: int) -> tuple[Floats, Integers, Integers]:
    """Two answers per query; 10 tokens shared by all classes with weight 1, 10 own ones with weights rising from 0.1 to 1.

    Returns the laws (K, M), queries and answers of K = 2·queries classes with M = shared + (2·own + 3)·queries tokens: shared,
    own, query and answer tokens all have ids of their own, in this order.
    """
    K, shared, own = 2 * queries, 10, 10
    M = shared + own * K + queries + K
    law = np.zeros((K, M))
    law[:, :shared] = 1.0
    for n in range(K):
        law[n, shared + own * n : shared + own * (n + 1)] = np.linspace(0.1, 1, own)
    law /= law.sum(axis=1, keepdims=True)
    first_query = shared + own * K
    return law, first_query + np.arange(K) // 2, first_query + queries + np.arange(K)


def warm_up() -> None:
    """Compile the gradients."""
    law = np.array([[0.5, 0.5, 0.0], [0.0, 0.5, 0.5]])
    rng = np.random.default_rng(0)
    train(law, np.zeros(2, dtype=np.int64), eta_Y=1.0, eta_Z=1.0, steps=1, batch=2, length=3, rng=rng)
