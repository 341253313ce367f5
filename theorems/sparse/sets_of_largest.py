"""Sets of k indices of largest entries (Definitions 3.3, C.5): rows with ties, and the places of entries in falling order."""

from strategies.attention_rows import levels_of
from theorems.sparse.facts import Point
from theorems.sparse.language import *
from theorems.textbook import *


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
TIES = (
    "With a tie at the edge of the window several sets qualify. No row-wise norm of P - P̂ depends on the choice; the "
    "spectral norm and the output do."
)
choices = Symbol("number of sets T_k(u) of k indices of largest entries")
CHOICES = Computed(WINDOWS, {choices: "choices"})
