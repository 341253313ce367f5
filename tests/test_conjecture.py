"""A user's own bound gets the right answer, follows from the printed one only where it does, and a bad one is an error."""

import json
from contextlib import suppress
from itertools import islice

import pytest
import sympy

from kernels.arithmetic import BALLS
from tests.chosen import chosen_parts, sample, the_part
from theorems.bounds.expression import parse
from theorems.bounds.implication import PRINTED, P, Range, _stronger, _weaker, follows, implies
from theorems.conjecture import conjectured, main
from theorems.judging import expectations
from theorems.judging.decide import implied
from theorems.language.variables import named, values
from theorems.vocabulary import Evidence, Relation, Verdict

D34 = "superiority/Lemma D.3/4"
BOUND = "a1*sqrt(log(n))/n**(1-a1)"


def run(address: str, bound: str, *more: str) -> int:
    return main([address, "--bound", bound, *more])


HOLDS, REFUTED, OPEN, VACUOUS = 0, 1, 3, 4
ANSWERS = {
    "the printed one": (D34, BOUND, HOLDS),
    "a larger one": (D34, f"1.001*{BOUND}", HOLDS),
    "false only beyond 10^5": ("superiority/Lemma D.2/2b", "100000", REFUTED),
    "false only at t = 1": ("superiority/Lemma D.3/2.ii", "(2*t-2)/n*b*sqrt(log(n))", REFUTED),  # with large t there is room
    "false at the end of a range": ("sparse/Lemma B.4/2", "printed - (delta - 0.95)", REFUTED),  # δ is drawn up to 19/20
    "below the slack": ("superiority/Lemma D.3/2.i", "1.2*printed", HOLDS),
    "beyond the slack": ("superiority/Lemma D.3/2.i", "1.3*printed", REFUTED),
    "the printed bound of large sizes": ("superiority/Lemma D.8/1", "1 - delta/n", HOLDS),
    "a printed sum": ("sparse/Fact B.3", "printed", HOLDS),
    "another ε": ("sparse/Theorem 6.1/(a), on G_M", "eps/2", OPEN),
    "1/8 is proved: true from 4·10^7 on": ("superiority/Lemma D.4/1", "0.1 + 10**6/n", OPEN),
    "false at the members looked at": ("superiority/Lemma D.4/2", "0.5 + 10**30/n", OPEN),
    "1/8 with the printed one by name": ("superiority/Lemma D.4/1", "1.25*printed", HOLDS),
    "another power": ("superiority/Theorem D.5", "1 - delta/n**2", OPEN),
    "refuted with what it implies": ("superiority/Lemma D.4/2", "1 - delta/(2*n)", REFUTED),
    "refuted along a family only": ("sparse/Equation 6", "10**9/n", OPEN),
    "more than is printed": ("superiority/Lemma D.8/1", "1", OPEN),
    # along the printed family a0 = 1/20: this looks like the printed bound there
    "a constant of the family": ("superiority/Lemma D.8/1", "1-delta/n+20*a0-1", OPEN),
}


@pytest.mark.parametrize(("address", "bound", "answer"), ANSWERS.values(), ids=ANSWERS)
def test_a_bound_of_ones_own_gets_the_right_answer(address, bound, answer, capsys) -> None:
    relation = ("--relation", "<=") if bound == "100000" else ()
    assert run(address, bound, "--format", "json", *relation) == answer
    told = json.loads(capsys.readouterr().out)
    if bound == "100000":
        assert int(told["witness"]["text"].split()[0].partition("=")[2]) > 10**5
    if bound.startswith("(2*t-2)"):
        assert " t=1 " in told["witness"]["text"]
    if bound == "1 - delta/n":
        assert told["n0"]["variable"] == "n"


def test_holds_shows_a_point_that_meets_the_restriction_and_what_is_no_number_somewhere_does_not_hold(capsys) -> None:
    for where, seconds, code in (("b > 0.95", "60", VACUOUS), ("n == 5/2", "10", OPEN), ("n == 1000", "60", HOLDS)):
        assert run("superiority/Lemma D.3/1", "printed", "--where", where, "--seconds", seconds) == code
        assert ("Met, for example, at n=" in capsys.readouterr().out) == (code == HOLDS)
    # sympy cancels (n-7)/(n-7); at n = 7 the formula says nothing
    assert run("superiority/Lemma D.3/1", "printed*(n-7)/(n-7)") == OPEN
    assert "n - 7 ≠ 0" in capsys.readouterr().out


def test_an_answer_is_known_no_better_than_what_it_rests_on_and_no_other_range_implies_it(monkeypatch) -> None:
    # f <= 1 is the range that Lemma D.2 names; its part 2b speaks of u = n, which reaches 100000 and more
    part = the_part("superiority/Lemma D.2/2b")
    assert follows(part, parse("100000", part.domain.variables), Relation.AT_MOST) is None
    address = "superiority/Lemma D.3/1"
    weaker = expectations.Expected("holds", "tested")
    monkeypatch.setattr(expectations, "load", lambda paper: {f"{address} (stated)": weaker})
    finding = implied(conjectured(address, "0.9*printed"))
    assert finding is not None
    assert (finding.verdict, finding.evidence) == (Verdict.HOLDS, Evidence.TESTED)


def test_a_reading_and_one_of_several_comparisons_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("sparse/Equation 6", "1.001*printed", "--reading", "intended") == HOLDS
    address, upper = "scan_snap/Lemma 11/Eqn 63 last", "h(N̄) Δ/(N̄-Δ) ≤ (4/3) (h(N̄) (Δ/N̄))"
    assert run(address, "1") == 2
    assert "--which" in capsys.readouterr().err
    assert [run(address, *more) for more in (("printed", "--which", upper), ("-1", "--which", upper))] == [HOLDS, REFUTED]
    assert run(address, "1", "--which", "middle") == 2


UNUSABLE = [
    "foo*n", "__import__('os').getcwd()", "n^2", "9**9**9", "1/0", "log(0)", "", "-" * 1000 + "n",
    "((2**4000)**4000)**4000", "\ud800",
]  # fmt: skip


def test_what_cannot_be_used_is_refused_with_a_reason(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (
        *([D34, "--bound", bound] for bound in UNUSABLE),
        *([D34, "--bound", "n", "--where", where] for where in ("n", "", "sqrt(-1) < n")),
        *([address, "--bound", "1"] for address in ("superiority/Lemma D.3", "superiority/Lemma D.33/4")),
        ["superiority/Theorem 1.1", "--bound", "1"],
        [D34],
    ):
        assert main(arguments) == 2
        told = capsys.readouterr()
        assert told.err.startswith("error: ")
        assert (told.err.count("\n"), told.out) == (1, ""), arguments


ONE, HALF, ZERO = sympy.Integer(1), sympy.Rational(1, 2), sympy.Integer(0)
UNIT, FROM_0, ANY = Range(ZERO, ONE), Range(ZERO, None), Range(None, None)
AT_MOST, LESS, AT_LEAST, EQUAL = Relation.AT_MOST, Relation.LESS, Relation.AT_LEAST, Relation.EQUAL
FOLLOW = [
    (ONE, AT_MOST, AT_MOST, UNIT, True),
    (ONE, LESS, LESS, UNIT, False),  # lhs = 1 < P = 2, and not lhs < 1
    (ONE, LESS, EQUAL, UNIT, False),
    (P - HALF, AT_LEAST, AT_LEAST, UNIT, True),
    (2 * P, AT_MOST, AT_MOST, UNIT, True),
    (2 * P, AT_MOST, AT_MOST, ANY, False),  # P may be negative
    (P / 2, AT_LEAST, AT_LEAST, ANY, False),
    (P / 2, AT_LEAST, AT_LEAST, Range(ZERO, None, floor=True), True),
    (2 * P - 1, AT_LEAST, AT_LEAST, UNIT, True),
    (2 * P - 1, AT_LEAST, AT_LEAST, FROM_0, False),  # no end above
    (P**2, AT_MOST, AT_MOST, UNIT, False),
    (P, LESS, AT_MOST, UNIT, False),
]
PRECEDE = [  # the printed bound P follows
    (P / 2, AT_MOST, AT_MOST, FROM_0, True),
    (P / 2, AT_MOST, AT_MOST, ANY, False),
    (P / 2, AT_MOST, LESS, FROM_0, False),  # P may be 0
    (P - HALF, AT_MOST, LESS, ANY, True),
    (P + HALF, AT_LEAST, AT_LEAST, ANY, True),
    (P + HALF, AT_LEAST, AT_MOST, ANY, False),
    (P, AT_LEAST, EQUAL, UNIT, False),
]


def test_ends_and_strictness_are_respected_and_a_refuted_bound_refutes_what_implies_it() -> None:
    for g, mine, printed, ends, expected in FOLLOW:
        assert _weaker(g, mine, printed, ends) is expected, (g, mine, printed, ends)
    for g, mine, printed, ends, expected in PRECEDE:
        assert _stronger(g, mine, printed, ends) is expected, (g, mine, printed, ends)
    part = the_part("superiority/Lemma D.4/2")
    names = part.domain.variables | {PRINTED: ""}
    assert implies(part, parse("printed/2 + 1/2", names), None)
    assert implies(part, parse("printed + delta/(2*n)", names), None)
    assert not implies(part, parse("printed - delta/n", names), None)


def test_every_documented_variable_is_a_number_of_the_world() -> None:
    for part in sample(chosen_parts(), 18):
        small = part.domain.small() if part.claim is not None and part.domain.small is not None else iter(())
        for instance in islice((i for i in islice(small, 3000) if part.domain.broken(i) is None), 1):
            model = named(part.domain).bind(instance, BALLS)
            for name in part.domain.variables:
                with suppress(ValueError):  # a variable may have no value here, and says so
                    assert hasattr(values(model, [name])[name], "mid"), f"{part.address}: {name}"
