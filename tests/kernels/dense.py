"""A training step written down from its definition, which the kernels' structured ones are held against."""

import numpy as np

from kernels.blocks import Floats


def dense_step(
    Y: Floats, Z: Floats, contexts: Floats, query: int, answer: int, eta_Y: float, eta_Z: float
) -> tuple[Floats, Floats]:
    """One step written down from the definitions, with the T-1 one-hot contexts (T-1, M) and all of Y and Z: the oracle.

    z_m += eta_Z Xᵀ diag(b) X (I - aaᵀ/|a|²)/|a| Y (x - alpha), a = Xᵀ b (scan_snap, Eqn 4).
    """
    X = contexts
    scores = X @ Z[query]
    b = np.exp(scores - scores.max())
    b /= b.sum()
    a = X.T @ b
    norm = np.linalg.norm(a)
    v = a / norm
    alpha = np.exp(Y.T @ v - (Y.T @ v).max())
    alpha /= alpha.sum()
    residual = -alpha
    residual[answer] += 1
    projection = (np.eye(a.size) - np.outer(v, v)) / norm
    new_Z = Z.copy()
    new_Z[query] += eta_Z * (X.T @ np.diag(b) @ X @ projection @ Y @ residual)
    return Y + eta_Y * np.outer(v, residual), new_Z
