"""Theorems that look like ones of the library and are false: the random small worlds are to catch each of them."""

from dataclasses import replace

from theorems.kernel.facts import Theorem
from theorems.language.tree import *
from theorems.textbook import elementary, flows, probability, sums

x, y, a, b, k, S, F, G = elementary.x, elementary.y, elementary.a, elementary.b, sums.k, sums.S, sums.F, sums.G
laws, r, s, t = probability, probability.x, probability.s, probability.t
twice_too_small = laws.a**2 * (Sum(laws.l, S, abs(F(k, laws.l))) + Sum(laws.l, S, abs(F(laws.l, k))))


def said(theorem: Theorem, claim: Claim) -> Theorem:
    """Another claim of the same hypotheses."""
    return replace(theorem, claim=claim, strict=None)


def without(theorem: Theorem, *places: int) -> Theorem:
    return replace(theorem, hypotheses=tuple(h for k, h in enumerate(theorem.hypotheses) if k not in places), strict=None)


FALSE = {
    "log x ≤ x - 2": Theorem("", (x,), log(x) <= x - 2, (x > 0,)),
    "log x ≤ x - 1 everywhere": Theorem("", (x,), log(x) <= x - 1),
    "e^x > 1 + x": Theorem("", (x,), 1 + x < exp(x)),
    "e^x ≤ 1 + x + x²": Theorem("", (x,), exp(x) <= 1 + x + x**2),
    "e^x ≥ 1 + x + x²/2": Theorem("", (x,), 1 + x + x**2 / 2 <= exp(x)),
    "√(x²) = x": Theorem("", (x,), sqrt(x**2) == x),
    "x^a grows with a": Theorem("", (x, a, b), x**a <= x**b, (x > 0, a <= b)),
    "x^a grows with x": Theorem("", (x, y, a), x**a <= y**a, (x > 0, x <= y)),
    "Bernoulli for every a": Theorem("", (x, a), 1 + a * x <= (1 + x) ** a, (x > -1,)),
    "the maximum is at most the sum": without(sums.LARGEST_BELOW_SUM, 0),
    "a maximum of nothing": without(sums.LARGEST_BELOW, 1),
    "a maximum of nothing, strictly": without(sums.LARGEST_BELOW_STRICTLY, 1),
    "a maximum of anything, strictly": without(sums.LARGEST_BELOW_STRICTLY, 0),
    "a minimum of nothing, strictly": without(sums.SMALLEST_ABOVE_STRICTLY, 1),
    "a minimum of anything, strictly": without(sums.SMALLEST_ABOVE_STRICTLY, 0),
    "a term is at most the sum": without(sums.SUM_ABOVE_TERM, 0),
    "sums keep strict order": Theorem("", (F, G, k, S), Sum(k, S, F(k)) < Sum(k, S, G(k)), (ForAll(k, S, F(k) < G(k)),)),
    "(Σ F)² ≤ Σ F²": Theorem("", (F, k, S), Sum(k, S, F(k)) ** 2 <= Sum(k, S, F(k) ** 2)),
    "a range has high - low elements": said(sums.COUNT, Sum(k, Range(sums.a, sums.b), 1) == sums.b - sums.a),
    "a range may be longer than empty": without(sums.COUNT, 2),
    "all pairs, and numbers beyond": replace(sums.SUM_OF_PAIRS, hypotheses=(*sums.DIVISION[:-1], sums.n >= sums.a * sums.b)),
    "Hoeffding's lemma with 1/16": said(
        laws.HOEFFDING_LEMMA, E(exp(s * (r - E(r)))) <= exp(s**2 * (laws.b - laws.a) ** 2 / 16)
    ),
    "a product of moment generating functions without independence": without(laws.MGF_OF_SUM, 0),
    "E X = X": Theorem("", (r,), E(r) == r),
    "a binomial count with an exponent twice as large": said(
        laws.HOEFFDING_OF_BINOMIAL, Pr(abs(r - laws.n * laws.p) >= t) <= 2 * exp(-4 * t**2 / laws.n)
    ),
    "a binomial count below half of Hoeffding's bound": said(
        laws.HOEFFDING_OF_BINOMIAL, Pr(abs(r - laws.n * laws.p) >= t) < exp(-2 * t**2 / laws.n)
    ),
    "a binomial count at most its draws less one": said(laws.BINOMIAL_AT_MOST, Pr(r == t - 1) == 0),
    "neighbouring values of a binomial count, one place on": said(
        laws.MASSES_OF_BINOMIAL, (t + 2) * (1 - laws.p) * Pr(r == t + 1) == (laws.n - t) * laws.p * Pr(r == t)
    ),
    "a tail of what falls from its second value on": said(
        laws.TAIL_OF_BINOMIAL, Pr(r >= laws.a + 1) <= laws.b * Pr(r > laws.a)
    ),
    "a tail of what does not fall": without(laws.TAIL_OF_BINOMIAL, 2),
    "the values of a binomial count but 0": said(laws.ALL_OF_BINOMIAL, Sum(k, Range(expr(1), laws.n), Pr(r == k)) == 1),
    "failures with the probability of successes": said(laws.FAILURES_OF_BINOMIAL, laws.binomial(laws.n - r, laws.n, laws.p)),
    "both sides, and neither counted": said(laws.BEYOND_TWO_SIDES, Pr(abs(r) >= laws.a) <= Pr(r > laws.a) + Pr(r < -laws.a)),
    "Hoeffding's inequality with < for one side": said(
        laws.HOEFFDING_OF_SIGNS_ABS, Pr(laws.signed >= t) < exp(-(t**2) / (2 * laws.a))
    ),
    "two signs that are one": without(laws.TWO_SIGNS, len(laws.TWO_SIGNS.hypotheses) - 1),
    "signs spread as far with probability above 1/3": said(
        laws.SIGNS_SPREAD, (1 - laws.a) ** 2 / 2 < Pr(laws.signed**2 > laws.a * Sum(k, S, F(k) ** 2))
    ),
    "a fourth moment of signs below three times the square of the second": said(
        laws.MOMENTS_OF_SIGNS, E(laws.signed**4) <= 2 * Sum(k, S, F(k) ** 2) ** 2
    ),
    "a second moment of signs that adds up before it is squared": said(
        laws.MOMENTS_OF_SIGNS, E(laws.signed**2) == Sum(k, S, F(k)) ** 2
    ),
    "Lyapunov's inequality the other way": said(laws.LYAPUNOV, E(abs(r)) ** 2 * E(r**4) <= E(r**2) ** 3),
    "events about dependent pairs": without(laws.ALL_OF_INDEPENDENT_PAIRS, 0),
    "events about pairs of dependent members": without(laws.ALL_OF_INDEPENDENT_PAIRS, 1),
    "a probability over signs of any kind": without(laws.OVER_POWER_OF_TWO, 1, 2),
    "events about any quantities are independent": without(laws.INDEPENDENT_EVENTS, 0),
    "no fraction is one over a power of 2": without(elementary.NO_FIFTH, 0),
    "a bilinear form that changes half as much": said(
        laws.BILINEAR_CHANGE, laws.bounded_change_of_pairs(k, S, laws.bilinear, laws.Z(k), laws.Y(k), twice_too_small)
    ),
    "a bilinear form that is spread a quarter as far": said(
        laws.MCDIARMID_BILINEAR, Pr(abs(laws.bilinear - E(laws.bilinear)) >= t) < 2 * exp(-8 * t**2 / laws.b)
    ),
    "Chernoff's bound is strict where it is 1": replace(
        laws.CRAMER_CHERNOFF_STRICTLY, hypotheses=laws.CRAMER_CHERNOFF.hypotheses
    ),
    "a moment generating function that falls towards the end": said(
        laws.MGF_AT_THE_END, E(exp(laws.b * r)) <= exp(laws.b**2 * laws.a / 4)
    ),
    "McDiarmid's inequality is strict at 0": replace(
        laws.MCDIARMID_OF_PAIRS,
        hypotheses=(*laws.MCDIARMID_OF_PAIRS.hypotheses[:5], t <= 0),
        name="a bilinear form",
        strict=None,
    ),
    "a product without independence": replace(laws.ALL_INDEPENDENT, hypotheses=()),
    "grows backwards": replace(flows.GROWS, hypotheses=flows.GROWS.hypotheses[:1], strict=None),
    "the product of the derivatives": said(
        flows.DDT_PRODUCT, ddt(F(flows.t) * G(flows.t), flows.t) == ddt(F(flows.t), flows.t) * ddt(G(flows.t), flows.t)
    ),
}
