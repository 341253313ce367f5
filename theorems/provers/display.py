"""A calculation as a reader sees it: its links in order, each with its reason, read off the script without running it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from theorems.kernel.context import Reason
from theorems.kernel.scripts import By, Calc, Cases, Each, FirstOf, Growing, Have, Only, Script
from theorems.language.printing import text
from theorems.language.tree import And, Chain, Claim, ForAll, Implies, Or, Relation
from theorems.provers.monotone import Weaker
from theorems.provers.sharper import Sharper


@dataclass(frozen=True)
class Link:
    """One link; ``under``: what is assumed for it beside the part's hypotheses; ``within``: what it helps to show first, the
    last of that first.
    """

    claim: Claim
    reason: str
    under: tuple[Claim, ...] = ()
    within: tuple[Claim, ...] = ()

    @property
    def text(self) -> str:
        where = f"where {' and '.join(map(text, self.under))}: " if self.under else ""
        return f"{where}{text(self.claim)}: {self.reason}"


def links(script: Script, goal: Claim, under: tuple[Claim, ...] = (), had: tuple[Claim, ...] = ()) -> list[Link]:
    """The links of a script for a goal; ``had``: what is shown before it."""
    match script:
        case By() | Only():
            return [Link(relation, _named(script.reasons, relation, had), inside) for relation, inside in asserted(goal, under)]
        case Calc():
            (_, inside), *_ = list(asserted(goal, under))
            between = zip(script.links, script.reasons, strict=True)
            return [Link(link, _named(reasons, link, had), inside) for link, reasons in between]
        case Have():
            first = [
                replace(link, within=(script.claim, *link.within)) for link in links(script.script, script.claim, under, had)
            ]
            return _once(first, links(script.then, goal, under, (*had, script.claim)))
        case Cases():
            sides = ((script.claim, script.holds), (script.claim.contrary, script.fails))
            ways = [(r, (*inside, side), way) for r, inside in asserted(goal, under) for side, way in sides]
            shown = [link for relation, inside, way in ways for link in links(way, relation, inside, had)]
            return [link for link in shown if link.claim not in link.under]  # where the goal holds anyway
        case Each():
            goals = zip(asserted(goal, under), script.scripts, strict=True)
            return [link for (relation, inside), each in goals for link in links(each, relation, inside, had)]
        case FirstOf():
            return [Link(relation, "one of several ways", inside) for relation, inside in asserted(goal, under)]
        case Weaker():
            return [
                Link(relation, f"it is weaker than {text(script.claim)}", inside) for relation, inside in asserted(goal, under)
            ]
        case Sharper():
            return links(script.script, goal, under, had)
        case Growing():
            return [Link(relation, _grows(script, relation), inside) for relation, inside in asserted(goal, under)]
    raise TypeError(f"{type(script).__name__} has no display")


SHOWN = "as shown"


def named(reasons: Sequence[Reason]) -> str:
    shown = [text(reason) if isinstance(reason, Claim) else reason.reason for reason in reasons]
    return "; ".join(dict.fromkeys(shown)) or "arithmetic"


def _named(reasons: Sequence[Reason], relation: Claim, had: Sequence[Claim]) -> str:
    return SHOWN if not reasons and relation in had else named(reasons)


def _once(first: list[Link], then: list[Link]) -> list[Link]:
    """A link that is shown for the chain after it stands there, with its reason, and not twice."""
    if not first:
        return then
    again, place = replace(first[-1], reason=SHOWN, within=()), 0
    if len(first) == 1:
        place = next((k for k, link in enumerate(then) if link == again or link.reason != SHOWN), len(then))
    if again in then[place : place + 1]:
        return [*then[:place], *first, *then[place + 1 :]]
    return [*first, *then]


def _grows(script: Growing, relation: Relation | Or) -> str:
    assert isinstance(relation, Relation)
    what = f"at {script.variable.name} = {text(script.low)}, and {text(script.last(relation))} from there on"
    return f"{what} ({named(script.reasons)})" if script.reasons else what


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
