"""Search for boxes and keep the certificate: ``python -m theorems.certify "superiority/Lemma D.2/3a"...``."""

import argparse
import sys
from collections.abc import Sequence

from theorems import command, files
from theorems.catalogue import UnknownStatementError, find, option_of
from theorems.own.by_signs import BySigns
from theorems.provers.bisection import Budget
from theorems.provers.boxes import attempt, finding_of
from theorems.provers.certificate import DIRECTORY, write
from theorems.provers.verification import MOST_BOXES
from theorems.vocabulary import Reading, Verdict


@command.names_errors
def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0: everything asked for is certified. 1: something is not. 2: unusable arguments."""
    parser = argparse.ArgumentParser(prog="python -m theorems.certify", description=__doc__)
    parser.add_argument("addresses", nargs="+", metavar="ADDRESS", help="a statement or a part; all its readings")
    parser.add_argument("--reading", choices=[reading.value for reading in Reading])
    parser.add_argument("--output", type=command.path, default=DIRECTORY, metavar="DIRECTORY")
    parser.add_argument(
        "--boxes", type=command.whole(1, MOST_BOXES), default=Budget.boxes, help="boxes looked at for each comparison"
    )
    parser.add_argument("--seconds", type=command.seconds, default=Budget.seconds, help="for each comparison")
    parser.add_argument("--processes", type=command.processes, default=1)
    parser.add_argument("--undecided", action="store_true", help="keep a certificate that lists undecided boxes, too")
    parser.add_argument("--paper", type=command.paper, help=command.PAPER)
    options = parser.parse_args(arguments)
    try:
        found = [part for address in options.addresses for part in find(address, options.paper)]
    except UnknownStatementError as error:
        return command.unusable(str(error))
    chosen = [part for part in dict.fromkeys(found) if options.reading in (None, part.reading.value)]
    if not chosen:
        return command.unusable(f"--reading {options.reading}: nothing at {', '.join(options.addresses)} has that reading")
    files.check_writable(options.output)
    code = 0
    for part in chosen:
        if option_of(part.paper):
            finding = BySigns().run(part)
            print(f"{part.key}: {finding.how}", *finding.steps, sep="\n  ", flush=True)
            code = code or int(finding.verdict is not Verdict.HOLDS)
            continue
        tried = attempt(part, budget=Budget(options.boxes, options.seconds, options.processes))
        print(f"{part.key}: ", end="", flush=True)
        if tried.certified or (options.undecided and tried.covers):
            print(write(part, [(question.claim, cover) for question, cover in tried.covers], options.output), flush=True)
        if not tried.certified:
            print(finding_of(tried).how, flush=True)
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(command.run(main))
