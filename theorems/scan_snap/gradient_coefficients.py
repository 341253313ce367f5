"""The coefficients of the back-propagated gradient (scan_snap, Section 4 and Appendix D.5): Theorem 1, Eqns 9, 82 to 88.

g = Y (x_{T+1} - alpha) is a combination of f_1, ..., f_K; up to (1 + sigma) gamma its coefficients are those of
(I - E')(I + Theta)(q_0, ..., q_1, ..., q_0)ᵀ, rationals of the overlaps and deviations of an instance.
"""

from theorems.scan_snap.eigenvalues import largest_of_corrected
from theorems.scan_snap.language import *
from theorems.scan_snap.modified_dynamics import (
    ANSWERS,
    CORRECTED_IN,
    DUAL,
    OF_TRAINING,
    ROWS,
    T5,
    drawn,
    dual_to_F,
    height,
    logits_of,
    parts_of_residual,
    residual_of,
    row,
    solution,
)


def deltas(x: Overlaps, n: int) -> tuple[Fraction, Fraction, dict[int, Fraction]]:
    """δ_1 = q_1(1+θ_n) - 1, δ_2 of ι_n and the δ_3 of all β_nn', defined by Eqns 87 and 89."""
    d1 = x.q1 * (1 + x.theta[n]) - 1
    d2 = x.iota(n) - (1 - x.E_prime[n][n]) * (1 + d1)
    return d1, d2, {m: x.beta(n, m) - x.E_prime[m][n] * (1 + d1) for m in range(x.K) if m != n}


def squares(x: Overlaps, n: int) -> Fraction:
    """Entry nn of UᵀD²(I+D)⁻¹U = E²(I+E)⁻¹."""
    back = symmetric.inverse(symmetric.combination(1, symmetric.identity(x.K), 1, x.E))
    return symmetric.product(symmetric.product(x.E, x.E), back)[n][n]


@lru_cache(maxsize=512)
def largest_correction(K: int, word: str) -> Ball:
    """The largest magnitude of an eigenvalue of E'."""
    with balls.precision(128):
        return symmetric.extreme_magnitudes(correction_of(K, word))[0]


N, T, sigma, gamma, delta, eta, t = symbols("N T σ γ δ η_Y t")
theta, iota, beta, h, x, alpha = symbols("θ ι β h x α")
q0, q1, xi, F, I, deviation, W, g = symbols("q_0 q_1 ξ F I Θ W̄ g")
product, difference, unit = symbols("(EE′) (E-E′-EE′) [q_0,…,q_1,…,q_0]")
delta1, delta2, delta3 = symbols("δ_1 δ_2 δ_3")
others = Without(classes, n)
lambda1 = abs(lam[1])
least = Smallest(i, classes, abs(lam[i]) ** 2)
spectral = Sum(k, classes, lam[k] ** 2 / (1 + lam[k]) * u[n, k] ** 2)
pull = Sum(np, others, beta[n, np] * (f[n] ** top * f[np]))
OF_WEAK_OVERLAPS = replace(OVERLAP_WORDS, points=WEAK_OVERLAPS, ranges=(*OVERLAP_WORDS.ranges, K >= 2)).knowing(
    {
        sigma: "sigma",
        q0: "q0",
        q1: "q1",
        theta[n]: lambda x, n: x.theta[n],
        iota[n]: lambda x, n: (1 + x.sigma) * x.iota(n),
        beta[n, np]: lambda x, n, other: (1 + x.sigma) * x.beta(n, other),
        delta1(n): lambda x, n: deltas(x, n)[0],
        delta2(n): lambda x, n: deltas(x, n)[1],
        delta3(n, np): lambda x, n, other: deltas(x, n)[2][other],
        least: lambda x: x.lambda_last**2,
        spectral: squares,
        corrected: lambda _: None,
        largest_of_corrected: lambda x: largest_correction(x.K, x.word),
        product[k, n]: lambda x, k, n: symmetric.product(x.E, x.E_prime)[k][n],
        difference[k, n]: lambda x, k, n: x.E[k][n] - x.E_prime[k][n] - symmetric.product(x.E, x.E_prime)[k][n],
    }
)
OF_OVERLAPS = replace(OF_WEAK_OVERLAPS, points=DEVIATING, ranges=(*OF_WEAK_OVERLAPS.ranges, sigma > -1))
pushed = F * (I - corrected) * (I + deviation) * W(N) * (x[T + 1] - alpha)
combined = F * (I - corrected) * (I + deviation) * unit**top
looked, columns, tokens = Symbol("l_0"), Named("[M]"), Named("[M] of a context")
Y, F_dual, w_bar = symbols("Y F†⊤ w̄")
answered = Indicator(j == n) - alpha[j](N + 1)


def of_rows(k: Expr) -> Expr:
    """Entry (l, j) of F(I-E′)(I+Θ)W̄, as Eqn 70 has it."""
    scaled = Indicator(i == ip) + Indicator(i == ip) * theta[ip]
    return Sum(i, classes, Sum(ip, classes, F[looked, k] * (Indicator(k == i) - corrected[k, i]) * scaled * w_bar[ip, j]))


ip = Symbol("i′")
in_Y, in_rows = (Sum(j, columns, x * answered) for x in (Y[looked, j], Sum(k, classes, of_rows(k))))
# a vector stands for its entry l
OF_TRAINED = Computed(
    TRAINED,
    {
        **OF_TRAINING.quantities,
        looked: "l",
        sigma: "sigma",
        gamma: "gamma",
        g: "slope",  # of the objective, by automatic differentiation
        in_Y: "g_l",
        in_rows: "by_entries",
        iota[n]: lambda x, _: x.iota,
        beta[n, np]: lambda x, _, other: x.beta(other),
        q0: "q0",
        q1: "q1",
        f[k]: lambda x, k: x.f[k][x.l],
        pushed: "pushed",
        combined: "combined",
    },
    ranges=(*OF_TRAINING.ranges, Member(n, classes), Member(looked, tokens)),
)

T1 = Lemma(
    "Theorem 1",
    "Section 4 and Appendix D.5",
    "the back-propagated gradient",
    given=OF_OVERLAPS,
    uses=["Theorem 5", "Corollary 1/Eqn 71"],
)
NEARLY_EQUAL = Condition(
    ForAll(n, classes, chain(-Q(1, 10), "<=", theta[n], "<=", Q(1, 10))),
    lambda i: all(abs(Fraction(v)) <= Fraction(1, 10) for v in str(i.theta).split(",")),
    lambda i: i.but(theta=",".join(str(Fraction(v) / 2) for v in str(i.theta).split(","))),
    said="t ≫ K²",
)


with T1.where(given=OF_TRAINED):
    T1["Eqn 9"] = g == gamma * (iota[n] * f[n] - Sum(np, others, beta[n, np] * f[np]))
    T1["Eqn 82"] = g == pushed
    T1["Eqn 83"] = g == (1 + sigma) * gamma * combined
T1["Eqn 9"].note("The coefficients are those of the appendix, β as repaired in Eqn 88.")
T1["Eqn 82"].uses("Theorem 5/Eqn 70").note("At instances g is the slope of ln α_n in f_n, by automatic differentiation.")
T1["Eqn 83"].note("q_1 stands in position n, and γ is that of Eqn 85.").uses("Notation D.1/q0 q1", "Corollary 1/Eqn 71")
own = q1 * (1 + theta[n]) * (1 - corrected[n, n])
T1["Eqn 86"] = ForAll(n, classes, iota[n] == (1 + sigma) * (own - q0 * Sum(k, others, (1 + theta[k]) * corrected[k, n])))


def coefficient(class_: Expr) -> Total:
    """That of f_class in F(I - E′)(I + Θ)(q_0, ..., q_1, ..., q_0)ᵀ, q_1 in position n."""
    weight = Cases(((k == n, q1),), q0)
    return Sum(k, classes, (Indicator(k == class_) - corrected[class_, k]) * ((1 + theta[k]) * weight))


IOTA = Definition(
    "ι_n is 1+σ times the coefficient of f_n", (n,), iota[n] == (1 + sigma) * coefficient(n), of=OF_OVERLAPS, at=((expr(0),),)
)
BETA = Definition(
    "β_nn′ is minus 1+σ times that of f_n′",
    (n, np),
    beta[n, np] == -(1 + sigma) * coefficient(np),
    of=OF_OVERLAPS,
    at=AT_ENTRIES[1:],
)
taken = Sum(k, others, (1 + theta[k]) * corrected[k, n])


def without_own(class_: Expr) -> Total:
    """The coefficient of f_class without the term of q_1."""
    return Sum(k, others, coefficient(class_).body)


whole = Sum(m, classes, f[m] * coefficient(m))
COMBINED = Definition("entry l of F(I-E′)(I+Θ)(q_0, ..., q_1, ..., q_0)ᵀ", (), combined == whole, of=OF_TRAINED)
GRADIENT = Definition(
    "g = Y(x_{T+1}-α) and F(I-E′)(I+Θ)W̄(x_{T+1}-α), entry by entry, for the class n that is drawn now",
    (),
    (g == in_Y) & (pushed == in_rows) & (drawn(N + 1) == n),
    of=OF_TRAINED,
)
SPEEDS = Definition(
    "γ and σ with h* for h; q_1, q_0",
    (),
    (gamma == (M - 1) ** 2 * h_star(N_bar) / (M - 1 + exp(M * h_star(N_bar))))
    & ((1 + sigma) * (M - 1 + exp(M * height(drawn(N + 1), N))) == M - 1 + exp(M * h_star(N_bar)))
    & (q1 == M / (M - 1))
    & (q0 == -M / (M - 1) ** 2),
    of=OF_TRAINED,
)
LOOKED_AT = Definition("entry l of f_k", (k,), f[k] == F[looked, k], of=OF_TRAINED, at=((expr(0),),))


@proof(T1["Eqn 82"])
def _() -> None:
    """g = Y(x-α) with Y of Theorem 5 (Eqn 70)."""
    have(in_Y == in_rows, equal(in_Y, in_rows), T5["Eqn 70"])
    hence(GRADIENT())


def zeta(class_: Expr) -> Expr:
    """Entry j of ζ_k."""
    return (M * Indicator(j == class_) - 1) / (M - 1)


weight = Cases(((k == n, q1),), q0)
drawn_now, meeting = drawn(N + 1), Sum(j, columns, zeta(drawn(N + 1)) * zeta(k))


@auxiliary(ForAll(k, classes, meeting == weight))
def zetas_meet() -> None:
    """Σ_j ζ_nj ζ_kj = M/(M-1)² (M [k = n] - 1)."""
    apart, count = Sum(j, columns, M * Indicator(j == k) - 1), Sum(j, columns, expr(1))
    own, at_k = (Sum(j, columns, x) for x in (Indicator(j == drawn_now) * apart.body, Indicator(j == k) * expr(1)))
    a = (M - 1) ** 2
    have(meeting == M / a * own - 1 / a * apart, linear(meeting, M / a, own, -1 / a, apart))
    at_drawn = SUM_PICKS(terms(apart), j, columns, drawn_now)
    have(own == M * Indicator(drawn_now == k) - 1, at_drawn)
    have(apart == M * at_k - count, linear(apart, M, at_k, -1, count))
    have(at_k == 1, SUM_PICKS(lambda _: expr(1), j, columns, k))
    have(count == M, ANSWERS(), SUM_RENAMED(lambda _: expr(1), j, k, columns))
    have(Indicator(drawn_now == k) == Indicator(n == k), GRADIENT(), EQUALS(lambda x: Indicator(x == k), drawn_now, n))
    with case(k == n):
        hence(SPEEDS(), INDICATOR_OF_EQUALITY(k, n), INDICATOR_HOLDS(k == n), CASE_HOLDS(k == n, q1, q0))
    with otherwise():
        hence(SPEEDS(), INDICATOR_OF_EQUALITY(k, n), INDICATOR_FAILS(k, n), CASE_FAILS(q1, q0, k, n))


@auxiliary(ForAll(j, columns, answered == (1 + sigma) * (M - 1) / (M - 1 + exp(M * h_star(N_bar))) * zeta(drawn_now)))
def answers_along_zeta() -> None:
    """Corollary 1 (Eqn 71)."""
    have(answered == Indicator(j == drawn_now) - alpha[j](N + 1), GRADIENT(), EQUALS(lambda x: Indicator(j == x), drawn_now, n))
    with case(j == drawn_now):
        hence(SPEEDS(), INDICATOR_HOLDS(j == drawn_now), CASE_HOLDS(j == drawn_now, *parts_of_residual(N)))
    with otherwise():
        hence(SPEEDS(), INDICATOR_FAILS(j, drawn_now), CASE_FAILS(*parts_of_residual(N), j, drawn_now))


@auxiliary(ForAll(k, classes, ForAll(j, columns, row(height(k, N)) == (1 + theta[k]) * (M - 1) * h_star(N_bar) * zeta(k))))
def rows_along_zeta() -> None:
    """W = (I+Θ)W̄."""
    have(height(k, N) == (1 + theta[k]) * h_star(N_bar), ROWS(looked, j, k))
    with case(j == k):
        hence(INDICATOR_HOLDS(j == k), CASE_HOLDS(j == k, (M - 1) * height(k, N), -height(k, N)))
    with otherwise():
        hence(INDICATOR_FAILS(j, k), CASE_FAILS((M - 1) * height(k, N), -height(k, N), j, k))


@proof(T1["Eqn 83"])
def _() -> None:
    """W̄(x-α) has the entries (M-1)h·(1+σ)(M-1)/(M-1+e^{Mh})·ζ_kᵀζ_n, and ζ_kᵀζ_n is q_1 or q_0."""
    obtain(dual_to_F, solution, logits_of(N), residual_of(N), answers_along_zeta, rows_along_zeta, zetas_meet)
    spread = Sum(j, columns, answered * Sum(k, classes, F_dual[looked, k] * row(height(k, N))))
    turned = Sum(k, classes, F_dual[looked, k] * Sum(j, columns, answered * row(height(k, N))))
    weighted = Sum(k, classes, (1 + theta[k]) * weight * F_dual[looked, k])
    with proving(ForAll(j, columns, Y[looked, j] == last_factor(spread))):
        rows = Sum(k, classes, row(height(k, N)) * F_dual[looked, k])
        have(rows == last_factor(spread), equal(rows, last_factor(spread)))
        hence(ROWS(looked, j, looked))
    have(in_Y == spread, equal(in_Y, spread))
    with proving(ForAll(k, classes, last_factor(turned) == (1 + sigma) * gamma * (1 + theta[k]) * weight)):
        have(
            last_factor(turned) == (1 + sigma) * gamma * (1 + theta[k]) * meeting,
            multiple(last_factor(turned), (1 + sigma) * gamma * (1 + theta[k]), meeting),
            SPEEDS(),
        )
    have(turned == (1 + sigma) * gamma * weighted, multiple(turned, (1 + sigma) * gamma, weighted))
    columns_of = Sum(k, classes, (1 + theta[k]) * weight * Sum(m, classes, f[m] * back[m, k]))
    by_rows = Sum(m, classes, f[m] * Sum(k, classes, (1 + theta[k]) * weight * back[m, k]))
    with proving(ForAll(k, classes, Sum(m, classes, f[m] * back[m, k]) == F_dual[looked, k])):
        dual = Sum(m, classes, back[m, k] * F[looked, m])
        have(Sum(m, classes, f[m] * back[m, k]) == dual, equal(Sum(m, classes, f[m] * back[m, k]), dual), LOOKED_AT(m))
        hence(DUAL(looked, k, m))
    have(columns_of == weighted, equal(columns_of, weighted))
    with proving(ForAll(m, classes, coefficient(m) == last_factor(by_rows))):
        hence(equal(coefficient(m), last_factor(by_rows)), CORRECTED_IN(m, k), INDICATOR_OF_EQUALITY(m, k))
    have(whole == by_rows, equal(whole, by_rows))
    hence(GRADIENT(), COMBINED(), exchanged(spread), exchanged(by_rows))


COEFFICIENTS = Definition(
    "ι_n and -β_nn′ are 1+σ times the coefficients of f_n and f_n′",
    (),
    (iota[n] == (1 + sigma) * coefficient(n)) & ForAll(np, others, beta[n, np] == -(1 + sigma) * coefficient(np)),
    of=OF_TRAINED,
)


@proof(T1["Eqn 9"])
def _() -> None:
    """Eqn 83, column by column."""
    pulled, away = Sum(np, others, beta[n, np] * f[np]), Sum(np, others, f[np] * coefficient(np))
    have(pulled == -(1 + sigma) * away, multiple(pulled, -(1 + sigma), away), COEFFICIENTS())
    have(
        whole == f[n] * coefficient(n) + away,
        SUM_WITHOUT(terms(whole), m, classes, n),
        SUM_RENAMED(terms(whole), m, np, others),
    )
    hence(T1["Eqn 83"], COMBINED(), COEFFICIENTS())


@proof(T1["Eqn 86"].uses())
def _() -> None:
    """q_1 stands in position n, and E′ is symmetric."""
    obtain(corrected_is_symmetric)
    have(without_own(n) == -q0 * taken, multiple(without_own(n), -q0, taken), CASE_FAILS(q1, q0, k, n), INDICATOR_FAILS(k, n))
    hence(IOTA(n), SUM_WITHOUT(terms(coefficient(n)), k, classes, n), CASE_HOLDS(n == n, q1, q0), INDICATOR_HOLDS(n == n))


rest = Sum(k, others, (1 + theta[k]) * corrected[k, np])
first = q1 * (1 + theta[n]) * corrected[np, n]
T1["Eqn 88"] = ForAll(n, classes, ForAll(np, others, beta[n, np] == (1 + sigma) * (first + q0 * ((1 + theta[np]) + rest))))
T1["Eqn 88"].uses().refuted("K=2 M=580 E=1/4 theta=0,0")
T1["Eqn 88"].note(
    "The term (1+θ_n') has the wrong sign: the error is 2M(1+θ_n')/(M-1)², of the order of the overlap corrections δ_3 "
    "themselves; small against E' only while E' ≫ 1/M."
)
repaired_88 = repaired = T1["Eqn 88"].repair(
    claim=ForAll(n, classes, ForAll(np, others, beta[n, np] == (1 + sigma) * (first + q0 * (-(1 + theta[np]) + rest)))),
    why="the sign of (1+θ_n')",
)


@proof(repaired)
def _() -> None:
    """q_1 stands in position n, and E′ is symmetric; -q_0(1+θ_n') comes from I."""
    obtain(corrected_is_symmetric)
    direct = Sum(k, others, Indicator(k == np) * (1 + theta[k]))
    in_parts = linear(without_own(np), q0, direct, -q0, rest)
    have(without_own(np) == q0 * direct - q0 * rest, in_parts, CASE_FAILS(q1, q0, k, n))
    have(direct == 1 + theta[np], SUM_PICKS(lambda k: 1 + theta[k], k, others, np))
    own_term = CASE_HOLDS(n == n, q1, q0), INDICATOR_FAILS(n, np)
    hence(BETA(n, np), SUM_WITHOUT(terms(coefficient(np)), k, classes, n), *own_term)
