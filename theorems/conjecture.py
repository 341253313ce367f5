"""``python -m theorems.conjecture ADDRESS --bound EXPRESSION``: a bound of your own in place of the printed one.

The whole machinery runs on it: the smallest witness that refutes it, a proof over the whole domain, or the tightness of
what was tested. Exit status: 0 holds (or holds from an n0 on), 1 refuted, 3 unknown, 4 vacuous, 2 unusable arguments.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from rich.console import Console

from kernels import balls
from kernels.arithmetic import BALLS, SYMBOLIC
from kernels.balls import Truth
from theorems.catalogue import UnknownStatementError, find
from theorems.expression import Expression, ExpressionError, Restriction, parse, parse_restriction
from theorems.instance import Instance
from theorems.judge import Effort
from theorems.provers.bisection import Budget
from theorems.provers.boxes import attempt, finding_of
from theorems.provers.climb import climb, shrunk
from theorems.provers.families import Eventually
from theorems.provers.positivity import Positivity, proved_in_all_cases, restricted
from theorems.provers.search import Search, evaluate, search, smallest_witness, witness_of
from theorems.record import Record, record_of
from theorems.statement import Condition, Finding, Part, World
from theorems.vocabulary import Comparison, Evidence, Reading, Relation, Verdict, comparisons

EXIT = {Verdict.HOLDS: 0, Verdict.ASYMPTOTIC: 0, Verdict.FAILS: 1, Verdict.UNKNOWN: 3, Verdict.VACUOUS: 4}
EFFORT = Effort("conjecture", examples=1500, seconds=25.0)
GENERAL_BASES = tuple(
    tuple(exponent.replace("a", a) for exponent in basis)
    for a in ("a0", "a1")
    for basis in (("a",), ("a", "a**2"), ("a", "a + a**2 - 1"), ("a - a**2", "a**2"), ("1 - a", "a"), ("a - 1", "a**2"))
)


class NotAComparisonError(ValueError):
    """The part has no right-hand side that a bound could replace."""


@dataclass(frozen=True)
class Conjecture:
    """A part of the catalogue with a user's bound, relation and restriction."""

    part: Part
    bound: Expression
    relation: Relation | None
    where: Restriction | None

    def claim(self, world: World) -> tuple[Comparison, ...]:
        bound = self.bound.value(names_of(self.part, world, self.bound), world_arithmetic(world))
        return tuple(
            Comparison(printed.lhs, self.relation or printed.relation, bound, printed.what)
            for printed in bounded(self.part, world)
        )

    def as_part(self) -> Part:
        """The conjecture as a part that the machinery can judge; its proof is left to :func:`settle`."""
        domain = self.part.domain
        if self.where is not None:
            domain = domain.where(condition_of(self.part, self.where))
        sign = self.relation.value if self.relation else "the printed relation to"
        return replace(
            self.part,
            says=f"{self.part.says}, with the right-hand side replaced: {sign} {self.bound.text}",
            claim=self.claim,
            domain=domain,
            proof=None,
            witness=None,
            note="",
            changed="a user's bound in place of the printed one" if self.part.reading is Reading.INTENDED else "",
        )


def bounded(part: Part, world: World) -> list[Comparison]:
    """The comparisons that the part claims, all of one relation.

    Raises NotAComparisonError where there are none, or where one bound cannot stand in place of all right-hand sides.
    """
    if part.claim is None:
        raise NotAComparisonError(f"{part.address} is established as a whole and has no right-hand side to replace")
    found = list(comparisons(part.claim(world)))
    relations = {comparison.relation for comparison in found}
    if len(relations) != 1:
        shown = ", ".join(sorted(relation.value for relation in relations)) or "no"
        raise NotAComparisonError(f"{part.address} claims {shown} comparisons at once: no single bound replaces them")
    return found


def names_of(part: Part, world: World, expression: Expression) -> dict[str, Any]:
    """The documented variables of the part as numbers of the world's arithmetic."""
    arithmetic = world_arithmetic(world)

    def number(value: Any) -> Any:
        return arithmetic.number(value) if isinstance(value, int | Fraction) else value

    return {name: number(getattr(world, name)) for name in names_in(expression, part)}


def world_arithmetic(world: World) -> Any:
    return getattr(world, "arithmetic", BALLS)


def condition_of(part: Part, where: Restriction) -> Condition:
    """The restriction as a hypothesis, checked with certainty at exact instances."""

    def check(instance: Instance) -> bool:
        values = {k: v for k, v in instance.items() if isinstance(v, int | Fraction)}
        missing = [name for name in part.domain.variables if name in where.names and name not in values]
        if missing:
            world = part.domain.bind(instance, BALLS)
            with balls.precision(256):
                numbers = {k: balls.ball(v) for k, v in values.items()} | {k: getattr(world, k) for k in missing}
                return balls.all_of(c.truth() for c in where.comparisons(numbers, BALLS)) is Truth.HOLDS
        return where.check(values)

    return Condition(where.text, check)


def settle(conjecture: Conjecture, effort: Effort = EFFORT, seed: int = 0) -> Finding:
    """Refute, prove, or test: in this order of what is cheap, never believing the one against the other."""
    part = conjecture.as_part()
    if isinstance(conjecture.part.proof, Eventually):
        return along_family(conjecture, part)
    drawn = search(part, effort.examples // 10, seed)
    refuted_at = drawn.refuted_at
    if drawn.satisfied == 0 and _where_is_impossible(conjecture):
        return Finding(Verdict.VACUOUS, Evidence.PROVED, how="no point of the domain meets --where (proved symbolically)")
    if refuted_at is None:
        proved = prove(conjecture, part) or implied(conjecture)
        if proved is not None:
            return _with_counts(proved, drawn)
        boxed = attempt(part, budget=Budget(seconds=effort.seconds))
        if boxed.certified:
            return _with_counts(finding_of(boxed), drawn)
        refuted_at = boxed.false_at or climb(part, effort.seconds / 2)
    if refuted_at is None:
        refuted_at = smallest_witness(part, seconds=effort.seconds)
    if refuted_at is None:
        drawn = search(part, effort.examples, seed + 1)
        refuted_at = drawn.refuted_at
    if refuted_at is None:
        how = f"not refuted and not proved: tested at {drawn.decided} instances"
        return _with_counts(Finding(Verdict.UNKNOWN, Evidence.NONE, how=how), drawn)
    smallest = shrunk(part, smallest_witness(part, seconds=effort.seconds) or refuted_at)
    witness = witness_of(part, smallest)
    growth = any(condition.growth for condition in part.domain.conditions)
    how = "a confirmed counterexample" + (", as a claim about all sizes; about large sizes it says nothing" if growth else "")
    return _with_counts(Finding(Verdict.FAILS, Evidence.CERTIFIED, how=how, witness=witness), drawn)


def prove(conjecture: Conjecture, part: Part) -> Finding | None:
    """A symbolic proof over the whole domain, restricted to --where as far as that is an interval of one parameter."""
    if part.domain.cases is None:
        return None
    own = conjecture.part.proof.bases if isinstance(conjecture.part.proof, Positivity) else ()
    domain = restricted(part.domain, _intervals(conjecture))
    finding = Positivity((*own, *GENERAL_BASES)).run(replace(part, domain=domain))
    return finding if finding.verdict is Verdict.HOLDS else None


def implied(conjecture: Conjecture) -> Finding | None:
    """A constant bound that the part's own proof gives or more than gives (see ``Part.gives``)."""
    part, constant = conjecture.part, conjecture.bound
    if part.gives is None or conjecture.relation not in (None, Relation.AT_LEAST) or names_in(constant, part):
        return None
    with balls.precision(256):
        mine = constant.value({}, BALLS)
    if balls.le(mine, balls.ball(part.gives)) is not Truth.HOLDS or part.proof is None:
        return None
    finding = part.proof.run(part)
    return finding if finding.verdict is Verdict.HOLDS else None


def names_in(expression: Expression, part: Part) -> list[str]:
    """The documented variables that occur in a formula."""
    return [name for name in part.domain.variables if name in expression.names]


def _intervals(conjecture: Conjecture) -> list[tuple[str, Relation, Fraction]]:
    """The pieces of --where of the form ``name relation constant``."""
    found = []
    for left, relation, right in conjecture.where.pieces if conjecture.where else ():
        if left.name is not None and right.constant is not None:
            found.append((left.name, relation, right.constant))
        elif left.constant is not None and right.name is not None:
            found.append((right.name, relation.reversed, left.constant))
    return found


def _where_is_impossible(conjecture: Conjecture) -> bool:
    """Is some piece of --where false in every symbolic case?"""
    if conjecture.where is None or conjecture.part.domain.cases is None:
        return False
    opposite = {
        Relation.AT_MOST: Relation.MORE,
        Relation.LESS: Relation.AT_LEAST,
        Relation.AT_LEAST: Relation.LESS,
        Relation.MORE: Relation.AT_MOST,
    }
    for left, relation, right in conjecture.where.pieces:
        if relation not in opposite:
            continue

        def contrary(world: World, left: Expression = left, right: Expression = right, sign: Relation = relation) -> Comparison:
            sides = (side.value(names_of(conjecture.part, world, side), SYMBOLIC) for side in (left, right))
            lhs, rhs = sides
            return Comparison(lhs, opposite[sign], rhs)

        if proved_in_all_cases(conjecture.part.domain, contrary, GENERAL_BASES):
            return True
    return False


def along_family(conjecture: Conjecture, part: Part) -> Finding:
    """A bound on a part about large sizes: decided on the part's own family.

    The printed proof's steps cover the printed bound beyond the family's last checked member, hence every weaker bound
    too; a stronger one that no member beyond refutes stays unknown. Being false at one large size refutes nothing about
    all large sizes: ``fails`` needs several members beyond the threshold in a row, and none far beyond that is true.
    """
    proof = conjecture.part.proof
    assert isinstance(proof, Eventually)
    last = proof.beyond()
    near = [proof.family.member(last + k) for k in (0, 1)]
    far = [proof.family.member(last + k) for k in (8, 16)]
    truths = {m: evaluate(part, m, limit=2048).truth for m in (*near, *far) if part.domain.broken(m) is None}
    if truths and all(truths.get(m) is Truth.FAILS for m in near) and Truth.HOLDS not in truths.values():
        how = f"false beyond the size from which the printed bound is proved, and not known to be true up to {far[-1]}"
        return Finding(Verdict.FAILS, Evidence.CERTIFIED, how=how, witness=witness_of(part, near[0]))
    failing, weaker = None, True
    for k in range(proof.family.first, last + 3):
        member = proof.family.member(k)
        if part.domain.broken(member) is not None:
            continue
        outcome = evaluate(part, member, limit=2048)
        if outcome.truth is Truth.UNKNOWN:
            return Finding(Verdict.UNKNOWN, Evidence.NONE, how=f"undecided at {member}")
        if outcome.truth is Truth.FAILS:
            failing = k
        with balls.precision(max(outcome.bits, 512)):
            world = part.domain.bind(member, BALLS)
            mine, theirs = (bounded(p, world)[0].rhs for p in (part, conjecture.part))
            upper = bounded(conjecture.part, world)[0].relation.upper
            no_stronger = (balls.ge if upper else balls.le)(mine, theirs) is Truth.HOLDS
            weaker = weaker and (no_stronger or balls.agrees(mine, theirs, digits=30))
    start = proof.family.member(proof.family.first if failing is None else failing + 1)
    n0 = {
        "variable": proof.variable,
        "value": str(start[proof.variable]),
        "family": proof.family.text,
        "constants": proof.constants,
    }
    printed_relation = bounded(conjecture.part, part.domain.bind(start, BALLS))[0].relation
    if not weaker or conjecture.relation not in (None, printed_relation):
        how = f"true at every checked member of the family from {start} on, but the printed proof does not cover this bound"
        return Finding(Verdict.UNKNOWN, Evidence.NONE, how=how, n0=n0)
    how = "no stronger than the printed bound at the checked members, which the part's own proof covers beyond them"
    return Finding(Verdict.ASYMPTOTIC, Evidence.TESTED, how=how, n0=n0)


def _with_counts(finding: Finding, found: Search) -> Finding:
    return replace(
        finding,
        tried=found.tried,
        satisfied=found.satisfied,
        decided=found.decided,
        precision_bits=found.bits,
        tightness=found.tightness,
    )


def conjectured(address: str, bound: str, relation: str | None, where: str | None, reading: str | None) -> Conjecture:
    """Read the command line's words. Raises UnknownStatementError, ExpressionError or NotAComparisonError."""
    candidates = [part for part in find(address) if reading in (None, part.reading.value)]
    if not candidates:
        raise NotAComparisonError(f"{address} has no {reading} reading")
    labels = sorted({part.label for part in candidates})
    if len(labels) > 1:
        raise NotAComparisonError(f"{address} has parts {', '.join(labels)}: name one of them")
    part = candidates[0]
    names = part.domain.variables
    if part.claim is None or not names:
        raise NotAComparisonError(f"{part.address} is no comparison whose bound could be replaced")
    restriction = parse_restriction(where, names) if where else None
    conjecture = Conjecture(part, parse(bound, names), Relation(relation) if relation else None, restriction)
    _first_comparison(conjecture)
    return conjecture


def _first_comparison(conjecture: Conjecture) -> None:
    """Fail early where the part is no single comparison or a name is missing from its worlds."""
    instance = next(_some_instances(conjecture.part), None)
    if instance is not None:
        with balls.precision(balls.DEFAULT_BITS):
            conjecture.claim(conjecture.part.domain.bind(instance, BALLS))


def _some_instances(part: Part) -> Iterator[Instance]:
    if isinstance(part.proof, Eventually):
        yield part.proof.family.member(part.proof.family.first)
    elif part.domain.small is not None:
        yield from (i for i in part.domain.small() if part.domain.broken(i) is None)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m theorems.conjecture", description="Try a bound of your own.")
    parser.add_argument("address", help='a part: "superiority/Lemma D.3/4"')
    parser.add_argument("--bound", required=True, help='the new right-hand side: "0.99*a1*sqrt(log(n))/n**(1-a1)"')
    parser.add_argument("--relation", choices=[r.value for r in Relation], help="default: the printed one")
    parser.add_argument("--where", help='a restriction of the domain: "a1 < 1 and n >= 100"')
    parser.add_argument("--reading", choices=[r.value for r in Reading], help="default: stated, if there is one")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    errors = Console(stderr=True)
    try:
        conjecture = conjectured(options.address, options.bound, options.relation, options.where, options.reading)
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
