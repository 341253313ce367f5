"""Claims over a few real numbers, each relation of them shown by :mod:`theorems.provers.signs`.

The hypotheses make a region of the numbers, the difference of two sides is a function on it. Absolute values and maxima
become one case each; whole numbers are looked at as real ones. What an expression needs to have a value is shown, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import sympy

from kernels.balls import Truth
from theorems.instance import Instance
from theorems.kernel.gaps import GapError
from theorems.language import tree
from theorems.language.printed_line import PrintedLine
from theorems.language.printing import text
from theorems.language.rules import conjuncts
from theorems.language.tree import Claim, Expr, Node, Number, Relation, expr, free_symbols
from theorems.own.declared import parameters_of
from theorems.own.elementary import NotElementaryError, Written, kind_of
from theorems.own.parameters import FUNCTION, INTEGER, LAW, SIZE, Parameter, Told
from theorems.provers.families import Eventually, Family, RefutedAlong
from theorems.provers.regions import Needed, Region, Span, derivative, narrowed
from theorems.provers.search import evaluate
from theorems.provers.signs import Signs, TooFarError
from theorems.statement import Finding, Part
from theorems.time_limit import OutOfTimeError, time_limit
from theorems.vocabulary import Evidence, Verdict

EACH_WAY = (0.5, 1.5)  # seconds of the processor: at first, and once no way has led there
BUSY = 8  # times as long a single question to sympy may take on a busy machine
SECONDS = 60.0  # of the clock, all in all
DOUBLINGS = (*range(13), 16, 24, 40, 80, 160)  # the sizes at which a line about large ones is looked at,
LOOKED_AT = 5000  # and all of those below a threshold
FIRST = 16  # whole numbers that are looked at one by one
MOST_TERMS = 1000  # of a sum that is written out
MOST_NAMES, MOST_CASES = 3, 6  # numbers; absolute values, maxima and minima
HOW = "by signs of derivatives over the whole domain, in interval arithmetic"


@dataclass(frozen=True)
class BySigns:
    """A proof that looks for itself."""

    def run(self, part: Part) -> Finding:
        """``holds (certified)``, or ``unknown`` and why."""
        line = part.printed
        assert isinstance(line, PrintedLine)
        hypotheses = [c.claim for c in part.domain.conditions if isinstance(c.claim, Claim)]
        try:
            with time_limit(SECONDS):
                try:
                    steps = _steps(line.at_an_instance, hypotheses)
                except TooFarError:
                    beyond = _first_ones(part)
                    if beyond is None:
                        raise
                    steps = [f"n ≤ {text(beyond.right)} one by one", *_steps(line.at_an_instance, [*hypotheses, beyond])]
        except (NotElementaryError, TooFarError) as why:
            return Finding(Verdict.UNKNOWN, Evidence.NONE, how=str(why) or "signs of derivatives do not decide it")
        except OutOfTimeError:
            return Finding(Verdict.UNKNOWN, Evidence.NONE, how=f"signs of derivatives decide nothing in {SECONDS:.0f} seconds")
        return Finding(Verdict.HOLDS, Evidence.CERTIFIED, how=HOW, steps=tuple(dict.fromkeys(steps)))


@dataclass(frozen=True)
class Beyond:
    """Signs of derivatives at all sizes from ``start`` on, of the claim or of its contrary."""

    claim: Claim
    size: Parameter
    start: int

    def shown(self, part: Part, family: Family, confirm: Sequence[int]) -> tuple[tuple[str, ...], Evidence]:
        del family, confirm  # all sizes are covered
        hypotheses = [c.claim for c in part.domain.conditions if isinstance(c.claim, Claim) and not c.growth]
        try:
            with time_limit(SECONDS):
                steps = _steps(self.claim, [*hypotheses, Relation(self.size, ">=", expr(self.start))])
        except (NotElementaryError, TooFarError, OutOfTimeError) as why:
            raise GapError(str(why)) from why
        return tuple(steps), Evidence.CERTIFIED


def found_for_large_sizes(part: Part) -> Finding | None:
    """A line about one large number: a threshold, or that it is false from some size on; None where neither is found."""
    claim = part.printed.at_an_instance
    (n, *others) = parameters_of(claim, *(c.claim for c in part.domain.conditions if isinstance(c.claim, Claim)))
    if others or not isinstance(claim, Relation) or n.kind not in (INTEGER, SIZE) or n.low is None:
        return None
    family = Family(f"{n.name} = k", lambda k: Instance({n.name: k}), int(n.low))
    beyond = range(family.first, family.first + LOOKED_AT)
    first = next((k for k in beyond if part.domain.broken(family.member(k)) is None), None)
    if first is None or not _met_from(first, n, part):
        return None
    family = replace(family, first=first)
    sizes = [first + 2**k for k in DOUBLINGS]
    truths = [evaluate(part, family.member(k)).truth for k in sizes]
    start = next(k for j, k in enumerate(sizes) if set(truths[j:]) == {truths[-1]})
    if Truth.UNKNOWN in truths:
        return None
    if truths[-1] is Truth.FAILS:
        return RefutedAlong(family, HOW, confirm=(start, 2 * start), calculation=Beyond(claim.contrary, n, start)).run(part)
    if start > LOOKED_AT:
        return None
    return Eventually(family, lambda: start, HOW, variable=n.name, calculation=Beyond(claim, n, start)).run(part)


def _met_from(first: int, n: Parameter, part: Part) -> bool:
    """Are the hypotheses shown to be met by all sizes from one on?"""
    hypotheses = [c.claim for c in part.domain.conditions if isinstance(c.claim, Claim) and not c.growth]
    with suppress(NotElementaryError, TooFarError, OutOfTimeError), time_limit(SECONDS):
        return all(_steps(c, [Relation(n, ">=", expr(first))]) is not None for c in hypotheses)
    return False


def _steps(claim: Claim, hypotheses: list[Claim]) -> list[str]:
    return [step for goal in _goals(claim, ()) for step in _shown(*goal, hypotheses)]


def _first_ones(part: Part) -> Relation | None:
    """What is left of a claim about one whole number once the first ones are looked at; None where it is about others."""
    names = parameters_of(part.printed.claim, *(c.claim for c in part.domain.conditions if isinstance(c.claim, Claim)))
    (n, *others) = names
    if others or n.kind not in (INTEGER, SIZE) or n.low is None:
        return None
    first = [Instance({n.name: n.low + k}) for k in range(FIRST)]
    if any(part.domain.broken(i) is None and evaluate(part, i).truth is not Truth.HOLDS for i in first):
        return None
    return Relation(n, ">=", expr(n.low + FIRST))


def _goals(claim: Claim, premises: tuple[Claim, ...]) -> Iterator[tuple[Relation, tuple[Claim, ...]]]:
    match claim:
        case Relation():
            yield claim, premises
        case tree.Chain():
            yield from ((link, premises) for link in claim.links)
        case tree.And():
            for each in claim.claims:
                yield from _goals(each, premises)
        case tree.Implies():
            yield from _goals(claim.conclusion, (*premises, *conjuncts(claim.premise)))
        case _:
            raise NotElementaryError(f"{text(claim)} is no relation of numbers")


def _shown(goal: Relation, premises: tuple[Claim, ...], hypotheses: list[Claim]) -> Iterator[str]:
    """The steps of one relation. Raises TooFarError where it is not shown."""
    known = [r for c in (*premises, *hypotheses) for each in conjuncts(c) for r in _relations(each)]
    names = parameters_of(goal, *known)
    others = {FUNCTION: "a function", LAW: "a law"}
    told = [f"{p.name} is {others.get(p.kind, 'an array')}" for p in names if p.shape or isinstance(p, Told)]
    if told:
        raise NotElementaryError(f"{', '.join(told)}, and nobody has given a proof: signs of derivatives are those of numbers")
    if len(names) > MOST_NAMES + sum(r.sign == "==" for r in known):
        raise NotElementaryError(f"{len(names)} numbers, and signs of derivatives are looked at for no more than {MOST_NAMES}")
    for case in _cases(goal, *known):
        for ways, region, said in _questions(case[0], case[1:], names):
            if not any(_holds(way, region, seconds) for seconds in EACH_WAY for way in ways):
                raise TooFarError(f"signs of derivatives do not show {said}")
            yield said


def _holds(way: Way, region: Region, seconds: float) -> bool:
    signs = Signs(seconds=seconds)
    with suppress(TooFarError, OutOfTimeError), time_limit(BUSY * seconds):
        return all(signs.holds(needed, region) for needed in way)
    return False


def _relations(claim: Claim) -> Iterator[Relation]:
    """What is used of a hypothesis; leaving one out only makes the claim stronger."""
    match claim:
        case Relation() if claim.sign != "!=":
            yield claim
        case tree.Chain():
            yield from claim.links


def _cases(*relations: Relation) -> Iterator[tuple[Relation, ...]]:
    """The same without absolute values, maxima and minima, once for each side that these may be on."""
    calls = (node for r in relations for _, node in r.walk() if isinstance(node, tree.Call))
    found = list(dict.fromkeys(node for node in calls if node.name in ("abs", "max", "min")))
    if len(found) > MOST_CASES:
        raise NotElementaryError(f"{len(found)} absolute values and maxima are too many cases")
    if any(not isinstance(symbol, Parameter) for node in found for symbol in free_symbols(node)):
        raise NotElementaryError("an absolute value or a maximum may be another case in each term of a sum")
    for signs in product((True, False), repeat=len(found)):
        first = dict(zip(found, signs, strict=True))

        def chosen(node: Node, first: dict[tree.Call, bool] = first) -> Node | None:
            if not isinstance(node, tree.Call) or node not in first:
                return None
            a, b = (node.arguments[0], -node.arguments[0]) if node.name == "abs" else node.arguments
            return (a if first[node] else b).mapped(chosen)

        where = []
        for node, own in first.items():
            a, b = (node.arguments[0], -node.arguments[0]) if node.name == "abs" else node.arguments
            large, small = (a, b) if own is (node.name != "min") else (b, a)
            where.append(Relation(large.mapped(chosen), ">=", small.mapped(chosen)))
        goal, *others = (r.mapped(chosen) for r in relations)
        yield goal, *others, *where


Way = tuple[Needed, ...]  # what is enough together
Question = tuple[list[Way], Region, str]


def _questions(goal: Relation, known: tuple[Relation, ...], names: tuple[Parameter, ...]) -> Iterator[Question]:
    """Which functions have to be ≥ 0, > 0 or not 0 on which region, and how that is said."""
    written = Written({p: sympy.Symbol(p.name, **kind_of(p)) for p in names})
    summed_to = {total.range.high for total in _totals(goal) if isinstance(total.range, tree.Range)}
    known = tuple(r for r in known if _kept(r, summed_to))
    differences = []
    for r in known:
        with suppress(NotElementaryError):  # the claim is shown without it
            differences.append((*written.upwards(r), r))
    put: dict[Any, Any] = {}
    for f in [f for f, _, r in differences if r.sign == "=="]:
        f = f.xreplace(put)
        for name in sorted(f.free_symbols, key=str):
            slope = derivative(f, name)
            if slope.is_Number and slope != 0:
                value = sympy.expand(name - f / slope)
                put = {key: each.xreplace({name: value}) for key, each in put.items()} | {name: value}
                break
    spans = ((name, Span()) for name in written.names.values() if name not in put)
    above = ((sympy.expand(f.subs(put)) if put else f, strict) for f, strict, r in differences if r.sign != "==")
    region = narrowed(spans, above)
    written.needed.clear()
    f, strict = written.upwards(goal)
    if written.totals:
        yield from _by_induction(f, goal, written, region)
        return
    for each, sign, said in dict.fromkeys(written.needed):
        yield [((each.subs(put), sign),)], region, f"{said} {sign} 0"
    if goal.sign == "==":
        if not any(sympy.simplify(way) == 0 for way in (f.subs(put), f.subs(put).rewrite(sympy.exp))):
            raise TooFarError(f"{text(goal)} is no identity that is seen")
    elif goal.sign == "!=":
        yield [((f.subs(put), "!="),)], region, text(goal)
    else:
        sides = (goal.left, goal.right) if goal.sign in ("<=", "<") else (goal.right, goal.left)
        small, large = (written(side).subs(put) for side in sides)
        yield list(_ways(f.subs(put), small, large, ">" if strict else ">=")), region, text(goal)


def _totals(r: Relation) -> list[tree.Total]:
    return [node for _, node in r.walk() if isinstance(node, tree.Total)]


def _kept(r: Relation, sizes: set[Expr]) -> bool:
    """Is it n ≥ 5, n ≤ m or not about n? Under n ≥ m a step from n to n + 1 may begin where the claim is not known of n."""
    small, large = (r.left, r.right) if r.sign in ("<=", "<") else (r.right, r.left)
    ends = (large in sizes and isinstance(small, Number), small in sizes and not sizes & free_symbols(large))
    return not _totals(r) and (not sizes & free_symbols(r) or (r.sign != "==" and any(ends)))


def _by_induction(f: Any, goal: Relation, written: Written, region: Region) -> Iterator[Question]:
    """A claim with sums up to n: true at the first n, and its difference grows with each further term."""
    sizes = {total.range.high for total in written.totals.values() if isinstance(total.range, tree.Range)}
    if len(sizes) != 1 or not isinstance(n := next(iter(sizes)), Parameter) or n.kind not in (INTEGER, SIZE) or n.low is None:
        raise NotElementaryError("a sum that does not run up to one whole number")
    x = written.names[n]
    start_of = region.span(x)
    first = int(sympy.floor(start_of.low)) + 1 if start_of.low_open else int(sympy.ceiling(start_of.low))
    if first > MOST_TERMS:
        raise NotElementaryError(f"a sum of {first} terms at the first {n.name}")
    grown, start = f.subs(x, x + 1), f
    for total, node in written.totals.items():
        slope = derivative(f, total)
        from_ = node.range.low if isinstance(node.range, tree.Range) else None
        if not isinstance(from_, Number) or from_.value > first + 1 or not slope.is_Number or n in free_symbols(node.body):
            raise NotElementaryError(f"{text(node)} does not grow by one term")

        def term(place: Any, node: tree.Total = node) -> Any:
            inside = Written({**written.names, node.variable: place})
            found = inside(node.body)
            written.needed.extend(inside.needed)
            return found

        grown = grown.subs(total, total + term(x + 1))
        start = start.subs(total, sympy.Add(*(term(sympy.Integer(k)) for k in range(int(from_.value), first + 1))))
    start, growth = start.subs(x, first), grown - f
    for each, sign, said in dict.fromkeys(written.needed):
        yield [((each, sign),)], region, f"{said} {sign} 0"
    at_first, one_more = f"{text(goal)} at {n.name} = {first}", f"{text(goal)} from {n.name} to {n.name} + 1"
    if goal.sign == "==":
        if sympy.simplify(start) != 0 or sympy.simplify(growth) != 0:
            raise TooFarError(f"{text(goal)} does not follow by induction")
        return
    yield [((start, ">" if goal.sign in ("<", ">") else ">="),)], region, at_first
    yield [((growth, ">="),)], region, one_more


def _ways(f: Any, small: Any, large: Any, sign: str) -> Iterator[Way]:
    """How it may be shown that f = large - small is ≥ 0, or > 0: as it stands, in exponentials, by logarithms, by squares."""
    yield ((f, sign),)
    if f.has(sympy.sin, sympy.cos) and (expanded := sympy.expand_trig(f)) != f:
        yield ((expanded, sign),)
    if f.has(sympy.tanh):
        yield ((f.rewrite(sympy.exp), sign),)
    if any(isinstance(node, sympy.exp) or (node.is_Pow and not node.exp.is_Rational) for node in sympy.preorder_traversal(f)):
        logarithms = (sympy.expand_log(sympy.log(side), force=False) for side in (large, small))
        yield (small, ">"), (large, ">"), (sympy.Add(next(logarithms), -next(logarithms)), sign)
    if any(node.is_Pow and node.exp == sympy.Rational(1, 2) for node in sympy.preorder_traversal(f)):
        yield (large, ">="), (sympy.expand(large**2 - small**2), sign)
