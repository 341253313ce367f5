"""A calculation as a reader sees it: its links in order, each with its reason, read off the script without running it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from theorems.language.printing import text
from theorems.language.tree import And, Chain, Claim, ForAll, Implies, Or, Relation
from theorems.provers.scripts import Boxes, By, Calc, Cases, Each, FirstOf, Growing, Have, Only, Script, named


@dataclass(frozen=True)
class Link:
    """One link; ``under``: what is assumed for it beside the part's hypotheses."""

    claim: Claim
    reason: str
    under: tuple[Claim, ...] = ()

    @property
    def text(self) -> str:
        where = f"where {' and '.join(map(text, self.under))}: " if self.under else ""
        return f"{where}{text(self.claim)}: {self.reason}"


def links(script: Script, goal: Claim, under: tuple[Claim, ...] = ()) -> Iterator[Link]:
    match script:
        case By() | Only():
            yield from (Link(relation, named(script.reasons), inside) for relation, inside in asserted(goal, under))
        case Calc():
            (_, inside), *_ = list(asserted(goal, under))
            for link, reasons in zip(script.links, script.reasons, strict=True):
                yield Link(link, named(reasons), inside)
        case Have():
            yield from links(script.script, script.claim, under)
            yield from links(script.then, goal, under)
        case Cases():
            for relation, inside in asserted(goal, under):
                yield from links(script.holds, relation, (*inside, script.claim))
                yield from links(script.fails, relation, (*inside, script.claim.contrary))
        case Each():
            for (relation, inside), each in zip(asserted(goal, under), script.scripts, strict=True):
                yield from links(each, relation, inside)
        case FirstOf():
            yield from (Link(relation, "one of several ways", inside) for relation, inside in asserted(goal, under))
        case Growing():
            for relation, inside in asserted(goal, under):
                assert isinstance(relation, Relation)
                what = f"at {script.variable.name} = {text(script.low)}, and {text(script.last(relation))} from there on"
                yield Link(relation, f"{what} ({named(script.reasons)})" if script.reasons else what, inside)
        case Boxes():
            where = f"balls on [{text(script.low)}, {text(script.high)}]"
            yield from (Link(relation, where, inside) for relation, inside in asserted(goal, under))
        case _:
            raise TypeError(f"{type(script).__name__} has no display")


def asserted(goal: Claim, under: tuple[Claim, ...]) -> Iterator[tuple[Relation | Or, tuple[Claim, ...]]]:
    """The relations that a goal asserts, each with what is assumed for it."""
    match goal:
        case Relation() | Or():
            yield goal, under
        case Chain():
            yield from ((link, under) for link in goal.links)
        case And():
            for member in goal.claims:
                yield from asserted(member, under)
        case Implies():
            yield from asserted(goal.conclusion, (*under, goal.premise))
        case ForAll():
            yield from asserted(goal.body, under)
