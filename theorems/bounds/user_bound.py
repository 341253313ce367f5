"""A user's own bound in place of the printed one: as a claim, and as a part that the machinery can judge."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain

from kernels import balls
from kernels.arithmetic import BALLS
from kernels.balls import Truth
from theorems.bounds.expression import Expression, Restriction
from theorems.bounds.implication import PRINTED
from theorems.bounds.printed_formula import looked_at
from theorems.instance import Instance
from theorems.language.variables import arithmetic_of, model_of, named, values
from theorems.provers.ends import at_ends, moved, reals
from theorems.provers.families import Eventually
from theorems.statement import Condition, Domain, Model, Part, Printed
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
    whole: Part = field(init=False)  # the printed part with all of its comparisons

    def __post_init__(self) -> None:
        object.__setattr__(self, "whole", self.part)
        if self.which and self.part.claim is not None:
            object.__setattr__(self, "part", replace(self.part, printed=_only(self.part, self.which)))

    @property
    def only_a_part(self) -> bool:
        """Does it say nothing of some points or comparisons of the printed claim, so that its failure is not theirs?"""
        return self.where is not None or bool(self.which)

    def claim(self, model: Model) -> tuple[Comparison, ...]:
        """The user's comparisons; none where a variable of the bound has no value (a time that a small M never reaches)."""
        arithmetic = arithmetic_of(model)
        try:
            numbers = values(model, names_in(self.bound, self.part))
        except ValueError:
            return ()
        return tuple(
            Comparison(
                printed.lhs,
                self.relation or printed.relation,
                self.bound.value(numbers | {PRINTED: printed.rhs}, arithmetic),
                printed.what,
            )
            for printed in bounded(self.part, model, mixed=PRINTED in self.bound.names)
        )

    def as_part(self) -> Part:
        """The conjecture as a part that the machinery can judge; its proof is left to :func:`settle`.

        Its drawn and small instances are moved into --where.
        """
        domain = named(self.part.domain)
        if self.where is not None:
            domain = _steered(domain, self.part, self.where)
        sign = self.relation.value if self.relation else "the printed relation to"
        return replace(
            self.part,
            text=f"{self.part.text}, with the right-hand side replaced: {sign} {self.bound.text}",
            printed=self.part.printed.saying(self.claim),
            domain=domain,
            proof=None,
            witness=None,
            note="",
            changed="a user's bound in place of the printed one" if self.part.reading is Reading.INTENDED else "",
        )


def _only(part: Part, which: str) -> Printed:
    """The part's claim reduced to the comparisons that ``which`` names."""
    claim = part.claim
    assert claim is not None

    def reduced(model: Model) -> tuple[Comparison, ...]:
        every = tuple(comparisons(claim(model)))
        found = tuple(c for c in every if c.what == which)
        if every and not found:
            raise NotAComparisonError(_no_such(part, which, {c.what for c in every}))
        return found

    return claim.saying(reduced)


def _no_such(part: Part, which: str, known: Iterable[str]) -> str:
    shown = ", ".join(sorted(repr(name) for name in known))
    return f"{part.address} has no comparison {which!r} at every instance; those that it has everywhere are {shown or 'none'}"


def named_everywhere(part: Part) -> set[str]:
    """The names of comparisons that the part has at every looked-at instance at which it claims anything."""
    everywhere: set[str] | None = None
    for instance in looked_at(part):
        with balls.precision(balls.DEFAULT_BITS):
            names = {c.what for c in comparisons(part.claim(part.domain.bind(instance, BALLS)))} if part.claim else set()
        if names:
            everywhere = names if everywhere is None else everywhere & names
    return (everywhere or set()) - {""}


def check_which(part: Part, which: str) -> None:
    """Raise NotAComparisonError unless every instance has a comparison of this name, as far as one looks."""
    known = named_everywhere(part)
    if which not in known:
        raise NotAComparisonError(_no_such(part, which, known))


def bounded(part: Part, model: Model, *, mixed: bool = False) -> list[Comparison]:
    """The comparisons that the part claims here, perhaps none, all of one relation unless ``mixed``.

    Raises NotAComparisonError where one bound cannot stand in place of all right-hand sides.
    """
    if part.claim is None:
        raise NotAComparisonError(f"{part.address} is established as a whole and has no right-hand side to replace")
    found = list(comparisons(part.claim(model_of(model))))
    relations = {comparison.relation for comparison in found}
    several = ", ".join(dict.fromkeys(repr(comparison.what) for comparison in found if comparison.what))
    if len(relations) > 1 and not mixed:
        shown = ", ".join(sorted(relation.value for relation in relations))
        raise NotAComparisonError(
            f"{part.address} claims {shown} comparisons at once: no single bound replaces them; "
            f"write it through {PRINTED!r}, the printed right-hand side of each"
            + (f", or choose with --which: {several}" if several else "")
        )
    return found


# -- the points to look at -------------------------------------------------------------------------------------------------


def condition_of(part: Part, where: Restriction) -> Condition:
    """The restriction as a hypothesis, checked with certainty at exact instances."""

    def check(instance: Instance) -> bool:
        exact = {k: v for k, v in instance.items() if isinstance(v, int | Fraction)}
        missing = [name for name in part.domain.variables if name in where.names and name not in exact]
        if missing:
            with balls.precision(256):
                model = named(part.domain).bind(instance, BALLS)
                try:
                    numbers = {k: balls.ball(v) for k, v in exact.items()} | values(model, missing)
                except ValueError:  # no value here
                    return False
                return balls.all_of(c.truth() for c in where.comparisons(numbers, BALLS)) is Truth.HOLDS
        return where.check(exact)

    return Condition(words=where.text, check=check)


def _steered(domain: Domain, part: Part, where: Restriction) -> Domain:
    """The domain restricted to --where, whose drawn and small instances are moved into it as far as that is easy."""
    condition = condition_of(part, where)
    real = reals(looked_at(part))
    small = domain.small

    def inside(instance: Instance) -> Instance:
        for name, relation, value in _targets(where, instance):
            if not relation.true_of(instance[name], value):
                near = (value, *(value + sign * step for step in (Fraction(1, 100), Fraction(1, 10**6), 1) for sign in (1, -1)))
                fitting = (v for v in near if relation.true_of(v, value))
                found = (moved(domain, instance, name, v, real) for v in fitting)
                instance = next((i for i in found if i is not None), instance)
        return instance

    def moved_small() -> Iterator[Instance]:
        assert small is not None
        return (inside(instance) for instance in small())

    steered = domain.where(replace(condition, steer=inside))
    return steered if small is None else replace(steered, small=moved_small)


def _targets(where: Restriction, instance: Instance) -> Iterator[tuple[str, Relation, Fraction]]:
    """The pieces ``name relation value`` of --where, read from either side, with the exact value that they have here."""
    exact = {k: v for k, v in instance.items() if isinstance(v, int | Fraction)}
    for left, relation, right in where.pieces:
        for side, sign, other in ((left, relation, right), (right, relation.reversed, left)):
            if side.name in exact and other.names <= set(exact):
                value = other.exact(exact)
                if value is not None:
                    yield str(side.name), sign, value
                    break


def with_ends(part: Part) -> Part:
    """The part with neighbours at the ends of the ranges as well, for a search that climbs."""
    real, vary = reals(looked_at(part)), part.domain.vary

    def neighbours(instance: Instance) -> Iterator[Instance]:
        return chain(at_ends(part.domain, instance, real), vary(instance) if vary is not None else ())

    return replace(part, domain=replace(part.domain, vary=neighbours))


def names_in(expression: Expression, part: Part) -> list[str]:
    """The documented variables that occur in a formula."""
    return [name for name in part.domain.variables if name in expression.names]


def some_instances(part: Part) -> Iterable[Instance]:
    """Small instances that meet the part's hypotheses and of which it claims something, or the first member of its family."""
    if isinstance(part.proof, Eventually):
        yield part.proof.family.member(part.proof.family.first)
    elif part.domain.small is not None:
        yield from (i for i in part.domain.small() if part.domain.broken(i) is None and _claims_something(part, i))


def _claims_something(part: Part, instance: Instance) -> bool:
    if part.claim is None:
        return True
    with balls.precision(balls.DEFAULT_BITS):
        return any(comparisons(part.claim(model_of(named(part.domain).bind(instance, BALLS)))))
