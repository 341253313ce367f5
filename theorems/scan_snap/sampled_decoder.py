"""The decoder after uniformly sampled classes (scan_snap, Appendix D.4): Lemma 12 and Theorem 5."""

from theorems.scan_snap.class_counts import SECTION
from theorems.scan_snap.concentration import concave_around_mean, logit_at, relative_to, rise
from theorems.scan_snap.contents import from_centre
from theorems.scan_snap.language import *

i, j, n, N_i, theta_i, theta, zeta, w, w_bar = symbols("i j n N_i θ_i θ ζ w w̄")
Y, Theta_K, Theta_M, I, F, F_back, F_dual, E_prime, W_K, W_M = symbols("Y Θ Θ′ I F F′⁻⊤ F†⊤ E′ W̄ W̄′")
l, k, corrected = symbols("l k E′")
classes, columns, tokens = Named("[K]"), Named("[M]"), Named("[M] of a context")
ENTRIES: dict[Node, Any] = {  # the answers outside [K] share one column
    classes: lambda x: range(x.K),
    columns: lambda x: [c for c in x.columns if x.weight(c)],
    tokens: lambda x: x.tokens,
    n: lambda x: x.n,
    Y[l, j]: lambda x, l, j: x.Y[l][j],
    F[l, k]: lambda x, l, k: x.f[k][l],
    F_back[l, k]: lambda x, l, k: x.spread(l, k),
    F_dual[l, k]: lambda x, l, k: x.spread(l, k),
    corrected[k, i]: lambda x, k, i: x.correction[k][i],
    theta[i]: lambda x, i: x.theta(i),
    w_bar[i, j]: lambda x, i, j: x.w_bar(i, j),
    w[n, j]: lambda x, n, j: sum((x.f[n][l] * x.Y[l][j] for l in x.tokens), balls.ball(0)),
    zeta[n, j]: lambda x, n, j: 1 if j == n else Fraction(-1, x.M - 1),
    h(N_n): lambda x: x.u(x.order.count(x.n)) / x.M,
}
AS_MATRICES = Declared(
    vectors=(
        (((l, tokens), (j, columns)), {Y: Y[l, j]}),
        (((l, tokens), (k, classes)), {F: F[l, k], F_back: F_back[l, k], F_dual: F_dual[l, k]}),
        (
            ((k, classes), (i, classes)),
            {
                I: Indicator(k == i),
                E_prime: corrected[k, i],
                Theta_K: Indicator(k == i) * theta[i],
                Theta_M: Indicator(k == i) * theta[i],
            },
        ),
        (((i, classes), (j, columns)), {W_K(N): w_bar[i, j], W_M(N): w_bar[i, j]}),
        (((j, columns),), {w[n](N): w[n, j], w_bar[n](N): w_bar[n, j], zeta[n]: zeta[n, j]}),
    )
)
OF_CLASS = SHOWN_COUNTS.knowing({theta_i: "theta", N_i: "count"})
RELATIVE = Definition(
    "θ_i, for the class i that comes N_n times", (), (N_i == N_n) & (theta_i == h(N_n) / h(N_bar) - 1), of=OF_CLASS
)
L12 = Lemma("12", SECTION, "the decoder after uniform sampling", given=OF_CLASS, uses=["Lemma 5/Eqn 31", "Lemma 11/Eqn 61"])


L12["theta"] = abs(theta_i) <= abs(N_i - N_bar) / N_bar
L12["theta"].trivial(never_negative("|θ_i|")).note(
    "With h* instead of h the relative error is at most lead/N̄ (Remark 2), of lower order than K/√N."
)
RISEN = scripts.cases(h(N_bar) > 0, by(), by(COUNT_EQUATION(N_bar), EXP_ABOVE_TANGENT(-logit_at(N_bar))))


@proof(L12["theta"])
def _() -> None:
    """h is concave and starts at 0."""
    obtain((h(N_bar) > 0, RISEN), (relative_to(N_n), concave_around_mean(N_n)))
    distance = abs(N_i - N_bar)
    sizes = ABS_ABOVE(rise), ABS_ABOVE(N_i - N_bar), ABS_BELOW(N_n - N_bar, distance), ABS_BELOW(theta_i, distance / N_bar)
    hence(RELATIVE(), *sizes)


scale = K / sqrt(N) * sqrt(log(K / delta))
union_radius = Q(9, 4) * sqrt(N * log(K / delta))
ALL_CLASSES = strays_beyond(
    union_radius, "(9/4)√(N ln(K/δ)) ≥ max(N̄, N-N̄), so for all N ≤ 81/16·ln(K/δ)", farthest=from_centre, classes=True
)
MANY_CLASSES = "N ≥ 1, K ≥ 2 uniform classes, 0 < δ < 1"


all_close = Pr(ForAll(i, classes, abs(theta[i]) == O(scale))) >= 1 - delta
all_counts_close = K * Pr(abs(N_n - N_bar) > union_radius) <= delta
TWO_CLASSES = Condition(K >= 2, lambda i: i.p <= Fraction(1, 2), lambda i: i.but(p=min(Fraction(i.p), Fraction(1, 2))))
y, mean, rare = Symbol("y"), N * P(n), log(K / delta)
half_of_it = sqrt(N * rare)


def far_from_mean(count: Expr) -> Claim:
    return abs(count - mean) >= half_of_it


def far_from_centre(count: Expr) -> Claim:
    return abs(count - N_bar) > union_radius


def by_union() -> None:
    """Hoeffding for each of the K classes at √(N ln(K/δ)), where his bound is 2(δ/K)² ≤ δ/K for K ≥ 2; and
    1 ≤ 1.25 √(N ln 2). With N̄ ≥ N/K: |θ_i| ≤ (9/4)(K/√N)√(ln(K/δ)) for all i at once.
    """
    calc(N * rare).ge(log(2), LOG_GROWS(2, K / delta)).ge(Q(2, 3))
    with proving(ForAll(y, REALS, Implies(far_from_centre(y), far_from_mean(y)))):
        hence(CENTRE(), ABS_ABOVE(y - mean), ABS_BELOW(y - N_bar, abs(y - mean) + 1))
    (
        calc(K * Pr(far_from_centre(N_n)))
        .le(K * Pr(far_from_mean(N_n)), MORE_LIKELY(far_from_centre, far_from_mean, N_n, y))
        .le(K * (2 * exp(-2 * half_of_it**2 / N)), HOEFFDING_OF_BINOMIAL(N_n, N, P(n), half_of_it))
        .eq(2 * K * exp(-rare) ** 2)
        .eq(2 * K * (delta / K) ** 2)
        .le(delta)
    )


def stray(count: Expr) -> Claim:
    """A class that comes so often has a θ that is too large."""
    return (abs(h(count) / h(N_bar) - 1) > Q(9, 4) * scale) & (count >= 0)


def misses(theta: Expr) -> Claim:
    return abs(theta) > Q(9, 4) * scale


ALL_COUNTED = COUNTED.where(UNIFORM, TWO_CLASSES)
ALL_COUNTED = replace(
    ALL_COUNTED,
    points=replace(with_a_decoder(ALL_COUNTED.points), declared=Declared(same=(K, (classes,)))),
    quantities={
        **ALL_COUNTED.quantities,
        M: "M",
        eta_Y: "eta",
        Pr(abs(N[i] - N_bar) > r): lambda x, r: x.beyond(r),
        Pr(N[i] >= r): lambda x, r: x.at_least(r),
    },
    ranges=(
        *ALL_COUNTED.ranges,
        sure(N[i] >= 0),
        Pr(far_from_centre(N[i])) == Pr(far_from_centre(N_n)),
        fixed(M, eta_Y, h(N_bar)),
        M >= 2,
        eta_Y > 0,
    ),
)
ONE_OF_THEM = OF_CLASS.knowing({i: lambda _: 0, theta[i]: lambda x, _: x.theta, N[i]: lambda x, _: x.count})
THETA = Definition("θ_i = h(N_i)/h(N̄) - 1", (i,), theta[i] == h(N[i]) / h(N_bar) - 1, of=ONE_OF_THEM, at=((i,),))
strays, close_by = h(y) / h(N_bar) - 1, abs(y - N_bar) / N_bar
RELATIVE_TO_MEAN = Definition(
    "|h(N_i)/h(N̄) - 1| ≤ |N_i - N̄|/N̄",
    (y,),
    abs(strays) <= close_by,
    (y >= 0, N_bar > 0, M >= 2, eta_Y > 0),
    shown=lambda: scripts.have(
        relative_to(y),
        concave_around_mean(y),
        scripts.have(h(N_bar) > 0, RISEN, by(ABS_ABOVE(h(y) - h(N_bar)), ABS_BELOW(strays, close_by))),
    ),
    of=SHOWN_COUNTS,
    at=((N_n,),),
)
random_theta = h(N[i]) / h(N_bar) - 1
SHOWN = scripts.have(
    (N_bar > 0) & (N_bar >= N / K) & (rare >= 0) & (h(N_bar) > 0),
    scripts.each(by(CENTRE()), by(CENTRE()), by(LOG_GROWS(1, K / delta)), scripts.have(N_bar > 0, by(CENTRE()), RISEN)),
    scripts.have(
        ForAll(y, REALS, Implies(stray(y), far_from_centre(y))),
        scripts.each(
            scripts.calc(abs(y - N_bar))
            .ge(abs(strays) * N_bar, RELATIVE_TO_MEAN(y))
            .gt(Q(9, 4) * scale * N_bar)
            .ge(Q(9, 4) * scale * (N / K))
            .eq(union_radius)
        ),
        scripts.calc(K * Pr(misses(theta[i])))
        .eq(K * Pr(misses(random_theta)), THETA(i), EQUALS(lambda x: Pr(misses(x)), theta[i], random_theta))
        .eq(K * Pr(stray(N[i])), AND_CERTAIN(misses(random_theta), N[i] >= 0))
        .le(K * Pr(far_from_centre(N[i])), MORE_LIKELY(stray, far_from_centre, N[i], y))
        .eq(K * Pr(far_from_centre(N_n)))
        .le(delta),
    ),
)
with L12.where(given=ALL_COUNTED):
    L12["theta probability"] = all_close
L12["theta probability"].bridge(all_counts_close, shows=SHOWN).constant(Q(9, 4)).by_union()
L12["theta probability"].trivial(ALL_CLASSES).feasible(MANY_CLASSES)
L12["theta probability"].note(
    "With the constant 9/4, by a union bound over the classes. N ≫ K² is not needed for the bound, only for its being small. "
    "For K = 1, N_1 = N and θ = 0."
)
proof(L12["theta probability"].uses("Lemma 12/theta", "Lemma 10/Eqn 58 first"))(by_union)
