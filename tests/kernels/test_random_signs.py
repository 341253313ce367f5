"""The law of linear forms in random signs against enumeration of all signs, and against what any law must satisfy."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kernels import balls
from kernels.affine import Value
from kernels.balls import Ball, Truth
from kernels.random_signs import Affine, Group, Probability, SignedSums

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
