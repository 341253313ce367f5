"""The values of claims over arrays: exact rationals as long as there are no roots and logarithms, then balls; or float64."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache, partial, reduce
from itertools import accumulate, pairwise, product
from math import factorial, isqrt
from typing import Any

import numpy as np
from hypothesis import strategies as st
from scipy import special

from kernels import balls
from kernels.arithmetic import BALLS, FLOAT, Arithmetic
from kernels.balls import Ball, Truth
from theorems.language.computed import NOWHERE, Computed, NoValueError, Scope, Seen
from theorems.language.computed import SIGNS as PRINTED
from theorems.language.printing import text
from theorems.language.tree import (
    And,
    Applied,
    ArrayFunction,
    Call,
    Cases,
    Chain,
    Claim,
    Component,
    Defined,
    Exists,
    Expectation,
    Expr,
    Folded,
    ForAll,
    Implies,
    Indicator,
    Inner,
    Largest,
    Minus,
    Negative,
    Node,
    Norm,
    Number,
    Or,
    Over,
    Plus,
    Power,
    Probability,
    Product,
    Range,
    Relation,
    Smallest,
    Symbol,
    Times,
    Total,
    Without,
    free_symbols,
)
from theorems.language.values import binomial, power
from theorems.own.declared import MOST_COUNTED, MOST_ENTRIES, SIGNS, TRANSPOSED, FunctionName, Parameter, shape_of
from theorems.own.functions import Function
from theorems.statement import Domain
from theorems.vocabulary import Comparison

Value = Any  # a number, or an object array of numbers
MOST_SIGNS = 12  # random signs are enumerated
MOST_FACTORIAL = 1000
MOST_DIGITS = 4000  # of an exact power, in bits


@dataclass(frozen=True)
class Numbers:
    """Operations on numbers that are exact rationals where both operands are, and otherwise the arithmetic's own."""

    arithmetic: Arithmetic

    def of(self, x: Value) -> Value:
        return self.arithmetic.number(x) if isinstance(x, int | Fraction) else x

    def exactly(self, x: int | Fraction) -> Value:
        return Fraction(x)

    def each(self, operation: Callable[..., Value], *arrays: Value) -> Value:
        if any(isinstance(a, np.ndarray) for a in arrays):
            return np.frompyfunc(operation, len(arrays), 1)(*arrays)
        return operation(*arrays)

    def plus(self, a: Value, b: Value) -> Value:
        return a + b if _exact(a, b) else self.of(a) + self.of(b)

    def minus(self, a: Value, b: Value) -> Value:
        return a - b if _exact(a, b) else self.of(a) - self.of(b)

    def times(self, a: Value, b: Value) -> Value:
        if _zero(a) or _zero(b):
            other = b if _zero(a) else a
            return other * 0 if _exact(other) else self._none_of(other)
        return a * b if _exact(a, b) else self.of(a) * self.of(b)

    def _none_of(self, other: Value) -> Value:
        """Zero times a number that is not exact: zero, unless that is no number."""
        return Fraction(0) if not hasattr(other, "is_finite") or other.is_finite() else self.of(0) * other

    def over(self, a: Value, b: Value) -> Value:
        if _exact(a, b) and b != 0:
            return Fraction(a) / b
        return self.of(a) / self.of(b)

    def power(self, a: Value, b: Value) -> Value:
        if _exact(b) and Fraction(b).denominator == 1:
            n = int(b)
            if _exact(a) and (a != 0 or n >= 0) and _bits(a) * abs(n) <= MOST_DIGITS:
                return Fraction(a) ** n
            return self.of(a) ** n
        if _exact(b) and Fraction(b).denominator == 2 and b > 0:
            return self.power(self.sqrt(a), 2 * Fraction(b))
        if _exact(a) and a == 0 and (b > 0 if _exact(b) else bool(b > 0)):
            return Fraction(0)
        return power(self.of(a), self.of(b))

    def exp(self, a: Value) -> Value:
        return Fraction(1) if _exact(a) and a == 0 else self.arithmetic.exp(self.of(a))

    def log(self, a: Value) -> Value:
        return Fraction(0) if _exact(a) and a == 1 else self.arithmetic.log(self.of(a))

    def sqrt(self, a: Value) -> Value:
        if _exact(a) and a >= 0:
            a = Fraction(a)
            root = Fraction(isqrt(a.numerator), isqrt(a.denominator))
            if root * root == a:
                return root
        return self.arithmetic.sqrt(self.of(a))

    def elementary(self, name: str, a: Value) -> Value:
        """Sin, cos, ... of a number; exact at 0, and Γ at whole numbers."""
        if name == "gamma" and _exact(a) and 0 < a <= MOST_FACTORIAL and Fraction(a).denominator == 1:
            return Fraction(factorial(int(a) - 1))
        if _exact(a) and a == 0 and name not in ("acos", "gamma"):
            return Fraction(name in ("cos", "cosh"))
        return self.arithmetic.elementary(name, self.of(a))

    def binomial(self, n: Value, k: Value) -> Value:
        if not _exact(n, k) or Fraction(k).denominator != 1 or k < 0:
            raise NoValueError(f"binomial(n, k) of a whole number k ≥ 0, not of {k}")
        if k <= MOST_FACTORIAL:
            return binomial(n, k, self.exactly(1))
        if n < k:
            raise NoValueError(f"binomial(n, k) where {k} is large and {n} is below")
        return balls.exp(reduce(lambda a, b: a - b, (balls.lgamma(self.of(x + 1)) for x in (n, k, n - k))))

    def root_of_squares(self, a: Value) -> Value:
        """The root of what is known to be >= 0."""
        return balls.root_of_nonnegative(a) if self.arithmetic is BALLS and not _exact(a) else self.sqrt(a)

    def absolute(self, a: Value) -> Value:
        return abs(a) if _exact(a) else self.arithmetic.absolute(a)

    def larger(self, a: Value, b: Value) -> Value:
        return max(a, b) if _exact(a, b) else self.arithmetic.maximum(self.of(a), self.of(b))

    def smaller(self, a: Value, b: Value) -> Value:
        return min(a, b) if _exact(a, b) else self.arithmetic.minimum(self.of(a), self.of(b))

    def floor(self, x: Value) -> Value:
        return x.floor() if isinstance(x, Ball) else Fraction(x // 1)

    def sum(self, terms: Iterable[Value], counts: Iterable[int] | None = None) -> Value:
        """Of terms, each as often as there are equal ones."""
        return reduce(self.plus, terms if counts is None else map(self.times, counts, terms), self.exactly(0))

    def inner(self, x: Iterable[Value], y: Iterable[Value]) -> Value:
        return self.sum(self.times(a, b) for a, b in zip(x, y, strict=True))

    def dotted(self, a: Value, b: Value) -> Value:
        """The product of a matrix with a vector or a matrix."""
        if b.ndim == 1:
            return _array([self.inner(row, b) for row in a])
        return _array([[self.inner(row, column) for column in b.T] for row in a])

    def norm(self, x: Value, kind: str, counts: Value) -> Value:
        entries = [self.absolute(a) for a in x.flat]
        match kind:
            case "1":
                return self.sum(entries, counts)
            case "2" | "F":
                return self.root_of_squares(self.sum((self.times(a, a) for a in entries), counts))
            case "∞" | "max":
                return reduce(self.larger, entries)
        if self.arithmetic is not BALLS or not _exact(*x.flat):
            raise NoValueError("an operator norm is computed in balls, of a matrix of rationals")
        return balls.operator_norm(x.tolist(), None if counts is None else (x.ravel() * counts).reshape(x.shape).tolist())

    def softmax(self, x: Value, counts: Value) -> Value:
        if _exact(*x) and len(set(x)) == 1:
            return _array([Fraction(1, len(x) if counts is None else sum(counts))] * len(x))
        top = reduce(self.larger, x)
        weights = [self.exp(self.minus(a, top)) for a in x]
        return _array([self.over(w, self.sum(weights, counts)) for w in weights])

    def logsumexp(self, x: Value, counts: Value) -> Value:
        top = reduce(self.larger, x)
        return self.plus(top, self.log(self.sum((self.exp(self.minus(a, top)) for a in x), counts)))

    def surprise(self, p: Value, ratio: Value) -> Value:
        """P log(ratio), 0 at p = 0."""
        return self.exactly(0) if _zero(p) else self.times(p, self.log(ratio))

    def function(self, name: str, arrays: list[Value], counts: Value = None) -> Value:
        x = arrays[0]
        match name:
            case "softmax":
                return self.softmax(x, counts)
            case "logsumexp":
                return self.logsumexp(x, counts)
            case "max":
                return reduce(self.larger, x.flat)
            case "min":
                return reduce(self.smaller, x.flat)
            case "sum":
                return self.sum(x.flat, counts)
            case "entropy":
                return -self.sum((self.surprise(a, a) for a in x), counts)
            case "KL":
                return self.sum((self.surprise(a, self.over(a, b)) for a, b in zip(*arrays, strict=True)), counts)
        raise TypeError(f"no function {name}")


class Floats(Numbers):
    """The same on float64 arrays, for a search."""

    def binomial(self, n: Value, k: Value) -> Value:
        return np.float64(special.binom(n, k))

    def exactly(self, x: int | Fraction) -> Value:
        return np.float64(x)

    def each(self, operation: Callable[..., Value], *arrays: Value) -> Value:
        return operation(*arrays)

    def floor(self, x: Value) -> Value:
        return np.floor(x)

    def plus(self, a: Value, b: Value) -> Value:
        return a + b

    def minus(self, a: Value, b: Value) -> Value:
        return a - b

    def times(self, a: Value, b: Value) -> Value:
        return a * b

    def over(self, a: Value, b: Value) -> Value:
        return a / b

    def power(self, a: Value, b: Value) -> Value:
        return a**b

    def exp(self, a: Value) -> Value:
        return np.exp(a)

    def log(self, a: Value) -> Value:
        return np.log(a)

    def sqrt(self, a: Value) -> Value:
        return np.sqrt(a)

    def elementary(self, name: str, a: Value) -> Value:
        return self.arithmetic.elementary(name, a)

    def absolute(self, a: Value) -> Value:
        return np.abs(a)

    def inner(self, x: Iterable[Value], y: Iterable[Value]) -> Value:
        return np.asarray(x) @ np.asarray(y)

    def dotted(self, a: Value, b: Value) -> Value:
        return a @ b

    def norm(self, x: Value, kind: str, counts: Value) -> Value:
        if counts is not None and kind not in ("∞", "max"):  # as many copies of an entry are one that is larger
            x = x * (counts if kind == "1" else np.sqrt(counts)).reshape(x.shape)
        return np.linalg.norm(x.ravel() if kind in ("F", "max") else x, {"1": 1, "∞": np.inf, "max": np.inf}.get(kind, 2))

    def softmax(self, x: Value, counts: Value) -> Value:
        weights = np.exp(x - x.max())
        return weights / (weights if counts is None else weights * counts).sum()

    def surprise(self, p: Value, ratio: Value) -> Value:
        return p * np.log(ratio) if p else 0.0


def _exact(*numbers: Value) -> bool:
    return all(isinstance(x, int | Fraction) for x in numbers)


def _zero(x: Value) -> bool:
    return isinstance(x, int | float | Fraction) and x == 0


def _bits(x: int | Fraction) -> int:
    x = Fraction(x)
    return x.numerator.bit_length() + x.denominator.bit_length()


def _array(rows: list[Any]) -> Value:
    return np.array(rows, dtype=object)


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
                    return self.arithmetic.number(value) if _exact(value) else value
        raise AttributeError(f"no number {name} here")

    def but(self, values: Mapping[Parameter, Value]) -> Point:
        return replace(self, known={**self.known, **values})


def floats(values: Mapping[Parameter, Value]) -> dict[Parameter, Value]:
    """The same in float64; functions stay what they are."""
    return {p: v if isinstance(v, Function) else np.asarray(v, dtype=float)[()] for p, v in values.items()}


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
        case Component():
            axes = zip(node.arguments, shape_of(node.array), strict=False)
            found = [frozenset({size}) if place is i else _lengths(place, i, within) for place, size in axes]
            found.append(_lengths(node.array, i, within))
        case Folded(range=Without() as places) | ForAll(range=Without() as places) if places == Without(within, i):
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
    """A point through the words of the claims about it."""

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
        return (Floats if self.model.arithmetic is FLOAT else Numbers)(self.model.arithmetic)

    def _computed(self, node: Expr, scope: Scope) -> Value:
        numbers = self.numbers

        def of(child: Expr) -> Value:
            return self.worth(child, scope)

        match node:
            case Number():
                return numbers.exactly(node.value)
            case Parameter() if node not in scope:
                return self.model.known[node]
            case Symbol():
                if node not in scope:
                    raise LookupError(f"{node.name} has no value here")
                return numbers.exactly(scope[node])
            case Plus():
                return numbers.each(numbers.plus, of(node.left), of(node.right))
            case Minus():
                return numbers.each(numbers.minus, of(node.left), of(node.right))
            case Times(left=left, right=Call(name="log", arguments=(inside,))):  # 0 log 0 = 0
                factor = of(left)
                if _zero(factor) and _zero(of(inside)):
                    return numbers.exactly(0)
                return numbers.times(factor, of(node.right))
            case Times():
                left, right = of(node.left), of(node.right)
                if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
                    counts = self.axis(shape_of(node.left)[1])
                    return numbers.dotted(left if counts is None else left * counts, right)
                return numbers.each(numbers.times, left, right)
            case Over():
                return numbers.each(numbers.over, of(node.left), of(node.right))
            case Power(exponent=exponent) if exponent is TRANSPOSED:
                return of(node.base).T
            case Power():
                return numbers.power(of(node.base), of(node.exponent))
            case Negative():
                return -of(node.argument)
            case Call():
                return self._called(node, [of(argument) for argument in node.arguments])
            case Component():
                places = tuple(self.element(i, scope) for i in node.arguments)
                array = of(node.array)
                counts = self.model.blocks and [self.axis(size) for size in shape_of(node.array)]
                lengths = [int(c.sum()) for c in counts] if counts else array.shape
                if not all(1 <= i <= most for i, most in zip(places, lengths, strict=False)):
                    raise NoValueError(f"{text(node)}: there is no entry {', '.join(map(str, places))} of {array.shape}")
                if counts:
                    return array[tuple(int((c.cumsum() < i).sum()) for i, c in zip(places, counts, strict=False))]
                return array[tuple(i - 1 for i in places)]
            case Defined():
                return of(node.body)
            case Norm():
                return numbers.norm(of(node.body), node.kind, self.counts(node.body))
            case Inner():
                left, counts = of(node.left), self.counts(node.left)
                return numbers.inner(left if counts is None else left * counts, of(node.right))
            case Applied(base=FunctionName() as f, arguments=(x,)):
                return self.model.known[f].value(numbers, of(x))
            case ArrayFunction(arguments=(FunctionName() as f, *places)):
                function = self.model.known[f]
                found = function.gradient(numbers, of(places[0])) if places else function.lowest(numbers)
                return _array(found) if f.shape else found[0]
            case ArrayFunction():
                arrays = [of(argument) for argument in node.arguments]
                return numbers.function(text(node.base), arrays, self.counts(node.arguments[0]))
            case Folded():
                return self._folded(node, scope)
            case Probability():
                return self._expected(node.event, lambda seen: seen.indicated(node.event, scope))
            case Expectation():
                return self._expected(node.body, lambda seen: seen.worth(node.body, scope))
            case Indicator():
                return self.indicated(node.claim, scope)
            case Cases():
                return next((of(v) for claim, v in node.branches if self._admits(claim, scope)), of(node.otherwise))
        raise LookupError(f"nothing gives a value to {text(node)}")

    def _called(self, node: Call, arguments: list[Value]) -> Value:
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

    def _folded(self, node: Folded, scope: Scope) -> Value:
        numbers, found = self.numbers, self.runs(node, scope)
        terms = [self.worth(node.body, {**scope, node.variable: e}) for e, _ in found]
        match node:
            case Total():
                return numbers.sum(terms, [count for _, count in found] if self.model.blocks else None)
            case Product():
                powers = (t if k == 1 else numbers.power(t, k) for t, (_, k) in zip(terms, found, strict=True))
                return reduce(numbers.times, powers, numbers.exactly(1))
            case Largest() | Smallest() if not terms:
                raise NoValueError(f"{text(node)} is taken over nothing")
            case Largest():
                return reduce(numbers.larger, terms)
            case Smallest():
                return reduce(numbers.smaller, terms)
        raise TypeError(f"{type(node).__name__} is no known way to take terms together")

    def _expected(self, about: Node, value: Callable[[SeenArrays], Value]) -> Value:
        """The mean over all values of the random signs in a tree. Raises NoValueError where there are none, or too many."""
        random = sorted({n for _, n in about.walk() if isinstance(n, Parameter) and n.kind == SIGNS}, key=lambda p: p.name)
        lengths = [self.element(p.shape[0], NOWHERE) for p in random]
        if not 1 <= sum(lengths) <= MOST_SIGNS:
            raise NoValueError(f"{text(about)} has {sum(lengths)} random signs: 1 to {MOST_SIGNS} are enumerated")
        numbers, outcomes = self.numbers, []
        for drawn in product((1, -1), repeat=sum(lengths)):
            left = iter(drawn)
            chosen = {p: _array([numbers.exactly(next(left)) for _ in range(k)]) for p, k in zip(random, lengths, strict=True)}
            outcomes.append(value(replace(self, model=self.model.but(chosen), known={})))
        return numbers.over(numbers.sum(outcomes), numbers.exactly(len(outcomes)))

    def indicated(self, claim: Claim, scope: Scope) -> Value:
        """1 where a claim holds, 0 where it does not; indeterminate where balls do not tell."""
        truth = self.truth(claim, scope)
        if truth is Truth.UNKNOWN:
            return balls.nothing()
        return self.numbers.exactly(int(truth is Truth.HOLDS))

    def truth(self, claim: Claim, scope: Scope = NOWHERE) -> Truth:
        """Unknown where a side has no value. Raises TypeError for a claim that is put together from no relations."""
        try:
            return self._truth(claim, scope)
        except NoValueError:
            return Truth.UNKNOWN

    def _truth(self, claim: Claim, scope: Scope) -> Truth:
        match claim:
            case Relation() if claim in self.model.true:
                return Truth.HOLDS
            case Relation(sign="!="):
                return ~self.truth(claim.contrary, scope)
            case Relation():
                left, right = self.worth(claim.left, scope), self.worth(claim.right, scope)
                if self.model.arithmetic is FLOAT:
                    return Truth.HOLDS if PRINTED[claim.sign].true_of(left, right) else Truth.FAILS
                return Comparison(left, PRINTED[claim.sign], right).truth()
            case Chain():
                return balls.all_of(self.truth(link, scope) for link in claim.links)
            case And():
                return balls.all_of(self.truth(c, scope) for c in claim.claims)
            case Or():
                return ~balls.all_of(~self.truth(c, scope) for c in claim.claims)
            case Implies():
                return ~balls.all_of((self.truth(claim.premise, scope), ~self.truth(claim.conclusion, scope)))
            case ForAll() | Exists():
                combined = balls.all_of if isinstance(claim, ForAll) else balls.any_of
                return combined(self.truth(claim.body, {**scope, claim.variable: e}) for e, _ in self.runs(claim, scope))
        raise TypeError(f"{text(claim)} is put together from no relations")

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
        return reduce(np.multiply.outer, map(self.axis, shape_of(node))).ravel()

    def runs(self, node: Folded | ForAll | Exists, scope: Scope = NOWHERE) -> list[tuple[int, int]]:
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
            case Range():
                low, high = self.element(range_.low, scope), self.element(range_.high, scope)
                starts = sorted({low, *(end + 1 for end in ends if low <= end < high)})
                return [(a, b - a) for a, b in pairwise([*starts, high + 1])] if low <= high else []
            case Without():
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
            case Range():
                low, high = self.element(range_.low, scope), self.element(range_.high, scope)
                if high - low >= MOST_ENTRIES:
                    raise NoValueError(
                        f"{text(range_)} has {high - low + 1} elements, and no more than {MOST_ENTRIES} are looked at"
                    )
                return list(range(low, high + 1))
            case Without():
                left_out = self.element(range_.element, scope)
                return [each for each in self.elements(range_.range, scope) if each != left_out]
        raise LookupError(f"{range_!r} is no range of whole numbers: write upto(n)")

    def placements(self, claim: Claim, conditions: Iterable[Any]) -> Iterator[tuple[Scope, str]]:
        del claim, conditions  # every name that stands free is a declared one
        yield NOWHERE, ""
