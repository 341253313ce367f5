"""The two fates of attention (scan_snap, Section 6): who wins, and how fast."""

from theorems.scan_snap import falling_commons as falling
from theorems.scan_snap import twins
from theorems.scan_snap.class_fates import not_falling, ranked, rises_bounded
from theorems.scan_snap.class_flow import (
    GAIN_AT_FIRST,
    LOSES,
    MOVES,
    exponent_above,
    left,
    reached,
    rise,
    rises,
    rooms,
    squared,
)
from theorems.scan_snap.contents import SHARE
from theorems.scan_snap.language import *
from theorems.scan_snap.pairs_of_tokens import of_n
from theorems.scan_snap.twins import OF_TWINS

x = positive("x")
S6 = Lemma("Section 6", "Section 6", "two fates of attention", given=ALONG, uses=["Theorem 3/Eqn 11", "Theorem 3/Eqn 12"])
GAIN_GROWS = limit_is("r(0) e^(2f²(0)B) → ∞ as B → ∞ (r(0) = 1/10, f² = 1/50)", sympy.exp(x / 25) / 10, x, sympy.oo)

ALL_OF_CLASS = falling.UNTIL_NOW.knowing({contextual: lambda x, n: [*x.distinct, *x.shared]})
at_start = f[n, l_0](0) ** 2
least = exp(2 * at_start * B[n](t))  # of χ_l₀, by Theorem 3
boost, first_gain = exp(2 * rise(l_0, t)), r[l_0, lp](0)
DISTINCT_FALL = ForAll(lp, Without(G_DT, l_0), f[n, lp](t) ** 2 <= 1 / (2 + first_gain * least))
COMMON_FALL = ForAll(lp, of_n, f[n, lp](t) ** 2 <= (score[lp, n](0) / score[l_0, n](0)) ** 2 / least)
with S6.where(given=ALL_OF_CLASS):
    S6["slow decay"] = Implies(
        xi[n](t) >= 1 / t,
        (Limit(B[n](t), t, INFINITY) == INFINITY) & ForAll(lp, Without(contextual, l_0), Limit(f[n, lp](t), t, INFINITY) == 0),
    )
S6["slow decay"].bridge(DISTINCT_FALL & COMMON_FALL)
S6["slow decay"].in_words("Both limits: ξ_n ≥ 1/t makes B_n grow like η_Z log t, and the compared bounds fall to 0 with it.")
S6["slow decay"].trivial(SHARE).note(
    "Under Theorem 3's hypotheses: a dominant token, and common tokens that fall, any number of them. Compared: f_nl'² ≤ "
    "1/(2+r_{l₀/l'}(0)e^(2f²B_n)) for the other distinct tokens, f_nl'² ≤ (c̃_l'(0)/c̃_l₀(0))²e^(-2f²B_n) for the common ones."
)


@auxiliary((boost * left(l_0, t) == 1) & (boost >= least) & (squared(l_0, t) == squared(l_0, 0) * boost))
def boosted() -> None:
    """χ_l₀ counts how far l₀ has come."""
    obtain(rooms(t), falling.exponent_below)
    hence(MOVES(t), EXP_GROWS(2 * at_start * B[n](t), 2 * rise(l_0, t)))


@auxiliary(DISTINCT_FALL)
def others_fall() -> None:
    """f_nl'² + f_nl₀² ≤ 1 for another distinct token."""
    rest, room = Sum(k, Without(G_DT, l_0), squared(k, t)), left(lp, t)
    start, ahead, grown = squared(lp, 0), squared(l_0, 0) - squared(lp, 0), 2 + first_gain * boost
    obtain(rooms(t), boosted, falling.lengths(t))
    have((squared(lp, t) > 0) & (start > 0) & (room > 0) & (first_gain > 0), MOVES(t), DOMINANT.claim)
    have(start * first_gain == ahead, GAIN_AT_FIRST)
    have(
        squared(lp, t) + squared(l_0, t) <= falling.length(t),
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
        .eq(reached(lp, t) + squared(l_0, t))
        .eq(squared(lp, t) + squared(l_0, t), MOVES(t))
        .le(falling.length(t))
    )
    (
        calc(f[n, lp](t) ** 2)
        .eq(squared(lp, t) / falling.length(t), falling.SHARE_OF(lp, t))
        .le(1 / grown)
        .le(1 / (2 + first_gain * least))
    )


@auxiliary(COMMON_FALL)
def commons_fall() -> None:
    """f_l'² ≤ f_l'²/f_l₀² ≤ (its start)/χ_l₀ for a common token, which falls."""
    start, first, top = squared(lp, 0), squared(l_0, 0), squared(l_0, t)
    obtain(rooms(t), boosted, falling.lengths(t), falling.commons_fall(expr(0), t, t))
    have((first > 0) & (first * least <= top), FACTOR_KEEPS_ORDER(least, boost, first))
    (
        calc(f[n, lp](t) ** 2)
        .eq(squared(lp, t) / falling.length(t), falling.SHARE_OF(lp, t))
        .le(start / top)
        .le(start / (first * least), FACTOR_KEEPS_ORDER(first * least, top, start))
        .eq((score[lp, n](0) / score[l_0, n](0)) ** 2 / least)
    )


@proof(S6["slow decay"])
def _() -> None:
    """By Theorem 3 χ_l₀ ≥ e^{2f²(0)B}. For distinct l, f_l²(2 + r_{l₀/l}) = f_l² + f_l₀² ≤ 1 and r_{l₀/l} = r(0)χ_l₀; for a
    common one f_l² ≤ f_l²/f_l₀² ≤ (its start)/χ_l₀, since z_l falls.
    """
    obtain(others_fall, commons_fall)


def in_order(tokens: SetOf) -> ForAll:
    """Of two tokens the one with the larger probability has the larger score."""
    larger = Implies(P(l, n) > P(lp, n), score[l, n](t) > score[lp, n](t))
    return ForAll(l, tokens, ForAll(lp, tokens, larger))


with S6.where(given=OF_TWINS.where(DOMINANT, twins.ONE_QUERY)):
    S6["ranking"] = in_order(contextual)
S6["ranking"].uses("Theorem 3/Eqn 11").refuted("own=2,1 common=2 copies=2 share=1/2 l=0 other=1 M=400 K=2")
S6["ranking"].note(
    "In print: all contextual tokens but the dominant one drop following the ranking order of P(l|n). Z(0) "
    "= 0: of two tokens the one with the larger P(l|n) keeps more attention."
)
repaired = S6["ranking"].instead(
    given=replace(ONE_CLASS, points=ALONE.where(DOMINANT)),
    claim=in_order(G_DT),
    why="distinct tokens only: a frequent common token falls below a rare distinct one",
)


@proof(repaired.note("Z(0) = 0."))
def _() -> None:
    """c̃² = P²/(1 - 2P²τ) in the clock of the class, which grows with P."""
    ranked(l, lp)


with S6.where(given=ONE_CLASS):
    S6["bounded"] = Words("if ", B[n](t), " is bounded, the token combination becomes fixed")
S6["bounded"].bridge(
    ForAll(l, G_DT, abs(z[m, l](t) - z[m, l](0)) <= B[n](t)) & (abs(z[m, c](t) - z[m, c](0)) <= SIZE_OF_QUERY * B[n](t))
)
S6["bounded"].trivial(never_negative("|z_l(t) - z_l(0)|"))
S6["bounded"].note(
    "One common token c. Compared: a distinct logit rises by at most B_n, the common one falls by at most Σ B_n over the "
    "classes of its query (images of each other)."
)
S6["bounded"].in_words("That the logits converge is not compared; that they move no further than B_n is.")


@proof(S6["bounded"].uses("Theorem 2/Eqn 98", "Theorem 2/Eqn 100", "Theorem 3/xi"))
def _() -> None:
    """Every distinct logit rises by ∫η_Z f²ξ ≤ B_n, the common one falls by Σ_n ∫η_Z(1-f²)ξ_n ≤ Σ B_n: monotone and
    bounded, so all converge, and all ratios of scores converge to positive numbers.
    """
    obtain(rooms(t), not_falling, rises_bounded, exponent_above(l))
    have(rises(t) >= 0, SUM_NONNEGATIVE(terms(rises(t)), k, G_DT))
    hence(LOSES(t), ABS_OF_NONNEGATIVE(rise(l, t)), ABS_OF_NONPOSITIVE(rise(c, t)))


def winning(k: int) -> Instance:
    """A class 2 : 1 with a common token, when the dominant token has χ = 2^k."""
    return Instance(own="2,1", common=1, copies=1, share=1 - Fraction(1, 2**k), l=0, other=1)


with S6.where(given=replace(ONE_CLASS, points=GAINS.where(DOMINANT, TWO_TOKENS, BEHIND))):
    S6["slow growth"] = Words("if ", B[n](t), " grows very slowly, the token combination is fixed")
S6["slow growth"].bridge(f[n, lp](t) ** 2 >= Q(1, 100)).trivial(SHARE)
S6["slow growth"].note("Growth without bound. Compared: the other tokens keep f_nl² ≥ c for ever, here c = 1/100.")
S6["slow growth"].proved(
    RefutedAlong(
        family=Family("scores 2 : 1 of the distinct tokens, 1 of the common one, at the time when χ_l₀ = 2^k", winning),
        how="Theorem 3: χ_l₀ ≥ e^{2f²(0)B_n} → ∞ whenever B_n → ∞, however slowly; then f_nl → 0 for every other token: "
        "winner takes all, only later.",
        steps=[GAIN_GROWS, limit_is("f_l'² ≤ 1/(1+r) with r = 3χ: 1/(1+3χ) → 0", 1 / (1 + 3 * x), x, 0)],
        confirm=(8, 20, 100),
        in_words='that f_l\' → 0 for the others is what "winner takes all" denies; the limits are checked for one '
        "start of the family.",
    )
)
