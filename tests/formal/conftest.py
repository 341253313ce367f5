"""The library of Coq, compiled once for all tests that need it."""

import shutil
from pathlib import Path

import pytest

from tests.marks import PROFILE
from theorems.formal.compiling import library

# what is exported is held against what Coq accepted (`make formal`) in every run; Coq itself takes minutes
WITH_COQ = pytest.mark.skipif(shutil.which("coqc") is None or PROFILE != "nightly", reason="make nightly runs Coq where it is")


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    folder = tmp_path_factory.mktemp("formal")
    return folder, library(folder)
