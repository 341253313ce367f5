"""Forms in standard normal numbers: products of them with numbers and exponentials of linear forms, and roots of squares."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from theorems.language.seen import NoValueError
from theorems.own.numbers import Numbers, exact

Value = Any
ROUNDING = 1e-13
MOST_TERMS = 20_000

Powers = tuple[tuple[Any, int], ...]  # of normal numbers, each once, in order
Rates = tuple[tuple[Any, Value], ...]  # the linear form of an exponential


@dataclass(frozen=True, eq=False)
class Form:
    """A sum of products of a number, powers of normal numbers, and the exponential of a linear form of them."""

    terms: Mapping[Any, tuple[Powers, Rates, Value]]

    @classmethod
    def of(cls, numbers: Numbers, terms: Iterator[tuple[Powers, Rates, Value]]) -> Form:
        found: dict[Any, tuple[Powers, Rates, Value]] = {}
        for powers, rates, factor in terms:
            rates = tuple((v, s) for v, s in rates if not is_nothing(s))
            key = powers, tuple((v, s if exact(s) else str(s)) for v, s in rates)
            known = found.get(key)
            found[key] = powers, rates, factor if known is None else numbers.plus(known[2], factor)
            if len(found) > MOST_TERMS:
                raise NoValueError(f"more than {MOST_TERMS} products of normal numbers")
        return cls({key: term for key, term in found.items() if not is_nothing(term[2])})

    @property
    def constant(self) -> Value | None:
        """The number that it is; None where it is none."""
        if not self.terms:
            return Fraction(0)
        ((powers, rates, factor), *others) = self.terms.values()
        return None if others or powers or rates else factor

    @property
    def polynomial(self) -> tuple[dict[Powers, Value], Value] | None:
        """The factors of products of normal numbers and the number beside them; None where there are exponentials."""
        if any(rates for _, rates, _ in self.terms.values()):
            return None
        factors = {powers: factor for powers, _, factor in self.terms.values()}
        return factors, factors.pop((), Fraction(0))

    @property
    def linear(self) -> tuple[dict[Any, Value], Value] | None:
        """The factors of normal numbers and the number beside them; None where it is no linear form."""
        found = self.polynomial
        if found is None or any(sum(k for _, k in powers) > 1 for powers in found[0]):
            return None
        return {v: factor for ((v, _),), factor in found[0].items()}, found[1]


@dataclass(frozen=True)
class Root:
    """The root of a form that is nowhere negative."""

    square: Form


def of_chance(*values: Value) -> bool:
    """Are there normal numbers in one of them?"""
    return any(isinstance(x, Form | Root) for x in values)


def merged(a: tuple[tuple[Any, Any], ...], b: tuple[tuple[Any, Any], ...], add: Callable[[Any, Any], Any]) -> Any:
    found = dict(a)
    for v, k in b:
        found[v] = add(found[v], k) if v in found else k
    return in_order(found)


def in_order(factors: Mapping[Any, Any]) -> tuple[tuple[Any, Any], ...]:
    return tuple(sorted(factors.items(), key=lambda pair: str(pair[0])))


def is_nothing(x: Value) -> bool:
    """Exactly 0; of floats, which only propose, rounding."""
    return bool(x == 0) if exact(x) else isinstance(x, float) and abs(x) < ROUNDING
