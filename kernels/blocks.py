"""What the attention kernels are made of beside products: maximum, exponential and sum of a row, and padding.

Every function here adds in an order that depends only on the shapes, so equal columns give bitwise equal results
wherever they stand, and nothing depends on the number of threads.
"""

from collections.abc import Callable
from types import FunctionType
from typing import Concatenate, ParamSpec, TypeVar, cast

import numpy as np
from numba import njit, parallel_chunksize
from numpy.typing import NDArray

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Floats = NDArray[np.float64]

LOG2_E = 1.4426950408889634
SMALLEST_EXPONENT = -1022.0  # below it 2^x is no normal float64: it counts as zero
ROUND = 6755399441055744.0  # 1.5 · 2^52: adding it leaves the nearest integer in the low bits
ONE_BITS = np.int64(1023) << np.int64(52)  # the bits of 1.0
INFINITY_BITS = np.int64(0x7FF0_0000_0000_0000)  # the exponent of infinity and nan, and of nothing else
MAGNITUDE = np.int64(0x7FFF_FFFF_FFFF_FFFF)


def compiled(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Serial kernel: fused multiply-add allowed, nothing else that would touch inf or nan; IEEE division."""
    return cast(
        Callable[Parameters, Result],
        njit(cache=True, error_model="numpy", fastmath={"contract"})(function),
    )


def compiled_parallel(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """The same for an outermost loop over tiles."""
    return cast(
        Callable[Parameters, Result],
        njit(cache=True, parallel=True, error_model="numpy", fastmath={"contract"})(function),
    )


def tiled(function: Callable[Parameters, None]) -> Callable[Concatenate[bool, Parameters], None]:
    """An outermost loop over tiles, compiled twice: a first argument says whether the work pays a parallel launch."""
    twin = FunctionType(function.__code__, function.__globals__, f"{function.__name__}_parallel")
    twin.__qualname__ = twin.__name__  # Numba keeps what it compiles under this name
    serial, parallel = compiled(function), compiled_parallel(twin)

    def run(pays: bool, *arguments: Parameters.args, **named: Parameters.kwargs) -> None:
        if not pays:
            return serial(*arguments, **named)
        with parallel_chunksize(1):
            return parallel(*arguments, **named)

    return run


def compiled_sum(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """For a single reduction: its terms may be added in vector lanes, an order fixed when it is compiled."""
    return cast(
        Callable[Parameters, Result],
        njit(cache=True, error_model="numpy", fastmath={"contract", "reassoc", "nsz"})(function),
    )


def padded(size: int, multiple: int) -> int:
    """The smallest multiple that is not below size."""
    return -(-size // multiple) * multiple


def padded_copy(matrix: Floats, rows: int, columns: int) -> Floats:
    """A copy of the matrix, shape (rows, columns), with zeros below and to the right."""
    result = np.zeros((rows, columns))
    result[: matrix.shape[0], : matrix.shape[1]] = matrix
    return result


@compiled
def maximum(row: Floats) -> float:
    """Largest entry of a row without nan. Taken over the order-preserving integer image: that loop vectorises."""
    bits = row.view(np.int64)
    largest = np.int64(-0x8000_0000_0000_0000)
    for j in range(bits.size):
        image = bits[j] ^ ((bits[j] >> np.int64(63)) & MAGNITUDE)
        largest = max(largest, image)
    return np.int64(largest ^ ((largest >> np.int64(63)) & MAGNITUDE)).view(np.float64)


@compiled
def exp2_of(x: float) -> float:
    """2^x for x ≤ 1023, within one unit in the last place; zero where 2^x would be subnormal, nan for nan.

    2^x = 2^k · 2^r with |r| ≤ 1/2; the polynomial is the Chebyshev fit of degree 11 to 2^r (``mpmath.chebyfit`` at
    60 digits, error 3e-18) with constant term exactly 1. No branch and no call: loops over it vectorise.
    """
    shifted = x + ROUND
    r = x - (shifted - ROUND)
    y = 4.4558179083360645e-10
    y = y * r + 7.074194297288521e-09
    y = y * r + 1.0178057087733941e-07
    y = y * r + 1.3215432535912375e-06
    y = y * r + 1.5252733841556773e-05
    y = y * r + 0.00015403530463724353
    y = y * r + 0.001333355814640647
    y = y * r + 0.009618129107587256
    y = y * r + 0.055504108664821625
    y = y * r + 0.24022650695910158
    y = y * r + 0.6931471805599453
    y = y * r + 1.0
    power = np.int64((np.float64(shifted).view(np.int64) << np.int64(52)) + ONE_BITS).view(np.float64)
    return 0.0 if x < SMALLEST_EXPONENT else y * power


@compiled_sum
def exp2_shifted_total(row: Floats, shift: float) -> float:
    """Row entries x become 2^(x - shift), in place; their sum, added in vector lanes."""
    result = 0.0
    for j in range(row.size):
        weight = exp2_of(row[j] - shift)
        row[j] = weight
        result += weight
    return result


@compiled
def exceeds(row: Floats, bound: float) -> bool:
    """Whether an entry is larger than the bound. Counting them all takes less than stopping at the first."""
    count = 0
    for j in range(row.size):
        count += row[j] > bound
    return count > 0


@compiled
def all_finite(array: Floats) -> bool:
    """Whether no entry of a contiguous array is infinite or nan. Asked of the bits: that loop vectorises."""
    bits = array.ravel().view(np.int64)
    wrong = 0
    for j in range(bits.size):
        wrong += (bits[j] & INFINITY_BITS) == INFINITY_BITS
    return wrong == 0


@compiled_sum
def total(row: Floats) -> float:
    """Sum of a row, added in vector lanes."""
    result = 0.0
    for j in range(row.size):
        result += row[j]
    return result
