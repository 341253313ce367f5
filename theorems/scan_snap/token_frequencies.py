"""How often a token stands in a context (scan_snap, Appendix H): Lemma 18."""

from math import comb

from theorems.kernel import scripts
from theorems.kernel.scripts import cases
from theorems.scan_snap.class_counts import STRAYS
from theorems.scan_snap.language import *
from theorems.scan_snap.long_contexts import *
from theorems.textbook import *

L18 = Lemma("18", "Appendix H", "token frequencies", given=CONTEXTS)


s, qh = symbols("s q_{m,n}∘h")
AS_ARRAYS = Declared(
    vectors=(
        (((l, tokens),), {q: q[l], qh: q[l] * h[l]}),
        (((t, positions),), {h_X: p[t]}),
        (((t, positions), (l, tokens)), {X: X[t, l]}),
        (((l, tokens), (t, positions)), {X_T: X[t, l]}),
        (((t, positions), (s, positions)), {diag(h_X): Indicator(s == t) * p[t]}),
        (((i, tokens), (j, tokens)), {diag(qh): Indicator(i == j) * (q[i] * h[i])}),
    )
)
frequencies = ForAll(l, tokens, q[l] >= 0) & (Sum(l, tokens, q[l]) == 1)
with L18.where(given=replace(CONTEXTS, points=replace(CONTEXTS.points, declared=AS_ARRAYS))):
    L18["Eqn 134, 135"] = Exists(
        q, Named("ℝ^M"), frequencies & (X_T * h_X / (T - 1) == qh) & (X_T * diag(h_X) * X / (T - 1) == diag(qh))
    )
L18["Eqn 134, 135"].witness(q).note("q_l = tally_l/(T-1), Eqn 137, for every vector h; at instances h = exp(z).")
counts = Sum(t, positions, X[t, l])
by_token = Sum(t, positions, Sum(l, tokens, X[t, l]))
lp = Symbol("l′")
across = Sum(s, positions, X[t, l] * (Indicator(s == t) * p[t]) * X[s, lp])  # entry (t, l, l′) of X⊤ diag(h_X) X
same_place = Sum(s, positions, Indicator(s == t) * (X[t, l] * p[t] * X[s, lp]))


@proof(L18["Eqn 134, 135"])
def _() -> None:
    """Group the positions by token: token l occurs (T-1)q_l times."""
    with proving(ForAll(l, tokens, q[l] >= 0)):
        have(ForAll(t, positions, X[t, l] >= 0), ONE_TOKEN_EACH(t, l, l))
        hence(EQN_137(l), SUM_NONNEGATIVE(lambda t: X[t, l], t, positions))
    have(by_token == Sum(t, positions, 1), SUM_EQUAL, ONE_PER_PLACE(t, l))
    scaled = multiple(Sum(l, tokens, q[l]), 1 / (T - 1), Sum(l, tokens, counts))
    have(Sum(l, tokens, q[l]) == 1, scaled, EQN_137(l), LENGTH(), SUM_SWAP(lambda l, t: X[t, l], l, tokens, t, positions))
    with proving(ForAll(l, tokens, gathered(p, l) == h[l] * counts)):
        hence(multiple(gathered(p, l), h[l], counts), ONE_TOKEN_EACH(t, l, l))
    with proving(ForAll(l, tokens, ForAll(lp, tokens, Sum(t, positions, across) == Indicator(l == lp) * h[l] * counts))):
        scaled = multiple(Sum(t, positions, across), Indicator(l == lp) * h[l], counts)
        with proving(*scaled.hypotheses):
            have(across == same_place, SUM_EQUAL)
            hence(SUM_PICKS(lambda s: X[t, l] * p[t] * X[s, lp], s, positions, t), ONE_TOKEN_EACH(t, l, lp))
        hence(scaled)
    hence(EQN_137(l))


FREQUENCY = COUNTED.knowing(
    {
        T: lambda x: x.N + 1,
        Pr(q_l >= r): lambda x, r: x.at_least(r * x.N),
        Pr(abs(q_l - probability) > r): lambda x, r: x.strayed(r * x.N),
        Pr(abs(q_l - probability) >= r): lambda x, r: x.strayed(r * x.N),  # no atom is at the thresholds compared
    }
)
FREQUENCY = replace(
    FREQUENCY,
    ranges=(
        T == N + 1,
        binomial(N * q_l, N, probability),
        sure(q_l >= 0),
        fixed(N, T, delta, probability),
    ),
)
AT_DISTANCE = FREQUENCY.knowing({t: lambda x: balls.sqrt(balls.log(balls.ball(2 / x.delta)) / (2 * x.N))})
AT_DISTANCE = replace(AT_DISTANCE, ranges=(*AT_DISTANCE.ranges, t > 0, fixed(t)))
radius = sqrt(log(2 / delta) / (2 * (T - 1)))


def inside(frequency: Expr, radius: Expr = radius, probability: Expr = probability) -> Claim:
    return chain(largest(0, probability - radius), "<=", frequency, "<=", probability + radius)


def near(frequency: Expr, radius: Expr = radius, probability: Expr = probability) -> Claim:
    return (abs(frequency - probability) <= radius) & (frequency >= 0)


def strays_in_count(
    t: Expr, part: Callable[[Expr], Claim], bound: Expr, q_l: Expr = q_l, probability: Expr = probability
) -> None:
    """Statements of a proof: the frequency strays by t where the count strays by Nt, which Hoeffding bounds."""

    def count_strays(count: Expr) -> Claim:
        return abs(N * count - N * probability) >= N * t

    have(ForAll(y, REALS, Implies(part(y), count_strays(y))), ABS_OF_PRODUCT(N, y - probability), ABS_OF_NONNEGATIVE(N))
    (
        calc(Pr(part(q_l)))
        .le(Pr(count_strays(q_l)), MORE_LIKELY(part, count_strays, q_l, y))
        .le(2 * exp(-2 * (N * t) ** 2 / N), HOEFFDING_OF_BINOMIAL(N * q_l, N, probability, N * t))
        .eq(bound)
    )


y, enough = Symbol("y"), log(2 / delta)
with L18.where(given=FREQUENCY):
    L18["Eqn 136"] = Pr(inside(q_l)) >= 1 - delta
with L18.where(given=AT_DISTANCE):
    L18["Eqn 138"] = Pr(abs(q_l - probability) >= t) <= 2 * exp(-(2 * (T - 1) * t**2))
distance, has_a_radius = abs(q_l - probability), cases(enough >= 0, by(), by(LOG_GROWS(1, 2 / delta)))
from_contrary = (
    scripts.calc(Pr(inside(q_l)))
    .ge(Pr(near(q_l)), MORE_LIKELY(near, inside, q_l, y))
    .eq(Pr(distance <= radius), AND_CERTAIN(distance <= radius, q_l >= 0))
    .ge(1 - delta, ABOVE_OR_NOT(distance, radius))
)
never_farther = scripts.have(
    ForAll(y, REALS, Implies(near(y), inside(y))),
    by(ABS_ABOVE(y - probability), MAX_BELOW(0, probability - radius, y)),
    from_contrary,
)
L18["Eqn 136"].bridge(Pr(distance > radius) <= delta, shows=scripts.have(enough >= 0, has_a_radius, never_farther)).trivial(
    STRAYS
)
L18["Eqn 136"].note("For each token l, N = T - 1 draws. Where P(l|m,n) = 0, q_l = 0 for sure.")


@proof(L18["Eqn 136"])
def _() -> None:
    """Hoeffding at the radius."""
    have(enough >= 0, has_a_radius)
    strays_in_count(radius, lambda x: abs(x - probability) > radius, 2 * exp(-enough))


L18["Eqn 138"].note("For every t > 0; at instances t = √(ln(2/δ)/(2(T-1))), and N = T - 1.").trivial(STRAYS)


@proof(L18["Eqn 138"])
def _() -> None:
    """Hoeffding at t."""
    strays_in_count(t, lambda x: abs(x - probability) >= t, 2 * exp(-(2 * (T - 1) * t**2)))


@dataclass(frozen=True)
class Uniform:
    """One position, uniform on M tokens: the frequency vector is one-hot for sure."""

    M: int
    delta: Fraction

    def violation(self, radius: Ball) -> Fraction:
        """Pr[some |q_l - P_l| exceeds the radius] for T = 2: the drawn token has q = 1, all others 0."""
        return Fraction(int(certainly(lambda: balls.gt(balls.ball(Fraction(self.M - 1, self.M)), radius))))


UNIFORM_TOKEN = Domain(
    name="T = 2, uniform tokens",
    draw=lambda: st.builds(
        lambda M, delta: {"M": M, "delta": delta},
        st.integers(2, 40),
        st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=100),
    ),
    bind=lambda i, arithmetic: Uniform(int(i.M), Fraction(i.delta)),
    conditions=(Condition(M >= 2), DELTA_RANGE),
    small=lambda: (Instance(M=size, delta=Fraction(k, 10)) for size in range(2, 12) for k in range(9, 0, -1)),
    variables={"M": "vocabulary size", "delta": "allowed failure probability"},
    feasible="every M ≥ 2, 0 < δ < 1",
)
union_radius = sqrt(log(2 * M / delta) / (2 * (T - 1)))


def every_inside(radius: Expr, probability: Expr = probability) -> Expr:
    """Pr[every frequency is inside]."""
    return Pr(ForAll(l, tokens, inside(q[l], radius, probability)))


ONE_POSITION: Computed = Computed(
    UNIFORM_TOKEN,
    {T: lambda _: 2, delta: "delta", every_inside(radius): lambda x: 1 - x.violation(ONE_POSITION.seen(x).value(radius))},
)
with L18.where(given=ONE_POSITION):
    L18["Eqn 136 all tokens"] = every_inside(radius) >= 1 - delta
L18["Eqn 136 all tokens"].refuted("M=3 delta=9/10").uses("Lemma 18/Eqn 136")
L18["Eqn 136 all tokens"].note(
    "The stronger reading people take from the lemma: one event for the whole vector q. Tested at T = 2, uniform P."
)


@dataclass(frozen=True)
class Frequencies:
    """T - 1 positions with tokens of one law: the law of the frequency vector, exactly."""

    law: tuple[Fraction, ...]
    T: int
    delta: Fraction

    @property
    def M(self) -> int:
        return len(self.law)

    @property
    def N(self) -> int:
        return self.T - 1

    def within(self, radius: Ball, p: Fraction) -> list[int]:
        """The counts whose frequency is within the radius of p."""
        distances = {count: abs(Fraction(count, self.N) - p) for count in range(self.N + 1)}
        return [count for count, d in distances.items() if certainly(lambda d=d: balls.le(balls.ball(d), radius))]  # type: ignore[misc]

    def violation(self, radius: Ball) -> Fraction:
        """Pr[some |q_l - P(l)| exceeds the radius]: what the words with all counts within leave of 1."""
        weights = {0: Fraction(1)}  # of the words, by the number of positions filled by the tokens so far
        for p in self.law:
            longer: dict[int, Fraction] = {}
            for used, weight in weights.items():
                for count in self.within(radius, p):
                    if used + count <= self.N:
                        ways = comb(self.N - used, count)
                        longer[used + count] = longer.get(used + count, Fraction(0)) + weight * ways * p**count
            weights = longer
        return 1 - weights.get(self.N, Fraction(0))


def bind_frequencies(i: Instance, _: Arithmetic) -> Frequencies:
    """Tokens of the law ``weights``, ``T`` and ``delta``."""
    (weights,) = read(str(i.weights))
    return Frequencies(tuple(weight / sum(weights) for weight in weights), int(i.T), Fraction(i.delta))


def _is_law(i: Instance) -> bool:
    (weights,) = read(str(i.weights))
    return len(weights) >= 2 and all(weight >= 0 for weight in weights) and any(weights)


FREQUENCIES = Domain(
    name="tokens of a law",
    draw=lambda: st.builds(
        lambda weights, T, delta: {"weights": word([weights]), "T": T, "delta": delta},
        st.lists(st.integers(0, 9), min_size=2, max_size=5).filter(any),
        st.integers(2, 30),
        st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=100),
    ),
    bind=bind_frequencies,
    conditions=(
        Condition(words="M ≥ 2, P(·|n) is a law", check=_is_law),
        Condition(words="T ≥ 2", check=lambda i: i.T >= 2),
        DELTA_RANGE,
    ),
    small=lambda: (
        Instance(weights=weights, T=T, delta=Fraction(k, 10))
        for weights in ("1,1", "1,2", "1,1,1", "0,1,5", "1,1,1,1")
        for T in range(2, 20)
        for k in (9, 5, 1)
    ),
    variables={"T": "length of the sequence", "delta": "allowed failure probability"},
    feasible="every law on M ≥ 2 tokens, T ≥ 2, 0 < δ < 1",
)
ALL_TOKENS: Computed = Computed(
    FREQUENCIES,
    {
        T: "T",
        M: "M",
        N: "N",
        delta: "delta",
        P(l): lambda x, l: x.law[l],
        tokens: lambda x: range(x.M),
        every_inside(union_radius, P(l)): lambda x: 1 - x.violation(ALL_TOKENS.seen(x).value(union_radius)),
    },
    ranges=(
        T == N + 1,
        N >= 1,
        M >= 2,
        ForAll(l, tokens, binomial(N * q[l], N, P(l))),
        ForAll(l, tokens, sure(q[l] >= 0)),
        ForAll(l, tokens, fixed(P(l))),
        fixed(tokens, M, N, T, delta),
    ),
)
M_TOKENS = Definition("M tokens", (SUMMED,), Sum(SUMMED, tokens, expr(1)) == M, of=ALL_TOKENS, at=((l,),))


def _never_outside(x: Frequencies) -> bool:
    farthest = max(max(p, 1 - p) if p else p for p in x.law)
    return certainly(lambda: balls.ge(ALL_TOKENS.seen(x).value(union_radius), balls.ball(farthest)))


repaired = L18["Eqn 136 all tokens"].instead(
    given=ALL_TOKENS,
    claim=every_inside(union_radius, P(l)) >= 1 - delta,
    why="a union bound over the M tokens: ln(2M/δ)",
)
repaired.trivial(
    TrivialRange(
        "0 ≤ Pr ≤ 1, and 1 where no frequency is farther",
        lambda x: balls.ball(1 if _never_outside(x) else 0),
        1,
        uninformative="√(ln(2M/δ)/(2(T-1))) ≥ P(l), 1 - P(l) for every token with P(l) > 0",
        where=lambda i: _never_outside(FREQUENCIES.bind(i, BALLS)),
    )
)
of_all = log(2 * M / delta)


@auxiliary(ForAll(l, tokens, Pr(inside(q[l], union_radius, P(l))) >= 1 - delta / M))
def each_inside() -> None:
    """Hoeffding at δ/M."""
    strays_in_count(union_radius, lambda x: abs(x - P(l)) > union_radius, 2 * exp(-of_all), q[l], P(l))
    kept, close, distance = inside(q[l], union_radius, P(l)), near(q[l], union_radius, P(l)), abs(q[l] - P(l))
    with proving(ForAll(y, REALS, Implies(near(y, union_radius, P(l)), inside(y, union_radius, P(l))))):
        hence(ABS_ABOVE(y - P(l)), MAX_BELOW(0, P(l) - union_radius, y))
    (
        calc(Pr(kept))
        .ge(Pr(close), MORE_LIKELY(lambda x: near(x, union_radius, P(l)), lambda x: inside(x, union_radius, P(l)), q[l], y))
        .eq(Pr(distance <= union_radius), AND_CERTAIN(distance <= union_radius, q[l] >= 0))
        .ge(1 - delta / M, ABOVE_OR_NOT(distance, union_radius))
    )


@proof(repaired)
def _() -> None:
    """Each token at δ/M, and the union bound over the M of them."""
    have(of_all >= 0, LOG_GROWS(1, 2 * M / delta))
    obtain(each_inside)
    missed = Sum(l, tokens, 1 - Pr(inside(q[l], union_radius, P(l))))
    have(missed <= delta, SUM_BELOW_COUNT(terms(missed), delta / M, l, tokens), M_TOKENS(l))
    hence(ALL_AT_ONCE(lambda k: inside(q[k], union_radius, P(k)), l, tokens))


L18["limit"] = Words(Limit(q_l, T, INFINITY) == probability, " almost surely")
L18["limit"].note("Almost sure convergence: no comparison at an instance. Eqn 138 is its form at finite T.").uses(
    "Lemma 18/Eqn 138"
)
L18["limit"].proved(
    proved(
        "The bounds of Eqn 138 are summable for every t > 0 (Borel-Cantelli).",
        SUMMABLE,
        *HOEFFDING,
        in_words="From summable probabilities to almost sure convergence: by Borel-Cantelli almost surely only finitely many "
        "of the events |q - P| > t happen, for each t = 1/k. No step speaks of events of an infinite sequence.",
    )
)


STATEMENTS = (L18,)
