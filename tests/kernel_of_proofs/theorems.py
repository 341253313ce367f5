"""Theorems, data and names that the claims of this folder rest on."""

from theorems.kernel.facts import *
from theorems.language.tree import *

h, f = symbols("h f")
a, b, x, y, n, t, X, i, j = symbols("a b x y n t X i j")
WHERE = Range(expr(1), n)

EXP_ABOVE = Theorem("e^x ≥ 1 + x", (x,), exp(x) >= 1 + x)
SQUARE = Theorem("x² ≥ 0", (x,), x**2 >= 0)
LOG_GROWS = Theorem("log grows", (x, y), log(x) <= log(y), (x > 0, x <= y), strict=(x < y,))
F, G = Symbol("F", FUNCTION), Symbol("G", FUNCTION)
A = Symbol("A", EVENT)
S, k, m = Symbol("S", SET), Symbol("k", VARIABLE), Symbol("m", VARIABLE)
SUM_ORDER = Theorem("sums keep the order", (F, G, k, S), Sum(k, S, F(k)) <= Sum(k, S, G(k)), (ForAll(k, S, F(k) <= G(k)),))
SUM_OF_CONSTANT = Theorem("a sum of equal terms", (x, k, S), Sum(k, S, x) == x * Sum(k, S, 1))
INSTANCE = Theorem("for all, for one", (F, k, S, x), F(x) >= 0, (ForAll(k, S, F(k) >= 0), Member(x, S)))
TWO_SUMS = Theorem("", (F, k, m, S), Sum(k, S, F(k)) == Sum(m, S, F(m)))
QUOTIENT = Theorem("", (F, x), F(x) == F(x))
AT_ZERO = Theorem("", (F,), F(expr(0)) == F(expr(0)))
CERTAIN = Theorem("", (A,), Pr(event(A)) == 1, (event(A),))
EACH_EVENT = Theorem("", (A, k, S), ForAll(k, S, event(A, k)), (ForAll(k, S, event(A, k)),))
CONSTANT = Theorem("E a = a", (x,), E(x) == x, (fixed(x),))
ROWS_SUM = Theorem("of the data", (i,), h[i] == Sum(j, WHERE, f[i, j]))
ABOUT_N = Theorem("of the data", (), n >= 5)
ABOUT_X = Theorem("of the data", (), Pr(X > 1) == Q(1, 2))
OF_EACH = Theorem("for all, for one", (A, k, S, x), event(A, x), (ForAll(k, S, event(A, k)), Member(x, S)))
EQUALS = Theorem("equals for equals", (F, x, y), F(x) == F(y), (x == y,))
COMPLEMENT = Theorem("the complement", (x, y), Pr(x <= y) + Pr(x > y) == 1)
LARGEST_ABOVE = Theorem("a maximum is at least each", (F, k, S, x), F(x) <= Largest(k, S, F(k)), (Member(x, S),))
NO_LARGEST = Largest(j, INTEGERS, j), Largest(j, Without(INTEGERS, a), j)
ODD_ONES = ForAll(j, WHERE, Words("odd: ", X[j]))


def apart(x: Expr) -> Words:
    """What is said of a family as a whole."""
    return Words("independent of all the others: ", x)


APART, PAIRS_APART = (ForAll(j, WHERE, each) for each in (apart(X[j]), ForAll(i, WHERE, apart(X[i, j]))))
UP_TO_X = Member(a, Range(expr(1), X))
SET_OF_X = Named("X")
WHOLE = Theorem("⌊x⌋ ≤ x < ⌊x⌋ + 1", (x,), (floor(x) <= x) & (x < floor(x) + 1))
