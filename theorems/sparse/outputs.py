"""The error of the output, (P - P̂)V: the family that defeats every window, and the values that every window reproduces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import sympy
from hypothesis import strategies as st

from kernels.arithmetic import Arithmetic, Number
from theorems.instance import Instance
from theorems.sparse.steps import along, identity, positive, strictly_positive
from theorems.sparse.windows import Window
from theorems.statement import Condition, Domain
from theorems.vocabulary import Comparison, at_least, at_most

_t = positive("t")


@dataclass(frozen=True)
class Output:
    """(P - P̂)V for d = 1, X_j = ±1 in equal numbers, S = w X X^T: V = X (aligned) or V = 1 (constant).

    Row i keeps k ≤ n/2 keys of its own sign: P̂V = X_i, PV = X_i tanh(w), so every row is off by 1 - tanh(w); a constant V
    is reproduced exactly.
    """

    arithmetic: Arithmetic
    n: Number
    w: Number
    eps: Number
    aligned: bool

    @property
    def row(self) -> Number:
        if not self.aligned:
            return self.arithmetic.number(0)
        return 2 / (1 + self.arithmetic.exp(2 * self.w))  # 1 - tanh(w)

    def norm(self, label: str) -> Number:
        """One column: Frobenius = spectral = √n · row, row sum = maximum = row."""
        return self.row * (self.arithmetic.sqrt(self.n) if label in ("(b)", "(d)") else 1)


def outputs(window: Window) -> Domain:
    """The output family of one window."""

    def bind(instance: Instance, arithmetic: Arithmetic) -> Output:
        n = arithmetic.number(int(instance["n"]))
        w, eps = (arithmetic.number(Fraction(instance[name])) for name in ("w", "eps"))
        return Output(arithmetic, n, w, eps, instance["V"] == "X")

    def small() -> Iterator[Instance]:
        for n in range(2, 400, 2):
            for V in ("X", "1"):
                yield Instance(n=n, w=0, V=V, eps=Fraction(1, 10))

    return Domain(
        f"outputs, k = {window.name}",
        lambda: st.builds(
            lambda half, w, V: {"n": 2 * half, "w": w, "V": V, "eps": Fraction(1, 10)},
            st.one_of(st.integers(1, 50), st.integers(1, 10**9)),
            st.fractions(0, 2, max_denominator=8),
            st.sampled_from(["X", "1"]),
        ),
        bind,
        (
            Condition("n even", lambda x: int(x["n"]) % 2 == 0 and int(x["n"]) > 0),
            Condition("k ≤ n/2", lambda x: 2 * window(int(x["n"])) <= int(x["n"])),
            Condition("w ≥ 0", lambda x: Fraction(x["w"]) >= 0),
        ),
        small,
        variables={"n": "length", "w": "the weight W (d = 1)"},
    )


def output_at_most(label: str) -> Callable[[Output], Comparison]:
    """The claim that this norm of the output difference is at most ε."""

    def claim(x: Output) -> Comparison:
        return at_most(x.norm(label), x.eps)

    return claim


def output_at_least(label: str) -> Callable[[Output], Comparison]:
    """The claim that this norm of the output difference is at least ε."""

    def claim(x: Output) -> Comparison:
        return at_least(x.norm(label), x.eps)

    return claim


ALIGNED = along(
    "m -> n = 10^m, d = 1, X_j = ±1 in equal numbers, W = w = 1/10 (R constant), V = X",
    lambda m: f"n={10**m} w=1/10 V=X eps=1/10",
    "Row i keeps keys of its own sign only: P̂V = X_i, while PV = X_i tanh(w). Every entry of (P - P̂)V is 1 - tanh(w) in "
    "absolute value, whatever n and k ≤ n/2 are, although |S_ij| = w is as small as you like.",
    identity(
        "(e^w - e^-w)/(e^w + e^-w) = 1 - 2/(1 + e^{2w})",
        (_t - 1 / _t) / (_t + 1 / _t),
        1 - 2 / (1 + _t**2),
    ),
    strictly_positive("2/(1 + t²) > 0", 2 / (1 + _t**2)),
    confirm=(6, 20, 300),
)
CONSTANT_VALUES = along(
    "m -> n = 10^m, V = (1, ..., 1)",
    lambda m: f"n={10**m} w=1/10 V=1 eps=1/10",
    "Rows of P and of P̂ add up to 1: equal values are reproduced exactly, with any window.",
    identity("1 - 1 = 0", sympy.Integer(1) - 1, sympy.Integer(0)),
    confirm=(6, 20, 300),
)
