"""What the generators of rows, laws, sequence classes and schedules reach, and what they promise."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from kernels.arithmetic import BALLS
from strategies import sequence_classes as classes
from strategies.attention_rows import attention_rows, length_of, levels_of
from theorems.instance import Instance
from theorems.scan_snap import classes as models
from theorems.scan_snap import overlaps

SEARCH = settings(max_examples=3000, database=None, deadline=None, phases=[Phase.generate])  # any will do, unshrunk


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


FAMILIES = ("single common token", "symmetric", "several common tokens", "no distinct token", "no overlap")


def reached(strategy: st.SearchStrategy[Any], what: Callable[[Any], bool]) -> None:
    find(strategy, what, settings=SEARCH)


@settings(deadline=None)
@given(values=st.sampled_from(FAMILIES).flatmap(classes.sequence_classes))
def test_every_draw_is_a_rebuildable_instance_of_laws(values: dict[str, Any]) -> None:
    instance = Instance(values)
    assert Instance.parse(str(instance)) == instance
    for condition in (models.SHAPES, models.ARE_LAWS):
        assert condition.check(instance)


@pytest.mark.parametrize(
    ("family", "condition"),
    [
        ("no overlap", models.STRONG_CLASSES),
        ("several common tokens", models.ONE_COMMON),
        ("several common tokens", models.SYMMETRIC_CLASSES),
        ("single common token", models.WEAK_CLASSES),
        ("single common token", models.ONE_QUERY),
        ("single common token", models.UNTRAINED),
    ],
)
def test_each_assumption_is_broken_by_some_family(family: str, condition: Any) -> None:
    reached(classes.sequence_classes(family), lambda values: not condition.check(Instance(values)))


def test_a_query_without_distinct_tokens_is_drawn() -> None:
    def nobody_owns(values: dict[str, Any]) -> bool:
        x = models.bind_classes(Instance(values), BALLS)
        return any(models.an_owner(x, query) is None for query in x.psi)

    reached(classes.sequence_classes("no distinct token"), nobody_owns)


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
