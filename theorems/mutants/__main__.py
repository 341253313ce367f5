"""``python -m theorems.mutants``: is a part's check worth anything?

Every part that holds is mutated in systematic ways (:mod:`theorems.mutants.mutation`, :mod:`theorems.mutants.score`).
Exit status: 0 every part has a mutant that dies, 1 some part has none, 2 unusable arguments.

``--proofs`` asks the opposite: which false mutants does a part's own proof prove (see :mod:`theorems.mutants.false_claims`)?
Exit status: 0 none at the levels ``proved`` and ``certified``, 1 some.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from theorems import command
from theorems.catalogue import UnknownStatementError, find, parts
from theorems.judging.kept_fates import keep, keep_proof
from theorems.mutants.asking import asked
from theorems.mutants.false_claims import Tally, tally
from theorems.mutants.power import power
from theorems.mutants.score import holds
from theorems.report import words
from theorems.statement import Part
from theorems.vocabulary import Evidence

Powers = dict[str, dict[str, Any]]


@command.names_errors
def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m theorems.mutants", description="Mutate the claims, kill the mutants.")
    parser.add_argument("--statement", action="append", default=[], help='"superiority/Lemma D.3" or a part of it')
    parser.add_argument("--paper", type=command.paper, help=command.PAPER)
    parser.add_argument("--seconds", type=command.seconds, default=0.5, help="for each mutant")
    command.add_workers(parser)
    parser.add_argument("--format", choices=("table", "json"), default="table")
    parser.add_argument("--record", action="store_true", help="keep fates and slack, or what --proofs counts, for the report")
    parser.add_argument("--proofs", action="store_true", help="count the false mutants that a part's own proof still proves")
    options = parser.parse_args(arguments)
    errors = Console(stderr=True)
    try:
        chosen = [p for a in options.statement for p in find(a, options.paper)] or list(parts(options.paper))
    except UnknownStatementError as error:
        return command.unusable(str(error))
    claimed = [p for p in chosen if p.claim is not None and holds(p)]
    if not claimed:
        return command.unusable("no part there is recorded to hold and claims a comparison: nothing to mutate")
    if options.proofs:
        return _proofs(claimed, options)
    found: Powers = {}
    for name, fates in asked(power, claimed, options.seconds, command.where(options)):
        found[name] = fates
        if options.record:  # part by part: what is finished is not lost
            paper = name.partition("/")[0]
            keep(paper, {name: fates}, [part.key for part in parts(paper) if holds(part)])
        errors.print(f"{len(found)}/{len(claimed)} {name}: {fates['killed']} killed", markup=False, highlight=False)
    ordered = {part.key: found[part.key] for part in claimed}
    if options.format == "json":
        print(json.dumps(ordered, indent=1, ensure_ascii=False))
    elif len(ordered) == 1:
        _show_each(*ordered.values())
    else:
        _show(ordered)
    return 0 if all(fates["killed"] for fates in ordered.values()) else 1


def _proofs(claimed: Sequence[Part], options: argparse.Namespace) -> int:
    """Print what the parts' proofs say of their false mutants; 1 if one that is called proved or certified stands by any."""
    proved = [part for part in claimed if part.proof is not None]
    by_key = {part.key: part for part in proved}
    told: dict[str, Tally] = {}
    for number, (key, found) in enumerate(asked(tally, proved, options.seconds, command.where(options)), 1):
        if found is not None:
            told[key] = found
        if options.record:
            reads = found is not None and found.evidence.reads_the_claim
            keep_proof(by_key[key], {"killed": found.killed, "still": found.still} if found and reads else None)
        if options.format != "json" and number % 50 == 0:
            Console(stderr=True).print(f"{number}/{len(proved)} proofs", markup=False, highlight=False)
    if options.format == "json":
        print(json.dumps({key: _told(told[key]) for key in sorted(told)}, indent=1, ensure_ascii=False))
    else:
        _show_proofs(told)
    return 1 if any(found.overstated for found in told.values()) else 0


def _told(found: Tally) -> dict[str, Any]:
    where = [{"mutant": kind, "witness": str(witness)} for kind, witness in found.where]
    return {"evidence": found.evidence.value, "killed": found.killed, "still": found.still, "where": where}


def _show_proofs(told: dict[str, Tally]) -> None:
    """How many false mutants are still proved at each level, and every one that refutes its level."""
    table = Table(box=None, header_style="bold")
    for heading in ("evidence", "proofs", "mutants known to be false", "still proved"):
        table.add_column(heading, justify="left" if heading == "evidence" else "right")
    for level in Evidence:
        found = [each for each in told.values() if each.evidence is level]
        if found:
            counts = (len(found), sum(each.killed for each in found), sum(each.still for each in found))
            table.add_row(level.value, *map(str, counts))
    _print(table)
    for key, each in told.items():
        for kind, witness in each.where if each.overstated else ():
            print(f"{key}: {each.evidence.value}, and still proved with the {kind}, false at {witness}")


def _show_each(fates: dict[str, Any]) -> None:
    """Every mutant of one part, with the witness that kills it or how it is known to be true."""
    table = Table(box=None, header_style="bold")
    for heading in ("mutant", "fate", "witness, or why"):
        table.add_column(heading, overflow="fold")
    for kind, outcome, why in fates["outcomes"]:
        table.add_row(Text(kind), "undecided" if outcome == "survived" else outcome, Text(why))
    _print(table)


def _print(table: Table) -> None:
    command.console(180).print(table)


def _show(results: Powers) -> None:
    table = Table(box=None, header_style="bold")
    for heading in (
        "part",
        "refuted",
        "true as well",
        "undecided",
        "can be tightened by",
        "a perturbed claim that is refuted, and where",
    ):
        table.add_column(heading, overflow="fold")
    for name, fates in results.items():
        example = fates["example"]
        table.add_row(
            name,
            *(str(fates[kind]) for kind in ("killed", "true", "survived")),
            "" if fates["slack"] is None else words.percent(Fraction(fates["slack"])),
            Text("NONE IS REFUTED" if example is None else f"{example['mutant']}: {example['witness']}"),
        )
    _print(table)


if __name__ == "__main__":
    sys.exit(command.run(main))
