"""Scanning and snapping of the decoder's logit (scan_snap, Appendix D.3): Lemma 9."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fractions import Fraction

import sympy

from kernels import balls
from kernels import decoder_growth as growth
from kernels.arithmetic import BALLS, SYMBOLIC
from kernels.balls import Ball
from theorems.instance import Instance
from theorems.provers import families
from theorems.provers.argument import Argument, Step
from theorems.provers.families import Family
from theorems.provers.positivity import Positivity
from theorems.provers.steps import certain, nonnegative, positive, proved, slack, strictly_positive
from theorems.scan_snap.contents import EXPONENTIAL, HEIGHT, SPEED, certainly, never_negative
from theorems.scan_snap.crossing_points import CONVEX, CROSSINGS, u
from theorems.scan_snap.growth import (
    FIRST_STAGE,
    FLOW,
    FROM_FOUR_LATE,
    GROWTH,
    SECOND_STAGE,
    Delta_1,
    Delta_2,
    K,
    M,
    eta_Y,
    gamma,
    h,
    omega_1,
    small_schedules,
    t,
)
from theorems.scan_snap.language import *
from theorems.scan_snap.recursion_and_flow import CLOCK_RUNS_AT_SPEED
from theorems.scan_snap.steps import PROVENANCE, VOCABULARY_ONLY, identity
from theorems.statement import Condition, Domain, SymbolicCase

_M = positive("M")
STANDING = Condition("M ≥ 100 (M ≫ 100)", lambda i: i.M >= 100, lambda i: i.but(M=i.M if i.M >= 100 else i.M + 100))
FORMULA = Positivity()
HUNDRED_TOKENS = replace(FLOW, points=replace(GROWTH, small=lambda: (i for i in small_schedules() if i.M >= 100)))
L9 = Lemma(
    "9",
    "Appendix D.3",
    "two stages of h and gamma",
    given=FLOW,
    provenance=PROVENANCE,
    uses=["Lemma 6", "Lemma 8/J1", "Lemma 8/omega1"],
)
grown = exp(M * h(t / K))
early = t <= K * log(M) / eta_Y


with L9.where(STANDING, FIRST_STAGE, given=HUNDRED_TOKENS):
    L9["1a"] = grown <= smallest(M - 1, (M - 1) * M * h(t / K))
L9["1a"].refuted("M=100 K=1 eta=1/2 t=0").trivial(EXPONENTIAL).feasible("M ≥ 100, K ≥ 1, η_Y > 0, 0 ≤ t ≤ K ln M/η_Y")
L9["1a"].note("At t = 0 the left side is 1 and the right side 0; false until about t = K/(Mη_Y).")
PAST_LOWER = Condition(
    "t ≥ 1.03 K/(Mη_Y)",
    lambda i: 100 * i.M * Fraction(i.eta) * i.t >= 103 * i.K,
    lambda i: i.but(t=max(Fraction(i.t), Fraction(103 * i.K, 100 * i.M) / Fraction(i.eta))),
)
repaired = L9["1a"].repair(
    PAST_LOWER,
    given=HUNDRED_TOKENS,
    why="t ≥ 1.03 K/(Mη_Y), which t ≥ K and the section's η_Y ≫ M^(-0.99) imply (at t = K/(Mη_Y) it is false for every M)",
)
repaired.trivial(EXPONENTIAL).feasible("M ≥ 100, K ≥ 1, η_Y > 0, 1.03 K/(Mη_Y) ≤ t ≤ K ln M/η_Y (never empty)")
repaired.uses("Lemma 8/J1", "Lemma 9/Eqn 52")
repaired.proved(
    proved(
        "At u = 1.015/(M-1), e^u < 1.015 = (M-1)u, so the lower crossing has (M-1)u0 < 1.015 and the clock (2(M-1)u0 - 1)/M "
        "has passed it at 1.03/M. At t/K = ln M/η the flow is below ln(M-1) (Eqn 52), which lies below u1 because e^u = M-1 ≤ "
        "(M-1)u there. Between the crossings e^u ≤ (M-1)u (Lemma 8), and e^u ≤ M-1.",
        certain("e^(1.015/99) < 1.015", lambda: balls.lt(balls.exp(balls.ball("1015/99000")), balls.ball("1015/1000"))),
        identity("2·1.015 - 1 = 1.03", 2 * sympy.Rational(1015, 1000) - 1, sympy.Rational(103, 100)),
        CLOCK_RUNS_AT_SPEED,
        CONVEX,
        certain("ln 99 ≥ 1", lambda: balls.ge(balls.log(balls.ball(99)), balls.ball(1))),
        certain(
            "Eqn 52 at M = 100: M - 2 + (M-1) ln(M-1) > M ln M", lambda: balls.gt(_reserve(balls.ball(100)), balls.ball(0))
        ),
    )
)


def _reserve(size: Ball) -> Ball:
    """M - 2 + (M-1) ln(M-1) - M ln M."""
    return size - 2 + (size - 1) * balls.log(size - 1) - size * balls.log(size)


L9["1b"] = Implies(early, h(t / K) == O(eta_Y * t / (M * K)))
L9["1b"].compared(h(t / K) <= eta_Y * t / (M * K)).trivial(never_negative("h")).proved(FORMULA)
L9["1b"].note("The constant is 1, and it serves every t.")


L9["1c"] = Implies(early, gamma(t) == O(eta_Y * t / K))
L9["1c"].compared(gamma(t) <= eta_Y * t / K).trivial(never_negative("γ")).proved(FORMULA)
L9["1c"].note("The constant is 1, and it serves every t.")


LATE = [Condition("M ≥ 4", lambda i: i.M >= 4), SECOND_STAGE]
# past the upper crossing: e^u = (M-1) u (1 + r) with u = 1 + v, v, r >= 0
v, r, mu = slack("v"), slack("r"), slack("mu")
late_size, late_u = 4 + mu, 1 + v
late_exp = (late_size - 1) * late_u * (1 + r)
late_scale = late_exp + (late_size - 1) * late_u  # M eta t/K + 1
PAST = certain("u1 > 1: at u = 1, e < M - 1 for M ≥ 4", lambda: balls.lt(balls.exp(balls.ball(1)), balls.ball(3)))
LATE_MEANS_PAST = Step(
    "(e^u1 + (M-1)u1 - 1)/M = (2(M-1)u1 - 1)/M < 2 u1: at t = 2 u1 K/η the flow is past u1",
    lambda: sympy.simplify(2 * u - (2 * (_M - 1) * u - 1) / _M - (2 * u + 1) / _M) == 0,
)


def late(how: str, *steps: Step) -> Argument:
    """A proof of the second stage: from t0 on e^u ≥ (M-1)u."""
    return proved("From t0 = 2 u1 K/η on u ≥ u1 > 1 and e^u ≥ (M-1)u. " + how, PAST, LATE_MEANS_PAST, CONVEX, *steps)


with L9.where(*LATE):
    L9["2a"] = grown >= largest(M - 1, (M - 1) * M * h(t / K))
    L9["2b"] = h(t / K) == O(1 / M * log(M * eta_Y * t / K))
    L9["2c"] = gamma(t) == O(K * log(M * eta_Y * t / K) / (eta_Y * t))
L9["2a"].trivial(EXPONENTIAL).feasible(FROM_FOUR_LATE).proved(
    late("Hence e^u ≥ (M-1)u ≥ M-1.", nonnegative("(M-1)u(1+r) - (M-1) ≥ 0 for u = 1+v", late_exp - (late_size - 1)))
)


L9["2b"].compared(h(t / K) <= 1 / M * log(M * eta_Y * t / K)).note("With the constant 1.")
L9["2b"].trivial(HEIGHT).feasible(FROM_FOUR_LATE).proved(
    late("e^u = Mη t/K + 1 - (M-1)u ≤ Mη t/K.", nonnegative("(scale - 1) - e^u = (M-1)u - 1 ≥ 0", late_scale - 1 - late_exp))
)


L9["2c"].compared(gamma(t) <= 2 * (K * log(M * eta_Y * t / K) / (eta_Y * t))).note("With the constant 2.")
L9["2c"].trivial(SPEED).feasible(FROM_FOUR_LATE).proved(
    late(
        "γ = (M-1)²u/(M(M-1+e^u)) ≤ 2u/(η t/K) and u ≤ ln(Mη t/K).",
        nonnegative(
            "2u/age - (M-1)²u/(M(M-1+e^u)) ≥ 0 with age = (scale - 1)/M",
            2 * late_u * late_size / (late_scale - 1)
            - (late_size - 1) ** 2 * late_u / (late_size * (late_size - 1 + late_exp)),
        ),
        nonnegative("u ≤ ln(M age): (scale - 1) - e^u ≥ 0", late_scale - 1 - late_exp),
    )
)


@dataclass(frozen=True)
class Vocabulary:
    """Just a vocabulary size in balls."""

    M: Ball


SIZES: Domain = replace(
    CROSSINGS,
    name="vocabulary sizes from 2 on",
    bind=lambda instance, arithmetic: Vocabulary(balls.ball(instance.M)),
    conditions=(Condition("M ≥ 2", lambda i: int(i.M) == i.M and i.M >= 2),),
    variables={"M": "vocabulary size"},
    feasible="every M ≥ 2",
)


clock = M - 2 + (M - 1) * log(M - 1)
with L9.where(given=Computed(SIZES)):
    L9["Eqn 52"] = Implies(h(t) >= log(M - 1) / M, chain(t, ">=", clock / (M * eta_Y), ">", log(M) / eta_Y))
L9["Eqn 52"].compared(log(M) < clock / M).uses("Lemma 6")
L9["Eqn 52"].note("Compared: the last inequality times η_Y; before it stands the clock at Mh = ln(M-1).")
L9["Eqn 52"].proved(
    families.Eventually(
        family=Family("M = k, every k ≥ 2", lambda k: Instance(M=k), first=2),
        threshold_index=lambda: 8,
        how="The clock at e^u = M-1 reads (M-2+(M-1) ln(M-1))/M. M - 2 + (M-1) ln(M-1) - M ln M has derivative "
        "1 + ln((M-1)/M) > 0 for M > e/(e-1), so once positive it stays positive; it is from M = 5 on, and negative at 2, "
        "3, 4.",
        steps=[
            identity(
                "the clock at u = ln(M-1)",
                growth.clock(SYMBOLIC, _M, u).subs(sympy.exp(u), _M - 1).subs(u, sympy.log(_M - 1)),
                (_M - 2 + (_M - 1) * sympy.log(_M - 1)) / _M,
            ),
            identity(
                "d/dM (M - 2 + (M-1) ln(M-1) - M ln M)",
                sympy.diff(_M - 2 + (_M - 1) * sympy.log(_M - 1) - _M * sympy.log(_M), _M),
                1 + sympy.log(_M - 1) - sympy.log(_M),
            ),
            certain(
                "1 + ln(1/2) > 0, and (M-1)/M ≥ 1/2 grows", lambda: balls.gt(1 + balls.log(balls.ball("1/2")), balls.ball(0))
            ),
        ],
        variable="M",
        constants="none",
        printed=VOCABULARY_ONLY,
        dependence="no constants",
    )
)


def _logit_is_positive(case: SymbolicCase) -> SymbolicCase:
    """The clock (e^u + (M-1)u - 1)/M = η_Y t/K is 0 at u = 0 alone: after the start u > 0."""
    return replace(case, positive=case.positive | {case.model.u: positive("upsilon")})


AFTER_START = Condition("t > 0", lambda i: i.t > 0, lambda i: i.but(t=i.t or 1), narrows=_logit_is_positive)


scale = M * eta_Y * t / K + 1
first_ratio = Delta_1 == grown / (M - 1)
second_ratio = Delta_2 == grown / ((M - 1) * M * h(t / K))
with L9.where(AFTER_START):
    L9["Eqn 53"] = (h(t / K) == scale / ((1 + Delta_2) * M * (M - 1))) & second_ratio
    L9["Eqn 54"] = (
        chain(gamma(t), "==", (M - 1) * h(t / K) / (1 + Delta_1), "==", scale / ((1 + Delta_1) * (1 + Delta_2) * M))
        & first_ratio
        & second_ratio
    )
L9["Eqn 53"].feasible("M ≥ 2, K ≥ 1, η_Y > 0, t > 0 (Δ₂ divides by h)").proved(FORMULA)
L9["Eqn 54"].feasible("M ≥ 2, K ≥ 1, η_Y > 0, t > 0 (Δ₂ divides by h)").proved(FORMULA)


def _scan_ages(i: Instance) -> tuple[Fraction, Fraction]:
    """ηt/K at the two crossings, rounded inwards to multiples of 1/(100M)."""
    number, grid = balls.ball(i.M), 100 * int(i.M)
    first, last = ((2 * (number - 1) * u - 1) / number for u in growth.scan_zeros(number))
    return Fraction(math.ceil(balls.bounds(first)[1] * grid), grid), Fraction(math.floor(balls.bounds(last)[0] * grid), grid)


def _scanning(i: Instance) -> bool:
    """Δ₂ ≤ 1."""
    if i.M < 4 or i.t <= 0:
        return False
    return certainly(lambda: balls.le(GROWTH.bind(i, BALLS).delta2, balls.ball(1)))


def _into_the_scan(i: Instance) -> Instance:
    """From M = 4 on, at an age between the crossings that depends on the drawn time."""
    if _scanning(i):
        return i
    at = i.but(M=max(int(i.M), 4))
    first, last = _scan_ages(at)
    return at.but(t=(first + Fraction(Fraction(i.t).numerator % 97, 97) * (last - first)) * i.K / Fraction(i.eta))


bound = K / eta_Y * ((1 + omega_1) * (1 + Delta_2) * ((M - 1) / M) * log(M) - 1 / M)
with L9.where(Condition("Δ₂ = exp(Mh)/((M-1)Mh) ≤ 1", _scanning, _into_the_scan)):
    L9["Eqn 55"] = chain(t, "<=", bound, "<", 2 * (1 + omega_1) * K * log(M) / eta_Y)
L9["Eqn 55"].feasible("M ≥ 4, K ≥ 1, η_Y > 0, t > 0 with u0 ≤ Mh ≤ u1 (there, and nowhere else, Δ₂ ≤ 1)").proved(
    proved(
        "Δ₂ ≤ 1 means u0 ≤ u ≤ u1 = (1+ω₁) ln M; the clock reads ((1+Δ₂)(M-1)u - 1)/M, at most its value with u1 for u, "
        "which is below 2u1.",
        identity(
            "the clock through Δ₂ = e^u/((M-1)u)",
            growth.clock(SYMBOLIC, _M, u),
            ((1 + sympy.exp(u) / ((_M - 1) * u)) * (_M - 1) * u - 1) / _M,
        ),
        strictly_positive("2u1 - (2(M-1)u1 - 1)/M > 0", 2 * u - (2 * (_M - 1) * u - 1) / _M),
        CONVEX,
    )
)


grown_late = scale / (1 + 1 / Delta_2)
with L9.where(AFTER_START):
    L9["Eqn 56"] = (h(t / K) == 1 / M * log(grown_late)) & second_ratio
    L9["Eqn 57"] = (
        (gamma(t) == (M - 1) / M * ((M - 1) * log(grown_late) / ((1 + 1 / Delta_1) * grown_late))) & first_ratio & second_ratio
    )
L9["Eqn 56"].compared((grown == grown_late) & second_ratio)
L9["Eqn 56"].note("Compared through the exponential: exp(Mh) = (Mη_Y t/K + 1)/(1 + 1/Δ₂).")
L9["Eqn 56"].feasible("M ≥ 2, K ≥ 1, η_Y > 0, t > 0 (Δ₂ divides by h)").proved(FORMULA)


L9["Eqn 57"].compared(
    (gamma(t) == (M - 1) / M * ((M - 1) * (M * h(t / K)) / ((1 + 1 / Delta_1) * grown_late))) & first_ratio & second_ratio
)
L9["Eqn 57"].note("Compared with Mh in place of the logarithm (Eqn 56).")
L9["Eqn 57"].feasible("M ≥ 2, K ≥ 1, η_Y > 0, t > 0 (Δ₂ divides by h)").proved(FORMULA)


STATEMENTS = (L9,)
