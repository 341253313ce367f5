"""Files are replaced whole: whoever reads finds the old content or the new one, whatever kills the writer and whenever."""

from __future__ import annotations

import ctypes
import errno
import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePath

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


def replace_folder(folder: Path, contents: Mapping[str, str | bytes], ours: Sequence[str]) -> None:
    """Exchange the folder for one with these files, by their paths in it: all of them are there at once, or none.

    Other files of it stay, but for those that match a pattern of ``ours``. A folder that cannot be exchanged (the current
    one, a mount, one whose parent is not ours to change) has its files renamed one after another. Raises UnwritableError.
    """
    folder = folder.resolve()
    if folder.exists() and not _can_be_exchanged(folder):
        replace({folder / name: content for name, content in contents.items()})
        for path in _others(folder, contents):
            if any(path.match(pattern) for pattern in ours):
                (folder / path).unlink()
        return
    new = _beside(folder)
    current = folder
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        _sweep(folder.parent)
        new.mkdir()
        for name, content in contents.items():
            current = folder / name
            _check_free(current, folder)
            (new / name).parent.mkdir(parents=True, exist_ok=True)
            _write(new / name, content, current)
        current = folder
        if folder.exists():
            _sweep(folder)
            for path in _others(folder, contents):
                if not any(path.match(pattern) for pattern in ours):
                    (new / path).parent.mkdir(parents=True, exist_ok=True)
                    _link(folder / path, new / path)
            _exchange(new, folder)
        else:
            new.rename(folder)
        _sync(folder.parent)
    except OSError as error:
        raise UnwritableError.of(current, error) from error
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _can_be_exchanged(folder: Path) -> bool:
    """Whoever stands in it would be left in the old one."""
    return not (Path.cwd().is_relative_to(folder) or folder.is_mount()) and os.access(folder.parent, os.W_OK)


def _check_free(path: Path, folder: Path) -> None:
    """Raises OSError where a folder lies in the file's place, or a file in that of a folder above it."""
    if path.is_dir():
        raise OSError(errno.EISDIR, "a folder is in the way")
    if any(above.exists() and not above.is_dir() for above in path.parents if above.is_relative_to(folder)):
        raise OSError(errno.ENOTDIR, "something that is no folder is in the way")


def _others(folder: Path, contents: Mapping[str, str | bytes]) -> Iterator[PurePath]:
    """What else is in the folder and below, but for folders: their paths in it."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if (path.is_symlink() or not path.is_dir()) and name.as_posix() not in contents:
            yield name


def _write(path: Path, content: str | bytes, before: Path | None = None) -> None:
    """The file, on the disk; where what was there ``before`` is the same, that one under a second name."""
    raw = content if isinstance(content, bytes) else content.encode("utf-8", "backslashreplace")
    if before is not None and before.is_file() and not before.is_symlink() and before.read_bytes() == raw:
        _link(before, path)
        return
    with path.open("wb") as file:
        file.write(raw)
        file.flush()
        os.fsync(file.fileno())


def _link(source: Path, target: Path) -> None:
    """The same file under a second name; a copy where the disk has no such links."""
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError:
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
