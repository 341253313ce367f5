"""Witness files: what refutes a part, alone in a file that ``python -m theorems.replay`` re-checks."""

import json
import re
from collections.abc import Sequence

from theorems.judging.record import Record
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


def contents(records: Sequence[Record]) -> dict[str, str]:
    """One file for each record that fails: its name and what is in it."""
    found = {}
    for record in records:
        if record["verdict"] == "fails":
            name = f"{slug_of(record)}.json"
            content = {field: record[field] for field in KEPT} | {"replay": f"python -m theorems.replay {name}"}
            found[name] = json.dumps(content, indent=1, ensure_ascii=False) + "\n"
    return found
