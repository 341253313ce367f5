"""The self-attention data: what is drawn, and the hypotheses of Definition D.1."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from kernels import attention, balls
from kernels.arithmetic import BALLS
from tests.superiority.dense import matrix
from theorems.instance import Instance
from theorems.superiority.language import ONES, f_exp, i0, j0, j1, n, self_attention, u_exp

ENTRY, OUTPUT = ((replace(self_attention(1, ONES), about=about)) for about in ((j0, j1), (j0, i0)))


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"n": 5}, "n = (d - 2) t"),
        ({"j3": 0}, "j3 ∈ {1, ..., n}"),
        ({"j3": 5}, "j3 ∈ {1, ..., n}"),
        ({"a1": Fraction(69, 100)}, "a1 ≥ 0.7"),
        ({"b": Fraction(1, 20), "c": Fraction(19, 20)}, "b ≥ 0.1"),
        ({"b": Fraction(19, 20), "c": Fraction(1, 20)}, "c ≥ 0.1"),
        ({"b": Fraction(1, 2), "c": Fraction(3, 5)}, "b + c = 1"),
        ({"j0": 9}, "1 ≤ j0 ≤ n"),
    ],
)
def test_a_broken_hypothesis_is_named(change: dict[str, int | Fraction], named: str) -> None:
    point = Instance.parse("n=4 d=4 t=2 j3=1 a1=7/10 b=1/2 c=1/2 j0=2 j1=1")
    domain = ENTRY.domain()
    domain.require(point)
    with pytest.raises(ValueError, match="hypothesis broken") as error:
        domain.require(point.but(**change))
    assert named in str(error.value)


def test_linear_attention_refuses_n_equal_to_one() -> None:
    point = Instance.parse("n=1 d=3 t=1 j3=1 a1=7/10 b=1/2 c=1/2 j0=1 j1=1")
    with pytest.raises(ValueError, match="n ≥ 2"):
        ENTRY.where(n >= 2).domain().require(point)
    with pytest.raises(ValueError, match=r"alpha|zero|sum"):
        attention.linear_attention(matrix(point), matrix(point), matrix(point), np.ones((3, 3)), np.eye(3))


def test_an_instance_is_exact_and_says_so() -> None:
    with pytest.raises(ValueError, match=r"a1 = 0.7 is not exact"):
        Instance(a1=0.7)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="NaN is no number"):
        Instance(a1=float("nan"))  # type: ignore[arg-type]


@given(data=st.data())
def test_an_instance_is_rebuilt_from_its_own_text(data: st.DataObject) -> None:
    i = Instance(data.draw(OUTPUT.drawn()))
    assert Instance.parse(str(i)) == i


EVENTS = {
    "t = 1": lambda i: i.t == 1 and i.n > 1,
    "d = 3": lambda i: i.d == 3 and i.n > 1,
    "beyond float64": lambda i: i.n > 10**200,
    "the last row is special": lambda i: i.j3 == i.n > 1,
    "a twin of j3": lambda i: i.j0 != i.j3 and (i.j0 - i.j3) % (i.d - 2) == 0,
    "b at its lower end": lambda i: i.b == Fraction(1, 10),
    "c at its lower end": lambda i: i.c == Fraction(1, 10),
    "a1 at its lower end": lambda i: i.a1 == Fraction(7, 10),
    "a1 = 1": lambda i: i.a1 == 1,
    "a1 = 10": lambda i: i.a1 == 10,
}


@pytest.mark.parametrize("event", EVENTS)
def test_the_strategy_reaches(event: str) -> None:
    once = settings(max_examples=3000, database=None, phases=[Phase.generate])
    assert EVENTS[event](find(OUTPUT.drawn().map(Instance), EVENTS[event], settings=once))


def test_huge_sizes_and_exponents_stay_finite_in_balls() -> None:
    x = ENTRY.bind(Instance.parse("n=1e300 d=3 t=1e300 j3=1 a1=10 b=1/2 c=1/2 j0=1 j1=1"), BALLS)
    assert x.value(u_exp[j0, j1]).is_finite()
    assert bool(x.value(f_exp[j0, j1]) > balls.ball(Fraction(99, 100)))
