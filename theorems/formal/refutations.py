"""Pinned witnesses as theorems: there is a point that meets the hypotheses, and there the claim is false.

The parameters stay names in the claim, with their values beside it. What a model computes at the point enters as the formula
with which it computes it; one that asks for more than a formula (a comparison, a search, a ball) is refused.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from typing import Any

from kernels import balls
from kernels.arithmetic import BALLS
from kernels.balls import Truth
from theorems.formal.over_parameters import about_parameters, as_relation
from theorems.formal.recorded import Formula, UnrecordedError, Zero, recording
from theorems.formal.statements import CLOSED, NUMBERS, NUMBERS_COMPARED, Export, Theorem, explicit, parameters, theorem_name
from theorems.formal.terms import NoCoqFormError, name_of, term
from theorems.formal.trees import TREES
from theorems.instance import Instance
from theorems.language import tree
from theorems.language.computed import Computed
from theorems.language.given import Bound, Given
from theorems.language.printed_line import PrintedLine
from theorems.language.seen import NOWHERE, Scope, Seen
from theorems.language.tree import Claim, Expr, Node, Relation, Symbol, expr, free_symbols
from theorems.language.values import value
from theorems.provers.search import evaluate
from theorems.statement import Model, Part
from theorems.vocabulary import Comparison, comparisons

NOT_FORMULAS = (TypeError, AttributeError, ValueError, LookupError, ArithmeticError, NotImplementedError, UnrecordedError)
LARGEST = 4000  # nodes of a statement


@dataclass(frozen=True)
class AtPoint(Seen):
    """A model whose parameters are seen as their names."""

    def _computed(self, node: Expr, scope: Scope) -> Any:
        if isinstance(node, Symbol) and node not in scope and (known := self._parameter(node)) is not None:
            assert isinstance(self.given, ByName)
            self.given.named[node] = known
            return Formula.of(balls.tightest(known), node, known)
        return super()._computed(node, scope)

    def _parameter(self, node: Symbol) -> Fraction | None:
        """The value of a symbol that stands for a number of the instance, as the model has it; None for any other, and for one
        whose name Coq does not take.
        """
        assert isinstance(self.given, ByName)
        with suppress(NoCoqFormError):
            name_of(node.name)
            return self._known(node)
        return None

    def _known(self, node: Symbol) -> Fraction | None:
        assert isinstance(self.given, ByName)
        name = self.given.named_after(node)
        known = self.given.point.get(name)
        if not isinstance(known, int | Fraction) or isinstance(known, bool):
            return None
        found = getattr(self.model, name, None)
        return Fraction(known) if (found.exact if isinstance(found, Formula) else found) == known else None


@dataclass(frozen=True)
class ByName(Computed):
    """Data at one point, the parameters seen as their names; ``named``: those that were asked for, with their values."""

    point: Instance = field(default_factory=Instance)
    named: dict[Expr, Fraction] = field(default_factory=dict)
    __hash__ = Computed.__hash__

    def seen(self, model: Model) -> AtPoint:
        return AtPoint(self, model)

    def named_after(self, node: Expr) -> str:
        """The name of the instance's number that a symbol stands for; "" for none."""
        supply = self.quantities.get(node, getattr(node, "name", ""))
        return supply if isinstance(supply, str) else ""


@dataclass(frozen=True)
class Refutation:
    """What is claimed at a point, what is assumed there, the parameters with their values, and what that starts from.

    zeros: numbers that only an equation gives
    """

    claimed: list[Comparison]
    hypotheses: tuple[Claim, ...]
    numbers: dict[Expr, Fraction]
    kind: str
    zeros: tuple[Zero, ...] = ()

    def values(self) -> dict[Expr, Any]:
        """The numbers behind the names, in balls."""
        known: dict[Expr, Any] = {s: BALLS.number(x) for s, x in self.numbers.items()}
        return known | {zero.symbol: zero.ball for zero in self.zeros}


def export(part: Part) -> Export:
    """The part's refutation at its witness. Raises NoCoqFormError."""
    if part.witness is None or part.claim is None or not isinstance(part.printed, PrintedLine):
        raise NoCoqFormError("no witness")
    if part.printed.says is not None:
        raise NoCoqFormError("what is compared is no tree")
    instance = Instance.parse(part.witness)
    try:
        found = _at(part, instance)
    except NOT_FORMULAS as error:
        if isinstance(error, NoCoqFormError):
            raise
        raise NoCoqFormError(f"the model computes more than a formula: {error}") from error
    relations = _as_evaluated(part, instance, found)
    claim: Claim = tree.And(tuple(relations)) if len(relations) > 1 else relations[0]
    _not_too_large((claim, *found.hypotheses))
    broken = _broken(relations, found.values())
    zeros = _needed(found.zeros, (claim, *found.hypotheses))
    equations = [relation for zero in zeros for relation in zero.known]
    named = frozenset().union(*map(free_symbols, (claim, *found.hypotheses, *equations)))
    numbers = {s: x for s, x in found.numbers.items() if s in named}
    # the point itself: sizes are seen to be whole, and some numbers stand as such in the model's formulas
    point = (Relation(s, "==", expr(x)) for s, x in numbers.items())
    hypotheses = (*point, *equations, *dict.fromkeys(found.hypotheses))
    variables = parameters((s for s in numbers if isinstance(s, Symbol)), (*hypotheses, claim))
    theorem = Theorem(
        theorem_name(part, "refuted"),
        f"at {instance}",
        variables,
        hypotheses,
        claim,
        (),
        tuple(numbers.get(s, s) for s in variables),
    )
    return Export(part, found.kind, (replace(theorem, proof=_proof(theorem, zeros, len(relations), broken)),))


def _needed(zeros: Sequence[Zero], claims: Iterable[Claim]) -> list[Zero]:
    """Those of the numbers that a claim speaks of, or another one that it speaks of."""
    named, found = frozenset().union(*map(free_symbols, claims)), []
    for zero in reversed(zeros):
        if zero.symbol in named:
            named |= free_symbols(zero.function)
            found.append(zero)
    return found[::-1]


def _at(part: Part, instance: Instance) -> Refutation:
    line = part.printed
    assert isinstance(line, PrintedLine)
    assert part.claim is not None
    if isinstance(line.given, Given):
        given = line.given
        bound = Bound(given, given.located(instance), {s: s for s in given.parameters}, TREES)
        width, copies = given.model.structure.needs(bound.pattern)
        least = (given.model.structure.columns >= width + given.beside, given.copies >= copies)
        named: dict[Expr, Fraction] = {s: Fraction(instance[s.name]) for s in given.parameters}
        claimed = list(comparisons(part.claim(bound)))
        return Refutation(claimed, (*about_parameters(given, given.hypotheses), *least), named, CLOSED)
    own = {f.name: getattr(line.given, f.name) for f in fields(Computed)}
    data = ByName(**own, point=instance)
    with recording(part.paper) as recorded:
        model = part.domain.bind(instance, BALLS)
        claimed = [_formulas(c) for c in comparisons(replace(line, given=data)(model))]
        seen = data.seen(model)
        hypotheses = []
        for condition in part.domain.conditions:
            if condition.claim is None:
                raise NoCoqFormError(f"a hypothesis is in words: {condition.text}")
            if not data.on_indices(condition.claim):
                hypotheses.append(_assumed(condition.claim, seen, NOWHERE))
        hypotheses += _by_construction(data, seen)
    kind = NUMBERS if line.under_its_premises else NUMBERS_COMPARED
    places = {name: place for place, name in enumerate(instance)}
    in_order = sorted(data.named, key=lambda s: places.get(data.named_after(s), len(places)))
    numbers = {s: data.named[s] for s in in_order}
    return Refutation(claimed, (*hypotheses, *recorded.decided), numbers, kind, tuple(recorded.zeros.values()))


def _by_construction(data: ByName, seen: AtPoint) -> Iterator[Claim]:
    """What the data meet by the way they are built, as far as it speaks of numbers."""
    for claim in data.ranges:
        with suppress(NoCoqFormError, LookupError, TypeError, AttributeError):
            yield _assumed(claim, seen, NOWHERE)


def _not_too_large(claims: Iterable[Claim]) -> None:
    known: dict[Node, int] = {}

    def size(node: Node) -> int:
        if node not in known:
            known[node] = 1 + sum(map(size, node.children))
        return known[node]

    if sum(map(size, claims)) > LARGEST:
        raise NoCoqFormError("the formulas at the point are too large")


def _formulas(comparison: Comparison) -> Comparison:
    """A comparison of what its sides were computed with. Raises NoCoqFormError for a side of no formula."""
    return replace(comparison, lhs=_formula(comparison.lhs), rhs=_formula(comparison.rhs))


def _formula(value: Any) -> Expr:
    if isinstance(value, Formula):
        return value.tree
    if isinstance(value, int | Fraction):
        return expr(Fraction(value))
    raise NoCoqFormError(f"what is computed has no formula: {balls.text(value, 5)}")


def _assumed(claim: Claim, seen: AtPoint, scope: Scope) -> Claim:
    """A hypothesis with what the model computes in it, one about elements for each of them. Raises NoCoqFormError."""
    match claim:
        case Relation():
            return Relation(_formula(seen.value(claim.left, scope)), claim.sign, _formula(seen.value(claim.right, scope)))
        case tree.Chain():
            return tree.And(tuple(_assumed(link, seen, scope) for link in claim.links))
        case tree.And() | tree.Or():
            return type(claim)(tuple(_assumed(each, seen, scope) for each in claim.claims))
        case tree.ForAll():
            scopes = [{**scope, claim.variable: element} for element in seen.elements(claim.range, scope)]
            return tree.And(tuple(_assumed(claim.body, seen, each) for each in scopes))
        case tree.Member(range=tree.Range() as range_):
            element = _formula(seen.value(claim.element, scope))
            low, high = (_formula(seen.value(end, scope)) for end in (range_.low, range_.high))
            return tree.And((Relation(low, "<=", element), Relation(element, "<=", high)))
    raise NoCoqFormError(f"no hypothesis about numbers: {claim!r}")


def _as_evaluated(part: Part, instance: Instance, refutation: Refutation) -> list[Relation]:
    """The relations, held against what balls compute at the same point.

    Kinds of elements that do not occur there fall away. Raises NoCoqFormError where a value is another one.
    """
    outcome, claimed = evaluate(part, instance), refutation.claimed
    at = refutation.values()
    found = []
    trees = {(c.what, k): c for k, c in enumerate(claimed)} if len(claimed) == len(outcome.compared) else {}
    by_name = {c.what: c for c in claimed}
    for k, known in enumerate(outcome.compared):
        named = trees.get((known.what, k)) or (by_name.get(known.what) if len(by_name) == len(claimed) else None)
        if named is None:
            raise NoCoqFormError(f"nothing is exported of {known.what or 'the claim'}")
        relation = as_relation(named)
        for side, ball in ((relation.left, known.lhs), (relation.right, known.rhs)):
            if not balls.close(balls.ball(value(side, at, BALLS)), balls.ball(ball), 12):
                raise NoCoqFormError(f"{side!r} has another value at {instance}")
        found.append(relation)
    return found


def _broken(relations: list[Relation], at: dict[Expr, Any]) -> int:
    """Which of the relations is certainly false. Raises NoCoqFormError for none."""
    asked = {"<=": balls.gt, "<": balls.ge, ">=": balls.lt, ">": balls.le}
    for k, relation in enumerate(relations):
        left, right = (value(side, at, BALLS) for side in (relation.left, relation.right))
        if relation.sign in asked and asked[relation.sign](left, right) is Truth.HOLDS:
            return k
        if relation.sign == "==" and balls.eq(left, right) is Truth.FAILS:
            return k
    raise NoCoqFormError("no relation is certainly false")


def _found(zero: Zero) -> str:
    """A zero lies between two points where the signs differ."""
    u = term(zero.symbol)
    between = f"(fun {u} => {term(zero.function)}) {explicit(zero.low)} {explicit(zero.high)}"
    return f"destruct (IVT {between}) as ({u} & (L_{u} & H_{u}) & Z_{u}); [reg | at_end.. | cbv beta in Z_{u}]."


def _proof(theorem: Theorem, zeros: Sequence[Zero], count: int, broken: int) -> tuple[str, ...]:
    assert theorem.point is not None
    values = (explicit(x) if isinstance(x, Fraction) else term(x) for x in theorem.point)
    point = f"exists {', '.join(values)}." if theorem.point else "idtac."
    known = len(theorem.hypotheses) + len(theorem.values)
    known_as: dict[Node, Node] = {s: expr(x) for s, x in zip(theorem.variables, theorem.point, strict=True)}
    found = (_found(replace(zero, function=zero.function.mapped(known_as.get))) for zero in zeros)
    lines = [*found, point, *(["repeat apply conj; try solve [met | left; met | right; met]."] if known else [])]
    if count == 1:
        return (*lines, "all: refuted.")  # none is left where the claim is an equation
    pattern = " & ".join("H" if k == broken else "_" for k in range(count))
    return (*lines, f"all: intros ({pattern}); revert H; refuted.")
