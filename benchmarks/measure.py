"""Timing contenders in turns, each in a process of its own.

A contender is a workload done in one way: by the kernels of this checkout, by those of another, or by a peer. All take
turns, so that a busy machine is busy for everybody, and what counts is the ratio within a round. A process of its own
keeps its libraries' threads and its memory apart: a peer runs with the threads that its library takes by default. On
a machine that is busy with other work each takes one thread, and processor time is measured.
"""

import os
import pickle
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

THREADS = ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
HERE = Path(__file__).resolve().parents[1]


class Contender:
    """A process that prepares a workload once and repeats it when asked."""

    def __init__(self, way: str, checkout: Path = HERE, busy: bool = False) -> None:
        self.way = way
        self.times: list[float] = []
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.worker", str(checkout), *(["--busy"] if busy else [])],
            cwd=HERE,
            env={**os.environ, "PYTHONPATH": str(HERE), **(dict.fromkeys(THREADS, "1") if busy else {})},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def _ask(self, *question: object) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        pickle.dump(question, self.process.stdin)
        self.process.stdin.flush()
        answer = pickle.load(self.process.stdout)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def prepare(self, workload: str, size: int) -> tuple[Any, int]:
        """Do the workload for the first time; its answer, and the bytes that it took at its peak."""
        self.times = []
        answer, memory = self._ask(workload, size, self.way)
        return answer, memory

    def once(self) -> None:
        """Note the seconds of one more call."""
        self.times.append(self._ask())

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()

    @property
    def seconds(self) -> float:
        return median(self.times)
