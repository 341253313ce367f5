"""The decoder after uniformly sampled classes (scan_snap, Appendix D.4): Lemma 12 and Theorem 5."""

from __future__ import annotations

from fractions import Fraction

import sympy

from kernels import balls
from kernels.balls import Ball
from theorems.scan_snap.class_counts import HOEFFDING, SECTION
from theorems.scan_snap.concentration import BELOW_CHORD, CONCAVE
from theorems.scan_snap.contents import from_centre, never_negative, strays_beyond
from theorems.scan_snap.recursion_and_flow import SPEED_FALLS
from theorems.scan_snap.samples import (
    COUNTS,
    SAMPLES,
    UNIFORM,
    Counts,
    Samples,
)
from theorems.scan_snap.steps import (
    PAPER,
    PROVENANCE,
    certain,
    exact,
    identity,
    nonnegative,
    positive,
    proved,
    slack,
)
from theorems.scan_snap.trained import EXTENDED, TRAINED, Trained
from theorems.statement import Condition, Statement
from theorems.vocabulary import Comparison, at_most, equals

L12 = Statement(
    PAPER,
    "Lemma 12",
    source=SECTION,
    provenance=PROVENANCE,
    given=COUNTS,
    depends_on=["scan_snap/Lemma 5/Eqn 31", "scan_snap/Lemma 11/Eqn 61"],
    title="the decoder after uniform sampling",
)


def _basis_identity(size: int) -> bool:
    """Y = (F')^{-T} W' for W' = F'ᵀ Y, with a symbolic upper triangular F'."""
    F = sympy.Matrix(size, size, lambda i, j: sympy.Symbol(f"F_{i}{j}") if i < j else sympy.Integer(int(i == j)))
    Y = sympy.Matrix(size, size, lambda i, j: sympy.Symbol(f"Y_{i}{j}"))
    return all(sympy.expand(entry) == 0 for entry in (F.T.inv() * (F.T * Y) - Y))


FORM = exact("3×3: (F')^(-T) F'ᵀY = Y", lambda: _basis_identity(3))


def closed_decoder(x: Trained) -> tuple[Comparison, ...]:
    """Row l of Y after the run against the closed form, column by column."""
    return tuple(equals(x.Y[x.l][c], x.closed(c), f"column {c}") for c in x.columns if x.weight(c))


L12.add(
    "form",
    closed_decoder,
    given=EXTENDED,
    says="Y = (F')^(-T)(I+Θ')W̄'(N), Θ' = diag(θ_1, ..., θ_K, 0, ..., 0); w_n(N) = (M-1)h(N_n)ζ_n = (1+θ_n)w̄_n(N)",
    proof=proved(
        "W' = F'ᵀY has the rows w_n(N) of Lemma 5 after N_n steps and zero rows beyond K; θ_n := h(N_n)/h(N̄) - 1.", FORM
    ),
    note="For the gradient taken in W', and with h* for h (the convention after Remark 2). "
    "The completion F° must be orthogonal to F for this Y to be the one of Eqn 26 "
    "(Theorem 5).",
)


@L12.part(
    "theta",
    content=never_negative("|θ_i|"),
    says="|θ_i| ≤ |N_i - N̄|/N̄",
    proof=proved(CONCAVE + "Divide Eqn 61 by h(N̄).", SPEED_FALLS, BELOW_CHORD),
    note="With h* instead of h the relative error is at most lead/N̄ (Remark 2), of lower order than K/√N.",
)
def _(x: Counts) -> Comparison:
    return at_most(abs(x.theta), x.off / x.mean)


UNION = (
    "Hoeffding for each of the K classes at δ/K: √((N/2)ln(2K/δ)) + 1 ≤ √(N ln(K/δ)) + 1 because 2K/δ ≤ (K/δ)² for K ≥ 2, "
    "and 1 ≤ 1.21 √(N ln 2). "
    "With N̄ ≥ N/K: |θ_i| ≤ (9/4)(K/√N)√(ln(K/δ)) for all i at once."
)


def union_radius(x: Samples) -> Ball:
    return balls.sqrt(x.N * x.log(x.K / x.delta)) * balls.ball("9/4")


ALL_CLASSES = strays_beyond(
    union_radius, "(9/4)√(N ln(K/δ)) ≥ max(N̄, N-N̄), so for all N ≤ 81/16·ln(K/δ)", farthest=from_centre, classes=True
)
MANY_CLASSES = "N ≥ 1, K ≥ 2 uniform classes, 0 < δ < 1"


def all_classes(x: Samples) -> Comparison:
    """K Pr[|N_1 - N̄| > (9/4)√(N ln(K/δ))] ≤ δ."""
    return at_most(x.number(x.K * x.beyond(union_radius(x))), x.number(x.delta))


TWO_CLASSES = Condition("K ≥ 2", lambda i: i.p <= Fraction(1, 2), lambda i: i.but(p=min(Fraction(i.p), Fraction(1, 2))))
UNION_STEPS = (
    *HOEFFDING,
    nonnegative("(K/δ)² - 2K/δ ≥ 0 with K/δ = 2 + r", (2 + slack("r")) ** 2 - 2 * (2 + slack("r"))),
    certain("1 ≤ 1.25 √(ln 2)", lambda: balls.ge(balls.ball("5/4") * balls.sqrt(balls.log(balls.ball(2))), balls.ball(1))),
)
L12.add(
    "theta probability",
    all_classes,
    given=SAMPLES.where(UNIFORM, TWO_CLASSES),
    content=ALL_CLASSES,
    met=MANY_CLASSES,
    says="with probability ≥ 1-δ: |θ_i| ≲ (K/√N)√(ln(K/δ)) for all i ∈ [K] (constant 9/4; by a union bound over the classes)",
    proof=proved(UNION, *UNION_STEPS),
    note="N ≫ K² is not needed for the bound, only for its being small. For K = 1, N_1 = N and θ = 0.",
    depends_on=["scan_snap/Lemma 12/theta", "scan_snap/Lemma 10/Eqn 58 first"],
)

T5 = Statement(
    PAPER,
    "Theorem 5",
    source=SECTION,
    provenance=PROVENANCE,
    given=COUNTS,
    depends_on=["scan_snap/Lemma 12", "scan_snap/Lemma 3/Eqn 26", "scan_snap/Lemma 14"],
    title="the solution of the modified dynamics",
)
lam = positive("lambda")
T5.add(
    "Eqn 70",
    closed_decoder,
    given=TRAINED,
    says="Y = (F†)ᵀ(I+Θ)W̄(N) = F(I-E')(I+Θ)W̄(N) solves (26)",
    proof=proved(
        "Every step of (26) adds F(I-E')e_n times a row to Y, so Y = F(I-E')W, and FᵀY = (I+E)(I-E')W = W; W = (I+Θ)W̄ "
        "(Lemma 12). "
        "(F†)ᵀ = F(FᵀF)⁻¹ = F(I-E').",
        identity("(1+λ)(1-λ/(1+λ)) = 1", (1 + lam) * (1 - lam / (1 + lam)), 1),
        FORM,
    ),
)
T5.add(
    "theta",
    all_classes,
    given=SAMPLES.where(UNIFORM, TWO_CLASSES),
    content=ALL_CLASSES,
    met=MANY_CLASSES,
    says="with probability ≥ 1-δ: |θ_i| ≲ (K/√N)√(ln(K/δ)) for all i ∈ [K] (constant 9/4)",
    proof=proved(UNION, *UNION_STEPS),
    depends_on=["scan_snap/Lemma 12"],
)
