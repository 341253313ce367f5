"""``python -m theorems.mutants``: is a part's check worth anything?

Every part that holds is mutated in systematic ways (see :mod:`theorems.mutation` and :mod:`theorems.fates`). Exit status:
0 every part has a mutant that dies, 1 some part has none, 2 unusable arguments.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from theorems.catalogue import PAPERS, UnknownStatementError, find, parts
from theorems.fates import holds, keep, power
from theorems.statement import Part

Powers = dict[str, dict[str, Any]]


def power_of_slug(slug: str, seconds: float) -> tuple[str, dict[str, Any]]:
    """The fates of the mutants of one part: what a worker process is asked for."""
    (part,) = (p for p in find(slug) if p.slug == slug)
    return part.key, power(part, seconds)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m theorems.mutants", description="Mutate the claims, kill the mutants.")
    parser.add_argument("--statement", action="append", default=[], help='"superiority/Lemma D.3" or a part of it')
    parser.add_argument("--paper", choices=sorted(PAPERS))
    parser.add_argument("--seconds", type=float, default=0.5, help="for each mutant")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="worker processes")
    parser.add_argument("--format", choices=("table", "json"), default="table")
    parser.add_argument("--record", action="store_true", help="keep kill rate and slack for the report")
    options = parser.parse_args(arguments)
    errors = Console(stderr=True)
    try:
        chosen = [p for a in options.statement for p in find(a, options.paper)] or list(parts(options.paper))
    except UnknownStatementError as error:
        errors.print(f"error: {error}", style="red", markup=False)
        return 2
    claimed = [p for p in chosen if p.claim is not None and holds(p)]
    if not claimed:
        errors.print("error: no part there that holds and claims a comparison: nothing to mutate", style="red", markup=False)
        return 2
    found: Powers = {}
    for name, fates in _tried(claimed, options.seconds, options.jobs):
        found[name] = fates
        if options.record:  # part by part: what is finished is not lost
            paper = name.partition("/")[0]
            keep(paper, {name: fates}, [part.key for part in parts(paper)])
        errors.print(f"{len(found)}/{len(claimed)} {name}: {fates['killed']} killed", markup=False, highlight=False)
    ordered = {part.key: found[part.key] for part in claimed}
    if options.format == "json":
        print(json.dumps(ordered, indent=1, ensure_ascii=False))
    elif len(ordered) == 1:
        _show_each(*ordered.values())
    else:
        _show(ordered)
    return 0 if all(fates["killed"] for fates in ordered.values()) else 1


def _tried(claimed: Sequence[Part], seconds: float, jobs: int) -> Iterator[tuple[str, dict[str, Any]]]:
    if jobs <= 1 or len(claimed) < 4:
        for part in claimed:
            yield part.key, power(part, seconds)
        return
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        for future in as_completed([pool.submit(power_of_slug, part.slug, seconds) for part in claimed]):
            yield future.result()


def _show_each(fates: dict[str, Any]) -> None:
    """Every mutant of one part, with the witness that kills it or how it is known to be true."""
    table = Table(box=None, header_style="bold")
    for heading in ("mutant", "fate", "witness, or why"):
        table.add_column(heading, overflow="fold")
    for kind, outcome, why in fates["outcomes"]:
        table.add_row(Text(kind), "undecided" if outcome == "survived" else outcome, Text(why))
    _print(table)


def _print(table: Table) -> None:
    console = Console()
    (console if console.is_terminal else Console(width=180)).print(table)


def _show(results: Powers) -> None:
    table = Table(box=None, header_style="bold")
    for heading in ("part", "killed", "true", "undecided", "slack", "a mutant that dies, and where"):
        table.add_column(heading, overflow="fold")
    for name, fates in results.items():
        example = fates["example"]
        table.add_row(
            name,
            *(str(fates[kind]) for kind in ("killed", "true", "survived")),
            "" if fates["slack"] is None else f"factor 1 ∓ {fates['slack']}",
            Text("NONE DIES" if example is None else f"{example['mutant']}: {example['witness']}"),
        )
    _print(table)


if __name__ == "__main__":
    sys.exit(main())
