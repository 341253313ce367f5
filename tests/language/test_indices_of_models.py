"""Claims over data that a model computes: an index that instances do not carry stands for all that its conditions admit."""

from __future__ import annotations

from kernels.arithmetic import BALLS
from theorems.catalogue import find
from theorems.mutants.mutation import mutants_of
from theorems.statement import Part
from theorems.vocabulary import comparisons


def rows(part: Part) -> list[str]:
    """The rows that the part speaks of, at its first instance with a row of every kind."""
    assert part.domain.small is not None
    instance = next(i for i in part.domain.small() if i.d > 3 and i.t > 1 and part.domain.broken(i) is None)
    assert part.claim is not None
    return [comparison.what for comparison in comparisons(part.claim(part.domain.bind(instance, BALLS)))]


def part_of(address: str) -> Part:
    return find(f"superiority/{address}")[0]


def test_a_claim_about_an_index_is_made_for_every_element_that_its_condition_admits() -> None:
    assert rows(part_of("Lemma E.3/1")) == [""]
    assert rows(part_of("Lemma E.3/2")) == ["j0: residue 0, copy 1", "j0: residue 1"]
    assert part_of("Lemma E.3/2").domain.conditions[-1].text == "j0 ≠ j3"


def test_an_instance_without_such_an_element_breaks_the_condition() -> None:
    part = part_of("Lemma D.4/2")
    assert part.domain.small is not None
    smallest = next(iter(part.domain.small()))
    assert smallest.n == 1
    assert part.domain.broken(smallest) == "j0 ≠ j3"


def test_a_mutant_reads_the_condition_on_the_index_that_it_has() -> None:
    mutants = {m.kind: m.part for m in mutants_of(part_of("Lemma E.3/2"))}
    assert rows(mutants["hypothesis dropped: j0 ≠ j3"]) == ["j0: residue 0", "j0: residue 0, copy 1", "j0: residue 1"]
    assert rows(mutants["index set swapped: j0 = j3"]) == [""]
