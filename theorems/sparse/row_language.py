"""The words of the statements about a row of scores, and the three forms in which the paper's bounds on it come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from theorems.language.computed import Supply
from theorems.language.tree import REVERSED, And, Chain, Claim, Node, Relation
from theorems.provers.argument import Argument
from theorems.sparse.language import *
from theorems.sparse.rows import INPUTS, REPAIRED_INPUTS, ROWS, met_with
from theorems.sparse.steps import REPAIR, SURE_BOUND
from theorems.statement import Condition, Content, Domain, Proof

i, j, l, n, d, k, M, R, C, delta, epsilon = symbols("i j l n d k M R C delta epsilon")
S, A, A_spar, D, D_spar, P, P_hat, u = symbols("S A A_spar D D_spar P P̂ u")
sure_M = Symbol("M′")
columns = Named("[n]")

ENTRIES: dict[Node, Supply] = {
    # where no quantifier stands, an entry is the one that a bound from above has to cover: the largest of the row
    A[i, j]: "A_max",
    A_spar[i, j]: "A_max",  # that entry is always inside the window
    exp(S[i, j]): "A_max",
    u[j]: "u_max",
    abs(S[i, j]): "score",
    D[i, i]: "D",
    D_spar[i, i]: "D_spar",
    D[i, i] ** -1: "D_inverse",
    D_spar[i, i] ** -1: "D_spar_inverse",
    Sum(l, columns, exp(S[i, l])): "D",
    u: lambda x: x,
    S[epsilon](u): lambda x, eps, u: u.n - u.effective(eps),  # its size, so that |S_ε(u)| is the same number
    epsilon: "eps",
}


def row_data(domain: Domain) -> Computed:
    """The data of statements about a row of the domain."""
    return Computed(domain, ENTRIES)


def repaired_data(domain: Domain) -> Computed:
    """The same where the domain's bound on the scores is M'."""
    return Computed(domain, {**ENTRIES, sure_M: "M"})


ON_INPUTS, ON_REPAIRED, ON_ROWS = row_data(INPUTS), repaired_data(REPAIRED_INPUTS), row_data(ROWS)
Forms = tuple[Computed, Computed, Computed]


def surely(claim: Claim) -> Claim:
    """The same with M' for M."""

    def renamed(node: Node) -> Node | None:
        return sure_M if node is M else None

    changed: Claim = claim.mapped(renamed)
    return changed


def at_the_worst(claim: Claim) -> Claim:
    """What is compared: an entry stands for the worst one; the middle of a chain, whose range is known, comes first."""
    match claim:
        case ForAll():
            return at_the_worst(claim.body)
        case Chain(terms=(_, middle, _)):
            low, high = claim.links
            return And((Relation(middle, REVERSED[low.sign], low.left), high))
    return claim


def three_forms(
    lemma: Lemma,
    label: str,
    claim: Claim,
    *conditions: Condition,
    proof: Argument,
    refutation: Proof | None = None,
    witness: str = "",
    premise: Claim | None = None,
    compared: Claim | None = None,
    data: Forms = (ON_INPUTS, ON_REPAIRED, ON_ROWS),
    provenance: str = "",
    note: str = "",
    uses: tuple[str, ...] | None = None,
    trivial: Callable[[Domain], Content] | None = None,
) -> None:
    """The lines "Pr[claim] ≥ 1 - δ" (printed, and repaired by M') and "claim on the event G_M".

    premise:    what the claim is an implication of
    proof:      of the form on G_M; with |S_ij| ≤ M' it is the proof of the repaired form
    refutation: of the form as printed, None when that holds for every row (then ``proof`` uses no bound on S)
    trivial:    the trivial range of the left-hand side, with the silent set in each of the three domains
    """
    printed, repaired, event = data
    compared = at_the_worst(claim) if compared is None else compared

    def implied(conclusion: Claim) -> Claim:
        return conclusion if premise is None else Implies(premise, conclusion)

    line = lemma.state(label, implied(Pr(claim) >= 1 - delta), conditions, given=printed, provenance=provenance)
    line.compared(compared).feasible(met_with(printed.points, *conditions)).note(note)
    if witness:
        line.refuted(witness)
    line.proved(refutation or proof)
    if uses is not None:
        line.uses(*uses)
    if trivial is not None:
        line.trivial(trivial(printed.points))
    if refutation is not None:
        sure_line = Words(surely(implied(Pr(claim) >= 1 - delta)), ", ", sure_M == d * R * log(n * d / delta))
        line = lemma.state(label, sure_line, conditions, given=repaired, why=REPAIR, provenance=provenance)
        line.compared(surely(compared)).feasible(met_with(repaired.points, *conditions)).uses()
        line.proved(replace(proof, steps=(SURE_BOUND, *proof.steps)))
        if trivial is not None:
            found = trivial(repaired.points)
            line.trivial(replace(found, silent=found.silent.replace("M", "M'")))
    on_event = Words("if ", abs(S[i, j]) <= M, " for all i, j", *(() if premise is None else (", and ", premise)), ": ", claim)
    line = lemma.state(f"{label}, on G_M" if label else "on G_M", on_event, conditions, given=event, provenance=provenance)
    line.compared(compared).feasible(met_with(event.points, *conditions)).uses().proved(proof)
    if trivial is not None:
        line.trivial(trivial(event.points))
