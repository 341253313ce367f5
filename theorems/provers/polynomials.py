"""Finds certificates of sign: what is put for which generator, and a combination that contradicts.

A name with a lower bound is written through its slack, what equations give is put in, and the combination is searched for by
:mod:`~theorems.provers.certificate_of_sign`. What is found is checked by :mod:`~theorems.kernel.signs`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from flint import fmpq_mpoly

from theorems.kernel import signs
from theorems.kernel.journal import Proof, name_of
from theorems.kernel.signs import CONTRARY, Certificate, Generator, Given, NoCertificateError, Question, Setting, always_finding
from theorems.provers.certificate_of_sign import Known, certified


@lru_cache(maxsize=4096)  # parts over the same data ask the same
def found(question: Question) -> Certificate | None:
    """A certificate, where one is found."""
    if not question.goal and not question.strict:
        return Certificate((), ((Fraction(1), (CONTRARY,), (0,) * (2 * len(question.generators))),))
    if question.high or not question.generators:
        return None
    try:
        prepared = _prepared(question.given, question.generators)
    except NoCertificateError:  # a quotient is left under a root that is multiplied out
        return None
    terms = certified(prepared.setting.written(question.goal), prepared.known, prepared.positive, question.strict)
    return None if terms is None else Certificate(tuple(prepared.steps), terms)


always_finding(found)


def certificates_of(proof: Proof) -> dict[str, Certificate]:
    """What is found for the questions that a proof asks, by their names. Raises GapError where it does not go through."""
    answers: dict[str, Certificate] = {}

    def kept(question: Question) -> Certificate | None:
        certificate = found(question)
        if certificate is not None:
            answers[name_of(question)] = certificate
        return certificate

    proof.shown_by(kept)
    return answers


@lru_cache(maxsize=1024)
def _prepared(known: tuple[Given, ...], generators: tuple[Generator, ...]) -> Prepared:
    return Prepared(known, generators)


class Prepared:
    """What is known, in nonnegative generators; ``steps``: what was put; ``idle``: facts that say nothing any more."""

    def __init__(self, given: tuple[Given, ...], generators: tuple[Generator, ...]) -> None:
        self.setting = Setting(given, generators)
        self.facts = [_fact(place, each) for place, each in enumerate(self.setting.known)]
        self.steps: list[tuple[int | None, int]] = []
        self.idle: set[int] = set()
        while (equation := self._equation()) is not None:
            self._put(*equation)
        done: set[int] = set()
        while (bound := self._lower_bound(done)) is not None:
            self._put(*bound)
            done.add(bound[1])
        for k in range(len(generators)):
            if self.setting.signs[k] is None:
                self._put(None, k)
        self.positive = list(map(bool, self.setting.signs))

    @property
    def known(self) -> list[Known]:
        return [fact for fact in self.facts if fact.place not in self.idle and not fact.polynomial.is_zero()]

    def _put(self, used: int | None, k: int) -> None:
        """Put what a fact gives for a generator everywhere; the fact is used up."""
        self.setting.put(used, k)
        self.steps.append((used, k))
        known, before = self.setting.known, self.facts
        self.facts = [
            f if f.polynomial is now.polynomial else _fact(f.place, now) for f, now in zip(before, known, strict=False)
        ]
        self.idle |= {used} if used is not None else set()
        if len(known) > len(before):  # what was known of the generator's sign
            self.facts.append(_fact(len(before), known[-1]))
            self.idle |= {len(before)} if self._plainly(known[-1].polynomial, k) else set()

    def _plainly(self, by: fmpq_mpoly, own: int) -> bool:
        """Is it a polynomial with nonnegative coefficients in what is nonnegative?"""
        used = {j for j, power in enumerate(by.degrees()) if power} - {own}
        return all(x >= 0 for x in by.coeffs()) and all(self.setting.signs[j] is not None for j in used)

    def _equation(self) -> tuple[int, int] | None:
        """An equation that gives a generator: linear in it, with a constant coefficient."""
        return next(((fact.place, max(fact.solved)) for fact in self.known if fact.zero and fact.solved), None)

    def _lower_bound(self, done: set[int]) -> tuple[int, int] | None:
        """A fact ``generator ≥ something`` without that generator on the right: numbers first, then sums of positive terms."""
        found = []
        for fact in self.known:
            for k, (by, c) in () if fact.zero else fact.solved.items():
                if k in done or c < 0:
                    continue
                names = {*fact.generators} - {k}
                plain = names <= done
                if plain or all(x > 0 for x in by.coeffs()):
                    constant = by.leading_coefficient() if not names and not by.is_zero() else 0
                    found.append((len(names) if plain else 10 + len(names), -constant, fact.place, k))
        return min(found)[2:] if found else None


def _fact(place: int, known: signs.Known) -> Known:
    return Known(known.polynomial, known.strict, known.zero, place)
