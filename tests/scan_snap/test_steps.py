"""Steps of this paper's arguments: an identity of quotients says nothing where a denominator vanishes."""

import pytest
import sympy

from theorems.provers.steps import positive, slack
from theorems.scan_snap.steps import identity

M, K, u, free = positive("M"), positive("K"), positive("u"), sympy.Symbol("free")


@pytest.mark.parametrize(
    ("left", "right", "where", "stands"),
    [
        (1 / (M - 1) + 1, M / (M - 1), {}, True),  # M >= 2 is the paper's
        (1 / (K - 1) + 1, K / (K - 1), {}, False),  # K = 1 is allowed
        (1 / (K - 1) + 1, K / (K - 1), {K: 2 + slack("kappa")}, True),
        (1 / (K - 1) + 1, K / (K - 1), {K: 1 + slack("kappa")}, False),
        ((K**2 - 1) / (K - 1), K + 1, {}, False),
        (1 + 1 / (sympy.exp(u) - 1), sympy.exp(u) / (sympy.exp(u) - 1), {}, True),
        (1 / (sympy.exp(free) - 1) + 0 * u, 1 / (sympy.exp(free) - 1), {}, False),  # free may be 0
        (sympy.Matrix([[1 / K, 1 / (K - 1)]]), sympy.Matrix([[1 / K, 1 / (K - 1)]]), {}, False),
        (1 / M, 1 / (M + 1), {}, False),
    ],
    ids=str,
)
def test_an_identity_needs_denominators_that_do_not_vanish(left, right, where, stands):
    assert identity("both sides", left, right, where).check() is stands
