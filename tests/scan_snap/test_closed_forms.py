"""Every closed form of Sections 3 and 4 against the dense computation, at every small size, ties and ends included."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import ceil, log, sqrt
from typing import Any

import numpy as np
import pytest
from scipy.stats import binom

from kernels import balls
from kernels.arithmetic import BALLS
from strategies.sequence_classes import excess_word, overlap_patterns, word
from tests.scan_snap.dense_growth import *
from theorems.instance import Instance
from theorems.scan_snap import crossing_points, objective, overlaps, setting, trained, uniform_draws, uniform_sampling
from theorems.scan_snap.one_class import trained_row
from theorems.scan_snap.rounds import Rounds
from theorems.scan_snap.targets import Budget, Target, bind_budget


@dataclass(frozen=True)
class Form:
    """A closed form, the dense computation of the same numbers, and every small case of both."""

    name: str
    cases: Callable[[], Iterator[tuple[Any, ...]]]
    closed: Callable[..., Values]
    dense: Callable[..., Values]
    precision: float = 1e-9


def number(value: Any) -> float:
    return float(value) if isinstance(value, int | float | Fraction) else balls.approximate(value)


def numbers(values: Any) -> np.ndarray:
    return np.array([number(value) for value in values])


def patterns() -> Iterator[tuple[int, str]]:
    """Every pattern of overlaps of up to four classes, also unequal ones; K = 1 and no overlap included."""
    for K in (1, 2, 3, 4):
        for pairs in overlap_patterns(K).values():
            for values in ((Fraction(1, 10),), (Fraction(1, 4), Fraction(1, 20))):
                yield K, excess_word(K, {pair: values[k % len(values)] for k, pair in enumerate(pairs)})


def overlapping(K: int, E: str, M: int = 5) -> overlaps.Overlaps:
    theta = ",".join(str(Fraction(k - 1, 10)) for k in range(K))
    return overlaps.bind_overlaps(Instance(K=K, M=M, E=E, theta=theta), BALLS)


def eigen(K: int, E: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    table = np.array([[float(x) for x in row] for row in overlaps.excess_of(K, E)])
    values, vectors = np.linalg.eigh(table)
    return table, values, vectors


def correction_by_eigenvectors(K: int, E: str) -> list[float]:
    """E' = UᵀD'U, |λ₁| and |λ_K|."""
    _, values, vectors = eigen(K, E)
    return [*(vectors @ np.diag(values / (1 + values)) @ vectors.T).ravel(), np.abs(values).max(), np.abs(values).min()]


def coefficients_by_vectors(K: int, E: str) -> list[float]:
    """All ι_n, β_nn' and Σβ f_n·f_n' from explicit vectors f: solve F c = g for g = F(FᵀF)⁻¹(I+Θ)(ζ_k·ζ_n)_k."""
    M, (table, _, _) = 5, eigen(K, E)
    F = np.linalg.cholesky(np.eye(K) + table).T
    zetas = M / (M - 1) * (np.eye(M) - 1 / M)[:K]
    theta = np.array([(k - 1) / 10 for k in range(K)])
    found = []
    for n in range(K):
        g = np.linalg.pinv(F).T @ ((1 + theta) * (zetas @ zetas[n]))
        c = np.linalg.solve(F, g)
        beta = [-c[m] for m in range(K) if m != n]
        found += [c[n], *beta, sum(-c[m] * (F[:, n] @ F[:, m]) for m in range(K) if m != n)]
    return found


def coefficients(K: int, E: str) -> Values:
    model = overlapping(K, E)
    return [x for n in range(K) for x in (model.iota(n), *(model.beta(n, m) for m in range(K) if m != n), model.pull(n))]


def rounds() -> Iterator[tuple[int, int, Fraction, Fraction, int]]:
    """K = M included, where no token is outside [K]."""
    return (
        (K, K + more, rho, eta, r)
        for K in (2, 3, 4)
        for more in (0, 1, 3)
        for rho in map(Fraction, ("1/10", "1/2", "9/10"))
        for eta in (Fraction(1, 2), Fraction(1))
        for r in range(5)
    )


def dense_rounds(K: int, M: int, rho: Fraction, eta: Fraction, r: int) -> np.ndarray:
    """W of the original dynamics: Y = FS moves by F η(e_n - α_n), with real vectors f of overlap ρ."""
    F = np.linalg.cholesky((1 - float(rho)) * np.eye(K) + float(rho)).T
    Y = np.zeros((K, M))
    for _ in range(r):
        residuals = [np.eye(K, M)[n] - softmax(Y.T @ F[:, n]) for n in range(K)]
        Y = Y + float(eta) * sum(np.outer(F[:, n], residuals[n]) for n in range(K))
    return F.T @ Y


def round_entries(K: int, M: int, rho: Fraction, eta: Fraction, r: int) -> Values:
    own, rival, idle = Rounds(M, K, balls.ball(rho), balls.ball(eta), r).entries(r)
    return [own, rival, idle if M > K else rival]


def only_tokens_of_classes(case: tuple[Any, ...]) -> bool:
    return bool(case[0] == case[1])


SCORES = {1: ((2, 1),), 2: ((3, 1, 0), (1, 0, 2)), 3: ((3, 1, 0, 0), (1, 0, 2, 0), (1, 0, 0, 1))}


def orders() -> Iterator[tuple[int, int, tuple[int, ...], int]]:
    """K classes, M tokens, every multiset of up to three shown classes (also a class that never came), the class drawn now."""
    for K, scores in SCORES.items():
        for M in (len(scores[0]), len(scores[0]) + 2):
            for length in (1, 2, 3):
                for order in combinations_with_replacement(range(K), length):
                    for n in range(K):
                        yield K, M, order, n


def decoder(K: int, M: int, order: tuple[int, ...], n: int, l: int) -> trained.Trained:
    scores = tuple(tuple(Fraction(x) for x in row) for row in SCORES[K])
    return trained.Trained(BALLS, scores, K, M, balls.ball("1/2"), order, n, l, False)


def gradient_in_closed_form(K: int, M: int, order: tuple[int, ...], n: int) -> Values:
    """γ(ι_n f_n - Σ β_nn' f_n') of Eqn 9 and the first column of Eqn 70, token by token."""
    models = [decoder(K, M, order, n, l) for l in range(len(SCORES[K][0]))]
    return [*(x.gamma * (x.iota * x.f_nl - x.others) for x in models), *(x.closed(0) for x in models)]


def dense_gradient(K: int, M: int, order: tuple[int, ...], n: int) -> list[float]:
    """Y(x - α) and the first column of Y after the printed steps (26) on the whole M × M matrix."""
    tokens = len(SCORES[K][0])
    F = np.zeros((M, K))
    F[:tokens] = np.array(SCORES[K], dtype=float).T
    F /= np.linalg.norm(F, axis=0)
    unmixed = F @ np.linalg.inv(F.T @ F)
    Y = np.zeros((M, M))
    for k in order:
        Y = Y + 0.5 * np.outer(unmixed[:, k], np.eye(M)[k] - softmax(Y.T @ F[:, k]))
    g = Y @ (np.eye(M)[n] - softmax(Y.T @ F[:, n]))
    return [*g[:tokens], *Y[:tokens, 0]]


def tallies() -> Iterator[tuple[int, ...]]:
    """How often each of two or three tokens stands in the context: absent and repeated ones, one position only."""
    return (tally for M in (2, 3) for tally in product((0, 1, 2), repeat=M) if any(tally))


BOOSTS = (Fraction(2), Fraction(1, 3), Fraction(1))


def attention(tally: tuple[int, ...]) -> setting.Sample:
    M = len(tally)
    Y = tuple(tuple(Fraction(3 * i - 2 * j, 2) for j in range(M)) for i in range(M))
    return setting.Sample(BALLS, tally, BOOSTS[:M], Y, 0)


def dense_attention(*tally: int) -> list[float]:
    """Xᵀb and α with X, b and softmax as matrices."""
    M, X = len(tally), np.array([np.eye(len(tally))[l] for l, c in enumerate(tally) for _ in range(c)])
    a = X.T @ softmax(X @ np.log([float(x) for x in BOOSTS[:M]]))
    Y = np.array([[(3 * i - 2 * j) / 2 for j in range(M)] for i in range(M)])
    return [*a, *softmax(Y.T @ (a / np.linalg.norm(a)))]


def at_entry(tally: tuple[int, ...], i: int, j: int) -> objective.Gradient:
    M = len(tally)
    boosts = word([[BOOSTS[(k + l) % 3] for l in range(M)] for k in range(M)])
    Y = word([[Fraction(3 * k - 2 * l, 2) for l in range(M)] for k in range(M)])
    model = Instance(tally=word([tally]), boosts=boosts, Y=Y, m=0, n=1, i=i, j=j, eta=Fraction(1, 2))
    return objective.bind_gradient(model, BALLS)


def gradients(*tally: int) -> Values:
    """Eqn 3 for Y and Z, all entries; Eqn 4 for the row of the query."""
    M = len(tally)
    models = [at_entry(tally, i, j) for i in range(M) for j in range(M)]
    first = [x.eta * x.v_i * x.r_j for x in models] + [x.eta * x.x_i * x.from_the_left for x in models]
    return first + [x.eta * x.from_the_right for x in models[:M]]


def difference_quotients(*tally: int) -> list[float]:
    """The same from J of Eqn 15 in matrices, by central differences."""
    M, X = len(tally), np.array([np.eye(len(tally))[l] for l, c in enumerate(tally) for _ in range(c)])
    Y = np.array([[(3 * k - 2 * l) / 2 for l in range(M)] for k in range(M)])
    Z = np.log(np.array([[float(BOOSTS[(k + l) % 3]) for l in range(M)] for k in range(M)]))

    def J(Y: np.ndarray, Z: np.ndarray) -> float:
        a = X.T @ softmax(X @ Z.T @ np.eye(M)[0])
        return float(np.log(softmax(Y.T @ (a / np.linalg.norm(a)))[1]))

    step, found = 1e-5, []
    for which in range(2):
        for i, j in product(range(M), repeat=2):
            move = np.zeros((M, M))
            move[i, j] = step
            ends = [(Y + s * move, Z) if which == 0 else (Y, Z + s * move) for s in (1, -1)]
            found.append(0.5 * (J(*ends[0]) - J(*ends[1])) / (2 * step))
    return found + found[M * M : M * M + M]


def targets() -> Iterator[tuple[int, Fraction, Fraction]]:
    return ((M, eta, eps) for M in (3, 10, 100) for eta in RATES for eps in map(Fraction, ("1/2", "1/10", "1/100")))


def norm_at_target(M: int, eta: Fraction, epsilon: Fraction) -> list[float]:
    """|e_n - α_n| of the row (M-1)hζ_n after the closed form's number of steps."""
    model = Target(balls.ball(M), balls.ball(eta), balls.ball(epsilon))
    h = flowed(M, eta, Fraction(balls.approximate(model.steps)))
    row = np.full(M, -h)
    row[0] = (M - 1) * h
    return [float(np.linalg.norm(np.eye(M)[0] - softmax(row)))]


def budgets() -> Iterator[tuple[int, int]]:
    return ((K, k) for K in (2, 3) for k in (2, 3, 5))


def budget(K: int, k: int) -> Budget:
    return bind_budget(uniform_sampling.coarse_target(k).but(K=K), BALLS)


FORMS = (
    Form("w_n(s) = (M-1)h*(s)ζ_n", steps, lambda M, eta, s: [(M - 1) * (h := path(M, eta, s).h_star), *[-h] * (M - 1)],
        lambda M, eta, s: rows(M, eta, s)[s]),
    Form("the two entries that stand for the whole row", steps,
        lambda M, eta, s: (lambda last: [last[0], *[last[1]] * (M - 1)])(list(trained_row(path(M, eta, s)))[-1]),
        lambda M, eta, s: rows(M, eta, s)[s]),
    Form("α_n(s), Eqn 32", lambda: steps(1),
        lambda M, eta, s: (lambda e: [e / (M - 1 + e), *[1 / (M - 1 + e)] * (M - 1)])(balls.exp(path(M, eta, s).u_before)),
        lambda M, eta, s: softmax(rows(M, eta, s - 1)[s - 1])),
    Form("the lead of the recursion over the flow", lambda: steps(1), lambda M, eta, s: [path(M, eta, s).lead],
        lead_by_inversion, 1e-7),
    Form("h(t), Lemma 6", times, lambda *at: [grown(*at).h], lambda *at: [flowed(*at)], 1e-8),
    Form("γ(t)", times, lambda *at: [grown(*at).gamma], gamma_of_flow, 1e-8),
    Form("h° and its slope, Eqn 46", times, lambda *at: [between(*at).broken_line(at[2]), between(*at).speed_of_line],
        broken_line),
    Form("dh/dt after the start", lambda: ((M, eta, t) for M, eta, t in times() if t > 0), lambda *at: [between(*at).speed],
        lambda M, eta, t: [(flowed(M, eta, t + TINY) - flowed(M, eta, t - TINY)) / (2 * float(TINY))], 1e-3),
    Form("ω₀ and ω₁, Lemma 8", lambda: ((M,) for M in range(4, 60)),
        lambda M: (lambda z: [z.omega0, z.omega1])(crossing_points.bind_zeros(Instance(M=M), None)),
        crossings),
    Form("θ, σ and the steepest |dg/ds|", counts,
        lambda *at: [
            counted(*at).theta,
            counted(*at).sigma,
            counted(*at).steepest(*(balls.ball(c) for c in (at[2], at[2] + at[3]))),
        ],
        counts_by_flow, 1e-4),
    Form("probabilities of straying", draws, sampled, by_enumeration),
    Form("N̄, Δ and (K/√N)√ln(1/δ)", uniform,
        lambda N, K, delta: (lambda x: [x.mean, x.reach, x.scale])(
            uniform_draws.UniformDraws(BALLS, N, K, balls.ball(max(K, 2)), balls.ball(1), delta)
        ),
        lambda N, K, delta: [
            sum(1 for k in range(N) if k % K == 0),
            ceil(sqrt(N * log(1 / delta))),
            K / sqrt(N) * sqrt(log(1 / delta)),
        ]),
    Form("E' = UᵀD'U, |λ₁|, |λ_K|", patterns,
        lambda K, E: (lambda x: [*(e for row in x.E_prime for e in row), x.lambda1, x.lambda_last])(overlapping(K, E)),
        correction_by_eigenvectors),
    Form("ι_n, β_nn' and Σβ f_n·f_n'", patterns, coefficients, coefficients_by_vectors),
    Form("W of the original dynamics with equal overlaps", rounds, round_entries,
        lambda K, M, *at: dense_rounds(K, M, *at)[0, [0, 1, M - 1]]),
    Form("(M-1)h*(r)ζ_n at the rate (1-ρ)η, K = M", lambda: filter(only_tokens_of_classes, rounds()),
        lambda K, M, rho, eta, r: (lambda scale: [scale, *[-scale / (M - 1)] * (M - 1)])(
            (M - 1) * Rounds(M, K, balls.ball(rho), balls.ball(eta), r).recursion(r, balls.ball((1 - rho) * eta))
        ),
        lambda K, M, *at: dense_rounds(K, M, *at)[0]),
    Form("g of Eqn 9 and Y of Eqn 70", orders, gradient_in_closed_form, dense_gradient),
    Form("Xᵀb and α", tallies, lambda *tally: [*attention(tally).a, *attention(tally).answers], dense_attention),
    Form("the gradients of Eqns 3 and 4", tallies, gradients, difference_quotients, 1e-6),
    Form("the steps until the residual is ε", targets, lambda M, eta, epsilon: [epsilon], norm_at_target, 1e-7),
    Form("ln(K Pr[N_n < S])", budgets, lambda K, k: [balls.log(budget(K, k).short)],
        lambda K, k: [log(K) + binom.logcdf(budget(K, k).needed - 1, 8 * K * budget(K, k).needed, 1 / K)], 1e-8),
)  # fmt: skip


def differs(form: Form, case: tuple[Any, ...]) -> bool:
    closed, dense = numbers(form.closed(*case)), np.asarray(form.dense(*case), dtype=float)
    assert closed.shape == dense.shape
    return not np.allclose(closed, dense, rtol=form.precision, atol=1e-10 if form.precision < 1e-5 else form.precision * 1e-2)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_the_closed_form_is_the_dense_computation(form: Form) -> None:
    cases = list(form.cases())
    assert cases
    assert [case for case in cases if differs(form, case)] == []
