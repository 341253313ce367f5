"""Claims over data that a model computes: what is looked up, what is computed from the tree, what is refused."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import strategies as st

from kernels import balls
from kernels.arithmetic import BALLS, RATIONALS, Arithmetic
from kernels.balls import Truth
from theorems.catalogue import find
from theorems.instance import Instance
from theorems.language import lemma
from theorems.language.computed import Computed
from theorems.language.tree import *
from theorems.mutants.mutation import mutants_of
from theorems.sparse.score_models import SCORES
from theorems.statement import Domain, Part
from theorems.vocabulary import Comparison, comparisons

n, X, t, l, m, k, v, S, x, y, top = symbols("n X t l m k v S x y ⊤")
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


def compared(claim: Claim, at: str = "n=3 t=2", given: Computed = GIVEN, arithmetic: Arithmetic = BALLS) -> list[Comparison]:
    line = lemma.PrintedLine(claim, (), given)
    with balls.precision(64):
        return list(comparisons(line(FLOWS.bind(Instance.parse(at), arithmetic))))


def truths(claim: Claim) -> list[Truth]:
    return [c.truth() for c in compared(claim)]


def test_named_pieces_are_looked_up_the_rest_is_computed_and_what_nothing_supplies_is_refused_by_name() -> None:
    for claim, answer in (
        (Pr(X > 0) == Q(1, 2), Truth.HOLDS),
        (Pr(X > 0) < Q(1, 2), Truth.FAILS),
        (h(t + 1) == 9, Truth.HOLDS),  # a function serves all arguments
        (ddt(h(t), t) == 2 * t, Truth.HOLDS),
        (Sum(l, CLASSES, z[l]) == n * (n + 1) / 2, Truth.HOLDS),
        (Sum(l, CLASSES, Sum(m, CLASSES, z[l] * z[m])) == 36, Truth.HOLDS),
        (exp(log(n)) > Q("3.1"), Truth.FAILS),
    ):
        assert truths(claim) == [answer], claim
    for claim in (Pr(X >= 0) >= 0, h(t) + ddt(h(t + 1), t) > 0, z[l, m] == 0):
        with pytest.raises((LookupError, TypeError)):
            compared(claim)
        assert lemma.PrintedLine(claim, (), GIVEN).unknown()


def test_sets_may_leave_an_element_out_or_depend_on_one_and_cases_and_indicators_ask_about_elements() -> None:
    """S(n) = {1, ..., n}, v_k = k² and ż_l = l²."""
    classes = Named("[n]")
    supplied: dict[Any, Any] = {classes: lambda x: range(1, x.n + 1), v[k]: lambda _, k: k * k}
    supplied |= {SetOf("S", (n,)): lambda _, n: range(1, n + 1), ddt(z[l], t): lambda _, l: l * l}
    supplied |= {v[m] ** top * v[k]: lambda _, m, k: m * k}  # a product of rows, for all rows
    given = Computed(FLOWS, supplied)

    def sides(claim: Claim) -> list[tuple[str, Any, Any]]:
        return [(c.what, c.lhs, c.rhs) for c in compared(claim, given=given, arithmetic=RATIONALS)]

    left_out = ForAll(m, classes, Sum(k, Without(classes, m), v[k]) == 14 - v[m])
    assert sides(left_out) == [(f"m = {j}", 14 - j * j, 14 - j * j) for j in (1, 2, 3)]
    asked = Indicator(k == 1) + Cases(((k == m, v[1]),), v[k]) == v[k] + Indicator(k != 2)
    found = sides(ForAll(m, classes, ForAll(k, Without(classes, m), asked)))
    assert found[2:4] == [("m = 2, k = 1", 2, 2), ("m = 2, k = 3", 9, 10)]
    assert sides(Sum(l, SetOf("S", (n,)), ddt(z[l], t)) == 14) == [("", 14, 14)]
    assert sides(v[expr(2)] ** top * v[n] == 6) == [("", 6, 6)]


def test_a_tail_is_taken_at_the_level_that_the_claim_writes_and_only_what_nothing_else_explains_is_a_level() -> None:
    tails: dict[Any, Any] = {Pr(abs(S) > x): lambda model, level: Fraction(1) / (1 + level), Pr(n < S): lambda model: 7}
    given = Computed(SCORES, tails)

    class Model:
        arithmetic = RATIONALS
        n = Fraction(4)

    seen = given.seen(Model())
    assert (seen.value(Pr(abs(S) > 2 * n)), seen.value(Pr(abs(S) > n)), seen.value(Pr(n < S))) == (
        Q(1, 9).value,
        Q(1, 5).value,
        7,
    )
    assert (set(given.unknown(Pr(abs(S) > y))), set(given.unknown(Pr(abs(S) > 2 * n)))) == ({"y"}, set())


def test_a_quantifier_compares_each_element_an_implication_waits_and_a_condition_is_checked_exactly() -> None:
    found = compared(ForAll(l, CLASSES, z[l] >= 2))
    assert [(c.what, c.truth()) for c in found] == [("l = 1", Truth.FAILS), ("l = 2", Truth.HOLDS), ("l = 3", Truth.HOLDS)]
    assert truths(Implies(n > 2, n == 0)) == [Truth.FAILS]
    assert truths(Implies(n > 3, n == 0)) == []
    assert truths(Implies(exp(log(n)) > 3, n == 0)) == [Truth.UNKNOWN]
    for claim, met in ((n >= 2, {2, 3}), (chain(1, "<", n, "<", 3), {2}), (h(n) > log(t) + 8, {3}), (n != 2, {1, 3})):
        check = GIVEN.condition(claim).check
        assert {k for k in (1, 2, 3) if check(Instance(n=k, t=2))} == met, claim


def rows(part: Part) -> list[str]:
    """The rows that the part speaks of, at its first instance with a row of every kind."""
    assert part.domain.small is not None
    instance = next(i for i in part.domain.small() if i.d > 3 and i.t > 1 and part.domain.broken(i) is None)
    assert part.claim is not None
    return [comparison.what for comparison in comparisons(part.claim(part.domain.bind(instance, BALLS)))]


def test_an_index_that_instances_do_not_carry_stands_for_all_that_its_condition_admits() -> None:
    """A mutant reads the condition that it has; an instance without such an element breaks it."""
    whole, others = (find(f"superiority/Lemma E.3/{label}")[0] for label in "12")
    assert (rows(whole), rows(others)) == ([""], ["j0: residue 0, copy 1", "j0: residue 1"])
    mutants = {mutant.kind: mutant.part for mutant in mutants_of(others)}
    assert rows(mutants["hypothesis dropped: j0 ≠ j3"]) == ["j0: residue 0", "j0: residue 0, copy 1", "j0: residue 1"]
    assert rows(mutants["index set swapped: j0 = j3"]) == [""]
    domain = find("superiority/Lemma D.4/2")[0].domain
    assert domain.small is not None
    smallest = next(iter(domain.small()))
    assert (smallest.n, domain.broken(smallest)) == (1, "j0 ≠ j3")
