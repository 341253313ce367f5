"""Training of one softmax attention layer and a linear decoder, step by step and in its limits.

Tokens are 0..M-1, answers are the first K of them. A class n has an answer n, a query token psi[n] and a law P[n] of its
context tokens; the model's weights are Y (M, M) of the decoder and Z (M, M) of attention, one row of Z per query. A sample
of class n puts mass a on the context tokens (a >= 0, sum 1), reads v = a/|a| off it and answers softmax(Yᵀ v).

A step of stochastic gradient ascent with one sample (scan_snap, Lemma 1) is

    Y += eta_Y v (e_n - alpha)ᵀ,      z_m += eta_Z v ∘ (g - v (v·g)),   g = Y (e_n - alpha),   m = psi[n].

Started from Y = 0, all columns of Y that belong to no answer stay equal: K + 1 columns are kept, and a step costs
O(support · K) instead of O(M²). Only rows of Z that are queries move: one per class is kept.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kernels.blocks import LOG2_E, Floats, compiled, compiled_sum, exp2_of, maximum

Integers = NDArray[np.int64]

ROUND_ROBIN, UNIFORM = 0, 1
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
CLASS_STREAM = np.uint64(0xD1B54A32D192ED03)


@dataclass(frozen=True)
class Weights:
    """What training has made: decoder (M, K+1) with the shared column last, logits (K, M) of each class's query."""

    decoder: Floats
    logits: Floats
    counts: Integers


def checked_classes(law: Floats, query: Integers) -> tuple[Floats, Integers]:
    """The laws (K, M) and queries (K,) as contiguous arrays.

    Raises:
        ValueError: when a law is no probability distribution, K > M, or a query is no token.
    """
    law = np.ascontiguousarray(law, dtype=np.float64)
    query = np.ascontiguousarray(query, dtype=np.int64)
    classes, tokens = law.shape
    if classes > tokens:
        raise ValueError(f"there are {classes} answers, but only {tokens} tokens")
    if not (np.all(law >= 0) and np.allclose(law.sum(axis=1), 1, rtol=0, atol=1e-9)):
        raise ValueError("every class needs a probability law of its context tokens")
    if query.shape != (classes,) or np.any(query < 0) or np.any(query >= tokens):
        raise ValueError("every class needs a query token in 0..M-1")
    return law, query


def query_rows(query: Integers) -> Integers:
    """For each class the first class with the same query: classes that share a query share its row of logits."""
    first = {int(token): n for n, token in reversed(list(enumerate(query)))}
    return np.array([first[int(token)] for token in query], dtype=np.int64)


@compiled
def mixed(counter: np.uint64) -> np.uint64:
    """splitmix64's finaliser: a bijection of 64 bits without visible pattern."""
    x = counter
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@compiled
def uniform(seed: np.uint64, step: int, position: int) -> float:
    """A number in [0, 1) that depends on its three coordinates alone, whatever ran before."""
    key = mixed(seed + np.uint64(step) * GOLDEN)
    return float(mixed(key + np.uint64(position + 1) * GOLDEN) >> np.uint64(11)) * 2.0**-53


@compiled
def class_of_step(seed: np.uint64, step: int, classes: int, order: int) -> int:
    """The class of a step: in turn, or drawn uniformly from a stream of its own."""
    if order == ROUND_ROBIN:
        return step % classes
    return min(int(uniform(seed ^ CLASS_STREAM, step, 0) * classes), classes - 1)


@compiled
def draw_context(
    seed: np.uint64, step: int, length: int, cumulative: Floats, guide: Integers, present: Integers, tally: Integers
) -> int:
    """Draw ``length`` tokens; ``tally`` counts them (zero on entry), ``present`` lists the different ones.

    ``guide[b]`` is the first token that a number of the b-th of equal slices of [0, 1) can be.
    """
    found = 0
    tokens = cumulative.size
    for position in range(length):
        x = uniform(seed, step, position)
        token = guide[int(x * tokens)]
        while cumulative[token] <= x:
            token += 1
        if tally[token] == 0:
            present[found] = token
            found += 1
        tally[token] += 1
    return found


@compiled
def _token(tokens: Integers | None, i: int) -> int:
    """The i-th token of a list; without a list all tokens are meant, and loops over them vectorise."""
    return i if tokens is None else tokens[i]


@compiled_sum
def _along(column: Floats, tokens: Integers | None, mass: Floats) -> float:
    """The inner product of a column, at the tokens, and the masses."""
    result = 0.0
    for i in range(mass.size):
        result += column[_token(tokens, i)] * mass[i]
    return result


@compiled
def _ascend(
    decoder: Floats,
    logits: Floats,
    tokens: Integers | None,
    mass: Floats,
    answer: int,
    shared: float,
    eta_Y: float,
    eta_Z: float,
    pull: Floats,
    residual: Floats,
) -> None:
    """One step with one sample; on entry ``mass`` is how often each of the tokens stands in it, or its probability.

    decoder (K+1, M) has the shared column last, logits (M,) are those of the query.
    """
    found, classes = mass.size, len(residual) - 1
    for i in range(found):
        pull[i] = logits[_token(tokens, i)]
    top = maximum(pull)
    for i in range(found):
        mass[i] *= exp2_of((pull[i] - top) * LOG2_E)
    norm = np.sqrt(_along(mass, None, mass))
    for i in range(found):
        mass[i] /= norm
        pull[i] = 0.0
    for j in range(classes + 1):
        residual[j] = _along(decoder[j], tokens, mass)
    highest = residual[classes] if shared > 0 else residual[0]
    for j in range(classes):
        highest = max(highest, residual[j])
    total = 0.0
    for j in range(classes + 1):
        residual[j] = np.exp(residual[j] - highest)
        total += residual[j] * (1.0 if j < classes else shared)
    for j in range(classes + 1):
        residual[j] /= -total
    residual[answer] += 1.0
    # both gradients are taken at the weights before the step
    for j in range(classes + 1):
        column, times, gain = decoder[j], residual[j] * (1.0 if j < classes else shared), eta_Y * residual[j]
        for i in range(found):
            token = _token(tokens, i)
            entry = column[token]
            pull[i] += times * entry
            column[token] = entry + gain * mass[i]
    along = _along(pull, None, mass)
    for i in range(found):
        logits[_token(tokens, i)] += eta_Z * mass[i] * (pull[i] - mass[i] * along)


@compiled
def _train(
    law: Floats,
    support: Integers,
    support_size: Integers,
    cumulative: Floats,
    guide: Integers,
    row_of: Integers,
    decoder: Floats,
    logits: Floats,
    counts: Integers,
    eta_Y: float,
    eta_Z: float,
    first_step: int,
    steps: int,
    length: int,
    seed: np.uint64,
    order: int,
) -> None:
    classes, tokens = law.shape
    shared = float(tokens - classes)
    present, tally = np.zeros(tokens, dtype=np.int64), np.zeros(tokens, dtype=np.int64)
    mass, pull, residual = np.zeros(tokens), np.zeros(tokens), np.zeros(classes + 1)
    for step in range(first_step, first_step + steps):
        n = class_of_step(seed, step, classes, order)
        row = logits[row_of[n]]
        if length > 0:
            found = draw_context(seed, step, length, cumulative[n], guide[n], present, tally)
            for i in range(found):
                mass[i] = float(tally[present[i]])
                tally[present[i]] = 0
            _ascend(decoder, row, present[:found], mass[:found], n, shared, eta_Y, eta_Z, pull[:found], residual)
        elif support_size[n] == tokens:
            mass[:] = law[n]
            _ascend(decoder, row, None, mass, n, shared, eta_Y, eta_Z, pull, residual)
        else:
            found = support_size[n]
            for i in range(found):
                mass[i] = law[n, support[n, i]]
            _ascend(decoder, row, support[n, :found], mass[:found], n, shared, eta_Y, eta_Z, pull[:found], residual)
        counts[n] += 1


class Trainer:
    """Stochastic gradient ascent with one sample a step, in the structured form.

    Args:
        law: (K, M) context laws.
        query: (K,) query tokens.
        length: context tokens in a sample (T - 1), or 0 for the limit T → ∞, where the sample is the law itself.
        seed: of the counter-based streams; equal seeds give equal runs, however they are cut into pieces.
        order: ``ROUND_ROBIN`` or ``UNIFORM``.
    """

    def __init__(
        self,
        law: Floats,
        query: Integers,
        *,
        eta_Y: float,
        eta_Z: float,
        length: int = 0,
        seed: int = 0,
        order: int = UNIFORM,
    ) -> None:
        self.law, self.query = checked_classes(law, query)
        classes, tokens = self.law.shape
        if length < 0:
            raise ValueError("a context has at least one token; 0 stands for the limit of long contexts")
        self.eta_Y, self.eta_Z, self.length = float(eta_Y), float(eta_Z), int(length)
        self.seed, self.order = np.uint64(seed), int(order)
        self.row_of = query_rows(self.query)
        self.done = 0
        self._decoder = np.zeros((classes + 1, tokens))
        self._logits = np.zeros((classes, tokens))
        self._counts = np.zeros(classes, dtype=np.int64)
        self._support_size = (self.law > 0).sum(axis=1).astype(np.int64)
        self._support = np.zeros((classes, tokens), dtype=np.int64)
        for n in range(classes):
            self._support[n, : self._support_size[n]] = np.flatnonzero(self.law[n])
        self._cumulative = np.cumsum(self.law, axis=1)
        last = np.array([np.flatnonzero(row)[-1] for row in self.law])
        for n in range(classes):  # rounding of the sum must never make a draw run past the support
            self._cumulative[n, last[n] :] = np.inf
        slices = np.arange(tokens + 1) / tokens
        self._guide = np.stack([np.searchsorted(row, slices, side="right") for row in self._cumulative]).astype(np.int64)
        self._guide = np.minimum(self._guide, last[:, None])

    def run(self, steps: int) -> Weights:
        """Take ``steps`` more steps and return a copy of the weights."""
        _train(
            self.law,
            self._support,
            self._support_size,
            self._cumulative,
            self._guide,
            self.row_of,
            self._decoder,
            self._logits,
            self._counts,
            self.eta_Y,
            self.eta_Z,
            self.done,
            steps,
            self.length,
            self.seed,
            self.order,
        )
        self.done += steps
        return self.weights

    @property
    def weights(self) -> Weights:
        return Weights(self._decoder.T.copy(), self._logits[self.row_of], self._counts.copy())

    def context(self, step: int) -> tuple[int, Integers]:
        """The class of a step and how often each token stands in its context (M,): what the dense oracle is fed."""
        n = int(class_of_step(self.seed, step, len(self.law), self.order))
        if self.length == 0:
            raise ValueError("in the limit of long contexts a sample has no tokens to count")
        present = np.zeros(self.law.shape[1], dtype=np.int64)
        tally = np.zeros(self.law.shape[1], dtype=np.int64)
        draw_context(self.seed, step, self.length, self._cumulative[n], self._guide[n], present, tally)
        return n, tally


def attention(law: Floats, logits: Floats) -> Floats:
    """c (K, M): the attention of each class on each token in the limit of long contexts (scan_snap, Eqn 5)."""
    weights = law * np.exp(logits - logits.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


def directions(law: Floats, logits: Floats) -> Floats:
    """f (K, M): the attention of each class, scaled to norm one."""
    c = attention(law, logits)
    return c / np.linalg.norm(c, axis=1, keepdims=True)


def entropy(distribution: Floats) -> Floats:
    """Shannon entropy (nats) along the last axis; zero entries count zero."""
    positive = np.where(distribution > 0, distribution, 1.0)
    return -(distribution * np.log(positive)).sum(axis=-1)


def warm_up() -> None:
    """Compile the training loop for both kinds of samples."""
    law = np.array([[0.5, 0.5, 0.0], [0.0, 0.5, 0.5]])
    for length in (0, 3):
        Trainer(law, np.zeros(2, dtype=np.int64), eta_Y=1.0, eta_Z=0.1, length=length).run(2)
