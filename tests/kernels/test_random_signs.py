"""The law of linear forms in random signs against enumeration of all signs, and against what any law must satisfy."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kernels import balls
from kernels import random_signs_float as curves
from kernels.affine import Value
from kernels.arithmetic import BALLS, FLOAT
from kernels.balls import Ball, Truth
from kernels.random_signs import Affine, Group, Probability, SignedSums, hoeffding, sharpened

SIGNS = 8
small_numbers = st.fractions(-3, 3, max_denominator=3)


def rational(value: Value | None) -> Fraction:
    """The value as a fraction, for a test that knows that it is one."""
    assert isinstance(value, int | Fraction)
    return Fraction(value)


def forms(sums: SignedSums, row: int, signs: tuple[int, ...]) -> list[Fraction]:
    """The values of all rows that a row stands for: one for each choice of members where there are spreads."""
    rest = iter(signs)
    total = Fraction(0)
    members: list[list[Fraction]] = []
    for group in sums.groups:
        part = [next(rest) for _ in range(group.count)]
        total += rational(group.coefficients[row]) * (2 * part.count(1) - group.count)
        spread = rational(group.spreads[row] if group.spreads else 0)
        members.append([spread * sign for sign in part] if spread else [Fraction(0)])
    return [sum(choice, total) for choice in product(*members)]


def enumerated(sums: SignedSums, event) -> Fraction:
    """The share of sign strings for which ``event`` is true of the list of the rows' values."""
    strings = list(product((-1, 1), repeat=sum(group.count for group in sums.groups)))
    return Fraction(sum(event([forms(sums, row, s) for row in range(sums.rows)]) for s in strings), len(strings))


@st.composite
def signed_sums(draw: st.DrawFn, rows: int | None = None, spread: bool = True, signs: int = SIGNS) -> SignedSums:
    """Up to four groups with up to ``signs`` signs; coefficients and spreads come from a small pool, zero among them."""
    rows = rows or draw(st.integers(1, 3))
    pool = [Fraction(0), *draw(st.lists(small_numbers, min_size=1, max_size=4))]
    entries = st.tuples(*[st.sampled_from(pool)] * rows)
    groups: list[Group] = []
    for _ in range(draw(st.integers(1, 4))):
        count = draw(st.integers(0, signs - sum(group.count for group in groups)))
        groups.append(Group(count, draw(entries), draw(st.just(()) | entries) if spread else ()))
    return SignedSums(tuple(groups))


def reachable(sums: SignedSums, row: int) -> st.SearchStrategy[Fraction]:
    """Thresholds that tie with some sign string, and some that do not."""
    ties = [x for s in product((-1, 1), repeat=sum(g.count for g in sums.groups)) for x in forms(sums, row, s)]
    return st.sampled_from(sorted(set(ties)) or [Fraction(0)]) | small_numbers


def assert_is(probability: Probability, exact: Fraction) -> None:
    assert probability.decided
    assert probability.exact == exact
    assert contains(probability.value, exact)
    assert contains(probability.complement, 1 - exact)


def contains(enclosure: Ball, exact: Fraction) -> bool:
    low, high = balls.bounds(enclosure)
    return low <= exact <= high


@given(signed_sums(rows=1), st.booleans(), st.data())
def test_tails_and_two_sided_events_are_those_of_full_enumeration(sums, strict, data):
    tau = data.draw(reachable(sums, 0))
    over = (lambda x: x > tau) if strict else (lambda x: x >= tau)
    under = (lambda x: abs(x) < tau) if strict else (lambda x: abs(x) <= tau)
    assert_is(sums.tail(tau, strict), enumerated(sums, lambda rows: any(over(x) for x in rows[0])))
    assert_is(sums.inside(tau, strict), enumerated(sums, lambda rows: all(under(x) for x in rows[0])))


@given(signed_sums(), st.booleans(), st.integers(0, 4), st.data())
def test_joint_laws_and_silent_networks_are_those_of_full_enumeration(sums, strict, m, data):
    taus = [data.draw(reachable(sums, row)) for row in range(sums.rows)]

    def all_below(rows, strict):
        return all((x < tau if strict else x <= tau) for row, tau in zip(rows, taus, strict=True) for x in row)

    assert_is(sums.below(taus, strict), enumerated(sums, lambda rows: all_below(rows, strict)))
    assert_is(sums.no_activation(taus, m), enumerated(sums, lambda rows: all_below(rows, False)) ** m)


@given(signed_sums(), st.data())
def test_balls_enclose_the_exact_law_even_where_they_cannot_decide_ties(sums, data):
    taus = [data.draw(reachable(sums, row)) for row in range(sums.rows)]

    def blurred(value):
        return balls.ball(value) + balls.enclosing(Fraction(-1, 2**100), Fraction(1, 2**100))

    groups = tuple(Group(g.count, tuple(map(blurred, g.coefficients)), tuple(map(blurred, g.spreads))) for g in sums.groups)
    # A blurred zero is not known to be one: a family over the members of an empty group would lose its rows.
    assume(all(g.count or not g.spreads for g in sums.groups))
    found, exact = SignedSums(groups).below([blurred(tau) for tau in taus]), rational(sums.below(taus).exact)
    assert contains(found.value, exact)
    assert contains(found.complement, 1 - exact)
    low, high = (rational(end.exact) for end in found.ends or (found, found))
    assert low <= exact <= high


@given(signed_sums(rows=1, spread=False), st.booleans(), small_numbers, st.sampled_from([4000, 5000, 10**6]))
def test_summing_by_tails_equals_summing_by_counts(sums, strict, tau, k):
    # The same law, with a large group that the form does not see split off by a tiny coefficient.
    weight = Fraction(1, 10**9)
    large = SignedSums((*sums.groups, Group(k, (weight,))))
    probability = large.tail(tau, strict)
    inner, outer = sums.tail(tau + k * weight, strict).exact, sums.tail(tau - k * weight, strict).exact
    assert probability.decided
    assert (probability.exact is not None) == (k == 4000)
    assert balls.le(balls.ball(inner), probability.value) is not Truth.FAILS
    assert balls.le(probability.value, balls.ball(outer)) is not Truth.FAILS
    assert contains(probability.value + probability.complement, Fraction(1))


def test_affine_numbers_decide_ties_that_balls_cannot():
    p = balls.exp(balls.ball(-1))
    half = Fraction(1, 2)
    # p + (1 - p) + 1/2 lies on the threshold 3/2 whatever p is; as mere balls nobody can tell.
    known = SignedSums(
        tuple(Group(1, (c,)) for c in (Affine(Fraction(0), Fraction(1), p), Affine(Fraction(1), Fraction(-1), p), half))
    )
    blind = SignedSums(tuple(Group(1, (c,)) for c in (p, 1 - p, half)))
    assert known.tail(3 * half, strict=False).exact == Fraction(1, 8)
    assert known.tail(3 * half).exact == 0
    undecided = blind.tail(3 * half)
    assert undecided.ends
    assert [end.exact for end in undecided.ends] == [0, Fraction(1, 8)]
    assert contains(undecided.value, Fraction(0))
    assert contains(undecided.value, Fraction(1, 8))


def test_doubling_the_precision_settles_near_ties_and_gives_up_on_true_ones():
    def near():
        return SignedSums((Group(20, (balls.sqrt(balls.ball(2)),)),)).tail(
            4 * balls.sqrt(balls.ball(2) + balls.ball(Fraction(1, 2**400)))
        )

    def tie():
        return SignedSums((Group(20, (balls.sqrt(balls.ball(2)),)),)).tail(4 * balls.sqrt(balls.ball(2)))

    assert not near().decided
    assert sharpened(near).exact == SignedSums((Group(20, (1,)),)).tail(4).exact
    assert not sharpened(tie, limit=512).decided


@given(st.integers(1, 10**9), st.fractions(0, 1, max_denominator=10**6))
def test_repetition_is_a_power(m, p):
    assume(0 < p < 1)
    event = Probability(balls.ball(p), balls.ball(1 - p))
    few = Probability.of(p).repeated(5)
    assert few.exact == p**5
    assert balls.agrees(event.repeated(5).value, few.value, digits=30)
    assert balls.agrees(event.repeated(5).complement, few.complement, digits=30)
    assert balls.agrees(balls.log(event.repeated(m).value), m * event.log, digits=15)
    assert event.repeated(0).exact == 1


def test_repetition_of_what_may_be_impossible_is_bounded_not_lost():
    wide = Probability(balls.enclosing(Fraction(-1, 10), Fraction(1, 2)), balls.enclosing(Fraction(1, 2), Fraction(11, 10)))
    cubed = wide.repeated(3)
    assert contains(cubed.value, Fraction(0))
    assert contains(cubed.value, Fraction(1, 8))
    assert cubed.value < balls.ball(Fraction(13, 100))
    assert contains(cubed.complement, Fraction(7, 8))
    assert Probability.of(Fraction(0)).repeated(10**9).exact == 0
    for no_probability in (balls.ball(-1), balls.log(balls.ball(-1))):
        with pytest.raises(ValueError, match="not a probability"):
            Probability(no_probability, 1 - no_probability).repeated(2)


@given(signed_sums(rows=1, spread=False), st.fractions(0, 9, max_denominator=3))
def test_hoeffding_bounds_the_exact_tail_in_every_arithmetic(sums, theta):
    squares = sum((g.count * g.coefficients[0] ** 2 for g in sums.groups), Fraction(0))
    assume(squares > 0)
    one_sided = hoeffding(BALLS, balls.ball(theta), balls.ball(squares), two_sided=False)
    assert balls.le(sums.tail(theta, strict=False).value, one_sided) is not Truth.FAILS
    assert balls.le(sums.inside(theta).complement, 2 * one_sided) is not Truth.FAILS
    assert hoeffding(FLOAT, float(theta), float(squares)) == pytest.approx(2 * balls.approximate(one_sided))


# -- curves in floats: close everywhere, and never silently on the wrong side of a tie -----------------------------------------


def close(value: float, exact: balls.Ball, relative: float = 1e-10) -> bool:
    """Relatively close, or both below what float64 can tell from zero."""
    return bool(abs(value - balls.approximate(exact)) <= relative * abs(balls.approximate(exact)) + 1e-300)


def assert_close(law: Any, point: int, exact: Probability) -> None:
    assert close(law.value[point], exact.value)
    assert close(law.complement[point], exact.complement)


@given(st.data(), st.integers(1, 3), st.integers(1, 2), st.booleans())
def test_points_of_a_curve_are_the_exact_law_unless_marked(data, groups, rows, strict):
    counts = [data.draw(st.integers(0, 3)) for _ in range(groups - 1)]
    sizes = data.draw(st.lists(st.integers(0, 300), min_size=1, max_size=4))
    coefficients, spreads = ([[data.draw(small_numbers) for _ in range(rows)] for _ in range(groups)] for _ in range(2))
    if data.draw(st.booleans()):
        spreads = [[Fraction(0)] * rows for _ in range(groups)]
    taus = [data.draw(small_numbers) for _ in range(rows)]
    as_floats = [[[float(x) for x in group] for group in table] for table in (coefficients, spreads)]
    law = curves.below([*counts, np.array(sizes)], as_floats[0], [float(tau) for tau in taus], strict, as_floats[1])
    for point, k in enumerate(sizes):
        groups_of_point = zip([*counts, k], coefficients, spreads, strict=True)
        exact = SignedSums(tuple(Group(n, tuple(c), tuple(s)) for n, c, s in groups_of_point)).below(taus, strict)
        if not law.doubtful[point]:
            assert_close(law, point, exact)


@given(st.integers(1, 30), st.integers(1, 30), st.integers(0, 12), st.booleans(), st.data())
def test_ties_are_marked_although_rounding_hides_them(first, second, k, strict, data):
    pluses = data.draw(st.integers(0, k))
    tie = Fraction(first + second * (2 * pluses - k), 10)
    marked = curves.tail([1, np.array([k])], [first / 10, second / 10], float(tie), strict).doubtful
    free = curves.tail([1, np.array([k])], [first / 10, second / 10], float(tie) + 0.05, strict).doubtful
    assert marked[0]
    assert not free[0]


@given(st.integers(-9, 9), st.integers(-9, 9), st.integers(0, 12), st.integers(-60, 60), st.booleans())
def test_ties_of_numbers_that_floats_can_hold_are_right_all_the_same(first, second, k, tau, strict):
    law = curves.tail([1, np.array([k])], [first / 8, second / 8], tau / 8, strict)
    exact = SignedSums((Group(1, (first,)), Group(k, (second,)))).tail(tau, strict)
    assert_close(law, 0, exact)


@given(st.integers(1, 10**6), st.integers(-40, 40), st.booleans())
def test_tails_of_one_group_agree_with_balls_over_forty_deviations(k, deviations, strict):
    tau = deviations * int(k**0.5 / 4) + Fraction(1, 3)
    exact = SignedSums((Group(k, (1,)),)).tail(tau, strict)
    law = curves.tail([np.array([k])], [1.0], float(tau), strict)
    assert not law.doubtful.any()
    assert_close(law, 0, exact)
    both = curves.inside([np.array([k])], [1.0], float(tau), strict)
    assert close(both.value[0], SignedSums((Group(k, (1,)),)).inside(tau, strict).value)
