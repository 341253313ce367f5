"""How often a fair sign vector satisfies linear inequalities that see it only through sums over groups of signs.

Every sign pattern of the small groups leaves each inequality as a half line for the number of pluses in the large
group, so that all of them together are an interval, whose probability is a difference of binomial tails.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from kernels import balls
from kernels.affine import Affine
from kernels.binomial_tails import EXACT_SIGNS, count_between, probability_between
from kernels.probability import Probability

MAXIMUM_PATTERNS = 200_000
CANDIDATES = 8
ZERO = Affine(Fraction(0))


class HalfSpace(NamedTuple):
    """``Σ_g c_g S_g + Σ_g max_(i in g) spread_g σ_i <= threshold`` (or < when strict), S_g the sum of group g."""

    coefficients: tuple[Affine, ...]
    spreads: tuple[Affine, ...]
    threshold: Affine
    strict: bool


class Interval(NamedTuple):
    """Numbers of pluses from ``low`` to ``high``, both included."""

    low: int
    high: int

    def __and__(self, other: Interval) -> Interval:
        low, high = max(self.low, other.low), min(self.high, other.high)
        return Interval(low, high) if low <= high else EMPTY

    def mirrored(self, k: int) -> Interval:
        return self if self == EMPTY else Interval(k - self.high, k - self.low)

    def outside(self, cell: Interval) -> list[Interval]:
        """What is left of ``cell``."""
        if self == EMPTY:
            return [cell]
        return [Interval(cell.low, self.low - 1), Interval(self.high + 1, cell.high)]


EMPTY = Interval(0, -1)


class Slice(NamedTuple):
    """One sign pattern of the small groups, with the numbers of pluses of the large one that do, and that may do."""

    weight: int
    cell: Interval
    inner: Interval
    outer: Interval


def probability_of_all(counts: list[int], half_spaces: list[HalfSpace]) -> Probability:
    """Pr[all half spaces contain the signs], from ``counts[g]`` fair signs in each group g."""
    half_spaces = [space for space in half_spaces if not _is_over_nobody(counts, space)]
    counts, half_spaces = _without_idle_groups(counts, half_spaces)
    half_spaces = [_in_whole_numbers(space) for space in half_spaces]
    big = max(range(len(counts)), key=counts.__getitem__)
    slices = list(_slices(counts, big, half_spaces))
    signs = counts[big], sum(counts) - counts[big]
    inner = _sum(*signs, [(s.weight, s.cell, s.inner) for s in slices])
    if all(s.inner == s.outer for s in slices):
        return inner
    return Probability.between(inner, _sum(*signs, [(s.weight, s.cell, s.outer) for s in slices]))


def _is_over_nobody(counts: list[int], space: HalfSpace) -> bool:
    """Is this a family over the members of an empty group? It has no rows."""
    return any(count == 0 and spread.sign() != 0 for count, spread in zip(counts, space.spreads, strict=True))


def _in_whole_numbers(space: HalfSpace) -> HalfSpace:
    """The same half space, multiplied by what all its rationals divide: whole numbers are quickly added."""
    numbers = (*space.coefficients, *space.spreads, space.threshold)
    scale = math.lcm(*(part.denominator for x in numbers for part in (x.constant, x.slope)))
    scaled = [Affine(int(x.constant * scale), int(x.slope * scale), x.unknown) for x in numbers]
    groups = len(space.coefficients)
    return HalfSpace(tuple(scaled[:groups]), tuple(scaled[groups:-1]), scaled[-1], space.strict)


def _without_idle_groups(counts: list[int], half_spaces: list[HalfSpace]) -> tuple[list[int], list[HalfSpace]]:
    """Drop groups that no half space sees, and merge those that all of them treat alike; at least one group is left."""
    kept: dict[object, list[int]] = {}
    for g, count in enumerate(counts):
        spreads = [space.spreads[g] for space in half_spaces if space.spreads[g].sign() != 0]
        coefficients = [space.coefficients[g] for space in half_spaces]
        if count == 0 or (not spreads and all(c.sign() == 0 for c in coefficients)):
            continue
        alike = tuple((c.constant, c.slope, None if c.is_exact else id(c.unknown)) for c in coefficients)
        kept.setdefault(g if spreads else alike, []).append(g)
    if not kept:
        return [0], [space._replace(coefficients=(ZERO,), spreads=(ZERO,)) for space in half_spaces]
    merged = [sum(counts[g] for g in members) for members in kept.values()]
    first = [members[0] for members in kept.values()]
    return merged, [
        space._replace(coefficients=tuple(space.coefficients[g] for g in first), spreads=tuple(space.spreads[g] for g in first))
        for space in half_spaces
    ]


def _sum(k: int, small_signs: int, slices: list[tuple[int, Interval, Interval]]) -> Probability:
    if k <= EXACT_SIGNS:
        strings = sum(weight * count_between(k, *interval) for weight, _, interval in slices)
        return Probability.of(Fraction(strings, 2 ** (k + small_signs)))
    value, complement = balls.ball(0), balls.ball(0)
    for weight, cell, interval in slices:
        value += weight * probability_between(k, *interval)
        # The complement is summed on its own: as 1 - value it would lose its digits when it is tiny.
        for rest in interval.outside(cell):
            complement += weight * probability_between(k, *rest)
    scale = balls.ball(Fraction(1, 2**small_signs))
    return Probability(scale * value, scale * complement)


def _slices(counts: list[int], big: int, half_spaces: list[HalfSpace]) -> Iterator[Slice]:
    small = [g for g in range(len(counts)) if g != big]
    patterns = math.prod(counts[g] + 1 for g in small)
    if patterns > MAXIMUM_PATTERNS:
        raise ValueError(f"the groups beside the largest one have {patterns} patterns, more than {MAXIMUM_PATTERNS}")
    k = counts[big]
    whole = Interval(0, k)
    cells = [whole]
    if any(space.spreads[big].sign() != 0 for space in half_spaces):
        # The largest of spread · σ_i is the same for all strings but the two constant ones.
        cells = [cell for cell in (Interval(0, 0), Interval(1, k - 1), Interval(k, k)) if cell.low <= cell.high]
    ends = [[_largest(k, cell.low, space.spreads[big]) for space in half_spaces] for cell in cells]
    taken = {(g, u): [_taken(space, g, counts[g], u) for space in half_spaces] for g in small for u in range(counts[g] + 1)}
    for pluses in product(*(range(counts[g] + 1) for g in small)):
        weight = math.prod(math.comb(counts[g], u) for g, u in zip(small, pluses, strict=True))
        room = [space.threshold for space in half_spaces]
        for pattern in zip(small, pluses, strict=True):
            room = [left - by for left, by in zip(room, taken[pattern], strict=True)]
        for cell, largest in zip(cells, ends, strict=True):
            inner = outer = cell
            for space, left, most in zip(half_spaces, room, largest, strict=True):
                certain, possible = _half_line(space.coefficients[big], left - most, space.strict, k, cell)
                inner, outer = inner & certain, outer & possible
            yield Slice(weight, cell, inner, outer)


def _taken(space: HalfSpace, g: int, count: int, pluses: int) -> Affine:
    """What a small group with so many pluses takes of the threshold."""
    return space.coefficients[g].times(2 * pluses - count) + _largest(count, pluses, space.spreads[g])


def _largest(count: int, pluses: int, spread: Affine) -> Affine:
    """The maximum of ``spread · σ_i`` over a group that has ``pluses`` pluses."""
    if 0 < pluses < count:
        return spread.magnitude()
    return spread if pluses else -spread


def _half_line(c: Affine, right: Affine, strict: bool, k: int, cell: Interval) -> tuple[Interval, Interval]:
    """The u in ``cell`` for which c (2u - k) <= right is certain, and those for which it is possible."""
    sign = c.sign()
    if sign == -1:
        certain, possible = _half_line(-c, right, strict, k, cell.mirrored(k))
        return certain.mirrored(k), possible.mirrored(k)

    def holds(u: int) -> bool | None:
        gap = (right - c.times(2 * u - k)).sign()
        return None if gap is None else gap > 0 if strict else gap >= 0

    if sign != 1:
        # Linear in u: what is certain at both ends of the cell is certain in all of it.
        ends = [holds(u) for u in cell]
        return cell if all(ends) else EMPTY, EMPTY if all(end is False for end in ends) else cell

    last_true, first_false = _cut(c, right, k, cell)
    if first_false - last_true <= CANDIDATES + 1:
        while last_true + 1 < first_false and holds(last_true + 1):
            last_true += 1
        while last_true + 1 < first_false and holds(first_false - 1) is False:
            first_false -= 1
    return cell & Interval(cell.low, last_true), cell & Interval(cell.low, first_false - 1)


def _cut(c: Affine, right: Affine, k: int, cell: Interval) -> tuple[int, int]:
    """For c > 0: up to the first u, c (2u - k) < right for certain, from the second one on c (2u - k) > right."""
    if c.is_exact and right.is_exact:
        low = high = Fraction(right.constant) / c.constant
    else:
        quotient = right.ball() / c.ball()
        if not quotient.is_finite():
            return cell.low - 1, cell.high + 1
        low, high = balls.bounds(quotient)
    return math.ceil((low + k) / 2) - 1, math.floor((high + k) / 2) + 1
