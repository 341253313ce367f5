"""Records, their journal and what is computed from them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.fabricated import POINT, record, several
from theorems.catalogue import find, parts
from theorems.journal import Journal, code_version
from theorems.record import Record, digest, key_of, validate
from theorems.report import recorded
from theorems.statement import Part
from theorems.support import fill_supported
from theorems.vocabulary import Comparison, at_most

# -- the schema ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("one", several(), ids=key_of)
def test_every_kind_of_record_is_valid_and_survives_json(one: Record) -> None:
    validate(one)
    validate(json.loads(json.dumps(one, allow_nan=False)))


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
    ],
    ids=str,
)
def test_a_record_that_says_too_little_or_too_much_is_refused(spoiled: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"superiority/Lemma Z\.2/1"):
        validate({**record("Lemma Z.2", "1"), **spoiled})


def test_every_part_has_a_recorded_verdict_and_every_recorded_verdict_a_part() -> None:
    every = parts()
    keys = {part.key for part in every}
    known = {key for paper in {part.paper for part in every} for key in recorded.load(paper)}
    assert keys - known == set()
    assert known - keys == set()


# -- the digest ----------------------------------------------------------------------------------------------------------

DIGESTS = "from theorems.catalogue import parts; from theorems.record import digest; print([digest(p) for p in parts()])"


def test_digests_are_the_same_in_every_process() -> None:
    """A digest that changes from run to run makes every result new and resumes nothing."""
    outputs = [
        subprocess.run(
            [sys.executable, "-c", DIGESTS], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1]


def claimed(claim: Callable[[Any], Comparison]) -> Part:
    (part,) = find("superiority/Lemma D.2/4a")
    return replace(part, claim=claim)


def made_with(constant: int) -> Callable[[Any], Comparison]:
    return lambda x: at_most(x.n, constant)


def documented(x: Any) -> Comparison:
    """One sentence."""
    return at_most(x.n, 7)


def undocumented(x: Any) -> Comparison:
    return at_most(x.n, 7)


def test_the_digest_notices_every_constant_and_no_docstring() -> None:
    assert digest(claimed(lambda x: at_most(1, x.n))) != digest(claimed(lambda x: at_most(2, x.n)))
    assert digest(claimed(made_with(3))) == digest(claimed(made_with(3))) != digest(claimed(made_with(4)))
    assert digest(claimed(documented)) == digest(claimed(undocumented))
    assert digest(claimed(lambda x: at_most(max(y for y in (1, x.n)), 3))) != digest(
        claimed(lambda x: at_most(max(y for y in (2, x.n)), 3))
    )


# -- the journal ---------------------------------------------------------------------------------------------------------

FIRST, SECOND = record("Lemma Z.1", claim="x ≤ 1 \u2028 and ≥ 0"), record("Lemma Z.2", "1")


def test_the_journal_gives_back_what_it_was_given(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "deep" / "journal.jsonl")
    assert list(journal.records()) == []
    for one in (FIRST, SECOND):
        journal.append(one)
    assert list(journal.records()) == [FIRST, SECOND]


@pytest.mark.parametrize("kept", range(1, 60, 7))
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


@pytest.mark.parametrize("line", [b"1", b"[]", b"null", b'{"code": 1}', b'{"record": {}}', b"\xff\xfe", b"{", b""])
def test_lines_that_are_no_records_are_passed_over(tmp_path: Path, line: bytes) -> None:
    journal = Journal(tmp_path / "journal.jsonl")
    journal.path.write_bytes(line + b"\n")
    journal.append(FIRST)
    assert list(journal.records(any_code=True)) == [FIRST]


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


def test_a_dependency_nobody_answers_for_is_an_error() -> None:
    with pytest.raises(ValueError, match="which has no record"):
        fill_supported([record("Lemma Z.2", depends_on=[A])])


def test_a_circular_proof_is_an_error() -> None:
    with pytest.raises(ValueError, match="circular proof"):
        fill_supported([record("Lemma Z.1", depends_on=[B]), record("Lemma Z.2", depends_on=[A])])
