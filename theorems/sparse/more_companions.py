"""More companions: how far the row of P̂ is from that of P in divergence, and in the output of one column V."""

from theorems.kernel.facts import FUNCTION
from theorems.sparse.columns_of_values import is_constant, with_values
from theorems.sparse.companions import *
from theorems.sparse.uniform_companions import COMPANION

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
)
WITH_DIVERGENCE = row_data(ANY_ROWS).knowing(ENTRIES_TOO | {divergence: divergence_of, in_T_k: lambda x: x.window})
IN_WINDOW = Definition(
    "what is in the window is kept",
    (j,),
    kept(i, j) == 1,
    (j.isin(in_T_k),),
    of=ATTENTION.knowing({in_T_k: lambda x: range(sum(times for _, times in x.kept))}),
    at=((first,),),
)
with COMPANION.where(given=replace(WITH_DIVERGENCE, ranges=(*WITH_DIVERGENCE.ranges, ForAll(j, in_T_k, j.isin(columns))))):
    COMPANION["divergence"] = divergence == -log(1 - tau)
COMPANION["divergence"].note("KL(û‖u): every kept entry grows by the same factor 1/(1 - tau).")


@proof(COMPANION["divergence"])
def _() -> None:
    """Inside the window û_j/u_j = 1/(1 - tau), and the û_j add up to 1."""
    ratio, quotient = 1 / (1 - tau), u_hat[l] / u[l] + 1 - kept(i, l)
    obtain(positive_sum, sparse_row, kept_and_dropped, dropped_share)
    have((1 - tau == D_spar[i, i] / D[i, i]) & (1 - tau > 0))
    with proving(ForAll(l, in_T_k, (u[l] > 0) & (u_hat[l] > 0))):
        a_column = INSTANCE(lambda m: m.isin(columns), j, in_T_k, l)
        hence(a_column, A_IS(i, l), U_IS(l), U_HAT_IS(l), A_SPAR_IS(i, l), IN_WINDOW(l))
    with proving(ForAll(l, columns, term(l) == log(ratio) * u_hat[l])):
        obtain(positive_entry(i, l))
        have(u[l] > 0, U_IS)
        with if_kept(l):
            have(quotient == ratio, U_HAT_IS(l), A_SPAR_IS(i, l), U_IS(l))
            calc(term(l)).eq(u_hat[l] * log(quotient)).eq(log(ratio) * u_hat[l])
        with if_dropped(l):
            have(u_hat[l] == 0, U_HAT_IS(l), A_SPAR_IS(i, l))
            hence()
    (
        calc(divergence)
        .eq(Sum(l, columns, term(l)), DIVERGENCE_IS)
        .eq(log(ratio), SUM_MULTIPLE(term, log(ratio), lambda l: u_hat[l], l, columns))
        .eq(-log(1 - tau), LOG_OF_QUOTIENT(1, 1 - tau))
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
with_column = row_data(with_values(ANY_ROWS)).knowing(VALUES)
with COMPANION.where(given=with_column):
    COMPANION["output"] = output == tau * (out_mean - in_mean), DROPS
COMPANION["output"].note("One row and one column of (P - P̂)V. The means are weighted by u.")


@proof(COMPANION["output"])
def _() -> None:
    """û = u/(1 - tau) inside the window: P̂V is the mean inside, PV that of both means with weights 1 - tau, tau."""
    factor, kept_share = 1 - 1 / (1 - tau), Sum(l, columns, kept(i, l) * u[l])
    obtain(unit_row, sparse_row, kept_and_dropped, dropped_share, low_dropped_sum(Norm(S, "∞")))
    have(Sum(j, outside, u[j]) == tau, by(OVER_OUTSIDE(lambda l: u[l], j, l), DROPPED_MASS()))
    parts = SUM_LINEAR(lambda l: (1 - kept(i, l)) * u[l], lambda l: u[l], lambda l: kept(i, l) * u[l], 1, -1, l, columns)
    have(kept_share == 1 - tau, parts, DROPPED_MASS)
    have(Sum(j, in_T_k, u[j]) == kept_share, by(OVER_WINDOW(lambda l: u[l], j, l)))
    have(Sum(j, outside, exact(j)) == Sum(l, columns, dropped_value(l)), by(OVER_OUTSIDE(exact, j, l)))
    have(Sum(j, in_T_k, exact(j)) == Sum(l, columns, kept_value(l)), by(OVER_WINDOW(exact, j, l)))
    have(ForAll(l, columns, change(l) == 1 * dropped_value(l) + factor * kept_value(l)), U_HAT_IS(l), A_SPAR_IS(i, l), U_IS(l))
    (
        calc(output)
        .eq(1 * Sum(l, columns, dropped_value(l)) + factor * Sum(l, columns, kept_value(l)), SUM_LINEAR)
        .eq(tau * (out_mean - in_mean))
    )


OUTPUT_RANGE = TrivialRange("two means of V are at most max V - min V apart", 0, lambda x: x.highest_value - x.lowest_value)
with COMPANION.where(given=with_column):
    COMPANION["output, above"] = chain(abs(output), "<=", tau * spread, "<=", 2 * tau * largest_value)
line = COMPANION["output, above"].trivial(OUTPUT_RANGE.uninformative_on("V constant", is_constant))
line.note("Attained by V = 1 inside the window and -1 outside, in every row.")


@auxiliary(tau >= 0)
def mass_not_negative() -> None:
    """Nothing is dropped at worst."""
    obtain(positive_sum, dropped_share, nothing_below_zero)


@auxiliary(abs(output) <= tau * spread)
def within_spread() -> None:
    """The errors u - û add up to 0, so V may be centred; and to 2 tau in absolute value."""
    middle = (top_value + low_value) / 2

    def centred(l: Expr) -> Expr:
        return V[l] - middle

    of_centred = Sum(l, columns, centred(l) * off(l))
    obtain(unit_row, sparse_row, errors_add_up, mass_not_negative)
    calc(output).eq(1 * of_centred + middle * Sum(l, columns, off(l)), SUM_LINEAR).eq(of_centred, SUM_OF_DIFFERENCES)
    with proving(ForAll(l, columns, abs(centred(l)) <= spread / 2)):
        have(V[l] <= top_value, LARGEST_ABOVE(lambda s: V[s], s, columns, l))
        have(low_value <= V[l], SMALLEST_BELOW(lambda s: V[s], s, columns, l))
        hence(ABS_BELOW(centred(l), spread / 2))
    have(
        Largest(l, columns, abs(centred(l))) <= spread / 2, LARGEST_BELOW(lambda l: abs(centred(l)), l, columns, spread / 2, i)
    )
    have(abs(of_centred) <= tau * spread, HOLDER(centred, off, l, columns, i), ROW_SUM_IS)
    hence(ABS_ABOVE(of_centred), ABS_BELOW(output, tau * spread))


@proof(line)
def _() -> None:
    """The errors u - û add up to 0, and to 2 tau in absolute value; so V may be centred."""
    obtain(within_spread, mass_not_negative)
    in_size = by(ABS_ABOVE(V[s]), LARGEST_ABOVE(lambda s: abs(V[s]), s, columns, s))
    have(ForAll(s, columns, V[s] <= largest_value), in_size)
    have(ForAll(s, columns, -largest_value <= V[s]), in_size)
    have(top_value <= largest_value, LARGEST_BELOW(lambda s: V[s], s, columns, largest_value, i))
    have(-largest_value <= low_value, SMALLEST_ABOVE(lambda s: V[s], s, columns, -largest_value, i))
