"""``python -m theorems.report``: what is wrong with each paper, the record and the pages.

The terminal shows the counts and the findings of each paper, and of single statements the table of their parts.

The whole report goes to ``reports/latest``. A run of some statements or of one paper goes to the terminal, and to files only
where ``--output`` says so; it never takes the place of a fuller report.

Exit status: 0 all verdicts as expected in the repository, 1 some verdict differs (it says which), 2 unusable
arguments or an output that cannot be written, 130 interrupted (what was finished is in the journal).

The next run goes on from the journal: a verdict is judged again where a source has changed that it can depend on. ``--anew``
judges all.
"""

import argparse
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from theorems import command, files
from theorems.catalogue import UnknownStatementError, find, parts
from theorems.judging import expectations
from theorems.judging.findings import findings_of
from theorems.judging.journal import Journal
from theorems.judging.judge import EFFORTS
from theorems.judging.kept_fates import of_record
from theorems.judging.record import SCHEMA_VERSION, Record, key_of, validate, versions
from theorems.judging.sources import code_version
from theorems.judging.support import fill_supported
from theorems.judging.units import LostError
from theorems.reader import json_in
from theorems.report import budget, figures, overview, table, witnesses
from theorems.report.run import judge_all
from theorems.statement import Part

LATEST = Path("reports/latest")


class FullerReportError(ValueError):
    """The folder holds verdicts that this run would not replace but remove."""


@command.names_errors
def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    console = Console(stderr=True)
    try:
        chosen = _chosen(options)
        output = _output(options, chosen)
    except (UnknownStatementError, FullerReportError) as error:
        console.print(f"error: {error}", style="red", markup=False)
        return command.UNUSABLE
    journal = None
    if output is not None:
        try:
            files.check_writable(output)
        except files.UnwritableError as error:
            console.print(f"error: --output {error}", style="red", markup=False, soft_wrap=True)
            return command.UNUSABLE
        journal = Journal(output / "journal.jsonl")
    else:
        console.print("a part of the whole: nothing is written without --output", style="dim", markup=False)
    try:
        records = _judge(chosen, options, journal, console)
    except KeyboardInterrupt:
        console.print(f"interrupted; {_kept(journal)}", markup=False)
        return command.INTERRUPTED
    except LostError as error:
        return command.unusable(f"{error}; {_kept(journal)}")
    _show(records, options, output)
    if options.record:
        for path in expectations.save(records):
            console.print(f"kept in {path.name}")
        return 0
    different = expectations.differences(records, complete=not options.statement)
    for line in different:
        console.print(f"differs: {line}", style="red", markup=False)
    return 1 if different else 0


def _kept(journal: Journal | None) -> str:
    return (
        f"what is finished is in {journal.path}: the same command goes on from there"
        if journal
        else "nothing is kept without --output"
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m theorems.report", description="Verdicts on the papers' statements.")
    parser.add_argument("--statement", action="append", default=[], help='"superiority/Lemma D.3", or with a part: .../4')
    parser.add_argument("--paper", type=command.paper, help=command.PAPER)
    parser.add_argument(
        "--format",
        choices=("findings", "table", "json", "markdown"),
        help="what goes to stdout (of whole papers: findings; of --statement: table, every part of it)",
    )
    parser.add_argument(
        "--output",
        type=command.path,
        help=f"folder of the files (a whole report: {LATEST}; a part: none)",
    )
    parser.add_argument("--effort", choices=tuple(EFFORTS), default="standard")
    parser.add_argument("--seed", type=command.seed, default=0, help="seed of the property search")
    command.add_workers(parser)
    parser.add_argument("--anew", action="store_true", help="judge again what no source has changed of since the last run")
    parser.add_argument(
        "--budget", type=command.duration, help="90s, 30m, 2h: then search on, where new behaviour still appears"
    )
    parser.add_argument("--record", action="store_true", help="record these verdicts as the expected ones")
    return parser


def _output(options: argparse.Namespace, chosen: Sequence[Part]) -> Path | None:
    """The folder for this run's files, None for none. Raises FullerReportError where it would take a fuller report's place."""
    partial = bool(options.statement or options.paper)
    output: Path | None = options.output or (None if partial else LATEST)
    if output is None or not partial:
        return output
    others = {part.key for part in parts()} - {part.key for part in chosen}
    if more := len(others & _keys_in(output / "report.json")):
        raise FullerReportError(
            f"--output {output}: report.json there holds {more} verdicts that are not among the {len(chosen)} of this run; "
            "name another folder, or none to see them in the terminal"
        )
    return output


def _keys_in(report: Path) -> set[str]:
    """The verdicts in a report; none in what is no such file."""
    try:
        return {key_of(record) for record in json_in(report)["records"]}
    except (LookupError, TypeError, ValueError):
        return set()


def _chosen(options: argparse.Namespace) -> list[Part]:
    if not options.statement:
        return list(parts(options.paper))
    found = [part for address in options.statement for part in find(address, options.paper)]
    return list(dict.fromkeys(found))


def _judge(chosen: Sequence[Part], options: argparse.Namespace, journal: Journal | None, console: Console) -> list[Record]:
    effort, where = EFFORTS[options.effort], command.where(options)
    with _told(console, len(chosen)) as tell:
        records = judge_all(
            chosen, effort, options.seed, journal, where=where, anew=options.anew, progress=lambda record: tell(record, "")
        )
    if options.budget is not None:
        with _told(console, None) as tell:
            records, searched = budget.search_on(
                chosen,
                records,
                effort,
                options.seed,
                journal,
                seconds=options.budget,
                where=where,
                progress=lambda each: tell(each.record, f", {each.new} of {each.blocks} blocks new"),
            )
        blocks, new = sum(each.blocks - 1 for each in searched), [each for each in searched if each.new]
        console.print(f"searched on: {blocks} further blocks of seeds, new behaviour in {len(new)} of {len(searched)} parts")
    return _supported(chosen, records)


@contextmanager
def _told(console: Console, total: int | None) -> Iterator[Callable[[Record, str], None]]:
    """Shows each record as it comes: a bar in a terminal, a line for every 25 elsewhere."""
    made = 0

    def plain(record: Record, more: str) -> None:
        nonlocal made
        made += 1
        if made % 25 == 0 or made == total:
            print(f"judged {made}{'' if total is None else f' of {total}'}", file=sys.stderr, flush=True)

    if not console.is_terminal:
        yield plain
        return
    columns = (TextColumn("{task.description:60.60}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("judging", total=total)

        def advance(record: Record, more: str) -> None:
            bar.update(task, advance=1, description=f"{record['statement']} {record['part']}: {record['verdict']}{more}")

        yield advance


def _supported(chosen: Sequence[Part], records: list[Record]) -> list[Record]:
    """The records with ``supported``, which needs the verdicts below a statement: the expected ones, if not of this run."""
    known = {key_of(r) for r in records}
    below = [record for record in expectations.stand_ins(_with_all_below(chosen)) if key_of(record) not in known]
    filled = [record for record in fill_supported(records + below) if key_of(record) in known]
    for record in filled:
        record["mutants"] = of_record(record)
        validate(record)
    return filled


def _with_all_below(chosen: Sequence[Part]) -> list[Part]:
    """Every part of the statements of these parts and of those that they rest on, directly or not."""
    found: list[Part] = []
    todo = [f"{part.paper}/{part.statement}" for part in chosen]
    seen = set()
    while todo:
        statement = todo.pop()
        if statement not in seen:
            seen.add(statement)
            added = find(statement)
            found += added
            todo += ["/".join(address.split("/")[:2]) for part in added for address in part.depends_on]
    return found


def _show(records: list[Record], options: argparse.Namespace, output: Path | None) -> None:
    """The files, all of them at once; then what goes to stdout."""
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
        "findings": findings_of(records),
        "records": records,
    }
    content = json.dumps(report, indent=1, ensure_ascii=False) + "\n"
    drawn = figures.beside(output) if output is not None else []
    text = ""
    if output is not None or options.format == "markdown":
        text = table.markdown(records, report["findings"]) + figures.markdown(drawn)
    if output is not None:
        from theorems.report import page  # it loads the drawing of graphs: only where there is a page to write

        print("drawing the pages", file=sys.stderr, flush=True)  # their calculations are typeset: some seconds
        written: dict[str, str | bytes] = {
            "report.md": text,
            **page.pages(report, drawn, os.path.relpath(Path(__file__).parents[2], output)),
            "report.json": content,
            **{f"witnesses/{name}": witness for name, witness in witnesses.contents(records).items()},
        }
        files.replace_folder(output, written, ours=("witnesses/*.json",))
    if options.format == "json":
        print(content, end="")
    elif options.format == "markdown":
        print(text)
    else:
        shown = overview if (options.format or ("table" if options.statement else "findings")) == "findings" else table
        console = command.console(160 if shown is overview else 200)
        shown.show(report, console)
        if output is not None:
            console.print(f"the page: {(output / 'report.html').absolute().as_uri()}", markup=False, soft_wrap=True)


if __name__ == "__main__":
    sys.exit(command.run(main))
