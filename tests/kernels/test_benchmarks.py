"""What ``make bench`` does with what it measures."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from benchmarks import __main__ as bench
from benchmarks import measure
from benchmarks.workloads import KERNEL, Workload


class Scripted:
    """A contender whose answers and times are given."""

    def __init__(self, answer: float, times: list[float]) -> None:
        self.answer, self.script = answer, times
        self.times: list[float] = []

    def prepare(self, workload: str, size: int) -> tuple[float, int]:
        return self.answer, 2**20

    def once(self) -> None:
        self.times.append(self.script[len(self.times)])

    @property
    def seconds(self) -> float:
        return float(np.median(self.times))


def work(flops=None) -> Workload:
    return Workload("sums", (10, 100), {}, lambda a, b: abs(a - b), {10: 0.5, 100: 0.7}, flops)


def test_ratios_are_taken_within_rounds() -> None:
    contenders: dict[str, Any] = {KERNEL: Scripted(1.0, [1, 2, 30]), "peer": Scripted(1.5, [2, 4, 60])}
    point = bench.at_size("sums", work(), 10, contenders, 3)
    assert point["against"]["peer"] == {"ratio": 0.5, "low": 0.5, "high": 0.5}


def test_a_contender_that_disagrees_is_an_error() -> None:
    contenders: dict[str, Any] = {KERNEL: Scripted(1.0, [1.0]), "peer": Scripted(2.5, [1.0])}
    with pytest.raises(AssertionError, match=r"kernel and peer disagree, 1\.5 times"):
        bench.at_size("sums", work(), 10, contenders, 1)
    contenders["peer"].answer = float("nan")
    with pytest.raises(AssertionError, match="disagree"):
        bench.at_size("sums", work(), 10, contenders, 1)


def test_a_contender_lives_in_a_process_of_its_own() -> None:
    contender = measure.Contender("NumPy, reassociated", busy=True)
    try:
        answer, memory = contender.prepare("linear attention, d=16", 1000)
        contender.once()
        assert answer.shape == (1000, 16)
        assert memory >= 0
        assert contender.seconds > 0
        with pytest.raises(KeyError):
            contender.prepare("no such workload", 1)
    finally:
        contender.close()
