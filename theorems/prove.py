"""``python -m theorems.prove ADDRESS``: the state of a flat proof after every statement, and what is missing.

With ``--fill`` the reasons of its links are searched for and kept in the file beside its module; the report, the tests and
Coq check them without searching. A link for which nothing is found says which candidates were nearest, and the smallest
instance at which it is false where there is one.

Exit status: 0 every link has its reasons, 1 some link has none, 2 unusable arguments.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby

from theorems import command
from theorems.catalogue import UnknownStatementError, find
from theorems.language.computed import Computed
from theorems.language.printing import text
from theorems.language.tree import Claim, Relation
from theorems.proofs.kept import Written, flat_of
from theorems.proofs.search import Failure
from theorems.provers.at_instances import instances, refuting
from theorems.provers.calculation import links_of
from theorems.provers.context import hypotheses
from theorems.provers.display import Link
from theorems.statement import Finding, Part
from theorems.vocabulary import Verdict

LOOKED_AT = 40  # small instances at which a link may be false
SHOWN = 6  # candidates


@command.names_errors
def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m theorems.prove", description="The state of a flat proof.")
    parser.add_argument("address", help='a statement or a part: "scan_snap/Theorem 3", "scan_snap/Theorem 3/Eqn 108"')
    parser.add_argument("--fill", action="store_true", help="search for the reasons and keep them")
    parser.add_argument("--links", action="store_true", help="every link, also those that show a statement of their own")
    options = parser.parse_args(arguments)
    try:
        proofs = [(part, proof) for part in find(options.address) if (proof := flat_of(part.proof)) is not None]
    except UnknownStatementError as error:
        return command.unusable(str(error))
    if not proofs:
        return command.unusable(f"{options.address} has no flat proof")
    return max(_filled(part, proof) if options.fill else _shown(part, every=options.links) for part, proof in proofs)


def _filled(part: Part, proof: Written) -> int:
    start = time.monotonic()
    reasoner, records = proof.found()
    for failure in sorted(reasoner.failures, key=lambda failure: len(failure.context.claims)):  # in the order of the proof
        print("\n  ".join([f"{part.key}: nothing found for {text(failure.goal)}", *missing(part, failure)]))
    if reasoner.failures:
        return 1
    proof.keep(records)
    finding = _judged(part)
    print(f"{part.key}: {len(records)} links, {time.monotonic() - start:.1f} s, {finding.verdict.value}")
    if finding.verdict is Verdict.UNKNOWN:
        print(f"  {finding.how}")
        return 1
    return 0


def stated(links: Sequence[Link], *, every: bool) -> Iterator[str]:
    """The statements of a proof in order, each with its reasons, or with the number of links that show it; or every link."""
    for claim, group in groupby(links, lambda link: link.within[:1]):
        within = list(group)
        if every or not claim:
            yield from ("  " * len(link.within) + link.text for link in within)
        else:
            shown_by = within[0].reason if len(within) == 1 else f"{len(within)} links"
            yield f"{text(claim[0])}: {shown_by}"


def _shown(part: Part, *, every: bool) -> int:
    print(f"{part.key}: {part.text}")
    for claim in hypotheses(part).claims:
        print(f"  known: {text(claim)}")
    for line in stated(links_of(part), every=every):
        print(f"  {line}")
    finding = _judged(part)
    print(f"  {finding.verdict.value}: {finding.how}")
    return int(finding.verdict is Verdict.UNKNOWN)


def _judged(part: Part) -> Finding:
    assert part.proof is not None
    return part.proof.run(part)


def missing(part: Part, failure: Failure) -> list[str]:
    """What is missing of a link: what is not shown, the nearest candidates, where it is false."""
    found = [failure.gap] if failure.gap not in ("", text(failure.goal)) else []
    found += [f"known: {text(claim)}" for claim in failure.context.claims if isinstance(claim, Relation)]
    found += [f"near: {candidate.key}" for candidate in [*failure.pool.hinted, *failure.pool.near][:SHOWN]]
    where = _false_at(part, failure.goal)
    return [*found, f"false at {where}" if where else "no small instance is known at which it is false"]


def _false_at(part: Part, goal: Claim) -> str:
    line = part.printed
    if isinstance(line.given, Computed):
        with suppress(AttributeError, LookupError, TypeError, ValueError):
            found = refuting(line.given, goal, instances(part.domain, LOOKED_AT))
            return "" if found is None else str(found)
    return ""


if __name__ == "__main__":
    sys.exit(command.run(main))
