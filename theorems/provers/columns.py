"""Points of structured data drawn by the thousand, as columns of exact integers.

A real parameter is its lowest value and so many millionths of its range; a size is a mantissa and a power of ten. So
every point is exact, and its float64 column is one product away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kernels.rounded import ROUNDED, ROUNDING, Rounded
from theorems.instance import Instance
from theorems.language.assembled import Tied
from theorems.language.given import Bound, Given
from theorems.language.intervals import Interval
from theorems.language.structure import Scene
from theorems.language.tree import Expr, Symbol
from theorems.language.values import value
from theorems.provers.drawing import some

Integers = NDArray[Any]
KEPT = 4096  # values of each parameter
STEPS = 10**6  # of the range of a real parameter
FAR = 10  # a range without end is looked at so far beyond its other end
LARGEST = 15  # digits of a mantissa, so that float64 holds it
ZEROS = 140  # behind the mantissa of a huge size
POWERS_OF_TEN = np.array([float(10**k) for k in range(ZEROS + 1)])


@dataclass(frozen=True)
class Size:
    """``mantissa * 10^zeros``, at least ``least``."""

    mantissa: Integers
    zeros: Integers
    least: int

    @classmethod
    def many(cls, random: np.random.Generator) -> Size:
        """Mostly small ones, then every order of magnitude, a few huge ones."""
        kind = random.integers(0, 8, KEPT)
        digits = 10.0 ** random.uniform(0, np.where(kind < 6, 3, LARGEST), KEPT)
        mantissa = np.where(kind < 3, random.integers(0, 8, KEPT), digits.astype(np.int64))
        zeros = np.where((kind == 7) & (mantissa > 0), random.integers(0, ZEROS, KEPT), 0)
        return cls(mantissa, zeros, 0)

    def some(self, chosen: Integers, least: int) -> Size:
        """Of these sizes the chosen ones, ``least`` added."""
        return Size(self.mantissa[chosen] + least, self.zeros[chosen], least)

    def near(self, random: np.random.Generator, count: int) -> Size:
        """So many neighbours of a single size: itself, a step of any order of magnitude away, a multiple."""
        start = np.repeat(self.mantissa, count)
        kind = random.integers(0, 5, count)
        step = (10.0 ** random.uniform(0, np.log10(start + 9.0))).astype(np.int64)
        moved = np.where(kind < 2, start, np.where(kind == 2, start - step, np.where(kind == 3, start + step, 2 * start)))
        return Size(np.maximum(moved, self.least), np.repeat(self.zeros, count), self.least)

    def rounded(self) -> Rounded:
        floats = self.mantissa * POWERS_OF_TEN[self.zeros]
        return Rounded(floats, np.where(self.zeros > 0, 4 * ROUNDING * floats, 0.0))

    def exact(self, k: int) -> int:
        return int(self.mantissa[k]) * 10 ** int(self.zeros[k])


@dataclass(frozen=True)
class Share:
    """``low + span * steps / STEPS``; ``most`` steps at most, and at least 0."""

    low: Fraction
    span: Fraction
    steps: Integers
    least: int
    most: int

    @classmethod
    def many(cls, random: np.random.Generator, interval: Interval) -> Share:
        """Both ends often, points beside them at every distance, and all between; without an upper end mostly low ones."""
        low, high = interval.low, interval.high
        if low is None:
            low = (high if high is not None else Fraction(0)) - FAR
        span = FAR if high is None else high - low
        least, most = int(interval.low_open), STEPS - int(interval.high_open)
        kind = random.integers(0, 8, KEPT)
        beside = (10.0 ** random.uniform(0, np.log10(STEPS), KEPT)).astype(np.int64)
        anywhere = random.integers(0, STEPS + 1, KEPT)
        upper = [np.full(KEPT, most), STEPS - beside] if high is not None else [beside, beside]
        steps = np.choose(kind, [np.full(KEPT, least), beside, *upper, beside, anywhere, anywhere, anywhere])
        return cls(low, Fraction(span), np.clip(steps, least, most), least, most)

    def some(self, chosen: Integers) -> Share:
        return replace(self, steps=self.steps[chosen])

    def near(self, random: np.random.Generator, count: int) -> Share:
        start = np.repeat(self.steps, count)
        step = (10.0 ** random.uniform(0, np.log10(STEPS), count)).astype(np.int64) * random.integers(-1, 2, count)
        return replace(self, steps=np.clip(start + step, self.least, self.most))

    def rounded(self) -> Rounded:
        low, moved = float(self.low), float(self.span / STEPS) * self.steps
        return Rounded(low + moved, 4 * ROUNDING * (abs(low) + moved))

    def exact(self, k: int) -> Fraction:
        return self.low + self.span * Fraction(int(self.steps[k]), STEPS)


@dataclass(frozen=True)
class Together:
    """Values of parameters that an equation ties together: one of a few drawn tuples at each point."""

    known: tuple[tuple[Fraction, ...], ...]
    chosen: Integers

    @classmethod
    def many(cls, random: np.random.Generator, tie: Tied, seed: int) -> Together:
        known = (*tie.simple, *some(tie, tie.drawn, seed))
        return cls(known, random.integers(0, len(known), KEPT))

    def some(self, chosen: Integers) -> Together:
        return replace(self, chosen=self.chosen[chosen])

    def near(self, random: np.random.Generator, count: int) -> Together:
        anywhere = random.integers(0, len(self.known), count)
        return replace(self, chosen=np.where(random.integers(0, 2, count) == 0, self.chosen, anywhere))

    def rounded(self, place: int) -> Rounded:
        floats = np.array([float(point[place]) for point in self.known])[self.chosen]
        return Rounded(floats, ROUNDING * np.abs(floats))


@dataclass(frozen=True)
class Source:
    """A few thousand values of each parameter; points choose among them, each parameter for itself."""

    given: Given
    sizes: Size
    shares: Mapping[Symbol, Share]
    together: Mapping[Tied, Together]

    @classmethod
    def of(cls, given: Given, random: np.random.Generator, seed: int) -> Source:
        tied = {symbol for tie in given.tied for symbol in tie.symbols}
        shares = {s: Share.many(random, interval) for s, interval in given.intervals.items() if s not in tied}
        return cls(given, Size.many(random), shares, {tie: Together.many(random, tie, seed) for tie in given.tied})

    def points(self, scene: Scene, count: int, random: np.random.Generator) -> Points:
        """So many points whose indices lie as the scene says."""

        def chosen() -> Integers:
            return random.integers(0, KEPT, count, dtype=np.uint16)

        width, copies = self.given.model.structure.needs(scene)
        return Points(
            self.given,
            scene,
            self.sizes.some(chosen(), width),
            self.sizes.some(chosen(), copies),
            {s: share.some(chosen()) for s, share in self.shares.items()},
            {tie: found.some(chosen()) for tie, found in self.together.items()},
        )


@dataclass(frozen=True)
class Points:
    """Points of structured data whose indices all lie in one way."""

    given: Given
    scene: Scene
    width: Size
    copies: Size
    shares: Mapping[Symbol, Share]
    together: Mapping[Tied, Together]

    def near(self, k: int, count: int, random: np.random.Generator) -> Points:
        """So many neighbours of one point, near and far in every direction."""
        here = self.only(k)
        return replace(
            here,
            width=here.width.near(random, count),
            copies=here.copies.near(random, count),
            shares={s: share.near(random, count) for s, share in here.shares.items()},
            together={tie: found.near(random, count) for tie, found in here.together.items()},
        )

    def only(self, k: int) -> Points:
        """One point alone."""
        one = np.array([k])
        return replace(
            self,
            width=replace(self.width, mantissa=self.width.mantissa[one], zeros=self.width.zeros[one]),
            copies=replace(self.copies, mantissa=self.copies.mantissa[one], zeros=self.copies.zeros[one]),
            shares={s: share.some(one) for s, share in self.shares.items()},
            together={tie: found.some(one) for tie, found in self.together.items()},
        )

    def bound(self) -> Bound:
        """The data at all points, in float64 with error bounds."""
        return Bound(self.given, self.scene, dict(self._columns()), ROUNDED)

    def _columns(self) -> Iterator[tuple[Symbol, Any]]:
        given, known = self.given, dict[Expr, Any]()
        known[given.model.structure.columns] = self.width.rounded() + given.beside
        known[given.copies] = self.copies.rounded()
        known |= {s: share.rounded() for s, share in self.shares.items()}
        for tie, found in self.together.items():
            known |= {s: found.rounded(place) for place, s in enumerate(tie.symbols)}
        for symbol, formula in given.derived.items():
            known[symbol] = value(formula, known, ROUNDED)
        yield from ((symbol, known[symbol]) for symbol in given.parameters)

    def instance(self, k: int) -> Instance:
        """One point, exactly."""
        free = {s.name: share.exact(k) for s, share in self.shares.items()}
        for tie, found in self.together.items():
            free |= {s.name: x for s, x in zip(tie.symbols, found.known[int(found.chosen[k])], strict=True)}
        width = self.width.exact(k)
        placed = self.given.model.structure.placed(self.scene, width)
        return self.given.assembled(width, self.copies.exact(k), free, {s.name: x for s, x in placed.items()})
