"""Products whose sums stay in registers, against NumPy's."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels.products import COLUMNS, ROWS, add_product, fill_panels

SEEDS = st.integers(0, 2**32 - 1)


def panels_of(matrix):
    panels = np.full((-(-matrix.shape[1] // COLUMNS), len(matrix), COLUMNS), np.nan)
    fill_panels(panels, matrix)
    return panels


@given(tiles=st.integers(0, 3), inner=st.integers(0, 70), width=st.integers(1, 70), transposed=st.booleans(), seed=SEEDS)
def test_the_product_is_added(tiles: int, inner: int, width: int, transposed: bool, seed: int) -> None:
    random = np.random.default_rng(seed)
    rows = tiles * ROWS
    left = random.standard_normal((inner, rows)).T if transposed else random.standard_normal((rows, inner))
    right = random.standard_normal((inner, width))
    panels = panels_of(right)
    # A frame around the result: nothing beside it is touched.
    frame = random.standard_normal((rows + 2, len(panels) * COLUMNS))
    before = frame.copy()
    add_product(frame[1 : rows + 1], left, panels)
    assert (frame[[0, -1]] == before[[0, -1]]).all()
    assert (frame[:, width:] == before[:, width:]).all()
    found = (frame - before)[1 : rows + 1, :width]
    assert np.abs(found - left @ right).max(initial=0) <= 1e-13


@given(inner=st.integers(1, 40), width=st.integers(1, 40), below=st.integers(0, 3), transposed=st.booleans(), seed=SEEDS)
def test_panels_hold_the_columns_and_zeros(inner: int, width: int, below: int, transposed: bool, seed: int) -> None:
    matrix = np.random.default_rng(seed).standard_normal((inner, width))
    panels = np.full((-(-width // COLUMNS), inner + below, COLUMNS), np.nan)
    fill_panels(panels, np.asfortranarray(matrix) if transposed else matrix)
    whole = np.hstack(list(panels))
    assert (whole[:inner, :width] == matrix).all()
    assert (whole[inner:] == 0).all()
    assert (whole[:, width:] == 0).all()


@pytest.mark.parametrize("width", [1, 7, 8, 9, 31, 128, 133])
def test_equal_columns_give_equal_bits_wherever_they_stand(width: int) -> None:
    random = np.random.default_rng(width)
    panels = panels_of(np.repeat(random.standard_normal((61, 1)), width, axis=1))
    out, left = np.zeros((2 * ROWS, len(panels) * COLUMNS)), random.standard_normal((2 * ROWS, 61))
    add_product(out, left, panels)
    assert (out[:, :width] == out[:, :1]).all()


def test_each_sum_is_a_chain_of_fused_multiply_adds_in_order() -> None:
    # 1 + u·u vanishes when the product is rounded first; large + small - large shows the order.
    u = 2.0**-30
    left, right = np.zeros((ROWS, 2)), np.ones((2, 1))
    left[0], left[1], right[0] = (1 + u, 0), (0, 0), 1 + u
    out = np.zeros((ROWS, COLUMNS))
    out[0, 0] = -(1 + 2 * u)
    add_product(out, left, panels_of(right))
    assert out[0, 0] == u * u
