"""Every part of every statement: its verdict is what the repository records, and what holds could have failed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.chosen import chosen_parts, sample
from tests.marks import IN_CI
from theorems.mutants.score import first_kill, holds
from theorems.properties import has_the_expected_verdict, is_not_refuted_by_a_drawn_instance, said_to_hold
from theorems.provers.search import smallest_witness
from theorems.report.verdicts import VERDICT, in_short
from theorems.statement import Part

EVERY = chosen_parts()
HOLD = [part for part in EVERY if part.claim is not None and holds(part)]


def slug(part: Part) -> str:
    return part.slug


@pytest.mark.parametrize("part", EVERY, ids=slug)
def test_verdict_is_the_expected_one_and_its_witness_the_smallest(part, record_property) -> None:
    if IN_CI and getattr(part.proof, "draws_inputs", False):
        pytest.skip("drawn inputs by the hundred: make test, make nightly")
    has_the_expected_verdict(part, lambda finding: record_property(VERDICT, in_short(part, finding, EVERY.index(part))))
    if part.witness is not None and part.domain.small is not None:
        assert str(smallest_witness(part, seconds=60)) == part.witness, "None: the small instances do not reach it"


@pytest.mark.parametrize("part", sample(HOLD, 8), ids=slug)
def test_no_drawn_instance_refutes_what_holds_and_some_mutant_of_it_dies(part: Part) -> None:
    @given(data=st.data())
    def drawn(data: st.DataObject) -> None:
        is_not_refuted_by_a_drawn_instance(part, data)

    if said_to_hold(part):
        drawn()
    assert first_kill(part) is not None, f"no mutant of {part.address} dies: its check is worth nothing"


def test_no_slug_is_the_beginning_of_another() -> None:
    slugs = [part.slug for part in EVERY]
    assert len(set(slugs)) == len(slugs)
    heads = {slug.split("-")[1] + "-" for slug in slugs}
    assert not [(a, b) for a in heads for b in heads if a != b and b.startswith(a)]
