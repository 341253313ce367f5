"""Pinned witnesses as theorems: there is a point that meets the hypotheses, and there the claim is false.

The parameters stay names in the claim, with their values beside it. What a model computes at the point enters as the formula
with which it computes it; one that asks for more than a formula (a comparison, a search, a ball) is refused.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from typing import Any

from kernels import balls
from kernels.arithmetic import BALLS
from kernels.balls import Truth
from theorems.formal.over_parameters import about_parameters, as_relation
from theorems.formal.statements import CLOSED, NUMBERS, Export, Theorem, explicit, parameters, theorem_name
from theorems.formal.terms import NoCoqFormError
from theorems.formal.trees import TREES
from theorems.instance import Instance
from theorems.language.computed import Computed, Scope, Seen
from theorems.language.given import Bound, Given
from theorems.language.lemma import PrintedLine
from theorems.language.tree import (
    And,
    Chain,
    Claim,
    Expr,
    Member,
    Or,
    Range,
    Relation,
    Symbol,
    expr,
    free_symbols,
)
from theorems.language.values import value
from theorems.provers.search import evaluate
from theorems.statement import Model, Part
from theorems.vocabulary import Comparison, comparisons

NOT_FORMULAS = (TypeError, AttributeError, ValueError, LookupError, ArithmeticError, NotImplementedError)


@dataclass(frozen=True)
class AtPoint(Seen):
    """A model whose parameters are seen as their names."""

    point: Instance = field(default_factory=Instance, compare=False)

    def _computed(self, node: Expr, scope: Scope) -> Any:
        if isinstance(node, Symbol) and node not in scope and self._is_parameter(node):
            return node
        return super()._computed(node, scope)

    def _is_parameter(self, node: Symbol) -> bool:
        supply = self.given.quantities.get(node, node.name)
        known = self.point.get(node.name)
        if supply != node.name or not isinstance(known, int | Fraction) or isinstance(known, bool):
            return False
        return getattr(self.model, node.name, None) in (known, TREES.number(known))


@dataclass(frozen=True)
class ByName(Computed):
    """Data at one point, the parameters seen as their names."""

    point: Instance = field(default_factory=Instance)
    __hash__ = Computed.__hash__

    def seen(self, model: Model) -> AtPoint:
        return AtPoint(self, model, point=self.point)


def export(part: Part) -> Export:
    """The part's refutation at its witness. Raises NoCoqFormError."""
    if part.witness is None or part.claim is None or not isinstance(part.printed, PrintedLine):
        raise NoCoqFormError("no witness")
    if part.printed.says is not None:
        raise NoCoqFormError("what is compared is no tree")
    instance = Instance.parse(part.witness)
    try:
        claimed, hypotheses, kind = _at(part, instance)
    except NOT_FORMULAS as error:
        if isinstance(error, NoCoqFormError):
            raise
        raise NoCoqFormError(f"the model computes more than a formula: {error}") from error
    relations = _as_evaluated(part, instance, claimed)
    claim: Claim = And(tuple(relations)) if len(relations) > 1 else relations[0]
    places = {name: place for place, name in enumerate(instance)}
    named = frozenset().union(*map(free_symbols, (claim, *hypotheses)))
    numbers: dict[Expr, Fraction] = {s: Fraction(instance[s.name]) for s in sorted(named, key=lambda s: places[s.name])}
    # the point itself: sizes are seen to be whole, and some numbers stand as such in the model's formulas
    hypotheses = (*(Relation(s, "==", expr(x)) for s, x in numbers.items()), *hypotheses)
    broken = _broken(relations, numbers)
    variables = parameters((s for s in numbers if isinstance(s, Symbol)), (*hypotheses, claim))
    theorem = Theorem(
        theorem_name(part, "refuted"),
        f"at {instance}",
        variables,
        hypotheses,
        claim,
        (),
        tuple(numbers[s] for s in variables),
    )
    return Export(part, kind, (replace(theorem, proof=_proof(theorem, len(relations), broken)),))


def _at(part: Part, instance: Instance) -> tuple[list[Comparison], tuple[Claim, ...], str]:
    """What is claimed at the point, what is assumed there, and what that starts from."""
    line = part.printed
    assert isinstance(line, PrintedLine)
    assert part.claim is not None
    if isinstance(line.given, Given):
        given = line.given
        bound = Bound(given, given.located(instance), {s: s for s in given.parameters}, TREES)
        width, copies = given.model.structure.needs(bound.pattern)
        least = (given.model.structure.columns >= width + given.beside, given.copies >= copies)
        return list(comparisons(part.claim(bound))), (*about_parameters(given, given.hypotheses), *least), CLOSED
    own = {f.name: getattr(line.given, f.name) for f in fields(Computed)}
    data = ByName(**own, point=instance)
    model = part.domain.bind(instance, TREES)
    claimed = list(comparisons(replace(line, given=data)(model)))
    seen = data.seen(model)
    hypotheses = []
    for condition in part.domain.conditions:
        if condition.claim is None:
            raise NoCoqFormError(f"a hypothesis is in words: {condition.text}")
        if not data.on_indices(condition.claim):
            hypotheses.append(_assumed(condition.claim, seen))
    return claimed, tuple(hypotheses), NUMBERS


def _assumed(claim: Claim, seen: AtPoint) -> Claim:
    """A hypothesis with what the model computes in it. Raises NoCoqFormError."""
    match claim:
        case Relation():
            return Relation(seen.value(claim.left), claim.sign, seen.value(claim.right))
        case Chain():
            return And(tuple(_assumed(link, seen) for link in claim.links))
        case And() | Or():
            return type(claim)(tuple(_assumed(each, seen) for each in claim.claims))
        case Member(range=Range() as range_):
            element = seen.value(claim.element)
            low, high = seen.value(range_.low), seen.value(range_.high)
            return And((Relation(low, "<=", element), Relation(element, "<=", high)))
    raise NoCoqFormError(f"no hypothesis about numbers: {claim!r}")


def _as_evaluated(part: Part, instance: Instance, claimed: list[Comparison]) -> list[Relation]:
    """The relations, held against what balls compute at the same point.

    Kinds of elements that do not occur there fall away. Raises NoCoqFormError where a value is another one.
    """
    outcome = evaluate(part, instance)
    found = []
    trees = {(c.what, k): c for k, c in enumerate(claimed)} if len(claimed) == len(outcome.compared) else {}
    by_name = {c.what: c for c in claimed}
    for k, known in enumerate(outcome.compared):
        tree = trees.get((known.what, k)) or (by_name.get(known.what) if len(by_name) == len(claimed) else None)
        if tree is None:
            raise NoCoqFormError(f"nothing is exported of {known.what or 'the claim'}")
        relation = as_relation(tree)
        for side, ball in ((relation.left, known.lhs), (relation.right, known.rhs)):
            numbers: dict[Expr, Any] = {s: BALLS.number(Fraction(instance[s.name])) for s in free_symbols(side)}
            if not balls.close(balls.ball(value(side, numbers, BALLS)), balls.ball(ball), 12):
                raise NoCoqFormError(f"{side!r} has another value at {instance}")
        found.append(relation)
    return found


def _broken(relations: list[Relation], numbers: dict[Expr, Fraction]) -> int:
    """Which of the relations is certainly false. Raises NoCoqFormError for none."""
    asked = {"<=": balls.gt, "<": balls.ge, ">=": balls.lt, ">": balls.le}
    at: dict[Expr, Any] = {s: BALLS.number(x) for s, x in numbers.items()}
    for k, relation in enumerate(relations):
        left, right = (value(side, at, BALLS) for side in (relation.left, relation.right))
        if relation.sign in asked and asked[relation.sign](left, right) is Truth.HOLDS:
            return k
        if relation.sign == "==" and balls.eq(left, right) is Truth.FAILS:
            return k
    raise NoCoqFormError("no relation is certainly false")


def _proof(theorem: Theorem, count: int, broken: int) -> tuple[str, ...]:
    assert theorem.point is not None
    point = f"exists {', '.join(map(explicit, theorem.point))}." if theorem.point else "idtac."
    known = len(theorem.hypotheses) + len(theorem.values)
    lines = [point, *(["repeat apply conj; try solve [met | left; met | right; met]."] if known else [])]
    if count == 1:
        return (*lines, "all: refuted.")  # none is left where the claim is an equation
    pattern = " & ".join("H" if k == broken else "_" for k in range(count))
    return (*lines, f"all: intros ({pattern}); revert H; refuted.")
