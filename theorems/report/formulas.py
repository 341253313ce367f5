"""The typeset claim of a record: read off the tree of the part that it judged, never off the record's own text.

A record may come from a stranger's file, and what is inserted into a page or a LaTeX source unescaped must be ours. Where the
part has changed since, the record's line of text is all there is.
"""

from __future__ import annotations

from functools import cache

from theorems.catalogue import UnknownStatementError, find
from theorems.record import Record, key_of
from theorems.statement import Printed


@cache
def _lines(statement: str) -> dict[tuple[str, str], Printed]:
    try:
        parts = find(statement)
    except UnknownStatementError:
        return {}
    return {(part.key, part.text): part.printed for part in parts}


def _line(record: Record) -> Printed | None:
    return _lines(f"{record['paper']}/{record['statement']}").get((key_of(record), record["claim"]))


def latex(record: Record) -> str:
    """The claim as a formula between dollars; "" where there is none."""
    line = _line(record)
    return "" if line is None else f"${line.latex}$"


def mathml(record: Record) -> str:
    """The claim as a ``math`` element; "" where there is none."""
    line = _line(record)
    return "" if line is None else line.mathml
