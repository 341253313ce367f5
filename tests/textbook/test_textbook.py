"""Every theorem of the library in random small worlds: where its hypotheses hold, its claim does not fail."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import reduce
from itertools import product
from math import comb
from operator import sub
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import mpmath
import pytest

from kernels.balls import Truth
from tests.marks import IN_CI
from tests.textbook.false_theorems import FALSE, without
from tests.textbook.model import UndecidedError, UndefinedError, World
from theorems.judging import assumes
from theorems.kernel.facts import EVENT, SET, Theorem, substituted
from theorems.language.derivatives import derivative
from theorems.language.tree import *
from theorems.textbook import elementary, flows, kept, probability, sums

MODULES = (elementary, sums, probability, flows)
MET = 6 if IN_CI else 12  # how often the hypotheses of a theorem are to be met
TRIES = 6000
X, Y, j = Symbol("X"), Symbol("Y"), Symbol("j")


def of(module: ModuleType) -> dict[str, Theorem]:
    return {f"{module.__name__.rpartition('.')[2]}.{name}": t for name, t in vars(module).items() if isinstance(t, Theorem)}


OF_CONTINUOUS_LAWS = {f"probability.{name}" for name in ("MGF_OF_CHI_SQUARED", "CHI_SQUARED_FINITE", "MGF_OF_NORMAL")}
OF_CONTINUOUS_LAWS |= {"probability.COUNTED_DRAWS"}  # what a word means
PRINTED = {name: t for module in MODULES for name, t in of(module).items() if name not in OF_CONTINUOUS_LAWS}
LIBRARY = PRINTED | {f"{name}, strictly": theorem.strictly for name, theorem in PRINTED.items() if theorem.strictly is not None}

SMALL = [
    Fraction(n, d)
    for n, d in ((0, 1), (1, 1), (1, 1), (-1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (-1, 2), (-2, 1), (9, 5), (3, 2))
]


def number(draw: Random) -> Fraction:
    kind = draw.random()
    if kind < 0.7:
        return draw.choice(SMALL)
    return Fraction(draw.randint(-400, 400), draw.choice((1, 3, 10, 100)))


def polynomial(draw: Random, degree: int = 3) -> Callable[..., Expr]:
    """A polynomial of low degree in each of its arguments, often a constant or a simple one."""
    simple = draw.random()
    signs = SMALL if draw.random() < 0.5 else [abs(c) for c in SMALL]
    c = [draw.choice(signs) for _ in range(6)]
    if simple < 0.25:
        c[1:] = [Fraction(0)] * 5
    elif simple < 0.5:
        c[2:] = [Fraction(0)] * 4
    if simple > 0.95:
        c = [Fraction(0)] * 6

    def body(*at: Expr) -> Expr:
        found: Expr = expr(c[0])
        for position, x in enumerate(at):
            found = found + c[1 + position] * x + c[3] * x**2 * c[5 - position]
        if degree > 2 and len(at) == 1 and simple > 0.8:
            found = found + c[4] * at[0] ** 3
        return found + c[4] * at[0] * at[1] if len(at) > 1 else found

    return body


def weights(draw: Random, count: int) -> list[Fraction]:
    drawn = [draw.randint(0 if count > 2 else 1, 3) for _ in range(count)]
    while not any(drawn):
        drawn = [draw.randint(0, 3) for _ in range(count)]
    return [Fraction(w, sum(drawn)) for w in drawn]


SUPPORTS = ((-1, 1), (-1, 1), (0, 1), (0, 1), (-1, 0, 2), (1, 2, 3), (0, 3), (1,), (-2, 1))


def one(draw: Random) -> list[tuple[Fraction, Fraction]]:
    support = draw.choice(SUPPORTS)
    return list(zip(weights(draw, len(support)), map(Fraction, support), strict=True))


def joint(draw: Random, names: list[Expr]) -> list[tuple[Fraction, dict[Any, Fraction]]]:
    """A law of these names: independent ones, or any joint law on the same values."""
    law = []
    marginals = [one(draw) for _ in names]
    kind = draw.random()
    if kind < 0.3 and names:
        marginals = [marginals[0]] * len(names)
    elif kind < 0.5:
        marginals = [[(Fraction(1, 2), Fraction(-1)), (Fraction(1, 2), Fraction(1))] for _ in names]
    for outcome in product(*marginals):
        weight = Fraction(1)
        for w, _ in outcome:
            weight *= w
        law.append((weight, dict(zip(names, (v for _, v in outcome), strict=True))))
    if kind > 0.75:
        law = [(w, values) for w, (_, values) in zip(weights(draw, len(law)), law, strict=True)]
    return [(w, values) for w, values in law if w]


def drawn(theorem: Theorem, draw: Random) -> tuple[list[Any], World]:
    """Arguments of every sort, and a world that they live in."""
    random = any(_of_chance(part) for c in (theorem.claim, *theorem.hypotheses) for _, part in c.walk())
    indexed = any(f.sort == SET for f in theorem.formals)
    moving = any(isinstance(part, Derivative | Integral) for c in (theorem.claim, *theorem.hypotheses) for _, part in c.walk())
    size = draw.randint(0, 3)
    names: list[Expr] = ([Entry("Z", (Q(k),)) for k in range(1, size + 1)] if indexed else [X, Y]) if random else []
    law = joint(draw, names)
    used = {symbol.name for c in (theorem.claim, *theorem.hypotheses) for _, symbol in c.walk() if isinstance(symbol, Symbol)}
    arguments: list[Any] = []
    for position, formal in enumerate(theorem.formals):
        match formal.sort:
            case "variable":
                arguments.append(Symbol(f"v{position}"))
            case "set":
                low = 1 if random else draw.randint(0, 2)
                least = draw.randint(0, size) if random and formal is probability.T else size
                arguments.append(Range(expr(low), expr(low + least - 1)))
            case "event":
                arguments.append(_event(draw, random, indexed))
            case "function" if random and formal is probability.Z:
                arguments.append(lambda k, *more: reduce(sub, more, Entry("Z", (k,))))
            case "function" if random and formal is probability.Y:
                arguments.append(draw.choice((lambda k: Entry("Z", (k,)), lambda k: 1 - Entry("Z", (k,)), lambda k: 2 * k)))
            case "function":
                arguments.append(polynomial(draw, 2 if moving else 3))
            case _ if random and not indexed and formal in (probability.x, probability.w):
                arguments.append(X if formal is probability.x else Y)
            case _ if random and not indexed and draw.random() < 0.1:
                arguments.append(draw.choice((X, Y)))  # a random quantity where a number may be needed
            case _ if indexed or "k" in used:
                arguments.append(expr(draw.choice(SMALL) if draw.random() < 0.5 else Fraction(draw.randint(0, 4))))
            case _:
                arguments.append(expr(draw.choice(SMALL) if random or moving else number(draw)))
    if theorem in (flows.FUNDAMENTAL, flows.DDT_INSIDE):
        arguments[1] = slope(arguments[0])
    if theorem is probability.MCDIARMID_OF_PAIRS:
        arguments[0] = draw.choice((Sum, Product))(j, Range(expr(1), expr(size)), Entry("Z", (j,)) + draw.choice(SMALL))
    if theorem.formals == probability.MCDIARMID_BILINEAR.formals:  # two families in turn, not one and what is made of it
        size = draw.randint(1, 2)
        names = [Entry("Z", (Q(k),)) for k in range(1, 2 * size + 1)]
        law = joint(draw, names)
        arguments[:2] = [lambda k: Entry("Z", (k,)), lambda k: Entry("Z", (k + size,))]
        arguments[6:] = [Range(expr(1), expr(size)), Q(1), Q(draw.choice((2, 8, 32))), draw.choice((Q(1, 2), Q(1), Q(3, 2)))]
    if theorem.formals == probability.ALL_OF_INDEPENDENT_PAIRS.formals:
        size = draw.randint(1, 2)
        first, second, *others = (Entry("Z", (Q(k),)) for k in range(1, 2 * size + 1))
        law = joint(draw, [first, second, *others])
        if others and draw.random() < 0.5:  # the second pair is the first
            law = [(w, {**at, second: at[first], others[1]: at[others[0]]}) for w, at in joint(draw, [first, others[0]])]
        marks = [(draw.choice(("<=", "<", "==")), draw.choice(SMALL)) for _ in range(2)]
        arguments[:2] = [lambda at, m=mark: Relation(at, m[0], expr(m[1])) for mark in marks]
        arguments[2:4] = [lambda k: Entry("Z", (k,)), lambda k: Entry("Z", (k + size,))]
        arguments[5] = Range(expr(1), expr(size))
    if any(isinstance(h, Words) and h.pieces[0] == "binomial, " for h in theorem.hypotheses):
        count, success = (
            draw.randint(0, 4),
            draw.choice((Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(9, 10), Fraction(1))),
        )
        arguments[1:3] = [expr(count), expr(success)]
        law = [
            (comb(count, k) * success**k * (1 - success) ** (count - k), {X: Fraction(k), Y: Fraction(0)})
            for k in range(count + 1)
        ]
    if theorem.claim in (probability.OVER_POWER_OF_TWO.claim, probability.INDEPENDENT_EVENTS.claim):
        sign, level = draw.choice(("<=", "<", "==")), draw.choice(SMALL)
        arguments[0] = lambda at: Relation(at, sign, expr(level))
    if theorem.claim is probability.OVER_POWER_OF_TWO.claim:
        _, _, factor, sign_of, _, among, _ = arguments
        arguments[1] = Sum(j, among, factor(j) * sign_of(j))
    if theorem.claim is elementary.NO_FIFTH.claim:
        arguments[2] = expr(Fraction(1, 5) + arguments[3].value * arguments[1].value)
    if theorem is sums.SUM_LINEAR:
        _, left, right, *factors = arguments
        arguments[0] = lambda at: factors[0] * left(at) + factors[1] * right(at)
    if theorem is sums.SUM_MULTIPLE:
        _, factor, body, *_ = arguments
        arguments[0] = lambda at: factor * body(at)
    values = {v for _, outcome in law for v in outcome.values()}
    grid = [Fraction(k, 8) for k in range(-16, 33)] if moving else [Fraction(k, 2) for k in range(-4, 8)]
    if moving and "y" in used:
        grid = [Fraction(k, 2) for k in range(-4, 7)]
    if theorem.formals == probability.MGF_AT_THE_END.formals:  # what holds inside is looked at next to the ends
        arguments[2] = expr(draw.choice((Fraction(1, 2), Fraction(1), Fraction(2))))
        grid += [arguments[2].value * side * Fraction(10**9 - 1, 10**9) for side in (-1, 1)]
    world = World({}, law, sorted({*grid, *values}))
    known: dict[Node, Any] = {a: draw.choice(SMALL) for a in arguments if isinstance(a, Symbol)}
    return arguments, world.knowing(known | dict(law[0][1]))


def _of_chance(part: Node) -> bool:
    if isinstance(part, Words):
        return isinstance(part.pieces[0], str) and part.pieces[0].startswith("independent")
    return isinstance(part, Probability | Expectation)


def slope(body: Callable[[Expr], Expr]) -> Callable[[Expr], Expr]:
    s = Symbol("s")
    found = derivative(body(s), s, 1)
    return lambda x: substituted(found, {s: x})


def _event(draw: Random, random: bool, indexed: bool) -> Any:
    sign, level = draw.choice(("<=", "<", ">=", ">", "==")), draw.choice(SMALL)
    if random and indexed:
        return lambda k: Relation(Entry("Z", (k,)), sign, expr(level))
    found = polynomial(draw)
    if random:
        alone = Relation(draw.choice((X, Y, X + Y)), sign, expr(level))
        return lambda *at: Relation(found(*at), sign, expr(level)) if at else alone
    return lambda *at: Relation(found(*at), sign, expr(level)) if at else Relation(expr(level), sign, expr(0))


def applied(theorem: Theorem, arguments: list[Any]) -> Any:
    """Events that stand alone are claims, not functions."""
    plain = {p.pieces[0] for c in (theorem.claim, *theorem.hypotheses) for _, p in c.walk() if isinstance(p, Words)}
    put = [a() if f.sort == EVENT and f in plain else a for f, a in zip(theorem.formals, arguments, strict=True)]
    return theorem(*put)


def trials(theorem: Theorem, seed: int = 1, most: int = MET) -> Iterator[tuple[Any, Truth]]:
    """The claim at arguments that meet the hypotheses: a claim without a value fails."""
    draw, met = Random(seed), 0
    for _ in range(TRIES):
        arguments, world = drawn(theorem, draw)
        fact = applied(theorem, arguments)
        try:
            if not all(world.truth(h) is Truth.HOLDS for h in fact.hypotheses):
                continue
        except (UndefinedError, UndecidedError, KeyError):
            continue
        try:
            truth = world.truth(fact.claim)
        except UndefinedError:
            truth = Truth.FAILS
        except (UndecidedError, KeyError):
            continue
        yield (fact.claim, world), truth
        met += 1
        if met == most:
            return


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_theorems_hold_wherever_their_hypotheses_do(module: ModuleType) -> None:
    names = of(module).keys() - OF_CONTINUOUS_LAWS
    for name, theorem in LIBRARY.items():
        if name.partition(",")[0] in names:
            found = list(trials(theorem))
            assert not [at for at, truth in found if truth is Truth.FAILS], name
            assert len(found) == MET, name


def test_moment_generating_functions_with_a_density() -> None:
    for s, n in product((Fraction(-2), Fraction(-1, 3), Fraction(0), Fraction(1, 4), Fraction(2, 5)), (1, 2, 5)):
        claim = probability.MGF_OF_CHI_SQUARED(X, s, n).claim
        assert isinstance(claim, Relation)
        claimed = float(World().number(claim.right))
        rate, half = mpmath.mpf(1) / 2 - mpmath.mpf(s.numerator) / s.denominator, mpmath.mpf(n) / 2
        # x = y² takes away the pole at 0
        found = mpmath.quad(lambda y, r=rate, h=half: 2 * y ** (2 * h - 1) * mpmath.exp(-r * y * y), [0, 1, 8, mpmath.inf])
        assert abs(found / (2**half * mpmath.gamma(half)) - claimed) < 1e-8
    for s in (Fraction(-2), Fraction(0), Fraction(3, 2)):
        normal = probability.MGF_OF_NORMAL(X, s).claim
        assert isinstance(normal, And)
        equation: Any = normal.claims[1]
        at = mpmath.mpf(s.numerator) / s.denominator
        found = mpmath.quad(lambda y, s=at: mpmath.npdf(y) * mpmath.exp(s * y), [-mpmath.inf, -3, 0, 3, mpmath.inf])
        assert abs(found - float(World().number(equation.right))) < 1e-8


def test_false_theorems_are_caught() -> None:
    for name, theorem in FALSE.items():
        assert any(truth is Truth.FAILS for _, truth in trials(theorem, most=400)), name


def test_the_library_is_covered_and_every_theorem_is_used() -> None:
    no_theorems = {"__init__", "coq", "kept", "laws", "tails"}  # the names of lemmas, words, and proofs
    modules = {path.stem for path in Path(elementary.__file__).parent.glob("*.py")} - no_theorems
    assert modules == {module.__name__.rpartition(".")[2] for module in MODULES}
    sources = " ".join(path.read_text("utf-8") for path in Path(elementary.__file__).parents[1].rglob("*.py"))
    names = Counter(re.findall(r"\b[A-Z][A-Z0-9_]+\b", sources))
    assert not [name for name in PRINTED if names[name.partition(".")[2]] < 2]


def test_the_textbook_is_as_it_is_kept_and_a_changed_theorem_is_nobody_s_but_its_author_s(monkeypatch) -> None:
    assert json.loads(kept.PATH.read_text("utf-8")) == json.loads(kept.written(kept.theorems()))
    monkeypatch.setattr(elementary, "LOG_GROWS", changed := without(elementary.LOG_GROWS, 0))
    assumes.in_the_textbook.cache_clear()
    try:
        assert changed not in assumes.in_the_textbook()
        assert elementary.EXP_GROWS in assumes.in_the_textbook()
    finally:
        assumes.in_the_textbook.cache_clear()
