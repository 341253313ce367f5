"""What the generators of rows, laws, sequence classes and schedules reach, and what they promise."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from strategies import sequence_classes as classes
from strategies.attention_rows import attention_rows, length_of, levels_of, text_of
from strategies.score_laws import matrix, score_laws
from theorems.instance import Instance
from theorems.scan_snap import classes as models
from theorems.scan_snap import overlaps

logits = st.fractions(-9, 9, max_denominator=9)

SEARCH = settings(max_examples=3000, database=None, deadline=None, phases=[Phase.generate])  # any will do, unshrunk


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


# -- What the strategies of sequence classes and schedules reach, and what they promise ------------------------------------

FAMILIES = ("single common token", "symmetric", "several common tokens", "no distinct token", "no overlap")


def reached(strategy: st.SearchStrategy[Any], what: Callable[[Any], bool]) -> None:
    find(strategy, what, settings=SEARCH)


@given(rows=st.lists(st.lists(st.fractions(max_denominator=50), min_size=2, max_size=2), min_size=1, max_size=4))
def test_a_word_reads_back(rows: list[list[Fraction]]) -> None:
    assert classes.read(classes.word(rows)) == tuple(tuple(row) for row in rows)


@settings(deadline=None)
@given(values=st.sampled_from(FAMILIES).flatmap(classes.sequence_classes))
def test_every_draw_is_a_rebuildable_instance_of_laws(values: dict[str, Any]) -> None:
    instance = Instance(values)
    assert Instance.parse(str(instance)) == instance
    for condition in (models.SHAPES, models.LAWS):
        assert condition.check(instance)


@pytest.mark.parametrize(
    ("family", "condition"),
    [
        ("no overlap", models.STRONG_CLASSES),
        ("no distinct token", models.OWN_TOKEN),
        ("several common tokens", models.ONE_COMMON),
        ("several common tokens", models.SYMMETRIC_CLASSES),
        ("single common token", models.WEAK_CLASSES),
        ("single common token", models.ONE_QUERY),
        ("single common token", models.UNTRAINED),
    ],
)
def test_each_assumption_is_broken_by_some_family(family: str, condition: Any) -> None:
    reached(classes.sequence_classes(family), lambda values: not condition.check(Instance(values)))


def test_overlaps_reach_both_edges_of_the_assumption() -> None:
    def edge(values: dict[str, Any]) -> Instance:
        return Instance(values)

    reached(classes.weak_overlaps(), lambda v: overlaps.WEAK.check(edge(v)) and overlaps.STRONG.check(edge(v)))
    reached(classes.weak_overlaps(), lambda v: not overlaps.WEAK.check(edge(v)))
    # M is a square, so that 6/√M is rational and can be met exactly:
    reached(
        classes.weak_overlaps(),
        lambda v: overlaps.STRONG.check(edge(v)) and not overlaps.STRONG.check(edge(v).but(M=int(v["M"]) - 1)),
    )
    assert {"matching", "complete", "path"} <= set(classes.overlap_patterns(4))
