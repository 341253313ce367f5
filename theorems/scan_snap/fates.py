"""The two fates of attention, what the introduction makes of them, and residual connections (scan_snap, Sections 1, 6, 7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import sympy
from hypothesis import strategies as st

from kernels import balls
from kernels.arithmetic import Arithmetic, Number
from kernels.balls import Ball
from theorems.instance import Instance
from theorems.provers.families import Family, RefutedAlong
from theorems.scan_snap import transition, twins
from theorems.scan_snap.classes import ONE_COMMON, ONE_QUERY, Classes, classes_domain
from theorems.scan_snap.contents import GROWTH_FACTOR, SHARE, never_negative
from theorems.scan_snap.gains import BEHIND, DOMINANT, GAINS, TWO_TOKENS, Gains
from theorems.scan_snap.growth import FROM_FOUR_LATE
from theorems.scan_snap.growth_exponent import LARGE, LATE, K, eta_Z, f, rho0, t, x, z
from theorems.scan_snap.steps import (
    PAPER,
    PROVENANCE,
    exact,
    identity,
    limit_is,
    nonnegative,
    proved,
    slack,
    strictly_positive,
    vacuous,
)
from theorems.scan_snap.transition import STARTED, TRANSITION, Started
from theorems.scan_snap.twins import STRONG_STILL, TWINS, Twins, coefficients_agree, equal_correction, equal_pull
from theorems.scan_snap.two_stages import late
from theorems.statement import Condition, Domain, Statement
from theorems.vocabulary import Comparison, Reading, at_least, at_most, equals, more

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


def dwarfed(x: Gains) -> tuple[Comparison, Comparison]:
    """f_nl'² of a dominated distinct token and of the common one against bounds that fall to 0 as B_n grows."""
    least = x.arithmetic.exp(2 * x.f2_start * x.B)
    at_first = balls.ball(x.common**2 / max(x.own) ** 2)
    return (
        at_most(x.f2_other, 1 / (2 + x.gain0(x.top, x.other) * least), "distinct l'"),
        at_most(x.f2_common, at_first / least, "common l'"),
    )


S6.add(
    "slow decay",
    dwarfed,
    given=GAINS.where(DOMINANT, TWO_TOKENS, BEHIND),
    content=SHARE,
    says="ξ_n(t) ≥ 1/t: B_n → +∞ and all tokens but the dominant one drop, f_nl → 0 (compared: f_nl'² ≤ "
    "1/(2+r_{l₀/l'}(0)e^(2f²B_n)) for distinct l', ≤ (c̃_l'(0)/c̃_l₀(0))²e^(-2f²B_n) for the common one)",
    proof=proved(
        "B_n(t) ≥ B_n(1) + η_Z ln t → ∞; by Theorem 3 χ_l₀ ≥ e^{2f²(0)B} → ∞. For distinct l, f_l²(2 + r_{l₀/l}) = f_l² + "
        "f_l₀² ≤ 1 and r_{l₀/l} = r(0)χ_l₀; for common ones f_l² ≤ f_l²/f_l₀² ≤ (its start)/χ_l₀, since z_l falls.",
        limit_is("η_Z ln t → ∞", eta_Z * sympy.log(t), t, sympy.oo),
        GAIN_GROWS,
        nonnegative("1/(2+r) - 1/(2+r+d) ≥ 0", 1 / (2 + x) - 1 / (2 + x + slack("d"))),
    ),
    depends_on=["scan_snap/Theorem 3/Eqn 11", "scan_snap/Theorem 3/Eqn 12"],
)


def same_order(first: Sequence[tuple[Fraction, Ball]]) -> tuple[Comparison, ...]:
    """Of two tokens the one with the larger probability has the larger score."""
    return tuple(more(score, lower) for p, score in first for q, lower in first if p > q)


def distinct_scores(x: Gains) -> list[tuple[Fraction, Ball]]:
    return [(p, x.score(l)) for l, p in enumerate(x.own)]


S6.add(
    "ranking",
    lambda x: same_order([*distinct_scores(x), (x.common, x.common_score)]),
    given=TWINS.where(DOMINANT, twins.ONE_QUERY),
    says="Z(0) = 0: all contextual tokens but the dominant one drop following the ranking order of P(l|n) (of two tokens the "
    "one with the larger P(l|n) keeps more attention)",
    witness="own=2,1 common=2 copies=2 share=1/2 l=0 other=1 M=400 K=2",
    depends_on=["scan_snap/Theorem 3/Eqn 11"],
)
S6.add(
    "ranking",
    lambda x: same_order(distinct_scores(x)),
    given=GAINS.where(DOMINANT),
    says="Z(0) = 0: the distinct tokens of n drop following the ranking order of P(l|n)",
    reading=Reading.INTENDED,
    changed="distinct tokens only: a frequent common token falls below a rare distinct one",
    proof=proved(
        "r_{l/l'}(t) = r_{l/l'}(0)χ_l keeps its sign.",
        strictly_positive("r(0)χ > 0", x * z),
    ),
    depends_on=["scan_snap/Theorem 3/Eqn 11"],
)
S6.add(
    "bounded",
    lambda x: (
        *(at_most(x.rise(l), x.B, f"rise of {l}") for l in range(len(x.own))),
        at_most(-x.fall, x.copies * x.B, "fall of the common token"),
    ),
    given=GAINS,
    content=never_negative("|z_l(t) - z_l(0)|"),
    says="if B_n is bounded, the token combination becomes fixed (one common token; compared: a distinct logit rises by at "
    "most B_n, the common one falls by at most Σ B_n over the classes of its query)",
    proof=proved(
        "Every distinct logit rises by ∫η_Z f²ξ ≤ B_n, the common one falls by Σ_n ∫η_Z(1-f²)ξ_n ≤ Σ B_n: monotone and "
        "bounded, so all converge, and all ratios of scores converge to positive numbers.",
        nonnegative("ξ - f²ξ ≥ 0 with f² = 1/(1+s)", x * slack("s") / (1 + slack("s"))),
        nonnegative("ξ - (1-f²)ξ = f²ξ ≥ 0", x * slack("f2")),
    ),
    depends_on=["scan_snap/Theorem 2/Eqn 98", "scan_snap/Theorem 2/Eqn 100", "scan_snap/Theorem 3/xi"],
)


def winning(k: int) -> Instance:
    """A class 2 : 1 with a common token, when the dominant token has χ = 2^k."""
    return Instance(own="2,1", common=1, copies=1, share=1 - Fraction(1, 2**k), l=0, other=1)


S6.add(
    "slow growth",
    lambda x: at_least(x.f2_other, balls.ball("1/100")),
    given=GAINS.where(DOMINANT, TWO_TOKENS, BEHIND),
    content=SHARE,
    says="if B_n grows very slowly (without bound) the token combination is fixed (the other tokens keep f_nl² ≥ c; here c = "
    "1/100)",
    proof=RefutedAlong(
        family=Family("scores 2 : 1 of the distinct tokens, 1 of the common one, at the time when χ_l₀ = 2^k", winning),
        how="Theorem 3: χ_l₀ ≥ e^{2f²(0)B_n} → ∞ whenever B_n → ∞, however slowly; then f_nl → 0 for every other token: "
        "winner takes all, only later.",
        steps=[
            GAIN_GROWS,
            limit_is("f_l'² ≤ 1/(1+r) with r = 3χ: 1/(1+3χ) → 0", 1 / (1 + 3 * x), x, 0),
        ],
        confirm=(8, 20, 100),
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


@dataclass(frozen=True)
class Approximate:
    """Eqn 13's approximation: f_nl = e^z/ρ₀, β_nn' = f_n·f_n' = e^(2z)/ρ₀² for all pairs of K classes, 1 - f² = 1."""

    arithmetic: Arithmetic
    classes: int
    rho0: Number
    z: Number

    @property
    def K(self) -> Number:
        return self.arithmetic.number(self.classes)

    @property
    def C0(self) -> Number:
        return self.rho0**4 / self.K

    @property
    def rate(self) -> Number:
        """C₀⁻¹ e^(4z)."""
        return self.arithmetic.exp(4 * self.z) / self.C0

    @property
    def drift(self) -> Number:
        """ż_ml/(η_Z γ) = Σ_n f_nl Σ_{n'≠n} β_nn' (-1) f_n'l, term by term."""
        f, beta = self.arithmetic.exp(self.z) / self.rho0, self.arithmetic.exp(2 * self.z) / self.rho0**2
        pairs = [(n, m) for n in range(self.classes) for m in range(self.classes) if n != m]
        return -sum((f * beta * f for _ in pairs), self.arithmetic.number(0))

    @property
    def xi(self) -> Number:
        """ξ_n/γ = Σ_{n'≠n} β_nn' f_n·f_n'."""
        overlap = self.arithmetic.exp(2 * self.z) / self.rho0**2
        return sum((overlap * overlap for _ in range(self.classes - 1)), self.arithmetic.number(0))


APPROXIMATE = Domain(
    name="K classes under the approximation of Eqn 13",
    draw=lambda: st.builds(
        lambda K, rho0, z: {"K": K, "rho0": rho0, "z": z},
        st.integers(2, 30),
        st.fractions(Fraction(1, 10), 3, max_denominator=20),
        st.fractions(-4, 0, max_denominator=10),
    ),
    bind=lambda i, arithmetic: Approximate(arithmetic, int(i.K), arithmetic.number(i.rho0), arithmetic.number(i.z)),
    conditions=(
        Condition("K ≥ 2", lambda i: i.K >= 2),
        Condition("ρ₀ > 0, z_ml ≤ 0", lambda i: i.rho0 > 0 and i.z <= 0),
    ),
    small=lambda: (Instance(K=K, rho0=1, z=z) for K in range(2, 40) for z in (0, -1)),
    variables={
        "K": "number of classes",
        "rho0": "the constant norm ρ₀",
        "z": "z_ml",
        "C0": "ρ₀⁴/K",
        "rate": "C₀⁻¹e^(4z)",
        "xi": "ξ_n/γ",
        "drift": "ż_ml/(η_Zγ)",
    },
    met="K ≥ 2, ρ₀ > 0, z ≤ 0; with e^(2z)/ρ₀² < 1/(K(K-1)) inside Assumption 2",
)
S6.add(
    "Eqn 13 z",
    lambda x: at_least(x.drift, -2 * x.rate),
    given=APPROXIMATE,
    says="≈ -C₀⁻¹η_Zγe^(4z_ml), C₀ = ρ₀⁴/K (up to the factor 2)",
    proof=RefutedAlong(
        family=Family("K = k + 3, ρ₀ = 1, z = 0", lambda k: Instance(K=k + 3, rho0=1, z=0)),
        how="With f_nl ≈ e^z/ρ₀, β ≈ f·f' ≈ e^(2z)/ρ₀², 1-f² ≈ 1 the double sum has K(K-1) terms e^(4z)/ρ₀⁴; C₀⁻¹ = K/ρ₀⁴ "
        "counts K of them. The two sides differ by the factor K-1 (none for K = 2), which no constant bounds. ξ_n is counted "
        "right, so ż = -η_Z Σ_n ξ_n and Eqn 13 disagree.",
        steps=[PAIRS, limit_is("K(K-1)/K → ∞", K * (K - 1) / K, K, sympy.oo)],
        confirm=(1, 7, 27),
    ),
)
S6.add(
    "Eqn 13 z",
    lambda x: equals(x.drift, -(x.K - 1) * x.rate),
    given=APPROXIMATE,
    says="≈ -(K-1)C₀⁻¹η_Zγe^(4z_ml)",
    reading=Reading.INTENDED,
    changed="the factor K-1 from summing over the classes of the query",
    proof=proved(
        "Count the terms.", PAIRS, identity("K(K-1)/ρ₀⁴ = (K-1)/C₀", (K * (K - 1) / rho0**4), (K - 1) / (rho0**4 / K))
    ),
    depends_on=["scan_snap/Section 6/Eqn 13 first"],
)
S6.add(
    "Eqn 13 xi",
    lambda x: (at_least(x.xi, x.rate / 2, "lower"), at_most(x.xi, x.rate, "upper")),
    given=APPROXIMATE,
    content=never_negative("ξ_n/γ"),
    says="ξ_n ≈ C₀⁻¹γe^(4z_ml) (between 1/2 and 1 times)",
    proof=proved(
        "The quotient is (K-1)/K, between 1/2 and 1.",
        PER_CLASS,
        nonnegative("(K-1)/K ≥ 1/2 for K = 2 + k", (1 + slack("k")) / (2 + slack("k")) - sympy.Rational(1, 2)),
    ),
)


def estimated(x: Twins) -> tuple[Comparison, ...]:
    """β and E' between half and twice f_n·f_n', and 1 - f_n·f_n' at least 1/2."""
    return (
        at_least(x.beta, x.overlap / 2, "β, lower"),
        at_most(x.beta, 2 * x.overlap, "β, upper"),
        at_least(x.correction, x.overlap / 2, "E', lower"),
        at_most(x.correction, 2 * x.overlap, "E', upper"),
        at_least(1 - x.overlap, balls.ball("1/2"), "1 - f·f'"),
    )


S6.add(
    "estimate",
    estimated,
    given=TWINS.where(twins.ONE_QUERY),
    content=never_negative("β_nn', E'_nn', 1 - f_n·f_n'"),
    says="single common token: β_nn' ≈ E'_n'n ≈ f_n·f_n' and 1 - f_n·f_n' ≈ 1 while it shrinks (here: up to the factor 2)",
    witness="own=2,1 common=2 copies=2 share=9/10 l=0 other=1 M=400 K=2",
    depends_on=["scan_snap/Theorem 1/Eqn 88"],
)
S6.add(
    "estimate",
    estimated,
    given=TWINS.where(twins.ONE_QUERY, STRONG_STILL),
    content=never_negative("β_nn', E'_nn', 1 - f_n·f_n'"),
    says="β_nn' ≈ E'_n'n ≈ f_n·f_n' and 1 - f_n·f_n' ≈ 1 (here: up to the factor 2) while f_n·f_n' ≥ 6/√M",
    reading=Reading.INTENDED,
    changed="while Assumption 2 lasts: later β_nn' tends to 1/M, not to f_n·f_n'",
    proof=proved(
        "E'/e = 1/((1-e)(1+(K-1)e)) with (K-1)e < 1/K: at most 4/3 (K = 2) and 1 (K ≥ 3), at least 1/(1+1/K) ≥ 2/3. β/e = "
        "(M/(M-1))² E'/e + a/(e(1+(K-1)e)) with a/e ≤ M^(3/2)/(6(M-1)²), and M ≥ 145.",
        exact("K = 2, 3, 4: E' and β at equal overlaps", coefficients_agree),
        nonnegative("K = 2: 4/3 - 1/(1-e²) ≥ 0 with e² = 1/(4+s)", sympy.Rational(4, 3) - 1 / (1 - 1 / (4 + slack("s")))),
        nonnegative(
            "K = 3 + k, e = (K-2)/((K-1)(1+s)): (K-2) - (K-1)e ≥ 0, so (1-e)(1+(K-1)e) ≥ 1",
            (1 + slack("k")) - (1 + slack("k")) / (1 + slack("s")),
        ),
        exact(
            "(145/144)²·4/3 + 145²/(6·12·144²) < 2",
            lambda: Fraction(145, 144) ** 2 * 4 / 3 + Fraction(145**2, 72 * 144**2) < 2,
        ),
    ),
    depends_on=["scan_snap/Theorem 1/Eqn 88", "scan_snap/Theorem 3/Assumption 2 kept"],
)
S6.add(
    "B of Eqn 13",
    lambda x: equals(x.B_of_the_model, x.B),
    says="the model of Eqn 13 meets (118) and (119), so that its B_n is Theorem 4's ¼ ln(1 + 4Γ/C₀)",
    witness="M=2 K=2 eta=1/2 t=1 eta_Z=1/2 C0=1",
    depends_on=["scan_snap/Section 6/Eqn 13 z", "scan_snap/Section 6/Eqn 13 xi", "scan_snap/Theorem 4/Eqn 124"],
)
S6.add(
    "B of Eqn 13",
    lambda x: equals(x.B_of_the_model, x.arithmetic.log(1 + 4 * (x.K - 1) * x.Gamma / x.C0) / (4 * x.K)),
    says="the model of Eqn 13 has B_n = (1/(4K)) ln(1 + 4(K-1)Γ/C₀)",
    reading=Reading.INTENDED,
    changed="ż = -(K-1)C₀⁻¹η_Zγe^(4z) and ξ_n = ((K-1)/K)C₀⁻¹γe^(4z), each sum with its number of terms",
    proof=proved(
        "e^(-4z) = 1 + 4(K-1)Γ/C₀ and B = ∫((K-1)/K) dΓ/(C₀ + 4(K-1)Γ).",
        identity(
            "the derivative",
            sympy.diff(sympy.log(1 + 4 * (K - 1) * x / rho0) / (4 * K), x),
            (K - 1) / K / (rho0 + 4 * (K - 1) * x),
            where={K: 2 + slack("kappa")},
        ),
    ),
    depends_on=["scan_snap/Section 6/Eqn 13 z", "scan_snap/Section 6/Eqn 13 xi"],
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


@dataclass(frozen=True)
class Collapse(Started):
    """The transition of a class whose dominant token starts with the gain ``r0`` over another."""

    r0: Number = None

    @property
    def left_over(self) -> Number:
        """1/(1 + r₀ e^(2f²(0)B_n)): by Theorem 3 f_nl² of the other token is at most this."""
        return 1 / (1 + self.r0 * self.chi_least)


def bind_collapse(i: Instance, arithmetic: Arithmetic) -> Collapse:
    """A started transition with ``r0``."""
    return Collapse(**vars(transition.bind_started(i, arithmetic)), r0=arithmetic.number(i.r0))


COLLAPSE: Domain = replace(
    STARTED,
    draw=lambda: st.builds(
        lambda values, share, gain: values | {"f2_start": share, "r0": gain},
        transition.drawn(),
        st.fractions(Fraction(1, 2), Fraction(9, 10), max_denominator=10),
        st.fractions(Fraction(1, 10), 9, max_denominator=10),
    ),
    bind=bind_collapse,
    conditions=(*STARTED.conditions, Condition("r_{l₀/l|n}(0) > 0", lambda i: i.r0 > 0)),
    small=lambda: (i.but(f2_start=Fraction(4, 5), r0=3) for i in transition.small()),
    variables={**STARTED.variables, "r0": "r_{l₀/l|n}(0)", "left_over": "1/(1 + r₀e^(2f²(0)B_n))"},
)


def late_in_training(k: int) -> Instance:
    """f²(0) = 4/5 against 1/5 (r₀ = 3), at t = 10^(10^k)."""
    return Instance(M=100, K=2, eta=Fraction(1, 2), t=10 ** (10**k), eta_Z=Fraction(1, 2), C0=1, f2_start=Fraction(4, 5), r0=3)


INTRO.add(
    "one-hot",
    lambda x: at_least(x.left_over, x.ratio(1, 20)),
    given=COLLAPSE,
    content=SHARE,
    says="the self-attention layer will not collapse to one-hot, because of the phase transition (another token keeps f_nl² ≥ "
    "c for all t; here c = 1/20)",
    proof=RefutedAlong(
        family=Family("f_nl₀²(0) = 4/5, r₀ = 3, M = 100, K = 2, η_Y = η_Z = 1/2, C₀ = 1, t = 10^(10^k)", late_in_training),
        how="Theorems 3 and 4 together say the opposite about t → ∞: B_n → ∞, so χ_l₀ ≥ e^(2f²(0)B_n) → ∞, r_{l₀/l} = "
        "r(0)χ_l₀ → ∞ for every other distinct token, and common tokens fall: f_n → e_l₀, one-hot. The transition only delays "
        "it: e^(2B_n) = √(1+Au²) with u = ln t + O(1).",
        steps=[
            GAIN_GROWS,
            limit_is("B_n = ¼ ln(1+7(ln t)²) → ∞", sympy.log(1 + 7 * sympy.log(t) ** 2) / 4, t, sympy.oo),
        ],
        confirm=(1, 2, 3),
    ),
)
INTRO.add(
    "one-hot",
    lambda x: at_most(x.arithmetic.exp(2 * x.B), 1 + x.arithmetic.sqrt(x.late_factor / x.C0) * x.late_log),
    given=LARGE,
    where=LATE,
    content=GROWTH_FACTOR,
    met=FROM_FOUR_LATE,
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


@dataclass(frozen=True)
class Residual:
    """K classes of one query m that overlap by e before and by (1+e)/2 after the residual connection; m is in no support."""

    K: int
    M: Ball
    e: Ball

    @property
    def beta(self) -> Ball:
        return equal_pull((1 + self.e) / 2, self.K, self.M)


def bind_residual(i: Instance, arithmetic: Arithmetic) -> Residual:
    """``K``, ``M``, ``e``."""
    del arithmetic
    return Residual(int(i.K), balls.ball(i.M), balls.ball(i.e))


RESIDUAL = Domain(
    name="classes of one query with a residual connection",
    draw=lambda: st.builds(
        lambda K, M, e: {"K": K, "M": M, "e": e}, st.integers(2, 60), st.integers(100, 10**6), st.fractions(0, Fraction(1, 2))
    ),
    bind=bind_residual,
    conditions=(
        Condition("2 ≤ K ≤ M", lambda i: 2 <= i.K <= i.M),
        Condition(
            "0 ≤ (K-1) f_n·f_n' < 1/K",
            lambda i: i.e >= 0 and i.K * (i.K - 1) * i.e < 1,
            lambda i: i.but(e=Fraction(i.e) / int(i.K) ** 2),
        ),
    ),
    small=lambda: (Instance(K=K, M=36 * K**4, e=0) for K in range(2, 60)),
    variables={"K": "number of classes of the query", "M": "vocabulary size", "e": "f_n·f_n'", "beta": "β_nn'"},
    met="K ≥ 2, 0 ≤ f_n·f_n' < 1/(K(K-1))",
)
S7.add(
    "residual beta",
    lambda x: at_least(x.beta, (x.e + 1) / 10),
    given=RESIDUAL,
    content=never_negative("β_nn'"),
    met=RESIDUAL.met,
    says="with ū = LN(LN(ũ)+u_{x_T}): β_nn' ≈ f_nᵀf_n' + I(ψ(n)=ψ(n')) (two classes of one query; here at least a tenth of it)",
    proof=RefutedAlong(
        family=Family(
            "K = k classes of one query without overlap, M = 36k⁴", lambda k: Instance(K=k, M=36 * k**4, e=0), first=2
        ),
        how="The directions (f_n + e_m)/√2 overlap by ½, so E'_nn' = ½/(½(1+(K-1)/2)) = 2/(K+1): β_nn' = 2/(K+1) + O(1/M) → 0, "
        "not 1.",
        steps=[
            exact("K = 2, 3, 4: E' and β at equal overlaps", coefficients_agree),
            identity("E' at e = 1/2", equal_correction(sympy.Rational(1, 2), K), 2 / (K + 1)),
            limit_is("2/(K+1) → 0", 2 / (K + 1), K, 0),
        ],
        confirm=(30, 100, 1000),
    ),
    depends_on=["scan_snap/Theorem 1/Eqn 88"],
)
S7.add(
    "residual connection",
    None,
    met="nowhere with two classes at one query: there |λ₁| ≥ 1/2 ≥ 1/K",
    says="with ū = LN(LN(ũ)+u_{x_T}): (9) sums over ψ⁻¹(ψ(n)) only, and Theorem 2 applies within each subset",
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
    note="An empty hypothesis: no comparison at an instance.",
)

STATEMENTS = (S6, S7, INTRO)
