"""How the growth exponent rises in the long run (scan_snap, Appendix F): Theorem 4, Eqns 132, 133."""

from theorems.language.letters import EPSILON
from theorems.provers.large_sizes import AtEverySize
from theorems.scan_snap.exponent_in_stages import T4, factor, late_growth
from theorems.scan_snap.growth_exponent import ANTIDERIVATIVE, EXPONENT_CLOSED, FROM_SIZE_FOUR, LATE, reached
from theorems.scan_snap.language import *
from theorems.scan_snap.two_stages import LATE_MEANS_PAST, PAST, around_late_logarithm, clocked, late_log


def past_printed_start(i: Instance) -> bool:
    """t ≥ 100 (Mη_Y)⁻¹ exp(1/√(2ν))."""

    def question() -> Truth:
        start = 100 * balls.exp(1 / balls.sqrt(balls.ball(2 * Fraction(i.eta) / Fraction(i.eta_Z)))) / balls.ball(i.M * i.eta)
        return balls.ge(balls.ball(i.t), start)

    return balls.decide(question)[0] is Truth.HOLDS


EIGHT_ON_THE_CLOCK = Condition(M * eta_Y * t / K >= 8, lambda i: i.M * i.eta * i.t >= 8 * i.K)
AFTER_PRINTED_START = [
    Condition(t >= 100 * (M * eta_Y) ** -1 * exp(1 / sqrt(2 * eta_Y / eta_Z)), past_printed_start),
    EIGHT_ON_THE_CLOCK,
]
PRINTED_START_MET = "t ≥ 100(Mη_Y)⁻¹exp(1/√(2ν)), Mη_Yt/K ≥ 8"
DOUBLE_LOG_EXISTS = Condition(words="Mη_Yt/K > 1", check=lambda i: i.M * i.eta * i.t > i.K)
AS_STEPS_GROW = "In print t is large: t → ∞ with M, K, η_Z, ν, C₀ fixed. "
PRINTED_START_ENOUGH = (
    "A stronger reading: t ≫ (Mη_Y)⁻¹exp(1/√(2ν)), with ν fixed, is all that is asked of t. ≫ is read as a factor 100. "
)


def after_steps(t_value: int, C0: int = 1) -> Instance:
    return Instance(M=100, K=2, eta=Fraction(1, 2), t=t_value, eta_Z=Fraction(1, 2), C0=C0)


SECOND_AT_52 = certain(
    "M = 100, K = 2, η_Y = 1/2: t0 = 8u1 ≤ 52", lambda: balls.le(8 * growth.scan_zeros(balls.ball(100))[1], balls.ball(52))
)
FEW_STEPS = Family(
    "K = 2, η_Y = η_Z = 1/2 (ν = 1), C₀ = 1, t = k, M = 10^(2^k)",
    lambda k: Instance(M=10 ** (2**k), K=2, eta=Fraction(1, 2), t=k, eta_Z=Fraction(1, 2), C0=1),
    first=5,
)
FEW = (M == 10 ** (2**FAMILY), K == 2, eta_Y == Q(1, 2), eta_Z == Q(1, 2), C_0 == 1, t == FAMILY)
MANY_TOKENS = (POWER_AS_EXP(2, FAMILY), EXP_ABOVE_PARABOLA(FAMILY * log(2)), POWER_GROWS(10, 3, 2**FAMILY))  # M ≥ 1000


@auxiliary((B[n](t) <= Q(1, 4) * log(1 + FAMILY**2 / 4)) & (late_log >= 2**FAMILY * log(10)))
def still_scanning() -> None:
    """B_n ≤ ¼ ln(1 + t²/4) and ln M ≥ 2^t ln 10, along this family."""
    have((M - 1) * h(t / K) >= 0, FLOW_STARTS_AT_ZERO(t / K))
    have((M - 1) * h(t / K) <= FAMILY / 4, FLOW_EQUATION(t / K), EXP_ABOVE_TANGENT(M * h(t / K)))
    have(late_log >= 2**FAMILY * log(10), LOG_GROWS(M, clocked))
    have(B[n](t) <= Q(1, 4) * log(1 + FAMILY**2 / 4), cite(EXPONENT_CLOSED), LOG_GROWS(reached, 1 + FAMILY**2 / 4))


A_0 = late_growth / C_0  # e^(4B_n) is 1 + A (Mh)²
height = M * h(t / K)
LARGE_CLOCK = (t >= 1, clocked >= 8, (M - 1) * (late_log / clocked) <= Q(1, 2), 1 / A_0 <= late_log**2)


def squared(low: Expr, high: Expr) -> tuple[Reason, ...]:
    return SQUARE_GROWS(low, high), FACTOR_KEEPS_ORDER(low**2, high**2, A_0)


def logarithm_of(x: Expr) -> None:
    """A statement of a proof."""
    calc(log(A_0 * x**2)).eq(log(A_0) + log(x**2), LOG_OF_PRODUCT(A_0, x**2)).eq(log(A_0) + 2 * log(x), LOG_OF_POWER(x, 2))


whole = A_0 * late_log**2
least, most = height >= late_log - log(2), height <= late_log


@auxiliary(least & most)
def between_logarithms() -> None:
    """ℓ - ln 2 ≤ Mh ≤ ℓ for ℓ = ln(Mη_Yt/K), from some t on: no stage is asked for."""
    with suppose_not(least):
        below = EXP_GROWS(height, late_log - log(2))
        hence(only(M >= 2, K >= 2, t >= 1, LARGE_CLOCK[2], FLOW_EQUATION(t / K), below))
    with suppose_not(most):
        hence(only(M >= 2, K >= 2, clocked >= 8, late_log >= 2, FLOW_EQUATION(t / K), EXP_GROWS(late_log, height)))


IN_THE_LONG_RUN = (
    *(late_log >= 2, late_log**2 > 0, A_0 > 0, least, most),
    *(whole >= 1, whole > 0, whole / 4 <= reached, reached <= 2 * whole),
)


@auxiliary(And(IN_THE_LONG_RUN))
def in_the_long_run() -> None:
    """Aℓ²/4 ≤ e^(4B_n) ≤ 2Aℓ²."""
    have(late_log >= 2, LOG_GROWS(8, clocked))
    obtain(between_logarithms)
    calc(whole / 4).le(A_0 * height**2, *squared(late_log / 2, height)).le(reached)
    calc(reached).eq(1 + A_0 * height**2).le(2 * whole, *squared(height, late_log))


AT_LEAST = B[n](t) >= Q(1, 4) * (log(A_0) + 2 * log(late_log) - log(4))
AT_MOST = B[n](t) <= Q(1, 4) * (log(A_0) + 2 * log(late_log) + log(2))


@auxiliary((late_log >= 2) & AT_LEAST & AT_MOST)
def in_logarithms() -> None:
    """ln A + 2 ln ℓ - ln 4 ≤ 4B_n ≤ ln A + 2 ln ℓ + ln 2."""
    obtain(in_the_long_run)
    calc(log(reached)).ge(log(whole / 4), LOG_GROWS(whole / 4, reached)).eq(log(whole) - log(4), LOG_OF_QUOTIENT(whole, 4))
    calc(log(reached)).le(log(2 * whole), LOG_GROWS(reached, 2 * whole)).eq(log(2) + log(whole), LOG_OF_PRODUCT(2, whole))
    have(B[n](t) == Q(1, 4) * log(reached), cite(EXPONENT_CLOSED))
    logarithm_of(late_log)


size = log(factor) / 4
double = Q(1, 2) * log(late_log)
leading = double + size
OF_EVERY_EPSILON = ALONG.knowing({EPSILON: lambda _: Fraction(1, 10)})
OF_EVERY_EPSILON = replace(OF_EVERY_EPSILON, ranges=(*ALONG.ranges, EPSILON > 0))
NEAR_ENOUGH = (
    4 * size - log(A_0) + log(4) <= 2 * EPSILON * log(late_log),
    log(A_0) + log(2) - 4 * size <= 2 * EPSILON * log(late_log),
)
ALL_BUT_TIME = held_fixed(M, K, eta_Y, eta_Z, nu, C_0)
with T4.where(DOUBLE_LOG_EXISTS, ALL_BUT_TIME, given=OF_EVERY_EPSILON):
    T4["Eqn 132"] = Eventually(B[n](t) == (1 + o(1)) * double + size, t)
T4["Eqn 132"].trivial(EXPONENT, "Mη_Yt/K > 1 (the double logarithm exists)").uses("Theorem 4/Eqn 131 h")
T4["Eqn 132"].note(AS_STEPS_GROW + "The missing -¼ ln C₀ is in the o(1).")


@proof(
    T4["Eqn 132"],
    families.Eventually(
        family=Family("t = 2^k, M = 100, K = 2, η_Y = η_Z = 1/2, C₀ = 2", lambda k: after_steps(2**k, C0=2)),
        threshold_index=lambda: 54,
        steps=[
            SECOND_AT_52,
            PAST,
            LATE_MEANS_PAST,
            ANTIDERIVATIVE,
            certain("ℓ = ln(25·2^54) ≥ 40", lambda: balls.ge(balls.log(balls.ball(25 * 2**54)), balls.ball(40))),
            certain(
                "¼ ln 2 - ½ ln(1 - ln 2/40) ≤ (ln 40)/20: the left side falls with ℓ, the right one grows",
                lambda: balls.le(
                    balls.log(balls.ball(2)) / 4 - balls.log(1 - balls.log(balls.ball(2)) / 40) / 2,
                    balls.log(balls.ball(40)) / 20,
                ),
            ),
            certain(
                "1/(4Aℓ²) ≤ ¼ ln 2 for A ≥ 1, ℓ ≥ 40", lambda: balls.le(balls.ball("1/6400"), balls.log(balls.ball(2)) / 4)
            ),
        ],
        calculation=FromSomeSizeOn(
            t,
            (*LARGE_CLOCK, *NEAR_ENOUGH),
            fixed=(M, K, eta_Y, eta_Z, nu, C_0, EPSILON),
            first=(AtEverySize(nu > 0, scripts.by(NU())),),
        ),
        variable="t",
        constants="M = 100, K = 2, η_Y = η_Z = 1/2, C₀ = 2; |o(1)| ≤ ε = 1/10",
        printed=NO_SIZE,
        dependence="t ≥ t0 and ln ln(Mη_Yt/K) ≥ (|ln C₀| + 1)/(2ε) for |o(1)| ≤ ε, once A ln²(Mη_Yt/K) ≥ 1: doubly "
        "exponential in |ln C₀|/ε",
    ),
)
def _() -> None:
    """4B = ln(1+Au²) with A = 2K(M-1)²/(M²νC₀) and ℓ - ln 2 ≤ u ≤ ℓ = ln(Mη_Yt/K), from t0 on. So B - ½ ln ℓ - ¼
    ln(2K(M-1)²/(M²ν)) = -¼ ln C₀ + O(1/ℓ), which is o(1)·½ ln ℓ. Along this family it lies between -¼ ln 2 + ½ ln(1 - ln
    2/ℓ) and -¼ ln 2 + 1/(4Aℓ²), and (ln ℓ)/20 is more from ℓ = 40 on.
    """
    obtain(in_logarithms)
    have((log(late_log) > 0) & (abs(double) == double), LOG_GROWS_STRICTLY(1, late_log), ABS_OF_NONNEGATIVE(double))
    near = EPSILON * double
    hence(ABS_BELOW(B[n](t) - leading, near))


with T4.where(*AFTER_PRINTED_START):
    T4["Eqn 132 uniform"] = B[n](t) == (1 + o(1)) * double + size
T4["Eqn 132 uniform"].constant(Q(1, 2)).uses("Theorem 4/Eqn 132").trivial(EXPONENT, PRINTED_START_MET)
T4["Eqn 132 uniform"].note(PRINTED_START_ENOUGH + "Compared: |o(1)| ≤ 1/2.")


@proof(
    T4["Eqn 132 uniform"], RefutedAlong(family=FEW_STEPS, confirm=(8, 10, 11), calculation=Contrary(FEW, reasons=MANY_TOKENS))
)
def _() -> None:
    """Here t → ∞ and t ≫ (Mη_Y)⁻¹exp(1/√(2ν)), but t stays far below t0: B_n(t) ≤ ¼ ln(1 + 2η_Yη_Zt²/(KC₀)) = ¼ ln(1 +
    t²/4), while ½ lnln(Mη_Yt/K) ≥ ½ lnln(M/4) grows like ½ t ln 2. The condition also has ν upside down: ln²(...) must
    outgrow C₀ν/(2K).
    """
    obtain(still_scanning)
    have((log(late_log) > 0) & (size >= 0), LOG_GROWS_STRICTLY(1, late_log), LOG_GROWS(1, factor))
    have(leading - B[n](t) > double / 2, LOG_GROWS_STRICTLY(1 + FAMILY**2 / 4, late_log))
    hence(ABS_ABOVE(B[n](t) - leading), ABS_OF_NONNEGATIVE(double))


repaired = T4["Eqn 132 uniform"].instead(
    *LATE,
    EIGHT_ON_THE_CLOCK,
    given=FROM_SIZE_FOUR,
    claim=(B[n](t) >= Q(1, 4) * log(A_0) + Q(1, 2) * log(late_log - log(2)))
    & (B[n](t) <= Q(1, 4) * log(A_0) + Q(1, 2) * log(late_log) + 1 / (4 * A_0 * late_log**2)),
    why="t ≥ t0, and the o(1) is written out (C₀ enters there)",
)
repaired.trivial(EXPONENT, FROM_FOUR_LATE).uses("Theorem 4/Eqn 131 h")
rise = late_log - log(2)
low, high = A_0 * rise**2, A_0 * late_log**2


@proof(repaired)
def _() -> None:
    """4B_n = ln(1 + A(Mh)²) with ℓ - ln 2 ≤ Mh ≤ ℓ (Eqn 131), and ln(1+x) ≤ ln x + 1/x."""
    obtain(around_late_logarithm)
    have((late_log > log(2)) & (late_log > 0) & (A_0 > 0) & (t > 0), LOG_GROWS_STRICTLY(2, M * eta_Y * t / K))
    have((rise**2 > 0) & (late_log**2 > 0))
    have(low > 0, POSITIVE_FACTOR_KEEPS_ORDER(0, rise**2, A_0))
    have(high > 0, POSITIVE_FACTOR_KEEPS_ORDER(0, late_log**2, A_0))
    calc(low).le(A_0 * height**2, *squared(rise, height)).le(reached)
    calc(reached).eq(1 + A_0 * height**2).le(1 + high, *squared(height, late_log))
    logarithm_of(rise)
    logarithm_of(late_log)
    calc(log(reached)).le(log(1 + high), LOG_GROWS(reached, 1 + high)).le(log(high) + 1 / high, LOG_1P_BELOW_LOG(high))
    calc(B[n](t)).ge(Q(1, 4) * log(A_0) + Q(1, 2) * log(rise), cite(EXPONENT_CLOSED), LOG_GROWS(low, reached))
    (
        calc(B[n](t))
        .eq(Q(1, 4) * log(reached), cite(EXPONENT_CLOSED))
        .le(Q(1, 4) * log(A_0) + Q(1, 2) * log(late_log) + 1 / (4 * A_0 * late_log**2))
    )


rates = eta_Y / eta_Z / K
BOTH_CONSTANTS = (
    log(4) - log(A_0) - Q("1.6") * log(rates) <= Q("0.4") * log(late_log),
    log(A_0) + log(2) + Q("2.4") * log(rates) <= Q("0.4") * log(late_log),
)
double_log = log(log(M * eta_Z * nu * t / K)) - log(nu / K)
with T4.where(DOUBLE_LOG_EXISTS, ALL_BUT_TIME):
    T4["Eqn 133"] = Eventually(B[n](t) == Theta(double_log), t)
T4["Eqn 133"].constant(Q(1, 4), 1).uses("Theorem 4/Eqn 132")
T4["Eqn 133"].trivial(EXPONENT, "Mη_Yt/K > 1 (the double logarithm exists)")
T4["Eqn 133"].note(AS_STEPS_GROW + "The constants are 1/4 and 1.")


@proof(
    T4["Eqn 133"],
    families.Eventually(
        family=Family("t = k, M = 100, K = 2, η_Y = η_Z = 1/2, C₀ = 1", after_steps),
        threshold_index=lambda: 52,
        steps=[
            SECOND_AT_52,
            PAST,
            LATE_MEANS_PAST,
            certain("ln A ≥ ln 2", lambda: balls.ge(4 * balls.ball("99/100") ** 2, balls.ball(2))),
            certain(
                "ln A + 1/4 ≤ 4 ln 2", lambda: balls.le(balls.log(balls.ball(4)) + balls.ball("1/4"), balls.log(balls.ball(16)))
            ),
            certain("(3 - ln 2)² ≥ 3", lambda: balls.ge((3 - balls.log(balls.ball(2))) ** 2, balls.ball(3))),
            certain(
                "2(3 - ln 2) > 1: (ℓ-ln 2)² - ℓ rises", lambda: balls.gt(2 * (3 - balls.log(balls.ball(2))), balls.ball(1))
            ),
            certain("ℓ = ln(25·52) ≥ 3, and Aℓ² ≥ 4", lambda: balls.ge(balls.log(balls.ball(1300)), balls.ball(3))),
        ],
        calculation=FromSomeSizeOn(t, (*LARGE_CLOCK, *BOTH_CONSTANTS), fixed=(M, K, eta_Y, eta_Z, C_0)),
        variable="t",
        constants="M = 100, K = 2, η_Y = η_Z = 1/2, C₀ = 1; between 1/4 and 1",
        printed=NO_SIZE,
        dependence="t ≥ t0 and lnln(Mη_Yt/K) ≥ 8(|ln(ν/K)| + |ln A| + 1), A = 2K(M-1)²/(M²νC₀): doubly exponential in "
        "|ln(ν/K)| and |ln A|",
    ),
)
def _() -> None:
    """Both sides are lnln t times a constant (½ and 1) plus a constant (Eqn 132, repaired): the quotient tends to ½. Along
    this family, from t0 on: 4B = ln(1+Au²) with ℓ - ln 2 ≤ u ≤ ℓ, A = 4(99/100)², so ln A + 2 ln(ℓ-ln 2) ≤ 4B ≤ ln A + 2 ln
    ℓ + 1/(Aℓ²); the right side is D = ln ℓ + ln 2, 1.3 ≤ ln A ≤ 1.4 and (ℓ-ln 2)² ≥ ℓ from ℓ = 3 on.
    """
    obtain(in_logarithms)


steps_doubled = FAMILY * log(2) + log(log(10)) + log(2)  # ln(2 · 2^t ln 10)
C_low, C_high = symbols("c C")  # of the Θ, any positive numbers
OF_ANY_CONSTANTS = ALONG.knowing(dict.fromkeys((C_low, C_high), lambda _: 1))
with T4.where(*AFTER_PRINTED_START, given=OF_ANY_CONSTANTS):
    T4["Eqn 133 uniform"] = B[n](t) == Theta(double_log)
T4["Eqn 133 uniform"].constant(C_low, C_high).uses("Theorem 4/Eqn 133")
T4["Eqn 133 uniform"].trivial(EXPONENT, PRINTED_START_MET)
T4["Eqn 133 uniform"].note(PRINTED_START_ENOUGH + "False from below, for every constant c; the members have c = 1.")


@proof(
    T4["Eqn 133 uniform"],
    RefutedAlong(
        family=replace(FEW_STEPS, first=9),
        confirm=(9, 10, 11),
        calculation=Contrary((*FEW, C_low >= FAMILY ** Q(-1, 2)), reasons=MANY_TOKENS),
    ),
)
def _() -> None:
    """As for Eqn 132: B_n(t) ≤ ¼ ln(1 + t²/4) ≤ ½ ln t, and the right side grows like t ln 2."""
    obtain(still_scanning)
    calc(log(late_log)).ge(log(2**FAMILY * log(10)), LOG_GROWS(2**FAMILY * log(10), late_log)).eq(steps_doubled - log(2))
    root = FAMILY ** Q(1, 2)
    have(C_low * double_log >= C_low * (FAMILY * log(2)))
    have(log(1 + FAMILY**2 / 4) <= 2 * log(FAMILY), LOG_GROWS(1 + FAMILY**2 / 4, FAMILY**2), LOG_OF_POWER(FAMILY, 2))
    have(log(FAMILY) <= root, LOG_BELOW_POWER(FAMILY, Q(1, 2)))
