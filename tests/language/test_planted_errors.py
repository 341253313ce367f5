"""Errors planted in how closed forms are unrolled: the verdicts of Appendix D notice each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from theorems.catalogue import find
from theorems.judging import expectations
from theorems.judging.judge import ContradictionError, Effort, judge
from theorems.language import structure
from theorems.language.structure import ROWS, Blocks, Column, Point, Row, Scene
from theorems.language.tree import Expr, Node

PROOFS_ONLY = Effort("proofs", examples=0, seconds=1.0)
LEMMAS = ("Lemma D.2", "Lemma D.3", "Lemma D.10", "Lemma D.11", "Lemma D.7")
Change = Callable[[Point, Expr], Expr | None]
Kinds = Iterator[tuple[Point, Expr]]
right = Blocks.orbits


def verdicts_notice() -> bool:
    structure._closed.cache_clear()
    expected = expectations.load("superiority")
    try:
        return any(
            judge(replace(part), PROOFS_ONLY).verdict.value != expected[part.key].verdict
            for lemma in LEMMAS
            for part in find(f"superiority/{lemma}")
        )
    except (ContradictionError, ValueError, LookupError):
        return True
    finally:
        structure._closed.cache_clear()


def changed(change: Change, range_: Node, kinds: Kinds) -> Kinds:
    for point, count in kinds:
        other = change(point, count) if range_ is ROWS else count
        if other is not None:
            yield point, other


PLANTED: dict[str, Change] = {
    "no twins": lambda point, count: None if isinstance(point, Row) and point.copy > 0 else count,
    "a row too many": lambda point, count: count + 1 if isinstance(point, Row) and point.copy > 0 else count,
    "no rows of other blocks": lambda point, count: None if count is not structure.ONE and point.residue > 0 else count,
    "every kind twice": lambda point, count: 2 * count,
}


def test_without_an_error_nothing_is_noticed() -> None:
    assert not verdicts_notice()


@pytest.mark.parametrize("change", PLANTED.values(), ids=PLANTED)
def test_a_wrong_count_of_rows_is_noticed(change: Change, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(self: Blocks, range_: Node, scene: Scene) -> Kinds:
        return changed(change, range_, right(self, range_, scene))

    monkeypatch.setattr(Blocks, "orbits", wrong)
    assert verdicts_notice()


def test_a_column_taken_for_another_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def swapped(self: Blocks, range_: Node, scene: Scene) -> Kinds:
        for point, count in right(self, range_, scene):
            yield (Column("last") if isinstance(point, Column) and point.kind == "first" else point), count

    monkeypatch.setattr(Blocks, "orbits", swapped)
    assert verdicts_notice()
