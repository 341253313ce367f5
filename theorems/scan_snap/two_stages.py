"""Scanning and snapping of the decoder's logit (scan_snap, Appendix D.3): Lemma 9."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import sympy

from kernels import balls
from kernels import decoder_growth as growth
from kernels.arithmetic import SYMBOLIC
from kernels.balls import Ball
from theorems.instance import Instance
from theorems.provers.argument import Argument, Step
from theorems.provers.families import Eventually, Family
from theorems.provers.positivity import Positivity
from theorems.scan_snap.contents import EXPONENTIAL, HEIGHT, SPEED, never_negative
from theorems.scan_snap.crossing_points import CONVEX, CROSSINGS, M, u
from theorems.scan_snap.growth import (
    AT_LEAST_ONE_ROUND,
    ETA_BELOW_ONE,
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
    convex_from_tangent,
    identity,
    nonnegative,
    proved,
    slack,
    strictly_positive,
)
from theorems.statement import Condition, Domain, Statement
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
    depends_on=["scan_snap/Lemma 6", "scan_snap/Lemma 8"],
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
L9.add(
    "1a",
    below_both,
    given=HUNDRED_TOKENS,
    content=EXPONENTIAL,
    met="M ≥ 100, 2.4 M^(-0.99) ≤ η_Y < 1, K ≤ t ≤ K ln M/η_Y (never empty: η_Y < ln M)",
    says="K ≤ t ≤ K ln M/η_Y, 2.4 M^(-0.99) ≤ η_Y < 1, M ≥ 100: exp(Mh(t/K)) ≤ min(M-1, (M-1)Mh(t/K))",
    reading=Reading.INTENDED,
    changed="t ≥ K (one round over the classes) and the section's η_Y ≫ M^(-0.99)",
    where=[
        STANDING,
        ETA_BELOW_ONE,
        Condition(
            "η_Y ≥ 2.4 M^(-0.99)",
            lambda i: (Fraction(i.eta) * Fraction(10, 24)) ** 100 * i.M**99 >= 1,
            lambda i: i.but(eta=i.eta if i.eta > Fraction(1, 2) else Fraction(1, 2)),
        ),
        FIRST_STAGE,
        AT_LEAST_ONE_ROUND,
    ],
    proof=proved(
        "Mh(t/K) ≥ Mh(1) > u0 (Remark 3), and at t/K = ln M/η the flow is below ln(M-1) (Eqn 52), which lies below u1: "
        "between the "
        "crossings e^u ≤ (M-1)u, and e^u ≤ M-1.",
        certain("e^(1.9/3) < 1.9", lambda: balls.lt(balls.exp(balls.ball("19/30")), balls.ball("19/10"))),
        CLOCK_RUNS_AT_SPEED,
        certain(
            "Eqn 52 at M = 100: M - 2 + (M-1) ln(M-1) > M ln M", lambda: balls.gt(_reserve(balls.ball(100)), balls.ball(0))
        ),
        convex_from_tangent("u ≤ η for the first round", sympy.exp(u) - 1 - u, u),
    ),
    depends_on=["scan_snap/Remark 3/one zero", "scan_snap/Lemma 9/Eqn 52"],
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
    says="h ≥ ln(M-1)/M ⇒ t ≥ (M-2+(M-1) ln(M-1))/(Mη_Y) > ln M/η_Y",
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


AFTER_START = Condition("t > 0", lambda i: i.t > 0, lambda i: i.but(t=i.t or 1))


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


@L9.part(
    "Eqn 55",
    met="M ≥ 4, K ≥ 1, η_Y > 0, t > 0; Δ₂ ≤ 1 exactly for u0 ≤ Mh ≤ u1",
    says="Δ₂ ≤ 1 would give t ≤ ((1+ω₁)(1+Δ₂)((M-1)/M) ln M - 1/M)/η_Y < 2(1+ω₁) ln M/η_Y (times K)",
    where=[Condition("M ≥ 4", lambda i: i.M >= 4), AFTER_START],
    proof=proved(
        "Δ₂ ≤ 1 means u0 ≤ u ≤ u1 = (1+ω₁) ln M; the clock reads ((1+Δ₂)(M-1)u - 1)/M, at most its value with u1 for u, "
        "which is "
        "below 2u1. The claim compares these: the smaller of 'u1 - u' fails only where Δ₂ > 1.",
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
    beyond = x.delta2 > 1
    if beyond:
        return (less(x.age * 0, x.age, "nothing is claimed where Δ₂ > 1"),)
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
