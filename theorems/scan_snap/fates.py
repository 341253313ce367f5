"""The two fates of attention, what the introduction makes of them, and residual connections (scan_snap, Sections 1, 6, 7)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import sympy
from hypothesis import strategies as st

from kernels import balls
from kernels.arithmetic import Arithmetic, Number
from kernels.balls import Ball
from theorems.kernel.scripts import only
from theorems.proofs import *
from theorems.provers.calculation import K as K_FAMILY
from theorems.scan_snap import transition, twins
from theorems.scan_snap.attention_dynamics import (
    CLASSES_OF_QUERY,
    COMMON_ARE_TOKENS,
    IN_ONE,
    L4,
    moved,
    movement,
    of_the_common_token,
)
from theorems.scan_snap.attention_dynamics import overlap as overlapping
from theorems.scan_snap.class_fates import RIVAL, common_falls, least, not_falling, other_falls, ranked, rises_bounded
from theorems.scan_snap.class_flow import LOSES, exponent_above, rise, rises, rooms
from theorems.scan_snap.contents import GROWTH_FACTOR, SHARE
from theorems.scan_snap.distinct_tokens import T3
from theorems.scan_snap.growth_exponent import (
    LATE,
    a_logarithm,
    clocked,
    exponent_closed,
    gamma_reached,
    late_growth,
    late_log,
    reached,
)
from theorems.scan_snap.language import *
from theorems.scan_snap.transition import Started
from theorems.scan_snap.twins import OF_TWINS, STRONG_STILL, coefficients_agree, equal_correction, equal_pull
from theorems.scan_snap.two_stages import around_late_logarithm
from theorems.textbook import *

_K, x = positive("K"), positive("x")
S6 = Lemma(
    "Section 6",
    "Section 6",
    "two fates of attention",
    given=ALONG,
    provenance=PROVENANCE,
    uses=["Theorem 3/Eqn 11", "Theorem 3/Eqn 12"],
)
GAIN_GROWS = limit_is("r(0) e^(2f²(0)B) → ∞ as B → ∞ (r(0) = 1/10, f² = 1/50)", sympy.exp(x / 25) / 10, x, sympy.oo)

OTHERS_TOO = replace(ONE_CLASS, points=GAINS.where(DOMINANT, TWO_TOKENS, BEHIND), ranges=(*ONE_CLASS.ranges, RIVAL))
with S6.where(given=OTHERS_TOO):
    S6["slow decay"] = Implies(
        xi[n](t) >= 1 / t, (Limit(B[n](t), t, INFINITY) == INFINITY) & (Limit(f[n, lp](t), t, INFINITY) == 0)
    )
S6["slow decay"].bridge(
    (f[n, lp](t) ** 2 <= 1 / (2 + r[l_0, lp](0) * least))
    & (f[n, c](t) ** 2 <= (score[c, n](0) / score[l_0, n](0)) ** 2 / least)
)
S6["slow decay"].in_words("Both limits: ξ_n ≥ 1/t makes B_n grow like η_Z log t, and the compared bounds fall to 0 with it.")
S6["slow decay"].trivial(SHARE).note(
    "All tokens l' but the dominant one drop. Compared: f_nl'² ≤ 1/(2+r_{l₀/l'}(0)e^(2f²B_n)) for distinct l', "
    "f_nc² ≤ (c̃_c(0)/c̃_l₀(0))²e^(-2f²B_n) for the common token c."
)


@proof(S6["slow decay"])
def _() -> None:
    """By Theorem 3 χ_l₀ ≥ e^{2f²(0)B}. For distinct l, f_l²(2 + r_{l₀/l}) = f_l² + f_l₀² ≤ 1 and r_{l₀/l} = r(0)χ_l₀;
    for the common one f_l² ≤ f_l²/f_l₀² ≤ (its start)/χ_l₀, since z_l falls.
    """
    have(chi[l_0](t) >= least, T3["Eqn 12"])
    obtain(other_falls, common_falls)


def in_order(tokens: SetOf) -> ForAll:
    """Of two tokens the one with the larger probability has the larger score."""
    larger = Implies(P(l, n) > P(lp, n), score[l, n](t) > score[lp, n](t))
    return ForAll(l, tokens, ForAll(lp, tokens, larger))


with S6.where(given=OF_TWINS.where(DOMINANT, twins.ONE_QUERY)):
    S6["ranking"] = in_order(contextual)
S6["ranking"].uses("Theorem 3/Eqn 11")
S6["ranking"].refuted("own=2,1 common=2 copies=2 share=1/2 l=0 other=1 M=400 K=2")
S6["ranking"].note(
    "In print: all contextual tokens but the dominant one drop following the ranking order of P(l|n). Z(0) "
    "= 0: of two tokens the one with the larger P(l|n) keeps more attention."
)
repaired = S6["ranking"].instead(
    given=replace(ONE_CLASS, points=ALONE.where(DOMINANT)),
    claim=in_order(G_DT),
    why="distinct tokens only: a frequent common token falls below a rare distinct one",
)


@proof(repaired.note("Z(0) = 0."))
def _() -> None:
    """c̃² = P²/(1 - 2P²τ) in the clock of the class, which grows with P."""
    ranked(l, lp)


with S6.where(given=ONE_CLASS):
    S6["bounded"] = Words("if ", B[n](t), " is bounded, the token combination becomes fixed")
S6["bounded"].bridge(
    ForAll(l, G_DT, abs(z[m, l](t) - z[m, l](0)) <= B[n](t)) & (abs(z[m, c](t) - z[m, c](0)) <= SIZE_OF_QUERY * B[n](t))
)
S6["bounded"].trivial(never_negative("|z_l(t) - z_l(0)|"))
S6["bounded"].note(
    "One common token c. Compared: a distinct logit rises by at most B_n, the common one falls by at most Σ B_n over the "
    "classes of its query (images of each other)."
)
S6["bounded"].in_words("That the logits converge is not compared; that they move no further than B_n is.")


@proof(S6["bounded"].uses("Theorem 2/Eqn 98", "Theorem 2/Eqn 100", "Theorem 3/xi"))
def _() -> None:
    """Every distinct logit rises by ∫η_Z f²ξ ≤ B_n, the common one falls by Σ_n ∫η_Z(1-f²)ξ_n ≤ Σ B_n: monotone and
    bounded, so all converge, and all ratios of scores converge to positive numbers.
    """
    obtain(rooms(t), not_falling, rises_bounded, exponent_above(l))
    have(rises(t) >= 0, SUM_NONNEGATIVE(terms(rises(t)), k, G_DT))
    hence(LOSES(t), ABS_OF_NONNEGATIVE(rise(l, t)), ABS_OF_NONPOSITIVE(rise(c, t)))


def winning(k: int) -> Instance:
    """A class 2 : 1 with a common token, when the dominant token has χ = 2^k."""
    return Instance(own="2,1", common=1, copies=1, share=1 - Fraction(1, 2**k), l=0, other=1)


with S6.where(given=replace(ONE_CLASS, points=GAINS.where(DOMINANT, TWO_TOKENS, BEHIND))):
    S6["slow growth"] = Words("if ", B[n](t), " grows very slowly, the token combination is fixed")
S6["slow growth"].bridge(f[n, lp](t) ** 2 >= Q(1, 100)).trivial(SHARE)
S6["slow growth"].note("Growth without bound. Compared: the other tokens keep f_nl² ≥ c for ever, here c = 1/100.")
S6["slow growth"].proved(
    RefutedAlong(
        family=Family("scores 2 : 1 of the distinct tokens, 1 of the common one, at the time when χ_l₀ = 2^k", winning),
        how="Theorem 3: χ_l₀ ≥ e^{2f²(0)B_n} → ∞ whenever B_n → ∞, however slowly; then f_nl → 0 for every other token: "
        "winner takes all, only later.",
        steps=[
            GAIN_GROWS,
            limit_is("f_l'² ≤ 1/(1+r) with r = 3χ: 1/(1+3χ) → 0", 1 / (1 + 3 * x), x, 0),
        ],
        confirm=(8, 20, 100),
        in_words='that f_l\' → 0 for the others is what "winner takes all" denies; the limits are checked for one '
        "start of the family.",
    )
)

ONE = replace(CLASS_WORDS, points=classes_domain("single common token", ONE_COMMON, ONE_QUERY)).knowing(
    {m: lambda x: x.psi[0], l: lambda x: x.common[0]}
)
ranges = (*CLASS_WORDS.ranges, COMMON_ARE_TOKENS, CLASSES_OF_QUERY)
of_the_model = Sum(n, of_query(m), f[n, l] * Sum(np, others, beta[n, np] * (f[n, l] ** 2 - 1) * f[np, l]))
with S6.where(given=replace(CLASS_WORDS, points=ONE.points, ranges=ranges)):
    S6["Eqn 13 first"] = of_the_common_token(ddt(z[m, l], t) == eta_Z * gamma * of_the_model)
S6["Eqn 13 first"].note("l is the single common token, and ψ(n) = m for all n.").uses("Theorem 2/Eqn 99")


@proof(S6["Eqn 13 first"])
def _() -> None:
    """f_nᵀf_n' = f_nl f_n'l in Eqn 97."""
    obtain(overlapping)
    with proving(ForAll(n, of_query(m), movement.body == of_the_model.body)):
        hence(IN_ONE, equal(moved, last_factor(of_the_model)))
    hence(L4["Eqn 97"], equal(movement, of_the_model))


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
        Condition(K >= 2, built=Condition(K >= 1)),
        Condition(
            (rho_0 > 0) & (z[m, l] <= 0),
            lambda i: i.rho0 > 0 and i.z <= 0,
            built=Condition(rho_0 > 0, lambda i: i.rho0 > 0, said="a norm"),
        ),
    ),
    small=lambda: (Instance(K=K, rho0=1, z=z) for K in range(2, 40) for z in (0, -1)),
    variables={
        "K": "number of classes",
        "rho0": "the constant norm ρ₀",
        "z": "z_ml",
        "C0": "ρ₀⁴/K",
        "xi": "ξ_n/γ",
        "drift": "ż_ml/(η_Zγ)",
    },
    feasible="K ≥ 2, ρ₀ > 0, z ≤ 0; with e^(2z)/ρ₀² < 1/(K(K-1)) inside Assumption 2",
)
WITH_COUNTS = Computed(
    APPROXIMATE,
    {
        K: lambda x: x.classes,
        rho_0: "rho0",
        C_0: "C0",
        eta_Z: lambda _: 1,  # time is counted so that η_Zγ = 1
        gamma: lambda _: 1,
        z[m, l]: "z",
        ddt(z[m, l], t): "drift",
        xi[n](t): "xi",
    },
    ranges=(Member(K, INTEGERS),),
)
share = exp(2 * z[m, l]) / rho_0**2  # of f_nl², and the overlap
k = Symbol("k")
partners = Range(expr(2), K)  # of the first class
ROTATED = Definition(
    "Eqn 13 for equal classes, pair by pair",
    (),
    (ddt(z[m, l], t) == -(eta_Z * gamma * Sum(k, Range(expr(1), K), Sum(np, partners, share * share))))
    & (xi[n](t) == gamma * Sum(np, partners, share * share))
    & (C_0 == rho_0**4 / K),
    of=WITH_COUNTS,
    at=((),),
)
SETTING = Definition("time counted so that η_Zγ = 1", (), (eta_Z == 1) & (gamma == 1), of=WITH_COUNTS, at=((),))
every = Range(expr(1), K)
of_partners = Sum(np, partners, share * share) == (K - 1) * share**2


@auxiliary(of_partners)
def partners_alike() -> None:
    """K - 1 equal terms."""
    hence(SUM_OF_CONSTANT(share * share, np, partners), COUNT(np, 2, K))


OF_ALL = (
    SUM_EQUAL(lambda _: Sum(np, partners, share * share), lambda _: (K - 1) * share**2, k, every),
    SUM_OF_CONSTANT((K - 1) * share**2, k, every),
    COUNT(k, 1, K),
)
rate = C_0**-1 * eta_Z * gamma * exp(4 * z[m, l])
with S6.where(given=WITH_COUNTS):
    S6["Eqn 13 z"] = Words(ddt(z[m, l], t), " ≈ ", -rate)
S6["Eqn 13 z"].bridge(ddt(z[m, l], t) >= -(2 * rate)).note("C₀ = ρ₀⁴/K. Compared: from below, up to the factor 2.")
S6["Eqn 13 z"].in_words("One factor is compared. The two sides differ by K - 1, which passes every factor.")
repaired = S6["Eqn 13 z"].repair(
    claim=ddt(z[m, l], t) == -((K - 1) * rate),
    why="the factor K-1 from summing over the classes of the query; with the 1/K that Eqn 10 lacks, (K-1)/K",
)


@proof(repaired.uses("Section 6/Eqn 13 first"))
@proof(
    S6["Eqn 13 z"],
    RefutedAlong(
        family=Family("K = k + 3, ρ₀ = 1, z = 0", lambda k: Instance(K=k + 3, rho0=1, z=0)),
        calculation=Contrary((K == K_FAMILY + 3, rho_0 == 1, z[m, l] == 0)),
        confirm=(1, 7, 27),
    ),
)
def _() -> None:
    """With f_nl ≈ e^z/ρ₀, β ≈ f·f' ≈ e^(2z)/ρ₀², 1-f² ≈ 1 the double sum has K(K-1) terms e^(4z)/ρ₀⁴; C₀⁻¹ = K/ρ₀⁴ counts K of
    them. The two sides differ by the factor K-1 (none for K = 2), which no constant bounds. ξ_n is counted right, so ż =
    -η_Z Σ_n ξ_n and Eqn 13 disagree.
    """
    obtain(partners_alike)
    hence(ROTATED(), SETTING(), *OF_ALL)


with S6.where(given=WITH_COUNTS):
    S6["Eqn 13 xi"] = Words(xi[n](t), " ≈ ", C_0**-1 * gamma * exp(4 * z[m, l]))
estimate = C_0**-1 * gamma * exp(4 * z[m, l])
S6["Eqn 13 xi"].bridge((xi[n](t) >= estimate / 2) & (xi[n](t) <= estimate)).trivial(never_negative("ξ_n/γ"))
S6["Eqn 13 xi"].note("Compared: between 1/2 and 1 times, time counted so that η_Zγ = γ = 1.")


@proof(S6["Eqn 13 xi"])
def _() -> None:
    """K - 1 of K equal terms."""
    obtain(partners_alike)
    hence(ROTATED(), SETTING())


E_corrected = Symbol("E′")
overlap = f[n] ** top * f[np]
IMAGES = OF_TWINS.where(twins.ONE_QUERY).knowing({beta[n, np]: "beta", E_corrected[np, n]: "correction", overlap: "overlap"})
up_to_two = (
    (beta[n, np] >= overlap / 2)
    & (beta[n, np] <= 2 * overlap)
    & (E_corrected[np, n] >= overlap / 2)
    & (E_corrected[np, n] <= 2 * overlap)
    & (1 - overlap >= Q(1, 2))
)
with S6.where(given=IMAGES):
    S6["estimate"] = Words(beta[n, np], " ≈ ", E_corrected[np, n], " ≈ ", overlap, " and ", 1 - overlap, " ≈ 1")
S6["estimate"].bridge(up_to_two).trivial(never_negative("β_nn', E'_nn', 1 - f_n·f_n'")).uses("Theorem 1/Eqn 88")
S6["estimate"].refuted("own=2,1 common=2 copies=2 share=9/10 l=0 other=1 M=400 K=2")
S6["estimate"].note("A single common token, while it shrinks. ≈ is compared as: up to the factor 2.")
repaired = S6["estimate"].repair(STRONG_STILL, why="while Assumption 2 lasts: later β_nn' tends to 1/M, not to f_n·f_n'")
repaired.trivial(never_negative("β_nn', E'_nn', 1 - f_n·f_n'")).note("≈ is compared as: up to the factor 2.")
repaired.uses("Theorem 1/Eqn 88", "Theorem 3/Assumption 2 kept").proved(
    proved(
        "E'/e = 1/((1-e)(1+(K-1)e)) with (K-1)e < 1/K: at most 4/3 (K = 2) and 1 (K ≥ 3), at least 1/(1+1/K) ≥ 2/3. β/e = "
        "(M/(M-1))² E'/e + a/(e(1+(K-1)e)) with a/e ≤ M^(3/2)/(6(M-1)²), and M ≥ 145.",
        exact("K = 2, 3, 4: E' and β at equal overlaps", coefficients_agree),
        nonnegative("K = 2: 4/3 - 1/(1-e²) ≥ 0 with e² = 1/(4+s)", sympy.Rational(4, 3) - 1 / (1 - 1 / (4 + slack("s")))),
        nonnegative(
            "K = 3 + k, e = (K-2)/((K-1)(1+s)): (K-2) - (K-1)e ≥ 0, so (1-e)(1+(K-1)e) ≥ 1",
            (1 + slack("k")) - (1 + slack("k")) / (1 + slack("s")),
        ),
        exact(
            "(145/144)²·4/3 + 145²/(6·12·144²) < 2", lambda: Fraction(145, 144) ** 2 * 4 / 3 + Fraction(145**2, 72 * 144**2) < 2
        ),
        in_words="the inverse at equal overlaps for every K; it is checked for K = 2, 3, 4, the bounds of its entries for all.",
    )
)

rate_of_turn = 4 * (K - 1)
by_turn = Integral(1 / (C_0 + rate_of_turn * G), G, expr(0), Gamma(t))
OF_THE_MODEL = ALONG.knowing(
    {
        B[n](t): "B_of_the_model",
        by_turn: lambda x: balls.integral(lambda G: 1 / (x.C0 + 4 * (x.K - 1) * G), 0, x.Gamma),
    }
)
smooth = continuous(1 / (C_0 + rate_of_turn * G), G, expr(0), Gamma(t))
OF_THE_MODEL = replace(OF_THE_MODEL, ranges=(*OF_THE_MODEL.ranges, smooth))
SUMMED_BY_GAMMA = Definition(
    "Eqn 13 with its terms counted: ż = -(K-1)C₀⁻¹η_Zγe^(4z) gives e^(-4z) = 1 + 4(K-1)Γ/C₀, and dB_n = ((K-1)/K)C₀⁻¹e^(4z) dΓ",
    (),
    B[n](t) == (K - 1) / K * by_turn,
    of=OF_THE_MODEL,
    at=((),),
)
with S6.where(given=OF_THE_MODEL):
    S6["B of Eqn 13"] = B[n](t) == Q(1, 4) * log(1 + 4 * Gamma(t) / C_0)
S6["B of Eqn 13"].refuted("M=2 K=2 eta=1/2 t=1 eta_Z=1/2 C0=1")
S6["B of Eqn 13"].from_("inferred").note(
    "Of the model of Eqn 13. Not printed in these words: Theorem 4 takes (118), (119) from Eqn 13."
)
S6["B of Eqn 13"].uses("Section 6/Eqn 13 z", "Section 6/Eqn 13 xi", "Theorem 4/Eqn 124")
counted = B[n](t) == 1 / (4 * K) * log(1 + 4 * (K - 1) * Gamma(t) / C_0)
repaired = S6["B of Eqn 13"].repair(
    claim=counted, why="ż = -(K-1)C₀⁻¹η_Zγe^(4z) and ξ_n = ((K-1)/K)C₀⁻¹γe^(4z), each sum with its number of terms"
)


def antiderivative(reached: Expr) -> Expr:
    """That of 1/(C₀ + 4(K-1)Γ)."""
    return 1 / rate_of_turn * log(C_0 + rate_of_turn * reached)


@proof(repaired.uses("Section 6/Eqn 13 z", "Section 6/Eqn 13 xi"))
def _() -> None:
    """e^(-4z) = 1 + 4(K-1)Γ/C₀ and B = ∫((K-1)/K) dΓ/(C₀ + 4(K-1)Γ)."""
    obtain(gamma_reached(t))
    have(Gamma(t) >= 0)
    have(rate_of_turn * Gamma(t) >= 0)
    derived = ddt(antiderivative(G), G) == 1 / (C_0 + rate_of_turn * G)
    with proving(ForAll(G, REALS, Implies((expr(0) <= G) & (G <= Gamma(t)), derived))):
        have(rate_of_turn * G >= 0)
        hence()
    (
        calc(B[n](t))
        .eq((K - 1) / K * by_turn, SUMMED_BY_GAMMA())
        .eq(
            (K - 1) / K * (antiderivative(Gamma(t)) - antiderivative(expr(0))),
            FUNDAMENTAL(antiderivative, lambda G: 1 / (C_0 + rate_of_turn * G), G, 0, Gamma(t)),
        )
        .eq(1 / (4 * K) * (log(C_0 + rate_of_turn * Gamma(t)) - log(C_0)))
        .eq(counted.right, LOG_OF_QUOTIENT(C_0 + rate_of_turn * Gamma(t), C_0))
    )


INTRO = Lemma(
    "Introduction", "Section 1", "attention does not collapse", given=ALONG, uses=["Theorem 3/Eqn 12", "Theorem 4/snapping B"]
)


@dataclass(frozen=True)
class Collapse(Started):
    """The transition of a class whose dominant token starts with the gain ``r0`` over another."""

    r0: Number = None


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
    conditions=(*STARTED.conditions, Condition(r[l_0, l](0) > 0, lambda i: i.r0 > 0)),
    small=lambda: (i.but(f2_start=Fraction(4, 5), r0=3) for i in transition.small()),
    variables={**STARTED.variables, "r0": "r_{l₀/l|n}(0)"},
)


def late_in_training(k: int) -> Instance:
    """f²(0) = 4/5 against 1/5 (r₀ = 3), at t = 10^(10^k)."""
    return Instance(M=100, K=2, eta=Fraction(1, 2), t=10 ** (10**k), eta_Z=Fraction(1, 2), C0=1, f2_start=Fraction(4, 5), r0=3)


LATE_COLLAPSE = (
    M >= 100,
    K == 2,
    eta_Y == Q(1, 2),
    eta_Z == Q(1, 2),
    C_0 == 1,
    t >= 10**5,
    f[n, l_0](0) ** 2 >= Q(3, 4),
    f[n, l_0](0) ** 2 < 1,
    r[l_0, l](0) == 3,
)
grown = (M - 1) * h(t / K)
AT_TEN = (FLOW_EQUATION(t / K), EXP_GROWS(M * h(t / K), 10), FACTOR_KEEPS_ORDER(10**5, t, M))
with INTRO.where(given=replace(WITH_A_START, points=COLLAPSE).knowing({r[l_0, l](0): "r0"})):
    INTRO["one-hot"] = Words("the self-attention layer will not collapse to one-hot, because of the phase transition")
INTRO["one-hot"].bridge(1 / (1 + r[l_0, l](0) * least) >= Q(1, 20)).trivial(SHARE)
INTRO["one-hot"].note(
    "Compared: another token keeps f_nl² ≥ c for all t, here c = 1/20; by Theorem 3 f_nl² is at most 1/(1 + r₀e^(2f²(0)B_n))."
)
INTRO["one-hot"].in_words("One share c is compared. The bound tends to 0 as B_n grows, below every c.")


@proof(
    INTRO["one-hot"],
    RefutedAlong(
        family=Family("f_nl₀²(0) = 4/5, r₀ = 3, M = 100, K = 2, η_Y = η_Z = 1/2, C₀ = 1, t = 10^(10^k)", late_in_training),
        confirm=(1, 2, 3),
        calculation=Contrary(LATE_COLLAPSE),
    ),
)
def _() -> None:
    """Theorems 3 and 4 together say the opposite about t → ∞: B_n → ∞, so χ_l₀ ≥ e^(2f²(0)B_n) → ∞, r_{l₀/l} = r(0)χ_l₀ → ∞
    for every other distinct token, and common tokens fall: f_n → e_l₀, one-hot. The transition only delays it: e^(2B_n) =
    √(1+Au²) with u = ln t + O(1).
    """
    with proving(grown >= 9):
        with case(M * h(t / K) <= 10):
            have(M * 9 <= M * grown, only(*LATE_COLLAPSE[:3], exp(10) <= 30000, *AT_TEN))
        with otherwise():
            hence(FLOW_STARTS_AT_ZERO(t / K))
    obtain(exponent_closed(t))
    have(reached >= 325)
    have(B[n](t) >= Q(1, 4) * log(325), LOG_GROWS(325, reached))
    hence(EXP_GROWS(Q("2.1"), 2 * f[n, l_0](0) ** 2 * B[n](t)))


exponent_bounded = exp(2 * B[n](t)) <= 1 + sqrt(late_growth / C_0) * late_log
repaired = INTRO["one-hot"].instead(
    *LATE,
    given=WITH_A_START,
    claim=(chi[l_0](t) <= exp(2 * B[n](t))) & exponent_bounded,
    why="not within any number of steps that is polynomial in the gain, instead of never: the gain is at most of the order "
    "ln t",
)
repaired.trivial(GROWTH_FACTOR, FROM_FOUR_LATE)
repaired.note("With A = 2K(M-1)²η_Z/(M²η_YC₀) a gain X takes exp(X/√A) steps. χ_l₀ ≤ e^(2B_n) is Theorem 3.")
growth_rate, height = late_growth / C_0, M * h(t / K)
SIGNS = (M >= 4, K >= 1, eta_Y > 0, C_0 > 0, t > 0)
scaled = growth_rate * late_log**2


@proof(repaired)
def _() -> None:
    """χ ≤ e^(2B_n) is Theorem 3; e^(4B_n) = 1 + A(Mh)² with Mh ≤ ln(Mη_Yt/K), and √(1 + x²) ≤ 1 + x."""
    obtain(around_late_logarithm, exponent_closed(t), a_logarithm)
    have(chi[l_0](t) <= exp(2 * B[n](t)), CHI_OF_THEOREM_3())
    have(t > 0, only(M >= 4, K >= 1, eta_Y > 0, 2 <= clocked))
    have(0 <= height, FLOW_STARTS_AT_ZERO(t / K))
    have(growth_rate > 0)
    grows = FACTOR_KEEPS_ORDER(height**2, late_log**2, growth_rate)
    have(growth_rate * height**2 <= scaled, SQUARE_GROWS(height, late_log), grows)
    have(sqrt(growth_rate) * late_log >= 0, FACTOR_KEEPS_ORDER(0, late_log, sqrt(growth_rate)))
    have(reached <= 1 + scaled, only(*SIGNS, growth_rate * height**2 <= scaled))
    have(scaled >= 0)
    (
        calc(exp(2 * B[n](t)))
        .eq(sqrt(reached))
        .le(sqrt(1 + scaled), ROOT_GROWS(reached, 1 + scaled))
        .le(1 + sqrt(scaled), ROOT_OF_SUM(1, scaled))
        .le(1 + sqrt(growth_rate) * late_log, ROOT_BELOW(scaled, sqrt(growth_rate) * late_log))
    )


S7 = Lemma("Section 7", "Section 7", given=ONE, provenance=PROVENANCE, uses=["Theorem 1/Eqn 9", "Lemma 13"])


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
        Condition(chain(2, "<=", K, "<=", M)),
        Condition(
            chain(0, "<=", (K - 1) * overlap, "<", 1 / K),
            lambda i: i.e >= 0 and i.K * (i.K - 1) * i.e < 1,
            lambda i: i.but(e=Fraction(i.e) / int(i.K) ** 2),
        ),
    ),
    small=lambda: (Instance(K=K, M=36 * K**4, e=0) for K in range(2, 60)),
    variables={"K": "number of classes of the query", "M": "vocabulary size", "e": "f_n·f_n'", "beta": "β_nn'"},
    feasible="K ≥ 2, 0 ≤ f_n·f_n' < 1/(K(K-1))",
)


@dataclass(frozen=True)
class Apart(Residual):
    """K classes of K queries that share one token: they overlap by e before and by e/2 after the residual connection."""

    @property
    def beta(self) -> Ball:
        return equal_pull(self.e / 2, self.K, self.M)

    @property
    def drift(self) -> Ball:
        """ż_ml of the shared token l, but for positive factors: f_nl Σ β_nn' ((f_n·f_n')f_nl - f_n'l)."""
        return -(self.K - 1) * self.beta * self.e * (1 - self.e)


def bind_apart(i: Instance, arithmetic: Arithmetic) -> Apart:
    """``K``, ``M``, ``e``."""
    return Apart(**vars(bind_residual(i, arithmetic)))


APART = replace(
    RESIDUAL,
    name="classes of different queries with a residual connection",
    bind=bind_apart,
    draw=lambda: st.builds(
        lambda K, share: {"K": K, "M": 400 * K**4, "e": 2 * share / (K * (K - 1))},
        st.integers(2, 60),
        st.fractions(Fraction(7, 10), Fraction(99, 100), max_denominator=100),
    ),
    conditions=(
        Condition(chain(2, "<=", K, "<=", M)),
        Condition(chain(0, "<", overlap, "<", 1), lambda i: 0 < i.e < 1),
        Condition(
            (6 / sqrt(M) <= overlap / 2) & ((K - 1) * overlap / 2 < 1 / K),
            lambda i: Fraction(i.e) ** 2 * i.M >= 144 and i.K * (i.K - 1) * i.e < 2,
            said="Assumption 2 with the residual connection",
        ),
    ),
    small=lambda: (Instance(K=K, M=400 * K**4, e=Fraction(8, 5 * K * (K - 1))) for K in range(2, 60)),
    feasible="ψ injective, K ≥ 2, 12/√M ≤ f_n·f_n' < 2/(K(K-1))",
)
psi = Symbol("ψ")
normalised = "with ū = LN(LN(ũ)+u_{x_T}): "
with S7.where(given=Computed(RESIDUAL, {beta[n, np]: "beta", overlap: "e"})):
    S7["residual beta"] = Words(normalised, beta[n, np], " ≈ ", overlap + Indicator(psi(n) == psi(np)))
S7["residual beta"].bridge(beta[n, np] >= (overlap + 1) / 10).trivial(never_negative("β_nn'"), RESIDUAL.feasible)
S7["residual beta"].note(
    "Two classes of one query, β_nn' by Eqn 88, Assumption 2 without the residual connection. ≈ is compared as: at least a "
    "tenth of it."
)
S7["residual beta"].uses("Theorem 1/Eqn 88").proved(
    RefutedAlong(
        family=Family(
            "K = k classes of one query without overlap, M = 36k⁴", lambda k: Instance(K=k, M=36 * k**4, e=0), first=2
        ),
        how="The directions (f_n + e_m)/√2 overlap by ½, so E'_nn' = ½/(½(1+(K-1)/2)) = 2/(K+1): β_nn' = 2/(K+1) + O(1/M) → 0, "
        "not 1.",
        steps=[
            exact("K = 2, 3, 4: E' and β at equal overlaps", coefficients_agree),
            identity("E' at e = 1/2", equal_correction(sympy.Rational(1, 2), _K), 2 / (_K + 1)),
            limit_is("2/(K+1) → 0", 2 / (_K + 1), _K, 0),
        ],
        confirm=(30, 100, 1000),
        in_words="the closed form of E' for K classes whose directions overlap by ½; it is checked for K = 2, 3, "
        "4, its limit for all, members in balls.",
    )
)
g, iota = symbols("g ι")
same_query = Without(of_query(psi(n)), n)
ONE_CLASS_PER_QUERY = (
    "Theorem 1 needs Assumption 2. With two classes at one query it cannot be met: their directions (f_n+e_m)/|f_n+e_m| have "
    "a product of at least ½, so |λ₁| ≥ ½ ≥ 1/K (Lemma 13). It leaves one class for each query, as here. "
)
with S7.where(given=Computed(APART, {beta[n, np]: "beta", overlap: "e", ddt(z[m, l], t): "drift"})):
    S7["residual gradient"] = Words(
        normalised, g[n] == gamma * (iota[n] * f[n] - Sum(np, same_query, beta[n, np] * f[np])), " (Eqn 9)"
    )
    S7["residual subsets"] = Words(
        normalised,
        "Theorem 2 applies within each subset ",
        of_query(m),
        ": for every token l that is distinct in it, ",
        ddt(z[m, l], t) > 0,
    )
S7["residual gradient"].bridge(beta[n, np] == 0).uses("Theorem 1/Eqn 9", "Theorem 1/Eqn 88", "Lemma 13")
S7["residual gradient"].refuted("K=2 M=6400 e=4/5").note(
    ONE_CLASS_PER_QUERY + "The sum is empty, so compared: β_nn' = 0 for classes of two queries, as F has full rank. What is "
    "left out is all that moves attention: (f_nf_nᵀ-I)f_n = 0 in (10)."
)
S7["residual subsets"].bridge(ddt(z[m, l], t) > 0).uses("Theorem 2/a", "Lemma 4/Eqn 10", "Lemma 13")
S7["residual subsets"].refuted("K=2 M=6400 e=4/5").note(
    ONE_CLASS_PER_QUERY + "Every token of n is distinct in its subset. Compared, but for positive factors: ż_ml of a token "
    "that two classes of different queries share. By (10) it falls; by the sum over the subset, which is empty, it rests."
)

STATEMENTS = (S6, S7, INTRO)
