"""What the strategies of sequence classes and schedules reach, and what they promise."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from strategies import sequence_classes as classes
from strategies.training_schedules import schedules
from theorems.instance import Instance
from theorems.scan_snap import classes as models
from theorems.scan_snap import overlaps

FAMILIES = ("single common token", "symmetric", "several common tokens", "no distinct token", "no overlap")
SEARCH = settings(max_examples=3000, database=None, deadline=None, phases=[Phase.generate])  # any will do, unshrunk


def reached(strategy: st.SearchStrategy[Any], what: Callable[[Any], bool]) -> None:
    find(strategy, what, settings=SEARCH)


def weights_of(values: dict[str, Any]) -> tuple[tuple[Fraction, ...], ...]:
    return classes.read(values["weights"])


@given(rows=st.lists(st.lists(st.fractions(max_denominator=50), min_size=2, max_size=2), min_size=1, max_size=4))
def test_a_word_reads_back(rows: list[list[Fraction]]) -> None:
    assert classes.read(classes.word(rows)) == tuple(tuple(row) for row in rows)


def test_a_ragged_word_is_refused() -> None:
    with pytest.raises(ValueError, match="differ in length"):
        classes.read("1,2;3")


@settings(deadline=None)
@given(values=st.sampled_from(FAMILIES).flatmap(classes.sequence_classes))
def test_every_draw_is_a_rebuildable_instance_of_laws(values: dict[str, Any]) -> None:
    instance = Instance(values)
    assert Instance.parse(str(instance)) == instance
    for condition in (models.SHAPES, models.LAWS):
        assert condition.check(instance)


@settings(deadline=None)
@given(values=classes.sequence_classes("single common token"))
def test_the_single_common_token_is_single(values: dict[str, Any]) -> None:
    weights = weights_of(values)
    assert len(classes.common_tokens(weights)) == 1
    assert all(classes.distinct_tokens(weights, n) for n in range(len(weights)))


@settings(deadline=None)
@given(values=classes.sequence_classes("symmetric"))
def test_symmetric_classes_meet_the_hypotheses_of_the_symmetric_case(values: dict[str, Any]) -> None:
    instance = Instance(values)
    assert models.SYMMETRIC_CLASSES.check(instance)
    assert models.ONE_QUERY.check(instance)
    assert models.IMAGES.check(instance)


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


@pytest.mark.parametrize(
    ("what", "condition"),
    [
        ("ties among own tokens", lambda w: any(len(set(own := [x for x in row[1:] if x])) < len(own) for row in w)),
        ("three classes", lambda w: len(w) == 3),
        ("unequal common weights", lambda w: len({row[0] for row in w}) > 1),
    ],
)
def test_single_common_tokens_reach(what: str, condition: Callable[[Any], bool]) -> None:
    reached(classes.sequence_classes("single common token"), lambda values: condition(weights_of(values)))


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


def test_schedules_reach_both_stages_and_their_edges() -> None:
    for what in (
        lambda v: v["t"] == 0,
        lambda v: v["t"] == 1,
        lambda v: v["M"] == 2,
        lambda v: v["M"] > 10**40,
        lambda v: v["eta"] == 1,
        lambda v: v["eta"] * v["t"] / v["K"] >= 10**12,
    ):
        reached(schedules(), what)


@given(values=schedules())
def test_schedules_are_exact(values: dict[str, Any]) -> None:
    assert Instance.parse(str(Instance(values))) == Instance(values)
    assert values["M"] >= 2
    assert values["eta"] > 0
    assert values["t"] >= 0
