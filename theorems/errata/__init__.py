"""``python -m theorems.errata``: one page per paper for its authors, in Markdown and LaTeX, generated from a report.

A page lists every reading as printed that fails or is vacuous: the claim in our words, what refutes it, the smallest
repair with its own verdict, and what rests on it.

Exit status: 0 pages written, 2 unusable arguments or report.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from theorems import command, files
from theorems.catalogue import papers
from theorems.reader import UnreadableError, json_in
from theorems.record import OWN, Record, address_of, validate
from theorems.report.graph import dependents, known_graph
from theorems.report.markup import latex_templates, markdown_templates

SAID = {
    "holds": "hold",
    "fails": "fail",
    "vacuous": "vacuous",
    "asymptotic": "true from some size on",
    "unknown": "undecided",
}
BROKEN = ("fails", "vacuous")


@dataclass(frozen=True)
class Dependent:
    """Something that rests on a broken line, and how it fares itself; ``direct``: its printed proof names the line."""

    address: str
    verdicts: str
    direct: bool


@dataclass(frozen=True)
class Erratum:
    """One printed line that is broken, its repairs and what rests on it."""

    record: Record
    repairs: list[Record]
    dependents: list[Dependent]

    @property
    def name(self) -> str:
        return name_of(self.record)

    @property
    def line(self) -> str:
        """``fails; repaired: holds``."""
        repaired = ", ".join(dict.fromkeys(r["verdict"] for r in self.repairs))
        return self.record["verdict"] + (f"; repaired: {repaired}" if repaired else "")


def name_of(record: Record) -> str:
    return f"{record['statement']}, Part {record['part']}" if record["part"] else str(record["statement"])


def repairs_of(broken: Record, records: Sequence[Record]) -> list[Record]:
    """The intended readings of a broken part: those of its label, or of the labels it is split into (5 -> 5.i, 5.ii)."""
    label = broken["part"]
    return [
        r
        for r in records
        if r["reading"] == "intended"
        and (r["paper"], r["statement"]) == (broken["paper"], broken["statement"])
        and (r["part"] == label or r["part"].startswith(f"{label}."))
    ]


def errata_of(records: Sequence[Record]) -> list[Erratum]:
    """The errata of one paper's records, in their order."""
    graph = known_graph(records)
    verdicts: dict[str, list[str]] = {}
    for record in records:
        verdicts.setdefault(address_of(record), []).append(f"{record['reading']}: {record['verdict']}")
    found = []
    for record in records:
        if record["reading"] == "stated" and record["verdict"] in BROKEN:
            direct, further = dependents(graph, address_of(record))
            resting = [(address, True) for address in direct] + [(address, False) for address in further]
            shown = [
                Dependent(address.partition("/")[2].replace("/", ", Part "), ", ".join(verdicts[address]), is_direct)
                for address, is_direct in resting
            ]
            found.append(Erratum(record, repairs_of(record, records), shown))
    return found


def unattached(records: Sequence[Record], errata: Sequence[Erratum]) -> list[Record]:
    """Intended readings that repair none of the errata: shown too, so that none is lost."""
    attached = {id(repair) for erratum in errata for repair in erratum.repairs}
    return [r for r in records if r["reading"] == "intended" and id(r) not in attached]


def page_of(paper: str, records: Sequence[Record], environment: dict[str, Any]) -> dict[str, Any]:
    """What the templates print."""
    every = errata_of(records)
    errata = [erratum for erratum in every if erratum.record["provenance"] != OWN]
    stated = [r for r in records if r["reading"] == "stated" and r["provenance"] != OWN]
    return {
        "paper": paper,
        "title": papers()[paper].title,
        "read": len(stated),
        "counts": [f"{count} {SAID[verdict]}" for verdict, count in Counter(r["verdict"] for r in stated).most_common()],
        "errata": errata,
        "beyond": [erratum.record for erratum in every if erratum.record["provenance"] == OWN],
        "others": unattached(records, every),
        "name_of": name_of,
        "environment": environment,
    }


def render(paper: str, records: Sequence[Record], environment: dict[str, Any]) -> dict[str, str]:
    """File name -> text of the paper's two pages."""
    content = page_of(paper, records, environment)
    return {
        f"{paper}.md": markdown_templates().get_template("errata.md.j2").render(content),
        f"{paper}.tex": latex_templates().get_template("errata.tex.j2").render(content),
    }


def load(path: Path) -> dict[str, Any]:
    """A validated report.json. Raises UnreadableError when it is none."""
    if not path.exists():
        raise UnreadableError(f"{path}: there is no such report; make one with python -m theorems.report")
    report = json_in(path)
    try:
        records, environment = report["records"], report["environment"]
        for record in records:
            validate(record)
        for name in ("python", "code"):
            if not isinstance(environment[name], str):
                raise TypeError(f"its {name} is no text")
    except (ValueError, LookupError, TypeError) as error:
        raise UnreadableError(f"{path} is no report: {error!r}") from error
    return {"records": records, "environment": environment}


@command.names_errors
def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m theorems.errata", description="Errata of the papers, from a report.")
    parser.add_argument("--paper", type=command.paper, help=command.PAPER)
    parser.add_argument(
        "--from", dest="source", type=command.path, default=Path("reports/latest/report.json"), metavar="REPORT"
    )
    parser.add_argument("--output", type=command.path, default=Path("reports/latest/errata"), metavar="DIR")
    options = parser.parse_args(arguments)
    report = load(options.source)
    if options.paper is not None and not any(r["paper"] == options.paper for r in report["records"]):
        return command.unusable(f"--paper {options.paper}: {options.source} has no record of it")
    pages: dict[Path, str | bytes] = {}
    for paper in papers():
        records = [r for r in report["records"] if r["paper"] == paper]
        if records and options.paper in (None, paper):
            pages |= {options.output / name: text for name, text in render(paper, records, report["environment"]).items()}
    files.replace(pages)
    print("\n".join(map(str, pages)))
    return 0
