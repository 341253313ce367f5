"""The printed right-hand side as a formula, read off a claim with symbols in place of numbers.

What is read off must agree with the claim at all looked-at instances before anything is concluded from it.
"""

from __future__ import annotations

import inspect
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any

import sympy
from sympy import Expr, Symbol

from kernels import balls
from kernels.arithmetic import BALLS, SYMBOLIC
from kernels.balls import Truth
from theorems.instance import Instance
from theorems.language.given import Given
from theorems.language.lemma import PrintedLine
from theorems.language.tree import Relation, free_symbols
from theorems.language.values import value
from theorems.provers.families import Eventually
from theorems.provers.search import drawn
from theorems.statement import Part, World
from theorems.variables import named, values
from theorems.vocabulary import Comparison, comparisons

CHECKS = 12  # instances at which a formula read off a claim must agree with it
DIGITS = 30
HUGE, ASKED = 10**20, 5  # instances with larger numbers decide nothing about a formula; so many others must


COUNTS = ("n", "m", "M", "K")  # rows, columns, tokens, classes: a world that derives one of them derives a count


@lru_cache(maxsize=64)
def symbols(part: Part) -> dict[str, Symbol]:
    """The documented variables as symbols, positive or nonnegative where the hypotheses make them so.

    A parameter must not only happen to be so at the looked-at instances: there the hypotheses must refuse other values.
    What a world derives from its parameters is only known to be real, except for a count.
    """
    instances = looked_at(part)
    seen: dict[str, list[Any]] = {name: [] for name in part.domain.variables}
    for instance in instances:
        with balls.precision(balls.DEFAULT_BITS):
            world = named(part.domain).bind(instance, BALLS)
            for name in seen:
                with suppress(ValueError):  # no value here
                    seen[name].append(values(world, [name])[name])

    def refused(name: str, *others: Fraction) -> bool:
        free = [i for i in instances if isinstance(i.get(name), int | Fraction)]
        return bool(free) and all(_breaks(part, i.but(**{name: other})) for i in free for other in others)

    def assumed(name: str) -> dict[str, bool]:
        found = seen[name]
        if name in COUNTS and found and all(v >= 1 and v.is_exact() and v.is_integer() for v in found):
            return {"positive": True, "integer": True}
        if not found or not all(v >= 0 for v in found) or not refused(name, Fraction(-1), Fraction(-1, 10**6)):
            return {"real": True}
        return {"positive": True} if all(v > 0 for v in found) and refused(name, Fraction(0)) else {"nonnegative": True}

    return {name: Symbol(name, **assumed(name)) for name in part.domain.variables}


def _breaks(part: Part, instance: Instance) -> bool:
    """Does the instance break a hypothesis? One that divides by a 0 of the instance is broken there."""
    try:
        return part.domain.broken(instance) is not None
    except (ArithmeticError, ValueError):
        return True


@lru_cache(maxsize=64)
def constants(part: Part) -> dict[str, int | Fraction]:
    """The parameters that the domain itself never varies: kappa = 1 of poly(n) = n^kappa, the C of m = C log(n/delta)."""
    instances = looked_at(part)
    found: dict[str, int | Fraction] = {}
    for name in instances[0] if len(instances) >= CHECKS else ():
        exact = {instance.get(name) for instance in instances}
        if len(exact) == 1 and isinstance(value := exact.pop(), int | Fraction):
            found[name] = value
    return found


@lru_cache(maxsize=64)
def compared(part: Part) -> list[tuple[Comparison, Expr | None]]:
    """The printed comparisons at a first instance, each with the formula of its right-hand side where one can be read off.

    Where other instances have other comparisons nothing is read off, and there is one for each relation.
    """
    instances = looked_at(part)
    if not instances or part.claim is None:
        return []
    actual = claimed(part)
    first = actual[instances[0]]
    relations = [c.relation for c in first]
    if any([c.relation for c in found] != relations for found in actual.values()):
        kinds = dict.fromkeys(c.relation for found in actual.values() for c in found)
        return [(Comparison(None, relation, None), None) for relation in kinds]
    traced = _traced(part, first)
    return [
        (c, formula if formula is not None and _agrees(part, k, formula, actual) else None)
        for k, (c, formula) in enumerate(zip(first, traced, strict=True))
    ]


@lru_cache(maxsize=64)
def claimed(part: Part) -> dict[Instance, list[Comparison]]:
    """The printed comparisons at every looked-at instance."""
    return {instance: _at(part, instance) for instance in looked_at(part)}


def _at(part: Part, instance: Instance) -> list[Comparison]:
    assert part.claim is not None
    with balls.precision(256):
        return list(comparisons(part.claim(part.domain.bind(instance, BALLS))))


@lru_cache(maxsize=64)
def looked_at(part: Part) -> list[Instance]:
    """Small and drawn instances that meet the hypotheses, and the first members of the part's family."""
    found: list[Instance] = []
    if part.domain.small is not None:
        met = (i for i in islice(part.domain.small(), 0, 4000, 7) if part.domain.broken(i) is None)
        found += islice(met, CHECKS)
    if isinstance(part.proof, Eventually):
        family = part.proof.family
        found += [family.member(family.first + k) for k in (0, 1, 2, 7)]
    return found + drawn(part.domain, 3 * CHECKS, 0)


def _traced(part: Part, like: list[Comparison]) -> list[Expr | None]:
    """The right-hand sides of the claim in symbols, None where they hang on more than the documented variables."""
    if isinstance(part.claim, PrintedLine) and isinstance(part.claim.given, Given):
        return [_of_tree(part.claim, symbols(part))] if len(like) == 1 else [None] * len(like)
    nothing: list[Expr | None] = [None] * len(like)
    try:
        with balls.precision(64):
            world = part.domain.bind(looked_at(part)[0], BALLS)
        assert part.claim is not None
        found = [sympy.sympify(_simplest(c.rhs)) for c in comparisons(part.claim(Traced(world, symbols(part))))]
    except Exception:  # whatever a claim does with numbers, symbols may not allow; then nothing is read off
        return nothing
    if len(found) != len(like):
        return nothing
    return [rhs if all(not s.name.startswith("?") for s in rhs.free_symbols) else None for rhs in found]


def _of_tree(line: PrintedLine, named: dict[str, Symbol]) -> Expr | None:
    """The right-hand side of a printed line in symbols; None where it is no formula in the parameters."""
    if not isinstance(line.claim, Relation):
        return None
    try:
        return value(line.claim.right, {s: named[s.name] for s in free_symbols(line.claim.right)}, SYMBOLIC)
    except (LookupError, TypeError):
        return None


def _agrees(part: Part, position: int, formula: Expr, actual: dict[Instance, list[Comparison]]) -> bool:
    """Does the formula give the claim's right-hand side at every looked-at instance?"""
    asked = 0
    for instance, compared in actual.items():
        with balls.precision(256):
            try:
                numbers = values(named(part.domain).bind(instance, BALLS), (s.name for s in formula.free_symbols))
            except ValueError:
                continue
            if any(balls.le(abs(number), balls.ball(HUGE)) is not Truth.HOLDS for number in numbers.values()):
                continue  # differences such as n - k would lose all digits
            asked += 1
            exact = {s: _exact(numbers[s.name]) for s in formula.free_symbols}
            value = sympy.N(formula.subs(exact), 50)
            if not value.is_real or not _same(balls.ball(str(value)), compared[position].rhs):
                return False
    return asked >= min(ASKED, len(actual))


def _same(a: Any, b: Any) -> bool:
    scale = balls.maximum(balls.maximum(abs(a), abs(b)), balls.ball(Fraction(1, 10**DIGITS)))
    return balls.le(abs(a - b), scale * balls.ball(Fraction(1, 10**DIGITS))) is Truth.HOLDS


def _simplest(value: Any) -> Any:
    """A ball as the simple rational inside it, which the check at many instances must confirm; other values as they are."""
    if not hasattr(value, "mid"):
        return value
    simple = Fraction(value.mid().str(60, radius=False)).limit_denominator(10**6)
    return sympy.Rational(simple) if value.overlaps(balls.ball(simple)) else Unread("?constant")


def _exact(value: Any) -> Expr:
    """The middle of a ball for sympy, to 60 digits."""
    return sympy.Float(value.mid().str(60, radius=False), 60)


@dataclass(frozen=True)
class Traced:
    """A world whose documented variables are symbols; what else it holds is :class:`Unread`.

    Properties and methods of the true world's class run on the symbols as far as they can.
    """

    _world: World
    _variables: dict[str, Symbol]

    def __getattr__(self, name: str) -> Any:
        if name in self._variables:
            return self._variables[name]
        if name == "arithmetic":
            return SYMBOLIC
        if name == "number":
            return lambda value: value if isinstance(value, Expr) else SYMBOLIC.number(value)
        found = inspect.getattr_static(type(self._world), name, None)
        if isinstance(found, property | cached_property):
            function = found.fget if isinstance(found, property) else found.func
            return self._tried(name, function, ())
        if inspect.isfunction(found):
            return lambda *arguments: self._tried(name, found, arguments)
        if not hasattr(self._world, name):
            raise AttributeError(name)
        return Unread(f"?{name}")

    def _tried(self, name: str, function: Any, arguments: tuple[Any, ...]) -> Any:
        try:
            return function(self, *arguments)
        except Exception:  # numbers were needed: the value stays unknown
            return Unread(f"?{name}")


class Unread(Symbol):
    """What a claim takes from its world beside the documented variables: anything done with it is unread too."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith(("_", "is_", "as_")):
            raise AttributeError(name)
        return Unread(f"{self.name}.{name}")

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return Unread(f"{self.name}()")

    def __getitem__(self, key: Any) -> Any:
        return Unread(f"{self.name}[]")

    def __iter__(self) -> Any:
        raise TypeError("what is unread has no known length")
