"""Claims as trees: what is written down is what stands there, and hypotheses are checked without floats."""

import pickle
from fractions import Fraction

import pytest

from theorems.language.exact import Exactly, power
from theorems.language.printing import text
from theorems.language.tree import Cases, Number, Q, Total, chain, expr, free_symbols, symbols
from theorems.superiority.language import ROWS, a1, d, f_exp, i0, j0, j1, n, t

BOUND = 1 / n ** (1 - a1)
CLAIM = f_exp[j0, j1] <= BOUND


def test_equal_trees_are_one_object_in_every_process_and_nothing_is_simplified() -> None:
    assert (1 - a1) is (1 - a1)
    assert 1 + a1 is not a1 + 1
    assert Q(1, 2) is not Q("0.5")
    assert Q(1, 2).value == Q("0.5").value
    assert {CLAIM: 1}[f_exp[j0, j1] <= 1 / n ** (1 - a1)] == 1
    assert pickle.loads(pickle.dumps(CLAIM)) is CLAIM


def test_numbers_stay_exact_what_is_none_is_refused_and_a_double_inequality_must_be_a_chain() -> None:
    for value in (Fraction(7, 10), Fraction(-1, 3), 10**40):
        assert expr(value).value == value  # type: ignore[attr-defined]
    for constant in (0.1, True, "1", None, 1j):
        with pytest.raises(TypeError, match="is "):
            expr(constant)
        with pytest.raises(TypeError):
            n * constant
    with pytest.raises(TypeError, match="chain"):
        0 < a1 < 1  # noqa: B015
    assert [text(link) for link in chain(0, "<", a1, "<=", 1).links] == ["0 < a1", "a1 ≤ 1"]
    with pytest.raises(ValueError, match="alternates"):
        chain(0, a1, 1)


def test_a_mutant_changes_one_place_only() -> None:
    """Interned nodes stand at several places: 1/n^(1-a1) has the number 1 twice."""
    ones = [path for path, node in BOUND.walk() if isinstance(node, Number)]
    assert [text(BOUND.replaced(path, expr(2))) for path in ones] == ["2/n^(1-a1)", "1/n^(2-a1)"]
    with pytest.raises(AttributeError, match="does not change"):
        BOUND.left = expr(2)


def test_branches_are_below_a_distinction_of_cases_and_bound_variables_are_not_free() -> None:
    cases = Cases(((i0 == 1, a1), (i0 == d, n)), t)
    assert free_symbols(cases) == {i0, a1, d, n, t}
    assert cases.mapped(lambda node: 2 * a1 if node is a1 else None) is Cases(((i0 == 1, 2 * a1), (i0 == d, n)), t)
    assert free_symbols(Total(j1, ROWS, f_exp[j0, j1])) == {j0}


n, a = symbols("n a")


def test_powers_are_exact_and_compare_exactly_and_no_rounded_one_decides_a_hypothesis() -> None:
    for base, exponent, exact in (
        (2, -1, Fraction(1, 2)),
        (Fraction(4, 9), Fraction(1, 2), Fraction(2, 3)),
        (8, Fraction(-2, 3), Fraction(1, 4)),
        (0, Fraction(1, 2), 0),
    ):
        assert power(base, exponent) == exact
    root = power(2, Fraction(1, 2))
    assert root == power(4, Fraction(1, 4)) != power(3, Fraction(1, 2))
    assert root > -5
    assert Fraction(7, 5) < root < Fraction(3, 2)
    assert not root >= Fraction(3, 2)
    assert not root <= Fraction(7, 5)
    below = Exactly(n**a < 43**10)
    assert not below({"n": 43**4, "a": Fraction(5, 2)})
    assert Exactly(n**a < 43**10 + 1)({"n": 43**4, "a": Fraction(5, 2)})
    assert Exactly(n**a >= 2)({"n": 10**6, "a": Fraction(10**4 + 1, 10**4)})
    with pytest.raises(ValueError, match="no value"):
        power(-2, Fraction(1, 2))
    with pytest.raises(ValueError, match="too large"):
        power(10**6, 10**9)
