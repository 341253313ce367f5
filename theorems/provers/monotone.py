"""A claim that follows from a known one from which it differs in a few places, where all that contains these is monotone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from theorems.language.printing import text
from theorems.language.tree import Call, Claim, Expr, Node, Number, Power, Probability, Relation, Symbol, Times
from theorems.provers.argument import GapError
from theorems.provers.context import Context, Reason
from theorems.provers.facts import VARIABLE
from theorems.provers.scripts import STRICT, parts_of, upwards
from theorems.textbook.elementary import (
    ABS_NONNEGATIVE,
    BASE_FALLS,
    BASE_GROWS,
    EXP_GROWS,
    FACTOR_KEEPS_ORDER,
    LOG_ABOVE,
    LOG_GROWS,
    POWER_FALLS,
    POWER_GROWS,
    ROOT_GROWS,
    ROOT_NONNEGATIVE,
    SQUARE,
)
from theorems.textbook.probability import MORE_LIKELY, RANGE

GROWING = {"exp": EXP_GROWS, "log": LOG_GROWS, "sqrt": ROOT_GROWS}
X = Symbol("x of the event", VARIABLE)


@dataclass(frozen=True)
class Weaker:
    """The goal follows from ``claim``, which is known, relation by relation: from the places where the two differ outwards.

    reasons: what may serve beside; one that does not hold here serves for nothing
    """

    claim: Claim
    reasons: tuple[Reason, ...] = ()

    def show(self, goal: Claim, context: Context) -> None:
        asked, given = list(parts_of(goal, context)), list(parts_of(self.claim, context))
        if len(asked) != len(given) or [known.claims for _, known in asked] != [known.claims for _, known in given]:
            raise GapError("the two claims have different forms")
        context.shows(self.claim)
        for (relation, known), (claim, _) in zip(asked, given, strict=True):
            known = known.assuming(claim)
            with suppress(GapError):
                known.shows(relation)
                continue
            pairs = list(_changed(claim, relation))
            beside = _with(known, (*self.reasons, *(reason for pair in pairs for reason in _signs(*pair))))
            ordered = beside
            for here, there in pairs:
                ordered = _with(ordered, _orders(here, there), first=True)
            ordered.has_values(relation.left, relation.right)
            if not all(small is large or (small <= large) in ordered.claims for small, large in _between(claim, relation)):
                raise GapError(f"{text(relation)} is not seen to be weaker than {text(claim)}")


def _between(claim: Relation, goal: Relation) -> tuple[tuple[Expr, Expr], ...]:
    """What is to be at most what: the goal's sides may only lie farther apart. Raises GapError for another relation."""
    if claim.sign not in (goal.sign, STRICT.get(goal.sign)) or claim.sign not in ("<=", "<", ">=", ">"):
        raise GapError(f"{text(claim)} is no relation like {text(goal)}")
    (low, high), (lower, higher) = upwards(claim), upwards(goal)
    return (lower, low), (high, higher)


def _with(context: Context, reasons: Iterable[Reason], *, first: bool = False) -> Context:
    """What also holds by those of the reasons that hold here; by the first of them alone where that is asked for."""
    for reason in reasons:
        with suppress(GapError):
            context = replace(context.with_reasons([reason]), before=context.before)
            if first:
                break
    return context


def _changed(here: Node, there: Node) -> Iterator[tuple[Expr, Expr]]:
    """The expressions that contain a change, innermost first."""
    if here is there:
        return
    if type(here) is type(there) and len(here.children) == len(there.children):
        for pair in zip(here.children, there.children, strict=True):
            yield from _changed(*pair)
    if isinstance(here, Expr) and isinstance(there, Expr) and not isinstance(here, Number):
        yield here, there


def _signs(here: Expr, there: Expr) -> Iterator[Reason]:
    """What is known of the signs of pieces of what has changed."""
    for _, node in (*here.walk(), *there.walk()):
        match node:
            case Call(name="log", arguments=(x,)):
                yield LOG_ABOVE(x)
            case Call(name="sqrt", arguments=(x,)):
                yield ROOT_NONNEGATIVE(x)
            case Call(name="abs", arguments=(x,)):
                yield ABS_NONNEGATIVE(x)
            case Power(base=x, exponent=Number(value=exponent)) if exponent == 2:
                yield SQUARE(x)
            case Probability(event=event):
                yield RANGE(event)


def _orders(here: Expr, there: Expr) -> Iterator[Reason]:
    """What may say which of the two is at most the other."""
    yield here <= there
    yield there <= here
    match here, there:
        case Call(name=name, arguments=(x,)), Call(name=other, arguments=(y,)) if name == other and name in GROWING:
            yield GROWING[name](x, y)
            yield GROWING[name](y, x)
        case Power(base=x, exponent=a), Power(base=y, exponent=b) if x is y:
            for theorem in (POWER_GROWS, POWER_FALLS):
                yield theorem(x, a, b)
                yield theorem(x, b, a)
        case Power(base=x, exponent=a), Power(base=y, exponent=b) if a is b:
            for theorem in (BASE_GROWS, BASE_FALLS):
                yield theorem(x, y, a)
                yield theorem(y, x, a)
        case Times(left=a, right=x), Times(left=b, right=y) if a is b:
            yield FACTOR_KEEPS_ORDER(x, y, a)
            yield FACTOR_KEEPS_ORDER(y, x, a)
        case Times(left=x, right=a), Times(left=y, right=b) if a is b:
            yield FACTOR_KEEPS_ORDER(x, y, a)
            yield FACTOR_KEEPS_ORDER(y, x, a)
        case (
            Probability(event=Relation(left=x, sign=sign, right=a)),
            Probability(event=Relation(left=other, sign=same, right=b)),
        ) if x is other and sign == same:
            for s, t in ((a, b), (b, a)):
                yield MORE_LIKELY(lambda v, s=s: Relation(v, sign, s), lambda v, t=t: Relation(v, sign, t), x, X)
