"""What a record says of vacuity is checked: a wrong silent set does not pass."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.chosen import chosen_parts
from theorems.catalogue import find
from theorems.judging.decide import expected_verdict
from theorems.judging.feasibility import EVERYWHERE, NOWHERE, account
from theorems.judging.judge import EFFORTS, ContradictionError
from theorems.judging.record import make_record
from theorems.provers.argument import Argument
from theorems.provers.families import PRINTED_ROUTE, Eventually
from theorems.statement import Part, TrivialRange
from theorems.vocabulary import Verdict

WEIGHT = TrivialRange("0 ≤ f_exp ≤ 1", 0, 1)


def slug(part: Part) -> str:
    return part.slug


def part_at(address: str) -> Part:
    return next(part for part in find(address) if part.address == address)


def test_the_silent_set_of_a_bound_is_found_with_its_first_point() -> None:
    told = account(part_at("superiority/Lemma D.2/4a"), examples=20, seed=0)
    assert (told["uninformative"], told["uninformative_at"]) == ("a1 ≥ 1", "n=2 d=3 t=2 j3=1 a1=1 b=1/2 c=1/2 j0=2 j1=1")


def test_a_bound_that_always_says_something_is_proved_to_do_so() -> None:
    told = account(part_at("superiority/Lemma D.2/3b"), examples=20, seed=0)
    assert (told["uninformative"], told["known"]) == (NOWHERE, "proved")


@pytest.mark.parametrize(
    "planted",
    [
        WEIGHT,
        WEIGHT.uninformative_on("a1 > 1", lambda i: i.a1 > 1),
        WEIGHT.uninformative_on("a1 ≥ 9/10", lambda i: i.a1 * 10 >= 9),
        WEIGHT.uninformative_on(EVERYWHERE, lambda i: True),
        replace(WEIGHT, high=2).uninformative_on("a1 ≥ 1", lambda i: i.a1 >= 1),
    ],
)
def test_a_wrong_silent_set_is_a_contradiction_and_no_verdict(planted: TrivialRange) -> None:
    part = replace(part_at("superiority/Lemma D.2/4a"), trivial=planted)
    with pytest.raises(ContradictionError, match="the bound says"):
        account(part, examples=20, seed=0)
    record = make_record(part, EFFORTS["quick"], 0)
    assert record["verdict"] == "unknown"
    assert "the bound says" in record["how"]


@pytest.mark.parametrize("part", chosen_parts(), ids=slug)
def test_every_part_says_where_its_hypotheses_can_be_met(part: Part) -> None:
    assert part.feasible


LARGE = [part for part in chosen_parts() if expected_verdict(part) is Verdict.ASYMPTOTIC]


@pytest.mark.parametrize("part", LARGE, ids=slug)
def test_every_threshold_says_how_it_grows_and_what_the_printed_proof_needs(part: Part) -> None:
    match part.proof:
        case Eventually(dependence=dependence, printed=printed, also=also):
            assert dependence
            assert printed or also[PRINTED_ROUTE]()
        case Argument(n0=threshold) if threshold is not None:
            told = threshold(part)
            assert told["dependence"]
            assert told[PRINTED_ROUTE]
        case _:
            pytest.fail(f"{part.address} has no threshold")
