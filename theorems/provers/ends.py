"""Points at the ends of the ranges that the hypotheses leave to a parameter, where a bound that is slightly off breaks."""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction

from theorems.instance import Instance
from theorems.statement import Domain

NUMBER = re.compile(r"(?<![\w.])\d+(?:/\d+|\.\d+)?(?![\w.])")
FAR = (Fraction(10), Fraction(1000))  # where no hypothesis names an upper end
NEAR = (Fraction(0), Fraction(1, 1000), Fraction(1, 10**6))  # on the end, and next to it where it is open


def reals(instances: Iterable[Instance]) -> frozenset[str]:
    """The parameters that are a proper fraction somewhere: others are counts, indices or arrays, whatever is allowed."""
    kinds = {(name, type(value)) for instance in instances for name, value in instance.items()}
    return frozenset(name for name, kind in kinds if kind is Fraction and (name, str) not in kinds)  # no row of length 1


def moved(domain: Domain, instance: Instance, name: str, value: Fraction, real: frozenset[str]) -> Instance | None:
    """The instance with ``name`` set to ``value``, other parameters moved along where a hypothesis ties them to it.

    ``n = (d-2) t`` is kept by moving what was equal to the old value, ``b + c = 1`` by taking the change from another
    parameter. None when no such point meets the hypotheses.
    """
    old = instance[name]
    numbers = {other: Fraction(number) for other, number in instance.items() if isinstance(number, int | Fraction)}
    changes = [{name: value}, {other: value for other, number in numbers.items() if number == old}]
    changes += [{name: value, other: number + old - value} for other, number in numbers.items() if other != name]
    for change in changes:
        if all(number.denominator == 1 or other in real for other, number in change.items()):
            candidate = instance.but(**change)
            if domain.broken(candidate) is None:
                return candidate
    return None


def at_ends(domain: Domain, instance: Instance, real: frozenset[str]) -> Iterator[Instance]:
    """The neighbours of an instance with one real parameter at, or next to, a number that a hypothesis names, 0 or 1."""
    numbers = (number for condition in domain.conditions for number in NUMBER.findall(condition.text))
    ends = {Fraction(0), Fraction(1), *map(Fraction, numbers)}
    values = sorted({end + sign * step for end in ends for step in NEAR for sign in (1, -1)} | set(FAR))
    for name in sorted(real & set(instance)):
        for value in values:
            neighbour = moved(domain, instance, name, value, real) if value != instance[name] else None
            if neighbour is not None:
                yield neighbour
