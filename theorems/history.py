"""``python -m theorems.history since FILE``: what changed between two reports or journals, in findings first, then in verdicts.

Findings are compared between two reports; a journal, and a report older than they are, has none.

The index is an SQLite database with one row for each run and verdict. It is rebuilt from the files whenever it is asked,
so it can be deleted at any time; ``--database`` keeps it for queries of one's own.

Exit status: 0 nothing changed, 1 something did, 2 unusable arguments or files.
"""

import argparse
import json
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from theorems import command
from theorems.judging.expectations import STRENGTH
from theorems.judging.findings import Finding, is_finding
from theorems.judging.record import Record, key_of
from theorems.reader import UnreadableError, json_in, lines_of
from theorems.report.markup import markdown as escaped

NEEDED = ("paper", "statement", "part", "reading", "verdict", "evidence", "digest")
TOLD = ("witness", "repair", "sentence")  # what is told of a finding that is another one
LATEST = Path("reports/latest")
SCHEMA = """
CREATE TABLE run (id INTEGER PRIMARY KEY, path TEXT NOT NULL);
CREATE TABLE verdict (
    run INTEGER NOT NULL REFERENCES run (id),
    key TEXT NOT NULL,
    position INTEGER NOT NULL,
    verdict TEXT NOT NULL,
    evidence TEXT NOT NULL,
    digest TEXT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (run, key)
);
"""


@dataclass(frozen=True)
class Change:
    """``what``: new, removed, verdict, evidence or statement (its digest); of a finding also parts, witness, repair, sentence.

    ``before`` and ``after`` are what it was and is.
    """

    key: str
    what: str
    before: str
    after: str

    def __str__(self) -> str:
        if self.what == "new":
            return f"{self.key}: new, {self.after}"
        if self.what == "removed":
            return f"{self.key}: removed, was {self.before}"
        if self.what == "statement":
            return f"{self.key}: the statement was edited"
        return f"{self.key}: {self.what} {self.before or 'nothing'} -> {self.after or 'nothing'}"


def records_in(path: Path) -> list[Record]:
    """The records of a report, a journal or a folder with one of them; the last one counts where a key comes twice.

    Records of an older schema are read too: only what the index needs must be there. Lines of a journal that a kill cut off
    are passed over. Raises UnreadableError when nothing can be read.
    """
    if path.is_dir():
        inside = [path / name for name in ("report.json", "journal.jsonl") if (path / name).exists()]
        if not inside:
            raise UnreadableError(f"{path} holds neither report.json nor journal.jsonl")
        path = inside[0]
    found = {key_of(record): record for record in _candidates(path) if _is_record(record)}
    if not found:
        raise UnreadableError(f"{path} holds no record")
    return list(found.values())


def _candidates(path: Path) -> Iterator[Any]:
    """The records of a report; of a journal where it is none."""
    try:
        whole = json_in(path)
    except UnreadableError:
        whole = None
    if isinstance(whole, dict) and isinstance(whole.get("records"), list):
        yield from whole["records"]
        return
    for entry in lines_of(path):
        if isinstance(entry, dict):
            yield entry.get("record")


def _is_record(record: Any) -> bool:
    return isinstance(record, dict) and all(isinstance(record.get(name), str) for name in NEEDED)


def index(paths: Sequence[Path], database: str = ":memory:") -> sqlite3.Connection:
    """A new index of these files, run 1 being the first; an older index in ``database`` is replaced."""
    runs = [records_in(path) for path in paths]
    if database != ":memory:":
        _make_room(Path(database))
    connection = sqlite3.connect(database)
    connection.executescript(SCHEMA)
    with connection:
        for number, (path, records) in enumerate(zip(paths, runs, strict=True), start=1):
            connection.execute("INSERT INTO run VALUES (?, ?)", (number, str(path)))
            rows = [
                (number, key_of(r), position, r["verdict"], r["evidence"], r["digest"], json.dumps(r, ensure_ascii=False))
                for position, r in enumerate(records)
            ]
            connection.executemany("INSERT INTO verdict VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    return connection


def _make_room(path: Path) -> None:
    """Remove an older index, and nothing else."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        with closing(sqlite3.connect(path)) as connection:
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables != {"run", "verdict"}:
            raise ValueError(f"{path} exists and is no index")
        path.unlink()


def changes(connection: sqlite3.Connection, old: int, new: int) -> list[Change]:
    """What differs between two runs of the index, in the order of the new one; what was removed comes last."""
    found = []
    query = """
        SELECT new.key, old.verdict, new.verdict, old.evidence, new.evidence, old.digest, new.digest
        FROM verdict AS new LEFT JOIN verdict AS old ON old.run = ? AND old.key = new.key
        WHERE new.run = ? ORDER BY new.position
    """
    for key, *pairs in connection.execute(query, (old, new)):
        (verdict, now_verdict), (evidence, now_evidence), (digest, now_digest) = zip(pairs[::2], pairs[1::2], strict=True)
        if verdict is None:
            found.append(Change(key, "new", "", f"{now_verdict} ({now_evidence})"))
            continue
        if digest != now_digest:
            found.append(Change(key, "statement", digest, now_digest))
        if verdict != now_verdict:
            found.append(Change(key, "verdict", f"{verdict} ({evidence})", f"{now_verdict} ({now_evidence})"))
        elif evidence != now_evidence:
            found.append(Change(key, "evidence", evidence, f"{now_evidence} ({_direction(evidence, now_evidence)})"))
    query = """
        SELECT old.key, old.verdict, old.evidence FROM verdict AS old
        WHERE old.run = ? AND old.key NOT IN (SELECT key FROM verdict WHERE run = ?) ORDER BY old.position
    """
    found += [Change(key, "removed", f"{v} ({e})", "") for key, v, e in connection.execute(query, (old, new))]
    return found


def findings_in(path: Path) -> list[Finding]:
    """The findings of a report or of a folder with one; none of what has none."""
    try:
        whole = json_in(path / "report.json" if path.is_dir() else path)
    except UnreadableError:
        return []
    found = whole.get("findings") if isinstance(whole, dict) else None
    return [one for one in found if is_finding(one)] if isinstance(found, list) else []


def finding_changes(old: Sequence[Finding], new: Sequence[Finding]) -> list[Change]:
    """What differs between the findings of two reports, in the order of the new one; what is gone comes last."""
    before = {_name(finding): finding for finding in old}
    found = []
    for finding in new:
        name = _name(finding)
        past = before.pop(name, None)
        if past is None:
            found.append(Change(name, "new", "", f"{finding['sentence']} (parts: {len(finding['parts'])})"))
            continue
        if past["parts"] != finding["parts"] and set(past["parts"]) != set(finding["parts"]):
            gone, come = (_listed(a["parts"], b["parts"]) for a, b in ((past, finding), (finding, past)))
            found.append(Change(name, "parts", f"{len(past['parts'])}{gone}", f"{len(finding['parts'])}{come}"))
        found += [Change(name, what, past[what], finding[what]) for what in TOLD if past[what] != finding[what]]
    return found + [Change(name, "removed", past["sentence"], "") for name, past in before.items()]


def _name(finding: Finding) -> str:
    return f"{finding['paper']}, finding {finding['key']}"


def _listed(some: Sequence[str], others: Sequence[str]) -> str:
    """`` (with Lemma D.3/5)``: what only ``some`` has."""
    only = [key.partition("/")[2].removesuffix(" (stated)") for key in some if key not in others]
    return f" (with {', '.join(only)})" if only else ""


def markdown_of(found: Sequence[Change], since: Path) -> str:
    """The changes as a page: findings, then verdicts."""
    lines = [f"# What changed since {escaped(str(since))}", ""]
    of_findings = [change for change in found if ", finding " in change.key]
    for title, some in (("Findings", of_findings), ("Verdicts", [change for change in found if change not in of_findings])):
        lines += [f"## {title}", "", *([f"- {escaped(str(change))}" for change in some] or ["No change."]), ""]
    return "\n".join(lines)


def _direction(before: str, after: str) -> str:
    if before not in STRENGTH or after not in STRENGTH:
        return "not comparable"
    return "stronger" if STRENGTH.index(after) < STRENGTH.index(before) else "weaker"


@command.names_errors
def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m theorems.history", description="What changed between reports.")
    commands = parser.add_subparsers(dest="command", required=True)
    since = commands.add_parser("since", help="what changed since a report or journal")
    since.add_argument(
        "old", type=command.path, metavar="FILE", help="report.json, journal.jsonl, or a folder with one of them"
    )
    since.add_argument("--now", type=command.path, default=LATEST, metavar="FILE", help=f"compared with it (default: {LATEST})")
    since.add_argument("--paper", type=command.paper, help=command.PAPER)
    since.add_argument("--database", default=":memory:", metavar="PATH", help="keep the index there")
    since.add_argument("--format", choices=("text", "json", "markdown"), default="text")
    options = parser.parse_args(arguments)
    try:
        connection = index([options.old, options.now], options.database)
    except UnreadableError:
        raise
    except (ValueError, OSError, sqlite3.Error) as error:
        return command.unusable(f"--database {options.database}: {error}")
    with closing(connection):
        every = finding_changes(findings_in(options.old), findings_in(options.now)) + changes(connection, 1, 2)
        found = [
            change
            for change in every
            if options.paper is None or change.key.startswith((f"{options.paper}/", f"{options.paper}, "))
        ]
    if options.format == "json":
        print(json.dumps([asdict(change) for change in found], indent=1, ensure_ascii=False))
    elif options.format == "markdown":
        print(markdown_of(found, options.old))
    else:
        for change in found:
            print(change)
        print(f"{len(found)} changes since {options.old}" if found else f"nothing changed since {options.old}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(command.run(main))
