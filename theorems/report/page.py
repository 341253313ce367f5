"""The report as HTML: one file per paper that needs nothing else, and an index of them.

A paper's page opens with its findings, then shows what rests on what, and every statement in one line that unfolds.
Statements are drawn when they are unfolded: a page of 400 records opens as fast as one of ten.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import jinja2
from markupsafe import Markup, escape

from theorems.catalogue import papers, statements
from theorems.judging.assumes import KINDS
from theorems.judging.findings import letters_of, meanings
from theorems.judging.record import Record, address_of, key_of, number_of, own_evidence, printed_signs
from theorems.judging.support import stands
from theorems.report import formulas, layers, words
from theorems.report.figures import COMMAND, Figure
from theorems.report.live import live
from theorems.report.markup import TEMPLATES, difference, html_words, sides
from theorems.report.outline import ASKED, OTHER, READINGS, Entry, outline, provenance_of, readings_of
from theorems.report.survey import surveys
from theorems.report.survival import in_one_line, survivals, touching
from theorems.report.table import mutants_text, summary

CLASSES = dict(zip(words.VERDICTS, ("holds", "fails", "vacuous", "vacuous", "asymptotic", "unknown"), strict=True))
SIZES = {"width": layers.WIDTH, "height": layers.HEIGHT}
INDEX = "report.html"


@dataclass(frozen=True)
class Shown:
    """One finding as a page shows it: ``number`` counts from 1 by rank; ``root`` is None where it has no record, ``repairs``
    are the root's, ``letters`` those of its witness.
    """

    number: int
    finding: Mapping[str, Any]
    root: Record | None
    repairs: list[Record]
    falls: list[tuple[str, list[Record]]]
    letters: list[tuple[str, str]]

    @property
    def link(self) -> str:
        return "#" + quote(f"{self.finding['paper']}/{self.number}")

    @property
    def why(self) -> str:
        """How it is known, where there is a witness that is more than a point."""
        witness = self.root["witness"] if self.root is not None else None
        return "" if self.root is None or witness is None or witness["kind"] == "instance" else str(self.root["how"])


def pages(report: Mapping[str, Any], figures: Sequence[Figure] = (), sources: str = "") -> dict[str, str]:
    """File name -> page: the index and one page per paper of a report.json's content, with links to the ``figures`` and to
    the modules below the folder ``sources``.
    """
    return {INDEX: index(report)} | {f"{paper}.html": html(report, paper, figures, sources) for paper in _papers(report)}


def index(report: Mapping[str, Any]) -> str:
    """The findings of every paper in one line each, with the way to its page."""
    records: list[Record] = report["records"]
    own = {paper: [r for r in records if r["paper"] == paper] for paper in _papers(report)}
    return (
        _environment()
        .get_template("index.html.j2")
        .render(
            environment=report["environment"],
            summary=summary(records),
            papers=[
                {
                    "paper": paper,
                    "title": papers()[paper].title,
                    "survive": in_one_line(survivals(some)),
                    "overview": _overview(some, readings_of(outline(some))),
                    "findings": _findings(report, paper, some),
                }
                for paper, some in own.items()
            ],
            verdicts=words.VERDICTS,
        )
    )


def html(report: Mapping[str, Any], paper: str, figures: Sequence[Figure] = (), sources: str = "") -> str:
    """The page of one paper. Every text of a record is escaped, in the markup and in the script."""
    records: list[Record] = [r for r in report["records"] if r["paper"] == paper]
    entries = outline(records)
    readings = readings_of(entries)
    findings = _findings(report, paper, records)
    numbers: dict[str, list[int]] = {}
    for shown in findings:
        for key in dict.fromkeys([shown.finding["root"], *shown.finding["parts"]]):
            numbers.setdefault(key, []).append(shown.number)
    position = {id(record): k for k, record in enumerate(records)}
    typeset = Typeset()
    points = [(r["witness"] if (r["witness"] or {}).get("kind") == "instance" else r["tightness"]) for r in records]
    moving = {k: found for k, r in enumerate(records) if (found := live(formulas.part_of(r), points[k])) is not None}
    stories = survivals(records)
    return (
        _environment()
        .get_template("paper.html.j2")
        .render(
            paper=paper,
            title=papers()[paper].title,
            others=[other for other in _papers(report) if other != paper],
            environment=report["environment"],
            summary=summary(records),
            overview=_overview(records, readings),
            findings=findings,
            statements=[_statement(paper, entry, numbers) for entry in entries],
            data={
                "paper": paper,
                "records": [_slim(r, readings[id(r)], numbers.get(key_of(r), []), typeset) for r in records],
                "entries": [_positions(entry, position) for entry in entries],
                "theorems": [each.statement for each in stories],
                "verdicts": words.VERDICTS,
                "signs": words.SIGNS,
                "classes": CLASSES,
                "sources": sources,
                "live": {k: [vars(slider) for slider in found.sliders] for k, found in moving.items()},
            },
            functions=Markup(",\n".join(f"{k}:{found.function}" for k, found in moving.items())),  # ours, written by live.py
            typeset=typeset,
            drawing=layers.draw(
                [r for r in records if readings[id(r)] != ASKED],
                variants=frozenset(key_of(r) for r in records if readings[id(r)] == OTHER),
                roots=_roots(findings),
            ),
            states=layers.STATES,
            surveys=surveys(records),
            survivals=[(each, touching(each.statement, (shown.finding for shown in findings))) for each in stories],
            survive=in_one_line(stories),
            figures=[figure for figure in figures if figure["name"].startswith(paper)],
            draw_figures=COMMAND,
            verdicts=[each for each in words.VERDICTS if any(words.verdict(r) == each for r in records)],
            evidence=[word for kind, word in words.EVIDENCE.items() if word and any(r["evidence"] == kind for r in records)],
            paper_link=_paper_link(paper, ""),
            readings=[kind for kind in READINGS if kind in readings.values()],
            provenances={p.badge: p.meaning for r in records for p in [provenance_of(r)]},
            sizes=SIZES,
        )
    )


def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.policies["json.dumps_kwargs"] = {
        "sort_keys": False,
        "separators": (",", ":"),
    }  # a witness opens with what it is
    environment.globals.update(words=words, signs=words.SIGNS, classes=CLASSES)
    environment.filters["formula"] = lambda record: Markup(formulas.mathml(record))  # ours, read off the claim's tree
    environment.filters["latex"] = lambda record: formulas.latex(record).strip("$")
    environment.filters["words"] = lambda text: Markup(html_words(text))  # escaped there
    environment.filters["sides"] = sides
    environment.filters["sign"] = printed_signs
    environment.filters["compared_with"] = lambda corrected, printed: difference(printed["claim"], corrected["claim"])
    environment.filters["address"] = address_of
    environment.filters["provenance"] = provenance_of
    return environment


def _paper_link(paper: str, source: str) -> str:
    """The paper at the arXiv, at the page that a source names; "" where its title has no number there."""
    found, page = re.search(r"arXiv ([\w.]+)", papers()[paper].title), re.search(r"\bp\. (\d+)", source)
    return f"https://arxiv.org/pdf/{found[1]}" + (f"#page={page[1]}" if page else "") if found else ""


def _papers(report: Mapping[str, Any]) -> list[str]:
    there = {record["paper"] for record in report["records"]}
    return [paper for paper in papers() if paper in there]


class Typeset:
    """The formulas of a page, each once: calculations repeat theirs, and a script would spell out every ``<`` of them."""

    def __init__(self) -> None:
        self.places: dict[str, int] = {}

    def at(self, formula: str) -> int | None:
        """The line of a formula; None for an empty one."""
        return self.places.setdefault(_plain(formula), len(self.places)) if formula else None

    @property
    def lines(self) -> Markup:
        """One formula on each line, as MathML and, after a tab, as LaTeX. All of it is ours: what a tree prints is escaped
        where it is printed.
        """
        return Markup("\n".join(self.places))


def _plain(formula: str) -> str:
    """A formula as a page keeps it, in one line: its ``math`` element as HTML knows it, its LaTeX escaped."""
    drawn, _, latex = formula.replace("\n", " ").replace(' xmlns="http://www.w3.org/1998/Math/MathML"', "").partition("\t")
    return f"{drawn}\t{escape(latex)}"


def _slim(record: Record, reading: str, findings: Sequence[int], typeset: Typeset) -> dict[str, Any]:
    """What the script shows of a record: all of it, and what is read off the claim's tree. The versions are the same in
    every record and stand in the environment.
    """
    source, part = provenance_of(record), formulas.part_of(record)
    told, witness = record.get("mutants"), record["witness"]
    shown = {
        "fares": words.verdict(record),
        "known": words.EVIDENCE[record["evidence"]],
        "below": words.EVIDENCE[own_evidence(record)],
        "attains": words.attains(record["tightness"]),
        "stands": stands(record),
        "number": number_of(record),
        "written": part.written if part is not None else "",
        "page": _paper_link(record["paper"], record["source"]),
        "letters": meanings(part, witness["text"]) if part is not None and witness else [],
        "kind": reading,
        "badge": source.badge,
        "badge_meaning": source.meaning,
        "findings": list(findings),
        "formula": typeset.at(formulas.claim(record)),
        "calculation": [
            link | {name: typeset.at(link[name]) for name in ("formula", "where", "within")}
            for link in formulas.calculation(record)
        ],
        "assumed": [{"kind": KINDS[kind], "names": names} for kind, names in (record.get("assumes") or {}).items()],
        "sides": witness and sides(witness),
        "mutants_text": mutants_text(told, record["tightness"]) if told else "",
    }
    return {name: value for name, value in record.items() if name != "versions"} | shown


def _positions(entry: Entry, position: Mapping[int, int]) -> dict[str, Any]:
    """The shape of a statement, its records by their place in the list of all."""

    def reading_at(reading: Any) -> list[int]:
        return [position[id(r)] for r in (reading.record, *reading.repairs)]

    return {
        "name": entry.name,
        "parts": [[reading_at(reading) for reading in part.readings] for part in entry.parts],
        "asked": [position[id(r)] for r in entry.asked],
    }


def _statement(paper: str, entry: Entry, numbers: Mapping[str, list[int]]) -> dict[str, Any]:
    """What the one line of a statement shows."""
    told = _told(paper).get(entry.name)
    own = [r for part in entry.parts for reading in part.readings for r in (reading.record, *reading.repairs)] + entry.asked
    cells = [part.first.record for part in entry.parts] or entry.asked
    return {
        "name": entry.name,
        "title": told.title if told else "",
        "source": own[0]["source"],
        "printed": entry.printed,
        "cells": cells,
        "more": len(own) - len(cells),
        "findings": sorted({number for r in own for number in numbers.get(key_of(r), [])}),
    }


def _told(paper: str) -> Mapping[str, Any]:
    return {statement.name: statement for statement in statements(paper)}


def _findings(report: Mapping[str, Any], paper: str, records: Sequence[Record]) -> list[Shown]:
    """The findings of one paper by rank, with the records that they name."""
    by_key = {key_of(record): record for record in records}
    repairs = {
        key_of(reading.record): reading.repairs
        for entry in outline(records)
        for part in entry.parts
        for reading in part.readings
    }
    found = sorted((f for f in report.get("findings", ()) if f["paper"] == paper), key=lambda finding: finding["rank"])
    shown = []
    for number, finding in enumerate(found, start=1):
        falls: dict[str, list[Record]] = {}
        for key in finding["parts"]:
            if key in by_key:
                falls.setdefault(by_key[key]["statement"], []).append(by_key[key])
        root = finding["root"]
        record = by_key.get(root)
        letters = letters_of(finding) if record is not None and record["witness"] else []  # else it has an argument
        shown.append(Shown(number, finding, record, repairs.get(root, []), list(falls.items()), letters))
    return shown


def _roots(findings: Sequence[Shown]) -> dict[str, list[int]]:
    """Statement -> the numbers of the findings that enter there."""
    roots: dict[str, list[int]] = {}
    for shown in findings:
        if shown.root is not None:
            roots.setdefault(shown.root["statement"], []).append(shown.number)
    return roots


def _overview(records: Sequence[Record], readings: Mapping[int, str]) -> list[dict[str, Any]]:
    """Verdicts and evidence of each kind of reading that there is."""
    found = []
    for kind in READINGS:
        some = [r for r in records if readings[id(r)] == kind]
        if some:
            found.append(
                {
                    "kind": kind,
                    "said": READINGS[kind],
                    "total": len(some),
                    "verdicts": Counter(map(words.verdict, some)),
                    "evidence": Counter(words.EVIDENCE[r["evidence"]] for r in some),
                }
            )
    return found
