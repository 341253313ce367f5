"""A user's own bound gets the right answer, and a bad one a clear error."""

from __future__ import annotations

import json

import pytest

from theorems.bounds.expression import parse
from theorems.bounds.implication import follows
from theorems.catalogue import find
from theorems.conjecture import conjectured, main
from theorems.judging import expectations
from theorems.judging.decide import implied
from theorems.vocabulary import Evidence, Relation, Verdict

D34 = "superiority/Lemma D.3/4"
BOUND = "a1*sqrt(log(n))/n**(1-a1)"


def run(*arguments: str) -> int:
    return main(list(arguments))


@pytest.mark.parametrize("factor", ["0.999"])
def test_a_smaller_constant_is_refuted(factor: str) -> None:
    assert run(D34, "--bound", f"{factor}*{BOUND}") == 1


@pytest.mark.parametrize("factor", ["1", "1.001"])
def test_the_printed_and_a_weaker_constant_are_proved(factor: str) -> None:
    assert run(D34, "--bound", f"{factor}*{BOUND}") == 0


def test_a_bound_that_fails_only_beyond_1e5_is_refuted_with_such_a_witness(capsys: pytest.CaptureFixture[str]) -> None:
    code = run("superiority/Lemma D.2/4b", "--reading", "intended", "--bound", "1/n - 1/(1000000*n**0.5)", "--format", "json")
    assert code == 1
    code = run("superiority/Lemma D.2/2b", "--bound", "100000", "--relation", "<=", "--format", "json")
    witness = json.loads(capsys.readouterr().out.split("\n}\n")[-2] + "\n}")["witness"]
    assert code == 1
    assert int(witness["text"].split()[0].partition("=")[2]) > 10**5


def test_a_bound_that_fails_only_at_t_equal_to_one_is_refuted_there(capsys: pytest.CaptureFixture[str]) -> None:
    # (t/n) b sqrt(log n) is claimed with t - 1/1000 in place of t: with large t the claim has room, t = 1 has least
    code = run("superiority/Lemma D.3/2.ii", "--bound", "(2*t-2)/n*b*sqrt(log(n))", "--format", "json")
    assert code == 1
    assert " t=1 " in json.loads(capsys.readouterr().out)["witness"]["text"]


def test_a_restriction_that_nothing_meets_is_vacuous() -> None:
    assert run(D34, "--bound", BOUND, "--where", "a1 < 0.5") == 4


def test_the_printed_bound_of_an_asymptotic_part_holds_from_an_n0_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("superiority/Lemma D.8/1", "--bound", "1 - delta/n", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out)["n0"]["variable"] == "n"


@pytest.mark.parametrize(
    ("address", "arguments", "code"),
    [
        ("superiority/Lemma D.3/2.i", ("--bound", "1.2*printed"), 0),
        ("superiority/Lemma D.3/2.i", ("--bound", "1.3*printed"), 1),
        ("superiority/Lemma D.4/1", ("--bound", "1.001*printed"), 0),
        ("sparse/Fact B.3", ("--bound", "printed"), 0),
        ("sparse/Theorem 6.1/(a), on G_M", ("--bound", "printed"), 0),
        ("sparse/Theorem 6.1/(a), on G_M", ("--bound", "eps/2"), 3),
        ("sparse/Equation 6", ("--reading", "intended", "--bound", "1.001*printed"), 0),
        ("superiority/Lemma D.4/2", ("--bound", "1 - delta/(2*n)"), 1),
        ("sparse/Theorem E.1/2, on G_M", ("--bound", "n**(-0.25)"), 3),
        ("sparse/Equation 1/hyper-linear", ("--reading", "intended", "--bound", "0.5*log((n+1)/n)"), 3),
        ("scan_snap/Lemma 9/Eqn 55", ("--bound", "printed"), 0),
    ],
)
def test_the_printed_bound_can_be_named_and_claims_about_large_sizes_are_not_refuted_by_a_point(
    address: str, arguments: tuple[str, ...], code: int
) -> None:
    assert run(address, *arguments) == code


@pytest.mark.parametrize(
    ("address", "bound"),
    [
        ("superiority/Lemma D.4/1", "0.1 + 10**6/n"),  # 1/8 is proved, so this is true from n = 4*10^7 on
        ("superiority/Lemma D.4/2", "0.5 + 10**30/n"),  # false at all members of the refuting family that one would look at
        ("superiority/Lemma D.8/1", "1"),
        ("sparse/Equation 6", "10**9/n"),  # the printed claim is refuted along a family, not at a point
    ],
)
def test_no_finite_number_of_points_refutes_a_claim_about_large_sizes(address: str, bound: str) -> None:
    assert run(address, "--bound", bound) == 3


@pytest.mark.parametrize("bound", ["1-delta/n+20*a0-1", "1-0.01/n", "1-delta/n+(b-0.9)"])
def test_the_constants_of_a_family_are_not_put_into_the_users_formula(bound: str) -> None:
    # along the printed family a0 = 1/20, b = 9/10 and delta = 1/100, so that all of these look like the printed bound there
    assert run("superiority/Lemma D.8/1", "--bound", bound) == 3


@pytest.mark.parametrize(("where", "code"), [("b > 0.95", 4), ("n == 5/2", 3), ("n == 1000", 0)])
def test_holds_shows_a_point_that_meets_the_restriction(where: str, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run("superiority/Lemma D.3/1", "--bound", "printed", "--where", where, "--seconds", "60" if code == 0 else "10") == code
    )
    assert ("Met, for example, at n=" in capsys.readouterr().out) == (code == 0)


def test_a_bound_that_is_no_number_somewhere_does_not_hold(capsys: pytest.CaptureFixture[str]) -> None:
    # sympy cancels (n-7)/(n-7); at n = 7 the formula says nothing
    assert run("superiority/Lemma D.3/1", "--bound", "printed*(n-7)/(n-7)") == 3
    assert "n - 7 ≠ 0" in capsys.readouterr().out


def test_the_range_of_another_quantity_of_the_statement_implies_nothing() -> None:
    # f <= 1 is the range that Lemma D.2 names; its part 2b speaks of u = n, which reaches 100000 and more
    part = next(part for part in find("superiority/Lemma D.2/2b"))
    assert follows(part, parse("100000", part.domain.variables), Relation.AT_MOST) is None


def test_an_answer_is_known_no_better_than_the_printed_claim_that_it_rests_on(monkeypatch: pytest.MonkeyPatch) -> None:
    address = "superiority/Lemma D.3/1"
    weaker = expectations.Expected("holds", "tested")
    monkeypatch.setattr(expectations, "load", lambda paper: {f"{address} (stated)": weaker})
    finding = implied(conjectured(address, "0.9*printed"))
    assert finding is not None
    assert (finding.verdict, finding.evidence) == (Verdict.HOLDS, Evidence.TESTED)


def test_the_ends_of_ranges_are_tried() -> None:
    # δ < 1 is drawn up to 19/20 only; beyond it Pr[X <= (1-δ)μ] = 1 at μ = 0 exceeds the bound
    assert run("sparse/Lemma B.4/2", "--bound", "printed - (delta - 0.95)") == 1


def test_one_of_several_comparisons_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    address, upper = "scan_snap/Lemma 11/Eqn 63 last", "h(N̄) Δ/(N̄-Δ) ≤ (4/3) (h(N̄) (Δ/N̄))"
    assert run(address, "--bound", "1") == 2
    assert "--which" in capsys.readouterr().err
    assert run(address, "--bound", "printed", "--which", upper) == 0
    assert run(address, "--bound", "-1", "--which", upper) == 1
    assert run(address, "--bound", "1", "--which", "middle") == 2


@pytest.mark.parametrize(
    "arguments",
    [
        (D34, "--bound", "foo*n"),
        (D34, "--bound", "__import__('os').getcwd()"),
        (D34, "--bound", "n^2"),
        (D34, "--bound", "9**9**9"),
        (D34, "--bound", "n", "--where", "n"),
        (D34, "--bound", "n", "--where", ""),
        (D34, "--bound", "n", "--where", "sqrt(-1) < n"),
        (D34, "--bound", "1/0"),
        (D34, "--bound", "log(0)"),
        (D34, "--bound", ""),
        (D34, "--bound", "-" * 1000 + "n"),
        (D34, "--bound", "((2**4000)**4000)**4000"),
        (D34, "--bound", "\ud800"),
        (D34,),
        ("superiority/Lemma D.3", "--bound", "1"),
        ("superiority/Lemma D.33/4", "--bound", "1"),
        ("superiority/Theorem 1.1", "--bound", "1"),
    ],
)
def test_what_cannot_be_used_is_refused_with_a_reason(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*arguments) == 2
    told = capsys.readouterr()
    assert told.err.startswith("error: ")
    assert (told.err.count("\n"), told.out) == (1, "")
