"""What is called proved is not proved of its own false mutants, and the command that counts them says so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sympy
from hypothesis import strategies as st

from kernels.arithmetic import Arithmetic
from tests.chosen import chosen_parts, sample
from tests.fabricated import part_of
from tests.marks import IN_CI
from theorems.digest import digest
from theorems.instance import Instance
from theorems.judging import expectations
from theorems.judging.judge import reads_the_claim
from theorems.judging.kept_fates import keep, kept
from theorems.mutants import __main__ as mutants
from theorems.mutants.__main__ import main
from theorems.mutants.false_claims import UNREADABLE, lightened, tally
from theorems.mutants.mutation import Mutant, mutants_of
from theorems.mutants.score import Trial, holds, small_and_near, small_killer
from theorems.provers.argument import Argument, Step
from theorems.provers.boxes import Boxes
from theorems.provers.positivity import Positivity
from theorems.report.overview import mutants_counted
from theorems.statement import Condition, Domain, Part, Proof, SymbolicCase
from theorems.vocabulary import Comparison, Evidence, Verdict, at_most

READ = [p for p in chosen_parts() if reads_the_claim(p.proof) and p.claim is not None and holds(p)]
SMALLEST = 100
LOOKED_AT = 2  # false mutants of each part; make nightly-proofs looks at all of them


def promising(part: Part) -> list[Mutant]:
    """The mutants of a part, first the one whose killer is kept, last those without a hypothesis that all small instances meet.

    Nothing kills these soon: CI leaves them to ``make test`` and to the nightly command.
    """
    first = kept(part.paper).get(part.key, {}).get("example", {}).get("mutant")
    found = sorted(mutants_of(part), key=lambda mutant: (not soon_outside(mutant), mutant.kind != first))
    return [mutant for mutant in found if soon_outside(mutant)] if IN_CI else found


def soon_outside(mutant: Mutant) -> bool:
    """Is it one without a hypothesis that some of the smallest instances break, or one of another kind?"""
    dropped = mutant.dropped
    try:
        return dropped is None or any(not dropped.check(i) for i in islice(small_and_near(mutant.part), SMALLEST))
    except UNREADABLE:
        return True


@pytest.mark.parametrize("part", sample(READ, 8), ids=lambda p: p.slug)
def test_what_is_proved_is_not_proved_of_a_false_mutant(part: Part) -> None:
    killers = [Instance.parse(example["witness"])] if (example := kept(part.paper).get(part.key, {}).get("example")) else []

    def killed() -> Iterator[Part]:
        for mutant in promising(part):
            try:
                on_cases = isinstance(part.proof, Positivity | Boxes)  # a mutant without symbolic cases is out of their reach
                if on_cases and mutant.part.domain.cases is None:
                    continue
                killer = small_killer(Trial(mutant, part), 0.05 if on_cases else 0.5, killers)
                if killer is not None:
                    killers.insert(0, killer)  # what killed one mutant often kills the next
                    yield mutant.part
            except UNREADABLE:  # the mutant says nothing at all
                continue

    assert part.proof is not None
    false = list(islice(killed(), LOOKED_AT))
    assert false, "no false mutant to try the proof on"
    proof = lightened(part.proof)
    assert not any(proof.run(mutated).verdict.stands for mutated in false)


# -- made up -------------------------------------------------------------------------------------------------------------


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


def test_a_proof_that_covers_its_domain_proves_none_of_its_false_mutants() -> None:
    found = tally(made(Positivity()), 0.1)
    assert found is not None
    assert (found.evidence, found.still) == (Evidence.PROVED, 0)
    assert found.killed >= 4


def test_cases_that_leave_a_piece_of_the_domain_out_are_found_out() -> None:
    """From 2 on n ≤ n²/2 is true; at n = 1 it is false, which these cases do not see."""
    found = tally(made(Positivity(), least=2), 0.1)
    assert found is not None
    assert found.overstated
    assert ("bound tightened by the factor 1 ∓ 1/2", Instance(n=1)) in found.where


OBVIOUS = Argument(Verdict.HOLDS, "obvious", [Step("1 = 1", lambda: True)])


def test_an_argument_is_said_of_every_false_mutant_and_is_called_no_more_than_argued() -> None:
    found = tally(made(OBVIOUS), 0.1)
    assert found is not None
    assert (found.evidence, found.still, found.overstated) == (Evidence.ARGUED, found.killed, False)
    assert found.killed >= 4


@dataclass(frozen=True)
class Boast:
    """Says ``proved`` of anything."""

    def run(self, part: Part) -> Any:
        return Positivity().run(made(Positivity()))


@pytest.mark.parametrize(("proof", "status"), [(Positivity(), 0), (OBVIOUS, 0), (Boast(), 1)])
def test_the_command_ends_with_1_while_something_proved_is_proved_of_false_mutants(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], proof: Proof, status: int
) -> None:
    monkeypatch.setattr(mutants, "parts", lambda paper: (made(proof),))
    monkeypatch.setattr(mutants, "holds", lambda part: True)
    assert main(["--proofs", "--seconds", "0.1", "--jobs", "1"]) == status
    assert ("still proved with the relation reversed" in capsys.readouterr().out) is bool(status)


FATES = {"digest": "0" * 16, "killed": 4, "true": 1, "survived": 0, "slack": None, "example": None}


@pytest.mark.parametrize(("proof", "told"), [(Positivity(), "proves none"), (Boast(), "proves 5"), (OBVIOUS, "")])
def test_what_the_proofs_prove_of_false_mutants_is_kept_and_told_in_the_first_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proof: Proof, told: str
) -> None:
    part = made(proof)
    monkeypatch.setattr(mutants, "parts", lambda paper: (part,))
    monkeypatch.setattr(mutants, "holds", lambda part: True)
    monkeypatch.setattr(expectations, "path_of", lambda paper, what="expected": tmp_path / f"{paper}.{what}.json")
    kept.cache_clear()
    try:
        counted_once = {"proof": {"killed": 9, "still": 9}}  # when the proof was another one
        keep(part.paper, {part.key: FATES | {"digest": digest(part)} | counted_once}, [part.key])
        main(["--proofs", "--record", "--seconds", "0.1", "--jobs", "1"])
        line = mutants_counted([{"mutants": kept(part.paper)[part.key], "provenance": ""}])
    finally:
        kept.cache_clear()
    assert line.startswith("of 1 part that holds: 4 refuted, 1 proved true as well, 0 undecided")
    assert line.partition("of the refuted, ")[2] == told
