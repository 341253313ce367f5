"""Reasons of a link: found among the candidates, those that are idle dropped; or taken from what was kept."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, takewhile
from typing import Any, Protocol

from theorems.kernel import context as contexts
from theorems.kernel.context import Context, Reason, shown
from theorems.kernel.facts import Definition, Fact
from theorems.kernel.gaps import GapError
from theorems.kernel.scripts import Script, goals_of
from theorems.language.printing import text
from theorems.language.tree import Claim, ForAll, Member, Relation
from theorems.proofs.candidates import Candidate, Pool, together
from theorems.provers.context import Cited
from theorems.reader import UnreadableError
from theorems.textbook.elementary import (
    ABS_NONNEGATIVE,
    EXP_POSITIVE,
)
from theorems.textbook.sums import INDICATOR_FAILS, INDICATOR_HOLDS, SUM_NONNEGATIVE
from theorems.time_limit import OutOfTimeError, time_limit

ROUTINE = (INDICATOR_FAILS, INDICATOR_HOLDS, EXP_POSITIVE, ABS_NONNEGATIVE, SUM_NONNEGATIVE)
SECONDS = 5.0  # for one attempt
LONGEST = 40.0  # seconds for one link
PAIRED = 5  # of the nearest candidates are tried alone and two by two
STEPS = (4, 12, 30)  # how many of the nearest candidates are tried together
DEPTH = 2  # how many theorems deep what is asked of every term is shown first

Record = dict[str, Any]


class StaleError(UnreadableError):
    """Nothing is kept of a proof, or what is kept belongs to another claim or to other facts; the message names the command."""


@dataclass
class Link:
    """Why a relation holds: reasons, and what is shown before it."""

    reasons: tuple[Reason, ...]
    first: list[tuple[Claim, Script]]
    record: Record


class Shower(Protocol):
    """Shows a claim by hints: the script, and what is kept of it."""

    def __call__(self, claim: Claim, hints: tuple[Any, ...], context: Context, depth: int) -> tuple[Script, list[Record]]: ...


@dataclass
class Failure:
    """A link for which nothing was found."""

    goal: Claim
    context: Context
    pool: Pool
    gap: str


def fixed(hints: Sequence[Any]) -> list[Candidate]:
    """What the author gives with its arguments."""
    found = []
    for hint in hints:
        match hint:
            case Fact():
                found.append(Candidate((hint,), hint.claim, hint.reason))
            case Cited():
                found.append(Candidate((hint,), hint.line.claimed.at_an_instance, hint.reason))
            case Relation():
                found.append(Candidate((hint,), hint))
    return found


def pool_of(goal: Claim, context: Context, hints: tuple[Any, ...], scope: tuple[Definition, ...]) -> Pool:
    return Pool(goal, context, hints, scope, ROUTINE)


def ready(candidate: Candidate, pool: Pool) -> Candidate:
    """With the reasons why its elements are in its sets, before it."""
    fact = candidate.reasons[-1]
    if not isinstance(fact, Fact):
        return candidate
    why: list[Reason] = []
    for condition in fact.hypotheses:
        if isinstance(condition, Member):
            why += pool.members.get(condition.range, {}).get(condition.element, ())
    return replace(candidate, reasons=(*why, *candidate.reasons), said=candidate.key) if why else candidate


@dataclass
class Searching:
    """Finds the reasons."""

    scope: tuple[Definition, ...]
    show: Shower | None = None
    failures: list[Failure] = field(default_factory=list)

    def link(self, goal: Claim, context: Context, hints: tuple[Any, ...], depth: int = 0) -> Link:
        context = replace(context, cited=[])
        pool = pool_of(goal, context, hints, self.scope)
        given = fixed(hints)
        seen: set[frozenset[str]] = set()
        start = time.monotonic()
        for level in takewhile(lambda _: time.monotonic() - start < LONGEST, self._levels(pool)):
            items = list({c.key: ready(c, pool) for c in (*given, *level)}.values())
            keys = frozenset(c.key for c in items)
            if keys in seen:
                continue
            seen.add(keys)
            first: list[tuple[Claim, Script]] = []
            records: list[list[Any]] = []
            chosen, here = self._applied(items, context, hints, depth, first, records)
            if _proves(here, chosen, goal):
                chosen = _needed(here, chosen, goal)
                first, records = _used(first, records, chosen)
                here = context.assuming(*(claim for claim, _ in first))
                if _proves(here, chosen, goal):
                    record: Record = {"link": text(goal), "by": [c.key for c in chosen]}
                    if records:
                        record["first"] = records
                    return Link(together(chosen), first, record)
        gap = ""
        try:
            context.shows(goal)
        except GapError as error:
            gap = str(error)
        self.failures.append(Failure(goal, context, pool, gap))
        return Link(together(given), [], {"link": text(goal), "by": []})

    def look_at(self, script: Script, goal: Claim, context: Context) -> None:
        """What the author gives a script for, ``only(...)``: nothing is searched for, and it may have a gap."""
        try:
            script.show(goal, replace(context, cited=[]))
        except GapError as gap:
            first, known = next(iter(goals_of(goal, context)))
            self.failures.append(Failure(goal, context, pool_of(first, known, (), self.scope), str(gap)))

    def _levels(self, pool: Pool) -> Iterator[list[Candidate]]:
        """What is tried together: the nearest alone, two by two, more and more."""
        near, hinted = pool.near, pool.hinted
        yield []
        if pool.rules:
            yield [*hinted, *pool.rules]
        for many in (1, 2, 4, len(hinted)):
            yield hinted[:many]
        for named in (1, 2) if hinted else (0,):
            yield from ([*hinted[:named], one] for one in near[:PAIRED])
        for two in combinations(near[:PAIRED], 2):
            yield [*hinted[:2], *two]
        for many in STEPS[:2]:
            yield [*hinted[:1], *near[:1], *pool.further[:many]]
        for many in STEPS:
            yield [*hinted[:many], *near[:many]]
        for many in STEPS:
            yield [*hinted[:many], *near[:many], *pool.further[:many]]

    def _applied(
        self,
        items: Sequence[Candidate],
        context: Context,
        hints: tuple[Any, ...],
        depth: int,
        first: list[tuple[Claim, Script]],
        records: list[list[Any]],
    ) -> tuple[list[Candidate], Context]:
        """Those that hold here, in an order in which they do; what they ask of every term is shown before."""
        chosen: list[Candidate] = []
        here, known, left = context, context, list(items)
        while left:
            rest = []
            for candidate in left:
                try:
                    with time_limit(SECONDS):
                        known = known.with_reasons(candidate.reasons)
                    chosen.append(candidate)
                except (GapError, OutOfTimeError):
                    wanted = self._asked(candidate, known) if depth < DEPTH else []
                    done = [self._shown(claim, hints, here, depth) for claim in wanted]
                    if wanted and all(done):
                        for claim, found in zip(wanted, done, strict=True):
                            assert found is not None
                            first.append((claim, found[0]))
                            records.append([text(claim), found[1]])
                            here, known = here.assuming(claim), known.assuming(claim)
                    rest.append((candidate, bool(wanted) and all(done)))
            again = [candidate for candidate, _ in rest]
            if len(again) == len(left) and not any(fresh for _, fresh in rest):
                break
            left = again
        return chosen, here

    def _asked(self, candidate: Candidate, known: Context) -> list[Claim]:
        fact = candidate.reasons[-1]
        if not isinstance(fact, Fact):
            return []
        return [h for h in fact.hypotheses if isinstance(h, ForAll) and not shown(known, h)]

    def _shown(self, claim: Claim, hints: tuple[Any, ...], context: Context, depth: int) -> tuple[Script, list[Record]] | None:
        assert self.show is not None
        before = len(self.failures)
        try:
            found = self.show(claim, _general(hints), context, depth + 1)
        except GapError:
            found = None
        if len(self.failures) > before:
            del self.failures[before:]
            return None
        return found


def _general(hints: Sequence[Any]) -> tuple[Any, ...]:
    """Those that may serve for what is shown first: not those that ask for something of every term themselves."""
    return tuple(h for h in hints if not isinstance(h, Fact) or not any(isinstance(asked, ForAll) for asked in h.hypotheses))


def in_time(check: Callable[[], bool], seconds: float = SECONDS) -> bool:
    """Does a check say yes, and soon?"""
    try:
        with time_limit(seconds):
            return check()
    except OutOfTimeError:
        contexts._facts_by.cache_clear()
        return False


def _proves(context: Context, chosen: Sequence[Candidate], goal: Claim, seconds: float = SECONDS) -> bool:
    def proved() -> bool:
        try:
            context.with_reasons(together(chosen)).shows(goal)
        except GapError:
            return False
        return True

    return in_time(proved, seconds)


def _needed(context: Context, chosen: list[Candidate], goal: Claim) -> list[Candidate]:
    """Without those that are idle, the last ones first; again and again, as what is idle may hide what else is."""
    before = len(chosen)
    for candidate in reversed(list(chosen)):
        fewer = [each for each in chosen if each is not candidate]
        if _proves(context, fewer, goal, LONGEST):  # on a busy machine a short time would keep what is idle
            chosen = fewer
    return chosen if len(chosen) == before else _needed(context, chosen, goal)


def _used(
    first: list[tuple[Claim, Script]], records: list[list[Any]], chosen: Sequence[Candidate]
) -> tuple[list[tuple[Claim, Script]], list[list[Any]]]:
    asked = {h for c in chosen for fact in c.reasons if isinstance(fact, Fact) for h in fact.hypotheses}
    kept = [k for k, (claim, _) in enumerate(first) if claim in asked]
    return [first[k] for k in kept], [records[k] for k in kept]


@dataclass
class Keeping:
    """Takes the reasons from what was kept, in the order of the proof."""

    scope: tuple[Definition, ...]
    records: list[Record]
    command: str
    show: Shower | None = None

    def look_at(self, script: Script, goal: Claim, context: Context) -> None:
        """Who checks the whole proof looks at it."""

    def next(self) -> Record:
        if not self.records:
            raise StaleError(self.command)
        return self.records.pop(0)

    def passes(self, record: Record) -> bool:
        """Is this the next record? Then it is behind."""
        found = self.records[:1] == [record]
        del self.records[:found]
        return found

    def link(self, goal: Claim, context: Context, hints: tuple[Any, ...], depth: int = 0) -> Link:
        record = self.next()
        if record.get("link") != text(goal):
            raise StaleError(self.command)
        if not record["by"]:
            return Link((), [], record)
        keys = frozenset(record["by"])
        pool = pool_of(goal, context, hints, self.scope)
        few = replace(pool, keys=keys)
        known = {c.key: c for c in (*few.rules, *fixed(hints))}
        for others in (lambda: few.unranked, lambda: {c.key: c for c in pool.further}):  # the last are the dearest
            known = known if known.keys() >= keys else others() | known
        if not known.keys() >= keys:
            raise StaleError(self.command)
        chosen = [ready(known[key], few) for key in record["by"]]
        first: list[tuple[Claim, Script]] = []
        here = context
        for words, records in record.get("first", ()):
            claims = [h for c in chosen for f in c.reasons if isinstance(f, Fact) for h in f.hypotheses if text(h) == words]
            if not claims:
                raise StaleError(self.command)
            assert self.show is not None
            outside, self.records = self.records, list(records)
            script, _ = self.show(claims[0], _general(hints), here, depth + 1)
            self.records = outside
            first.append((claims[0], script))
            here = here.assuming(claims[0])
        return Link(together(chosen), first, record)
