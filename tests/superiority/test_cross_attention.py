"""Closed forms of Appendix F against the dense definitions, and the hypotheses of Definition F.1."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from kernels import attention, balls
from kernels.arithmetic import BALLS, FLOAT, MP
from tests.superiority.dense import small_members
from theorems.instance import Instance
from theorems.language.given import Given
from theorems.superiority import language
from theorems.superiority.cross_attention import cross_attention, pattern_of, symbolic_cases

ENTRY = ("j0", "j1")
OUTPUT = ("j0", "i0")
ABOUT: dict[tuple[str, ...], tuple[language.Symbol, ...]] = {
    ENTRY: (language.j0, language.j1),
    OUTPUT: (language.j0, language.i0),
}
DATASET = pytest.mark.parametrize("dataset", [0, 1])


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


def small(indices: tuple[str, ...], most: int = 40) -> st.SearchStrategy[Instance]:
    return small_members(drawn(indices), most, most + 1)


def drawn(indices: tuple[str, ...]) -> Given:
    """The data of either set, which have both coefficients."""
    return replace(language.cross_attention(1), about=ABOUT[indices])


@DATASET
@given(data=st.data())
def test_closed_form_entries_are_those_of_the_dense_definition(dataset: int, data: st.DataObject) -> None:
    i = data.draw(small(ENTRY))
    A1, A2 = inputs(i, dataset)
    QK, row, column = np.eye(i.d), i.j0 - 1, i.j1 - 1
    model = cross_attention(dataset, ENTRY).bind(i, FLOAT)
    tolerance = 1e-12 * (1 + abs(attention.logits(A1, A2, QK, row)[column]))
    assert model.u_exp == pytest.approx(attention.u_exp(A1, A2, QK, row)[column], rel=tolerance)
    assert model.f_exp == pytest.approx(attention.f_exp(A1, A2, QK, row)[column], rel=tolerance, abs=1e-300)
    assert model.u_lin == pytest.approx(attention.u_lin(A1, A2, QK, row)[column], rel=1e-12)
    assert model.f_lin == pytest.approx(attention.f_lin(A1, A2, QK, row)[column], rel=1e-12)


@DATASET
@given(data=st.data())
def test_closed_form_outputs_are_those_of_the_dense_kernels(dataset: int, data: st.DataObject) -> None:
    i = data.draw(small(OUTPUT))
    A1, A2 = inputs(i, dataset)
    I = np.eye(i.d)
    model = cross_attention(dataset, OUTPUT).bind(i, FLOAT)
    tolerance = 1e-12 * (1 + np.abs(attention.logits(A1, A2, I, i.j0 - 1)).max())
    dense_exp = attention.softmax_attention(A1, A2, A2, I, I)[i.j0 - 1, i.i0 - 1]
    dense_lin = attention.linear_attention(A1, A2, A2, I, I)[i.j0 - 1, i.i0 - 1]
    assert model.c_exp == pytest.approx(dense_exp, rel=tolerance, abs=1e-290)
    assert model.c_lin == pytest.approx(dense_lin, rel=1e-11)


@DATASET
@settings(max_examples=15)
@given(data=st.data())
def test_closed_form_agrees_to_50_digits(dataset: int, data: st.DataObject) -> None:
    i = data.draw(small(OUTPUT, most=8))
    with mpmath.workdps(70):
        log_n, a = mpmath.log(i.n), Fraction(i[f"a{dataset}"])
        special = [(i.j0, j) == (i.j2, i.j3) for j in range(1, i.n + 1)]
        logits = [log_n * (1 + (mpmath.mpf(a.numerator) / a.denominator if here else 0)) for here in special]
        u = [mpmath.exp(logit) for logit in logits]
        seen = [j for j in range(1, i.n + 1) if (j == i.j3 if i.i0 == 1 else (j - 1) % (i.d - 1) == i.i0 - 2)]
        dense_exp = sum(u[j - 1] for j in seen) / sum(u)
        dense_lin = sum(logits[j - 1] for j in seen) / sum(logits)
        model = cross_attention(dataset, OUTPUT).bind(i, MP)
        for closed, dense in ((model.c_exp, dense_exp), (model.c_lin, dense_lin)):
            assert abs(closed - dense) <= mpmath.mpf(10) ** -50


@DATASET
@pytest.mark.parametrize("indices", [ENTRY, OUTPUT])
@given(data=st.data())
def test_every_instance_falls_into_exactly_one_symbolic_case(
    dataset: int, indices: tuple[str, ...], data: st.DataObject
) -> None:
    i = data.draw(drawn(indices).drawn().map(Instance))
    (case,) = (c for c in symbolic_cases(dataset, indices, linear=False) if c.pattern == pattern_of(i))
    assert i.d - 1 >= case.pattern.residues
    assert i.t >= 2 or not case.pattern.has_twin
    assert i.n >= 2 or not case.size_above_one


@DATASET
@given(data=st.data())
def test_the_symbolic_world_takes_the_values_of_the_ball_world(dataset: int, data: st.DataObject) -> None:
    i = data.draw(small(OUTPUT, most=60))
    (case,) = (c for c in symbolic_cases(dataset, OUTPUT, linear=False) if c.pattern == pattern_of(i))
    x = case.model
    values = {x.n: i.n, x.d: i.d, x.t: i.t, x.a0: i.a0, x.a1: i.a1}
    with mpmath.workdps(40):
        exact = {symbol: mpmath.mpf(Fraction(v).numerator) / Fraction(v).denominator for symbol, v in values.items()}
        symbolic = [side.evalf(30, subs=exact) for side in (x.c_exp, x.c_lin)]
    model = cross_attention(dataset, OUTPUT).bind(i, BALLS)
    for ball, value in zip((model.c_exp, model.c_lin), symbolic, strict=True):
        assert balls.approximate(ball) == pytest.approx(float(value), rel=1e-13)


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
    domain = cross_attention(1, ENTRY)
    domain.require(point)
    with pytest.raises(ValueError, match="hypothesis broken") as error:
        domain.require(point.but(**change))
    assert named in str(error.value)


def test_linear_attention_refuses_n_equal_to_one() -> None:
    point = Instance.parse("n=1 d=2 t=1 j2=1 j3=1 a0=1/20 a1=2 j0=1 j1=1")
    with pytest.raises(ValueError, match="n ≥ 2"):
        cross_attention(1, ENTRY, linear=True).require(point)


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
    find(drawn(ENTRY).drawn().map(Instance), EVENTS[event], settings=once)


def test_a_wrong_exponent_an_index_and_a_sign_are_seen_by_the_dense_definition() -> None:
    """Power: the comparison above has a tolerance of 1e-12; each planted error is far outside it."""
    i = Instance.parse("n=6 d=4 t=2 j2=2 j3=3 a0=1/20 a1=2 j0=2 i0=4")
    A1, A2 = inputs(i, 1)
    I = np.eye(4)
    dense = attention.softmax_attention(A1, A2, A2, I, I)[1, 3]
    model = cross_attention(1, OUTPUT).bind(i, FLOAT)
    assert model.c_exp == pytest.approx(dense, rel=1e-12)
    for wrong in (
        replace(model, a=model.a + 1e-6),
        replace(model, a=-model.a),
        replace(model, t=model.t - 1),
        replace(model, pattern=replace(model.pattern, column=1)),
    ):
        assert wrong.c_exp != pytest.approx(dense, rel=1e-9)
