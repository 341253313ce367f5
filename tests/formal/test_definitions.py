"""What is exported from the definitions: the suite's data and claims, word for word, and nothing about other data or false."""

import hashlib
import re
from dataclasses import replace
from typing import Any

import pytest

from tests.formal.conftest import WITH_COQ
from tests.formal.reading import plain, read_terms
from theorems.catalogue import find
from theorems.formal import definitions
from theorems.formal.compiling import compiled
from theorems.formal.definitions import data_of
from theorems.formal.exports import export, file_text
from theorems.formal.signed_rows import CITED
from theorems.formal.signed_rows import export as signed
from theorems.formal.statements import DEFINITION, Export, Said
from theorems.formal.terms import NoCoqFormError
from theorems.language.tree import Entry, ExactlyOne, Number, Relation, Symbol, expr
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

ROW, NETWORK = "Lemma D.4/1 (stated)", "Theorem D.5 (stated)"
LAST_LINES = {
    ROW: "Pr d (fun sigma => le_b ((c + 1 / 10) * sqrt (ln n)) (inner d (c_exp n d A1 A2 A3 Q K V j0) sigma)) >= 1 / 10",
    NETWORK: "Pr_columns d m (fun y => lt_b 0 (network n d m (c_exp n d A1 A2 A3 Q K V) ((c + 1 / 10) * sqrt (ln n)) y))"
    " >= 1 - delta / Rpower n kappa",
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

ASSUMED = {"Lemma 4.1/1 (stated)": "C >= 8 / 5 ->", NETWORK: "C * ln (n / delta) <= m /\\ m < C * ln (n / delta) + 1"}
D2_4A = "Lemma D.2/4a (stated)"
FALSE = [
    (D2_4A, "<= 1 / Rpower n (1 - a1)", "<= 1 / Rpower n (1 - b)"),
    (D2_4A, "j0 <> j3 ->", "j0 = j3 ->"),
    (D2_4A, "is_ones", "is_identity"),
    (D2_4A, "f_exp n d A1 A2 Q K j0 j1 <=", "f_exp n d A1 A2 Q K j1 j1 <="),
    (ROW, "c + 1 / 10", "c + 4 / 10"),
    (ROW, ">= 1 / 10", ">= 1 / 7"),
    (NETWORK, "C >= 8 * kappa", "C >= 7 * kappa"),
    (NETWORK, "d <= n", "d <= d"),
    (NETWORK, "c + 1 / 10", "c + 4 / 10"),
    (NETWORK, "delta < 1", "delta < 2"),
]


def part_of(key: str) -> Part:
    (found,) = (p for p in find("superiority/" + key.rpartition(" (")[0]) if p.key.endswith(key))
    return found


def from_definition(part: Part) -> tuple[tuple[Any, ...], Said]:
    """The theorems before it, and the one that is the part."""
    exported = export(part)
    assert exported.kind == DEFINITION
    *before, last = exported.theorems
    assert isinstance(last, Said)
    return tuple(before), last


def test_statements_read_as_the_paper_prints_them() -> None:
    assert from_definition(part_of(D2_4A))[1].statement == STATEMENT
    for key, line in LAST_LINES.items():
        statement = from_definition(part_of(key))[1].statement
        assert statement.split("\n")[-1].strip() == line
        for other, assumed in ASSUMED.items():
            assert (assumed in statement) is (key == other)


def test_the_conclusion_reads_back_as_the_printed_claim() -> None:
    """The last line is the claim, its quantity applied to the matrices."""
    entry = Symbol("entry")
    for label in ["D.3/2.i", "D.7/5", "D.11/2", "E.1/3b", "E.2/2.ii", "F.3/3", "F.10/5"]:
        for part in find(f"superiority/Lemma {label}"):
            line: Any = part.printed
            try:
                *_, last = definitions.export(part).theorems[-1].statement.split("\n")
            except NoCoqFormError:
                continue
            written = last.rpartition("%nat /\\ ")[2]  # "exactly one" says the range first
            written = re.sub(r"[ufc]_(exp|lin) n d [A-Z0-9 ]+ j0 (j1|i0)", entry.name, written)
            claim = line.claim.body if isinstance(line.claim, ExactlyOne) else line.claim
            expected: Any = plain(claim.mapped(lambda node: entry if isinstance(node, Entry) else None))
            assert read_terms(written, [entry, *line.given.parameters]) is expected


def test_a_hypothesis_that_the_tree_has_not_is_not_said_and_other_claims_have_no_proof_by_hand() -> None:
    part = part_of(D2_4A)
    line: Any = part.printed
    kept = tuple(h for h in line.given.hypotheses if h is not A1_RANGE)
    dropped = replace(part, printed=replace(line, given=replace(line.given, hypotheses=kept)))
    assert from_definition(dropped)[1].statement == STATEMENT.replace("  a1 >= 7 / 10 ->\n", "")
    row: Any = part_of(ROW)
    claim = row.printed.claim
    for other in (Relation(claim.left, "<=", claim.right), Relation(claim.left, "==", expr(1))):
        with pytest.raises(NoCoqFormError):
            signed(replace(row, printed=replace(row.printed, claim=other)))


def test_other_data_have_no_definition() -> None:
    """A changed entry of a matrix is no data of Definition D.1 or F.1."""
    for given in (self_attention(0, ONES), self_attention(1, IDENTITY), cross_attention(1)):
        assert data_of(given)
        for name in sorted({"A", "A1", "A2"} & set(given.model.quantities)):
            quantity = given.model.quantities[name]
            changed = quantity.definition.mapped(lambda node: b if isinstance(node, Number) and node.value == 1 else None)
            other = given.model.adding(replace(quantity, definition=changed))
            with pytest.raises(NoCoqFormError):
                data_of(replace(given, model=other))


BY_HAND = [key.removeprefix("superiority/") for key in CITED]


@WITH_COQ
@pytest.mark.parametrize(("key", "true", "false"), [*((key, "", "") for key in [D2_4A, *BY_HAND]), *FALSE])
def test_coq_accepts_what_is_said_by_hand_and_refuses_what_is_slightly_false(key, true, false, home) -> None:
    part = part_of(key)
    before, last = from_definition(part)
    said, proof = last.said, last.proof
    if true:
        assert true in said
        said = said.replace(true, false)
        proof = tuple(line.replace(true, false) for line in proof) if key in BY_HAND else proof
    text = file_text([Export(part, DEFINITION, (*before, replace(last, said=said, proof=proof)))])
    found = compiled(home[0] / f"Planted{hashlib.sha256(text.encode()).hexdigest()[:8]}.v", text, *home)
    assert bool(found.line) is bool(true)
    assert not found.axioms
