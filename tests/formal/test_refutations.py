"""Witnesses as theorems: what a model computes is recorded as the formula with which it computes it."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels import balls
from kernels.arithmetic import BALLS
from kernels.decoder_growth import logit
from theorems.catalogue import find
from theorems.formal import refutations
from theorems.formal.recorded import Formula, UnrecordedError, recording
from theorems.formal.terms import NoCoqFormError
from theorems.language.tree import Relation, expr
from theorems.language.values import value
from theorems.statement import Condition, Part

COMPUTED_ELSEWHERE = ("scan_snap/Section 6/B of Eqn 13", "sparse/Lemma B.10/(a)", "superiority/Theorem 1.1/universal")


def refuted(key: str) -> Part:
    return next(part for part in find(key) if part.witness is not None)


@pytest.fixture
def recorder() -> Iterator[Any]:
    with recording("sparse") as found:
        yield found


numbers = st.fractions(-4, 4, max_denominator=8)


@given(numbers, numbers.filter(bool), st.integers(1, 3))
def test_a_formula_has_the_value_of_its_ball(a: Fraction, b: Fraction, k: int) -> None:
    with recording("sparse"):
        x, y = balls.ball(a), balls.ball(b)
        made = (
            (x + y) * (2 - x) / y**2
            + balls.exp(x) ** k
            - abs(y) * balls.sqrt(balls.maximum(x, balls.ball(1)))
            + balls.log(2 + x * x)
        )
    assert isinstance(made, Formula)
    plain = balls.ball(value(made.tree, {}, BALLS))
    assert balls.close(plain, balls.Ball(made), 30)


def test_what_was_decided_on_the_way_is_kept_with_its_direction(recorder: Any) -> None:
    root = balls.sqrt(balls.ball(2))
    assert isinstance(root, Formula)
    assert balls.lt(root, balls.ball(Fraction(3, 2))) is balls.Truth.HOLDS
    assert balls.lt(root, balls.ball(1)) is balls.Truth.FAILS
    assert list(recorder.decided) == [Relation(root.tree, "<", expr(Fraction(3, 2))), Relation(root.tree, ">=", expr(1))]
    low, high = balls.bounds(root)
    assert low < high
    assert set(recorder.decided) >= {Relation(expr(low), "<=", root.tree), Relation(expr(high), ">=", root.tree)}


def test_what_no_formula_gives_has_none(recorder: Any) -> None:
    area = balls.integral(lambda z: z.exp(), 0, 1)
    assert not isinstance(area, Formula)
    assert not isinstance(balls.ball(1) + area, Formula)
    with pytest.raises(UnrecordedError):
        assert balls.ball(1) < area
    with pytest.raises(UnrecordedError, match="too close"):  # equal, by no rule that is known here
        assert balls.sqrt(balls.ball(2)) * balls.sqrt(balls.ball(3)) <= balls.sqrt(balls.ball(6))


def test_a_zero_is_known_by_its_equation_and_two_ends(recorder: Any) -> None:
    u = logit(balls.ball(4), balls.ball(Fraction(15, 2)))
    (zero,) = recorder.zeros.values()
    assert isinstance(u, Formula)
    assert u.tree is zero.symbol
    at = {zero.symbol: balls.ball(zero.low)}, {zero.symbol: balls.ball(zero.high)}
    below, above = (balls.ball(value(zero.function, x, BALLS)) for x in at)
    assert below < 0 < above
    again = logit(balls.ball(4), balls.ball(Fraction(15, 2)))
    assert isinstance(again, Formula)
    assert again.tree is u.tree  # the same number has one name


def test_nothing_is_recorded_outside() -> None:
    assert not isinstance(balls.ball(Fraction(1, 3)), Formula)
    assert not isinstance(logit(balls.ball(4), balls.ball(1)), Formula)


def test_hypotheses_in_words_points_that_refute_nothing_and_what_is_computed_elsewhere_are_refused() -> None:
    part = refuted("sparse/Theorem 6.2/monotone")
    worded = replace(part, domain=part.domain.where(Condition(words="n is no number of a tree", check=lambda _: True)))
    with pytest.raises(NoCoqFormError, match="in words"):
        refutations.export(worded)
    with pytest.raises(NoCoqFormError, match="certainly false"):
        refutations.export(replace(part, witness="n=3"))
    for key in COMPUTED_ELSEWHERE:
        with pytest.raises(NoCoqFormError):
            refutations.export(refuted(key))
