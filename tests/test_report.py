"""``python -m theorems.report``: exit status, formats, interruption, and what a partial run says."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.fabricated import record
from theorems.catalogue import parts
from theorems.journal import Journal
from theorems.record import Record, key_of, validate
from theorems.report import recorded, run
from theorems.report.__main__ import _recorded_stand_ins, main
from theorems.support import fill_supported

QUICK = ["--effort", "quick", "--jobs", "1"]
ENTRIES = ["--statement", "superiority/Lemma D.2/4a", "--statement", "superiority/Lemma D.2/4b"]


def report(output: Path, *arguments: str) -> int:
    return main([*arguments, *QUICK, "--output", str(output)])


def records_of(output: Path) -> list[Record]:
    found: list[Record] = json.loads((output / "report.json").read_text())["records"]
    return found


# -- exit status ---------------------------------------------------------------------------------------------------------


def test_verdicts_as_recorded_exit_with_0(tmp_path: Path) -> None:
    assert report(tmp_path, *ENTRIES) == 0
    assert [(r["part"], r["reading"], r["verdict"]) for r in records_of(tmp_path)] == [
        ("4a", "stated", "holds"),
        ("4b", "stated", "fails"),
        ("4b", "intended", "holds"),
    ]


@pytest.mark.parametrize(
    ("before", "said"),
    [
        (recorded.Recorded("fails", "certified"), "holds, recorded as fails"),
        (recorded.Recorded("unknown", "none"), "holds, recorded as unknown"),
        (None, "not recorded yet"),
    ],
)
def test_a_verdict_that_differs_exits_with_1_and_is_named(
    before: recorded.Recorded | None,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    entries = {key: value for key, value in recorded.load("superiority").items() if "D.2/4a" not in key}
    key = "superiority/Lemma D.2/4a (stated)"
    monkeypatch.setattr(recorded, "load", lambda paper: dict(entries) | ({} if before is None else {key: before}))
    assert report(tmp_path, *ENTRIES) == 1
    lines = [line for line in capsys.readouterr().err.splitlines() if "differs" in line]
    assert len(lines) == 1
    assert key in lines[0]
    assert said in lines[0]


def test_weaker_evidence_is_a_difference_and_stronger_is_none() -> None:
    weaker = record("Lemma D.2", "4a", evidence="tested")
    assert ["only tested" in line for line in recorded.differences([weaker], complete=False)] == [True]
    stronger = record("Lemma D.4", "1", evidence="proved")
    assert recorded.differences([stronger], complete=False) == []


def test_a_recorded_part_that_is_gone_is_a_difference_of_a_complete_run() -> None:
    lines = recorded.differences([record("Lemma D.2", "4a")], complete=True)
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


@pytest.mark.parametrize("unusable", [["--paper", "nature"], ["--effort", "heroic"], ["--seed", "-1"], ["--format", "pdf"]])
def test_unusable_arguments_exit_with_2(unusable: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(unusable)
    assert stopped.value.code == 2


def test_an_output_that_is_no_folder_exits_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    assert report(file, *ENTRIES) == 2
    assert "--output" in capsys.readouterr().err
    assert file.read_text() == "mine"


# -- formats -------------------------------------------------------------------------------------------------------------


def test_json_on_stdout_is_the_report_file_and_every_record_is_valid(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report(tmp_path, *ENTRIES, "--format", "json") == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == json.loads((tmp_path / "report.json").read_text())
    assert set(printed) == {"schema", "environment", "records"}
    for one in printed["records"]:
        validate(one)


def test_markdown_on_stdout_is_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert report(tmp_path, *ENTRIES, "--format", "markdown") == 0
    assert capsys.readouterr().out.strip() == (tmp_path / "report.md").read_text().strip()


def test_the_same_part_asked_for_twice_is_judged_once(tmp_path: Path) -> None:
    assert report(tmp_path, *ENTRIES, "--statement", "superiority/Lemma D.2/4b") == 0
    assert len(records_of(tmp_path)) == 3


# -- partial runs --------------------------------------------------------------------------------------------------------


def test_a_partial_run_says_of_support_what_a_full_one_says(tmp_path: Path) -> None:
    full = {key_of(r): (r["supported"], r["supported_repaired"]) for r in fill_supported(_recorded_stand_ins("superiority"))}
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


def test_without_resume_everything_is_judged_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report(tmp_path, *ENTRIES)
    made = judged(monkeypatch)
    report(tmp_path, *ENTRIES)
    assert len(made) == 3
    assert len(list(Journal(tmp_path / "journal.jsonl").records())) == 3


@pytest.mark.parametrize("other", [["--seed", "1"], ["--effort", "standard"]], ids=["seed", "effort"])
def test_resume_does_not_mix_seeds_or_efforts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: list[str]) -> None:
    address = ["--statement", "superiority/Lemma D.2/4b"]
    report(tmp_path, *address)
    made = judged(monkeypatch)
    main([*address, *QUICK, "--output", str(tmp_path), "--resume", *other])
    assert len(made) == 2


@pytest.mark.parametrize(
    ("blow", "jobs"),
    [
        pytest.param(signal.SIGINT, "1", id="interrupt"),
        pytest.param(signal.SIGINT, "2", id="interrupt with workers"),
        pytest.param(signal.SIGKILL, "1", id="kill"),
    ],
)
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
    )
    journal = Journal(tmp_path / "journal.jsonl")
    try:
        end = time.monotonic() + 120
        while len(list(journal.records(any_code=True))) < 2 and time.monotonic() < end:
            time.sleep(0.1)
        os.killpg(process.pid, blow)
        _, words = process.communicate(timeout=60)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    if blow is signal.SIGINT:
        assert process.returncode == 130
        assert b"--resume" in words
    # the sources may have changed since the process began: the results below are those of its code
    code = json.loads(journal.path.read_bytes().split(b"\n")[0])["code"]
    monkeypatch.setattr("theorems.journal.code_version", lambda: code)
    finished = list(journal.records())
    assert len(finished) >= 2
    assert not (tmp_path / "report.json").exists()
    made = judged(monkeypatch)
    again = [
        word for r in finished for word in ("--statement", "/".join(filter(None, (r["paper"], r["statement"], r["part"]))))
    ]
    assert report(tmp_path, *again, "--resume") in (0, 1)
    assert not {key_of(r) for r in finished} & set(made)


def test_every_part_of_the_catalogue_has_an_address_of_its_own() -> None:
    keys = [(part.address, part.reading) for part in parts()]
    assert len(set(keys)) == len(keys)


def test_an_interrupt_that_a_library_swallows_still_ends_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = run.make_record

    def swallowing(part: Any, effort: Any, seed: int) -> Record:
        with suppress(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(1)
        return original(part, effort, seed)

    monkeypatch.setattr(run, "make_record", swallowing)
    assert report(tmp_path, *ENTRIES) == 130
    assert len(list(Journal(tmp_path / "journal.jsonl").records())) == 1
