"""What follows from facts by arithmetic: never what is false at some point that meets them."""

import random
from fractions import Fraction

import sympy

from kernels.arithmetic import RATIONALS
from theorems.kernel.arithmetic import Facts
from theorems.kernel.signs import nonnegative
from theorems.language.tree import Expr, Q, Relation, symbols
from theorems.language.values import value
from theorems.provers.certificate_of_sign import Known, certified
from theorems.vocabulary import Relation as Sign

p, q, r = symbols("p q r")
SIGNS = {"<=": Sign.AT_MOST, ">=": Sign.AT_LEAST, "<": Sign.LESS, ">": Sign.MORE, "==": Sign.EQUAL}


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
