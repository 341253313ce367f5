"""The data of one claim over declared names: what it speaks of, and what its declarations and hypotheses say as conditions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from kernels import balls
from kernels.arithmetic import BALLS
from kernels.balls import Truth
from theorems.instance import Instance
from theorems.kernel.facts import INTEGERS
from theorems.language import tree
from theorems.language.computed import Computed
from theorems.language.printing import text
from theorems.language.rules import conjuncts
from theorems.language.tree import Claim, Relation, Symbol, expr, free_symbols, o
from theorems.language.variables import model_of
from theorems.own import arrays
from theorems.own.declared import (
    MOST_COUNTED,
    checked,
    counts,
    indices,
    most_of,
    outside,
    parameters_of,
    random_signs,
    unambiguous,
    upto,
)
from theorems.own.equations import is_recursion
from theorems.own.instances import Instances
from theorems.own.parameters import FUNCTION, KINDS, LAW, NORMAL, SIGNS, SIMPLEX, SIZE, VECTOR, WORD, Parameter, Told
from theorems.own.search import towards
from theorems.own.values import NOTHING, SeenArrays, seen_at
from theorems.own.words import of_kind as matrix_of_kind
from theorems.statement import Condition, Domain, Model

BITS = 1024  # a hypothesis that is not decided so precisely is not met


@dataclass(frozen=True, eq=False)
class Declared(Computed):
    """The names in a claim and in its conditions, each with its declaration.

    assumed: the hypotheses of the whole statement; those of a line are among the conditions of its points
    """

    assumed: tuple[Claim, ...] = ()

    def stating(self, claim: Claim, *conditions: Claim | Condition) -> Declared:
        """The data of one claim: what it speaks of. Raises ValueError or TypeError for what it cannot say."""
        trees = [c for c in conditions if isinstance(c, Claim)]
        if len(trees) < len(conditions):
            raise TypeError("a condition is a claim about declared names")
        every = (claim, *self.assumed, *trees)
        named = {symbol for each in every for symbol in free_symbols(each) if symbol.sort not in (WORD, VECTOR)}
        unknown = sorted(symbol.name for symbol in named if not isinstance(symbol, Parameter))
        if unknown:
            raise ValueError(f"{', '.join(unknown)} is not declared")
        checked(*every)
        unambiguous(*every)
        apart = [each for each in every if not random_signs(each)]
        loose = sorted({p.name for each in every for p in outside(each) if p.kind in (NORMAL, LAW)})
        if loose:
            raise ValueError(f"{', '.join(loose)} is random: it stands inside of Pr and E")
        both = sorted(p.name for p in random_signs(*every) & {*parameters_of(*apart)})
        if both:
            raise ValueError(f"{', '.join(both)} is random inside of Pr and E: other signs need another name")
        parameters = parameters_of(*every)
        names = [p.name for p in parameters]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"{', '.join(twice)} is declared twice, and differently")
        if not parameters:
            alone = "random names alone: beside them, declare a number or a size that it is about"
            raise ValueError(f"{text(claim)} speaks of {alone if random_signs(*every) else 'nothing that is declared'}")
        sizes = {p: arrays.sizes(p, most_of(p, *every)) for p in parameters if p.kind == SIZE}
        premises = conjuncts(claim.premise) if isinstance(claim, tree.Implies) else ()  # elsewhere nothing is claimed
        relations = tuple(c for c in (*self.assumed, *trees, *premises) if isinstance(c, Relation))
        rules = [c for c in (*self.assumed, *trees, *premises) if is_recursion(c)]
        begun = [c for c in rules if isinstance(c, Relation) and not free_symbols(c.right)]  # x[1] = 2, before what steps on
        steps = [c for c in rules if isinstance(c, tree.ForAll)]
        recursions = (*begun, *steps) if steps else ()
        words = frozenset(text(node.base) for each in every for _, node in each.walk() if isinstance(node, tree.ArrayFunction))
        data = Instances(parameters, relations, sizes, MOST_COUNTED if counts(*every) else None, recursions, words)
        known = [*(c for p in parameters for c in _range(p, data)), *(_condition(c, data) for c in (*self.assumed, *trees))]
        if isinstance(claim, tree.Eventually):
            size = claim.variable
            known.insert(
                0, Condition(expr(1) == o(size), growth=True, printed=tree.Words(size, " → ∞"), said="along the family")
            )
        points = Domain(
            name=", ".join(p.name for p in parameters),
            draw=data.draw,
            bind=data.bind,
            conditions=tuple(known),
            small=data.small,
            every=data.every if data.finite else None,
            variables={p.name: p.sort for p in parameters if not p.shape},
            vary=data.vary,
            feasible="; ".join(c.text for c in known),
            towards=towards,
        )
        ranges = tuple(_member(p) for p in parameters if p.kind in (SIZE, "integer"))
        return replace(self, points=points, ranges=ranges)

    def seen(self, model: Model) -> SeenArrays:
        return SeenArrays(self, model_of(model))

    def condition(self, claim: Claim | Condition) -> Condition:
        return claim if isinstance(claim, Condition) else _condition(claim, Instances(parameters_of(claim)))

    def unknown(self, node: Any, bound: frozenset[Symbol] = frozenset()) -> Iterator[str]:
        del node, bound  # they were looked at when the line was stated
        return iter(())


def declared(*hypotheses: Claim) -> Declared:
    return Declared(NOTHING, assumed=hypotheses)


def _member(parameter: Parameter) -> Claim:
    return parameter.isin(INTEGERS)


def _range(parameter: Parameter, data: Instances) -> Iterator[Condition]:
    """What the declaration says of the values, as conditions."""
    if isinstance(parameter, Told):
        yield _told_condition(parameter, data)
        return
    if parameter.kind in KINDS:
        name = parameter.name
        yield Condition(
            words=f"{name} is {parameter.kind}",
            check=lambda i: matrix_of_kind(parameter.kind, data.bind(i, BALLS).known[parameter]),
        )
        return
    if parameter.kind == SIGNS:
        return
    places = indices("i j")[: len(parameter.shape)]
    entry = parameter[places] if places else parameter
    signs = (">" if parameter.low_open else ">=", "<" if parameter.high_open else "<=")
    for end, sign in zip((parameter.low, parameter.high), signs, strict=True):
        if end is not None:
            claim: Claim = Relation(entry, sign, expr(end))
            for place, size in zip(reversed(places), reversed(parameter.shape), strict=True):
                claim = tree.ForAll(place, upto(size), claim)
            yield _condition(claim, data)
    if parameter.kind == SIMPLEX:
        yield _condition(tree.Total(places[0], upto(parameter.shape[0]), entry) == 1, data)


def _told_condition(f: Told, data: Instances) -> Condition:
    def check(instance: Instance) -> bool:
        known = data.bind(instance, BALLS).known
        wanted = data.wanted(f, known)
        return wanted is not None and wanted.met_by(known[f])

    asked = (("∇", "a gradient"), ("argmin", "a minimiser")) if f.kind == FUNCTION else ()
    also = [word for name, word in asked if name in data.words]
    return Condition(words=f.told + (f" and has {' and '.join(also)}" if also else ""), check=check)


def _condition(claim: Claim, data: Instances) -> Condition:
    """Met where it certainly holds."""

    def truth(instance: Instance) -> Truth:
        return balls.decide(lambda: seen_at(data.bind(instance, BALLS)).truth(claim), limit=BITS)[0]

    return Condition(claim, lambda i: truth(i) is Truth.HOLDS, undecided=lambda i: truth(i) is Truth.UNKNOWN)
