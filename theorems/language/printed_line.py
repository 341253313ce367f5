"""A printed line over its data: what is compared at an instance, as the rules give it, and how a reader sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from kernels import balls
from theorems.language import tree
from theorems.language.comparisons import at_the_first, comparisons_of, relations_in, without_left
from theorems.language.computed import Computed
from theorems.language.given import Bound, Given
from theorems.language.latex_text import latex_text
from theorems.language.printing import latex, mathml, text
from theorems.language.reductions import NoRuleError, Reducer
from theorems.language.rules import Declared, Reduced, Refutes, Rule, conjuncts
from theorems.language.seen import SIGNS, NoValueError, Seen
from theorems.language.shapes import what_fits
from theorems.language.tree import BINDERS, Claim, Expr, Node, Relation, Symbol, free_symbols, held
from theorems.statement import Condition, Model, TrivialRange
from theorems.vocabulary import Claimed, Comparison

Hypothesis = Claim | Condition


@dataclass(frozen=True)
class Bridge:
    """Scripts between the printed line and what is compared, one for each direction that has one."""

    shows: Any = None
    refutes: Any = None


@dataclass(frozen=True)
class PrintedLine:
    """The claim of one part over its data: called with bound data it gives the comparisons that are to be judged.

    element:  which one "exactly one" means
    compared: what is compared at one instance in place of what the rules lead to; ``bridge``: how that is known to be right
    constants: of O, Ω and Θ in it, in order;  powers, rates, witnesses, by_union, partition: see :class:`Line`
    says:     comparisons in place of the line's own: what a mutant or a user's bound makes of them
    """

    claim: Claim
    conditions: tuple[Hypothesis, ...]
    given: Given | Computed
    element: Expr | None = None
    compared: Claim | None = None
    bridge: Bridge | None = None
    constants: tuple[Expr, ...] = ()
    powers: tuple[Fraction, ...] = ()
    rates: tuple[Expr, ...] = ()
    witnesses: tuple[Expr, ...] = ()
    by_union: bool = False
    partition: Claim | None = None
    says: Callable[[Model], Claimed] | None = None

    def comparing(self, claim: Claim) -> PrintedLine:
        return replace(self, compared=claim, bridge=None)

    def saying(self, says: Callable[[Model], Claimed]) -> PrintedLine:
        return replace(self, says=says)

    @property
    def compares(self) -> bool:
        """Is anything compared at an instance? Words leave everything to the proof."""
        return not isinstance(self.at_an_instance, tree.Words)

    @property
    def at_an_instance(self) -> Claim:
        """The claim that is compared at an instance. Raises NoRuleError where the data do not explain the printed one."""
        return self.reduced.claim if self.compared is None else self.compared

    @property
    def as_it_stands(self) -> bool:
        """Is the printed line itself what is compared?"""
        return self.at_an_instance is self.claim

    @property
    def under_its_premises(self) -> bool:
        """Is the printed line itself what is compared, where its premises are hypotheses of the data?"""
        premises = (each for rule in self.reduced.rules for each in conjuncts(getattr(rule.before, "premise", rule.before)))
        by_premises = self.bridge is None and all(rule.name == "premise" for rule in self.reduced.rules)
        return self.as_it_stands or (by_premises and all(each in self.known for each in premises))

    @cached_property
    def known(self) -> frozenset[Claim]:
        """The hypotheses of its data, one by one."""
        conditions = self.given.domain().conditions
        told = [said for c in conditions for said in (c.claim, c.printed) if said is not None]
        return frozenset(each for said in told for each in conjuncts(said))

    @cached_property
    def reduced(self) -> Reduced:
        """The printed line by the rules of :mod:`theorems.language.reductions`."""
        if self.compared is not None and self.bridge is not None:
            return self._across(self.compared, self.bridge)
        if self.compared is not None or self.says is not None:
            return Reduced(self.claim)
        reducer = self._reducer()
        return Reduced(reducer(self.claim), tuple(reducer.used))

    def _reducer(self) -> Reducer:
        given = self.given
        bound = frozenset(node.variable for _, node in self.claim.walk() if isinstance(node, BINDERS))

        def has_value(node: Node) -> bool:
            if isinstance(given, Computed):
                return not any(given.unknown(node, bound))
            return not isinstance(node, Claim) or bool(free_symbols(node) & {*bound, *given.indices})

        def is_letter(symbol: Symbol) -> bool:
            return isinstance(given, Computed) and not any(given.unknown(symbol))

        said = (*self.known, *(given.ranges if isinstance(given, Computed) else ()))

        def is_bounded(symbol: Symbol) -> bool:
            return symbol in bound or any(symbol in free_symbols(claim) for claim in said)

        declared = (isinstance(given, Computed) and given.points.declared) or Declared()
        return Reducer(
            self.known.__contains__,
            has_value,
            declared,
            list(self.constants),
            self.by_union,
            list(self.witnesses),
            frozenset(letter for claim in self.known for letter in held(claim)),
            self.powers,
            self.partition,
            isinstance(given, Given),
            is_letter,
            is_bounded,
            tuple(each for claim in said for each in conjuncts(claim)),
            list(self.rates),
        )

    def _across(self, compared: Claim, bridge: Bridge) -> Reduced:
        """By the rules as far as they lead, where a script leads on from there."""
        before, rules = self.claim, []
        if bridge != Bridge():
            reducer = self._reducer()
            with suppress(NoRuleError):
                reducer(before)
            for rule in reducer.used:
                if rule.before is before:
                    before = rule.after
                    rules.append(rule)
        name: str = "in words" if isinstance(self.claim, tree.Words) else "bridge"
        refutes: Refutes = "at a point" if bridge.refutes is not None else ""
        return Reduced(compared, (*rules, Rule(name, before, compared, bridge.shows is not None, refutes)))

    @property
    def relations(self) -> tuple[Relation, ...]:
        """The relations that are compared at an instance, in order; none where the tree does not tell which they are."""
        return () if self.says is not None else tuple(relations_in(self.at_an_instance))

    @property
    def data(self) -> Given | Computed:
        """The data without the line's own conditions."""
        if isinstance(self.given, Computed):
            kept = self.given.points.conditions[: len(self.given.points.conditions) - len(self.conditions)]
            return replace(self.given, points=replace(self.given.points, conditions=kept))
        return self.given

    @property
    def text(self) -> str:
        """The line as a reader sees it."""
        shown = ", ".join(c.text if isinstance(c, Condition) else text(c) for c in self.conditions)
        return text(self.claim) + (f" for {shown}" if shown else "")

    @property
    def latex(self) -> str:
        shown = r",\ ".join(_latex(condition) for condition in self.conditions)
        return latex(self.claim) + (rf"\quad\text{{for }}{shown}" if shown else "")

    @property
    def mathml(self) -> str:
        """A ``math`` element, the conditions in words where they are no trees."""
        conditions = [c if isinstance(c, Claim) else tree.Words(c.text) for c in self.conditions]
        between: list[Any] = [piece for c in conditions for piece in (", ", c)][1:]
        return mathml(tree.Words(self.claim, " for ", *between) if conditions else self.claim)

    def check(self, address: str) -> None:
        """Raise ValueError where the claim names something that its data do not have."""
        given = self.given
        if isinstance(given, Computed):
            return  # what it compares may be said later: see ``unknown``
        known = {*given.sizes, *given.free, *given.derived, *given.indices}
        claim = self.claim.mapped(lambda node: what_fits(node) if isinstance(node, tree.Fits) else None)
        unknown = sorted(symbol.name for symbol in free_symbols(claim) - known)
        if unknown:
            raise ValueError(f"{address}: {', '.join(unknown)} is no parameter or index of {given.name}")
        for _, node in claim.walk():
            if isinstance(node, tree.Entry) and node.quantity not in given.model.quantities:
                raise ValueError(f"{address}: {node.quantity} is not defined over {given.name}")

    def unknown(self) -> list[str]:
        """The names in what it compares that its data do not explain."""
        if isinstance(self.given, Given):
            return []
        return sorted(set(self.given.unknown(self.at_an_instance)))

    def __call__(self, bound: Model) -> Claimed:
        return self._claimed(bound, self.at_an_instance)

    def bounds(self, bound: Model) -> Claimed:
        """What is compared, with the right-hand sides alone where nothing else is needed to say what is compared."""
        return self._claimed(bound, without_left(self.at_an_instance))

    def _claimed(self, bound: Model, claim: Claim) -> Claimed:
        if self.says is not None:
            return self.says(bound)
        seen = self.given.seen(bound)
        try:
            found = tuple(
                comparison
                for scene, what in self._placements(seen)
                for comparison in comparisons_of(claim, seen, scene, what, self.element)
            )
        except NoValueError as error:
            return Comparison(balls.nothing(), SIGNS["=="], balls.nothing(), str(error))
        return found[0] if len(found) == 1 else found

    def _placements(self, seen: Bound | Seen) -> Iterable[tuple[Any, str]]:
        if isinstance(seen, Bound):
            return [(seen.pattern, "")]
        return seen.placements(self.at_an_instance, self.conditions)

    def where(self, dropped: Condition, instead: Condition | None = None) -> PrintedLine:
        """The same line without a condition that it prints, or under the contrary one."""

        def other(printed: Hypothesis) -> tuple[Hypothesis, ...]:
            if isinstance(printed, Condition) or text(printed) != dropped.text:
                return (printed,)
            return () if instead is None or not isinstance(printed, Relation) else (printed.contrary,)

        return replace(self, conditions=tuple(c for printed in self.conditions for c in other(printed)))

    def _settled(self, given: Given, node: Expr) -> Any:
        """The expression with the one branch of each distinction of cases that the conditions leave."""
        if not any(isinstance(piece, tree.Cases) for _, piece in node.walk()):
            return node
        scenes = list(given.admitted())

        def branch(case: Node) -> Node | None:
            if not isinstance(case, tree.Cases):
                return None
            chosen = {given.model.branch(case, scene) for scene in scenes}
            return chosen.pop() if len(chosen) == 1 else None

        return node.mapped(branch)

    def trivial_range(self) -> TrivialRange | None:
        """What the left-hand side is anyway, where its quantity declares that; nothing for an equality."""
        given = self.given
        if not isinstance(given, Given):
            return None
        one = self.claim if isinstance(self.claim, tree.ExactlyOne) else None
        claim = self.claim if one is None else one.body
        if not isinstance(claim, Relation) or claim.sign == "==" or not isinstance(claim.left, tree.Entry):
            return None
        quantity = given.model.quantities[claim.left.quantity]
        if quantity.low is None and quantity.high is None:
            return None
        put: dict[Any, Expr] = dict(zip(quantity.formals, claim.left.arguments, strict=True))

        def end(node: Expr | None) -> Any:
            if node is None:
                return None
            placed = node.mapped(put.get)
            return lambda bound: bound.value(placed, None if one is None else at_the_first(one, bound))

        low, high = ("" if e is None else text(self._settled(given, e.mapped(put.get))) for e in (quantity.low, quantity.high))
        shown = " ≤ ".join(filter(None, (low, text(claim.left), high)))
        return TrivialRange(shown, end(quantity.low), end(quantity.high))


def _latex(condition: Hypothesis) -> str:
    return rf"\text{{{latex_text(condition.text)}}}" if isinstance(condition, Condition) else latex(condition)
