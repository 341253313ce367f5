"""Data whose quantities a model computes: random inputs, flows with their own clock, classes of tokens.

Where a quantity cannot be unrolled from a definition over a few kinds of indices (a probability, a solution of a differential
equation, an error in some norm), a plain function of the model supplies its value. The claim stays a tree over named
quantities: every named piece of it is looked up here, everything between the pieces is computed from the tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeGuard

from kernels import balls
from kernels.arithmetic import BALLS, RATIONALS
from kernels.balls import Truth
from theorems.instance import Instance
from theorems.language import tree
from theorems.language.given import Given
from theorems.language.printing import text
from theorems.language.seen import LOOKED_UP, SIGNS, Seen, arguments_of, pattern_of
from theorems.language.seen import Supply as Supply
from theorems.language.tree import Claim, Expr, Node, Number, Relation, Symbol, free_symbols
from theorems.language.values import value
from theorems.statement import Condition, Domain, Model


@dataclass(frozen=True)
class Computed:
    """The data of a statement, and what supplies the values of the quantities that its claims name.

    points:     the instances, their hypotheses and the model that an instance is bound to
    quantities: piece of a claim -> attribute of the model, or function of the model. A piece may be a symbol, an entry, a
                probability, a derivative, any tree. The function of an entry or of an applied function whose arguments are
                symbols, ``z[l]`` or ``h(t)``, may take the arguments after the model; it then serves all arguments. That of
                ``Pr(X >= t)`` may take the threshold, and then serves all thresholds.
                The function of a named set gives its elements.
    indices:    an index that instances do not carry -> what gives its elements. A claim in which such an index stands
                free is made for every element that the conditions on it admit: ``j0 == j3``, ``j0 != j3``.
    feasible:   condition -> in words what it leaves of the parameters: ``j0 != j3`` asks for two rows
    ranges:     what every instance meets by the way it is built, for proofs: ``M >= 2``; tests hold it against instances
    over:       the data whose quantities the model's own are made of: the entries under the law of a signed sum. What is
                proved of them may be cited, unless the model supplies a quantity of that name itself

    A symbol that is no key is the documented variable of its name.
    """

    points: Domain
    quantities: Mapping[Node, Supply] = field(default_factory=dict)
    indices: Mapping[Symbol, Supply] = field(default_factory=dict)
    feasible: Mapping[Claim, str] = field(default_factory=dict)
    ranges: tuple[Claim, ...] = ()
    over: Given | None = None

    def __hash__(self) -> int:
        return id(self)

    @property
    def name(self) -> str:
        return self.points.name

    @property
    def hypotheses(self) -> tuple[Any, ...]:
        return self.points.conditions

    def where(self, *conditions: Claim | Condition) -> Computed:
        found = [self.condition(c) for c in conditions]
        complements = {
            condition: self.condition(claim.contrary)
            for claim, condition in zip(conditions, found, strict=True)
            if isinstance(claim, Relation) and self.on_indices(claim)
        }
        points = self.points.where(*found)
        return replace(
            self, points=replace(points, complements={**points.complements, **complements}) if complements else points
        )

    def stating(self, claim: Claim, *conditions: Claim | Condition) -> Computed:
        """The data of one claim under its own conditions."""
        return self.where(*conditions)

    def knowing(self, quantities: Mapping[Node, Supply]) -> Computed:
        """The same data with more quantities."""
        return replace(self, quantities={**self.quantities, **quantities})

    def domain(self) -> Domain:
        return self.points

    def condition(self, claim: Claim | Condition) -> Condition:
        """A hypothesis, checked exactly where it speaks of rational parameters, and in balls elsewhere."""
        if isinstance(claim, Condition):
            return claim
        bind, words = self.points.bind, self.feasible.get(claim, "")
        if self.on_indices(claim):
            return Condition(
                claim, lambda i: any(True for _ in self.seen(bind(i, BALLS)).placements(claim, (claim,))), feasible=words
            )

        def check(instance: Instance) -> bool:
            exact = self.carried(claim, instance)
            try:
                return _true(claim, lambda node: value(node, exact, RATIONALS))
            except (LookupError, TypeError, AttributeError):  # it speaks of more than rational parameters
                truth, _ = balls.decide(lambda: self.seen(bind(instance, BALLS)).truth(claim))
            if truth is Truth.UNKNOWN:
                raise ValueError(f"undecided: {text(claim)} at {instance}")
            return truth is Truth.HOLDS

        return Condition(claim, check, feasible=words)

    def carried(self, claim: Claim, instance: Instance) -> dict[Expr, Fraction]:
        """The exact numbers that an instance carries, by the names in a claim that stand for them."""
        named = ((s, self.quantities.get(s, s.name)) for s in free_symbols(claim))
        found = ((s, instance.get(name)) for s, name in named if isinstance(name, str))
        return {s: Fraction(x) for s, x in found if is_number(x)}

    def on_indices(self, claim: Claim | Condition) -> bool:
        """Does a condition speak of indices that instances do not carry?"""
        return isinstance(claim, Claim) and bool(free_symbols(claim) & self.indices.keys())

    def seen(self, model: Model) -> Seen:
        return Seen(self, model)

    @cached_property
    def patterns(self) -> dict[tuple[str, int, int], Callable[..., Any]]:
        """The functions that serve an entry or an applied function at all arguments."""
        found = {}
        for node, supply in self.quantities.items():
            shape = pattern_of(node)
            if shape is None or not callable(supply) or arguments_of(supply) == 0:
                continue
            name, indices, arguments = shape
            if all(isinstance(formal, Symbol) for formal in (*indices, *arguments)):
                found[name, len(indices), len(arguments)] = supply
        return found

    def serving(self, node: Node) -> tuple[Callable[..., Any], tuple[Expr, ...]] | None:
        """The function that serves a piece at all arguments, and the arguments here; None where none does."""
        shape = pattern_of(node)
        if shape is None:
            return None
        name, indices, arguments = shape
        found = self.patterns.get((name, len(indices), len(arguments)))
        return None if found is None else (found, (*indices, *arguments))

    def unknown(self, node: Node, bound: frozenset[Symbol] = frozenset()) -> Iterator[str]:
        """The names in a claim that neither a quantity nor a documented variable explains."""
        if node in self.quantities or isinstance(node, Number):
            return
        if isinstance(node, Symbol):
            if node not in bound and node not in self.indices and node.name not in self.points.variables:
                yield node.name
            return
        shape = pattern_of(node)
        children = node.children if shape is None else (*shape[1], *shape[2])
        if self.serving(node) is None and (shape is not None or isinstance(node, LOOKED_UP)):
            yield text(node)
        inside = bound | {node.variable} if hasattr(node, "variable") else bound
        for child in children:
            yield from self.unknown(child, inside)

    def used(self, node: Node) -> Iterator[tuple[Node, Supply]]:
        """The quantities that a claim names, each with what supplies it."""
        if node in self.quantities:
            yield node, self.quantities[node]
            return
        served = self.serving(node)
        if served is not None:
            yield node, served[0]
        for child in node.children:
            yield from self.used(child)


def is_number(found: Any) -> TypeGuard[int | Fraction]:
    return isinstance(found, int | Fraction) and not isinstance(found, bool)


def _true(claim: Claim, exact: Callable[[Expr], Any]) -> bool:
    match claim:
        case Relation():
            if claim.sign == "!=":
                return bool(exact(claim.left) != exact(claim.right))
            return SIGNS[claim.sign].true_of(exact(claim.left), exact(claim.right))
        case tree.Chain():
            return all(_true(link, exact) for link in claim.links)
        case tree.And():
            return all(_true(c, exact) for c in claim.claims)
        case tree.Or():
            return any(_true(c, exact) for c in claim.claims)
    raise TypeError(f"{text(claim)} is no condition on parameters")
