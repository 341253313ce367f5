"""What lemmas on the entries of c(A, x) say of a row, as a signed sum needs it (superiority v1, Appendices D and F)."""

from fractions import Fraction

from theorems.superiority.sign_calculations import *

Lines = tuple[Line, Line, Line, Line]  # on the first column, that of one block entry, the other block columns and the last one

# -- linear attention --------------------------------------------------------------------------------------------------------


def falls(decay: Expr) -> None:
    """n^-decay ≤ n^-0.01."""
    have(n**-decay <= n ** -Q("0.01"), POWER_GROWS(n, -decay, -Q("0.01")))


def linear_bounds(cited: Lemma, labels: tuple[str, str, str], a: Symbol, high: Fraction) -> Bounds:
    """A row of c_lin where ``a`` is at most ``high``."""
    u, first, others = sqrt(log(n)), cited[labels[0]], cited[labels[1]]
    most, P, R = Q(str(high)), Q(str(high * (1 + high))), Q(str((1 + high) * Fraction(9, 10)))

    def first_is() -> None:
        have((1 + a) / n * a * u <= P * u / n, only((1 + a) * a <= P, n > 0, u > 0))
        have(n ** Q(-1) <= n ** -Q("0.01"), POWER_GROWS(n, Q(-1), -Q("0.01")))
        calc((1 + a) / n * a * u).le(P * u / n).le(P * u / n_01, FACTOR_KEEPS_ORDER(n ** Q(-1), n ** -Q("0.01"), P * u))

    def others_are() -> None:
        have((1 + a) * b <= R, only(a <= most, a > 0, c >= Q("0.1"), b + c == 1))
        hence(only((1 + a) * b <= R, n == (d - 2) * t, d >= 3, t >= 1, u > 0))

    return Bounds(first, first_is, P, others, others_are, R, cited[labels[2]])


# -- softmax attention -------------------------------------------------------------------------------------------------------


def softmax_bounds(lines: Lines, a: Symbol, high: Fraction, decay: Expr) -> Bounds:
    """A row of c_exp whose entries at j3 fall like n^-decay, with decay ≥ 0.01 and ``a`` at most ``high``."""
    u, (first, own, others, last) = sqrt(log(n)), lines
    P, R, one = Q(str(high)), Q(9, 10), n ** -Q("0.01")
    share, shares = n**-decay + (t - 1) / n, 2 * one

    def first_is() -> None:
        falls(decay)
        calc(bound_of(first)).le(a * u * one, FACTOR_KEEPS_ORDER(n**-decay, one, a * u)).le(P * u * one).eq(P * u / n_01)

    def others_are() -> None:
        hence(only(b <= R, n == (d - 2) * t, d >= 3, t >= 1, u > 0))

    def own_is() -> None:
        falls(decay)
        have(n_01 <= n_02, POWER_GROWS(n, Q("0.01"), Q("0.02")))
        calc((t - 1) / n).le(1 / (d - 2)).le(one)
        have(b * u * shares <= 2 * R * u * one, only(b <= R, n > 0, u > 0))
        calc(bound_of(own)).le(b * u * shares, FACTOR_KEEPS_ORDER(share, shares, b * u)).le(2 * R * u / n_01)

    return Bounds(first, first_is, P, others, others_are, R, last, own, own_is, 2 * R)


# -- cross-attention ---------------------------------------------------------------------------------------------------------


def cross_bounds(first: Line, others: Line, a: Symbol | None = None, high: Fraction = Fraction(0)) -> Bounds:
    """A row whose entries are at most (1+a)/n and (1+a) t/n, with ``a`` at most ``high``."""
    P, up_to = Q(str(1 + high)), () if a is None else (a <= Q(str(high)),)

    def first_is() -> None:
        have(n ** Q(-1) <= n ** -Q("0.01"), POWER_GROWS(n, Q(-1), -Q("0.01")))
        hence(only(FACTOR_KEEPS_ORDER(n ** Q(-1), n ** -Q("0.01"), P), n > 0, *up_to))

    def others_are() -> None:
        hence(only(*up_to, n == (d - 1) * t, d >= 2, t >= 1))

    return Bounds(first, first_is, P, others, others_are, P)


def cross_softmax_bounds(lines: tuple[Line, Line, Line], decay: Expr) -> Bounds:
    """A row of c_exp whose entries at j3 fall like n^-decay: the first column, that of j3's block entry, the others."""
    first, own, others = lines
    one = n ** -Q("0.01")

    def own_is() -> None:
        falls(decay)
        have(n_01 <= n_02, POWER_GROWS(n, Q("0.01"), Q("0.02")))
        calc((t - 1) / n).le(1 / (d - 1)).le(one)

    def others_are() -> None:
        hence(only(n == (d - 1) * t, d >= 2, t >= 1))

    return Bounds(first, lambda: falls(decay), ONE, others, others_are, ONE, None, own, own_is, Q(2))


# -- Q K^T = I_d -------------------------------------------------------------------------------------------------------------


def identity_bounds(lines: tuple[Line, Line, Line], high: Fraction) -> Bounds:
    """A row of c_exp with entries like n^-(1-b²), a1 at most ``high``: the first column, the blocks, the last column."""
    u, (first, others, last), decay = sqrt(log(n)), lines, 1 - b**2
    P, R, one = Q(str(high)), Q(9, 10), n ** -Q("0.01")
    each = R * u * t * n**-decay

    def first_is() -> None:
        have(b <= R, only(c >= Q("0.1"), b + c == 1))
        falls(decay)
        calc(bound_of(first)).le(a1 * u * one, FACTOR_KEEPS_ORDER(n**-decay, one, a1 * u)).le(P * u * one).eq(P * u / n_01)

    def others_are() -> None:
        calc(bound_of(others)).eq(b * (u * t * n**-decay)).le(R * (u * t * n**-decay)).eq(each)

    def each_is() -> None:
        """t² d ≤ n^(2 - 2b² - 0.02)."""
        narrow = n ** (decay - Q("0.01"))
        calc(t**2 * (d - 2)).le(t**2 * d).eq((t * sqrt(d)) ** 2).le(narrow**2, SQUARE_GROWS(t * sqrt(d), narrow))
        weight = R**2 * u**2 * n ** (-2 * decay)
        calc(each**2 * (d - 2)).le(R**2 * u**2 / n_02, FACTOR_KEEPS_ORDER(t**2 * (d - 2), narrow**2, weight))

    return Bounds(first, first_is, P, others, others_are, R, last, high=each, high_is=each_is)


def own_share(a: Symbol, linear: bool) -> Expr:
    """s, where every row has at most a s √(log n) in the first column and b t s √(log n) in that of its own block."""
    return (a**2 + b**2 + c**2) / c**2 / n if linear else n ** (a**2 + b**2 - 1)


def own_block_bounds(lines: Lines, linear: bool, a: Symbol, high: Fraction, G: int, power: Expr) -> Bounds:
    """A row where b² + c² = 1, b < 1/5, ``a`` is at most ``high`` and 3 n^power ≤ d with power = 2b² + 0.02.

    G: s is at most G n^(power-0.01)/n
    """
    u, (first, own, others, last), share = sqrt(log(n)), lines, own_share(a, linear)
    most, R, P, O = (Q(str(x)) for x in (high, Fraction(1, 5), high * G, Fraction(G, 5)))
    lower, over = n ** (power - Q("0.01")), n ** -Q("1.01")
    s, small = G * lower / n, G / n_01

    def share_is() -> None:
        """s ≤ t s ≤ G n^(power-0.01)/(d-2) ≤ G/n^0.01."""
        have(lower >= 1, POWER_GROWS(n, 0, power - Q("0.01")))
        if linear:
            have(a**2 + 1 <= G * c**2, only(a <= most, a > 0, b <= R, b > 0, b**2 + c**2 == 1))
            have(G / n <= s, only(lower >= 1, n > 0))
            calc(share).le(G / n).le(s)
        else:
            have(n ** (a**2 + b**2) <= lower, POWER_GROWS(n, a**2 + b**2, power - Q("0.01")))
            have(share <= s, only(n ** (a**2 + b**2) <= lower, n > 0))
        have(t * n**power <= n, only(FACTOR_KEEPS_ORDER(n**power, d - 2, t), n == (d - 2) * t, n > 0))
        have(t * s <= small, only(FACTOR_KEEPS_ORDER(t * n**power, n, over), n > 0, n_01 > 0))

    def first_is() -> None:
        share_is()
        have(s <= small, only(s <= t * s, t * s <= small, n > 0))
        have(a * u * small <= most * u * small, only(a <= most, u > 0, n_01 > 0, n > 0))
        calc(bound_of(first)).le(a * u * s, FACTOR_KEEPS_ORDER(share, s, a * u)).le(a * u * small).le(P * u / n_01)

    def own_is() -> None:
        share_is()
        have(b * u * small <= R * u * small, only(b <= R, u > 0, n_01 > 0, n > 0))
        (
            calc(bound_of(own))
            .le(b * u * t * s, FACTOR_KEEPS_ORDER(share, s, b * u * t))
            .le(b * u * small, FACTOR_KEEPS_ORDER(t * s, small, b * u))
            .le(O * u / n_01)
        )

    def others_are() -> None:
        hence(only(b <= R, n == (d - 2) * t, d >= 3, t >= 1, u > 0, n > 0))

    return Bounds(first, first_is, P, others, others_are, R, last, own, own_is, O, own_of=j1)


def starved_bounds(lines: Lines) -> Bounds:
    """Row j3 of c_exp where a1² + b² = 1/2 and t = 1: its first entry and that of its own block fall like 1/√n."""
    u, (first, own, others, last) = sqrt(log(n)), lines
    P, R = Q(7, 10), Q(1, 10)

    def share_is() -> None:
        have(n ** (a1**2 + b**2 - 1) <= n ** -Q(1, 2), POWER_GROWS(n, a1**2 + b**2 - 1, -Q(1, 2)))

    def others_are() -> None:
        hence(only(b == R, n == (d - 2) * t, t == 1, u > 0, n > 0))

    return Bounds(first, share_is, P, others, others_are, R, last, own, share_is, R, own_of=j0)
