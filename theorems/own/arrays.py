"""Exact arrays to try a claim at: small and structured ones first, then drawn ones; and how they are written in an instance."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor, hypot, isqrt
from typing import Any

import numpy as np

from theorems.instance import Value
from theorems.own.declared import INTEGER, LADDER, SIGNS, SIMPLEX, SIZE, Parameter
from theorems.reader import number

Array = tuple[Any, ...]  # of numbers, of rows of numbers
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
    low, high = parameter.low, parameter.high
    above = low is None or x > low or (x == low and not parameter.low_open)
    return above and of_kind(parameter, x) and (high is None or x < high or (x == high and not parameter.high_open))


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
def simple(parameter: Parameter, shape: tuple[int, ...]) -> tuple[Array | Fraction, ...]:
    """The simplest values, the first ones first."""
    if parameter.kind == SIMPLEX:
        return tuple(dict.fromkeys(normal(row(*shape)) for row in VECTORS))
    if parameter.kind == SIGNS:
        patterns = [[1] * shape[0], *([-1 if i == k else 1 for i in range(shape[0])] for k in range(shape[0]))]
        return tuple(dict.fromkeys(_frozen(p) for p in (*patterns, [1 - 2 * (i % 2) for i in range(shape[0])])))
    if parameter.kind == INTEGER:
        return _whole(parameter)
    if not shape:
        ends = [x for x in (parameter.low, parameter.high) if x is not None and admitted(parameter, x)]
        inside = [x for x in NUMBERS if admitted(parameter, x)]
        return tuple(dict.fromkeys([*inside[:3], *ends, *inside[3:], *(_into(parameter, x) for x in NUMBERS)]))
    made: Any = [a(*shape) for a in VECTORS] if len(shape) == 1 else [a(*shape) for a in MATRICES]
    return tuple(dict.fromkeys(_frozen(_mapped(lambda x: _into(parameter, x), array)) for array in made))


def _whole(parameter: Parameter) -> tuple[Fraction, ...]:
    """The first ones from where the range starts, its ends, and ever larger ones."""
    low, high = parameter.low, parameter.high
    start = int(low if low is not None and low > 0 else high if high is not None and high < 0 else 0)
    first, rest = sorted(range(-20, 21), key=lambda k: (abs(k), -k)), (sign * k for k in LARGE for sign in (1, -1))
    ends = [int(end) + k for end in (low, high) if end is not None for k in (0, 1, -1)]
    some = (*(start + k for k in first[:7]), *ends, *(start + k for k in rest), *(start + k for k in first))
    return tuple(dict.fromkeys(Fraction(k) for k in some if admitted(parameter, Fraction(k))))


def on_sphere(row: Any, denominator: int) -> Array:
    """A rational vector of norm 1 near the direction of a row: (4/5, 3/5) for (1, 1); the first axis for the row 0.

    It is the stereographic projection of a rational point, from the pole opposite to the largest entry.
    """
    square = sum(x * x for x in row)
    if square and all(isinstance(x, Fraction) for x in row):
        root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
        if root * root == square:  # it lies in its direction itself
            return tuple(x / root for x in row)
    numbers = [float(x) for x in row]
    length = hypot(*numbers)
    k = max(range(len(numbers)), key=lambda i: abs(numbers[i]))
    sign = -1 if numbers[k] < 0 else 1
    whole = abs(numbers[k]) + length or 1.0
    seen = [Fraction(0 if i == k else round(x / whole * denominator), denominator) for i, x in enumerate(numbers)]
    square = sum(x * x for x in seen)
    return tuple(sign * (1 - square) / (1 + square) if i == k else 2 * x / (1 + square) for i, x in enumerate(seen))


def normal(row: list[Fraction]) -> Array:
    """A probability vector in the direction of a row; the uniform one for the row 0."""
    weights = [abs(x) for x in row]
    whole = sum(weights)
    return _frozen([w / whole if whole else Fraction(1, len(row)) for w in weights])


def drawn(parameter: Parameter, shape: tuple[int, ...], source: random.Random) -> Array | Fraction:
    """A value by structure and seed."""
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
        counts = [int(x * denominator) for x in value]
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


def written(value: Array | Fraction) -> Value:
    """A number as it is; ``1,-2,1/2`` for a vector, ``1,0;0,1`` for a matrix."""
    if not isinstance(value, tuple):
        return value
    rows = value if isinstance(value[0], tuple) else (value,)
    text = ";".join(",".join(map(str, row)) for row in rows)
    return text if "," in text or ";" in text else Fraction(text)


def read(parameter: Parameter, shape: tuple[int, ...], told: Value) -> Any:
    """The value of a declared name. Raises ValueError where an instance tells another kind of thing."""
    rows = [[number(x) for x in row.split(",")] for row in str(told).split(";")]
    found = (len(rows), len(rows[0])) if len(shape) == 2 else (len(rows[0]),)
    if any(len(row) != len(rows[0]) for row in rows) or (len(shape) < 2 and len(rows) != 1) or found != (shape or (1,)):
        wanted = " × ".join(map(str, shape)) or "1"
        raise ValueError(f"{parameter.name}={told}: {wanted} numbers are needed")
    if not shape:
        if not of_kind(parameter, rows[0][0]):
            raise ValueError(f"{parameter.name}={told} is no whole number")
        return rows[0][0]
    if parameter.kind == SIGNS and any(abs(x) != 1 for x in rows[0]):
        raise ValueError(f"{parameter.name}={told}: signs are 1 and -1")
    array = np.empty(shape, dtype=object)
    array[...] = rows if len(shape) == 2 else rows[0]
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
