"""``python -m theorems.check_proofs REPORT``: check the proofs of a report again, from their journal, with the kernel alone.

REPORT is a report.json; its journal, ``proofs.jsonl`` (see ``theorems.write_proofs``), stands beside it. Nothing is searched
for, and no paper, textbook or prover is read: what a proof takes for granted is written in its entry, and its fingerprint in
the record. So an entry that shows something else, or from something else, is refused as well as one that does not show it.

Exit status: 0 every proof follows, 1 some do not, 2 unusable file.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from theorems.kernel.journal import Proof, RefusedError, check

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


def refusals(records: dict[str, Any], entries: Iterator[Any]) -> Iterator[tuple[str, str, Proof | None]]:
    """Each proof that the records speak of: its key, why it is refused ("" where it is not), the proof."""
    missing = {key: record["proof"] for key, record in records.items() if record.get("proof")}
    for entry in entries:
        key = entry.get("key") if isinstance(entry, dict) else None
        try:
            proof = check(entry)
        except (RefusedError, RecursionError) as error:
            yield str(key), str(error), None
            continue
        statement = missing.pop(proof.key, None)
        if statement is None:
            yield proof.key, "no record speaks of it, or another entry has shown it", None
        elif statement != proof.statement:
            yield proof.key, "it shows something else than the record says, or from something else", None
        else:
            yield proof.key, "", proof
    yield from ((key, "its proof is not in the journal", None) for key in missing)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m theorems.check_proofs", description="Check a report's proofs again.")
    parser.add_argument("report", type=Path, help="a report.json with its proofs.jsonl beside it")
    options = parser.parse_args(arguments)
    status, kinds, shown = HOLDS, Counter[str](), 0
    try:
        records = records_in(options.report)
        for key, why, proof in refusals(records, entries_in(options.report.parent / JOURNAL)):
            if proof is None:
                print(f"refused: {key}: {why}")
                status = REFUSED
            else:
                shown += 1
                kinds.update(type(each).__name__ for each in proof.taken)
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
