"""Symmetric classes move alike (scan_snap, Appendix E): Eqn 101 of Corollary 2 and its induction."""

from theorems.proofs import *
from theorems.scan_snap.attention_dynamics import DRIFT, drift
from theorems.scan_snap.language import *
from theorems.scan_snap.symmetric_classes import *
from theorems.scan_snap.symmetric_pulls import C2, other_classes_counted
from theorems.textbook import *

any_pair = ForAll(k, classes, ForAll(q, Without(classes, k), beta[i, j] == beta[k, q]))
pull_of_both = beta[n_1, n_2] * (f[n_1] ** top * f[n_2])


@auxiliary(ForAll(i, classes, ForAll(j, Without(classes, i), any_pair)))
def one_pull() -> None:
    """β_nn′ does not depend on its subscripts."""
    hence(C2["E'"])


@auxiliary(of_images(xi[n_1] == xi[n_2]))
def pulled_alike() -> None:
    """β_nn′ and f_n·f_n′ are the same for all pairs."""
    obtain(other_classes_counted, one_pull)
    for class_ in (n_1, n_2):
        pulled = Sum(np, Without(classes, class_), beta[class_, np] * (f[class_] ** top * f[np]))
        ones = Sum(np, Without(classes, class_), expr(1))
        with proving(ForAll(np, Without(classes, class_), pulled.body == pull_of_both)):
            have(beta[class_, np] == beta[n_1, n_2])
            have(f[class_] ** top * f[np] == f[n_1] ** top * f[n_2], C2["overlap"])
        have(pulled == pull_of_both * ones, multiple(pulled, pull_of_both, ones))
        have(xi[class_] == gamma * ((K - 1) * pull_of_both), XI(class_))


@auxiliary(of_images(ForAll(l_1, distinct(n_1), f[n_1, l_1] == f[n_2, mapped])))
def directed_alike() -> None:
    """f_n = c̃_n/o with P(l|n₁) = P(φ(l)|n₂) and z_l = z_φ(l)."""
    obtain(roots_alike)
    hence(
        DISTINCT_ALIKE,
        LOGITS_ALIKE,
        EQUALS(exp, z[l_1], z[mapped]),
        DIRECTED(n_1, l_1),
        DIRECTED(n_2, mapped),
        SCORE(l_1, n_1),
        SCORE(mapped, n_2),
    )


@proof(C2["Eqn 101"])
def _() -> None:
    """A distinct token moves by η_Z f² ξ_n, and both are the same for its image."""
    obtain(drift, pulled_alike, directed_alike)
    have(speed(l_1) == rise(n_1, l_1), DRIFT, XI(n_1))
    have(speed(mapped) == rise(n_2, mapped), DRIFT, XI(n_2))
    have(xi[n_1] == xi[n_2])
    have(f[n_1, l_1] == f[n_2, mapped])
    hence(XI(n_1), XI(n_2))


STATEMENTS = (C2,)
