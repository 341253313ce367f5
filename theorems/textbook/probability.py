"""Probabilities, expectations and their tails.

A number that a theorem takes out of an expectation is :func:`~theorems.kernel.facts.fixed`; what is certain has probability
1. The words of the hypotheses are those of :mod:`theorems.textbook.laws`.
"""

from theorems.kernel.facts import EVENT, FUNCTION, INTEGERS, REALS, SET, VARIABLE, Definition, Theorem, event, fixed
from theorems.language.later import script_in
from theorems.language.tree import (
    E,
    ForAll,
    Implies,
    Member,
    Pr,
    Product,
    Q,
    Range,
    Sum,
    Symbol,
    exp,
    expr,
    largest,
    symbols,
)
from theorems.textbook.elementary import BLM
from theorems.textbook.laws import (
    all_independent,
    binomial,
    bounded_change_of_pairs,
    chi_squared,
    fair_sign,
    finite,
    half,
    independent,
    pairs_independent,
    standard_normal,
    sure,
)

x, w, a, b, s, t, n, p = symbols("x_1 x_2 x_3 x_4 x_5 x_6 x_7 x_8")
F, G, Z, Y = symbols("F G Z Y", FUNCTION)
A, B = symbols("A B", EVENT)
S, T = symbols("S T", SET)
j, k, l, y, z = symbols("j k l y z", VARIABLE)

parts = Sum(k, S, Sum(l, T, largest(Z(k, l), 0)))
none_positive = ForAll(k, S, ForAll(l, T, Z(k, l) <= 0))

# -- events ------------------------------------------------------------------------------------------------------------------

RANGE = Theorem("a probability lies in [0, 1]", (A,), (Pr(event(A)) >= 0) & (Pr(event(A)) <= 1))
CERTAIN = Theorem("what always holds is certain", (A, x, y), sure(event(A, x)), (ForAll(y, REALS, event(A, y)),))
MORE_LIKELY = Theorem(
    "what follows is at least as likely",
    (A, B, x, y),
    Pr(event(A, x)) <= Pr(event(B, x)),
    (ForAll(y, REALS, Implies(event(A, y), event(B, y))),),
)
MORE_LIKELY_OF_TWO = Theorem(
    "what follows is at least as likely",
    (A, B, x, w, y, z),
    Pr(event(A, x, w)) <= Pr(event(B, x, w)),
    (ForAll(y, REALS, ForAll(z, REALS, Implies(event(A, y, z), event(B, y, z)))),),
)
AND_CERTAIN = Theorem("what is certain may be added", (A, B), Pr(event(A) & event(B)) == Pr(event(A)), (sure(event(B)),))
ABOVE_OR_NOT = Theorem("the complement", (x, a), Pr(x <= a) + Pr(x > a) == 1)
BELOW_OR_NOT = Theorem("the complement", (x, a), Pr(x < a) + Pr(x >= a) == 1)
A_SIGN = Theorem("a sign is 1 or -1", (x,), sure(abs(x) == 1), (fair_sign(x),))
ALL_BELOW_EACH = Theorem(
    "all are at most as likely as each", (A, k, S, b), Pr(ForAll(k, S, event(A, k))) <= Pr(event(A, b)), (Member(b, S),)
)
ALL_AT_ONCE = Theorem(
    "the union bound over the contraries",
    (A, k, S),
    1 - Sum(k, S, 1 - Pr(event(A, k))) <= Pr(ForAll(k, S, event(A, k))),
    (fixed(S),),
)
ALL_INDEPENDENT = Theorem(
    "independent events",
    (A, k, S),
    Pr(ForAll(k, S, event(A, k))) == Product(k, S, Pr(event(A, k))),
    (all_independent(k, S, event(A, k)), fixed(S)),
)
PART_OF_INDEPENDENT = Theorem(
    "a part of an independent family",
    (Z, k, S, T),
    all_independent(k, T, Z(k)),
    (all_independent(k, S, Z(k)), ForAll(k, T, Member(k, S)), fixed(S, T)),
)
SIGN_BOUNDED = Theorem("a sign is no larger than 1", (x,), sure(abs(x) <= 1), (fair_sign(x),))
POSITIVE_PARTS = Theorem(
    "a sum of positive parts is 0 where no term is positive",
    (Z, k, S, l, T),
    (Pr(parts == 0) == Pr(none_positive)) & (Pr(parts <= 0) == Pr(none_positive)),
)

# -- expectations ------------------------------------------------------------------------------------------------------------

FINITE_IF_BOUNDED = Theorem(
    "what is bounded has a finite expectation, and so has its square",
    (x, a, b),
    finite(x) & finite(x**2),
    (sure(a <= x), sure(x <= b), fixed(a, b)),
)
E_TOTAL = Theorem(
    "expectations add up",
    (Z, k, S),
    E(Sum(k, S, Z(k))) == Sum(k, S, E(Z(k))),
    (ForAll(k, S, finite(Z(k))), fixed(S)),
)
MGF_OF_SUM = Theorem(
    "the moment generating function of an independent sum",
    (s, Z, k, S),
    finite(exp(s * Sum(k, S, Z(k)))) & (E(exp(s * Sum(k, S, Z(k)))) == Product(k, S, E(exp(s * Z(k))))),
    (all_independent(k, S, Z(k)), ForAll(k, S, finite(exp(s * Z(k)))), fixed(s, S)),
)
JENSEN_SQUARE = Theorem("Jensen's inequality", (x,), E(x) ** 2 <= E(x**2), (finite(x), finite(x**2)))

# -- moment generating functions ---------------------------------------------------------------------------------------------

MGF_OF_SIGN = Theorem("of a fair sign", (x, s), E(exp(s * x)) == (exp(s) + exp(-s)) / 2, (fair_sign(x), fixed(s)))
MGF_OF_BIT = Theorem(
    "of a Bernoulli variable",
    (x, s, p),
    E(exp(s * x)) == 1 - p + p * exp(s),
    (Pr(x == 1) == p, Pr(x == 0) == 1 - p, fixed(s)),
)
MGF_OF_CHI_SQUARED = Theorem(
    "of a chi-squared variable",
    (x, s, n),
    E(exp(s * x)) == (1 - 2 * s) ** (-n / 2),
    (chi_squared(x, n), n > 0, s < half, fixed(s, n)),
)
MGF_OF_NORMAL = Theorem(
    "of a standard normal variable",
    (x, s),
    finite(exp(s * x)) & (E(exp(s * x)) == exp(s**2 / 2)),
    (standard_normal(x), fixed(s)),
)
HOEFFDING_LEMMA = Theorem(
    "Hoeffding's lemma",
    (x, s, a, b),
    E(exp(s * (x - E(x)))) <= exp(s**2 * (b - a) ** 2 / 8),
    (sure(a <= x), sure(x <= b), fixed(s, a, b)),
    f"{BLM}, Lemma 2.2",
)
BENNETT_LEMMA = Theorem(
    "Bennett's lemma",
    (x, s, a),
    E(exp(s * x)) <= exp(E(x**2) / a**2 * (exp(s * a) - 1 - s * a)),
    (E(x) == 0, sure(x <= a), finite(x), finite(x**2), a > 0, s >= 0, fixed(s, a)),
    f"{BLM}, Theorem 2.9",
)

# -- tails -------------------------------------------------------------------------------------------------------------------

Z_sum = Sum(k, S, Z(k))
between_numbers = (
    ForAll(k, S, sure(F(k) <= Z(k)) & sure(Z(k) <= G(k))),
    ForAll(k, S, Implies(fixed(k), fixed(F(k), G(k)))),
)
bounded = (*between_numbers, fixed(S))
bounded_terms = (all_independent(k, S, Z(k)), *between_numbers, Sum(k, S, (G(k) - F(k)) ** 2) > 0, t >= 0, fixed(t, S))
STRICTLY = "with <: Markov's inequality for cosh(st) in place of e^{st} gives 2e^{-x}/(1 + e^{-4x}) for 2e^{-x}"
HOEFFDING_ABS = Theorem(
    "Hoeffding's inequality",
    (Z, F, G, k, S, t),
    Pr(abs(Z_sum - E(Z_sum)) >= t) < 2 * exp(-2 * t**2 / Sum(k, S, (G(k) - F(k)) ** 2)),
    bounded_terms,
    f"Hoeffding 1963, Theorem 2, for both sides; {STRICTLY}",
    shown=script_in("textbook.tails", "HOEFFDING"),
)
draw, draws = Symbol("draw"), Range(expr(1), n)
COUNTED_DRAWS = Definition(
    "a binomial count adds up draws: independent, 1 for a success and 0 otherwise",
    (x, n, p, k),
    (x == Sum(k, draws, draw(x, k)))
    & all_independent(k, draws, draw(x, k))
    & ForAll(k, draws, sure(expr(0) <= draw(x, k)) & sure(draw(x, k) <= 1))
    & ForAll(k, draws, E(draw(x, k)) == p)
    & (Sum(k, draws, 1) == n),
    (binomial(x, n, p),),
    names=(draw(x, k),),
    exists="this is what the word means",
)
HOEFFDING_OF_BINOMIAL = Theorem(
    "Hoeffding's inequality for a binomial count",
    (x, n, p, t),
    Pr(abs(x - n * p) >= t) < 2 * exp(-2 * t**2 / n),
    (binomial(x, n, p), n > 0, t >= 0, fixed(n, p, t)),
    f"{BLM}, Theorem 2.8; {STRICTLY}",
    shown=script_in("textbook.tails", "HOEFFDING_OF_BINOMIAL"),
)
of_a_count = (binomial(x, n, p), fixed(n, p))
MASSES_OF_BINOMIAL = Theorem(
    "neighbouring values of a binomial count",
    (x, n, p, t),
    (t + 1) * (1 - p) * Pr(x == t + 1) == (n - t) * p * Pr(x == t),
    (*of_a_count, fixed(t)),
)
BINOMIAL_AT_MOST = Theorem(
    "a binomial count is at most the number of draws", (x, n, p, t), Pr(x == t) == 0, (*of_a_count, t > n, fixed(t))
)
TAIL_OF_BINOMIAL = Theorem(
    "a tail adds up values: where each is at most b times as likely as the one before, so is the tail",
    (x, n, p, a, b, k),
    Pr(x > a + 1) <= b * Pr(x > a),
    (*of_a_count, ForAll(k, INTEGERS, Implies(k > a, Pr(x == k + 1) <= b * Pr(x == k))), fixed(a, b)),
)
ALL_OF_BINOMIAL = Theorem(
    "the values of a binomial count have probability 1 together",
    (x, n, p, k),
    Sum(k, Range(expr(0), n), Pr(x == k)) == 1,
    of_a_count,
)
FAILURES_OF_BINOMIAL = Theorem("failures are a binomial count, too", (x, n, p), binomial(n - x, n, 1 - p), of_a_count)
signed = Sum(k, S, F(k) * Z(k))
are_numbers = ForAll(k, S, Implies(fixed(k), fixed(F(k))))
signs_alone = (all_independent(k, S, Z(k)), ForAll(k, S, fair_sign(Z(k))), are_numbers)
of_signs = (*signs_alone, fixed(S))
squares_below = (Sum(k, S, F(k) ** 2) <= a, a > 0, t >= 0, fixed(t, a))
HOEFFDING_OF_SIGNS_ABS = Theorem(
    "Hoeffding's inequality for signs",
    (F, Z, k, S, t, a),
    Pr(abs(signed) >= t) < 2 * exp(-(t**2) / (2 * a)),
    (*of_signs, *squares_below),
    f"{BLM}, Theorem 2.8; {STRICTLY}",
)
TWO_SIGNS = Theorem(
    "two signs are pluses a quarter of the time, and half of the time the other terms do not fall below 0",
    (F, Z, k, S, a, b),
    Q(1, 8) <= Pr(signed >= F(a) + F(b)),
    (*of_signs, Member(a, S), Member(b, S), a != b),
)
SIGNS_SPREAD = Theorem(
    "Paley and Zygmund's inequality, with E S⁴ ≤ 3 (E S²)² for sums S of signs",
    (F, Z, k, S, a),
    (1 - a) ** 2 / 3 <= Pr(signed**2 > a * Sum(k, S, F(k) ** 2)),
    (*signs_alone, Sum(k, S, F(k) ** 2) > 0, a >= 0, a <= 1, fixed(a, S)),
    "Paley, Zygmund 1932; Khintchine's inequality: Haagerup 1981",
)
MOMENTS_OF_SIGNS = Theorem(
    "the second and the fourth moment of a sum with signs",
    (F, Z, k, S),
    (E(signed**2) == Sum(k, S, F(k) ** 2)) & (E(signed**4) <= 3 * Sum(k, S, F(k) ** 2) ** 2),
    of_signs,
    "Haagerup 1981: only even powers of the signs have a mean that is not 0",
)
LYAPUNOV = Theorem(
    "Lyapunov's inequality between the first, the second and the fourth moment",
    (x, a),
    (E(abs(x)) >= 0) & (E(abs(x)) ** 2 <= E(x**2)) & (E(x**2) ** 2 <= E(x**4)) & (E(x**2) ** 3 <= E(abs(x)) ** 2 * E(x**4)),
    (sure(abs(x) <= a), fixed(a)),
    "Hardy, Littlewood, Pólya: Inequalities, 2.10",
)
SIGNED_BELOW = Theorem(
    "a sum with signs is at most the sum without",
    (F, Z, k, S),
    sure(abs(signed) <= Sum(k, S, abs(F(k)))),
    (ForAll(k, S, fair_sign(Z(k))), fixed(S)),
)
OVER_POWER_OF_TWO = Theorem(
    "a probability over d fair signs is an integer over 2^d",
    (A, x, F, Z, k, S, y),
    Member(2 ** Sum(k, S, 1) * Pr(event(A, x)), INTEGERS),
    (x == signed, *of_signs, ForAll(y, REALS, Implies(fixed(y), fixed(event(A, y))))),
)
CHI_SQUARED_FINITE = Theorem(
    "of a chi-squared variable",
    (x, s, n),
    finite(exp(s * x)),
    (chi_squared(x, n), n > 0, s < half, fixed(s, n)),
)
TWO_SIDES = Theorem("the union bound for both sides", (x, a), Pr(abs(x) >= a) <= Pr(x >= a) + Pr(x <= -a))
BEYOND_TWO_SIDES = Theorem("the union bound for both sides", (x, a), Pr(abs(x) > a) <= Pr(x > a) + Pr(x < -a))
INDEPENDENT_EVENTS = Theorem(
    "events about independent quantities are independent",
    (A, Z, k, S, y),
    all_independent(k, S, event(A, Z(k))),
    (all_independent(k, S, Z(k)), ForAll(y, REALS, Implies(fixed(y), fixed(event(A, y)))), fixed(S)),
)
ALL_OF_INDEPENDENT_PAIRS = Theorem(
    "independent events about the two members of independent pairs",
    (A, B, Z, Y, k, S, y),
    Pr(ForAll(k, S, event(A, Z(k)) & event(B, Y(k)))) == Product(k, S, Pr(event(A, Z(k))) * Pr(event(B, Y(k)))),
    (
        pairs_independent(k, S, Z(k), Y(k)),
        ForAll(k, S, independent(Z(k), Y(k))),
        *(ForAll(y, REALS, Implies(fixed(y), fixed(event(one, y)))) for one in (A, B)),
        fixed(S),
    ),
)
FINITE_EXPONENTIAL = Theorem(
    "the exponential of what is bounded has a finite expectation",
    (s, x, a, b),
    finite(exp(s * x)) & (E(exp(s * x)) > 0),
    (sure(a <= x), sure(x <= b), fixed(s, a, b)),
)
FINITE_TERMS = Theorem("what is bounded has a finite expectation", (Z, F, G, k, S), ForAll(k, S, finite(Z(k))), bounded)
FINITE_EXPONENTIALS = Theorem(
    "exponentials of what is bounded have finite expectations",
    (s, Z, F, G, k, S),
    ForAll(k, S, finite(exp(s * Z(k)))),
    (*bounded, fixed(s)),
)
INDEPENDENT_DIFFERENCES = Theorem(
    "numbers taken from independent variables",
    (Z, F, k, S),
    all_independent(k, S, Z(k) - F(k)),
    (all_independent(k, S, Z(k)), are_numbers, fixed(S)),
)
INDEPENDENT_MULTIPLES = Theorem(
    "multiples of independent variables",
    (F, Z, k, S),
    all_independent(k, S, F(k) * Z(k)),
    (all_independent(k, S, Z(k)), are_numbers, fixed(S)),
)
CRAMER_CHERNOFF = Theorem(
    "Chernoff's bound, from a bound of the moment generating function",
    (x, s, a, b),
    Pr(x >= a) <= exp(b - s * a),
    (finite(exp(s * x)), E(exp(s * x)) <= exp(b), s >= 0, fixed(s, a, b)),
    f"{BLM}, 2.2",
)
CRAMER_CHERNOFF_BELOW = Theorem(
    "Chernoff's bound, from a bound of the moment generating function",
    (x, s, a, b),
    Pr(x <= a) <= exp(b + s * a),
    (finite(exp(-s * x)), E(exp(-s * x)) <= exp(b), s >= 0, fixed(s, a, b)),
    f"{BLM}, 2.2",
)
CRAMER_CHERNOFF_STRICTLY = Theorem(
    "Chernoff's bound, strict where it is below 1",
    (x, s, a, b),
    Pr(x >= a) < exp(b - s * a),
    (*CRAMER_CHERNOFF.hypotheses, b - s * a < 0),
    f"{BLM}, 2.2: equality would make e^(s (x - a)) the indicator of x ≥ a, so x = a with certainty",
)
CRAMER_CHERNOFF_BELOW_STRICTLY = Theorem(
    "Chernoff's bound, strict where it is below 1",
    (x, s, a, b),
    Pr(x <= a) < exp(b + s * a),
    (*CRAMER_CHERNOFF_BELOW.hypotheses, b + s * a < 0),
    f"{BLM}, 2.2: equality would make e^(s (a - x)) the indicator of x ≤ a, so x = a with certainty",
)
MGF_AT_THE_END = Theorem(
    "Fatou's lemma for moment generating functions: a bound inside an interval holds at its ends",
    (x, a, b, y),
    finite(exp(b * x)) & (E(exp(b * x)) <= exp(b**2 * a / 2)) & finite(exp(-b * x)) & (E(exp(-b * x)) <= exp(b**2 * a / 2)),
    (
        ForAll(y, REALS, Implies(abs(y) < b, finite(exp(y * x)) & (E(exp(y * x)) <= exp(y**2 * a / 2)))),
        b > 0,
        fixed(a, b),
    ),
)
MCDIARMID_OF_PAIRS = Theorem(
    "McDiarmid's inequality",
    (x, Z, Y, F, k, S, t, a),
    Pr(abs(x - E(x)) >= t) < 2 * exp(-2 * t**2 / a),
    (
        pairs_independent(k, S, Z(k), Y(k)),
        bounded_change_of_pairs(k, S, x, Z(k), Y(k), F(k)),
        are_numbers,
        Sum(k, S, F(k) ** 2) <= a,
        a > 0,
        t > 0,
        fixed(t, a, S),
    ),
    f"{BLM}, Theorem 6.2, for independent pairs; Markov's inequality is strict, as x - E x = t is not certain",
)
bilinear = Sum(j, S, Sum(l, S, Z(j) * F(j, l) * Y(l)))
BILINEAR_CHANGE = Theorem(
    "what one pair changes in a bilinear form",
    (Z, Y, F, j, k, l, S, a),
    bounded_change_of_pairs(k, S, bilinear, Z(k), Y(k), 2 * a**2 * (Sum(l, S, abs(F(k, l))) + Sum(l, S, abs(F(l, k))))),
    (
        ForAll(k, S, sure(abs(Z(k)) <= a) & sure(abs(Y(k)) <= a)),
        ForAll(k, S, ForAll(l, S, fixed(F(k, l)))),
        fixed(a, S),
    ),
)
MCDIARMID_BILINEAR = Theorem(
    "McDiarmid's inequality for a bilinear form",
    (Z, Y, F, j, k, l, S, a, b, t),
    Pr(abs(bilinear - E(bilinear)) >= t) < 2 * exp(-2 * t**2 / b),
    (
        pairs_independent(k, S, Z(k), Y(k)),
        ForAll(k, S, independent(Z(k), Y(k))),
        *BILINEAR_CHANGE.hypotheses,
        Sum(k, S, 4 * a**4 * (Sum(l, S, abs(F(k, l))) ** 2 + Sum(l, S, abs(F(l, k))) ** 2)) <= b,
        b > 0,
        t > 0,
        fixed(t, b),
    ),
    f"{BLM}, Theorem 6.2: entry k of the one family moves it by 2a² Σ_l |F(k, l)|, of the other by 2a² Σ_l |F(l, k)|",
)
