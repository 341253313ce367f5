"""Only the upper crossing matters (scan_snap, Appendix D.3): Remark 3."""

from theorems.scan_snap.crossing_points import *
from theorems.scan_snap.language import *

R3 = Lemma(
    "Remark 3",
    "Appendix D.3",
    "only the upper crossing matters",
    given=ZEROS,
    uses=["Lemma 8/J1", "Lemma 8/Eqn 50", "Lemma 8/omega0"],
)
HUNDRED = Condition(M >= 100, steer=lambda i: i.but(M=i.M if i.M >= 100 else i.M + 100))


R3["omega0"] = omega_0 < Q("0.01"), HUNDRED
R3["omega0"].trivial(CROSSING_RANGE).feasible("M ≥ 100").note(
    "Printed as ω₀ ≪ 0.01 if M ≫ 100: it is below 0.01 from M = 100 on."
)


@proof(R3["omega0"])
def _() -> None:
    """ω₀ ln M ≤ 2.9/(M-1), and ln M ≥ ln 100."""
    obtain(small_omega_0)
    hence(only(LOG_GROWS(100, M), M >= 100, SMALL_OMEGA_0))


R3["eta_Y"] = 1 / M ** (1 - omega_0) > 1 / M ** Q("0.99"), HUNDRED
R3["eta_Y"].refuted("M=100").feasible("M ≥ 100").note(
    "ω₀ ≪ 0.01, said in the same sentence, means 1-ω₀ > 0.99: the inequality stands the wrong way round."
)
repaired = R3["eta_Y"].repair(
    claim=1 / M ** Q("0.99") > 1 / M ** (1 - omega_0),
    why="the inequality is turned round, as ω₀ < 0.01 demands and as the rest of the section uses it",
)
repaired.feasible("M ≥ 100").uses("Remark 3/omega0")


@proof(repaired)
def _() -> None:
    """ω₀ < 0.01."""
    hence(cite(R3["omega0"]), POWER_GROWS_STRICTLY(M, Q("0.99"), 1 - omega_0))


@dataclass(frozen=True)
class Rounds:
    """The flow after the first round over the classes and after t, beside the lower crossing."""

    M: Ball
    eta: Ball
    u0: Ball
    t: Ball

    @property
    def u_first(self) -> Ball:
        """M h(1)."""
        return growth.logit(self.M, self.eta)

    def h_at(self, t: Ball) -> Ball:
        return growth.logit(self.M, self.eta * t) / self.M


def bind_rounds(i: Instance, arithmetic: object) -> Rounds:
    """``M``, ``eta`` and perhaps ``t`` in balls."""
    del arithmetic
    M = balls.ball(i.M)
    return Rounds(M, balls.ball(i.eta), growth.scan_zeros(M)[0], balls.ball(i.get("t", 1)))


def first_rounds() -> Iterator[Instance]:
    """Small and large vocabularies at four rates."""
    for size in (*range(4, 40), 100, 1000, 10**6, 10**20, 10**200):
        for eta in (Fraction(1, 2), Fraction(1, 10), Fraction(9, 10), Fraction(11, size)):
            yield Instance(M=size, eta=eta)


FIRST_ROUND: Domain = replace(
    CROSSINGS,
    name="the first round over the classes",
    draw=lambda: GROWTH.draw().map(lambda values: {"M": values["M"], "eta": values["eta"]}),
    bind=bind_rounds,
    conditions=(FROM_FOUR, ETA_RANGE, ETA_BELOW_ONE),
    small=first_rounds,
    variables={
        "M": "vocabulary size",
        "eta": "learning rate of the decoder",
        "u_first": "M h(1)",
        "u0": "M^(ω₀-1), the lower crossing of e^u and (M-1)u",
    },
    feasible="M ≥ 4 (crossings exist), 0 < η_Y < 1",
)
lower = 1 / M ** (1 - omega_0)
LARGE_RATE = Condition(
    eta_Y >= 10 * lower,
    lambda i: certainly(lambda: balls.ge(balls.ball(i.eta), 10 * bind_rounds(i, None).u0)),
    lambda i: i.but(M=max(int(i.M), 100), eta=(1 + 4 * Fraction(i.eta)) / 5),  # at least 1/5, which is above 10 u0 there
    said="η_Y ≫ M^(ω₀-1)",
)
below_lower = 1 / M ** (2 - omega_0)
ROUND = Computed(
    replace(FIRST_ROUND, declared=Declared(nonnegative=(below_lower,))),
    {eta_Y: "eta", h(1): lambda x: x.u_first / x.M, omega_0: lambda x: 1 + balls.log(x.u0) / balls.log(x.M)},
)
much_larger = lower == o(eta_Y)
with R3.where(given=ROUND):
    R3["h(1)"] = Implies(much_larger, h(1) == Omega(eta_Y / M)) & Implies(much_larger, below_lower == o(eta_Y / M))
R3["h(1)"].constant(Q(2, 3), 1).power(1).trivial(TrivialRange("h(1), M^(ω₀-2) ≥ 0", low=0))
R3["h(1)"].feasible("M ≥ 4, 0 < η_Y < 1").uses().note(
    "The constant of h(1) ≳ η_Y/M is 2/3. The M^(-0.99) that is printed beside M^(ω₀-1) is the part eta_Y."
)


@auxiliary((M + 1) * (M * h(1)) >= M * eta_Y)
def in_the_first_round() -> None:
    """Mh(1) ≥ Mη_Y/(M+1): below 1 the exponential lies below its chord, whose slope is e - 1 < 2."""
    have((M * h(1) >= 0) & (M * h(1) <= 1), FLOW_STARTS_AT_ZERO(1), FLOW_EQUATION(1), EXP_ABOVE_TANGENT(M * h(1)))
    hence(FLOW_EQUATION(1), EXP_CONVEX(M * h(1), 0, 1))


proof(R3["h(1)"])(in_the_first_round)
crosses = exp(M * h(t)) - (M - 1) * M * h(t) == 0
at_upper = h(t) == (1 + omega_1) * log(M) / M
logit, first_logit = M * h(t), M * h(1)


def no_third_zero() -> Script:
    """Shows that u = M h(t), t ≥ 1, is the upper zero: beyond the lower one e^u - (M-1)u is convex with no other zero."""
    later = cases(logit >= first_logit, by(), by(FLOW_EQUATION(t), FLOW_EQUATION(1), EXP_GROWS_STRICTLY(logit, first_logit)))
    at_minimum = cases(u_0 < log(M - 1), by(), by(LOWER(), EXP_GROWS(u_0, log(M - 1)), LOG_GROWS(3, M - 1)))
    at_upper_zero = scripts.have(
        logit >= u_1,
        apart(u_0, logit, u_1, logit >= u_1),
        scripts.have(logit <= u_1, apart(u_0, u_1, logit, logit <= u_1), by(OMEGA_1())),
    )
    beyond = scripts.have(logit > u_0, by(OMEGA_0()), scripts.have(u_0 < u_1, by(UPPER()), at_upper_zero))
    return each(scripts.have(logit >= first_logit, later, scripts.have(u_0 < log(M - 1), at_minimum, beyond)))


ANY_ROUND = Computed(
    replace(
        FIRST_ROUND,
        name="any round over the classes",
        draw=lambda: GROWTH.draw().map(lambda values: {"M": values["M"], "eta": values["eta"], "t": 1 + values["t"]}),
        small=lambda: (i.but(t=rounds) for i in first_rounds() for rounds in (1, 3)),
        variables={**FIRST_ROUND.variables, "t": "rounds over the classes"},
    ),
    {
        eta_Y: "eta",
        h(t): lambda x, t: x.h_at(t),
        omega_0: lambda x: 1 + balls.log(x.u0) / balls.log(x.M),
        omega_1: lambda x: growth.scan_zeros(x.M)[1] / balls.log(x.M) - 1,
    },
)
with R3.where(LARGE_RATE, given=ANY_ROUND):
    R3["one zero"] = Implies((t >= 1) & crosses, at_upper)
R3["one zero"].bridge(M * h(1) > lower, shows=no_third_zero()).trivial(TrivialRange("Mh(1) ≥ 0", low=0))
R3["one zero"].feasible("M ≥ 4, 10 M^(ω₀-1) ≤ η_Y < 1").uses("Lemma 8/J1", "Remark 3/h(1)")
R3["one zero"].note(
    "Compared: Mh(1) with the lower zero. The factor 10 is more than it takes: 5/4 is enough. That there is a zero is the part "
    "zero."
)
proof(R3["one zero"])(in_the_first_round)
AT_UPPER = ANY_ROUND.knowing({t: lambda x: (2 * (x.M - 1) * growth.scan_zeros(x.M)[1] - 1) / (x.M * x.eta)})
CLOCK_AT_UPPER = Definition("when the clock has come to u₁", (), M * eta_Y * t + 1 == 2 * (M - 1) * u_1, of=AT_UPPER)
with R3.where(given=AT_UPPER):
    R3["zero"] = Exists(t, Named("(0, ∞)"), (t >= 1) & crosses)
R3["zero"].witness(t).uses("Lemma 8/J1").note("In print there is only one (one zero). That there is one needs no rate.")


@proof(R3["zero"])
def _() -> None:
    """At t = (2(M-1)u₁ - 1)/(Mη_Y) the flow is at u₁: Eqn 45 has one solution."""
    have((u_1 >= 1) & (exp(u_1) == (M - 1) * u_1), UPPER(), LOG_GROWS(3, M - 1))
    have(t >= 1, CLOCK_AT_UPPER())
    with suppose_not(logit >= u_1):
        hence(FLOW_EQUATION(t), EXP_GROWS(logit, u_1), CLOCK_AT_UPPER())
    with suppose_not(logit <= u_1):
        hence(FLOW_EQUATION(t), EXP_GROWS(u_1, logit), CLOCK_AT_UPPER())
    hence(EQUALS(exp, logit, u_1))


STATEMENTS = (L8, R3)
