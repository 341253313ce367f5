"""What a record is made by: the sources that a part's verdict can depend on, and their fingerprint."""

import hashlib
import json
import platform
import re
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from theorems.catalogue import papers
from theorems.digest import digest
from theorems.judging.record import versions
from theorems.paper import OURS
from theorems.statement import Part

ROOMS = [OURS.parent / "kernels", OURS.parent / "strategies", OURS]
LATER = ("errata", "expected", "experiments", "mutants", "report")  # no record is made by these


@cache
def code_version() -> str:
    """A fingerprint of the theorems, strategies and kernels."""
    return fingerprint(json.dumps(versions()), (source for room in ROOMS for source in sorted(room.rglob("*.py"))))


def code_of(part: Part) -> str:
    """A fingerprint of what a record of the part is made by: the judge with all that it uses, and the modules of its paper that
    its own one reaches by its imports.

    Of a paper of one's own: all that it has loaded from its folder or from another one that is not installed, and the claim
    itself, which may have been made of what stands elsewhere, a file or a variable of the environment. Versions count.
    """
    code = _with_the_judge(sources_of(part))
    return code if _is_ours(part) else fingerprint(json.dumps([code, digest(part), part.text]), ())


def _is_ours(part: Part) -> bool:
    home = papers()[part.paper].home
    assert home is not None
    return home.is_relative_to(OURS)


def sources_of(part: Part) -> frozenset[Path]:
    """The modules that the part reaches: of its paper, and of others of ours."""
    paper = papers()[part.paper]
    assert paper.home is not None
    if not _is_ours(part):
        loaded = (Path(file) for module in [*sys.modules.values()] if (file := getattr(module, "__file__", None)))
        return _reached_from(frozenset({paper.home, *(file for file in loaded if _may_be_read(file, paper.home.parent))}))
    listing = next(module for module, names in paper.modules.items() if part.statement in names.split(", "))
    return _of_a_paper(paper.home, listing, part.written.partition(":")[0])


@cache
def _of_a_paper(home: Path, listing: str, written: str) -> frozenset[Path]:
    first = frozenset({home.parent / f"{listing}.py", OURS.parent / written})
    return _reached_from(first, home)  # it names all modules, and uses none


@cache
def _reached_from(modules: frozenset[Path], *more: Path) -> frozenset[Path]:
    found, waiting = {*more}, {*modules}
    while waiting:
        found |= waiting
        waiting = {module for source in waiting for module in _named_in(source)} - found
    return frozenset(found)


def _may_be_read(file: Path, folder: Path) -> bool:
    """Is a module one of the folder, or of another place where people write, which no version stands for?"""
    apart = not any(file.is_relative_to(place) for place in (sys.prefix, sys.base_prefix, OURS.parent))
    return file.is_file() and (apart or file.is_relative_to(folder))


@cache
def _named_in(source: Path) -> frozenset[Path]:
    """The papers' modules that a module names, imported or looked up later."""
    if source.suffix != ".py":
        return frozenset()
    keys = "|".join(path.parent.name for path in OURS.glob("*/__init__.py"))
    text = source.read_text(encoding="utf-8")
    named = set(re.findall(rf"\b({keys})\.(\w+)", text))
    for key, names in re.findall(rf"from theorems\.({keys}) import (\([^)]*\)|.*)", text):
        named |= {(key, name) for name in re.findall(r"\w+", names)}
    return frozenset(path for key, name in named if (path := OURS / key / f"{name}.py").exists())


@cache
def _judge() -> str:
    ours = {paper.home.parent for paper in papers().values() if paper.home and paper.home.is_relative_to(OURS)}
    rooms = [*ROOMS[:-1], *(path for path in OURS.iterdir() if path.is_dir() and path.name not in LATER and path not in ours)]
    inside = (path for room in rooms for path in room.rglob("*") if path.suffix in (".py", ".json"))
    return fingerprint(json.dumps([versions(), platform.python_version()]), sorted([*inside, *OURS.glob("*.py")]))


@cache
def _with_the_judge(modules: frozenset[Path]) -> str:
    """The fingerprint of the judge and of these modules with the reasons of their proofs."""
    beside = (path for module in modules for path in (module, module.with_suffix(".reasons.json")) if path.exists())
    return fingerprint(_judge(), sorted(beside))


@cache
def _digest(source: Path) -> bytes:
    return hashlib.sha256(source.read_bytes()).digest()


def fingerprint(start: str, sources: Iterable[Path]) -> str:
    """Sixteen hex digits that change with ``start`` and with the contents of any of these files."""
    found = hashlib.sha256(start.encode())
    for source in sources:
        found.update(_digest(source))
    return found.hexdigest()[:16]
