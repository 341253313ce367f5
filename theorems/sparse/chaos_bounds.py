"""The probability tools, second half: quadratic forms, chi-squared and sub-exponential tails (Lemmas B.8-B.10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import sympy
from hypothesis import strategies as st

from kernels.arithmetic import Arithmetic, Number
from kernels.tails import Law, chi_squared_above, chi_squared_below
from strategies.score_laws import WIDTHS, matrix
from theorems.instance import Instance
from theorems.provers.argument import Argument, Step
from theorems.provers.steps import identity, nonnegative, positive, proved, slack, strictly_positive
from theorems.sparse import ranges
from theorems.sparse.language import *
from theorems.sparse.score_models import score_law
from theorems.sparse.tail_bounds import HOEFFDING_LEMMA
from theorems.statement import Condition, Domain
from theorems.vocabulary import Verdict

HANSON_WRIGHT_CONSTANT = Fraction(1, 512)
POSITIVE_T = Condition("t > 0", lambda x: Fraction(x["t"]) > 0)


@dataclass(frozen=True)
class QuadraticForm:
    """x^T A x for fair signs x (K = 1), its law known exactly; ``frobenius``, ``operator``: the norms of A."""

    arithmetic: Arithmetic
    law: Law
    frobenius: Number
    operator: Number
    t: Number
    level: Fraction

    @property
    def tail(self) -> Number:
        """Pr[|x^T A x - E x^T A x| > t]."""
        return self.arithmetic.number(self.law.centred().map(abs).more_than(self.level))


def _bind_form(instance: Instance, arithmetic: Arithmetic) -> QuadraticForm:
    n, shape, t = int(instance["n"]), str(instance["A"]), Fraction(instance["t"])
    squared = sum(entry * entry for row in matrix(shape, n) for entry in row)
    operator = n if shape == "ones" else 1
    law = score_law(n, shape, Fraction(1, 2), True)
    number = arithmetic.number
    return QuadraticForm(arithmetic, law, arithmetic.sqrt(number(squared)), number(operator), number(t), t)


def _small_forms() -> Iterator[Instance]:
    for n, shape, t in product(range(1, 5), WIDTHS, (1, 2, 4)):
        if n >= WIDTHS[shape]:
            yield Instance(n=n, A=shape, t=t)


FORMS = Domain(
    "quadratic forms in fair signs",
    lambda: st.sampled_from(sorted(WIDTHS)).flatmap(
        lambda shape: st.fixed_dictionaries(
            {
                "A": st.just(shape),
                "n": st.integers(WIDTHS[shape], 100 if shape == "ones" else 8),
                "t": st.fractions(0, 200, max_denominator=4),
            }
        )
    ),
    _bind_form,
    (Condition("t ≥ 0", lambda x: Fraction(x["t"]) >= 0),),
    _small_forms,
    variables={"t": "deviation", "frobenius": "‖A‖_F", "operator": "‖A‖", "n": "number of variables"},
    feasible="every A ≠ 0, t ≥ 0",
)


t, k, n, c, X, mu, sigma, alpha, A, x = symbols("t k n c X μ σ α A x")
quadratic = Symbol("x^T A x", "number")
regime = smallest(t**2 / Norm(A, "F") ** 2, t / Norm(A, ""))
HANSON_WRIGHT = Computed(
    FORMS,
    {
        Pr(abs(quadratic - E(quadratic)) > t): "tail",
        Norm(A, "F"): "frobenius",
        Norm(A, ""): "operator",
        c: lambda _: HANSON_WRIGHT_CONSTANT,
    },
)
B8 = Lemma("B.8", "Appendix B.4", "Hanson-Wright", given=HANSON_WRIGHT, provenance="standard", trivial=ranges.PROBABILITY)
_t, _F, _A, _x, _s = (positive(s) for s in ("t", "F", "A", "x", "S"))
B8[""] = Pr(abs(quadratic - E(quadratic)) > t) <= 2 * exp(-c * regime)
B8[""].uninformative(regime <= 512 * log(2), "min(t²/‖A‖_F², t/‖A‖) ≤ 512 log 2 (K = 1)")
B8[""].note(
    "Here c = 1/512 and K = 1. A = 0 divides by 0 and is left out. A deviation is at most 2n‖A‖: with c = 1/512 the bound "
    "says something only for n ≥ 178. The decoupling inequality and the Gaussian comparison are textbook facts."
)
B8[""].proved(
    proved(
        "K = 1. Diagonal: Σ a_ii x_i² has terms in intervals of length |a_ii|, so Pr[> t/2] ≤ 2 exp(-t²/(2‖A‖_F²)) "
        "(Hoeffding). "
        "Off the diagonal: decoupling gives E e^{λS} ≤ E e^{4λ x^T A x'}, and with Gaussian comparison Π (1 - "
        "16λ²σ_m²)^{-1/2} ≤ "
        "exp(16 λ² ‖A‖_F²) while 16 λ² (2‖A‖)² ≤ 1/2. At λ = min(t/(64‖A‖_F²), 1/(8√2 ‖A‖)) this is at most exp(-λt/4) beyond "
        "t/2 on "
        "each side, so the tail is at most 4 exp(-m/256), m the minimum, which is at most 2 exp(-m/512) wherever it is below "
        "1.",
        *HOEFFDING_LEMMA,
        identity("2 (t/2)²/F² = t²/(2F²)", 2 * (_t / 2) ** 2 / _F**2, _t**2 / (2 * _F**2)),
        nonnegative(
            "-(1/2) log(1-x) ≤ x on [0, 1/2]: the derivative of x + (1/2) log(1-x) is (1-2x)/(2(1-x)) ≥ 0",
            (1 - 2 * (1 / (2 + slack("y")))) / (2 * (1 - 1 / (2 + slack("y")))),
        ),
        identity(
            "λt/2 - 16λ²F² = λt/4 at λ = t/(64F²)",
            (_t / (64 * _F**2)) * _t / 2 - 16 * (_t / (64 * _F**2)) ** 2 * _F**2,
            (_t / (64 * _F**2)) * _t / 4,
        ),
        identity(
            "16 λ² (2‖A‖)² = 1/2 at λ = 1/(8√2‖A‖)", 16 * (1 / (8 * sympy.sqrt(2) * _A)) ** 2 * 4 * _A**2, sympy.Rational(1, 2)
        ),
        strictly_positive("1/(32√2) > 1/256", 1 / (32 * sympy.sqrt(2)) - sympy.Rational(1, 256)),
        nonnegative("4q² ≤ 2q for q = e^{-m/512} = 1/(2+y)", 2 / (2 + slack("y")) - 4 / (2 + slack("y")) ** 2),
    )
)


@dataclass(frozen=True)
class ChiSquared:
    """X = σ² χ²_k; tails do not depend on σ."""

    arithmetic: Arithmetic
    degrees: int
    t: Number

    @property
    def k(self) -> Number:
        return self.arithmetic.number(self.degrees)

    @property
    def reach(self) -> Number:
        """2 √(kt)."""
        return 2 * self.arithmetic.sqrt(self.k * self.t)

    @property
    def above(self) -> Number:
        """Pr[χ² - k ≥ 2√(kt) + 2t]."""
        return chi_squared_above(self.degrees, self.k + self.reach + 2 * self.t)

    @property
    def below(self) -> Number:
        """Pr[k - χ² ≥ 2√(kt)]: 0 as soon as 2√(kt) > k."""
        return chi_squared_below(self.degrees, self.arithmetic.maximum(self.k - self.reach, self.arithmetic.number(0)))


CHI_SQUARED = Domain(
    "chi-squared variables",
    lambda: st.fixed_dictionaries({"k": st.integers(1, 300), "t": st.fractions("1/100", 50, max_denominator=100)}),
    lambda instance, arithmetic: ChiSquared(arithmetic, int(instance["k"]), arithmetic.number(Fraction(instance["t"]))),
    (POSITIVE_T, Condition("k ≥ 1", lambda x: int(x["k"]) >= 1)),
    lambda: (Instance(k=k, t=t) for k in range(1, 5) for t in (Fraction(1, 4), Fraction(1), Fraction(4))),
    variables={"k": "degrees of freedom", "t": "exponent"},
    feasible="every k ≥ 1, σ > 0, t > 0",
)
TAILS = Computed(
    CHI_SQUARED,
    {
        Pr(X - k * sigma**2 >= (2 * sqrt(k * t) + 2 * t) * sigma**2): "above",
        Pr(k * sigma**2 - X >= 2 * sqrt(k * t) * sigma**2): "below",
    },
)
B9 = Lemma("B.9", "Appendix B.4", "Laurent-Massart", given=TAILS, provenance="standard", trivial=ranges.PROBABILITY)
_r, _q = positive("r"), positive("q")  # √k, √t
_rate = _q / (_r + 2 * _q)
B9["1"] = Pr(X - k * sigma**2 >= (2 * sqrt(k * t) + 2 * t) * sigma**2) <= exp(-t)
B9["1"].proved(
    proved(
        "-(1/2) log(1-2s) - s ≤ s²/(1-2s) on (0, 1/2): both vanish at 0 and the derivatives differ by 2s²/(1-2s)² ≥ 0. "
        "Markov's "
        "inequality at s = √t/(√k + 2√t) gives exactly -t.",
        identity(
            "(s²/(1-2s))' - (-(1/2) log(1-2s) - s)' = 2s²/(1-2s)²",
            sympy.diff(_x**2 / (1 - 2 * _x) + sympy.log(1 - 2 * _x) / 2 + _x, _x),
            2 * _x**2 / (1 - 2 * _x) ** 2,
            where={_x: 1 / (2 + positive("beyond"))},
        ),
        identity(
            "-s(2√(kt) + 2t) + k s²/(1-2s) = -t at s = √t/(√k + 2√t)",
            -_rate * (2 * _r * _q + 2 * _q**2) + _r**2 * _rate**2 / (1 - 2 * _rate),
            -(_q**2),
        ),
    )
)
B9["2"] = Pr(k * sigma**2 - X >= 2 * sqrt(k * t) * sigma**2) <= exp(-t)
B9["2"].proved(
    proved(
        "s - (1/2) log(1+2s) ≤ s²: both vanish at 0, the derivatives are 2s/(1+2s) ≤ 2s. At s = √(t/k): -2t + t = -t.",
        nonnegative("2s - 2s/(1+2s) ≥ 0", 2 * slack("s") - 2 * slack("s") / (1 + 2 * slack("s"))),
        identity("-s·2√(kt) + k s² = -t at s = √t/√k", -(_q / _r) * 2 * _r * _q + _r**2 * (_q / _r) ** 2, -(_q**2)),
    )
)


@dataclass(frozen=True)
class SubExponential:
    """A sum of n fair signs, SE(σ², α) for every σ² ≥ n and every α > 0 (cosh λ ≤ e^{λ²/2})."""

    arithmetic: Arithmetic
    law: Law
    variance: Number
    alpha: Number
    t: Number
    level: Fraction

    @property
    def one_side(self) -> Number:
        return self.arithmetic.number(self.law.at_least(self.level))

    @property
    def both_sides(self) -> Number:
        return self.arithmetic.number(self.law.map(abs).at_least(self.level))


def _bind_sub_exponential(instance: Instance, arithmetic: Arithmetic) -> SubExponential:
    n, t = int(instance["n"]), Fraction(instance["t"])
    variance, alpha = Fraction(instance["variance"]), Fraction(instance["alpha"])
    number = arithmetic.number
    return SubExponential(arithmetic, Law.sign().repeated(n), number(variance), number(alpha), number(t), t)


SUB_EXPONENTIAL = Domain(
    "sums of signs as sub-exponential variables",
    lambda: st.builds(
        lambda n, more, alpha, t: {"n": n, "variance": n + more, "alpha": alpha, "t": t},
        st.integers(1, 40),
        st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(5)]),
        st.fractions("1/20", 5, max_denominator=20),
        st.fractions("1/10", 30, max_denominator=10),
    ),
    _bind_sub_exponential,
    (
        POSITIVE_T,
        Condition("E e^{λ(X-μ)} ≤ e^{λ²σ²/2} for |λ| < 1/α (here: σ² ≥ n)", lambda x: Fraction(x["variance"]) >= int(x["n"])),
        Condition("α > 0", lambda x: Fraction(x["alpha"]) > 0),
    ),
    lambda: (Instance(n=n, variance=n, alpha=1, t=t) for n in range(1, 5) for t in (1, 2)),
    variables={"t": "deviation", "alpha": "the parameter α", "variance": "σ²"},
    feasible="every σ, α, t > 0 (a sum of n ≤ σ² fair signs)",
)
SIGNS = Computed(
    SUB_EXPONENTIAL, {sigma**2: "variance", alpha: "alpha", Pr(X - mu >= t): "one_side", Pr(abs(X - mu) >= t): "both_sides"}
)
B10 = Lemma("B.10", "Appendix B.4", "sub-exponential tails", given=SIGNS, provenance="standard", trivial=ranges.PROBABILITY)
rate = smallest(t**2 / sigma**2, t / alpha)
_alpha = positive("alpha")
MARKOV_STEPS = (
    identity(
        "t ≤ σ²/α: -λt + λ²σ²/2 = -t²/(2σ²) at λ = t/σ² ≤ 1/α", -(_t / _s) * _t + (_t / _s) ** 2 * _s / 2, -(_t**2) / (2 * _s)
    ),
    nonnegative(
        "t = σ²/α + y: t/α - σ²/(2α²) - t/(2α) = y/(2α) ≥ 0 (λ -> 1/α)",
        (_s / _alpha + slack("y")) / (2 * _alpha) - _s / (2 * _alpha**2),
    ),
)
ONE_SIDE = proved("Markov's inequality for e^{λ(X-μ)} at λ = t/σ², or at λ -> 1/α when that is not allowed.", *MARKOV_STEPS)
BOTH_SIDES = proved("The one-sided bound for X and for -X, whose moment condition is the same.", *MARKOV_STEPS)
ONE_SIGN = Argument(
    Verdict.FAILS,
    "A fair sign is SE(1, α) for every α and |X| ≥ t is certain for t ≤ 1, while the bound is below 1 for every t > 0.",
    (
        Step(
            "cosh λ ≤ e^{λ²/2} coefficient by coefficient: (2j)!/(2^j j!) = 1·3·5···(2j-1) ≥ 1 (j up to 20)",
            lambda: all(
                sympy.factorial(2 * j) == 2**j * sympy.factorial(j) * sympy.factorial2(2 * j - 1) for j in range(1, 21)
            ),
        ),
    ),
)
for_both_sides = Pr(abs(X - mu) >= t) <= 2 * exp(-rate / 2)
B10["(a)"] = Pr(abs(X - mu) >= t) <= exp(-rate / 2)
B10["(a)"].refuted("n=1 variance=1 alpha=1 t=1").proved(ONE_SIGN)
repaired = B10["(a)"].repair(claim=for_both_sides, why="a factor 2 for the two sides").proved(BOTH_SIDES)
repaired.uninformative(rate <= 2 * log(2))
B10["(b)"] = Pr(X - mu >= t) <= exp(-rate / 2)
B10["(b)"].proved(ONE_SIDE)
B10["(c)"] = for_both_sides
B10["(c)"].proved(BOTH_SIDES).uninformative(rate <= 2 * log(2))
B10["(d)"] = Pr(abs(X - mu) >= t) <= exp(-rate / 2)
B10["(d)"].refuted("n=1 variance=1 alpha=1 t=1").proved(ONE_SIGN)
B10["(d)"].note(
    "The moment condition is on X itself, which forces μ = 0 (its derivative at 0): the condition of (a) for centred X."
)
repaired = B10["(d)"].repair(claim=for_both_sides, why="a factor 2 for the two sides").proved(BOTH_SIDES)
repaired.uninformative(rate <= 2 * log(2))

STATEMENTS = (B8, B9, B10)
