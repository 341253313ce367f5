"""What is printed is what is judged: no number, sign, order, quantifier or index set of a line can change unseen."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.chosen import chosen_parts, the_part
from theorems.catalogue import OURS, parts
from theorems.judging.judge import EFFORTS, judge, reads_the_claim
from theorems.language.edits import edits
from theorems.language.printed_line import PrintedLine
from theorems.language.reductions import NoRuleError
from theorems.language.tree import Expr, Q, ceil, symbols
from theorems.mutants.false_claims import UNREADABLE, _says_so, lightened
from theorems.mutants.mutation import Mutant, edits_of
from theorems.mutants.score import Trial, holds, small_killer
from theorems.statement import Part
from theorems.vocabulary import Reading

n, delta, eps = symbols("n delta epsilon")


def line_of(part: Part) -> PrintedLine:
    assert isinstance(part.printed, PrintedLine)
    return part.printed


def judged(line: PrintedLine) -> tuple[Any, ...]:
    """What is compared at an instance, and what each rule leads to."""
    return line.at_an_instance, *((rule.name, rule.after) for rule in line.reduced.rules)


def unseen(line: PrintedLine) -> Iterator[str]:
    """The edits that change nothing of what is judged."""
    before = judged(line)
    for told, claim in edits(line):
        try:
            after = judged(replace(line, claim=claim))
        except NoRuleError:
            continue
        if after == before:
            yield told


@pytest.mark.parametrize("paper", OURS)
def test_every_line_is_of_declared_words_and_typeset_and_every_edit_of_it_is_seen(paper: str) -> None:
    plain = []
    for part in parts(paper):
        line = line_of(part)
        assert part.claim is None or not line.unknown(), part.key
        assert part.text.startswith(line.text), part.key
        assert line.latex.isascii(), part.key
        assert line.latex.count(r"\left") == line.latex.count(r"\right"), part.key
        assert ElementTree.fromstring(line.mathml).tag.endswith("math"), part.key
        assert line.bridge is not None or not list(unseen(line)), part.key
        if not any(True for _ in edits(line)):
            plain.append(part.key)
    assert len(plain) <= len(parts(paper)) / 40, plain  # a line in words without a formula; else nothing would be changed


def test_a_second_tree_by_hand_hides_edits() -> None:
    line = line_of(the_part("sparse/Lemma 4.2/1", Reading.INTENDED))
    assert not list(unseen(line))
    by_hand = line.comparing(line.at_an_instance)
    assert list(unseen(by_hand))


def planted(part: Part, was: Expr, becomes: Expr) -> Part:
    claim = line_of(part).claim.mapped(lambda node: becomes if node is was else None)
    assert claim is not line_of(part).claim
    return replace(part, printed=replace(line_of(part), claim=claim), witness=None)


def test_planted_errors_are_refused() -> None:
    """The false lines of issue 28, which were ``holds (proved)`` while a second tree stood beside the printed one."""
    effective = the_part("sparse/Companion/effective entries")
    assert judge(effective, EFFORTS["quick"]).verdict.stands
    assert not judge(planted(effective, ceil(1 / eps) - 1, ceil(1 / eps) - 2), EFFORTS["quick"]).verdict.stands
    with pytest.raises(NoRuleError, match="declare the probability"):
        judged(line_of(planted(the_part("sparse/Lemma 4.2/1", Reading.INTENDED), 1 - delta, 1 - delta / 2)))
    side = the_part("superiority/Lemma D.4/side")
    assert judge(side, EFFORTS["quick"]).verdict.stands
    assert not judge(planted(side, n ** Q("0.01"), n ** Q("0.02")), EFFORTS["quick"]).verdict.stands


PROVED = [p for p in chosen_parts() if reads_the_claim(p.proof) and p.claim is not None and holds(p)]


def false(mutant: Mutant, part: Part) -> bool:
    with suppress(*UNREADABLE):
        return small_killer(Trial(mutant, part), 0.1, []) is not None
    return False


@pytest.mark.parametrize("part", PROVED[::150], ids=lambda p: p.slug)
def test_no_proof_shows_an_edit_that_is_false_at_a_small_instance(part: Part) -> None:
    """The nightly command, ``theorems.mutants --proofs``, tries every part."""
    assert part.proof is not None
    proof = lightened(part.proof)
    assert [mutant.kind for mutant in edits_of(part) if _says_so(proof, mutant.part) and false(mutant, part)] == []
