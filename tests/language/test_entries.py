"""Entries of what is put together from vectors and matrices: sums over fresh letters, and shapes that fit."""

from typing import Any

import pytest

from theorems.language.entries import Arrays, NoRuleError
from theorems.language.printing import text
from theorems.language.reductions import Reducer
from theorems.language.rules import Declared
from theorems.language.shapes import what_fits
from theorems.language.tree import (
    And,
    Claim,
    Component,
    Expr,
    Fits,
    Inner,
    Kron,
    Matrices,
    Node,
    Range,
    Sum,
    Symbol,
    exp,
    expr,
    symbols,
)

A, B, x, y, T, star, i, j, k, n, d, c, softmax = symbols("A B x y ⊤ * i j k n d c softmax")
rows, columns = Range(expr(1), n), Range(expr(1), d)
KNOWN: dict[Expr, Any] = {
    A: (((i, rows), (k, columns)), A[i, k]),
    B: (((j, rows), (k, columns)), B[j, k]),
    x: (((k, columns),), x[k]),
    y: (((i, rows),), y[i]),
}


def arrays(*equal: tuple[Expr, Expr], **others: Any) -> Arrays:
    return Arrays({**KNOWN, **{Symbol(name): of for name, of in others.items()}}, lambda a, b: (a, b) in equal)


def shown(claim: Claim) -> str:
    return text(claim).replace(" ..., ", "...,")


ENTRIES = [
    (y == A * x, "y_i = Σ_{k∈{1,...,d}} A_{i,k} x_k for all i ∈ {1,...,n}"),
    (y**T == x**T * A**T, "y_i = Σ_{k∈{1,...,d}} x_k A_{i,k} for all i ∈ {1,...,n}"),
    (c == Inner(A * x, y), "c = Σ_{i∈{1,...,n}} (Σ_{k∈{1,...,d}} A_{i,k} x_k) y_i"),
    (c <= Inner(A[3, star], x), "c ≤ Σ_{k∈{1,...,d}} A_{3,k} x_k"),
    (x == exp(-(A**T) * y / 2), "x_k = exp((Σ_{i∈{1,...,n}} (-A_{i,k}) y_i)/2) for all k ∈ {1,...,d}"),
    (y * x**T == A, "y_i x_k = A_{i,k} for all k ∈ {1,...,d} for all i ∈ {1,...,n}"),
    (softmax(c * y) == y, "exp(c y_i)/(Σ_{i′∈{1,...,n}} exp(c y_{i′})) = y_i for all i ∈ {1,...,n}"),
    (y == c * A[star, 1] - 0, "y_i = c A_{i,1} - 0 for all i ∈ {1,...,n}"),
]


def test_the_entries_are_those_of_the_definition_of_a_product_and_capture_no_letter_and_no_index() -> None:
    for claim, entries in ENTRIES:
        assert shown(arrays().by_entries(claim)) == entries
    assert shown(arrays().by_entries(y == k * (A * x))) == "y_i = Σ_{k′∈{1,...,d}} k A_{i,k′} x_{k′} for all i ∈ {1,...,n}"
    twice = arrays().by_entries(y == A * B**T * y)
    assert shown(twice) == "y_i = Σ_{k∈{1,...,d}} Σ_{j∈{1,...,n}} A_{i,k} B_{j,k} y_j for all i ∈ {1,...,n}"
    again = arrays().by_entries(y == A * A**T * y)
    assert shown(again) == "y_i = Σ_{k∈{1,...,d}} Σ_{i′∈{1,...,n}} A_{i,k} A_{i′,k} y_{i′} for all i ∈ {1,...,n}"
    known = arrays(z=(((j, rows),), Sum(i, rows, A[i, 1] * y[j])))
    z = Symbol("z")
    with pytest.raises(NoRuleError, match="stands for an index"):
        known.by_entries(y == z)


def test_what_does_not_fit_or_has_no_entries_is_refused_and_a_hypothesis_makes_shapes_fit() -> None:
    for claim in (y == A**T * x, y == x, A == A**T, y == A * x + x, c == A * x, y == A * x + 1, y <= A * x):
        with pytest.raises(NoRuleError, match=r"do not fit|more than two numbers"):
            arrays().by_entries(claim)
    for piece in (Sum(i, rows, A), A**2, abs(c) * Inner(A, x), softmax(A), Symbol("vec")(A)):
        with pytest.raises(NoRuleError):
            arrays().by_entries(c == piece)
    assert shown(arrays((n, d)).by_entries(y == x)) == "y_i = x_i for all i ∈ {1,...,n}"


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


def test_a_formula_exists_exactly_where_these_sizes_agree_and_a_new_letter_has_its_shape_by_an_equation() -> None:
    for body, sizes in SIZES:
        assert needed(body) == sizes
    for body in (Inner(c, x), A[1, 2, 3], A**2, c(A), abs(c) * c(x)):
        with pytest.raises(NoRuleError):
            needed(body)
    steps = And((c == A * x, y == c * x**T))
    assert needed(steps) == "d = d, n = n, m = d"
    run_twice = And((Sum(l, Range(ONE, m), y[l]) == x, Sum(l, Range(ONE, n), y[l]) == x))
    assert "1 = 1, m = n" in needed(run_twice)  # one letter, two sets
    reducer = Reducer(lambda _: False, lambda _: True, Declared())
    assert text(reducer(Fits(A * y, wide))) == "d = n"
    (rule,) = reducer.used
    assert (rule.name, rule.shows, rule.refutes) == ("shapes", True, "at a point")
