"""The pieces of the attention kernels."""

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels import blocks

SEEDS = st.integers(0, 2**32 - 1)


def test_exp2_is_within_one_unit_in_the_last_place() -> None:
    x = np.concatenate([np.linspace(-1022, 0, 1501), np.linspace(-1.5, 1.5, 1501), [1022.9, -0.5, 0.5, -1e-300]])
    found = x.copy()
    blocks.exp2_shifted_total(found, 0.0)
    with mpmath.workprec(200):
        error = [abs(mpmath.mpf(y) / mpmath.power(2, mpmath.mpf(a)) - 1) for a, y in zip(x, found, strict=True)]
    assert max(error) <= 2.0**-52


def test_exp2_is_exact_at_integers() -> None:
    exponents = np.arange(-1022.0, 1024.0)
    found = exponents.copy()
    blocks.exp2_shifted_total(found, 0.0)
    assert (found == np.exp2(exponents)).all()


def test_exp2_underflows_to_zero_and_keeps_nan() -> None:
    row = np.array([-1022.5, -1e4, -1e300, -np.inf, np.nan, -1022.0])
    blocks.exp2_shifted_total(row, 0.0)
    assert row[:4].tolist() == [0.0] * 4
    assert np.isnan(row[4])
    assert row[5] == 2.0**-1022


@given(size=st.integers(1, 300), scale=st.sampled_from([1e-300, 1.0, 1e300]), shift=st.integers(-1, 1), seed=SEEDS)
def test_maximum_is_the_largest_entry(size: int, scale: float, shift: int, seed: int) -> None:
    row = scale * (np.random.default_rng(seed).standard_normal(size) + 5 * shift)
    assert blocks.maximum(row) == row.max()


def test_maximum_of_infinities() -> None:
    assert blocks.maximum(np.array([-np.inf, -np.inf])) == -np.inf
    assert blocks.maximum(np.array([-np.inf, 3.0, np.inf])) == np.inf


@given(size=st.integers(0, 1000), seed=SEEDS)
def test_total_is_the_sum(size: int, seed: int) -> None:
    row = np.random.default_rng(seed).standard_normal(size)
    assert blocks.total(row) == pytest.approx(float(row.sum()), abs=1e-12)


@given(size=st.integers(1, 300), bound=st.sampled_from([-np.inf, -1.0, 0.0, 3.0, np.inf]), seed=SEEDS)
def test_a_row_exceeds_what_is_below_its_maximum(size: int, bound: float, seed: int) -> None:
    row = np.random.default_rng(seed).standard_normal(size)
    assert blocks.exceeds(row, bound) == (row.max() > bound)
    assert not blocks.exceeds(row, row.max())


@given(size=st.integers(1, 300), place=st.integers(0, 299), value=st.sampled_from([np.nan, -np.nan, np.inf, -np.inf]))
def test_an_entry_that_is_not_finite_is_found(size: int, place: int, value: float) -> None:
    row = np.full(size, 1.7e308)
    assert blocks.all_finite(row)
    row[place % size] = value
    assert not blocks.all_finite(row)


@given(size=st.integers(0, 500), shift=st.floats(-3, 3), seed=SEEDS)
def test_weights_and_their_total_come_together(size: int, shift: float, seed: int) -> None:
    row = np.random.default_rng(seed).standard_normal(size)
    expected = np.exp2(row - shift)
    total = blocks.exp2_shifted_total(row, shift)
    assert row == pytest.approx(expected, rel=1e-15)
    assert total == pytest.approx(float(expected.sum()), rel=1e-13)
