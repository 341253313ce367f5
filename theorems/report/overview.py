"""The first screen of a report: what is wrong with each paper, the gravest first, and how its claims fare."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from theorems.catalogue import papers
from theorems.judging.assumes import on_nothing_unproved
from theorems.judging.findings import Finding, broken, repairs_of
from theorems.judging.record import OWN, Record, key_of
from theorems.report import words
from theorems.report.outline import READINGS, counted_apart
from theorems.report.survival import in_one_line, survivals
from theorems.vocabulary import Evidence

PROVED = (Evidence.FORMAL.value, Evidence.PROVED.value)
NAMED = 3  # broken parts of one statement that a single line names
SHORT = 48  # characters of a witness or repair in a single line


def counted(records: Sequence[Record]) -> str:
    """``8 hold (8 machine-proved), 1 fails (1 interval-certified)``."""
    pieces = []
    for verdict, own in words.counts(records).items():
        kinds = Counter(record["evidence"] for record in own)
        detail = ", ".join(f"{kinds[kind]} {word}" for kind, word in words.EVIDENCE.items() if word and kinds[kind])
        pieces.append(f"{len(own)} {words.SAID[verdict][len(own) != 1]}" + (f" ({detail})" if detail else ""))
    return ", ".join(pieces)


def first_screen(records: Sequence[Record], findings: Sequence[Finding]) -> Group:
    """Of each paper whether its theorems survive, the findings, and the counts."""
    shown: list[RenderableType] = []
    for paper in dict.fromkeys(record["paper"] for record in records):
        own = [record for record in records if record["paper"] == paper]
        found = [finding for finding in findings if finding["paper"] == paper]
        printed = {record["statement"] for record in own if record["provenance"] != OWN}
        more = {record["statement"] for record in own} - printed
        statements = f"statements: {len(printed)}" + (f" and {len(more)} more that are not in the paper" if more else "")
        shown.append(Text.assemble((paper, "bold"), f"  {papers()[paper].title}"))
        shown.append(Padding(Text(in_one_line(survivals(own)), style="bold"), (0, 0, 0, 2)))
        shown.append(Padding(of_paper(found), (0, 0, 0, 2)))
        explained = {key for finding in found for key in finding["parts"]}
        left = dict.fromkeys(r["statement"] for r in own if broken(r) and key_of(r) not in explained)
        if left:
            shown.append(Text("  broken, and in no finding yet", style="bold"))
        for name in left:
            line = line_of([record for record in own if record["statement"] == name])
            shown.append(Padding(Text(f"{name}  {line}"), (0, 0, 0, 4)))
        shown += [Padding(_counts(own), (0, 0, 0, 2)), Text(f"  {statements}", style="dim"), Text()]
    return Group(*shown)


def _counts(records: Sequence[Record]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(ratio=1, overflow="fold")

    def line(number: int | str, what: str, told: str) -> None:
        table.add_row(Text(str(number)), Text.assemble((what, "bold"), ": ", told))

    for kind, some in counted_apart(records):
        line(len(some), READINGS[kind], counted(some))
    for name, some in _apart(records):
        accepted = [record for record in some if record.get("formal")]
        for what, those in (
            ("accepted by Coq as they stand", [record for record in accepted if record["evidence"] == "formal"]),
            ("with their arithmetic accepted by Coq", [record for record in accepted if record["evidence"] != "formal"]),
        ):
            kinds = Counter(record["formal"]["kind"].removesuffix(", of what is compared") for record in those)
            if kinds:
                told = ", ".join(f"{number} {kind}" for kind, number in kinds.most_common())
                line(kinds.total(), f"{name}parts {what}", told)
    by_key = {key_of(record): record for record in records}
    for name, some in _apart(records):
        proved = [key_of(record) for record in some if record["evidence"] in PROVED and "assumes" in record]
        if proved:
            alone = sum(on_nothing_unproved(key, by_key) for key in proved)
            told = "only on definitions, laws and what has a proof (theorems.explain --assumes)"
            line(alone, f"of {len(proved)} {name}parts that are proved stand on nothing unproved", told)
    told = mutants_counted(records)
    if told:
        line("", "perturbed claims", told)
    return table


def _apart(records: Sequence[Record]) -> Iterator[tuple[str, list[Record]]]:
    """The papers' parts, and additional claims."""
    yield "", [record for record in records if record["provenance"] != OWN]
    yield "additional ", [record for record in records if record["provenance"] == OWN]


def mutants_counted(records: Sequence[Record]) -> str:
    """``of 560 parts that hold: 1420 refuted, ...`` over all records with kept fates; empty where there are none."""
    return "; ".join(
        f"of {len(told)} {name}{'part that holds' if len(told) == 1 else 'parts that hold'}: {_fates(told)}"
        for name, some in _apart(records)
        if (told := [record["mutants"] for record in some if record.get("mutants")])
    )


def _fates(told: Sequence[Mapping[str, Any]]) -> str:
    killed, true, survived = (sum(fates[kind] for fates in told) for kind in ("killed", "true", "survived"))
    slack = sum(fates["slack"] is not None for fates in told)
    room = f", {slack} {'bound' if slack == 1 else 'bounds'} that can be tightened (proved)" if slack else ""
    tried = [fates["proof"] for fates in told if "proof" in fates]
    asked, still = (sum(fates[kind] for fates in tried) for kind in ("killed", "still"))
    how_many, prove = (f"{len(tried)} proofs", "prove") if len(tried) != 1 else ("1 proof", "proves")
    proofs = f"; {how_many}, tried on {asked} of the refuted, {prove} {still or 'none'}" if tried else ""
    return f"{killed} refuted, {true} proved true as well, {survived} undecided{room}{proofs}"


def of_paper(findings: Sequence[Finding]) -> Table:
    """The findings of one paper: what breaks, the sentence, where it enters and what it affects."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(ratio=1, overflow="fold")
    for finding in findings:
        told = Text.assemble(
            (finding["breaks"], "bold red"), ": ", finding["sentence"], (f" ({place(finding)}; {affected(finding)})", "dim")
        )
        table.add_row(str(finding["rank"]), told)
    return table


def affected(finding: Finding) -> str:
    """``5 parts, 2 statements rest on it``."""
    parts, rests = len(finding["parts"]), len(finding["rests"])
    resting = f", {rests} statement{'s rest' if rests != 1 else ' rests'} on it" if rests else ""
    return f"{parts} part{'s' if parts != 1 else ''}{resting}"


def place(finding: Finding) -> str:
    """``Lemma D.2, Part 4b, p. 16``: the printed line and its page, where the paper at hand has pages."""
    line, _, source = finding["where"].rstrip(")").rpartition(" (")
    page = source.rpartition(", p. ")
    return f"{line}, p. {page[2]}" if page[1] else str(line)


def show(report: Mapping[str, Any], console: Console) -> None:
    console.print(first_screen(report["records"], report["findings"]))
    if report["findings"]:
        paper, statement = (report["records"][0][name] for name in ("paper", "statement"))
        console.print(
            Text(f"do its theorems survive: theorems.explain {paper}; a finding in full: theorems.explain {paper}/1;", "dim")
        )
        console.print(Text(f'a statement: theorems.explain "{paper}/{statement}"', "dim"))


def line_of(records: Sequence[Record]) -> str:
    """One statement in one line: ``8 hold (8 machine-proved), 1 fails: 4b at n=2 d=3 …; corrected: j1 ≠ j3``."""
    printed = [r for r in records if r["reading"] == "stated" and r["provenance"] != OWN]
    fine = [r for r in printed if not broken(r)]
    pieces = [counted(fine)] if fine else []
    for verdict, some in words.counts(filter(broken, printed)).items():
        named = "; ".join(_broken(record, records) for record in some[:NAMED])
        more = f"; and {len(some) - NAMED} more" if len(some) > NAMED else ""
        pieces.append(f"{len(some)} {words.SAID[verdict][len(some) != 1]}: {named}{more}")
    return ", ".join(pieces) or "; ".join(f"{READINGS[kind]}: {counted(some)}" for kind, some in counted_apart(records))


def _broken(record: Record, records: Sequence[Record]) -> str:
    """``4b at n=2 d=3 …; corrected: j1 ≠ j3``."""
    at = f" at {shortened(record['witness']['text'])}" if record["witness"] else ""
    changed = "; ".join(dict.fromkeys(repair["changed"] for repair in repairs_of(record, records)))
    corrected = f"; corrected: {shortened(changed)}" if changed else ""
    return f"{record['part']}{at}{corrected}".strip()


def shortened(text: str, most: int = SHORT) -> str:
    """The text, cut at a blank where it is long."""
    return text if len(text) <= most else text[:most].rsplit(" ", 1)[0].rstrip(",;:") + " …"
