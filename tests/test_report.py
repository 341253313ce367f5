"""``python -m theorems.report``: exit status, what is a difference, interruption, and what a partial run says."""

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
from tests.marks import long
from theorems.judging import expectations
from theorems.judging.expectations import Expected
from theorems.judging.journal import Journal
from theorems.judging.record import Record, key_of, validate
from theorems.judging.sources import code_of
from theorems.report import run
from theorems.report.__main__ import main

QUICK = ["--effort", "quick", "--jobs", "1"]
ONE, TWO = (["--statement", f"superiority/Lemma D.2/{label}"] for label in ("4a", "4b"))
ENTRIES = [*ONE, *TWO]


def report(output: Path, *arguments: str) -> int:
    return main([*arguments, *QUICK, "--output", str(output)])


def records_of(output: Path) -> list[Record]:
    found: list[Record] = json.loads((output / "report.json").read_text())["records"]
    return found


def test_expected_verdicts_exit_with_0_and_are_printed_as_the_report_file_has_them(tmp_path, capsys) -> None:
    assert report(tmp_path, *ENTRIES, "--format", "json") == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed == json.loads((tmp_path / "report.json").read_text())
    assert [(r["part"], r["reading"], r["verdict"]) for r in printed["records"]] == [
        ("4a", "stated", "holds"),
        ("4b", "stated", "fails"),
        ("4b", "intended", "holds"),
    ]
    for one in printed["records"]:
        validate(one)


def test_a_verdict_that_differs_exits_with_1_and_is_named(tmp_path, monkeypatch, capsys) -> None:
    key = "superiority/Lemma D.2/4a (stated)"
    entries = expectations.load("superiority")
    for before, said in (
        (Expected("fails", "certified"), "holds, expected: fails"),
        (Expected("unknown", "none"), "holds, expected: unknown"),
        (None, "not expected yet"),
    ):
        kept = {k: v for k, v in entries.items() if k != key} | ({} if before is None else {key: before})
        monkeypatch.setattr(expectations, "load", lambda paper, kept=kept: kept)
        assert report(tmp_path, *ENTRIES) == 1
        (line,) = [line for line in capsys.readouterr().err.splitlines() if "differs" in line]
        assert key in line
        assert said in line


def test_weaker_evidence_edited_hypotheses_and_parts_that_are_gone_are_differences(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {
        f"superiority/Lemma {name} (stated)": Expected("holds", evidence, under=expectations.under(["a1 >= 7/10"]))
        for name, evidence in (("1", "proved"), ("2", "tested"))
    }
    monkeypatch.setattr(expectations, "load", lambda paper: known)

    def differences(statement: str, **more: Any) -> list[str]:
        made = record(statement, **({"hypotheses": ["a1 >= 7/10"]} | more))
        return expectations.differences([made], complete=False)

    assert differences("Lemma 1") == differences("Lemma 2") == []
    assert ["only tested" in line for line in differences("Lemma 1", evidence="tested")] == [True]
    (line,) = differences("Lemma 1", hypotheses=["a1 >= 6/10"])
    assert "under other hypotheses than expected, a1 >= 6/10" in line
    lines = expectations.differences([record("Lemma 1")], complete=True)
    assert any("superiority/Lemma 2 (stated)" in line and "no such part" in line for line in lines)
    monkeypatch.setattr(expectations, "load", lambda paper: {})
    (line,) = expectations.differences([record("Lemma 1", part) for part in "ab"], complete=True)
    assert line == "superiority: no verdict is expected yet: --record keeps what is found"


def test_an_unknown_statement_exits_with_2_and_a_partial_run_does_not_take_the_place_of_a_fuller_one(tmp_path, capsys) -> None:
    for wrong, near in {
        "superiority/Lemma D.33": "superiority/Lemma D.3",
        "superiority/Lemma D.3/44": "superiority/Lemma D.3/4",
        "Lema D.2": "superiority/Lemma D.2",
        "": "the nearest are",
    }.items():
        assert report(tmp_path, "--statement", wrong) == 2
        assert near in capsys.readouterr().err.replace("\n", " ")
    assert not list(tmp_path.iterdir())

    def contents() -> dict[Path, bytes]:
        return {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}

    assert report(tmp_path, *ENTRIES) == 0
    before = contents()
    assert report(tmp_path, *ONE) == 2
    assert "--output" in capsys.readouterr().err
    assert contents() == before


def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The parts that are really judged from now on."""
    made: list[str] = []
    original = run.make_record

    def counted(part: Any, effort: Any, seed: int) -> Record:
        made.append(part.key)
        return original(part, effort, seed)

    monkeypatch.setattr(run, "make_record", counted)
    return made


def test_only_what_the_journal_lost_or_other_sources_made_is_judged_and_seeds_and_efforts_are_not_mixed(tmp_path, monkeypatch):
    report(tmp_path, *ENTRIES)
    before = records_of(tmp_path)
    journal = tmp_path / "journal.jsonl"
    journal.write_bytes(journal.read_bytes()[:-40])
    made = judged(monkeypatch)
    for _ in range(2):
        assert report(tmp_path, *ENTRIES) == 0
        assert made == ["superiority/Lemma D.2/4b (intended)"]
        assert [key_of(r) for r in records_of(tmp_path)] == [key_of(r) for r in before]
    for other in (["--seed", "1"], ["--effort", "standard"]):
        made.clear()
        main([*ENTRIES, *QUICK, "--output", str(tmp_path), *other])
        assert len(made) == 3
    made.clear()
    assert report(tmp_path, *ENTRIES, "--anew") == 0
    assert len(made) == 3
    report(tmp_path, *ENTRIES)
    monkeypatch.setattr(run, "code_of", lambda part: "other" if part.reading.value == "intended" else code_of(part))
    made = judged(monkeypatch)
    assert report(tmp_path, *ENTRIES) == 0
    assert made == ["superiority/Lemma D.2/4b (intended)"]


SPOILT: list[dict[str, Any]] = [
    {"note": "\ud800"},
    {"depends_on": ["superiority/Lemma Z.99"]},
    {"tightness": {"ratio": 10**400, "instance": "n=2"}},
]


def test_no_line_of_the_journal_stops_a_run(tmp_path: Path) -> None:
    def without_seconds() -> list[Record]:
        return [{k: v for k, v in r.items() if k != "seconds"} for r in records_of(tmp_path)]

    assert report(tmp_path, *ONE) == 0
    good = without_seconds()
    journal = tmp_path / "journal.jsonl"
    (entry,) = map(json.loads, journal.read_text(encoding="utf-8").splitlines())
    nested = '{"paper": ' + "[" * 500 + "]" * 500 + "}"
    lines = [b"\x00\xff\xfe\x80", b'{"code": 1e999999, "record": NaN}']
    lines += [f'{{"code": "{entry["code"]}", "record": {odd}}}'.encode() for odd in ("3", nested)]
    lines += [json.dumps(entry | {"record": entry["record"] | spoilt}).encode() for spoilt in SPOILT]
    for line in lines:
        journal.write_bytes(line + b"\n")
        assert report(tmp_path, *ONE) == 0
        assert without_seconds() == good, line


def heeds_interrupts() -> Any:
    """Also in the background, whose processes inherit that interrupts are ignored. Returns what was done with them."""
    return signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.parametrize(("blow", "jobs"), [(signal.SIGINT, "2"), (signal.SIGKILL, "1")], ids=["interrupt", "kill"])
@long
def test_an_interrupted_run_keeps_what_it_finished(blow, jobs, tmp_path) -> None:
    """The signal goes to the whole group, as from a terminal; the workers end with their parent."""
    command = [sys.executable, "-m", "theorems.report", "--paper", "superiority", "--effort", "quick", "--jobs", jobs]
    process = subprocess.Popen(
        [*command, "--output", str(tmp_path)],
        cwd=Path(__file__).parents[1],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=heeds_interrupts,
    )
    journal = Journal(tmp_path / "journal.jsonl")
    try:
        end = time.monotonic() + 120
        while len(list(journal.records())) < 2 and time.monotonic() < end:
            time.sleep(0.1)
        os.killpg(process.pid, blow)
        _, words = process.communicate(timeout=180)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    assert blow is signal.SIGKILL or (process.returncode, b"goes on from" in words) == (130, True)
    assert len(list(journal.records())) >= 2
    assert not (tmp_path / "report.json").exists()


@pytest.mark.parametrize("turned_into", [None, TypeError], ids=["nothing", "an error"])
def test_an_interrupt_that_a_library_swallows_ends_the_run_and_spoils_no_record(turned_into, tmp_path, monkeypatch) -> None:
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
    before = heeds_interrupts()
    try:
        assert report(tmp_path, *ENTRIES) == 130
    finally:
        signal.signal(signal.SIGINT, before)  # an interrupt of the whole group would reach the tests that follow here
    assert [r["reading"] for _, r in Journal(tmp_path / "journal.jsonl").records()] == ["stated", "stated"]
