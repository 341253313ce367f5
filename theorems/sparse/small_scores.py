"""Scores that are small against log n: e^{2m} times any fixed number is at most a power of n from some size on.

On the event m is M = o(log n); M′ = d R log(nd/δ) has e^{2M′} = (nd/δ)^{2dR}, and limsup 2dR is below the exponent.
"""

from typing import Any

from theorems.kernel.context import Reason
from theorems.kernel.scripts import by, each
from theorems.language import tree
from theorems.language.tree import Relation, free_symbols
from theorems.proofs import auxiliary, calc, have, hence
from theorems.proofs.kept import PENDING
from theorems.provers.context import cite
from theorems.provers.large_sizes import AtEverySize, FromSomeSizeOn
from theorems.sparse.attention import M_SURE_IS, M_sure
from theorems.sparse.lemma import *
from theorems.sparse.row_claims import M, R, S, d, delta, n
from theorems.sparse.row_entries import Shown
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


def _relations(m: Expr, factor: Expr, share: Expr) -> tuple[Relation, ...]:
    """What holds from some size on, and gives 2m + log factor ≤ share · log n."""
    if m is M:
        return M <= _part(share, 4) * log(n), log(factor) <= _part(share, 2) * log(n)
    rest = log(factor) + (share - gap) * log(d / delta)
    return 2 * d * R <= share - gap, rest / log(n) <= gap if n in free_symbols(factor) else rest <= gap * log(n)


def where_small(
    m: Expr, factor: Expr, share: Expr, *also: Relation, fixed: tuple[Symbol, ...] = (), script: Any = PENDING
) -> FromSomeSizeOn:
    """From where on e^{2m} times the factor is at most n^share: for m = M on the event, or m = M′ for bounded entries.

    factor: a number, for m = M′ also what grows with n like a power of log n; also: further relations that hold at last
    """
    relations = (*_relations(m, factor, share), *also)
    if m is M:
        return FromSomeSizeOn(n, relations, script, fixed)
    return FromSomeSizeOn(n, relations, script, (d, delta, *fixed), (AtEverySize(*SURELY_BOUNDED),), gap)


@auxiliary(lambda m, factor, share: 2 * m + log(factor) <= share * log(n))
def small_scores(m: Expr, factor: Expr, share: Expr) -> None:
    """In logarithms, where ``where_small`` holds."""
    if m is not M:
        left, logarithm = share - gap, log(n * d / delta)
        calc(2 * m).eq(2 * d * R * logarithm, M_SURE_IS).le(left * logarithm)
        have(log(factor) + left * log(d / delta) <= gap * log(n), LOG_ABOVE(n))
    hence()
