"""What becomes of mutants: killed, true as well, or no statement; and where nothing may kill them."""

from contextlib import suppress

from tests.chosen import the_part
from theorems.catalogue import find
from theorems.instance import Instance
from theorems.mutants.mutation import Mutant, mutants_of
from theorems.mutants.score import Trial, _equal_at, fate
from theorems.statement import Part
from theorems.vocabulary import Reading


def mutant(part: Part, kind: str) -> Mutant:
    return next(m for m in mutants_of(part) if kind in m.kind)


# a part, a mutant of it, and what becomes of that
FATES = [
    ("superiority/Lemma D.3/2.ii", Reading.STATED, "factor 1 ∓ 1/10", "true"),  # that is slack
    ("superiority/Lemma D.3/2.ii", Reading.STATED, "factor 1 ∓ 1/2", "killed"),
    ("superiority/Lemma D.2/4b", Reading.INTENDED, "dropped: j1 ≠ j3", "killed"),
    ("superiority/Lemma D.2/1b", Reading.STATED, "swapped: j0 ≠ j3", "killed"),  # the printed one says nothing there
    ("superiority/Lemma D.2/1b", Reading.STATED, "swapped: j1 = j3", "killed"),
    ("superiority/Lemma E.1/1b.ii", Reading.INTENDED, "swapped: j0 ≠ j3", "killed"),
    ("superiority/Lemma D.3/1", Reading.STATED, "dropped: j3 ∈ {1", "invalid"),
]


def test_the_fate_of_a_mutant() -> None:
    for address, reading, kind, expected in FATES:
        part = the_part(address, reading)
        assert fate(mutant(part, kind), part, seconds=0.5).fate == expected, f"{address}, {kind}"
    part = the_part("superiority/Lemma D.3/1")
    assert fate(mutant(part, "dropped: a1 ≥ 0.7"), part).fate != "true"  # the symbolic cases do not see it


NO_POINTS = [
    ("superiority/Lemma 3.1", "p in [0, 1]", "n=14 p=-1 width=24/11 t=1596/55 moving=14"),  # no law
    ("scan_snap/Notation D.1/q0 q1", "M ≥ 2", "M=13 i=1 j=13"),  # no token 13 among 0, ..., 12
    (
        "scan_snap/Section 6/ranking",
        "c̃_{l,n}(0) > 0 for all l ∈ G_DT(n), c̃_{c,n}(0) > 0",
        "own=1/2,1/3 common=4 copies=20 share=0 l=0 other=1",
    ),  # l = l'
]


def test_nothing_dies_where_there_are_no_such_data_or_a_premise_is_false() -> None:
    for address, dropped, no_point in NO_POINTS:
        (part,) = (p for p in find(address) if p.proof is not None)
        trial = Trial(mutant(part, f"dropped: {dropped}"), part)
        with suppress(ValueError):
            assert not trial.kills(Instance.parse(no_point))
            assert not _equal_at(trial.mutant.part, Instance.parse(no_point))
