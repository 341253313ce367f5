"""The suite as a library: judge a claim, read a paper, look at what was found.

>>> from theorems.api import judge, prove, real, exp
>>> x = real("x")
>>> finding = judge(exp(x) >= 1 + x)
>>> finding.verdict.value, finding.evidence.value
('holds', 'proved')

The words for claims are those of :mod:`theorems.own`; they are offered here, too.
"""

from pathlib import Path

from theorems import own
from theorems.catalogue import asked
from theorems.instance import Instance
from theorems.judging import judge as judging
from theorems.judging.judge import EFFORTS
from theorems.judging.record import Record, make_record
from theorems.language.printing import latex, text
from theorems.language.tree import Claim
from theorems.own import *  # noqa: F403
from theorems.own import Paper
from theorems.own.by_signs import BySigns
from theorems.statement import Finding, Part
from theorems.vocabulary import Evidence, Verdict

__all__ = [
    "Claim",
    "Evidence",
    "Finding",
    "Instance",
    "Part",
    "Record",
    "Verdict",
    "judge",
    "latex",
    "part_of",
    "prove",
    "read_paper",
    "records",
    "text",
    *vars(own)["__all__"],
]


def part_of(claim: Claim, *hypotheses: Claim) -> Part:
    """A claim over declared names as a part that every command of the suite understands. Raises ValueError or TypeError."""
    lemma = Paper("claim", "One claim").lemma("1")
    lemma[""] = (claim, *hypotheses)
    return lemma.parts[0]


def judge(claim: Claim | Part, *hypotheses: Claim, effort: str = "quick", seed: int = 0) -> Finding:
    """The verdict on a claim with the strongest evidence there is; ``effort`` is quick, standard or nightly."""
    part = claim if isinstance(claim, Part) else part_of(claim, *hypotheses)
    return judging.judge(part, EFFORTS[effort], seed)


def prove(claim: Claim | Part, *hypotheses: Claim) -> Finding:
    """``holds`` where signs of derivatives show it over the whole domain, else ``unknown`` and why; no points are tried."""
    return BySigns().run(claim if isinstance(claim, Part) else part_of(claim, *hypotheses))


def read_paper(path: str | Path) -> Paper:
    """The paper that a file declares; the file is executed. Raises PaperError naming the line that is wrong."""
    found = asked(str(path))
    assert isinstance(found, Paper)
    return found


def records(paper: Paper, effort: str = "quick", seed: int = 0) -> list[Record]:
    """What a report keeps of every part of a paper; a line that cannot be judged is ``unknown`` there and says why."""
    return [make_record(part, EFFORTS[effort], seed) for statement in paper.statements for part in statement.parts]
