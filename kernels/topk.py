"""Top-k sparse attention against exact attention, row by row, no n × n matrix kept.

For queries Q (r, d) and keys K (n, d), row i of P is softmax(Q_i K^T / √d); row i of P̂ keeps its k largest entries and
divides them by their sum (sparse, Definitions 3.3 and 3.4). Equal logits are kept in order of their index, lowest
first; they are compared before the division by √d, so logits of integer data are equal exactly when they should be.
With Z the denominator of a row, Z_k that of its kept entries and δ = (Z - Z_k) / Z the dropped mass,

    |P - P̂| = e_j δ / Z_k on kept entries,  e_j / Z on dropped ones,  e_j = exp(logit - largest logit).

Selection replaces sorting: a row costs O(n d), a tile of ROWS rows O(n) memory.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numba import prange
from numpy.typing import ArrayLike, NDArray

from kernels.attention import EXPONENTIAL, PARALLEL_WORK, UNIT_ROUNDOFF, finite_matrix
from kernels.blocks import (
    LOG2_E,
    Floats,
    compiled,
    compiled_sum,
    exp2_of,
    exp2_shifted_total,
    maximum,
    padded,
    padded_copy,
    tiled,
)
from kernels.products import COLUMNS, ROWS, Panels, add_product, fill_panels

Integers = NDArray[np.int64]
SMALLEST_EPSILON = 1e-300  # weights below 2^-1022 count as zero, so smaller thresholds cannot be told apart
MEASURES = 5  # dropped mass, largest, squared l2; largest and squared l2 of the output
GROUPS = 4  # times k groups, whose largest entries are looked at before a selection


class TopkErrors(NamedTuple):
    """How far P̂ is from P, for each query and each k.

    Arrays have shape (queries, number of ks) unless said otherwise. Over all rows the entrywise maximum norm of P - P̂
    is ``largest.max()``, the maximal row sum ``l1.max()``, the squared Frobenius norm ``l2_squared.sum()``.

    Attributes:
        dropped: mass of P on the entries that P̂ drops.
        largest: max over j of |P - P̂|.
        l1: sum over j of |P - P̂|; it is twice ``dropped``.
        l2_squared: sum over j of (P - P̂)^2.
        output_largest: the same two of (P - P̂) V, when values were given; else without columns.
        output_l2_squared: see ``output_largest``.
        effective: number of entries of P that surely exceed ε, shape (queries, number of epsilons).
        doubtful: number of entries so close to ε that rounding decides, shape as ``effective``.
    """

    dropped: Floats
    largest: Floats
    l1: Floats
    l2_squared: Floats
    output_largest: Floats
    output_l2_squared: Floats
    effective: Integers
    doubtful: Integers


def topk_errors(
    Q: ArrayLike,
    K: ArrayLike,
    ks: Sequence[int],
    epsilons: Sequence[float] = (),
    V: ArrayLike | None = None,
) -> TopkErrors:
    """Errors of top-k attention for every query, several k at once, and numbers of effective entries.

    Args:
        Q: queries, shape (r, d); all n rows of self-attention, or a few.
        K: keys, shape (n, d).
        ks: numbers of kept entries, each in [1, n].
        epsilons: thresholds ε ≥ 1e-300 of effective entries (sparse, Definition 3.2).
        V: values, shape (n, k'), for the error of the output.

    Raises:
        ValueError: a shape does not fit, an entry is not finite, a k or ε is out of range, or a logit leaves float64.
    """
    queries, keys = finite_matrix(Q, "Q"), finite_matrix(K, "K")
    (r, d), n = queries.shape, len(keys)
    values = np.empty((n, 0)) if V is None else finite_matrix(V, "V")
    if keys.shape[1] != d or len(values) != n:
        raise ValueError(f"shapes do not fit (r, d), (n, d), (n, k'): {queries.shape}, {keys.shape}, {values.shape}")
    if any(not 1 <= k <= n for k in ks):
        raise ValueError(f"each k must lie in [1, n] = [1, {n}]: {list(ks)}")
    if any(not SMALLEST_EPSILON <= epsilon < np.inf for epsilon in epsilons):
        raise ValueError(f"each epsilon must be finite and at least {SMALLEST_EPSILON}: {list(epsilons)}")
    rows = padded(r, ROWS)
    key_panels, value_panels = np.empty((-(-n // COLUMNS), d, COLUMNS)), np.empty((-(-values.shape[1] // COLUMNS), n, COLUMNS))
    fill_panels(key_panels, keys.T)
    fill_panels(value_panels, values)
    largest_first, order = np.unique(-np.asarray(ks, dtype=np.int64), return_inverse=True)
    measures = np.empty((rows, len(largest_first), MEASURES))
    counts = np.empty((rows, len(epsilons), 2), dtype=np.int64)
    _tiles(
        r * n * (d + EXPONENTIAL) >= PARALLEL_WORK,
        padded_copy(queries, rows, d),
        LOG2_E / np.sqrt(d),
        key_panels,
        value_panels,
        n,
        -largest_first,
        np.asarray(epsilons, dtype=np.float64),
        padded_copy(_margins(queries, keys)[:, None], rows, 1)[:, 0].copy(),
        measures,
        counts,
    )
    if not np.isfinite(measures[:r]).all():
        raise ValueError("top-k attention leaves float64: a logit or a value is too large")
    dropped, largest, l2_squared, output_largest, output_l2_squared = np.moveaxis(measures[:r][:, order], 2, 0)
    columns = len(ks) if V is not None else 0
    return TopkErrors(
        dropped,
        largest,
        2 * dropped,
        l2_squared,
        output_largest[:, :columns],
        output_l2_squared[:, :columns],
        counts[:r, :, 0],
        counts[:r, :, 1],
    )


def _margins(queries: Floats, keys: Floats) -> Floats:
    """Bound on the relative error of an entry of P, for each query, from |⟨q, k⟩| ≤ ‖q‖ ‖k‖.

    A logit has error (d + 4) u ‖q‖‖k‖/√d; an entry feels its own and the denominator's, which also has n additions.
    """
    (_, d), n = queries.shape, len(keys)
    with np.errstate(over="ignore"):
        reach = np.linalg.norm(queries, axis=1) * np.linalg.norm(keys, axis=1).max() / np.sqrt(d)
    return np.asarray((4 * (d + 4) * (1 + reach) + n + 16) * UNIT_ROUNDOFF)


@compiled
def _partition(work: Floats, size: int, k: int) -> None:
    """Reorder like :func:`_select`, by quicksort's partitions: each costs a branch per entry that nobody can foresee."""
    low, high = 0, size - 1
    while low < high:
        first, middle, last = work[low], work[(low + high) // 2], work[high]
        pivot = max(min(first, middle), min(max(first, middle), last))
        i, j = low, high
        while i <= j:
            while work[i] > pivot:
                i += 1
            while work[j] < pivot:
                j -= 1
            if i <= j:
                work[i], work[j] = work[j], work[i]
                i += 1
                j -= 1
        if k - 1 <= j:
            high = j
        elif k - 1 >= i:
            low = i
        else:
            return


@compiled
def _gather(work: Floats, size: int, k: int) -> int:
    """Bring a few entries of work[:size] to its front, the k largest among them; how many.

    The largest of each of 4k groups are found in vector lanes. k of them reach the k-th largest one, so whatever is
    among the k largest entries reaches it, too.
    """
    groups = GROUPS * k
    best = work[:groups].copy()
    for start in range(groups, size - groups + 1, groups):
        for j in range(groups):
            entry = work[start + j]
            best[j] = entry if entry > best[j] else best[j]
    _partition(best, groups, k)
    least, front = best[k - 1], 0
    for j in range(size):
        if work[j] >= least:
            work[front], work[j] = work[j], work[front]
            front += 1
    return front


@compiled
def _select(work: Floats, size: int, k: int) -> None:
    """Reorder work[:size] so that its k largest come first and the smallest of these is work[k - 1]."""
    _partition(work, _gather(work, size, k) if 2 * GROUPS * k <= size else size, k)


@compiled_sum
def _split(scores: Floats, weights: Floats, threshold: float) -> tuple[float, float, float, float, int, int]:
    """Sums of weights and of their squares above and below the threshold, numbers above it and on it."""
    kept, kept_squares, lost, lost_squares = 0.0, 0.0, 0.0, 0.0
    above, ties = 0, 0
    for j in range(scores.size):
        high = weights[j] if scores[j] > threshold else 0.0
        low = weights[j] if scores[j] < threshold else 0.0
        kept += high
        kept_squares += high * high
        lost += low
        lost_squares += low * low
        above += scores[j] > threshold
        ties += scores[j] == threshold
    return kept, kept_squares, lost, lost_squares, above, ties


@compiled
def _count(weights: Floats, threshold: float) -> int:
    result = 0
    for j in range(weights.size):
        result += weights[j] > threshold
    return result


@compiled
def _differences(scores: Floats, weights: Floats, threshold: float, quota: int, kept: float, lost: float) -> Floats:
    """Signed entries of P - P̂ in one row; of the entries on the threshold the first few are kept."""
    factor, denominator = -lost / (kept * (kept + lost)), kept + lost
    result = np.empty(scores.size)
    for j in range(scores.size):
        result[j] = weights[j] * factor if scores[j] > threshold else weights[j] / denominator
    for j in range(scores.size):
        if quota == 0:
            break
        if scores[j] == threshold:
            result[j] = weights[j] * factor
            quota -= 1
    return result


@compiled
def _row(
    scores: Floats, scale: float, weights: Floats, ks: Integers, thresholds: Floats, splits: Floats, measures: Floats
) -> float:
    """Fill the weights of one row and, for each k (largest first), threshold, split and measures of P - P̂; Σ weights.

    A weight is 2 to the power of scale times (score - largest score). A split is (number of kept entries on the
    threshold, Z_k, Z - Z_k).
    """
    n = scores.size
    top = maximum(scores)
    weights[:] = scores
    size = n
    for index in range(ks.size):
        _select(weights, size, ks[index])
        size = ks[index]
        thresholds[index] = weights[size - 1]
        measures[index, 1] = exp2_of(scale * (maximum(weights[size:]) - top)) if size < n else 0.0  # largest dropped weight
    for j in range(n):
        weights[j] = scale * (scores[j] - top)
    whole = exp2_shifted_total(weights, 0.0)
    for index in range(ks.size):
        kept, kept_squares, lost, lost_squares, above, ties = _split(scores, weights, thresholds[index])
        quota = ks[index] - above
        tie = exp2_of(scale * (thresholds[index] - top))
        kept += quota * tie
        kept_squares += quota * tie * tie
        lost += (ties - quota) * tie
        lost_squares += (ties - quota) * tie * tie
        splits[index, 0], splits[index, 1], splits[index, 2] = quota, kept, lost
        denominator = kept + lost
        factor = lost / (kept * denominator)
        measures[index, 0] = lost / denominator
        measures[index, 1] = max(measures[index, 1] / denominator, factor)  # the largest kept weight is 1
        measures[index, 2] = kept_squares * factor * factor + lost_squares / (denominator * denominator)
    return whole


@compiled
def _tile(
    queries: Floats,
    scale: float,
    keys: Panels,
    values: Panels,
    n: int,
    ks: Integers,
    epsilons: Floats,
    margins: Floats,
    measures: Floats,
    counts: Integers,
) -> None:
    """All measures of ROWS queries."""
    scores, weights = np.zeros((ROWS, len(keys) * COLUMNS)), np.empty((ROWS, n))
    thresholds, splits = np.empty((ROWS, ks.size)), np.empty((ROWS, ks.size, 3))
    add_product(scores, queries, keys)
    for i in range(ROWS):
        denominator = _row(scores[i, :n], scale, weights[i], ks, thresholds[i], splits[i], measures[i])
        for index in range(epsilons.size):
            edge = epsilons[index] * denominator
            sure = _count(weights[i], edge * (1.0 + margins[i]))
            counts[i, index, 0] = sure
            counts[i, index, 1] = _count(weights[i], edge * (1.0 - margins[i])) - sure
    measures[:, :, 3:] = 0.0
    if len(values) == 0:
        return
    differences = np.empty((ROWS, n))
    for index in range(ks.size):
        for i in range(ROWS):
            quota, kept, lost = splits[i, index]
            differences[i] = _differences(scores[i, :n], weights[i], thresholds[i, index], int(quota), kept, lost)
        output = np.zeros((ROWS, len(values) * COLUMNS))  # columns beside the values' own stay zero
        add_product(output, differences, values)
        for i in range(ROWS):
            for column in range(output.shape[1]):
                measures[i, index, 3] = max(measures[i, index, 3], abs(output[i, column]))
                measures[i, index, 4] += output[i, column] * output[i, column]


@tiled
def _tiles(
    queries: Floats,
    scale: float,
    keys: Panels,
    values: Panels,
    n: int,
    ks: Integers,
    epsilons: Floats,
    margins: Floats,
    measures: Floats,
    counts: Integers,
) -> None:
    for tile in prange(len(queries) // ROWS):
        part = slice(tile * ROWS, (tile + 1) * ROWS)
        _tile(queries[part], scale, keys, values, n, ks, epsilons, margins[part], measures[part], counts[part])


def warm_up() -> None:
    """Compile the serial and the parallel kernel."""
    for n in (4, 512):
        data = np.full((n, 4), 0.5)
        topk_errors(data, data, [1], [0.5], data)
