"""Records as they are made: one JSON line each, flushed at once, so that a killed run loses nothing finished."""

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from theorems import files
from theorems.files import UnwritableError
from theorems.judging.record import Record, validate
from theorems.reader import lines_of

Line = tuple[str, Record]  # the code that made a record, and the record


class Journal:
    """An append-only file of lines ``{"code": ..., "record": {...}}``."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def append(self, record: Record, code: str) -> None:
        """Raises UnwritableError."""
        line = _line(record, code)
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

    def records(self) -> Iterator[Line]:
        """The valid records, oldest first, each with the code that made it; whatever else a line holds is passed over.

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
            yield code, record

    def begin_with(self, kept: Iterable[Line]) -> None:
        """These lines and no others. Raises UnwritableError."""
        files.replace({self.path: b"".join(_line(record, code) for code, record in kept)})


def _line(record: Record, code: str) -> bytes:
    """Half a character (a surrogate without its other half) is written as its escape."""
    entry = json.dumps({"code": code, "record": record}, ensure_ascii=False)
    return entry.encode("utf-8", "backslashreplace") + b"\n"
