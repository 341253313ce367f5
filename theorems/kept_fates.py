"""The fates of mutants that are kept for the report, by part."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from theorems import expectations, files
from theorems.digest import digest
from theorems.reader import json_in
from theorems.record import Record, key_of
from theorems.statement import Part


@cache
def kept(paper: str) -> dict[str, dict[str, Any]]:
    """The kept fates of a paper's mutants by part; empty where none were kept."""
    path = expectations.path_of(paper, "mutants")
    return json_in(path) if path.exists() else {}


def keep(paper: str, results: dict[str, dict[str, Any]], known: Sequence[str]) -> Path:
    """Record fates; those of other ``known`` parts stay as they are, those of parts that no longer exist or hold go."""
    kept.cache_clear()
    path = expectations.path_of(paper, "mutants")
    summaries = {name: {k: v for k, v in told.items() if k != "outcomes"} for name, told in results.items()}
    merged = kept(paper) | summaries
    files.replace({path: json.dumps({k: merged[k] for k in known if k in merged}, indent=1, ensure_ascii=False) + "\n"})
    kept.cache_clear()
    return path


def keep_proof(part: Part, proof: Mapping[str, int] | None) -> None:
    """Beside a part's fates, how many of its ``killed`` mutants its own proof ``still`` proves; None takes away what is there.

    Nothing where no fates are kept of today's statement.
    """
    kept.cache_clear()  # another command may have kept more since
    fates = kept(part.paper).get(part.key)
    if fates is not None and fates["digest"] == digest(part):
        others = {name: told for name, told in fates.items() if name != "proof"}
        keep(part.paper, {part.key: others | ({} if proof is None else {"proof": dict(proof)})}, list(kept(part.paper)))


def of_record(record: Record) -> dict[str, Any] | None:
    """The kept fates that belong to a record; None when there are none or the statement has changed since."""
    fates = kept(record["paper"]).get(key_of(record))
    return fates if fates is not None and fates["digest"] == record["digest"] else None
