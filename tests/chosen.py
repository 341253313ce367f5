"""The parts whose tests a run is about: all, or only those that ``-k lemma_D2`` or ``--statement`` names."""

import difflib
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from tests.marks import PROFILE
from theorems.catalogue import OURS, UnknownStatementError, find, papers, parts
from theorems.judging.expectations import load
from theorems.statement import Part, statement_slug
from theorems.vocabulary import Reading

T = TypeVar("T")
PAPERS = Path(__file__).parents[1] / "theorems"

KINDS = "assumption|claim|corollary|definition|eqn|fact|figure|lemma|proposition|remark|section|theorem"

TRUTHS = ("test_statements.py",)  # what is true of a part: its verdict, its witness, what is drawn; some mutant dies

_chosen: list[Part] | None = None
_truths = False


def choose(chosen: Sequence[Part], *, truths: bool = False) -> None:
    """From now on these parts are all that tests are made for; ``truths``: and only tests of what is true of them, none of the
    machinery at them.
    """
    global _chosen, _truths
    _chosen, _truths = list(dict.fromkeys([*(_chosen or ()), *chosen])), truths


def chosen_parts() -> tuple[Part, ...]:
    return parts() if _chosen is None else tuple(_chosen)


def the_part(address: str, reading: Reading = Reading.STATED) -> Part:
    """The one part of this address in this reading."""
    (part,) = (part for part in find(address) if part.address == address and part.reading is reading)
    return part


def sample(items: Sequence[T], of: int) -> Sequence[T]:
    """One of so many; at night, and where parts are named, all of them."""
    return items if _chosen is not None or PROFILE == "nightly" else items[::of]


def undotted(keyword: str) -> str:
    """``Lemma D.2``, ``lemma_D.2`` and ``lemma_D_2`` as the ids of the tests have them: ``lemma_D2``."""
    spaced = re.sub(rf"\b({KINDS}) (?=[A-Z]?\W?\d)", r"\1_", keyword, flags=re.IGNORECASE)
    return re.sub(rf"\b((?:{KINDS})_[A-Z])[._](?=\d)", r"\1", spaced, flags=re.IGNORECASE)


def misspelt(word: str) -> bool:
    """Is it a slug but for its kind: ``lema_D2``?"""
    kind, _, number = word.lower().partition("_")
    return bool(
        re.fullmatch(r"[a-z]?\d+(_\d+)*", number)
        and kind not in KINDS.split("|")
        and difflib.get_close_matches(kind, KINDS.split("|"), cutoff=0.7)
    )


def named(slug: str) -> list[Part]:
    """The parts of the statements whose slug is ``slug``, or that are labelled so, in upper or lower case.

    Raises UnknownStatementError with the nearest slugs where there are none.
    """

    def wanted(name: str) -> bool:
        return statement_slug(name).lower() == slug.lower()

    listed = [p for paper in papers().values() for s in paper.listing(wanted) if wanted(s.name) for p in s.parts]
    names = {name for address in _expected() for name in address.split("/")[1:3] if " " in name}
    known = {statement_slug(name) for name in names}
    named_so = slug.lower() in {name.lower() for name in known} or _is_written(slug)  # else nobody waits for all to be read
    found = listed or [p for p in (parts() if named_so else ()) if slug.lower() in p.slug.lower().split("-")]
    if not found:
        raise UnknownStatementError(f"nothing is named {slug}; the nearest are {', '.join(nearest(slug, known))}")
    return found


def _expected() -> list[str]:
    return [key.rpartition(" (")[0] for paper in papers() for key in load(paper)]


def _is_written(slug: str) -> bool:
    """Does some module of a paper write the name, as of a line that nobody has recorded yet?"""
    kind, _, number = slug.partition("_")
    printed = re.sub(r"(?<=[A-Za-z])(?=[0-9])|_", r"\\W?", number)  # D.22 for D22
    name = re.compile(rf"{kind}\W{printed}\b", re.IGNORECASE)
    return any(name.search(module.read_text(encoding="utf-8")) for paper in OURS for module in (PAPERS / paper).glob("*.py"))


def nearest(word: str, known: Iterable[str]) -> list[str]:
    """The known words that look most like one, whatever its case."""
    written = {name.lower(): name for name in sorted(known)}
    return [written[name] for name in difflib.get_close_matches(word.lower(), written, n=5, cutoff=0.5)]


def can_have_tests(path: Path) -> bool:
    """Can the file have a test of a chosen part? The test's name or its id then holds the statement's slug.

    So the file writes that slug, or speaks of slugs, and is not about another paper.
    """
    if _chosen is None or path.suffix != ".py":
        return True
    if set(path.parts) & (set(OURS) - {part.paper for part in _chosen}):
        return False
    if _truths and path.name not in TRUTHS:
        return False
    source = path.read_text(encoding="utf-8").lower()
    return "slug" in source or any(statement_slug(part.statement).lower() in source for part in _chosen)
