"""Units of work on this machine: who does what next, and what becomes of a unit whose worker dies."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from itertools import product
from pathlib import Path

from theorems.judging.units import Unit, Where, _Shares, done

NUMBERS: list[Unit] = [(number,) for number in range(7)]


def test_each_unit_is_taken_once_whoever_asks() -> None:
    for lanes, size in product((1, 2, 3, 7, 9), (0, 1, 6, 7)):
        for asking in ([0], [lanes - 1], range(lanes)):
            shares = _Shares(NUMBERS[:size], lanes)
            *found, last = [shares.next(lane) for _ in range(size + 1) for lane in asking]
            assert sorted(unit for unit in found if unit is not None) == NUMBERS[:size]
            assert last is None


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
