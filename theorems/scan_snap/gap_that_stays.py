"""What would follow from h*(s) - h(s) ≥ ε for all s (scan_snap, Appendix D.3): Eqns 48 and 49 in the proof of Lemma 7 b."""

from itertools import product

from theorems.scan_snap.between_steps import BETWEEN, LINES, SLOPE, Between, asked, bind, h_line
from theorems.scan_snap.language import *
from theorems.scan_snap.recursion_and_flow import *

D = positive("D")
C, s_0, t_1 = symbols("C s_0 t_1")


def _stays_behind(x: Between) -> Truth:
    return balls.ge(x.h_star(x.s) - x.flow(x.s), balls.ball(x.epsilon))


def _slow(x: Between) -> Truth:
    rise = x.flow(x.s + 1) - x.flow(x.s)
    return balls.le(rise, balls.ball(x.epsilon) - balls.log(balls.ball(2)) / x.M)


def _late(x: Between) -> Truth:
    return balls.ge(x.eta * x.s, 3 * balls.log(x.M))


def small_gaps() -> Iterator[Instance]:
    for M, eta, halves, part in product((2, 3, 10), (3, 5, 10, 20), (3, 5, 9), (4, 3, 2)):
        yield Instance(M=M, eta=Fraction(eta), t=Fraction(halves, 2), epsilon=Fraction(eta, part * M))


@st.composite
def drawn_gaps(draw: st.DrawFn) -> dict[str, Any]:
    M, eta = draw(st.integers(2, 1000)), draw(st.fractions(4, 30, max_denominator=10))
    start = math.ceil(3 * (M.bit_length()) / eta) + draw(st.integers(0, 1))
    share = draw(st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=100))
    model = Between(BALLS, M, eta, Fraction(start), Fraction(0))
    gap = balls.approximate(model.h_star(start) - model.flow(start))
    return {"M": M, "eta": eta, "t": start + share, "epsilon": Fraction(gap).limit_denominator(10**6 * M) * Fraction(99, 100)}


ADMITTED = Condition(
    (epsilon > 0) & (M * epsilon <= 2 * eta_Y), lambda i: 0 < i.epsilon <= 2 * Fraction(i.eta) / i.M, said="0 < ε ≤ 2η_Y/M"
)
GAPS = Domain(
    name="times at which the recursion is still ε ahead",
    draw=drawn_gaps,
    bind=bind,
    conditions=(
        M_RANGE,
        ETA_RANGE,
        Condition(
            words="t is not whole",
            check=lambda i: Fraction(i.t).denominator != 1,
            steer=lambda i: i.but(t=math.floor(i.t) + Fraction(1, 2)),
        ),
        ADMITTED,
        asked(h_star(s) - h(s) >= epsilon, _stays_behind),
        asked(h(s + 1) - h(s) <= epsilon + log(Q(1, 2)) / M, _slow),
        asked(eta_Y * s >= 3 * log(M), _late),
    ),
    small=small_gaps,
    variables={**BETWEEN.variables, "epsilon": "ε", "delta1": "Δ₁", "C": "exp(Mε)/(4 exp(4η_Y) M)"},
    feasible="only where η_Y > ln 2, because h* - h ≤ η_Y/M forces Mε ≤ η_Y",
)


AHEAD = Computed(GAPS, {**LINES.quantities, s: "s", epsilon: "epsilon", Delta_1: "delta1", C: "C"})
bracket = exp(M * epsilon) - exp(M * h(s + 1) - M * h(s))
denominators = (M - 1 + exp(M * (h(s) + epsilon))) * (M - 1 + exp(M * h(s + 1)))
with L7.where(given=AHEAD):
    L7["Eqn 48"] = (
        chain(
            ddt(h_line(t), t) - ddt(h(t), t),
            "<=",
            -(eta_Y * exp(M * h(s)) * bracket / denominators),
            "<=",
            -(eta_Y * exp(M * epsilon) / ((1 + Delta_1) ** 2 * exp(M * h(s)) * exp(4 * eta_Y))),
            "<=",
            -(exp(M * epsilon) / (4 * exp(4 * eta_Y) * M) * (1 / t)),
            "==",
            -(C / t),
        )
        & (bracket >= Q(1, 2) * exp(M * epsilon))
        & (Delta_1 == 2 * (M - 1) / exp(M * h(s)))
    )
L7["Eqn 48"].uses("Lemma 7/b s0 first", "Lemma 7/b s0 second").note("Here s = ⌊t⌋.")
INTEGER_PART = Definition("s = ⌊t⌋", (), s == floor(t), of=AHEAD)
DELTA_1 = Definition("Δ₁", (), Delta_1 == 2 * (M - 1) / exp(M * h(s)), of=AHEAD)
CONSTANT = Definition("C", (), C == exp(M * epsilon) / (4 * exp(4 * eta_Y) * M), of=AHEAD)
of_s, wider, ratio = exp(M * h(s)), exp(M * epsilon), exp(M * h(s + 1) - M * h(s))


@proof(L7["Eqn 48"])
def _() -> None:
    """dh°/dt = η/(M-1+e^{Mh*(s)}) with h*(s) ≥ h(s)+ε, and dh/dt ≥ η/(M-1+e^{Mh(s+1)}): the first link. h(s+1) - h(s) ≤ ε -
    (ln 2)/M gives the bracket's ½e^{Mε}. With w = e^{Mh(s)}, Δ₁ = 2(M-1)/w and E = e^{2η} ≥ e^{Mε} the denominators are at
    most w²(Δ₁/2+E)(Δ₁/2+E/2) ≤ ½w²(1+Δ₁)²E²: the second. The third is 4Mηt ≥ (1+Δ₁)²w: Δ₁ < 1 from s₀'' on, and w ≤ Mηs
    because (M-1)u ≥ 1: otherwise the clock would read less than e + 1.
    """
    have(s > 0, LOG_GROWS_STRICTLY(1, M))
    have((s <= t) & (t < s + 1), INTEGER_PART(), FLOOR(t))
    have(ratio <= wider / 2, EXP_GROWS(M * h(s + 1) - M * h(s), M * epsilon - log(2)))
    at_first = M - 1 + exp(M * (h(s) + epsilon))
    (
        calc(ddt(h_line(t), t))
        .eq(eta_Y / (M - 1 + exp(M * h_star(floor(t)))), SLOPE(t), STEP(floor(t)), INTEGER_PART())
        .le(eta_Y / at_first, EQUALS(h_star, s, floor(t)), INTEGER_PART(), EXP_GROWS(M * (h(s) + epsilon), M * h_star(s)))
    )
    obtain(rises(t, s + 1), doubled(s))
    have(ddt(h(t), t) >= eta_Y / (M - 1 + exp(M * h(s + 1))), FLOW_OF_EQN_44(t), EXP_GROWS(M * h(t), M * h(s + 1)))
    slower, faster = ddt(h_line(t), t) <= eta_Y / at_first, ddt(h(t), t) >= eta_Y / (M - 1 + exp(M * h(s + 1)))
    have(slower.left - faster.left <= slower.right - faster.right, only(slower, faster, M >= 2))
    have((Delta_1 > 0) & (Delta_1 < 1) & (M - 1 == of_s * Delta_1 / 2), DELTA_1())
    have(wider <= exp(2 * eta_Y), EXP_GROWS(M * epsilon, 2 * eta_Y))
    have(exp(2 * eta_Y) >= 1, EXP_ABOVE_TANGENT(2 * eta_Y))
    E, last = exp(2 * eta_Y), M - 1 + exp(M * h(s + 1))
    first, second = of_s * (Delta_1 / 2 + E), of_s * (Delta_1 / 2 + E / 2)
    have((0 < at_first) & (at_first <= first) & (0 < last) & (last <= second))
    have((Delta_1 / 2 + E) * (Delta_1 / 2 + E / 2) <= (1 + Delta_1) ** 2 * E**2 / 2, only(E >= 1, Delta_1 > 0))
    rate = (1 + Delta_1) ** 2 * of_s * exp(4 * eta_Y)
    (
        calc(denominators)
        .le(first * last, FACTOR_KEEPS_ORDER(at_first, first, last))
        .le(first * second, FACTOR_KEEPS_ORDER(last, second, first))
        .eq(of_s**2 * ((Delta_1 / 2 + E) * (Delta_1 / 2 + E / 2)))
        .le(of_s**2 * ((1 + Delta_1) ** 2 * E**2 / 2), FACTOR_KEEPS_ORDER)
        .eq(of_s * rate / 2)
    )
    have(
        wider * denominators <= of_s * bracket * rate,
        FACTOR_KEEPS_ORDER(denominators, of_s * rate / 2, wider),
        FACTOR_KEEPS_ORDER(wider / 2, bracket, of_s * rate),
    )
    least, most = eta_Y * wider / rate, eta_Y * of_s * bracket / denominators
    have((rate > 0) & (denominators > 0))
    have(
        least <= most,
        FACTOR_CANCELS(least, most, rate * denominators),
        FACTOR_KEEPS_ORDER(wider * denominators, of_s * bracket * rate, eta_Y),
    )
    with suppose_not((M - 1) * (M * h(s)) >= 1):
        hence(FLOW_EQUATION(s), EXP_GROWS(M * h(s), 1), LOG_GROWS(2, M))
    have(of_s <= M * (eta_Y * t), FLOW_EQUATION(s))
    slowed, time = (1 + Delta_1) ** 2 * of_s, 4 * (M * (eta_Y * t))
    have((1 + Delta_1) ** 2 <= 4)
    calc(slowed).le(4 * of_s, FACTOR_KEEPS_ORDER((1 + Delta_1) ** 2, 4, of_s)).le(time)
    have(wider * rate <= wider * exp(4 * eta_Y) * time, FACTOR_KEEPS_ORDER(slowed, time, wider * exp(4 * eta_Y)))
    at_last = wider / (4 * exp(4 * eta_Y) * M) * (1 / t)
    have(at_last <= least, FACTOR_CANCELS(at_last, least, rate * (4 * exp(4 * eta_Y) * M * t)))
    hence(INTEGER_PART(), DELTA_1(), CONSTANT())


def every_step(condition: Condition) -> Condition:
    """The condition at each whole time from ``start`` up to ``t``."""
    halves = lambda i: (i.but(t=s + Fraction(1, 2)) for s in range(int(i.start), math.ceil(i.t)))  # noqa: E731
    return Condition(
        words=f"{condition.text}, at every whole s in [s₀, t)", check=lambda i: all(condition.check(at) for at in halves(i))
    )


@dataclass(frozen=True)
class Stretch(Between):
    """The same from a whole time s₀ on."""

    start: int


def bind_stretch(i: Instance, arithmetic: Arithmetic) -> Stretch:
    """``M``, ``eta``, ``epsilon``, the whole time ``start`` and a later ``t``."""
    return Stretch(arithmetic, int(i.M), Fraction(i.eta), Fraction(i.t), Fraction(i.epsilon), int(i.start))


STRETCHES = replace(
    GAPS,
    name="stretches of time on which the recursion stays ε ahead",
    draw=lambda: drawn_gaps().map(lambda v: v | {"start": math.floor(v["t"])}),
    bind=bind_stretch,
    conditions=(
        M_RANGE,
        ETA_RANGE,
        Condition(words="s₀ ≥ 1 whole, t > s₀", check=lambda i: int(i.start) == i.start and 1 <= i.start < i.t),
        ADMITTED,
        *(every_step(condition) for condition in GAPS.conditions[-3:]),
    ),
    small=lambda: (i.but(start=math.floor(i.t), t=i.t + longer) for i in small_gaps() for longer in (0, 1, 2)),
    variables={**GAPS.variables, "start": "s₀"},
)


FALLING = Computed(STRETCHES, {**AHEAD.quantities, s_0: "start"})
fall = (h_line(t) - h(t)) - (h_line(s_0) - h(s_0))
with L7.where(given=FALLING):
    L7["Eqn 49"] = fall <= -Integral(C / t_1, t_1, s_0, t)
L7["Eqn 49"].bridge(fall <= -(C * log(t / s_0))).uses("Lemma 7/Eqn 48")
L7["Eqn 49"].note(
    "The right side is -C ln(t/s₀), which tends to -∞. The gap cannot stay above ε for ever (part b), so t → ∞ is met by no "
    "η_Y and M: that is the contradiction the proof is after. It needs s₀', which does not exist for ε ≤ ln 2/M (b s0 first)."
)
L7["Eqn 49"].proved(
    proved(
        "Integrate Eqn 48 from s₀ to t.",
        limit_is("-ln(t/s₀) → -∞", -sympy.log(D), D, -sympy.oo),
        in_words="that an inequality between derivatives, true between the steps, may be integrated.",
    )
)
