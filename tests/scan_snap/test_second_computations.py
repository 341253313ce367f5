"""Worlds that ran or flowed, held against an integrator and difference quotients that know none of their formulas."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from kernels import balls
from kernels.arithmetic import BALLS
from kernels.training_flows import attention_flow
from strategies.sequence_classes import single_common_token
from theorems.instance import Instance
from theorems.scan_snap import decoder_step, gains, objective, token_frequencies


@pytest.mark.parametrize("copies", [1, 2])
def test_a_class_in_its_own_clock_is_the_integrated_flow(copies: int) -> None:
    """Two classes 4 : 3 : 2 with a common token, at a query each (one copy) or at the same query (two)."""
    weights = single_common_token((3, 3), ((4, 3, 2), (4, 3, 2)))
    law = np.zeros((2, 3000))
    for n, row in enumerate(weights):
        law[n, : len(row)] = np.array([float(x) for x in row]) / float(sum(row))
    query = np.array([0, 1]) if copies == 1 else np.array([0, 0])
    flow = attention_flow(law, query, eta_Y=0.5, eta_Z=0.3, times=np.array([0.0, 400.0, 4000.0]))
    for k in (1, 2):
        rises = flow.logits[k, 0, :7]
        share = Fraction(1 - float(np.exp(-2 * rises[1]))).limit_denominator(10**12)
        model = gains.bind_gains(Instance(own="4,3,2", common=3, copies=copies, share=share, l=0, other=1), BALLS)
        assert balls.approximate(model.z_other) == pytest.approx(rises[2], rel=1e-6)
        assert balls.approximate(model.rise(2)) == pytest.approx(rises[3], rel=1e-6)
        assert balls.approximate(model.fall) == pytest.approx(rises[0], rel=1e-6)
        assert balls.approximate(model.B) == pytest.approx(flow.growth[k, 0], rel=1e-5)


def test_exact_differentials_are_difference_quotients() -> None:
    instance = Instance(
        tally="2,1,1", boosts="1,2,1/3;7/5,1,2;1,1,1", Y="1,-1/2,0;3/4,0,-1;1/2,2,1", m=1, n=2, i=1, j=0, eta=Fraction(1)
    )
    model = objective.bind_gradient(instance, BALLS)
    tally, Y = np.array([2.0, 1.0, 1.0]), np.array([[1, -0.5, 0], [0.75, 0, -1], [0.5, 2, 1]])
    z = np.log(np.array([1.4, 1.0, 2.0]))

    def J(Y: np.ndarray, z: np.ndarray) -> float:
        a = tally * np.exp(z) / np.sum(tally * np.exp(z))
        logits = Y.T @ (a / np.linalg.norm(a))
        return float(logits[2] - np.log(np.exp(logits).sum()))

    step = 1e-6
    up, down = Y.copy(), Y.copy()
    up[1, 0] += step
    down[1, 0] -= step
    assert balls.approximate(model.dY) == pytest.approx((J(up, z) - J(down, z)) / (2 * step), rel=1e-7)
    move = step * np.array([1.0, 0, 0])
    assert balls.approximate(model.dZ) == pytest.approx((J(Y, z + move) - J(Y, z - move)) / (2 * step), rel=1e-7)


def test_every_rational_direction_has_length_one() -> None:
    assert all(decoder_step.inner_product(f, f) == 1 and min(f) >= 0 for f in decoder_step.UNIT_VECTORS)


def test_frequencies_by_enumerating_every_word() -> None:
    for M, T, delta in ((2, 7, Fraction(9, 10)), (3, 6, Fraction(99, 100)), (2, 9, Fraction(1, 2))):
        model = token_frequencies.Frequencies(M, T, delta)
        enclosure = token_frequencies.ALL_TOKENS.seen(model).value(token_frequencies.union_radius)
        radius = balls.approximate(enclosure)
        outside = sum(
            any(abs(text.count(l) / (T - 1) - 1 / M) > radius for l in range(M)) for text in product(range(M), repeat=T - 1)
        )
        assert model.violation(enclosure) == Fraction(outside, M ** (T - 1))
