"""Hypotheses that cannot be met together."""

from dataclasses import dataclass

from theorems.statement import Finding, Part
from theorems.vocabulary import Evidence, Verdict


@dataclass(frozen=True)
class ContradictoryHypotheses:
    """Proves a part vacuous: its hypotheses admit none of the cases of the indices, which cover the whole domain."""

    def run(self, part: Part) -> Finding:
        admitted = next(iter(part.domain.admitted_cases), None)
        if admitted is not None:
            return Finding(Verdict.UNKNOWN, Evidence.NONE, how=f"the hypotheses admit the case {admitted.pattern}")
        return Finding(
            Verdict.VACUOUS,
            Evidence.PROVED,
            how="no case of the indices meets all hypotheses: " + "; ".join(c.text for c in part.domain.conditions),
            steps=("every symbolic case is refused by a hypothesis",),
        )
