"""The data of Definition F.1: their hypotheses and what is drawn of them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import Phase, find, settings

from theorems.instance import Instance
from theorems.superiority.language import cross_attention, j0, j1, n

ENTRY = replace(cross_attention(1), about=(j0, j1))


def inputs(i: Instance, dataset: int) -> tuple[np.ndarray, np.ndarray]:
    """A1 and A2 = A3 as Definition F.1 prints them, with the second to the d-th columns."""
    log_n = np.log(i.n)
    A1 = np.zeros((i.n, i.d))
    A1[i.j2 - 1, 0] = float(i[f"a{dataset}"]) * log_n
    A1[:, 1:] = log_n
    A2 = np.zeros((i.n, i.d))
    A2[i.j3 - 1, 0] = 1
    for row in range(i.n):
        A2[row, 1 + row % (i.d - 1)] = 1
    return A1, A2


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"n": 5}, "n = (d - 1) t"),
        ({"j2": 5}, "j2 ∈ {1, ..., n}"),
        ({"j3": 0}, "j3 ∈ {1, ..., n}"),
        ({"a0": Fraction(1, 10)}, "0 < a0 < 0.1"),
        ({"a0": 0}, "0 < a0 < 0.1"),
        ({"a1": 1}, "a1 > 1"),
        ({"j0": 9}, "1 ≤ j0 ≤ n"),
    ],
)
def test_a_broken_hypothesis_is_named(change: dict[str, int | Fraction], named: str) -> None:
    point = Instance.parse("n=4 d=3 t=2 j2=1 j3=1 a0=1/20 a1=2 j0=2 j1=1")
    domain = ENTRY.domain()
    domain.require(point)
    with pytest.raises(ValueError, match="hypothesis broken") as error:
        domain.require(point.but(**change))
    assert named in str(error.value)


def test_linear_attention_refuses_n_equal_to_one() -> None:
    point = Instance.parse("n=1 d=2 t=1 j2=1 j3=1 a0=1/20 a1=2 j0=1 j1=1")
    with pytest.raises(ValueError, match="n ≥ 2"):
        ENTRY.where(n >= 2).domain().require(point)


EVENTS = {
    "t = 1": lambda i: i.t == 1 and i.n > 1,
    "d = 2": lambda i: i.d == 2,
    "n = 1": lambda i: i.n == 1,
    "n beyond 10^100": lambda i: i.n > 10**100,
    "j2 = j3, several rows": lambda i: i.j2 == i.j3 and i.n > 2,
    "j0 = j2 ≠ j3": lambda i: i.j0 == i.j2 != i.j3,
    "j0 = j3 ≠ j2": lambda i: i.j0 == i.j3 != i.j2,
    "j1 a twin of j3": lambda i: i.j1 != i.j3 and (i.j1 - i.j3) % (i.d - 1) == 0,
    "a1 next to 1": lambda i: i.a1 <= Fraction(101, 100),
    "a1 = 10": lambda i: i.a1 == 10,
    "a0 next to 0.1": lambda i: i.a0 > Fraction(99, 1000),
}


@pytest.mark.parametrize("event", EVENTS)
def test_the_strategy_reaches(event: str) -> None:
    once = settings(max_examples=2000, database=None, phases=[Phase.generate])
    find(ENTRY.drawn().map(Instance), EVENTS[event], settings=once)
