"""What a bound on the scores gives for A, D and their sparse versions (Lemmas 4.2, D.3, E.4, Eq. (2), (3)).

With |S_ij| ≤ M everything here is an interval computation: an entry of A lies in [e^-M, e^M], a sum of m of them in
[m e^-M, m e^M]. The probability statements take M = C R √log(n/δ), and that is too small: Definition C.1 lets
b = B √log(nd/δ) bound an entry, so that S is of order R log(nd/δ), which outruns every C R √log(n/δ). Constant entries
are independent.
"""

from __future__ import annotations

import sympy

from theorems.language.tree import Relation
from theorems.provers.argument import Argument, Step
from theorems.provers.steps import nonnegative, proved
from theorems.sparse import ranges, steps
from theorems.sparse.language import *
from theorems.sparse.row_claims import M, S, i, k, n
from theorems.sparse.row_entries import A, A_spar, D, D_spar, at_the_worst, columns, entries, forms_of_entries, j, row_sum
from theorems.sparse.rows import INPUTS
from theorems.sparse.steps import alpha, beta, refuted

HIGH = refuted(
    "Take c_j = 1 for all j: every score is R log(2n/δ), a certain event, and e^{R log(2n/δ)} > e^{C R √log(n/δ)} for "
    "every R > 0 and every C once n > δ e^{C²}. The deterministic input satisfies Definition C.1 word for word; random "
    "signs ±b in place of b give the same |S_ij|."
)
LOW = refuted(
    "Take c_j = -1 for all j: every score is -R log(2n/δ), a certain event, so every sum of exponentials is below its "
    "claimed lower bound (and every inverse above its claimed upper bound) once n > δ e^{C²}, for every C."
)


WITNESSES = {HIGH: "row=1x1 k=1 R=1 delta=1/100 C=2", LOW: "row=-1x1 k=1 R=1 delta=1/100 C=2"}
_real = sympy.Symbol("x", real=True)
ENTRY = proved(
    "exp is increasing and S_ij ≤ M: an entry is e^M minus a slack.",
    Step("exp is increasing: its derivative is itself, positive", lambda: bool(sympy.exp(_real).diff(_real).is_positive)),
)


def sum_bounds(size: sympy.Expr, name: str) -> Argument:
    """A sum of ``size`` entries lies between size·e^-M and size·e^M."""
    return proved(
        f"Each of the {name} entries lies in [e^-M, e^M]; add them. Both ends are attained by constant scores.",
        nonnegative(f"{name}/E + β ≥ {name}/E", size / steps.E + beta - size / steps.E),
        nonnegative(
            f"the slacks of {name} entries E - α add up: {name}·E - α ≤ {name}·E", size * steps.E - (size * steps.E - alpha)
        ),
        nonnegative("e^-M ≤ e^M, so the interval is not empty", steps.E - 1 / steps.E),
    )


def inverse_bounds(size: sympy.Expr, name: str) -> Argument:
    """The inverse of such a sum."""
    return proved(
        f"The sum of {name} entries lies in [{name} e^-M, {name} e^M] and is positive; inverting reverses the order.",
        nonnegative(f"1/({name}/E + β) ≤ E/{name}", steps.E / size - 1 / (size / steps.E + beta)),
        nonnegative(
            f"with s = {name}/E + α the sum and s + β = {name}·E: 1/s ≥ 1/(s + β)",
            1 / (size / steps.E + alpha) - 1 / (size / steps.E + alpha + beta),
        ),
    )


OF_N, OF_K = sum_bounds(steps.n, "n"), sum_bounds(steps.k, "k")
INVERSE_OF_N, INVERSE_OF_K = inverse_bounds(steps.n, "n"), inverse_bounds(steps.k, "k")
ON_INPUTS = entries(INPUTS)
SURE_RANGES = {
    A[i, j]: ranges.A_ENTRY,
    A_spar[i, j]: ranges.A_ENTRY,
    exp(S[i, j]): ranges.A_ENTRY,
    abs(S[i, j]): ranges.SCORE,
    D[i, i]: ranges.D_SUM,
    row_sum: ranges.D_SUM,
    D_spar[i, i]: ranges.D_SPAR_SUM,
    D[i, i] ** -1: ranges.D_INVERSE,
    D_spar[i, i] ** -1: ranges.D_SPAR_INVERSE,
}


def state(
    lemma: Lemma,
    label: str,
    claim: Claim,
    proof: Argument,
    refutation: Argument,
    *uses: str,
    note: str = "",
    provenance: str = "",
) -> None:
    """A bound in its three forms."""
    worst = at_the_worst(claim)
    bound = worst.claims[0] if isinstance(worst, And) else worst
    assert isinstance(bound, Relation)
    forms_of_entries(
        lemma,
        label,
        claim,
        proof=proof,
        refutation=refutation,
        witness=WITNESSES[refutation],
        uses=uses or None,
        provenance=provenance,
        trivial=ranges.beside_sure_bound(SURE_RANGES[bound.left], INPUTS),
    ).note(note)


D3 = Lemma("D.3", "Appendix D.3", "bounds on A and D", given=ON_INPUTS, uses=["Lemma D.4/(a)(iii)"])
state(D3, "1", A[i, j] <= exp(M), ENTRY, HIGH)
state(D3, "2", D[i, i] <= n * exp(M), OF_N, HIGH, "Lemma D.3/1", provenance="inferred")
state(
    D3,
    "3",
    D[i, i] >= n * exp(-M),
    OF_N,
    LOW,
    provenance="inferred",
    note='The statement prints "Part 2" twice; the second is Part 3, as its proof says.',
)

LEMMA_4_2 = Lemma(
    "4.2",
    "Section 4.1",
    "concentration of the scores, of A and of D",
    given=ON_INPUTS,
    provenance="public",
    uses=["Lemma D.4/(a)(iii)", "Remark D.5"],
)
state(LEMMA_4_2, "1", abs(S[i, j]) <= M, ENTRY, HIGH)
state(LEMMA_4_2, "2", D[i, i] <= n * exp(M), OF_N, HIGH, provenance="inferred")
state(LEMMA_4_2, "2(b)", ForAll(i, columns, ForAll(j, columns, A[i, j] <= exp(M))), ENTRY, HIGH, provenance="inferred")
state(LEMMA_4_2, "3", D[i, i] >= n * exp(-M), OF_N, LOW, provenance="inferred")

EQUATION_2 = Lemma("Equation 2", "Appendix D.1", given=ON_INPUTS, provenance="inferred", uses=["Lemma D.3/1"])
state(EQUATION_2, "", exp(S[i, j]) <= exp(M), ENTRY, HIGH)

EQUATION_3 = Lemma("Equation 3", "Appendix D.1", given=ON_INPUTS, provenance="inferred", uses=["Lemma D.3/3"])
state(EQUATION_3, "", row_sum >= n * exp(-M), OF_N, LOW)

E4 = Lemma("E.4", "Appendix E.4", "the toolkit of Appendix E", given=ON_INPUTS, provenance="inferred")
state(E4, "1", A[i, j] <= exp(M), ENTRY, HIGH, "Equation 2")
state(
    E4,
    "2",
    A_spar[i, j] <= exp(M),
    ENTRY,
    HIGH,
    "Lemma E.4/1",
    "Lemma D.3/2",
    note="The largest entry of a row is always inside the window, so A and A_spar have the same one.",
)
state(E4, "3", chain(k * exp(-M), "<=", D_spar[i, i], "<=", k * exp(M)), OF_K, HIGH, "Lemma E.4/1")
state(E4, "3(b)", D_spar[i, i] >= k * exp(-M), OF_K, LOW, "Lemma E.4/1")
state(E4, "4", chain(n * exp(-M), "<=", D[i, i], "<=", n * exp(M)), OF_N, HIGH, "Lemma D.3/2")
state(E4, "4(b)", D[i, i] <= n * exp(M), OF_N, HIGH, "Lemma D.3/2")
state(E4, "5", chain(exp(-M) / k, "<=", D_spar[i, i] ** -1, "<=", exp(M) / k), INVERSE_OF_K, HIGH, "Lemma E.4/3")
state(E4, "5(b)", D_spar[i, i] ** -1 <= exp(M) / k, INVERSE_OF_K, LOW, "Lemma E.4/3(b)")
state(E4, "6", chain(exp(-M) / n, "<=", D[i, i] ** -1, "<=", exp(M) / n), INVERSE_OF_N, HIGH, "Lemma E.4/4")
state(E4, "6(b)", D[i, i] ** -1 <= exp(M) / n, INVERSE_OF_N, LOW, "Lemma E.4/4")

STATEMENTS = (LEMMA_4_2, D3, EQUATION_2, EQUATION_3, E4)
