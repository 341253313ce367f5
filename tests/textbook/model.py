"""The truth of a claim in a small world: exact fractions, balls where they do not suffice, finite laws, polynomials of time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from itertools import product
from math import ceil, floor
from operator import add, mul
from typing import Any

from kernels import balls
from kernels.balls import Truth, all_of
from theorems.language import tree as T
from theorems.language.derivatives import derivative
from theorems.provers.facts import INTEGERS, REALS

Value = Any  # a fraction, or a ball

HOLDS, FAILS, UNKNOWN = Truth.HOLDS, Truth.FAILS, Truth.UNKNOWN


class Undefined(Exception):
    """An expression without a value."""


class Undecided(Exception):
    """An event that balls do not decide."""


@dataclass(frozen=True)
class World:
    """What names mean. ``law``: outcomes with their weights; ``reals``: the real numbers that a quantifier is tried at."""

    values: Mapping[T.Node, Value] = field(default_factory=dict)
    law: Sequence[tuple[Fraction, Mapping[T.Node, Value]]] = ((Fraction(1), {}),)
    reals: Sequence[Fraction] = ()

    def knowing(self, values: Mapping[T.Node, Value]) -> World:
        return replace(self, values={**self.values, **values})

    def outcomes(self) -> Iterator[tuple[Fraction, World]]:
        for weight, values in self.law:
            yield weight, self.knowing(values)

    # -- numbers

    def number(self, node: T.Expr) -> Value:
        match node:
            case T.Number():
                return node.value
            case T.Symbol():
                return self.values[node]
            case T.Entry():
                return self.values[T.Entry(node.quantity, tuple(_written(self.number(a)) for a in node.arguments))]
            case T.Plus() | T.Minus() | T.Times() | T.Over():
                return _binary(node, self.number(node.left), self.number(node.right))
            case T.Negative():
                return -self.number(node.argument)
            case T.Power():
                return _power(self.number(node.base), self.number(node.exponent))
            case T.Call():
                return _called(node.name, [self.number(a) for a in node.arguments])
            case T.Total():
                return reduce(add, self.terms(node), Fraction(0))
            case T.Product():
                return reduce(mul, self.terms(node), Fraction(1))
            case T.Largest() | T.Smallest():
                terms = list(self.terms(node))
                if not terms:
                    raise Undefined(node)
                return reduce(lambda a, b: _called("max" if isinstance(node, T.Largest) else "min", [a, b]), terms)
            case T.Indicator():
                return Fraction(self.surely(node.claim))
            case T.Probability():
                return sum((weight for weight, world in self.outcomes() if world.surely(node.event)), Fraction(0))
            case T.Expectation():
                return reduce(add, (world.number(node.body) * _like(weight) for weight, world in self.outcomes()), Fraction(0))
            case T.Derivative():
                return self.number(derivative(node.body, node.variable, 1))
            case T.Integral():
                return self.integral(node)
        raise TypeError(f"{node!r} has no value in a test")

    def terms(self, node: T.Folded) -> Iterator[Value]:
        return (self.knowing({node.variable: each}).number(node.body) for each in self.members(node.range))

    def integral(self, node: T.Integral) -> Value:
        """Simpson's rule, exact for polynomials of degree 3."""
        low, high = self.number(node.low), self.number(node.high)
        first, middle, last = (self.knowing({node.variable: x}).number(node.body) for x in (low, (low + high) / 2, high))
        return (high - low) * (first + 4 * middle + last) / 6

    def members(self, range_: T.Node) -> list[Fraction]:
        match range_:
            case T.Range():
                low, high = self.number(range_.low), self.number(range_.high)
                return [low + step for step in range(max(0, floor(high - low) + 1))]
            case T.Without():
                return [each for each in self.members(range_.range) if each != self.number(range_.element)]
        if range_ is INTEGERS:
            return [Fraction(k) for k in range(-3, 8)]
        if range_ is REALS:
            return list(self.reals)
        raise TypeError(f"{range_!r} is no set in a test")

    # -- claims

    def surely(self, claim: T.Claim) -> bool:
        truth = self.truth(claim)
        if truth is UNKNOWN:
            raise Undecided(claim)
        return truth is HOLDS

    def truth(self, claim: T.Claim) -> Truth:
        match claim:
            case T.Relation():
                return _related(claim.sign, self.number(claim.left), self.number(claim.right))
            case T.And():
                return all_of(map(self.truth, claim.claims))
            case T.Or():
                return ~all_of((~self.truth(claim.left), ~self.truth(claim.right)))
            case T.Implies():
                premise = self.truth(claim.premise)
                return HOLDS if premise is FAILS else ~all_of((premise, ~self.truth(claim.conclusion)))
            case T.ForAll(body=T.Words(pieces=("independent of all the others: ", body))):
                family = [(body, {claim.variable: each}) for each in self.members(claim.range)]
                return self.independent(family)
            case T.ForAll():
                return all_of(self.each(claim))
            case T.Exists():
                return ~all_of(~truth for truth in self.each(claim))
            case T.Member():
                element = self.number(claim.element)
                if claim.range is INTEGERS:
                    return HOLDS if element == floor(element) else FAILS
                return HOLDS if claim.range is REALS or element in self.members(claim.range) else FAILS
            case T.Words():
                return self.said(claim.pieces)
        raise TypeError(f"{claim!r} has no truth in a test")

    def each(self, claim: Any) -> Iterator[Truth]:
        return (self.knowing({claim.variable: each}).truth(claim.body) for each in self.members(claim.range))

    def said(self, pieces: tuple[Any, ...]) -> Truth:
        match pieces:
            case ("not random: ", *trees):
                shown = [tree for tree in trees if isinstance(tree, T.Expr)]
                return HOLDS if all(len({str(world.number(x)) for _, world in self.outcomes()}) == 1 for x in shown) else FAILS
            case ("independent: ", first, _, second):
                return self.independent([(first, {}), (second, {})])
            case ("finite expectation: ", _) | ("what changes with ", *_) | ("continuous in ", *_):
                return HOLDS  # the laws are finite, the functions of time are elementary
        raise TypeError(f"{pieces!r} says nothing in a test")

    def independent(self, family: Sequence[tuple[Any, Mapping[T.Node, Value]]]) -> Truth:
        """Is every joint value as likely as the product says?"""
        joint: Counter[tuple[Any, ...]] = Counter()
        alone: list[Counter[Any]] = [Counter() for _ in family]
        for weight, world in self.outcomes():
            seen = tuple(
                world.knowing(at).surely(x) if isinstance(x, T.Claim) else world.knowing(at).number(x) for x, at in family
            )
            joint[seen] += weight  # type: ignore[assignment]
            for counter, value in zip(alone, seen, strict=True):
                counter[value] += weight
        expected = (reduce(mul, (c[v] for c, v in zip(alone, at, strict=True)), Fraction(1)) == joint[at] for at in product(*alone))
        return HOLDS if all(expected) else FAILS


def _written(value: Value) -> T.Number:
    return T.Q(str(value))


def _like(value: Value) -> Value:
    return balls.ball(value) if isinstance(value, Fraction) else value


def _mixed(*values: Value) -> list[Value]:
    return list(values) if all(isinstance(v, Fraction) for v in values) else [_like(v) for v in values]


def _binary(node: Any, left: Value, right: Value) -> Value:
    left, right = _mixed(left, right)
    match node:
        case T.Plus():
            return left + right
        case T.Minus():
            return left - right
        case T.Times():
            return left * right
    if isinstance(right, Fraction) and right == 0:
        raise Undefined(node)
    return left / right


def _power(base: Value, exponent: Value) -> Value:
    if isinstance(exponent, Fraction) and exponent.denominator == 1:
        if base == 0 and exponent < 0:
            raise Undefined
        return base ** int(exponent)
    if isinstance(base, Fraction) and base <= 0:
        raise Undefined
    return balls.exp(_like(exponent) * balls.log(_like(base)))


def _called(name: str, values: list[Value]) -> Value:
    x = values[0]
    match name:
        case "abs":
            return abs(x)
        case "floor" | "ceil":
            if not isinstance(x, Fraction):
                raise Undecided(name)
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
                raise Undefined(name)
            return Fraction(0) if x == 1 else balls.log(_like(x))
    if isinstance(x, Fraction) and x < 0:
        raise Undefined(name)
    return balls.root_of_nonnegative(_like(x)) if x != 0 else Fraction(0)


def _related(sign: str, left: Value, right: Value) -> Truth:
    left, right = _mixed(left, right)
    if isinstance(left, Fraction):
        found = {"<=": left <= right, ">=": left >= right, "<": left < right, ">": left > right, "==": left == right}
        return HOLDS if found.get(sign, left != right) else FAILS
    if sign == "!=":
        return ~balls.eq(left, right)
    return {"<=": balls.le, ">=": balls.ge, "<": balls.lt, ">": balls.gt, "==": balls.eq}[sign](left, right)
