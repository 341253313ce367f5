"""Random signs from counters, and exact counts of what their sums do.

Sign i of column l under a seed is one bit of a hash of (seed, l, i): any column can be drawn alone, in any order and on
any number of threads, and the first d signs of a column do not depend on how many are drawn.

Counting decides ⟨c, σ⟩ against τ in integers, never in floating point: coefficients and threshold are brought to
a common denominator first, so that draws exactly on the threshold are seen as such. These integers can be long, so a
screen comes before: the sum of the coefficients rounded to 30 bits. It decides all draws but those so close to the
threshold that the rounding could matter, and only these are summed exactly.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np
from numba import prange
from numpy.typing import NDArray

from kernels.blocks import Floats, compiled, tiled

Number = int | float | Fraction
Integers = NDArray[np.int64]
ShortIntegers = NDArray[np.int32]
Words = NDArray[np.uint64]

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
SCREEN_BITS = 30  # rounded coefficients add up to less than 2^31, their roundings included
LIMB_BITS = 32
LIMIT = 2**31 - 1
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
    sums = _sums([list(c)], [tau, -Fraction(_plain(tau))])
    _require_stream(sums.signs, draws, seed, first)
    counts = np.zeros((-(-draws // CHUNK), 3), dtype=np.int64)
    _tail_chunks(draws * sums.signs >= PARALLEL_SIGNS, *sums, _key(seed), first, draws, counts)
    above, at, inside = (int(count) for count in counts.sum(axis=0))
    return TailCounts(draws, above, at, inside)


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


class _Sums(NamedTuple):
    """The rows and thresholds as integers over one common denominator, tabulated for bytes of random signs.

    Attributes:
        rounded: shape (rows, bytes · 256): what the signs in one byte of a random word add to the screen's sum.
        bands: shape (thresholds, 2): a screen's sum below the first, or above the second, surely is on that side.
        tables: shape (rows, limbs, bytes · 256): the same for each limb of the exact sum.
        thresholds: shape (thresholds, limbs). A number is the sum of its limbs times powers of 2^32.
    """

    rounded: ShortIntegers
    bands: Integers
    tables: Integers
    thresholds: Integers

    @property
    def signs(self) -> int:
        return self.rounded.shape[1] // 32


def _sums(rows: list[list[Number]], thresholds: list[Number]) -> _Sums:
    if not rows or len({len(row) for row in rows}) != 1 or not rows[0]:
        raise ValueError(f"rows must have one common length of at least 1, they have {[len(row) for row in rows]}")
    exact = [[Fraction(_plain(x)) for x in row] for row in [*rows, thresholds]]
    common = lcm(*(x.denominator for row in exact for x in row))
    *integers, levels = [[int(x * common) for x in row] for row in exact]
    reach = max(sum(map(abs, row)) for row in integers)
    bits = max(1, *(abs(x).bit_length() for row in [*integers, levels] for x in row))
    limbs = 1 if 2 * max(reach, *map(abs, levels)) < SINGLE_LIMB else -(-bits // LIMB_BITS)
    d = len(rows[0])
    size = -(-d // 64) * 8  # bytes in whole words
    if len(rows) * limbs * size * 256 * 8 > TABLE_BYTES:
        raise ValueError(f"too many coefficients to tabulate: {len(rows)} rows of {d} at {limbs} limbs")
    dropped = max(0, reach.bit_length() - SCREEN_BITS)
    digits = [np.array([_limbs(x, limbs) for x in row], dtype=np.int64).T for row in integers]
    short = [np.array([_shifted(x, dropped) for x in row], dtype=np.int64)[None] for row in integers]
    return _Sums(
        _tables(short, size)[:, 0].astype(np.int32),
        np.array([_band(level, dropped, d) for level in levels], dtype=np.int64),
        _tables(digits, size),
        np.array([_limbs(x, limbs) for x in levels], dtype=np.int64),
    )


def _tables(rows: list[Integers], size: int) -> Integers:
    """For rows of shape (limbs, d), what each value of each of ``size`` bytes of signs adds: (rows, limbs, bytes · 256)."""
    limbs, d = rows[0].shape
    digits = np.zeros((len(rows), limbs, size * 8), dtype=np.int64)
    digits[:, :, :d] = rows
    signs = 2 * ((np.arange(256)[:, None] >> np.arange(8)) & 1) - 1
    return np.asarray((digits.reshape(len(rows), limbs, size, 8) @ signs.T).reshape(len(rows), limbs, -1))


def _shifted(number: int, dropped: int) -> int:
    """The integer nearest to the number divided by 2^dropped."""
    return (number + (1 << dropped >> 1)) >> dropped


def _band(level: int, dropped: int, d: int) -> tuple[int, int]:
    """Where a sum of d numbers rounded by ``_shifted`` may lie when the true sum is at the level."""
    error = d * (1 << dropped) // 2 if dropped else 0
    low, high = -((error - level) >> dropped), (level + error) >> dropped
    return max(min(low, LIMIT), -LIMIT), max(min(high, LIMIT), -LIMIT)


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
def _draw(key: np.uint64, column: int, words: Words) -> None:
    """All signs of a column."""
    for index in range(words.size):
        words[index] = _word(key, column, index)


@compiled
def _of_word(table: Integers | ShortIntegers, index: int, word: np.uint64) -> int:
    """What the 64 signs of a word add to a sum."""
    result = 0
    for byte in range(8):
        result += table[2048 * index + 256 * byte + np.int64((word >> np.uint64(8 * byte)) & BYTE)]
    return result


@compiled
def _sum(table: Integers | ShortIntegers, words: Words) -> int:
    """One limb of ⟨c, σ⟩, or the screen's sum, for one column of signs."""
    result = 0
    for index in range(words.size):
        result += _of_word(table, index, words[index])
    return result


@compiled
def _side(tables: Integers, words: Words, threshold: Integers, limbs: Integers) -> int:
    """Sign of ⟨c, σ⟩ - τ, exactly."""
    for limb in range(len(tables)):
        limbs[limb] = _sum(tables[limb], words)
    return _comparison(limbs, threshold)


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
def _screen_sums(rounded: ShortIntegers, key: np.uint64, first: int, sums: ShortIntegers) -> None:
    """The screen's sums for consecutive columns, word by word: eight bytes' tables stay in the first-level cache."""
    for index in range(len(rounded) // 2048):
        for column in range(sums.size):
            sums[column] += _of_word(rounded, index, _word(key, first + column, index))


@compiled
def _tail_chunk(
    rounded: ShortIntegers,
    bands: Integers,
    tables: Integers,
    thresholds: Integers,
    key: np.uint64,
    first: int,
    draws: int,
    count: Integers,
) -> None:
    sums = np.zeros(draws, dtype=np.int32)
    _screen_sums(rounded, key, first, sums)
    (low, high), (lower_low, lower_high) = bands[0], bands[1]
    above, inside, doubtful = 0, 0, 0
    for column in range(draws):  # without a branch, so that the loop vectorises
        value = np.int64(sums[column])
        above += value > high
        inside += (value < low) & (value > lower_high)
        doubtful += ((value >= low) & (value <= high)) | ((value >= lower_low) & (value <= lower_high))
    count[0], count[2] = above, inside
    if doubtful == 0:
        return
    words, limbs = np.empty(len(rounded) // 2048, dtype=np.uint64), np.empty(len(tables), dtype=np.int64)
    for column in range(draws):
        value = np.int64(sums[column])
        if low <= value <= high or lower_low <= value <= lower_high:
            _draw(key, first + column, words)
            upper = _side(tables, words, thresholds[0], limbs)
            lower = _side(tables, words, thresholds[1], limbs)
            count[0] += (upper > 0) - (value > high)
            count[1] += upper == 0
            count[2] += (upper < 0 and lower > 0) - (value < low and value > lower_high)


@tiled
def _tail_chunks(
    rounded: ShortIntegers,
    bands: Integers,
    tables: Integers,
    thresholds: Integers,
    key: np.uint64,
    first: int,
    draws: int,
    counts: Integers,
) -> None:
    for chunk in prange(len(counts)):
        size = min(CHUNK, draws - chunk * CHUNK)
        _tail_chunk(rounded[0], bands, tables[0], thresholds, key, first + chunk * CHUNK, size, counts[chunk])


def warm_up() -> None:
    """Compile the serial and the parallel kernels."""
    rademacher_columns(3, 2, seed=0)
    for draws in (2, PARALLEL_SIGNS // 64 + 1):
        count_tail([0.5, 0.25], 0.5, draws, seed=0)
