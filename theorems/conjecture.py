"""``python -m theorems.conjecture ADDRESS --bound EXPRESSION``: a bound of your own in place of the printed one.

The whole machinery runs on it (:mod:`theorems.judging.decide`): the smallest witness that refutes it, a proof over the whole
domain, or the tightness of what was tested. The bound is a formula in the paper's variables; ``printed`` in it is the
printed right-hand side. Exit status: 0 holds (or holds from an n0 on), 1 refuted, 3 unknown, 4 vacuous, 2 unusable arguments.
"""

import argparse
import json
import math
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import NoReturn

from kernels import balls
from kernels.arithmetic import BALLS
from theorems import command
from theorems.bounds.expression import ExpressionError, parse, parse_restriction
from theorems.bounds.implication import PRINTED
from theorems.bounds.printed_formula import looked_at
from theorems.bounds.user_bound import Conjecture, NotAComparisonError, check_which, named_everywhere
from theorems.catalogue import UnknownStatementError, find, option_of
from theorems.judging.decide import EXAMPLES, SECONDS, decide
from theorems.judging.judge import Effort, judge
from theorems.judging.record import Record, printed_signs, record_of
from theorems.language.variables import named
from theorems.own.restated import Restated, restated
from theorems.provers.families import threshold_text
from theorems.report import words
from theorems.report.outline import reading as how_read
from theorems.statement import Finding, Part
from theorems.time_limit import OutOfTimeError, time_limit
from theorems.vocabulary import Evidence, Reading, Relation, Verdict

LOOKED_AT = 8  # instances at which a bound is evaluated before anything else is done
LEAST_SECONDS, A_DAY = 1.0, 86_400
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
    part = part_of(address, reading)
    names = part.domain.variables
    restriction = parse_restriction(where, names) if where is not None else None
    known = names | {PRINTED: "the printed right-hand side"}
    formula = parse(bound, known)
    if which:
        check_which(part, which)
    conjecture = Conjecture(part, formula, Relation(relation) if relation else None, restriction, which)
    _first_comparisons(conjecture)
    return conjecture


def part_of(address: str, reading: str | None = None, paper: str | None = None) -> Part:
    """The part whose bound is to be replaced. Raises UnknownStatementError or NotAComparisonError."""
    candidates = [part for part in find(address, paper) if reading in (None, part.reading.value)]
    if not candidates:
        raise NotAComparisonError(f"{address} has no {reading} reading")
    # a part without a label has the address of its whole statement
    candidates = [part for part in candidates if part.address == address] or candidates
    labels = sorted({part.label for part in candidates})
    if len(labels) > 1:
        raise NotAComparisonError(f"{address} has parts {', '.join(labels)}: name one of them")
    part = candidates[0]
    if part.claim is None or not part.domain.variables:
        why = f": {' '.join(part.note.split())}" if part.note else ""
        raise NotAComparisonError(f"{part.address} is no comparison whose bound could be replaced{why}")
    return part


def _first_comparisons(conjecture: Conjecture) -> None:
    """Fail early where the part is no single comparison, or where the bound is no real number wherever one looks."""
    domain = named(conjecture.part.domain)
    instances = looked_at(conjecture.part)[:LOOKED_AT]
    seen = []
    for instance in instances:
        with balls.precision(256):
            seen += [c.rhs.is_finite() for c in conjecture.claim(domain.bind(instance, BALLS))]
    if seen and not any(seen):
        where = f"at any looked-at instance, such as {instances[0]}"
        raise NotAComparisonError(f"{conjecture.bound.text!r} is no real number {where}")


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaint is one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(command.unusable(message))


@command.names_errors
def main(arguments: Sequence[str] | None = None) -> int:
    parser = Parser(prog="python -m theorems.conjecture", description="Try a bound of your own.")
    parser.add_argument("address", help='a part: "superiority/Lemma D.3/4"')
    parser.add_argument("--paper", type=command.paper, help=command.PAPER)
    parser.add_argument("--bound", help='the new right-hand side: "0.99*a1*sqrt(log(n))/n**(1-a1)"')
    parser.add_argument("--variables", action="store_true", help="list the names that a bound on this part may use")
    parser.add_argument("--relation", choices=[r.value for r in Relation], help="default: the printed one")
    parser.add_argument("--where", help='a restriction of the domain: "a1 < 1 and n >= 100"')
    parser.add_argument("--reading", choices=[r.value for r in Reading], help="default: stated, if there is one")
    parser.add_argument("--which", default="", help="of several comparisons only those with this name, such as upper")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument("--seed", type=command.seed, default=0)
    parser.add_argument("--seconds", type=_seconds, default=SECONDS, help=f"for everything together (default {SECONDS:g})")
    options = parser.parse_args(_joined(sys.argv[1:] if arguments is None else arguments))
    try:
        part = part_of(options.address, options.reading, options.paper)  # reading the catalogue is no part of the time
        if options.variables:
            _list_variables(part)
            return 0
        if options.bound is None:
            raise NotAComparisonError("--bound is missing: a right-hand side of your own (--variables lists the names for it)")
        start = time.perf_counter()
        if option_of(part.paper) and not options.which:
            relation = {"=": "=="}.get(options.relation, options.relation)
            own = restated(part, options.bound, relation, options.where)
            effort = Effort("conjecture", EXAMPLES, options.seconds)
            with time_limit(options.seconds):
                finding = judge(own.as_part(), effort, options.seed)
            return _answered(own, _no_more_than_tested(finding), effort, options, time.perf_counter() - start)
        with time_limit(options.seconds):
            conjecture = conjectured(
                part.address, options.bound, options.relation, options.where, options.reading, options.which
            )
        finding = decide(conjecture, max(options.seconds - (time.perf_counter() - start), LEAST_SECONDS), options.seed)
    except (UnknownStatementError, ExpressionError, NotAComparisonError) as error:
        return command.unusable(str(error))
    except OutOfTimeError:
        print(f"unknown: not even the hypotheses were met within {options.seconds:g} seconds")
        return EXIT[Verdict.UNKNOWN]
    return _answered(conjecture, finding, Effort("conjecture", EXAMPLES, options.seconds), options, time.perf_counter() - start)


def _no_more_than_tested(finding: Finding) -> Finding:
    """A bound of one's own is unknown where no proof is found."""
    if finding.verdict is not Verdict.HOLDS or finding.evidence is not Evidence.TESTED:
        return finding
    how = f"not refuted and not proved: {finding.how}"
    return replace(finding, verdict=Verdict.UNKNOWN, evidence=Evidence.NONE, how=how)


def _answered(
    conjecture: Conjecture | Restated, finding: Finding, effort: Effort, options: argparse.Namespace, seconds: float
) -> int:
    record = record_of(conjecture.as_part(), finding, effort, options.seed, seconds)
    if options.format == "json":
        print(json.dumps(record, indent=1, ensure_ascii=False))
    else:
        _explain(record, finding, conjecture)
    return EXIT[finding.verdict]


def _seconds(text: str) -> float:
    """A positive number of seconds, at most a day. Raises ArgumentTypeError, which argparse prints."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= A_DAY:
        raise argparse.ArgumentTypeError(f"{text!r} is no positive number of seconds (at most {A_DAY})")
    return seconds


def _list_variables(part: Part) -> None:
    print(f"{part.address} ({_read(part)}): {part.text}")
    for name, meaning in {**part.domain.variables, PRINTED: "the printed right-hand side"}.items():
        print(f"  {name}: {meaning}")
    names = sorted(named_everywhere(part))
    if len(names) > 1:
        print(f"  --which chooses among {', '.join(names)}")


def _joined(arguments: Sequence[str]) -> list[str]:
    """``--bound -x`` as ``--bound=-x``: a formula may begin with a minus sign, which argparse takes for an option."""
    joined: list[str] = []
    for word in arguments:
        if joined and joined[-1] == "--bound":
            joined[-1] = f"--bound={word}"
        else:
            joined.append(word)
    return joined


def _read(part: Part) -> str:
    return how_read({"reading": part.reading.value, "provenance": part.provenance})


def _fares(finding: Finding) -> str:
    known = words.EVIDENCE[finding.evidence.value]
    fares = "says nothing" if finding.verdict is Verdict.VACUOUS else finding.verdict.value
    return fares + (f" ({known})" if known else "")


def _explain(record: Record, finding: Finding, conjecture: Conjecture | Restated) -> None:
    print(f"{conjecture.part.address} ({_read(conjecture.part)}): {conjecture.part.text}")
    where = f", where {conjecture.where.text}" if conjecture.where else ""
    print(f"with the right-hand side {conjecture.bound.text}{where}: {_fares(finding)}")
    print(f"  {record['how']}")
    if finding.witness:
        print(f"  at {finding.witness['text']}")
        if finding.witness["kind"] == "instance":
            print(f"  {finding.witness['lhs']} {printed_signs(finding.witness['relation'])} {finding.witness['rhs']} is false")
    if finding.n0:
        print(f"  from {threshold_text(finding.n0)} on, along {finding.n0['family']}")
    if finding.tightness:
        print(f"  {words.attains(finding.tightness)}, at {finding.tightness['instance']}")


if __name__ == "__main__":
    sys.exit(command.run(main))
