"""A calculation's theorem says what the suite's trees say: it reads back as these, and data meet what it assumes."""

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from tests.chosen import chosen_parts, sample
from tests.formal.reading import NoReaderError, alike, as_said, pieces_of, read
from tests.marks import long
from theorems.catalogue import find
from theorems.formal import calculations
from theorems.formal.assumptions import quantified
from theorems.formal.flows import in_words
from theorems.formal.printer import Printer
from theorems.formal.statements import COMPARED, USED
from theorems.formal.terms import NoCoqFormError
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
