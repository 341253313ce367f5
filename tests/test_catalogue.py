"""The catalogue: what it lists is what there is, and a statement is found without reading the other papers."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

from theorems.catalogue import PAPERS, UnknownStatementError, find, parts


@pytest.mark.parametrize(("paper", "module"), [(paper, module) for paper, modules in PAPERS.items() for module in modules])
def test_a_module_has_the_statements_that_are_listed(paper: str, module: str) -> None:
    statements = importlib.import_module(f"theorems.{paper}.{module}").STATEMENTS
    assert ", ".join(statement.name for statement in statements) == PAPERS[paper][module]


def test_every_part_is_found_by_address_and_by_slug() -> None:
    for part in parts():
        assert part in find(part.address)
        assert find(part.slug) == (part,)


def test_a_number_in_several_papers_needs_its_paper() -> None:
    with pytest.raises(UnknownStatementError, match="in several papers: sparse, superiority"):
        find("4.2")
    assert {part.paper for part in find("4.2", "sparse")} == {"sparse"}


def test_a_statement_is_found_without_reading_the_other_papers() -> None:
    look = (
        "import sys; from theorems.catalogue import find; assert find('superiority/Lemma D.2/3a'); "
        "print(*(name for name in sys.modules if name.startswith(('theorems.sparse', 'theorems.scan_snap', 'scipy.stats'))))"
    )
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
