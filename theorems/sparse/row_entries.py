"""The words for the entries and sums of a row, and the three forms of a line about them."""

from __future__ import annotations

from typing import Any

from theorems.language.computed import Supply
from theorems.language.lemma import Line
from theorems.language.tree import REVERSED, Chain, Relation
from theorems.sparse.language import *
from theorems.sparse.row_claims import S, eps, i, on, three_forms
from theorems.statement import Condition, Domain

A, A_spar, D, D_spar, u, j, l = symbols("A A_spar D D_spar u j l")
columns = Named("[n]")
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


def low_entry(m: Expr, l: Expr) -> tuple[Fact, ...]:
    """e^-m ≤ A_il."""
    return SCORES(i, l), ABS_ABOVE(S[i, l]), EXP_GROWS(-m, S[i, l]), A_IS(i, l)


def high_entry(m: Expr, l: Expr) -> tuple[Fact, ...]:
    """A_il ≤ e^m."""
    return SCORES(i, l), ABS_ABOVE(S[i, l]), EXP_GROWS(S[i, l], m), A_IS(i, l)


def high_sum(m: Expr, then: Script) -> Script:
    """D_ii ≤ n e^m, and what follows."""
    entries = have(ForAll(l, columns, A[i, l] <= exp(m)), by(*high_entry(m, l)), by(D_IS(i), LENGTH(l), at_most(exp(m))))
    return have(D[i, i] <= n * exp(m), entries, then)


def low_sum(m: Expr, then: Script) -> Script:
    """n e^-m ≤ D_ii, and what follows."""
    entries = have(ForAll(l, columns, exp(-m) <= A[i, l]), by(*low_entry(m, l)), by(D_IS(i), LENGTH(l), at_least(exp(-m))))
    return have(n * exp(-m) <= D[i, i], entries, then)
