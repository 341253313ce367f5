"""Theorems 2 and 3 watched along integrated flows: an adaptive integrator knows none of their formulas."""

from __future__ import annotations

import numpy as np
import pytest

from kernels.training_dynamics import ROUND_ROBIN, directions
from kernels.training_flows import Flow, attention_flow, reparameterised

ETA_Y, ETA_Z = 0.5, 0.3
TIMES = np.linspace(0.0, 4000.0, 41)


def classes(K: int, common: tuple[float, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Common tokens first, three own tokens (4 : 3 : 2) for each class; M = 3000, one query."""
    law = np.zeros((K, 3000))
    for n in range(K):
        law[n, : len(common)] = common
        law[n, len(common) + 3 * n : len(common) + 3 * n + 3] = (1 - sum(common)) * np.array([4, 3, 2]) / 9
    return law, np.zeros(K, dtype=np.int64)


@pytest.fixture(scope="module")
def single() -> tuple[np.ndarray, Flow]:
    law, query = classes(2, (0.4,))
    return law, attention_flow(law, query, eta_Y=ETA_Y, eta_Z=ETA_Z, times=TIMES)


def test_distinct_tokens_rise_and_the_common_one_falls(single: tuple[np.ndarray, Flow]) -> None:
    _, flow = single
    assert np.all(np.diff(flow.logits[:, 0, 1:7], axis=0) > 0)
    assert np.all(np.diff(flow.logits[:, 0, 0]) < 0)
    assert np.all(flow.xi[1:] > 0)


def test_relative_gains_follow_the_closed_form(single: tuple[np.ndarray, Flow]) -> None:
    """r_{l/l'}(t) = r_{l/l'}(0) e^{2 (z_l(t) - z_l(0))}, Eqn 11."""
    law, flow = single
    scores = law[0] * np.exp(flow.logits[:, 0])
    for l, other in ((1, 2), (1, 3), (2, 3), (3, 1)):
        gain = (scores[:, l] / scores[:, other]) ** 2 - 1
        np.testing.assert_allclose(gain, gain[0] * np.exp(2 * flow.logits[:, 0, l]), rtol=1e-6)


def test_the_dominant_token_grows_between_the_two_bounds(single: tuple[np.ndarray, Flow]) -> None:
    """Eqn 12, with B integrated beside the logits."""
    law, flow = single
    f = np.array([directions(law, z)[0, 1] for z in flow.logits])
    assert np.all(np.diff(f) > 0)
    B, chi = flow.growth[:, 0], np.exp(2 * flow.logits[:, 0, 1])
    assert np.all(chi[1:] <= np.exp(2 * B[1:]))
    assert np.all(chi[1:] >= np.exp(2 * f[0] ** 2 * B[1:]))
    assert chi[-1] > 1.05


def test_symmetric_classes_lose_all_their_common_tokens() -> None:
    law, query = classes(3, (0.2, 0.15, 0.1))
    flow = attention_flow(law, query, eta_Y=ETA_Y, eta_Z=ETA_Z, times=TIMES)
    assert np.all(np.diff(flow.logits[:, 0, :3], axis=0) < 0)
    blocks = flow.logits[-1, 0, 3:12].reshape(3, 3)
    np.testing.assert_allclose(blocks, np.tile(blocks[0], (3, 1)), rtol=1e-6)


def test_sampled_steps_of_the_reparameterised_dynamics_stay_near_the_flow() -> None:
    law, query = classes(2, (0.4,))
    logits, counts = reparameterised(law, query, eta_Y=ETA_Y, eta_Z=0.05, steps=3000, seed=1, order=ROUND_ROBIN)
    flow = attention_flow(law, query, eta_Y=ETA_Y, eta_Z=0.05, times=np.array([3000.0]))
    assert counts.sum() == 3000
    assert np.abs(logits - flow.logits[-1]).max() < 0.02 * np.abs(logits).max()
