"""Theorems and facts that are shown from others, once and for all their arguments."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from theorems.kernel.context import Context, Reason
from theorems.kernel.facts import VARIABLE, Fact, Theorem, whole
from theorems.kernel.gaps import GapError
from theorems.language.printing import text
from theorems.language.tree import Derivative, Node, free_symbols
from theorems.provers.calculation import checked
from theorems.provers.context import facts_of, reasons_in
from theorems.statement import Part
from theorems.textbook.flows import explicit


@cache
def script_of(theorem: Theorem) -> Any:
    """Its proof; None where there is none."""
    return theorem.shown and theorem.shown()


def reasons_of(part: Part) -> tuple[Reason, ...]:
    """What the proof of a part names, that of its silence, and the scripts that lead from what is compared to the line."""
    return tuple(reasons_in((part.proof, part.trivial, part.printed and part.printed.bridge)))


def theorems_of(part: Part) -> dict[Theorem, None]:
    """The theorems and definitions among them, and all that these are shown from."""
    return with_reasons(reason.theorem for reason in reasons_of(part) if isinstance(reason, Fact))


def with_reasons(theorems: Iterable[Theorem]) -> dict[Theorem, None]:
    """The theorems and all that they are shown from."""
    found = dict.fromkeys(theorems)
    waiting = [*found]
    while waiting:
        below = [fact.theorem for fact in facts_of(script_of(waiting.pop()))]
        waiting += [each for each in dict.fromkeys(below) if each not in found]
        found |= dict.fromkeys(below)
    return found


@cache
def gap(theorem: Theorem) -> str:
    """What is missing in the script of a theorem; "" where it shows the claim from the hypotheses and from its reasons.

    What a derivative is taken by changes nothing but what is written as a function of it, here: not in what an application puts
    into a derivative that the theorem speaks of, which its hypotheses are to say.
    """
    script = script_of(theorem)
    if script is None:
        return "it has no proof"
    for fact in facts_of(script):
        for formal, over in zip(fact.theorem.formals, fact.arguments, strict=True):
            if formal in fact.theorem.together and whole(over) in set(theorem.formals) - theorem.together:
                return f"{fact.reason} is about finite sets, and the theorem says nothing of sums over {text(over)}"
    for node in (node for node in theorem.claim.nodes() if isinstance(node, Derivative)):
        put = {f for f in theorem.formals if f.sort != VARIABLE and f is not node.variable} & free_symbols(node.body)
        if put and explicit(node.variable) not in theorem.hypotheses:
            return f"what is put for {', '.join(map(text, put))} may change with {text(node.variable)}"
    trees: list[Node] = [theorem.claim, *(fact.claim for fact in facts_of(script))]
    moving = {node.variable for tree in trees for _, node in tree.walk() if isinstance(node, Derivative)}
    context = Context().assuming(*theorem.hypotheses, *map(explicit, moving))
    try:
        checked(script, theorem.claim, context)
    except GapError as error:
        return str(error)
    return ""
