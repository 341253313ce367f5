"""Are the definitions well posed? (Definitions 3.1-3.4, 4.1, C.1-C.9; Definition 3.5 is in ``stability``.)

A defect is charged here; the theorems read a definition repaired.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import sympy
from hypothesis import strategies as st

from kernels import balls
from kernels.arithmetic import Arithmetic
from strategies.attention_rows import levels_of
from theorems.instance import Instance
from theorems.provers.argument import Argument, Step
from theorems.sparse import ranges
from theorems.sparse.facts import Point, bind_point
from theorems.sparse.rows import REPAIRED_INPUTS, ROWS, AttentionRow
from theorems.sparse.sparsity import with_epsilon
from theorems.sparse.steps import (
    SURE_BOUND,
    E,
    beta,
    identity,
    k,
    n,
    nonnegative,
    nu,
    positive,
    proved,
    slack,
    strictly_positive,
)
from theorems.statement import Condition, Content, Domain, Statement
from theorems.vocabulary import Comparison, Reading, Verdict, at_least, at_most, equals, more


def definition(number: str, source: str, title: str, provenance: str = "text") -> Statement:
    """A definition of the paper."""
    return Statement("sparse", f"Definition {number}", source=source, title=title, provenance=provenance)


def _normalised(x: AttentionRow) -> tuple[Comparison, ...]:
    """D > 0, and the entries of a row of D^-1 A are nonnegative and add up to 1."""
    return (more(x.D, x.number(0)), at_least(x.u_min, x.number(0)), equals(x.u_sum, x.number(1)))


ATTENTION = tuple(
    definition(number, source, "attention computation") for number, source in (("3.1", "Section 3"), ("C.2", "Appendix C.2"))
)
for _statement in ATTENTION:
    _statement.add(
        "",
        _normalised,
        says="D = diag(A 1_n) is invertible and every row of D^-1 A is a softmax vector",
        given=ROWS,
        proof=proved(
            "exp is positive, so a sum of n ≥ 1 exponentials is; the row divided by its own sum adds up to 1.",
            strictly_positive("n/E + β > 0", n / E + beta),
            identity("Σ A_ij / D_ii = 1", positive("D") / positive("D"), sympy.Integer(1)),
        ),
    )


def _monotone(x: AttentionRow) -> Comparison:
    """More entries are at most 2ε than at most ε."""
    return at_least(x.n - x.effective(2 * x.eps), x.n - x.effective(x.eps))


SPARSITY = tuple(
    definition(number, source, "(ε, k)-sparsity")
    for number, source in (("3.2", "Section 3.1"), ("C.3", "Appendix C.3"), ("C.4", "Appendix C.3"))
)
for _statement in SPARSITY:
    _statement.add(
        "",
        _monotone,
        content=ranges.silent(
            Content("0 ≤ |S_ε(u)| ≤ n", 0, lambda x: x.n),
            with_epsilon(ROWS),
            "min_j u_j > ε",
            lambda x: balls.gt(x.u_min, x.eps),
        ),
        says="S_ε(u) = {j : |u_j| ≤ ε} is well defined and grows with ε: (ε, k)-sparse implies (ε', k')-sparse for ε' ≥ ε, k' "
        "≤ k",
        given=with_epsilon(ROWS),
        proof=proved(
            "u_j ≤ ε implies u_j ≤ ε' for ε' ≥ ε.",
            nonnegative("ε' - u_j ≥ 0 for ε = u_j + s, ε' = ε + t", (slack("u") + slack("s") + slack("t")) - slack("u")),
        ),
        note='The words call sparse entries "smaller than ε" once and "not greater than ε" twice; the set uses ≤.',
    )


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


def _whole_level(instance: Instance) -> Instance:
    """The window that keeps the first level whole."""
    return instance.but(k=levels_of(str(instance.row))[0][1]) if ties_at(instance) else instance


NO_TIE = Condition(
    "the window cuts no tie (the k-th and the (k+1)-th largest entry differ)", lambda x: not ties_at(x), _whole_level
)


def _one_choice(x: Point) -> Comparison:
    return equals(x.choices, x.arithmetic.number(1))


def _short_rows() -> Iterator[tuple[tuple[int, ...], int]]:
    """Every row of up to five entries on three levels, every window."""
    for size in range(1, 6):
        for row in product((1, 2, 3), repeat=size):
            yield from ((row, k) for k in range(1, size + 1))


def _largest_sets(row: tuple[int, ...], k: int) -> list[set[int]]:
    """The sets of k indices outside which no entry is larger than one inside."""
    sets = map(set, combinations(range(len(row)), k))
    return [s for s in sets if min(row[j] for j in s) >= max((row[j] for j in range(len(row)) if j not in s), default=0)]


def _same_entries() -> bool:
    """There is such a set, and all of them carry the same entries."""
    return all(len({tuple(sorted(row[j] for j in s)) for s in _largest_sets(row, k)}) == 1 for row, k in _short_rows())


def _cut_off_where_no_tie() -> bool:
    """There is one such set exactly where some ε leaves k entries above it, and it is they."""
    for row, window in _short_rows():
        qualifying = _largest_sets(row, window)
        above = [{j for j, entry in enumerate(row) if entry > eps} for eps in range(4)]
        cut = [s for s in above if len(s) == window]
        if (len(qualifying) == 1) != bool(cut) or any(s != qualifying[0] for s in cut):
            return False
    return True


TOP_K = tuple(
    definition(number, source, "the top-k set") for number, source in (("3.3", "Section 3.2"), ("C.5", "Appendix C.4"))
)


def _some_choice(x: Point) -> Comparison:
    return at_least(x.choices, x.arithmetic.number(1))


_TIES = (
    "With a tie at the edge of the window several sets qualify. No row-wise norm of P - P̂ depends on the choice; the "
    "spectral norm "
    "and the output do."
)
for _statement in TOP_K:
    _statement.add(
        "",
        _some_choice,
        says="there is a set T_k(u) of k indices of largest entries, and all such sets carry the same entries",
        given=WINDOWS,
        proof=proved(
            "Sort the entries; two such sets differ by exchanging equal ones.",
            Step("some set qualifies, and all carry the same entries: every row of up to 5 entries on 3 levels", _same_entries),
        ),
        note=_TIES,
    )
    _statement.add(
        "(b)",
        _one_choice,
        says="T_k(u) = [n] \\ S_ε(u) for an ε with |S_ε(u)| = n-k: there is such an ε, and exactly one such set",
        given=WINDOWS,
        witness="row=0x2 k=1 M=0",
        note="No ε cuts between equal entries. " + _TIES,
    )
    _statement.add(
        "(b)",
        _one_choice,
        says="where no two entries tie at the edge of the window: T_k(u) = [n] \\ S_ε(u) for an ε with |S_ε(u)| = n-k, "
        "the only such set",
        given=WINDOWS,
        where=[NO_TIE],
        met=f"{ROWS.met}; the k-th and the (k+1)-th largest entry differ, or k = n",
        reading=Reading.INTENDED,
        changed="no tie at the edge of the window",
        proof=proved(
            "If u_(k) > u_(k+1) the k largest entries are those above u_(k+1): ε = u_(k+1) cuts them off.",
            Step(
                "one set qualifies exactly where some ε has k entries above it, and it is they: every row of up to 5 entries "
                "on 3 levels",
                _cut_off_where_no_tie,
            ),
        ),
    )


def _sparse_normalised(x: AttentionRow) -> tuple[Comparison, ...]:
    """0 < D_spar ≤ D, and a row of P̂ adds up to 1 on its window."""
    return (more(x.D_spar, x.number(0)), at_most(x.D_spar, x.D), equals(x.u_hat_sum, x.number(1)))


SPARSE_ATTENTION = tuple(
    definition(number, source, "sparse attention")
    for number, source in (("3.4", "Section 3.2"), ("C.6", "Appendix C.4"), ("C.7", "Appendix C.4"))
)
for _statement in SPARSE_ATTENTION:
    _statement.add(
        "",
        _sparse_normalised,
        says="D_spar is invertible for k ≥ 1 and every row of P̂ = D_spar^-1 A_spar is a softmax vector on its window",
        given=ROWS,
        proof=proved(
            "A window of k ≥ 1 positive entries has a positive sum, at most that of the whole row.",
            strictly_positive("k/E + β > 0", k / E + beta),
            nonnegative("D - D_spar = (n-k)/E + γ ≥ 0", (k / E + beta + nu / E + slack("gamma")) - (k / E + beta)),
        ),
    )

C1 = definition("C.1", "Appendix C.1 (Section 3, assumption)", "independent and bounded entries", "public")
_nd, _delta = positive("N"), positive("delta")


NORMAL_ENTRIES = Domain(
    "normal entries",
    lambda: st.builds(
        lambda more, delta: {"more": more, "delta": delta},
        st.one_of(st.integers(0, 100), st.integers(0, 10**30)),
        st.fractions("1/1000", "99/1000", max_denominator=1000),
    ),
    bind_point,
    (
        Condition("nd ≥ 1", lambda x: int(x["more"]) >= 0),
        Condition("δ in (0, 0.1)", lambda x: 0 < Fraction(x["delta"]) < Fraction(1, 10)),
    ),
    lambda: (Instance(more=m, delta=delta) for m in range(50) for delta in (Fraction(99, 1000), Fraction(1, 100))),
    variables={"more": "nd - 1", "delta": "failure probability δ"},
    met="every n, d ≥ 1 and δ in (0, 0.1), with B = 2",
)


def _gaussian_fits(x: Point) -> Comparison:
    """2 nd exp(-B² log(nd/δ)/2) ≤ δ at B = 2: the union of nd normal tails."""
    count = 1 + x.more
    exponent = 2 * x.log(count / x.delta)
    return at_most(2 * count * x.exp(-exponent), x.delta)


C1.add(
    "",
    _gaussian_fits,
    content=ranges.PROBABILITY,
    says="it can be met: independent N(0, 1) entries are bounded by B √log(nd/δ) with B = 2, for every δ in (0, 0.1), with "
    "probability ≥ 1-δ",
    given=NORMAL_ENTRIES,
    proof=proved(
        "Pr[|g| > t] ≤ 2 e^{-t²/2}, so the union bound gives 2 nd (δ/nd)² = 2δ²/(nd) ≤ δ for δ ≤ 1/2. Bounded entries |X_ij| "
        "≤ b "
        "satisfy it too (B = b/√log(nd/δ) for the given δ, B = b/√log 10 for all δ).",
        identity(
            "2N e^{-2 log(N/δ)} = 2δ²/N",
            2 * _nd * sympy.exp(-2 * sympy.log(_nd / _delta)),
            2 * _delta**2 / _nd,
        ),
        nonnegative(
            "with δ = 1/(2+y), N = 1+z: δ - 2δ²/N ≥ 0",
            1 / (2 + slack("y")) - 2 / ((2 + slack("y")) ** 2 * (1 + slack("z"))),
        ),
    ),
    note="Nothing is said of E X_ij, constant entries are independent, and only pairs of entries need be: three weaknesses "
    "that "
    "Lemma D.4 and all that rests on it pay for.",
)


def _parities_break() -> bool:
    """Parities 1, 2 and 3 of two fair bits: any two independent, all three not."""
    rows = [[1 - 2 * ((z & s).bit_count() & 1) for s in (1, 2, 3)] for z in range(4)]
    pairs = all(
        sum(row[a] == u and row[b] == v for row in rows) == 1
        for a in range(3)
        for b in range(a)
        for u in (-1, 1)
        for v in (-1, 1)
    )
    return pairs and all(row[0] * row[1] * row[2] == 1 for row in rows)


C1.add(
    "1(b)",
    None,
    says="entries independent two by two (the literal words) are mutually independent, which Hoeffding's inequality needs",
    given=ROWS,
    proof=Argument(
        Verdict.FAILS,
        "The three parities of two fair bits are pairwise independent, and their product is 1. What it costs: Lemma D.4, "
        "pairwise.",
        (Step("parities 1, 2, 3 of two bits: any two independent, the product constant", _parities_break),),
        witness=lambda part: {
            "kind": "family",
            "text": "X_11 = s, X_12 = t, X_21 = s t for fair signs s, t (and so on for more bits)",
        },
    ),
    provenance="text",
    note="An implication between properties of laws: no comparison at an instance.",
    met="every n, d ≥ 1",
)
C1.add(
    "2(b)",
    _gaussian_fits,
    content=ranges.PROBABILITY,
    says="one B for every δ in (0, 0.1): N(0, 1) entries with B = 2 (the exponent is that of all δ ≤ 1/2)",
    given=C1.parts[0].domain,
    proof=C1.parts[0].proof,
)
C1.add(
    "3(b)",
    None,
    says="Definition C.1 implies E X_ij = 0",
    given=ROWS,
    proof=Argument(
        Verdict.FAILS,
        "Constant entries X_ij = b are independent and bounded, with mean b. For what centring would change see the centred "
        "entries.",
        (strictly_positive("b > 0", positive("b")),),
        witness=lambda part: {"kind": "family", "text": "n -> X_ij = B √log(nd/δ) for all i, j"},
    ),
    provenance="inferred",
    note="An implication between properties of laws: no comparison at an instance.",
    met="every n, d ≥ 1",
)

R_DEFINITION = tuple(
    definition(number, source, title, "public")
    for number, source, title in (
        ("4.1", "Section 4.1", "W and R"),
        ("C.8", "Appendix C.5", "W = W_Q W_K^T/√d"),
        ("C.9", "Appendix C.5", "R = B² ‖W‖_F"),
    )
)


def _scores_agree() -> bool:
    """Q K^T/√d = X W X^T, at n = d = 2."""
    X, WQ, WK = (sympy.Matrix(2, 2, sympy.symbols(f"{name}:4")) for name in ("x", "q", "k"))
    W = WQ * WK.T / sympy.sqrt(2)
    left = (X * WQ) * (X * WK).T / sympy.sqrt(2)
    return bool(sympy.expand(left - X * W * X.T) == sympy.zeros(2, 2))


def _trivial_bound(x: AttentionRow) -> Comparison:
    return at_least(x.M, x.score)


for _statement in R_DEFINITION:
    _statement.add(
        "",
        _trivial_bound,
        says="S = QK^T/√d = X W X^T, and |S_ij| ≤ M' = d R log(nd/δ) whenever the entries keep the bound of Definition C.1",
        given=REPAIRED_INPUTS,
        proof=proved(
            "Associativity of the product; Cauchy-Schwarz for the bound.",
            Step("(X W_Q)(X W_K)^T/√d - X (W_Q W_K^T/√d) X^T = 0 (n = d = 2)", _scores_agree),
            SURE_BOUND,
        ),
    )

STATEMENTS = (*ATTENTION, *SPARSITY, *TOP_K, *SPARSE_ATTENTION, C1, *R_DEFINITION)
