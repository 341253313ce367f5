"""The window with the k+1 largest entries beside the one with k: the error of the row does not grow with the window."""

from __future__ import annotations

from dataclasses import replace

from kernels import balls
from theorems.language.computed import Supply
from theorems.provers.calculation import Calculation
from theorems.provers.facts import VARIABLE, Definition
from theorems.provers.scripts import Script, by, calc, cases, each
from theorems.sparse import ranges
from theorems.sparse.attention import (
    A_SPAR_IS,
    D_IS,
    D_SPAR_IS,
    TOP_K,
    U_IS,
    WINDOW_SIZE,
    A,
    A_spar,
    D,
    S,
    columns,
    first,
    i,
    kept,
    l,
    last,
    s,
    sparse_share,
)
from theorems.sparse.attention import window as top_k
from theorems.sparse.companions import (
    LARGEST_IS,
    SHORT,
    SHORT_AND_DROPPING,
    U_HAT_IS,
    any_row,
    in_window,
    largest_error,
    off,
)
from theorems.sparse.language import *
from theorems.sparse.more_companions import COMPANION
from theorems.sparse.row_claims import k
from theorems.sparse.row_entries import POSITIVE_SUM, D_spar, Shown, in_or_out, low_sparse_sum, positive_entry, using
from theorems.sparse.row_words import j, u, u_hat
from theorems.sparse.rows import ANY_ROWS, AttentionRow
from theorems.statement import TrivialRange
from theorems.textbook.elementary import ABS_ABOVE, ABS_BELOW
from theorems.textbook.sums import (
    INDICATOR,
    INDICATOR_SQUARED,
    LARGEST_ABOVE,
    LARGEST_BELOW,
    SUM_FACTOR,
    SUM_ORDER,
)


def wider(x: AttentionRow) -> AttentionRow:
    """The same row, its largest dropped entry kept as well, where there is one."""
    if not x.dropped:
        return x
    (weight, times), *rest = x.dropped
    still = ((weight, times - 1),) if times > 1 else ()
    return replace(x, k=x.k + 1, kept=(*x.kept, (weight, 1)), dropped=(*still, *rest))


v = Symbol("v", VARIABLE)
u_wider = Symbol("û′")  # the row of P̂ for the window with k+1 entries
wider_window = SetOf("T_(k+1)", (i,))
wider_error = Norm(u - u_wider, "∞")
wider_squares = Norm(u - u_wider, "2") ** 2
WIDER: dict[Node, Supply] = {
    wider_error: lambda x: wider(x).max_error,
    wider_squares: lambda x: wider(x).squared_error,
}
SHORT_WORDS: dict[Node, Supply] = {
    **WIDER,
    u_wider[l]: lambda x, l: sparse_share(wider(x), l),
    wider_window: lambda x, i: range(sum(times for _, times in wider(x).kept)),
}
WIDER_SHORT, WIDER_AND_DROPPING = SHORT.knowing(SHORT_WORDS), SHORT_AND_DROPPING.knowing(SHORT_WORDS)


def wide(l: Expr) -> Indicator:
    """1 inside the wider window, 0 outside."""
    return Indicator(l.isin(wider_window))


def wide_off(l: Expr) -> Expr:
    return u[l] - u_wider[l]


NESTED = Definition(
    "the wider window holds the window", (l,), kept(i, l) <= wide(l), (l.isin(columns),), of=WIDER_SHORT, at=((first,), (last,))
)
WIDER_SIZE = Definition("|T_(k+1)| = k + 1", (v,), Sum(v, columns, wide(v)) == k + 1, of=WIDER_AND_DROPPING, at=((l,),))
WIDER_TOP = Definition(
    "the window T_(k+1) has the k+1 largest entries",
    (j, l),
    wide(j) * (1 - wide(l)) * A[i, l] <= wide(j) * (1 - wide(l)) * A[i, j],
    (j.isin(columns), l.isin(columns)),
    of=WIDER_SHORT,
    at=((first, last), (last, first)),
)
U_WIDER_IS = Definition(
    "û′ is û for the wider window",
    (l, v),
    u_wider[l] == wide(l) * A[i, l] / Sum(v, columns, wide(v) * A[i, v]),
    (l.isin(columns),),
    of=WIDER_SHORT,
    at=((first, l), (last, l)),
)
WIDER_LARGEST = Definition(
    "‖u - û′‖_∞ = max |u_l - û′_l|", (), wider_error == Largest(l, columns, abs(wide_off(l))), of=WIDER_SHORT, at=((),)
)
WIDER_SQUARES = Definition(
    "‖u - û′‖_2² = Σ (u_l - û′_l)²", (), wider_squares == Sum(l, columns, wide_off(l) ** 2), of=WIDER_AND_DROPPING, at=((),)
)


in_wide, wide_squared = INDICATOR(l.isin(wider_window)), INDICATOR_SQUARED(l.isin(wider_window))

# -- the maximum -------------------------------------------------------------------------------------------------------------

wide_sum = Sum(l, columns, wide(l) * A[i, l])
SUMS: tuple[Shown, ...] = (
    POSITIVE_SUM,
    low_sparse_sum(Norm(S, "∞")),
    (D_spar[i, i] > 0, by()),
    (
        ForAll(l, columns, A_spar[i, l] <= wide(l) * A[i, l]),
        each(using(positive_entry(i, l), then=by(NESTED(l), A_SPAR_IS(i, l)))),
    ),
    (
        D_spar[i, i] <= wide_sum,
        by(SUM_ORDER(lambda m: A_spar[i, m], lambda m: wide(m) * A[i, m], l, columns), D_SPAR_IS(i, l)),
    ),
    (
        ForAll(l, columns, wide(l) * A[i, l] <= A[i, l]),
        each(using(positive_entry(i, l), then=by(in_wide))),
    ),
    (wide_sum <= D[i, i], by(SUM_ORDER(lambda m: wide(m) * A[i, m], lambda m: A[i, m], l, columns), D_IS(i))),
)
_gap = 1 / D_spar[i, i] - 1 / D[i, i]
_wider_gap = 1 / wide_sum - 1 / D[i, i]
GAPS: Shown = (0 <= _wider_gap) & (_wider_gap <= _gap), by()


def _size(m: Expr) -> Expr:
    return abs(off(m))


def of_kept(s: Expr) -> Shown:
    """The error of an entry inside the window."""
    reasons = U_IS(s), U_HAT_IS(s), A_SPAR_IS(i, s), ABS_ABOVE(off(s)), LARGEST_IS(), LARGEST_ABOVE(_size, l, columns, s)
    return A[i, s] * _gap <= largest_error, by(*reasons)


_error = A[i, l] * _wider_gap  # of an entry inside the wider window
SMALL = by(ABS_BELOW(wide_off(l), largest_error))
WIDE_ERROR: tuple[Shown, ...] = ((wide_off(l) == -_error, by(U_IS(l), U_WIDER_IS(l, l))), (0 <= _error, by()))
STILL_INSIDE = using(
    of_kept(l),
    *WIDE_ERROR,
    (_error <= largest_error, calc(_error).le(A[i, l] * _gap).le(largest_error)),
    then=SMALL,
)
NEW_INSIDE = using(
    *WIDE_ERROR,
    (
        ForAll(s, columns, _error * kept(i, s) <= largest_error * kept(i, s)),
        cases(
            kept(i, s) > 0,
            using(
                (kept(i, s) == 1, by(INDICATOR_SQUARED(s.isin(top_k(i))))),
                positive_entry(i, s),
                (A[i, l] <= A[i, s], by(TOP_K(i, s, l))),
                of_kept(s),
                then=calc(_error * kept(i, s)).le(A[i, s] * _wider_gap).le(A[i, s] * _gap).le(largest_error * kept(i, s)),
            ),
            using((kept(i, s) == 0, by(in_or_out(s))), then=by()),
        ),
    ),
    (
        _error * k <= largest_error * k,
        by(
            SUM_ORDER(lambda m: _error * kept(i, m), lambda m: largest_error * kept(i, m), s, columns),
            SUM_FACTOR(_error, lambda m: kept(i, m), s, columns),
            SUM_FACTOR(largest_error, lambda m: kept(i, m), s, columns),
            WINDOW_SIZE(i, s),
        ),
    ),
    (_error <= largest_error, by()),
    then=SMALL,
)
STILL_OUTSIDE = using(
    ((u[l] >= 0) & (u_hat[l] == 0) & (u_wider[l] == 0), by(U_IS(l), U_HAT_IS(l), A_SPAR_IS(i, l), U_WIDER_IS(l, l))),
    (u[l] <= largest_error, by(ABS_ABOVE(off(l)), LARGEST_IS(), LARGEST_ABOVE(_size, l, columns, l))),
    then=SMALL,
)


def in_three(inside: Script, new: Script, outside: Script) -> Script:
    """Inside the window, inside the wider one alone, outside of both."""
    return using(
        positive_entry(i, l),
        then=cases(
            kept(i, l) > 0,
            using((kept(i, l) == 1, by(in_window)), (wide(l) == 1, by(NESTED(l), in_wide)), then=inside),
            using(
                (kept(i, l) == 0, by(in_or_out(l))),
                then=cases(
                    wide(l) > 0,
                    using((wide(l) == 1, by(wide_squared)), then=new),
                    using((wide(l) == 0, by(in_wide)), then=outside),
                ),
            ),
        ),
    )


MAXIMUM = using(
    *SUMS,
    GAPS,
    (ForAll(l, columns, abs(wide_off(l)) <= largest_error), each(in_three(STILL_INSIDE, NEW_INSIDE, STILL_OUTSIDE))),
    then=by(WIDER_LARGEST(), LARGEST_BELOW(lambda m: abs(wide_off(m)), l, columns, largest_error, j)),
)

wider_row = any_row.knowing(WIDER)
MAXIMUM_RANGE = TrivialRange(
    "0 ≤ max |u - û′| ≤ tau - u_(k+1), what is dropped still (0 where k = n)", 0, lambda x: wider(x).tau
)
with COMPANION.where(given=wider_row):
    COMPANION["error in k, maximum"] = wider_error <= largest_error
line = COMPANION["error in k, maximum"].trivial(
    ranges.silent(
        MAXIMUM_RANGE,
        ANY_ROWS,
        "k = n, or max |u - û| ≥ tau - u_(k+1)",
        lambda x: balls.ge(x.max_error, wider(x).tau),
    )
)
line.note(
    "û′: the row with the k+1 largest entries (with all of them where k = n). Attained by k+2 equal entries and nothing "
    "else (k ≥ 2)."
).proved(
    Calculation(
        MAXIMUM, "Inside the window the error û - u = û tau falls; the entry that comes in has less of it than a kept one."
    )
)

STATEMENTS = (COMPANION,)
