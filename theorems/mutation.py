"""Parts made slightly false on purpose, and what becomes of them.

A mutant is killed by a witness, or proved: then it is true as well, and the printed bound has that much slack. A part that
holds and none of whose mutants dies is an error: its check is worth nothing.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import islice
from pathlib import Path
from types import FunctionType
from typing import Any

from kernels import balls
from kernels.arithmetic import BALLS
from kernels.balls import Truth
from theorems.instance import Instance
from theorems.provers.families import Eventually
from theorems.provers.positivity import Positivity
from theorems.provers.search import evaluate, search
from theorems.record import Record, digest, key_of
from theorems.report import recorded
from theorems.statement import Domain, Part, World
from theorems.vocabulary import Claimed, Comparison, Relation, Verdict, comparisons

EPSILONS = (Fraction(1, 2), Fraction(1, 10), Fraction(1, 100))


@dataclass(frozen=True)
class Mutant:
    """``kind``: what was changed; ``part``: the mutated part; ``amount``: by how much the bound was tightened (slack).

    ``provable``: do the symbolic cases follow the change? A dropped range is not seen by them: such a mutant can only die.
    """

    kind: str
    part: Part
    amount: Fraction | None = None
    provable: bool = True


@dataclass(frozen=True)
class Outcome:
    """``killed`` with the witness, ``true`` (proved, hence slack), ``survived`` (neither), ``invalid`` (cannot run)."""

    mutant: Mutant
    fate: str
    witness: str = ""


def mutants_of(part: Part) -> Iterator[Mutant]:
    """All systematic mutants of a part that claims comparisons."""
    if part.claim is None:
        return
    relations = _relations(part)
    if relations - {Relation.EQUAL}:
        for epsilon in EPSILONS:
            yield Mutant(f"bound tightened by the factor 1 ∓ {epsilon}", _rescaled(part, epsilon), epsilon)
            yield Mutant(f"bound tightened by the power n^∓{epsilon}", _repowered(part, epsilon))
        yield Mutant("relation reversed", _related(part, lambda relation: relation.reversed))
    if relations & {Relation.AT_MOST, Relation.AT_LEAST}:
        yield Mutant("relation made strict", _related(part, lambda relation: relation.made_strict))
    if Relation.EQUAL in relations:
        yield Mutant("equality shifted by the factor 1 + 1/100", _rescaled(part, Fraction(1, 100), equalities=True))
    yield from _other_domains(part)
    yield from _other_constants(part)


def _relations(part: Part) -> set[Relation]:
    """The relations of the part's comparisons at its first small instance (or member of its family)."""
    if isinstance(part.proof, Eventually):
        instances = iter([part.proof.family.member(part.proof.family.first)])
    else:
        small = part.domain.small
        instances = (i for i in (small() if small else ()) if part.domain.broken(i) is None)
    instance = next(instances, None)
    if instance is None or part.claim is None:
        return set(Relation)
    with balls.precision(balls.DEFAULT_BITS):
        return {c.relation for c in comparisons(part.claim(part.domain.bind(instance, BALLS)))}


def _mapped(part: Part, change: Callable[[World, Comparison], Comparison]) -> Part:
    claim = part.claim
    assert claim is not None

    def mutated(world: World) -> Claimed:
        return tuple(change(world, comparison) for comparison in comparisons(claim(world)))

    return replace(part, claim=mutated, witness=None)


def _rescaled(part: Part, epsilon: Fraction, *, equalities: bool = False) -> Part:
    def change(world: World, comparison: Comparison) -> Comparison:
        if (comparison.relation is Relation.EQUAL) is not equalities:
            return comparison
        factor = 1 - epsilon if comparison.relation.upper else 1 + epsilon
        return comparison.with_rhs(comparison.rhs * _number(world, factor))

    return _mapped(part, change)


def _repowered(part: Part, epsilon: Fraction) -> Part:
    def change(world: World, comparison: Comparison) -> Comparison:
        if comparison.relation is Relation.EQUAL:
            return comparison
        exponent = _number(world, -epsilon if comparison.relation.upper else epsilon)
        return comparison.with_rhs(comparison.rhs * world.n**exponent)

    return _mapped(part, change)


def _number(world: World, value: Fraction) -> Any:
    return getattr(world, "arithmetic", BALLS).number(value)


def _related(part: Part, change: Callable[[Relation], Relation]) -> Part:
    return _mapped(part, lambda _, comparison: replace(comparison, relation=change(comparison.relation)))


def _other_domains(part: Part) -> Iterator[Mutant]:
    domain = part.domain
    for condition in domain.conditions:
        dropped = tuple(c for c in domain.conditions if c is not condition)
        seen = condition.on_case is not None
        yield Mutant(f"hypothesis dropped: {condition.text}", _on(part, replace(domain, conditions=dropped)), provable=seen)
        opposite = domain.swaps.get(condition)
        if opposite is not None:
            swapped = tuple(opposite if c is condition else c for c in domain.conditions)
            yield Mutant(f"index set swapped: {opposite.text}", _on(part, replace(domain, conditions=swapped)))
    if domain.sibling is not None:
        other = domain.sibling()
        index_sets = [c for c in domain.conditions if c in domain.swaps]
        yield Mutant(f"dataset swapped: {other.name}", _on(part, other.where(*index_sets)))


def _on(part: Part, domain: Domain) -> Part:
    return replace(part, domain=domain, witness=None)


def _other_constants(part: Part) -> Iterator[Mutant]:
    """Each integer constant of the claim's own code, raised by one."""
    claim = part.claim
    if not isinstance(claim, FunctionType):
        return
    constants = claim.__code__.co_consts
    for position, constant in enumerate(constants):
        if isinstance(constant, int) and not isinstance(constant, bool):
            changed = (*constants[:position], constant + 1, *constants[position + 1 :])
            code = claim.__code__.replace(co_consts=changed)
            other = FunctionType(code, claim.__globals__, closure=claim.__closure__)
            yield Mutant(f"constant {constant} changed to {constant + 1}", replace(part, claim=other, witness=None))


def fate(mutant: Mutant, seconds: float = 2.0, seed: int = 0) -> Outcome:
    """Kill the mutant with a small or drawn instance, or else prove it."""
    part = mutant.part
    try:
        killer = _killer(part, seconds, seed)
        if killer is not None:
            return Outcome(mutant, "killed", str(killer))
        if mutant.provable and isinstance(part.proof, Positivity) and part.domain.cases is not None:
            proved = part.proof.run(part).verdict is Verdict.HOLDS
            return Outcome(mutant, "true" if proved else "survived")
    except (TypeError, AttributeError, ZeroDivisionError, ValueError, StopIteration, LookupError) as error:
        return Outcome(mutant, "invalid", f"{type(error).__name__}: {error}")
    return Outcome(mutant, "survived")


def _killer(part: Part, seconds: float, seed: int) -> Instance | None:
    if isinstance(part.proof, Eventually):
        # false below the threshold is no news: a mutant of an asymptotic part dies where the printed claim is proved
        members = (part.proof.family.member(part.proof.beyond() + k) for k in (0, 2))
        return next((m for m in members if _refutes(part, m)), None)
    end = time.monotonic() + seconds
    for number, instance in enumerate(islice(part.domain.small() if part.domain.small else (), 20_000)):
        # neighbours leave the ranges that a dropped hypothesis no longer enforces
        near = part.domain.vary(instance) if part.domain.vary and number % 50 == 0 else ()
        for candidate in (instance, *near):
            if _refutes(part, candidate):
                return candidate
        if time.monotonic() > end:
            break
    return search(part, 100, seed).refuted_at


def _refutes(part: Part, instance: Instance) -> bool:
    return part.domain.broken(instance) is None and evaluate(part, instance, limit=1024).truth is Truth.FAILS


def first_kill(part: Part, seconds: float = 2.0) -> Outcome | None:
    """Some killed mutant, the cheapest first; None when none dies."""
    return next((outcome for m in mutants_of(part) if (outcome := fate(m, seconds)).fate == "killed"), None)


def slack(outcomes: Sequence[Outcome]) -> Fraction | None:
    """The largest tried ε by which the printed bound is proved to be improvable, None when there is none."""
    return max((o.mutant.amount for o in outcomes if o.fate == "true" and o.mutant.amount), default=None)


def holds(part: Part) -> bool:
    """Is the part recorded as holding, at once or from some size on?"""
    known = recorded.load(part.paper).get(f"{part.address} ({part.reading.value})")
    return known is not None and Verdict(known.verdict).stands


# -- what is kept --------------------------------------------------------------------------------------------------------

KEPT = Path(__file__).parent / "recorded"


def power(part: Part, seconds: float) -> dict[str, Any]:
    """The fates of all mutants of a part, as kept for the report."""
    outcomes = [fate(mutant, seconds) for mutant in mutants_of(part)]
    found = slack(outcomes)
    killed = next((o for o in outcomes if o.fate == "killed"), None)
    return {
        "digest": digest(part),
        **{kind: sum(o.fate == kind for o in outcomes) for kind in ("killed", "true", "survived", "invalid")},
        "slack": None if found is None else str(found),
        "example": None if killed is None else {"mutant": killed.mutant.kind, "witness": killed.witness},
        "survivors": [o.mutant.kind for o in outcomes if o.fate == "survived"],
    }


@cache
def kept(paper: str) -> dict[str, dict[str, Any]]:
    """The recorded fates of a paper's mutants by part; empty where none were recorded."""
    path = KEPT / f"{paper}.mutants.json"
    return json.loads(path.read_text()) if path.exists() else {}


def keep(paper: str, results: dict[str, dict[str, Any]]) -> Path:
    """Record fates; those of other parts stay as they are."""
    path = KEPT / f"{paper}.mutants.json"
    path.write_text(json.dumps(kept(paper) | results, indent=1, ensure_ascii=False) + "\n")
    kept.cache_clear()
    return path


def of_record(record: Record) -> dict[str, Any] | None:
    """The kept fates that belong to a record; None when there are none or the statement has changed since."""
    fates = kept(record["paper"]).get(key_of(record))
    return fates if fates is not None and fates["digest"] == record["digest"] else None
