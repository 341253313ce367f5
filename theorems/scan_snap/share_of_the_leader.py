"""The share of the dominant token (scan_snap, Appendix E): Theorem 3, Eqn 114."""

from theorems.scan_snap.attention_dynamics import MOVED, drift
from theorems.scan_snap.language import *
from theorems.scan_snap.pairs_of_tokens import (
    OF_LEADERS,
    T3,
    M,
    absent,
    defined,
    gain,
    gain_rate,
    leader,
    led_and_losing,
    moves,
    of_n,
    pace,
    top_of_n,
    with_distinct,
)
from theorems.scan_snap.uneven_counts import positive_xi


def of_leader(x: Classes, n: int) -> int:
    """l₀ of a class that has distinct tokens."""
    top = leader(x, n)
    assert top is not None
    return top


def rate_of_quotient(x: Classes, n: int) -> Ball:
    """d/dt 1/(M + Σ_l r_{l/l₀|n}) by the quotient rule, the r of the tokens that no class has being -1."""
    top = of_leader(x, n)
    rivals = [l for l in range(x.tokens) if l != top]
    whole = x.tokens + sum((gain(x, l, top, n) for l in rivals), balls.ball(0))
    return -sum((gain_rate(x, l, top, n) for l in rivals), balls.ball(0)) / whole**2


squared, rivals, vocabulary = f[n, top_of_n] ** 2, Without(tokens, top_of_n), Named("{1, ..., M}")
printed_gains, relative_gains = (Sum(lp, Without(over, top_of_n), r[lp, top_of_n, n](t)) for over in (vocabulary, tokens))
inverse = 1 / (M + (relative_gains - absent))
z_dot, r_dot = symbols("ż ṙ")  # of a token's logit at the query of n, and of r_{l′/l₀|n}
OF_SHARES = OF_LEADERS.knowing(
    {
        ddt(inverse, t): rate_of_quotient,
        z_dot[n, l]: lambda x, n, l: x.drift(x.psi[n], l),
        r_dot[n, l]: lambda x, n, l: gain_rate(x, l, of_leader(x, n), n),
    }
)
ALL_TOKENS = Declared(meaning=((printed_gains, relative_gains - absent),))
with T3.where(given=replace(OF_SHARES, points=replace(OF_SHARES.points, declared=ALL_TOKENS))):
    T3["Eqn 114"] = ForAll(n, led_and_losing, chain(ddt(squared, t), "==", ddt(1 / (M + printed_gains), t), ">", 0))
T3["Eqn 114"].uses("Theorem 3/Eqn 112", "Theorem 3/Eqn 113").note(
    "The sum runs over all M tokens; r = -1 for those that no class has."
)
RELATIVE = ForAll(n, with_distinct, ForAll(lp, rivals, r[lp, top_of_n, n](t) + 1 == f[n, lp] ** 2 / squared))
leading, other_score = score[top_of_n, n], score[lp, n]
by_quotient_rule = (
    2 * other_score * (other_score * z_dot[n, lp]) * leading**2
    - other_score**2 * (2 * leading * (leading * z_dot[n, top_of_n]))
) / leading**4
RELATIVE_RATE = (r_dot[n, lp] == by_quotient_rule) & (r[lp, top_of_n, n](t) + 1 == other_score**2 / leading**2) & (leading > 0)
RELATIVE_GAINS = defined(
    "r_{l′/l₀|n} = f_nl′²/f_nl₀² - 1, and -1 for the tokens that no class has",
    (),
    RELATIVE & (absent == M - Sum(lp, tokens, 1)),
)
RATE_OF_GAIN = Definition(
    "r_{l′/l₀|n} = c̃_l′²/c̃_l₀² - 1 by the quotient rule",
    (),
    ForAll(n, with_distinct, ForAll(lp, rivals, RELATIVE_RATE) & (z_dot[n, top_of_n] == pace(top_of_n))),
    of=OF_SHARES,
)
rates = Sum(lp, rivals, r_dot[n, lp])
RATE_OF_INVERSE = Definition(
    "1/(M + Σ r) by the quotient rule", (), ForAll(n, with_distinct, ddt(inverse, t) == -rates * inverse**2), of=OF_SHARES
)
shares, whole_share = (Sum(lp, over, f[n, lp] ** 2) for over in (rivals, tokens))
own_speed, common_speed = (Sum(l, over, f[n, l] ** 2 * pace(l)) for over in (distinct(n), of_n))
rival_speed, all_speeds = (Sum(lp, over, f[n, lp] ** 2 * z_dot[n, lp]) for over in (rivals, tokens))
own_share, common_share = (Sum(l, over, f[n, l] ** 2) for over in (distinct(n), of_n))
mean_speed = ddt(squared, t) == 2 * squared * (pace(top_of_n) - own_speed - common_speed)
MEETS = ForAll(n, classes, ForAll(np, others, f[n] ** top * f[np] == Sum(l, of_n, f[n, l] * f[np, l])))
kinds = (own_share + common_share == 1) & (all_speeds == own_speed + common_speed)
SHARE_RATE = ForAll(n, with_distinct, mean_speed & kinds)
LARGEST_SHARE = ForAll(n, with_distinct, ForAll(l, distinct(n), f[n, l] <= f[n, top_of_n]))
IN_TWO_KINDS = Definition(
    "a token of n is distinct or common, l₀ is the distinct one with the largest share; f² = c̃²/‖c̃‖² by the quotient rule",
    (),
    SHARE_RATE & LARGEST_SHARE & MEETS,
    of=OF_SHARES,
)
other_share = Sum(l, of_n, f[np, l] ** 2)
pulled = Sum(np, others, beta[n, np] * (f[n] ** top * f[np]))
at_top_speed = Sum(l, distinct(n), f[n, l] ** 2 * pace(top_of_n))


def some_common_share() -> None:
    """Σ_l f_nl² over the common tokens is positive: without it n would overlap no other class, and ξ_n > 0."""
    have(ForAll(l, of_n, f[n, l] ** 2 >= 0))
    have(common_share >= 0, SUM_NONNEGATIVE(terms(common_share), l, of_n))
    with suppose_not(common_share > 0):
        with proving(ForAll(np, others, f[n] ** top * f[np] == 0)):
            have(other_share >= 0, SUM_NONNEGATIVE(terms(other_share), l, of_n))
            have(sqrt(common_share) <= 0)
            meeting = CAUCHY_SCHWARZ_ROOTS(lambda x: f[n, x], lambda x: f[np, x], l, of_n)
            hence(IN_TWO_KINDS, meeting, ABS_ABOVE(Sum(l, of_n, f[n, l] * f[np, l])))
        hence(SUM_BELOW_COUNT(terms(pulled), 0, np, others), XI(n), CLOCK())


@proof(T3["Eqn 114"])
def _() -> None:
    """Σ_l' f_l'²/f_l₀² = 1 + Σ_{l'≠l₀}(1 + r_{l'/l₀}); 1 + r_{l'/l₀} = 1/(1 + r_{l₀/l'}) falls by Eqns 112, 113."""
    obtain(positive_xi, drift)
    have(squared > 0, MOVED)
    whole = SUM_RENAMED(terms(whole_share), lp, k, tokens), SUM_WITHOUT(terms(whole_share), lp, tokens, top_of_n)
    have(shares == 1 - squared, UNIT(n), *whole)
    have(
        M + (relative_gains - absent) == 1 / squared,
        linear(relative_gains, 1 / squared, shares, -1, Sum(lp, rivals, 1)),
        RELATIVE_GAINS,
        SUM_WITHOUT(lambda _: expr(1), lp, tokens, top_of_n),
    )
    with proving(ddt(squared, t) == ddt(inverse, t)):
        gained, pull_apart = r[lp, top_of_n, n](t) + 1, z_dot[n, lp] - z_dot[n, top_of_n]
        in_parts = linear(rates, 2 / squared, rival_speed, -2 * z_dot[n, top_of_n] / squared, shares)
        with proving(*in_parts.hypotheses):
            have((r_dot[n, lp] == by_quotient_rule) & (gained == other_score**2 / leading**2) & (leading > 0), RATE_OF_GAIN)
            have(gained == f[n, lp] ** 2 / squared, RELATIVE_GAINS)
            calc(r_dot[n, lp]).eq(2 * gained * pull_apart).eq(2 * (f[n, lp] ** 2 / squared) * pull_apart)
        have(in_parts.claim, in_parts)
        have(rival_speed == all_speeds - squared * z_dot[n, top_of_n], SUM_WITHOUT(terms(all_speeds), lp, tokens, top_of_n))
        have(ddt(inverse, t) == -rates * squared**2, RATE_OF_INVERSE)
        have(ddt(squared, t) == 2 * squared * (pace(top_of_n) - all_speeds), IN_TWO_KINDS)
        have(z_dot[n, top_of_n] == pace(top_of_n), RATE_OF_GAIN)
    have(moves(top_of_n))
    have(pace(top_of_n) > 0)
    some_common_share()
    with proving(ForAll(l, distinct(n), pace(l) <= pace(top_of_n))):
        have(moves(l) & (f[n, l] <= f[n, top_of_n]) & (f[n, l] > 0))
    have(own_speed <= at_top_speed, SUM_ORDER)
    have(at_top_speed == pace(top_of_n) * own_share, multiple(at_top_speed, pace(top_of_n), own_share))
    have(common_speed <= 0, SUM_BELOW_COUNT(terms(common_speed), 0, l, of_n))
    have(pace(top_of_n) - own_speed - common_speed > 0, IN_TWO_KINDS)
