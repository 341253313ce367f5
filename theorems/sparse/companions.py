"""Sharp companions: the exact identities and the best inequalities beside the paper's bounds.

``u`` is a row of P, ``û`` of P̂, tau the dropped mass, r = e^{2M}. Each holds for every softmax row unless it says "on G_M".
The divergence and the output follow in ``more_companions``, the next window in ``wider_windows``, which lists the statement.
"""

from __future__ import annotations

from fractions import Fraction

from kernels import balls
from strategies.attention_rows import length_of
from theorems.sparse.language import *
from theorems.sparse.sparsity import with_epsilon
from theorems.sparse.steps import gamma, rho
from theorems.textbook import *

_a, _s, _t = (positive(name) for name in ("a", "s", "t"))
_m = slack("m")


def _length(x: Instance) -> int:
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
U_HAT_IS = Definition(
    "û is a row of P̂",
    (l,),
    u_hat[l] == D_spar[i, i] ** -1 * A_spar[i, l],
    (l.isin(columns),),
    of=SHORT_DATA,
    at=((first,), (last,)),
)


def off(l: Expr) -> Expr:
    return u[l] - u_hat[l]


ROW_SUM_IS = Definition("‖u - û‖_1 = Σ |u_l - û_l|", (), one_norm == Sum(l, columns, abs(off(l))), of=SHORT_DATA, at=((),))
SQUARES_ARE = Definition(
    "‖u - û‖_2² = Σ (u_l - û_l)²", (), squares == Sum(l, columns, off(l) ** 2), of=SHORT_AND_DROPPING, at=((),)
)
LARGEST_IS = Definition(
    "‖u - û‖_∞ = max |u_l - û_l|", (), row_error == Largest(l, columns, abs(off(l))), of=SHORT_DATA, at=((),)
)
NEXT_IS = Definition(
    "the largest entry outside the window",
    (),
    next_entry == Largest(l, columns, (1 - kept(i, l)) * u[l]),
    of=SHORT_DATA,
    at=((),),
)
FIRST_IS = Definition("the largest entry", (), largest_entry == Largest(l, columns, u[l]), of=SHORT_DATA, at=((),))
in_window = INDICATOR_SQUARED(l.isin(window(i)))
SPARSE_ROW: tuple[Shown, ...] = (
    *UNIT_ROW,
    low_sparse_sum(Norm(S, "∞")),
    (D_spar[i, i] > 0, by()),
    (
        Sum(l, columns, u_hat[l]) == 1,
        using(
            (ForAll(l, columns, u_hat[l] == A_spar[i, l] / D_spar[i, i]), by(U_HAT_IS(l))),
            then=by(
                SUM_EQUAL(lambda l: u_hat[l], lambda l: A_spar[i, l] / D_spar[i, i], l, columns),
                SUM_DIVISOR(D_spar[i, i], lambda l: A_spar[i, l], l, columns),
                D_SPAR_IS(i, l),
            ),
        ),
    ),
)
_off = 1 * (u_hat[l] - u[l]) + 2 * ((1 - kept(i, l)) * u[l])
_share = A[i, l] / D[i, i]
NONNEGATIVE_DROPPED: Shown = (
    DROPPED_SUM >= 0,
    using(
        (ForAll(l, columns, dropped(l) >= 0), each(using(positive_entry(i, l), then=by(in_or_out(l))))),
        then=by(SUM_NONNEGATIVE(dropped, l, columns)),
    ),
)
ROW_SUM: Shown = (
    one_norm == 2 * tau,
    using(
        *SPARSE_ROW,
        WHOLE_SUM,
        NONNEGATIVE_DROPPED,
        (
            ForAll(l, columns, abs(off(l)) == _off),
            cases(
                kept(i, l) > 0,
                using(
                    (kept(i, l) == 1, by(in_window)),
                    positive_entry(i, l),
                    (
                        u[l] <= u_hat[l],
                        linked(u[l]).eq(_share, U_IS(l)).le(A[i, l] / D_spar[i, i]).eq(u_hat[l], U_HAT_IS(l), A_SPAR_IS(i, l)),
                    ),
                    then=by(ABS_OF_NONPOSITIVE(off(l))),
                ),
                using(
                    (kept(i, l) == 0, by(in_or_out(l))),
                    (u_hat[l] == 0, by(U_HAT_IS(l), A_SPAR_IS(i, l))),
                    then=by(INSTANCE(lambda k: u[k] >= 0, l, columns, l), ABS_OF_NONNEGATIVE(off(l))),
                ),
            ),
        ),
        then=by(
            ROW_SUM_IS(),
            DROPPED_MASS(),
            SUM_LINEAR(lambda l: abs(off(l)), lambda l: u_hat[l] - u[l], lambda l: (1 - kept(i, l)) * u[l], 1, 2, l, columns),
            SUM_OF_DIFFERENCES(lambda l: u_hat[l], lambda l: u[l], l, columns),
        ),
    ),
)

# -- the squared norm --------------------------------------------------------------------------------------------------------


def weight(l: Expr) -> Expr:
    """The weights of a row add up to 0."""
    return k / n - kept(i, l)


def outside_only(l: Expr) -> Expr:
    return (1 - kept(i, l)) * u[l]


_of_error, _of_kept = k / n - 1, 1 - 2 * k / n
WEIGHTED: Shown = (
    Sum(l, columns, off(l) * weight(l)) == tau,
    using(
        (
            ForAll(l, columns, off(l) * weight(l) == _of_error * off(l) + 1 * outside_only(l)),
            by(U_HAT_IS(l), A_SPAR_IS(i, l), in_window),
        ),
        then=by(
            SUM_LINEAR(lambda l: off(l) * weight(l), off, outside_only, _of_error, 1, l, columns),
            SUM_OF_DIFFERENCES(lambda l: u[l], lambda l: u_hat[l], l, columns),
            DROPPED_MASS(),
        ),
    ),
)
WEIGHTS: Shown = (
    Sum(l, columns, weight(l) ** 2) == k * (n - k) / n,
    using(
        (ForAll(l, columns, weight(l) ** 2 == (k / n) ** 2 * 1 + _of_kept * kept(i, l)), by(in_window)),
        then=by(
            SUM_LINEAR(lambda l: weight(l) ** 2, lambda l: 1, lambda l: kept(i, l), (k / n) ** 2, _of_kept, l, columns),
            LENGTH(l),
            WINDOW_SIZE(i, l),
        ),
    ),
)
SQUARES_ARE_BELOW = using(
    *SPARSE_ROW,
    WEIGHTED,
    WEIGHTS,
    (tau**2 <= squares * (k * (n - k) / n), by(CAUCHY_SCHWARZ(off, weight, l, columns), SQUARES_ARE())),
    then=by(),
)
SQUARES_ABOVE = using(
    ROW_SUM,
    then=by(
        SQUARES_ARE(),
        LARGEST_IS(),
        SUM_EQUAL(lambda l: off(l) ** 2, lambda l: off(l) * off(l), l, columns),
        HOLDER(off, off, l, columns, j),
        ABS_ABOVE(Sum(l, columns, off(l) * off(l))),
        ROW_SUM_IS(),
    ),
)

# -- the largest entries -----------------------------------------------------------------------------------------------------


def dropped_entry(bound: Expr, *shown: Shown, most: Script) -> Script:
    """What is outside the window is at most what ``most`` shows of u_l there."""
    small = cases(
        kept(i, l) > 0,
        using((kept(i, l) == 1, by(in_window)), then=by()),
        using((kept(i, l) == 0, by(in_or_out(l))), positive_entry(i, l), ABOVE_IT, then=most),
    )
    return using(
        *shown,
        (ForAll(l, columns, outside_only(l) <= bound), small),
        then=by(NEXT_IS(), LARGEST_BELOW(outside_only, l, columns, bound, j)),
    )


ABOVE_IT: Shown = (
    k * A[i, l] <= D_spar[i, i],
    using(
        (ForAll(s, columns, A[i, l] * kept(i, s) <= A_spar[i, s]), by(TOP_K(i, s, l), A_SPAR_IS(i, s))),
        then=by(
            SUM_ORDER(lambda m: A[i, l] * kept(i, m), lambda m: A_spar[i, m], s, columns),
            SUM_FACTOR(A[i, l], lambda m: kept(i, m), s, columns),
            WINDOW_SIZE(i, s),
            D_SPAR_IS(i, s),
        ),
    ),
)
KTH_ENTRY = dropped_entry(
    1 / (k + 1),
    POSITIVE_SUM,
    WHOLE_SUM,
    (ForAll(s, columns, dropped(s) >= 0), each(using(positive_entry(i, s), then=by(in_or_out(s))))),
    most=using(
        (A[i, l] <= Sum(s, columns, dropped(s)), by(SUM_ABOVE_TERM(dropped, s, columns, l))),
        ((k + 1) * A[i, l] <= D[i, i], by(SUM_RENAMED(dropped, s, l, columns))),
        then=by(U_IS(l)),
    ),
)


def excess(m: Expr) -> Expr:
    return A[i, m] - exp(-M)


def dropped_excess(m: Expr) -> Expr:
    return dropped(m) - exp(-M) * (1 - kept(i, m))


_rest = A[i, l] + (n - 1) * exp(-M)
FIRST_SHARE = using(
    high_entry(M, i, l),
    (ForAll(s, columns, excess(s) >= 0), by(*low_score(M, s), A_IS(i, s))),
    (
        _rest <= D[i, i],
        by(
            SUM_ABOVE_TERM(excess, s, columns, l),
            SUM_OF_DIFFERENCES(lambda m: A[i, m], lambda m: exp(-M), s, columns),
            SUM_OF_CONSTANT(exp(-M), s, columns),
            LENGTH(s),
            SUM_RENAMED(lambda m: A[i, m], s, l, columns),
            D_IS(i),
        ),
    ),
    (
        A[i, l] * (ratio + n - 1) <= ratio * D[i, i],
        linked(A[i, l] * (ratio + n - 1)).le(ratio * A[i, l] + (n - 1) * exp(M)).eq(ratio * _rest).le(ratio * D[i, i]),
    ),
    then=linked(u[l]).eq(_share, U_IS(l)).le(ratio / (ratio + n - 1)),
)
LARGEST_SHARE = using(
    POSITIVE_SUM,
    (ForAll(l, columns, u[l] <= ratio / (ratio + n - 1)), each(FIRST_SHARE)),
    then=by(FIRST_IS(), LARGEST_BELOW(lambda m: u[m], l, columns, ratio / (ratio + n - 1), j)),
)
_least = A[i, l] + (n - k - 1) * exp(-M)
_following, _together = ratio / ((k + 1) * ratio + n - k - 1), k * A[i, l] + _least
NEXT_ENTRY = dropped_entry(
    _following,
    POSITIVE_SUM,
    WHOLE_SUM,
    (k + 1 <= n, by(INTEGERS_APART(k, n))),
    (_following >= 0, by()),
    (ForAll(s, columns, dropped_excess(s) >= 0), by(*low_score(M, s), A_IS(i, s), in_or_out(s))),
    most=using(
        high_entry(M, i, l),
        (
            _least <= DROPPED_SUM,
            by(
                SUM_ABOVE_TERM(dropped_excess, s, columns, l),
                SUM_OF_DIFFERENCES(dropped, lambda m: exp(-M) * (1 - kept(i, m)), s, columns),
                SUM_FACTOR(exp(-M), lambda m: 1 - kept(i, m), s, columns),
                SUM_OF_DIFFERENCES(lambda m: 1, lambda m: kept(i, m), s, columns),
                LENGTH(s),
                WINDOW_SIZE(i, s),
                SUM_RENAMED(dropped, s, l, columns),
            ),
        ),
        (
            A[i, l] * ((k + 1) * ratio + n - k - 1) <= ratio * D[i, i],
            linked(A[i, l] * ((k + 1) * ratio + n - k - 1))
            .le(ratio * (k + 1) * A[i, l] + (n - k - 1) * exp(M))
            .eq(ratio * _together)
            .le(ratio * D[i, i]),
        ),
        then=linked(outside_only(l)).eq(_share, U_IS(l)).le(_following),
    ),
)

COMPANION = Lemma(
    "Companion",
    "beside Appendices D and E",
    "exact identities and sharp inequalities",
    provenance="own",
    given=any_row,
)
COMPANION["row sum"] = one_norm == 2 * tau
COMPANION["row sum"].note("The total variation distance of the two rows is the dropped mass.").proved(
    Calculation(ROW_SUM[1], "Inside the window û_j ≥ u_j, and the û_j add up to 1; outside the error is u_j.")
)
COMPANION["dropped mass, above"] = tau <= (n - k) / n
COMPANION["dropped mass, above"].note("With equality for W = 0.").trivial(ranges.MASS).proved(
    Calculation(
        using(POSITIVE_SUM, WHOLE_SUM, DROPPED_SHARE, SMALLEST_DROPPED, then=by()),
        "The n-k dropped entries are the smallest: their mean is at most the mean of all.",
    )
)
mass = (n - k) / (n - k + k * ratio)
with COMPANION.where(given=on_event):
    COMPANION["dropped mass, below, on G_M"] = Implies(ON_EVENT, tau >= mass)
LEAST_MASS = line = COMPANION["dropped mass, below, on G_M"].trivial(ranges.MASS).uninformative(k == n)
_most = k * ratio * DROPPED_SUM
_AGAINST_KEPT = linked((n - k) * D_spar[i, i]).le((n - k) * (k * exp(M))).eq(k * ratio * ((n - k) * exp(-M))).le(_most)
line.note("With k = n^c and M = o(log n) almost all of the mass is dropped.").proved(
    Calculation(
        using(
            POSITIVE_SUM,
            WHOLE_SUM,
            DROPPED_SHARE,
            ((n - k) * D_spar[i, i] <= _most, using(low_dropped_sum(M), high_sparse_sum(M), then=_AGAINST_KEPT)),
            then=by(),
        ),
        "Attained by k scores M and n-k scores -M.",
    )
)
_r = 1 + rho
_K, _rest = slack("K"), slack("D")  # k - 1 and the dropped weight, the smallest kept weight being 1
KEPT_ERROR_SHARP = (
    nonnegative(
        "with the smallest kept weight 1 and the largest r: the error of the largest entry grows when the others inside fall "
        "to 1 and "
        "those outside rise to 1",
        (_r / (_r + _K) - _r / (_r + _K + _rest + _m)) - (_r / (_r + _K + gamma) - _r / (_r + _K + gamma + _rest)),
    ),
    identity(
        "(t-s)/(t+s) - [r/(r+s²) - r/(r+t²)] = (t-s)(r-st)²/((t+s)(r+s²)(r+t²)) with s² = k-1, t² = n-1",
        (_t - _s) / (_t + _s) - (_a / (_a + _s**2) - _a / (_a + _t**2)),
        (_t - _s) * (_a - _s * _t) ** 2 / ((_t + _s) * (_a + _s**2) * (_a + _t**2)),
    ),
)
COMPANION["kept error"] = kept_error <= (sqrt(n - 1) - sqrt(k - 1)) / (sqrt(n - 1) + sqrt(k - 1)), n >= 2
COMPANION["kept error"].trivial(ranges.KEPT_ERROR, "every n ≥ 2 and k in [n] (at n = 1 the bound is 0/0)").uninformative(k == 1)
COMPANION["kept error"].note(
    "Attained at r = √((k-1)(n-1)) (k ≥ 2). For k = o(n) this tends to 1: without a bound on the scores no window below a "
    "share of n helps in the maximum."
)
COMPANION["kept error"].proved(
    proved(
        "The worst row has one weight r and n-1 weights 1: the error is r/(r+k-1) - r/(r+n-1); maximise over r ≥ 1.",
        *KEPT_ERROR_SHARP,
        in_words="that weights may be divided by the smallest kept one, which changes no entry, and that the largest "
        "kept entry has the largest error, for the error inside the window is û - u = û tau.",
    )
)


BEFORE_THE_PEAK = Condition(
    words="M ≤ ⌊log2((k-1)(n-1))⌋/6 (so that r² = e^{4M} ≤ (k-1)(n-1))",
    check=lambda x: Fraction(x["M"]) * 6 <= ((int(x["k"]) - 1) * (_length(x) - 1)).bit_length() - 1,
    steer=lambda x: x.but(k=max(2, int(x["k"]))) if _length(x) > 1 else x,
)


largest_kept = kept_error <= ratio / (ratio + k - 1) - ratio / (ratio + n - 1)
with COMPANION.where(given=on_event):
    COMPANION["kept error, on G_M"] = Implies(ON_EVENT, largest_kept), BEFORE_THE_PEAK
line = COMPANION["kept error, on G_M"].note("Attained.")
line.trivial(ranges.KEPT_ERROR, met_with(ROWS, more="(k-1)(n-1) ≥ 1 and M ≤ ⌊log2((k-1)(n-1))⌋/6")).proved(
    proved(
        "The bound of the previous part increases in r up to √((k-1)(n-1)), and the largest ratio of weights is e^{2M}.",
        *KEPT_ERROR_SHARP,
        identity(
            "s/(r+s²) ≥ t/(r+t²), so the derivative s²/(r+s²)² - t²/(r+t²)² is ≥ 0, iff t(r+s²) - s(r+t²) = (t-s)(r-st) ≤ 0",
            _t * (_a + _s**2) - _s * (_a + _t**2),
            (_t - _s) * (_a - _s * _t),
        ),
        in_words="that the largest ratio of two weights is at most e^{2M}, and that a function with a nonnegative "
        "derivative increases; the rest is as in the previous part.",
    )
)
COMPANION["k-th entry"] = next_entry <= 1 / (k + 1)
COMPANION["k-th entry"].trivial(TrivialRange("0 ≤ u_(k+1) ≤ 1", 0, 1)).note(
    "The largest dropped entry u_(k+1). Attained by k+1 equal entries and nothing else."
).proved(Calculation(KTH_ENTRY, "k+1 entries are at least u_(k+1) and add up to at most 1."))
following = next_entry <= ratio / ((k + 1) * ratio + n - k - 1)
with COMPANION.where(given=on_event):
    COMPANION["k-th entry, on G_M"] = Implies(ON_EVENT, following), DROPS
line = COMPANION["k-th entry, on G_M"].trivial(ranges.NEXT_ENTRY, met_with(ROWS, DROPS))
line.uninformative(k == n - 1).note("Attained.").proved(
    Calculation(NEXT_ENTRY, "k+1 weights of at least w = the (k+1)-th, and n-k-1 of at least w/r.")
)
first_bound = largest_entry <= ratio / (ratio + n - 1)
with COMPANION.where(given=on_event):
    COMPANION["largest entry, on G_M"] = Implies(ON_EVENT, first_bound)
line = COMPANION["largest entry, on G_M"].trivial(ranges.LARGEST_ENTRY).uninformative(n == 1)
line.note("Attained (the paper's e^{2M}/n may exceed 1).").proved(
    Calculation(LARGEST_SHARE, "The other n-1 weights are at least 1/r of the largest.")
)
COMPANION["squared row norm, below"] = squares >= tau**2 * n / (k * (n - k)), DROPS
line = COMPANION["squared row norm, below"].trivial(ranges.SQUARED, met_with(ANY_ROWS, DROPS)).note("With equality for W = 0.")
line.proved(Calculation(SQUARES_ARE_BELOW, "Cauchy-Schwarz with weights that are equal inside the window and outside."))
COMPANION["squared row norm, above"] = squares <= 2 * tau * row_error
at_least_half = ranges.silent(
    ranges.SQUARED, ANY_ROWS, "k = n, or max|u - u_hat| ≥ 1/2", lambda x: balls.ge(2 * x.tau * x.max_error, x.tau)
)
COMPANION["squared row norm, above"].trivial(at_least_half).proved(
    Calculation(SQUARES_ABOVE, "Σ e² ≤ max|e| Σ|e|, and Σ|e| = 2 tau.")
)

UNIFORM_ROW = Condition(
    ForAll(l, columns, S[i, l] == S[i, j]),
    lambda x: "," not in str(x.row),
    lambda x: x.but(row=str(x.row).split(",")[0], k=1),
    printed=W == 0,
    said="all scores equal",
)
largest_gap = 1 / k - 1 / n
both = largest(largest_gap, 1 / n)


def inside(m: Expr) -> Expr:
    return kept(i, m) * abs(off(m))


KEPT_IS = Definition(
    "the largest error inside the window", (), kept_error == Largest(l, columns, inside(l)), of=SHORT_DATA, at=((),)
)
EQUAL_ENTRIES: tuple[Shown, ...] = (
    ROW_SUM,
    *SPARSE_ROW,
    (
        ForAll(l, columns, A[i, l] == A[i, j]),
        by(INSTANCE(lambda m: S[i, m] == S[i, j], l, columns, l), A_IS(i, l), A_IS(i, j)),
    ),
    positive_entry(),
    (
        (D[i, i] == n * A[i, j]) & (D_spar[i, i] == k * A[i, j]),
        each(
            by(
                SUM_EQUAL(lambda m: A[i, m], lambda m: A[i, j], l, columns),
                SUM_OF_CONSTANT(A[i, j], l, columns),
                LENGTH(l),
                D_IS(i),
            ),
            using(
                (
                    ForAll(l, columns, A_spar[i, l] == A[i, j] * kept(i, l)),
                    by(INSTANCE(lambda m: A[i, m] == A[i, j], l, columns, l), A_SPAR_IS(i, l)),
                ),
                then=by(
                    SUM_MULTIPLE(lambda m: A_spar[i, m], A[i, j], lambda m: kept(i, m), l, columns),
                    WINDOW_SIZE(i, l),
                    D_SPAR_IS(i, l),
                ),
            ),
        ),
    ),
    (
        ForAll(l, columns, (u[l] == 1 / n) & (u_hat[l] == kept(i, l) / k)),
        each(
            by(INSTANCE(lambda m: A[i, m] == A[i, j], l, columns, l), U_IS(l)),
            by(INSTANCE(lambda m: A[i, m] == A[i, j], l, columns, l), U_HAT_IS(l), A_SPAR_IS(i, l)),
        ),
    ),
    (largest_gap >= 0, by()),
)


def equal_entry(m: Expr) -> Claim:
    return (u[m] == 1 / n) & (u_hat[m] == kept(i, m) / k)


def size_of_error(m: Expr) -> Claim:
    return abs(off(m)) == largest_gap * kept(i, m) + 1 / n * (1 - kept(i, m))


def reached(size: Expr, value: Expr, within: bool, *why: Fact) -> Script:
    """A maximum is at least the value that it has inside the window, or outside: some entry is there."""

    def share(m: Expr) -> Expr:
        return kept(i, m) if within else 1 - kept(i, m)

    there, elsewhere = by(*why), by()
    entry = cases(
        kept(i, l) > 0,
        using((kept(i, l) == 1, by(in_window)), then=there if within else elsewhere),
        using((kept(i, l) == 0, by(in_or_out(l))), then=elsewhere if within else there),
    )
    return using(
        (ForAll(l, columns, value * share(l) <= size * share(l)), entry),
        then=by(
            SUM_ORDER(lambda m: value * share(m), lambda m: size * share(m), l, columns),
            SUM_FACTOR(value, share, l, columns),
            SUM_FACTOR(size, share, l, columns),
            *(OUTSIDE[2:] if within else OUTSIDE),
        ),
    )


COMPANION["uniform"] = (
    (kept_error == largest_gap)
    & Implies(k < n, next_entry == 1 / n)
    & Implies(k < n, row_error == largest(largest_gap, 1 / n))
    & Implies(k == n, row_error == 0)
    & (squares == largest_gap)
    & (one_norm == 2 * (1 - k / n)),
    UNIFORM_ROW,
)
_here = INSTANCE(size_of_error, l, columns, l)
_outer = INSTANCE(lambda m: outside_only(m) == 1 / n * (1 - kept(i, m)), l, columns, l)
_of_square = 1 / k**2 - 2 / (n * k)
some_error, some_entry = LARGEST_ABOVE(lambda m: abs(off(m)), l, columns, l), LARGEST_ABOVE(outside_only, l, columns, l)
some_inside = LARGEST_ABOVE(inside, l, columns, l)
_reached_inside = reached(row_error, largest_gap, True, _here, LARGEST_IS(), some_error)
_reached_outside = reached(row_error, 1 / n, False, _here, LARGEST_IS(), some_error)
OF_UNIFORM_ROW = using(
    *EQUAL_ENTRIES,
    (
        ForAll(l, columns, size_of_error(l)),
        cases(
            kept(i, l) > 0,
            using((kept(i, l) == 1, by(in_window)), then=by(INSTANCE(equal_entry, l, columns, l), ABS_OF_NONPOSITIVE(off(l)))),
            using(
                (kept(i, l) == 0, by(in_or_out(l))),
                then=by(INSTANCE(equal_entry, l, columns, l), ABS_OF_NONNEGATIVE(off(l))),
            ),
        ),
    ),
    (ForAll(l, columns, outside_only(l) == 1 / n * (1 - kept(i, l))), by(INSTANCE(equal_entry, l, columns, l))),
    (
        tau == (n - k) / n,
        by(DROPPED_MASS(), SUM_MULTIPLE(outside_only, 1 / n, lambda m: 1 - kept(i, m), l, columns), *OUTSIDE),
    ),
    then=each(
        using(
            (ForAll(l, columns, inside(l) <= largest_gap), by(_here, in_window, in_or_out(l))),
            (
                largest_gap <= kept_error,
                reached(kept_error, largest_gap, True, _here, KEPT_IS(), some_inside),
            ),
            then=by(KEPT_IS(), LARGEST_BELOW(inside, l, columns, largest_gap, j)),
        ),
        using(
            (ForAll(l, columns, outside_only(l) <= 1 / n), by(_outer, in_or_out(l))),
            (1 / n <= next_entry, reached(next_entry, 1 / n, False, _outer, NEXT_IS(), some_entry)),
            then=by(NEXT_IS(), LARGEST_BELOW(outside_only, l, columns, 1 / n, j)),
        ),
        using(
            (
                ForAll(l, columns, abs(off(l)) <= both),
                cases(
                    kept(i, l) > 0,
                    using((kept(i, l) == 1, by(in_window)), then=by(_here, MAX_ABOVE(largest_gap, 1 / n))),
                    using((kept(i, l) == 0, by(in_or_out(l))), then=by(_here, MAX_ABOVE(largest_gap, 1 / n))),
                ),
            ),
            (largest_gap <= row_error, _reached_inside),
            (1 / n <= row_error, _reached_outside),
            then=by(
                LARGEST_IS(),
                LARGEST_BELOW(lambda m: abs(off(m)), l, columns, both, j),
                MAX_BELOW(largest_gap, 1 / n, row_error),
            ),
        ),
        using(
            (ForAll(l, columns, abs(off(l)) >= 0), by(ABS_NONNEGATIVE(off(l)))),
            then=by(
                LARGEST_IS(),
                LARGEST_ABOVE(lambda m: abs(off(m)), l, columns, j),
                ABS_NONNEGATIVE(off(j)),
                LARGEST_BELOW_SUM(lambda m: abs(off(m)), l, columns, j),
                ROW_SUM_IS(),
            ),
        ),
        using(
            (
                ForAll(l, columns, off(l) ** 2 == 1 / n**2 * 1 + _of_square * kept(i, l)),
                by(INSTANCE(equal_entry, l, columns, l), in_window),
            ),
            then=by(
                SQUARES_ARE(),
                SUM_LINEAR(lambda m: off(m) ** 2, lambda m: 1, lambda m: kept(i, m), 1 / n**2, _of_square, l, columns),
                LENGTH(l),
                WINDOW_SIZE(i, l),
            ),
        ),
        by(),
    ),
)
COMPANION["uniform"].feasible("every n ≥ 1 and k in [n]: one row for each").proved(
    Calculation(OF_UNIFORM_ROW, "u_j = 1/n, û_j = 1/k on the window.")
)


few = row_data(with_epsilon(ANY_ROWS))
with COMPANION.where(given=few):
    COMPANION["effective entries"] = effective <= ceil(1 / eps) - 1
line = COMPANION["effective entries"]
below_one = TrivialRange("0 ≤ #{j : u_j > ε} ≤ n", 0, lambda x: x.n)
line.trivial(below_one.uninformative_on("n < 1/ε", lambda i: _length(i) * Fraction(i["eps"]) < 1)).note(
    "An integer is at most ⌈1/ε⌉ - 1 iff it is below 1/ε. Attained; hence |S_ε(u)| ≥ k for every row exactly when "
    "ε ≥ 1/(n-k+1)."
)
line.proved(
    Calculation(
        using(
            *UNIT_ROW,
            then=by(LARGE_SET(), COUNTING_STRICTLY(lambda l: u[l], eps, l, columns)),
        ),
        "m entries above ε add up to more than m ε, and to at most 1.",
    )
)
