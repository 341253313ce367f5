"""Where the hypotheses of this paper's statements can be met, and what the left-hand sides of its bounds are anyway.

*Trivial ranges.* f is a row of weights, c a weighted mean of a column of A3, Pr a probability: a bound outside these
ranges says nothing. All logits are nonnegative, so this is as true of linear attention as of softmax.

*Met sets.* The domain says where a definition's own hypotheses can be met; :func:`accounted` adds what the conditions
of a part ask of the sizes, by the words of the condition.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from kernels import balls
from kernels.balls import Truth
from theorems.instance import Instance
from theorems.language.given import Given
from theorems.statement import Part, Statement, TrivialRange

Test = Callable[[Instance], bool]

# -- trivial ranges ------------------------------------------------------------------------------------------------------

PROBABILITY = TrivialRange("0 ≤ Pr ≤ 1", 0, 1)
WEIGHT = TrivialRange("0 ≤ f(A,x)_{j0,j1} ≤ 1", 0, 1)
LOGIT = TrivialRange(
    "1 ≤ u_exp(A,x)_{j0,j1} ≤ n^(a1^2+b^2+c^2), the inner product of row j3 with itself",
    1,
    lambda x: x.n ** (x.a1 * x.a1 + x.b * x.b + x.c * x.c),
)
# with t = n/(d-2) the claimed n^g/u^2 is (d-2)^2/d, with t = n/(d-1) it is (d-1)^2/d
WIDTH = TrivialRange("d ≥ 3", 3, None, "d ≤ 6", lambda i: i.d <= 6)
CROSS_WIDTH = TrivialRange("d ≥ 2", 2, None, "d ≤ 3", lambda i: i.d <= 3)


def reaches(n: int, exponent: Fraction, least: int) -> bool:
    """Is n^exponent ≥ least for n, least ≥ 1 and exponent ≥ 0? Exact: in integers where balls cannot tell."""
    if least <= 1:
        return True

    def question() -> Truth:
        return balls.ge(balls.ball(n) ** balls.ball(exponent), balls.ball(least))

    truth = balls.decide(question, limit=1024)[0]
    if truth is Truth.UNKNOWN:
        return bool(n**exponent.numerator >= least**exponent.denominator)
    return truth is Truth.HOLDS


# -- met sets ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Need:
    """What a hypothesis asks of the sizes: in words, and as a test of an instance's n, d, t."""

    text: str
    holds: Test


TWO = Need("n ≥ 2", lambda i: i.n >= 2)
SELF_SIZES = "n = (d-2)t with a positive integer t"
CROSS_SIZES = "n = (d-1)t with a positive integer t"
EVERYWHERE_NEEDED: Mapping[str, Need] = {
    "j0 ≠ j3": TWO,
    "j1 ≠ j3": TWO,
    "j0 ≠ j2": TWO,
    "j0 ≠ j2 or j1 ≠ j3": TWO,
    "n >= 2 (there is a row j0 ≠ j3)": TWO,
    "n >= 2 (linear attention divides by log n)": TWO,
}
NEEDS: Mapping[str, Mapping[str, Need]] = {
    SELF_SIZES: {
        **EVERYWHERE_NEEDED,
        "d <= n": Need("t ≥ 2 and (d, t) ≠ (3, 2)", lambda i: i.t >= 3 or (i.t == 2 and i.d >= 4)),
    },
    CROSS_SIZES: {
        **EVERYWHERE_NEEDED,
        "d <= n": Need("t ≥ 2", lambda i: i.t >= 2),
    },
}
ASK_NOTHING = frozenset({"j0 = j3", "j0 = j2", "j1 = j3", "i0 = 1", "i0 = d"} | {"j0, j1 in [n], i0 in [d]"})
# the hypotheses of the definitions, which the domains' own words cover
COVERED = frozenset(
    {SELF_SIZES, CROSS_SIZES, "j3 in [n]", "j2, j3 in [n]", "b >= 0.1", "c >= 0.1", "b + c = 1", "b^2 + c^2 = 1"}
    | {"a0 in (0, 0.1)", "a1 >= 0.7", "a1 > 1"}
    | {"n >= 2 (log n divides)", "δ in (0, 0.1)", "C > 1", "τ > 0", "(Ax)_i in [log n, 1.4 log n] for all i"}
    | {"(Ax)_j = 4 log n for one j, (Ax)_i in [log n, 1.4 log n] for the others"}
    | {"n, d, m >= 1", "A1, A2 in R^{n×d}, Q, K in R^{d×d}", "A in R^{n×d}, x in R^d", "j0 in [n]", "j1 in [d1], j2 in [d2]"}
    | {"t >= 0 (left implicit)", "some b_i > a_i (otherwise the bound divides by 0)", "p in [0, 1]"}
)
ALONG = " (along the family)"
# t = n/(d-2) or n/(d-1) makes t √d = o(n^g) a lower bound on d; d ≤ n+2 leaves room for it as long as 2 - 2g < 1
FAMILIES: Mapping[str, str] = {
    "t √d = o(n^0.99)": "families with n → ∞ and d/n^0.02 → ∞",
    "d = ω(n^0.02)": "families with n → ∞ and d/n^0.02 → ∞",
    "t √d = o(n^(1-2a0-0.01))": "families with n → ∞ and d/n^(4a0+0.02) → ∞",
    "d = ω(n^(4a0+0.02))": "families with n → ∞ and d/n^(4a0+0.02) → ∞",
    "t √d = o(n^(1-a0-0.01))": "families with n → ∞ and d/n^(2a0+0.02) → ∞",
    "d = ω(n^(2a0+0.02))": "families with n → ∞ and d/n^(2a0+0.02) → ∞",
    "t √d = o(n^(1-b^2-0.01))": "families with n → ∞ and d/n^(2b^2+0.02) → ∞, so that d ≤ n+2 needs b < 7/10",
    "d = ω(n^(2b^2+0.02))": "families with n → ∞ and d/n^(2b^2+0.02) → ∞",
}
SHORTER = {
    "m = ceil(C log(n/delta))": "C > 0",
    "delta in (0, 1), poly(n) = n^kappa with kappa >= 1": "δ in (0, 1), κ ≥ 1",
}
NOWHERE = "nowhere"


def needs_of(part: Part) -> dict[Need, list[str]]:
    """What the part's conditions ask of the sizes, each need with the hypotheses it comes from."""
    texts = [condition.text for condition in part.domain.conditions]
    table = next((NEEDS[sizes] for sizes in texts if sizes in NEEDS), {})
    found: dict[Need, list[str]] = {}
    for text in texts:
        if text in table:
            found.setdefault(table[text], []).append(text.removeprefix("n >= 2 (").removesuffix(")"))
    return found


def met_by(part: Part) -> str:
    """The set where the part's hypotheses can be met: its domain's own words and what its conditions add."""
    derived = part.printed is not None and isinstance(part.printed.given, Given)
    if derived or part.feasible != part.domain.feasible or part.feasible.startswith(NOWHERE):
        return part.feasible
    needs = needs_of(part)
    added = [f"{need.text} ({', '.join(dict.fromkeys(causes))})" for need, causes in needs.items()]
    named = ASK_NOTHING | COVERED | {text for sizes in NEEDS.values() for text in sizes}
    for condition in part.domain.conditions:
        if condition.growth:
            text = condition.text.removesuffix(ALONG)
            added.append(FAMILIES.get(text, text))
        elif condition.text not in named:
            added.append(SHORTER.get(condition.text, condition.text))
    return "; ".join(filter(None, (part.feasible, *added)))


def accounted(*statements: Statement) -> tuple[Statement, ...]:
    """The statements, every part with the set where its hypotheses can be met; where that is empty, no bound has content."""
    for statement in statements:
        for place, part in enumerate(statement.parts):
            met = met_by(part)
            content = None if met.startswith(NOWHERE) else part.trivial
            statement.parts[place] = replace(part, feasible=met, trivial=content)
    return statements
