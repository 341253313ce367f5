"""``python -m theorems.report``: exit status, formats, interruption, and what a partial run says."""

from __future__ import annotations

import ast
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


def test_weaker_evidence_is_a_difference_and_stronger_is_none() -> None:
    expected = expectations.load("superiority")
    weaker = record("Lemma D.2", "4a", evidence="tested", claim=expected["superiority/Lemma D.2/4a (stated)"].line)
    assert ["only tested" in line for line in expectations.differences([weaker], complete=False)] == [True]
    stronger = record("Lemma D.4", "1", evidence="proved", claim=expected["superiority/Lemma D.4/1 (stated)"].line)
    assert expectations.differences([stronger], complete=False) == []


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
    assert set(printed) == {"schema", "environment", "findings", "records"}
    for one in printed["records"]:
        validate(one)


def test_markdown_on_stdout_is_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert report(tmp_path, *ENTRIES, "--format", "markdown") == 0
    assert capsys.readouterr().out.strip() == (tmp_path / "report.md").read_text().strip()


def test_the_same_part_asked_for_twice_is_judged_once(tmp_path: Path) -> None:
    assert report(tmp_path, *ENTRIES, "--statement", "superiority/Lemma D.2/4b") == 0
    assert len(records_of(tmp_path)) == 3


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


def test_every_part_of_the_catalogue_has_an_address_of_its_own() -> None:
    keys = [(part.address, part.reading) for part in parts()]
    assert len(set(keys)) == len(keys)


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
    assert report(tmp_path, *ENTRIES) == 130
    assert [r["reading"] for r in Journal(tmp_path / "journal.jsonl").records()] == ["stated", "stated"]


# -- partial runs and the files of fuller ones ---------------------------------------------------------------------------

WHOLE = ["--statement", "superiority/Lemma D.2/4b"]
PART = ["--statement", "superiority/Lemma D.2/4a"]


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_partial_run_goes_to_the_terminal_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*PART, *QUICK]) == 0
    assert "holds" in capsys.readouterr().out
    assert contents(tmp_path) == {}


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


def test_a_partial_run_does_not_clear_the_journal_of_a_fuller_one(tmp_path: Path) -> None:
    assert report(tmp_path, *WHOLE, *PART) == 0
    (tmp_path / "report.json").unlink()  # as if it had been killed at its end
    before = contents(tmp_path)
    assert report(tmp_path, *PART) == 2
    assert contents(tmp_path) == before
    assert report(tmp_path, *PART, "--resume") == 0
    assert contents(tmp_path)["journal.jsonl"] == before["journal.jsonl"]


def test_a_partial_run_has_no_journal_to_resume_from(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*PART, *QUICK, "--resume"]) == 2
    assert "--resume" in capsys.readouterr().err


# -- whatever happens while files are written ----------------------------------------------------------------------------

ROOT = Path(__file__).resolve().parent.parent


def process(*arguments: str, before: str = "", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The report as a process of its own, after a statement of Python."""
    run_it = f"import sys; {before}\nfrom theorems import command\nfrom theorems.report.__main__ import main\n"
    return subprocess.run(
        [sys.executable, "-c", run_it + "sys.exit(command.run(main))", *arguments, *QUICK],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        timeout=120,
    )


# no file may grow beyond 12 kB: the journal is shorter, the page is longer
FULL = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (12_000, 12_000))"


def dies(at: int) -> str:
    """The process dies at this call of fsync: the first three are the journal's lines, then every file's, the folder's last."""
    return f"""import os, signal
made, real = [], os.fsync
os.fsync = lambda file: os.kill(os.getpid(), signal.SIGKILL) if len(made) > {at} else made.append(real(file))"""


@pytest.mark.parametrize(
    ("before", "status"),
    [(FULL, 2), (dies(4), -signal.SIGKILL), (dies(6), -signal.SIGKILL)],
    ids=["full disk", "killed", "killed when all but one file is written"],
)
@long
def test_what_cannot_be_written_leaves_the_report_before_it_whole(before: str, status: int, tmp_path: Path) -> None:
    assert report(tmp_path, *ENTRIES) == 0
    (tmp_path / "witnesses" / "of-an-earlier-run.json").write_text("{}", encoding="utf-8")
    kept = contents(tmp_path)
    done = process(*ENTRIES, "--seed", "5", "--output", str(tmp_path), before=before)
    assert done.returncode == status
    if status == 2:
        assert done.stderr.splitlines()[-1].startswith(f"error: {tmp_path}/report.".encode())
        assert b"Traceback" not in done.stderr
    after = contents(tmp_path)
    assert {name: after[name] for name in kept if name != "journal.jsonl"} == {
        name: kept[name] for name in kept if name != "journal.jsonl"
    }
    assert report(tmp_path, *ENTRIES) == 0
    assert set(contents(tmp_path)) == set(kept) - {"witnesses/of-an-earlier-run.json"}  # no litter


@pytest.mark.parametrize("name", ["report.html", "superiority.html", "journal.jsonl", "witnesses"])
def test_something_in_the_way_is_a_named_error(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if name == "witnesses":
        (tmp_path / name).write_text("mine", encoding="utf-8")
    else:
        (tmp_path / name / "mine").mkdir(parents=True)
    assert report(tmp_path, *ENTRIES) == 2
    assert str(tmp_path / name) in capsys.readouterr().err
    assert not (tmp_path / "report.json").exists()


@pytest.mark.parametrize("inside", [False, True])
def test_files_of_ones_own_among_the_witnesses_stay(inside: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the folder cannot be exchanged, as one stands in it."""
    if inside:
        monkeypatch.chdir(tmp_path)
    assert report(tmp_path, *ENTRIES) == 0
    (tmp_path / "witnesses" / "notes.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "witnesses" / "gone.json").write_text("{}", encoding="utf-8")
    assert report(tmp_path, *ENTRIES) == 0
    assert sorted(path.name for path in (tmp_path / "witnesses").iterdir()) == [
        "notes.txt",
        "superiority-lemma_D2-4b-stated.json",
    ]


def test_half_a_character_in_a_record_spoils_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = run.make_record
    monkeypatch.setattr(run, "make_record", lambda *given: original(*given) | {"note": "half \ud800 of it"})
    assert report(tmp_path, *ENTRIES) == 0
    assert [r["note"] for r in records_of(tmp_path)] == ["half \ud800 of it"] * 3
    assert "half" in (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "half" in (tmp_path / "superiority.html").read_text(encoding="utf-8")


@long
def test_the_locale_changes_nothing(tmp_path: Path) -> None:
    ascii_only = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    done = process(*ENTRIES, "--format", "markdown", "--output", str(tmp_path), **ascii_only)
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.decode().strip() == (tmp_path / "report.md").read_text(encoding="utf-8").strip()
    assert "≤" in done.stdout.decode()


def test_every_text_file_is_opened_as_utf8() -> None:
    """Path.read_text and open take the locale's encoding unless they are told."""
    for source in [path for room in ("theorems", "strategies") for path in (ROOT / room).rglob("*.py")]:
        for call in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "attr", getattr(call.func, "id", "")) in (
                "open",
                "read_text",
                "write_text",
            ):
                binary = any(isinstance(a, ast.Constant) and "b" in str(a.value) for a in call.args)
                binary |= getattr(getattr(call.func, "value", None), "id", "") == "os"
                assert binary or any(k.arg == "encoding" for k in call.keywords), f"{source}:{call.lineno}"


def processes_of(parent: int) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            words = status.read_text(encoding="utf-8").rpartition(")")[2].split()
            if int(words[1]) == parent and words[0] != "Z":
                found.append(int(status.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="counts processes in /proc")
@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "terminated"])
@long
def test_workers_end_with_their_parent(blow: signal.Signals, tmp_path: Path) -> None:
    """The signal goes to the parent alone, as from a batch system."""
    command = [sys.executable, "-m", "theorems.report", "--paper", "sparse", "--jobs", "2", "--output", str(tmp_path)]
    parent = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        end = time.monotonic() + 120
        while not (tmp_path / "journal.jsonl").exists() and time.monotonic() < end:
            time.sleep(0.1)
        workers = processes_of(parent.pid)
        assert len(workers) >= 2
        parent.send_signal(blow)
        assert parent.wait(timeout=30) == (143 if blow is signal.SIGTERM else -signal.SIGKILL)
        end = time.monotonic() + 20
        while (left := [w for w in workers if Path(f"/proc/{w}").exists()]) and time.monotonic() < end:
            time.sleep(0.1)
        assert not left
    finally:
        with suppress(ProcessLookupError):
            os.killpg(parent.pid, signal.SIGKILL)


# -- resuming from whatever the journal holds ----------------------------------------------------------------------------

ODD = {
    "binary": b"\x00\xff\xfe\x80",
    "null": b"null",
    "a null record": b'{"code": "CODE", "record": null}',
    "a record that is a number": b'{"code": "CODE", "record": 3}',
    "nested": b"[" * 200_000,
    "a nested record": b'{"code": "CODE", "record": {"paper": ' + b"[" * 500 + b"]" * 500 + b"}}",
    "a number without end": b'{"code": ' + b"9" * 10_000 + b"}",
    "infinite": b'{"code": 1e999999, "record": NaN}',
}
SPOILT = {
    "half a character": {"note": "\ud800"},
    "commands to a terminal": {"note": "\x1b[2J"},
    "another dependency": {"depends_on": ["superiority/Lemma Z.99"]},
    "a huge ratio": {"tightness": {"ratio": 10**400, "instance": "n=2"}},
    "a wrong type": {"steps": 7},
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
