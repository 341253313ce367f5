"""The idealised dynamics of attention above a decoder that learns each class on its own.

In the reparameterised dynamics every class n drives its own row w_n = (M-1) h_n zeta_n of W = Fᵀ Y, so that Y = F (I - E') W
with I - E' = (I + E)⁻¹ and I + E = Fᵀ F (scan_snap, Lemmas 3 and 5, Theorem 5). One step of class n moves its row of W and
its query's logits; the flow is what remains when steps are small and classes appear equally often.
"""

from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp

from kernels.arithmetic import FLOAT
from kernels.blocks import Floats
from kernels.decoder_growth import logit_float, speed_control
from kernels.training_dynamics import Integers, class_of_step, directions, query_rows


@dataclass(frozen=True)
class Coefficients:
    """g_n = gamma (iota_n f_n - sum over n' != n of beta[n, n'] f_n'); the diagonal of beta is zero."""

    iota: Floats
    beta: Floats


def gram_excess(F: Floats) -> tuple[Floats, Floats]:
    """E = FᵀF - I with a zero diagonal, and E' = I - (I + E)⁻¹, from the rows f_n of F (K, M)."""
    E = F @ F.T
    np.fill_diagonal(E, 0.0)
    identity = np.eye(len(E))
    return E, identity - np.linalg.inv(identity + E)


def coefficients(E_prime: Floats, M: int, theta: Floats | None = None) -> Coefficients:
    """iota and beta from (I - E')(I + Theta)(q_0, ..., q_1, ..., q_0)ᵀ, without the common factor 1 + sigma.

    q_1 = M/(M-1) stands at position n, q_0 = -M/(M-1)² elsewhere (scan_snap, Eqn 83).
    """
    K = len(E_prime)
    scale = np.ones(K) if theta is None else 1 + theta
    v = np.full((K, K), -M / (M - 1) ** 2)
    np.fill_diagonal(v, M / (M - 1))
    combination = (v * scale) @ (np.eye(K) - E_prime).T  # row n: coefficients of g_n in f_1, ..., f_K
    iota = np.diag(combination).copy()
    beta = -combination
    np.fill_diagonal(beta, 0.0)
    return Coefficients(iota, beta)


def drift(law: Floats, logits: Floats, row_of: Integers, M: int) -> Floats:
    """Sum over the classes of each query of diag(f_n) sum beta (f_n f_nᵀ - I) f_n', shape (K, M), without eta_Z gamma."""
    F = directions(law, logits)
    E, E_prime = gram_excess(F)
    beta = coefficients(E_prime, M).beta
    per_class = F * ((beta * E).sum(axis=1)[:, None] * F - beta @ F)
    summed = np.zeros_like(per_class)
    np.add.at(summed, row_of, per_class)
    return summed[row_of]


@dataclass(frozen=True)
class Flow:
    """The flow of the logits: times (S,), logits (S, K, M) of each class's query, xi (S, K), and B = eta_Z ∫ xi (S, K)."""

    times: Floats
    logits: Floats
    xi: Floats
    growth: Floats


def attention_flow(
    law: Floats,
    query: Integers,
    *,
    eta_Y: float,
    eta_Z: float,
    times: Floats,
    per_step: bool = True,
) -> Flow:
    """The flow of scan_snap, Eqn 10, integrated with error control from Z = 0.

    Time counts single-sample steps, as in gamma(t). A step shows one class of K, so the mean drift per step is 1/K of the
    sum over classes: ``per_step=False`` drops that factor, as the paper prints it.
    """
    K, M = law.shape
    row_of = query_rows(query)
    rate = eta_Z / K if per_step else eta_Z

    def gamma(t: float) -> float:
        return float(speed_control(FLOAT, float(M), logit_float(float(M), eta_Y * t / K)))

    def xi(logits: Floats, t: float) -> Floats:
        E, E_prime = gram_excess(directions(law, logits))
        return gamma(t) * (coefficients(E_prime, M).beta * E).sum(axis=1)

    def slope(t: float, state: Floats) -> Floats:
        logits = state[: K * M].reshape(K, M)
        moved = rate * gamma(t) * drift(law, logits, row_of, M)
        return np.concatenate([moved.ravel(), rate * xi(logits, t)])

    span, start = (0.0, float(times[-1])), np.zeros(K * M + K)
    solution = solve_ivp(slope, span, start, t_eval=times, rtol=1e-8, atol=1e-10, method="DOP853")
    if not solution.success:
        raise ArithmeticError(f"the integrator gave up: {solution.message}")
    logits = solution.y[: K * M].T.reshape(-1, K, M)
    xis = np.stack([xi(z, t) for z, t in zip(logits, times, strict=True)])
    return Flow(np.asarray(times), logits, xis, solution.y[K * M :].T)


def reparameterised(
    law: Floats,
    query: Integers,
    *,
    eta_Y: float,
    eta_Z: float,
    steps: int,
    seed: int,
    order: int,
) -> tuple[Floats, Integers]:
    """Single-sample steps of the reparameterised dynamics; returns the logits (K, M) and how often each class came.

    W is carried by its K numbers u_n = M h*_n; Y = F (I - E') W is rebuilt from the current F, which is the paper's reading
    of a decoder that is always ahead of attention.
    """
    K, M = law.shape
    row_of = query_rows(query)
    logits, u = np.zeros((K, M)), np.zeros(K)
    counts = np.zeros(K, dtype=np.int64)
    for step in range(steps):
        n = int(class_of_step(np.uint64(seed), step, K, order))
        F = directions(law, logits)
        _, E_prime = gram_excess(F)
        grown = np.exp(u[n])
        # rows k of W times (e_n - alpha_n): (M-1) u_k/M · zeta_k·zeta_n · (M-1)/(M-1+e^u_n)
        inner = np.full(K, -M / (M - 1) ** 2)
        inner[n] = M / (M - 1)
        g = ((np.eye(K) - E_prime) @ (u * inner)) @ F * (M - 1) ** 2 / (M * (M - 1 + grown))
        f = F[n]
        logits[row_of == row_of[n]] += eta_Z * f * (g - f * (f @ g))
        u[n] += eta_Y * M / (M - 1 + grown)
        counts[n] += 1
    return logits, counts
