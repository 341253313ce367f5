"""The catalogue: what it lists is what there is, found by address, slug and number."""

import importlib
from pathlib import Path

import pytest

from tests import chosen
from tests.chosen import named, undotted
from theorems.catalogue import OURS, UnknownStatementError, find, papers, parts

ROOT = Path(__file__).parents[1]


def test_a_module_has_the_statements_that_are_listed() -> None:
    for paper in OURS:
        for module, listed in papers()[paper].modules.items():
            statements = importlib.import_module(f"theorems.{paper}.{module}").STATEMENTS
            assert ", ".join(statement.name for statement in statements) == listed, f"{paper}.{module}"


def test_every_part_is_found_by_address_and_by_slug() -> None:
    for part in parts():
        assert part in find(part.address)
        assert find(part.slug) == (part,)


def test_make_and_the_nightly_run_know_our_papers() -> None:
    assert f"PAPERS      := {' '.join(OURS)}\n" in (ROOT / "Makefile").read_text()
    nightly = (ROOT / ".github" / "workflows" / "nightly.yml").read_text()
    assert f"shard: [{', '.join(OURS)}, rest]" in nightly
    assert f"for paper in {' '.join(OURS)}; do" in nightly


def test_a_slug_may_be_written_as_the_number_is_printed() -> None:
    for written in ("Lemma_D2", "Lemma_D.2", "Lemma_D_2", "Lemma D.2"):
        assert undotted(f"{written} and not slow") == "Lemma_D2 and not slow"
    assert undotted("eqn_112") == "eqn_112"


def test_a_slug_names_a_statement_or_what_is_labelled_so_or_its_nearest_are_told() -> None:
    assert {part.statement for part in named("lemma_d2")} == {"Lemma D.2"}
    assert {part.key for part in named("eqn_112")} == {f"scan_snap/Theorem 3/Eqn 112 ({r})" for r in ("stated", "intended")}
    with pytest.raises(UnknownStatementError, match=r"the nearest are .*lemma_D8"):
        named("lemma_D99")


def test_a_slug_runs_what_is_true_of_it_and_an_address_every_test_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chosen, "_chosen", named("lemma_D2"))
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    every = {file.name for file in files if chosen.can_have_tests(file)}
    monkeypatch.setattr(chosen, "_truths", True)
    truths = {file.name for file in files if chosen.can_have_tests(file)}
    assert truths == set(chosen.TRUTHS)
    assert "test_calculations.py" in every - truths
