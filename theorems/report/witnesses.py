"""Witness files: what refutes a part, alone in a file that ``python -m theorems.replay`` re-checks."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

from theorems.record import Record
from theorems.statement import statement_slug

KEPT = (
    "paper",
    "statement",
    "part",
    "reading",
    "claim",
    "hypotheses",
    "verdict",
    "evidence",
    "witness",
    "how",
    "source",
    "digest",
    "versions",
)


def slug_of(record: Record) -> str:
    """``superiority-lemma_D3-5-stated``: the slug of the record's part, safe as a file's name."""
    label = re.sub(r"[^0-9A-Za-z.=]+", "_", record["part"]).strip("_") or "all"
    return f"{record['paper']}-{statement_slug(record['statement'])}-{label}-{record['reading']}"


def write(records: Sequence[Record], folder: Path) -> list[Path]:
    """One file for each record that fails; files of an earlier report are removed."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.json"):
        old.unlink()
    written = []
    for record in records:
        if record["verdict"] == "fails":
            path = folder / f"{slug_of(record)}.json"
            content = {name: record[name] for name in KEPT} | {"replay": f"python -m theorems.replay {path.name}"}
            path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            written.append(path)
    return written
