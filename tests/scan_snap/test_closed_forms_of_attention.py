"""Every closed form of Sections 5 and 6 held against the dense computation: integrated flows and explicit matrices."""

from collections.abc import Callable
from functools import lru_cache
from itertools import islice
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

from kernels import balls
from kernels import training_flows as flows
from kernels.arithmetic import BALLS
from kernels.training_dynamics import query_rows
from theorems.instance import Instance
from theorems.scan_snap import classes, gains, transition_models, twins
from theorems.statement import Domain

Dense = Callable[[Instance], dict[str, float]]


def integrated(slope: Callable[[float, Any], Any], end: float, size: int) -> np.ndarray[Any, Any]:
    solution = solve_ivp(slope, (0.0, end), np.zeros(size), rtol=1e-11, atol=1e-13, method="LSODA")
    assert solution.success
    return np.asarray(solution.y[:, -1])


@lru_cache(maxsize=4096)
def decoder_and_common_token(i: Instance) -> dict[str, float]:
    """Mh, Γ, z and B of Eqns 44, 118, 119 as one system of differential equations in t; then the same with Eqn 13's sums."""
    M, K, eta, eta_Z, C0 = (float(i[name]) for name in ("M", "K", "eta", "eta_Z", "C0"))

    def slope(t: float, y: Any) -> list[float]:
        u, _, z, _, counted, _ = y
        grown = M - 1 + np.exp(u)
        moved = eta_Z * (M - 1) ** 2 * u / M / grown / C0
        xi = np.exp(4 * counted) * (K - 1) / K
        return [eta * M / K / grown, moved * C0, -moved * np.exp(4 * z), moved * np.exp(4 * z), -K * moved * xi, moved * xi]

    u, Gamma, z, B, _, B_of_the_model = integrated(slope, float(i.t), 6)
    gamma = (M - 1) ** 2 * u / M / (M - 1 + np.exp(u))
    return {"u": u, "gamma": gamma, "Gamma": Gamma, "z": z, "B": B, "B_of_the_model": B_of_the_model}


@lru_cache(maxsize=4096)
def logits_in_their_clock(i: Instance) -> tuple[list[float], float, float]:
    """Distinct logits, the common one, and B, from ż_l = c̃_l², ż_c = -copies Σ c̃_l², Ḃ = |c̃|²."""
    own, common, copies = np.array([float(x) for x in gains.own_of(i)]), float(i.common), int(i.copies)

    def slope(t: float, y: Any) -> Any:
        squares = (own * np.exp(y[:-2])) ** 2
        rest = (common * np.exp(y[-2])) ** 2
        return [*squares, -copies * squares.sum(), squares.sum() + rest]

    *rises, fall, B = integrated(slope, float(i.share) / (2 * own.max() ** 2), len(own) + 2)
    return [float(x) for x in rises], float(fall), float(B)


def one_class(i: Instance) -> dict[str, float]:
    own, common = np.array([float(x) for x in gains.own_of(i)]), float(i.common)
    rises, fall, B = logits_in_their_clock(i)
    top, squares, rest = int(own.argmax()), (own * np.exp(rises)) ** 2, (common * np.exp(fall)) ** 2
    l, other, total, total0 = int(i.l), int(i.other), squares.sum() + rest, (own**2).sum() + common**2
    return {
        "B": B,
        "fall": fall,
        "z_l": rises[l],
        "z_other": rises[other],
        "z_top": rises[top],
        "chi": np.exp(2 * rises[top]),
        "r": squares[l] / squares[other] - 1,
        "r0": (own[l] / own[other]) ** 2 - 1,
        "f2": squares[top] / total,
        "f2_other": squares[other] / total,
        "f2_common": rest / total,
        "f2_start": own[top] ** 2 / total0,
        "f2_other_start": own[other] ** 2 / total0,
    }


def law_and_logits(i: Instance) -> tuple[Any, Any, Any]:
    """K images of the class: the common token first, then a block of own tokens for each; their queries."""
    own, K = [float(x) for x in gains.own_of(i)], int(i.K)
    rises, fall, _ = logits_in_their_clock(i)
    tokens = 1 + K * len(own)
    law, logits = np.zeros((K, tokens)), np.zeros((K, tokens))
    for n in range(K):
        block = slice(1 + n * len(own), 1 + (n + 1) * len(own))
        law[n, 0], law[n, block] = float(i.common), own
    for n in range(K):
        logits[:, 0] = fall
        logits[:, 1 + n * len(own) : 1 + (n + 1) * len(own)] = rises
    psi = np.arange(K) if i.copies == 1 else np.zeros(K, dtype=np.int64)
    return law, logits, query_rows(psi)


def equal_classes(i: Instance) -> dict[str, float]:
    law, logits, _ = law_and_logits(i)
    F = law * np.exp(logits)
    F /= np.linalg.norm(F, axis=1, keepdims=True)
    E, E_prime = flows.gram_excess(F)
    beta = flows.coefficients(E_prime, int(i.M)).beta
    return {
        "overlap": E[0, 1],
        "largest": np.abs(np.linalg.eigvalsh(E)).max(),
        "correction": E_prime[0, 1],
        "beta": beta[0, 1],
        "xi": (beta * E).sum(axis=1)[0],
    }


def two_decoders(i: Instance) -> dict[str, float]:
    faster = i.but(eta=i.faster, eta_Z=i.eta_Z * i.faster / i.eta if i.together else i.eta_Z)
    return {"B_slow": decoder_and_common_token(i)["B"], "B_fast": decoder_and_common_token(faster)["B"]}


FORMS: dict[str, tuple[Domain, Dense]] = {  # what computes the attributes of a model densely
    "transition": (transition_models.TRANSITION, decoder_and_common_token),
    "started": (transition_models.STARTED, lambda i: {"B": decoder_and_common_token(i)["B"]}),
    "two rates, η_Z fixed": (transition_models.two_rates(0), two_decoders),
    "two rates, ν fixed": (transition_models.two_rates(1), two_decoders),
    "gains": (gains.GAINS, one_class),
    "twins": (twins.TWINS, equal_classes),
}


def check(domain: Domain, dense: Dense, i: Instance) -> None:
    model = domain.bind(i, BALLS)
    for name, expected in dense(i).items():
        assert balls.approximate(getattr(model, name)) == pytest.approx(expected, rel=2e-7, abs=1e-10), f"{name} at {i}"


def within_reach(i: Instance) -> bool:
    """An integrator follows it: no blow-up, no more than 10⁴ steps of training."""
    return float(dict(i).get("share", 0)) <= 0.99 and float(dict(i).get("t", 0)) <= 10**4


@pytest.mark.parametrize("name", FORMS)
def test_closed_forms_are_the_dense_computation_at_small_sizes_and_drawn_instances(name: str) -> None:
    domain, dense = FORMS[name]
    assert domain.small is not None
    for i in islice((i for i in domain.small() if within_reach(i) and domain.broken(i) is None), 0, 400, 7):
        check(domain, dense, i)

    @settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
    @given(data=st.data())
    def drawn(data: st.DataObject) -> None:
        i = data.draw(domain.instances)
        assume(within_reach(i) and domain.broken(i) is None)
        check(domain, dense, i)

    drawn()


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_the_clock_of_a_class_is_eqn_44(data: st.DataObject) -> None:
    """The kernels' drift at the state of the clock is c̃_l² for own tokens and -copies Σ c̃² for the common one, times ξ/|c̃|²."""
    i = data.draw(twins.TWINS.instances)
    assume(within_reach(i) and twins.TWINS.broken(i) is None)
    law, logits, rows = law_and_logits(i)
    squares = (law * np.exp(logits))[0] ** 2
    pace = equal_classes(i)["xi"] / squares.sum()
    drift = flows.drift(law, logits, rows, int(i.M))[0]
    own = len(gains.own_of(i))
    np.testing.assert_allclose(drift[1 : 1 + own], pace * squares[1 : 1 + own], rtol=1e-6)
    assert drift[0] == pytest.approx(-int(i.copies) * pace * squares[1 : 1 + own].sum(), rel=1e-6)


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(values=classes.classes_domain("several common tokens").draw())
def test_xi_in_terms_of_the_correction(values: dict[str, Any]) -> None:
    """ξ_n/γ = (q₁-q₀)(1+θ_n)(-E'_nn) + |q₀|(E'(1+θ))_n: what makes it positive without |λ_i| ≥ 6/√M where θ = 0."""
    i = Instance(values)
    assume(classes.INDEPENDENT.check(i))
    x = classes.bind_classes(i, BALLS)
    E = np.array([[balls.approximate(entry) for entry in row] for row in x.E])
    E_prime = np.eye(x.K) - np.linalg.inv(np.eye(x.K) + E)
    a = x.M / (x.M - 1) ** 2
    often = np.array([float(1 + deviation) for deviation in x.theta])
    expected = (x.M / (x.M - 1) + a) * often * -np.diag(E_prime) + a * E_prime @ often
    np.testing.assert_allclose([balls.approximate(x.xi(n)) for n in range(x.K)], expected, rtol=1e-6, atol=1e-12)
