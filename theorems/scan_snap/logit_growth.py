"""How far the recursion runs ahead of the flow for ever (scan_snap, Appendix D.3): Remark 2."""

from theorems.scan_snap.gap_that_stays import L7  # with the lines that stand there
from theorems.scan_snap.language import *
from theorems.scan_snap.recursion_and_flow import *
from theorems.scan_snap.two_stages import LATE, around_late_logarithm, late_heights

D, u, x = (positive(name) for name in ("D", "u", "x"))
s_u = slack("s_u")
size = 2 + slack("mu")

R2 = Lemma(
    "Remark 2",
    "Appendix D.3",
    "the recursion stays within a constant time of the flow",
    given=RECURSION,
    uses=["Lemma 7/a1", "Lemma 7/a3", "Lemma 7/b"],
)


LEAD_FROM_BELOW = (
    "e^D - 1 - D ≥ D²/2, so a step adds at least e^u D/(2(M-1+e^u)) to the lead, and D/4 once e^u ≥ M-1. The D of all "
    "later steps add up to u*_s - ln(M-1) - η, which grows without bound because u*_s ≥ u(s) → ∞. Hence "
    "lead(s) ≥ (u*_s - ln(M-1) - η)/4 → ∞: no c, of whatever order in M, serves all s."
)
FOUR_TOKENS = Family("M = 4, η_Y = 1/2, s = 200k", lambda k: Instance(M=4, eta=Fraction(1, 2), s=200 * k))
LEAD_STEPS = (
    LEAD_OF_A_STEP,
    convex_from_tangent("e^D - 1 - D ≥ D²/2", sympy.exp(D) - 1 - D - D**2 / 2, D, 3),
    nonnegative("e^u/(M-1+e^u) ≥ 1/2 once e^u = M - 1 + s", (size - 1 + s_u) / (2 * (size - 1) + s_u) - sympy.Rational(1, 2)),
    limit_is("u(s) → ∞", (sympy.exp(x) + x - 1) / 2, x, sympy.oo),
)
sandwich = chain(h(s), "<=", h_star(s), "<=", h(s + c))
after_s_1 = s > 2 * log(1 + omega_1) / eta_Y
R2["c"] = Implies(eta_Y == O(1), Exists(c, Named("O(log M)"), Implies(after_s_1, sandwich)))
R2["c"].bridge(h_star(s) <= h(s + log(M))).trivial(never_negative("h*"))
R2["c"].note("Compared with c = ln M. The print has s₁ = 2 ln(1+ω₁)/η; whichever s₁ is meant, the claim is about all later s.")
R2["c"].proved(
    RefutedAlong(
        family=FOUR_TOKENS,
        how=LEAD_FROM_BELOW + " It passes C ln M for every C; at the members below it has passed ln M.",
        steps=LEAD_STEPS,
        confirm=(1, 2),
        in_words="that the sum of the later steps grows without bound, because the recursion is ahead of the flow, "
        "which is unbounded; the steps check one step.",
    )
)
repaired = R2["c"].repair(
    eta_Y <= 1,
    s >= 1,
    claim=h_star(s) <= h(s + lead(s)),
    why="the upper half, for η_Y ≤ 1 and every s ≥ 1: c depends on s, O(ln M) up to polynomially many steps",
)
repaired.trivial(never_negative("h*")).feasible("M ≥ 2, 0 < η_Y ≤ 1, s ≥ 1")
repaired.note("This c, the second summand, is O(ln M) for s ≤ M^κ/η_Y.")


@auxiliary(lead(s) >= 0)
def some_lead() -> None:
    """h* ≥ 0."""
    hence(LOG_GROWS(1, (M - 1 + exp(M * h_star(s))) / M), EXP_ABOVE_TANGENT(M * h_star(s)))


@proof(repaired)
def _() -> None:
    """The clocks of h*(s) and of the flow at s + lead are in this order."""
    obtain(lead_from_above(s), some_lead)
    in_order(h_star(s) <= h(s + lead(s)), FLOW_EQUATION(s + lead(s)))


h_line, s_0 = symbols("h° s_0")
R2["delta h"] = Eventually(chain(h_line(t) - h(t), "==", Theta(2 * eta_Y * s_0 / (M * t)), "==", O(log(M) / (M * t))), t)
R2["delta h"].bridge(h_star(s) - h(s) <= log(M) / (M * s)).trivial(never_negative("h* - h"))
R2["delta h"].note("Compared at whole t = s, with the constant 1.")
R2["delta h"].proved(
    RefutedAlong(
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
        in_words="the sum over all steps that gives the lead, and the speed of the flow at h*; the steps check one "
        "step and the limit at M = 5.",
    )
)
repaired = R2["delta h"].repair(
    eta_Y <= 1,
    s >= 1,
    claim=h_star(s) - h(s) <= lead(s) * (eta_Y / (M - 1 + exp(M * h(s)))),
    why="ln s in place of the constant ηs₀; from above, at whole s ≥ 1, for η_Y ≤ 1",
)
repaired.trivial(never_negative("h* - h")).feasible("M ≥ 2, 0 < η_Y ≤ 1, s ≥ 1")
repaired.note("The last quotient is dh/dt at s; the bound is O(ln(s)/(Ms)) as s → ∞ with M and η_Y fixed.")


@proof(repaired)
def _() -> None:
    """The clock is above its tangent at h(s)."""
    obtain(lead_from_above(s))
    ahead_now = M * (h_star(s) - h(s))
    have(ahead_now * (M - 1 + exp(M * h(s))) <= M * (eta_Y * lead(s)), FLOW_EQUATION(s), EXP_ABOVE_TANGENT(ahead_now))


C_low, C_high = symbols("c C")  # of the Θ, any positive numbers
clock_now = M * eta_Y * t / K


def _past_printed_start(i: Instance) -> bool:
    """s > s₁ = 2 ln(1+ω₁)/η, with 1+ω₁ = u1/ln M."""

    def question() -> Truth:
        ratio = growth.scan_zeros(balls.ball(i.M))[1] / balls.log(balls.ball(i.M))
        return balls.gt(balls.ball(Fraction(i.eta) * Fraction(i.t) / Fraction(i.K)), 2 * balls.log(ratio))

    return i.M >= 4 and balls.decide(question)[0] is Truth.HOLDS


PRINTED_START = Condition(t / K > 2 * log(1 + omega_1) / eta_Y, _past_printed_start)
with R2.where(M >= 4, PRINTED_START, given=FLOW.knowing(dict.fromkeys((C_low, C_high), lambda _: 1))):
    R2["h"] = h(t / K) == Theta(log(clock_now) / M)
R2["h"].constant(C_low, C_high).uses("Lemma 8/omega1")
R2["h"].trivial(TrivialRange("Mh ≥ 0", low=0)).feasible("M ≥ 4, t/K > 2 ln(1+ω₁)/η_Y")
R2["h"].note("With t/K for t; in print 2 ln(1+ω₁)/η_Y is s₁. False from below, for every constant c; the members have c = 1.")
UPPER_ZERO = (  # 1 + ω₁ ≤ 2: u₁ = ln(M-1) + ln u₁, and ln u₁ ≤ u₁/e
    LOG_GROWS_STRICTLY(1, M - 1),
    CROSSING(),
    EQUALS(log, exp(crossing), (M - 1) * crossing),
    LOG_OF_PRODUCT(M - 1, crossing),
    LOG_BELOW_POWER(crossing, 1),
    LOG_GROWS(M - 1, M),
    LOG_GROWS(1 + omega_1, 2),
)
AT_FOUR = (K == 1, eta_Y == Q(1, 2), t == 4)


@proof(
    R2["h"],
    RefutedAlong(
        family=Family("M = 10^k, K = 1, η_Y = 1/2, t = 4", lambda k: Instance(M=10**k, K=1, eta=Fraction(1, 2), t=4)),
        confirm=(1, 12, 50),
        calculation=Contrary(
            (M == 10**FAMILY, *AT_FOUR, C_low >= FAMILY ** Q(-1, 2)), reasons=(POWER_GROWS(10, 1, FAMILY), *UPPER_ZERO)
        ),
    ),
)
def _() -> None:
    """At ηt = 2 > 2 ln(1+ω₁), as ω₁ < 1, the flow has Mh(t) ≤ ηt = 2, while ln(Mηt) ≥ ln M: no constant bounds the ratio from
    below.
    """
    have(M >= 10)
    have(M * h(t / K) <= 2, FLOW_EQUATION(t / K), EXP_ABOVE_TANGENT(M * h(t / K)))
    have(log(clock_now) >= FAMILY * log(10), LOG_GROWS(10**FAMILY, clock_now), LOG_OF_POWER(10, FAMILY))
    root = FAMILY ** Q(1, 2)
    have((root >= 1) & (root * root == FAMILY) & (C_low * root >= 1))
    calc(C_low * log(clock_now)).ge(C_low * (FAMILY * log(10))).ge(root * log(10)).gt(2).ge(M * h(t / K))
    hence(only(M >= 10, *AT_FOUR, M * h(t / K) < C_low * log(clock_now)))


repaired = R2["h"].instead(
    *LATE,
    given=FLOW,
    claim=late_heights,
    why="s₁ = 2(1+ω₁)ln M/η_Y in place of 2 ln(1+ω₁)/η_Y; Θ is written out, a deviation of at most ln 2 of Mh",
)
repaired.trivial(LOGIT).feasible(FROM_FOUR_LATE).uses("Lemma 9/2a").note("With t/K for t.")
proof(repaired)(around_late_logarithm)
STATEMENTS = (L6, L7, R2)
