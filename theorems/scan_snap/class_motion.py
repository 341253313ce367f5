"""The flow of a class, integrated (scan_snap, Appendix D): e^(-2 z_l) falls by 2 P(l|n)² in its clock, z_c as the others rise.

The scores are c̃_nl = P(l|n) e^(z_ml), and dz_ml = c̃_nl² dτ for a distinct token, which is Eqn 10 in the clock of
:mod:`theorems.scan_snap.gains`.
"""

from theorems.kernel.scripts import Have
from theorems.scan_snap.class_flow import NOW, SPEEDS, distinct_length, every, left, length, logit, rise, squared, time, token
from theorems.scan_snap.language import *

s = Symbol("s", VARIABLE)
WHEN = tuple((which, when) for which in (l_0, lp, c) for when in (t, expr(0)))
defined = partial(Definition, of=ONE_CLASS)
SCORES = defined(
    "c̃_nl = P(l|n) e^(z_ml)", (token, time), score[token, n](time) == P(token, n) * exp(z[m, token](time)), at=WHEN
)
WEIGHTS = defined(
    "tokens of n have P(l|n) > 0",
    (token,),
    every(P(k, n) > 0) & (P(c, n) > 0),
    at=((l_0,),),
    names=(P(token, n),),
    exists="the data are given with them",
)
COMMON_SPEED = defined(
    "the common token in the clock: all classes of its query push it down",
    (moment,),
    ddt(z[m, c](moment), moment) == -SIZE_OF_QUERY * distinct_length(moment),
    (ONE_COMMON_OF_QUERY.claim, ALIKE_OF_QUERY.claim, moment >= 0, 2 * squared(l_0, 0) * moment < 1),
    at=NOW,
)
SHARE = defined(
    "f_n = c̃_n/‖c̃_n‖",
    (token, time),
    f[n, token](time) == score[token, n](time) / sqrt(length(time)),
    (ONE_COMMON_OF_QUERY.claim,),
    at=WHEN,
)


def positively(which: Expr, time: Expr) -> tuple[Reason, ...]:
    """Why c̃_l > 0."""
    weight = () if which is c else (INSTANCE(lambda x: P(x, n) > 0, k, G_DT, which),)
    return (WEIGHTS(which), *weight, SCORES(which, time), EXP_POSITIVE(z[m, which](time)))


def kept(F: Callable[[Expr], Expr], then: Script, still: Script) -> Script:
    """First F(0) = F(time), because its derivative vanishes."""
    meanwhile = ForAll(s, REALS, Implies((expr(0) <= s) & (s <= time), ddt(F(s), s) == 0))
    on_way = Have(2 * squared(l_0, 0) * s < 1, by(FACTOR_KEEPS_ORDER(s, time, squared(l_0, 0))), still)
    return Have(meanwhile, each(on_way), Have(F(expr(0)) == F(time), by(STAYS(F, s, 0, time)), then))


def moves() -> Script:
    falls, steady = (lambda x: exp(-2 * z[m, k](x))), 2 * P(k, n) ** 2
    alone = INSTANCE(lambda x: ddt(z[m, x](s), s) == squared(x, s), k, G_DT, k)
    shrunk = exp(-2 * rise(k, time))
    known = by(*positively(k, expr(0)), EXP_POSITIVE(z[m, k](time)))
    each_one = (
        by(*positively(k, expr(0)), *positively(k, time), EXP_POSITIVE(-2 * rise(k, time))),
        by(EXP_POSITIVE(-2 * rise(k, time)), EQUALS(log, left(k, time), shrunk)),
        by(*positively(k, time)),
    )
    rules = (
        DDT_SUM(falls, lambda x: steady * x, s),
        DDT_EXP(lambda x: -2 * z[m, k](x), s),
        DDT_FACTOR(expr(-2), logit(k), s),
        DDT_FACTOR(steady, lambda x: x, s),
        DDT_TIME(s),
    )
    motion = by(SPEEDS(s), alone, SCORES(k, s), *rules)
    room = only(left(k, time) == shrunk, EXP_POSITIVE(-2 * rise(k, time)))
    shown = (Have(left(k, time) == shrunk, known, Have(left(k, time) > 0, room, script)) for script in each_one)
    return each(*(kept(lambda x: falls(x) + steady * x, script, motion) for script in shown))


MOVES = moves()


def loses() -> Script:
    size = SIZE_OF_QUERY
    speeds = Sum(k, G_DT, ddt(z[m, k](s), s))
    rules = (
        DDT_SUM(logit(c), lambda x: size * Sum(k, G_DT, z[m, k](x)), s),
        DDT_FACTOR(size, lambda x: Sum(k, G_DT, z[m, k](x)), s),
        DDT_TOTAL(lambda x, y: z[m, x](y), s, k, G_DT),
    )
    alike = Have(speeds == distinct_length(s), by(SPEEDS(s), equal(speeds, distinct_length(s))), by(COMMON_SPEED(s), *rules))
    apart = SUM_OF_DIFFERENCES(lambda x: z[m, x](time), lambda x: z[m, x](0), k, G_DT)
    fall = kept(lambda x: z[m, c](x) + size * Sum(k, G_DT, z[m, k](x)), by(apart), alike)
    scores = by(*positively(c, expr(0)), *positively(c, time))
    return each(fall, scores, scores)


def share() -> Script:
    of_distinct = SUM_NONNEGATIVE(terms(distinct_length(time)), k, G_DT)
    return Have(
        of_distinct.hypotheses[0], by(), Have(length(time) > 0, by(of_distinct, *positively(c, time)), by(SHARE(token, time)))
    )


LOSES, SHARE_OF = loses(), share()
BOOSTED = by(SCORES(token, t), SCORES(token, 0))
