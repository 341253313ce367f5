"""Inputs and laws as they are constructed: sink inputs, parities, drawn inputs; and events about all sizes."""

from fractions import Fraction

import numpy as np
import pytest

from kernels.arithmetic import FLOAT
from kernels.tails import Law
from strategies.attention_rows import levels_of
from theorems.catalogue import parts
from theorems.instance import Instance
from theorems.judging import expectations
from theorems.language.tree import Claim, Eventually, Limit, Probability
from theorems.sparse.constants import smallest_constant
from theorems.sparse.drawn_inputs import DRAWN_NORMS, Draw, constant_window, window_errors
from theorems.sparse.row_claims import AT_EACH_SIZE
from theorems.sparse.rows import INPUTS, REPAIRED_INPUTS, ROWS
from theorems.sparse.score_models import parity_law, score_law
from theorems.vocabulary import Reading


@pytest.mark.parametrize("c", ["1x1,-1x3", "1x2,0x2,-1/2x1", "-1x4"])
def test_sink_inputs_meet_definition_c1_and_have_these_scores(c):
    """X_j = (b, c_j b), W = w E_12: entries within B √log(nd/δ), every row of S the coded one."""
    instance = Instance(row=c, k=1, R=Fraction(3, 2), delta=Fraction(1, 20), C=2)
    coefficients = np.array([float(v) for v, multiplicity in levels_of(c) for _ in range(multiplicity)])
    n, B = len(coefficients), 0.7
    bound = B * np.sqrt(np.log(2 * n / 0.05))
    X = np.column_stack([np.full(n, bound), coefficients * bound])
    W = np.array([[0.0, 1.5 / B**2], [0.0, 0.0]])
    assert np.abs(X).max() <= bound * (1 + 1e-15)
    assert B**2 * np.linalg.norm(W) == pytest.approx(1.5)
    S = X @ W @ X.T
    A = np.exp(S)
    printed, repaired = (domain.bind(instance, FLOAT) for domain in (INPUTS, REPAIRED_INPUTS))
    assert pytest.approx(A.sum(1)[0]) == printed.D
    assert printed.u_max == pytest.approx((A / A.sum(1)[:, None]).max())
    assert pytest.approx(2 * 1.5 * np.sqrt(np.log(n / 0.05))) == printed.M
    assert pytest.approx(2 * 1.5 * np.log(2 * n / 0.05)) == repaired.M
    assert np.abs(S).max() <= repaired.M


def test_scores_beyond_m_break_the_event():
    assert "G_M" in (ROWS.broken(Instance(row="2x1,0x1", k=1, M=1)) or "")


def test_parities_are_pairwise_independent_and_no_more():
    d, m = 3, 3
    signs = [[1 - 2 * ((z & s).bit_count() & 1) for s in range(1, 2 * d + 1)] for z in range(2**m)]
    table = np.array(signs)
    for a in range(2 * d):
        for b in range(a):
            assert sorted(map(tuple, table[:, [a, b]])) == sorted([(-1, -1), (-1, 1), (1, -1), (1, 1)] * 2)
    assert (table[:, 0] * table[:, 1] * table[:, 2] == 1).all()  # parities 1, 2 and 3 = 1 xor 2
    assert parity_law(d, m).at_least(d * d) >= Fraction(1, 2**m)


def test_the_errors_of_drawn_inputs_are_those_of_the_definition():
    n, k = 40, 7
    errors = window_errors(Draw(rows=n), DRAWN_NORMS["frobenius"], (n,), [constant_window(k)], 1, (3,))
    queries, keys = Draw(rows=n).few_rows(np.random.default_rng([3, n, 0]), n)
    S = queries @ keys.T / np.sqrt(keys.shape[1])
    expected = 0.0
    for s in S:
        p = np.exp(s) / np.exp(s).sum()
        q = np.where(np.argsort(np.argsort(-s)) < k, p, 0)
        expected += ((p - q / q.sum()) ** 2).sum()
    assert errors[0][0][0] == pytest.approx(np.sqrt(expected))


def test_smallest_constants_are_quantiles_of_the_exact_law():
    delta = Fraction(1, 50)
    C = smallest_constant(Law.sign(), "ones", 3, delta)
    law = score_law(3, "ones", Fraction(1, 2), False)
    level = Fraction(C * 3 * np.sqrt(np.log(50))).limit_denominator(10**6)
    assert law.map(abs).more_than(level) <= delta < law.map(abs).at_least(level)


def test_no_part_that_stands_claims_an_event_about_all_sizes_at_once() -> None:
    """A bound that holds with probability 1 - δ at each n is broken infinitely often by independent inputs (Borel-Cantelli).

    Theorem 6.2 says of infinitely many n only, which follows by Fatou's lemma.
    """
    stand = [p for p in parts() if expectations.load(p.paper)[p.key].verdict in ("holds", "asymptotic")]
    over_sizes = [p for p in stand if _claims_an_event_over_sizes(p.printed.claim)]
    assert {p.address for p in over_sizes} == {"sparse/Theorem 6.2", "sparse/Theorem 6.2/(b)"}
    assert all([r.name for r in p.printed.reduced.rules][-2:] == ["one suffices", "away from 0"] for p in over_sizes)
    at_each = [p for p in parts("sparse") if p.reading is Reading.INTENDED and AT_EACH_SIZE in p.changed]
    assert len(at_each) == 16


def _claims_an_event_over_sizes(claim: Claim) -> bool:
    events = [node.event for _, node in claim.walk() if isinstance(node, Probability)]
    return any(isinstance(node, Limit | Eventually) for event in events for _, node in event.walk())
