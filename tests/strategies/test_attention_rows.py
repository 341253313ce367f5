"""What the generators of coded rows, score laws and datasets can reach."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from strategies.attention_rows import attention_rows, length_of, levels_of, sink_inputs, text_of
from strategies.length_mixtures import length_mixtures, lengths_of
from strategies.score_laws import WIDTHS, matrix, score_laws

logits = st.fractions(-9, 9, max_denominator=9)

SEARCH = settings(max_examples=2000, database=None, phases=[Phase.generate])  # any will do, unshrunk


@given(st.lists(st.tuples(logits, st.integers(1, 10**6)), min_size=1, max_size=6))
def test_a_row_is_read_back_from_its_text(levels):
    text = text_of(levels)
    assert text_of(levels_of(text)) == text
    assert length_of(text) == sum(multiplicity for _, multiplicity in levels)
    assert [logit for logit, _ in levels_of(text)] == sorted({logit for logit, _ in levels}, reverse=True)


@pytest.mark.parametrize("text", ["1x0", "1", "x3", "1x-2", "1xa"])
def test_what_is_no_row_is_refused(text):
    with pytest.raises(ValueError):
        levels_of(text)


@given(attention_rows())
def test_drawn_rows_meet_their_own_bound(values):
    assert all(abs(logit) <= values["M"] for logit, _ in levels_of(values["row"]))
    assert 1 <= values["k"] <= length_of(values["row"])


@pytest.mark.parametrize(
    "reached",
    [
        lambda v: v["M"] == 0,
        lambda v: length_of(v["row"]) == 1,
        lambda v: length_of(v["row"]) > 10**100,
        lambda v: v["k"] == length_of(v["row"]) > 1,
        lambda v: v["k"] == 1 and length_of(v["row"]) > 1,
        lambda v: {-v["M"], v["M"]} <= {logit for logit, _ in levels_of(v["row"])} and v["M"] > 1,
        lambda v: 0 < v["k"] < levels_of(v["row"])[0][1],  # a tie at the edge of the window
    ],
    ids=["uniform", "one key", "huge", "nothing dropped", "k=1", "both ends", "tie"],
)
def test_rows_reach(reached):
    find(attention_rows(), reached, settings=SEARCH)


@given(sink_inputs())
def test_sink_inputs_keep_the_bound_of_the_entries(values):
    assert all(abs(c) <= 1 for c, _ in levels_of(values["row"]))
    assert 0 < values["delta"] < Fraction(1, 10)


@given(score_laws())
def test_score_laws_have_weights_of_their_width(values):
    W = matrix(values["W"], values["d"])
    assert len(W) == values["d"]
    assert any(any(row) for row in W)


def test_shapes_are_what_they_are_called():
    assert matrix("antidiagonal", 3) == ((0, 0, 1), (0, 1, 0), (1, 0, 0))
    assert matrix("corner", 2) == ((0, 1), (0, 0))
    assert [sum(matrix(shape, 2)[a][a] for a in range(2)) for shape in sorted(WIDTHS)] == [0, 0, 2, 2]
    with pytest.raises(ValueError, match="corner"):
        matrix("corner", 1)


@given(length_mixtures())
def test_datasets_have_positive_lengths(values):
    assert min(lengths_of(values["lengths"])) >= 1


@pytest.mark.parametrize("wanted", [1, 3])
def test_datasets_reach_equal_and_different_lengths(wanted):
    find(
        length_mixtures(),
        lambda v: len(set(lengths_of(v["lengths"]))) == wanted,
        settings=SEARCH,
    )
