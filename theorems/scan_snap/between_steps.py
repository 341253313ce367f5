"""Between the steps of the recursion (scan_snap, Appendix D.3): what the proof of Lemma 7 says of h° and of the two cases.

h° joins h*(0), h*(1), ... by straight lines (Eqn 46), so its speed between s and s + 1 is the flow's speed at h*(s).
"""

from functools import cache
from itertools import product

from theorems.scan_snap.language import *
from theorems.scan_snap.recursion_and_flow import *


@cache
def path(bits: int, M: int, eta: Fraction, steps: int) -> tuple[Ball, ...]:
    """M h*(0), ..., M h*(steps), once for each precision."""
    with balls.precision(bits):
        return tuple(growth.recursion(BALLS, balls.ball(M), balls.ball(eta), steps))


@dataclass(frozen=True)
class Between:
    """The flow h and the broken line h° at a time t, with a tolerance ε where an instance has one."""

    arithmetic: Arithmetic
    size: int
    rate: Fraction
    t: Fraction
    epsilon: Fraction

    @property
    def M(self) -> Ball:
        return balls.ball(self.size)

    @property
    def eta(self) -> Ball:
        return balls.ball(self.rate)

    @property
    def s(self) -> int:
        """⌊t⌋."""
        return math.floor(self.t)

    def h_star(self, s: int) -> Ball:
        return path(balls.current_precision(), self.size, self.rate, s)[s] / self.M

    def flow(self, t: Fraction | int) -> Ball:
        """h(t)."""
        return growth.logit(self.M, self.eta * balls.ball(t)) / self.M

    def broken_line(self, t: Fraction | int) -> Ball:
        """h°(t) of Eqn 46."""
        low, high = self.h_star(math.floor(t)), self.h_star(math.ceil(t))
        return balls.ball(Fraction(t) - math.floor(t)) * (high - low) + low

    def speed_at(self, h: Ball) -> Ball:
        """dh/dt where the logit is h."""
        return self.eta / (self.M - 1 + balls.exp(self.M * h))

    @property
    def speed(self) -> Ball:
        """dh/dt at t."""
        return self.speed_at(self.flow(self.t))

    @property
    def speed_of_line(self) -> Ball:
        """dh°/dt between ⌊t⌋ and ⌊t⌋ + 1, the slope of Eqn 46."""
        return self.h_star(self.s + 1) - self.h_star(self.s)

    @property
    def delta1(self) -> Ball:
        """Δ₁ = 2(M-1)/exp(Mh(s))."""
        return 2 * (self.M - 1) / balls.exp(self.M * self.flow(self.s))

    @property
    def C(self) -> Ball:
        """exp(Mε)/(4 exp(4η_Y) M)."""
        return balls.exp(self.M * balls.ball(self.epsilon)) / (4 * balls.exp(4 * self.eta) * self.M)


def bind(i: Instance, arithmetic: Arithmetic) -> Between:
    """``M``, ``eta``, ``t`` and perhaps ``epsilon``; judged in balls."""
    epsilon = Fraction(i.epsilon) if "epsilon" in i else Fraction(0)
    return Between(arithmetic, int(i.M), Fraction(i.eta), Fraction(i.t), epsilon)


@st.composite
def drawn(draw: st.DrawFn) -> dict[str, Any]:
    s = draw(st.integers(0, 40))
    share = draw(st.fractions(0, Fraction(99, 100), max_denominator=100))
    return {"M": draw(vocabulary_sizes()), "eta": draw(learning_rates()), "t": s + share}


def small() -> Iterator[Instance]:
    times = map(Fraction, ("0", "1/2", "1", "11/10", "3/2", "2", "21/10", "5", "51/10", "40"))
    for size, eta, time in product((2, 3, 4, 10, 50), (Fraction(1, 2), Fraction(1), Fraction(2), Fraction(1, 10)), times):
        yield Instance(M=size, eta=eta, t=time)


def asked(
    says: Claim | str, question: Callable[[Between], Truth], steer: Callable[[Instance], Instance] | None = None
) -> Condition:
    """A hypothesis about h and h°, decided in balls; raises ValueError where no precision decides."""

    def check(i: Instance) -> bool:
        answer, _ = balls.decide(lambda: question(bind(i, BALLS)))
        if answer is Truth.UNKNOWN:
            raise ValueError(f"undecided: {says} at {i}")
        return answer is Truth.HOLDS

    move = None if steer is None else lambda i: i if check(i) else steer(i)
    return Condition(words=says, check=check, steer=move) if isinstance(says, str) else Condition(says, check, move)


BETWEEN = Domain(
    name="times between the steps of one class",
    draw=drawn,
    bind=bind,
    conditions=(M_RANGE, ETA_RANGE, T_RANGE),
    small=small,
    variables={**{name: VARIABLES[name] for name in ("M", "eta")}, "t": "time", "speed": "dh/dt", "speed_of_line": "dh°/dt"},
    feasible="every M ≥ 2, η_Y > 0 and t ≥ 0",
)
PAST_ONE = Condition(
    t >= 1, steer=lambda i: i if i.t >= 1 else i.but(t=i.t + 1), said="before that the flow is never the faster"
)
h_line = Symbol("h°")
FASTER = asked(
    ddt(h(t), t) > ddt(h_line(t), t),
    lambda x: balls.gt(x.speed, x.speed_of_line),
    lambda i: i.but(t=math.floor(i.t) + 1 + Fraction(1, 1000)),
)
LINES = Computed(
    BETWEEN,
    {
        eta_Y: "eta",
        h(t): lambda x, t: x.flow(t),
        h_line(t): lambda x, t: x.broken_line(t),
        floor(t): "s",
        h_line(floor(t)): lambda x: x.broken_line(x.s),
        h_star(floor(t)): lambda x: x.h_star(x.s),
        h_star(floor(t) + 1): lambda x: x.h_star(x.s + 1),
        h_star(ceil(t)): lambda x: x.h_star(math.ceil(x.t)),
        ddt(h(t), t): "speed",
        ddt(h_line(t), t): "speed_of_line",
    },
)
EQN_46 = Definition(
    "h° of Eqn 46",
    (t,),
    h_line(t) == (t - floor(t)) * (h_star(ceil(t)) - h_star(floor(t))) + h_star(floor(t)),
    (t >= 0,),
    of=LINES,
    at=((t,),),
)
SLOPE = Definition(
    "the slope of h° after ⌊t⌋",
    (t,),
    ddt(h_line(t), t) == h_star(floor(t) + 1) - h_star(floor(t)),
    (t >= 0,),
    of=LINES,
    at=((t,),),
)
on_the_line = h_star(floor(t)) + (t - floor(t)) * (h_star(floor(t) + 1) - h_star(floor(t)))


@auxiliary((floor(t) >= 0) & (h_line(t) == on_the_line))
def along_the_line() -> None:
    """Eqn 46 with ⌊t⌋ + 1 for ⌈t⌉: they differ at whole t only, where h° is h*."""
    have(floor(t) >= 0, FLOOR_ABOVE(t, 0))
    with case(t <= floor(t)):
        hence(FLOOR(t), EQN_46(t))
    with otherwise():
        apart = FLOOR(t), CEIL(t), INTEGERS_APART(floor(t), ceil(t)), INTEGERS_APART(ceil(t), floor(t) + 2)
        have(h_star(ceil(t)) == h_star(floor(t) + 1), *apart, EQUALS(h_star, ceil(t), floor(t) + 1))


with L7.where(given=LINES):
    L7["h below"] = h(t) <= h_line(t)
L7["h below"].trivial(never_negative("h")).uses("Lemma 7/Eqn 47").note("h° is the broken line of Eqn 46; for all t ≥ 0.")


@proof(L7["h below"])
def _() -> None:
    """Between s and s + 1 the clock of the line runs no slower than at its beginning, where it has the flow's speed."""
    obtain(along_the_line, ahead(floor(t)))
    have(clocked(h_line(t)) >= M * (eta_Y * t), STEP(floor(t)), EXP_ABOVE_TANGENT(M * (h_line(t) - h_star(floor(t)))))
    in_order(h(t) <= h_line(t), FLOW_EQUATION(t))


with L7.where(PAST_ONE, FASTER, given=LINES):
    L7["Eqn 47"] = chain(h(t), "<", h_star(floor(t)), "==", h_line(floor(t)), "<=", h_line(t))
L7["Eqn 47"].trivial(never_negative("h")).feasible("M ≥ 2, η_Y > 0: for t ≥ 1 just after every whole time").uses()
at_the_step = (EQN_46(floor(t)), FLOOR_OF_INTEGER(floor(t)), EQUALS(h_star, floor(floor(t)), floor(t)))


@proof(L7["Eqn 47"].note("In print t is called t''."))
def _() -> None:
    """The faster flow is the lower one, and h° rises."""
    with suppose_not(h(t) < h_star(floor(t))):
        (
            calc(ddt(h(t), t))
            .eq(eta_Y / (M - 1 + exp(M * h(t))), FLOW_OF_EQN_44(t))
            .le(eta_Y / (M - 1 + exp(M * h_star(floor(t)))), EXP_GROWS(M * h_star(floor(t)), M * h(t)))
            .eq(ddt(h_line(t), t), SLOPE(t), FLOOR_ABOVE(t, 0), STEP(floor(t)))
        )
    obtain(along_the_line)
    have(h_star(floor(t) + 1) >= h_star(floor(t)), STEP(floor(t)))
    hence(*at_the_step, FLOOR(t))


FROM_ONE = Condition(s >= 1, steer=lambda i: i.but(s=max(i.s, 1)))


L7["strict"] = h(s) < h_star(s), FROM_ONE
L7["strict"].trivial(never_negative("h")).feasible("M ≥ 2, η_Y > 0, s ≥ 1").uses("Lemma 7/h below")
last_step = M * (h_star(s - 1 + 1) - h_star(s - 1))


@proof(L7["strict"])
def _() -> None:
    """The last step alone puts the recursion ahead."""
    obtain(ahead(s - 1))
    have(last_step > 0, STEP(s - 1))
    have(exp(M * h_star(s - 1)) * last_step**2 > 0, STEP(s - 1), last_step > 0)
    have(clocked(h_star(s)) > M * (eta_Y * s), STEP(s - 1), EXP_ABOVE_PARABOLA(last_step))
    in_order(h(s) < h_star(s), FLOW_EQUATION(s))


def _case(said: str, question: Callable[[Steps], Truth], first: int, claim: Claim) -> Condition:
    def check(i: Instance) -> bool:
        if i.s < first:
            return False
        answer, _ = balls.decide(lambda: question(STEPS.bind(i, BALLS)))
        if answer is Truth.UNKNOWN:
            raise ValueError(f"undecided: {claim} at {i}")
        return answer is Truth.HOLDS

    return Condition((s >= first) & claim, check, lambda i: i.but(s=max(i.s, first)), said=said)


IN_CASE_ONE = _case("case (i)", lambda x: balls.ge(x.h, x.h_before), 1, h_star(s - 1) <= h(s))
WAS_IN_CASE_ONE = _case("case (i) at s-1", lambda x: balls.ge(x.h_at(x.s - 1), x.path[-3] / x.M), 2, h_star(s - 2) <= h(s - 1))
IN_CASE_TWO = _case(
    "case (ii)",
    lambda x: balls.lt(x.h_star - x.h, x.h_before - x.h_at(x.s - 1)),
    1,
    h_star(s) - h(s) < h_star(s - 1) - h(s - 1),
)


FIRST_STEP = replace(STEPS, small=lambda: (i for i in (STEPS.small or small)() if i.s == 1))
with L7.where(
    Condition(words="s = 1", check=lambda i: i.s == 1, steer=lambda i: i.but(s=1)), given=replace(RECURSION, points=FIRST_STEP)
):
    L7["(i) at 0, 1"] = (h(0) == h_star(0)) & (h(1) >= h_star(0)) & (h(1) <= h_star(1))
L7["(i) at 0, 1"].trivial(never_negative("h")).feasible("M ≥ 2, η_Y > 0").uses("Lemma 7/h below")
L7["(i) at 0, 1"].note("(i) speaks of h*(s-1), so of s ≥ 1 only; at s = 0 it is read as h(0) = h*(0).")


@proof(L7["(i) at 0, 1"])
def _() -> None:
    """Nothing is learnt at 0, the flow rises, and the recursion is never behind."""
    have((h(0) == h_star(0)) & (h(1) >= h_star(0)), NOTHING_LEARNT(), FLOW_STARTS_AT_ZERO(1))
    obtain(ahead(expr(1)))
    in_order(h(1) <= h_star(1), FLOW_EQUATION(1))


gap = h_star(s) - h(s)
first_step = h_star(1) - h_star(0)
L7["in (i)"] = chain(gap, "<=", h_star(s) - h_star(s - 1), "<=", first_step, "==", eta_Y / M), IN_CASE_ONE
L7["in (i)"].trivial(never_negative("h* - h")).uses().feasible("M ≥ 2, η_Y > 0, s ≥ 1 with h(s) ≥ h*(s-1): s = 1 always")


def begun(s: Expr) -> Claim:
    """h* is never negative, and after a step never below its first value."""
    return (h_star(s) >= 0) & (h_star(s + 1) >= h_star(1))


@auxiliary(begun)
def has_begun(s: Expr) -> None:
    """By induction: each step adds to it."""
    with by_induction(begun, s):
        hence(STEP(k), STEP(k + 1))


@proof(L7["in (i)"])
def _() -> None:
    """h(s) ≥ h*(s-1), and the first step is the longest."""
    have(first_step == eta_Y / M, STEP(0), NOTHING_LEARNT())
    obtain(has_begun(s - 1))
    have(h_star(s) >= h_star(s - 1), STEP(s - 1))
    hence(STEP(s - 1), EXP_ABOVE_TANGENT(M * h_star(s - 1)))


def _where_the_gap_falls(i: Instance) -> Instance:
    """Few tokens, steps that are not too small, and the first s from the drawn one on that meets both conditions."""
    near = i.but(M=2 + int(i.M) % 50, eta=min(max(Fraction(i.eta), Fraction(1, 5)), Fraction(2)))
    later = (near.but(s=s) for s in range(2 + int(i.s) % 5, 40))
    return next((at for at in later if IN_CASE_TWO.check(at) and WAS_IN_CASE_ONE.check(at)), near)


STEERED = replace(IN_CASE_TWO, steer=_where_the_gap_falls)


two_steps = chain(gap, "<=", h_star(s) - h_star(s - 2), "<=", h_star(2) - h_star(0), "<=", 2 * eta_Y / M)
L7["from (i) to (ii)"] = two_steps, STEERED, WAS_IN_CASE_ONE
L7["from (i) to (ii)"].trivial(never_negative("h* - h")).uses()
L7["from (i) to (ii)"].feasible("M ≥ 2, η_Y > 0, s ≥ 2 with h(s-1) ≥ h*(s-2) and a falling gap")


@proof(L7["from (i) to (ii)"])
def _() -> None:
    """The gap falls, and steps get shorter."""
    obtain(has_begun(s - 2))
    have(h_star(s - 1) >= h_star(s - 2), STEP(s - 2))
    have(h_star(s - 1) - h_star(s - 2) <= first_step, STEP(s - 2), EXP_ABOVE_TANGENT(M * h_star(s - 2)))
    have(h_star(s) >= h_star(s - 1), STEP(s - 1))
    have(h_star(s) - h_star(s - 1) <= h_star(2) - h_star(1), STEP(s - 1), STEP(1), EXP_GROWS(M * h_star(1), M * h_star(s - 1)))
    hence(STEP(1), NOTHING_LEARNT(), EXP_ABOVE_TANGENT(M * h_star(1)))
