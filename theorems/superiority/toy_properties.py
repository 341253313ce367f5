"""Sums of attention over random signs in the softmax regression model (superiority v1, Section 4, pp. 5-7).

Everything is a bound on ``V = Σ f_i^2``, for all data in the interval at once. For ``w_i`` in ``[p, q]``

    Σ (w_i - p)(q - w_i) >= 0   and   ((p+q) Σ w_i - 2 p q n)^2 >= 0   give   Σ w_i^2 <= (p+q)^2/(4pq) (Σ w_i)^2 / n,

so the worst data on D0 are the two ends of the interval, mixed so that the second square vanishes.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import sympy

from kernels import balls
from kernels.arithmetic import BALLS, SYMBOLIC, Arithmetic
from kernels.balls import Ball, Truth
from kernels.random_signs import SignedSums
from strategies.softmax_regression_data import HIGH, LOW, PEAK
from theorems.instance import Instance
from theorems.language.computed import Supply
from theorems.provers.argument import Argument, Step
from theorems.provers.positivity import is_nonnegative, is_positive
from theorems.statement import TrivialRange
from theorems.superiority.language import *
from theorems.superiority.ranges import PROBABILITY
from theorems.superiority.toy_model import DATA, C, S_exp, S_lin, SoftmaxRegression, constant_at_least, poly, toy_data
from theorems.vocabulary import Verdict

Number = Any
Variance = Callable[[Arithmetic, Number], Number]
LINEAR_VARIANCE_D0 = (LOW + HIGH) ** 2 / (4 * LOW * HIGH)  # n Σ f_lin^2 on D0: 36/35
LINEAR_VARIANCE_D1 = Fraction(25, 16)  # n Σ f_lin^2 on D1, attained at n = 5 with all others at log n
SMALLEST_RATIO = 20  # n/δ > 2/0.1

DEFINITIONS = ["Lemma 3.1", "Definition 3.8"]


def bounded(total: Expr, bound: Expr, law: Callable[[SoftmaxRegression], SignedSums]) -> dict[Node, Supply]:
    """What supplies ``Pr(|total| <= bound)``: the exact law of the sum at the value of the printed bound."""
    return {Pr(abs(total) <= bound): lambda x: law(x).inside(DATA.seen(x).value(bound), strict=False).value}


LINEAR_BOUND = C * sqrt(log(n / delta)) / sqrt(n)
SOFTMAX_BOUND = C * sqrt(log(n / delta)) / n ** Q("0.1")
PEAKED_BOUND = C * sqrt(log(n / delta) / n)
EVENTS: dict[Node, Supply] = {
    **bounded(S_lin, LINEAR_BOUND, lambda x: x.S_lin),
    **bounded(S_exp, SOFTMAX_BOUND, lambda x: x.S_exp),
    **bounded(S_lin, PEAKED_BOUND, lambda x: x.S_lin),
    Pr(abs(S_exp) >= Q(1, 4)): lambda x: x.S_exp.inside(Fraction(1, 4), strict=True).complement,
    Pr(S_exp > 0): lambda x: x.S_exp.tail(0, strict=True).value,
    Pr(S_exp < 0): lambda x: x.S_exp.below(0, strict=True).value,
}
# -- the steps ---------------------------------------------------------------------------------------------------------


def variance_in_an_interval() -> bool:
    """Σ w^2 <= (p+q) S - n p q <= (p+q)^2 S^2 / (4 p q n), as two identities with squares."""
    w, p, q, n, S = sympy.symbols("w p q n S", positive=True)
    each = sympy.expand((p + q) * w - p * q - w**2 - (w - p) * (q - w)) == 0
    gap = (p + q) ** 2 * S**2 / (4 * p * q * n) - ((p + q) * S - n * p * q)
    square = ((p + q) * S - 2 * p * q * n) ** 2 / (4 * p * q * n)
    return bool(each and sympy.simplify(gap - square) == 0)


def variance_with_a_peak() -> bool:
    """25/16 (4+S)^2 - n (16 + 12/5 S - 7/5 (n-1)) is a sum of nonnegative terms for S = (n-1)(1+s), n >= 2, s >= 0."""
    N, s = sympy.symbols("N s", nonnegative=True)
    low, high, peak = (sympy.Rational(x.numerator, x.denominator) for x in (LOW, HIGH, PEAK))
    S = N * (1 + s)
    bound = sympy.Rational(LINEAR_VARIANCE_D1.numerator, LINEAR_VARIANCE_D1.denominator)
    gap = 16 * (bound * (peak + S) ** 2 - (N + 1) * (peak**2 + (low + high) * S - low * high * N))
    rest = sympy.expand(gap - 9 * (N - 4) ** 2)
    return is_nonnegative(rest)


def interval_variance(variance: Variance, levels: Callable[[Number], tuple[Number, Number]]) -> bool:
    """V = (p+q)^2/(4pq n) where the weights lie between p and q, two functions of n."""
    n = sympy.Symbol("n", positive=True)
    p, q = levels(n)
    return bool(sympy.simplify(variance(SYMBOLIC, n) - (p + q) ** 2 / (4 * p * q * n)) == 0)


def exact(value: Fraction) -> Number:
    """A rational as a symbol's exponent or factor."""
    return sympy.Rational(value.numerator, value.denominator)


def softmax_variance(x: Arithmetic, n: Number) -> Number:
    """(1+y)^2/(4 n y) with y = n^(2/5)."""
    y = n ** x.ratio(2, 5)
    return (1 + y) * (1 + y) / (4 * n * y)


SOFTMAX_VARIANCE = Step(
    "V = (1+n^0.4)^2/(4 n^1.4) is that with p = n, q = n^1.4",
    lambda: interval_variance(softmax_variance, lambda n: (n ** exact(LOW), n ** exact(HIGH))),
)


def hoeffding_with(constant: Fraction, scaled_variance: Fraction) -> bool:
    """C^2/(2K) >= 1 + log 2/log 20, so that 2 (n/δ)^(-C^2/(2K)) <= δ/n whenever n/δ > 20 and Σ f^2 <= K/n."""
    exponent = balls.ball(constant * constant / (2 * scaled_variance))
    needed = 1 + balls.log(balls.ball(2)) / balls.log(balls.ball(SMALLEST_RATIO))
    return balls.ge(exponent, needed) is Truth.HOLDS


def softmax_factor(x: Arithmetic, n: Number) -> Number:
    """g(n) = n^(-1/5)/(2 V): t^2/(2 Σ f^2) >= C^2 g(n) log(n/δ) for t = C √(log(n/δ)) / n^0.1."""
    return n ** x.ratio(-1, 5) / (2 * softmax_variance(x, n))


def softmax_factor_grows() -> bool:
    """With n = y^(5/2) it is 2 y^3/(1+y)^2, whose derivative is positive."""
    y = sympy.Symbol("y", positive=True)
    g = 2 * y**3 / (1 + y) ** 2
    same = sympy.simplify(softmax_factor(SYMBOLIC, y ** sympy.Rational(5, 2)) - g) == 0
    return bool(same) and is_positive(sympy.diff(g, y))


def softmax_factor_suffices_from(n: int) -> bool:
    """g(n) >= 1 + log 2/log 20, and below n the bound is at least 1 >= |S|: √(log 20) >= (n-1)^0.1."""
    logarithm = balls.log(balls.ball(SMALLEST_RATIO))
    enough = balls.ge(softmax_factor(BALLS, balls.ball(n)), 1 + balls.log(balls.ball(2)) / logarithm) is Truth.HOLDS
    trivial = balls.ge(balls.sqrt(logarithm), balls.ball(n - 1) ** balls.ball(Fraction(1, 10))) is Truth.HOLDS
    return enough and trivial


def peak_dominates(share: Fraction) -> bool:
    """(n^4 - W)/(n^4 + W) > share for W = (n-1) n^2 >= (n-1) n^(7/5): (1-share) n^2 > (1+share)(n-1)."""
    n = 1 + sympy.Symbol("nu", positive=True)
    low, high = (sympy.Rational(x.numerator, x.denominator) for x in (1 - share, 1 + share))
    return HIGH <= 2 and is_positive(sympy.expand(low * n**2 - high * (n - 1)))


# -- where the bounds say nothing --------------------------------------------------------------------------------------


def wide_deviation(shown: str, power: Fraction) -> TrivialRange:
    """The range of Pr[|Σ f_i σ_i| ≤ C √(log(n/δ))/n^power]: 1 once the bound inside is at least 1 >= |Σ f_i σ_i|.

    Never a tie, since log(n/δ) is irrational.
    """

    def certain(constant: Ball, ratio: Ball, n: Ball) -> Truth:
        return balls.ge(constant * balls.sqrt(balls.log(ratio)), n ** balls.ball(power))

    def least(x: SoftmaxRegression) -> Ball:
        return balls.ball(1 if certain(balls.ball(x.C), balls.ball(x.size / x.delta), x.n) is Truth.HOLDS else 0)

    def where(i: Instance) -> bool:
        def question() -> Truth:
            return certain(balls.ball(i.C), balls.ball(Fraction(i.n) / i.delta), balls.ball(i.n))

        return balls.decide(question)[0] is Truth.HOLDS

    return TrivialRange("|Σ f(A,x)_i σ_i| ≤ Σ f(A,x)_i = 1", least, 1, f"C √(log(n/δ)) ≥ {shown}", where)


# -- Lemma 4.1 ---------------------------------------------------------------------------------------------------------

WITHIN_LINEAR = Fraction(8, 5)
WITHIN_PEAKED = Fraction(2)
ON_D0, ON_D1 = (toy_data(dataset).knowing(EVENTS) for dataset in (0, 1))

L41 = Lemma("4.1", "Section 4, p. 5", "sums over random signs on D0", given=ON_D0, uses=DEFINITIONS)
with L41.where(constant_at_least(WITHIN_LINEAR), given=toy_data(0, WITHIN_LINEAR).knowing(EVENTS)):
    L41["1"] = Pr(abs(S_lin) <= LINEAR_BOUND) >= 1 - delta / poly(n)
L41["1"].trivial(wide_deviation("√n", Fraction(1, 2)))
L41["1"].note(
    "C = 8/5 suffices for poly(n) = n, every n >= 2, δ < 0.1 and all data; for n^κ (8/5) √κ does. Below √(72/35) = 1.434 no "
    "constant does: with 5/12 of the rows at 1.4 log n the sum is Gaussian with variance 36/(35 n) to moderate deviations, and"
    " its tail is (n/δ)^(-35 C^2/72) up to logarithms, above δ/n for large n."
)
L41["1"].proved(
    Argument(
        Verdict.HOLDS,
        how="""With p = 1, q = 7/5 the variance Σ f_lin^2 is at most 36/(35 n) for all data of D0. Hoeffding's bound for
        f_i σ_i in [-f_i, f_i] is 2 exp(-t^2/(2 Σ f^2)), at most 2 (n/δ)^(-35 C^2/72), and 35 C^2/72 >= 1 + log 2/log 20 at
        C = 8/5, where n/δ > 20. For poly(n) = n^k take √max(k,1) as much.""",
        steps=(
            Step("Σ w^2 <= (p+q)^2/(4pq) (Σ w)^2/n for w_i in [p, q]", variance_in_an_interval),
            Step("(1 + 7/5)^2/(4 · 7/5) = 36/35", lambda: Fraction(36, 35) == LINEAR_VARIANCE_D0),
            Step("C^2/(2 · 36/35) >= 1 + log 2/log 20", lambda: hoeffding_with(WITHIN_LINEAR, LINEAR_VARIANCE_D0)),
        ),
    )
)
L41["2"] = Pr(abs(S_exp) <= SOFTMAX_BOUND) >= 1 - delta / poly(n)
L41["2"].trivial(wide_deviation("n^(1/10)", Fraction(1, 10)))
L41["2"].note(
    "Every C > 1 works for poly(n) = n. The bound says nothing (it is at least 1) while C √(log(n/δ)) >= n^0.1, for C = 1 and "
    "δ = 0.1 up to about n = 10^6; n^0.3 in place of n^0.1 would be true."
)
L41["2"].proved(
    Argument(
        Verdict.HOLDS,
        how="""With p = n, q = n^1.4 the variance Σ f_exp^2 is at most (1 + n^0.4)^2/(4 n^1.4). Hoeffding's exponent is then at
        least C^2 g(n) log(n/δ) with g increasing and g(4) >= 1 + log 2/log 20; for n = 2, 3 the bound exceeds 1 >= |Σ f_i σ_i|.
        So every C > 1 will do.""",
        steps=(
            Step("Σ w^2 <= (p+q)^2/(4pq) (Σ w)^2/n for w_i in [p, q]", variance_in_an_interval),
            SOFTMAX_VARIANCE,
            Step("g(n) = n^(-1/5)/(2V) = 2 y^3/(1+y)^2 with y = n^(2/5) increases", softmax_factor_grows),
            Step("g(4) >= 1 + log 2/log 20, and √(log 20) >= 3^0.1", lambda: softmax_factor_suffices_from(4)),
        ),
    )
)

# -- Lemma 4.2 ---------------------------------------------------------------------------------------------------------

L42 = Lemma("4.2", "Section 4, p. 6", "sums over random signs on D1", given=ON_D1, uses=DEFINITIONS)
with L42.where(constant_at_least(WITHIN_PEAKED), given=toy_data(1, WITHIN_PEAKED).knowing(EVENTS)):
    L42["1"] = Pr(abs(S_lin) <= PEAKED_BOUND) >= 1 - delta / poly(n)
L42["1"].trivial(wide_deviation("√n", Fraction(1, 2)))
L42["1"].note(
    "The root is read over log(n/δ)/n, which is what Hoeffding's bound gives; √(log(n/δ))/n would be false for large n, since "
    "the sum has standard deviation about 1/√n. C = 2 suffices for poly(n) = n and all data, 2 √κ for n^κ; below √(72/35) no "
    "constant does (as for D0)."
)
L42["1"].proved(
    Argument(
        Verdict.HOLDS,
        how="""The rows beside the peak satisfy Σ z^2 <= 12/5 S - 7/5 (n-1), so Σ f_lin^2 <= (16 + 12/5 S - 7/5 (n-1))/(4+S)^2,
        which is at most 25/(16 n) for S >= n-1 (equality at n = 5, all z = 1). Hoeffding's exponent is 8 C^2/25 log(n/δ), and
        8 C^2/25 >= 1 + log 2/log 20 at C = 2.""",
        steps=(
            Step("z^2 <= 12/5 z - 7/5 on [1, 7/5], part of the bound for w_i in [p, q]", variance_in_an_interval),
            Step("25 (4+S)^2 - 16 n (16 + 12/5 S - 7/5 (n-1)) >= 9 (n-5)^2 for S >= n-1", variance_with_a_peak),
            Step("C^2/(2 · 25/16) >= 1 + log 2/log 20", lambda: hoeffding_with(WITHIN_PEAKED, LINEAR_VARIANCE_D1)),
        ),
    )
)
L42["2"] = Pr(abs(S_exp) >= Q(1, 4)) >= 1
L42["2"].trivial(PROBABILITY).uses("Definition 3.8").note(
    "True from n = 2 on (the proof asks for n >= 4), and with 0.716 in place of 1/4: the worst data are n = 2 with the other "
    "row at 1.4 log n, where the sum can be (16 - 2^1.4)/(16 + 2^1.4) = 0.7168."
)
L42["2"].proved(
    Argument(
        Verdict.HOLDS,
        how="""The others weigh W <= (n-1) n^1.4 <= (n-1) n^2 against n^4, so |Σ f_i σ_i| >= (n^4 - W)/(n^4 + W) > 1/4 for every
        sign vector.""",
        steps=(Step("3/4 n^2 > 5/4 (n-1) for n > 1", lambda: peak_dominates(Fraction(1, 4))),),
    )
)
L42["3"] = (Pr(S_exp > 0) == Q(1, 2)) & (Pr(S_exp < 0) == Q(1, 2))
L42["3"].uses("Definition 3.8").proved(
    Argument(
        Verdict.HOLDS,
        how="n^4 > (n-1) n^2 >= W: the sign is that of σ_j for every sign vector, and the sum is never 0.",
        steps=(Step("n^2 > n-1 for n > 1", lambda: peak_dominates(Fraction(0))),),
    )
)

STATEMENTS = (L41, L42)
