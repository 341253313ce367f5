"""How far top-k attention is from exact attention in the entrywise maximum (Lemma E.3, Eq. (6), Theorem E.1).

With tau the dropped mass, u_hat = u/(1-tau) on the window: the error is u_hat·tau inside it and u outside. On
|S_ij| ≤ M every bound of the paper follows, with room to spare (e^{2M}/k would do for Eq. (6)). With M = C R √log(n/δ) in
place of a bound the lemmas fail; the one exception is u_(k+1) ≤ 1/(k+1), which is true of every row.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
import sympy

from kernels import balls
from strategies.attention_rows import length_of
from theorems.instance import Instance
from theorems.provers.argument import Argument
from theorems.provers.families import RefutedAlong
from theorems.sparse.rows import (
    DROPS,
    INPUTS,
    ORDER_R,
    REPAIRED_INPUTS,
    ROWS,
    SMALL_R,
    VANISHING_R,
    AttentionRow,
    with_parameter,
)
from theorems.sparse.sparsity import SHARP_ENTRY
from theorems.sparse.steps import (
    OUTRUNS,
    REPAIR,
    SINK,
    SURE_BOUND,
    E,
    along,
    alpha,
    beta,
    certain,
    gamma,
    identity,
    k,
    limit_is,
    n,
    nonnegative,
    nu,
    positive,
    proved,
    slack,
    three_forms,
)
from theorems.statement import Condition, Domain, Part, Statement
from theorems.vocabulary import Comparison, Reading, Verdict, at_most


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

_N, _R = positive("N"), positive("R")
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

_PARTS = (
    (
        "1",
        _dropped_entry,
        "|(D^-1 A)_ij - (D^-1 A_spar)_ij| ≤ e^{2M}/n",
        SHARP_ENTRY,
        TWO_SINKS,
        ["sparse/Theorem D.1/(c)"],
    ),
    (
        "1(b)",
        _dropped_entry_by_window,
        "|(D^-1 A)_ij - (D^-1 A_spar)_ij| ≤ e^{2M}/k",
        ONE_OF_LARGEST,
        None,
        ["sparse/Theorem D.1/(c)"],
    ),
    (
        "2",
        _dropped_sum,
        "|D_ii - (D_spar)_ii| ≤ (n-k) e^{3M}",
        DROPPED_SUM,
        ALL_HIGH,
        ["sparse/Lemma E.3/1", "sparse/Lemma E.4/4(b)"],
    ),
    (
        "3",
        _inverse_difference,
        "|D_ii^-1 - (D_spar)_ii^-1| ≤ e^{5M}/k",
        INVERSES,
        ALL_LOW,
        ["sparse/Lemma E.3/2", "sparse/Lemma E.4/5(b)", "sparse/Lemma E.4/6(b)"],
    ),
    (
        "4",
        _kept_error,
        "|(D^-1 A_spar)_ij - (D_spar^-1 A_spar)_ij| ≤ e^{6M}/k",
        KEPT_ERROR,
        spike(),
        ["sparse/Lemma E.3/3", "sparse/Lemma E.4/2"],
    ),
)
for _label, _claim, _says, _proof, _refutation, _rests in _PARTS:
    three_forms(
        E3, _label, _claim, says=_says, proof=_proof, refutation=_refutation, witness=None, where=[DROPS], depends_on=_rests
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
)
EQUATION_6.add(
    "(b), on G_M",
    lambda x: at_most(x.row_sum_error, x.number(2)),
    says="if |S_ij| ≤ M for all i, j: every row of P - P̂ has l1 norm at most 2 (it is 2 tau)",
    given=ROWS,
    reading=Reading.INTENDED,
    changed="2 in place of the bound: no smaller constant works for all rows",
    proof=proved(
        "The l1 norm is tau inside the window plus tau outside it, and tau ≤ 1.",
        nonnegative("2 - 2γ/(D_spar + γ) ≥ 0", 2 - 2 * gamma / (_kept + gamma)),
    ),
    depends_on=(),
)

EXPONENTS = [Fraction(1, 2), Fraction(1, 8), Fraction(1, 4), Fraction(3, 4)]


def wide(least: Fraction) -> Condition:
    """The window is at least ``least`` · n^c, compared exactly through integer powers."""

    def check(instance: Instance) -> bool:
        c = Fraction(instance["c"])
        window = Fraction(int(instance["k"])) / least
        return window**c.denominator >= length_of(str(instance.row)) ** c.numerator

    def widen(instance: Instance) -> Instance:
        c, n = Fraction(instance["c"]), length_of(str(instance.row))
        root, exact = sympy.integer_nthroot(n**c.numerator, c.denominator)
        return instance.but(k=min(n, max(int(instance["k"]), int(root) + (not exact))))

    name = "n^c" if least == 1 else f"{least} n^c"
    return Condition(f"k ≥ {name}, c in (0, 1)", check, widen)


def with_exponent(domain: Domain, least: Fraction = Fraction(1)) -> Domain:
    """The domain with the exponent c of k = Ω(n^c) (the paper's C in (0, 1))."""
    return with_parameter(domain, "c", EXPONENTS, wide(least), "the exponent of the window k = Ω(n^c)")


def _printed_bound(x: AttentionRow) -> Comparison:
    return at_most(x.max_error, 2 * x.exp(6 * x.M) / x.n**x.c)


def _without_prefactor(x: AttentionRow) -> Comparison:
    return at_most(x.max_error, x.exp(6 * x.M) / x.n**x.c)


def _sharper(x: AttentionRow) -> Comparison:
    return at_most(x.max_error, x.exp(2 * x.M) / x.n**x.c)


def _below(x: AttentionRow) -> Comparison:
    return at_most(x.max_error, x.eps)


_tau = gamma / (_kept + gamma)
MAX_ERROR = proved(
    "Kept entries: u_hat tau ≤ e^{2M}/k tau. Dropped entries: u_j ≤ e^{2M}/n ≤ e^{2M}/k. With k ≥ n^c both are at most "
    "e^{2M}/n^c.",
    nonnegative(
        "E²/k - (E - α)/D_spar · tau ≥ 0",
        E**2 / k - E / _kept * _tau + alpha / _kept * _tau,
    ),
    *SHARP_ENTRY.steps,
)


def limit_size(
    R: float = 1.0, c: float = 0.5, eps: float = 0.01, delta: float = 0.01, C: float = 2.0, route: bool = False
) -> Any:
    """log n0 beyond which the bound on the error is below eps: e^{2M}/n^c (or the paper's 2e^{6M}/n^c), M = C R √log(n/δ)."""
    slope = (6 if route else 2) * C * R
    target = mpmath.log((2 if route else 1) / mpmath.mpf(eps)) + c * mpmath.log(1 / mpmath.mpf(delta))
    root = (slope + mpmath.sqrt(slope**2 + 4 * c * target)) / (2 * c)
    return root**2 + mpmath.log(delta)


def _growing(j: int) -> str:
    M = Fraction(7 * j, 2)
    return f"row={M}x1,{-M}x{10 ** (4 * j) - 1} k={10 ** (2 * j)} M={M} c=1/2 eps=1/10"


def _n0(part: Part) -> dict[str, Any]:
    true, route = limit_size(), limit_size(route=True)
    return {
        "variable": "n",
        "value": f"e^{float(true):.3f} (from e^(2M)/k ≤ ε)",
        "family": "R fixed; along R = o(√log n): beyond the size from which 2CR√log(n/δ) ≤ (c/2) log n, and ε^(-2/c)",
        "constants": "C = 2, R = 1, c = 1/2, ε = 1/100, δ = 1/100",
        "route": f"e^{float(route):.3f} from 2 e^(6M)/n^c",
    }


_c, _x, _eta = positive("c"), positive("x"), slack("eta")
TENDS_TO_ZERO = Argument(
    Verdict.ASYMPTOTIC,
    "The error is at most e^{2M}/k ≤ e^{2CR√log(n/δ)}/n^c. R = o(√log n) makes the exponent 2CR√log(n/δ) at most (c/2) log n "
    "from some size on, so the error is at most n^{-c/2} ≤ ε for n ≥ ε^{-2/c}. It tends to 0; for R = O(√log n) it need not.",
    (
        *MAX_ERROR.steps,
        limit_is("a√L - cL -> -∞", _a * sympy.sqrt(_L) - _c * _L, _L, -sympy.oo),
        identity("(ε^{-2/c})^{-c/2} = ε", (_x ** (-2 / _c)) ** (-_c / 2), _x),
    ),
    n0=_n0,
)
REPAIRED_LIMIT = Argument(
    Verdict.ASYMPTOTIC,
    "With M' = d R log(nd/δ) the error is at most (nd/δ)^{2dR}/n^c: it tends to 0 as soon as 2dR < c, in particular for "
    "R = o(1). At 2dR > c it need not (the spike of the stated reading).",
    (
        SURE_BOUND,
        *MAX_ERROR.steps,
        limit_is("n^{c/2 - c} -> 0 (4dR ≤ c)", _N ** (-_c / 2), _N, 0),
    ),
    n0=lambda part: {
        "variable": "n",
        "value": "(d/δ) ε^(-2/c), and beyond the size from which 4 d R ≤ c",
        "family": "R = o(1), d fixed",
        "constants": "d = 2, c = 1/2, ε = 1/100, δ = 1/100: 2·10^10",
    },
)
GROWING_R = along(
    "j -> n = 10^(4j), k = 10^(2j), one score M, the others -M, M = 7j/2 (M/log n is constant: R = Θ(√log n))",
    _growing,
    "The weight r = e^{2M} = e^{7j} lies between k = 10^{2j} and n = 10^{4j}: r/(r + k-1) -> 1, r/(r + n-1) -> 0. The limit "
    "is 0 along M = m log n exactly when 2m < c.",
    identity("M/log n = 7/(8 log 10)", (7 * _x / 2) / (4 * _x * sympy.log(10)), 7 / (8 * sympy.log(10))),
    certain("2 log 10 < 7", lambda: balls.lt(2 * balls.log(balls.ball(10)), balls.ball(7))),
    certain("7 < 4 log 10", lambda: balls.lt(balls.ball(7), 4 * balls.log(balls.ball(10)))),
    confirm=(3, 10, 60),
)

E1 = Statement(
    "sparse",
    "Theorem E.1",
    source="Appendix E.1",
    title="n^C entries suffice, in the entrywise maximum",
    provenance="public",
    depends_on=["sparse/Equation 6"],
)
_W1 = tuple(with_exponent(domain) for domain in (INPUTS, REPAIRED_INPUTS, ROWS))
three_forms(
    E1,
    "1",
    _printed_bound,
    says="k ≥ n^c implies ‖P - P̂‖_∞ ≤ 2 e^{6M}/n^c (6M = 12 R √log(n/δ))",
    proof=MAX_ERROR,
    refutation=spike(" c=1/8"),
    witness=None,
    domains=(_W1[0], _W1[1], _W1[2]),
    note="k = Ω(n^c) is read with constant 1; with another constant see the part on Ω.",
)
E1.add(
    "1, Omega, on G_M",
    _without_prefactor,
    says="if |S_ij| ≤ M: k ≥ n^c/2 = Ω(n^c) implies ‖P - P̂‖_∞ ≤ e^{O(M)}/n^c with nothing in front (R = 0 included)",
    given=with_exponent(ROWS, Fraction(1, 2)),
    witness="row=0x3 k=1 M=0 c=1/2",
    note="W = 0 leaves 1/k - 1/n, and e^0 = 1: the constant of Ω needs a factor in front. k = ⌊n^c⌋ fails in the same way.",
    depends_on=(),
)
E1.add(
    "1, Omega, on G_M",
    _printed_bound,
    says="if |S_ij| ≤ M: k ≥ n^c/2 = Ω(n^c) implies ‖P - P̂‖_∞ ≤ 2 e^{6M}/n^c",
    given=with_exponent(ROWS, Fraction(1, 2)),
    reading=Reading.INTENDED,
    changed="a factor 2, the inverse of the constant in Ω",
    proof=MAX_ERROR,
    depends_on=(),
)
E1.add(
    "1, sharper, on G_M",
    _sharper,
    says="companion: if |S_ij| ≤ M: k ≥ n^c implies ‖P - P̂‖_∞ ≤ e^{2M}/n^c",
    given=_W1[2],
    proof=MAX_ERROR,
    depends_on=(),
)
TARGETS = [Fraction(1, 10), Fraction(1, 100)]
SMALL_TARGET = Condition("ε > 0", lambda x: Fraction(x["eps"]) > 0)


def with_target(domain: Domain, growth: Condition | None = SMALL_R) -> Domain:
    """The domain with the ε of "the limit is 0", and the hypothesis on the growth of R."""
    limited = domain.where(*([growth] if growth else []))
    return with_parameter(limited, "eps", TARGETS, SMALL_TARGET, "the ε that the error is to fall below")


E1.add(
    "2",
    _below,
    says="with probability ≥ 1-δ: k ≥ n^c and R = o(√log n) imply ‖P - P̂‖_∞ -> 0 (below any ε from some size on)",
    given=with_target(_W1[0]),
    proof=spike(" c=1/8 eps=1/10"),
)
E1.add(
    "2",
    _below,
    says="with probability ≥ 1-δ: k ≥ n^c and R = o(1) (d fixed) imply ‖P - P̂‖_∞ -> 0",
    given=with_target(_W1[1], VANISHING_R),
    reading=Reading.INTENDED,
    changed="R = o(1) in place of R = o(√log n); " + REPAIR,
    proof=REPAIRED_LIMIT,
    depends_on=(),
)
E1.add(
    "2, on G_M",
    _below,
    says="if |S_ij| ≤ M and R = o(√log n): k ≥ n^c implies ‖P - P̂‖_∞ -> 0",
    given=with_target(_W1[2]),
    proof=TENDS_TO_ZERO,
    depends_on=(),
)
E1.add(
    "2(b), on G_M",
    _below,
    says="if |S_ij| ≤ M and R = O(√log n): k ≥ n^c implies ‖P - P̂‖_∞ -> 0",
    given=with_target(_W1[2], ORDER_R),
    proof=GROWING_R,
    depends_on=(),
)
E1.add(
    "2(b)",
    _below,
    says="with probability ≥ 1-δ: k ≥ n^c and R = O(√log n) imply ‖P - P̂‖_∞ -> 0",
    given=with_target(_W1[0], ORDER_R),
    proof=spike(" c=1/8 eps=1/10"),
)

STATEMENTS = (E3, EQUATION_6, E1)
