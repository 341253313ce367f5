"""The four steps to the error of top-k attention (Lemma E.3, Eq. (6)).

With tau the dropped mass, u_hat = u/(1-tau) on the window: the error is u_hat·tau inside it and u outside. On
|S_ij| ≤ M every bound of the paper follows, with room to spare (e^{2M}/k would do for Eq. (6)). With M = C R √log(n/δ) in
place of a bound the lemmas fail; the one exception is u_(k+1) ≤ 1/(k+1), which is true of every row.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy

from kernels import balls
from theorems.provers.families import RefutedAlong
from theorems.sparse import ranges
from theorems.sparse.rows import DROPS, INPUTS, ROWS, AttentionRow
from theorems.sparse.sparsity import SHARP_ENTRY
from theorems.sparse.steps import (
    OUTRUNS,
    SINK,
    E,
    along,
    alpha,
    beta,
    gamma,
    k,
    limit_is,
    n,
    nonnegative,
    nu,
    positive,
    proved,
    three_forms,
)
from theorems.statement import Content, Domain, Statement
from theorems.vocabulary import Comparison, Reading, at_most


def _dropped_entry(x: AttentionRow) -> Comparison:
    return at_most(x.u_dropped, x.exp(2 * x.M) / x.n)


def _dropped_entry_by_window(x: AttentionRow) -> Comparison:
    return at_most(x.u_dropped, x.exp(2 * x.M) / x.k)


def _dropped_sum(x: AttentionRow) -> Comparison:
    return at_most(x.exp(x.shift) * x.dropped_weight, (x.n - x.k) * x.exp(3 * x.M))


def _inverse_difference(x: AttentionRow) -> Comparison:
    return at_most(x.inverse_difference, x.exp(5 * x.M) / x.k)


def _kept_error(x: AttentionRow) -> Comparison:
    return at_most(x.kept_error, x.exp(6 * x.M) / x.k)


def _both_errors(x: AttentionRow) -> Comparison:
    return at_most(x.max_error, x.exp(2 * x.M) / x.n + x.exp(6 * x.M) / x.k)


def _last_step(x: AttentionRow) -> Comparison:
    return at_most(x.exp(2 * x.M) / x.n + x.exp(6 * x.M) / x.k, 2 * x.exp(6 * x.M) / x.k)


def _row_sums(x: AttentionRow) -> Comparison:
    return at_most(x.row_sum_error, x.exp(2 * x.M) / x.n + x.exp(6 * x.M) / x.k)


_kept = k / E + beta  # D_spar ≥ k e^-M
SMALLEST_DROPPED = nonnegative(
    "with mean kept p and mean dropped q ≤ p: (n-k)(k p + (n-k) q) - n (n-k) q = (n-k) k (p - q) ≥ 0",
    nu * (k * (gamma + beta) + nu * gamma) - n * nu * gamma,
)
ONE_OF_LARGEST = proved(
    "u_(k+1) and the k entries of the window are all at least u_(k+1) and add up to at most 1: u_(k+1) ≤ 1/(k+1) ≤ e^{2M}/k.",
    nonnegative("E²/k - 1/(k+1) ≥ 0", E**2 / k - 1 / (k + 1)),
)
DROPPED_SUM = proved(
    "n-k dropped entries of at most e^M; the Cauchy-Schwarz step of the printed proof is not needed.",
    nonnegative("(n-k) E³ - ((n-k) E - α) ≥ 0", nu * E**3 - (nu * E - alpha)),
)
INVERSES = proved(
    "1/D_spar - 1/D = (D - D_spar)/(D D_spar) ≤ 1/D_spar ≤ e^M/k.",
    nonnegative("E⁵/k - 1/D_spar + 1/D ≥ 0 with D_spar = k/E + β, D = D_spar + γ", E**5 / k - 1 / _kept + 1 / (_kept + gamma)),
)
KEPT_ERROR = proved(
    "On the window u_hat - u = u_hat tau = (A_ij/D_spar) (D - D_spar)/D ≤ e^M/(k e^-M).",
    nonnegative(
        "E⁶/k - (E - α)/D_spar · γ/(D_spar + γ) ≥ 0",
        E**6 / k - E / _kept * gamma / (_kept + gamma) + alpha / _kept * gamma / (_kept + gamma),
    ),
)
EQUATION_6_PROOF = proved(
    "An entry is either dropped (Part 1 of Lemma E.3) or kept (Part 4): the maximum is at most the sum of the two bounds.",
    *SHARP_ENTRY.steps,
    *KEPT_ERROR.steps,
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

TWO_SINKS = along(
    "m -> n = 10^m, k = 1, c_j = 1 for two keys and -1 for the others, R = 1/2",
    lambda m: f"row=1x2,-1x{10**m - 2} k=1 R=1/2 delta=1/100 C=2",
    "Two scores are +R log(2n/δ), the others -R log(2n/δ) (R = 1/2): u_1 = u_2 = 1/(2 + (n-2) δ/(2n)) > 1/3 for every n. With "
    "k = 1 the second one is dropped, while e^{2M}/n tends to 0 for every C.",
    SINK,
    VANISHES,
    confirm=(20, 100, 300),
)
ALL_HIGH = along(
    "m -> n = 10^m, k = 1, c_j = 1 for all j, R = 1",
    lambda m: f"row=1x{10**m} k=1 R=1 delta=1/100 C=2",
    "All scores are R log(2n/δ): D - D_spar = (n-k) e^{R log(2n/δ)}, and log(2n/δ) outruns 3C √log(n/δ) for every C.",
    SINK,
    OUTRUNS,
    confirm=(20, 100, 300),
)
ALL_LOW = along(
    "m -> n = 10^m, k = 1, c_j = -1 for all j, R = 1",
    lambda m: f"row=-1x{10**m} k=1 R=1 delta=1/100 C=2",
    "All scores are -R log(2n/δ): 1/D_spar - 1/D = e^{R log(2n/δ)} (1/k - 1/n), and log(2n/δ) outruns 5C √log(n/δ).",
    SINK,
    OUTRUNS,
    confirm=(60, 100, 300),
)


def spike(more: str = "", *, exponent: int = 8) -> RefutedAlong:
    """One score R log(2n/δ) with R = 1/4 among zeros: its weight n^{1/4} lies between k = n^{1/exponent} and n."""
    return along(
        f"m -> n = 10^({exponent}m), k = 10^m, one score R log(2n/δ), R = 1/4, the others 0",
        lambda m: f"row=1x1,0x{10 ** (exponent * m) - 1} k={10**m} R=1/4 delta=1/100 C=2{more}",
        f"The weight q = (2n/δ)^{{1/4}} of one entry outgrows the window k = n^{{1/{exponent}}} but not n: "
        "u_hat_1 = q/(q + k-1) tends to 1 while u_1 = q/(q + n-1) tends to 0, a certain event. The error tends to 1; "
        "the bound tends to 0 for every C, because e^{c√log(n/δ)} is less than any power of n.",
        SINK,
        VANISHES,
        limit_is("q/(q+k) -> 1 for q = N^{1/4}, k = N^{1/8}", _q / (_q + _window), _N, 1),
        limit_is("q/(q+n) -> 0", _q / (_q + _N), _N, 0),
        confirm=(40, 60, 100),
    )


E3 = Statement("sparse", "Lemma E.3", source="Appendix E.3", title="the four steps to Eq. (6)", provenance="inferred")
EQUATION_6 = Statement("sparse", "Equation 6", source="Appendix E.1", title="error of top-k attention", provenance="inferred")


def _next_entry(domain: Domain) -> Content:
    text = "n ≤ (k+1) e^{2M}"
    return ranges.silent(ranges.NEXT_ENTRY, domain, text, lambda x: balls.ge((x.k + 1) * x.exp(2 * x.M), x.n))


def _kept_silent(domain: Domain) -> Content:
    return ranges.silent(ranges.KEPT_ERROR, domain, "k ≤ e^{6M}", lambda x: balls.ge(x.exp(6 * x.M), x.k))


def _sum_reaches(content: Content, level: int) -> Callable[[Domain], Content]:
    def found(domain: Domain) -> Content:
        return ranges.silent(
            content,
            domain,
            f"e^{{2M}}/n + e^{{6M}}/k ≥ {level}",
            lambda x: balls.ge(x.k * x.exp(2 * x.M) + x.n * x.exp(6 * x.M), level * x.k * x.n),
        )

    return found


_PARTS = (
    (
        "1",
        _dropped_entry,
        "|(D^-1 A)_ij - (D^-1 A_spar)_ij| ≤ e^{2M}/n",
        SHARP_ENTRY,
        TWO_SINKS,
        _next_entry,
        ["sparse/Theorem D.1/(c)"],
    ),
    (
        "1(b)",
        _dropped_entry_by_window,
        "|(D^-1 A)_ij - (D^-1 A_spar)_ij| ≤ e^{2M}/k",
        ONE_OF_LARGEST,
        None,
        lambda domain: ranges.always_silent(ranges.NEXT_ENTRY),
        ["sparse/Theorem D.1/(c)"],
    ),
    (
        "2",
        _dropped_sum,
        "|D_ii - (D_spar)_ii| ≤ (n-k) e^{3M}",
        DROPPED_SUM,
        ALL_HIGH,
        ranges.beside_sure_bound(ranges.DROPPED_SUM, INPUTS, 3),
        ["sparse/Lemma E.3/1", "sparse/Lemma E.4/4(b)"],
    ),
    (
        "3",
        _inverse_difference,
        "|D_ii^-1 - (D_spar)_ii^-1| ≤ e^{5M}/k",
        INVERSES,
        ALL_LOW,
        ranges.beside_sure_bound(ranges.INVERSE_DIFFERENCE, INPUTS, 5),
        ["sparse/Lemma E.3/2", "sparse/Lemma E.4/5(b)", "sparse/Lemma E.4/6(b)"],
    ),
    (
        "4",
        _kept_error,
        "|(D^-1 A_spar)_ij - (D_spar^-1 A_spar)_ij| ≤ e^{6M}/k",
        KEPT_ERROR,
        spike(),
        _kept_silent,
        ["sparse/Lemma E.3/3", "sparse/Lemma E.4/2"],
    ),
)
for _label, _claim, _says, _proof, _refutation, _content, _rests in _PARTS:
    three_forms(
        E3,
        _label,
        _claim,
        says=_says,
        proof=_proof,
        refutation=_refutation,
        witness=None,
        where=[DROPS],
        depends_on=_rests,
        content=_content,
    )

three_forms(
    EQUATION_6,
    "",
    _both_errors,
    says="‖D^-1 A - D_spar^-1 A_spar‖_∞ ≤ e^{2M}/n + e^{6M}/k (entrywise maximum)",
    proof=EQUATION_6_PROOF,
    refutation=spike(),
    witness=None,
    depends_on=["sparse/Lemma E.3/1", "sparse/Lemma E.3/4"],
    content=_sum_reaches(ranges.MAXIMUM, 1),
    note="With C = 2, δ = 1/100 and k = √n the bound is at least 1, because e^{6M} ≥ k, up to n = 2.7·10^17 for R = 1/4 and up "
    "to n = 10^252 for R = 1.",
)
EQUATION_6.add(
    "last step",
    _last_step,
    says="e^{2M}/n + e^{6M}/k ≤ 2 e^{6M}/k",
    given=ROWS,
    proof=proved("k ≤ n and M ≥ 0.", nonnegative("2E⁶/k - E²/n - E⁶/k ≥ 0", E**6 / k - E**2 / n)),
    depends_on=(),
)
EQUATION_6.add(
    "(b), on G_M",
    _row_sums,
    says="if |S_ij| ≤ M for all i, j: the same in the maximal absolute row sum",
    given=ROWS,
    witness="row=0x4 k=1 M=0",
    note="A row of P - P̂ has l1 norm 2 tau, and W = 0 gives 2(1 - k/n).",
    depends_on=(),
    content=_sum_reaches(ranges.ROW_SUM, 2)(ROWS),
)
EQUATION_6.add(
    "(b), on G_M",
    lambda x: at_most(x.row_sum_error, 2 * (x.n - x.k) / x.n),
    says="if |S_ij| ≤ M for all i, j: every row of P - P̂ has l1 norm at most 2(1 - k/n) (it is 2 tau)",
    given=ROWS,
    reading=Reading.INTENDED,
    changed="2(1 - k/n) in place of the bound, the least that serves all rows: equality for W = 0",
    proof=proved(
        "The l1 norm is tau inside the window plus tau outside it. The n-k dropped entries are the smallest, so their mean "
        "tau/(n-k) is at most the mean of all, 1/n.",
        SMALLEST_DROPPED,
        nonnegative("2 - 2(n-k)/n = 2k/n ≥ 0", 2 - 2 * nu / n),
    ),
    depends_on=(),
    content=ranges.ROW_SUM,
)

STATEMENTS = (E3, EQUATION_6)
