"""The same script about other trees (for another value of a parameter, or with another number at every place), or without a
hypothesis of the parts that it cites.

A variation proves nothing by itself: it is a script like any other, which the checker accepts for a goal or not.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from copy import copy
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from typing import Any

from theorems.language.lemma import Line
from theorems.language.tree import Claim, Expr, Node, Number, Symbol, expr, free_symbols, relations_of
from theorems.provers.context import Cited
from theorems.provers.facts import Fact

Put = Mapping[Expr, Expr]
FACTORS = tuple(Fraction(x) for x in ("1/2", "9/10", "99/100", "3/2", "11/10", "101/100", "2"))


def about(script: Any, put: Put) -> Any:
    """A script, or a part of one, with other trees in place of some."""

    def changed(script: Any) -> Any:
        match script:
            case Node():
                return script.mapped(lambda node: put.get(node) if isinstance(node, Expr) else None)
            case Fact():
                return replace(script, arguments=tuple(map(changed, script.arguments)))
            case Cited():
                return replace(script, put=_cited_for(script, put))
            case _ if callable(script):
                return lambda *arguments: changed(script(*arguments))
        return _inside(script, changed)

    return changed(script)


def without(script: Any, texts: Collection[str]) -> Any:
    """A script, or a part of one, that cites parts without the hypotheses of these texts: each by its own proof, to be run."""

    def changed(script: Any) -> Any:
        match script:
            case Cited(line=line) if any(c.text in texts for c in line.part.domain.conditions):
                return replace(script, line=_line_without(line, texts))
            case Node() | Fact() | Cited():
                return script
        return _inside(script, changed)

    return changed(script)


def _inside(script: Any, changed: Callable[[Any], Any]) -> Any:
    match script:
        case tuple():
            return tuple(map(changed, script))
        case Line():
            return script
        case _ if is_dataclass(script) and not isinstance(script, type):
            return replace(script, **{f.name: changed(getattr(script, f.name)) for f in fields(script) if f.init})
    return script


def _line_without(line: Line, texts: Collection[str]) -> Line:
    part, lemma = line.part, copy(line.lemma)
    dropped = [c.text for c in part.domain.conditions if c.text in texts]
    lemma.parts = [replace(part, domain=part.domain.without(*dropped), proof=without(part.proof, texts))]
    return Line(lemma, 0)


def _cited_for(cited: Cited, put: Put) -> tuple[tuple[Expr, Expr], ...]:
    """A part that is cited as it stands is cited for the other value."""
    given = tuple((key, about(tree, put)) for key, tree in cited.put)
    claim = cited.line.claimed.at_an_instance
    more = (pair for pair in put.items() if pair[0] in free_symbols(claim) and pair[0] not in dict(cited.put))
    return (*given, *more)


def other_values(printed: Claim) -> Iterator[Put]:
    """A name that stands in a bound as it is, or times something, a little smaller or larger; any other one halved, doubled."""
    bounds = [relation.right for relation in relations_of(printed)]
    near = dict.fromkeys(node for bound in bounds for node in (bound, *bound.children) if isinstance(node, Symbol))
    inside = dict.fromkeys(node for bound in bounds for _, node in bound.walk() if isinstance(node, Symbol))
    for name in (*near, *(name for name in inside if name not in near)):
        for factor in FACTORS if name in near else (Fraction(1, 2), Fraction(2)):
            yield {name: expr(factor) * name}


def other_numbers(printed: Claim, goal: Claim) -> Iterator[Put]:
    """The one number in which two claims of the same shape differ."""
    here, there = (dict(claim.walk()) for claim in (printed, goal))
    if here.keys() != there.keys():
        return
    changed = [(here[at], there[at]) for at in here if isinstance(here[at], Number) and here[at] is not there[at]]
    match changed:
        case [(Number() as old, Number() as new)]:
            yield {old: new}
