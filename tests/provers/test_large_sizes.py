"""What every admissible family meets at last, and what not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import strategies as st

from theorems.instance import Instance
from theorems.kernel.gaps import GapError
from theorems.kernel.scripts import by
from theorems.language.computed import Computed
from theorems.language.lemma import Lemma, Line, held_fixed
from theorems.language.structure import COLUMN
from theorems.language.tree import Claim, Entry, Expr, Relation, ceil, expr, log, o, omega, sqrt, symbols
from theorems.provers.calculation import Calculation
from theorems.provers.context import cite
from theorems.provers.families import Family
from theorems.provers.growth import tends_to_infinity, tends_to_zero
from theorems.provers.large_sizes import FromSomeSizeOn
from theorems.statement import Condition, Domain
from theorems.superiority.language import ONES, self_attention
from theorems.superiority.linear_attention import D15, ON_D0
from theorems.vocabulary import Verdict

n, d, t, a = symbols("n d t a")
FAMILY = Family("n = k", lambda k: Instance(n=k, d=k * k, t=1, a=1))


class Any(Lemma):
    key = "any"


def part(claim: Claim, *growth: Claim) -> Line:
    conditions = [Condition(each, growth=True) for k, each in enumerate(growth)]
    conditions.append(held_fixed(a, d, t))  # what a calculation may call fixed
    conditions.append(Condition((a > 0) & (n >= 1), lambda i: True))
    points = Domain(
        "points",
        lambda: st.just({"n": 1, "d": 1, "t": 1, "a": 1}),
        lambda instance, arithmetic: instance,
        tuple(conditions),
        small=lambda: iter([Instance(n=1, d=1, t=1, a=1)]),
        variables=dict.fromkeys("ndta", "a number"),
    )
    lemma = Any("A", "", given=Computed(points))
    lemma[""] = claim
    return lemma[""]


@pytest.mark.parametrize(
    ("growth", "beyond", "met"),
    [
        (d == omega(n), n <= d, True),
        (d == omega(n), a * n <= d, True),
        (d == omega(n), d >= a * n, True),
        (d == omega(n), t * n <= d, False),  # t may grow
        (d == omega(n), d <= n, False),
        (d == omega(n), a * n < d, False),  # both may be 0
        (t == o(n), t <= a * n, True),
        (t == o(n), t <= n, True),
        (t == o(n), n <= t, False),
        (t == omega(n), n <= d, False),
        (t == o(n), n - ceil(2 * n) >= 5, False),  # what the limit of n alone would be
        (t == o(n), Entry("w", (expr(1),)) <= n, False),  # an entry may grow
        (t == o(n), log(a * n) <= 2 * log(n), True),
        (t == o(n), a * sqrt(n) <= n, True),
        (t == o(n), 2 * log(n) <= log(a * n), False),
        (t == o(n), a + n <= n, False),  # no more than the limit of the difference
        (t == o(n), n <= n + a, False),
        (t == o(n), t + sqrt(n) <= n, False),  # t may grow like n/log n
    ],
    ids=str,
)
def test_a_growth_gives_every_multiple(growth: Relation, beyond: Relation, met: bool) -> None:
    line = part(beyond, growth)
    calculation = FromSomeSizeOn(n, (beyond,), by(), fixed=(a,))
    if met:
        calculation.shown(line.part, FAMILY, ())
    else:
        with pytest.raises(GapError, match="not every admissible family"):
            calculation.shown(line.part, FAMILY, ())


def test_what_is_small_against_something_negative_is_bounded_by_nothing() -> None:
    line = part(t <= -n, t == o(-n))
    with pytest.raises(GapError, match="not known to be nonnegative"):
        FromSomeSizeOn(n, (t <= -n,), by()).shown(line.part, FAMILY, ())


def test_the_size_grows_and_what_is_fixed_does_not_vary() -> None:
    with pytest.raises(GapError, match="a does not grow"):
        FromSomeSizeOn(a, (a >= 5,), by()).shown(part(a >= 5).part, FAMILY, ())
    line = part((d > 0) & (d <= n))
    with pytest.raises(GapError, match="d is not fixed"):
        FromSomeSizeOn(n, (d <= n,), by(), fixed=(d,)).shown(line.part, FAMILY, ())


@pytest.mark.parametrize(
    ("beyond", "met"),
    [(t <= n, True), (1 / n <= a / (1 + t**2), True), (t * n >= 5, False), (t / n <= 5, False), (1 / n <= t, False)],
    ids=str,
)
def test_no_limit_is_taken_in_a_fixed_number_that_may_be_0(beyond: Relation, met: bool) -> None:
    family = Family("n = k", lambda k: Instance(n=k, d=1, t=1, a=1))
    line, calculation = part(beyond), FromSomeSizeOn(n, (beyond,), by(), fixed=(a, t))
    if met:
        calculation.shown(line.part, family, ())
    else:
        with pytest.raises(GapError, match="not every admissible family"):
            calculation.shown(line.part, family, ())


@pytest.mark.parametrize("beyond", [sqrt(t) <= n, n >= log(t), 1 / t <= n], ids=str)
def test_a_fixed_bound_without_a_value_is_met_by_no_size(beyond: Relation) -> None:
    family = Family("n = k", lambda k: Instance(n=k, d=1, t=1, a=1))
    with pytest.raises(GapError, match="not every admissible family"):
        FromSomeSizeOn(n, (beyond,), by(), fixed=(t,)).shown(part(t >= 0).part, family, ())


def test_entries_may_be_cited_under_the_law_of_their_sums() -> None:
    """And only those of the same data that the model does not compute in its own way."""
    line = D15["6"]
    claim = line.claimed.claim
    signed = Computed(ON_D0.stating(claim, *line.claimed.conditions).domain(), over=self_attention(0, ONES))

    class Of(Lemma):
        key = "any"

    def verdict(given: Computed) -> Verdict:
        lemma = Of("A", "", given=given)
        lemma[""] = claim
        (i0,) = symbols("i0", COLUMN)
        found = replace(lemma[""].part, proof=Calculation(by(cite(line, (i0, i0)))))
        assert found.proof is not None
        return found.proof.run(found).verdict

    assert verdict(signed) is Verdict.HOLDS
    assert verdict(replace(signed, over=self_attention(1, ONES))) is Verdict.UNKNOWN
    assert verdict(replace(signed, over=None)) is Verdict.UNKNOWN
    renamed = replace(signed.points, variables={**signed.points.variables, "c": "the constant of a tail"})
    assert verdict(replace(signed, points=renamed)) is Verdict.UNKNOWN
    assert isinstance(claim, Relation)
    assert verdict(replace(signed, quantities={claim.left: lambda x: 0})) is Verdict.UNKNOWN


@pytest.mark.parametrize("beyond", [n**a <= n**t, n**t <= n**a, n**a / n**t <= 1, log(n) ** a <= log(n) ** t], ids=str)
def test_how_two_letters_compare_is_not_guessed(beyond: Relation) -> None:
    """N^b ≤ N^a for all large N is false where b > a; computer algebra says that N^a - N^b tends to infinity."""
    line = part((a > 0) & (t > 0) & beyond)
    with pytest.raises(GapError, match="not every admissible family"):
        FromSomeSizeOn(n, (beyond,), by(), fixed=(a, t)).shown(line.part, FAMILY, ())


LETTERS = frozenset({a, t})


@pytest.mark.parametrize(
    ("node", "grows", "vanishes"),
    [
        (n**a - log(n) ** 5, True, False),
        (n ** (a + t) - 3 * n**a, True, False),
        (3 * n**a - n ** (a + t), False, False),
        (log(n) ** 3 / n**a, False, True),
        (a * n - t * n, False, False),
        (2 * log(n) - log(a * n), True, False),
        (log(a * n) - 2 * log(n), False, False),
        (log(n**2) - 2 * log(n), False, False),  # it is 0
        (log(log(n)) / log(n), False, True),
        ((a - t) * n, False, False),
        ((a - t) / n, False, True),
        (n / (a - t), False, False),  # a = t has no value
        (n ** (a - t), False, False),
        (log(a / t) / log(n), False, True),
    ],
    ids=str,
)
def test_growth_is_known_by_rules(node: Expr, grows: bool, vanishes: bool) -> None:
    assert tends_to_infinity(node, n, LETTERS) is grows
    assert tends_to_zero(node, n, LETTERS) is vanishes
