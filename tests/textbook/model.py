"""The truth of a claim in a small world: exact fractions, balls where they do not suffice, finite laws, polynomials of time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from itertools import product
from math import ceil, comb, floor
from operator import mul
from typing import Any

from kernels import balls
from kernels.balls import Truth, all_of
from theorems.kernel.facts import INTEGERS, REALS
from theorems.language import tree
from theorems.language.derivatives import derivative

Value = Any  # a fraction, or a ball

HOLDS, FAILS, UNKNOWN = Truth.HOLDS, Truth.FAILS, Truth.UNKNOWN


class UndefinedError(Exception):
    """An expression without a value."""


class UndecidedError(Exception):
    """An event that balls do not decide."""


@dataclass(frozen=True)
class World:
    """What names mean. ``law``: outcomes with their weights; ``reals``: the real numbers that a quantifier is tried at."""

    values: Mapping[tree.Node, Value] = field(default_factory=dict)
    law: Sequence[tuple[Fraction, Mapping[tree.Node, Value]]] = ((Fraction(1), {}),)
    reals: Sequence[Fraction] = ()

    def knowing(self, values: Mapping[tree.Node, Value]) -> World:
        return replace(self, values={**self.values, **values})

    def outcomes(self) -> Iterator[tuple[Fraction, World]]:
        for weight, values in self.law:
            yield weight, self.knowing(values)

    def number(self, node: tree.Expr) -> Value:
        match node:
            case tree.Number():
                return node.value
            case tree.Symbol():
                return self.values[node]
            case tree.Entry():
                return self.values[tree.Entry(node.quantity, tuple(_written(self.number(a)) for a in node.arguments))]
            case tree.Plus() | tree.Minus() | tree.Times() | tree.Over():
                return _binary(node, self.number(node.left), self.number(node.right))
            case tree.Negative():
                return -self.number(node.argument)
            case tree.Power():
                return _power(self.number(node.base), self.number(node.exponent))
            case tree.Call():
                return _called(node.name, [self.number(a) for a in node.arguments])
            case tree.Total():
                return reduce(_plus, self.terms(node), Fraction(0))
            case tree.Product():
                return reduce(_times, self.terms(node), Fraction(1))
            case tree.Largest() | tree.Smallest():
                terms = list(self.terms(node))
                if not terms:
                    raise UndefinedError(node)
                return reduce(lambda a, b: _called("max" if isinstance(node, tree.Largest) else "min", [a, b]), terms)
            case tree.Indicator():
                return Fraction(self.surely(node.claim))
            case tree.Cases():
                return self.number(next((v for claim, v in node.branches if self.surely(claim)), node.otherwise))
            case tree.Probability():
                return sum((weight for weight, world in self.outcomes() if world.surely(node.event)), Fraction(0))
            case tree.Expectation():
                return reduce(
                    _plus, (_times(weight, world.number(node.body)) for weight, world in self.outcomes()), Fraction(0)
                )
            case tree.Derivative(body=tree.Total() as total):
                return self.number(tree.Sum(total.variable, total.range, tree.ddt(total.body, node.variable)))
            case tree.Derivative():
                return self.number(derivative(node.body, node.variable, 1))
            case tree.Integral():
                return self.integral(node)
        raise TypeError(f"{node!r} has no value in a test")

    def terms(self, node: tree.Folded) -> Iterator[Value]:
        return (self.knowing({node.variable: each}).number(node.body) for each in self.members(node.range))

    def integral(self, node: tree.Integral) -> Value:
        """Simpson's rule, exact for polynomials of degree 3."""
        low, high = self.number(node.low), self.number(node.high)
        first, middle, last = (self.knowing({node.variable: x}).number(node.body) for x in (low, (low + high) / 2, high))
        return (high - low) * (first + 4 * middle + last) / 6

    def members(self, range_: tree.Node) -> list[Fraction]:
        match range_:
            case tree.Range():
                low, high = self.number(range_.low), self.number(range_.high)
                return [low + step for step in range(max(0, floor(high - low) + 1))]
            case tree.Without():
                return [each for each in self.members(range_.range) if each != self.number(range_.element)]
        if range_ is INTEGERS:
            return [Fraction(k) for k in range(-3, 8)]
        if range_ is REALS:
            return list(self.reals)
        raise TypeError(f"{range_!r} is no set in a test")

    def surely(self, claim: tree.Claim) -> bool:
        truth = self.truth(claim)
        if truth is UNKNOWN:
            raise UndecidedError(claim)
        return truth is HOLDS

    def truth(self, claim: tree.Claim) -> Truth:
        match claim:
            case tree.Relation():
                return _related(claim.sign, self.number(claim.left), self.number(claim.right))
            case tree.And():
                return all_of(map(self.truth, claim.claims))
            case tree.Or():
                return ~all_of(~self.truth(member) for member in claim.claims)
            case tree.Implies():
                premise = self.truth(claim.premise)
                return HOLDS if premise is FAILS else ~all_of((premise, ~self.truth(claim.conclusion)))
            case tree.ForAll(body=tree.Words(pieces=("independent of all the others: ", body))):
                family: list[Any] = [(body, {claim.variable: each}) for each in self.members(claim.range)]
                return self.independent(family)
            case tree.ForAll(body=tree.Words(pieces=("independent of all the others: ", first, " with ", second))):
                pairs: list[Any] = [((first, second), {claim.variable: each}) for each in self.members(claim.range)]
                return self.independent(pairs)
            case tree.ForAll(
                body=tree.Words(pieces=("a function of the pairs that changes by at most ", most, _, first, _, second, _, body))
            ):
                bounds: list[Any] = [({claim.variable: each}, most) for each in self.members(claim.range)]
                return self.changes(body, (first, second), bounds)
            case tree.ForAll():
                return all_of(self.knowing({claim.variable: each}).truth(claim.body) for each in self.members(claim.range))
            case tree.Member():
                element = self.number(claim.element)
                if claim.range is INTEGERS:
                    return HOLDS if element == floor(element) else FAILS
                return HOLDS if claim.range is REALS or element in self.members(claim.range) else FAILS
            case tree.Words():
                return self.said(claim.pieces)
        raise TypeError(f"{claim!r} has no truth in a test")

    def said(self, pieces: tuple[Any, ...]) -> Truth:
        match pieces:
            case ("not random: ", *trees):
                shown = [each for each in trees if isinstance(each, tree.Expr)]
                return HOLDS if all(len({str(world.number(x)) for _, world in self.outcomes()}) == 1 for x in shown) else FAILS
            case ("independent: ", first, _, second):
                return self.independent([(first, {}), (second, {})])
            case ("binomial, ", n, _, p, _, x):
                return self.binomial(x, self.number(n), self.number(p))
            case ("finite expectation: ", _) | ("what changes with ", *_) | ("continuous in ", *_):
                return HOLDS  # the laws are finite, the functions of time are elementary
        raise TypeError(f"{pieces!r} says nothing in a test")

    def independent(self, family: Sequence[tuple[Any, Mapping[tree.Node, Value]]]) -> Truth:
        """Is every joint value as likely as the product says?"""
        joint: dict[tuple[Any, ...], Fraction] = defaultdict(Fraction)
        alone: list[dict[Any, Fraction]] = [defaultdict(Fraction) for _ in family]
        for weight, world in self.outcomes():
            seen = tuple(world.knowing(at).seen(x) for x, at in family)
            joint[seen] += weight
            for each, value in zip(alone, seen, strict=True):
                each[value] += weight
        expected = (
            reduce(mul, (c[v] for c, v in zip(alone, at, strict=True)), Fraction(1)) == joint[at] for at in product(*alone)
        )
        return HOLDS if all(expected) else FAILS

    def seen(self, x: Any) -> Any:
        """The value of an event, a number or a pair of numbers."""
        if isinstance(x, tuple):
            return tuple(map(self.number, x))
        return self.surely(x) if isinstance(x, tree.Claim) else self.number(x)

    def binomial(self, x: tree.Expr, n: Fraction, p: Fraction) -> Truth:
        """Has it the law of the number of successes among n draws?"""
        if n != floor(n) or n < 0 or not 0 <= p <= 1:
            return FAILS
        seen: dict[Any, Fraction] = defaultdict(Fraction)
        for weight, world in self.outcomes():
            seen[world.number(x)] += weight
        law = {Fraction(k): comb(int(n), k) * p**k * (1 - p) ** (int(n) - k) for k in range(int(n) + 1)}
        return HOLDS if all(seen[k] == law.get(k, 0) for k in {*seen, *law}) else FAILS

    def changes(self, body: tree.Expr, one: Any, family: Sequence[tuple[Any, tree.Expr]]) -> Truth:
        """Is the body a function of the family, and does one member change it by at most so much?"""
        worlds = [world for _, world in self.outcomes()]
        seen = [([world.knowing(at).seen(one) for at, _ in family], world.number(body)) for world in worlds]
        bounds = [self.knowing(at).number(most) for at, most in family]
        for (first, value), (second, other) in product(seen, repeat=2):
            moved = [c for a, b, c in zip(first, second, bounds, strict=True) if a != b]
            if len(moved) < 2 and abs(value - other) > sum(moved):
                return FAILS
        return HOLDS


def _written(value: Value) -> tree.Number:
    return tree.Q(str(value))


def _like(value: Value) -> Value:
    return balls.ball(value) if isinstance(value, Fraction) else value


def _mixed(*values: Value) -> list[Value]:
    return list(values) if all(isinstance(v, Fraction) for v in values) else [_like(v) for v in values]


def _plus(left: Value, right: Value) -> Value:
    left, right = _mixed(left, right)
    return left + right


def _times(left: Value, right: Value) -> Value:
    left, right = _mixed(left, right)
    return left * right


def _binary(node: Any, left: Value, right: Value) -> Value:
    left, right = _mixed(left, right)
    match node:
        case tree.Plus():
            return left + right
        case tree.Minus():
            return left - right
        case tree.Times():
            return left * right
    if isinstance(right, Fraction) and right == 0:
        raise UndefinedError(node)
    return left / right


def _power(base: Value, exponent: Value) -> Value:
    if isinstance(exponent, Fraction) and exponent.denominator == 1:
        if base == 0 and exponent < 0:
            raise UndefinedError
        return base ** int(exponent)
    if isinstance(base, Fraction) and base <= 0:
        raise UndefinedError
    return balls.exp(_like(exponent) * balls.log(_like(base)))


def _called(name: str, values: list[Value]) -> Value:
    x = values[0]
    match name:
        case "abs":
            return abs(x)
        case "floor" | "ceil":
            if not isinstance(x, Fraction):
                raise UndecidedError(name)
            return Fraction((floor if name == "floor" else ceil)(x))
        case "max" | "min":
            a, b = _mixed(*values)
            if isinstance(a, Fraction):
                return max(a, b) if name == "max" else min(a, b)
            return balls.maximum(a, b) if name == "max" else balls.minimum(a, b)
        case "exp":
            return Fraction(1) if x == 0 else balls.exp(_like(x))
        case "log":
            if isinstance(x, Fraction) and x <= 0:
                raise UndefinedError(name)
            return Fraction(0) if x == 1 else balls.log(_like(x))
    if isinstance(x, Fraction) and x < 0:
        raise UndefinedError(name)
    return balls.root_of_nonnegative(_like(x)) if x != 0 else Fraction(0)


def _related(sign: str, left: Value, right: Value) -> Truth:
    left, right = _mixed(left, right)
    if isinstance(left, Fraction):
        found = {"<=": left <= right, ">=": left >= right, "<": left < right, ">": left > right, "==": left == right}
        return HOLDS if found.get(sign, left != right) else FAILS
    if sign == "!=":
        return ~balls.eq(left, right)
    return {"<=": balls.le, ">=": balls.ge, "<": balls.lt, ">": balls.gt, "==": balls.eq}[sign](left, right)
