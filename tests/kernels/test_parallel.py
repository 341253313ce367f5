"""What a kernel finds serially and in parallel is the same to the bit."""

from collections.abc import Callable
from fractions import Fraction
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from kernels import attention, ball_arrays, rademacher, sign_sampling, topk
from kernels.ball_arrays import BALL_ARRAYS, BallArray
from tests.marks import long

RANDOM = np.random.default_rng(1)
A, B, C = (np.abs(RANDOM.standard_normal((rows, 6))) for rows in (100, 4500, 4500))  # several partial sums of keys
QK, V = np.abs(RANDOM.standard_normal((6, 6))), RANDOM.standard_normal((6, 5))


def several_balls() -> list[str]:
    x = BallArray.of(Fraction(i, 7) for i in range(1, 1200))
    y = BALL_ARRAYS.exp(-x) * x ** BALL_ARRAYS.ratio(2, 3) + BALL_ARRAYS.sqrt(x)
    return [str(y[i]) for i in range(len(y))]


KERNELS: dict[str, tuple[ModuleType, str, Callable[[], Any]]] = {
    "softmax": (attention, "PARALLEL_WORK", lambda: attention.softmax_attention(A, B, C, QK, V)),
    "linear": (attention, "PARALLEL_WORK", lambda: attention.linear_attention(A, B, C, QK, V)),
    "top k": (topk, "PARALLEL_WORK", lambda: topk.topk_errors(A[:41], B[:200], [5, 60], [0.01], V=B[:200])),
    "tails": (rademacher, "PARALLEL_SIGNS", lambda: rademacher.count_tail(V[:, 0], 2.0, 20_001, 3)),
    "drawn": (sign_sampling, "PARALLEL_WORDS", lambda: sign_sampling.positive_networks([(V.T, 9.0)], 3, 9001, 3)),
    "balls": (ball_arrays, "PARALLEL_BALLS", several_balls),
}


@long  # each kernel is compiled twice
@pytest.mark.parametrize(("module", "limit", "compute"), KERNELS.values(), ids=KERNELS)
def test_serial_and_parallel_agree(module: ModuleType, limit: str, compute: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for work in (0, 10**18):
        monkeypatch.setattr(module, limit, work)
        result = compute()
        found.append([np.asarray(piece) for piece in (result if isinstance(result, tuple) else [result])])
    for parallel, serial in zip(*found, strict=True):
        np.testing.assert_array_equal(parallel, serial)
