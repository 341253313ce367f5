"""How distinct tokens of one class grow against each other (scan_snap, Section 5 and Appendix E): Theorem 3."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import sympy

from kernels import balls
from kernels.arithmetic import BALLS
from kernels.balls import Truth
from strategies.sequence_classes import distinct_tokens, read
from theorems.instance import Instance
from theorems.provers.argument import Step
from theorems.scan_snap.attention_dynamics import ANY, DISTINCT
from theorems.scan_snap.classes import STRONG, UNTRAINED, Classes, bind, scores_of
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
from theorems.scan_snap.twins import TWINS, coefficients_agree
from theorems.scan_snap.upper_edge import UPPER_EDGE
from theorems.statement import Condition, Content, Statement
from theorems.vocabulary import Comparison, Reading, at_least, at_most, equals, less, more

e, f, r0, xi, z = (positive(name) for name in ("e", "f", "r0", "xi", "z"))
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


def distinct_pairs(x: Classes) -> list[tuple[int, int, int]]:
    """(n, l, l') for every two distinct tokens of a class."""
    return [(n, l, other) for n in range(x.K) for l in x.distinct(n) for other in x.distinct(n) if l != other]


def _two_own(i: Instance) -> bool:
    weights = read(str(i.weights))
    return any(len(distinct_tokens(weights, n)) > 1 for n in range(len(weights)))


TWO_OWN = Condition("some n has two distinct tokens", _two_own)


@T3.part(
    "Eqn 108",
    says="ż_l/ż_l' = r_{l/l'|n}(t) + 1 = (r_{l/l'|n}(0)+1) e^(2(z_l(t)-z_l(0)))/e^(2(z_l'(t)-z_l'(0))) for two distinct tokens",
    where=[TWO_OWN],
    proof=proved(
        "Eqn 98 for both tokens: ż_l/ż_l' = f_l²/f_l'²; and r+1 is the squared ratio of the scores.",
        DISTINCT,
        identity(
            "(P e^z)²/(P' e^z')² = (P/P')² e^(2z)/e^(2z')",
            (f * sympy.exp(z)) ** 2 / (e * sympy.exp(xi)) ** 2,
            (f / e) ** 2 * sympy.exp(2 * z) / sympy.exp(2 * xi),
        ),
    ),
)
def _(x: Classes) -> tuple[Comparison, ...]:
    """Multiplied out; with Z(0) = 0, so that e^(z(t)-z(0)) is the boost."""
    found = []
    for n, l, other in distinct_pairs(x):
        left, right = x.drift(x.psi[n], l), x.drift(x.psi[n], other)
        shares = (x.f[n][l] / x.f[n][other]) ** 2
        printed = (x.weights[n][l] / x.weights[n][other] * x.boost(n, l) / x.boost(n, other)) ** 2
        found += [equals(left, right * shares, f"class {n}, {l}/{other}"), equals(shares, balls.ball(printed), "second")]
    return tuple(found)


@T3.part(
    "Eqn 109",
    says="e^(-2(z_l-z_l(0))) ż_l = (r_{l/l'|n}(0)+1) e^(-2(z_l'-z_l'(0))) ż_l'",
    where=[TWO_OWN],
    proof=proved(
        "Eqn 108, multiplied by e^(-2(z_l-z_l(0))) ż_l'.",
        identity(
            "e^(-2z) e^(2z)/e^(2z') = e^(-2z')", sympy.exp(-2 * z) * sympy.exp(2 * z) / sympy.exp(2 * f), sympy.exp(-2 * f)
        ),
    ),
    depends_on=["scan_snap/Theorem 3/Eqn 108"],
)
def _(x: Classes) -> tuple[Comparison, ...]:
    """With Z(0) = 0."""
    found = []
    for n, l, other in distinct_pairs(x):
        left = x.drift(x.psi[n], l) * balls.ball(x.boost(n, l) ** -2)
        start = (x.weights[n][l] / x.weights[n][other]) ** 2
        found.append(equals(left, balls.ball(start * x.boost(n, other) ** -2) * x.drift(x.psi[n], other), f"{n}, {l}/{other}"))
    return tuple(found)


T3.add(
    "Eqn 110",
    lambda x: equals(x.arithmetic.exp(-2 * x.z_l) - 1, (x.r0 + 1) * (x.arithmetic.exp(-2 * x.z_other) - 1)),
    given=GAINS.where(TWO_TOKENS),
    says="e^(-2(z_l(t)-z_l(0))) - 1 = (r_{l/l'|n}(0)+1)(e^(-2(z_l'(t)-z_l'(0))) - 1)",
    proof=proved("Integrate Eqn 109: e^(-2Δ_l)dΔ_l = (r₀+1)e^(-2Δ_l')dΔ_l', both Δ start at 0.", SEPARATED),
    depends_on=["scan_snap/Theorem 3/Eqn 109"],
)
T3.add(
    "Eqn 11",
    lambda x: equals(x.r, x.r0 * x.arithmetic.exp(2 * x.z_l)),
    given=GAINS.where(TWO_TOKENS),
    says="r_{l/l'|n}(t) = r_{l/l'|n}(0) e^(2(z_ml(t)-z_ml(0))) = r_{l/l'|n}(0) χ_l(t) (and Eqn 111)",
    proof=proved("With a = e^(-2Δ_l), a' = e^(-2Δ_l'): r + 1 = (r₀+1)a'/a and Eqn 110 give r = r₀/a.", SEPARATED, SOLUTION),
    depends_on=["scan_snap/Theorem 3/Eqn 110"],
)
Delta = sympy.Function("Delta")
time = positive("t")
DERIVATIVE = identity(
    "d/dt r₀e^(2Δ(t)) = 2 r₀ e^(2Δ) dΔ/dt",
    sympy.diff(r0 * sympy.exp(2 * Delta(time)), time),
    2 * r0 * sympy.exp(2 * Delta(time)) * sympy.diff(Delta(time), time),
)


def leader(x: Classes, n: int) -> int:
    """l₀, the distinct token of n with the largest score."""
    return max(x.distinct(n), key=lambda l: x.scores[n][l])


def _led(i: Instance) -> bool:
    weights, scores = read(str(i.weights)), scores_of(i)
    own = [[row[l] for l in distinct_tokens(weights, n)] for n, row in enumerate(scores)]
    return all(row.count(max(row)) == 1 for row in own if row)


LED = Condition("r_{l₀/l|n} > 0 for all distinct l ≠ l₀ of n", _led)


def gain_rate(x: Classes, factor: int) -> tuple[Comparison, ...]:
    """d/dt of f_l0²/f_l'² over η_Zγ against factor · r · ż_l0 (r(0)e^(2Δ) is r by Eqn 11), for distinct tokens."""
    found = []
    for n in range(x.K):
        for low in x.distinct(n):
            if low == leader(x, n):
                continue
            up = x.drift(x.psi[n], leader(x, n))
            squared = balls.ball((x.scores[n][leader(x, n)] / x.scores[n][low]) ** 2)
            rate = squared * 2 * (up - x.drift(x.psi[n], low))
            found += [equals(rate, factor * (squared - 1) * up, f"class {n}"), more(rate, balls.ball(0), f"class {n}")]
    return tuple(found)


T3.add(
    "Eqn 112",
    lambda x: gain_rate(x, 1),
    says="d/dt r_{l₀/l'|n} = r_{l₀/l'|n}(0) e^(2(z_l₀(t)-z_l₀(0))) ż_l₀ > 0 for distinct l' ≠ l₀",
    where=[TWO_OWN, LED],
    witness="K=2 M=400 psi=0,0 weights=3,4,3,0,0;4,0,0,4,3 boosts=1,1,1,1,1",
    note="The derivative of e^(2Δ) brings a factor 2; the sign is right.",
    depends_on=["scan_snap/Theorem 3/Eqn 11"],
)
T3.add(
    "Eqn 112",
    lambda x: gain_rate(x, 2),
    says="d/dt r_{l₀/l'|n} = 2 r_{l₀/l'|n}(0) e^(2(z_l₀(t)-z_l₀(0))) ż_l₀ > 0 for distinct l' ≠ l₀",
    where=[TWO_OWN, LED],
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
        for l in x.common if x.distinct(n) else ():
            if x.weights[n][l] == 0:
                continue
            top = leader(x, n)
            a, b = balls.ball(x.scores[n][top]), balls.ball(x.scores[n][l])
            up, down = x.drift(x.psi[n], top), x.drift(x.psi[n], l)
            rate = (2 * a * (a * up) * b * b - a * a * 2 * b * (b * down)) / b**4
            law = balls.ball(x.weights[n][top] / x.weights[n][l]) ** 2
            boost = balls.ball(x.boost(n, top) / x.boost(n, l)) ** 2
            printed = law * boost * 2 * (up - down)
            found += [equals(rate, printed, f"class {n}, token {l}"), more(printed, balls.ball(0), f"class {n}, token {l}")]
    return tuple(found)


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


def dominant_share(x: Classes) -> tuple[Comparison, ...]:
    """f_nl₀² against 1/(M + Σ r), and d/dt f_nl₀² = 2 f_nl₀² (ż_l₀ - Σ_k f_nk² ż_k) against 0."""
    found = []
    for n in range(x.K):
        if not x.distinct(n):
            continue
        top = leader(x, n)
        ratios = sum(((x.scores[n][l] / x.scores[n][top]) ** 2 - 1 for l in range(x.tokens) if l != top), Fraction(0))
        share, absent = x.f[n][top] ** 2, x.M - x.tokens
        mean = sum((x.f[n][l] ** 2 * x.drift(x.psi[n], l) for l in range(x.tokens)), balls.ball(0))
        found.append(equals(share, 1 / (x.M + balls.ball(ratios - absent)), f"class {n}"))
        found.append(more(2 * share * (x.drift(x.psi[n], top) - mean), balls.ball(0), f"class {n}, d/dt"))
    return tuple(found)


T3.add(
    "Eqn 114",
    dominant_share,
    where=[LED, LOSING],
    says="d/dt f_nl₀² = d/dt 1/(M + Σ_{l'≠l₀} r_{l'/l₀|n}) > 0, over all M tokens (r = -1 for absent ones)",
    proof=proved(
        "Σ_l' f_l'²/f_l₀² = 1 + Σ_{l'≠l₀}(1 + r_{l'/l₀}); 1 + r_{l'/l₀} = 1/(1 + r_{l₀/l'}) falls by Eqns 112, 113.",
        NORMALISED,
        strictly_positive("1/x falls: 1/x - 1/(x+y) > 0", 1 / f - 1 / (f + e)),
    ),
    depends_on=["scan_snap/Theorem 3/Eqn 112", "scan_snap/Theorem 3/Eqn 113"],
)


def increasing(x: Gains) -> tuple[Comparison, ...]:
    """z_l₀ and f_nl₀² now and a little later (a quarter of the way that is left)."""
    later = replace(x, share=x.share + (1 - x.share) / 4)
    return less(x.z_top, later.z_top, "z"), less(x.f2, later.f2, "f")


def sparser(x: Gains) -> tuple[Comparison, ...]:
    """B_n, r of l₀ against every other distinct token, and f_nl₀² now and a quarter of the way that is left later."""
    later = replace(x, share=x.share + (1 - x.share) / 4)
    others = [l for l in range(len(x.own)) if l != x.top]
    return (
        less(x.B, later.B, "B"),
        *(less(x.gain(x.top, l), later.gain(x.top, l), f"r, token {l}") for l in others),
        less(x.f2, later.f2, "f"),
    )


T3.add(
    "monotone",
    increasing,
    given=GAINS.where(DOMINANT),
    says="a dominant distinct token l₀, ż_ml < 0 for the common tokens of n: z_ml₀(t) and f_nl₀(t) increase while ξ_n > 0 "
    "(compared along flows with one common token)",
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
    says="ξ_n(t) ≥ ż_l₀/η_Z = f_nl₀²(t)ξ_n(t) ≥ f_nl₀²(0)ξ_n(t) while ξ_n > 0 on [0, t] (compared after division by ξ_n(t))",
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
    says="B_n(t) ≥ z_l₀(t) - z_l₀(0) ≥ f_nl₀²(0)B_n(t), B_n = η_Z ∫ξ_n, while ξ_n > 0 on [0, t]",
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
    says="e^(2f_nl₀²(0)B_n(t)) ≤ χ_l₀(t) ≤ e^(2B_n(t)) (and Eqn 117) while ξ_n > 0 on [0, t]",
    proof=proved(
        "Exponentiate twice Eqn 116.",
        strictly_positive("exp increases: its derivative is positive", sympy.Integer(1) + slack("s")),
        identity("χ = e^(2Δ)", sympy.exp(2 * z), sympy.exp(z) ** 2),
    ),
    depends_on=["scan_snap/Theorem 3/Eqn 116", "scan_snap/Theorem 3/Eqn 11"],
)


def _pull_of(size: int) -> bool:
    """Σ_n' β_1n' E_1n' = (q₁-q₀)(-E'_11) + a Σ_k E_1k ((I+E)⁻¹1)_k for symbolic E."""
    entries = {(i, j): positive(f"e_{i}{j}") for i in range(size) for j in range(i)}
    E = sympy.Matrix(size, size, lambda i, j: 0 if i == j else entries[(max(i, j), min(i, j))])
    back = (sympy.eye(size) + E).inv()
    v = sympy.Matrix([r0] + [-e] * (size - 1))  # q₁ and q₀ = -a
    pull = -sum(E[0, k] * (back * v)[k] for k in range(1, size))
    corrected = -(r0 + e) * (1 - back[0, 0]) + e * (E * back * sympy.ones(size, 1))[0]
    return bool(sympy.simplify(pull - corrected) == 0)


T3.add(
    "xi",
    lambda x: tuple(more(x.xi(n), balls.ball(0), f"class {n}") for n in range(x.K) if x.overlapping(n)),
    given=ANY.without(STRONG.text),
    says="ξ_n(t) > 0 at every t > 0 at which |λ₁| < 1/K, for every n that overlaps another class (equal counts): all that "
    "Eqns 115-117 need, |λ_i| ≥ 6/√M is not",
    proof=proved(
        "ξ_n/γ = (q₁-q₀)(-E'_nn) + |q₀| Σ_k E_nk ((I+E)⁻¹1)_k. The first term is Σ λ²/(1+λ)u² > 0 (Eqn 79). The second is "
        "not negative: |1 - (I+E)⁻¹1| ≤ |λ₁|√K/(1-|λ₁|) < √K/(K-1) < 1 for K ≥ 3, and (I+E)⁻¹1 = 1/(1+E_12) for K = 2.",
        *(exact(f"K = {size}: ξ_n/γ in these terms", lambda size=size: _pull_of(size)) for size in (2, 3)),  # type: ignore[misc]
        nonnegative("(K-1)² - K ≥ 0 for K = 3 + k", (2 + slack("k")) ** 2 - 3 - slack("k")),
    ),
    depends_on=["scan_snap/Lemma 16"],
)
T3.add(
    "Assumption 2 kept",
    lambda x: (less(x.largest, 1 / balls.ball(x.classes), "|λ₁| < 1/K"), at_least(x.overlap, x.edge, "|λ_i| ≥ 6/√M")),
    given=TWINS,
    says="Assumption 2, if true at t = 0, is true at every later t (Theorem 3 and Section 6 use it on all of [0, t])",
    witness="own=2,1 common=2 copies=1 share=1/2 l=0 other=1 M=400 K=2",
    depends_on=["scan_snap/Theorem 2/b"],
)
T3.add(
    "Assumption 2 kept",
    lambda x: (less(x.largest, 1 / balls.ball(x.classes), "|λ₁| < 1/K"), more(x.xi, balls.ball(0), "ξ_n > 0")),
    given=TWINS,
    says="|λ₁| < 1/K, if true at t = 0, is true at every later t, and ξ_n > 0 with it (one common token)",
    reading=Reading.INTENDED,
    changed="only |λ₁| < 1/K is kept, and only for one common token; |λ_i| ≥ 6/√M is lost",
    proof=proved(
        "The common token loses and distinct ones gain (Theorem 2), so every f_nl of the common token falls: d ln f_c²/dt = "
        "2(ż_c - Σ f_k²ż_k) < 0. E_nn' = f_nc f_n'c ≥ 0 falls entry by entry, and with it λ₁, its Perron root. ξ_n > 0 by the "
        "part before.",
        identity("d ln f²/dt through 1 - f_c² = Σ f_k²", z * (1 - f**2) - xi, z - (f**2 * z + xi)),
        exact("K = 2, 3, 4: E' and β at equal overlaps", coefficients_agree),
        strictly_positive("ξ/γ: a positive E' and a positive a/(1+(K-1)e)", xi * z + f / (1 + e)),
    ),
    depends_on=["scan_snap/Theorem 2/a", "scan_snap/Theorem 2/b", "scan_snap/Theorem 3/xi"],
)
T3.add(
    "Assumption 2 kept, several common tokens",
    lambda x: at_most(x.rise, balls.ball(0)),
    given=UPPER_EDGE,
    says="|λ₁| < 1/K, if true at t = 0, is true at every later t with several common tokens (compared: dλ₁/dt where "
    "|λ₁| = 1/K; where it is positive the flow has come from |λ₁| < 1/K and goes on to |λ₁| > 1/K)",
    witness="K=3 M=100000000 shared=1,9,1,0;1,2,2,23;0,1,20,3 own=2,1,2"
    " low=85638133383/137438953472 high=685105067065/1099511627776",
    depends_on=["scan_snap/Lemma 4/Eqn 10"],
)
T3.add(
    "sparser",
    sparser,
    given=GAINS.where(DOMINANT, TWO_TOKENS),
    says="larger B_n gives larger r_{l₀/l|n} and a sparser attention map (f_nl₀² larger), along one flow",
    proof=proved(
        "B_n and z_l₀ both increase while ξ_n > 0; r = r(0)e^(2Δ_l₀) and f_nl₀² increase with z_l₀.",
        NORMALISED,
        DERIVATIVE,
    ),
    depends_on=["scan_snap/Theorem 3/monotone", "scan_snap/Theorem 3/Eqn 11"],
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
    return tuple(found)


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
