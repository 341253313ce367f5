"""The growth exponent in closed form (scan_snap, Section 6 and Appendix F): Theorem 4, Eqns 14 and 120-131."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil

import sympy

from kernels import balls
from kernels import decoder_growth as growth
from kernels.arithmetic import SYMBOLIC
from theorems.provers.argument import Step
from theorems.scan_snap.contents import EXPONENT, LOGIT
from theorems.scan_snap.growth import FIRST_STAGE, FROM_FOUR_LATE, SECOND_STAGE
from theorems.scan_snap.steps import (
    PAPER,
    PROVENANCE,
    certain,
    convex_from_tangent,
    exact,
    identity,
    nonnegative,
    positive,
    proved,
    slack,
    strictly_positive,
)
from theorems.scan_snap.transition import ROUNDED, TRANSITION, Transition, from_size
from theorems.scan_snap.two_stages import LATE_MEANS_PAST, PAST, late
from theorems.statement import Condition, Statement
from theorems.vocabulary import Claimed, Comparison, Reading, at_least, at_most, equals

M, K, u, x, G, C0, eta_Y, eta_Z, t, z, f, rho0 = (
    positive(name) for name in ("M", "K", "u", "x", "G", "C0", "eta_Y", "eta_Z", "t", "z", "f", "rho0")
)
WHOLE_ROUNDS = Condition(
    "t/K is whole", lambda i: (Fraction(i.t) / Fraction(i.K)).denominator == 1, lambda i: i.but(t=ceil(i.t) * i.K)
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
START = "M=2 K=2 eta=1/2 t=0 eta_Z=1/2 C0=2"
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
    says="Γ(t) = η_Z∫γ(h(t'/K))dt' = (η_ZK/η_Y)∫γ(h')(M-1+e^(Mh'))dh' = (η_Z/η_Y)K(M-1)²h²(t/K)/2",
    proof=proved("Change the variable from t to h: γ(M-1+e^{Mh}) = (M-1)²h.", GAMMA_CLOSED),
    depends_on=["scan_snap/Lemma 6", "scan_snap/Theorem 4/gamma"],
)
T4.add(
    "gamma",
    lambda x: equals(x.gamma_of_rounds, x.gamma),
    given=ROUNDED,
    says="γ(t) of Theorem 1, which has h at ⌈t/K⌉ (Eqn 85), is (M-1)²h/(M-1+e^(Mh)) at h = h(t/K)",
    witness="M=2 K=2 eta=1/2 t=1 eta_Z=1/2 C0=1",
    depends_on=["scan_snap/Theorem 1/Eqn 85"],
)
T4.add(
    "gamma",
    lambda x: equals(x.gamma_of_rounds, x.gamma),
    given=ROUNDED,
    where=[WHOLE_ROUNDS],
    says="γ(t) of Theorem 1 is (M-1)²h/(M-1+e^(Mh)) at h = h(t/K) for whole t/K",
    reading=Reading.INTENDED,
    changed="at the end of each round over the classes; between them the definition of Section D.3 (h at t/K) is used",
    proof=proved("⌈t/K⌉ = t/K.", exact("⌈6/3⌉ = 6/3", lambda: ceil(Fraction(6, 3)) == Fraction(6, 3))),
    depends_on=["scan_snap/Theorem 1/Eqn 85"],
)
EARLY = [FIRST_STAGE]
SCANNING = "M ≥ 2, K ≥ 2, all rates and C₀ > 0, 0 ≤ t ≤ K ln M/η_Y"
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
LATE_POINT = "M=4 K=2 eta=1/2 t=30 eta_Z=1/2 C0=1"


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
