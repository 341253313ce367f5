"""Sequence classes: their hypotheses, the families of instances, and the words of statements about them."""

import itertools

from strategies.sequence_classes import sequence_classes, single_common_token, word
from strategies.sequence_classes import symmetric as symmetric_classes
from theorems.scan_snap import overlaps
from theorems.scan_snap.class_models import *
from theorems.scan_snap.overlaps import *
from theorems.scan_snap.words import *


def _shapes(i: Instance) -> bool:
    weights, boosts, psi = read(str(i.weights)), read(str(i.boosts)), queries_of(i)
    fits = (
        len(weights) == len(psi) == len(deviations_of(i)) == i.K
        and len(boosts) == max(psi) + 1
        and len(boosts[0]) == len(weights[0])
    )
    return fits and len(weights[0]) <= i.M and min(psi) >= 0 and i.K >= 2


SHAPES = Condition(words="K ≥ 2 classes on tokens of [M], every class with a query", check=_shapes)
ARE_LAWS = Condition(
    words="P(·|n) is a law: weights ≥ 0, not all 0; exp(z) > 0",
    check=lambda i: (
        all(all(x >= 0 for x in row) and any(row) for row in read(str(i.weights)))
        and all(x > 0 for row in read(str(i.boosts)) for x in row)
    ),
)
INDEPENDENT = Condition(words="F has full column rank", check=lambda i: symmetric.is_definite(gram_of(i)))
WEAK_CLASSES = Condition(overlaps.WEAK.claim, weak_enough)
STRONG_CLASSES = Condition(overlaps.STRONG.claim, strong_enough, lambda i: i if strong_enough(i) else i.but(M=int(i.M) * 10**6))
ONE_QUERY = Condition(words="ψ(n) = m₀ for all n", check=lambda i: len(set(queries_of(i))) == 1)
UNTRAINED = Condition(
    words="Z(0) = 0",
    check=lambda i: all(x == 1 for row in read(str(i.boosts)) for x in row),
    steer=lambda i: i.but(boosts=word([[1] * len(row) for row in read(str(i.boosts))])),
)


def _symmetric(i: Instance) -> bool:
    weights = read(str(i.weights))
    shared = common_tokens(weights)
    totals = [sum(row) for row in weights]
    lists = [sorted(weights[n][l] / totals[n] for l in distinct_tokens(weights, n)) for n in range(len(weights))]
    same_common = all(len({row[l] / total for row, total in zip(weights, totals, strict=True)}) == 1 for l in shared)
    return all(x == lists[0] for x in lists) and same_common


SYMMETRIC_CLASSES = Condition(
    words="P(l|n) = ρ_l for l ∈ G_CT, and P on the distinct tokens agrees under a bijection", check=_symmetric
)


def _images(i: Instance) -> bool:
    weights, scores = read(str(i.weights)), scores_of(i)
    lists = [
        sorted((row[l] / sum(row), scores[n][l] / sum(row)) for l in distinct_tokens(weights, n))
        for n, row in enumerate(weights)
    ]
    return all(x == lists[0] for x in lists)


STAY_IMAGES = Condition(words="z_l(t) = z_φ(l)(t): so at Z(0) = 0, and ever after by the induction", check=_images)


def small_classes() -> Iterator[Instance]:
    """Two, then three classes with one common token, with larger and larger vocabularies; first a class that has no other
    token, and, beside Assumption 2, classes that do not overlap, and three nearly in a plane with a fourth that barely meets
    the middle one (ξ_n < 0 for it); then two classes of which one attends to a common token that gains on its own; then
    three of which two have not come yet (ξ_n < 0 for one).
    """
    yield Instance(K=2, M=400, psi="0,1", weights="3,0;3,6", boosts="1,1;1,1")
    yield Instance(K=2, M=145, psi="0,0", weights="5,0;0,5", boosts="1,1")
    yield Instance(K=2, M=145, psi="0,0", weights="5,4,0;0,0,5", boosts="1,1,1")
    yield Instance(K=3, M=400, psi="0,0,1", weights="3,7,0,0;3,0,7,0;0,0,0,5", boosts="1,1,1,1;1,1,1,1")
    plane = "7,1,0,0,0,0,0;50000,50000,21,0,0,0,0;1,7,0,0,0,0,0"
    yield Instance(K=5, M=1600, psi="0,0,0,0,0", weights=f"{plane};0,0,3,4,8,4,0;0,0,0,4,0,0,9", boosts="1,1,1,1,1,1,1")
    yield Instance(K=2, M=400, psi="0,1", weights="7,4,2,0;1,4,0,7", boosts="1,1,1,1;1,1,1,1")
    around = "3,0,1,6,0,0;3,3,0,0,6,0;0,3,1,0,0,6"
    yield Instance(K=3, M=10**6, psi="0,0,0", weights=around, boosts="1,1,1,1,1,1", theta="-1,-1,2")
    for K, M in itertools.product((2, 3), (145, 400, 10_000, 10**6)):
        for common, own in itertools.product(((3,) * K, (2,) * K, tuple(range(3, 3 + K))), (((5,),) * K, ((4, 3),) * K)):
            weights = single_common_token(common, own)
            start = word([[1] * len(weights[0])])
            yield Instance(K=K, M=M, psi=",".join("0" * K), weights=word(weights), boosts=start)


def small_symmetric() -> Iterator[Instance]:
    """Two, then three classes that are images of each other; last two of which one came more often."""
    for K, M, common in itertools.product((2, 3), (400, 10_000, 10**6), ((3,), (2, 2))):
        weights = symmetric_classes(common, (5, 4), K)
        later = [Fraction(1, k + 2) for k in range(len(common))] + [2, 1] * K
        for boosts in ([1] * len(weights[0]), later):
            yield Instance(K=K, M=M, psi=",".join("0" * K), weights=word(weights), boosts=word([boosts]))
    yield Instance(K=2, M=10_000, psi="0,0", weights="3,5,4,0,0;3,0,0,5,4", boosts="1,1,1,1,1", theta="1/10,-1/10")


_VARIABLES = {"M": "vocabulary size", "K": "number of classes"}


def classes_domain(family: str, *conditions: Condition, small: Any = small_classes) -> Domain:
    """Sequence classes of a family of :func:`strategies.sequence_classes.sequence_classes` that meet Assumption 2."""
    return Domain(
        name=f"sequence classes ({family})",
        draw=lambda: deviating(sequence_classes(family)),
        bind=bind_classes,
        conditions=(SHAPES, ARE_LAWS, INDEPENDENT, WEAK_CLASSES, STRONG_CLASSES, *conditions),
        small=small,
        variables=_VARIABLES,
        feasible=ASSUMPTION_2 if family == "several common tokens" else ONE_COMMON_TOKEN,
    )


K, t, m, n, l, z, f, xi, gamma, eta_Z = symbols("K t m n l z f ξ γ η_Z")
np, k = symbols("n′ k")  # another class, any token
beta, psi, P, score = symbols("β ψ P c̃")
q0, q1 = symbols("q_0 q_1")
tokens, queries, common = Named("[M]"), Named("ψ([K])"), Named("G_CT")
ONE_COMMON = Condition(
    Sum(l, common, expr(1)) == 1, lambda i: len(common_tokens(read(str(i.weights)))) == 1, said="one common token"
)
EQUAL_COUNTS = Condition(
    ForAll(n, classes, theta[n] == 0),
    lambda i: not any(deviations_of(i)),
    lambda i: i.but(theta=word([[0] * int(i.K)])),
    said="each class came equally often",
)
NEAR_EQUAL_COUNTS = Condition(
    overlaps.SMALL_THETA.claim,
    lambda i: all(abs(deviation) <= Fraction(1, 5) for deviation in deviations_of(i)),
    lambda i: i.but(theta=word([[max(-Fraction(1, 5), min(Fraction(1, 5), deviation)) for deviation in deviations_of(i)]])),
)
others = Without(classes, n)


def of_query(query: Expr) -> SetOf:
    """ψ⁻¹(m), the classes that it asks for."""
    return SetOf("ψ⁻¹", (query,))


def distinct(class_: Expr) -> SetOf:
    """G_DT(n)."""
    return SetOf("G_DT", (class_,))


def shared(class_: Expr, other: Expr) -> SetOf:
    """G_CT(n, n′)."""
    return SetOf("G_CT", (class_, other))


def an_owner(x: Classes, query: int) -> int | None:
    """A class of the query that has a distinct token, if there is one."""
    return next((n for n in x.members(query) if x.distinct(n)), None)


owner, own_token = symbols("n_own l_own")  # a class of a query with a distinct token, and that token
owning = Named("{m: some n ∈ ψ⁻¹(m) has a distinct token}")
CLASS_WORDS = Computed(
    classes_domain("several common tokens"),
    {
        eta_Z: lambda _: 1,  # time is counted so that η_Zγ = 1
        gamma: lambda _: 1,
        classes: lambda x: range(x.K),
        tokens: lambda x: range(x.tokens),
        queries: lambda x: sorted(set(x.psi)),
        common: lambda x: x.common,
        of_query(m): lambda x, m: x.members(m),
        distinct(n): lambda x, n: x.distinct(n),
        shared(n, np): lambda x, n, other: [l for l in range(x.tokens) if x.weights[n][l] * x.weights[other][l] > 0],
        psi(n): lambda x, n: x.psi[n],
        owning: lambda x: [m for m in sorted(set(x.psi)) if an_owner(x, m) is not None],
        owner[m]: an_owner,
        own_token[m]: lambda x, m: x.distinct(an_owner(x, m))[0],
        P(l, n): lambda x, l, n: x.weights[n][l] / sum(x.weights[n]),
        score[l, n]: lambda x, l, n: x.scores[n][l] / sum(x.weights[n]),
        f[n, l]: lambda x, n, l: x.f[n][l],
        f[n] ** top * f[np]: lambda x, n, other: x.E[n][other] if n != other else 1,
        theta[n]: lambda x, n: x.theta[n],
        beta[n, np]: lambda x, n, other: x.beta[n][other],
        xi[n]: lambda x, n: x.xi(n),
        q0: "q0",
        q1: "q1",
        excess[i, j]: lambda x, i, j: x.E[i][j],
        gram[i, j]: lambda x, i, j: x.E[i][j] + int(i == j),
        back[i, j]: lambda x, i, j: x.inverse[i][j],
        corrected[i, j]: lambda x, i, j: int(i == j) - x.inverse[i][j],
        lam[k]: lambda x, k: x.spectrum[0][k],
        u[i, k]: lambda x, i, k: x.spectrum[1][i][k],
        abs(lam[1]): lambda x: abs(x.spectrum[0][0]),
        ddt(z[m, l], t): lambda x, m, l: x.drift(m, l),
    },
    ranges=(K >= 2, overlaps.M >= 2, Member(expr(0), classes)),
)
defined = partial(Definition, of=CLASS_WORDS)
UNIT = defined(
    "f_n has length 1",
    (n,),
    Sum(k, tokens, f[n, k] ** 2) == 1,
    at=((expr(0),), (expr(1),)),
    shown=script_in("scan_snap.directions", "UNIT_LENGTH"),
)
INNER = defined(
    "f_n·f_n′", (n, np), f[n] ** top * f[np] == Sum(k, tokens, f[n, k] * f[np, k]), at=((expr(0), expr(1)), (expr(1), expr(1)))
)
XI = defined("ξ_n", (n,), xi[n] == gamma * Sum(np, others, beta[n, np] * (f[n] ** top * f[np])), at=((expr(0),), (expr(1),)))
CLOCK = defined("the clock with η_Zγ = 1", (), (eta_Z == 1) & (gamma == 1))


def equally_often(data: Computed) -> Computed:
    """The same data, each class as often as the others."""
    return replace(data, points=data.points.where(EQUAL_COUNTS))


def nearly_equally_often(data: Computed) -> Computed:
    """The same data, each class about as often as the others."""
    return replace(data, points=data.points.where(NEAR_EQUAL_COUNTS))
