"""Networks on the softmax regression model (superiority v1, Section 5, p. 7): Lemmas 5.1 to 5.4.

A column fires when its sum exceeds τ, and F = 0 when none of m = ⌈C log(n/δ)⌉ columns does. Section 5 never binds τ, so the
lemmas speak of every τ > 0 of Definition 3.5, and none is true for all: three need a large τ, one a small τ. Read at every
n >= 2, F_exp = 0 on D0 needs τ >= 1 (at n = 2 a quarter of the sign vectors gives the sum 1) and F_exp > 0 on D1 needs τ < 1
(no sum exceeds 1): no τ makes both true. Any constant τ in (0, 1) makes all four true from some n on.
"""

import sympy

from kernels import balls
from kernels.arithmetic import BALLS, SYMBOLIC
from kernels.balls import Ball, Truth
from theorems.language.tree import Product
from theorems.language.values import value
from theorems.proofs.kept import PENDING
from theorems.proofs.statements import Auxiliary
from theorems.provers.positivity import is_nonnegative, is_positive
from theorems.provers.search import evaluate
from theorems.superiority.signs_on_data import on_family
from theorems.superiority.toy_definitions import RELU_IS, WHOLE_COLUMNS
from theorems.superiority.toy_networks import *

AT_TAU, AT_DELTA, ENOUGH = Fraction(1, 4), Fraction(1, 100), Fraction(3, 2)
LARGEST = 10**18
LARGE = on_family(Words(n, " → ∞ with ", tau, ", ", delta, " and ", C, " fixed"), "n → ∞ with τ, δ and C fixed")
CONSTANT_TAU = Condition(
    words="τ a constant in (0, 1)",
    check=lambda i: 0 < i.tau < 1,
    steer=lambda i: i if i.tau < 1 else i.but(tau=AT_TAU),
    feasible="τ < 1",
)


# -- from which n on the sums stay below a constant threshold ------------------------------------------------------------


@dataclass(frozen=True)
class Silence:
    """A bound V(n) on Σ f_i^2 and what follows: m exp(-τ^2/(2 V(n))) <= δ/n from some n on.

    ``growth`` is a lower bound on the derivative of log 1/V in log n for n >= ``least``; ``sides`` = 2 for a bound on
    |Σ f_i σ_i|.
    """

    variance: Expr
    growth: Fraction
    least: int = 2
    sides: int = 1

    def at(self, n_: Any, arithmetic: Arithmetic) -> Any:
        """V(n)."""
        return value(self.variance, {n: n_}, arithmetic)

    def exponent(self, n: int) -> Ball:
        """τ^2/(2 V(n)), Hoeffding's exponent for one column."""
        return balls.ball(AT_TAU * AT_TAU / 2) / self.at(balls.ball(n), BALLS)

    def grows(self) -> bool:
        """-n V'/V >= growth for all n >= least, symbolically; where V has roots of n, n = y^5 makes them whole."""
        n, more = sympy.Symbol("n", positive=True), sympy.Symbol("more", nonnegative=True)
        whole = self.at(n, SYMBOLIC).is_rational_function(n)
        power, start = (1, self.least) if whole else (5, 1)
        V = self.at(n**power, SYMBOLIC)
        growth = sympy.Rational(self.growth.numerator, self.growth.denominator)
        slope = sympy.simplify(-n * sympy.diff(V, n) / (power * V) - growth)
        return is_nonnegative(sympy.together(slope.subs(n, start + more)))

    def needed(self, n: int) -> Ball:
        """log(m n/δ) for the m columns."""
        return balls.log(balls.ball(Fraction(self.sides * n * columns_for(ENOUGH, n, AT_DELTA)) / AT_DELTA))

    def reached(self, n: int) -> bool:
        """The exponent suffices at n, also with C log(n/δ) + 1 for m, and grows faster than what is needed from then on."""
        exponent = self.exponent(n)
        ratio = balls.log(balls.ball(Fraction(n) / AT_DELTA))
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


SOFTMAX_SILENCE = Silence(SOFTMAX_VARIANCE, Fraction(3, 5))
LINEAR_SILENCE = Silence(LINEAR_VARIANCE, Fraction(1))
PEAKED_SILENCE = Silence(WIDELY_PEAKED_VARIANCE, Fraction(1), least=6)
# the printed proofs of Lemmas 4.1, 4.2 bound each entry: f_exp <= n^(-0.6) and f_lin <= 2/n on D0, f_lin <= 4/n on D1
PRINTED_SOFTMAX = Silence(n ** -Q("0.2"), Fraction(1, 5), sides=2)
PRINTED_LINEAR = Silence(4 / n, Fraction(1), sides=2)
PRINTED_PEAKED = Silence(16 / n, Fraction(1), sides=2)


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
        return Instance(n=n, z=z, tau=AT_TAU, delta=AT_DELTA, C=ENOUGH)

    def powers_of_two(self) -> Family:
        text = f"n = 2^k, {self.described} of the (Ax)_i = 1.4 log n, the others = log n, τ = {AT_TAU}"
        return Family(text, lambda k: self.at(2**k))

    def false_below(self, line: Line, n: int) -> str:
        """A size at which the line is false, as close below n as steps of one per cent find it."""
        while n > 2:
            n = min(n - 1, 99 * n // 100)
            if evaluate(line.part, self.at(n)).truth is Truth.FAILS:
                return f"false at {self.at(n)}"
        return "not known to be false anywhere"


UNION = "and a union over the m columns, which the text allows by m ≤ δ/poly(n), true of no m"


def silent_from(
    line: Line,
    network: Network,
    small: Auxiliary,
    silence: Silence,
    data: WorstData,
    route: Silence,
    lines: str,
    dependence: str,
) -> None:
    """F = 0 from some n on, as the repair of a line has it.

    small, silence:    Σ f² ≤ V, and what follows from which n on
    route, lines:      the same for what the printed proof knows
    data, dependence:  along which n0 is computed, and how it moves with the constants
    """
    found = Eventually(
        data.powers_of_two(),
        threshold_index=lambda: (silence.start() - 1).bit_length(),
        how="",
        steps=(
            Step(f"log 1/V grows by at least {silence.growth} per unit of log n", silence.grows),
            Step("log(m n/δ) grows by at most 2 per unit of log n", need_grows_slowly),
        ),
        constants=f"τ = {AT_TAU}, δ = {AT_DELTA}, C = {ENOUGH}, poly(n) = n",
        dependence=dependence,
        also={
            PRINTED_ROUTE: lambda: f"n ≥ {route.start()}: Hoeffding's bound with {lines} {UNION}",
            "all data": lambda: f"true for all data at every n >= {silence.start()}",
            "late failure": lambda: data.false_below(line, silence.start()),
        },
    )
    size = FromSomeSizeOn(n, (n >= silence.least, RATE / n_06 <= tau**2 / 4, FEW), PENDING, fixed=(tau, delta, C))
    repaired = line.repair(CONSTANT_TAU, LARGE, why=ASYMPTOTIC).trivial(SUMS_TO_ONE).note(line.part.note)

    @proof(repaired, lambda how, flat: replace(found, how=how, calculation=flat(size)))
    def _() -> None:
        """For one column Pr[Σ f_i σ_i > τ] <= exp(-τ^2/(2 V)), for m columns at most m times as much. V tends to 0 like a
        power of n for all data at once, so for every constant τ in (0, 1) and every C the exponent passes log(m n/δ) and, once
        its slope in log n is above 2, never falls behind again.
        """
        obtain(small)
        have(squares(network.f) <= 2 / n_06, POWER_GROWS(n, Q("0.6"), 1))
        obtain(stays_silent(network))


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
FIRST_POINT = "tau=1/4 delta=1/100 C=3/2"

L51 = Lemma("5.1", "Section 5.1, p. 7", "F_exp = 0 on D0", given=networks(0), uses=["Lemma 4.1/2"])
L51[""] = Pr(F_exp_A == 0) >= 1 - delta / poly(n)
L51[""].refuted(f"n=2 z=1:2 {FIRST_POINT}").trivial(NOTHING_FIRES)
L51[""].note(
    f"{AT_TWO}, so Pr[F_exp = 0] <= (3/4)^m for every τ < 1 and every C. At any n a small τ fires too. The proof has "
    "m <= δ/poly(n), which no number of columns meets; it needs a union bound over m."
)
L51["m"] = m <= delta / poly(n)
L51["m"].trivial(WHOLE_COLUMNS).refuted(f"n=2 z=1:2 {FIRST_POINT}").uses("Definition 3.7").note(
    "In the proof, and in those for F_lin: m is at least 1. A union over m columns needs δ/(m poly(n)) for each."
)
silent_from(
    L51[""],
    OF_SOFTMAX,
    softmax_on_d0,
    SOFTMAX_SILENCE,
    WorstData(0, worst_softmax_count, "⌊n/(1+n^0.4)⌋"),
    PRINTED_SOFTMAX,
    "f_exp ≤ n^(-0.6)",
    SOFTMAX_DEPENDENCE,
)

L52 = about_chances("5.2", "Section 5.1, p. 7", "F_exp > 0 on D1", networks(1), "Lemma 4.2/2", "Lemma 4.2/3")
L52[""] = Pr(F_exp_A > 0) >= 1 - delta / poly(n)
L52[""].refuted("n=2 z=1:1;4:1 tau=2 delta=1/100 C=3/2").note(
    "The entries of f_exp are positive and add up to 1, so no sum exceeds 1: for τ >= 1 no column fires, and F_exp = 0 with "
    "probability 1 for every n, every A and every constant C."
)
repaired = L52[""].repair(
    tau_at_most(Fraction(7, 10)),
    constant_at_least(ENOUGH),
    why="τ <= 7/10 and C >= 3/2 for all n; any constant τ < 1 would do with a C that depends on τ, τ = 1 fails",
)
repaired.note(
    "C = 1/log 2 is the smallest constant for all n with poly(n) = n (κ/log 2 with n^κ), and true exactly for τ < 1: "
    "for τ in (7/10, 1) the finitely many n where the sum can stay below τ have a positive probability to fire, so a larger C "
    "does."
)


half = Q(1, 2)
with L52.where(constant_at_least(ENOUGH)):
    L52["(1/2)^m"] = 1 - half**m >= 1 - delta / poly(n)
L52["(1/2)^m"].trivial(TrivialRange("0 ≤ 1 - (1/2)^m ≤ 1", 0, 1))
L52["(1/2)^m"].uses("Definition 3.7").note("In the proof. C = 1/log 2 is the smallest constant with poly(n) = n.")


@auxiliary(half**m <= delta / n)
def half_of_each() -> None:
    """2^-m <= (n/δ)^(-C log 2) <= δ/n for C >= 1/log 2."""
    have(ratio > 0, AT_LEAST_LOG_20)
    have(m >= Q(3, 2) * ratio, COLUMNS_ARE)
    have(m * log(half) <= -ratio, only(m >= Q(3, 2) * ratio, ratio > 0, delta > 0, n >= 2))
    calc(half**m).eq(exp(m * log(half)), POWER_AS_EXP).le(exp(-ratio), EXP_GROWS(m * log(half), -ratio)).eq(delta / n)


@proof(L52["(1/2)^m"])
def _() -> None:
    """For C >= 1/log 2."""
    obtain(half_of_each)


@proof(repaired)
def _() -> None:
    """The sum has the sign of σ_j and is at least (n^4 - W)/(n^4 + W) > 7/10 in absolute value, so each column fires
    with probability 1/2 and Pr[F_exp = 0] = 2^-m.
    """
    excess, total = OF_SOFTMAX.excess(l), signed_sum(f_exp_x, y[l])
    below, tall, a_plus = Pr(excess <= 0), u_ - tau > 0, u_ == 1
    have(ratio > 0, AT_LEAST_LOG_20)
    have(m >= Q(3, 2) * ratio, COLUMNS_ARE)
    obtain(the_peak_outweighs, half_of_each)
    have(entails(tall, a_plus), ABS_ABOVE(r))
    with proving(ForAll(l, of_columns, (below >= 0) & (below <= half))):
        have(ForAll(i, TO_N, fair_sign(y[l, i])))
        obtain(as_often_as(y[l], tall, a_plus, half))
        calc(Pr(excess > 0)).eq(Pr(total - tau > 0), OF_SOFTMAX.product(l)).ge(half)
        hence(ABOVE_OR_NOT(excess, 0), RANGE(below.event))
    obtain(silent_where_quiet(OF_SOFTMAX, u_ <= 0))
    each_apart = INDEPENDENT_EVENTS(lambda v: inner(f_exp_x, v) - tau <= 0, lambda k: y[k], l, of_columns, u_)
    (
        calc(Pr(F_exp_A <= 0))
        .eq(Pr(OF_SOFTMAX.quiet))
        .eq(Product(l, of_columns, below), each_apart, ALL_INDEPENDENT)
        .le(Product(l, of_columns, half), PRODUCT_ORDER)
        .eq(half**m, PRODUCT_OF_CONSTANT, COUNT)
        .le(delta / n)
    )
    have(Pr(F_exp_A > 0) >= 1 - delta / n, only(ABOVE_OR_NOT(F_exp_A, 0), Pr(F_exp_A <= 0) <= delta / n, n >= 2))
    calc(Pr(F_exp_A > 0)).ge(1 - delta / n).eq(1 - delta / poly(n))


fires = phi_tau(S_exp) > Q(1, 4)
ONE_COLUMN = toy_data(1).knowing({Pr(fires): lambda x: x.S_exp.tail(x.tau + Fraction(1, 4), strict=True).value})
with L52.where(given=ONE_COLUMN):
    L52["one column"] = Pr(fires) == half
L52["one column"].uses("Definition 3.4", "Lemma 4.2/2", "Lemma 4.2/3").refuted("n=2 z=7/5:1;4:1 tau=1/2 delta=1/100 C=3/2")
L52["one column"].note(
    "In the proof, of a column y_l, here σ. |Σ f_i σ_i| >= 1/4 says nothing of τ + 1/4, and no sum exceeds 1: from τ = 3/4 on "
    "no column does what is printed."
)
of_one = L52["one column"].repair(tau_at_most(Fraction(9, 20)), why="τ <= 9/20, as |Σ f_i σ_i| >= 0.716 > τ + 1/4 then")


@proof(of_one)
def _() -> None:
    """The sum has the sign of σ_j, and more than 7/10 in absolute value."""
    above = largest(u_ - tau, 0) > Q(1, 4)
    obtain(the_peak_outweighs)
    have(entails(above, u_ == 1), ABS_ABOVE(r), MAX_ABOVE)
    obtain(as_often_as(sigma, above, u_ == 1, half))
    with proving(entails(above.contrary, u_ == -1)):
        have(peak * s + r - tau <= 0, ABS_ABOVE(r))
        hence(MAX_BELOW(peak * s + r - tau, 0, Q(1, 4)))
    obtain(as_often_as(sigma, above.contrary, u_ == -1, half))
    have(phi_tau(S_exp) == largest(S_exp - tau, 0), RELU_IS(S_exp))
    calc(Pr(fires)).eq(Pr(of(above, S_exp))).eq(half, ABOVE_OR_NOT(largest(S_exp - tau, 0), Q(1, 4)))


L53 = Lemma("5.3", "Section 5.2, p. 7", "F_lin = 0 on D0", given=networks(0), uses=["Lemma 4.1/1", "Definition 3.6"])
L53[""] = Pr(F_lin_A == 0) >= 1 - delta / poly(n)
L53[""].refuted(f"n=2 z=1:2 {FIRST_POINT}").trivial(NOTHING_FIRES)
L53[""].note(f"{AT_TWO}: Pr[F_lin = 0] <= (3/4)^m for every τ < 1 and every C.")
silent_from(
    L53[""],
    OF_LINEAR,
    linear_on_d0,
    LINEAR_SILENCE,
    WorstData(0, lambda n: 5 * n // 12, "⌊5n/12⌋"),
    PRINTED_LINEAR,
    "f_lin ≤ 2/n",
    LINEAR_DEPENDENCE,
)

L54 = Lemma("5.4", "Section 5.2, p. 7", "F_lin = 0 on D1", given=networks(1), uses=["Lemma 4.2/1", "Definition 3.6"])
L54[""] = Pr(F_lin_A == 0) >= 1 - delta / poly(n)
L54[""].refuted(f"n=2 z=1:1;4:1 {FIRST_POINT}").trivial(NOTHING_FIRES)
L54[""].note(f"{AT_TWO}: Pr[F_lin = 0] <= (3/4)^m for every τ < 1 and every C.")
silent_from(
    L54[""],
    OF_LINEAR,
    linear_on_d1,
    PEAKED_SILENCE,
    WorstData(1, lambda n: max(5 * n // 12 - 23, 0), "⌊5n/12⌋ - 23 (at least 0)"),
    PRINTED_PEAKED,
    "f_lin ≤ 4/n",
    LINEAR_DEPENDENCE,
)

STATEMENTS = (L51, L52, L53, L54)
