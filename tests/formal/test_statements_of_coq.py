"""What is exported says what the suite compares: at drawn points, digest by digest, and Coq refuses what is slightly false."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from kernels import balls
from kernels.arithmetic import BALLS
from tests.chosen import chosen_parts, sample
from tests.formal.conftest import WITH_COQ
from tests.formal.reading import plain, read_terms
from theorems.catalogue import find
from theorems.digest import digest
from theorems.formal import calculations, over_parameters
from theorems.formal.compiling import ALLOWED, Compiled, compiled, theorem_at
from theorems.formal.exports import export, file_text, sha
from theorems.formal.printer import Printer
from theorems.formal.statements import CLOSED, COMPARED, DEFINITION, USED, Export, Said, Theorem
from theorems.formal.terms import NoCoqFormError, prop
from theorems.formal.writer import Writer
from theorems.instance import Instance
from theorems.judging import accepted as kept
from theorems.judging import expectations
from theorems.judging.accepted import Accepted, accepted, formal
from theorems.judging.judge import EFFORTS
from theorems.judging.record import own_evidence, record_of
from theorems.language.given import Given
from theorems.language.tree import Claim, ExactlyOne, Expr, Relation, expr, relations_of
from theorems.language.values import value
from theorems.provers.context import line_of
from theorems.provers.positivity import Positivity
from theorems.scan_snap import overlaps
from theorems.statement import Finding, Part
from theorems.superiority.language import a1, n
from theorems.vocabulary import Evidence, Verdict, comparisons

POINTS = 40  # at which an exported claim is held against the suite


def by_positivity() -> Iterator[tuple[Part, list[Theorem]]]:
    """Parts with their theorems over the parameters."""
    some = [p for p in chosen_parts() if isinstance(p.proof, Positivity) and isinstance(p.printed.given, Given)]
    for part in sample(some, 12):
        with suppress(NoCoqFormError):
            yield part, list(over_parameters.export(part).theorems)


def test_an_exported_claim_has_the_suites_values_at_every_point() -> None:
    """At small instances: the theorem of how the indices lie there compares what the suite compares, and assumes no more."""
    for part, theorems in by_positivity():
        assert part.domain.small is not None
        met = islice((i for i in part.domain.small() if part.domain.broken(i) is None), POINTS)
        assert sum(as_compared(part, theorems, instance) for instance in met), part


def as_compared(part: Part, theorems: list[Theorem], instance: Instance) -> int:
    """How many comparisons the theorem of this place makes at an instance, each of them the suite's."""
    given: Any = part.printed.given
    scene = given.located(instance)
    numbers: dict[Expr, Any] = {s: BALLS.number(Fraction(instance[s.name])) for s in given.parameters}
    exact: dict[str, Any] = {s.name: Fraction(instance[s.name]) for s in given.parameters}
    here = [t for t in theorems if any(str(scene) in where for where in t.where.partition(": ")[2].split("; "))]
    assert all(given.true(h, exact) for t in here for h in t.hypotheses)
    if not here or isinstance(part.printed.claim, ExactlyOne):
        # the column is no index of the instance: those that there is room for
        beginning = str(scene).removesuffix(")") + ", "
        here = [t for t in theorems if beginning in t.where and all(given.true(h, exact) for h in t.hypotheses)]
    assert here, f"no theorem for {scene}"
    claimed = [
        (balls.ball(value(each.left, numbers, BALLS)), each.sign, balls.ball(value(each.right, numbers, BALLS)))
        for theorem in here
        if theorem.claim is not None
        for each in relations_of(theorem.claim)
    ]
    assert part.claim is not None
    compared = list(comparisons(part.claim(part.domain.bind(instance, BALLS))))
    for known in compared:
        sign = "==" if known.relation.value == "=" else known.relation.value
        assert any(
            sign == s and balls.close(left, balls.ball(known.lhs), 12) and balls.close(right, balls.ball(known.rhs), 12)
            for left, s, right in claimed
        ), f"{known.what} at {instance}"
    return len(compared)


def test_every_exported_statement_reads_back_as_its_trees() -> None:
    for _, theorems in by_positivity():
        for theorem in theorems:
            for claim in (*theorem.hypotheses, *([] if theorem.conclusion is None else [theorem.conclusion])):
                assert read_terms(prop(claim), theorem.variables) is plain(claim)


def test_what_is_accepted_is_what_is_exported_today() -> None:
    """Closed forms, definitions, numbers at a point; the statements of calculations, whose proofs may change, are read back."""
    kinds = {p.key: accepted()[p.key].kind for p in chosen_parts() if p.key in accepted()}
    known = [p for p in chosen_parts() if kinds.get(p.key, USED) not in (USED, COMPARED)]
    for part in sample(sorted(known, key=lambda p: (kinds[p.key], p.key)), 16):
        entry = accepted()[part.key]
        today = export(part, None, () if entry.kind == DEFINITION else (DEFINITION,))
        assert entry.sha == sha(today), f"run make formal: {part.key}"


FOUND = Finding(Verdict.HOLDS, Evidence.PROVED, how="it is so.")


def test_a_changed_claim_falls_back_to_the_suites_own_evidence(monkeypatch: pytest.MonkeyPatch) -> None:
    part = find("superiority/Lemma D.2/3a")[0]
    entry = Accepted(digest(part), "holds", "of the closed form", 1, "0" * 16, "8.16.1", 1.0)
    monkeypatch.setattr(kept, "accepted", lambda: {part.key: entry})
    record = record_of(part, FOUND, EFFORTS["quick"], 0, 0.0)
    assert (record["evidence"], own_evidence(record)) == ("formal", "proved")
    assert formal(part.key, digest(part), "fails") is None
    line: Any = part.printed
    changed = line.claim.mapped(lambda node: expr(Fraction(49, 100)) if node is line.claim.right else None)
    other = replace(part, printed=replace(line, claim=changed))
    assert record_of(other, FOUND, EFFORTS["quick"], 0, 0.0)["evidence"] == "proved"
    dropped = replace(line, given=replace(line.given, hypotheses=line.given.hypotheses[:-1]))
    assert record_of(replace(part, printed=dropped), FOUND, EFFORTS["quick"], 0, 0.0)["evidence"] == "proved"


def test_what_is_accepted_speaks_of_todays_claims_and_the_expected_evidence_is_the_suites_own() -> None:
    """`make formal` writes it; an entry whose claim has changed says nothing, and goes with the next run."""
    known = {p.key: p for p in chosen_parts()}
    verdicts = {key: e.verdict for paper in {p.paper for p in known.values()} for key, e in expectations.load(paper).items()}
    stale = [
        key
        for key, entry in accepted().items()
        if key in known and (entry.digest, entry.verdict) != (digest(known[key]), verdicts[key])
    ]
    assert not stale, f"run make formal: {', '.join(stale)}"
    for paper in ("superiority", "sparse", "scan_snap"):
        assert all(e.evidence != "formal" for e in expectations.load(paper).values())


def test_what_tells_indices_apart_is_assumed_within_its_matrix_only() -> None:
    """(I+E)(I+E)⁻¹ = I in K rows and columns; over all numbers i and j it is a contradiction, and would prove anything."""
    (part,) = [part for part in find("scan_snap/Lemma 14") if not part.label]
    lines = calculations.export(part).theorems[0].statement.split("\n")
    products = [line for line in lines if line.endswith("= ind_eq i_b j_b) ->") and "total" in line]
    assert any("I_E_1" in line for line in products)
    assert all("In i_b set_K -> In j_b set_K -> " in line for line in products)
    data = line_of(part).given
    anywhere = Writer(printer=Printer(), data=data, own=data)
    with pytest.raises(NoCoqFormError, match="the inverse of I \\+ E is used outside of its indices"):
        anywhere.defining(overlaps.INVERSE(1, 2, overlaps.SUMMED))


Way = tuple[str, Callable[[Part], Export]]
CLOSED_FORM: Way = ("superiority/Lemma D.2/3a", over_parameters.export)
POINT: Way = ("superiority/Lemma D.2/4b", export)
CALCULATED: Way = ("superiority/Definition C.4/normaliser", calculations.export)


def about(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda shown: replace(shown, claim=change(shown.claim))


# theorems that are slightly false, or do not follow, with the proof of the true one
PLANTED: dict[str, tuple[Way, Callable[[Any], Any]]] = {
    "Larger": (CLOSED_FORM, about(lambda claim: Relation(claim.left, claim.sign, expr(Fraction(501, 1000))))),
    "Shifted": (CLOSED_FORM, about(lambda claim: claim.mapped(lambda node: n - 1 if node is n else None))),
    "Reversed": (CLOSED_FORM, about(lambda claim: Relation(claim.left, "<=", claim.right))),
    "Dropped": (CLOSED_FORM, lambda shown: replace(shown, hypotheses=tuple(h for h in shown.hypotheses if not of_a1(h)))),
    "NotMet": (POINT, lambda shown: replace(shown, hypotheses=(*shown.hypotheses, a1 < 1))),
    "Above": (CALCULATED, lambda shown: replace(shown, said=shown.said.removesuffix("> 0") + "> 1")),
    "Undefined": (CALCULATED, lambda shown: replace(shown, said=shown.said.replace("= exp (total", "= (total", 1))),
}


def of_a1(claim: Claim) -> bool:
    return any(node is a1 for _, node in claim.walk())


def outcome(home: tuple[Path, dict[str, str]], name: str, part: Part, shown: Theorem) -> Compiled:
    kind = USED if isinstance(shown, Said) else CLOSED
    text = file_text([Export(part, kind, (shown,))])
    found = compiled(home[0] / f"{name}.v", text, *home)
    assert not found.line or theorem_at(text, found.line) == shown.name
    return found


@WITH_COQ
@pytest.mark.parametrize("name", PLANTED)  # each compiles for a while
def test_coq_accepts_a_theorem_of_each_kind_and_refuses_what_is_slightly_false(name, home) -> None:
    (address, export_), change = PLANTED[name]
    part = find(address)[0]
    shown = export_(part).theorems[0]
    true = outcome(home, f"True{name}", part, shown)
    assert (true.line, true.axioms) == (0, ())
    assert change(shown) != shown
    assert outcome(home, name, part, change(shown)).line > 0


@WITH_COQ
def test_an_axiom_of_our_own_is_told(home: tuple[Path, dict[str, str]]) -> None:
    part = find(CLOSED_FORM[0])[0]
    shown = over_parameters.export(part).theorems[0]
    text = file_text([Export(part, CLOSED, (shown,))])
    by_axiom = re.sub(r"Proof\..*?Qed\.", "Proof. apply convenient. Qed.", text, flags=re.DOTALL)
    statement = shown.statement
    axiom = by_axiom.replace("Theorem ", f"Axiom convenient : {statement}.\nTheorem ", 1)
    found = compiled(home[0] / "Axiom.v", axiom, *home)
    assert found.line == 0
    assert any("convenient" in name for name in found.axioms)
    assert not ALLOWED & set(found.axioms)
