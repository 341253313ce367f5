"""How Numba runs here: where it caches, on how many threads, on which threading layer; warming the kernels up.

``kernels/__init__.py`` imports this module before any kernel, because Numba reads its environment once.

======================== ==========================================================================================
``KERNEL_CACHE_DIR``     where compiled kernels are kept; default ``.cache/numba`` in the checkout
``KERNEL_WORKER``        name of this worker where several processes share a checkout: its own cache, one thread.
                         pytest-xdist's workers are recognised without it; Dask's get it from the nanny's environment
``NUMBA_NUM_THREADS``    threads of a process that is no worker; default: the cores it may run on
``KERNEL_THREADS``       threads of a worker; default 1
======================== ==========================================================================================

Numba's OpenMP layer does not survive a fork: after a parallel kernel start processes with ``spawn``.
"""

import hashlib
import os
import pkgutil
import sys
import tempfile
from importlib import import_module, metadata
from pathlib import Path

SOURCES = Path(__file__).parent


def source_digest(sources: Path = SOURCES) -> str:
    """Sixteen hex digits that change with any kernel source and with Numba's version.

    Numba itself notices only edits of the file that holds the kernel: after an edit of a callee elsewhere it would
    go on serving what it compiled before.
    """
    digest = hashlib.sha256(metadata.version("numba").encode())
    for path in sorted(sources.rglob("*.py")):
        content = path.read_bytes()
        digest.update(f"\0{path.relative_to(sources).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:16]


def worker_name() -> str | None:
    """Name of this process among several that share a checkout, or ``None`` when it works alone."""
    return os.environ.get("KERNEL_WORKER") or os.environ.get("PYTEST_XDIST_WORKER") or None


def cache_directory() -> Path:
    """Where this process keeps its compiled kernels: one directory per state of the sources and per worker."""
    base = Path(os.environ.get("KERNEL_CACHE_DIR") or SOURCES.parent / ".cache" / "numba")
    return base / source_digest() / (worker_name() or "main")


def thread_count() -> int:
    """How many threads the parallel kernels may use; workers run beside each other and take one each."""
    if worker_name():
        return int(os.environ.get("KERNEL_THREADS") or 1)
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return int(os.environ.get("NUMBA_NUM_THREADS") or available)


def _writable(directory: Path) -> Path:
    """The directory, created and kept out of version control, or a temporary one where it cannot be created."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        ignore = directory.parents[1] / ".gitignore"
        if not ignore.exists():
            ignore.write_text("*\n")
    except OSError:
        return Path(tempfile.mkdtemp(prefix="kernels-"))
    return directory


def configure() -> None:
    """Set Numba's environment. Has no effect on a Numba that is already imported except for the cache's place."""
    os.environ["NUMBA_CACHE_DIR"] = str(_writable(cache_directory()))
    os.environ["NUMBA_NUM_THREADS"] = str(thread_count())
    # The first layer of the list that is installed: OpenMP starts a loop in microseconds, workqueue takes a hundred
    # and aborts when two Python threads meet in it.
    os.environ.setdefault("NUMBA_THREADING_LAYER_PRIORITY", "omp tbb workqueue")
    # Idle BLAS workers spin after each call and slow down the parallel kernel that comes next.
    for variable in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(variable, "1")
    if "numba" in sys.modules:
        sys.modules["numba"].config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]


def warm_up() -> list[str]:
    """Compile, or load from the cache, every kernel that a module of this package offers through ``warm_up()``.

    Returns:
        Names of the modules that were warmed up.
    """
    warmed = []
    for module in sorted(pkgutil.iter_modules([str(SOURCES)]), key=lambda module: module.name):
        imported = import_module(f"kernels.{module.name}")
        warm = getattr(imported, "warm_up", None)
        if warm is not None and module.name != "runtime":
            warm()
            warmed.append(imported.__name__)
    return warmed


configure()
