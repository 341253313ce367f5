"""The two fates of attention, what the introduction makes of them, and residual connections (scan_snap, Sections 1, 6, 7)."""

from __future__ import annotations

from fractions import Fraction

import sympy

from kernels import balls
from theorems.scan_snap.classes import ONE_COMMON, ONE_QUERY, Classes, classes_domain
from theorems.scan_snap.phase_transition import LATE, K, eta_Z, f, rho0, t, x, z
from theorems.scan_snap.steps import (
    PAPER,
    PROVENANCE,
    exact,
    identity,
    limit_is,
    nonnegative,
    proved,
    refuted,
    slack,
    strictly_positive,
    vacuous,
)
from theorems.scan_snap.transition import TRANSITION
from theorems.scan_snap.two_stages import late
from theorems.statement import Statement
from theorems.vocabulary import Comparison, Reading, at_most, equals

S6 = Statement(
    PAPER,
    "Section 6",
    source="Section 6",
    provenance=PROVENANCE,
    given=TRANSITION,
    depends_on=["scan_snap/Theorem 3/Eqn 11", "scan_snap/Theorem 3/Eqn 12"],
    title="two fates of attention",
)
GAIN_GROWS = limit_is("r(0) e^(2f²(0)B) → ∞ as B → ∞ (r(0) = 1/10, f² = 1/50)", sympy.exp(x / 25) / 10, x, sympy.oo)
S6.add(
    "slow decay",
    None,
    says="ξ_n(t) ≥ 1/t: B_n → +∞, all tokens but the dominant one drop (f_nl → 0), in the order of their probabilities",
    proof=proved(
        "B_n(t) ≥ B_n(1) + η_Z ln t → ∞; by Theorem 3 χ_l₀ ≥ e^{2f²(0)B} → ∞, so r_{l₀/l} = r(0)χ_l₀ → ∞ for distinct l, "
        "and for common "
        "tokens the ratio grows with z_l₀ → ∞ while z_l falls. r_{l/l'}(t) = r_{l/l'}(0)χ_l keeps its sign: the ranking stays.",
        limit_is("η_Z ln t → ∞", eta_Z * sympy.log(t), t, sympy.oo),
        GAIN_GROWS,
        strictly_positive("r(0)χ > 0", x * z),
    ),
    note="Under the hypotheses of Theorem 3: a strict maximum, common tokens that lose. With a tie (r(0) = 0) both winners "
    "stay for ever.",
)
S6.add(
    "bounded",
    None,
    says="if B_n is bounded, the token combination becomes fixed",
    proof=proved(
        "Every distinct logit rises by ∫η_Z f²ξ ≤ B_n and so converges; the common token of a single query falls by Σ_n "
        "∫η_Z(1-f²)ξ_n ≤ Σ B_n: "
        "all ratios of scores converge to positive numbers.",
        nonnegative("ξ - f²ξ ≥ 0 with f² = 1/(1+s)", x * slack("s") / (1 + slack("s"))),
        nonnegative("ξ - (1-f²)ξ = f²ξ ≥ 0", x * slack("f2")),
    ),
)
S6.add(
    "slow growth",
    None,
    says="if B_n grows very slowly (without bound) the token combination is fixed",
    proof=refuted(
        "Theorem 3: χ_l₀ ≥ e^{2f²(0)B_n} → ∞ whenever B_n → ∞, however slowly; then f_nl → 0 for every other token: winner "
        "takes all, only later.",
        GAIN_GROWS,
        family="any instance of Theorem 3 with a dominant token and B_n → ∞",
    ),
)
ONE = classes_domain("single common token", ONE_COMMON, ONE_QUERY)


@S6.part(
    "Eqn 13 first",
    given=ONE,
    says="ż_ml = η_Zγ Σ_n f_nl Σ_{n'≠n} β_nn'(f_nl²-1)f_n'l for the single common token, ψ ≡ m",
    proof=proved(
        "f_nᵀf_n' = f_nl f_n'l in Eqn 97.", identity("f(f f' f - f') = f(f²-1)f'", f * (f * x * f - x), f * (f**2 - 1) * x)
    ),
    depends_on=["scan_snap/Theorem 2/Eqn 99"],
)
def _(x: Classes) -> Comparison:
    l = x.common[0]
    total = balls.ball(0)
    for n in range(x.K):
        for m in range(x.K):
            if m != n:
                total = total + x.f[n][l] * x.beta[n][m] * (x.f[n][l] * x.f[n][l] - 1) * x.f[m][l]
    return equals(x.drift(x.psi[0], l), total)


PAIRS = identity(
    "K classes with K-1 partners, each term (e^z/ρ₀)² e^(2z)/ρ₀²",
    K * (K - 1) * (x / rho0) ** 2 * x**2 / rho0**2,
    K * (K - 1) * x**4 / rho0**4,
)
PER_CLASS = identity("ξ: K-1 partners, against 1/C₀ = K/ρ₀⁴", ((K - 1) * x**4 / rho0**4) / ((K / rho0**4) * x**4), (K - 1) / K)
S6.add(
    "Eqn 13 z",
    None,
    says="≈ -C₀⁻¹η_Zγe^(4z_ml), C₀ = ρ₀⁴/K",
    proof=refuted(
        "With f_nl ≈ e^z/ρ₀, β ≈ f·f' ≈ e^(2z)/ρ₀², 1-f² ≈ 1 the double sum has K(K-1) terms e^(4z)/ρ₀⁴; C₀⁻¹ = K/ρ₀⁴ "
        "counts K of them. The two "
        "sides differ by the factor K-1 (none for K = 2), which no constant bounds. ξ_n is counted right, so ż = -η_Z Σ_n "
        "ξ_n and Eqn 13 disagree.",
        PAIRS,
        limit_is("K(K-1)/K → ∞", K * (K - 1) / K, K, sympy.oo),
        family="K → ∞, any ρ₀ and z",
        members=("K=3: factor 2", "K=10: factor 9"),
        lhs="|ż_ml| = K(K-1)η_Zγe^(4z)/ρ₀⁴",
        relation="≫",
        rhs="Kη_Zγe^(4z)/ρ₀⁴",
    ),
)
S6.add(
    "Eqn 13 z",
    None,
    says="≈ -(K-1)C₀⁻¹η_Zγe^(4z_ml)",
    reading=Reading.INTENDED,
    changed="the factor K-1 from summing over the classes of the query",
    proof=proved(
        "Count the terms.", PAIRS, identity("K(K-1)/ρ₀⁴ = (K-1)/C₀", (K * (K - 1) / rho0**4), (K - 1) / (rho0**4 / K))
    ),
    note="Carried through Eqns 120-129 it slows B_n down: B_n = (1/(4K)) ln(1 + 4(K-1)Γ/C₀). With the mean over "
    "single-sample steps (Lemma 4) "
    "both rates are divided by K.",
)
S6.add(
    "Eqn 13 xi",
    None,
    says="ξ_n ≈ C₀⁻¹γe^(4z_ml)",
    proof=proved(
        "The quotient is (K-1)/K, between 1/2 and 1.",
        PER_CLASS,
        nonnegative("(K-1)/K ≥ 1/2 for K = 2 + k", (1 + slack("k")) / (2 + slack("k")) - sympy.Rational(1, 2)),
    ),
    note="β ≈ E' ≈ f·f' needs E ≫ 1/M; as e^(2z) falls below ρ₀²·6/√M Assumption 2 itself is lost, and below 1/M β tends to "
    "1/M.",
)

INTRO = Statement(
    PAPER,
    "Introduction",
    source="Section 1",
    provenance="text",
    given=TRANSITION,
    depends_on=["scan_snap/Theorem 3/Eqn 12", "scan_snap/Theorem 4/snapping B"],
    title="attention does not collapse",
)
INTRO.add(
    "one-hot",
    None,
    says="the self-attention layer will not collapse to one-hot, because of the phase transition",
    proof=refuted(
        "Theorems 3 and 4 together say the opposite about t → ∞: B_n → ∞, so χ_l₀ ≥ e^(2f²(0)B_n) → ∞, r_{l₀/l} = r(0)χ_l₀ "
        "→ ∞ for every "
        "other distinct token, and common tokens fall: f_n → e_l₀, one-hot. The transition only delays it: "
        "e^(2B_n) = √(1+Au²) with u = ln t + O(1).",
        GAIN_GROWS,
        limit_is("B_n = ¼ ln(1+7(ln t)²) → ∞", sympy.log(1 + 7 * sympy.log(t) ** 2) / 4, t, sympy.oo),
        family="any instance of Theorem 4 with a dominant token (r(0) > 0), t → ∞",
        members=("K=2, P = (1/3 common, 4/9, 2/9 distinct): f_nl₀ → 1",),
    ),
)
INTRO.add(
    "one-hot",
    lambda x: at_most(x.arithmetic.exp(2 * x.B), 1 + x.arithmetic.sqrt(x.late_factor / x.C0) * x.late_log),
    where=LATE,
    says="up to time t ≥ t0 the gain of the dominant token is at most χ ≤ e^(2B_n) ≤ 1 + √A ln(Mη_Yt/K): a gain X takes "
    "exp(X/√A) steps",
    reading=Reading.INTENDED,
    changed="not within any number of steps that is polynomial in the gain, instead of never",
    proof=late(
        "e^(2B) = √(1+Au²) ≤ 1 + √A u and u ≤ ln(Mη_Yt/K).",
        identity("(1+y)² - (1+y²) = 2y", (1 + x) ** 2 - (1 + x**2), 2 * x),
    ),
)

S7 = Statement(
    PAPER,
    "Section 7",
    source="Section 7",
    provenance=PROVENANCE,
    given=ONE,
    depends_on=["scan_snap/Theorem 1/Eqn 9", "scan_snap/Lemma 13"],
)
S7.add(
    "residual connection",
    None,
    says="with ū = LN(LN(ũ)+u_{x_T}): β_nn' ~ f_nᵀf_n' + I(ψ(n)=ψ(n')), (9) sums over ψ⁻¹(ψ(n)) only, and Theorem 2 applies "
    "within each subset",
    proof=vacuous(
        "The new directions are (f_n + e_m)/|f_n + e_m|; for two classes of one query their product is at least ½ "
        "(½(f_nᵀf_n' + 1) when m is not in "
        "their supports). By Lemma 13 |λ₁| ≥ ½ ≥ 1/K, so Assumption 2 fails as soon as a query has two classes; if no query "
        "has two, the "
        "restricted sum is empty. Theorem 1 says nothing in the case the remark is about.",
        nonnegative(
            "(f·f' + a + b + 1)² - (1+a)(1+b) ≥ 0: the product is at least √((1+a)(1+b))/(2√((1+a)(1+b))) = ½",
            (slack("p") + slack("a") + slack("b") + 1) ** 2 - (1 + slack("a")) * (1 + slack("b")),
        ),
        nonnegative("½ ≥ 1/K for K = 2 + k", sympy.Rational(1, 2) - 1 / (2 + slack("k"))),
        exact("K = 1: no second class", lambda: Fraction(1, 1) > Fraction(1, 2)),
    ),
    note="E' = I - (I+E)⁻¹ is not close to E there either: for K = 2 and E = ½, E' = ⅔.",
)

STATEMENTS = (S6, S7, INTRO)
