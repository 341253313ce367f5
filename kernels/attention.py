"""Dense attention from its definitions: softmax and linear, streaming over keys, no n × n matrix kept.

For A1 (n1, d) and A2, A3 (n2, d), QK (d, d) standing for the matrix Q K^T, V (d, k), and each row j0 (superiority v1,
Definitions C.1 and C.4, pp. 13-15, with x = vec(Q K^T), so that A_{j0} x = A2 (Q K^T)^T (A1)_{j0}):

    linear    u = A_{j0} x          softmax   u = exp(A_{j0} x)
    both      α = ⟨u, 1⟩,  f = u / α,  c_{i0} = ⟨f, (A3 V)_{i0}⟩

This path knows nothing of the structure of the data: it is the judge of every closed form.
"""

import numpy as np
from numba import prange
from numpy.typing import ArrayLike, NDArray

from kernels.blocks import (
    LOG2_E,
    Floats,
    all_finite,
    compiled,
    compiled_sum,
    exceeds,
    exp2_of,
    exp2_shifted_total,
    maximum,
    padded,
    tiled,
)
from kernels.products import COLUMNS, ROWS, Panels, add_product, fill_panels

KEYS = 192  # keys per block of softmax: its panels of keys and of values stay in the second-level cache
TILE = 16 * ROWS  # queries per tile: one block of keys serves all of them
BLOCK = 128  # keys per block of linear attention
PART = 16 * BLOCK  # keys per partial sum
PARALLEL_WORK = 4_000_000  # multiply-adds from which a parallel launch pays
EXPONENTIAL = 16  # multiply-adds that an exponential takes as long as
UNIT_ROUNDOFF = 2.0**-53
NAMES = ("A1", "A2", "A3", "QK", "V")
Flags = NDArray[np.bool_]


def softmax_attention(A1: ArrayLike, A2: ArrayLike, A3: ArrayLike, QK: ArrayLike, V: ArrayLike) -> Floats:
    """All rows c_exp(A, x)_{j0} of softmax attention (superiority v1, Definition C.4, p. 15).

    Args:
        A1: queries, shape (n1, d).
        A2: keys, shape (n2, d).
        A3: values, shape (n2, d).
        QK: the matrix Q K^T, shape (d, d).
        V: value weights, shape (d, k).

    Returns:
        Shape (n1, k). A weight below 2^-1022 of its row's largest counts as zero.

    Raises:
        ValueError: a shape does not fit, an entry is not finite, or a logit or value leaves float64.
    """
    a1, keys, a3, qk, v = _checked(A1, A2, A3, QK, V)
    queries = np.zeros((padded(len(a1), ROWS), len(qk)))
    with np.errstate(over="ignore", invalid="ignore"):
        np.matmul(a1, qk, out=queries[: len(a1)])
        queries *= LOG2_E
        values = a3 @ v
    n1, n2, k = len(a1), len(keys), values.shape[1]
    width = min(KEYS, padded(n2, COLUMNS))
    blocks = -(-n2 // width)
    key_panels = np.empty((blocks, width // COLUMNS, keys.shape[1], COLUMNS))
    value_panels = np.empty((blocks, -(-k // COLUMNS), width, COLUMNS))
    _fill_blocks(key_panels, value_panels, keys, values)
    out = np.zeros((len(queries), value_panels.shape[1] * COLUMNS))
    pays = n1 * n2 * (keys.shape[1] + k + EXPONENTIAL) >= PARALLEL_WORK
    _softmax_tiles(pays, queries, key_panels, value_panels, n2, out)
    result = np.ascontiguousarray(out[:n1, :k])
    return _finite(result, "softmax attention leaves float64: a logit or a value is too large")


def linear_attention(A1: ArrayLike, A2: ArrayLike, A3: ArrayLike, QK: ArrayLike, V: ArrayLike) -> Floats:
    """All rows c_lin(A, x)_{j0} of linear attention (superiority v1, Definition C.1, p. 13), reassociated.

    c_{j0} = (A1)_{j0} [QK (A2^T A3) V] / ((A1)_{j0} [QK A2^T 1]): O(n d^2) instead of O(n^2 d).
    Shapes as in ``softmax_attention``.

    Raises:
        ValueError: a shape does not fit, an entry is not finite, a result leaves float64, or a denominator α_{j0} is
            zero or cannot be told from zero in float64; the message names the first such row.
    """
    a1, a2, a3, qk, v = _shaped(A1, A2, A3, QK, V)
    (n1, d), (n2, k), width = a1.shape, a3.shape, v.shape[1]
    moments = np.zeros((-(-n2 // PART), padded(d, ROWS), padded(k, COLUMNS)))
    sums = np.zeros((len(moments), 2, d))
    reduced, weights = np.empty((-(-width // COLUMNS), d, COLUMNS)), np.empty((2, d))
    out, denominators, suspect = np.empty((n1, width)), np.empty((n1, 2)), np.zeros(-(-n1 // TILE), dtype=np.bool_)
    pays = (n1 + n2) * d * k >= PARALLEL_WORK
    _moments(pays, a2, a3, moments, sums)
    sound = _reduce(moments, sums, qk, v, _denominator_error(n2, d), reduced, weights)
    _linear_tiles(pays, a1, reduced, weights, out, denominators, suspect)
    # An entry that is not finite makes some result not finite: the data need no pass of their own.
    if suspect.any() or not sound:
        _require_finite(a1, a2, a3, qk, v)
        _finite(denominators, "linear attention leaves float64")
        _require_nonzero(denominators)
        _finite(out, "linear attention leaves float64")
    return out


def finite_matrix(matrix: ArrayLike, name: str) -> Floats:
    """The matrix as contiguous float64.

    Raises:
        ValueError: it is no matrix, is empty or holds an infinity or nan.
    """
    return _finite(_matrix(matrix, name), f"{name} holds an entry that is not finite")


def _matrix(matrix: ArrayLike, name: str) -> Floats:
    result = np.ascontiguousarray(matrix, dtype=np.float64)
    if result.ndim != 2 or result.size == 0:
        raise ValueError(f"{name} must be a non-empty matrix, its shape is {np.shape(matrix)}")
    return result


def _shaped(*matrices: ArrayLike) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """A1, A2, A3, QK, V as float64, when their shapes fit."""
    a1, a2, a3, qk, v = map(_matrix, matrices, NAMES)
    d = a1.shape[1]
    if a2.shape[1] != d or qk.shape != (d, d) or v.shape[0] != a3.shape[1] or len(a3) != len(a2):
        raise ValueError(
            "shapes do not fit (n1, d), (n2, d), (n2, d), (d, d), (d, k): "
            f"A1 {a1.shape}, A2 {a2.shape}, A3 {a3.shape}, QK {qk.shape}, V {v.shape}"
        )
    return a1, a2, a3, qk, v


def _require_finite(*matrices: Floats) -> None:
    for matrix, name in zip(matrices, NAMES, strict=True):
        _finite(matrix, f"{name} holds an entry that is not finite")


def _checked(
    A1: ArrayLike, A2: ArrayLike, A3: ArrayLike, QK: ArrayLike, V: ArrayLike
) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """The five matrices as float64, when their shapes fit and they are finite."""
    matrices = _shaped(A1, A2, A3, QK, V)
    _require_finite(*matrices)
    return matrices


def _finite(array: Floats, otherwise: str) -> Floats:
    """The contiguous array itself when every entry is finite."""
    if not all_finite(array):
        raise ValueError(otherwise)
    return array


def _denominator_error(n2: int, d: int) -> float:
    """How far a computed α_{j0} = ⟨(A1)_{j0} QK, Σ_j (A2)_j⟩ can be off, relative to the sum of its absolute terms.

    Each product in the sum takes part in at most d + n2 + d additions and a few products: the error is at most that
    many unit roundoffs of the sum of absolute values.
    """
    return 1.01 * (n2 + 2 * d + 4) * UNIT_ROUNDOFF


def _require_nonzero(denominators: Floats, first: int = 0) -> None:
    """Refuse a denominator, column 0, whose rounding error, column 1, may hide a zero."""
    doubtful = np.flatnonzero(~(np.abs(denominators[:, 0]) > denominators[:, 1]))
    if doubtful.size:
        j0 = int(doubtful[0])
        alpha, error = denominators[j0]
        found = "zero" if error == 0 else f"zero within rounding, {alpha:.3g} ± {error:.1g}"
        raise ValueError(f"the denominator alpha_lin of row {first + j0} (counted from 0) is {found}")


@compiled
def _fill_blocks(key_panels: Panels, value_panels: Panels, keys: Floats, values: Floats) -> None:
    width = value_panels.shape[2]
    for block in range(len(key_panels)):
        part = slice(block * width, min((block + 1) * width, len(keys)))
        fill_panels(key_panels[block], keys[part].T)
        fill_panels(value_panels[block], values[part])


@compiled
def _softmax_tile(queries: Floats, key_panels: Panels, value_panels: Panels, n: int, out: Floats) -> None:
    """Some queries against all keys. Queries carry the factor log2(e): weights are powers of two."""
    blocks, _, width, _ = value_panels.shape
    scores = np.empty((ROWS, width))
    largest = np.full(len(queries), -np.inf)
    denominator = np.zeros(len(queries))
    for block in range(blocks):
        size = min(width, n - block * width)
        used = (size + COLUMNS - 1) // COLUMNS * COLUMNS
        for first in range(0, len(queries), ROWS):
            scores[:] = 0.0
            add_product(scores, queries[first : first + ROWS], key_panels[block, : used // COLUMNS])
            for i in range(ROWS):
                row, query = scores[i, :used], first + i
                for j in range(size, used):
                    row[j] = -np.inf  # padding: weight zero
                if exceeds(row, largest[query]):
                    found = maximum(row)
                    shrink = exp2_of(largest[query] - found)
                    denominator[query] *= shrink
                    for j in range(out.shape[1]):
                        out[query, j] *= shrink
                    largest[query] = found
                denominator[query] += exp2_shifted_total(row, largest[query])
            add_product(out[first : first + ROWS], scores[:, :size], value_panels[block])
    for i in range(len(queries)):
        for j in range(out.shape[1]):
            out[i, j] /= denominator[i]


@tiled
def _softmax_tiles(queries: Floats, key_panels: Panels, value_panels: Panels, n: int, out: Floats) -> None:
    for tile in prange(-(-len(queries) // TILE)):
        part = slice(tile * TILE, min((tile + 1) * TILE, len(queries)))
        _softmax_tile(queries[part], key_panels, value_panels, n, out[part])


@compiled
def _moment(keys: Floats, values: Floats, moment: Floats, sums: Floats) -> None:
    """Add A2^T A3 over the given keys to the moment, the sums of keys and of their absolute values to the sums."""
    n, d = keys.shape
    left = np.zeros((BLOCK, len(moment)))
    panels = np.zeros((moment.shape[1] // COLUMNS, BLOCK, COLUMNS))
    for first in range(0, n, BLOCK):
        size = min(BLOCK, n - first)
        for j in range(size):
            key = keys[first + j]
            for a in range(d):
                left[j, a] = key[a]
                sums[0, a] += key[a]
                sums[1, a] += abs(key[a])
        fill_panels(panels[:, :size], values[first : first + size])
        add_product(moment, left[:size].T, panels[:, :size])


@tiled
def _moments(keys: Floats, values: Floats, moments: Floats, sums: Floats) -> None:
    for part in prange(len(moments)):
        rows = slice(part * PART, min((part + 1) * PART, len(keys)))
        _moment(keys[rows], values[rows], moments[part], sums[part])


@compiled
def _reduce(moments: Floats, sums: Floats, qk: Floats, v: Floats, error: float, reduced: Panels, weights: Floats) -> bool:
    """QK (A2^T A3) V in panels; QK A2^T 1, and what |A1| is multiplied with to bound errors of α; are they finite?"""
    moment, signed, absolute = np.zeros((len(qk), len(v))), np.zeros(len(qk)), np.zeros(len(qk))
    for part in range(len(moments)):
        moment += moments[part, : len(qk), : len(v)]
        signed += sums[part, 0]
        absolute += sums[part, 1]
    right = np.dot(moment, v)
    fill_panels(reduced, np.dot(qk, right))
    weights[0] = np.dot(qk, signed)
    weights[1] = error * np.dot(np.abs(qk), absolute)
    return all_finite(moment) and all_finite(right) and all_finite(reduced) and all_finite(weights)


@compiled_sum
def _denominators(queries: Floats, weights: Floats, denominators: Floats) -> None:
    """α of some rows, and the bounds of its rounding errors."""
    n, d = queries.shape
    for i in range(n):
        alpha, error = 0.0, 0.0
        for j in range(d):
            alpha += queries[i, j] * weights[0, j]
            error += abs(queries[i, j]) * weights[1, j]
        denominators[i, 0], denominators[i, 1] = alpha, error


@compiled
def _linear_tile(queries: Floats, reduced: Panels, weights: Floats, out: Floats, denominators: Floats) -> bool:
    """Rows of linear attention; whether one of them is not finite or has a doubtful denominator."""
    n, d = queries.shape
    whole = n // ROWS * ROWS
    sums = np.zeros((whole + ROWS, len(reduced) * COLUMNS))
    add_product(sums[:whole], queries[:whole], reduced)
    if whole < n:
        rest = np.zeros((ROWS, d))
        rest[: n - whole] = queries[whole:]
        add_product(sums[whole:], rest, reduced)
    _denominators(queries, weights, denominators)
    suspect = False
    for i in range(n):
        alpha, error = denominators[i]
        suspect |= not abs(alpha) > error
        for j in range(out.shape[1]):
            out[i, j] = sums[i, j] / alpha
    return suspect or not all_finite(out)


@tiled
def _linear_tiles(queries: Floats, reduced: Panels, weights: Floats, out: Floats, denominators: Floats, suspect: Flags) -> None:
    for tile in prange(len(suspect)):
        part = slice(tile * TILE, min((tile + 1) * TILE, len(queries)))
        suspect[tile] = _linear_tile(queries[part], reduced, weights, out[part], denominators[part])


def warm_up() -> None:
    """Compile the serial and the parallel kernels."""
    for n in (4, 4096):
        data = np.full((n, 32), 0.5)
        linear_attention(data, data, data, np.eye(32), np.eye(32))
    for n in (4, 256):
        data = np.full((n, 32), 0.5)
        softmax_attention(data, data, data, np.eye(32), np.eye(32))
