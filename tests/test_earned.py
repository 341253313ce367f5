"""``theorems.mutants --proofs``: a proof that proves false mutants of its part is found out, and the command says so."""

from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sympy
from hypothesis import strategies as st

from kernels.arithmetic import Arithmetic
from tests.fabricated import part_of
from theorems.digest import digest
from theorems.instance import Instance
from theorems.judging import expectations
from theorems.judging.kept_fates import keep, kept
from theorems.mutants import __main__ as mutants
from theorems.mutants.__main__ import main
from theorems.mutants.false_claims import tally
from theorems.provers.argument import Argument, Step
from theorems.provers.positivity import Positivity
from theorems.report.overview import mutants_counted
from theorems.statement import Condition, Domain, Part, Proof, SymbolicCase
from theorems.vocabulary import Comparison, Evidence, Verdict, at_most


def model(instance: Instance, arithmetic: Arithmetic) -> Any:
    return SimpleNamespace(n=arithmetic.number(instance.n), arithmetic=arithmetic)


def from_(least: int) -> Domain:
    """The integers n ≥ 1 with symbolic cases that only know those from ``least`` on."""
    n, nu = sympy.Symbol("n", positive=True), sympy.Symbol("nu", nonnegative=True)
    case = SymbolicCase("all n", SimpleNamespace(n=n), positive={n: least + nu})
    return Domain(
        "integers",
        lambda: st.fixed_dictionaries({"n": st.integers(1, 99)}),
        model,
        (Condition(words="n >= 1", check=lambda i: i.n >= 1),),
        lambda: (Instance(n=n) for n in range(1, 99)),
        lambda: iter((case,)),
    )


def square(x: Any) -> Comparison:
    return at_most(x.n, x.n * x.n)


def made(proof: Proof, least: int = 1) -> Part:
    return part_of(from_(least), square, proof=proof)


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
