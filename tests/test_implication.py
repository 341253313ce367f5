"""A bound is said to follow from the printed one only where it does."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from itertools import islice

import sympy
from hypothesis import given
from hypothesis import strategies as st

from kernels.arithmetic import BALLS
from tests.chosen import chosen_parts, the_part
from theorems.bounds.expression import parse
from theorems.bounds.implication import PRINTED, P, Range, _stronger, _weaker, implies
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


@given(data=st.data(), mine=st.sampled_from(INEQUALITIES), printed=st.sampled_from([*INEQUALITIES, Relation.EQUAL]))
def test_what_is_called_weaker_or_stronger_is_so_at_every_point(data: st.DataObject, mine: Relation, printed: Relation) -> None:
    """My bound g is a polynomial of the printed one, P; both sides, and P with ``floor``, lie between two ends."""
    slope, shift, lhs, right = (data.draw(RATIONALS) for _ in range(4))
    square = data.draw(st.sampled_from([Fraction(0), Fraction(0), Fraction(1, 2), Fraction(-1, 2)]))
    low = data.draw(st.none() | st.just(Fraction(0)) | RATIONALS)
    width = data.draw(st.none() | st.fractions(min_value=0, max_value=2, max_denominator=4))
    high = None if low is None or width is None else low + width
    floor = low is not None and data.draw(st.booleans())
    if (low is not None and lhs < low) or (high is not None and lhs > high) or (floor and low is not None and right < low):
        return  # no point of the range
    if low is not None and low == high and right != low:
        return  # a constant is the only value that the printed bound has then
    g = sympy.Rational(slope) * P + sympy.Rational(shift) + sympy.Rational(square) * P * P
    left, top = (None if end is None else sympy.Rational(end) for end in (low, high))
    ends = Range(left, top, floor=floor)
    value = slope * right + shift + square * right * right
    if _weaker(g, mine, printed, ends) and _true(lhs, printed, right):
        assert _true(lhs, mine, value)
    if _stronger(g, mine, printed, ends) and _true(lhs, mine, value):
        assert _true(lhs, printed, right)


ONE, HALF, ZERO = sympy.Integer(1), sympy.Rational(1, 2), sympy.Integer(0)
UNIT, FROM_0, ANY = Range(ZERO, ONE), Range(ZERO, None), Range(None, None)
AT_MOST, LESS, AT_LEAST, EQUAL = Relation.AT_MOST, Relation.LESS, Relation.AT_LEAST, Relation.EQUAL
FOLLOW = [
    (ONE, AT_MOST, AT_MOST, UNIT, True),
    (ONE, LESS, LESS, UNIT, False),  # lhs = 1 < P = 2, and not lhs < 1
    (ONE, LESS, EQUAL, UNIT, False),
    (P - HALF, AT_LEAST, AT_LEAST, UNIT, True),
    (2 * P, AT_MOST, AT_MOST, UNIT, True),
    (2 * P, AT_MOST, AT_MOST, ANY, False),  # P may be negative
    (P / 2, AT_LEAST, AT_LEAST, ANY, False),
    (P / 2, AT_LEAST, AT_LEAST, Range(ZERO, None, floor=True), True),
    (2 * P - 1, AT_LEAST, AT_LEAST, UNIT, True),
    (2 * P - 1, AT_LEAST, AT_LEAST, FROM_0, False),  # no end above
    (P**2, AT_MOST, AT_MOST, UNIT, False),
    (P, LESS, AT_MOST, UNIT, False),
]


def test_ends_and_strictness_are_respected() -> None:
    for g, mine, printed, ends, expected in FOLLOW:
        assert _weaker(g, mine, printed, ends) is expected, (g, mine, printed, ends)


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
