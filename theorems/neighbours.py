"""Instances next to others, where a domain declares none: one free parameter moved, everything else as it was.

A parameter is free where the domain's own instances show it: two of them differ in it and in nothing else. So nothing is moved
that goes with another, as the number of rows with the rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, islice
from typing import Any, TypeGuard

from theorems.instance import Instance
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


@cache
def free_names(domain: Domain) -> dict[str, Free]:
    """The numbers of an instance that vary alone among the domain's instances."""
    small = islice(domain.small(), LOOKED_AT) if domain.small is not None else ()
    beside: dict[tuple[str, Any], set[Any]] = defaultdict(set)
    values: dict[str, set[Any]] = defaultdict(set)
    for instance in chain(small, islice(instances(domain, 0), LOOKED_AT // 2)):
        items = tuple(instance.items())
        for name, number in items:
            if _is_number(number):
                values[name].add(number)
                beside[name, tuple((other, x) for other, x in items if other != name)].add(number)
    free = dict.fromkeys(name for (name, _), numbers in beside.items() if len(numbers) > 1)
    whole = {name: all(isinstance(number, int) for number in values[name]) for name in free}
    return {name: Free(whole[name], Fraction(min(values[name])), Fraction(max(values[name]))) for name in free}


def moved(domain: Domain, instance: Instance, *, beyond: bool = False) -> Iterator[Instance]:
    """The instance with one free parameter moved: up, down, twice, half, to 0 and to the simplest others.

    It stays between the values that the domain's own instances have, unless ``beyond``.
    """
    for name, free in free_names(domain).items():
        number = instance.get(name)
        for other in dict.fromkeys(_others(number, free.whole)) if _is_number(number) else ():
            if other != number and (beyond or other in free):
                yield instance.but(**{name: other})


def outside(domain: Domain, larger: Domain) -> Iterator[Instance]:
    """Points of the larger domain next to points of the domain that are none of its own: its neighbours, and what was moved."""
    bases = islice((i for i in _some(domain) if domain.broken(i) is None), BASES)
    for instance in chain.from_iterable(
        chain(larger.vary(base) if larger.vary else (), moved(domain, base, beyond=True)) for base in bases
    ):
        with suppress(TypeError, AttributeError, ArithmeticError, ValueError, LookupError):  # no such data can be built
            if larger.broken(instance) is None and domain.broken(instance) is not None:
                yield instance


def _some(domain: Domain) -> Iterator[Instance]:
    small = islice(domain.small(), 0, LOOKED_AT, LOOKED_AT // 60) if domain.small is not None else ()
    return chain(small, islice(instances(domain, 0), LOOKED_AT))


def _others(number: int | Fraction, whole: bool) -> Iterator[int | Fraction]:
    """Whole numbers are sizes, places and counts: none of them is below 0."""
    if whole:
        yield from (
            other for other in (0, 1, int(number) - 1, int(number) + 1, 2 * int(number), 10 * int(number)) if other >= 0
        )
    else:
        yield from (Fraction(x) for x in ("0", "1", "-1", "1/2", "2", "1/10", "9/10", "1/100", "10"))
        yield from (-number, Fraction(number) / 2, 2 * number, Fraction(number) / 10, 10 * number)


def _is_number(value: Any) -> TypeGuard[int | Fraction]:
    return isinstance(value, int | Fraction) and not isinstance(value, bool)
