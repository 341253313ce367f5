"""The two fates of attention (scan_snap, Section 6): who wins, and how fast."""

from theorems.scan_snap import twins
from theorems.scan_snap.class_fates import RIVAL, common_falls, least, not_falling, other_falls, ranked, rises_bounded
from theorems.scan_snap.class_flow import CHI, LOSES, at_start, exponent_above, exponent_below, rise, rises, rooms
from theorems.scan_snap.contents import SHARE
from theorems.scan_snap.language import *
from theorems.scan_snap.twins import OF_TWINS

x = positive("x")
S6 = Lemma("Section 6", "Section 6", "two fates of attention", given=ALONG, uses=["Theorem 3/Eqn 11", "Theorem 3/Eqn 12"])
GAIN_GROWS = limit_is("r(0) e^(2f²(0)B) → ∞ as B → ∞ (r(0) = 1/10, f² = 1/50)", sympy.exp(x / 25) / 10, x, sympy.oo)

OTHERS_TOO = replace(ONE_CLASS, points=GAINS.where(DOMINANT, TWO_TOKENS, BEHIND), ranges=(*ONE_CLASS.ranges, RIVAL))
with S6.where(given=OTHERS_TOO):
    S6["slow decay"] = Implies(
        xi[n](t) >= 1 / t, (Limit(B[n](t), t, INFINITY) == INFINITY) & (Limit(f[n, lp](t), t, INFINITY) == 0)
    )
S6["slow decay"].bridge(
    (f[n, lp](t) ** 2 <= 1 / (2 + r[l_0, lp](0) * least))
    & (f[n, c](t) ** 2 <= (score[c, n](0) / score[l_0, n](0)) ** 2 / least)
)
S6["slow decay"].in_words("Both limits: ξ_n ≥ 1/t makes B_n grow like η_Z log t, and the compared bounds fall to 0 with it.")
S6["slow decay"].trivial(SHARE).note(
    "All tokens l' but the dominant one drop. With one common token, as Section 6 goes on. Compared: "
    "f_nl'² ≤ 1/(2+r_{l₀/l'}(0)e^(2f²B_n)) for distinct l', f_nc² ≤ (c̃_c(0)/c̃_l₀(0))²e^(-2f²B_n) for the common token c."
)


@proof(S6["slow decay"])
def _() -> None:
    """By Theorem 3 χ_l₀ ≥ e^{2f²(0)B}. For distinct l, f_l²(2 + r_{l₀/l}) = f_l² + f_l₀² ≤ 1 and r_{l₀/l} = r(0)χ_l₀;
    for the common one f_l² ≤ f_l²/f_l₀² ≤ (its start)/χ_l₀, since z_l falls.
    """
    obtain(exponent_below)
    have(chi[l_0](t) >= least, CHI, EXP_GROWS(2 * at_start * B[n](t), 2 * rise(l_0, t)))
    obtain(other_falls, common_falls)


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
