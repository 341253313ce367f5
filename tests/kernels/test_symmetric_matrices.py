"""Exact linear algebra of small symmetric matrices against numpy."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kernels import balls
from kernels import symmetric_matrices as symmetric
from kernels.symmetric_matrices import Matrix

ENTRIES = st.fractions(-2, 2, max_denominator=12)


@st.composite
def matrices(draw: st.DrawFn) -> Matrix:
    size = draw(st.integers(1, 5))
    upper = {(i, j): draw(ENTRIES) for i in range(size) for j in range(i, size)}
    return symmetric.matrix([[upper[min(i, j), max(i, j)] for j in range(size)] for i in range(size)])


def floats(A: Matrix) -> np.ndarray:
    return np.array([[float(x) for x in row] for row in A])


@given(A=matrices())
def test_definiteness_is_the_sign_of_the_least_eigenvalue(A: Matrix) -> None:
    least = np.linalg.eigvalsh(floats(A)).min()
    assume(abs(least) > 1e-9)
    assert symmetric.is_definite(A) == symmetric.is_semidefinite(A) == (least > 0)


@given(A=matrices())
def test_extreme_magnitudes_enclose_those_of_numpy(A: Matrix) -> None:
    largest, smallest = symmetric.extreme_magnitudes(A)
    magnitudes = np.abs(np.linalg.eigvalsh(floats(A)))
    assert balls.approximate(largest) == pytest.approx(magnitudes.max(), abs=1e-7)
    assert balls.approximate(smallest) == pytest.approx(magnitudes.min(), abs=1e-7)


def test_a_rational_eigenvalue_is_exact_and_decides_strictness() -> None:
    tenth = Fraction(1, 10)
    A = symmetric.matrix([[0, tenth], [tenth, 0]])
    largest, smallest = symmetric.extreme_magnitudes(A)
    assert largest.is_exact() or largest.overlaps(balls.ball(tenth))
    assert balls.agrees(largest, smallest)
    assert not symmetric.spectral_radius_below(A, tenth)
    assert symmetric.spectral_radius_below(A, tenth + Fraction(1, 10**30))
    assert symmetric.squares_at_least(A, tenth**2)
    assert not symmetric.squares_at_least(A, tenth**2 + Fraction(1, 10**30))
