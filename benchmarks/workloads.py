"""What is measured: each workload in its ways, by the kernels and by peers, with a test that the answers agree.

A way takes a size and returns what is timed. Kernels are imported inside, because each way runs in a process of its own.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import suite

Floats = NDArray[np.float64]
Way = Callable[[int], Callable[[], Any]]
BLOCK = 256
KERNEL, ROOF = "kernel", "roof"
STEPS = 500


@dataclass(frozen=True)
class Workload:
    """One line of the table.

    Attributes:
        name: what is done.
        sizes: ascending; the growth exponent is fitted to all.
        ways: how it is done, the kernels' way first.
        distance: how far two answers are apart, at most 1 when they agree.
        aims: by size, the ratio kernel / best peer that is wanted; without a peer the seconds; these are the table's rows.
        flops: for work that multiplies and adds: how many of these, by size; it is shown as a fraction of the roof.
        needs: for a peer that may be missing, the module that it needs.
    """

    name: str
    sizes: tuple[int, ...]
    ways: dict[str, Way]
    distance: Callable[[Any, Any], float]
    aims: dict[int, float]
    flops: Callable[[int], float] | None = None
    needs: dict[str, str] = field(default_factory=lambda: {"torch": "torch"})

    @property
    def available(self) -> list[str]:
        """The ways that can be taken here, the roof among them where it says something."""
        found = [way for way in self.ways if way not in self.needs or find_spec(self.needs[way])]
        return [*found, ROOF] if self.flops else found

    def prepare(self, way: str, size: int) -> Callable[[], Any]:
        return roof(size) if way == ROOF else self.ways[way](size)


def relative(tolerance: float) -> Callable[[Floats, Floats], float]:
    """The largest difference of two arrays in units of tolerance times the largest entry."""
    return lambda a, b: float(np.abs(a - b).max() / (tolerance * np.abs(b).max()))


# The roof: products whose factors stay in the first-level cache, on all threads.

ROOF_FLOPS = 2e9


def roof(_: int) -> Callable[[], None]:
    from numba import njit, prange

    from kernels.products import COLUMNS, ROWS, add_product

    left, panels = np.ones((ROWS, 128)), np.ones((1, 128, COLUMNS))
    tasks = 64
    times = int(ROOF_FLOPS / (2 * tasks * left.size * COLUMNS))

    @njit(parallel=True)
    def run() -> None:
        for _task in prange(tasks):
            out = np.zeros((ROWS, COLUMNS))
            for _time in range(times):
                add_product(out, left, panels)

    return run


# Attention: self-attention data, Q K^T = I / d, V = I.


def attention_data(n: int, d: int) -> Floats:
    return np.abs(np.random.default_rng(n + d).standard_normal((n, d)))


def attention_kernel(function: str, d: int) -> Way:
    def way(n: int) -> Callable[[], Floats]:
        from kernels import attention

        X, QK, V = attention_data(n, d), np.eye(d) / d, np.eye(d)
        return lambda: getattr(attention, function)(X, X, X, QK, V)

    return way


def softmax_in_blocks(d: int) -> Way:
    def way(n: int) -> Callable[[], Floats]:
        X, QK = attention_data(n, d), np.eye(d) / d

        def run() -> Floats:
            out = np.empty_like(X)
            for start in range(0, n, BLOCK):
                u = X[start : start + BLOCK] @ QK @ X.T
                u -= u.max(axis=1, keepdims=True)
                np.exp(u, out=u)
                out[start : start + BLOCK] = u @ X / u.sum(axis=1, keepdims=True)
            return out

        return run

    return way


def softmax_in_torch(d: int) -> Way:
    def way(n: int) -> Callable[[], Floats]:
        import torch

        X = torch.from_numpy(attention_data(n, d))[None]
        attend = torch.nn.functional.scaled_dot_product_attention
        return lambda: attend(X, X, X, scale=1 / d)[0].numpy()

    return way


def linear_reassociated(d: int) -> Way:
    def way(n: int) -> Callable[[], Floats]:
        X, QK = attention_data(n, d), np.eye(d) / d

        def run() -> Floats:
            projected = X @ QK
            return np.asarray(projected @ (X.T @ X) / (projected @ X.sum(axis=0))[:, None])

        return run

    return way


def softmax(d: int, sizes: tuple[int, ...], aims: dict[int, float]) -> Workload:
    ways = {
        KERNEL: attention_kernel("softmax_attention", d),
        "NumPy in blocks": softmax_in_blocks(d),
        "torch": softmax_in_torch(d),
    }
    return Workload(f"softmax attention, d={d}", sizes, ways, relative(1e-12), aims, lambda n: 4.0 * n * n * d)


def linear(d: int, aims: dict[int, float]) -> Workload:
    ways = {KERNEL: attention_kernel("linear_attention", d), "NumPy, reassociated": linear_reassociated(d)}
    return Workload(f"linear attention, d={d}", (1000, 4000, 16000), ways, relative(1e-11), aims, lambda n: 4.0 * n * d * d)


# Top-k attention: the dropped mass of every row, for one k or five.


def topk_ks(n: int, count: int) -> list[int]:
    return [max(1, n * share // 1000) for share in (10, 3, 30, 100, 300)[:count]]


def topk_kernel(count: int) -> Way:
    def way(n: int) -> Callable[[], Floats]:
        from kernels.topk import topk_errors

        X = np.random.default_rng(n).standard_normal((n, 64))
        return lambda: topk_errors(X, X, topk_ks(n, count)).dropped

    return way


def topk_in_numpy(count: int) -> Way:
    """256 rows at a time, with NumPy's partition."""

    def way(n: int) -> Callable[[], Floats]:
        X, ks = np.random.default_rng(n).standard_normal((n, 64)), topk_ks(n, count)

        def run() -> Floats:
            dropped = np.empty((n, count))
            for start in range(0, n, BLOCK):
                u = X[start : start + BLOCK] @ X.T / 8
                u = np.exp(u - u.max(axis=1, keepdims=True))
                total = u.sum(axis=1)
                for index, k in enumerate(ks):
                    u.partition(n - k, axis=1)
                    dropped[start : start + BLOCK, index] = u[:, : n - k].sum(axis=1) / total
            return dropped

        return run

    return way


def topk_in_torch(count: int) -> Way:
    def way(n: int) -> Callable[[], Floats]:
        import torch

        X, ks = torch.from_numpy(np.random.default_rng(n).standard_normal((n, 64))), topk_ks(n, count)

        def run() -> Floats:
            dropped = np.empty((n, count))
            for start in range(0, n, BLOCK):
                p = torch.softmax(X[start : start + BLOCK] @ X.T / 8, dim=1)
                for index, k in enumerate(ks):
                    dropped[start : start + BLOCK, index] = 1 - p.topk(k, sorted=False).values.sum(dim=1)
            return dropped

        return run

    return way


def topk(count: int, aim: float) -> Workload:
    ways = {KERNEL: topk_kernel(count), "NumPy's partition": topk_in_numpy(count), "torch": topk_in_torch(count)}
    name = f"top-k errors, {'one k' if count == 1 else f'{count} ks'}, d=64"
    return Workload(name, (500, 1000, 2000), ways, relative(1e-11), {2000: aim})


# Random signs: how many of the draws of ⟨c, σ⟩ exceed a threshold.


def sign_data(d: int) -> tuple[Floats, float]:
    c = np.random.default_rng(d).standard_normal(d)
    return c, float(np.linalg.norm(c))


def tail_counted(d: int) -> Way:
    def way(draws: int) -> Callable[[], float]:
        from kernels.rademacher import count_tail

        c, tau = sign_data(d)
        return lambda: count_tail(c, tau, draws, seed=0).above / draws

    return way


def tail_by_byte_tables(d: int) -> Way:
    def way(draws: int) -> Callable[[], float]:
        c, tau = sign_data(d)
        signs = 2.0 * ((np.arange(256)[:, None] >> np.arange(8)) & 1) - 1
        tables = c.reshape(-1, 8) @ signs.T

        def run() -> float:
            random, above = np.random.default_rng(0), 0
            for start in range(0, draws, 10_000):
                size = min(10_000, draws - start)
                drawn = np.frombuffer(random.bytes(size * d // 8), dtype=np.uint8).reshape(-1, size)
                above += int((sum(table[part] for table, part in zip(tables, drawn, strict=True)) > tau).sum())
            return above / draws

        return run

    return way


def signs(d: int, sizes: tuple[int, ...], aim: float) -> Workload:
    ways: dict[str, Way] = {KERNEL: tail_counted(d), "NumPy byte tables": tail_by_byte_tables(d)}
    # Frequencies of different draws: six standard errors of the smallest size.
    distance = lambda a, b: abs(a - b) / (6 * 0.37 * (2 / sizes[0]) ** 0.5)  # noqa: E731
    return Workload(f"random-sign sums, d={d}", sizes, ways, distance, {sizes[-1]: aim})


# Training of one attention layer: some steps with the law of a class as its sample, M tokens, 10 classes.


def training_data(tokens: int) -> Floats:
    law = np.random.default_rng(tokens).random((10, tokens))
    return np.asarray(law / law.sum(axis=1, keepdims=True))


def training_kernel(tokens: int) -> Callable[[], Floats]:
    from kernels.training_dynamics import ROUND_ROBIN, Trainer

    law = training_data(tokens)

    def run() -> Floats:
        trainer = Trainer(law, np.arange(10), eta_Y=1.0, eta_Z=0.1, order=ROUND_ROBIN)
        return trainer.run(STEPS).decoder[:, :10]

    return run


def training_by_blas(tokens: int) -> Callable[[], Floats]:
    """All of Y, moved by BLAS's rank-one update; Z row by row."""
    from scipy.linalg.blas import dger

    law = training_data(tokens)

    def run() -> Floats:
        Y, Z = np.zeros((tokens, tokens), order="F"), np.zeros((10, tokens))
        for step in range(STEPS):
            n = step % 10
            v = law[n] * np.exp(Z[n] - Z[n].max())
            v /= np.linalg.norm(v)
            scores = v @ Y
            residual = np.exp(scores - scores.max())
            residual /= -residual.sum()
            residual[n] += 1
            pull = Y @ residual
            Z[n] += 0.1 * v * (pull - v * (v @ pull))
            Y = dger(1.0, v, residual, a=Y, overwrite_a=True)
        return Y[:, :10]

    return run


LISTED = [
    softmax(64, (1000, 4000, 16000), {1000: 0.4, 16000: 0.7}),
    softmax(16, (100, 1000, 16000), {100: 0.8, 16000: 0.45}),
    linear(64, {1000: 0.9, 16000: 0.5}),
    linear(16, {1000: 0.9, 16000: 0.3}),
    Workload("figure 4a's exact curve, sizes", (21, 81), {KERNEL: suite.exact_curve}, relative(1e-9), {81: 0.002}),
    Workload(
        "figure 4a by Monte Carlo, sizes",
        (21, 81),
        {KERNEL: suite.trials_through_the_structure, "NumPy, attention hoisted": suite.trials_hoisted},
        lambda a, b: float(np.abs(a - b).max() / (6 * 0.5 * (2 / suite.TRIALS) ** 0.5)),  # six standard errors at most
        {81: 0.001},
    ),
    Workload(
        "Lemma D.2's closed forms at 50 digits, its own claims, points",
        (1000, 10_000, 100_000),
        {KERNEL: suite.forms_of_claims, "python-flint": suite.forms_in_flint},
        relative(1e-14),
        {100_000: 1},
    ),
    Workload(
        "Lemma D.2's closed forms at 50 digits, kernels, points",
        (1000, 10_000, 100_000),
        {KERNEL: suite.forms_of_arrays, "python-flint": suite.forms_in_flint, "kernels.balls": suite.forms_of_balls},
        relative(1e-14),
        {100_000: 0.5},
    ),
    Workload(
        "certifying Lemma D.2/3a, its bound in 1/10000",
        (6275,),
        {KERNEL: suite.certified, "python-flint": suite.certified_in_flint},
        lambda a, b: 0.0 if a and b else 2.0,
        {6275: 0.1},
    ),
    Workload(
        f"{STEPS} training steps, K=10, M",
        (250, 500, 1000),
        {KERNEL: training_kernel, "BLAS dger": training_by_blas},
        relative(1e-11),
        {1000: 0.01},
    ),
    signs(64, (100_000, 1_000_000, 4_000_000), 0.02),
    signs(1024, (10_000, 100_000, 400_000), 0.02),
    topk(1, 0.7),
    topk(5, 0.7),
]
WORKLOADS = {workload.name: workload for workload in LISTED}
