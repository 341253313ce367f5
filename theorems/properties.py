"""What every part of every paper is tested for: in this project's own tests, and by ``theorems.pytest_plugin`` in anybody's."""

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache

import pytest
from hypothesis import assume, target
from hypothesis import strategies as st

from kernels.balls import Truth
from theorems.instance import Instance
from theorems.judging import expectations
from theorems.judging.judge import EFFORTS, Effort, judge
from theorems.judging.record import printed_signs
from theorems.language.setting import SIGNS
from theorems.provers.climb import shrinking
from theorems.provers.search import evaluate, witness_of
from theorems.report.markup import sides
from theorems.report.outline import reading
from theorems.report.words import EVIDENCE
from theorems.statement import Finding, Part
from theorems.time_limit import OutOfTimeError, time_limit
from theorems.vocabulary import Verdict

PROOFS_ONLY = Effort("proofs", examples=0, seconds=2.0)
SEARCHED = Effort("tests", examples=10, seconds=5.0)


def has_the_expected_verdict(part: Part, tell: Callable[[Finding], None] = lambda finding: None) -> None:
    """The test fails where another verdict is found, or where none is expected; ``tell`` hears of the verdict first."""
    kept = expectations.load(part.paper)
    if part.key not in kept:
        _fail(part, "has no expected verdict", "python -m theorems.report --record keeps the one that is found")
    expected = kept[part.key]
    found_by_search = expected.verdict == "fails" and part.witness is None and part.proof is None
    searched = found_by_search or expected.evidence in ("tested", "exact")
    finding = judge(part, SEARCHED if searched else PROOFS_ONLY)
    if finding.verdict is Verdict.UNKNOWN and expected.verdict != "unknown" and not searched:
        finding = judge(part, EFFORTS["standard"])  # its proof has a gap: is there a counterexample?
    tell(finding)
    if (finding.verdict.value, finding.evidence.value) != (expected.verdict, expected.evidence):
        _fail(
            part,
            f"expected: {expected.verdict} ({EVIDENCE[expected.evidence]}); "
            f"found: {finding.verdict.value} ({EVIDENCE[finding.evidence.value]})",
            *_false_at(part, finding),
            finding.how,
        )


def is_not_refuted_by_a_drawn_instance(part: Part, data: st.DataObject) -> None:
    """For Hypothesis: draws from the part's domain and climbs on its tightness."""
    instance: Instance = data.draw(part.domain.instances, label="instance")
    assume(part.domain.broken(instance) is None)
    outcome = evaluate(part, instance)
    ratios = [ratio for c in outcome.compared if 0 <= (ratio := c.tightness()) < 1e6]
    if ratios:
        target(max(ratios), label="tightness")
    if outcome.truth is Truth.FAILS:
        _fail(
            part,
            "expected to hold, false at a drawn instance, made small and plain:",
            *_both_sides(part, _plain(part, instance)),
        )


def said_to_hold(part: Part) -> bool:
    """Is there something to draw against: a claim at an instance that is expected to hold?"""
    expected = expectations.load(part.paper).get(part.key)
    return part.claim is not None and expected is not None and expected.verdict == "holds"


def _fail(part: Part, *said: str) -> None:
    """Fail the running test with the printed claim and where it stands, what is said, and the command that shows it again."""
    again = f'python -m theorems.report --statement "{part.address}"'
    lines = (part.text, *said, f"reproduce: {again}")
    told = "\n  ".join(
        (f"{part.address}, {reading({'reading': part.reading.value, 'provenance': part.provenance})} ({part.written})", *lines)
    )
    pytest.fail(printed_signs(told), pytrace=False)


def _false_at(part: Part, finding: Finding) -> tuple[str, ...]:
    one_point = finding.verdict is Verdict.FAILS and finding.witness is not None and finding.witness["kind"] == "instance"
    return _both_sides(part, _plain(part, Instance.parse(finding.witness["text"]))) if one_point and finding.witness else ()


def _both_sides(part: Part, instance: Instance) -> tuple[str, ...]:
    """The point, and both sides there as numbers."""
    witness = witness_of(part, instance)
    compared = sides(witness)
    return (
        f"at {instance}",
        *([f" {SIGNS.get(witness['relation'], witness['relation'])} ".join(compared) + " is false"] if compared else []),
    )


@lru_cache(maxsize=64)  # Hypothesis runs a failing property again and again
def _plain(part: Part, instance: Instance) -> Instance:
    """A refuting instance that is small and plain, as far as there is time."""
    with suppress(OutOfTimeError), time_limit(SEARCHED.seconds):
        for smaller in shrinking(part, instance):
            instance = smaller
    return instance
