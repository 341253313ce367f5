"""The fates of mutants that are kept for the report, by part."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from theorems import files
from theorems.digest import digest
from theorems.judging import expectations
from theorems.judging.record import Record, key_of
from theorems.reader import COUNT, TEXT, each, fields, json_in
from theorems.statement import Part

SENTENCES = {"type": "array", "items": TEXT}
FATES = each(
    fields(
        {"digest": TEXT, "killed": COUNT, "true": COUNT, "survived": COUNT, "slack": {"type": ["string", "null"]}},
        {
            "invalid": COUNT,
            "best": {"type": "object", "additionalProperties": TEXT},
            "example": {"type": ["object", "null"], "additionalProperties": TEXT},
            "true as well": SENTENCES,
            "survivors": SENTENCES,
            "proof": fields({"killed": COUNT, "still": COUNT}),
        },
    )
)


@cache
def kept(paper: str) -> dict[str, dict[str, Any]]:
    """The kept fates of a paper's mutants by part; empty where none were kept."""
    path = expectations.path_of(paper, "mutants")
    return json_in(path, FATES) if path.exists() else {}


def keep(paper: str, results: dict[str, dict[str, Any]], known: Sequence[str]) -> Path:
    """Record fates; those of other ``known`` parts stay as they are, those of parts that no longer exist or hold go.

    What a part's proof says of its mutants stays beside them while the statement and the number of the killed ones do.
    """
    kept.cache_clear()
    summaries = {name: {k: v for k, v in told.items() if k != "outcomes"} for name, told in results.items()}
    for name, told in summaries.items():
        old = kept(paper).get(name, {})
        if "proof" in old and all(old[field] == told[field] for field in ("digest", "killed")):
            told["proof"] = old["proof"]
    return _write(paper, kept(paper) | summaries, known)


def _write(paper: str, fates: Mapping[str, Any], known: Sequence[str]) -> Path:
    path = expectations.path_of(paper, "mutants")
    files.replace({path: json.dumps({k: fates[k] for k in known if k in fates}, indent=1, ensure_ascii=False) + "\n"})
    kept.cache_clear()
    return path


def keep_proof(part: Part, proof: Mapping[str, int] | None) -> None:
    """Beside a part's fates, how many of its ``killed`` mutants its own proof ``still`` proves; None takes away what is there.

    Nothing where no fates are kept of today's statement.
    """
    kept.cache_clear()  # another command may have kept more since
    fates = kept(part.paper)
    own = fates.get(part.key)
    if own is not None and own["digest"] == digest(part):
        others = {name: told for name, told in own.items() if name != "proof"}
        _write(part.paper, fates | {part.key: others | ({} if proof is None else {"proof": dict(proof)})}, list(fates))


def of_record(record: Record) -> dict[str, Any] | None:
    """The kept fates that belong to a record; None when there are none or the statement has changed since."""
    fates = kept(record["paper"]).get(key_of(record))
    return fates if fates is not None and fates["digest"] == record["digest"] else None
