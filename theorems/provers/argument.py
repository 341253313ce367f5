"""A derivation in words whose numerical and symbolic steps a machine checks.

It never reads the claim: that the steps amount to the claim is for a reader to judge. So it is ``argued`` at most.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from theorems.statement import Finding, Part
from theorems.vocabulary import Evidence, Verdict


@dataclass(frozen=True)
class Step:
    """One line of an argument and the check that must come out true for the line to stand."""

    text: str
    check: Callable[[], bool]


def with_words(how: str, in_words: str) -> str:
    """A derivation, with the link that is words alone named after it."""
    return f"{how} In words alone: {in_words}" if in_words else how


@dataclass(frozen=True)
class Argument:
    """Establishes ``verdict`` if every step checks; otherwise the finding is ``unknown`` and names the broken step.

    The words in ``how`` must be a complete derivation for a reader; the steps are its checkable content. ``in_words`` says
    which link no step checks and why it is true: there a hostile reader looks first. ``evidence`` may be weaker than
    ``argued`` (``exact`` at one point), never stronger.
    """

    verdict: Verdict
    how: str
    steps: Sequence[Step]
    evidence: Evidence = Evidence.ARGUED
    witness: Callable[[Part], dict[str, Any]] | None = None
    n0: Callable[[Part], dict[str, Any]] | None = None
    in_words: str = ""

    def run(self, part: Part) -> Finding:
        if not self.steps:
            raise ValueError(f"{part.address}: an argument without a checked step is an opinion")
        if self.evidence.reads_the_claim:
            raise ValueError(f"{part.key}: an argument never reads the claim: argued at most, not {self.evidence.value}")
        for step in self.steps:
            if not step.check():
                return Finding(Verdict.UNKNOWN, Evidence.NONE, how=f"this step did not check: {step.text}")
        return Finding(
            self.verdict,
            self.evidence,
            how=with_words(self.how, self.in_words),
            steps=tuple(step.text for step in self.steps),
            witness=self.witness(part) if self.witness else None,
            n0=self.n0(part) if self.n0 else None,
        )
