"""Softmax attention on dataset 1 with Q K^T = I_d (superiority v1, Appendix E.1, pp. 34-38): Lemmas E.1, E.2.

With ``Z3 = n^(a1^2+b^2) + (t-1) n^(b^2) + n - t`` and ``Z = t n^(b^2) + n - t`` the factor ``n^(c^2)`` cancels, and f is
``n^(a1^2+b^2)/Z3, n^(b^2)/Z3, 1/Z3`` in row j3 and ``n^(b^2)/Z, 1/Z`` elsewhere. Lemma E.1 asks for more than its data can
meet; Lemma E.2 prints Q K^T = 1_{d×d} in a section about I_d, and is judged with what it prints.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from theorems.provers.positivity import Positivity
from theorems.statement import Condition, Content, Domain, Statement
from theorems.superiority.accounts import BLOCK_MEAN, FIRST_MEAN, LOGIT, WEIGHT, accounted, at_one, reaches
from theorems.superiority.identity_weights import CONTRADICTION, REPAIRED, identity_weights, on_circle, without_sum
from theorems.superiority.self_attention import (
    BLOCK_COLUMN,
    FIRST_COLUMN,
    J0_OTHER,
    J0_SPECIAL,
    J1_OTHER,
    J1_SPECIAL,
    LAST_COLUMN,
    OTHER_COLUMN,
    Row,
    SelfAttention,
    Weights,
    self_attention,
)
from theorems.superiority.softmax_on_d1 import POWERS as ROW_SUM_POWERS
from theorems.vocabulary import Claimed, Comparison, Reading, at_least, at_most, equals, less

PAPER = "superiority"
POWERS = Positivity(
    bases=[("b**2", "c**2"), ("a1**2 - 1", "b**2"), ("a1**2", "b**2", "c**2"), ("a1**2 - 1", "b**2", "c**2"), ("b**2",)]
)
STATED_POWERS = ROW_SUM_POWERS.trying(("a1", "a1**2", "b**2"))
Claim = Callable[[SelfAttention], Claimed]
Number = Any


# -- Lemma E.1 ---------------------------------------------------------------------------------------------------------

E1_DOMAIN = on_circle(1, ("j0", "j1"))
E1 = Statement(
    PAPER,
    "Lemma E.1",
    source="Appendix E.1.1, p. 34",
    title="entries of u_exp and f_exp on D1, Q K^T = I_d",
    given=E1_DOMAIN,
    depends_on=["superiority/Definition D.1"],
)
ONE_ROW = on_circle(1, ("j0",))


def in_range(x: SelfAttention) -> Claimed:
    """The two values are those of rows that share j0's block entry and of rows that do not."""
    low = x.n ** (x.c * x.c)
    return at_least(x.u_exp, low, "lower end"), at_most(x.u_exp, x.n ** (x.b * x.b + x.c * x.c), "upper end")


def _own_row(x: SelfAttention) -> Row:
    if x.pattern.j0 is None:
        raise ValueError("this claim needs the index j0")
    return x.pattern.j0


def block_members(x: SelfAttention, claimed: Number, *, share: bool) -> Claimed:
    """The rows j1 that share row j0's residue (or do not), row j3 left out where j0 = j3: u is n^(b^2+c^2) (or n^(c^2)) at
    each, and there are as many as claimed. The two values differ, so the count is exact.
    """
    own = _own_row(x)
    value = x.n ** (x.b * x.b + x.c * x.c if share else x.c * x.c)
    chosen = [
        (kind, count)
        for kind, count in x.rows()
        if (kind.residue == own.residue) == share and not (own.special and kind.special)
    ]
    number = sum((count for _, count in chosen), x.arithmetic.number(0))
    each = tuple(equals(x.n ** x.logit(own, kind), value, f"u at {kind}") for kind, _ in chosen)
    return (*each, equals(number, claimed, "how many"))


def small_members(x: SelfAttention, claimed: Number, *, share: bool) -> Claimed:
    """The same rows with f at most n^(b^2-1) (or 1/n), as many as claimed."""
    own = _own_row(x)
    value = x.n ** (x.b * x.b - 1) if share else 1 / x.n
    weights = x.softmax_weights(own)
    total = sum((count * weight for _, count, weight in weights), x.arithmetic.number(0))
    chosen = [(kind, count, weight) for kind, count, weight in weights if (kind.residue == own.residue) == share]
    number = sum((count for _, count, _ in chosen), x.arithmetic.number(0))
    each = tuple(at_most(weight / total, value, f"f at {kind}") for kind, _, weight in chosen)
    return (*each, equals(number, claimed, "how many"))


def small_logits(x: SelfAttention, claimed: Number, *, share: bool) -> Claimed:
    """As printed, of u_exp: at least n^(c^2) > 1 wherever n >= 2, so never below 1."""
    own = _own_row(x)
    value = x.n ** (x.b * x.b - 1) if share else 1 / x.n
    chosen = [(kind, count) for kind, count in x.rows() if (kind.residue == own.residue) == share]
    number = sum((count for _, count in chosen), x.arithmetic.number(0))
    each = tuple(at_most(x.n ** x.logit(own, kind), value, f"u at {kind}") for kind, _ in chosen)
    return (*each, equals(number, claimed, "how many"))


def add_e1(
    label: str,
    claim: Claim,
    says: str,
    where: tuple[Condition, ...],
    *,
    repaired: Claim | None = None,
    repaired_says: str = "",
    changed: str = "",
    given: Domain = E1_DOMAIN,
    rests: tuple[str, ...] = (),
    note: str = "",
    content: Content = WEIGHT,
) -> None:
    """A part of Lemma E.1: vacuous as printed, and what is true once its hypotheses can be met."""
    depends = [*E1.depends_on, *(f"superiority/Lemma E.1/{part}" for part in rests)]
    E1.add(label, claim, says=says, given=given, where=where, proof=CONTRADICTION, depends_on=depends, note=note)
    E1.add(
        label,
        repaired or claim,
        says=f"{repaired_says or says} (b^2 + c^2 = 1, not b + c = 1)",
        given=without_sum(given),
        where=where,
        reading=Reading.INTENDED,
        changed="; ".join(filter(None, (REPAIRED, changed))),
        proof=POWERS,
        depends_on=depends,
        note=note,
        content=content,
    )


add_e1(
    "1a",
    lambda x: equals(x.u_exp, x.n ** ((1 + x.a1) * (1 + x.a1))),
    "u_exp(A,x)_{j0,j1} = n^((1+a1)^2) for j0 = j3, j1 = j3",
    (J0_SPECIAL, J1_SPECIAL),
    repaired=lambda x: equals(x.u_exp, x.n ** (x.a1 * x.a1 + x.b * x.b + x.c * x.c)),
    repaired_says="u_exp(A,x)_{j0,j1} = n^(a1^2+b^2+c^2) for j0 = j3, j1 = j3",
    changed="the exponent is a1^2+b^2+c^2, as in the proof",
    note="(1+a1)^2 is Lemma D.2's value; at n = 2, a1 = 1, b^2+c^2 = 1 it is 16 where the entry is 4.",
)
add_e1(
    "1b",
    in_range,
    "n^(c^2) ≤ u_exp(A,x)_{j0,j1} ≤ n^(b^2+c^2) for j0 = j3, j1 ≠ j3",
    (J0_SPECIAL, J1_OTHER),
    content=LOGIT,
)
add_e1(
    "1b.i",
    lambda x: block_members(x, x.t - 1, share=True),
    "exactly t-1 of the j1 ≠ j3 have u_exp(A,x)_{j0,j1} = n^(b^2+c^2), for j0 = j3",
    (J0_SPECIAL,),
    given=ONE_ROW,
    note="The proof says t, and writes (b+c)(b+c)^2 for b^2+c^2; t-1 as stated is right.",
)
add_e1(
    "1b.ii",
    lambda x: block_members(x, x.n - x.t, share=False),
    "exactly n-t of the j1 ≠ j3 have u_exp(A,x)_{j0,j1} = n^(c^2), for j0 = j3",
    (J0_SPECIAL,),
    given=ONE_ROW,
)
add_e1(
    "2",
    in_range,
    "n^(c^2) ≤ u_exp(A,x)_{j0,j1} ≤ n^(b^2+c^2) for j0 ≠ j3 and all j1",
    (J0_OTHER,),
    content=LOGIT,
)
add_e1(
    "2.i",
    lambda x: block_members(x, x.t - 1, share=True),
    "exactly t-1 of all j1 have u_exp(A,x)_{j0,j1} = n^(b^2+c^2), for j0 ≠ j3",
    (J0_OTHER,),
    repaired=lambda x: block_members(x, x.t, share=True),
    repaired_says="exactly t of all j1 have u_exp(A,x)_{j0,j1} = n^(b^2+c^2), for j0 ≠ j3",
    changed="t instead of t-1 (j1 = j0 counts; t-1 and n-t leave one index out)",
    given=ONE_ROW,
    note="The proof says t too. Read as 'at least t-1' the line would be true.",
)
add_e1(
    "2.ii",
    lambda x: block_members(x, x.n - x.t, share=False),
    "exactly n-t of all j1 have u_exp(A,x)_{j0,j1} = n^(c^2), for j0 ≠ j3",
    (J0_OTHER,),
    given=ONE_ROW,
)
add_e1(
    "3a",
    lambda x: at_least(x.f_exp, x.ratio(1, 2)),
    "f_exp(A,x)_{j0,j1} ≥ 1/2 for j0 = j3, j1 = j3 (if a1 > 1)",
    (J0_SPECIAL, J1_SPECIAL),
    rests=("1a", "1b"),
    note="a1 >= 1 is enough: (t-1) n^(b^2) + n - t < n^(1+b^2) <= n^(a1^2+b^2).",
)
add_e1(
    "3b",
    lambda x: at_most(x.f_exp, x.n ** (x.b * x.b - 1)),
    "f_exp(A,x)_{j0,j1} ≤ 1/n^(1-b^2) for j0 = j3, j1 ≠ j3",
    (J0_SPECIAL, J1_OTHER),
    rests=("1a", "1b"),
)
add_e1(
    "4.i",
    lambda x: small_logits(x, x.t - 1, share=True),
    "t-1 of all j1 have u_exp(A,x)_{j0,j1} ≤ 1/n^(1-b^2), for j0 ≠ j3",
    (J0_OTHER,),
    repaired=lambda x: small_members(x, x.t, share=True),
    repaired_says="the t indices j1 with j0's block entry have f_exp(A,x)_{j0,j1} ≤ 1/n^(1-b^2), for j0 ≠ j3",
    changed="f_exp instead of u_exp (which is at least 1), t instead of t-1",
    given=ONE_ROW,
    rests=("2.i", "2.ii"),
)
add_e1(
    "4.ii",
    lambda x: small_logits(x, x.n - x.t, share=False),
    "n-t of all j1 have u_exp(A,x)_{j0,j1} ≤ 1/n, for j0 ≠ j3",
    (J0_OTHER,),
    repaired=lambda x: small_members(x, x.n - x.t, share=False),
    repaired_says="the n-t indices j1 without j0's block entry have f_exp(A,x)_{j0,j1} ≤ 1/n, for j0 ≠ j3",
    changed="f_exp instead of u_exp (which is at least 1)",
    given=ONE_ROW,
    rests=("2.i", "2.ii"),
)


# -- Lemma E.2 ---------------------------------------------------------------------------------------------------------

E2 = Statement(
    PAPER,
    "Lemma E.2",
    source="Appendix E.1.2, p. 36",
    title="entries of c_exp on D1 in the section on Q K^T = I_d",
    given=self_attention(1, Weights.ONES, ("j0", "i0")),
    depends_on=["superiority/Definition D.1"],
)
ANNOUNCED = without_sum(on_circle(1, ("j0", "i0")))
IDENTITY_ONLY = identity_weights(("j0", "i0"))


def own_column_alone(x: SelfAttention) -> Comparison:
    """Exactly one: the column of j3's block entry reaches the bound, every other one (if any, so n >= 2) misses it."""
    bound = x.ratio(1, 2) * x.b * x.sqrt_log_n
    return at_least(x.c_exp, bound) if x.pattern.column == 0 else less(x.c_exp, bound)


def block_bound(x: SelfAttention) -> Comparison:
    """t/n^(1-b^2) b sqrt(log n)."""
    return at_most(x.c_exp, x.t * x.n ** (x.b * x.b - 1) * x.b * x.sqrt_log_n)


def first_bound(x: SelfAttention) -> Comparison:
    """a1 sqrt(log n)/n^(1-b^2)."""
    return at_most(x.c_exp, x.n ** (x.b * x.b - 1) * x.a1 * x.sqrt_log_n)


FEW_BLOCKS = BLOCK_MEAN.silent_for("n^(b^2) ≥ d-2", lambda i: reaches(i.n, i.b * i.b, i.d - 2))
CONTENTS = {
    "1": at_one(FIRST_MEAN),
    "2.i": at_one(BLOCK_MEAN),
    "2.ii": FEW_BLOCKS,
    "4": FIRST_MEAN,
    "5": FEW_BLOCKS,
}
FORMULAS: tuple[tuple[str, Claim, str, tuple[Condition, ...], tuple[str, ...]], ...] = (
    (
        "1",
        lambda x: at_least(x.c_exp, x.ratio(1, 2) * x.a1 * x.sqrt_log_n),
        "c_exp(A,x)_{j0,i0} ≥ (1/2) a1 √(log n) for j0 = j3, i0 = 1",
        (J0_SPECIAL, FIRST_COLUMN),
        ("3a",),
    ),
    (
        "2.i",
        own_column_alone,
        "there is only one i0 in {2, ..., d-1} with c_exp(A,x)_{j0,i0} ≥ (1/2) b √(log n), for j0 = j3",
        (J0_SPECIAL, BLOCK_COLUMN),
        ("3a", "3b"),
    ),
    (
        "2.ii",
        block_bound,
        "c_exp(A,x)_{j0,i0} ≤ (t/n^(1-b^2)) b √(log n) for j0 = j3 and the rest of i0 in {2, ..., d-1}",
        (J0_SPECIAL, BLOCK_COLUMN, OTHER_COLUMN),
        ("3b",),
    ),
    (
        "3",
        lambda x: equals(x.c_exp, x.c * x.sqrt_log_n),
        "c_exp(A,x)_{j0,i0} = c √(log n) for j0 = j3, i0 = d",
        (J0_SPECIAL, LAST_COLUMN),
        (),
    ),
    (
        "6",
        lambda x: equals(x.c_exp, x.c * x.sqrt_log_n),
        "c_exp(A,x)_{j0,i0} = c √(log n) for j0 ≠ j3, i0 = d",
        (J0_OTHER, LAST_COLUMN),
        (),
    ),
)
for label, claim, says, where, rests in FORMULAS:
    depends = [*E2.depends_on, *(f"superiority/Lemma E.1/{part}" for part in rests)]
    content = CONTENTS.get(label)
    E2.add(label, claim, says=says, where=where, proof=STATED_POWERS, depends_on=depends, content=content)
    E2.add(
        f"{label}(ii)",
        claim,
        says=f"{says} (Q K^T = I_d)",
        where=where,
        given=ANNOUNCED,
        reading=Reading.INTENDED,
        changed="Q K^T = I_d as the section announces, with Lemma E.1's a1 >= 1 and b^2 + c^2 = 1 instead of b + c = 1",
        proof=POWERS,
        depends_on=depends,
        content=content,
    )

for label, claim, says, where, rests, witness, note in (
    (
        "4",
        first_bound,
        "c_exp(A,x)_{j0,i0} ≤ a1 √(log n)/n^(1-b^2) for j0 ≠ j3, i0 = 1",
        (J0_OTHER, FIRST_COLUMN),
        ("4.i", "4.ii"),
        "n=2 d=3 t=2 j3=1 a1=1 b=1/2 c=1/2 j0=2 i0=1",
        """With Q K^T = 1_{d×d} the row looks at j3 with n^a1/(n^a1+n-1), which b does not know of. The proof refers to a
        Part 5 of Lemma E.1 that does not exist.""",
    ),
    (
        "5",
        block_bound,
        "c_exp(A,x)_{j0,i0} ≤ (t/n^(1-b^2)) b √(log n) for j0 ≠ j3, i0 in {2, ..., d-1}",
        (J0_OTHER, BLOCK_COLUMN),
        ("4.i", "4.ii"),
        "n=2 d=4 t=1 j3=1 a1=1 b=1/2 c=1/2 j0=2 i0=2",
        "With Q K^T = 1_{d×d} the column of j3's block entry collects (n^a1+t-1)/(n^a1+n-1). True for d = 3.",
    ),
):
    depends = [*E2.depends_on, *(f"superiority/Lemma E.1/{part}" for part in rests)]
    content = CONTENTS[label]
    E2.add(label, claim, says=says, where=where, witness=witness, depends_on=depends, note=note, content=content)
    E2.add(
        label,
        claim,
        says=f"{says} (Q K^T = I_d)",
        where=where,
        given=IDENTITY_ONLY,
        reading=Reading.INTENDED,
        changed="Q K^T = I_d as the section announces, instead of 1_{d×d}",
        proof=POWERS,
        depends_on=depends,
        content=content,
    )
E2.parts.sort(key=lambda part: part.label)

STATEMENTS = accounted(E1, E2)
