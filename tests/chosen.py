"""The parts whose tests a run is about: all, or only those that ``-k lemma_D2`` or ``--statement`` names."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from pathlib import Path

from theorems.catalogue import OURS, UnknownStatementError, papers, parts
from theorems.statement import Part, statement_slug

KINDS = "assumption|claim|corollary|definition|eqn|fact|figure|lemma|proposition|remark|section|theorem"

_chosen: list[Part] | None = None


def choose(chosen: Sequence[Part]) -> None:
    """From now on these parts are all that tests are made for."""
    global _chosen
    _chosen = list(dict.fromkeys([*(_chosen or ()), *chosen]))


def chosen_parts() -> tuple[Part, ...]:
    return parts() if _chosen is None else tuple(_chosen)


def undotted(keyword: str) -> str:
    """``lemma_D.2`` and ``lemma_D_2`` as the ids of the tests have them: ``lemma_D2``."""
    return re.sub(rf"\b((?:{KINDS})_[A-Z])[._](?=\d)", r"\1", keyword, flags=re.IGNORECASE)


def named(slug: str) -> list[Part]:
    """The parts of the statements whose slug is ``slug``, or that are labelled so, in upper or lower case.

    Raises UnknownStatementError with the nearest slugs where there are none.
    """

    def wanted(name: str) -> bool:
        return statement_slug(name).lower() == slug.lower()

    listed = [p for paper in papers().values() for s in paper.listing(wanted) if wanted(s.name) for p in s.parts]
    found = listed or [p for p in parts() if slug.lower() in p.slug.lower().split("-")]
    if not found:
        known = {word.lower() for p in parts() for word in p.slug.split("-")[1:3]}
        near = difflib.get_close_matches(slug.lower(), sorted(known), n=5, cutoff=0.5)
        raise UnknownStatementError(f"nothing is named {slug}; the nearest are {', '.join(near)}")
    return found


def can_have_tests(path: Path) -> bool:
    """Can the file have a test of a chosen part? The test's name or its id then holds the statement's slug.

    So the file writes that slug, or speaks of slugs, and is not about another paper.
    """
    if _chosen is None or path.suffix != ".py":
        return True
    if set(path.parts) & (set(OURS) - {part.paper for part in _chosen}):
        return False
    source = path.read_text(encoding="utf-8").lower()
    return "slug" in source or any(statement_slug(part.statement).lower() in source for part in _chosen)
