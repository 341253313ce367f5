"""Which of several networks are positive in which trials, for drawn columns of signs.

The signs are those of ``kernels.rademacher``. Eight of them at a time select an entry of a table of partial sums, so that
a product with n signs costs n/8 additions. The sums are float64: a product within rounding of its threshold does not
count as above it (exact counts are in ``kernels.rademacher``, at a price).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import prange
from numpy.typing import ArrayLike, NDArray

from kernels.blocks import Floats, compiled, compiled_parallel
from kernels.rademacher import COLUMNS, _key, _word

CLOSE = 1e-11  # relative; far above the rounding of a sum of 2^20 terms, far below what a figure shows
BYTE = np.uint64(0xFF)
CHUNK = 16  # trials per task
PARALLEL_LOOKUPS = 20_000
SIGNS_OF_BYTE = 2.0 * ((np.arange(256)[:, None] >> np.arange(8)) & 1) - 1


def positive_networks(networks: Sequence[tuple[ArrayLike, float]], m: int, trials: int, seed: int) -> NDArray[np.bool_]:
    """Entry (e, t): some row c_j of network e has ⟨c_j, y_l⟩ > τ_e for some of trial t's m columns y_l.

    Trial t uses the columns numbered t m, …, t m + m - 1 of the seed, shared by all networks.

    Args:
        networks: pairs of rows, shape (r_e, d), and threshold τ_e; equal rows need to be given only once.
        m: columns per trial.
        trials: number of trials.
        seed: 0 ≤ seed < 2^64.

    Raises:
        ValueError: no network, no row, rows of different lengths, m or trials below 1, a seed or column out of range.
    """
    rows = [np.atleast_2d(np.asarray(given, dtype=np.float64)) for given, _ in networks]
    if not rows or len({matrix.shape[1] for matrix in rows}) != 1 or min(matrix.size for matrix in rows) == 0:
        raise ValueError("there must be a row in each network, all of one length")
    if m < 1 or trials < 1:
        raise ValueError(f"m and trials must be positive, they are {m} and {trials}")
    if not 0 <= seed < 2**64 or m * trials > COLUMNS:
        raise ValueError(f"no such signs: seed {seed}, {m * trials} columns")
    stacked = np.vstack(rows)
    network_of = np.repeat(np.arange(len(rows)), [len(matrix) for matrix in rows])
    tau = np.array([threshold for _, threshold in networks], dtype=np.float64)[network_of]
    limits = tau + CLOSE * (np.abs(stacked).sum(axis=1) + np.abs(tau))
    width = -(-stacked.shape[1] // 64) * 64
    padded = np.zeros((len(stacked), width))
    padded[:, : stacked.shape[1]] = stacked
    tables = np.ascontiguousarray(padded.reshape(len(stacked), width // 8, 8) @ SIGNS_OF_BYTE.T)
    positive = np.zeros((trials, len(rows)), dtype=np.bool_)
    draw = _draw_parallel if trials * m * tables.shape[0] * tables.shape[1] >= PARALLEL_LOOKUPS else _draw_serial
    draw(tables, limits, network_of, m, _key(seed), positive)
    return positive.T


@compiled
def _product(table: Floats, words: NDArray[np.uint64]) -> float:
    result = 0.0
    for index in range(len(words)):
        word = words[index]
        for byte in range(8 * index, 8 * index + 8):
            result += table[byte, word & BYTE]
            word >>= np.uint64(8)
    return result


@compiled
def _draw_trial(
    tables: Floats,
    limits: Floats,
    network_of: NDArray[np.int64],
    m: int,
    key: np.uint64,
    trial: int,
    words: NDArray[np.uint64],
    positive: NDArray[np.bool_],
) -> None:
    """Set the networks that are positive in one trial."""
    for column in range(trial * m, (trial + 1) * m):
        for index in range(len(words)):
            words[index] = _word(key, column, index)
        for row in range(len(tables)):
            if not positive[network_of[row]] and _product(tables[row], words) > limits[row]:
                positive[network_of[row]] = True


@compiled
def _draw_serial(
    tables: Floats, limits: Floats, network_of: NDArray[np.int64], m: int, key: np.uint64, positive: NDArray[np.bool_]
) -> None:
    words = np.empty(tables.shape[1] // 8, dtype=np.uint64)
    for trial in range(len(positive)):
        _draw_trial(tables, limits, network_of, m, key, trial, words, positive[trial])


@compiled_parallel
def _draw_parallel(
    tables: Floats, limits: Floats, network_of: NDArray[np.int64], m: int, key: np.uint64, positive: NDArray[np.bool_]
) -> None:
    for chunk in prange((len(positive) + CHUNK - 1) // CHUNK):
        words = np.empty(tables.shape[1] // 8, dtype=np.uint64)
        for trial in range(chunk * CHUNK, min(len(positive), (chunk + 1) * CHUNK)):
            _draw_trial(tables, limits, network_of, m, key, trial, words, positive[trial])


def warm_up() -> None:
    """Compile the serial and the parallel kernel."""
    for trials in (1, PARALLEL_LOOKUPS):
        positive_networks([([[0.5, 0.5]], 0.5)], 1, trials, 0)
