"""Search for boxes and keep the certificate: ``python -m theorems.certify "superiority/Lemma D.2/3a"...``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from theorems.catalogue import UnknownStatementError, find
from theorems.provers.bisection import Budget
from theorems.provers.boxes import attempt, finding_of
from theorems.provers.certificate import DIRECTORY, write
from theorems.vocabulary import Reading


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0: everything asked for is certified. 1: something is not. 2: no such statement."""
    parser = argparse.ArgumentParser(prog="python -m theorems.certify", description=__doc__)
    parser.add_argument("addresses", nargs="+", metavar="ADDRESS", help="a statement or a part; all its readings")
    parser.add_argument("--reading", choices=[reading.value for reading in Reading])
    parser.add_argument("--output", type=Path, default=DIRECTORY, metavar="DIRECTORY")
    parser.add_argument("--boxes", type=int, default=Budget.boxes, help="boxes looked at for each comparison")
    parser.add_argument("--seconds", type=float, default=Budget.seconds, help="for each comparison")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--undecided", action="store_true", help="keep a certificate that lists undecided boxes, too")
    options = parser.parse_args(arguments)
    try:
        parts = [part for address in options.addresses for part in find(address)]
    except UnknownStatementError as error:
        print(error, file=sys.stderr)
        return 2
    code = 0
    for part in parts:
        if options.reading not in (None, part.reading.value):
            continue
        tried = attempt(part, budget=Budget(options.boxes, options.seconds, options.processes))
        print(f"{part.key}: ", end="")
        if tried.certified or (options.undecided and tried.covers):
            print(write(part, [(question.claim, cover) for question, cover in tried.covers], options.output))
        if not tried.certified:
            print(finding_of(tried).how)
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main())
