"""Certification of a bound over its whole domain in ball arithmetic, by branch and bound over boxes of parameters.

Each comparison becomes a sum of powers in each symbolic case (:mod:`~theorems.provers.normal_form`); boxes that may
reach to infinity are proved one by one (:mod:`~theorems.provers.evaluation`). What is left over is listed and the
verdict is ``unknown``: a search that ends early never says ``holds``.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import sympy

from kernels.balls import Truth
from theorems.instance import Instance
from theorems.provers.bisection import BITS, Budget, Cover, bisect
from theorems.provers.certificate import DIRECTORY, path_of
from theorems.provers.normal_form import Question, questions
from theorems.provers.power_sums import Box, Ends, Parameter
from theorems.provers.ranges import NoNormalFormError, named
from theorems.provers.search import evaluate, met_at
from theorems.provers.verification import RefusedError, UnreadableError, shown, verify
from theorems.reader import json_in
from theorems.statement import Finding, Model, Part
from theorems.vocabulary import Claimed, Evidence, Verdict

MOST_POINTS = 40  # instances at which a false box is looked into,
SECONDS = 3.0  # and for how long
SHOWN = 4  # undecided boxes that a finding prints; certificates and attempts list all of them
STANDARD = Budget()
SMALLEST = 100  # instances at which the claim has to have a value
BASES = 200_000  # small instances among which one with the indices of a case is looked for


@dataclass(frozen=True)
class Attempt:
    """What a search for boxes came to: a cover for each question, or the reason why there is none.

    false_at: an instance that meets the hypotheses and refutes the claim, confirmed in balls
    """

    covers: tuple[tuple[Question, Cover], ...] = ()
    why_not: str = ""
    false_at: Instance | None = None

    @property
    def certified(self) -> bool:
        return bool(self.covers) and not self.why_not and all(cover.complete for _, cover in self.covers)


def attempt(part: Part, claim: Callable[[Model], Claimed] | None = None, budget: Budget | None = None) -> Attempt:
    """Try to cover the part's domain by boxes on which ``claim`` (the part's own unless given) holds.

    The first question that fails on a box, or that the budget does not decide, ends the search; those after it are
    listed with their whole domain undecided.
    """
    budget = budget or STANDARD
    if claim is not None:
        part = replace(part, printed=part.printed.saying(claim))
    try:
        asked = questions(part)
    except NoNormalFormError as error:
        return Attempt(why_not=str(error))
    if met_at(part.domain) is None:
        return Attempt(why_not="no instance is known to meet the hypotheses")
    nowhere = _without_a_value(part)
    if nowhere is not None:
        return Attempt(why_not=f"the claim has no value at {nowhere}")
    covers: list[tuple[Question, Cover]] = []
    for number, question in enumerate(asked, 1):
        cover = bisect(question.claim, budget)
        covers.append((question, cover))
        if not cover.complete:
            covers += [(rest, Cover((), (rest.claim.domain,))) for rest in asked[number:]]
            box, where = cover.false, f"in case {question.claim.name}"
            if box is None:
                return Attempt(tuple(covers), f"{where} {len(cover.undecided)} boxes undecided")
            refuted_at = _refutation(part, question, box)
            why = f"{where} false for every {shown(question.claim, box)}; "
            why += f"refuted at {refuted_at}" if refuted_at else "no instance that meets the hypotheses was found there"
            return Attempt(tuple(covers), why, refuted_at)
    return Attempt(tuple(covers))


def _without_a_value(part: Part) -> Instance | None:
    """A small instance at which a side has no value, as f_lin at n = 1: in symbols its 0/0 is cancelled before boxes see it."""
    for instance in islice(part.domain.small() if part.domain.small is not None else (), SMALLEST):
        if part.domain.broken(instance) is None and evaluate(part, instance, BITS).undefined:
            return instance
    return None


def certify(part: Part, claim: Callable[[Model], Claimed] | None = None, budget: Budget | None = None) -> Finding:
    """``holds (certified)`` or ``unknown`` for a part, or for another claim over its domain."""
    return finding_of(attempt(part, claim, budget))


def finding_of(tried: Attempt) -> Finding:
    """The finding that an attempt supports: never more than ``unknown`` unless every box is proved."""
    if tried.certified:
        steps = [
            f"{question.claim.name}: {len(cover.proved)} box{'es' if len(cover.proved) > 1 else ''} over "
            + shown(question.claim, question.claim.domain)
            for question, cover in tried.covers
        ]
        return Finding(Verdict.HOLDS, Evidence.CERTIFIED, how=HOW, steps=tuple(steps), precision_bits=BITS)
    how = tried.why_not
    question, cover = next(((q, c) for q, c in tried.covers if not c.complete), (None, None))
    if question is not None and cover is not None and cover.false is None:
        how += ", among them " + "; ".join(shown(question.claim, box) for box in cover.undecided[:SHOWN])
    return Finding(Verdict.UNKNOWN, Evidence.NONE, how=how)


HOW = (
    "the whole domain is covered by boxes of parameters, unbounded directions to infinity; on each of them the difference "
    "of the two sides, a sum of powers divided by its largest one, is bounded in ball arithmetic"
)


@dataclass(frozen=True)
class Boxes:
    """A part's proof by boxes: its certificate is verified when there is one for this claim, otherwise searched for."""

    budget: Budget = STANDARD
    directory: Path = DIRECTORY

    def run(self, part: Part) -> Finding:
        kept = self._kept(part)
        return certify(part, budget=self.budget) if kept is None else kept

    def _kept(self, part: Part) -> Finding | None:
        path = path_of(part, self.directory)
        try:
            content = json_in(path)
            count = verify(content, part)
        except (OSError, ValueError, UnreadableError, RefusedError, NoNormalFormError):
            return None
        if content["verdict"] != "holds":
            return None
        steps = tuple(f"{claim['name']}: {len(claim['boxes'])} boxes; {claim['formula']}" for claim in content["claims"])
        how = f"{HOW}; {count} boxes read from certificates/{part.paper}/{path.name} and verified"
        return Finding(Verdict.HOLDS, Evidence.CERTIFIED, how=how, steps=steps, precision_bits=int(content["precision_bits"]))


# -- from a box back to an instance --------------------------------------------------------------------------------------


def _refutation(part: Part, question: Question, box: Box) -> Instance | None:
    """An instance inside the box that meets the hypotheses and certainly refutes the part; None when none is found."""
    domain, case = part.domain, question.case
    if domain.small is None or domain.pattern_of is None:
        return None
    reals = {str(symbol) for symbol, value in question.written.items() if str(value) == str(symbol)}
    end = time.process_time() + SECONDS
    seen: set[Instance] = set()
    placed: set[tuple[Any, ...]] = set()
    for base in islice(domain.small(), BASES):
        rest = tuple(value for name, value in base.items() if name not in reals and isinstance(value, int))
        if time.process_time() > end:
            return None
        if rest in placed or domain.pattern_of(base) != case.pattern:
            continue
        placed.add(rest)
        for point in _points(question, box, base):
            instance = _placed(question, base, point)
            if len(seen) == MOST_POINTS:
                return None
            if instance in seen or domain.broken(instance) is not None or domain.pattern_of(instance) != case.pattern:
                continue
            seen.add(instance)
            if evaluate(part, instance).truth is Truth.FAILS:
                return instance
    return None


def _placed(question: Question, base: Instance, point: dict[str, Fraction]) -> Instance:
    """``base`` with everything that the sizes and the real parameters of the point determine replaced."""
    case = question.case
    values = {named(name): sympy.Rational(x.numerator, x.denominator) for name, x in point.items()}
    own = {symbol: written.subs(values) for symbol, written in question.written.items()}
    if case.size is not None:
        own[case.size] = case.size_value.subs(own)
    changed = {}
    for name in base:
        value = getattr(case.model, name, None)
        exact = None if value is None else sympy.sympify(value).subs(own)
        if exact is not None and exact.is_Rational:
            changed[name] = Fraction(int(exact.p), int(exact.q))
    return base.but(**changed)


def _points(question: Question, box: Box, base: Instance) -> Iterator[dict[str, Fraction]]:
    """Points of the box, as values of the sizes and the real parameters; first those that keep the base's own values."""
    own = {}
    for symbol, written in question.written.items():
        if str(symbol) in base:
            (free,) = written.free_symbols
            own[str(free)] = Fraction(base[str(symbol)]) - Fraction(int(sympy.expand(written - free)))
    claim = question.claim
    joined = any(p.name == "n" for p in claim.parameters) and len(question.sizes) > 1
    if joined:
        own["n"] = Fraction(base.n)
    sides = [_samples(p, ends, own.get(p.name)) for p, ends in zip(claim.parameters, box, strict=True)]
    for k in range(max(map(len, sides), default=1)):
        values = [side[min(k, len(side) - 1)] for side in sides]
        point = {p.name: value for p, value in zip(claim.parameters, values, strict=True)}
        if joined:
            *others, last = question.sizes
            rest = point.pop("n")
            for size in others:
                point[size.name] = own[size.name]
                rest = Fraction(-(-rest // own[size.name]))
            point[last.name] = max(rest, last.low)
        yield point


def _samples(p: Parameter, ends: Ends, own: Fraction | None) -> list[Fraction]:
    low, high = ends
    middle = (low + high) / 2 if high is not None else 2 * low + 1
    kept = [own] if own is not None and low <= own and (high is None or own <= high) else []
    return list(dict.fromkeys([*kept, Fraction(middle // 1) if p.integer else middle, low]))
