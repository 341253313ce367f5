"""Random signs are what their counters say, and counting them is exact."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from kernels.rademacher import count_tail, rademacher_columns

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
