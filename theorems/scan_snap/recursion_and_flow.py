"""The decoder's logit as a recursion and as a flow (scan_snap, Appendix D.3): Lemmas 6 and 7.

The exact lead of the recursion over the flow decides them all: with u = M h, D the increment of a step from u,

    lead(s) = sum over the steps of e^u (e^D - 1 - D) / (M eta),    (M - 1 + e^u) D = M eta,

is the time with h(s + lead) = h*(s). It stays below 1/2 while e^(eta s) <= M, and grows like ln(eta s)/2 for ever.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial

import sympy

from kernels import balls
from kernels import decoder_growth as growth
from kernels.arithmetic import BALLS, SYMBOLIC
from kernels.balls import Ball, Truth
from theorems.instance import Instance
from theorems.provers.families import Family, RefutedAlong
from theorems.provers.steps import certain, limit_is, nonnegative, positive, proved, slack, strictly_positive
from theorems.scan_snap.contents import EXPONENTIAL, RISE, certainly, h_star_positive, never_negative
from theorems.scan_snap.growth import (
    EARLY_STEPS,
    FLOW,
    RECURSION,
    RUN,
    K,
    M,
    c,
    epsilon,
    eta_Y,
    h,
    h_star,
    s,
    t,
)
from theorems.scan_snap.language import *
from theorems.scan_snap.steps import PROVENANCE, convex_from_tangent, identity
from theorems.statement import Condition

_M, eta, u, D = (positive(name) for name in ("M", "eta", "u", "D"))
mu, s_u = slack("mu"), slack("s_u")
size = 2 + mu

CLOCK_RUNS_AT_SPEED = identity(
    "the clock (e^u + (M-1)u - 1)/M has derivative 1/speed, speed = M/(M-1+e^u)",
    sympy.diff(growth.clock(SYMBOLIC, _M, u), u) * growth.speed(SYMBOLIC, _M, u),
    1,
)
TANGENT = convex_from_tangent("e^x ≥ 1 + x for x ≥ 0", sympy.exp(u) - 1 - u, u)
SPEED_FALLS = strictly_positive(
    "the speed falls: -d/du M/(M-1+e^u) = M e^u/(M-1+e^u)² > 0",
    -sympy.diff(_M / (_M - 1 + sympy.exp(u)), u).subs(sympy.exp(u), 1 + s_u).subs(_M, size),
)
LEAD_OF_A_STEP = identity(
    "the flow needs the time (e^(u+D) - e^u + (M-1)D)/(Mη) for a step D = Mη/(M-1+e^u): 1 + e^u (e^D - 1 - D)/(Mη)",
    ((sympy.exp(u) * (sympy.exp(D) - 1) + (_M - 1) * D) / (_M * eta) - 1).subs(eta, D * (_M - 1 + sympy.exp(u)) / _M),
    (sympy.exp(u) * (sympy.exp(D) - 1 - D) / (_M * eta)).subs(eta, D * (_M - 1 + sympy.exp(u)) / _M),
)
SHORT_STEPS = nonnegative("a step is at most η: η - Mη/(M-1+e^u) ≥ 0 because e^u = 1 + s ≥ 1", 1 - size / (size + s_u))

SPEED_POSITIVE = strictly_positive("h increases: its speed M/(M-1+e^u) is positive", size / (size + s_u))


def _clock_below(M_value: int) -> Truth:
    """The clock at e^u = 2(M-1) against 3 ln M."""
    number = balls.ball(M_value)
    return balls.lt(growth.clock(BALLS, number, balls.log(2 * (number - 1))), 3 * balls.log(number))


L6 = Lemma("6", "Appendix D.3", "the flow in closed form", given=FLOW, provenance=PROVENANCE)
flow = ddt(h(t), t) == eta_Y / ((M - 1) + exp(M * h(t)))
L6["Eqn 45"] = Implies(flow & (h(0) == 0), exp(M * h(t)) + (M - 1) * M * h(t) == M * eta_Y * t + 1)
L6["Eqn 45"].compared(exp(M * h(t / K)) + (M - 1) * M * h(t / K) == M * eta_Y * t / K + 1).note("Compared at t/K.")
L6["Eqn 45"].proved(
    proved(
        "The function exp(Mh) + (M-1)Mh has derivative M(M-1+exp(Mh)) dh/dt = Mη along the flow and value 1 at h = 0.",
        CLOCK_RUNS_AT_SPEED,
        identity("at u = 0 the clock shows 0", growth.clock(SYMBOLIC, _M, sympy.Integer(0)), 0),
    )
)

L7 = Lemma("7", "Appendix D.3", "the recursion follows the flow", given=RECURSION, provenance=PROVENANCE, uses=["Lemma 6"])
FROM_ABOVE = (
    "The speed falls with u, so a step at the speed of its beginning is never slower than the flow over that step: the flow "
    "needs 1 + e^u(e^D-1-D)/(Mη) ≥ 1 for it, so h*(s) = h(s + lead) with lead ≥ 0. "
)


L7["a1"] = h_star(s) >= h(s)
L7["a1"].trivial(h_star_positive("h* ≥ 0")).uses("Lemma 7/h below")
L7["a1"].proved(proved(FROM_ABOVE, CLOCK_RUNS_AT_SPEED, SPEED_FALLS, LEAD_OF_A_STEP, TANGENT))

GAP = proved(
    FROM_ABOVE
    + "If h(s) ≥ h*(s-1), the gap at s is at most the step h*(s) - h*(s-1) ≤ η/M. Otherwise the flow was below h*(s-1) "
    "during the whole step, hence faster than the recursion, and the gap shrank. By induction it never exceeds η/M.",
    SPEED_FALLS,
    LEAD_OF_A_STEP,
    TANGENT,
    SHORT_STEPS,
)


L7["a2"] = h_star(s) - h(s) <= 2 * eta_Y / M
L7["a2"].trivial(never_negative("h* - h")).proved(GAP)
L7["a2"].uses("Lemma 7/(i)-(ii)", "Lemma 7/(i) at 0, 1", "Lemma 7/in (i)", "Lemma 7/from (i) to (ii)")
L7["a2"].note("The proof gives η/M, half of what is printed; no smaller multiple of η/M serves all η.")

L7["a3"] = Exists(c, Named("Θ(1)"), h(s + c) >= h_star(s)), EARLY_STEPS
L7["a3"].compared(h(s + Q(1, 2)) >= h_star(s))
L7["a3"].trivial(h_star_positive("h ≥ 0")).feasible("M ≥ 2, η_Y > 0, s ≤ ln M/η_Y (only s = 0 where η_Y > ln M)")
L7["a3"].note("c = 1/2 is an absolute constant; the lead itself tends to (1/2) ln 2 or less at the end of the range.")
L7["a3"].proved(
    proved(
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
    )
)

LEAD_FROM_ABOVE = (
    "e^D - 1 - D ≤ D² e^D/2 and D ≤ η give lead(s) ≤ (e^η/2) Σ D e^u/(M-1+e^u) ≤ (e^η/2) ln((M-1+e^{u*_s})/M), a left "
    "sum of the rising function e^u/(M-1+e^u). "
)
TAYLOR = convex_from_tangent("e^D - 1 - D ≤ D² e^D / 2", D**2 * sympy.exp(D) / 2 - sympy.exp(D) + 1 + D, D, 2)
SHARE_RISES = strictly_positive(
    "e^u/(M-1+e^u) rises with u",
    sympy.diff(sympy.exp(u) / (_M - 1 + sympy.exp(u)), u).subs(sympy.exp(u), 1 + s_u).subs(_M, size),
)
x = positive("x")

L7["b"] = Words(Limit(h_star(s) - h(s), s, INFINITY) == 0)
L7["b"].note("Convergence: no comparison at an instance. With a rate it is Remark 2, delta h, intended.")
L7["b"].uses("Lemma 7/a2", "Lemma 7/Eqn 49")
L7["b"].proved(
    proved(
        LEAD_FROM_ABOVE
        + "The gap is at most lead times the speed at h(s), and u*_s ≤ u(s) + η by part a; with x = e^{u(s)} → ∞ the bound "
        "is a constant times ln(1 + e^η x)/(1 + x) → 0.",
        LEAD_OF_A_STEP,
        TAYLOR,
        SHARE_RISES,
        identity(
            "d/du ln(M-1+e^u) = e^u/(M-1+e^u)",
            sympy.diff(sympy.log(_M - 1 + sympy.exp(u)), u),
            sympy.exp(u) / (_M - 1 + sympy.exp(u)),
        ),
        limit_is("ln(1 + C x)/(1 + x) → 0 (any C, here C = 3)", sympy.log(1 + 3 * x) / (1 + x), x, 0),
        limit_is("the clock reaches every time: u(s) → ∞", (sympy.exp(x) + x - 1) / 2, x, sympy.oo),
    )
)

in_between = chain(h_star(s - 1), "<=", h(s), "<=", h_star(s))
L7["(i)-(ii)"] = in_between | (h_star(s) - h(s) < h_star(s - 1) - h(s - 1)), s >= 1
L7["(i)-(ii)"].feasible("M ≥ 2, η_Y > 0, s ≥ 1")
L7["(i)-(ii)"].proved(
    proved(
        "If h(s) < h*(s-1), then h < h*(s-1) on the whole step, the flow is faster there than the recursion and gains on it; "
        "h(s) ≤ h*(s) always.",
        SPEED_FALLS,
        LEAD_OF_A_STEP,
        TANGENT,
    )
)

DOUBLED = Condition("s ≥ 3 ln M/η_Y", lambda i: _late_enough(i), lambda i: i if _late_enough(i) else _much_later(i))


def _late_enough(i: Instance) -> bool:
    answer = balls.decide(
        lambda: balls.ge(balls.ball(Fraction(i.eta) * Fraction(i.t) / Fraction(i.K)), 3 * balls.log(balls.ball(i.M)))
    )[0]
    return answer is Truth.HOLDS


def _much_later(i: Instance) -> Instance:
    return i.but(t=i.t + Fraction(math.ceil(3 * math.log(i.M)) * i.K) / i.eta)


with L7.where(DOUBLED, given=FLOW):
    L7["b s0 second"] = (exp(M * h(t / K)) > 2 * (M - 1)) & (2 * (M - 1) / exp(M * h(t / K)) < 1)
L7["b s0 second"].note("In print s stands for t/K, the second quotient is Δ₁, and s ≥ (3+δ) ln M/η_Y: δ = 0 serves.")
L7["b s0 second"].trivial(EXPONENTIAL).feasible("M ≥ 2, K ≥ 1, η_Y > 0, t ≥ 3K ln M/η_Y").uses("Lemma 6")
L7["b s0 second"].proved(
    proved(
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
    )
)


def many_steps(M_value: int, epsilon: Fraction, scale: int) -> Callable[[int], Instance]:
    """The members s = scale·k at η_Y = 1/10."""
    return lambda k: Instance(M=M_value, eta=Fraction(1, 10), s=scale * k, epsilon=epsilon)


slow = h(s + 1) - h(s) <= epsilon + log(Q(1, 2)) / M
wide = epsilon >= (eta_Y + log(2)) / M
with L7.where(Condition("ε ≤ 2η_Y/M", lambda i: i.epsilon <= 2 * Fraction(i.eta) / i.M), given=RUN):
    L7["b s0 first"] = Eventually(slow, s)
L7["b s0 first"].compared(slow).uses()
L7["b s0 first"].trivial(RISE).feasible("M ≥ 2, η_Y > 0, s ≥ 1, 0 < ε ≤ 2η_Y/M").uninformative(wide)
L7["b s0 first"].proved(
    RefutedAlong(
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
    )
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
    return i.but(s=math.ceil(balls.bounds(i.M * balls.ball(i.eta) / slack_of(i) ** 2)[1]))


def widened(i: Instance) -> Instance:
    """A rate of at least 1 and the ε that takes the drawn one's share of (ln 2/M, 2η/M]."""
    if ABOVE_LN_2.check(i):
        return i
    eta = max(Fraction(i.eta), Fraction(1))
    share = Fraction(i.epsilon) * i.M / (2 * Fraction(i.eta))
    return i.but(eta=eta, epsilon=(Fraction(7, 10) + share * (2 * eta - Fraction(7, 10))) / i.M)


ABOVE_LN_2 = Condition("ε > ln 2/M", lambda i: certainly(lambda: balls.gt(slack_of(i), balls.ball(0))), widened)
repaired = L7["b s0 first"].repair(
    ABOVE_LN_2,
    Condition("s ≥ Mη_Y/(Mε - ln 2)²", settled, settle_down),
    claim=slow,
    why="ε > ln 2/M (at ε = ln 2/M the right side is 0 and h rises for ever), and the large s is named",
)
repaired.trivial(RISE).feasible("M ≥ 2, η_Y > (ln 2)/2, ln 2/M < ε ≤ 2η_Y/M, s ≥ Mη_Y/(Mε - ln 2)²").uninformative(wide)
repaired.note("The proof of part b needs every ε > 0: with h(s+1) - h(s) ≤ ε/2 its bracket is exp(Mε) - exp(Mε/2) > 0.")
repaired.proved(
    proved(
        "h is concave with h(0) = 0, so h(s+1) - h(s) ≤ h(s)/s, and Mh ≤ ln(1+Mηs) ≤ √(Mηs) (Eqn 45): at most √(η/(Ms)), "
        "which is ε' = ε - (ln 2)/M at s = η/(Mε'²).",
        SPEED_FALLS,
        nonnegative("e^u = 1 + Mηs - (M-1)u ≤ 1 + Mηs", (size - 1) * s_u),
        identity(
            "ln(1+y²) ≤ y: the derivative of y - ln(1+y²) is (1-y)²/(1+y²) ≥ 0",
            sympy.diff(x - sympy.log(1 + x**2), x),
            (1 - x) ** 2 / (1 + x**2),
        ),
        identity("η/(Ms) = (y/M)² at s = Mη/y², y = Mε'", eta / (_M * (_M * eta / x**2)), (x / _M) ** 2),
    )
)
