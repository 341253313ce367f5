"""What h makes of uneven counts (scan_snap, Appendix D.4): Lemma 11."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

from kernels import balls
from kernels import decoder_growth as growth
from theorems.kernel import scripts
from theorems.kernel.scripts import Script, by, cases, each, only
from theorems.language.rules import Likely
from theorems.proofs import *
from theorems.provers import families
from theorems.provers.calculation import K as FAMILY
from theorems.scan_snap.class_counts import L10, R4, SECTION, D, L, eta
from theorems.scan_snap.language import *
from theorems.scan_snap.samples import COUNTS
from theorems.textbook import *

_M, _u, sigma, x, x_1, x_2 = positive("M"), positive("u"), *symbols("σ′ x x_1 x_2")
STRETCH = Named("[N_n, N_n+Δ]")


def g(count: Expr) -> Expr:
    return 1 / (M - 1 + exp(M * h(count)))


r = Symbol("r")  # a moment of the stretch
steepest = Largest(r, STRETCH, abs(ddt(g(r), r)))
UNEVEN = replace(
    SHOWN_COUNTS.knowing(
        {
            steepest: lambda x: x.steepest(x.count, x.count + x.reach),
            ddt(h(s), s): lambda x, s: x.speed(s),
            ddt(g(s), s): lambda x, s: -x.steepest(s, s),
        }
    ),
    indices={s: lambda x: (x.count, x.count + x.reach)},
    ranges=(explicit(x),),
)
EQN_44 = Definition("Eqn 44", (s,), ddt(h(s), s) == eta_Y * g(s), of=UNEVEN, at=((s,),))
STEEPEST = Definition(
    "the largest |dg/ds|", (x,), abs(ddt(g(x), x)) <= steepest, (N_n <= x, x <= N_n + Delta), of=UNEVEN, at=((s,),)
)
L11 = Lemma("11", SECTION, "h concentrates", given=SHOWN_COUNTS, provenance=PROVENANCE, uses=["Remark 4/Eqn 60", "Lemma 6"])
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
HOW_LIKELY = "That |N_n - N̄| ≤ Δ has probability 1 - δ is Eqn 60, with the constant 1."


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
L11["Eqn 61"].constant(1).trivial(never_negative("|h(N_n) - h(N̄)|")).in_words(HOW_LIKELY)
L11["Eqn 61"].note("The constant is 1. With |N_n - N̄| for Δ it holds for every deviation, without Δ < N̄.")


@proof(L11["Eqn 61"])
def _() -> None:
    """h is concave. Above N̄ the rise is at most h'(N̄)(N_n-N̄), and h'(N̄)N̄ ≤ h(N̄); below, the same at N_n."""
    obtain((relative_to(N_n), concave_around_mean(N_n)))
    hence(COUNT_STARTS_AT_ZERO(N_bar))


last = h(N_bar) * Delta / (N_bar - Delta)
to_the_left = chain(abs(h(N_n) - h(N_bar)), "<=", h(N_bar) - h(N_bar - Delta), "<=", h_dot(N_bar - Delta) * Delta, "<=", last)
with L11.where(given=LIKELY_COUNTS):
    L11["Eqn 63"] = Pr(to_the_left) >= 1 - delta
L11["Eqn 63"].trivial(never_negative("|h(N_n) - h(N̄)|")).in_words(HOW_LIKELY)
fall = h(N_bar) - h(near)


@proof(L11["Eqn 63"])
def _() -> None:
    """A concave function falls more over Δ to the left than it rises to the right."""
    for a, b in ((N_n, near), (N_bar, near), (N_bar, N_n), (near, N_bar)):
        have(tangent(a, b), below_tangent(a, b))
    have(h(near) <= h(N_n), SPEED(N_n), ABS_ABOVE(more))
    have(h(N_n) <= h(N_bar) + fall, SPEED(N_bar), ABS_ABOVE(more))
    have(h_dot(near) * near <= h(near), below_chord(near))
    have(h(near) <= h(N_bar), rises(near, N_bar))
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
L11["Eqn 62"].constant(3).trivial(never_negative("|g(N_n) - g(N̄)|")).in_words(HOW_LIKELY)
L11["Eqn 62"].note("σ′ is the largest that it may be, ⅓η_YΔ, and the constant is 3.")
L11["Eqn 62"].uses("Lemma 11/Eqn 65", "Lemma 11/below", "Remark 4/Eqn 60")
at_most = M * (eta_Y * off)
spread = (w_at(N_bar) - w_at(N_n) <= at_most) & (w_at(N_n) - w_at(N_bar) <= at_most)


@auxiliary(spread)
def subtracted() -> None:
    """|e^{u₂} - e^{u₁}| ≤ Mη|N_n-N̄|, whichever count is larger."""
    for a, b in ((N_n, N_bar), (N_bar, N_n)):
        with proving(w_at(b) - w_at(a) <= at_most):
            with case(h(a) <= h(b)):
                hence(COUNT_EQUATION(N_n), COUNT_EQUATION(N_bar), ABS_ABOVE(more))
            with otherwise():
                hence(EXP_GROWS(logit_at(b), logit_at(a)), ABS_ABOVE(more))


deviation = g(N_n) / g(N_bar) - 1


@auxiliary(relative <= eta_Y * off)
def within_the_counts() -> None:
    """M-1+e^u ≥ M, and e^u changes by at most Mη|N_n-N̄|."""
    obtain(subtracted)
    have(w_at(N_n) >= 1, EXP_ABOVE_TANGENT(logit_at(N_n)), COUNT_STARTS_AT_ZERO(N_n))
    have(eta_Y * off >= 0, ABS_NONNEGATIVE(more))
    hence(ABS_BELOW(deviation, eta_Y * off))


width = eta_Y * Delta


@proof(L11["Eqn 62"])
def near_in_counts() -> None:
    """Eqn 45 at the two counts, subtracted: |e^{u₂} - e^{u₁}| = Mη|N_n-N̄| - (M-1)|u₂-u₁| ≤ Mη|N_n-N̄|. And M-1+e^u ≥ M."""
    obtain(within_the_counts)
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
    have(quarter >= 10)
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


repaired = L11["sigma' small"].repair(
    Condition(words="N < 2K(1+ω₁)ln M/η_Y", check=before_second_stage),
    given=SMALL,
    claim=third == o(log(M)),
    why="only before the second stage, where the printed proof uses it; σ′ ≤ ⅓η_YΔ is Eqn 62",
)
repaired.constant(Q(1, 10)).trivial(never_negative("η_YΔ")).feasible(
    "M ≥ 4, K² ≤ N < 2K(1+ω₁)ln M/η_Y: not empty where η_Y K < 2(1+ω₁)ln M"
).note("The factor is 1/10.")
repaired.proved(
    families.Eventually(
        family=Family("M = 2^k, K = 2, η_Y = 1/2, δ = 1/100, N the largest integer below 2K(1+ω₁)ln M/η_Y", largest_allowed, 2),
        threshold_index=lambda: 301,
        how="With 1+ω₁ < 2, N < 4KL/η for L = ln M, so ⅓ηΔ ≤ ⅓(√(4ηKL ln(1/δ)) + η), which is at most εL once "
        "L ≥ 4ηK ln(1/δ)/(9ε²) up to rounding; and K² ≪ N < 4KL/η makes ηK/L → 0, so this happens for every ε along every "
        "admissible family.",
        steps=[
            identity("η²N/L² at N = 4KL/η", (eta**2 * (4 * D * L / eta)) / L**2, 4 * eta * D / L),
            limit_is("4·r·C → 0 with r = ηK/L → 0", 4 * 5 / L, L, 0),
            certain(
                "⅓(√(4 L ln 100) + ½) ≤ L/10 at L = 301 ln 2",
                lambda: balls.le(
                    (balls.sqrt(4 * 301 * balls.log(balls.ball(2)) * balls.log(balls.ball(100))) + balls.ball("1/2")) / 3,
                    301 * balls.log(balls.ball(2)) / 10,
                ),
            ),
            strictly_positive(
                "and beyond: (a√L + b)/L falls, its derivative is -(a/(2L√L) + b/L²)", slack("a") / (2 * L**2) + 1 / L**2
            ),
        ],
        variable="M",
        constants="K = 2, η_Y = 1/2, δ = 1/100, factor 1/10",
        printed=NO_SIZE,
        dependence="ln M ≥ 4η_Y K ln(1/δ)/(9ε²) for the factor ε: ln n0 is linear in η_Y K and ln(1/δ), quadratic in 1/ε",
        in_words="that N ≫ K² and N < 4KL/η make ηK/L tend to 0 along every admissible family; the steps check the "
        "terms along one.",
    )
)


L11["late"] = chain(sigma, "==", O(Delta / N_bar), "==", o(1)), LATE_COUNTS, CLOSE
L11["late"].bridge(relative <= 4 * (off / N_bar)).trivial(never_negative("|σ|")).feasible("M ≥ 4, N̄ ≥ 2(1+ω₁)ln M/η_Y, Δ ≤ N̄/4")
L11["late"].note("Compared with the constant 4 in |N_n - N̄|, once Δ ≤ N̄/4; σ′ is the relative deviation of g(N_n) from g(N̄).")
L11["late"].in_words("That |N_n - N̄| ≤ Δ is likely by Eqn 60; that Δ/N̄ = o(1) is how Δ ≪ N̄ is meant: not compared.")
L11["late"].uses("Lemma 11/late chain", "Lemma 11/below", "Remark 4/Eqn 60")
after_u_1 = 1 + logit_at(N_n) - u_1


@proof(L11["late"])
def _() -> None:
    """Eqn 45 at the two counts, subtracted: |e^{u₂} - e^{u₁}| = Mη|N_n-N̄| - (M-1)|u₂-u₁| ≤ Mη|N_n-N̄|. With ηN_n ≥ ¾ηN̄ ≥ 1.5 u₁:
    where e^u ≥ (M-1)u, half of the clock MηN_n is in e^u; elsewhere u ≤ u₁, and e^u ≥ MηN_n - Mu₁. So |σ| ≤ 3|N_n-N̄|/N_n
    ≤ 4|N_n-N̄|/N̄.
    """
    calc(u_1).ge(log(M), LARGER_ZERO(), LOG_GROWS(4, M)).ge(log(4), LOG_GROWS(4, M)).ge(1)
    with proving(w_at(N_n) >= M * (eta_Y * N_n) / 3):
        with case(w_at(N_n) / (M - 1) >= logit_at(N_n)):
            hence(COUNT_EQUATION(N_n))
        with otherwise():
            with suppose_not(logit_at(N_n) <= u_1):
                (
                    calc(u_1 * after_u_1)
                    .eq(exp(u_1) * after_u_1 / (M - 1), LARGER_ZERO())
                    .le(w_at(N_n) / (M - 1), EXP_ABOVE_TANGENT(logit_at(N_n) - u_1))
                )
            (
                calc(w_at(N_n))
                .ge(M * (eta_Y * N_n) - M * u_1, COUNT_EQUATION(N_n))
                .ge(M * (eta_Y * N_n) / 3, LARGER_ZERO(), ABS_ABOVE(more))
            )
    obtain(subtracted)
    have((at_most <= 4 * (off / N_bar) * w_at(N_n)) & (off / N_bar >= 0), ABS_ABOVE(more))
    hence(ABS_BELOW(deviation, 4 * (off / N_bar)))


def slope_of_g(x: Growth) -> Any:
    """dg/ds of dual numbers."""
    speed = x.eta / (x.M - 1 + x.exp_u)
    grown = Dual(x.exp_u, x.exp_u * x.M * speed)
    return (Dual(x.ratio(1, 1), x.ratio(0, 1)) / (Dual(x.M - 1, x.ratio(0, 1)) + grown)).slope


ONE_CLASS = Computed(
    GROWTH,
    {
        eta_Y: "eta",
        exp(M * h(s)): "exp_u",
        ddt(h(s), s): lambda x: x.eta / (x.M - 1 + x.exp_u),
        ddt(g(s), s): slope_of_g,
    },
    ranges=(explicit(s),),
)
EQN_44_OF_ONE_CLASS = replace(EQN_44, of=ONE_CLASS)
change = M * exp(M * h(s)) / (M - 1 + exp(M * h(s))) ** 2 * ddt(h(s), s)
with L11.where(given=ONE_CLASS):
    L11["Eqn 64 derivative"] = ddt(g(s), s) == change
L11["Eqn 64 derivative"].refuted("M=2 K=1 eta=1/2 t=0").uses().note("g falls: the minus sign is missing.")
G_FALLS = L11["Eqn 64 derivative"].repair(given=ONE_CLASS, claim=ddt(g(s), s) == -change, why="the sign")


@proof(G_FALLS)
def _() -> None:
    """The chain rule."""


with L11.where(given=ONE_CLASS):
    L11["Eqn 64 bound"] = abs(ddt(g(s), s)) <= g(s) * (M / (M - 1)) * (eta_Y / 4)
L11["Eqn 64 bound"].trivial(never_negative("|dg/ds|")).uses().note("With equality only at h = ln(M-1)/M.")
speed_of_fall = M * w_at(s) / (M - 1 + w_at(s)) ** 2 * (eta_Y * g(s))


@proof(L11["Eqn 64 bound"])
def _() -> None:
    """4(M-1)e^u ≤ (M-1+e^u)²."""
    (
        calc(abs(ddt(g(s), s)))
        .eq(speed_of_fall, cite(G_FALLS), EQN_44_OF_ONE_CLASS(s), ABS_OF_NONPOSITIVE(ddt(g(s), s)))
        .le(g(s) * (M / (M - 1)) * (eta_Y / 4), SQUARE(M - 1 - w_at(s)))
    )


def late_and_more(i: Instance) -> bool:
    """η(N̄ - Δ) ≥ 2(1+ω₁) ln M."""
    return LATE_COUNTS.check(i.but(mean=i.mean - i.reach))


def more_draws(i: Instance) -> Instance:
    """As many more draws as that needs."""
    if late_and_more(i):
        return i
    more = math.ceil((4 * math.log(i.M) + 4) / i.eta) + i.reach
    return i.but(count=i.count + more, mean=i.mean + more)


AHEAD = Condition(N_n > N_bar, lambda i: i.count > i.mean, lambda i: i.but(count=i.mean + (abs(i.count - i.mean) or i.reach)))
BEHIND = Condition(N_n < N_bar, lambda i: i.count < i.mean, lambda i: i.but(count=i.mean - (abs(i.count - i.mean) or i.reach)))
LATE_AND_MORE = Condition(N_bar >= 2 * (1 + omega_1) * log(M) / eta_Y + Delta, late_and_more, more_draws)
CROSSES = Condition(M >= 4, steer=lambda i: i.but(M=max(i.M, 4)), said="where the lemma's ω₁ exists")


with L11.where(AHEAD, given=UNEVEN):
    L11["Eqn 65 mean value"] = abs(g(far) - g(N_n)) <= steepest * Delta
L11["Eqn 65 mean value"].trivial(never_negative("|g(N̄+Δ) - g(N_n)|")).feasible(
    "N̄ < N_n ≤ N̄ + Δ, Δ < N̄, every M ≥ 2 and η_Y > 0"
).uses()
L11["Eqn 65 mean value"].note(
    "Read with |dg/ds|: the missing sign is charged to Eqn 64. Its interval starts at N_n, that of Eqn 65 at N̄."
)


@proof(L11["Eqn 65 mean value"])
def _() -> None:
    """The mean value theorem on [N_n, N̄+Δ], which lies in [N_n, N_n+Δ] and is at most Δ long."""
    have(N_n <= far, ABS_ABOVE(more))
    have(h(N_n) <= h(far), rises(N_n, far))
    have(steepest >= 0, STEEPEST(N_n), ABS_NONNEGATIVE(ddt(g(N_n), N_n)))
    steep = Implies((N_n <= x) & (x <= far), -steepest <= ddt(g(x), x))
    have(ForAll(x, REALS, steep), STEEPEST(x), ABS_ABOVE(ddt(g(x), x)))
    falls = EXP_GROWS(logit_at(N_n), logit_at(far)), ABS_OF_NONPOSITIVE(g(far) - g(N_n))
    hence(SPEED_AT_LEAST(g, x, N_n, far, -steepest), *falls)


rises_by = abs(g(far) - g(N_bar))
L11["Eqn 65"] = rises_by <= g(N_bar) * third, CROSSES
L11["Eqn 65"].trivial(never_negative("|g(N̄+Δ) - g(N̄)|")).feasible("M ≥ 4, every η_Y > 0, N̄ > Δ ≥ 1")
L11["Eqn 65"].note(
    "Without M ≥ 4 it is false: M = 2, η_Y = 1/10, N̄ = 2, Δ = 1 (there the constant is M/(4(M-1)) = ½). The section "
    "assumes M ≫ 100."
)
L11["Eqn 65"].uses("Lemma 11/Eqn 64 bound", "Lemma 11/Eqn 65 mean value")
clock = M - 1 + w_at(far)


@proof(L11["Eqn 65"])
def _() -> None:
    """Eqn 45 at both counts, subtracted, and 3Me^u ≤ (M-1+e^u)² from M = 4 on."""
    have(h(N_bar) <= h(far), rises(N_bar, far))
    at_both = COUNT_EQUATION(N_bar), COUNT_EQUATION(far), EXP_ABOVE_TANGENT(logit_at(N_bar) - logit_at(far))
    have(w_at(far) - w_at(N_bar) <= M * (eta_Y * Delta) * w_at(far) / clock, *at_both)
    have(3 * M * w_at(far) <= clock**2, SQUARE(M - 1 - w_at(far)))
    falls = EXP_GROWS(logit_at(N_bar), logit_at(far)), ABS_OF_NONPOSITIVE(g(far) - g(N_bar))
    (
        calc(rises_by)
        .eq(g(N_bar) * ((w_at(far) - w_at(N_bar)) / clock), *falls)
        .le(g(N_bar) * (M * (eta_Y * Delta) * w_at(far) / clock**2))
        .le(g(N_bar) * third)
    )


difference = abs(g(N_n) - g(N_bar))
L11["below"] = difference == O(g(N_bar) * third), BEHIND
L11["below"].constant(3).trivial(never_negative("|σ|")).feasible("N̄ - Δ ≤ N_n < N̄, every M ≥ 2 and η_Y > 0").uses()
L11["below"].note("In print: similar inequalities also hold. The implied constant is 3, as Eqn 62 needs it.")
proof(L11["below"])(near_in_counts)


def at_bend(k: int) -> Instance:
    """M = 10^k, η = 1/2: N_n where e^u is about M/10, Δ = 20."""
    count = math.floor(balls.bounds(2 * (balls.log(balls.ball(10**k)) - balls.log(balls.ball(10))))[0])
    return Instance(M=10**k, eta=Fraction(1, 2), count=count, mean=count + 20, reach=20)


L11["below, same constant"] = difference <= g(N_bar) * third, BEHIND
L11["below, same constant"].trivial(never_negative("|σ|")).feasible("N̄ - Δ ≤ N_n < N̄, every M ≥ 2 and η_Y > 0").uses(
    "Lemma 11/Eqn 64 bound"
)
L11["below, same constant"].note(
    "The other reading of the last sentence. g falls, so from N̄ - Δ on |dg/ds| ≤ g(N̄-Δ)·⅓η_Y, not g(N̄)·⅓η_Y: "
    "linearising is right only while η_YΔ ≪ 1."
)
L11["below, same constant"].proved(
    RefutedAlong(
        family=Family("M = 10^k, η_Y = 1/2, N_n = ⌊2 ln(M/10)⌋, N̄ = N_n + 20, Δ = 20 (Δ ≪ N̄ as M → ∞)", at_bend, first=4),
        how="At N_n, u = ηN_n - e^u/M + o(1), so e^u = εM with ε in (0.05, 0.1); ten units of ηt later e^ū = yM with y + ln "
        "y = 10 + ε + ln ε + o(1) "
        "≥ 7.0, so y ≥ 5.2 and σ = (y-ε)/(1+ε) + o(1) ≥ 4.6 > 10/3 = ⅓ηΔ.",
        steps=[
            certain(
                "10.05 + ln 0.05 ≥ 7.0", lambda: balls.ge(balls.ball("201/20") + balls.log(balls.ball("1/20")), balls.ball(7))
            ),
            certain(
                "5.2 + ln 5.2 < 7.0", lambda: balls.lt(balls.ball("52/10") + balls.log(balls.ball("52/10")), balls.ball(7))
            ),
            exact("(5.2-0.1)/1.1 > 10/3", lambda: Fraction(51, 10) / Fraction(11, 10) > Fraction(10, 3)),
        ],
        confirm=(5, 20, 45),
        in_words="the terms o(1) in u along the family, from the flow far before and after the bend; the members "
        "are checked in balls.",
    )
)
repaired = L11["below, same constant"].repair(
    claim=difference <= g(N_bar) * (eta_Y * Delta),
    why="the constant 1 instead of ⅓ (19/20 is too little at M = 10^3000, η_Y = 1/2, N_n = 13806, N̄ = 15806, Δ = 2000)",
)
repaired.trivial(never_negative("|σ|")).feasible("N̄ - Δ ≤ N_n < N̄, every M ≥ 2 and η_Y > 0")
proof(repaired.uses())(near_in_counts)


def from_the_second_stage(sign: str, last: Expr) -> Claim:
    after = M - 1 + exp(M * h(N_bar + Delta))
    return chain(
        abs(g(N_bar + Delta) - g(N_bar)),
        "==",
        g(N_bar) * (abs(exp(M * h(N_bar + Delta)) - exp(M * h(N_bar))) / after),
        "<=",
        g(N_bar) * (M * eta_Y * Delta / after),
        "<=",
        g(N_bar) * (M * eta_Y * Delta / (M + Q(1, 2) * M * eta_Y * (N_bar + Delta))),
        sign,
        last,
    )


share = g(N_bar) * (Delta / N_bar)
OF_THE_CHAIN = Declared(meaning=((sigma, rises_by / g(N_bar)),))
with L11.where(CROSSES, LATE_AND_MORE):
    L11["late chain"] = from_the_second_stage("==", O(share))
with L11.where(CROSSES, LATE_AND_MORE, given=replace(SHOWN_COUNTS, points=replace(COUNTS, declared=OF_THE_CHAIN))):
    L11["late sigma"] = sigma <= Delta / N_bar
L11["late chain"].constant(2).trivial(never_negative("|σ|")).feasible("M ≥ 4, N̄ ≥ 2(1+ω₁)ln M/η_Y + Δ")
L11["late chain"].note("The constant is 2. The lemma has N ≥ 2K(1+ω₁)ln M/η_Y without + Δ.")
L11["late sigma"].trivial(never_negative("σ'")).uses("Lemma 11/late chain")
L11["late sigma"].refuted("M=10 eta=1/2 count=19 mean=20 reach=1")
L11["late sigma"].note("The step from the chain to here drops the constant of ≲. σ′ is that of N_n = N̄ + Δ, as in the chain.")
L11["late chain"].uses("Lemma 6", "Lemma 9/2a")
past_u_1, rest = logit_at(far) - u_1, (M - 1) * (logit_at(far) - u_1)
PARABOLA = (M - 1) * u_1 * (1 + past_u_1 + past_u_1**2 / 2) <= w_at(far)


@auxiliary((M - 1) * logit_at(far) + 1 <= w_at(far))
def past_the_line() -> None:
    """Otherwise the clock gives (M-1)(u₂-u₁) > u₁ for the crossing u₁ ≥ 3/2, where the exponential is already above its second
    Taylor polynomial.
    """
    with suppose_not(u_1 >= Q(3, 2)):
        have(u_1 >= log(4), LARGER_ZERO(), LOG_GROWS(4, M))
        hence(LARGER_ZERO(), EXP_ABOVE_TANGENT(Q(3, 2) - u_1))
    have(eta_Y * far >= 2 * u_1, LARGER_ZERO())
    with suppose_not(u_1 <= logit_at(far)):
        hence(LARGER_ZERO(), COUNT_EQUATION(far), EXP_GROWS(logit_at(far), u_1))
    have(PARABOLA, LARGER_ZERO(), EXP_ABOVE_PARABOLA(past_u_1))
    with suppose_not((M - 1) * logit_at(far) + 1 <= w_at(far)):
        have(u_1 < rest, COUNT_EQUATION(far))
        first_order = FACTOR_KEEPS_ORDER(u_1, rest, u_1 - 1)
        with case(M >= 6):
            have(u_1 >= Q("1.7"), LARGER_ZERO(), LOG_GROWS(6, M))
            hence(only(u_1 >= Q("1.7"), PARABOLA, FACTOR_KEEPS_ORDER(0, past_u_1**2, (M - 1) * u_1 / 2), first_order))
        with otherwise():
            have(past_u_1 >= u_1 / 5, only(M < 6, u_1 < rest, u_1 <= logit_at(far)))
            second_order = (
                FACTOR_KEEPS_ORDER(u_1, rest, u_1 * past_u_1 / 2),
                FACTOR_KEEPS_ORDER(u_1 / 5, past_u_1, u_1**2 / 2),
            )
            hence(only(u_1 >= Q(3, 2), PARABOLA, first_order, *second_order))


@proof(L11["late chain"])
def _() -> None:
    """Eqn 45 at both counts, subtracted: e^{u₂} - e^{u₁} ≤ MηΔ. The third link is e^{u₂} ≥ (M-1)u₂ + 1: otherwise the clock
    gives (M-1)(u₂-u₁) > u₁ for the crossing u₁ ≥ 3/2, where the exponential is already above its second Taylor polynomial.
    The last link drops terms.
    """
    have(h(N_bar) <= h(far), rises(N_bar, far))
    obtain(past_the_line)
    grows = EXP_GROWS(logit_at(N_bar), logit_at(far)), ABS_OF_NONNEGATIVE(w_at(far) - w_at(N_bar))
    hence(*grows, ABS_OF_NONPOSITIVE(g(far) - g(N_bar)), COUNT_EQUATION(N_bar), COUNT_EQUATION(far))


repaired = L11["late sigma"].repair(claim=sigma <= 2 * (Delta / N_bar), why="the constant 2, as in the chain")
repaired.trivial(never_negative("σ'")).proved(Calculation(by(cite(L11["late chain"]))))


STATEMENTS = (L10, R4, L11)
