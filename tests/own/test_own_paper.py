"""A paper of one's own, as somebody writes it who has no package here: its verdicts, its commands, what is refused."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from theorems import catalogue, conjecture, errata
from theorems.bounds.printed_formula import symbols
from theorems.catalogue import PaperError, asked
from theorems.certify import main as certify
from theorems.digest import digest
from theorems.history import main as history
from theorems.instance import Instance
from theorems.judging import expectations, record
from theorems.judging.judge import EFFORTS, judge
from theorems.judging.record import make_record
from theorems.judging.units import Where
from theorems.kernel.scripts import calc
from theorems.language.tree import Q, free_symbols, log
from theorems.mutants import __main__ as mutants
from theorems.paper import Paper
from theorems.properties import has_the_expected_verdict
from theorems.provers.calculation import Contrary, K
from theorems.provers.families import Family, RefutedAlong
from theorems.replay import main as replay
from theorems.report.__main__ import main as report
from theorems.report.run import judge_all
from theorems.textbook.elementary import LOG_GROWS
from theorems.vocabulary import Evidence, Verdict

EXAMPLE = str(Path(__file__).parents[2] / "examples" / "inequalities.py")
HEAD = """from theorems.own import *
PAPER = Paper("mine", "Mine")
n, m = size("n"), size("m")
x, y = vectors("x y", n)
z = vector("z", m)
p = probability_vector("p", n)
a = real("a", 0, 1)
s = signs("s", n)
A = matrix("A", m, n)
i = indices("i")[0]
L = PAPER.lemma("1")
"""


@pytest.fixture(autouse=True)
def _no_other_papers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(catalogue, "_by_path", {})
    yield
    catalogue.statements.cache_clear()


def paper(folder: Path, *lines: str) -> Paper:
    path = folder / "mine.py"
    path.write_text(HEAD + "\n".join(lines) + "\n")
    return asked(str(path))


FALSE = {
    "a softmax is 1/4-Lipschitz": "norm(softmax(x) - softmax(y)) <= norm(x - y) / 4",
    "a constant just below 1/2": 'norm(softmax(x) - softmax(y)) <= Q("0.499") * norm(x - y)',
    "logsumexp without the logarithm": "logsumexp(x) <= maximum(x) + log(n) / 2",
    "entropy": 'entropy(p) <= Q("0.99") * log(n)',
    "the norms in the wrong order": "norm(x, 1) <= norm(x)",
    "Khinchine": 'E(abs(dot(s, x))) <= Q("0.7") * norm(x)',
    "a number": "a * (1 - a) <= Q(249, 1000)",
    "at one number only": "(a - Q(1, 7)) ** 2 > 0",
    "an operator norm": 'norm(A * x) <= Q("0.99") * norm(A, "op") * norm(x)',
    "far out": "norm(x) <= 10**5",
    "at large sizes only": 'entropy(softmax(x)) >= log(n) - Q("0.9") * norm(x, "∞")',
    "an orthogonal matrix": 'norm(A, "F") <= sqrt(n) / 2 * norm(A, "op") + norm(A, "max")',
}


@pytest.mark.parametrize("claim", FALSE.values(), ids=FALSE)
@pytest.mark.parametrize("seed", [0, 1, 12345])
def test_a_false_constant_is_refuted_at_every_effort_and_seed(claim: str, seed: int, tmp_path: Path) -> None:
    (part,) = paper(tmp_path, f'L[""] = {claim}').statements[0].parts
    for effort in EFFORTS.values() if seed == 0 else (EFFORTS["quick"],):
        finding = judge(part, replace(effort, seconds=2.0), seed)
        assert (finding.verdict, finding.evidence) == (Verdict.FAILS, Evidence.CERTIFIED), finding.how


FAR_OR_NARROW = {
    "a whole number far out": 'k = integer("k")\nL[""] = k <= 10**5',
    "a whole number between": 'k = integer("k")\nL[""] = (k - 137) ** 2 >= 1',
    "a size far out": 'L[""] = log(n) <= 9',
    "the end of a range": 'k = integer("k", 0, 1000)\nL[""] = k <= 999',
    "a vector of norm 1": 'L[""] = norm(x, 1) <= 1, norm(x) == 1',
    "two vectors of norm 1": 'L[""] = abs(dot(x, y)) <= Q("0.6"), norm(x) == 1, norm(y) == 1, n >= 2',
    "a norm of 2": 'L[""] = Sum(i, upto(n), abs(x[i]) ** 3) >= 8, norm(x) == 2',
    "the square of a norm": 'L[""] = Sum(i, upto(n), abs(x[i]) ** 3) >= 1, 1 == norm(x) ** 2',
    "an inner product with itself": 'L[""] = Sum(i, upto(n), abs(x[i]) ** 3) >= 8, dot(x, x) == 4',
    "a sum of squares": 'L[""] = Sum(i, upto(n), abs(x[i]) ** 3) >= Q(1, 8), Sum(i, upto(n), x[i] ** 2) == Q(1, 4)',
    "a matrix of norm 1": 'L[""] = norm(A, "F") <= norm(A, "op"), norm(A, "F") == 1',
    "a root that is exact": 'b = real("b")\nL[""] = b <= 1, sqrt(b**2) == b',
}


@pytest.mark.parametrize("lines", FAR_OR_NARROW.values(), ids=FAR_OR_NARROW)
def test_what_is_false_far_out_or_on_a_surface_is_refuted(lines: str, tmp_path: Path) -> None:
    (part,) = paper(tmp_path, lines).statements[0].parts
    finding = judge(part, EFFORTS["quick"])
    assert finding.verdict is Verdict.FAILS, finding.how


def test_tested_says_what_was_tried(tmp_path: Path) -> None:
    (part,) = paper(tmp_path, 'k = integer("k", 0, 1000)\nL[""] = floor(sqrt(k)) ** 2 <= k, a >= Q(1, 2)').statements[0].parts
    finding = judge(part, EFFORTS["quick"])
    assert (finding.verdict, finding.evidence) == (Verdict.HOLDS, Evidence.TESTED)
    assert "instances meet the hypotheses, with k from 0 to 1000, a from 1/2 to 1" in finding.how


@pytest.mark.parametrize(
    ("hypothesis", "told"),
    [
        ("exp(log(b)) == b, b > 0", "balls do not tell"),
        ("(b - 2) ** 3 * (b - Q(37, 7)) == 0", "hardly met"),
    ],
)
def test_hypotheses_that_are_hardly_met_or_not_decided_leave_a_line_unknown(hypothesis: str, told: str, tmp_path: Path) -> None:
    """Each is true of numbers above 1, at which the claim is false."""
    (part,) = paper(tmp_path, f'b = real("b")\nL[""] = (b - 2) ** 2 <= 4, {hypothesis}').statements[0].parts
    finding = judge(part, EFFORTS["quick"])
    assert (finding.verdict, told in finding.how) == (Verdict.UNKNOWN, True), finding.how


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
    'L["a"] = Q(1) == 1': "both sides are the same",
    'L["a"] = norm(x) <= norm(x)': "both sides are the same",
    'L["a"] = Q(1) <= 2': "speaks of nothing that is declared",
    'L["a"] = norm(x)': "is no claim",
    'L["a"] = abs(dot(s, x)) <= norm(x), Pr(dot(s, x) > 0) > 0': "s is random inside of Pr and E",
    'b = real("b", 0.1)': "0.1 is a float",
    "means(norm(a * x), a)": "a is no free index",
    'b = real("b", 2, 1)': "no number lies between",
    'v = vector("v", 0)': "its length is a size",
    'L["a"] = a <= 1\nL["a"].refuted("a=1/0")': "divides by zero",
    'L["a"] = norm(x) <= 1\nL["a"].refuted("n=2 x=1,2,3")': "2 numbers are needed",
    'L["a"] = norm(x) <= 1\nL["a"].refuted("n=1 x=1 y=2")': "does not speak of y",
    'L["a"] = a <= 1\nL["a"] = a <= 1': "two stated readings",
    'PAPER.lemma("1")': "stated twice",
    "def f(": "was never closed",
}


@pytest.mark.parametrize(("line", "told"), REFUSED.items())
def test_bad_input_is_named_with_its_line(line: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    number = HEAD.count("\n") + 1 + line.count("\n")
    with pytest.raises(PaperError, match=f"line {number}: ") as raised:
        paper(tmp_path, line)
    assert told in str(raised.value)
    with pytest.raises(SystemExit, match="2"):
        report(["--paper", str(tmp_path / "mine.py")])
    assert f"line {number}: " in capsys.readouterr().err


def test_what_has_no_value_is_unknown_with_its_line_and_the_others_are_judged(tmp_path: Path) -> None:
    lines = {
        'L["beyond"] = x[n + 1] <= norm(x)': "there is no entry 2",
        'L["nothing"] = Largest(i, upto(n - 1), x[i]) <= maximum(x)': "is taken over nothing",
        'L["floor"] = floor(sqrt(n)) ** 2 <= n': "no counterexample",
        'L["premise"] = Implies(a != b, exp(a - b) != 1)': "no counterexample",
    }
    parts_ = paper(tmp_path, 'b = real("b")', *lines).statements[0].parts
    for number, (part, told) in enumerate(zip(parts_, lines.values(), strict=True), HEAD.count("\n") + 2):
        found = make_record(part, EFFORTS["quick"], 0)
        assert found["verdict"] == ("holds" if told == "no counterexample" else "unknown"), found["how"]
        assert told in found["how"]
        assert found["verdict"] == "holds" or f"mine.py:{number})" in found["how"]


def test_an_error_in_one_part_is_that_part_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (part,) = paper(tmp_path, 'L["a"] = a**2 >= 0').statements[0].parts
    monkeypatch.setattr(record, "judge", lambda *_: 1 / 0)
    found = make_record(part, EFFORTS["quick"], 0)
    assert found["verdict"] == "unknown"
    assert f"mine.py:{HEAD.count(chr(10)) + 1}: no verdict, as ZeroDivisionError" in found["how"]


@pytest.mark.parametrize("kept", ["3", "[]", "null", '{"mine/Lemma 1/a (stated)": {"verdict": "holds", "evidence": 5}}'])
@pytest.mark.parametrize("what", ["expected", "mutants"])
def test_a_kept_file_of_another_shape_is_named(
    kept: str, what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paper(tmp_path, 'L["a"] = a**2 >= 0')
    (tmp_path / f"mine.{what}.json").write_text(kept)
    assert report(["--paper", str(tmp_path / "mine.py"), "--effort", "quick"]) == 2
    assert f"mine.{what}.json: " in capsys.readouterr().err


@pytest.mark.parametrize("bound", ["printed", "2*printed", "printed**(1/2)"])
def test_a_bound_of_ones_own_on_a_claim_about_arrays(bound: str, tmp_path: Path) -> None:
    paper(tmp_path, 'L["a"] = norm(softmax(x) - softmax(y)) <= norm(x - y) / 4')
    told = conjecture.main(["mine/Lemma 1/a", "--bound", bound, "--seconds", "5"])
    assert told in (1, 3)


def test_a_pipe_is_no_paper(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    for path in (tmp_path / "pipe.py", Path("/dev/zero")):
        (tmp_path / "endless.py").unlink(missing_ok=True)
        (tmp_path / "endless.py").symlink_to(path)
        with pytest.raises(PaperError, match="no regular file"):
            asked(str(tmp_path / "endless.py"))


def test_a_file_without_a_paper_is_named(tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text("x = 1\n")
    with pytest.raises(PaperError, match="declares no paper"):
        asked(str(tmp_path / "other.py"))
    with pytest.raises(PaperError, match="No such file"):
        asked(str(tmp_path / "nothing.py"))
    with pytest.raises(PaperError, match="there are superiority, sparse, scan_snap, and files"):
        asked("spars")


@pytest.mark.parametrize("hypothesis", ["norm(x) < 0", "exp(log(norm(x) + 2)) == norm(x) + 2"], ids=["false", "never decided"])
def test_hypotheses_that_no_instance_is_known_to_meet_are_no_proof(hypothesis: str, tmp_path: Path) -> None:
    (part,) = paper(tmp_path, f'L[""] = norm(x) <= 1, {hypothesis}').statements[0].parts
    finding = judge(part, EFFORTS["quick"])
    assert (finding.verdict, finding.evidence, finding.satisfied) == (Verdict.UNKNOWN, Evidence.NONE, 0)
    assert "meets the hypotheses" in finding.how


def test_an_installed_package_offers_its_paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "offered_lemmas.py").write_text(HEAD.replace('"mine"', '"offered"') + 'L[""] = a <= 1\n')
    information = tmp_path / "offered-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: offered\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text(f"[{catalogue.ENTRY_POINTS}]\noffered = offered_lemmas:PAPER\n")
    monkeypatch.syspath_prepend(tmp_path)
    catalogue._installed.cache_clear()
    try:
        assert [part.key for part in catalogue.find("offered/Lemma 1")] == ["offered/Lemma 1 (stated)"]
        assert asked("offered").kept("expected") == tmp_path / "offered_lemmas.expected.json"
    finally:
        catalogue._installed.cache_clear()


EDITED = {
    "a constant": ("Q(1, 3)", "Q(1, 4)"),
    "a norm": ("norm(x, 1)", "norm(x)"),
    "a hypothesis": ("a > 0", "a >= 0"),
    "a range": ('real("a", 0, 1)', 'real("a", 0, 2)'),
    "an open end": ('real("a", 0, 1)', 'real("a", 0, below=1)'),
    "a kind": ('vectors("x y", n)', 'signs("x", n), signs("y", n)'),
    "a length": ('n, m = size("n"), size("m")', 'n, m = size("n", 2), size("m")'),
}


@pytest.mark.parametrize(("before", "after"), EDITED.values(), ids=EDITED)
def test_the_digest_changes_with_what_is_claimed_and_with_nothing_else(before: str, after: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    source = HEAD + 'L[""] = a * norm(x, 1) <= Q(1, 3), a > 0\n'

    def digest_of(text: str) -> str:
        path.write_text(text)
        return digest(asked(str(path)).statements[0].parts[0])

    known = digest_of(source)
    assert digest_of("# a comment\n" + source.replace("L = ", "OTHER = L = ")) == known
    assert before in source
    assert digest_of(source.replace(before, after)) != known


PROVED_NOTHING = {
    "by itself": "by(Q(1) == 1)",
    "by nothing": "by()",
    "by a definition": "by(means(norm(x), i))",
    "by what is false": "by(norm(x) <= norm(x, 1) / 2)",
}


FALSE_OF_MATRICES = {
    "products commute in a sum": ("total(B * C) == total(C * B)", "by()"),
    "products commute in a softmax": ("softmax(B * C * x)[1] == softmax(C * B * x)[1]", "by()"),
    "products commute in a norm": ('norm(B * C, "F") == norm(C * B, "F")', "by()"),
    "equals for equals": (
        'norm(B * C, "F") == norm(C * B, "F")',
        'by(B * C == C * B, EQUALS(lambda M: norm(M, "F"), B * C, C * B))',
    ),
    "a theorem about numbers": (
        'norm(abs(B * C), "F") == norm(abs(B) * abs(C), "F")',
        'by(ABS_OF_PRODUCT(B, C), EQUALS(lambda M: norm(M, "F"), abs(B * C), abs(B) * abs(C)))',
    ),
    "another vector for signs": ("norm(x) ** 2 == n", "by(cite(SIGNS[''], (s, x)))"),
}


@pytest.mark.parametrize(("claim", "script"), FALSE_OF_MATRICES.values(), ids=FALSE_OF_MATRICES)
def test_no_arithmetic_of_numbers_is_done_with_matrices(claim: str, script: str, tmp_path: Path) -> None:
    words = (
        "from theorems.textbook.elementary import ABS_OF_PRODUCT",
        "from theorems.textbook.sums import EQUALS, SUM_EQUAL",
        'B, C = matrix("B", n, n), matrix("C", n, n)',
        'SIGNS = PAPER.lemma("2")',
        "SIGNS[''] = norm(s) ** 2 >= 0",
        "SIGNS[''].proved(Calculation(by(norm(s) ** 2 >= 0)))",
    )
    part = paper(tmp_path, *words, f'L[""] = {claim}', f'L[""].proved(Calculation({script}))').statements[0].parts[0]
    assert part.proof is not None
    finding = part.proof.run(part)
    assert (finding.verdict, finding.evidence) == (Verdict.UNKNOWN, Evidence.NONE)


@pytest.mark.parametrize("script", PROVED_NOTHING.values(), ids=PROVED_NOTHING)
@pytest.mark.parametrize("claim", ["norm(x) <= norm(x, 1)", "abs(dot(x, y)) <= norm(x) * norm(y)", "norm(x) <= 2"])
def test_what_says_nothing_proves_nothing(claim: str, script: str, tmp_path: Path) -> None:
    lemma = paper(tmp_path, f'L[""] = {claim}', f'L[""].proved(Calculation({script}))').statements[0]
    finding = lemma.parts[0].proof.run(lemma.parts[0])  # type: ignore[union-attr]
    assert (finding.verdict, finding.evidence) == (Verdict.UNKNOWN, Evidence.NONE)


def test_a_theorem_of_the_author_s_own_is_told_and_the_verdict_is_argued_at_most(tmp_path: Path) -> None:
    """log N ≤ 3.6 N^{1/10} is false at N = 22026."""
    words = [
        "from theorems.language.tree import Symbol",
        "from theorems.kernel.facts import Theorem",
        "N = integer('N', 1)",
        "v = Symbol('v')",
        "SLOW = Theorem('log v ≤ 3.6 v^(1/10)', (v,), log(v) <= Q('3.6') * v ** Q(1, 10), (v >= 1,))",
        "L['a'] = log(N) <= Q('3.7') * N ** Q(1, 10)",
        "L['a'].proved(Calculation(calc(log(N)).le(Q('3.6') * N ** Q(1, 10), SLOW(N)).le(Q('3.7') * N ** Q(1, 10))))",
    ]
    made = make_record(paper(tmp_path, *words).statements[0].parts[0], EFFORTS["quick"], 0)
    assert (made["verdict"], made["evidence"]) != ("holds", "proved")
    assert "what the author takes for granted: log v ≤ 3.6 v^(1/10)" in made["how"] or made["verdict"] == "fails"
    assert made["assumes"]["own"][0].startswith("log v ≤ 3.6 v^(1/10): ")


def test_the_proof_of_the_example_holds_no_false_mutant(capsys: pytest.CaptureFixture[str]) -> None:
    assert mutants.main(["--paper", EXAMPLE, "--statement", "inequalities/Lemma 1", "--proofs", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)["inequalities/Lemma 1 (stated)"]
    assert told["killed"] >= 2
    assert told["still"] == 0


@pytest.mark.parametrize("position", range(9))
def test_the_example_has_its_expected_verdicts(position: int) -> None:
    parts = [part for statement in asked(EXAMPLE).statements for part in statement.parts]
    assert len(parts) == 9
    has_the_expected_verdict(parts[position])


def test_every_command_takes_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chosen = ["--paper", EXAMPLE, "--statement", "inequalities/Lemma 5", "--effort", "quick"]
    assert report([*chosen, "--output", str(tmp_path), "--jobs", "1"]) == 0
    made = str(tmp_path / "report.json")
    assert {"report.json", "inequalities.html", "witnesses"} <= {path.name for path in tmp_path.iterdir()}
    assert replay([made, "--paper", EXAMPLE]) == 0
    assert errata.main(["--from", made, "--paper", EXAMPLE, "--output", str(tmp_path / "errata")]) == 0
    assert "every size" in (tmp_path / "errata" / "inequalities.md").read_text()
    assert history(["since", made, "--now", made, "--paper", EXAMPLE]) == 0
    assert certify(["inequalities/Lemma 2/two numbers", "--paper", EXAMPLE, "--output", str(tmp_path)]) == 0
    two = ["inequalities/Lemma 2/two numbers", "--paper", EXAMPLE, "--seconds", "5"]
    assert conjecture.main([*two, "--bound", "(a + b) / 3"]) == 1
    assert conjecture.main([*two, "--bound", "a + b"]) == 0
    capsys.readouterr()


def test_workers_read_the_file_and_pytest_collects_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [part for statement in paper(tmp_path, 'L["1"] = a <= 1', 'L["2"] = a < 1').statements for part in statement.parts]
    monkeypatch.setattr("theorems.report.run.FEW", 1)
    records = judge_all(parts, EFFORTS["quick"], 0, None, where=Where(2), resume=False)
    assert [record["verdict"] for record in records] == ["holds", "fails"]
    assert [str(path) for path in expectations.save(records)] == [str(tmp_path / "mine.expected.json")]
    asking = ["-q", "-p", "theorems.pytest_plugin", "--paper", "mine.py"]
    assert "3 passed" in run(tmp_path, "pytest", *asking)


def run(folder: Path, module: str, *arguments: str) -> str:
    root = str(Path(__file__).parents[2])
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments], cwd=folder, env={"PYTHONPATH": root}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_worker_processes_find_what_mutants_asks_them(tmp_path: Path) -> None:
    """As a command: in a process of its own ``__main__`` is another module than in its workers."""
    paper(tmp_path, *(f'L["{k}"] = a <= 1' for k in range(4)))
    run(tmp_path, "theorems.report", "--paper", "mine.py", "--record")
    told = run(tmp_path, "theorems.mutants", "--paper", "mine.py", "--jobs", "2", "--format", "json")
    assert json.loads(told).keys() == {f"mine/Lemma 1/{k} (stated)" for k in range(4)}


def test_a_threshold_that_nothing_shows_is_looked_for_and_called_so(tmp_path: Path) -> None:
    """log N ≤ N/10 is false at 2 … 35: the calculation says "from some N on", and N = 1 is not it."""
    claims = [f'L["{start}"] = Eventually(log(n) / n <= Q(1, 10), n)' for start in (1, 36)]
    proofs = [f'L["{k}"].proved(from_size(n, {k}, log(n) / n <= Q(1, 10)))' for k in (1, 36)]
    early, late = (judge(part, EFFORTS["quick"]) for part in paper(tmp_path, *claims, *proofs).statements[0].parts)
    assert (early.verdict, "false at n=2" in early.how) == (Verdict.UNKNOWN, True), early.how
    assert late.verdict is Verdict.ASYMPTOTIC, late.how
    assert late.n0 is not None
    assert (late.n0["value"], late.n0["known"]) == ("36", "searched")


def test_no_other_claim_is_judged_in_place_of_the_line(tmp_path: Path) -> None:
    with pytest.raises(PaperError, match="print the line that is to be judged"):
        paper(tmp_path, 'L["1"] = n**2 <= n', 'L["1"].bridge(n**2 >= 0)')


def test_no_sign_is_guessed_from_points_that_were_looked_at(tmp_path: Path) -> None:
    """e^{3b} ≥ e^{2b} needs b ≥ 0, and b > -1/1000000 is all that is said: no looked-at point lies between."""
    (part,) = (
        paper(
            tmp_path,
            'b, c = real("b", -1, 1), real("c", 0, 1)',
            'M = PAPER.lemma("2", "p. 1", "near 0", b > Q(-1, 1000000))',
            'M[""] = 1 + 2 * b - c <= exp(2 * b)',
        )
        .statements[1]
        .parts
    )
    found = symbols(part)
    assert (found["b"].is_nonnegative, found["c"].is_nonnegative) == (None, True)


def test_a_claim_about_large_sizes_is_not_refuted_by_small_ones(tmp_path: Path) -> None:
    """log N > N/10 at 2, 3 and 4, the members that are looked at; the calculation is right of N ≤ 4."""
    (part,) = paper(tmp_path, 'L["1"] = Eventually(log(n) <= n / 10, n)').statements[0].parts
    family, size = Family("n = k", lambda k: Instance(n=k), 2), next(iter(part.domain.variables))
    N = next(s for s in free_symbols(part.printed.at_an_instance) if s.name == size)
    script = calc(N / 10).le(Q(2, 5)).lt(log(2)).le(log(N), LOG_GROWS(2, N))
    for along, sizes in (((N == K, N <= 4), ()), ((N >= 2, N <= 4), (N == K,)), ((N >= 2, N <= 4), ())):
        proof = RefutedAlong(family, "", confirm=(2, 3), calculation=Contrary(along, script, sizes=sizes))
        assert judge(replace(part, proof=proof), EFFORTS["quick"]).verdict is Verdict.UNKNOWN
