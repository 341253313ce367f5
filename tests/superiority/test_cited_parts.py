"""What a proof cites of another lemma is proved in the reading that is cited."""

import re

import pytest

from theorems.catalogue import parts, statements
from theorems.provers.families import Eventually
from theorems.statement import Part
from theorems.superiority.cross_entries import F15
from theorems.superiority.linear_attention import D10
from theorems.superiority.sign_arguments import rests_on
from theorems.superiority.softmax_on_d1 import D3

CITED = re.compile(r"Parts (.+?) \((stated|intended)\)")


def test_nothing_rests_on_a_refuted_part() -> None:
    assert not rests_on(D3, "5").check()
    assert not rests_on(D3, "4", "5").check()
    assert not rests_on(D10, "4b").check()


def test_a_part_is_cited_in_the_reading_that_is_proved_and_in_no_other() -> None:
    assert rests_on(D3, "4", repaired=("5.i", "5.ii")).check()
    assert rests_on(D10, "4a", repaired=("4b",)).check()
    assert not rests_on(D3, "5.i", "5.ii").check()
    assert not rests_on(D3, repaired=("4",)).check()


def test_nothing_rests_on_empty_hypotheses_on_missing_parts_or_on_no_part() -> None:
    assert not rests_on(F15, "1").check()
    assert rests_on(F15, repaired=("1",)).check()
    assert not rests_on(D3, "7").check()
    assert not rests_on(D3).check()


def test_the_step_names_the_reading() -> None:
    step = rests_on(D3, "4", repaired=("5.i", "5.ii"))
    assert step.text == "Lemma D.3, Parts 4 (stated), Parts 5.i, 5.ii (intended): proved"


CITING = [p for p in parts("superiority") if isinstance(p.proof, Eventually)]


@pytest.mark.parametrize("part", CITING, ids=lambda p: p.slug)
def test_every_cited_part_exists_in_the_reading_that_the_record_prints(part: Part) -> None:
    assert isinstance(part.proof, Eventually)
    known = {(s.name, p.label, p.reading.value) for s in statements("superiority") for p in s.parts}
    for text in (step.text for step in part.proof.steps if step.text.startswith("Lemma ") and step.text.endswith(": proved")):
        name = text.partition(",")[0]
        cited = [(name, label, reading) for labels, reading in CITED.findall(text) for label in labels.split(", ")]
        assert cited
        assert set(cited) <= known, text
