"""What the left-hand sides of this paper's bounds are anyway.

f is a row of weights, c a weighted mean of a column of A3, Pr a probability: a bound outside these ranges says nothing. All
logits are nonnegative, so this is as true of linear attention as of softmax.
"""

from fractions import Fraction

from kernels import balls
from kernels.balls import Truth
from theorems.statement import TrivialRange

PROBABILITY = TrivialRange("0 ≤ Pr ≤ 1", 0, 1)
WEIGHT = TrivialRange("0 ≤ f(A,x)_{j0,j1} ≤ 1", 0, 1)
LOGIT = TrivialRange(
    "1 ≤ u_exp(A,x)_{j0,j1} ≤ n^(a1^2+b^2+c^2), the inner product of row j3 with itself",
    1,
    lambda x: x.n ** (x.a1 * x.a1 + x.b * x.b + x.c * x.c),
)
# with t = n/(d-2) the claimed n^g/u^2 is (d-2)^2/d, with t = n/(d-1) it is (d-1)^2/d
WIDTH = TrivialRange("d ≥ 3", 3, None, "d ≤ 6", lambda i: i.d <= 6)
CROSS_WIDTH = TrivialRange("d ≥ 2", 2, None, "d ≤ 3", lambda i: i.d <= 3)


def reaches(n: int, exponent: Fraction, least: int) -> bool:
    """Is n^exponent ≥ least for n, least ≥ 1 and exponent ≥ 0? Exact: in integers where balls cannot tell."""
    if least <= 1:
        return True

    def question() -> Truth:
        return balls.ge(balls.ball(n) ** balls.ball(exponent), balls.ball(least))

    truth = balls.decide(question, limit=1024)[0]
    if truth is Truth.UNKNOWN:
        return bool(n**exponent.numerator >= least**exponent.denominator)
    return truth is Truth.HOLDS
