"""Laws on a bounded range: finitely many values with rational weights, simple ones and drawn ones."""

import random
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from theorems.own.functions import Sought


@dataclass(frozen=True)
class Law:
    """Finitely many values, each with its probability: ``0:1/3,1:2/3``."""

    values: tuple[Fraction, ...]
    weights: tuple[Fraction, ...]

    def __str__(self) -> str:
        return ",".join(f"{x}:{p}" for x, p in zip(self.values, self.weights, strict=True))

    @property
    def mean(self) -> Fraction:
        return sum((x * p for x, p in zip(self.values, self.weights, strict=True)), Fraction(0))


@dataclass(frozen=True)
class WantedLaw(Sought):
    """A law between two ends, with the mean that is asked for."""

    low: Fraction
    high: Fraction
    mean: Fraction | None

    def met_by(self, law: Law) -> bool:
        inside = all(self.low <= x <= self.high for x in law.values)
        return inside and sum(law.weights) == 1 and min(law.weights) >= 0 and self.mean in (None, law.mean)

    def _between(self, a: Fraction, b: Fraction, share: Fraction) -> Law | None:
        """Two values; the mean that is asked for, or this share of the second one."""
        if self.mean is not None:
            if not a <= self.mean <= b:
                return None
            share = (self.mean - a) / (b - a) if a < b else Fraction(0)
        found = [(x, p) for x, p in ((a, 1 - share), (b, share)) if p]
        return Law(tuple(x for x, _ in found), tuple(p for _, p in found))

    @lru_cache(maxsize=1024)  # noqa: B019 (equal ones are asked the same)
    def simple(self) -> tuple[Law, ...]:
        shares = [Fraction(k, 20) for k in (10, 20, 0, 2, 18, 5, 15, 1, 19)]
        middle = (self.low + self.high) / 2
        ends = [
            (self.low, self.high),
            (middle, self.high),
            (self.low, middle),
            *([] if self.mean is None else [(self.mean, self.mean)]),
        ]
        found = (self._between(a, b, share) for share in shares for a, b in ends)
        return tuple(dict.fromkeys(law for law in found if law is not None and self.met_by(law)))

    def drawn(self, source: random.Random) -> Law | None:
        """A mixture of two laws of two values, often at the ends."""
        places = [Fraction(0), Fraction(1), *(Fraction(source.randint(0, 20), 20) for _ in range(2))]
        mixed: dict[Fraction, Fraction] = {}
        part = Fraction(source.choice((0, 0, 1, 2, 3)), 4)
        for share in (1 - part, part):
            a, b = sorted(self.low + (self.high - self.low) * source.choice(places) for _ in range(2))
            law = self._between(a, b, Fraction(source.choice((1, 2, 5, 10, 15, 19, source.randint(1, 99))), 100))
            if law is None and share:
                return None
            for x, p in zip(law.values, law.weights, strict=True) if law is not None and share else ():
                mixed[x] = mixed.get(x, Fraction(0)) + share * p
        found = Law(tuple(sorted(mixed)), tuple(mixed[x] for x in sorted(mixed)))
        return found if self.met_by(found) else None

    def read(self, told: str) -> Law:
        pairs = [each.split(":") for each in told.split(",")]
        if any(len(pair) != 2 for pair in pairs):
            raise ValueError(f"{told}: write value:probability,value:probability")
        return Law(tuple(Fraction(x) for x, _ in pairs), tuple(Fraction(p) for _, p in pairs))
