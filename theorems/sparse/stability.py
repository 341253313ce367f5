"""Which window makes top-k attention stable, and in which norm (Definition 3.5, Theorems 6.1, E.2, 6.2).

"Some norm" decides everything. On |S_ij| ≤ M = o(log n) a window n^c is stable in the entrywise maximum and in Frobenius/√n
and in no other norm; in the Frobenius norm, where the paper shows that log n entries fail, n^c entries fail as well.
"Monotonically decreasing" is false for every integer window: k(n) stays level while the error of W = 0 grows.
"""

import mpmath
import sympy

from theorems.language.derivatives import derivative
from theorems.sparse import limits
from theorems.sparse.approximation import (
    ONE_SPIKE,
    ONE_SPIKE_SURE,
    WEIGHTS_REPAIR,
    at_half,
    error_vanishes,
    wide_window,
    with_exponent,
    with_target,
)
from theorems.sparse.error_claims import Uniform, at_two_lengths, where_it_drops
from theorems.sparse.large_sizes import on_event, sharp
from theorems.sparse.limits import *
from theorems.sparse.outputs import ROOT_OUTPUTS, aligned, output_range_at_most
from theorems.sparse.uniform_rows import uniform_maximum

_N, _a, _x, _delta = positive("N"), positive("a"), positive("x"), positive("delta")

c, v, j, l = symbols("c v j l")
Err = Symbol("Err")


def _now(x: Uniform) -> Any:
    return uniform_maximum(x.arithmetic, *x.now)


def _then(x: Uniform) -> Any:
    return uniform_maximum(x.arithmetic, *x.then)


OF_ZERO_WEIGHTS = at_two_lengths(  # no X matters for W = 0: the error is its own mean
    where_it_drops(ROOT), ROOT, {Err(n): _now, Err(n + 1): _then, E(Err(n)): _now, E(Err(n + 1)): _then}
)
ROOT_EVENT = on(with_target(with_window(ROWS, ROOT)))

PLATEAUS = Argument(
    Verdict.FAILS,
    "For k ≤ n/2 the error of W = 0 is 1/k - 1/n. At n = m² + 1 and n + 1 the window ⌈√n⌉ is m + 1 both times, at most n/2 for "
    "every m ≥ 3, so Err grows by 1/n - 1/(n+1). For W = 0 the error does not depend on X, so neither E Err(n) nor Err along "
    "nested X decreases.",
    (
        strictly_positive("1/n - 1/(n+1) > 0", 1 / _N - 1 / (_N + 1)),
        strictly_positive("(m+1)² - (m² + 2) = 2m - 1 > 0 with m = 1 + x", (2 + _x) ** 2 - ((1 + _x) ** 2 + 2)),
        nonnegative("m² + 1 - 2(m+1) ≥ 0 with m = 3 + x: k ≤ n/2", (3 + slack("x")) ** 2 + 1 - 2 * (4 + slack("x"))),
        nonnegative("k ≤ n/2 makes 1/k - 1/n ≥ 1/n: n = 2k + x", 1 / _N - 2 / (2 * _N + slack("x"))),
    ),
)
DEFINITION_3_5 = Lemma("Definition 3.5", "Section 3.2", "stable sparse attention approximation", given=OF_ZERO_WEIGHTS)
DEFINITION_3_5[""] = Implies((W == 0) & (k == ROOT.printed), Err(n + 1) <= Err(n))
DEFINITION_3_5[""].refuted("n=6").trivial(MAXIMUM.trivial).proved(PLATEAUS)
DEFINITION_3_5[""].note(
    "Can the window k = ⌈n^C⌉, C = 1/2, let the error fall? Err is taken in the entrywise maximum. An integer window k(n) with "
    "k(n)/n -> 0 stays level at infinitely many n with k ≤ n/2, where the error 1/k - 1/n of W = 0 grows: no such window is "
    "monotone for every input, however late the decrease begins. (At n ≤ k nothing is dropped and Err is 0: that rise is not "
    "charged.) The norm is left open by the words, and the verdict depends on it (see the norm table)."
)
largest_error = Norm(error, "∞")
repaired = DEFINITION_3_5[""].repair(
    claim=Implies(
        (Norm(S, "∞") <= M) & (M == o(log(n))) & (k == ceil(n**C)) & (C == Q(1, 2)), Limit(largest_error, n, infinity) == 0
    ),
    given=ROOT_EVENT,
    why="the limit alone, for scores of at most o(log n); it says the same as: bounded by a decreasing sequence with limit 0",
)
error_vanishes(repaired.trivial(MAXIMUM.below_epsilon))

_SPIKE_INPUTS = (d == 2, R == Q(3, 4), C == 2, delta == Q(1, 100), reach == 1, most == 1, least == 0, levels == 2, leaders == 1)


def root_spike(line: Line, size: Expr) -> None:
    """R = 1/2 + 1/4: the weight n^{3/4} of one score lies between k = √n and n."""

    @refuted_along(
        line,
        "m -> n = 10^(4m), k = 10^(2m), one score R log(2n/δ), R = 3/4, the others 0",
        lambda m: f"row=1x1,0x{10 ** (4 * m) - 1} k={10 ** (2 * m)} R=3/4 delta=1/100 C=2 eps=1/10",
        (k >= 10**6, n == k**2, eps == Q(1, 10), *_SPIKE_INPUTS),
        reasons=(ENTRIES_OF_X(),),
        sizes=(k == 10 ** (2 * K), n == 10 ** (4 * K), R == Q(3, 4)),
        confirm=(5, 20, 70),
    )
    def _() -> None:
        """R = 3/4 is constant. The weight top = (2n/δ)^{3/4} of one entry outgrows √n but not n = k²: the error of every row
        tends to 1, a certain event of an input that meets Definition C.1. R = (1 + C)/2 does the same to k = n^C, C < 1.
        """
        power, low_square, high_square = 8 * 10**6 * k**6, 900 * k**2, k**4 / 256
        have((low == 1) & (top**4 == power), SCORES_OF_INPUT)
        calc(top**4).eq(power).ge(low_square**2)
        calc(top**4).eq(power).le(high_square**2)
        have(top**2 >= low_square, only(ROOT_ABOVE(top**4, low_square)))
        have(top**2 <= high_square, only(ROOT_BELOW(top**4, high_square)))
        have(top >= 30 * k, only(ROOT_ABOVE(top**2, 30 * k)))
        have(top <= k**2 / 16, only(ROOT_BELOW(top**2, k**2 / 16)))
        have(n >= 16 * top, only(n == k**2, top <= k**2 / 16))
        have(Q(1, 2) <= first_error, only(low == 1, top >= 30 * k, n >= 16 * top, k >= 10))
        calc(Q(1, 2)).le(first_error).le(size, SPIKE)


ROOT_MEAN_SURE = replace(ROOT_MEAN_THRESHOLD, dependence=ONE_SPIKE_SURE.dependence.replace("ε^", "(ε²/2)^"))


def uniform_row(line: Line, norm: limits.ErrorNorm, limit: Any) -> None:
    """W = 0 is an input of R = 0."""
    line.proved(
        along(
            "m -> n = 10^m, any X, W = 0, k = ⌈√n⌉",
            lambda m: f"row=1x{10**m} k={ROOT(10**m)} R=0 delta=1/100 C=2 eps=1/10",
            f"R = 0: the error is that of the uniform row, a certain event; in the norm {norm.name} it tends to {limit}, "
            "as for every window n^C, C < 1.",
            calculation=Contrary(
                (n >= 100, k >= 1, ROOT.between, eps == Q(1, 10), R == 0, C == 2, delta == Q(1, 100), reach == 1),
                by(ZERO_WEIGHTS()),
                reasons=(ENTRIES_OF_X(), *window_drops(norm, ROOT)),
                sizes=(n == 10**K, R == 0),
            ),
        )
    )


THEOREM_6_1 = Lemma(
    "Theorem 6.1",
    "Section 6.1",
    "n^C entries suffice for stable approximation",
    given=on(with_target(with_window(INPUTS, ROOT))),
    provenance="public",
    uses=["Theorem E.1/2", "Definition 3.5"],
)
chosen = (k == ceil(n**C)) & (C == Q(1, 2))


def states(norm: limits.ErrorNorm, *, every_power: bool = False) -> tuple[Line, Line]:
    """The strategy solves Definition 3.5 in a norm: as printed, and on the event; ``every_power``: there with any k ≥ n^c."""
    vanishes = Limit(norm.error, n, infinity) == 0
    THEOREM_6_1[norm.label] = Implies(SMALL_R & chosen, likely(vanishes))
    on_event = f"{norm.label}, on G_M"
    if every_power:
        with THEOREM_6_1.where(given=on(with_target(with_exponent(ROWS)))):
            THEOREM_6_1[on_event] = Implies(ON_EVENT & SMALL_R & wide_window, vanishes), held_fixed(c)
    else:
        with THEOREM_6_1.where(given=ROOT_EVENT):
            THEOREM_6_1[on_event] = Implies(ON_EVENT & SMALL_R & chosen, vanishes)
    printed = THEOREM_6_1[norm.label].trivial(norm.below_epsilon)
    printed.note(
        "Definition 3.5 is read with the limit alone; its decrease fails for W = 0 already (see there, and (D1) to (D3))."
    )
    return printed, THEOREM_6_1[on_event].trivial(norm.below_epsilon).uses()


def repaired_limit(printed: Line, norm: limits.ErrorNorm) -> Line:
    """Few weights in place of R = o(√log n)."""
    line = printed.instead(
        held_fixed(c),
        claim=Implies(limsup_below(c) & wide_window, likely_limit(norm.error)),
        given=on(with_target(with_exponent(REPAIRED_INPUTS), WEIGHTS_BELOW_WINDOW)),
        why=f"{WEIGHTS_REPAIR}; {AT_EACH_SIZE}",
    )
    return line.trivial(norm.below_epsilon).uses()


def fails_for_outputs(norm: limits.ErrorNorm) -> None:
    """The same for the output difference, on the event."""
    err = norm.of(error * V)
    label = f"(f){norm.label}, on G_M"
    with THEOREM_6_1.where(given=ROOT_OUTPUTS):
        THEOREM_6_1[label] = Implies(ON_EVENT & SMALL_R & chosen, Limit(err, n, infinity) == 0)
    THEOREM_6_1[label].trivial(output_range_at_most(norm.label)).proved(aligned(ROOT, err)).uses()
    THEOREM_6_1[label].note(
        "V = XW_V or V independent of X. A deterministic V is independent of X. For centred independent V see the next part."
    )


stated, where_bounded = states(MAXIMUM, every_power=True)
root_spike(stated, MAXIMUM.error)
error_vanishes(repaired_limit(stated, MAXIMUM), M_sure, c, at_half(ONE_SPIKE_SURE))
error_vanishes(where_bounded.note("(D1) is a part of its own, as are (D2), (D3)."), M, c, at_half(ONE_SPIKE))
for _norm, _limit in ((FROBENIUS, sympy.oo), (ROW_SUM, 2), (SPECTRAL, sympy.oo)):
    stated, where_bounded = states(_norm)
    uniform_row(stated, _norm, _limit)
    where_bounded.proved(uniform(_norm, ROOT, _limit, " eps=1/10"))
stated, where_bounded = states(ROOT_MEAN, every_power=True)
root_spike(stated, ROOT_MEAN.error)
root_mean_vanishes(repaired_limit(stated, ROOT_MEAN), M_sure, c, at_half(ROOT_MEAN_SURE))
root_mean_vanishes(where_bounded, M, c, at_half(ROOT_MEAN_THRESHOLD))
for _norm in NORMS:
    fails_for_outputs(_norm)
_v = positive("v")


def _centred_values_n0(part: Part) -> dict[str, Any]:
    def size(R: Fraction) -> str:
        """Where 4 v² e^{2M} log(2nd/δ)/√n ≤ ε² for v = d = 1, ε = 1/10."""
        return sharp(lambda L, r: 400 * r * (L + mpmath.log(200)) - mpmath.exp(L / 2), on_event(R)).partition(",")[0]

    return {
        "variable": "n",
        "value": size(Fraction(1)),
        "family": "k = ⌈n^(1/2)⌉, M = 2R √log(n/δ), R = 1 (an upper bound: the argument's own size)",
        "constants": "C = 2, v = d = 1, ε = 1/10, δ = 1/100",
        "route": "none printed",
        "dependence": "4 v² e^{2M} log(2nd/δ)/k ≤ ε²: n0 grows like (v/ε)^{2/c} e^{4C²R²/c²}, times powers of log n0",
        "R = 0": size(Fraction(0)),
        "R = 1/4": size(Fraction(1, 4)),
    }


with THEOREM_6_1.where(given=ROOT_EVENT):
    THEOREM_6_1["(f)(a), centred V, on G_M"] = Words(
        Implies(ON_EVENT & SMALL_R & (k == ceil(n**C)), Limit(Norm(error * V, "∞"), n, infinity) == 0),
        ", d is fixed and V independent of X with independent centred entries ",
        abs(V[j, l]) <= v,
    )
THEOREM_6_1["(f)(a), centred V, on G_M"].from_("own").uses("Lemma B.5").note(
    "A probability over V: no comparison at an instance."
)
THEOREM_6_1["(f)(a), centred V, on G_M"].proved(
    Argument(
        Verdict.ASYMPTOTIC,
        "Given S, an entry of (P - P̂)V is Σ_j D_j V_j with ‖D‖_2² ≤ ‖D‖_1 ‖D‖_∞ ≤ 2 e^{2M}/k. Hoeffding and the union over "
        "nd entries: with probability ≥ 1-δ all are at most v √(2 log(2nd/δ)) ‖D‖_2 ≤ 2 v e^M √(log(2nd/δ)/k), and e^M = "
        "n^{o(1)}.",
        (
            identity(
                "2nd exp(-t²/(2v²‖D‖²)) = δ at t = v‖D‖√(2 log(2nd/δ)) (‖D‖ = 1)",
                2 * _N * sympy.exp(-((_v * sympy.sqrt(2 * sympy.log(2 * _N / _delta))) ** 2) / (2 * _v**2)),
                _delta,
            ),
            limit_is("log L + 2a√L - L/2 -> -∞", sympy.log(_x) + 2 * _a * sympy.sqrt(_x) - _x / 2, _x, -sympy.oo),
        ),
        in_words="Hoeffding's inequality and the union bound given S, which V does not depend on, and ‖D‖_1 ≤ 2, ‖D‖_∞"
        " ≤ e^{2M}/k for a row D of P - P̂.",
        n0=_centred_values_n0,
    )
)

EXPONENT = Condition(chain(0, "<", c, "<", 1))
_logarithm = sqrt(log(n / delta))
_falling_bound = 2 * exp(12 * R * _logarithm) / n**c

FALLS_AT_LAST = Later(  # from some size on, at R = 1 and c = 1/2
    Family(
        "m -> n = 10^m, R = 1, k the real number n^c",
        lambda m: Instance.parse(f"n={10**m} row=1x{10**m} k=1 R=1 delta=1/100 C=2 c=1/2"),
    ),
    lambda: 61,
    steps=(certain("100·10^61 ≥ e^144", lambda: balls.ge(balls.ball(10**63), balls.exp(balls.ball(144)))),),
    calculation=FromSomeSizeOn(n, (6 * R <= c * _logarithm, log(n / delta) >= 1), PENDING, fixed=(R, c, delta)),
    constants="C = 2, R = 1, c = 1/2, δ = 1/100",
    printed="none printed: the bound is only said to fall",
    dependence="n0 = δ e^{(6R/c)²}: e^144/100 here",
)

with THEOREM_6_1.where(
    given=on(with_parameter(INPUTS, "c", [Fraction(1, 2), Fraction(1, 4)], EXPONENT, "the exponent of the window"))
):
    THEOREM_6_1["(a)(D1)"] = ddt(_falling_bound, n) <= 0, held_fixed(C, R, c, delta)


@proof(THEOREM_6_1["(a)(D1)"].uses(), FALLS_AT_LAST)
def _() -> None:
    """With L = log(n/δ) the derivative of 12R√L - cL is 6R/√L - c, negative exactly for L > (6R/c)²."""
    rate = 6 * R / _logarithm - c
    have(exp(12 * R * _logarithm) >= 1, EXP_ABOVE_TANGENT(12 * R * _logarithm))
    calc(derivative(_falling_bound, n)).eq(rate * (_falling_bound / n)).le(0, FACTOR_KEEPS_ORDER(rate, 0, _falling_bound / n))


THEOREM_6_1["(a)(D1)"].note(
    '"Monotonically decreasing" read of the bound, R fixed. The derivative of log(2 e^{12R√L}/n^c) in log n is 6R/√L - c.'
)
with THEOREM_6_1.where(given=OF_ZERO_WEIGHTS).resting_on("Definition 3.5"):
    THEOREM_6_1["(a)(D2)"] = E(Err(n + 1)) <= E(Err(n))
    THEOREM_6_1["(a)(D2)"].refuted("n=6").trivial(MAXIMUM.trivial).proved(PLATEAUS)
    THEOREM_6_1["(a)(D2)"].note('"Monotonically decreasing" read of the mean, in the entrywise maximum.')
    THEOREM_6_1["(a)(D3)"] = Err(n + 1) <= Err(n)
    THEOREM_6_1["(a)(D3)"].refuted("n=6").trivial(MAXIMUM.trivial).proved(PLATEAUS)
    THEOREM_6_1["(a)(D3)"].note('"Monotonically decreasing" read of nested X, in the entrywise maximum.')

STATEMENTS = (DEFINITION_3_5, THEOREM_6_1)
