"""The printed right-hand side as a formula in the documented variables, read off the claim's tree.

It must agree with the claim at all looked-at instances before anything is concluded from it.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from typing import Any

import sympy
from sympy import Expr, Symbol

from kernels import balls
from kernels.arithmetic import BALLS, SYMBOLIC
from kernels.balls import Truth
from theorems.instance import Instance
from theorems.kernel.arithmetic import Facts
from theorems.kernel.gaps import GapError
from theorems.language import tree
from theorems.language.computed import Computed, Supply
from theorems.language.values import computed
from theorems.language.variables import named, values
from theorems.provers.context import hypotheses
from theorems.provers.drawing import drawn
from theorems.provers.families import Eventually
from theorems.statement import Part, Printed
from theorems.vocabulary import Comparison, comparisons

CHECKS = 12  # instances at which a formula read off a claim must agree with it
DIGITS = 30
HUGE, ASKED = 10**20, 5  # instances with larger numbers decide nothing about a formula; so many others must


COUNTS = ("n", "m", "M", "K")  # rows, columns, tokens, classes: a model that derives one of them derives a count


@lru_cache(maxsize=64)
def symbols(part: Part) -> dict[str, Symbol]:
    """The documented variables as symbols, positive or nonnegative where the declared hypotheses say so.

    Points that were looked at say nothing of a sign: x > -1/1000000 may be true of all of them and x < 0 of the next.
    """
    known = _declared(part)
    spoken_of = {s.name: s for relation in known.relations for s in tree.free_symbols(relation)} if known is not None else {}

    def assumed(name: str) -> dict[str, bool]:
        symbol = spoken_of.get(name)
        if known is None or symbol is None:
            return {"real": True}
        if name in COUNTS and known.give(symbol >= 1):
            return {"positive": True, "integer": True}
        if known.give(symbol > 0):
            return {"positive": True}
        return {"nonnegative": True} if known.give(symbol >= 0) else {"real": True}

    return {name: Symbol(name, **assumed(name)) for name in part.domain.variables}


def _declared(part: Part) -> Facts | None:
    """What the hypotheses say, as far as they are trees over data that are declared."""
    try:
        return Facts(hypotheses(part).relations)
    except (TypeError, AttributeError, GapError):
        return None


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
    formulas = _formulas(part, first)
    return [
        (c, formula if formula is not None and _agrees(part, k, formula, actual) else None)
        for k, (c, formula) in enumerate(zip(first, formulas, strict=True))
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
    return list(each_looked_at(part))


def each_looked_at(part: Part) -> Iterator[Instance]:
    """The same one by one."""
    if part.domain.small is not None:
        met = (i for i in islice(part.domain.small(), 0, 4000, 7) if part.domain.broken(i) is None)
        yield from islice(met, CHECKS)
    if isinstance(part.proof, Eventually):
        family = part.proof.family
        yield from (family.member(family.first + k) for k in (0, 1, 2, 7))
    yield from drawn(part.domain, 3 * CHECKS, 0)


def _formulas(part: Part, like: list[Comparison]) -> list[Expr | None]:
    """The right-hand sides of the claim in symbols, None where they hang on more than the documented variables."""
    line = part.claim
    relations = () if line is None else line.relations
    if line is None or not relations or len(like) % len(relations):
        return [None] * len(like)
    found = [_in_symbols(line, relation.right, part) for relation in relations]
    return found * (len(like) // len(relations))  # a line that speaks of several rows claims the same of each


def _in_symbols(line: Printed, node: tree.Expr, part: Part) -> Expr | None:
    """An expression of a printed line over the documented variables."""
    named = symbols(part)
    quantities = line.given.quantities if isinstance(line.given, Computed) else {}

    def of(piece: tree.Expr) -> Any:
        supply = quantities.get(piece, piece.name if isinstance(piece, tree.Symbol) else None)
        if isinstance(supply, str) and supply in named:
            return named[supply]
        return computed(piece, of, SYMBOLIC) if supply is None else _constant(part, supply)

    try:
        return sympy.sympify(of(node))
    except (LookupError, TypeError, ValueError, AttributeError):
        return None


def _constant(part: Part, supply: Supply) -> Expr:
    """A constant that the data supply. Raises LookupError for anything else."""
    instance = looked_at(part)[0]
    found = supply(part.domain.bind(instance, BALLS)) if callable(supply) else None
    if not isinstance(found, int | Fraction):
        raise LookupError("no constant")
    return sympy.Rational(found)


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


def _exact(value: Any) -> Expr:
    """The middle of a ball for sympy, to 60 digits."""
    return sympy.Float(value.mid().str(60, radius=False), 60)
