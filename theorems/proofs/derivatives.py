"""Rules of differentiation for the derivatives in a link, by the shape of what is differentiated."""

from collections.abc import Callable, Iterator, Sequence

from theorems.kernel.facts import Fact, substituted
from theorems.language.tree import (
    Call,
    Derivative,
    Expr,
    Minus,
    Negative,
    Node,
    Number,
    Over,
    Plus,
    Power,
    Symbol,
    Times,
    Total,
)
from theorems.language.tree import free_symbols as free
from theorems.textbook.flows import (
    DDT_CONSTANT,
    DDT_DIFFERENCE,
    DDT_EXP,
    DDT_FACTOR,
    DDT_LOG,
    DDT_NEGATIVE,
    DDT_PRODUCT,
    DDT_QUOTIENT,
    DDT_ROOT,
    DDT_SQUARE,
    DDT_SUM,
    DDT_TIME,
    DDT_TOTAL,
)

OF_TWO = {Plus: DDT_SUM, Minus: DDT_DIFFERENCE, Times: DDT_PRODUCT, Over: DDT_QUOTIENT}
OF_CALLS = {"exp": DDT_EXP, "log": DDT_LOG, "sqrt": DDT_ROOT}


def rules(terms: Sequence[Node]) -> Iterator[Fact]:
    """What every derivative among the terms comes to, down to those of quantities."""
    for term in terms:
        if isinstance(term, Derivative):
            yield from _rules(term.body, term.variable)


def _rules(tree: Expr, t: Symbol) -> Iterator[Fact]:
    def at(part: Expr) -> Callable[[Expr], Expr]:
        return lambda s: substituted(part, {t: s})

    inside: tuple[Expr, ...] = ()
    match tree:
        case Symbol() if tree is t:
            yield DDT_TIME(t)
        case _ if t not in free(tree):
            yield DDT_CONSTANT(tree, t)
        case Times(left=left, right=right) if t not in free(left):
            inside = (right,)
            yield DDT_FACTOR(left, at(right), t)
        case Plus() | Minus() | Times() | Over():
            inside = (tree.left, tree.right)
            yield OF_TWO[type(tree)](*map(at, inside), t)
        case Negative(argument=argument):
            inside = (argument,)
            yield DDT_NEGATIVE(at(argument), t)
        case Power(base=base, exponent=Number(value=2)):
            inside = (base,)
            yield DDT_SQUARE(at(base), t)
        case Call(name=name, arguments=(argument,)) if name in OF_CALLS:
            inside = (argument,)
            yield OF_CALLS[name](at(argument), t)
        case Total(variable=variable, range=range_, body=body):
            yield DDT_TOTAL(lambda k, s: substituted(body, {variable: k, t: s}), t, variable, range_)
    for part in inside:
        yield from _rules(part, t)
