"""More words for a row of attention: its entries, how many are at most ε, and limits along a family."""

from __future__ import annotations

from theorems.language.computed import Supply
from theorems.sparse.lemma import *
from theorems.sparse.row_claims import P, P_hat, i, n, on
from theorems.sparse.rows import ROWS_OF_P
from theorems.statement import Domain

A, D, u, u_hat, tau, c, j = symbols("A D u û tau c j")

indices = Range(expr(1), n)
largest_error, frobenius = Norm(P - P_hat, "∞"), Norm(P - P_hat, "F")
small = abs(Symbol("S_ε")(u))  # the number of entries of a row that are at most ε
effective = n - small
largest_entry, largest_exponential = Largest(j, indices, u[j]), Largest(j, indices, A[i, j])

_ENTRIES: dict[Node, Supply] = {
    largest_entry: "u_max",
    largest_exponential: "A_max",
    D[i, i]: "D",
    effective: lambda x: x.effective(x.eps),  # in one piece: no difference of two large numbers
    small: lambda x: x.n - x.effective(x.eps),
}


def row_data(domain: Domain) -> Computed:
    """The data of a domain of rows."""
    return on(domain).knowing(_ENTRIES)


def in_each_row(claim: Claim) -> Claim:
    """A claim about u, of all n rows at once."""
    return ForAll(u, ROWS_OF_P, claim)
