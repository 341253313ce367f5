"""What the entries of attention and of its sparse version are by definition (Definitions 3.1-3.4, 4.1, C.1-C.9).

The data of the definitions are short rows, entry by entry: the rows of S are equal, the window is their first k entries.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from hypothesis import strategies as st

from kernels.arithmetic import Number
from strategies.attention_rows import length_of, text_of
from theorems.kernel.facts import INTEGERS, VARIABLE, Definition
from theorems.kernel.scripts import Have, Script, by, each
from theorems.language.computed import Supply
from theorems.proofs import have, hence
from theorems.sparse.lemma import *
from theorems.sparse.rows import COLUMNS, DROPS, INPUTS, REPAIRED_INPUTS, ROWS, SURE, AttentionRow, M_sure, with_parameter
from theorems.statement import Condition, Domain
from theorems.textbook import *

A, A_spar, D, D_spar, P, P_hat, S, X, W = symbols("A A_spar D D_spar P P̂ S X W")
n, k, d, i, j, l, p, q, r, s, t, M, R, B, C, delta, eps = symbols("n k d i j l p q r s t M R B C delta epsilon")
u, tau = symbols("u tau")
v = Symbol("v", VARIABLE)
first, second, last = expr(0), expr(1), Symbol("the last column")
columns, features = COLUMNS, Named("[d]")
error = P - P_hat
BOUND_ON_X = B * sqrt(log(n * d / delta))


def window(i: Expr) -> SetOf:
    """The top-k set of a row."""
    return SetOf("T_k", (i,))


def kept(i: Expr, l: Expr) -> Indicator:
    """1 inside the window, 0 outside."""
    return Indicator(l.isin(window(i)))


def _two(x: Any) -> int:
    """d, of the inputs that instances code."""
    return 2


def _one(x: Any) -> int:
    """B, which may be anything."""
    return 1


def _largest_input(x: AttentionRow) -> Number:
    """X_j = (b, c_j b), b = B √log(nd/δ); ``reach`` is the largest |c_j|."""
    return x.arithmetic.maximum(x.number(1), x.reach) * _b(x)


def _b(x: AttentionRow) -> Number:
    return x.sqrt(x.log(2 * x.n / x.delta))


highest, lowest = symbols("s_1 s_n")  # the largest score of a row and the smallest
levels, leaders = symbols("levels leaders")  # how many different scores, how many entries have the largest
most, least = symbols("c_max c_min")
reach = Symbol("max |c_j|")  # of inputs X_j = (b, c_j b), b = B √log(nd/δ)


@cache
def on(domain: Domain) -> Computed:
    """The data of a domain of rows: all n rows of P and of P̂ are this one, so that the spectral norm is the Frobenius norm."""
    return Computed(
        domain,
        {
            Norm(S, "∞"): "score",
            highest: "shift",
            lowest: "low",
            levels: "levels",
            leaders: "leaders",
            reach: "reach",
            most: "most",
            least: "least",
            Norm(error, "∞"): "max_error",
            Norm(P[i] - P_hat[i], "∞"): "max_error",
            Norm(error, "F"): "frobenius",
            Norm(error, "2"): "frobenius",
            Norm(error, "row sum"): "row_sum_error",
            M_sure: "M",
            Norm(X, "∞"): _largest_input,
            B: _one,
            d: _two,
            eps: "eps",
        },
        ranges=(n >= 1, d >= 1, n.isin(INTEGERS), k.isin(INTEGERS), i.isin(columns), j.isin(columns)),
    )


# -- short rows, entry by entry ----------------------------------------------------------------------------------------------


def _weights(x: AttentionRow) -> list[Number]:
    return [weight for weight, times in (*x.kept, *x.dropped) for _ in range(times)]


def _size(x: AttentionRow) -> int:
    return sum(times for _, times in x.kept)


def _score(x: AttentionRow, i: int, l: int) -> Number:
    return x.shift + x.log(_weights(x)[l])


def _share(x: AttentionRow, l: int) -> Number:
    return _weights(x)[l] / x.weight


def entry_of_P_hat(x: AttentionRow, l: int) -> Number:
    return _weights(x)[l] / x.kept_weight if l < _size(x) else x.number(0)


SHORT = Condition(words="n ≤ 6", check=lambda x: length_of(str(x.row)) <= 6)
LOGITS = st.lists(st.sampled_from([-1, 0, 1]), min_size=2, max_size=6)


def short(domain: Domain, name: str) -> Domain:
    """The domain's rows of up to six entries."""

    def drawn(point: dict[str, Any], logits: list[int], k: int) -> dict[str, Any]:
        return {**point, "row": text_of((logit, 1) for logit in logits), "k": min(k, len(logits))}

    draw = domain.draw
    return replace(domain.where(SHORT), name=name, draw=lambda: st.builds(drawn, draw(), LOGITS, st.integers(1, 6)))


SHORT_ROWS = replace(
    ROWS.where(SHORT),
    name="short rows",
    draw=lambda: st.builds(
        lambda logits, k: {"row": text_of((logit, 1) for logit in logits), "k": min(k, len(logits)), "M": 1},
        LOGITS,
        st.integers(1, 6),
    ),
)
ENTRY_BY_ENTRY: dict[Node, Supply] = {
    columns: lambda x: range(len(_weights(x))),
    last: lambda x: len(_weights(x)) - 1,
    i: lambda x: 0,  # any row
    window(i): lambda x, i: range(_size(x)),
    S[i, l]: _score,
    A[i, l]: lambda x, i, l: x.exp(_score(x, i, l)),
    A_spar[i, l]: lambda x, i, l: x.exp(_score(x, i, l)) if l < _size(x) else x.number(0),
    D[i, l]: lambda x, i, l: x.D,
    D_spar[i, l]: lambda x, i, l: x.D_spar,
    u[l]: _share,
    u: lambda x: x,
    S[eps](u): lambda x, eps, u: u.n - u.effective(eps),  # its size, so that |S_ε(u)| is the same number
    Norm(D**-1 * A - D_spar**-1 * A_spar, "∞"): "max_error",
    P[i, l]: lambda x, i, l: _share(x, l),
    P_hat[i, l]: lambda x, i, l: entry_of_P_hat(x, l),
}
ATTENTION = on(SHORT_ROWS).knowing(ENTRY_BY_ENTRY)
DROPPING = on(SHORT_ROWS.where(DROPS)).knowing(ENTRY_BY_ENTRY)  # balls take no root of an error that is 0
_RANGES = dict.fromkeys((i, j, l), columns) | {p: features}


def indexed(words: str, names: tuple[Symbol, ...], claim: Claim, of: Computed = ATTENTION, **more: Any) -> Definition:
    """A definition for all columns and features that the names stand for.

    Tests evaluate it in the first row, at its first entry and at its last.
    """
    ends: tuple[dict[Expr, Expr], ...] = {v: l}, {l: last, p: second, v: l}
    at = dict.fromkeys(tuple(end.get(name, first) for name in names) for end in ends)
    ranges = tuple(name.isin(_RANGES[name]) for name in names if name in _RANGES)
    return Definition(words, names, claim, ranges, of=of, **{"at": tuple(at)} | more)


LENGTH = indexed("A has n columns", (v,), Sum(v, columns, 1) == n)
WINDOW_SIZE = indexed("|T_k| = k", (i, v), Sum(v, columns, kept(i, v)) == k)
SCORE_BOUND: Definition = indexed(
    "no score is larger than ‖S‖_∞",
    (i, l),
    abs(S[i, l]) <= Norm(S, "∞"),
    shown=lambda: at_most_the_largest(LARGEST_SCORE, S, i, l, columns),
)
A_IS = indexed("A = exp(S)", (i, l), A[i, l] == exp(S[i, l]))
D_IS = indexed("D = diag(A 1_n)", (i,), D[i, i] == Sum(l, columns, A[i, l]))
A_SPAR_IS = indexed("A_spar is A on the window, 0 elsewhere", (i, l), A_spar[i, l] == kept(i, l) * A[i, l])
D_SPAR_IS = indexed("D_spar = diag(A_spar 1_n)", (i, v), D_spar[i, i] == Sum(v, columns, A_spar[i, v]))
TOP_K = indexed(
    "the window T_k has the k largest entries",
    (i, j, l),
    kept(i, j) * (1 - kept(i, l)) * A[i, l] <= kept(i, j) * (1 - kept(i, l)) * A[i, j],
    at=((first, first, last), (first, last, first)),
)
P_IS = indexed("P = D^-1 A", (i, l), P[i, l] == D[i, i] ** -1 * A[i, l])
P_HAT_IS = indexed("P̂ = D_spar^-1 A_spar", (i, l), P_hat[i, l] == D_spar[i, i] ** -1 * A_spar[i, l])

U_IS = indexed("u is a row of P", (l,), u[l] == D[i, i] ** -1 * A[i, l])
LARGEST_ERROR = Definition(
    "‖P - P̂‖_∞ = max |P_ij - P̂_ij|",
    (),
    Norm(error, "∞") == Largest(r, columns, Largest(t, columns, abs(P[r, t] - P_hat[r, t]))),
    of=ATTENTION,
)

SPARSE_SET = Definition(
    "S_ε(u) = {j : u_j ≤ ε}",
    (eps,),
    abs(S[eps](u)) == Sum(l, columns, Indicator(u[l] <= eps)),
    of=ATTENTION,
    at=((Q(1, 10),), (Q(3, 10),)),
)
small_set = abs(Symbol("S_ε")(u))
effective = n - small_set
OF_ONE_EPSILON = on(with_parameter(SHORT_ROWS, "eps", [Fraction(1, 10), Fraction(3, 10)])).knowing(
    ENTRY_BY_ENTRY | {effective: lambda x: x.effective(x.eps), small_set: lambda x: x.n - x.effective(x.eps)}
)
SMALL_SET = Definition(
    "S_ε(u) = {j : u_j ≤ ε}, for one ε", (), small_set == Sum(l, columns, Indicator(u[l] <= eps)), of=OF_ONE_EPSILON
)
LARGE_SET = Definition(
    "n - |S_ε(u)| entries exceed ε",
    (),
    effective == Sum(l, columns, Indicator(u[l] > eps)),
    of=OF_ONE_EPSILON,
    shown=lambda: Have(
        ForAll(l, columns, expr(1) == 1 * Indicator(u[l] <= eps) + 1 * Indicator(u[l] > eps)),
        each(by(INDICATOR_OF_CONTRARY(u[l], eps))),
        by(
            SMALL_SET(),
            LENGTH(l),
            SUM_LINEAR(lambda l: expr(1), lambda l: Indicator(u[l] <= eps), lambda l: Indicator(u[l] > eps), 1, 1, l, columns),
        ),
    ),
)
DROPPED_MASS = Definition("tau is the dropped mass", (), tau == Sum(l, columns, (1 - kept(i, l)) * u[l]), of=ATTENTION)
ERROR_IS = Definition(
    "P = D^-1 A, P̂ = D_spar^-1 A_spar", (), Norm(D**-1 * A - D_spar**-1 * A_spar, "∞") == Norm(error, "∞"), of=ATTENTION
)

# -- the largest entry -------------------------------------------------------------------------------------------------------


def below_entry_by_entry(definition: Definition, entry: Callable[[Expr, Expr], Expr], bound: Expr) -> None:
    """A norm ‖·‖_∞, by this definition, is at most what all entries are shown to be."""

    def row(r: Symbol) -> Largest:
        return Largest(t, columns, abs(entry(r, t)))

    every_entry = INSTANCE(lambda s: ForAll(t, columns, abs(entry(s, t)) <= bound), s, columns, r)
    have(ForAll(r, columns, row(r) <= bound), by(every_entry, LARGEST_BELOW(lambda t: abs(entry(r, t)), t, columns, bound, j)))
    hence(definition(), LARGEST_BELOW(row, r, columns, bound, i))


# -- short inputs ------------------------------------------------------------------------------------------------------------


def _input(x: AttentionRow, i: int, p: int) -> Number:
    """c_j is read off the score c_j R log(nd/δ)."""
    return _b(x) if p == 0 else _b(x) * _score(x, i, i) / (x.R * x.log(2 * x.n / x.delta))


SHORT_INPUTS = replace(
    REPAIRED_INPUTS.where(SHORT, Condition(words="R > 0", check=lambda x: x["R"] > 0)),
    name="short inputs",
    draw=lambda: st.builds(
        lambda logits, k, R: {
            "row": text_of((logit, 1) for logit in logits),
            "k": min(k, len(logits)),
            "R": Fraction(R, 2),
            "delta": Fraction(1, 100),
            "C": 2,
        },
        LOGITS,
        st.integers(1, 6),
        st.integers(1, 5),
    ),
)
INPUT_ENTRIES = on(SHORT_INPUTS).knowing(
    ENTRY_BY_ENTRY
    | {
        features: lambda x: range(2),
        X[i, p]: _input,
        W[p, q]: lambda x, p, q: x.R if (p, q) == (0, 1) else x.number(0),
        Norm(W, "F"): "R",
    }
)

WIDTH = Definition("X has d columns", (v,), Sum(v, features, 1) == d, of=INPUT_ENTRIES, at=((p,),))
LARGEST_SCORE: Definition = Definition(
    "‖S‖_∞ = max |S_ij|", (), Norm(S, "∞") == Largest(r, columns, Largest(t, columns, abs(S[r, t]))), of=INPUT_ENTRIES
)
INPUT_NORM = Definition(
    "‖X‖_∞ = max |X_ij|", (), Norm(X, "∞") == Largest(r, columns, Largest(q, features, abs(X[r, q]))), of=INPUT_ENTRIES
)
LARGEST_INPUT = indexed(
    "no entry of X is larger than ‖X‖_∞",
    (i, p),
    abs(X[i, p]) <= Norm(X, "∞"),
    INPUT_ENTRIES,
    shown=lambda: at_most_the_largest(INPUT_NORM, X, i, p, features),
)


def at_most_the_largest(norm: Definition, matrix: Symbol, row: Expr, column: Expr, within: Node) -> Script:
    """|X_ip| ≤ max_q |X_iq| ≤ max_r max_q |X_rq|."""
    inner = norm().claim.right.body.variable  # type: ignore[attr-defined]
    return by(
        norm(),
        LARGEST_ABOVE(lambda x: abs(matrix[row, x]), inner, within, column),
        LARGEST_ABOVE(lambda x: Largest(inner, within, abs(matrix[x, inner])), r, columns, row),
    )


S_IS = indexed("S = X W X^⊤", (i, l), S[i, l] == Sum(p, features, Sum(q, features, X[i, p] * W[p, q] * X[l, q])), INPUT_ENTRIES)
SIZE_OF_W = Definition(
    "‖W‖_F = √(Σ W_ij²)", (), Norm(W, "F") == sqrt(Sum(p, features, Sum(q, features, W[p, q] ** 2))), of=INPUT_ENTRIES
)
R_IS = Definition("R = B² ‖W‖_F", (), R == B**2 * Norm(W, "F"), (R >= 0,), of=INPUT_ENTRIES)
M_SURE_IS = Definition("M′ = d R log(nd/δ)", (), SURE, of=INPUT_ENTRIES)
M_IS = Definition("M = C R √log(n/δ)", (), M == C * R * sqrt(log(n / delta)), of=on(INPUTS))
