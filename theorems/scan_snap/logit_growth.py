"""How far the recursion runs ahead of the flow for ever (scan_snap, Appendix D.3): Remark 2."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import ceil

import sympy

from kernels import balls
from kernels import decoder_growth as growth
from kernels.balls import Truth
from theorems.instance import Instance
from theorems.provers.families import Family, RefutedAlong
from theorems.scan_snap.between_steps import L7
from theorems.scan_snap.contents import LOGIT, never_negative
from theorems.scan_snap.growth import (
    ETA_RANGE,
    FROM_FOUR_LATE,
    GROWTH,
    LONG_RUNS,
    M_RANGE,
    SECOND_STAGE,
    STEPS,
    Steps,
)
from theorems.scan_snap.recursion_and_flow import (
    CLOCK_RUNS_AT_SPEED,
    L6,
    LEAD_FROM_ABOVE,
    LEAD_OF_A_STEP,
    SHARE_RISES,
    SHORT_STEPS,
    SPEED_FALLS,
    TAYLOR,
)
from theorems.scan_snap.steps import (
    PAPER,
    PROVENANCE,
    convex_from_tangent,
    limit_is,
    nonnegative,
    positive,
    proved,
    slack,
)
from theorems.statement import Condition, Content, Statement
from theorems.vocabulary import Comparison, Reading, at_least, at_most

D, u, x = (positive(name) for name in ("D", "u", "x"))
s_u = slack("s_u")
size = 2 + slack("mu")

R2 = Statement(
    PAPER,
    "Remark 2",
    source="Appendix D.3",
    provenance=PROVENANCE,
    given=STEPS,
    depends_on=["scan_snap/Lemma 7/a1", "scan_snap/Lemma 7/a3", "scan_snap/Lemma 7/b"],
    title="the recursion stays within a constant time of the flow",
)


LEAD_FROM_BELOW = (
    "e^D - 1 - D ≥ D²/2, so a step adds at least e^u D/(2(M-1+e^u)) to the lead, and D/4 once e^u ≥ M-1. The D of all "
    "later steps add up to u*_s - ln(M-1) - η, which grows without bound because u*_s ≥ u(s) → ∞. Hence "
    "lead(s) ≥ (u*_s - ln(M-1) - η)/4 → ∞ (in truth it grows like ln(ηs)/2): no c, of whatever order in M, serves all s."
)
FOUR_TOKENS = Family("M = 4, η_Y = 1/2, s = 200k", lambda k: Instance(M=4, eta=Fraction(1, 2), s=200 * k))
LEAD_STEPS = (
    LEAD_OF_A_STEP,
    convex_from_tangent("e^D - 1 - D ≥ D²/2", sympy.exp(D) - 1 - D - D**2 / 2, D, 3),
    nonnegative("e^u/(M-1+e^u) ≥ 1/2 once e^u = M - 1 + s", (size - 1 + s_u) / (2 * (size - 1) + s_u) - sympy.Rational(1, 2)),
    limit_is("u(s) → ∞", (sympy.exp(x) + x - 1) / 2, x, sympy.oo),
)
R2.add(
    "c",
    lambda x: at_most(x.h_star, x.h_after(x.arithmetic.log(x.M))),
    content=never_negative("h*"),
    says="if η_Y = O(1) there is a constant c = O(ln M) with h(s) ≤ h*(s) ≤ h(s+c) for all s > s₁ = 2 ln(1+ω₁)/η_Y "
    "(here c = ln M)",
    proof=RefutedAlong(
        family=FOUR_TOKENS,
        how=LEAD_FROM_BELOW + " It passes C ln M for every C; at the members below it has passed ln M.",
        steps=LEAD_STEPS,
        confirm=(1, 2),
    ),
    note="The print has s₁ = 2 ln(1+ω₁)/η; whichever s₁ is meant, the claim is about all later s.",
)


@R2.part(
    "c",
    content=never_negative("h*"),
    met="M ≥ 2, 0 < η_Y ≤ 1, s ≥ 1",
    says="h*(s) ≤ h(s + c) with c = (e^η/2) ln((M-1+exp(Mh*(s)))/M), which is O(ln M) for s ≤ M^κ/η_Y",
    reading=Reading.INTENDED,
    changed="c depends on s: a constant O(ln M) up to polynomially many steps, (1/2) ln(η s) in the long run",
    where=[Condition("η_Y ≤ 1", lambda i: i.eta <= 1), Condition("s ≥ 1", lambda i: i.s >= 1)],
    proof=proved(
        LEAD_FROM_ABOVE + "With e^{u*} ≤ e^η(1 + Mηs) the bound is at most (e^η/2)(η + ln(1+ηs)): O(ln M) for s ≤ M^κ/η.",
        LEAD_OF_A_STEP,
        TAYLOR,
        SHARE_RISES,
        SHORT_STEPS,
    ),
)
def _(x: Steps) -> Comparison:
    delay = x.arithmetic.exp(x.eta) / 2 * x.arithmetic.log((x.M - 1 + x.arithmetic.exp(x.u_star)) / x.M)
    return at_most(x.h_star, x.h_after(delay))


R2.add(
    "delta h",
    lambda x: at_most(x.h_star - x.h, x.arithmetic.log(x.M) / (x.M * x.s)),
    content=never_negative("h* - h"),
    says="h°(t) - h(t) ≍ 2η_Y s₀/(Mt) = O(ln M/(Mt)) for late t (whole steps t = s, constant 1)",
    proof=RefutedAlong(
        family=FOUR_TOKENS,
        how=LEAD_FROM_BELOW
        + " The gap is at least lead times the flow's speed at h*, 1/(Mt)(1+o(1)), so t·M·(h*-h) → ∞ instead of staying "
        "bounded: the linearised equation of the justification drops the recursion's own error, which is added at every step.",
        steps=[
            *LEAD_STEPS,
            limit_is(
                "t dh/dt · M → 1: (e^u + (M-1)u - 1)/(M-1+e^u) → 1 at M = 5",
                (sympy.exp(x) + 4 * x - 1) / (4 + sympy.exp(x)),
                x,
                1,
            ),
        ],
        confirm=(1, 2),
    ),
)


@R2.part(
    "delta h",
    content=never_negative("h* - h"),
    met="M ≥ 2, 0 < η_Y ≤ 1, s ≥ 1",
    says="h*(s) - h(s) ≤ (e^η/2) ln((M-1+exp(Mh*(s)))/M) · dh/dt(s), which is O(ln(s)/(Ms)) as s → ∞ with M and η_Y fixed",
    reading=Reading.INTENDED,
    changed="ln s in place of the constant ηs₀",
    where=[Condition("η_Y ≤ 1", lambda i: i.eta <= 1), Condition("s ≥ 1", lambda i: i.s >= 1)],
    proof=proved(
        LEAD_FROM_ABOVE + "h is concave, so h(s + lead) - h(s) ≤ lead · dh/dt(s).",
        LEAD_OF_A_STEP,
        TAYLOR,
        SHARE_RISES,
        SPEED_FALLS,
    ),
)
def _(x: Steps) -> Comparison:
    exp, log = x.arithmetic.exp, x.arithmetic.log
    lead = exp(x.eta) / 2 * log((x.M - 1 + exp(x.u_star)) / x.M)
    return at_most(x.h_star - x.h, lead * x.eta / (x.M - 1 + exp(x.M * x.h)))


def after_printed_start(i: Instance) -> bool:
    """s > s₁ = 2 ln(1+ω₁)/η, with 1+ω₁ = u1/ln M."""
    if i.M < 4:
        return False

    def question() -> Truth:
        number = balls.ball(i.M)
        ratio = growth.scan_zeros(number)[1] / balls.log(number)
        return balls.gt(balls.ball(Fraction(i.eta) * Fraction(i.s)), 2 * balls.log(ratio))

    return balls.decide(question)[0] is Truth.HOLDS


def soon_after_start(k: int) -> Instance:
    """M = 10^k, η = 1/2, s = 3ω₁/η to three digits."""
    number = balls.ball(10**k)
    omega = growth.scan_zeros(number)[1] / balls.log(number) - 1
    return Instance(M=10**k, eta=Fraction(1, 2), s=Fraction(ceil(6000 * balls.bounds(omega)[1]), 1000), epsilon=1)


R2.add(
    "h",
    lambda x: at_least(x.M * x.h, x.log_time / 2),
    given=replace(LONG_RUNS, conditions=(M_RANGE, ETA_RANGE)).where(Condition("s > 2 ln(1+ω₁)/η_Y", after_printed_start)),
    content=Content("Mh ≥ 0", low=0).silent_for("Mη_Ys ≤ 1", lambda i: bool(i.M * i.eta * i.s <= 1)),
    met="M ≥ 4, s > 2 ln(1+ω₁)/η_Y",
    says="h(t) = Θ(ln(Mη_Y t)/M) for t > s₁ = 2 ln(1+ω₁)/η_Y (from below, with the constant 1/2)",
    proof=RefutedAlong(
        family=Family("M = 10^k, η_Y = 1/2, s = 3ω₁/η_Y rounded up to thousandths", soon_after_start, first=3),
        how="At t = 3ω₁/η > s₁ (because 2 ln(1+ω₁) < 2ω₁) the flow has Mh(t) ≤ ηt = 3ω₁, while ln(Mηt) = ln(3ω₁M). With "
        "ω₁ = Θ(lnln M/ln M) → 0 the ratio is at most 3ω₁/ln(3ω₁M) → 0: no constant bounds it from below.",
        steps=[
            SHORT_STEPS,
            convex_from_tangent("ln(1+ω) ≤ ω, that is e^ω ≥ 1 + ω", sympy.exp(u) - 1 - u, u),
            limit_is(
                "3ω/ln(3ωe^L) → 0 for ω = ln L/L, L = ln M",
                3 * sympy.log(x) / x / (sympy.log(3 * sympy.log(x) / x) + x),
                x,
                0,
            ),
        ],
        confirm=(6, 12, 50),
    ),
    depends_on=["scan_snap/Lemma 8/omega1"],
)
R2.add(
    "h",
    lambda x: (
        at_least(x.u, x.arithmetic.log(x.M * x.age) - x.arithmetic.log(x.arithmetic.number(2)), "lower"),
        at_most(x.u, x.arithmetic.log(x.M * x.age), "upper"),
    ),
    given=GROWTH,
    where=[Condition("M ≥ 4", lambda i: i.M >= 4), SECOND_STAGE],
    content=LOGIT,
    met=FROM_FOUR_LATE,
    says="ln(Mη_Yt) - ln 2 ≤ Mh(t) ≤ ln(Mη_Yt) for t ≥ 2(1+ω₁)ln M/η_Y (with t/K for t)",
    reading=Reading.INTENDED,
    changed="s₁ = 2(1+ω₁)ln M/η_Y in place of 2 ln(1+ω₁)/η_Y",
    proof=proved(
        "From then on e^u ≥ (M-1)u ≥ 1 (Lemma 9, 2a), so (M-1)u ≤ ½(Mηt+1) and ½(Mηt+1) ≤ e^u ≤ Mηt.",
        CLOCK_RUNS_AT_SPEED,
        nonnegative("e^u - ½(e^u + (M-1)u) ≥ 0 where e^u = (M-1)u + r", slack("r") / 2),
        nonnegative("(e^u + (M-1)u - 1) - e^u ≥ 0 where (M-1)u = 1 + v", slack("v")),
    ),
    depends_on=["scan_snap/Lemma 9/2a"],
)


STATEMENTS = (L6, L7, R2)
