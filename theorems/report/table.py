"""The verdict table, for a terminal and as Markdown."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from theorems.judging.findings import Finding
from theorems.judging.record import Record
from theorems.provers.families import threshold_text
from theorems.report import words
from theorems.report.markup import Escaped, code_span
from theorems.report.markup import markdown as escaped
from theorems.report.outline import READINGS, counted_apart, reading
from theorems.report.overview import counted, mutants_counted
from theorems.report.survey import surveys

NARROW = 110  # columns: with fewer a table of eight columns is slivers
COLOURS = dict(zip(words.VERDICTS, ("green", "red", "magenta", "magenta", "cyan", "yellow"), strict=True))


def summary(records: Sequence[Record]) -> str:
    """``707 printed lines: 260 hold (…), …; 200 corrected: …``: what a paper prints is counted with nothing else."""
    return "; ".join(f"{len(some)} {READINGS[kind]}: {counted(some)}" for kind, some in counted_apart(records))


def _mutants(records: Sequence[Record]) -> str:
    told = mutants_counted(records)
    return f"Perturbed claims {told}." if told else ""


def of_bound(record: Record) -> str:
    """How much of the bound the tightest point attains: ``67 %``."""
    return words.percent(record["tightness"]["ratio"]) if record["tightness"] else ""


def mutants_text(fates: dict[str, Any], tightness: dict[str, Any] | None) -> str:
    """One line on what became of the part's perturbed claims and how much sharper the bound could be."""
    room = (
        "" if fates["slack"] is None else f"; the bound can be tightened by {words.percent(Fraction(fates['slack']))} (proved)"
    )
    if room and tightness:
        room += f"; it {words.attains(tightness)} at the tightest point found"
    if fates.get("best", {}).get("witness"):
        by = words.percent(Fraction(fates["best"]["refuted"]))
        room += f"; none tighter by {by} is true: see {fates['best']['witness']}"
    decided = fates["killed"] + fates["true"] + fates["survived"]
    own = f" (the proof of the claim proves {fates['proof']['still'] or 'none'} of them)" if "proof" in fates else ""
    return f"{fates['killed']} of {decided} refuted{own}, {fates['true']} true as well, {fates['survived']} undecided{room}."


def scanned_text(record: Record) -> str:
    """How many points were only looked at in float64."""
    decided, scanned = record["decided"], record["scanned"]
    return f"Decided in balls at {decided} instances; {scanned:,} more points looked at in float64, which is no evidence."


def account_text(account: dict[str, Any]) -> str:
    """One line on where the hypotheses can be met and where the bound says nothing."""
    pieces = [f"The hypotheses can be met for: {account['feasible']}"] if account["feasible"] else []
    if account["smallest"]:
        pieces.append(f"first at {account['smallest']}")
    if account["uninformative"]:
        known = f" ({account['known']})" if account["known"] else ""
        pieces.append(f"{account['trivial']} is trivial, and the bound says no more: {account['uninformative']}{known}")
    return "; ".join(pieces) + "."


def decisive(record: Record) -> str:
    """What a reader wants to see first beside the verdict: what was missing, the counterexample, the n0, the correction."""
    if record["verdict"] == "unknown":
        return str(record["how"])
    if record["witness"]:
        return str(record["witness"]["text"])
    if record["n0"]:
        n0 = record["n0"]
        return f"{threshold_text(n0)}: {n0['family']}"
    return str(record["changed"] and f"corrected: {record['changed']}")


def terminal(records: Sequence[Record], width: int) -> Group:
    """One row per part and reading, grouped by statement; lines where a table would have no room."""
    rows = _lines(records) if width < NARROW else _rows(records)
    return Group(rows, Text(), Text(summary(records), style="bold"), Text(_mutants(records)))


def _lines(records: Sequence[Record]) -> Group:
    shown: list[RenderableType] = []
    for statement, own in groupby(records, key=lambda record: f"{record['paper']}/{record['statement']}"):
        shown += [Text(), Text(statement, style="bold")]
        for record in own:
            fares = words.verdict(record)
            known = filter(None, (words.EVIDENCE[record["evidence"]], words.attains(record["tightness"])))
            head = f"{words.SIGNS[fares]} {' '.join(filter(None, (record['part'], reading(record))))}: "
            shown.append(Text.assemble(head, (fares, COLOURS[fares]), f" ({', '.join(known)})"))
            shown += [Padding(Text(text), (0, 0, 0, 4)) for text in (record["claim"], decisive(record)) if text]
    return Group(*shown)


def _rows(records: Sequence[Record]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", expand=True)
    for heading, options in (
        ("statement", {"no_wrap": True}),
        ("part", {"no_wrap": True}),
        ("reading", {"no_wrap": True}),
        ("claim", {"ratio": 5, "overflow": "fold"}),
        ("verdict", {"no_wrap": True}),
        ("evidence", {"no_wrap": True}),
        ("of bound", {"no_wrap": True, "justify": "right"}),
        ("counterexample, n0 or correction", {"ratio": 4, "overflow": "fold"}),
    ):
        table.add_column(heading, **options)
    previous = None
    for record in records:
        name = f"{record['paper']}/{record['statement']}"
        if previous not in (None, name):
            table.add_row()
        table.add_row(
            Text("" if name == previous else record["statement"]),  # Text: a str in brackets would be rich's markup
            Text(record["part"]),
            reading(record),
            Text(record["claim"]),
            Text(words.verdict(record), style=COLOURS[words.verdict(record)]),
            words.EVIDENCE[record["evidence"]],
            of_bound(record),
            Text(decisive(record)),
        )
        previous = name
    return table


def show(report: Mapping[str, Any], console: Console) -> None:
    console.print(terminal(report["records"], console.width))


def markdown(records: Sequence[Record], findings: Sequence[Finding] = ()) -> str:
    """The findings, and the same table for a page, with the argument and the note of each part below it.

    No text of a record is markup.
    """
    lines = ["# Verdicts", "", escaped(summary(records)), "", escaped(_mutants(records)), ""]
    for paper in dict.fromkeys(finding["paper"] for finding in findings):
        lines += [f"## {escaped(paper)}: what is wrong, the gravest first", ""]
        rows = [
            [
                str(finding["rank"]),
                finding["breaks"],
                finding["sentence"],
                finding["where"],
                finding["witness"],
                finding["repair"],
                str(len(finding["parts"])),
                str(len(finding["rests"])),
            ]
            for finding in findings
            if finding["paper"] == paper
        ]
        lines += [
            *_table(["", "what breaks", "finding", "where it enters", "counterexample", "repair", "parts", "rest on it"], rows),
            "",
        ]
    lines += ["## Every verdict", ""]
    head = ["statement", "part", "reading", "claim", "verdict", "evidence", "of bound", "counterexample, n0 or correction"]
    lines += _table(
        head,
        [
            [
                record["statement"],
                record["part"],
                reading(record),
                record["claim"],
                Escaped(f"**{words.verdict(record)}**"),
                words.EVIDENCE[record["evidence"]],
                of_bound(record),
                decisive(record),
            ]
            for record in records
        ],
    )
    for survey in surveys(records):
        lines += ["", f"## {escaped(survey.title)}", "", escaped(survey.text), "", *_table(survey.head, survey.rows)]
    lines += ["", "## How each verdict is known", ""]
    for record in records:
        name = " ".join(filter(None, (record["statement"], record["part"], f"({reading(record)})")))
        known = ", ".join(filter(None, (words.verdict(record), words.EVIDENCE[record["evidence"]])))
        lines.append(f"### {escaped(name)}: {known}")
        lines += ["", f"> {escaped(record['claim'])}", "", escaped(record["how"]), ""]
        if record["changed"]:
            lines += [escaped(f"Corrected: {record['changed']}."), ""]
        if record["note"]:
            lines += [escaped(record["note"]), ""]
        if record.get("account"):
            lines += [escaped(account_text(record["account"])), ""]
        if record.get("scanned"):
            lines += [escaped(scanned_text(record)), ""]
        if record.get("mutants"):
            lines += [escaped(f"Perturbed claims: {mutants_text(record['mutants'], record['tightness'])}"), ""]
        lines += [f"- {escaped(step)}" for step in record["steps"]]
        lines += ["", code_span(record["reproduce"]), ""]
    return "\n".join(lines)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    lines = [head, [Escaped("---")] * len(head), *rows]
    return ["| " + " | ".join(map(escaped, cells)) + " |" for cells in lines]
