"""Symmetric classes move alike (scan_snap, Appendix E): Eqn 101 of Corollary 2 and its induction."""

from theorems.scan_snap.attention_dynamics import DRIFT, L4, drift
from theorems.scan_snap.language import *
from theorems.scan_snap.pull import A_CLASS
from theorems.scan_snap.symmetric_classes import *
from theorems.scan_snap.symmetric_pulls import C2, other_classes, other_classes_counted
from theorems.scan_snap.uneven_counts import positive_xi

any_pair = ForAll(k, classes, ForAll(q, Without(classes, k), beta[i, j] == beta[k, q]))
pull_of_both = beta[n_1, n_2] * (f[n_1] ** top * f[n_2])


@auxiliary(ForAll(i, classes, ForAll(j, Without(classes, i), any_pair)))
def one_pull() -> None:
    """β_nn′ does not depend on its subscripts."""
    hence(equal_pulls)


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


@proof(moved_as_images)
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
    hence(moved_as_images)


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
    with proving(ForAll(l_1, distinct(n_1), here.body == there.body)):
        have(speed_of(l_1) == speed_of(mapped))
        hence(DISTINCT_ALIKE, LOGITS_ALIKE, EQUALS(lambda x: exp(2 * x), z[l_1], z[mapped]))
    have(here == there, equal(here, there))
    have(there == moved_squares(distinct(n_2), n_2))
    both = moved_squares(shared(n_1, n_2), n_1), moved_squares(shared(n_1, n_2), n_2)
    have(both[0] == both[1], equal(*both))
    moved_in_parts(n_1)
    moved_in_parts(n_2)
    hence(ROOT_RATE)


@proof(kept_images)
def _() -> None:
    """Eqn 101, and with it o_n² moves alike."""
    obtain(moved_alike, roots_move_alike)


others_pull = Sum(np, other_classes, beta[n, np] * (f[n] ** top * f[np]))  # ξ_n/γ
others_push = Sum(np, other_classes, beta[n, np] * ((f[n] ** top * f[np]) * f[n, l] - f[np, l]))
own = rho[l] * exp(z[l])  # c̃_nl, in every class
of_all_common = Sum(k, common, terms(shares)(k))
of_common = own**2 / of_all_common


@auxiliary(ForAll(n, classes, of_all_common <= o_[n] ** 2))
def common_below_all() -> None:
    """Common tokens of a class are among its tokens."""
    obtain(roots_positive)
    scores, both = (Sum(l, of, score[l, n] ** 2) for of in (tokens, common))
    among_own, among_common = among(distinct(n), l), among(common, l)
    whole = spread(both)
    with proving(ForAll(l, tokens, whole.body <= scores.body)):
        have(P(l, n) == (among_own + among_common) * P(l, n), SETS)
        have(among_own >= 0, SUM_NONNEGATIVE(terms(among_own), q, distinct(n)), INDICATOR(q == l))
        have(score[l, n] ** 2 >= 0)
        have(among_own * score[l, n] ** 2 >= 0)
        have(score[l, n] == (among_own + among_common) * score[l, n], SCORE(l, n))
        hence()
    have(whole <= scores, SUM_ORDER(terms(whole), terms(scores), l, tokens))
    with proving(ForAll(l, common, shares.body == both.body)):
        hence(COMMON_ALIKE, SCORE(l, n))
    have(of_all_common == both, equal(shares, both), SUM_RENAMED(terms(shares), l, k, common))
    have(scores >= 0, SUM_NONNEGATIVE(terms(scores), l, tokens), SQUARE(score[l, n]))
    hence(ROOT(n))


@auxiliary(ForAll(l, common, (own > 0) & (of_all_common > 0)))
def own_share() -> None:
    """One of Σ_CT c̃²."""
    obtain(common_is_shown)
    have(own > 0, EXP_POSITIVE(z[l]))
    have(own**2 == terms(shares)(l))
    have(own**2 <= of_all_common, SUM_ABOVE_TERM(terms(of_all_common), k, common, l), SQUARE(rho[k]), EXP_POSITIVE(2 * z[k]))


MEETING = of_pairs(f[n] ** top * f[np] == of_all_common / (o_[n] * o_[np]))


@auxiliary(MEETING)
def meeting_of_roots() -> None:
    """With C = Σ_CT c̃²."""
    obtain(overlaps_of_roots, roots_positive)
    have((o_[n] > 0) & (o_[np] > 0))
    hence(SUM_RENAMED(terms(shares), l, k, common))


APART = of_pairs(of_all_common < o_[n] * o_[np])


@auxiliary(APART)
def roots_apart() -> None:
    """f_nᵀf_n′ < 1."""
    obtain(meeting_of_roots, overlaps_below_one, roots_positive)
    have((o_[n] > 0) & (o_[np] > 0) & (f[n] ** top * f[np] < 1))
    have(of_all_common == (f[n] ** top * f[np]) * (o_[n] * o_[np]))
    hence()


@auxiliary(ForAll(l, common, ForAll(n, classes, f[n, l] * others_push == -(of_common - f[n, l] ** 2) * others_pull)))
def pushed_as_pulled() -> None:
    """f_nl f_n′l = (c̃_l²/C) f_nᵀf_n′ with C = Σ_CT c̃²."""
    obtain(meeting_of_roots, roots_positive, own_share)
    have((own > 0) & (of_all_common > 0))
    with proving(ForAll(np, other_classes, f[n, l] * f[np, l] == of_common * (f[n] ** top * f[np]))):
        have((o_[n] > 0) & (o_[np] > 0))
        have(f[n, l] == own / o_[n], DIRECTED(n, l), SCORE(l, n), COMMON_ALIKE)
        have(f[np, l] == own / o_[np], DIRECTED(np, l), SCORE(l, np), COMMON_ALIKE)
    inside = Sum(np, other_classes, f[n, l] * others_push.body)
    have(inside == f[n, l] * others_push, multiple(inside, f[n, l], others_push))
    hence(multiple(inside, f[n, l] ** 2 - of_common, others_pull))


@auxiliary(ForAll(l, common, ForAll(n, classes, f[n, l] ** 2 <= of_common)))
def common_share() -> None:
    """C ≤ o_n²."""
    obtain(common_below_all, roots_positive, own_share)
    have((own > 0) & (of_all_common > 0))
    have(o_[n] > 0)
    have(f[n, l] == own / o_[n], DIRECTED(n, l), SCORE(l, n), COMMON_ALIKE)
    have(own**2 / o_[n] ** 2 <= of_common)


ALL_COMMON = ForAll(n_1, classes, o_[n_1] ** 2 <= of_all_common)


@auxiliary(Implies(ALL_COMMON, K <= 1))
def not_all_common() -> None:
    """Two such classes were one: f_nᵀf_n′ = C/(o_n o_n′)."""
    obtain(roots_apart, roots_positive, other_classes_counted)
    rest = Without(classes, A_CLASS)
    ones = Sum(np, rest, expr(1))
    with suppose(ALL_COMMON):
        with proving(ForAll(np, rest, expr(1) <= 0)):
            have((o_[A_CLASS] > 0) & (o_[np] > 0), *instances(ForAll(n, classes, o_[n] > 0), A_CLASS))
            have((o_[A_CLASS] ** 2 <= of_all_common) & (o_[np] ** 2 <= of_all_common), *instances(ALL_COMMON, A_CLASS))
            have(o_[A_CLASS] * o_[np] <= of_all_common, SQUARE(o_[A_CLASS] - o_[np]))
            have(of_all_common < o_[A_CLASS] * o_[np], *instances(APART, A_CLASS, np))
        have(ones <= 0, SUM_BELOW_COUNT(terms(ones), 0, np, rest))
        have(K <= 1, *instances(ForAll(n, classes, Sum(np, other_classes, expr(1)) == K - 1), A_CLASS))


@proof(C2[""])
def _() -> None:
    """ż_l = -η_Z Σ_n (c̃_l²/C - f_nl²)ξ_n with C = Σ_CT c̃² ≤ o_n², as Eqn 100 has it for one common token; were C = o_n² for
    all n, then f_nᵀf_n′ = 1.
    """
    obtain(pushed_as_pulled, common_share, own_share, positive_xi, roots_positive, not_all_common)
    have((own > 0) & (of_all_common > 0))
    gained = Sum(n, of_query(m_0), f[n, l] * others_push)
    taken = Sum(n, of_query(m_0), (of_common - f[n, l] ** 2) * xi[n])
    with proving(ForAll(n, of_query(m_0), gained.body == -1 * taken.body)):
        hence(XI(n), CLOCK())
    have(gained == -1 * taken, multiple(gained, -1, taken))
    have(ForAll(n, of_query(m_0), taken.body >= 0))
    with suppose_not(taken > 0):
        with proving(ALL_COMMON):
            have(terms(taken)(n_1) <= taken, SUM_ABOVE_TERM(terms(taken), n, of_query(m_0), n_1))
            have((o_[n_1] > 0) & (xi[n_1] > 0))
            have(f[n_1, l] ** 2 == of_common)
            have(f[n_1, l] == own / o_[n_1], DIRECTED(n_1, l), SCORE(l, n_1), COMMON_ALIKE)
            have(own**2 > 0)
            have(own**2 * (o_[n_1] ** 2 - of_all_common) == 0)
        have(K <= 1, FOLLOWS(ALL_COMMON, K <= 1))
        hence()
    have(speed_of(l) == eta_Z * gamma * gained, L4["Eqn 97"])
    hence(CLOCK())


STATEMENTS = (C2,)
