"""Records, their journal and what is computed from them."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.chosen import the_part
from tests.fabricated import POINT, record, several
from theorems.catalogue import OURS, parts
from theorems.judging import expectations
from theorems.judging.journal import Journal
from theorems.judging.judge import EFFORTS
from theorems.judging.record import Record, key_of, validate
from theorems.judging.sources import code_of
from theorems.judging.support import fill_supported
from theorems.report.layers import state_of
from theorems.report.run import finished

FATES = {"killed": 4, "true": 1, "survived": 0, "slack": None}

SPOILED: list[dict[str, Any]] = [
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
    {"mutants": FATES | {"proof": {"killed": 4, "still": None}}},
]


def test_a_record_says_all_that_its_verdict_needs_and_nothing_else() -> None:
    for one in several():
        validate(json.loads(json.dumps(one, allow_nan=False)))
        validate(one | {"mutants": FATES | {"proof": {"killed": 4, "still": 0}}})
    sound = record("Lemma Z.2", "1")
    for spoiled in SPOILED:
        with pytest.raises(ValueError, match=r"superiority/Lemma Z\.2/1"):
            validate(sound | spoiled)


def test_every_part_has_an_expected_verdict_and_every_repair_says_something_else() -> None:
    """So that an edit of any line is a difference, also of one in words, of which nothing else is judged."""
    for paper in OURS:
        assert {key: kept.line for key, kept in expectations.load(paper).items()} == {p.key: p.text for p in parts(paper)}
    texts = {(part.address, part.reading.value): part.text for part in parts()}
    assert not [where for where, text in texts.items() if where[1] == "intended" and text == texts.get((where[0], "stated"))]


FIRST, SECOND = record("Lemma Z.1", claim="x ≤ 1 \u2028 and ≥ 0"), record("Lemma Z.2", "1")


def test_a_line_cut_off_anywhere_costs_only_itself(tmp_path: Path) -> None:
    """Also in the middle of a character, and the line written after it is not lost with it."""
    journal = Journal(tmp_path / "journal.jsonl")
    journal.append(FIRST, "f1")
    whole = journal.path.read_bytes()
    journal.append(SECOND, "f2")
    both = journal.path.read_bytes()
    for kept in (1, 22, 57):
        journal.path.write_bytes(both[: len(whole) + kept] + "≤".encode()[:2])
        assert list(journal.records()) == [("f1", FIRST)]
        journal.append(SECOND, "f2")
        assert list(journal.records()) == [("f1", FIRST), ("f2", SECOND)]


def test_results_of_other_code_are_not_taken_over(tmp_path: Path) -> None:
    part, quick = the_part("superiority/Lemma D.2/4a"), EFFORTS["quick"]
    journal = Journal(tmp_path / "journal.jsonl")
    made = record("Lemma D.2", "4a", depends_on=list(part.depends_on))
    journal.append(made, "another code")
    assert finished([part], journal.records(), quick) == {}
    journal.append(made, code_of(part))
    assert finished([part], journal.records(), quick) == {(part.key, made["seed"]): made}


A, B = "superiority/Lemma Z.1", "superiority/Lemma Z.2"


def supported(*records: Record) -> dict[str, tuple[bool, bool]]:
    return {key_of(r): (r["supported"], r["supported_repaired"]) for r in fill_supported(list(records))}


def failing(statement: str, part: str, **more: Any) -> Record:
    return record(statement, part, verdict="fails", witness=POINT, **more)


def intended(statement: str, part: str, **more: Any) -> Record:
    return record(statement, part, reading="intended", changed="something", **more)


def test_a_repair_counts_when_all_of_it_stands_and_neither_a_sub_part_nor_what_is_unknown_is_one() -> None:
    header, above = failing("Lemma Z.1", "5"), record("Lemma Z.2", "", depends_on=[f"{A}/5"])
    first, second = intended("Lemma Z.1", "5.i"), intended("Lemma Z.1", "5.ii")
    unknown = {"verdict": "unknown", "evidence": "none"}
    for below, repaired in (
        ([first, second], True),
        ([first, second | unknown], False),
        ([record("Lemma Z.1", "5.i")], False),
    ):
        assert supported(header, above, *below)[f"{B} (stated)"] == (False, repaired)
    assert supported(record("Lemma Z.1", "5", **unknown), above)[f"{B} (stated)"] == (False, False)


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


def test_support_goes_all_the_way_down_and_a_circular_proof_or_a_dependency_without_a_record_is_an_error() -> None:
    chain = [failing("Lemma Z.1", "a"), record("Lemma Z.2", "", depends_on=[f"{A}/a"]), record("Lemma Z.3", depends_on=[B])]
    assert supported(*chain)["superiority/Lemma Z.3 (stated)"] == (False, False)
    assert supported(*chain, intended("Lemma Z.1", "a"))["superiority/Lemma Z.3 (stated)"] == (False, True)
    above = record("Lemma Z.2", depends_on=[A])
    with pytest.raises(ValueError, match="which has no record"):
        fill_supported([above])
    with pytest.raises(ValueError, match="circular proof"):
        fill_supported([record("Lemma Z.1", depends_on=[B]), above])
