"""Where e^u and (M-1) u cross (scan_snap, Appendix D.3): Lemma 8.

With u = M h the curves e^u and (M-1) u cross at u0 = M^(omega_0 - 1) and u1 = (1 + omega_1) ln M, which exist from M = 4 on.
"""

from theorems.kernel.scripts import cases
from theorems.language.letters import EPSILON
from theorems.scan_snap.language import *


@dataclass(frozen=True)
class Zeros:
    """omega_0 and omega_1 in balls, for M >= 4."""

    M: Ball
    log_M: Ball
    u0: Ball
    u1: Ball
    ln: Callable[[Ball], Ball] = balls.log

    @property
    def omega0(self) -> Ball:
        return 1 + balls.log(self.u0) / self.log_M

    @property
    def omega1(self) -> Ball:
        return self.u1 / self.log_M - 1

    def power(self, exponent: Ball) -> Ball:
        """M^exponent."""
        return balls.exp(exponent * self.log_M)


def bind_zeros(instance: Instance, arithmetic: object) -> Zeros:
    """The two crossings for the instance's ``M``; they are defined by an equation, so balls are the only arithmetic."""
    del arithmetic
    number = balls.ball(instance.M)
    u0, u1 = growth.scan_zeros(number)
    return Zeros(number, balls.log(number), u0, u1)


FROM_FOUR = Condition(M >= 4, lambda i: int(i.M) == i.M and i.M >= 4)
CROSSINGS = Domain(
    name="vocabulary sizes",
    draw=lambda: GROWTH.draw().map(lambda values: {"M": values["M"]}),
    bind=bind_zeros,
    conditions=(FROM_FOUR,),
    small=lambda: (Instance(M=size) for size in (*range(2, 40), 100, 1000, 10**6, 10**1000)),
    variables={"M": "vocabulary size", "omega0": "ω₀ of Lemma 8", "omega1": "ω₁ of Lemma 8"},
    feasible="M ≥ 4: e^u and (M-1)u do not cross for M = 2, 3, so that ω₀, ω₁ do not exist",
)


c_prime, u_0, u_1 = symbols("c′ u_0 u_1")
ZEROS = Computed(
    CROSSINGS,
    {
        omega_0: "omega0",
        omega_1: "omega1",
        u_0: "u0",
        u_1: "u1",
        c_prime(M): lambda _, size: growth.scan_zeros(size)[1] / balls.log(size),
    },
)
LOWER = Definition(
    "u₀ is the smaller solution of e^u = (M-1)u",
    (),
    (exp(u_0) == (M - 1) * u_0) & (u_0 <= log(M - 1)),
    of=ZEROS,
    names=(u_0,),
    exists=BY_INTERMEDIATE_VALUES,
)
UPPER = Definition(
    "u₁ is the larger solution of e^u = (M-1)u",
    (),
    (exp(u_1) == (M - 1) * u_1) & (u_1 >= log(M - 1)),
    of=ZEROS,
    names=(u_1,),
    exists=BY_INTERMEDIATE_VALUES,
)
OMEGA_0 = Definition(
    "u₀ = M^(ω₀-1)", (), M ** (omega_0 - 1) == u_0, of=ZEROS, names=(omega_0,), exists="u₀ > 0 has a logarithm"
)
OMEGA_1 = Definition("u₁ = (1+ω₁) ln M", (), (1 + omega_1) * log(M) == u_1, of=ZEROS, names=(omega_1,), exists="ln M > 0")
C_PRIME = Definition("c′ = 1 + ω₁", (), c_prime(M) == 1 + omega_1, of=ZEROS)


IN_LOGARITHMS = u_0 == log(M - 1) + (omega_0 - 1) * log(M)
AS_A_POWER = (UPPER(), OMEGA_1(), EQUALS(exp, (1 + omega_1) * log(M), u_1), POWER_AS_EXP(M, omega_1))


@auxiliary((u_0 > 0) & IN_LOGARITHMS)
def lower_zero() -> None:
    """The logarithms of both sides of the equation of u₀."""
    have(IN_LOGARITHMS, EQUALS(log, exp(u_0), (M - 1) * u_0), EQUALS(log, M ** (omega_0 - 1), u_0), LOG_OF_PRODUCT(M - 1, u_0))


SMALL_OMEGA_0 = omega_0 * log(M) <= Q(29, 10) / (M - 1)


@auxiliary(SMALL_OMEGA_0)
def small_omega_0() -> None:
    """u₀ ≤ 19/30, because e^u < (M-1)u there; so (M-1)u₀ = e^u₀ ≤ 1.9 and ω₀ ln M = ln(M/(M-1)) + u₀."""
    below = Q(19, 30)
    have((u_0 <= 1) & (exp(below) < Q(19, 10)), EXP_GROWS(u_0, log(M - 1)))
    with suppose_not(u_0 <= below):
        hence(EXP_ABOVE_TANGENT(below - u_0))
    have((M - 1) * u_0 <= Q(19, 10), EXP_GROWS(u_0, below))
    obtain(lower_zero)
    quotient = LOG_OF_QUOTIENT(M, M - 1), LOG_BELOW_TANGENT(M / (M - 1))
    hence(only(M >= 4, (M - 1) * u_0 <= Q(19, 10), IN_LOGARITHMS, *quotient))


@auxiliary((log(M) < u_1) & (u_1 < Q(7, 4) * log(M)))
def upper_zero() -> None:
    """The curves are in this order at both ends."""
    most = Q(7, 4) * log(M)
    slower = LOG_BELOW_POWER(M, Q(3, 4)), log(M) <= M ** Q(3, 4) / 2, BASE_GROWS(4, M, Q(3, 4))
    have(M < (M - 1) * log(M), growing(M, 4, LOG_GROWS(4, M)))
    have(M ** Q(7, 4) > (M - 1) * most, growing(M, 4, *slower))
    have(log(M - 1) > 1, LOG_GROWS(3, M - 1))
    with suppose_not(log(M) < u_1):
        hence(EXP_ABOVE_TANGENT(log(M) - u_1))
    with suppose_not(u_1 < most):
        hence(EXP_ABOVE_TANGENT(u_1 - most))


L8 = Lemma("8", "Appendix D.3", "when e^(Mh) falls below (M-1)Mh", given=ZEROS, uses=["Lemma 6"])


HEIGHTS = (Fraction(-1), Fraction(0), Fraction(1, 1000), Fraction(1, 10), Fraction(1, 2), Fraction(2))  # inside and outside


OF_HEIGHTS = replace(
    ZEROS.knowing({EPSILON: lambda _: Fraction(9, 10)}),
    points=replace(CROSSINGS, name="vocabulary sizes and heights", declared=Declared(nonnegative=(omega_0, omega_1))),
    indices={h: lambda _: HEIGHTS},
    ranges=(EPSILON > 0,),
)
J1 = chain(1 / M ** (2 - omega_0), "<=", h, "<=", (1 + omega_1) * log(M) / M)
below_the_line = exp(M * h) <= (M - 1) * M * h
positive_omegas, small_omegas = (omega_0 > 0) & (omega_1 > 0), (omega_0 == o(1)) & (omega_1 == o(1))
with L8.where(given=OF_HEIGHTS):
    L8["J1"] = positive_omegas & small_omegas & Implies(J1, below_the_line) & Implies(below_the_line, J1)
L8["J1"].note("J₁ is the interval, h any number: e^(Mh) ≤ (M-1)Mh in it and nowhere else. For M = 2, 3 there is no crossing.")


def apart(low: Expr, between: Expr, high: Expr, goal: Relation) -> Script:
    """Shows a claim: for a < x < b, e^x = (M-1)x, and e^y ≤ (M-1)y at a and b, would make x < 1 and x ≥ 1."""
    distance = high - between
    above, below = 1 + distance + distance**2 / 2, 1 + low - between
    bounds = (EXP_ABOVE_PARABOLA(distance), above, high), (EXP_ABOVE_TANGENT(low - between), below, low)
    beyond_one = FACTOR_CANCELS(1, between, between - low)
    script: Script = by(FACTOR_KEEPS_ORDER(1, between, distance + distance**2 / 2), FACTOR_KEEPS_ORDER(0, distance, distance))
    script = scripts.have(distance**2 > 0, by(), scripts.have(between >= 1, by(beyond_one), script))
    for tangent, slope, end in bounds:
        cancelled = FACTOR_CANCELS(between * slope, end, M - 1)
        of_ends = scripts.have(exp(between) * slope <= exp(end), by(tangent), by(LOWER(), UPPER()))
        script = scripts.have(cancelled.hypotheses[1], of_ends, scripts.have(cancelled.claim, by(cancelled), script))
    return cases(goal, by(), script)


@auxiliary(u_0 < u_1)
def two_zeros() -> None:
    """u₀ < ln(M-1): e^u is above its tangent line of slope M-1 there, and ln(M-1) > 1."""
    with proving(u_0 < log(M - 1)):
        with case(u_0 < log(M - 1)):
            hence()
        with otherwise():
            hence(LOWER(), EXP_GROWS(u_0, log(M - 1)), LOG_GROWS(3, M - 1))


logit = M * h


@auxiliary(Implies(J1, below_the_line))
def in_the_interval() -> None:
    """e^u is below the chord from u₀ to u₁, which is (M-1)u."""
    obtain(two_zeros)
    have(logit <= u_1, OMEGA_1())
    cancelled = FACTOR_CANCELS(exp(logit), (M - 1) * logit, u_1 - u_0)
    have(cancelled.hypotheses[1], EXP_CONVEX(logit, u_0, u_1), LOWER(), UPPER())


@auxiliary(Implies(below_the_line, J1))
def nowhere_else() -> None:
    """A convex function that is at most 0 beyond one of two zeros is positive nowhere between them."""
    obtain(two_zeros)
    obtain((logit >= u_0, apart(logit, u_0, u_1, logit >= u_0)), (logit <= u_1, apart(u_0, u_1, logit, logit <= u_1)))


@auxiliary(u_1 - log(M) <= log(2) + log(log(M)))
def grows_slowly() -> None:
    """The logarithm of the equation of u₁ < 2 ln M."""
    obtain(upper_zero)
    have(u_1 == log(M - 1) + log(u_1), EQUALS(log, exp(u_1), (M - 1) * u_1), LOG_OF_PRODUCT(M - 1, u_1))
    hence(LOG_GROWS(u_1, 2 * log(M)), LOG_GROWS(M - 1, M))


large_enough = 2 / EPSILON <= sqrt(log(M))


@auxiliary(positive_omegas)
def omegas_positive() -> None:
    """u₀ > 1/(M-1), and u₁ > ln M."""
    obtain(lower_zero, upper_zero)
    have(omega_0 > 0, IN_LOGARITHMS, LOG_GROWS(M - 1, M))


@auxiliary((omega_0 <= EPSILON) & (omega_1 <= EPSILON))
def omegas_small() -> None:
    """ω₀ ln M ≤ 2.9/(M-1) ≤ 1, and ω₁ ln M ≤ ln 2 + lnln M ≤ 2√(ln M)."""
    obtain(small_omega_0, grows_slowly)
    have(log(M) >= 1, LOG_GROWS(4, M))
    have(sqrt(log(M)) >= 1, ROOT_GROWS(1, log(M)))
    have(EPSILON * log(M) >= 2 * sqrt(log(M)))
    have(omega_0 <= EPSILON)
    have(log(log(M)) <= sqrt(log(M)), LOG_BELOW_POWER(log(M), Q(1, 2)), LOG_GROWS(1, log(M)))


@proof(
    L8["J1"],
    families.Eventually(
        family=Family("M = 2^k, ε = 9/10", lambda k: Instance(M=2**k), first=2),
        threshold_index=lambda: 2,
        variable="M",
        constants="ε = 9/10: what ω₀ and ω₁ are to be below",
        calculation=FromSomeSizeOn(M, (large_enough,), fixed=(EPSILON,)),
        printed=VOCABULARY_ONLY,
        dependence="√(ln M) ≥ 2/ε is enough: the '≪ 1' comes slowly, ω₁ = Θ(lnln M/ln M), see omega1",
    ),
)
def _() -> None:
    """e^u - (M-1)u is convex with two zeros u₀ < u₁, and at most 0 between them alone. u₀ > 1/(M-1) makes ω₀ > 0, and
    u₁ > ln M makes ω₁ > 0. ω₀ ln M ≤ 2.9/(M-1) ≤ 1, and ω₁ ln M ≤ ln 2 + lnln M ≤ 2√(ln M).
    """
    obtain(omegas_positive, omegas_small, in_the_interval, nowhere_else)


L8["Eqn 50"] = omega_0 == 1 / log(M) * (log(M / (M - 1)) + 1 / M ** (1 - omega_0))


@proof(L8["Eqn 50"])
def _() -> None:
    """The logarithm of the equation of u₀ = M^(ω₀-1)."""
    obtain(lower_zero)
    hence(OMEGA_0, LOG_GROWS_STRICTLY(1, M), LOG_OF_QUOTIENT(M, M - 1))


L8["omega0"] = omega_0 == O(1 / (M ** Q("0.99") * log(M)))
L8["omega0"].constant(4).trivial(CROSSING_RANGE)
L8["omega0"].note("The constant is 4.")


@proof(L8["omega0"])
def _() -> None:
    """u₀ ≤ 19/30, because e^u < (M-1)u there; so (M-1)u₀ = e^u₀ ≤ 1.9 and ω₀ ln M = ln(M/(M-1)) + u₀ ≤ 2.9/(M-1)."""
    obtain(small_omega_0)
    have(log(M) > 0, LOG_GROWS_STRICTLY(1, M))
    calc(omega_0).le(Q(29, 10) / ((M - 1) * log(M))).le(4 * (1 / (M ** Q("0.99") * log(M))), POWER_GROWS(M, Q("0.99"), 1))


L8["Eqn 51"] = M**omega_1 == (1 + omega_1) * log(M) * ((M - 1) / M)


@proof(L8["Eqn 51"])
def _() -> None:
    """The equation of u₁ = (1+ω₁) ln M."""
    hence(*AS_A_POWER)


L8["c'"] = chain(Q("0.5"), "<", 1 + omega_1, "<", 2)
proof(L8["c'"].note("c′ = 1 + ω₁."))(upper_zero)


def scale(size: Expr) -> Expr:
    """What M^ω₁ is a multiple of."""
    return log(size) * ((size - 1) / size)


def multiple_of(size: Expr) -> Expr:
    return size ** omega_1(size) / scale(size)


at_two_sizes = And(tuple(size ** omega_1(size) == c_prime * scale(size) for size in (M, M + 1)))
with L8.where(given=ZEROS.knowing({omega_1(M): lambda _, size: growth.scan_zeros(size)[1] / balls.log(size) - 1})):
    L8["c' universal"] = Exists(c_prime, Named("(0, ∞)"), at_two_sizes)
L8["c' universal"].bridge(
    multiple_of(M) == multiple_of(M + 1),
    refutes=scripts.have(
        (log(M) > 0) & (log(M + 1) > 0),
        by(LOG_GROWS_STRICTLY(1, M), LOG_GROWS_STRICTLY(1, M + 1)),
        scripts.calc(multiple_of(M)).eq(c_prime).eq(multiple_of(M + 1)),
    ),
)
L8["c' universal"].refuted("M=4").uses("Lemma 8/Eqn 51").note(
    "In print c′ is a universal constant, so it is the same at M and M + 1. No constant serves: it would fix ω₁, and M^ω₁ "
    "would be a power of M instead of a multiple of ln M."
)
repaired = L8["c' universal"].repair(
    claim=(M**omega_1 == c_prime(M) * log(M) * ((M - 1) / M)) & chain(1, "<", c_prime(M), "<", 2),
    why="c′ = 1 + ω₁ depends on M: bounded by universal constants instead of being one",
)


@proof(repaired.uses("Lemma 8/J1"))
def _() -> None:
    """c′ = 1 + ω₁ in Eqn 51, and ln M < u₁ < (7/4) ln M."""
    obtain(upper_zero)
    hence(*AS_A_POWER)


rate = log(log(M)) / log(M)
L8["omega1"] = omega_1 == Theta(rate)
L8["omega1"].constant(Q(1, 2), 1 + log(2)).trivial(CROSSING_RANGE).uses("Lemma 8/Eqn 51", "Lemma 8/c'")
L8["omega1"].note("The constants are 1/2 and 1 + ln 2.")


@proof(
    L8["omega1"],
    families.Eventually(
        family=Family("M = k, every k ≥ 4", lambda k: Instance(M=k), first=4),
        threshold_index=lambda: 16,
        steps=[
            certain("lnln 16 > 1", lambda: balls.gt(balls.log(balls.log(balls.ball(16))), balls.ball(1))),
            certain("ln(15/16) > -1/2", lambda: balls.gt(balls.log(balls.ball("15/16")), balls.ball("-1/2"))),
        ],
        variable="M",
        calculation=FromSomeSizeOn(M, (log(log(M)) >= 2,)),
        constants="between 1/2 and 1 + ln 2; the ratio tends to 1",
        printed=VOCABULARY_ONLY,
        dependence="constants 1 ± ε need lnln M ≥ ln 2/ε: n0 is doubly exponential in 1/ε",
    ),
)
def _() -> None:
    """ω₁ ln M = ln(1+ω₁) + lnln M + ln((M-1)/M) with 0 < ω₁ < 1, so ω₁ ln M/lnln M lies between
    1 + ln((M-1)/M)/lnln M and 1 + ln 2/lnln M, which both tend to 1. From M = 16 on (lnln M > 1, M/(M-1) < e^(1/2)) it
    lies between 1/2 and 1 + ln 2.
    """
    obtain(upper_zero)
    have(u_1 == log(M - 1) + log(u_1), EQUALS(log, exp(u_1), (M - 1) * u_1), LOG_OF_PRODUCT(M - 1, u_1))
    quotient = LOG_OF_QUOTIENT(M, M - 1), LOG_BELOW_TANGENT(M / (M - 1))
    have(u_1 - log(M) >= log(log(M)) - Q(1, 2), LOG_GROWS(log(M), u_1), *quotient)
    have(u_1 - log(M) <= log(2) + log(log(M)), LOG_GROWS(u_1, 2 * log(M)), LOG_GROWS(M - 1, M))
