"""Concentration of one score (Lemma D.4, Remark D.5), in exact laws.

The printed proof applies Hoeffding's inequality to the d² products X_ia W_ab X_jb. They share factors, so they are not
independent: with W of rank one a score is a product of two sums, whose tail is exponential, not Gaussian. And the entries
of Definition C.1 may be as large as b = B √log(nd/δ), which puts log(nd/δ), not its square root, in front.
"""

import sympy

from kernels.balls import Truth
from theorems.sparse.bounded_differences import SCORE_LAWS, b, rarely, size, softmax
from theorems.sparse.language import *
from theorems.sparse.score_models import ALL_ROWS, BOUNDED, CENTRED, PARITIES, SCORES, TWO_ROWS, Score


def _one(_: Score) -> int:
    return 1


def _sure(words: str, bound: Expr, sure: int, most: Callable[[Score], Number | int] = _one) -> TrivialRange:
    """The range of a probability that is 0 where the bound reaches ``sure`` d b² ‖W‖_F, which no deviation exceeds.

    ``most``: its largest value elsewhere, where that is not 1.
    """
    reaches = bound >= sure * d * b**2 * size

    def reached(x: Score) -> Truth:
        seen = SCORE_LAWS.seen(x)
        return balls.ge(seen.value(reaches.left), seen.value(reaches.right))

    def high(x: Score) -> Number:
        truth, value = reached(x), x.arithmetic.number(1) * most(x)
        if truth is Truth.UNKNOWN:
            return balls.enclosing(0, value)
        return x.arithmetic.number(0) if truth is Truth.HOLDS else value

    what = "|S_ij|" if sure == 1 else "|S_ij - E S_ij|"
    trivial = TrivialRange(
        f"0 ≤ Pr ≤ 1, and Pr = 0 beyond {what} ≤ {'' if sure == 1 else '2 '}d b² ‖W‖_F (Cauchy-Schwarz)", 0, high
    )
    return ranges.silent(trivial, SCORES, words, reached)


HOW = (
    "Change one coordinate X_ia: S moves by at most c_a = 2b² (Σ_b |W_ab| + Σ_b |W_ba|), so Σ c_a² ≤ 16 b⁴ d ‖W‖_F². "
    "McDiarmid's inequality 2 exp(-2t²/Σ c_a²) with t = b² ‖W‖_F √(8 d log(2/δ)) is δ. For i ≠ j the rows move it in turn, Σ "
    "c_a² ≤ 8 b⁴ d ‖W‖_F², and 4 d under the root is enough. The bound needs mutual independence. W = 0 makes every score 0."
)


def inside_the_root(row: Expr) -> int:
    """How many d log(2/δ) stand under the root: two different rows move the score one after the other."""
    return 8 if row is i else 4


def by_mcdiarmid(line: Line, row: Expr) -> None:
    @proof(line, lambda _, flat: flat(Calculation(PENDING, HOW)))
    def _() -> None:
        have(log(2 / delta) >= 0)
        obtain(rarely(row, 2 / delta, inside_the_root(row)))


_HOW_SCALE = (
    "Fair signs times b = B √log(nd/δ) satisfy Definition C.1, are centred, and with {weights} the score is ±b² ‖W‖_F = "
    "±R log(nd/δ) for certain, with E S_ij = 0{extra}: that exceeds {bound} for every C once n is large."
)


def scale(weights: str, bound: str, extra: str = "") -> Argument:
    """Refutes the bounds with the wrong power of the logarithm, for every C."""
    return Argument(Verdict.FAILS, _HOW_SCALE.format(weights=weights, bound=bound, extra=extra), (OUTRUNS, GROWS_STEP))


_n, _delta = positive("n"), positive("delta")
GROWS_STEP = Step(
    "log(n/δ) -> ∞ with δ fixed, so it passes C² and C √log(1/δ)",
    lambda: sympy.limit(sympy.log(_n / _delta), _n, sympy.oo) == sympy.oo,
)

D4 = Lemma(
    "D.4", "Appendix D.4", "concentration of S_ij", given=SCORE_LAWS, provenance="public", uses=["Definition C.1", "Lemma B.5"]
)
_WORDS: dict[Any, str] = {TWO_ROWS: "n ≥ 2", CENTRED: "p = 1/2"}


def met(line: Line) -> str:
    return "; ".join((SCORES.feasible, *(_WORDS[condition] for condition in line.claimed.conditions)))


def printed_a(i: Symbol, j: Symbol) -> Relation:
    return abs(S[i, j]) <= C * R * sqrt(log(n / delta)) + abs(E(S[i, j]))


def printed_b(i: Symbol, j: Symbol, odds: Expr = 2 / delta) -> Relation:
    return abs(S[i, j] - E(S[i, j])) <= b**2 * size * sqrt(2 * log(odds))


def printed_c(i: Symbol, j: Symbol) -> Relation:
    return abs(S[i, j]) <= C * R * sqrt(log(1 / delta))


def repaired(i: Symbol, j: Symbol, odds: Expr = 2 / delta, times: int = 8) -> Relation:
    return abs(S[i, j] - E(S[i, j])) <= b**2 * size * sqrt(times * d * log(odds))


def all_pairs(event: Claim) -> Claim:
    return ForAll(i, ALL_ROWS, ForAll(j, ALL_ROWS, event))


every = 2 * n**2 / delta  # the odds of all pairs at once
_own, _pair = Pr(repaired(i, i, every).contrary), Pr(repaired(i, j, every).contrary)
_union = n * _own + n * (n - 1) * _pair


def by_all_pairs(line: Line) -> None:
    @proof(line, lambda _, flat: flat(Calculation(PENDING, HOW)))
    def _() -> None:
        with proving(_union <= delta):
            obtain(rarely(i, every, 8), rarely(j, every, 8))
            calc(_union).lt(n * (2 / every) + n * (n - 1) * (2 / every**2)).le(delta)
        have(log(every) >= 0)
        hence()


def _refuted(line: Line, one: Relation, silent: str, sure: int, witness: str) -> Line:
    """The probability that one pair is out is compared with δ, which all pairs at once need as well."""
    line.refuted(witness).trivial(_sure(silent, one.right, sure), met(line))
    if sure == 2:
        line.note("d = 1 cannot refute the explicit constant: a deviation is at most 2b²‖W‖_F < √(2 log 20) b²‖W‖_F.")
    return line


ROUTE = "McDiarmid's inequality for Hoeffding's (the products are not independent)"
SCALE = (
    "the entries' own scale b² (b² ‖W‖_F = R log(nd/δ) in Definition C.1), and |X_ij| ≤ b for certain (rare large entries "
    "shift E S_ij without being seen)"
)


def why(left: str, factor: str, odds: str, times: int = 8) -> str:
    """What a repair of (a) or (c) changes on the left and on the right, and for what reasons."""
    return f"|S - E S| for {left} and b² ‖W‖_F √({times} d log({odds})) for {factor}: {ROUTE}, {SCALE}"


WHY_B = f"8 d for 2 under the root: {ROUTE}"
LEFT_A, FACTOR_A = "|S| - |E S|", "C R √log(n/δ)"
LEFT_C, FACTOR_C = "|S|", "C R √log(1/δ)"
ONE, EVERY = "2/δ", "2n²/δ"
NARROW = (
    "McDiarmid's bound beats the sure one, 2 d b² ‖W‖_F, only for d > log(2/δ) (i ≠ j), d > 2 log(2/δ) (i = j), "
    "d > 2 log(2n²/δ) (all pairs)."
)


def _repaired(line: Line, row: Symbol, why: str) -> None:
    times = inside_the_root(row)
    one = repaired(i, row, times=times)
    fixed = line.repair(claim=Implies(BOUNDED, likely(one)), why=why)
    fixed.trivial(_sure("d ≤ 2 log(2/δ)" if times == 8 else "d ≤ log(2/δ)", one.right, 2), met(line))
    by_mcdiarmid(fixed.uses().note(NARROW), row)


def _repaired_for_all(line: Line, why: str) -> None:
    """The union is compared: the n pairs i = j and the n (n - 1) others, each with its own probability of being out."""
    own, pair = repaired(i, i, every), repaired(i, j, every)
    fixed = line.repair(claim=Implies(BOUNDED, likely(all_pairs(pair))), why=why)
    by_all_pairs(fixed.by_union().uses().note(NARROW))
    fixed.trivial(_sure("d ≤ 2 log(2n²/δ)", own.right, 2, lambda x: x.n * x.n), met(line))


SIGNS, SKEW = "d=1 W=ones p=1/2 n=2 delta=1/100 C=2", "d=2 W=antidiagonal p=1/20 n=1 delta=9/100 C=2"
A_SILENT, C_SILENT = "C √log(n/δ)/log(nd/δ) + |E S_{}|/(b² ‖W‖_F) ≥ d", "C √log(1/δ) ≥ d log(nd/δ)"
A_BOUND, C_BOUND = "C R √log(n/δ)", "C R √log(1/δ)"

D4["(a)(i)"] = likely(printed_a(i, j)), TWO_ROWS
_refuted(D4["(a)(i)"], printed_a(i, j), A_SILENT.format("ij"), 1, SIGNS).proved(scale("d = 1, W = 1", A_BOUND))
_repaired(D4["(a)(i)"], j, why(LEFT_A, FACTOR_A, ONE, 4))
D4["(a)(ii)"] = likely(printed_a(i, i))
line = _refuted(D4["(a)(ii)"], printed_a(i, i), A_SILENT.format("ii"), 1, "d=2 W=ones p=1/2 n=1 delta=1/100 C=2")
_repaired(line.proved(scale("d = 2, W = E_12", A_BOUND)), i, why(LEFT_A, FACTOR_A, ONE))
D4["(a)(iii)"] = likely(all_pairs(printed_a(i, j))), TWO_ROWS
line = _refuted(D4["(a)(iii)"], printed_a(i, j), A_SILENT.format("ij"), 1, SIGNS)
_repaired_for_all(line.proved(scale("d = 1, W = 1", A_BOUND, " for i ≠ j")), why(LEFT_A, FACTOR_A, EVERY))

D4["(b)(i)"] = Implies(BOUNDED, likely(printed_b(i, j))), TWO_ROWS
line = _refuted(D4["(b)(i)"], printed_b(i, j), "log(2/δ) ≥ 2 d²", 2, "d=2 W=ones p=1/10 n=2 delta=1/100 C=2")
_repaired(line.from_("inferred"), j, WHY_B.replace("8 d", "4 d"))
D4["(b)(ii)"] = Implies(BOUNDED, likely(printed_b(i, i)))
line = _refuted(D4["(b)(ii)"], printed_b(i, i), "log(2/δ) ≥ 2 d²", 2, SKEW)
_repaired(line.from_("inferred"), i, WHY_B)
D4["(b)(iii)"] = Implies(BOUNDED, likely(all_pairs(printed_b(i, j, every))))
line = _refuted(D4["(b)(iii)"], printed_b(i, i, every), "log(2n²/δ) ≥ 2 d²", 2, SKEW)
line.witness(i)  # the pairs i = j among all pairs
_repaired_for_all(line.from_("inferred"), WHY_B)

D4["(c)(i)"] = likely(printed_c(i, j)), TWO_ROWS
line = _refuted(D4["(c)(i)"], printed_c(i, j), C_SILENT, 1, SIGNS).proved(scale("d = 1, W = 1", C_BOUND))
_repaired(line.from_("inferred"), j, why(LEFT_C, FACTOR_C, ONE, 4))
D4["(c)(ii)"] = likely(printed_c(i, i))
line = _refuted(D4["(c)(ii)"], printed_c(i, i), C_SILENT, 1, "d=1 W=ones p=1/2 n=1 delta=1/100 C=2")
_repaired(
    line.from_("inferred").proved(scale("d = 1, W = 1", C_BOUND, " for i ≠ j, 1 for i = j")), i, why(LEFT_C, FACTOR_C, ONE)
)
D4["(c)(iii)"] = likely(all_pairs(printed_c(i, j))), TWO_ROWS
line = _refuted(D4["(c)(iii)"], printed_c(i, j), C_SILENT, 1, SIGNS).proved(scale("d = 1, W = 1", C_BOUND, " for i ≠ j"))
_repaired_for_all(line.from_("inferred"), why(LEFT_C, FACTOR_C, EVERY))

_s = slack("s")
centred = abs(S[i, j]) <= sqrt(2) * b**2 * size * log(2 * sqrt(2) / delta)
D4["centred"] = Implies(BOUNDED, likely(centred)), TWO_ROWS, CENTRED
D4["centred"].trivial(_sure("√2 log(2√2/δ) ≥ d", centred.right, 1), met(D4["centred"]))
D4["centred"].uses().from_("own")
D4["centred"].note("A companion. No d in the bound: log in place of √log is the price of the product of two sums.")
D4["centred"].proved(
    proved(
        "Given X_i, S_ij is a sum of independent centred terms, so E e^{λS} ≤ E exp(λ² b² ‖W^T X_i‖²/2) (Hoeffding's lemma) ≤ "
        "Π (1 - λ² b⁴ σ_m²)^{-1/2} (compare with Gaussian X_i; σ_m the singular values of W). At λ = 1/(√2 b² ‖W‖_F) the "
        "product is at most (1 - 1/2)^{-1/2} = √2, because (1-s)(1-t) ≥ 1-s-t. Markov's inequality on both sides.",
        nonnegative("(1-s)(1-t) - (1-s-t) = s t ≥ 0", (1 - _s) * (1 - slack("t")) - (1 - _s - slack("t"))),
        identity("(1 - 1/2)^{-1/2} = √2", sympy.Rational(1, 2) ** sympy.Rational(-1, 2), sympy.sqrt(2)),
        identity(
            "2√2 exp(-t/√2) = δ at t = √2 log(2√2/δ)",
            2 * sympy.sqrt(2) * sympy.exp(-sympy.log(2 * sympy.sqrt(2) / _delta)),
            _delta,
        ),
        in_words="Hoeffding's lemma given X_i, the comparison E exp(|W^T X_i|² s) ≤ E exp(|W^T G|² s) with Gaussian G (write "
        "the left side as a mean over a Gaussian vector and use Hoeffding's lemma again), and Markov's inequality.",
    )
)
D4["union"] = Implies(delta <= Q(1, 2), sqrt(2 * log(2 * n**2 / delta)) <= 2 * sqrt(log(n / delta)))


@proof(D4["union"].uses().from_("inferred"))
def _() -> None:
    """2n²/δ ≤ (n/δ)²."""
    squared, odds = 2 * n**2 / delta, n / delta
    have(log(odds) >= 0, LOG_ABOVE(odds))
    have(log(squared) <= 2 * log(odds), LOG_GROWS(squared, odds**2))
    have(log(squared) >= 0, LOG_ABOVE(squared))
    calc(sqrt(2 * log(squared))).le(sqrt(4 * log(odds)), ROOT_GROWS).eq(2 * sqrt(log(odds)))


with D4.where(given=replace(SCORE_LAWS, points=PARITIES, ranges=())):
    D4["pairwise"] = Implies(BOUNDED, likely(repaired(i, j)))
D4["pairwise"].refuted("d=45 m=7 delta=1/129")
D4["pairwise"].uses().from_("own").trivial(ranges.PROBABILITY)
D4["pairwise"].note(
    "The repaired bound for entries that are only pairwise independent, as Definition C.1 says literally. All 2d parities are "
    "1 together with probability 2^-m, and then S = d b² ‖W‖_F."
)

ONE_EXPECTATION = Condition(ForAll(l, columns, E(S[i, l]) == E(S[i, j])), lambda x: True)
DETERMINISTIC = Declared(one_point=True, vectors=((((l, columns),), {S[i]: S[i, l]}),))
OUTCOMES = Declared(vectors=((((l, columns),), {S[i]: S[i, l], E(S[i]): E(S[i, l])}),))
KNOWN_SCORES = Computed(
    replace(short(INPUTS, "scores of short rows that do not depend on chance"), declared=DETERMINISTIC),
    {**on(INPUTS).quantities, **ENTRY_BY_ENTRY},
    ranges=on(INPUTS).ranges,
)
D5 = Lemma("Remark D.5", "Appendix D.4", "the additive terms may be dropped", given=KNOWN_SCORES, uses=["Fact B.1"])
D5[""] = softmax(S[i] - E(S[i])) == softmax(S[i])
D5[""].refuted("row=1x1,-1x1 k=1 R=1 delta=1/100 C=2")
D5[""].note(
    "The terms E S_ij of Lemma D.4 may be dropped, being constants. Fact B.1 allows one constant for a whole row; E S_ij "
    "depends on j. Deterministic scores are their own expectations: without them every logit is 0 and the row is uniform. "
    "Centred entries do not help: E S_ii is the weighted trace Σ W_aa Var X_ia, E S_ij = 0 elsewhere."
)
other = Symbol("l′")
AROUND_A_MEAN = Computed(
    with_parameter(
        replace(KNOWN_SCORES.points, name="scores of short rows, and an expectation", declared=OUTCOMES),
        "mean",
        [Fraction(0), Fraction(1), Fraction(-1, 2)],
        meaning="the expectation of every score of the row",
    ),
    {**KNOWN_SCORES.quantities, **{E(S[i, letter]): lambda x, *_: x.mean for letter in (j, l, other)}},
    ranges=(*KNOWN_SCORES.ranges, fixed(columns)),
)
constant = D5[""].repair(ONE_EXPECTATION, given=AROUND_A_MEAN, why="the expectation may not depend on j")
constant.feasible(f"{INPUTS.feasible}; every score of the row has the same expectation")
constant.note("At every outcome of the scores. Deterministic ones are their own expectations: without them the row is uniform.")


@proof(constant)
def _() -> None:
    """Fact B.1 with c = -E S_ij."""
    factor, total = exp(-E(S[i, j])), Sum(other, columns, exp(S[i, other]))
    shifted = Sum(other, columns, exp(S[i, other] - E(S[i, other])))
    have(ForAll(other, columns, exp(S[i, other] - E(S[i, other])) == factor * exp(S[i, other])))
    have(shifted == factor * total, SUM_MULTIPLE)
    have(total > 0, SUM_POSITIVE(lambda l: exp(S[i, l]), other, columns, j))
    hence()


EQUATION_5 = Lemma(
    "Equation 5",
    "Appendix D.4",
    "the last step to Lemma D.4",
    given=AROUND_A_MEAN,
    provenance="inferred",
    uses=["Lemma D.4/(b)(iii)"],
)
EQUATION_5[""] = ForAll(l, columns, abs(S[i, l]) <= abs(S[i, l] - E(S[i, l])) + abs(E(S[i, l])))
EQUATION_5[""].note(
    "The step that is in the words: the triangle inequality, at every outcome. That the deviation is at most C R √log(n/δ) "
    "with probability 1 - δ is what comes before it, and fails: Lemma D.4 (a) is the display as a whole."
)


@proof(EQUATION_5[""])
def _() -> None:
    """|x| ≤ |x - y| + |y|."""
    mean, deviation = E(S[i, l]), S[i, l] - E(S[i, l])
    hence(ABS_ABOVE(deviation), ABS_ABOVE(mean), ABS_BELOW(S[i, l], abs(deviation) + abs(mean)))


STATEMENTS = (D4, D5, EQUATION_5)
