"""How a long run runs: units and workers that die, further seeds, times that end, files that are replaced whole."""

import itertools
import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count, product
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from tests.fabricated import POINT, record
from theorems import files
from theorems.catalogue import find
from theorems.digest import digest
from theorems.judging.judge import EFFORTS
from theorems.judging.record import Record
from theorems.judging.units import Unit, Where, _Shares, done
from theorems.report import budget
from theorems.statement import Part
from theorems.time_limit import OutOfTimeError, time_limit

NUMBERS: list[Unit] = [(number,) for number in range(7)]


def test_each_unit_is_taken_once_whoever_asks() -> None:
    for lanes, size in product((1, 2, 3, 7, 9), (0, 1, 6, 7)):
        for asking in ([0], [lanes - 1], range(lanes)):
            shares = _Shares(NUMBERS[:size], lanes)
            *found, last = [shares.next(lane) for _ in range(size + 1) for lane in asking]
            assert sorted(unit for unit in found if unit is not None) == NUMBERS[:size]
            assert last is None


def killed_at(number: int, marker: str, deadly: tuple[int, ...]) -> int:
    """A task whose worker is killed at some numbers, once each."""
    if number in deadly:
        with suppress(FileExistsError):
            Path(marker, str(number)).touch(exist_ok=False)
            os.kill(os.getpid(), signal.SIGKILL)
    return number**2


def test_a_unit_of_a_killed_worker_is_done_again_and_comes_out_once(tmp_path: Path) -> None:
    deadly = (3, 4)
    found = list(done(killed_at, [(number, str(tmp_path), deadly) for number in range(10)], Where(2)))
    assert sorted(result for _, result in found) == [number**2 for number in range(10)]
    assert len(list(tmp_path.iterdir())) == len(deadly)


QUICK = EFFORTS["quick"]
(ONE,) = find("superiority/Lemma D.2/1a")
(OTHER,) = find("superiority/Lemma D.2/3a")

Found = Callable[[Part, int], Record]


def block(part: Part, seed: int, *, ratio: float | None = None, **more: Any) -> Record:
    """What the search of a part finds with a seed."""
    tight = None if ratio is None else {"ratio": ratio, "instance": f"seed={seed}"}
    asked = {"seed": seed, "digest": digest(part), "depends_on": list(part.depends_on), "tightness": tight}
    return record("Lemma D.2", part.label, **asked | more)


def searched(monkeypatch: pytest.MonkeyPatch, found: Found, blocks: int) -> list[Record]:
    """The records after so many further blocks."""
    parts = {part.slug: part for part in (ONE, OTHER)}

    def here(task: object, units: Iterable[Unit], where: Where) -> Iterator[tuple[Unit, Record]]:
        for slug, effort, seed in itertools.islice(units, blocks):
            yield (slug, effort, seed), found(parts[slug], seed)

    monkeypatch.setattr(budget, "done", here)
    first = [found(part, 0) for part in (ONE, OTHER)]
    records, _ = budget.search_on((ONE, OTHER), first, QUICK, 0, None, seconds=60, where=Where(1))
    return records


WORSE = {
    "a counterexample": {"verdict": "fails", "evidence": "certified", "witness": POINT},
    "a contradiction": {"verdict": "unknown", "evidence": "none", "how": "contradiction: a proof and a point disagree"},
}
TESTED = {"verdict": "holds", "evidence": "tested"}


@pytest.mark.parametrize("later", [*WORSE.values(), TESTED], ids=[*WORSE, "the same"])
def test_what_is_graver_is_kept_and_not_taken_back_by_a_later_seed(later, monkeypatch) -> None:
    def at_the_third_seed(part: Part, seed: int) -> Record:
        return block(part, seed, ratio=1 - 2.0**-seed, **(later if (part, seed) == (ONE, 3) else TESTED))

    one, other = searched(monkeypatch, at_the_third_seed, 20)
    assert (one["verdict"], one["seed"] == 3) == (later["verdict"], later is not TESTED)
    assert other["verdict"] == "holds"


def spin(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def stubborn() -> str:
    try:
        with time_limit(0.1):
            end = time.monotonic() + 30
            while time.monotonic() < end:
                with suppress(Exception):
                    spin(0.01)
    except OutOfTimeError:
        return "out of time"
    return "swallowed"


def test_the_time_ends_a_loop_also_one_that_swallows_errors_and_in_any_thread() -> None:
    assert stubborn() == "out of time"
    with ThreadPoolExecutor(1) as other:
        assert other.submit(stubborn).result() == "out of time"


def test_the_time_waits_for_hypothesis_and_then_ends_what_runs_in_any_thread() -> None:
    """An exception between two lines of Hypothesis' own spoils every later test of the process."""

    def through() -> bool:
        own: dict[str, Any] = {
            "__name__": "hypothesis.control",
            "spin": FunctionType(spin.__code__, {"time": time, "__name__": "time"}),
        }
        exec("def busy():\n    spin(0.1)\n    spin(0.1)\n    return True", own)
        done = False
        with suppress(OutOfTimeError), time_limit(0.02):
            done = own["busy"]()
            spin(30)
        return done

    start = time.monotonic()
    assert through()
    with ThreadPoolExecutor(1) as other:
        assert other.submit(through).result()
    assert time.monotonic() < start + 5


@pytest.mark.parametrize("within", [0.01, 30.0])
def test_a_time_goes_on_after_another_within_it(within: float) -> None:
    """Also where the one within would have been over later."""
    start = time.monotonic()

    def one_after_the_other() -> None:
        while time.monotonic() < start + 10:
            with suppress(OutOfTimeError), time_limit(within):
                spin(0.02)
            spin(0.01)

    with pytest.raises(OutOfTimeError), time_limit(0.3):
        one_after_the_other()
    assert time.monotonic() < start + 5
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


@pytest.mark.parametrize("together", [False, True], ids=["files", "a folder"])
@pytest.mark.parametrize("good", [0, 1])
def test_what_cannot_be_written_leaves_the_files_before_it_whole(good, together, tmp_path, monkeypatch) -> None:
    """A full disk at the first file, at the second one."""
    folder, done = tmp_path / "folder", count(1)

    def write(one: str, two: str) -> None:
        if together:
            files.replace_folder(folder, {"one": one, "two": two}, ())
        else:
            files.replace({folder / "one": one, folder / "two": two})

    def full(file: Any) -> None:
        if next(done) > good:
            raise OSError(28, "No space left on device")

    def found() -> dict[str, str]:
        return {str(path.relative_to(tmp_path)): path.read_text() for path in tmp_path.rglob("*") if path.is_file()}

    write("old", "old, too")
    before = found()
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(files.UnwritableError, match="No space left"):
        write("new", "new, too")
    assert found() == before
    monkeypatch.undo()
    write("new", "new, too")
    assert found() == {"folder/one": "new", "folder/two": "new, too"}
