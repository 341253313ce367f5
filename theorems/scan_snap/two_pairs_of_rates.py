"""What Theorem 4 says of two pairs of learning rates (scan_snap, Section 6 and Appendix F), where no stage decides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from theorems.kernel.scripts import growing, only
from theorems.proofs import *
from theorems.scan_snap.double_logarithm import AT_TWO_RATES, FROM_M_FOUR, eta_Zp
from theorems.scan_snap.growth_exponent import FROM_FOUR, T4, exponent_closed, grown_at
from theorems.scan_snap.language import *
from theorems.scan_snap.transition import supplied
from theorems.textbook import *


def beside(together: int, least: int, faster: Laws, named: Symbol) -> Computed:
    """A model at two rates; the quantities at the smaller one have their plain names."""
    return Computed(
        two_rates(together, least),
        {
            C_0: "C0",
            omega_1: lambda x: x.omega1,
            B[n](t, named): "B_slow",
            **supplied(ONE_RATE, lambda x: x),
            **supplied(faster, lambda x: x.fast),
        },
        ranges=(explicit(t), explicit(tp)),
    )


TRANSITION_TIMES: dict[Node, Callable[[Any], Any]] = {
    t_0(eta_Y): lambda x: x.t0_snap,
    t_0(eta_Yp): lambda x: x.fast.t0_snap,
}
FASTER_TOGETHER = Laws(eta_Yp, eta_Zp, (eta_Zp,), ALONG)
RATES_TOGETHER = beside(1, 2, FASTER_TOGETHER, eta_Z)
FASTER_TOGETHER = replace(FASTER_TOGETHER, of=RATES_TOGETHER)
NU_FIXED = Definition(
    "the smaller rate, and ν fixed",
    (),
    (B[n](t, eta_Z) == B[n](t)) & (eta_Zp == eta_Z * eta_Yp / eta_Y),
    of=RATES_TOGETHER,
    at=((),),
)
FASTER_DECODER = Laws(eta_Yp, eta_Z, (eta_Yp,), ALONG)
DECODER_RATES = beside(0, 8, FASTER_DECODER, eta_Y).knowing(TRANSITION_TIMES)
FASTER_DECODER = replace(FASTER_DECODER, of=DECODER_RATES)
SMALLER_RATE = Definition("the smaller rate", (), B[n](t, eta_Y) == B[n](t), of=DECODER_RATES, at=((),))


def is_higher(faster: Laws) -> Claim:
    return h(t / K) < faster.h(t / K)


@auxiliary(is_higher)
def higher(faster: Laws) -> None:
    """h is larger at the larger rate, because the clocks are in this order."""
    slow, fast = h(t / K), faster.h(t / K)
    clocks = ONE_RATE.clock(t), faster.clock(t), POSITIVE_FACTOR_KEEPS_ORDER(eta_Y, eta_Yp, M * t / K)
    with case(slow < fast):
        hence()
    with otherwise():
        hence(only(M >= 2, K >= 1, *clocks, FACTOR_KEEPS_ORDER(fast, slow, M), EXP_GROWS(M * fast, M * slow)))


def both_rates_scaled(label: str, in_print: str) -> None:
    """Two conclusions that say the same of η_Z and η_Y = ν η_Z."""
    slow, fast = h(t / K) ** 2, FASTER_TOGETHER.h(t / K) ** 2
    scale = 2 * eta_Z / eta_Y * K * (M - 1) ** 2 / C_0
    with T4.where(Condition(t > 0, steer=lambda i: i.but(t=i.t or 1)), given=RATES_TOGETHER):
        T4[label] = B[n](t, eta_Z) < B[n](t, eta_Zp)

    @proof(T4[label].note(in_print))
    def _() -> None:
        """4Γ/C₀ = 2K(M-1)²h²/(νC₀), and h(t/K) increases with η_Yt/K = νη_Zt/K: for every t > 0."""
        have((eta_Yp > 0) & (eta_Zp > 0), NU_FIXED())
        obtain(exponent_closed(t), exponent_closed(t, FASTER_TOGETHER))
        have(h(t / K) >= 0, ONE_RATE.clock(t))
        obtain(higher(FASTER_TOGETHER))
        have(scale * slow < scale * fast)
        hence(NU_FIXED(), LOG_GROWS_STRICTLY(1 + scale * slow, 1 + scale * fast))


both_rates_scaled("conclusion a", "In print: fixing ν, larger η_Z gives larger B_n(t).")
both_rates_scaled(
    "insight b", "In print: scaling up both learning rates gives larger B_n(t) as t → ∞. In fact for every t > 0."
)


TWO_TRANSITIONS = replace(DECODER_RATES, points=two_rates(0, least=4).where(FROM_FOUR))
with T4.where(FROM_FOUR, given=replace(TWO_TRANSITIONS, points=two_rates(0, least=4))):
    T4["insight a"] = Words("larger ", eta_Y, " gives a shorter transition time ", t_0, " ≈ ", 2 * K * log(M) / eta_Y)
T4["insight a"].bridge((t_0(eta_Yp) < t_0(eta_Y)) & (t_0(eta_Y) < 2 * (2 * K * log(M) / eta_Y)))
T4["insight a"].in_words("≈ is compared from above, by twice the value; the quotient is 1 + ω₁, which tends to 1 (Lemma 8 c).")
T4["insight a"].feasible(FROM_M_FOUR).note("≈ is compared as: at most twice that.")
SNAPPING_STARTS = Definition(
    "t0 = 2(1+ω₁)K ln M/η_Y",
    (),
    (t_0(eta_Y) == 2 * crossing * K / eta_Y) & (t_0(eta_Yp) == 2 * crossing * K / eta_Yp),
    of=TWO_TRANSITIONS,
    at=((),),
)


@proof(T4["insight a"].uses("Lemma 8/omega1"))
def _() -> None:
    """t0 = 2(1+ω₁)K ln M/η_Y with ω₁ < 1."""
    have(1 <= crossing, CROSSING(), LOG_GROWS(3, M - 1))
    have(M**2 > 2 * (M - 1) * log(M), growing(M, 4, LOG_BELOW_TANGENT(M)))
    with suppose_not(crossing < 2 * log(M)):
        have((M - 1) * crossing >= M**2 * (1 + crossing - 2 * log(M)), CROSSING(), EXP_ABOVE_TANGENT(crossing - 2 * log(M)))
    hence(SNAPPING_STARTS())


fast_t_0, fast_t_0p = symbols("t̂_0 t̂′_0")  # at the larger rate
SAME_TIMES = RATES_TOGETHER.knowing(
    {
        t_0: lambda x: x.t0_snap,
        t_0p: lambda x: x.t0_scan,
        fast_t_0: lambda x: x.fast.t0_snap,
        fast_t_0p: lambda x: x.fast.t0_scan,
        B[n](t_0): lambda x: x.B_at(x.t0_snap),
        B[n](t_0p): lambda x: x.B_at(x.t0_scan),
        B[n](fast_t_0, eta_Zp): lambda x: x.fast.B_at(x.fast.t0_snap),
        B[n](fast_t_0p, eta_Zp): lambda x: x.fast.B_at(x.fast.t0_scan),
    }
)
SAME_TIMES = replace(SAME_TIMES, points=AT_TWO_RATES.points)
THEIR_TIMES = Definition(
    "t0′ = K ln M/η_Y, t0 = 2(1+ω₁)K ln M/η_Y",
    (),
    (t_0 == 2 * crossing * K / eta_Y)
    & (fast_t_0 == 2 * crossing * K / eta_Yp)
    & (t_0p == K * log(M) / eta_Y)
    & (fast_t_0p == K * log(M) / eta_Yp),
    (M >= 4,),
    of=replace(SAME_TIMES, points=SAME_TIMES.points.where(FROM_FOUR)),
    at=((),),
)
SAME_AT_SNAPPING = B[n](t_0) == B[n](fast_t_0, eta_Zp)
SAME_AT_SCAN_END = B[n](t_0p) == B[n](fast_t_0p, eta_Zp)


def exponents_at(slow_end: Expr, fast_end: Expr, _: Expr) -> Claim:
    return B[n](slow_end) == B[n](fast_end, eta_Zp)


@auxiliary(exponents_at)
def same_at(slow_end: Expr, fast_end: Expr, age: Expr) -> None:
    """The exponents are the same at two times at which the clocks have come to the same age."""
    slow, fast = h(slow_end / K), FASTER_TOGETHER.h(fast_end / K)
    reached = 1 + grown_at(slow_end) / C_0, 1 + grown_at(fast_end, FASTER_TOGETHER) / C_0
    in_time = (slow_end >= 0) & (fast_end >= 0) & (eta_Y * slow_end == K * age) & (eta_Yp * fast_end == K * age)
    have(in_time, THEIR_TIMES())
    have((eta_Yp > 0) & (eta_Zp > 0), NU_FIXED())
    obtain(exponent_closed(slow_end), exponent_closed(fast_end, FASTER_TOGETHER))
    clocks = ONE_RATE.clock(slow_end), FASTER_TOGETHER.clock(fast_end)
    have(exp(M * slow) + (M - 1) * (M * slow) == exp(M * fast) + (M - 1) * (M * fast), *clocks)
    for low, high in ((slow, fast), (fast, slow)):
        with suppose_not(low <= high):
            hence(EXP_GROWS_STRICTLY(M * high, M * low))
    have(slow == fast)
    have(reached[0] == reached[1], NU_FIXED())
    hence(EQUALS(lambda x: log(x), *reached))


SAME_AT_T0 = T4["B(t0)"].instead(
    FROM_FOUR,
    given=SAME_TIMES,
    claim=SAME_AT_SCAN_END & SAME_AT_SNAPPING,
    why="C₀ = ρ₀⁴/K, which depends on the data, besides K, M, ν; B_n(t0') as well",
)
SAME_AT_T0.feasible(FROM_M_FOUR)


@proof(SAME_AT_T0.note("They depend on K, M, ν and C₀ = ρ₀⁴/K alone: with ν fixed, changing η_Z does not change them."))
def _() -> None:
    """At t0', t0 the age η_Yt/K is ln M or 2(1+ω₁) ln M: h depends on M alone, and 4Γ = 2K(M-1)²h²/ν."""
    have((log(M) >= 0) & (crossing >= 0), CROSSING(), LOG_GROWS(1, M))
    obtain(same_at(t_0p, fast_t_0p, log(M)), same_at(t_0, fast_t_0, 2 * crossing))
