"""Why a claim that is changed in one place may follow from the unchanged one: theorems that say in what all functions grow."""

from collections.abc import Iterator

from theorems.kernel.context import Reason
from theorems.kernel.facts import VARIABLE
from theorems.language.tree import Call, Claim, Expr, Number, Over, Power, Probability, Relation, Symbol, Times
from theorems.provers.monotone import Weaker
from theorems.textbook import elementary
from theorems.textbook.probability import MORE_LIKELY, RANGE

GROWING = {"exp": elementary.EXP_GROWS, "log": elementary.LOG_GROWS, "sqrt": elementary.ROOT_GROWS}
X = Symbol("x of the event", VARIABLE)


def weaker(claim: Claim, *reasons: Reason) -> Weaker:
    """The script for a goal that is weaker than a claim which is known."""
    return Weaker(claim, signs, orders, reasons)


def signs(here: Expr, there: Expr) -> Iterator[Reason]:
    """What is known of the signs of pieces of what has changed."""
    for _, node in (*here.walk(), *there.walk()):
        match node:
            case Call(name="exp", arguments=(x,)):
                yield elementary.EXP_POSITIVE(x)
            case Call(name="log", arguments=(x,)):
                yield elementary.LOG_ABOVE(x)
                yield node >= 0
            case Call(name="sqrt", arguments=(x,)):
                yield elementary.ROOT_NONNEGATIVE(x)
            case Call(name="abs", arguments=(x,)):
                yield elementary.ABS_NONNEGATIVE(x)
            case Power(base=x, exponent=Number(value=exponent)) if exponent == 2:
                yield elementary.SQUARE(x)
            case Call(name="min", arguments=(x, y)):
                yield elementary.MIN_ABOVE(x, y, 0)
            case Probability(event=event):
                yield RANGE(event)
    match here, there:
        case Times(left=a), Times(left=b) if a is b:
            yield from _nonnegative(a)
        case (Times(right=a), Times(right=b)) | (Over(right=a), Over(right=b)) if a is b:
            yield from _nonnegative(a)
        case Over(left=a), Over(left=b) if a is b:
            yield from _nonnegative(a)


def _nonnegative(factor: Expr) -> Iterator[Claim]:
    """That a factor is not negative, after what it is made of."""
    if isinstance(factor, Times | Over):
        yield from (*_nonnegative(factor.left), *_nonnegative(factor.right))
    if not isinstance(factor, Number):
        yield factor >= 0


def orders(here: Expr, there: Expr) -> Iterator[Reason]:
    """What may say which of the two is at most the other."""
    yield here <= there
    yield there <= here
    match here, there:
        case Call(name=name, arguments=(x,)), Call(name=other, arguments=(y,)) if name == other and name in GROWING:
            yield GROWING[name](x, y)
            yield GROWING[name](y, x)
        case Power(base=x, exponent=a), Power(base=y, exponent=b) if x is y:
            for theorem in (elementary.POWER_GROWS, elementary.POWER_FALLS):
                yield theorem(x, a, b)
                yield theorem(x, b, a)
        case Power(base=x, exponent=a), Power(base=y, exponent=b) if a is b:
            for theorem in (elementary.BASE_GROWS, elementary.BASE_FALLS):
                yield theorem(x, y, a)
                yield theorem(y, x, a)
        case Times(left=a, right=x), Times(left=b, right=y) if a is b:
            yield elementary.FACTOR_KEEPS_ORDER(x, y, a)
            yield elementary.FACTOR_KEEPS_ORDER(y, x, a)
        case Times(left=x, right=a), Times(left=y, right=b) if a is b:
            yield elementary.FACTOR_KEEPS_ORDER(x, y, a)
            yield elementary.FACTOR_KEEPS_ORDER(y, x, a)
        case Call(name="max", arguments=(x, a)), Call(name="max", arguments=(y, b)):
            yield elementary.MAX_GROWS(x, a, y, b)
            yield elementary.MAX_GROWS(y, b, x, a)
        case Call(name="min", arguments=(x, a)), Call(name="min", arguments=(y, b)):
            yield elementary.MIN_GROWS(x, a, y, b)
            yield elementary.MIN_GROWS(y, b, x, a)
        case (
            Probability(event=Relation(left=x, sign=sign, right=a)),
            Probability(event=Relation(left=other, sign=same, right=b)),
        ) if x is other and sign == same:
            for s, t in ((a, b), (b, a)):
                yield MORE_LIKELY(lambda v, s=s: Relation(v, sign, s), lambda v, t=t: Relation(v, sign, t), x, X)
