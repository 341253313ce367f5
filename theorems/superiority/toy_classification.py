"""Networks on the softmax regression model (superiority v1, Section 5, p. 7): Lemmas 5.1 to 5.4.

A column fires when its sum exceeds τ, and F = 0 when none of m = ⌈C log(n/δ)⌉ columns does. Section 5 never binds τ, so the
lemmas speak of every τ > 0 of Definition 3.5, and none is true for all: three need a large τ, one a small τ. Read at every
n >= 2, F_exp = 0 on D0 needs τ >= 1 (at n = 2 a quarter of the sign vectors gives the sum 1) and F_exp > 0 on D1 needs τ < 1
(no sum exceeds 1): no τ makes both true. Any constant τ in (0, 1) makes all four true from some n on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy

from kernels import balls
from kernels.arithmetic import BALLS, SYMBOLIC, Arithmetic
from kernels.balls import Ball, Truth
from strategies.softmax_regression_data import HIGH, LOW, extreme, levels_text
from theorems.provers.positivity import is_nonnegative, is_positive
from theorems.provers.search import evaluate
from theorems.superiority.language import *
from theorems.superiority.signs_on_data import columns_for, on_family
from theorems.superiority.toy_model import F_exp, F_lin, constant_at_least, poly, tau, tau_at_most, toy_data
from theorems.superiority.toy_properties import (
    SOFTMAX_VARIANCE,
    Variance,
    exact,
    interval_variance,
    softmax_variance,
    variance_in_an_interval,
)

TAU, DELTA, ENOUGH = Fraction(1, 4), Fraction(1, 100), Fraction(3, 2)
LARGEST = 10**18
Number = Any
LARGE = on_family(Words(n, " → ∞ with ", tau, ", ", delta, " and ", C, " fixed"), "n → ∞ with τ, δ and C fixed")
CONSTANT_TAU = Condition(
    words="τ a constant in (0, 1)",
    check=lambda i: 0 < i.tau < 1,
    steer=lambda i: i if i.tau < 1 else i.but(tau=TAU),
    feasible="τ < 1",
)


# -- from which n on the sums stay below a constant threshold ------------------------------------------------------------


@dataclass(frozen=True)
class Silence:
    """A bound V(n) on Σ f_i^2 and what follows: m exp(-τ^2/(2 V(n))) <= δ/n from some n on.

    ``growth`` is a lower bound on the derivative of log 1/V in log n for n >= ``least``; ``sides`` = 2 for a bound on
    |Σ f_i σ_i|.
    """

    variance: Variance
    growth: Fraction
    least: int = 2
    sides: int = 1

    def exponent(self, n: int) -> Ball:
        """τ^2/(2 V(n)), Hoeffding's exponent for one column."""
        return balls.ball(TAU * TAU / 2) / self.variance(BALLS, balls.ball(n))

    def grows(self) -> bool:
        """-n V'/V >= growth for all n >= least, symbolically; where V has roots of n, n = y^5 makes them whole."""
        n, more = sympy.Symbol("n", positive=True), sympy.Symbol("more", nonnegative=True)
        whole = self.variance(SYMBOLIC, n).is_rational_function(n)
        power, start = (1, self.least) if whole else (5, 1)
        V = self.variance(SYMBOLIC, n**power)
        slope = sympy.simplify(-n * sympy.diff(V, n) / (power * V) - exact(self.growth))
        return is_nonnegative(sympy.together(slope.subs(n, start + more)))

    def needed(self, n: int) -> Ball:
        """log(m n/δ) for the m columns."""
        return balls.log(balls.ball(Fraction(self.sides * n * columns_for(ENOUGH, n, DELTA)) / DELTA))

    def reached(self, n: int) -> bool:
        """The exponent suffices at n, also with C log(n/δ) + 1 for m, and grows faster than what is needed from then on."""
        exponent = self.exponent(n)
        ratio = balls.log(balls.ball(Fraction(n) / DELTA))
        most = ratio + balls.log(self.sides * (balls.ball(ENOUGH) * ratio + 1))
        fast = balls.ge(balls.ball(self.growth) * exponent, balls.ball(2))
        return balls.ge(exponent, most) is Truth.HOLDS and fast is Truth.HOLDS

    def start(self) -> int:
        """The first n at which both are certain; they stay so for all larger n."""
        low, high = self.least, LARGEST
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self.reached(middle) else (middle + 1, high)
        return low


def need_grows_slowly() -> bool:
    """d/dL (L + log(C L + 1)) <= 2 for L = log(n/δ) >= 1."""
    constant, more = sympy.symbols("C more", positive=True)
    L = 1 + more
    return is_positive(1 - constant / (constant * L + 1))


def linear_variance(x: Arithmetic, n: Number) -> Number:
    return x.ratio(36, 35) / n


def with_peak_variance(x: Arithmetic, n: Number) -> Number:
    return x.number(36) / (35 * n - 195)


def peaked_variance() -> bool:
    """(12/5 T - A)/T^2 <= 36/(25 A) = V for T = 4 + S, A = 7/5 n - 39/5, where 16 + 12/5 S - 7/5 (n-1) = 12/5 T - A."""
    T, A, n, S = sympy.symbols("T A n S", positive=True)
    V = 36 / (25 * A)
    if sympy.simplify(V.subs(A, sympy.Rational(7, 5) * n - sympy.Rational(39, 5)) - PEAKED.variance(SYMBOLIC, n)) != 0:
        return False
    square = sympy.expand(25 * A * (V * T**2 - (sympy.Rational(12, 5) * T - A)) - (6 * T - 5 * A) ** 2)
    printed = 16 + sympy.Rational(12, 5) * S - sympy.Rational(7, 5) * (n - 1)
    through_T = sympy.Rational(12, 5) * (4 + S) - (sympy.Rational(7, 5) * n - sympy.Rational(39, 5))
    return bool(square == 0 and sympy.expand(printed - through_T) == 0)


SOFTMAX = Silence(softmax_variance, Fraction(3, 5))
LINEAR = Silence(linear_variance, Fraction(1))
PEAKED = Silence(with_peak_variance, Fraction(1), least=6)
# the printed proofs of Lemmas 4.1, 4.2 bound each entry: f_exp <= n^(-0.6) and f_lin <= 2/n on D0, f_lin <= 4/n on D1
PRINTED_SOFTMAX = Silence(lambda x, n: n ** x.ratio(-1, 5), Fraction(1, 5), sides=2)
PRINTED_LINEAR = Silence(lambda x, n: x.number(4) / n, Fraction(1), sides=2)
PRINTED_PEAKED = Silence(lambda x, n: x.number(16) / n, Fraction(1), sides=2)


def worst_softmax_count(n: int) -> int:
    """The number of rows at 1.4 log n that brings Σ f_exp^2 closest to its bound: n/(1 + n^0.4), rounded down."""
    share = balls.ball(n) / (1 + balls.ball(n) ** balls.ball(Fraction(2, 5)))
    return int(balls.bounds(share)[0])


@dataclass(frozen=True)
class WorstData:
    """The data of each size with the largest variance: ``high(n)`` rows at 1.4 log n, the others at log n."""

    dataset: int
    high: Callable[[int], int]
    described: str

    def at(self, n: int) -> Instance:
        z = levels_text(extreme(n, self.dataset, self.high(n)))
        return Instance(n=n, z=z, tau=TAU, delta=DELTA, C=ENOUGH)

    def powers_of_two(self) -> Family:
        text = f"n = 2^k, {self.described} of the (Ax)_i = 1.4 log n, the others = log n, τ = {TAU}"
        return Family(text, lambda k: self.at(2**k))

    def false_below(self, line: Line, n: int) -> str:
        """A size at which the line is false, as close below n as steps of one per cent find it."""
        while n > 2:
            n = min(n - 1, 99 * n // 100)
            if evaluate(line.part, self.at(n)).truth is Truth.FAILS:
                return f"false at {self.at(n)}"
        return "not known to be false anywhere"


@dataclass(frozen=True)
class Printed:
    """What the printed proof of a silent network needs, and how its n0 moves with the constants."""

    silence: Silence
    lines: str
    dependence: str

    def __call__(self) -> str:
        union = "and a union over the m columns, which the text allows by m ≤ δ/poly(n), true of no m"
        return f"n ≥ {self.silence.start()}: Hoeffding's bound with {self.lines} {union}"


def silent_from(silence: Silence, line: Line, data: WorstData, printed: Printed, *steps: Step) -> Eventually:
    """F = 0 from some n on: exact along the family before the route's n, proved for all data and all larger n."""
    how = """For one column Pr[Σ f_i σ_i > τ] <= exp(-τ^2/(2 V)), for m columns at most m times as much. V tends to 0 like a
    power of n for all data at once, so for every constant τ in (0, 1) and every C the exponent passes log(m n/δ) and, once
    its slope in log n is above 2, never falls behind again."""
    return Eventually(
        data.powers_of_two(),
        threshold_index=lambda: (silence.start() - 1).bit_length(),
        how=how,
        steps=(
            *steps,
            Step(f"log 1/V grows by at least {silence.growth} per unit of log n", silence.grows),
            Step("log(m n/δ) grows by at most 2 per unit of log n", need_grows_slowly),
        ),
        constants=f"τ = {TAU}, δ = {DELTA}, C = {ENOUGH}, poly(n) = n",
        dependence=printed.dependence,
        also={
            PRINTED_ROUTE: printed,
            "all data": lambda: f"true for all data at every n >= {silence.start()}",
            "late failure": lambda: data.false_below(line, silence.start()),
        },
        in_words="Hoeffding's bound for one column and the union over the m columns, which have the same law: the steps check "
        "V and that the exponent stays ahead of log(m n/δ), but no step joins them to Pr[F = 0].",
    )


# -- the lemmas ---------------------------------------------------------------------------------------------------------

# Pr[F = 0]: no sum exceeds 1, so a threshold from 1 on makes F = 0 certain
SUMS_TO_ONE = TrivialRange("Σ f(A,x)_i y_i ≤ Σ f(A,x)_i = 1", lambda x: x.arithmetic.number(1 if x.tau >= 1 else 0), 1)


# no column fires at all
NOTHING_FIRES = SUMS_TO_ONE.uninformative_on("τ ≥ 1", lambda i: i.tau >= 1)
ASYMPTOTIC = "τ is a constant in (0, 1), and n is large"
AT_TWO = "At n = 2 the sum is 1 for a quarter of the sign vectors"
LINEAR_DEPENDENCE = (
    "n0 is about log(m n/δ)/J(τ) with a rate J(τ) ≥ 35τ²/72 (Hoeffding with Σ f² = 36/(35 n)): linear in log(1/δ), like τ^-2 "
    "for small τ; C comes in through log m = log(C log(n/δ)) only"
)
SOFTMAX_DEPENDENCE = (
    "n0^(3/5) is about log(m n/δ)/J(τ) with a rate J(τ) ≥ 2τ² (Hoeffding with Σ f² = n^(-3/5)/4 up to lower order): like "
    "(log(1/δ))^(5/3) and τ^(-10/3); C comes in through log m = log(C log(n/δ)) only"
)
INTERVAL = Step("Σ w^2 <= (p+q)^2/(4pq) (Σ w)^2/n for w_i in [p, q]", variance_in_an_interval)
FIRST_POINT = "tau=1/4 delta=1/100 C=3/2"

L51 = Lemma("5.1", "Section 5.1, p. 7", "F_exp = 0 on D0", given=toy_data(0), uses=["Lemma 4.1/2"])
L51[""] = Pr(F_exp == 0) >= 1 - delta / poly(n)
L51[""].refuted(f"n=2 z=1:2 {FIRST_POINT}").trivial(NOTHING_FIRES)
L51[""].note(
    f"{AT_TWO}, so Pr[F_exp = 0] <= (3/4)^m for every τ < 1 and every C. At any n a small τ fires too. The proof has "
    "m <= δ/poly(n), which no number of columns meets; it needs a union bound over m."
)
repaired = L51[""].repair(CONSTANT_TAU, LARGE, why=ASYMPTOTIC).trivial(SUMS_TO_ONE).note(L51[""].part.note)
repaired.proved(
    silent_from(
        SOFTMAX,
        L51[""],
        WorstData(0, worst_softmax_count, "⌊n/(1+n^0.4)⌋"),
        Printed(PRINTED_SOFTMAX, "f_exp ≤ n^(-0.6)", SOFTMAX_DEPENDENCE),
        INTERVAL,
        SOFTMAX_VARIANCE,
    )
)


def entries_add_up_to_one() -> bool:
    """Σ f_exp(A,x)_i = alpha^-1 Σ u_i = 1, with a count for each of two levels beside the peak."""
    counts, levels = sympy.symbols("k1 k2", positive=True), sympy.symbols("u1 u2 u3", positive=True)
    total = sum(k * u for k, u in zip((*counts, 1), levels, strict=True))
    return bool(sympy.simplify(sum(k * u / total for k, u in zip((*counts, 1), levels, strict=True)) - 1) == 0)


L52 = Lemma(
    "5.2", "Section 5.1, p. 7", "F_exp > 0 on D1", given=toy_data(1), uses=["Lemma 4.2/2", "Lemma 4.2/3"], trivial=PROBABILITY
)
L52[""] = Pr(F_exp > 0) >= 1 - delta / poly(n)
L52[""].note("No sum exceeds Σ f_i = 1, so for τ >= 1 F_exp = 0 whatever C is.")
L52[""].refuted("n=2 z=1:1;4:1 tau=2 delta=1/100 C=3/2").proved(
    Argument(
        Verdict.FAILS,
        how="""The entries of f_exp are positive and add up to 1, so no sum exceeds 1: for τ >= 1 no column fires, and F_exp = 0
        with probability 1 for every n, every A and every constant C.""",
        steps=(Step("the entries of f_exp add up to 1", entries_add_up_to_one),),
        in_words="a sum of numbers ≥ 0 with signs before them is at most their sum, 1 ≤ τ, so φ_τ is 0 on every column.",
    )
)


def peak_exceeds_seven_tenths() -> bool:
    """(n^4 - W)/(n^4 + W) > 7/10 for W <= (n-1) n^1.4: 3 n^2.6 > 17 (n-1), true at n = 2 and n^2.6/(n-1) increases."""
    n = 2 + sympy.Symbol("nu", nonnegative=True)
    slope = sympy.Rational(13, 5) / n - 1 / (n - 1)
    at_two = balls.gt(3 * balls.ball(2) ** balls.ball(Fraction(13, 5)), balls.ball(17))
    return is_positive(sympy.together(slope)) and at_two is Truth.HOLDS


repaired = L52[""].repair(
    tau_at_most(Fraction(7, 10)),
    constant_at_least(ENOUGH),
    why="τ <= 7/10 and C >= 3/2 for all n; any constant τ < 1 would do with a C that depends on τ, τ = 1 fails",
)
repaired.proved(
    Argument(
        Verdict.HOLDS,
        how="""The sum has the sign of σ_j and is at least (n^4 - W)/(n^4 + W) > 7/10 in absolute value, so each column fires
        with probability 1/2 and Pr[F_exp = 0] = 2^-m <= (n/δ)^(-C log 2) <= δ/n for C >= 1/log 2.""",
        steps=(
            Step("3 n^2.6 > 17 (n-1) for n >= 2", peak_exceeds_seven_tenths),
            Step(
                "3/2 log 2 >= 1", lambda: balls.ge(balls.ball(ENOUGH) * balls.log(balls.ball(2)), balls.ball(1)) is Truth.HOLDS
            ),
        ),
        in_words="the rows other than j add up to at most (n-1) n^1.4 by D1's own bounds, the peak outweighs them with either "
        "sign, and the m columns are independent, so that the probabilities of silence multiply.",
    )
).note(
    "C = 1/log 2 is the smallest constant for all n with poly(n) = n (κ/log 2 with n^κ), and true exactly for τ < 1: "
    "for τ in (7/10, 1) the finitely many n where the sum can stay below τ have a positive probability to fire, so a larger C "
    "does."
)

L53 = Lemma("5.3", "Section 5.2, p. 7", "F_lin = 0 on D0", given=toy_data(0), uses=["Lemma 4.1/1", "Definition 3.6"])
L53[""] = Pr(F_lin == 0) >= 1 - delta / poly(n)
L53[""].refuted(f"n=2 z=1:2 {FIRST_POINT}").trivial(NOTHING_FIRES)
L53[""].note(f"{AT_TWO}: Pr[F_lin = 0] <= (3/4)^m for every τ < 1 and every C.")
repaired = L53[""].repair(CONSTANT_TAU, LARGE, why=ASYMPTOTIC).trivial(SUMS_TO_ONE).note(L53[""].part.note)
repaired.proved(
    silent_from(
        LINEAR,
        L53[""],
        WorstData(0, lambda n: 5 * n // 12, "⌊5n/12⌋"),
        Printed(PRINTED_LINEAR, "f_lin ≤ 2/n", LINEAR_DEPENDENCE),
        INTERVAL,
        Step(
            "V = 36/(35 n) is that with p = 1, q = 7/5",
            lambda: interval_variance(LINEAR.variance, lambda n: (exact(LOW), exact(HIGH))),
        ),
    )
)

L54 = Lemma("5.4", "Section 5.2, p. 7", "F_lin = 0 on D1", given=toy_data(1), uses=["Lemma 4.2/1", "Definition 3.6"])
L54[""] = Pr(F_lin == 0) >= 1 - delta / poly(n)
L54[""].refuted(f"n=2 z=1:1;4:1 {FIRST_POINT}").trivial(NOTHING_FIRES)
L54[""].note(f"{AT_TWO}: Pr[F_lin = 0] <= (3/4)^m for every τ < 1 and every C.")
repaired = L54[""].repair(CONSTANT_TAU, LARGE, why=ASYMPTOTIC).trivial(SUMS_TO_ONE).note(L54[""].part.note)
repaired.proved(
    silent_from(
        PEAKED,
        L54[""],
        WorstData(1, lambda n: max(5 * n // 12 - 23, 0), "⌊5n/12⌋ - 23 (at least 0)"),
        Printed(PRINTED_PEAKED, "f_lin ≤ 4/n", LINEAR_DEPENDENCE),
        INTERVAL,
        Step("Σ f_lin^2 <= V = 36/(35 n - 195) on D1", peaked_variance),
    )
)

STATEMENTS = (L51, L52, L53, L54)
