"""A bound is said to follow from the printed one only where it does."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from itertools import islice

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from kernels.arithmetic import BALLS
from tests.chosen import chosen_parts, the_part
from theorems.bounds.expression import parse
from theorems.bounds.implication import PRINTED, P, Range, _stronger, _weaker, follows, implies
from theorems.language.variables import named, values
from theorems.vocabulary import Relation

RATIONALS = st.fractions(min_value=-3, max_value=3, max_denominator=8)
INEQUALITIES = [Relation.AT_MOST, Relation.LESS, Relation.AT_LEAST, Relation.MORE]


def _true(lhs: Fraction, relation: Relation, rhs: Fraction) -> bool:
    return {
        Relation.AT_MOST: lhs <= rhs,
        Relation.LESS: lhs < rhs,
        Relation.AT_LEAST: lhs >= rhs,
        Relation.MORE: lhs > rhs,
        Relation.EQUAL: lhs == rhs,
    }[relation]


@given(
    slope=RATIONALS,
    shift=RATIONALS,
    square=st.sampled_from([Fraction(0), Fraction(0), Fraction(1, 2), Fraction(-1, 2)]),
    mine=st.sampled_from(INEQUALITIES),
    printed=st.sampled_from([*INEQUALITIES, Relation.EQUAL]),
    low=st.none() | st.just(Fraction(0)) | RATIONALS,
    width=st.none() | st.fractions(min_value=0, max_value=2, max_denominator=4),
    floor=st.booleans(),
    lhs=RATIONALS,
    right=RATIONALS,
)
def test_what_is_called_weaker_or_stronger_is_so_at_every_point(
    slope: Fraction,
    shift: Fraction,
    square: Fraction,
    mine: Relation,
    printed: Relation,
    low: Fraction | None,
    width: Fraction | None,
    floor: bool,
    lhs: Fraction,
    right: Fraction,
) -> None:
    high = None if low is None or width is None else low + width
    if (low is not None and lhs < low) or (high is not None and lhs > high) or (floor and low is not None and right < low):
        return  # no point of the range
    g = sympy.Rational(slope) * P + sympy.Rational(shift) + sympy.Rational(square) * P * P
    left, top = (None if end is None else sympy.Rational(end) for end in (low, high))
    ends = Range(left, top, floor=floor and low is not None)
    value = slope * right + shift + square * right * right
    if low is not None and low == high and right != low:
        return  # a constant is the only value that the printed bound has then
    if _weaker(g, mine, printed, ends) and _true(lhs, printed, right):
        assert _true(lhs, mine, value)
    if _stronger(g, mine, printed, ends) and _true(lhs, mine, value):
        assert _true(lhs, printed, right)


ONE, HALF, P1 = sympy.Integer(1), sympy.Rational(1, 2), Range(sympy.Integer(0), sympy.Integer(1))


@pytest.mark.parametrize(
    ("g", "mine", "printed", "ends", "expected"),
    [
        (ONE, Relation.AT_MOST, Relation.AT_MOST, P1, True),
        (ONE, Relation.LESS, Relation.LESS, P1, False),  # lhs = 1 < P = 2, and not lhs < 1
        (ONE, Relation.LESS, Relation.EQUAL, P1, False),
        (P - HALF, Relation.AT_LEAST, Relation.AT_LEAST, P1, True),
        (2 * P, Relation.AT_MOST, Relation.AT_MOST, P1, True),
        (2 * P, Relation.AT_MOST, Relation.AT_MOST, Range(None, None), False),  # P may be negative
        (P / 2, Relation.AT_LEAST, Relation.AT_LEAST, Range(None, None), False),
        (P / 2, Relation.AT_LEAST, Relation.AT_LEAST, Range(sympy.Integer(0), None, floor=True), True),
        (2 * P - 1, Relation.AT_LEAST, Relation.AT_LEAST, P1, True),
        (2 * P - 1, Relation.AT_LEAST, Relation.AT_LEAST, Range(sympy.Integer(0), None), False),  # no end above
        (P**2, Relation.AT_MOST, Relation.AT_MOST, P1, False),
        (P, Relation.LESS, Relation.AT_MOST, P1, False),
    ],
)
def test_ends_and_strictness_are_respected(
    g: sympy.Expr, mine: Relation, printed: Relation, ends: Range, expected: bool
) -> None:
    assert _weaker(g, mine, printed, ends) is expected


@pytest.mark.parametrize(
    ("address", "bound", "expected"),
    [
        ("superiority/Lemma D.8/1", "1 - delta/n", True),
        ("superiority/Lemma D.8/1", "1 - 3*delta/n", True),
        ("superiority/Lemma D.8/1", "1 - delta/(2*n)", False),
        ("superiority/Lemma D.4/1", "0.125", True),
        ("superiority/Lemma D.4/1", "0.126", False),
        ("superiority/Lemma D.4/1", "1.25*printed", True),
        ("superiority/Lemma D.4/1", "1.26*printed", False),
        ("superiority/Theorem D.5", "1 - delta/n**kappa - 1/1000", True),
        ("superiority/Theorem D.5", "1 - delta/n**2", False),
    ],
)
def test_a_bound_in_the_papers_variables_is_compared_with_the_printed_formula(address: str, bound: str, expected: bool) -> None:
    part = the_part(address)
    formula = parse(bound, part.domain.variables | {PRINTED: ""})
    assert (follows(part, formula, None) is not None) is expected


def test_a_refuted_bound_refutes_what_implies_it() -> None:
    part = the_part("superiority/Lemma D.4/2")
    names = part.domain.variables | {PRINTED: ""}
    assert implies(part, parse("printed/2 + 1/2", names), None)
    assert implies(part, parse("printed + delta/(2*n)", names), None)
    assert not implies(part, parse("printed - delta/n", names), None)


def test_every_documented_variable_is_a_number_of_the_world() -> None:
    for part in chosen_parts():
        small = part.domain.small() if part.claim is not None and part.domain.small is not None else iter(())
        for instance in islice((i for i in islice(small, 3000) if part.domain.broken(i) is None), 1):
            model = named(part.domain).bind(instance, BALLS)
            for name in part.domain.variables:
                with suppress(ValueError):  # a variable may have no value here, and says so
                    assert hasattr(values(model, [name])[name], "mid"), f"{part.address}: {name}"
