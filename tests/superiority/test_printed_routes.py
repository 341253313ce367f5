"""The sizes that the printed proofs need."""

from fractions import Fraction

import pytest

from kernels.balls import Truth
from theorems.catalogue import parts
from theorems.provers.families import PRINTED_ROUTE, Eventually
from theorems.provers.search import evaluate
from theorems.statement import Part
from theorems.superiority.printed_routes import PrintedRoute, row_width

EVENTUAL = [p for p in parts("superiority") if isinstance(p.proof, Eventually)]
ROUTED = [p for p in EVENTUAL if isinstance(p.proof.also[PRINTED_ROUTE], PrintedRoute)]  # type: ignore[union-attr]


def test_every_part_about_large_sizes_names_the_printed_route_and_the_dependence() -> None:
    for part in EVENTUAL:
        assert isinstance(part.proof, Eventually)
        assert part.proof.dependence, part.slug
        assert PRINTED_ROUTE in part.proof.also, part.slug
        assert part.proof.also[PRINTED_ROUTE](), part.slug


@pytest.mark.parametrize("part", ROUTED, ids=lambda p: p.slug)
def test_a_part_is_true_from_the_size_on_from_which_its_printed_proof_works(part: Part) -> None:
    assert isinstance(part.proof, Eventually)
    route = part.proof.also[PRINTED_ROUTE]
    assert isinstance(route, PrintedRoute)
    start = route.start()
    assert start is not None
    assert not route.proves(start - 1)
    assert all(route.proves(k) for k in range(start, start + 40))
    for k in range(start, start + 3):
        assert evaluate(part, part.proof.family.member(k)).truth is Truth.HOLDS


def test_a_width_that_does_not_shrink_proves_nothing() -> None:
    # d = n^(1/5) and a0 = 1/20, 1/40: t √d/n^(1-2a0) is n^(2a0) d^(-1/2) up to a constant
    assert PrintedRoute("", row_width(Fraction(1), Fraction(9, 10), 2, 4), Fraction(1, 10), r=4).start() is None
    assert PrintedRoute("", row_width(Fraction(1), Fraction(19, 20), 2, 4), Fraction(1, 10), r=4).start() is not None
