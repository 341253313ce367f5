"""``python -m theorems.report``: the verdict table, the record and the pages.

Exit status: 0 all verdicts as recorded in the repository, 1 some verdict differs (it says which), 2 unusable
arguments, 130 interrupted (what was finished is in the journal; ``--resume`` goes on from there).
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from theorems.catalogue import PAPERS, UnknownStatementError, find, parts
from theorems.fates import of_record
from theorems.journal import Journal, code_version
from theorems.judge import EFFORTS
from theorems.record import SCHEMA_VERSION, Record, validate, versions
from theorems.report import figures, page, recorded, table, witnesses
from theorems.report.run import judge_all
from theorems.statement import Part
from theorems.support import fill_supported


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    console = Console(stderr=True)
    try:
        chosen = _chosen(options)
    except UnknownStatementError as error:
        console.print(f"error: {error}", style="red", markup=False)
        return 2
    try:
        options.output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        console.print(f"error: --output {options.output}: {error.strerror}", style="red", markup=False)
        return 2
    journal = Journal(options.output / "journal.jsonl")
    try:
        records = _judge(chosen, options, journal, console)
    except KeyboardInterrupt:
        console.print(f"interrupted; what is finished is in {journal.path}: go on with --resume", markup=False)
        return 130
    _show(records, options)
    if options.record:
        for path in recorded.save(records):
            console.print(f"recorded in {path.name}")
        return 0
    different = recorded.differences(records, complete=not options.statement)
    for line in different:
        console.print(f"differs: {line}", style="red", markup=False)
    return 1 if different else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m theorems.report", description="Verdicts on the papers' statements.")
    parser.add_argument("--statement", action="append", default=[], help='"superiority/Lemma D.3", or with a part: .../4')
    parser.add_argument("--paper", choices=sorted(PAPERS), help="only this paper")
    parser.add_argument("--format", choices=("table", "json", "markdown"), default="table", help="what goes to stdout")
    parser.add_argument("--output", type=Path, default=Path("reports/latest"), help="where report.json and report.md go")
    parser.add_argument("--effort", choices=tuple(EFFORTS), default="standard")
    parser.add_argument("--seed", type=_natural, default=0, help="seed of the property search")
    parser.add_argument("--jobs", type=_natural, default=os.cpu_count() or 1, help="worker processes")
    parser.add_argument("--resume", action="store_true", help="go on from the journal of an interrupted run")
    parser.add_argument("--record", action="store_true", help="record these verdicts as the expected ones")
    return parser


def _natural(text: str) -> int:
    value = int(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{text} is negative")
    return value


def _chosen(options: argparse.Namespace) -> list[Part]:
    if not options.statement:
        return list(parts(options.paper))
    found = [part for address in options.statement for part in find(address, options.paper)]
    return list(dict.fromkeys(found))


def _judge(chosen: Sequence[Part], options: argparse.Namespace, journal: Journal, console: Console) -> list[Record]:
    effort = EFFORTS[options.effort]
    common = {"jobs": max(1, options.jobs), "resume": options.resume}
    if not console.is_terminal:
        made = []

        def plain(record: Record) -> None:
            made.append(record)
            if len(made) % 25 == 0 or len(made) == len(chosen):
                print(f"judged {len(made)} of {len(chosen)}", file=sys.stderr, flush=True)

        return _supported(judge_all(chosen, effort, options.seed, journal, progress=plain, **common))
    columns = (TextColumn("{task.description:45.45}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("judging", total=len(chosen))

        def advance(record: Record) -> None:
            bar.update(task, advance=1, description=f"{record['statement']} {record['part']}: {record['verdict']}")

        return _supported(judge_all(chosen, effort, options.seed, journal, progress=advance, **common))


def _supported(records: list[Record]) -> list[Record]:
    """``supported`` needs the verdicts below a statement; where the run is partial they are judged quickly."""
    chosen = {(r["paper"], r["statement"], r["part"], r["reading"]) for r in records}
    papers = {r["paper"] for r in records}
    known = {key for paper in papers for key in ((p.paper, p.statement, p.label, p.reading.value) for p in parts(paper))}
    if known <= chosen:
        filled = fill_supported(records)
    else:
        missing = [r for paper in papers for r in _recorded_stand_ins(paper) if _key(r) not in chosen]
        filled = [r for r in fill_supported(records + missing) if _key(r) in chosen]
    for record in filled:
        record["mutants"] = of_record(record)
        validate(record)
    return filled


def _key(record: Record) -> tuple[str, str, str, str]:
    return (record["paper"], record["statement"], record["part"], record["reading"])


def _recorded_stand_ins(paper: str) -> list[Record]:
    """For a partial run: the recorded verdicts of the other parts, enough to compute what stands."""
    verdicts = recorded.load(paper)
    return [
        {
            "paper": part.paper,
            "statement": part.statement,
            "part": part.label,
            "reading": part.reading.value,
            "depends_on": list(part.depends_on),
            "verdict": known.verdict if (known := verdicts.get(part.key)) else "unknown",
        }
        for part in parts(paper)
    ]


def _show(records: list[Record], options: argparse.Namespace) -> None:
    report: dict[str, Any] = {
        "schema": SCHEMA_VERSION,
        "environment": {
            "python": platform.python_version(),
            "platform": platform.system(),
            "packages": versions(),
            "code": code_version(),
            "effort": options.effort,
            "seed": options.seed,
        },
        "records": records,
    }
    drawn = figures.beside(options.output)
    text = table.markdown(records) + figures.markdown(drawn)
    options.output.mkdir(parents=True, exist_ok=True)
    (options.output / "report.json").write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n")
    (options.output / "report.md").write_text(text)
    (options.output / "report.html").write_text(page.html(report, drawn), encoding="utf-8")
    witnesses.write(records, options.output / "witnesses")
    if options.format == "json":
        print(json.dumps(report, indent=1, ensure_ascii=False))
    elif options.format == "markdown":
        print(text)
    else:
        console = Console()
        table.show(records, console if console.is_terminal else Console(width=200))


if __name__ == "__main__":
    sys.exit(main())
