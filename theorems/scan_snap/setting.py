"""The model (scan_snap, Section 3.1 and Appendix C): Lemma 1 and Assumption 1."""

from itertools import product

from theorems.scan_snap.language import *


@dataclass(frozen=True)
class Sample:
    """One sequence: how often each token stands in its context, exp(z_m) of its query, the decoder Y, the next token n."""

    arithmetic: Arithmetic
    tally: tuple[int, ...]
    boosts: tuple[Fraction, ...]
    Y: tuple[tuple[Fraction, ...], ...]
    n: int

    @cached_property
    def M(self) -> int:
        return len(self.tally)

    @cached_property
    def contexts(self) -> list[int]:
        """x_1, ..., x_{T-1}, sorted."""
        return [l for l, count in enumerate(self.tally) for _ in range(count)]

    @cached_property
    def b(self) -> list[Fraction]:
        """The attention of each position, from the definition."""
        scores = [self.boosts[l] for l in self.contexts]
        return [x / sum(scores, Fraction(0)) for x in scores]

    @cached_property
    def a(self) -> list[Fraction]:
        """Xᵀ b."""
        total = [Fraction(0)] * self.M
        for l, weight in zip(self.contexts, self.b, strict=True):
            total[l] += weight
        return total

    @cached_property
    def logits(self) -> Vector:
        """Yᵀ LN(Xᵀb)."""
        a = self.a
        norm = balls.sqrt(balls.ball(sum((x * x for x in a), Fraction(0))))
        return [sum((balls.ball(a[l] * self.Y[l][j]) for l in range(self.M)), balls.ball(0)) / norm for j in range(self.M)]

    @cached_property
    def answers(self) -> Vector:
        """α."""
        scores = [balls.exp(logit) for logit in self.logits]
        total = sum(scores, balls.ball(0))
        return [score / total for score in scores]


def bind(i: Instance, arithmetic: Arithmetic) -> Sample:
    """A sequence with ``tally``, ``boosts``, ``Y`` and ``n``; attention is rational, softmax answers are balls."""
    tally = tuple(int(x) for x in read(str(i.tally))[0])
    return Sample(arithmetic, tally, read(str(i.boosts))[0], read(str(i.Y)), int(i.n))


@st.composite
def drawn(draw: st.DrawFn) -> dict[str, object]:
    M = draw(st.integers(2, 5))
    tally = draw(st.lists(st.integers(0, 4), min_size=M, max_size=M).filter(any))
    boost = st.sampled_from([Fraction(1), Fraction(2), Fraction(1, 3), Fraction(7, 5)])
    entry = st.fractions(-2, 2, max_denominator=4)
    rows = [[draw(entry) for _ in range(M)] for _ in range(M)]
    return {
        "tally": word([tally]),
        "boosts": word([[draw(boost) for _ in range(M)]]),
        "Y": word(rows),
        "n": draw(st.integers(0, M - 1)),
    }


def small() -> Iterator[Instance]:
    for M in (2, 3):
        for tally in product((0, 1, 2), repeat=M):
            if any(tally):
                yield Instance(
                    tally=word([tally]),
                    boosts=word([[1] * M]),
                    Y=word([[int(i == j) for j in range(M)] for i in range(M)]),
                    n=0,
                )


SEQUENCES = Domain(
    name="sequences",
    draw=drawn,
    bind=bind,
    conditions=(NOT_EMPTY,),
    small=small,
    variables={"M": "vocabulary size"},
    feasible="every M ≥ 2, T ≥ 2, Y and z",
)

# a vector stands for its entry i or q, a matrix for its entry (i, q), where an instance says which
eta_Y, eta_Z, M, i, j, k, l, m, n, q, s, t = symbols("η_Y η_Z M i j k l m n q s t")
SUMMED = Symbol("k", VARIABLE)
T, x, X, Y, Z, diag, P_perp, image = symbols("T x X Y Z diag P⊥ (X^⊤diag(b)X1)")
b, query = Symbol("b_T"), x[T]
z, alpha, a, LN, one, logit = symbols("z α (X^⊤b) LN 1 logit")
answered = x[T + 1] - alpha
residual = answered**top
slope_Y, slope_Z = symbols("Ẏ Ż")
moves_Y, moves_Z, moves_z = ddt(Y(t), t), ddt(Z(t), t), ddt(z[i](t), t)
vocabulary, positions = Named("[M]"), Named("{1, ..., T-1}")
shown, attention = symbols("X b")
weighted = X**top * diag(b) * X


def direction(b: Expr) -> Expr:
    return LN(X**top * b)


def rescaled(b: Expr) -> Expr:
    return P_perp[X**top * b] / Norm(X**top * b, "")


from_the_left = residual * Y**top * rescaled(b) * weighted
from_the_right = weighted * rescaled(b) * (Y * answered)
length = Norm(X**top * b, "")
OF_GRADIENTS = Computed(
    GRADIENTS,
    {
        vocabulary: lambda x: range(1, x.M + 1),
        i: lambda x: x.i + 1,
        q: lambda x: x.j + 1,
        m: lambda x: x.m + 1,
        n: lambda x: x.n + 1,
        eta_Y: "eta",
        eta_Z: "eta",
        moves_Y: "dY",
        moves_Z: "dZ",
        moves_z: "dZ",
        direction(b): "v_i",
        residual: "r_j",
        query: "x_i",
        from_the_left: "from_the_left",
        from_the_right: "from_the_right",
        length: "norm",
        slope_Y[i, k]: lambda x, i, k: x.eta * x.slope_Y(i - 1, k - 1),
        slope_Z[i, k]: lambda x, i, k: x.eta * x.slope_Z(i - 1, k - 1),
    },
    ranges=(Member(n, vocabulary), length > 0, explicit(t)),
)
# entries of vectors over the vocabulary
VECTORS: dict[Node, Any] = {
    vocabulary: lambda x: range(1, x.M + 1),
    a[k]: lambda x, k: x.a[k - 1],
    image[k]: lambda x, k: weighted_sums(x)[k - 1],
    logit[k]: lambda x, k: x.logits[k - 1],
    alpha[k]: lambda x, k: x.answers[k - 1],
}
OF_SEQUENCES = Computed(
    SEQUENCES,
    {
        **VECTORS,
        T: lambda x: 1 + len(x.contexts),
        positions: lambda x: range(len(x.contexts)),
        attention[s]: lambda x, s: x.b[s],
        shown[s, k]: lambda x, s, k: int(x.contexts[s] == k - 1),
    },
    ranges=(Member(expr(1), vocabulary), Sum(k, vocabulary, a[k] ** 2) > 0),
)
defined = partial(Definition, of=OF_SEQUENCES)
SOFTMAX_OF = defined(
    "α is the softmax of the logits",
    (m, SUMMED),
    alpha[m] == exp(logit[m]) / Sum(SUMMED, vocabulary, exp(logit[SUMMED])),
    at=((expr(1), k), (expr(2), k)),
)
ATTENDED = defined("Xᵀb", (l, SUMMED), a[l] == Sum(SUMMED, positions, shown[SUMMED, l] * attention[SUMMED]), at=((expr(1), s),))
ROWS, COLUMNS = Symbol("s", VARIABLE), Symbol("k", VARIABLE)
IMAGE = defined(
    "Xᵀ diag(b) X 1",
    (l, ROWS, COLUMNS),
    image[l] == Sum(ROWS, positions, shown[ROWS, l] * (attention[ROWS] * Sum(COLUMNS, vocabulary, shown[ROWS, COLUMNS]))),
    at=((expr(1), s, k),),
)
ONE_HOT = defined(
    "rows of X are one-hot",
    (COLUMNS,),
    ForAll(s, positions, Sum(COLUMNS, vocabulary, shown[s, COLUMNS]) == 1),
    at=((k,),),
    names=(shown[s, COLUMNS],),
    exists="the sequences are given",
)
L1 = Lemma("1", "Section 3.1 and Appendix C", "the dynamics of the model", given=OF_SEQUENCES)


def weighted_sums(x: Sample) -> list[Fraction]:
    """Xᵀ diag(b) X 1."""
    found = [Fraction(0)] * x.M
    for l, weight in zip(x.contexts, x.b, strict=True):
        found[l] += weight
    return found


AT_AN_ENTRY = replace(OF_GRADIENTS, ranges=(*OF_GRADIENTS.ranges, Member(i, vocabulary), Member(q, vocabulary)))
with L1.where(given=AT_AN_ENTRY):
    L1["Eqn 3 Y"] = moves_Y == eta_Y * direction(b) * residual
    L1["Eqn 3 Z"] = moves_Z == eta_Z * query * from_the_left
    L1["Eqn 4"] = moves_z == Cases(((i == m, eta_Z * from_the_right),), expr(0))
L1["Eqn 4"].note("m = x_T is the query; b_T depends on z_m alone.")
ANSWERED = OF_SEQUENCES.knowing(
    {residual * one: lambda x: sum((int(k == x.n) - answer for k, answer in enumerate(x.answers)), balls.ball(0))}
)
with L1.where(given=ANSWERED):
    L1["residual"] = residual * one == 0
grown = Sum(k, vocabulary, exp(logit[k]))
all_answers = Sum(k, vocabulary, alpha[k])
RESIDUAL = Definition("(x_{T+1} - α)ᵀ1, x_{T+1} one-hot", (), residual * one == 1 - all_answers, of=ANSWERED)


@proof(L1["residual"].uses())
def _() -> None:
    """The entries of a softmax add up to 1."""
    have(grown > 0, SUM_POSITIVE(terms(grown), k, vocabulary, 1))
    have(all_answers == 1 / grown * grown, multiple(all_answers, 1 / grown, grown), SOFTMAX_OF(k, k))


def along(at_k: Expr) -> Expr:
    """Entry l of the projection on Xᵀb of the vector with the entries ``at_k``."""
    return Sum(k, vocabulary, a[k] * at_k) / Sum(k, vocabulary, a[k] ** 2) * a[l]


killed = P_perp[X**top * b] * weighted * one
PROJECTED = Declared(vectors=((((l, vocabulary),), {killed: image[l] - along(image[k])}),))
with L1.where(given=replace(OF_SEQUENCES, points=replace(SEQUENCES, declared=PROJECTED))):
    L1["projection"] = killed == 0
attended = Sum(s, positions, shown[s, k] * attention[s])
columns = Sum(s, positions, shown[s, k] * (attention[s] * Sum(l, vocabulary, shown[s, l])))
ITSELF = ForAll(k, vocabulary, image[k] == a[k])
along_image, squares = Sum(k, vocabulary, a[k] * image[k]), Sum(k, vocabulary, a[k] ** 2)


@proof(L1["projection"].uses())
def _() -> None:
    """X1 = 1, so that the vector is Xᵀb itself."""
    with proving(ITSELF):
        have(columns == attended, equal(columns, attended), ONE_HOT(l))
        hence(IMAGE(k, s, l), ATTENDED(k, s))
    have(along_image == squares, equal(along_image, squares))


row_sums: dict[Expr, Expr] = {
    moves * one: Sum(k, vocabulary, slope[i, k]) for moves, slope in ((moves_Y, slope_Y), (moves_Z, slope_Z))
}
SUMMED_UP = Declared(vectors=((((i, vocabulary),), row_sums),))
with L1.where(given=replace(OF_GRADIENTS, points=replace(GRADIENTS, declared=SUMMED_UP))):
    L1["zero sums"] = chain(*(term for row in row_sums for term in (row, "==")), 0)
L1["zero sums"].uses("Lemma 1/residual", "Lemma 1/projection").note(
    "Every row of Y(t), Z(t) keeps the sum zero. "
    "'Summation of rows' read as the sum of each row's entries (Y1 = 0); the column sums of Y do change."
)


A1 = Lemma("Assumption 1", "Section 3.3", given=OF_SEQUENCES)
A1["satisfiable"] = Words(
    "no positions, T → ∞ and ",
    eta_Z == o(eta_Y),
    " can be met together, also with Assumption 2, ",
    M ** Q("-0.99") == o(eta_Y),
    " and ",
    eta_Y < 1,
)
A1["satisfiable"].note(
    "Existence: no comparison at an instance. "
    "The figures use η_Y up to 5 and η_Z up to 8 with η_Y/η_Z = 1: outside parts of the theory."
)
A1["satisfiable"].proved(
    proved(
        "A family: T = k, η_Y = 1/2, η_Z = 1/k, M fixed with Assumption 2; attention without positions is the model of Eqn 1.",
        limit_is("η_Z/η_Y = 2/k → 0", 2 / positive("k"), positive("k"), 0),
        certain(
            "1/2 > 145^(-0.99)",
            lambda: balls.gt(balls.ball("1/2"), balls.exp(balls.ball("-99/100") * balls.log(balls.ball(145)))),
        ),
        in_words="That one family meets all conditions at once: they speak of different letters (T, η_Z, η_Y, M and P).",
    )
)

STATEMENTS = (A1,)
