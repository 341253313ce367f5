"""How the kernels compare with peers on this machine: ``make bench``, or ``python -m benchmarks``.

Ratios are kernel / peer, below 1 is ahead: the median over rounds in which all took turns, and the quartiles. Absolute
times mean nothing elsewhere. Writes ``reports/bench/bench.md`` and ``bench.json``.
"""

import argparse
import json
import os
import platform
import sys
from pathlib import Path
from statistics import median, quantiles
from time import strftime
from typing import Any

import numpy as np

from benchmarks.measure import HERE, Contender
from benchmarks.workloads import KERNEL, ROOF, ROOF_FLOPS, WORKLOADS, Workload

BEFORE = "before"
HEAD = [
    "workload",
    "size",
    "kernel",
    "peer",
    "kernel / peer",
    "quartiles",
    "aim",
    BEFORE,
    "kernel / before",
    "memory",
    "of the roof",
    "grows as",
]


def ratios(ours: list[float], theirs: list[float]) -> dict[str, float]:
    rounds = [a / b for a, b in zip(ours, theirs, strict=True)]
    low, _, high = quantiles(rounds, n=4, method="inclusive")
    return {"ratio": median(rounds), "low": low, "high": high}


def at_size(name: str, workload: Workload, size: int, contenders: dict[str, Contender], rounds: int) -> dict[str, Any]:
    """Times of all contenders at one size; a contender whose answer differs is an error."""
    runs = {label: contender.prepare(name, size) for label, contender in contenders.items()}
    for label, (answer, _) in runs.items():
        if label == ROOF:
            continue
        distance = workload.distance(runs[KERNEL][0], answer)
        if not distance <= 1:
            raise AssertionError(f"{name}, {size}: kernel and {label} disagree, {distance:.3g} times the tolerance")
    for _ in range(rounds):
        for contender in contenders.values():
            contender.once()
    ours = contenders[KERNEL]
    roof = None
    if workload.flops:
        roof = workload.flops(size) / ours.seconds / (ROOF_FLOPS / contenders[ROOF].seconds)
    return {
        "size": size,
        "roof": roof,
        "memory": {label: memory for label, (_, memory) in runs.items()},
        "seconds": {label: contender.seconds for label, contender in contenders.items()},
        "against": {label: ratios(ours.times, contender.times) for label, contender in contenders.items() if label != KERNEL},
    }


def measured(name: str, workload: Workload, before: Path | None, rounds: int, busy: bool, up_to: int) -> dict[str, Any]:
    contenders = {way: Contender(way, busy=busy) for way in workload.available}
    sizes = [size for size in workload.sizes if size <= up_to] or [workload.sizes[0]]
    if before is not None:
        contenders[BEFORE] = Contender(KERNEL, before, busy)
    try:
        points = [at_size(name, workload, size, contenders, rounds) for size in sizes]
    finally:
        for contender in contenders.values():
            contender.close()
    seconds = [point["seconds"][KERNEL] for point in points]
    exponent = float(np.polyfit(np.log(sizes), np.log(seconds), 1)[0]) if len(points) > 1 else None
    return {"workload": workload.name, "aims": workload.aims, "exponent": exponent, "points": points}


def duration(seconds: float) -> str:
    for unit, scale in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"


def lines(result: dict[str, Any]) -> list[list[str]]:
    """The rows of a workload, one for each size that has an aim: against the fastest peer."""
    points = {point["size"]: point for point in result["points"]}
    wanted = {size: aim for size, aim in result["aims"].items() if size in points} or {max(points): None}
    return [line(result, points[size], aim) for size, aim in wanted.items()]


def line(result: dict[str, Any], point: dict[str, Any], aim: float | None) -> list[str]:
    peers = {label: seconds for label, seconds in point["seconds"].items() if label not in (KERNEL, ROOF, BEFORE)}
    cells = [result["workload"], str(point["size"]), duration(point["seconds"][KERNEL])]
    if peers:
        best = min(peers, key=lambda label: peers[label])
        found = point["against"][best]
        cells += [f"{best}, {duration(peers[best])}", f"{found['ratio']:.2g}", f"{found['low']:.2g} – {found['high']:.2g}"]
    else:
        cells += ["none", "", ""]
    cells.append("" if aim is None else f"≤ {aim:g}" if peers else f"≤ {duration(aim)}")
    if BEFORE in point["against"]:
        found = point["against"][BEFORE]
        cells += [duration(point["seconds"][BEFORE]), f"{found['ratio']:.2g} ({found['low']:.2g} – {found['high']:.2g})"]
    else:
        cells += ["", ""]
    cells.append(f"{point['memory'][KERNEL] / 2**20:.0f} MB")
    cells.append("" if point["roof"] is None else f"{point['roof']:.2f}")
    cells.append("" if result["exponent"] is None else f"n^{result['exponent']:.2f}")
    return cells


def markdown(rows: list[list[str]]) -> str:
    """The table, without columns that are empty throughout."""
    kept = [column for column in range(len(HEAD)) if any(row[column] for row in rows)]
    lines = [HEAD, ["---"] * len(HEAD), *rows]
    return "\n".join("| " + " | ".join(row[column] for column in kept) + " |" for row in lines) + "\n"


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("-k", default="", help="only the workloads whose name contains this")
    parser.add_argument("--before", type=Path, help="another checkout, whose kernels take turns with these")
    parser.add_argument("--busy", action="store_true", help="one thread each and processor time: for a machine with other work")
    parser.add_argument("--up-to", type=int, default=sys.maxsize, help="leave out larger sizes")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--output", type=Path, default=HERE / "reports" / "bench")
    given = parser.parse_args(arguments)
    results = []
    for name, workload in WORKLOADS.items():
        if given.k in name:
            before = given.before.resolve() if given.before else None
            results.append(measured(name, workload, before, given.rounds, given.busy, given.up_to))
            for row in lines(results[-1]):
                print("  ".join(row), flush=True)
    machine = {
        "processor": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
    }
    given.output.mkdir(parents=True, exist_ok=True)
    (given.output / "bench.json").write_text(
        json.dumps(
            {"date": strftime("%Y-%m-%d"), "machine": machine, "rounds": given.rounds, "busy": given.busy, "results": results},
            indent=1,
        )
        + "\n"
    )
    table = markdown([row for result in results for row in lines(result)])
    (given.output / "bench.md").write_text(table)
    print("\n" + table)


if __name__ == "__main__":
    main(sys.argv[1:])
