"""The words for the entries and sums of a row, and the three forms of a line about them."""

from __future__ import annotations

from typing import Any

from theorems.language.computed import Supply
from theorems.language.lemma import Line
from theorems.language.tree import REVERSED, Chain, Relation
from theorems.provers.calculation import Script, by, have
from theorems.provers.facts import Fact
from theorems.sparse.attention import (
    A_IS,
    A_SPAR_IS,
    D_IS,
    D_SPAR_IS,
    LENGTH,
    SCORES,
    WINDOW_SIZE,
    columns,
    kept,
    window,
)
from theorems.sparse.language import *
from theorems.sparse.row_claims import S, eps, i, k, n, on, three_forms
from theorems.statement import Condition, Domain
from theorems.textbook.elementary import ABS_ABOVE, EXP_GROWS, EXP_POSITIVE
from theorems.textbook.sums import INDICATOR, SUM_ABOVE_COUNT, SUM_BELOW_COUNT, SUM_FACTOR, SUM_ORDER

A, A_spar, D, D_spar, u, j, l = symbols("A A_spar D D_spar u j l")
row_sum = Sum(l, columns, exp(S[i, l]))

# where no quantifier stands, an entry is the one that a bound from above has to cover: the largest of the row
ENTRIES: dict[Node, Supply] = {
    A[i, j]: "A_max",
    A_spar[i, j]: "A_max",  # that entry is always inside the window
    exp(S[i, j]): "A_max",
    u[j]: "u_max",
    abs(S[i, j]): "score",
    D[i, i]: "D",
    row_sum: "D",
    D_spar[i, i]: "D_spar",
    D[i, i] ** -1: "D_inverse",
    D_spar[i, i] ** -1: "D_spar_inverse",
    u: lambda x: x,
    S[eps](u): lambda x, eps, u: u.n - u.effective(eps),  # its size, so that |S_ε(u)| is the same number
}


def entries(domain: Domain) -> Computed:
    """The data of a domain of rows with the entries and sums of a row."""
    return on(domain).knowing(ENTRIES)


def at_the_worst(claim: Claim) -> Claim:
    """What is compared: an entry stands for the worst one; the middle of a chain, whose range is known, comes first."""
    match claim:
        case ForAll():
            return at_the_worst(claim.body)
        case Chain(terms=(_, middle, _)):
            low, high = claim.links
            return And((Relation(middle, REVERSED[low.sign], low.left), high))
    return claim


def forms_of_entries(lemma: Lemma, label: str, claim: Claim, *where: Condition, **more: Any) -> Line:
    """The three forms of a line about entries; what is compared is the claim at the worst one unless told otherwise."""
    compared = more.pop("compared", None)
    return three_forms(
        lemma, label, claim, *where, given=entries, compared=at_the_worst(claim) if compared is None else compared, **more
    )


# -- what |S_ij| ≤ m gives ---------------------------------------------------------------------------------------------------


def high_score(m: Expr, l: Expr) -> tuple[Fact, ...]:
    """e^{S_il} ≤ e^m."""
    return SCORES(i, l), ABS_ABOVE(S[i, l]), EXP_GROWS(S[i, l], m)


def low_score(m: Expr, l: Expr) -> tuple[Fact, ...]:
    """e^-m ≤ e^{S_il}."""
    return SCORES(i, l), ABS_ABOVE(S[i, l]), EXP_GROWS(-m, S[i, l])


def high_entry(m: Expr) -> Script:
    return by(*high_score(m, j), A_IS(i, j))


def high_sparse_entry(m: Expr) -> Script:
    """(A_spar)_ij is A_ij or 0."""
    return by(*high_score(m, j), A_IS(i, j), EXP_POSITIVE(S[i, j]), A_SPAR_IS(i, j), INDICATOR(j.isin(window(i))))


def high_sum(m: Expr, then: Script) -> Script:
    """D_ii ≤ n e^m, and what follows."""
    term = have(
        ForAll(l, columns, A[i, l] <= exp(m)),
        by(*high_score(m, l), A_IS(i, l)),
        by(SUM_BELOW_COUNT(lambda l: A[i, l], exp(m), l, columns), LENGTH(l), D_IS(i)),
    )
    return have(D[i, i] <= n * exp(m), term, then)


def low_sum(m: Expr, then: Script) -> Script:
    """n e^-m ≤ D_ii, and what follows."""
    term = have(
        ForAll(l, columns, exp(-m) <= A[i, l]),
        by(*low_score(m, l), A_IS(i, l)),
        by(SUM_ABOVE_COUNT(lambda l: A[i, l], exp(-m), l, columns), LENGTH(l), D_IS(i)),
    )
    return have(n * exp(-m) <= D[i, i], term, then)


def high_sparse_sum(m: Expr, then: Script) -> Script:
    """(D_spar)_ii ≤ k e^m, and what follows."""
    term = have(
        ForAll(l, columns, A_spar[i, l] <= exp(m) * kept(i, l)),
        by(*high_score(m, l), A_IS(i, l), A_SPAR_IS(i, l), INDICATOR(l.isin(window(i)))),
        by(
            SUM_ORDER(lambda l: A_spar[i, l], lambda l: exp(m) * kept(i, l), l, columns),
            SUM_FACTOR(exp(m), lambda l: kept(i, l), l, columns),
            WINDOW_SIZE(i, l),
            D_SPAR_IS(i),
        ),
    )
    return have(D_spar[i, i] <= k * exp(m), term, then)


def low_sparse_sum(m: Expr, then: Script) -> Script:
    """k e^-m ≤ (D_spar)_ii, and what follows."""
    term = have(
        ForAll(l, columns, exp(-m) * kept(i, l) <= A_spar[i, l]),
        by(*low_score(m, l), A_IS(i, l), A_SPAR_IS(i, l), INDICATOR(l.isin(window(i)))),
        by(
            SUM_ORDER(lambda l: exp(-m) * kept(i, l), lambda l: A_spar[i, l], l, columns),
            SUM_FACTOR(exp(-m), lambda l: kept(i, l), l, columns),
            WINDOW_SIZE(i, l),
            D_SPAR_IS(i),
        ),
    )
    return have(k * exp(-m) <= D_spar[i, i], term, then)
