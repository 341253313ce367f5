"""How large the error of top-k attention is at least: its Frobenius norm and its row sums, on |S_ij| ≤ m.

A row drops the mass 1 - D_spar/D ≥ (n-k) e^{-2m}/n. Its errors add up to -mass inside the window and to mass outside it.
"""

from __future__ import annotations

from theorems.kernel.facts import Definition, Fact
from theorems.kernel.scripts import Script, by, each, only
from theorems.kernel.scripts import calc as linked
from theorems.provers.large_sizes import FromSomeSizeOn
from theorems.sparse.attention import *
from theorems.sparse.lemma import *
from theorems.sparse.row_entries import *
from theorems.sparse.small_scores import below_power, from_some_size_on
from theorems.textbook import *


def off(r: Expr, l: Expr) -> Expr:
    """An entry of the error."""
    return P[r, l] - P_hat[r, l]


def squares(r: Expr) -> Expr:
    """The squared l2 norm of a row of the error."""
    return Sum(l, columns, off(r, l) ** 2)


FROBENIUS_IS = Definition(
    "‖P - P̂‖_F = √(Σ (P_ij - P̂_ij)²)", (), Norm(error, "F") == sqrt(Sum(r, columns, squares(r))), of=DROPPING, at=((),)
)
ROW_SUM_IS = Definition(
    "the maximal row sum of |P_ij - P̂_ij|",
    (),
    Norm(error, "row sum") == Largest(r, columns, Sum(l, columns, abs(off(r, l)))),
    of=ATTENTION,
    at=((),),
)

SPECTRAL_NORM = Definition(
    "‖E‖_2 ≥ ‖E x‖ for the unit vectors x",
    (l,),
    (Norm(error, "2") >= 0) & (Sum(r, columns, off(r, l) ** 2) <= Norm(error, "2") ** 2),
    (l.isin(columns),),
    of=DROPPING,
    at=((first,), (last,)),
)


def mass(r: Expr) -> Expr:
    """What a row drops."""
    return 1 - D_spar[r, r] / D[r, r]


def least_mass(m: Expr) -> Expr:
    """That of k scores m and n - k scores -m."""
    return (n - k) / (n - k + k * exp(2 * m))


def dropped_mass(m: Expr, r: Expr) -> Shown:
    """n - k dropped entries are at least e^-m, k kept ones at most e^m."""
    term = exp(-m) * (1 - kept(r, l)) <= A[r, l] - A_spar[r, l]
    difference = using(
        (ForAll(l, columns, term), by(*low_score(m, l, r), A_IS(r, l), A_SPAR_IS(r, l), in_or_out(l, r))),
        then=by(
            SUM_ORDER(lambda l: exp(-m) * (1 - kept(r, l)), lambda l: A[r, l] - A_spar[r, l], l, columns),
            SUM_FACTOR(exp(-m), lambda l: 1 - kept(r, l), l, columns),
            SUM_OF_DIFFERENCES(lambda l: 1, lambda l: kept(r, l), l, columns),
            SUM_OF_DIFFERENCES(lambda l: A[r, l], lambda l: A_spar[r, l], l, columns),
            LENGTH(l),
            WINDOW_SIZE(r, l),
            D_IS(r),
            D_SPAR_IS(r, l),
        ),
    )
    low, high, whole, sparse = (n - k) * exp(-m), k * exp(m), D[r, r], D_spar[r, r]
    claim = (whole > 0) & (sparse > 0) & (mass(r) >= least_mass(m))
    sums = linked(low * whole).le((low + high) * (whole - sparse), FACTOR_KEEPS_ORDER(low, whole - sparse, high))
    shown = linked(mass(r)).eq((whole - sparse) / whole).ge(low / (low + high)).eq(least_mass(m))
    return claim, using(
        low_sum(m, r),
        low_sparse_sum(m, r),
        high_sparse_sum(m, r),
        (low <= whole - sparse, difference),
        (low * whole <= (low + high) * (whole - sparse), sums),
        then=each(only(n >= 1, n * exp(-m) <= whole), only(k >= 1, k * exp(-m) <= sparse), shown),
    )


def of_the_window(r: Expr) -> Fact:
    """What is kept is its own square."""
    return INDICATOR_SQUARED(l.isin(window(r)))


# -- the largest entry of a row and its sum ----------------------------------------------------------------------------------


def gain(r: Expr, l: Expr) -> Expr:
    """By how much a kept entry is too large, 0 outside the window."""
    return kept(r, l) * (P_hat[r, l] - P[r, l])


def least_gain(m: Expr, r: Expr) -> Shown:
    """The kept entries are too large by the dropped mass."""
    total, rate = Sum(l, columns, gain(r, l)), 1 / D_spar[r, r] - 1 / D[r, r]
    entry = by(P_IS(r, l), P_HAT_IS(r, l), A_SPAR_IS(r, l), of_the_window(r))
    sums = SUM_MULTIPLE(lambda l: gain(r, l), rate, lambda l: A_spar[r, l], l, columns)
    return total >= least_mass(m), using(
        dropped_mass(m, r),
        (ForAll(l, columns, gain(r, l) == rate * A_spar[r, l]), entry),
        then=linked(total).eq(mass(r), sums, D_SPAR_IS(r, l)).ge(least_mass(m)),
    )


def least_row_sum(m: Expr) -> Shown:
    terms = SUM_ORDER(lambda l: gain(i, l), lambda l: abs(off(i, l)), l, columns)
    row = LARGEST_ABOVE(lambda r: Sum(l, columns, abs(off(r, l))), r, columns, i)
    entry = by(ABS_ABOVE(off(i, l)), in_or_out(l, i))
    return Norm(error, "row sum") >= least_mass(m), using(
        least_gain(m, i),
        (ForAll(l, columns, gain(i, l) <= abs(off(i, l))), entry),
        then=by(terms, row, ROW_SUM_IS()),
    )


def least_entry(m: Expr) -> Shown:
    """k entries share the mass."""
    size = Norm(error, "∞")
    column = LARGEST_ABOVE(lambda t: abs(P[i, t] - P_hat[i, t]), t, columns, l)
    row = LARGEST_ABOVE(lambda r: Largest(t, columns, abs(P[r, t] - P_hat[r, t])), r, columns, i)
    return k * size >= least_mass(m), using(
        least_gain(m, i),
        (
            ForAll(l, columns, gain(i, l) <= size * kept(i, l)),
            each(
                using(
                    (P_hat[i, l] - P[i, l] <= size, by(column, row, LARGEST_ERROR(), ABS_ABOVE(off(i, l)))),
                    then=by(in_or_out(l, i)),
                )
            ),
        ),
        then=by(
            SUM_ORDER(lambda l: gain(i, l), lambda l: size * kept(i, l), l, columns),
            SUM_FACTOR(size, lambda l: kept(i, l), l, columns),
            WINDOW_SIZE(i, l),
        ),
    )


# -- the Frobenius norm ------------------------------------------------------------------------------------------------------


def weight(r: Expr, l: Expr) -> Expr:
    """The weights of a row add up to 0."""
    return k / n - kept(r, l)


weighted, weights = Sum(l, columns, off(r, l) * weight(r, l)), Sum(l, columns, weight(r, l) ** 2)
_of_all, _of_kept = k / n / D[r, r], (1 - k / n) / D_spar[r, r] - 1 / D[r, r]
WEIGHTED: Shown = (
    weighted == mass(r),
    using(
        (
            ForAll(l, columns, off(r, l) * weight(r, l) == _of_all * A[r, l] + _of_kept * A_spar[r, l]),
            by(P_IS(r, l), P_HAT_IS(r, l), A_SPAR_IS(r, l), of_the_window(r)),
        ),
        then=by(
            SUM_LINEAR(
                lambda l: off(r, l) * weight(r, l),
                lambda l: A[r, l],
                lambda l: A_spar[r, l],
                _of_all,
                _of_kept,
                l,
                columns,
            ),
            D_IS(r),
            D_SPAR_IS(r, l),
        ),
    ),
)
WEIGHTS: Shown = (
    weights == k * (n - k) / n,
    using(
        (ForAll(l, columns, weight(r, l) ** 2 == (k / n) ** 2 * 1 + (1 - 2 * k / n) * kept(r, l)), by(of_the_window(r))),
        then=by(
            SUM_LINEAR(lambda l: weight(r, l) ** 2, lambda l: 1, lambda l: kept(r, l), (k / n) ** 2, 1 - 2 * k / n, l, columns),
            LENGTH(l),
            WINDOW_SIZE(r, l),
        ),
    ),
)


def least_squares(m: Expr) -> Shown:
    """By Cauchy-Schwarz, with equality for equal scores."""
    one = CAUCHY_SCHWARZ(lambda l: off(r, l), lambda l: weight(r, l), l, columns)
    low, rest = n * least_mass(m) ** 2, k * (n - k)
    square = least_mass(m) ** 2 <= mass(r) ** 2, only(SQUARE_GROWS(least_mass(m), mass(r)))
    row = using(square, then=linked(low).le(n * mass(r) ** 2).le(rest * squares(r), one))
    positive = n - k + k * exp(2 * m) > 0
    rows = each(using(dropped_mass(m, r), WEIGHTED, WEIGHTS, then=row))
    return positive & ForAll(r, columns, low <= rest * squares(r)), each(by(), rows)


def frobenius_norm(m: Expr, low: Expr, enough: Script, of_root: bool = False) -> Script:
    """n rows of least squares; the script shows low² k (n-k) ≤ n² mass² of the least mass, and k < n.

    of_root: low is a root itself: the factor cancels by sight, and that low is at most a root has to be said
    """
    total, rest = Sum(r, columns, squares(r)), k * (n - k)
    return using(
        (
            n * (n * least_mass(m) ** 2) <= rest * total,
            by(
                SUM_ABOVE_COUNT(lambda r: rest * squares(r), n * least_mass(m) ** 2, r, columns),
                SUM_FACTOR(rest, squares, r, columns),
                LENGTH(r),
            ),
        ),
        (rest * low**2 <= n * (n * least_mass(m) ** 2), enough),
        (rest * low**2 <= rest * total, linked(rest * low**2).le(n * (n * least_mass(m) ** 2)).le(rest * total)),
        (low**2 <= total, by(*(() if of_root else (FACTOR_CANCELS(low**2, total, rest),)))),
        then=by(FROBENIUS_IS(), *((ROOT_ABOVE(total, low),) if of_root else ())),
    )


NO_SQUARE_BELOW_ZERO: tuple[Shown, ...] = (
    (ForAll(r, columns, ForAll(l, columns, off(r, l) ** 2 >= 0)), each(by())),
    (ForAll(r, columns, squares(r) >= 0), by(SUM_NONNEGATIVE(lambda l: off(r, l) ** 2, l, columns))),
    (Sum(r, columns, squares(r)) >= 0, by(SUM_NONNEGATIVE(squares, r, columns))),
)


def spectral(least: Expr) -> Script:
    """The spectral norm is at least the Frobenius norm over √n; least is what the latter is known to be at least."""
    total, size = Sum(r, columns, squares(r)), Norm(error, "2")

    def column(l: Expr) -> Expr:
        return Sum(r, columns, off(r, l) ** 2)

    return using(
        *NO_SQUARE_BELOW_ZERO,
        (least**2 <= total, by(FROBENIUS_IS())),
        (ForAll(l, columns, column(l) <= size**2), by(SPECTRAL_NORM(l))),
        (
            total <= n * size**2,
            linked(total)
            .eq(Sum(l, columns, column(l)), SUM_SWAP(lambda r, l: off(r, l) ** 2, r, columns, l, columns))
            .le(n * size**2, SUM_BELOW_COUNT(column, size**2, l, columns), LENGTH(l)),
        ),
        then=by(SPECTRAL_NORM(j)),
    )


def largest_squares(m: Expr) -> Shown:
    """No entry of P or of P̂ exceeds e^{2m}/k, and each of their rows adds up to 1."""
    most, term = exp(2 * m) / k, P[r, l] + P_hat[r, l]
    small = (P[r, l] >= 0) & (P[r, l] <= most) & (P_hat[r, l] >= 0) & (P_hat[r, l] <= most)
    exact, sparse = 1 / D[r, r] * A[r, l], 1 / D_spar[r, r] * A_spar[r, l]
    whole, part = n * exp(-m), k * exp(-m)
    entry = using(
        high_entry(m, r, l),
        sparse_entry(r, l),
        (
            small,
            each(
                linked(P[r, l]).eq(exact, P_IS(r, l)).ge(0),
                linked(P[r, l]).eq(exact, P_IS(r, l)).le(exp(m) / D[r, r]).le(exp(m) / whole).le(most),
                linked(P_hat[r, l]).eq(sparse, P_HAT_IS(r, l)).ge(0),
                linked(P_hat[r, l]).eq(sparse, P_HAT_IS(r, l)).le(exp(m) / D_spar[r, r]).le(exp(m) / part).eq(most),
            ),
        ),
        then=only(k >= 1, small),
    )
    sums = (
        SUM_ORDER(lambda l: off(r, l) ** 2, lambda l: most * (P[r, l] + P_hat[r, l]), l, columns),
        SUM_FACTOR(most, lambda l: P[r, l] + P_hat[r, l], l, columns),
        SUM_LINEAR(
            lambda l: P[r, l] + P_hat[r, l],
            lambda l: A[r, l],
            lambda l: A_spar[r, l],
            1 / D[r, r],
            1 / D_spar[r, r],
            l,
            columns,
        ),
        D_IS(r),
        D_SPAR_IS(r, l),
    )
    row = using(
        low_sum(m, r),
        low_sparse_sum(m, r),
        ((D[r, r] > 0) & (D_spar[r, r] > 0), by()),
        (ForAll(l, columns, term == exact + sparse), by(P_IS(r, l), P_HAT_IS(r, l))),
        (ForAll(l, columns, off(r, l) ** 2 <= most * term), each(entry)),
        then=by(*sums),
    )
    positive = using(
        (ForAll(l, columns, off(r, l) ** 2 >= 0), by()),
        then=by(SUM_NONNEGATIVE(lambda l: off(r, l) ** 2, l, columns)),
    )
    return ForAll(r, columns, squares(r) >= 0) & ForAll(r, columns, squares(r) <= 2 * most), each(each(positive), each(row))


def frobenius_vanishes(m: Expr) -> FromSomeSizeOn:
    """Each squared norm is at most 2 e^{2m}/k ≤ ε² from some size on, for k ≥ √n."""
    total, factor, most = Sum(r, columns, squares(r)), 2 / eps**2, exp(2 * m) / k
    root = sqrt(n) * eps
    rows = linked(total).le(2 * most * n, SUM_BELOW_COUNT(squares, 2 * most, r, columns), LENGTH(r)).le(root**2)
    script = using(
        (
            2 * most <= eps**2,
            linked(2 * most).eq(exp(2 * m) * factor * eps**2 / k).le(eps**2, *below_power(m, factor, Q(1, 2))),
        ),
        (total <= root**2, rows),
        (total >= 0, by(SUM_NONNEGATIVE(squares, r, columns))),
        (sqrt(total) <= root, only(ROOT_BELOW(total, root))),
        then=by(FROBENIUS_IS()),
    )
    return from_some_size_on(m, factor, Q(1, 2), script, largest_squares(m), fixed=(eps,))
