"""The law of events about random signs against all sign strings and the rigorous law; sampled networks against products."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels import balls
from kernels.rademacher import rademacher_columns
from kernels.random_signs import Group, SignedSums
from kernels.sign_events import PARALLEL_CASES, Event, FormRow, event_law, settle
from kernels.sign_sampling import positive_networks


def test_large_groups_agree_with_the_rigorous_law() -> None:
    c, threshold = (Fraction(1, 3), Fraction(1, 97), Fraction(1, 101)), Fraction(2, 5)
    rows = (FormRow(tuple(float(x) for x in c)),)
    for size in (40, 1500):
        assert ((17 * size**0.5) ** 2 < PARALLEL_CASES) is (size == 40), "both kernels are looked at"
        law = event_law((1, size, size), [Event(rows, float(threshold))])
        exact = SignedSums(tuple(Group(k, (x,)) for k, x in zip((1, size, size), c, strict=True))).tail(threshold)
        assert law.probability[1] == pytest.approx(balls.approximate(exact.value), rel=1e-10)
        assert law.probability.sum() == pytest.approx(1, abs=1e-12)


def test_a_tie_is_handed_back_and_settled_by_exact_numbers_not_by_balls() -> None:
    def tie(third: object, threshold: object) -> list[Event]:
        return [Event((FormRow((third, third)),), threshold)]

    sizes, third = (1, 2), balls.sqrt(balls.ball(Fraction(1, 9)))
    law = event_law(sizes, tie(1 / 3, 1.0))
    assert [case.pluses for case in law.open_cases] == [(1, 2)]
    assert (law.with_open_cases(0)[1], law.with_open_cases(1)[1]) == (0, 0.125)
    settled = settle(law, sizes, tie(Fraction(1, 3), Fraction(1)))
    assert not settled.open_cases
    assert settled.probability.tolist() == [1, 0]
    just_below = settle(law, sizes, tie(Fraction(1, 3), Fraction(1) - Fraction(1, 10**30)))
    just_above = settle(law, sizes, tie(third + balls.ball(Fraction(1, 10**20)), balls.ball(1)))
    assert just_below.probability.tolist() == just_above.probability.tolist() == [0.875, 0.125]
    assert settle(law, sizes, tie(third, balls.ball(1))).open_cases == law.open_cases


# -- networks that are positive, sampled --------------------------------------------------------------------------------------


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
