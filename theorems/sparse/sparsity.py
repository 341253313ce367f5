"""How many entries of a softmax row are small (Theorems 4.3, D.1, Eq. (1)).

A softmax row adds up to 1, so fewer than 1/ε of its entries exceed ε, whatever S, X and W are. The thresholds of the
theorem are above that trivial one: it holds surely, and its hypotheses do no work.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import sympy

from kernels import balls
from kernels.arithmetic import Number
from theorems.instance import Instance
from theorems.provers.argument import Argument
from theorems.provers.families import Eventually, Family
from theorems.sparse import ranges
from theorems.sparse.rows import DROPS, INPUTS, REPAIRED_INPUTS, ROWS, AttentionRow, met_with, with_parameter
from theorems.sparse.steps import (
    SINK,
    E,
    alpha,
    beta,
    certain,
    gamma,
    identity,
    limit_is,
    n,
    nonnegative,
    nu,
    positive,
    proved,
    strictly_positive,
    three_forms,
)
from theorems.statement import Condition, Content, Domain, Statement
from theorems.vocabulary import Comparison, Reading, Verdict, at_least, at_most

SLACKS = [Fraction(1), Fraction(101, 100), Fraction(2), Fraction(50)]
SLACK = Condition("ε at least its threshold", lambda x: Fraction(x["slack"]) >= 1)


def with_slack(domain: Domain) -> Domain:
    """The domain with ε = slack · (the theorem's threshold)."""
    return with_parameter(domain, "slack", SLACKS, SLACK, "ε over its threshold, at least 1")


def _threshold(x: AttentionRow) -> Number:
    return x.slack * x.exp(x.M) / (x.n - x.k)


def _window_threshold(x: AttentionRow) -> Number:
    return x.slack * x.exp(x.M) / x.k


def _larger_threshold(x: AttentionRow) -> Number:
    logarithm = x.log(x.n * (x.n - x.k) / x.delta)
    return x.slack * x.exp(x.C * x.R * x.sqrt(logarithm)) / (x.n - x.k)


def _enough_small_entries(x: AttentionRow) -> Comparison:
    return at_least(x.n - x.effective(_threshold(x)), x.k)


def _enough_outside_the_window(x: AttentionRow) -> Comparison:
    return at_least(x.n - x.effective(_window_threshold(x)), x.n - x.k)


def _with_larger_logarithm(x: AttentionRow) -> Comparison:
    return at_least(x.n - x.effective(_larger_threshold(x)), x.k)


def _entries_small(x: AttentionRow) -> Comparison:
    return at_most(x.u_max, x.exp(2 * x.M) / x.n)


def _lower_bound_of_the_count(x: AttentionRow) -> Comparison:
    return at_least(x.n - x.effective(x.eps), x.n - x.exp(x.M) / x.eps)


def _never(eps: Callable[[AttentionRow], Number]) -> Content:
    """Every softmax row has fewer than 1/ε entries above ε, which is already what is claimed."""
    return ranges.always_silent(ranges.at_most_epsilon(eps))


def entry_content(domain: Domain) -> Content:
    """u_j ≤ e^{2M}/n says nothing while that is at least 1."""
    return ranges.silent(ranges.LARGEST_ENTRY, domain, "n ≤ e^{2M}", lambda x: balls.ge(x.exp(2 * x.M), x.n))


_room = 1 + nu  # n - k ≥ 1
MARKOV = proved(
    "If m entries exceed ε then 1 = Σ u_j > m ε. With ε ≥ e^M/room and M ≥ 0, m ≥ room would give m ε ≥ e^M ≥ 1: so "
    "m < room. Nothing is used of S, of X or of the event.",
    nonnegative("(room + β) (1 + γ) E / room ≥ 1", (_room + beta) * (1 + gamma) * E / _room - 1),
)
SHARP_ENTRY = proved(
    "u_j = A_ij / D_ii with A_ij = e^M - α and D_ii = n e^-M + β.",
    nonnegative("E²/n - (E - α)/(n/E + β) ≥ 0", E**2 / n - (E - alpha) / (n / E + beta)),
)
_L, _C = positive("L"), positive("C")
SPIKE = Argument(
    Verdict.FAILS,
    "One score is R log(2n/δ), the others are 0 (R = 1, c_1 = 1, c_j = 0): u_1 = 1/(1 + (n-1) δ/(2n)) > 1/2 for every n, "
    "a certain event, while e^{2M}/n = e^{2C√log(n/δ)}/n tends to 0 for every C.",
    (
        SINK,
        strictly_positive(
            "u_1 = 1/(1 + q) > 1/2, where q = (n-1)δ/(2n) < 1 is written 1/(1 + p)",
            1 / (1 + 1 / (1 + positive("p"))) - sympy.Rational(1, 2),
        ),
        limit_is("2C√L - L -> -∞", 2 * _C * sympy.sqrt(_L) - _L, _L, -sympy.oo),
    ),
)

THEOREMS = tuple(
    Statement(
        "sparse",
        name,
        source=source,
        title="most entries of a softmax row are at most ε",
        provenance="public",
        depends_on=depends_on,
    )
    for name, source, depends_on in (
        ("Theorem 4.3", "Section 4.2", ["sparse/Theorem D.1/(a)"]),
        ("Theorem D.1", "Appendix D.1", ["sparse/Equation 2", "sparse/Equation 3", "sparse/Fact B.2"]),
    )
)

# read off the thresholds of "Thresholds", Theorem 4.3 (c)
_SPEAKS = "With C = 2, δ = 1/100 the bound is below 1 from n = 15 on for R = 1/4, from n = 3.6·10^8 on for R = 1."
for _theorem in THEOREMS:
    _forms = tuple(with_slack(domain) for domain in (INPUTS, REPAIRED_INPUTS, ROWS))
    three_forms(
        _theorem,
        "(a)",
        _enough_small_entries,
        says="ε ≥ e^M/(n-k) implies |S_ε(u)| ≥ k",
        proof=MARKOV,
        refutation=None,
        witness=None,
        where=[DROPS],
        domains=(_forms[0], _forms[1], _forms[2]),
        note="True surely and for every softmax row: the least ε that works for all rows is 1/(n-k+1) (see the companion). "
        "For k = n the threshold divides by 0.",
        content=lambda domain: _never(_threshold),
    )
    three_forms(
        _theorem,
        "(b)",
        _enough_outside_the_window,
        says="ε ≥ e^M/k implies |S_ε(u)| ≥ n-k",
        proof=MARKOV,
        refutation=None,
        witness=None,
        domains=(_forms[0], _forms[1], _forms[2]),
        provenance="inferred",
        content=lambda domain: _never(_window_threshold),
        note="Fewer than 1/ε entries of any softmax row exceed ε: the bound never says anything, whatever n, R and k are.",
    )
    three_forms(
        _theorem,
        "(c)",
        _entries_small,
        says="every entry satisfies u_j ≤ e^{2M}/n",
        proof=SHARP_ENTRY,
        refutation=SPIKE,
        witness="row=1x1,-1x99 k=1 R=1/4 delta=1/100 C=2",
        provenance="inferred",
        content=entry_content,
        note=_SPEAKS,
    )
    _theorem.add(
        "(d)",
        _with_larger_logarithm,
        says="with probability ≥ 1-δ: ε ≥ exp(C R √log(n(n-k)/δ))/(n-k) implies |S_ε(u)| ≥ k",
        given=_forms[0],
        where=[DROPS],
        proof=MARKOV,
        provenance="inferred",
        content=_never(_larger_threshold),
        note="Fewer than 1/ε entries of any softmax row exceed ε: the bound never says anything, whatever n, R and k are.",
        met=met_with(_forms[0], DROPS),
    )

EPSILONS = [Fraction(1, 2), Fraction(1, 3), Fraction(1, 10), Fraction(1, 100), Fraction(1, 1000)]
SMALL_EPSILON = Condition("ε in (0, 1)", lambda x: 0 < Fraction(x["eps"]) < 1)


def with_epsilon(domain: Domain) -> Domain:
    """The domain with a fixed threshold ε in (0, 1)."""
    return with_parameter(domain, "eps", EPSILONS, SMALL_EPSILON, "the fixed threshold ε")


EQUATION_1 = Statement(
    "sparse",
    "Equation 1",
    source="Section 5",
    title="k = n - e^{C R √log(n/δ)}/ε",
    provenance="inferred",
    depends_on=["sparse/Theorem D.1/(a)"],
)
EQUATION_1.add(
    "lower bound",
    _lower_bound_of_the_count,
    says="k = n - e^M/ε is a lower bound of |S_ε(u)|",
    given=with_epsilon(INPUTS),
    proof=MARKOV,
    content=_never(lambda x: x.eps),
    note="e^M/ε ≥ 1/ε, and fewer than 1/ε entries of any softmax row exceed ε: the bound never says anything.",
)


_x, _a = positive("x"), positive("a")
SHARE = Argument(
    Verdict.HOLDS,
    "1 - k/n = e^{C R √log(n/δ)}/(ε n); with R fixed its logarithm C R √L - L + const tends to -∞.",
    (limit_is("a√L - L -> -∞ for every a", _a * sympy.sqrt(_L) - _L, _L, -sympy.oo),),
)
EQUATION_1.add(
    "limit",
    None,
    says="k/n -> 1 for fixed R, ε, δ",
    given=with_epsilon(INPUTS),
    proof=SHARE,
    note="A limit, no comparison at an instance.",
)


def _at_least_all_but_one(x: AttentionRow) -> Comparison:
    """The formula subtracts e^M/ε ≥ 1/ε > 1 from n: it stays below n-1 for every n, R and ε in (0, 1)."""
    return at_least(x.n - x.exp(x.M) / x.eps, x.n - 1)


EQUATION_1.add(
    "maximum",
    _at_least_all_but_one,
    says='"its maximal is at least n-1": k ≥ n-1',
    given=with_epsilon(INPUTS),
    provenance="text",
    witness="row=1x1 k=1 R=1 delta=1/100 C=2 eps=1/2",
    note="The count itself reaches n (all entries ≤ ε), not n-1: see Theorem 5.1.",
)


def _count_reaches(x: AttentionRow) -> Comparison:
    return at_most(x.n - x.exp(x.M) / x.eps, x.n - 1)


EQUATION_1.add(
    "maximum",
    _count_reaches,
    says="k ≤ n-1 for every n",
    given=with_epsilon(INPUTS),
    reading=Reading.INTENDED,
    changed="the inequality is turned round",
    provenance="text",
    proof=proved(
        "e^M ≥ 1 and ε < 1, so e^M/ε ≥ 1.",
        nonnegative("E (1 + γ) - 1 ≥ 0 with 1/ε = 1 + γ", E * (1 + gamma) - 1),
    ),
)


def _superlinear(x: AttentionRow) -> Comparison:
    """A faster than linear growth would pass n itself."""
    return at_least(x.n - x.exp(x.M) / x.eps, x.n)


EQUATION_1.add(
    "hyper-linear",
    _superlinear,
    says='"this equation will grow hyper-linear": k/n is unbounded, so k ≥ n somewhere beyond every size',
    given=with_epsilon(INPUTS),
    provenance="text",
    witness="row=1x1 k=1 R=1 delta=1/100 C=2 eps=1/2",
    proof=Argument(
        Verdict.FAILS,
        "k = n - e^M/ε < n for every n: the growth is linear, k/n -> 1.",
        (strictly_positive("n - (n - E (1 + γ)) > 0", E * (1 + gamma)),),
    ),
)


def _share_grows(x: AttentionRow) -> Comparison:
    """k/n = 1 - e^M/(ε n) at n + 1 against n: through logarithms, M(n+1) - M(n) ≤ log((n+1)/n)."""
    longer = x.C * x.R * x.sqrt(x.log((x.n + 1) / x.delta))
    return at_most(longer - x.M, x.log((x.n + 1) / x.n))


EQUATION_1.add(
    "hyper-linear",
    _share_grows,
    says="k/n increases with n from n0 = δ e^{(CR/2)²} on",
    given=with_epsilon(INPUTS),
    reading=Reading.INTENDED,
    changed="faster than linear read as: the share k/n increases",
    provenance="text",
    proof=Eventually(
        Family("n -> any X, R = 3", lambda n: Instance.parse(f"n={n} row=1x{n} k=1 R=3 delta=1/100 C=2 eps=1/10")),
        lambda: 82,
        "log(e^M/n) = a√L - L + const with a = CR has derivative a/(2√L) - 1 < 0 exactly for L > (a/2)².",
        (
            identity("d/dL (a√L - L) = a/(2√L) - 1", sympy.diff(_a * sympy.sqrt(_L) - _L, _L), _a / (2 * sympy.sqrt(_L)) - 1),
            strictly_positive("with √L = a/2 + x, x > 0: 1 - a/(2√L) > 0", 1 - _a / (2 * (_a / 2 + _x))),
            certain("82 ≥ δ e^{(CR/2)²} = e^9/100", lambda: balls.ge(balls.ball(8200), balls.exp(balls.ball(9)))),
        ),
        constants="C = 2, R = 3, δ = 1/100; for R = 1 it increases from n = 1 on",
        dependence="n0 = δ e^{(CR/2)²}, whatever ε is",
        also={"route": lambda: "none printed"},
    ),
)

STATEMENTS = (*THEOREMS, EQUATION_1)
