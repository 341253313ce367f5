"""A relation in which one number stands changed, shown from what it was: a larger number makes the side larger or smaller, from
its place up to the whole side.

Every step is a fact of the textbook with its hypotheses shown by the checker; where one is not, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from theorems.language.tree import Call, Expr, Minus, Negative, Node, Number, Over, Plus, Power, Relation, Times, expr
from theorems.provers.argument import GapError
from theorems.provers.context import Context, Reason
from theorems.textbook.elementary import (
    BASE_GROWS,
    EXP_GROWS,
    FACTOR_KEEPS_ORDER,
    LOG_GROWS,
    POSITIVE_SUM,
    POWER_FALLS,
    POWER_GROWS,
    ROOT_GROWS,
    ROOT_NONNEGATIVE,
    SQUARE,
    SQUARE_GROWS,
)

Step = tuple[bool, tuple[Reason, ...]]  # does the parent grow with the child, and why
FUNCTIONS = {"log": LOG_GROWS, "exp": EXP_GROWS, "sqrt": ROOT_GROWS}


def shows_changed(goal: Relation, relation: Relation, context: Context) -> bool:
    """Does ``goal`` follow from ``relation``, which differs from it in one number, where the context holds?"""
    place = changed_at(relation, goal)
    if not place or goal.sign != relation.sign:
        return False
    known = context.assuming(relation)
    number, raised = relation.at(place), goal.at(place)
    assert isinstance(number, Number)
    assert isinstance(raised, Number)
    grows = number.value < raised.value
    for length in reversed(range(1, len(place))):
        before, after = relation.at(place[:length]), goal.at(place[:length])
        children = (relation.at(place[: length + 1]), goal.at(place[: length + 1]))
        low, high = children if grows else children[::-1]
        for beside in (low, high, *(child for k, child in enumerate(before.children) if k != place[length])):
            known = _with_sign(known, beside)
        for same, reasons in _steps(before, place[length], low, high):
            claim = _ordered(before, after, grows is same)
            with suppress(GapError):
                known.with_reasons(reasons).shows(claim)
                known, grows = known.assuming(claim), grows is same
                break
        else:
            return False
    larger = {"<=", "<"} if place[0] == 1 else {">=", ">"}  # on that side a larger end keeps the relation
    return goal.sign in (larger if grows else {">=", ">", "<=", "<"} - larger)


def changed_at(here: Node, there: Node) -> tuple[int, ...] | None:
    """The place of the one number in which two trees of the same shape differ; None where they differ otherwise."""
    place: tuple[int, ...] = ()
    while not isinstance(here, Number):
        pairs = list(zip(here.children, there.children, strict=False))
        differing = [k for k, (a, b) in enumerate(pairs) if a is not b]
        if type(here) is not type(there) or len(here.children) != len(there.children) or len(differing) != 1:
            return None
        if here.rebuilt(tuple(there.children)) is not there:
            return None
        place = (*place, differing[0])
        here, there = pairs[differing[0]]
    return place if isinstance(there, Number) else None


def _ordered(before: Node, after: Node, grows: bool) -> Relation:
    assert isinstance(before, Expr)
    assert isinstance(after, Expr)
    return before <= after if grows else after <= before


def _with_sign(context: Context, tree: Node) -> Context:
    """The context that also knows that a sum, product, quotient, square or root is not negative, as far as that is shown."""
    reasons: tuple[Reason, ...]
    match tree:
        case Plus(left=left, right=right) | Times(left=left, right=right) | Over(left=left, right=right):
            context = _with_sign(_with_sign(context, left), right)
            factor = 1 / right if isinstance(tree, Over) else right
            reasons = (POSITIVE_SUM(left, right),) if isinstance(tree, Plus) else (FACTOR_KEEPS_ORDER(0, left, factor),)
        case Power(base=base, exponent=exponent) if exponent is expr(2):
            reasons = (SQUARE(base),)
        case Call(name="sqrt", arguments=(argument,)):
            context = _with_sign(context, argument)
            reasons = (ROOT_NONNEGATIVE(argument),)
        case _:
            return context
    for sign in (tree > 0, tree >= 0) if isinstance(tree, Plus) else (tree >= 0,):
        with suppress(GapError):
            context.with_reasons(reasons).shows(sign)
            return context.assuming(sign)
    return context


def _steps(parent: Node, child: int, low: Node, high: Node) -> Iterator[Step]:
    """What an ordered pair of children may say of the parents."""
    assert isinstance(low, Expr)
    assert isinstance(high, Expr)
    match parent:
        case Plus():
            yield True, ()
        case Minus():
            yield child == 0, ()
        case Negative():
            yield False, ()
        case Times():
            yield True, (FACTOR_KEEPS_ORDER(low, high, parent.right if child == 0 else parent.left),)
        case Over() if child == 0:
            yield True, (FACTOR_KEEPS_ORDER(low, high, 1 / parent.right),)
        case Over():
            yield False, (1 / high <= 1 / low, FACTOR_KEEPS_ORDER(1 / high, 1 / low, parent.left))
        case Power() if child == 0:
            yield True, (SQUARE_GROWS(low, high),) if parent.exponent is expr(2) else (BASE_GROWS(low, high, parent.exponent),)
        case Power():
            yield True, (POWER_GROWS(parent.base, low, high),)
            yield False, (POWER_FALLS(parent.base, low, high),)
        case Call(name=name, arguments=(_,)) if name in FUNCTIONS:
            yield True, (FUNCTIONS[name](low, high),)
