"""Matching the trees of a theorem with those of a link: what its formals stand for there (E-matching, without congruences)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

from theorems.kernel.facts import EVENT, FUNCTION, SET, VARIABLE, Fact, Theorem, substituted
from theorems.language.tree import (
    Applied,
    Call,
    Claim,
    Derivative,
    Entry,
    Expectation,
    Expr,
    Folded,
    ForAll,
    Indicator,
    Integral,
    Member,
    Node,
    Norm,
    Number,
    Over,
    Plus,
    Power,
    Probability,
    Symbol,
    Times,
    Words,
    expr,
    free_symbols,
)

Put = Mapping[Symbol, Any]  # what each formal stands for: a tree, a set, a symbol, a claim, a body
HEADS = (Entry, Applied, Derivative, Call, Power, Folded, Probability, Expectation, Indicator, Norm, Integral)
TOGETHER = 3  # triggers that are matched together at most


@dataclass(frozen=True)
class Body:
    """A function as a tree in variables."""

    variables: tuple[Symbol, ...]
    body: Node

    def __call__(self, *arguments: Expr) -> Any:
        return substituted(self.body, dict(zip(self.variables, map(expr, arguments), strict=True)))


def matched(pattern: Node, tree: Node, formals: frozenset[Symbol], put: Put | None = None) -> Put | None:
    """What the formals stand for where the pattern is the tree, ``put`` among it; None where it is not.

    log(1 + x) is the logarithm of anything. A function is found where it is applied to bound variables, and only there.
    """
    put = put or {}
    match pattern:
        case Symbol() if pattern in formals:
            if pattern.sort not in (SET, EVENT) and not isinstance(tree, Expr):
                return None
            if pattern.sort == VARIABLE and not isinstance(tree, Symbol):
                return None
            return _with(put, pattern, tree)
        case Words(pieces=(Symbol(sort="event") as formal,)) if formal in formals:
            return _with(put, formal, tree) if isinstance(tree, Claim) else None
        case Words(pieces=(Applied(base=Symbol(sort="event") as formal) as at,)) if formal in formals:
            return _applied(formal, at.arguments, tree, put) if isinstance(tree, Claim) else None
        case Applied(base=Symbol(sort="function") as formal) if formal in formals:
            return _applied(formal, pattern.arguments, tree, put) if isinstance(tree, Expr) else None
        case Plus(left=Number() as number, right=Symbol() as formal) if formal in formals and isinstance(tree, Expr):
            rest = tree.right if isinstance(tree, Plus) and tree.left is number else tree - number
            return _with(put, formal, rest)
        case Number():
            return put if isinstance(tree, Number) and tree.value == pattern.value else None
    if not free_symbols(pattern) & formals and not any(node in formals for node in pattern.nodes()):
        return put if pattern is tree else None
    if type(pattern) is not type(tree) or len(pattern.children) != len(tree.children) or _words(pattern) != _words(tree):
        return None
    found: Put | None = put
    for inner, child in zip(pattern.children, tree.children, strict=True):
        found = matched(inner, child, formals, found)
        if found is None:
            return None
    return found


def _words(node: Node) -> tuple[Any, ...]:
    """What tells nodes of one kind apart: a name, a sign."""
    parts = (each for part in node.parts for each in (part if isinstance(part, tuple) else (part,)))
    return tuple(each for each in parts if isinstance(each, str))


def _with(put: Put, formal: Symbol, tree: Node) -> Put | None:
    known = put.get(formal)
    if known is None:
        return {**put, formal: tree}
    return put if known is tree else None


def _applied(formal: Symbol, arguments: Sequence[Expr], tree: Node, put: Put) -> Put | None:
    places = [put.get(a) if isinstance(a, Symbol) and a.sort == VARIABLE else None for a in arguments]
    if formal in put:
        known = [place if place is not None else put.get(a) for place, a in zip(places, arguments, strict=True)]  # type: ignore[call-overload]
        if any(k is None for k in known):
            return None
        try:
            return put if put[formal](*known) is tree else None
        except ValueError:
            return None
    if any(place is None for place in places) or len(set(places)) < len(places):
        return None
    return {**put, formal: Body(tuple(places), tree)}  # type: ignore[arg-type]


def subterms(*nodes: Node) -> tuple[Node, ...]:
    """All nodes of some trees, each once, the outer ones first."""
    return tuple(dict.fromkeys(node for tree in nodes for node in tree.nodes() if not isinstance(node, Number)))


@cache
def _triggers(theorem: Theorem, only_alone: bool) -> tuple[tuple[Node, ...], ...]:
    """Terms of the theorem that speak of all its formals: alone, or a few together."""
    wanted = frozenset(theorem.formals)
    trees = [node for claim in (theorem.claim, *theorem.hypotheses) for node in claim.nodes()]
    of_claim = set(theorem.claim.nodes())
    heads = [
        node
        for node in dict.fromkeys(trees)
        if (isinstance(node, HEADS) and not (isinstance(node, Applied) and node.base in wanted))
        or (isinstance(node, Times | Plus | Over) and node in of_claim)
    ]
    covers = {head: _covered(head, wanted) for head in heads}
    heads = [head for head in heads if covers[head]]
    alone = [(head,) for head in heads if covers[head] == wanted and isinstance(head, HEADS) and head in of_claim]
    if alone or only_alone:
        return tuple(alone)
    few = [
        group
        for size in range(1, TOGETHER + 1)
        for group in combinations(heads, size)
        if frozenset().union(*(covers[head] for head in group)) == wanted
    ]
    least = min(map(len, few), default=0)
    return tuple(group for group in few if len(group) == least)[:6]


@cache
def _bound(theorem: Theorem) -> frozenset[Symbol]:
    """What "for all" binds in its claim: in a link anything may stand there."""
    return frozenset(node.variable for node in theorem.claim.nodes() if isinstance(node, ForAll))


def _covered(head: Node, wanted: frozenset[Symbol]) -> frozenset[Symbol]:
    """The formals that are known where the head is matched: a function where it is applied to what is bound."""
    found: set[Symbol] = set()
    for node in head.nodes():
        match node:
            case Applied(base=Symbol(sort="function" | "event") as formal) if formal in wanted:
                if all(isinstance(a, Symbol) and a.sort == VARIABLE for a in node.arguments):
                    found.add(formal)
            case Symbol() if node in wanted and node.sort != FUNCTION:
                found.add(node)
    inside = {n.variable for n in head.nodes() if isinstance(n, Folded)}
    return frozenset(f for f in found if f.sort != VARIABLE or f in inside or f in free_symbols(head))


def applications(theorem: Theorem, terms: Sequence[Node], *, alone: bool = False) -> Iterator[Fact]:
    """The theorem for the arguments for which terms of it stand among ``terms``: one that speaks of all its formals, or where
    there is none and ``alone`` does not forbid it a few together.
    """
    formals = frozenset(theorem.formals)
    loose = formals | _bound(theorem)
    if not formals:
        yield theorem()
        return
    seen: set[Any] = set()
    for group in _triggers(theorem, alone):
        ways: list[Put] = [{}]
        for trigger in group:
            ways = [found for way in ways for term in terms if (found := matched(trigger, term, loose, way)) is not None]
        for way in ways:
            if formals <= way.keys():
                fact = theorem(*(way[formal] for formal in theorem.formals))
                try:
                    claim = fact.claim
                except ValueError:
                    continue
                if claim not in seen:
                    seen.add(claim)
                    yield fact


def atoms(node: Node) -> frozenset[Node]:
    """The quantities that a tree speaks of."""
    bound = {n.variable for n in node.nodes() if hasattr(n, "variable") and isinstance(n.variable, Symbol)}
    return frozenset(n for n in node.nodes() if isinstance(n, HEADS) or (isinstance(n, Symbol) and n not in bound))


@cache
def members_in(claim: Claim) -> bool:
    """Does a claim say anywhere that something is in a set?"""
    return any(isinstance(node, Member) for node in claim.nodes())
