"""Claims as trees: what is written down is what stands there."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest

from theorems.language.printing import mathml, text
from theorems.language.tree import Cases, Number, Q, Total, chain, expr, free_symbols, log, sqrt
from theorems.superiority.language import ROWS, a1, block, block_columns, d, f_exp, i0, j0, j1, j3, n, t

BOUND = 1 / n ** (1 - a1)
CLAIM = f_exp[j0, j1] <= BOUND


def test_equal_trees_are_one_object_and_nothing_is_simplified() -> None:
    assert (1 - a1) is (1 - a1)
    assert 1 + a1 is not a1 + 1
    assert 2 * a1 is not a1 * 2
    assert Q(1, 2) is not Q("0.5")
    assert Q(1, 2).value == Q("0.5").value
    assert {CLAIM: 1}[f_exp[j0, j1] <= 1 / n ** (1 - a1)] == 1


def test_a_tree_survives_the_way_to_another_process() -> None:
    assert pickle.loads(pickle.dumps(CLAIM)) is CLAIM


@pytest.mark.parametrize("constant", [0.1, True, "1", None, 1j])
def test_what_is_no_exact_number_is_refused_by_name(constant: object) -> None:
    with pytest.raises(TypeError, match="is "):
        expr(constant)
    with pytest.raises(TypeError):
        n * constant


def test_a_double_inequality_must_be_a_chain() -> None:
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


def test_the_branches_of_a_distinction_of_cases_are_below_it() -> None:
    cases = Cases(((i0 == 1, a1), (i0 == d, n)), t)
    assert free_symbols(cases) == {i0, a1, d, n, t}
    changed = cases.mapped(lambda node: 2 * a1 if node is a1 else None)
    assert changed is Cases(((i0 == 1, 2 * a1), (i0 == d, n)), t)


def test_bound_variables_are_not_free() -> None:
    total = Total(j1, ROWS, f_exp[j0, j1])
    assert free_symbols(total) == {j0}


# fmt: off
PRINTED = [
    (CLAIM, "f_exp(A,x)_{j0,j1} ≤ 1/n^(1-a1)", r"{f_{\mathrm{exp}}(A,x)}_{j_{0},j_{1}} \le \frac{1}{n^{1 - a_{1}}}"),
    (Q(1, 2) * a1 * sqrt(log(n)), "(1/2) a1 √(log n)", r"\frac{1}{2}\,a_{1}\,\sqrt{\log n}"),
    ((1 / n + (t - 1) / n) * a1, "(1/n + (t-1)/n) a1", r"\left( \frac{1}{n} + \frac{t - 1}{n} \right)\,a_{1}"),
    (a1 - (d - t), "a1 - (d - t)", r"a_{1} - \left( d - t \right)"),
    (a1 - d - t, "a1 - d - t", r"a_{1} - d - t"),
    (a1 / d / t, "a1/d/t", r"\frac{\frac{a_{1}}{d}}{t}"),
    (-(a1 + d) ** 2, "-(a1 + d)^2", r"- \left( a_{1} + d \right)^{2}"),
    ((a1 / d) ** 2, "(a1/d)^2", r"\left( \frac{a_{1}}{d} \right)^{2}"),
    (n ** ((1 + a1) ** 2), "n^((1+a1)^2)", r"n^{\left( 1 + a_{1} \right)^{2}}"),
    ((1 + a1) * log(n), "(1 + a1) log n", r"\left( 1 + a_{1} \right)\,\log n"),
    (a1 * log(n) * d, "(a1 log n) d", r"\left( a_{1}\,\log n \right)\,d"),
    (i0.isin(block_columns), "i0 ∈ {2, ..., d-1}", r"i_{0} \in \left\{ 2, \dots, d - 1 \right\}"),
    (chain(0, "<", a1, "<", Q("0.1")), "0 < a1 < 0.1", r"0 < a_{1} < 0.1"),
    (i0 != block(j3), "i0 ≠ block(j3)", r"i_{0} \ne \mathrm{block}\left(j_{3}\right)"),
]
# fmt: on


def test_mathml_is_well_formed() -> None:
    from xml.etree import ElementTree

    for tree, _, _ in PRINTED:
        ElementTree.fromstring(mathml(tree))


@pytest.mark.parametrize("value", [Fraction(7, 10), Fraction(-1, 3), 10**40])
def test_numbers_stay_exact(value: Fraction) -> None:
    assert expr(value).value == value  # type: ignore[attr-defined]
