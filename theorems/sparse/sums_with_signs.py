"""The probability tools, Khintchine's inequality: sums with random signs (sparse, Appendix B.4, Lemma B.7)."""

from theorems.kernel.facts import REALS
from theorems.language.tree import Member
from theorems.sparse.language import *
from theorems.sparse.sum_models import SIGNS
from theorems.textbook.tails import Bounds

t, z, i, j, k, n, p, q, A, B, C, sigma, y = symbols("t z i j k n p q A B C sigma y")
terms, positive_numbers = Named("[n]"), Named("(0, ∞)")

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
        of_product = by(ABS_OF_PRODUCT(z[i], y), ABS_ABOVE(z[i] * y), ABS_NONNEGATIVE(z[i]))
        have(ForAll(y, REALS, Implies(abs(y) <= 1, event(y))), of_product)
        likely = MORE_LIKELY(lambda x: abs(x) <= 1, event, sigma[i], y)
        have(sure(event(sigma[i])), SIGN_BOUNDED(sigma[i]), likely, RANGE(event(sigma[i])))


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


two_sided = ForAll(t, positive_numbers, far <= 2 * exp(-(t**2 / 2)))
with B7.where(given=replace(SIGN_SUMS, ranges=(*SIGN_SUMS.ranges, Member(expr(1), terms)))):
    B7["(a)"] = Exists(C, positive_numbers, ForAll(t, positive_numbers, far <= exp(-(C * t**2))))


@refuted_along(
    B7["(a)"],
    "m -> z = (1), t = 1, C = m",
    lambda m: f"z=1 t=1 C={m}",
    (n == 1, z[1] == 1, t == 1, C > 0),
    reasons=(SUM_POSITIVE(lambda k: z[k] ** 2, i, terms, 1), TERMS()),
    confirm=(1, 2, 5),
)
def _() -> None:
    """One sign: |z_1 σ_1| ≥ |z_1| is certain, while exp(-C) < 1 for every C > 0."""
    have(ForAll(i, terms, i == 1), INDEX_IS(i))
    have(ForAll(i, terms, z[i] ** 2 == z[1] ** 2), EQUALS(lambda k: z[k], i, 1))
    have(fair_sign(sigma[1]), INSTANCE(signs, i, terms, 1))
    alone, squared = lambda _: z[1] * sigma[1], lambda _: z[1] ** 2
    have(signed_sum == alone(i), SUM_EQUAL(lambda k: z[k] * sigma[k], alone, i, terms), SUM_OF_CONSTANT(alone(i), i, terms))
    have(length**2 == 1, TERMS, SUM_EQUAL(lambda k: z[k] ** 2, squared, i, terms), SUM_OF_CONSTANT(squared(i), i, terms))
    certain = MORE_LIKELY(lambda x: abs(x) == 1, lambda x: abs(z[1] * x) >= t * length, sigma[1], y)
    (
        calc(exp(-(C * t**2)))
        .lt(1, EXP_ABOVE_TANGENT(C))
        .eq(Pr(abs(sigma[1]) == 1), A_SIGN)
        .le(Pr(abs(z[1] * sigma[1]) >= t * length), certain)
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
    with proving(length**2 <= 3 * first**2):
        have(length**6 <= first**2 * fourth, LYAPUNOV(f, most))
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


STATEMENTS = (B7,)
