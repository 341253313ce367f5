"""The same for Sections 3-5 and Appendices A, C, E (superiority v1): python -m tools.recheck_toy_witnesses REPORT.

Every network of the softmax regression model is summed over all sign vectors, every matrix product is written out, and the
rows of Appendix E are those of Definition D.1 with QKᵀ = I_d. A family is refuted at its listed members, and the bound that
refutes all later ones is checked.
"""

import itertools
import sys
from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

from kernels import balls
from kernels.balls import Ball, Truth
from tools.recheck_witnesses import BITS, TENTH, Data, RefusedError, Sides, columns, demand, demand_recorded, read, run

Words = dict[str, str]
Vector = list[Fraction]
TRUE = {"=": balls.eq, "<=": balls.le, ">=": balls.ge, ">": balls.gt}


def words(text: str) -> Words:
    return dict(word.split("=", 1) for word in text.split())


def matrix(text: str) -> list[Vector]:
    return [[Fraction(entry) for entry in row.split(",")] for row in text.strip(";").split(";")]


# -- Sections 3 to 5 -------------------------------------------------------------------------------------------------------


def regression(w: Words, peaks: int) -> list[Fraction]:
    """Z for each row of A, a member of D0 (no peak) or D1 (one), with the parameters of the text in range."""
    z = [Fraction(v) for v, k in (pair.split(":") for pair in w["z"].split(";")) for _ in range(int(k))]
    demand(len(z) == int(w["n"]) >= 2, "n >= 2 rows")
    demand(z.count(Fraction(4)) == peaks, f"{peaks} rows at 4 log n")
    demand(all(1 <= v <= Fraction(7, 5) for v in z if v != 4), "the others in [log n, 1.4 log n]")
    demand(0 < Fraction(w["delta"]) < TENTH and Fraction(w["C"]) > 1 and Fraction(w["tau"]) > 0, "δ < 0.1, C > 1, τ > 0")
    demand(len(z) <= 12, "small enough to list all signs")
    return z


def attention(z: list[Fraction], linear: bool) -> list[Ball]:
    log_n = balls.log(balls.ball(len(z)))
    u = [balls.ball(v) * log_n if linear else balls.exp(balls.ball(v) * log_n) for v in z]
    return [entry / sum(u, balls.ball(0)) for entry in u]


def silent(w: Words, peaks: int, linear: bool) -> Ball:
    """Pr[F = 0] with m = ceil(C log(n/δ)) columns."""
    f = attention(regression(w, peaks), linear)
    tau, quiet = balls.ball(Fraction(w["tau"])), 0
    for signs in itertools.product((-1, 1), repeat=len(f)):
        value = sum((s * entry for s, entry in zip(signs, f, strict=True)), balls.ball(0))
        # nothing exceeds the sum of the entries, which is 1
        below = Truth.HOLDS if tau >= 1 else balls.le(value, tau)
        demand(below is not Truth.UNKNOWN, "the sum is decided against τ")
        quiet += below is Truth.HOLDS
    return balls.ball(Fraction(quiet, 2 ** len(f))) ** columns({k: Fraction(w[k]) for k in ("n", "delta", "C")})


def failure(w: Words) -> Ball:
    return balls.ball(Fraction(w["delta"]) / int(w["n"]))


def definition_36(w: Words) -> Sides:
    """F by Definition 3.5 and as Definition 3.6 prints it, m columns alike: a minus on the rows of the first listed value."""
    z, tau = regression(w, 1), balls.ball(Fraction(w["tau"]))
    signs = [-1 if v == z[0] else 1 for v in z]
    values = []
    for linear in (True, False):
        inner = sum((s * f for s, f in zip(signs, attention(z, linear), strict=True)), balls.ball(0))
        values.append(columns({k: Fraction(w[k]) for k in ("n", "delta", "C")}) * balls.maximum(inner - tau, balls.ball(0)))
    return values[1], "=", values[0]


# -- the definitions and the tensor trick -----------------------------------------------------------------------------------


def shapes(first: str, second: str) -> Callable[[Words], Sides]:
    """Two sizes that the printed product needs to be equal."""
    return lambda w: (balls.ball(int(w[first])), "=", balls.ball(int(w[second])))


def kronecker_column(w: Words) -> Sides:
    i, j1, j2, d1, d2 = (int(w[k]) for k in ("i", "j1", "j2", "d1", "d2"))
    demand(1 <= j1 <= d1 and 1 <= j2 <= d2, "j1 in [d1], j2 in [d2]")
    column = (j1 - i) * d2 + j2
    low = column < 1
    return (balls.ball(column), ">=", balls.ball(1)) if low else (balls.ball(column), "<=", balls.ball(d1 * d2))


def logit(w: Words, i: int, j: int) -> Fraction:
    """(A1 Q Kᵀ A2ᵀ)_{i,j} as a quadruple sum."""
    A1, A2, Q, K = (matrix(w[name]) for name in ("A1", "A2", "Q", "K"))
    d = range(len(Q))
    return sum((A1[i][k] * Q[k][r] * K[l][r] * A2[j][l] for k, l, r in itertools.product(d, d, d)), Fraction(0))


def normaliser(w: Words) -> Sides:
    """The squared sum of row j0's logits, which f_lin divides by."""
    total = sum((logit(w, int(w["j0"]) - 1, j) for j in range(len(matrix(w["A2"])))), Fraction(0))
    return balls.ball(total * total), ">", balls.ball(0)


def sum_of_a_product(w: Words) -> Sides:
    """⟨Ax, 1_n⟩ squared."""
    x = [entry for (entry,) in matrix(w["x"])]
    total = sum((a * b for row in matrix(w["A"]) for a, b in zip(row, x, strict=True)), Fraction(0))
    return balls.ball(total * total), ">", balls.ball(0)


def vec_by_columns(w: Words) -> Sides:
    """The first differing entry of vec(exp(A1 X A2ᵀ)) and exp((A1 ⊗ A2) vec(X)), vec stacking columns."""
    A1, A2, Q, K = (matrix(w[name]) for name in ("A1", "A2", "Q", "K"))
    n, d = len(A1), len(Q)
    X = [[sum((Q[k][r] * K[l][r] for r in range(d)), Fraction(0)) for l in range(d)] for k in range(d)]
    stacked = [X[k][l] for l in range(d) for k in range(d)]
    left = [logit(w, i, j) for j in range(n) for i in range(n)]
    rows = [[x * y for x in A1[i] for y in A2[j]] for i in range(n) for j in range(n)]
    right = [sum((x * y for x, y in zip(row, stacked, strict=True)), Fraction(0)) for row in rows]
    first = next((pair for pair in zip(left, right, strict=True) if pair[0] != pair[1]), None)
    demand(first is not None, "some entry differs")
    return balls.exp(balls.ball((first or (0, 0))[0])), "=", balls.exp(balls.ball((first or (0, 0))[1]))


def claim_c5(w: Words) -> Sides:
    """alpha_exp against the sum with A2 in place of its transpose."""
    A1, A2, Q, K = (matrix(w[name]) for name in ("A1", "A2", "Q", "K"))
    n, d, j0 = len(A1), len(Q), int(w["j0"]) - 1
    demand(n == d, "n = d, so that the printed product exists")
    row = [sum((A1[j0][k] * Q[k][r] * K[l][r] for k in range(d) for r in range(d)), Fraction(0)) for l in range(d)]
    printed = [sum((row[l] * A2[l][j] for l in range(d)), Fraction(0)) for j in range(d)]
    true = [logit(w, j0, j) for j in range(n)]
    totals = [sum((balls.exp(balls.ball(x)) for x in values), balls.ball(0)) for values in (true, printed)]
    return totals[0], "=", totals[1]


# -- Appendix E ---------------------------------------------------------------------------------------------------------------


def lemma_e2(part: str) -> Callable[[Words], Sides]:
    def sides(w: Words) -> Sides:
        x = Data(read(" ".join(f"{k}={v}" for k, v in w.items())), "a1")
        j0, i0 = int(w["j0"]), int(w["i0"])
        demand(1 <= j0 <= x.n and j0 != x.j3, "j0 ≠ j3")
        demand(i0 == 1 if part == "4" else 2 <= i0 <= x.d - 1, "i0 is in the printed range")
        root, power = balls.sqrt(x.log_n), balls.exp((balls.sq(balls.ball(x.b)) - 1) * x.log_n)
        scale = balls.ball(x.a) if part == "4" else x.t * balls.ball(x.b)
        return x.c_entry(x.row(j0), i0, False) * root, "<=", power * scale * root

    return sides


def tail(x: Data, query: dict[Any, Fraction]) -> Ball:
    """Pr[<c, σ> >= (c + 0.1) sqrt(log n)] for a row with its own block and d-3 blocks alike; wide where some σ lies on τ."""
    own = next(column for column in query if column not in (1, x.d))
    other = next(column for column in (2, 3) if column != own)
    first, mine, rest = (x.c_entry(query, column, False) for column in (1, own, other))
    tau, width, certain, possible = balls.ball(x.c + TENTH), x.d - 3, 0, 0
    for s1, s2, sd in itertools.product((-1, 1), repeat=3):
        for ups in range(width + 1):
            above = balls.ge(s1 * first + s2 * mine + sd * balls.ball(x.c) + (2 * ups - width) * rest, tau)
            certain += comb(width, ups) if above is Truth.HOLDS else 0
            possible += comb(width, ups) if above is not Truth.FAILS else 0
    return balls.enclosing(Fraction(certain, 2**x.d), Fraction(possible, 2**x.d))


def lemma_e3(part: str) -> Callable[[dict[str, Any]], Sides]:
    def sides(witness: dict[str, Any]) -> Sides:
        members = [read(text) for text in witness["members"]]
        demand(len({m["n"] for m in members}) == len(members) >= 2, "several members of different sizes")
        found = []
        for m in members:
            x = Data(m, "a1", identity=True)
            demand(x.t == 1 and x.d == x.n + 2, "t = 1, d = n + 2")
            demand(Fraction(1, 2) < 1 - x.b**2 - Fraction(1, 100), "t √d = o(n^(1-b^2-0.01))")
            demand(0 < m["delta"] < 1 and m["kappa"] == 1, "δ in (0, 1), poly(n) = n")
            found.append(first_part(x) if part == "1" else second_part(x, m["delta"]))
        return found[0]

    return sides


def first_part(x: Data) -> Sides:
    """F <= n^(-1/2) makes every later member worse: Hoeffding bounds the tail by exp(-(n-1)/8)."""
    demand(x.a**2 + x.b**2 == Fraction(1, 2) and x.b == TENTH and x.n >= 256, "a1^2 + b^2 = 1/2, b = 0.1, n >= 256")
    demand(balls.lt(balls.exp(balls.ball(Fraction(1 - x.n, 8))), balls.ball(TENTH)) is Truth.HOLDS, "exp(-(n-1)/8) < 0.1")
    return tail(x, x.row(x.j3)), ">=", balls.ball(TENTH)


def second_part(x: Data, delta: Fraction) -> Sides:
    """The first entry of a row j0 ≠ j3 is n/(n^(b^2)+n-1) >= n/(2n-1) > 1/2 for a1 = n."""
    demand(x.a == x.n, "a1 = n")
    query = x.row(x.j3 % x.n + 1)
    demand(balls.gt(x.c_entry(query, 1, False), balls.ball(Fraction(1, 2))) is Truth.HOLDS, "first entry above 1/2")
    demand(Fraction(1, 8) > delta / 2, "1/8 > δ/n from n = 2 on")
    return 1 - tail(x, query), ">=", 1 - balls.ball(delta / x.n)


POINTS: dict[tuple[str, str], Callable[[Words], Sides]] = {
    ("Equation 1", ""): shapes("d", "n"),
    ("Definition C.6", ""): shapes("d", "n"),
    ("Definition C.1", "normaliser"): normaliser,
    ("Definition 3.2", ""): sum_of_a_product,
    ("Definition 3.6", ""): definition_36,
    ("Lemma 5.1", ""): lambda w: (silent(w, 0, False), ">=", 1 - failure(w)),
    ("Lemma 5.2", ""): lambda w: (1 - silent(w, 1, False), ">=", 1 - failure(w)),
    ("Lemma 5.3", ""): lambda w: (silent(w, 0, True), ">=", 1 - failure(w)),
    ("Lemma 5.4", ""): lambda w: (silent(w, 1, True), ">=", 1 - failure(w)),
    ("Appendix A", "kron"): kronecker_column,
    ("Appendix A", "vec"): vec_by_columns,
    ("Claim C.5", "2"): claim_c5,
    ("Lemma E.2", "4"): lemma_e2("4"),
    ("Lemma E.2", "5"): lemma_e2("5"),
}
FAMILIES = {("Lemma E.3", "1"): lemma_e3("1"), ("Lemma E.3", "2"): lemma_e3("2")}


def check(record: dict[str, Any]) -> Sides:
    """Both sides at the record's witness; raises RefusedError when it does not refute the printed line."""
    key, witness = (record["statement"], record["part"]), record["witness"]
    with balls.precision(BITS):
        try:
            if key in POINTS and witness["kind"] == "instance":
                sides = POINTS[key](words(witness["text"]))
            elif key in FAMILIES and witness["kind"] == "family":
                sides = FAMILIES[key](witness)
            else:
                raise RefusedError(f"no definition for a witness of kind {witness['kind']} here")
        except (KeyError, ValueError, IndexError, StopIteration, AttributeError) as error:
            raise RefusedError(f"unreadable witness: {error!r}") from error
        demand(TRUE[sides[1]](sides[0], sides[2]) is Truth.FAILS, f"{sides[0]} {sides[1]} {sides[2]} is not certainly false")
        demand_recorded(sides, witness)
    return sides


def failing(report: dict[str, Any]) -> list[dict[str, Any]]:
    """What is refuted as printed in Sections 1 to 5 and Appendices A, C and E."""
    places = ("Equation 1", "Definition 3.", "Lemma 4.", "Lemma 5.", "Appendix A", "Fact A.", "Claim C.", "Definition C.")
    own = [r for r in report["records"] if r["paper"] == "superiority" and r["reading"] == "stated"]
    return [r for r in own if r["verdict"] == "fails" and r["statement"].startswith((*places, "Lemma E.", "Theorem E."))]


def main(arguments: list[str]) -> int:
    return run(arguments, failing, check)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
