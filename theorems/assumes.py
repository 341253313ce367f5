"""What a verdict stands on beyond the printed hypotheses, as ``#print axioms`` of Lean tells it of a theorem.

Read off the proof itself: every fact and every part that it names, whether the links need it or not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import networkx

from theorems import textbook
from theorems.language.printing import text
from theorems.language.tree import And, Applied, Claim, Entry, ForAll, Node, Norm, Relation, Symbol
from theorems.provers.context import Cited, reasons_in
from theorems.provers.facts import Definition, Fact, Theorem
from theorems.statement import Part
from theorems.textbook.coq import has_a_lemma

KINDS = {
    "definitions": "definitions of the paper: a new symbol for a term",
    "facts": "taken for granted of the data, without a proof",
    "textbook": "textbook theorems without a proof of their own",
    "own": "theorems of the author's own, without a proof",
    "laws": "laws of random data",
    "parts": "parts that are cited",
    "words": "in words",
}
UNPROVED = ("facts", "textbook", "own", "words")
Assumed = dict[str, list[str]]


def assumes(part: Part) -> Assumed:
    """What the part's proof takes from each kind of :data:`KINDS`, in the proof's order; empty kinds are left out."""
    reasons = tuple(reasons_in((part.proof, part.trivial)))
    theorems = tuple(dict.fromkeys(r.theorem for r in reasons if isinstance(r, Fact)))
    about_data = [theorem for theorem in theorems if isinstance(theorem, Definition)]
    defining = definitions_among(about_data)
    others = [theorem for theorem in theorems if not isinstance(theorem, Definition)]
    law = part.domain.declared and part.domain.declared.law
    found = {
        "definitions": [_said(d) for d in about_data if d in defining],
        "facts": [_said(d) for d in about_data if d not in defining],
        "textbook": [t.name for t in others if t in in_the_textbook() and not has_a_lemma(t)],
        "own": [_said(t) for t in others if t not in in_the_textbook()],
        "laws": [] if not law else [f"Pr[{text(law.event)}] ≥ {text(law.at_least)}"],
        "parts": list(dict.fromkeys(r.line.part.key for r in reasons if isinstance(r, Cited))),
        "words": [w for w in (part.in_words, getattr(part.proof, "in_words", "")) if w],
    }
    return {kind: list(dict.fromkeys(names)) for kind, names in found.items() if names}


def beneath(key: str, records: Mapping[str, Mapping[str, Any]]) -> Assumed:
    """The same with everything that the cited parts stand on, for the record of this key among ``records`` by key."""
    found: dict[str, dict[str, None]] = {kind: {} for kind in KINDS}
    waiting, seen = [key], {key}
    while waiting:
        record = records.get(waiting.pop(0))
        for kind, names in (record["assumes"] if record else {}).items():
            found[kind] |= dict.fromkeys(names)
            if kind == "parts":
                waiting += [name for name in names if name not in seen]
                seen.update(names)
    return {kind: list(names) for kind, names in found.items() if names}


def on_nothing_unproved(key: str, records: Mapping[str, Mapping[str, Any]]) -> bool:
    """Does a verdict stand on definitions, laws and what is proved alone, all that it cites included?"""
    below = beneath(key, records)
    return not any(kind in below for kind in UNPROVED) and all(name in records for name in below.get("parts", ()))


def _said(theorem: Theorem) -> str:
    where = f" where {', '.join(map(text, theorem.hypotheses))}" if theorem.hypotheses else ""
    return f"{theorem.name}: {text(theorem.claim)}{where}"


@cache
def in_the_textbook() -> frozenset[Theorem]:
    """The theorems of ``theorems.textbook``: what merely has the name of one is none."""
    modules = (import_module(f"{textbook.__name__}.{module.name}") for module in iter_modules(textbook.__path__))
    return frozenset(value for module in modules for value in vars(module).values() if isinstance(value, Theorem))


def definitions_among(facts: Iterable[Definition]) -> frozenset[Definition]:
    """Those that define: each says of new symbols alone which term they stand for, once, and none leads back to itself.

    Whatever else is said of the data may be true, and is a result.
    """
    candidates = {fact: equations for fact in facts if (equations := tuple(_equations(fact)))}
    defined = Counter(name for equations in candidates.values() for name, _ in equations)
    uses = networkx.DiGraph()
    for equations in candidates.values():
        for name, term in equations:
            uses.add_edges_from((name, used) for used in map(_name_of, _nodes(term)) if used in defined)
    circular = {name for loop in networkx.strongly_connected_components(uses) if len(loop) > 1 for name in loop}
    circular |= set(networkx.nodes_with_selfloops(uses))
    return frozenset(
        fact
        for fact, equations in candidates.items()
        if all(defined[name] == 1 and name not in circular for name, _ in equations)
    )


def _equations(fact: Definition) -> Iterator[tuple[Any, Node]]:
    """Each symbol that is defined with its term; nothing where the claim says anything else."""
    found = [_equation(claim, frozenset(fact.formals)) for claim in _members(fact.claim, frozenset())]
    if all(found):
        yield from (each for each in found if each)


def _members(claim: Claim, bound: frozenset[Symbol]) -> Iterator[tuple[Claim, frozenset[Symbol]]]:
    match claim:
        case And():
            for each in claim.claims:
                yield from _members(each, bound)
        case ForAll():
            yield from _members(claim.body, bound | {claim.variable})
        case _:
            yield claim, bound


def _equation(member: tuple[Claim, frozenset[Symbol]], formals: frozenset[Symbol]) -> tuple[Any, Node] | None:
    claim, bound = member
    if not isinstance(claim, Relation) or claim.sign != "==":
        return None
    name = _name_of(claim.left)
    arguments = claim.left.arguments if isinstance(claim.left, Entry | Applied) else ()
    general = all(a in formals | bound for a in arguments)
    return (name, claim.right) if name is not None and general else None


def _name_of(node: Node) -> Any:
    """What a defined quantity is known by, whatever its arguments are; None for a term that is put together."""
    match node:
        case Entry():
            return node.quantity
        case Applied():
            return node.base
        case Symbol() | Norm():
            return node
    return None


def _nodes(tree: Node) -> Iterator[Node]:
    return (node for _, node in tree.walk())
