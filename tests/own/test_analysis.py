"""Functions of analysis, definitions, equations and finite ranges in a paper of one's own."""

from fractions import Fraction
from pathlib import Path

import mpmath
import pytest

from kernels import intervals
from kernels.arithmetic import BALLS, FLOAT, MP
from theorems.__main__ import COMMANDS, main
from theorems.api import judge, part_of, prove, read_paper, records, text
from theorems.judging.judge import EFFORTS
from theorems.judging.record import make_record
from theorems.language.tree import ELEMENTARY, Call, Claim, expr
from theorems.language.values import value
from theorems.own import *
from theorems.own.touching import touching
from theorems.vocabulary import Evidence, Verdict

n, k = integer("n", 1), integer("k", 0)
x, y = reals("x y")
u = real("u", above=0)
i, t = indices("i t")
GRADIENT_DESCENT = Path(__file__).parents[2] / "examples" / "gradient_descent.py"
POINTS = [Fraction(k, 7) for k in (-6, -3, -1, 1, 2, 5)]


@pytest.mark.parametrize("name", ELEMENTARY)
def test_every_arithmetic_agrees_with_mpmath(name: str) -> None:
    own = getattr(mpmath, name)
    for point in POINTS:
        tree = Call(name, (expr(point),))
        with mpmath.workdps(40):
            there = own(mpmath.mpf(point.numerator) / point.denominator)
            ball = value(tree, {}, BALLS)
            assert abs(mpmath.mpf(ball.mid().str(35, radius=False)) - there) < mpmath.mpf(10) ** -30
            assert abs(value(tree, {}, MP) - there) < mpmath.mpf(10) ** -12
        assert float(value(tree, {}, FLOAT)) == pytest.approx(float(there), rel=1e-12)


@pytest.mark.parametrize("name", [name for name in ELEMENTARY if name != "gamma"])
def test_the_values_on_an_interval_lie_in_its_enclosure(name: str) -> None:
    for low, high in ((Fraction(-6, 7), Fraction(1, 3)), (Fraction(0), Fraction(6, 7)), (Fraction(-1, 2), Fraction(-1, 4))):
        found = intervals.between(low, high).function(name)
        for k in range(21):
            inside = intervals.between(point := low + (high - low) * Fraction(k, 20), point).function(name)
            assert found.low is None or inside.high is None or found.low <= inside.high
            assert found.high is None or inside.low is None or found.high >= inside.low
    for name_, far in (("exp", 0), ("atan", -2), ("tanh", -1)):
        least = intervals.between(None, Fraction(0)).function(name_).low
        assert least is not None
        assert least >= far
    assert intervals.between(Fraction(0), Fraction(2)).reciprocal() == intervals.between(Fraction(1, 2), None)


TOUCHING = {
    "a root of a square": ((x**2 - 2) ** 2 > 0, "x = 1.4142135"),
    "a root of an absolute value": (abs(x**3 - 2) > 0, "x = 1.2599210"),
    "a transcendental root": ((exp(x) - 2) ** 2 > 0, "x = 0.6931471"),
    "a maximum": (1 - sin(x) > 0, "x = 1.570796"),
    "a tangent": (log(u) < u / exp(1), "u = 2.718281"),
    "a mean": (u + 2 / u > 2 * sqrt(expr(2)), "u = 1.414213"),
    "two numbers": ((x - y) ** 2 + (x**2 - 2) ** 2 > 0, "x = 1.4142135"),
    "under a premise": (Implies(x > 0, (x**2 - 2) ** 2 > 0), "x = 1.4142135"),
}


@pytest.mark.parametrize(("claim", "near"), TOUCHING.values(), ids=TOUCHING)
def test_sides_that_touch_at_no_rational_number_leave_a_strict_claim_unknown(claim: Claim, near: str) -> None:
    found = judge(claim)
    assert (found.verdict, f"come together near {near}" in found.how) == (Verdict.UNKNOWN, True), found.how


APPROACHED = [tanh(x) < 1, (1 + 1 / u) ** u < exp(1), sqrt(u + 1) - sqrt(u) < 1 / (2 * sqrt(u)), x**2 + y**2 + exp(x) > 0]


@pytest.mark.parametrize("claim", APPROACHED, ids=text)
def test_sides_that_come_near_and_never_touch_are_no_such_place(claim: Claim) -> None:
    assert not touching(part_of(claim))


def test_binomials_and_the_gamma_function_are_exact_and_reach_far() -> None:
    assert judge(binomial(10, 3) * n == 120 * n).verdict is Verdict.HOLDS
    assert judge(binomial(10, 3) * n == 121 * n).verdict is Verdict.FAILS
    assert judge(gamma(n + 1) == n * gamma(n)).verdict is Verdict.HOLDS
    assert judge(binomial(n, k) == 0 * n, k >= n + 1).verdict is Verdict.HOLDS  # far out, too
    assert judge(binomial(2 * n, n) >= 4**n / sqrt(n) / 2 * Q("1.1")).verdict is Verdict.FAILS  # 4^n/√(πn)


def test_a_definition_prints_by_its_name_and_takes_no_index_of_others() -> None:
    few = integer("m", 1, 12)
    f = let("f", t, Sum(i, upto(few), t / i))
    twice = Sum(i, upto(few), f(i))
    assert text(twice) == "Σ_{i∈{1,...,m}} f(i)"
    assert "i′" in text(f(i).body)
    assert judge(twice == few * (few + 1) / 2 * Sum(i, upto(few), 1 / i)).verdict is Verdict.HOLDS
    assert "where f(x)" in part_of(f(x) <= 1).note
    with pytest.raises(ValueError, match="i is bound twice"):
        part_of(Sum(i, upto(n), Sum(i, upto(n), i)) <= 3)


def test_sums_are_known_by_induction_and_only_true_ones() -> None:
    assert prove(Sum(i, upto(n), i) == n * (n + 1) / 2).evidence is Evidence.CERTIFIED
    assert prove(Sum(i, upto(n), 1 / i**2) <= 2 - 1 / n).evidence is Evidence.CERTIFIED
    assert prove(Implies(n >= 4, Sum(i, upto(n), i) >= n + 6)).evidence is Evidence.CERTIFIED
    m, k = integer("m", 1), integer("k", 5)
    harmonic = Sum(i, upto(n), 1 / i)
    for false in (
        Implies(n >= 1000, harmonic <= n / 200 + 1),  # true at 1, and it grows from 1000 on
        Implies(n >= m, harmonic <= 1 + 5 * (n - 1) / m),  # the same, from m on: false at n = m = 1000
        Implies(harmonic <= 3, n <= 9),
        Sum(i, upto(k), abs(i - 3)) <= k**2 - 25,  # 6 > 0 at 5: the terms are not of one sign
        Sum(i, upto(n), i) == n * (n + 2) / 2,
        Sum(i, upto(n), 1 / i**2) <= 2 - Q("1.1") / n,
        Sum(i, upto(n), 1 / i) <= 2 + log(n) / 2,
        Sum(i, between(3, n), 1 / i) >= n - 3,
        Implies(u**2 <= 2, Sum(i, upto(n), i) != u**2 / 2),  # at √2; the sides are never the other way round
    ):
        assert prove(false).verdict is Verdict.UNKNOWN


def test_lines_about_large_sizes_are_decided_from_some_size_on() -> None:
    N = size("N")
    slow, false = judge(Eventually(log(N) <= N / 10, N)), judge(Eventually(N ** Q(1, 10) <= log(N), N))
    assert (slow.verdict, slow.evidence, slow.n0 and slow.n0["value"]) == (Verdict.ASYMPTOTIC, Evidence.CERTIFIED, "36")
    assert (false.verdict, false.evidence) == (Verdict.FAILS, Evidence.CERTIFIED)
    later = judge(Eventually(log(N) <= N / 10, N), N >= 30)  # its family begins where its hypotheses do
    assert (later.verdict, later.n0 and later.n0["value"]) == (Verdict.ASYMPTOTIC, "36")
    for never in (N <= 5, N <= 10**60, floor(N / 2) * 2 == N):  # not of all that are large
        assert judge(Eventually(N <= 10**4, N), never).verdict is Verdict.UNKNOWN


def test_a_finite_range_is_exhausted_and_a_witness_is_the_smallest() -> None:
    k, m = integer("k", 0, 60), integer("m", 1, 60)
    assert judge(k**2 != 2 * m**2).evidence is Evidence.EXACT
    witness = judge(integer("j", 0, 400) <= 300).witness
    assert witness is not None
    assert witness["text"] == "j=301"


def test_equations_give_numbers_one_through_the_other_and_numbers_may_be_huge() -> None:
    z, w = reals("z w")
    for claim, *equations in (
        (x <= 10**6, x == y, y == z, z == w),
        (x <= 3, 2 * x == y + 1, y == z - x, z >= 0),
        (x + y <= 5, x - y == 1, y == z),
    ):
        found = judge(claim, *equations)
        assert found.verdict is Verdict.FAILS, found.how
    assert judge(x <= 1, x == y, y == x + 1).verdict is Verdict.UNKNOWN  # nothing meets that
    v = vector("v", size("N"))
    assert judge(norm(v) <= 10**30).verdict is Verdict.FAILS
    part = part_of(n**1000 <= 2**n)  # missed by a factor that is no float
    assert make_record(part, EFFORTS["quick"], 0)["verdict"] == "fails"


def test_a_claim_without_a_value_somewhere_is_not_shown() -> None:
    for claim in (x / x <= 1, sqrt(x) ** 2 <= x, log(x) <= x, tan(x) ** 2 >= 0, asin(x) <= 2):
        assert prove(claim).verdict is Verdict.UNKNOWN
    assert prove(x / x <= 1, x > 0).verdict is Verdict.HOLDS


def test_gradient_descent_is_refereed_in_one_file() -> None:
    """As recorded beside it: every estimate but the false sharper ones is known over its whole domain."""
    verdicts = {record["part"]: (record["verdict"], record["evidence"]) for record in records(read_paper(GRADIENT_DESCENT))}
    assert {label for label, (verdict, _) in verdicts.items() if verdict == "fails"} == {"a half", "2/L", "too much", "sharper"}
    assert not any(evidence in ("tested", "none") for _, evidence in verdicts.values())


def test_the_console_script_knows_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    told = capsys.readouterr().out
    assert [name for name in COMMANDS if name not in told] == []
    assert main(["no-such-command"]) == 2
    for name in COMMANDS:
        with pytest.raises(SystemExit) as ended:
            main([name, "--help"])
        assert ended.value.code == 0
