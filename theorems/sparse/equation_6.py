"""The error of top-k attention (Eq. (6)): with |S_ij| ≤ M, and with the M of the paper."""

from theorems.sparse.four_steps import large_first_error, small_bound, spike
from theorems.sparse.language import *
from theorems.sparse.row_norms import ROW_SUM_IS, off
from theorems.sparse.thresholds import speaks

EQUATION_6 = Lemma("Equation 6", "Appendix E.1", "error of top-k attention", given=on(ROWS), provenance="inferred")
printed = D**-1 * A - D_spar**-1 * A_spar
both = exp(2 * M) / n + exp(6 * M) / k


def equation_6(m: Expr) -> None:
    """The printed bound is larger than e^{2m}/k."""
    obtain(at_least_one(m), whole_error(m))
    calc(Norm(printed, "∞")).eq(Norm(error, "∞"), ERROR_IS).le(exp(2 * m) / k).le(exp(2 * m) / n + exp(6 * m) / k)


def error_of_spike() -> None:
    """Both terms of the printed bound are at most e^{6M}/k."""
    obtain(large_first_error, small_bound)
    calc(Q(1, 2)).le(first_error).le(Norm(error, "∞"), SPIKE)
    have(M >= 0, M_IS)
    have(exp(2 * M) <= exp(6 * M), EXP_GROWS(2 * M, 6 * M))
    have(both <= 2 * exp(-9), only(exp(2 * M) / n <= exp(6 * M) / k, exp(6 * M) / k <= exp(-9), n >= k, k >= 10))
    calc(Norm(printed, "∞")).eq(Norm(error, "∞"), ERROR_IS).ge(Q(1, 2)).gt(2 * exp(-9)).ge(both)


def _whole(domain: Domain) -> Computed:
    return on(domain).knowing({Norm(printed, "∞"): "max_error", Norm(printed, "row sum"): "row_sum_error"})


three_forms(
    EQUATION_6,
    "",
    Norm(printed, "∞") <= both,
    shown=equation_6,
    refutation=lambda line: spike(line, error_of_spike),
    given=_whole,
    uses=["Lemma E.3/1", "Lemma E.3/4"],
    trivial=ranges.MAXIMUM,
    uninformative=both >= 1,
).note(f"With C = 2, δ = 1/100 and k = √n its second term e^{{6M}}/k is below 1 {speaks('Lemma E.3, Part 4')}, to two digits.")
EQUATION_6["last step"] = both <= 2 * exp(6 * M) / k
in_print = exp(6 * M) / k


@proof(EQUATION_6["last step"])
def _() -> None:
    """The first term is at most the second."""
    obtain(at_least_one(M))
    calc(both).le(exp(2 * M) / k + in_print).le(2 * in_print).eq(2 * exp(6 * M) / k)


with EQUATION_6.where(given=_whole(ROWS)):
    EQUATION_6["(b), on G_M"] = Implies(ON_EVENT, Norm(printed, "row sum") <= both)
rows = EQUATION_6["(b), on G_M"].trivial(ranges.ROW_SUM).uninformative(both >= 2)
rows.refuted("row=0x4 k=1 M=0").note("A row of P - P̂ has l1 norm 2 tau, and W = 0 gives 2(1 - k/n).")
repaired = rows.instead(
    why="2(1 - k/n) in place of the bound, the least that serves all rows: equality for W = 0",
    claim=Implies(ON_EVENT, Norm(printed, "row sum") <= 2 * (1 - k / n)),
)
ROW_ERROR_IS = Definition(
    "P = D^-1 A, P̂ = D_spar^-1 A_spar, row sums",
    (),
    Norm(printed, "row sum") == Norm(error, "row sum"),
    of=ATTENTION.knowing({Norm(printed, "row sum"): "row_sum_error"}),
)


@proof(repaired.trivial(ranges.ROW_SUM))
def _() -> None:
    """The l1 norm is tau inside the window plus tau outside it. The n-k dropped entries are the smallest, so their mean
    tau/(n-k) is at most the mean of all, 1/n.
    """
    most = 2 * (1 - k / n)

    def row(r: Expr) -> Expr:
        return Sum(l, columns, abs(off(r, l)))

    with proving(ForAll(r, columns, row(r) <= most)):
        whole, sparse = D[r, r], D_spar[r, r]
        inside, outside = 1 / sparse - 1 / whole, 1 / whole
        obtain(low_sparse_sum(M, r), kept_and_dropped(r), smallest_dropped(r))
        with proving(ForAll(l, columns, dropped(l, r) >= 0)):
            obtain(positive_entry(r, l))
            hence(in_or_out(l, r))
        have(dropped_sum(r) >= 0, SUM_NONNEGATIVE)
        with proving(ForAll(l, columns, abs(off(r, l)) == inside * A_spar[r, l] + outside * dropped(l, r))):
            obtain(positive_entry(r, l))
            have(P[r, l] == A[r, l] / whole, P_IS(r, l))
            with if_kept(l, r):
                have(A_spar[r, l] == A[r, l], A_SPAR_IS(r, l))
                have(P_hat[r, l] == A[r, l] / sparse, P_HAT_IS(r, l))
                hence(ABS_OF_NONPOSITIVE(off(r, l)))
            with if_dropped(l, r):
                have(A_spar[r, l] == 0, A_SPAR_IS(r, l))
                have(P_hat[r, l] == 0, P_HAT_IS(r, l))
                hence(ABS_OF_NONNEGATIVE(off(r, l)))
        (
            calc(row(r))
            .eq(inside * Sum(l, columns, A_spar[r, l]) + outside * dropped_sum(r), SUM_LINEAR)
            .eq(2 * (1 - sparse / whole), D_SPAR_IS(r, l))
            .le(most)
        )
    have(Norm(error, "row sum") <= most, ROW_SUM_IS, LARGEST_BELOW(row, r, columns, most, i))
    hence(ROW_ERROR_IS)


STATEMENTS = (EQUATION_6,)
