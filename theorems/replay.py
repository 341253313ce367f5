"""``python -m theorems.replay FILE``: re-check refutations from scratch, in balls.

FILE is a witness file, a record, or a whole report.json (every record that fails). A witness that is a point: its
hypotheses are checked exactly, and both sides are computed anew at two precisions, where the violation must be certain,
the balls must meet each other and the recorded sides. A family: every listed member in the same way, and the steps of the
proof that covers the others. A contradiction: the steps of its proof.

Exit status: 0 all confirmed, 1 some not, 2 unusable file.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kernels import balls
from kernels.arithmetic import BALLS
from kernels.balls import Ball, Truth
from theorems import command
from theorems.catalogue import UnknownStatementError, find
from theorems.instance import Instance
from theorems.judging.record import Record, address_of, digest, key_of
from theorems.provers.search import evaluate
from theorems.reader import UnreadableError, json_in, number
from theorems.statement import Part
from theorems.vocabulary import Comparison, Evidence, Verdict, comparisons

SIDES = ("relation", "lhs", "rhs")
LARGEST_BALL = 200_000  # digits of a printed side: the balls of n = 1e300 have long exponents
NAMES = ("paper", "statement", "part", "reading")
NEEDED = (*NAMES, "witness")


class NotConfirmedError(Exception):
    """The witness does not refute its part; the message says why."""


@dataclass
class Replay:
    """What was checked for one record, line by line, and how it ended."""

    key: str
    confirmed: bool = False
    lines: list[str] = field(default_factory=list)


def entries_of(path: Path) -> list[Record]:
    """The refutations in a file. Raises UnreadableError when there is nothing of the kind in it."""
    content = json_in(path)
    whole = isinstance(content, dict) and isinstance(content.get("records"), list)
    entries = content["records"] if whole else [content]
    for entry in entries:
        missing = [name for name in NEEDED if name not in entry] if isinstance(entry, dict) else list(NEEDED)
        if missing:
            raise UnreadableError(f"{path}: a record without {', '.join(missing)}")
        wrong = [name for name in NAMES if not isinstance(entry[name], str)]
        if wrong:
            raise UnreadableError(f"{path}: a record whose {wrong[0]} is no text")
    failing = [entry for entry in entries if entry.get("verdict", "fails") == "fails"]
    if not failing and not whole:
        raise UnreadableError(f"{path}: the verdict is {content['verdict']}, there is no refutation to replay")
    for entry in failing:
        witness = entry["witness"]
        if not isinstance(witness, dict) or not all(isinstance(witness.get(name), str) for name in ("text", "kind")):
            raise UnreadableError(f"{path}: {key_of(entry)} has no witness")
        if not all(isinstance(witness.get(name, ""), str) for name in SIDES):
            raise UnreadableError(f"{path}: the sides of {key_of(entry)} are no texts")
        members = witness.get("members", [])
        if not isinstance(members, list) or not all(isinstance(member, str) for member in members):
            raise UnreadableError(f"{path}: the members of {key_of(entry)} are no texts")
    return failing


def replay(record: Record) -> Replay:
    """Re-check one refutation."""
    result = Replay(key_of(record))
    try:
        part = _part(record)
        result.lines.append(f"claim: {part.text}")
        if record.get("digest", digest(part)) != digest(part):
            result.lines.append("note: the statement was edited since this record was made; today's is checked")
        checks = {"instance": _point, "family": _family, "contradiction": _proof}
        if record["witness"]["kind"] not in checks:
            raise NotConfirmedError(f"no witness is of the kind {record['witness']['kind']!r}")
        checks[record["witness"]["kind"]](part, record["witness"], result.lines)
        result.confirmed = True
    except (NotConfirmedError, ValueError, LookupError, AttributeError, ArithmeticError, TypeError) as error:
        result.lines.append(f"not confirmed: {error}")
    return result


def _part(record: Record) -> Part:
    try:
        parts = find(address_of(record))
    except UnknownStatementError as error:
        raise NotConfirmedError(str(error)) from error
    found = [p for p in parts if (p.label, p.reading.value) == (record["part"], record["reading"])]
    if not found:
        raise NotConfirmedError(f"there is no {record['reading']} reading of {address_of(record)}")
    return found[0]


def _point(part: Part, witness: dict[str, Any], lines: list[str]) -> None:
    growth = [condition.text for condition in part.domain.conditions if condition.growth]
    if growth:
        raise NotConfirmedError(f"one point cannot refute a claim with a hypothesis of growth: {growth[0]}")
    broken = _refuted_at(part, Instance.parse(witness["text"]), lines)
    for name in SIDES:
        if name not in witness:
            raise NotConfirmedError(f"the witness does not state its {name}")
    _matches_record(broken, witness)


def _family(part: Part, witness: dict[str, Any], lines: list[str]) -> None:
    members = witness.get("members", []) if part.claim is not None else []
    for position, text in enumerate(members):
        broken = _refuted_at(part, Instance.parse(text), lines)
        if position == 0 and "lhs" in witness:
            _matches_record(broken, witness)
    if not members:
        lines.append("no member is listed that could be evaluated: the proof is the evidence")
    _proof(part, witness, lines)


def _proof(part: Part, witness: dict[str, Any], lines: list[str]) -> None:
    finding = part.proved
    if finding is None:
        raise NotConfirmedError("there is no proof to re-run")
    if finding.verdict is not Verdict.FAILS:
        raise NotConfirmedError(f"the proof says {finding.verdict.value}: {' '.join(finding.how.split())}")
    ours = (finding.witness or {}).get("text")
    if ours != witness["text"]:
        raise NotConfirmedError(f"the proof is about another witness: {ours}")
    if finding.evidence is Evidence.SAMPLED:
        lines.append("note: a seeded simulation with a confidence interval was run again: evidence, no proof")
    lines.append(f"proof: {' '.join(finding.how.split())}")
    lines += [f"step checked: {step}" for step in finding.steps]


def _refuted_at(part: Part, instance: Instance, lines: list[str]) -> Comparison:
    """The comparison that is certainly false at both precisions, balls of the lower one."""
    lines.append(f"at {instance}")
    part.domain.require(instance)
    for condition in part.domain.conditions:
        # growth is no property of one instance: the steps of the proof answer for it
        lines.append(f"  hypothesis {'of growth, see the proof' if condition.growth else 'met, exactly'}: {condition.text}")
    outcome = evaluate(part, instance)
    if outcome.truth is not Truth.FAILS:
        raise NotConfirmedError(f"at {instance} the claim is not certainly false")
    found = [_broken(part, instance, bits) for bits in (outcome.bits, 2 * outcome.bits)]
    for bits, (_, comparison) in zip((outcome.bits, 2 * outcome.bits), found, strict=True):
        name = f"{comparison.what}: " if comparison.what else ""
        sides = f"{balls.text(comparison.lhs)} {comparison.relation.value} {balls.text(comparison.rhs)}"
        lines.append(f"  {bits} bits: {name}{sides} is false")
    (first, coarse), (second, fine) = found
    if first != second or not (coarse.lhs.overlaps(fine.lhs) and coarse.rhs.overlaps(fine.rhs)):
        raise NotConfirmedError(f"two precisions disagree at {instance}")
    return coarse


def _broken(part: Part, instance: Instance, bits: int) -> tuple[int, Comparison]:
    """Position and sides of the first comparison that is certainly false at ``bits``."""
    if part.claim is None:
        raise NotConfirmedError("the part has no claim at a single instance")
    with balls.precision(bits):
        compared = list(comparisons(part.claim(part.domain.bind(instance, BALLS))))
        for position, comparison in enumerate(compared):
            if comparison.truth() is Truth.FAILS:
                return position, comparison
    raise NotConfirmedError(f"at {bits} bits the violation is not certain at {instance}")


def _matches_record(broken: Comparison, witness: dict[str, Any]) -> None:
    if broken.relation.value != witness["relation"]:
        raise NotConfirmedError(f"recorded relation {witness['relation']}, the claim has {broken.relation.value}")
    for name, side in (("lhs", broken.lhs), ("rhs", broken.rhs)):
        if not side.overlaps(recorded_ball(witness[name])):
            raise NotConfirmedError(f"recorded {name} {witness[name]}, computed {balls.text(side)}")


def recorded_ball(text: str) -> Ball:
    """The ball printed as ``[0.5 +/- 1e-21]`` or as plain digits. Raises ValueError for anything else."""
    middle, _, radius = text.strip().strip("[]").partition("+/-")
    centre, spread = number(middle.strip() or "0", LARGEST_BALL), number(radius.strip() or "0", LARGEST_BALL)
    return balls.enclosing(centre - spread, centre + spread)


@command.names_errors
def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m theorems.replay", description="Re-check refutations from scratch.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a witness file, a record or a report.json")
    parser.add_argument("--paper", type=command.paper, help=command.PAPER)
    options = parser.parse_args(arguments)
    entries = [entry for path in options.files for entry in entries_of(path) if options.paper in (None, entry["paper"])]
    results = []
    for entry in entries:
        result = replay(entry)
        print(f"{result.key}: {'confirmed' if result.confirmed else 'NOT CONFIRMED'}")
        print("".join(f"  {line}\n" for line in result.lines))
        results.append(result)
    confirmed = sum(result.confirmed for result in results)
    print(f"{confirmed} of {len(results)} refutations confirmed")
    return 0 if confirmed == len(results) else 1


if __name__ == "__main__":
    sys.exit(command.run(main))
