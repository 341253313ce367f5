"""The words of the third paper: its parameters, and a statement of its own."""

from __future__ import annotations

from theorems.language import lemma
from theorems.language.computed import Computed
from theorems.language.tree import (
    Claim,
    E,
    Equivalent,
    Eventually,
    Exists,
    Expr,
    ForAll,
    Implies,
    Indicator,
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
    SetOf,
    Smallest,
    Sum,
    Symbol,
    Without,
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
    "ceil", "chain", "Claim", "Computed", "ddt", "E", "Equivalent", "Eventually", "Exists", "exp", "Expr", "expr",
    "floor", "ForAll", "Implies", "Indicator", "INFINITY", "Integral", "Largest", "largest", "Lemma", "Limit",
    "log", "Named", "Norm", "O", "o", "Omega", "Pr", "Q", "Range", "SetOf", "Smallest", "smallest", "sqrt", "Sum",
    "Symbol", "symbols", "Theta", "top", "Without", "Words",
]
# fmt: on


class Lemma(lemma.Lemma):
    """A numbered statement of this paper."""

    key = "scan_snap"


INFINITY, top = symbols("∞ ⊤")  # top: x**top is the transpose


def Theta(x: Expr | int) -> Order:
    return Order("Θ", expr(x))


def Omega(x: Expr | int) -> Order:
    return Order("Ω", expr(x))
