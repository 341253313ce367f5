"""Caching of the kernels."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kernels import runtime


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
