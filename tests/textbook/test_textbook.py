"""Every theorem of the library in random small worlds: where its hypotheses hold, its claim does not fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from random import Random
from types import ModuleType
from typing import Any

import mpmath
import pytest

from kernels.balls import Truth
from tests.textbook.model import Undecided, Undefined, World
from theorems.language.tree import E, Entry, Expr, ForAll, Pr, Q, Range, Relation, Sum, Symbol, exp, expr, log, sqrt
from theorems.provers.facts import EVENT, FUNCTION, SET, VARIABLE, Theorem
from theorems.textbook import elementary, flows, probability, sums

MODULES = (elementary, sums, probability, flows)
MET = 25  # how often the hypotheses of a theorem are to be met
TRIES = 6000
X, Y = Symbol("X"), Symbol("Y")


def of(module: ModuleType) -> dict[str, Theorem]:
    return {f"{module.__name__.rpartition('.')[2]}.{name}": t for name, t in vars(module).items() if isinstance(t, Theorem)}


OF_CONTINUOUS_LAWS = {probability.NORMAL_TAIL, probability.MGF_OF_NORMAL, probability.MGF_OF_CHI_SQUARED}
LIBRARY = {name: theorem for module in MODULES for name, theorem in of(module).items() if theorem not in OF_CONTINUOUS_LAWS}

# -- random worlds -----------------------------------------------------------------------------------------------------------

SMALL = [Fraction(n, d) for n, d in ((0, 1), (1, 1), (1, 1), (-1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (-1, 2), (-2, 1), (9, 5), (3, 2))]


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
    return [Fraction(w, sum(drawn)) for w in (drawn if draw.random() < 0.6 else [1] * count)]


SUPPORTS = ((-1, 1), (-1, 1), (0, 1), (0, 1), (-1, 0, 2), (1, 2, 3), (0, 3), (1,), (-2, 1))


def one(draw: Random) -> list[tuple[Fraction, Fraction]]:
    support = draw.choice(SUPPORTS)
    return list(zip(weights(draw, len(support)), map(Fraction, support), strict=True))


def joint(draw: Random, names: list[Expr]) -> list[tuple[Fraction, dict[Any, Fraction]]]:
    """A law of these names: independent ones, or any joint law on the same values."""
    law = []
    marginals = [one(draw) for _ in names]
    if draw.random() < 0.3:
        marginals = [marginals[0]] * len(names) if names else []
    for outcome in product(*marginals):
        weight = Fraction(1)
        for w, _ in outcome:
            weight *= w
        law.append((weight, dict(zip(names, (v for _, v in outcome), strict=True))))
    if draw.random() < 0.3:
        law = [(w, values) for w, (_, values) in zip(weights(draw, len(law)), law, strict=True)]
    return [(w, values) for w, values in law if w]


def drawn(theorem: Theorem, draw: Random) -> tuple[list[Any], World]:
    """Arguments of every sort, and a world that they live in."""
    random = any(isinstance(part, type(Pr(X >= 0)) | type(E(X))) for c in (theorem.claim, *theorem.hypotheses) for _, part in c.walk())
    indexed = any(f.sort == SET for f in theorem.formals)
    moving = theorem in of(flows).values()
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
                arguments.append(Range(expr(low), expr(low + size - 1)))
            case "event":
                arguments.append(_event(draw, random, indexed))
            case "function" if random and formal is probability.Z:
                arguments.append(lambda k: Entry("Z", (k,)))
            case "function":
                arguments.append(polynomial(draw, 2 if moving else 3))
            case _ if random and not indexed and formal in (probability.x, probability.w):
                arguments.append(X if formal is probability.x else Y)
            case _ if indexed or "k" in used:
                arguments.append(expr(draw.choice(SMALL) if draw.random() < 0.5 else Fraction(draw.randint(0, 4))))
            case _:
                arguments.append(expr(draw.choice(SMALL) if random or moving else number(draw)))
    values = {v for _, outcome in law for v in outcome.values()}
    grid = [Fraction(k, 8) for k in range(-16, 33)] if moving else [Fraction(k, 2) for k in range(-4, 8)]
    if moving and "y" in used:
        grid = [Fraction(k, 2) for k in range(-6, 7)]
    world = World({}, law, sorted({*grid, *values}))
    return arguments, world.knowing({a: draw.choice(SMALL) for a in arguments if isinstance(a, Symbol)} | dict(law[0][1]))


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
    plain = {p.pieces[0] for c in (theorem.claim, *theorem.hypotheses) for _, p in c.walk() if type(p).__name__ == "Words"}
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
        except (Undefined, Undecided, KeyError):
            continue
        try:
            truth = world.truth(fact.claim)
        except Undefined:
            truth = Truth.FAILS
        except (Undecided, KeyError):
            continue
        yield (fact.claim, world), truth
        met += 1
        if met == most:
            return


@pytest.mark.parametrize("name", LIBRARY)
def test_a_theorem_holds_wherever_its_hypotheses_do(name: str) -> None:
    found = list(trials(LIBRARY[name]))
    for at, truth in found:
        assert truth is not Truth.FAILS, at
    assert len(found) == MET
