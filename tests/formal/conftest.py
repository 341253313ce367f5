"""The library of Coq, compiled once for all tests that need it."""

from __future__ import annotations

from pathlib import Path

import pytest

from theorems.formal.compiling import library


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    folder = tmp_path_factory.mktemp("formal")
    return folder, library(folder)
