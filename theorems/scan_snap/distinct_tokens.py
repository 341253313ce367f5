"""How distinct tokens of one class grow against each other (scan_snap, Section 5 and Appendix E): Theorem 3."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import sympy

from kernels import balls
from kernels.arithmetic import BALLS
from kernels.balls import Truth
from theorems.instance import Instance
from theorems.provers.argument import Step
from theorems.scan_snap.attention_dynamics import ANY, DISTINCT, e, f, r0, xi, z
from theorems.scan_snap.classes import UNTRAINED, Classes, bind
from theorems.scan_snap.contents import SHARE, never_negative
from theorems.scan_snap.gains import DOMINANT, GAINS, TWO_TOKENS, Gains
from theorems.scan_snap.steps import (
    PAPER,
    PROVENANCE,
    exact,
    identity,
    nonnegative,
    positive,
    proved,
    slack,
    strictly_positive,
)
from theorems.statement import Condition, Content, Statement
from theorems.vocabulary import Comparison, Reading, at_least, at_most, equals, less, more

T3 = Statement(
    PAPER,
    "Theorem 3",
    source="Section 5 and Appendix E",
    provenance=PROVENANCE,
    given=ANY,
    depends_on=["scan_snap/Theorem 2/a"],
    title="the growth of distinct tokens",
)
a_l = positive("a")  # exp(-2 (z_l(t) - z_l(0)))
ratio0 = 1 + r0
a_other = 1 - (1 - a_l) / ratio0  # from Eqn 110
relative = ratio0 * a_other / a_l - 1


def _solves_the_flow() -> bool:
    """Along Eqn 110, da_l/a_l² · ... : the two sides of e^(-2Δ_l) dΔ_l = (r0+1) e^(-2Δ_l') dΔ_l' agree."""
    # a = e^(-2Δ): dΔ = -da/(2a), so a dΔ = -da/2 on both sides
    return bool(sympy.simplify(sympy.diff(a_other, a_l) * ratio0 - 1) == 0)


SEPARATED = Step("e^(-2Δ_l)dΔ_l = (r₀+1)e^(-2Δ_l')dΔ_l' integrates to Eqn 110", _solves_the_flow)
SOLUTION = identity("r = (r₀+1)a'/a - 1 = r₀/a", relative, r0 / a_l)


@T3.part(
    "Eqn 108",
    says="ż_l/ż_l' = r_{l/l'|n}(t) + 1 = f_nl²/f_nl'² for two distinct tokens of n",
    proof=proved("Eqn 98 for both tokens; (r(0)+1) is the squared ratio of the scores at 0.", DISTINCT),
)
def _(x: Classes) -> tuple[Comparison, ...]:
    found = []
    for n in range(x.K):
        tokens = x.distinct(n)
        for l in tokens[1:]:
            first = tokens[0]
            left = x.drift(x.psi[n], first) * x.f[n][l] * x.f[n][l]
            found.append(equals(left, x.drift(x.psi[n], l) * x.f[n][first] * x.f[n][first], f"class {n}"))
    return tuple(found) or (equals(balls.ball(0), balls.ball(0), "no two distinct tokens"),)


T3.add(
    "Eqn 110",
    lambda x: equals(x.arithmetic.exp(-2 * x.z_l) - 1, (x.r0 + 1) * (x.arithmetic.exp(-2 * x.z_other) - 1)),
    given=GAINS.where(TWO_TOKENS),
    says="e^(-2(z_l(t)-z_l(0))) - 1 = (r_{l/l'|n}(0)+1)(e^(-2(z_l'(t)-z_l'(0))) - 1)",
    proof=proved("Eqn 108 separates: e^(-2Δ_l)dΔ_l = (r₀+1)e^(-2Δ_l')dΔ_l', both Δ start at 0.", SEPARATED),
)
T3.add(
    "Eqn 11",
    lambda x: equals(x.r, x.r0 * x.arithmetic.exp(2 * x.z_l)),
    given=GAINS.where(TWO_TOKENS),
    says="r_{l/l'|n}(t) = r_{l/l'|n}(0) e^(2(z_ml(t)-z_ml(0))) = r_{l/l'|n}(0) χ_l(t) (and Eqn 111)",
    proof=proved("With a = e^(-2Δ_l), a' = e^(-2Δ_l'): r + 1 = (r₀+1)a'/a and Eqn 110 give r = r₀/a.", SEPARATED, SOLUTION),
    note="It follows that e^(-2Δ_l') > r₀/(1+r₀): the logit of a dominated token stays below z_l'(0) + ½ ln(1+1/r₀) for ever.",
)
Delta = sympy.Function("Delta")
time = positive("t")
DERIVATIVE = identity(
    "d/dt r₀e^(2Δ(t)) = 2 r₀ e^(2Δ) dΔ/dt",
    sympy.diff(r0 * sympy.exp(2 * Delta(time)), time),
    2 * r0 * sympy.exp(2 * Delta(time)) * sympy.diff(Delta(time), time),
)


def gain_rate(x: Classes, factor: int) -> tuple[Comparison, ...]:
    """d/dt of f_l0²/f_l'² over η_Zγ against factor · r · ż_l0 (r(0)e^(2Δ) is r by Eqn 11), for distinct tokens with a gain."""
    found = []
    for n in range(x.K):
        tokens = sorted(x.distinct(n), key=lambda l: x.scores[n][l])
        if len(tokens) > 1 and x.scores[n][tokens[-1]] > x.scores[n][tokens[0]]:
            top, low = tokens[-1], tokens[0]
            squared = (balls.ball(x.scores[n][top]) / balls.ball(x.scores[n][low])) ** 2
            rate = squared * 2 * (x.drift(x.psi[n], top) - x.drift(x.psi[n], low))
            found.append(equals(rate, factor * (squared - 1) * x.drift(x.psi[n], top), f"class {n}"))
    return tuple(found) or (equals(balls.ball(0), balls.ball(0), "no two different distinct tokens"),)


T3.add(
    "Eqn 112",
    lambda x: gain_rate(x, 1),
    says="d/dt r_{l₀/l'|n} = r_{l₀/l'|n}(0) e^(2(z_l₀(t)-z_l₀(0))) ż_l₀ > 0 for distinct l' ≠ l₀",
    witness="K=2 M=400 psi=0,0 weights=3,4,3,0,0;4,0,0,4,3 boosts=1,1,1,1,1",
    note="The derivative of e^(2Δ) brings a factor 2; the sign is right.",
    depends_on=["scan_snap/Theorem 3/Eqn 11"],
)
T3.add(
    "Eqn 112",
    lambda x: gain_rate(x, 2),
    says="d/dt r_{l₀/l'|n} = 2 r_{l₀/l'|n}(0) e^(2(z_l₀(t)-z_l₀(0))) ż_l₀ > 0 for distinct l' ≠ l₀",
    reading=Reading.INTENDED,
    changed="the factor 2",
    proof=proved(
        "Differentiate Eqn 11; every factor is positive.", DERIVATIVE, strictly_positive("2 r₀ e^(2Δ) ż > 0", 2 * r0 * z * xi)
    ),
    depends_on=["scan_snap/Theorem 3/Eqn 11"],
)
score = sympy.Function("s")
other = sympy.Function("o")


def _common_tokens_fall(i: Instance) -> bool:
    """ż_ml < 0 for the common tokens of every class, decided in balls."""

    def question() -> Truth:
        x = bind(i, BALLS)
        shared = [(n, l) for n in range(x.K) for l in x.common if x.weights[n][l] > 0]
        return balls.all_of(balls.lt(x.drift(x.psi[n], l), balls.ball(0)) for n, l in shared)

    return balls.decide(question, limit=1024)[0] is Truth.HOLDS


LOSING = Condition("ż_ml < 0 for the common tokens l of n", _common_tokens_fall)


def ratio_to_common(x: Classes) -> tuple[Comparison, ...]:
    """The quotient rule on c̃_l₀²/c̃_l'² (c̃' = c̃ż) against the printed product, which is positive."""
    found = []
    for n in range(x.K):
        tokens = x.distinct(n)
        for l in x.common:
            if not tokens or x.weights[n][l] == 0:
                continue
            top = max(tokens, key=lambda token: x.scores[n][token])
            a, b = balls.ball(x.scores[n][top]), balls.ball(x.scores[n][l])
            up, down = x.drift(x.psi[n], top), x.drift(x.psi[n], l)
            rate = (2 * a * (a * up) * b * b - a * a * 2 * b * (b * down)) / b**4
            law = balls.ball(x.weights[n][top] / x.weights[n][l]) ** 2
            boost = balls.ball(x.scores[n][top] / x.weights[n][top] / (x.scores[n][l] / x.weights[n][l])) ** 2
            printed = law * boost * 2 * (up - down)
            found += [equals(rate, printed, f"class {n}, token {l}"), more(printed, balls.ball(0), f"class {n}, token {l}")]
    return tuple(found) or (more(balls.ball(1), balls.ball(0), "no distinct token beside a common one"),)


T3.add(
    "Eqn 113",
    ratio_to_common,
    given=ANY.where(LOSING),
    says="common l' of n: d/dt r_{l₀/l'|n} = (P²(l₀|n)/P²(l'|n)) e^(2(z_l₀-z_l')) 2(ż_l₀-ż_l') > 0",
    proof=proved(
        "Derivative of the squared ratio of scores; ż_l₀ > 0 > ż_l'.",
        identity(
            "d/dt e^(2(s-o))",
            sympy.diff(sympy.exp(2 * (score(time) - other(time))), time),
            sympy.exp(2 * (score(time) - other(time))) * 2 * (sympy.diff(score(time), time) - sympy.diff(other(time), time)),
        ),
        strictly_positive("ż_l₀ + |ż_l'| > 0", xi + z),
    ),
)


def _normalised(tokens: int) -> bool:
    """f_0² = 1/(M + Σ_{l≠0} r_{l/0}) for symbolic scores, M = tokens."""
    scores = [positive(f"c_{l}") for l in range(tokens)]
    left = scores[0] ** 2 / sum(c**2 for c in scores)
    right = 1 / (tokens + sum(c**2 / scores[0] ** 2 - 1 for c in scores[1:]))
    return bool(sympy.simplify(left - right) == 0)


NORMALISED = exact("4 tokens: f_l₀² = 1/(M + Σ_{l'≠l₀} r_{l'/l₀})", lambda: _normalised(4))


@T3.part(
    "Eqn 114",
    says="f_nl₀² = 1/(M + Σ_{l'≠l₀} r_{l'/l₀|n}) over all M tokens (r = -1 for absent ones), so it increases",
    proof=proved(
        "Σ_l' f_l'²/f_l₀² = 1 + Σ_{l'≠l₀}(1 + r_{l'/l₀}); every ratio falls by Eqns 112, 113.",
        NORMALISED,
        strictly_positive("1/x falls: 1/x - 1/(x+y) > 0", 1 / f - 1 / (f + e)),
    ),
    depends_on=["scan_snap/Theorem 3/Eqn 113"],
)
def _(x: Classes) -> tuple[Comparison, ...]:
    found = []
    for n in range(x.K):
        top = max(range(x.tokens), key=lambda l: x.scores[n][l])
        ratios = sum(((x.scores[n][l] / x.scores[n][top]) ** 2 - 1 for l in range(x.tokens) if l != top), 0 * x.scores[n][top])
        absent = x.M - x.tokens
        found.append(equals(x.f[n][top] * x.f[n][top], 1 / (x.M + balls.ball(ratios - absent)), f"class {n}"))
    return tuple(found)


def increasing(x: Gains) -> tuple[Comparison, ...]:
    """z_l₀ and f_nl₀² now and a little later (a quarter of the way that is left)."""
    later = replace(x, share=x.share + (1 - x.share) / 4)
    return less(x.z_top, later.z_top, "z"), less(x.f2, later.f2, "f")


T3.add(
    "monotone",
    increasing,
    given=GAINS.where(DOMINANT),
    says="a dominant distinct token l₀, ż_ml < 0 for the common tokens of n: z_ml₀(t) and f_nl₀(t) increase",
    proof=proved(
        "ż_l₀ = η_Z f² ξ_n > 0 (Theorem 2 a); f_l₀² is the reciprocal of M + Σ r_{l'/l₀}, all of whose terms fall.",
        NORMALISED,
        DERIVATIVE,
        DISTINCT,
    ),
    depends_on=["scan_snap/Theorem 2/a", "scan_snap/Theorem 3/Eqn 114"],
)
T3.add(
    "Eqn 115",
    lambda x: (at_most(x.f2, balls.ball(1), "first"), at_least(x.f2, x.f2_start, "second")),
    given=GAINS.where(DOMINANT),
    content=SHARE,
    says="ξ_n(t) ≥ ż_l₀/η_Z = f_nl₀²(t)ξ_n(t) ≥ f_nl₀²(0)ξ_n(t)",
    proof=proved(
        "0 < f² ≤ 1, and f² increases.",
        DISTINCT,
        nonnegative("ξ - f²ξ ≥ 0 with f² = 1/(1+s)", xi * slack("s") / (1 + slack("s"))),
        nonnegative("(f₀² + d)ξ - f₀²ξ ≥ 0", (f**2 + slack("d")) * xi - f**2 * xi),
    ),
    depends_on=["scan_snap/Theorem 3/monotone"],
)
T3.add(
    "Eqn 116",
    lambda x: (at_most(x.z_top, x.B, "upper"), at_least(x.z_top, x.f2_start * x.B, "lower")),
    given=GAINS.where(DOMINANT),
    content=never_negative("z_l₀(t) - z_l₀(0), B_n"),
    says="B_n(t) ≥ z_l₀(t) - z_l₀(0) ≥ f_nl₀²(0)B_n(t), B_n = η_Z ∫ξ_n",
    proof=proved(
        "Integrate Eqn 115.",
        identity("∫_0^t c ds = c t: integration keeps the order", sympy.integrate(f, (z, 0, time)), f * time),
        nonnegative("the integrand's differences are nonnegative", xi * slack("s") / (1 + slack("s"))),
    ),
    depends_on=["scan_snap/Theorem 3/Eqn 115"],
)
T3.add(
    "Eqn 12",
    lambda x: (
        at_most(x.chi, x.arithmetic.exp(2 * x.B), "upper"),
        at_least(x.chi, x.arithmetic.exp(2 * x.f2_start * x.B), "lower"),
    ),
    given=GAINS.where(DOMINANT),
    content=Content("χ_l₀ ≥ 1", low=1),
    says="e^(2f_nl₀²(0)B_n(t)) ≤ χ_l₀(t) ≤ e^(2B_n(t)) (and Eqn 117)",
    proof=proved(
        "Exponentiate twice Eqn 116.",
        strictly_positive("exp increases: its derivative is positive", sympy.Integer(1) + slack("s")),
        identity("χ = e^(2Δ)", sympy.exp(2 * z), sympy.exp(z) ** 2),
    ),
    depends_on=["scan_snap/Theorem 3/Eqn 116", "scan_snap/Theorem 3/Eqn 11"],
)


def gain_of_laws(x: Classes) -> tuple[Comparison, ...]:
    """c̃_l₀²/c̃_l² - 1 through attention against (P(l₀|n)/P(l|n))² - 1 through the laws."""
    found = []
    for n in range(x.K):
        total = sum(x.weights[n], Fraction(0))
        support = [l for l in range(x.tokens) if x.weights[n][l] > 0]
        for l in support[1:]:
            first = support[0]
            laws = (x.weights[n][first] / total) / (x.weights[n][l] / total)
            found.append(equals((x.f[n][first] / x.f[n][l]) ** 2, balls.ball(laws**2), f"class {n}, token {l}"))
    return tuple(found) or (equals(balls.ball(0), balls.ball(0), "one token"),)


T3.add(
    "r(0)",
    gain_of_laws,
    given=ANY.where(UNTRAINED),
    says="at Z(0) = 0: r_{l₀/l|n}(0) = (P(l₀|n)/P(l|n))² - 1",
    proof=proved(
        "Scores are P·e⁰.",
        identity("(P e⁰)²/(P' e⁰)² - 1", (f * sympy.exp(0)) ** 2 / (e * sympy.exp(0)) ** 2 - 1, (f / e) ** 2 - 1),
    ),
    depends_on=[],
)


STATEMENTS = (T3,)
