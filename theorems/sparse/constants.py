"""The constants behind O(·) and Ω(·): the smallest that works over a family, and whether it stays bounded.

The constant of Lemma D.4 is computed from exact laws (``smallest_constant``); for weights of rank one it grows without bound
as δ falls. The exponents of Theorems 4.3 (c) and E.1 are 2M and no less; the printed route pays 6M for the second.
"""

import math

import sympy

from kernels.tails import Law
from theorems.sparse.concentration import SCORE_LAWS, b, size
from theorems.sparse.language import *

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


at_scale = abs(S[i, j] - E(S[i, j])) <= C * b**2 * size * sqrt(log(2 / delta))
weight = exp(Q("1.9") * M)
small_entries, small_error = largest_entry <= weight / n, largest_error <= weight / k
_d = positive("d")

CONSTANTS = Lemma(
    "Constants", "the O(·) of Lemma D.4, Theorems 4.3, E.1", "which constants work", provenance="own", given=row_data(ROWS)
)
with CONSTANTS.where(given=SCORE_LAWS):
    CONSTANTS["D.4, unit scale"] = Exists(C, Named("(0, ∞)"), likely(at_scale))
CONSTANTS["D.4, unit scale"].trivial(ranges.PROBABILITY).note(
    "One constant for all d, W and δ, i ≠ j; the paper's route has C = √2."
)
CONSTANTS["D.4, unit scale"].proved(
    along(
        "d -> fair signs, W = 1 1^T, δ = 4^-d, C = 4",
        lambda d: f"d={d} W=ones p=1/2 n=2 delta={Fraction(1, 4**d)} C=4",
        "All 2d signs agree in the rows' own sense with probability 4^{1-d} > δ = 4^{-d}; then |S| = d² = d ‖W‖_F, and "
        "d > C √(log 2 + d log 4) for every C once d is large. So √log(1/δ) cannot be the order; log(1/δ) is (Lemma D.4, "
        "centred).",
        identity("Pr[both sums are ±d] = (2·2^{-d})² = 4^{1-d}", (2 * 2 ** (-_d)) ** 2, 4 ** (1 - _d)),
        limit_is("d/√(log 2 + d log 4) -> ∞", _d / sympy.sqrt(sympy.log(2) + _d * sympy.log(4)), _d, sympy.oo),
        confirm=(30, 60, 90),
        in_words="that S_ij is the product of two independent sums of d fair signs, each ±d with probability 2^{1-d}.",
    )
)

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
