"""``python -m theorems.write_proofs REPORT``: the journal of the proofs of a report's verdicts, beside it.

REPORT is a report.json. Each line of the journal, ``proofs.jsonl``, writes down one proof: what is shown from what, its links
and the certificates that were found for them. ``python -m theorems.check_proofs REPORT`` checks it without finding anything.

Exit status: 0 all written, 1 some proof went through no more, 2 unusable file.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from theorems import command, files
from theorems.catalogue import find
from theorems.check_proofs import JOURNAL as JOURNAL
from theorems.judging.record import address_of, key_of
from theorems.kernel.gaps import GapError
from theorems.proofs.written import entry
from theorems.reader import UnreadableError, json_in
from theorems.statement import Part
from theorems.workers import pool


@cache
def _parts_at(address: str) -> tuple[Part, ...]:
    return tuple(find(address))


def line(record: tuple[str, str]) -> str:
    """The line of one record's proof. Raises GapError where it does not go through."""
    address, key = record
    part = next(part for part in _parts_at(address) if part.key == key)
    return json.dumps(entry(part), ensure_ascii=False)


def lines(records: Sequence[dict[str, Any]], jobs: int) -> Iterator[str]:
    asked = [(address_of(record), key_of(record)) for record in records if record.get("proof")]
    if jobs == 1:
        yield from map(line, asked)
        return
    with pool(jobs) as workers:
        yield from workers.map(line, asked, chunksize=8)


@command.names_errors
def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m theorems.write_proofs", description="Write down the proofs of a report.")
    parser.add_argument("report", type=command.path, help="a report.json")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    options = parser.parse_args(arguments)
    try:
        written = list(lines(json_in(options.report)["records"], options.jobs))
    except UnreadableError as error:
        return command.unusable(str(error))
    except LookupError as error:
        return command.unusable(f"{options.report}: {error}")
    except GapError as gap:
        print(f"a proof goes through no more: {gap}", file=sys.stderr)
        return 1
    journal = options.report.parent / JOURNAL
    files.replace({journal: "".join(f"{each}\n" for each in written)})
    print(f"{len(written)} proofs in {journal}")
    return 0


if __name__ == "__main__":
    sys.exit(command.run(main))
