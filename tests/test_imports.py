"""The house: imports run one way, and the catalogue lists what there is, found by address, slug and number."""

import ast
import importlib
import re
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests import chosen
from tests.chosen import named, undotted
from theorems.catalogue import OURS, UnknownStatementError, find, papers, parts

ROOT = Path(__file__).parents[1]
TOPS = ("kernels", "strategies", "theorems", "benchmarks", "tests")
PAPERS = ("theorems.superiority", "theorems.sparse", "theorems.scan_snap")
HOUSE = ROOT / "docs" / "architecture.md"


def floors() -> dict[str, int]:
    """The rooms of the drawn house with their floors."""
    rows = re.findall(r"^\| (-?\d+) \| (.*?) \|", HOUSE.read_text(encoding="utf-8"), re.MULTILINE)
    return {room: int(floor) for floor, rooms in rows for room in re.findall(r"`([^`]+)`", rooms)}


def package_of(module: str) -> str:
    """A package by its folder; what stands directly in ``theorems`` is a package of its own."""
    top, *rest = module.split(".")
    return ".".join([top, *rest[:1]]) if top == "theorems" else top


def targets(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


@cache
def imports() -> dict[str, frozenset[str]]:
    """Each module of the project with the modules of the project that it imports, wherever in it."""
    paths = {path for top in TOPS for path in (ROOT / top).rglob("*.py")}
    modules = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}
    return {module: frozenset(targets(path) & modules.keys() - {module}) for module, path in modules.items()}


def test_the_drawn_house_is_the_one_that_stands_and_no_paper_knows_how_it_is_judged() -> None:
    """Every room has a floor, and uses rooms below it only."""
    floor, rooms = floors(), {package_of(module) for module in imports()} - {"theorems"}
    assert rooms == floor.keys()
    wrong = [
        f"{module} imports {target}"
        for module, found in imports().items()
        for target in found
        if target != "theorems" and package_of(module) != package_of(target)
        if floor[package_of(target)] >= floor[package_of(module)]
    ]
    assert not wrong
    assert not [m for m, found in imports().items() if m.startswith(PAPERS) and "theorems.judging.judge" in found]


# where matrices of floats are drawn; no claim and no data hold a float of theirs
DRAWN = {"theorems/sparse/drawn_inputs.py", "theorems/sparse/figures.py"}


def test_no_float_stands_in_a_statement_or_in_what_supplies_its_quantities() -> None:
    """A float times a ball is a ball again, so that no value would show it."""
    found = [
        f"{path}:{node.lineno}: {node.value}"
        for paper in PAPERS
        for path in (ROOT / paper.replace(".", "/")).rglob("*.py")
        if str(path.relative_to(ROOT)) not in DRAWN
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, float)
    ]
    assert not found


@pytest.mark.parametrize("paper", PAPERS)
def test_a_name_that_two_stars_bring_means_one_thing(paper: str) -> None:
    """Where a module uses it and does not say which is meant: the order of stars decides nothing."""
    wrong = []
    for path in sorted((ROOT / paper.replace(".", "/")).glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
        used = {node.id for node in named} - {node.id for node in named if isinstance(node.ctx, ast.Store)}
        used -= {each.name for node in tree.body if isinstance(node, ast.ImportFrom) for each in node.names}
        stars = [
            import_module(node.module)
            for node in tree.body
            if isinstance(node, ast.ImportFrom) and node.module and node.names[0].name == "*"
        ]
        meant: dict[str, Any] = {}
        for module in stars:
            for name in used & set(getattr(module, "__all__", vars(module))):
                if meant.setdefault(name, vars(module)[name]) is not vars(module)[name]:
                    wrong.append(f"{path.name}: {name} of {module.__name__}")
    assert not wrong


def loaded_by(*statements: str) -> set[str]:
    """What a fresh process has loaded after these statements."""
    program = "\n".join(["import sys", *statements, "print(*sys.modules)"])
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    return {*ran.stdout.split()}


CATALOGUE = "from theorems.catalogue import find, papers, parts"
SLOW = {"scipy", "numba", "networkx", "rich", "jsonschema_rs", "jinja2", "matplotlib", "distributed", "theorems.judging.judge"}


def test_nothing_is_loaded_that_is_not_asked_for() -> None:
    """Neither libraries that are slow to load nor other sections; and no proof is run."""
    assert not loaded_by(CATALOGUE, "papers()") & (SLOW | {"numpy", "sympy", "mpmath", "hypothesis"})
    assert not loaded_by(CATALOGUE, "assert all('proved' not in vars(part) for part in parts())") & SLOW
    judged = loaded_by(
        CATALOGUE,
        "from theorems.judging import expectations, findings, record",
        "assert findings.findings_of(expectations.stand_ins(find('superiority/Lemma D.2')))",
    )
    assert not judged & {"scipy", "numba", "networkx", "jinja2"}
    sections = {f"theorems.{paper}.{module}" for paper in OURS for module in papers()[paper].modules}
    assert judged & sections == {"theorems.superiority.softmax_on_d1"}


def test_a_module_has_the_statements_that_are_listed_and_every_part_is_found_by_address_and_by_slug() -> None:
    for paper in OURS:
        for module, listed in papers()[paper].modules.items():
            statements = importlib.import_module(f"theorems.{paper}.{module}").STATEMENTS
            assert ", ".join(statement.name for statement in statements) == listed, f"{paper}.{module}"
    for part in parts():
        assert part in find(part.address)
        assert find(part.slug) == (part,)
    assert f"PAPERS      := {' '.join(OURS)}\n" in (ROOT / "Makefile").read_text()
    nightly = (ROOT / ".github" / "workflows" / "nightly.yml").read_text()
    assert f"shard: [{', '.join(OURS)}, rest]" in nightly
    assert f"for paper in {' '.join(OURS)}; do" in nightly


def test_a_slug_may_be_written_as_printed_and_names_a_statement_a_label_or_the_nearest_are_told() -> None:
    for written in ("Lemma_D2", "Lemma_D.2", "Lemma_D_2", "Lemma D.2"):
        assert undotted(f"{written} and not slow") == "Lemma_D2 and not slow"
    assert undotted("eqn_112") == "eqn_112"
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
