"""Imports run one way, down the floors of docs/architecture.md."""

import ast
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
TOPS = ("kernels", "strategies", "theorems", "tools", "benchmarks", "tests")
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


def test_the_drawn_house_is_the_one_that_stands() -> None:
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


def test_no_paper_knows_how_it_is_judged() -> None:
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
    """Where a module uses it: the order of ``from theorems.<paper>.language import *`` and of other stars decides nothing."""
    wrong = []
    for path in sorted((ROOT / paper.replace(".", "/")).glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
        used = {node.id for node in named} - {node.id for node in named if isinstance(node.ctx, ast.Store)}
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
