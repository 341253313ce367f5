"""Climbing in float64 towards the tightest point of a claim over declared names, and rounding to exact instances.

Floats only propose: every instance is judged in balls like any other.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from itertools import islice, takewhile
from operator import itemgetter
from typing import Any

import numpy as np

from kernels.arithmetic import FLOAT
from kernels.balls import Truth
from theorems.instance import Instance
from theorems.language.rules import conjuncts
from theorems.language.seen import NOWHERE, Scope
from theorems.language.tree import And, Chain, Claim, Exists, Expr, ForAll, Implies, Number, Or, Relation
from theorems.own import arrays
from theorems.own.coordinates import freed, in_range, root_of, size_of
from theorems.own.declared import LARGEST, MOST, parameters_of, sizes_in
from theorems.own.instances import Instances, data_of
from theorems.own.parameters import (
    FUNCTION,
    INTEGER,
    KINDS,
    LAW,
    ORTHOGONAL,
    PSD,
    SIGNS,
    SIMPLEX,
    SIZE,
    SYMMETRIC,
    Parameter,
    Told,
)
from theorems.own.values import Point, SeenArrays, floats, seen_at
from theorems.own.words import conformed
from theorems.provers.search import evaluate
from theorems.statement import Part

LOOKED_AT = 250  # simple instances among which the starts are chosen
FIRST = 1000  # whole numbers that are looked at one by one
STARTS, SIZED, DRAWN = 3, 8, 2  # the tightest of them, the tightest of a size, and drawn ones
CLIMB_SECONDS = 2.0  # of processor time: so long simple points are looked at, climbs started, and one of them goes on
COARSE, STEPS = 60, 200  # evaluations of one climb: of whole arrays, of every number
SCALES = (1, 0.01, 0.1, 0.5, 2, 3, 5, 10, 30, -1)
MOVING = 24  # so many numbers at most
DENOMINATORS = (*range(1, 13), 16, 20, 30, 50, 100, 1000, 10**6)
CERTAIN = 1e-12  # a margin below is rounding
NEAR = -1e-4  # so near to false, simple numbers beside the point are tried
FAR = -1e6  # outside the hypotheses
LENGTHS = (10**6, 10**5, 10**4, 1000, 100)  # of arrays of a few blocks of equal entries,
HUBS, BLOCK_SECONDS = 60, 1.5  # so many of each length, for so long at most
NO_VALUE = (ArithmeticError, ValueError, LookupError, TypeError)


def towards(part: Part, seed: int) -> Iterator[Instance]:
    """Instances near which a claim is tightest: those that look false, simple numbers first, then the tightest."""
    if part.printed.says is not None:
        return
    climb = climb_of(part)
    data, trees = climb.data, (part.printed.at_an_instance, *climb.hypotheses)
    yield from data.doublings()
    yield from data.farther()
    yield from data.beside(abs(n.value) for each in trees for _, n in each.walk() if isinstance(n, Number))
    yield from islice(climb.first_ones(), STARTS)
    source = random.Random(seed)
    end = time.process_time() + CLIMB_SECONDS
    looked_at = takewhile(lambda _: time.process_time() < end, islice(data.small(), LOOKED_AT))
    promises = [(values, climb.promise(values)) for values in map(climb.values, looked_at)]
    simple = [values for values, _ in sorted(promises, key=itemgetter(1), reverse=True)]
    if not simple:
        return
    of_each_size = {climb.sizes(values): values for values in reversed(simple)}
    starts = [*simple[:STARTS], *sorted(of_each_size.values(), key=climb.promise, reverse=True)[:SIZED]]
    far = [values for values in simple if climb.sizes(values) == max(of_each_size)]
    scaled = (climb.scaled(values, scale) for values in far for scale in SCALES)
    end = time.process_time() + CLIMB_SECONDS
    starts.append(max(takewhile(lambda _: time.process_time() < end, scaled), key=climb.promise, default=far[0]))
    starts += [climb.values(Instance(data.drawn(source))) for _ in range(DRAWN)]
    yield from climb.tops(starts, source)
    yield from climb.in_blocks(source)


def climb_of(part: Part) -> Climb:
    data = data_of(part)
    hypotheses = [c.claim for c in part.domain.conditions if c.claim is not None]
    claim: Claim = part.printed.at_an_instance
    while isinstance(claim, Implies):  # elsewhere nothing is claimed
        hypotheses += conjuncts(claim.premise)
        claim = claim.conclusion
    return Climb(data, claim, hypotheses)


def says_apart(claim: Claim) -> bool:
    """Is something claimed to be ≠ that depends on real numbers? Where it is equal is seldom among points that are tried."""
    while isinstance(claim, Implies):
        claim = claim.conclusion
    apart = (node for _, node in claim.walk() if isinstance(node, Relation) and node.sign == "!=")
    return any(p.kind not in (INTEGER, SIZE, SIGNS) for node in apart for p in parameters_of(node))


def lowered(part: Part, witness: Instance) -> Instance:
    """The witness with each whole number as small as halving finds it, but for sizes of arrays whose entries differ."""
    data = data_of(part)
    sizing = sizes_in(*data.parameters)
    for p in data.parameters:
        arrays_ = [a for a in data.parameters if p in a.shape]
        blocks = "*" in "".join(str(witness[a.name]) for a in arrays_) and not any(isinstance(a, Told) for a in arrays_)
        if p.kind not in (SIZE, INTEGER) or (p in sizing and not blocks) or p in data.given:
            continue

        def at(value: int, p: Parameter = p, old: Instance = witness) -> Instance:
            return data.resized(old, p, Fraction(value)) if p in sizing else old.but(**{p.name: Fraction(value)})

        near, far = int(arrays.toward(p, Fraction(0), None)), int(witness[p.name])
        if _refutes(part, at, near):
            far = near
        while abs(far - near) > 1:
            middle = (near + far) // 2
            if _refutes(part, at, middle):
                far = middle
            else:
                near = middle
        witness = at(far)
    return witness


def _refutes(part: Part, at: Callable[[int], Instance], value: int) -> bool:
    with suppress(*NO_VALUE):
        return part.domain.broken(at(value)) is None and evaluate(part, at(value)).truth is Truth.FAILS
    return False


Values = Mapping[Parameter, Any]


@dataclass(frozen=True)
class Climb:
    data: Instances
    claim: Claim
    hypotheses: list[Claim]
    blocks: Mapping[Expr, tuple[int, ...]] = field(default_factory=dict)  # see Point

    def values(self, instance: Instance) -> Values:
        return floats(self.data.bind(instance, FLOAT).known)

    def tops(self, starts: list[Values], source: random.Random) -> Iterator[Instance]:
        """The exact instances beside those at which climbs from starts end: those that look false, then the tightest one."""
        end = time.process_time() + CLIMB_SECONDS
        climbed = (self.highest(start, source) for start in starts if start is starts[0] or time.process_time() < end)
        found = sorted(climbed, key=self.height, reverse=True)
        for denominator in DENOMINATORS:
            for values in found:
                if self.height(values) > NEAR:
                    yield from self.rounded(values, denominator, least=CERTAIN)
        yield from self.rounded(found[0], 10**4, least=FAR)

    def first_ones(self) -> Iterator[Instance]:
        """Where a claim about one whole number looks false among the first ones: cos n ≤ 0.99999 at 710."""
        (p, *others) = self.data.parameters
        if others or p.kind not in (SIZE, INTEGER) or p.low is None or self.data.farthest is not None:
            return
        for k in range(int(p.low), int(p.low) + FIRST):
            if self.height({p: float(k)}) > CERTAIN:
                yield Instance({p.name: Fraction(k)})

    def in_blocks(self, source: random.Random) -> Iterator[Instance]:
        """The same with arrays of thousands of entries, few of which differ: one hub and n - 1 spokes, two halves."""
        sizes = list(dict.fromkeys(s for p in self.data.parameters for s in p.shape if isinstance(s, Parameter)))
        if self.data.recursions or any(not isinstance(s, Parameter | Number) for p in self.data.parameters for s in p.shape):
            return
        if any(p.kind in (SIGNS, *KINDS) or isinstance(p, Told) for p in self.data.parameters) or not sizes:
            return
        end = time.process_time() + BLOCK_SECONDS
        numbers = (n for claim in (self.claim, *self.hypotheses) for _, n in claim.walk() if isinstance(n, Number))
        told = sorted({abs(n.value) for n in numbers if abs(n.value) < 10**100} - {0, 1})[:4]  # as floats
        pool = [1, 0, *map(float, told), -1, 2, 0.5, 100]
        for large in (sizes, *([each] for each in sizes if len(sizes) > 1)):
            for length in LENGTHS:
                if time.process_time() > end:
                    return
                found, near, far = self._at_length(length, large, sizes, pool, source), MOST, length
                if self._false(found):
                    while far > 1.2 * near:
                        middle = int((near * far) ** 0.5)
                        nearer = self._at_length(middle, large, sizes, pool, source)
                        near, far, found = (near, middle, nearer) if self._false(nearer) else (middle, far, found)
                    yield from found
                    return
                yield from found

    def _false(self, found: list[Instance]) -> bool:
        return any(replace(self, blocks=self.data.bind(i, FLOAT).blocks).height(self.values(i)) > CERTAIN for i in found)

    def _at_length(
        self, length: int, large: list[Parameter], sizes: list[Parameter], pool: list[float], source: random.Random
    ) -> list[Instance]:
        lengths = {s: max(int(s.low or 1), min(s.most or LARGEST, length if s in large else 3)) for s in sizes}
        blocks: dict[Expr, tuple[int, ...]] = {
            s: (1, 1, 1) if k < 4 else (1, k // 2, k - 1 - k // 2) for s, k in lengths.items()
        }
        if max(lengths.values()) <= MOST or any(sum(blocks[s]) != k for s, k in lengths.items()):
            return []
        climb = replace(self, blocks=blocks)
        scales = [length, 1 / length, length**0.5, length**-0.5]
        starts = sorted(climb.hubs(lengths, [*pool, *scales], source), key=climb.promise, reverse=True)[:STARTS]
        if climb.height(starts[0]) <= 2 * FAR:
            return []
        simple = (i for k in (1, 10) for values in starts for i in climb.rounded(values, k, least=CERTAIN))
        return list(simple) or list(climb.tops(starts, source))

    def hubs(self, lengths: Mapping[Parameter, int], pool: list[float], source: random.Random) -> Iterator[Values]:
        """Arrays of a hub, other entries, and half of these with another sign or as the hub; other numbers are simple ones."""
        for k in range(HUBS):
            values: dict[Parameter, Any] = {}
            for p in self.data.parameters:
                hub, spoke = source.choices(pool, k=2) if k else (1.0, 1.0)
                if p in lengths:
                    values[p] = float(lengths[p])
                elif not p.shape:
                    simple = arrays.simple(p, ()) if p.kind != SIZE else self.data.sizes[p]
                    values[p] = float(simple[source.randrange(min(len(simple), 1 + k % 8))])
                else:
                    shape = tuple(len(self.blocks.get(s) or range(size_of(s))) for s in p.shape)
                    value = np.full(shape, float(spoke))
                    value[(0,) if len(shape) == 1 or k % 3 else (slice(None), 0)] = hub
                    if shape[-1] == 3 and k % 4 == 3:
                        value[..., 2] = source.choice((hub, -spoke))
                    value = np.vectorize(lambda x, p=p: float(arrays.toward(p, Fraction(x), None)))(value)
                    values[p] = value / (value * self.counts(p)).sum() if p.kind == SIMPLEX and value.any() else value
            yield self._completed(values)

    def counts(self, p: Parameter) -> Any:
        """How many entries of an array each one of its values stands for."""
        return reduce(np.multiply.outer, (np.array(self.blocks.get(s) or (1,) * size_of(s), dtype=float) for s in p.shape))

    def height(self, values: Values) -> float:
        """By how much the claim is missed, relative to its sides: above 0 where it is false."""
        seen = seen_at(Point(floats(values), FLOAT, blocks=self.blocks))
        with np.errstate(all="ignore"):
            try:
                broken = max((_missed(h, seen) for h in self.hypotheses), default=0.0)
                height = _missed(self.claim, seen) if broken <= CERTAIN else FAR * (1 + broken)
            except NO_VALUE:
                return 2 * FAR
        return height if np.isfinite(height) else 2 * FAR

    def promise(self, values: Values) -> float:
        """The height, but for points where both sides are equal: often nothing is there to climb from."""
        height = self.height(values)
        return -0.5 if abs(height) < CERTAIN else height

    def sizes(self, values: Values) -> tuple[Any, ...]:
        return tuple(value for p, value in values.items() if p.kind == SIZE)

    def open_arrays(self, values: Values) -> list[Parameter]:
        """The arrays without a range: they may be scaled and shifted."""
        real = (
            p for p in values if p.shape and p.kind not in (SIMPLEX, SIGNS, FUNCTION, LAW, *KINDS) and p not in self.data.radii
        )
        return [p for p in real if p.low is None and p.high is None]

    def scaled(self, values: Values, *factors: float, shifts: Sequence[float] = ()) -> Values:
        """With arrays times a factor, the same for all or one for each, and shifted."""
        arrays_ = self.open_arrays(values)
        each = factors if len(factors) > 1 else factors * len(arrays_)
        moved = {p: f * values[p] + s for p, f, s in zip(arrays_, each, shifts or [0.0] * len(arrays_), strict=True)}
        return self._completed({**values, **moved})

    def highest(self, start: Values, source: random.Random) -> Values:
        """Where a climb ends that scales and shifts the arrays of the start, then moves every number of theirs.

        Sizes and signs stay as they are; whole numbers move between whole numbers, and are rounded at the end.
        """
        constants = [each for f in start if isinstance(f, Told) for each in f.constants]
        fixed = {*self.data.given, *(parameters_of(*constants) if constants else ())}
        moving = [p for p in start if p.kind not in (SIZE, SIGNS, FUNCTION, LAW, ORTHOGONAL) and p not in fixed]
        k = len(self.open_arrays(start))
        best = start
        if k:
            factor = max(SCALES, key=lambda scale: self.promise(self.scaled(start, scale)))
            z = np.array([factor] * k + [0.0] * k)
            best = self._climbed(lambda z: self.scaled(start, *z[:k], shifts=tuple(z[k:])), z, COARSE)
        parts = {p: root_of(best[p]) if p.kind == PSD else np.atleast_1d(best[p]) for p in moving}
        flat = np.concatenate([np.zeros(0), *(freed(p, parts[p].ravel()) for p in moving)])
        if not 0 < len(flat) <= MOVING:
            return best
        flat = flat + np.array([source.gauss(0, 0.02) for _ in flat])

        def placed(z: Any) -> Values:
            values, k = dict(best), 0
            for p in moving:
                size = int(np.size(best[p]))
                counts = self.counts(p).ravel() if p.shape and self.blocks else 1.0
                entries = in_range(p, z[k : k + size], counts)
                if p in self.data.radii:
                    entries = entries * float(self.data.radii[p]) / max(float(np.sqrt((counts * entries**2).sum())), 1e-300)
                values[p] = entries.reshape(np.shape(best[p])) if p.shape else float(entries[0])
                if p.kind in KINDS:
                    values[p] = (values[p] + values[p].T) / 2 if p.kind == SYMMETRIC else values[p] @ values[p].T
                k += size
            return self._completed(values)

        return max((best, self._climbed(placed, flat, STEPS)), key=self.height)

    def _climbed(self, placed: Callable[[Any], Values], start: Any, steps: int) -> Values:
        from scipy.optimize import minimize  # only what climbs loads it

        began = time.process_time()
        self.height(placed(start))
        each = max(time.process_time() - began, 1e-6)
        options = {"maxfev": max(len(start) + 2, min(steps, int(CLIMB_SECONDS / each))), "adaptive": True}
        return placed(minimize(lambda z: -self.height(placed(z)), start, method="Nelder-Mead", options=options).x)

    def _completed(self, values: dict[Parameter, Any]) -> Values:
        """With the numbers that equations give; nan where they give none."""
        self.data.tied(values)
        with np.errstate(all="ignore"):
            self.data.stepped(values)
        for parameter, relation in self.data.given.items():
            seen = seen_at(Point(floats(values), FLOAT, blocks=self.blocks))
            with np.errstate(all="ignore"):
                try:
                    values[parameter] = float(seen.value(relation.right))
                except NO_VALUE:
                    values[parameter] = np.nan
        return values

    def rounded(self, values: Values, denominator: int, least: float) -> Iterator[Instance]:
        """The exact instance beside these values, if the claim is still missed by more than ``least`` there."""

        def exact(p: Parameter, shape: tuple[int, ...]) -> Any:
            del shape
            if p.kind == ORTHOGONAL:  # it did not move
                return tuple(tuple(Fraction(x).limit_denominator(10**4) for x in row) for row in values[p])
            if isinstance(p, Told):
                return values[p]
            if p in self.data.radii:
                times = tuple(map(int, self.counts(p).ravel())) if self.blocks else ()
                found = self.data.fitted(p, values[p], denominator, times)
            else:
                found = arrays.rounded(p, values[p], 1 if p.kind in (SIZE, INTEGER, SIGNS) else denominator)
            if p.kind in KINDS:
                near = root_of(values[p]) if p.kind == PSD else values[p]
                return conformed(p.kind, arrays.rounded(p, near, denominator))
            if not p.shape or not self.blocks or found is None:
                return found
            counts = [self.blocks.get(size) or (1,) * size_of(size) for size in p.shape]
            if p.kind == SIMPLEX:
                weights = [Fraction(round(float(x) * sum(counts[0]) * denominator), denominator) for x in values[p]]
                found = arrays.normal(weights, counts[0])
            rows = tuple(arrays.Runs.of(row, counts[-1]) for row in (found if len(p.shape) == 2 else (found,)))
            return arrays.Runs.of(rows, counts[0]) if len(p.shape) == 2 else rows[0]

        instance = self.data.instance(exact)
        if instance is not None:
            point = self.data.bind(instance, FLOAT)
            if replace(self, blocks=point.blocks).height(self.values(instance)) > least:
                yield instance


def _missed(claim: Claim, seen: SeenArrays, scope: Scope = NOWHERE) -> float:
    """How far a claim is from true, relative to its sides; negative inside of it, 0 on its edge."""
    inner: Callable[[Claim], float] = lambda c: _missed(c, seen, scope)  # noqa: E731
    match claim:
        case Relation():
            left, right = float(seen.value(claim.left, scope)), float(seen.value(claim.right, scope))
            size = abs(left) + abs(right)
            difference = (left - right) / (size if left and right else 1 + size)
            edge = 0 if claim.sign in ("<=", ">=", "==") else 2 * CERTAIN  # which a strict relation misses
            if claim.sign in ("==", "!="):
                return abs(difference) - CERTAIN / 2 if claim.sign == "==" else edge - abs(difference)
            return edge + (difference if claim.sign in ("<=", "<") else -difference)
        case Chain():
            return max(map(inner, claim.links))
        case And():
            return max(map(inner, claim.claims))
        case Or():
            return min(map(inner, claim.claims))
        case Implies():
            return min(-inner(claim.premise), inner(claim.conclusion))
        case ForAll() | Exists():
            each = (_missed(claim.body, seen, {**scope, claim.variable: e}) for e, _ in seen.runs(claim, scope))
            return max(each, default=-1.0) if isinstance(claim, ForAll) else min(each, default=1.0)
    raise TypeError(f"{claim!r} is put together from no relations")
