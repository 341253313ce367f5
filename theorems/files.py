"""Files are replaced whole: whoever reads finds the old content or the new one, whatever kills the writer and whenever."""

from __future__ import annotations

import ctypes
import errno
import os
import re
import shutil
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

PARTIAL = re.compile(r"\..+\.(\d+)\.partial")
HERE, EXCHANGE = -100, 2  # AT_FDCWD and RENAME_EXCHANGE of Linux


class UnwritableError(Exception):
    """A file cannot be written; the message names it and says why."""

    @classmethod
    def of(cls, path: Path, error: OSError) -> UnwritableError:
        return cls(f"{path}: {error.strerror or error}")


def make_folder(folder: Path) -> None:
    """The folder and those above it. Raises UnwritableError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnwritableError.of(folder, error) from error


def check_writable(folder: Path) -> None:
    """Before anything is computed: make the folder and try to write there. Raises UnwritableError."""
    make_folder(folder)
    trial = _beside(folder / "trial")
    try:
        trial.write_bytes(b"")
        trial.unlink()
    except OSError as error:
        raise UnwritableError.of(folder, error) from error


def replace(contents: Mapping[Path, str | bytes]) -> None:
    """Write all these files or none of them: the first one is replaced when the last one is on the disk.

    Half a character (a surrogate without its other half) is written as its escape. Raises UnwritableError.
    """
    staged: list[Path] = []
    current = Path()
    try:
        for current, content in contents.items():
            if current.is_dir():
                raise OSError(errno.EISDIR, "a folder is in the way")
            current.parent.mkdir(parents=True, exist_ok=True)
            _sweep(current.parent)
            staged.append(_beside(current))
            _write(staged[-1], content)
        for current, new in zip(contents, staged, strict=True):
            os.replace(new, current)
        for folder in {path.parent for path in contents}:
            _sync(folder)
    except OSError as error:
        raise UnwritableError.of(current, error) from error
    finally:
        for new in staged:
            new.unlink(missing_ok=True)


def replace_folder(folder: Path, contents: Mapping[str, str], ours: str) -> None:
    """Exchange the folder for one with these files. Files of it that do not match ``ours`` are kept.

    Raises UnwritableError.
    """
    new = _beside(folder)
    try:
        if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
            raise OSError(errno.ENOTDIR, "something that is no folder is in the way")
        folder.parent.mkdir(parents=True, exist_ok=True)
        _sweep(folder.parent)
        new.mkdir()
        for name, content in contents.items():
            _write(new / name, content)
        _sync(new)
        if folder.exists():
            for other in folder.iterdir():
                if not other.match(ours):
                    _copy(other, new / other.name)
            _exchange(new, folder)
        else:
            new.rename(folder)
        _sync(folder.parent)
    except OSError as error:
        raise UnwritableError.of(folder, error) from error
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _write(path: Path, content: str | bytes) -> None:
    with path.open("wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode("utf-8", "backslashreplace"))
        file.flush()
        os.fsync(file.fileno())


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, symlinks=True)
    else:
        shutil.copy2(source, target, follow_symlinks=False)


def _beside(path: Path) -> Path:
    """Where the new content waits: ``.report.json.4711.partial``, with the number of this process."""
    return path.with_name(f".{path.name}.{os.getpid()}.partial")


def _sweep(folder: Path) -> None:
    """Remove what writers that were killed have left."""
    for path in folder.glob(".*.partial"):
        found = PARTIAL.fullmatch(path.name)
        if found is not None and not _alive(int(found[1])):
            if path.is_dir():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)


def _alive(process: int) -> bool:
    if sys.platform == "win32":  # there a signal 0 is no question
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


def _sync(folder: Path) -> None:
    """Names are on the disk, too, where folders can be synced at all."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _exchange(new: Path, old: Path) -> None:
    """Swap two folders: at once where Linux can do it, else in two steps, between which the name is free."""
    if sys.platform == "linux":
        rename = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
        if rename is not None and rename(HERE, os.fsencode(new), HERE, os.fsencode(old), EXCHANGE) == 0:
            return
    aside = _beside(old.with_name(old.name + ".old"))
    old.rename(aside)
    new.rename(old)
    aside.rename(new)
