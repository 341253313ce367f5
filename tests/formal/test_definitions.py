"""What is exported from the definitions: the suite's data and claims, word for word, and nothing about other data."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.formal.conftest import WITH_COQ
from tests.formal.reading import plain, read_terms
from theorems.catalogue import find
from theorems.formal import exports
from theorems.formal.compiling import compiled
from theorems.formal.definitions import data_of, export
from theorems.formal.exports import file_text
from theorems.formal.statements import DEFINITION, Export, Said
from theorems.formal.terms import NoCoqFormError
from theorems.language.given import Given
from theorems.language.tree import Entry, ExactlyOne, Number, Symbol
from theorems.statement import Part
from theorems.superiority.language import A1_RANGE, IDENTITY, ONES, b, cross_attention, self_attention

STATEMENT = r"""forall (n d t j3 j0 j1 : nat) (a1 b c : R) (A1 A2 A3 Q K V : matrix),
  self_attention_data n d t j3 a1 b c A1 A2 A3 ->
  is_ones d (QK d Q K) -> is_identity d V ->
  a1 >= 7 / 10 ->
  b >= 1 / 10 ->
  c >= 1 / 10 ->
  b + c = 1 ->
  j0 ∈ [n] -> j1 ∈ [n] ->
  j0 <> j3 ->
  j1 = j3 ->
  alpha_exp n d A1 A2 Q K j0 <> 0 /\
  Rpower n (1 - a1) <> 0 /\
  INR n > 0 /\
  f_exp n d A1 A2 Q K j0 j1 <= 1 / Rpower n (1 - a1)"""


LAST_LINES = {
    "Lemma E.1/1b.i (intended)": "sum n (fun j1 => when (andb (negb (Nat.eqb j1 j3)) "
    "(equal_b (u_exp n d A1 A2 Q K j0 j1) (Rpower n (b ^ 2 + c ^ 2)))) 1) = t - 1",
    "Lemma E.1/2.ii (intended)": "sum n (fun j1 => when (equal_b (u_exp n d A1 A2 Q K j0 j1) (Rpower n (c ^ 2))) 1) = n - t",
    "Lemma E.1/4.i (intended)": "sum n (fun j1 => when (Nat.eqb (block (d - 2) j1) (block (d - 2) j0)) 1) = t",
    "Lemma 4.1/1 (stated)": "Pr n (fun sigma => le_b (Rabs (inner n (regression_f_lin n d A x) sigma)) "
    "(C * sqrt (ln (n / delta)) / sqrt n)) >= 1 - delta / n",
    "Lemma 4.1/2 (stated)": "Pr n (fun sigma => le_b (Rabs (inner n (regression_f_exp n d A x) sigma)) "
    "(C * sqrt (ln (n / delta)) / Rpower n (1 / 10))) >= 1 - delta / n",
    "Lemma 4.2/2 (stated)": "Pr n (fun sigma => le_b (1 / 4) (Rabs (inner n (regression_f_exp n d A x) sigma))) >= 1",
    "Lemma 4.2/3 (stated)": "Pr n (fun sigma => lt_b 0 (inner n (regression_f_exp n d A x) sigma)) = 1 / 2 /\\ "
    "Pr n (fun sigma => lt_b (inner n (regression_f_exp n d A x) sigma) 0) = 1 / 2",
}


def from_definition(part: Part, export: Callable[[Part], Export] = export) -> Said:
    exported = export(part)
    assert exported.kind == DEFINITION
    *_, last = exported.theorems
    assert isinstance(last, Said)
    return last


def test_the_statement_reads_as_the_paper_prints_it() -> None:
    assert from_definition(find("superiority/Lemma D.2/4a")[0]).statement == STATEMENT


@pytest.mark.parametrize("address", ["D.3/2.i", "D.7/5", "D.11/2", "E.1/3b", "E.2/2.ii", "F.3/3", "F.10/5"])
def test_the_conclusion_reads_back_as_the_printed_claim(address: str) -> None:
    """The last line is the claim, its quantity applied to the matrices."""
    entry = Symbol("entry")
    for part in find(f"superiority/Lemma {address}"):
        line: Any = part.printed
        try:
            *_, last = from_definition(part).statement.split("\n")
        except NoCoqFormError:
            continue
        written = last.rpartition("%nat /\\ ")[2]  # "exactly one" says the range first
        written = re.sub(r"[ufc]_(exp|lin) n d [A-Z0-9 ]+ j0 (j1|i0)", entry.name, written)
        claim = line.claim.body if isinstance(line.claim, ExactlyOne) else line.claim
        expected: Any = plain(claim.mapped(lambda node: entry if isinstance(node, Entry) else None))
        assert read_terms(written, [entry, *line.given.parameters]) is expected


@pytest.mark.parametrize("key", LAST_LINES)
def test_counts_and_probabilities_read_as_the_paper_prints_them(key: str) -> None:
    (part,) = (p for p in find("superiority/" + key.rpartition(" (")[0]) if p.key.endswith(key))
    statement = from_definition(part, exports.export).statement
    assert statement.split("\n")[-1].strip() == LAST_LINES[key]
    assert ("C >= 8 / 5 ->" in statement) is (key == "Lemma 4.1/1 (stated)")


def test_a_hypothesis_that_the_tree_has_not_is_not_said() -> None:
    part = find("superiority/Lemma D.2/4a")[0]
    line: Any = part.printed
    kept = tuple(h for h in line.given.hypotheses if h is not A1_RANGE)
    dropped = replace(part, printed=replace(line, given=replace(line.given, hypotheses=kept)))
    assert from_definition(dropped).statement == STATEMENT.replace("  a1 >= 7 / 10 ->\n", "")


@pytest.mark.parametrize("given", [self_attention(0, ONES), self_attention(1, IDENTITY), cross_attention(1)])
def test_other_data_have_no_definition(given: Given) -> None:
    """A changed entry of a matrix is no data of Definition D.1 or F.1."""
    assert data_of(given)
    for name in sorted({"A", "A1", "A2"} & set(given.model.quantities)):
        quantity = given.model.quantities[name]
        changed = quantity.definition.mapped(lambda node: b if isinstance(node, Number) and node.value == 1 else None)
        other = given.model.adding(replace(quantity, definition=changed))
        with pytest.raises(NoCoqFormError):
            data_of(replace(given, model=other))


# -- Coq itself --------------------------------------------------------------------------------------------------------------

FALSE = {
    "<= 1 / Rpower n (1 - a1)": "<= 1 / Rpower n (1 - b)",
    "j0 <> j3 ->": "j0 = j3 ->",
    "is_ones": "is_identity",
    "f_exp n d A1 A2 Q K j0 j1 <=": "f_exp n d A1 A2 Q K j1 j1 <=",
}


@WITH_COQ
def test_coq_refuses_what_is_slightly_false(home: tuple[Path, dict[str, str]]) -> None:
    part = find("superiority/Lemma D.2/4a")[0]
    exported = export(part)
    *cases, last = exported.theorems
    assert isinstance(last, Said)
    for number, (true, false) in enumerate({"": "", **FALSE}.items()):
        said = last.said.replace(true, false) if true else last.said
        assert (said == last.said) is not bool(true)
        text = file_text([Export(part, DEFINITION, (*cases, replace(last, said=said)))])
        found = compiled(home[0] / f"Planted{number}.v", text, *home)
        assert bool(found.line) is bool(true), false
        assert not found.axioms
