"""The expected verdicts, kept in the repository, and what differs from them today.

Each belongs to the line that was judged, and to its hypotheses: who edits one is told so, also where the verdict stays.
They hold the suite's own evidence: what a proof assistant accepts is kept beside its statements.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from theorems import files
from theorems.catalogue import papers
from theorems.judging.record import NO_VERDICT, Record, key_of, own_evidence
from theorems.reader import each, fields, json_in
from theorems.statement import Part
from theorems.vocabulary import Evidence, Verdict

STRENGTH = [evidence.value for evidence in Evidence]


@dataclass(frozen=True)
class Expected:
    """``line``: what was judged; ``under``: a fingerprint of its hypotheses; "" where nobody says."""

    verdict: str
    evidence: str
    line: str = ""
    under: str = ""


def load(paper: str) -> Mapping[str, Expected]:
    """Key of a record -> its expected verdict; empty for a paper without any."""
    return _read(path_of(paper))


def path_of(paper: str, what: str = "expected") -> Path:
    """Where what is kept about a paper stands."""
    return papers()[paper].kept(what)


def under(hypotheses: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(hypotheses).encode()).hexdigest()[:16]


ENTRIES = each(
    fields(
        {"verdict": {"enum": [v.value for v in Verdict]}, "evidence": {"enum": STRENGTH}},
        {"line": {"type": "string"}, "under": {"type": "string"}},
    )
)


@cache
def _read(path: Path) -> Mapping[str, Expected]:
    if not path.exists():
        return {}
    return {key: Expected(**value) for key, value in json_in(path, ENTRIES).items()}


def save(records: Sequence[Record]) -> list[Path]:
    """Keep today's verdicts as the expected ones, one file per paper; entries of other statements stay as they are."""
    written = []
    for paper in dict.fromkeys(record["paper"] for record in records):
        entries = {key: asdict(known) for key, known in load(paper).items()}
        for record in records:
            if record["paper"] == paper:
                now = Expected(record["verdict"], own_evidence(record), record["claim"], under(record["hypotheses"]))
                entries[key_of(record)] = asdict(now)
        path = path_of(paper)
        files.replace({path: json.dumps(entries, indent=1, ensure_ascii=False) + "\n"})
        _read.cache_clear()
        written.append(path)
    return written


def stand_ins(parts: Sequence[Part]) -> list[Record]:
    """The expected verdicts of parts that nobody has judged, with what the statements themselves say: enough to compute
    what stands and what belongs to which finding.
    """
    verdicts = {key: known for paper in {part.paper for part in parts} for key, known in load(paper).items()}
    return [
        {
            "paper": part.paper,
            "statement": part.statement,
            "part": part.label,
            "reading": part.reading.value,
            "claim": part.text,
            "changed": part.changed,
            "verdict": known.verdict if (known := verdicts.get(part.key)) else "unknown",
            "evidence": known.evidence if known else "none",
            "how": "",
            "witness": {"kind": "instance", "text": part.witness} if part.witness else None,
            "provenance": part.provenance,
            "depends_on": list(part.depends_on),
            "account": {"uninformative": part.trivial.uninformative if part.trivial is not None else ""},
        }
        for part in parts
    ]


def differences(records: Sequence[Record], *, complete: bool) -> list[str]:
    """One line for each verdict that is not the expected one, known by weaker evidence, or of another line; one for a paper of
    which none is kept.

    ``complete``: the records are all of their papers, so an expected verdict without a record is a difference too.
    """
    kept = {paper: load(paper) for paper in dict.fromkeys(r["paper"] for r in records)}
    lines = [f"{paper}: no verdict is expected yet: --record keeps what is found" for paper, known in kept.items() if not known]
    expected = {key: value for known in kept.values() for key, value in known.items()}
    for record in records:
        if not kept[record["paper"]]:
            continue
        key = key_of(record)
        before = expected.pop(key, None)
        if before is None:
            lines.append(f"{key}: {record['verdict']}, not expected yet: --record keeps it")
        elif before.verdict != record["verdict"]:
            why = f" ({record['how']})" if record["how"].startswith(NO_VERDICT) else ""
            lines.append(f"{key}: {record['verdict']}, expected: {before.verdict}{why}")
        elif STRENGTH.index(own_evidence(record)) > STRENGTH.index(before.evidence):
            lines.append(f"{key}: only {own_evidence(record)}, expected: {before.evidence}")
        if before is not None and before.line not in ("", record["claim"]):
            lines.append(f"{key}: another line than the expected one, {before.line}: --record keeps it")
        if before is not None and before.under not in ("", under(record["hypotheses"])):
            lines.append(f"{key}: under other hypotheses than expected, {'; '.join(record['hypotheses'])}: --record keeps them")
    if complete:
        lines += [f"{key}: expected to be {value.verdict}, but there is no such part" for key, value in expected.items()]
    return lines
