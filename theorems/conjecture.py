"""``python -m theorems.conjecture ADDRESS --bound EXPRESSION``: a bound of your own in place of the printed one.

The whole machinery runs on it (:mod:`theorems.settle`): the smallest witness that refutes it, a proof over the whole
domain, or the tightness of what was tested. The bound is a formula in the paper's variables; ``printed`` in it is the
printed right-hand side. Exit status: 0 holds (or holds from an n0 on), 1 refuted, 3 unknown, 4 vacuous, 2 unusable arguments.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence

from rich.console import Console

from kernels import balls
from kernels.arithmetic import BALLS
from theorems.catalogue import UnknownStatementError, find
from theorems.expression import ExpressionError, parse, parse_restriction
from theorems.implication import PRINTED
from theorems.record import Record, record_of
from theorems.settle import EFFORT, settle
from theorems.statement import Finding
from theorems.user_bound import Conjecture, NotAComparisonError, some_instances
from theorems.vocabulary import Reading, Relation, Verdict

EXIT = {Verdict.HOLDS: 0, Verdict.ASYMPTOTIC: 0, Verdict.FAILS: 1, Verdict.UNKNOWN: 3, Verdict.VACUOUS: 4}


def conjectured(
    address: str,
    bound: str,
    relation: str | None = None,
    where: str | None = None,
    reading: str | None = None,
    which: str = "",
) -> Conjecture:
    """Read the command line's words. Raises UnknownStatementError, ExpressionError or NotAComparisonError."""
    candidates = [part for part in find(address) if reading in (None, part.reading.value)]
    if not candidates:
        raise NotAComparisonError(f"{address} has no {reading} reading")
    # a part without a label has the address of its whole statement
    candidates = [part for part in candidates if part.address == address] or candidates
    labels = sorted({part.label for part in candidates})
    if len(labels) > 1:
        raise NotAComparisonError(f"{address} has parts {', '.join(labels)}: name one of them")
    part = candidates[0]
    names = part.domain.variables
    if part.claim is None or not names:
        why = f": {' '.join(part.note.split())}" if part.note else ""
        raise NotAComparisonError(f"{part.address} is no comparison whose bound could be replaced{why}")
    restriction = parse_restriction(where, names) if where else None
    known = names | {PRINTED: "the printed right-hand side"}
    conjecture = Conjecture(part, parse(bound, known), Relation(relation) if relation else None, restriction, which)
    _first_comparison(conjecture)
    return conjecture


def _first_comparison(conjecture: Conjecture) -> None:
    """Fail early where the part is no single comparison or a name is missing from its worlds."""
    part = conjecture.as_part()
    instance = next(iter(some_instances(conjecture.part)), None)
    if instance is not None:
        with balls.precision(balls.DEFAULT_BITS):
            conjecture.claim(part.domain.bind(instance, BALLS))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m theorems.conjecture", description="Try a bound of your own.")
    parser.add_argument("address", help='a part: "superiority/Lemma D.3/4"')
    parser.add_argument("--bound", required=True, help='the new right-hand side: "0.99*a1*sqrt(log(n))/n**(1-a1)"')
    parser.add_argument("--relation", choices=[r.value for r in Relation], help="default: the printed one")
    parser.add_argument("--where", help='a restriction of the domain: "a1 < 1 and n >= 100"')
    parser.add_argument("--reading", choices=[r.value for r in Reading], help="default: stated, if there is one")
    parser.add_argument("--which", default="", help="of several comparisons only those with this name, such as upper")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(_joined(sys.argv[1:] if arguments is None else arguments))
    errors = Console(stderr=True)
    try:
        conjecture = conjectured(
            options.address, options.bound, options.relation, options.where, options.reading, options.which
        )
    except (UnknownStatementError, ExpressionError, NotAComparisonError) as error:
        errors.print(f"error: {error}", style="red", markup=False)
        return 2
    start = time.perf_counter()
    try:
        finding = settle(conjecture, seed=options.seed)
    except NotAComparisonError as error:
        errors.print(f"error: {error}", style="red", markup=False)
        return 2
    record = record_of(conjecture.as_part(), finding, EFFORT, options.seed, time.perf_counter() - start)
    if options.format == "json":
        print(json.dumps(record, indent=1, ensure_ascii=False))
    else:
        _explain(record, finding, conjecture)
    return EXIT[finding.verdict]


def _joined(arguments: Sequence[str]) -> list[str]:
    """``--bound -x`` as ``--bound=-x``: a formula may begin with a minus sign, which argparse takes for an option."""
    joined: list[str] = []
    for word in arguments:
        if joined and joined[-1] == "--bound":
            joined[-1] = f"--bound={word}"
        else:
            joined.append(word)
    return joined


def _explain(record: Record, finding: Finding, conjecture: Conjecture) -> None:
    print(f"{conjecture.part.address} ({conjecture.part.reading.value}): {conjecture.part.says}")
    where = f", where {conjecture.where.text}" if conjecture.where else ""
    print(f"with the right-hand side {conjecture.bound.text}{where}: {finding.verdict.value} ({finding.evidence.value})")
    print(f"  {record['how']}")
    if finding.witness:
        print(f"  at {finding.witness['text']}")
        print(f"  {finding.witness['lhs']} {finding.witness['relation']} {finding.witness['rhs']} is false")
    if finding.n0:
        print(f"  from {finding.n0['variable']} = {finding.n0['value']} on, along {finding.n0['family']}")
    if finding.tightness:
        print(f"  worst ratio {finding.tightness['ratio']:.6g} at {finding.tightness['instance']}")


if __name__ == "__main__":
    sys.exit(main())
