"""The distinct token that leads its class, and what drives it (scan_snap, Section 5 and Appendix E): Theorem 3."""

from theorems.scan_snap.class_fates import less_common
from theorems.scan_snap.class_flow import CHI, SPEEDS, gain_rises, logit_rises, rooms
from theorems.scan_snap.falling_commons import (
    SHARE_OF,
    UNTIL_LATER,
    UNTIL_NOW,
    XI_OF_CLOCK,
    below_one,
    exponent_above,
    exponent_below,
    exponent_rises,
    lengths,
    rare_tokens_first,
    share_rises,
    slower,
)
from theorems.scan_snap.language import *
from theorems.scan_snap.pairs_of_tokens import *
from theorems.scan_snap.pull import PULL, QS, pull
from theorems.scan_snap.share_of_the_leader import T3
from theorems.scan_snap.twins import OF_TWINS
from theorems.scan_snap.upper_edge import UPPER_EDGE

with T3.where(given=UNTIL_LATER):
    T3["monotone"] = (z[m, l_0](t) < z[m, l_0](tp)) & (at_top < f[n, l_0](tp) ** 2)
T3["monotone"].uses("Theorem 2/a", "Theorem 3/Eqn 114").note(
    "In print: z_ml₀(t) and f_nl₀(t) are monotonously increasing while ξ_n(t) > 0, for a dominant distinct token l₀ and "
    "falling common tokens. Now and a quarter of the way that is left later."
)


@proof(T3["monotone"])
def _() -> None:
    """ż_l₀ = η_Z f² ξ_n > 0 (Theorem 2 a); 1/f_l₀² = ‖c̃‖²/c̃_l₀², all of whose terms fall."""
    obtain(logit_rises(t, tp), share_rises(t, tp, "<", tp))


at_start = f[n, l_0](0) ** 2
while_pulled = ForAll(s, Named("[0, t]"), xi[n](s) > 0)
leader_speed = ddt(z[m, l_0](t), t)
with T3.where(given=UNTIL_NOW):
    T3["Eqn 115"] = Implies(
        while_pulled, chain(xi[n](t), ">=", leader_speed / eta_Z, "==", at_top * xi[n](t), ">=", at_start * xi[n](t))
    )
    T3["Eqn 116"] = Implies(while_pulled, chain(B[n](t), ">=", rise(l_0), ">=", at_start * B[n](t)))
    T3["Eqn 12"] = Implies(while_pulled, chain(exp(2 * at_start * B[n](t)), "<=", chi[l_0](t), "<=", exp(2 * B[n](t))))
T3["Eqn 115"].trivial(never_negative("ξ_n, ż_l₀/η_Z")).uses("Theorem 3/monotone")
T3["Eqn 116"].trivial(never_negative("z_l₀(t) - z_l₀(0), B_n")).uninformative(t == 0, "t = 0")
T3["Eqn 116"].note("B_n = η_Z ∫ξ_n.").uses("Theorem 3/Eqn 115")
T3["Eqn 12"].trivial(TrivialRange("χ_l₀ ≥ 1", low=1)).note("Eqn 117 is the same.")


@proof(T3["Eqn 115"])
def _() -> None:
    """0 < f² ≤ 1, and f² increases."""
    obtain(rooms(t), lengths(t), below_one(t), share_rises(expr(0), t, "<=", t))
    have((xi[n](t) > 0) & (leader_speed / eta_Z == at_top * xi[n](t)), XI_OF_CLOCK, SHARE_OF(l_0, t), SPEEDS(t))


@proof(T3["Eqn 116"])
def _() -> None:
    """Integrate Eqn 115: z_l₀ rises by f²ξ_n, which lies between f(0)²ξ_n and ξ_n."""
    obtain(exponent_above, exponent_below)


@proof(T3["Eqn 12"].uses("Theorem 3/Eqn 116", "Theorem 3/Eqn 11"))
def _() -> None:
    """Exponentiate twice Eqn 116."""
    hence(T3["Eqn 116"], CHI, EXP_GROWS(2 * at_start * B[n](t), 2 * rise(l_0)), EXP_GROWS(2 * rise(l_0), 2 * B[n](t)))


NOT_STRONG = replace(CLASS_WORDS, points=ANY.without(STRONG_CLASSES.text)).knowing(
    {overlapping: lambda x: [n for n in range(x.K) if x.overlapping(n)]}
)
OVERLAPPING_ARE_CLASSES = ForAll(n, overlapping, Member(n, classes))
NOT_STRONG = replace(NOT_STRONG, ranges=(*NOT_STRONG.ranges, OVERLAPPING_ARE_CLASSES))
with T3.where(given=equally_often(NOT_STRONG)):
    T3["xi"] = ForAll(n, overlapping, xi[n] > 0)
T3["xi"].uses("Lemma 16").note(
    "At every t > 0 at which |λ₁| < 1/K: of classes that came equally often Eqns 115-117 need no more, not |λ_i| ≥ 6/√M."
)
OVERLAPS = Definition(
    "classes that overlap another", (), ForAll(n, overlapping, Sum(k, classes, excess[k, n]) > 0), of=NOT_STRONG
)
overlaps_of_n = Sum(k, classes, excess[k, n])


@proof(T3["xi"])
def _() -> None:
    """ξ_n/γ = (q_1 - q_0)(-E′_nn) - q_0 Σ_j E_nj s_j with s = (I+E)⁻¹1 ≥ 0, and -E′_nn ≥ E_kn² for every k."""
    obtain(regular, *IN_EIGENVALUES, diagonal_bounds, pull)
    with case(corrected[n, n] < 0):
        hence(PULL, QS)
    with otherwise():
        have(ForAll(k, classes, excess[k, n] <= 0), DIAGONAL)
        hence(OVERLAPS, SUM_BELOW_COUNT(terms(overlaps_of_n), 0, k, classes))


ALIKE = OF_TWINS.knowing({abs(lam[1]): "largest", abs(lam[K]): "overlap", xi[n]: "xi", beta[n, np]: "beta"})
of_common_token, pull_of_another = f[n, c](t) ** 2, beta[n, np]
push = M * ((M - 1) * of_common_token + 1) / (M - 1) ** 2  # q_1 f_c² - q_0
EQUAL_OVERLAPS = Definition(
    "E has e = f_c² off the diagonal, so λ₁ = (K-1)e and β = (q_1e - q_0)/((1-e)(1+(K-1)e)); ξ_n = Σ β f·f′",
    (),
    (abs(lam[1]) == (K - 1) * of_common_token)
    & (pull_of_another == push / (1 - of_common_token) / (1 + (K - 1) * of_common_token))
    & (xi[n] == (K - 1) * pull_of_another * of_common_token),
    of=ALIKE,
)
with T3.where(given=ALIKE):
    T3["Assumption 2 kept"] = (abs(lam[1]) < 1 / K) & (abs(lam[K]) >= 6 / sqrt(M))
T3["Assumption 2 kept"].uses("Theorem 2/b").refuted("own=2,1 common=2 copies=1 share=1/2 l=0 other=1 M=400 K=2")
T3["Assumption 2 kept"].from_("inferred").note(
    "Assumption 2 at every later t, where it is true at 0. Not printed: Theorem 3 and Section 6 use it on all of [0, t]."
)
repaired = T3["Assumption 2 kept"].repair(
    claim=(abs(lam[1]) < 1 / K) & (xi[n] > 0),
    why="only |λ₁| < 1/K is kept, and ξ_n > 0 with it, and only for one common token; |λ_i| ≥ 6/√M is lost",
)


@proof(repaired.uses("Theorem 2/a", "Theorem 2/b", "Theorem 3/xi"))
def _() -> None:
    """The common token loses and distinct ones gain (Theorem 2), so f_c² falls, and with it λ₁ = (K-1)f_c².
    (1-e)(1+(K-1)e)β = q_1e - q_0 > 0 at overlaps e.
    """
    obtain(less_common)
    calc(xi[n]).eq((K - 1) * pull_of_another * of_common_token).gt(0)


SEVERAL = "Assumption 2 kept, several common tokens"
with T3.where(given=Computed(UPPER_EDGE, {ddt(abs(lam[1]), t): "rise"})):
    T3[SEVERAL] = Words(abs(lam[1]) < 1 / K, ", if true at t = 0, is true at every later t with several common tokens")
T3[SEVERAL].bridge(ddt(abs(lam[1]), t) <= 0).uses("Lemma 4/Eqn 10")
T3[SEVERAL].refuted(
    "K=3 M=100000000 shared=1,9,1,0;1,2,2,23;0,1,20,3 own=2,1,2 low=85638133383/137438953472 high=685105067065/1099511627776"
)
T3[SEVERAL].from_("inferred").note(
    "Not printed. Compared: d|λ₁|/dt where |λ₁| = 1/K; where it is positive the flow has come from |λ₁| < 1/K and goes on to "
    "|λ₁| > 1/K."
)
with T3.where(given=UNTIL_LATER):
    T3["sparser"] = (
        (B[n](t) < B[n](tp))
        & ForAll(l, Without(distinct(n), l_0), r[l_0, l, n](t) < r[l_0, l, n](tp))
        & (at_top < f[n, l_0](tp) ** 2)
    )
RIVAL_TOKEN = Symbol("j")  # no name of the data: l is one token there, and may be l₀
GAINS_RISE = ForAll(RIVAL_TOKEN, Without(distinct(n), l_0), r[l_0, RIVAL_TOKEN, n](t) < r[l_0, RIVAL_TOKEN, n](tp))
T3["sparser"].note(
    "In print: larger B_n(t) gives larger r_l₀,l,n(t) and a sparser attention map. Along one flow; sparser "
    "means that f_nl₀² is larger."
)


@proof(T3["sparser"].uses("Theorem 3/monotone", "Theorem 3/Eqn 11"))
def _() -> None:
    """B_n and z_l₀ both increase while ξ_n > 0; r = r(0)e^(2Δ_l₀) and f_nl₀² increase with z_l₀."""
    obtain(exponent_rises(t, tp), share_rises(t, tp, "<", tp))
    with proving(GAINS_RISE):
        obtain(gain_rises(RIVAL_TOKEN, t, tp))


OTHER_RIVAL = Symbol("j′")
rivals = Without(distinct(n), l_0)
with T3.where(given=UNTIL_LATER):
    T3["scanning"] = ForAll(RIVAL_TOKEN, rivals, ForAll(OTHER_RIVAL, rivals, slower(RIVAL_TOKEN, OTHER_RIVAL)))
T3["scanning"].note(
    "In print, of Z(0) = 0: a distinct token of low probability has the larger r_l₀,l,n(0), and its ratio grows quickly; one "
    "of high probability has a smaller one, which grows slower. Between t and t′."
)


@proof(T3["scanning"].uses("Theorem 3/Eqn 11"))
def _() -> None:
    """r(t) = r(0)χ_l₀(t), and r(0) is larger where P(l|n) is smaller."""
    obtain(rare_tokens_first(RIVAL_TOKEN, OTHER_RIVAL))


norm_of_laws = Symbol("‖P‖")
FROM_ATTENTION = OF_CLASSES.knowing(
    {
        at_first: lambda x, l, other, n: gain(x, l, other, n),
        norm_of_laws[n]: lambda x, n: balls.sqrt(
            balls.ball(sum((w * w for w in x.weights[n]), Fraction(0)) / sum(x.weights[n]) ** 2)
        ),
    }
)
laws = (P(l, n) / P(lp, n)) ** 2 - 1
START = replace(UNTRAINED, words="", said="Z(0) = 0", claim=ForAll(n, classes, ForAll(l, support, score[l, n] == P(l, n))))


def of_pairs(claim: Claim) -> Claim:
    """For every two tokens that a class has."""
    return ForAll(n, classes, ForAll(l, support, ForAll(lp, Without(support, l), claim)))


with T3.where(START, given=FROM_ATTENTION):
    T3["r(0)"] = of_pairs(at_first == laws)
AT_START = Definition(
    "r_{l/l′|n}(0) = f_nl²/f_nl′² - 1, and f_nl = P(l|n)/‖P(·|n)‖ at Z(0) = 0",
    (),
    of_pairs(
        (at_first == f[n, l] ** 2 / f[n, lp] ** 2 - 1)
        & (f[n, l] == P(l, n) / norm_of_laws[n])
        & (f[n, lp] == P(lp, n) / norm_of_laws[n])
        & (P(lp, n) > 0)
        & (norm_of_laws[n] > 0)
    ),
    (START.claim,),
    of=replace(FROM_ATTENTION, points=ANY.where(START)),
)


@proof(T3["r(0)"].uses())
def _() -> None:
    """Scores are P·e⁰."""
    hence(AT_START)


STATEMENTS = (T3,)
