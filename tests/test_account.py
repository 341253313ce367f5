"""What a record says of vacuity is checked: a wrong silent set does not pass."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.chosen import chosen_parts, the_part
from theorems.judging.decide import expected_verdict
from theorems.judging.feasibility import EVERYWHERE, NOWHERE, account
from theorems.judging.judge import EFFORTS, ContradictionError
from theorems.judging.record import make_record
from theorems.provers.argument import Argument
from theorems.provers.families import PRINTED_ROUTE, Eventually
from theorems.statement import TrivialRange
from theorems.vocabulary import Verdict

WEIGHT = TrivialRange("0 ≤ f_exp ≤ 1", 0, 1)


def test_the_silent_set_of_a_bound_is_found_with_its_first_point_and_that_there_is_none_is_proved() -> None:
    told = account(the_part("superiority/Lemma D.2/4a"), examples=20, seed=0)
    assert (told["uninformative"], told["uninformative_at"]) == ("a1 ≥ 1", "n=2 d=3 t=2 j3=1 a1=1 b=1/2 c=1/2 j0=2 j1=1")
    told = account(the_part("superiority/Lemma D.2/3b"), examples=20, seed=0)
    assert (told["uninformative"], told["known"]) == (NOWHERE, "proved")


WRONG = [
    WEIGHT,
    WEIGHT.uninformative_on("a1 > 1", lambda i: i.a1 > 1),
    WEIGHT.uninformative_on("a1 ≥ 9/10", lambda i: i.a1 * 10 >= 9),
    WEIGHT.uninformative_on(EVERYWHERE, lambda i: True),
    replace(WEIGHT, high=2).uninformative_on("a1 ≥ 1", lambda i: i.a1 >= 1),
]


def test_a_wrong_silent_set_is_a_contradiction_and_no_verdict() -> None:
    for planted in WRONG:
        part = replace(the_part("superiority/Lemma D.2/4a"), trivial=planted)
        with pytest.raises(ContradictionError, match="the bound says"):
            account(part, examples=20, seed=0)
        record = make_record(part, EFFORTS["quick"], 0)
        assert (record["verdict"], "the bound says" in record["how"]) == ("unknown", True)


def test_every_part_says_where_its_hypotheses_can_be_met() -> None:
    assert not [part.address for part in chosen_parts() if not part.feasible]


def test_every_threshold_says_how_it_grows_and_what_the_printed_proof_needs() -> None:
    for part in chosen_parts():
        if expected_verdict(part) is not Verdict.ASYMPTOTIC:
            continue
        match part.proof:
            case Eventually(dependence=dependence, printed=printed, also=also):
                assert dependence, part.address
                assert printed or also[PRINTED_ROUTE](), part.address
            case Argument(n0=threshold) if threshold is not None:
                told = threshold(part)
                assert told["dependence"], part.address
                assert told[PRINTED_ROUTE], part.address
            case _:
                pytest.fail(f"{part.address} has no threshold")
