"""The window with the k+1 largest entries beside the one with k: the error of the row does not grow with the window."""

from __future__ import annotations

from kernels import balls
from kernels.arithmetic import Number
from theorems.sparse.companions import (
    LARGEST_IS,
    NEXT_IS,
    SHORT_AND_DROPPING,
    SHORT_DATA,
    SQUARES_ARE,
    U_HAT_IS,
    any_row,
    in_window,
    next_entry,
    off,
    outside_only,
    row_error,
    squares,
)
from theorems.sparse.language import *
from theorems.sparse.more_companions import COMPANION
from theorems.textbook import *

v = Symbol("v", VARIABLE)
u_wider = Symbol("û′")  # the row of P̂ for the window with k+1 entries
wider_window = SetOf("T_(k+1)", (i,))
wider_error = Norm(u - u_wider, "∞")
wider_squares = Norm(u - u_wider, "2") ** 2
WIDER: dict[Node, Supply] = {
    wider_error: lambda x: x.wider.max_error,
    wider_squares: lambda x: x.wider.squared_error,
}
SHORT_WORDS: dict[Node, Supply] = {
    **WIDER,
    u_wider[l]: lambda x, l: entry_of_P_hat(x.wider, l),
    wider_window: lambda x, i: range(sum(times for _, times in x.wider.kept)),
}
WIDER_SHORT, WIDER_AND_DROPPING = SHORT_DATA.knowing(SHORT_WORDS), SHORT_AND_DROPPING.knowing(SHORT_WORDS)


def wide(l: Expr) -> Indicator:
    """1 inside the wider window, 0 outside."""
    return Indicator(l.isin(wider_window))


def wide_off(l: Expr) -> Expr:
    return u[l] - u_wider[l]


NESTED = Definition(
    "the wider window holds the window", (l,), kept(i, l) <= wide(l), (l.isin(columns),), of=WIDER_SHORT, at=((first,), (last,))
)
WIDER_SIZE = Definition(
    "|T_(k+1)| = k + 1", (v,), Sum(v, columns, wide(v)) == k + 1, (k < n,), of=WIDER_AND_DROPPING, at=((l,),)
)
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
    return A[i, s] * _gap <= row_error, by(*reasons)


_error = A[i, l] * _wider_gap  # of an entry inside the wider window
SMALL = by(ABS_BELOW(wide_off(l), row_error))
WIDE_ERROR: tuple[Shown, ...] = ((wide_off(l) == -_error, by(U_IS(l), U_WIDER_IS(l, l))), (0 <= _error, by()))
STILL_INSIDE = using(
    of_kept(l),
    *WIDE_ERROR,
    (_error <= row_error, linked(_error).le(A[i, l] * _gap).le(row_error)),
    then=SMALL,
)
NEW_INSIDE = using(
    *WIDE_ERROR,
    (
        ForAll(s, columns, _error * kept(i, s) <= row_error * kept(i, s)),
        cases(
            kept(i, s) > 0,
            using(
                (kept(i, s) == 1, by(INDICATOR_SQUARED(s.isin(window(i))))),
                positive_entry(i, s),
                (A[i, l] <= A[i, s], by(TOP_K(i, s, l))),
                of_kept(s),
                then=linked(_error * kept(i, s)).le(A[i, s] * _wider_gap).le(A[i, s] * _gap).le(row_error * kept(i, s)),
            ),
            using((kept(i, s) == 0, by(in_or_out(s))), then=by()),
        ),
    ),
    (
        _error * k <= row_error * k,
        by(
            SUM_ORDER(lambda m: _error * kept(i, m), lambda m: row_error * kept(i, m), s, columns),
            SUM_FACTOR(_error, lambda m: kept(i, m), s, columns),
            SUM_FACTOR(row_error, lambda m: kept(i, m), s, columns),
            WINDOW_SIZE(i, s),
        ),
    ),
    (_error <= row_error, by()),
    then=SMALL,
)
STILL_OUTSIDE = using(
    ((u[l] >= 0) & (u_hat[l] == 0) & (u_wider[l] == 0), by(U_IS(l), U_HAT_IS(l), A_SPAR_IS(i, l), U_WIDER_IS(l, l))),
    (u[l] <= row_error, by(ABS_ABOVE(off(l)), LARGEST_IS(), LARGEST_ABOVE(_size, l, columns, l))),
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


def everywhere(inside: Script, new: Script, outside: Script) -> Script:
    return each(in_three(inside, new, outside))


MAXIMUM = using(
    *SUMS,
    GAPS,
    (ForAll(l, columns, abs(wide_off(l)) <= row_error), everywhere(STILL_INSIDE, NEW_INSIDE, STILL_OUTSIDE)),
    then=by(WIDER_LARGEST(), LARGEST_BELOW(lambda m: abs(wide_off(m)), l, columns, row_error, j)),
)

wider_row = any_row.knowing(WIDER)
MAXIMUM_RANGE = TrivialRange(
    "0 ≤ max |u - û′| ≤ tau - u_(k+1), what is dropped still (0 where k = n)", 0, lambda x: x.wider.tau
)
with COMPANION.where(given=wider_row):
    COMPANION["error in k, maximum"] = wider_error <= row_error
line = COMPANION["error in k, maximum"].trivial(
    ranges.silent(
        MAXIMUM_RANGE,
        ANY_ROWS,
        "k = n, or max |u - û| ≥ tau - u_(k+1)",
        lambda x: balls.ge(x.max_error, x.wider.tau),
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

# -- the Euclidean norm ------------------------------------------------------------------------------------------------------


def new(m: Expr) -> Expr:
    """1 for the entry that comes in, 0 for all others."""
    return wide(m) - kept(i, m)


def new_share(m: Expr) -> Expr:
    return new(m) * u[m]


def nested_at(m: Expr) -> Claim:
    return wide(m) * kept(i, m) == kept(i, m)


def nested(m: Symbol) -> Shown:
    inside = using(
        (kept(i, m) == 1, by(INDICATOR_SQUARED(m.isin(window(i))))),
        (wide(m) == 1, by(NESTED(m), INDICATOR(m.isin(wider_window)))),
        then=by(),
    )
    outside = using((kept(i, m) == 0, by(in_or_out(m))), then=by())
    return ForAll(m, columns, nested_at(m)), cases(kept(i, m) > 0, inside, outside)


more, entering = Sum(s, columns, new(s)), Sum(s, columns, new_share(s))  # 1, and u_(k+1)
mass, wider_mass = 1 - tau, 1 - tau + entering
of_u, of_kept_u = Sum(l, columns, u[l] ** 2), Sum(l, columns, kept(i, l) * u[l] ** 2)
MASSES: tuple[Shown, ...] = (
    *UNIT_ROW,
    low_sparse_sum(Norm(S, "∞")),
    (D_spar[i, i] > 0, by()),
    WHOLE_SUM,
    DROPPED_SHARE,
    ((mass == D_spar[i, i] / D[i, i]) & (mass > 0), by()),
    (more == 1, by(SUM_OF_DIFFERENCES(wide, lambda m: kept(i, m), s, columns), WIDER_SIZE(s), WINDOW_SIZE(i, s))),
    (ForAll(s, columns, new_share(s) >= 0), each(using(positive_entry(i, s), (u[s] > 0, by(U_IS(s))), then=by(NESTED(s))))),
    (entering >= 0, by(SUM_NONNEGATIVE(new_share, s, columns))),
    nested(l),
    nested(s),
    (
        Sum(l, columns, kept(i, l) * u[l]) == mass,
        by(
            SUM_LINEAR(outside_only, lambda m: u[m], lambda m: kept(i, m) * u[m], 1, -1, l, columns),
            DROPPED_MASS(),
        ),
    ),
    (
        Sum(l, columns, wide(l) * u[l]) == wider_mass,
        by(
            SUM_LINEAR(lambda m: wide(m) * u[m], lambda m: kept(i, m) * u[m], new_share, 1, 1, l, columns),
            SUM_RENAMED(new_share, l, s, columns),
        ),
    ),
    (
        ForAll(l, columns, wide(l) * u[l] <= u[l]),
        each(using(positive_entry(i, l), (u[l] > 0, by(U_IS(l))), then=by(in_wide))),
    ),
    (wider_mass <= 1, by(SUM_ORDER(lambda m: wide(m) * u[m], lambda m: u[m], l, columns))),
    (
        wide_sum == D[i, i] * wider_mass,
        using(
            (ForAll(l, columns, wide(l) * A[i, l] == D[i, i] * (wide(l) * u[l])), by(U_IS(l))),
            then=by(SUM_MULTIPLE(lambda m: wide(m) * A[i, m], D[i, i], lambda m: wide(m) * u[m], l, columns)),
        ),
    ),
)
THE_LARGEST_OUTSIDE: Shown = (
    next_entry == entering,
    using(
        (
            entering <= next_entry,
            using(
                (
                    ForAll(l, columns, new_share(l) <= next_entry * new(l)),
                    everywhere(
                        by(),
                        by(NEXT_IS(), LARGEST_ABOVE(outside_only, l, columns, l)),
                        by(),
                    ),
                ),
                then=by(
                    SUM_ORDER(new_share, lambda m: next_entry * new(m), l, columns),
                    SUM_FACTOR(next_entry, new, l, columns),
                    SUM_RENAMED(new_share, l, s, columns),
                    SUM_RENAMED(new, l, s, columns),
                ),
            ),
        ),
        (
            ForAll(l, columns, outside_only(l) <= entering),
            everywhere(
                by(),
                by(SUM_ABOVE_TERM(new_share, s, columns, l)),
                using(
                    (
                        ForAll(s, columns, u[l] * new(s) <= new_share(s)),
                        cases(
                            wide(s) > 0,
                            using(
                                (wide(s) == 1, by(INDICATOR_SQUARED(s.isin(wider_window)))),
                                (u[l] <= u[s], by(WIDER_TOP(s, l), U_IS(s), U_IS(l))),
                                then=by(NESTED(s)),
                            ),
                            using(
                                (new(s) == 0, by(NESTED(s), in_or_out(s))),
                                then=by(),
                            ),
                        ),
                    ),
                    then=by(
                        SUM_ORDER(lambda m: u[l] * new(m), new_share, s, columns),
                        SUM_FACTOR(u[l], new, s, columns),
                    ),
                ),
            ),
        ),
        then=by(NEXT_IS(), LARGEST_BELOW(outside_only, l, columns, entering, j)),
    ),
)
SMALLEST_KEPT: Shown = (
    entering * mass <= of_kept_u,
    using(
        (
            ForAll(l, columns, entering * (kept(i, l) * u[l]) <= kept(i, l) * u[l] ** 2),
            each(
                using(
                    positive_entry(i, l),
                    (u[l] > 0, by(U_IS(l))),
                    then=cases(
                        kept(i, l) > 0,
                        using(
                            (kept(i, l) == 1, by(in_window)),
                            (
                                ForAll(s, columns, new_share(s) <= u[l] * new(s)),
                                cases(
                                    kept(i, s) > 0,
                                    using(
                                        (kept(i, s) == 1, by(INDICATOR_SQUARED(s.isin(window(i))))),
                                        (new(s) == 0, by(INSTANCE(nested_at, s, columns, s))),
                                        then=by(),
                                    ),
                                    using(
                                        (kept(i, s) == 0, by(in_or_out(s))),
                                        (u[s] <= u[l], by(TOP_K(i, l, s), U_IS(s), U_IS(l))),
                                        then=by(NESTED(s)),
                                    ),
                                ),
                            ),
                            (
                                entering <= u[l],
                                by(
                                    SUM_ORDER(new_share, lambda m: u[l] * new(m), s, columns),
                                    SUM_FACTOR(u[l], new, s, columns),
                                ),
                            ),
                            then=by(),
                        ),
                        using((kept(i, l) == 0, by(in_or_out(l))), then=by()),
                    ),
                )
            ),
        ),
        then=by(
            SUM_ORDER(lambda m: entering * (kept(i, m) * u[m]), lambda m: kept(i, m) * u[m] ** 2, l, columns),
            SUM_FACTOR(entering, lambda m: kept(i, m) * u[m], l, columns),
        ),
    ),
)


def new_square(m: Expr) -> Expr:
    return new(m) * u[m] ** 2


OF_ONE: Shown = (
    Sum(l, columns, new_square(l)) == entering**2,
    using(
        (ForAll(l, columns, new(l) ** 2 == new(l)), by(INSTANCE(nested_at, l, columns, l), in_window, wide_squared)),
        (
            ForAll(l, columns, new_square(l) <= entering * new_share(l)),
            everywhere(
                by(),
                using(
                    (u[l] <= entering, by(SUM_ABOVE_TERM(new_share, s, columns, l))),
                    (u[l] > 0, by(U_IS(l))),
                    then=by(),
                ),
                by(),
            ),
        ),
        (
            ForAll(l, columns, 2 * entering * new_share(l) - entering**2 * new(l) <= new_square(l)),
            everywhere(by(), by(SQUARE(u[l] - entering)), by()),
        ),
        then=by(
            SUM_ORDER(new_square, lambda m: entering * new_share(m), l, columns),
            SUM_FACTOR(entering, new_share, l, columns),
            SUM_ORDER(lambda m: 2 * entering * new_share(m) - entering**2 * new(m), new_square, l, columns),
            SUM_LINEAR(
                lambda m: 2 * entering * new_share(m) - entering**2 * new(m),
                new_share,
                new,
                2 * entering,
                -(entering**2),
                l,
                columns,
            ),
            SUM_RENAMED(new_share, l, s, columns),
            SUM_RENAMED(new, l, s, columns),
        ),
    ),
)
of_mass, of_wider_mass = 1 / mass**2 - 2 / mass, 1 / wider_mass**2 - 2 / wider_mass
SQUARES_BEFORE: Shown = (
    squares == of_u + of_mass * of_kept_u,
    using(
        (ForAll(l, columns, u_hat[l] == kept(i, l) * u[l] / mass), by(U_IS(l), U_HAT_IS(l), A_SPAR_IS(i, l))),
        (
            ForAll(l, columns, off(l) ** 2 == 1 * u[l] ** 2 + of_mass * (kept(i, l) * u[l] ** 2)),
            by(INSTANCE(lambda m: u_hat[m] == kept(i, m) * u[m] / mass, l, columns, l), in_window),
        ),
        then=by(
            SQUARES_ARE(),
            SUM_LINEAR(lambda m: off(m) ** 2, lambda m: u[m] ** 2, lambda m: kept(i, m) * u[m] ** 2, 1, of_mass, l, columns),
        ),
    ),
)
SQUARES_AFTER: Shown = (
    wider_squares == of_u + of_wider_mass * (of_kept_u + entering**2),
    using(
        (ForAll(l, columns, u_wider[l] == wide(l) * u[l] / wider_mass), by(U_IS(l), U_WIDER_IS(l, l))),
        (
            ForAll(l, columns, wide_off(l) ** 2 == 1 * u[l] ** 2 + of_wider_mass * (wide(l) * u[l] ** 2)),
            by(INSTANCE(lambda m: u_wider[m] == wide(m) * u[m] / wider_mass, l, columns, l), wide_squared),
        ),
        then=by(
            WIDER_SQUARES(),
            SUM_LINEAR(
                lambda m: wide_off(m) ** 2, lambda m: u[m] ** 2, lambda m: wide(m) * u[m] ** 2, 1, of_wider_mass, l, columns
            ),
            SUM_LINEAR(lambda m: wide(m) * u[m] ** 2, lambda m: kept(i, m) * u[m] ** 2, new_square, 1, 1, l, columns),
        ),
    ),
)
_fall = entering**2 / (mass * wider_mass)
_spare = (1 / mass - 1 / wider_mass) * (1 / mass + 1 / wider_mass - 2) * (of_kept_u - mass * entering)
_before, _after = of_mass * of_kept_u, of_wider_mass * (of_kept_u + entering**2)
SQUARED = using(
    *MASSES,
    THE_LARGEST_OUTSIDE,
    SMALLEST_KEPT,
    OF_ONE,
    SQUARES_BEFORE,
    SQUARES_AFTER,
    (squares - _before == of_u, only(SQUARES_BEFORE[0], mass > 0)),
    (wider_squares - _after == of_u, only(SQUARES_AFTER[0], mass > 0, entering >= 0)),
    (wider_squares - _after <= squares - _before, linked(wider_squares - _after).eq(of_u).eq(squares - _before)),
    (1 / mass + 1 / wider_mass - 2 >= 0, only(mass > 0, entering >= 0, wider_mass <= 1)),
    (
        _spare >= 0,
        only(1 / mass + 1 / wider_mass - 2 >= 0, entering * mass <= of_kept_u, mass > 0, entering >= 0),
    ),
    (_after + _fall <= _before, only(_spare >= 0, mass > 0, entering >= 0)),
    (
        wider_squares <= squares - _fall,
        only(
            mass > 0,
            entering >= 0,
            SUM_GROWS(wider_squares - _after, squares - _before, _after + _fall, _before),
        ),
    ),
    then=by(),
)
fall = next_entry**2 / ((1 - tau) * (1 - tau + next_entry))
SQUARED_RANGE = TrivialRange("0 ≤ ‖u - û′‖_2² ≤ tau - u_(k+1), what is dropped still", 0, lambda x: x.wider.tau)


def _fallen(x: AttentionRow) -> Number:
    return x.squared_error - x.u_dropped * x.u_dropped / ((1 - x.tau) * (1 - x.tau + x.u_dropped))


with COMPANION.where(given=wider_row):
    COMPANION["error in k, squared"] = wider_squares <= squares - fall, DROPS
line = COMPANION["error in k, squared"].trivial(
    ranges.silent(
        SQUARED_RANGE,
        ANY_ROWS,
        "‖u - û‖_2² - u_(k+1)²/((1 - tau)(1 - tau + u_(k+1))) ≥ tau - u_(k+1) (so for k = n-1)",
        lambda x: balls.ge(_fallen(x), x.wider.tau),
    )
)
line.note("So it falls with every entry that is kept. Attained where the kept entries equal u_(k+1).").proved(
    Calculation(
        SQUARED,
        "With s = 1 - tau, t = s + u_(k+1): the fall is u_(k+1)²/(st) + (1/s - 1/t)(1/s + 1/t - 2)(Σ u² - s u_(k+1)), the "
        "sum over the window, and there u ≥ u_(k+1).",
    )
)

STATEMENTS = (COMPANION,)
