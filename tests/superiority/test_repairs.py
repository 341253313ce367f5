"""Intended readings: a weaker repair fails."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from kernels.balls import Truth
from theorems.catalogue import find, parts
from theorems.instance import Instance
from theorems.provers.search import evaluate
from theorems.statement import Condition
from theorems.superiority import cross_signs_on_data, identity_signs_on_data, linear_with_signs, softmax_with_signs
from theorems.superiority.identity_weights import A1_FROM_ONE
from theorems.superiority.identity_with_signs import ENDS
from theorems.superiority.identity_with_signs import FIXED_A1 as FIXED_IN_E
from theorems.superiority.signs_on_data import widening
from theorems.vocabulary import Reading


def self_family(a1: Callable[[int], Fraction], C: int | None = None) -> Callable[[int], Instance]:
    """n = w^2, d - 2 = t = w = 2^k and a coefficient that depends on w."""
    return lambda k: widening(1, 1, a="1", C=C).member(k).but(a1=a1(2**k))


def by_block(a1: Callable[[int], Fraction]) -> Callable[[int], Instance]:
    family = widening(1, 1, a="1", b=ENDS[0], c=ENDS[1])
    return lambda k: family.member(k).but(a1=a1(2**k))


def alone(a1: Fraction) -> Callable[[int], Instance]:
    return identity_signs_on_data.single_copies(a1=a1, point=ENDS, first=1).member


def power(n: int, numerator: int, denominator: int) -> int:
    """⌊n^(numerator/denominator)⌋ by bisection."""
    low, high = 0, n + 1
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**denominator <= n**numerator else (low, middle)
    return low


WEAKER: list[tuple[str, Condition, Callable[[int], Instance], tuple[int, ...]]] = [
    ("Lemma D.4/2", softmax_with_signs.BOUNDED_A1, self_family(lambda w: 1 - Fraction(1, w * w)), (4, 8, 20)),
    ("Lemma D.12/1", linear_with_signs.FIXED_A1, self_family(Fraction), (4, 8, 20)),
    ("Lemma D.12/2", linear_with_signs.FIXED_A1, self_family(Fraction), (4, 8, 20)),
    ("Theorem D.13", linear_with_signs.FIXED_A1, self_family(Fraction, C=1), (4, 8, 20)),
    ("Lemma E.3/1", A1_FROM_ONE, alone(Fraction(7, 10)), (8, 11)),
    ("Lemma E.3/1", A1_FROM_ONE, alone(Fraction(9, 10)), (24,)),
    ("Lemma E.3/2", FIXED_IN_E, by_block(lambda w: Fraction(power(w * w, 99, 100))), (4, 8, 20)),
]


@pytest.mark.parametrize(("name", "repair", "member", "sizes"), WEAKER, ids=lambda value: str(value)[:20])
def test_the_next_weaker_repair_fails(
    name: str, repair: Condition, member: Callable[[int], Instance], sizes: tuple[int, ...]
) -> None:
    """Points that break the repair alone, and where the claim is false."""
    (part,) = (p for p in find(f"superiority/{name}") if p.reading is Reading.INTENDED)
    rest = part.domain.without(repair.text)
    for k in sizes:
        point = member(k)
        assert not repair.check(point)
        rest.require(point)
        assert evaluate(replace(part, domain=rest), point).truth is Truth.FAILS


@pytest.mark.parametrize("label", ["1", "2"])
def test_the_lemma_for_linear_attention_on_d1_needs_a_bounded_coefficient(label: str) -> None:
    """Lemma F.12 on D1 with a1 = n: both large entries of row j2 approach 1."""
    (part,) = find(f"superiority/Lemma F.12/{label} on D1")
    j3 = 1 if label == "1" else 2
    for k in (3, 6, 20):
        point = cross_signs_on_data.cross_widening(j3=j3).member(k)
        assert evaluate(part, point.but(a1=point.n)).truth is Truth.FAILS


@pytest.mark.parametrize("name", ["Lemma D.6/4b", "Lemma F.6/4a"])
def test_a_repair_of_the_index_keeps_the_printed_data(name: str) -> None:
    """The data of D1 need not be exchanged where another index set is enough."""
    stated, intended = sorted(find(f"superiority/{name}"), key=lambda part: part.reading is Reading.INTENDED)
    assert intended.domain.name == stated.domain.name
    assert stated.witness is not None
    assert evaluate(stated, Instance.parse(stated.witness)).truth is Truth.FAILS


def test_no_repair_is_said_to_be_without_a_hypothesis_that_it_lists() -> None:
    said = [part for part in parts("superiority") if "(without " in part.text]
    assert {part.address for part in said} >= {"superiority/Theorem E.4", "superiority/Lemma F.15/1"}
    for part in said:
        dropped = part.text.rpartition("(without ")[2].removesuffix(")").split(", ")
        assert not [words for words in dropped if any(words == condition.text for condition in part.domain.conditions)]
