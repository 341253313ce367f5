"""Scores that are small against log n: e^{2m} times any fixed number is at most a power of n from some size on.

On the event m is M = o(log n); M′ = d R log(nd/δ) has e^{2M′} = (nd/δ)^{2dR}, and limsup 2dR is below the exponent.
"""

from __future__ import annotations

from theorems.kernel.context import Reason
from theorems.kernel.scripts import Script, by, each
from theorems.kernel.scripts import calc as linked
from theorems.language import tree
from theorems.language.tree import Relation, free_symbols
from theorems.provers.context import cite
from theorems.provers.large_sizes import AtEverySize, FromSomeSizeOn
from theorems.sparse.attention import M_SURE_IS, M_sure
from theorems.sparse.lemma import *
from theorems.sparse.row_claims import M, R, S, d, delta, n
from theorems.sparse.row_entries import Shown, using
from theorems.sparse.scores import DEFINITION_C_9
from theorems.textbook import *

gap = Symbol("γ")
SURELY_BOUNDED: Shown = (
    (log(n * d / delta) >= 0) & (Norm(S, "∞") <= M_sure),
    each(by(), by(cite(DEFINITION_C_9[""]), M_SURE_IS())),
)


def _part(share: Expr, of: int) -> Expr:
    return expr(share.value / of) if isinstance(share, tree.Number) else share / of


def below_power(m: Expr, factor: Expr, share: Expr) -> tuple[Reason, ...]:
    """e^{2m} times the factor is at most n^share, through logarithms."""
    exponents = EXP_GROWS(2 * m + log(factor), share * log(n))
    return (exponents,) if isinstance(share, tree.Number) else (exponents, POWER_AS_EXP(n, share))


def from_some_size_on(
    m: Expr,
    factor: Expr,
    share: Expr,
    script: Script,
    *before: Shown,
    fixed: tuple[Symbol, ...] = (),
    also: tuple[Relation, ...] = (),
) -> FromSomeSizeOn:
    """The script, where ``2m + log factor ≤ share · log n``: for m = M on the event, or m = M′ for bounded entries.

    factor: a number, for m = M′ also what grows with n like a power of log n;  before: what |S_ij| ≤ m gives at every size
    also: further relations that hold from some size on
    """
    small = 2 * m + log(factor) <= share * log(n)
    first = tuple(AtEverySize(claim, shown) for claim, shown in (*(() if m is M else (SURELY_BOUNDED,)), *before))
    if m is M:
        relations: tuple[Relation, ...] = (M <= _part(share, 4) * log(n), log(factor) <= _part(share, 2) * log(n))
        return FromSomeSizeOn(n, (*relations, *also), using((small, by()), then=script), fixed, first)
    left, logarithm = share - gap, log(n * d / delta)
    rest = log(factor) + left * log(d / delta)
    slow = rest / log(n) <= gap if n in free_symbols(factor) else rest <= gap * log(n)
    exponent = linked(2 * m).eq(2 * d * R * logarithm, M_SURE_IS()).le(left * logarithm)
    sure = using(
        (2 * m <= left * logarithm, exponent),
        *([(rest <= gap * log(n), by(LOG_ABOVE(n)))] if n in free_symbols(factor) else []),
        (small, by()),
        then=script,
    )
    return FromSomeSizeOn(n, (2 * d * R <= left, slow, *also), sure, (d, delta, *fixed), first, gap)
