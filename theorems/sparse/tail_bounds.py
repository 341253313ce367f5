"""The probability tools, first half: sums of bounded independent variables (Lemmas B.4-B.7), against exact tails."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import sympy

from kernels import balls
from kernels.arithmetic import Number
from kernels.tails import bernoulli_exponent
from theorems.provers.argument import Argument
from theorems.sparse import ranges
from theorems.sparse.steps import certain, identity, nonnegative, positive, proved, slack, strictly_positive
from theorems.sparse.sum_worlds import AT_MOST_ONE, BELOW_ONE, COINS, NINE_FIFTHS, SIGNS, WEIGHTED, Sum
from theorems.statement import Content, Statement
from theorems.vocabulary import Comparison, Reading, Verdict, at_least, at_most

B4 = Statement(
    "sparse",
    "Lemma B.4",
    source="Appendix B.4",
    title="Chernoff",
    given=COINS,
    provenance="standard",
    content=ranges.PROBABILITY.silent_for(
        "μ = 0", lambda i: int(i["n"]) * Fraction(i["p"]) + int(i["m"]) * Fraction(i["q"]) == 0
    ),
)


def _upper(x: Sum) -> Comparison:
    tail = x.law.at_least((1 + x.values["delta"]) * x.law.mean)
    return at_most(x.number(tail), x.exp(-x.delta * x.delta * x.mu / 3))


def _lower(x: Sum) -> Comparison:
    tail = x.law.at_most((1 - x.values["delta"]) * x.law.mean)
    return at_most(x.number(tail), x.exp(-x.delta * x.delta * x.mu / 2))


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

B4.add(
    "1(a)",
    _upper,
    says="Pr[X ≥ (1+δ)μ] ≤ exp(-δ²μ/3) for all δ > 0",
    witness="n=1 p=1/10 m=0 q=0 delta=17/2",
    note="δ²/3 outgrows the best exponent (1+δ) log(1+δ) - δ beyond δ = 1.8169...; from there on it fails for sums of many "
    "rare "
    "coins as well.",
)
B4.add(
    "1(a)",
    _upper,
    says="Pr[X ≥ (1+δ)μ] ≤ exp(-δ²μ/3) for 0 < δ ≤ 9/5",
    where=[NINE_FIFTHS],
    met="every number of coins, all chances in [0, 1], 0 < δ ≤ 9/5",
    reading=Reading.INTENDED,
    changed="δ is bounded: 9/5 will do, δ* = 1.8169... is the best",
    proof=proved(
        "g is first increasing, then decreasing on (0, 9/5] (g' is concave, 0 at 0), so its least values are at the ends: "
        "g(0) = 0 "
        "and g(9/5) > 0.",
        _EXPONENT,
        _SLOPE,
        _CONCAVE,
        certain(
            "g(9/5) > 0",
            lambda: balls.gt(bernoulli_exponent(balls.ball(Fraction(9, 5))), balls.ball(Fraction(27, 25))),
        ),
    ),
)
B4.add(
    "1(b)",
    _upper,
    says="Pr[X ≥ (1+δ)μ] ≤ exp(-δ²μ/3) for 0 < δ ≤ 1",
    where=[AT_MOST_ONE],
    met="every number of coins, all chances in [0, 1], 0 < δ ≤ 1",
    proof=proved(
        "g' is concave with g'(0) = 0 and g'(1) = log 2 - 2/3 > 0, so g' ≥ 0 and g ≥ g(0) = 0 on [0, 1].",
        _EXPONENT,
        _SLOPE,
        _CONCAVE,
        certain("log 2 > 2/3", lambda: balls.gt(balls.log(balls.ball(2)), balls.ball(Fraction(2, 3)))),
    ),
)
_shortfall = (1 - _d) * sympy.log(1 - _d) + _d - _d**2 / 2
B4.add(
    "2",
    _lower,
    says="Pr[X ≤ (1-δ)μ] ≤ exp(-δ²μ/2) for 0 < δ < 1",
    where=[BELOW_ONE],
    met="every number of coins, all chances in [0, 1], 0 < δ < 1",
    proof=proved(
        "The exponent is -((1-δ) log(1-δ) + δ) (λ = log(1-δ)), and h = (1-δ) log(1-δ) + δ - δ²/2 has h(0) = h'(0) = 0, h'' = "
        "δ/(1-δ) "
        "≥ 0.",
        identity("h'' = 1/(1-δ) - 1", sympy.diff(_shortfall, _d, 2), 1 / (1 - _d) - 1),
        nonnegative("with δ = 1 - 1/(1+y): 1/(1-δ) - 1 = y ≥ 0", (1 + slack("y")) - 1),
        identity("h'(0) = 0", sympy.diff(_shortfall, _d).subs(_d, 0), sympy.Integer(0)),
    ),
)

B5 = Statement(
    "sparse",
    "Lemma B.5",
    source="Appendix B.4",
    title="Hoeffding",
    given=WEIGHTED,
    provenance="standard",
    content=ranges.silent(
        ranges.PROBABILITY,
        WEIGHTED,
        "2 t² ≤ (log 2) Σ (b_i - a_i)²",
        lambda x: balls.le(2 * x.t * x.t, balls.log(x.number(2)) * x.S),
    ),
)


def _hoeffding(x: Sum) -> Comparison:
    tail = x.law.far_from_mean(x.values["t"])
    return at_most(x.number(tail), 2 * x.exp(-2 * x.t * x.t / x.S))


_log_mgf = -_p * _l + sympy.log(1 - _p + _p * sympy.exp(_l))
_share = _p * sympy.exp(_l) / (1 - _p + _p * sympy.exp(_l))
HOEFFDING_LEMMA = (
    identity(
        "a variable on [0, 1] with mean p has log E e^{λ(X-p)} ≤ φ(λ) = -pλ + log(1-p+pe^λ) (its chord), and φ'' = v(1-v)",
        sympy.simplify(sympy.diff(_log_mgf, _l, 2)),
        sympy.simplify(_share * (1 - _share)),
    ),
    identity("v(1-v) = 1/4 - (v - 1/2)²", _v * (1 - _v), sympy.Rational(1, 4) - (_v - sympy.Rational(1, 2)) ** 2),
    identity("φ(0) = φ'(0) = 0", _log_mgf.subs(_l, 0) + sympy.simplify(sympy.diff(_log_mgf, _l).subs(_l, 0)), sympy.Integer(0)),
)
B5.add(
    "",
    _hoeffding,
    says="Pr[|X - E X| ≥ t] ≤ 2 exp(-2t²/Σ (b_i - a_i)²) for t > 0",
    proof=proved(
        "Hoeffding's lemma gives log E e^{λ(X_i - E X_i)} ≤ λ²(b_i - a_i)²/8; Markov's inequality at λ = 4t/Σ(b_i - a_i)², "
        "once for "
        "each side.",
        *HOEFFDING_LEMMA,
        identity("-λt + λ²S/8 = -2t²/S at λ = 4t/S", -(4 * _t / _s) * _t + (4 * _t / _s) ** 2 * _s / 8, -2 * _t**2 / _s),
    ),
    note="All b_i = a_i makes the exponent -t²/0; the tail is then 0.",
)

B6 = Statement(
    "sparse",
    "Lemma B.6",
    source="Appendix B.4",
    title="Bernstein",
    given=WEIGHTED,
    provenance="standard",
    content=ranges.PROBABILITY,
)


def _bernstein(x: Sum) -> Comparison:
    tail = x.law.centred().more_than(x.values["t"])
    exponent = x.t * x.t / 2 / (x.V + x.M * x.t / 3)
    return at_most(x.number(tail), x.exp(-exponent))


_u = positive("u")
B6.add(
    "",
    _bernstein,
    says="Pr[Σ X_i > t] ≤ exp(-(t²/2)/(Σ E X_j² + M t/3)) for zero-mean |X_i| ≤ M, t > 0",
    proof=proved(
        "E e^{λX} ≤ 1 + (E X²/M²)(e^{λM} - 1 - λM), because (e^x - 1 - x)/x² increases. Markov's inequality at λ = "
        "log(1+u)/M, u = "
        "Mt/Σ E X_j², gives exp(-(Σ E X_j²/M²) h(u)), h(u) = (1+u) log(1+u) - u, and h(u) ≥ u²/(2 + 2u/3): both sides and "
        "their "
        "first derivatives vanish at 0, and h'' is larger.",
        identity(
            "h''(u) - (u²/(2+2u/3))'' = u²(9+u)/((1+u)(3+u)³)",
            sympy.diff((1 + _u) * sympy.log(1 + _u) - _u - _u**2 / (2 + 2 * _u / 3), _u, 2),
            _u**2 * (9 + _u) / ((1 + _u) * (3 + _u) ** 3),
        ),
        nonnegative(
            "u²(9+u)/((1+u)(3+u)³) ≥ 0", slack("u") ** 2 * (9 + slack("u")) / ((1 + slack("u")) * (3 + slack("u")) ** 3)
        ),
    ),
)


B7 = Statement("sparse", "Lemma B.7", source="Appendix B.4", title="Khintchine", given=SIGNS, provenance="standard")
_TWO_SIDED = ranges.silent(ranges.PROBABILITY, SIGNS, "t² ≤ 2 log 2", lambda x: balls.le(x.t * x.t, 2 * balls.log(x.number(2))))


def _sign_tail(x: Sum) -> Number:
    level = x.values["t"] ** 2 * x.spread
    return x.number(x.law.probability(lambda value: value * value >= level))


def _one_constant(x: Sum) -> Comparison:
    return at_most(_sign_tail(x), x.exp(-x.C * x.t * x.t))


def _two_sided(x: Sum) -> Comparison:
    return at_most(_sign_tail(x), 2 * x.exp(-x.t * x.t / 2))


def _moments(x: Sum) -> tuple[Comparison, ...]:
    """First absolute and fourth moment: p = 1 with A = 1/√3, p = 4 with A = 1, B = 3^{1/4}; p = 2 is an identity."""
    first = x.number(x.law.map(abs).mean)
    squared, fourth = x.number(x.spread), x.number(x.law.moment(4))
    return (
        at_least(3 * first * first, squared, "p = 1, below"),
        at_most(first * first, squared, "p = 1, above"),
        at_least(fourth, squared * squared, "p = 4, below"),
        at_most(fourth, 3 * squared * squared, "p = 4, above"),
    )


B7.add(
    "(a)",
    _one_constant,
    content=ranges.PROBABILITY,
    says="there is C > 0 with Pr[|Σ z_i σ_i| ≥ t ‖z‖_2] ≤ exp(-C t²) for all t > 0",
    witness="z=1 t=1 C=1/1000",
    proof=Argument(
        Verdict.FAILS,
        "One sign: |z_1 σ_1| ≥ t |z_1| is certain for t ≤ 1, while exp(-C t²) < 1 for every C > 0 and t > 0.",
        (strictly_positive("1 - exp(-x) > 0 for x = C t² > 0: e^x - 1 ≥ x", positive("C") * _t**2),),
    ),
)
B7.add(
    "(a)",
    _two_sided,
    content=_TWO_SIDED,
    says="Pr[|Σ z_i σ_i| ≥ t ‖z‖_2] ≤ 2 exp(-t²/2) for all t > 0",
    reading=Reading.INTENDED,
    changed="a factor 2 for the two sides, C = 1/2",
    proof=proved(
        "Hoeffding's bound with b_i - a_i = 2|z_i|.",
        *HOEFFDING_LEMMA,
        identity("2 (t√S)²/(4S) = t²/2", 2 * (_t * sympy.sqrt(_s)) ** 2 / (4 * _s), _t**2 / 2),
    ),
)
B7.add(
    "(b)",
    _two_sided,
    content=_TWO_SIDED,
    says="Pr[|Σ z_i σ_i| ≥ t ‖z‖_2] ≤ 2 exp(-t²/2) for all t > 0",
    proof=proved(
        "Hoeffding's bound with b_i - a_i = 2|z_i|.",
        *HOEFFDING_LEMMA,
        identity("2 (t√S)²/(4S) = t²/2", 2 * (_t * sympy.sqrt(_s)) ** 2 / (4 * _s), _t**2 / 2),
    ),
    note="z = 0 is left out: there the event is certain for every t.",
    depends_on=["sparse/Lemma B.5"],
)


def _fourth_moment() -> tuple[sympy.Expr, sympy.Expr]:
    z = sympy.symbols("z:3")
    mean = sum(sum(s * c for s, c in zip(signs, z, strict=True)) ** 4 for signs in product((-1, 1), repeat=3)) / 8
    return sympy.expand(mean), sympy.expand(3 * sum(c**2 for c in z) ** 2 - 2 * sum(c**4 for c in z))


B7.add(
    "(c)",
    _moments,
    content=Content("moments of |f| are ≥ 0", 0),
    says="A_p ‖z‖_2 ≤ (E|Σ z_i σ_i|^p)^{1/p} ≤ B_p ‖z‖_2 (here p = 1, 2, 4; the best constants are Haagerup's)",
    proof=proved(
        "E f² = ‖z‖², E f⁴ = 3‖z‖⁴ - 2Σz_i⁴. Hölder: (E f²)³ ≤ (E|f|)² E f⁴ ≤ 3‖z‖⁴ (E|f|)², so E|f| ≥ ‖z‖/√3; the other two "
        "by "
        "Jensen. Every p follows: above from the tail (b), below from p = 1 or Jensen.",
        identity("E f⁴ = 3‖z‖⁴ - 2Σz_i⁴ (three signs)", *_fourth_moment()),
    ),
    note="A_1 = 1/√2 is Szarek's best constant; 1/√3 is what this proof gives.",
)

STATEMENTS = (B4, B5, B6, B7)
