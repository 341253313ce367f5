"""Instances next to others, where a domain declares none: one free parameter moved, everything else as it was.

A parameter is free where the domain's own instances show it: two of them differ in it and in nothing else. So nothing is moved
that goes with another, as the number of rows with the rows. Two that an equation ties, b + c = 1, may be free together.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, islice, permutations, zip_longest
from typing import Any

from kernels.arithmetic import RATIONALS
from theorems.instance import Instance
from theorems.language.computed import is_number
from theorems.language.tree import Expr, Relation, free_symbols
from theorems.language.values import value
from theorems.provers.drawing import instances
from theorems.statement import Domain

LOOKED_AT = 600  # small instances, and half as many drawn ones, that show which parameters are free
BASES = 6  # instances that are moved


@dataclass(frozen=True)
class Free:
    """A parameter that varies alone: is it whole everywhere, and between which values was it met?"""

    whole: bool
    low: Fraction
    high: Fraction

    def __contains__(self, number: int | Fraction) -> bool:
        return self.low <= number <= self.high


@dataclass(frozen=True)
class Tie:
    """Two parameters that vary together as an equation says: ``right`` follows where ``left`` is moved."""

    left: str
    right: str
    equation: Relation

    def followed(self, instance: Instance) -> Instance | None:
        """The instance with the right one as the equation has it, which is linear in it; None where no such number is."""
        numbers = {symbol: instance[symbol.name] for symbol in free_symbols(self.equation)}
        follows = next(symbol for symbol in numbers if symbol.name == self.right)

        def gap(number: int | Fraction) -> Fraction:
            known: dict[Expr, Any] = {symbol: Fraction(x) for symbol, x in {**numbers, follows: number}.items()}
            return Fraction(value(self.equation.left - self.equation.right, known, RATIONALS))

        slope = gap(1) - gap(0)
        number = -gap(0) / slope if slope else None
        whole = isinstance(instance[self.right], int)
        if number is None or gap(number) != 0 or (whole and (number.denominator != 1 or number < 0)):
            return None
        return instance.but(**{self.right: int(number) if whole else number})


@cache
def free_names(domain: Domain) -> dict[str, Free]:
    """The numbers of an instance that vary alone among the domain's instances."""
    values: dict[str, set[Any]] = defaultdict(set)
    for instance in _known(domain):
        for name, number in instance.items():
            if is_number(number):
                values[name].add(number)
    whole = {name: all(isinstance(number, int) for number in numbers) for name, numbers in values.items()}
    free = (name for name in values if _vary(domain, name))
    return {name: Free(whole[name], Fraction(min(values[name])), Fraction(max(values[name]))) for name in free}


@cache
def ties(domain: Domain) -> tuple[Tie, ...]:
    """The pairs of parameters that vary together, and no other with them, as an equation among the hypotheses says."""
    equations = [c.claim for c in domain.conditions if isinstance(c.claim, Relation) and c.claim.sign == "=="]
    pairs = (Tie(*pair, e) for e in equations for pair in permutations(sorted(s.name for s in free_symbols(e)), 2))
    return tuple(tie for tie in pairs if _vary(domain, tie.left, tie.right))


@cache
def _known(domain: Domain) -> tuple[Instance, ...]:
    small = list(islice(domain.small(), LOOKED_AT)) if domain.small is not None else []
    declared = domain.vary(small[0]) if domain.vary is not None and small else ()
    return (*small, *declared, *islice(instances(domain, 0), LOOKED_AT // 2))


def _vary(domain: Domain, *names: str) -> bool:
    """Do two known instances differ in all of these numbers and in nothing else?"""
    beside: dict[Any, set[Any]] = defaultdict(set)
    for instance in _known(domain):
        items = dict(instance.items())
        if all(is_number(items.get(name)) for name in names):
            numbers = tuple(items.pop(name) for name in names)
            beside[tuple(items.items())].add(numbers)
    return any(all(len(set(of_one)) > 1 for of_one in zip(*numbers, strict=True)) for numbers in beside.values())


def moved(domain: Domain, instance: Instance, *, beyond: bool = False) -> Iterator[Instance]:
    """The instance with one free parameter moved: up, down, twice, half, to 0 and to the simplest others.

    It stays between the values that the domain's own instances have, unless ``beyond``; then tied ones are moved as well.
    """
    for name, free in free_names(domain).items():
        number = instance.get(name)
        for other in dict.fromkeys(_others(number, free.whole)) if is_number(number) else ():
            if other != number and (beyond or other in free):
                yield instance.but(**{name: other})
    for tie in ties(domain) if beyond else ():
        number = instance[tie.left]
        for other in dict.fromkeys(_others(number, isinstance(number, int))):
            with suppress(ArithmeticError, LookupError, TypeError):  # an order of growth is no equation between numbers
                followed = tie.followed(instance.but(**{tie.left: other}))
                if followed is not None:
                    yield followed


def outside(domain: Domain, larger: Domain, *, twice: bool = False) -> Iterator[Instance]:
    """Points of the larger domain next to points of the domain, or two moves away, that are none of its own.

    A move goes to a neighbour that the larger domain declares, or moves one free parameter.
    """

    def next_of(base: Instance) -> Iterator[Instance]:
        declared = larger.vary(base) if larger.vary is not None else ()
        return chain(declared, moved(domain, base, beyond=True))

    next_to = [next_of(base) for base in _bases(domain)]
    further = (instance for near in chain(*next_to) for instance in next_of(near))
    for instance in further if twice else in_turn(next_to):
        with suppress(TypeError, AttributeError, ArithmeticError, ValueError, LookupError):  # no such data can be built
            if larger.broken(instance) is None and domain.broken(instance) is not None:
                yield instance


def in_turn(some: Sequence[Iterator[Instance]]) -> Iterator[Instance]:
    """The first of each, then the second of each, and so on."""
    return (instance for row in zip_longest(*some) for instance in row if instance is not None)


def _bases(domain: Domain) -> Iterator[Instance]:
    """Points of the domain: small ones, and as many that are drawn."""
    small = islice(domain.small(), 0, LOOKED_AT, LOOKED_AT // 60) if domain.small is not None else ()
    for some in (small, islice(instances(domain, 0), LOOKED_AT)):
        yield from islice((i for i in some if domain.broken(i) is None), BASES)


def _others(number: int | Fraction, whole: bool) -> Iterator[int | Fraction]:
    """Whole numbers are sizes, places and counts: none of them is below 0."""
    if whole:
        yield from (
            other for other in (0, 1, int(number) - 1, int(number) + 1, 2 * int(number), 10 * int(number)) if other >= 0
        )
    else:
        yield from (Fraction(x) for x in ("0", "1", "-1", "1/2", "2", "1/10", "9/10", "1/100", "10"))
        yield from (-number, Fraction(number) / 2, 2 * number, Fraction(number) / 10, 10 * number)
