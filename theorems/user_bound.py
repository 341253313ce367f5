"""A user's own bound in place of the printed one: as a claim, and as a part that the machinery can judge."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from kernels import balls
from kernels.arithmetic import BALLS
from kernels.balls import Truth
from theorems.expression import Expression, Restriction
from theorems.implication import PRINTED
from theorems.instance import Instance
from theorems.provers.families import Eventually
from theorems.statement import Condition, Part, World
from theorems.variables import arithmetic_of, named, values, world_of
from theorems.vocabulary import Comparison, Reading, Relation, comparisons


class NotAComparisonError(ValueError):
    """The part has no right-hand side that a bound could replace."""


@dataclass(frozen=True)
class Conjecture:
    """A part of the catalogue with a user's bound, relation and restriction.

    ``which``: of a claim of several comparisons only those told apart by this word (``upper``).
    """

    part: Part
    bound: Expression
    relation: Relation | None = None
    where: Restriction | None = None
    which: str = ""

    def __post_init__(self) -> None:
        if self.which and self.part.claim is not None:
            object.__setattr__(self, "part", replace(self.part, claim=_only(self.part, self.which)))

    @property
    def only_a_part(self) -> bool:
        """Does it say nothing of some points or comparisons of the printed claim, so that its failure is not theirs?"""
        return self.where is not None or bool(self.which)

    def claim(self, world: World) -> tuple[Comparison, ...]:
        """The user's comparisons; none where a variable of the bound has no value (a time that a small M never reaches)."""
        arithmetic = arithmetic_of(world)
        try:
            numbers = values(world, names_in(self.bound, self.part))
        except ValueError:
            return ()
        return tuple(
            Comparison(
                printed.lhs,
                self.relation or printed.relation,
                self.bound.value(numbers | {PRINTED: printed.rhs}, arithmetic),
                printed.what,
            )
            for printed in bounded(self.part, world, mixed=PRINTED in self.bound.names)
        )

    def as_part(self) -> Part:
        """The conjecture as a part that the machinery can judge; its proof is left to :func:`settle`."""
        domain = named(self.part.domain)
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


def _only(part: Part, which: str) -> Callable[[World], tuple[Comparison, ...]]:
    """The part's claim reduced to the comparisons that ``which`` names."""
    claim = part.claim
    assert claim is not None

    def reduced(world: World) -> tuple[Comparison, ...]:
        every = tuple(comparisons(claim(world)))
        found = tuple(c for c in every if c.what == which)
        if every and not found:
            known = ", ".join(sorted({repr(c.what) for c in every}))
            raise NotAComparisonError(f"{part.address} has no comparison {which!r}; there are {known}")
        return found

    return reduced


def bounded(part: Part, world: World, *, mixed: bool = False) -> list[Comparison]:
    """The comparisons that the part claims, all of one relation unless ``mixed``.

    Raises NotAComparisonError where there are none, or where one bound cannot stand in place of all right-hand sides.
    """
    if part.claim is None:
        raise NotAComparisonError(f"{part.address} is established as a whole and has no right-hand side to replace")
    found = list(comparisons(part.claim(world_of(world))))
    relations = {comparison.relation for comparison in found}
    several = ", ".join(dict.fromkeys(repr(comparison.what) for comparison in found if comparison.what))
    if len(relations) != 1 and not (mixed and relations):
        shown = ", ".join(sorted(relation.value for relation in relations)) or "no"
        raise NotAComparisonError(
            f"{part.address} claims {shown} comparisons at once: no single bound replaces them; "
            f"write it through {PRINTED!r}, the printed right-hand side of each"
            + (f", or choose with --which: {several}" if several else "")
        )
    return found


def condition_of(part: Part, where: Restriction) -> Condition:
    """The restriction as a hypothesis, checked with certainty at exact instances."""

    def check(instance: Instance) -> bool:
        exact = {k: v for k, v in instance.items() if isinstance(v, int | Fraction)}
        missing = [name for name in part.domain.variables if name in where.names and name not in exact]
        if missing:
            with balls.precision(256):
                world = named(part.domain).bind(instance, BALLS)
                numbers = {k: balls.ball(v) for k, v in exact.items()} | values(world, missing)
                return balls.all_of(c.truth() for c in where.comparisons(numbers, BALLS)) is Truth.HOLDS
        return where.check(exact)

    return Condition(where.text, check)


def names_in(expression: Expression, part: Part) -> list[str]:
    """The documented variables that occur in a formula."""
    return [name for name in part.domain.variables if name in expression.names]


def some_instances(part: Part) -> Iterable[Instance]:
    """Small instances that meet the part's hypotheses, or the first member of its family."""
    if isinstance(part.proof, Eventually):
        yield part.proof.family.member(part.proof.family.first)
    elif part.domain.small is not None:
        yield from (i for i in part.domain.small() if part.domain.broken(i) is None)
