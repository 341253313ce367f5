"""What every part of every paper is tested for: in this project's own tests, and by ``theorems.pytest_plugin`` in anybody's."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import assume, note, target
from hypothesis import strategies as st

from kernels.balls import Truth
from theorems import expectations
from theorems.instance import Instance
from theorems.judge import Effort, judge
from theorems.provers.search import evaluate
from theorems.statement import Finding, Part

PROOFS_ONLY = Effort("proofs", examples=0, seconds=2.0)
SEARCHED = Effort("tests", examples=10, seconds=5.0)


def has_the_expected_verdict(part: Part, tell: Callable[[Finding], None] = lambda finding: None) -> None:
    """AssertionError where another verdict is found, or where none is expected; ``tell`` hears of the verdict first."""
    kept = expectations.load(part.paper)
    assert part.key in kept, f"{part.key} has no expected verdict: python -m theorems.report --record"
    expected = kept[part.key]
    found_by_search = expected.verdict == "fails" and part.witness is None and part.proof is None
    searched = found_by_search or expected.evidence in ("tested", "exact")
    finding = judge(part, SEARCHED if searched else PROOFS_ONLY)
    tell(finding)
    assert (finding.verdict.value, finding.evidence.value) == (expected.verdict, expected.evidence), finding.how


def is_not_refuted_by_a_drawn_instance(part: Part, data: st.DataObject) -> None:
    """For Hypothesis: draws from the part's domain and climbs on its tightness."""
    instance: Instance = data.draw(part.domain.instances(), label="instance")
    assume(part.domain.broken(instance) is None)
    outcome = evaluate(part, instance)
    note(f'reproduce: theorems.provers.search.evaluate of {part.address} at "{instance}"')
    ratios = [ratio for c in outcome.compared if 0 <= (ratio := c.tightness()) < 1e6]
    if ratios:
        target(max(ratios), label="tightness")
    assert outcome.truth is not Truth.FAILS, f"{part.text} is false at {instance}: {outcome.compared}"


def said_to_hold(part: Part) -> bool:
    """Is there something to draw against: a claim at an instance that is expected to hold?"""
    expected = expectations.load(part.paper).get(part.key)
    return part.claim is not None and expected is not None and expected.verdict == "holds"
