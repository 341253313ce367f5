"""One result = one record: a JSON object that anybody can read, check and reproduce."""

from __future__ import annotations

import hashlib
import json
import math
import time
from dataclasses import replace
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from theorems.catalogue import option_of
from theorems.digest import digest as digest
from theorems.judging.accepted import formal
from theorems.judging.assumes import assumes
from theorems.judging.curves import curve_of
from theorems.judging.feasibility import account, uninformative_everywhere
from theorems.judging.judge import ContradictionError, Effort, judge, of_hypotheses, only_in_words
from theorems.proofs.search import StaleError
from theorems.proofs.written import statement_of
from theorems.statement import Finding, Part
from theorems.vocabulary import Evidence, Verdict

if TYPE_CHECKING:
    import jsonschema_rs

SCHEMA_VERSION = 1
OWN = "own"  # the provenance of a question that we asked and the paper does not print
Record = dict[str, Any]

NO_VERDICT = "no verdict"


@cache
def of_shape(schema: str) -> jsonschema_rs.Validator:
    """What checks the shape of objects that a file beside this one describes: ``record``, ``findings``."""
    import jsonschema_rs  # only what keeps records checks them

    return jsonschema_rs.validator_for(
        json.loads((Path(__file__).parent / f"{schema}.schema.json").read_text(encoding="utf-8"))
    )


def check_shape(schema: str, content: Any, name: str) -> None:
    """Raise ValueError naming the object and the field that does not fit."""
    error = next(iter(of_shape(schema).iter_errors(content)), None)
    if error is not None:
        raise ValueError(f"{name}: {'.'.join(map(str, error.instance_path)) or 'the whole'}: {error.message}")


def validate(record: Any) -> None:
    """Raise ValueError naming the record and the field that does not fit the schema."""
    if not isinstance(record, dict):
        raise ValueError(f"a record is an object, not {json.dumps(record)[:60]}")
    name = f"{record.get('paper')}/{record.get('statement')}/{record.get('part')} ({record.get('reading')})"
    check_shape("record", record, name)


def address_of(record: Record) -> str:
    return "/".join(filter(None, (record["paper"], record["statement"], record["part"])))


def key_of(record: Record) -> str:
    """What tells two results apart: address and reading."""
    return f"{address_of(record)} ({record['reading']})"


@cache
def versions() -> dict[str, str]:
    packages = ("hypothesis", "numpy", "sympy", "mpmath", "numba", "python-flint", "scipy")
    return {package: version(package) for package in packages}


def number_of(record: Record) -> str:
    """The permanent number of a claim, a letter and four more signs: the same in every report, whatever the claim becomes."""
    digest, signs = hashlib.sha256(key_of(record).encode()).digest(), "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    return signs[10 + digest[0] % 22] + "".join(signs[byte % 32] for byte in digest[1:5])


def own_evidence(record: Record) -> str:
    """How the suite itself knows the verdict, whatever a proof assistant says on top."""
    return str((record.get("formal") or {"below": record["evidence"]})["below"])


def make_record(part: Part, effort: Effort, seed: int) -> Record:
    """Judge a part and write down everything about it; ``supported`` is filled in when all records are there."""
    start = time.perf_counter()
    content = curve = None
    try:
        finding = judge(part, effort, seed)
        empty = finding.verdict is Verdict.VACUOUS and not uninformative_everywhere(part)
        content = account(part, effort.examples, seed, empty=empty)
        curve = curve_of(part, finding.verdict, finding.witness, finding.tightness)
    except ContradictionError as error:
        # two ways to a verdict disagree: nobody may rely on either, and the other parts are judged all the same
        finding = Finding(Verdict.UNKNOWN, Evidence.NONE, how=f"contradiction: {error}")
    except StaleError as error:  # the reasons of its proof belong to another claim
        finding = Finding(Verdict.UNKNOWN, Evidence.NONE, how=f"{NO_VERDICT}: {error}")
        part = replace(part, proof=None)
    except Exception as error:  # of one part alone: no verdict is known of it, and the other parts are judged all the same
        how = f"{part.written}: no verdict, as {type(error).__name__}: {error}"
        finding = Finding(Verdict.UNKNOWN, Evidence.NONE, how=how)
    record = record_of(part, finding, effort, seed, time.perf_counter() - start) | {"account": content, "curve": curve}
    validate(record)
    return record


def printed_signs(words: str) -> str:
    """The words with ≤ and ≥ as they are printed."""
    return words.replace("<=", "≤").replace(">=", "≥")


def record_of(part: Part, finding: Finding, effort: Effort, seed: int, seconds: float) -> Record:
    """The record of a finding; ``seconds`` is the time it took."""
    tightness = finding.tightness
    if tightness is not None and not math.isfinite(tightness["ratio"]):
        tightness = None
    fingerprint, evidence, how = digest(part), finding.evidence, " ".join(finding.how.split())
    known = None if only_in_words(part, finding) else formal(part.key, fingerprint, finding.verdict.value)
    if known is not None:
        printed = part.printed.under_its_premises or of_hypotheses(part)
        evidence = Evidence.FORMAL if printed else evidence
        accepts = "it" if printed else "the arithmetic"
        how = f"{how}{'.' if how and how[-1] not in '.!?' else ''} Coq {known.coq} accepts {accepts} {known.kind}.".strip()
    asked = f'{option_of(part.paper)}--statement "{part.address}" --effort {effort.name} --seed {seed}'
    return {
        "paper": part.paper,
        "statement": part.statement,
        "part": part.label,
        "reading": part.reading.value,
        "claim": part.text,
        "hypotheses": [condition.text for condition in part.domain.conditions],
        "growth": part.domain.about_large_sizes,
        "changed": printed_signs(part.changed),
        "verdict": finding.verdict.value,
        "evidence": evidence.value,
        "formal": None if known is None else {"kind": known.kind, "coq": known.coq, "below": finding.evidence.value},
        "how": printed_signs(how),
        "steps": [printed_signs(step) for step in finding.steps],
        "tightness": tightness,
        "n0": finding.n0 and {printed_signs(k): printed_signs(v) if isinstance(v, str) else v for k, v in finding.n0.items()},
        "witness": finding.witness,
        "tried": finding.tried,
        "satisfied": finding.satisfied,
        "decided": finding.decided,
        "scanned": finding.scanned,
        "seed": seed,
        "effort": effort.name,
        "precision_bits": finding.precision_bits,
        "seconds": round(seconds, 3),
        "reproduce": f"python -m theorems.report {asked}",
        "digest": fingerprint,
        "proof": statement_of(part) if finding.verdict is not Verdict.UNKNOWN and part.witness is None else None,
        "source": part.source,
        "provenance": part.provenance,
        "depends_on": list(part.depends_on),
        "assumes": assumes(part),
        "supported": False,
        "supported_repaired": False,
        "note": printed_signs(" ".join(part.note.split())),
        "versions": versions(),
    }
