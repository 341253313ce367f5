"""What rests on what, among the records at hand."""

from __future__ import annotations

from collections.abc import Sequence

import networkx as nx

from theorems.record import Record, address_of
from theorems.support import dependency_graph


def known_graph(records: Sequence[Record]) -> nx.DiGraph:
    """Address -> the addresses it rests on. A report of a few statements rests on some that it does not hold: they are
    left out, where :func:`theorems.support.dependency_graph` refuses.
    """
    known = {address_of(r) for r in records} | {f"{r['paper']}/{r['statement']}" for r in records}
    return nx.DiGraph(
        dependency_graph([r | {"depends_on": [target for target in r["depends_on"] if target in known]} for r in records])
    )


def dependents(graph: nx.DiGraph, address: str) -> tuple[list[str], list[str]]:
    """The addresses that rest on ``address``: directly, and through others only. Both in the graph's order."""
    direct = set(graph.predecessors(address))
    every = nx.ancestors(graph, address)
    order = [node for node in graph if node in every]
    return [node for node in order if node in direct], [node for node in order if node not in direct]
