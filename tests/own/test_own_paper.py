"""A paper of one's own: its verdicts, what proves nothing, its commands."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.own.writing import HEAD, parts
from theorems import catalogue, conjecture, errata
from theorems.bounds.printed_formula import symbols
from theorems.catalogue import asked
from theorems.certify import main as certify
from theorems.digest import digest
from theorems.history import main as history
from theorems.instance import Instance
from theorems.judging import expectations
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
from theorems.reader import UnreadableError
from theorems.replay import main as replay
from theorems.report.__main__ import main as report
from theorems.report.run import judge_all
from theorems.textbook.elementary import LOG_GROWS
from theorems.vocabulary import Evidence, Verdict

ROOT = Path(__file__).parents[2]
EXAMPLE = str(ROOT / "examples" / "inequalities.py")
QUICK = EFFORTS["quick"]

# -- verdicts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "claim",
    [
        'norm(softmax(x) - softmax(y)) <= Q("0.499") * norm(x - y)',
        "(a - Q(1, 7)) ** 2 > 0",
        'norm(A * x) <= Q("0.99") * norm(A, "op") * norm(x)',
        'entropy(softmax(x)) >= log(n) - Q("0.9") * norm(x, "∞")',
    ],
)
def test_a_false_constant_is_refuted_whatever_the_effort_and_the_seed(claim: str, tmp_path: Path) -> None:
    (part,) = parts(tmp_path, f'L[""] = {claim}')
    for effort, seed in ((QUICK, 0), (EFFORTS["nightly"], 12345)):
        finding = judge(part, replace(effort, seconds=2.0), seed)
        assert (finding.verdict, finding.evidence) == (Verdict.FAILS, Evidence.CERTIFIED), finding.how


def test_tested_says_what_was_tried(tmp_path: Path) -> None:
    (part,) = parts(tmp_path, 'k = integer("k", 0, 1000)\nL[""] = floor(sqrt(k)) ** 2 <= k, a >= Q(1, 2)')
    finding = judge(part, QUICK)
    assert (finding.verdict, finding.evidence) == (Verdict.HOLDS, Evidence.TESTED)
    assert "instances meet the hypotheses, with k from 0 to 1000, a from 1/2 to 1" in finding.how


@pytest.mark.parametrize(
    ("hypothesis", "told"),
    [
        ("exp(log(b)) == b, b > 0", "balls do not tell"),
        ("(b - 2) ** 3 * (7 * b - 37) == 0", "hardly met"),
        ("norm(x) < 0", "meets the hypotheses"),
        ("exp(log(norm(x) + 2)) == norm(x) + 2", "meets the hypotheses"),
    ],
)
def test_hypotheses_that_are_hardly_met_or_not_decided_leave_a_line_unknown(hypothesis: str, told: str, tmp_path: Path) -> None:
    """The first two are true of numbers above 1, at which the claim is false."""
    claim = "(b - 2) ** 2 <= 4" if "b" in hypothesis else "norm(x) <= 1"
    (part,) = parts(tmp_path, f'b = real("b")\nL[""] = {claim}, {hypothesis}')
    finding = judge(part, QUICK)
    assert (finding.verdict, finding.evidence, told in finding.how) == (Verdict.UNKNOWN, Evidence.NONE, True), finding.how


def test_a_threshold_that_nothing_shows_is_looked_for_and_called_so(tmp_path: Path) -> None:
    """log N ≤ N/10 is false at 2 … 35: the calculation says "from some N on", and N = 1 is not it."""
    claims = [f'L["{start}"] = Eventually(log(n) / n <= Q(1, 10), n)' for start in (1, 36)]
    proofs = [f'L["{k}"].proved(from_size(n, {k}, log(n) / n <= Q(1, 10)))' for k in (1, 36)]
    early, late = (judge(part, QUICK) for part in parts(tmp_path, *claims, *proofs))
    assert (early.verdict, "false at n=2" in early.how) == (Verdict.UNKNOWN, True), early.how
    assert late.verdict is Verdict.ASYMPTOTIC, late.how
    assert late.n0 is not None
    assert (late.n0["value"], late.n0["known"]) == ("36", "searched")


def test_a_claim_about_large_sizes_is_not_refuted_by_small_ones(tmp_path: Path) -> None:
    """log N > N/10 at 2, 3 and 4, the members that are looked at; the calculation is right of N ≤ 4."""
    (part,) = parts(tmp_path, 'L["1"] = Eventually(log(n) <= n / 10, n)')
    family, size = Family("n = k", lambda k: Instance(n=k), 2), next(iter(part.domain.variables))
    N = next(s for s in free_symbols(part.printed.at_an_instance) if s.name == size)
    script = calc(N / 10).le(Q(2, 5)).lt(log(2)).le(log(N), LOG_GROWS(2, N))
    for along, sizes in (((N == K, N <= 4), ()), ((N >= 2, N <= 4), (N == K,)), ((N >= 2, N <= 4), ())):
        proof = RefutedAlong(family, "", confirm=(2, 3), calculation=Contrary(along, script, sizes=sizes))
        assert judge(replace(part, proof=proof), QUICK).verdict is Verdict.UNKNOWN


def test_no_sign_is_guessed_from_points_that_were_looked_at(tmp_path: Path) -> None:
    """e^{3b} ≥ e^{2b} needs b ≥ 0, and b > -1/1000000 is all that is said: no looked-at point lies between."""
    (part,) = parts(
        tmp_path,
        'b, c = real("b", -1, 1), real("c", 0, 1)',
        'M = PAPER.lemma("2", "p. 1", "near 0", b > Q(-1, 1000000))',
        'M[""] = 1 + 2 * b - c <= exp(2 * b)',
    )
    found = symbols(part)
    assert (found["b"].is_nonnegative, found["c"].is_nonnegative) == (None, True)


def test_the_example_has_its_expected_verdicts_and_its_proof_holds_no_false_mutant(capsys: pytest.CaptureFixture[str]) -> None:
    found = [part for statement in asked(EXAMPLE).statements for part in statement.parts]
    assert len(found) == 9
    for part in found:
        has_the_expected_verdict(part)
    assert mutants.main(["--paper", EXAMPLE, "--statement", "inequalities/Lemma 1", "--proofs", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)["inequalities/Lemma 1 (stated)"]
    assert (told["killed"] >= 2, told["still"]) == (True, 0)


# -- what proves nothing -------------------------------------------------------------------------------------------------

NOTHING = ["by(Q(1) == 1)", "by()", "by(means(norm(x), i))", "by(norm(x) <= norm(x, 1) / 2)"]
OF_VECTORS = ["norm(x) <= norm(x, 1)", "abs(dot(x, y)) <= norm(x) * norm(y)", "norm(x) <= 2"]
UNPROVED = [(claim, script) for claim in OF_VECTORS for script in NOTHING] + [
    ("total(B * C) == total(C * B)", "by()"),
    ("softmax(B * C * x)[1] == softmax(C * B * x)[1]", "by()"),
    ('norm(B * C, "F") == norm(C * B, "F")', "by()"),
    ('norm(B * C, "F") == norm(C * B, "F")', 'by(B * C == C * B, EQUALS(lambda M: norm(M, "F"), B * C, C * B))'),
    (
        'norm(abs(B * C), "F") == norm(abs(B) * abs(C), "F")',
        'by(ABS_OF_PRODUCT(B, C), EQUALS(lambda M: norm(M, "F"), abs(B * C), abs(B) * abs(C)))',
    ),
    ("norm(x) ** 2 == n", "by(cite(SIGNS[''], (s, x)))"),  # x is no vector of signs
    ("a < Q(1, 2)", 'by(Quoted("somebody said so", a < Q(1, 2)))'),  # what is quoted is cited
    ("a > 1", "Weaker(a > a - 1, lambda one, other: (), lambda one, other: [Quoted('somebody said so', other <= one)])"),
    ("a < Q(1, 2)", "by(LARGEST_ABOVE(lambda k: k, i, INTEGERS, floor(GREATEST) + 1), FLOOR(GREATEST))"),
    ("f(a) * (a - Q(1, 7)) == 1", "by()"),  # it has no value at 1/7
    (
        "Pr(X > Q(1, 2)) <= Pr(Pr(X > Q(1, 2)) >= 1)",  # what lies above 1/2 in one outcome does not in all
        "by(MORE_LIKELY(lambda v: v > Q(1, 2), lambda v: Pr(v > Q(1, 2)) >= 1, X, i))",
    ),
    (
        "Pr(X > 0) <= Pr(Pr(X > 0) >= 1)",
        """have(ForAll(i, REALS, Implies(i > 0, Pr(i > 0) >= 1)), by(CERTAIN(lambda v: i > 0, X, t)),
        by(MORE_LIKELY(lambda v: v > 0, lambda v: Pr(v > 0) >= 1, X, i)))""",
    ),
]


def test_nothing_is_proved_by_nothing_and_no_arithmetic_of_numbers_is_done_with_matrices(tmp_path: Path) -> None:
    words = (
        "from theorems.kernel.context import Quoted",
        "from theorems.kernel.facts import INTEGERS, REALS",
        "from theorems.provers.monotone import Weaker",
        "from theorems.textbook.elementary import ABS_OF_PRODUCT, FLOOR",
        "from theorems.textbook.probability import CERTAIN, MORE_LIKELY",
        "from theorems.textbook.sums import EQUALS, LARGEST_ABOVE, SUM_EQUAL",
        "GREATEST, t, X = Largest(i, INTEGERS, i), indices('t')[0], bounded('X', 0, 1)",
        "f = let('f', t, 1 / (t - Q(1, 7)))",
        'B, C = matrix("B", n, n), matrix("C", n, n)',
        'SIGNS = PAPER.lemma("2")',
        "SIGNS[''] = norm(s) ** 2 >= 0",
        "SIGNS[''].proved(Calculation(by(norm(s) ** 2 >= 0)))",
    )
    for claim, script in UNPROVED:
        part = parts(tmp_path, *words, f'L[""] = {claim}', f'L[""].proved(Calculation({script}))')[0]
        assert part.proof is not None
        assert part.proof.run(part).verdict is Verdict.UNKNOWN, f"{claim}: {script}"


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
    made = make_record(parts(tmp_path, *words)[0], QUICK, 0)
    assert (made["verdict"], made["evidence"]) != ("holds", "proved")
    assert "what the author takes for granted: log v ≤ 3.6 v^(1/10)" in made["how"] or made["verdict"] == "fails"
    assert made["assumes"]["own"][0].startswith("log v ≤ 3.6 v^(1/10): ")


# -- digests and commands ------------------------------------------------------------------------------------------------

EDITED = [  # a constant, a norm, a hypothesis, a range, an open end, a kind, a length
    ("Q(1, 3)", "Q(1, 4)"),
    ("norm(x, 1)", "norm(x)"),
    ("a > 0", "a >= 0"),
    ('real("a", 0, 1)', 'real("a", 0, 2)'),
    ('real("a", 0, 1)', 'real("a", 0, below=1)'),
    ('vectors("x y", n)', 'signs("x", n), signs("y", n)'),
    ('n, m = size("n"), size("m")', 'n, m = size("n", 2), size("m")'),
]


def test_the_digest_changes_with_what_is_claimed_and_with_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    source = HEAD + 'L[""] = a * norm(x, 1) <= Q(1, 3), a > 0\n'

    def digest_of(text: str) -> str:
        path.write_text(text)
        return digest(asked(str(path)).statements[0].parts[0])

    known = digest_of(source)
    assert digest_of("# a comment\n" + source.replace("L = ", "OTHER = L = ")) == known
    for before, after in EDITED:
        assert before in source
        assert digest_of(source.replace(before, after)) != known, after


def test_what_is_wrong_in_a_module_of_a_package_is_named_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "wrong_package").mkdir()
    (tmp_path / "wrong_package" / "of_lemmas.py").write_text("block_columns = 1\nSTATEMENTS = [block_colums]\n")
    monkeypatch.syspath_prepend(tmp_path)
    package = Paper("wrong", "Wrong", package="wrong_package", modules={"of_lemmas": "Lemma 1"})
    with pytest.raises(
        UnreadableError, match=r"of_lemmas\.py, line 2: name 'block_colums' is not defined: is it block_columns\?"
    ):
        _ = package.statements


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


def test_every_command_takes_the_file(tmp_path: Path) -> None:
    chosen = ["--paper", EXAMPLE, "--statement", "inequalities/Lemma 5", "--effort", "quick"]
    assert report([*chosen, "--output", str(tmp_path), "--jobs", "1"]) == 0
    made = str(tmp_path / "report.json")
    assert {"report.json", "inequalities.html", "witnesses"} <= {path.name for path in tmp_path.iterdir()}
    assert replay([made, "--paper", EXAMPLE]) == 0
    assert errata.main(["--from", made, "--paper", EXAMPLE, "--output", str(tmp_path / "errata")]) == 0
    assert "every size" in (tmp_path / "errata" / "inequalities.md").read_text()
    assert history(["since", made, "--now", made, "--paper", EXAMPLE]) == 0
    assert certify(["inequalities/Lemma 2/two numbers", "--paper", EXAMPLE, "--output", str(tmp_path)]) == 0
    two = ["inequalities/Lemma 2/two numbers", "--paper", EXAMPLE]
    assert conjecture.main([*two, "--bound", "(a + b) / 3"]) == 1
    assert conjecture.main([*two, "--bound", "a + b"]) == 0
    for unusable in ("a <= 1", "True", "a" + " + a" * 3000, "a + c", "a.parts"):
        assert conjecture.main([*two, "--bound", unusable]) == 2


def run(folder: Path, module: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments], cwd=folder, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_workers_read_the_file_pytest_collects_it_and_mutants_asks_several_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``theorems.mutants`` as a command: in a process of its own ``__main__`` is another module than in its workers."""
    two = parts(tmp_path, 'L["1"] = a <= 1', 'L["2"] = a < 1')
    monkeypatch.setattr("theorems.report.run.FEW", 1)
    records = judge_all(two, QUICK, 0, None, where=Where(2))
    assert [record["verdict"] for record in records] == ["holds", "fails"]
    assert [str(path) for path in expectations.save(records)] == [str(tmp_path / "mine.expected.json")]
    assert "3 passed" in run(tmp_path, "pytest", "-q", "-p", "theorems.pytest_plugin", "--paper", "mine.py")
    told = run(tmp_path, "theorems.mutants", "--paper", "mine.py", "--jobs", "2", "--format", "json")
    assert json.loads(told).keys() == {"mine/Lemma 1/1 (stated)"}
