"""A part that a calculation cites is proved in the theorem that cites it; nothing of it is assumed."""

from __future__ import annotations

import pytest

from theorems.catalogue import find
from theorems.formal import calculations
from theorems.formal.__main__ import verdict_of
from theorems.formal.terms import NoCoqFormError


def test_a_cited_part_is_proved_first_and_not_assumed() -> None:
    (part,) = find("scan_snap/Corollary 1/Eqn 73")
    (theorem,) = calculations.export(part).theorems
    bound = "(1 / M) * (ln (M / epsilon))"
    cited = rf"(h S_n >= (4 / 5) * ({bound})) /\ (h S_n <= (5 / 4) * ({bound}))"
    first = next(line for line in theorem.proof if line.startswith("assert (Part"))
    assert first.startswith("assert (Part1 : ")
    assert first.endswith(f"-> {cited}).")
    assert cited not in theorem.statement
    assert any(line.startswith("refine (Part1 _") for line in theorem.proof)


def test_a_part_without_a_calculation_is_not_cited() -> None:
    (part,) = find("superiority/Lemma D.4/1")
    with pytest.raises(NoCoqFormError, match=r"Lemma D\.3/1 \(stated\) is cited and has no calculation"):
        calculations.export(part)


def test_a_bound_that_says_nothing_is_held_against_the_end_of_the_trivial_range() -> None:
    (part,) = find("sparse/Lemma E.3/1(b), on G_M")
    shown = calculations.export(part)
    claimed, silent = shown.theorems
    assert claimed.statement.endswith(") <= (exp (2 * M)) / k")
    assert silent.statement.endswith("(exp (2 * M)) / k >= 1 / (k + 1)")
    assert verdict_of(shown) == "vacuous"
