"""``python -m theorems.check_proofs REPORT``: check the proofs of a report again, from their journal, with the kernel alone.

REPORT is a report.json; its journal, ``proofs.jsonl`` (see ``theorems.write_proofs``), stands beside it. Nothing is searched
for, and no paper, textbook or prover is read: what a proof takes for granted is written in its entry, and its fingerprint in
the record. So an entry that shows something else, or from something else, is refused as well as one that does not show it.

Exit status: 0 every proof follows, 1 some do not, 2 unusable file.
"""

import argparse
import gc
import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from theorems.kernel.journal import RefusedError, check

HOLDS, REFUSED, UNUSABLE = 0, 1, 2
JOURNAL = "proofs.jsonl"


class UnusableError(ValueError):
    """No report, or no journal beside it."""


def records_in(report: Path) -> dict[str, Any]:
    """The records by their keys. Raises UnusableError."""
    try:
        records = json.loads(report.read_text(encoding="utf-8"))["records"]
        return {_key(record): record for record in records}
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise UnusableError(f"{report}: {error}") from error


def _key(record: dict[str, Any]) -> str:
    return f"{'/'.join(filter(None, (record['paper'], record['statement'], record['part'])))} ({record['reading']})"


def entries_in(journal: Path) -> Iterator[Any]:
    """Raises UnusableError where there is no journal; a line that is no entry is one that is refused."""
    try:
        with journal.open(encoding="utf-8") as lines:
            for line in lines:
                try:
                    yield json.loads(line)
                except (ValueError, RecursionError):
                    yield {}
    except (OSError, UnicodeError) as error:
        raise UnusableError(f"{journal}: {error}") from error


@dataclass(frozen=True)
class Checked:
    """What became of an entry: why it is refused ("" where it is not), what it shows, and from how many things of each kind."""

    key: str
    why: str
    statement: str = ""
    taken: Mapping[str, int] = field(default_factory=dict)


def checked(entry: Any) -> Checked:
    try:
        proof = check(entry)
    except (RefusedError, RecursionError) as error:
        return Checked(str(entry.get("key") if isinstance(entry, dict) else None), str(error))
    return Checked(proof.key, "", proof.statement, Counter(type(each).__name__ for each in proof.taken))


def against(records: dict[str, Any], entries: Iterable[Checked]) -> Iterator[Checked]:
    """Each proof that the records speak of."""
    missing = {key: record["proof"] for key, record in records.items() if record.get("proof")}
    for entry in entries:
        if entry.why:
            yield entry
            continue
        statement = missing.pop(entry.key, None)
        if statement is None:
            yield replace(entry, why="no record speaks of it, or another entry has shown it")
        elif statement != entry.statement:
            yield replace(entry, why="it shows something else than the record says, or from something else")
        else:
            yield entry
    yield from (Checked(key, "its proof is not in the journal") for key in missing)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m theorems.check_proofs", description="Check a report's proofs again.")
    parser.add_argument("report", type=Path, help="a report.json with its proofs.jsonl beside it")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (one for each core)")
    options = parser.parse_args(arguments)
    status, kinds, shown = HOLDS, Counter[str](), 0
    try:
        records, entries = records_in(options.report), [*entries_in(options.report.parent / JOURNAL)]
        seldom = (500_000, 20, 1000)  # what is read stays: looking through it for garbage took a tenth of the time
        with ProcessPoolExecutor(max(1, options.jobs), initializer=gc.set_threshold, initargs=seldom) as pool:
            for each in against(records, pool.map(checked, entries)):
                if each.why:
                    print(f"refused: {each.key}: {each.why}")
                    status = REFUSED
                else:
                    shown += 1
                    kinds.update(each.taken)
    except UnusableError as error:
        print(f"error: {error}", file=sys.stderr)
        return UNUSABLE
    others = sum(record["evidence"] in ("proved", "formal") and not record.get("proof") for record in records.values())
    print(
        f"{shown} proofs follow by the kernel alone, from {_told(kinds)}; {others} proved verdicts have a proof of another kind"
    )
    return status


def _told(kinds: Counter[str]) -> str:
    words = {"Theorem": "uses of textbook theorems", "Definition": "of facts of the data", "Quoted": "of other parts"}
    return ", ".join(f"{kinds[kind]} {said}" for kind, said in words.items())


if __name__ == "__main__":
    sys.exit(main())
