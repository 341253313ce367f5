"""What becomes of a class as B_n grows: calculations of Section 6 along the flow of one class (scan_snap)."""

from __future__ import annotations

from theorems.kernel.context import Reason
from theorems.kernel.facts import Definition
from theorems.kernel.scripts import Calc, Script, by, calc, cases, each, have
from theorems.language.tree import Member, Total
from theorems.scan_snap.class_flow import (
    CHI,
    GAIN_AT_FIRST,
    LOSES,
    NOTHING_YET,
    SHARE_OF,
    START,
    at_start,
    distinct_length,
    every,
    growing,
    left,
    length,
    moved,
    on_its_way,
    reached,
    rise,
    rises,
    room_at,
    speed,
    squared,
    token,
    with_exponent_above,
    with_lengths,
    with_rooms,
)
from theorems.scan_snap.entries import equal, instances, terms, termwise
from theorems.scan_snap.gains import (
    DOMINANT,
    ONE_CLASS,
    P,
    c,
    distinct,
    k,
    lp,
    r,
    s,
    score,
)
from theorems.scan_snap.language import *
from theorems.scan_snap.transition import B, f, l_0, m, n, t, z
from theorems.textbook.elementary import (
    ABS_OF_NONNEGATIVE,
    ABS_OF_NONPOSITIVE,
    EXP_GROWS,
    FACTOR_KEEPS_ORDER,
    LOG_GROWS,
    POSITIVE_FACTOR_KEEPS_ORDER,
)
from theorems.textbook.flows import DDT_DIFFERENCE, DDT_TOTAL
from theorems.textbook.sums import (
    EQUALS,
    FOLLOWS,
    IN_THE_WHOLE,
    SUM_ABOVE_TERM,
    SUM_NONNEGATIVE,
    SUM_OF_DIFFERENCES,
    SUM_ORDER,
    SUM_WITHOUT,
)

AS_BOOSTED = Definition(
    "c̃_l = c̃_l(0) e^(z_l(t) - z_l(0))",
    (token,),
    squared(token, t) == squared(token, 0) * exp(2 * rise(token, t)),
    of=ONE_CLASS,
    at=((l_0,), (c,)),
)
RIVAL = Implies(lp != l_0, Member(lp, Without(distinct, l_0)))  # by the way l′ is chosen
ANOTHER = FOLLOWS(RIVAL.premise, RIVAL.conclusion)
LAWS = Definition("Z(0) = 0", (), every(score[k, n](0) == P(k, n)), of=ONE_CLASS, at=((),))
least = exp(2 * at_start * B[n](t))  # of χ_l₀, by Theorem 3


boost, first_gain = exp(2 * rise(l_0, t)), r[l_0, lp](0)
another = (ANOTHER, IN_THE_WHOLE(lp, l_0, distinct))


def with_boost(above: Reason, then: Script) -> Script:
    """First that χ_l₀ counts how far l₀ has come."""
    start, room = squared(l_0, 0), left(l_0, t)
    counted = (
        calc(boost * room)
        .eq(start * boost / start * room)
        .eq(squared(l_0, t) / start * room, AS_BOOSTED(l_0))
        .eq(reached(l_0, t) / start * room, *moved(l_0, t))
        .eq(1)
    )
    positive = by(*instances(on_its_way, l_0))
    return with_rooms(
        t,
        then=have(start > 0, positive, have((boost * room == 1) & (boost >= least), each(counted, by(above, CHI(l_0))), then)),
    )


def other_falls(above: Reason) -> Script:
    """f_nl′² ≤ 1/(2 + r_{l₀/l′}(0) e^(2f²(0)B_n)) for another distinct token: f_nl′² + f_nl₀² ≤ 1."""
    assert isinstance(DOMINANT.claim, ForAll)
    rest = Sum(k, Without(distinct, l_0), squared(k, t))
    sides = have(
        ForAll(k, Without(distinct, l_0), squared(k, t) >= 0),
        each(by()),
        by(
            ANOTHER,
            SUM_WITHOUT(lambda x: squared(x, t), k, distinct, l_0),
            SUM_ABOVE_TERM(terms(rest), k, Without(distinct, l_0), lp),
        ),
    )
    grown, start, room = 2 + first_gain * boost, squared(lp, 0), left(lp, t)
    ahead = squared(l_0, 0) - start
    signs = (squared(lp, t) > 0) & (squared(lp, 0) > 0) & (left(lp, t) > 0) & (first_gain > 0)
    rooms = (*another, *instances(room_at(t), lp))
    known = each(
        by(*another, *moved(lp, t)),
        by(*another, *instances(on_its_way, lp)),
        by(*rooms),
        by(ANOTHER, *instances(DOMINANT.claim, lp)),
    )
    at_first = start * first_gain == ahead
    together = (
        calc(squared(lp, t) * grown)
        .eq(reached(lp, t) * grown, *another, *moved(lp, t), EQUALS(lambda x: x * grown, squared(lp, t), reached(lp, t)))
        .eq((2 * start + start * first_gain * boost) / room)
        .eq((2 * start + ahead * boost) / room, EQUALS(lambda x: (2 * start + x * boost) / room, start * first_gain, ahead))
        .eq((start + squared(l_0, 0) * boost * room) / room, EQUALS(lambda x: start * x, boost * left(l_0, t), 1))
        .eq(reached(lp, t) + squared(l_0, 0) * boost)
        .eq(reached(lp, t) + squared(l_0, t), AS_BOOSTED(l_0))
        .eq(squared(lp, t) + squared(l_0, t), *another, *moved(lp, t))
        .le(length(t))
    )
    return with_boost(
        above,
        with_lengths(
            t,
            then=have(
                signs,
                known,
                have(
                    at_first,
                    by(*another, GAIN_AT_FIRST(), *instances(GAIN_AT_FIRST().claim, lp)),
                    have(
                        (squared(lp, t) * grown <= length(t))
                        & (2 + first_gain * least > 0)
                        & (grown >= 2 + first_gain * least),
                        each(
                            have(squared(lp, t) + squared(l_0, t) <= length(t), sides, together),
                            by(),
                            by(FACTOR_KEEPS_ORDER(least, boost, first_gain)),
                        ),
                        have(
                            grown > 0,
                            by(),
                            calc(f[n, lp](t) ** 2)
                            .eq(squared(lp, t) / length(t), SHARE_OF(lp, t))
                            .le(1 / grown)
                            .le(1 / (2 + first_gain * least)),
                        ),
                    ),
                ),
            ),
        ),
    )


LONGER = FACTOR_KEEPS_ORDER(0, t, squared(k, 0))


def not_falling(which: Expr, *reasons: Reason) -> Script:
    """z_l(t) ≥ z_l(0) for a distinct token."""
    return by(*moved(which, t), *instances(on_its_way, which), *reasons, LOG_GROWS(left(which, t), 1))


def common_falling(*reasons: Reason) -> Script:
    """c̃_c²(t) ≤ c̃_c²(0) for the common token."""
    return have(
        every(rise(k, t) >= 0),
        each(not_falling(k, *reasons)),
        have(
            rise(c, t) <= 0,
            by(LOSES(t), SUM_NONNEGATIVE(terms(rises(t)), k, distinct)),
            by(AS_BOOSTED(c), EXP_GROWS(2 * rise(c, t), 0)),
        ),
    )


def with_less_common(then: Script) -> Script:
    """First 0 < f_nc(t)² ≤ f_nc(0)² for the common token: the distinct ones gain, it loses."""
    start, now = distinct_length(0), distinct_length(t)
    growing = have(
        (left(k, t) > 0) & (left(k, t) <= 1) & (squared(k, 0) > 0),
        by(*instances(on_its_way, k)),
        calc(squared(k, 0)).le(reached(k, t)).eq(squared(k, t), *moved(k, t)),
    )
    longer = termwise(SUM_ORDER(terms(start), terms(now), k, distinct), each(growing))
    none_negative = termwise(SUM_NONNEGATIVE(terms(start), k, distinct), by())
    share = f[n, c](t) ** 2
    return with_rooms(
        t,
        then=with_lengths(
            t,
            then=have(
                (squared(c, t) <= squared(c, 0)) & (start <= now) & (start >= 0) & (squared(c, 0) > 0),
                each(common_falling(), longer, none_negative, by()),
                have(
                    (share > 0) & (share <= f[n, c](0) ** 2),
                    each(
                        by(SHARE_OF(c, t)),
                        calc(share)
                        .eq(squared(c, t) / length(t), SHARE_OF(c, t))
                        .le(squared(c, 0) / length(0))
                        .eq(f[n, c](0) ** 2, SHARE_OF(c, 0)),
                    ),
                    then,
                ),
            ),
        ),
    )


def common_falls(above: Reason) -> Script:
    """f_nc² ≤ (c̃_c(0)/c̃_l₀(0))² e^(-2f²(0)B_n) for the common token, which falls."""
    start = squared(c, 0)
    whole = have(every(squared(k, t) >= 0), each(by()), by(SUM_ABOVE_TERM(terms(distinct_length(t)), k, distinct, l_0)))
    return with_boost(
        above,
        with_lengths(
            t,
            then=have(
                (distinct_length(t) >= squared(l_0, t))
                & (squared(c, t) <= start)
                & (squared(l_0, 0) * least > 0)
                & (squared(l_0, 0) * least <= squared(l_0, t)),
                each(
                    whole, common_falling(LONGER), by(), by(AS_BOOSTED(l_0), FACTOR_KEEPS_ORDER(least, boost, squared(l_0, 0)))
                ),
                calc(f[n, c](t) ** 2)
                .eq(squared(c, t) / length(t), SHARE_OF(c, t))
                .le(start / squared(l_0, t))
                .le(start / (squared(l_0, 0) * least), FACTOR_KEEPS_ORDER(squared(l_0, 0) * least, squared(l_0, t), start))
                .eq((score[c, n](0) / score[l_0, n](0)) ** 2 / least, *instances(START, l_0)),
            ),
        ),
    )


def ranked(first: Expr, second: Expr) -> Script:
    """Of two distinct tokens the one with the larger probability has the larger score."""
    of_both = tuple(fact for x in (first, second) for fact in instances(LAWS().claim, x))
    ends = (score[first, n](t) > 0) & (score[second, n](t) > 0)
    larger = (score[second, n](0) > 0) & (score[first, n](0) > score[second, n](0))
    signs = (squared(second, 0) < squared(first, 0)) & (left(second, t) > 0) & (left(first, t) > 0)
    higher = (
        calc(squared(second, t))
        .eq(reached(second, t), *moved(second, t))
        .lt(reached(first, t))
        .eq(squared(first, t), *moved(first, t))
    )
    by_scores = cases(score[first, n](t) <= score[second, n](t), by(), by())
    return with_rooms(
        t,
        then=have(
            larger,
            each(by(*instances(START, second)), by(LAWS(), *of_both)),
            have(
                signs,
                each(by(), by(*instances(room_at(t), second)), by(*instances(room_at(t), first))),
                have(
                    ends & (squared(second, t) < squared(first, t)),
                    each(by(*moved(first, t)), by(*moved(second, t)), higher),
                    by_scores,
                ),
            ),
        ),
    )


def distinct_bounded(which: Expr) -> Script:
    """|z_l(t) - z_l(0)| ≤ B_n(t) for a distinct token."""
    risen = have(
        rise(which, t) >= 0,
        not_falling(which, FACTOR_KEEPS_ORDER(0, t, squared(which, 0))),
        by(ABS_OF_NONNEGATIVE(rise(which, t))),
    )
    return with_rooms(t, then=with_exponent_above(which, risen))


def common_bounded() -> Script:
    """|z_c(t) - z_c(0)| ≤ |ψ⁻¹(m)| B_n(t) for the common token, because Σ c̃_l² ≤ ‖c̃‖²."""

    def logits(time: Expr) -> Total:
        return Sum(k, distinct, z[m, k](time))

    def ahead(time: Expr) -> Expr:
        return B[n](time) - logits(time)

    speeds = Sum(k, distinct, ddt(z[m, k](s), s))
    rate = termwise(
        equal(speeds, distinct_length(s)),
        by(*speed(k)[:-1]),
        then=by(
            *speed(k)[-1:],
            DDT_DIFFERENCE(B[n], logits, s),
            DDT_TOTAL(lambda x, time: z[m, x](time), s, k, distinct),
        ),
    )
    fall = termwise(
        SUM_NONNEGATIVE(terms(rises(t)), k, distinct),
        not_falling(k, LONGER),
        then=have(
            rises(t) <= B[n](t),
            by(NOTHING_YET(), SUM_OF_DIFFERENCES(lambda x: z[m, x](t), lambda x: z[m, x](expr(0)), k, distinct)),
            by(
                LOSES(t),
                ABS_OF_NONPOSITIVE(rise(c, t)),
            ),
        ),
    )
    return with_rooms(t, then=growing(ahead, rate, fall))


def ratio_falls() -> Script:
    """f_nl′²/f_nl₀² is smaller at t > 0 than at first for another distinct token, because c̃_l′²/c̃_l₀² is."""
    assert isinstance(DOMINANT.claim, ForAll)
    starts = (squared(lp, 0) > 0) & (squared(l_0, 0) > squared(lp, 0)) & (squared(l_0, 0) > 0)
    top = by(*instances(on_its_way, l_0))
    ahead = (*instances(DOMINANT.claim, lp), GAIN_AT_FIRST(), *instances(GAIN_AT_FIRST().claim, lp))
    behind = have(squared(lp, 0) > 0, by(*another, *instances(on_its_way, lp)), by(*another, *ahead))
    rooms = (left(l_0, t) > 0) & (left(lp, t) > left(l_0, t))
    first = termwise(SUM_NONNEGATIVE(terms(distinct_length(0)), k, distinct), by(), then=by())

    def as_scores(time: Expr, *reasons: Reason) -> Calc:
        share, other = f[n, l_0](time) ** 2, f[n, lp](time) ** 2
        top_share = squared(l_0, time) / length(time)
        return (
            calc(other / share)
            .eq(squared(lp, time) / length(time) / share, SHARE_OF(lp, time))
            .eq(squared(lp, time) / length(time) / top_share, SHARE_OF(l_0, time), *reasons)
            .eq(squared(lp, time) / squared(l_0, time))
        )

    now, start = (squared(lp, time) / squared(l_0, time) for time in (t, expr(0)))
    shares = (f[n, l_0](t) ** 2 > 0) & (f[n, l_0](0) ** 2 > 0)
    falls = (
        calc(now)
        .eq(reached(lp, t) / squared(l_0, t), *another, *moved(lp, t))
        .eq(
            reached(lp, t) / reached(l_0, t),
            *moved(l_0, t),
            EQUALS(lambda x: reached(lp, t) / x, squared(l_0, t), reached(l_0, t)),
        )
        .lt(start, POSITIVE_FACTOR_KEEPS_ORDER(left(l_0, t), left(lp, t), squared(lp, 0)))
    )
    swapped = EQUALS(lambda x: squared(lp, t) / length(t) / x, f[n, l_0](t) ** 2, squared(l_0, t) / length(t))
    ends = as_scores(t).terms[0], as_scores(expr(0)).terms[0]
    ratios = (ends[0] == now) & (ends[1] == start)
    in_turn = calc(ends[0]).eq(now).lt(start).eq(ends[1])
    compared = have(ratios & (now < start), each(as_scores(t, swapped), as_scores(expr(0)), falls), in_turn)
    positive = have(shares, each(by(SHARE_OF(l_0, t)), by(SHARE_OF(l_0, expr(0)))), compared)
    lengths = with_lengths(t, then=have(length(0) > 0, first, positive))
    return with_rooms(
        t, then=have(starts, each(by(*another, *instances(on_its_way, lp)), behind, top), have(rooms, by(), lengths))
    )
