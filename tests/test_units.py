"""Units of work on this machine: who does what next, and what becomes of a unit whose worker dies."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.marks import long
from theorems.catalogue import parts
from theorems.judging.journal import Journal
from theorems.judging.record import key_of
from theorems.judging.units import Unit, Where, _Shares, done

ROOT = Path(__file__).resolve().parent.parent
NUMBERS: list[Unit] = [(number,) for number in range(7)]


def taken(shares: _Shares, *lanes: int) -> list[int | None]:
    """The numbers that lanes get, which ask in this order."""
    found = [shares.next(lane) for lane in lanes]
    return [None if unit is None else unit[0] for unit in found]


@pytest.mark.parametrize("lanes", [1, 2, 3, 7, 9])
@pytest.mark.parametrize("count", [0, 1, 6, 7])
def test_each_unit_is_taken_once_whoever_asks(lanes: int, count: int) -> None:
    for asking in ([0], [lanes - 1], range(lanes)):
        shares = _Shares(NUMBERS[:count], lanes)
        found = taken(shares, *(lane for _ in range(count + 1) for lane in asking))
        assert sorted(number for number in found if number is not None) == list(range(count))
        assert found[-1] is None


# -- workers that die --------------------------------------------------------------------------------------------------------


def killed_at(number: int, marker: str, deadly: tuple[int, ...], times: int) -> int:
    """A task whose worker is killed at some numbers, so many times each."""
    if number in deadly:
        for time_ in range(times):
            with suppress(FileExistsError):
                Path(marker, f"{number} {time_}").touch(exist_ok=False)
                os.kill(os.getpid(), signal.SIGKILL)
    return number**2


def units_of(count: int, folder: Path, deadly: tuple[int, ...], times: int) -> list[Unit]:
    return [(number, str(folder), deadly, times) for number in range(count)]


def test_a_unit_of_a_killed_worker_is_done_again_and_comes_out_once(tmp_path: Path) -> None:
    deadly = (0, 3, 4)
    found = list(done(killed_at, units_of(10, tmp_path, deadly, 1), Where(2)))
    assert sorted(result for _, result in found) == [number**2 for number in range(10)]
    assert len(list(tmp_path.iterdir())) == len(deadly)


# -- a report ----------------------------------------------------------------------------------------------------------------

TASK = "from multiprocessing.spawn import spawn_main"


def workers_of(parent: int) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            words = status.read_text(encoding="utf-8").rpartition(")")[2].split()
            line = status.with_name("cmdline").read_text(encoding="utf-8")
            if int(words[1]) == parent and words[0] != "Z" and TASK in line:
                found.append(int(status.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="counts processes in /proc")
@long
def test_a_report_goes_on_where_a_worker_is_killed(tmp_path: Path) -> None:
    """Each of its verdicts is in the journal once, as if nothing had happened."""
    command = [sys.executable, "-m", "theorems.report", "--paper", "sparse", "--effort", "quick", "--jobs", "2"]
    report = subprocess.Popen(
        [*command, "--output", str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )
    journal = Journal(tmp_path / "journal.jsonl")
    try:
        end = time.monotonic() + 120
        while len(list(journal.records(any_code=True))) < 5 and time.monotonic() < end:
            time.sleep(0.1)
        first = workers_of(report.pid)
        assert len(first) == 2
        os.kill(first[0], signal.SIGKILL)
        _, words = report.communicate(timeout=300)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(report.pid, signal.SIGKILL)
    assert report.returncode == 0, words
    keys = [key_of(record) for record in journal.records(any_code=True)]
    assert sorted(keys) == sorted(part.key for part in parts("sparse"))
