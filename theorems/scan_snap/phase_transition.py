"""Snapping (scan_snap, Section 6 and Appendix F): Theorem 4 and what is concluded from it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil

import sympy

from kernels import balls
from kernels import decoder_growth as growth
from kernels.arithmetic import SYMBOLIC, Number
from kernels.balls import Ball, Truth
from theorems.instance import Instance
from theorems.provers.argument import Step
from theorems.provers.families import Eventually, Family, RefutedAlong
from theorems.scan_snap.backpropagated_gradient import T1
from theorems.scan_snap.contents import EXPONENT, GROWTH_FACTOR, LOGIT, certainly, never_negative
from theorems.scan_snap.growth import FIRST_STAGE, FROM_FOUR_LATE, SECOND_STAGE
from theorems.scan_snap.steps import (
    PAPER,
    PROVENANCE,
    certain,
    convex_from_tangent,
    identity,
    limit_is,
    nonnegative,
    positive,
    proved,
    slack,
    strictly_positive,
)
from theorems.scan_snap.transition import TRANSITION, Transition, from_size, two_rates
from theorems.scan_snap.two_stages import LATE_MEANS_PAST, PAST, late
from theorems.statement import Condition, Statement
from theorems.vocabulary import Claimed, Comparison, Reading, at_least, at_most, equals, less, more

M, K, u, s, x, L, nu, c, G, C0, eta_Y, eta_Z, t, z, f, rho0 = (
    positive(name) for name in ("M", "K", "u", "s", "x", "L", "nu", "c", "G", "C0", "eta_Y", "eta_Z", "t", "z", "f", "rho0")
)
FROM_FOUR = Condition("M ≥ 4", lambda i: i.M >= 4, lambda i: i.but(M=max(i.M, 4)))
LATE = [FROM_FOUR, SECOND_STAGE]
LARGE = from_size(4)

T4 = Statement(
    PAPER,
    "Theorem 4",
    source="Section 6 and Appendix F",
    provenance=PROVENANCE,
    given=TRANSITION,
    depends_on=["scan_snap/Lemma 6", "scan_snap/Lemma 9/2a"],
    title="the phase transition in training",
)
zf = sympy.Function("z")
gamma_t = sympy.Function("gamma")
rate = -eta_Z / C0 * gamma_t(t) * sympy.exp(4 * zf(t))
CHAIN = identity(
    "d/dt e^(-4z) = 4C₀⁻¹η_Zγ along ż = -C₀⁻¹η_Zγe^(4z)",
    sympy.diff(sympy.exp(-4 * zf(t)), t).subs(sympy.diff(zf(t), t), rate),
    4 * eta_Z / C0 * gamma_t(t),
)
CHAINED: dict[str, tuple[str, Callable[[Transition], Claimed], tuple[Step, ...]]] = {
    "Eqn 120": (
        "e^(-4z)ż = -C₀⁻¹η_Zγ",
        lambda x: equals(x.arithmetic.exp(-4 * x.z) * x.z_rate, -x.eta_Z * x.gamma / x.C0),
        (identity("multiply by e^(-4z)", sympy.exp(-4 * zf(t)) * rate, -eta_Z / C0 * gamma_t(t)),),
    ),
    "Eqn 121": (
        "d e^(-4z) = 4C₀⁻¹η_Zγ dt",
        lambda x: equals(-4 * x.arithmetic.exp(-4 * x.z) * x.z_rate, 4 * x.eta_Z * x.gamma / x.C0),
        (CHAIN,),
    ),
    "Eqn 122": (
        "e^(-4z) = 4C₀⁻¹η_Z∫γ + 1",
        lambda x: (
            equals(x.arithmetic.exp(-4 * x.z), 4 * x.Gamma_by_time / x.C0 + 1, "printed"),
            equals(x.Gamma_by_z, x.Gamma_by_time, "z solves Eqn 118"),
        ),
        (CHAIN, identity("e⁰ = 1 at t = 0", sympy.exp(-4 * sympy.Integer(0)), 1)),
    ),
    "Eqn 123": (
        "ξ_n = C₀⁻¹γe^(4z) = γ/(C₀+4Γ)",
        lambda x: equals(x.gamma / x.C0 / (1 + 4 * x.Gamma_by_time / x.C0), x.gamma / (x.C0 + 4 * x.Gamma)),
        (CHAIN, identity("C₀⁻¹/(1 + 4Γ/C₀) = 1/(C₀+4Γ)", (1 / C0) / (1 + 4 * G / C0), 1 / (C0 + 4 * G))),
    ),
}
for label, (words, claim, steps) in CHAINED.items():
    T4.add(label, claim, says=words, proof=proved("From Eqns 118, 119 and z(0) = 0.", *steps), depends_on=[])

ANTIDERIVATIVE = identity(
    "∫_0^Γ dΓ'/(C₀+4Γ') = ¼ ln(1 + 4Γ/C₀): derivative", sympy.diff(sympy.log(1 + 4 * G / C0) / 4, G), 1 / (C0 + 4 * G)
)
AT_ZERO = identity("and value 0 at Γ = 0", sympy.log(1 + 4 * sympy.Integer(0) / C0) / 4, 0)
START = "M=2 K=1 eta=1/2 t=0 eta_Z=1/2 C0=2"
WITHOUT_START = "The integral starts at Γ(0) = 0, where ¼ ln(C₀+4Γ) is ¼ ln C₀, not 0: B_n(0) = 0 by definition."


def exponent(x: Transition, four_gamma: object, *, start: bool) -> Comparison:
    """B_n against ¼ ln(C₀ + 4Γ) (as printed) or ¼ ln(1 + 4Γ/C₀)."""
    inside = x.C0 + four_gamma
    return equals(x.B, x.arithmetic.log(inside / x.C0 if start else inside) / 4)


for label, words in (("Eqn 124", "B_n = ∫dΓ/(C₀+4Γ) = ¼ ln(C₀+4Γ)"), ("Eqn 129", "B_n = ¼ ln(C₀ + (2η_Z/η_Y)K(M-1)²h²(t/K))")):
    T4.add(label, lambda x: exponent(x, 4 * x.Gamma, start=False), says=words, witness=START, note=WITHOUT_START, depends_on=[])
    T4.add(
        label,
        lambda x: exponent(x, 4 * x.Gamma, start=True),
        says=words.replace("ln(C₀+4Γ)", "ln(1+4Γ/C₀)").replace(
            "ln(C₀ + (2η_Z/η_Y)K(M-1)²h²(t/K))", "ln(1 + (2η_Z/η_Y)K(M-1)²h²(t/K)/C₀)"
        ),
        reading=Reading.INTENDED,
        changed="the lower limit of the integral: divide by C₀ inside the logarithm",
        proof=proved("The antiderivative that vanishes at Γ = 0.", ANTIDERIVATIVE, AT_ZERO),
        depends_on=["scan_snap/Theorem 4/Eqn 123"],
    )
GAMMA_CLOSED = identity(
    "dΓ/dt = η_Zγ for Γ = (η_Z/η_Y)K(M-1)²h²/2 with du/dt = η_Y M/(K(M-1+e^u))",
    sympy.diff(eta_Z / eta_Y * K * ((M - 1) * u / M) ** 2 / 2, u) * eta_Y / K * growth.speed(SYMBOLIC, M, u),
    eta_Z * growth.speed_control(SYMBOLIC, M, u),
)
T4.add(
    "Eqn 125-128",
    lambda x: (equals(x.Gamma_by_time, x.Gamma, "over t"), equals(x.Gamma_by_h, x.Gamma, "over h")),
    says="Γ(t) = η_Z∫γ = (η_ZK/η_Y)∫γ(h')(M-1+e^(Mh'))dh' = (η_Z/η_Y)K(M-1)²h²(t/K)/2",
    proof=proved("Change the variable from t to h: γ(M-1+e^{Mh}) = (M-1)²h.", GAMMA_CLOSED),
    note="With γ at t/K, not at ⌈t/K⌉ as in Eqn 85.",
    depends_on=["scan_snap/Lemma 6"],
)
EARLY = [FIRST_STAGE]
SCANNING = "M ≥ 2, K ≥ 1, all rates and C₀ > 0, 0 ≤ t ≤ K ln M/η_Y"
SLOPE_END = certain(
    "e^(-0.568) < 0.568: at t0' the defect (M(e^(-y) - y) + y - ln M - 1) is negative at y = 0.568",
    lambda: balls.lt(balls.exp(balls.ball("-568/1000")), balls.ball("568/1000")),
)


@T4.part(
    "Eqn 130 h",
    where=EARLY,
    content=LOGIT.silent_for("t = 0", lambda i: bool(i.t == 0)),
    met=SCANNING,
    says="h(t/K) = (1+o(1))η_Yt/(MK) for t ≤ t0': (1 - 0.568/ln M)η_Yt/(MK) ≤ h ≤ η_Yt/(MK)",
    proof=proved(
        "u/(ηt/K) falls with t (concavity); at t0' u = ln M - y with M e^(-y) + (M-1)(ln M - y) = M ln M + 1, so y < 0.568.",
        SLOPE_END,
        convex_from_tangent("u ≤ ηt/K", sympy.exp(u) - 1 - u, u),
        convex_from_tangent("u/clock falls: ue^u - e^u + 1 ≥ 0", u * sympy.exp(u) - sympy.exp(u) + 1, u, 1),
        strictly_positive("y - 1 - ln M < 0 at y = 0.568", sympy.Rational(432, 1000) + slack("L")),
    ),
    note="o(1) is as slow as 0.57/ln M: 8 % at M = 1000.",
)
def _(x: Transition) -> tuple[Comparison, Comparison]:
    low = 1 - x.ratio(568, 1000) / x.log_M
    return at_least(x.u, low * x.age, "lower"), at_most(x.u, x.age, "upper")


@T4.part(
    "Eqn 131 h",
    given=LARGE,
    where=LATE,
    content=LOGIT,
    met=FROM_FOUR_LATE,
    says="h(t/K) = (1+o(1))ln(Mη_Yt/K)/M for t ≥ t0: ln(Mη_Yt/K) - ln 2 ≤ Mh ≤ ln(Mη_Yt/K)",
    proof=late(
        "(M-1)u ≤ ½(Mage+1), so e^u ≥ ½(Mage+1); and e^u ≤ Mage because (M-1)u ≥ 1.",
        nonnegative("e^u - ½(e^u + (M-1)u) ≥ 0 where e^u = (M-1)u + r", slack("r") / 2),
    ),
)
def _(x: Transition) -> tuple[Comparison, Comparison]:
    return at_least(x.u, x.late_log - x.arithmetic.log(x.arithmetic.number(2)), "lower"), at_most(x.u, x.late_log, "upper")


EARLY_WORDS = "B_n(t) = ¼ ln(C₀ + (2(M-1)²/(KM²))η_Yη_Zt²) for t < t0' = K ln M/η_Y"
LATE_WORDS = "B_n(t) = ¼ ln(C₀ + (2K(M-1)²/M²)(η_Z/η_Y)ln²(Mη_Yt/K)) for t ≥ t0 = 2(1+o(1))K ln M/η_Y"
LATE_POINT = "M=4 K=1 eta=1/2 t=10 eta_Z=1/2 C0=1"


def early_bounds(x: Transition) -> tuple[Comparison, Comparison]:
    log = x.arithmetic.log
    low = 1 - x.ratio(568, 1000) / x.log_M
    low = x.arithmetic.maximum(low, x.ratio(0, 1))
    return (
        at_least(x.B, log(1 + x.early_square * low * low / x.C0) / 4, "lower"),
        at_most(x.B, log(1 + x.early_square / x.C0) / 4, "upper"),
    )


def late_bounds(x: Transition) -> tuple[Comparison, Comparison]:
    log = x.arithmetic.log
    low = x.late_log - log(x.arithmetic.number(2))
    return (
        at_least(x.B, log(1 + x.late_factor * low * low / x.C0) / 4, "lower"),
        at_most(x.B, log(1 + x.late_factor * x.late_log * x.late_log / x.C0) / 4, "upper"),
    )


MONOTONE = strictly_positive("¼ ln(1 + y) increases with y", 1 / (1 + x))
for label in ("Eqn 14 scanning", "Eqn 130"):
    T4.add(
        label,
        lambda x: exponent(x, x.early_square, start=False),
        where=EARLY,
        says=EARLY_WORDS,
        witness=START,
        note=WITHOUT_START + " Besides, h < η_Yt/(MK) strictly for t > 0: '=' drops a factor 1+o(1).",
        depends_on=["scan_snap/Theorem 4/Eqn 129"],
    )
    T4.add(
        label,
        early_bounds,
        where=EARLY,
        content=EXPONENT,
        met=SCANNING,
        says="B_n(t) = ¼ ln(1 + (1+o(1))(2(M-1)²/(KM²))η_Yη_Zt²/C₀), 1 ≥ 1+o(1) ≥ (1-0.568/ln M)², for t ≤ t0'",
        reading=Reading.INTENDED,
        changed="divide by C₀ inside the logarithm; the factor 1+o(1) is kept",
        proof=proved("Eqn 129 (repaired) with the bounds on h.", MONOTONE, SLOPE_END, ANTIDERIVATIVE),
        depends_on=["scan_snap/Theorem 4/Eqn 129", "scan_snap/Theorem 4/Eqn 130 h"],
    )
for label in ("Eqn 14 snapping", "Eqn 131"):
    T4.add(
        label,
        lambda x: exponent(x, x.late_factor * x.late_log * x.late_log, start=False),
        given=LARGE,
        where=LATE,
        says=LATE_WORDS,
        witness=LATE_POINT,
        note="Even with C₀ = 1: Mh is up to ln 2 below ln(Mη_Yt/K), so '=' drops a factor 1+o(1); otherwise ¼ ln C₀ is "
        "missing as well.",
        depends_on=["scan_snap/Theorem 4/Eqn 129"],
    )
    T4.add(
        label,
        late_bounds,
        given=LARGE,
        where=LATE,
        content=EXPONENT,
        met=FROM_FOUR_LATE,
        says="B_n(t) = ¼ ln(1 + (2K(M-1)²/M²)(η_Z/η_Y)(ln(Mη_Yt/K) - O(1))²/C₀), 0 ≤ O(1) ≤ ln 2, for t ≥ t0",
        reading=Reading.INTENDED,
        changed="divide by C₀ inside the logarithm; the deviation of Mh from its leading term is kept",
        proof=proved("Eqn 129 (repaired) with the bounds on h.", MONOTONE, PAST, LATE_MEANS_PAST, ANTIDERIVATIVE),
        depends_on=["scan_snap/Theorem 4/Eqn 129", "scan_snap/Theorem 4/Eqn 131 h"],
    )

T4.add(
    "B(t0)",
    lambda x: (
        equals(x.slow.B_at(x.slow.t0_scan), x.fast.B_at(x.fast.t0_scan), "t0'"),
        equals(x.slow.B_at(x.slow.t0_snap), x.fast.B_at(x.fast.t0_snap), "t0"),
    ),
    given=two_rates(1, least=4).where(FROM_FOUR),
    met="M ≥ 4, every K ≥ 1, rates and C₀ > 0",
    says="B_n(t0') and B_n(t0) depend only on K, M, ν (and C₀): with ν fixed, changing η_Z does not change them",
    proof=proved(
        "At t0', t0 the age η_Yt/K is ln M or 2(1+ω₁) ln M: h depends on M alone, and 4Γ = 2K(M-1)²h²/ν.",
        identity("4Γ = 2K(M-1)²h²/ν", 4 * (K * (M - 1) ** 2 * x**2 / (2 * nu)), 2 * K * (M - 1) ** 2 * x**2 / nu),
        GAMMA_CLOSED,
    ),
    note="The displayed values ¼ ln(C₀ + 2K(M-1)²M⁻²ν⁻¹ ln²(...)) carry the defects of Eqns 130, 131. C₀ = ρ₀⁴/K depends on "
    "the data.",
)


def past_printed_start(i: Instance) -> bool:
    """t ≥ 100 (Mη_Y)⁻¹ exp(1/√(2ν))."""

    def question() -> Truth:
        start = 100 * balls.exp(1 / balls.sqrt(balls.ball(2 * Fraction(i.eta) / Fraction(i.eta_Z)))) / balls.ball(i.M * i.eta)
        return balls.ge(balls.ball(i.t), start)

    return balls.decide(question)[0] is Truth.HOLDS


def _late_log(i: Instance) -> Ball:
    return balls.log(balls.ball(i.M * i.eta * i.t / Fraction(i.K)))


def small_square(i: Instance) -> bool:
    """2K((M-1)/M)² ℓ² ≤ ν."""
    factor = 2 * i.K * Fraction(i.M - 1, i.M) ** 2 * i.eta_Z / i.eta
    return certainly(lambda: balls.le(balls.ball(factor) * _late_log(i) ** 2, balls.ball(1)))


def small_logarithm(i: Instance) -> bool:
    """ℓ ≤ ν/K."""
    return certainly(lambda: balls.le(_late_log(i), balls.ball(Fraction(i.eta) / Fraction(i.eta_Z) / i.K)))


AFTER_PRINTED_START = [
    Condition("t ≥ 100(Mη_Y)⁻¹exp(1/√(2ν))", past_printed_start),
    Condition("Mη_Yt/K ≥ e²", lambda i: i.M * i.eta * i.t >= 8 * i.K),
]
FIRST_STEP = Family(
    "K = 2, η_Y = η_Z = 1/2 (ν = 1), C₀ = 1, t = 1, M = 10^(10k)",
    lambda k: Instance(M=10 ** (10 * k), K=2, eta=Fraction(1, 2), t=1, eta_Z=Fraction(1, 2), C0=1),
)
AT_THE_FIRST_STEP = (
    limit_is("t = 1 ≫ (Mη_Y)⁻¹ exp(1/√2): the right side → 0", 2 * sympy.exp(1 / sympy.sqrt(2)) / L, L, 0),
    certain("¼ ln(1 + 2·¼/2) < ½", lambda: balls.lt(balls.log(balls.ball("5/4")) / 4, balls.ball("1/2"))),
    convex_from_tangent("u ≤ ηt/K", sympy.exp(u) - 1 - u, u),
)
T4.add(
    "Eqn 132",
    lambda x: at_least(x.B, x.ratio(1, 2) * (x.arithmetic.log(x.late_log) / 2 + x.arithmetic.log(x.late_factor) / 4)),
    where=AFTER_PRINTED_START,
    content=EXPONENT.silent_for("2K(M-1)²ℓ² ≤ M²ν, ℓ = ln(Mη_Yt/K)", small_square),
    met="t ≥ 100(Mη_Y)⁻¹exp(1/√(2ν)), Mη_Yt/K ≥ 8",
    says="ν fixed, t ≫ (Mη_Y)⁻¹exp(1/√(2ν)): B_n(t) = (1+o(1))½ lnln(Mη_Yt/K) + ¼ ln(2K(M-1)²M⁻²ν⁻¹) (here at least half of "
    "it)",
    proof=RefutedAlong(
        family=FIRST_STEP,
        how="At t = 1 the condition holds for large M, but training has hardly begun: B_n(1) ≤ ¼ ln(1 + 2η_Yη_Z/(KC₀)) stays "
        "bounded while ½ lnln(Mη_Y/K) → ∞. The condition also has ν upside down: ln²(...) must outgrow C₀ν/(2K).",
        steps=[limit_is("½ lnln(M/4) → ∞ with M = e^L", sympy.log(L - sympy.log(4)) / 2, L, sympy.oo), *AT_THE_FIRST_STEP],
        confirm=(1, 5, 20),
    ),
    depends_on=["scan_snap/Theorem 4/Eqn 131"],
)


@T4.part(
    "Eqn 132",
    given=LARGE,
    where=[*LATE, Condition("Mη_Y t/K ≥ e²", lambda i: i.M * i.eta * i.t >= 8 * i.K)],
    content=EXPONENT,
    met=FROM_FOUR_LATE,
    says="t ≥ t0: ¼ ln A + ½ ln(ℓ - ln 2) ≤ B_n(t) ≤ ¼ ln A + ½ ln ℓ + 1/(4Aℓ²), ℓ = ln(Mη_Yt/K), A = 2K(M-1)²/(M²νC₀)",
    reading=Reading.INTENDED,
    changed="t ≥ t0 and ℓ ≫ √(νC₀/(2K)); C₀ stays in the constant",
    proof=late(
        "4B = ln(1+Au²) with ℓ - ln 2 ≤ u ≤ ℓ; ln(Au²) ≤ ln(1+Au²) ≤ ln(Aℓ²) + 1/(Aℓ²).",
        convex_from_tangent("ln(1+y) ≤ y", sympy.exp(u) - 1 - u, u),
        MONOTONE,
        ANTIDERIVATIVE,
    ),
    depends_on=["scan_snap/Theorem 4/Eqn 131 h"],
)
def _(x: Transition) -> tuple[Comparison, Comparison]:
    log = x.arithmetic.log
    A = x.late_factor / x.C0
    return (
        at_least(x.B, log(A) / 4 + log(x.late_log - log(x.arithmetic.number(2))) / 2, "lower"),
        at_most(x.B, log(A) / 4 + log(x.late_log) / 2 + 1 / (4 * A * x.late_log * x.late_log), "upper"),
    )


def double_log(x: Transition) -> Number:
    """lnln(Mη_Zνt/K) - ln(ν/K)."""
    return x.arithmetic.log(x.late_log) - x.arithmetic.log(x.nu / x.K)


T4.add(
    "Eqn 133",
    lambda x: at_least(x.B, double_log(x) / 10),
    where=AFTER_PRINTED_START,
    content=EXPONENT.silent_for("ln(Mη_Yt/K) ≤ ν/K", small_logarithm),
    met="t ≥ 100(Mη_Y)⁻¹exp(1/√(2ν)), Mη_Yt/K ≥ 8",
    says="B_n(t) = Θ(lnln(Mη_Zνt/K) - ln(ν/K)) for ν fixed, t ≫ (Mη_Y)⁻¹exp(1/√(2ν)) (from below, with the constant 1/10)",
    proof=RefutedAlong(
        family=FIRST_STEP,
        how="As for Eqn 132: at t = 1, M → ∞, B_n stays bounded and the right side grows like lnln M.",
        steps=[limit_is("lnln(M/4) → ∞ with M = e^L", sympy.log(L - sympy.log(4)), L, sympy.oo), *AT_THE_FIRST_STEP],
        confirm=(1, 5, 20),
    ),
    depends_on=["scan_snap/Theorem 4/Eqn 132"],
)


def after_steps(t_value: int) -> Instance:
    return Instance(M=100, K=2, eta=Fraction(1, 2), t=t_value, eta_Z=Fraction(1, 2), C0=1)


SECOND_AT_52 = certain(
    "M = 100, K = 2, η_Y = 1/2: t0 = 8u1 ≤ 52",
    lambda: balls.le(8 * growth.scan_zeros(balls.ball(100))[1], balls.ball(52)),
)
T4.add(
    "Eqn 133",
    lambda x: (at_least(x.B, double_log(x) / 4, "lower"), at_most(x.B, double_log(x), "upper")),
    content=EXPONENT,
    met="Mη_Yt/K > 1 (the double logarithm exists)",
    says="B_n(t) = Θ(lnln(Mη_Zνt/K) - ln(ν/K)) as t → ∞ with M, K, η_Z, ν, C₀ fixed (constants 1/4 and 1)",
    where=[Condition("Mη_Yt/K > 1", lambda i: i.M * i.eta * i.t > i.K)],
    reading=Reading.INTENDED,
    changed="t → ∞ with everything else fixed",
    proof=Eventually(
        family=Family("t = k, M = 100, K = 2, η_Y = η_Z = 1/2, C₀ = 1", after_steps),
        beyond=lambda: 52,
        how="Both sides are lnln t times a constant (½ and 1) plus a constant (Eqn 132, repaired): the quotient tends to ½. "
        "Along this family, from t0 on: 4B = ln(1+Au²) with ℓ - ln 2 ≤ u ≤ ℓ, A = 4(99/100)², so ln A + 2 ln(ℓ-ln 2) ≤ 4B ≤ "
        "ln A + 2 ln ℓ + 1/(Aℓ²); the right side is D = ln ℓ + ln 2, 1.3 ≤ ln A ≤ 1.4 and (ℓ-ln 2)² ≥ ℓ from ℓ = 3 on.",
        steps=[
            limit_is("(½ ln ℓ + a)/(ln ℓ + b) → ½", (sympy.log(L) / 2 + 3) / (sympy.log(L) - 5), L, sympy.Rational(1, 2)),
            SECOND_AT_52,
            PAST,
            LATE_MEANS_PAST,
            certain("ln A ≥ ln 2", lambda: balls.ge(4 * balls.ball("99/100") ** 2, balls.ball(2))),
            certain(
                "ln A + 1/4 ≤ 4 ln 2", lambda: balls.le(balls.log(balls.ball(4)) + balls.ball("1/4"), balls.log(balls.ball(16)))
            ),
            certain("(3 - ln 2)² ≥ 3", lambda: balls.ge((3 - balls.log(balls.ball(2))) ** 2, balls.ball(3))),
            certain(
                "2(3 - ln 2) > 1: (ℓ-ln 2)² - ℓ rises", lambda: balls.gt(2 * (3 - balls.log(balls.ball(2))), balls.ball(1))
            ),
            certain("ℓ = ln(25·52) ≥ 3, and Aℓ² ≥ 4", lambda: balls.ge(balls.log(balls.ball(1300)), balls.ball(3))),
        ],
        variable="t",
        constants="M = 100, K = 2, η_Y = η_Z = 1/2, C₀ = 1; between 1/4 and 1",
        dependence="t ≥ t0 and lnln(Mη_Yt/K) ≥ 8(|ln(ν/K)| + |ln A| + 1), A = 2K(M-1)²/(M²νC₀): doubly exponential in "
        "|ln(ν/K)| and |ln A|",
    ),
    depends_on=["scan_snap/Theorem 4/Eqn 132"],
)
for label, words in (
    ("conclusion a", "fixing ν, larger η_Z gives larger B_n(t)"),
    ("insight b", "scaling up both learning rates gives larger B_n(t) (as t → ∞, in fact for every t > 0)"),
):
    T4.add(
        label,
        lambda x: less(x.slow.B, x.fast.B),
        given=two_rates(1).where(Condition("t > 0", lambda i: i.t > 0, lambda i: i.but(t=i.t or 1))),
        says=words,
        proof=proved(
            "4Γ/C₀ = 2K(M-1)²h²/(νC₀), and h(t/K) increases with η_Yt/K = νη_Zt/K: for every t > 0.",
            GAMMA_CLOSED,
            MONOTONE,
            strictly_positive("the flow rises with its age: speed > 0", (2 + slack("m")) / (2 + slack("m") + slack("s"))),
        ),
    )
ELASTIC = nonnegative(
    "½u(M-1+e^u) - (e^u+(M-1)u-1) ≥ 0 for e^u = (M-1)u(1+r), u = 3+v: (M-1)u((u-2)r + u-3)/2 + 1",
    (1 + slack("m")) * (3 + slack("v")) * ((1 + slack("v")) * slack("r") + slack("v")) / 2 + 1,
)
ELASTIC_FORM = identity(
    "the same, expanded",
    u * ((M - 1) + (M - 1) * u * (1 + x)) / 2 - ((M - 1) * u * (1 + x) + (M - 1) * u - 1),
    (M - 1) * u * ((u - 2) * x + u - 3) / 2 + 1,
)
U1_THREE = certain("u1 ≥ 3 from M = 8 on: e³ < 3·7", lambda: balls.lt(balls.exp(balls.ball(3)), balls.ball(21)))
SMALLER = late(
    "u²/η_Y falls with η_Y while 2·(age du/dage) ≤ u, that is e^u+(M-1)u-1 ≤ ½u(M-1+e^u): true where e^u ≥ (M-1)u and u ≥ 3.",
    ELASTIC,
    ELASTIC_FORM,
    U1_THREE,
    GAMMA_CLOSED,
)
for label, words in (
    ("conclusion b", "fixing η_Z, larger ν (larger η_Y) gives smaller B_n(t) (t ≥ t0 of the smaller rate)"),
    ("insight c", "for fixed η_Z a small η_Y gives larger B_n(t) when t ≥ t0 (of the smaller rate)"),
):
    T4.add(
        label,
        lambda x: more(x.slow.B, x.fast.B),
        given=two_rates(0, least=8),
        where=[Condition("M ≥ 8 (M ≫ 100)", lambda i: i.M >= 8, lambda i: i.but(M=max(i.M, 8))), SECOND_STAGE],
        says=words,
        proof=SMALLER,
        note="Before the transition the order is the other way round: B_n grows with η_Yη_Zt².",
    )
T4.add(
    "insight a",
    lambda x: (less(x.fast.t0_snap, x.slow.t0_snap, "shorter"), less(x.slow.t0_snap, 2 * (2 * x.slow.t0_scan), "order")),
    given=two_rates(0, least=4).where(FROM_FOUR),
    met="M ≥ 4, every K ≥ 1, rates and C₀ > 0",
    says="larger η_Y gives a shorter transition time t0 ≈ 2K ln M/η_Y (at most twice that)",
    proof=proved(
        "t0 = 2(1+ω₁)K ln M/η_Y with ω₁ → 0.",
        strictly_positive("1/η falls", 1 / x - 1 / (x + s)),
        limit_is("1+ω₁ → 1: 1 + 2 ln L/L", 1 + 2 * sympy.log(L) / L, L, 1),
    ),
    depends_on=["scan_snap/Lemma 8/omega1"],
)
T4.add(
    "scanning gamma",
    lambda x: at_most(x.gamma, x.age),
    where=EARLY,
    content=never_negative("γ"),
    met=SCANNING,
    says="scanning: γ(t) = O(η_Yt/K) (constant 1)",
    proof=proved(
        "Lemma 9.",
        nonnegative(
            "age - γ for e^u = 1+u+s, M = 2+m",
            (lambda size, v, r: ((1 + v + r) + (size - 1) * v - 1) / size - (size - 1) ** 2 * v / (size * (size + v + r)))(
                2 + slack("m"), slack("u"), slack("s")
            ),
        ),
    ),
    depends_on=["scan_snap/Lemma 9/1c"],
)
T4.add(
    "scanning B",
    lambda x: exponent(x, 2 * x.age * x.age * x.K / x.nu, start=False),
    where=[*EARLY, Condition("t = 0", lambda i: i.t == 0, steer=lambda i: i.but(t=0))],
    met="t = 0, every M ≥ 2, K ≥ 1, η_Y, η_Z, C₀ > 0",
    says="scanning: B_n(t) ≈ ¼ ln K⁻¹(ρ₀⁴ + 2η_Yη_Zt²), at the beginning t = 0",
    witness=START,
    note="B_n(0) = 0; the printed value is ¼ ln C₀, of either sign and as large as one likes.",
    depends_on=["scan_snap/Theorem 4/Eqn 14 scanning"],
)
T4.add(
    "scanning B",
    early_bounds,
    where=EARLY,
    content=EXPONENT,
    met=SCANNING,
    says="scanning: B_n(t) ≈ ¼ ln(1 + 2η_Yη_Zt²/ρ₀⁴) = O(ln t)",
    reading=Reading.INTENDED,
    changed="ρ₀⁻⁴ in place of K⁻¹",
    proof=proved(
        "Eqn 130 (repaired); KC₀ = ρ₀⁴.",
        MONOTONE,
        SLOPE_END,
        ANTIDERIVATIVE,
        limit_is("¼ ln(1+ct²)/ln t → ½", sympy.log(1 + 3 * t**2) / (4 * sympy.log(t)), t, sympy.Rational(1, 2)),
    ),
    depends_on=["scan_snap/Theorem 4/Eqn 14 scanning"],
)
T4.add(
    "scanning chi",
    lambda x: at_most(x.arithmetic.exp(2 * x.B), 1 + x.age * x.arithmetic.sqrt(2 * x.K / (x.nu * x.C0))),
    where=EARLY,
    content=GROWTH_FACTOR,
    met=SCANNING,
    says="scanning: the growth factor is (sub-)linear: χ ≤ e^(2B_n) ≤ 1 + t√(2η_Yη_Z/(KC₀))",
    proof=proved(
        "e^(2B) = √(1+4Γ/C₀) ≤ 1 + √(4Γ/C₀), and h ≤ η_Yt/(MK).",
        identity("(1+y)² - (1+y²) = 2y", (1 + x) ** 2 - (1 + x**2), 2 * x),
        convex_from_tangent("u ≤ ηt/K", sympy.exp(u) - 1 - u, u),
    ),
    note="With C₀ = ρ₀⁴/K this is linear in t with slope √(2η_Yη_Z)/ρ₀².",
    depends_on=["scan_snap/Theorem 3/Eqn 12"],
)
b2 = next(part for part in T1.parts if part.label == "b2" and part.reading is Reading.STATED)
b2_repaired = next(part for part in T1.parts if part.label == "b2" and part.reading is Reading.INTENDED)
T4.add(
    "snapping gamma",
    b2.claim,
    given=b2.domain,
    content=never_negative("γ"),
    met="M ≥ 100, t ≥ 2(1+ω₁)K ln M/η_Y",
    says="snapping: γ(t) = O(K ln(η_Yt/K)/(η_Yt)) when t ≥ t0 (here the constant is C = 1)",
    proof=b2.proof,
    note="The same words as Theorem 1 b.",
    depends_on=["scan_snap/Theorem 1/b2"],
)
T4.add(
    "snapping gamma",
    b2_repaired.claim,
    given=b2_repaired.domain,
    content=never_negative("γ"),
    met=FROM_FOUR_LATE,
    says="snapping: γ(t) = O(K ln(Mη_Yt/K)/(η_Yt)) when t ≥ t0 (constant 2)",
    reading=Reading.INTENDED,
    changed="ln(Mη_Yt/K)",
    proof=b2_repaired.proof,
    depends_on=["scan_snap/Theorem 1/b2"],
)
T4.add(
    "snapping B",
    lambda x: (
        at_most(x.B, x.arithmetic.log(x.arithmetic.log(x.t)), "B"),
        at_most(x.arithmetic.log(x.arithmetic.log(x.t)) / 4, x.B, "B → ∞"),
        at_most(x.arithmetic.exp(2 * x.B), 5 * x.arithmetic.log(x.t), "χ"),
    ),
    where=[Condition("t ≥ 3", lambda i: i.t >= 3)],
    content=EXPONENT,
    met="t ≥ 3 (lnln t exists)",
    says="snapping: B_n(t) = O(lnln t), B_n → ∞, χ_l₀ = O(ln t) as t → ∞ (all other parameters fixed; constants 1, 1/4 and 5)",
    proof=Eventually(
        family=Family("t = 2^k, M = 100, K = 2, η_Y = η_Z = 1/2, C₀ = 1", lambda k: after_steps(2**k), first=2),
        beyond=lambda: 9,
        how="4B = ln(1+Au²) with u = ln t + O(1), so B/lnln t → ½ and e^(2B) = √(1+Au²) = O(ln t). Along this family, from t0 "
        "on, T = ln t: T + ln(25/2) ≤ u ≤ T + ln 25 and 3.9 ≤ A ≤ 4; so 1 + Au² ≤ 1 + 4(T+3.3)² ≤ T⁴ and ≤ 25T² from T = 6 "
        "on, and Au² ≥ T.",
        steps=[
            limit_is(
                "¼ ln(1+A(ln t + a)²)/lnln t → ½ in L = ln t",
                sympy.log(1 + 7 * (L + 3) ** 2) / (4 * sympy.log(L)),
                L,
                sympy.Rational(1, 2),
            ),
            limit_is("√(1+A(L+a)²)/L → √A (A = 4)", sympy.sqrt(1 + 4 * (L + 3) ** 2) / L, L, 2),
            limit_is("B → ∞", sympy.log(1 + 7 * L**2) / 4, L, sympy.oo),
            SECOND_AT_52,
            PAST,
            LATE_MEANS_PAST,
            certain("ln 25 ≤ 3.3", lambda: balls.le(balls.log(balls.ball(25)), balls.ball("33/10"))),
            certain("ln 2^9 ≥ 6", lambda: balls.ge(9 * balls.log(balls.ball(2)), balls.ball(6))),
            nonnegative(
                "T⁴ - 1 - 4(T+3.3)² ≥ 0 for T = 6 + v",
                (6 + slack("v")) ** 4 - 1 - 4 * (6 + slack("v") + sympy.Rational(33, 10)) ** 2,
            ),
            nonnegative(
                "25T² - 1 - 4(T+3.3)² ≥ 0 for T = 6 + v",
                25 * (6 + slack("v")) ** 2 - 1 - 4 * (6 + slack("v") + sympy.Rational(33, 10)) ** 2,
            ),
        ],
        variable="t",
        constants="M = 100, K = 2, η_Y = η_Z = 1/2, C₀ = 1; B_n/lnln t → ½, χ/ln t → √A, A = 2K(M-1)²/(M²νC₀)",
        dependence="max(t0, exp(e·(1 + √A)(1 + |ln(Mη_Y/K)|))) is enough for the constants 1 and 1 + 2√A: exponential in √A "
        "and polynomial of that degree in Mη_Y/K",
    ),
    depends_on=["scan_snap/Theorem 4/Eqn 131 h", "scan_snap/Theorem 3/Eqn 12"],
)


def at_transition(k: int) -> Instance:
    """M = 10^k at the first step after t0 = 8u1."""
    size = 10**k
    first = ceil(balls.bounds(8 * growth.scan_zeros(balls.ball(size))[1])[1])
    return Instance(M=size, K=2, eta=Fraction(1, 2), t=first, eta_Z=Fraction(1, 2), C0=1)


T4.add(
    "snapping B uniform",
    lambda x: at_most(x.B, x.arithmetic.log(x.arithmetic.log(x.t))),
    given=LARGE,
    where=[*LATE, Condition("t ≥ 3", lambda i: i.t >= 3)],
    content=EXPONENT,
    met=FROM_FOUR_LATE,
    says="B_n(t) = O(lnln t) for all t ≥ t0, with a constant that does not depend on M (here 1)",
    proof=RefutedAlong(
        family=Family("K = 2, η_Y = η_Z = 1/2, C₀ = 1, M = 10^k, t = ⌈t0⌉", at_transition, first=6),
        how="At t0 B_n ≥ ¼ ln(A ln²M) grows like ½ lnln M, but t0 = O(ln M), so lnln t0 = O(lnlnln M).",
        steps=[
            limit_is("½ ln L/lnln(8L) → ∞", sympy.log(L) / (2 * sympy.log(sympy.log(8 * L))), L, sympy.oo),
            PAST,
            LATE_MEANS_PAST,
        ],
        confirm=(10, 50, 300),
    ),
    note="A stronger reading of the snapping bullet: it says 'when t ≥ t0', and t0 depends on M.",
    depends_on=["scan_snap/Theorem 4/snapping B"],
)

STATEMENTS = (T4,)
