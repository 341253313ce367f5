"""The probability tools, first half: sums of bounded independent variables (Lemmas B.4-B.6), against exact tails."""

from theorems.sparse.language import *
from theorems.sparse.sum_models import AT_MOST_ONE, BELOW_ONE, COINS, NINE_FIFTHS, WEIGHTED
from theorems.statement import Model
from theorems.textbook.tails import Bounds

X, mu, delta, a, b, t, z, M, i, j, k, n, p, q, A, B, C, sigma = symbols("X mu delta a b t z M i j k n p q A B C sigma")
terms, positive_numbers = Named("[n]"), Named("(0, ∞)")


def _above(x: Model) -> Fraction:
    return x.law.at_least((1 + x.values["delta"]) * x.law.mean)


def _below(x: Model) -> Fraction:
    return x.law.at_most((1 - x.values["delta"]) * x.law.mean)


y = Symbol("y")
whole = Sum(i, terms, X[i])


def toss(k: Expr) -> Claim:
    return (Pr(X[k] == 1) == p[k]) & (Pr(X[k] == 0) == 1 - p[k])


COINS_TOSSED = Computed(
    replace(COINS, declared=Declared(meaning=((X, whole),))),
    {
        Pr(whole >= (1 + delta) * mu): _above,
        Pr(whole <= (1 - delta) * mu): _below,
        terms: lambda x: range(len(x.entries())),
        p[i]: lambda x, i: x.entries()[i],
    },
    ranges=(
        all_independent(i, terms, X[i]),
        ForAll(i, terms, toss(i)),
        ForAll(i, terms, sure(expr(0) <= X[i]) & sure(X[i] <= 1)),
        mu == Sum(i, terms, p[i]),
        fixed(terms, mu, delta, p[1]),
    ),
)
B4 = Lemma("B.4", "Appendix B.4", "Chernoff", given=COINS_TOSSED, provenance="standard", trivial=ranges.PROBABILITY)
upper = Pr(X >= (1 + delta) * mu) <= exp(-(delta**2 * mu / 3))
lower = Pr(X <= (1 - delta) * mu) <= exp(-(delta**2 * mu / 2))
TOSSED = Bounds(lambda k: X[k], lambda k: expr(0), lambda k: expr(1), i, terms)


@auxiliary(mu >= 0)
def mean_of_chances() -> None:
    """Chances are not negative."""
    have(ForAll(i, terms, p[i] >= 0), RANGE(X[i] == 1))
    hence(SUM_NONNEGATIVE(lambda k: p[k], i, terms))


def moment_of_tosses(s: Expr, rate: Expr) -> Shown:
    """E e^{s X_i} = 1 - p_i + p_i e^s ≤ e^{p_i (e^s - 1)}, e^s - 1 being the rate."""
    alone = by(INSTANCE(toss, i, terms, i), MGF_OF_BIT(X[i], s, p[i]), EXP_ABOVE_TANGENT(rate * p[i]))
    return TOSSED.moment(s, lambda k: rate * p[k], alone, rate * mu, SUM_FACTOR(rate, lambda k: p[k], i, terms))


def exceeding(line: Line) -> None:
    """Chernoff's bound above the mean."""

    @proof(line)
    def _() -> None:
        """Markov's inequality for e^{λX} at λ = log(1 + δ)."""
        rate, most, gain = log(1 + delta), (1 + delta) * mu, delta**2 * mu / 3
        obtain(mean_of_chances, moment_of_tosses(rate, delta))
        have(delta * mu - rate * most <= -gain, CHERNOFF_EXPONENT(delta))
        hence(TOSSED.above(rate, delta * mu, most, gain, EXP_GROWS(delta * mu - rate * most, -gain)))


with B4.where(delta > 0):
    B4["1(a)"] = upper
    B4["1(b)"] = upper, AT_MOST_ONE
    B4["2"] = lower, BELOW_ONE
B4["1(a)"].refuted("n=1 p=1/10 m=0 q=0 delta=17/2").uninformative(mu == 0)
B4["1(a)"].note("δ²/3 outgrows (1+δ) log(1+δ) - δ, the best exponent of sums of many rare coins.")
repaired = B4["1(a)"].repair(NINE_FIFTHS, why="δ is bounded: 9/5 will do")
exceeding(repaired.feasible("every number of coins, all chances in [0, 1], 0 < δ ≤ 9/5"))
exceeding(B4["1(b)"].uninformative(mu == 0).feasible("every number of coins, all chances in [0, 1], 0 < δ ≤ 1"))


@proof(B4["2"].uninformative(mu == 0).feasible("every number of coins, all chances in [0, 1], 0 < δ < 1"))
def _() -> None:
    """Markov's inequality for e^{-λX} at λ = -log(1 - δ)."""
    rate, most, loss = -log(1 - delta), (1 - delta) * mu, delta**2 * mu / 2
    obtain(mean_of_chances, moment_of_tosses(-rate, -delta))
    have(rate >= 0, LOG_BELOW_TANGENT(1 - delta))
    have(-delta * mu + rate * most <= -loss, CHERNOFF_EXPONENT_BELOW(delta))
    hence(TOSSED.below(rate, -delta * mu, most, loss, EXP_GROWS(-delta * mu + rate * most, -loss)))


spread, variance = Sum(i, terms, (b[i] - a[i]) ** 2), Sum(j, terms, E(X[j] ** 2))


def _far(x: Model) -> Fraction:
    return x.law.far_from_mean(x.values["t"])


def in_interval(k: Expr) -> Claim:
    return sure(a[k] <= X[k]) & sure(X[k] <= b[k])


sum_of_all = Sum(j, terms, X[j])
BOUNDED = Computed(
    replace(WEIGHTED, declared=Declared(meaning=((X, sum_of_all),))),
    {Pr(abs(sum_of_all - E(sum_of_all)) >= t): _far, spread: "S"},
    ranges=(all_independent(j, terms, X[j]), ForAll(j, terms, in_interval(j)), spread > 0, fixed(terms, t, a[1], b[1])),
)
B5 = Lemma("B.5", "Appendix B.4", "Hoeffding", given=BOUNDED, provenance="standard", trivial=ranges.PROBABILITY)
B5[""] = Pr(abs(X - E(X)) >= t) <= 2 * exp(-(2 * t**2 / spread)), t > 0
B5[""].uninformative(2 * t**2 <= log(2) * spread)
B5[""].note("X is the sum of independent X_i in [a_i, b_i]. All b_i = a_i makes the exponent -t²/0; the tail is then 0.")


@proof(B5[""])
def _() -> None:
    """Hoeffding's lemma and Markov's inequality at λ = 4t/Σ(b_i - a_i)², once for each side."""
    own = Sum(j, terms, (b[j] - a[j]) ** 2)
    have(own == spread, SUM_RENAMED(lambda k: (b[k] - a[k]) ** 2, j, i, terms))
    (
        calc(Pr(abs(sum_of_all - E(sum_of_all)) >= t))
        .lt(2 * exp(-2 * t**2 / own), HOEFFDING_ABS(lambda k: X[k], lambda k: a[k], lambda k: b[k], j, terms, t))
        .eq(2 * exp(-(2 * t**2 / spread)), EQUALS(lambda x: exp(-2 * t**2 / x), own, spread))
    )


SMALL = Bounds(lambda k: X[k], lambda k: -M, lambda k: M, i, terms)
SMALL_TERMS = Computed(
    WEIGHTED,
    {Pr(whole > t): lambda x: x.law.centred().more_than(x.values["t"]), variance: "V"},
    ranges=(
        all_independent(i, terms, X[i]),
        ForAll(i, terms, SMALL.bounds(i)),
        ForAll(i, terms, E(X[i]) == 0),
        M > 0,
        fixed(terms, t, M),
    ),
)
B6 = Lemma("B.6", "Appendix B.4", "Bernstein", given=SMALL_TERMS, provenance="standard", trivial=ranges.PROBABILITY)
B6[""] = Pr(whole > t) <= exp(-(t**2 / 2 / (variance + M * t / 3))), t > 0
B6[""].note("Every X_i has mean zero and |X_i| ≤ M.")


@auxiliary(variance >= 0)
def variance_not_negative() -> None:
    """A sum of means of squares."""
    bounded = INSTANCE(SMALL.bounds, i, terms, j), FINITE_IF_BOUNDED(X[j], -M, M)
    have(ForAll(j, terms, E(X[j] ** 2) >= 0), *bounded, JENSEN_SQUARE(X[j]))
    hence(SUM_NONNEGATIVE(lambda k: E(X[k] ** 2), j, terms))


def bernstein(s: Expr, rate: Expr) -> None:
    """Bennett's lemma, term by term, and Markov's inequality at this rate."""
    low, most = t**2 / 2 / (variance + M * t / 3), rate * variance
    of_one = (
        INSTANCE(SMALL.bounds, i, terms, i),
        INSTANCE(lambda k: E(X[k]) == 0, i, terms, i),
        FINITE_IF_BOUNDED(X[i], -M, M),
        BENNETT_LEMMA(X[i], s, M),
    )
    sums = (
        SUM_FACTOR(rate, lambda k: E(X[k] ** 2), i, terms),
        SUM_RENAMED(lambda k: E(X[k] ** 2), i, j, terms),
        EXP_GROWS(Sum(i, terms, rate * E(X[i] ** 2)), most),
    )
    obtain(SMALL.moment(s, lambda k: rate * E(X[k] ** 2), by(*of_one), most, *sums))
    hence(SMALL.above(s, most, t, low, EXP_GROWS(most - s * t, -low), strict=True))


@proof(B6[""])
def _() -> None:
    """Bennett's lemma and Markov's inequality at λ = log(1 + Mt/Σ E X_j²)/M."""
    ratio, bound = M * t / variance, exp(-(t**2 / 2 / (variance + M * t / 3)))
    obtain(variance_not_negative)
    with proving(Pr(whole >= t) < bound):
        with case(variance > 0):
            have(log(1 + ratio) / M >= 0, LOG_1P_ABOVE(ratio))
            scale = variance / M**2
            have(ratio**2 / (2 + 2 * ratio / 3) * scale <= ((1 + ratio) * log(1 + ratio) - ratio) * scale, BENNETT(ratio))
            bernstein(log(1 + ratio) / M, (ratio - log(1 + ratio)) / M**2)
        with otherwise():
            bernstein(3 / (2 * M), (exp(Q(3, 2)) - 1 - Q(3, 2)) / M**2)
    calc(Pr(whole > t)).le(Pr(whole >= t), MORE_LIKELY(lambda x: x > t, lambda x: x >= t, whole, y)).lt(bound)


STATEMENTS = (B4, B5, B6)
