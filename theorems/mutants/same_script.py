"""The same script about other trees: for another value of a parameter, or with another number at every place.

A variation proves nothing by itself: it is a script like any other, which the checker accepts for a goal or not.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import Any

from theorems.kernel.facts import Fact
from theorems.kernel.scripts import Script
from theorems.language.lemma import Line
from theorems.language.tree import Claim, Expr, Member, Node, Number, Symbol, expr, free_symbols, relations_of
from theorems.provers.context import Cited, facts_of
from theorems.provers.monotone import changed

Put = Mapping[Expr, Expr]
PIECES = 3  # around a change
FACTORS = tuple(Fraction(x) for x in ("1/2", "9/10", "99/100", "3/2", "11/10", "101/100", "2"))


def about(script: Any, put: Put) -> Any:
    """A script, or a part of one, with other trees in place of some."""

    def changed(piece: Any) -> Any:
        match piece:
            case Node():
                return piece.mapped(lambda node: put.get(node) if isinstance(node, Expr) else None)
            case Cited():
                return replace(piece, put=_cited_for(piece, put))
        return None

    return _changed(script, changed)


def citing(script: Any, instead: Callable[[Line], Line]) -> Any:
    """A script, or a part of one, with other lines cited."""
    return _changed(script, lambda piece: replace(piece, line=instead(piece.line)) if isinstance(piece, Cited) else None)


def _changed(script: Any, changed: Callable[[Any], Any]) -> Any:
    found = changed(script)
    if found is not None:
        return found
    match script:
        case Node() | Line():
            return script
        case Fact():
            return replace(script, arguments=tuple(_changed(argument, changed) for argument in script.arguments))
        case tuple():
            return tuple(_changed(each, changed) for each in script)
        case _ if is_dataclass(script) and not isinstance(script, type):
            return replace(script, **{f.name: _changed(getattr(script, f.name), changed) for f in fields(script) if f.init})
        case _ if callable(script):
            return _function(script, changed)
    return script


def _function(function: Callable[..., Any], changed: Callable[[Any], Any]) -> Callable[..., Any]:
    return lambda *arguments: _changed(function(*arguments), changed)


def _cited_for(cited: Cited, put: Put) -> tuple[tuple[Expr, Expr], ...]:
    """A part that is cited as it stands is cited for the other value."""
    given = tuple((key, about(tree, put)) for key, tree in cited.put)
    claim = cited.line.claimed.at_an_instance
    more = (pair for pair in put.items() if pair[0] in free_symbols(claim) and pair[0] not in dict(cited.put))
    return (*given, *more)


def facts_in(script: Script, known: Sequence[Claim]) -> Iterator[Fact]:
    """The theorems that a script applies; those about bound places also about places that are known."""
    facts = list(dict.fromkeys(facts_of(script)))
    yield from facts
    places = {claim.range: claim.element for claim in known if isinstance(claim, Member)}
    asked = (h for fact in facts for h in _hypotheses(fact) if isinstance(h, Member) and isinstance(h.element, Symbol))
    put: Put = {h.element: places[h.range] for h in asked if h.range in places and h not in known}
    yield from (about(fact, put) for fact in facts if put)


def _hypotheses(fact: Fact) -> tuple[Claim, ...]:
    try:
        return fact.hypotheses
    except ValueError:  # it binds what its arguments speak of
        return ()


def other_values(printed: Claim) -> Iterator[Put]:
    """A name that stands in a bound as it is, or times something, a little smaller or larger; any other one halved, doubled."""
    bounds = [relation.right for relation in relations_of(printed)]
    near = dict.fromkeys(node for bound in bounds for node in (bound, *bound.children) if isinstance(node, Symbol))
    inside = dict.fromkeys(node for bound in bounds for _, node in bound.walk() if isinstance(node, Symbol))
    for name in (*near, *(name for name in inside if name not in near)):
        for factor in FACTORS if name in near else (Fraction(1, 2), Fraction(2)):
            yield {name: expr(factor) * name}


def other_bounds(printed: Claim, goal: Claim) -> Iterator[Put]:
    """The bounds that are a name, for what stands in their place in another claim of the same relations."""
    pairs = zip(relations_of(printed), relations_of(goal), strict=False)
    put: Put = {here.right: there.right for here, there in pairs if isinstance(here.right, Symbol) and here.left is there.left}
    if any(name is not other for name, other in put.items()):
        yield put


def other_numbers(printed: Claim, goal: Claim) -> Iterator[Put]:
    """The one number in which two claims of the same shape differ."""
    here, there = (dict(claim.walk()) for claim in (printed, goal))
    if here.keys() != there.keys():
        return
    changed = [(here[at], there[at]) for at in here if isinstance(here[at], Number) and here[at] is not there[at]]
    match changed:
        case [(Number() as old, Number() as new)]:
            yield {old: new}


def other_pieces(printed: Claim, goal: Claim) -> Iterator[Put]:
    """What stands around the change between two claims, for what stands there in the other one; the smallest pieces first."""
    yield from ({here: there} for here, there in islice(changed(printed, goal), PIECES))
