"""Dense attention from its definitions: softmax and linear, streaming over keys, no n × n matrix kept.

For A1 (n1, d) and A2, A3 (n2, d), QK (d, d) standing for the matrix Q K^T, V (d, k), and each row j0 (superiority v1,
Definitions C.1 and C.4, pp. 13-15, with x = vec(Q K^T), so that A_{j0} x = A2 (Q K^T)^T (A1)_{j0}):

    linear    u = A_{j0} x          softmax   u = exp(A_{j0} x)
    both      α = ⟨u, 1⟩,  f = u / α,  c_{i0} = ⟨f, (A3 V)_{i0}⟩

This path knows nothing of the structure of the data: it is the judge of every closed form.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import prange
from numpy.typing import ArrayLike

from kernels.blocks import (
    KEYS,
    LANES,
    LOG2_E,
    Floats,
    add_product,
    compiled,
    compiled_parallel,
    exp2_of,
    exp2_shifted,
    maximum,
    padded,
    padded_copy,
    total,
)

ROWS = 32  # queries per tile: one panel of keys serves all of them
BLOCKS = 16  # key blocks per partial sum of linear attention
PARALLEL_WORK = 400_000  # multiply-adds from which a parallel launch pays
UNIT_ROUNDOFF = 2.0**-53
LARGEST_LOGIT = float(np.log(np.finfo(np.float64).max))


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
    with np.errstate(over="ignore", invalid="ignore"):
        queries, values = a1 @ qk, a3 @ v
    n1, d = queries.shape
    panels = key_panels(keys)
    blocks, inner, width = panels.shape
    scaled = padded_copy(queries * LOG2_E, padded(n1, ROWS), inner)
    padded_values = padded_copy(values, blocks * width, values.shape[1])
    out = np.empty((len(scaled), values.shape[1]))
    if n1 * len(keys) * (d + values.shape[1]) < PARALLEL_WORK:
        _softmax_tiles(scaled, panels, padded_values, len(keys), out)
    else:
        with numba.parallel_chunksize(1):
            _softmax_tiles_parallel(scaled, panels, padded_values, len(keys), out)
    return _finite(out[:n1], "softmax attention leaves float64: a logit or a value is too large")


def linear_attention(A1: ArrayLike, A2: ArrayLike, A3: ArrayLike, QK: ArrayLike, V: ArrayLike) -> Floats:
    """All rows c_lin(A, x)_{j0} of linear attention (superiority v1, Definition C.1, p. 13), reassociated.

    c_{j0} = (A1)_{j0} [QK (A2^T A3) V] / ((A1)_{j0} [QK A2^T 1]): O(n d^2) instead of O(n^2 d).
    Shapes as in ``softmax_attention``.

    Raises:
        ValueError: a shape does not fit, an entry is not finite, a result leaves float64, or a denominator α_{j0} is
            zero or cannot be told from zero in float64; the message names the first such row.
    """
    a1, a2, a3, qk, v = _checked(A1, A2, A3, QK, V)
    (n1, d), n2 = a1.shape, len(a2)
    panels = key_panels(a2)
    blocks, inner, width = panels.shape
    # A last column of ones beside A3 turns the same products into the denominators.
    with_ones = padded_copy(a3, blocks * width, a3.shape[1] + 1)
    with_ones[:n2, -1] = 1.0
    moments = np.zeros((-(-blocks // BLOCKS), inner, with_ones.shape[1]))
    serial = (n1 + n2) * d * with_ones.shape[1] < PARALLEL_WORK
    out = np.zeros((padded(n1, ROWS), v.shape[1] + 1))
    with np.errstate(over="ignore", invalid="ignore"), numba.parallel_chunksize(1):
        (_moments if serial else _moments_parallel)(panels, with_ones, moments)
        moment = qk @ moments.sum(axis=0)[:d]
        reduced = padded_copy(np.hstack([moment[:, :-1] @ v, moment[:, -1:]]), inner, v.shape[1] + 1)
        (_linear_tiles if serial else _linear_tiles_parallel)(padded_copy(a1, len(out), inner), reduced, out)
    alpha = _finite(out[:n1], "linear attention leaves float64")[:, -1]
    _require_nonzero(alpha, a1, qk, a2)
    return out[:n1, :-1] / alpha[:, None]


def logits(A1: ArrayLike, A2: ArrayLike, QK: ArrayLike, j0: int) -> Floats:
    """A_{j0} x = A2 (QK)^T (A1)_{j0}, shape (n2,): the logarithm of u_exp, and u_lin itself.

    Raises:
        ValueError: a shape does not fit or an entry is not finite.
        IndexError: there is no row j0.
    """
    a1, a2, _, qk, _ = _checked(A1, A2, A2, QK, QK)
    if not 0 <= j0 < len(a1):
        raise IndexError(f"j0 = {j0} (counted from 0) is no row of A1, which has {len(a1)}")
    return np.asarray(a2 @ (a1[j0] @ qk))


def u_exp(A1: ArrayLike, A2: ArrayLike, QK: ArrayLike, j0: int) -> Floats:
    """One row of u_exp (Definition C.4), shape (n2,).

    Raises:
        OverflowError: an entry leaves float64; its logarithm is in ``logits``.
    """
    row = logits(A1, A2, QK, j0)
    if row.max() > LARGEST_LOGIT:
        raise OverflowError(f"u_exp of row {j0} leaves float64: its largest logit is {row.max():.6g}; use logits")
    return np.exp(row)


def f_exp(A1: ArrayLike, A2: ArrayLike, QK: ArrayLike, j0: int) -> Floats:
    """One row of f_exp (Definition C.4), shape (n2,), sum 1; logits are shifted by their maximum."""
    row = logits(A1, A2, QK, j0)
    weights = np.exp(row - row.max())
    return np.asarray(weights / weights.sum())


def u_lin(A1: ArrayLike, A2: ArrayLike, QK: ArrayLike, j0: int) -> Floats:
    """One row of u_lin (Definition C.1), shape (n2,)."""
    return logits(A1, A2, QK, j0)


def f_lin(A1: ArrayLike, A2: ArrayLike, QK: ArrayLike, j0: int) -> Floats:
    """One row of f_lin (Definition C.1), shape (n2,), sum 1.

    Raises:
        ValueError: the denominator α_lin is zero, or cannot be told from zero in float64.
    """
    row = logits(A1, A2, QK, j0)
    alpha = row.sum()
    a1, a2, _, qk, _ = _checked(A1, A2, A2, QK, QK)
    _require_nonzero(np.array([alpha]), a1[j0 : j0 + 1], qk, a2, first=j0)
    return np.asarray(row / alpha)


def key_panels(keys: Floats) -> Floats:
    """Keys (n, d) in transposed blocks of up to 128, shape (blocks, d', keys per block), padded with zeros."""
    n, d = keys.shape
    width = min(KEYS, padded(n, 8))
    blocks = -(-n // width)
    inner = padded(d, LANES)
    return padded_copy(keys, blocks * width, inner).reshape(blocks, width, inner).transpose(0, 2, 1).copy()


def finite_matrix(matrix: ArrayLike, name: str) -> Floats:
    """The matrix as contiguous float64.

    Raises:
        ValueError: it is no matrix, is empty or holds an infinity or nan.
    """
    result = np.ascontiguousarray(matrix, dtype=np.float64)
    if result.ndim != 2 or result.size == 0:
        raise ValueError(f"{name} must be a non-empty matrix, its shape is {np.shape(matrix)}")
    return _finite(result, f"{name} holds an entry that is not finite")


def _checked(
    A1: ArrayLike, A2: ArrayLike, A3: ArrayLike, QK: ArrayLike, V: ArrayLike
) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """The five matrices as float64, when they are finite and their shapes fit."""
    a1, a2, a3 = finite_matrix(A1, "A1"), finite_matrix(A2, "A2"), finite_matrix(A3, "A3")
    qk, v = finite_matrix(QK, "QK"), finite_matrix(V, "V")
    d = a1.shape[1]
    if a2.shape[1] != d or qk.shape != (d, d) or v.shape[0] != a3.shape[1] or len(a3) != len(a2):
        raise ValueError(
            "shapes do not fit (n1, d), (n2, d), (n2, d), (d, d), (d, k): "
            f"A1 {a1.shape}, A2 {a2.shape}, A3 {a3.shape}, QK {qk.shape}, V {v.shape}"
        )
    return a1, a2, a3, qk, v


def _finite(array: Floats, otherwise: str) -> Floats:
    """The array itself when every entry is finite."""
    if not np.isfinite(array).all():
        raise ValueError(otherwise)
    return array


def _require_nonzero(alpha: Floats, a1: Floats, qk: Floats, a2: Floats, first: int = 0) -> None:
    """Refuse a denominator α_{j0} = ⟨(A1)_{j0} QK, Σ_j (A2)_j⟩ whose rounding error may hide a zero.

    Each product in the sum takes part in at most d + n2 + d additions and a few products: the error is at most that
    many unit roundoffs of the sum of absolute values.
    """
    n2, d = a2.shape
    absolute = np.abs(a1) @ (np.abs(qk) @ np.abs(a2).sum(axis=0))
    error = 1.01 * (n2 + 2 * d + 4) * UNIT_ROUNDOFF * absolute
    doubtful = np.flatnonzero(~(np.abs(alpha) > error))
    if doubtful.size:
        j0 = int(doubtful[0])
        found = "zero" if absolute[j0] == 0 else f"zero within rounding, {alpha[j0]:.3g} ± {error[j0]:.1g}"
        raise ValueError(f"the denominator alpha_lin of row {first + j0} (counted from 0) is {found}")


@compiled
def _softmax_tile(queries: Floats, panels: Floats, values: Floats, n: int, out: Floats) -> None:
    """One tile of queries against all keys. Queries carry the factor log2(e): weights are powers of two."""
    rows = len(queries)
    blocks, _, width = panels.shape
    scores = np.empty((rows, width))
    largest = np.full(rows, -np.inf)
    denominator = np.zeros(rows)
    out[:] = 0.0
    for block in range(blocks):
        scores[:] = 0.0
        add_product(scores, queries, panels[block])
        for i in range(rows):
            row = scores[i]
            for j in range(n - block * width, width):
                row[j] = -np.inf  # padding: weight zero
            found = maximum(row)
            if found > largest[i]:
                shrink = exp2_of(largest[i] - found)
                denominator[i] *= shrink
                for j in range(out.shape[1]):
                    out[i, j] *= shrink
                largest[i] = found
            exp2_shifted(row, largest[i])
            denominator[i] += total(row)
        add_product(out, scores, values[block * width : (block + 1) * width])
    for i in range(rows):
        for j in range(out.shape[1]):
            out[i, j] /= denominator[i]


@compiled
def _softmax_tiles(queries: Floats, panels: Floats, values: Floats, n: int, out: Floats) -> None:
    for tile in range(len(queries) // ROWS):
        part = slice(tile * ROWS, (tile + 1) * ROWS)
        _softmax_tile(queries[part], panels, values, n, out[part])


@compiled_parallel
def _softmax_tiles_parallel(queries: Floats, panels: Floats, values: Floats, n: int, out: Floats) -> None:
    for tile in prange(len(queries) // ROWS):
        part = slice(tile * ROWS, (tile + 1) * ROWS)
        _softmax_tile(queries[part], panels, values, n, out[part])


@compiled
def _moment(panels: Floats, values: Floats, moment: Floats) -> None:
    """Add A2^T [A3 V, 1] over the given key blocks to the moment."""
    blocks, _, width = panels.shape
    for block in range(blocks):
        add_product(moment, panels[block], values[block * width : (block + 1) * width])


@compiled
def _moments(panels: Floats, values: Floats, moments: Floats) -> None:
    rows = BLOCKS * panels.shape[2]
    for part in range(len(moments)):
        _moment(panels[part * BLOCKS : (part + 1) * BLOCKS], values[part * rows : (part + 1) * rows], moments[part])


@compiled_parallel
def _moments_parallel(panels: Floats, values: Floats, moments: Floats) -> None:
    rows = BLOCKS * panels.shape[2]
    for part in prange(len(moments)):
        _moment(panels[part * BLOCKS : (part + 1) * BLOCKS], values[part * rows : (part + 1) * rows], moments[part])


@compiled
def _linear_tiles(queries: Floats, moment: Floats, out: Floats) -> None:
    for tile in range(len(queries) // ROWS):
        part = slice(tile * ROWS, (tile + 1) * ROWS)
        add_product(out[part], queries[part], moment)


@compiled_parallel
def _linear_tiles_parallel(queries: Floats, moment: Floats, out: Floats) -> None:
    for tile in prange(len(queries) // ROWS):
        part = slice(tile * ROWS, (tile + 1) * ROWS)
        add_product(out[part], queries[part], moment)


def warm_up() -> None:
    """Compile the serial and the parallel kernels."""
    for n in (4, 160):
        data = np.full((n, 8), 0.5)
        softmax_attention(data, data, data, np.eye(8), np.eye(8))
        linear_attention(data, data, data, np.eye(8), np.eye(8))
    large = np.full((4096, 8), 0.5)
    linear_attention(large, large, large, np.eye(8), np.eye(8))
