"""How the growth exponent rises in the long run (scan_snap, Appendix F): Theorem 4, B_n(t0) and Eqns 132, 133."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import sympy

from kernels import balls
from kernels import decoder_growth as growth
from kernels.arithmetic import Number
from kernels.balls import Ball, Truth
from theorems.instance import Instance
from theorems.provers.families import Eventually, Family, RefutedAlong
from theorems.scan_snap.contents import EXPONENT, certainly
from theorems.scan_snap.growth import FROM_FOUR_LATE
from theorems.scan_snap.growth_exponent import (
    ANTIDERIVATIVE,
    FROM_FOUR,
    GAMMA_CLOSED,
    LARGE,
    LATE,
    MONOTONE,
    SLOPE_END,
    T4,
)
from theorems.scan_snap.steps import (
    NO_SIZE,
    certain,
    convex_from_tangent,
    identity,
    limit_is,
    positive,
    proved,
)
from theorems.scan_snap.transition import Transition, two_rates
from theorems.scan_snap.two_stages import LATE_MEANS_PAST, PAST, late
from theorems.statement import Condition
from theorems.vocabulary import Comparison, Reading, at_least, at_most, equals

K, L, M, nu, u, x = (positive(name) for name in ("K", "L", "M", "nu", "u", "x"))

ONLY_THROUGH_NU = proved(
    "At t0', t0 the age η_Yt/K is ln M or 2(1+ω₁) ln M: h depends on M alone, and 4Γ = 2K(M-1)²h²/ν.",
    identity("4Γ = 2K(M-1)²h²/ν", 4 * (K * (M - 1) ** 2 * x**2 / (2 * nu)), 2 * K * (M - 1) ** 2 * x**2 / nu),
    GAMMA_CLOSED,
)


def at_the_transitions(one: Transition, another: Transition, words: str) -> tuple[Comparison, Comparison]:
    """B_n at t0' and at t0 of two models with their own times."""
    return (
        equals(one.B_at(one.t0_scan), another.B_at(another.t0_scan), f"t0', {words}"),
        equals(one.B_at(one.t0_snap), another.B_at(another.t0_snap), f"t0, {words}"),
    )


T4.add(
    "B(t0)",
    lambda x: (
        *at_the_transitions(x.slow, x.fast, "another η_Z"),
        *at_the_transitions(x.slow, replace(x.slow, C0=2 * x.slow.C0), "another ρ₀"),
    ),
    given=two_rates(1, least=4).where(FROM_FOUR),
    met="M ≥ 4, every K ≥ 2, rates and C₀ > 0",
    says="B_n(t0') and B_n(t0) depend only on K, M, ν (compared: with twice the rates, and with 2C₀ for C₀)",
    witness="M=4 K=2 eta=1/2 t=0 eta_Z=1/2 C0=1 faster=1 together=1",
    depends_on=["scan_snap/Theorem 4/Eqn 129"],
)
T4.add(
    "B(t0)",
    lambda x: at_the_transitions(x.slow, x.fast, "another η_Z"),
    given=two_rates(1, least=4).where(FROM_FOUR),
    met="M ≥ 4, every K ≥ 2, rates and C₀ > 0",
    says="B_n(t0') and B_n(t0) depend only on K, M, ν and C₀ = ρ₀⁴/K: with ν fixed, changing η_Z does not change them",
    reading=Reading.INTENDED,
    changed="C₀ = ρ₀⁴/K, which depends on the data, besides K, M, ν",
    proof=ONLY_THROUGH_NU,
    depends_on=["scan_snap/Theorem 4/Eqn 129"],
)
T4.add(
    "B(t0') scanning",
    lambda x: equals(x.B_at(x.t0_scan), x.arithmetic.log(x.C0 + x.late_factor * x.log_M * x.log_M) / 4),
    says="B_n(t0') = ¼ ln(C₀ + 2K(M-1)²M⁻²ν⁻¹ ln²M)",
    met="every M ≥ 2, K ≥ 2, rates and C₀ > 0",
    witness="M=2 K=2 eta=1/2 t=0 eta_Z=1/2 C0=1",
    depends_on=["scan_snap/Theorem 4/Eqn 130"],
)


def scanned(x: Transition) -> tuple[Comparison, Comparison]:
    """B_n(t0') between the values for Mh = ln M - 0.568 and Mh = ln M."""
    found, low = x.B_at(x.t0_scan), x.log_M - x.ratio(568, 1000)
    return (
        at_least(found, x.arithmetic.log(1 + x.late_factor * low * low / x.C0) / 4, "lower"),
        at_most(found, x.arithmetic.log(1 + x.late_factor * x.log_M * x.log_M / x.C0) / 4, "upper"),
    )


T4.add(
    "B(t0') scanning",
    scanned,
    content=EXPONENT,
    met="every M ≥ 2, K ≥ 2, rates and C₀ > 0",
    says="B_n(t0') = ¼ ln(1 + 2K(M-1)²M⁻²ν⁻¹ (ln M - O(1))²/C₀), 0 ≤ O(1) ≤ 0.568",
    reading=Reading.INTENDED,
    changed="divide by C₀ inside the logarithm; the deviation of Mh(t0'/K) from ln M is kept",
    proof=proved(
        "Eqn 129 (repaired) with Mh(t0'/K) = ln M - y, 0 ≤ y ≤ 0.568 (Eqn 130 h).", MONOTONE, SLOPE_END, ANTIDERIVATIVE
    ),
    depends_on=["scan_snap/Theorem 4/Eqn 129", "scan_snap/Theorem 4/Eqn 130 h"],
)


def snapped_log(x: Transition) -> Number:
    """ln(2(1+ω₁)M ln M)."""
    return x.arithmetic.log(2 * x.M * x.u1)


def snapped(x: Transition) -> tuple[Comparison, Comparison]:
    """B_n(t0) between the values for Mh = ln(2(1+ω₁)M ln M) - ln 2 and without - ln 2."""
    found, high = x.B_at(x.t0_snap), snapped_log(x)
    low = high - x.arithmetic.log(x.arithmetic.number(2))
    return (
        at_least(found, x.arithmetic.log(1 + x.late_factor * low * low / x.C0) / 4, "lower"),
        at_most(found, x.arithmetic.log(1 + x.late_factor * high * high / x.C0) / 4, "upper"),
    )


T4.add(
    "B(t0) snapping",
    lambda x: equals(x.B_at(x.t0_snap), x.arithmetic.log(x.C0 + x.late_factor * snapped_log(x) ** 2) / 4),
    given=LARGE.where(FROM_FOUR),
    met="M ≥ 4, every K ≥ 2, rates and C₀ > 0",
    says="B_n(t0) = ¼ ln(C₀ + 2K(M-1)²M⁻²ν⁻¹ ln²(2(1+ω₁)M ln M))",
    witness="M=4 K=2 eta=1/2 t=0 eta_Z=1/2 C0=1",
    depends_on=["scan_snap/Theorem 4/Eqn 131"],
)
T4.add(
    "B(t0) snapping",
    snapped,
    given=LARGE.where(FROM_FOUR),
    content=EXPONENT,
    met="M ≥ 4, every K ≥ 2, rates and C₀ > 0",
    says="B_n(t0) = ¼ ln(1 + 2K(M-1)²M⁻²ν⁻¹ (ln(2(1+ω₁)M ln M) - O(1))²/C₀), 0 ≤ O(1) ≤ ln 2",
    reading=Reading.INTENDED,
    changed="divide by C₀ inside the logarithm; the deviation of Mh(t0/K) from its leading term is kept",
    proof=proved("Eqn 131 (repaired) at t0.", MONOTONE, PAST, LATE_MEANS_PAST, ANTIDERIVATIVE),
    depends_on=["scan_snap/Theorem 4/Eqn 131", "scan_snap/Theorem 4/Eqn 131 h"],
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
    changed="t ≥ t0, and the o(1) is written out (C₀ enters there)",
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
        printed=NO_SIZE,
        dependence="t ≥ t0 and lnln(Mη_Yt/K) ≥ 8(|ln(ν/K)| + |ln A| + 1), A = 2K(M-1)²/(M²νC₀): doubly exponential in "
        "|ln(ν/K)| and |ln A|",
    ),
    depends_on=["scan_snap/Theorem 4/Eqn 132"],
)
