"""Tables that sum up many records in one view: vacuity and thresholds of each paper, the norm table of ``sparse``."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from theorems.judging.assumes import KINDS, UNPROVED
from theorems.judging.feasibility import NOWHERE
from theorems.judging.record import Record
from theorems.provers.families import OUR_STEPS, PRINTED_ROUTE, threshold_text
from theorems.report import words
from theorems.report.outline import reading

NORM_TABLE = ("sparse", "Norm table")
THRESHOLDS = ["n0", "our steps' n0", "the printed proof's n0", "n0 depends on"]


@dataclass(frozen=True)
class Survey:
    title: str
    text: str
    head: list[str]
    rows: list[list[str]]


def surveys(records: Sequence[Record]) -> list[Survey]:
    """The surveys that these records can fill."""
    papers = dict.fromkeys(record["paper"] for record in records)
    return [*_norms(records), *(s for paper in papers for s in (*_thresholds(paper, records), *_grounds(paper, records)))]


def _thresholds(paper: str, records: Sequence[Record]) -> list[Survey]:
    """From which size on a part is true, and where its hypotheses cannot be met or its bound says nothing."""
    own = [record for record in records if record["paper"] == paper]
    large = [
        [_name(record), words.verdict(record), _account(record, "feasible"), *_n0(record)]
        for record in own
        if _about_large(record)
    ]
    silent = [
        [_name(record), words.verdict(record), _account(record, "feasible"), _silent(record)]
        for record in own
        if record["verdict"] == "vacuous" or _account(record, "uninformative") not in ("", NOWHERE)
    ]
    found = [
        Survey(
            f"{paper}: from which size on",
            "Every part that is asymptotic or speaks of large sizes. n0 is where the claim begins to hold along the "
            "family that its record gives; beside it the size that our own steps need and the one that the printed proof "
            "needs, where it has one.",
            ["part", "verdict", "hypotheses can be met", *THRESHOLDS],
            large,
        ),
        Survey(
            f"{paper}: trivial bounds and contradictory hypotheses",
            "Every part whose hypotheses cannot be met, and every bound that on part of its domain says no more than the "
            "trivial range of the left-hand side.",
            ["part", "verdict", "hypotheses can be met", "the bound says nothing"],
            silent,
        ),
    ]
    return [survey for survey in found if survey.rows]


def _grounds(paper: str, records: Sequence[Record]) -> list[Survey]:
    """What the verdicts stand on beside printed hypotheses, what is taken for granted first."""
    counted = Counter(
        (kind, name)
        for record in records
        if record["paper"] == paper
        for kind, names in (record.get("assumes") or {}).items()
        if kind != "parts"
        for name in dict.fromkeys(names)
    )
    order = [*UNPROVED, *(kind for kind in KINDS if kind not in UNPROVED)]
    rows = sorted(counted.items(), key=lambda item: (order.index(item[0][0]), -item[1], item[0][1]))
    survey = Survey(
        f"{paper}: what the verdicts stand on",
        "Beside printed hypotheses, and how many verdicts stand on each; what is taken for granted comes first.",
        ["kind", "what it says", "verdicts"],
        [[KINDS[kind], name, str(verdicts)] for (kind, name), verdicts in rows],
    )
    return [survey] if rows else []


def _about_large(record: Record) -> bool:
    return record["verdict"] == "asymptotic" or record.get("growth", False)


def _name(record: Record) -> str:
    return " ".join(filter(None, (record["statement"], record["part"], f"({reading(record)})")))


def _account(record: Record, name: str) -> str:
    return str((record.get("account") or {}).get(name) or "")


def _silent(record: Record) -> str:
    known = _account(record, "known")
    return _account(record, "uninformative") + (f" ({known})" if known else "")


def _n0(record: Record) -> list[str]:
    n0 = record["n0"] or {}
    value = threshold_text(n0) if n0 else ""
    return [value, *(str(n0.get(name) or "") for name in (OUR_STEPS, PRINTED_ROUTE, "dependence"))]


def _norms(records: Sequence[Record]) -> list[Survey]:
    own = [record for record in records if (record["paper"], record["statement"]) == NORM_TABLE]
    if not own:
        return []
    from theorems.sparse.norm_table import norm_table  # a report of other statements does without the paper

    rows = norm_table(own)
    if not rows:
        return []
    windows = [name for name in rows[0] if name not in ("of", "norm")]
    return [
        Survey(
            f"{NORM_TABLE[0]}: which window is stable in which norm",
            "Does the error of top-k attention tend to 0 where the scores stay below M = o(log n)? always: along every "
            "admissible family; never: it stays away from 0 along every one; depends: on the family; ?: not decided here.",
            ["error of", "norm", *(f"k = {window}" for window in windows)],
            [["P" if row["of"] == "P" else "the output", row["norm"], *(row[window] for window in windows)] for row in rows],
        )
    ]
