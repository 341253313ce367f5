"""A transformer of several layers in PyTorch, an optional extra: attention of its first layer while it trains."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from kernels.blocks import Floats
from kernels.training_dynamics import Integers
from theorems.experiments.panel import MissingExtraError
from theorems.experiments.progress import counted


def torch_module() -> Any:
    """PyTorch. Raises MissingExtraError when it is not installed."""
    try:
        import torch
    except ImportError as error:
        raise MissingExtraError(
            "this panel needs PyTorch, the optional extra 'wikitext': make extra-wikitext, or pip install '.[wikitext]'"
        ) from error
    return torch


def train(
    vocabulary: int,
    layers: int,
    width: int,
    batches: Callable[[int], Integers],
    *,
    rate: float,
    steps: int,
    seed: int,
    window: Integers,
    shown: frozenset[int],
) -> tuple[dict[int, Floats], list[float]]:
    """Train on next words at every position by plain SGD.

    One head and no feed-forward part: each layer adds its attention output, scaled to norm √d, to its input.

    Args:
        vocabulary, layers, width: sizes.
        batches: step -> (B, T + 1) words, the last column being the next word of the last position.
        rate, steps, seed: of the training.
        window: (T + 1,) words of the window that is watched.
        shown: steps before which the first layer's attention is kept; ``steps`` itself is after the last.

    Returns:
        For each shown step b (T-1,): attention of the window's last word on those before it; and the losses.

    Raises:
        MissingExtraError: without PyTorch.
        ValueError: when the loss leaves the finite numbers.
    """
    torch = torch_module()
    generator = torch.Generator().manual_seed(seed)
    bound = 1 / math.sqrt(width)

    def matrix() -> Any:
        return torch.empty(width, width).uniform_(-bound, bound, generator=generator).requires_grad_()

    U = torch.randn(vocabulary, width, generator=generator).requires_grad_()
    blocks = [(matrix(), matrix(), matrix()) for _ in range(layers)]
    weights = [U, *(w for block in blocks for w in block)]

    def scaled(x: Any) -> Any:
        return torch.nn.functional.normalize(x, dim=-1) * math.sqrt(width)

    def forward(words: Any) -> tuple[Any, Any]:
        x = scaled(U[words])
        size = words.shape[1]
        # no word attends to itself, as in the one-layer model; the first has nothing else
        hidden = torch.ones(size, size, dtype=torch.bool).triu()
        hidden[0, 0] = False
        first = None
        for W_Q, W_K, W_V in blocks:
            scores = (x @ W_Q) @ (x @ W_K).transpose(1, 2) / math.sqrt(width)
            b = scores.masked_fill(hidden, -math.inf).softmax(dim=2)
            first = b if first is None else first
            x = scaled(x + scaled(b @ x) @ W_V)
        return x @ U.T / math.sqrt(width), first

    kept: dict[int, Floats] = {}
    losses = []
    watched = torch.from_numpy(window[None, :-1].copy())
    for step in counted(range(steps + 1), "steps"):
        if step in shown:
            with torch.no_grad():
                kept[step] = forward(watched)[1][0, -1, :-1].numpy().astype(np.float64)
        if step == steps:
            break
        words = torch.from_numpy(batches(step))
        logits, _ = forward(words[:, :-1])
        loss = torch.nn.functional.cross_entropy(logits.reshape(-1, vocabulary), words[:, 1:].reshape(-1))
        for weight in weights:
            weight.grad = None
        loss.backward()
        with torch.no_grad():
            for weight in weights:
                weight -= rate * weight.grad
        losses.append(float(loss.detach()))
        if not math.isfinite(losses[-1]):
            raise ValueError(f"the loss is no longer finite in step {step}: a smaller rate keeps it so")
    return kept, losses
