from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from theorems.experiments.__main__ import main
from theorems.experiments.panel import Settings, UnknownPanelError, find, panel, panels
from theorems.experiments.progress import counted, told


def test_list_names_every_panel(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    shown = capsys.readouterr().out
    assert all(p.address in shown for p in panels())
    assert main(["list", "--paper", "superiority", "--options"]) == 0
    assert "a positive number" in capsys.readouterr().out


def test_run_writes_picture_table_and_description(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["run", "superiority/fig7b", "--output", str(tmp_path), "--trials", "20", "--seed", "5", "--option", "y=separate"])
        == 0
    )
    assert "fig7b" in capsys.readouterr().out
    files = {path.suffix: path for path in (tmp_path / "superiority").iterdir()}
    assert set(files) == {".png", ".svg", ".csv", ".json"}
    assert files[".png"].read_bytes().startswith(b"\x89PNG")
    assert "Ratio of Success" in files[".svg"].read_text() or "<svg" in files[".svg"].read_text()
    head, *lines = files[".csv"].read_text(encoding="utf-8").splitlines()
    assert head.startswith("# superiority/fig7b: y = separate, j3 = same")
    assert head.endswith("20 trials, seed 5")
    rows = list(csv.DictReader(lines))
    assert [float(row["d"]) for row in rows] == [2, 3, 5, 6, 9, 11, 21, 26, 41, 51]
    assert all(row["trials"] == "20" and float(row["ci_low"]) <= float(row["ci_high"]) for row in rows)
    described = json.loads(files[".json"].read_text())
    assert described["options"]["y"]["value"] == "separate"
    assert described["options"]["y"]["reason"]
    assert (described["seed"], described["trials"], described["monte_carlo"]) == (5, 20, True)
    assert described["commit"] is None or re.fullmatch("[0-9a-f]{40}[+]?", described["commit"])
    assert {"numpy", "matplotlib"} <= set(described["versions"])
    assert "20 trials, seed 5" in re.sub(r"\s+", " ", files[".svg"].read_text(encoding="utf-8"))


def test_a_seed_gives_the_same_table_twice(tmp_path: Path) -> None:
    for name in ("one", "two"):
        main(["run", "superiority/fig7d", "--output", str(tmp_path / name), "--trials", "10", "--seed", "3"])
    one, two = ((tmp_path / name / "superiority" / "fig7d.csv").read_text() for name in ("one", "two"))
    assert one == two


@pytest.mark.parametrize("way", ["a file", "a folder in it"])
def test_an_output_that_cannot_be_written_is_found_before_anything_is_computed(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("theorems.experiments.__main__._draw", lambda *given: pytest.fail("computed"))
    output = tmp_path / "output"
    if way == "a file":
        output.write_text("mine", encoding="utf-8")
    else:
        (output / "superiority" / "fig3a.svg").mkdir(parents=True)
    assert main(["run", "superiority/fig3a", "--output", str(output)]) == 2
    assert str(output) in capsys.readouterr().err


def test_what_takes_long_says_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    with told("superiority/fig3a", every=0.05):
        for _ in counted(range(3), "points"):
            time.sleep(0.1)
    said = capsys.readouterr().err
    assert "superiority/fig3a: 0 s, points 1 of 3" in said
    with told("superiority/fig3a", every=5):
        pass
    assert capsys.readouterr().err == ""


def test_blas_is_told_to_use_one_thread_before_numpy_is_there() -> None:
    order = """import os, sys
class Watch:
    def find_spec(self, name, *more):
        if name == "numpy":
            print(os.environ.get("OPENBLAS_NUM_THREADS"))
sys.meta_path.insert(0, Watch())
import theorems.experiments.__main__"""
    environment = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    done = subprocess.run([sys.executable, "-c", order], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["run", "fig99"], "the nearest are: fig"),
        (["run", "all", "--paper", "poetry"], "no panels of a paper"),
        (["run", "superiority/fig4a", "--option", "tau=-1"], "tau=-1: -1 is not positive"),
        (["run", "superiority/fig4a", "--option", "y=all"], "choose from shared"),
        (["run", "superiority/fig4a", "--option", "colour=red"], "no option 'colour'; it has y"),
        (["run", "superiority/fig4a", "superiority/fig4b", "--option", "colour=red"], "none of these panels"),
        (["run", "superiority/fig4a", "--option", "y"], "NAME=VALUE"),
        (["run", "superiority/fig4a", "--trials", "0"], "at least 1"),
        (["run", "superiority/fig4a", "--trials", "1000000000000"], "at most 1000000"),
        (["run", "superiority/fig4a", "--option", "tau=1e999999999"], "tau"),
        (["run", "scan_snap/fig3", "--trials", "5"], "no trials"),
        (["run", "sparse/fig1", "--no-monte-carlo"], "nothing exact"),
        (["run", "sparse/fig1", "--option", "lengths=99999999999"], "lengths"),
        (["run", "sparse/bounds", "--option", "R=1/0"], "R=1/0"),
        (["run", "scan_snap/fig4a", "--option", "steps=99999999999999999999"], "steps"),
        (["run", "superiority/fig4a", "--seed", "-1"], "seed"),
        (["list", "--paper", "poetry"], "no panels of a paper"),
    ],
)
def test_unusable_arguments_end_with_two_and_say_why(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    more = ["--output", str(tmp_path)] if arguments[0] == "run" else []
    assert main([*arguments, *more]) == 2
    assert complaint in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_name_that_two_papers_share_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert find("fig3a") is find("superiority/fig3a")
    names = [p.name for p in panels()]
    for shared in {name for name in names if names.count(name) > 1}:
        with pytest.raises(UnknownPanelError) as refused:
            find(shared)
        assert all(p.address in str(refused.value) for p in panels() if p.name == shared)
    assert main(["run", "fig4a", "--output", str(tmp_path)]) == 2
    assert "superiority/fig4a, scan_snap/fig4a" in capsys.readouterr().err
    with pytest.raises(UnknownPanelError, match=r"nearest are: .*fig"):
        find("figure")


def test_a_paper_narrows_the_names(tmp_path: Path) -> None:
    assert main(["run", "fig7b", "--paper", "superiority", "--no-monte-carlo", "--output", str(tmp_path)]) == 0
    assert (tmp_path / "superiority" / "fig7b.csv").exists()
    assert main(["run", "fig7b", "--paper", "sparse", "--output", str(tmp_path)]) == 2


def test_two_panels_cannot_share_an_address() -> None:
    def draw(settings: Settings) -> None:
        raise NotImplementedError

    with pytest.raises(ValueError, match="two panels"):
        panel("superiority/fig3a", title="", source="")(draw)  # type: ignore[arg-type]
