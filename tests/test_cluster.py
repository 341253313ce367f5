"""``--scheduler``: a cluster of several worker processes gives what this machine alone gives, also when one of them dies."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
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
from theorems.judging.units import Where
from theorems.report.__main__ import main
from theorems.report.run import judge_all

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


def without_seconds(records: list[Record]) -> list[dict[str, Any]]:
    return [{name: value for name, value in record.items() if name != "seconds"} for record in records]


@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGSTOP], ids=["one killed", "one cut off"])
def test_the_records_are_those_of_this_machine_and_each_is_written_once(blow: signal.Signals, tmp_path: Path) -> None:
    parts = [
        part for address in ("superiority/Lemma D.2", "superiority/Lemma D.3", "sparse/Lemma D.3") for part in find(address)
    ]
    alone = judge_all(parts, QUICK, 0, None, where=Where(1))
    journal = Journal(tmp_path / "journal.jsonl")
    with cluster(3) as running:
        seen: list[str] = []

        def strike(record: Record) -> None:
            seen.append(key_of(record))
            if len(seen) == len(parts) // 3:
                running.workers[0].send_signal(blow)

        together = judge_all(parts, QUICK, 0, journal, where=Where(1, running.address), progress=strike)
    assert without_seconds(together) == without_seconds(alone)
    assert sorted(seen) == sorted(part.key for part in parts)
    assert sorted(key_of(record) for _, record in journal.records()) == sorted(seen)


@pytest.mark.parametrize(
    ("threads", "said"), [(2, "start it with --nthreads 1"), (1, "has other code")], ids=["two threads", "other code"]
)
def test_a_worker_that_would_compute_something_else_is_turned_away(threads, said, monkeypatch, capsys) -> None:
    with cluster(1) as running:
        running.add_worker(threads=threads)
        with distributed.Client(running.address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
        if threads == 1:
            monkeypatch.setattr("theorems.judging.sources.code_version", lambda: "0123456789abcdef")
        assert main(["--statement", "superiority/Lemma D.2/4a", "--effort", "quick", "--scheduler", running.address]) == 2
    assert said in capsys.readouterr().err
