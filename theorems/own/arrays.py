"""Exact arrays to try a claim at: small and structured ones first, then drawn ones; and how they are written in an instance."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate, groupby
from math import ceil, floor, hypot, isqrt
from operator import itemgetter
from typing import Any

import numpy as np

from theorems.instance import Value
from theorems.own.declared import LADDER
from theorems.own.functions import Sought
from theorems.own.parameters import INTEGER, KINDS, ORTHOGONAL, SIGNS, SIMPLEX, SIZE, Parameter
from theorems.own.words import conformed
from theorems.own.words import of_kind as matrix_of_kind
from theorems.reader import number

Array = tuple[Any, ...]  # of numbers, of rows of numbers


@dataclass(frozen=True)
class Runs:
    """An array, or its rows, with equal ones side by side: each once, and how many there are of it."""

    items: tuple[Any, ...]
    counts: tuple[int, ...]

    @classmethod
    def of(cls, items: Sequence[Any], counts: Sequence[int]) -> Runs:
        """With equal neighbours told once."""
        found = [(item, sum(k for _, k in same)) for item, same in groupby(zip(items, counts, strict=True), key=itemgetter(0))]
        return cls(tuple(item for item, _ in found), tuple(k for _, k in found))

    @cached_property
    def ends(self) -> tuple[int, ...]:
        return tuple(accumulate(self.counts))

    @property
    def starts(self) -> tuple[int, ...]:
        return tuple(end - count + 1 for end, count in zip(self.ends, self.counts, strict=True))

    def at(self, place: int) -> Any:
        """The item at a place; places count from 1."""
        return self.items[bisect_right(self.ends, place - 1)]

    def resized(self, length: int) -> Runs:
        """With more or fewer of the most frequent item. Raises ValueError where none would be left."""
        longest = self.counts.index(max(self.counts))
        left = self.counts[longest] + length - self.ends[-1]
        if left < 1:
            raise ValueError(f"{length} are too few")
        return Runs(self.items, (*self.counts[:longest], left, *self.counts[longest + 1 :]))


SIMPLE = (
    "0, 1, -1, 2, 1/2, -1/2, -2, 3, 1/10, 10, -10, 9/10, 1/100, 99/100, 101/100, 100, -100, 1/3, 3/2, 5, 1/1000, 1000, -1000, "
    "1/1000000, 1000000"
)
LARGE = (50, 100, 1000, 10**4, 10**6, *(2**k for k in range(5, 21)))
NUMBERS = tuple(map(Fraction, SIMPLE.split(", ")))
VECTORS: tuple[Callable[[int], list[Fraction]], ...] = (
    lambda n: [Fraction(1)] * n,
    lambda n: [Fraction(int(i == 0)) for i in range(n)],
    lambda n: [Fraction(0)] * n,
    lambda n: [Fraction(1 - 2 * (i % 2)) for i in range(n)],
    lambda n: [Fraction(int(i == n - 1)) for i in range(n)],
    lambda n: [Fraction(1 - 2 * (i % 2), 10) for i in range(n)],
    lambda n: [Fraction(i + 1) for i in range(n)],
    lambda n: [Fraction(-1)] * n,
    lambda n: [Fraction(int(i < (n + 1) // 2)) for i in range(n)],
    lambda n: [Fraction(2 if i == 0 else 1) for i in range(n)],
    lambda n: [1 + Fraction(int(i == 0), 100) for i in range(n)],
    lambda n: [Fraction(n - i) for i in range(n)],
    lambda n: [Fraction(-int(i == 0)) for i in range(n)],
    lambda n: [Fraction(1, 2 ** (i + 1)) for i in range(n)],
    lambda n: [Fraction(10 * int(i == 0)) for i in range(n)],
    lambda n: [Fraction(1 if i == 0 else -1) for i in range(n)],
    lambda n: [Fraction(10)] * n,
    lambda n: [Fraction(100 * int(i == 0)) for i in range(n)],
    lambda n: [Fraction(100 * (1 - 2 * (i % 2))) for i in range(n)],
    lambda n: [Fraction(int(i == 0), 100) for i in range(n)],
)
MATRICES: tuple[Callable[[int, int], list[list[Fraction]]], ...] = (
    lambda m, n: [[Fraction(int(i == j)) for j in range(n)] for i in range(m)],
    lambda m, n: [[Fraction(1)] * n for _ in range(m)],
    lambda m, n: [[Fraction(int(i == j == 0)) for j in range(n)] for i in range(m)],
    lambda m, n: [[Fraction(0)] * n for _ in range(m)],
    lambda m, n: [[Fraction(int(i == 0 or j == 0)) for j in range(n)] for i in range(m)],
    lambda m, n: [[Fraction(1 - 2 * ((i + j) % 2)) for j in range(n)] for i in range(m)],
    lambda m, n: [[Fraction((i + 1) * (j + 1)) for j in range(n)] for i in range(m)],
    lambda m, n: [[Fraction(int((2 * i < m) == (2 * j < n))) for j in range(n)] for i in range(m)],
    lambda m, n: [[Fraction(int(i == j) * (1 - 2 * (i % 2))) for j in range(n)] for i in range(m)],
    lambda m, n: [[Fraction(int(j == i + 1)) for j in range(n)] for i in range(m)],
    lambda m, n: [[Fraction(int(j == i + 1) - int(i == j + 1)) for j in range(n)] for i in range(m)],
    lambda m, n: [[1 + Fraction(int(i == j), 100) for j in range(n)] for i in range(m)],
    lambda m, n: [[Fraction(int(i == j)) - Fraction(2, m) for j in range(n)] for i in range(m)],
    lambda m, n: [[Fraction(10 * int(i == j == 0)) for j in range(n)] for i in range(m)],
)


def of_kind(parameter: Parameter, x: Fraction) -> bool:
    """Is a number whole where the declaration says so?"""
    return parameter.kind not in (SIZE, INTEGER) or x.denominator == 1


def admitted(parameter: Parameter, x: Fraction) -> bool:
    """Does its range allow a number?"""
    return of_kind(parameter, x) and x in parameter.interval


def _into(parameter: Parameter, x: Fraction) -> Fraction:
    """The number itself, or one near the end of the range that it lies beyond."""
    if admitted(parameter, x):
        return x
    low, high = parameter.low, parameter.high
    for mirrored in (-x, abs(x) / (1 + abs(x))):
        if admitted(parameter, mirrored):
            return mirrored
    if low is not None and x <= low:
        step = Fraction(1) if high is None else (high - low) / 100
        return low + step if parameter.low_open else low
    assert high is not None
    return high - (Fraction(1) if low is None else (high - low) / 100) if parameter.high_open else high


def toward(parameter: Parameter, x: Fraction, sizes: tuple[Fraction, ...] | None) -> Fraction:
    """The number of the range that is nearest to x, or near its end; a size no larger than those that are tried."""
    if sizes:
        return min(max(x, sizes[0]), sizes[-1])
    if parameter.high is not None and x >= parameter.high:
        x = parameter.high
    if parameter.low is not None and x <= parameter.low:
        x = parameter.low
    return _into(parameter, x)


def sizes(parameter: Parameter, most: int) -> tuple[Fraction, ...]:
    """The sizes that are tried: every small one, then ever fewer."""
    least = int(parameter.low or 0)
    return tuple(Fraction(n) for n in sorted({least, least + 1, *LADDER, most}) if least <= n <= most)


@lru_cache(maxsize=4096)
def simple(parameter: Parameter, shape: Any) -> tuple[Any, ...]:
    """The simplest values, the first ones first."""
    if parameter.kind == SIMPLEX:
        return tuple(dict.fromkeys(normal(row(*shape)) for row in VECTORS))
    if parameter.kind == SIGNS:
        patterns = [[1] * shape[0], *([-1 if i == k else 1 for i in range(shape[0])] for k in range(shape[0]))]
        return tuple(dict.fromkeys(_frozen(p) for p in (*patterns, [1 - 2 * (i % 2) for i in range(shape[0])])))
    if parameter.kind == INTEGER:
        return _whole(parameter)
    if isinstance(shape, Sought):
        return shape.simple()
    if not shape:
        ends = [x for x in (parameter.low, parameter.high) if x is not None and admitted(parameter, x)]
        inside = [x for x in NUMBERS if admitted(parameter, x)]
        return tuple(dict.fromkeys([*inside[:3], *ends, *inside[3:], *(_into(parameter, x) for x in NUMBERS)]))
    made: Any = [a(*shape) for a in VECTORS] if len(shape) == 1 else [a(*shape) for a in MATRICES]
    if parameter.kind in KINDS:
        own = [a for a in made if matrix_of_kind(parameter.kind, np.array(a, dtype=object))]
        return tuple(dict.fromkeys([*map(_frozen, own), *(conformed(parameter.kind, a) for a in made)]))
    return tuple(dict.fromkeys(_frozen(_mapped(lambda x: _into(parameter, x), array)) for array in made))


def _whole(parameter: Parameter) -> tuple[Fraction, ...]:
    """The first ones from where the range starts, its ends, and ever larger ones."""
    low, high = parameter.low, parameter.high
    start = int(low if low is not None and low > 0 else high if high is not None and high < 0 else 0)
    first, rest = sorted(range(-20, 21), key=lambda k: (abs(k), -k)), (sign * k for k in LARGE for sign in (1, -1))
    ends = [int(end) + k for end in (low, high) if end is not None for k in (0, 1, -1)]
    some = (*(start + k for k in first[:7]), *ends, *(start + k for k in rest), *(start + k for k in first))
    return tuple(dict.fromkeys(Fraction(k) for k in some if admitted(parameter, Fraction(k))))


def on_sphere(row: Any, denominator: int, counts: Sequence[int]) -> Array | None:
    """A rational vector of norm 1 near the direction of a row: (4/5, 3/5) for (1, 1); the first axis for the row 0.

    It is the stereographic projection of a rational point, from the pole opposite to the largest entry that stands there once.
    None where each stands there several times, and no rational vector lies in its direction.
    """
    square = sum(c * x * x for x, c in zip(row, counts, strict=True))
    if square and all(isinstance(x, Fraction) for x in row):
        root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
        if root * root == square:  # it lies in its direction itself
            return tuple(x / root for x in row)
    numbers = [float(x) for x in row]
    length = hypot(*(x * c**0.5 for x, c in zip(numbers, counts, strict=True)))
    single = [i for i, count in enumerate(counts) if count == 1]
    if not single:
        return None
    k = max(single, key=lambda i: abs(numbers[i]))
    sign = -1 if numbers[k] < 0 else 1
    whole = abs(numbers[k]) + length or 1.0
    seen = [Fraction(0 if i == k else round(x / whole * denominator), denominator) for i, x in enumerate(numbers)]
    square = sum(c * x * x for x, c in zip(seen, counts, strict=True))
    return tuple(sign * (1 - square) / (1 + square) if i == k else 2 * x / (1 + square) for i, x in enumerate(seen))


def normal(row: Sequence[Fraction], counts: Sequence[int] = ()) -> Array:
    """A probability vector in the direction of a row; the uniform one for the row 0."""
    counts = counts or (1,) * len(row)
    whole = sum(abs(x) * k for x, k in zip(row, counts, strict=True))
    return _frozen([abs(x) / whole if whole else Fraction(1, sum(counts)) for x in row])


def drawn(parameter: Parameter, shape: Any, source: random.Random) -> Any:
    """A value by structure and seed."""
    if isinstance(shape, Sought):
        return shape.drawn(source)
    if parameter.kind == SIGNS:
        return _frozen([Fraction(source.choice((1, -1))) for _ in range(shape[0])])
    if source.random() < 0.25:
        return source.choice(simple(parameter, shape))
    if parameter.kind == INTEGER:
        return _drawn_integer(parameter, source)
    scale = Fraction(source.choice((1, 1, 1, 3, 10, 100, Fraction(1, 10), Fraction(1, 100))))
    centre = Fraction(source.choice((0, 0, 0, 1, source.randint(-8, 8))))
    level = source.choice((2, 4, 10))

    def entry() -> Fraction:
        x = Fraction(source.randint(-10 * level, 10 * level), 10 * level)
        low, high = parameter.low, parameter.high
        if low is not None and high is not None and parameter.kind != SIMPLEX:
            return _into(parameter, low + (high - low) * abs(x))
        return _into(parameter, centre + scale * x * (1 if source.random() < 0.8 else 0))

    if parameter.kind in KINDS:
        made = [[entry() for _ in range(shape[0])] for _ in range(shape[0])]
        signs_ = [source.choice((1, -1)) for _ in range(shape[0])] if parameter.kind == ORTHOGONAL else [1] * shape[0]
        return tuple(tuple(x * s for x, s in zip(row, signs_, strict=True)) for row in conformed(parameter.kind, made))
    if not shape:
        return entry()
    if len(shape) == 1:
        row = [entry() for _ in range(shape[0])]
        return normal(row) if parameter.kind == SIMPLEX else _frozen(row)
    if source.random() < 0.3:  # of rank one
        left, right = [entry() for _ in range(shape[0])], [entry() for _ in range(shape[1])]
        return _frozen([[_into(parameter, a * b) for b in right] for a in left])
    return _frozen([[entry() for _ in range(shape[1])] for _ in range(shape[0])])


def _drawn_integer(parameter: Parameter, source: random.Random) -> Fraction:
    """Anywhere between two ends; of any order of magnitude where one of them is open."""
    low = None if parameter.low is None else ceil(parameter.low)
    high = None if parameter.high is None else floor(parameter.high)
    if low is not None and high is not None:
        return Fraction(source.randint(low, high))
    size = source.randint(0, 10 ** source.randint(1, 7))
    return Fraction(low + size if low is not None else high - size if high is not None else source.choice((1, -1)) * size)


def rounded(parameter: Parameter, value: Any, denominator: int) -> Array | Fraction:
    """The nearest value with this denominator that the declaration allows."""
    if parameter.kind == SIMPLEX:
        counts = [int(float(x) * denominator) for x in value]
        order = sorted(range(len(counts)), key=lambda k: counts[k] - value[k] * denominator)
        for k in order[: max(0, denominator - sum(counts))]:
            counts[k] += 1
        return normal([Fraction(k) for k in counts])
    found = _mapped(lambda x: _into(parameter, Fraction(round(float(x) * denominator), denominator)), value)
    return _frozen(found) if isinstance(found, list) else found


def _mapped(change: Callable[[Any], Any], value: Any) -> Any:
    return [_mapped(change, x) for x in value] if isinstance(value, list | tuple | np.ndarray) else change(value)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else Fraction(value)


# -- as text -----------------------------------------------------------------------------------------------------------------


def written(value: Array | Fraction | Runs) -> Value:
    """A number as it is; ``1,-2,1/2`` for a vector, ``1,0;0,1`` for a matrix; ``1,0*99`` for 1 and 99 zeros.

    Of a matrix ``1,0*99;0*100;*98`` has 98 rows more like the second one.
    """
    if not isinstance(value, tuple | Runs):
        return value if isinstance(value, int | Fraction) else str(value)
    items, counts = (value.items, value.counts) if isinstance(value, Runs) else (value, (1,) * len(value))
    if not isinstance(items[0], tuple | Runs):
        text = ",".join(f"{x}*{k}" if k > 1 else str(x) for x, k in zip(items, counts, strict=True))
    else:
        rows = (f"{written(row)}" + (f";*{k - 1}" if k > 1 else "") for row, k in zip(items, counts, strict=True))
        text = ";".join(rows)
    return text if "," in text or ";" in text or "*" in text else Fraction(text)


def runs(told: Value) -> Runs:
    """The rows of an array as it is written. Raises ValueError for what is no array."""
    rows: list[Runs] = []
    counts: list[int] = []
    for row in str(told).split(";"):
        if row.startswith("*") and rows:
            counts[-1] += int(row[1:])
            continue
        entries = [entry.partition("*") for entry in row.split(",")]
        rows.append(Runs(tuple(number(x) for x, _, _ in entries), tuple(int(k or 1) for _, _, k in entries)))
        counts.append(1)
    if min(*counts, *(k for row in rows for k in row.counts), 1) < 1:
        raise ValueError(f"{told}: a number of entries is 1 or more")
    return Runs(tuple(rows), tuple(counts))


def read(parameter: Parameter, shape: tuple[int, ...], told: Value) -> Any:
    """The value of a declared name, the rows of an array. Raises ValueError where an instance tells another kind of thing."""
    found = runs(told)
    lengths = {row.ends[-1] for row in found.items}
    if (found.ends[-1], *lengths) != (shape if len(shape) == 2 else (1, *(shape or (1,)))):
        wanted = " × ".join(map(str, shape)) or "1"
        raise ValueError(f"{parameter.name}={told}: {wanted} numbers are needed")
    if not shape:
        if not of_kind(parameter, found.items[0].items[0]):
            raise ValueError(f"{parameter.name}={told} is no whole number")
        return found.items[0].items[0]
    if parameter.kind == SIGNS and any(abs(x) != 1 for x in found.items[0].items):
        raise ValueError(f"{parameter.name}={told}: signs are 1 and -1")
    return found


def by_axes(rows: Runs, axes: int) -> tuple[frozenset[int], ...]:
    """Where the runs along each axis of an array start."""
    columns = frozenset(start for row in rows.items for start in row.starts)
    return (frozenset(rows.starts), columns) if axes == 2 else (columns,)


def laid_out(rows: Runs, starts: Sequence[Sequence[int]]) -> Any:
    """The entries of an array at places of its axes."""
    array = np.empty(tuple(map(len, starts)), dtype=object)
    chosen = [rows.at(i) for i in starts[0]] if len(starts) == 2 else [rows.items[0]]
    entries = [[row.at(j) for j in starts[-1]] for row in chosen]
    array[...] = entries if len(starts) == 2 else entries[0]
    return array


def each_sum(lengths: list[int], most: int) -> Iterator[tuple[int, ...]]:
    """Places (k1, k2, ...) below the lengths, in order of their sum."""

    def places(total: int, left: list[int]) -> Iterator[tuple[int, ...]]:
        if not left:
            if total == 0:
                yield ()
            return
        for first in range(min(total, left[0] - 1) + 1):
            for rest in places(total - first, left[1:]):
                yield (first, *rest)

    for whole in range(most):
        yield from places(whole, lengths)
