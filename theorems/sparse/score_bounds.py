"""What a bound on the scores gives for A, D and their sparse versions (Lemmas 4.2, D.3, E.4, Eq. (2), (3)).

With |S_ij| ≤ M everything here is an interval computation: an entry of A lies in [e^-M, e^M], a sum of m of them in
[m e^-M, m e^M]. The probability statements take M = C R √log(n/δ), and that is too small: Definition C.1 lets
b = B √log(nd/δ) bound an entry, so that S is of order R log(nd/δ), which outruns every C R √log(n/δ). Constant entries
are independent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy
from sympy import Expr

from theorems.provers.argument import Argument, Step
from theorems.sparse import ranges
from theorems.sparse.rows import INPUTS, AttentionRow
from theorems.sparse.steps import E, alpha, beta, k, n, nonnegative, proved, refuted, three_forms
from theorems.statement import Content, Statement
from theorems.vocabulary import Claimed, Comparison, at_least, at_most

ALL_HIGH = "row=1x1 k=1 R=1 delta=1/100 C=2"
ALL_LOW = "row=-1x1 k=1 R=1 delta=1/100 C=2"
HIGH = refuted(
    "Take c_j = 1 for all j: every score is R log(2n/δ), a certain event, and e^{R log(2n/δ)} > e^{C R √log(n/δ)} for "
    "every R > 0 and every C once n > δ e^{C²}. The deterministic input satisfies Definition C.1 word for word; random "
    "signs ±b in place of b give the same |S_ij|."
)
LOW = refuted(
    "Take c_j = -1 for all j: every score is -R log(2n/δ), a certain event, so every sum of exponentials is below its "
    "claimed lower bound (and every inverse above its claimed upper bound) once n > δ e^{C²}, for every C."
)


def _entry_below(x: AttentionRow) -> Comparison:
    return at_most(x.A_max, x.exp(x.M))


def _score_below(x: AttentionRow) -> Comparison:
    return at_most(x.score, x.M)


def _sum_below(x: AttentionRow) -> Comparison:
    return at_most(x.D, x.n * x.exp(x.M))


def _sum_above(x: AttentionRow) -> Comparison:
    return at_least(x.D, x.n * x.exp(-x.M))


def _sum_between(x: AttentionRow) -> tuple[Comparison, ...]:
    return (at_least(x.D, x.n * x.exp(-x.M)), at_most(x.D, x.n * x.exp(x.M)))


def _sparse_sum_above(x: AttentionRow) -> Comparison:
    return at_least(x.D_spar, x.k * x.exp(-x.M))


def _sparse_sum_between(x: AttentionRow) -> tuple[Comparison, ...]:
    return (at_least(x.D_spar, x.k * x.exp(-x.M)), at_most(x.D_spar, x.k * x.exp(x.M)))


def _sparse_inverse_below(x: AttentionRow) -> Comparison:
    return at_most(x.D_spar_inverse, x.exp(x.M) / x.k)


def _sparse_inverse_between(x: AttentionRow) -> tuple[Comparison, ...]:
    return (at_least(x.D_spar_inverse, x.exp(-x.M) / x.k), at_most(x.D_spar_inverse, x.exp(x.M) / x.k))


def _inverse_below(x: AttentionRow) -> Comparison:
    return at_most(x.D_inverse, x.exp(x.M) / x.n)


def _inverse_between(x: AttentionRow) -> tuple[Comparison, ...]:
    return (at_least(x.D_inverse, x.exp(-x.M) / x.n), at_most(x.D_inverse, x.exp(x.M) / x.n))


_real = sympy.Symbol("x", real=True)
ENTRY = proved(
    "exp is increasing and S_ij ≤ M: an entry is e^M minus a slack.",
    Step("exp is increasing: its derivative is itself, positive", lambda: bool(sympy.exp(_real).diff(_real).is_positive)),
)


def sum_bounds(size: Expr, name: str) -> Argument:
    """A sum of ``size`` entries lies between size·e^-M and size·e^M."""
    return proved(
        f"Each of the {name} entries lies in [e^-M, e^M]; add them. Both ends are attained by constant scores.",
        nonnegative(f"{name}/E + β ≥ {name}/E", size / E + beta - size / E),
        nonnegative(f"the slacks of {name} entries E - α add up: {name}·E - α ≤ {name}·E", size * E - (size * E - alpha)),
        nonnegative("e^-M ≤ e^M, so the interval is not empty", E - 1 / E),
    )


def inverse_bounds(size: Expr, name: str) -> Argument:
    """The inverse of such a sum."""
    return proved(
        f"The sum of {name} entries lies in [{name} e^-M, {name} e^M] and is positive; inverting reverses the order.",
        nonnegative(f"1/({name}/E + β) ≤ E/{name}", E / size - 1 / (size / E + beta)),
        nonnegative(
            f"with s = {name}/E + α the sum and s + β = {name}·E: 1/s ≥ 1/(s + β)",
            1 / (size / E + alpha) - 1 / (size / E + alpha + beta),
        ),
    )


D3 = Statement(
    "sparse",
    "Lemma D.3",
    source="Appendix D.3",
    title="bounds on A and D",
    provenance="text",
    depends_on=["sparse/Lemma D.4/(a)(iii)"],
)
LEMMA_4_2 = Statement(
    "sparse",
    "Lemma 4.2",
    source="Section 4.1",
    title="concentration of the scores, of A and of D",
    provenance="public",
    depends_on=["sparse/Lemma D.4/(a)(iii)", "sparse/Remark D.5"],
)
EQUATION_2 = Statement("sparse", "Equation 2", source="Appendix D.1", provenance="inferred", depends_on=["sparse/Lemma D.3/1"])
EQUATION_3 = Statement("sparse", "Equation 3", source="Appendix D.1", provenance="inferred", depends_on=["sparse/Lemma D.3/3"])
E4 = Statement(
    "sparse",
    "Lemma E.4",
    source="Appendix E.4",
    title="the toolkit of Appendix E",
    provenance="inferred",
)

# the sure ranges of the left-hand sides
_RANGES: dict[Callable[[AttentionRow], Claimed], Content] = {
    _entry_below: ranges.A_ENTRY,
    _sum_below: ranges.D_SUM,
    _sum_above: ranges.D_SUM,
    _score_below: ranges.SCORE,
    _sparse_sum_between: ranges.D_SPAR_SUM,
    _sparse_sum_above: ranges.D_SPAR_SUM,
    _sum_between: ranges.D_SUM,
    _sparse_inverse_between: ranges.D_SPAR_INVERSE,
    _sparse_inverse_below: ranges.D_SPAR_INVERSE,
    _inverse_between: ranges.D_INVERSE,
    _inverse_below: ranges.D_INVERSE,
}


def _forms(statement: Statement, label: str, claim: Callable[[AttentionRow], Claimed], **rest: Any) -> None:
    three_forms(statement, label, claim, content=ranges.beside_sure_bound(_RANGES[claim], INPUTS), **rest)


_forms(D3, "1", _entry_below, says="A_ij ≤ e^M", proof=ENTRY, refutation=HIGH, witness=ALL_HIGH)
_forms(
    D3,
    "2",
    _sum_below,
    says="D_ii ≤ n e^M",
    proof=sum_bounds(n, "n"),
    refutation=HIGH,
    witness=ALL_HIGH,
    provenance="inferred",
    depends_on=["sparse/Lemma D.3/1"],
)
_forms(
    D3,
    "3",
    _sum_above,
    says="D_ii ≥ n e^-M",
    proof=sum_bounds(n, "n"),
    refutation=LOW,
    witness=ALL_LOW,
    provenance="inferred",
    note='The statement prints "Part 2" twice; the second is Part 3, as its proof says.',
)
_forms(LEMMA_4_2, "1", _score_below, says="|S_ij| ≤ M", proof=ENTRY, refutation=HIGH, witness=ALL_HIGH)
_forms(
    LEMMA_4_2,
    "2",
    _sum_below,
    says="D_ii ≤ n e^M",
    proof=sum_bounds(n, "n"),
    refutation=HIGH,
    witness=ALL_HIGH,
    provenance="inferred",
)
_forms(
    LEMMA_4_2,
    "2(b)",
    _entry_below,
    says="A_ij ≤ e^M for all i, j",
    proof=ENTRY,
    refutation=HIGH,
    witness=ALL_HIGH,
    provenance="inferred",
)
_forms(
    LEMMA_4_2,
    "3",
    _sum_above,
    says="D_ii ≥ n e^-M",
    proof=sum_bounds(n, "n"),
    refutation=LOW,
    witness=ALL_LOW,
    provenance="inferred",
)
_forms(EQUATION_2, "", _entry_below, says="exp(S_ij) ≤ e^M", proof=ENTRY, refutation=HIGH, witness=ALL_HIGH)
_forms(EQUATION_3, "", _sum_above, says="Σ_l exp(S_il) ≥ n e^-M", proof=sum_bounds(n, "n"), refutation=LOW, witness=ALL_LOW)

_forms(
    E4,
    "1",
    _entry_below,
    says="A_ij ≤ e^M",
    proof=ENTRY,
    refutation=HIGH,
    witness=ALL_HIGH,
    depends_on=["sparse/Equation 2"],
)
_forms(
    E4,
    "2",
    _entry_below,
    says="(A_spar)_ij ≤ e^M",
    proof=ENTRY,
    refutation=HIGH,
    witness=ALL_HIGH,
    depends_on=["sparse/Lemma E.4/1", "sparse/Lemma D.3/2"],
    note="The largest entry of a row is always inside the window, so A and A_spar have the same one.",
)
for _label, _claim, _says, _proof, _refutation, _witness, _rests in (
    ("3", _sparse_sum_between, "k e^-M ≤ (D_spar)_ii ≤ k e^M", sum_bounds(k, "k"), HIGH, ALL_HIGH, "sparse/Lemma E.4/1"),
    ("3(b)", _sparse_sum_above, "(D_spar)_ii ≥ k e^-M", sum_bounds(k, "k"), LOW, ALL_LOW, "sparse/Lemma E.4/1"),
    ("4", _sum_between, "n e^-M ≤ D_ii ≤ n e^M", sum_bounds(n, "n"), HIGH, ALL_HIGH, "sparse/Lemma D.3/2"),
    ("4(b)", _sum_below, "D_ii ≤ n e^M", sum_bounds(n, "n"), HIGH, ALL_HIGH, "sparse/Lemma D.3/2"),
    (
        "5",
        _sparse_inverse_between,
        "e^-M/k ≤ (D_spar)_ii^-1 ≤ e^M/k",
        inverse_bounds(k, "k"),
        HIGH,
        ALL_HIGH,
        "sparse/Lemma E.4/3",
    ),
    (
        "5(b)",
        _sparse_inverse_below,
        "(D_spar)_ii^-1 ≤ e^M/k",
        inverse_bounds(k, "k"),
        LOW,
        ALL_LOW,
        "sparse/Lemma E.4/3(b)",
    ),
    ("6", _inverse_between, "e^-M/n ≤ D_ii^-1 ≤ e^M/n", inverse_bounds(n, "n"), HIGH, ALL_HIGH, "sparse/Lemma E.4/4"),
    ("6(b)", _inverse_below, "D_ii^-1 ≤ e^M/n", inverse_bounds(n, "n"), LOW, ALL_LOW, "sparse/Lemma E.4/4"),
):
    _forms(
        E4,
        _label,
        _claim,
        says=_says,
        proof=_proof,
        refutation=_refutation,
        witness=_witness,
        depends_on=[_rests],
    )

STATEMENTS = (LEMMA_4_2, D3, EQUATION_2, EQUATION_3, E4)
