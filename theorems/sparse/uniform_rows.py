"""W = 0: every row of P is 1/n, of P̂ 1/k on its window. The errors in closed form, for k in [n].

In the entrywise maximum a kept entry is off by 1/k - 1/n and a dropped one by 1/n: for k < n the larger of the two, for k = n
nothing is dropped and the error is 0.
"""

from collections.abc import Callable

from kernels.arithmetic import Arithmetic, Number


def uniform_maximum(arithmetic: Arithmetic, n: Number, k: Number) -> Number:
    """max(1/k - 1/n, 1/n) for k < n, 0 for k = n."""
    return n - k if k == n else arithmetic.maximum(1 / k - 1 / n, 1 / n)


def uniform_frobenius(arithmetic: Arithmetic, n: Number, k: Number) -> Number:
    """√(n/k - 1); the spectral norm is the same when ties are broken alike in every row."""
    return arithmetic.sqrt(n / k - 1)


def uniform_row_sum(arithmetic: Arithmetic, n: Number, k: Number) -> Number:
    """2(1 - k/n)."""
    return 2 * (1 - k / n)


def uniform_root_mean(arithmetic: Arithmetic, n: Number, k: Number) -> Number:
    """√(1/k - 1/n), the l2 norm of a row."""
    return arithmetic.sqrt(1 / k - 1 / n)


MAXIMUM, FROBENIUS, ROW_SUM, ROOT_MEAN = "entrywise maximum", "Frobenius", "maximal row sum", "Frobenius/√n"
UNIFORM_ERRORS: dict[str, Callable[[Arithmetic, Number, Number], Number]] = {
    MAXIMUM: uniform_maximum,
    FROBENIUS: uniform_frobenius,
    ROW_SUM: uniform_row_sum,
    ROOT_MEAN: uniform_root_mean,
}
