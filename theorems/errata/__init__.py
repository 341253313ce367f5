"""``python -m theorems.errata``: what is wrong with a paper, for its authors.

In Markdown, LaTeX, and PDF where LaTeX is installed.

A letter that opens with what survives, then has one entry for each finding of a report, the gravest first: the sentence, the
printed line, the claim and its counterexample with every letter explained, the smallest repair with its own verdict, and what
it affects. Misprints and literalisms, and what else would take more than a few pages, stand in an appendix. All else, part by
part, is in the report.

Exit status: 0 pages written, 2 unusable arguments or report.
"""

import argparse
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from theorems import command, files
from theorems.catalogue import papers
from theorems.judging.findings import (
    MISPRINT,
    TO_THE_LETTER,
    Finding,
    broken,
    findings_of,
    is_finding,
    named,
    repairs_of,
    symbols_of,
)
from theorems.judging.record import OWN, Record, key_of, printed_signs, validate
from theorems.reader import UnreadableError, json_in
from theorems.report import words
from theorems.report.markup import latex_templates, markdown_templates
from theorems.report.outline import READINGS, counted_apart, provenance_of
from theorems.report.overview import place
from theorems.report.survival import STANDINGS, in_one_line, survivals, touching
from theorems.statement import Part

IN_FULL = 6  # findings before the appendix


@dataclass(frozen=True)
class Erratum:
    """One finding with the records it speaks of.

    ``others``: repairs of its other parts, where these need more or something else, and the parts that do.
    ``searched``: all smaller instances have been tried.
    """

    finding: Finding
    record: Record
    repairs: list[Record]
    others: list[tuple[str, str]]
    symbols: list[tuple[str, str]]
    searched: bool

    @property
    def place(self) -> str:
        return place(self.finding)

    @property
    def root(self) -> str:
        """The part that the witness is of, where that is another one than the line where the error enters."""
        name = named(self.record["statement"], self.record["part"])
        return "" if self.finding["where"].startswith(f"{name} (") else name

    @property
    def later(self) -> bool:
        """Does it belong in the appendix, however much room there is?"""
        return self.finding["breaks"] == MISPRINT or self.finding["sentence"].startswith(TO_THE_LETTER)

    @property
    def counterexample(self) -> str:
        kind = (self.record["witness"] or {}).get("kind")
        if kind == "family":
            return "Counterexample sequence"
        if kind == "instance":
            return "Smallest counterexample" if self.searched else "Counterexample"
        return "Contradiction" if kind else words.verdict(self.record).capitalize()

    @property
    def known(self) -> str:
        return words.EVIDENCE[self.record["evidence"]]

    @property
    def provenance(self) -> str:
        return provenance_of(self.record).badge

    @property
    def falls(self) -> str:
        return ", ".join(grouped(self.finding["parts"]))

    @property
    def rests(self) -> str:
        return ", ".join(address.partition("/")[2] for address in self.finding["rests"])

    @property
    def sides(self) -> dict[str, str]:
        """Both sides of the comparison at the witness, to six digits; empty where nothing is compared."""
        witness = self.record["witness"] or {}
        if "lhs" not in witness:
            return {}
        return {
            "lhs": number(witness["lhs"]),
            "relation": printed_signs(witness["relation"]),
            "rhs": number(witness["rhs"]),
            "what": witness.get("what", ""),
            "first": " (its first member)" if witness.get("members") else "",
        }


def number(ball: str) -> str:
    """``[0.66666666666666666667 +/- 3.34e-21]`` -> ``0.666667``; what is no number stays as it is."""
    found = re.fullmatch(r"\[?(-?[\d.]+)(e[+-]?\d+)?(?: \+/- [^\]]*)?\]?", ball)
    if found is None:
        return ball
    mantissa = f"{float(found[1]):.6g}" if len(found[1]) < 300 else found[1]
    return mantissa + (found[2] or "")


def grouped(keys: Iterable[str]) -> list[str]:
    """``Lemma D.6 [1a; 1b]``, ``Theorem D.9``: parts by statement."""
    members: dict[str, list[str]] = {}
    for key in keys:
        _, statement, *label = key.removesuffix(" (stated)").split("/", 2)
        members.setdefault(statement, []).extend(label)
    return [f"{name} [{'; '.join(labels)}]" if labels else name for name, labels in members.items()]


def errata_of(records: Sequence[Record], findings: Sequence[Finding] | None = None) -> list[Erratum]:
    """The errata of one paper's records, the gravest first; of these findings, where they are known already."""
    by_key = {key_of(record): record for record in records}
    found = []
    for finding in findings_of(records) if findings is None else findings:
        record = by_key[finding["root"]]
        part, symbols = symbols_of(finding)
        others = _other_repairs(finding, by_key, records)
        known = symbols if record["witness"] else []  # an empty claim has an argument, in the paper's own letters
        found.append(Erratum(finding, record, repairs_of(record, records), others, known, _searched(part, record)))
    return found


def _other_repairs(finding: Finding, by_key: Mapping[str, Record], records: Sequence[Record]) -> list[tuple[str, str]]:
    needing: dict[str, list[str]] = {}
    for key in finding["parts"]:
        changed = "; ".join(dict.fromkeys(repair["changed"] for repair in repairs_of(by_key[key], records)))
        if changed not in ("", finding["repair"]):
            needing.setdefault(changed, []).append(key)
    return [(", ".join(grouped(keys)), changed) for changed, keys in needing.items()]


def _searched(part: Part, record: Record) -> bool:
    """Is the witness the first of all instances in order of size? The tests hold it against every smaller one."""
    return part.domain.small is not None and part.witness is not None and record["witness"]["text"] == part.witness


def page_of(paper: str, records: Sequence[Record], environment: dict[str, Any]) -> dict[str, Any]:
    """What the templates print."""
    errata = errata_of(records)
    letter = [erratum for erratum in errata if not erratum.later][:IN_FULL]
    stated = [r for r in records if r["reading"] == "stated" and r["provenance"] != OWN]
    asked = [r for r in records if r["reading"] == "stated" and r["provenance"] == OWN and r["verdict"] == "fails"]
    explained = {key for erratum in errata for key in erratum.finding["parts"]}
    return {
        "paper": paper,
        "title": papers()[paper].title,
        "read": [f"{len(some)} {READINGS[kind]}: {_verdicts(some)}" for kind, some in counted_apart(stated)],
        "broken": sum(map(broken, stated)),
        "survive": in_one_line(survivals(records)),
        "standings": standings(records, errata),
        "errata": letter,
        "appendix": [erratum for erratum in errata if erratum not in letter],
        "unexplained": grouped(key_of(r) for r in stated if broken(r) and key_of(r) not in explained),
        "beyond": [f"{name} ({count})" for name, count in Counter(r["statement"] for r in asked).items()],
        "words": words,
        "environment": environment,
    }


def standings(records: Sequence[Record], errata: Sequence[Erratum]) -> list[tuple[str, list[str]]]:
    """How theorems stand -> these theorems, each with the numbers of the findings that it needs repaired."""
    found: dict[str, list[str]] = {standing: [] for standing in STANDINGS}
    for each in survivals(records):
        touched = ", ".join(map(str, touching(each.statement, (erratum.finding for erratum in errata))))
        more = "; ".join(filter(None, (touched and f"findings {touched}", each.later)))
        found[each.standing].append(each.statement + (f" ({more})" if more else ""))
    return [(standing, names) for standing, names in found.items() if names]


def _verdicts(records: Sequence[Record]) -> str:
    return ", ".join(f"{len(some)} {words.SAID[each][len(some) != 1]}" for each, some in words.counts(records).items())


def render(paper: str, records: Sequence[Record], environment: dict[str, Any]) -> dict[str, str]:
    """File name -> text of the paper's two pages."""
    content = page_of(paper, records, environment)
    return {
        f"{paper}.md": markdown_templates().get_template("errata.md.j2").render(content),
        f"{paper}.tex": latex_templates().get_template("errata.tex.j2").render(content),
    }


def typeset(source: str) -> bytes | None:
    """The PDF of a LaTeX page; None without LaTeX on this machine, or where it does not take the page."""
    latex = shutil.which("pdflatex")
    if latex is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "page.tex").write_text(source, encoding="utf-8")
        order = [latex, "-interaction=nonstopmode", "-halt-on-error", "page.tex"]
        run = subprocess.run(order, cwd=folder, capture_output=True, check=False, timeout=120)
        return (Path(folder) / "page.pdf").read_bytes() if run.returncode == 0 else None


def load(path: Path) -> dict[str, Any]:
    """A validated report.json, with the findings of today where it has none. Raises UnreadableError when it is no report."""
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
    known = report.get("findings")
    kept = isinstance(known, list) and all(map(is_finding, known))
    return {"records": records, "environment": environment, "findings": known if kept else findings_of(records)}


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
            pdf = typeset(str(pages[options.output / f"{paper}.tex"]))
            if pdf is not None:
                pages[options.output / f"{paper}.pdf"] = pdf
    files.replace(pages)
    print("\n".join(map(str, pages)))
    return 0
