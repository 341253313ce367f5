"""The probability tools, first half: sums of bounded independent variables (Lemmas B.4-B.7), against exact tails."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import sympy

from kernels import balls
from kernels.tails import bernoulli_exponent
from theorems.provers.argument import Argument
from theorems.provers.steps import certain, identity, nonnegative, positive, proved, slack, strictly_positive
from theorems.sparse import ranges
from theorems.sparse.language import *
from theorems.sparse.sum_models import AT_MOST_ONE, BELOW_ONE, COINS, NINE_FIFTHS, SIGNS, WEIGHTED
from theorems.statement import TrivialRange
from theorems.vocabulary import Verdict

X, mu, delta, a, b, t, z, M, i, j, p, A, B, C, sigma = symbols("X mu delta a b t z M i j p A B C sigma")
terms, positive_numbers = Named("[n]"), Named("(0, ∞)")

CHERNOFF = Computed(
    COINS,
    {
        Pr(X >= (1 + delta) * mu): lambda x: x.law.at_least((1 + x.values["delta"]) * x.law.mean),
        Pr(X <= (1 - delta) * mu): lambda x: x.law.at_most((1 - x.values["delta"]) * x.law.mean),
    },
)
B4 = Lemma("B.4", "Appendix B.4", "Chernoff", given=CHERNOFF, provenance="standard", trivial=ranges.PROBABILITY)
upper = Pr(X >= (1 + delta) * mu) <= exp(-(delta**2 * mu / 3))
lower = Pr(X <= (1 - delta) * mu) <= exp(-(delta**2 * mu / 2))
_d, _l, _p, _t, _s, _v = (positive(s) for s in ("delta", "lambda", "p", "t", "S", "v"))
_excess = (1 + _d) * sympy.log(1 + _d) - _d - _d**2 / 3
_EXPONENT = identity(
    "Pr ≤ e^{μ(e^λ - 1) - λ(1+δ)μ} (1 + x ≤ e^x); λ = log(1+δ) gives the exponent -((1+δ) log(1+δ) - δ) per unit of μ",
    (sympy.exp(sympy.log(1 + _d)) - 1) - sympy.log(1 + _d) * (1 + _d),
    -((1 + _d) * sympy.log(1 + _d) - _d),
)
_SLOPE = identity(
    "g = (1+δ) log(1+δ) - δ - δ²/3 has g' = log(1+δ) - 2δ/3", sympy.diff(_excess, _d), sympy.log(1 + _d) - 2 * _d / 3
)
_CONCAVE = strictly_positive("g''' = -1/(1+δ)² < 0: g' is concave and g'(0) = 0", -sympy.diff(_excess, _d, 3))

with B4.where(delta > 0):
    B4["1(a)"] = upper
    B4["1(a)"].refuted("n=1 p=1/10 m=0 q=0 delta=17/2").uninformative(mu == 0)
    B4["1(a)"].note(
        "δ²/3 outgrows the best exponent (1+δ) log(1+δ) - δ beyond δ = 1.8169...; from there on it fails for sums of many rare "
        "coins as well."
    )
    repaired = B4["1(a)"].repair(NINE_FIFTHS, why="δ is bounded: 9/5 will do, δ* = 1.8169... is the best")
    repaired.feasible("every number of coins, all chances in [0, 1], 0 < δ ≤ 9/5")
    repaired.proved(
        proved(
            "g is first increasing, then decreasing on (0, 9/5] (g' is concave, 0 at 0), so its least values are at the ends: "
            "g(0) = 0 and g(9/5) > 0.",
            _EXPONENT,
            _SLOPE,
            _CONCAVE,
            certain(
                "g(9/5) > 0",
                lambda: balls.gt(bernoulli_exponent(balls.ball(Fraction(9, 5))), balls.ball(Fraction(27, 25))),
            ),
        )
    )
    B4["1(b)"] = upper, AT_MOST_ONE
    B4["1(b)"].uninformative(mu == 0).feasible("every number of coins, all chances in [0, 1], 0 < δ ≤ 1")
    B4["1(b)"].proved(
        proved(
            "g' is concave with g'(0) = 0 and g'(1) = log 2 - 2/3 > 0, so g' ≥ 0 and g ≥ g(0) = 0 on [0, 1].",
            _EXPONENT,
            _SLOPE,
            _CONCAVE,
            certain("log 2 > 2/3", lambda: balls.gt(balls.log(balls.ball(2)), balls.ball(Fraction(2, 3)))),
        )
    )
    B4["2"] = lower, BELOW_ONE
    B4["2"].uninformative(mu == 0).feasible("every number of coins, all chances in [0, 1], 0 < δ < 1")

_shortfall = (1 - _d) * sympy.log(1 - _d) + _d - _d**2 / 2
B4["2"].proved(
    proved(
        "The exponent is -((1-δ) log(1-δ) + δ) (λ = log(1-δ)), and h = (1-δ) log(1-δ) + δ - δ²/2 has h(0) = h'(0) = 0, h'' = "
        "δ/(1-δ) ≥ 0.",
        identity("h'' = 1/(1-δ) - 1", sympy.diff(_shortfall, _d, 2), 1 / (1 - _d) - 1, where={_d: 1 / (1 + positive("y"))}),
        nonnegative("with δ = 1 - 1/(1+y): 1/(1-δ) - 1 = y ≥ 0", (1 + slack("y")) - 1),
        identity("h'(0) = 0", sympy.diff(_shortfall, _d).subs(_d, 0), sympy.Integer(0)),
    )
)

spread, variance = Sum(i, terms, (b[i] - a[i]) ** 2), Sum(j, terms, E(X[j] ** 2))
TWO_POINT = Computed(
    WEIGHTED,
    {
        Pr(abs(X - E(X)) >= t): lambda x: x.law.far_from_mean(x.values["t"]),
        spread: "S",
        Pr(Sum(i, terms, X[i]) > t): lambda x: x.law.centred().more_than(x.values["t"]),
        variance: "V",
    },
)
B5 = Lemma("B.5", "Appendix B.4", "Hoeffding", given=TWO_POINT, provenance="standard", trivial=ranges.PROBABILITY)
_log_mgf = -_p * _l + sympy.log(1 - _p + _p * sympy.exp(_l))
_share = _p * sympy.exp(_l) / (1 - _p + _p * sympy.exp(_l))
HOEFFDING_LEMMA = (
    identity(
        "a variable on [0, 1] with mean p has log E e^{λ(X-p)} ≤ φ(λ) = -pλ + log(1-p+pe^λ) (its chord), and φ'' = v(1-v)",
        sympy.diff(_log_mgf, _l, 2),
        _share * (1 - _share),
    ),
    identity("v(1-v) = 1/4 - (v - 1/2)²", _v * (1 - _v), sympy.Rational(1, 4) - (_v - sympy.Rational(1, 2)) ** 2),
    identity("φ(0) = φ'(0) = 0", _log_mgf.subs(_l, 0) + sympy.diff(_log_mgf, _l).subs(_l, 0), sympy.Integer(0)),
)
B5[""] = Pr(abs(X - E(X)) >= t) <= 2 * exp(-(2 * t**2 / spread)), t > 0
B5[""].uninformative(2 * t**2 <= log(2) * spread).note("All b_i = a_i makes the exponent -t²/0; the tail is then 0.")
B5[""].proved(
    proved(
        "Hoeffding's lemma gives log E e^{λ(X_i - E X_i)} ≤ λ²(b_i - a_i)²/8; Markov's inequality at λ = 4t/Σ(b_i - a_i)², "
        "once for each side.",
        *HOEFFDING_LEMMA,
        identity("-λt + λ²S/8 = -2t²/S at λ = 4t/S", -(4 * _t / _s) * _t + (4 * _t / _s) ** 2 * _s / 8, -2 * _t**2 / _s),
    )
)

B6 = Lemma("B.6", "Appendix B.4", "Bernstein", given=TWO_POINT, provenance="standard", trivial=ranges.PROBABILITY)
_u = positive("u")
B6[""] = Pr(Sum(i, terms, X[i]) > t) <= exp(-(t**2 / 2 / (variance + M * t / 3))), t > 0
B6[""].note("Every X_i has mean zero and |X_i| ≤ M.")
B6[""].proved(
    proved(
        "E e^{λX} ≤ 1 + (E X²/M²)(e^{λM} - 1 - λM), because (e^x - 1 - x)/x² increases. Markov's inequality at λ = "
        "log(1+u)/M, u = Mt/Σ E X_j², gives exp(-(Σ E X_j²/M²) h(u)), h(u) = (1+u) log(1+u) - u, and h(u) ≥ u²/(2 + 2u/3): "
        "both sides and their first derivatives vanish at 0, and h'' is larger.",
        identity(
            "h''(u) - (u²/(2+2u/3))'' = u²(9+u)/((1+u)(3+u)³)",
            sympy.diff((1 + _u) * sympy.log(1 + _u) - _u - _u**2 / (2 + 2 * _u / 3), _u, 2),
            _u**2 * (9 + _u) / ((1 + _u) * (3 + _u) ** 3),
        ),
        nonnegative(
            "u²(9+u)/((1+u)(3+u)³) ≥ 0", slack("u") ** 2 * (9 + slack("u")) / ((1 + slack("u")) * (3 + slack("u")) ** 3)
        ),
    )
)


signed = Sum(i, terms, z[i] * sigma[i])
far = Pr(abs(signed) >= t * Norm(z, "2"))
SIGN_SUMS = Computed(
    SIGNS,
    {
        far: lambda x: x.law.probability(lambda value: value * value >= x.values["t"] ** 2 * x.spread),
        Norm(z, "2") ** 2: "S",
        E(abs(signed)): lambda x: x.law.map(abs).mean,
        E(signed**4): lambda x: x.law.moment(4),
    },
)
B7 = Lemma("B.7", "Appendix B.4", "Khintchine", given=SIGN_SUMS, provenance="standard", trivial=ranges.PROBABILITY)
BY_HOEFFDING = proved(
    "Hoeffding's bound with b_i - a_i = 2|z_i|.",
    *HOEFFDING_LEMMA,
    identity("2 (t√S)²/(4S) = t²/2", 2 * (_t * sympy.sqrt(_s)) ** 2 / (4 * _s), _t**2 / 2),
)
one_constant = far <= exp(-(C * t**2))
two_sided = ForAll(t, positive_numbers, far <= 2 * exp(-(t**2 / 2)))
B7["(a)"] = Words("there is ", C > 0, " with ", one_constant, " for all ", t > 0)
B7["(a)"].compared(one_constant).refuted("z=1 t=1 C=1/1000")
B7["(a)"].proved(
    Argument(
        Verdict.FAILS,
        "One sign: |z_1 σ_1| ≥ t |z_1| is certain for t ≤ 1, while exp(-C t²) < 1 for every C > 0 and t > 0.",
        (strictly_positive("1 - exp(-x) > 0 for x = C t² > 0: e^x - 1 ≥ x", positive("C") * _t**2),),
    )
)
repaired = B7["(a)"].repair(claim=two_sided, why="a factor 2 for the two sides, C = 1/2").compared(two_sided.body)
repaired.uninformative(t**2 <= 2 * log(2)).proved(BY_HOEFFDING)
B7["(b)"] = two_sided
B7["(b)"].compared(two_sided.body).uninformative(t**2 <= 2 * log(2)).proved(BY_HOEFFDING)
B7["(b)"].uses("Lemma B.5").note("z = 0 is left out: there the event is certain for every t.")


def _fourth_moment() -> tuple[sympy.Expr, sympy.Expr]:
    z = sympy.symbols("z:3")
    mean = sum(sum(s * c for s, c in zip(signs, z, strict=True)) ** 4 for signs in product((-1, 1), repeat=3)) / 8
    return sympy.expand(mean), sympy.expand(3 * sum(c**2 for c in z) ** 2 - 2 * sum(c**4 for c in z))


B7["(c)"] = chain(A[p] * Norm(z, "2"), "<=", E(abs(signed) ** p) ** (1 / p), "<=", B[p] * Norm(z, "2"))
B7["(c)"].compared(
    (3 * E(abs(signed)) ** 2 >= Norm(z, "2") ** 2)
    & (E(abs(signed)) ** 2 <= Norm(z, "2") ** 2)
    & (E(signed**4) >= (Norm(z, "2") ** 2) ** 2)
    & (E(signed**4) <= 3 * (Norm(z, "2") ** 2) ** 2)
)
B7["(c)"].trivial(TrivialRange("moments of |f| are ≥ 0", 0))
B7["(c)"].note(
    "Here p = 1, 2, 4 with A_1 = 1/√3, A_4 = B_1 = 1, B_4 = 3^(1/4); p = 2 is an identity. The best constants are Haagerup's, "
    "A_1 = 1/√2 is Szarek's; 1/√3 is what this proof gives."
)
B7["(c)"].proved(
    proved(
        "E f² = ‖z‖², E f⁴ = 3‖z‖⁴ - 2Σz_i⁴. Hölder: (E f²)³ ≤ (E|f|)² E f⁴ ≤ 3‖z‖⁴ (E|f|)², so E|f| ≥ ‖z‖/√3; the other two "
        "by Jensen. Every p follows: above from the tail (b), below from p = 1 or Jensen.",
        identity("E f⁴ = 3‖z‖⁴ - 2Σz_i⁴ (three signs)", *_fourth_moment()),
    )
)

STATEMENTS = (B4, B5, B6, B7)
