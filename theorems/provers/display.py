"""A calculation as a reader sees it: its links in order, each with its reason, read off the script without running it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from theorems.language.printing import text
from theorems.language.tree import And, Chain, Claim, ForAll, Implies, Or, Relation
from theorems.provers.calculation import (
    Boxes,
    By,
    Calc,
    Calculation,
    Cases,
    Contradiction,
    Contrary,
    Each,
    Growing,
    Have,
    Only,
    Script,
    line_of,
    named,
)
from theorems.provers.families import Eventually, RefutedAlong
from theorems.provers.large_sizes import FromSomeSizeOn
from theorems.statement import Part


@dataclass(frozen=True)
class Link:
    """One link; ``under``: what is assumed for it beside the part's hypotheses."""

    claim: Claim
    reason: str
    under: tuple[Claim, ...] = ()

    @property
    def text(self) -> str:
        where = f"where {' and '.join(map(text, self.under))}: " if self.under else ""
        return f"{where}{text(self.claim)} ({self.reason})"


def links_of(part: Part) -> tuple[Link, ...]:
    """The calculation of a part's proof; empty where it has none."""
    proof = part.proof
    match proof:
        case Calculation():
            return tuple(links(proof.script, line_of(part).at_an_instance))
        case Contradiction():
            start = proof.script.terms[0]
            return tuple(links(proof.script, start < start))
        case Eventually(calculation=FromSomeSizeOn() as large):
            beyond = (Link(relation, f"from some {large.size.name} on") for relation in large.beyond)
            return (*beyond, *links(large.script, line_of(part).at_an_instance))
        case RefutedAlong(calculation=Contrary() as contrary):
            along = (Link(claim, "along the family") for claim in contrary.along)
            goal, _ = list(_relations(line_of(part).at_an_instance, ()))[contrary.number]
            return (*along, *links(contrary.script, goal.contrary if isinstance(goal, Relation) else goal))
    return ()


def links(script: Script, goal: Claim, under: tuple[Claim, ...] = ()) -> Iterator[Link]:
    match script:
        case By() | Only():
            yield from (Link(relation, named(script.reasons), inside) for relation, inside in _relations(goal, under))
        case Calc():
            (_, inside), *_ = list(_relations(goal, under))
            between = zip(script.terms, script.signs, script.terms[1:], script.reasons, strict=False)
            for left, sign, right, reasons in between:
                yield Link(Relation(left, sign, right), named(reasons), inside)
        case Have():
            yield from links(script.script, script.claim, under)
            yield from links(script.then, goal, under)
        case Cases():
            for relation, inside in _relations(goal, under):
                yield from links(script.holds, relation, (*inside, script.claim))
                yield from links(script.fails, relation, (*inside, script.claim.contrary))
        case Each():
            for (relation, inside), each in zip(_relations(goal, under), script.scripts, strict=True):
                yield from links(each, relation, inside)
        case Growing():
            what = f"at {script.variable.name} = {text(script.low)}, and by derivatives from there on"
            why = f"{what}: {named(script.reasons)}" if script.reasons else what
            yield from (Link(relation, why, inside) for relation, inside in _relations(goal, under))
        case Boxes():
            where = f"balls on [{text(script.low)}, {text(script.high)}]"
            yield from (Link(relation, where, inside) for relation, inside in _relations(goal, under))
        case _:
            raise TypeError(f"{type(script).__name__} has no display")


def _relations(goal: Claim, under: tuple[Claim, ...]) -> Iterator[tuple[Relation | Or, tuple[Claim, ...]]]:
    match goal:
        case Relation() | Or():
            yield goal, under
        case Chain():
            yield from ((link, under) for link in goal.links)
        case And():
            for member in goal.claims:
                yield from _relations(member, under)
        case Implies():
            yield from _relations(goal.conclusion, (*under, goal.premise))
        case ForAll():
            yield from _relations(goal.body, under)
