"""Imports run one way: tests, report, experiments → papers → provers → language → strategies → kernels."""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

ROOT = Path(__file__).parents[1]
TOPS = ("kernels", "strategies", "theorems", "tools", "benchmarks", "tests")
PAPERS = ("theorems.superiority", "theorems.sparse", "theorems.scan_snap")
ABOVE = ("theorems.report", "theorems.errata", "theorems.experiments", "tests", "tools", "benchmarks")
# what a package may not know of
FORBIDDEN = {
    "kernels": ("strategies", "theorems", *ABOVE),
    "strategies": ("theorems", *ABOVE),
    "theorems": ("tests", "tools", "benchmarks"),
    "theorems.language": ("theorems.kernel", "theorems.provers", *PAPERS, *ABOVE),
    "theorems.kernel": ("theorems.provers", "theorems.textbook", "theorems.statement", *PAPERS, *ABOVE),
    "theorems.provers": (*PAPERS, *ABOVE),
    "theorems.report": ("theorems.errata", "theorems.experiments"),
    "tools": ("theorems", "strategies", "tests"),
    "benchmarks": ("tests",),
} | {paper: (*(other for other in PAPERS if other != paper), "theorems.judging.judge", *ABOVE) for paper in PAPERS}


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


@pytest.mark.parametrize("package", FORBIDDEN)
def test_no_package_knows_of_what_stands_above_it(package: str) -> None:
    inside = {module: found for module, found in imports().items() if f"{module}.".startswith(f"{package}.")}
    assert inside, f"no module of {package}: the rule checks nothing"
    wrong = [
        f"{module} imports {target}"
        for module, found in inside.items()
        for target in found
        if any(f"{target}.".startswith(f"{forbidden}.") for forbidden in FORBIDDEN[package])
    ]
    assert not wrong


def test_no_cycle_between_packages() -> None:
    edges = {
        (package_of(module), package_of(target))
        for module, found in imports().items()
        for target in found
        if target != "theorems" and package_of(module) != package_of(target)
    }
    cycles = [sorted(c) for c in nx.strongly_connected_components(nx.DiGraph(edges)) if len(c) > 1]
    assert not cycles


# where matrices of floats are drawn; no claim and no data hold a float of theirs
DRAWN = {"theorems/sparse/drawn_inputs.py", "theorems/sparse/figures.py"}


@pytest.mark.parametrize("paper", PAPERS)
def test_no_float_stands_in_a_statement_or_in_what_supplies_its_quantities(paper: str) -> None:
    """A float times a ball is a ball again, so that no value would show it."""
    paths = {path for path in (ROOT / paper.replace(".", "/")).rglob("*.py") if str(path.relative_to(ROOT)) not in DRAWN}
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {node.value}"
        for path in sorted(paths)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, float)
    ]
    assert not found


def test_every_kind_of_file_that_stands_beside_the_code_is_installed_with_it():
    data = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]["*"]
    kinds = {path.suffix for path in (ROOT / "theorems").rglob("*") if path.is_file()} - {".py", ".pyc"}
    assert ".v" in kinds
    assert kinds <= {f".{pattern.rpartition('.')[2]}" for pattern in data}
