"""Every claim that holds can fail: some mutant of it dies."""

from __future__ import annotations

import pytest

from theorems.catalogue import find, parts
from theorems.fates import fate, first_kill, holds
from theorems.mutation import Mutant, mutants_of
from theorems.statement import Part

CLAIMED = [part for part in parts() if part.claim is not None and holds(part)]


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
    assert fate(mutant(part, "dropped: a1 >= 0.7"), part).fate != "true"


def test_the_repeated_index_of_D2_4b_is_caught_as_a_dropped_hypothesis() -> None:
    (part,) = (p for p in find("superiority/Lemma D.2/4b") if p.reading.value == "intended")
    assert fate(mutant(part, "dropped: j1 ≠ j3"), part).fate == "killed"
