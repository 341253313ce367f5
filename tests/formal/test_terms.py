"""Trees as terms of Coq: printed and read back they are the same tree, and what has no form is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formal.reading import plain, read_terms
from theorems.formal.terms import NoCoqFormError, defined, name_of, names, prop, term
from theorems.language.tree import *

x, y, n = symbols("x y n")
LEAVES = st.sampled_from([x, y, n, expr(0), expr(2), expr(-3), Q("0.7"), Q(1, 2), Q("-1/4")])


def larger(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    binary = st.sampled_from([Plus, Minus, Times, Over])
    return (
        st.builds(lambda kind, a, b: kind(a, b), binary, inner, inner)
        | st.builds(Negative, inner)
        | st.builds(lambda a, k: Power(a, expr(k)), inner, st.integers(-3, 4))
        | st.builds(lambda a, b: Power(a, b), inner, inner.filter(lambda e: not isinstance(e, Number)))
        | st.builds(lambda name, a: Call(name, (a,)), st.sampled_from(["exp", "log", "sqrt", "abs"]), inner)
        | st.builds(lambda name, a, b: Call(name, (a, b)), st.sampled_from(["max", "min"]), inner, inner)
    )


EXPRESSIONS = st.recursive(LEAVES, larger, max_leaves=12)
RELATIONS = st.builds(Relation, EXPRESSIONS, st.sampled_from(["<=", ">=", "<", ">", "==", "!="]), EXPRESSIONS)
ALTERNATIVES = st.builds(lambda a, b: Or((a, b)), RELATIONS, RELATIONS)
CLAIMS = RELATIONS | st.builds(lambda a, b: And((a, b)), RELATIONS, RELATIONS | ALTERNATIVES)


@given(CLAIMS)
def test_what_is_printed_reads_back_as_the_same_tree(claim: Relation) -> None:
    assert read_terms(prop(claim), (x, y, n)) is plain(claim)


WRITTEN: list[tuple[Expr, str]] = [
    (x - (y - n), "x - (y - n)"),
    (x / (y * n), "x / (y * n)"),
    (-(x**2), "- x ^ 2"),
    ((-x) ** 2, "(- x) ^ 2"),
    (n ** (1 - x), "Rpower n (1 - x)"),
    (Q("0.7") * x, "7 / 10 * x"),
    (x**-2, "/ (x ^ 2)"),
    (sqrt(log(n)), "sqrt (ln n)"),
    (x ** (expr(1) + 1), "x ^ 2"),
]


def test_how_a_term_is_written_and_what_it_takes_for_granted_and_what_has_no_form() -> None:
    assert [term(tree) for tree, _ in WRITTEN] == [written for _, written in WRITTEN]
    assert prop(Chain((x, y, n), ("<", "<="))) == "x < y /\\ y <= n"
    for tree in (Pr(x <= 1), Symbol("a b"), x[n], Call("floor", (x,)), x**1000):
        with pytest.raises(NoCoqFormError):
            term(tree)
    with pytest.raises(NoCoqFormError):
        list(names([Symbol("α") + Symbol("alpha")]))
    assert name_of("R") != "R"
    assert [prop(c) for c in defined([1 / (n - 1) + log(x) + sqrt(y) + x / 2])] == ["n - 1 <> 0", "x > 0", "y >= 0"]
    assert [prop(c) for c in defined([1 / expr(0)])] == ["0 <> 0"]
