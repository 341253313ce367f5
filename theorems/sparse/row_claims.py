"""Claims about a row of exact attention beside its top-k approximation: their words, and the three forms of a part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

from theorems.language.lemma import Line
from theorems.language.tree import Claim, Order
from theorems.provers.argument import Argument
from theorems.sparse.language import *
from theorems.sparse.rows import INPUTS, REPAIRED_INPUTS, ROWS, met_with
from theorems.sparse.steps import REPAIR, SURE_BOUND
from theorems.statement import Condition, Content, Domain, Proof

P, P_hat, S, V, W = symbols("P P̂ S V W")
n, k, d, i, M, R, C, c, delta, eps, infinity = symbols("n k d i M R C c delta epsilon ∞")
M_sure = Symbol("M′")  # what the bounded entries of Definition C.1 give for all scores at once
error = P - P_hat
ON_EVENT = Norm(S, "∞") <= M
SMALL_R = R == o(sqrt(log(n)))
SURE = M_sure == d * R * log(n * d / delta)
BOUNDED_BELOW = Order("Ω", expr(1))


@cache
def on(domain: Domain) -> Computed:
    """The data of a domain of rows: all n rows of P and of P̂ are this one, so that the spectral norm is the Frobenius norm."""
    return Computed(
        domain,
        {
            Norm(error, "∞"): "max_error",
            Norm(P[i] - P_hat[i], "∞"): "max_error",
            Norm(error, "F"): "frobenius",
            Norm(error, "2"): "frobenius",
            Norm(error, "row sum"): "row_sum_error",
            M_sure: "M",
            eps: "eps",
        },
    )


def surely(claim: Claim) -> Claim:
    """The same claim with M′ for M."""
    return claim.mapped(lambda node: M_sure if node is M else None)


def likely(event: Claim) -> Claim:
    """With probability at least 1 - δ; along inputs that do not depend on chance the event is what is compared."""
    return Pr(event) >= 1 - delta


def on_event(label: str) -> str:
    """The label of the form on the event G_M."""
    return f"{label}, on G_M" if label else "on G_M"


def three_forms(
    lemma: Lemma,
    label: str,
    claim: Claim,
    *where: Condition,
    proof: Argument,
    refutation: Proof | None,
    given: Callable[[Domain], Computed] = on,
    domains: tuple[Domain, Domain, Domain] = (INPUTS, REPAIRED_INPUTS, ROWS),
    uses: Sequence[str] | None = None,
    provenance: str = "",
    content: Content | Callable[[Domain], Content] | None = None,
    silent: Claim | None = None,
) -> Line:
    """A part "with probability at least 1 - δ" (stated, and repaired by M′), and its form on the event G_M.

    proof:      of the form on G_M; with |S_ij| ≤ M′ it is the proof of the repaired form
    refutation: of the form as printed, None when that holds for every row (then ``proof`` uses no bound on S)
    content:    the trivial range of the left-hand side;  silent: where the bound says no more

    Returns the stated form.
    """
    printed, repaired, event = domains

    def state(line: Line, compared: Claim, domain: Domain, proof: Proof, silent: Claim | None) -> Line:
        line = line.compared(compared).feasible(met_with(domain, *where)).proved(proof)
        if content is not None:
            line.trivial(content if isinstance(content, Content) else content(domain))
        return line if silent is None else line.uninformative(silent)

    line = lemma.state(label, likely(claim), where, given=given(printed), provenance=provenance)
    stated = state(line, claim, printed, refutation or proof, silent)
    if uses is not None:
        stated.uses(*uses)
    if refutation is not None:
        sure = surely(claim)
        fixed = stated.instead(*where, why=REPAIR, claim=Implies(SURE, likely(sure)), given=given(repaired))
        through = replace(proof, steps=(SURE_BOUND, *proof.steps))
        state(fixed, sure, repaired, through, None if silent is None else surely(silent)).uses()
    line = lemma.state(on_event(label), Implies(ON_EVENT, claim), where, given=given(event), provenance=provenance)
    state(line, claim, event, proof, silent).uses()
    return stated
