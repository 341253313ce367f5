"""Does what stands inside a sum, an integral or an event have a value, wherever the goal speaks of it?

Arithmetic takes a sum for a name and asks nothing of its terms: ``0 Σ_i 1/(x_i - c) = 0`` would hold although it says nothing
where some ``x_i`` is ``c``. So of a goal this is asked once, beside its proof.
"""

from collections.abc import Iterator
from contextlib import suppress

from theorems.kernel.arithmetic import of_arrays
from theorems.kernel.context import Binds, Context
from theorems.kernel.facts import REALS, substituted
from theorems.kernel.gaps import GapError
from theorems.kernel.scripts import Each, Have, Script, Suppose, parts_of
from theorems.language.tree import (
    And,
    ArrayFunction,
    Call,
    Claim,
    Derivative,
    ExactlyOne,
    Exists,
    Expectation,
    Expr,
    Folded,
    ForAll,
    Function,
    Implies,
    Indicator,
    Inner,
    Integral,
    Largest,
    Limit,
    Member,
    Minus,
    Negative,
    Node,
    Norm,
    Order,
    Over,
    Plus,
    Power,
    Probability,
    Range,
    Relation,
    Smallest,
    Symbol,
    Times,
    Without,
    Words,
    expr,
    free_symbols,
)
from theorems.language.tree import Cases as Branches

NOT_OF_ALL = ("inverse", "entropy", "KL")  # words for what not all matrices and vectors have
WITH_KINKS = ("abs", "floor", "ceil", "max", "min", "asin", "acos")  # functions without a derivative somewhere


def has_value(goal: Claim, script: Script, context: Context) -> None:
    """Raise GapError unless what stands inside the terms of a goal has a value, by what holds and what the script has first."""
    match goal, script:
        case _, Have():
            has_value(goal, script.then, context.assuming(script.claim))
        case Implies(), Suppose():
            _inside(goal.premise, context)
            has_value(goal.conclusion, script.then, context.supposing(goal.premise))
        case _, Each():
            _premises(goal, context)
            for (relation, known), each in zip(parts_of(goal, context), script.scripts, strict=True):
                has_value(relation, each, known)
        case _:
            _inside(goal, context)


def _premises(goal: Claim, context: Context) -> None:
    """Of the premises in a goal, whose conclusions are asked one by one."""
    match goal:
        case And():
            for member in goal.claims:
                _premises(member, context)
        case Implies():
            _inside(goal.premise, context)
            _premises(goal.conclusion, context.supposing(goal.premise))
        case ForAll():
            _premises(goal.body, context.any_of(goal))


def valued(goal: Claim, script: Script, context: Context) -> bool:
    """The same, as an answer."""
    try:
        has_value(goal, script, context)
    except GapError:
        return False
    return True


def _inside(node: Node, context: Context) -> None:
    """Of what stands inside the terms; whoever shows a relation asks for the values of its sides."""
    match node:
        case Implies():
            _inside(node.premise, context)
            _inside(node.conclusion, context.supposing(node.premise))
        case ForAll() | Exists() | ExactlyOne() | Folded():
            node, inside = _opened(node, context)
            if isinstance(node, Largest | Smallest):
                _not_empty(node.range, context)
            (_whole if isinstance(node, Folded) else _inside)(node.body, inside)
        case Integral():
            for low, high in ((node.low, node.high), (node.high, node.low)):
                inside = context.silent_on(node.variable).assuming(low <= node.variable, node.variable <= high)
                _whole(node.body, inside.assuming(*_known(node.variable, REALS, context, inside)))
        case Probability() | Expectation():
            _whole(node.children[0], context.of_all_outcomes)
        case Limit():
            raise GapError(node, " need not exist")
        case Derivative():
            _whole(node.body, context)
            for each in (each for each in node.body.nodes() if node.variable in free_symbols(each)):
                if isinstance(each, Call) and each.name == "sqrt":
                    context.has_values(1 / each)
                elif isinstance(each, Largest | Smallest | Indicator | Branches) or getattr(each, "name", "") in WITH_KINKS:
                    raise GapError(node, " need not exist")
        case Indicator() | Member():
            _whole(node.children[0], context)
        case Branches():
            for claim, value in node.branches:
                _whole(claim, context)
                _whole(value, context.supposing(claim))
            _whole(node.otherwise, context)
        case Norm() | Inner() | ArrayFunction():
            _scalars(node, context)
        case Words() | Order() | Function():
            pass
        case _:
            for child in node.children:
                _inside(child, context)


def _whole(node: Node, context: Context) -> None:
    """Of an expression, or of the sides of relations, and of what stands inside these."""
    match node:
        case Relation():
            context.has_values(node.left, node.right)
            _inside(node, context)
        case ForAll() | Exists() | ExactlyOne():
            node, inside = _opened(node, context)
            _whole(node.body, inside)
        case Claim():
            for child in node.children:
                _whole(child, context)
        case Expr():
            context.has_values(node)
            _inside(node, context)


def _scalars(node: Node, context: Context) -> None:
    """Of the numbers in what vectors and matrices make, which has no arithmetic of its own: ``D^-1`` asks for nothing."""
    match node:
        case ArrayFunction() if node.base.name in NOT_OF_ALL and not all(isinstance(each, Symbol) for each in node.arguments):
            raise GapError(node, " may have no value")
        case Plus() | Minus() | Times() | Negative() | Norm() | Inner() | ArrayFunction():
            for child in node.children:
                _scalars(child, context)
        case Over():
            _scalars(node.left, context)
            _whole(1 / node.right, context)
        case Power() if not of_arrays(node):
            _scalars(node.base, context)
        case _:
            _whole(node, context)


def _opened(node: Binds, context: Context) -> tuple[Binds, Context]:
    """For anything in the range, and what holds there: also what is known of all of the range."""
    if any(node.variable in free_symbols(each) for each in (*context.claims, node.range)):
        name = Symbol(f"{node.variable.name}′′", node.variable.sort)
        node = type(node)(name, node.range, substituted(node.body, {node.variable: name}))
    inside = context.any_of(node)
    return node, inside.assuming(*_known(node.variable, node.range, context, inside))


def _known(name: Symbol, range_: Node, context: Context, inside: Context) -> Iterator[Claim]:
    """What is known of all of a range, for a name whose bounds are known inside."""
    for claim in context.claims:
        if isinstance(claim, ForAll) and claim.range is range_:
            with suppress(ValueError, GapError):  # the name is bound inside the claim, or it is not of this name
                body = substituted(claim.body, {claim.variable: name})
                if isinstance(body, Implies):
                    inside.shows(body.premise)
                    body = body.conclusion
                yield body


def _not_empty(range_: Node, context: Context) -> None:
    """A maximum over nothing has no value. Named sets are taken to have elements, as the data say: one perhaps."""
    left_out = 0
    while isinstance(range_, Without):
        range_, left_out = range_.range, left_out + 1
    if isinstance(range_, Range):
        context.shows(expr(range_.low) + left_out <= range_.high)
    elif left_out:
        raise GapError(range_, " may have no other element")
