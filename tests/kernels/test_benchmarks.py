"""What ``make bench`` does with what it measures."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from benchmarks import __main__ as bench
from benchmarks import measure
from benchmarks.workloads import KERNEL, ROOF, WORKLOADS, Workload


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


def test_the_roof_is_measured_and_is_no_peer() -> None:
    contenders: dict[str, Any] = {KERNEL: Scripted(1.0, [1.0] * 2), ROOF: Scripted(9.0, [0.5] * 2)}
    point = bench.at_size("sums", work(lambda size: bench.ROOF_FLOPS * size / 40), 10, contenders, 2)
    assert point["roof"] == pytest.approx(0.125)
    (row,) = bench.lines({"workload": "sums", "aims": {10: 0.5, 100: 0.7}, "exponent": 1.0, "points": [point]})
    assert "none" in row
    assert "≤ 500 ms" in row  # without a peer an aim is a time
    assert len(row) == len(bench.HEAD)


def test_every_size_with_an_aim_is_a_row() -> None:
    contenders: dict[str, Any] = {KERNEL: Scripted(1.0, [1.0] * 2), "peer": Scripted(1.0, [2.0] * 2)}
    points = []
    for size in (10, 50, 100):
        for contender in contenders.values():
            contender.times = []
        points.append(bench.at_size("sums", work(), size, contenders, 2))
    rows = bench.lines({"workload": "sums", "aims": {10: 0.5, 100: 0.7}, "exponent": 1.0, "points": points})
    assert [(row[1], row[bench.HEAD.index("aim")]) for row in rows] == [("10", "≤ 0.5"), ("100", "≤ 0.7")]


def test_columns_without_entries_are_left_out() -> None:
    row = ["x"] * len(bench.HEAD)
    row[bench.HEAD.index("before")] = ""
    head, rule, body = bench.markdown([row]).splitlines()
    assert "before" not in head.split(" | ")
    assert head.count("|") == rule.count("|") == body.count("|") == len(bench.HEAD)


@pytest.mark.parametrize(("seconds", "text"), [(2.5, "2.5 s"), (0.0125, "12.5 ms"), (3e-5, "30 µs")])
def test_durations_are_shown_in_their_unit(seconds: float, text: str) -> None:
    assert bench.duration(seconds) == text


def test_the_roof_can_be_measured() -> None:
    workload = WORKLOADS["linear attention, d=16"]
    assert workload.available[-1] == ROOF
    workload.prepare(ROOF, 1)()


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
