"""What has no value at a point of a stranger's claim is no error anywhere: the point decides nothing, and the others do."""

import time
from pathlib import Path

import pytest

from tests.marks import long
from tests.own.writing import parts
from theorems import conjecture
from theorems.judging import expectations
from theorems.judging import judge as judging
from theorems.judging.judge import EFFORTS
from theorems.judging.record import make_record
from theorems.mutants import __main__ as mutants
from theorems.statement import Part

HEAD = """from theorems.own import *
PAPER = Paper("mine", "Mine")
n, m, k, l = size("n"), size("m"), integer("k"), integer("l", 1000, 2000)
x = vector("x", n)
b, c = reals("b c")
i = indices("i")[0]
L = PAPER.lemma("1")
"""


def part(folder: Path, *lines: str) -> Part:
    return parts(folder, *lines, head=HEAD)[0]


# a line -> its verdict, and what is told
LINES = {
    "an entry beyond the last one": ("x[n + 1] <= norm(x)", "unknown", "there is no entry 2"),
    "an entry of no whole number": ("x[sqrt(n)] <= norm(x)", "unknown", "is no whole number that is known"),
    "a whole part as an index": ("x[floor(sqrt(n))] <= norm(x)", "holds", "no counterexample"),
    "a whole part as the end of a sum": ("Sum(i, upto(floor(sqrt(n))), abs(x[i])) <= norm(x, 1)", "holds", "no counterexample"),
    "the largest of none": ("Largest(i, between(2, n), x[i]) <= norm(x)", "unknown", "is taken over nothing"),
    "not under its premise": ("Implies(n >= 2, Largest(i, between(2, n), x[i]) <= norm(x))", "holds", "no counterexample"),
    "a range without measure": ("Sum(i, upto(10**9), b / i) >= 0", "unknown", "1000000000 elements"),
    "for all of a range without measure": ("ForAll(i, upto(10**9), b >= i)", "unknown", "1000000000 elements"),
    "a premise that gives what has a range": ("Implies(l == b, l <= 2000) & (b <= b**2 + 1)", "unknown", "whether l = b"),
    "a range as long as is tried": ("Sum(i, upto(k), 1 / i) <= 1 + log(k), k >= 1", "holds", "with k from 1 to "),
    "for all of a range within another": ("ForAll(i, between(0, k), i <= m), k == m", "holds", "found by matching"),
    "a range that begins far out": ("Sum(i, upto(l), 1) == l", "holds", "l from 1000 to 2000"),
    "no multiple of a logarithm without a value": ("0 * log(norm(x)) == 0", "unknown", "n=1 x=0: a side has no value there"),
    "p log p": ("b**2 * log(b**2) >= -1", "holds", ""),
    "in a hypothesis": ("norm(x) <= 1, Largest(i, between(2, n), x[i]) >= 0", "fails", "counterexample"),
    "in every hypothesis": ("norm(x) <= 1, x[n + 1] >= 0", "unknown", "meets the hypotheses"),
    "in an equation": ("b <= 1, b == x[2]", "fails", "counterexample"),
    "in an equation with a whole number": ("b <= 1, b == x[k]", "fails", "counterexample"),
    "in every equation": ("b <= 1, b == x[n + 1]", "unknown", ""),
    "an equation without a rational solution": ("b <= 1, b == sqrt(Q(2))", "unknown", ""),
    "apart, but between the points": ("b**2 != 2", "unknown", "may be equal between them"),
    "apart, and whole": ("k**2 != 2 + 0 * k", "holds", "no counterexample"),
    "apart, and shown so": ("exp(b) != 0", "holds", "found by matching"),
    "an equation without a whole solution": ("k <= 3, k == n / 2", "fails", "counterexample"),
}


@pytest.mark.parametrize(("line", "verdict", "told"), LINES.values(), ids=LINES)
def test_what_has_no_value_decides_nothing_in_any_command(
    line: str, verdict: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stated = part(tmp_path, f'L["a"] = {line}')
    start = time.process_time()
    found = make_record(stated, EFFORTS["quick"], 0)
    assert (found["verdict"], told in found["how"], "no verdict, as" in found["how"]) == (verdict, True, False), found["how"]
    seconds = "2" if verdict == "fails" else "0.3"  # where nothing is found, all of them are spent
    refuted = conjecture.main(["mine/Lemma 1/a", "--bound", "printed", "--seconds", seconds])
    assert refuted in {"holds": (0, 3), "unknown": (2, 3), "fails": (1,)}[verdict], capsys.readouterr()
    assert time.process_time() - start < 30
    if verdict == "holds":
        expectations.save([found])
        assert mutants.main(["--paper", "mine", "--jobs", "1", "--seconds", "0.1"]) in (0, 1)


FAR = ["Sum(i, upto(k), 1 / i) <= 6, k >= 1", "x[n] <= 10**12, x[1] == 2, ForAll(i, upto(n - 1), x[i + 1] == 2 * x[i])"]


@pytest.mark.parametrize("line", FAR)
def test_what_is_false_beyond_a_hundred_terms_and_far_along_a_recursion_is_refuted(line: str, tmp_path: Path) -> None:
    assert make_record(part(tmp_path, f'L["a"] = {line}'), EFFORTS["quick"], 0)["verdict"] == "fails"


def test_a_whole_number_lies_between_whole_ends_and_a_witness_is_pinned_where_no_instance_is_known(tmp_path: Path) -> None:
    found = make_record(part(tmp_path, 'm = integer("m", Q(1, 2), Q(7, 2))', 'L["a"] = m <= 2'), EFFORTS["quick"], 0)
    assert found["witness"]["text"] == "m=3"
    assert part(tmp_path, 'L["a"] = b <= 1, b == sqrt(Q(2))', 'L["a"].refuted("b=2")').witness == "b=2"


@long
def test_what_is_slow_keeps_nobody_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = part(
        tmp_path,
        's, j = signs("s", n), indices("j")[0]',
        'L["a"] = E(Largest(i, upto(n), Largest(j, upto(n), s[i] * x[i] - s[j]))) <= 2 + norm(x)',
    )
    monkeypatch.setattr(judging, "OWN_SEARCH", 0.1)
    assert "time was up before all was looked at" in make_record(slow, EFFORTS["quick"], 0)["how"]


def test_what_is_too_large_keeps_nobody_waiting(tmp_path: Path) -> None:
    large = part(tmp_path, 'L["a"] = b <= Q(10) ** Q(10) ** 10 + 1, b <= 1')
    assert make_record(large, EFFORTS["quick"], 0)["verdict"] == "holds"
    assert make_record(part(tmp_path, 'L["a"] = (2 + b**2) ** (Q(9) ** 9) >= 1'), EFFORTS["quick"], 0)["verdict"] == "holds"
    part(tmp_path, 'L["a"] = b <= 1')
    assert conjecture.main(["mine/Lemma 1/a", "--bound", "b ** 9**9**9", "--seconds", "2"]) == 1
    assert conjecture.main(["mine/Lemma 1/a", "--bound", "(-8) ** 2 / 64", "--seconds", "2"]) == 1
