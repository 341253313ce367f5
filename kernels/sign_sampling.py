"""Which of several networks are positive in which trials, for drawn columns of signs.

The signs are those of ``kernels.rademacher``. Rows of attention on structured data have few distinct columns: signs that
meet equal columns are only counted, a word of 64 at a time, and a product costs one multiplication for each distinct
column. The sums are float64: a product within rounding of its threshold does not count as above it (exact counts are in
``kernels.rademacher``, at a price).
"""

from collections.abc import Sequence

import numpy as np
from numba import prange
from numpy.typing import ArrayLike, NDArray

from kernels.blocks import Floats, compiled, tiled
from kernels.rademacher import COLUMNS, _key, _word

CLOSE = 1e-11  # relative; far above the rounding of a sum of 2^20 terms, far below what a figure shows
CHUNK = 16  # trials per task
PARALLEL_WORDS = 20_000  # of 64 signs, from which a parallel launch pays
ALTERNATE, PAIRS = np.uint64(0x5555_5555_5555_5555), np.uint64(0x3333_3333_3333_3333)
NIBBLES, EACH_BYTE = np.uint64(0x0F0F_0F0F_0F0F_0F0F), np.uint64(0x0101_0101_0101_0101)
Integers = NDArray[np.int64]
Words = NDArray[np.uint64]


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
    columns, group_of = distinct_columns(stacked)
    groups, words, masks = _masks(group_of, columns.shape[1])
    sizes = np.bincount(group_of).astype(np.int64)
    positive = np.zeros((trials, len(rows)), dtype=np.bool_)
    pays = trials * m * len(words) >= PARALLEL_WORDS
    _draw_trials(pays, columns, sizes, groups, words, masks, limits, network_of, m, _key(seed), positive)
    return positive.T


def distinct_columns(matrix: Floats) -> tuple[Floats, Integers]:
    """The columns that occur, and which of them stands at each place; found through one number for each column."""
    numbers = np.sqrt(np.arange(2.0, len(matrix) + 2)) @ matrix
    _, first, which = np.unique(numbers, return_index=True, return_inverse=True)
    columns = np.ascontiguousarray(matrix[:, first])
    if (columns[:, which] == matrix).all():
        return columns, which
    columns, which = np.unique(matrix, axis=1, return_inverse=True)  # different columns had the same number
    return np.ascontiguousarray(columns), which.ravel()


def _masks(group_of: Integers, groups: int) -> tuple[Integers, Integers, Words]:
    """For each group and each word of signs in which it has members: group, word, and the members' bits; by words."""
    place = np.arange(group_of.size)
    met, which = np.unique(place // 64 * groups + group_of, return_inverse=True)
    masks = np.zeros(met.size, dtype=np.uint64)
    np.bitwise_or.at(masks, which, np.uint64(1) << (place % 64).astype(np.uint64))
    return met % groups, met // groups, masks


@compiled
def _ones(word: np.uint64) -> int:
    """Number of set bits. Compilers know this form and take the processor's own instruction."""
    word -= (word >> np.uint64(1)) & ALTERNATE
    word = (word & PAIRS) + ((word >> np.uint64(2)) & PAIRS)
    word = (word + (word >> np.uint64(4))) & NIBBLES
    return int((word * EACH_BYTE) >> np.uint64(56))


@compiled
def _count(sizes: Integers, groups: Integers, words: Integers, masks: Words, key: np.uint64, column: int, sums: Floats) -> None:
    """The sum of the signs of each group in one column."""
    for group in range(sums.size):
        sums[group] = -sizes[group]
    drawn, word = -1, np.uint64(0)
    for part in range(len(words)):
        if words[part] != drawn:
            drawn = words[part]
            word = _word(key, column, drawn)
        sums[groups[part]] += 2.0 * _ones(word & masks[part])


@compiled
def _draw_trial(
    columns: Floats,
    sizes: Integers,
    groups: Integers,
    words: Integers,
    masks: Words,
    limits: Floats,
    network_of: Integers,
    m: int,
    key: np.uint64,
    trial: int,
    sums: Floats,
    positive: NDArray[np.bool_],
) -> None:
    """Set the networks that are positive in one trial."""
    for column in range(trial * m, (trial + 1) * m):
        _count(sizes, groups, words, masks, key, column, sums)
        for row in range(len(columns)):
            if not positive[network_of[row]]:
                product = 0.0
                for group in range(sums.size):
                    product += columns[row, group] * sums[group]
                positive[network_of[row]] = product > limits[row]
        if positive.all():
            return


@tiled
def _draw_trials(
    columns: Floats,
    sizes: Integers,
    groups: Integers,
    words: Integers,
    masks: Words,
    limits: Floats,
    network_of: Integers,
    m: int,
    key: np.uint64,
    positive: NDArray[np.bool_],
) -> None:
    for chunk in prange((len(positive) + CHUNK - 1) // CHUNK):
        sums = np.empty(len(sizes))
        for trial in range(chunk * CHUNK, min(len(positive), (chunk + 1) * CHUNK)):
            _draw_trial(columns, sizes, groups, words, masks, limits, network_of, m, key, trial, sums, positive[trial])


def warm_up() -> None:
    """Compile the serial and the parallel kernel."""
    for trials in (1, PARALLEL_WORDS):
        positive_networks([([[0.5, 0.5]], 0.5)], 1, trials, 0)
