"""Every part of every statement: its verdict is what the repository records, and no drawn instance refutes it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import assume, given, note, target
from hypothesis import strategies as st

from kernels.balls import Truth
from tests.chosen import chosen_parts
from tests.marks import IN_CI
from tests.verdicts import VERDICT, in_short
from theorems import expectations
from theorems.instance import Instance
from theorems.judge import Effort, judge
from theorems.provers.search import evaluate, smallest_witness
from theorems.statement import Part

EVERY = chosen_parts()
EXPECTED = {key: value for paper in {part.paper for part in EVERY} for key, value in expectations.load(paper).items()}
PROOFS_ONLY = Effort("proofs", examples=0, seconds=2.0)


def said_to(verdict: str) -> list[Part]:
    return [p for p in EVERY if p.claim is not None and (k := EXPECTED.get(p.key)) is not None and k.verdict == verdict]


def slug(part: Part) -> str:
    return part.slug


@pytest.mark.parametrize("part", EVERY, ids=slug)
def test_verdict_is_the_expected_one(part: Part, record_property: Callable[[str, object], None]) -> None:
    assert part.key in EXPECTED, f"{part.key} has no expected verdict: python -m theorems.report --record"
    expected = EXPECTED[part.key]
    if expected.evidence == "sampled" and IN_CI:
        pytest.skip("drawn inputs by the hundred: make test, make nightly")
    effort = Effort("tests", examples=10, seconds=5.0) if expected.evidence in ("tested", "exact") else PROOFS_ONLY
    finding = judge(part, effort)
    record_property(VERDICT, in_short(part, finding, EVERY.index(part)))
    assert (finding.verdict.value, finding.evidence.value) == (expected.verdict, expected.evidence), finding.how


@pytest.mark.parametrize("part", said_to("holds"), ids=slug)
@given(data=st.data())
def test_no_drawn_instance_refutes_what_holds(part: Part, data: st.DataObject) -> None:
    instance: Instance = data.draw(part.domain.instances(), label="instance")
    assume(part.domain.broken(instance) is None)
    outcome = evaluate(part, instance)
    note(f'reproduce: theorems.provers.search.evaluate of {part.address} at "{instance}"')
    ratios = [ratio for c in outcome.compared if 0 <= (ratio := c.tightness()) < 1e6]
    if ratios:
        target(max(ratios), label="tightness")
    assert outcome.truth is not Truth.FAILS, f"{part.text} is false at {instance}: {outcome.compared}"


@pytest.mark.parametrize("part", [p for p in EVERY if p.witness is not None and p.domain.small], ids=slug)
def test_pinned_witness_is_the_smallest_known(part: Part) -> None:
    smallest = smallest_witness(part, seconds=60)
    assert smallest is not None, "the search over small instances does not reach the pinned witness"
    assert str(smallest) == part.witness


def test_no_slug_is_the_beginning_of_another() -> None:
    slugs = [part.slug for part in EVERY]
    assert len(set(slugs)) == len(slugs)
    heads = {slug.split("-")[1] + "-" for slug in slugs}
    assert not [(a, b) for a in heads for b in heads if a != b and b.startswith(a)]
