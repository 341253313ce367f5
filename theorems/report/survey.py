"""Tables that sum up many records in one view. So far one: which window is stable in which norm (``sparse``)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from theorems.record import Record
from theorems.sparse.norm_table import TABLE, norm_table


@dataclass(frozen=True)
class Survey:
    title: str
    text: str
    head: list[str]
    rows: list[list[str]]


def surveys(records: Sequence[Record]) -> list[Survey]:
    """The surveys that these records can fill."""
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
