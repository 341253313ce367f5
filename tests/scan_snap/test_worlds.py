"""The exact models that claims speak of, held against the floating-point kernels."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings

from kernels import balls
from kernels import training_flows as flows
from kernels.arithmetic import BALLS
from kernels.balls import Truth
from kernels.decoder_growth import logit_float
from kernels.training_dynamics import directions, query_rows
from strategies.sequence_classes import sequence_classes, single_common_token, word
from theorems.catalogue import find
from theorems.instance import Instance
from theorems.language.lemma import PrintedLine
from theorems.scan_snap import classes, gains, overlaps, transition
from theorems.scan_snap.equal_overlaps import Rounds
from theorems.statement import Condition
from theorems.vocabulary import comparisons

RELAXED = settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))


@RELAXED
@given(values=sequence_classes("several common tokens"))
def test_exact_drift_is_the_kernels_drift(values: dict[str, Any]) -> None:
    instance = Instance(values)
    assume(classes.INDEPENDENT.check(instance))
    model = classes.bind_classes(instance, BALLS)
    M, tokens = model.M, model.tokens
    law = np.array([[float(x) for x in row] for row in model.weights])
    law /= law.sum(axis=1, keepdims=True)
    boosts = np.array([[float(x) for x in row] for row in classes.read(str(instance.boosts))])
    logits = np.log(boosts)[list(model.psi)]
    rows = query_rows(np.array(model.psi))
    expected = flows.drift(law, logits, rows, M)
    for n in range(model.K):
        for l in range(tokens):
            assert balls.approximate(model.drift(model.psi[n], l)) == pytest.approx(expected[n, l], abs=1e-11)
    F = directions(law, logits)
    E, _ = flows.gram_excess(F)
    for i in range(model.K):
        for j in range(model.K):
            assert balls.approximate(model.E[i][j]) == pytest.approx(E[i, j], abs=1e-12)


def test_classes_that_came_more_often_than_others() -> None:
    """Two of three classes have not come yet: ξ_n < 0 for one, and Theorem 2 is false without equal counts."""
    instance = next(i for i in classes.small_classes() if "theta" in i)
    model = classes.bind_classes(instance, BALLS)
    expected = flows.coefficients(np.eye(3) - np.array(model.inverse, dtype=float), model.M, np.array([-1.0, -1.0, 2.0]))
    for n, m in ((0, 1), (0, 2), (2, 0)):
        assert balls.approximate(model.beta[n][m]) == pytest.approx(expected.beta[n, m], rel=1e-12)
    assert balls.approximate(model.xi(0)) < 0
    part = find("scan_snap/Theorem 2/a")[0]
    assert part.domain.broken(instance) == classes.EQUAL_COUNTS.text
    assert part.domain.without(classes.EQUAL_COUNTS.text).broken(instance) is None


def test_exact_coefficients_are_the_kernels_coefficients() -> None:
    instance = Instance(K=3, M=400, E="1/5,1/10,0", theta="1/10,0,-1/20")
    model = overlaps.bind_overlaps(instance, BALLS)
    E_prime = np.array([[float(x) for x in row] for row in model.E_prime])
    found = flows.coefficients(E_prime, 400, np.array([0.1, 0.0, -0.05]))
    for n in range(3):
        assert float(model.iota(n)) == pytest.approx(found.iota[n], rel=1e-13)
        for m in range(3):
            if m != n:
                assert float(model.beta(n, m)) == pytest.approx(found.beta[n, m], rel=1e-12)


def test_assumption_2_at_its_edges() -> None:
    """|λ| = 6/√M is allowed, |λ| = 1/K is not; one token more or less decides."""
    edge = Instance(K=2, M=400, E="3/10")
    assert overlaps.STRONG.check(edge)
    assert overlaps.WEAK.check(edge)
    assert not overlaps.STRONG.check(edge.but(M=399))
    assert not overlaps.WEAK.check(edge.but(E="1/2"))
    assert overlaps.WEAK.check(edge.but(E="499999/1000000"))


def test_class_conditions_are_the_eigenvalue_conditions() -> None:
    """For two equal classes E has the eigenvalues ±c²/(c²+o²)."""
    weights = single_common_token((3, 3), ((4,), (4,)))
    instance = Instance(K=2, M=278, psi="0,0", weights=word(weights), boosts="1,1,1")
    assert classes.WEAK_CLASSES.check(instance)  # 9/25 < 1/2
    assert classes.STRONG_CLASSES.check(instance)  # (9/25)² >= 36/278
    assert not classes.STRONG_CLASSES.check(instance.but(M=277))


def test_the_growth_exponent_is_its_integral() -> None:
    instance = Instance(M=50, K=3, eta=Fraction(1, 2), t=200, eta_Z=Fraction(1, 5), C0=Fraction(3, 2))
    model = transition.bind_transition(instance, BALLS)
    t = np.linspace(0, 200, 40001)
    u = logit_float(50.0, 0.5 * t / 3)
    gamma = 49**2 * u / (50 * (49 + np.exp(u)))
    Gamma = 0.2 * np.concatenate([[0], np.cumsum((gamma[1:] + gamma[:-1]) / 2) * (t[1] - t[0])])
    assert balls.approximate(model.Gamma) == pytest.approx(Gamma[-1], rel=1e-6)
    integrand = 0.2 * gamma / (1.5 + 4 * Gamma)
    B = ((integrand[1:] + integrand[:-1]) / 2).sum() * (t[1] - t[0])
    assert balls.approximate(model.B) == pytest.approx(B, rel=1e-6)


def test_rounds_are_the_dense_original_dynamics() -> None:
    K, M, rho, eta = 2, 5, 0.25, 0.5
    W = np.zeros((K, M))
    gram = (1 - rho) * np.eye(K) + rho
    for _ in range(4):
        A = np.exp(W) / np.exp(W).sum(axis=1, keepdims=True)
        W = W + eta * gram @ (np.eye(K, M) - A)
    entries = Rounds(M, K, balls.ball(Fraction(1, 4)), balls.ball(Fraction(1, 2)), 4).entries()
    np.testing.assert_allclose([balls.approximate(x) for x in entries], [W[0, 0], W[0, 1], W[0, 4]], rtol=1e-12)


@pytest.mark.parametrize(
    ("point", "condition"),
    [("own=2,1 common=4,1 copies=1", gains.ONE_COMMON_OF_QUERY), ("own=2,1;3,1 common=1 copies=2", gains.ALIKE)],
    ids=["two common tokens", "unlike classes"],
)
def test_flows_that_one_class_does_not_tell(point: str, condition: Condition) -> None:
    """Theorem 3 from Eqn 115 on is read along the flow of one class; Eqn 11 is of the distinct tokens alone."""
    instance = Instance.parse(f"{point} share=1/2 l=0 other=1")
    (through_attention,), (of_distinct_tokens,) = find("scan_snap/Theorem 3/Eqn 115"), find("scan_snap/Theorem 3/Eqn 11")
    assert through_attention.domain.broken(instance) == condition.text
    assert of_distinct_tokens.domain.broken(instance) is None
    comparison = PrintedLine(condition.claim, (), gains.ONE_CLASS)(gains.bind_gains(instance, BALLS))
    assert any(c.truth() is Truth.FAILS for c in comparisons(comparison))
