"""Declared data: kinds of rows and columns make up all of them, digests follow definitions, checks and draws derive."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from hypothesis import given as drawing
from hypothesis import strategies as st

from kernels.arithmetic import FLOAT
from theorems.catalogue import find
from theorems.instance import Instance
from theorems.judging import expectations
from theorems.judging.judge import ContradictionError, Effort, judge
from theorems.language import structure
from theorems.language.digest import digest
from theorems.language.structure import COLUMN, COLUMNS, ROW, ROWS, Blocks, Column, Point, Quantity, Row, Scene
from theorems.language.tree import Claim, Expr, Node, Q, Relation, Sum, symbols
from theorems.language.values import value as value_of
from theorems.superiority.language import *


def test_every_scene_has_a_place_and_its_kinds_of_rows_make_up_all_rows() -> None:
    given = self_attention(1, ONES)
    blocks = given.model.structure
    for indices in ((j3, j0, j1), (j3, j0, i0)):
        scenes = list(blocks.scenes(indices))
        assert len(set(scenes)) == len(scenes)
        for scene in scenes:
            width, copies = (size + 2 for size in blocks.needs(scene))
            places = blocks.placed(scene, width)
            assert blocks.located(places, width) == scene
            assert all(1 <= place <= width * copies for index, place in places.items() if index.sort == "row")
            numbers: dict[Expr, Any] = dict(zip(given.sizes, (width + 2, copies), strict=True))
            assert sum(value_of(count, numbers, FLOAT) for _, count in blocks.orbits(ROWS, scene)) == width * copies


Change = Callable[[Point, Expr, Node], tuple[Point, Expr] | None]


def verdicts_notice() -> bool:
    structure._closed.cache_clear()
    expected = expectations.load("superiority")
    try:
        return any(
            judge(replace(part), Effort("proofs", examples=0, seconds=1.0)).verdict.value != expected[part.key].verdict
            for lemma in ("Lemma D.2", "Lemma D.3", "Lemma D.10", "Lemma D.11", "Lemma D.7")
            for part in find(f"superiority/{lemma}")
        )
    except (ContradictionError, ValueError, LookupError):
        return True
    finally:
        structure._closed.cache_clear()


def twin(point: Point) -> bool:
    return isinstance(point, Row) and point.copy > 0


def of_rows(change: Callable[[Point, Expr], Expr | None]) -> Change:
    def changed(point: Point, count: Expr, range_: Node) -> tuple[Point, Expr] | None:
        other = change(point, count) if range_ is ROWS else count
        return None if other is None else (point, other)

    return changed


PLANTED: dict[str, Change] = {
    "no twins": of_rows(lambda point, count: None if twin(point) else count),
    "a row too many": of_rows(lambda point, count: count + 1 if twin(point) else count),
    "no rows of other blocks": of_rows(lambda p, count: None if count is not structure.ONE and p.residue > 0 else count),
    "every kind twice": of_rows(lambda point, count: 2 * count),
    "a column for another": lambda point, count, _: (Column("last") if point == Column("first") else point, count),
}


@pytest.mark.parametrize("change", PLANTED.values(), ids=PLANTED)
def test_verdicts_notice_a_wrong_count_of_rows_or_columns(change: Change, monkeypatch: pytest.MonkeyPatch) -> None:
    right = Blocks.orbits

    def wrong(self: Blocks, range_: Node, scene: Scene) -> Iterator[tuple[Point, Expr]]:
        return filter(None, (change(point, count, range_) for point, count in right(self, range_, scene)))

    monkeypatch.setattr(Blocks, "orbits", wrong)
    assert verdicts_notice()


MODEL = self_model(a1, ONES)
CLAIM = c_exp[j0, i0] <= 1 / n ** (1 - a1)
GIVEN = (a1 >= Q("0.7"), j0 != j1)


def mark(*claims: Relation, model: Any = MODEL) -> str:
    return digest(model, (*claims, *GIVEN))


def test_every_change_of_what_is_claimed_or_defined_changes_the_digest_and_how_it_is_written_does_not() -> None:
    others = [
        mark(c_lin[j0, i0] <= 1 / n ** (1 - a1)),
        mark(c_exp[j0, i0] < 1 / n ** (1 - a1)),
        mark(c_exp[j0, i0] <= 1 / n ** (2 - a1)),
        mark(CLAIM, a1 >= Q("0.6")),
        mark(CLAIM, model=self_model(a1, IDENTITY)),
        mark(CLAIM, model=self_model(a0, ONES)),
        digest(MODEL, (CLAIM, a1 >= Q("0.6"), j0 != j1)),
        digest(MODEL, (CLAIM, a1 >= Q("0.7"), j0 == j1)),
        digest(replace(MODEL, structure=replace(MODEL.structure, last=False)), (CLAIM, *GIVEN)),
    ]
    assert len({mark(CLAIM), *others}) == len(others) + 1
    assert mark(f_exp[j0, j1] >= Q(1, 2)) == mark(f_exp[j0, j1] >= Q("0.5")) != mark(f_exp[j0, j1] >= Q("0.51"))
    L = MODEL.quantities["L"]
    assert mark(CLAIM, model=MODEL.adding(replace(L, definition=L.definition + 0))) != mark(CLAIM)
    p, q = symbols("p q", ROW)
    (k,) = symbols("k", COLUMN)
    first = Quantity("x", (j0, j1), Sum(i0, COLUMNS, f_exp[j0, j1]))
    for other in (Quantity("x", (p, q), Sum(k, COLUMNS, f_exp[p, q])), Quantity("y", (j0, j1), first.definition)):
        assert mark(other[j0, j1] == 1, model=MODEL.adding(other)) == mark(first[j0, j1] == 1, model=MODEL.adding(first))


D1 = self_attention(1, ONES)
INDEX_SETS: list[Claim] = [
    j0 == j3, j0 != j3, j1 == j3, j1 != j3, i0 == 1, i0 == d, i0.isin(block_columns), i0 == block(j3), i0 != block(j3)
]  # fmt: skip


@pytest.mark.parametrize("claim", INDEX_SETS, ids=str)
def test_an_index_set_is_the_same_for_numbers_and_for_symbols(claim: Claim) -> None:
    """The exact check of an instance and the symbolic case it belongs to give the same answer."""
    about = D1.stating(f_exp[j0, j1] + c_exp[j0, i0] == 0)
    answers = set()
    for instance in islice(about.small(), 0, 20_000, 171):
        answer = about.true(claim, instance)
        assert about.model.structure.holds(claim, about.located(instance)) is answer, instance
        answers.add(answer)
    assert answers == {True, False}


@drawing(st.data())
def test_drawn_instances_meet_every_hypothesis(data: st.DataObject) -> None:
    domain = D1.stating(c_exp[j0, i0] <= 1, j0 != j3, i0.isin(block_columns)).domain()
    instance = data.draw(domain.instances)
    assert domain.broken(instance) in (None, "j0 ≠ j3")  # n = 1 has no other row
    assert instance.n > 1 or domain.broken(instance) is not None


def test_a_broken_hypothesis_is_named_as_printed_and_the_feasible_set_names_the_sizes_that_the_indices_need() -> None:
    domain = D1.stating(f_exp[j0, j1] <= 1).domain()
    for change, broken in {
        "a1=69/100": "a1 ≥ 0.7",
        "n=3": "n = (d - 2) t",
        "j3=9": "j3 ∈ {1, ..., n}",
        "j0=0": "1 ≤ j0 ≤ n",
    }.items():
        changed = Instance.parse("n=2 d=3 t=2 j3=1 a1=1 b=1/2 c=1/2 j0=1 j1=2").but(**Instance.parse(change))
        assert domain.broken(changed) == broken
    assert D1.stating(f_exp[j0, j1] <= 1, j0 != j3).feasible().startswith("d ≥ 3, t ≥ 1, n ≥ 2;")
    assert D1.stating(c_exp[j0, i0] <= 1, i0.isin(block_columns), i0 != block(j3)).feasible().startswith("d ≥ 4, t ≥ 1;")
    assert D1.stating(f_exp[j0, j1] <= 1, j0 != j3, j0 == j3).feasible().startswith("nowhere")
