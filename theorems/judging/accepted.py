"""What Coq has accepted, and what of it still speaks of today's claims."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from theorems import files
from theorems.reader import COUNT, TEXT, each, fields, json_in

PATH = Path(__file__).parents[1] / "formal" / "accepted.json"


@dataclass(frozen=True)
class Accepted:
    """One accepted part and reading.

    digest:  of the claim that was exported; where today's is another one, this says nothing
    verdict: what the theorems show: ``holds``, ``fails`` or ``vacuous``
    kind:    what they start from: ``from the definition``, ``of the closed form``, ...
    sha:     of the statements of the theorems, as Coq reads them
    """

    digest: str
    verdict: str
    kind: str
    theorems: int
    sha: str
    coq: str
    seconds: float


WORDS = ("digest", "verdict", "kind", "sha", "coq")
ENTRIES = each(fields(dict.fromkeys(WORDS, TEXT) | {"theorems": COUNT, "seconds": {"type": "number"}}))


@cache
def accepted(path: Path = PATH) -> Mapping[str, Accepted]:
    """Key of a part and reading -> what was accepted of it."""
    return {key: Accepted(**entry) for key, entry in json_in(path, ENTRIES).items()} if path.exists() else {}


def save(entries: Mapping[str, Accepted], path: Path = PATH) -> None:
    kept = {key: asdict(entries[key]) for key in sorted(entries)}
    files.replace({path: json.dumps(kept, indent=1, ensure_ascii=False) + "\n"})
    accepted.cache_clear()


def formal(key: str, digest: str, verdict: str) -> Accepted | None:
    """What a proof assistant accepted of a part whose claim and verdict are these; None where it is about another claim."""
    found = accepted().get(key)
    return found if found is not None and (found.digest, found.verdict) == (digest, verdict) else None
