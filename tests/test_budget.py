"""``--budget``: further seeds go where new behaviour still appears, and what they find is kept."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from tests.fabricated import POINT, record
from theorems.catalogue import find
from theorems.digest import digest
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


def searched(monkeypatch: pytest.MonkeyPatch, found: Found, blocks: int) -> list[Record]:
    """The records after so many further blocks."""
    parts = {part.slug: part for part in (ONE, OTHER)}

    def here(task: object, units: Iterable[Unit], where: Where) -> Iterator[tuple[Unit, Record]]:
        for slug, effort, seed in itertools.islice(units, blocks):
            yield (slug, effort, seed), found(parts[slug], seed)

    monkeypatch.setattr(budget, "done", here)
    first = [found(part, 0) for part in (ONE, OTHER)]
    records, _ = budget.search_on((ONE, OTHER), first, QUICK, 0, None, seconds=60, where=Where(1), resume=False)
    return records


WORSE = {
    "a counterexample": {"verdict": "fails", "evidence": "certified", "witness": POINT},
    "a contradiction": {"verdict": "unknown", "evidence": "none", "how": "contradiction: a proof and a point disagree"},
}
TESTED = {"verdict": "holds", "evidence": "tested"}


@pytest.mark.parametrize("later", [*WORSE.values(), TESTED], ids=[*WORSE, "the same"])
def test_what_is_graver_is_kept_and_not_taken_back_by_a_later_seed(
    later: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def at_the_third_seed(part: Part, seed: int) -> Record:
        return block(part, seed, ratio=1 - 2.0**-seed, **(later if (part, seed) == (ONE, 3) else TESTED))

    one, other = searched(monkeypatch, at_the_third_seed, 20)
    assert (one["verdict"], one["seed"] == 3) == (later["verdict"], later is not TESTED)
    assert other["verdict"] == "holds"
