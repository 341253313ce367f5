"""Random signs from counters, and exact counts of what their sums do.

Sign i of column l under a seed is one bit of a hash of (seed, l, i): any column can be drawn alone, in any order and on
any number of threads, and the first d signs of a column do not depend on how many are drawn.

Counting decides ⟨c, σ⟩ against τ in integers, never in floating point: coefficients and threshold are brought to
a common denominator first, so that draws exactly on the threshold are seen as such.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numba
import numpy as np
from numba import prange
from numpy.typing import NDArray

from kernels.blocks import Floats, compiled, compiled_parallel

Number = int | float | Fraction
Integers = NDArray[np.int64]

GOLDEN = np.uint64(0x9E37_79B9_7F4A_7C15)
FIRST_FACTOR = np.uint64(0xBF58_476D_1CE4_E5B9)
SECOND_FACTOR = np.uint64(0x94D0_49BB_1331_11EB)
BYTE = np.uint64(0xFF)
COLUMN_SHIFT = np.uint64(20)  # a column owns 2^20 words of 64 signs
COLUMNS = 2**44
CHUNK = 4096  # draws, or trials, per task
PARALLEL_SIGNS = 200_000  # signs from which a parallel launch pays
TABLE_BYTES = 2**29
SINGLE_LIMB = 2**62  # sums below it fit one signed 64-bit integer
LIMB_BITS = 32
DIGIT = (1 << LIMB_BITS) - 1


class TailCounts(NamedTuple):
    """How many of the draws of ⟨c, σ⟩ fell where.

    Attributes:
        draws: number of independent draws.
        above: ⟨c, σ⟩ > τ.
        at: ⟨c, σ⟩ = τ, exactly.
        inside: |⟨c, σ⟩| < τ.
    """

    draws: int
    above: int
    at: int
    inside: int


def rademacher_columns(d: int, m: int, seed: int, first: int = 0) -> Floats:
    """Columns y_l for l = first, …, first + m - 1 of independent uniform signs ±1, shape (d, m).

    Raises:
        ValueError: d or m is below 1, or the seed or a column number leaves its range.
    """
    _require_stream(d, m, seed, first)
    signs = np.empty((d, m))
    _fill_columns(_key(seed), first, signs)
    return signs


def count_tail(c: Iterable[Number], tau: Number, draws: int, seed: int, first: int = 0) -> TailCounts:
    """Count where ⟨c, σ⟩ falls for the columns σ numbered first, …, first + draws - 1.

    The counts are exact for the given numbers: a float counts as the rational it is.

    Args:
        c: coefficients, length d.
        tau: threshold; ``inside`` is zero when it is not positive.
        draws: number of columns.
        seed: 0 ≤ seed < 2^64.
        first: number of the first column; counts of disjoint ranges add up.

    Raises:
        ValueError: no coefficient, a number that is not finite, no draw, a seed or column out of range.
    """
    tables, thresholds = _exact_tables([list(c)], [tau, -Fraction(_plain(tau))])
    d = tables.shape[2] * 8
    _require_stream(d, draws, seed, first)
    counts = np.zeros((-(-draws // CHUNK), 3), dtype=np.int64)
    if draws * d < PARALLEL_SIGNS:
        _tail_chunks(tables[0], thresholds, _key(seed), first, draws, counts)
    else:
        with numba.parallel_chunksize(1):
            _tail_chunks_parallel(tables[0], thresholds, _key(seed), first, draws, counts)
    above, at, inside = (int(count) for count in counts.sum(axis=0))
    return TailCounts(draws, above, at, inside)


def count_silent(rows: Iterable[Iterable[Number]], tau: Number, m: int, trials: int, seed: int, first: int = 0) -> int:
    """Count the trials in which a network is silent: all rows have ⟨c_j, y_l⟩ ≤ τ for all its m columns y_l.

    Trial t uses the columns numbered t m, …, t m + m - 1, shared by all rows: the network's output is zero exactly
    then. Rows that occur many times need to be given only once.

    Args:
        rows: the distinct rows c_j, each of length d.
        tau: threshold.
        m: columns per trial.
        trials: number of trials.
        seed: 0 ≤ seed < 2^64.
        first: number of the first trial; counts of disjoint ranges add up.

    Raises:
        ValueError: no row, rows of different lengths, a number that is not finite, m or trials below 1, a seed or
            column out of range.
    """
    tables, thresholds = _exact_tables([list(row) for row in rows], [tau])
    d = tables.shape[2] * 8
    if m < 1 or trials < 1:
        raise ValueError(f"m and trials must be positive, they are {m} and {trials}")
    _require_stream(d, m * trials, seed, m * first)
    silent = np.zeros(-(-trials // CHUNK), dtype=np.int64)
    if trials * m * d * len(tables) < PARALLEL_SIGNS:
        _silent_chunks(tables, thresholds[0], m, _key(seed), first, trials, silent)
    else:
        with numba.parallel_chunksize(1):
            _silent_chunks_parallel(tables, thresholds[0], m, _key(seed), first, trials, silent)
    return int(silent.sum())


def _require_stream(d: int, columns: int, seed: int, first: int) -> None:
    if d < 1 or columns < 1:
        raise ValueError(f"there must be at least one row and one column of signs, not {d} and {columns}")
    if not 0 <= seed < 2**64:
        raise ValueError(f"the seed must lie in [0, 2^64), it is {seed}")
    if first < 0 or first + columns > COLUMNS or d > 64 << int(COLUMN_SHIFT):
        raise ValueError(f"signs beyond column 2^44 or row 2^26 are not defined: d = {d}, columns {first} + {columns}")


def _plain(number: Number) -> int | float | Fraction:
    """The number as Python's own type; NumPy's integers would overflow inside fractions."""
    plain: int | float | Fraction = number.item() if isinstance(number, np.generic) else number
    if isinstance(plain, float) and not np.isfinite(plain):
        raise ValueError(f"coefficients and threshold must be finite, not {plain}")
    return plain


def _exact_tables(rows: list[list[Number]], thresholds: list[Number]) -> tuple[Integers, Integers]:
    """Byte tables of the rows and digits of the thresholds, all as integers over one common denominator.

    Returns:
        tables: shape (rows, limbs, bytes, 256): what the signs in one byte of a random word add to each limb.
        digits: shape (thresholds, limbs). A number is the sum of its limbs times powers of 2^32.
    """
    if not rows or len({len(row) for row in rows}) != 1 or not rows[0]:
        raise ValueError(f"rows must have one common length of at least 1, they have {[len(row) for row in rows]}")
    exact = [[Fraction(_plain(x)) for x in row] for row in [*rows, thresholds]]
    common = lcm(*(x.denominator for row in exact for x in row))
    integers = [[int(x * common) for x in row] for row in exact]
    reach = max(sum(map(abs, row)) for row in integers)
    bits = max(1, *(abs(x).bit_length() for row in integers for x in row))
    limbs = 1 if 2 * reach < SINGLE_LIMB else -(-bits // LIMB_BITS)
    d = len(rows[0])
    size = -(-d // 64) * 8  # bytes in whole words
    if len(rows) * limbs * size * 256 * 8 > TABLE_BYTES:
        raise ValueError(f"too many coefficients to tabulate: {len(rows)} rows of {d} at {limbs} limbs")
    digits = np.zeros((len(rows), limbs, size * 8), dtype=np.int64)
    for r, row in enumerate(integers[:-1]):
        digits[r, :, :d] = np.array([_limbs(x, limbs) for x in row], dtype=np.int64).T
    signs = 2 * ((np.arange(256)[:, None] >> np.arange(8)) & 1) - 1
    tables = digits.reshape(len(rows), limbs, size, 8) @ signs.T
    return tables, np.array([_limbs(x, limbs) for x in integers[-1]], dtype=np.int64)


def _limbs(number: int, limbs: int) -> list[int]:
    """Signed digits, lowest first; a single limb holds the whole number."""
    if limbs == 1:
        return [number]
    sign, magnitude = (-1 if number < 0 else 1), abs(number)
    return [sign * ((magnitude >> (LIMB_BITS * limb)) & DIGIT) for limb in range(limbs)]


@compiled
def _mixed(state: np.uint64) -> np.uint64:
    """Output function of splitmix64 (Steele, Lea, Flood 2014): a bijection of 64-bit words."""
    state = (state ^ (state >> np.uint64(30))) * FIRST_FACTOR
    state = (state ^ (state >> np.uint64(27))) * SECOND_FACTOR
    return state ^ (state >> np.uint64(31))


@compiled
def _word(key: np.uint64, column: int, index: int) -> np.uint64:
    """Signs 64 index, …, 64 index + 63 of a column, lowest bit first; a set bit is +1."""
    counter = (np.uint64(column) << COLUMN_SHIFT) + np.uint64(index)
    return _mixed(key + (counter + np.uint64(1)) * GOLDEN)


def _key(seed: int) -> np.uint64:
    """Where the stream of a seed starts: neighbouring seeds start far apart."""
    return np.uint64(_mixed(np.uint64(seed)))


@compiled
def _fill_columns(key: np.uint64, first: int, signs: Floats) -> None:
    d, m = signs.shape
    for column in range(m):
        for index in range((d + 63) // 64):
            word = _word(key, first + column, index)
            for i in range(64 * index, min(64 * index + 64, d)):
                signs[i, column] = 1.0 if word & np.uint64(1) else -1.0
                word >>= np.uint64(1)


@compiled
def _signed_sum(table: Integers, key: np.uint64, column: int) -> int:
    """One limb of ⟨c, σ⟩ for one column of signs."""
    result = 0
    for index in range(len(table) // 8):
        word = _word(key, column, index)
        for byte in range(8 * index, 8 * index + 8):
            result += table[byte, word & BYTE]
            word >>= np.uint64(8)
    return result


@compiled
def _comparison(sums: Integers, threshold: Integers) -> int:
    """Sign of a number minus a threshold, both in limbs: carries run upwards, the top limb has the sign."""
    carry = 0
    remainder = False
    for limb in range(sums.size - 1):
        value = sums[limb] - threshold[limb] + carry
        carry = value >> LIMB_BITS
        remainder = remainder or (value & DIGIT) != 0
    top = sums[-1] - threshold[-1] + carry
    if top < 0:
        return -1
    return 1 if top > 0 or remainder else 0


@compiled
def _tail_chunk(tables: Integers, thresholds: Integers, key: np.uint64, first: int, draws: int, count: Integers) -> None:
    sums = np.empty(len(tables), dtype=np.int64)
    for column in range(first, first + draws):
        for limb in range(len(tables)):
            sums[limb] = _signed_sum(tables[limb], key, column)
        upper, lower = _comparison(sums, thresholds[0]), _comparison(sums, thresholds[1])
        count[0] += upper > 0
        count[1] += upper == 0
        count[2] += upper < 0 and lower > 0


@compiled
def _tail_chunks(tables: Integers, thresholds: Integers, key: np.uint64, first: int, draws: int, counts: Integers) -> None:
    for chunk in range(len(counts)):
        size = min(CHUNK, draws - chunk * CHUNK)
        _tail_chunk(tables, thresholds, key, first + chunk * CHUNK, size, counts[chunk])


@compiled_parallel
def _tail_chunks_parallel(
    tables: Integers, thresholds: Integers, key: np.uint64, first: int, draws: int, counts: Integers
) -> None:
    for chunk in prange(len(counts)):
        size = min(CHUNK, draws - chunk * CHUNK)
        _tail_chunk(tables, thresholds, key, first + chunk * CHUNK, size, counts[chunk])


@compiled
def _exceeds(tables: Integers, threshold: Integers, sums: Integers, key: np.uint64, column: int) -> bool:
    """Whether some row has ⟨c_j, σ⟩ > τ for this column."""
    for row in range(len(tables)):
        for limb in range(sums.size):
            sums[limb] = _signed_sum(tables[row, limb], key, column)
        if _comparison(sums, threshold) > 0:
            return True
    return False


@compiled
def _silent_chunk(tables: Integers, threshold: Integers, m: int, key: np.uint64, first: int, trials: int) -> int:
    sums = np.empty(threshold.size, dtype=np.int64)
    silent = 0
    for trial in range(first, first + trials):
        column = trial * m
        while column < (trial + 1) * m and not _exceeds(tables, threshold, sums, key, column):
            column += 1
        silent += column == (trial + 1) * m
    return silent


@compiled
def _silent_chunks(
    tables: Integers, threshold: Integers, m: int, key: np.uint64, first: int, trials: int, silent: Integers
) -> None:
    for chunk in range(len(silent)):
        size = min(CHUNK, trials - chunk * CHUNK)
        silent[chunk] = _silent_chunk(tables, threshold, m, key, first + chunk * CHUNK, size)


@compiled_parallel
def _silent_chunks_parallel(
    tables: Integers, threshold: Integers, m: int, key: np.uint64, first: int, trials: int, silent: Integers
) -> None:
    for chunk in prange(len(silent)):
        size = min(CHUNK, trials - chunk * CHUNK)
        silent[chunk] = _silent_chunk(tables, threshold, m, key, first + chunk * CHUNK, size)


def warm_up() -> None:
    """Compile the serial and the parallel kernels."""
    rademacher_columns(3, 2, seed=0)
    for draws in (2, PARALLEL_SIGNS // 64 + 1):
        count_tail([0.5, 0.25], 0.5, draws, seed=0)
        count_silent([[0.5, 0.25]], 0.5, 1, draws, seed=0)
