"""Does everything that a statement's printed proof rests on stand? Computed from the records, never written down."""

from __future__ import annotations

import networkx as nx

from theorems.account import EVERYWHERE
from theorems.record import Record, address_of

STANDING = ("holds", "asymptotic")


def stands(record: Record) -> bool:
    """May a proof rest on it? Also on a bound that is true and says nothing: what cites it then uses nothing false.

    Hypotheses that nothing meets are the other way to be vacuous. On those nothing may rest: their part never applies.
    """
    return record["verdict"] in STANDING or uninformative(record)


def uninformative(record: Record) -> bool:
    """Is it vacuous because its bound says nothing anywhere, and not because nothing meets its hypotheses?"""
    return record["verdict"] == "vacuous" and (record.get("account") or {}).get("uninformative") == EVERYWHERE


def dependency_graph(records: list[Record]) -> nx.DiGraph:
    """Address -> the addresses it rests on; an address without a part stands for all parts of the statement.

    Raises ValueError for a dependency that no record answers to and for a circular one.
    """
    graph = nx.DiGraph()
    members: dict[str, set[str]] = {}
    for record in records:
        address = address_of(record)
        graph.add_node(address)
        members.setdefault(address, set()).add(address)
        members.setdefault(f"{record['paper']}/{record['statement']}", set()).add(address)
    for record in records:
        for target in record["depends_on"]:
            if target not in members:
                raise ValueError(f"{address_of(record)} rests on {target}, which has no record")
            graph.add_edges_from((address_of(record), member) for member in members[target])
    cycle = next(iter(nx.simple_cycles(graph)), None)
    if cycle is not None:
        raise ValueError("circular proof: " + " -> ".join(cycle))
    return graph


def fill_supported(records: list[Record]) -> list[Record]:
    """The records with ``supported`` (everything below stands as printed) and ``supported_repaired`` (everything
    below stands as printed or in its intended reading) filled in.

    An intended reading may be split where the printed one is not: ``5`` is repaired when ``5.i`` and ``5.ii`` stand.
    """
    graph = dependency_graph(records)
    stated: dict[str, bool] = {}
    either: dict[str, bool] = {}
    for record in records:
        address, standing = address_of(record), stands(record)
        if record["reading"] == "stated":
            stated[address] = standing
        either[address] = either.get(address, False) or standing
    pieces: dict[str, list[bool]] = {}
    for address in either.keys() - stated.keys():
        pieces.setdefault(address.rpartition(".")[0], []).append(either[address])
    for address, every in pieces.items():
        either[address] = either.get(address, False) or all(every)
    filled = []
    for record in records:
        below = nx.descendants(graph, address_of(record))
        filled.append(
            record
            | {
                "supported": all(stated.get(address, False) for address in below),
                "supported_repaired": all(either[address] for address in below),
            }
        )
    return filled
