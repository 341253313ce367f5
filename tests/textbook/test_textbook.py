"""Every theorem of the library in random small worlds: where its hypotheses hold, its claim does not fail."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
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


x, y, a, b, k, S, F, G = elementary.x, elementary.y, elementary.a, elementary.b, sums.k, sums.S, sums.F, sums.G
laws, r, s, t = probability, probability.x, probability.s, probability.t
twice_too_small = laws.a**2 * (Sum(laws.l, S, abs(F(k, laws.l))) + Sum(laws.l, S, abs(F(laws.l, k))))


def said(theorem: Theorem, claim: Claim) -> Theorem:
    """Another claim of the same hypotheses."""
    return replace(theorem, claim=claim, strict=None)


def without(theorem: Theorem, *places: int) -> Theorem:
    return replace(theorem, hypotheses=tuple(h for k, h in enumerate(theorem.hypotheses) if k not in places), strict=None)


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
    "the maximum is at most the sum": without(sums.LARGEST_BELOW_SUM, 0),
    "a maximum of nothing": without(sums.LARGEST_BELOW, 1),
    "a maximum of nothing, strictly": without(sums.LARGEST_BELOW_STRICTLY, 1),
    "a maximum of anything, strictly": without(sums.LARGEST_BELOW_STRICTLY, 0),
    "a minimum of nothing, strictly": without(sums.SMALLEST_ABOVE_STRICTLY, 1),
    "a minimum of anything, strictly": without(sums.SMALLEST_ABOVE_STRICTLY, 0),
    "a term is at most the sum": without(sums.SUM_ABOVE_TERM, 0),
    "sums keep strict order": Theorem("", (F, G, k, S), Sum(k, S, F(k)) < Sum(k, S, G(k)), (ForAll(k, S, F(k) < G(k)),)),
    "(Σ F)² ≤ Σ F²": Theorem("", (F, k, S), Sum(k, S, F(k)) ** 2 <= Sum(k, S, F(k) ** 2)),
    "a range has high - low elements": said(sums.COUNT, Sum(k, Range(sums.a, sums.b), 1) == sums.b - sums.a),
    "a range may be longer than empty": without(sums.COUNT, 2),
    "all pairs, and numbers beyond": replace(sums.SUM_OF_PAIRS, hypotheses=(*sums.DIVISION[:-1], sums.n >= sums.a * sums.b)),
    "Hoeffding's lemma with 1/16": said(
        laws.HOEFFDING_LEMMA, E(exp(s * (r - E(r)))) <= exp(s**2 * (laws.b - laws.a) ** 2 / 16)
    ),
    "a product of moment generating functions without independence": without(laws.MGF_OF_SUM, 0),
    "E X = X": Theorem("", (r,), E(r) == r),
    "a binomial count with an exponent twice as large": said(
        laws.HOEFFDING_OF_BINOMIAL, Pr(abs(r - laws.n * laws.p) >= t) <= 2 * exp(-4 * t**2 / laws.n)
    ),
    "a binomial count below half of Hoeffding's bound": said(
        laws.HOEFFDING_OF_BINOMIAL, Pr(abs(r - laws.n * laws.p) >= t) < exp(-2 * t**2 / laws.n)
    ),
    "a binomial count at most its draws less one": said(laws.BINOMIAL_AT_MOST, Pr(r == t - 1) == 0),
    "neighbouring values of a binomial count, one place on": said(
        laws.MASSES_OF_BINOMIAL, (t + 2) * (1 - laws.p) * Pr(r == t + 1) == (laws.n - t) * laws.p * Pr(r == t)
    ),
    "a tail of what falls from its second value on": said(
        laws.TAIL_OF_BINOMIAL, Pr(r >= laws.a + 1) <= laws.b * Pr(r > laws.a)
    ),
    "a tail of what does not fall": without(laws.TAIL_OF_BINOMIAL, 2),
    "failures with the probability of successes": said(laws.FAILURES_OF_BINOMIAL, laws.binomial(laws.n - r, laws.n, laws.p)),
    "both sides, and neither counted": said(laws.BEYOND_TWO_SIDES, Pr(abs(r) >= laws.a) <= Pr(r > laws.a) + Pr(r < -laws.a)),
    "Hoeffding's inequality with < for one side": said(
        laws.HOEFFDING_OF_SIGNS_ABS, Pr(laws.signed >= t) < exp(-(t**2) / (2 * laws.a))
    ),
    "two signs that are one": without(laws.TWO_SIGNS, len(laws.TWO_SIGNS.hypotheses) - 1),
    "signs spread as far with probability above 1/3": said(
        laws.SIGNS_SPREAD, (1 - laws.a) ** 2 / 2 < Pr(laws.signed**2 > laws.a * Sum(k, S, F(k) ** 2))
    ),
    "a fourth moment of signs below three times the square of the second": said(
        laws.MOMENTS_OF_SIGNS, E(laws.signed**4) <= 2 * Sum(k, S, F(k) ** 2) ** 2
    ),
    "a second moment of signs that adds up before it is squared": said(
        laws.MOMENTS_OF_SIGNS, E(laws.signed**2) == Sum(k, S, F(k)) ** 2
    ),
    "Lyapunov's inequality the other way": said(laws.LYAPUNOV, E(abs(r)) ** 2 * E(r**4) <= E(r**2) ** 3),
    "events about dependent pairs": without(laws.ALL_OF_INDEPENDENT_PAIRS, 0),
    "events about pairs of dependent members": without(laws.ALL_OF_INDEPENDENT_PAIRS, 1),
    "a probability over signs of any kind": without(laws.OVER_POWER_OF_TWO, 1, 2),
    "events about any quantities are independent": without(laws.INDEPENDENT_EVENTS, 0),
    "no fraction is one over a power of 2": without(elementary.NO_FIFTH, 0),
    "a bilinear form that changes half as much": said(
        laws.BILINEAR_CHANGE, laws.bounded_change_of_pairs(k, S, laws.bilinear, laws.Z(k), laws.Y(k), twice_too_small)
    ),
    "a bilinear form that is spread a quarter as far": said(
        laws.MCDIARMID_BILINEAR, Pr(abs(laws.bilinear - E(laws.bilinear)) >= t) < 2 * exp(-8 * t**2 / laws.b)
    ),
    "Chernoff's bound is strict where it is 1": replace(
        laws.CRAMER_CHERNOFF_STRICTLY, hypotheses=laws.CRAMER_CHERNOFF.hypotheses
    ),
    "a moment generating function that falls towards the end": said(
        laws.MGF_AT_THE_END, E(exp(laws.b * r)) <= exp(laws.b**2 * laws.a / 4)
    ),
    "McDiarmid's inequality is strict at 0": replace(
        laws.MCDIARMID_OF_PAIRS,
        hypotheses=(*laws.MCDIARMID_OF_PAIRS.hypotheses[:5], t <= 0),
        name="a bilinear form",
        strict=None,
    ),
    "a product without independence": replace(laws.ALL_INDEPENDENT, hypotheses=()),
    "grows backwards": replace(flows.GROWS, hypotheses=flows.GROWS.hypotheses[:1], strict=None),
    "the product of the derivatives": said(
        flows.DDT_PRODUCT, ddt(F(flows.t) * G(flows.t), flows.t) == ddt(F(flows.t), flows.t) * ddt(G(flows.t), flows.t)
    ),
}


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
