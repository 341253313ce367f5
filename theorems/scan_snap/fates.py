"""The two fates of attention, what the introduction makes of them, and residual connections (scan_snap, Sections 1, 6, 7)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import sympy
from hypothesis import strategies as st

from kernels import balls
from kernels.arithmetic import Arithmetic, Number
from theorems.instance import Instance
from theorems.provers.families import Family, RefutedAlong
from theorems.scan_snap import transition
from theorems.scan_snap.classes import ONE_COMMON, ONE_QUERY, Classes, classes_domain
from theorems.scan_snap.contents import GROWTH_FACTOR, SHARE, never_negative
from theorems.scan_snap.gains import DOMINANT, GAINS, TWO_TOKENS
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
from theorems.scan_snap.transition import TRANSITION, Transition
from theorems.scan_snap.two_stages import late
from theorems.statement import Condition, Domain, Statement
from theorems.vocabulary import Comparison, Reading, at_least, at_most, equals

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
    note="A limit: no comparison at an instance. "
    "Under the hypotheses of Theorem 3: a strict maximum, common tokens that lose. With a tie (r(0) = 0) both winners "
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
    note="Convergence of all ratios: no comparison at an instance.",
)


def winning(k: int) -> Instance:
    """A class 2 : 1 with a common token, when the dominant token has χ = 2^k."""
    return Instance(own="2,1", common=1, copies=1, share=1 - Fraction(1, 2**k), l=0, other=1)


S6.add(
    "slow growth",
    lambda x: at_least(x.f2_other, balls.ball("1/100")),
    given=GAINS.where(DOMINANT, TWO_TOKENS),
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
    note="Carried through Eqns 120-129 it slows B_n down: B_n = (1/(4K)) ln(1 + 4(K-1)Γ/C₀). With the mean over "
    "single-sample steps (Lemma 4) "
    "both rates are divided by K.",
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


@dataclass(frozen=True)
class Collapse(Transition):
    """The transition of a class whose dominant token starts with f_l₀²(0) = ``f2_start`` and the gain ``r0`` over another."""

    f2_start: Number = None
    r0: Number = None

    @property
    def left_over(self) -> Number:
        """1/(1 + r₀ e^(2f²(0)B_n)): by Theorem 3 f_nl² of the other token is at most this."""
        return 1 / (1 + self.r0 * self.arithmetic.exp(2 * self.f2_start * self.B))


def bind_collapse(i: Instance, arithmetic: Arithmetic) -> Collapse:
    """A transition with ``f2_start`` and ``r0``."""
    w = transition.bind(i, arithmetic)
    extra = (arithmetic.number(i.f2_start), arithmetic.number(i.r0))
    return Collapse(w.arithmetic, w.M, w.K, w.eta, w.age, w.u, w.exp_u, w.eta_Z, w.C0, *extra)


COLLAPSE: Domain = replace(
    TRANSITION,
    name="a dominant token through the transition",
    draw=lambda: st.builds(
        lambda values, share, gain: values | {"f2_start": share, "r0": gain},
        transition.drawn(),
        st.fractions(Fraction(1, 2), Fraction(9, 10), max_denominator=10),
        st.fractions(Fraction(1, 10), 9, max_denominator=10),
    ),
    bind=bind_collapse,
    conditions=(
        *TRANSITION.conditions,
        Condition("0 < f_nl₀²(0) < 1, r_{l₀/l|n}(0) > 0", lambda i: 0 < i.f2_start < 1 and i.r0 > 0),
    ),
    small=lambda: (i.but(f2_start=Fraction(4, 5), r0=3) for i in transition.small()),
    variables={
        **TRANSITION.variables,
        "f2_start": "f_nl₀²(0)",
        "r0": "r_{l₀/l|n}(0)",
        "left_over": "1/(1 + r₀e^(2f²(0)B_n))",
    },
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
S7.add(
    "residual connection",
    None,
    met="nowhere with two classes at one query: there |λ₁| ≥ 1/2 ≥ 1/K",
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
    note="An empty hypothesis: no comparison at an instance. "
    "E' = I - (I+E)⁻¹ is not close to E there either: for K = 2 and E = ½, E' = ⅔.",
)

STATEMENTS = (S6, S7, INTRO)
