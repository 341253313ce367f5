"""Kernels are compiled anew where they changed, the same serially and in parallel, and refuse what they cannot use."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import numpy as np
import pytest

from kernels import attention, ball_arrays, rademacher, runtime, sign_sampling, topk
from kernels.attention import linear_attention, softmax_attention
from kernels.ball_arrays import BALL_ARRAYS, BallArray
from kernels.rademacher import count_tail
from kernels.random_signs import Group, SignedSums
from kernels.sign_events import Event, FormRow, event_law
from kernels.sign_sampling import positive_networks
from kernels.topk import topk_errors
from kernels.training_dynamics import Trainer
from tests.marks import long


def run_python(code: str, start: Path) -> str:
    """Output of a fresh interpreter that starts in a directory."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "KERNEL_", "PYTEST_"))}
    finished = subprocess.run([sys.executable, "-c", code], cwd=start, env=kept, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


def test_digest_changes_with_any_source_and_with_numba(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one.py").write_text("x = 1")
    (tmp_path / "two.py").write_text("y = 2")
    digests = [runtime.source_digest(tmp_path)]
    (tmp_path / "two.py").rename(tmp_path / "three.py")
    digests.append(runtime.source_digest(tmp_path))
    monkeypatch.setattr(runtime.metadata, "version", lambda name: "0.0")
    digests.append(runtime.source_digest(tmp_path))
    assert len(set(digests)) == 3


def test_an_edit_of_a_callee_in_another_module_is_not_served_from_the_cache(tmp_path: Path) -> None:
    package = tmp_path / "kernels"
    package.mkdir()
    for name in ("__init__.py", "runtime.py", "blocks.py"):
        shutil.copy(runtime.SOURCES / name, package / name)
    callee = "from kernels.blocks import compiled\nFACTOR = {}\n@compiled\ndef callee(x):\n    return FACTOR * x\n"
    caller = "from kernels.blocks import compiled\nfrom kernels.callee import callee\n"
    (package / "caller.py").write_text(caller + "@compiled\ndef caller(x):\n    return callee(x)\n")
    found = []
    for factor in (2.0, 707.0):
        (package / "callee.py").write_text(callee.format(factor))
        found.append(float(run_python("from kernels.caller import caller; print(caller(1.0))", tmp_path)))
    assert found == [2.0, 707.0]
    assert len([place for place in (tmp_path / ".cache" / "numba").iterdir() if place.is_dir()]) == 2
    assert (tmp_path / ".cache" / "numba" / ".gitignore").read_text() == "*\n"


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


GOOD, NAN = np.ones((4, 2)), float("nan")
NAMES, SHAPES = ("A1", "A2", "A3", "QK", "V"), (4, 5, 5, 2, 2)


def attend(compute: Any, position: int, matrix: Any) -> Any:
    given: list[Any] = [np.ones((rows, 2)) for rows in SHAPES]
    given[position] = matrix
    return compute(*given)


def trained(law: list[list[float]], query: list[int], **more: Any) -> Any:
    return Trainer(np.array(law), np.array(query), eta_Y=1.0, eta_Z=1.0, **more)


def law(sizes: tuple[int, ...], row: FormRow, threshold: float = 0.0) -> Any:
    return event_law(sizes, [Event((row,), threshold)])


def signs(*groups: Group) -> SignedSums:
    return SignedSums(groups)


REFUSED: list[tuple[str, Callable[[], Any]]] = [
    ("leaves float64", lambda: softmax_attention([[1e200] * 2], [[1e200] * 2], np.ones((1, 2)), np.eye(2), np.eye(2))),
    ("each k must lie", lambda: topk_errors(GOOD, GOOD, [2, 5])),
    ("each epsilon must be finite and at least", lambda: topk_errors(GOOD, GOOD, [2], [1e-310])),
    ("K holds an entry that is not finite", lambda: topk_errors(GOOD, GOOD * NAN, [2])),
    ("do not fit", lambda: topk_errors(GOOD, GOOD, [2], V=np.ones((3, 2)))),
    ("leaves float64", lambda: topk_errors(1e200 * GOOD, 1e200 * GOOD, [2])),
    ("at least 1", lambda: count_tail([], 1.0, 10, 0)),
    ("must be finite", lambda: count_tail([1.0, NAN], 1.0, 10, 0)),
    ("at least one", lambda: count_tail([1.0], 1.0, 0, 0)),
    ("seed", lambda: count_tail([1.0], 1.0, 10, 2**64)),
    ("not defined", lambda: count_tail([1.0], 1.0, 10, 0, 2**44 - 9)),
    ("row in each network", lambda: positive_networks([], 1, 1, 0)),
    ("of one length", lambda: positive_networks([([[1.0]], 0.0), ([[1.0, 2.0]], 0.0)], 1, 1, 0)),
    ("no such signs", lambda: positive_networks([([[1.0]], 0.0)], 1, 1, -1)),
    ("negative size", lambda: law((-1,), FormRow((1.0,)))),
    ("1 coefficients for 2 groups", lambda: law((1, 2), FormRow((1.0,)))),
    ("finite", lambda: law((1,), FormRow((1.0,)), float("inf"))),
    ("too many", lambda: law((10**9, 10**9), FormRow((1.0, 1.0)))),
    ("exact number", lambda: signs(Group(1, (cast(Fraction, 0.5),))).tail(0)),
    ("integer >= 0", lambda: Group(-1, (1,))),
    ("each row", lambda: signs(Group(1, (1,)), Group(1, (1, 2)))),
    ("one spread", lambda: Group(1, (1, 2), (1,))),
    ("2 thresholds for 1 rows", lambda: signs(Group(1, (1,))).below([1, 2])),
    ("patterns", lambda: signs(*(Group(999, (Fraction(1, i),)) for i in range(1, 4))).tail(0)),
    ("probability law", lambda: trained([[0.5, 0.4]], [0])),
    ("probability law", lambda: trained([[1.5, -0.5]], [0])),
    ("query token", lambda: trained([[1.0, 0.0]], [2])),
    ("at least one token", lambda: trained([[1.0]], [0], length=-1)),
    *(
        (says.format(name), lambda c=compute, p=position, m=matrix: attend(c, p, m))
        for compute in (softmax_attention, linear_attention)
        for position, name in enumerate(NAMES)
        for says, matrix in (
            ("{} holds an entry that is not finite", np.full((SHAPES[position], 2), NAN)),
            ("{} must be a non-empty matrix", np.empty((0, 2))),
            ("do not fit", np.ones((3, 3))),
        )
    ),
]


def test_unusable_input_is_named() -> None:
    for complaint, compute in REFUSED:
        with pytest.raises((ValueError, TypeError), match=complaint):
            compute()
