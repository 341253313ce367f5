"""What the paper calls the quantities of one row of attention beside its top-k approximation, and what supplies them."""

from __future__ import annotations

from theorems.language.computed import Supply
from theorems.language.tree import Claim, Expr, Node
from theorems.sparse.language import *

P, P_hat, S, A, D, u, u_hat, tau = symbols("P P̂ S A D u û tau")
n, k, M, R, C, c, d, delta, eps, i, j = symbols("n k M R C c d delta eps i j")
infinity, small_set = symbols("∞ S_ε")
ROWS_OF_P = Named("the rows of P")

indices = Range(expr(1), n)
error, frobenius = Norm(P - P_hat, "∞"), Norm(P - P_hat, "F")
small = abs(small_set(u))  # |S_ε(u)|, the number of entries of a row that are at most ε
effective = n - small
largest_entry, largest_exponential = Largest(j, indices, u[j]), Largest(j, indices, A[i, j])

ROW: dict[Node, Supply] = {
    error: "max_error",
    frobenius: "frobenius",
    largest_entry: "u_max",
    largest_exponential: "A_max",
    D[i, i]: "D",
    effective: lambda x: x.effective(x.eps),  # in one piece: no difference of two large numbers
}
ON_EVENT = Norm(S, "∞") <= M  # the event G_M
SLOWLY = R == o(sqrt(log(n)))


def weights_below(share: Expr) -> Claim:
    """limsup 2dR is below ``share`` along the family, d fixed."""
    return Symbol("limsup")(2 * d * R) < share


def likely(event: Claim) -> Claim:
    """With probability at least 1 - δ. Of deterministic inputs, whose events have probability 0 or 1, the event is compared."""
    return Pr(event) >= 1 - delta


def in_each_row(claim: Claim) -> Claim:
    """A claim about u, of all n rows at once."""
    return ForAll(u, ROWS_OF_P, claim)
