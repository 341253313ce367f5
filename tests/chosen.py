"""The parts whose tests a run is about: all, or only those that ``-k lemma_D2`` or ``--statement`` names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from theorems.catalogue import OURS, papers, parts
from theorems.statement import Part, statement_slug

_chosen: list[Part] | None = None


def choose(chosen: Sequence[Part]) -> None:
    """From now on these parts are all that tests are made for."""
    global _chosen
    _chosen = list(dict.fromkeys([*(_chosen or ()), *chosen]))


def chosen_parts() -> tuple[Part, ...]:
    return parts() if _chosen is None else tuple(_chosen)


def named(slug: str) -> list[Part]:
    """The parts of the statements whose slug is ``slug``, in upper or lower case."""

    def wanted(name: str) -> bool:
        return statement_slug(name).lower() == slug.lower()

    return [p for paper in papers().values() for s in paper.listing(wanted) if wanted(s.name) for p in s.parts]


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
