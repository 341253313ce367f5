"""``theorem-referee COMMAND ...``: every command under one name; ``theorem-referee COMMAND --help`` tells its options."""

import importlib
import sys
from collections.abc import Sequence

from theorems import command

COMMANDS = {
    "report": ("theorems.report.__main__", "judge every part, or some of them"),
    "explain": ("theorems.explain", "a paper, a finding, a statement, what a verdict stands on"),
    "conjecture": ("theorems.conjecture", "a bound of your own in place of the printed one"),
    "certify": ("theorems.certify", "cover a part's whole domain, in ball arithmetic"),
    "check-certificate": ("theorems.check_certificate", "verify certificates without any search"),
    "mutants": ("theorems.mutants.__main__", "would a slightly wrong claim be noticed?"),
    "replay": ("theorems.replay", "every witness of a report again, from scratch"),
    "errata": ("theorems.errata.__main__", "a few pages for a paper's authors"),
    "history": ("theorems.history", "what changed between two reports"),
    "new": ("theorems.new", "a file for a paper of your own"),
    "formal": ("theorems.formal.__main__", "what Coq accepts; needs coqc"),
    "experiments": ("theorems.experiments.__main__", "the papers' figures"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status: that of the command; 2 for no such command."""
    name, *rest = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    if name in COMMANDS:
        found: int = importlib.import_module(COMMANDS[name][0]).main(rest)
        return found
    width = max(map(len, COMMANDS))
    told = [f"  {key:{width}}  {said}" for key, (_, said) in COMMANDS.items()]
    asked = name in ("-h", "--help")
    print("usage: theorem-referee COMMAND ...", "", *told, sep="\n", file=sys.stdout if asked else sys.stderr)
    return 0 if asked else command.UNUSABLE


def script() -> None:
    """The console script."""
    sys.exit(command.run(main))


if __name__ == "__main__":
    script()
