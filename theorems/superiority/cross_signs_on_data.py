"""Random signs on the cross-attention datasets (superiority v1, Lemmas F.4, F.8, F.12, F.16, Theorems F.5, F.9, F.13, F.17).

A row of c(A, x) has three kinds of entries: the first column, the column of j3's block entry, the d-2 other block columns.
Row j2 is the only one that is not (1/n, t/n, ..., t/n). Softmax's row j2 is rational but for p = f(j2, j3), linear
attention is rational throughout, so the law of <c(A,x)_{j0}, σ> is exact, and so is the joint law of both kinds of rows.
"""

from fractions import Fraction

from kernels.affine import Affine, Value
from theorems.superiority.ranges import CROSS_WIDTH
from theorems.superiority.signs_on_data import *

CROSS_TAU = Fraction(9, 10)
HALF = Fraction(1, 2)
CROSS_DATA = {dataset: cross_attention(dataset) for dataset in (0, 1)}
FIRST, OWN, OTHER = Column("first"), Column("block", 0), Column("block", 1)


class SignsOnCrossData(Law):
    """A member of D0 or D1."""

    @cached_property
    def rational(self) -> Bound:
        """The same member in exact numbers."""
        return in_units(self.given, self.instance, RATIONALS)

    @property
    def j2_is_j3(self) -> bool:
        return bool(self.instance.j2 == self.instance.j3)

    def row(self, is_j2: bool) -> tuple[Value, Value, Value]:
        """The entries of row j2 or of any other row: first column, column of j3's block entry, other block column."""
        length, width, copies = (int(self.instance[size]) for size in ("n", "d", "t"))
        if self.linear or not is_j2 or length == 1:
            first, own, other = entries_by_kind(self.rational, is_j2, width, linear=True)
            return first, own, other
        # The row of f is p at j3 and (1-p)/(n-1) elsewhere: everything is affine in p, and ties can be decided.
        p = Affine(Fraction(0), Fraction(1), mean_entry(self.data, SPECIAL, FIRST, linear=False))
        own, other = Fraction(copies - 1, length - 1), Fraction(copies, length - 1)
        return p, _line(own, 1 - own, p), _line(other, -other, p)

    def sums(self, *rows: bool) -> SignedSums:
        """<c(A,x)_row, σ> for row j2 (True) or another one (False), all against the same σ."""
        entries = [self.row(is_j2) for is_j2 in rows]
        counts = (1, 1, int(self.instance.d) - 2)
        return SignedSums(tuple(Group(count, tuple(row[k] for row in entries)) for k, count in enumerate(counts) if count > 0))

    def reaches(self, is_j2: bool) -> Ball:
        """Pr[<c(A,x)_row, σ> >= 1 - 0.1]."""
        return self.sums(is_j2).tail(CROSS_TAU, strict=False).value

    def stays_inside(self, is_j2: bool) -> Ball:
        """Pr[|<c(A,x)_row, σ>| < 0.5]."""
        return self.sums(is_j2).inside(HALF, strict=True).value

    def network(self) -> Probability:
        """Pr[F = 0], and Pr[F > 0] as its complement, for the threshold 0.9 and m shared columns."""
        return self.sums(True, False).no_activation(CROSS_TAU, self.m)

    @property
    def named_rows(self) -> tuple[str, ...]:
        """A row of each kind by its name: row j2, row j3 where it is another one, and some row that is neither."""
        special = ("j2",) if self.j2_is_j3 else ("j2", "j3")
        return (*special, "another") if self.instance.n > len(special) else special


def entries_by_kind(data: Bound, is_j2: bool, width: int, *, linear: bool) -> tuple[Any, Any, Any]:
    """The entries of row j2 or of any other row: first column, column of j3's block entry, other block column."""
    row = SPECIAL if is_j2 else STRANGER if width > 2 else TWIN
    first, own = (mean_entry(data, row, column, linear=linear) for column in (FIRST, OWN))
    return first, own, mean_entry(data, row, OTHER, linear=linear) if width > 2 else Fraction(0)


def _line(constant: Fraction, slope: Fraction, p: Affine) -> Affine:
    """constant + slope p."""
    return Affine(constant) + p.times(slope) if slope else Affine(constant)


def bound_cross_signs(instance: Instance, arithmetic: Arithmetic, dataset: int, linear: bool) -> SignsOnCrossData:
    return law(SignsOnCrossData, CROSS_DATA[dataset], linear, instance, arithmetic)


CROSS_NOT_WIDER = Condition(d <= n, feasible="t ≥ 2")


def signs_on_cross_data(dataset: int, *conditions: Condition, linear: bool = False, C: int | None = None) -> Domain:
    """Definition F.1's domain with random signs."""
    return with_signs(
        cross_attention(dataset, *((n >= 2,) if linear else ())),
        lambda instance, arithmetic: bound_cross_signs(instance, arithmetic, dataset, linear),
        *conditions,
        C=C,
    )


def cross_signs(dataset: int, *conditions: Condition, linear: bool = False, C: int | None = None) -> Computed:
    """D0 or D1 with random signs, not wider than long where a network of C log(n/δ) columns has them."""
    signed = inner((c_lin if linear else c_exp).row(j0), sigma)
    laws: dict[Node, Supply] = {
        j2: lambda _: "j2",
        j3: lambda x: "j2" if x.j2_is_j3 else "j3",
        Pr(signed >= 1 - Q("0.1")): lambda x, row: x.reaches(row == "j2"),
        Pr(abs(signed) < Q("0.5")): lambda x, row: x.stays_inside(row == "j2"),
    }
    shape = () if C is None else (CROSS_NOT_WIDER,)
    points = signs_on_cross_data(dataset, *shape, *conditions, linear=linear, C=C)
    return under_signs(points, linear, laws, "named_rows", cross_attention(dataset), j2, j3, blocks=cross_columns)


def cross_entries_of(dataset: int, *rows: Claim, linear: bool = False) -> Domain:
    return entries_in(cross_attention(dataset, *((n >= 2,) if linear else ())), *rows)


def cross_wide(lemma: Lemma, dataset: int, g: Expr, power: Expr) -> None:
    """The remark beside the growth hypothesis: what t √d = o(n^g) says of d."""
    with lemma.where(given=cross_attention(dataset)):
        lemma["side"] = Implies((t * sqrt(d) == o(n**g)) & (t * (d - 1) == n), d == omega(n**power))
    line = lemma["side"].power(2).trivial(CROSS_WIDTH).proved(Positivity())
    line.note(
        "With u = t √d/n^g: d · (t √d)^2 = d^2 t^2 >= (d-1)^2 t^2 = n^2, so d >= n^(2-2g)/u^2, and u -> 0. a0 may vary along "
        "the family."
    )


def cross_widening(
    *,
    r: int = 1,
    a0: str = "1/20",
    a1: str = "2",
    j3: int = 1,
    first: int = 2,
    C: int | None = None,
    delta: Fraction = Fraction(1, 100),
) -> Family:
    """d - 1 = w, t = w^r with w = 2^k, so n = w^(r+1) and d grows like n^(1/(r+1)); j2 = 1."""

    def member(k: int) -> Instance:
        w = 2**k
        return Instance(
            {"n": w ** (r + 1), "d": w + 1, "t": w**r, "j2": 1, "j3": j3}
            | {"a0": Fraction(a0), "a1": Fraction(a1), "delta": delta, "kappa": 1}
            | ({} if C is None else {"C": C})
        )

    return Family(f"w = 2^k, d = w + 1, t = w^{r}, n = w^{r + 1}, j2 = 1, j3 = {j3}, a0 = {a0}, a1 = {a1}", member, first)
