"""Who gains and who loses attention (scan_snap, Section 5 and Appendix E): Lemma 4, Theorem 2, Corollary 2."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import sympy

from kernels import balls
from kernels.balls import Ball
from theorems.provers.argument import Step
from theorems.scan_snap.classes import (
    IMAGES,
    ONE_COMMON,
    ONE_QUERY,
    OWN_TOKEN,
    SYMMETRIC,
    Classes,
    classes_domain,
    small_symmetric,
)
from theorems.scan_snap.steps import (
    PAPER,
    PROVENANCE,
    exact,
    identity,
    nonnegative,
    positive,
    proved,
    slack,
    strictly_positive,
)
from theorems.statement import Statement
from theorems.vocabulary import Comparison, Reading, at_most, equals, less, more

f, F2, e, rho, K, z, r0, xi = (positive(n) for n in ("f", "F2", "e", "rho", "K", "z", "r0", "xi"))

ANY = classes_domain("several common tokens")
ONE = classes_domain("single common token", ONE_COMMON)

L4 = Statement(
    PAPER,
    "Lemma 4",
    source="Section 5 and Appendix E",
    provenance=PROVENANCE,
    given=ANY,
    depends_on=["scan_snap/Lemma 1/Eqn 4", "scan_snap/Lemma 2/Eqn 6", "scan_snap/Theorem 1/Eqn 9"],
    title="the dynamics of the attention logits",
)


def _projection_kills(size: int, classes: int) -> bool:
    """diag(c) P⊥_f /|c| g = -diag(f) Σ β P⊥_f f' for g = ι f - Σ β f', symbolically (|f| = 1)."""
    vectors = [sympy.Matrix([sympy.Symbol(f"f_{n}_{l}") for l in range(size)]) for n in range(classes)]
    norm = positive("norm")
    iota, betas = sympy.Symbol("iota"), sympy.symbols(f"beta_1:{classes}")
    first = vectors[0]
    projection = sympy.eye(size) - first * first.T
    g = iota * first - sum((beta * v for beta, v in zip(betas, vectors[1:], strict=True)), sympy.zeros(size, 1))
    left = sympy.diag(*(norm * first)) * projection / norm * g
    right = -sympy.diag(*first) * sum(
        (beta * projection * v for beta, v in zip(betas, vectors[1:], strict=True)), sympy.zeros(size, 1)
    )
    unit = sum(x**2 for x in first) - 1
    last = first[size - 1]
    difference = sympy.expand(left - right)
    return all(sympy.rem(entry, unit, last) == 0 for entry in difference)


KILLS = Step("3 tokens, 3 classes: P⊥_f f = 0 leaves -diag(f) Σ β P⊥_f f'", lambda: _projection_kills(3, 3))


def pushed(x: Classes, n: int) -> list[Ball]:
    """g/γ = ι_n f_n - Σ β_nn' f_n' (Eqn 9), token by token."""
    return [sum((x.coefficients[n][m] * x.f[m][l] for m in range(x.K)), balls.ball(0)) for l in range(x.tokens)]


def projected(x: Classes, along: list[Ball], vector: list[Ball], l: int) -> Ball:
    """Entry l of (I - along·alongᵀ/‖along‖²) vector."""
    inner = sum((a * b for a, b in zip(along, vector, strict=True)), balls.ball(0))
    return vector[l] - along[l] * inner / sum((a * a for a in along), balls.ball(0))


def in_the_limit(x: Classes) -> tuple[Comparison, ...]:
    """Eqn 4 with Xᵀb = c_n, the projection taken along c_n, against the same with P⊥ along the unit vector f_n."""
    found = []
    for query in sorted(set(x.psi)):
        for l in range(x.tokens):
            sums = [balls.ball(0), balls.ball(0)]
            for n in x.members(query):
                total = sum(x.scores[n], Fraction(0))
                c = [balls.ball(score / total) for score in x.scores[n]]
                norm = balls.sqrt(sum((value * value for value in c), balls.ball(0)))
                sums[0] += c[l] * projected(x, c, pushed(x, n), l) / norm
                unit = x.f[n]
                inner = sum((a * b for a, b in zip(unit, pushed(x, n), strict=True)), balls.ball(0))
                sums[1] += c[l] / norm * (pushed(x, n)[l] - unit[l] * inner)
            found.append(equals(sums[0], sums[1], f"query {query}, token {l}"))
    return tuple(found)


def without_own_direction(x: Classes) -> tuple[Comparison, ...]:
    """Σ diag(f_n) P⊥ (ι_n f_n - Σ β f_n') against -Σ diag(f_n) P⊥ Σ β f_n'."""
    found = []
    for query in sorted(set(x.psi)):
        for l in range(x.tokens):
            sums = [balls.ball(0), balls.ball(0)]
            for n in x.members(query):
                rest = [sum((x.beta[n][m] * x.f[m][k] for m in range(x.K)), balls.ball(0)) for k in range(x.tokens)]
                sums[0] += x.f[n][l] * projected(x, x.f[n], pushed(x, n), l)
                sums[1] -= x.f[n][l] * projected(x, x.f[n], rest, l)
            found.append(equals(sums[0], sums[1], f"query {query}, token {l}"))
    return tuple(found)


L4.add(
    "Eqn 94",
    in_the_limit,
    says="Σ over n ∈ ψ⁻¹(m) of the right-hand sides of (4): η_Z Σ diag(c_n)(P⊥_{f_n}/‖c_n‖) Y(x_{T+1}-α)",
    proof=proved(
        "Lemma 2 in (4): Xᵀdiag(b)X → diag(c_n), Xᵀb → c_n, P⊥ depends on the direction f_n only.",
        identity("P⊥ of a multiple: (s f)(s f)ᵀ/(s²) = f fᵀ", (z * f) * (z * f) / z**2, f * f),
    ),
)
L4.add(
    "Eqn 95",
    without_own_direction,
    says="= -η_Zγ Σ_n diag(f_n) P⊥_{f_n} Σ_{n'≠n} β_nn' f_n'",
    proof=proved("diag(c_n)/‖c_n‖ = diag(f_n), and the projection kills ι_n f_n.", KILLS),
)


def in_the_plane(x: Classes) -> tuple[Comparison, ...]:
    """-Σ diag(f_n) P⊥ Σ β f_n' against Σ diag(f_n) Σ β (f_nf_nᵀ - I)f_n', each matrix applied to its vector."""
    found = []
    for query in sorted(set(x.psi)):
        for l in range(x.tokens):
            sums = [balls.ball(0), balls.ball(0)]
            for n in x.members(query):
                rest = [sum((x.beta[n][m] * x.f[m][k] for m in range(x.K)), balls.ball(0)) for k in range(x.tokens)]
                sums[0] -= x.f[n][l] * projected(x, x.f[n], rest, l)
                for m in range(x.K):
                    outer = sum((x.f[n][l] * x.f[n][k] * x.f[m][k] for k in range(x.tokens)), balls.ball(0))
                    sums[1] += x.f[n][l] * x.beta[n][m] * (outer - x.f[m][l])
            found.append(equals(sums[0], sums[1], f"query {query}, token {l}"))
    return tuple(found)


L4.add(
    "Eqn 10",
    in_the_plane,
    says="ż_m = η_Zγ Σ_{n∈ψ⁻¹(m)} diag(f_n) Σ_{n'≠n} β_nn'(f_nf_nᵀ - I)f_n', the sum of (4) over the classes of m",
    proof=proved("-P⊥_f f' = (f fᵀ - I) f' in Eqn 95, because |f| = 1.", KILLS),
    depends_on=["scan_snap/Lemma 4/Eqn 95"],
)


@L4.part(
    "Eqn 97",
    says="ż_ml = η_Zγ Σ_{n∈ψ⁻¹(m)} f_nl Σ_{n'≠n} β_nn'[(f_nᵀf_n')f_nl - f_n'l]",
    proof=proved("Row l of Eqn 10.", identity("entry l: f_l((f·f')f_l - f'_l)", f * (e * f - F2), f * e * f - f * F2)),
    depends_on=["scan_snap/Lemma 4/Eqn 10"],
)
def _(x: Classes) -> tuple[Comparison, ...]:
    """The componentwise drift against diag(f)(g - f (f·g)) with g = -Σ β f' built as a vector."""
    found = []
    for query in sorted(set(x.psi)):
        total = [balls.ball(0)] * x.tokens
        for n in x.members(query):
            g = [-sum((x.beta[n][m] * x.f[m][l] for m in range(x.K) if m != n), balls.ball(0)) for l in range(x.tokens)]
            along = sum((a * c for a, c in zip(x.f[n], g, strict=True)), balls.ball(0))
            total = [t + fl * (gl - fl * along) for t, fl, gl in zip(total, x.f[n], g, strict=True)]
        found += [equals(x.drift(query, l), total[l], f"query {query}, token {l}") for l in range(x.tokens)]
    return tuple(found)


def per_step(x: Classes, divisor: int) -> tuple[Comparison, ...]:
    """The mean over uniformly drawn classes of a step's movement of z_m against the printed sum over ``divisor``."""
    query = x.psi[0]
    token = x.distinct(x.members(query)[0])[0]
    own = next(n for n in x.members(query) if token in x.distinct(n))
    step = x.f[own][token] * x.f[own][token] * x.xi(own)  # moved only when class ``own`` is drawn, with probability 1/K
    return (equals(step / x.K, x.drift(query, token) / divisor, f"token {token}"),)


L4.add(
    "Eqn 10 rate",
    lambda x: per_step(x, 1),
    given=ONE.where(OWN_TOKEN),
    says="(10) is the mean movement per single-sample step, with γ(t) of step t (distinct token, uniformly drawn classes)",
    witness="K=2 M=400 psi=0,0 weights=3,5,0;4,0,5 boosts=1,1,1",
    note="A step shows one class of K: the mean over uniform classes is 1/K of the sum. γ(t) counts single steps (t/K per "
    "class), so the "
    "printed flow runs K times too fast, or η_Z stands for K η_Z; the simulators agree with the factor 1/K and disagree "
    "without.",
)
L4.add(
    "Eqn 10 rate",
    lambda x: per_step(x, x.K),
    given=ONE.where(OWN_TOKEN),
    says="(1/K) times (10) is the mean movement per single-sample step, with γ(t) of step t",
    reading=Reading.INTENDED,
    changed="the factor 1/K of uniform sampling",
    proof=proved(
        "A distinct token of class n moves by η_Zγf²Σβ f·f' when class n is drawn, with probability 1/K.",
        identity("mean", (1 / K) * z + (1 - 1 / K) * 0, z / K),
    ),
)


T2 = Statement(
    PAPER,
    "Theorem 2",
    source="Section 5 and Appendix E",
    provenance=PROVENANCE,
    given=ONE,
    depends_on=["scan_snap/Lemma 4/Eqn 10", "scan_snap/Theorem 1/a"],
    title="the fates of contextual tokens",
)
DISTINCT = identity("f'_l = 0: f_l((f·f')f_l - 0) = f_l² (f·f')", f * (e * f - 0), f**2 * e)
XI_POSITIVE = "ξ_n > 0 under Assumption 2 (Theorem 1 a)."


def distinct_rises(x: Classes) -> tuple[Comparison, ...]:
    return tuple(more(x.drift(x.psi[n], l), balls.ball(0), f"class {n}, token {l}") for n in range(x.K) for l in x.distinct(n))


T2.add(
    "a",
    distinct_rises,
    given=ANY,
    says="ż_ml > 0 for every distinct token l ∈ G_DT(n), m = ψ(n) (t > 0, equal counts)",
    proof=proved(
        "A distinct token occurs in f_n alone: ż_ml = η_Zγf_nl² Σβ_nn' f_nᵀf_n' = η_Z f_nl² ξ_n, f_nl > 0. " + XI_POSITIVE,
        DISTINCT,
        strictly_positive("f² ξ > 0", f**2 * xi),
    ),
    note="At t = 0 nothing moves (γ(0) = 0).",
)


@T2.part(
    "Eqn 98",
    given=ANY,
    says="ż_ml = η_Zγ f_nl² Σ_{n'≠n} β_nn' f_nᵀf_n' = η_Z f_nl² ξ_n for a distinct token",
    proof=proved("f_n'l = 0 for n' ≠ n, and f_n''l = 0 for the other classes of the query.", DISTINCT),
)
def _(x: Classes) -> tuple[Comparison, ...]:
    return tuple(
        equals(x.drift(x.psi[n], l), x.f[n][l] * x.f[n][l] * x.xi(n), f"class {n}, token {l}")
        for n in range(x.K)
        for l in x.distinct(n)
    )


OVERLAP = identity(
    "f·f' = f_l f'_l: f_l(f_l f'_l f_l - f'_l) = -(1 - f_l²) f_l f'_l", f * (f * F2 * f - F2), -(1 - f**2) * f * F2
)


@T2.part(
    "Eqn 99",
    says="the single common token l: f_nl[(f_nᵀf_n')f_nl - f_n'l] = -(1-f_nl²)(f_nᵀf_n')",
    proof=proved("The overlap of two classes is l alone, so f_nᵀf_n' = f_nl f_n'l (0 where one lacks l).", OVERLAP),
)
def _(x: Classes) -> tuple[Comparison, ...]:
    l = x.common[0]
    return tuple(
        equals(x.f[n][l] * (x.E[n][m] * x.f[n][l] - x.f[m][l]), -(1 - x.f[n][l] * x.f[n][l]) * x.E[n][m], f"{n},{m}")
        for n in range(x.K)
        for m in range(x.K)
        if m != n
    )


@T2.part(
    "Eqn 100",
    says="ż_ml = -η_Zγ Σ_n (1-f_nl²) Σ_{n'≠n} β_nn' f_nᵀf_n' = -η_Z Σ_n (1-f_nl²) ξ_n ≤ 0 for the single common token",
    proof=proved(
        "Eqn 99 in Eqn 97. " + XI_POSITIVE,
        OVERLAP,
        nonnegative("(1-f²)ξ ≥ 0 with f² = 1/(1+s)", slack("s") / (1 + slack("s")) * xi),
    ),
)
def _(x: Classes) -> tuple[Comparison, ...]:
    l = x.common[0]
    found = []
    for query in sorted(set(x.psi)):
        total = sum(((1 - x.f[n][l] * x.f[n][l]) * x.xi(n) for n in x.members(query)), balls.ball(0))
        found += [equals(x.drift(query, l), -total, f"query {query}"), at_most(-total, balls.ball(0), f"query {query}, sign")]
    return tuple(found)


@T2.part(
    "b",
    says="|G_CT| = 1 and some n ∈ ψ⁻¹(m) has a distinct token: ż_ml < 0 for the single common token",
    given=ONE.where(OWN_TOKEN),
    proof=proved(
        "Eqn 100: a class with a distinct token has f_nl < 1, so its term is positive. " + XI_POSITIVE,
        OVERLAP,
        strictly_positive("(1-f²)ξ > 0 with f² = 1/(1+s), s > 0", positive("s") / (1 + positive("s")) * xi),
    ),
    note="Under Assumption 2 every class overlaps another, so every class contains the single common token.",
)
def _(x: Classes) -> tuple[Comparison, ...]:
    return tuple(less(x.drift(query, x.common[0]), balls.ball(0), f"query {query}") for query in sorted(set(x.psi)))


C2 = Statement(
    PAPER,
    "Corollary 2",
    source="Appendix E",
    provenance=PROVENANCE,
    given=classes_domain("symmetric", ONE_QUERY, SYMMETRIC, IMAGES, small=small_symmetric),
    depends_on=["scan_snap/Lemma 4/Eqn 10", "scan_snap/Theorem 1/Eqn 88"],
    title="several common tokens, symmetric classes",
)


def equal_correction(size: int) -> bool:
    """E = ρ(J - I) has E'_nn' = ρ/((1-ρ)(1+(K-1)ρ)) off the diagonal."""
    E = rho * (sympy.ones(size, size) - sympy.eye(size))
    correction = sympy.eye(size) - (sympy.eye(size) + E).inv()
    expected = rho / ((1 - rho) * (1 + (size - 1) * rho))
    return all(sympy.simplify(correction[i, j] - expected) == 0 for i in range(size) for j in range(size) if i != j)


CORRECTION = [exact(f"K = {k}: E' off the diagonal is ρ/((1-ρ)(1+(K-1)ρ))", lambda k=k: equal_correction(k)) for k in (2, 3, 4)]  # type: ignore[misc]
STAYS = (
    "By induction the classes stay images of each other under φ: E has one overlap ρ, E' and β (at equal counts) one value "
    "off the diagonal, so "
    "distinct tokens paired by φ move alike, and the norms o_n stay equal. "
)
SHERMAN = identity(
    "(I + ρ(J-I))⁻¹: off-diagonal of E' through s = 1/ρ-1 > 0 is positive",
    rho / ((1 - rho) * (1 + (K - 1) * rho)) * (1 - rho),
    rho / (1 + (K - 1) * rho),
    where={rho: 1 / (1 + positive("s")), K: 1 + slack("kappa")},
)


@C2.part(
    "overlap",
    says="f_nᵀf_n' = Σ_{l∈G_CT} ρ_l² exp(2z_l)/o², the same for all pairs",
    proof=proved(
        "Common tokens have the same score in every class, distinct ones do not meet, norms are equal.", *CORRECTION[:1]
    ),
)
def _(x: Classes) -> tuple[Comparison, ...]:
    shared = sum((x.f[0][l] * x.f[0][l] for l in x.common), balls.ball(0))
    return tuple(equals(x.E[n][m], shared, f"{n},{m}") for n in range(x.K) for m in range(x.K) if m != n)


@C2.part(
    "E'",
    says="all off-diagonal elements of E' are equal and positive; β_nn' > 0 does not depend on its subscripts",
    proof=proved(
        "E' = ρ/((1-ρ)(1+(K-1)ρ)) off the diagonal; β = q_1E'_o + |q_0|(1 - E'_d - (K-2)E'_o) with E'_d < 0 and (K-1)E'_o ≤ 1.",
        *CORRECTION,
        SHERMAN,
    ),
)
def _(x: Classes) -> tuple[Comparison, ...]:
    every = [x.beta[n][m] for n in range(x.K) for m in range(x.K) if m != n]
    return (*(equals(value, every[0]) for value in every[1:]), more(every[0], balls.ball(0), "positive"))


@C2.part(
    "Eqn 107",
    says="f_nl = f_n'l = f_l > 0 and f_nl[(f_nᵀf_n')f_nl - f_n'l] = -f_l²(1-f_nᵀf_n') < 0 for l ∈ G_CT",
    proof=proved(
        STAYS + "f_nᵀf_n' < 1 under Assumption 2.",
        identity("f(ρ f - f) = -f²(1-ρ)", f * (rho * f - f), -(f**2) * (1 - rho)),
        strictly_positive("f²(1-ρ) > 0 with ρ = 1/(1+s)", f**2 * positive("s") / (1 + positive("s"))),
    ),
)
def _(x: Classes) -> tuple[Comparison, ...]:
    found = []
    for l in x.common:
        left = x.f[0][l] * (x.E[0][1] * x.f[0][l] - x.f[1][l])
        right = -x.f[0][l] * x.f[0][l] * (1 - x.E[0][1])
        found += [equals(x.f[0][l], x.f[1][l]), equals(left, right), less(right, balls.ball(0))]
    return tuple(found)


@C2.part(
    "",
    says="ż_{m₀,l} < 0 for every l ∈ G_CT (t > 0, equal counts)",
    proof=proved(STAYS + "ż = -η_Zγ Σ_n Σ_{n'} β f_l²(1-f_nᵀf_n') with β > 0 (Eqn 107).", *CORRECTION, SHERMAN),
)
def _(x: Classes) -> tuple[Comparison, ...]:
    return tuple(less(x.drift(x.psi[0], l), balls.ball(0), f"token {l}") for l in x.common)


def ranked(x: Classes, n: int) -> list[int]:
    """The distinct tokens of n in an order that φ keeps."""
    return sorted(x.distinct(n), key=lambda l: (x.weights[n][l], x.scores[n][l]))


def pairs_of(x: Classes) -> list[tuple[int, int]]:
    return [(n, m) for n in range(x.K) for m in range(x.K) if m != n]


def squared(x: Classes, n: int, tokens: Sequence[int]) -> Ball:
    """Σ P²(l|n) e^(2z_l) over the tokens."""
    total = sum(x.weights[n], Fraction(0))
    return balls.ball(sum(((x.scores[n][l] / total) ** 2 for l in tokens), Fraction(0)))


def shared(x: Classes, n: int, m: int) -> list[int]:
    """G_CT(n, m)."""
    return [l for l in range(x.tokens) if x.weights[n][l] * x.weights[m][l] > 0]


@C2.part(
    "Eqn 101",
    says="ż_l₁ = η_Zγ f_n₁l₁² Σ β_n₁n' f_n₁ᵀf_n' = η_Zγ f_n₂l₂² Σ β_n₂n' f_n₂ᵀf_n' = ż_l₂ for l₂ = φ(l₁)",
    proof=proved(STAYS, *CORRECTION, DISTINCT),
)
def _(x: Classes) -> tuple[Comparison, ...]:
    found = []
    for n, m in pairs_of(x):
        for first, second in zip(ranked(x, n), ranked(x, m), strict=True):
            left, right = x.f[n][first] ** 2 * x.xi(n), x.f[m][second] ** 2 * x.xi(m)
            found.append(equals(x.drift(x.psi[n], first), left, f"{n}: token {first}"))
            found.append(equals(left, right, f"tokens {first}, {second}"))
            found.append(equals(right, x.drift(x.psi[m], second), f"{m}: token {second}"))
    return tuple(found)


C2.add(
    "Eqn 102",
    lambda x: tuple(equals(balls.sqrt(squared(x, n, range(x.tokens))), squared(x, n, range(x.tokens))) for n in range(x.K)),
    says="o_n₁(t') = Σ_l c̃²_{l|n₁}(t'), where the induction hypothesis has o_n² = Σ_l c̃²_{l|n}",
    witness="K=2 M=10000 psi=0,0 weights=3,5,4,0,0;3,0,0,5,4 boosts=1,1,1,1,1",
    depends_on=[],
)
C2.add(
    "Eqn 102",
    lambda x: tuple(
        equals((x.norms[n] / balls.ball(sum(x.weights[n], Fraction(0)))) ** 2, squared(x, n, range(x.tokens)))
        for n in range(x.K)
    ),
    says="o²_n₁(t') = Σ_l c̃²_{l|n₁}(t')",
    reading=Reading.INTENDED,
    changed="the square on o",
    proof=proved("The definition of o_n.", identity("(√s)² = s", sympy.sqrt(rho) ** 2, rho)),
    depends_on=[],
)
C2.add(
    "Eqn 103",
    lambda x: tuple(
        equals(squared(x, n, range(x.tokens)), squared(x, n, x.distinct(n)) + squared(x, n, shared(x, n, m)), f"{n},{m}")
        for n, m in pairs_of(x)
    ),
    says="Σ_l c̃²_{l|n₁} = Σ_{l∈G_DT(n₁)} P²(l|n₁)e^(2z_l) + Σ_{l∈G_CT(n₁,n₂)} P²(l|n₁)e^(2z_l)",
    proof=proved(
        "A token of n₁ is distinct or common; by hypothesis (3) a common one is shared by all classes, so G_CT = G_CT(n₁,n₂).",
        identity("P²e^(2z) = (P e^z)²", f**2 * sympy.exp(2 * z), (f * sympy.exp(z)) ** 2),
    ),
    depends_on=[],
)
C2.add(
    "Eqn 104-106",
    lambda x: tuple(
        comparison
        for n, m in pairs_of(x)
        for mapped in [squared(x, m, ranked(x, m)) + squared(x, m, shared(x, n, m))]
        for comparison in (
            equals(squared(x, n, x.distinct(n)) + squared(x, n, shared(x, n, m)), mapped, f"{n},{m}: φ"),
            equals(mapped, squared(x, m, range(x.tokens)), f"{n},{m}: o²_n₂"),
        )
    ),
    says="... = Σ_{l₁} P²(φ(l₁)|n₂)e^(2z_φ(l₁)) + Σ_{l∈G_CT(n₁,n₂)} P²(l|n₂)e^(2z_l) = Σ_l c̃²_{l|n₂} = o²_n₂(t')",
    proof=proved(
        "φ is a bijection with P(l|n₁) = P(φ(l)|n₂) and z_l = z_φ(l); common tokens have P = ρ_l in both classes.",
        identity("a term that φ keeps", f**2 * sympy.exp(2 * z), (f * sympy.exp(z)) ** 2),
    ),
    depends_on=["scan_snap/Corollary 2/Eqn 101"],
)


def symmetry_is_kept(x: Classes) -> tuple[Comparison, ...]:
    """Distinct tokens of equal rank move alike in all classes; the squared norms change alike."""
    found = []
    for n in range(1, x.K):
        for first, second in zip(ranked(x, 0), ranked(x, n), strict=True):
            found.append(equals(x.drift(x.psi[n], second), x.drift(x.psi[0], first), f"class {n}, token {second}"))
        rates = [
            sum((balls.ball(x.scores[k][l] ** 2) * x.drift(x.psi[k], l) for l in range(x.tokens)), balls.ball(0))
            for k in (0, n)
        ]
        found.append(equals(rates[1], rates[0], f"d/dt o² of class {n}"))
    return tuple(found)


C2.add(
    "induction",
    symmetry_is_kept,
    says="from t to t + δt: ż_l = ż_φ(l) for distinct tokens paired by φ, and do_n²/dt does not depend on n",
    proof=proved(STAYS, *CORRECTION, DISTINCT),
    depends_on=["scan_snap/Corollary 2/Eqn 101"],
)


STATEMENTS = (L4, T2, C2)
