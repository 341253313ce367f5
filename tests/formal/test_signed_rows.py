"""Random signs from the definitions: the statements are the trees', and Coq refuses what is slightly false."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.formal.conftest import WITH_COQ
from theorems.formal.compiling import compiled
from theorems.formal.exports import file_text
from theorems.formal.signed_rows import CITED, export, part_of
from theorems.formal.statements import DEFINITION, Export, Said
from theorems.formal.terms import NoCoqFormError
from theorems.language.tree import Relation, expr

ROW, NETWORK = "superiority/Lemma D.4/1 (stated)", "superiority/Theorem D.5 (stated)"
LAST_LINES = {
    ROW: "Pr d (fun sigma => le_b ((c + 1 / 10) * sqrt (ln n)) (inner d (c_exp n d A1 A2 A3 Q K V j0) sigma)) >= 1 / 10",
    NETWORK: "Pr_columns d m (fun y => lt_b 0 (network n d m (c_exp n d A1 A2 A3 Q K V) ((c + 1 / 10) * sqrt (ln n)) y))"
    " >= 1 - delta / Rpower n kappa",
}
FALSE = {
    ROW: [("c + 1 / 10", "c + 4 / 10"), (">= 1 / 10", ">= 1 / 7")],
    NETWORK: [
        ("C >= 8 * kappa", "C >= 7 * kappa"),
        ("d <= n", "d <= d"),
        ("c + 1 / 10", "c + 4 / 10"),
        ("delta < 1", "delta < 2"),
    ],
}


@pytest.mark.parametrize("key", LAST_LINES)
def test_a_statement_reads_as_the_paper_prints_it(key: str) -> None:
    said = export(part_of(key)).theorems[-1].statement
    assert said.split("\n")[-1].strip() == LAST_LINES[key]
    assert ("C * ln (n / delta) <= m /\\ m < C * ln (n / delta) + 1" in said) is (key == NETWORK)


def test_another_claim_has_no_proof_by_hand() -> None:
    part = part_of(ROW)
    claim = part.printed.claim
    assert isinstance(claim, Relation)
    for other in (Relation(claim.left, "<=", claim.right), Relation(claim.left.mapped(lambda n: None), "==", expr(1))):
        with pytest.raises(NoCoqFormError):
            export(replace(part, printed=replace(part.printed, claim=other)))  # type: ignore[type-var]


@WITH_COQ
@pytest.mark.parametrize("key", CITED)
def test_coq_accepts_it(key: str, home: tuple[Path, dict[str, str]]) -> None:
    exported = export(part_of(key))
    found = compiled(home[0] / f"{exported.theorems[-1].name}.v", file_text([exported]), *home)
    assert (found.line, found.axioms) == (0, ())


@WITH_COQ
@pytest.mark.parametrize(("key", "true", "false"), [(key, *each) for key, some in FALSE.items() for each in some])
def test_coq_refuses_what_is_slightly_false(key: str, true: str, false: str, home: tuple[Path, dict[str, str]]) -> None:
    *before, last = export(part_of(key)).theorems
    assert isinstance(last, Said)
    assert true in last.said
    proof = tuple(line.replace(true, false) for line in last.proof)
    planted = replace(last, said=last.said.replace(true, false), proof=proof)
    text = file_text([Export(part_of(key), DEFINITION, (*before, planted))])
    found = compiled(home[0] / f"{last.name}_planted.v", text, *home)
    assert found.line > 0
