"""``--scheduler``: a cluster of several worker processes gives what this machine alone gives, also when one of them dies.

The cluster is a real one, of processes on this machine; a worker is killed, or stopped as if its network were cut.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.marks import long
from theorems.catalogue import find
from theorems.judging.journal import Journal
from theorems.judging.judge import EFFORTS
from theorems.judging.record import Record, key_of
from theorems.judging.units import LostError, Where, done
from theorems.report.__main__ import main
from theorems.report.run import judge_all
from theorems.statement import Part

distributed = pytest.importorskip("distributed", reason="the optional package distributed: make extra-cluster")
pytestmark = [pytest.mark.slow, long]

ROOT = Path(__file__).resolve().parent.parent
QUICK = EFFORTS["quick"]
LOST_AFTER = "15s"  # how long the scheduler waits for a worker that says nothing


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Cluster:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self) -> None:
        self.address = f"tcp://127.0.0.1:{free_port()}"
        self.running = ExitStack()
        self.scheduler = self._started("dask_scheduler", "--host", self.address, "--no-dashboard", "--no-show")
        self.workers: list[subprocess.Popen[bytes]] = []

    def _started(self, command: str, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
        line = [sys.executable, "-W", "ignore", "-m", f"distributed.cli.{command}", *arguments]
        settings = {"DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": LOST_AFTER}
        process = subprocess.Popen(
            line, cwd=ROOT, env=os.environ | settings | environment, stderr=subprocess.DEVNULL, start_new_session=True
        )
        self.running.callback(self._ended, process)
        return process

    @staticmethod
    def _ended(process: subprocess.Popen[bytes]) -> None:
        process.kill()
        process.wait()

    def add_worker(self, *, threads: int = 1) -> subprocess.Popen[bytes]:
        """Without a nanny, so that a worker that is killed stays dead."""
        options = ("--no-nanny", "--no-dashboard", "--nthreads", str(threads), "--name", f"w{len(self.workers)}")
        self.workers.append(self._started("dask_worker", self.address, *options, PYTHONPATH=str(ROOT)))
        return self.workers[-1]


@contextmanager
def cluster(workers: int) -> Iterator[Cluster]:
    found = Cluster()
    with found.running:
        for _ in range(workers):
            found.add_worker()
        with distributed.Client(found.address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=60)
        yield found


def some_parts() -> list[Part]:
    return [
        part for address in ("superiority/Lemma D.2", "superiority/Lemma D.3", "sparse/Lemma D.3") for part in find(address)
    ]


def without_seconds(records: list[Record]) -> list[dict[str, Any]]:
    return [{name: value for name, value in record.items() if name != "seconds"} for record in records]


@pytest.mark.parametrize("blow", [None, signal.SIGKILL, signal.SIGSTOP], ids=["all well", "one killed", "one cut off"])
def test_the_records_are_those_of_this_machine_and_each_is_written_once(blow: signal.Signals | None, tmp_path: Path) -> None:
    parts = some_parts()
    alone = judge_all(parts, QUICK, 0, None, where=Where(1), resume=False)
    journal = Journal(tmp_path / "journal.jsonl")
    with cluster(3) as running:
        seen: list[str] = []

        def strike(record: Record) -> None:
            seen.append(key_of(record))
            if len(seen) == len(parts) // 3 and blow is not None:
                running.workers[0].send_signal(blow)

        together = judge_all(parts, QUICK, 0, journal, where=Where(1, running.address), resume=False, progress=strike)
    assert without_seconds(together) == without_seconds(alone)
    assert sorted(seen) == sorted(part.key for part in parts)
    assert sorted(map(key_of, journal.records())) == sorted(seen)


def ends_its_process_once(marker: str, number: int) -> int:
    """A unit of which the first worker that takes it dies."""
    if number == 2 and not Path(marker).exists():
        Path(marker).touch()
        os._exit(1)
    return number * number


def ends_its_process(number: int) -> int:
    if number == 2:
        os._exit(1)
    return number * number


def test_a_unit_of_a_dead_worker_is_done_elsewhere_and_comes_out_once(tmp_path: Path) -> None:
    with cluster(2) as running:
        units = [(str(tmp_path / "marker"), number) for number in range(12)]
        found = list(done(ends_its_process_once, units, Where(1, running.address)))
    assert (tmp_path / "marker").exists()
    assert sorted(result for _, result in found) == [number**2 for number in range(12)]


def test_a_unit_of_which_every_worker_dies_is_named_after_all_others_are_done() -> None:
    found: list[int] = []
    with cluster(5) as running:
        coming = done(ends_its_process, ((number,) for number in range(12)), Where(1, running.address))
        with pytest.raises(LostError, match="several workers died of 2"):
            found.extend(result for _, result in coming)
    assert sorted(found) == [number**2 for number in range(12) if number != 2]


def test_a_scheduler_that_goes_away_costs_nothing_finished(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parts = some_parts()
    journal = Journal(tmp_path / "journal.jsonl")
    with cluster(2) as running:
        seen: list[Record] = []

        def strike(record: Record) -> None:
            seen.append(record)
            if len(seen) == 3:
                running.scheduler.kill()

        with pytest.raises(LostError, match="gone"):
            judge_all(parts, QUICK, 0, journal, where=Where(1, running.address), resume=False, progress=strike)
    assert list(map(key_of, journal.records())) == list(map(key_of, seen))


def test_a_late_worker_helps() -> None:
    with cluster(1) as running:
        names: set[str] = set()
        started = False
        end = time.monotonic() + 60

        def units() -> Iterator[tuple[float]]:
            while len(names) < 2 and time.monotonic() < end:
                yield (0.05,)

        for _, name in done(name_of_the_worker, units(), Where(1, running.address)):
            names.add(name)
            if not started:
                running.add_worker()
                started = True
    assert len(names) == 2
    assert all(name.startswith("dask-w") for name in names), "each has its own cache of kernels"


def name_of_the_worker(seconds: float) -> str:
    time.sleep(seconds)
    return os.environ["KERNEL_WORKER"]


@pytest.mark.parametrize(
    ("threads", "said"), [(2, "start it with --nthreads 1"), (1, "has other code")], ids=["two threads", "other code"]
)
def test_a_worker_that_would_compute_something_else_is_turned_away(
    threads: int, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with cluster(1) as running:
        running.add_worker(threads=threads)
        with distributed.Client(running.address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
        if threads == 1:
            monkeypatch.setattr("theorems.judging.journal.code_version", lambda: "0123456789abcdef")
        assert main(["--statement", "superiority/Lemma D.2/4a", "--effort", "quick", "--scheduler", running.address]) == 2
    assert said in capsys.readouterr().err


def test_an_address_where_no_scheduler_is_ends_with_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    address = f"tcp://127.0.0.1:{free_port()}"
    assert main(["--statement", "superiority/Lemma D.2/4a", "--effort", "quick", "--scheduler", address]) == 2
    error = capsys.readouterr().err.strip().splitlines()[-1]
    assert error.startswith("error:")
    assert address in error
