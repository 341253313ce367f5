"""The window with the k+1 largest entries beside the one with k: the error of the row does not grow with the window."""

from theorems.sparse.companions import *
from theorems.sparse.more_companions import COMPANION

v = Symbol("v", VARIABLE)
u_wider = Symbol("û′")  # the row of P̂ for the window with k+1 entries
wider_window = SetOf("T_(k+1)", (i,))
wider_error = Norm(u - u_wider, "∞")
wider_squares = Norm(u - u_wider, "2") ** 2
WIDER: dict[Node, Supply] = {wider_error: lambda x: x.wider.max_error, wider_squares: lambda x: x.wider.squared_error}
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


NESTED = indexed("the wider window holds the window", (l,), kept(i, l) <= wide(l), WIDER_SHORT)
WIDER_SIZE = Definition(
    "|T_(k+1)| = k + 1", (v,), Sum(v, columns, wide(v)) == k + 1, (k < n,), of=WIDER_AND_DROPPING, at=((l,),)
)
WIDER_TOP = indexed(
    "the window T_(k+1) has the k+1 largest entries",
    (j, l),
    wide(j) * (1 - wide(l)) * A[i, l] <= wide(j) * (1 - wide(l)) * A[i, j],
    WIDER_SHORT,
    at=((first, last), (last, first)),
)
U_WIDER_IS = indexed(
    "û′ is û for the wider window", (l, v), u_wider[l] == wide(l) * A[i, l] / Sum(v, columns, wide(v) * A[i, v]), WIDER_SHORT
)
WIDER_LARGEST = Definition(
    "‖u - û′‖_∞ = max |u_l - û′_l|", (), wider_error == Largest(l, columns, abs(wide_off(l))), of=WIDER_SHORT
)
WIDER_SQUARES = Definition(
    "‖u - û′‖_2² = Σ (u_l - û′_l)²", (), wider_squares == Sum(l, columns, wide_off(l) ** 2), of=WIDER_AND_DROPPING
)

# -- the maximum -------------------------------------------------------------------------------------------------------------

wider_row = any_row.knowing(WIDER)
MAXIMUM_RANGE = TrivialRange(
    "0 ≤ max |u - û′| ≤ tau - u_(k+1), what is dropped still (0 where k = n)", 0, lambda x: x.wider.tau
)
with COMPANION.where(given=wider_row):
    COMPANION["error in k, maximum"] = wider_error <= row_error
line = COMPANION["error in k, maximum"].trivial(
    ranges.silent(
        MAXIMUM_RANGE, ANY_ROWS, "k = n, or max |u - û| ≥ tau - u_(k+1)", lambda x: balls.ge(x.max_error, x.wider.tau)
    )
)
line.note(
    "û′: the row with the k+1 largest entries (with all of them where k = n). Attained by k+2 equal entries and nothing "
    "else (k ≥ 2)."
)
wide_sum = Sum(l, columns, wide(l) * A[i, l])
gap, wider_gap = 1 / D_spar[i, i] - 1 / D[i, i], 1 / wide_sum - 1 / D[i, i]


@auxiliary((D_spar[i, i] <= wide_sum) & (wide_sum <= D[i, i]))
def sums_in_order() -> None:
    """The wider window holds the window."""
    with proving(ForAll(l, columns, wide(l) * A[i, l] <= A[i, l])):
        hence(INDICATOR(l.isin(wider_window)))
    calc(D_spar[i, i]).eq(Sum(l, columns, A_spar[i, l]), D_SPAR_IS).le(wide_sum, SUM_ORDER)
    calc(wide_sum).le(Sum(l, columns, A[i, l]), SUM_ORDER).eq(D[i, i], D_IS)


@auxiliary(ForAll(l, columns, gap * A[i, l] <= row_error))
def no_share_above() -> None:
    """The error of an entry inside the window; one outside would have less of it than a kept one."""
    obtain(above_what_is_dropped)
    with proving(ForAll(l, columns, gap * A_spar[i, l] <= row_error * kept(i, l))):
        kept_or_dropped(l)
        hence(U_IS(l), ABS_ABOVE(off(l)), LARGEST_ABOVE(lambda l: abs(off(l)), l, columns, l))
    (
        calc(gap * D_spar[i, i])
        .eq(Sum(l, columns, gap * A_spar[i, l]), SUM_FACTOR, D_SPAR_IS(i, l))
        .le(Sum(l, columns, row_error * kept(i, l)), SUM_ORDER)
        .eq(k * row_error, SUM_FACTOR, WINDOW_SIZE)
    )
    with if_kept(l):
        calc(gap * A[i, l]).eq(gap * A_spar[i, l], A_SPAR_IS).le(row_error)
    with if_dropped(l):
        calc(k * (gap * A[i, l])).eq(k * dropped(l) * gap).le(D_spar[i, i] * gap).le(k * row_error)
        hence()


@proof(line)
def _() -> None:
    """Inside the window the error û - u = û tau falls; the entry that comes in has less of it than a kept one."""
    obtain(sparse_row, sums_in_order, no_share_above)
    with proving(ForAll(l, columns, abs(wide_off(l)) <= row_error)):
        obtain(positive_entry(i, l))
        with case(wide(l) > 0):
            have(wide(l) == 1, INDICATOR_SQUARED)
            have(wide_off(l) == -(A[i, l] * wider_gap), U_IS(l), U_WIDER_IS(l, l))
            calc(A[i, l] * wider_gap).le(gap * A[i, l]).le(row_error)
            hence(ABS_BELOW(wide_off(l), row_error))
        with otherwise():
            have(kept(i, l) == 0, NESTED(l), in_or_out(l))
            have((u[l] >= 0) & (u_hat[l] == 0) & (u_wider[l] == 0), U_IS(l), U_HAT_IS(l), A_SPAR_IS(i, l), U_WIDER_IS(l, l))
            have(u[l] <= row_error, ABS_ABOVE(off(l)), LARGEST_IS, LARGEST_ABOVE(lambda l: abs(off(l)), l, columns, l))
            hence(ABS_BELOW(wide_off(l), row_error))
    hence(WIDER_LARGEST, LARGEST_BELOW(lambda l: abs(wide_off(l)), l, columns, row_error, j))


# -- the Euclidean norm ------------------------------------------------------------------------------------------------------

fall = next_entry**2 / ((1 - tau) * (1 - tau + next_entry))

with COMPANION.where(given=wider_row):
    COMPANION["error in k, squared"] = wider_squares <= squares - fall, DROPS
line = COMPANION["error in k, squared"].trivial(
    ranges.silent(
        TrivialRange("0 ≤ ‖u - û′‖_2² ≤ tau - u_(k+1), what is dropped still", 0, lambda x: x.wider.tau),
        ANY_ROWS,
        "‖u - û‖_2² - u_(k+1)²/((1 - tau)(1 - tau + u_(k+1))) ≥ tau - u_(k+1) (so for k = n-1)",
        lambda x: balls.ge(
            x.squared_error - x.u_dropped * x.u_dropped / ((1 - x.tau) * (1 - x.tau + x.u_dropped)), x.wider.tau
        ),
    )
)
line.note("So it falls with every entry that is kept. Attained where the kept entries equal u_(k+1).")


def new(m: Expr) -> Expr:
    """1 for the entry that comes in, 0 for all others."""
    return wide(m) - kept(i, m)


def new_share(m: Expr) -> Expr:
    return new(m) * u[m]


def three_cases(l: Expr) -> None:
    """What follows is shown inside the window, inside the wider one alone, and outside of both."""
    with if_kept(l):
        have(wide(l) == 1, NESTED(l), INDICATOR(l.isin(wider_window)))
    with if_dropped(l):
        with case(wide(l) > 0):
            have(wide(l) == 1, INDICATOR_SQUARED(l.isin(wider_window)))
        with otherwise():
            have(wide(l) == 0, INDICATOR(l.isin(wider_window)))


more, entering = Sum(s, columns, new(s)), Sum(s, columns, new_share(s))  # 1, and u_(k+1)
mass, wider_mass = 1 - tau, 1 - tau + entering
of_u, of_kept_u = Sum(l, columns, u[l] ** 2), Sum(l, columns, kept(i, l) * u[l] ** 2)


@auxiliary(ForAll(s, columns, u[s] > 0) & (more == 1) & ForAll(s, columns, new_share(s) >= 0) & (entering >= 0))
def one_comes_in() -> None:
    """The wider window has one more."""
    obtain(positive_sum)
    with proving(ForAll(s, columns, u[s] > 0)):
        hence(U_IS(s))
    have(more == 1, SUM_OF_DIFFERENCES(wide, lambda s: kept(i, s), s, columns), WIDER_SIZE(s), WINDOW_SIZE(i, s))


@auxiliary(
    (mass > 0)
    & (wider_mass <= 1)
    & (Sum(l, columns, kept(i, l) * u[l]) == mass)
    & (mass == D_spar[i, i] / D[i, i])
    & (wide_sum == D[i, i] * wider_mass)
)
def masses() -> None:
    """What the two windows hold of the row."""
    obtain(unit_row, sparse_row, kept_and_dropped, dropped_share)
    of_outside = SUM_LINEAR(outside_only, lambda l: u[l], lambda l: kept(i, l) * u[l], 1, -1, l, columns)
    have(Sum(l, columns, kept(i, l) * u[l]) == mass, of_outside)
    of_wide = SUM_LINEAR(lambda l: wide(l) * u[l], lambda l: kept(i, l) * u[l], new_share, 1, 1, l, columns)
    have(Sum(l, columns, wide(l) * u[l]) == wider_mass, of_wide, SUM_RENAMED(new_share, l, s, columns))
    have(ForAll(l, columns, wide(l) * u[l] <= u[l]), INDICATOR(l.isin(wider_window)))
    calc(wider_mass).eq(Sum(l, columns, wide(l) * u[l])).le(Sum(l, columns, u[l]), SUM_ORDER).eq(1)
    have(ForAll(l, columns, wide(l) * A[i, l] == D[i, i] * (wide(l) * u[l])), U_IS(l))
    calc(wide_sum).eq(D[i, i] * Sum(l, columns, wide(l) * u[l]), SUM_MULTIPLE).eq(D[i, i] * wider_mass)


@auxiliary(next_entry == entering)
def largest_outside() -> None:
    """The entry that comes in is the largest of those outside the window."""
    with proving(ForAll(s, columns, new_share(s) <= next_entry * new(s))):
        three_cases(s)
        hence(NEXT_IS, LARGEST_ABOVE(outside_only, l, columns, s))
    calc(entering).le(Sum(s, columns, next_entry * new(s)), SUM_ORDER).eq(next_entry * more, SUM_FACTOR).eq(next_entry)
    with proving(ForAll(l, columns, outside_only(l) <= entering)):
        with if_kept(l):
            hence()
        with if_dropped(l):
            with case(wide(l) > 0):
                have(wide(l) == 1, INDICATOR_SQUARED)
                hence(SUM_ABOVE_TERM(new_share, s, columns, l))
            with otherwise():
                have(wide(l) == 0, INDICATOR)
                with proving(ForAll(s, columns, u[l] * new(s) <= new_share(s))):
                    three_cases(s)
                    hence(WIDER_TOP(s, l), U_IS(s), U_IS(l))
                calc(u[l]).eq(Sum(s, columns, u[l] * new(s)), SUM_FACTOR).le(entering, SUM_ORDER)
                hence()
    hence(NEXT_IS, LARGEST_BELOW(outside_only, l, columns, entering, j))


@auxiliary(entering * mass <= of_kept_u)
def smallest_kept() -> None:
    """The entry that comes in is at most each of those that are kept."""
    with proving(ForAll(l, columns, entering * (kept(i, l) * u[l]) <= kept(i, l) * u[l] ** 2)):
        with if_kept(l):
            with proving(ForAll(s, columns, new_share(s) <= u[l] * new(s))):
                three_cases(s)
                hence(TOP_K(i, l, s), U_IS(s), U_IS(l))
            calc(entering).le(Sum(s, columns, u[l] * new(s)), SUM_ORDER).eq(u[l], SUM_FACTOR)
            hence()
        with if_dropped(l):
            hence()
    calc(entering * mass).eq(Sum(l, columns, entering * (kept(i, l) * u[l])), SUM_FACTOR).le(of_kept_u, SUM_ORDER)


@auxiliary(Sum(l, columns, new(l) * u[l] ** 2) == entering**2)
def one_square() -> None:
    """It is the only one: 2 e u - e² ≤ u² ≤ e u."""
    square, tangent = lambda l: new(l) * u[l] ** 2, lambda l: 2 * entering * new_share(l) - entering**2 * new(l)
    have(Sum(l, columns, new_share(l)) == entering, SUM_RENAMED(new_share, l, s, columns))
    have(Sum(l, columns, new(l)) == 1, SUM_RENAMED(new, l, s, columns))
    with proving(ForAll(l, columns, square(l) <= entering * new_share(l))):
        have(new_share(l) <= entering, SUM_ABOVE_TERM(new_share, s, columns, l))
        three_cases(l)
    with proving(ForAll(l, columns, tangent(l) <= square(l))):
        three_cases(l)
        hence(SQUARE(u[l] - entering))
    calc(Sum(l, columns, square(l))).le(Sum(l, columns, entering * new_share(l)), SUM_ORDER).eq(entering**2, SUM_FACTOR)
    (
        calc(entering**2)
        .eq(2 * entering * entering - entering**2)
        .eq(Sum(l, columns, tangent(l)), SUM_LINEAR(tangent, new_share, new, 2 * entering, -(entering**2), l, columns))
        .le(Sum(l, columns, square(l)), SUM_ORDER)
    )


of_mass, of_wider_mass = 1 / mass**2 - 2 / mass, 1 / wider_mass**2 - 2 / wider_mass


@auxiliary(squares == of_u + of_mass * of_kept_u)
def squares_before() -> None:
    """û = u/s inside the window."""
    obtain(positive_sum)
    have(ForAll(l, columns, u_hat[l] == kept(i, l) * u[l] / mass), U_IS(l), U_HAT_IS(l), A_SPAR_IS(i, l))
    have(ForAll(l, columns, off(l) ** 2 == 1 * u[l] ** 2 + of_mass * (kept(i, l) * u[l] ** 2)), INDICATOR_SQUARED)
    calc(squares).eq(Sum(l, columns, off(l) ** 2), SQUARES_ARE).eq(1 * of_u + of_mass * of_kept_u, SUM_LINEAR)


@auxiliary(wider_squares == of_u + of_wider_mass * (of_kept_u + entering**2))
def squares_after() -> None:
    """û′ = u/t inside the wider window."""
    of_wide_u = Sum(l, columns, wide(l) * u[l] ** 2)
    obtain(one_square)
    have(ForAll(l, columns, u_wider[l] == wide(l) * u[l] / wider_mass), U_IS(l), U_WIDER_IS(l, l))
    have(ForAll(l, columns, wide_off(l) ** 2 == 1 * u[l] ** 2 + of_wider_mass * (wide(l) * u[l] ** 2)), INDICATOR_SQUARED)
    calc(wider_squares).eq(Sum(l, columns, wide_off(l) ** 2), WIDER_SQUARES).eq(
        1 * of_u + of_wider_mass * of_wide_u, SUM_LINEAR
    )
    squared = lambda l: wide(l) * u[l] ** 2, lambda l: kept(i, l) * u[l] ** 2, lambda l: new(l) * u[l] ** 2
    have(of_wide_u == of_kept_u + entering**2, SUM_LINEAR(*squared, 1, 1, l, columns))


@proof(line)
def _() -> None:
    """With s = 1 - tau, t = s + u_(k+1): the fall is u_(k+1)²/(st) + (1/s - 1/t)(1/s + 1/t - 2)(Σ u² - s u_(k+1)), the sum
    over the window, and there u ≥ u_(k+1).
    """
    s, t, e = mass, wider_mass, entering
    spare = (1 / s - 1 / t) * (1 / s + 1 / t - 2) * (of_kept_u - s * e)
    before, after = of_mass * of_kept_u, of_wider_mass * (of_kept_u + e**2)
    obtain(one_comes_in, masses, largest_outside, smallest_kept, squares_before, squares_after)
    have(1 / s + 1 / t - 2 >= 0, only(s > 0, e >= 0, t <= 1))
    have(spare >= 0, only(1 / s + 1 / t - 2 >= 0, e * s <= of_kept_u, s > 0, e >= 0))
    have(after + e**2 / (s * t) <= before, only(spare >= 0, s > 0, e >= 0))
    have(wider_squares - after == of_u, only(squares_after.claim, s > 0, e >= 0))
    have(squares - before == of_u, only(squares_before.claim, s > 0))
    together = SUM_GROWS(wider_squares - after, squares - before, after + e**2 / (s * t), before)
    have(wider_squares <= squares - e**2 / (s * t), only(s > 0, e >= 0, together))
    have((1 - tau) * (1 - tau + next_entry) > 0)


STATEMENTS = (COMPANION,)
