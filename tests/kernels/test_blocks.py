"""The pieces of the attention kernels."""

import mpmath
import numpy as np

from kernels import blocks


def test_exp2_is_within_one_unit_in_the_last_place() -> None:
    x = np.concatenate([np.linspace(-1022, 0, 1501), np.linspace(-1.5, 1.5, 1501), [1022.9, -0.5, 0.5, -1e-300]])
    found = x.copy()
    blocks.exp2_shifted_total(found, 0.0)
    with mpmath.workprec(200):
        error = [abs(mpmath.mpf(y) / mpmath.power(2, mpmath.mpf(a)) - 1) for a, y in zip(x, found, strict=True)]
    assert max(error) <= 2.0**-52


def test_exp2_underflows_to_zero_and_keeps_nan() -> None:
    row = np.array([-1022.5, -1e4, -1e300, -np.inf, np.nan, -1022.0])
    blocks.exp2_shifted_total(row, 0.0)
    assert row[:4].tolist() == [0.0] * 4
    assert np.isnan(row[4])
    assert row[5] == 2.0**-1022
