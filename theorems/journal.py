"""Records as they are made: one JSON line each, flushed at once, so that a killed run loses nothing finished."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from theorems.record import Record, validate, versions


@cache
def code_version() -> str:
    """A fingerprint of the theorems, strategies and kernels: results of other code are not resumed from."""
    root = Path(__file__).resolve().parent.parent
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
        self.path.parent.mkdir(parents=True, exist_ok=True)
        line = json.dumps({"code": code_version(), "record": record}, ensure_ascii=False)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
            file.flush()
            os.fsync(file.fileno())

    def records(self, *, any_code: bool = False) -> Iterator[Record]:
        """The valid records, oldest first; a line cut off by a kill is passed over."""
        if not self.path.exists():
            return
        for line in self.path.read_text(encoding="utf-8").splitlines():
            try:
                entry = json.loads(line)
                validate(entry["record"])
            except (json.JSONDecodeError, KeyError, ValueError):
                continue
            if any_code or entry["code"] == code_version():
                yield entry["record"]

    def clear(self) -> None:
        self.path.unlink(missing_ok=True)
