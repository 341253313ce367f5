"""The typeset claim of a record: read off the tree of the part that it judged, never off the record's own text.

A record may come from a stranger's file, and what is inserted into a page or a LaTeX source unescaped must be ours. Where the
part has changed since, the record's line of text is all there is.
"""

import json
from contextlib import suppress
from functools import cache
from pathlib import Path

from theorems import files
from theorems.catalogue import UnknownStatementError, find
from theorems.files import UnwritableError
from theorems.judging.record import Record, key_of, own_evidence
from theorems.judging.sources import code_of, fingerprint
from theorems.language import printing
from theorems.language.tree import And, Node
from theorems.paper import OURS
from theorems.provers.calculation import links_of
from theorems.provers.display import Link as Shown
from theorems.reader import UnreadableError, json_in
from theorems.statement import Part
from theorems.vocabulary import Evidence

KEPT = OURS.parent / ".cache" / "calculations"
Link = dict[str, str]
BY_CALCULATION = (Evidence.PROVED.value, Evidence.ARGUED.value)


@cache
def _parts(statement: str) -> dict[tuple[str, str], Part]:
    try:
        parts = find(statement)
    except UnknownStatementError:
        return {}
    return {(part.key, part.text): part for part in parts}


def part_of(record: Record) -> Part | None:
    return _parts(f"{record['paper']}/{record['statement']}").get((key_of(record), record["claim"]))


def latex(record: Record) -> str:
    """The claim as a formula between dollars; "" where there is none."""
    part = part_of(record)
    return "" if part is None else f"${part.printed.latex}$"


def mathml(record: Record) -> str:
    """The claim as a ``math`` element; "" where there is none."""
    part = part_of(record)
    return "" if part is None else part.printed.mathml


def both(node: Node) -> str:
    """A formula as a ``math`` element and as LaTeX, a tab between them."""
    return f"{printing.mathml(node)}\t{printing.latex(node)}"


def claim(record: Record) -> str:
    """The claim as both, "" where there is no formula."""
    part = part_of(record)
    return "" if part is None else f"{part.printed.mathml}\t{part.printed.latex}"


def calculation(record: Record) -> list[Link]:
    """The links of the calculation behind a record: each with its formula, its reason, under what it is made, and what it helps
    to show first. Kept beside the compiled kernels until a source changes that it depends on.
    """
    part = part_of(record)
    if part is None or own_evidence(record) not in BY_CALCULATION:
        return []
    file, code = KEPT / f"{part.slug}.json", fingerprint(code_of(part), (Path(__file__),))
    with suppress(UnreadableError, LookupError, TypeError):
        kept = json_in(file)
        if kept["code"] == code:
            return list(kept["links"])
    links = [_link(link) for link in links_of(part)]
    with suppress(UnwritableError):
        files.replace({file: json.dumps({"code": code, "links": links})})
    return links


def _link(link: Shown) -> Link:
    return {
        "formula": both(link.claim),
        "reason": link.reason,
        "where": both(And(link.under)) if link.under else "",
        "within": both(link.within[0]) if link.within else "",
    }
