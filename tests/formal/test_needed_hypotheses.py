"""A hypothesis that is deleted in the tree turns red what needs it, and nothing else."""

from pathlib import Path

import pytest

from tests.formal.conftest import WITH_COQ
from theorems.catalogue import find
from theorems.formal.__main__ import accepted_of, exported
from theorems.formal.exports import export, file_of, sha
from theorems.formal.needed import IDLE, REFUSED, UNSAID, UNWRITTEN, outcomes, same_way, without_each
from theorems.formal.statements import CLOSED, DEFINITION, HYPOTHESES, USED, Export
from theorems.judging.accepted import accepted
from theorems.statement import Part

MOVING = "what changes with t is written as a function of it for all t ∈ ℝ"
# of each kind of theorem one part, with what becomes of it without some of its hypotheses
EACH_KIND = {
    DEFINITION: ("superiority/Lemma D.2/4a (stated)", {"a1 ≥ 0.7": REFUSED, "j0 ≠ j3": REFUSED, "c ≥ 0.1": IDLE}),
    CLOSED: ("superiority/Lemma D.3/4 in full (intended)", {"b + c = 1": REFUSED, "i0 = 1": UNWRITTEN, "c ≥ 0.1": IDLE}),
    HYPOTHESES: ("superiority/Lemma F.15/1 (stated)", {"n = t (d - 2)": REFUSED, "j0 = j2": IDLE}),
    USED: ("scan_snap/Lemma 3/Eqn 24 (stated)", {"n ∈ [M]": REFUSED, MOVING: UNSAID, "η_Y > 0": IDLE}),
}


def part_of(key: str) -> Part:
    return next(part for part in find(key.rpartition(" (")[0]) if part.key == key)


def test_a_range_that_is_deleted_changes_the_theorem_also_where_the_old_one_is_kept(tmp_path: Path) -> None:
    """No digest of a claim speaks of what its data declare."""
    part = part_of("scan_snap/Lemma 3/Eqn 24 (stated)")
    whole = export(part, tmp_path)
    without = {one.hypothesis: sha(export(one.part, tmp_path)) for one in without_each(part)}
    assert without["n ∈ [M]"] != sha(whole)
    assert sha(export(part, tmp_path)) == sha(whole)


@WITH_COQ
@pytest.mark.parametrize("kind", EACH_KIND)
def test_coq_refuses_a_theorem_without_a_hypothesis_that_it_needs(kind: str, home: tuple[Path, dict[str, str]]) -> None:
    key, expected = EACH_KIND[kind]
    whole = same_way(part_of(key), kind)
    found = {one.hypothesis: one.outcome for one in outcomes([whole], *home)}
    assert expected.items() <= found.items()
    assert sha(whole) == accepted()[key].sha


@WITH_COQ
def test_the_other_parts_of_the_file_are_accepted_as_before(home: tuple[Path, dict[str, str]]) -> None:
    broken = part_of("scan_snap/Lemma 3/Eqn 24 (stated)")
    others = exported([p for p in find("scan_snap/Lemma 3") if p.key in accepted() and p is not broken], False, {}, home[0])
    assert len(others) > 3
    (without,) = (same_way(one.part, USED) for one in without_each(broken) if one.hypothesis == "n ∈ [M]")
    refused: dict[str, str] = {}
    kept: list[Export] = accepted_of(file_of(broken), [without, *others], refused, *home)[0]
    assert list(refused) == [broken.key]
    assert {each.part.key: sha(each) for each in kept} == {each.part.key: accepted()[each.part.key].sha for each in others}
