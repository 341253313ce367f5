"""The sizes that the printed proofs need, and how the true threshold moves with the constants."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import pytest

from kernels import balls
from kernels.balls import Truth
from theorems.catalogue import find, parts
from theorems.instance import Instance
from theorems.provers.families import PRINTED_ROUTE, Eventually
from theorems.provers.search import evaluate
from theorems.statement import Part
from theorems.superiority.printed_routes import PrintedRoute, row_width
from theorems.superiority.toy_classification import PRINTED_LINEAR, PRINTED_PEAKED, PRINTED_SOFTMAX
from theorems.vocabulary import Reading

EVENTUAL = [p for p in parts("superiority") if isinstance(p.proof, Eventually)]
ROUTED = [p for p in EVENTUAL if isinstance(p.proof.also[PRINTED_ROUTE], PrintedRoute)]  # type: ignore[union-attr]


def asymptotic(address: str) -> Part:
    return next(p for p in find(f"superiority/{address}") if isinstance(p.proof, Eventually))


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


def test_the_printed_width_is_t_root_d_over_n() -> None:
    w, r = 8, 2
    n, d, t = w ** (r + 1), w + 2, w**r
    terms = row_width(Fraction(3), Fraction(1), 2, r)
    assert sum(coefficient / Fraction(w) ** exponent for coefficient, exponent in terms) == Fraction(9 * t * t * d, n * n)


def test_a_width_that_does_not_shrink_proves_nothing() -> None:
    # d = n^(1/5) and a0 = 1/20, 1/40: t √d/n^(1-2a0) is n^(2a0) d^(-1/2) up to a constant
    assert PrintedRoute("", row_width(Fraction(1), Fraction(9, 10), 2, 4), Fraction(1, 10), r=4).start() is None
    assert PrintedRoute("", row_width(Fraction(1), Fraction(19, 20), 2, 4), Fraction(1, 10), r=4).start() is not None


@pytest.mark.parametrize(
    ("silence", "exponent"),
    [
        (PRINTED_SOFTMAX, lambda n: n**0.2 / 32),
        (PRINTED_LINEAR, lambda n: n / 128),
        (PRINTED_PEAKED, lambda n: n / 512),
    ],
)
def test_printed_sizes_of_the_regression_model_solve_hoeffdings_inequality(
    silence: object, exponent: Callable[[float], float]
) -> None:
    """τ = 1/4, entries at most n^-0.6, 2/n, 4/n: τ²/(2 n max²) against log(2 m n/δ), m <= C log(n/δ) + 1."""
    assert hasattr(silence, "start")
    n = silence.start()

    def needed(size: float) -> float:
        return math.log(200 * size * (1.5 * math.log(100 * size) + 1))

    assert exponent(n) >= needed(n) * (1 - 1e-9)
    assert exponent(n * 0.995) < needed(n * 0.995)


def rate(u: float) -> float:
    """I(u) of the records."""
    return ((1 + u) * math.log1p(u) + ((1 - u) * math.log1p(-u) if u < 1 else 0)) / 2


def first_width(part: Part, at: Callable[[int], Instance]) -> int:
    low, high = 2, 2**15
    while low < high:
        middle = (low + high) // 2
        holds = evaluate(part, at(middle)).truth is Truth.HOLDS
        low, high = (low, middle) if holds else (middle + 1, high)
    return low


@pytest.mark.parametrize("b", [Fraction(9, 10), Fraction(1, 5), Fraction(1, 10)])
@pytest.mark.parametrize("delta", [Fraction(1, 100), Fraction(1, 10**12)])
@pytest.mark.parametrize(("r", "kappa"), [(1, 1), (3, 1), (1, 4)])
def test_the_threshold_on_d0_moves_with_the_constants_as_its_record_says(
    b: Fraction, delta: Fraction, r: int, kappa: int
) -> None:
    def at(w: int) -> Instance:
        sizes = {"n": w ** (r + 1), "d": w + 2, "t": w**r, "j3": 1}
        return Instance({**sizes, "a0": Fraction(1, 20), "b": b, "c": 1 - b, "delta": delta, "kappa": kappa})

    w = first_width(asymptotic("Lemma D.8/1"), at)
    predicted = (kappa * (r + 1) * math.log(w) - math.log(delta)) / rate(float(1 / (10 * b)))
    assert 0.8 < w / predicted < 1.05


@pytest.mark.parametrize("C", [1, 10])
@pytest.mark.parametrize("r", [1, 3])
def test_the_threshold_of_a_silent_network_moves_with_the_columns_as_its_record_says(C: int, r: int) -> None:
    def at(w: int) -> Instance:
        sizes = {"n": w ** (r + 1), "d": w + 1, "t": w**r, "j2": 1, "j3": 1}
        return Instance({**sizes, "a0": Fraction(1, 20), "a1": 2, "delta": Fraction(1, 100), "kappa": 1, "C": C})

    w = first_width(asymptotic("Theorem F.9"), at)
    log_ratio = (r + 1) * math.log(w) + math.log(100)
    assert 0.8 < w / ((log_ratio + math.log(C * log_ratio)) / rate(0.9)) < 1.05


def test_the_first_entry_alone_keeps_lemma_d4_false_next_to_a1_equal_to_one() -> None:
    part, a1 = asymptotic("Lemma D.4/2"), Fraction(99, 100)
    for k in (20, 80, 150):
        w = 2**k
        sizes = {"n": w * w, "d": w + 2, "t": w, "j3": 1, "a1": a1, "b": Fraction(9, 10), "c": Fraction(1, 10)}
        point = Instance({**sizes, "delta": Fraction(1, 100), "kappa": 1})
        assert balls.lt(balls.ball(w * w - 1), balls.ball(10 * a1 - 1) * balls.ball(w * w) ** balls.ball(a1)) is Truth.HOLDS
        assert part.reading is Reading.INTENDED
        assert evaluate(part, point).truth is Truth.FAILS
