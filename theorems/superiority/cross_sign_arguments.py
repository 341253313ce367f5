"""The arguments that the statements with random signs on the cross-attention data share (superiority v1, pp. 43-53).

*An equality that cannot be.* A probability over d fair signs is an integer over 2^d. With δ = 1/100 and poly(n) = n^κ the
printed 1 - δ/poly(n) is 1 - 1/(100 n^κ), and 1/10 is 1/10: neither is an integer over a power of two, because 5 divides
their denominators.

*Few ones.* The entries of a row are at most g in the first column, g + t/n in the column of j3's block entry and t/n in the
d-2 others, so their squares add up to at most 3 g^2 + 3 t^2 (d-1)/n^2: the situation of the self-attention data with
a = b = 1. A threshold θ instead of 1/10 divides all entries by 10 θ.
"""

from collections.abc import Sequence
from fractions import Fraction

from theorems.superiority.cross_signs_on_data import *
from theorems.superiority.words import *

GROWTH = widens("0.02", narrow(Q("0.99")))
WIDE = widens("0.02", wider(Q("0.02")), columns=True)

OF_SOFTMAX, OF_LINEAR = (defined(linear=linear, cross=True) for linear in (False, True))


def cross_rows(entries: Quantity, K: int = 2) -> SignedRows:
    """The rows of c_exp or c_lin, which have no last column of their own."""
    return SignedRows(
        entries,
        OF_LINEAR if entries is c_lin else OF_SOFTMAX,
        K,
        unit=ONE,
        blocks=cross_columns,
        small=columns,
        count=d - 1,
        special=j2,
    )


OUTSIDE = abs(u_) >= Q("0.5")


def on_cross_widening(at_j3: int, *along: Claim) -> Contrary:
    """The contrary on the family of :func:`~theorems.superiority.cross_signs_on_data.widening`."""
    small = a0 == Q("0.05")
    return on_widening(1, a1 == 2, j2 == 1, j3 == at_j3, *along, sizes=(small,))


@auxiliary(lambda entries, event, number, *_: Relation(Pr(of(event, inner(entries.row(j0), sigma))), "!=", expr(number)))
def is_never(entries: Quantity, event: Relation, number: Expr, a: Expr | int, b: Expr | int) -> None:
    """The probability of an event about <c_{j0}, σ> is an integer over 2^d, and not this (5a - 1)/(5b)."""
    product = inner(entries.row(j0), sigma)
    whole = OVER_POWER_OF_TWO(lambda x: of(event, x), product, lambda k: entries[j0, k], lambda k: sigma[k], i0, columns, u_)
    no_fifth = NO_FIFTH(Pr(of(event, product)), number, a, b, Sum(i0, columns, 1))
    hence(cross_rows(entries).by.inner(j0), whole, WHOLE_COUNT(i0, columns), no_fifth)


def not_a_dyadic(line: Line, entries: Quantity, at_j3: int, row: Claim, more: str = "") -> None:
    """Refutes ``Pr = 1 - δ/n^κ`` at every instance."""
    how = f"""A probability over σ in {{-1,1}}^d is an integer over 2^d; 1 - δ/n^κ with δ = 1/100 is not, for any n: the
        printed equality is false at every instance. (No polynomial makes it true for all n either: the probability of
        staying inside approaches 1 faster than any power of n.){more}"""

    @refuted_along(line, cross_widening(j3=at_j3), (2, 3, 6, 10), on_cross_widening(at_j3, row), how)
    def _() -> None:
        obtain(is_never(entries, OUTSIDE.contrary, 1 - delta / n**kappa, 20 * n, 20 * n))


def few_ones(
    *, threshold: str, G: Fraction = Fraction(1), decay: Fraction = Fraction(1), columns: int | None = None
) -> FewOnes:
    """Rows whose first entry is at most G n^(-decay) against the threshold θ, on the family d - 1 = t = w."""
    scale = 1 / (10 * Fraction(threshold))
    return FewOnes(r=1, a=scale, b=scale, G=G, decay=decay, columns=columns)


HOW = """The squares of the row's entries add up to S, so |<c,σ>| >= θ has probability at most 2 exp(-θ²/(2S)) (Hoeffding),
where S <= M (g^2 + t^2 d/n^2). Under the hypothesis that is at most M n^(-0.02) from some n on, and the bound falls below
every power of n: true from some n0 on along every admissible family, false at small sizes. What does the work is
d >= const · log(n/δ)."""
SILENT_HOW = (
    HOW
    + """ F = 0 unless one of the m columns exceeds τ on row j2 or on the other rows, which are all equal: a union over 2m such
events, for every constant C in m = ceil(C log(n/δ)); n0 is given for C = 1."""
)

TINY = Fraction(1, 10**6)
FIRST_ENTRY = "; the first column and j3's block, at most n^(a0-1) or (1+a)/n more than the others, are of lower order"


def concentration(
    j3: int,
    bound: FewOnes,
    rests: Sequence[Step],
    entries: Entries,
    *,
    route: PrintedRoute,
    growth: Fraction = Fraction(99, 100),
    growth_text: str = "0.99",
) -> Eventually:
    """``asymptotic`` by Hoeffding's bound, with row j3 as its family has it.

    entries: the rows that the claim speaks of, with the bounds of their entries
    route:   what the printed proof needs
    growth:  the hypothesis t √d = o(n^g) lets d grow like n^(1/(r+1)) for 1/(r+1) > 2 - 2g
    """
    single = bound.columns is None
    others = {f"n0 if d grows like n^(1/{r + 1})": replace(bound, r=r) for r in (3, 24) if Fraction(1, r + 1) > 2 - 2 * growth}
    return threshold(
        bound,
        entries,
        growth,
        HOW if single else SILENT_HOW,
        family=lambda x: cross_widening(r=x.r, delta=x.delta, j3=j3, C=x.columns),
        constants="",
        dependence=dependence("(d-1)", "1/2" if single else "9/10", "", bound.columns) + FIRST_ENTRY,
        route=route,
        edge=f"t √d <= n^({growth_text})",
        others=others | {"n0 if δ = 10^-6": replace(bound, delta=TINY)},
        rests=rests,
    )
