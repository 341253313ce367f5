"""A proof that proves false mutants of its part is found out, and what a failing property says to whoever reads it."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import sympy
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.fabricated import one_number, part_of
from theorems.catalogue import find
from theorems.digest import digest
from theorems.instance import Instance
from theorems.judging import expectations
from theorems.judging.kept_fates import keep, kept
from theorems.language.printing import text
from theorems.language.tree import Expr, Relation
from theorems.mutants import __main__ as mutants
from theorems.mutants.__main__ import main
from theorems.mutants.false_claims import tally
from theorems.properties import has_the_expected_verdict, is_not_refuted_by_a_drawn_instance
from theorems.provers.argument import Argument, Step
from theorems.provers.positivity import Positivity
from theorems.report.overview import mutants_counted
from theorems.statement import Condition, Finding, Part, Proof, SymbolicCase
from theorems.superiority.language import Q
from theorems.vocabulary import Evidence, Verdict, at_most


def made(proof: Proof, least: int = 1) -> Part:
    """n ≤ n² for n ≥ 1, with symbolic cases that only know the n from ``least`` on."""
    n, nu = sympy.Symbol("n", positive=True), sympy.Symbol("nu", nonnegative=True)
    case, small = SymbolicCase("all n", n, positive={n: least + nu}), [Instance(n=n) for n in range(1, 99)]
    positive = Condition(words="n >= 1", check=lambda i: i.n >= 1)
    domain = one_number("n", st.integers(1, 99), positive, small=lambda: iter(small), cases=lambda: iter((case,)))
    return part_of(domain, lambda n: at_most(n, n * n), proof=proof)


OBVIOUS = Argument(Verdict.HOLDS, "obvious", [Step("1 = 1", lambda: True)])


def test_only_a_proof_that_covers_its_domain_proves_none_of_its_false_mutants() -> None:
    """From 2 on n ≤ n²/2 is true; at n = 1 it is false, which cases from 2 on do not see. An argument is said of anything."""
    sound, partial, words = (tally(part, 0.1) for part in (made(Positivity()), made(Positivity(), least=2), made(OBVIOUS)))
    assert sound is not None
    assert partial is not None
    assert words is not None
    assert (sound.evidence, sound.still, sound.killed >= 4) == (Evidence.PROVED, 0, True)
    assert partial.overstated
    assert ("bound tightened by the factor 1 ∓ 1/2", Instance(n=1)) in partial.where
    assert (words.evidence, words.still, words.overstated) == (Evidence.ARGUED, words.killed, False)


@dataclass(frozen=True)
class Boast:
    """Says ``proved`` of anything."""

    def run(self, part: Part) -> Any:
        return Positivity().run(made(Positivity()))


FATES = {"digest": "0" * 16, "killed": 4, "true": 1, "survived": 0, "slack": None, "example": None}


@pytest.mark.parametrize(
    ("proof", "status", "told"), [(Positivity(), 0, "proves none"), (OBVIOUS, 0, ""), (Boast(), 1, "proves 5")]
)
def test_the_command_ends_with_1_while_something_proved_is_proved_of_false_mutants_and_that_is_kept_and_told(
    proof: Proof, status: int, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    part = made(proof)
    monkeypatch.setattr(mutants, "parts", lambda paper: (part,))
    monkeypatch.setattr(mutants, "holds", lambda part: True)
    monkeypatch.setattr(expectations, "path_of", lambda paper, what="expected": tmp_path / f"{paper}.{what}.json")
    kept.cache_clear()
    try:
        counted_once = {"proof": {"killed": 9, "still": 9}}  # when the proof was another one
        keep(part.paper, {part.key: FATES | {"digest": digest(part)} | counted_once}, [part.key])
        assert main(["--proofs", "--record", "--seconds", "0.1", "--jobs", "1"]) == status
        line = mutants_counted([{"mutants": kept(part.paper)[part.key], "provenance": ""}])
    finally:
        kept.cache_clear()
    assert ("still proved with the relation reversed" in capsys.readouterr().out) is bool(status)
    assert line.startswith("of 1 part that holds: 4 refuted, 1 proved true as well, 0 undecided")
    assert line.partition("of the refuted, ")[2] == told


def planted(address: str, factor: Expr) -> Part:
    """The part with its printed bound times a factor."""
    (part,) = (p for p in find(address) if not p.changed)
    claim = part.printed.claim
    assert isinstance(claim, Relation)
    line = part.printed.comparing(Relation(claim.left, claim.sign, factor * claim.right))
    return replace(part, printed=line, text=text(line.at_an_instance))


def test_a_wrong_constant_is_told_in_a_few_lines() -> None:
    """Its proof has a gap; then the small instances are searched, so that no gap is told where there is a counterexample."""
    found: list[Finding] = []
    with pytest.raises(pytest.fail.Exception) as failure:
        has_the_expected_verdict(planted("superiority/Lemma D.2/3a", Q("1.26")), found.append)
    said = str(failure.value)
    assert said.startswith("superiority/Lemma D.2/3a, printed (theorems/superiority/softmax_on_d1.py:")
    for line in (
        "f_exp(A,x)_{j0,j1} ≥ 1.26·(1/2)",
        "at n=5 d=3 t=5 j3=1 a1=7/10 b=1/2 c=1/2 j0=1 j1=1",
        "0.6292 ≥ 0.63 is false",
    ):
        assert line in said
    assert [finding.verdict.value for finding in found] == ["fails"]


def test_a_drawn_counterexample_fails_and_is_told_with_both_sides() -> None:
    part = planted("superiority/Lemma D.3/4", Q("0.9"))

    @settings(max_examples=50, derandomize=True, database=None, deadline=None, phases=[Phase.generate])  # any will do, unshrunk
    @given(data=st.data())
    def drawn(data: st.DataObject) -> None:
        is_not_refuted_by_a_drawn_instance(part, data)

    with pytest.raises(pytest.fail.Exception) as failure:
        drawn()
    assert "is false" in str(failure.value)
