"""How large the error of top-k attention is at least: its Frobenius norm and its row sums, on |S_ij| ≤ m.

A row drops the mass 1 - D_spar/D ≥ (n-k) e^{-2m}/n. Its errors add up to -mass inside the window and to mass outside it.
"""

from theorems.kernel.scripts import by, only
from theorems.sparse.row_entries import *


def off(r: Expr, l: Expr) -> Expr:
    """An entry of the error."""
    return P[r, l] - P_hat[r, l]


def squared_row(r: Expr) -> Expr:
    """The squared l2 norm of a row of the error."""
    return Sum(l, columns, off(r, l) ** 2)


FROBENIUS_IS = Definition(
    "‖P - P̂‖_F = √(Σ (P_ij - P̂_ij)²)", (), Norm(error, "F") == sqrt(Sum(r, columns, squared_row(r))), of=DROPPING
)
ROW_SUM_IS = Definition(
    "the maximal row sum of |P_ij - P̂_ij|",
    (),
    Norm(error, "row sum") == Largest(r, columns, Sum(l, columns, abs(off(r, l)))),
    of=ATTENTION,
)

SPECTRAL_NORM = indexed(
    "‖E‖_2 ≥ ‖E x‖ for the unit vectors x",
    (l,),
    (Norm(error, "2") >= 0) & (Sum(r, columns, off(r, l) ** 2) <= Norm(error, "2") ** 2),
    DROPPING,
)


def mass(r: Expr) -> Expr:
    """What a row drops."""
    return 1 - D_spar[r, r] / D[r, r]


def least_mass(m: Expr) -> Expr:
    """That of k scores m and n - k scores -m."""
    return (n - k) / (n - k + k * exp(2 * m))


@auxiliary(lambda m, r: (D[r, r] > 0) & (D_spar[r, r] > 0) & (mass(r) >= least_mass(m)))
def dropped_mass(m: Expr, r: Expr) -> None:
    """n - k dropped entries are at least e^-m, k kept ones at most e^m."""
    low, high, whole, sparse = (n - k) * exp(-m), k * exp(m), D[r, r], D_spar[r, r]
    obtain(low_sum(m, r), low_sparse_sum(m, r), high_sparse_sum(m, r))
    have(whole > 0, only(n >= 1, n * exp(-m) <= whole))
    have(sparse > 0, only(k >= 1, k * exp(-m) <= sparse))
    term = exp(-m) * (1 - kept(r, l)) <= A[r, l] - A_spar[r, l]
    have(ForAll(l, columns, term), by(*low_score(m, l, r), A_IS(r, l), A_SPAR_IS(r, l), in_or_out(l, r)))
    in_order = SUM_ORDER(lambda l: exp(-m) * (1 - kept(r, l)), lambda l: A[r, l] - A_spar[r, l], l, columns)
    outside = (
        SUM_FACTOR(exp(-m), lambda l: 1 - kept(r, l), l, columns),
        SUM_OF_DIFFERENCES(lambda l: 1, lambda l: kept(r, l), l, columns),
    )
    difference = SUM_OF_DIFFERENCES(lambda l: A[r, l], lambda l: A_spar[r, l], l, columns)
    have(low <= whole - sparse, in_order, *outside, difference, LENGTH(l), WINDOW_SIZE(r, l), D_IS(r), D_SPAR_IS(r, l))
    have(low * whole <= (low + high) * (whole - sparse))
    calc(mass(r)).eq((whole - sparse) / whole).ge(low / (low + high)).eq(least_mass(m))


# -- the largest entry of a row and its sum ----------------------------------------------------------------------------------


def gain(r: Expr, l: Expr) -> Expr:
    """By how much a kept entry is too large, 0 outside the window."""
    return kept(r, l) * (P_hat[r, l] - P[r, l])


of_the_window = INDICATOR_SQUARED(l.isin(window(r)))  # what is kept is its own square


@auxiliary(lambda m: Sum(l, columns, gain(i, l)) >= least_mass(m))
def least_gain(m: Expr) -> None:
    """The kept entries are too large by the dropped mass."""
    rate = 1 / D_spar[i, i] - 1 / D[i, i]
    obtain(dropped_mass(m, i))
    by_definition = by(P_IS(i, l), P_HAT_IS(i, l), A_SPAR_IS(i, l), INDICATOR_SQUARED(l.isin(window(i))))
    have(ForAll(l, columns, gain(i, l) == rate * A_spar[i, l]), by_definition)
    sums = SUM_MULTIPLE(lambda l: gain(i, l), rate, lambda l: A_spar[i, l], l, columns)
    calc(Sum(l, columns, gain(i, l))).eq(mass(i), sums, D_SPAR_IS(i, l)).ge(least_mass(m))


@auxiliary(lambda m: Norm(error, "row sum") >= least_mass(m))
def least_row_sum(m: Expr) -> None:
    """The absolute values add up to no less."""
    obtain(least_gain(m))
    have(ForAll(l, columns, gain(i, l) <= abs(off(i, l))), by(ABS_ABOVE(off(i, l)), in_or_out(l, i)))
    in_order = SUM_ORDER(lambda l: gain(i, l), lambda l: abs(off(i, l)), l, columns)
    hence(in_order, LARGEST_ABOVE(lambda r: Sum(l, columns, abs(off(r, l))), r, columns, i))


@auxiliary(lambda m: k * Norm(error, "∞") >= least_mass(m))
def least_entry(m: Expr) -> None:
    """k entries share the mass."""
    size = Norm(error, "∞")
    obtain(least_gain(m))
    with proving(ForAll(l, columns, gain(i, l) <= size * kept(i, l))):
        in_row = LARGEST_ABOVE(lambda t: abs(P[i, t] - P_hat[i, t]), t, columns, l)
        of_rows = LARGEST_ABOVE(lambda r: Largest(t, columns, abs(P[r, t] - P_hat[r, t])), r, columns, i)
        have(P_hat[i, l] - P[i, l] <= size, in_row, of_rows, ABS_ABOVE)
        hence(in_or_out(l, i))
    hence(SUM_ORDER(lambda l: gain(i, l), lambda l: size * kept(i, l), l, columns), SUM_FACTOR)


# -- the Frobenius norm ------------------------------------------------------------------------------------------------------


def weight(r: Expr, l: Expr) -> Expr:
    """The weights of a row add up to 0."""
    return k / n - kept(r, l)


squared_errors = Sum(r, columns, squared_row(r))
weighted, weights = Sum(l, columns, off(r, l) * weight(r, l)), Sum(l, columns, weight(r, l) ** 2)


@auxiliary(weighted == mass(r))
def weighted_errors() -> None:
    """Outside the window an error is an entry of P, inside it is one less an entry of P̂."""
    of_all, of_kept = k / n / D[r, r], (1 - k / n) / D_spar[r, r] - 1 / D[r, r]
    by_definition = by(P_IS(r, l), P_HAT_IS(r, l), A_SPAR_IS(r, l), of_the_window)
    have(ForAll(l, columns, off(r, l) * weight(r, l) == of_all * A[r, l] + of_kept * A_spar[r, l]), by_definition)
    added = SUM_LINEAR(
        lambda l: off(r, l) * weight(r, l), lambda l: A[r, l], lambda l: A_spar[r, l], of_all, of_kept, l, columns
    )
    hence(added, D_IS(r), D_SPAR_IS(r, l))


@auxiliary(weights == k * (n - k) / n)
def squared_weights() -> None:
    """k of them are k/n - 1, the others k/n."""
    have(ForAll(l, columns, weight(r, l) ** 2 == (k / n) ** 2 * 1 + (1 - 2 * k / n) * kept(r, l)), by(of_the_window))
    added = SUM_LINEAR(lambda l: weight(r, l) ** 2, lambda l: 1, lambda l: kept(r, l), (k / n) ** 2, 1 - 2 * k / n, l, columns)
    hence(added, LENGTH(l), WINDOW_SIZE(r, l))


@auxiliary(lambda m: ForAll(r, columns, n * least_mass(m) ** 2 <= k * (n - k) * squared_row(r)))
def least_squares(m: Expr) -> None:
    """By Cauchy-Schwarz, with equality for equal scores."""
    obtain(dropped_mass(m, r), weighted_errors, squared_weights)
    have(least_mass(m) ** 2 <= mass(r) ** 2, only(SQUARE_GROWS(least_mass(m), mass(r))))
    have(n * least_mass(m) ** 2 <= n * mass(r) ** 2, only(FACTOR_KEEPS_ORDER(least_mass(m) ** 2, mass(r) ** 2, n)))
    by_cauchy_schwarz = CAUCHY_SCHWARZ(lambda l: off(r, l), lambda l: weight(r, l), l, columns)
    calc(n * least_mass(m) ** 2).le(n * mass(r) ** 2).le(k * (n - k) * squared_row(r), by_cauchy_schwarz)


@auxiliary(lambda m, low, root: Norm(error, "F") >= low)
def frobenius_at_least(m: Expr, low: Expr, root: bool) -> None:
    """n rows of least squares, where low² k (n-k) ≤ n² mass² of the least mass, and k < n.

    root: low is a root itself: the factor cancels by sight, and that low is at most a root has to be said
    """
    rest = k * (n - k)
    in_each_row = SUM_ABOVE_COUNT(lambda r: rest * squared_row(r), n * least_mass(m) ** 2, r, columns)
    have(
        n * (n * least_mass(m) ** 2) <= rest * squared_errors, in_each_row, SUM_FACTOR(rest, squared_row, r, columns), LENGTH(r)
    )
    calc(rest * low**2).le(n * (n * least_mass(m) ** 2)).le(rest * squared_errors)
    have(low**2 <= squared_errors, *(() if root else (FACTOR_CANCELS(low**2, squared_errors, rest),)))
    hence(FROBENIUS_IS(), *((ROOT_ABOVE(squared_errors, low),) if root else ()))


@auxiliary(ForAll(r, columns, squared_row(r) >= 0) & (squared_errors >= 0))
def no_square_below_zero() -> None:
    """Sums of squares."""
    have(ForAll(r, columns, squared_row(r) >= 0), by(SUM_NONNEGATIVE(lambda l: off(r, l) ** 2, l, columns)))


@auxiliary(lambda least: Norm(error, "2") >= least / sqrt(n))
def spectral_at_least(least: Expr) -> None:
    """The spectral norm is at least the Frobenius norm over √n; least is what the latter is known to be at least."""
    size = Norm(error, "2")

    def column(l: Expr) -> Expr:
        return Sum(r, columns, off(r, l) ** 2)

    have(least**2 <= squared_errors, FROBENIUS_IS())
    (
        calc(squared_errors)
        .eq(Sum(l, columns, column(l)), SUM_SWAP(lambda r, l: off(r, l) ** 2, r, columns, l, columns))
        .le(n * size**2, SUM_BELOW_COUNT(column, size**2, l, columns), LENGTH(l))
    )
    hence(SPECTRAL_NORM(j))


@auxiliary(lambda m: ForAll(r, columns, squared_row(r) >= 0) & ForAll(r, columns, squared_row(r) <= 2 * exp(2 * m) / k))
def largest_squares(m: Expr) -> None:
    """No entry of P or of P̂ exceeds e^{2m}/k, and each of their rows adds up to 1."""
    most, exact, sparse = exp(2 * m) / k, 1 / D[r, r] * A[r, l], 1 / D_spar[r, r] * A_spar[r, l]
    obtain(no_square_below_zero, low_sum(m, r), low_sparse_sum(m, r))
    have(D_spar[r, r] > 0, only(k >= 1, k * exp(-m) <= D_spar[r, r]))
    have(ForAll(l, columns, P[r, l] + P_hat[r, l] == exact + sparse), by(P_IS(r, l), P_HAT_IS(r, l)))
    with proving(ForAll(l, columns, off(r, l) ** 2 <= most * (P[r, l] + P_hat[r, l]))):
        small = (P[r, l] >= 0) & (P[r, l] <= most) & (P_hat[r, l] >= 0) & (P_hat[r, l] <= most)
        obtain(high_entry(m, r, l), sparse_entry(r, l))
        calc(P[r, l]).eq(exact, P_IS(r, l)).ge(0)
        calc(P[r, l]).eq(exact, P_IS(r, l)).le(exp(m) / D[r, r]).le(exp(m) / (n * exp(-m))).le(most)
        calc(P_hat[r, l]).eq(sparse, P_HAT_IS(r, l)).ge(0)
        calc(P_hat[r, l]).eq(sparse, P_HAT_IS(r, l)).le(exp(m) / D_spar[r, r]).le(exp(m) / (k * exp(-m))).eq(most)
        hence(only(k >= 1, small))
    both = SUM_LINEAR(
        lambda l: P[r, l] + P_hat[r, l], lambda l: A[r, l], lambda l: A_spar[r, l], 1 / D[r, r], 1 / D_spar[r, r], l, columns
    )
    in_order = SUM_ORDER(lambda l: off(r, l) ** 2, lambda l: most * (P[r, l] + P_hat[r, l]), l, columns)
    have(D[r, r] > 0, only(n >= 1, n * exp(-m) <= D[r, r]))
    (
        calc(squared_row(r))
        .le(Sum(l, columns, most * (P[r, l] + P_hat[r, l])), in_order)
        .eq(most * Sum(l, columns, P[r, l] + P_hat[r, l]), SUM_FACTOR(most, lambda l: P[r, l] + P_hat[r, l], l, columns))
        .eq(2 * most, both, D_IS(r), D_SPAR_IS(r, l))
    )
