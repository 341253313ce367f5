"""What a paper of one's own may not say, each with what is told of it and where."""

import json
import os
from pathlib import Path

import pytest

from tests.own.writing import FIRST, HEAD, paper, parts
from theorems.catalogue import PaperError, asked
from theorems.judging import record
from theorems.judging.judge import EFFORTS, judge
from theorems.judging.record import make_record
from theorems.report.__main__ import main as report

ROOT = Path(__file__).parents[2]
EXAMPLE = str(ROOT / "examples" / "inequalities.py")
QUICK = EFFORTS["quick"]

REFUSED = {
    'L["a"] = norm(x) <= 0.5 * norm(x, 1)': "0.5 is a float",
    'L["a"] = norm(x) <= True': "True is a truth value",
    'L["a"] = dot(x, z) <= 1': "x is a vector of length n, z is a vector of length m",
    'L["a"] = norm(A * z) <= 1': "A is a matrix of size m × n, z is a vector of length m",
    'L["a"] = x * y <= 1': "write dot(x, y)",
    'L["a"] = x <= 1': "compare entries",
    'L["a"] = norm(x) <= w': "name 'w' is not defined",
    'from theorems.language.tree import Symbol; L["a"] = norm(x) <= Symbol("w")': "w is not declared",
    'L["a"] = norm(x) <= real("n")': "n is declared twice",
    'm = size("m", least=10**9)': "no size beyond 1000000",
    'm = size("m", least=0)\nv = vector("v", m)': "may be 0",
    'm = size("m", 10**5, 10**5)\nB = matrix("B", m, m)': "10000000000 numbers",
    'L["a"] = a <= Q("1e999999999")': "more than 4000 digits",
    'L["a"] = norm(x, "3") <= 1': "a norm of it is one of 1, 2, ∞",
    'L["a"] = norm(A) <= 1': "a norm of it is one of F, op, max",
    'L["a"] = norm(x) <= norm(x)': "both sides are the same",
    'L["a"] = a < let("a", a + 1)': "a is the name of something else, too",
    'L["a"] = let("c", a) < let("c", a + 1)': "c is defined twice, and differently",
    'L["a"] = let("f", i, i)(a + 1) < let("f", i, i + 2)(a)': "f is defined twice, and differently",
    'L["a"] = let("exp", i, i)(a) <= a': "'exp' is no name of a definition",
    'L["a"] = let("x_1", a) < x[1]': "x_1 is the name of something else, too",
    'L["a"] = Sum(indices("a")[0], upto(n), a * indices("a")[0]) <= n': "a is declared, and an index of",
    'L["a"] = Q(1) <= 2': "speaks of nothing that is declared",
    'L["a"] = E(normal("g") ** 4) <= 3': "speaks of random names alone",
    'L["a"] = norm(x)': "is no claim",
    'L["a"] = abs(dot(s, x)) <= norm(x), Pr(dot(s, x) > 0) > 0': "s is random inside of Pr and E",
    "means(norm(a * x), a)": "a is no free index",
    'means(norm(A, "1"), i)': "A is no vector",
    'means(norm(A, "∞"), i)': "A is no vector",
    'b = real("b", 2, 1)': "no number lies between",
    'v = vector("v", 0)': "its length is a size",
    'L["a"] = a <= 1\nL["a"].refuted("a=1/0")': "divides by zero",
    'L["a"] = norm(x) <= 1\nL["a"].refuted("n=2 x=1,2,3")': "2 numbers are needed",
    'L["a"] = norm(x) <= 1\nL["a"].refuted("n=1 x=1 y=2")': "does not speak of y",
    'L["a"] = a <= 1\nL["a"] = a <= 1': "two stated readings",
    'L["a"] = a <= 1\nL["a\'"] = a <= 2': "mine/Lemma 1/a' and mine/Lemma 1/a have one file name",
    'L["α"] = a <= 1\nL["β"] = a <= 2': "have one file name",
    'PAPER.lemma("lemma 1")': "stated twice",
    'L["a"] = Implies(a > 0, 2 > 3)': "mine/Lemma 1/a: False is no claim: compare two sides",
    'L["a"] = Pr(a) <= 1': "a is no claim",
    'L["a"] = ForAll(i, upto(n), x[i])': "x_i is no claim",
    'L["a"] = Sum(i, 5, x[i]) <= a': "5 is no range: upto(n)",
    'L["a"] = Sum("i", upto(n), x[1]) <= a': "'i' is no term",
    'L["a"] = Cases(((a <= 0, 1),), 2) <= a': "1 is no term",
    'L["a"] = a <= 1\nL["a"].proved(a <= 1)': "mine/Lemma 1/a: a ≤ 1 is no proof: Calculation(by(...))",
    'L["a"] = a <= 1\nL["a"].proved(Calculation(a <= 1))': "is no proof",
    'L["a"] = a <= 1\nL["a"].trivial(5)': "5 is no range",
    "L[1] = a <= 1": "1 is no name of a statement, a line",
    'L["\\ud800"] = a <= 1': "is no name of a statement, a line",
    'PAPER.lemma("2", "p. 1", "", a)': "a is no claim",
    'bounded("X", x, 1)': "a number is needed",
    'bounded("X", 1, 0)': "X: 1 is above 0",
    'bounded("X", 0, 1, mean=2)': "X: 2 is above 1",
    'L["1"] = n**2 <= n\nL["1"].bridge(n**2 >= 0)': "print the line that is to be judged",
    'PAPER.lemma("1")': "stated twice",
    "def f(": "was never closed",
    "assert n is m": "AssertionError",
    'L["a"] = log(n) == O(n)': "'O' is not defined; write the constant, Eventually(log(n) <= 2 * n, n)",
    'L["a"] = Derivative(a**2, a) == 2 * a': "write the derivative out",
    'L["a"] = nrm(x) <= 1': "is it norm?",
    'PAPER.lema("2")': "is it lemma?",
    'L["a"] = A @ x <= 1': "write A * x",
    'L["a"] = sum(x) <= 1': "write total(x)",
    'L["a"] = max(a, n) >= a': "largest(a, b)",
    'L["a"] = n % 2 <= 1': "floor(a / b)",
    'L["a"] = x[0] <= norm(x)': "x_0: the first entry is the one with index 1",
    'L["a"] = (a + n)[1] <= a': "a + n is a number",
    "b = a\nfor _ in range(60): b = b + b": "131071 pieces is too large",  # each is shared, and printed as often as it stands
    "raise BaseException": "BaseException",
}


def test_bad_input_is_named_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for line, told in REFUSED.items():
        number = FIRST + line.count("\n")
        with pytest.raises(PaperError, match=f"line {number}: ") as raised:
            paper(tmp_path, line)
        assert told in str(raised.value), line
    with pytest.raises(SystemExit, match="2"):
        report(["--paper", str(tmp_path / "mine.py")])
    assert f"line {FIRST}: " in capsys.readouterr().err
    for line in ("raise SystemExit(0)", "import os; os._exit(0)"):
        with pytest.raises(PaperError, match=r"mine\.py: it ends the process"):
            paper(tmp_path, line)


def test_what_is_advised_in_place_of_a_word_says_what_it_should(tmp_path: Path) -> None:
    """The formulas of an advice are words of a file."""
    advised = {
        "Eventually(log(n) <= 2 * n, n)": "asymptotic",
        "Eventually(log(n) <= n / 100, n)": "asymptotic",
        "Eventually(abs(1 / n - 0) <= Q(1, 100), n)": "asymptotic",
        "Cases(((a > 0, Q(1)), (a < 0, Q(-1))), Q(0)) <= 1": "holds",
        "n - 2 * floor(n / 2) <= 1": "holds",
        "gamma(n + 1) == Product(i, upto(n), i)": "holds",
        "(A * x)[1] == Sum(i, upto(n), A[1][i] * x[i])": "holds",
        "(x**2 - y)[1] == x[1] ** 2 - y[1]": "holds",
    }
    stated = parts(tmp_path, *(f'L["{k}"] = {claim}' for k, claim in enumerate(advised)))
    assert [judge(part, QUICK).verdict.value for part in stated] == [*advised.values()]


def test_an_error_in_one_part_is_that_part_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (part,) = parts(tmp_path, 'L["a"] = a**2 >= 0')
    monkeypatch.setattr(record, "judge", lambda *_: 1 / 0)
    found = make_record(part, QUICK, 0)
    assert found["verdict"] == "unknown"
    assert f"mine.py:{FIRST}: no verdict, as ZeroDivisionError" in found["how"]


def test_a_kept_file_of_another_shape_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paper(tmp_path, 'L["a"] = a**2 >= 0')
    for kept in (tmp_path / "mine.expected.json", tmp_path / "mine.mutants.json"):
        for content in ("3", "[]", "null", '{"mine/Lemma 1/a (stated)": {"verdict": "holds", "evidence": 5}}'):
            kept.write_text(content)
            assert report(["--paper", str(tmp_path / "mine.py"), "--effort", "quick"]) == 2
            assert f"{kept.name}: " in capsys.readouterr().err
        kept.unlink()


def test_a_file_may_print_and_begin_with_a_mark_of_its_coding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paper(tmp_path, 'L["a"] = a**2 >= 0', "print('by the way')", head="\ufeff" + HEAD)
    assert report(["--paper", str(tmp_path / "mine.py"), "--effort", "quick", "--format", "json"]) == 1
    told = capsys.readouterr()
    assert (len(json.loads(told.out)["records"]), "by the way" in told.err) == (1, True)


def test_what_is_no_paper_is_named(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "endless.py").symlink_to(Path("/dev/zero"))
    (tmp_path / "other.py").write_text("x = 1\n")
    (tmp_path / "silent.py").write_text(HEAD + "L.a = a <= 1\n")
    for name, told in {
        "pipe.py": "no regular file",
        "endless.py": "no regular file",
        "other.py": "declares no paper",
        "silent.py": "states nothing",
        "nothing.py": "No such file",
    }.items():
        with pytest.raises(PaperError, match=told):
            asked(str(tmp_path / name))
    with pytest.raises(PaperError, match=r"mine\.py: mine/Lemma 1/a uses mine/Lemma 9, which is not stated there"):
        paper(tmp_path, 'L["a"] = a <= 1', 'L["a"].uses("Lemma 9")')
    with pytest.raises(PaperError, match="there are superiority, sparse, scan_snap, and files"):
        asked("spars")
