"""Caching, threads and memory of the kernels."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kernels import runtime

ROOT = runtime.SOURCES.parent


def run_python(code: str, **environment: str) -> str:
    """Output of a fresh interpreter that starts in the checkout, or in the directory ``ROOT_FOR_TEST``."""
    start = environment.pop("ROOT_FOR_TEST", str(ROOT))
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "KERNEL_", "PYTEST_"))}
    finished = subprocess.run(
        [sys.executable, "-c", code], cwd=start, env=kept | environment, capture_output=True, text=True, check=False
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


def test_digest_changes_with_any_source_and_with_numba(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one.py").write_text("x = 1")
    (tmp_path / "two.py").write_text("y = 2")
    digests = [runtime.source_digest(tmp_path)]
    assert runtime.source_digest(tmp_path) == digests[0]
    (tmp_path / "two.py").write_text("y = 3")
    digests.append(runtime.source_digest(tmp_path))
    (tmp_path / "two.py").rename(tmp_path / "three.py")
    digests.append(runtime.source_digest(tmp_path))
    monkeypatch.setattr(runtime.metadata, "version", lambda name: "0.0")
    digests.append(runtime.source_digest(tmp_path))
    assert len(set(digests)) == 4


def test_every_worker_has_its_own_cache_and_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("KERNEL_WORKER", "PYTEST_XDIST_WORKER", "KERNEL_CACHE_DIR", "KERNEL_THREADS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NUMBA_NUM_THREADS", "7")
    alone = runtime.cache_directory()
    assert alone.is_relative_to(ROOT / ".cache" / "numba")
    assert runtime.source_digest() in alone.parts
    assert runtime.thread_count() == 7
    places = {alone}
    for variable, name in (("PYTEST_XDIST_WORKER", "gw0"), ("PYTEST_XDIST_WORKER", "gw1"), ("KERNEL_WORKER", "dask-3")):
        monkeypatch.setenv(variable, name)
        places.add(runtime.cache_directory())
        assert runtime.thread_count() == 1
    assert len(places) == 4
    monkeypatch.setenv("KERNEL_THREADS", "3")
    assert runtime.thread_count() == 3
    monkeypatch.setenv("KERNEL_CACHE_DIR", "elsewhere")
    assert runtime.cache_directory().is_relative_to("elsewhere")


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
        found.append(float(run_python("from kernels.caller import caller; print(caller(1.0))", ROOT_FOR_TEST=str(tmp_path))))
    assert found == [2.0, 707.0]
    assert len([place for place in (tmp_path / ".cache" / "numba").iterdir() if place.is_dir()]) == 2
    assert (tmp_path / ".cache" / "numba" / ".gitignore").read_text() == "*\n"


EVERY_KERNEL = """
import hashlib, json, resource
import numpy as np, numba
from kernels.attention import softmax_attention, linear_attention
from kernels.networks import network
from kernels.rademacher import count_silent, count_tail, rademacher_columns
from kernels.topk import topk_errors

def digest(*arrays):
    return hashlib.sha256(b"".join(np.ascontiguousarray(array).tobytes() for array in arrays)).hexdigest()

random = np.random.default_rng(0)
A, V, QK = np.abs(random.standard_normal((3000, 8))), np.eye(8), np.ones((8, 8)) / 8
c = random.standard_normal((2, 40))
results = {}
for threads in (1, 2):
    numba.set_num_threads(threads)
    soft, lin = softmax_attention(A, A, A, QK, V), linear_attention(A, A, A, QK, V)
    results[threads] = [
        digest(soft), digest(lin), repr(network(soft, rademacher_columns(8, 30, 1), 0.5)),
        repr(count_tail(c[0], 2.0, 50_001, 5)), count_silent(c, 9.0, 3, 20_001, 5),
        digest(*topk_errors(A[:500], A, [5, 700], [1e-3], A)),
    ]
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
A = random.standard_normal((20_000, 4))
softmax_attention(A, A, A, np.eye(4), np.eye(4))
topk_errors(A, A, [10])
grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
print(json.dumps([results["1" if "1" in results else 1], results[2], numba.threading_layer(), grown]))
"""


def test_results_do_not_depend_on_threads_and_no_matrix_of_all_pairs_is_kept() -> None:
    pytest.importorskip("resource")
    # The worker's own cache, so that nothing is compiled twice, but two threads.
    worker = runtime.worker_name() or "main"
    one, two, layer, grown = json.loads(run_python(EVERY_KERNEL, KERNEL_WORKER=worker, KERNEL_THREADS="2"))
    assert one == two
    assert layer in ("omp", "tbb", "workqueue")
    assert grown < 200  # MiB; 20000² float64 are 3052
