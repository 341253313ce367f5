"""What the generators of coded rows, score laws and datasets can reach."""

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from strategies.attention_rows import attention_rows, length_of, levels_of, text_of
from strategies.score_laws import matrix, score_laws

logits = st.fractions(-9, 9, max_denominator=9)

SEARCH = settings(max_examples=2000, database=None, phases=[Phase.generate])  # any will do, unshrunk


@given(st.lists(st.tuples(logits, st.integers(1, 10**6)), min_size=1, max_size=6))
def test_a_row_is_read_back_from_its_text(levels):
    text = text_of(levels)
    assert text_of(levels_of(text)) == text
    assert length_of(text) == sum(multiplicity for _, multiplicity in levels)
    assert [logit for logit, _ in levels_of(text)] == sorted({logit for logit, _ in levels}, reverse=True)


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


@given(score_laws())
def test_score_laws_have_weights_of_their_width(values):
    W = matrix(values["W"], values["d"])
    assert len(W) == values["d"]
    assert any(any(row) for row in W)
