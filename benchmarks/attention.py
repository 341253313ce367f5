"""How the kernels compare with blocked NumPy on this machine: ``python -m benchmarks.attention [n]``.

Contenders alternate and medians are compared: read the ratios, absolute times mean nothing elsewhere. The kernels fix
NumPy's BLAS at one thread; give ``OPENBLAS_NUM_THREADS`` to let it have more.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter

import numba
import numpy as np
from numpy.typing import NDArray

from kernels.attention import linear_attention, softmax_attention
from kernels.rademacher import count_tail
from kernels.runtime import warm_up
from kernels.topk import topk_errors

Floats = NDArray[np.float64]
ROUNDS = 3
BLOCK = 256


def softmax_in_blocks(X: Floats, QK: Floats) -> Floats:
    """Softmax attention of self-attention data with V = I, 256 rows at a time."""
    out = np.empty_like(X)
    for start in range(0, len(X), BLOCK):
        u = X[start : start + BLOCK] @ QK @ X.T
        u -= u.max(axis=1, keepdims=True)
        np.exp(u, out=u)
        out[start : start + BLOCK] = u @ X / u.sum(axis=1, keepdims=True)
    return out


def linear_reassociated(X: Floats, QK: Floats) -> Floats:
    """Linear attention of self-attention data with V = I, without checks."""
    projected = X @ QK
    return np.asarray(projected @ (X.T @ X) / (projected @ X.sum(axis=0))[:, None])


def topk_in_blocks(X: Floats, k: int) -> Floats:
    """Dropped mass of top-k attention, 256 rows at a time, with NumPy's partition."""
    dropped = np.empty(len(X))
    for start in range(0, len(X), BLOCK):
        u = X[start : start + BLOCK] @ X.T / np.sqrt(X.shape[1])
        u = np.exp(u - u.max(axis=1, keepdims=True))
        u.partition(len(X) - k, axis=1)
        dropped[start : start + BLOCK] = u[:, : len(X) - k].sum(axis=1) / u.sum(axis=1)
    return dropped


def tail_in_blocks(c: Floats, tau: float, draws: int) -> int:
    """Draws above the threshold, from NumPy's generator in blocks of 10 000 columns."""
    random = np.random.default_rng(0)
    return sum(
        int((((2.0 * random.integers(0, 2, (10_000, c.size), dtype=np.int8) - 1) @ c) > tau).sum())
        for _ in range(draws // 10_000)
    )


def race(name: str, numpy_version: Callable[[], object], kernel: Callable[[], object]) -> None:
    """Print the medians of both, run in turns, and their ratio."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for contender, record in zip((numpy_version, kernel), times, strict=True):
            start = perf_counter()
            contender()
            record.append(perf_counter() - start)
    slow, fast = median(times[0]), median(times[1])
    print(f"{name:<44} NumPy {slow:8.3f} s   kernel {fast:8.3f} s   ratio {slow / fast:6.1f}", flush=True)


def main(n: int) -> None:
    warm_up()
    print(f"kernels on {numba.get_num_threads()} threads, NumPy's BLAS on {os.environ['OPENBLAS_NUM_THREADS']}")
    random = np.random.default_rng(0)
    for d in (16, 64):
        X, QK, V = np.abs(random.standard_normal((n, d))), np.eye(d) / d, np.eye(d)
        size = f"n = {n}, d = {d}"
        race(f"softmax attention, {size}", partial(softmax_in_blocks, X, QK), partial(softmax_attention, X, X, X, QK, V))
        race(f"linear attention, {size}", partial(linear_reassociated, X, QK), partial(linear_attention, X, X, X, QK, V))
    X, k = random.standard_normal((n, 64)), n // 100
    race(f"top-{k} attention, n = {n}, d = 64", partial(topk_in_blocks, X, k), partial(topk_errors, X, X, [k]))
    for d in (64, 1024):
        c, draws = random.standard_normal(d), 64_000_000 // d // 10_000 * 10_000
        race(f"{draws} sums of {d} signs", partial(tail_in_blocks, c, 8.0, draws), partial(count_tail, c, 8.0, draws, 0))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 8192)
