"""A calculation's theorem says what the suite's trees say: it reads back as these, and data meet what it assumes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from tests.chosen import chosen_parts, sample
from tests.formal.reading import alike, as_said, pieces_of, read
from tests.marks import long
from theorems.catalogue import find
from theorems.formal import calculations
from theorems.formal.assumptions import quantified
from theorems.formal.flows import in_words
from theorems.formal.printer import Printer
from theorems.formal.statements import COMPARED, USED
from theorems.formal.terms import NoCoqFormError
from theorems.judging.accepted import accepted
from theorems.kernel.facts import REALS, Definition
from theorems.language.computed import Computed
from theorems.language.printing import text
from theorems.language.tree import (
    And,
    Derivative,
    Folded,
    ForAll,
    Implies,
    Member,
    Node,
    Pr,
    Probability,
    Range,
    Symbol,
    expr,
    symbols,
)
from theorems.provers.at_instances import false_at, instances
from theorems.statement import Domain, Part

PARTS = [p for p in chosen_parts() if p.key in accepted() and accepted()[p.key].kind in (USED, COMPARED)]
CHOSEN = [pytest.param(p, id=p.slug) for p in sample(PARTS, 25)]


@dataclass(frozen=True)
class Statement:
    """What a theorem assumes and claims, as trees beside Coq's text; ``names``: what its names stand for."""

    names: dict[str, Node]
    assumed: list[tuple[Any, str]]
    definitions: list[tuple[Definition, str]]
    goal: tuple[Any, str]


@pytest.fixture
def statements(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> list[Statement]:
    """Of each theorem of a part."""
    part: Part = request.param
    found: list[Any] = []
    theorem = calculations._theorem

    def kept(*pieces: Any) -> Any:
        found.append(pieces)
        return theorem(*pieces)

    monkeypatch.setattr(calculations, "_theorem", kept)
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


@pytest.mark.parametrize("statements", CHOSEN, indirect=True)
def test_a_statement_reads_back_as_the_trees(statements: list[Statement]) -> None:
    for statement in statements:
        reads_back(statement)


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


def taken_out(claim: Any, variable: Symbol) -> tuple[Any, Any]:
    """The set that a claim asks a variable to be in, and the claim without that."""
    match claim:
        case Implies(premise=Member(element=element) as place) if element is variable:
            return place.range, taken_out(claim.conclusion, variable)[1]
        case Implies():
            found, inner = taken_out(claim.conclusion, variable)
            return found, Implies(claim.premise, inner)
        case ForAll():
            found, inner = taken_out(claim.body, variable)
            return found, ForAll(claim.variable, claim.range, inner)
    return None, claim


def over_sets(claim: Any) -> Any:
    """A claim whose variables are taken from the sets that it asks them to be in."""
    match claim:
        case ForAll(variable=variable):
            found, inner = taken_out(over_sets(claim.body), variable)
            return ForAll(variable, claim.range if found is None else found, inner)
        case Implies():
            return Implies(claim.premise, over_sets(claim.conclusion))
        case And():
            return And(tuple(map(over_sets, claim.claims)))
    return claim


def is_met(claim: Any, data: Any, points: Domain | None = None) -> bool:
    """Is it true of the data at instances? False where these do not compute what it speaks of."""
    if not isinstance(data, Computed):
        return False
    try:
        for instance in instances(points or data.points, 12):
            assert not false_at(data, claim, instance), f"{text(claim)} at {instance}"
    except (LookupError, TypeError):
        return False
    return True


def looked_at_elsewhere(claim: Any) -> bool:
    """Of all numbers, to each of which a definition gives a value; of sets that are parts of others; of a derivative or a
    probability, which data compute for the arguments at which tests/test_calculations.py looks.
    """
    said, nodes = claim, [node for _, node in claim.walk()]
    while isinstance(said, ForAll):
        said = said.body
    return _of_members(said) or any(
        isinstance(node, Derivative | Probability) or (isinstance(node, ForAll) and node.range is REALS) for node in nodes
    )


def _of_members(said: Any) -> bool:
    return isinstance(said, Member) or (isinstance(said, And) and all(map(_of_members, said.claims)))


def of_whole_sets(claim: Any) -> bool:
    """Data may tell a set by one element of each kind: enough for "for all", not for a sum, which the tests of definitions
    look at.
    """
    return not any(isinstance(node, Folded) and not isinstance(node.range, Range) for _, node in claim.walk())


@pytest.mark.parametrize(("part", "statements"), [(p.values[0], *p.values) for p in CHOSEN], indirect=["statements"])
def test_data_meet_what_a_statement_assumes(part: Part, statements: list[Statement]) -> None:
    """So its hypotheses do not contradict one another."""
    line: Any = part.printed
    statement = statements[0]
    for definition, written in statement.definitions:
        claim = over_sets(read(written, statement.names))
        if of_whole_sets(claim) and not looked_at_elsewhere(claim):
            assert is_met(claim, line.given, part.domain) or is_met(claim, definition.of), text(claim)
    checked = {claim for c in part.domain.conditions if c.claim is not None for claim in (c.claim, *c.claim.children)}
    for known, written in statement.assumed:
        claim = over_sets(read(written, statement.names))
        if not isinstance(line.given, Computed) or known in checked or isinstance(known, Member):
            continue
        if of_whole_sets(claim) and not looked_at_elsewhere(claim):
            assert is_met(claim, line.given, part.domain), text(claim)


@long
@pytest.mark.parametrize("statements", [find("sparse/Definition 3.1")[0]], indirect=True)
@pytest.mark.parametrize(("true", "false"), [("= exp (", "= 1 + ("), ("set_n (fun", "(without set_n i_b) (fun")])
def test_data_do_not_meet_a_definition_that_is_slightly_false(statements: list[Statement], true: str, false: str) -> None:
    statement = statements[0]
    written, data = next((w, d.of) for d, w in statement.definitions if true in w)
    assert is_met(over_sets(read(written, statement.names)), data)
    with pytest.raises(AssertionError):
        is_met(over_sets(read(written.replace(true, false), statement.names)), data)


def test_a_name_that_hides_a_bound_variable_is_refused() -> None:
    """``Pr[X_i ≥ 1] = x_i`` for all i, as one number Pr, would say that all x_i are equal."""
    X, x, i = symbols("X x i")
    claim = ForAll(i, Range(expr(1), expr(3)), Pr(X[i] >= 1) == x[i])
    with pytest.raises(NoCoqFormError, match="depends on more"):
        Printer().prop(claim)
    assert Printer().prop(Pr(X[i] >= 1) == x[i])
