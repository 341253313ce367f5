"""What is written for Coq, a term or a calculation's theorem, reads back as the suite's trees."""

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.chosen import chosen_parts, sample
from tests.formal.reading import NoReaderError, alike, as_said, pieces_of, plain, read, read_terms
from tests.marks import long
from theorems.catalogue import find
from theorems.formal import calculations
from theorems.formal.assumptions import quantified
from theorems.formal.flows import in_words
from theorems.formal.printer import Printer
from theorems.formal.statements import COMPARED, USED
from theorems.formal.terms import NoCoqFormError, defined, name_of, names, prop, term
from theorems.judging.accepted import accepted
from theorems.kernel.facts import Definition
from theorems.language.tree import *
from theorems.statement import Part

PARTS = [p for p in chosen_parts() if p.key in accepted() and accepted()[p.key].kind in (USED, COMPARED)]


@dataclass(frozen=True)
class Statement:
    """What a theorem assumes and claims, as trees beside Coq's text; ``names``: what its names stand for."""

    names: dict[str, Node]
    assumed: list[tuple[Any, str]]
    definitions: list[tuple[Definition, str]]
    goal: tuple[Any, str]


@cache
def statements_of(part: Part) -> list[Statement]:
    """Of each theorem of a part."""
    found: list[Any] = []
    theorem = calculations._theorem

    def kept(*pieces: Any) -> Any:
        found.append(pieces)
        return theorem(*pieces)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(calculations, "_theorem", kept)
        theorems = calculations.export(part).theorems
    return [statement_of(said.statement, *pieces[1:6]) for said, pieces in zip(theorems, found, strict=True)]


def statement_of(said: str, claim: Any, printer: Any, assumed: Any, definitions: Any, goal: str) -> Statement:
    assert said.endswith(goal)
    assert all(f"({written}) ->\n" in said for written in [w for _, w in (*assumed, *definitions.values())])
    known = printer.names.known
    assert len(set(known.values())) == len(known)
    defined = [each for definition, _ in definitions.values() for each in (definition.claim, *definition.hypotheses)]
    trees = [claim, *(each for each, _ in assumed), *defined]
    names = pieces_of(known, [each for tree in trees for each in (tree, as_said(tree, values=True))])
    return Statement(names, list(assumed), list(definitions.values()), (claim, goal))


def test_a_statement_reads_back_as_the_trees() -> None:
    read_: list[Part] = []
    for part in sample(PARTS, 25):
        with suppress(NoReaderError):
            for statement in statements_of(part):
                reads_back(statement)
            read_.append(part)
    assert len(read_) >= len(sample(PARTS, 25)) - 1


def reads_back(statement: Statement) -> None:
    claim, goal = statement.goal
    assert alike(read(goal, statement.names)) is alike(as_said(claim, values=True))
    for claim, written in statement.assumed:
        assert alike(read(written, statement.names)) is alike(as_said(claim))
    for definition, written in statement.definitions:
        said = as_said(definition.claim)
        for hypothesis in reversed(definition.hypotheses):
            said = said if in_words(hypothesis) else Implies(as_said(hypothesis), said)
        back, put = read(written, statement.names), {}
        for formal in quantified(definition):
            put[back.variable] = formal
            back = back.body
        back = back.mapped(put.get)
        while alike(back) is not alike(said):  # it is assumed of the elements of a set alone
            assert isinstance(back, Implies)
            assert isinstance(back.premise, Member)
            assert back.premise.element in put.values()
            back = back.conclusion


@long
def test_a_definition_that_is_slightly_false_does_not_read_back() -> None:
    statement = statements_of(find("sparse/Definition 3.1")[0])[0]
    for true, false in (("= exp (", "= 1 + ("), ("set_n (fun", "(without set_n i_b) (fun")):
        assert any(true in written for _, written in statement.definitions)
        changed = [(definition, written.replace(true, false)) for definition, written in statement.definitions]
        with pytest.raises(AssertionError):
            reads_back(replace(statement, definitions=changed))


def test_a_name_that_hides_a_bound_variable_is_refused() -> None:
    """``Pr[X_i ≥ 1] = x_i`` for all i, as one number Pr, would say that all x_i are equal."""
    X, x, i = symbols("X x i")
    claim = ForAll(i, Range(expr(1), expr(3)), Pr(X[i] >= 1) == x[i])
    with pytest.raises(NoCoqFormError, match="depends on more"):
        Printer().prop(claim)
    assert Printer().prop(Pr(X[i] >= 1) == x[i])


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
