"""Softmax attention on dataset 0 (superiority v1, Appendix D.3, pp. 22-27): Lemmas D.6, D.7.

The entries are those of dataset 1 with ``a0`` for ``a1``. Lemma D.6 prints "dataset D1" above claims about a0: read
literally its data carry a1 >= 0.7 and most parts break; its intended reading is dataset 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

import sympy

from strategies.self_attention_data import first_coefficients, self_attention_data
from theorems.instance import Instance
from theorems.provers.positivity import Positivity
from theorems.statement import Condition, Content, Domain, Statement, SymbolicCase
from theorems.superiority.accounts import BLOCK_MEAN, FIRST_MEAN, WEIGHT, accounted, at_one, reaches
from theorems.superiority.self_attention import (
    A0_RANGE,
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
    small_instances,
    symbolic_cases,
)
from theorems.vocabulary import Comparison, Reading, at_most, equals

PAPER = "superiority"
POWERS = Positivity(bases=[("a0",), ("a0", "a0**2"), ("a0 - a0**2", "a0**2"), ("a0 + a0**2", "a0 - a0**2", "1 - a0 + a0**2")])
ON_D1 = Positivity(bases=[("a1",), ("a1", "a1**2")])


def misprinted_dataset() -> Domain:
    """Data from D1 while the claims speak of an a0 in (0, 0.1), which these data do not have."""
    domain = self_attention(1, Weights.ONES, ("j0", "j1"))

    def small() -> Iterator[Instance]:
        return (i.but(a0=Fraction(1, 11)) for i in small_instances(1, ("j0", "j1")))

    def cases() -> Iterator[SymbolicCase]:
        a0, beyond = sympy.symbols("a0 beyond", positive=True)
        for case in symbolic_cases(1, Weights.ONES, ("j0", "j1")):
            positive = case.positive | {a0: 1 / (10 * (1 + beyond))}
            yield replace(case, world=replace(case.world, a0=a0), positive=positive)

    return replace(
        domain,
        name=domain.name + ", with a0 of the same definition",
        draw=lambda: self_attention_data(1, ("j0", "j1")).flatmap(
            lambda values: first_coefficients(0).map(lambda a0: values | {"a0": a0})
        ),
        conditions=(*domain.conditions, A0_RANGE),
        small=small,
        cases=cases,
        met=domain.met + "; a0 in (0, 1/10)",
    )


D6 = Statement(
    PAPER,
    "Lemma D.6",
    source="Appendix D.3.1, p. 22",
    title="entries of u_exp and f_exp on D0",
    given=misprinted_dataset(),
    depends_on=["superiority/Definition D.1"],
    content=WEIGHT,
)
ON_D0 = self_attention(0, Weights.ONES, ("j0", "j1"))
TO_D0 = "the data are from D0 instead of D1"
Claim = Callable[[SelfAttention], Comparison]


def part_of_d6(
    label: str,
    claim: Claim,
    says: str,
    where: Sequence[Condition],
    witness: str | None,
    repaired: Sequence[Condition] | None = None,
    changed: str = TO_D0,
    content: Content | None = None,
) -> None:
    """A part as printed (data from D1) and, where that breaks at ``witness``, on D0."""
    D6.add(label, claim, says=says, where=where, witness=witness, proof=None if witness else ON_D1, content=content)
    if witness:
        D6.add(
            label,
            claim,
            says=says if repaired is None else says.replace(" (and any j1, as printed)", ", j1 ≠ j3"),
            reading=Reading.INTENDED,
            changed=changed,
            given=ON_D0,
            where=where if repaired is None else repaired,
            proof=POWERS,
            content=content,
        )


D1_POINT = "n=2 d=3 t=2 j3=1 a1=1 b=1/2 c=1/2"
A0 = "a0=1/11"

part_of_d6(
    "1a",
    lambda x: equals(x.u_exp, x.n ** ((1 + x.a0) * (1 + x.a0))),
    "u_exp(A,x)_{j0,j1} = n^((1+a0)^2) for j0 = j3, j1 = j3",
    [J0_SPECIAL, J1_SPECIAL],
    f"{D1_POINT} j0=1 j1=1 {A0}",
)
part_of_d6(
    "1b",
    lambda x: equals(x.u_exp, x.n ** (1 + x.a0)),
    "u_exp(A,x)_{j0,j1} = n^(1+a0) for j0 = j3, j1 ≠ j3",
    [J0_SPECIAL, J1_OTHER],
    f"{D1_POINT} j0=1 j1=2 {A0}",
)
part_of_d6(
    "2a",
    lambda x: equals(x.u_exp, x.n ** (1 + x.a0)),
    "u_exp(A,x)_{j0,j1} = n^(1+a0) for j0 ≠ j3, j1 = j3",
    [J0_OTHER, J1_SPECIAL],
    f"{D1_POINT} j0=2 j1=1 {A0}",
)
part_of_d6(
    "2b",
    lambda x: equals(x.u_exp, x.n),
    "u_exp(A,x)_{j0,j1} = n for j0 ≠ j3, j1 ≠ j3",
    [J0_OTHER, J1_OTHER],
    None,
)
part_of_d6(
    "3a",
    lambda x: at_most(x.f_exp, 1 / x.n ** (1 - 2 * x.a0)),
    "f_exp(A,x)_{j0,j1} ≤ 1/n^(1-2a0) for j0 = j3, j1 = j3 (if a0 in (0, 0.1))",
    [J0_SPECIAL, J1_SPECIAL],
    f"{D1_POINT} j0=1 j1=1 {A0}",
    content=at_one(WEIGHT),
)
part_of_d6(
    "3b",
    lambda x: at_most(x.f_exp, 1 / x.n),
    "f_exp(A,x)_{j0,j1} ≤ 1/n for j0 = j3, j1 ≠ j3",
    [J0_SPECIAL, J1_OTHER],
    None,
)
part_of_d6(
    "4a",
    lambda x: at_most(x.f_exp, 1 / x.n ** (1 - x.a0)),
    "f_exp(A,x)_{j0,j1} ≤ 1/n^(1-a0) for j0 ≠ j3, j1 = j3",
    [J0_OTHER, J1_SPECIAL],
    f"{D1_POINT} j0=2 j1=1 {A0}",
)
part_of_d6(
    "4b",
    lambda x: at_most(x.f_exp, 1 / x.n),
    "f_exp(A,x)_{j0,j1} ≤ 1/n for j0 ≠ j3 (and any j1, as printed)",
    [J0_OTHER],
    f"{D1_POINT} j0=2 j1=1 {A0}",
    repaired=[J0_OTHER, J1_OTHER],
    changed=f"{TO_D0}, and the repeated j0 ≠ j3 reads j1 ≠ j3",
)

for label in ("2b", "3b"):
    printed = next(part for part in D6.parts if part.label == label)
    D6.add(
        f"{label} on D0",
        printed.claim,
        says=f"{printed.says} (data from D0)",
        where=[J0_OTHER if label == "2b" else J0_SPECIAL, J1_OTHER],
        given=ON_D0,
        reading=Reading.INTENDED,
        changed=f"{TO_D0}, as Lemma D.7 needs it; Part {label} as printed holds too, but of other data",
        provenance="own",
        proof=POWERS,
    )

D7 = Statement(
    PAPER,
    "Lemma D.7",
    source="Appendix D.3.2, p. 24",
    title="entries of c_exp on D0",
    given=self_attention(0, Weights.ONES, ("j0", "i0")),
    depends_on=["superiority/Definition D.1"],
)
# n^(2a0) + t - 1 < n for t <= n/2, since n^(1/5) < n/2 + 1: only d = 3, where t = n, is left
ONE_BLOCK = BLOCK_MEAN.silent_for("d = 3, where the column is b √(log n) throughout", lambda i: i.d == 3)
ROW_J3 = ["superiority/Lemma D.6/3a", "superiority/Lemma D.6/3b on D0"]
ROW_OTHER = ["superiority/Lemma D.6/4a", "superiority/Lemma D.6/4b"]


@D7.part(
    "1",
    says="c_exp(A,x)_{j0,i0} ≤ a0 √(log n) / n^(1-2a0) for j0 = j3, i0 = 1",
    where=[J0_SPECIAL, FIRST_COLUMN],
    content=at_one(FIRST_MEAN),
    proof=POWERS,
    depends_on=ROW_J3,
)
def _(x: SelfAttention) -> Comparison:
    return at_most(x.c_exp, x.a0 * x.sqrt_log_n / x.n ** (1 - 2 * x.a0))


@D7.part(
    "2",
    says="c_exp(A,x)_{j0,i0} ≤ (t/n^(1-2a0)) b √(log n) for j0 = j3, i0 in {2, ..., d-1}",
    where=[J0_SPECIAL, BLOCK_COLUMN],
    content=BLOCK_MEAN.silent_for("n^(2a0) ≥ d-2", lambda i: reaches(i.n, 2 * i.a0, i.d - 2)),
    proof=POWERS,
    depends_on=ROW_J3,
)
def _(x: SelfAttention) -> Comparison:
    return at_most(x.c_exp, x.t / x.n ** (1 - 2 * x.a0) * x.b * x.sqrt_log_n)


@D7.part(
    "2.i",
    says="there is one i0 in {2, ..., d-1} with c_exp(A,x)_{j0,i0} ≤ (1/n^(1-2a0) + (t-1)/n) b √(log n), for j0 = j3",
    where=[J0_SPECIAL, BLOCK_COLUMN, OWN_COLUMN],
    content=ONE_BLOCK,
    proof=POWERS,
    depends_on=ROW_J3,
)
def _(x: SelfAttention) -> Comparison:
    """The index is that of j3's block entry; 2.ii bounds the others."""
    return at_most(x.c_exp, (1 / x.n ** (1 - 2 * x.a0) + (x.t - 1) / x.n) * x.b * x.sqrt_log_n)


@D7.part(
    "2.ii",
    says="c_exp(A,x)_{j0,i0} ≤ (t/n) b √(log n) for j0 = j3 and the other i0 in {2, ..., d-1}",
    where=[J0_SPECIAL, BLOCK_COLUMN, OTHER_COLUMN],
    content=BLOCK_MEAN,
    proof=POWERS,
    depends_on=ROW_J3,
)
def _(x: SelfAttention) -> Comparison:
    return at_most(x.c_exp, x.t / x.n * x.b * x.sqrt_log_n)


@D7.part(
    "3",
    says="c_exp(A,x)_{j0,i0} = c √(log n) for j0 = j3, i0 = d",
    where=[J0_SPECIAL, LAST_COLUMN],
    proof=POWERS,
    depends_on=ROW_J3,
)
def _(x: SelfAttention) -> Comparison:
    return equals(x.c_exp, x.c * x.sqrt_log_n)


@D7.part(
    "4",
    says="c_exp(A,x)_{j0,i0} ≤ a0 √(log n) / n^(1-a0) for j0 ≠ j3, i0 = 1",
    where=[J0_OTHER, FIRST_COLUMN],
    content=FIRST_MEAN,
    proof=POWERS,
    depends_on=ROW_OTHER,
)
def _(x: SelfAttention) -> Comparison:
    return at_most(x.c_exp, x.a0 * x.sqrt_log_n / x.n ** (1 - x.a0))


@D7.part(
    "5",
    says="c_exp(A,x)_{j0,i0} ≤ (t/n^(1-a0)) b √(log n) for j0 ≠ j3, i0 in {2, ..., d-1}",
    where=[J0_OTHER, BLOCK_COLUMN],
    content=BLOCK_MEAN.silent_for("n^a0 ≥ d-2", lambda i: reaches(i.n, i.a0, i.d - 2)),
    proof=POWERS,
    depends_on=ROW_OTHER,
)
def _(x: SelfAttention) -> Comparison:
    return at_most(x.c_exp, x.t / x.n ** (1 - x.a0) * x.b * x.sqrt_log_n)


@D7.part(
    "5.i",
    says="there is one i0 in {2, ..., d-1} with c_exp(A,x)_{j0,i0} ≤ (1/n^(1-a0) + (t-1)/n) b √(log n), for j0 ≠ j3",
    where=[J0_OTHER, BLOCK_COLUMN, OWN_COLUMN],
    content=ONE_BLOCK,
    proof=POWERS,
    depends_on=ROW_OTHER,
)
def _(x: SelfAttention) -> Comparison:
    """The index is that of j3's block entry; 5.ii bounds the others."""
    return at_most(x.c_exp, (1 / x.n ** (1 - x.a0) + (x.t - 1) / x.n) * x.b * x.sqrt_log_n)


@D7.part(
    "5.ii",
    says="c_exp(A,x)_{j0,i0} ≤ (t/n) b √(log n) for j0 ≠ j3 and the other i0 in {2, ..., d-1}",
    where=[J0_OTHER, BLOCK_COLUMN, OTHER_COLUMN],
    content=BLOCK_MEAN,
    proof=POWERS,
    depends_on=ROW_OTHER,
)
def _(x: SelfAttention) -> Comparison:
    return at_most(x.c_exp, x.t / x.n * x.b * x.sqrt_log_n)


@D7.part(
    "6",
    says="c_exp(A,x)_{j0,i0} = c √(log n) for j0 ≠ j3, i0 = d",
    where=[J0_OTHER, LAST_COLUMN],
    proof=POWERS,
    depends_on=ROW_OTHER,
)
def _(x: SelfAttention) -> Comparison:
    return equals(x.c_exp, x.c * x.sqrt_log_n)


STATEMENTS = accounted(D6, D7)
