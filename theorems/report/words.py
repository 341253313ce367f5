"""The words that people read: one for one thing, the field's. Records keep the names of their fields and values."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from theorems.judging.record import Record
from theorems.judging.support import uninformative
from theorems.vocabulary import Evidence, Verdict

TRIVIAL, CONTRADICTORY = "trivial bound", "contradictory hypotheses"  # the two ways in which nothing is said
# how a claim fares -> what is said of one, of several
SAID = {
    "holds": ("holds", "hold"),
    "fails": ("fails", "fail"),
    TRIVIAL: ("is a trivial bound", "are trivial bounds"),
    CONTRADICTORY: ("has contradictory hypotheses", "have contradictory hypotheses"),
    "asymptotic": ("is true from some size on", "are true from some size on"),
    "unknown": ("is undecided", "are undecided"),
}
VERDICTS = tuple(SAID)
SIGNS = dict(zip(VERDICTS, "✓✗∅∅∞?", strict=True))
EVIDENCE = {
    Evidence.FORMAL.value: "Coq-checked",
    Evidence.PROVED.value: "machine-proved",
    Evidence.CERTIFIED.value: "interval-certified",
    Evidence.ARGUED.value: "argued",
    Evidence.EXACT.value: "exact",
    Evidence.TESTED.value: "searched",
    Evidence.SAMPLED.value: "Monte Carlo",
    Evidence.NONE.value: "",
}
FAMILY = "counterexample sequence"
WITNESS = {"instance": "counterexample", "family": FAMILY}


def verdict(record: Record) -> str:
    """How a claim fares, one of :data:`VERDICTS`."""
    if record["verdict"] != Verdict.VACUOUS.value:
        return str(record["verdict"])
    return TRIVIAL if uninformative(record) else CONTRADICTORY


def said(record: Record) -> str:
    """``holds``, ``is a trivial bound``."""
    return SAID[verdict(record)][0]


def counts(records: Iterable[Record]) -> dict[str, list[Record]]:
    """The claims by how they fare, those that there are."""
    found: dict[str, list[Record]] = {each: [] for each in VERDICTS}
    for record in records:
        found[verdict(record)].append(record)
    return {each: some for each, some in found.items() if some}


def percent(ratio: float | Fraction) -> str:
    """``67 %``; never 100 % of what is not whole."""
    share = 100 * float(ratio)
    return "more than 99.9 %" if 99.9 < share < 100 else f"{share:.3g} %"


def attains(tightness: dict[str, Any] | None) -> str:
    """``attains 67 % of the bound``, at the tightest point that was met; "" where none is known."""
    if not tightness:
        return ""
    ratio = tightness["ratio"]
    return f"exceeds the bound by {percent(ratio - 1)}" if ratio > 1 else f"attains {percent(ratio)} of the bound"
