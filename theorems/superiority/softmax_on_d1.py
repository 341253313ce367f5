"""Softmax attention on dataset 1 (superiority v1, Appendix D.2, pp. 16-21): Lemmas D.2, D.3.

With row sums ``(1 + a1) sqrt(log n)`` for row j3 and ``sqrt(log n)`` for the others the logits are ``(1+a1)^2``,
``1+a1`` and ``1`` times ``log n``, hence ``f(j3, j3) = 1/(1 + (n-1) n^(-a1-a1^2))``, ``f(j3, .) = 1/(n^(a1+a1^2) + n-1)``,
``f(., j3) = n^a1/(n^a1 + n-1)`` and ``f(., .) = 1/(n^a1 + n-1)``. Every formula part is one inequality between these.
"""

from __future__ import annotations

from theorems.provers.positivity import Positivity
from theorems.statement import Statement
from theorems.superiority.accounts import BLOCK_MEAN, FIRST_MEAN, WEIGHT, accounted, at_one, reaches
from theorems.superiority.self_attention import (
    BLOCK_COLUMN,
    FIRST_COLUMN,
    J0_OTHER,
    J0_SPECIAL,
    J1_OTHER,
    J1_SPECIAL,
    LAST_COLUMN,
    OTHER_COLUMN,
    OWN_COLUMN,
    SelfAttention,
    Weights,
    self_attention,
)
from theorems.vocabulary import Comparison, Reading, at_least, at_most, equals, less

PAPER = "superiority"
POWERS = Positivity(bases=[("a1",), ("a1", "a1**2"), ("a1", "a1 + a1**2 - 1")])

D2 = Statement(
    PAPER,
    "Lemma D.2",
    source="Appendix D.2.1, p. 17",
    title="entries of u_exp and f_exp on D1",
    given=self_attention(1, Weights.ONES, ("j0", "j1")),
    depends_on=["superiority/Definition D.1"],
    content=WEIGHT,
)


@D2.part("1a", says="u_exp(A,x)_{j0,j1} = n^((1+a1)^2) for j0 = j3, j1 = j3", where=[J0_SPECIAL, J1_SPECIAL], proof=POWERS)
def _(x: SelfAttention) -> Comparison:
    return equals(x.u_exp, x.n ** ((1 + x.a1) * (1 + x.a1)))


@D2.part("1b", says="u_exp(A,x)_{j0,j1} = n^(1+a1) for j0 = j3, j1 ≠ j3", where=[J0_SPECIAL, J1_OTHER], proof=POWERS)
def _(x: SelfAttention) -> Comparison:
    return equals(x.u_exp, x.n ** (1 + x.a1))


@D2.part("2a", says="u_exp(A,x)_{j0,j1} = n^(1+a1) for j0 ≠ j3, j1 = j3", where=[J0_OTHER, J1_SPECIAL], proof=POWERS)
def _(x: SelfAttention) -> Comparison:
    return equals(x.u_exp, x.n ** (1 + x.a1))


@D2.part("2b", says="u_exp(A,x)_{j0,j1} = n for j0 ≠ j3, j1 ≠ j3", where=[J0_OTHER, J1_OTHER], proof=POWERS)
def _(x: SelfAttention) -> Comparison:
    return equals(x.u_exp, x.n)


@D2.part(
    "3a",
    says="f_exp(A,x)_{j0,j1} ≥ 1/2 for j0 = j3, j1 = j3 (if (1+a1)^2 > 2+a1)",
    where=[J0_SPECIAL, J1_SPECIAL],
    proof=POWERS,
)
def _(x: SelfAttention) -> Comparison:
    """F >= 1/2 iff n-1 <= n^(a1+a1^2), and a1 + a1^2 >= 1.19 on the domain: the printed condition is never needed."""
    return at_least(x.f_exp, x.ratio(1, 2))


@D2.part("3b", says="f_exp(A,x)_{j0,j1} ≤ 1/n for j0 = j3, j1 ≠ j3", where=[J0_SPECIAL, J1_OTHER], proof=POWERS)
def _(x: SelfAttention) -> Comparison:
    return at_most(x.f_exp, 1 / x.n)


@D2.part(
    "4a",
    says="f_exp(A,x)_{j0,j1} ≤ 1/n^(1-a1) for j0 ≠ j3, j1 = j3",
    where=[J0_OTHER, J1_SPECIAL],
    proof=POWERS,
    content=WEIGHT.silent_for("a1 ≥ 1", lambda i: i.a1 >= 1),
)
def _(x: SelfAttention) -> Comparison:
    """Says nothing for a1 >= 1, although nothing bounds a1 from above in D1."""
    return at_most(x.f_exp, 1 / x.n ** (1 - x.a1))


@D2.part(
    "4b",
    says="f_exp(A,x)_{j0,j1} ≤ 1/n for j0 ≠ j3 (and any j1, as printed)",
    where=[J0_OTHER],
    witness="n=2 d=3 t=2 j3=1 a1=1 b=1/2 c=1/2 j0=2 j1=1",
)
def _(x: SelfAttention) -> Comparison:
    """The header has j0 ≠ j3 already and the line repeats it where j1 ≠ j3 is meant: at j1 = j3 the entry is above 1/n."""
    return at_most(x.f_exp, 1 / x.n)


@D2.part(
    "4b",
    says="f_exp(A,x)_{j0,j1} ≤ 1/n for j0 ≠ j3, j1 ≠ j3",
    reading=Reading.INTENDED,
    changed="the repeated j0 ≠ j3 reads j1 ≠ j3",
    where=[J0_OTHER, J1_OTHER],
    proof=POWERS,
)
def _(x: SelfAttention) -> Comparison:
    return at_most(x.f_exp, 1 / x.n)


D3 = Statement(
    PAPER,
    "Lemma D.3",
    source="Appendix D.2.2, p. 19",
    title="entries of c_exp on D1",
    given=self_attention(1, Weights.ONES, ("j0", "i0")),
    depends_on=["superiority/Definition D.1"],
)


@D3.part(
    "1",
    says="c_exp(A,x)_{j0,i0} ≥ (1/2) a1 √(log n) for j0 = j3, i0 = 1",
    where=[J0_SPECIAL, FIRST_COLUMN],
    proof=POWERS,
    content=at_one(FIRST_MEAN),
    depends_on=["superiority/Lemma D.2/3a"],
)
def _(x: SelfAttention) -> Comparison:
    return at_least(x.c_exp, x.ratio(1, 2) * x.a1 * x.sqrt_log_n)


@D3.part(
    "2.i",
    says="there is only one i0 in {2, ..., d-1} with c_exp(A,x)_{j0,i0} ≥ (1/2) b √(log n), for j0 = j3",
    where=[J0_SPECIAL, BLOCK_COLUMN],
    proof=POWERS,
    content=at_one(BLOCK_MEAN),
    depends_on=["superiority/Lemma D.2/3a", "superiority/Lemma D.2/3b"],
)
def _(x: SelfAttention) -> Comparison:
    """Exactly one: the column of j3's block entry reaches the bound, every other column (if any, so n >= 2) misses it."""
    bound = x.ratio(1, 2) * x.b * x.sqrt_log_n
    return at_least(x.c_exp, bound) if x.pattern.column == 0 else less(x.c_exp, bound)


@D3.part(
    "2.ii",
    says="c_exp(A,x)_{j0,i0} ≤ (t/n) b √(log n) for j0 = j3 and the rest of i0 in {2, ..., d-1}",
    where=[J0_SPECIAL, BLOCK_COLUMN, OTHER_COLUMN],
    proof=POWERS,
    content=BLOCK_MEAN,
    depends_on=["superiority/Lemma D.2/3b"],
)
def _(x: SelfAttention) -> Comparison:
    return at_most(x.c_exp, x.t / x.n * x.b * x.sqrt_log_n)


@D3.part(
    "3",
    says="c_exp(A,x)_{j0,i0} = c √(log n) for j0 = j3, i0 = d",
    where=[J0_SPECIAL, LAST_COLUMN],
    proof=POWERS,
)
def _(x: SelfAttention) -> Comparison:
    return equals(x.c_exp, x.c * x.sqrt_log_n)


@D3.part(
    "4",
    says="c_exp(A,x)_{j0,i0} ≤ a1 √(log n) / n^(1-a1) for j0 ≠ j3, i0 = 1",
    where=[J0_OTHER, FIRST_COLUMN],
    proof=POWERS,
    content=FIRST_MEAN.silent_for("a1 ≥ 1", lambda i: i.a1 >= 1),
    depends_on=["superiority/Lemma D.2/4a"],
)
def _(x: SelfAttention) -> Comparison:
    """Says nothing for a1 >= 1; Part 2 of Lemma D.4, which rests on it, is false there."""
    return at_most(x.c_exp, x.a1 * x.sqrt_log_n / x.n ** (1 - x.a1))


@D3.part(
    "5",
    says="c_exp(A,x)_{j0,i0} ≤ (t/n) b √(log n) for j0 ≠ j3, i0 in {2, ..., d-1}",
    where=[J0_OTHER, BLOCK_COLUMN],
    witness="n=2 d=4 t=1 j3=1 a1=1 b=1/2 c=1/2 j0=2 i0=2",
    content=BLOCK_MEAN.silent_for("d = 3, where t = n", lambda i: i.d == 3),
    depends_on=["superiority/Lemma D.2/4a", "superiority/Lemma D.2/4b"],
)
def _(x: SelfAttention) -> Comparison:
    """The column with j3's block entry collects f(j0, j3), which is above 1/n: (n^a1 + t-1)/(n^a1 + n-1) > t/n if d > 3."""
    return at_most(x.c_exp, x.t / x.n * x.b * x.sqrt_log_n)


@D3.part(
    "5.i",
    says="c_exp(A,x)_{j0,i0} ≤ (1/n^(1-a1) + (t-1)/n) b √(log n) for j0 ≠ j3 and the i0 of j3's block entry",
    reading=Reading.INTENDED,
    changed="the column of j3's block entry gets the bound that Lemma D.7 gives it",
    where=[J0_OTHER, BLOCK_COLUMN, OWN_COLUMN],
    proof=POWERS,
    content=BLOCK_MEAN.silent_for(
        "n^a1 ≥ n-t+1, so wherever a1 ≥ 1 or d = 3", lambda i: i.a1 >= 1 or reaches(i.n, i.a1, i.n - i.t + 1)
    ),
    depends_on=["superiority/Lemma D.2/4a", "superiority/Lemma D.2/4b"],
)
def _(x: SelfAttention) -> Comparison:
    return at_most(x.c_exp, (1 / x.n ** (1 - x.a1) + (x.t - 1) / x.n) * x.b * x.sqrt_log_n)


@D3.part(
    "5.ii",
    says="c_exp(A,x)_{j0,i0} ≤ (t/n) b √(log n) for j0 ≠ j3 and the other i0 in {2, ..., d-1}",
    reading=Reading.INTENDED,
    changed="the bound is claimed for the other columns only",
    where=[J0_OTHER, BLOCK_COLUMN, OTHER_COLUMN],
    proof=POWERS,
    content=BLOCK_MEAN,
    depends_on=["superiority/Lemma D.2/4b"],
)
def _(x: SelfAttention) -> Comparison:
    return at_most(x.c_exp, x.t / x.n * x.b * x.sqrt_log_n)


@D3.part(
    "6",
    says="c_exp(A,x)_{j0,i0} = c √(log n) for j0 ≠ j3, i0 = d",
    where=[J0_OTHER, LAST_COLUMN],
    proof=POWERS,
)
def _(x: SelfAttention) -> Comparison:
    return equals(x.c_exp, x.c * x.sqrt_log_n)


STATEMENTS = accounted(D2, D3)
