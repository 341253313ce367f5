"""Several common tokens in symmetric classes (scan_snap, Appendix E): Corollary 2."""

from dataclasses import replace
from fractions import Fraction

import sympy

from kernels import balls
from kernels.balls import Ball
from theorems.proofs import *
from theorems.scan_snap.attention_dynamics import of_pairs
from theorems.scan_snap.classes import IMAGES, shared, small_symmetric
from theorems.scan_snap.language import *
from theorems.textbook import *

_f, _rho, _K, _z = (positive(name) for name in ("f", "rho", "K", "z"))


def ranked(x: Classes, n: int) -> list[int]:
    """The distinct tokens of n in an order that φ keeps."""
    return sorted(x.distinct(n), key=lambda l: (x.weights[n][l], x.scores[n][l]))


def image(x: Classes, n: int, other: int, l: int) -> int:
    """φ(l), of a distinct token of n among those of another class."""
    return ranked(x, other)[ranked(x, n).index(l)]


def logit(x: Classes, l: int) -> Ball:
    """z_l of the one query."""
    n = next(n for n in range(x.K) if x.weights[n][l])
    return balls.log(balls.ball(x.boost(n, l)))


def root(x: Classes, n: int) -> Ball:
    """o_n, the norm of c̃_n."""
    return x.norms[n] / balls.ball(sum(x.weights[n], Fraction(0)))


phi, rho, E_corrected, o_ = symbols("φ ρ E′ o")
m_0, n_1, n_2, l_1 = symbols("m_0 n_1 n_2 l_1")
OF_IMAGES = replace(
    CLASS_WORDS, points=classes_domain("symmetric", ONE_QUERY, SYMMETRIC_CLASSES, IMAGES, small=small_symmetric)
).knowing(
    {
        m_0: lambda x: x.psi[0],
        phi[n, np](l): image,
        z[l]: logit,
        ddt(z[l], t): lambda x, l: x.drift(x.psi[0], l),
        rho[l]: lambda x, l: x.weights[0][l] / sum(x.weights[0]),
        o_: lambda x: root(x, 0),
        o_[n]: root,
        E_corrected[n, np]: lambda x, n, other: int(n == other) - x.inverse[n][other],
    }
)
EQUAL_IMAGES = equally_often(OF_IMAGES)
C2 = Lemma(
    "Corollary 2",
    "Appendix E",
    "several common tokens, symmetric classes",
    given=OF_IMAGES,
    provenance=PROVENANCE,
    uses=["Lemma 4/Eqn 10", "Theorem 1/Eqn 88"],
)


def equal_correction(size: int) -> bool:
    """E = ρ(J - I) has E'_nn' = ρ/((1-ρ)(1+(K-1)ρ)) off the diagonal."""
    E = _rho * (sympy.ones(size, size) - sympy.eye(size))
    correction = sympy.eye(size) - (sympy.eye(size) + E).inv()
    expected = _rho / ((1 - _rho) * (1 + (size - 1) * _rho))
    return all(sympy.simplify(correction[i, j] - expected) == 0 for i in range(size) for j in range(size) if i != j)


CORRECTION = [exact(f"K = {k}: E' off the diagonal is ρ/((1-ρ)(1+(K-1)ρ))", lambda k=k: equal_correction(k)) for k in (2, 3, 4)]  # type: ignore[misc]
STAYS_ALIKE = (
    "By induction the classes stay images of each other under φ: E has one overlap ρ, E' and β (at equal counts) one value "
    "off the diagonal, so "
    "distinct tokens paired by φ move alike, and the norms o_n stay equal. "
)
SHERMAN = identity(
    "(I + ρ(J-I))⁻¹: off-diagonal of E' through s = 1/ρ-1 > 0 is positive",
    _rho / ((1 - _rho) * (1 + (_K - 1) * _rho)) * (1 - _rho),
    _rho / (1 + (_K - 1) * _rho),
    where={_rho: 1 / (1 + positive("s")), _K: 1 + slack("kappa")},
)


C2["overlap"] = of_pairs(f[n] ** top * f[np] == Sum(l, common, rho[l] ** 2 * exp(2 * z[l])) / o_**2)
C2["overlap"].note("The same for all pairs.").proved(
    proved(
        "Common tokens have the same score in every class, distinct ones do not meet, norms are equal.",
        *CORRECTION[:1],
        in_words="that the overlap is the sum over common tokens is read off the hypotheses (same score in every "
        "class, equal norms); the step checks the inverse only.",
    )
)
with C2.where(given=EQUAL_IMAGES):
    C2["E'"] = Words(
        "all off-diagonal elements of E′ are equal and positive; ", beta[n, np] > 0, " does not depend on its subscripts"
    )
first, second = expr(0), expr(1)
C2["E'"]
C2["E'"].proved(
    proved(
        "E' = ρ/((1-ρ)(1+(K-1)ρ)) off the diagonal; β = q_1E'_o + |q_0|(1 - E'_d - (K-2)E'_o) with E'_d < 0 and (K-1)E'_o ≤ 1.",
        *CORRECTION,
        SHERMAN,
        in_words="the inverse at equal overlaps is checked for K = 2, 3, 4; for every K it is the formula of "
        "Sherman and Morrison.",
    )
)
with C2.where(given=EQUAL_IMAGES):
    C2["Eqn 107"] = ForAll(
        l,
        common,
        of_pairs(
            chain(f[n, l], "==", f[np, l], ">", 0)
            & chain(
                f[n, l] * ((f[n] ** top * f[np]) * f[n, l] - f[np, l]),
                "==",
                -(f[n, l] ** 2 * (1 - f[n] ** top * f[np])),
                "<",
                0,
            )
        ),
    )
C2["Eqn 107"].proved(
    proved(
        STAYS_ALIKE + "f_nᵀf_n' < 1 under Assumption 2.",
        identity("f(ρ f - f) = -f²(1-ρ)", _f * (_rho * _f - _f), -(_f**2) * (1 - _rho)),
        strictly_positive("f²(1-ρ) > 0 with ρ = 1/(1+s)", _f**2 - _f**2 / (1 + positive("s"))),
        in_words="the induction over time, that classes which are images of each other under φ stay so along the "
        "flow; no step reads the flow.",
    )
)
with C2.where(given=EQUAL_IMAGES):
    C2[""] = ForAll(l, common, ddt(z[m_0, l], t) < 0)
C2[""].note("For t > 0.").proved(
    proved(
        STAYS_ALIKE + "ż = -η_Zγ Σ_n Σ_{n'} β f_l²(1-f_nᵀf_n') with β > 0 (Eqn 107).",
        *CORRECTION,
        SHERMAN,
        in_words="the induction over time, and that a sum of negative terms is negative; the steps check the "
        "inverse for K = 2, 3, 4 and the sign of its entries.",
    )
)


def of_images(claim: Claim) -> ForAll:
    """What is said of every two classes n₁ ≠ n₂."""
    return ForAll(n_1, classes, ForAll(n_2, Without(classes, n_1), claim))


def rise(class_: Expr, token: Expr) -> Expr:
    """η_Zγ f_nl² Σ_{n'≠n} β_nn' f_nᵀf_n'."""
    return (
        eta_Z * gamma * f[class_, token] ** 2 * Sum(np, Without(classes, class_), beta[class_, np] * (f[class_] ** top * f[np]))
    )


def square(token: Expr, class_: Expr, logit: Expr) -> Expr:
    """P²(token|class) e^(2 logit)."""
    return P(token, class_) ** 2 * exp(2 * logit)


def squares(range_: SetOf, class_: Expr) -> Expr:
    """Σ P²(l|n) e^(2z_l) over a set."""
    return Sum(l, range_, square(l, class_, z[l]))


mapped = phi[n_1, n_2](l_1)
with C2.where(given=EQUAL_IMAGES):
    C2["Eqn 101"] = of_images(
        ForAll(
            l_1, distinct(n_1), chain(ddt(z[l_1], t), "==", rise(n_1, l_1), "==", rise(n_2, mapped), "==", ddt(z[mapped], t))
        )
    )
C2["Eqn 101"].note("φ is the bijection between the distinct tokens of n₁ and n₂, which the print writes l₂ = φ(l₁).")
C2["Eqn 101"].proved(
    proved(
        STAYS_ALIKE,
        *CORRECTION,
        in_words="the induction over time: two solutions of the flow that start as images under φ coincide "
        "(uniqueness); the steps check the inverse for K = 2, 3, 4.",
    )
)
C2["Eqn 102"] = ForAll(n_1, classes, o_[n_1] == Sum(l, tokens, score[l, n_1] ** 2))
C2["Eqn 102"].refuted("K=2 M=10000 psi=0,0 weights=3,5,4,0,0;3,0,0,5,4 boosts=1,1,1,1,1").uses()
C2["Eqn 102"].note("The induction hypothesis has o_n² = Σ_l c̃²_{l|n}.")
repaired = C2["Eqn 102"].repair(
    claim=ForAll(n_1, classes, o_[n_1] ** 2 == Sum(l, tokens, score[l, n_1] ** 2)), why="the square on o"
)
ROOT = Definition("o_n", (n,), o_[n] == sqrt(Sum(l, tokens, score[l, n] ** 2)), of=OF_IMAGES, at=((expr(0),), (expr(1),)))


@proof(repaired)
def _() -> None:
    """(√s)² = s."""
    hence(ROOT)


C2["Eqn 103"] = of_images(Sum(l, tokens, score[l, n_1] ** 2) == squares(distinct(n_1), n_1) + squares(shared(n_1, n_2), n_1))
C2["Eqn 103"].uses().proved(
    proved(
        "A token of n₁ is distinct or common; by hypothesis (3) a common one is shared by all classes, so G_CT = G_CT(n₁,n₂).",
        identity("P²e^(2z) = (P e^z)²", _f**2 * sympy.exp(2 * _z), (_f * sympy.exp(_z)) ** 2),
        in_words="that distinct tokens and those common to both classes are all tokens of the class: a partition "
        "of the sum, read off hypothesis (3).",
    )
)
C2["Eqn 104-106"] = of_images(
    chain(
        squares(distinct(n_1), n_1) + squares(shared(n_1, n_2), n_1),
        "==",
        Sum(l_1, distinct(n_1), square(mapped, n_2, z[mapped])) + squares(shared(n_1, n_2), n_2),
        "==",
        Sum(l, tokens, score[l, n_2] ** 2),
        "==",
        o_[n_2] ** 2,
    )
)
C2["Eqn 104-106"].uses("Corollary 2/Eqn 101").proved(
    proved(
        "φ is a bijection with P(l|n₁) = P(φ(l)|n₂) and z_l = z_φ(l); common tokens have P = ρ_l in both classes.",
        identity("a term that φ keeps", _f**2 * sympy.exp(2 * _z), (_f * sympy.exp(_z)) ** 2),
        in_words="that φ renames the sum: it is a bijection of the distinct tokens by hypothesis (1); the step "
        "checks one term.",
    )
)
with C2.where(given=EQUAL_IMAGES):
    C2["induction"] = Words(
        "from t to t + δt: ",
        ddt(z[l_1], t) == ddt(z[mapped], t),
        " for distinct tokens, and ",
        ddt(o_[n] ** 2, t),
        " does not depend on n",
    )
C2["induction"].bridge(
    of_images(
        ForAll(l_1, distinct(n_1), ddt(z[l_1], t) == ddt(z[mapped], t))
        & (Sum(l, tokens, 2 * score[l, n_1] ** 2 * ddt(z[l], t)) == Sum(l, tokens, 2 * score[l, n_2] ** 2 * ddt(z[l], t)))
    )
)
C2["induction"].uses("Corollary 2/Eqn 101").proved(
    proved(
        STAYS_ALIKE,
        *CORRECTION,
        in_words="the induction itself: from equal speeds at t to equal scores at t + δt; the steps check the "
        "inverse for K = 2, 3, 4.",
    )
)

STATEMENTS = (C2,)
