"""At which size of the scores do the rows of attention collapse? (A question of our own, beside Section 5 and Figure 1.)

Entries of X of a fixed size, beside a fixed W, give scores of a fixed size: no entry of P stays above ε, in any row, surely.
Scores may even grow: rows with |S_ij| ≤ M collapse as long as log n - 2M tends to infinity, and at M = (log n)/2 one score M
beside n - 1 scores -M has the entry n/(2n - 1), which is more than 1/2 for every n.
"""

import math

from theorems.sparse.collapse import no_entry_above
from theorems.sparse.companions import FIRST_IS
from theorems.sparse.language import *
from theorems.sparse.scores import scores_through_weights, weight
from theorems.sparse.sparsity import with_epsilon

b, w, c = symbols("b w c")


def _numbers(instance: Instance, arithmetic: Arithmetic) -> dict[str, Number]:
    return {name: arithmetic.number(Fraction(value)) for name, value in instance.items() if name not in ("row", "k")}


# -- entries of a fixed size -------------------------------------------------------------------------------------------------


def _bind_unit(instance: Instance, arithmetic: Arithmetic) -> AttentionRow:
    """X_j = (b, c_j b) and W = w E_12: S_ij = c_j b² w."""
    own = _numbers(instance, arithmetic)
    scale = own["b"] * own["b"] * own["w"]
    reach = arithmetic.number(largest_logit(instance))
    return row_of(arithmetic, str(instance.row), int(instance["k"]), scale, scale, **own, reach=reach)


def _draw_unit() -> st.SearchStrategy[dict[str, Any]]:
    def point(row: dict[str, Any], b: Fraction, w: Fraction) -> dict[str, Any]:
        return {"row": row["row"], "k": row["k"], "b": b, "w": w}

    sizes = st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(2)])
    return st.builds(point, attention_rows(largest=Fraction(1)), sizes, sizes)


def _spikes() -> Iterator[str]:
    """Equal coefficients, and one that is 1 beside -1 or 0."""
    for others in (*range(8), *(10**m for m in (1, 2, 3, 4, 6, 9, 12))):
        yield from (f"1x{others + 1}", *([f"1x1,-1x{others}", f"1x1,0x{others}"] if others else []))


UNIT_INPUTS = with_epsilon(
    Domain(
        "inputs with entries of a fixed size",
        _draw_unit,
        _bind_unit,
        (
            WINDOW,
            Condition(
                Norm(X, "∞") <= b,
                lambda x: largest_logit(x) <= 1 and Fraction(x["b"]) >= 0,
                said="here: the coefficients c_j are in [-1, 1]",
            ),
            Condition(w >= 0, said="w = Σ|W_ij|"),
        ),
        lambda: (Instance(row=row, k=1, b=b, w=1) for row in _spikes() for b in (1, 2)),
        variables=VARIABLES | {"M": "b² w", "b": "the bound on |X_ij|", "w": "Σ|W_ij|"},
        vary=neighbours,
        feasible="every n ≥ 1, k in [n], b ≥ 0, w ≥ 0 (d = 2, X_j = (b, c_j b), W = w E_12)",
        declared=A_ROW,
    )
)
unit = row_data(UNIT_INPUTS).knowing({Norm(X, "∞"): lambda x: x.arithmetic.maximum(x.number(1), x.reach) * x.b})
WEIGHT_IS = Definition("w = Σ|W_ij|", (), w == weight, of=INPUT_ENTRIES.knowing({w: "R"}))
unit_score = b**2 * w


_UNIT = Fraction(1, 100)
FREEZING = Lemma(
    "Freezing scale",
    "beside Section 5 and Figure 1",
    "which sizes of the scores let rows collapse",
    provenance="own",
    given=unit,
)
FREEZING["unit scale"] = Eventually(in_each_row(effective == 0), n), held_fixed(b, w, Symbol("d"), eps)

UNIT_AT_LAST = Later(
    Family(
        "n -> one coefficient 1, the others -1, b = w = 1, ε = 1/100",
        lambda n: Instance(row=f"1x1,-1x{n - 1}", k=1, b=1, w=1, eps=_UNIT, n=n),
        2,
    ),
    lambda: math.ceil(100 * math.exp(2)),
    constants="b = 1, Σ|W| = 1, ε = 1/100",
    dependence="e^{2m}/ε with m = b² Σ|W|, whatever d is; exactly e^{2m}(1/ε - 1) + 1 over all rows with |S_ij| ≤ m",
    also={"route": lambda: "none printed"},
    calculation=FromSomeSizeOn(n, (2 * unit_score + log(1 / eps) <= log(n),), PENDING, fixed=(b, w, eps)),
)


@proof(FREEZING["unit scale"].trivial(ranges.ABOVE), UNIT_AT_LAST)
def _() -> None:
    """|S_ij| ≤ b² Σ|W| = m for all i and j, so every entry of P is at most e^{2m}/n: at most ε from n = e^{2m}/ε on."""
    obtain(scores_through_weights(b, b**2))
    have(Norm(S, "∞") <= unit_score, WEIGHT_IS)
    no_entry_above(unit_score)


FREEZING["unit scale"].note("In all rows at once, and surely: nothing is asked of the law of X.")

# -- scores that grow with log n ---------------------------------------------------------------------------------------------


def _bind_logarithmic(instance: Instance, arithmetic: Arithmetic) -> AttentionRow:
    """X_j = (√log n, c_j √log n) and W = E_12: S_ij = c_j log n."""
    own = _numbers(instance, arithmetic)
    coefficients = levels_of(str(instance.row))
    logarithm = arithmetic.log(arithmetic.number(length_of(str(instance.row))))
    own |= {
        "reach": arithmetic.number(largest_logit(instance)),
        "most": arithmetic.number(coefficients[0][0]),
        "least": arithmetic.number(coefficients[-1][0]),
    }
    return row_of(arithmetic, str(instance.row), int(instance["k"]), own["c"] * logarithm, logarithm, **own)


LOGARITHMIC = with_epsilon(
    Domain(
        "rows whose scores are multiples of log n",
        lambda: st.builds(
            lambda row: {"row": row["row"], "k": row["k"], "c": row["M"]}, attention_rows(largest=Fraction(1, 2))
        ),
        _bind_logarithmic,
        (WINDOW, Condition(Norm(S, "∞") <= c * log(n), lambda x: largest_logit(x) <= Fraction(x["c"]))),
        lambda: (  # one score c log n, the others -c log n
            Instance(row=f"{size}x1,-{size}x{others}", k=1, c=size)
            for others in (*range(1, 8), *(10**m for m in (1, 2, 3, 4, 6, 9, 12)))
            for size in (Fraction(1, 4), Fraction(1, 2))
        ),
        variables=VARIABLES | {"M": "c log n", "c": "the scores over log n"},
        vary=neighbours,
        feasible="every n ≥ 1, k in [n], c ≥ 0 (d = 2, X_j = (√log n, c_j √log n), W = E_12)",
        declared=A_ROW,
    )
)
logarithmic, on_event = row_data(LOGARITHMIC), row_data(with_epsilon(ROWS))
SCORES_ARE = Definition("S_ij = c_j log n", (), (highest == most * log(n)) & (lowest == least * log(n)), of=on(LOGARITHMIC))
LARGEST_IS = Definition("‖S‖_∞ = max |c_j| log n", (), Norm(S, "∞") <= c * log(n), (reach <= c,), of=on(LOGARITHMIC))
half = Q(1, 2)


def _scaled(instance: Instance) -> Instance:
    """Half of every score."""
    row = text_of((logit / 2, times) for logit, times in levels_of(str(instance.row)))
    return instance.but(row=row, c=Fraction(instance["c"]) / 2)


BELOW_BY_MORE = Condition(log(n) - 2 * M == omega(1), growth=True, said="along the family")


def small_largest_entry(m: Expr) -> None:
    """u_j ≤ e^{2m}/n ≤ ε, where 2m + log(1/ε) ≤ log n."""
    obtain(low_sum(m))
    with proving(ForAll(l, columns, u[l] <= eps)):
        obtain(high_entry(m, i, l))
        have(u[l] <= exp(2 * m) / n, U_IS(l))
        calc(u[l]).le(exp(2 * m) / n).le(eps, *below_power(m, 1 / eps, expr(1)))
    hence(FIRST_IS(), LARGEST_BELOW(lambda l: u[l], l, columns, eps, j))


collapses = Limit(largest_entry, n, infinity) == 0
with FREEZING.where(given=logarithmic):
    FREEZING["below log n/2"] = in_each_row(collapses), Condition(c < half, steer=_scaled), held_fixed(c)
    FREEZING["at log n/2"] = in_each_row(collapses), Condition(c <= half), held_fixed(c)
with FREEZING.where(given=on_event):
    FREEZING["below log n/2 by what grows"] = in_each_row(collapses), BELOW_BY_MORE

LOGARITHM_AT_LAST = Later(
    Family(
        "n -> one score (log n)/4, the others -(log n)/4, ε = 1/100",
        lambda n: Instance(row=f"1/4x1,-1/4x{n - 1}", k=1, c=Fraction(1, 4), eps=_UNIT, n=n),
        2,
    ),
    lambda: 10**4,
    constants="c = 1/4, ε = 1/100",
    dependence="ε^{-1/(1-2c)}: without bound as c approaches 1/2",
    also={"route": lambda: "none printed"},
    calculation=FromSomeSizeOn(n, (log(1 / eps) / (1 - 2 * c) <= log(n),), PENDING, fixed=(c, eps)),
)


@proof(FREEZING["below log n/2"].trivial(ranges.LARGEST_ENTRY), LOGARITHM_AT_LAST)
def _() -> None:
    """u_j ≤ e^{2M}/n = n^{2c - 1} for M = c log n: at most ε from n = ε^{-1/(1-2c)} on."""
    small_largest_entry(c * log(n))


line = FREEZING["at log n/2"].trivial(ranges.LARGEST_ENTRY)
line.note(
    "The row is admissible for every n and its largest entry is above 1/2: of all c, those below 1/2 let every row collapse."
)


@refuted_along(
    line,
    "m -> n = 10^m, one score (log n)/2, the others -(log n)/2, ε = 1/2",
    lambda m: f"row=1/2x1,-1/2x{10**m - 1} k=1 c=1/2 eps=1/2",
    (n >= 10, k == 1, *(each == half for each in (c, eps, reach, most)), least == -half, levels == 2, leaders == 1),
    reasons=(LARGEST_IS(),),
    sizes=(n == 10**K,),
    confirm=(1, 6, 300),
)
def _() -> None:
    """The first entry is √n/(√n + (n-1)/√n) = n/(2n - 1), more than 1/2 for every n: c < 1/2 is the whole range."""
    have((highest == log(n) / 2) & (lowest == -log(n) / 2), SCORES_ARE)
    hence(FIRST_ENTRY)


line = FREEZING["below log n/2 by what grows"]
line.note("Where log n - 2M stays below a fixed K, one score M beside n - 1 scores -M keeps an entry above 1/(1 + e^K).")
line.trivial(ranges.LARGEST_ENTRY, met_with(with_epsilon(ROWS), more="M = (log n)/4 is such a family"))

MORE_AND_MORE_AT_LAST = Later(
    Family(
        "m -> n = 10^m, one score m, the others -m (log n - 2M = (log 10 - 2) m), ε = 1/100",
        lambda m: Instance(n=10**m, row=f"{m}x1,-{m}x{10**m - 1}", k=1, M=m, eps=_UNIT),
    ),
    lambda: 16,
    constants="ε = 1/100",
    dependence="the size beyond which log n - 2M ≥ log(1/ε)",
    also={"route": lambda: "none printed"},
    calculation=FromSomeSizeOn(
        n,
        (log(1 / eps) * expr(1) <= log(n) - 2 * M,),
        PENDING,
        fixed=(eps,),
        first=(AtEverySize(log(1 / eps) > 0, by(LOG_ABOVE(1 / eps))),),
    ),
)


@proof(line, MORE_AND_MORE_AT_LAST)
def _() -> None:
    """u_j ≤ e^{2M}/n, which is at most ε from the size on beyond which log n - 2M ≥ log(1/ε)."""
    small_largest_entry(M)


STATEMENTS = (FREEZING,)
