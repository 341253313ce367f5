"""Exact tails of discrete laws, and the sharp tails that textbook bounds are held against.

A finite law is its atoms, exact rationals; sums, products and functions of independent variables stay exact, so that
``Pr[X >= t]`` is a fraction and no rounding can decide whether a tail bound holds at an atom. The gamma and normal
tails, whose values are not rational, are balls.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from math import comb

from kernels import balls
from kernels.balls import Ball

Exact = int | Fraction


@dataclass(frozen=True)
class Law:
    """A law on finitely many rationals: ``atoms`` are (value, probability > 0), values ascending."""

    atoms: tuple[tuple[Fraction, Fraction], ...]

    @classmethod
    def of(cls, probabilities: Mapping[int, Exact] | Iterable[tuple[Exact, Exact]]) -> Law:
        """Collect atoms of equal value.

        Raises ValueError for a negative probability or a total other than 1.
        """
        pairs: Iterable[tuple[Exact, Exact]] = probabilities.items() if isinstance(probabilities, Mapping) else probabilities
        collected: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
        for value, probability in pairs:
            if probability < 0:
                raise ValueError(f"Pr[X = {value}] = {probability} is negative")
            collected[Fraction(value)] += Fraction(probability)
        total = sum(collected.values(), Fraction(0))
        if total != 1:
            raise ValueError(f"the probabilities add up to {total}, not to 1")
        return cls(tuple(sorted((value, weight) for value, weight in collected.items() if weight)))

    @classmethod
    def constant(cls, value: Exact) -> Law:
        return cls.of([(value, 1)])

    @classmethod
    def two_point(cls, low: Exact, high: Exact, probability_high: Exact) -> Law:
        return cls.of([(low, 1 - Fraction(probability_high)), (high, probability_high)])

    @classmethod
    def sign(cls) -> Law:
        return cls.two_point(-1, 1, Fraction(1, 2))

    @classmethod
    def uniform(cls, values: Iterable[Exact]) -> Law:
        listed = list(values)
        return cls.of([(value, Fraction(1, len(listed))) for value in listed])

    @classmethod
    def binomial(cls, n: int, p: Exact) -> Law:
        q = Fraction(p)
        return cls.of([(u, comb(n, u) * q**u * (1 - q) ** (n - u)) for u in range(n + 1)])

    @cached_property
    def mean(self) -> Fraction:
        return self.moment(1)

    @cached_property
    def variance(self) -> Fraction:
        return self.moment(2) - self.mean**2

    @cached_property
    def largest(self) -> Fraction:
        """The largest absolute value."""
        return max(abs(self.atoms[0][0]), abs(self.atoms[-1][0]))

    def moment(self, order: int) -> Fraction:
        return sum((probability * value**order for value, probability in self.atoms), Fraction(0))

    def probability(self, event: Callable[[Fraction], bool]) -> Fraction:
        return sum((probability for value, probability in self.atoms if event(value)), Fraction(0))

    def at_least(self, t: Exact) -> Fraction:
        return self.probability(lambda value: value >= t)

    def at_most(self, t: Exact) -> Fraction:
        return self.probability(lambda value: value <= t)

    def more_than(self, t: Exact) -> Fraction:
        return self.probability(lambda value: value > t)

    def far_from_mean(self, t: Exact) -> Fraction:
        """Pr[|X - E X| >= t]."""
        mean = self.mean
        return self.probability(lambda value: abs(value - mean) >= t)

    def map(self, function: Callable[[Fraction], Exact]) -> Law:
        return Law.of([(function(value), probability) for value, probability in self.atoms])

    def centred(self) -> Law:
        mean = self.mean
        return self.map(lambda value: value - mean)

    def __add__(self, other: Law) -> Law:
        """The law of the sum of independent variables."""
        return self._with(other, lambda a, b: a + b)

    def __mul__(self, other: Law) -> Law:
        """The law of the product of independent variables."""
        return self._with(other, lambda a, b: a * b)

    def _with(self, other: Law, combine: Callable[[Fraction, Fraction], Fraction]) -> Law:
        return Law.of([(combine(a, b), p * q) for a, p in self.atoms for b, q in other.atoms])

    @lru_cache(maxsize=1024)  # noqa: B019 (laws are values, and the number kept is bounded)
    def repeated(self, times: int) -> Law:
        """The law of the sum of ``times`` independent copies."""
        if times < 0:
            raise ValueError(f"a sum of {times} copies means nothing")
        total, power = Law.constant(0), self
        while times:
            if times & 1:
                total = total + power
            times >>= 1
            if times:
                power = power + power
        return total


def law_of(function: Callable[..., Exact], *laws: Law) -> Law:
    """The law of a function of independent variables, by enumeration of all their values."""
    collected: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for outcome in product(*(law.atoms for law in laws)):
        weight = Fraction(1)
        for _, probability in outcome:
            weight *= probability
        collected[Fraction(function(*(value for value, _ in outcome)))] += weight
    return Law.of(collected.items())


def chi_squared_above(degrees: int, x: Ball) -> Ball:
    """Pr[χ²_k >= x] for x >= 0."""
    # python-flint puts the argument first: z.gamma_upper(s) is Γ(s, z), regularised to Q(s, z)
    return (x / 2).gamma_upper(balls.ball(Fraction(degrees, 2)), 1)


def chi_squared_below(degrees: int, x: Ball) -> Ball:
    """Pr[χ²_k <= x] for x >= 0."""
    return 1 - chi_squared_above(degrees, x)


def normal_beyond(x: Ball) -> Ball:
    """Pr[|g| >= x] of a standard normal variable, x >= 0."""
    return (x / balls.sqrt(balls.ball(2))).erfc()
