"""The growth exponent in closed form (scan_snap, Section 6 and Appendix F): Theorem 4, Eqns 14 and 120-131."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import ceil as round_up

import sympy

from kernels import balls
from kernels import decoder_growth as growth
from kernels.arithmetic import SYMBOLIC
from theorems.provers.steps import certain, nonnegative, positive, proved, slack, strictly_positive
from theorems.scan_snap.contents import EXPONENT, HEIGHT, LOGIT
from theorems.scan_snap.growth import FIRST_STAGE, FROM_FOUR_LATE, SECOND_STAGE
from theorems.scan_snap.language import *
from theorems.scan_snap.steps import PROVENANCE, convex_from_tangent, exact, identity
from theorems.scan_snap.transition import (
    ALONG,
    C_0,
    ROUNDED,
    B,
    G,
    Gamma,
    K,
    M,
    eta_Y,
    eta_Z,
    from_size,
    gamma,
    h,
    hp,
    l,
    n,
    nu,
    t,
    tp,
    xi,
    y,
    z,
)
from theorems.scan_snap.two_stages import LATE_MEANS_PAST, PAST, late
from theorems.statement import Condition

_M, _K, _u, _x, _G, _C0, _eta_Y, _eta_Z, _t = (positive(s) for s in ("M", "K", "u", "x", "G", "C0", "eta_Y", "eta_Z", "t"))
WHOLE_ROUNDS = Condition(
    "t/K is whole", lambda i: (Fraction(i.t) / Fraction(i.K)).denominator == 1, lambda i: i.but(t=round_up(i.t) * i.K)
)
FROM_FOUR = Condition("M ≥ 4", lambda i: i.M >= 4, lambda i: i.but(M=max(i.M, 4)))
LATE = [FROM_FOUR, SECOND_STAGE]
LARGE = from_size(4)
FROM_SIZE_FOUR = replace(ALONG, points=LARGE)

T4 = Lemma(
    "Theorem 4",
    "Section 6 and Appendix F",
    "the phase transition in training",
    given=ALONG,
    provenance=PROVENANCE,
    uses=["Lemma 6", "Lemma 9/2a"],
)
_z = sympy.Function("z")
_gamma = sympy.Function("gamma")
_rate = -_eta_Z / _C0 * _gamma(_t) * sympy.exp(4 * _z(_t))
CHAIN = identity(
    "d/dt e^(-4z) = 4C₀⁻¹η_Zγ along ż = -C₀⁻¹η_Zγe^(4z)",
    sympy.diff(sympy.exp(-4 * _z(_t)), _t).subs(sympy.diff(_z(_t), _t), _rate),
    4 * _eta_Z / _C0 * _gamma(_t),
)
FROM_THE_MODEL = "From Eqns 118, 119 and z(0) = 0."
speed = Integral(gamma(tp), tp, expr(0), t)  # ∫γ

T4["Eqn 120"] = exp(-(4 * z[l](t))) * ddt(z[l](t), t) == -(C_0**-1 * eta_Z * gamma(t))
T4["Eqn 120"].uses().proved(
    proved(FROM_THE_MODEL, identity("multiply by e^(-4z)", sympy.exp(-4 * _z(_t)) * _rate, -_eta_Z / _C0 * _gamma(_t)))
)
T4["Eqn 121"] = ddt(exp(-(4 * z[l](t))), t) == 4 * C_0**-1 * eta_Z * gamma(t)
T4["Eqn 121"].uses().proved(proved(FROM_THE_MODEL, CHAIN))
T4["Eqn 122"] = exp(-(4 * z[l](t))) == 4 * C_0**-1 * eta_Z * speed + 1
T4["Eqn 122"].compared(
    (exp(-(4 * z[l](t))) == 4 * C_0**-1 * eta_Z * speed + 1)
    & (Integral(exp(-(4 * y)), y, z[l](t), expr(0)) == C_0**-1 * eta_Z * speed)  # z solves Eqn 118
)
T4["Eqn 122"].uses().proved(proved(FROM_THE_MODEL, CHAIN, identity("e⁰ = 1 at t = 0", sympy.exp(-4 * sympy.Integer(0)), 1)))
T4["Eqn 123"] = chain(xi[n](t), "==", C_0**-1 * gamma(t) * exp(4 * z[l](t)), "==", gamma(t) / (C_0 + 4 * Gamma(t)))
T4["Eqn 123"].uses().proved(
    proved(
        FROM_THE_MODEL,
        CHAIN,
        identity("C₀⁻¹/(1 + 4Γ/C₀) = 1/(C₀+4Γ)", (1 / _C0) / (1 + 4 * _G / _C0), 1 / (_C0 + 4 * _G)),
    )
)

ANTIDERIVATIVE = identity(
    "∫_0^Γ dΓ'/(C₀+4Γ') = ¼ ln(1 + 4Γ/C₀): derivative", sympy.diff(sympy.log(1 + 4 * _G / _C0) / 4, _G), 1 / (_C0 + 4 * _G)
)
AT_ZERO = identity("and value 0 at Γ = 0", sympy.log(1 + 4 * sympy.Integer(0) / _C0) / 4, 0)
START = "M=2 K=2 eta=1/2 t=0 eta_Z=1/2 C0=2"
WITHOUT_START = "The integral starts at Γ(0) = 0, where ¼ ln(C₀+4Γ) is ¼ ln C₀, not 0: B_n(0) = 0 by definition."
LOWER_LIMIT = "the lower limit of the integral: divide by C₀ inside the logarithm"
VANISHES_AT_ZERO = proved("The antiderivative that vanishes at Γ = 0.", ANTIDERIVATIVE, AT_ZERO)

by_time = eta_Z * Integral(gamma(tp) / (C_0 + 4 * Gamma(tp)), tp, expr(0), t)
by_Gamma = Integral(1 / (C_0 + 4 * G), G, expr(0), Gamma(t))
T4["Eqn 124"] = chain(B[n](t), "==", by_time, "==", by_Gamma, "==", Q(1, 4) * log(C_0 + 4 * Gamma(t)))
T4["Eqn 124"].refuted(START).note(WITHOUT_START).uses()
divided = chain(B[n](t), "==", by_time, "==", by_Gamma, "==", Q(1, 4) * log(1 + 4 * Gamma(t) / C_0))
T4["Eqn 124"].repair(claim=divided, why=LOWER_LIMIT).proved(VANISHES_AT_ZERO).uses("Theorem 4/Eqn 123")
grown = 2 * eta_Z / eta_Y * K * (M - 1) ** 2 * h(t / K) ** 2  # 4Γ
T4["Eqn 129"] = B[n](t) == Q(1, 4) * log(C_0 + grown)
T4["Eqn 129"].refuted(START).note(WITHOUT_START).uses()
divided = B[n](t) == Q(1, 4) * log(1 + grown / C_0)
T4["Eqn 129"].repair(claim=divided, why=LOWER_LIMIT).proved(VANISHES_AT_ZERO).uses("Theorem 4/Eqn 123")

GAMMA_CLOSED = identity(
    "dΓ/dt = η_Zγ for Γ = (η_Z/η_Y)K(M-1)²h²/2 with du/dt = η_Y M/(K(M-1+e^u))",
    sympy.diff(_eta_Z / _eta_Y * _K * ((_M - 1) * _u / _M) ** 2 / 2, _u) * _eta_Y / _K * growth.speed(SYMBOLIC, _M, _u),
    _eta_Z * growth.speed_control(SYMBOLIC, _M, _u),
)
T4["Eqn 125-128"] = chain(
    Gamma(t),
    "==",
    eta_Z * speed,
    "==",
    eta_Z * K / eta_Y * Integral(gamma(hp) * (M - 1 + exp(M * hp)), hp, h(0), h(t / K)),
    "==",
    eta_Z * K * (M - 1) ** 2 / eta_Y * Integral(hp, hp, h(0), h(t / K)),
    "==",
    eta_Z / eta_Y * (K * (M - 1) ** 2 * h(t / K) ** 2 / 2),
)
T4["Eqn 125-128"].proved(proved("Change the variable from t to h: γ(M-1+e^{Mh}) = (M-1)²h.", GAMMA_CLOSED))
T4["Eqn 125-128"].uses("Lemma 6", "Theorem 4/gamma")


def speed_at(height: Expr) -> Expr:
    """γ as a function of h."""
    return (M - 1) ** 2 * height / (M - 1 + exp(M * height))


with T4.where(given=ROUNDED):
    T4["gamma"] = speed_at(h(ceil(t / K))) == speed_at(h(t / K))
T4["gamma"].refuted("M=2 K=2 eta=1/2 t=1 eta_Z=1/2 C0=1").uses("Theorem 1/Eqn 85")
T4["gamma"].from_("inferred").note(
    "Not printed as an equation. The γ(t) of Theorem 1 has h at ⌈t/K⌉ (Eqn 85); here h is taken at t/K."
)
repaired = T4["gamma"].repair(
    WHOLE_ROUNDS,
    why="at the end of each round over the classes; between them the definition of Section D.3 (h at t/K) is used",
)
repaired.proved(proved("⌈t/K⌉ = t/K.", exact("⌈6/3⌉ = 6/3", lambda: round_up(Fraction(6, 3)) == Fraction(6, 3))))

EARLY = [FIRST_STAGE]
SCANNING = "M ≥ 2, K ≥ 2, all rates and C₀ > 0, 0 ≤ t ≤ K ln M/η_Y"
SLOPE_END = certain(
    "e^(-0.568) < 0.568: at t0' the defect (M(e^(-y) - y) + y - ln M - 1) is negative at y = 0.568",
    lambda: balls.lt(balls.exp(balls.ball("-568/1000")), balls.ball("568/1000")),
)
early_factor = 1 - Q("0.568") / log(M)  # the least that 1+o(1) is

with T4.where(*EARLY):
    T4["Eqn 130 h"] = h(t / K) == (1 + o(1)) * (eta_Y * t / (M * K))
T4["Eqn 130 h"].compared((h(t / K) >= early_factor * (eta_Y * t / (M * K))) & (h(t / K) <= eta_Y * t / (M * K))).trivial(
    HEIGHT, SCANNING
).uninformative(t == 0, "t = 0")
T4["Eqn 130 h"].proved(
    proved(
        "u/(ηt/K) falls with t (concavity); at t0' u = ln M - y with M e^(-y) + (M-1)(ln M - y) = M ln M + 1, so y < 0.568.",
        SLOPE_END,
        convex_from_tangent("u ≤ ηt/K", sympy.exp(_u) - 1 - _u, _u),
        convex_from_tangent("u/clock falls: ue^u - e^u + 1 ≥ 0", _u * sympy.exp(_u) - sympy.exp(_u) + 1, _u, 1),
        strictly_positive("y - 1 - ln M < 0 at y = 0.568", sympy.Rational(432, 1000) + slack("L")),
    )
)
T4["Eqn 130 h"].note("Compared: 1 ≥ 1+o(1) ≥ 1 - 0.568/ln M. o(1) is as slow as 0.57/ln M: 8 % at M = 1000.")
late_log = log(M * eta_Y * t / K)

with T4.where(*LATE, given=FROM_SIZE_FOUR):
    T4["Eqn 131 h"] = h(t / K) == (1 + o(1)) * (late_log / M)
T4["Eqn 131 h"].compared((M * h(t / K) >= late_log - log(2)) & (M * h(t / K) <= late_log)).trivial(LOGIT, FROM_FOUR_LATE)
T4["Eqn 131 h"].note("Compared: ln(Mη_Yt/K) - ln 2 ≤ Mh ≤ ln(Mη_Yt/K).")
T4["Eqn 131 h"].proved(
    late(
        "(M-1)u ≤ ½(Mage+1), so e^u ≥ ½(Mage+1); and e^u ≤ Mage because (M-1)u ≥ 1.",
        nonnegative("e^u - ½(e^u + (M-1)u) ≥ 0 where e^u = (M-1)u + r", slack("r") / 2),
    )
)

MONOTONE = strictly_positive("¼ ln(1 + y) increases with y", 1 / (1 + _x))
LATE_POINT = "M=4 K=2 eta=1/2 t=30 eta_Z=1/2 C0=2"
NEGLECTED = "The proof neglects 1+o(1) in h; so compared: with Mh between the bounds of {}. "
NOT_EQUAL_EARLY = NEGLECTED.format("Eqn 130 h") + WITHOUT_START
NOT_EQUAL_LATE = NEGLECTED.format("Eqn 131 h") + "The printed value is ¼ ln C₀ too large, at every t."
early_growth = 2 * (M - 1) ** 2 / (K * M**2) * eta_Y * eta_Z * t**2  # 4Γ without 1+o(1)
late_growth = 2 * K * (M - 1) ** 2 / M**2 * (eta_Z / eta_Y)  # 4Γ is this times the square of Mh


def early_bounds(start: Expr, constant: Expr) -> Claim:
    """B_n between the values of ¼ ln(start + 4Γ/constant) for the least and the largest 1+o(1) of the first stage."""
    return (B[n](t) >= Q(1, 4) * log(start + early_factor**2 * early_growth / constant)) & (
        B[n](t) <= Q(1, 4) * log(start + early_growth / constant)
    )


def late_bounds(start: Expr, constant: Expr) -> Claim:
    """The same for the second stage."""
    return (B[n](t) >= Q(1, 4) * log(start + late_growth * (late_log - log(2)) ** 2 / constant)) & (
        B[n](t) <= Q(1, 4) * log(start + late_growth * late_log**2 / constant)
    )


def early_line(label: str, claim: Claim) -> None:
    """The first branch of Eqn 14, as the theorem and its proof print it."""
    with T4.where(*EARLY):
        T4[label] = claim
    T4[label].compared(early_bounds(C_0, expr(1))).refuted(START).note(NOT_EQUAL_EARLY).uses("Theorem 4/Eqn 129")
    repaired = T4[label].repair(
        claim=early_bounds(expr(1), C_0),
        why="divide by C₀ inside the logarithm; the factor 1+o(1), between (1-0.568/ln M)² and 1, is kept",
    )
    repaired.trivial(EXPONENT, SCANNING).uses("Theorem 4/Eqn 129", "Theorem 4/Eqn 130 h")
    repaired.proved(proved("Eqn 129 (repaired) with the bounds on h.", MONOTONE, SLOPE_END, ANTIDERIVATIVE))


def late_line(label: str, claim: Claim) -> None:
    """The second branch."""
    with T4.where(*LATE, given=FROM_SIZE_FOUR):
        T4[label] = claim
    T4[label].compared(late_bounds(C_0, expr(1))).refuted(LATE_POINT).note(NOT_EQUAL_LATE).uses("Theorem 4/Eqn 129")
    repaired = T4[label].repair(
        claim=late_bounds(expr(1), C_0),
        why="divide by C₀ inside the logarithm; the deviation of Mh from its leading term is kept",
    )
    repaired.trivial(EXPONENT, FROM_FOUR_LATE).uses("Theorem 4/Eqn 129", "Theorem 4/Eqn 131 h")
    repaired.proved(proved("Eqn 129 (repaired) with the bounds on h.", MONOTONE, PAST, LATE_MEANS_PAST, ANTIDERIVATIVE))


early_line("Eqn 14 scanning", B[n](t) == Q(1, 4) * log(C_0 + early_growth))
early_line("Eqn 130", B[n](t) == Q(1, 4) * log(C_0 + 2 * (M - 1) ** 2 / (nu * K * M**2) * eta_Y**2 * t**2))
late_line("Eqn 14 snapping", B[n](t) == Q(1, 4) * log(C_0 + late_growth * late_log**2))
late_line("Eqn 131", B[n](t) == Q(1, 4) * log(C_0 + 2 * K * (M - 1) ** 2 / (nu * M**2) * late_log**2))
