"""The verdicts that a run of the tests has found, as its last lines say them."""

from collections.abc import Iterable
from typing import Any

from theorems.judging.record import key_of, printed_signs
from theorems.report.outline import READINGS, counted_apart
from theorems.report.overview import counted, line_of
from theorems.statement import Finding, Part

VERDICT = "verdict"  # the property of a test's report; with xdist it comes from another process
MANY = 40  # statements: of more than these a paper is one line


def in_short(part: Part, finding: Finding, position: int) -> dict[str, Any]:
    """What the last lines need of a verdict; ``position`` orders them, whichever process was first."""
    return {
        "paper": part.paper,
        "statement": part.statement,
        "part": part.label,
        "reading": part.reading.value,
        "provenance": part.provenance,
        "verdict": finding.verdict.value,
        "evidence": finding.evidence.value,
        "witness": {"text": finding.witness["text"]} if finding.witness else None,
        "changed": printed_signs(part.changed),
        "account": {"uninformative": part.trivial.uninformative if part.trivial is not None else ""},
        "position": position,
    }


def say(reporter: Any) -> None:
    """Write the verdicts of the statements that were tested to pytest's terminal; ``-q`` is about the tests alone."""
    if reporter.verbosity < 0:
        return
    found = found_by(report for reports in reporter.stats.values() for report in reports)
    if found:
        reporter.section("verdicts")
        for line in lines_of(found):
            reporter.write_line(line)


def found_by(reports: Iterable[Any]) -> list[dict[str, Any]]:
    """The verdicts among the reports of a run's tests, each once and in the order of the paper."""
    properties = [pair for report in reports for pair in getattr(report, "user_properties", ())]
    verdicts = {key_of(verdict): verdict for name, verdict in properties if name == VERDICT}
    return sorted(verdicts.values(), key=lambda verdict: verdict["position"])


def lines_of(verdicts: Iterable[dict[str, Any]]) -> list[str]:
    """One line for each statement; of a run of very many, one for each paper and kind of reading."""
    members: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for verdict in verdicts:
        members.setdefault((verdict["paper"], verdict["statement"]), []).append(verdict)
    if len(members) <= MANY:
        return [f"{paper} {statement}  {line_of(own)}" for (paper, statement), own in members.items()]
    papers: dict[str, list[dict[str, Any]]] = {}
    for (paper, _), own in members.items():
        papers.setdefault(paper, []).extend(own)
    return [
        f"{paper}, {READINGS[kind]}: {len(some)}, {counted(some)}"
        for paper, own in papers.items()
        for kind, some in counted_apart(own)
    ]
