"""More companions: how far the row of P̂ is from that of P in divergence."""

from __future__ import annotations

from kernels.arithmetic import Number
from theorems.provers.calculation import Calculation
from theorems.provers.facts import Definition, Fact
from theorems.provers.scripts import Script, by, cases, each
from theorems.sparse.attention import A_SPAR_IS, ATTENTION, U_IS, D, columns, i, kept, l
from theorems.sparse.companions import COMPANION, ENTRIES_TOO, SPARSE_ROW, U_HAT_IS, in_window, window
from theorems.sparse.language import *
from theorems.sparse.row_entries import DROPPED_SHARE, WHOLE_SUM, D_spar, Shown, in_or_out, positive_entry, using
from theorems.sparse.row_words import j, row_data, tau, u, u_hat
from theorems.sparse.rows import ANY_ROWS, AttentionRow
from theorems.textbook.elementary import LOG_GROWS, LOG_OF_QUOTIENT
from theorems.textbook.sums import SUM_MULTIPLE

# -- the divergence ----------------------------------------------------------------------------------------------------------

divergence = Sum(j, window, u_hat[j] * log(u_hat[j] / u[j]))


def _divergence(x: AttentionRow) -> Number:
    """Entry by entry."""
    total = x.number(0)
    for weight, times in x.kept:
        exact, sparse = weight / x.weight, weight / x.kept_weight
        total = total + x.number(times) * sparse * x.log(sparse / exact)
    return total


def term(l: Expr) -> Expr:
    """0 outside the window; 1 is added there to what the logarithm is taken of, which would be 0."""
    return kept(i, l) * (u_hat[l] * log(u_hat[l] / u[l] + 1 - kept(i, l)))


DIVERGENCE_IS = Definition(
    "KL(û‖u) is a sum over the window",
    (),
    divergence == Sum(l, columns, term(l)),
    of=ATTENTION.knowing(ENTRIES_TOO | {divergence: _divergence}),
    at=((),),
)
ratio = 1 / (1 - tau)
inside_one = u_hat[l] / u[l] + 1 - kept(i, l)
POSITIVE_SHARE: tuple[Shown, ...] = (positive_entry(i, l), (u[l] > 0, by(U_IS(l))))


def in_and_out(*equal: Fact) -> Script:
    """Inside the window, where what the logarithm is taken of is 1/(1 - tau), and outside, where it is 1."""
    return cases(
        kept(i, l) > 0,
        using(
            (kept(i, l) == 1, by(in_window)),
            (inside_one == ratio, by(U_HAT_IS(l), A_SPAR_IS(i, l), U_IS(l))),
            then=by(*equal),
        ),
        using(
            (kept(i, l) == 0, by(in_or_out(l))),
            (inside_one == 1, by(U_HAT_IS(l), A_SPAR_IS(i, l))),
            then=by(),
        ),
    )


DIVERGENCE = using(
    *SPARSE_ROW,
    WHOLE_SUM,
    DROPPED_SHARE,
    ((1 - tau == D_spar[i, i] / D[i, i]) & (1 - tau > 0), by()),
    (
        ForAll(l, columns, term(l) == log(ratio) * u_hat[l]),
        each(
            using(
                *POSITIVE_SHARE,
                (inside_one > 0, in_and_out()),
                (
                    kept(i, l) * log(inside_one) == kept(i, l) * log(ratio),
                    in_and_out(LOG_GROWS(inside_one, ratio), LOG_GROWS(ratio, inside_one)),
                ),
                then=by(U_HAT_IS(l), A_SPAR_IS(i, l), in_window),
            )
        ),
    ),
    (divergence == log(ratio), by(DIVERGENCE_IS(), SUM_MULTIPLE(term, log(ratio), lambda l: u_hat[l], l, columns))),
    then=by(LOG_OF_QUOTIENT(1, 1 - tau)),
)
with COMPANION.where(given=row_data(ANY_ROWS).knowing({divergence: _divergence})):
    COMPANION["divergence"] = divergence == -log(1 - tau)
COMPANION["divergence"].note("KL(û‖u): every kept entry grows by the same factor 1/(1 - tau).").proved(
    Calculation(DIVERGENCE, "Inside the window û_j/u_j = 1/(1 - tau), and the û_j add up to 1.")
)

STATEMENTS = (COMPANION,)
