"""One attention layer over learned embeddings: predict the token after a window, with gradients written by hand.

The last token of a window asks, the others answer: scores u_qᵀ W_Q W_Kᵀ u_x / √d give attention b over the positions, the
output is the combination of embeddings Uᵀ a with the token masses a scaled to norm one (a token that stands twice has both
masses), and U W_V times it are the logits of the next token (scan_snap, Eqns 1 and 2, with U, W_Q, W_K, W_V all learned).
Everywhere U are the learned vectors scaled to norm one: otherwise plain gradient steps of length 3 leave the floats soon.
"""

from dataclasses import dataclass

import numpy as np

from kernels.blocks import Floats, compiled
from kernels.training_dynamics import Integers


@dataclass
class Model:
    """Vectors U (V, d), none of them zero, and W_Q, W_K, W_V (d, d)."""

    U: Floats
    W_Q: Floats
    W_K: Floats
    W_V: Floats

    def parts(self) -> tuple[Floats, Floats, Floats, Floats]:
        return self.U, self.W_Q, self.W_K, self.W_V


def drawn(vocabulary: int, width: int, rng: np.random.Generator) -> Model:
    """Vectors with entries N(0, 1/d), of norm about one, and the three matrices uniform on ±1/√d."""
    bound = 1 / np.sqrt(width)
    U = rng.standard_normal((vocabulary, width)) * bound
    W_Q, W_K, W_V = (rng.uniform(-bound, bound, (width, width)) for _ in range(3))
    return Model(U, W_Q, W_K, W_V)


def embeddings(model: Model) -> Floats:
    """The vectors scaled to norm one, (V, d)."""
    return model.U / np.linalg.norm(model.U, axis=1, keepdims=True)


def attention(model: Model, windows: Integers) -> Floats:
    """b (B, T-1): how the last token of each window (B, T) attends to the positions before it."""
    context, query = windows[:, :-1], windows[:, -1]
    U = embeddings(model)
    key = U[query] @ model.W_Q @ model.W_K.T / np.sqrt(U.shape[1])
    scores = (U[context] @ key[:, :, None])[:, :, 0]
    b = np.exp(scores - scores.max(axis=1, keepdims=True))
    return b / b.sum(axis=1, keepdims=True)


def log_likelihood(model: Model, windows: Integers, following: Integers) -> tuple[float, Model]:
    """Mean log-likelihood of the next tokens and its gradient.

    Args:
        model: the weights.
        windows: (B, T) tokens, T >= 2.
        following: (B,) the token after each window.
    """
    size = np.linalg.norm(model.U, axis=1, keepdims=True)
    U, (_, W_Q, W_K, W_V) = model.U / size, model.parts()
    context, query = windows[:, :-1], windows[:, -1]
    batch, scale = len(windows), 1 / np.sqrt(U.shape[1])
    E, u = U[context], U[query]
    g = u @ W_Q
    key = g @ W_K.T * scale
    scores = (E @ key[:, :, None])[:, :, 0]
    b = np.exp(scores - scores.max(axis=1, keepdims=True))
    b /= b.sum(axis=1, keepdims=True)
    same = (context[:, :, None] == context[:, None, :]).astype(np.float64)
    mass = (same @ b[:, :, None])[:, :, 0]  # of the token at each position: |a|² is the sum of b·mass
    norm = np.sqrt((b * mass).sum(axis=1))[:, None]
    mean = (b[:, None, :] @ E)[:, 0, :]
    output = mean / norm
    answer = output @ W_V.T
    logits = answer @ U.T
    logits -= logits.max(axis=1, keepdims=True)
    total = np.log(np.exp(logits).sum(axis=1, keepdims=True))
    value = float((logits[np.arange(batch), following] - total[:, 0]).mean())

    residual = -np.exp(logits - total) / batch
    residual[np.arange(batch), following] += 1 / batch
    d_answer = residual @ U
    d_U = residual.T @ answer
    d_output = d_answer @ W_V
    d_mean = d_output / norm
    d_norm = -(d_output * output).sum(axis=1, keepdims=True) / norm
    d_b = (E @ d_mean[:, :, None])[:, :, 0] + d_norm * mass / norm
    d_scores = b * (d_b - (b * d_b).sum(axis=1, keepdims=True))
    d_key = (d_scores[:, None, :] @ E)[:, 0, :] * scale
    d_g = d_key @ W_K
    d_E = b[:, :, None] * d_mean[:, None, :] + d_scores[:, :, None] * key[:, None, :]
    _add_rows(d_U, context.ravel(), d_E.reshape(-1, U.shape[1]))
    _add_rows(d_U, query, d_g @ W_Q.T)
    d_U = (d_U - U * (U * d_U).sum(axis=1, keepdims=True)) / size
    return value, Model(d_U, u.T @ d_g, d_key.T @ g, d_answer.T @ output)


@compiled
def _add_rows(out: Floats, rows: Integers, values: Floats) -> None:
    for i in range(len(rows)):
        target = out[rows[i]]
        for j in range(out.shape[1]):
            target[j] += values[i, j]


def ascend(model: Model, gradient: Model, rate: float) -> None:
    """One plain gradient step, in place, with one rate for all weights.

    Raises:
        FloatingPointError: when the weights leave the floats.
    """
    for weights, slope in zip(model.parts(), gradient.parts(), strict=True):
        weights += rate * slope
        if not np.isfinite(weights.sum()):
            raise FloatingPointError(f"training diverged at the rate {rate:g}")


def warm_up() -> None:
    """Compile the scattered sum."""
    model = drawn(3, 2, np.random.default_rng(0))
    log_likelihood(model, np.array([[0, 1, 2]]), np.array([1]))
