"""Every claim that holds can fail: some mutant of it dies."""

from __future__ import annotations

from contextlib import suppress

import pytest

from tests.chosen import chosen_parts, sample
from theorems.catalogue import find
from theorems.instance import Instance
from theorems.mutants.mutation import Mutant, mutants_of
from theorems.mutants.score import Trial, _equal_at, fate, first_kill, holds
from theorems.statement import Part

CLAIMED = sample([part for part in chosen_parts() if part.claim is not None and holds(part)], 8)


def slug(part: Part) -> str:
    return part.slug


@pytest.mark.parametrize("part", CLAIMED, ids=slug)
def test_some_mutant_dies(part: Part) -> None:
    killed = first_kill(part)
    assert killed is not None, f"no mutant of {part.address} dies: its check is worth nothing"


def mutant(part: Part, kind: str) -> Mutant:
    return next(m for m in mutants_of(part) if kind in m.kind)


def test_a_true_mutant_is_proved_and_reported_as_slack() -> None:
    (part,) = (p for p in find("superiority/Lemma D.3/2.ii") if p.reading.value == "stated")
    assert fate(mutant(part, "factor 1 ∓ 1/10"), part).fate == "true"
    assert fate(mutant(part, "factor 1 ∓ 1/2"), part).fate == "killed"


def test_a_dropped_range_is_never_called_true_by_the_symbolic_cases() -> None:
    (part,) = (p for p in find("superiority/Lemma D.3/1") if p.reading.value == "stated")
    assert fate(mutant(part, "dropped: a1 ≥ 0.7"), part).fate != "true"


def test_the_repeated_index_of_D2_4b_is_caught_as_a_dropped_hypothesis() -> None:
    (part,) = (p for p in find("superiority/Lemma D.2/4b") if p.reading.value == "intended")
    assert fate(mutant(part, "dropped: j1 ≠ j3"), part).fate == "killed"


@pytest.mark.parametrize(
    ("address", "dropped", "no_point"),
    [
        ("superiority/Lemma 3.1", "p in [0, 1]", "n=14 p=-1 width=24/11 t=1596/55 moving=14"),  # no law
        ("scan_snap/Notation D.1/q0 q1", "M ≥ 2", "M=13 i=1 j=13"),  # no token 13 among 0, ..., 12
        (
            "scan_snap/Section 6/ranking",
            "c̃_{l,n}(0) > 0 for all l ∈ G_DT(n), c̃_{c,n}(0) > 0",
            "own=1/2,1/3 common=4 copies=20 share=0 l=0 other=1",
        ),  # l = l'
    ],
)
def test_nothing_dies_where_there_are_no_such_data_or_a_premise_is_false(address: str, dropped: str, no_point: str) -> None:
    (part,) = (p for p in find(address) if p.proof is not None)
    trial = Trial(mutant(part, f"dropped: {dropped}"), part)
    with suppress(ValueError):
        assert not trial.kills(Instance.parse(no_point))
        assert not _equal_at(trial.mutant.part, Instance.parse(no_point))


@pytest.mark.parametrize(
    ("address", "reading", "kind"),
    [
        ("superiority/Lemma D.2/1b", "stated", "swapped: j0 ≠ j3"),
        ("superiority/Lemma D.2/1b", "stated", "swapped: j1 = j3"),
        ("superiority/Lemma E.1/1b.ii", "intended", "swapped: j0 ≠ j3"),
    ],
)
def test_a_claim_about_other_indices_dies_where_the_printed_one_says_nothing(address: str, reading: str, kind: str) -> None:
    (part,) = (p for p in find(address) if p.reading.value == reading)
    assert fate(mutant(part, kind), part, seconds=0.2).fate == "killed"


def test_a_dropped_definition_says_nothing_and_is_told_apart_from_a_survivor() -> None:
    (part,) = (p for p in find("superiority/Lemma D.3/1") if p.reading.value == "stated")
    outcome = fate(mutant(part, "dropped: j3 ∈ {1"), part, seconds=0.1)
    assert (outcome.fate, outcome.why) == ("invalid", "every instance meets this hypothesis by the way it is built")
