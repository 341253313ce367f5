"""What becomes of a class as B_n grows: calculations of Section 6 along the flow of one class (scan_snap)."""

from theorems.scan_snap.class_flow import *
from theorems.scan_snap.language import *

AS_BOOSTED = Definition(
    "c̃_l = c̃_l(0) e^(z_l(t) - z_l(0))",
    (token,),
    squared(token, t) == squared(token, 0) * exp(2 * rise(token, t)),
    of=ONE_CLASS,
    at=((l_0,), (c,)),
    shown=script_in("scan_snap.class_motion", "BOOSTED"),
)
RIVAL = Implies(lp != l_0, Member(lp, Without(G_DT, l_0)))  # by the way l′ is chosen
LAWS = Definition("Z(0) = 0", (), every(score[k, n](0) == P(k, n)), of=ONE_CLASS)
least = exp(2 * at_start * B[n](t))  # of χ_l₀, by Theorem 3


boost, first_gain = exp(2 * rise(l_0, t)), r[l_0, lp](0)


@auxiliary((boost * left(l_0, t) == 1) & (boost >= least))
def boosted() -> None:
    """χ_l₀ counts how far l₀ has come, where χ_l₀ ≥ e^(2f²(0)B_n) is known."""


grown = 2 + first_gain * boost


@auxiliary(f[n, lp](t) ** 2 <= 1 / (2 + first_gain * least))
def other_falls() -> None:
    """f_nl′² + f_nl₀² ≤ 1 for another distinct token."""
    rest, room = Sum(k, Without(G_DT, l_0), squared(k, t)), left(lp, t)
    start, ahead = squared(lp, 0), squared(l_0, 0) - squared(lp, 0)
    obtain(rooms(t), boosted, lengths(t))
    have(start * first_gain == ahead, GAIN_AT_FIRST)
    have(
        squared(lp, t) + squared(l_0, t) <= length(t),
        SUM_WITHOUT(lambda x: squared(x, t), k, G_DT, l_0),
        SUM_ABOVE_TERM(terms(rest), k, Without(G_DT, l_0), lp),
    )
    (
        calc(squared(lp, t) * grown)
        .eq(reached(lp, t) * grown, MOVES(t))
        .eq((2 * start + start * first_gain * boost) / room)
        .eq((2 * start + ahead * boost) / room)
        .eq((start + squared(l_0, 0) * boost * room) / room, EQUALS(lambda x: start * x, boost * left(l_0, t), 1))
        .eq(reached(lp, t) + squared(l_0, 0) * boost)
        .eq(reached(lp, t) + squared(l_0, t), AS_BOOSTED(l_0))
        .eq(squared(lp, t) + squared(l_0, t), MOVES(t))
        .le(length(t))
    )
    calc(f[n, lp](t) ** 2).eq(squared(lp, t) / length(t), SHARE_OF(lp, t)).le(1 / grown).le(1 / (2 + first_gain * least))


NOT_FALLING = every(rise(k, t) >= 0)


@auxiliary(NOT_FALLING)
def not_falling() -> None:
    """z_l(t) ≥ z_l(0) for the distinct tokens."""
    hence(MOVES(t), FACTOR_KEEPS_ORDER(0, t, squared(k, 0)), LOG_GROWS(left(k, t), 1))


@auxiliary(squared(c, t) <= squared(c, 0))
def common_falling() -> None:
    """The distinct tokens gain, so the common one loses."""
    obtain(rooms(t), not_falling)
    have(rise(c, t) <= 0, LOSES(t))
    hence(AS_BOOSTED(c), EXP_GROWS(2 * rise(c, t), 0))


share = f[n, c](t) ** 2


@auxiliary((share > 0) & (share <= f[n, c](0) ** 2))
def less_common() -> None:
    """0 < f_nc(t)² ≤ f_nc(0)² for the common token: the distinct ones gain, it loses."""
    obtain(rooms(t), lengths(t), common_falling)
    with proving(every(squared(k, 0) <= squared(k, t))):
        calc(squared(k, 0)).le(reached(k, t)).eq(squared(k, t), MOVES(t))
    have(distinct_length(0) <= distinct_length(t), SUM_ORDER)
    (
        calc(share)
        .eq(squared(c, t) / length(t), SHARE_OF(c, t))
        .le(squared(c, 0) / length(0))
        .eq(f[n, c](0) ** 2, SHARE_OF(c, 0))
    )
    hence(SHARE_OF(c, t))


@auxiliary(f[n, c](t) ** 2 <= (score[c, n](0) / score[l_0, n](0)) ** 2 / least)
def common_falls() -> None:
    """f_c² ≤ f_c²/f_l₀² ≤ (its start)/χ_l₀ for the common token, which falls."""
    start = squared(c, 0)
    obtain(rooms(t), boosted, lengths(t), common_falling)
    have(distinct_length(t) >= squared(l_0, t), SUM_ABOVE_TERM(terms(distinct_length(t)), k, G_DT, l_0))
    have(squared(l_0, 0) * least <= squared(l_0, t), AS_BOOSTED(l_0), FACTOR_KEEPS_ORDER(least, boost, squared(l_0, 0)))
    (
        calc(f[n, c](t) ** 2)
        .eq(squared(c, t) / length(t), SHARE_OF(c, t))
        .le(start / squared(l_0, t))
        .le(start / (squared(l_0, 0) * least), FACTOR_KEEPS_ORDER(squared(l_0, 0) * least, squared(l_0, t), start))
        .eq((score[c, n](0) / score[l_0, n](0)) ** 2 / least, START)
    )


def ranked(first: Expr, second: Expr) -> None:
    """Of two distinct tokens the one with the larger probability has the larger score."""
    obtain(rooms(t))
    have((score[second, n](0) > 0) & (score[first, n](0) > score[second, n](0)), START, LAWS)
    have((squared(second, 0) < squared(first, 0)) & (left(second, t) > 0) & (left(first, t) > 0))
    have((score[first, n](t) > 0) & (score[second, n](t) > 0), MOVES(t))
    calc(squared(second, t)).eq(reached(second, t), MOVES(t)).lt(reached(first, t)).eq(squared(first, t), MOVES(t))
    with suppose_not(score[first, n](t) > score[second, n](t)):
        hence()


logits_rise = Sum(k, G_DT, ddt(z[m, k](s), s))


def logits(time: Expr) -> Total:
    return Sum(k, G_DT, z[m, k](time))


@auxiliary(rises(t) <= B[n](t))
def rises_bounded() -> None:
    """Σ c̃_l² ≤ ‖c̃‖²."""
    with while_growing(lambda time: B[n](time) - logits(time)):
        have(logits_rise == distinct_length(s), equal(logits_rise, distinct_length(s)), SPEEDS(s))
        hence(SPEED_OF_EXPONENT(s), DDT_DIFFERENCE(B[n], logits, s), DDT_TOTAL(lambda x, time: z[m, x](time), s, k, G_DT))
    hence(NOTHING_YET(), SUM_OF_DIFFERENCES(lambda x: z[m, x](t), lambda x: z[m, x](expr(0)), k, G_DT))


def ratio_falls() -> None:
    """f_nl′²/f_nl₀² is smaller at t > 0 than at first for another distinct token, because c̃_l′²/c̃_l₀² is."""
    obtain(rooms(t), lengths(t))
    have((squared(lp, 0) > 0) & (squared(l_0, 0) > 0))
    have(squared(l_0, 0) > squared(lp, 0), DOMINANT.claim, GAIN_AT_FIRST)
    have((left(l_0, t) > 0) & (left(lp, t) > left(l_0, t)))
    have(distinct_length(0) >= 0, SUM_NONNEGATIVE(terms(distinct_length(0)), k, G_DT))
    have((f[n, l_0](t) ** 2 > 0) & (f[n, l_0](0) ** 2 > 0), SHARE_OF(l_0, t), SHARE_OF(l_0, expr(0)))
    now, start = (f[n, lp](time) ** 2 / f[n, l_0](time) ** 2 for time in (t, expr(0)))
    for ratio, time in ((now, t), (start, expr(0))):
        other = squared(lp, time) / length(time)
        (
            calc(ratio)
            .eq(other / f[n, l_0](time) ** 2, SHARE_OF(lp, time))
            .eq(other / (squared(l_0, time) / length(time)), SHARE_OF(l_0, time))
            .eq(squared(lp, time) / squared(l_0, time))
        )
    (
        calc(squared(lp, t) / squared(l_0, t))
        .eq(reached(lp, t) / squared(l_0, t), MOVES(t))
        .eq(reached(lp, t) / reached(l_0, t), MOVES(t))
        .lt(squared(lp, 0) / squared(l_0, 0), POSITIVE_FACTOR_KEEPS_ORDER(left(l_0, t), left(lp, t), squared(lp, 0)))
    )
    calc(now).eq(squared(lp, t) / squared(l_0, t)).lt(squared(lp, 0) / squared(l_0, 0)).eq(start)
