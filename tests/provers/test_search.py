"""The search: what counts as decided, what is compared exactly, and that the smallest instances come first."""

import math
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import strategies as st

from kernels import balls
from kernels.arithmetic import Arithmetic
from kernels.balls import Truth
from tests.fabricated import one_number, part_of
from tests.marks import long
from theorems.catalogue import find, parts
from theorems.instance import Instance
from theorems.judging.judge import EFFORTS, judge
from theorems.provers.drawing import drawn
from theorems.provers.search import evaluate, smallest_witness
from theorems.statement import Domain, Part
from theorems.vocabulary import Claimed, Comparison, Relation, Verdict, at_least, at_most, equals, less, more

RATIONALS = st.fractions(1, 9, max_denominator=7)


def part(claim: Callable[[Any], Claimed], domain: Domain | None = None) -> Part:
    return part_of(domain or one_number("x", RATIONALS), claim, label="a")


def at(claim: Callable[[Any], Claimed], x: Fraction | int) -> Truth:
    return evaluate(part(claim), Instance(x=x)).truth


def softmax_pairs() -> Domain:
    """Pairs of rows z, z' of two logits. Drawn ones are far apart, where softmax hardly moves."""

    def bind(i: Instance, arithmetic: Arithmetic) -> list[list[Any]]:
        return [[arithmetic.number(i[name]) for name in names] for names in (("z1", "z2"), ("y1", "y2"))]

    far = {"z1": st.integers(20, 30), "z2": st.just(0), "y1": st.just(0), "y2": st.integers(20, 30)}

    def small() -> Iterator[Instance]:
        return (Instance(z1=a, z2=b, y1=c, y2=d) for a, b, c, d in product((0, 1), repeat=4))

    return Domain("pairs of rows", lambda: st.fixed_dictionaries(far), bind, small=small)


def lipschitz(rows: list[list[Any]]) -> Comparison:
    """|softmax(z) - softmax(z')| <= |z - z'|/4 in the 2-norm: the constant is 1/2."""
    shares = [[balls.exp(z) / sum((balls.exp(w) for w in row), balls.ball(0)) for z in row] for row in rows]

    def distance(two: list[list[Any]]) -> Any:
        squares = (balls.sq(a - b) for a, b in zip(*two, strict=True))
        return balls.root_of_nonnegative(sum(squares, balls.ball(0)))

    return at_most(distance(shares), distance(rows) / 4)


def test_a_false_claim_that_only_small_instances_refute_fails_at_every_effort() -> None:
    for effort in EFFORTS.values():
        found = judge(part(lipschitz, softmax_pairs()), effort)
        assert found.verdict is Verdict.FAILS
        assert found.witness is not None
        assert found.witness["text"] == "z1=0 z2=0 y1=0 y2=1"


@long
def test_the_draws_of_a_seed_do_not_depend_on_which_modules_are_loaded() -> None:
    """Hypothesis reads numbers off the source of every loaded module of ours, and would draw them now and then."""
    look = (
        "from theorems.provers.drawing import drawn; from theorems.catalogue import find; "
        "print(*drawn(find('superiority/Lemma D.2/3a')[0].domain, 60, 0), sep=';')"
    )
    alone = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True).stdout.strip().split(";")
    assert parts()  # all modules are loaded here
    assert [*map(str, drawn(find("superiority/Lemma D.2/3a")[0].domain, 60, 0))] == alone
    assert len(set(alone)) == 60


NO_COMPARISON: dict[str, Callable[[Any], Any]] = {
    "truth": lambda x: True,
    "number": lambda x: 3,
    "nothing": lambda x: None,
    "ball": lambda x: x,
    "mixed": lambda x: (at_most(x, x), True),
    "float": lambda x: at_most(x, float(3)),
    "truth on one side": lambda x: equals(bool(x > 0), x),
    "root in floats": lambda x: at_most(x, math.sqrt(2)),
}

COMPARE = (at_most, at_least, equals, less, more)


def test_equal_rationals_are_compared_exactly_and_equal_balls_tie_where_equality_is_allowed() -> None:
    def found(side: Callable[[Any], Any], compare: Callable[[Any, Any], Comparison], x: Fraction | int) -> tuple[Truth, bool]:
        outcome = evaluate(part(lambda x: compare(side(x), x)), Instance(x=x))
        return outcome.truth, outcome.tied

    for compare, allowed in zip(COMPARE, (True, True, True, False, False), strict=True):
        for x in (Fraction(1, 7), Fraction(22, 7)):
            assert found(lambda x: (x / 3) * 3, compare, x)[0] is (Truth.HOLDS if allowed else Truth.FAILS)
        assert found(rooted, compare, 2) == (Truth.UNKNOWN, allowed)


def rooted(x: Any) -> Any:
    return balls.sqrt(x) * balls.sqrt(x)


def test_balls_that_cancel_tie_with_0_wide_ones_do_not_and_no_power_beyond_the_rationals_is_exact():
    """Python's 2 ** (1/2) is a float whose square is not 2; the balls call it a tie."""
    outcome = evaluate(part(lambda x: equals((x ** (x / (x + x))) ** 2, x)), Instance(x=2))
    assert outcome.truth is Truth.UNKNOWN
    assert outcome.tied
    assert evaluate(part(lambda x: at_most(rooted(x) - x, balls.ball(0))), Instance(x=2)).tied
    below = Fraction(-1, 10**200)
    assert evaluate(part(lambda x: at_most(rooted(x) - x, balls.ball(below))), Instance(x=2)).truth is Truth.FAILS
    wide = balls.enclosing(0, 1)
    assert not evaluate(part(lambda x: at_most(x + wide, x + wide)), Instance(x=2), limit=512).tied


def test_what_is_no_comparison_of_exact_numbers_is_refused_and_one_of_balls_is_that_of_its_name() -> None:
    for what, claim in NO_COMPARISON.items():
        with pytest.raises((TypeError, ValueError), match=r"Lemma Z\.1/a \(stated\) at x=2"):
            pytest.fail(f"{what}: {at(claim, 2)}")
    unit, one, two = balls.enclosing(0, 1), balls.ball(1), balls.ball(2)
    named = {Relation.AT_MOST: balls.le, Relation.AT_LEAST: balls.ge, Relation.LESS: balls.lt, Relation.MORE: balls.gt}
    for relation, compare in (named | {Relation.EQUAL: balls.eq}).items():
        for a, b in ((one, one), (one, two), (two, one), (unit, unit.upper()), (unit.upper(), unit)):
            assert Comparison(a, relation, b).truth() is compare(a, b)


def test_what_only_more_bits_decide_is_decided_by_them_and_what_is_undecided_is_no_witness():
    apart = balls.ball(Fraction(1, 10**60))
    outcome = evaluate(part(lambda x: less(balls.sqrt(balls.ball(2)), balls.sqrt(balls.ball(2)) + apart)), Instance(x=2))
    assert outcome.truth is Truth.HOLDS
    assert outcome.bits > balls.DEFAULT_BITS
    twos = one_number("x", RATIONALS, small=lambda: iter([Instance(x=2), Instance(x=3)]))
    assert smallest_witness(part(lambda x: less(rooted(x), x), twos)) is None
