"""From the printed line to what is compared at an instance, where no rule leads there: a calculation for each direction."""

from functools import cache
from typing import Any

from theorems.kernel.gaps import GapError
from theorems.language.printing import text
from theorems.language.rules import NoRuleError, inside_of
from theorems.language.tree import Claim, Exists, free_symbols
from theorems.provers.calculation import checked
from theorems.provers.context import evidence_of, hypotheses
from theorems.statement import Part
from theorems.vocabulary import Verdict


def gap(part: Part, verdict: Verdict) -> str:
    """Why a verdict on what is compared is none on the printed line, by a bridge; "" where it is, or where there is none."""
    return _crossed(part, verdict)[0]


def steps(part: Part, verdict: Verdict) -> tuple[str, ...]:
    """The links of the bridge that such a verdict crosses."""
    return _crossed(part, verdict)[1]


@cache
def _crossed(part: Part, verdict: Verdict) -> tuple[str, tuple[str, ...]]:
    script, start, goal = _way(part, verdict)
    if script is None:
        return "", ()
    context = hypotheses(part)
    try:
        while isinstance(start, Exists):
            if start.variable in free_symbols(goal):
                raise GapError(text(start.variable), " already has a meaning")
            context = context.any_of(start).assuming(inside_of(start.variable, start.range))
            start = start.body
        context = context.assuming(start)
        found = checked(script, goal, context)
    except (GapError, NoRuleError) as error:
        return f"the bridge has a gap: {error}", ()
    return "" if evidence_of(context).reads_the_claim else "the bridge cites what is only argued.", found


def _way(part: Part, verdict: Verdict) -> tuple[Any, Claim, Claim]:
    bridge, compared = part.printed.bridge, part.printed.at_an_instance
    if bridge is None:
        return None, compared, compared
    before = part.printed.reduced.rules[-1].before
    return (bridge.refutes, before, compared) if verdict is Verdict.FAILS else (bridge.shows, compared, before)
