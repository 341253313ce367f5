"""The dependency graph of a paper's statements, drawn in layers: what rests on nothing stands left."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import networkx as nx

from theorems.judging.record import Record, key_of
from theorems.judging.support import known_dependencies, stands
from theorems.report import words
from theorems.report.outline import reading

WIDTH, HEIGHT, DOWN, MARGIN = 102, 26, 36, 12
ROOM = 1370  # so wide is a window at least; then a column is as far from the next as that leaves it, between these
NEAR, FAR = 112, 172
SWEEPS = 8
Place = Any  # a statement's name, or (source, column) where a long arrow passes

STATES = {
    "stands": "every part stands as printed",
    "repaired": "some part fails as printed, and stands corrected",
    "broken": "some part fails, and no correction of it stands",
    "open": "some part is undecided",
}


@dataclass(frozen=True)
class Node:
    """A statement: where it is drawn, how it fares, whether what it rests on stands as stated, and the numbers of the
    findings that enter there.
    """

    name: str
    x: float
    y: float
    state: str
    supported: bool
    title: str
    findings: Sequence[int] = ()


@dataclass(frozen=True)
class Edge:
    """``target`` rests on ``source``."""

    source: str
    target: str
    path: str


@dataclass(frozen=True)
class Drawing:
    nodes: list[Node]
    edges: list[Edge]
    width: float
    height: float


def state_of(records: Sequence[Record]) -> str:
    """How one statement fares, from its records in both readings. A repair answers for its label and for the label that
    it splits (5.i for 5).
    """
    broken = [r for r in records if r["reading"] == "stated" and not stands(r)]
    repairs = [r for r in records if r["reading"] == "intended"]
    if any(r["verdict"] == "unknown" for r in broken + repairs):
        return "open"
    if not broken:
        return "stands"
    for record in broken:
        own = [r for r in repairs if r["part"] == record["part"] or r["part"].startswith(f"{record['part']}.")]
        if not own or not all(stands(r) for r in own):
            return "broken"
    return "repaired"


def draw(
    records: Sequence[Record], variants: frozenset[str] = frozenset(), roots: Mapping[str, Sequence[int]] | None = None
) -> Drawing:
    """The statements of one paper that rest on another or carry one, in layers; the others stand in rows below.

    ``variants`` are the keys of other readings of a part, which do not colour its statement; ``roots`` names the findings
    that enter at a statement.
    """
    members: dict[str, list[Record]] = {}
    for record in records:
        members.setdefault(record["statement"], []).append(record)
    graph = statement_graph(records)
    linked = [name for name in members if graph.degree(name)]
    places = _layered(graph.subgraph(linked), linked)
    rows = 1 + max((row for _, row in places.values()), default=-1)
    columns = 1 + max((column for column, _ in places.values()), default=3)
    below = rows + (0.6 if places else 0)
    for position, name in enumerate(name for name in members if name not in places):
        places[name] = (position % columns, below + position // columns)
    across = max(NEAR, min(FAR, (ROOM - WIDTH) / max(1, columns - 1)))
    at = {name: (MARGIN + column * across, MARGIN + row * DOWN) for name, (column, row) in places.items()}
    nodes = []
    for name, every in members.items():
        own = [r for r in every if key_of(r) not in variants]
        supported = all(r["supported"] for r in own if r["reading"] == "stated")
        nodes.append(Node(name, *at[name], state_of(own), supported, _title(own), (roots or {}).get(name, ())))
    columns_of = {place: column for place, (column, _) in places.items()}
    edges = [
        Edge(source, target, _curve([at[place] for place in route(source, target, columns_of)]))
        for source, target in graph.edges
    ]
    return Drawing(
        nodes,
        edges,
        width=max((x for x, _ in at.values()), default=0) + WIDTH + MARGIN,
        height=max((y for _, y in at.values()), default=0) + HEIGHT + MARGIN,
    )


def statement_graph(records: Sequence[Record]) -> nx.DiGraph:
    """Statement -> the statements that rest on it (parts merged)."""
    graph = nx.DiGraph()
    graph.add_nodes_from(record["statement"] for record in records)
    for address, resting in known_dependencies(records).items():
        for below in resting:
            source, target = below.split("/")[1], address.split("/")[1]
            if source != target:
                graph.add_edge(source, target)
    return graph


def _layered(graph: nx.DiGraph, order: Sequence[str]) -> dict[Place, tuple[float, float]]:
    """Column and row of each node: columns by topological generation, rows by the mean row of the neighbours.

    Parts never rest on each other in a circle, but merged into statements they may: such statements share a column.
    An arrow over several columns passes through a place ``(source, column)`` of its own in each, so that no box hides it.
    """
    merged = nx.condensation(graph)
    layers: list[list[Place]] = []
    for generation in nx.topological_generations(merged):
        inside = {name for node in generation for name in merged.nodes[node]["members"]}
        layers.append([name for name in order if name in inside])
    column = {name: position for position, layer in enumerate(layers) for name in layer}
    routed = nx.DiGraph()
    routed.add_nodes_from(column)
    for source, target in graph.edges:
        stops = route(source, target, column)
        nx.add_path(routed, stops)
        for stop in stops[1:-1]:
            if stop not in column:
                column[stop] = stop[1]
                layers[stop[1]].append(stop)
    rows = {place: float(row) for layer in layers for row, place in enumerate(layer)}
    for sweep in range(SWEEPS):
        for layer in layers if sweep % 2 == 0 else reversed(layers):
            neighbours = routed.predecessors if sweep % 2 == 0 else routed.successors
            wanted = {place: _mean([rows[other] for other in neighbours(place)], rows[place]) for place in layer}
            layer.sort(key=wanted.__getitem__)
            _spread(layer, wanted, rows)
    used = {row: float(position) for position, row in enumerate(sorted(set(rows.values())))}  # no empty row is drawn
    return {place: (float(column[place]), used[rows[place]]) for place in rows}


def route(source: str, target: str, column: Mapping[Place, float]) -> list[Place]:
    """The places an arrow passes; arrows from one source share them."""
    return [source, *((source, stop) for stop in range(int(column[source]) + 1, int(column[target]))), target]


def _spread(layer: Sequence[Place], wanted: Mapping[Place, float], rows: dict[Place, float]) -> None:
    """Rows near the wanted ones, at least one apart, the first not above the top."""
    free = 0.0
    for place in layer:
        rows[place] = max(free, float(round(wanted[place])))
        free = rows[place] + 1


def _mean(values: Sequence[float], default: float) -> float:
    return sum(values) / len(values) if values else default


def _curve(points: Sequence[tuple[float, float]]) -> str:
    """From the right side of the first box to the left side of the last, straight through the places between."""
    pieces = []
    for position, ((left, y1), (right, y2)) in enumerate(pairwise(points)):
        x1, x2, y1, y2 = left + WIDTH, right, y1 + HEIGHT / 2, y2 + HEIGHT / 2
        bend = (x2 - x1) / 2 if x2 > x1 else 24.0
        pieces.append(f"{'L' if position else 'M'}{x1:g},{y1:g} C{x1 + bend:g},{y1:g} {x2 - bend:g},{y2:g} {x2:g},{y2:g}")
    return " ".join(pieces)


def _title(records: Sequence[Record]) -> str:
    return "\n".join(
        " ".join(filter(None, (r["part"], f"({reading(r)}):", words.verdict(r), words.EVIDENCE[r["evidence"]])))
        for r in records
    )
