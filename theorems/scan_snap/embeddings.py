"""The network as it is parametrised by embeddings (scan_snap, Section 3 and Appendix C): Eqns 1 and 2, and Eqn 15 of them."""

from theorems.scan_snap.language import *
from theorems.scan_snap.objective import Vector, dot

Table = tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True)
class Network:
    """Sequences of a law with finitely many: their ``weights``, contexts x_1, ..., x_{T-1}, queries x_T, next tokens x_{T+1}.

    ``U`` has the embeddings u_l as its rows; ``V``, ``Q``, ``R`` are W_V, W_Q, W_K.
    """

    arithmetic: Arithmetic
    U: Table
    V: Table
    Q: Table
    R: Table
    contexts: tuple[tuple[int, ...], ...]
    m: tuple[int, ...]
    n: tuple[int, ...]
    weights: tuple[Fraction, ...]

    @property
    def M(self) -> int:
        return len(self.U)

    @property
    def d(self) -> int:
        return len(self.V)

    @cached_property
    def Y(self) -> Table:
        """U W_Vᵀ Uᵀ."""
        return product_of(product_of(self.U, transposed(self.V)), transposed(self.U))

    @cached_property
    def Z(self) -> list[Vector]:
        """U W_Q W_Kᵀ Uᵀ/√d."""
        whole = product_of(product_of(self.U, product_of(self.Q, transposed(self.R))), transposed(self.U))
        return [[balls.ball(x) / balls.sqrt(balls.ball(self.d)) for x in row] for row in whole]

    def score(self, s: int, l: int) -> Ball:
        """u_{x_T}ᵀ W_Q W_Kᵀ u_l/√d, from the query and the key."""
        query, key = (product_of((self.U[at],), W)[0] for at, W in ((self.m[s], self.Q), (l, self.R)))
        return balls.ball(sum((a * b for a, b in zip(query, key, strict=True)), Fraction(0))) / balls.sqrt(balls.ball(self.d))

    def attention(self, s: int) -> Vector:
        """b_T of Eqn 1."""
        return softmax_of([self.score(s, l) for l in self.contexts[s]])

    def from_Z(self, s: int) -> Vector:
        """softmax(XZᵀx_T)."""
        return softmax_of([self.Z[self.m[s]][l] for l in self.contexts[s]])

    def normalised(self, s: int, b: Vector) -> Vector:
        """LN(Xᵀb)."""
        a = [sum((w for l, w in zip(self.contexts[s], b, strict=True) if l == k), balls.ball(0)) for k in range(self.M)]
        return [x / balls.sqrt(dot(a, a)) for x in a]

    def mean(self, logits: Callable[[int], Vector]) -> Ball:
        """E[logit of x_{T+1} - log Σ exp(logit)]."""
        found = balls.ball(0)
        for s, weight in enumerate(self.weights):
            z = logits(s)
            found += balls.ball(weight) * (z[self.n[s]] - balls.log(sum(map(balls.exp, z), balls.ball(0))))
        return found

    @property
    def J(self) -> Ball:
        """Eqn 2."""

        def logits(s: int) -> Vector:
            v = self.normalised(s, self.attention(s))
            u = [dot(v, [balls.ball(row[c]) for row in self.U]) for c in range(self.d)]
            image = [dot([balls.ball(x) for x in row], u) for row in self.V]
            return [dot([balls.ball(x) for x in row], image) for row in self.U]

        return self.mean(logits)

    @property
    def in_Y_and_Z(self) -> Ball:
        """E[x_{T+1}ᵀYᵀLN(Xᵀb_T) - log 1ᵀexp(YᵀLN(Xᵀb_T))]."""

        def logits(s: int) -> Vector:
            v = self.normalised(s, self.from_Z(s))
            return [dot(v, [balls.ball(row[l]) for row in self.Y]) for l in range(self.M)]

        return self.mean(logits)


def product_of(a: Table, b: Table) -> Table:
    return tuple(
        tuple(sum((x * y for x, y in zip(row, column, strict=True)), Fraction(0)) for column in zip(*b, strict=True))
        for row in a
    )


def transposed(a: Table) -> Table:
    return tuple(zip(*a, strict=True))


def softmax_of(scores: Vector) -> Vector:
    grown = [balls.exp(x) for x in scores]
    return [x / sum(grown, balls.ball(0)) for x in grown]


def bind_network(i: Instance, arithmetic: Arithmetic) -> Network:
    """Tables ``U``, ``V``, ``Q``, ``R``; ``contexts``, a row for each sequence, their ``m``, ``n`` and ``weights``."""
    U, V, Q, R, contexts = (read(str(i[name])) for name in ("U", "V", "Q", "R", "contexts"))
    m, n = (tuple(map(int, read(str(i[name]))[0])) for name in ("m", "n"))
    shown = tuple(tuple(map(int, row)) for row in contexts)
    return Network(arithmetic, U, V, Q, R, shown, m, n, read(str(i.weights))[0])


@st.composite
def drawn(draw: st.DrawFn) -> dict[str, object]:
    M, d, places, sequences = (draw(st.integers(low, 3)) for low in (2, 1, 1, 1))
    entry, token = st.fractions(-2, 2, max_denominator=4), st.integers(0, M - 1)

    def table(rows: int, columns: int, of: st.SearchStrategy[Any]) -> str:
        return word([[draw(of) for _ in range(columns)] for _ in range(rows)])

    return {
        "U": table(M, d, entry),
        **{name: table(d, d, entry) for name in "VQR"},
        "contexts": table(sequences, places, token),
        "m": table(1, sequences, token),
        "n": table(1, sequences, token),
        "weights": word([[Fraction(1, sequences)] * sequences]),
    }


def small() -> Iterator[Instance]:
    for contexts, m, n in (("0", "0", "1"), ("0,1", "1", "0"), ("0,1;1,1", "0,1", "1,0")):
        sequences = m.count(",") + 1
        weights = word([[Fraction(1, sequences)] * sequences])
        yield Instance(U="1,0;1,2", V="1,1;0,1", Q="1,0;1,1", R="2,0;1,1", contexts=contexts, m=m, n=n, weights=weights)


NETWORKS = Domain(
    name="networks on finitely many sequences",
    draw=drawn,
    bind=bind_network,
    small=small,
    variables={"M": "vocabulary size", "d": "dimension of the embeddings"},
    feasible="every M, T ≥ 2, d ≥ 1, embeddings, weights and law of the sequences",
)
J, LN, T, X, Y, Z, U, W_V, W_Q, W_K, b, b_T, a, c, d, e, k, l, m, n, r, s, t, v, x, one = symbols(
    "J LN T X Y Z U W_V W_Q W_K b b_T a c d e k l m n r s t v x 1"
)
attended, normal = symbols("b_(1) v_(1)")  # by Eqn 1; b and v = LN(Xᵀb) are those of Z
tokens, dimensions, places, samples = Named("[M]"), Named("[d]"), Named("{1, ..., T-1}"), Named("the sequences of 𝒟")


def log_softmax(logit: Callable[[Expr], Expr]) -> Expr:
    """What Eqns 2 and 15 take the mean of, at a sequence s."""
    return logit(n(s)) - log(Sum(l, tokens, exp(logit(l))))


def embedded(c: Expr) -> Total:
    """Entry c of ũ_T = Uᵀ LN(Xᵀb_T)."""
    return Sum(k, tokens, normal[s, k] * U[k, c])


def through_V(token: Expr) -> Total:
    """u_lᵀ W_V ũ_T."""
    return Sum(a, dimensions, U[token, a] * Sum(c, dimensions, embedded(c) * W_V[a, c]))


def through_Y(token: Expr) -> Total:
    """Entry l of Yᵀ LN(Xᵀb_T)."""
    return Sum(k, tokens, v[s, k] * Y[k, token])


def pair(query: Expr, key: Expr) -> Expr:
    """u_mᵀ W_Q W_Kᵀ u_l/√d."""
    keys = Sum(c, dimensions, W_Q[a, c] * Sum(e, dimensions, W_K[e, c] * U[key, e]))
    return Sum(a, dimensions, U[query, a] * keys) / sqrt(d)


def softmax(score: Callable[[Expr], Expr]) -> Expr:
    return exp(score(t)) / Sum(r, places, exp(score(r)))


def mean(of: Expr) -> Total:
    return Sum(s, samples, P(s) * of)


def gathered(weights: Symbol, token: Expr) -> Total:
    """An entry of Xᵀb, where row t of X is one-hot at x_t."""
    return Sum(t, places, Indicator(x(s, t) == token) * weights[s, t])


def squares(weights: Symbol) -> Total:
    return Sum(l, tokens, gathered(weights, l) ** 2)


def normalised(weights: Symbol) -> Expr:
    """Entry k of LN(Xᵀb)."""
    return gathered(weights, k) / sqrt(squares(weights))


logits = Y**top * LN(X**top * b_T)
printed = E(x[T + 1] ** top * logits - log(one**top * exp(logits)))
by_Eqn_2, by_Eqn_15 = mean(log_softmax(through_V)), mean(log_softmax(through_Y))
OF_NETWORKS = Computed(
    replace(NETWORKS, declared=Declared(meaning=((printed, by_Eqn_15),))),
    {
        tokens: lambda x: range(x.M),
        dimensions: lambda x: range(x.d),
        places: lambda x: range(len(x.contexts[0])),
        samples: lambda x: range(len(x.weights)),
        d: "d",
        P(s): lambda x, s: balls.ball(x.weights[s]),
        U[l, a]: lambda x, l, a: x.U[l][a],
        W_V[a, c]: lambda x, a, c: x.V[a][c],
        W_Q[a, c]: lambda x, a, c: x.Q[a][c],
        W_K[a, c]: lambda x, a, c: x.R[a][c],
        Y[k, l]: lambda x, k, l: x.Y[k][l],
        Z[k, l]: lambda x, k, l: x.Z[k][l],
        x(s, t): lambda x, s, t: x.contexts[s][t],
        m(s): lambda x, s: x.m[s],
        n(s): lambda x, s: x.n[s],
        attended[s, t]: lambda x, s, t: x.attention(s)[t],
        b[s, t]: lambda x, s, t: x.from_Z(s)[t],
        normal[s, k]: lambda x, s, k: x.normalised(s, x.attention(s))[k],
        v[s, k]: lambda x, s, k: x.normalised(s, x.from_Z(s))[k],
        J(Y, Z): "J",
        by_Eqn_15: "in_Y_and_Z",
    },
    ranges=(
        ForAll(s, samples, Member(m(s), tokens) & Member(n(s), tokens)),
        ForAll(s, samples, ForAll(t, places, Member(x(s, t), tokens))),
        ForAll(s, samples, squares(b) > 0),
        d >= 1,
    ),
)
S3 = Lemma("Section 3.1", "Section 3.1 and Appendix C", "the objective in Y and Z", given=OF_NETWORKS)
S3["Eqn 15"] = J(Y, Z) == printed
S3["Eqn 15"].uses().note(
    "J is Eqn 2 of the network of Eqn 1, Y = UW_VᵀUᵀ, Z = UW_QW_KᵀUᵀ/√d and b_T = softmax(XZᵀx_T). The data have finitely many "
    "sequences, as the contexts of one length over [M] are."
)
first = ((expr(0), expr(0)), (expr(0), expr(1)))
defined = partial(Definition, of=OF_NETWORKS)
EQN_2 = defined("J of Eqn 2", (), J(Y, Z) == by_Eqn_2)
EQN_1 = defined("b_T of Eqn 1", (s, t), attended[s, t] == softmax(lambda t: pair(m(s), x(s, t))), at=((expr(0), expr(0)),))
SOFTMAX = defined("b_T = softmax(XZᵀx_T)", (s, t), b[s, t] == softmax(lambda t: Z[m(s), x(s, t)]), at=((expr(0), expr(0)),))
NORMED = defined("LN(Xᵀb_T)", (s, k), (normal[s, k] == normalised(attended)) & (v[s, k] == normalised(b)), at=first)
Y_OF_U = defined(
    "Y = U W_Vᵀ Uᵀ",
    (k, l),
    Y[k, l] == Sum(c, dimensions, Sum(a, dimensions, U[l, a] * W_V[a, c]) * U[k, c]),
    at=first,
)
Z_OF_U = defined("Z = U W_Q W_Kᵀ Uᵀ/√d", (k, l), Z[k, l] == pair(k, l), at=first)


@proof(S3["Eqn 15"])
def _() -> None:
    """z_ml = u_mᵀW_QW_Kᵀu_l/√d, so b_T is the same; and u_lᵀW_VUᵀ is column l of Y."""
    by_pairs, by_Z = (Sum(r, places, exp(score)) for score in (pair(m(s), x(s, r)), Z[m(s), x(s, r)]))
    with proving(ForAll(s, samples, ForAll(t, places, attended[s, t] == b[s, t]))):
        same = [EQUALS(exp, Z[m(s), x(s, at)], pair(m(s), x(s, at))) for at in (r, t)]
        have(by_pairs == by_Z, equal(by_pairs, by_Z), same[0], Z_OF_U(m(s), x(s, r)))
        hence(EQN_1(s, t), SOFTMAX(s, t), same[1], Z_OF_U(m(s), x(s, t)))
    with proving(ForAll(s, samples, ForAll(k, tokens, normal[s, k] == v[s, k]))):
        with proving(ForAll(l, tokens, gathered(attended, l) == gathered(b, l))):
            hence(equal(gathered(attended, l), gathered(b, l)))
        have(squares(attended) == squares(b), equal(squares(attended), squares(b)))
        hence(NORMED(s, k), EQUALS(sqrt, squares(attended), squares(b)))
    with proving(ForAll(s, samples, ForAll(l, tokens, through_V(l) == through_Y(l)))):
        columns = Sum(c, dimensions, embedded(c) * Sum(a, dimensions, U[l, a] * W_V[a, c]))
        rows = Sum(k, tokens, v[s, k] * Sum(c, dimensions, Sum(a, dimensions, U[l, a] * W_V[a, c]) * U[k, c]))
        turned = Sum(c, dimensions, Sum(a, dimensions, U[l, a] * W_V[a, c]) * Sum(k, tokens, v[s, k] * U[k, c]))
        with proving(ForAll(c, dimensions, embedded(c) == last_factor(turned))):
            hence(equal(embedded(c), last_factor(turned)))
        have(columns == turned, equal(columns, turned))
        have(rows == through_Y(l), equal(rows, through_Y(l)), Y_OF_U(k, l))
        hence(exchanged(through_V(l)), exchanged(rows))
    masses = [Sum(l, tokens, exp(logit(l))) for logit in (through_V, through_Y)]
    have(ForAll(s, samples, masses[1] > 0), SUM_POSITIVE(terms(masses[1]), l, tokens, n(s)))
    with proving(ForAll(s, samples, by_Eqn_2.body == by_Eqn_15.body)):
        have(masses[0] == masses[1], equal(*masses), EQUALS(exp, through_V(l), through_Y(l)))
        hence(EQUALS(log, *masses))
    hence(EQN_2(), equal(by_Eqn_2, by_Eqn_15))


STATEMENTS = (S3,)
