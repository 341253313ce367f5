"""The exact models that claims speak of, held against the floating-point kernels, and steps of quotients."""

import math
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
import sympy
from hypothesis import HealthCheck, assume, given, settings

from kernels import balls
from kernels import training_flows as flows
from kernels.arithmetic import BALLS
from kernels.balls import Truth
from kernels.training_dynamics import directions, query_rows
from strategies.sequence_classes import sequence_classes, single_common_token, word
from theorems.catalogue import find
from theorems.instance import Instance
from theorems.language.printed_line import PrintedLine
from theorems.provers.steps import positive, slack
from theorems.scan_snap import classes, decoder_step, gains, overlaps, token_frequencies
from theorems.scan_snap.steps import identity
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
    """Two of three classes have not come yet: ξ_n < 0 for one, and Theorem 2 is false of counts that are far apart."""
    instance = next(i for i in classes.small_classes() if "theta" in i)
    model = classes.bind_classes(instance, BALLS)
    expected = flows.coefficients(np.eye(3) - np.array(model.inverse, dtype=float), model.M, np.array([-1.0, -1.0, 2.0]))
    for n, m in ((0, 1), (0, 2), (2, 0)):
        assert balls.approximate(model.beta[n][m]) == pytest.approx(expected.beta[n, m], rel=1e-12)
    assert balls.approximate(model.xi(0)) < 0
    part = find("scan_snap/Theorem 2/a")[0]
    assert part.domain.broken(instance) == classes.NEAR_EQUAL_COUNTS.text
    assert part.domain.without(classes.NEAR_EQUAL_COUNTS.text).broken(instance) is None


def test_assumption_2_at_its_edges_and_of_equal_classes() -> None:
    """|λ| = 6/√M is allowed, |λ| = 1/K is not; one token more or less decides."""
    edge = Instance(K=2, M=400, E="3/10")
    assert overlaps.STRONG.check(edge)
    assert overlaps.WEAK.check(edge)
    assert not overlaps.STRONG.check(edge.but(M=399))
    assert not overlaps.WEAK.check(edge.but(E="1/2"))
    assert overlaps.WEAK.check(edge.but(E="499999/1000000"))
    weights = single_common_token((3, 3), ((4,), (4,)))
    instance = Instance(K=2, M=278, psi="0,0", weights=word(weights), boosts="1,1,1")
    assert classes.WEAK_CLASSES.check(instance)  # 9/25 < 1/2
    assert classes.STRONG_CLASSES.check(instance)  # (9/25)² >= 36/278
    assert not classes.STRONG_CLASSES.check(instance.but(M=277))


@pytest.mark.parametrize(
    ("point", "condition"),
    [("own=2,1 common=4,1 copies=1", gains.ONE_COMMON_OF_QUERY), ("own=2,1;3,1 common=1 copies=2", gains.ALIKE_OF_QUERY)],
    ids=["two common tokens", "unlike classes"],
)
def test_flows_that_one_class_does_not_tell(point: str, condition: Condition) -> None:
    """Section 6's ranking is read along the flow of one class; Eqn 11 is of the distinct tokens alone."""
    instance = Instance.parse(f"{point} share=1/2 l=0 other=1")
    through_attention, of_distinct_tokens = (find(f"scan_snap/{part}")[0] for part in ("Section 6/ranking", "Theorem 3/Eqn 11"))
    assert through_attention.domain.broken(instance) == condition.text
    assert of_distinct_tokens.domain.broken(instance) is None
    comparison = PrintedLine(condition.claim, (), gains.ONE_CLASS)(gains.bind_gains(instance, BALLS))
    assert any(c.truth() is Truth.FAILS for c in comparisons(comparison))


def test_frequencies_by_enumerating_every_word_and_rational_directions_of_length_one() -> None:
    assert all(decoder_step.inner_product(f, f) == 1 and min(f) >= 0 for f in decoder_step.UNIT_VECTORS)
    for weights, T, delta in (("1,1", 7, Fraction(9, 10)), ("1,2,5", 6, Fraction(99, 100)), ("0,3,1", 7, Fraction(1, 2))):
        model = token_frequencies.FREQUENCIES.bind(Instance(weights=weights, T=T, delta=delta), BALLS)
        enclosure = token_frequencies.ALL_TOKENS.seen(model).value(token_frequencies.union_radius)
        radius = balls.approximate(enclosure)
        words = product(range(model.M), repeat=T - 1)
        outside = [text for text in words if any(abs(text.count(l) / (T - 1) - p) > radius for l, p in enumerate(model.law))]
        assert model.violation(enclosure) == sum(math.prod(model.law[l] for l in text) for text in outside)


M, K, u, free = positive("M"), positive("K"), positive("u"), sympy.Symbol("free")


@pytest.mark.parametrize(
    ("left", "right", "where", "stands"),
    [
        (1 / (M - 1) + 1, M / (M - 1), {}, True),  # M >= 2 is the paper's
        (1 / (K - 1) + 1, K / (K - 1), {}, False),  # K = 1 is allowed
        (1 / (K - 1) + 1, K / (K - 1), {K: 2 + slack("kappa")}, True),
        (1 / (K - 1) + 1, K / (K - 1), {K: 1 + slack("kappa")}, False),
        ((K**2 - 1) / (K - 1), K + 1, {}, False),
        (1 + 1 / (sympy.exp(u) - 1), sympy.exp(u) / (sympy.exp(u) - 1), {}, True),
        (1 / (sympy.exp(free) - 1) + 0 * u, 1 / (sympy.exp(free) - 1), {}, False),  # free may be 0
        (sympy.Matrix([[1 / K, 1 / (K - 1)]]), sympy.Matrix([[1 / K, 1 / (K - 1)]]), {}, False),
        (1 / M, 1 / (M + 1), {}, False),
    ],
    ids=str,
)
def test_an_identity_needs_denominators_that_do_not_vanish(left, right, where, stands):
    assert identity("both sides", left, right, where).check() is stands
