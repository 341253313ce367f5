"""Which edits of a printed line change nothing of what is judged."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from theorems.language.edits import edits
from theorems.language.printed_line import PrintedLine
from theorems.language.reductions import NoRuleError


def judged(line: PrintedLine) -> tuple[Any, ...]:
    """What is compared at an instance, and what each rule leads to."""
    return line.at_an_instance, *((rule.name, rule.after) for rule in line.reduced.rules)


def unseen(line: PrintedLine) -> Iterator[str]:
    """The edits that change nothing of what is judged."""
    before = judged(line)
    for told, claim in edits(line):
        try:
            after = judged(replace(line, claim=claim))
        except NoRuleError:
            continue
        if after == before:
            yield told
