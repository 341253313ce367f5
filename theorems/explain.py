"""``python -m theorems.explain``: what a report found wrong, without judging anything again.

Alone it shows the findings of every paper; ``superiority`` whether its theorems survive, as printed or with which repairs;
``superiority/3`` or ``superiority/a1-unbounded`` one finding in full; ``"superiority/Lemma D.3"`` what became of a statement:
its verdicts, the findings that it falls with, those that it rests on; a permanent number the claim that has it. ``--assumes``
prints what the verdicts of a statement or part stand on, down to what is taken for granted.

Exit status: 0 shown, 2 unusable arguments or report.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from theorems import command
from theorems.errata import Erratum, errata_of, load
from theorems.judging.assumes import KINDS
from theorems.judging.findings import Finding, statement_of
from theorems.judging.record import Record, key_of, number_of
from theorems.report import overview, words
from theorems.report.survival import Survival, in_one_line, survivals, touching


@command.names_errors
def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m theorems.explain", description="What a report found wrong.")
    parser.add_argument(
        "what",
        nargs="?",
        help='a paper, a finding ("superiority/3"), a statement ("superiority/Lemma D.3"); or all',
    )
    parser.add_argument("--assumes", action="store_true", help="of a statement or part: what its verdicts stand on, as a tree")
    parser.add_argument("--paper", type=command.paper, help=command.PAPER)
    parser.add_argument(
        "--from", dest="source", type=command.path, default=Path("reports/latest/report.json"), metavar="REPORT"
    )
    options = parser.parse_args(arguments)
    report = load(options.source)
    records, findings = (
        [one for one in report[what] if options.paper in (None, one["paper"])] for what in ("records", "findings")
    )
    console = command.console()
    if options.assumes:
        return _show_assumed(options.what, report["records"], console)
    if options.what is None:
        overview.show({"records": records, "findings": findings}, console)
        return 0
    paper, _, name = options.what.partition("/")
    if not name and any(record["paper"] == paper for record in records):
        _show_survivals([r for r in records if r["paper"] == paper], [f for f in findings if f["paper"] == paper], console)
        return 0
    own = [record for record in records if record["paper"] == paper]
    found = [finding for finding in findings if finding["paper"] == paper]
    members = [record for record in own if name in (record["statement"], number_of(record))]
    wanted = [finding for finding in found if name in (finding["key"], str(finding["rank"]))]
    for erratum in errata_of(own, wanted):
        _show(erratum, console)
    if members:
        statement = f"{paper}/{members[0]['statement']}"
        console.print(Text(f"{statement}: {overview.line_of(members)}"))
        console.print(Padding(_table(_of_statement(statement, found)), (0, 0, 0, 2)))
    if wanted or members:
        return 0
    return command.unusable(f"{options.what}: {options.source} has neither a finding nor a statement of that name")


def _show_survivals(records: Sequence[Record], findings: Sequence[Finding], console: Console) -> None:
    found = survivals(records)
    console.print(Text(in_one_line(found) or "The report has no theorem of this paper.", style="bold"))
    for each in found:
        touched = ", ".join(map(str, touching(each.statement, findings)))
        more = "; ".join(filter(None, (touched and f"findings {touched}", each.later)))
        console.print(Text.assemble((each.statement, "bold"), f"  {each.standing}  ", (more, "dim")))
        console.print(Padding(_table(_of_survival(each)), (0, 0, 0, 2)))


def _of_survival(survival: Survival) -> Iterator[tuple[str, str]]:
    for changed, lines in survival.own.items():
        yield "repair", f"{changed}; then {'; '.join(lines)}"
    for changed, places in survival.below.items():
        yield "repair below", f"{changed} ({'; '.join(places)})"
    if survival.sizes:
        yield "from which size on", "; ".join(survival.sizes)
    if survival.missing:
        yield "no repair at hand", "; ".join(survival.missing)


def _show_assumed(what: str | None, records: Sequence[Record], console: Console) -> int:
    by_key = {key_of(record): record for record in records}
    addressed = (f"{what}/", f"{what} (")
    chosen = [key for key in by_key if key == what or key.startswith(addressed)]
    if what is None or not chosen:
        return command.unusable(f"{what}: --assumes asks about a statement or a part that the report has")
    for key in chosen:
        tree = Tree(Text(f"{key}: {_known(by_key[key])}", style="bold"))
        _grow(tree, key, by_key, set())
        console.print(tree)
    return 0


def _known(record: Record) -> str:
    return f"{words.verdict(record)} ({words.EVIDENCE[record['evidence']]})"


def _grow(tree: Tree, key: str, records: Mapping[str, Record], shown: set[str]) -> None:
    """What a verdict stands on, below it; a part that stands at several places is taken apart once."""
    for kind, names in (records[key].get("assumes") or {}).items():
        branch = tree.add(Text(KINDS[kind], style="dim"))
        for name in names:
            known = records.get(name) if kind == "parts" else None
            found = f": {_known(known)}" if known else ""
            again = name in shown
            leaf = branch.add(Text(f"{name}{found}{', see above' if again else ''}"))
            if known and not again:
                shown.add(name)
                _grow(leaf, name, records, shown)
    if not tree.children:
        tree.add(Text("nothing beyond the printed hypotheses", style="dim"))


def _show(erratum: Erratum, console: Console) -> None:
    finding = erratum.finding
    console.print(Text(f"{finding['paper']}, finding {finding['rank']} ({finding['key']})", style="bold"))
    console.print(Text.assemble((finding["breaks"], "bold red"), ": ", finding["sentence"]))
    console.print(Padding(_table(_of_finding(erratum)), (0, 0, 0, 2)))


def _of_finding(erratum: Erratum) -> Iterator[tuple[str, str]]:
    finding, record, sides = erratum.finding, erratum.record, erratum.sides
    yield "enters at", finding["where"]
    yield "claim", " ".join(filter(None, (erratum.root, f"({erratum.provenance}):", record["claim"])))
    smallest = ", the smallest" if erratum.searched else ""
    name = words.WITNESS.get((record["witness"] or {}).get("kind", ""), "why")
    yield name, f"{finding['witness']} ({words.EVIDENCE[record['evidence']]}{smallest})"
    if sides:
        yield (
            "at its first member" if sides["first"] else "there",
            f"{sides['lhs']} {sides['relation']} {sides['rhs']} is claimed",
        )
    if record["witness"] and record["witness"]["kind"] == "family":
        yield "why", record["how"]
    if erratum.symbols:
        yield "letters", "; ".join(f"{name}: {meaning}" for name, meaning in erratum.symbols)
    for repair in erratum.repairs:
        yield (
            "repair",
            f"{repair['changed']}; then {repair['claim']} {words.said(repair)} ({words.EVIDENCE[repair['evidence']]})",
        )
    for parts, changed in erratum.others:
        yield f"repair of {parts}", changed
    yield "affected results", erratum.falls
    if erratum.rests:
        yield "rests on it", erratum.rests


def _of_statement(address: str, findings: Sequence[Finding]) -> Iterator[tuple[str, str]]:
    for finding in findings:
        parts = [key for key in finding["parts"] if statement_of(key) == address]
        labels = ", ".join(key.removeprefix(f"{address}/").removesuffix(" (stated)") for key in parts)
        if parts:
            yield (
                f"finding {finding['rank']}",
                finding["sentence"] + (f" ({labels})" if "/" in parts[0][len(address) :] else ""),
            )
    for finding in findings:
        if address in finding["rests"]:
            yield f"rests on {finding['rank']}", finding["sentence"]


def _table(rows: Iterator[tuple[str, str]]) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(max_width=22, overflow="fold", style="dim")
    table.add_column(ratio=1, overflow="fold")
    for name, text in rows:
        table.add_row(Text(name), Text(text))
    return table


if __name__ == "__main__":
    sys.exit(command.run(main))
