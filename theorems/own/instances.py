"""The instances that a search looks at: the simplest ones, drawn ones, far ones, and those beside the claim's own numbers."""

import random
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import product
from math import ceil, floor, prod
from typing import Any

import numpy as np
from hypothesis import reject
from hypothesis import strategies as st

from kernels.arithmetic import BALLS
from theorems.instance import Instance
from theorems.own import arrays
from theorems.own.data import Data, kept
from theorems.own.declared import sizes_in
from theorems.own.parameters import INTEGER, KINDS, SIGNS, SIMPLEX, SIZE, Parameter, Told
from theorems.statement import Part

ROUGH = 4  # the denominator of the simplest vectors of norm 1, seen from a pole
FARTHEST = 60  # how far the places of the simplest values add up
DOUBLED = 31  # times, as far as a search goes out by doubling
NEAR = (24, 32, 48, 64, 128)  # halvings
MOST_LITERALS = 8  # of a claim, as values of its names
MOST_TOLD = 40  # of the simplest functions and laws
MOST_LOOKED_AT = 20_000  # instances of a finite range
TERMS, TERMS_SECONDS = range(5, 14), 0.3  # doublings of how many terms there are, until one point takes so long


class Instances(Data):
    """The instances of declared names, in the orders in which they are looked at."""

    def small(self) -> Iterator[Instance]:
        """All simplest values of all names, the instances whose places add up to little first."""
        free = [p for p in self.parameters if p not in self.given]
        most = [len(self.sizes[p]) if p in self.sizes else _most(p) for p in free]
        for places in arrays.each_sum(most, FARTHEST):
            chosen = dict(zip(free, places, strict=True))

            def choose(parameter: Parameter, shape: tuple[int, ...], chosen: dict[Parameter, int] = chosen) -> Any:
                simple = self.sizes.get(parameter) or arrays.simple(parameter, shape)
                if chosen[parameter] >= len(simple):
                    raise IndexError
                return self.fitted(parameter, simple[chosen[parameter]], ROUGH)

            try:
                found = self.instance(choose)
            except IndexError:  # there are fewer structures of this size
                continue
            if found is not None:
                yield found

    @property
    def untried(self) -> str:
        """``; no matrix with n > 6 but of equal entries side by side``."""
        sizing = {size for p in self.parameters if len(p.shape) == 2 for size in sizes_in(p)}
        ends = {p.name: int(max(self.sizes[p])) for p in self.parameters if p in sizing and p in self.sizes}
        capped = [p.name for p in sizing if p.name in ends and (not p.most or p.most > ends[p.name])]
        beyond = ", ".join(f"{name} > {ends[name]}" for name in sorted(capped))
        return f"; no matrix with {beyond} but of equal entries side by side" if capped else ""

    @property
    def finite(self) -> bool:
        """Are the names whole numbers between two ends, and few enough to look at all?"""
        free = [p for p in self.parameters if p not in self.given]
        ends = [(p.low, p.high) for p in free if p.kind == INTEGER and p.low is not None and p.high is not None]
        return 0 < len(free) == len(ends) and prod(int(high - low) + 1 for low, high in ends) <= MOST_LOOKED_AT

    def every(self) -> Iterator[Instance]:
        """All instances of finitely many, those of numbers near 0 first."""
        free = [p for p in self.parameters if p not in self.given]
        each = [sorted(range(int(p.low or 0), int(p.high or 0) + 1), key=abs) for p in free]
        for values in product(*each):
            found = self.instance(partial(kept, dict(zip(free, map(Fraction, values), strict=True))))
            if found is not None:
                yield found

    def doublings(self) -> Iterator[Instance]:
        """All numbers large together, and one of them alone, ever larger, as far as their ranges go."""
        for k in range(1, DOUBLED if self.numbers else 1):
            for far in (self.numbers, *([each] for each in self.numbers if len(self.numbers) > 1)):
                for sign in (1, -1):
                    yield from self._at(far, Fraction(sign * 2**k))

    def farther(self) -> Iterator[Instance]:
        """Ever more terms of what is taken together over a range, and longer arrays that a recursion gives, the rest simple.

        Whoever looks at one says so by asking for the next; none of a length that takes long to look at.
        """
        beyond = replace(self, farthest=None) if self.farthest is not None else self
        sizing = sizes_in(*self.parameters)
        for p in self.parameters if self.farthest is not None else ():
            longer = p.kind == INTEGER or (p.kind == SIZE and not p.most)
            if not longer or p in self.given or (p in sizing and not self.recursions):
                continue
            for k in TERMS:

                def choose(q: Parameter, shape: tuple[int, ...], p: Parameter = p, k: int = k) -> Any:
                    if q is p:
                        return arrays.toward(p, Fraction(2**k), None)
                    return self.fitted(q, (self.sizes.get(q) or arrays.simple(q, shape))[0], ROUGH)

                began = time.process_time()
                found = beyond.instance(choose)
                if found is not None:
                    yield found
                if time.process_time() - began > TERMS_SECONDS:
                    break

    def beside(self, literals: Iterable[Fraction]) -> Iterator[Instance]:
        """One number where the claim's own ones are, beside them and half as far, near 0, and near the others, which are 1."""
        told = list(dict.fromkeys(literals))[:MOST_LITERALS]
        for p in self.numbers:
            whole = [Fraction(k) for c in told for k in (floor(c), floor(c) + 1, ceil(c) - 1, floor(c / 2))]
            real = [*(x for c in told for x in (c, c / 2)), *(x + Fraction(1, 2**k) for k in NEAR for x in (0, 1))]
            for value in whole if p.kind in (SIZE, INTEGER) else real:
                for sign in (1, -1):
                    yield from self._at([p], sign * value)

    @cached_property
    def numbers(self) -> list[Parameter]:
        """Those that are free to be moved far; none where there are arrays."""
        arrays_ = [p for p in self.parameters if p.shape or isinstance(p, Told)]
        return [] if arrays_ else [p for p in self.parameters if p not in self.given]

    def _at(self, far: Sequence[Parameter], value: Fraction) -> Iterator[Instance]:
        chosen = {p: arrays.toward(p, value if p in far else Fraction(1), self.sizes.get(p)) for p in self.numbers}
        found = self.instance(partial(kept, chosen))
        if found is not None:
            yield found

    def draw(self) -> st.SearchStrategy[dict[str, Any]]:
        return st.integers(0, 2**64 - 1).map(lambda seed: self.drawn(random.Random(seed)))

    def drawn(self, source: random.Random) -> dict[str, Any]:

        def choose(parameter: Parameter, shape: tuple[int, ...]) -> Any:
            sizes = self.sizes.get(parameter)
            if sizes is None:
                return self.fitted(parameter, arrays.drawn(parameter, shape, source), source.choice((2, 5, 10, 100)))
            return source.choice(sizes[:4] if source.random() < 0.6 else sizes)

        return dict(self.instance(choose) or next(self.small(), None) or reject())

    def vary(self, instance: Instance) -> Iterator[Instance]:
        """Simpler and nearby numbers, one at a time; sizes stay."""
        point = self.bind(instance, BALLS)
        given = self.given
        if point.blocks:
            return
        for parameter, value in point.known.items():
            if (
                isinstance(parameter, Told)
                or parameter.kind in (SIZE, SIMPLEX, SIGNS, *KINDS)
                or parameter in {*given, *self.radii}
            ):
                continue
            for place in [()] if not parameter.shape else np.ndindex(value.shape):
                entry = value[place] if place else value
                for other in dict.fromkeys((Fraction(0), Fraction(1), Fraction(round(entry)), entry / 2, entry + 1, entry - 1)):
                    if other != entry and arrays.admitted(parameter, other):
                        moved = other
                        if place:
                            moved = value.copy()
                            moved[place] = other
                        found = self.instance(partial(kept, {**point.known, parameter: moved}))
                        if found is not None:
                            yield found


def data_of(part: Part) -> Instances:
    """What a line of one's own speaks of."""
    data: Instances = part.domain.bind.__self__  # type: ignore[attr-defined]
    return data


def _most(parameter: Parameter) -> int:
    if isinstance(parameter, Told):
        return MOST_TOLD
    return max(len(arrays.simple(parameter, tuple(n for _ in parameter.shape))) for n in (1, 2, 3))
