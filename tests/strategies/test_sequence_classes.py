"""What the strategies of sequence classes and schedules reach, and what they promise."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from strategies import sequence_classes as classes
from theorems.instance import Instance
from theorems.scan_snap import classes as models
from theorems.scan_snap import overlaps

FAMILIES = ("single common token", "symmetric", "several common tokens", "no distinct token", "no overlap")
SEARCH = settings(max_examples=3000, database=None, deadline=None, phases=[Phase.generate])  # any will do, unshrunk


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
