"""The flow and the recursion of the decoder's logit (scan_snap, Appendix D.3): what defines h, h* and γ."""

from theorems.kernel.scripts import cases as either
from theorems.kernel.scripts import have as having
from theorems.scan_snap.growth_models import *
from theorems.scan_snap.words import *
from theorems.textbook import *

FLOW = Computed(
    GROWTH,
    {
        eta_Y: "eta",
        h(t / K): "h",
        exp(M * h(t / K)): "exp_u",
        gamma(t): "gamma",
        omega_1: "omega1",
        Delta_1: "delta1",
        Delta_2: "delta2",
    },
    ranges=(explicit(tp),),
)
GAMMA = Definition(
    "γ(t) of Section D.3", (t,), gamma(t) == (M - 1) ** 2 * h(t / K) / (M - 1 + exp(M * h(t / K))), of=FLOW, at=((t,),)
)
crossing = (1 + omega_1) * log(M)
BY_INTERMEDIATE_VALUES = "e^u falls below (M-1)u, and rises beyond it: the intermediate value theorem"
CROSSING = Definition(
    "(1+ω₁) ln M is where e^u = (M-1)u for the second time",
    (),
    (exp(crossing) == (M - 1) * crossing) & (log(M - 1) <= crossing),
    (M >= 4,),
    of=replace(FLOW, points=GROWTH.where(Condition(M >= 4, steer=lambda i: i.but(M=max(i.M, 4))))),
    names=(omega_1,),
    exists=BY_INTERMEDIATE_VALUES,
)
FROM_FOUR_LATE = "M ≥ 4 (no crossing for M = 2, 3), t ≥ 2(1+ω₁)K ln M/η_Y"

RECURSION = Computed(
    STEPS,
    {
        eta_Y: "eta",
        h(s): lambda x, s: x.h_at(s),
        h_star(s): lambda x, s: x.path[s] / x.M,
        h_star(s - 1): "h_before",
        h_star(s - 2): lambda x: x.path[-3] / x.M,
        h_star(s + 1): "h_after",
    },
    ranges=(Member(s, INTEGERS),),
)
STEP = Definition(
    "the recursion, Eqn 33",
    (s,),
    h_star(s + 1) - h_star(s) == eta_Y / (M - 1 + exp(M * h_star(s))),
    (s >= 0,),
    of=RECURSION,
    at=((s,),),
)
NOTHING_LEARNT = Definition("h*(0) = h(0) = 0", (), (h_star(0) == 0) & (h(0) == 0), of=RECURSION)

RUN = Computed(LONG_RUNS, {eta_Y: "eta", epsilon: "epsilon", h(s): lambda x, s: x.h_at(s), ddt(h(s), s): "speed"})
FLOW_OF_EQN_44 = Definition(
    "the flow of Eqn 44", (s,), ddt(h(s), s) == eta_Y / ((M - 1) + exp(M * h(s))), (s >= 0,), of=RUN, at=((s,),)
)
FLOW_START = Definition("h(0) = 0", (), h(0) == 0, of=RUN)


def flow_solved(
    at: Expr, flow: Callable[[Expr], Fact], *start: Fact, height: Callable[[Expr], Expr] = h, speed: Expr = M * eta_Y
) -> Script:
    """Shows Eqn 45 at a time from Eqn 44: e^u + (M-1)u - speed·t keeps its value, u = M·height."""
    logit, grown = (lambda x: M * height(x)), (lambda x: exp(M * height(x)) + (M - 1) * (M * height(x)))

    def kept(x: Expr) -> Expr:
        return grown(x) - speed * x

    return having(
        ForAll(tp, REALS, Implies((expr(0) <= tp) & (tp <= at), ddt(kept(tp), tp) == 0)),
        by(
            flow(tp),
            DDT_DIFFERENCE(grown, lambda x: speed * x, tp),
            DDT_SUM(lambda x: exp(logit(x)), lambda x: (M - 1) * logit(x), tp),
            DDT_EXP(logit, tp),
            DDT_FACTOR(M, height, tp),
            DDT_FACTOR(M - 1, logit, tp),
            DDT_FACTOR(speed, lambda x: x, tp),
            DDT_TIME(tp),
        ),
        by(STAYS(kept, tp, 0, at), *start),
    )


def not_below_0(height: Expr, *flow: Fact) -> Script:
    """Shows that the flow does not fall below 0, from Eqn 45: the clock is not."""
    return either(height >= 0, by(), by(*flow, EXP_GROWS_STRICTLY(M * height, 0)))


FLOW_EQUATION = Definition(
    "the flow of Eqn 44, integrated (Eqn 45)",
    (s,),
    exp(M * h(s)) + (M - 1) * (M * h(s)) - 1 == M * (eta_Y * s),
    (s >= 0, M >= 1),
    of=FLOW,
    at=((t / K,),),
    shown=lambda: flow_solved(s, FLOW_OF_EQN_44, FLOW_START()),
)
FLOW_STARTS_AT_ZERO = Definition(
    "h(0) = 0 and h rises",
    (s,),
    h(s) >= 0,
    (s >= 0, M >= 1, eta_Y >= 0),
    strict=(s > 0, eta_Y > 0),
    of=FLOW,
    at=((t / K,),),
    shown=lambda: not_below_0(h(s), FLOW_EQUATION(s)),
)
