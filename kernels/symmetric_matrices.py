"""Small symmetric matrices of rationals: definiteness, inverses and eigenvalues without rounding."""

from collections.abc import Sequence
from fractions import Fraction

import mpmath
import numpy as np

from kernels import balls
from kernels.balls import Ball

Matrix = tuple[tuple[Fraction, ...], ...]


def matrix(rows: Sequence[Sequence[int | Fraction]]) -> Matrix:
    return tuple(tuple(Fraction(entry) for entry in row) for row in rows)


def identity(size: int) -> Matrix:
    return matrix([[int(i == j) for j in range(size)] for i in range(size)])


def combination(a: int | Fraction, A: Matrix, b: int | Fraction, B: Matrix) -> Matrix:
    """a A + b B."""
    return tuple(tuple(a * x + b * y for x, y in zip(p, q, strict=True)) for p, q in zip(A, B, strict=True))


def product(A: Matrix, B: Matrix) -> Matrix:
    columns = list(zip(*B, strict=True))
    return tuple(tuple(sum((x * y for x, y in zip(row, c, strict=True)), Fraction(0)) for c in columns) for row in A)


def gram(rows: Sequence[Sequence[Fraction]]) -> Matrix:
    """The inner products of the rows."""
    return tuple(tuple(sum((a * b for a, b in zip(p, q, strict=True)), Fraction(0)) for q in rows) for p in rows)


def inverse(A: Matrix) -> Matrix:
    """By elimination; raises ZeroDivisionError for a singular matrix."""
    size = len(A)
    rows = [list(row) + [Fraction(int(i == j)) for j in range(size)] for i, row in enumerate(A)]
    for i in range(size):
        pivot = next((r for r in range(i, size) if rows[r][i] != 0), None)
        if pivot is None:
            raise ZeroDivisionError("the matrix is singular")
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [entry / rows[i][i] for entry in rows[i]]
        for r in range(size):
            if r != i and rows[r][i] != 0:
                rows[r] = [x - rows[r][i] * y for x, y in zip(rows[r], rows[i], strict=True)]
    return tuple(tuple(row[size:]) for row in rows)


def is_semidefinite(A: Matrix, *, strictly: bool = False) -> bool:
    """Is xᵀ A x >= 0 (> 0 when ``strictly``) for every x ≠ 0? By elimination on the diagonal, exactly."""
    rows = [list(row) for row in A]
    size = len(rows)
    for i in range(size):
        pivot = rows[i][i]
        if pivot < 0 or (strictly and pivot == 0):
            return False
        if pivot == 0:
            if any(rows[i][j] != 0 for j in range(i + 1, size)):
                return False
            continue
        for r in range(i + 1, size):
            factor = rows[r][i] / pivot
            rows[r] = [x - factor * y for x, y in zip(rows[r], rows[i], strict=True)]
    return True


def is_definite(A: Matrix) -> bool:
    return is_semidefinite(A, strictly=True)


def pivots(A: Matrix) -> list[Fraction]:
    """The pivots of elimination on the diagonal, up to the first that is 0: all positive exactly for a definite matrix."""
    rows, found = [list(row) for row in A], []
    for i, row in enumerate(rows):
        found.append(row[i])
        if row[i] == 0:
            return found
        for r in range(i + 1, len(rows)):
            factor = rows[r][i] / row[i]
            rows[r] = [x - factor * y for x, y in zip(rows[r], row, strict=True)]
    return found


def spectral_radius_below(A: Matrix, bound: Fraction) -> bool:
    """Are all eigenvalues strictly between -bound and bound?"""
    unit = identity(len(A))
    return is_definite(combination(bound, unit, -1, A)) and is_definite(combination(bound, unit, 1, A))


def squares_at_least(A: Matrix, bound: Fraction) -> bool:
    """Is the square of every eigenvalue at least ``bound``?"""
    return is_semidefinite(combination(1, product(A, A), -bound, identity(len(A))))


def extreme_magnitudes(A: Matrix) -> tuple[Ball, Ball]:
    """The largest and the smallest magnitude of an eigenvalue, each enclosed in a ball of about 2^-46 relative width.

    Floating point proposes, exact definiteness of A² - x decides; a rational eigenvalue is found exactly.
    """
    square = product(A, A)
    values = np.sqrt(np.abs(np.linalg.eigvalsh(np.array(square, dtype=np.float64))))
    return _enclosed(square, float(values.max()), largest=True), _enclosed(square, float(values.min()), largest=False)


def _enclosed(square: Matrix, guess: float, *, largest: bool) -> Ball:
    unit = identity(len(square))

    def beyond(x: Fraction) -> bool:
        """Is x on the far side of all eigenvalues (above for the largest, below for the smallest), or on the extreme one?"""
        sign = 1 if largest else -1
        return is_semidefinite(combination(sign * x * x, unit, -sign, square))

    near = Fraction(guess).limit_denominator(10**6)
    if near >= 0 and beyond(near) and not _regular(combination(1, square, -near * near, unit)):
        return balls.ball(near)
    width = max(Fraction(guess), Fraction(1, 2**60)) / 2**46
    while True:
        low, high = max(Fraction(guess) - width, Fraction(0)), Fraction(guess) + width
        inner, outer = (low, high) if largest else (high, low)
        if beyond(outer) and not beyond(inner):
            return balls.enclosing(low, high)
        width *= 16


def decomposition(A: Sequence[Sequence[Fraction | Ball]]) -> tuple[list[Ball], list[list[Ball]]]:
    """Eigenvalues by falling magnitude, and an orthogonal matrix whose columns are eigenvectors, to about 30 digits.

    The radii say how close the numbers are, and are not proved: good for looking, not for deciding.
    """
    with mpmath.workdps(60), balls.precision(256):
        size = len(A)
        entries = [[_number(balls.ball(entry)) for entry in row] for row in A]
        values, vectors = mpmath.eigsy(mpmath.matrix(entries))
        order = sorted(range(size), key=lambda k: -abs(values[k]))
        return [_about(values[k]) for k in order], [[_about(vectors[i, k]) for k in order] for i in range(size)]


def _number(x: Ball) -> mpmath.mpf:
    low, high = balls.bounds(x)
    middle = (low + high) / 2
    return mpmath.mpf(middle.numerator) / middle.denominator


def _about(x: mpmath.mpf) -> Ball:
    scale = 2**120
    near = Fraction(int(mpmath.nint(x * scale)), scale)
    width = Fraction(1, 2**100)
    return balls.enclosing(near - width, near + 2 * width)  # not centred on 0, whose square is no number in balls


def _regular(A: Matrix) -> bool:
    try:
        inverse(A)
    except ZeroDivisionError:
        return False
    return True
