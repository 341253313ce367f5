"""The four steps to the error of top-k attention (Lemma E.3, Eq. (6)).

With tau the dropped mass, u_hat = u/(1-tau) on the window: the error is u_hat·tau inside it and u outside. On
|S_ij| ≤ M every bound of the paper follows, with room to spare (e^{2M}/k would do for Eq. (6)). With M = C R √log(n/δ) in
place of a bound the lemmas fail; the one exception is u_(k+1) ≤ 1/(k+1), which is true of every row.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import sympy
from hypothesis import strategies as st

from theorems.kernel.scripts import calc
from theorems.sparse.language import *
from theorems.sparse.sparsity import PRINTED_SCORES, Large
from theorems.sparse.steps import beta, gamma, nu
from theorems.sparse.steps import k as _k
from theorems.sparse.steps import n as _n
from theorems.sparse.thresholds import speaks
from theorems.textbook import *

FEWER_DROPPED = nonnegative(
    "with mean kept p and mean dropped q ≤ p: (n-k)(k p + (n-k) q) - n (n-k) q = (n-k) k (p - q) ≥ 0",
    nu * (_k * (gamma + beta) + nu * gamma) - _n * nu * gamma,
)
_N = positive("N")
_L, _a = positive("L"), positive("a")
VANISHES = limit_is(
    "a√L - L/4 -> -∞ for every a: e^{a√log(n/δ)} is less than any power of n",
    _a * sympy.sqrt(_L) - _L / 4,
    _L,
    -sympy.oo,
)
_q, _window = _N ** sympy.Rational(1, 4), _N ** sympy.Rational(1, 8)

_logarithm = log(n / delta)
SPIKE_INPUTS = (
    d == 2,
    R == Q(1, 4),
    C == 2,
    delta == Q(1, 100),
    reach == 1,
    most == 1,
    least == 0,
    levels == 2,
    leaders == 1,
)
LARGE_FIRST_ERROR: tuple[Shown, ...] = (  # top = (200 n)^{1/4} lies between 3k² and 4k², where n = k^8
    ((top**4 == 200 * k**8) & (low == 1), by(SCORES_OF_INPUT())),
    (top**2 >= 14 * k**4, only(ROOT_ABOVE(top**4, 14 * k**4))),
    (top**2 <= 15 * k**4, only(ROOT_BELOW(top**4, 15 * k**4))),
    (top >= 3 * k**2, only(ROOT_ABOVE(top**2, 3 * k**2))),
    (top <= 4 * k**2, only(ROOT_BELOW(top**2, 4 * k**2))),
    (n >= 16 * top, only(n == k**8, k >= 10, top <= 4 * k**2)),
    (Q(1, 2) <= first_error, only(low == 1, top >= 3 * k**2, n >= 16 * top, k >= 10)),
)
LARGE_ERROR: Shown = Q(1, 2) <= Norm(P - P_hat, "∞"), calc(Q(1, 2)).le(first_error).le(Norm(P - P_hat, "∞"), SPIKE())
_sizes = delta == Q(1, 100), n == k**8, k >= 10
SMALL_BOUND: tuple[Shown, ...] = (  # 6M = 3√L ≤ L/16 + 36, and L = log 100 + 8 log k
    (_logarithm >= 0, only(*_sizes, log(k) >= 92)),
    (6 * M <= _logarithm / 16 + 36, by(M_IS(), SQUARE(sqrt(_logarithm) / 4 - 6))),
    (
        6 * M <= log(k) - 9,
        only(*_sizes, 6 * M <= _logarithm / 16 + 36, log(k) >= 92),
    ),
    (exp(6 * M) <= exp(-9) * k, only(EXP_GROWS(6 * M, log(k) - 9))),
)


def spike(
    more: str = "",
    *shown: Shown,
    also: tuple[Claim, ...] = (),
    final: Script | None = None,
    large: Shown = LARGE_ERROR,
    exponent: int = 8,
) -> RefutedAlong:
    """One score R log(2n/δ) with R = 1/4 among zeros: its weight n^{1/4} lies between k = n^{1/exponent} and n."""
    return along(
        f"m -> n = 10^({exponent}m), k = 10^m, one score R log(2n/δ), R = 1/4, the others 0",
        lambda m: f"row=1x1,0x{10 ** (exponent * m) - 1} k={10**m} R=1/4 delta=1/100 C=2{more}",
        f"The weight q = (2n/δ)^{{1/4}} of one entry outgrows the window k = n^{{1/{exponent}}} but not n: "
        "u_hat_1 = q/(q + k-1) tends to 1 while u_1 = q/(q + n-1) tends to 0, a certain event. The error tends to 1; "
        "the bound tends to 0 for every C, because e^{c√log(n/δ)} is less than any power of n. R = (1 + c)/2 does the same to "
        "k = n^c, for every c < 1.",
        SINK,
        BETWEEN,
        VANISHES,
        limit_is("q/(q+k) -> 1 for q = N^{1/4}, k = N^{1/8}", _q / (_q + _window), _N, 1),
        limit_is("q/(q+n) -> 0", _q / (_q + _N), _N, 0),
        confirm=(40, 60, 100),
        calculation=Contrary(
            (k >= 10, log(k) >= 92, n == k**8, *SPIKE_INPUTS, *also),
            using(*LARGE_FIRST_ERROR, large, *shown, then=final or by()),
            reasons=(ENTRIES_OF_X(),),
            sizes=(k == 10**K, n == 10 ** (8 * K), R == Q(1, 4)),
        ),
    )


of_sums = D[i, i] - D_spar[i, i]
lost = abs(D[i, i] ** -1 * A[i, j] - D[i, i] ** -1 * A_spar[i, j])
sums = abs(of_sums)
inverses = abs(D[i, i] ** -1 - D_spar[i, i] ** -1)
held = abs(D[i, i] ** -1 * A_spar[i, j] - D_spar[i, i] ** -1 * A_spar[i, j])


_both, _printed = exp(2 * M) / n + exp(6 * M) / k, Norm(D**-1 * A - D_spar**-1 * A_spar, "∞")
FAR_ABOVE = calc(_printed).eq(Norm(P - P_hat, "∞"), ERROR_IS()).ge(Q(1, 2)).gt(2 * exp(-9)).ge(_both)
# both terms of the printed bound are at most e^{6M}/k
BELOW_A_HALF: tuple[Shown, ...] = (
    *SMALL_BOUND,
    (M >= 0, by(M_IS())),
    (exp(2 * M) <= exp(6 * M), by(EXP_GROWS(2 * M, 6 * M))),
    (n >= k, only(n == k**8, k >= 10)),
    (exp(2 * M) / n <= exp(6 * M) / k, calc(exp(2 * M) / n).le(exp(6 * M) / n).le(exp(6 * M) / k)),
    (exp(6 * M) / k <= exp(-9), only(exp(6 * M) <= exp(-9) * k)),
    (_both <= 2 * exp(-9), only(exp(2 * M) / n <= exp(6 * M) / k, exp(6 * M) / k <= exp(-9), n >= k, k >= 10)),
)


def step_1(m: Expr) -> Script:
    """Two numbers that are at most the share of the entry."""
    entry, sparse = D[i, i] ** -1 * A[i, j], D[i, i] ** -1 * A_spar[i, j]
    return using(share(m), sparse_share(m), then=by(ABS_OF_DIFFERENCE(entry, sparse, exp(2 * m) / n)))


outside = (1 - kept(i, j)) * A[i, j]  # the entry if it is dropped, 0 if not
NONE_LARGER: tuple[Shown, ...] = (  # than the k kept ones
    POSITIVE_SUM,
    (ForAll(l, columns, A_spar[i, l] <= A[i, l]), each(using(sparse_entry(i, l), then=by()))),
    (
        ForAll(l, columns, outside * kept(i, l) <= A_spar[i, l]),
        by(TOP_K(i, l, j), A_SPAR_IS(i, l), A_IS(i, l), in_or_out(l), in_or_out(j)),
    ),
    (
        D_spar[i, i] <= D[i, i],
        by(SUM_ORDER(lambda l: A_spar[i, l], lambda l: A[i, l], l, columns), D_SPAR_IS(i, l), D_IS(i)),
    ),
    (
        outside * k <= D_spar[i, i],
        by(
            SUM_ORDER(lambda l: outside * kept(i, l), lambda l: A_spar[i, l], l, columns),
            SUM_FACTOR(outside, lambda l: kept(i, l), l, columns),
            WINDOW_SIZE(i, l),
            D_SPAR_IS(i, l),
        ),
    ),
)


def step_1_b(large: Large) -> Script:
    """A dropped entry is at most any of the k kept ones, and these add up to at most 1."""
    entry = D[i, i] ** -1 * A[i, j] - D[i, i] ** -1 * A_spar[i, j]
    shown = calc(lost).eq(entry, ABS_OF_NONNEGATIVE(entry)).eq(outside / D[i, i], A_SPAR_IS(i, j)).le(1 / k).le(exp(2 * M) / k)
    return using(*large, *NONE_LARGER, sparse_entry(), then=shown)


def step_2(m: Expr) -> Script:
    """n - k dropped entries of at most e^m; the Cauchy-Schwarz step of the printed proof is not needed."""
    difference = calc(sums).eq(of_sums, ABS_OF_NONNEGATIVE(of_sums)).le((n - k) * exp(m)).le((n - k) * exp(3 * m))
    return using(at_least_one(m), sum_difference(m), then=difference)


def step_3(m: Expr) -> Script:
    whole, sparse, bound = D[i, i] ** -1, D_spar[i, i] ** -1, exp(m) / k
    return using(
        at_least_one(m),
        inverse_sums(m),
        then=calc(inverses).le(bound, ABS_OF_DIFFERENCE(whole, sparse, bound)).le(exp(5 * m) / k),
    )


def step_4(m: Expr) -> Script:
    """A kept entry of P and one of P̂ are both at most e^{2m}/k."""
    whole, sparse, bound = D[i, i] ** -1 * A_spar[i, j], D_spar[i, i] ** -1 * A_spar[i, j], exp(2 * m) / k
    return using(
        at_least_one(m),
        sparse_share(m),
        (whole <= bound, calc(whole).le(exp(2 * m) / n).le(bound)),
        kept_share(m),
        then=calc(held).le(bound, ABS_OF_DIFFERENCE(whole, sparse, bound)).le(exp(6 * m) / k),
    )


def _steps(domain: Domain) -> Computed:
    """Of an entry the largest of the row is compared: the bounds are for all i, j."""
    return on(domain).knowing(
        {
            lost: "u_dropped",
            sums: lambda x: x.exp(x.shift) * x.dropped_weight,  # without cancellation
            inverses: "inverse_difference",
            held: "kept_error",
        }
    )


def _rows_of(name: str, levels: Callable[[int, int], str], k: int) -> Computed:
    """Rows of ten equal scores or more, or of two kinds of scores, two of the first."""
    rows = replace(
        ROWS.where(DROPS),
        name=name,
        draw=lambda: st.builds(lambda n, M: {"row": levels(n, M), "k": k, "M": M}, st.integers(10, 99), st.integers(1, 9)),
        small=lambda: (Instance(row=levels(n, M), k=k, M=M) for n in range(10, 16) for M in (1, 2)),
    )
    return _steps(rows)


DROPPED_OF_TWO = Definition(
    "the first dropped entry of a row with more scores s_1 than are kept, the others s_n",
    (),
    lost == top / (leaders * top + (n - leaders) * low),
    (levels == 2, k < leaders),
    of=_rows_of("two scores above the others, one kept", lambda n, M: f"{M}x2,{-M}x{n}", 1),
    at=((),),
)
SUMS_OF_EQUAL = Definition(
    "D = n e^{s_1} and D_spar = k e^{s_1} where all scores are s_1",
    (),
    (sums == (n - k) * top) & (inverses == 1 / (k * top) - 1 / (n * top)),
    (levels == 1,),
    of=_rows_of("equal scores that are not 0", lambda n, M: f"{-M}x{n}", 3),
    at=((),),
)
KEPT_OF_SPIKE = Definition(
    "the first entry of a row with one score s_1 and n - 1 scores s_n",
    (),
    held == first_error,
    (levels == 2, leaders == 1),
    of=_rows_of("one score above the others, three kept", lambda n, M: f"{M}x1,{-M}x{n}", 3),
    at=((),),
)
_any_score = Norm(S, "∞")
POSITIVE_SUMS: tuple[Shown, ...] = (
    POSITIVE_SUM,
    (
        D_spar[i, i] > 0,
        using(low_sparse_sum(_any_score), then=only(k >= 1, k * exp(-_any_score) <= D_spar[i, i])),
    ),
)
_root, _inputs = sqrt(_logarithm), (k == 1, d == 2, C == 2, delta == Q(1, 100), reach == 1)
# 2M = 2√L ≤ L/2 + 2 for L = log 100 n: the bound is at most e² √(100 n)/n
_third = top / (2 * top + (n - 2) * low)
TWO_SINKS = along(
    "m -> n = 10^m, k = 1, c_j = 1 for two keys and -1 for the others, R = 1/2",
    lambda m: f"row=1x2,-1x{10**m - 2} k=1 R=1/2 delta=1/100 C=2",
    "Two scores are +R log(2n/δ), the others -R log(2n/δ) (R = 1/2): u_1 = u_2 = 1/(2 + (n-2) δ/(2n)) > 1/3 for every n. With "
    "k = 1 the second one is dropped, while e^{2M}/n tends to 0 for every C.",
    confirm=(20, 100, 300),
    calculation=Contrary(
        (n >= 10**6, log(n) >= 46, *_inputs, R == Q(1, 2), most == 1, least == -1, levels == 2, leaders == 2),
        using(
            (_logarithm >= 0, by()),
            (2 * M <= _logarithm / 2 + 2, only(M_IS(), SQUARE(_root - 2), C == 2, R == Q(1, 2), delta == Q(1, 100), n >= 1)),
            (exp(2 * M) <= 10 * exp(2) * sqrt(n), by(EXP_GROWS(2 * M, _logarithm / 2 + 2))),
            (low == top / (200 * n), by(SCORES_OF_INPUT())),
            POSITIVE_SUM,
            (lost >= Q(1, 3), calc(lost).eq(_third, DROPPED_OF_TWO()).ge(Q(1, 3))),
            (sqrt(n) >= 1000, by()),
            then=calc(exp(2 * M) / n).le(10 * exp(2) / sqrt(n)).lt(Q(1, 3)).le(lost),
        ),
        reasons=(ENTRIES_OF_X(),),
        sizes=(n == 10**K, R == Q(1, 2)),
    ),
)
ALL_HIGH = along(
    "m -> n = 10^m, k = 1, c_j = 1 for all j, R = 1",
    lambda m: f"row=1x{10**m} k=1 R=1 delta=1/100 C=2",
    "All scores are R log(2n/δ): D - D_spar = (n-k) e^{R log(2n/δ)}, and log(2n/δ) outruns 3C √log(n/δ) for every C.",
    confirm=(20, 100, 300),
    calculation=Contrary(
        (n >= 10**6, log(n) >= 46, *_inputs, R == 1, most == 1, levels == 1),
        using(
            (_logarithm >= 50, by()),
            (_root >= 7, by()),
            (3 * M <= _logarithm, by(M_IS())),
            (exp(3 * M) <= 100 * n, by(EXP_GROWS(3 * M, _logarithm))),
            (top == 200 * n, by(SCORES_OF_INPUT())),
            then=calc((n - k) * exp(3 * M))
            .le((n - k) * (100 * n), FACTOR_KEEPS_ORDER(exp(3 * M), 100 * n, n - k))
            .lt((n - k) * top)
            .eq(sums, SUMS_OF_EQUAL()),
        ),
        reasons=(ENTRIES_OF_X(),),
        sizes=(n == 10**K, R == 1),
    ),
)
ALL_LOW = along(
    "m -> n = 10^m, k = 1, c_j = -1 for all j, R = 1",
    lambda m: f"row=-1x{10**m} k=1 R=1 delta=1/100 C=2",
    "All scores are -R log(2n/δ): 1/D_spar - 1/D = e^{R log(2n/δ)} (1/k - 1/n), and log(2n/δ) outruns 5C √log(n/δ).",
    confirm=(60, 100, 300),
    calculation=Contrary(
        (n >= 100, log(n) >= 138, *_inputs, R == 1, most == -1, levels == 1),
        using(
            (_logarithm >= 140, by()),
            (_root >= 11, by()),
            (5 * M <= _logarithm, by(M_IS())),
            (exp(5 * M) <= 100 * n, by(EXP_GROWS(5 * M, _logarithm))),
            (top == 1 / (200 * n), by(SCORES_OF_INPUT())),
            *POSITIVE_SUMS,
            then=calc(exp(5 * M) / k)
            .le(100 * n)
            .lt((1 - 1 / n) / top)
            .eq(1 / (k * top) - 1 / (n * top))
            .eq(inverses, SUMS_OF_EQUAL()),
        ),
        reasons=(ENTRIES_OF_X(),),
        sizes=(n == 10**K, R == 1),
    ),
)
_large_kept = Q(1, 2) <= held, using(*POSITIVE_SUMS, then=calc(Q(1, 2)).le(first_error).eq(held, KEPT_OF_SPIKE()))

E3 = Lemma("E.3", "Appendix E.3", "the four steps to Eq. (6)", given=_steps(ROWS), provenance="inferred")
three_forms(
    E3,
    "1",
    lost <= exp(2 * M) / n,
    proof=step_1,
    refutation=TWO_SINKS,
    given=_steps,
    uses=["Theorem D.1/(c)"],
    trivial=ranges.NEXT_ENTRY,
    uninformative=n <= (k + 1) * exp(2 * M),
)
three_forms(
    E3,
    "1(b)",
    lost <= exp(2 * M) / k,
    proof=lambda m: step_1_b((at_least_one(m),)),
    printed_proof=Calculation(step_1_b(PRINTED_SCORES)),
    given=_steps,
    uses=["Theorem D.1/(c)"],
    trivial=lambda domain: ranges.always_silent(
        ranges.NEXT_ENTRY, Silent(1 / (k + 1), using(*(PRINTED_SCORES if domain is INPUTS else (at_least_one(M),)), then=by()))
    ),
)
three_forms(
    E3,
    "2",
    sums <= (n - k) * exp(3 * M),
    proof=step_2,
    refutation=ALL_HIGH,
    given=_steps,
    uses=["Lemma E.3/1", "Lemma E.4/4(b)"],
    trivial=ranges.beside_sure_bound(ranges.DROPPED_SUM, INPUTS, 3),
)
three_forms(
    E3,
    "3",
    inverses <= exp(5 * M) / k,
    proof=step_3,
    refutation=ALL_LOW,
    given=_steps,
    uses=["Lemma E.3/2", "Lemma E.4/5(b)", "Lemma E.4/6(b)"],
    trivial=ranges.beside_sure_bound(ranges.INVERSE_DIFFERENCE, INPUTS, 5),
)
three_forms(
    E3,
    "4",
    held <= exp(6 * M) / k,
    proof=step_4,
    refutation=spike(
        "",
        *SMALL_BOUND,
        final=using(*POSITIVE_SUMS, then=calc(exp(6 * M) / k).le(exp(-9)).lt(Q(1, 2)).le(held)),
        large=_large_kept,
    ),
    given=_steps,
    uses=["Lemma E.3/3", "Lemma E.4/2"],
    trivial=ranges.KEPT_ERROR,
    uninformative=k <= exp(6 * M),
)

EQUATION_6 = Lemma("Equation 6", "Appendix E.1", "error of top-k attention", given=on(ROWS), provenance="inferred")
printed = D**-1 * A - D_spar**-1 * A_spar
both = exp(2 * M) / n + exp(6 * M) / k


def equation_6(m: Expr) -> Script:
    """The printed bound is larger than e^{2m}/k."""
    return using(
        at_least_one(m),
        whole_error(m),
        then=calc(Norm(printed, "∞"))
        .eq(Norm(P - P_hat, "∞"), ERROR_IS())
        .le(exp(2 * m) / k)
        .le(exp(2 * m) / n + exp(6 * m) / k),
    )


def _whole(domain: Domain) -> Computed:
    return on(domain).knowing({Norm(printed, "∞"): "max_error", Norm(printed, "row sum"): "row_sum_error"})


three_forms(
    EQUATION_6,
    "",
    Norm(printed, "∞") <= both,
    proof=equation_6,
    refutation=spike("", *BELOW_A_HALF, final=FAR_ABOVE),
    given=_whole,
    uses=["Lemma E.3/1", "Lemma E.3/4"],
    trivial=ranges.MAXIMUM,
    uninformative=both >= 1,
).note(f"With C = 2, δ = 1/100 and k = √n its second term e^{{6M}}/k is below 1 {speaks('Lemma E.3, Part 4')}, to two digits.")
EQUATION_6["last step"] = both <= 2 * exp(6 * M) / k
in_print = exp(6 * M) / k
EQUATION_6["last step"].proved(
    Calculation(using(at_least_one(M), then=calc(both).le(exp(2 * M) / k + in_print).le(2 * in_print).eq(2 * exp(6 * M) / k)))
)
with EQUATION_6.where(given=_whole(ROWS)):
    EQUATION_6["(b), on G_M"] = Implies(ON_EVENT, Norm(printed, "row sum") <= both)
rows = EQUATION_6["(b), on G_M"].trivial(ranges.ROW_SUM).uninformative(both >= 2)
rows.refuted("row=0x4 k=1 M=0").note("A row of P - P̂ has l1 norm 2 tau, and W = 0 gives 2(1 - k/n).")
row_bound = Norm(printed, "row sum") <= 2 * (1 - k / n)
repaired = rows.instead(
    why="2(1 - k/n) in place of the bound, the least that serves all rows: equality for W = 0",
    claim=Implies(ON_EVENT, row_bound),
)
repaired.trivial(ranges.ROW_SUM).proved(
    proved(
        "The l1 norm is tau inside the window plus tau outside it. The n-k dropped entries are the smallest, so their mean "
        "tau/(n-k) is at most the mean of all, 1/n.",
        FEWER_DROPPED,
        nonnegative("2 - 2(n-k)/n = 2k/n ≥ 0", 2 - 2 * nu / _n),
        in_words="that a row of P - P̂ has the l1 norm 2 tau: inside the window û - u ≥ 0 adds up to 1 - (1 - tau), "
        "outside u - û = u to tau. It is Companion/row sum, in one row.",
    )
)

STATEMENTS = (E3, EQUATION_6)
