"""Why the dominant token of a class wins: calculations along the flow of one class (scan_snap, Theorem 3 and Section 6).

In the clock of :mod:`theorems.scan_snap.gains` every distinct token moves alone, so c̃_l²/c̃_l₀² falls for each of them, the
common token falls, and with them 1/f_l₀² = ‖c̃‖²/c̃_l₀².
"""

from __future__ import annotations

from collections.abc import Callable

from theorems.kernel.context import Reason
from theorems.kernel.facts import REALS, VARIABLE, Definition, substituted
from theorems.kernel.scripts import Script, by, calc, each, have
from theorems.language.tree import And, Relation, Total
from theorems.scan_snap.entries import instances, multiple, terms, termwise
from theorems.scan_snap.gains import (
    ALIKE,
    DOMINANT,
    ONE_CLASS,
    ONE_COMMON,
    POSITIVE,
    SIZE_OF_QUERY,
    c,
    chi,
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
    EXP_GROWS,
    FACTOR_KEEPS_ORDER,
    LOG_GROWS,
    LOG_GROWS_STRICTLY,
    POSITIVE_FACTOR_KEEPS_ORDER,
    SQUARE,
)
from theorems.textbook.flows import DDT_DIFFERENCE, DDT_FACTOR, GROWS, GROWS_STRICTLY
from theorems.textbook.sums import (
    EQUALS,
    FOLLOWS,
    IN_THE_WHOLE,
    SUM_ABOVE_TERM,
    SUM_NONNEGATIVE,
    SUM_ORDER,
)

token, time = symbols("x_1 x_2")


def squared(token: Expr, time: Expr | int) -> Expr:
    """c̃_l²."""
    return score[token, n](time) ** 2


def left(token: Expr, time: Expr) -> Expr:
    """How far a distinct token is from the end of its clock."""
    return 1 - 2 * squared(token, 0) * time


def reached(token: Expr, time: Expr) -> Expr:
    """c̃_l² as the clock has it."""
    return squared(token, 0) / left(token, time)


def rise(token: Expr, time: Expr) -> Expr:
    return z[m, token](time) - z[m, token](0)


def distinct_length(time: Expr | int) -> Total:
    return Sum(k, distinct, squared(k, time))


def length(time: Expr | int) -> Expr:
    """‖c̃‖²."""
    return distinct_length(time) + squared(c, time)


def rises(time: Expr) -> Expr:
    return Sum(k, distinct, rise(k, time))


def every(claim: Claim) -> ForAll:
    return ForAll(k, distinct, claim)


ON_ITS_WAY = (time >= 0, 2 * squared(l_0, 0) * time < 1)
NOW = ((t,),)
MOST = every(score[k, n](0) <= score[l_0, n](0))
LARGEST = Definition("l₀ has the largest score of the distinct tokens", (), MOST, of=ONE_CLASS, at=((),))
MOVES = Definition(
    "each distinct token moves alone in the clock dτ = η_Z ξ_n/‖c̃‖² dt: d c̃² = 2c̃⁴ dτ, integrated",
    (time,),
    every((squared(k, time) == reached(k, time)) & (rise(k, time) == -log(left(k, time)) / 2) & (score[k, n](time) > 0)),
    ON_ITS_WAY,
    of=ONE_CLASS,
    at=NOW,
)
LOSES = Definition(
    "the common token falls by what the distinct ones rise in all classes of its query",
    (time,),
    (rise(c, time) == -SIZE_OF_QUERY * rises(time))
    & (squared(c, time) == squared(c, 0) * exp(2 * rise(c, time)))
    & (score[c, n](time) > 0),
    (ONE_COMMON.claim, ALIKE.claim, *ON_ITS_WAY),
    of=ONE_CLASS,
    at=NOW,
)
SHARE_OF = Definition(
    "f_nl² = c̃_l²/‖c̃‖²",
    (token, time),
    f[n, token](time) ** 2 == squared(token, time) / length(time),
    (ONE_COMMON.claim,),
    of=ONE_CLASS,
    at=tuple((which, when) for which in (l_0, lp, c) for when in (t, expr(0))),
)
assert isinstance(POSITIVE.claim, And)
START = POSITIVE.claim.claims[0]
on_its_way = every((squared(k, 0) > 0) & (squared(k, 0) <= squared(l_0, 0)))


def room_at(*times: Expr) -> ForAll:
    return every(And(tuple(left(k, time) >= left(l_0, time) for time in times)))


def with_rooms(*times: Expr, then: Script) -> Script:
    """First that no distinct token is farther on its way than l₀."""
    positive = by(*instances(START, k))
    behind = by(*instances(START, k), LARGEST(), *instances(MOST, k))
    rooms = each(*(by(*instances(on_its_way, k)) for _ in times))
    return have(on_its_way, each(positive, behind), have(room_at(*times), rooms, then))


def moved(which: Expr, *times: Expr) -> tuple[Reason, ...]:
    """What a distinct token has done by these times."""
    return tuple(fact for time in times for fact in (MOVES(time), *instances(MOVES(time).claim, which)))


def tops(a: Expr, b: Expr) -> ForAll:
    """From a to b l₀ gains on every distinct token, and each of them rises."""
    return every(
        (squared(k, b) * squared(l_0, a) <= squared(k, a) * squared(l_0, b))
        & (squared(k, a) <= squared(k, b))
        & (rise(k, a) <= rise(k, b))
    )


def with_order(a: Expr, b: Expr, then: Script) -> Script:
    """First what happens from a to b."""
    ahead = squared(l_0, 0) - squared(k, 0)
    known = by(*instances(on_its_way, k))
    of_token = (left(k, b) > 0) & (left(k, a) >= left(k, b)) & (squared(k, 0) > 0)
    of_both = of_token & (left(l_0, a) > 0) & (left(l_0, b) > 0) & (squared(l_0, 0) > 0) & (ahead * (b - a) >= 0)
    gains = (
        calc(squared(k, b) * squared(l_0, a))
        .eq(reached(k, b) * squared(l_0, a), *moved(k, b), EQUALS(lambda x: x * squared(l_0, a), squared(k, b), reached(k, b)))
        .eq(reached(k, b) * reached(l_0, a), *moved(l_0, a))
        .le(reached(k, a) * reached(l_0, b), FACTOR_KEEPS_ORDER(0, ahead * (b - a), squared(k, 0) * squared(l_0, 0)))
        .eq(squared(k, a) * reached(l_0, b), *moved(k, a))
        .eq(
            squared(k, a) * squared(l_0, b),
            *moved(l_0, b),
            EQUALS(lambda x: squared(k, a) * x, squared(l_0, b), reached(l_0, b)),
        )
    )
    rising = calc(squared(k, a)).eq(reached(k, a), *moved(k, a)).le(reached(k, b)).eq(squared(k, b), *moved(k, b))
    shown = (
        have(of_both, known, gains),
        have(of_token, known, rising),
        have(of_token, known, by(*moved(k, a, b), LOG_GROWS(left(k, b), left(k, a)))),
    )
    return with_rooms(a, b, then=have(tops(a, b), each(*shown), then))


def with_lengths(*times: Expr, then: Script) -> Script:
    """First that ‖c̃‖² > 0."""
    for time in times:
        none_negative = termwise(SUM_NONNEGATIVE(terms(distinct_length(time)), k, distinct), by(), then=by(LOSES(time)))
        signs = (squared(l_0, time) > 0) & (squared(c, time) > 0) & (length(time) > squared(c, time) / 2)
        then = have(signs, each(by(*moved(l_0, time)), by(LOSES(time)), none_negative), then)
    return then


def shorter(a: Expr, b: Expr, then: Script) -> Script:
    """First that l₀ is farther on its way at b than at a before it."""
    return have(
        (left(l_0, b) > 0) & (left(l_0, b) < left(l_0, a)) & (squared(l_0, 0) > 0),
        by(*instances(on_its_way, l_0)),
        then,
    )


def with_share(a: Expr, b: Expr, then: Script, sign: str = "<=") -> Script:
    """First that f_nl₀² rises from a to b, because ‖c̃‖²/c̃_l₀² falls; strictly where c̃_l₀² does."""
    low, high = f[n, l_0](a) ** 2, f[n, l_0](b) ** 2
    crossed = Sum(k, distinct, squared(k, b) * squared(l_0, a))
    straight = Sum(k, distinct, squared(k, a) * squared(l_0, b))
    in_order = tuple(instances(tops(a, b), k))
    common = have(
        rise(c, b) <= rise(c, a),
        termwise(
            SUM_ORDER(terms(rises(a)), terms(rises(b)), k, distinct),
            by(*in_order),
            then=by(LOSES(a), LOSES(b)),
        ),
        calc(squared(c, b))
        .eq(squared(c, 0) * exp(2 * rise(c, b)), LOSES(b))
        .le(squared(c, 0) * exp(2 * rise(c, a)), EXP_GROWS(2 * rise(c, b), 2 * rise(c, a)))
        .eq(squared(c, a), LOSES(a)),
    )
    weakly = by(*instances(tops(a, b), l_0))
    strictly = shorter(
        a,
        b,
        calc(squared(l_0, a)).eq(reached(l_0, a), *moved(l_0, a)).lt(reached(l_0, b)).eq(squared(l_0, b), *moved(l_0, b)),
    )
    keeps_order = POSITIVE_FACTOR_KEEPS_ORDER if sign == "<" else FACTOR_KEEPS_ORDER
    top = strictly if sign == "<" else weakly
    start = calc(low).eq(squared(l_0, a) / length(a), SHARE_OF(l_0, a))
    end = squared(l_0, b) / length(b)
    by_shares = (start.lt(end) if sign == "<" else start.le(end)).eq(high, SHARE_OF(l_0, b))
    lengths = termwise(
        SUM_ORDER(terms(crossed), terms(straight), k, distinct),
        by(*in_order),
        then=termwise(
            multiple(crossed, squared(l_0, a), distinct_length(b)),
            by(),
            then=termwise(
                multiple(straight, squared(l_0, b), distinct_length(a)),
                by(),
                then=have(
                    Relation(squared(c, b) * squared(l_0, a), sign, squared(c, a) * squared(l_0, b)),
                    by(
                        FACTOR_KEEPS_ORDER(squared(c, b), squared(c, a), squared(l_0, a)),
                        keeps_order(squared(l_0, a), squared(l_0, b), squared(c, a)),
                    ),
                    have(
                        Relation(length(b) * squared(l_0, a), sign, length(a) * squared(l_0, b)),
                        by(),
                        by_shares,
                    ),
                ),
            ),
        ),
    )
    raised = have(Relation(squared(l_0, a), sign, squared(l_0, b)), top, have(Relation(low, sign, high), lengths, then))
    return with_order(a, b, with_lengths(a, b, then=have(squared(c, b) <= squared(c, a), common, raised)))


s_1, s_2 = symbols("s_1 s_2")  # two times
SHARE_RISES = f[n, l_0](s_1) ** 2 <= f[n, l_0](s_2) ** 2
IN_TURN = (expr(0) <= s_1) & (s_1 <= s_2) & (2 * squared(l_0, 0) * s_2 < 1)
RISING = ForAll(s_1, REALS, ForAll(s_2, REALS, Implies(IN_TURN, SHARE_RISES)))


def with_rising_share(then: Script) -> Script:
    """First that f_nl₀² rises from any time to any later one."""
    on_the_way = by(FACTOR_KEEPS_ORDER(s_1, s_2, squared(l_0, 0)))
    return have(RISING, each(have(2 * squared(l_0, 0) * s_1 < 1, on_the_way, with_share(s_1, s_2, by()))), then)


def later_share(time: Expr) -> tuple[Reason, ...]:
    """f_nl₀(0)² ≤ f_nl₀(t)²."""
    put: dict[Expr, Expr] = {s_1: expr(0), s_2: time}
    return *instances(RISING, expr(0), time), FOLLOWS(substituted(IN_TURN, put), substituted(SHARE_RISES, put))


moment = Symbol("t", VARIABLE)
SPEEDS = Definition(
    "the clock dτ = η_Z ξ_n/‖c̃‖² dt, in which ż_ml = η_Z f_nl² ξ_n",
    (moment,),
    every(ddt(z[m, k](moment), moment) == squared(k, moment)),
    (moment >= 0, 2 * squared(l_0, 0) * moment < 1),
    of=ONE_CLASS,
    at=NOW,
)
SPEED_OF_EXPONENT = Definition(
    "B_n = η_Z ∫ξ_n dt in this clock",
    (moment,),
    ddt(B[n](moment), moment) == length(moment),
    (ONE_COMMON.claim, moment >= 0, 2 * squared(l_0, 0) * moment < 1),
    of=ONE_CLASS,
    at=NOW,
)
NOTHING_YET = Definition("B_n(0) = 0", (), B[n](0) == 0, of=ONE_CLASS, at=((),))


def growing(F: Callable[[Expr], Expr], rate: Script, then: Script) -> Script:
    """First that F grows up to t, because its derivative is not negative at any time s before."""
    meanwhile = (expr(0) <= s) & (s <= t)
    on_the_way = by(FACTOR_KEEPS_ORDER(s, t, squared(l_0, 0)))
    return have(
        ForAll(s, REALS, Implies(meanwhile, ddt(F(s), s) >= 0)),
        each(have((s >= 0) & (2 * squared(l_0, 0) * s < 1), on_the_way, rate)),
        have(F(expr(0)) <= F(t), by(GROWS(F, s, 0, t)), then),
    )


def logit(which: Expr) -> Callable[[Expr], Expr]:
    return lambda time: z[m, which](time)


def speed(which: Expr) -> tuple[Reason, ...]:
    return SPEEDS(s), *instances(SPEEDS(s).claim, which), SPEED_OF_EXPONENT(s)


def with_exponent_above(which: Expr, then: Script) -> Script:
    """First z_l(t) - z_l(0) ≤ B_n(t) for a distinct token, because c̃_l² ≤ ‖c̃‖²."""

    def ahead(time: Expr) -> Expr:
        return B[n](time) - z[m, which](time)

    rate = have(
        every(squared(k, s) >= 0),
        each(by()),
        by(
            *speed(which),
            DDT_DIFFERENCE(B[n], logit(which), s),
            SUM_ABOVE_TERM(terms(distinct_length(s)), k, distinct, which),
            SQUARE(score[c, n](s)),
        ),
    )
    return growing(ahead, rate, have(rise(which, t) <= B[n](t), by(NOTHING_YET()), then))


at_start = f[n, l_0](0) ** 2


def with_exponent_below(then: Script) -> Script:
    """First z_l₀(t) - z_l₀(0) ≥ f_nl₀(0)² B_n(t), because f_nl₀² rises."""

    def ahead(time: Expr) -> Expr:
        return z[m, l_0](time) - at_start * B[n](time)

    faster = with_lengths(
        s,
        then=have(
            squared(l_0, s) >= at_start * length(s),
            by(SHARE_OF(l_0, s), *later_share(s)),
            by(
                *speed(l_0),
                DDT_DIFFERENCE(logit(l_0), lambda time: at_start * B[n](time), s),
                DDT_FACTOR(at_start, B[n], s),
            ),
        ),
    )
    above = have(rise(l_0, t) >= at_start * B[n](t), by(NOTHING_YET()), then)
    return with_rising_share(growing(ahead, with_rooms(s, then=faster), above))


def logit_rises(a: Expr, b: Expr) -> Script:
    """z_l₀(a) < z_l₀(b)."""
    return with_rooms(a, b, then=shorter(a, b, by(*moved(l_0, a, b), LOG_GROWS_STRICTLY(left(l_0, b), left(l_0, a)))))


def exponent_rises(a: Expr, b: Expr) -> Script:
    """B_n(a) < B_n(b)."""
    meanwhile = (a <= s) & (s <= b)
    on_the_way = by(FACTOR_KEEPS_ORDER(s, b, squared(l_0, 0)))
    return have(
        ForAll(s, REALS, Implies(meanwhile, ddt(B[n](s), s) > 0)),
        each(
            have(
                (s >= 0) & (2 * squared(l_0, 0) * s < 1),
                on_the_way,
                with_rooms(s, then=with_lengths(s, then=by(SPEED_OF_EXPONENT(s)))),
            )
        ),
        by(GROWS_STRICTLY(B[n], s, a, b)),
    )


CHI = Definition(
    "χ_l = e^(2(z_l(t) - z_l(0)))",
    (token,),
    chi[token](t) == exp(2 * rise(token, t)),
    of=ONE_CLASS,
    at=((l_0,),),
)


def below_one(time: Expr) -> Script:
    """f_nl₀² ≤ 1."""
    whole = have(every(squared(k, time) >= 0), each(by()), by(SUM_ABOVE_TERM(terms(distinct_length(time)), k, distinct, l_0)))
    return with_rooms(
        time,
        then=with_lengths(time, then=have(squared(l_0, time) <= length(time), whole, by(SHARE_OF(l_0, time)))),
    )


def gain(which: Expr, time: Expr) -> Expr:
    """r_{l₀/l|n}(t)."""
    return r[l_0, which, n](time)


GAIN = Definition(
    "r_{l₀/l|n} = c̃_l₀²/c̃_l² - 1",
    (time,),
    every(gain(k, time) + 1 == squared(l_0, time) / squared(k, time)),
    ON_ITS_WAY,
    of=ONE_CLASS,
    at=NOW,
)
GAIN_AT_FIRST = Definition(
    "r_{l₀/l|n}(0) = c̃_l₀²(0)/c̃_l²(0) - 1",
    (),
    every(r[l_0, k](0) + 1 == squared(l_0, 0) / squared(k, 0)),
    of=ONE_CLASS,
    at=((),),
)


def ratio(which: Expr, time: Expr) -> Expr:
    """c̃_l₀²/c̃_l² as the clock has it."""
    return reached(l_0, time) * (left(which, time) / squared(which, 0))


def gain_rises(which: Expr, a: Expr, b: Expr) -> Script:
    """r_{l₀/l|n}(a) < r_{l₀/l|n}(b) for a distinct token l ≠ l₀, whose score is smaller."""
    member = IN_THE_WHOLE(which, l_0, distinct)
    assert isinstance(DOMINANT.claim, ForAll)
    ahead = squared(l_0, 0) - squared(which, 0)
    crossed = POSITIVE_FACTOR_KEEPS_ORDER(a, b, ahead)
    behind = by(
        member,
        *instances(on_its_way, which),
        *instances(DOMINANT.claim, which),
        GAIN_AT_FIRST(),
        *instances(GAIN_AT_FIRST().claim, which),
    )

    def as_ratio(time: Expr) -> Script:
        top, other = reached(l_0, time), reached(which, time)
        return (
            calc(gain(which, time) + 1)
            .eq(squared(l_0, time) / squared(which, time), member, GAIN(time), *instances(GAIN(time).claim, which))
            .eq(top / squared(which, time), *moved(l_0, time))
            .eq(top / other, member, *moved(which, time))
            .eq(ratio(which, time))
        )

    known = (ahead > 0) & (squared(which, 0) > 0) & (left(which, b) > 0) & (left(which, a) > 0)
    of_token = by(member, *instances(on_its_way, which))
    rooms = by(member, *instances(room_at(a, b), which))
    lengths = (squared(which, a) > 0) & (squared(which, b) > 0)
    positive = each(*(by(member, *moved(which, time)) for time in (a, b)))
    ratios = (gain(which, a) + 1 == ratio(which, a)) & (gain(which, b) + 1 == ratio(which, b))
    slower, faster = left(which, a) * left(l_0, b), left(which, b) * left(l_0, a)
    rises = have(
        slower < faster,
        by(crossed),
        calc(gain(which, a))
        .eq(ratio(which, a) - 1)
        .lt(ratio(which, b) - 1, POSITIVE_FACTOR_KEEPS_ORDER(slower, faster, squared(l_0, 0)))
        .eq(gain(which, b)),
    )
    return with_rooms(
        a,
        b,
        then=shorter(
            a,
            b,
            have(
                known,
                each(behind, of_token, rooms, rooms),
                have(lengths, positive, have(ratios, each(as_ratio(a), as_ratio(b)), rises)),
            ),
        ),
    )
