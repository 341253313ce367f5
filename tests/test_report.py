"""``python -m theorems.report``: exit status, formats, interruption, and what a partial run says."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.fabricated import record
from tests.marks import long
from theorems.catalogue import parts
from theorems.judging import expectations
from theorems.judging.journal import Journal
from theorems.judging.record import Record, key_of, validate
from theorems.judging.support import fill_supported
from theorems.report import run
from theorems.report.__main__ import main

QUICK = ["--effort", "quick", "--jobs", "1"]
ENTRIES = ["--statement", "superiority/Lemma D.2/4a", "--statement", "superiority/Lemma D.2/4b"]


def report(output: Path, *arguments: str) -> int:
    return main([*arguments, *QUICK, "--output", str(output)])


def records_of(output: Path) -> list[Record]:
    found: list[Record] = json.loads((output / "report.json").read_text())["records"]
    return found


# -- exit status ---------------------------------------------------------------------------------------------------------


def test_expected_verdicts_exit_with_0(tmp_path: Path) -> None:
    assert report(tmp_path, *ENTRIES) == 0
    assert [(r["part"], r["reading"], r["verdict"]) for r in records_of(tmp_path)] == [
        ("4a", "stated", "holds"),
        ("4b", "stated", "fails"),
        ("4b", "intended", "holds"),
    ]


@pytest.mark.parametrize(
    ("before", "said"),
    [
        (expectations.Expected("fails", "certified"), "holds, expected: fails"),
        (expectations.Expected("unknown", "none"), "holds, expected: unknown"),
        (None, "not expected yet"),
    ],
)
def test_a_verdict_that_differs_exits_with_1_and_is_named(
    before: expectations.Expected | None,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    entries = {key: value for key, value in expectations.load("superiority").items() if "D.2/4a" not in key}
    key = "superiority/Lemma D.2/4a (stated)"
    monkeypatch.setattr(expectations, "load", lambda paper: dict(entries) | ({} if before is None else {key: before}))
    assert report(tmp_path, *ENTRIES) == 1
    lines = [line for line in capsys.readouterr().err.splitlines() if "differs" in line]
    assert len(lines) == 1
    assert key in lines[0]
    assert said in lines[0]


def test_weaker_evidence_is_a_difference_and_stronger_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = {key: replace(known, under="") for key, known in expectations.load("superiority").items()}
    monkeypatch.setattr(expectations, "load", lambda paper: expected)  # a fabricated record has hypotheses of its own
    weaker = record("Lemma D.2", "4a", evidence="tested", claim=expected["superiority/Lemma D.2/4a (stated)"].line)
    assert ["only tested" in line for line in expectations.differences([weaker], complete=False)] == [True]
    stronger = record("Lemma D.4", "1", evidence="proved", claim=expected["superiority/Lemma D.4/1 (stated)"].line)
    assert expectations.differences([stronger], complete=False) == []


def test_a_hypothesis_that_was_edited_is_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    known = expectations.Expected("holds", "proved", under=expectations.under(["a1 >= 7/10"]))
    monkeypatch.setattr(expectations, "load", lambda paper: {"superiority/Lemma 1 (stated)": known})
    as_kept, edited = (record("Lemma 1", hypotheses=[written]) for written in ("a1 >= 7/10", "a1 >= 6/10"))
    assert expectations.differences([as_kept], complete=False) == []
    (line,) = expectations.differences([edited], complete=False)
    assert "under other hypotheses than expected, a1 >= 6/10" in line


NOTHING_KEPT = "superiority: no verdict is expected yet: --record keeps what is found"


def test_a_paper_of_which_nothing_is_kept_is_one_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expectations, "load", lambda paper: {})
    made = [record("Lemma 1", part) for part in "ab"]
    assert expectations.differences(made, complete=True) == [NOTHING_KEPT]


def test_an_expected_part_that_is_gone_is_a_difference_of_a_complete_run() -> None:
    lines = expectations.differences([record("Lemma D.2", "4a")], complete=True)
    assert any("superiority/Lemma D.3/4 (stated)" in line and "no such part" in line for line in lines)


@pytest.mark.parametrize(
    ("wrong", "near"),
    [
        ("superiority/Lemma D.33", "superiority/Lemma D.3"),
        ("superiority/Lemma D.3/44", "superiority/Lemma D.3/4"),
        ("Lema D.2", "superiority/Lemma D.2"),
        ("lemma d.2", "superiority/Lemma D.2"),
        ("D2", "superiority/Lemma D.2"),
        ("", "the nearest are"),
    ],
)
def test_an_unknown_statement_exits_with_2_and_the_nearest_names(
    wrong: str, near: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report(tmp_path, "--statement", wrong) == 2
    assert near in capsys.readouterr().err.replace("\n", " ")
    assert not list(tmp_path.iterdir())


# -- formats -------------------------------------------------------------------------------------------------------------


def test_json_on_stdout_is_the_report_file_and_every_record_is_valid(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report(tmp_path, *ENTRIES, "--format", "json") == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == json.loads((tmp_path / "report.json").read_text())
    assert set(printed) == {"schema", "environment", "findings", "records"}
    for one in printed["records"]:
        validate(one)


# -- partial runs --------------------------------------------------------------------------------------------------------


@long
def test_a_partial_run_says_of_support_what_a_full_one_says(tmp_path: Path) -> None:
    full = {
        key_of(r): (r["supported"], r["supported_repaired"])
        for r in fill_supported(expectations.stand_ins(parts("superiority")))
    }
    chosen = ["superiority/Lemma D.2", "superiority/Lemma D.11", "superiority/Lemma D.15", "superiority/Lemma D.3/5"]
    assert report(tmp_path, *(word for address in chosen for word in ("--statement", address))) == 0
    partial = {key_of(r): (r["supported"], r["supported_repaired"]) for r in records_of(tmp_path)}
    assert partial == {key: full[key] for key in partial}
    assert {(True, True), (False, True)} <= set(partial.values())


# -- interruption --------------------------------------------------------------------------------------------------------


def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The parts that are really judged from now on."""
    made: list[str] = []
    original = run.make_record

    def counted(part: Any, effort: Any, seed: int) -> Record:
        made.append(part.key)
        return original(part, effort, seed)

    monkeypatch.setattr(run, "make_record", counted)
    return made


def test_resume_judges_only_what_the_journal_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report(tmp_path, *ENTRIES)
    before = records_of(tmp_path)
    journal = tmp_path / "journal.jsonl"
    journal.write_bytes(journal.read_bytes()[:-40])
    made = judged(monkeypatch)
    assert report(tmp_path, *ENTRIES, "--resume") == 0
    assert made == ["superiority/Lemma D.2/4b (intended)"]
    assert [key_of(r) for r in records_of(tmp_path)] == [key_of(r) for r in before]
    assert report(tmp_path, *ENTRIES, "--resume") == 0
    assert len(made) == 1


@pytest.mark.parametrize("other", [["--seed", "1"], ["--effort", "standard"]], ids=["seed", "effort"])
def test_resume_does_not_mix_seeds_or_efforts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: list[str]) -> None:
    address = ["--statement", "superiority/Lemma D.2/4b"]
    report(tmp_path, *address)
    made = judged(monkeypatch)
    main([*address, *QUICK, "--output", str(tmp_path), "--resume", *other])
    assert len(made) == 2


def heeds_interrupts() -> None:
    """Also where the tests run in the background, whose processes inherit that interrupts are ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.parametrize(
    ("blow", "jobs"),
    [
        pytest.param(signal.SIGINT, "1", id="interrupt"),
        pytest.param(signal.SIGINT, "2", id="interrupt with workers"),
        pytest.param(signal.SIGKILL, "1", id="kill"),
    ],
)
@long
def test_an_interrupted_run_keeps_what_it_finished(
    blow: signal.Signals, jobs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The signal goes to the whole group, as from a terminal; the workers end with their parent."""
    command = [sys.executable, "-m", "theorems.report", "--paper", "superiority", "--effort", "quick", "--jobs", jobs]
    root = Path(__file__).resolve().parent.parent
    process = subprocess.Popen(
        [*command, "--output", str(tmp_path)],
        cwd=root,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=heeds_interrupts,
    )
    journal = Journal(tmp_path / "journal.jsonl")
    try:
        end = time.monotonic() + 120
        while len(list(journal.records(any_code=True))) < 2 and time.monotonic() < end:
            time.sleep(0.1)
        os.killpg(process.pid, blow)
        _, words = process.communicate(timeout=180)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    if blow is signal.SIGINT:
        assert process.returncode == 130
        assert b"--resume" in words
    # the sources may have changed since the process began: the results below are those of its code
    code = json.loads(journal.path.read_bytes().split(b"\n")[0])["code"]
    monkeypatch.setattr("theorems.judging.journal.code_version", lambda: code)
    finished = list(journal.records())
    assert len(finished) >= 2
    assert not (tmp_path / "report.json").exists()
    made = judged(monkeypatch)
    again = [
        word for r in finished for word in ("--statement", "/".join(filter(None, (r["paper"], r["statement"], r["part"]))))
    ]
    assert report(tmp_path, *again, "--resume") in (0, 1)
    assert not {key_of(r) for r in finished} & set(made)


@pytest.mark.parametrize("turned_into", [None, TypeError], ids=["nothing", "an error"])
def test_an_interrupt_that_a_library_swallows_ends_the_run_and_spoils_no_record(
    turned_into: type[Exception] | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bare ``except`` of mpmath gives back half a result, or makes a TypeError of it."""
    original = run.make_record

    def swallowing(part: Any, effort: Any, seed: int) -> Record:
        if part.reading.value == "intended":
            with suppress(KeyboardInterrupt):
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(1)
            if turned_into is not None:
                raise turned_into("unsupported operand")
        return original(part, effort, seed)

    monkeypatch.setattr(run, "make_record", swallowing)
    heeds_interrupts()
    assert report(tmp_path, *ENTRIES) == 130
    assert [r["reading"] for r in Journal(tmp_path / "journal.jsonl").records()] == ["stated", "stated"]


# -- partial runs and the files of fuller ones ---------------------------------------------------------------------------

WHOLE = ["--statement", "superiority/Lemma D.2/4b"]
PART = ["--statement", "superiority/Lemma D.2/4a"]


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("more", [[], ["--resume"]], ids=["anew", "resumed"])
def test_a_partial_run_does_not_take_the_place_of_a_fuller_one(
    more: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report(tmp_path, *WHOLE, *PART) == 0
    before = contents(tmp_path)
    assert report(tmp_path, *PART, *more) == 2
    assert "--output" in capsys.readouterr().err
    assert contents(tmp_path) == before
    assert report(tmp_path, *WHOLE, *PART) == 0


# -- resuming from whatever the journal holds ----------------------------------------------------------------------------

ODD = {
    "binary": b"\x00\xff\xfe\x80",
    "a record that is a number": b'{"code": "CODE", "record": 3}',
    "a nested record": b'{"code": "CODE", "record": {"paper": ' + b"[" * 500 + b"]" * 500 + b"}}",
    "infinite": b'{"code": 1e999999, "record": NaN}',
}
SPOILT = {
    "half a character": {"note": "\ud800"},
    "another dependency": {"depends_on": ["superiority/Lemma Z.99"]},
    "a huge ratio": {"tightness": {"ratio": 10**400, "instance": "n=2"}},
}


@pytest.mark.parametrize("odd", [*ODD, *SPOILT])
def test_no_line_of_the_journal_stops_a_resumed_run(odd: str, tmp_path: Path) -> None:
    assert report(tmp_path, *PART) == 0
    good = (tmp_path / "report.json").read_bytes()
    journal = tmp_path / "journal.jsonl"
    (entry,) = map(json.loads, journal.read_text(encoding="utf-8").splitlines())
    if odd in ODD:
        line = ODD[odd].replace(b"CODE", entry["code"].encode())
    else:
        line = json.dumps(entry | {"record": entry["record"] | SPOILT[odd]}).encode()
    journal.write_bytes(line + b"\n")
    assert report(tmp_path, *PART, "--resume") == 0
    again = json.loads((tmp_path / "report.json").read_bytes())["records"]
    strip = [{k: v for k, v in r.items() if k != "seconds"} for r in again]
    assert strip == [{k: v for k, v in r.items() if k != "seconds"} for r in json.loads(good)["records"]]
