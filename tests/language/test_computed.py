"""Claims over data that a model computes: what is looked up, what is computed from the tree, what is refused."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import pytest
from hypothesis import strategies as st

from kernels import balls
from kernels.arithmetic import BALLS, Arithmetic
from kernels.balls import Truth
from theorems.digest import digest
from theorems.instance import Instance
from theorems.language import lemma
from theorems.language.computed import Computed
from theorems.language.tree import Claim, ForAll, Implies, Pr, Q, Range, Sum, chain, ddt, exp, expr, log, symbols
from theorems.statement import Domain
from theorems.vocabulary import Comparison, comparisons

n, X, t, l, m = symbols("n X t l m")
z, h = symbols("z h")


@dataclass(frozen=True)
class Flow:
    """z_l = l and h(t) = t^2, for n classes; X is a fair sign."""

    arithmetic: Arithmetic
    n: int
    t: Fraction

    @property
    def half(self) -> Fraction:
        return Fraction(1, 2)


FLOWS = Domain(
    "flows",
    lambda: st.fixed_dictionaries({"n": st.integers(1, 9), "t": st.just(Fraction(2))}),
    lambda instance, arithmetic: Flow(arithmetic, int(instance["n"]), Fraction(instance["t"])),
    small=lambda: (Instance(n=n, t=2) for n in range(1, 9)),
    variables={"n": "number of classes", "t": "time"},
)
GIVEN = Computed(
    FLOWS,
    {Pr(X > 0): "half", z[l]: lambda x, l: x.arithmetic.number(l), h(t): lambda x, t: t * t, ddt(h(t), t): lambda x: 2 * x.t},
)
CLASSES = Range(expr(1), n)


class Lemma(lemma.Lemma):
    key = "sparse"


def compared(claim: Claim, at: str = "n=3 t=2", given: Computed = GIVEN) -> list[Comparison]:
    line = lemma.PrintedLine(claim, (), given)
    with balls.precision(64):
        return list(comparisons(line(FLOWS.bind(Instance.parse(at), BALLS))))


def truths(claim: Claim, at: str = "n=3 t=2") -> list[Truth]:
    return [c.truth() for c in compared(claim, at)]


@pytest.mark.parametrize(
    ("claim", "answer"),
    [
        (Pr(X > 0) == Q(1, 2), Truth.HOLDS),
        (Pr(X > 0) < Q(1, 2), Truth.FAILS),
        (h(t + 1) == 9, Truth.HOLDS),  # a function serves all arguments
        (ddt(h(t), t) == 2 * t, Truth.HOLDS),
        (Sum(l, CLASSES, z[l]) == n * (n + 1) / 2, Truth.HOLDS),
        (Sum(l, CLASSES, Sum(m, CLASSES, z[l] * z[m])) == 36, Truth.HOLDS),
        (exp(log(n)) > Q("3.1"), Truth.FAILS),
    ],
    ids=str,
)
def test_named_pieces_are_looked_up_and_the_rest_is_computed(claim: Claim, answer: Truth) -> None:
    assert truths(claim) == [answer]


def test_a_quantifier_compares_each_element_and_names_it() -> None:
    found = compared(ForAll(l, CLASSES, z[l] >= 2))
    assert [(c.what, c.truth()) for c in found] == [("l = 1", Truth.FAILS), ("l = 2", Truth.HOLDS), ("l = 3", Truth.HOLDS)]


def test_an_implication_compares_where_its_premise_holds_and_waits_where_that_is_open() -> None:
    assert truths(Implies(n > 2, n == 0)) == [Truth.FAILS]
    assert truths(Implies(n > 3, n == 0)) == []
    (open_premise,) = compared(Implies(exp(log(n)) > 3, n == 0))
    assert open_premise.truth() is Truth.UNKNOWN


@pytest.mark.parametrize("claim", [Pr(X >= 0) >= 0, h(t) + ddt(h(t + 1), t) > 0, z[l, m] == 0], ids=str)
def test_what_nothing_supplies_is_refused_by_name(claim: Claim) -> None:
    with pytest.raises((LookupError, TypeError)):
        compared(claim)
    assert lemma.PrintedLine(claim, (), GIVEN).unknown()


def test_a_condition_is_checked_exactly_and_in_balls_where_it_must_be() -> None:
    for claim, met in ((n >= 2, {2, 3}), (chain(1, "<", n, "<", 3), {2}), (h(n) > log(t) + 8, {3}), (n != 2, {1, 3})):
        check = GIVEN.condition(claim).check
        assert {k for k in (1, 2, 3) if check(Instance(n=k, t=2))} == met, claim


def _digest(claim: Claim, given: Computed = GIVEN) -> str:
    made = Lemma("Z.1", "nowhere", given=given)
    made["1"] = claim
    return digest(made.parts[0])


def test_the_digest_follows_the_tree_and_what_supplies_it() -> None:
    claim = h(t) <= Q("0.7") * n
    other = GIVEN.knowing({h(t): lambda x, t: t * t * t})
    same = GIVEN.knowing({h(t): lambda x, t: t * t})
    unrelated = GIVEN.knowing({z[l]: lambda x, l: -x.arithmetic.number(l)})
    assert _digest(claim) == _digest(claim, same) == _digest(claim, unrelated)
    assert len({_digest(claim), _digest(claim, other), _digest(h(t) <= Q("0.6") * n), _digest(h(t) < Q("0.7") * n)}) == 4


def test_a_repair_replaces_what_a_printed_line_compares() -> None:
    made = Lemma("Z.1", "nowhere", given=GIVEN)
    made["1"] = h(t) <= n, t >= 1
    made["1"].refuted("n=1 t=2")
    made["1"].repair(n >= 4, why="n ≥ 4")
    made["1"].repair(claim=h(t) <= n + 3, label="1.i", why="n + 3")
    stated, narrowed, weakened = made.parts
    assert [c.text for c in narrowed.domain.conditions] == ["t ≥ 1", "n ≥ 4"]
    assert [p.text for p in (stated, weakened)] == ["h(t) ≤ n for t ≥ 1", "h(t) ≤ n + 3 for t ≥ 1"]
    assert digest(stated) != digest(narrowed) != digest(replace(narrowed, printed=weakened.printed))
