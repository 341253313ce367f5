"""Does everything that a statement's printed proof rests on stand? Computed from the records, never written down."""

from collections.abc import Mapping, Sequence

from theorems.judging.feasibility import EVERYWHERE
from theorems.judging.record import Record, address_of

STANDING = ("holds", "asymptotic")


def stands(record: Record) -> bool:
    """May a proof rest on it? Also on a bound that is true and says nothing: what cites it then uses nothing false.

    Hypotheses that nothing meets are the other way to be vacuous. On those nothing may rest: their part never applies.
    """
    return record["verdict"] in STANDING or uninformative(record)


def uninformative(record: Record) -> bool:
    """Is it vacuous because its bound says nothing anywhere, and not because nothing meets its hypotheses?"""
    return record["verdict"] == "vacuous" and (record.get("account") or {}).get("uninformative") == EVERYWHERE


Graph = Mapping[str, Mapping[str, None]]  # address -> what it rests on, both in the records' order


def dependency_graph(records: list[Record]) -> Graph:
    """Address -> the addresses it rests on; an address without a part stands for all parts of the statement.

    Raises ValueError for a dependency that no record answers to and for a circular one.
    """
    graph: dict[str, dict[str, None]] = {}
    members: dict[str, dict[str, None]] = {}
    for record in records:
        address = address_of(record)
        graph.setdefault(address, {})
        members.setdefault(address, {})[address] = None
        members.setdefault(f"{record['paper']}/{record['statement']}", {})[address] = None
    for record in records:
        for target in record["depends_on"]:
            if target not in members:
                raise ValueError(f"{address_of(record)} rests on {target}, which has no record")
            graph[address_of(record)] |= members[target]
    _all_below(graph)
    return graph


def known_dependencies(records: Sequence[Record]) -> Graph:
    """The same among these records alone: a report of some statements rests on more than it holds."""
    known = {address_of(r) for r in records} | {f"{r['paper']}/{r['statement']}" for r in records}
    return dependency_graph([r | {"depends_on": [t for t in r["depends_on"] if t in known]} for r in records])


def known_below(records: Sequence[Record]) -> dict[str, frozenset[str]]:
    """Address -> all that it rests on among these records, directly or not."""
    return _all_below(known_dependencies(records))


def _all_below(graph: Graph) -> dict[str, frozenset[str]]:
    """Address -> all that it rests on, directly or not. Raises ValueError for a circular proof."""
    below: dict[str, frozenset[str]] = {}
    path: list[str] = []

    def look(address: str) -> frozenset[str]:
        if address in path:
            raise ValueError("circular proof: " + " -> ".join(path[path.index(address) :]))
        if address not in below:
            path.append(address)
            below[address] = frozenset(graph[address]).union(*map(look, graph[address]))
            path.pop()
        return below[address]

    for address in graph:
        look(address)
    return below


def fill_supported(records: list[Record]) -> list[Record]:
    """The records with ``supported`` (everything below stands as printed) and ``supported_repaired`` (everything
    below stands as printed or in its intended reading) filled in.

    An intended reading may be split where the printed one is not: ``5`` is repaired when ``5.i`` and ``5.ii`` stand.
    """
    below = _all_below(dependency_graph(records))
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
        resting_on = below[address_of(record)]
        filled.append(
            record
            | {
                "supported": all(stated.get(address, False) for address in resting_on),
                "supported_repaired": all(either[address] for address in resting_on),
            }
        )
    return filled
