"""The workers of an existing Dask cluster: one thread and one Numba cache each, and our code.

Started beside a checkout on each machine, a process for each core::

    PYTHONPATH=. dask worker tcp://host:8786 --nthreads 1 --nworkers 8 --no-dashboard

This module imports nothing of ours at its head: a worker's environment has to stand before a kernel is loaded.
"""

from __future__ import annotations

import math
import os
import re
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from distributed import Client, Worker, WorkerPlugin
from distributed.scheduler import KilledWorker

DEADLY = KilledWorker  # what a unit raises on which several workers have died


class ClusterError(RuntimeError):
    """No scheduler, or a worker that cannot do our work; the message says which."""


class OneOfUs(WorkerPlugin):
    """Prepares each worker, also one that comes later, and turns away those that would compute something else."""

    def __init__(self, code: str, papers: Sequence[str]) -> None:
        self.code = code
        self.papers = tuple(papers)

    def setup(self, worker: Worker) -> None:
        if worker.state.nthreads != 1:
            raise ClusterError(f"worker {worker.address} has {worker.state.nthreads} threads: start it with --nthreads 1")
        os.environ.setdefault("KERNEL_WORKER", "dask-" + re.sub(r"\W+", "-", str(worker.name)))
        from theorems.catalogue import ask_again
        from theorems.judging.sources import code_version

        if code_version() != self.code:
            raise ClusterError(f"worker {worker.address} has other code or other packages than this checkout")
        ask_again(self.papers)


@contextmanager
def workers(
    address: str, code: str, papers: Sequence[str], patience: float = 10.0
) -> Iterator[tuple[Executor, Callable[[], int]]]:
    """The cluster at ``address`` as an executor, and how many workers it has at the moment.

    ``code`` is the version of our code, ``papers`` the files that were read by path. Raises ClusterError when nothing answers
    within ``patience`` seconds or a worker is none of ours.
    """
    try:
        client = Client(address, timeout=patience, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ClusterError(f"no scheduler answers at {address}: {error}") from error
    name = f"referee-{uuid.uuid4()}"
    with client:
        try:
            client.register_plugin(OneOfUs(code, papers), name=name)
        except Exception as error:
            raise ClusterError(f"the workers of {address} cannot do this work: {error}") from error
        try:
            yield client.get_executor(pure=False), _Number(client, address)
        finally:
            with suppress(Exception):  # a scheduler that has gone has forgotten it
                client.unregister_worker_plugin(name)


@dataclass
class _Number:
    """How many workers a cluster has; asked at most once a second, since the answer takes as long as a small unit."""

    client: Client
    address: str
    asked: float = -math.inf
    number: int = 0

    def __call__(self) -> int:
        if time.monotonic() > self.asked + 1:
            try:
                self.number = sum(self.client.nthreads().values())
            except OSError as error:
                raise ClusterError(f"the scheduler {self.address} is gone") from error
            self.asked = time.monotonic()
        return self.number
