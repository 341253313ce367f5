"""What follows from facts by arithmetic: never what is false at some point that meets them."""

from __future__ import annotations

import itertools
import random
import time
from fractions import Fraction

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from kernels.arithmetic import RATIONALS
from theorems.kernel.arithmetic import Facts
from theorems.kernel.signs import nonnegative
from theorems.language.tree import Expr, Q, Relation, Symbol, exp, expr, log, sqrt, symbols
from theorems.language.values import value
from theorems.provers import certificate_of_sign as certificates
from theorems.provers.certificate_of_sign import Known, Product, certified
from theorems.vocabulary import Relation as Sign

p, q, r, h, TOP = symbols("p q r h ⊤")
SIGNS = {"<=": Sign.AT_MOST, ">=": Sign.AT_LEAST, "<": Sign.LESS, ">": Sign.MORE, "==": Sign.EQUAL}


def test_an_inner_product_is_a_number() -> None:
    product = p[1] ** TOP * p[2]
    assert Facts((product == q, h > 0)).give(product * h * 2 == 2 * h * q)
    assert not Facts(()).give(product == p[2] * p[1] ** TOP)


def test_what_is_positive_is_not_zero() -> None:
    assert Facts((p > q,)).give(p != q)
    assert not Facts((p >= q,)).give(p != q)


def test_a_quotient_and_its_numerator_tell_the_sign_of_the_denominator() -> None:
    assert Facts((q * r / p > 0, q >= 1, r > 0)).give(p > 0)
    assert not Facts((q * r / p < 0, q >= 1, r > 0)).give(p > 0)


def test_the_sign_of_a_power_of_a_sum() -> None:
    assert Facts((p > 0,)).give((p + 2 * q**2) ** Q(-1, 2) > 0)
    assert Facts((p > 0,)).give((q - 1) ** 2 / p >= 0)


def test_a_factor_of_a_sum_below_a_root_is_taken_out() -> None:
    assert Facts((p >= 0, q >= 0)).give(sqrt(2 * (p + q)) == sqrt(expr(2)) * sqrt(p + q))


def test_bounds_of_a_constant_are_no_contradiction() -> None:
    assert Facts((p >= 2, p * q <= p * r - log(Q(2)))).give(q <= r - log(Q(2)) / p)


def test_a_root_of_a_quotient_is_a_name_like_others() -> None:
    assert Facts((p <= sqrt(q * h(q) / r), sqrt(q * h(q) / r) <= h(p))).give(p <= h(p))


def _expression(chance: random.Random, depth: int) -> Expr:
    if depth == 0:
        return chance.choice([p, q, r, Q(chance.randint(-3, 3))])
    left, right = (_expression(chance, depth - chance.randint(1, depth)) for _ in range(2))
    return chance.choice([left + right, left - right, left * right, left**2, left / right])


def _true(relation: Relation, point: dict[Expr, Fraction]) -> bool | None:
    try:
        return SIGNS[relation.sign].true_of(*(value(side, point, RATIONALS) for side in (relation.left, relation.right)))
    except ZeroDivisionError:
        return None


def test_nothing_is_proved_that_is_false_at_a_point_that_meets_the_facts() -> None:
    chance = random.Random(0)
    numbers = [Fraction(a, b) for a in range(-4, 5) for b in (1, 2, 3)]
    points: list[dict[Expr, Fraction]] = [{s: chance.choice(numbers) for s in (p, q, r)} for _ in range(150)]
    proved = 0
    for _ in range(60):
        facts = tuple(
            Relation(
                _expression(chance, chance.randint(0, 1)), chance.choice([*SIGNS]), _expression(chance, chance.randint(0, 2))
            )
            for _ in range(chance.randint(1, 3))
        )
        goal = Relation(_expression(chance, 1), chance.choice([*SIGNS]), _expression(chance, chance.randint(0, 2)))
        if Facts(facts).give(goal):
            proved += 1
            for point in points:
                assert _true(goal, point) or not all(_true(fact, point) for fact in facts), (goal, facts, point)
    assert proved >= 5


def test_many_facts_and_large_numbers_take_little_time() -> None:
    names = [Symbol(f"a{k}") for k in range(15)]
    facts = [names[k] * names[k + 1] >= names[k - 1] + k for k in range(14)] + [names[k] >= 1 for k in range(6)]
    start = time.process_time()
    assert not Facts(tuple(facts)).give(names[0] <= names[1] * names[3])
    assert time.process_time() - start < 20
    assert not Facts((Q(10) ** 400 * p <= q,)).give(p * q <= r)


def test_a_power_of_e_is_one_constant() -> None:
    start = time.process_time()
    assert Facts((p >= 0,)).give(p * exp(Q("-0.568")) <= p * Q("0.568"))
    assert not Facts((p >= 0,)).give(p * exp(Q("-0.568")) <= p * Q("0.566"))
    assert time.process_time() - start < 10


def test_the_code_of_a_product_is_the_sum_of_the_codes() -> None:
    powers = np.array([*itertools.product(range(9), repeat=4)])
    codes = certificates._codes(powers)
    assert len(set(codes.tolist())) == len(codes)
    assert (certificates._codes(powers + powers[::-1]) == codes + codes[::-1]).all()


def test_the_terms_of_a_product_are_those_of_its_polynomial() -> None:
    _, x, y, z = sympy.ring("x y z", sympy.QQ)
    product = Product((Known(x + y / 10), Known(x - y / 10)))
    assert product.times((0, 1, 1), positive=True).polynomial == (x**2 - y**2 / 100) * y * z
    powers, values = product.terms
    assert {tuple(p): v for p, v in zip(powers.tolist(), values, strict=True)} == {
        (2, 0, 0): 1,
        (0, 2, 0): pytest.approx(-0.01),
    }


@settings(max_examples=60)
@given(data=st.data())
def test_columns_that_are_left_out_can_have_no_coefficient(data: st.DataObject) -> None:
    """Whatever contradiction there is, it is one of the columns that are kept, and no search is saved where there is one."""
    _, x, y = sympy.ring("x y", sympy.QQ)
    drawn = st.builds(
        lambda a, b, c, strict, zero: Product((Known(a * x + b * y + c * x * y, strict, zero),)),
        *[st.integers(-2, 2).map(sympy.QQ)] * 3,
        st.booleans(),
        st.booleans(),
    ).filter(lambda product: product.factors[0].polynomial != 0)
    products = data.draw(st.lists(drawn, min_size=1, max_size=4))
    which = np.repeat(np.arange(len(products)), 2)
    rows, places, values = certificates._table(products, which, np.array([[0, 0], [1, 0]] * len(products)))
    columns = [products[k] for k in which]
    kept = certificates._not_idle(rows, places, values, np.array([c.zero for c in columns]))
    table = np.zeros((rows.max() + 1, len(columns)))
    table[rows, places] = values
    for column in np.flatnonzero(~kept):  # the largest coefficient that it can have is 0
        ends = [(None if c.zero else 0, None) for c in columns]
        found = linprog(-np.eye(len(columns))[column], A_eq=table, b_eq=np.zeros(len(table)), bounds=ends)
        assert (found.status, found.fun) == (0, pytest.approx(0))


def test_the_first_monomials_are_those_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    every = [[a, b, 0, c, a + b + c] for a in range(3) for b in range(2) for c in range(4) if a + b + c <= 4]
    for most in (1, 5, 9, 1000):
        monkeypatch.setattr(certificates, "MOST_COLUMNS", most)
        assert certificates._monomials.__wrapped__((2, 1, 0, 3, 4)).tolist() == every[:most]


def test_what_is_multiplied_has_no_higher_degree_than_what_is_known() -> None:
    ring, x, y = sympy.ring("x y", sympy.QQ)
    known = [Known(x * y - 1), Known(y - x)]
    products, which, by = certificates._products(Known(ring.one, strict=True), known, 2)
    found = [
        [(product.factors, tuple(m)) for k, m in zip(which, by.tolist(), strict=True) if k == n]
        for n, product in enumerate(products)
    ]
    assert [(len(each), {m for _, m in each}) for each in found] == [
        (4, {(0, 0), (0, 1), (1, 0), (1, 1)}),
        (1, {(0, 0)}),
        (1, {(0, 0)}),
        (1, {(0, 0)}),
        (1, {(0, 0)}),
        (1, {(0, 0)}),
    ]


def test_a_product_that_may_be_0_is_no_positive_column() -> None:
    _, x, y = sympy.ring("x y", sympy.QQ)
    known = [Known(-x * y)]  # so x y = 0, which says nothing against x ≥ 0, y ≥ 0
    assert not certified(-x, known, [False, False], strict=False)
    assert certified(-x, known, [False, True], strict=False)


def test_a_question_with_nothing_to_add_up_has_no_proof() -> None:
    """Neither where all coefficients are too small for the first search, nor where one is too large for any."""
    _, x, y = sympy.ring("x y", sympy.QQ)
    for tiny_or_huge in (sympy.QQ(1, 10**7), sympy.QQ(10) ** 150, sympy.QQ(1, 10**350)):
        assert not certified(tiny_or_huge * (x - y), [], [False, False], strict=False)
    assert certified(x / 10**7, [Known(x - y)], [False, False], strict=False)
    assert certified((x - y) / 10**7, [Known(x - 2 * y)], [False, False], strict=False)
    assert not Facts((10**7 * q == p,)).give(q >= 0)


def test_high_powers_are_neither_multiplied_out_nor_counted_in_64_bits() -> None:
    p, q = sympy.symbols("p q", real=True)
    for power in (2**12, 2**20, 2**62, 2**65):
        assert not nonnegative(p**power - 1, [(p, True, False)], strict=True)
        assert not nonnegative(p * q**power - 1, [(p - q, False, False)], strict=False)


def test_no_more_products_are_made_than_there_are_columns() -> None:
    """Of 600 facts there are 180 000 products."""
    ring, x, y = sympy.ring("x y", sympy.QQ)
    known = [Known(x * y - k) for k in range(600)]
    products, which, _ = certificates._products(Known(ring.one, strict=True), known, 2)
    assert len(which) == certificates.MOST_COLUMNS == 4000
    assert len(products) <= 4000
