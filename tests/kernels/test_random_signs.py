"""Random signs: their laws against enumeration, their counts and streams against the definitions."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kernels import balls
from kernels.affine import Value
from kernels.balls import Ball, Truth
from kernels.binomial_tails import EXACT_SIGNS, _beta_tail, count_between, probability_between, upper_tail
from kernels.rademacher import count_tail, rademacher_columns
from kernels.random_signs import Affine, Group, Probability, SignedSums
from kernels.sign_events import PARALLEL_CASES, Event, FormRow, event_law, settle
from kernels.sign_sampling import positive_networks

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


def one_probability(k: int, u: int) -> Ball:
    """Pr[U = u]."""
    chosen, left = balls.lgamma(balls.ball(u + 1)), balls.lgamma(balls.ball(k - u + 1))
    return balls.exp(balls.lgamma(balls.ball(k + 1)) - chosen - left - k * balls.log(balls.ball(2)))


@given(st.data())
def test_balls_contain_the_exact_probability(data):
    k = data.draw(st.integers(0, EXACT_SIGNS))
    low, high = (data.draw(st.integers(-2, k + 2)) for _ in range(2))
    exact = Fraction(count_between(k, low, high), 2**k)
    assert contains(probability_between(k, low, high), exact)
    assert contains(upper_tail(k, low), Fraction(count_between(k, low, k), 2**k))


@given(st.data(), st.sampled_from([64, 128, 300]))
def test_the_beta_integral_contains_the_exact_tail(data, bits):
    k = data.draw(st.integers(2, EXACT_SIGNS))
    u = data.draw(st.integers(k // 2 + 1, k))
    tail = _beta_tail(k, u, bits)
    assert contains(tail, Fraction(count_between(k, u, k), 2**k))
    if k > 8 * bits:
        assert tail.rel_accuracy_bits() >= bits - 2


@given(st.data(), st.sampled_from([5000, 10**6, 10**12, 10**100, 10**300]))
def test_neighbouring_tails_differ_by_one_binomial_probability(data, k):
    u = k // 2 + data.draw(st.integers(0, 5) | st.integers(0, 5 * math.isqrt(k)))
    with balls.precision(128 + 2 * k.bit_length()):
        difference = upper_tail(k, u) - upper_tail(k, u + 1)
        term = one_probability(k, u)
    assert balls.agrees(difference, term, digits=30)
    assert balls.agrees(probability_between(k, u, u), term, digits=30)
    assert balls.agrees(probability_between(k, k - u, k - u), term, digits=30)


WORD = 2**64
SEEDS = st.integers(0, WORD - 1)
# Coefficients that sit on thresholds often, need several limbs, or lie far apart.
ODD = st.sampled_from([0.1, -0.3, 1e-9, 2.0**-70, 2.0**60, -(2.0**-200), 1e300])
COEFFICIENTS = st.lists(
    st.integers(-3, 3) | st.fractions(-2, 2, max_denominator=6) | ODD | st.floats(-2, 2, width=64), min_size=1, max_size=12
)


def mixed(state: int) -> int:
    """splitmix64's output function in Python integers."""
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    state = (state ^ (state >> 27)) * 0x94D049BB133111EB % WORD
    return state ^ (state >> 31)


def sign(seed: int, column: int, row: int) -> int:
    """Sign number ``row`` of a column, from the definition of the stream."""
    counter = (column << 20) + row // 64
    word = mixed((mixed(seed) + (counter + 1) * 0x9E3779B97F4A7C15) % WORD)
    return 1 if word >> (row % 64) & 1 else -1


def test_mixing_is_the_published_generator() -> None:
    # First outputs of splitmix64 from state 0: its state advances by the golden gamma before each output.
    expected = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert [mixed(0x9E3779B97F4A7C15 * i % WORD) for i in (1, 2, 3)] == expected


@given(seed=SEEDS, first=st.sampled_from([0, 1, 12345, 2**43]), d=st.integers(1, 200), m=st.integers(1, 4))
def test_columns_are_what_their_counters_say(seed: int, first: int, d: int, m: int) -> None:
    found = rademacher_columns(d, m, seed, first)
    expected = [[sign(seed, first + l, i) for l in range(m)] for i in range(d)]
    assert (found == expected).all()


@given(c=COEFFICIENTS, index=st.integers(0, 199), shift=st.sampled_from([0, 1e-12, -1e-12, 0.5]), seed=SEEDS)
def test_counts_are_those_of_exact_sums(c: list, index: int, shift: float, seed: int) -> None:
    sums = [sum((Fraction(x) * sign(seed, l, i) for i, x in enumerate(c)), Fraction(0)) for l in range(200)]
    tau = sums[index] + Fraction(shift)  # without shift, some draw lies exactly on the threshold
    counts = count_tail(c, tau, 200, seed)
    assert counts.draws == 200
    assert counts.above == sum(s > tau for s in sums)
    assert counts.at == sum(s == tau for s in sums)
    assert counts.inside == sum(abs(s) < tau for s in sums)
    assert shift != 0 or counts.at > 0


def test_large_groups_agree_with_the_rigorous_law() -> None:
    c, threshold = (Fraction(1, 3), Fraction(1, 97), Fraction(1, 101)), Fraction(2, 5)
    rows = (FormRow(tuple(float(x) for x in c)),)
    for size in (40, 1500):
        assert ((17 * size**0.5) ** 2 < PARALLEL_CASES) is (size == 40), "both kernels are looked at"
        law = event_law((1, size, size), [Event(rows, float(threshold))])
        exact = SignedSums(tuple(Group(k, (x,)) for k, x in zip((1, size, size), c, strict=True))).tail(threshold)
        assert law.probability[1] == pytest.approx(balls.approximate(exact.value), rel=1e-10)
        assert law.probability.sum() == pytest.approx(1, abs=1e-12)


def test_a_tie_is_handed_back_and_settled_by_exact_numbers_not_by_balls() -> None:
    def tie(third: object, threshold: object) -> list[Event]:
        return [Event((FormRow((third, third)),), threshold)]

    sizes, third = (1, 2), balls.sqrt(balls.ball(Fraction(1, 9)))
    law = event_law(sizes, tie(1 / 3, 1.0))
    assert [case.pluses for case in law.open_cases] == [(1, 2)]
    assert (law.with_open_cases(0)[1], law.with_open_cases(1)[1]) == (0, 0.125)
    settled = settle(law, sizes, tie(Fraction(1, 3), Fraction(1)))
    assert not settled.open_cases
    assert settled.probability.tolist() == [1, 0]
    just_below = settle(law, sizes, tie(Fraction(1, 3), Fraction(1) - Fraction(1, 10**30)))
    just_above = settle(law, sizes, tie(third + balls.ball(Fraction(1, 10**20)), balls.ball(1)))
    assert just_below.probability.tolist() == just_above.probability.tolist() == [0.875, 0.125]
    assert settle(law, sizes, tie(third, balls.ball(1))).open_cases == law.open_cases


@given(d=st.integers(1, 200), m=st.integers(1, 5), trials=st.integers(1, 12), seed=SEEDS, count=st.integers(1, 3))
def test_networks_are_positive_where_a_product_exceeds_the_threshold(d, m, trials, seed, count) -> None:
    random = np.random.default_rng(seed)
    # Columns repeat, as on structured data, or are all different.
    kind = random.integers(0, random.choice([1, 3, 1000]), d)
    networks = [(random.normal(size=(1 + k, 1000))[:, kind], float(random.normal())) for k in range(count)]
    y = rademacher_columns(d, m * trials, seed)
    directly = [((rows @ y > tau).any(axis=0)).reshape(trials, m).any(axis=1) for rows, tau in networks]
    assert (positive_networks(networks, m, trials, seed) == np.array(directly)).all()


def test_a_tie_does_not_count_as_above() -> None:
    rows = np.full((1, 10), 0.1)  # sums to 1 up to rounding where all signs are pluses
    found = positive_networks([(rows, 1.0), (rows, 1.0 - 1e-9)], 1, 20_000, 3)
    assert not found[0].any()
    assert found[1].any()
