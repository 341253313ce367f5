"""Flat proofs: what is found carries the checker, nothing false is found, and what is kept is checked without searching."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from theorems import prove
from theorems.catalogue import parts
from theorems.judging import expectations
from theorems.judging.judge import EFFORTS
from theorems.judging.record import make_record
from theorems.kernel.context import Context
from theorems.kernel.facts import Definition
from theorems.kernel.gaps import GapError
from theorems.kernel.scripts import Script, only
from theorems.language.tree import Claim, ForAll, Implies, Member, Named, SetOf, Sum, Symbol, Without, exp, symbols
from theorems.proofs import calc, case, have, hence, kept, otherwise, proving, suppose
from theorems.proofs.elaborate import Elaborator
from theorems.proofs.files import Entry, entry_of, kept_in
from theorems.proofs.kept import flat_of
from theorems.proofs.match import applications, matched, subterms
from theorems.proofs.search import Keeping, Searching, StaleError
from theorems.proofs.statements import Auxiliary, Block, Split, written
from theorems.reader import UnreadableError
from theorems.textbook import sums
from theorems.textbook.elementary import EXP_ABOVE_TANGENT, EXP_GROWS
from theorems.textbook.sums import SUM_MULTIPLE, SUM_ORDER

a, b, n, l, lp, x, y = symbols("a b n l l′ x y")
f, g = Symbol("f"), Symbol("g")
classes = Named("[K]")
POSITIVE = ForAll(n, classes, ForAll(l, SetOf("G", (n,)), f[n, l] > 0))
SQUARED = Definition("g", (a,), g[a] == f[a, a] ** 2)
total, doubled = Sum(l, classes, f[n, l]), Sum(l, classes, 2 * f[n, l])


def of_members(claim: Claim) -> ForAll:
    return ForAll(n, classes, ForAll(l, SetOf("G", (n,)), ForAll(lp, Without(SetOf("G", (n,)), l), claim)))


def found(statements: Callable[[], None], goal: Claim, *claims: Claim) -> tuple[Script, Searching, list[dict[str, object]]]:
    reasoner = Searching((SQUARED,))
    script, records = Elaborator(reasoner).block(written(statements), goal, Context().assuming(*claims))
    return script, reasoner, records


def in_members() -> None:
    have(f[n, lp] > 0)
    calc(f[n, l] * f[n, lp] / f[n, lp]).eq(f[n, l]).gt(0)


def by_definition() -> None:
    calc(g[x]).eq(f[x, x] * f[x, x]).ge(0)


def by_cases() -> None:
    with case(x <= 0):
        hence()
    with otherwise():
        have(x > 0)
        hence()


def by_terms() -> None:
    have(doubled == 2 * total, SUM_MULTIPLE)
    hence()


def in_order() -> None:
    with proving(ForAll(l, classes, f[n, l] <= g[l])):
        hence()
    hence(SUM_ORDER)


def supposing() -> None:
    with suppose(x >= 1):
        have(x * x >= x)
    hence()


def through_what_is_monotone() -> None:
    have(x <= y)
    hence()


PROOFS = [
    (in_members, of_members(f[n, l] * f[n, lp] / f[n, lp] > 0), (POSITIVE,)),
    (by_definition, g[x] >= 0, ()),
    (by_cases, x**2 + x + 1 > 0, ()),
    (by_terms, doubled - total == total, ()),
    (in_order, total <= Sum(l, classes, g[l]), (ForAll(l, classes, f[n, l] == g[l] - 1),)),
    (supposing, Implies(x >= 1, x * x >= x), ()),
    (through_what_is_monotone, 1 + 2 * exp(x) <= 1 + 2 * exp(y), (x + 1 <= y,)),
]


def test_what_is_found_shows_the_goal_and_is_found_again_without_searching(monkeypatch: pytest.MonkeyPatch) -> None:
    records = []
    for statements, goal, claims in PROOFS:
        script, reasoner, kept_ = found(statements, goal, *claims)
        assert not reasoner.failures, goal
        script.show(goal, Context().assuming(*claims))
        records.append(kept_)
    monkeypatch.setattr(Searching, "link", lambda *_: pytest.fail("it searches"))
    for (statements, goal, claims), kept_ in zip(PROOFS, records, strict=True):
        keeping = Keeping((SQUARED,), json.loads(json.dumps(kept_)), "the command")
        again, _ = Elaborator(keeping).block(written(statements), goal, Context().assuming(*claims))
        again.show(goal, Context().assuming(*claims))
        assert not keeping.records


NOT_FOUND: list[tuple[Claim, tuple[Claim, ...]]] = [
    (of_members(f[n, l] > f[n, lp]), (POSITIVE,)),
    (g[x] > 0, ()),
    (x**2 + x > 0, ()),
    (total < doubled, (ForAll(l, classes, f[n, l] >= 0),)),
    (exp(x) <= exp(y), (x <= y + 1,)),
    (f[a, l] > 0, (POSITIVE, Member(a, classes), Member(l, SetOf("G", (b,))))),  # l belongs to another class
]


WRONG: dict[str, Callable[[], Any]] = {
    "name 'EXP_GROW' is not defined: is it EXP_GROWS": lambda: have(x <= 1, EXP_GROW),  # type: ignore[name-defined]  # noqa: F821
    "'EXP_GROWS' is no reason": lambda: hence("EXP_GROWS"),
    "'in members' is an auxiliary lemma: obtain it first": lambda: calc(x).le(1, Auxiliary(x <= 1, in_members)),
}


@pytest.mark.parametrize(("told", "statements"), WRONG.items(), ids=WRONG)
def test_what_is_wrong_in_a_proof_is_named_with_its_line(told: str, statements: Callable[[], Any]) -> None:
    line = statements.__code__.co_firstlineno
    with pytest.raises(UnreadableError, match=rf"test_flat_proofs\.py, line {line}: {told}"):
        written(statements)


def test_nothing_is_found_for_what_does_not_follow() -> None:
    for goal, claims in NOT_FOUND:
        script, reasoner, _ = found(lambda: hence(EXP_GROWS, EXP_ABOVE_TANGENT, SUM_ORDER), goal, *claims)
        assert reasoner.failures, goal
        with pytest.raises(GapError):
            script.show(goal, Context().assuming(*claims))


def test_a_script_of_the_author_is_looked_at_like_what_is_found() -> None:
    def by_itself() -> None:
        have(x <= 2, only(y <= 2))
        hence()

    _, reasoner, _ = found(by_itself, x + y <= 4, x <= y, y <= 2)  # only y ≤ 2 is not enough
    assert [failure.goal for failure in reasoner.failures] == [x <= 2]
    _, reasoner, _ = found(lambda: hence(only(x <= y, y <= 2)), x <= 2, x <= y, y <= 2)
    assert not reasoner.failures


def test_a_statement_that_nobody_needs_is_left_out_and_kept_reasons_of_another_goal_are_stale() -> None:
    def statements() -> None:
        have(x * x >= 0)
        hence()

    _, _, records = found(statements, y + 1 > y)
    assert {"idle": "x x ≥ 0"} in records
    _, _, records = found(by_definition, g[x] >= 0)
    keeping = Keeping((SQUARED,), records, "python -m theorems.prove")

    def other() -> None:
        calc(g[y]).eq(f[y, y] * f[y, y]).ge(0)

    with pytest.raises(StaleError, match=r"python -m theorems\.prove"):
        Elaborator(keeping).block(written(other), g[y] >= 0, Context())


def test_a_theorem_matches_its_own_words_and_letters_consistently_and_no_variable_of_a_sum_is_caught() -> None:
    few = (EXP_GROWS, SUM_ORDER, SUM_MULTIPLE, sums.SUM_PICKS, sums.CAUCHY_SCHWARZ_ROOTS, sums.INDICATOR_FAILS, sums.EQUALS)
    for theorem in few:
        own = subterms(theorem.claim, *theorem.hypotheses)
        assert any(fact.claim is theorem.claim for fact in applications(theorem, own)) is (theorem is not sums.EQUALS)
    assert matched(a + a * b, x + x * y, frozenset({a, b})) == {a: x, b: y}
    assert matched(a + a * b, x + y * y, frozenset({a, b})) is None
    inside, outside = (Sum(l, classes, factor * f[n, l]) for factor in (g[l], g[n]))
    assert not list(applications(sums.SUM_FACTOR, subterms(inside)))
    (fact,) = applications(sums.SUM_FACTOR, subterms(outside))
    assert fact.claim is (outside == g[n] * total)


FLAT = [part for part in parts() if flat_of(part.proof) is not None]


def lemmas_in(statements: list[object]) -> Iterator[Auxiliary]:
    """The auxiliary lemmas that statements obtain, and those that these do."""
    for each in statements:
        match each:
            case Block(auxiliary=lemma, statements=inside):
                yield from [lemma] if lemma else []
                yield from lemmas_in(inside)
            case Split(holds=holds, fails=fails):
                yield from lemmas_in([*holds, *(fails or ())])


def kept_here() -> dict[tuple[Path, str], str]:
    """What belongs into the files: key -> digest."""
    proofs = [found for part in FLAT if (found := flat_of(part.proof)) is not None]
    entries = [proof.entry for proof in proofs]
    entries += [entry_of(lemma) for proof in proofs for lemma in lemmas_in(written(proof._function))]
    return {(entry.file, entry.key): entry.digest for entry in entries}


def test_what_is_kept_belongs_to_today_s_claims_and_nothing_else_is_kept() -> None:
    files = Path(kept.__file__).parents[1].rglob("*.reasons.json")
    here, wanted = {(file, key): entry["digest"] for file in files for key, entry in kept_in(file).items()}, kept_here()
    assert here.items() <= wanted.items()
    assert {part.key for part in FLAT} <= {key for _, key in here}


def test_prove_shows_a_proof_statement_by_statement(capsys: pytest.CaptureFixture[str]) -> None:
    """What a statement's own links show is told in its line, once; ``--links`` tells each of them."""
    address = "scan_snap/Theorem 3/Eqn 108"
    assert prove.main([address]) == 0
    short = capsys.readouterr().out
    assert prove.main([address, "--links"]) == 0
    full = capsys.readouterr().out.splitlines()
    assert re.search(r"ξ_n > 0 for all n ∈ \[K\]: \d{2,3} links", short)
    assert "  f_{n,l′} > 0: " in short
    assert len(full) > 4 * len(short.splitlines())


def test_stale_reasons_are_a_row_of_the_report_that_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def stale(entry: Entry) -> None:
        raise StaleError(f"stale: {entry.command}")

    (part,) = (part for part in FLAT if part.key == "scan_snap/Theorem 3/Eqn 108 (stated)")
    flat = flat_of(part.proof)
    assert flat is not None
    monkeypatch.delitem(flat.__dict__, "script", raising=False)
    monkeypatch.setattr(Entry, "keeping", stale)
    found = make_record(part, EFFORTS["quick"], 0)
    assert (found["verdict"], found["evidence"]) == ("unknown", "none")
    (line,) = expectations.differences([found], complete=False)
    assert 'python -m theorems.prove "scan_snap/Theorem 3/Eqn 108" --fill' in line


@pytest.mark.parametrize("reachable", [True, False])
def test_filling_searches_once_more_what_rests_on_reasons_found_later(monkeypatch: pytest.MonkeyPatch, reachable: bool) -> None:
    """One that rests on what is never found is told, and the search ends."""
    first, then = FLAT[:2]
    found: set[str] = set()

    def searched(keys: list[str]) -> list[prove.Told]:
        well = [key == then.key or then.key in found or None for key in keys]
        told: list[prove.Told] = [(key, "said", each) for key, each in zip(keys, well, strict=True)]
        found.update(key for key, _, each in told if each and reachable)
        return told

    monkeypatch.setattr(prove, "_searched", searched)
    monkeypatch.setattr(prove, "_judged_anew", lambda keys: [(key, "holds", True) for key in keys if key in found])
    proofs = [(part, flat) for part in (first, then) if (flat := flat_of(part.proof)) is not None]
    assert len(proofs) == 2
    assert prove._fill(proofs, 1) == (0 if reachable else 1)
