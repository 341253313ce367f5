"""Further words over vectors and matrices: each with the shape of its value, and its value in every arithmetic."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from kernels import balls
from kernels.arithmetic import BALLS, FLOAT
from theorems.language.seen import NoValueError
from theorems.language.tree import Expr
from theorems.own.numbers import Numbers, Value, array, exact

Shape = tuple[Expr, ...]
Shaped = Callable[[tuple[Expr, ...], list[Shape]], Shape | None]  # of arguments and their shapes; None: they do not fit


class Word(NamedTuple):
    shape: Shaped
    value: Callable[..., Value]


def _same(arguments: tuple[Expr, ...], shapes: list[Shape]) -> Shape | None:
    return shapes[0] if shapes[0] and all(shape == shapes[0] for shape in shapes) else None


def _square(shapes: list[Shape]) -> bool:
    return len(shapes[0]) == 2 and shapes[0][0] is shapes[0][1]


def _vector(shapes: list[Shape], then: Shape) -> Shape | None:
    return then if len(shapes[0]) == 1 and not any(shapes[1:]) else None


def _outer(numbers: Numbers, x: Value, y: Value) -> Value:
    return array([[numbers.times(a, b) for b in y] for a in x])


def _filled(numbers: Numbers, n: Value, entry: Callable[[int, int], int]) -> Value:
    k = int(n)
    return array([[numbers.exactly(entry(i, j)) for j in range(k)] for i in range(k)])


def _inverse(numbers: Numbers, a: Value) -> Value:
    """By elimination, with the first pivot that is certainly not 0. Raises NoValueError where there is none."""
    if numbers.arithmetic is FLOAT:
        return np.linalg.inv(a.astype(float))
    k = len(a)
    rows = [[*a[i], *(numbers.exactly(int(i == j)) for j in range(k))] for i in range(k)]
    for c in range(k):
        pivot = next((i for i in range(c, k) if bool(rows[i][c] != 0)), None)
        if pivot is None:
            raise NoValueError("a matrix without an inverse")
        rows[c], rows[pivot] = rows[pivot], rows[c]
        rows[c] = [numbers.over(x, rows[c][c]) for x in rows[c]]
        for i in range(k):
            if i != c:
                factor = rows[i][c]
                rows[i] = [numbers.minus(x, numbers.times(factor, y)) for x, y in zip(rows[i], rows[c], strict=True)]
    return array([row[k:] for row in rows])


def _sorted(numbers: Numbers, x: Value) -> list[Value]:
    """The largest first; by maxima and minima, so that balls that overlap are no obstacle."""
    found = list(x)
    for end in range(len(found) - 1, 0, -1):
        for k in range(end):
            found[k], found[k + 1] = numbers.larger(found[k], found[k + 1]), numbers.smaller(found[k], found[k + 1])
    return found


def _first_largest(numbers: Numbers, x: Value) -> Value:
    if not exact(*x) and numbers.arithmetic is not FLOAT:
        raise NoValueError("where a vector of numbers that are not rational is largest")
    return numbers.exactly(list(x).index(max(x)) + 1)


def eigenvalues(numbers: Numbers, a: Value) -> Value:
    """Of a symmetric matrix, the largest first. Raises NoValueError for another one."""
    if numbers.arithmetic is FLOAT:
        return np.linalg.eigvalsh(a.astype(float))[::-1] if np.allclose(a.astype(float), a.T.astype(float)) else a[0] * np.nan
    if numbers.arithmetic is not BALLS or not exact(*a.flat) or (a != a.T).any():
        raise NoValueError("eigenvalues are those of a symmetric matrix of rationals, in balls")
    return array(balls.eigenvalues(a.tolist()))


def singular_values(numbers: Numbers, a: Value) -> Value:
    """As many as there are columns, the largest first."""
    squares = eigenvalues(numbers, numbers.dotted(a.T, a))
    return array([numbers.root_of_squares(numbers.larger(x, numbers.exactly(0))) for x in squares])


def _power_norm(numbers: Numbers, x: Value, p: Value) -> Value:
    total = numbers.sum(numbers.power(numbers.absolute(a), p) for a in x)
    return numbers.power(total, numbers.over(numbers.exactly(1), p))


BY_NAME: dict[str, Word] = {
    "hadamard": Word(_same, lambda numbers, x, y: numbers.each(numbers.times, x, y)),
    "relu": Word(
        lambda arguments, shapes: shapes[0],
        lambda numbers, x: numbers.each(lambda a: numbers.larger(a, numbers.exactly(0)), x),
    ),
    "outer": Word(
        lambda arguments, shapes: (*shapes[0], *shapes[1]) if [len(s) for s in shapes] == [1, 1] else None,
        _outer,
    ),
    "trace": Word(lambda arguments, shapes: () if _square(shapes) else None, lambda numbers, a: numbers.sum(a.diagonal())),
    "inverse": Word(lambda arguments, shapes: shapes[0] if _square(shapes) else None, _inverse),
    "identity": Word(
        lambda arguments, shapes: None if shapes[0] else (arguments[0], arguments[0]),
        lambda numbers, n: _filled(numbers, n, lambda i, j: int(i == j)),
    ),
    "ones": Word(
        lambda arguments, shapes: None if shapes[0] else (arguments[0],),
        lambda numbers, n: array([numbers.exactly(1)] * int(n)),
    ),
    "diagonal": Word(
        lambda arguments, shapes: (shapes[0][0], shapes[0][0]) if len(shapes[0]) == 1 else None,
        lambda numbers, x: array([[a if i == j else numbers.exactly(0) for j in range(len(x))] for i, a in enumerate(x)]),
    ),
    "row_softmax": Word(
        lambda arguments, shapes: shapes[0] if len(shapes[0]) == 2 else None,
        lambda numbers, a: array([list(numbers.softmax(row, None)) for row in a]),
    ),
    "eigenvalues": Word(lambda arguments, shapes: shapes[0][:1] if _square(shapes) else None, eigenvalues),
    "singular_values": Word(lambda arguments, shapes: shapes[0][1:] if len(shapes[0]) == 2 else None, singular_values),
    "argmax": Word(lambda arguments, shapes: _vector(shapes, ()), _first_largest),
    "largest_entries": Word(
        lambda arguments, shapes: _vector(shapes, arguments[1:]),
        lambda numbers, x, k: array(_sorted(numbers, x)[: int(k)]) if 1 <= k <= len(x) else _too_few(k, x),
    ),
    "norm": Word(lambda arguments, shapes: _vector(shapes, ()), _power_norm),
}


def _too_few(k: Value, x: Value) -> Value:
    raise NoValueError(f"the {k} largest of {len(x)} entries")


def induced(numbers: Numbers, a: Value, kind: str) -> Value:
    """The norms of a matrix beside those of its entries: the largest column or row sum, the sum of all singular values."""
    if kind == "*":
        return numbers.sum(singular_values(numbers, a if a.shape[1] <= a.shape[0] else a.T))
    lines = a.T if kind == "1" else a
    sums = [numbers.sum(map(numbers.absolute, line)) for line in lines]
    return _sorted(numbers, sums)[0] if len(sums) > 1 else sums[0]


def conformed(kind: str, rows: Any) -> Any:
    """A matrix of a kind beside any one: its symmetric part, its square, or an orthogonal one by Cayley's transform."""
    a = array([list(row) for row in rows])
    if kind == "symmetric":
        found = (a + a.T) / 2
    elif kind == "positive semidefinite":
        found = a @ a.T
    else:
        exactly, k = Numbers(BALLS), len(a)
        skew, one = (a - a.T) / 2, array([[Fraction(int(i == j)) for j in range(k)] for i in range(k)])
        found = (one - skew) @ _inverse(exactly, one + skew)
    return tuple(map(tuple, found))


def of_kind(kind: str, a: Value) -> bool:
    """Is an exact matrix of a kind? The positive semidefinite ones by elimination."""
    if kind == "orthogonal":
        return bool((a.T @ a == np.eye(len(a), dtype=int)).all())
    if (a != a.T).any():
        return False
    rest = a.copy()
    for c in range(len(rest)) if kind == "positive semidefinite" else ():
        if rest[c, c] < 0 or (rest[c, c] == 0 and any(rest[c])):
            return False
        if rest[c, c]:
            rest = rest - np.outer(rest[:, c], rest[c]) / rest[c, c]
    return True
