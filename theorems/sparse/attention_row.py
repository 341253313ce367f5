"""One row of exact attention beside its top-k approximation: the model of almost every statement of the paper.

A row is a multiset of logits (see ``strategies.attention_rows``). All quantities are formed with logits shifted by the
largest, so that a uniform row is exact and nothing overflows. ``tau`` is the dropped softmax mass, ``u`` a row of
P = D^-1 A, ``u_hat`` the same row of P̂ = D_spar^-1 A_spar.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from kernels import balls
from kernels.arithmetic import Arithmetic, Number
from kernels.balls import Truth
from strategies.attention_rows import length_of, levels_of

Level = tuple[Number, int]  # exp(logit - largest logit) and how often it occurs


@dataclass(frozen=True)
class AttentionRow:
    """A row of ``n`` logits, its window ``k``, the bound ``M`` of Lemma D.3, all in one arithmetic.

    kept, dropped: the levels inside and outside the top-k set, largest first
    shift, low:    the largest and the smallest logit
    values:        the instance's own parameters in this arithmetic
    """

    arithmetic: Arithmetic
    n: Number
    k: Number
    M: Number
    shift: Number
    low: Number
    kept: tuple[Level, ...]
    dropped: tuple[Level, ...]
    values: dict[str, Number]

    def __getattr__(self, name: str) -> Number:
        try:
            return self.values[name]
        except KeyError:
            raise AttributeError(f"a row has no {name}") from None

    def _sum(self, levels: tuple[Level, ...], power: int = 1) -> Number:
        total = self.arithmetic.number(0)
        for weight, multiplicity in levels:
            total = total + self.arithmetic.number(multiplicity) * (weight if power == 1 else weight * weight)
        return total

    def _shares(self, levels: tuple[Level, ...], whole: Number) -> Number:
        total = self.arithmetic.number(0)
        for weight, multiplicity in levels:
            total = total + self.arithmetic.number(multiplicity) * (weight / whole)
        return total

    def number(self, value: int | Fraction) -> Number:
        """An exact constant."""
        return self.arithmetic.number(value)

    def exp(self, x: Number) -> Number:
        return self.arithmetic.exp(x)

    def sqrt(self, x: Number) -> Number:
        return self.arithmetic.sqrt(x)

    def log(self, x: Number) -> Number:
        return self.arithmetic.log(x)

    @property
    def kept_weight(self) -> Number:
        return self._sum(self.kept)

    @property
    def dropped_weight(self) -> Number:
        return self._sum(self.dropped)

    @property
    def weight(self) -> Number:
        return self.kept_weight + self.dropped_weight

    @property
    def smallest_level(self) -> Number:
        return (self.dropped or self.kept)[-1][0]

    @property
    def score(self) -> Number:
        """The largest |S_ij| of the row."""
        return self.arithmetic.maximum(self.arithmetic.absolute(self.shift), self.arithmetic.absolute(self.low))

    @property
    def A_max(self) -> Number:
        """The largest entry of the row of A, and of A_spar."""
        return self.exp(self.shift)

    @property
    def D(self) -> Number:
        return self.exp(self.shift) * self.weight

    @property
    def D_spar(self) -> Number:
        return self.exp(self.shift) * self.kept_weight

    @property
    def D_inverse(self) -> Number:
        return self.exp(-self.shift) / self.weight

    @property
    def D_spar_inverse(self) -> Number:
        return self.exp(-self.shift) / self.kept_weight

    @property
    def inverse_difference(self) -> Number:
        """|1/D - 1/D_spar|, without cancellation."""
        return self.exp(-self.shift) * self.dropped_weight / (self.kept_weight * self.weight)

    @property
    def u_max(self) -> Number:
        return 1 / self.weight

    @property
    def u_min(self) -> Number:
        return self.smallest_level / self.weight

    @property
    def u_sum(self) -> Number:
        """The row of P added up, entry by entry."""
        return self._shares(self.kept + self.dropped, self.weight)

    @property
    def u_hat_sum(self) -> Number:
        """The row of P̂ added up, entry by entry."""
        return self._shares(self.kept, self.kept_weight)

    @property
    def u_dropped(self) -> Number:
        """The largest dropped entry u_(k+1); 0 when nothing is dropped."""
        return self.dropped[0][0] / self.weight if self.dropped else self.arithmetic.number(0)

    @property
    def tau(self) -> Number:
        return self.dropped_weight / self.weight

    @property
    def kept_error(self) -> Number:
        """The largest entry of |u - u_hat| inside the window: (u_hat)_1 · tau."""
        return self.dropped_weight / (self.kept_weight * self.weight)

    @property
    def max_error(self) -> Number:
        return self.arithmetic.maximum(self.kept_error, self.u_dropped)

    @property
    def row_sum_error(self) -> Number:
        """The l1 norm of u - u_hat, entry by entry."""
        inside = self.arithmetic.number(0)
        for weight, multiplicity in self.kept:
            difference = weight / self.kept_weight - weight / self.weight
            inside = inside + self.arithmetic.number(multiplicity) * difference
        return inside + self.tau

    @property
    def squared_error(self) -> Number:
        """The squared l2 norm of u - u_hat."""
        inside = self.dropped_weight / (self.kept_weight * self.weight)
        return inside * inside * self._sum(self.kept, 2) + self._sum(self.dropped, 2) / (self.weight * self.weight)

    @property
    def wider(self) -> AttentionRow:
        """The same row, its largest dropped entry kept as well, where there is one."""
        if not self.dropped:
            return self
        (weight, times), *rest = self.dropped
        still = ((weight, times - 1),) if times > 1 else ()
        return replace(self, k=self.k + 1, kept=(*self.kept, (weight, 1)), dropped=(*still, *rest))

    @property
    def frobenius(self) -> Number:
        """The Frobenius norm of P - P̂ when all n rows are this one."""
        return self.sqrt(self.n * self.squared_error)

    def effective(self, eps: Number) -> Number:
        """How many entries exceed eps, n - |S_eps(u)| (in balls: an enclosure of the count)."""
        certain = possible = 0
        for weight, multiplicity in self.kept + self.dropped:
            above = balls.gt(weight / self.weight, eps)
            certain += multiplicity if above is Truth.HOLDS else 0
            possible += multiplicity if above is not Truth.FAILS else 0
        return balls.enclosing(certain, possible)


def row_of(arithmetic: Arithmetic, row: str, k: int, M: Number, scale: Number | None = None, **values: Any) -> AttentionRow:
    """The model of a coded row; its logits are multiplied by ``scale``.

    Raises ValueError when k is not in [1, n].
    """
    levels, n = levels_of(row), length_of(row)
    if not 1 <= k <= n:
        raise ValueError(f"hypothesis broken: k in [n] (k={k}, n={n})")
    scale = arithmetic.number(1) if scale is None else scale
    kept: list[Level] = []
    dropped: list[Level] = []
    room = k
    for logit, multiplicity in levels:
        weight = arithmetic.exp(scale * arithmetic.number(logit - levels[0][0]))
        inside = min(room, multiplicity)
        room -= inside
        if inside:
            kept.append((weight, inside))
        if multiplicity > inside:
            dropped.append((weight, multiplicity - inside))
    return AttentionRow(
        arithmetic,
        arithmetic.number(n),
        arithmetic.number(k),
        M,
        scale * arithmetic.number(levels[0][0]),
        scale * arithmetic.number(levels[-1][0]),
        tuple(kept),
        tuple(dropped),
        {"levels": arithmetic.number(len(levels)), "leaders": arithmetic.number(levels[0][1]), **values},
    )
