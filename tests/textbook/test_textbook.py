"""Every theorem of the library in random small worlds: where its hypotheses hold, its claim does not fail."""

from __future__ import annotations

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
from tests.textbook.model import UndecidedError, UndefinedError, World
from theorems.kernel.facts import EVENT, SET, Fact, Theorem, substituted
from theorems.language.derivatives import derivative
from theorems.language.tree import (
    Derivative,
    E,
    Entry,
    Expectation,
    Expr,
    ForAll,
    Integral,
    Node,
    Pr,
    Probability,
    Product,
    Q,
    Range,
    Relation,
    Sum,
    Symbol,
    Words,
    ddt,
    exp,
    expr,
    log,
    sqrt,
)
from theorems.textbook import elementary, flows, probability, sums

MODULES = (elementary, sums, probability, flows)
MET = 12  # how often the hypotheses of a theorem are to be met
TRIES = 6000
X, Y, j = Symbol("X"), Symbol("Y"), Symbol("j")


def of(module: ModuleType) -> dict[str, Theorem]:
    return {f"{module.__name__.rpartition('.')[2]}.{name}": t for name, t in vars(module).items() if isinstance(t, Theorem)}


OF_CONTINUOUS_LAWS = {
    probability.MGF_OF_CHI_SQUARED,
    probability.CHI_SQUARED_FINITE,
    probability.COUNTED_DRAWS,  # what a word means
}
PRINTED = {name: theorem for module in MODULES for name, theorem in of(module).items() if theorem not in OF_CONTINUOUS_LAWS}
LIBRARY = PRINTED | {f"{name}, strictly": theorem.strictly for name, theorem in PRINTED.items() if theorem.strictly is not None}

# -- random worlds -----------------------------------------------------------------------------------------------------------

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
    moving = moving or theorem is flows.SOLUTIONS_ORDERED
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
    if theorem.formals == probability.HOEFFDING_OF_BINOMIAL.formals and theorem.name.endswith("binomial count"):
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


@pytest.mark.parametrize("name", LIBRARY)
def test_a_theorem_holds_wherever_its_hypotheses_do(name: str) -> None:
    found = list(trials(LIBRARY[name]))
    for at, truth in found:
        assert truth is not Truth.FAILS, at
    assert len(found) == MET


# -- laws with a density -----------------------------------------------------------------------------------------------------


def printed(fact: Fact) -> float:
    """The right side of its claim."""
    claim = fact.claim
    assert isinstance(claim, Relation)
    return float(World().number(claim.right))


@pytest.mark.parametrize("s", [Fraction(-2), Fraction(-1, 3), Fraction(0), Fraction(1, 4), Fraction(2, 5)])
def test_moment_generating_functions_with_a_density(s: Fraction) -> None:
    for n in (1, 2, 5):
        claimed = printed(probability.MGF_OF_CHI_SQUARED(X, s, n))
        rate, half = mpmath.mpf(1) / 2 - mpmath.mpf(s.numerator) / s.denominator, mpmath.mpf(n) / 2
        # x = y² takes away the pole at 0
        found = mpmath.quad(lambda y, r=rate, h=half: 2 * y ** (2 * h - 1) * mpmath.exp(-r * y * y), [0, 1, 8, mpmath.inf])
        assert abs(found / (2**half * mpmath.gamma(half)) - claimed) < 1e-8


# -- false theorems are caught -----------------------------------------------------------------------------------------------

x, y, a, b, k, S, F, G = elementary.x, elementary.y, elementary.a, elementary.b, sums.k, sums.S, sums.F, sums.G
r, Z, t = probability.x, probability.Z, flows.t
FALSE = {
    "log x ≤ x - 2": Theorem("", (x,), log(x) <= x - 2, (x > 0,)),
    "log x ≤ x - 1 everywhere": Theorem("", (x,), log(x) <= x - 1),
    "e^x > 1 + x": Theorem("", (x,), 1 + x < exp(x)),
    "e^x ≤ 1 + x + x²": Theorem("", (x,), exp(x) <= 1 + x + x**2),
    "e^x ≥ 1 + x + x²/2": Theorem("", (x,), 1 + x + x**2 / 2 <= exp(x)),
    "√(x²) = x": Theorem("", (x,), sqrt(x**2) == x),
    "x^a grows with a": Theorem("", (x, a, b), x**a <= x**b, (x > 0, a <= b)),
    "x^a grows with x": Theorem("", (x, y, a), x**a <= y**a, (x > 0, x <= y)),
    "Bernoulli for every a": Theorem("", (x, a), 1 + a * x <= (1 + x) ** a, (x > -1,)),
    "the maximum is at most the sum": Theorem(
        "", sums.LARGEST_BELOW_SUM.formals, sums.LARGEST_BELOW_SUM.claim, sums.LARGEST_BELOW_SUM.hypotheses[1:]
    ),
    "a maximum of nothing": Theorem(
        "", sums.LARGEST_BELOW.formals, sums.LARGEST_BELOW.claim, sums.LARGEST_BELOW.hypotheses[:1]
    ),
    "a term is at most the sum": Theorem(
        "", sums.SUM_ABOVE_TERM.formals, sums.SUM_ABOVE_TERM.claim, sums.SUM_ABOVE_TERM.hypotheses[1:]
    ),
    "sums keep strict order": Theorem("", (F, G, k, S), Sum(k, S, F(k)) < Sum(k, S, G(k)), (ForAll(k, S, F(k) < G(k)),)),
    "(Σ F)² ≤ Σ F²": Theorem("", (F, k, S), Sum(k, S, F(k)) ** 2 <= Sum(k, S, F(k) ** 2)),
    "a range has high - low elements": Theorem(
        "", sums.COUNT.formals, Sum(k, Range(sums.a, sums.b), 1) == sums.b - sums.a, sums.COUNT.hypotheses
    ),
    "a range may be longer than empty": Theorem("", sums.COUNT.formals, sums.COUNT.claim, sums.COUNT.hypotheses[:2]),
    "all pairs, and numbers beyond": Theorem(
        "", sums.SUM_OF_PAIRS.formals, sums.SUM_OF_PAIRS.claim, (*sums.DIVISION[:-1], sums.n >= sums.a * sums.b)
    ),
    "Hoeffding's lemma with 1/16": Theorem(
        "",
        probability.HOEFFDING_LEMMA.formals,
        E(exp(probability.s * (r - E(r)))) <= exp(probability.s**2 * (probability.b - probability.a) ** 2 / 16),
        probability.HOEFFDING_LEMMA.hypotheses,
    ),
    "a product of moment generating functions without independence": Theorem(
        "",
        probability.MGF_OF_SUM.formals,
        probability.MGF_OF_SUM.claim,
        probability.MGF_OF_SUM.hypotheses[1:],
    ),
    "E X = X": Theorem("", (r,), E(r) == r),
    "a binomial count with an exponent twice as large": Theorem(
        "of a binomial count",
        probability.HOEFFDING_OF_BINOMIAL.formals,
        Pr(abs(probability.x - probability.n * probability.p) >= probability.t)
        <= 2 * exp(-4 * probability.t**2 / probability.n),
        probability.HOEFFDING_OF_BINOMIAL.hypotheses,
    ),
    "a binomial count below half of Hoeffding's bound": Theorem(
        "of a binomial count",
        probability.HOEFFDING_OF_BINOMIAL.formals,
        Pr(abs(probability.x - probability.n * probability.p) >= probability.t) < exp(-2 * probability.t**2 / probability.n),
        probability.HOEFFDING_OF_BINOMIAL.hypotheses,
    ),
    "Hoeffding's inequality with < for one side": Theorem(
        "",
        probability.HOEFFDING_OF_SIGNS_ABS.formals,
        Pr(probability.signed >= probability.t) < exp(-(probability.t**2) / (2 * probability.a)),
        probability.HOEFFDING_OF_SIGNS_ABS.hypotheses,
    ),
    "two signs that are one": Theorem(
        "", probability.TWO_SIGNS.formals, probability.TWO_SIGNS.claim, probability.TWO_SIGNS.hypotheses[:-1]
    ),
    "signs spread as far with probability above 1/3": Theorem(
        "",
        probability.SIGNS_SPREAD.formals,
        (1 - probability.a) ** 2 / 2 < Pr(probability.signed**2 > probability.a * Sum(k, S, F(k) ** 2)),
        probability.SIGNS_SPREAD.hypotheses,
    ),
    "a probability over signs of any kind": Theorem(
        "",
        probability.OVER_POWER_OF_TWO.formals,
        probability.OVER_POWER_OF_TWO.claim,
        (probability.OVER_POWER_OF_TWO.hypotheses[0], *probability.OVER_POWER_OF_TWO.hypotheses[3:]),
    ),
    "events about any quantities are independent": Theorem(
        "",
        probability.INDEPENDENT_EVENTS.formals,
        probability.INDEPENDENT_EVENTS.claim,
        probability.INDEPENDENT_EVENTS.hypotheses[1:],
    ),
    "no fraction is one over a power of 2": Theorem(
        "", elementary.NO_FIFTH.formals, elementary.NO_FIFTH.claim, elementary.NO_FIFTH.hypotheses[1:]
    ),
    "a bilinear form that changes half as much": Theorem(
        "",
        probability.BILINEAR_CHANGE.formals,
        probability.bounded_change_of_pairs(
            probability.k,
            S,
            probability.bilinear,
            Z(probability.k),
            probability.Y(probability.k),
            probability.a**2
            * (
                Sum(probability.l, S, abs(F(probability.k, probability.l)))
                + Sum(probability.l, S, abs(F(probability.l, probability.k)))
            ),
        ),
        probability.BILINEAR_CHANGE.hypotheses,
    ),
    "a bilinear form that is spread a quarter as far": Theorem(
        "",
        probability.MCDIARMID_BILINEAR.formals,
        Pr(abs(probability.bilinear - E(probability.bilinear)) >= probability.t)
        < 2 * exp(-8 * probability.t**2 / probability.b),
        probability.MCDIARMID_BILINEAR.hypotheses,
    ),
    "Chernoff's bound is strict where it is 1": Theorem(
        "",
        probability.CRAMER_CHERNOFF_STRICTLY.formals,
        probability.CRAMER_CHERNOFF_STRICTLY.claim,
        probability.CRAMER_CHERNOFF.hypotheses,
    ),
    "a moment generating function that falls towards the end": Theorem(
        "",
        probability.MGF_AT_THE_END.formals,
        E(exp(probability.b * r)) <= exp(probability.b**2 * probability.a / 4),
        probability.MGF_AT_THE_END.hypotheses,
    ),
    "McDiarmid's inequality is strict at 0": Theorem(
        "a bilinear form that moves with pairs",
        probability.MCDIARMID_OF_PAIRS.formals,
        probability.MCDIARMID_OF_PAIRS.claim,
        (*probability.MCDIARMID_OF_PAIRS.hypotheses[:5], probability.t <= 0),
    ),
    "a product without independence": Theorem("", probability.ALL_INDEPENDENT.formals, probability.ALL_INDEPENDENT.claim),
    "grows backwards": Theorem("", flows.GROWS.formals, flows.GROWS.claim, flows.GROWS.hypotheses[:1]),
    "the product of the derivatives": Theorem(
        "", flows.DDT_PRODUCT.formals, ddt(F(t) * G(t), t) == ddt(F(t), t) * ddt(G(t), t)
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_theorem_is_caught(name: str) -> None:
    assert any(truth is Truth.FAILS for _, truth in trials(FALSE[name], most=400))


def test_the_library_is_covered() -> None:
    everything = {name for module in MODULES for name in of(module)}
    assert len(everything) == len(PRINTED) + len(OF_CONTINUOUS_LAWS)
    modules = {p.stem for p in Path(elementary.__file__).parent.glob("*.py")} - {
        "__init__",
        "coq",
        "kept",
        "tails",
    }  # the names of lemmas, and proofs: no theorems
    assert modules == {module.__name__.rpartition(".")[2] for module in MODULES}


def test_every_theorem_is_used() -> None:
    sources = " ".join(path.read_text("utf-8") for path in Path(elementary.__file__).parents[1].rglob("*.py"))
    names = Counter(re.findall(r"\b[A-Z][A-Z0-9_]+\b", sources))
    assert not [name for name in PRINTED if names[name.partition(".")[2]] < 2]
