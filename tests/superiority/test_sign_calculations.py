"""Calculations about signed sums: a wrong constant, hypothesis or citation stops them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from theorems.kernel.gaps import GapError
from theorems.provers.families import Eventually
from theorems.provers.large_sizes import FromSomeSizeOn
from theorems.statement import Part
from theorems.superiority.language import Q, d, n, sqrt, t
from theorems.superiority.linear_with_signs import D16, by_entries, rows_of
from theorems.superiority.sign_calculations import outside_of_both_sides, row_concentrates

PART = D16["1"].part
LABELS = ("1", "2", "3")
NARROW = t * sqrt(d) <= n ** Q("0.99")


def gap(part: Part, calculation: FromSomeSizeOn) -> str:
    assert isinstance(part.proof, Eventually)
    with pytest.raises(GapError) as found:
        calculation.shown(part, part.proof.family, ())
    return str(found.value)


def test_the_constants_of_the_entries_count() -> None:
    rows, bounds = rows_of(0, LABELS)
    smaller = replace(bounds, R=Q("0.9"))
    assert "0.9 √(log n)/(d-2)" in gap(PART, row_concentrates(rows, smaller, outside_of_both_sides(rows.unit), NARROW))


def test_a_lemma_about_the_other_data_or_another_row_carries_nothing() -> None:
    assert "Lemma D.11/2" in gap(PART, by_entries(1, LABELS))
    assert "j0 ≠ j3" in gap(PART, by_entries(0, ("4", "5", "6")))


def test_a_weaker_growth_is_not_enough() -> None:
    rows, bounds = rows_of(0, LABELS)
    wider = t * sqrt(d) <= n
    assert "not every admissible family" in gap(PART, row_concentrates(rows, bounds, outside_of_both_sides(rows.unit), wider))
