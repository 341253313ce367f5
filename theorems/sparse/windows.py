"""Window strategies k = k(n) of Definition 3.5, as exact integers, and the rows they are applied to."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import isqrt

from kernels import balls
from kernels.balls import Ball
from strategies.attention_rows import length_of, text_of
from theorems.instance import Instance
from theorems.kernel.facts import Fact
from theorems.language.tree import Chain, Claim, Expr, Order
from theorems.sparse.lemma import O, Q, ceil, chain, expr, log, o, sqrt, symbols
from theorems.statement import Condition, Domain
from theorems.textbook import *

CONSTANT_WINDOW = 4


@lru_cache(maxsize=4096)
def ceiling_of_log(n: int, power: int = 1) -> int:
    """⌈(log n)^power⌉ for n ≥ 1, decided in balls (log n is irrational for n ≥ 2)."""
    if n == 1:
        return 0
    bits = 64
    while True:
        with balls.precision(bits):
            value: Ball = balls.log(balls.ball(n)) ** power
            low, high = balls.bounds(value)
        if -(-low.numerator // low.denominator) == -(-high.numerator // high.denominator):
            return -(-low.numerator // low.denominator)
        bits *= 2


def ceiling_of_root(n: int) -> int:
    """⌈√n⌉, the strategy n^C at C = 1/2."""
    root = isqrt(n)
    return root + (root * root < n)


@dataclass(frozen=True)
class Window:
    """A strategy as printed, and the whole number k(n) that it gives, capped to [1, n].

    low, high: what it lies between at every length
    order:     its order of growth as printed, where the paper says it
    """

    printed: Expr
    formula: Callable[[int], int]
    low: Expr
    high: Expr
    order: Order | None = None

    @property
    def name(self) -> str:
        return repr(self.printed)

    def __call__(self, n: int) -> int:
        return max(1, min(n, self.formula(n)))

    @property
    def chosen(self) -> Condition:
        """The hypothesis that k is this strategy's window."""

        def right(instance: Instance) -> bool:
            return int(instance["k"]) == self(length_of(str(instance.row)))

        def choose(instance: Instance) -> Instance:
            return instance.but(k=self(length_of(str(instance.row))))

        return Condition(self.between, right, choose, printed=self.said)

    @property
    def said(self) -> Claim:
        """``k = ⌈log n⌉ = O(log n)``."""
        return _k == self.printed if self.order is None else chain(_k, "==", self.printed, "==", self.order)

    @property
    def between(self) -> Chain:
        """What its definition says of k in inequalities."""
        return chain(self.low, "<=", _k, "<=", self.high)


_n, _k = symbols("n k")
CONSTANT = Window(expr(CONSTANT_WINDOW), lambda n: CONSTANT_WINDOW, expr(1), expr(CONSTANT_WINDOW), o(log(_n)))
LOGARITHM = Window(ceil(log(_n)), ceiling_of_log, log(_n), log(_n) + 1, O(log(_n)))
SQUARED_LOGARITHM = Window(ceil(log(_n) ** 2), lambda n: ceiling_of_log(n, 2), log(_n) ** 2, log(_n) ** 2 + 1)
ROOT = Window(ceil(_n ** Q(1, 2)), ceiling_of_root, sqrt(_n), sqrt(_n) + 1)
ALL_WINDOWS = (CONSTANT, LOGARITHM, SQUARED_LOGARITHM, ROOT)
FEW = Window(o(log(_n)), CONSTANT.formula, expr(1), log(_n))  # any window of this order: k ≤ log n at last
_root = sqrt(_n)
HALF: dict[Window, tuple[Fact | Claim, ...]] = {  # why 2k ≤ n for n ≥ 10^6
    CONSTANT: (),
    LOGARITHM: (ROOT_ABOVE(_n, 10), LOG_BELOW_TANGENT(_root)),
    SQUARED_LOGARITHM: (1000 * _root <= _n, LOG_BELOW_TANGENT(sqrt(_root)), SQUARE_GROWS(log(_n), 4 * sqrt(_root))),
    ROOT: (ROOT_ABOVE(_n, 10),),
}


def of_family(window: Window) -> Window:
    """The window of a family's members: four entries where any window of an order is meant."""
    return CONSTANT if window is FEW else window


def with_window(domain: Domain, window: Window) -> Domain:
    """The domain with the strategy's k; its small instances are uniform and single-spike rows of growing length."""
    sample = next(iter(domain.small()), None) if domain.small is not None else None
    if sample is None:
        raise ValueError(f"{domain.name} has no small instances to take the other parameters from")

    def small() -> Iterator[Instance]:
        others = [i for i in domain.small() if length_of(str(i.row)) == 1] if domain.small is not None else []
        rest = {tuple((k, v) for k, v in i.items() if k not in ("row", "k")): None for i in others}
        for n in range(1, 40):
            for values in rest:
                point = dict(values)
                M = Fraction(point.get("M", 1))
                rows = [text_of([(M, n)])] + ([text_of([(M, 1), (-M, n - 1)])] if n > 1 and M else [])
                for row in rows:
                    yield Instance(row=row, k=window(n), **point)

    def vary(instance: Instance) -> Iterator[Instance]:
        steer = window.chosen.steer
        assert steer is not None
        return (steer(other) for other in domain.vary(instance)) if domain.vary is not None else iter(())

    return replace(domain.where(window.chosen), small=small, vary=vary, feasible=f"{domain.feasible}; k = k(n)")
