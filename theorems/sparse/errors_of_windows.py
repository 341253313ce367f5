"""Errors of constant and of adaptive windows for W = 0, averaged over a dataset: the data of Proposition 7.2."""

from theorems.sparse.dataset_windows import *
from theorems.sparse.uniform_rows import FROBENIUS, MAXIMUM, ROOT_MEAN, ROW_SUM
from theorems.sparse.window_costs import dataset, lengths, overall, positive_numbers, unit_interval

i, j, n, N, k0, alpha, c, k, q, P, P_hat = symbols("i j n N k0 alpha c k q P P̂")
some_input = Symbol("some input")


def mean_errors(norm: str) -> TrivialRange:
    """The trivial range of a mean error: from nothing dropped to windows 1, whose error no windows exceed."""
    said = f"0 ≤ mean error ≤ that of windows 1 (W = 0; {norm})"
    return TrivialRange(said, 0, lambda x: x.mean_error(norm, tuple(1 for _ in x.lengths)))


KINDS: dict[str, Callable[[Expr, Expr], Expr]] = {
    MAXIMUM: lambda D, i: Norm(D, "∞"),
    FROBENIUS: lambda D, i: Norm(D, "F"),
    ROW_SUM: lambda D, i: Norm(D, "row sum"),
    ROOT_MEAN: lambda D, i: Norm(D, "F") / sqrt(n[i]),
}


def error_of(norm: str, window: Expr, i: Expr = i) -> Expr:
    """‖P - P̂‖ of the i-th input with this window."""
    return KINDS[norm](P[i] - P_hat[i](window), i)


def mean(norm: str, window: Expr) -> Expr:
    """The error averaged over the inputs."""
    return overall(error_of(norm, window)) / N


def some_adaptive(claim: Claim) -> Claim:
    """Of the windows k_i = α n_i^C."""
    return Exists(alpha, positive_numbers, Exists(c, unit_interval, claim))


def _of_norm(norm: str) -> dict[Node, Supply]:
    """Errors with the constant window, and with the windows that an instance names."""
    return {
        error_of(norm, k0): lambda x, i: x.error(norm, i, x.k0),
        error_of(norm, k[i]): lambda x, i: x.error(norm, i, x.windows[i]),
    }


def keys(i: Expr) -> Expr:
    """Of an input, ⌈α n^C⌉: it counts keys."""
    return ceil(alpha * n[i] ** c)


def adaptive_error(i: Expr) -> Expr:
    return error_of(MAXIMUM, keys(i), i)


adaptive_window = keys(i)
cheaper = overall(n[i] * adaptive_window) <= k0 * lengths
longest = Largest(j, dataset, n[j])


def whole(i: Expr) -> Expr:
    """The error of the witness of Proposition 7.2: a window of at least n keeps every key."""
    return error_of(MAXIMUM, ceil(longest * n[i] ** Q(1, 2)), i)


def _whole_row(x: Windows, i: int) -> Number:
    """The error of one input with the window ⌈max n_j √n_i⌉, which leaves out no key."""
    longest, n = max(x.lengths), x.lengths[i]
    return x.error(MAXIMUM, i, min(n, isqrt(longest**2 * n - 1) + 1))


ERRORS: dict[Node, Supply] = {
    dataset: lambda x: range(len(x.lengths)),
    N: lambda x: len(x.lengths),
    n[i]: lambda x, i: x.lengths[i],
    k[i]: lambda x, i: x.windows[i],
    whole(i): _whole_row,
    **{error: supply for norm in KINDS for error, supply in _of_norm(norm).items()},
}
_BUILT = (N >= 1, some_input.isin(dataset))
UNIFORM_DATASETS, UNIFORM_WINDOWS = (Computed(points, ERRORS, ranges=_BUILT) for points in (FEW_LENGTHS, WITH_WINDOWS))
KEEPS_ALL = Definition(
    "nothing is dropped where the window is at least n",
    (i,),
    whole(i) == 0,
    (i.isin(dataset),),
    of=Computed(FEW_LENGTHS, ERRORS | {whole(expr(0)): lambda x: _whole_row(x, 0)}),
    at=((expr(0),),),
)

FIRST_ERRORS: dict[Node, Supply] = {}
for _norm in KINDS:
    FIRST_ERRORS[error_of(_norm, k0, expr(0))] = lambda x, norm=_norm: x.error(norm, 0, x.k0)
    FIRST_ERRORS[error_of(_norm, k[expr(0)], expr(0))] = lambda x, norm=_norm: x.error(norm, 0, x.windows[0])
NO_NORM_BELOW_0 = Definition(
    "a norm is not negative",
    (q, i),
    error_of(MAXIMUM, q) >= 0,
    (i.isin(dataset),),
    of=Computed(FEW_LENGTHS, ERRORS | FIRST_ERRORS),
    at=((k0, expr(0)),),
)
CLOSED: dict[str, Callable[[Expr], Expr]] = {  # of W = 0, for windows k ≤ n
    FROBENIUS: lambda k: sqrt(n[i] / k - 1),
    ROW_SUM: lambda k: 2 * (1 - k / n[i]),
    ROOT_MEAN: lambda k: sqrt(n[i] / k - 1) / sqrt(n[i]),
}
DROPPED_SOMEWHERE = Computed(
    replace(WITH_WINDOWS, name="lengths and windows, k_i < n_i").where(
        HALF_OF_EACH,
        Condition(
            words="k_i < n_i",
            check=lambda x: all(k < n for k, n in zip(lengths_of(str(x.windows)), lengths_at(x), strict=True)),
        ),
    ),
    ERRORS | FIRST_ERRORS,
)  # balls take no root of an error that is 0


def closed(norm: str) -> Definition:
    """The errors of W = 0: every row of P is 1/n, of P̂ 1/k on its window."""
    if norm == MAXIMUM:
        claim = (1 / k[i] - 1 / n[i] <= error_of(norm, k[i])) & (error_of(norm, k0) == largest(1 / k0 - 1 / n[i], 1 / n[i]))
    else:
        claim = And(tuple(error_of(norm, window) == CLOSED[norm](window) for window in (k[i], k0)))
    return Definition(
        f"every row of P is 1/n_i, of P̂ 1/k on its window ({norm})",
        (i,),
        claim,
        (i.isin(dataset), 2 * k0 <= n[i]),
        of=DROPPED_SOMEWHERE,
        at=((expr(0),),),
    )
