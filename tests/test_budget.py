"""``--budget``: further seeds go where new behaviour still appears, and what they find is kept."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from tests.fabricated import POINT, record
from theorems.catalogue import find
from theorems.digest import digest
from theorems.judging.journal import Journal
from theorems.judging.judge import EFFORTS
from theorems.judging.record import Record
from theorems.judging.units import Unit, Where
from theorems.report import budget
from theorems.statement import Part

QUICK = EFFORTS["quick"]
(ONE,) = find("superiority/Lemma D.2/1a")
(OTHER,) = find("superiority/Lemma D.2/3a")

Found = Callable[[Part, int], Record]


def block(part: Part, seed: int, *, ratio: float | None = None, **more: Any) -> Record:
    """What the search of a part finds with a seed."""
    tight = None if ratio is None else {"ratio": ratio, "instance": f"seed={seed}"}
    asked = {"seed": seed, "digest": digest(part), "depends_on": list(part.depends_on), "tightness": tight}
    return record("Lemma D.2", part.label, **asked | more)


def searched(
    monkeypatch: pytest.MonkeyPatch, found: Found, blocks: int, journal: Journal | None = None, *, resume: bool = False
) -> tuple[list[Record], list[tuple[Part, int]]]:
    """The records after so many further blocks, and the parts and seeds that these were."""
    parts = {part.slug: part for part in (ONE, OTHER)}
    given: list[tuple[Part, int]] = []

    def here(task: object, units: Iterable[Unit], where: Where) -> Iterator[tuple[Unit, Record]]:
        for slug, effort, seed in itertools.islice(units, blocks):
            given.append((parts[slug], seed))
            yield (slug, effort, seed), found(parts[slug], seed)

    monkeypatch.setattr(budget, "done", here)
    first = [found(part, 0) for part in (ONE, OTHER)]
    records, _ = budget.search_on((ONE, OTHER), first, QUICK, 0, journal, seconds=60, where=Where(1), resume=resume)
    return records, given


@pytest.mark.parametrize(
    ("later", "kept"),
    [
        ({"verdict": "fails", "evidence": "certified", "witness": POINT}, True),
        ({"verdict": "unknown", "evidence": "none", "how": "contradiction: a proof and a point disagree"}, True),
        ({"verdict": "holds", "evidence": "tested"}, False),
    ],
    ids=["counterexample", "contradiction", "the same"],
)
def test_what_is_graver_is_kept_and_nothing_else(later: dict[str, Any], kept: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def at_the_third_seed(part: Part, seed: int) -> Record:
        tested = {"verdict": "holds", "evidence": "tested"}
        return block(part, seed, ratio=0.5, **(later if (part, seed) == (ONE, 3) else tested))

    (one, _), _ = searched(monkeypatch, at_the_third_seed, 20)
    assert (one["seed"] == 3) is kept
    assert (one["verdict"] == later["verdict"]) is (kept or later["verdict"] == "holds")


def test_a_counterexample_is_not_taken_back_by_a_later_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def only_at_the_second_seed(part: Part, seed: int) -> Record:
        false = {"verdict": "fails", "evidence": "certified", "witness": POINT}
        return block(part, seed, ratio=1 - 2.0**-seed, **(false if seed == 2 else {"evidence": "tested"}))

    records, _ = searched(monkeypatch, only_at_the_second_seed, 20)
    assert [(each["verdict"], each["seed"]) for each in records] == [("fails", 2)] * 2
