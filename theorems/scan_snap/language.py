"""The words of the third paper: its parameters, and a statement of its own."""

from __future__ import annotations

from theorems.language import lemma
from theorems.language.computed import Computed
from theorems.language.tree import (
    E,
    Equivalent,
    Eventually,
    Exists,
    Expr,
    ForAll,
    Implies,
    Integral,
    Largest,
    Limit,
    Named,
    Norm,
    O,
    Order,
    Pr,
    Q,
    Range,
    Smallest,
    Sum,
    Symbol,
    Words,
    ceil,
    chain,
    ddt,
    exp,
    expr,
    floor,
    largest,
    log,
    o,
    smallest,
    sqrt,
    symbols,
)

# fmt: off
__all__ = [  # what a statement file of this paper writes with
    "ceil", "chain", "Computed", "ddt", "E", "Equivalent", "Eventually", "Exists", "exp", "expr", "floor", "ForAll", "Implies",
    "Integral", "largest", "Largest", "Lemma", "Limit", "log", "Named", "Norm", "o", "O", "Omega", "Pr", "Q", "Range",
    "Smallest", "smallest", "sqrt", "Sum", "Symbol", "symbols", "Theta", "Words",
]
# fmt: on


class Lemma(lemma.Lemma):
    """A numbered statement of this paper."""

    key = "scan_snap"


def Theta(x: Expr | int) -> Order:
    return Order("Θ", expr(x))


def Omega(x: Expr | int) -> Order:
    return Order("Ω", expr(x))
