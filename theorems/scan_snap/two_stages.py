"""Scanning and snapping of the decoder's logit (scan_snap, Appendix D.3): Lemma 9."""

from theorems.provers.positivity import Positivity
from theorems.scan_snap.language import *

_M, _u = positive("M"), positive("u")
STANDING = Condition(M >= 100, steer=lambda i: i.but(M=i.M if i.M >= 100 else i.M + 100), said="M ≫ 100")
FORMULA = Positivity()
HUNDRED_TOKENS = replace(FLOW, points=replace(GROWTH, small=lambda: (i for i in small_schedules() if i.M >= 100)))
L9 = Lemma("9", "Appendix D.3", "two stages of h and gamma", given=FLOW, uses=["Lemma 6", "Lemma 8/J1", "Lemma 8/omega1"])
grown = exp(M * h(t / K))
early = t <= K * log(M) / eta_Y


with L9.where(STANDING, FIRST_STAGE, given=HUNDRED_TOKENS):
    L9["1a"] = grown <= smallest(M - 1, (M - 1) * M * h(t / K))
L9["1a"].refuted("M=100 K=1 eta=1/2 t=0").trivial(EXPONENTIAL).feasible("M ≥ 100, K ≥ 1, η_Y > 0, 0 ≤ t ≤ K ln M/η_Y")
L9["1a"].note("At t = 0 the left side is 1 and the right side 0.")
PAST_LOWER = Condition(
    t >= Q("1.03") * K / (M * eta_Y),
    lambda i: 100 * i.M * Fraction(i.eta) * i.t >= 103 * i.K,
    lambda i: i.but(t=max(Fraction(i.t), Fraction(103 * i.K, 100 * i.M) / Fraction(i.eta))),
)
repaired = L9["1a"].repair(
    PAST_LOWER, given=HUNDRED_TOKENS, why="t ≥ 1.03 K/(Mη_Y), which t ≥ K and the section's η_Y ≫ M^(-0.99) imply"
)
repaired.trivial(EXPONENTIAL).feasible("M ≥ 100, K ≥ 1, η_Y > 0, 1.03 K/(Mη_Y) ≤ t ≤ K ln M/η_Y (never empty)")
repaired.uses("Lemma 8/J1", "Lemma 9/Eqn 52")
logit = M * h(t / K)
half_way = log(M - 1)  # there the exponential is M - 1
clock = M - 2 + (M - 1) * half_way  # and the clock reads this
start = 1 / (M - Q(5, 2))  # past the lower crossing
START_CLOCK = (M - 1) * start + exp(start)
BELOW_START, LOW = grown + (M - 1) * logit < START_CLOCK, grown + (M - 1) * logit < Q("2.03")


@auxiliary(M * log(M) < clock)
def clock_at_half_way() -> None:
    """M - 2 + (M-1) ln(M-1) - M ln M has derivative 1 + ln((M-1)/M) > 0 for M > e/(e-1), so once positive it stays positive;
    it is from M = 5 on, and negative at 2, 3, 4.
    """
    hence(growing(M, 8, LOG_OF_QUOTIENT(M, M - 1), LOG_BELOW_TANGENT(M / (M - 1))))


line = (M - 1) * logit


@proof(repaired)
def _() -> None:
    """From 1.03 K/(Mη_Y) on Mh is past 1/(M-5/2), up to K ln M/η_Y it is not past ln(M-1); at both e^u ≤ (M-1)u, and between
    them the exponential lies below its chord.
    """
    obtain(clock_at_half_way)
    with suppose_not(logit <= half_way):
        hence(FLOW_EQUATION(t / K), EXP_GROWS(half_way, logit))
    have(half_way >= 1, LOG_GROWS(99, M - 1))
    have(exp(start) <= (M - 1) * start, EXP_BELOW_QUOTIENT(start))
    calc(START_CLOCK).le((M - 1) * start + 1 / (1 - start), EXP_BELOW_QUOTIENT(start)).lt(Q("2.03"))
    with suppose_not(start <= logit):
        have(BELOW_START, only(M >= 100, K >= 1, logit < start, EXP_GROWS(logit, start)))
        hence(only(K >= 1, M * (eta_Y * t / K) >= Q("1.03"), LOW, FLOW_EQUATION(t / K)))
    have(grown <= M - 1, EXP_GROWS(logit, half_way))
    with suppose_not(grown <= line):
        at_the_ends = (
            FACTOR_KEEPS_ORDER(exp(start), (M - 1) * start, half_way - logit),
            FACTOR_KEEPS_ORDER(M - 1, (M - 1) * half_way, logit - start),
            POSITIVE_FACTOR_KEEPS_ORDER(line, grown, half_way - start),
        )
        hence(only(M >= 100, EXP_CONVEX(logit, start, half_way), *at_the_ends))
    hence(MIN_ABOVE(M - 1, (M - 1) * M * h(t / K), grown))


L9["1b"] = Implies(early, h(t / K) == O(eta_Y * t / (M * K)))
L9["1c"] = Implies(early, gamma(t) == O(eta_Y * t / K))
ABOVE_TANGENT = (FLOW_EQUATION(t / K), EXP_ABOVE_TANGENT(M * h(t / K)))
L9["1b"].constant(1).trivial(never_negative("h")).proved(Calculation(by(*ABOVE_TANGENT)))
L9["1b"].note("The constant is 1, and it serves every t.")
L9["1c"].constant(1).trivial(never_negative("γ")).note("The constant is 1, and it serves every t.")


@proof(L9["1c"])
def below_the_age() -> None:
    """(M-1)h ≤ η_Yt/K, by e^u ≥ 1 + u."""
    (
        calc(gamma(t))
        .le((M - 1) * h(t / K), GAMMA(t), FLOW_STARTS_AT_ZERO(t / K))
        .le(eta_Y * t / K, *ABOVE_TANGENT, FLOW_STARTS_AT_ZERO(t / K))
    )


LATE = [Condition(M >= 4), SECOND_STAGE]


PAST = certain("u1 > 1: at u = 1, e < M - 1 for M ≥ 4", lambda: balls.lt(balls.exp(balls.ball(1)), balls.ball(3)))
LATE_MEANS_PAST = Step(
    "(e^u1 + (M-1)u1 - 1)/M = (2(M-1)u1 - 1)/M < 2 u1: at t = 2 u1 K/η the flow is past u1",
    lambda: sympy.simplify(2 * _u - (2 * (_M - 1) * _u - 1) / _M - (2 * _u + 1) / _M) == 0,
)


def past_crossing_at(time: Expr) -> Claim:
    """1 ≤ u₁ ≤ Mh and (M-1)Mh ≤ e^(Mh)."""
    logit = M * h(time)
    return (1 <= crossing) & (2 * crossing <= eta_Y * time) & (crossing <= logit) & ((M - 1) * logit <= exp(logit))


def tangent(time: Expr) -> Claim:
    """The exponential is above its tangent at the upper crossing, which is steeper than M - 1."""
    logit = M * h(time)
    return (M - 1) * crossing * (1 + logit - crossing) <= exp(logit)


def above_the_tangent(time: Expr) -> None:
    """A statement of a proof."""
    have(tangent(time), only(M >= 4, K >= 1, CROSSING(), EXP_ABOVE_TANGENT(M * h(time) - crossing)))


@auxiliary(past_crossing_at)
def past_the_crossing(time: Expr) -> None:
    """At a time in the second stage, where the exponential is above its tangent at the upper crossing, steeper than M - 1."""
    logit = M * h(time)
    have(1 <= crossing, CROSSING(), LOG_GROWS(3, M - 1))
    with suppose_not(crossing <= logit):
        hence(CROSSING(), FLOW_EQUATION(time), EXP_GROWS(logit, crossing))
    above_the_tangent(time)
    have((M - 1) * logit <= exp(logit), only(M >= 4, K >= 1, 1 <= crossing, crossing <= logit, tangent(time)))


def half_the_clock_at(time: Expr) -> Claim:
    """Mη_Yt/2 ≤ e^(Mh) ≤ Mη_Yt there."""
    reached, clock = exp(M * h(time)), M * (eta_Y * time)
    return past_crossing_at(time) & (0 < clock) & (reached <= clock) & (clock <= 2 * reached)


@auxiliary(half_the_clock_at)
def half_the_clock(time: Expr) -> None:
    """The exponential is at least half of the clock."""
    obtain(past_the_crossing(time))
    hence(FLOW_EQUATION(time))


with L9.where(*LATE):
    L9["2a"] = grown >= largest(M - 1, (M - 1) * M * h(t / K))
    L9["2b"] = h(t / K) == O(1 / M * log(M * eta_Y * t / K))
    L9["2c"] = gamma(t) == O(K * log(M * eta_Y * t / K) / (eta_Y * t))
L9["2a"].trivial(EXPONENTIAL).feasible(FROM_FOUR_LATE)
L9["2b"].constant(1).trivial(HEIGHT).feasible(FROM_FOUR_LATE).note("The constant is 1.")
L9["2c"].constant(2).trivial(SPEED_RANGE).feasible(FROM_FOUR_LATE).note("The constant is 2.")
clocked = M * eta_Y * t / K
late_log = log(clocked)
late_heights = (M * h(t / K) >= late_log - log(2)) & (M * h(t / K) <= late_log)


@auxiliary((clocked > 0) & late_heights)
def around_late_logarithm() -> None:
    """e^(Mh) = Mη_Yt/K + 1 - (M-1)Mh is between half of Mη_Yt/K and Mη_Yt/K."""
    obtain(half_the_clock(t / K))
    hence(LOG_GROWS(clocked, 2 * grown), LOG_GROWS(grown, clocked))


@proof(L9["2a"])
def _() -> None:
    """Past the upper crossing e^(Mh) ≥ (M-1)Mh, and Mh ≥ 1."""
    obtain(past_the_crossing(t / K))
    hence(MAX_BELOW(M - 1, (M - 1) * M * h(t / K), grown))


proof(L9["2b"])(around_late_logarithm)


@proof(L9["2c"])
def _() -> None:
    """γ ≤ M·Mh/e^(Mh), where e^(Mh) is at least half of Mη_Yt/K and Mh at most its logarithm."""
    obtain(half_the_clock(t / K), around_late_logarithm)
    have(t > 0, only(M >= 4, K >= 1, eta_Y > 0, clocked > 0))
    signs, at_half = (K >= 1, eta_Y > 0, t > 0), 2 * (K * logit / (eta_Y * t))
    have(gamma(t) <= M * logit / grown, GAMMA(t), FLOW_STARTS_AT_ZERO(t / K))
    have(M * logit / grown <= at_half, only(*signs, logit >= 1, M * (eta_Y * (t / K)) <= 2 * grown))
    have(gamma(t) <= at_half, only(*signs, gamma(t) <= M * logit / grown, M * logit / grown <= at_half))
    hence(only(M >= 4, *signs, gamma(t) <= at_half, logit <= late_log))


ALONE_IN_PRINT = Condition(K == 1, steer=lambda i: i.but(K=1))
half_height = log(M - 1) / M
with L9.where(ALONE_IN_PRINT, given=FLOW.knowing({h(t): "h"})):
    L9["Eqn 52"] = Implies(h(t) >= half_height, chain(t, ">=", clock / (M * eta_Y), ">", log(M) / eta_Y))
L9["Eqn 52"].uses("Lemma 6").note("clock/M is the clock at Mh = ln(M-1). The display is for K = 1.")


def at_half_way(k: int) -> Instance:
    """M = k, η = 1/2, and a time at which h is past ln(M-1)/M."""
    return Instance(M=k, K=1, eta=Fraction(1, 2), t=4 * k.bit_length())


@proof(
    L9["Eqn 52"],
    families.Eventually(
        family=Family("M = k, K = 1, η_Y = 1/2, t = 4(⌊log₂ k⌋ + 1), every k ≥ 2", at_half_way, first=2),
        threshold_index=lambda: 8,
        variable="M",
        constants="η_Y = 1/2; the last inequality has none",
        calculation=FromSomeSizeOn(M, (M >= 8,)),
        printed=VOCABULARY_ONLY,
        dependence="no constants",
    ),
)
def _() -> None:
    """The clock grows with h, and M - 2 + (M-1) ln(M-1) > M ln M: the difference has derivative 1 + ln((M-1)/M) > 0 for
    M > e/(e-1), so once positive it stays positive; it is from M = 5 on, and negative at 2, 3, 4.
    """
    obtain(clock_at_half_way)
    have(M * h(t) >= half_way)
    have(exp(M * h(t)) >= M - 1, EXP_GROWS(half_way, M * h(t)))
    have(M * (eta_Y * t) >= clock, FLOW_EQUATION(t))


def _logit_is_positive(case: SymbolicCase) -> SymbolicCase:
    """The clock (e^u + (M-1)u - 1)/M = η_Y t/K is 0 at u = 0 alone: after the start u > 0."""
    return replace(case, positive=case.positive | {case.model.u: positive("upsilon")})


AFTER_START = Condition(t > 0, steer=lambda i: i.but(t=i.t or 1), narrows=_logit_is_positive)


scale = M * eta_Y * t / K + 1
first_ratio = Delta_1 == grown / (M - 1)
second_ratio = Delta_2 == grown / ((M - 1) * M * h(t / K))
with L9.where(AFTER_START):
    L9["Eqn 53"] = (h(t / K) == scale / ((1 + Delta_2) * M * (M - 1))) & second_ratio
    L9["Eqn 54"] = (
        chain(gamma(t), "==", (M - 1) * h(t / K) / (1 + Delta_1), "==", scale / ((1 + Delta_1) * (1 + Delta_2) * M))
        & first_ratio
        & second_ratio
    )
L9["Eqn 53"].feasible("M ≥ 2, K ≥ 1, η_Y > 0, t > 0 (Δ₂ divides by h)").proved(FORMULA)
L9["Eqn 54"].feasible("M ≥ 2, K ≥ 1, η_Y > 0, t > 0 (Δ₂ divides by h)").proved(FORMULA)


def _scan_ages(i: Instance) -> tuple[Fraction, Fraction]:
    """ηt/K at the two crossings, rounded inwards to multiples of 1/(100M)."""
    number, grid = balls.ball(i.M), 100 * int(i.M)
    first, last = ((2 * (number - 1) * u - 1) / number for u in growth.scan_zeros(number))
    return Fraction(math.ceil(balls.bounds(first)[1] * grid), grid), Fraction(math.floor(balls.bounds(last)[0] * grid), grid)


def _scanning(i: Instance) -> bool:
    """Δ₂ ≤ 1."""
    if i.M < 4 or i.t <= 0:
        return False
    return certainly(lambda: balls.le(GROWTH.bind(i, BALLS).delta2, balls.ball(1)))


def _into_the_scan(i: Instance) -> Instance:
    """From M = 4 on, at an age between the crossings that depends on the drawn time."""
    if _scanning(i):
        return i
    at = i.but(M=max(int(i.M), 4))
    first, last = _scan_ages(at)
    return at.but(t=(first + Fraction(Fraction(i.t).numerator % 97, 97) * (last - first)) * i.K / Fraction(i.eta))


bound = K / eta_Y * ((1 + omega_1) * (1 + Delta_2) * ((M - 1) / M) * log(M) - 1 / M)
BETWEEN_CROSSINGS = Condition((M >= 4) & (t > 0) & (Delta_2 <= 1), _scanning, _into_the_scan, said="Δ₂ = exp(Mh)/((M-1)Mh)")
DELTA_2 = Definition("Δ₂", (), second_ratio, (h(t / K) > 0,), of=replace(FLOW, points=GROWTH.where(AFTER_START)))


@auxiliary(h(t / K) > 0)
def risen() -> None:
    """The clock has moved on."""
    with suppose_not(h(t / K) > 0):
        have(h(t / K) == 0, FLOW_STARTS_AT_ZERO(t / K))


with L9.where(BETWEEN_CROSSINGS):
    L9["Eqn 55"] = chain(t, "<=", bound, "<", 2 * (1 + omega_1) * K * log(M) / eta_Y)
L9["Eqn 55"].feasible("M ≥ 4, K ≥ 1, η_Y > 0, t > 0 with u0 ≤ Mh ≤ u1 (there, and nowhere else, Δ₂ ≤ 1)")


@proof(L9["Eqn 55"])
def _() -> None:
    """Beyond (1+ω₁) ln M the exponential is above (M-1)Mh, so Δ₂ ≤ 1 keeps Mh below it; the clock is ((1+Δ₂)(M-1)Mh - 1)/M."""
    obtain(risen)
    have(1 < crossing, CROSSING(), LOG_GROWS(3, M - 1))
    with suppose_not(logit <= crossing):
        above_the_tangent(t / K)
    have(M * (eta_Y * t / K) == (1 + Delta_2) * (M - 1) * logit - 1, FLOW_EQUATION(t / K), DELTA_2())


grown_late = scale / (1 + 1 / Delta_2)
with L9.where(AFTER_START):
    L9["Eqn 56"] = (h(t / K) == 1 / M * log(grown_late)) & second_ratio
    L9["Eqn 57"] = (
        (gamma(t) == (M - 1) / M * ((M - 1) * log(grown_late) / ((1 + 1 / Delta_1) * grown_late))) & first_ratio & second_ratio
    )
DELTA_1 = Definition("Δ₁", (), first_ratio, of=FLOW)


for label in ("Eqn 56", "Eqn 57"):
    L9[label].feasible("M ≥ 2, K ≥ 1, η_Y > 0, t > 0 (Δ₂ divides by h)")


@proof(L9["Eqn 56"])
@proof(L9["Eqn 57"])
def _() -> None:
    """e^(Mh) = (Mη_Y t/K + 1)/(1 + 1/Δ₂), and Mh is its logarithm."""
    obtain(risen)
    have(grown == grown_late, FLOW_EQUATION(t / K), DELTA_2())


STATEMENTS = (L9,)
