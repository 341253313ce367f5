"""What a claim over bound data compares at an instance, relation by relation."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from kernels import balls
from kernels.balls import Truth
from theorems.language import tree
from theorems.language.given import Bound
from theorems.language.printing import text
from theorems.language.seen import SIGNS, Seen
from theorems.language.structure import ONE, ZERO, Scene
from theorems.language.tree import Claim, Expr, Relation, Symbol
from theorems.vocabulary import Comparison


def _without(scene: Scene, index: Symbol) -> Scene:
    where = {symbol: point for symbol, point in scene.where.items() if symbol is not index}
    return Scene(where, frozenset(where.values()))


def relations_in(claim: Claim) -> Iterator[Relation]:
    match claim:
        case Relation():
            yield claim
        case tree.Chain():
            yield from claim.links
        case tree.And() if all(isinstance(c, Relation | tree.Chain | tree.And) for c in claim.claims):
            for member in claim.claims:
                yield from relations_in(member)


@lru_cache(maxsize=256)
def without_left(claim: Claim) -> Claim:
    """The same relations with 0 for each left-hand side; a claim that must be true or false to be compared stays as it is."""
    match claim:
        case Relation():
            return Relation(ZERO, claim.sign, claim.right)
        case tree.Chain():
            return tree.And(tuple(map(without_left, claim.links)))
        case tree.And():
            return tree.And(tuple(map(without_left, claim.claims)))
        case tree.ForAll():
            return tree.ForAll(claim.variable, claim.range, without_left(claim.body))
    return claim


def comparisons_of(
    claim: Claim, bound: Bound | Seen, scene: Any, what: str = "", element: Expr | None = None
) -> Iterator[Comparison]:
    match claim:
        case Relation(left=left, sign="!=", right=right) if isinstance(bound, Seen):
            yield from _one_of([tuple(comparisons_of(side, bound, scene, what)) for side in (left < right, left > right)])
        case Relation():
            yield Comparison(bound.value(claim.left, scene), SIGNS[claim.sign], bound.value(claim.right, scene), what)
        case tree.Chain():
            for link in claim.links:
                yield from comparisons_of(link, bound, scene, what or text(link))
        case tree.And():
            for member in claim.claims:
                yield from comparisons_of(
                    member, bound, scene, what or ("" if isinstance(member, tree.Chain | tree.ForAll) else text(member))
                )
        case tree.Or() if isinstance(bound, Seen):
            yield from _one_of([tuple(comparisons_of(member, bound, scene, what or text(member))) for member in claim.claims])
        case tree.ForAll() if isinstance(bound, Seen):
            for each, _ in bound.runs(claim, scene):
                inside = {**scene, claim.variable: each}
                named = f"{claim.variable.name} = {each}"
                yield from comparisons_of(claim.body, bound, inside, f"{what}, {named}" if what else named)
        case tree.Exists() if isinstance(bound, Seen):
            members = [
                tuple(comparisons_of(claim.body, bound, {**scene, claim.variable: e}, what))
                for e, _ in bound.runs(claim, scene)
            ]
            yield from _one_of(members) if members else [Comparison(balls.ball(1), SIGNS["<="], balls.ball(0), what)]
        case tree.ForAll() if isinstance(bound, Bound) and claim.variable in scene.where.keys() & bound.given.kinds:
            yield from comparisons_of(claim.body, bound, scene, what)  # a symbolic case: one kind of element at a time
        case tree.ForAll() if isinstance(bound, Bound):
            for point, count in bound.given.model.structure.orbits(claim.range, scene):
                if not _none(bound.value(count)):
                    inside = scene.with_(claim.variable, point)
                    yield from comparisons_of(claim.body, bound, inside, f"{claim.variable.name}: {point}")
        case tree.Implies() if isinstance(bound, Bound):
            if bound.given.model.structure.holds(claim.premise, scene):  # a claim about indices
                yield from comparisons_of(claim.conclusion, bound, scene, what)
        case tree.Implies():
            premises = list(comparisons_of(claim.premise, bound, scene))
            undecided = [c for c in premises if c.truth() is Truth.UNKNOWN]
            yield from undecided  # nothing is concluded before more digits decide them
            if not undecided and all(c.truth() is Truth.HOLDS for c in premises):
                yield from comparisons_of(claim.conclusion, bound, scene, what)
        case tree.ExactlyOne() if isinstance(bound, Bound):
            yield from _exactly_one(claim, bound, scene, element)
        case _:
            raise TypeError(f"{text(claim)} cannot be compared at one instance: say with .bridge(...) what is")


def _none(count: Any) -> bool:
    """Is there no element of a kind? A formula in the place of a number does not say so."""
    return not isinstance(count, Expr) and bool(count == 0)


def _one_of(members: list[tuple[Comparison, ...]]) -> tuple[Comparison, ...]:
    """The first member that holds; where none does the first that is undecided, else the last."""
    truths = [balls.all_of(c.truth() for c in found) for found in members]
    for truth in (Truth.HOLDS, Truth.UNKNOWN):
        if truth in truths:
            return members[truths.index(truth)]
    return members[-1]


def at_the_first(claim: tree.ExactlyOne, bound: Bound) -> Scene:
    """The scene with the bound variable at some element of its range: all have the same trivial range."""
    point, _ = next(iter(bound.given.model.structure.orbits(claim.range, bound.pattern)))
    return bound.pattern.with_(claim.variable, point)


def _exactly_one(claim: tree.ExactlyOne, bound: Bound, scene: Scene, element: Expr | None) -> Iterator[Comparison]:
    """One element has the property and every other kind of element has not.

    The element is of a kind that occurs once: in a symbolic case ``element`` (the first such kind unless
    given), at an instance the one that has it.
    """
    if not isinstance(claim.body, Relation):
        raise TypeError("exactly one: the property is to be one relation")
    if claim.variable in scene.where:  # a symbolic case: one kind of element at a time
        base = _without(scene, claim.variable)
        occurring_once = (point for point, count in bound.given.model.structure.orbits(claim.range, base) if count is ONE)
        alone = next(occurring_once) if element is None else base.point(element)
        relation = claim.body if scene.where[claim.variable] == alone else claim.body.contrary
        yield from comparisons_of(relation, bound, scene)
        return
    found = []
    for point, count in bound.given.model.structure.orbits(claim.range, scene):
        (comparison,) = comparisons_of(claim.body, bound, scene.with_(claim.variable, point), f"{claim.variable.name}: {point}")
        number = bound.value(count)
        if number != 0:
            found.append((comparison, number == 1))
    single = [c for c, once in found if once]
    chosen = next((c for c in single if c.truth() is Truth.HOLDS), single[0])
    for comparison, _ in found:
        contrary = comparison.relation.negated
        assert contrary is not None
        yield comparison if comparison is chosen else replace(comparison, relation=contrary)
