"""``python -m theorems.experiments list`` and ``python -m theorems.experiments run NAME... | all``."""

import argparse
import json
import platform
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from theorems import command, files
from theorems.experiments import chart
from theorems.experiments.panel import MissingExtraError, Panel, Settings, UnknownPanelError, find, panels
from theorems.experiments.progress import told
from theorems.judging.record import versions
from theorems.judging.sources import code_version

ENDINGS = ("png", "svg", "csv", "json")


@command.names_errors
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
        "names", nargs="+", metavar="NAME", help='"superiority/fig3a", "fig3a" (where one paper alone has it), or "all"'
    )
    running.add_argument("--output", type=command.path, default=Path("reports/experiments"), help="where the files go")
    running.add_argument("--trials", type=int, help="Monte Carlo trials per point (default: the paper's own number)")
    running.add_argument("--seed", type=int, default=0, help="seed of the Monte Carlo")
    running.add_argument("--no-monte-carlo", action="store_true", help="the exact curves alone")
    running.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a choice the paper leaves open (repeat)"
    )
    for each in (listing, running):
        each.add_argument("--paper", help="only this paper's panels")
    given = parser.parse_args(arguments)
    try:
        return _list(given.paper, given.options) if given.command == "list" else _run(given)
    except (UnknownPanelError, ValueError) as error:
        return command.unusable(str(error))


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
    every = given.names == ["all"]
    if not every:
        if "all" in given.names:
            raise ValueError("all stands alone: it is every panel")
        names = [name if given.paper is None or "/" in name else f"{given.paper}/{name}" for name in given.names]
        chosen = list({each.address: each for each in map(find, names)}.values())
    if every and given.no_monte_carlo:
        for each in chosen:
            if not each.exact:
                print(f"{each.address}: left out, it has nothing exact to draw", flush=True)
        chosen = [each for each in chosen if each.exact]
    options = _options(given.option)
    alone = len(chosen) == 1
    settings = [
        each.settings(
            # With several panels an option goes to those that have it; one that none has is an error below.
            {name: value for name, value in options.items() if alone or _has(each, name)},
            trials=given.trials if alone or each.trials is not None else None,
            seed=given.seed,
            monte_carlo=not given.no_monte_carlo,
        )
        for each in chosen
    ]
    for name in options:
        if not any(_has(each, name) for each in chosen):
            raise ValueError(f"none of these panels has an option {name!r}")
    if given.trials is not None and all(each.trials is None for each in chosen):
        raise ValueError("--trials: none of these panels repeats anything at random")
    for each in chosen:
        _check_free(given.output / each.address)
    for each, chosen_settings in zip(chosen, settings, strict=True):
        try:
            print(_draw(each, chosen_settings, given.output), flush=True)
        except MissingExtraError as error:
            if not every:
                raise
            print(f"{each.address}: left out, {error}", flush=True)
        except MemoryError as error:
            raise ValueError(f"{each.address} with these sizes needs more memory than there is: {error}") from error
        except (ValueError, ArithmeticError) as error:
            raise ValueError(f"{parameters(each, chosen_settings)}: there is no such picture: {error}") from error
    return 0


def _check_free(stem: Path) -> None:
    """Before anything is computed. Raises UnwritableError where the panel's files could not be written."""
    files.check_writable(stem.parent)
    for ending in ENDINGS:
        if stem.with_name(f"{stem.name}.{ending}").is_dir():
            raise files.UnwritableError(f"{stem.with_name(f'{stem.name}.{ending}')}: a folder is in the way")


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
    with told(panel.address):
        picture = panel.draw(settings)
    seconds = time.perf_counter() - start
    notes = tuple(getattr(picture, "notes", ()))  # what a picture says of itself in words
    description = {
        "panel": panel.address,
        "title": panel.title,
        "source": panel.source,
        "files": [f"{panel.name}.{ending}" for ending in ENDINGS[:-1]],
        "options": {
            option.name: {"value": settings[option.name], "default": option.default, "reason": option.reason}
            for option in panel.options
        },
        "trials": settings.trials or 0,
        "seed": settings.seed,
        "monte_carlo": settings.monte_carlo,
        "seconds": round(seconds, 3),
        "notes": notes,
        "commit": commit(),
        "code": code_version(),
        "versions": versions() | {name: version(name) for name in ("matplotlib", "torch") if find_spec(name)},
        "python": platform.python_version(),
    }
    content = json.dumps(description, indent=1, ensure_ascii=False) + "\n"
    paths = chart.write(picture, output / panel.address, parameters(panel, settings), content)
    lines = (f"{panel.address}: {seconds:.1f} s, {', '.join(str(path) for path in paths)}", *notes)
    return "\n    ".join(lines)


def parameters(panel: Panel, settings: Settings) -> str:
    """What the picture was drawn with, for its title and the head of its table."""
    options = ", ".join(f"{option.name} = {settings[option.name]}" for option in panel.options)
    drawn = f"{settings.trials} trials, " if settings.trials else ""
    random = f"{drawn}seed {settings.seed}" if settings.monte_carlo or not panel.exact else ""
    return f"{panel.address}: " + "; ".join(filter(None, (options, random, None if options or random else "no options")))


@cache
def commit() -> str | None:
    """The commit that is checked out, with a + where files differ from it; None where there is no repository."""
    root = Path(__file__).resolve().parents[2]
    try:
        head, changed = (
            subprocess.run(["git", *words], cwd=root, capture_output=True, check=True, timeout=10).stdout.decode().strip()
            for words in (["rev-parse", "HEAD"], ["status", "--porcelain", "--untracked-files=no"])
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return head + ("+" if changed else "")


if __name__ == "__main__":
    sys.exit(command.run(main))
