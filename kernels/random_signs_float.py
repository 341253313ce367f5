"""The law of linear forms in random signs in float64, vectorised over many sizes: for curves, never for a verdict.

The same sums as in ``kernels.random_signs``. A curve is good to about 1e-10 relative up to 10^9 signs, except at the
points marked ``doubtful``, where a threshold falls so close to a value of the form that rounding decides: ask the balls
there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betainc

Floats = NDArray[np.float64]
ROUNDING = 1e-12


@dataclass(frozen=True)
class FloatProbabilities:
    """Probabilities and their complements, shape (N,); ``doubtful`` where rounding may have decided a tie."""

    value: Floats
    complement: Floats
    doubtful: NDArray[np.bool_]

    def swapped(self) -> FloatProbabilities:
        """The complementary events."""
        return FloatProbabilities(self.complement, self.value, self.doubtful)

    def repeated(self, m: ArrayLike) -> FloatProbabilities:
        """The event in each of m independent columns; m broadcasts against (N,)."""
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = np.where(self.complement < 0.5, np.log1p(-self.complement), np.log(self.value))
            power = np.where(np.asarray(m) == 0, 0.0, np.asarray(m) * logs)
        return FloatProbabilities(np.exp(power), -np.expm1(power), self.doubtful)


def below(
    counts: Sequence[ArrayLike],
    coefficients: Sequence[Sequence[ArrayLike]],
    thresholds: Sequence[ArrayLike],
    strict: bool = False,
    spreads: Sequence[Sequence[ArrayLike]] | None = None,
) -> FloatProbabilities:
    """Pr[row r of the form is <= its threshold (< when strict) for all rows r], at each of N sizes.

    Args:
        counts: signs per group; the last entry, the large group, may have shape (N,), the others are plain integers.
        coefficients: ``coefficients[g][r]``, each a number or of shape (N,).
        thresholds: one for each row, a number or of shape (N,).
        spreads: like ``coefficients``, see :class:`kernels.random_signs.Group`.
    """
    *small, large = counts
    small_counts = [int(np.asarray(count)) for count in small]
    given = [large, *(x for group in coefficients for x in group), *thresholds]
    N = np.broadcast_shapes((1,), *(np.shape(x) for x in given))
    k = np.broadcast_to(np.asarray(large, dtype=np.float64), N)
    rows = len(thresholds)
    if spreads is None:
        spreads = [[0.0] * rows for _ in counts]
    c = np.array([[np.broadcast_to(np.asarray(x, dtype=np.float64), N) for x in group] for group in coefficients])
    spread = np.array([[np.broadcast_to(np.asarray(x, dtype=np.float64), N) for x in group] for group in spreads])
    tau = np.array([np.broadcast_to(np.asarray(x, dtype=np.float64), N) for x in thresholds])

    # A family over the members of an empty group has no rows.
    members = [np.asarray(count, dtype=np.float64) for count in counts]
    missing = np.array([np.broadcast_to(n == 0, N) for n in members])[:, None] & (spread != 0)
    absent = missing.any(axis=0)

    doubtful, zero = np.zeros(N, dtype=bool), np.zeros(N)
    weights: list[float] = []
    ranges: list[tuple[Floats, Floats]] = []  # of the large group's pluses: one inside the event, two outside
    cells = [(zero, k)] if not spread[-1].any() else [(zero, zero), (zero + 1, k - 1), (np.maximum(k, 1), k)]
    for pluses in product(*(range(count + 1) for count in small_counts)):
        weight = math.prod(math.comb(count, u) for count, u in zip(small_counts, pluses, strict=True))
        weight /= 2 ** sum(small_counts)
        left, size = tau.copy(), np.abs(tau)
        for g, (count, u) in enumerate(zip(small_counts, pluses, strict=True)):
            for term in (c[g] * (2 * u - count), _largest(np.float64(count), np.float64(u), spread[g])):
                left, size = left - term, size + np.abs(term)
        for cell_low, cell_high in cells:
            low, high = cell_low.copy(), cell_high.copy()
            extra = _largest(k, cell_low, spread[-1])
            for r in range(rows):
                right, added = left[r] - extra[r], size[r] + np.abs(extra[r])
                row_low, row_high, near = _half_line(c[-1, r], right, added, strict, k)
                low = np.where(absent[r], low, np.maximum(low, row_low))
                high = np.where(absent[r], high, np.minimum(high, row_high))
                doubtful |= near & ~absent[r]
            empty = low > high
            weights.append(weight)
            ranges += [
                (low, high),
                (cell_low, np.where(empty, cell_high, low - 1)),
                (np.where(empty, cell_high, high) + 1, cell_high),
            ]
    lows, highs = (np.array(ends).reshape(-1, 3, *N) for ends in zip(*ranges, strict=True))
    inside_of, below_of, above_of = np.einsum("c,cr...->r...", weights, _between(np.broadcast_to(k, lows.shape), lows, highs))
    return FloatProbabilities(inside_of, below_of + above_of, doubtful)


def tail(
    counts: Sequence[ArrayLike], coefficients: Sequence[ArrayLike], threshold: ArrayLike, strict: bool = True
) -> FloatProbabilities:
    """Pr[⟨c,σ⟩ > threshold] (strict) or >= threshold, with ``coefficients[g]`` for group g."""
    return below(counts, [[c] for c in coefficients], [threshold], not strict).swapped()


def inside(
    counts: Sequence[ArrayLike], coefficients: Sequence[ArrayLike], threshold: ArrayLike, strict: bool = True
) -> FloatProbabilities:
    """Pr[|⟨c,σ⟩| < threshold] (strict) or <= threshold, with ``coefficients[g]`` for group g."""
    both = [[c, -np.asarray(c)] for c in coefficients]
    return below(counts, both, [threshold, threshold], strict)


def _largest(count: Floats | np.float64, pluses: Floats | np.float64, spread: Floats) -> Floats:
    """The maximum of ``spread · σ_i`` over a group that has ``pluses`` pluses."""
    constant = np.where(pluses == 0, -spread, spread)
    return np.where((pluses > 0) & (pluses < count), np.abs(spread), constant)


def _half_line(c: Floats, right: Floats, size: Floats, strict: bool, k: Floats) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Bounds for the u with c (2u - k) <= right, and where they are in doubt; ``size`` adds up what ``right`` has."""
    with np.errstate(divide="ignore", invalid="ignore"):
        cut = (right / c + k) / 2
        near = np.abs(cut - np.round(cut)) <= ROUNDING * (size / np.abs(c) + k + 1)
    up_to = np.ceil(cut) - 1 if strict else np.floor(cut)
    down_to = np.floor(cut) + 1 if strict else np.ceil(cut)
    flat = c == 0
    holds = right > 0 if strict else right >= 0
    low = np.where(flat, np.where(holds, 0, k + 1), np.where(c > 0, 0, down_to))
    high = np.where(flat, k, np.where(c > 0, up_to, k))
    # A cut beyond all values of the form cannot be in doubt.
    near &= (cut > -1) & (cut < k + 1)
    return low, high, np.where(flat, (size > 0) & (np.abs(right) <= ROUNDING * size), near)


def _between(k: Floats, low: Floats, high: Floats) -> Floats:
    """Pr[low <= U <= high] for U ~ Bin(k, 1/2), elementwise.

    Differences of the smaller tails, so that nothing is lost far from the mean: Pr[U >= u] = Pr[U <= k - u].
    """
    upper, lower = 2 * low > k, 2 * high < k
    first = np.where(upper, k - low, np.where(lower, high, low - 1))
    second = np.where(lower, low - 1, k - high - 1)
    tails = _at_most(k, np.where(low > high, -1.0, np.array([first, second])))
    return np.where(upper | lower | (low > high), tails[0] - tails[1], 1 - tails[0] - tails[1])


def _at_most(k: Floats, u: Floats) -> Floats:
    """Pr[U <= u] for U ~ Bin(k, 1/2) and integers u; asked of the incomplete beta function only where it is not 0 or 1."""
    result = np.where(u >= k, 1.0, 0.0)
    asked = (u >= 0) & (u < k)
    u, k = u[asked], np.broadcast_to(k, asked.shape)[asked]
    result[asked] = betainc(k - u, u + 1, 0.5)
    return result
