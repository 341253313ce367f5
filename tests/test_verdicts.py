from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from theorems.report import verdicts
from theorems.report.verdicts import VERDICT


def report(position: int, **more: Any) -> SimpleNamespace:
    verdict = {
        "paper": "superiority",
        "statement": "Lemma D.2",
        "part": str(position),
        "reading": "stated",
        "provenance": "text",
        "verdict": "holds",
        "evidence": "proved",
        "witness": None,
        "changed": "",
        "position": position,
    } | more
    return SimpleNamespace(user_properties=[(VERDICT, verdict)])


class Terminal:
    def __init__(self, verbosity: int, *reports: Any) -> None:
        self.verbosity = verbosity
        self.stats = {"passed": list(reports), "deselected": [object()]}
        self.lines: list[str] = []

    def section(self, title: str) -> None:
        self.lines.append(title)

    def write_line(self, line: str) -> None:
        self.lines.append(line)


def said(verbosity: int, *reports: Any) -> list[str]:
    terminal = Terminal(verbosity, *reports)
    verdicts.say(terminal)
    return terminal.lines


BROKEN = report(2, part="4b", verdict="fails", evidence="certified", witness={"text": "n=2 d=3"})
REPAIRED = report(3, part="4b", reading="intended", changed="j1 ≠ j3")


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0)])
def test_each_verdict_counts_once_in_the_order_of_the_paper(order: tuple[int, ...]) -> None:
    """A test has a report for each of its phases, and workers finish in any order."""
    reports = [report(0), report(1), BROKEN, REPAIRED]
    lines = said(0, *(reports[position] for position in order), report(0))
    assert lines == ["verdicts", "superiority Lemma D.2  2 hold (2 machine-proved), 1 fails: 4b at n=2 d=3; corrected: j1 ≠ j3"]
