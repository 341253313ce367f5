"""Means and probabilities over all values of random signs, laws and normal numbers, for :mod:`theorems.own.values`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from theorems.language import tree
from theorems.language.printing import text
from theorems.language.seen import NOWHERE, NoValueError, Scope
from theorems.language.tree import Claim, Expr, Node, Relation, expr
from theorems.own.chance import Random, UndecidedError, mean
from theorems.own.laws import Law
from theorems.own.numbers import Value, array
from theorems.own.parameters import NORMAL, RANDOM, SIGNS, Parameter, shape_of

if TYPE_CHECKING:
    from theorems.own.values import SeenArrays

MOST_OUTCOMES, MOST_NORMALS = 4096, 64  # are looked at
FAIR = Law((Fraction(1), Fraction(-1)), (Fraction(1, 2), Fraction(1, 2)))


@lru_cache(maxsize=4096)
def _normals(node: Node) -> frozenset[Parameter]:
    return frozenset(n for _, n in node.walk() if isinstance(n, Parameter) and n.kind == NORMAL)


def over_outcomes(seen: SeenArrays, about: Node, value: Callable[[SeenArrays], Value]) -> Value:
    """The mean over all values of the random signs and of the laws in a tree. Raises NoValueError for too many."""
    found = {n for _, n in about.walk() if isinstance(n, Parameter) and n.kind in RANDOM}
    if not found:
        raise NoValueError(f"nothing in {text(about)} is random")
    apart = replace(seen, forms=None, drawn={}, known={})
    numbers = apart.numbers
    laws: list[tuple[Parameter, int, Law]] = []
    for p in sorted(found, key=lambda p: p.name):
        if p.kind != NORMAL:
            length = seen.element(p.shape[0], NOWHERE) if p.shape else 1
            laws.append((p, length, FAIR if p.kind == SIGNS else seen.model.known[p]))
    if prod(len(law.values) ** length for _, length, law in laws) > MOST_OUTCOMES:
        raise NoValueError(f"{text(about)} has more than {MOST_OUTCOMES} outcomes")
    means = []
    for outcome in product(*(product(zip(law.values, law.weights, strict=True), repeat=k) for _, k, law in laws)):
        chosen: dict[Parameter, Value] = {}
        for (p, _, _), drawn in zip(laws, outcome, strict=True):
            entries = [numbers.exactly(x) for x, _ in drawn]
            chosen[p] = array(entries) if p.shape else entries[0]
        weight = prod((w for drawn in outcome for _, w in drawn), start=Fraction(1))
        means.append(numbers.times(numbers.exactly(weight), value(replace(apart, drawn=chosen, known={}))))
    return numbers.sum(means)


def mean_of(seen: SeenArrays, node: Expr, scope: Scope) -> Value:
    """Over the normal numbers in an expression; a sum has the sum of the means."""
    numbers = seen.numbers
    if not _normals(node):
        return seen.worth(node, scope)
    match node:
        case tree.Plus() | tree.Minus():
            combined = numbers.plus if isinstance(node, tree.Plus) else numbers.minus
            return combined(mean_of(seen, node.left, scope), mean_of(seen, node.right, scope))
        case tree.Negative():
            return -mean_of(seen, node.argument, scope)
        case tree.Times() if not _normals(node.left) or not _normals(node.right):
            return numbers.times(mean_of(seen, node.left, scope), mean_of(seen, node.right, scope))
        case tree.Over() if not _normals(node.right):
            return numbers.over(mean_of(seen, node.left, scope), seen.worth(node.right, scope))
        case tree.Defined():
            return mean_of(seen, node.body, scope)
        case tree.Total():
            return numbers.sum(mean_of(seen, node.body, {**scope, node.variable: e}) for e in seen.elements(node.range, scope))
        case tree.Norm(body=body, kind="1"):
            places = range(1, seen.element(shape_of(body)[0], NOWHERE) + 1)
            return numbers.sum(mean_of(seen, abs(tree.Component(body, (expr(k),))), scope) for k in places)
    return _with_forms(seen, node, lambda there: there.worth(node, scope))


def probability_of(seen: SeenArrays, event: Claim, scope: Scope) -> Value:
    """Of an event about normal numbers: independent ones are multiplied."""
    numbers = seen.numbers
    match event:
        case Relation(left=tree.ArrayFunction() | tree.Norm(kind="∞") as left, sign="<=" | "<" as sign, right=right) if (
            text(getattr(left, "base", left)) == "max" or isinstance(left, tree.Norm)
        ) and not _normals(right):
            body = left.body if isinstance(left, tree.Norm) else left.arguments[0]
            places = range(1, seen.element(shape_of(body)[0], NOWHERE) + 1)
            entries = [tree.Component(body, (expr(k),)) for k in places]
            each = tuple(Relation(abs(e) if isinstance(left, tree.Norm) else e, sign, right) for e in entries)
            return probability_of(seen, tree.And(each), scope)
        case Relation(left=tree.ArrayFunction() | tree.Norm(kind="∞"), sign=">=" | ">"):
            return numbers.minus(numbers.exactly(1), probability_of(seen, event.contrary, scope))
        case tree.And() | tree.Or() | tree.ForAll() | tree.Exists():
            if isinstance(event, tree.And | tree.Or):
                parts = [(claim, scope) for claim in event.claims]
            else:
                parts = [(event.body, {**scope, event.variable: e}) for e in seen.elements(event.range, scope)]
            names = [_normal_entries(seen, *each) for each in parts]
            if sum(map(len, names)) == len(frozenset().union(*names)):
                if isinstance(event, tree.And | tree.ForAll):
                    return reduce(numbers.times, (probability_of(seen, *each) for each in parts), numbers.exactly(1))
                missed = (numbers.minus(numbers.exactly(1), probability_of(seen, *each)) for each in parts)
                return numbers.minus(numbers.exactly(1), reduce(numbers.times, missed, numbers.exactly(1)))
        case Relation() if _normals(event) and event.sign[0] in "<>":
            forms = Random(seen.model.arithmetic)
            plain = replace(seen, forms=forms, drawn={**seen.drawn, **_forms(seen, event)}, known={})
            with suppress(UndecidedError):
                above = forms.squares_above(plain.worth(event.left, scope), plain.worth(event.right, scope))
                if above is not None:
                    return above if event.sign[0] == ">" else numbers.minus(numbers.exactly(1), above)
    if not _normals(event):
        return seen.indicated(event, scope)
    return _with_forms(seen, event, lambda there: there.indicated(event, scope))


def _with_forms(seen: SeenArrays, about: Node, value: Callable[[SeenArrays], Value]) -> Value:
    def worth(forms: Random, put: Mapping[Any, Value]) -> Value:
        chosen = {p: array([put[p, k] for k in range(len(f))]) if p.shape else put[p, 0] for p, f in named.items()}
        return value(replace(seen, forms=forms, drawn={**seen.drawn, **chosen}, known={}))

    named = {p: np.atleast_1d(f) for p, f in _forms(seen, about).items()}
    return mean(seen.numbers, [(p, k) for p, f in named.items() for k in range(len(f))], worth)


def _forms(seen: SeenArrays, about: Node) -> dict[Parameter, Value]:
    """The normal numbers in a tree as names."""
    plain = Random(seen.model.arithmetic)
    found: dict[Parameter, Value] = {}
    for p in sorted(_normals(about), key=lambda p: p.name):
        length = seen.element(p.shape[0], NOWHERE) if p.shape else 1
        if length > MOST_NORMALS:
            raise NoValueError(f"{length} normal numbers {p.name}, and no more than {MOST_NORMALS} are looked at")
        named = [plain.name((p, k)) for k in range(length)]
        found[p] = array(named) if p.shape else named[0]
    return found


def _normal_entries(seen: SeenArrays, node: Node, scope: Scope) -> frozenset[Any]:
    """Which normal numbers a tree speaks of."""
    if isinstance(node, tree.Component) and isinstance(node.array, Parameter) and node.array.kind == NORMAL:
        return frozenset({(node.array, seen.element(node.arguments[0], scope) - 1)})
    if isinstance(node, Parameter) and node.kind == NORMAL:
        return frozenset((node, k) for k in range(seen.element(node.shape[0], NOWHERE) if node.shape else 1))
    if isinstance(node, tree.Folded | tree.ForAll | tree.Exists) and _normals(node):
        names = (_normal_entries(seen, node.body, {**scope, node.variable: e}) for e in seen.elements(node.range, scope))
        return frozenset().union(*names)
    return frozenset().union(*(_normal_entries(seen, child, scope) for child in node.children))
