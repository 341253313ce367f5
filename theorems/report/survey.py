"""Tables that sum up many records in one view: vacuity and thresholds of each paper, the norm table of ``sparse``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from theorems.account import NOWHERE
from theorems.provers.families import OUR_STEPS, PRINTED_ROUTE
from theorems.record import Record
from theorems.sparse.norm_table import TABLE, norm_table

THRESHOLDS = ["true n0", "our steps' n0", "the printed proof's n0", "n0 depends on"]


@dataclass(frozen=True)
class Survey:
    title: str
    text: str
    head: list[str]
    rows: list[list[str]]


def surveys(records: Sequence[Record]) -> list[Survey]:
    """The surveys that these records can fill."""
    papers = dict.fromkeys(record["paper"] for record in records)
    return [*_norms(records), *(s for paper in papers for s in _thresholds(paper, records))]


def _thresholds(paper: str, records: Sequence[Record]) -> list[Survey]:
    """Where the hypotheses can be met, where the bound says nothing, and from which size on a part is true."""
    told = [record for record in records if record["paper"] == paper and _conditional(record)]
    if not told:
        return []
    return [
        Survey(
            f"{paper}: vacuity and thresholds",
            "Every part that is asymptotic or vacuous, speaks of large sizes, or whose bound says nothing on part of its "
            "domain (no more than the trivial range of the left-hand side). The true n0 is where the claim begins to hold "
            "along the family that its record gives; beside it the size that our own steps need and the one that the "
            "printed proof needs, where it has one.",
            ["part", "verdict", "hypotheses can be met", "the bound says nothing", *THRESHOLDS],
            [_threshold_row(record) for record in told],
        )
    ]


def _conditional(record: Record) -> bool:
    account = record.get("account") or {}
    partly_silent = account.get("silent", "") not in ("", NOWHERE)
    return record["verdict"] in ("asymptotic", "vacuous") or record.get("growth", False) or partly_silent


def _threshold_row(record: Record) -> list[str]:
    account, n0 = record.get("account") or {}, record["n0"] or {}
    silent = account.get("silent", "")
    known = account.get("known", "")
    return [
        " ".join(filter(None, (record["statement"], record["part"], f"({record['reading']})"))),
        record["verdict"],
        account.get("met", ""),
        f"{silent} ({known})" if silent and known else silent,
        f"{n0['variable']} = {n0['value']}" if n0 else "",
        *(str(n0.get(name) or "") for name in (OUR_STEPS, PRINTED_ROUTE, "dependence")),
    ]


def _norms(records: Sequence[Record]) -> list[Survey]:
    own = [record for record in records if (record["paper"], record["statement"]) == (TABLE.paper, TABLE.name)]
    rows = norm_table(own) if own else []
    if not rows:
        return []
    windows = [name for name in rows[0] if name not in ("of", "norm")]
    return [
        Survey(
            f"{TABLE.paper}: which window is stable in which norm",
            "Does the error of top-k attention tend to 0 where the scores stay below M = o(log n)? always: along every "
            "admissible family; never: it stays away from 0 along every one; depends: on the family; ?: not decided here.",
            ["error of", "norm", *(f"k = {window}" for window in windows)],
            [["P" if row["of"] == "P" else "the output", row["norm"], *(row[window] for window in windows)] for row in rows],
        )
    ]
