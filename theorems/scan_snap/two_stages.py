"""Scanning and snapping of the decoder's logit (scan_snap, Appendix D.3): Lemma 9."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor

import sympy

from kernels import balls
from kernels import decoder_growth as growth
from kernels.arithmetic import BALLS, SYMBOLIC
from kernels.balls import Ball
from theorems.instance import Instance
from theorems.provers.argument import Argument, Step
from theorems.provers.families import Eventually, Family
from theorems.provers.positivity import Positivity
from theorems.scan_snap.contents import EXPONENTIAL, HEIGHT, SPEED, certainly, never_negative
from theorems.scan_snap.crossing_points import CONVEX, CROSSINGS, M, u
from theorems.scan_snap.growth import (
    FIRST_STAGE,
    FROM_FOUR_LATE,
    GROWTH,
    SECOND_STAGE,
    Growth,
    small_schedules,
)
from theorems.scan_snap.recursion_and_flow import CLOCK_RUNS_AT_SPEED
from theorems.scan_snap.steps import (
    PAPER,
    PROVENANCE,
    VOCABULARY_ONLY,
    certain,
    identity,
    nonnegative,
    positive,
    proved,
    slack,
    strictly_positive,
)
from theorems.statement import Condition, Domain, Statement, SymbolicCase
from theorems.vocabulary import Comparison, Reading, at_least, at_most, equals, less

STANDING = Condition("M ≥ 100 (M ≫ 100)", lambda i: i.M >= 100, lambda i: i.but(M=i.M if i.M >= 100 else i.M + 100))
FORMULA = Positivity()
HUNDRED_TOKENS = replace(GROWTH, small=lambda: (i for i in small_schedules() if i.M >= 100))
L9 = Statement(
    PAPER,
    "Lemma 9",
    source="Appendix D.3",
    provenance=PROVENANCE,
    given=GROWTH,
    depends_on=["scan_snap/Lemma 6", "scan_snap/Lemma 8/J1", "scan_snap/Lemma 8/omega1"],
    title="two stages of h and gamma",
)


def below_both(x: Growth) -> tuple[Comparison, Comparison]:
    return at_most(x.exp_u, x.M - 1, "M-1"), at_most(x.exp_u, (x.M - 1) * x.M * x.h, "(M-1)Mh")


L9.add(
    "1a",
    below_both,
    given=HUNDRED_TOKENS,
    content=EXPONENTIAL,
    met="M ≥ 100, K ≥ 1, η_Y > 0, 0 ≤ t ≤ K ln M/η_Y",
    says="t ≤ K ln M/η_Y: exp(Mh(t/K)) ≤ min(M-1, (M-1)Mh(t/K))",
    where=[STANDING, FIRST_STAGE],
    witness="M=100 K=1 eta=1/2 t=0",
    note="At t = 0 the left side is 1 and the right side 0; false until about t = K/(Mη_Y).",
)
PAST_LOWER = Condition(
    "t ≥ 1.03 K/(Mη_Y)",
    lambda i: 100 * i.M * Fraction(i.eta) * i.t >= 103 * i.K,
    lambda i: i.but(t=max(Fraction(i.t), Fraction(103 * i.K, 100 * i.M) / Fraction(i.eta))),
)
L9.add(
    "1a",
    below_both,
    given=HUNDRED_TOKENS,
    content=EXPONENTIAL,
    met="M ≥ 100, K ≥ 1, η_Y > 0, 1.03 K/(Mη_Y) ≤ t ≤ K ln M/η_Y (never empty)",
    says="1.03 K/(Mη_Y) ≤ t ≤ K ln M/η_Y, M ≥ 100: exp(Mh(t/K)) ≤ min(M-1, (M-1)Mh(t/K))",
    reading=Reading.INTENDED,
    changed="t ≥ 1.03 K/(Mη_Y), which t ≥ K and the section's η_Y ≫ M^(-0.99) imply (at t = K/(Mη_Y) it is false for every M)",
    where=[STANDING, FIRST_STAGE, PAST_LOWER],
    proof=proved(
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
    ),
    depends_on=["scan_snap/Lemma 8/J1", "scan_snap/Lemma 9/Eqn 52"],
)


def _reserve(size: Ball) -> Ball:
    """M - 2 + (M-1) ln(M-1) - M ln M."""
    return size - 2 + (size - 1) * balls.log(size - 1) - size * balls.log(size)


@L9.part(
    "1b",
    content=never_negative("h"),
    says="t ≤ K ln M/η_Y: h(t/K) = O(η_Y t/(MK)) (with the constant 1, and for every t)",
    proof=FORMULA,
)
def _(x: Growth) -> Comparison:
    return at_most(x.h, x.age / x.M)


@L9.part(
    "1c",
    content=never_negative("γ"),
    says="t ≤ K ln M/η_Y: γ(t) = O(η_Y t/K) (with the constant 1, and for every t)",
    proof=FORMULA,
)
def _(x: Growth) -> Comparison:
    return at_most(x.gamma, x.age)


LATE = [Condition("M ≥ 4", lambda i: i.M >= 4), SECOND_STAGE]
# past the upper crossing: e^u = (M-1) u (1 + r) with u = 1 + v, v, r >= 0
v, r, mu = slack("v"), slack("r"), slack("mu")
late_size, late_u = 4 + mu, 1 + v
late_exp = (late_size - 1) * late_u * (1 + r)
late_scale = late_exp + (late_size - 1) * late_u  # M eta t/K + 1
PAST = certain("u1 > 1: at u = 1, e < M - 1 for M ≥ 4", lambda: balls.lt(balls.exp(balls.ball(1)), balls.ball(3)))
LATE_MEANS_PAST = Step(
    "(e^u1 + (M-1)u1 - 1)/M = (2(M-1)u1 - 1)/M < 2 u1: at t = 2 u1 K/η the flow is past u1",
    lambda: sympy.simplify(2 * u - (2 * (M - 1) * u - 1) / M - (2 * u + 1) / M) == 0,
)


def late(how: str, *steps: Step) -> Argument:
    """A proof of the second stage: from t0 on e^u ≥ (M-1)u."""
    return proved("From t0 = 2 u1 K/η on u ≥ u1 > 1 and e^u ≥ (M-1)u. " + how, PAST, LATE_MEANS_PAST, CONVEX, *steps)


@L9.part(
    "2a",
    content=EXPONENTIAL,
    met=FROM_FOUR_LATE,
    says="t ≥ 2(1+ω₁)K ln M/η_Y: exp(Mh(t/K)) ≥ max(M-1, (M-1)Mh(t/K))",
    where=LATE,
    proof=late("Hence e^u ≥ (M-1)u ≥ M-1.", nonnegative("(M-1)u(1+r) - (M-1) ≥ 0 for u = 1+v", late_exp - (late_size - 1))),
)
def _(x: Growth) -> tuple[Comparison, Comparison]:
    return at_least(x.exp_u, x.M - 1, "M-1"), at_least(x.exp_u, (x.M - 1) * x.M * x.h, "(M-1)Mh")


@L9.part(
    "2b",
    content=HEIGHT,
    met=FROM_FOUR_LATE,
    says="t ≥ 2(1+ω₁)K ln M/η_Y: h(t/K) = O((1/M) ln(Mη_Y t/K)) (with the constant 1)",
    where=LATE,
    proof=late(
        "e^u = Mη t/K + 1 - (M-1)u ≤ Mη t/K.", nonnegative("(scale - 1) - e^u = (M-1)u - 1 ≥ 0", late_scale - 1 - late_exp)
    ),
)
def _(x: Growth) -> Comparison:
    return at_most(x.h, x.arithmetic.log(x.M * x.age) / x.M)


@L9.part(
    "2c",
    content=SPEED,
    met=FROM_FOUR_LATE,
    says="t ≥ 2(1+ω₁)K ln M/η_Y: γ(t) = O(K ln(Mη_Y t/K)/(η_Y t)) (with the constant 2)",
    where=LATE,
    proof=late(
        "γ = (M-1)²u/(M(M-1+e^u)) ≤ 2u/(η t/K) and u ≤ ln(Mη t/K).",
        nonnegative(
            "2u/age - (M-1)²u/(M(M-1+e^u)) ≥ 0 with age = (scale - 1)/M",
            2 * late_u * late_size / (late_scale - 1)
            - (late_size - 1) ** 2 * late_u / (late_size * (late_size - 1 + late_exp)),
        ),
        nonnegative("u ≤ ln(M age): (scale - 1) - e^u ≥ 0", late_scale - 1 - late_exp),
    ),
)
def _(x: Growth) -> Comparison:
    return at_most(x.gamma, 2 * x.arithmetic.log(x.M * x.age) / x.age)


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
    met="every M ≥ 2",
)


@L9.part(
    "Eqn 52",
    given=SIZES,
    says="h ≥ ln(M-1)/M ⇒ t ≥ (M-2+(M-1) ln(M-1))/(Mη_Y) > ln M/η_Y (compared: the last inequality; before it stands the "
    "clock at Mh = ln(M-1))",
    proof=Eventually(
        family=Family("M = k, every k ≥ 2", lambda k: Instance(M=k), first=2),
        beyond=lambda: 8,
        how="The clock at e^u = M-1 reads (M-2+(M-1) ln(M-1))/M. M - 2 + (M-1) ln(M-1) - M ln M has derivative "
        "1 + ln((M-1)/M) > 0 for M > e/(e-1), so once positive it stays positive; it is from M = 5 on, and negative at 2, "
        "3, 4.",
        steps=[
            identity(
                "the clock at u = ln(M-1)",
                growth.clock(SYMBOLIC, M, u).subs(sympy.exp(u), M - 1).subs(u, sympy.log(M - 1)),
                (M - 2 + (M - 1) * sympy.log(M - 1)) / M,
            ),
            identity(
                "d/dM (M - 2 + (M-1) ln(M-1) - M ln M)",
                sympy.diff(M - 2 + (M - 1) * sympy.log(M - 1) - M * sympy.log(M), M),
                1 + sympy.log(M - 1) - sympy.log(M),
            ),
            certain(
                "1 + ln(1/2) > 0, and (M-1)/M ≥ 1/2 grows", lambda: balls.gt(1 + balls.log(balls.ball("1/2")), balls.ball(0))
            ),
        ],
        variable="M",
        constants="none",
        printed=VOCABULARY_ONLY,
        dependence="no constants",
    ),
    depends_on=["scan_snap/Lemma 6"],
)
def _(x: Vocabulary) -> Comparison:
    return less(balls.log(x.M), (x.M - 2 + (x.M - 1) * balls.log(x.M - 1)) / x.M)


def _logit_is_positive(case: SymbolicCase) -> SymbolicCase:
    """The clock (e^u + (M-1)u - 1)/M = η_Y t/K is 0 at u = 0 alone: after the start u > 0."""
    return replace(case, positive=case.positive | {case.world.u: positive("upsilon")})


AFTER_START = Condition("t > 0", lambda i: i.t > 0, lambda i: i.but(t=i.t or 1), narrows=_logit_is_positive)


@L9.part(
    "Eqn 53",
    met="M ≥ 2, K ≥ 1, η_Y > 0, t > 0 (Δ₂ divides by h)",
    says="h = (Mη_Y t/K + 1)/((1+Δ₂)M(M-1)), Δ₂ = exp(Mh)/((M-1)Mh)",
    where=[AFTER_START],
    proof=FORMULA,
)
def _(x: Growth) -> Comparison:
    return equals(x.h, x.scale / ((1 + x.delta2) * x.M * (x.M - 1)))


@L9.part(
    "Eqn 54",
    met="M ≥ 2, K ≥ 1, η_Y > 0, t > 0 (Δ₂ divides by h)",
    says="γ = (M-1)h/(1+Δ₁) = (Mη_Y t/K + 1)/((1+Δ₁)(1+Δ₂)M), Δ₁ = exp(Mh)/(M-1)",
    where=[AFTER_START],
    proof=FORMULA,
)
def _(x: Growth) -> tuple[Comparison, Comparison]:
    return (
        equals(x.gamma, (x.M - 1) * x.h / (1 + x.delta1), "first"),
        equals(x.gamma, x.scale / ((1 + x.delta1) * (1 + x.delta2) * x.M), "second"),
    )


def _scan_ages(i: Instance) -> tuple[Fraction, Fraction]:
    """ηt/K at the two crossings, rounded inwards to multiples of 1/(100M)."""
    number, grid = balls.ball(i.M), 100 * int(i.M)
    first, last = ((2 * (number - 1) * u - 1) / number for u in growth.scan_zeros(number))
    return Fraction(ceil(balls.bounds(first)[1] * grid), grid), Fraction(floor(balls.bounds(last)[0] * grid), grid)


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


@L9.part(
    "Eqn 55",
    met="M ≥ 4, K ≥ 1, η_Y > 0, t > 0 with u0 ≤ Mh ≤ u1 (there, and nowhere else, Δ₂ ≤ 1)",
    says="Δ₂ ≤ 1 would give t ≤ ((1+ω₁)(1+Δ₂)((M-1)/M) ln M - 1/M)/η_Y < 2(1+ω₁) ln M/η_Y (times K)",
    where=[Condition("Δ₂ = exp(Mh)/((M-1)Mh) ≤ 1", _scanning, _into_the_scan)],
    proof=proved(
        "Δ₂ ≤ 1 means u0 ≤ u ≤ u1 = (1+ω₁) ln M; the clock reads ((1+Δ₂)(M-1)u - 1)/M, at most its value with u1 for u, "
        "which is below 2u1.",
        identity(
            "the clock through Δ₂ = e^u/((M-1)u)",
            growth.clock(SYMBOLIC, M, u),
            ((1 + sympy.exp(u) / ((M - 1) * u)) * (M - 1) * u - 1) / M,
        ),
        strictly_positive("2u1 - (2(M-1)u1 - 1)/M > 0", 2 * u - (2 * (M - 1) * u - 1) / M),
        CONVEX,
    ),
)
def _(x: Growth) -> tuple[Comparison, ...]:
    bound = (x.u1 * (1 + x.delta2) * (x.M - 1) - 1) / x.M
    return at_most(x.age, bound, "first"), less(bound, 2 * x.u1, "second")


@L9.part(
    "Eqn 56",
    met="M ≥ 2, K ≥ 1, η_Y > 0, t > 0 (Δ₂ divides by h)",
    says="h = (1/M) ln((Mη_Y t/K + 1)/(1+1/Δ₂))",
    where=[AFTER_START],
    proof=FORMULA,
)
def _(x: Growth) -> Comparison:
    """Compared through the exponential: exp(Mh) = (Mη_Y t/K + 1)/(1 + 1/Δ₂)."""
    return equals(x.exp_u, x.scale / (1 + 1 / x.delta2))


@L9.part(
    "Eqn 57",
    met="M ≥ 2, K ≥ 1, η_Y > 0, t > 0 (Δ₂ divides by h)",
    says="γ = ((M-1)/M) (M-1) Mh/((1+1/Δ₁)(Mη_Y t/K + 1)/(1+1/Δ₂)) with Mh = ln((Mη_Y t/K + 1)/(1+1/Δ₂))",
    where=[AFTER_START],
    proof=FORMULA,
)
def _(x: Growth) -> Comparison:
    return equals(x.gamma, (x.M - 1) / x.M * (x.M - 1) * x.u / ((1 + 1 / x.delta1) * x.scale / (1 + 1 / x.delta2)))


STATEMENTS = (L9,)
