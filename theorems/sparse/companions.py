"""Sharp companions: the exact identities and the best inequalities beside the paper's bounds.

``u`` is a row of P, ``û`` of P̂, tau the dropped mass, r = e^{2M}. Each holds for every softmax row unless it says "on G_M".
The divergence and the output follow in ``more_companions``, the next window in ``wider_windows``, which lists the statement.
"""

from kernels.balls import Truth
from theorems.sparse.language import *


def row_length(x: Instance) -> int:
    return length_of(str(x.row))


in_T_k, outside = Named("T_k(u)"), Named("[n] \\ T_k(u)")
one_norm, squares = Norm(u - u_hat, "1"), Norm(u - u_hat, "2") ** 2
row_error = Norm(u - u_hat, "∞")
kept_error = Largest(j, in_T_k, abs(u[j] - u_hat[j]))
next_entry = Largest(j, outside, u[j])
QUANTITIES = {
    one_norm: "row_sum_error",
    squares: "squared_error",
    row_error: "max_error",
    kept_error: "kept_error",
    next_entry: "u_dropped",
}
any_row, on_event = row_data(ANY_ROWS).knowing(QUANTITIES), row_data(ROWS).knowing(QUANTITIES)
ratio = exp(2 * M)
ENTRIES_TOO: dict[Node, Supply] = {**QUANTITIES, largest_entry: "u_max", u_hat[l]: entry_of_P_hat}
SHORT_DATA, SHORT_AND_DROPPING = ATTENTION.knowing(ENTRIES_TOO), DROPPING.knowing(ENTRIES_TOO)
U_HAT_IS = indexed("û is a row of P̂", (l,), u_hat[l] == D_spar[i, i] ** -1 * A_spar[i, l], SHORT_DATA)


def off(l: Expr) -> Expr:
    return u[l] - u_hat[l]


def inside(l: Expr) -> Expr:
    return kept(i, l) * abs(off(l))


ROW_SUM_IS = Definition("‖u - û‖_1 = Σ |u_l - û_l|", (), one_norm == Sum(l, columns, abs(off(l))), of=SHORT_DATA)
SQUARES_ARE = Definition("‖u - û‖_2² = Σ (u_l - û_l)²", (), squares == Sum(l, columns, off(l) ** 2), of=SHORT_AND_DROPPING)
LARGEST_IS = Definition("‖u - û‖_∞ = max |u_l - û_l|", (), row_error == Largest(l, columns, abs(off(l))), of=SHORT_DATA)
NEXT_IS = Definition(
    "the largest entry outside the window", (), next_entry == Largest(l, columns, (1 - kept(i, l)) * u[l]), of=SHORT_DATA
)
KEPT_IS = Definition("the largest error inside the window", (), kept_error == Largest(l, columns, inside(l)), of=SHORT_DATA)
FIRST_IS = Definition("the largest entry", (), largest_entry == Largest(l, columns, u[l]), of=SHORT_DATA)

# -- what the entries add up to ----------------------------------------------------------------------------------------------


def outside_only(l: Expr) -> Expr:
    return (1 - kept(i, l)) * u[l]


@auxiliary((D_spar[i, i] > 0) & (Sum(l, columns, u_hat[l]) == 1))
def sparse_row() -> None:
    """The entries of û are those of A_spar over their sum."""
    obtain(low_sparse_sum(Norm(S, "∞")))
    of_window = Sum(l, columns, A_spar[i, l] / D_spar[i, i])
    calc(Sum(l, columns, u_hat[l])).eq(of_window, U_HAT_IS, SUM_EQUAL).eq(1, SUM_DIVISOR, D_SPAR_IS(i, l))


@auxiliary(ForAll(l, columns, dropped(l) >= 0) & (DROPPED_SUM >= 0))
def nothing_below_zero() -> None:
    """A dropped entry is positive, or 0 where it is kept."""
    with proving(ForAll(l, columns, dropped(l) >= 0)):
        obtain(positive_entry(i, l))
        hence(in_or_out(l))


@auxiliary(one_norm == 2 * tau)
def errors_add_up() -> None:
    """Inside the window û_j ≥ u_j, and the û_j add up to 1; outside the error is u_j."""
    share = A[i, l] / D[i, i]
    error = 1 * (u_hat[l] - u[l]) + 2 * outside_only(l)
    obtain(unit_row, sparse_row, kept_and_dropped, nothing_below_zero)
    with proving(ForAll(l, columns, abs(off(l)) == error)):
        obtain(positive_entry(i, l))
        with if_kept(l):
            calc(u[l]).eq(share, U_IS).le(A[i, l] / D_spar[i, i]).eq(u_hat[l], U_HAT_IS, A_SPAR_IS)
            hence(ABS_OF_NONPOSITIVE(off(l)))
        with if_dropped(l):
            have(u_hat[l] == 0, U_HAT_IS, A_SPAR_IS(i, l))
            hence(ABS_OF_NONNEGATIVE(off(l)))
    (
        calc(one_norm)
        .eq(Sum(l, columns, abs(off(l))), ROW_SUM_IS)
        .eq(1 * Sum(l, columns, u_hat[l] - u[l]) + 2 * Sum(l, columns, outside_only(l)), SUM_LINEAR)
        .eq(2 * tau, SUM_OF_DIFFERENCES, DROPPED_MASS)
    )


# -- beside the paper's bounds -----------------------------------------------------------------------------------------------

COMPANION = Lemma(
    "Companion", "beside Appendices D and E", "exact identities and sharp inequalities", provenance="own", given=any_row
)
COMPANION["row sum"] = one_norm == 2 * tau
COMPANION["row sum"].note("The total variation distance of the two rows is the dropped mass.")
proof(COMPANION["row sum"])(errors_add_up)

COMPANION["dropped mass, above"] = tau <= (n - k) / n
COMPANION["dropped mass, above"].note("With equality for W = 0.").trivial(ranges.MASS)


@proof(COMPANION["dropped mass, above"])
def _() -> None:
    """The n-k dropped entries are the smallest: their mean is at most the mean of all."""
    obtain(positive_sum, kept_and_dropped, dropped_share, smallest_dropped)


with COMPANION.where(given=on_event):
    COMPANION["dropped mass, below, on G_M"] = Implies(ON_EVENT, tau >= (n - k) / (n - k + k * ratio))
LEAST_MASS = line = COMPANION["dropped mass, below, on G_M"].trivial(ranges.MASS).uninformative(k == n)
line.note("With k = n^c and M = o(log n) almost all of the mass is dropped.")


@proof(line)
def _() -> None:
    """Attained by k scores M and n-k scores -M."""
    obtain(positive_sum, kept_and_dropped, dropped_share, low_dropped_sum(M), high_sparse_sum(M))
    calc((n - k) * D_spar[i, i]).le((n - k) * (k * exp(M))).eq(k * ratio * ((n - k) * exp(-M))).le(k * ratio * DROPPED_SUM)


COMPANION["kept error"] = kept_error <= (sqrt(n - 1) - sqrt(k - 1)) / (sqrt(n - 1) + sqrt(k - 1)), n >= 2
COMPANION["kept error"].trivial(ranges.KEPT_ERROR, "every n ≥ 2 and k in [n] (at n = 1 the bound is 0/0)").uninformative(k == 1)
COMPANION["kept error"].note(
    "Attained at r = √((k-1)(n-1)) (k ≥ 2). For k = o(n) this tends to 1: without a bound on the scores no window below a "
    "share of n helps in the maximum."
)
root_k, root_n = sqrt(k - 1), sqrt(n - 1)
peak = (root_n - root_k) / (root_n + root_k)
lost = D[i, i] - D_spar[i, i]


@auxiliary(ForAll(l, columns, kept(i, l) * ((k - 1) * lost) <= kept(i, l) * ((n - k) * (D_spar[i, i] - A[i, l]))))
def others_above_what_is_dropped() -> None:
    """No dropped entry is larger than one of the k-1 others that are kept."""

    def gap(s: Expr) -> Expr:
        return (n - k) * A_spar[i, s] + -lost * kept(i, s)

    kept_above_dropped(i)
    (
        calc(Sum(s, columns, gap(s)))
        .eq((n - k) * Sum(s, columns, A_spar[i, s]) + -lost * Sum(s, columns, kept(i, s)), SUM_LINEAR)
        .eq((n - k) * D_spar[i, i] - k * lost, D_SPAR_IS(i, s), WINDOW_SIZE(i, s))
    )
    have(gap(l) <= Sum(s, columns, gap(s)), SUM_ABOVE_TERM(gap, s, columns, l))
    with if_kept(l):
        hence(A_SPAR_IS(i, l))
    with if_dropped(l):
        hence()


@proof(COMPANION["kept error"])
def _() -> None:
    """With a the entry, b the others inside and T all outside its error is aT/((a + b)(a + b + T)), where (k-1) T ≤ (n-k) b.
    The worst row has one weight r and n-1 weights 1: r/(r+k-1) - r/(r+n-1), at most at r = √((k-1)(n-1)).
    """
    whole, sparse, T = D[i, i], D_spar[i, i], lost
    obtain(sparse_row, kept_and_dropped, nothing_below_zero, others_above_what_is_dropped)
    with proving(ForAll(s, columns, A_spar[i, s] >= 0)):
        obtain(sparse_entry(i, s))
    with proving(ForAll(l, columns, inside(l) <= peak)):
        a, b = A[i, l], sparse - A[i, l]
        room = (root_n - root_k) * b - 2 * root_k * a
        obtain(positive_entry(i, l))
        with if_kept(l):
            have(A_spar[i, l] <= sparse, SUM_ABOVE_TERM(lambda s: A_spar[i, s], s, columns, l), D_SPAR_IS(i, s))
            have(b >= 0, A_SPAR_IS(i, l))
            have((k - 1) * T <= (n - k) * b)
            with proving((root_n + root_k) * (a * T) <= (root_n - root_k) * (sparse * whole)):
                spare = (root_n - root_k) * sparse**2 + T * room
                with proving(spare >= 0):
                    with case(room >= 0):
                        hence()
                    with otherwise():
                        calc(root_k**2 * spare).ge((root_n - root_k) * (root_k * a - root_n * b) ** 2).ge(0)
                        hence(FACTOR_CANCELS(0, spare, root_k**2))
                hence()
            calc(abs(off(l))).eq(a / sparse - a / whole, U_IS, U_HAT_IS, A_SPAR_IS, ABS_OF_NONPOSITIVE(off(l))).le(peak)
        with if_dropped(l):
            hence()
    hence(KEPT_IS, LARGEST_BELOW(inside, l, columns, peak, j))


def _before_the_peak(x: Instance) -> bool:
    """No tie but at M = 0: e^{4M} is no whole number."""
    product, M = (int(x["k"]) - 1) * (row_length(x) - 1), Fraction(x["M"])
    return product >= 1 and (M == 0 or balls.le(balls.exp(balls.ball(4 * M)), balls.ball(product)) is Truth.HOLDS)


BEFORE_THE_PEAK = Condition(
    ratio**2 <= (k - 1) * (n - 1), _before_the_peak, lambda x: x.but(k=max(2, int(x["k"]))) if row_length(x) > 1 else x
)
largest_kept = kept_error <= ratio / (ratio + k - 1) - ratio / (ratio + n - 1)
with COMPANION.where(given=on_event):
    COMPANION["kept error, on G_M"] = Implies(ON_EVENT, largest_kept), BEFORE_THE_PEAK
line = COMPANION["kept error, on G_M"].note("Attained.")
line.trivial(ranges.KEPT_ERROR, met_with(ROWS, BEFORE_THE_PEAK))


@auxiliary(lambda m: ForAll(l, columns, kept(i, l) * ((k - 1) * exp(-m)) <= kept(i, l) * (D_spar[i, i] - A[i, l])))
def least_others(m: Expr) -> None:
    """k-1 others are kept."""

    def gap(s: Expr) -> Expr:
        return 1 * A_spar[i, s] + -exp(-m) * kept(i, s)

    with proving(ForAll(s, columns, gap(s) >= 0)):
        have(A_spar[i, s] == kept(i, s) * exp(S[i, s]), A_SPAR_IS(i, s), A_IS(i, s))
        have(exp(-m) <= exp(S[i, s]), *low_score(m, s))
        hence(in_or_out(s))
    (
        calc(Sum(s, columns, gap(s)))
        .eq(1 * Sum(s, columns, A_spar[i, s]) + -exp(-m) * Sum(s, columns, kept(i, s)), SUM_LINEAR)
        .eq(D_spar[i, i] - k * exp(-m), D_SPAR_IS(i, s), WINDOW_SIZE(i, s))
    )
    have(gap(l) <= Sum(s, columns, gap(s)), SUM_ABOVE_TERM(gap, s, columns, l))
    with if_kept(l):
        hence(A_SPAR_IS(i, l))
    with if_dropped(l):
        hence()


@proof(line)
def _() -> None:
    """The error of an entry of r times the mean w of the others is at most r/(r + k-1) - r/(r + n-1), which increases in r up
    to √((k-1)(n-1)); and no weight is more than e^{2M} times another.
    """
    sparse, T, bound = D_spar[i, i], lost, largest_kept.right
    obtain(at_least_one(M), sparse_row, kept_and_dropped, nothing_below_zero)
    obtain(others_above_what_is_dropped, least_others(M))
    with proving(ForAll(l, columns, inside(l) <= bound)):
        a, w = A[i, l], (sparse - A[i, l]) / (k - 1)
        highest_share = a * ((n - k) * w) / (sparse * (a + (n - 1) * w))
        obtain(positive_entry(i, l), high_entry(M, i, l))
        with if_kept(l):
            have(T <= (n - k) * w)
            have(a * ratio <= (k - 1) * (n - 1) * w)
            have((ratio * w - a) * ((k - 1) * (n - 1) * w - a * ratio) >= 0)
            calc(abs(off(l))).le(highest_share, U_IS, U_HAT_IS, A_SPAR_IS, ABS_OF_NONPOSITIVE(off(l))).le(bound)
        with if_dropped(l):
            hence()
    hence(KEPT_IS, LARGEST_BELOW(inside, l, columns, bound, j))


COMPANION["k-th entry"] = next_entry <= 1 / (k + 1)
COMPANION["k-th entry"].trivial(TrivialRange("0 ≤ u_(k+1) ≤ 1", 0, 1)).note(
    "The largest dropped entry u_(k+1). Attained by k+1 equal entries and nothing else."
)


@auxiliary(ForAll(l, columns, k * dropped(l) <= D_spar[i, i]))
def above_what_is_dropped() -> None:
    """A dropped entry is at most any of the k kept ones."""
    with proving(ForAll(s, columns, dropped(l) * kept(i, s) <= A_spar[i, s])):
        hence(TOP_K(i, s, l), A_SPAR_IS(i, s), in_or_out(l), in_or_out(s))
    (
        calc(k * dropped(l))
        .eq(Sum(s, columns, dropped(l) * kept(i, s)), SUM_FACTOR, WINDOW_SIZE(i, s))
        .le(D_spar[i, i], SUM_ORDER, D_SPAR_IS(i, s))
    )


@proof(COMPANION["k-th entry"])
def _() -> None:
    """k+1 entries are at least u_(k+1) and add up to at most 1."""
    obtain(positive_sum, kept_and_dropped, nothing_below_zero, above_what_is_dropped)
    with proving(ForAll(l, columns, outside_only(l) <= 1 / (k + 1))):
        have(dropped(l) <= DROPPED_SUM, SUM_ABOVE_TERM(dropped, l, columns, l))
        calc(outside_only(l)).eq(dropped(l) / D[i, i], U_IS).le(1 / (k + 1))
    hence(NEXT_IS, LARGEST_BELOW(outside_only, l, columns, 1 / (k + 1), j))


following = next_entry <= ratio / ((k + 1) * ratio + n - k - 1)
with COMPANION.where(given=on_event):
    COMPANION["k-th entry, on G_M"] = Implies(ON_EVENT, following), DROPS
line = COMPANION["k-th entry, on G_M"].trivial(ranges.NEXT_ENTRY, met_with(ROWS, DROPS))
line.uninformative(k == n - 1).note("Attained.")


@proof(line)
def _() -> None:
    """k+1 weights of at least w = the (k+1)-th, and n-k-1 of at least w/r."""
    largest_share, rest, least = following.right, (n - k - 1) * exp(-M), lambda l: exp(-M) * (1 - kept(i, l))
    obtain(kept_and_dropped, above_what_is_dropped)
    have(k + 1 <= n, INTEGERS_APART(k, n))
    have(ForAll(l, columns, dropped(l) - least(l) >= 0), by(*low_score(M, l), A_IS(i, l), in_or_out(l)))
    with proving(ForAll(l, columns, outside_only(l) <= largest_share)):
        obtain(high_entry(M, i, l))
        with if_kept(l):
            hence()
        with if_dropped(l):
            one_term = SUM_ABOVE_TERM(lambda l: dropped(l) - least(l), l, columns, l)
            apart = SUM_OF_DIFFERENCES(dropped, least, l, columns), SUM_FACTOR(exp(-M), lambda l: 1 - kept(i, l), l, columns)
            have(A[i, l] + rest <= DROPPED_SUM, one_term, *apart, *OUTSIDE)
            calc(outside_only(l)).eq(A[i, l] / D[i, i], U_IS).le(largest_share)
    hence(NEXT_IS, LARGEST_BELOW(outside_only, l, columns, largest_share, j))


first_bound = largest_entry <= ratio / (ratio + n - 1)
with COMPANION.where(given=on_event):
    COMPANION["largest entry, on G_M"] = Implies(ON_EVENT, first_bound)
line = COMPANION["largest entry, on G_M"].trivial(ranges.LARGEST_ENTRY).uninformative(n == 1)
line.note("Attained (the paper's e^{2M}/n may exceed 1).")


@proof(line)
def _() -> None:
    """The other n-1 weights are at least 1/r of the largest."""
    rest, share = A[i, l] + (n - 1) * exp(-M), first_bound.right
    with proving(ForAll(l, columns, u[l] <= share)):
        obtain(high_entry(M, i, l))
        have(ForAll(s, columns, A[i, s] - exp(-M) >= 0), by(*low_score(M, s), A_IS(i, s)))
        one_term = SUM_ABOVE_TERM(lambda m: A[i, m] - exp(-M), s, columns, l)
        apart = SUM_OF_DIFFERENCES(lambda m: A[i, m], lambda m: exp(-M), s, columns), SUM_OF_CONSTANT(exp(-M), s, columns)
        have(rest <= D[i, i], by(one_term, *apart, LENGTH(s), SUM_RENAMED(lambda m: A[i, m], s, l, columns), D_IS(i)))
        product = A[i, l] * (ratio + n - 1)
        with_exponentials = linked(product).le(ratio * A[i, l] + (n - 1) * exp(M)).eq(ratio * rest).le(ratio * D[i, i])
        have(product <= ratio * D[i, i], with_exponentials)  # Coq needs it
        calc(u[l]).eq(A[i, l] / D[i, i], U_IS).le(share)
    hence(FIRST_IS, LARGEST_BELOW(lambda l: u[l], l, columns, share, j))


COMPANION["squared row norm, below"] = squares >= tau**2 * n / (k * (n - k)), DROPS
line = COMPANION["squared row norm, below"].trivial(ranges.SQUARED, met_with(ANY_ROWS, DROPS)).note("With equality for W = 0.")


@proof(line)
def _() -> None:
    """Cauchy-Schwarz with weights that are equal inside the window and outside."""

    def weight(l: Expr) -> Expr:
        """The weights of a row add up to 0."""
        return k / n - kept(i, l)

    obtain(unit_row, sparse_row)
    with proving(ForAll(l, columns, off(l) * weight(l) == (k / n - 1) * off(l) + 1 * outside_only(l))):
        have(kept(i, l) ** 2 == kept(i, l), INDICATOR_SQUARED)
        hence(U_HAT_IS(l), A_SPAR_IS(i, l))
    (
        calc(Sum(l, columns, off(l) * weight(l)))
        .eq((k / n - 1) * Sum(l, columns, off(l)) + 1 * Sum(l, columns, outside_only(l)), SUM_LINEAR)
        .eq(tau, SUM_OF_DIFFERENCES, DROPPED_MASS)
    )
    have(ForAll(l, columns, weight(l) ** 2 == (k / n) ** 2 * 1 + (1 - 2 * k / n) * kept(i, l)), INDICATOR_SQUARED)
    (
        calc(Sum(l, columns, weight(l) ** 2))
        .eq((k / n) ** 2 * Sum(l, columns, 1) + (1 - 2 * k / n) * Sum(l, columns, kept(i, l)), SUM_LINEAR)
        .eq(k * (n - k) / n, LENGTH, WINDOW_SIZE)
    )
    have(tau**2 <= squares * (k * (n - k) / n), CAUCHY_SCHWARZ(off, weight, l, columns), SQUARES_ARE)


COMPANION["squared row norm, above"] = squares <= 2 * tau * row_error
at_least_half = ranges.silent(
    ranges.SQUARED, ANY_ROWS, "k = n, or max|u - u_hat| ≥ 1/2", lambda x: balls.ge(2 * x.tau * x.max_error, x.tau)
)


@proof(COMPANION["squared row norm, above"].trivial(at_least_half))
def _() -> None:
    """Σ e² ≤ max|e| Σ|e|, and Σ|e| = 2 tau."""
    product = Sum(l, columns, off(l) * off(l))
    obtain(errors_add_up)
    calc(squares).eq(product, SUM_EQUAL).le(abs(product), ABS_ABOVE)
    hence(HOLDER(off, off, l, columns, j), LARGEST_IS, ROW_SUM_IS)
