"""The networks F_exp and F_lin on top of attention (superiority v1, Definitions C.2 and C.6, pp. 14-15).

    F(A1, A2, A3) = φ(Σ_{j0 in [n]} Σ_{l in [m]} φ_τ(⟨c_{j0}, y_l⟩)),  φ_τ(z) = max{z - τ, 0},  φ = φ_0,

for y (d, m) of signs with columns y_l. (C.6 prints y in R^{n×m}; its inner products need d rows.)
"""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np
from numba import prange
from numpy.typing import ArrayLike

from kernels.attention import PARALLEL_WORK, UNIT_ROUNDOFF, finite_matrix, linear_attention, softmax_attention
from kernels.blocks import Floats, compiled, compiled_parallel, maximum, padded, padded_copy, total
from kernels.products import COLUMNS, ROWS, Panels, add_product, fill_panels

TILE = 4 * ROWS  # rows of attention whose products with all signs are kept at a time


class NetworkOutput(NamedTuple):
    """What a network computes, and what decides whether that is positive.

    Attributes:
        value: F.
        largest: max over j0 and l of ⟨c_{j0}, y_l⟩; F > 0 exactly when it exceeds τ.
        rounding: bound on the error of ``largest`` made here, given c; when ``largest`` is no further than this from
            τ, float64 does not decide whether F > 0.
    """

    value: float
    largest: float
    rounding: float


def F_exp(A1: ArrayLike, A2: ArrayLike, A3: ArrayLike, QK: ArrayLike, V: ArrayLike, y: ArrayLike, tau: float) -> NetworkOutput:
    """F_exp of Definition C.6 (superiority v1, p. 15); shapes and errors as ``softmax_attention`` and ``network``."""
    return network(softmax_attention(A1, A2, A3, QK, V), y, tau)


def F_lin(A1: ArrayLike, A2: ArrayLike, A3: ArrayLike, QK: ArrayLike, V: ArrayLike, y: ArrayLike, tau: float) -> NetworkOutput:
    """F_lin of Definition C.2 (superiority v1, p. 14); shapes and errors as ``linear_attention`` and ``network``."""
    return network(linear_attention(A1, A2, A3, QK, V), y, tau)


def network(c: ArrayLike, y: ArrayLike, tau: float) -> NetworkOutput:
    """φ(Σ_{j0} Σ_l φ_τ(⟨c_{j0}, y_l⟩)) for rows c_{j0} of attention, without keeping the n × m inner products.

    Args:
        c: attention, shape (n, d).
        y: signs, shape (d, m), entries ±1.
        tau: threshold, finite.

    Raises:
        ValueError: a shape does not fit, c is not finite, y holds something else than ±1, or τ is not finite.
    """
    rows, signs = finite_matrix(c, "c"), finite_matrix(y, "y")
    n, d = rows.shape
    if len(signs) != d:
        raise ValueError(f"y must have a row for each of the d = {d} columns of c, its shape is {signs.shape}")
    if not (np.abs(signs) == 1).all():
        raise ValueError("y must hold signs: an entry is neither 1 nor -1")
    if not np.isfinite(tau):
        raise ValueError(f"tau must be finite, not {tau}")
    m = signs.shape[1]
    tiles = -(-n // TILE)
    padded_c, panels = padded_copy(rows, padded(n, ROWS), d), np.empty((-(-m // COLUMNS), d, COLUMNS))
    fill_panels(panels, signs)
    sums, largest = np.empty(tiles), np.empty(tiles)
    if n * d * m < PARALLEL_WORK:
        _network_tiles(padded_c, panels, m, float(tau), n, sums, largest)
    else:
        with numba.parallel_chunksize(1):
            _network_tiles_parallel(padded_c, panels, m, float(tau), n, sums, largest)
    rounding = 1.01 * d * UNIT_ROUNDOFF * float(np.abs(rows).sum(axis=1).max())
    return NetworkOutput(max(total(sums), 0.0), float(largest.max()), rounding)


@compiled
def _network_tile(c: Floats, y: Panels, m: int, tau: float, n: int) -> tuple[float, float]:
    """Sum of φ_τ and largest inner product of the first n rows with the first m columns."""
    products = np.zeros((len(c), len(y) * COLUMNS))
    add_product(products, c, y)
    result, largest = 0.0, -np.inf
    for i in range(min(n, len(c))):
        row = products[i, :m]
        largest = max(largest, maximum(row))
        for j in range(m):
            row[j] = max(row[j] - tau, 0.0)
        result += total(row)
    return result, largest


@compiled
def _network_tiles(c: Floats, y: Panels, m: int, tau: float, n: int, sums: Floats, largest: Floats) -> None:
    for tile in range(len(sums)):
        part = c[tile * TILE : min((tile + 1) * TILE, len(c))]
        sums[tile], largest[tile] = _network_tile(part, y, m, tau, n - tile * TILE)


@compiled_parallel
def _network_tiles_parallel(c: Floats, y: Panels, m: int, tau: float, n: int, sums: Floats, largest: Floats) -> None:
    for tile in prange(len(sums)):
        part = c[tile * TILE : min((tile + 1) * TILE, len(c))]
        sums[tile], largest[tile] = _network_tile(part, y, m, tau, n - tile * TILE)


def warm_up() -> None:
    """Compile the serial and the parallel kernel."""
    for n in (4, 2 * PARALLEL_WORK // 64):
        network(np.full((n, 4), 0.5), np.ones((4, 16)), 0.5)
