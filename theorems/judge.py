"""From a part to its verdict: run the proof, confirm the witness, search, and refuse to let them disagree."""

from __future__ import annotations

from dataclasses import dataclass, replace

from theorems.instance import Instance
from theorems.provers.search import Search, search, smallest_witness, witness_of
from theorems.statement import Finding, Part
from theorems.vocabulary import Evidence, Verdict


class ContradictionError(Exception):
    """Two independent ways to a verdict disagree: the suite must not say anything before somebody finds out why."""


@dataclass(frozen=True)
class Effort:
    """How hard to look. ``examples``: drawn instances of each part; ``seconds``: for each smallest-witness search."""

    name: str
    examples: int
    seconds: float


EFFORTS = {
    effort.name: effort
    for effort in (Effort("quick", 15, 2.0), Effort("standard", 60, 5.0), Effort("nightly", 4000, 60.0))
}


def judge(part: Part, effort: Effort, seed: int = 0) -> Finding:
    """The verdict of a part with the strongest evidence there is.

    Raises ContradictionError when a proof says ``holds`` and a confirmed point says otherwise, or when a pinned
    witness no longer refutes the part, or is a single point of a part about large sizes.
    """
    finding = part.proof.run(part) if part.proof is not None else None
    if part.witness is not None:
        return _refuted(part, Instance.parse(part.witness), finding)
    if finding is not None and finding.verdict in (Verdict.FAILS, Verdict.ASYMPTOTIC, Verdict.VACUOUS):
        return finding
    found = search(part, effort.examples, seed) if part.claim is not None and effort.examples else Search()
    if finding is not None and finding.verdict is not Verdict.UNKNOWN:
        if found.refuted_at is not None and finding.verdict is Verdict.HOLDS:
            raise ContradictionError(f"{part.address}: proved to hold, but false at {found.refuted_at}")
        return _counted(finding, found)
    why = finding.how if finding is not None else "no proof and no witness"
    if part.domain.about_large_sizes:
        how = f"{why}; single instances decide nothing about large sizes"
        return _counted(Finding(Verdict.UNKNOWN, Evidence.NONE, how=how), found)
    if found.refuted_at is not None:
        smallest = smallest_witness(part, seconds=effort.seconds)
        return _counted(_refuted(part, smallest or found.refuted_at, finding), found)
    if found.satisfied == 0 or found.undecided_at is not None:
        where = f"; undecided at {found.undecided_at}" if found.undecided_at is not None else ""
        return _counted(Finding(Verdict.UNKNOWN, Evidence.NONE, how=why + where), found)
    how = f"no counterexample among {found.decided} decided instances ({why})"
    return _counted(Finding(Verdict.HOLDS, Evidence.TESTED, how=how), found)


def _refuted(part: Part, instance: Instance, finding: Finding | None) -> Finding:
    if finding is not None and finding.verdict not in (Verdict.FAILS, Verdict.UNKNOWN):
        raise ContradictionError(f"{part.address}: a proof says {finding.verdict.value}, a witness says fails")
    if part.domain.about_large_sizes:
        raise ContradictionError(f"{part.address} is about large sizes: the point {instance} refutes nothing")
    try:
        witness = witness_of(part, instance)
    except ValueError as error:
        raise ContradictionError(f"the witness of {part.address} refutes nothing: {error}") from error
    return Finding(
        Verdict.FAILS,
        Evidence.CERTIFIED,
        how=finding.how if finding is not None and finding.verdict is Verdict.FAILS else "a confirmed counterexample",
        steps=finding.steps if finding is not None else (),
        witness=witness,
        precision_bits=int(witness["precision_bits"]),
        tried=1,
        satisfied=1,
        decided=1,
    )


def _counted(finding: Finding, found: Search) -> Finding:
    return replace(
        finding,
        tried=finding.tried + found.tried,
        satisfied=finding.satisfied + found.satisfied,
        decided=finding.decided + found.decided,
        precision_bits=max(finding.precision_bits, found.bits),
        tightness=finding.tightness or found.tightness,
    )
