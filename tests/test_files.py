"""Files are replaced whole, or not at all."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from theorems import files


@pytest.mark.parametrize("together", [False, True], ids=["files", "a folder"])
@pytest.mark.parametrize("good", [0, 1])
def test_what_cannot_be_written_leaves_the_files_before_it_whole(
    good: int, together: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk at the first file, at the second one."""
    folder, done = tmp_path / "folder", count(1)

    def write(one: str, two: str) -> None:
        if together:
            files.replace_folder(folder, {"one": one, "two": two}, ())
        else:
            files.replace({folder / "one": one, folder / "two": two})

    def full(file: Any) -> None:
        if next(done) > good:
            raise OSError(28, "No space left on device")

    def found() -> dict[str, str]:
        return {str(path.relative_to(tmp_path)): path.read_text() for path in tmp_path.rglob("*") if path.is_file()}

    write("old", "old, too")
    before = found()
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(files.UnwritableError, match="No space left"):
        write("new", "new, too")
    assert found() == before
    monkeypatch.undo()
    write("new", "new, too")
    assert found() == {"folder/one": "new", "folder/two": "new, too"}
