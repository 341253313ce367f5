"""Data of the softmax regression model (superiority v1, Definition 3.8, p. 5): multisets of values of ``(Ax)_i / log n``.

Only these numbers matter, every choice of them in the interval is data of some A and x, and the data are adversarial:
besides values drawn at will the strategies offer the extreme points of the interval, where the worst cases are.
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

LOW, HIGH, PEAK = Fraction(1), Fraction(7, 5), Fraction(4)
LARGEST = 300  # rows of drawn data; one or two levels go to any size
Levels = tuple[tuple[Fraction, int], ...]


def levels_text(levels: Iterable[tuple[Fraction, int]]) -> str:
    """``1:3;7/5:2`` for three rows at log n and two at 1.4 log n."""
    return ";".join(f"{value}:{count}" for value, count in levels if count)


def levels_of(text: object) -> Levels:
    """What :func:`levels_text` wrote. Raises ValueError for a count below 1 or a value that is listed twice."""
    pairs = [word.split(":") for word in str(text).split(";")]
    levels = tuple((Fraction(value), int(count)) for value, count in pairs)
    if any(count < 1 for _, count in levels) or len({value for value, _ in levels}) != len(levels):
        raise ValueError(f"{text!r} does not list values with how often each occurs")
    return levels


def extreme(n: int, dataset: int, high: int) -> Levels:
    """``high`` rows at 1.4 log n, the others at log n, on dataset 1 but for one row at 4 log n."""
    low = n - dataset - high
    return tuple(pair for pair in ((LOW, low), (HIGH, high), (PEAK, dataset)) if pair[1])


@st.composite
def level_multisets(draw: st.DrawFn, dataset: int, most: int = 10**6) -> tuple[int, Levels]:
    """Sizes n >= 2 with data: all rows alike, both ends of the interval, or a few values inside it; n at most ``most``."""
    kind = draw(st.sampled_from(["alike", "ends", "few", "any"]))
    value = st.sampled_from([LOW, HIGH, Fraction(6, 5)]) | st.fractions(LOW, HIGH, max_denominator=40)
    if kind == "alike":
        n = draw(st.integers(2, min(12, most)) | st.integers(2, most))
        counts = Counter({draw(value): n - dataset})
    elif kind == "ends":
        n = draw(st.integers(2, min(12, most)) | st.integers(2, min(LARGEST, most)))
        high = draw(st.integers(0, n - dataset))
        counts = Counter({LOW: n - dataset - high, HIGH: high})
    elif kind == "few":
        second = draw(st.integers(0, min(20, most - 2)))
        first = draw(st.integers(2 - dataset, min(LARGEST, most - second - dataset)))
        counts = Counter({draw(value): first})
        counts[draw(value)] += second
        n = first + second + dataset
    else:
        values = draw(st.lists(value, min_size=2 - dataset, max_size=min(8, most - dataset)))
        counts, n = Counter(values), len(values) + dataset
    counts[PEAK] += dataset
    return n, tuple(sorted((value, count) for value, count in counts.items() if count))


@st.composite
def softmax_regression_data(draw: st.DrawFn, dataset: int, most: int = 10**6) -> dict[str, Any]:
    """n (at most ``most``), the levels z, the threshold tau > 0, delta in (0, 0.1) and the constant C > 1."""
    n, levels = draw(level_multisets(dataset, most))
    tau = draw(st.sampled_from([Fraction(1, 4), Fraction(1), Fraction(1, 100)]) | st.fractions(Fraction(1, 1000), 2))
    likely = st.sampled_from([Fraction(1, 100), Fraction(999, 10000)])
    delta = draw(likely | st.fractions(Fraction(1, 10**9), Fraction(99, 1000)))
    constants = st.sampled_from([Fraction(8, 5), Fraction(2), Fraction(101, 100)])
    constant = draw(constants | st.fractions(Fraction(101, 100), 8))
    return {"n": n, "z": levels_text(levels), "tau": tau, "delta": delta, "C": constant}
