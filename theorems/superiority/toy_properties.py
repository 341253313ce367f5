"""Sums of attention over random signs in the softmax regression model (superiority v1, Section 4, pp. 5-7): Lemmas 4.1, 4.2.

Everything is a bound on ``V = Σ f_i^2``, for all data in the interval at once (:mod:`theorems.superiority.toy_sums`).
"""

from kernels import balls
from kernels.balls import Ball, Truth
from theorems.proofs.kept import PENDING
from theorems.provers.calculation import K as INDEX
from theorems.superiority.toy_sums import *

DEFINITIONS = ["Lemma 3.1", "Definition 3.8"]


def chance_within(total: Expr, bound: Expr, law: Callable[[SoftmaxRegression], SignedSums]) -> dict[Node, Supply]:
    """What supplies ``Pr(|total| <= bound)``: the exact law of the sum at the value of the printed bound."""
    return {Pr(abs(total) <= bound): lambda x: law(x).inside(DATA.seen(x).value(bound), strict=False).value}


LINEAR_BOUND = C * sqrt(log(n / delta)) / sqrt(n)
SOFTMAX_BOUND = C * sqrt(log(n / delta)) / n ** Q("0.1")
PEAKED_BOUND = C * sqrt(log(n / delta) / n)
NARROW_BOUND = C * sqrt(log(n / delta)) / n  # another reading of the same print
EVENTS: dict[Node, Supply] = {
    **chance_within(S_lin, LINEAR_BOUND, lambda x: x.S_lin),
    **chance_within(S_exp, SOFTMAX_BOUND, lambda x: x.S_exp),
    **chance_within(S_lin, PEAKED_BOUND, lambda x: x.S_lin),
    **chance_within(S_lin, NARROW_BOUND, lambda x: x.S_lin),
    Pr(abs(S_exp) >= Q(1, 4)): lambda x: x.S_exp.inside(Fraction(1, 4), strict=True).complement,
    Pr(S_exp > 0): lambda x: x.S_exp.tail(0, strict=True).value,
    Pr(S_exp < 0): lambda x: x.S_exp.below(0, strict=True).value,
}
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
    "C = 8/5 suffices for poly(n) = n, every n >= 2, δ < 0.1 and all data; for n^κ (8/5) √κ does. Below √(72/35) no "
    "constant does: with 5/12 of the rows at 1.4 log n the sum is Gaussian with variance 36/(35 n) to moderate deviations, and"
    " its tail is (n/δ)^(-35 C^2/72) up to logarithms, above δ/n for large n."
)


@proof(L41["1"])
def _() -> None:
    """Σ f_lin^2 is at most 36/(35 n) for all data of D0, and 35 C^2/72 log(n/δ) >= log 2 + log(n/δ) for C >= 8/5,
    where n/δ > 20. For poly(n) = n^k take √max(k,1) as much.
    """
    obtain(linear_on_d0)
    have(LINEAR_BOUND >= 0, AT_LEAST_LOG_20)
    have(log(2) + ratio < LINEAR_BOUND**2 / (2 * LINEAR_VARIANCE), AT_LEAST_LOG_20)
    obtain(concentrated(f_lin_x, LINEAR_BOUND, LINEAR_VARIANCE))


L41["2"] = Pr(abs(S_exp) <= SOFTMAX_BOUND) >= 1 - delta / poly(n)
L41["2"].trivial(wide_deviation("n^(1/10)", Fraction(1, 10)))
L41["2"].note("Every C > 1 works for poly(n) = n. The bound says nothing (it is at least 1) while C √(log(n/δ)) >= n^0.1.")


@proof(L41["2"])
def _() -> None:
    """Σ f_exp^2 is at most (1 + n^0.4)^2/(4 n^1.4). From n = 4 on Hoeffding's exponent suffices for every C > 1; for
    n = 2, 3 the bound exceeds 1 >= |Σ f_i σ_i|.
    """
    have(SOFTMAX_BOUND >= 0, AT_LEAST_LOG_20)
    with case(n >= 4):
        obtain(softmax_on_d0)
        have(Q(5, 4) * (1 + root) ** 2 <= 2 * root**3, only(Q("1.7") <= root, n >= 4))
        (
            calc(log(2) + ratio)
            .le(Q(5, 4) * ratio, AT_LEAST_LOG_20)
            .lt(C**2 * ratio * 2 * root**3 / (1 + root) ** 2, AT_LEAST_LOG_20)
            .eq(SOFTMAX_BOUND**2 / (2 * SOFTMAX_VARIANCE), AT_LEAST_LOG_20)
        )
        obtain(concentrated(f_exp_x, SOFTMAX_BOUND, SOFTMAX_VARIANCE))
    with otherwise():
        obtain(shares_add_up)
        have(SOFTMAX_BOUND >= 1, AT_LEAST_LOG_20, BASE_GROWS(n, 4, Q("0.1")))
        further = MORE_LIKELY(lambda x: abs(x) <= all_of_it, lambda x: abs(x) <= SOFTMAX_BOUND, S_exp, y)
        (
            calc(Pr(abs(S_exp) <= SOFTMAX_BOUND))
            .ge(Pr(abs(S_exp) <= all_of_it), further)
            .eq(1, SIGNED_BELOW(lambda k: f_exp_x[k], lambda k: sigma[k], i, TO_N))
            .gt(1 - delta / poly(n))
        )


def each_row(claim: Claim) -> ForAll:
    return ForAll(i, TO_N, claim)


A_WEIGHT = TrivialRange("0 ≤ f(A,x)_i ≤ 1", 0, 1)
L41["1, each entry"] = each_row(abs(f_lin_x[i]) <= 2 / n)
L41["2, each entry"] = each_row(abs(f_exp_x[i]) <= 1 / n ** Q("0.6"))
L41["1, each entry"].trivial(A_WEIGHT.uninformative_on("n ≤ 2", lambda i: i.n <= 2))
L41["2, each entry"].trivial(A_WEIGHT.uninformative_on("n = 1", lambda i: i.n == 1))


@proof(L41["1, each entry"].uses("Definition 3.8"))
def _() -> None:
    """1.4 log n against n log n, so 1.4/n."""
    have(log(n) > 0, LOG_POSITIVE)
    have(alpha_lin >= log(n) * n, LINEAR_IS, SUM_ABOVE_COUNT(logit, lowest, i, TO_N), COUNT(i, 1, n))
    have((f_lin_x[i] >= 0) & (f_lin_x[i] <= 2 / n), LINEAR_SHARE(i))
    hence(ABS_OF_NONNEGATIVE(f_lin_x[i]))


@proof(L41["2, each entry"].uses("Definition 3.8"))
def _() -> None:
    """n^1.4 against n · n."""
    with proving(each_row((n <= power(i)) & (power(i) <= n ** Q("1.4")))):
        hence(EXP_GROWS(lowest, Ax[i]), EXP_GROWS(Ax[i], highest))
    have(alpha_exp >= n * n, SOFTMAX_IS, SUM_ABOVE_COUNT(power, n, i, TO_N), COUNT(i, 1, n))
    have((f_exp_x[i] >= 0) & (f_exp_x[i] <= n ** Q("1.4") / (n * n)), SOFTMAX_SHARE(i))
    hence(ABS_OF_NONNEGATIVE(f_exp_x[i]))


# -- Lemma 4.2 ---------------------------------------------------------------------------------------------------------

L42 = Lemma("4.2", "Section 4, p. 6", "sums over random signs on D1", given=ON_D1, uses=DEFINITIONS)
with L42.where(constant_at_least(WITHIN_PEAKED), given=toy_data(1, WITHIN_PEAKED).knowing(EVENTS)):
    L42["1"] = Pr(abs(S_lin) <= PEAKED_BOUND) >= 1 - delta / poly(n)
L42["1"].trivial(wide_deviation("√n", Fraction(1, 2)))
L42["1"].note(
    "The root is read over log(n/δ)/n, which is what Hoeffding's bound gives. C = 2 suffices for poly(n) = n and all data, "
    "2 √κ for n^κ; below √(72/35) no constant does (as for D0)."
)


@proof(L42["1"])
def _() -> None:
    """Σ f_lin^2 is at most 25/(16 n), which is attained at n = 5 with all other rows at log n, and
    8 C^2/25 log(n/δ) >= log 2 + log(n/δ) for C >= 2.
    """
    obtain(linear_on_d1)
    have(log(2) + ratio < PEAKED_BOUND**2 / (2 * PEAKED_VARIANCE), AT_LEAST_LOG_20)
    obtain(concentrated(f_lin_x, PEAKED_BOUND, PEAKED_VARIANCE))


with L42.where(constant_at_least(WITHIN_PEAKED), given=toy_data(1, WITHIN_PEAKED).knowing(EVENTS)):
    L42["1, the root over the logarithm alone"] = Pr(abs(S_lin) <= NARROW_BOUND) >= 1 - delta / poly(n)
narrow = L42["1, the root over the logarithm alone"].trivial(wide_deviation("n", Fraction(1))).from_("own")
narrow.note(
    "The other reading of the printed root. It is false for every constant C and all data of D1 at all large n: the sum has "
    "standard deviation at least 1/√n."
)


def with_constant(k: int) -> Instance:
    """The data of one size for the constant C = k: as large as log(n/δ) asks for."""
    size = 100 * k**4
    return Instance(n=size, z=levels_text(extreme(size, 1, 0)), tau=Fraction(1), delta=Fraction(1, 100), C=Fraction(k))


GROWING = Family("C = k, n = 100 k^4, δ = 1/100, all (Ax)_i = log n but for the peak", with_constant, first=2)
MEMBERS = replace(
    DATA,
    points=replace(
        DATA.points,
        draw=lambda: st.integers(2, 3).map(lambda k: dict(with_constant(k))),
        small=lambda: map(with_constant, (2, 3)),
    ),
)
IN_FAMILY = Definition("data of D1", (), WITH_PEAK.claim, of=MEMBERS, at=((),))
half_of_squares = Q(1, 2) * squares(f_lin_x)


def far(x: Expr) -> Claim:
    return x**2 > half_of_squares


def beyond_the_bound(x: Expr) -> Claim:
    return abs(x) > NARROW_BOUND


@proof(
    narrow,
    lambda how, flat: RefutedAlong(
        GROWING,
        how,
        confirm=(2, 3),
        calculation=flat(
            Contrary(
                along=(C == INDEX, 100 * INDEX**4 == n, delta == Q(1, 100), tau == 1, poly(n) == n),
                reasons=(IN_FAMILY(),),
                script=PENDING,
            )
        ),
    ),
)
def _() -> None:
    """Σ f^2 >= 1/n, and a sum with signs exceeds half of that in square with probability at least 1/12 (Paley and
    Zygmund), above δ/n. The square of the bound is C^2 log(n/δ)/n^2, below 1/(2n) for n = 100 C^4; so for every constant
    C a size makes the line false.
    """
    have(Sum(i, TO_N, 1) == n, COUNT(i, 1, n))
    have(alpha_lin > 0, LOG_POSITIVE, SUM_WITHOUT(logit, i, TO_N, j), SUM_NONNEGATIVE(logit, i, OTHERS))
    obtain(of_weights(LINEAR))
    have(n * squares(f_lin_x) >= 1, SUM_SQUARED(logit, i, TO_N))
    have(ratio >= 0, LOG_GROWS(1, n / delta))
    calc(ratio).le(40 * INDEX, EQUALS(lambda x: log(x), n / delta, (10 * INDEX) ** 4), LOG_BELOW_TANGENT(10 * INDEX))
    with proving(ForAll(y, REALS, Implies(far(y), beyond_the_bound(y)))):
        calc(NARROW_BOUND**2).le(half_of_squares).lt(y**2)
        hence(ABS_OF_SQUARE(y, NARROW_BOUND))
    (
        calc(Pr(abs(S_lin) <= NARROW_BOUND))
        .eq(1 - Pr(beyond_the_bound(S_lin)), ABOVE_OR_NOT(abs(S_lin), NARROW_BOUND))
        .le(1 - Pr(far(S_lin)), MORE_LIKELY(far, beyond_the_bound, S_lin, y))
        .le(1 - Q(1, 12), SIGNS_SPREAD(lambda k: f_lin_x[k], lambda k: sigma[k], i, TO_N, Q(1, 2)))
        .lt(1 - delta / poly(n))
    )


L42["2, the peak"] = abs(f_exp_x[j]) >= Q(1, 2)
L42["2, the others"] = ForAll(i, OTHERS, abs(f_exp_x[i]) <= 1 / n ** Q("2.6"))
L42["2, last step"] = Q(1, 2) - (n - 1) / n ** Q("2.6") >= Q(1, 4)
for _label in ("2, the peak", "2, the others"):
    L42[_label].trivial(A_WEIGHT)
L42["2, last step"].trivial(TrivialRange("(n-1)/n^2.6 ≥ 0", None, Fraction(1, 2)))
L42["2, last step"].note("True from n = 2 on; the print asks for n >= 4.").uses()


def at_most_four(row: Expr) -> Claim:
    return chain(abs(f_lin_x[row]), "<=", 4 / (n + 3), "<=", 4 / n)


L42["1, each entry"] = at_most_four(j) & ForAll(i, OTHERS, at_most_four(i))
L42["1, each entry"].trivial(A_WEIGHT.uninformative_on("n = 1", lambda i: i.n == 1)).note("Of the peak and of the others.")


@proof(L42["1, each entry"].uses("Definition 3.8"))
def _() -> None:
    """At most 4 log n against (n-1) log n + 4 log n."""
    others_sum = Sum(i, OTHERS, Ax[i])
    have(log(n) > 0, LOG_POSITIVE)
    have(alpha_lin == others_sum + 4 * log(n), LINEAR_IS, SUM_WITHOUT(logit, i, TO_N, j))
    have(Sum(i, OTHERS, 1) == n - 1, COUNT(i, 1, n), SUM_WITHOUT(lambda _: expr(1), i, TO_N, j))
    have(log(n) * (n - 1) <= others_sum, SUM_ABOVE_COUNT(logit, lowest, i, OTHERS))
    have((f_lin_x[j] >= 0) & (f_lin_x[j] <= 4 / (n + 3)), LINEAR_SHARE(j))
    with proving(ForAll(i, OTHERS, (f_lin_x[i] >= 0) & (f_lin_x[i] <= 4 / (n + 3)))):
        hence(IN_THE_WHOLE(i, j, TO_N), LINEAR_SHARE(i))
    hence(ABS_OF_NONNEGATIVE(f_lin_x[j]), ABS_OF_NONNEGATIVE(f_lin_x[i]))


@proof(L42["2, the peak"].uses("Definition 3.8"))
def _() -> None:
    """The others weigh at most (n-1) n^1.4 against n^4."""
    obtain(the_peak_outweighs)
    have(others_share >= 0, SUM_NONNEGATIVE(lambda k: abs(f_exp_x[k]), i, OTHERS), ABS_NONNEGATIVE(f_exp_x[i]))
    hence(ABS_ABOVE(peak))


@proof(L42["2, the others"].uses("Definition 3.8"))
def _() -> None:
    """n^1.4 against n^4."""
    have(alpha_exp == others_weigh + n**4, SOFTMAX_IS, SUM_WITHOUT(power, i, TO_N, j))
    have(others_weigh >= 0, SUM_NONNEGATIVE(power, i, OTHERS))
    have(power(i) <= HIGHEST, EXP_GROWS(Ax[i], highest))
    have((f_exp_x[i] >= 0) & (f_exp_x[i] <= HIGHEST / n**4), IN_THE_WHOLE(i, j, TO_N), SOFTMAX_SHARE(i))
    hence(ABS_OF_NONNEGATIVE(f_exp_x[i]))


@proof(L42["2, last step"])
def _() -> None:
    """4(n-1) ≤ n² ≤ n^2.6."""
    have(4 * (n - 1) <= n**2, SQUARE(n - 2))
    have(n**2 <= n ** Q("2.6"), POWER_GROWS(n, 2, Q("2.6")))


L42["2"] = Pr(abs(S_exp) >= Q(1, 4)) >= 1
L42["2"].trivial(PROBABILITY).uses("Definition 3.8").note(
    "True from n = 2 on (the proof asks for n >= 4), and with 0.716 in place of 1/4. At n = 2 with the other row at 1.4 log n "
    "the sum can be (16 - 2^1.4)/(16 + 2^1.4)."
)


@proof(L42["2"])
def _() -> None:
    """The others weigh at most (n-1) n^1.4 against n^4, so |Σ f_i σ_i| ≥ 0.716 for every sign vector."""
    tall, a_sign = abs(u_) >= TALL, abs(u_) == 1
    obtain(the_peak_outweighs)
    with proving(entails(tall, a_sign)):
        (
            calc(abs(peak * s + r))
            .ge(abs(peak * s) - abs(r), TRIANGLE_OF_DIFFERENCE(peak * s + r, r))
            .eq(peak - abs(r), ABS_OF_PRODUCT(peak, s), ABS_OF_NONNEGATIVE(peak))
            .ge(TALL)
        )
    obtain(as_often_as(sigma, tall, a_sign, expr(1)))
    hence(MORE_LIKELY(lambda x: abs(x) >= TALL, lambda x: abs(x) >= Q(1, 4), S_exp, y))


L42["3"] = (Pr(S_exp > 0) == Q(1, 2)) & (Pr(S_exp < 0) == Q(1, 2))
L42["3"].uses("Definition 3.8")


@proof(L42["3"])
def _() -> None:
    """n^4 > (n-1) n^1.4: the sign is that of σ_j for every sign vector, and the sum is never 0."""
    obtain(the_peak_outweighs)
    for of_sum, of_sign in ((u_ > 0, u_ == 1), (u_ < 0, u_ == -1)):
        have(entails(of_sum, of_sign), ABS_ABOVE(r))
        obtain(as_often_as(sigma, of_sum, of_sign, Q(1, 2)))
    hence(MORE_LIKELY(lambda x: x > 0, lambda x: x >= 0, S_exp, y), BELOW_OR_NOT(S_exp, 0))


STATEMENTS = (L41, L42)
