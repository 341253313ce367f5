"""How two tokens of one class grow against each other (scan_snap, Appendix E): Theorem 3, Eqns 108 to 113."""

from theorems.scan_snap.attention_dynamics import ANY, MOVED, SETS, drift
from theorems.scan_snap.language import *
from theorems.scan_snap.uneven_counts import positive_xi


def leader(x: Classes, n: int) -> int | None:
    """l₀, the distinct token of n with the largest score."""
    return max(x.distinct(n), key=lambda l: x.scores[n][l], default=None)


def boost(x: Classes, m: int, l: int) -> Fraction:
    """e^(z_ml) for a token that some class of the query m has."""
    return next(x.boost(n, l) for n in x.members(m) if x.weights[n][l] > 0)


def gain(x: Classes, l: int, other: int, n: int) -> Ball:
    """c̃_nl²/c̃_nl'² - 1, through attention."""
    return (x.f[n][l] / x.f[n][other]) ** 2 - 1


def gain_at_first(x: Classes, l: int, other: int, n: int) -> Fraction:
    """The same at time 0."""
    return (x.weights[n][l] / x.weights[n][other]) ** 2 - 1


def gain_rate(x: Classes, l: int, other: int, n: int) -> Ball:
    """The quotient rule on c̃_nl²/c̃_nl'², with c̃' = c̃ ż."""
    a, b = balls.ball(x.scores[n][l]), balls.ball(x.scores[n][other])
    up, down = x.drift(x.psi[n], l), x.drift(x.psi[n], other)
    return (2 * a * (a * up) * b * b - a * a * 2 * b * (b * down)) / b**4


def share_rate(x: Classes, n: int) -> Ball:
    """d/dt f_nl₀² = 2 f_nl₀² (ż_l₀ - Σ_k f_nk² ż_k)."""
    top = leader(x, n)
    assert top is not None
    mean = sum((x.f[n][l] ** 2 * x.drift(x.psi[n], l) for l in range(x.tokens)), balls.ball(0))
    return 2 * x.f[n][top] ** 2 * (x.drift(x.psi[n], top) - mean)


M, tp, lam, absent, tau = symbols("M t′ λ absent τ")
start, first_score = symbols("c̃²(0) c̃(0)")
top_of_n = l_0(n)
with_distinct, overlapping = Named("{n: G_DT(n) ≠ ∅}"), Named("{n: n overlaps another class}")
of_n, support = SetOf("G_CT", (n,)), SetOf("supp", (n,))
now, at_first = r[l, lp, n](t), r[l, lp, n](0)
OF_CLASSES = replace(CLASS_WORDS, points=ANY).knowing(
    {
        t: lambda _: None,  # the time of the instance; the other one is 0, where the scores are the weights
        with_distinct: lambda x: [n for n in range(x.K) if x.distinct(n)],
        of_n: lambda x, n: [l for l in x.common if x.weights[n][l] > 0],
        support: lambda x, n: [l for l in range(x.tokens) if x.weights[n][l] > 0],
        top_of_n: leader,
        z[m, l](t): lambda x, m, l, time: balls.ball(0) if time == 0 else balls.log(balls.ball(boost(x, m, l))),
        first_score[l, n]: lambda x, l, n: x.weights[n][l] / sum(x.weights[n]),
        now: lambda x, l, other, n, time: gain_at_first(x, l, other, n) if time == 0 else gain(x, l, other, n),
        ddt(now, t): lambda x, l, other, n, _: gain_rate(x, l, other, n),
        ddt(f[n, top_of_n] ** 2, t): share_rate,
        absent: lambda x: x.M - x.tokens,
    }
)
HAS_LEADER = ForAll(n, with_distinct, Member(n, classes) & Member(top_of_n, distinct(n)))
HAS_RIVALS = ForAll(n, classes, ForAll(lp, distinct(n), Member(n, with_distinct)))
OF_CLASSES = replace(OF_CLASSES, ranges=(*CLASS_WORDS.ranges, *SETS, HAS_LEADER, HAS_RIVALS))


def later(x: Gains) -> Gains:
    """A quarter of the way that is left later."""
    return replace(x, share=x.share + (1 - x.share) / 4)


def rise(token: Expr) -> Expr:
    """z_l(t) - z_l(0)."""
    return z[m, token](t) - z[m, token](0)


at_top = f[n, l_0](t) ** 2
ALONG_THE_FLOW = ONE_CLASS.knowing(
    {
        now: "r",
        at_first: "r0",
        rise(l): "z_l",
        rise(lp): "z_other",
        chi[l](t): lambda x: x.arithmetic.exp(2 * x.z_l),
        chi[l_0](t): "chi",
        start[l]: lambda x: x.own[x.l] ** 2,
        start[lp]: lambda x: x.own[x.other] ** 2,
        tau: "tau",
    }
)
OFTEN = nearly_equally_often(OF_CLASSES)
T3 = Lemma("Theorem 3", "Section 5 and Appendix E", "the growth of distinct tokens", given=OF_CLASSES, uses=["Theorem 2/a"])


def _two_own(i: Instance) -> bool:
    weights = read(str(i.weights))
    return any(len(distinct_tokens(weights, n)) > 1 for n in range(len(weights)))


TWO_OWN = Condition(words="some n has two distinct tokens", check=_two_own)


def pace(token: Expr) -> Expr:
    return ddt(z[psi(n), token], t)


def risen(token: Expr) -> Expr:
    """z_ml(t) - z_ml(0) at the query of class n."""
    return z[psi(n), token](t) - z[psi(n), token](0)


def of_distinct(claim: Claim) -> Claim:
    """For every distinct token of a class."""
    return ForAll(n, classes, ForAll(l, distinct(n), claim))


def of_distinct_pairs(claim: Claim) -> Claim:
    """For every two distinct tokens of a class."""
    return of_distinct(ForAll(lp, Without(distinct(n), l), claim))


def decay(token: Expr) -> Expr:
    return exp(-(2 * risen(token))) * pace(token)


grown = (at_first + 1) * exp(2 * risen(l)) / exp(2 * risen(lp))
with T3.where(TWO_OWN, given=OFTEN):
    T3["Eqn 108"] = of_distinct_pairs(chain(pace(l) / pace(lp), "==", now + 1, "==", grown))
with T3.where(TWO_OWN):
    T3["Eqn 109"] = of_distinct_pairs(decay(l) == (at_first + 1) * decay(lp))
ANY_START = "For any Z(0): it enters by c̃_{l|n}(0) = P(l|n)e^{z_l(0)} > 0, the weights of an instance, whose z is z(t) - z(0)."
T3["Eqn 108"].note(ANY_START)
squared_norm = Symbol("‖c̃‖²")
AS_SCORES = OF_CLASSES.knowing({squared_norm[n]: lambda x, n: (x.norms[n] / balls.ball(sum(x.weights[n]))) ** 2})
SCORE = Definition(
    "f_nl = c̃_nl/‖c̃_n‖ with c̃_nl = c̃_nl(0) e^(z_l(t) - z_l(0))",
    (),
    of_distinct(
        (f[n, l] ** 2 == first_score[l, n] ** 2 * exp(2 * risen(l)) / squared_norm[n])
        & (squared_norm[n] > 0)
        & (first_score[l, n] > 0)
    ),
    of=AS_SCORES,
)
defined = partial(Definition, of=OF_CLASSES)
GAIN_AT_FIRST = defined(
    "r_{l/l′|n}(0) = c̃_nl(0)²/c̃_nl′(0)² - 1",
    (),
    of_distinct_pairs(at_first + 1 == first_score[l, n] ** 2 / first_score[lp, n] ** 2),
)


GAIN = defined("r_{l/l′|n} = f_nl²/f_nl′² - 1", (), of_distinct_pairs(now + 1 == f[n, l] ** 2 / f[n, lp] ** 2))


def moves(token: Expr) -> Relation:
    """Eqn 98."""
    return pace(token) == eta_Z * f[n, token] ** 2 * xi[n]


def boosted(token: Expr) -> Expr:
    """f_nl²."""
    return first_score[token, n] ** 2 * exp(2 * risen(token)) / squared_norm[n]


def slowed(token: Expr) -> Relation:
    return decay(token) == eta_Z * xi[n] / squared_norm[n] * first_score[token, n] ** 2


@proof(T3["Eqn 108"])
def _() -> None:
    """Eqn 98 for both tokens: ż_l/ż_l' = f_l²/f_l'²; and r + 1 is the squared ratio of the scores."""
    obtain(positive_xi, drift)
    have(moves(l) & moves(lp))
    have(xi[n] > 0)
    have(f[n, lp] > 0, MOVED)
    have((f[n, l] ** 2 == boosted(l)) & (f[n, lp] ** 2 == boosted(lp)), SCORE)
    (
        calc(now + 1)
        .eq(f[n, l] ** 2 / f[n, lp] ** 2)
        .eq(boosted(l) / f[n, lp] ** 2)
        .eq(boosted(l) / boosted(lp), EQUALS(lambda x: boosted(l) / x, f[n, lp] ** 2, boosted(lp)))
        .eq(grown)
    )


@proof(T3["Eqn 109"].note(ANY_START).uses("Theorem 3/Eqn 108"))
def _() -> None:
    """e^(-2(z_l(t)-z_l(0))) ż_l = η_Zξ_n c̃_nl(0)²/‖c̃_n‖²."""
    obtain(drift)
    have(slowed(l) & slowed(lp), SCORE)
    calc(decay(l)).eq(slowed(l).right).eq((at_first + 1) * slowed(lp).right).eq((at_first + 1) * decay(lp))


with T3.where(given=replace(ALONG_THE_FLOW, points=ALONE.where(TWO_TOKENS))):
    T3["Eqn 110"] = exp(-(2 * rise(l))) - 1 == (at_first + 1) * (exp(-(2 * rise(lp))) - 1)
    T3["Eqn 11"] = chain(now, "==", at_first * exp(2 * rise(l)), "==", at_first * chi[l](t))
INTEGRATED = Definition(
    "the flow in the clock dτ = η_Z ξ_n/|c̃_n|² dt, integrated: 1/c̃_l² falls by 2τ",
    (),
    (exp(-(2 * rise(l))) == 1 - 2 * start[l] * tau) & (exp(-(2 * rise(lp))) == 1 - 2 * start[lp] * tau),
    of=ALONG_THE_FLOW,
)
POSITIVE_START = Definition("c̃(0) > 0", (), (start[l] > 0) & (start[lp] > 0), of=ALONG_THE_FLOW)
GAINED = Definition(
    "r_{l/l′|n} = c̃_l²/c̃_l′² - 1 with c̃_l = c̃_l(0) e^(z_l(t)-z_l(0))",
    (),
    (at_first + 1 == start[l] / start[lp]) & (now + 1 == start[l] * exp(2 * rise(l)) / (start[lp] * exp(2 * rise(lp)))),
    of=ALONG_THE_FLOW,
)
GROWTH_FACTOR = Definition("χ_l", (), chi[l](t) == exp(2 * rise(l)), of=ALONG_THE_FLOW)
left_l, left_lp = exp(-(2 * rise(l))), exp(-(2 * rise(lp)))


@proof(T3["Eqn 110"].uses("Theorem 3/Eqn 109"))
def _() -> None:
    """Both sides are -2c̃_l²(0)τ."""
    calc(left_l - 1).eq(-2 * start[l] * tau).eq(start[l] / start[lp] * (left_lp - 1)).eq((at_first + 1) * (left_lp - 1))


@proof(T3["Eqn 11"].note("Eqn 111 is the same.").uses("Theorem 3/Eqn 110"))
def _() -> None:
    """1/c̃² falls by 2τ for both tokens, so that the difference of 1/c̃_l'² and 1/c̃_l² stays."""
    (
        calc(now)
        .eq(start[l] * left_lp / (start[lp] * left_l) - 1)
        .eq((start[l] * (1 - 2 * start[lp] * tau) - start[lp] * left_l) / (start[lp] * left_l))
        .eq((start[l] - start[lp]) / (start[lp] * left_l))
        .eq(at_first * exp(2 * rise(l)))
    )


lead = r[top_of_n, lp, n]


def is_led(x: Classes, n: int) -> bool:
    """One distinct token of n has a larger score than the others."""
    own = [x.scores[n][l] for l in x.distinct(n)]
    return sum(score == max(own) for score in own) < 2


def commons_fall(x: Classes, n: int) -> bool:
    """ż_ml < 0 for the common tokens of n, decided in balls."""
    return all(certainly(partial(balls.lt, x.drift(x.psi[n], l), balls.ball(0))) for l in x.common if x.weights[n][l] > 0)


led = Named("{n: r_{l₀/l′|n}(t) > 0 for all l′ ∈ G_DT(n)∖{l₀}}")
losing = Named("{n: G_DT(n) ≠ ∅, ż_l < 0 for all l ∈ G_CT(n)}")
led_and_losing = Named("{n: G_DT(n) ≠ ∅, r_{l₀/l′|n}(t) > 0 for all l′ ∈ G_DT(n)∖{l₀}, ż_l < 0 for all l ∈ G_CT(n)}")
LED = ForAll(n, led, Member(n, classes) & ForAll(lp, Without(distinct(n), top_of_n), lead(t) > 0))
LOSING = ForAll(n, losing, Member(n, with_distinct) & ForAll(l, of_n, pace(l) < 0))
BOTH = ForAll(n, led_and_losing, Member(n, led) & Member(n, losing) & Member(n, with_distinct))
OF_LEADERS = OFTEN.knowing(
    {
        led: lambda x: [n for n in range(x.K) if is_led(x, n)],
        losing: lambda x: [n for n in range(x.K) if x.distinct(n) and commons_fall(x, n)],
        led_and_losing: lambda x: [n for n in range(x.K) if x.distinct(n) and is_led(x, n) and commons_fall(x, n)],
    }
)
OF_LEADERS = replace(OF_LEADERS, ranges=(*OF_LEADERS.ranges, LED, LOSING, BOTH))


def of_every_rival(claim: Claim) -> Claim:
    """For every other distinct token of a class with a dominant one."""
    return ForAll(n, led, ForAll(lp, Without(distinct(n), top_of_n), claim))


printed = lead(0) * exp(2 * risen(top_of_n)) * pace(top_of_n)
with T3.where(TWO_OWN, given=OF_LEADERS):
    T3["Eqn 112"] = of_every_rival(chain(ddt(lead(t), t), "==", printed, ">", 0))
T3["Eqn 112"].uses("Theorem 3/Eqn 11").refuted("K=2 M=400 psi=0,0 weights=3,4,3,0,0;4,0,0,4,3 boosts=1,1,1,1,1")
T3["Eqn 112"].note("For distinct l' ≠ l₀. The derivative of e^(2Δ) brings a factor 2; the sign is right.")


def _on_the_flow(i: Instance) -> bool:
    """r(t) = r(0)e^(2(z(t)-z(0))) for every rival of a dominant token, exactly."""
    weights, scores = read(str(i.weights)), scores_of(i)
    for n, (before, after) in enumerate(zip(weights, scores, strict=True)):
        own = sorted(distinct_tokens(weights, n), key=after.__getitem__, reverse=True)
        if len(own) > 1 and after[own[0]] == after[own[1]]:
            continue  # no token of n is dominant
        for l in own[1:]:
            at_t = ((before[own[0]] / before[l]) ** 2 - 1) * (after[own[0]] / before[own[0]]) ** 2
            if (after[own[0]] / after[l]) ** 2 - 1 != at_t:
                return False
    return True


ON_THE_FLOW = Condition(
    of_every_rival(lead(t) == lead(0) * exp(2 * risen(top_of_n))),
    _on_the_flow,
    lambda i: i.but(boosts=word([[1] * len(row) for row in read(str(i.boosts))])),
    said="Eqn 11, along the flow",
)
GROWN = Instance(K=2, M=10_000, psi="0,0", weights="3,4,3,0,0;4,0,0,4,3", boosts="1,5/3,5/4,5/3,5/4")  # rational at t > 0
repaired = T3["Eqn 112"].repair(
    ON_THE_FLOW,
    given=replace(OF_LEADERS, points=replace(OF_LEADERS.points, small=lambda: iter((GROWN, *small_classes())))),
    claim=of_every_rival(chain(ddt(lead(t), t), "==", 2 * printed, ">", 0)),
    why="the factor 2",
)
leading, other_score = score[top_of_n, n], score[lp, n]
by_quotient_rule = (
    2 * leading * (leading * pace(top_of_n)) * other_score**2 - leading**2 * (2 * other_score * (other_score * pace(lp)))
) / other_score**4
LAW_OF_GAIN = (
    (ddt(lead(t), t) == by_quotient_rule)
    & (lead(t) + 1 == leading**2 / other_score**2)
    & (leading == P(top_of_n, n) * exp(z[psi(n), top_of_n](t)))
    & (other_score == P(lp, n) * exp(z[psi(n), lp](t)))
    & (P(lp, n) > 0)
    & (P(top_of_n, n) > 0)
)
AGAINST_DISTINCT = ForAll(n, with_distinct, ForAll(lp, Without(distinct(n), top_of_n), LAW_OF_GAIN))
AGAINST_COMMON = ForAll(n, with_distinct, ForAll(lp, of_n, LAW_OF_GAIN))
GAIN_RATE = defined(
    "r_{l₀/l′|n} = c̃_l₀²/c̃_l′² - 1 by the quotient rule, c̃_l = P(l|n) e^(z_l(t)) moves by c̃_l ż_l",
    (),
    AGAINST_DISTINCT & AGAINST_COMMON,
)


@proof(repaired)
def _() -> None:
    """The quotient rule for the squared ratio of the scores; ż_l₀/ż_l' = f_l₀²/f_l'² = r + 1 (Eqn 108)."""
    obtain(positive_xi, drift)
    have(moves(top_of_n) & moves(lp))
    (
        calc(ddt(lead(t), t))
        .eq(2 * ((lead(t) + 1) * (pace(top_of_n) - pace(lp))))
        .eq(2 * (lead(t) * pace(top_of_n)), GAIN)
        .eq(2 * printed)
    )


ahead = P(top_of_n, n) ** 2 / P(lp, n) ** 2 * exp(2 * (z[psi(n), top_of_n](t) - z[psi(n), lp](t)))
moving = chain(ddt(lead(t), t), "==", ahead * (2 * (pace(top_of_n) - pace(lp))), ">", 0)
with T3.where(given=OF_LEADERS):
    T3["Eqn 113"] = ForAll(n, losing, ForAll(lp, of_n, moving))
T3["Eqn 113"].note("Here l' runs through the common tokens of n.")


@proof(T3["Eqn 113"])
def _() -> None:
    """The quotient rule for the squared ratio of scores; ż_l₀ ≥ 0 > ż_l'."""
    obtain(positive_xi, drift)
    have(pace(top_of_n) >= 0, CLOCK)
