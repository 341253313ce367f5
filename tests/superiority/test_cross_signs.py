"""Random signs on the cross-attention data: ties, thresholds, and bounds that are too weak."""

from fractions import Fraction

import pytest

from kernels.arithmetic import BALLS
from theorems.catalogue import find
from theorems.instance import Instance
from theorems.provers.families import Eventually
from theorems.superiority.cross_signs_on_data import HALF, bound_cross_signs
from theorems.vocabulary import Reading


def constants(i: Instance, **more: int | Fraction) -> Instance:
    return i.but(delta=Fraction(1, 100), kappa=1, **more)


def test_ties_are_decided() -> None:
    """Row (1/2, 1/2, 1/2) of n = 2, d = 3: <c,σ> is 1/2 with probability 3/8 and -1/2 with the same: never inside."""
    i = constants(Instance.parse("n=2 d=3 t=1 j2=1 j3=1 a0=1/20 a1=2"))
    assert bound_cross_signs(i, BALLS, 0, True).sums(False).inside(HALF, strict=True).exact == 0
    assert bound_cross_signs(i, BALLS, 0, False).sums(False).inside(HALF, strict=False).exact == Fraction(3, 4)


@pytest.mark.parametrize("address", ["Lemma F.4/2", "Lemma F.8/1", "Lemma F.8/2", "Lemma F.12/1", "Lemma F.16/2"])
def test_thresholds_are_false_just_before_and_true_at_n0(address: str) -> None:
    (part,) = (p for p in find(f"superiority/{address}") if p.reading is Reading.INTENDED)
    assert isinstance(part.proof, Eventually)
    found = part.proof.run(part)
    assert found.n0 is not None
    assert found.n0["false_at"] is not None
    assert int(found.n0["value"]) == 4 * Instance.parse(found.n0["false_at"]).n


def test_a_proof_with_a_weaker_bound_is_not_accepted() -> None:
    """Power: with entries ten times larger the route's own threshold moves out, and a broken step refuses the verdict."""
    (part,) = (p for p in find("superiority/Lemma F.4/2") if p.reading is Reading.INTENDED)
    assert isinstance(part.proof, Eventually)
    assert part.proof.steps[-1].check()
    found = part.proof.run(part)
    assert found.verdict.value == "asymptotic"
    early = Eventually(part.proof.family, lambda: 2, part.proof.how, part.proof.steps)
    assert early.run(part).verdict.value == "unknown", "still false at the last index"
