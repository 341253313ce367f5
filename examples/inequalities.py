"""Five classical inequalities with one classical mistake, as a paper of one's own: no package has to hold this file.

``python -m theorems.report --paper examples/inequalities.py`` judges it; the expected verdicts stand beside it.
"""

from theorems.own import *
from theorems.textbook.elementary import AM_GM
from theorems.textbook.sums import CAUCHY_SCHWARZ_ROOTS, EQUALS, SUM_NONNEGATIVE

PAPER = Paper("inequalities", "Five classical inequalities")
n = size("n", most=5)
i, j = indices("i j")
x, y = vectors("x y", n)
p, q = (probability_vector(name, n) for name in "pq")
a, b = reals("a b", low=0)
r, s = reals("r s", above=1)

CAUCHY = PAPER.lemma("1", "p. 1", "Cauchy-Schwarz")
CAUCHY[""] = abs(dot(x, y)) <= norm(x) * norm(y)
products = Sum(i, upto(n), x[i] * y[i])
squares = [Sum(i, upto(n), v[i] ** 2) for v in (x, y)]
nonnegative = [
    reason
    for v in (x, y)
    for reason in (ForAll(i, upto(n), v[i] ** 2 >= 0), SUM_NONNEGATIVE(lambda k, v=v: v[k] ** 2, i, upto(n)))
]
CAUCHY[""].proved(
    Calculation(
        calc(abs(dot(x, y)))
        .eq(abs(products), means(dot(x, y), i), EQUALS(abs, dot(x, y), products))
        .le(sqrt(squares[0]) * sqrt(squares[1]), *nonnegative, CAUCHY_SCHWARZ_ROOTS(lambda k: x[k], lambda k: y[k], i, upto(n)))
        .eq(norm(x) * norm(y), *nonnegative, means(norm(x), i), means(norm(y), i))
    )
)

MEANS = PAPER.lemma("2", "p. 1", "the geometric mean is below the arithmetic one")
MEANS["two numbers"] = sqrt(a * b) <= (a + b) / 2
MEANS["two numbers"].proved(Calculation(by(AM_GM(a, b))))
MEANS["n numbers"] = Product(i, upto(n), p[i]) <= (1 / n) ** n

# The classical mistake: the exponents have to be conjugate.
HOLDER = PAPER.lemma("3", "p. 2", "Hölder")
left = Sum(i, upto(n), abs(x[i] * y[i]))
right = Sum(i, upto(n), abs(x[i]) ** r) ** (1 / r) * Sum(i, upto(n), abs(y[i]) ** s) ** (1 / s)
HOLDER[""] = left <= right
HOLDER[""].refuted("n=2 r=2 s=3 x=1,1 y=1,1")
HOLDER[""].repair(s == r / (r - 1), why="the exponents are conjugate: 1/r + 1/s = 1")

GIBBS = PAPER.lemma("4", "p. 2", "Gibbs", ForAll(i, upto(n), q[i] > 0))
GIBBS["divergence"] = kl(p, q) >= 0
GIBBS["entropy"] = entropy(p) <= log(n)

N = size("N", most=60)
SLOW = PAPER.lemma("5", "p. 3", "the logarithm is slow")
SLOW["every size"] = log(N) <= N / 3
SLOW["large sizes"] = Eventually(log(N) <= N / 10, N)
SLOW["large sizes"].proved(from_size(N, 36, log(N) / N <= Q(1, 10)))
