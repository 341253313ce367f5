"""Symmetric classes move alike (scan_snap, Appendix E): Eqn 101 of Corollary 2 and its induction."""

from theorems.scan_snap.attention_dynamics import DRIFT, L4, drift
from theorems.scan_snap.language import *
from theorems.scan_snap.pull import A_CLASS, positive_xi
from theorems.scan_snap.symmetric_classes import *
from theorems.scan_snap.symmetric_pulls import (
    one_overlap,
    other_classes,
    other_classes_counted,
    overlap,
    overlap_between,
    root_positive,
)
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
    written = DIRECTED(n_1, l_1), DIRECTED(n_2, mapped), SCORE(l_1, n_1), SCORE(mapped, n_2)
    hence(DISTINCT_ALIKE, LOGITS_ALIKE, EQUALS(exp, z[l_1], z[mapped]), *written)


@proof(C2["Eqn 101"])
def _() -> None:
    """A distinct token moves by η_Z f² ξ_n, and both are the same for its image."""
    obtain(drift, pulled_alike, directed_alike)
    have(speed_of(l_1) == rise(n_1, l_1), DRIFT, XI(n_1))
    have(speed_of(mapped) == rise(n_2, mapped), DRIFT, XI(n_2))
    have(xi[n_1] == xi[n_2])
    have(f[n_1, l_1] == f[n_2, mapped])
    hence(XI(n_1), XI(n_2))


MOVE_ALIKE = of_images(ForAll(l_1, distinct(n_1), speed_of(l_1) == speed_of(mapped)))


@auxiliary(MOVE_ALIKE)
def moved_alike() -> None:
    """Eqn 101."""
    hence(C2["Eqn 101"])


def moved_in_parts(class_: Expr) -> None:
    """Statements of a proof: o_n² moves as the distinct tokens and those in G_CT(n₁,n₂) do."""
    moved = Sum(l, tokens, 2 * score[l, class_] ** 2 * speed_of(l))
    parts = spread(moved_squares(distinct(class_), class_)), spread(moved_squares(shared(n_1, n_2), class_))
    have(moved == 1 * parts[0] + 1 * parts[1], linear(moved, 1, parts[0], 1, parts[1]), SCORE(l, class_))


def of_n_2(token: Expr) -> Expr:
    """A term of d o²/dt."""
    return 2 * square(token, n_2, z[token]) * speed_of(token)


@auxiliary(of_images(Sum(l_1, distinct(n_1), of_n_2(mapped)) == moved_squares(distinct(n_2), n_2)))
def moved_renamed_by_phi() -> None:
    """As in Eqn 105."""
    by_phi(of_n_2)


@auxiliary(of_images(rates[0] == rates[1]))
def roots_move_alike() -> None:
    """The sums of Eqns 103 to 106 move alike term by term."""
    obtain(moved_alike, *PARTED, distinct_apart(n_2, n_1), in_two_sets(n_2, n_1), shared_alike, moved_renamed_by_phi)
    own = moved_squares(distinct(n_1), n_1)
    here, there = Sum(l_1, distinct(n_1), terms(own)(l_1)), Sum(l_1, distinct(n_1), of_n_2(mapped))
    have(own == here, SUM_RENAMED(terms(own), l, l_1, distinct(n_1)))
    have(here == there, equal(here, there), DISTINCT_ALIKE, LOGITS_ALIKE)
    have(there == moved_squares(distinct(n_2), n_2))
    both = moved_squares(shared(n_1, n_2), n_1), moved_squares(shared(n_1, n_2), n_2)
    have(both[0] == both[1], equal(*both))
    moved_in_parts(n_1)
    moved_in_parts(n_2)
    hence(ROOT_RATE)


@proof(C2["induction"])
def _() -> None:
    """Eqn 101, and with it o_n² moves alike."""
    obtain(moved_alike, roots_move_alike)


pulls, pulled, pushed = (
    Sum(np, other_classes, beta[n, np] * x) for x in (expr(1), f[n] ** top * f[np], (f[n] ** top * f[np]) * f[n, l] - f[np, l])
)


@auxiliary(ForAll(n, classes, pulled < pulls))
def pulled_less() -> None:
    """0 < ρ < 1, and ρ Σ β = ξ_n/γ > 0."""
    have(SMALL_THETA.claim)
    obtain(positive_xi, root_positive, one_overlap, overlap_between)
    have(pulled == overlap * pulls, multiple(pulled, overlap, pulls))
    have(overlap * pulls > 0, XI(n), CLOCK())
    have(pulls > 0)
    have((1 - overlap) * pulls > 0)


@auxiliary(ForAll(l, common, ForAll(i, classes, ForAll(j, Without(classes, i), f[i, l] == f[j, l]))))
def in_every_class() -> None:
    """Eqn 107."""
    hence(C2["Eqn 107"])


@auxiliary(ForAll(l, common, ForAll(n, classes, f[n, l] > 0)))
def share_positive() -> None:
    """f_nl = ρ_l e^{z_l}/o_n."""
    obtain(roots_positive, common_is_shown)
    hence(DIRECTED(n, l), SCORE(l, n), COMMON_ALIKE, EXP_POSITIVE(z[l]))


@auxiliary(ForAll(l, common, ForAll(n, classes, f[n, l] * pushed < 0)))
def each_class_takes() -> None:
    """Eqn 107: f_nl Σ β((f_nᵀf_n′)f_nl - f_n′l) = -f_l² Σ β(1 - f_nᵀf_n′)."""
    obtain(pulled_less, in_every_class, share_positive)
    have(pushed == f[n, l] * pulled + -f[n, l] * pulls, linear(pushed, f[n, l], pulled, -f[n, l], pulls))
    have(f[n, l] ** 2 * (pulls - pulled) > 0)


@proof(C2[""])
def _() -> None:
    """ż = η_Zγ Σ_n f_nl Σ β((f_nᵀf_n′)f_nl - f_n′l), the terms of which are negative."""
    obtain(each_class_takes)
    gained = Sum(n, of_query(m_0), f[n, l] * pushed)
    taken = Sum(n, of_query(m_0), -(f[n, l] * pushed))
    have(gained == -1 * taken, multiple(gained, -1, taken))
    have(ForAll(n, of_query(m_0), taken.body >= 0))
    with proving(terms(taken)(A_CLASS) > 0):
        hence(*instances(ForAll(n, classes, f[n, l] * pushed < 0), A_CLASS))
    have(taken > 0, *instances(ALL_OF_QUERY, A_CLASS), SUM_POSITIVE(terms(taken), n, of_query(m_0), A_CLASS))
    have(speed_of(l) == eta_Z * gamma * gained, L4["Eqn 97"])
    hence(CLOCK())


STATEMENTS = (C2,)
