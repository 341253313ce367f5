"""Re-check every refutation of Appendix D (superiority v1) from a report alone: python -m tools.recheck_witnesses REPORT.

Nothing of theorems/ is used. The data, the attentions and the networks are built again from Definitions D.1, C.1, C.2,
C.4 and C.6 (pp. 14-17) with equal rows merged; hypotheses are compared as fractions and both sides as balls. Where a
witness is a family, the growth it claims is decided from its exponents, every listed member is refuted, and the bound
that refutes all later members is checked on the whole half-line.

Exit status: 0 every witness stands, 1 some does not (it says which), 2 the report is unusable.
"""

import json
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

from kernels import balls
from kernels.balls import Ball, Truth

BITS = 256
TENTH = Fraction(1, 10)
MOST_DIGITS = 200_000
ENUMERATED = 300  # up to this width the law of the signs is summed term by term, beyond it a bound is enough
Sides = tuple[Ball, str, Ball]


class RefusedError(Exception):
    """The witness does not refute what it is said to refute."""


def read(text: str) -> dict[str, Fraction]:
    """``n=2 a1=7/10 t=1e12+3`` as exact numbers."""
    pairs = (word.split("=") for word in text.split())
    return {name: sum((number(term) for term in value.split("+")), Fraction(0)) for name, value in pairs}


def number(text: str) -> Fraction:
    """An exact number that can be spelled out: ``1e999999999`` would take for ever."""
    size = re.fullmatch(r"-?[0-9]+(?:/0*[1-9][0-9]*|(?:\.[0-9]+)?(?:[eE]([+-]?[0-9]{1,6}))?)", text)
    if size is None or len(text) + abs(int(size[1] or 0)) > MOST_DIGITS:
        raise ValueError(f"{text[:40]!r} is no number of at most {MOST_DIGITS} digits")
    return Fraction(text)


def demand(condition: bool, what: str) -> None:
    if not condition:
        raise RefusedError(what)


class Data:
    """A member of D0 (``first = "a0"``) or D1 (``"a1"``) of Definition D.1; V = I_d, QKᵀ = 1_{d×d} or I_d."""

    def __init__(self, values: dict[str, Fraction], first: str, identity: bool = False) -> None:
        self.values, self.identity = values, identity
        self.n, self.d, self.t, self.j3 = (int(values[name]) for name in ("n", "d", "t", "j3"))
        self.a, self.b, self.c = values[first], values["b"], values["c"]
        demand(all(values[name].denominator == 1 for name in ("n", "d", "t", "j3")), "n, d, t, j3 are integers")
        demand(self.d >= 3 and self.t >= 1 and self.n == (self.d - 2) * self.t, "n = (d-2)t with t a positive integer")
        demand(1 <= self.j3 <= self.n, "j3 in [n]")
        demand(values.get("a0", Fraction(1, 20)) > 0 and values.get("a0", Fraction(1, 20)) < TENTH, "a0 in (0, 0.1)")
        demand(values.get("a1", Fraction(1)) >= Fraction(7, 10), "a1 >= 0.7")
        demand(self.b >= TENTH and self.c >= TENTH and self.b + self.c == 1, "b + c = 1, b >= 0.1, c >= 0.1")
        self.log_n = balls.log(balls.ball(self.n))

    def __getattr__(self, name: str) -> Ball:
        try:
            return balls.ball(self.__dict__["values"][name])
        except KeyError:
            raise AttributeError(name) from None

    def row(self, j: int) -> dict[Any, Fraction]:
        """Row j of A1 = A2 = A3 in units of sqrt(log n): its three entries by column."""
        first = {1: self.a} if j == self.j3 else {}
        return first | {2 + (j - 1) % (self.d - 2): self.b, self.d: self.c}

    def merged(self) -> Iterator[tuple[int, dict[Any, Fraction]]]:
        """The distinct rows with how often each occurs; beyond 100 columns all but three are lumped in column "rest"."""
        own = 2 + (self.j3 - 1) % (self.d - 2)
        yield 1, self.row(self.j3)
        yield self.t - 1, {own: self.b, self.d: self.c}
        others = [column for column in range(2, min(self.d, 103)) if column != own]
        for column in others if self.d <= 100 else others[:1]:
            yield self.t, {column: self.b, self.d: self.c}
        if self.d > 100:
            yield self.t * (self.d - 4), {"rest": self.b, self.d: self.c}

    def logit(self, query: dict[Any, Fraction], key: dict[Any, Fraction]) -> Ball:
        """Query · QKᵀ · keyᵀ."""
        if self.identity:
            exact = sum((value * key.get(column, 0) for column, value in query.items()), Fraction(0))
        else:
            exact = sum(query.values(), Fraction(0)) * sum(key.values(), Fraction(0))
        return balls.ball(exact) * self.log_n

    def u(self, query: dict[Any, Fraction], key: dict[Any, Fraction], linear: bool) -> Ball:
        logit = self.logit(query, key)
        return logit if linear else balls.exp(logit)

    def f(self, query: dict[Any, Fraction], key: dict[Any, Fraction], linear: bool) -> Ball:
        total = sum((balls.ball(count) * self.u(query, other, linear) for count, other in self.merged()), balls.ball(0))
        return self.u(query, key, linear) / total

    def c_entry(self, query: dict[Any, Fraction], column: int, linear: bool) -> Ball:
        """c(A, x)_{j0, column} in units of sqrt(log n)."""
        top = total = balls.ball(0)
        for count, key in self.merged():
            weight = count * self.u(query, key, linear)
            top, total = top + weight * balls.ball(key.get(column, Fraction(0))), total + weight
        return top / total


# -- the printed lines that are refuted at one point ---------------------------------------------------------------------


def at(x: Data, index: str) -> dict[Any, Fraction]:
    return x.row(int(x.values[index]))


def u_line(linear: bool, rhs: Callable[[Data], Ball]) -> Callable[[Data], Sides]:
    return lambda x: (x.u(at(x, "j0"), at(x, "j1"), linear), "=", rhs(x))


def f_line(linear: bool, rhs: Callable[[Data], Ball]) -> Callable[[Data], Sides]:
    return lambda x: (x.f(at(x, "j0"), at(x, "j1"), linear), "<=", rhs(x))


def d3_5(x: Data) -> Sides:
    root = balls.sqrt(x.log_n)
    left = x.c_entry(at(x, "j0"), int(x.values["i0"]), linear=False) * root
    return left, "<=", balls.ball(Fraction(x.t, x.n)) * balls.ball(x.b) * root


def power(x: Data, exponent: Ball) -> Ball:
    return balls.exp(exponent * x.log_n)


def one_over_n(x: Data) -> Ball:
    return balls.ball(Fraction(1, x.n))


@dataclass(frozen=True)
class Line:
    """``first``: the coefficient that the printed dataset carries; ``special``: whether j0 = j3, j1 = j3 (None: any)."""

    claim: Callable[[Data], Sides]
    first: str
    special: tuple[bool, bool | None]
    identity: bool = False


BOTH, QUERY, KEY, NEITHER, ANY_KEY = (True, True), (True, False), (False, True), (False, False), (False, None)
LINES: dict[tuple[str, str], Line] = {
    ("Lemma D.2", "4b"): Line(f_line(False, one_over_n), "a1", ANY_KEY),
    ("Lemma D.3", "5"): Line(d3_5, "a1", ANY_KEY),
    ("Lemma D.6", "1a"): Line(u_line(False, lambda x: power(x, (1 + x.a0) * (1 + x.a0))), "a1", BOTH),
    ("Lemma D.6", "1b"): Line(u_line(False, lambda x: power(x, 1 + x.a0)), "a1", QUERY),
    ("Lemma D.6", "2a"): Line(u_line(False, lambda x: power(x, 1 + x.a0)), "a1", KEY),
    ("Lemma D.6", "3a"): Line(f_line(False, lambda x: power(x, 2 * x.a0 - 1)), "a1", BOTH),
    ("Lemma D.6", "4a"): Line(f_line(False, lambda x: power(x, x.a0 - 1)), "a1", KEY),
    ("Lemma D.6", "4b"): Line(f_line(False, one_over_n), "a1", ANY_KEY),
    ("Lemma D.10", "4b"): Line(f_line(True, one_over_n), "a1", ANY_KEY),
    ("Lemma D.14", "1a"): Line(u_line(True, lambda x: (1 + x.a0) * (1 + x.a0) * x.log_n), "a0", BOTH, True),
    ("Lemma D.14", "1b"): Line(u_line(True, lambda x: (1 + x.a0) * x.log_n), "a0", QUERY, True),
    ("Lemma D.14", "2a"): Line(u_line(True, lambda x: (1 + x.a0) * x.log_n), "a0", KEY, True),
    ("Lemma D.14", "2b"): Line(u_line(True, lambda x: x.log_n), "a0", NEITHER, True),
    ("Lemma D.14", "3a"): Line(f_line(True, lambda x: (1 + x.a0) * one_over_n(x)), "a0", BOTH, True),
    ("Lemma D.14", "3b"): Line(f_line(True, one_over_n), "a0", QUERY, True),
    ("Lemma D.14", "4a"): Line(f_line(True, lambda x: (1 + x.a0) * one_over_n(x)), "a0", KEY, True),
    ("Lemma D.14", "4b"): Line(f_line(True, one_over_n), "a0", ANY_KEY, True),
}


def check_line(line: Line, witness: dict[str, Any]) -> Sides:
    values = read(witness["text"])
    x = Data(values, line.first, line.identity)
    demand(all(1 <= values[j] <= (x.d if j == "i0" else x.n) for j in ("j0", "j1", "i0") if j in values), "indices in range")
    for index, wanted in zip(("j0", "j1"), line.special, strict=True):
        demand(wanted is None or (values[index] == x.j3) is wanted, f"{index} {'=' if wanted else '≠'} j3")
    demand("i0" not in values or 2 <= values["i0"] <= x.d - 1, "i0 in {2, ..., d-1}")
    sides = line.claim(x)
    demand(refuted(*sides), f"{sides[0]} {sides[1]} {sides[2]} is not certainly false")
    return sides


def refuted(left: Ball, relation: str, right: Ball) -> bool:
    return (balls.eq if relation == "=" else balls.le)(left, right) is Truth.FAILS


# -- the printed lines about random signs, refuted along a family --------------------------------------------------------


@dataclass(frozen=True)
class SignLine:
    """Pr[not bad] >= 1 - δ/n^κ, refuted on families d = w+2, t = w^r with data from D1.

    rows:     the rows that are looked at: True is j3, False any other
    absolute: is |<c_{j0}, σ>| compared with τ = (c + 0.1) sqrt(log n)?
    strict:   is bad ``> τ`` (a network fires) or ``>= τ``?
    growth:   ("t√d", g): t √d = o(n^g); ("d", g): d = ω(n^g) and d <= n
    first:    a lower bound, for all n >= 4, of the entry in column 1 in units of sqrt(log n), as a ball
    """

    linear: bool
    rows: tuple[bool, ...]
    absolute: bool
    strict: bool
    growth: tuple[str, Fraction]
    first: Callable[[Fraction | None], Ball]


def softmax_other(a: Fraction | None) -> Ball:
    """A n^a/(n^a + n - 1) = a/(1 + n^(1-a) - n^(-a)) with n^(1-a) and n^(-a) in [0, 1] for a >= 1."""
    demand(a is not None and a >= 1, "a fixed a1 >= 1 along the family")
    unit = balls.enclosing(0, 1)
    return balls.ball(a or 0) / (1 + unit)


def softmax_special(a: Fraction | None) -> Ball:
    """A/(1 + (n-1) n^(-a-a²)) with (n-1) n^(-a-a²) in [0, 1] for a + a² >= 1."""
    demand(a is not None and a + a * a >= 1, "a fixed a1 with a1 + a1² >= 1 along the family")
    return balls.ball(a or 0) / (1 + balls.enclosing(0, 1))


def linear_any(a: Fraction | None) -> Ball:
    """A (1+a)/(n+a) = (n+1)/2 for a = n, at least 5/2."""
    demand(a is None, "a1 = n along the family")
    return balls.ball(Fraction(5, 2))


SIGN_LINES: dict[tuple[str, str], SignLine] = {
    ("Lemma D.4", "2"): SignLine(False, (False,), False, False, ("t√d", Fraction(99, 100)), softmax_other),
    ("Theorem D.9", ""): SignLine(False, (True, False), False, True, ("d", Fraction(42, 100)), softmax_special),
    ("Lemma D.12", "1"): SignLine(True, (True,), True, False, ("t√d", Fraction(99, 100)), linear_any),
    ("Lemma D.12", "2"): SignLine(True, (False,), True, False, ("t√d", Fraction(99, 100)), linear_any),
    ("Theorem D.13", ""): SignLine(True, (True, False), False, True, ("d", Fraction(2, 100)), linear_any),
}


def law(x: Data, line: SignLine) -> tuple[Fraction, Fraction]:
    """Bounds on Pr[bad for one σ], equal unless some σ lies on the threshold: signs of columns 1, own, d and K of the rest."""
    own = 2 + (x.j3 - 1) % (x.d - 2)
    rest = next(column for column in (2, 3, 0) if column != own) if x.d > 3 else 0
    other = next((j for j in range(1, x.n + 1) if j != x.j3), None)
    demand(other is not None, "there is a row j0 ≠ j3")
    queries = [x.row(x.j3 if special else int(other or 0)) for special in line.rows]
    alphas, betas, gammas = ([x.c_entry(q, column, line.linear) for q in queries] for column in (1, own, rest))
    tau, c, width = balls.ball(x.c + TENTH), balls.ball(x.c), x.d - 3
    certain = possible = 0
    for s1, s2, sd in product((-1, 1), repeat=3):
        fixed = [s1 * alpha + s2 * beta + sd * c for alpha, beta in zip(alphas, betas, strict=True)]
        for ups in range(width + 1):
            truths = [bad(start + (2 * ups - width) * gamma, tau, line) for start, gamma in zip(fixed, gammas, strict=True)]
            certain += comb(width, ups) if Truth.HOLDS in truths else 0
            possible += comb(width, ups) if any(truth is not Truth.FAILS for truth in truths) else 0
    return Fraction(certain, 2**x.d), Fraction(possible, 2**x.d)


def bad(value: Ball, tau: Ball, line: SignLine) -> Truth:
    above = balls.gt if line.strict else balls.ge
    truths = [above(value, tau), above(-value, tau)] if line.absolute else [above(value, tau)]
    return next((t for t in (Truth.HOLDS, Truth.UNKNOWN) if t in truths), Truth.FAILS)


def columns(values: dict[str, Fraction]) -> int:
    """m = ceil(C log(n/δ)), 1 where the line has no network."""
    if "C" not in values:
        return 1
    low, high = balls.bounds(balls.ball(values["C"]) * balls.log(balls.ball(values["n"] / values["delta"])))
    demand(-(-low // 1) == -(-high // 1), "m = ceil(C log(n/δ)) is decided")
    return -int(-low // 1)


def check_member(line: SignLine, values: dict[str, Fraction]) -> Sides:
    x = Data(values, "a1")
    demand(0 < values["delta"] < 1 and values["kappa"] == 1, "δ in (0, 1), poly(n) = n")
    demand(not line.strict or ("C" in values and values["C"] > 0), "a network has m = ceil(C log(n/δ)) columns")
    allowed, m = balls.ball(values["delta"] / x.n), columns(values)
    if x.d <= ENUMERATED:
        low, high = law(x, line)
    else:  # s α + Y > 0.1 with α > 0.1, Y symmetric: at least 1/4; one more fair sign for column d
        alpha = x.c_entry(x.row(x.j3 if line.rows[0] else x.j3 % x.n + 1), 1, line.linear)
        demand(balls.gt(alpha, balls.ball(TENTH)) is Truth.HOLDS, "the first entry exceeds 0.1 sqrt(log n)")
        low, high = Fraction(1, 8), Fraction(1)
    fires = [1 - (1 - balls.ball(p)) ** m for p in (low, high)]
    demand(balls.gt(fires[0], allowed) is Truth.HOLDS, f"Pr[bad] >= {fires[0]} does not exceed {allowed}")
    return 1 - fires[0].union(fires[1]), ">=", 1 - allowed


def check_family(line: SignLine, witness: dict[str, Any]) -> Sides:
    members = [read(text) for text in witness["members"]]
    demand(len(members) >= 2 and len({m["n"] for m in members}) == len(members), "several members of different sizes")
    sides = [check_member(line, values) for values in members]
    r = exponent(members)
    quantity, g = line.growth
    if quantity == "d":  # d ~ w against n^g = w^(g(r+1)); every listed member has d <= n, and w + 2 <= w^(r+1) goes on
        demand(g * (r + 1) < 1 and all(m["d"] <= m["n"] for m in members), f"d in [ω(n^{g}), n]")
    else:  # t √d ~ w^(r+1/2) against n^g = w^(g(r+1))
        demand(r + Fraction(1, 2) < g * (r + 1), f"t √d = o(n^{g})")
    fixed = {m["a1"] for m in members}
    a = next(iter(fixed)) if len(fixed) == 1 else None
    demand(a is not None or all(m["a1"] == m["n"] for m in members), "a1 is fixed or equal to n")
    demand(all(m["n"] >= 4 for m in members), "n >= 4")
    demand(balls.gt(line.first(a), balls.ball(TENTH)) is Truth.HOLDS, "first entry above 0.1 sqrt(log n) for all n")
    delta = max(m["delta"] for m in members)
    demand(Fraction(1, 8) > delta / 4, "1/8 > δ/n from n = 4 on")
    return sides[0]


def exponent(members: list[dict[str, Fraction]]) -> int:
    """The r with d = w + 2, t = w^r, n = w^(r+1) at every member."""
    found = {r for r in range(64) if all(m["t"] == (m["d"] - 2) ** r for m in members)}
    demand(len(found) == 1, "the members have the form d = w + 2, t = w^r")
    return found.pop()


# -- the report ----------------------------------------------------------------------------------------------------------


def recorded_ball(text: str) -> Ball:
    """``[0.5 +/- 1e-21]`` or plain digits."""
    middle, _, radius = text.strip("[]").partition("+/-")
    centre, spread = number(middle.strip() or "0"), number(radius.strip() or "0")
    return balls.enclosing(centre - spread, centre + spread)


def check(record: dict[str, Any]) -> Sides:
    """Both sides at the record's witness; raises RefusedError when it does not refute the printed line."""
    key, witness = (record["statement"], record["part"]), record["witness"]
    with balls.precision(BITS):
        try:
            if key in LINES and witness["kind"] == "instance":
                sides = check_line(LINES[key], witness)
            elif key in SIGN_LINES and witness["kind"] == "family":
                sides = check_family(SIGN_LINES[key], witness)
            else:
                raise RefusedError(f"no definition for a witness of kind {witness['kind']} here")
        except (KeyError, ValueError, AttributeError) as error:
            raise RefusedError(f"unreadable witness: {error!r}") from error
        demand_recorded(sides, witness)
    return sides


def demand_recorded(sides: Sides, witness: dict[str, Any]) -> None:
    """The relation and both sides are those that the record prints."""
    demand(sides[1] == witness["relation"], f"the relation is {sides[1]}, not {witness['relation']}")
    for name, side in (("lhs", sides[0]), ("rhs", sides[2])):
        demand(bool(side.overlaps(recorded_ball(witness[name]))), f"{name} is {balls.text(side)}, not {witness[name]}")


def failing(report: dict[str, Any]) -> list[dict[str, Any]]:
    """The refuted readings as printed of Appendix D."""
    appendix = re.compile(r"\w+ D\.\d+")
    wanted = (r for r in report["records"] if r["paper"] == "superiority" and appendix.fullmatch(r["statement"]))
    return [r for r in wanted if r["verdict"] == "fails"]


def run(
    arguments: list[str],
    chosen: Callable[[dict[str, Any]], list[dict[str, Any]]],
    recheck: Callable[[dict[str, Any]], Sides],
) -> int:
    """Re-check the chosen records of the report named on the command line; returns the exit status."""
    try:
        (path,) = arguments
        records = chosen(json.loads(Path(path).read_text(encoding="utf-8")))
        names = [f"{record['statement']} {record['part']} ({record['reading']})" for record in records]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OSError) as error:
        print(f"unusable: {error}", file=sys.stderr)
        return 2
    broken = 0
    for name, record in zip(names, records, strict=True):
        try:
            left, relation, right = recheck(record)
            print(f"{name}: refuted, {balls.text(left)} {relation} {balls.text(right)} is false")
        except (RefusedError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError) as error:
            broken += 1
            print(f"{name}: NOT CONFIRMED: {error}")
    print(f"{len(records) - broken} of {len(records)} witnesses stand")
    return 1 if broken else 0


def main(arguments: list[str]) -> int:
    return run(arguments, failing, check)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
