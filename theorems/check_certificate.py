"""Verify certificates without any search: ``python -m theorems.check_certificate FILE...``.

What is checked stands in :mod:`theorems.provers.verification`.

Exit code 0: all accepted. 1: one is refused. 2: a file cannot be read. 3: none refused, but one lists undecided boxes.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from theorems import command
from theorems.catalogue import UnknownStatementError, find
from theorems.provers.verification import RefusedError, check_types, verify
from theorems.reader import json_in


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m theorems.check_certificate", description="Verify certificate files.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    codes = {0}
    for path in parser.parse_args(arguments).files:
        try:
            content = json_in(path)
            check_types(content)
            part = next((p for p in find(content["address"]) if p.reading.value == content["reading"]), None)
            if part is None:
                raise RefusedError(f"{content['address']} has no {content['reading']} reading")
            count = verify(content, part)
        except (ValueError, KeyError, TypeError) as error:
            print(f"{path}: unreadable: {' '.join(str(error).removeprefix(f'{path}: ').split())}", file=sys.stderr)
            codes.add(2)
        except (RefusedError, UnknownStatementError) as error:
            print(f"{path}: REFUSED: {error}")
            codes.add(1)
        else:
            left = sum(len(claim["undecided"]) for claim in content["claims"])
            ending = f"{left} undecided boxes" if left else "the whole domain"
            proved = f"{count} boxes proved at {content['precision_bits']} bits, {ending}"
            print(f"{path}: {part.key}: {proved}")
            codes.add(3 if left else 0)
    return next(code for code in (2, 1, 3, 0) if code in codes)


if __name__ == "__main__":
    sys.exit(command.run(main))
