"""The growth exponent in closed form (scan_snap, Section 6 and Appendix F): Theorem 4, Eqns 14 and 120-131."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import ceil as round_up

import sympy

from theorems.kernel.context import Reason
from theorems.kernel.scripts import Script, by, calc, cases, each, have
from theorems.scan_snap.language import *
from theorems.scan_snap.transition import by_height, from_size, speed_at
from theorems.scan_snap.two_stages import with_half_the_clock
from theorems.textbook import *

_G, _C0 = positive("G"), positive("C0")
WHOLE_ROUNDS = Condition(
    ceil(t / K) == t / K,
    lambda i: (Fraction(i.t) / Fraction(i.K)).denominator == 1,
    lambda i: i.but(t=round_up(i.t) * i.K),
    said="t/K is whole",
)
FROM_FOUR = Condition(M >= 4, steer=lambda i: i.but(M=max(i.M, 4)))
LATE = [FROM_FOUR, SECOND_STAGE]
LARGE = from_size(4)
FROM_SIZE_FOUR = replace(ALONG, points=LARGE)

T4 = Lemma(
    "Theorem 4",
    "Section 6 and Appendix F",
    "the phase transition in training",
    given=ALONG,
    provenance=PROVENANCE,
    uses=["Lemma 6", "Lemma 9/2a"],
)
speed = Integral(gamma(tp), tp, expr(0), t)  # ∫γ


def from_the_start(claim: Claim, end: Expr = t, time: Symbol = tp) -> ForAll:
    """At every time from 0 to the end."""
    return ForAll(time, REALS, Implies((expr(0) <= time) & (time <= end), claim))


def unwound(time: Expr, of: Laws = ONE_RATE) -> Expr:
    """e^(-4z), as the equations have it."""
    return exp(-(4 * of.z(time)))


def unwinding(time: Symbol, of: Laws = ONE_RATE) -> tuple[Fact, ...]:
    """What e^(-4z) is differentiated with."""
    return (
        DDT_EXP(lambda s: -(4 * of.z(s)), time),
        DDT_NEGATIVE(lambda s: 4 * of.z(s), time),
        DDT_FACTOR(4, of.z, time),
        of.eqn_118(time),
    )


T4["Eqn 120"] = unwound(t) * ddt(z[l](t), t) == -(C_0**-1 * eta_Z * gamma(t))
T4["Eqn 120"].uses().proved(Calculation(by(EQN_118(t))))
T4["Eqn 121"] = ddt(unwound(t), t) == 4 * C_0**-1 * eta_Z * gamma(t)
T4["Eqn 121"].uses().proved(Calculation(by(*unwinding(t))))


def has_fallen(end: Expr, of: Laws = ONE_RATE) -> Claim:
    return unwound(end, of) == 1 + 4 / C_0 * of.Gamma(end)


def fallen(end: Expr, time: Symbol, of: Laws = ONE_RATE) -> Script:
    """Why e^(-4z) = 1 + 4Γ/C₀ at the end: the difference has derivative 0."""

    def unwound_there(s: Expr) -> Expr:
        return unwound(s, of)

    def excess(s: Expr) -> Expr:
        return unwound_there(s) - 4 / C_0 * of.Gamma(s)

    return have(
        from_the_start(ddt(excess(time), time) == 0, end, time),
        by(
            DDT_DIFFERENCE(unwound_there, lambda s: 4 / C_0 * of.Gamma(s), time),
            DDT_FACTOR(4 / C_0, of.Gamma, time),
            *unwinding(time, of),
            of.gamma_rises(time),
        ),
        by(STAYS(excess, time, 0, end), of.at_the_start()),
    )


SPEED_SUMMED = Gamma(t) == eta_Z * speed


def half_square_of_h(time: Expr, of: Laws = ONE_RATE) -> Expr:
    """What Γ comes to."""
    return of.eta_Z / of.eta_Y * (K * (M - 1) ** 2 / 2) * of.h(time / K) ** 2


def reached_by_gamma(end: Expr, of: Laws = ONE_RATE) -> Claim:
    return of.Gamma(end) == half_square_of_h(end, of)


def gamma_reached(end: Expr = t, of: Laws = ONE_RATE) -> Script:
    """Why Γ is that at the end: the difference has derivative 0."""

    def square(s: Expr) -> Expr:
        return half_square_of_h(s, of)

    return have(
        from_the_start(ddt(of.Gamma(tp) - square(tp), tp) == 0, end),
        by(
            DDT_DIFFERENCE(of.Gamma, square, tp),
            DDT_FACTOR(of.eta_Z / of.eta_Y * (K * (M - 1) ** 2 / 2), lambda s: of.h(s / K) ** 2, tp),
            DDT_SQUARE(lambda s: of.h(s / K), tp),
            of.eqn_44(tp),
            of.speed(tp),
            of.gamma_rises(tp),
        ),
        by(STAYS(lambda s: of.Gamma(s) - square(s), tp, 0, end), of.at_the_start()),
    )


GAMMA_REACHED = reached_by_gamma(t)
NEVER_NEGATIVE = Gamma(t) >= 0


def never_below(end: Expr = t, of: Laws = ONE_RATE) -> Script:
    return have(reached_by_gamma(end, of), gamma_reached(end, of), by())


def travelled(time: Expr) -> Expr:
    """What ∫γ comes to."""
    return K * (M - 1) ** 2 / (2 * eta_Y) * h(time / K) ** 2


speed_summed = have(
    GAMMA_REACHED & from_the_start(ddt(travelled(tp), tp) == gamma(tp)),
    each(
        gamma_reached(),
        by(
            DDT_FACTOR(K * (M - 1) ** 2 / (2 * eta_Y), lambda s: h(s / K) ** 2, tp),
            DDT_SQUARE(lambda s: h(s / K), tp),
            ONE_RATE.eqn_44(tp),
            ONE_RATE.speed(tp),
        ),
    ),
    by(FUNDAMENTAL(travelled, gamma, tp, 0, t), AT_THE_START()),
)
T4["Eqn 122"] = unwound(t) == 4 * C_0**-1 * eta_Z * speed + 1
T4["Eqn 122"].uses().proved(Calculation(have(has_fallen(t) & SPEED_SUMMED, each(fallen(t, tp), speed_summed), by())))
T4["Eqn 123"] = chain(xi[n](t), "==", C_0**-1 * gamma(t) * exp(4 * z[l](t)), "==", gamma(t) / (C_0 + 4 * Gamma(t)))
T4["Eqn 123"].uses().proved(Calculation(have(has_fallen(t), fallen(t, tp), by(EQN_119(t)))))


ANTIDERIVATIVE = identity(
    "∫_0^Γ dΓ'/(C₀+4Γ') = ¼ ln(1 + 4Γ/C₀): derivative", sympy.diff(sympy.log(1 + 4 * _G / _C0) / 4, _G), 1 / (_C0 + 4 * _G)
)
START = "M=2 K=2 eta=1/2 t=0 eta_Z=1/2 C0=2"
WITHOUT_START = "The integral starts at Γ(0) = 0, where ¼ ln(C₀+4Γ) is ¼ ln C₀, not 0: B_n(0) = 0 by definition."
LOWER_LIMIT = "the lower limit of the integral: divide by C₀ inside the logarithm"

by_time = eta_Z * Integral(gamma(tp) / (C_0 + 4 * Gamma(tp)), tp, expr(0), t)
by_Gamma = Integral(1 / (C_0 + 4 * G), G, expr(0), Gamma(t))


def ratio(end: Expr, of: Laws = ONE_RATE) -> Expr:
    return 1 + 4 / C_0 * of.Gamma(end)


def against_z(end: Expr, of: Laws = ONE_RATE) -> Script:
    """Why B_n = -z_l at the end."""
    return have(
        from_the_start(ddt(of.B(tp) + of.z(tp), tp) == 0, end),
        by(DDT_SUM(of.B, of.z, tp), of.B_rises(tp), of.eqn_118(tp), of.eqn_119(tp)),
        by(STAYS(lambda s: of.B(s) + of.z(s), tp, 0, end), of.at_the_start()),
    )


def has_risen(end: Expr, of: Laws = ONE_RATE) -> Claim:
    return of.B(end) == Q(1, 4) * log(ratio(end, of))


def risen(end: Expr = t, of: Laws = ONE_RATE) -> Script:
    return have(
        has_fallen(end, of) & (of.B(end) == -of.z(end)),
        each(fallen(end, tp, of), against_z(end, of)),
        by(LOG_GROWS(unwound(end, of), ratio(end, of)), LOG_GROWS(ratio(end, of), unwound(end, of))),
    )


RISEN = has_risen(t)
summed_by_time = have(
    from_the_start(ddt(1 / eta_Z * B[n](tp), tp) == gamma(tp) / (C_0 + 4 * Gamma(tp))),
    each(
        have(has_fallen(tp), fallen(tp, hp), by(DDT_FACTOR(1 / eta_Z, B[n], tp), B_RISES(tp), EQN_119(tp))),
    ),
    by(
        FUNDAMENTAL(lambda s: 1 / eta_Z * B[n](s), lambda s: gamma(s) / (C_0 + 4 * Gamma(s)), tp, 0, t),
        AT_THE_START(),
    ),
)


def quarter_log(reached: Expr) -> Expr:
    """The antiderivative of 1/(C₀ + 4Γ)."""
    return Q(1, 4) * log(C_0 + 4 * reached)


summed_by_Gamma = have(
    ForAll(G, REALS, Implies((expr(0) <= G) & (G <= Gamma(t)), ddt(quarter_log(G), G) == 1 / (C_0 + 4 * G))),
    by(
        DDT_FACTOR(Q(1, 4), lambda G: log(C_0 + 4 * G), G),
        DDT_LOG(lambda G: C_0 + 4 * G, G),
        DDT_SUM(lambda G: C_0, lambda G: 4 * G, G),
        DDT_CONSTANT(C_0, G),
        DDT_FACTOR(4, lambda G: G, G),
        DDT_TIME(G),
    ),
    by(
        FUNDAMENTAL(quarter_log, lambda G: 1 / (C_0 + 4 * G), G, 0, Gamma(t)),
        LOG_OF_QUOTIENT(C_0 + 4 * Gamma(t), C_0),
    ),
)
T4["Eqn 124"] = chain(B[n](t), "==", by_time, "==", by_Gamma, "==", Q(1, 4) * log(C_0 + 4 * Gamma(t)))
T4["Eqn 124"].refuted(START).note(WITHOUT_START).uses()
divided = chain(B[n](t), "==", by_time, "==", by_Gamma, "==", Q(1, 4) * log(1 + 4 * Gamma(t) / C_0))
T4["Eqn 124"].repair(claim=divided, why=LOWER_LIMIT).uses("Theorem 4/Eqn 123").proved(
    Calculation(
        have(
            NEVER_NEGATIVE & RISEN & (B[n](t) == by_time) & (by_Gamma == Q(1, 4) * log(ratio(t))),
            each(never_below(), risen(), summed_by_time, have(NEVER_NEGATIVE, never_below(), summed_by_Gamma)),
            by(),
        )
    )
)


def grown_at(end: Expr, of: Laws = ONE_RATE) -> Expr:
    """4Γ."""
    return 2 * of.eta_Z / of.eta_Y * K * (M - 1) ** 2 * of.h(end / K) ** 2


grown = grown_at(t)
T4["Eqn 129"] = B[n](t) == Q(1, 4) * log(C_0 + grown)
T4["Eqn 129"].refuted(START).note(WITHOUT_START).uses()
reached = 1 + grown / C_0  # what B_n is a quarter of the logarithm of
EXPONENT_CLOSED = T4["Eqn 129"].repair(claim=B[n](t) == Q(1, 4) * log(1 + grown / C_0), why=LOWER_LIMIT)


def closed(end: Expr, of: Laws = ONE_RATE) -> Claim:
    """Eqn 129, repaired, at the end."""
    return of.B(end) == Q(1, 4) * log(1 + grown_at(end, of) / C_0)


def exponent_closed(end: Expr = t, of: Laws = ONE_RATE) -> Script:
    return have(reached_by_gamma(end, of) & has_risen(end, of), each(gamma_reached(end, of), risen(end, of)), by())


EXPONENT_CLOSED.uses("Theorem 4/Eqn 123").proved(Calculation(exponent_closed()))

of_height = Declared(meaning=((gamma(hp), speed_at(hp)),))
with T4.where(given=replace(ALONG, points=replace(ALONG.points, declared=of_height))):
    T4["Eqn 125-128"] = chain(
        Gamma(t),
        "==",
        eta_Z * speed,
        "==",
        eta_Z * K / eta_Y * Integral(gamma(hp) * (M - 1 + exp(M * hp)), hp, h(0), h(t / K)),
        "==",
        eta_Z * K * (M - 1) ** 2 / eta_Y * Integral(hp, hp, h(0), h(t / K)),
        "==",
        eta_Z / eta_Y * (K * (M - 1) ** 2 * h(t / K) ** 2 / 2),
    )
T4["Eqn 125-128"].note("γ(h′) is γ as a function of h, (M-1)²h′/(M-1+exp(Mh′)).").uses("Lemma 6", "Theorem 4/gamma")


def integrated(constant: Expr, body: Callable[[Expr], Expr]) -> Script:
    """Why ∫ body dh′ is half the constant times h², from h(0) = 0."""

    def whole(height: Expr) -> Expr:
        return constant / 2 * height**2

    to_height = ForAll(hp, REALS, Implies((h(0) <= hp) & (hp <= h(t / K)), ddt(whole(hp), hp) == body(hp)))
    return have(
        to_height,
        by(DDT_FACTOR(constant / 2, lambda s: s**2, hp), DDT_SQUARE(lambda s: s, hp), DDT_TIME(hp)),
        by(AT_THE_START(), FLOW_STARTS_AT_ZERO(t / K), FUNDAMENTAL(whole, body, hp, h(0), h(t / K))),
    )


half_square = h(t / K) ** 2 / 2
T4["Eqn 125-128"].proved(
    Calculation(
        have(
            GAMMA_REACHED
            & SPEED_SUMMED
            & (Integral(by_height(hp), hp, h(0), h(t / K)) == (M - 1) ** 2 * half_square)
            & (Integral(hp, hp, h(0), h(t / K)) == half_square),
            each(gamma_reached(), speed_summed, integrated((M - 1) ** 2, by_height), integrated(expr(1), lambda s: s)),
            by(),
        )
    )
)

with T4.where(given=ROUNDED):
    T4["gamma"] = speed_at(h(ceil(t / K))) == speed_at(h(t / K))
T4["gamma"].refuted("M=2 K=2 eta=1/2 t=1 eta_Z=1/2 C0=1").uses("Theorem 1/Eqn 85")
T4["gamma"].from_("inferred").note(
    "Not printed as an equation. The γ(t) of Theorem 1 has h at ⌈t/K⌉ (Eqn 85); here h is taken at t/K."
)
repaired = T4["gamma"].repair(
    WHOLE_ROUNDS,
    why="at the end of each round over the classes; between them the definition of Section D.3 (h at t/K) is used",
)
rounds, age = h(ceil(t / K)), h(t / K)


def clock_at(height: Expr) -> Expr:
    """Mη_Y times the time at which the flow is so high, and 1."""
    return exp(M * height) + (M - 1) * (M * height)


one_by_one = ForAll(tp, REALS, ForAll(hp, REALS, Implies((expr(0) <= tp) & (tp < hp), clock_at(tp) < clock_at(hp))))
repaired.proved(
    Calculation(
        have(
            one_by_one,
            by(EXP_GROWS_STRICTLY(M * tp, M * hp)),
            have(
                rounds == age,
                by(
                    *(FLOW_EQUATION(time) for time in (ceil(t / K), t / K)),
                    *(FLOW_STARTS_AT_ZERO(time) for time in (ceil(t / K), t / K)),
                    SOLUTIONS_ORDERED(clock_at, tp, hp, 0, rounds, age),
                    SOLUTIONS_ORDERED(clock_at, tp, hp, 0, age, rounds),
                ),
                by(),
            ),
        )
    )
)

EARLY = [FIRST_STAGE]
SCANNING = "M ≥ 2, K ≥ 2, all rates and C₀ > 0, 0 ≤ t ≤ K ln M/η_Y"
early_factor = 1 - Q("0.568") / log(M)  # the least that 1+o(1) is


def early_lines(end: Expr) -> Claim:
    return (h(end / K) >= early_factor * (eta_Y * end / (M * K))) & (h(end / K) <= eta_Y * end / (M * K))


with T4.where(*EARLY):
    T4["Eqn 130 h"] = h(t / K) == (1 + o(1)) * (eta_Y * t / (M * K))
T4["Eqn 130 h"].bridge(early_lines(t)).trivial(HEIGHT, SCANNING).uninformative(t == 0, "t = 0")
scan_end = log(M) - Q("0.568")  # at t0' Mh is more
logit = M * h(t / K)


def between_lines(end: Expr, *reasons: Reason) -> Script:
    """Why (1 - 0.568/ln M) η_Yt/(MK) ≤ h ≤ η_Yt/(MK) at the end; the reasons are for ln M ≥ 0.568."""
    age, logit = eta_Y * end / K, M * h(end / K)
    return each(
        have(
            scan_end >= 0,
            by(*reasons),
            cases(
                logit <= scan_end,
                have(
                    scan_end * (M * age) <= logit * (exp(scan_end) - 1 + (M - 1) * scan_end),
                    calc(scan_end * (M * age))
                    .eq(scan_end * (exp(logit) - 1 + (M - 1) * logit), FLOW_EQUATION(end / K))
                    .le(
                        logit * (exp(scan_end) - 1 + (M - 1) * scan_end),
                        FLOW_STARTS_AT_ZERO(end / K),
                        EXP_CONVEX(logit, 0, scan_end),
                    ),
                    have(
                        exp(scan_end) - 1 + (M - 1) * scan_end <= M * log(M),
                        by(),
                        calc(h(end / K))
                        .ge(scan_end * age / (M * log(M)), FLOW_STARTS_AT_ZERO(end / K))
                        .ge(early_factor * (eta_Y * end / (M * K))),
                    ),
                ),
                calc(h(end / K)).ge(scan_end / M).ge(early_factor * (eta_Y * end / (M * K))),
            ),
        ),
        by(FLOW_EQUATION(end / K), EXP_ABOVE_TANGENT(logit)),
    )


T4["Eqn 130 h"].proved(Calculation(between_lines(t, LOG_GROWS(2, M))))
T4["Eqn 130 h"].note("Compared: 1 ≥ 1+o(1) ≥ 1 - 0.568/ln M.").in_words("That 0.568/ln M tends to 0 as M grows.")
late_log = log(M * eta_Y * t / K)

with T4.where(*LATE, given=FROM_SIZE_FOUR):
    T4["Eqn 131 h"] = h(t / K) == (1 + o(1)) * (late_log / M)
T4["Eqn 131 h"].bridge((M * h(t / K) >= late_log - log(2)) & (M * h(t / K) <= late_log)).trivial(LOGIT, FROM_FOUR_LATE)
T4["Eqn 131 h"].note("Compared: ln(Mη_Yt/K) - ln 2 ≤ Mh ≤ ln(Mη_Yt/K).").in_words(
    "That ln 2/ln(Mη_Yt/K) tends to 0 as M grows."
)
clocked = M * eta_Y * t / K
AROUND_LATE_LOGARITHM = with_half_the_clock(
    t / K, each(by(LOG_GROWS(clocked, 2 * exp(logit))), by(LOG_GROWS(exp(logit), clocked)))
)
T4["Eqn 131 h"].proved(Calculation(AROUND_LATE_LOGARITHM))

LATE_POINT = "M=4 K=2 eta=1/2 t=30 eta_Z=1/2 C0=2"
NEGLECTED = "The proof neglects 1+o(1) in h; so compared: with Mh between the bounds of {}. "
NOT_EQUAL_EARLY = NEGLECTED.format("Eqn 130 h") + WITHOUT_START
NOT_EQUAL_LATE = NEGLECTED.format("Eqn 131 h") + "The printed value is ¼ ln C₀ too large, at every t."
early_growth = 2 * (M - 1) ** 2 / (K * M**2) * eta_Y * eta_Z * t**2  # 4Γ without 1+o(1)
late_growth = 2 * K * (M - 1) ** 2 / M**2 * (eta_Z / eta_Y)  # 4Γ is this times the square of Mh


def early_bounds(start: Expr, constant: Expr) -> Claim:
    """B_n between the values of ¼ ln(start + 4Γ/constant) for the least and the largest 1+o(1) of the first stage."""
    return (B[n](t) >= Q(1, 4) * log(start + early_factor**2 * early_growth / constant)) & (
        B[n](t) <= Q(1, 4) * log(start + early_growth / constant)
    )


def late_bounds(start: Expr, constant: Expr) -> Claim:
    """The same for the second stage."""
    return (B[n](t) >= Q(1, 4) * log(start + late_growth * (late_log - log(2)) ** 2 / constant)) & (
        B[n](t) <= Q(1, 4) * log(start + late_growth * late_log**2 / constant)
    )


def between(low: Expr, high: Expr, heights: Script, *also: Reason, end: Expr = t, exponent: Script | None = None) -> Script:
    """B_n at the end between its values for heights between which h lies."""
    height = h(end / K)
    scale = 2 * eta_Z / eta_Y * K * (M - 1) ** 2 / C_0
    return have(
        closed(end),
        exponent or by(cite(EXPONENT_CLOSED)),
        have(
            (low >= 0) & (low <= height) & (height <= high),
            heights,
            each(by(LOG_1P_SQUARE_GROWS(low, height, scale), *also), by(LOG_1P_SQUARE_GROWS(height, high, scale), *also)),
        ),
    )


def between_early_heights(*also: Reason, lines: Script | None = None, exponent: Script | None = None) -> Script:
    """B_n in the first stage, by Eqn 130 h; data of their own show that, and Eqn 129, again."""
    highest = eta_Y * t / (M * K)
    heights = between(early_factor * highest, highest, lines or by(cite(T4["Eqn 130 h"])), *also, exponent=exponent)
    return have(log(M) >= Q("0.6"), by(LOG_GROWS(2, M)), heights)


def widened(scale: Expr, low: Expr, high: Expr, *also: Reason) -> Script:
    """A value ¼ ln(C₀ + scale high²) of B_n lies between those for low and for high: what is printed gives what is compared."""
    least, most = scale * low**2, scale * high**2
    squares, multiples = (0 <= low**2) & (low**2 <= high**2), (0 <= least) & (least <= most)
    factors = FACTOR_KEEPS_ORDER(0, low**2, scale), FACTOR_KEEPS_ORDER(low**2, high**2, scale)
    in_order = each(by(*also, LOG_GROWS(C_0 + least, C_0 + most)), by(*also))
    positive = have(C_0 + least > 0, by(SUM_GROWS_STRICTLY(0, C_0, 0, least)), in_order)
    return have(squares, by(SQUARE_GROWS(low, high)), have(multiples, by(*factors), positive))


EARLY_WIDENED = have(log(M) >= Q("0.6"), by(LOG_GROWS(2, M)), widened(early_growth, early_factor, expr(1), NU()))


def early_line(label: str, claim: Claim) -> None:
    """The first branch of Eqn 14, as the theorem and its proof print it."""
    with T4.where(*EARLY):
        T4[label] = claim
    T4[label].bridge(early_bounds(C_0, expr(1)), refutes=EARLY_WIDENED).refuted(START).note(NOT_EQUAL_EARLY).uses(
        "Theorem 4/Eqn 129"
    )
    repaired = T4[label].repair(
        claim=early_bounds(expr(1), C_0),
        why="divide by C₀ inside the logarithm; the factor 1+o(1), between (1-0.568/ln M)² and 1, is kept",
    )
    repaired.trivial(EXPONENT, SCANNING).uses("Theorem 4/Eqn 129", "Theorem 4/Eqn 130 h")
    repaired.proved(Calculation(between_early_heights()))


def with_a_logarithm(then: Script) -> Script:
    """What rests on Mη_Yt/K ≥ 3 in the second stage."""
    return have(
        3 <= clocked,
        have(1 <= crossing, by(CROSSING(), LOG_GROWS(3, M - 1)), by()),
        have((1 <= late_log) & (log(3) <= late_log), by(LOG_GROWS(3, clocked)), then),
    )


late_low = late_log - log(2)
LATE_WIDENED = with_a_logarithm(
    have(
        (late_low <= late_log) & (0 <= late_low) & (late_growth >= 0),
        each(by(LOG_GROWS(1, 2)), by(LOG_GROWS(2, clocked)), by()),
        widened(late_growth, late_low, late_log, NU()),
    )
)


def late_line(label: str, claim: Claim) -> None:
    """The second branch."""
    with T4.where(*LATE, given=FROM_SIZE_FOUR):
        T4[label] = claim
    T4[label].bridge(late_bounds(C_0, expr(1)), refutes=LATE_WIDENED).refuted(LATE_POINT).note(NOT_EQUAL_LATE).uses(
        "Theorem 4/Eqn 129"
    )
    repaired = T4[label].repair(
        claim=late_bounds(expr(1), C_0),
        why="divide by C₀ inside the logarithm; the deviation of Mh from its leading term is kept",
    )
    repaired.trivial(EXPONENT, FROM_FOUR_LATE).uses("Theorem 4/Eqn 129", "Theorem 4/Eqn 131 h")
    repaired.proved(Calculation(with_a_logarithm(between((late_log - log(2)) / M, late_log / M, by(cite(T4["Eqn 131 h"]))))))


early_line("Eqn 14 scanning", B[n](t) == Q(1, 4) * log(C_0 + early_growth))
early_line("Eqn 130", B[n](t) == Q(1, 4) * log(C_0 + 2 * (M - 1) ** 2 / (nu * K * M**2) * eta_Y**2 * t**2))
late_line("Eqn 14 snapping", B[n](t) == Q(1, 4) * log(C_0 + late_growth * late_log**2))
late_line("Eqn 131", B[n](t) == Q(1, 4) * log(C_0 + 2 * K * (M - 1) ** 2 / (nu * M**2) * late_log**2))
