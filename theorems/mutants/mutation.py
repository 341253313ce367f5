"""Parts made slightly false on purpose; what becomes of them is told by :mod:`theorems.mutants.score`."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy

from kernels import balls
from kernels.arithmetic import BALLS, SYMBOLIC
from theorems.bounds.printed_formula import each_looked_at
from theorems.bounds.user_bound import some_instances
from theorems.language.computed import Computed
from theorems.language.edits import edits
from theorems.language.given import Given
from theorems.language.printed_line import PrintedLine
from theorems.language.printing import text
from theorems.language.reductions import NoRuleError
from theorems.language.seen import SIGNS
from theorems.language.strict import with_relations
from theorems.language.tree import Number, Symbol, expr
from theorems.language.tree import Relation as TreeRelation
from theorems.language.variables import arithmetic_of, model_of, named, values
from theorems.statement import Condition, Domain, Model, Part
from theorems.vocabulary import Claimed, Comparison, Relation, comparisons

EPSILONS = (Fraction(1, 2), Fraction(1, 10), Fraction(1, 100))


@dataclass(frozen=True)
class Mutant:
    """``kind``: what was changed; ``part``: the mutated part; ``amount``: by how much the bound was tightened (slack).

    ``dropped``: the hypothesis that the mutant no longer has; ``provable``: do the symbolic cases follow the change? A
    dropped range is not seen by them: such a mutant can only die. ``built_in``: every instance meets what was dropped.
    """

    kind: str
    part: Part
    amount: Fraction | None = None
    dropped: Condition | None = None
    provable: bool = True
    built_in: bool = False


def mutants_of(part: Part) -> Iterator[Mutant]:
    """All systematic mutants of a part that claims comparisons."""
    if part.claim is None:
        return
    relations = relations_of(part)
    if relations - {Relation.EQUAL}:
        size, zero = _size(part), _bound_is_zero(part)
        for epsilon in EPSILONS:
            if zero:  # a factor would change nothing
                yield Mutant(f"bound 0 tightened to ∓{epsilon}", _shifted(part, epsilon))
                continue
            yield tightened(part, epsilon)
            if size is not None:
                yield Mutant(f"bound tightened by the power {size}^∓{epsilon}", _repowered(part, size, epsilon))
        yield Mutant("relation reversed", _related(part, lambda relation: relation.reversed))
    if relations & {Relation.AT_MOST, Relation.AT_LEAST}:
        yield Mutant("relation made strict", _related(part, lambda relation: relation.made_strict))
    if Relation.EQUAL in relations:
        yield Mutant("equality shifted by the factor 1 + 1/100", _rescaled(part, Fraction(1, 100), equalities=True))
    yield from _other_domains(part)
    yield from _other_constants(part)


def edits_of(part: Part) -> Iterator[Mutant]:
    """The part with each small edit of its printed line that is not refused: numbers, signs, orders, quantifiers, index sets.

    Mutants tighten what is compared; an edit changes what is printed, and what is compared follows by the rules.
    """
    line = part.printed
    if not isinstance(line, PrintedLine) or line.bridge is not None:
        return
    for told, claim in edits(line):
        with suppress(NoRuleError):
            changed = replace(line, claim=claim)
            if changed.compares and not changed.unknown():
                yield Mutant(f"printed line edited: {told}", replace(part, printed=changed, witness=None))


def tightened(part: Part, epsilon: Fraction) -> Mutant:
    """The part with every bound sharper by a factor."""
    return Mutant(f"bound tightened by the factor 1 ∓ {epsilon}", _rescaled(part, epsilon), epsilon)


def _first_model(part: Part) -> Model | None:
    """The model of the part's first small instance, or of the first member of its family."""
    instance = next(iter(some_instances(part)), None)
    if instance is None:
        return None
    with balls.precision(balls.DEFAULT_BITS):
        return named(part.domain).bind(instance, BALLS)


def relations_of(part: Part) -> set[Relation]:
    """The relations of the part's comparisons there."""
    model = _first_model(part)
    if model is None or part.claim is None:
        return set(Relation)
    with balls.precision(balls.DEFAULT_BITS):
        return {c.relation for c in comparisons(part.claim(model_of(model)))}


def _bound_is_zero(part: Part) -> bool:
    """Is every bound of the part 0, wherever one looks?"""
    bounds = False
    for instance in each_looked_at(part):
        with balls.precision(balls.DEFAULT_BITS):
            model = part.domain.bind(instance, BALLS)
            for c in comparisons(part.claim(model)) if part.claim is not None else ():
                if c.relation is not Relation.EQUAL:
                    bounds = True
                    if not bool(c.rhs == 0):
                        return False
    return bounds


def _size(part: Part) -> str | None:
    """The name of the size whose powers tighten a bound: the length n, or the vocabulary M; None where the line names none."""
    size, line = _size_of_data(part), part.printed
    told = f"{text(line.claim)} {text(line.at_an_instance)}"
    return size if size is not None and re.search(rf"(?<!\w){size}(?!\w)", told) else None


def _size_of_data(part: Part) -> str | None:
    model = _first_model(part)
    if model is None:
        return "n"
    for name in ("n", "M"):
        with suppress(AttributeError, ValueError), balls.precision(balls.DEFAULT_BITS):
            if hasattr(values(model, [name])[name], "mid"):
                return name
    return None


@dataclass(frozen=True)
class Bound:
    """The right-hand side of a comparison, and what numbers and names are beside it: values of a model, or trees."""

    value: Any
    number: Callable[[Fraction], Any]
    named: Callable[[str], Any]


Change = Callable[[Relation, Bound], tuple[Relation, Any]]  # to another relation and another right-hand side
PRINTED = {relation: sign for sign, relation in SIGNS.items()}


def _mapped(part: Part, change: Change) -> Part:
    """The part with every comparison changed: in its tree, which a calculation reads, and where that is none as it is made."""
    claim = part.claim
    assert claim is not None
    if isinstance(claim, PrintedLine) and claim.says is None and isinstance(claim.given, Computed):
        mutant = with_relations(claim.at_an_instance, lambda relation: _in_tree(relation, change))
        line = None if mutant is None else replace(claim, compared=mutant)
        if line is not None and not line.unknown():
            return replace(part, printed=line, witness=None)

    def mutated(model: Model) -> Claimed:
        return tuple(_of_values(model, comparison, change) for comparison in comparisons(claim(model_of(model))))

    return replace(part, printed=claim.saying(mutated), witness=None)


def _in_tree(relation: TreeRelation, change: Change) -> TreeRelation:
    if relation.sign not in SIGNS:
        return relation
    changed, right = change(SIGNS[relation.sign], Bound(relation.right, expr, Symbol))
    return TreeRelation(relation.left, PRINTED[changed], right)


def _of_values(model: Model, comparison: Comparison, change: Change) -> Comparison:
    rhs = comparison.rhs
    bound = Bound(rhs, lambda x: _number(model, x, rhs), lambda name: values(model, [name])[name])
    changed, right = change(comparison.relation, bound)
    return replace(comparison.with_rhs(right), relation=changed)


def _moved(part: Part, by: Callable[[Bound, Fraction], Any], epsilon: Fraction, *, equalities: bool = False) -> Part:
    """The part with each right-hand side moved by -ε where it bounds from above, by ε elsewhere; or those of equalities."""

    def change(relation: Relation, bound: Bound) -> tuple[Relation, Any]:
        if (relation is Relation.EQUAL) is not equalities:
            return relation, bound.value
        return relation, by(bound, -epsilon if relation.upper else epsilon)

    return _mapped(part, change)


def _rescaled(part: Part, epsilon: Fraction, *, equalities: bool = False) -> Part:
    return _moved(part, lambda bound, by: bound.value * bound.number(1 + by), epsilon, equalities=equalities)


def _shifted(part: Part, epsilon: Fraction) -> Part:
    return _moved(part, lambda bound, by: bound.value + bound.number(by), epsilon)


def _repowered(part: Part, size: str, epsilon: Fraction) -> Part:
    power = lambda bound, by: bound.value * bound.named(size) ** bound.number(by)  # noqa: E731
    return _moved(replace(part, domain=named(part.domain)), power, epsilon)


def _number(model: Model, value: Fraction, beside: Any) -> Any:
    """A constant in the model's arithmetic; in symbols where it stands beside a symbol and the model does not say."""
    return (SYMBOLIC if isinstance(beside, sympy.Basic) else arithmetic_of(model)).number(value)


def _related(part: Part, change: Callable[[Relation], Relation]) -> Part:
    return _mapped(part, lambda relation, bound: (change(relation), bound.value))


def _other_domains(part: Part) -> Iterator[Mutant]:
    domain = part.domain
    for condition in domain.conditions:
        yield without(part, condition)
        opposite = domain.complements.get(condition)
        if opposite is not None:
            swapped = tuple(opposite if c is condition else c for c in domain.conditions)
            opposed = _read_under(part, condition, opposite)
            yield Mutant(f"index set swapped: {opposite.text}", _on(opposed, replace(domain, conditions=swapped)))
    if domain.other_dataset is not None:
        other = domain.other_dataset()
        index_sets = [c for c in domain.conditions if c in domain.complements]
        yield Mutant(f"dataset swapped: {other.name}", _on(part, other.where(*index_sets)))


def without(part: Part, condition: Condition) -> Mutant:
    """The part without one of its hypotheses, over larger data where the data can be built without it."""
    kind, line = f"hypothesis dropped: {condition.text}", part.printed
    given = line.given if isinstance(line, PrintedLine) and isinstance(line.given, Given) else None
    made_of = line.given.over if isinstance(line.given, Computed) else given
    built_in = made_of is not None and condition.claim is not None and made_of.built_in(condition.claim)
    if given is not None and not built_in and part.domain.bind == given.bind and condition.claim in given.hypotheses:
        assert isinstance(line, PrintedLine)
        larger = given.without(condition.claim)
        return Mutant(kind, _on(replace(part, printed=replace(line, given=larger)), larger.domain()), dropped=condition)
    mutant = _on(_read_under(part, condition), part.domain.without(condition.text))
    return Mutant(kind, mutant, dropped=condition, provable=condition.on_case is not None, built_in=built_in)


def _read_under(part: Part, dropped: Condition, instead: Condition | None = None) -> Part:
    """A claim about an index that no instance carries reads its conditions on it by itself."""
    line = part.printed
    if isinstance(line.given, Computed) and line.given.indices:
        return replace(part, printed=line.where(dropped, instead))
    return part


def _on(part: Part, domain: Domain) -> Part:
    return replace(part, domain=domain, witness=None)


def _other_constants(part: Part) -> Iterator[Mutant]:
    """Each integer constant of the claim raised by one, one place at a time, but not inside of a piece that is looked up."""
    line = part.printed
    claim, quantities = line.at_an_instance, line.given.quantities if isinstance(line.given, Computed) else {}
    for path, node in claim.walk():
        whole = isinstance(node, Number) and node.value.denominator == 1
        if whole and all(claim.at(path[:k]) not in quantities for k in range(len(path))):
            mutant = claim.replaced(path, expr(int(node.value) + 1))
            kind = f"constant {node.printed} changed to {int(node.value) + 1}: {text(mutant)}"
            yield Mutant(kind, replace(part, printed=line.comparing(mutant), witness=None))
