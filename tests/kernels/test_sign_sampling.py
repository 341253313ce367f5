from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kernels.rademacher import rademacher_columns
from kernels.sign_sampling import positive_networks


def directly(networks: list[tuple[np.ndarray, float]], m: int, trials: int, seed: int) -> np.ndarray:
    y = rademacher_columns(networks[0][0].shape[1], m * trials, seed)
    return np.array([((rows @ y > tau).any(axis=0)).reshape(trials, m).any(axis=1) for rows, tau in networks])


@given(
    d=st.integers(1, 200),
    m=st.integers(1, 5),
    trials=st.integers(1, 12),
    seed=st.integers(0, 2**64 - 1),
    count=st.integers(1, 3),
)
def test_networks_are_positive_where_a_product_exceeds_the_threshold(
    d: int, m: int, trials: int, seed: int, count: int
) -> None:
    random = np.random.default_rng(seed)
    # Columns repeat, as on structured data, or are all different.
    kind = random.integers(0, random.choice([1, 3, 1000]), d)
    networks = [(random.normal(size=(1 + k, 1000))[:, kind], float(random.normal())) for k in range(count)]
    found = positive_networks(networks, m, trials, seed)
    assert (found == directly(networks, m, trials, seed)).all()


def test_a_tie_does_not_count_as_above() -> None:
    rows = np.full((1, 10), 0.1)  # sums to 1 up to rounding where all signs are pluses
    found = positive_networks([(rows, 1.0), (rows, 1.0 - 1e-9)], 1, 20_000, 3)
    assert not found[0].any()
    assert found[1].any()
