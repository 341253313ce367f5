"""Why the dominant token of a class wins: calculations along the flow of one class (scan_snap, Section 6).

In the clock of :mod:`theorems.scan_snap.gains` every distinct token moves alone, so c̃_l²/c̃_l₀² falls for each of them, the
common token falls, and with them 1/f_l₀² = ‖c̃‖²/c̃_l₀².
"""

from contextlib import contextmanager

from theorems.scan_snap.gains import ALIKE_OF_QUERY
from theorems.scan_snap.language import *
from theorems.textbook import *

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
    return Sum(k, G_DT, squared(k, time))


def length(time: Expr | int) -> Expr:
    """‖c̃‖²."""
    return distinct_length(time) + squared(c, time)


def rises(time: Expr) -> Expr:
    return Sum(k, G_DT, rise(k, time))


def every(claim: Claim) -> ForAll:
    return ForAll(k, G_DT, claim)


ON_ITS_WAY = (time >= 0, 2 * squared(l_0, 0) * time < 1)
NOW = ((t,),)
MOST = every(score[k, n](0) <= score[l_0, n](0))
defined = partial(Definition, of=ONE_CLASS)
LARGEST = defined("l₀ has the largest score of the distinct tokens", (), MOST, names=(l_0,), exists="one of finitely many")
MOVES = defined(
    "each distinct token moves alone in the clock dτ = η_Z ξ_n/‖c̃‖² dt: d c̃² = 2c̃⁴ dτ, integrated",
    (time,),
    every((squared(k, time) == reached(k, time)) & (rise(k, time) == -log(left(k, time)) / 2) & (score[k, n](time) > 0)),
    ON_ITS_WAY,
    at=NOW,
    shown=script_in("scan_snap.class_motion", "MOVES"),
)
LOSES = defined(
    "the common token falls by what the distinct ones rise in all classes of its query",
    (time,),
    (rise(c, time) == -SIZE_OF_QUERY * rises(time))
    & (squared(c, time) == squared(c, 0) * exp(2 * rise(c, time)))
    & (score[c, n](time) > 0),
    (ONE_COMMON_OF_QUERY.claim, ALIKE_OF_QUERY.claim, *ON_ITS_WAY),
    at=NOW,
    shown=script_in("scan_snap.class_motion", "LOSES"),
)
SHARE_OF = defined(
    "f_nl² = c̃_l²/‖c̃‖²",
    (token, time),
    f[n, token](time) ** 2 == squared(token, time) / length(time),
    (ONE_COMMON_OF_QUERY.claim,),
    at=tuple((which, when) for which in (l_0, lp, c) for when in (t, expr(0))),
    shown=script_in("scan_snap.class_motion", "SHARE_OF"),
)
assert isinstance(POSITIVE.claim, And)
START = POSITIVE.claim.claims[0]
on_its_way = every((squared(k, 0) > 0) & (squared(k, 0) <= squared(l_0, 0)))


@auxiliary(lambda *times: on_its_way & every(And(tuple(left(k, time) >= left(l_0, time) for time in times))))
def rooms(*times: Expr) -> None:
    """No distinct token is farther on its way than l₀."""
    del times
    have(on_its_way, LARGEST)


def tops(a: Expr, b: Expr) -> ForAll:
    """From a to b l₀ gains on every distinct token, and each of them rises."""
    return every(
        (squared(k, b) * squared(l_0, a) <= squared(k, a) * squared(l_0, b))
        & (squared(k, a) <= squared(k, b))
        & (rise(k, a) <= rise(k, b))
    )


@auxiliary(tops)
def order(a: Expr, b: Expr) -> None:
    """What happens from a to b: c̃_l² c̃_l₀²(a) and c̃_l²(a) c̃_l₀² differ by (a_l₀ - a_l)(b - a)."""
    obtain(rooms(a, b))
    ahead = squared(l_0, 0) - squared(k, 0)
    have((left(k, b) > 0) & (left(k, a) >= left(k, b)) & (squared(k, 0) > 0))
    (
        calc(squared(k, b) * squared(l_0, a))
        .eq(reached(k, b) * squared(l_0, a), MOVES(b))
        .eq(reached(k, b) * reached(l_0, a), MOVES(a))
        .le(reached(k, a) * reached(l_0, b), FACTOR_KEEPS_ORDER(0, ahead * (b - a), squared(k, 0) * squared(l_0, 0)))
        .eq(squared(k, a) * reached(l_0, b), MOVES(a))
        .eq(squared(k, a) * squared(l_0, b), MOVES(b))
    )
    hence(MOVES(a), MOVES(b), LOG_GROWS(left(k, b), left(k, a)))


@auxiliary(lambda time: (squared(l_0, time) > 0) & (squared(c, time) > 0) & (length(time) > squared(c, time) / 2))
def lengths(time: Expr) -> None:
    """‖c̃‖² > 0."""
    have((squared(l_0, time) > 0) & (squared(c, time) > 0), MOVES(time), LOSES(time))


def share_follows(a: Expr, b: Expr, sign: str, length: Callable[[Expr], Expr], share: Definition) -> None:
    """Statements of a proof: f_nl₀² rises as ‖c̃‖²/c̃_l₀² falls, where the common tokens fall."""
    crossed, straight = (Sum(k, G_DT, squared(k, x) * squared(l_0, y)) for x, y in ((b, a), (a, b)))
    have(crossed <= straight, SUM_ORDER)
    have(crossed == squared(l_0, a) * distinct_length(b), multiple(crossed, squared(l_0, a), distinct_length(b)))
    have(straight == squared(l_0, b) * distinct_length(a), multiple(straight, squared(l_0, b), distinct_length(a)))
    start = calc(f[n, l_0](a) ** 2).eq(squared(l_0, a) / length(a), share(l_0, a))
    raised = start.lt if sign == "<" else start.le
    raised(squared(l_0, b) / length(b)).eq(f[n, l_0](b) ** 2, share(l_0, b))


moment = Symbol("t", VARIABLE)
SPEEDS = defined(
    "the clock dτ = η_Z ξ_n/‖c̃‖² dt, in which ż_ml = η_Z f_nl² ξ_n",
    (moment,),
    every(ddt(z[m, k](moment), moment) == squared(k, moment)),
    (moment >= 0, 2 * squared(l_0, 0) * moment < 1),
    at=NOW,
)
SPEED_OF_EXPONENT = defined(
    "B_n = η_Z ∫ξ_n dt in this clock",
    (moment,),
    ddt(B[n](moment), moment) == length(moment),
    (ONE_COMMON_OF_QUERY.claim, moment >= 0, 2 * squared(l_0, 0) * moment < 1),
    at=NOW,
)
NOTHING_YET = defined("B_n(0) = 0", (), B[n](0) == 0)


@contextmanager
def while_growing(F: Callable[[Expr], Expr]) -> Iterator[None]:
    """F grows up to t, because its derivative is not negative at any time s before: that is shown inside."""
    with proving(ForAll(s, REALS, Implies((expr(0) <= s) & (s <= t), ddt(F(s), s) >= 0))):
        have((s >= 0) & (2 * squared(l_0, 0) * s < 1), FACTOR_KEEPS_ORDER(s, t, squared(l_0, 0)))  # on its way as well
        yield
    have(F(expr(0)) <= F(t), GROWS(F, s, 0, t))


def logit(which: Expr) -> Callable[[Expr], Expr]:
    return lambda time: z[m, which](time)


@auxiliary(lambda which: rise(which, t) <= B[n](t))
def exponent_above(which: Expr) -> None:
    """z_l(t) - z_l(0) ≤ B_n(t) for a distinct token, because c̃_l² ≤ ‖c̃‖²."""
    with while_growing(lambda time: B[n](time) - z[m, which](time)):
        hence(
            SPEEDS(s),
            SPEED_OF_EXPONENT(s),
            DDT_DIFFERENCE(B[n], logit(which), s),
            SUM_ABOVE_TERM(terms(distinct_length(s)), k, G_DT, which),
            SQUARE(score[c, n](s)),
        )
    hence(NOTHING_YET())


@auxiliary(lambda a, b: z[m, l_0](a) < z[m, l_0](b))
def logit_rises(a: Expr, b: Expr) -> None:
    """l₀ rises."""
    hence(MOVES(a), MOVES(b), LOG_GROWS_STRICTLY(left(l_0, b), left(l_0, a)))


CHI = defined("χ_l = e^(2(z_l(t) - z_l(0)))", (token,), chi[token](t) == exp(2 * rise(token, t)), at=((l_0,),))


def gain(which: Expr, time: Expr) -> Expr:
    """r_{l₀/l|n}(t)."""
    return r[l_0, which, n](time)


GAIN = defined(
    "r_{l₀/l|n} = c̃_l₀²/c̃_l² - 1",
    (time,),
    every(gain(k, time) + 1 == squared(l_0, time) / squared(k, time)),
    ON_ITS_WAY,
    at=NOW,
)
GAIN_AT_FIRST = defined("r_{l₀/l|n}(0) = c̃_l₀²(0)/c̃_l²(0) - 1", (), every(r[l_0, k](0) + 1 == squared(l_0, 0) / squared(k, 0)))


def ratio(which: Expr, time: Expr) -> Expr:
    """c̃_l₀²/c̃_l² as the clock has it."""
    return reached(l_0, time) * (left(which, time) / squared(which, 0))


@auxiliary(lambda which, time: gain(which, time) + 1 == ratio(which, time))
def gain_of_clock(which: Expr, time: Expr) -> None:
    """Each of the two has moved alone."""
    obtain(rooms(time))
    calc(gain(which, time) + 1).eq(squared(l_0, time) / squared(which, time), GAIN(time)).eq(ratio(which, time), MOVES(time))


@auxiliary(lambda which, a, b: gain(which, a) < gain(which, b))
def gain_rises(which: Expr, a: Expr, b: Expr) -> None:
    """r_{l₀/l|n} rises for a distinct token l ≠ l₀, whose score is smaller."""
    obtain(rooms(a, b), gain_of_clock(which, a), gain_of_clock(which, b))
    have(squared(which, 0) > 0)
    have(squared(l_0, 0) - squared(which, 0) > 0, DOMINANT.claim, GAIN_AT_FIRST)
    slower, faster = left(which, a) * left(l_0, b), left(which, b) * left(l_0, a)
    have(slower < faster, POSITIVE_FACTOR_KEEPS_ORDER(a, b, squared(l_0, 0) - squared(which, 0)))
    (
        calc(gain(which, a))
        .eq(ratio(which, a) - 1)
        .lt(ratio(which, b) - 1, POSITIVE_FACTOR_KEEPS_ORDER(slower, faster, squared(l_0, 0)))
        .eq(gain(which, b))
    )
