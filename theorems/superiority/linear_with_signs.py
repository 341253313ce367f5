"""Linear attention against random signs (superiority v1, Appendices D.4.3-D.5.4, pp. 29-34): D.12, D.13, D.16, D.17.

All entries are rational: α = a(1+a)/(n+a), β = b(t+a)/(n+a), γ = bt/(n+a), so every probability here is an exact fraction
at moderate d. The printed proofs use a1 = O(1), which no hypothesis says.
"""

from theorems.statement import Statement
from theorems.superiority.centred_signs import centred, signs_near
from theorems.superiority.linear_attention import D11, D11_IN_FULL, D15
from theorems.superiority.words import *

NINE_TENTHS = 9 * MARGIN
GROWTH = widens("0.02", narrow(Q("0.99")))
WIDE = widens("0.02", wider(Q("0.02")), columns=True)
FIXED_A1 = Condition(a1 <= 10, feasible="a1 ≤ 10", said="a1 = O(1)")
HOW = """<c,σ> differs from c s_d by a signed sum whose squared coefficients add up to S, so it stays inside (-(c+0.1), c+0.1)
except with probability 2 exp(-1/(200 S)) (Hoeffding); with a fixed S falls like n^(-0.02) along every admissible family, and
like 1/d on the one of n0."""
SILENT_HOW = (
    HOW
    + """ F = 0 unless one of the m columns exceeds τ on one of the two kinds of rows: a union over 2m such
events, for every constant C in m = ceil(C log(n/δ)); n0 is given for C = 1."""
)


def few(dataset: int, *, columns: int | None = None) -> FewOnes:
    a = Fraction(1, 20) if dataset == 0 else Fraction(7, 10)
    return FewOnes(r=1, a=a, b=NINE_TENTHS, G=1 + a, decay=Fraction(1), columns=columns)


def printed_route(dataset: int, columns: int | None) -> PrintedRoute:
    """R = (1+a) t √d b/n, which covers the first entry a (1+a)/n as well while a <= t b."""
    bound, R = few(dataset), f"(1+a{dataset}) t √d b/n ≤ 1/10"
    lines = f"Hoeffding's bound with {R}"
    if columns is not None:
        lines = f"Lemma {('D.16', 'D.12')[dataset]}'s bound {R} for n rows and m columns"
    return PrintedRoute(lines, row_width((1 + bound.a) * bound.b, Fraction(1), 2), TENTH, columns=columns)


AS_LARGE_AS_ROOT = "a1 = o(√n) would do, a1 = √n fails for every n"
LARGE_A1 = "; while n + a1 < 10 a1 (1+a1) the first entry alone exceeds 1/10 and the part is false"

DEFINED = defined(linear=True, cross=False)


def rows_of(dataset: int, labels: tuple[str, str, str]) -> tuple[SignedRows, Bounds]:
    """The rows of c_lin with an a that is at most 1/10 or 10, and what Lemma D.15 or D.11 says of one kind of them."""
    a, high, cited_lemma = ((a0, Fraction(1, 10), D15), (a1, Fraction(10), D11))[dataset]
    bounds = linear_bounds(cited_lemma, labels, a, high)
    return SignedRows(c_lin, DEFINED, (1, 12_200)[dataset]), bounds


def eventually(dataset: int, lemma: Statement, labels: tuple[str, ...], *, columns: int | None = None) -> Eventually:
    """The threshold for dataset 0 or 1 from the bounds of ``lemma``: Parts 1, 2 for row j3, Parts 4, 5 for the others."""
    bound = few(dataset, columns=columns)
    rows = {"1": j0 == j3, "4": j0 != j3}
    meant = [rows[label] for label in labels if label in rows]
    entries = Entries(entries_of(dataset, *(meant if len(meant) == 1 else ())), cited(lemma, *labels))
    return on_self_attention(
        dataset,
        bound,
        entries,
        Fraction(99, 100),
        HOW if columns is None else SILENT_HOW,
        besides=LARGE_A1 if dataset == 1 else "; a0 is of lower order",
        route=printed_route(dataset, columns),
        edge="t √d <= n^0.99",
    )


def all_rows(line: Line, dataset: int) -> None:
    """F_lin = 0, from the lines on the entries of both kinds of rows."""
    (rows, special), (_, other) = rows_of(dataset, ("1", "2", "3")), rows_of(dataset, ("4", "5", "6"))
    found = eventually(dataset, (D15, D11)[dataset], ("1", "2", "4", "5"), columns=1)
    network_is_silent(line, found, rows, F_lin, TAU, special, other)


def row_of(line: Line, dataset: int, first: str, block: str, last: str) -> None:
    """One kind of row, from the three lines on its entries."""
    rows, bounds = rows_of(dataset, (first, block, last))
    row_concentrates(line, eventually(dataset, (D15, D11)[dataset], (first, block)), rows, abs(u_) >= TAU, bounds)


def centred_in_proof(lemma: Lemma, dataset: int) -> None:
    """The display in the proofs of both parts, each about its kind of row."""
    family, given = widening(dataset, 1, a=str(few(dataset).a), first=1), signs_near(dataset, GROWTH, linear=True)
    for of, row, labels in (("1", j0 == j3, ("1", "2", "3")), ("2", j0 != j3, ("4", "5", "6"))):
        rows, bounds = rows_of(dataset, labels)
        found = eventually(dataset, (D15, D11)[dataset], labels[:2])
        bounded = FIXED_A1 if dataset == 1 else None
        a = (a0 == Q("0.05"), a1 == Q("0.7"))[dataset]
        centred(lemma, of, row, given, rows, bounds, found, family, a, b == Q("0.9"), c == Q("0.1"), j3 == 1, bounded=bounded)


def stays_inside(lemma: Lemma, bounds: str) -> None:
    """The two lines on <c_lin, σ>, which rest on the lemma ``bounds``."""
    inside = Pr(abs(inner(c_lin.row(j0), sigma)) < TAU) >= 1 - delta / n**kappa
    lemma["1"] = inside, j0 == j3
    lemma["1"].uses(*(f"{bounds}/{part}" for part in "123"), "Lemma 3.1")
    lemma["2"] = inside, j0 != j3
    lemma["2"].uses(*(f"{bounds}/{part}" for part in "456"), "Lemma 3.1")


D12 = about_chances("D.12", "Appendix D.4.3, p. 29", "random signs against c_lin on D1", signs(1, GROWTH, linear=True))
stays_inside(D12, "Lemma D.11")

# where a1 = n: (n+1)/2 √(log n) in the first column of row j3, c √(log n) in the last one, and the same of the others
ROW_J3, OTHERS = (
    Outward(SignedRows(c_lin, DEFINED, 1), d, TAU, first_and_last(D11_IN_FULL[first], D11[last]))
    for first, last in (("1", "3"), ("4", "6"))
)
LARGE = (a1 == n, b == Q("0.9"), c == Q("0.1"), j3 == 1)


def explodes(label: str, two: Outward, row: Claim) -> None:
    @refuted_along(D12[label], widening(1, 1, a="n"), (1, 2, 6, 12, 40), on_widening(2, *LARGE, row))
    def _() -> None:
        """Nothing bounds a1 from above. With a1 = n the first entry alone is (n+1)/2 >= c + 0.1, so with both its sign and the
        last one pluses the sum is beyond the interval at least half of the time: the probability of leaving it is at least
        1/8 for every n.
        """
        obtain(leaves(two, abs(u_) >= TAU))


bounded_a1 = f"a1 = O(1), as the printed proof assumes (here a1 <= 10); {AS_LARGE_AS_ROOT}"
row_of(D12["1"].repair(FIXED_A1, why=bounded_a1), 1, "1", "2", "3")
explodes("1", ROW_J3, j0 == j3)
row_of(D12["2"].repair(FIXED_A1, why=bounded_a1), 1, "4", "5", "6")
explodes("2", OTHERS, j0 != j3)
centred_in_proof(D12, 1)
wide(D12, self_attention(1, ONES), Q("0.99"), Q("0.02"))

D13 = about_chances(
    "Theorem D.13", "Appendix D.4.4, p. 30", "F_lin = 0 on D1", signs(1, WIDE, linear=True, C=1), "Lemma D.12/1", "Lemma D.12/2"
)
D13[""] = Pr(F_lin == 0) >= 1 - delta / n**kappa
D13[""].note("The printed proof refers to Lemma D.4, which is about softmax; what it needs is Lemma D.12.")
repaired = D13[""].repair(FIXED_A1, why=f"a1 = O(1) (here a1 <= 10); {AS_LARGE_AS_ROOT}")
all_rows(repaired, 1)


@refuted_along(D13[""], widening(1, 1, a="n", C=1), (2, 3, 6, 12), on_widening(2, *LARGE, *columns_with(1)))
def _() -> None:
    """With a1 = n the first entry is (n+1)/2 > 1/10, so a single column exceeds τ on row j3 with probability at least 1/8 (as
    in Lemma D.4, Part 1): F_lin > 0 with at least that probability for every n and m >= 1.
    """
    obtain(is_not_silent(ROW_J3, F_lin, j3))


D16 = about_chances("D.16", "Appendix D.5.3, p. 33", "random signs against c_lin on D0", signs(0, GROWTH, linear=True))
stays_inside(D16, "Lemma D.15")
row_of(D16["1"], 0, "1", "2", "3")
row_of(D16["2"], 0, "4", "5", "6")
centred_in_proof(D16, 0)
wide(D16, self_attention(0, ONES), Q("0.99"), Q("0.02"))

D17 = about_chances(
    "Theorem D.17", "Appendix D.5.4, p. 34", "F_lin = 0 on D0", signs(0, WIDE, linear=True, C=1), "Lemma D.16/1", "Lemma D.16/2"
)
D17[""] = Pr(F_lin == 0) >= 1 - delta / n**kappa
D17[""].note(
    """The theorem defines F_exp and claims F_lin = 0: F_lin is read from Definition C.2, and the definition of F_exp in
    the statement has no effect."""
)
all_rows(D17[""], 0)

STATEMENTS = (D12, D13, D16, D17)
