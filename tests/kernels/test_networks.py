"""F_exp and F_lin against the double sum of their definitions."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels import attention, networks, rademacher


def naive_network(c, y, tau: float) -> float:
    """Definitions C.2 and C.6, term by term."""
    terms = [max(math.fsum(c[j0] * y[:, l]) - tau, 0.0) for j0 in range(len(c)) for l in range(y.shape[1])]
    return max(math.fsum(terms), 0.0)


@given(
    n=st.integers(1, 80),
    d=st.integers(1, 13),
    m=st.integers(1, 20),
    tau=st.sampled_from([-0.5, 0.0, 0.3, 2.0, 50.0]),
    seed=st.integers(0, 2**32 - 1),
)
def test_network_is_its_double_sum(n: int, d: int, m: int, tau: float, seed: int) -> None:
    c = np.random.default_rng(seed).standard_normal((n, d))
    y = rademacher.rademacher_columns(d, m, seed)
    output = networks.network(c, y, tau)
    assert output.value == pytest.approx(naive_network(c, y, tau), abs=1e-11)
    assert abs(output.largest - (c @ y).max()) <= output.rounding
    assert (output.value > 0) == (output.largest > tau)


def test_the_threshold_itself_is_silent() -> None:
    output = networks.network([[0.5, 0.25]], [[1.0], [1.0]], 0.75)
    assert (output.value, output.largest) == (0.0, 0.75)
    assert networks.network([[0.5, 0.25]], [[1.0], [1.0]], np.nextafter(0.75, 0)).value > 0


def test_networks_stand_on_their_attention() -> None:
    random = np.random.default_rng(8)
    a1, a2, a3, qk, v = np.abs(random.standard_normal((5, 6, 6)))
    y = rademacher.rademacher_columns(6, 9, seed=2)
    c_exp, c_lin = attention.softmax_attention(a1, a2, a3, qk, v), attention.linear_attention(a1, a2, a3, qk, v)
    assert networks.F_exp(a1, a2, a3, qk, v, y, 0.2).value == pytest.approx(naive_network(c_exp, y, 0.2), rel=1e-12)
    assert networks.F_lin(a1, a2, a3, qk, v, y, 0.2).value == pytest.approx(naive_network(c_lin, y, 0.2), rel=1e-12)
    assert np.abs(c_exp - c_lin).max() > 0.1
