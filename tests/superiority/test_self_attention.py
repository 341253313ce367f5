"""Closed forms of Appendix D against the dense definitions, and the hypotheses of Definition D.1."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import Phase, assume, find, given, settings
from hypothesis import strategies as st

from kernels import attention, balls
from kernels.arithmetic import BALLS, FLOAT, MP
from strategies.self_attention_data import self_attention_data
from tests.superiority.dense import entries, logits_mp, matrix, product
from theorems.instance import Instance
from theorems.superiority.self_attention import Weights, pattern_of, self_attention, symbolic_cases

ENTRY = ("j0", "j1")
OUTPUT = ("j0", "i0")
WEIGHTS = pytest.mark.parametrize("weights", list(Weights), ids=lambda w: w.name.lower())
DATASET = pytest.mark.parametrize("dataset", [0, 1])


def small(dataset: int, indices: tuple[str, ...], most: int = 40) -> st.SearchStrategy[Instance]:
    return self_attention_data(dataset, indices, most).map(Instance)


@WEIGHTS
@DATASET
@given(data=st.data())
def test_closed_form_entries_are_those_of_the_dense_definition(dataset: int, weights: Weights, data: st.DataObject) -> None:
    i = data.draw(small(dataset, ENTRY))
    domain = self_attention(dataset, weights, ENTRY)
    A, QK = matrix(i), product(weights, i.d)
    model = domain.bind(i, FLOAT)
    row, column = i.j0 - 1, i.j1 - 1
    logit = attention.logits(A, A, QK, row)[column]
    tolerance = 1e-12 * (1 + abs(logit))
    with np.errstate(over="ignore"):
        u = model.u_exp
    if np.isfinite(u) and u < 1e300:
        assert u == pytest.approx(attention.u_exp(A, A, QK, row)[column], rel=tolerance)
    assert model.f_exp == pytest.approx(attention.f_exp(A, A, QK, row)[column], rel=tolerance, abs=1e-300)
    assert model.u_lin == pytest.approx(attention.u_lin(A, A, QK, row)[column], rel=1e-12)
    assert model.f_lin == pytest.approx(attention.f_lin(A, A, QK, row)[column], rel=1e-12)


@WEIGHTS
@DATASET
@given(data=st.data())
def test_closed_form_outputs_are_those_of_the_dense_kernels(dataset: int, weights: Weights, data: st.DataObject) -> None:
    i = data.draw(small(dataset, OUTPUT))
    A, QK = matrix(i), product(weights, i.d)
    model = self_attention(dataset, weights, OUTPUT).bind(i, FLOAT)
    V = np.eye(i.d)
    largest = np.abs(attention.logits(A, A, QK, i.j0 - 1)).max()
    tolerance = 1e-12 * (1 + largest)
    dense_exp = attention.softmax_attention(A, A, A, QK, V)[i.j0 - 1, i.i0 - 1]
    dense_lin = attention.linear_attention(A, A, A, QK, V)[i.j0 - 1, i.i0 - 1]
    assert model.c_exp == pytest.approx(dense_exp, rel=tolerance, abs=1e-290)
    assert model.c_lin == pytest.approx(dense_lin, rel=1e-11)


@WEIGHTS
@DATASET
@settings(max_examples=15)
@given(data=st.data())
def test_closed_form_agrees_to_50_digits(dataset: int, weights: Weights, data: st.DataObject) -> None:
    i = data.draw(small(dataset, OUTPUT, most=8))
    with mpmath.workdps(70):
        logits = logits_mp(i, weights)
        rows = entries(i)
        root = mpmath.sqrt(mpmath.log(i.n))
        u = [mpmath.exp(logits[i.j0 - 1, j]) for j in range(i.n)]
        values = [mpmath.mpf(row[i.i0 - 1].numerator) / row[i.i0 - 1].denominator * root for row in rows]
        dense = sum(x * v for x, v in zip(u, values, strict=True)) / sum(u)
        closed = self_attention(dataset, weights, OUTPUT).bind(i, MP).c_exp
        assert abs(closed - dense) <= mpmath.mpf(10) ** -50 * (1 + abs(dense))


@WEIGHTS
@DATASET
@given(data=st.data())
def test_every_instance_falls_into_exactly_one_symbolic_case(dataset: int, weights: Weights, data: st.DataObject) -> None:
    i = data.draw(self_attention_data(dataset, OUTPUT).map(Instance))
    cases = [case for case in symbolic_cases(dataset, weights, OUTPUT) if case.pattern == pattern_of(i)]
    assert len(cases) == 1
    (case,) = cases
    assert i.d - 2 >= case.pattern.residues
    assert i.t >= 2 or not case.pattern.has_twin


@DATASET
@given(data=st.data())
def test_the_symbolic_world_takes_the_values_of_the_ball_world(dataset: int, data: st.DataObject) -> None:
    i = data.draw(small(dataset, OUTPUT, most=60))
    (case,) = (c for c in symbolic_cases(dataset, Weights.ONES, OUTPUT) if c.pattern == pattern_of(i))
    x = case.model
    a = f"a{dataset}"
    values = {x.n: i.n, x.d: i.d, x.t: i.t, x.a: i[a], x.b: i.b}
    exact = {symbol: mpmath.mpf(Fraction(v).numerator) / Fraction(v).denominator for symbol, v in values.items()}
    with mpmath.workdps(40):
        symbolic = x.c_exp.subs(x.root, mpmath.sqrt(mpmath.log(i.n))).evalf(30, subs=exact)
        ball = self_attention(dataset, Weights.ONES, OUTPUT).bind(i, BALLS).c_exp
    assert balls.approximate(ball) == pytest.approx(float(symbolic), rel=1e-13)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"n": 5}, "n = (d-2)t"),
        ({"j3": 0}, "j3 in [n]"),
        ({"j3": 5}, "j3 in [n]"),
        ({"a1": Fraction(69, 100)}, "a1 >= 0.7"),
        ({"b": Fraction(1, 20), "c": Fraction(19, 20)}, "b >= 0.1"),
        ({"b": Fraction(19, 20), "c": Fraction(1, 20)}, "c >= 0.1"),
        ({"b": Fraction(1, 2), "c": Fraction(3, 5)}, "b + c = 1"),
        ({"j0": 9}, "j0, j1 in [n]"),
    ],
)
def test_a_broken_hypothesis_is_named(change: dict[str, int | Fraction], named: str) -> None:
    point = Instance.parse("n=4 d=4 t=2 j3=1 a1=7/10 b=1/2 c=1/2 j0=2 j1=1")
    domain = self_attention(1, Weights.ONES, ENTRY)
    domain.require(point)
    with pytest.raises(ValueError, match="hypothesis broken") as error:
        domain.require(point.but(**change))
    assert named in str(error.value)


def test_linear_attention_refuses_n_equal_to_one() -> None:
    point = Instance.parse("n=1 d=3 t=1 j3=1 a1=7/10 b=1/2 c=1/2 j0=1 j1=1")
    with pytest.raises(ValueError, match="divides by log n"):
        self_attention(1, Weights.ONES, ENTRY, linear=True).require(point)
    with pytest.raises(ValueError, match=r"alpha|zero|sum"):
        attention.linear_attention(matrix(point), matrix(point), matrix(point), np.ones((3, 3)), np.eye(3))


def test_an_instance_is_exact_and_says_so() -> None:
    with pytest.raises(ValueError, match=r"a1 = 0.7 is not exact"):
        Instance(a1=0.7)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="NaN is no number"):
        Instance(a1=float("nan"))  # type: ignore[arg-type]


@given(data=st.data())
def test_an_instance_is_rebuilt_from_its_own_text(data: st.DataObject) -> None:
    i = data.draw(self_attention_data(1, OUTPUT).map(Instance))
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
    strategy = self_attention_data(1, OUTPUT).map(Instance)
    found = find(strategy, EVENTS[event], settings=settings(max_examples=3000, database=None, phases=[Phase.generate]))
    assert EVENTS[event](found)


@DATASET
@given(data=st.data())
def test_every_draw_meets_definition_d1(dataset: int, data: st.DataObject) -> None:
    i = data.draw(self_attention_data(dataset, ENTRY).map(Instance))
    assume(i.n >= 2)
    self_attention(dataset, Weights.ONES, ENTRY, linear=True).require(i)


def test_huge_sizes_and_exponents_stay_finite_in_balls() -> None:
    i = Instance.parse("n=1e300 d=3 t=1e300 j3=1 a1=10 b=1/2 c=1/2 j0=1 j1=1")
    x = self_attention(1, Weights.ONES, ENTRY).bind(i, BALLS)
    assert x.u_exp.is_finite()
    assert bool(x.f_exp > balls.ball(Fraction(99, 100)))
