"""The probability tools, first half: sums of bounded independent variables (Lemmas B.4-B.7), against exact tails."""

import sympy

from theorems.kernel.facts import REALS
from theorems.language.tree import Member
from theorems.sparse.language import *
from theorems.sparse.sum_models import AT_MOST_ONE, BELOW_ONE, COINS, NINE_FIFTHS, SIGNS, WEIGHTED
from theorems.statement import Model
from theorems.textbook import *
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
_l, _p, _t, _v = (positive(name) for name in ("lambda", "p", "t", "v"))
_log_mgf = -_p * _l + sympy.log(1 - _p + _p * sympy.exp(_l))
_share = _p * sympy.exp(_l) / (1 - _p + _p * sympy.exp(_l))
HOEFFDING_STEPS = (
    identity(
        "a variable on [0, 1] with mean p has log E e^{λ(X-p)} ≤ φ(λ) = -pλ + log(1-p+pe^λ) (its chord), and φ'' = v(1-v)",
        sympy.diff(_log_mgf, _l, 2),
        _share * (1 - _share),
    ),
    identity("v(1-v) = 1/4 - (v - 1/2)²", _v * (1 - _v), sympy.Rational(1, 4) - (_v - sympy.Rational(1, 2)) ** 2),
    identity("φ(0) = φ'(0) = 0", _log_mgf.subs(_l, 0) + sympy.diff(_log_mgf, _l).subs(_l, 0), sympy.Integer(0)),
)
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
    have(
        ForAll(j, terms, E(X[j] ** 2) >= 0),
        INSTANCE(SMALL.bounds, i, terms, j),
        FINITE_IF_BOUNDED(X[j], -M, M),
        JENSEN_SQUARE(X[j]),
    )
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


SIGNED = Bounds(
    lambda k: z[k] * sigma[k],
    lambda k: -abs(z[k]),
    lambda k: abs(z[k]),
    i,
    terms,
    (INDEPENDENT_MULTIPLES(lambda k: z[k], lambda k: sigma[k], i, terms),),
)
signed_sum, length = SIGNED.total, Norm(z, "2")
far = Pr(abs(signed_sum) >= t * length)
SIGN_SUMS = Computed(
    SIGNS,
    {
        far: lambda x: x.law.probability(lambda value: x.values["t"] <= 0 or value * value >= x.values["t"] ** 2 * x.spread),
        length**2: "S",
        length: lambda x: x.arithmetic.sqrt(x.S),
        n: lambda x: len(x.entries()),
        E(signed_sum**4): lambda x: x.law.moment(4),
        terms: lambda x: range(1, len(x.entries()) + 1),
        z[i]: lambda x, i: x.entries()[i - 1],
    },
    ranges=(
        all_independent(i, terms, sigma[i]),
        ForAll(i, terms, fair_sign(sigma[i])),
        length >= 0,
        fixed(terms, t, z[1], length),
    ),
)
TERMS = Definition("‖z‖ = √Σ z_i²", (), length**2 == Sum(i, terms, z[i] ** 2), of=SIGN_SUMS)
LENGTH_IS = Definition("[n] has n elements", (k,), Sum(k, terms, 1) == n, of=SIGN_SUMS, at=((j,),))
INDEX_IS = Definition("[n] = {1, ..., n}", (k,), chain(1, "<=", k, "<=", n), (k.isin(terms),), of=SIGN_SUMS, at=((expr(1),),))
B7 = Lemma("B.7", "Appendix B.4", "Khintchine", given=SIGN_SUMS, provenance="standard", trivial=ranges.PROBABILITY)


def signs(k: Expr) -> Claim:
    return fair_sign(sigma[k])


@auxiliary(ForAll(i, terms, SIGNED.bounds(i)))
def terms_between() -> None:
    """A sign is at most 1 in size."""
    for event in (lambda x: -abs(z[i]) <= z[i] * x), (lambda x: z[i] * x <= abs(z[i])):
        have(
            ForAll(y, REALS, Implies(abs(y) <= 1, event(y))),
            by(ABS_OF_PRODUCT(z[i], y), ABS_ABOVE(z[i] * y), ABS_NONNEGATIVE(z[i])),
        )
        have(
            sure(event(sigma[i])),
            SIGN_BOUNDED(sigma[i]),
            MORE_LIKELY(lambda x: abs(x) <= 1, event, sigma[i], y),
            RANGE(event(sigma[i])),
        )


def moment_of_signs(s: Expr) -> Shown:
    """E e^{s z_i σ_i} = cosh(s z_i) ≤ e^{s² z_i²/2}."""
    alone = (
        linked(E(exp(s * (z[i] * sigma[i]))))
        .eq(E(exp(s * z[i] * sigma[i])), EQUALS(lambda x: E(exp(x)), s * (z[i] * sigma[i]), s * z[i] * sigma[i]))
        .eq((exp(s * z[i]) + exp(-(s * z[i]))) / 2, INSTANCE(signs, i, terms, i), MGF_OF_SIGN(sigma[i], s * z[i]))
        .le(exp((s * z[i]) ** 2 / 2), COSH(s * z[i]))
        .eq(exp(s**2 / 2 * z[i] ** 2))
    )
    most = s**2 / 2 * length**2
    added = SUM_FACTOR(s**2 / 2, lambda k: z[k] ** 2, i, terms), EXP_GROWS(Sum(i, terms, s**2 / 2 * z[i] ** 2), most)
    return SIGNED.moment(s, lambda k: s**2 / 2 * z[k] ** 2, alone, most, TERMS(), *added)


def by_hoeffding(line: Line) -> None:
    """A factor 2 for the two sides."""

    @proof(line)
    def _() -> None:
        """cosh x ≤ e^{x²/2} and Markov's inequality at λ = t/‖z‖, once for each side."""
        rate, reach, low = t / length, t * length, t**2 / 2
        high, deep = Pr(signed_sum >= reach) < exp(-low), Pr(signed_sum <= -reach) < exp(-low)
        obtain(terms_between, moment_of_signs(rate), moment_of_signs(-rate))
        have(high, SIGNED.above(rate, rate**2 / 2 * length**2, reach, low, strict=True))
        have(deep, SIGNED.below(rate, (-rate) ** 2 / 2 * length**2, -reach, low, strict=True))
        calc(far).le(high.left + deep.left, TWO_SIDES(signed_sum, reach)).lt(2 * exp(-low))


one_constant = far <= exp(-(C * t**2))
two_sided = ForAll(t, positive_numbers, far <= 2 * exp(-(t**2 / 2)))
with B7.where(given=replace(SIGN_SUMS, ranges=(*SIGN_SUMS.ranges, Member(expr(1), terms)))):
    B7["(a)"] = Exists(C, positive_numbers, ForAll(t, positive_numbers, one_constant))


@refuted_along(
    B7["(a)"],
    "m -> z = (1), t = 1, C = m",
    lambda m: f"z=1 t=1 C={m}",
    Contrary(
        (n == 1, z[1] == 1, t == 1, C > 0),
        PENDING,
        reasons=(SUM_POSITIVE(lambda k: z[k] ** 2, i, terms, 1), TERMS()),
    ),
    confirm=(1, 2, 5),
)
def _() -> None:
    """One sign: |z_1 σ_1| ≥ |z_1| is certain, while exp(-C) < 1 for every C > 0."""
    have(ForAll(i, terms, i == 1), INDEX_IS(i))
    have(ForAll(i, terms, z[i] * sigma[i] == z[1] * sigma[1]), EQUALS(lambda k: z[k] * sigma[k], i, 1))
    have(ForAll(i, terms, z[i] ** 2 == z[1] ** 2), EQUALS(lambda k: z[k], i, 1))
    have(Sum(i, terms, 1) == 1, LENGTH_IS(i))
    have(fair_sign(sigma[1]), INSTANCE(signs, i, terms, 1))
    alone, squared = lambda _: z[1] * sigma[1], lambda _: z[1] ** 2
    have(signed_sum == alone(i), SUM_EQUAL(lambda k: z[k] * sigma[k], alone, i, terms), SUM_OF_CONSTANT(alone(i), i, terms))
    have(length**2 == 1, TERMS, SUM_EQUAL(lambda k: z[k] ** 2, squared, i, terms), SUM_OF_CONSTANT(squared(i), i, terms))
    have(length == 1)
    (
        calc(exp(-(C * t**2)))
        .lt(1, EXP_ABOVE_TANGENT(C))
        .eq(Pr(abs(sigma[1]) == 1), A_SIGN)
        .le(
            Pr(abs(z[1] * sigma[1]) >= t * length),
            MORE_LIKELY(lambda x: abs(x) == 1, lambda x: abs(z[1] * x) >= t * length, sigma[1], y),
        )
        .eq(far)
    )


repaired = B7["(a)"].repair(claim=two_sided, given=SIGN_SUMS, why="a factor 2 for the two sides, C = 1/2")
by_hoeffding(repaired.uninformative(t**2 <= 2 * log(2)))
B7["(b)"] = two_sided
by_hoeffding(B7["(b)"].uninformative(t**2 <= 2 * log(2)))
B7["(b)"].uses("Lemma B.5").note("z = 0 is left out: there the event is certain for every t.")


ORDERS = (1, 2, 4)


def mean_power(order: int) -> Expr:
    """(E |f|^p)^{1/p}."""
    return E(abs(signed_sum) ** order) ** Q(1, order)


def _fourth_root(x: Number, arithmetic: Arithmetic) -> Number:
    return arithmetic.sqrt(arithmetic.sqrt(x))


OF_ORDERS = replace(SIGN_SUMS, points=SIGNS.without("t > 0", "C > 0")).knowing(  # of which it does not speak
    {
        mean_power(1): lambda x: x.arithmetic.number(x.law.map(abs).mean),
        mean_power(2): lambda x: x.arithmetic.sqrt(x.S),
        mean_power(4): lambda x: _fourth_root(x.arithmetic.number(x.law.moment(4)), x.arithmetic),
        A[1]: lambda x: 1 / x.arithmetic.sqrt(x.arithmetic.number(3)),
        B[4]: lambda x: _fourth_root(x.arithmetic.number(3), x.arithmetic),
        **{each: lambda _: 1 for each in (A[2], A[4], B[1], B[2])},
    }
)
CONSTANTS_ARE = Definition(
    "A_1 = 1/√3, A_2 = A_4 = B_1 = B_2 = 1, B_4 = 3^(1/4)",
    (),
    And((A[1] == 1 / sqrt(3), A[2] == 1, A[4] == 1, B[1] == 1, B[2] == 1, B[4] == sqrt(sqrt(3)))),
    of=OF_ORDERS,
)
with B7.where(given=OF_ORDERS):
    B7["(c)"] = And(tuple(chain(A[p] * Norm(z, "2"), "<=", mean_power(p), "<=", B[p] * Norm(z, "2")) for p in ORDERS))
B7["(c)"].trivial(TrivialRange("moments of |f| are ≥ 0", 0))
B7["(c)"].note(
    "Read for p = 1, 2, 4, with A_1 = 1/√3, A_4 = B_1 = 1, B_4 = 3^(1/4); p = 2 is an identity. The best constants are "
    "Haagerup's, A_1 = 1/√2 is Szarek's; 1/√3 is what this proof gives."
)
B7["(c)"].in_words(
    "every other p > 0: above from the tail (b), below from Jensen for p ≥ 2 and from Hölder's inequality between p and 4 "
    "for p < 2."
)


@proof(B7["(c)"])
def _() -> None:
    """E f² = ‖z‖², E f⁴ ≤ 3‖z‖⁴. Hölder: (E f²)³ ≤ (E|f|)² E f⁴ ≤ 3‖z‖⁴ (E|f|)², so E|f| ≥ ‖z‖/√3; the others by Jensen."""
    f, most = signed_sum, Sum(i, terms, abs(z[i]))
    first, second, fourth = (E(abs(f) ** p) for p in ORDERS)
    have(sure(abs(f) <= most), SIGNED_BELOW(lambda k: z[k], lambda k: sigma[k], i, terms))
    have(first == E(abs(f)), EQUALS(E, abs(f) ** 1, abs(f)))
    have(second == E(f**2), ABS_SQUARED(f), EQUALS(E, abs(f) ** 2, f**2))
    have(abs(f) ** 4 == f**4, ABS_SQUARED(f))
    have(fourth == E(f**4), EQUALS(E, abs(f) ** 4, f**4))
    have(
        (second == length**2) & (fourth <= 3 * length**4), MOMENTS_OF_SIGNS(lambda k: z[k], lambda k: sigma[k], i, terms), TERMS
    )
    have((first >= 0) & (first**2 <= length**2) & (length**4 <= fourth), LYAPUNOV(f, most))
    have(length > 0)
    with proving(length**2 <= 3 * first**2):
        have(length**6 <= first**2 * fourth, LYAPUNOV(f, most))
        have(first**2 * fourth <= first**2 * (3 * length**4), FACTOR_KEEPS_ORDER(fourth, 3 * length**4, first**2))
        hence(FACTOR_CANCELS(length**2, 3 * first**2, length**4))
    have(length <= sqrt(3) * first, ROOT_BELOW(length**2, sqrt(3) * first))
    have(length / sqrt(3) <= first, FACTOR_CANCELS(length / sqrt(3), first, sqrt(3)))
    have(first <= length, ROOT_ABOVE(length**2, first))
    have(second ** Q(1, 2) == length, EQUALS(lambda x: x ** Q(1, 2), second, length**2))
    quarter, top = Q(1, 4), sqrt(sqrt(3)) * length
    of_length = POWER_AS_EXP(length**4, quarter), LOG_OF_POWER(length, 4)
    calc(length).eq((length**4) ** quarter, *of_length).le(fourth**quarter, BASE_GROWS(length**4, fourth, quarter))
    have(sqrt(fourth) <= sqrt(3) * length**2, ROOT_BELOW(fourth, sqrt(3) * length**2))
    calc(fourth**quarter).eq(sqrt(sqrt(fourth))).le(top, ROOT_BELOW(sqrt(fourth), top))
    hence(CONSTANTS_ARE())


STATEMENTS = (B4, B5, B6, B7)
