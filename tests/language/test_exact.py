"""Hypotheses are checked without floats, powers that are no rational number included."""

from fractions import Fraction

import pytest

from theorems.language.exact import Exactly, power
from theorems.language.tree import symbols

n, a = symbols("n a")


def test_powers_are_exact_and_compare_exactly() -> None:
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


def test_no_rounded_power_decides_a_hypothesis() -> None:
    """43^10 is no power of two, and a float cannot hold it."""
    below = Exactly(n**a < 43**10)
    assert not below({"n": 43**4, "a": Fraction(5, 2)})
    assert Exactly(n**a < 43**10 + 1)({"n": 43**4, "a": Fraction(5, 2)})
    assert Exactly(n**a >= 2)({"n": 10**6, "a": Fraction(10**4 + 1, 10**4)})


def test_what_has_no_value_is_said() -> None:
    with pytest.raises(ValueError, match="no value"):
        power(-2, Fraction(1, 2))
    with pytest.raises(ValueError, match="too large"):
        power(10**6, 10**9)
