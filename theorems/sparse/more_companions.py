"""More companions: how far the row of P̂ is from that of P in divergence, and in the output of one column V."""

from __future__ import annotations

from kernels.arithmetic import Number
from theorems.kernel.facts import FUNCTION
from theorems.sparse.columns_of_values import is_constant, with_values
from theorems.sparse.companions import (
    COMPANION,
    ENTRIES_TOO,
    NONNEGATIVE_DROPPED,
    ROW_SUM,
    ROW_SUM_IS,
    SPARSE_ROW,
    U_HAT_IS,
    in_T_k,
    in_window,
    off,
    outside,
)
from theorems.sparse.language import *
from theorems.textbook import *

# -- the divergence ----------------------------------------------------------------------------------------------------------

divergence = Sum(j, in_T_k, u_hat[j] * log(u_hat[j] / u[j]))


def divergence_of(x: AttentionRow) -> Number:
    """Entry by entry."""
    total = x.number(0)
    for weight, times in x.kept:
        exact, sparse = weight / x.weight, weight / x.kept_weight
        total = total + x.number(times) * sparse * x.log(sparse / exact)
    return total


def term(l: Expr) -> Expr:
    """0 outside the window; 1 is added there to what the logarithm is taken of, which would be 0."""
    return kept(i, l) * (u_hat[l] * log(u_hat[l] / u[l] + 1 - kept(i, l)))


DIVERGENCE_IS = Definition(
    "KL(û‖u) is a sum over the window",
    (),
    divergence == Sum(l, columns, term(l)),
    of=ATTENTION.knowing(ENTRIES_TOO | {divergence: divergence_of}),
    at=((),),
)
ratio = 1 / (1 - tau)
inside_one = u_hat[l] / u[l] + 1 - kept(i, l)
POSITIVE_SHARE: tuple[Shown, ...] = (positive_entry(i, l), (u[l] > 0, by(U_IS(l))))


def in_and_out(*equal: Fact) -> Script:
    """Inside the window, where what the logarithm is taken of is 1/(1 - tau), and outside, where it is 1."""
    return cases(
        kept(i, l) > 0,
        using(
            (kept(i, l) == 1, by(in_window)),
            (inside_one == ratio, by(U_HAT_IS(l), A_SPAR_IS(i, l), U_IS(l))),
            then=by(*equal),
        ),
        using(
            (kept(i, l) == 0, by(in_or_out(l))),
            (inside_one == 1, by(U_HAT_IS(l), A_SPAR_IS(i, l))),
            then=by(),
        ),
    )


DIVERGENCE = using(
    *SPARSE_ROW,
    WHOLE_SUM,
    DROPPED_SHARE,
    ((1 - tau == D_spar[i, i] / D[i, i]) & (1 - tau > 0), by()),
    (
        ForAll(l, columns, term(l) == log(ratio) * u_hat[l]),
        each(
            using(
                *POSITIVE_SHARE,
                (inside_one > 0, in_and_out()),
                (
                    kept(i, l) * log(inside_one) == kept(i, l) * log(ratio),
                    in_and_out(LOG_GROWS(inside_one, ratio), LOG_GROWS(ratio, inside_one)),
                ),
                then=by(U_HAT_IS(l), A_SPAR_IS(i, l), in_window),
            )
        ),
    ),
    (divergence == log(ratio), by(DIVERGENCE_IS(), SUM_MULTIPLE(term, log(ratio), lambda l: u_hat[l], l, columns))),
    then=by(LOG_OF_QUOTIENT(1, 1 - tau)),
)
with COMPANION.where(given=row_data(ANY_ROWS).knowing({divergence: divergence_of})):
    COMPANION["divergence"] = divergence == -log(1 - tau)
COMPANION["divergence"].note("KL(û‖u): every kept entry grows by the same factor 1/(1 - tau).").proved(
    Calculation(DIVERGENCE, "Inside the window û_j/u_j = 1/(1 - tau), and the û_j add up to 1.")
)

# -- the output --------------------------------------------------------------------------------------------------------------

V = Symbol("V")


def exact(l: Expr) -> Expr:
    return u[l] * V[l]


def kept_value(l: Expr) -> Expr:
    return kept(i, l) * exact(l)


def dropped_value(l: Expr) -> Expr:
    return (1 - kept(i, l)) * exact(l)


def change(l: Expr) -> Expr:
    return off(l) * V[l]


output = Sum(l, columns, change(l))
top_value, low_value, largest_value = Largest(s, columns, V[s]), Smallest(s, columns, V[s]), Largest(s, columns, abs(V[s]))
spread = top_value - low_value
VALUES: dict[Node, Supply] = {
    output: "output_error",
    Sum(j, outside, exact(j)): "dropped_values",
    Sum(j, in_T_k, exact(j)): "kept_values",
    Sum(j, outside, u[j]): "tau",
    Sum(j, in_T_k, u[j]): "kept_share",
    top_value: "highest_value",
    low_value: "lowest_value",
    largest_value: "largest_value",
}
SHORT_COLUMNS = on(with_values(SHORT_ROWS)).knowing(
    {
        **ENTRY_BY_ENTRY,
        u_hat[l]: entry_of_P_hat,
        V[l]: lambda x, l: x.value(l),
        in_T_k: lambda x: x.window,
        outside: lambda x: x.outside,
    }
)
_F, _j, _l = Symbol("F", FUNCTION), Symbol("j", VARIABLE), Symbol("l", VARIABLE)
_sums = ((lambda m: u[m], j, l), (exact, j, l))
OVER_WINDOW = Definition(
    "a sum over the window",
    (_F, _j, _l),
    Sum(_j, in_T_k, _F(_j)) == Sum(_l, columns, kept(i, _l) * _F(_l)),
    of=SHORT_COLUMNS,
    at=_sums,
)
OVER_OUTSIDE = Definition(
    "a sum over what is dropped",
    (_F, _j, _l),
    Sum(_j, outside, _F(_j)) == Sum(_l, columns, (1 - kept(i, _l)) * _F(_l)),
    of=SHORT_COLUMNS,
    at=_sums,
)
in_mean = Sum(j, in_T_k, exact(j)) / Sum(j, in_T_k, u[j])
out_mean = Sum(j, outside, exact(j)) / Sum(j, outside, u[j])
_factor = 1 - 1 / (1 - tau)
OUTPUT = using(
    *SPARSE_ROW,
    WHOLE_SUM,
    DROPPED_SHARE,
    low_dropped_sum(Norm(S, "∞")),
    ((1 - tau == D_spar[i, i] / D[i, i]) & (1 - tau > 0), by()),
    (DROPPED_SUM > 0, by()),
    (tau > 0, by()),
    (Sum(j, outside, u[j]) == tau, by(OVER_OUTSIDE(lambda m: u[m], j, l), DROPPED_MASS())),
    (
        Sum(j, in_T_k, u[j]) == 1 - tau,
        by(
            OVER_WINDOW(lambda m: u[m], j, l),
            DROPPED_MASS(),
            SUM_LINEAR(lambda m: (1 - kept(i, m)) * u[m], lambda m: u[m], lambda m: kept(i, m) * u[m], 1, -1, l, columns),
        ),
    ),
    (
        ForAll(l, columns, change(l) == 1 * dropped_value(l) + _factor * kept_value(l)),
        by(U_HAT_IS(l), A_SPAR_IS(i, l), U_IS(l)),
    ),
    (
        output == Sum(j, outside, exact(j)) + _factor * Sum(j, in_T_k, exact(j)),
        by(
            SUM_LINEAR(change, dropped_value, kept_value, 1, _factor, l, columns),
            OVER_OUTSIDE(exact, j, l),
            OVER_WINDOW(exact, j, l),
        ),
    ),
    then=by(),
)
with_column = row_data(with_values(ANY_ROWS)).knowing(VALUES)
with COMPANION.where(given=with_column):
    COMPANION["output"] = output == tau * (out_mean - in_mean), DROPS
COMPANION["output"].note("One row and one column of (P - P̂)V. The means are weighted by u.").proved(
    Calculation(
        OUTPUT, "û = u/(1 - tau) inside the window: P̂V is the mean inside, PV that of both means with weights 1 - tau, tau."
    )
)

_middle = (top_value + low_value) / 2


def centred(m: Expr) -> Expr:
    return V[m] - _middle


_centred = Sum(l, columns, centred(l) * off(l))
ROWS_CANCEL: tuple[Shown, ...] = (
    (ForAll(l, columns, change(l) == 1 * (centred(l) * off(l)) + _middle * off(l)), by()),
    (
        output == _centred,
        by(
            SUM_LINEAR(change, lambda m: centred(m) * off(m), off, 1, _middle, l, columns),
            SUM_OF_DIFFERENCES(lambda m: u[m], lambda m: u_hat[m], l, columns),
        ),
    ),
)
SMALL_VALUES: Shown = (
    Largest(l, columns, abs(centred(l))) <= spread / 2,
    using(
        (
            ForAll(l, columns, abs(centred(l)) <= spread / 2),
            by(
                LARGEST_ABOVE(lambda m: V[m], s, columns, l),
                SMALLEST_BELOW(lambda m: V[m], s, columns, l),
                ABS_BELOW(centred(l), spread / 2),
            ),
        ),
        then=by(LARGEST_BELOW(lambda m: abs(centred(m)), l, columns, spread / 2, i)),
    ),
)
NONNEGATIVE_MASS: Shown = (tau >= 0, using(DROPPED_SHARE, NONNEGATIVE_DROPPED, then=by()))
WITHIN_SPREAD = using(
    ROW_SUM,
    *SPARSE_ROW,
    *ROWS_CANCEL,
    SMALL_VALUES,
    (Sum(l, columns, abs(off(l))) == 2 * tau, by(ROW_SUM_IS())),
    NONNEGATIVE_MASS,
    (abs(_centred) <= tau * spread, by(HOLDER(centred, off, l, columns, i))),
    then=by(ABS_ABOVE(_centred), ABS_BELOW(output, tau * spread)),
)
OF_LARGEST = by(ABS_ABOVE(V[s]), LARGEST_ABOVE(lambda m: abs(V[m]), s, columns, s))
WITHIN_LARGEST = using(
    POSITIVE_SUM,
    NONNEGATIVE_MASS,
    (ForAll(s, columns, V[s] <= largest_value), OF_LARGEST),
    (ForAll(s, columns, -largest_value <= V[s]), OF_LARGEST),
    (
        spread <= 2 * largest_value,
        by(
            LARGEST_BELOW(lambda m: V[m], s, columns, largest_value, i),
            SMALLEST_ABOVE(lambda m: V[m], s, columns, -largest_value, i),
        ),
    ),
    then=by(),
)
OUTPUT_RANGE = TrivialRange("two means of V are at most max V - min V apart", 0, lambda x: x.highest_value - x.lowest_value)
with COMPANION.where(given=with_column):
    COMPANION["output, above"] = chain(abs(output), "<=", tau * spread, "<=", 2 * tau * largest_value)
line = COMPANION["output, above"].trivial(OUTPUT_RANGE.uninformative_on("V constant", is_constant))
line.note("Attained by V = 1 inside the window and -1 outside, in every row.").proved(
    Calculation(
        each(WITHIN_SPREAD, WITHIN_LARGEST),
        "The errors u - û add up to 0, and to 2 tau in absolute value; so V may be centred.",
    )
)
