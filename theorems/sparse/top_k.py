"""Is there a set of k indices of largest entries, and does a threshold cut it off? (Definitions 3.3, C.5.)"""

from theorems.sparse.facts import Point
from theorems.sparse.language import *


def ties_at(instance: Instance) -> bool:
    """Does the window cut through equal logits?"""
    seen = 0
    for _, multiplicity in levels_of(str(instance.row)):
        if seen < int(instance["k"]) < seen + multiplicity:
            return True
        seen += multiplicity
    return False


def _bind_windows(instance: Instance, arithmetic: Arithmetic) -> Point:
    """``choices``: 1, or the m equal entries that the window cuts (it then has C(m, i) ≥ m choices)."""
    room, choices = int(instance["k"]), 1
    for _, multiplicity in levels_of(str(instance.row)):
        if 0 < room < multiplicity:
            choices = multiplicity
        room -= min(room, multiplicity)
    return Point(arithmetic, {"choices": arithmetic.number(choices)})


WINDOWS = replace(ROWS, name="rows and windows", bind=_bind_windows, variables={"k": "size of the window"})

SIMILAR: dict[Node, Supply] = {  # one column for all with the same entry; the window is that of the first k
    columns: lambda x: range(len(x.kept) + len(x.dropped)),
    window(i): lambda x, i: range(len(x.kept)),
    i: lambda x: 0,
    u: lambda x: x,
    u[l]: lambda x, l: (*x.kept, *x.dropped)[l][0] / x.weight,
    S[eps](u): lambda x, eps, u: u.n - u.effective(eps),
}
topk, place = symbols("topk place")
m = Symbol("m", VARIABLE)
CHOSEN = on(replace(ROWS, declared=Declared(vectors=((((j, columns),), {topk: topk[j]}),)))).knowing(
    {**SIMILAR, topk[j]: lambda x, j: x.number(int(j < len(x.kept))), Sum(q, columns, topk[q]): "k"}
)
PLACED = ATTENTION.knowing(
    {
        n: lambda x: sum(times for _, times in (*x.kept, *x.dropped)),
        place[j]: lambda x, j: j + 1,
        topk[j]: lambda x, j: x.number(int(j < sum(times for _, times in x.kept))),
    }
)
PLACES = Definition(
    "the place of each entry among them all, in falling order",
    (j, l, m, v),
    place[j].isin(indices)
    & ForAll(m, indices, Sum(v, columns, Indicator(m == place[v])) == 1)
    & Implies(place[j] < place[l], u[l] <= u[j]),
    (j.isin(columns), l.isin(columns)),
    of=PLACED,
    at=((first, last, m, v), (last, first, m, v)),
    names=(place[j],),
    exists="finitely many numbers can be sorted",
)
TOPK_IS = Definition("the first k places", (j,), topk[j] == Indicator(place[j] <= k), of=PLACED, at=((first,), (last,)))
NO_TIE = Condition(
    ForAll(j, columns, ForAll(l, columns, Implies((kept(i, j) == 1) & (kept(i, l) == 0), u[l] < u[j]))),
    check=lambda x: not ties_at(x),
    steer=lambda x: x.but(k=levels_of(str(x.row))[0][1]) if ties_at(x) else x,  # the first level whole
    said="the window cuts no tie (the k-th and the (k+1)-th largest entry differ)",
)
_TIES = (
    "With a tie at the edge of the window several sets qualify. No row-wise norm of P - P̂ depends on the choice; the spectral "
    "norm and the output do."
)
choices = Symbol("number of sets T_k(u) of k indices of largest entries")


def top_k(number: str, source: str) -> Lemma:
    """The top-k set T_k(u)."""
    lemma = Lemma(f"Definition {number}", source, "the top-k set", given=Computed(WINDOWS, {choices: "choices"}))
    in_order = ForAll(q, columns, ForAll(l, columns, Implies((topk[q] == 1) & (topk[l] == 0), u[l] <= u[q])))
    bits = ForAll(q, columns, topk[q] * (1 - topk[q]) == 0)
    with lemma.where(given=CHOSEN):
        lemma[""] = Exists(topk, Named("ℝ^n"), bits & (Sum(q, columns, topk[q]) == k) & in_order)
    lemma[""].witness(topk).note("All such sets carry the same entries. " + _TIES)

    @proof(lemma[""])
    def _() -> None:
        """Sort the entries, and take the first k."""
        first_places = Range(expr(1), k)

        def there(m: Expr, q: Expr) -> Expr:
            return Indicator(m == place[q])

        def found(q: Expr) -> None:
            with case(place[q] <= k):
                have(topk[q] == 1, TOPK_IS(q), INDICATOR_HOLDS(place[q] <= k))
            with otherwise():
                have(topk[q] == 0, TOPK_IS(q), INDICATOR_HOLDS(place[q] > k), INDICATOR_OF_CONTRARY(place[q], k))

        with proving(bits):
            found(q)
        with proving(in_order):
            found(q)
            found(l)
            hence(PLACES(q, l, m, v))
        with proving(ForAll(q, columns, topk[q] == Sum(m, first_places, there(m, q)))):
            have((place[q] >= 1) & (place[q] <= n), PLACES(q, q, m, v), IN_RANGE(place[q], 1, n))
            with case(place[q] <= k):
                have(topk[q] == 1, TOPK_IS(q), INDICATOR_HOLDS(place[q] <= k))
                picked = SUM_PICKS(lambda _: expr(1), m, first_places, place[q])
                hence(picked, PLACES(q, q, m, v), SUM_EQUAL(lambda m: there(m, q), lambda m: there(m, q) * 1, m, first_places))
            with otherwise():
                have(topk[q] == 0, TOPK_IS(q), INDICATOR_HOLDS(place[q] > k), INDICATOR_OF_CONTRARY(place[q], k))
                zeros = SUM_EQUAL(lambda m: there(m, q), lambda _: expr(0), m, first_places)
                hence(zeros, SUM_OF_CONSTANT(0, m, first_places))
        with proving(ForAll(m, first_places, Sum(q, columns, there(m, q)) == 1)):
            hence(PLACES(j, j, v, q), INSTANCE(lambda m: Sum(q, columns, there(m, q)) == 1, v, indices, m))
        (
            calc(Sum(q, columns, topk[q]))
            .eq(Sum(q, columns, Sum(m, first_places, there(m, q))), SUM_EQUAL)
            .eq(
                Sum(m, first_places, Sum(q, columns, there(m, q))),
                SUM_SWAP(lambda q, m: there(m, q), q, columns, m, first_places),
            )
            .eq(Sum(m, first_places, 1), SUM_EQUAL)
            .eq(k, COUNT(m, 1, k))
        )

    lemma["(b)"] = choices == 1
    lemma["(b)"].refuted("row=0x2 k=1 M=0").note(
        "T_k(u) = [n] \\ S_ε(u) for an ε with |S_ε(u)| = n - k, the only such set. No ε cuts between equal entries. " + _TIES
    )
    inside, outside = (lambda l: u[l] + (1 - kept(i, l))), (lambda l: (1 - kept(i, l)) * u[l])
    least, most = Smallest(q, columns, inside(q)), Largest(m, columns, outside(m))
    above = ForAll(l, columns, kept(i, l) == Indicator(u[l] > eps))
    untied = lemma["(b)"].repair(
        NO_TIE,
        given=CHOSEN,
        claim=Exists(eps, POSITIVE, (abs(S[eps](u)) == n - k) & above),
        why="no tie at the edge of the window; what is left of S_ε(u) is then the window, for some ε",
    )
    untied.witness((least + most) / 2)
    untied.feasible(f"{ROWS.feasible}; the k-th and the (k+1)-th largest entry differ, or k = n")

    @proof(untied)
    def _() -> None:
        """Halfway between the smallest entry that is kept and the largest that is not."""
        cut = (least + most) / 2

        def counted(l: Expr) -> Claim:
            return (kept(i, l) == Indicator(u[l] > cut)) & (Indicator(u[l] <= cut) == 1 - kept(i, l))

        obtain(unit_row)
        with proving(ForAll(l, columns, (u[l] > 0) & (u[l] <= 1))):
            obtain(positive_entry(i, l))
            have(u[l] > 0, U_IS(l))
            hence(SUM_ABOVE_TERM(lambda l: u[l], l, columns, l))
        with proving(ForAll(m, columns, outside(m) < least)):
            with proving(ForAll(q, columns, outside(m) < inside(q))):
                kept_or_dropped(m)
                kept_or_dropped(q)
            hence(SMALLEST_ABOVE_STRICTLY(inside, q, columns, outside(m), j))
        have(most < least, LARGEST_BELOW_STRICTLY(outside, m, columns, least, j))
        have(cut > 0, LARGEST_ABOVE(outside, m, columns, j), in_or_out(j))
        with proving(ForAll(l, columns, counted(l))):
            have(least <= inside(l), SMALLEST_BELOW(inside, q, columns, l))
            have(outside(l) <= most, LARGEST_ABOVE(outside, m, columns, l))
            with if_kept(l):
                hence(INDICATOR_HOLDS(u[l] > cut), INDICATOR_OF_CONTRARY(u[l], cut))
            with if_dropped(l):
                hence(INDICATOR_HOLDS(u[l] <= cut), INDICATOR_OF_CONTRARY(u[l], cut))
        have(abs(S[cut](u)) == n - k, SPARSE_SET(cut), *outside_of(i), SUM_EQUAL)

    return lemma
