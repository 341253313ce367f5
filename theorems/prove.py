"""``python -m theorems.prove ADDRESS``: the state of a flat proof after every statement, and what is missing.

Without an address: all flat proofs, or those of a ``--paper``. With ``--fill`` the reasons of their links are searched for
and kept in the file beside their module; the report, the tests and Coq check them without searching. A link for which nothing
is found says which candidates were nearest, and the smallest instance at which it is false where there is one.

Exit status: 0 every link has its reasons, 1 some link has none, 2 unusable arguments.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from itertools import chain, groupby

from theorems import command, workers
from theorems.catalogue import UnknownStatementError, ask_again, find, parts, read_by_path
from theorems.language.computed import Computed
from theorems.language.printing import text
from theorems.language.tree import Claim, Relation
from theorems.proofs.files import kept_in
from theorems.proofs.kept import Written, flat_of
from theorems.proofs.search import Failure, StaleError
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
    parser.add_argument(
        "address", nargs="?", help='a statement or a part ("scan_snap/Theorem 3", "scan_snap/Theorem 3/Eqn 108"); none: all'
    )
    parser.add_argument("--paper", type=command.paper, metavar="PAPER", help=command.PAPER)
    parser.add_argument("--fill", action="store_true", help="search for the reasons and keep them")
    parser.add_argument("--jobs", type=command.processes, default=1, help="processes that search, a module each at a time")
    parser.add_argument("--links", action="store_true", help="every link, also those that show a statement of their own")
    options = parser.parse_args(arguments)
    try:
        chosen = parts(options.paper) if options.address is None else find(options.address, options.paper)
    except UnknownStatementError as error:
        return command.unusable(str(error))
    proofs = [(part, proof) for part in chosen if (proof := flat_of(part.proof)) is not None]
    if not proofs:
        return command.unusable(f"{options.address or options.paper} has no flat proof")
    if not options.fill:
        return max(_shown(part, every=options.links) for part, _ in proofs)
    return _fill(proofs, options.jobs)


Told = tuple[str, str, bool | None]  # a proof, what is said of it, is all well; None: it rests on one without reasons


def _fill(proofs: Sequence[tuple[Part, Written]], jobs: int) -> int:
    """Search, a module at a time, whose reasons stand in one file, then judge; once more what rests on what was found later."""
    module_of = {part.key: proof.entry.module for part, proof in proofs}
    pending, before, failed = dict.fromkeys(module_of, ""), 0, set[str]()
    with ExitStack() as stack:
        each = map if jobs == 1 else stack.enter_context(workers.pool(jobs, partial(ask_again, read_by_path()))).map
        while len(pending) != before:
            before, stale = len(pending), {}
            for task in (_searched, _judged_anew):
                asked = sorted(pending.keys() - failed, key=module_of.__getitem__)
                modules = [[*keys] for _, keys in groupby(asked, module_of.__getitem__)]
                for key, said, well in chain.from_iterable(each(task, modules)):
                    if well is None:
                        stale[key] = said
                        continue
                    print(f"{key}: {said}", flush=True)
                    if not well:
                        failed.add(key)
            pending = stale
    for key, said in pending.items():
        print(f"{key}: {said}")
    return int(bool(failed or pending))


def _searched(keys: Sequence[str]) -> list[Told]:
    """What a worker process is asked to do first."""
    return [_told(part, partial(_found, part, proof)) for part, proof in _proofs(keys)]


def _judged_anew(keys: Sequence[str]) -> list[Told]:
    """What a worker process is asked to do then."""
    return [_told(part, partial(_verdict, part)) for part, _ in _proofs(keys)]


def _proofs(keys: Sequence[str]) -> Iterator[tuple[Part, Written]]:
    kept_in.cache_clear()  # another process may have kept something
    for part in parts():
        if part.key in keys and (proof := flat_of(part.proof)) is not None:
            yield part, proof


def _told(part: Part, task: Callable[[], tuple[str, bool]]) -> Told:
    try:
        return part.key, *task()
    except StaleError as error:
        return part.key, str(error), None


def _found(part: Part, proof: Written) -> tuple[str, bool]:
    start = time.monotonic()
    reasoner, records = proof.found()
    if reasoner.failures:
        in_order = sorted(reasoner.failures, key=lambda failure: len(failure.context.claims))
        return "".join("\n  ".join([f"\nnothing found for {text(gap.goal)}", *missing(part, gap)]) for gap in in_order), False
    proof.keep(records)
    return f"{len(records)} links, {time.monotonic() - start:.1f} s", True


def _verdict(part: Part) -> tuple[str, bool]:
    finding = _judged(part)
    if finding.verdict is Verdict.UNKNOWN:
        return f"{finding.verdict.value}: {finding.how}", False
    return finding.verdict.value, True


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
