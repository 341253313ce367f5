"""Records as they are made: one JSON line each, flushed at once, so that a killed run loses nothing finished."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from theorems.files import UnwritableError
from theorems.judging.record import Record, validate, versions
from theorems.reader import lines_of


@cache
def code_version() -> str:
    """A fingerprint of the theorems, strategies and kernels: results of other code are not resumed from."""
    root = Path(__file__).resolve().parents[2]
    found = hashlib.sha256(json.dumps(versions()).encode())
    for room in ("kernels", "strategies", "theorems"):
        for source in sorted((root / room).rglob("*.py")):
            found.update(source.read_bytes())
    return found.hexdigest()[:16]


class Journal:
    """An append-only file of lines ``{"code": ..., "record": {...}}``."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def append(self, record: Record) -> None:
        """Raises UnwritableError. Half a character (a surrogate without its other half) is written as its escape."""
        entry = json.dumps({"code": code_version(), "record": record}, ensure_ascii=False)
        line = entry.encode("utf-8", "backslashreplace") + b"\n"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a+b") as file:
                if file.seek(0, os.SEEK_END):
                    file.seek(-1, os.SEEK_END)
                    if file.read(1) != b"\n":  # a kill cut the last line off: do not let it swallow this one
                        line = b"\n" + line
                file.write(line)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise UnwritableError.of(self.path, error) from error

    def records(self, *, any_code: bool = False) -> Iterator[Record]:
        """The valid records, oldest first; whatever else a line holds, half a record or none at all, is passed over.

        Raises UnreadableError where there is something, but no file that can be read.
        """
        if not self.path.exists():
            return
        for entry in lines_of(self.path):
            try:
                code, record = entry["code"], entry["record"]
                validate(record)
            except (KeyError, TypeError, ValueError):
                continue
            if any_code or code == code_version():
                yield record

    def clear(self) -> None:
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise UnwritableError.of(self.path, error) from error
