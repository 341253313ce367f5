"""Worlds that ran or flowed, held against an integrator, dense matrices and enumeration that know none of their formulas."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from kernels import balls
from kernels.arithmetic import BALLS
from kernels.training_flows import attention_flow
from strategies.sequence_classes import single_common_token, word
from theorems.instance import Instance
from theorems.scan_snap import decoder_step, gains, long_contexts, objective, trained, transition


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


def test_the_trained_decoder_is_the_dense_one() -> None:
    M, eta, order, n = 7, 0.5, (0, 1, 1), 1
    weights = single_common_token((3, 4), ((5,), (6,)))
    instance = Instance(
        K=2, M=M, psi="0,0", weights=word(weights), boosts=word([[1] * 3]), order="0,1,1", n=n, l=1, eta=Fraction(1, 2)
    )
    model = trained.bind_trained(instance, BALLS)
    F = np.zeros((M, 2))
    F[:3] = np.array([[float(x) for x in row] for row in weights]).T
    F /= np.linalg.norm(F, axis=0)
    E = F.T @ F - np.eye(2)
    correction = np.eye(2) - np.linalg.inv(np.eye(2) + E)

    def residual(Y: np.ndarray, k: int) -> np.ndarray:
        grown = np.exp(Y.T @ F[:, k])
        return np.eye(M)[k] - grown / grown.sum()

    Y = np.zeros((M, M))
    for k in order:
        Y = Y + eta * np.outer(F[:, k] - F @ correction[:, k], residual(Y, k))
    found = [balls.approximate(x) for x in model.Y[1]]
    np.testing.assert_allclose(found, [Y[1, 0], Y[1, 1], Y[1, 6]], rtol=1e-12)
    assert balls.approximate(model.g_l) == pytest.approx((Y @ residual(Y, n))[1], rel=1e-12)


def test_exact_differentials_are_difference_quotients() -> None:
    instance = Instance(
        tally="2,1,1",
        boosts="1,2,1/3;7/5,1,2;1,1,1",
        Y="1,-1/2,0;3/4,0,-1;1/2,2,1",
        m=1,
        n=2,
        i=1,
        j=0,
        eta=Fraction(1),
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


def test_frequencies_by_enumerating_every_word() -> None:
    for M, T, delta in ((2, 7, Fraction(9, 10)), (3, 6, Fraction(99, 100)), (2, 9, Fraction(1, 2))):
        model = long_contexts.Frequencies(M, T, delta)
        enclosure = long_contexts.ALL_TOKENS.seen(model).value(long_contexts.union_radius)
        radius = balls.approximate(enclosure)
        outside = sum(
            any(abs(text.count(l) / (T - 1) - 1 / M) > radius for l in range(M)) for text in product(range(M), repeat=T - 1)
        )
        assert model.violation(enclosure) == Fraction(outside, M ** (T - 1))


def test_quadrature_meets_the_trapezoidal_sum() -> None:
    instance = Instance(M=50, K=3, eta=Fraction(1, 2), t=200, eta_Z=Fraction(1, 5), C0=Fraction(3, 2))
    model = transition.bind_transition(instance, BALLS)
    z = np.linspace(balls.approximate(model.z), 0, 200_001)
    integrand = np.exp(-4 * z)
    area = 1.5 * ((integrand[1:] + integrand[:-1]) / 2).sum() * (z[1] - z[0])  # Γ
    by_h = model.eta_Z * model.K / model.eta * model.speed_by_h
    for enclosure in (model.eta_Z * model.speed_by_time, by_h, model.C0 * model.fall_by_z):
        assert balls.approximate(enclosure) == pytest.approx(area, rel=1e-8)
    for enclosure in (model.eta_Z * model.rise_by_time, model.rise_by_Gamma):
        assert balls.approximate(enclosure) == pytest.approx(-balls.approximate(model.z), rel=1e-12)


def test_every_rational_direction_has_length_one() -> None:
    assert all(decoder_step.inner_product(f, f) == 1 and min(f) >= 0 for f in decoder_step.UNIT_VECTORS)
