"""What h makes of uneven counts (scan_snap, Appendix D.4): Lemma 11, Eqns 61 to 63."""

import math

from kernels import decoder_growth as growth
from theorems.kernel import scripts
from theorems.kernel.scripts import cases, each
from theorems.language.letters import EPSILON
from theorems.language.rules import Likely
from theorems.scan_snap.class_counts import SECTION
from theorems.scan_snap.language import *

sigma, x, x_1, x_2 = symbols("σ′ x x_1 x_2")


def g(count: Expr) -> Expr:
    return 1 / (M - 1 + exp(M * h(count)))


L11 = Lemma("11", SECTION, "h concentrates", given=SHOWN_COUNTS, uses=["Remark 4/Eqn 60", "Lemma 6"])
near, far = N_bar - Delta, N_bar + Delta


def logit_at(count: Expr) -> Expr:
    """The logit after so many draws."""
    return M * h(count)


def w_at(count: Expr) -> Expr:
    return exp(logit_at(count))


def tangent(a: Expr, b: Expr) -> Claim:
    """h is concave: at b it is below its tangent at a."""
    return h(b) - h(a) <= h_dot(a) * (b - a)


def below_tangent(a: Expr, b: Expr) -> Script:
    return by(SPEED(a), COUNT_EQUATION(a), COUNT_EQUATION(b), EXP_ABOVE_TANGENT(logit_at(b) - logit_at(a)))


def below_chord(a: Expr) -> Script:
    """h'(a) a ≤ h(a)."""
    return by(SPEED(a), COUNT_EQUATION(a), EXP_ABOVE_TANGENT(-logit_at(a)))


def rises(a: Expr, b: Expr) -> Script:
    """h(a) ≤ h(b) for a ≤ b."""
    return cases(h(a) <= h(b), by(), by(COUNT_EQUATION(a), COUNT_EQUATION(b), EXP_GROWS(logit_at(b), logit_at(a))))


off = abs(N_n - N_bar)
rise, more = h(N_n) - h(N_bar), N_n - N_bar
NEAR = Likely(off <= Delta, 1 - delta)
LIKELY_COUNTS = replace(SHOWN_COUNTS, points=replace(COUNTS, declared=Declared(law=NEAR)))
HOW_LIKELY = " That |N_n - N̄| ≤ Δ has probability 1 - δ is Eqn 60 of Remark 4, with the constant 1."


def relative_to(count: Expr) -> Claim:
    """|h(N_n) - h(N̄)| ≤ h(N̄) |N_n - N̄|/N̄, for any count."""
    return abs(h(count) - h(N_bar)) <= h(N_bar) * (abs(count - N_bar) / N_bar)


def concave_around_mean(count: Expr) -> Script:
    """Why that is so: above N̄ the rise is at most h'(N̄)(N_n-N̄), and h'(N̄)N̄ ≤ h(N̄); below, the same at N_n."""
    both_tangents = tangent(count, N_bar) & tangent(N_bar, count)
    rise, more = h(count) - h(N_bar), count - N_bar
    return cases(
        N_bar <= count,
        scripts.have(
            both_tangents & (h_dot(N_bar) * N_bar <= h(N_bar)),
            each(below_tangent(count, N_bar), below_tangent(N_bar, count), below_chord(N_bar)),
            by(SPEED(count), ABS_OF_NONNEGATIVE(rise), ABS_OF_NONNEGATIVE(more)),
        ),
        scripts.have(
            both_tangents & (h_dot(count) * count <= h(count)),
            each(below_tangent(count, N_bar), below_tangent(N_bar, count), below_chord(count)),
            by(SPEED(N_bar), ABS_OF_NONPOSITIVE(rise), ABS_OF_NONPOSITIVE(more)),
        ),
    )


with L11.where(given=LIKELY_COUNTS):
    L11["Eqn 61"] = Pr(abs(h(N_n) - h(N_bar)) == O(h(N_bar) * (Delta / N_bar))) >= 1 - delta
L11["Eqn 61"].constant(1).trivial(never_negative("|h(N_n) - h(N̄)|"))
L11["Eqn 61"].note("The constant is 1. With |N_n - N̄| for Δ it holds for every deviation, without Δ < N̄." + HOW_LIKELY)


@proof(L11["Eqn 61"])
def _() -> None:
    """h is concave. Above N̄ the rise is at most h'(N̄)(N_n-N̄), and h'(N̄)N̄ ≤ h(N̄); below, the same at N_n."""
    obtain((relative_to(N_n), concave_around_mean(N_n)))


last = h(N_bar) * Delta / (N_bar - Delta)
to_the_left = chain(abs(h(N_n) - h(N_bar)), "<=", h(N_bar) - h(N_bar - Delta), "<=", h_dot(N_bar - Delta) * Delta, "<=", last)
with L11.where(given=LIKELY_COUNTS):
    L11["Eqn 63"] = Pr(to_the_left) >= 1 - delta
L11["Eqn 63"].trivial(never_negative("|h(N_n) - h(N̄)|")).note(HOW_LIKELY.strip())
fall = h(N_bar) - h(near)


@proof(L11["Eqn 63"])
def _() -> None:
    """A concave function falls more over Δ to the left than it rises to the right."""
    for a, b in ((N_n, near), (N_bar, near), (N_bar, N_n), (near, N_bar)):
        have(tangent(a, b), below_tangent(a, b))
    have(h(near) <= h(N_n), SPEED(N_n), ABS_ABOVE(more))
    have(h(N_n) <= h(N_bar) + fall, SPEED(N_bar), ABS_ABOVE(more))
    have(h_dot(near) * near <= h(near), below_chord(near))
    hence(ABS_BELOW(rise, fall))


share = h(N_bar) * (Delta / N_bar)
L11["Eqn 63 last"] = last == Theta(share), CLOSE
L11["Eqn 63 last"].constant(1, Q(4, 3)).note("The constants are 1 and 4/3 for Δ ≤ N̄/4.")
L11["Eqn 63 last"].trivial(never_negative("h(N̄)Δ/(N̄-Δ)")).feasible("Δ ≤ N̄/4, every M ≥ 2 and η_Y > 0").uses()
L11["Eqn 63 last"].proved(Calculation(by(COUNT_STARTS_AT_ZERO(N_bar))))


def concave(x: Expr, x_1: Expr, x_2: Expr) -> Claim:
    return (h(x) >= h_dot(x) * x) & (h(x_1 + x_2) - h(x_1) <= h_dot(x_1) * x_2)


ANY_TIMES = SHOWN_COUNTS.knowing({x: "count", x_1: "mean", x_2: "reach"})
ANY_TIMES = replace(ANY_TIMES, ranges=(*ANY_TIMES.ranges, x >= 0, x_1 >= 0, x_2 >= 0))
with L11.where(given=ANY_TIMES):
    L11["decreasing gradient"] = concave(x, x_1, x_2)
L11["decreasing gradient"].note("For all x, x₁, x₂ ≥ 0; at instances x = N_n, x₁ = N̄, x₂ = Δ.")
L11["decreasing gradient"].trivial(never_negative("h")).uses("Lemma 6")
L11["decreasing gradient"].proved(Calculation(each(below_chord(x), below_tangent(x_1, x_1 + x_2))))


relative = abs(g(N_n) / g(N_bar) - 1)
third = Q(1, 3) * eta_Y * Delta
AT_MOST_THIRD = Declared(meaning=((sigma, third),), nonnegative=(third,))
with L11.where(given=replace(SHOWN_COUNTS, points=replace(COUNTS, declared=replace(AT_MOST_THIRD, law=NEAR)))):
    L11["Eqn 62"] = (Pr(abs(g(N_n) - g(N_bar)) == O(sigma * g(N_bar))) >= 1 - delta) & (sigma <= third)
L11["Eqn 62"].constant(3).trivial(never_negative("|g(N_n) - g(N̄)|"))
L11["Eqn 62"].note("σ′ is the largest that it may be, ⅓η_YΔ, and the constant is 3." + HOW_LIKELY)
L11["Eqn 62"].uses("Lemma 11/Eqn 65", "Lemma 11/below", "Remark 4/Eqn 60")


def strayed(count: Expr) -> Expr:
    """Mη|N_n - N̄|."""
    return M * (eta_Y * abs(count - N_bar))


def off_by(count: Expr) -> Expr:
    """σ, for any count."""
    return g(count) / g(N_bar) - 1


def spread(count: Expr) -> Claim:
    return (w_at(N_bar) - w_at(count) <= strayed(count)) & (w_at(count) - w_at(N_bar) <= strayed(count))


@auxiliary(spread)
def subtracted(count: Expr) -> None:
    """|e^{u₂} - e^{u₁}| ≤ Mη|N_n-N̄|, whichever count is larger."""
    for a, b in ((count, N_bar), (N_bar, count)):
        with proving(w_at(b) - w_at(a) <= strayed(count)):
            with case(h(a) <= h(b)):
                hence(COUNT_EQUATION(count), COUNT_EQUATION(N_bar), ABS_ABOVE(count - N_bar))
            with otherwise():
                hence(EXP_GROWS(logit_at(b), logit_at(a)), ABS_ABOVE(count - N_bar))


deviation = off_by(N_n)


@auxiliary(lambda count: abs(off_by(count)) <= eta_Y * abs(count - N_bar))
def within_the_counts(count: Expr) -> None:
    """M-1+e^u ≥ M, and e^u changes by at most Mη|N_n-N̄|."""
    obtain(subtracted(count))
    have(w_at(count) >= 1, EXP_ABOVE_TANGENT(logit_at(count)), COUNT_STARTS_AT_ZERO(count))
    hence(ABS_BELOW(off_by(count), eta_Y * abs(count - N_bar)))


width = eta_Y * Delta


@proof(L11["Eqn 62"])
def near_in_counts() -> None:
    """Eqn 45 at the two counts, subtracted: |e^{u₂} - e^{u₁}| = Mη|N_n-N̄| - (M-1)|u₂-u₁| ≤ Mη|N_n-N̄|. And M-1+e^u ≥ M."""
    obtain(within_the_counts(N_n))
    have(chain(-width, "<=", deviation, "<=", width), ABS_ABOVE(deviation))
    hence(ABS_BELOW(g(N_n) - g(N_bar), g(N_bar) * width))


def two_classes(N: int, M: int) -> Instance:
    return Instance(N=N, K=2, M=M, eta=Fraction(1, 2), delta=Fraction(1, 100))


quarter = M ** Q(1, 4)
SMALL = replace(DRAWN, points=replace(DRAWS, declared=AT_MOST_THIRD))
with L11.where(MANY_DRAWS, given=SMALL):
    L11["sigma' small"] = chain(sigma, "<=", third, "==", o(log(M)))
L11["sigma' small"].constant(1).trivial(never_negative("η_YΔ")).feasible("N ≥ K², K ≤ M, η_Y > 0, 0 < δ < 1")
L11["sigma' small"].note("For every N ≫ K²; σ′ is the ⅓η_YΔ that Eqn 62 allows, and the factor is 1.")


@proof(
    L11["sigma' small"],
    RefutedAlong(
        family=Family("M = 10^k, N = M, K = 2, η_Y = 1/2, δ = 1/100 (N ≫ K²)", lambda k: two_classes(10**k, 10**k), first=4),
        confirm=(4, 10, 30),
        calculation=Contrary(
            (M >= 10**FAMILY, N == M, K == 2, eta_Y == Q(1, 2), delta == Q(1, 100)),
            number=1,  # of the two links
            reasons=(POWER_GROWS(10, 4, FAMILY),),
        ),
    ),
)
def _() -> None:
    """N has no upper bound in the lemma: with N = M, ηΔ/3 ≥ (η/3)√(M ln(1/δ)) outgrows every multiple of ln M."""
    have(log(M) <= Q(3, 2) * quarter, only(M >= 2, LOG_BELOW_POWER(M, Q(1, 4))))
    calc(third).ge(sqrt(4 * M) / 6, REACH).gt(log(M))


def largest_allowed(k: int) -> Instance:
    """M = 2^k and the largest N below 2K(1+ω₁)ln M/η_Y = 8 u1."""
    return two_classes(math.floor(balls.bounds(8 * growth.scan_zeros(balls.ball(2**k))[1])[0]), 2**k)


def before_second_stage(i: Instance) -> bool:
    """N < 2K(1+ω₁) ln M/η."""
    if i.M < 4:
        return False
    end = balls.decide(
        lambda: balls.lt(balls.ball(Fraction(i.N) * Fraction(i.eta) / (2 * i.K)), growth.scan_zeros(balls.ball(i.M))[1])
    )
    return end[0] is balls.Truth.HOLDS


EARLY = Condition((M >= 4) & (N < 2 * K * (1 + omega_1) * log(M) / eta_Y), before_second_stage)
SCANNED = SMALL.knowing(
    {
        u_1: lambda x: growth.scan_zeros(x.M)[1],
        omega_1: lambda x: growth.scan_zeros(x.M)[1] / x.log_M - 1,
        EPSILON: lambda _: Fraction(1, 10),
    }
)
SCANNED = replace(SCANNED, ranges=(*SCANNED.ranges, EPSILON > 0))
UPPER_ZERO = replace(LARGER_ZERO, of=SCANNED.where(Condition(M >= 4)))
repaired = L11["sigma' small"].repair(
    EARLY,
    Condition(K**2 == o(N), growth=True, said="N ≫ K²"),
    held_fixed(delta),
    given=SCANNED,
    claim=third == o(log(M)),
    why="only before the second stage, where the printed proof uses it; σ′ ≤ ⅓η_YΔ is Eqn 62",
)
repaired.trivial(never_negative("η_YΔ")).feasible("M ≥ 4, K² ≤ N < 2K(1+ω₁)ln M/η_Y: not empty where η_Y K < 2(1+ω₁)ln M")
share = EPSILON**2 * delta / (16 * (1 + EPSILON))
allowed = EPSILON * log(M)


@proof(
    repaired,
    families.Eventually(
        family=Family("M = 2^k, K = 2, η_Y = 1/2, δ = 1/100, N the largest integer below 2K(1+ω₁)ln M/η_Y", largest_allowed, 2),
        threshold_index=lambda: 301,
        variable="M",
        constants="K = 2, η_Y = 1/2, δ = 1/100, ε = 1/10",
        calculation=FromSomeSizeOn(M, (K**2 <= share * N,), fixed=(EPSILON, delta)),
        printed=NO_SIZE,
        dependence="ln M ≥ 4η_Y K ln(1/δ)/(9ε²) for the factor ε: ln n0 is linear in η_Y K and ln(1/δ), quadratic in 1/ε",
    ),
)
def _() -> None:
    """ηN < 2Ku₁ with u₁ ≤ 2 ln M, and K² ≤ qN: so ηK ≤ 4q ln M and η²N ln(1/δ) ≤ 16q ln(1/δ) ln² M."""
    rare = log(1 / delta)
    have((u_1 > 1) & (log(M) >= 1), UPPER_ZERO(), LOG_GROWS(4, M))
    have(u_1 == log(M - 1) + log(u_1), UPPER_ZERO(), EQUALS(log, exp(u_1), (M - 1) * u_1), LOG_OF_PRODUCT(M - 1, u_1))
    have(log(u_1) <= u_1 / 2, LOG_OF_PRODUCT(2, u_1 / 2), LOG_BELOW_TANGENT(u_1 / 2))
    have(u_1 <= 2 * log(M), LOG_GROWS(M - 1, M))
    have((rare >= 0) & (rare <= 1 / delta), LOG_GROWS(1, 1 / delta), LOG_BELOW_TANGENT(1 / delta))
    have(eta_Y * N <= 2 * K * u_1, UPPER_ZERO())
    calc(eta_Y * K * K).le(share * (eta_Y * N)).le(2 * share * u_1 * K)
    have(eta_Y * K <= 2 * share * u_1, FACTOR_CANCELS(eta_Y * K, 2 * share * u_1, K))
    (
        calc(eta_Y**2 * (N * rare))
        .le(eta_Y * (2 * K * u_1) * rare)
        .le(4 * share * u_1**2 * rare)
        .le(16 * share * log(M) ** 2 / delta)
        .le(allowed**2)
    )
    have(eta_Y * sqrt(N * rare) <= allowed, ROOT_BELOW(N * rare, allowed / eta_Y))
    have(share <= EPSILON / 16)
    calc(eta_Y).le(eta_Y * K).le(2 * share * u_1).le(4 * share * log(M)).le(allowed)
    hence(REACH())


OF_G = replace(SHOWN_COUNTS, points=replace(COUNTS, declared=Declared(meaning=((sigma, relative),))))
with L11.where(LATE_COUNTS, CLOSE, given=OF_G):
    L11["late"] = (sigma == O(Delta / N_bar)) & Implies(Delta == o(N_bar), sigma == o(1))
L11["late"].constant(4, 4).power(1).trivial(never_negative("|σ|")).feasible("M ≥ 4, N̄ ≥ 2(1+ω₁)ln M/η_Y, Δ ≤ N̄/4")
L11["late"].note("The constant is 4, once Δ ≤ N̄/4; σ′ is the relative deviation of g(N_n) from g(N̄).")
L11["late"].uses("Lemma 11/late chain", "Lemma 11/below", "Remark 4/Eqn 60")


@auxiliary(lambda count: (4 * count >= 3 * N_bar) & (w_at(count) >= M * (eta_Y * count) / 3))
def third_of_the_clock(count: Expr) -> None:
    """With ηN_n ≥ ¾ηN̄ ≥ 1.5 u₁: where e^u ≥ (M-1)u, half of the clock MηN_n is in e^u; elsewhere u ≤ u₁, e^u ≥ MηN_n - Mu₁."""
    after_u_1 = 1 + logit_at(count) - u_1
    have(4 * count >= 3 * N_bar, ABS_ABOVE(count - N_bar))
    calc(u_1).ge(log(M), LARGER_ZERO(), LOG_GROWS(4, M)).ge(log(4), LOG_GROWS(4, M)).ge(1)
    with proving(w_at(count) >= M * (eta_Y * count) / 3):
        with case(w_at(count) / (M - 1) >= logit_at(count)):
            hence(COUNT_EQUATION(count))
        with otherwise():
            with suppose_not(logit_at(count) <= u_1):
                (
                    calc(u_1 * after_u_1)
                    .eq(exp(u_1) * after_u_1 / (M - 1), LARGER_ZERO())
                    .le(w_at(count) / (M - 1), EXP_ABOVE_TANGENT(logit_at(count) - u_1))
                )
            (
                calc(w_at(count))
                .ge(M * (eta_Y * count) - M * u_1, COUNT_EQUATION(count))
                .ge(M * (eta_Y * count) / 3, LARGER_ZERO())
            )


@auxiliary(lambda count: abs(off_by(count)) <= 4 * (abs(count - N_bar) / N_bar))
def late_in_counts(count: Expr) -> None:
    """Eqn 45 at the two counts, subtracted: |e^{u₂} - e^{u₁}| = Mη|N_n-N̄| - (M-1)|u₂-u₁| ≤ Mη|N_n-N̄|. As e^u is a third of the
    clock at N_n, |σ| ≤ 3|N_n-N̄|/N_n ≤ 4|N_n-N̄|/N̄.
    """
    obtain(third_of_the_clock(count), subtracted(count))
    share = abs(count - N_bar) / N_bar
    small = strayed(count) <= 4 * share * w_at(count)
    have(small & (share >= 0), ABS_ABOVE(count - N_bar))
    hence(only(M >= 4, spread(count), small, share >= 0, ABS_BELOW(off_by(count), 4 * share)))


@proof(L11["late"])
def _() -> None:
    """|σ| ≤ 4|N_n-N̄|/N̄ ≤ 4Δ/N̄."""
    obtain(late_in_counts(N_n))
