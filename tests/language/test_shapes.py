"""Shapes that fit: the sizes that are equal and the indices that lie within, exactly where a formula exists."""

import pytest

from theorems.language.entries import NoRuleError
from theorems.language.printing import text
from theorems.language.reductions import Reducer
from theorems.language.rules import Declared
from theorems.language.shapes import what_fits
from theorems.language.tree import And, Claim, Component, Fits, Inner, Kron, Matrices, Node, Range, Sum, expr, symbols

A, B, x, y, c, n, d, m, i, l, star, T, vec, diag, ones = symbols("A B x y c n d m i l * ⊤ vec diag 1")
ONE = expr(1)
wide = A.isin(Matrices(n, d)) & x.isin(Matrices(d, ONE)) & y.isin(Matrices(n, m))


def needed(body: Node, given: Claim = wide) -> str:
    return text(what_fits(Fits(body, given)))


SIZES: list[tuple[Node, str]] = [
    (A * x, "d = d"),
    (A * y, "d = n"),
    (A**T * y, "n = n"),
    (A * x + x, "d = d, n = d"),
    (Inner(A * x, ones[n]), "d = d, n = n"),
    (A ** expr(-1) * y, "n = d, d = n"),
    (Kron(A, y) == A, "n n = n, d m = d"),
    (A + 1, "n = 1, d = 1"),
    (diag(A * x) * A, "d = d, n = n"),
    (x == vec(A), "d = n d"),
    (A[i, 3] * x, "i ≥ 1, i ≤ n, 3 ≥ 1, 3 ≤ d"),
    (Component(A, (star, Range(expr(2), d - 1))) == y, "2 ≥ 1, d - 1 ≤ d, n = n, d - 1 - 2 + 1 = m"),
    (Sum(l, Range(ONE, m), Inner(A * x, y[l])), "d = d, m ≤ m, n = n"),
    (Sum(l, Range(ONE, d), y[l]), "d ≤ m"),
]


def test_a_formula_exists_exactly_where_these_sizes_agree() -> None:
    for body, sizes in SIZES:
        assert needed(body) == sizes
    for body in (Inner(c, x), A[1, 2, 3], A**2, c(A), abs(c) * c(x)):
        with pytest.raises(NoRuleError):
            needed(body)


def test_an_equation_gives_a_new_letter_its_shape_and_an_old_one_its_own() -> None:
    steps = And((c == A * x, y == c * x**T))
    assert needed(steps) == "d = d, n = n, m = d"
    run_twice = And((Sum(l, Range(ONE, m), y[l]) == x, Sum(l, Range(ONE, n), y[l]) == x))
    assert "1 = 1, m = n" in needed(run_twice)  # one letter, two sets


def test_the_rule_shows_and_refutes() -> None:
    reducer = Reducer(lambda _: False, lambda _: True, Declared())
    assert text(reducer(Fits(A * y, wide))) == "d = n"
    (rule,) = reducer.used
    assert (rule.name, rule.shows, rule.refutes) == ("shapes", True, "at a point")
