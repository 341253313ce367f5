from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from theorems.experiments.__main__ import main
from theorems.experiments.panel import Settings, UnknownPanelError, find, panel, panels


def test_list_names_every_panel(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    shown = capsys.readouterr().out
    assert all(p.address in shown for p in panels())
    assert main(["list", "--paper", "superiority", "--options"]) == 0
    assert "a positive number" in capsys.readouterr().out


def test_run_writes_picture_table_and_description(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "fig7b", "--output", str(tmp_path), "--trials", "20", "--seed", "5", "--option", "y=separate"]) == 0
    assert "fig7b" in capsys.readouterr().out
    files = {path.suffix: path for path in (tmp_path / "superiority").iterdir()}
    assert set(files) == {".png", ".svg", ".csv", ".json"}
    assert files[".png"].read_bytes().startswith(b"\x89PNG")
    assert "Ratio of Success" in files[".svg"].read_text() or "<svg" in files[".svg"].read_text()
    rows = list(csv.DictReader(files[".csv"].read_text().splitlines()))
    assert [float(row["d"]) for row in rows] == [2, 3, 5, 6, 9, 11, 21, 26, 41, 51]
    assert all(row["trials"] == "20" and float(row["ci_low"]) <= float(row["ci_high"]) for row in rows)
    described = json.loads(files[".json"].read_text())
    assert described["options"]["y"]["value"] == "separate"
    assert described["options"]["y"]["reason"]
    assert described["seed"] == 5


def test_a_seed_gives_the_same_table_twice(tmp_path: Path) -> None:
    for name in ("one", "two"):
        main(["run", "fig7d", "--output", str(tmp_path / name), "--trials", "10", "--seed", "3"])
    one, two = ((tmp_path / name / "superiority" / "fig7d.csv").read_text() for name in ("one", "two"))
    assert one == two


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["run", "fig99"], "the nearest are: fig"),
        (["run", "all", "--paper", "poetry"], "no panels of a paper"),
        (["run", "fig4a", "--option", "tau=-1"], "tau=-1: -1 is not positive"),
        (["run", "fig4a", "--option", "y=all"], "choose from shared"),
        (["run", "fig4a", "--option", "colour=red"], "no option 'colour'; it has y"),
        (["run", "fig4a", "fig4b", "--option", "colour=red"], "none of these panels"),
        (["run", "fig4a", "--option", "y"], "NAME=VALUE"),
        (["run", "fig4a", "--trials", "0"], "at least 1"),
        (["run", "fig4a", "--seed", "-1"], "seed"),
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


def test_a_panel_is_found_by_address_or_by_the_first_bare_name() -> None:
    assert find("fig3a") is find("superiority/fig3a")
    assert find("fig4a") is find("superiority/fig4a")
    names = [p.name for p in panels()]
    for shared in {name for name in names if names.count(name) > 1}:
        assert find(shared) is next(p for p in panels() if p.name == shared)
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
