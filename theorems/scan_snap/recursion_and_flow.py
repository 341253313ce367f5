"""The decoder's logit as a recursion and as a flow (scan_snap, Appendix D.3): Lemmas 6 and 7.

The exact lead of the recursion over the flow decides them all: with u = M h, D the increment of a step from u,

    lead(s) = sum over the steps of e^u (e^D - 1 - D) / (M eta),    (M - 1 + e^u) D = M eta,

is the time with h(s + lead) = h*(s). It stays below 1/2 while e^(eta s) <= M, and grows like ln(eta s)/2 for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import ceil, log

import sympy

from kernels import balls
from kernels import decoder_growth as growth
from kernels.arithmetic import BALLS, SYMBOLIC
from kernels.balls import Ball, Truth
from theorems.instance import Instance
from theorems.provers.families import Family, RefutedAlong
from theorems.scan_snap.contents import EXPONENTIAL, RISE, certainly, h_star_positive, never_negative
from theorems.scan_snap.growth import (
    EARLY_STEPS,
    GROWTH,
    LONG_RUNS,
    STEPS,
    Growth,
    Steps,
)
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
from theorems.statement import Condition, Statement
from theorems.vocabulary import Comparison, Reading, at_least, at_most, equals, less, more

M, eta, u, D = (positive(name) for name in ("M", "eta", "u", "D"))
mu, s_u = slack("mu"), slack("s_u")
size = 2 + mu

CLOCK_RUNS_AT_SPEED = identity(
    "the clock (e^u + (M-1)u - 1)/M has derivative 1/speed, speed = M/(M-1+e^u)",
    sympy.diff(growth.clock(SYMBOLIC, M, u), u) * growth.speed(SYMBOLIC, M, u),
    1,
)
TANGENT = convex_from_tangent("e^x ≥ 1 + x for x ≥ 0", sympy.exp(u) - 1 - u, u)
SPEED_FALLS = strictly_positive(
    "the speed falls: -d/du M/(M-1+e^u) = M e^u/(M-1+e^u)² > 0",
    -sympy.diff(M / (M - 1 + sympy.exp(u)), u).subs(sympy.exp(u), 1 + s_u).subs(M, size),
)
LEAD_OF_A_STEP = identity(
    "the flow needs the time (e^(u+D) - e^u + (M-1)D)/(Mη) for a step D = Mη/(M-1+e^u): 1 + e^u (e^D - 1 - D)/(Mη)",
    ((sympy.exp(u) * (sympy.exp(D) - 1) + (M - 1) * D) / (M * eta) - 1).subs(eta, D * (M - 1 + sympy.exp(u)) / M),
    (sympy.exp(u) * (sympy.exp(D) - 1 - D) / (M * eta)).subs(eta, D * (M - 1 + sympy.exp(u)) / M),
)
SHORT_STEPS = nonnegative("a step is at most η: η - Mη/(M-1+e^u) ≥ 0 because e^u = 1 + s ≥ 1", 1 - size / (size + s_u))

SPEED_POSITIVE = strictly_positive("h increases: its speed M/(M-1+e^u) is positive", size / (size + s_u))


def _clock_below(M_value: int) -> Truth:
    """The clock at e^u = 2(M-1) against 3 ln M."""
    number = balls.ball(M_value)
    return balls.lt(growth.clock(BALLS, number, balls.log(2 * (number - 1))), 3 * balls.log(number))


L6 = Statement(PAPER, "Lemma 6", source="Appendix D.3", provenance=PROVENANCE, given=GROWTH, title="the flow in closed form")


@L6.part(
    "Eqn 45",
    says="dh/dt = η_Y/((M-1)+exp(Mh)), h(0) = 0 imply exp(Mh(t)) + (M-1)Mh(t) = Mη_Y t + 1 (with t/K for t)",
    proof=proved(
        "The function exp(Mh) + (M-1)Mh has derivative M(M-1+exp(Mh)) dh/dt = Mη along the flow and value 1 at h = 0.",
        CLOCK_RUNS_AT_SPEED,
        identity("at u = 0 the clock shows 0", growth.clock(SYMBOLIC, M, sympy.Integer(0)), 0),
    ),
)
def _(x: Growth) -> Comparison:
    return equals(x.exp_u + (x.M - 1) * x.M * x.h, x.M * x.age + 1)


L7 = Statement(
    PAPER,
    "Lemma 7",
    source="Appendix D.3",
    provenance=PROVENANCE,
    given=STEPS,
    depends_on=["scan_snap/Lemma 6"],
    title="the recursion follows the flow",
)
FROM_ABOVE = (
    "The speed falls with u, so a step at the speed of its beginning is never slower than the flow over that step: the flow "
    "needs 1 + e^u(e^D-1-D)/(Mη) ≥ 1 for it, so h*(s) = h(s + lead) with lead ≥ 0. "
)


@L7.part(
    "a1",
    content=h_star_positive("h* ≥ 0"),
    says="h*(s) - h(s) ≥ 0 for every s",
    proof=proved(FROM_ABOVE, CLOCK_RUNS_AT_SPEED, SPEED_FALLS, LEAD_OF_A_STEP, TANGENT),
    depends_on=["scan_snap/Lemma 7/h below"],
)
def _(x: Steps) -> Comparison:
    return at_least(x.h_star, x.h)


GAP = proved(
    FROM_ABOVE
    + "If h(s) ≥ h*(s-1), the gap at s is at most the step h*(s) - h*(s-1) ≤ η/M. Otherwise the flow was below h*(s-1) "
    "during the whole step, hence faster than the recursion, and the gap shrank. By induction it never exceeds η/M.",
    SPEED_FALLS,
    LEAD_OF_A_STEP,
    TANGENT,
    SHORT_STEPS,
)


@L7.part(
    "a2",
    content=never_negative("h* - h"),
    says="h*(s) - h(s) ≤ 2η_Y/M for every s",
    proof=GAP,
    depends_on=[f"scan_snap/Lemma 7/{label}" for label in ("(i)-(ii)", "(i) at 0, 1", "in (i)", "from (i) to (ii)")],
    note="The proof gives η/M, half of what is printed; no smaller multiple of η/M serves all η.",
)
def _(x: Steps) -> Comparison:
    return at_most(x.h_star - x.h, 2 * x.eta / x.M)


@L7.part(
    "a3",
    content=h_star_positive("h ≥ 0"),
    met="M ≥ 2, η_Y > 0, s ≤ ln M/η_Y (only s = 0 where η_Y > ln M)",
    says="for a constant c = Θ(1), every s ≤ ln(M)/η_Y: h(s+c) ≥ h*(s) (here with c = 1/2)",
    where=[EARLY_STEPS],
    proof=proved(
        "Steps are at most η, so u*_j ≤ ηj and lead(s) ≤ Σ_{j<s} e^{ηj}(e^η-1-η)/(Mη) = (e^{ηs}-1)(e^η-1-η)/((e^η-1)Mη) "
        "≤ (M-1)/M · (1/η - 1/(e^η-1)) ≤ 1/2 · (M-1)/M: c = 1/2 serves every M ≥ 2 and every η > 0.",
        LEAD_OF_A_STEP,
        SHORT_STEPS,
        convex_from_tangent("e^D - 1 - D grows with D", sympy.exp(D) - 1, D, 1),
        convex_from_tangent(
            "1/η - 1/(e^η-1) ≤ 1/2, that is ηe^η + η - 2e^η + 2 ≥ 0", eta * sympy.exp(eta) + eta - 2 * sympy.exp(eta) + 2, eta
        ),
        identity(
            "(e^η-1-η)/(η(e^η-1)) = 1/η - 1/(e^η-1)",
            (sympy.exp(eta) - 1 - eta) / (eta * (sympy.exp(eta) - 1)),
            1 / eta - 1 / (sympy.exp(eta) - 1),
        ),
    ),
    note="c = 1/2 is an absolute constant; the lead itself tends to (1/2) ln 2 or less at the end of the range.",
)
def _(x: Steps) -> Comparison:
    return at_least(x.h_after(x.arithmetic.ratio(1, 2)), x.h_star)


LEAD_FROM_ABOVE = (
    "e^D - 1 - D ≤ D² e^D/2 and D ≤ η give lead(s) ≤ (e^η/2) Σ D e^u/(M-1+e^u) ≤ (e^η/2) ln((M-1+e^{u*_s})/M), a left "
    "sum of the rising function e^u/(M-1+e^u). "
)
TAYLOR = convex_from_tangent("e^D - 1 - D ≤ D² e^D / 2", D**2 * sympy.exp(D) / 2 - sympy.exp(D) + 1 + D, D, 2)
SHARE_RISES = strictly_positive(
    "e^u/(M-1+e^u) rises with u",
    sympy.diff(sympy.exp(u) / (M - 1 + sympy.exp(u)), u).subs(sympy.exp(u), 1 + s_u).subs(M, size),
)
x = positive("x")

L7.add(
    "b",
    None,
    says="h*(s) - h(s) → 0 as s → ∞",
    proof=proved(
        LEAD_FROM_ABOVE
        + "The gap is at most lead times the speed at h(s), and u*_s ≤ u(s) + η by part a; with x = e^{u(s)} → ∞ the bound "
        "is a constant times ln(1 + e^η x)/(1 + x) → 0.",
        LEAD_OF_A_STEP,
        TAYLOR,
        SHARE_RISES,
        identity(
            "d/du ln(M-1+e^u) = e^u/(M-1+e^u)",
            sympy.diff(sympy.log(M - 1 + sympy.exp(u)), u),
            sympy.exp(u) / (M - 1 + sympy.exp(u)),
        ),
        limit_is("ln(1 + C x)/(1 + x) → 0 (any C, here C = 3)", sympy.log(1 + 3 * x) / (1 + x), x, 0),
        limit_is("the clock reaches every time: u(s) → ∞", (sympy.exp(x) + x - 1) / 2, x, sympy.oo),
    ),
    note="Convergence: no comparison at an instance. With a rate it is Remark 2, delta h, intended.",
    depends_on=["scan_snap/Lemma 7/a2", "scan_snap/Lemma 7/Eqn 49"],
)


@L7.part(
    "(i)-(ii)",
    met="M ≥ 2, η_Y > 0, s ≥ 1",
    says="for each s ≥ 1: h(s) ∈ [h*(s-1), h*(s)], or h*(s) - h(s) < h*(s-1) - h(s-1)",
    where=[Condition("s ≥ 1", lambda i: i.s >= 1)],
    proof=proved(
        "If h(s) < h*(s-1), then h < h*(s-1) on the whole step, the flow is faster there than the recursion and gains on it; "
        "h(s) ≤ h*(s) always.",
        SPEED_FALLS,
        LEAD_OF_A_STEP,
        TANGENT,
    ),
)
def _(x: Steps) -> tuple[Comparison, ...]:
    before = x.h_before
    if before > x.h:  # not (i), for certain
        h_before = growth.logit(x.M, x.eta * (x.s - 1)) / x.M
        return (less(x.h_star - x.h, before - h_before, "(ii)"),)
    return at_most(before, x.h, "(i) from below"), at_most(x.h, x.h_star, "(i) from above")


DOUBLED = Condition("s ≥ 3 ln M/η_Y", lambda i: _late_enough(i), lambda i: i if _late_enough(i) else _much_later(i))


def _late_enough(i: Instance) -> bool:
    answer = balls.decide(
        lambda: balls.ge(balls.ball(Fraction(i.eta) * Fraction(i.t) / Fraction(i.K)), 3 * balls.log(balls.ball(i.M)))
    )[0]
    return answer is Truth.HOLDS


def _much_later(i: Instance) -> Instance:
    return i.but(t=i.t + Fraction(ceil(3 * log(i.M)) * i.K) / i.eta)


@L7.part(
    "b s0 second",
    given=GROWTH,
    where=[DOUBLED],
    content=EXPONENTIAL,
    met="M ≥ 2, K ≥ 1, η_Y > 0, t ≥ 3K ln M/η_Y",
    says="exp(Mh(s)) > 2(M-1), so Δ₁ = 2(M-1)/exp(Mh(s)) < 1, for s ≥ (3+δ)ln M/η_Y (here δ = 0, with t/K for s)",
    proof=proved(
        "At e^u = 2(M-1) the clock reads (2(M-1) + (M-1)ln(2(M-1)) - 1)/M < 2 + ln 2 + ln M - 1/M ≤ 3 ln M for M ≥ 4; M = "
        "2, 3 are computed.",
        CLOCK_RUNS_AT_SPEED,
        certain("2 + ln 2 ≤ 2 ln 4", lambda: balls.le(2 + balls.log(balls.ball(2)), 2 * balls.log(balls.ball(4)))),
        *(
            certain(
                f"M = {small}",
                partial(_clock_below, small),
            )
            for small in (2, 3)
        ),
    ),
    depends_on=["scan_snap/Lemma 6"],
)
def _(x: Growth) -> Comparison:
    return more(x.exp_u, 2 * (x.M - 1))


def wide_tolerance(i: Instance) -> bool:
    """Mε ≥ η + ln 2."""
    return certainly(lambda: balls.ge(balls.ball(i.M * Fraction(i.epsilon) - i.eta), balls.log(balls.ball(2))))


def many_steps(M_value: int, epsilon: Fraction, scale: int) -> Callable[[int], Instance]:
    """The members s = scale·k at η_Y = 1/10."""
    return lambda k: Instance(M=M_value, eta=Fraction(1, 10), s=scale * k, epsilon=epsilon)


SMALL_TOLERANCE = Condition("ε ≤ 2η_Y/M", lambda i: i.epsilon <= 2 * Fraction(i.eta) / i.M)
L7.add(
    "b s0 first",
    lambda x: at_most(x.rise, x.epsilon - x.arithmetic.log(x.arithmetic.number(2)) / x.M),
    given=LONG_RUNS.where(SMALL_TOLERANCE),
    content=RISE.silent_for("ε ≥ (η_Y + ln 2)/M", wide_tolerance),
    met="M ≥ 2, η_Y > 0, s ≥ 1, 0 < ε ≤ 2η_Y/M",
    says="for every ε ∈ (0, 2η_Y/M] there is s₀' with h(s+1) - h(s) ≤ ε + ln(1/2)/M for s ≥ s₀'",
    proof=RefutedAlong(
        family=Family("M = 2, η_Y = 1/10, ε = 2η_Y/M, s = 10k", many_steps(2, Fraction(1, 10), 10)),
        how="For ε < ln 2/M the right side is negative, and h increases; for η < (ln 2)/2 that is every admitted ε, at every M "
        "≥ 2 and s. The step belongs to a proof by contradiction of part b, which therefore has a gap there; part b itself is "
        "true (see its own proof).",
        steps=[
            SPEED_POSITIVE,
            certain(
                "η = 1/10, ε = 2η/M: Mε + ln(1/2) < 0",
                lambda: balls.lt(balls.ball("1/5") - balls.log(balls.ball(2)), balls.ball(0)),
            ),
        ],
        confirm=(1, 100, 10**6),
    ),
    depends_on=[],
)


def slack_of(i: Instance) -> Ball:
    """Mε - ln 2."""
    return balls.ball(i.M * Fraction(i.epsilon)) - balls.log(balls.ball(2))


def settled(i: Instance) -> bool:
    """s ≥ Mη/(Mε - ln 2)²."""
    return certainly(lambda: balls.ge(balls.ball(i.s) * slack_of(i) ** 2, balls.ball(i.M * Fraction(i.eta))))


def settle_down(i: Instance) -> Instance:
    if not ABOVE_LN_2.check(i) or settled(i):
        return i
    return i.but(s=ceil(balls.bounds(i.M * balls.ball(i.eta) / slack_of(i) ** 2)[1]))


def widened(i: Instance) -> Instance:
    """A rate of at least 1 and the ε that takes the drawn one's share of (ln 2/M, 2η/M]."""
    if ABOVE_LN_2.check(i):
        return i
    eta = max(Fraction(i.eta), Fraction(1))
    share = Fraction(i.epsilon) * i.M / (2 * Fraction(i.eta))
    return i.but(eta=eta, epsilon=(Fraction(7, 10) + share * (2 * eta - Fraction(7, 10))) / i.M)


ABOVE_LN_2 = Condition("ε > ln 2/M", lambda i: certainly(lambda: balls.gt(slack_of(i), balls.ball(0))), widened)
L7.add(
    "b s0 first",
    lambda x: at_most(x.rise, x.epsilon - x.arithmetic.log(x.arithmetic.number(2)) / x.M),
    given=LONG_RUNS.where(SMALL_TOLERANCE, ABOVE_LN_2, Condition("s ≥ Mη_Y/(Mε - ln 2)²", settled, settle_down)),
    content=RISE.silent_for("ε ≥ (η_Y + ln 2)/M", wide_tolerance),
    met="M ≥ 2, η_Y > (ln 2)/2, ln 2/M < ε ≤ 2η_Y/M, s ≥ Mη_Y/(Mε - ln 2)²",
    says="for every ε ∈ (ln 2/M, 2η_Y/M] there is s₀' with h(s+1) - h(s) ≤ ε + ln(1/2)/M for s ≥ s₀' (here "
    "s₀' = Mη_Y/(Mε - ln 2)²)",
    reading=Reading.INTENDED,
    changed="ε > ln 2/M: at ε = ln 2/M the right side is 0 and h rises for ever",
    proof=proved(
        "h is concave with h(0) = 0, so h(s+1) - h(s) ≤ h(s)/s, and Mh ≤ ln(1+Mηs) ≤ √(Mηs) (Eqn 45): at most √(η/(Ms)), "
        "which is ε' = ε - (ln 2)/M at s = η/(Mε'²).",
        SPEED_FALLS,
        nonnegative("e^u = 1 + Mηs - (M-1)u ≤ 1 + Mηs", (size - 1) * s_u),
        identity(
            "ln(1+y²) ≤ y: the derivative of y - ln(1+y²) is (1-y)²/(1+y²) ≥ 0",
            sympy.diff(x - sympy.log(1 + x**2), x),
            (1 - x) ** 2 / (1 + x**2),
        ),
        identity("η/(Ms) = (y/M)² at s = Mη/y², y = Mε'", eta / (M * (M * eta / x**2)), (x / M) ** 2),
    ),
    note="The proof of part b needs every ε > 0: with h(s+1) - h(s) ≤ ε/2 its bracket is exp(Mε) - exp(Mε/2) > 0.",
    depends_on=[],
)
