"""Records, their journal and what is computed from them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.fabricated import POINT, record, several
from theorems.catalogue import OURS, parts
from theorems.judging import expectations
from theorems.judging.journal import Journal, code_version
from theorems.judging.record import Record, key_of, validate
from theorems.judging.support import fill_supported
from theorems.report.layers import state_of

FATES = {"killed": 4, "true": 1, "survived": 0, "slack": None}

# -- the schema ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("one", several(), ids=key_of)
def test_every_kind_of_record_is_valid_and_survives_json(one: Record) -> None:
    validate(one)
    validate(json.loads(json.dumps(one, allow_nan=False)))
    validate(one | {"mutants": FATES | {"proof": {"killed": 4, "still": 0}}})


@pytest.mark.parametrize(
    "spoiled",
    [
        {"verdict": "fails", "witness": None},
        {"verdict": "asymptotic", "n0": None},
        {"verdict": "unknown", "evidence": "proved"},
        {"verdict": "holds", "evidence": "none"},
        {"verdict": "unknown", "evidence": "none", "how": ""},
        {"verdict": "true"},
        {"reading": "intended", "changed": ""},
        {"witness": {"kind": "hearsay", "text": "n=2"}, "verdict": "fails"},
        {"decided": -1},
        {"digest": "short"},
        {"surprise": 1},
        {"curve": {"parameter": "n", "at": 2, "log": False, "points": []}},
        {"formal": {"kind": ["a list"], "coq": "8.18", "below": "proved"}},
        {"mutants": FATES | {"killed": "4"}},
        {"mutants": FATES | {"proof": {}}},
        {"mutants": FATES | {"proof": {"killed": 4, "still": None}}},
        {"mutants": FATES | {"proof": None}},
    ],
    ids=str,
)
def test_a_record_that_says_too_little_or_too_much_is_refused(spoiled: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"superiority/Lemma Z\.2/1"):
        validate({**record("Lemma Z.2", "1"), **spoiled})


def test_every_part_has_an_expected_verdict_and_every_expected_verdict_a_part() -> None:
    every = parts()
    keys = {part.key for part in every}
    known = {key for paper in {part.paper for part in every} for key in expectations.load(paper)}
    assert keys - known == set()
    assert known - keys == set()


@pytest.mark.parametrize("paper", OURS)
def test_an_edit_of_a_printed_line_is_a_difference(paper: str) -> None:
    """Also of one in words, of which nothing else is judged."""
    expected = expectations.load(paper)
    assert {part.key: expected[part.key].line for part in parts(paper)} == {part.key: part.text for part in parts(paper)}


def test_a_repair_says_something_else_than_what_is_printed() -> None:
    texts = {(part.address, part.reading.value): part.text for part in parts()}
    assert not [where for where, text in texts.items() if where[1] == "intended" and text == texts.get((where[0], "stated"))]


# -- the journal ---------------------------------------------------------------------------------------------------------

FIRST, SECOND = record("Lemma Z.1", claim="x ≤ 1 \u2028 and ≥ 0"), record("Lemma Z.2", "1")


@pytest.mark.parametrize("kept", [1, 22, 57])
def test_a_line_cut_off_anywhere_costs_only_itself(tmp_path: Path, kept: int) -> None:
    """Also in the middle of a character, and the line written after it is not lost with it."""
    journal = Journal(tmp_path / "journal.jsonl")
    journal.append(FIRST)
    whole = journal.path.read_bytes()
    journal.append(SECOND)
    torn = journal.path.read_bytes()[: len(whole) + kept]
    journal.path.write_bytes(torn + "≤".encode()[:2])
    assert list(journal.records()) == [FIRST]
    journal.append(SECOND)
    assert list(journal.records()) == [FIRST, SECOND]


def test_results_of_other_code_are_not_taken_over(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.jsonl")
    journal.append(FIRST)
    journal.path.write_text(journal.path.read_text().replace(code_version(), "f" * 16))
    assert list(journal.records()) == []
    assert list(journal.records(any_code=True)) == [FIRST]


# -- what stands ---------------------------------------------------------------------------------------------------------

A, B = "superiority/Lemma Z.1", "superiority/Lemma Z.2"


def supported(*records: Record) -> dict[str, tuple[bool, bool]]:
    return {key_of(r): (r["supported"], r["supported_repaired"]) for r in fill_supported(list(records))}


def failing(statement: str, part: str, **more: Any) -> Record:
    return record(statement, part, verdict="fails", witness=POINT, **more)


def intended(statement: str, part: str, **more: Any) -> Record:
    return record(statement, part, reading="intended", changed="something", **more)


def test_support_goes_all_the_way_down() -> None:
    chain = [failing("Lemma Z.1", "a"), record("Lemma Z.2", "", depends_on=[f"{A}/a"]), record("Lemma Z.3", depends_on=[B])]
    assert supported(*chain)["superiority/Lemma Z.3 (stated)"] == (False, False)
    assert supported(*chain, intended("Lemma Z.1", "a"))["superiority/Lemma Z.3 (stated)"] == (False, True)


def test_a_repair_split_in_two_counts_when_both_halves_stand() -> None:
    above = record("Lemma Z.2", "", depends_on=[f"{A}/5"])
    halves = [intended("Lemma Z.1", "5.i"), intended("Lemma Z.1", "5.ii")]
    name = f"{B} (stated)"
    assert supported(failing("Lemma Z.1", "5"), above, *halves)[name] == (False, True)
    broken = halves[1] | {"verdict": "unknown", "evidence": "none"}
    assert supported(failing("Lemma Z.1", "5"), above, halves[0], broken)[name] == (False, False)


def test_a_printed_sub_part_does_not_repair_its_header() -> None:
    above = record("Lemma Z.2", "", depends_on=[f"{A}/2"])
    assert supported(failing("Lemma Z.1", "2"), record("Lemma Z.1", "2.i"), above)[f"{B} (stated)"] == (False, False)


def test_unknown_is_no_support() -> None:
    shaky = record("Lemma Z.1", verdict="unknown", evidence="none")
    assert supported(shaky, record("Lemma Z.2", depends_on=[A]))[f"{B} (stated)"] == (False, False)


def test_a_bound_that_says_nothing_supports_what_cites_it_and_empty_hypotheses_do_not() -> None:
    """The account tells the two ways to be vacuous apart: what cites a true bound uses nothing false."""
    said = {
        "feasible": "n ≥ 1",
        "smallest": "n=1",
        "trivial": "0 ≤ x ≤ 1",
        "known": "checked at 9 instances",
        "uninformative_at": "n=1",
    }
    above = record("Lemma Z.2", depends_on=[A])
    true = record("Lemma Z.1", verdict="vacuous", evidence="tested", account={**said, "uninformative": "everywhere"})
    empty = record(
        "Lemma Z.1", verdict="vacuous", account={**said, "smallest": None, "uninformative": "", "uninformative_at": None}
    )
    assert supported(true, above)[f"{B} (stated)"] == (True, True)
    assert supported(empty, above)[f"{B} (stated)"] == (False, False)
    assert [state_of([true]), state_of([empty])] == ["stands", "broken"]


def test_a_dependency_nobody_answers_for_is_an_error() -> None:
    with pytest.raises(ValueError, match="which has no record"):
        fill_supported([record("Lemma Z.2", depends_on=[A])])


def test_a_circular_proof_is_an_error() -> None:
    with pytest.raises(ValueError, match="circular proof"):
        fill_supported([record("Lemma Z.1", depends_on=[B]), record("Lemma Z.2", depends_on=[A])])
