"""The constants behind O(·) and Ω(·): the smallest that works over a family, and whether it stays bounded.

The constant of Lemma D.4 is computed from exact laws (``smallest_constant``); for weights of rank one it grows without bound
as δ falls. The exponents of Theorems 4.3 (c) and E.1 are 2M and no less; the printed route pays 6M for the second.
"""

import math

from kernels.tails import Law
from strategies.score_laws import matrix
from theorems.kernel.facts import REALS
from theorems.language.tree import Product
from theorems.sparse.concentration import SCORE_LAWS, b, size
from theorems.sparse.language import *
from theorems.sparse.score_models import SCORES, Score, chance

ENTRY_LAWS = {
    "fair signs": Law.sign(),
    "uniform on five points": Law.uniform([-1, Fraction(-1, 2), 0, Fraction(1, 2), 1]),
    "rare ±1 (heavy, bounded)": Law.of([(-1, Fraction(1, 20)), (0, Fraction(9, 10)), (1, Fraction(1, 20))]),
    "not centred (-1 with probability 1/10)": Law.two_point(-1, 1, Fraction(9, 10)),
}


def centred_score(entry: Law, weights: str, d: int) -> Law:
    """The law of (S_ij - E S_ij)/‖W‖_F · (a power of √d), i ≠ j, for W all ones ("ones", ‖W‖_F = d) or W = I (√d).

    Returns the law of S_ij - E S_ij itself. Raises ValueError for other weights.
    """
    if weights == "ones":
        total = entry.repeated(d)
        return (total * total).centred()
    if weights == "identity":
        return (entry * entry).repeated(d).centred()
    raise ValueError(f"weights are ones or identity, not {weights!r}")


def smallest_constant(entry: Law, weights: str, d: int, delta: Fraction) -> float:
    """The least C with Pr[|S_ij - E S_ij| > C b² ‖W‖_F √log(1/δ)] ≤ δ (b = 1, i ≠ j), from the exact law."""
    frobenius = d if weights == "ones" else math.sqrt(d)
    sizes = centred_score(entry, weights, d).map(abs).atoms
    remaining = Fraction(1)
    for value, probability in sizes:
        remaining -= probability
        if remaining <= delta:
            return float(value) / (frobenius * math.sqrt(math.log(1 / delta)))
    raise ValueError("the probabilities do not add up to 1")


deviation, scale = abs(S[i, j] - E(S[i, j])), C * b**2 * size * sqrt(log(2 / delta))
TWO_VALUES = Definition(
    "an entry is b with probability p_b, -b otherwise",
    (i, r),
    (Pr(X[i, r] == b) == chance) & (Pr(X[i, r] == -b) == 1 - chance),
    (i.isin(columns), r.isin(features)),
    of=SCORE_LAWS.knowing({Pr(X[i, r] == b): "p", Pr(X[i, r] == -b): lambda x: 1 - x.p}),
    at=((i, r),),
)


@dataclass(frozen=True)
class Weighed(Score):
    """The same score beside its weights, row by row."""

    W: Sequence[Sequence[int]]


def _bind(instance: Instance, arithmetic: Arithmetic) -> Weighed:
    return Weighed(**vars(SCORES.bind(instance, arithmetic)), W=matrix(str(instance["W"]), int(instance["d"])))


WEIGHED = replace(SCORE_LAWS, points=replace(SCORES, bind=_bind)).knowing(
    {features: lambda x: range(len(x.W)), W[p, q]: lambda x, p, q: x.arithmetic.number(x.W[p][q])}
)
weight = exp(Q("1.9") * M)
small_entries, small_error = largest_entry <= weight / n, largest_error <= weight / k

CONSTANTS = Lemma(
    "Constants", "the O(·) of Lemma D.4, Theorems 4.3, E.1", "which constants work", provenance="own", given=row_data(ROWS)
)
with CONSTANTS.where(given=WEIGHED):
    CONSTANTS["D.4, unit scale"] = Exists(C, Named("(0, ∞)"), likely(deviation <= scale))
CONSTANTS["D.4, unit scale"].trivial(ranges.PROBABILITY).note(
    "One constant for all d, W and δ, i ≠ j; the paper's route has C = √2."
)
y = Symbol("y")
half, quarter = Q(1, 2), Q(1, 4)


def term(p: Expr, q: Expr) -> Expr:
    return X[i, p] * W[p, q] * X[j, q]


def signs_agree(value: Expr) -> None:
    """All entries of the row i are 1, all of j this value: S is d² times that."""

    def agree(r: Expr) -> Claim:
        return (X[i, r] == b) & (X[j, r] == value)

    def chance_of_both(r: Expr) -> Expr:
        return Pr(X[i, r] == b) * Pr(X[j, r] == value)

    event = ForAll(r, features, agree(r))
    with proving(ForAll(y, REALS, Implies(event, deviation > scale))):
        with proving(ForAll(p, features, Sum(q, features, term(p, q)) == value * d)):
            hence(SUM_EQUAL, SUM_OF_CONSTANT(value, q, features), WIDTH(q))
        have(S[i, j] == value * d**2, S_IS(i, j), SUM_EQUAL, SUM_OF_CONSTANT(value * d, p, features), WIDTH(p))
        hence(ABS_ABOVE(S[i, j] - E(S[i, j])))
    have(ForAll(r, features, (quarter >= 0) & (quarter <= chance_of_both(r))), TWO_VALUES(i, r), TWO_VALUES(j, r))
    of_pairs = lambda r: X[i, r], lambda r: X[j, r], r, features, y
    (
        calc(delta)
        .le(quarter**d * half, POWER_FALLS(half, 1, d), FACTOR_KEEPS_ORDER(half**d, half, quarter**d))
        .lt(Product(r, features, quarter), PRODUCT_OF_CONSTANT(quarter, r, features), WIDTH(r))
        .le(Product(r, features, chance_of_both(r)), PRODUCT_ORDER(lambda _: quarter, chance_of_both, r, features))
        .eq(Pr(event), ALL_OF_INDEPENDENT_PAIRS(lambda x: x == b, lambda x: x == value, *of_pairs))
        .le(Pr(deviation > scale), MORE_LIKELY(lambda _: event, lambda _: deviation > scale, S[i, j], y))
    )


ONES = ForAll(p, features, ForAll(q, features, W[p, q] == 1))


@refuted_along(
    CONSTANTS["D.4, unit scale"],
    "d -> fair signs, W = 1 1^T, δ = 8^-d, C = 2",
    lambda d: f"d={d} W=ones p=1/2 n=2 delta={Fraction(1, 8**d)} C=2",
    (d == K, ONES, size == d, chance == Q(1, 2), b == 1, delta == Q(1, 8) ** K, C > 0, C <= sqrt(K) / 2),
    reasons=(POWER_FALLS(Q(1, 8), 2, K),),
    confirm=(20, 60, 90),
)
def _() -> None:
    """All 2d signs are 1, or 1 in the row i and -1 in j, with probability 4^-d > δ each; then S = ±d², and one of the two is d²
    or more from E S. But d² = d ‖W‖_F outgrows C ‖W‖_F √log(2/δ) for every C, for log(2/δ) is of order d: √log(1/δ) cannot be
    the order, log(1/δ) is (Lemma D.4, centred).
    """
    have(log(2 / delta) <= 3 * d)
    root = sqrt(log(2 / delta))
    calc(scale).eq(d * (C * root)).le(d * (sqrt(K) / 2 * (Q("1.8") * sqrt(K)))).lt(d**2)
    with case(E(S[i, j]) <= 0):
        signs_agree(b)
    with otherwise():
        signs_agree(-b)


ONE_HIGH = (M == 1, Norm(S, "∞") <= M, highest == 1, lowest == -1, levels == 2, leaders == 1)
_SPIKE_HOW = "One score M = 1, the others -1, r = e²: {what}, and e² > e^{{1.9}}. The exponent 2M is the least."
CONSTANTS["exponent of an entry, on G_M"] = Implies(ON_EVENT, small_entries)
line = CONSTANTS["exponent of an entry, on G_M"].trivial(ranges.LARGEST_ENTRY)
line.uninformative(n <= weight).note("An exponent below 2M would do in Theorem 4.3 (c).").proved(
    along(
        "m -> n = 10^m, k = 1, one score 1, the others -1",
        lambda m: f"row=1x1,-1x{10**m - 1} k=1 M=1",
        _SPIKE_HOW.format(what="n u_1 = n r/(r + n-1) tends to r"),
        confirm=(4, 20, 300),
        calculation=Contrary(
            (n >= 10**4, k == 1, *ONE_HIGH),
            linked(weight / n)
            .le(Q("6.7") / n)
            .lt(exp(2) / (exp(2) + n - 1))
            .eq(top / whole_sum)
            .le(largest_entry, FIRST_ENTRY()),
        ),
    )
)
CONSTANTS["exponent of the error, on G_M"] = Implies(ON_EVENT, small_error)
line = CONSTANTS["exponent of the error, on G_M"].trivial(ranges.MAXIMUM)
line.uninformative(k <= weight).note("An exponent below 2M would do in Theorem E.1.").proved(
    along(
        "m -> n = 10^(2m), k = 10^m, one score 1, the others -1",
        lambda m: f"row=1x1,-1x{10 ** (2 * m) - 1} k={10**m} M=1",
        _SPIKE_HOW.format(what="k (u_hat_1 - u_1) tends to r"),
        confirm=(4, 20, 150),
        calculation=Contrary(
            (k >= 10**4, n == k**2, *ONE_HIGH),
            linked(weight / k)
            .le(Q("6.7") / k)
            .lt(7 / k - 8 / n)
            .le(7 / k - exp(2) / (exp(2) + n - 1))
            .le(exp(2) / (exp(2) + k - 1) - exp(2) / (exp(2) + n - 1))
            .eq(first_error)
            .le(largest_error, SPIKE()),
        ),
    )
)

STATEMENTS = (CONSTANTS,)
