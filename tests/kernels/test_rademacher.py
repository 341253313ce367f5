"""Random signs are what their counters say, and counting them is exact."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kernels import rademacher
from kernels.networks import network
from kernels.rademacher import count_silent, count_tail, rademacher_columns

WORD = 2**64
SEEDS = st.integers(0, WORD - 1)
# Coefficients that sit on thresholds often, need several limbs, or lie far apart.
COEFFICIENTS = st.lists(
    st.one_of(
        st.integers(-3, 3),
        st.fractions(-2, 2, max_denominator=6),
        st.sampled_from([0.1, -0.3, 1e-9, 2.0**-70, 2.0**60, -(2.0**-200), 1e300]),
        st.floats(-2, 2, width=64),
    ),
    min_size=1,
    max_size=12,
)


def mixed(state: int) -> int:
    """splitmix64's output function in Python integers."""
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    state = (state ^ (state >> 27)) * 0x94D049BB133111EB % WORD
    return state ^ (state >> 31)


def sign(seed: int, column: int, row: int) -> int:
    """Sign number ``row`` of a column, from the definition of the stream."""
    counter = (column << 20) + row // 64
    word = mixed((mixed(seed) + (counter + 1) * 0x9E3779B97F4A7C15) % WORD)
    return 1 if word >> (row % 64) & 1 else -1


def exact_sums(c: list, columns: int, seed: int, first: int = 0) -> list[Fraction]:
    """⟨c, σ⟩ as fractions for columns drawn sign by sign."""
    exact = [Fraction(x) for x in c]
    return [sum((x * sign(seed, first + l, i) for i, x in enumerate(exact)), Fraction(0)) for l in range(columns)]


def test_mixing_is_the_published_generator() -> None:
    # First outputs of splitmix64 from state 0: its state advances by the golden gamma before each output.
    expected = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert [mixed(0x9E3779B97F4A7C15 * i % WORD) for i in (1, 2, 3)] == expected


@given(seed=SEEDS, first=st.sampled_from([0, 1, 12345, 2**43]), d=st.integers(1, 200), m=st.integers(1, 4))
def test_columns_are_what_their_counters_say(seed: int, first: int, d: int, m: int) -> None:
    found = rademacher_columns(d, m, seed, first)
    expected = [[sign(seed, first + l, i) for l in range(m)] for i in range(d)]
    assert (found == expected).all()


def test_signs_do_not_depend_on_how_many_are_drawn() -> None:
    whole = rademacher_columns(300, 50, seed=4)
    assert (rademacher_columns(70, 50, seed=4) == whole[:70]).all()
    assert (rademacher_columns(300, 7, seed=4, first=20) == whole[:, 20:27]).all()
    assert (rademacher_columns(300, 50, seed=5) != whole).mean() == pytest.approx(0.5, abs=0.02)


def test_signs_are_balanced_and_uncorrelated() -> None:
    # 2e5 columns: every mean and every correlation, within a column and between neighbours, within 6 standard errors.
    columns = 200_000
    y = rademacher_columns(130, columns, seed=11)
    assert np.abs(y.mean(axis=1)).max() <= 6 / math.sqrt(columns)
    correlation = y @ y.T / columns
    assert np.abs(correlation - np.eye(130)).max() <= 6 / math.sqrt(columns)
    assert np.abs(y[:, 1:] @ y[:, :-1].T).max() / columns <= 6 / math.sqrt(columns)


@given(c=COEFFICIENTS, index=st.integers(0, 199), shift=st.sampled_from([0, 1e-12, -1e-12, 0.5]), seed=SEEDS)
def test_counts_are_those_of_exact_sums(c: list, index: int, shift: float, seed: int) -> None:
    sums = exact_sums(c, 200, seed)
    tau = sums[index] + Fraction(shift)  # without shift, some draw lies exactly on the threshold
    counts = count_tail(c, tau, 200, seed)
    assert counts.draws == 200
    assert counts.above == sum(s > tau for s in sums)
    assert counts.at == sum(s == tau for s in sums)
    assert counts.inside == sum(abs(s) < tau for s in sums)
    assert shift != 0 or counts.at > 0


def test_ties_are_seen_where_floating_point_misses_them() -> None:
    c = [0.1] * 10
    sums = exact_sums(c, 3000, seed=0)
    ties = sum(s == 0 for s in sums)
    rounded = rademacher_columns(10, 3000, seed=0).T * 0.1
    assert count_tail(c, 0, 3000, seed=0).at == ties > 500
    assert sum(row.cumsum()[-1] == 0 for row in rounded) < ties


def test_frequencies_are_those_of_the_binomial_law() -> None:
    draws = 4_000_000
    for d in (64, 100):
        above = sum(math.comb(d, k) for k in range(d + 1) if 2 * k - d > 8) / 2**d
        at = math.comb(d, d // 2 + 4) / 2**d
        counts = count_tail([0.125] * d, 1.0, draws, seed=d)
        for count, probability in ((counts.above, above), (counts.at, at), (counts.inside, 1 - 2 * (above + at))):
            assert abs(count - draws * probability) <= 5 * math.sqrt(draws * probability * (1 - probability))


def test_counts_of_disjoint_ranges_add_up() -> None:
    c = np.random.default_rng(3).standard_normal(20)
    whole = count_tail(c, 1.5, 10_000, seed=6)
    parts = [count_tail(c, 1.5, size, seed=6, first=first) for first, size in ((0, 1), (1, 4999), (5000, 5000))]
    assert whole == tuple(map(sum, zip(*parts, strict=True)))


@given(
    r=st.integers(1, 3),
    d=st.integers(1, 70),
    m=st.integers(1, 5),
    first=st.integers(0, 50),
    index=st.integers(0, 29),
    seed=SEEDS,
)
def test_silent_trials_are_those_of_exact_sums(r: int, d: int, m: int, first: int, index: int, seed: int) -> None:
    random = np.random.default_rng(seed % 2**32)
    rows = random.integers(-4, 5, (r, d)) * random.choice([0.1, 0.25], (r, 1))
    largest = [max(max(exact_sums(list(row), m, seed, m * trial)) for row in rows) for trial in range(first, first + 30)]
    tau = largest[index]  # some trial attains the threshold: still silent
    assert count_silent(rows, tau, m, 30, seed, first) == sum(x <= tau for x in largest)
    assert count_silent(rows, tau - Fraction(1, 10**30), m, 30, seed, first) == sum(x < tau for x in largest)


def test_silent_frequency_is_the_joint_probability() -> None:
    # Two dependent rows; silence of one column by enumeration of all signs, of m columns by independence.
    rows, tau, m, trials = [[1, 1, 1, 1, 0], [0, -1, 1, 1, 1]], 2, 3, 200_000
    quiet = [all(sum(a * b for a, b in zip(row, s, strict=True)) <= tau for row in rows) for s in product([1, -1], repeat=5)]
    probability = (sum(quiet) / 32) ** m
    count = count_silent(rows, tau, m, trials, seed=21)
    assert abs(count - trials * probability) <= 5 * math.sqrt(trials * probability * (1 - probability))


def test_a_network_is_silent_exactly_when_its_trial_is() -> None:
    c = np.random.default_rng(2).standard_normal((6, 9))
    silent = [network(c, rademacher_columns(9, 4, 17, 4 * t), 5.0).value == 0 for t in range(400)]
    assert 0 < sum(silent) < 400
    assert count_silent(c, 5.0, 4, 400, 17) == sum(silent)


def test_serial_and_parallel_kernels_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    c = np.random.default_rng(4).standard_normal((2, 30))
    results = []
    for signs in (0, 10**18):
        monkeypatch.setattr(rademacher, "PARALLEL_SIGNS", signs)
        results.append((count_tail(c[0], 2.0, 20_001, 3), count_silent(c, 9.0, 3, 9001, 3)))
    assert results[0] == results[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([], 1.0, 10, 0), "at least 1"),
        (([1.0, math.nan], 1.0, 10, 0), "must be finite"),
        (([1.0], math.inf, 10, 0), "must be finite"),
        (([1.0], 1.0, 0, 0), "at least one"),
        (([1.0], 1.0, 10, -1), "seed"),
        (([1.0], 1.0, 10, 2**64), "seed"),
        (([1.0], 1.0, 10, 0, -1), "not defined"),
        (([1.0], 1.0, 10, 0, 2**44 - 9), "not defined"),
    ],
)
def test_bad_arguments_are_refused(arguments: tuple, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        count_tail(*arguments)


def test_rows_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="one common length"):
        count_silent([[1.0], [1.0, 2.0]], 1.0, 1, 10, 0)
    with pytest.raises(ValueError, match="must be positive"):
        count_silent([[1.0]], 1.0, 0, 10, 0)
