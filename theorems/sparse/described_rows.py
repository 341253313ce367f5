"""Rows of one or two kinds of entries, of which families are made: their errors, entry by entry."""

from theorems.sparse.row_entries import *


def _equal_scores() -> Iterator[Instance]:
    return (Instance(row=f"0x{n}", k=k, M=0) for n in range(2, 12) for k in range(1, n))


EQUAL = on(
    replace(
        ROWS.where(DROPS),
        name="equal scores",
        draw=lambda: st.builds(lambda n, k: {"row": f"0x{n + k}", "k": k, "M": 0}, st.integers(1, 99), st.integers(1, 99)),
        small=_equal_scores,
    )
)
ONE_SCORE = on(
    replace(
        ROWS.where(DROPS),
        name="one score above the others",
        draw=lambda: st.builds(
            lambda n, k, M: {"row": f"{M}x1,{-M}x{n + k}", "k": k, "M": M},
            st.integers(1, 99),
            st.integers(1, 99),
            st.integers(1, 9),
        ),
        small=lambda: (
            Instance(row=f"{M}x1,{-M}x{n - 1}", k=k, M=M) for n in range(2, 12) for k in range(1, n) for M in (1, 2)
        ),
    )
)
row_squares = k * (1 / k - 1 / n) ** 2 + (n - k) * (1 / n) ** 2


def _uniform(scores: Claim) -> Definition:
    """The errors where ``scores`` says that all scores are equal."""
    return Definition(
        f"every row of P is 1/n, of P̂ 1/k on its window where {scores!r}",
        (),
        (Norm(error, "∞") == largest(1 / k - 1 / n, 1 / n))
        & (Norm(error, "F") == sqrt(n * row_squares))
        & (Norm(error, "2") == Norm(error, "F"))
        & (Norm(error, "row sum") == k * (1 / k - 1 / n) + (n - k) * (1 / n)),
        (scores, k < n),
        of=EQUAL,
    )


UNIFORM, ZERO_WEIGHTS = _uniform(M == 0), _uniform(R == 0)
top, low = exp(highest), exp(lowest)
kept_sum, whole_sum = top + (k - 1) * low, top + (n - 1) * low
first_error = top / kept_sum - top / whole_sum
other_error, lost_entry = low / kept_sum - low / whole_sum, low / whole_sum
spike_squares = n * (first_error**2 + (k - 1) * other_error**2 + (n - k) * lost_entry**2)
SPIKE = Definition(
    "the first entry of a row with one score s_1 and n - 1 scores s_n",
    (),
    (first_error <= Norm(error, "∞")) & (first_error <= Norm(error, "F") / sqrt(n)),
    (levels == 2, leaders == 1),
    of=ONE_SCORE,
)
FIRST_ENTRY = Definition(
    "the first share of a row with one score s_1 and n - 1 scores s_n",
    (),
    top / whole_sum <= largest_entry,
    (levels == 2, leaders == 1),
    of=row_data(ONE_SCORE.points),
)
SPIKE_NORM = Definition(
    "n equal rows with one score s_1 and n - 1 scores s_n",
    (),
    Norm(error, "F") ** 2 == spike_squares,
    (levels == 2, leaders == 1),
    of=ONE_SCORE,
)
EQUAL_SCORES = Definition(
    "all scores are s_1",
    (i, l),
    S[i, l] == highest,
    (i.isin(columns), l.isin(columns), levels == 1),
    of=on(
        replace(
            SHORT_ROWS,
            name="short rows of equal scores",
            draw=lambda: st.builds(lambda n, k, M: {"row": f"{M}x{n + k}", "k": k, "M": M}, *[st.integers(1, 3)] * 3),
            small=lambda: (
                Instance(row=f"{M}x{n}", k=k, M=2) for n in range(1, 7) for k in range(1, n + 1) for M in (-1, 0, 2)
            ),
        )
    ).knowing(ENTRY_BY_ENTRY),
    at=((first, first), (first, last)),
)
ENTRIES_OF_X = Definition(
    "the entries of X are b and c_j b, b = B √log(nd/δ)", (), Norm(X, "∞") <= BOUND_ON_X, (reach <= 1,), of=on(INPUTS)
)
EQUAL_AND_LONG = with_parameter(
    replace(EQUAL.points, small=lambda: (i for i in _equal_scores() if str(i.row) in ("0x10", "0x11"))),
    "eps",
    [Fraction(1, 10), Fraction(1, 2)],
    Condition(words="n > 1/ε", check=lambda x: length_of(str(x.row)) * Fraction(x["eps"]) > 1),
    "the threshold ε",
)


def _none_above(scores: Claim) -> Definition:
    """How many entries exceed ε where ``scores`` says that all scores are equal."""
    return Definition(
        f"no entry 1/n exceeds ε ≥ 1/n where {scores!r}",
        (),
        effective == 0,
        (scores, 1 / n <= eps),
        of=row_data(EQUAL_AND_LONG),
    )


NONE_ABOVE, NONE_ABOVE_AT_ZERO = _none_above(M == 0), _none_above(R == 0)
SCORES_OF_INPUT = Definition(
    "S_ij = c_j R log(nd/δ)",
    (),
    (highest == most * (R * log(n * d / delta))) & (lowest == least * (R * log(n * d / delta))),
    of=on(INPUTS),
)
SHARED = with_parameter(
    replace(
        ROWS,
        name="two scores above the others",
        draw=lambda: st.builds(lambda n, M: {"row": f"{M}x2,{-M}x{n}", "k": 1, "M": M}, st.integers(1, 50), st.integers(3, 9)),
        small=lambda: (Instance(row=f"3x{m},-3x{n}", k=1, M=3) for m in (1, 2) for n in range(1, 12)),
    ),
    "eps",
    [Fraction(1, 10), Fraction(1, 4)],
    meaning="the threshold ε",
)
SOME_ABOVE = Definition(
    "the equal entries e^{s_1}/D of two kinds exceed ε",
    (),
    leaders <= effective,
    (levels == 2, eps < top / (leaders * top + (n - leaders) * low)),
    of=row_data(SHARED),
)
