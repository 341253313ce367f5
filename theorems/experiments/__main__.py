"""``python -m theorems.experiments list`` and ``python -m theorems.experiments run NAME... | all``."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from theorems.experiments import chart
from theorems.experiments.panel import MissingExtraError, Panel, Settings, UnknownPanelError, find, panels

UNUSABLE = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status: 0, or 2 for an unknown panel or an option it does not have."""
    parser = argparse.ArgumentParser(
        prog="python -m theorems.experiments", description="The papers' figures: exactly, and by Monte Carlo."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    listing = commands.add_parser("list", help="name the panels and their options")
    listing.add_argument("--options", action="store_true", help="with every option and the reason for its default")
    running = commands.add_parser("run", help="draw panels: PNG, SVG, CSV, and a JSON that says how")
    running.add_argument(
        "names", nargs="+", metavar="NAME", help='"superiority/fig3a", "fig3a" (the first one listed), or "all"'
    )
    running.add_argument("--output", type=Path, default=Path("reports/experiments"), help="where the files go")
    running.add_argument("--trials", type=int, help="Monte Carlo trials per point (default: the paper's own number)")
    running.add_argument("--seed", type=int, default=0, help="seed of the Monte Carlo")
    running.add_argument("--no-monte-carlo", action="store_true", help="the exact curves alone")
    running.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a choice the paper leaves open (repeat)"
    )
    for command in (listing, running):
        command.add_argument("--paper", help="only this paper's panels")
    given = parser.parse_args(arguments)
    try:
        return _list(given.paper, given.options) if given.command == "list" else _run(given)
    except (UnknownPanelError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return UNUSABLE


def _of(paper: str | None) -> list[Panel]:
    """The panels of a paper, or all. Raises ValueError for a paper that has none."""
    chosen = [each for each in panels() if paper in (None, each.address.partition("/")[0])]
    if not chosen:
        papers = sorted({p.address.partition("/")[0] for p in panels()})
        raise ValueError(f"no panels of a paper {paper!r}; there are those of {', '.join(papers)}")
    return chosen


def _list(paper: str | None, with_options: bool) -> int:
    for each in _of(paper):
        print(f"{each.address:28} {each.title}  [{each.source}]")
        for option in each.options if with_options else ():
            others = f" (or: {option.alternatives()})" if option.alternatives() else ""
            print(f"    {option.name}={option.default}{others}: {option.reason}")
    return 0


def _run(given: argparse.Namespace) -> int:
    chosen = _of(given.paper)
    if given.names != ["all"]:
        names = [name if given.paper is None or "/" in name else f"{given.paper}/{name}" for name in given.names]
        chosen = [find(name) for name in names]
    options = _options(given.option)
    settings = [
        each.settings(
            # With several panels an option goes to those that have it; one that none has is an error below.
            {name: value for name, value in options.items() if len(chosen) == 1 or _has(each, name)},
            trials=given.trials,
            seed=given.seed,
            monte_carlo=not given.no_monte_carlo,
        )
        for each in chosen
    ]
    for name in options:
        if not any(_has(each, name) for each in chosen):
            raise ValueError(f"none of these panels has an option {name!r}")
    for each, chosen_settings in zip(chosen, settings, strict=True):
        try:
            print(_draw(each, chosen_settings, given.output), flush=True)
        except MissingExtraError as error:
            if given.names != ["all"]:
                raise
            print(f"{each.address}: left out, {error}", flush=True)
    return 0


def _has(panel: Panel, name: str) -> bool:
    return any(option.name == name for option in panel.options)


def _options(given: Sequence[str]) -> dict[str, str]:
    options = {}
    for text in given:
        name, equal, value = text.partition("=")
        if not equal:
            raise ValueError(f"{text!r} is not of the form NAME=VALUE")
        options[name] = value
    return options


def _draw(panel: Panel, settings: Settings, output: Path) -> str:
    start = time.perf_counter()
    picture = panel.draw(settings)
    seconds = time.perf_counter() - start
    notes = tuple(getattr(picture, "notes", ()))  # what a picture says of itself in words
    stem = output / panel.address
    files = chart.write(picture, stem)
    description = {
        "panel": panel.address,
        "title": panel.title,
        "source": panel.source,
        "files": [path.name for path in files],
        "options": {
            option.name: {"value": settings[option.name], "default": option.default, "reason": option.reason}
            for option in panel.options
        },
        "trials": settings.trials,
        "seed": settings.seed,
        "monte_carlo": settings.monte_carlo,
        "seconds": round(seconds, 3),
        "notes": notes,
    }
    stem.with_suffix(".json").write_text(json.dumps(description, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    lines = (f"{panel.address}: {seconds:.1f} s, {', '.join(str(path) for path in files)}", *notes)
    return "\n    ".join(lines)


if __name__ == "__main__":
    sys.exit(main())
