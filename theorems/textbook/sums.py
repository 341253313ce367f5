"""Finite sums, products, maxima and minima: term by term, against one term, and the inequalities between their kinds.

Every set is finite. ``b in S`` among the hypotheses of a maximum says that there is something to take it of.
"""

from theorems.kernel.facts import EVENT, FUNCTION, INTEGERS, SET, VARIABLE, Theorem, event
from theorems.language.tree import (
    Cases,
    Expr,
    ForAll,
    Implies,
    Indicator,
    Largest,
    Member,
    Product,
    Range,
    Smallest,
    Sum,
    Total,
    Without,
    exp,
    expr,
    sqrt,
    symbols,
)
from theorems.textbook.elementary import HLP

F, G, H = symbols("F G H", FUNCTION)
A, B = symbols("A B", EVENT)
S, T = symbols("S T", SET)
j, k, l = symbols("j k l", VARIABLE)
a, b, n, m = symbols("x_1 x_2 x_3 x_4")


def total(body: Expr | int) -> Total:
    return Sum(k, S, body)


def maximum(body: Expr) -> Largest:
    return Largest(k, S, body)


count = total(1)
nonnegative, positive = ForAll(k, S, F(k) >= 0), ForAll(k, S, F(k) > 0)

# -- quantifiers -------------------------------------------------------------------------------------------------------------

INSTANCE = Theorem("what holds for all holds for one", (A, k, S, b), event(A, b), (ForAll(k, S, event(A, k)), Member(b, S)))
LEFT_OUT = Theorem("what is left out of a set is not in it", (a, b, S), (a != b) & (b != a), (Member(a, Without(S, b)),))
IN_THE_WHOLE = Theorem("what is in a part is in the whole", (a, b, S), Member(a, S), (Member(a, Without(S, b)),))
IN_RANGE = Theorem("what is in a range lies between its ends", (a, b, n), (b <= a) & (a <= n), (Member(a, Range(b, n)),))
EQUALS = Theorem("equals for equals", (F, a, b), F(a) == F(b), (a == b,))
INDUCTION = Theorem(
    "induction",
    (A, k, n),
    event(A, n),
    (
        event(A, expr(0)),
        ForAll(k, INTEGERS, Implies((k >= 0) & event(A, k), event(A, k + 1))),
        Member(n, INTEGERS),
        n >= 0,
    ),
)

# -- sums --------------------------------------------------------------------------------------------------------------------

SUM_ORDER = Theorem("sums keep the order", (F, G, k, S), total(F(k)) <= total(G(k)), (ForAll(k, S, F(k) <= G(k)),))
SUM_EQUAL = Theorem("sums of equal terms", (F, G, k, S), total(F(k)) == total(G(k)), (ForAll(k, S, F(k) == G(k)),))
SUM_FACTOR = Theorem("a factor comes out of a sum", (a, F, k, S), total(a * F(k)) == a * total(F(k)))
SUM_DIVISOR = Theorem("a divisor comes out of a sum", (a, F, k, S), total(F(k) / a) == total(F(k)) / a, ((a > 0) | (a < 0),))
SUM_MULTIPLE = Theorem(
    "a factor comes out of a sum", (H, a, F, k, S), total(H(k)) == a * total(F(k)), (ForAll(k, S, H(k) == a * F(k)),)
)
SUM_LINEAR = Theorem(
    "sums are linear",
    (H, F, G, a, b, k, S),
    total(H(k)) == a * total(F(k)) + b * total(G(k)),
    (ForAll(k, S, H(k) == a * F(k) + b * G(k)),),
)
SUM_OF_SUMS = Theorem("sums add up", (F, G, k, S), total(F(k) + G(k)) == total(F(k)) + total(G(k)))
SUM_OF_DIFFERENCES = Theorem("sums subtract", (F, G, k, S), total(F(k) - G(k)) == total(F(k)) - total(G(k)))
SUM_OF_CONSTANT = Theorem("a sum of equal terms", (a, k, S), total(a) == a * count)
COUNT = Theorem(
    "a range has high - low + 1 elements",
    (k, a, b),
    Sum(k, Range(a, b), 1) == b - a + 1,
    (Member(a, INTEGERS), Member(b, INTEGERS), a <= b + 1),
)
SUM_SWAP = Theorem("sums in either order", (F, k, S, l, T), total(Sum(l, T, F(k, l))) == Sum(l, T, total(F(k, l))))
SUM_EXCHANGE = Theorem(
    "sums in either order",
    (F, G, H, k, S, l, T),
    total(F(k) * Sum(l, T, G(l) * H(k, l))) == Sum(l, T, G(l) * total(F(k) * H(k, l))),
)
SUM_WITHOUT = Theorem("one term of a sum", (F, k, S, b), total(F(k)) == Sum(k, Without(S, b), F(k)) + F(b), (Member(b, S),))
SUM_LAST = Theorem(
    "the last term of a sum",
    (F, k, a, n),
    Sum(k, Range(a, n), F(k)) == Sum(k, Range(a, n - 1), F(k)) + F(n),
    (Member(a, INTEGERS), Member(n, INTEGERS), a <= n),
)
SUM_FIRST = Theorem(
    "the first term of a sum",
    (F, k, a, b, n),
    Sum(k, Range(a, n), F(k)) == F(a) + Sum(k, Range(b, n), F(k)),
    (b == a + 1, Member(a, INTEGERS), Member(n, INTEGERS), a <= n),
)
SUM_NONNEGATIVE = Theorem("a sum of nonnegative terms", (F, k, S), total(F(k)) >= 0, (nonnegative,))
SUM_POSITIVE = Theorem("a sum with a positive term", (F, k, S, b), total(F(k)) > 0, (nonnegative, Member(b, S), F(b) > 0))
SUM_ABOVE_TERM = Theorem("a term is at most the sum", (F, k, S, b), F(b) <= total(F(k)), (nonnegative, Member(b, S)))
SUM_BELOW_COUNT = Theorem(
    "a sum is at most so many times the largest", (F, a, k, S), total(F(k)) <= a * count, (ForAll(k, S, F(k) <= a),)
)
SUM_ABOVE_COUNT = Theorem(
    "a sum is at least so many times the smallest", (F, a, k, S), a * count <= total(F(k)), (ForAll(k, S, a <= F(k)),)
)
SUM_TRIANGLE = Theorem("the triangle inequality", (F, k, S), abs(total(F(k))) <= total(abs(F(k))))
SUM_PICKS = Theorem(
    "a sum with one term that is not 0",
    (F, k, S, b),
    total(Indicator(k == b) * F(k)) == F(b),
    (Member(b, S),),
)
INDICATOR = Theorem("an indicator is 0 or 1", (A,), (Indicator(event(A)) >= 0) & (Indicator(event(A)) <= 1))
COUNT_NONNEGATIVE = Theorem("a count is nonnegative", (A, k, S), total(Indicator(event(A, k))) >= 0)
INDICATOR_ORDER = Theorem(
    "what follows is indicated as well",
    (A, B),
    Indicator(event(A)) <= Indicator(event(B)),
    (Implies(event(A), event(B)),),
)
INDICATOR_SQUARED = Theorem("an indicator is its own square", (A,), Indicator(event(A)) ** 2 == Indicator(event(A)))
INDICATOR_OF_CONTRARY = Theorem("an indicator and the contrary's", (a, b), Indicator(a <= b) + Indicator(a > b) == 1)
INDICATOR_HOLDS = Theorem("an indicator is 1 where its claim holds", (A,), Indicator(event(A)) == 1, (event(A),))
INDICATOR_FAILS = Theorem("an indicator is 0 where its claim fails", (a, b), Indicator(a == b) == 0, (a != b,))
INDICATOR_OF_EQUALITY = Theorem("a = b is b = a", (a, b), Indicator(a == b) == Indicator(b == a))
CASE_HOLDS = Theorem("the first case, where it holds", (A, a, b), Cases(((event(A), a),), b) == a, (event(A),))
CASE_FAILS = Theorem("the other case, where the first fails", (a, b, n, m), Cases(((n == m, a),), b) == b, (n != m,))
COUNTING = Theorem(
    "terms above a add up to more than a each",
    (F, a, k, S),
    a * total(Indicator(F(k) > a)) <= total(F(k)),
    (nonnegative,),
)
COUNTING_STRICTLY = Theorem(
    "terms above a add up to more than a each",
    (F, a, k, S),
    a * total(Indicator(F(k) > a)) < total(F(k)),
    (nonnegative, total(F(k)) > 0),
)
DIVISION = (Member(a, INTEGERS), Member(b, INTEGERS), a >= 1, b >= 1, n == a * b)  # each k is (l - 1) b + j once
SUM_OF_PAIRS = Theorem(
    "division with remainder numbers all pairs",
    (F, k, l, j, a, b, n),
    Sum(k, Range(expr(1), n), F(k)) == Sum(l, Range(expr(1), a), Sum(j, Range(expr(1), b), F((l - 1) * b + j))),
    DIVISION,
)
ALL_PAIRS = Theorem(
    "division with remainder numbers all pairs",
    (A, k, l, j, a, b, n),
    ForAll(k, Range(expr(1), n), event(A, k)),
    (ForAll(l, Range(expr(1), a), ForAll(j, Range(expr(1), b), event(A, (l - 1) * b + j))), *DIVISION),
)

# -- squares, products of terms, means ---------------------------------------------------------------------------------------

CAUCHY_SCHWARZ = Theorem(
    "Cauchy-Schwarz",
    (F, G, k, S),
    total(F(k) * G(k)) ** 2 <= total(F(k) ** 2) * total(G(k) ** 2),
    source=f"{HLP}, 2.4",
)
CAUCHY_SCHWARZ_ROOTS = Theorem(
    "Cauchy-Schwarz",
    (F, G, k, S),
    abs(total(F(k) * G(k))) <= sqrt(total(F(k) ** 2)) * sqrt(total(G(k) ** 2)),
    source=f"{HLP}, 2.4",
)
SUM_SQUARED = Theorem("Cauchy-Schwarz with ones", (F, k, S), total(F(k)) ** 2 <= count * total(F(k) ** 2))
SQUARES_BETWEEN = Theorem(
    "Σ (F - a)(b - F) ≥ 0 where a ≤ F ≤ b",
    (F, k, S, a, b),
    total(F(k) ** 2) <= (a + b) * total(F(k)) - a * b * count,
    (ForAll(k, S, (a <= F(k)) & (F(k) <= b)),),
)
HOLDER = Theorem(
    "Hölder's inequality",
    (F, G, k, S, b),
    abs(total(F(k) * G(k))) <= maximum(abs(F(k))) * total(abs(G(k))),
    (Member(b, S),),
    f"{HLP}, 2.8",
)

# -- maxima and minima -------------------------------------------------------------------------------------------------------

LARGEST_ABOVE = Theorem("a maximum is at least each", (F, k, S, b), F(b) <= maximum(F(k)), (Member(b, S),))
LARGEST_BELOW = Theorem(
    "a maximum of what is at most a", (F, k, S, a, b), maximum(F(k)) <= a, (ForAll(k, S, F(k) <= a), Member(b, S))
)
LARGEST_BELOW_SUM = Theorem(
    "a maximum is at most the sum", (F, k, S, b), maximum(F(k)) <= total(F(k)), (nonnegative, Member(b, S))
)
LARGEST_BELOW_STRICTLY = Theorem(
    "a maximum of what is below a", (F, k, S, a, b), maximum(F(k)) < a, (ForAll(k, S, F(k) < a), Member(b, S))
)
SMALLEST_BELOW = Theorem("a minimum is at most each", (F, k, S, b), Smallest(k, S, F(k)) <= F(b), (Member(b, S),))
SMALLEST_ABOVE = Theorem(
    "a minimum of what is at least a", (F, k, S, a, b), a <= Smallest(k, S, F(k)), (ForAll(k, S, a <= F(k)), Member(b, S))
)
SMALLEST_ABOVE_STRICTLY = Theorem(
    "a minimum of what is above a", (F, k, S, a, b), a < Smallest(k, S, F(k)), (ForAll(k, S, a < F(k)), Member(b, S))
)

# -- products ----------------------------------------------------------------------------------------------------------------

PRODUCT_ORDER = Theorem(
    "products of nonnegative factors keep the order",
    (F, G, k, S),
    Product(k, S, F(k)) <= Product(k, S, G(k)),
    (ForAll(k, S, (F(k) >= 0) & (F(k) <= G(k))),),
)
PRODUCT_OF_EXP = Theorem("a product of exponentials", (F, k, S), Product(k, S, exp(F(k))) == exp(total(F(k))))
PRODUCT_OF_CONSTANT = Theorem("a product of equal factors", (a, k, S), Product(k, S, a) == a**count, (a > 0,))

# -- how many ----------------------------------------------------------------------------------------------------------------

WHOLE_COUNT = Theorem("a set has a whole number of elements", (k, S), Member(count, INTEGERS) & (count >= 0))
FOLLOWS = Theorem("what follows from what holds", (A, B), event(B), (event(A), Implies(event(A), event(B))))
# -- weighted products -------------------------------------------------------------------------------------------------------

WEIGHTED_PRODUCTS = Theorem(
    "|Σ w F G| ≤ a Σ (F² + G²)/2 where |w| ≤ a",
    (H, F, G, k, S, a),
    (-(a * (total(F(k) ** 2) + total(G(k) ** 2)) / 2) <= total(H(k) * (F(k) * G(k))))
    & (total(H(k) * (F(k) * G(k))) <= a * (total(F(k) ** 2) + total(G(k) ** 2)) / 2),
    (ForAll(k, S, (-a <= H(k)) & (H(k) <= a)),),
)
SUM_RENAMED = Theorem("a bound variable has any name", (F, k, l, S), total(F(k)) == Sum(l, S, F(l)))
# -- sums of products ----------------------------------------------------------------------------------------------------------

CHEBYSHEV_SUM = Theorem(
    "Chebyshev's sum inequality",
    (F, G, H, k, l, S),
    total(H(k)) * total(H(k) * F(k) * G(k)) <= total(H(k) * F(k)) * total(H(k) * G(k)),
    (ForAll(k, S, H(k) >= 0), ForAll(k, S, ForAll(l, S, (F(k) - F(l)) * (G(k) - G(l)) <= 0))),
    f"{HLP}, 2.17",
)
