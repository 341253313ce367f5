"""The values of claims over arrays: exact rationals as long as there are no roots and logarithms, then balls; or float64."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial, reduce
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
from hypothesis import strategies as st

from kernels import balls
from kernels.arithmetic import FLOAT, Arithmetic
from kernels.balls import Ball, Truth
from theorems.language import tree
from theorems.language.computed import Computed
from theorems.language.printing import text
from theorems.language.seen import NOWHERE, NoValueError, Scope, Seen
from theorems.language.seen import SIGNS as PRINTED
from theorems.language.tree import Claim, Expr, Node, Number, Relation, Symbol, free_symbols
from theorems.own.chance import Random
from theorems.own.declared import MOST_COUNTED, MOST_ENTRIES
from theorems.own.numbers import Floats, Numbers, Value, array, exact, zero
from theorems.own.outcomes import mean_of, over_outcomes, probability_of
from theorems.own.parameters import TRANSPOSED, FunctionName, Parameter, Told, shape_of
from theorems.own.words import BY_NAME, induced
from theorems.statement import Domain
from theorems.vocabulary import Comparison


@dataclass(frozen=True)
class Point:
    """An instance seen through one arithmetic: the value of each declared name; numbers are attributes, too.

    true: equations that gave a number its value, which balls alone could not decide
    blocks: of a length along which equal entries stand side by side, how many these are; an array has each of them once
    """

    known: Mapping[Parameter, Value]
    arithmetic: Arithmetic
    true: frozenset[Claim] = frozenset()
    blocks: Mapping[Expr, tuple[int, ...]] = field(default_factory=dict)

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_"):
            for parameter, value in self.known.items():
                if parameter.name == name and not isinstance(value, np.ndarray):
                    return self.arithmetic.number(value) if exact(value) else value
        raise AttributeError(f"no number {name} here")

    def but(self, values: Mapping[Parameter, Value]) -> Point:
        return replace(self, known={**self.known, **values})


def floats(values: Mapping[Parameter, Value]) -> dict[Parameter, Value]:
    """The same in float64; functions and laws stay what they are."""
    return {p: v if isinstance(p, Told) else np.asarray(v, dtype=float)[()] for p, v in values.items()}


NOTHING = Domain("no data", lambda: st.just({}), lambda instance, arithmetic: None)


@lru_cache(maxsize=4096)
def _lengths(node: Node, i: Symbol, within: Node) -> frozenset[Expr] | None:
    """The lengths of the axes along which an index of a range tells entries apart; None where it does more than that."""
    if i not in free_symbols(node):
        return frozenset()
    found: list[frozenset[Expr] | None] = []
    match node:
        case Symbol():
            return None
        case tree.Component():
            axes = zip(node.arguments, shape_of(node.array), strict=False)
            found = [frozenset({size}) if place is i else _lengths(place, i, within) for place, size in axes]
            found.append(_lengths(node.array, i, within))
        case tree.Folded(range=tree.Without() as places) | tree.ForAll(range=tree.Without() as places) if (
            places == tree.Without(within, i)
        ):
            found = [_lengths(node.body, i, within), _lengths(node.body, node.variable, places)]
        case _:
            found = [_lengths(child, i, within) for child in node.children]
    return None if None in found else frozenset().union(*(each for each in found if each is not None))


def seen_at(point: Point) -> SeenArrays:
    """A point through words alone."""
    return SeenArrays(WORDS, point)


WORDS = Computed(NOTHING)


@dataclass(frozen=True)
class SeenArrays(Seen):
    """A point through the words of the claims about it; ``forms``: operations where normal numbers are names."""

    forms: Random | None = None
    drawn: Mapping[Parameter, Value] = field(default_factory=dict)  # what is random, in an outcome

    def value(self, node: Expr, scope: Scope = NOWHERE) -> Value:
        """A number in the model's own arithmetic, as whoever compares it expects."""
        return self.numbers.of(self.worth(node, scope))

    def worth(self, node: Expr, scope: Scope = NOWHERE) -> Value:
        """The value, an exact number where it is known to be one."""
        if scope and not free_symbols(node) & scope.keys():
            scope = NOWHERE
        return super().value(node, scope)

    @property
    def numbers(self) -> Numbers:
        return self.forms or (Floats if self.model.arithmetic is FLOAT else Numbers)(self.model.arithmetic)

    def _computed(self, node: Expr, scope: Scope) -> Value:
        numbers = self.numbers

        def of(child: Expr) -> Value:
            return self.worth(child, scope)

        match node:
            case Number():
                return numbers.exactly(node.value)
            case Parameter() if node not in scope:
                return self.drawn[node] if node in self.drawn else self.model.known[node]
            case Symbol():
                if node not in scope:
                    raise LookupError(f"{node.name} has no value here")
                return numbers.exactly(scope[node])
            case tree.Plus():
                return numbers.each(numbers.plus, of(node.left), of(node.right))
            case tree.Minus():
                return numbers.each(numbers.minus, of(node.left), of(node.right))
            case tree.Times(left=left, right=tree.Call(name="log", arguments=(inside,))) if free_symbols(left):
                factor = of(left)  # p log p = 0 at 0
                if zero(factor) and zero(of(inside)):
                    return numbers.exactly(0)
                return numbers.times(factor, of(node.right))
            case tree.Times():
                left, right = of(node.left), of(node.right)
                if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
                    counts = self.axis(shape_of(node.left)[1])
                    return numbers.dotted(left if counts is None else left * counts, right)
                return numbers.each(numbers.times, left, right)
            case tree.Over():
                return numbers.each(numbers.over, of(node.left), of(node.right))
            case tree.Power(exponent=exponent) if exponent is TRANSPOSED:
                return of(node.base).T
            case tree.Power():
                return numbers.each(numbers.power, of(node.base), of(node.exponent))
            case tree.Negative():
                return numbers.each(numbers.negative, of(node.argument))
            case tree.Call():
                return self._called(node, [of(argument) for argument in node.arguments])
            case tree.Component():
                places = tuple(self.element(i, scope) for i in node.arguments)
                whole = of(node.array)
                counts = self.model.blocks and [self.axis(size) for size in shape_of(node.array)]
                lengths = [int(c.sum()) for c in counts] if counts else whole.shape
                if not all(1 <= i <= most for i, most in zip(places, lengths, strict=False)):
                    raise NoValueError(f"{text(node)}: there is no entry {', '.join(map(str, places))} of {whole.shape}")
                if counts:
                    return whole[tuple(int((c.cumsum() < i).sum()) for i, c in zip(places, counts, strict=False))]
                return whole[tuple(i - 1 for i in places)]
            case tree.Defined():
                return of(node.body)
            case tree.Norm():
                body = of(node.body)
                if body.ndim == 2 and node.kind in ("1", "∞", "*"):
                    return self.by_word(induced, body, node.kind)
                return numbers.norm(body, node.kind, self.counts(node.body))
            case tree.Inner():
                left, counts = of(node.left), self.counts(node.left)
                return numbers.inner(left if counts is None else left * counts, of(node.right))
            case tree.Applied(base=FunctionName() as f, arguments=(x,)):
                return self.model.known[f].value(numbers, of(x))
            case tree.ArrayFunction(arguments=(FunctionName() as f, *places)):
                function = self.model.known[f]
                found = function.gradient(numbers, of(places[0])) if places else function.lowest(numbers)
                return array(found) if f.shape else found[0]
            case tree.ArrayFunction():
                arrays = [of(argument) for argument in node.arguments]
                if text(node.base) in BY_NAME:
                    return self.by_word(BY_NAME[text(node.base)].value, *arrays)
                return numbers.function(text(node.base), arrays, self.counts(node.arguments[0]))
            case tree.Folded():
                return self._folded(node, scope)
            case tree.Probability():
                return over_outcomes(self, node.event, lambda seen: probability_of(seen, node.event, scope))
            case tree.Expectation():
                return over_outcomes(self, node.body, lambda seen: mean_of(seen, node.body, scope))
            case tree.Indicator():
                return self.indicated(node.claim, scope)
            case tree.Cases():
                return next((of(v) for claim, v in node.branches if self._admits(claim, scope)), of(node.otherwise))
        raise LookupError(f"nothing gives a value to {text(node)}")

    def _called(self, node: tree.Call, arguments: list[Value]) -> Value:
        numbers = self.numbers
        known: dict[str, Callable[..., Value]] = {
            "exp": numbers.exp,
            "log": numbers.log,
            "sqrt": numbers.sqrt,
            "abs": numbers.absolute,
            "max": numbers.larger,
            "min": numbers.smaller,
            "floor": numbers.floor,
            "ceil": lambda x: -numbers.floor(-x),
            "pi": lambda: self.model.arithmetic.pi,
            "binomial": numbers.binomial,
        }
        return numbers.each(known.get(node.name) or partial(numbers.elementary, node.name), *arguments)

    def _folded(self, node: tree.Folded, scope: Scope) -> Value:
        numbers, found = self.numbers, self.runs(node, scope)
        terms = [self.worth(node.body, {**scope, node.variable: e}) for e, _ in found]
        match node:
            case tree.Total():
                return numbers.sum(terms, [count for _, count in found] if self.model.blocks else None)
            case tree.Product():
                powers = (t if k == 1 else numbers.power(t, k) for t, (_, k) in zip(terms, found, strict=True))
                return reduce(numbers.times, powers, numbers.exactly(1))
            case tree.Largest() | tree.Smallest() if not terms:
                raise NoValueError(f"{text(node)} is taken over nothing")
            case tree.Largest():
                return reduce(numbers.larger, terms)
            case tree.Smallest():
                return reduce(numbers.smaller, terms)
        raise TypeError(f"{type(node).__name__} is no known way to take terms together")

    def indicated(self, claim: Claim, scope: Scope) -> Value:
        """1 where a claim holds, 0 where it does not; indeterminate where balls do not tell."""
        truth = self.truth(claim, scope)
        if truth is Truth.UNKNOWN:
            return balls.nothing()
        return self.numbers.exactly(int(truth is Truth.HOLDS))

    def truth(self, claim: Claim, scope: Scope = NOWHERE) -> Truth:
        """Unknown where a side has no value. Raises TypeError for a claim that is put together from no relations."""
        try:
            return Truth.HOLDS if claim in self.model.true else super().truth(claim, scope)
        except NoValueError:
            return Truth.UNKNOWN

    def compared(self, claim: Relation, scope: Scope) -> Truth:
        left, right = self.worth(claim.left, scope), self.worth(claim.right, scope)
        if self.forms is not None:
            return self.forms.compared(left, claim.sign, right)
        if self.model.arithmetic is FLOAT:
            return Truth.HOLDS if PRINTED[claim.sign].true_of(left, right) else Truth.FAILS
        return Comparison(left, PRINTED[claim.sign], right).truth()

    def axis(self, size: Expr) -> Value | None:
        """How many equal entries stand side by side along an axis of this length; None where each stands for itself."""
        if not self.model.blocks:
            return None
        counts = self.model.blocks.get(size) or (self.element(size, NOWHERE),)
        return np.array(counts, dtype=float if self.model.arithmetic is FLOAT else object)

    def counts(self, node: Expr) -> Value | None:
        """The same for each entry of an array, one after the other."""
        if not self.model.blocks:
            return None
        axes: list[Any] = [self.axis(size) for size in shape_of(node)]
        return reduce(np.multiply.outer, axes).ravel()

    def by_word(self, value: Callable[..., Value], *arguments: Value) -> Value:
        if self.model.blocks:
            raise NoValueError("this word is not computed by blocks of equal entries")
        found = value(self.numbers, *arguments)
        return found.astype(float) if self.model.arithmetic is FLOAT and isinstance(found, np.ndarray) else found

    def runs(self, node: tree.Folded | tree.ForAll | tree.Exists, scope: Scope = NOWHERE) -> list[tuple[int, int]]:
        """The elements of a range at which the body may differ, and how many others each stands for."""
        if not self.model.blocks:
            return [(e, 1) for e in self.elements(node.range, scope)]
        sizes = _lengths(node.body, node.variable, node.range)
        if sizes is None:
            elements = self.elements(node.range, scope)
            if len(elements) > MOST_COUNTED:
                raise NoValueError(f"{text(node)}: its {len(elements)} terms differ")
            return [(e, 1) for e in elements]
        ends = {int(end) for size in sizes for end in accumulate(self.model.blocks.get(size, ()))}
        return self._cut(node.range, ends, scope)

    def _cut(self, range_: Node, ends: set[int], scope: Scope) -> list[tuple[int, int]]:
        match range_:
            case tree.Range():
                low, high = self.element(range_.low, scope), self.element(range_.high, scope)
                starts = sorted({low, *(end + 1 for end in ends if low <= end < high)})
                return [(a, b - a) for a, b in pairwise([*starts, high + 1])] if low <= high else []
            case tree.Without():
                out, found = self.element(range_.element, scope), self._cut(range_.range, ends, scope)
                inside = [(start + (start == out), k - 1) if start <= out < start + k else (start, k) for start, k in found]
                return [(start, k) for start, k in inside if k]
        raise LookupError(f"{range_!r} is no range of whole numbers: write upto(n)")

    def _admits(self, claim: Claim, scope: Scope) -> bool:
        truth = self.truth(claim, scope)
        if truth is Truth.UNKNOWN:
            raise NoValueError(f"undecided: {text(claim)}")
        return truth is Truth.HOLDS

    def element(self, node: Node, scope: Scope) -> Any:
        assert isinstance(node, Expr)
        found = self.worth(node, scope)
        if isinstance(found, Ball) and found.is_integer() and abs(found) < 2**64:
            found = balls.bounds(found)[0]
        if isinstance(found, Ball) or found != int(found):
            raise NoValueError(f"{text(node)} is no whole number that is known")
        return int(found)

    def elements(self, range_: Node, scope: Scope = NOWHERE) -> list[Any]:
        match range_:
            case tree.Range():
                low, high = self.element(range_.low, scope), self.element(range_.high, scope)
                if high - low >= MOST_ENTRIES:
                    raise NoValueError(
                        f"{text(range_)} has {high - low + 1} elements, and no more than {MOST_ENTRIES} are looked at"
                    )
                return list(range(low, high + 1))
            case tree.Without():
                left_out = self.element(range_.element, scope)
                return [each for each in self.elements(range_.range, scope) if each != left_out]
        raise LookupError(f"{range_!r} is no range of whole numbers: write upto(n)")

    def placements(self, claim: Claim, conditions: Iterable[Any]) -> Iterator[tuple[Scope, str]]:
        del claim, conditions  # every name that stands free is a declared one
        yield NOWHERE, ""
