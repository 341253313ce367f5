"""A decoder that really ran (scan_snap, Appendices D.2, D.4, D.5): the models of Lemma 12, Theorem 5 and Eqns 9, 82, 83.

Classes are shown in a given order; Y moves by the printed step with α_n = softmax(Yᵀf_n) taken from Y itself, and the closed
forms are held against what comes out. Counts are whole, so h stands for the recursion h* here (Remark 2 replaces it later).
Tokens that no class has keep their zero rows; answers outside [K] share one column, counted M - K times.
"""

from itertools import product

from strategies.training_schedules import learning_rates
from theorems.scan_snap import objective
from theorems.scan_snap.classes import *
from theorems.scan_snap.growth import ETA_RANGE, M_RANGE
from theorems.scan_snap.objective import Dual, constant


@dataclass(frozen=True)
class Trained:
    """K classes with scores c̃ (one row each), shown in ``order``; then class ``n`` is drawn and token ``l`` is looked at.

    ``extended``: the scores are M × M, those beyond K complete F to F', and Y moves by (F')^(-T) e_n (Lemma 12); otherwise
    by f_n - F E' e_n (Eqn 26).
    """

    arithmetic: Arithmetic
    scores: Matrix
    K: int
    M: int
    eta: Ball
    order: tuple[int, ...]
    n: int
    l: int
    extended: bool

    @property
    def tokens(self) -> range:
        return range(len(self.scores[0]))

    @property
    def columns(self) -> range:
        """Answers 1 to K, then one that stands for all others."""
        return range(self.K + 1)

    def weight(self, column: int) -> int:
        return 1 if column < self.K else self.M - self.K

    @cached_property
    def norms(self) -> Vector:
        return [balls.sqrt(balls.ball(sum((x * x for x in row), Fraction(0)))) for row in self.scores]

    @cached_property
    def f(self) -> list[Vector]:
        return [[balls.ball(x) / norm for x in row] for row, norm in zip(self.scores, self.norms, strict=True)]

    @cached_property
    def inverse(self) -> list[Vector]:
        """(I + E)⁻¹ = N^(1/2) G⁻¹ N^(1/2), with the rational Gram matrix G of the scores."""
        back, norms = symmetric.inverse(symmetric.gram(self.scores[: self.K])), self.norms[: self.K]
        return [[a * balls.ball(back[i][j]) * b for j, b in enumerate(norms)] for i, a in enumerate(norms)]

    @cached_property
    def correction(self) -> list[Vector]:
        """E' = I - (I + E)⁻¹."""
        return [[int(i == j) - entry for j, entry in enumerate(row)] for i, row in enumerate(self.inverse)]

    def direction(self, n: int) -> Vector:
        """What a step shows to Y: (F')^(-T) e_n, or f_n - F E' e_n."""
        if self.extended:
            back = symmetric.inverse(self.scores)
            return [balls.ball(back[l][n]) * self.norms[n] for l in self.tokens]
        return [
            self.f[n][l] - sum((self.f[k][l] * self.correction[k][n] for k in range(self.K)), balls.ball(0))
            for l in self.tokens
        ]

    def spread(self, l: int, k: int) -> Ball:
        """Entry (l, k) of (F')^(-T), or of F(I - E')."""
        if self.extended:
            return self.direction(k)[l]
        return sum((self.f[j][l] * self.inverse[j][k] for j in range(self.K)), balls.ball(0))

    def residual(self, Y: Sequence[Vector], n: int) -> Vector:
        """e_n - α_n with α_n = softmax(Yᵀf_n), column by column."""
        logits = [sum((Y[l][c] * self.f[n][l] for l in self.tokens), balls.ball(0)) for c in self.columns]
        grown = [balls.exp(x) for x in logits]
        mass = sum((self.weight(c) * grown[c] for c in self.columns), balls.ball(0))
        return [int(c == n) - grown[c] / mass for c in self.columns]

    def drawn(self, s: int) -> int:
        """The class of step s; after the last one that which is drawn now."""
        return (*self.order, self.n)[s - 1]

    def count(self, k: int, s: int) -> int:
        """How often class k came in the first s steps."""
        return self.order[:s].count(k)

    @cached_property
    def path(self) -> list[list[Vector]]:
        """Y after 0, 1, ... steps."""
        path = [[[balls.ball(0) for _ in self.columns] for _ in self.tokens]]
        for n in self.order:
            Y, moved, residual = path[-1], self.direction(n), self.residual(path[-1], n)
            path.append([[y + self.eta * moved[l] * r for y, r in zip(Y[l], residual, strict=True)] for l in self.tokens])
        return path

    @property
    def Y(self) -> list[Vector]:
        return self.path[-1]

    def logit(self, s: int, column: int) -> Ball:
        """Entry of Yᵀf_n before step s, for the class of that step."""
        Y, f = self.path[s - 1], self.f[self.drawn(s)]
        return sum((Y[l][column] * f[l] for l in self.tokens), balls.ball(0))

    def mass(self, s: int) -> Ball:
        """What the softmax of step s divides by."""
        return sum((self.weight(c) * balls.exp(self.logit(s, c)) for c in self.columns), balls.ball(0))

    @property
    def answer(self) -> Vector:
        """x_{T+1} - α for the class drawn now."""
        return self.residual(self.Y, self.n)

    @property
    def g_l(self) -> Ball:
        """Entry l of g = Y(x_{T+1} - α)."""
        row, residual = self.Y[self.l], self.answer
        return sum((self.weight(c) * row[c] * residual[c] for c in self.columns), balls.ball(0))

    @property
    def slope(self) -> Ball:
        """∂/∂f_nl of J = ln α_n, carried through the softmax as dual numbers: entry l of what attention is taught."""
        looked_at = [Dual(entry, balls.ball(int(l == self.l))) for l, entry in enumerate(self.f[self.n])]
        logits = [objective.total([constant(self.Y[l][c]) * looked_at[l] for l in self.tokens]) for c in self.columns]
        mass = objective.total([constant(self.weight(c)) * logits[c].exp() for c in self.columns])
        return (logits[self.n] - mass.log()).slope

    @property
    def mean(self) -> int:
        return -(-len(self.order) // self.K)

    def u(self, count: int) -> Ball:
        """M h*(count)."""
        return list(growth.recursion(BALLS, self.M, self.eta, count))[-1]

    @cached_property
    def h_bar(self) -> Ball:
        """h*(N̄)."""
        return self.u(self.mean) / self.M

    def theta(self, n: int) -> Ball:
        """h*(N_n)/h*(N̄) - 1."""
        return self.u(self.order.count(n)) / self.M / self.h_bar - 1

    def w_bar(self, n: int, column: int) -> Ball:
        """Entry of w̄_n = (M-1)h*(N̄)ζ_n."""
        return self.h_bar * (self.M - 1 if column == n else -1)

    def closed(self, column: int) -> Ball:
        """Entry (l, column) of (F')^(-T)(I+Θ')W̄' or of F(I-E')(I+Θ)W̄."""
        terms = (self.spread(self.l, k) * (1 + self.theta(k)) * self.w_bar(k, column) for k in range(self.K))
        return sum(terms, balls.ball(0))

    @property
    def gamma(self) -> Ball:
        """(M-1)²h*(N̄)/(M-1+exp(Mh*(N̄)))."""
        return (self.M - 1) ** 2 * self.h_bar / (self.M - 1 + balls.exp(self.M * self.h_bar))

    @property
    def sigma(self) -> Ball:
        """g(N_n)/g(N̄) - 1 for g = 1/(M-1+exp(Mh*))."""
        own = balls.exp(self.u(self.order.count(self.n)))
        return (self.M - 1 + balls.exp(self.M * self.h_bar)) / (self.M - 1 + own) - 1

    @property
    def q1(self) -> Ball:
        return balls.ball(Fraction(self.M, self.M - 1))

    @property
    def q0(self) -> Ball:
        return balls.ball(Fraction(-self.M, (self.M - 1) ** 2))

    @property
    def pushed(self) -> Ball:
        """Entry l of F(I-E')(I+Θ)W̄(N)(x_{T+1}-α)."""
        residual = self.answer
        return sum((self.weight(c) * self.closed(c) * residual[c] for c in self.columns), balls.ball(0))

    @property
    def by_entries(self) -> Ball:
        """The same, matrix by matrix: F, I - E', I + Θ and W̄."""
        residual, classes = self.answer, range(self.K)
        kept = [[int(k == i) - self.correction[k][i] for i in classes] for k in classes]
        scaled = [(1 + self.theta(i)) * sum((self.f[k][self.l] * kept[k][i] for k in classes), balls.ball(0)) for i in classes]
        pairs = ((i, c) for i in classes for c in self.columns)
        return sum((scaled[i] * self.weight(c) * self.w_bar(i, c) * residual[c] for i, c in pairs), balls.ball(0))

    @property
    def combined(self) -> Ball:
        """Entry l of F(I-E')(I+Θ)(q_0, ..., q_1, ..., q_0)ᵀ."""
        terms = (self.spread(self.l, k) * (1 + self.theta(k)) * (self.q1 if k == self.n else self.q0) for k in range(self.K))
        return sum(terms, balls.ball(0))

    @property
    def iota(self) -> Ball:
        """ι_n of Eqn 86."""
        n, E = self.n, self.correction
        rest = sum(((1 + self.theta(k)) * E[k][n] for k in range(self.K) if k != n), balls.ball(0))
        return (1 + self.sigma) * (self.q1 * (1 + self.theta(n)) * (1 - E[n][n]) - self.q0 * rest)

    def beta(self, other: int) -> Ball:
        """β_nn' of Eqn 88, with the sign of (1+θ_n') repaired."""
        n, E = self.n, self.correction
        rest = sum(((1 + self.theta(k)) * E[k][other] for k in range(self.K) if k != n), balls.ball(0))
        return (1 + self.sigma) * (self.q1 * (1 + self.theta(n)) * E[other][n] + self.q0 * (rest - (1 + self.theta(other))))

    @property
    def f_nl(self) -> Ball:
        return self.f[self.n][self.l]

    @property
    def others(self) -> Ball:
        """Entry l of Σ_{n'≠n} β_nn' f_n'."""
        return sum((self.beta(k) * self.f[k][self.l] for k in range(self.K) if k != self.n), balls.ball(0))


def bind_trained(i: Instance, arithmetic: Arithmetic, *, extended: bool = False) -> Trained:
    """Classes with ``weights``, the ``order`` they were shown in, the class ``n`` drawn now, token ``l`` and ``eta``.

    ``extended``: an M × M table of ``weights`` whose first K rows are the classes.
    """
    order = tuple(map(int, str(i.order).split(",")))
    return Trained(arithmetic, read(str(i.weights)), int(i.K), int(i.M), balls.ball(i.eta), order, int(i.n), int(i.l), extended)


@st.composite
def shown(draw: st.DrawFn, K: int, tokens: int) -> dict[str, object]:
    return {
        "order": ",".join(map(str, draw(st.lists(st.integers(0, K - 1), min_size=1, max_size=6)))),
        "n": draw(st.integers(0, K - 1)),
        "l": draw(st.integers(0, tokens - 1)),
        "eta": draw(learning_rates()),
    }


@st.composite
def drawn(draw: st.DrawFn) -> dict[str, object]:
    values = draw(sequence_classes(draw(st.sampled_from(["single common token", "several common tokens"]))))
    tokens, rows = len(read(values["weights"])[0]), range(len(read(values["boosts"])))
    untrained = {"boosts": word([[1] * tokens for _ in rows])}
    return {name: values[name] for name in ("K", "M", "psi", "weights")} | untrained | draw(shown(values["K"], tokens))


def small() -> Iterator[Instance]:
    for i, order, n, l in product(small_classes(), ("0", "0,1", "0,1,0"), (0, 1), (0, 1)):
        yield i.but(order=order, n=n, l=l, eta=Fraction(1, 2))


@st.composite
def drawn_extended(draw: st.DrawFn) -> dict[str, object]:
    M = draw(st.integers(2, 4))
    K = draw(st.integers(1, M))
    weights = [[draw(st.integers(0, 3)) + 4 * int(a == b) for b in range(M)] for a in range(M)]
    return {"K": K, "M": M, "weights": word(weights)} | draw(shown(K, M))


def small_extended() -> Iterator[Instance]:
    for M, K in ((2, 1), (2, 2), (3, 1), (3, 2), (3, 3)):
        weights = word([[4 if a == b else 1 for b in range(M)] for a in range(M)])
        for order, l in product(("0", "0,0", *(("0,1", "1,0,1") if K > 1 else ())), range(M)):
            yield Instance(K=K, M=M, weights=weights, order=order, n=0, l=l, eta=Fraction(1, 2))


VARIABLES = {
    "M": "vocabulary size",
    "K": "number of classes",
    "eta": "learning rate of the decoder",
    "gamma": "γ with h* for h",
    "sigma": "σ of Corollary 1",
    "iota": "ι_n of Eqn 86",
    "f_nl": "entry l of f_n",
    "others": "entry l of Σ_{n'≠n} β_nn' f_n'",
    "g_l": "entry l of g = Y(x_{T+1}-α)",
}
TRAINED = Domain(
    name="a decoder trained by Eqn 26 on classes that meet Assumption 2",
    draw=drawn,
    bind=bind_trained,
    conditions=(SHAPES, ARE_LAWS, INDEPENDENT, WEAK_CLASSES, STRONG_CLASSES, ETA_RANGE),
    small=small,
    variables=VARIABLES,
    feasible=ASSUMPTION_2,
)
REGULAR_SCORES = Condition(
    words="F' = [F, F°] is regular", check=lambda i: symmetric.is_definite(symmetric.gram(read(str(i.weights))))
)
EXTENDED = Domain(
    name="a decoder trained by the gradient in W'",
    draw=drawn_extended,
    bind=partial(bind_trained, extended=True),
    conditions=(M_RANGE, Condition(words="K ≤ M", check=lambda i: 1 <= i.K <= i.M), REGULAR_SCORES, ETA_RANGE),
    small=small_extended,
    variables={name: VARIABLES[name] for name in ("M", "K", "eta", "f_nl")},
    feasible="every 1 ≤ K ≤ M, M ≥ 2 and η_Y > 0: some completion F° makes F' regular whenever F has full column rank",
)
