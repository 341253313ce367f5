from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from theorems.experiments.__main__ import main


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
