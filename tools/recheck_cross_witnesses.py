"""The same for the points of Appendix F (superiority v1): python -m tools.recheck_cross_witnesses REPORT.

The data are those of Definition F.1 (p. 40), whose block of d-1 columns needs columns 2 to d; QKᵀ = V = I_d. Every row is
built and summed, none merged: a witness that is a point is small. Families are left to ``python -m theorems.replay``.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from kernels import balls
from kernels.balls import Ball
from tools.recheck_witnesses import BITS, RefusedError, Sides, demand, demand_recorded, read, refuted, run


class Data:
    """A member of D0 (``first = "a0"``) or D1 (``"a1"``): A1 in units of log n, and A2 = A3, as rows of fractions."""

    def __init__(self, values: dict[str, Fraction], first: str) -> None:
        self.values = values
        demand(all(values[name].denominator == 1 for name in ("n", "d", "t", "j2", "j3")), "n, d, t, j2, j3 are integers")
        self.n, self.d, self.t, self.j2, self.j3 = (int(values[name]) for name in ("n", "d", "t", "j2", "j3"))
        demand(self.d >= 2 and self.t >= 1 and self.n == (self.d - 1) * self.t, "n = (d-1)t with t a positive integer")
        demand(1 <= self.j2 <= self.n and 1 <= self.j3 <= self.n, "j2, j3 in [n]")
        demand(0 < values["a0"] < Fraction(1, 10) and values["a1"] > 1, "a0 in (0, 0.1), a1 > 1")
        demand(self.n <= 1000, "small enough to be written out")
        rows = range(1, self.n + 1)
        self.A1 = [[values[first] if j == self.j2 else Fraction(0)] + [Fraction(1)] * (self.d - 1) for j in rows]
        self.A2 = [[Fraction(j == self.j3)] + [Fraction((j - 1) % (self.d - 1) == k) for k in range(self.d - 1)] for j in rows]
        self.log_n = balls.log(balls.ball(self.n))

    def u(self, j0: int, j1: int, linear: bool) -> Ball:
        exact = sum((x * y for x, y in zip(self.A1[j0 - 1], self.A2[j1 - 1], strict=True)), Fraction(0))
        logit = balls.ball(exact) * self.log_n
        return logit if linear else balls.exp(logit)

    def f(self, j0: int, j1: int, linear: bool) -> Ball:
        return self.u(j0, j1, linear) / sum((self.u(j0, j, linear) for j in range(1, self.n + 1)), balls.ball(0))

    def c(self, j0: int, i0: int, linear: bool) -> Ball:
        terms = (self.f(j0, j, linear) * balls.ball(self.A2[j - 1][i0 - 1]) for j in range(1, self.n + 1))
        return sum(terms, balls.ball(0))


@dataclass(frozen=True)
class Line:
    """``entry`` (u, f or c) ``relation`` ``rhs`` on the printed dataset, for the printed indices."""

    entry: str
    linear: bool
    relation: str
    rhs: Callable[[Data], Ball]
    first: str
    indices: Callable[[dict[str, Fraction]], bool]


def power(x: Data, exponent: Fraction) -> Ball:
    return balls.exp(balls.ball(exponent) * x.log_n)


def over_n(x: Data, top: Fraction | int = 1) -> Ball:
    return balls.ball(Fraction(top) / x.n)


LINES: dict[tuple[str, str], Line] = {
    ("Lemma F.2", "4a"): Line("f", False, "=", over_n, "a1", lambda v: v["j0"] == v["j2"]),
    ("Lemma F.6", "1a"): Line(
        "u", False, "=", lambda x: power(x, 1 + x.values["a0"]), "a1", lambda v: v["j0"] == v["j2"] and v["j1"] == v["j3"]
    ),
    ("Lemma F.6", "3a"): Line(
        "f", False, "<=", lambda x: power(x, x.values["a0"] - 1), "a1", lambda v: v["j0"] == v["j2"] and v["j1"] == v["j3"]
    ),
    ("Lemma F.6", "4a"): Line("f", False, "=", over_n, "a1", lambda v: v["j0"] == v["j2"]),
    ("Lemma F.7", "4"): Line("c", False, "<=", over_n, "a0", lambda v: v["j0"] != v["j3"] and v["i0"] == 1),
    ("Lemma F.7", "5"): Line("c", False, "<=", lambda x: over_n(x, x.t), "a0", lambda v: v["j0"] != v["j3"] and v["i0"] >= 2),
    ("Lemma F.11", "3"): Line("c", True, "<=", over_n, "a0", lambda v: v["j0"] != v["j3"] and v["i0"] == 1),
    ("Lemma F.11", "4"): Line("c", True, "<=", lambda x: over_n(x, x.t), "a0", lambda v: v["j0"] != v["j3"] and v["i0"] >= 2),
    ("Lemma F.14", "1"): Line(
        "u", True, "=", lambda x: (1 + balls.ball(x.values["a0"])) * x.log_n, "a1", lambda v: v["j0"] == v["j3"] == v["j1"]
    ),
    ("Lemma F.14", "3"): Line(
        "f", True, "<=", lambda x: over_n(x, 1 + x.values["a0"]), "a1", lambda v: v["j0"] == v["j3"] == v["j1"]
    ),
    ("Lemma F.14", "5"): Line("f", True, "=", over_n, "a1", lambda v: v["j0"] != v["j3"]),
}


def check(record: dict[str, Any]) -> Sides:
    """Both sides at the record's witness; raises RefusedError when it does not refute the printed line."""
    line = LINES.get((record["statement"], record["part"]))
    if line is None:
        raise RefusedError("no definition here")
    with balls.precision(BITS):
        try:
            values = read(record["witness"]["text"])
            x = Data(values, line.first)
            second = "i0" if line.entry == "c" else "j1"
            j0, other = int(values["j0"]), int(values[second])
        except (KeyError, ValueError) as error:
            raise RefusedError(f"unreadable witness: {error!r}") from error
        demand(1 <= j0 <= x.n and 1 <= other <= (x.d if second == "i0" else x.n), "indices in range")
        demand(line.indices(values), "the indices are the printed ones")
        entries = {"u": x.u, "f": x.f, "c": x.c}
        sides = entries[line.entry](j0, other, line.linear), line.relation, line.rhs(x)
        demand(refuted(*sides), f"{sides[0]} {sides[1]} {sides[2]} is not certainly false")
        demand_recorded(sides, record["witness"])
    return sides


def failing(report: dict[str, Any]) -> list[dict[str, Any]]:
    """The lemmas of Appendix F that a point refutes as printed."""
    own = [r for r in report["records"] if r["paper"] == "superiority" and r["statement"].startswith("Lemma F.")]
    return [r for r in own if r["verdict"] == "fails" and r["reading"] == "stated" and r["witness"]["kind"] == "instance"]


def main(arguments: list[str]) -> int:
    return run(arguments, failing, check)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
