"""The words for the entries and sums of a row, and the three forms of a line that is compared as another one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from theorems.language.computed import Supply
from theorems.language.lemma import Line
from theorems.language.tree import REVERSED, And, Chain, Claim, Node, Relation
from theorems.provers.argument import Argument
from theorems.sparse.language import *
from theorems.sparse.row_claims import ON_EVENT, SURE, S, eps, i, likely, on, on_event, surely
from theorems.sparse.rows import INPUTS, REPAIRED_INPUTS, ROWS, met_with
from theorems.sparse.steps import REPAIR, SURE_BOUND
from theorems.statement import Condition, Content, Domain, Proof

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


def three_forms(
    lemma: Lemma,
    label: str,
    claim: Claim,
    *where: Condition,
    proof: Argument,
    refutation: Proof | None = None,
    witness: str = "",
    premise: Claim | None = None,
    compared: Claim | None = None,
    domains: tuple[Domain, Domain, Domain] = (INPUTS, REPAIRED_INPUTS, ROWS),
    uses: Sequence[str] | None = None,
    provenance: str = "",
    content: Callable[[Domain], Content],
) -> Line:
    """A part "with probability at least 1 - δ" (stated, and repaired by M′), and its form on the event G_M.

    premise:    what the claim is an implication of;  compared: what is compared at an instance, if not the claim at the worst
    proof:      of the form on G_M; with |S_ij| ≤ M′ it is the proof of the repaired form
    refutation: of the form as printed, None when that holds for every row (then ``proof`` uses no bound on S)
    content:    the trivial range of the left-hand side, with the silent set in each of the three domains

    Returns the stated form.
    """
    printed, repaired, event = domains
    compared = at_the_worst(claim) if compared is None else compared

    def implied(conclusion: Claim, *more: Claim) -> Claim:
        premises = [*more, *([] if premise is None else [premise])]
        return Implies(premises[0] if len(premises) == 1 else And(tuple(premises)), conclusion) if premises else conclusion

    line = lemma.state(label, implied(likely(claim)), where, given=entries(printed), provenance=provenance)
    stated = line.compared(compared).feasible(met_with(printed, *where)).trivial(content(printed))
    if witness:
        stated.refuted(witness)
    stated.proved(refutation or proof)
    if uses is not None:
        stated.uses(*uses)
    if refutation is not None:
        sure = surely(implied(likely(claim), SURE))
        line = stated.instead(*where, why=REPAIR, claim=sure, given=entries(repaired)).compared(surely(compared))
        found = content(repaired)
        line.feasible(met_with(repaired, *where)).trivial(replace(found, silent=found.silent.replace("M", "M'"))).uses()
        line.proved(replace(proof, steps=(SURE_BOUND, *proof.steps)))
    line = lemma.state(on_event(label), implied(claim, ON_EVENT), where, given=entries(event), provenance=provenance)
    line.compared(compared).feasible(met_with(event, *where)).trivial(content(event)).uses().proved(proof)
    return stated
