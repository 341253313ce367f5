"""Generated training schedules: vocabulary size, number of classes, learning rate and time, as exact numbers."""

from fractions import Fraction
from functools import cache
from typing import Any

from hypothesis import strategies as st

LARGEST_STEPS = 40


@cache
def vocabulary_sizes() -> st.SearchStrategy[int]:
    """M from 2: small ones one by one, then up to 10^50."""
    return st.one_of(
        st.integers(2, 12),
        st.integers(13, 2000),
        st.integers(4, 50).flatmap(lambda k: st.integers(10 ** (k - 1), 10**k)),
    )


@cache
def learning_rates() -> st.SearchStrategy[Fraction]:
    """Rates from 10^-6 to 5, with 1 (where the paper's range ends) and its neighbours."""
    near_one = st.sampled_from([Fraction(1), Fraction(999, 1000), Fraction(1001, 1000)])
    return st.one_of(near_one, st.fractions(Fraction(1, 100), 5, max_denominator=100), st.just(Fraction(1, 10**6)))


@st.composite
def schedules(draw: st.DrawFn) -> dict[str, Any]:
    """``M``, ``K``, ``eta`` and a time ``t``: 0, single steps, both stages of learning and far beyond."""
    M = draw(vocabulary_sizes())
    K = draw(st.integers(1, 12))
    eta = draw(learning_rates())
    size = Fraction(len(bin(M)))  # about log2 M, so that ages around both thresholds are common
    age = draw(
        st.one_of(
            st.just(Fraction(0)),
            st.fractions(0, 1, max_denominator=50),
            st.fractions(0, 4, max_denominator=40).map(lambda x: x * size),
            st.integers(1, 12).map(lambda k: Fraction(10**k)),
        )
    )
    exact_steps = draw(st.booleans())
    t = age * K / eta
    return {"M": M, "K": K, "eta": eta, "t": Fraction(int(t)) if exact_steps else t}


@cache
def step_counts() -> st.SearchStrategy[int]:
    """Whole steps from 0; few enough for the recursion to run in balls."""
    return st.integers(0, LARGEST_STEPS)
