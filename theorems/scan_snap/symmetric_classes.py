"""Several common tokens in symmetric classes (scan_snap, Appendix E): Corollary 2."""

from theorems.scan_snap.attention_dynamics import CLASSES_OF_QUERY
from theorems.scan_snap.directions import LAW
from theorems.scan_snap.gradient_bounds import overlaps_are_small
from theorems.scan_snap.images_of_tokens import *

C2 = Lemma(
    "Corollary 2",
    "Appendix E",
    "several common tokens, symmetric classes",
    given=OF_IMAGES,
    uses=["Lemma 4/Eqn 10", "Theorem 1/Eqn 88"],
)


C2["overlap"] = of_pairs(f[n] ** top * f[np] == Sum(l, common, rho[l] ** 2 * exp(2 * z[l])) / o_**2)
C2["overlap"].note("The same for all pairs.").uses("Corollary 2/Eqn 104-106")


def everywhere(entry: Callable[[Expr, Expr], Expr]) -> ForAll:
    """Off the diagonal all entries are equal and positive."""
    return of_pairs(of_images(chain(entry(n, np), "==", entry(n_1, n_2), ">", 0)))


UNEVEN = "K=2 M=10000 psi=0,0 weights=3,5,4,0,0;3,0,0,5,4 boosts=1,1,1,1,1 theta=1/10,-1/10"
AS_OFTEN = "each class came equally often: by Eqn 88 β_nn′ grows with 1 + θ_n"
C2["E'"] = everywhere(lambda a, b: corrected[a, b])
C2["E'"].note("In print in words: all off-diagonal elements of E′ are equal and positive.")
with C2.where(given=nearly_equally_often(OF_IMAGES)):
    C2["beta"] = everywhere(lambda a, b: beta[a, b])
C2["beta"].refuted(UNEVEN).note(
    "In print in words: β_nn′ > 0 does not depend on its subscripts. The classes are drawn uniformly, and their counts differ "
    "by θ (Lemma 12): |θ_n| ≤ 1/5, as for Theorem 2."
)
equal_pulls = C2["beta"].repair(EQUAL_COUNTS, why=AS_OFTEN)
C2["Eqn 107"] = ForAll(
    l,
    common,
    of_pairs(
        chain(f[n, l], "==", f[np, l], ">", 0)
        & chain(
            f[n, l] * ((f[n] ** top * f[np]) * f[n, l] - f[np, l]), "==", -(f[n, l] ** 2 * (1 - f[n] ** top * f[np])), "<", 0
        )
    ),
)
C2["Eqn 107"].uses("Lemma 13")
ALL_OF_QUERY = ForAll(n_1, classes, Member(n_1, of_query(m_0)))


def of_one_query(data: Computed) -> Computed:
    """The classes of the one query, each about as often as the others."""
    ranges = *data.ranges, CLASSES_OF_QUERY, Member(m_0, queries), ALL_OF_QUERY
    return replace(nearly_equally_often(data), ranges=ranges)


OF_ONE_QUERY = of_one_query(OF_IMAGES)


def speed_of(token: Expr) -> Expr:
    """ż of the one query."""
    return ddt(z[m_0, token], t)


with C2.where(given=of_one_query(ANY_LOGITS)):
    C2[""] = ForAll(l, common, speed_of(l) < 0)
C2[""].note(
    "For t > 0. At any logits: neither the symmetry (2) nor Z(0) = 0 is needed, nor the induction, which fails for counts that "
    "differ (Eqn 101)."
)


def rise(class_: Expr, token: Expr) -> Expr:
    """η_Zγ f_nl² Σ_{n'≠n} β_nn' f_nᵀf_n'."""
    return (
        eta_Z * gamma * f[class_, token] ** 2 * Sum(np, Without(classes, class_), beta[class_, np] * (f[class_] ** top * f[np]))
    )


mapped = phi[n_1, n_2](l_1)
with C2.where(given=OF_ONE_QUERY):
    C2["Eqn 101"] = of_images(
        ForAll(l_1, distinct(n_1), chain(speed_of(l_1), "==", rise(n_1, l_1), "==", rise(n_2, mapped), "==", speed_of(mapped)))
    )
C2["Eqn 101"].refuted(UNEVEN).note(
    "φ is the bijection between the distinct tokens of n₁ and n₂, which the print writes l₂ = φ(l₁)."
)
moved_as_images = C2["Eqn 101"].repair(EQUAL_COUNTS, why=AS_OFTEN).uses("Corollary 2/beta")
C2["Eqn 102"] = ForAll(n_1, classes, o_[n_1] == Sum(l, tokens, score[l, n_1] ** 2))
C2["Eqn 102"].refuted("K=2 M=10000 psi=0,0 weights=3,5,4,0,0;3,0,0,5,4 boosts=1,1,1,1,1").uses()
C2["Eqn 102"].note("The induction hypothesis has o_n² = Σ_l c̃²_{l|n}.")
repaired = C2["Eqn 102"].repair(
    claim=ForAll(n_1, classes, o_[n_1] ** 2 == Sum(l, tokens, score[l, n_1] ** 2)), why="the square on o"
)


@proof(repaired)
def _() -> None:
    """(√s)² = s."""
    hence(ROOT)


C2["Eqn 103"] = of_images(Sum(l, tokens, score[l, n_1] ** 2) == squares(distinct(n_1), n_1) + squares(shared(n_1, n_2), n_1))


in_common, in_shared = among(common, k), among(shared(n_1, n_2), k)


@auxiliary(of_images(ForAll(k, tokens, in_common * (P(k, n_2) - P(k, n_1)) == 0)))
def common_alike() -> None:
    """Hypothesis (3)."""
    each = Sum(q, common, (P(k, n_2) - P(k, n_1)) * Indicator(q == k))
    with proving(ForAll(q, common, each.body == 0)):
        with case(q == k):
            have((P(q, n_1) == rho[q]) & (P(q, n_2) == rho[q]), COMMON_ALIKE)
            hence(EQUALS(lambda x: P(x, n_1), q, k), EQUALS(lambda x: P(x, n_2), q, k))
        with otherwise():
            hence(INDICATOR_FAILS(q, k))
    have(each == 0 * each, multiple(each, 0, each))
    hence(multiple(each, P(k, n_2) - P(k, n_1), in_common))


@auxiliary(lambda own, other: of_images(ForAll(k, tokens, among(distinct(own), k) * P(k, other) == 0)))
def distinct_apart(own: Expr, other: Expr) -> None:
    """No other class has a distinct token."""
    each = Sum(q, distinct(own), P(k, other) * Indicator(q == k))
    with proving(ForAll(q, distinct(own), each.body == 0)):
        with case(q == k):
            have(P(q, other) == 0, SETS)
            hence(EQUALS(lambda x: P(x, other), q, k))
        with otherwise():
            hence(INDICATOR_FAILS(q, k))
    have(each == 0 * each, multiple(each, 0, each))
    hence(multiple(each, P(k, other), among(distinct(own), k)))


@auxiliary(lambda own, other: of_images(ForAll(k, tokens, P(k, own) == (among(distinct(own), k) + in_shared) * P(k, own))))
def in_two_sets(own: Expr, other: Expr) -> None:
    """A token that both classes have is in G_CT(n₁,n₂), and by hypothesis (3) no other one is common."""
    have((P(k, own) >= 0) & (P(k, other) >= 0), LAW(own, k, q), LAW(other, k, q))
    have(P(k, own) == (among(distinct(own), k) + in_common) * P(k, own), SETS)
    with case(P(k, other) <= 0):
        with proving(in_shared == 0):
            with proving(ForAll(q, shared(n_1, n_2), in_shared.body == 0)):
                with case(q == k):
                    have(P(q, other) > 0, SETS)
                    hence(EQUALS(lambda x: P(x, other), q, k))
                with otherwise():
                    hence(INDICATOR_FAILS(q, k))
            have(in_shared == 0 * in_shared, multiple(in_shared, 0, in_shared))
        hence()
    with otherwise():
        have(P(k, n_1) * P(k, n_2) == in_shared * (P(k, n_1) * P(k, n_2)), SETS)
        have(among(distinct(own), k) == 0)
        hence()


@auxiliary(of_images(ForAll(l, shared(n_1, n_2), P(l, n_1) == P(l, n_2))))
def shared_alike() -> None:
    """What both classes have is common."""
    own, either = among(distinct(n_1), l), among(common, l)
    have((P(l, n_1) > 0) & (P(l, n_2) > 0), SETS)
    have(P(l, n_1) == (own + either) * P(l, n_1), SETS)
    have(own * P(l, n_2) == 0)
    have(own == 0)
    have(either == 1)
    have(either * (P(l, n_2) - P(l, n_1)) == 0)


def spread(own: Total) -> Total:
    """Statements of a proof: a sum over a set of tokens l is one over all tokens, which is returned."""
    whole = Sum(l, tokens, own.body * Sum(q, own.range, expr(1) * Indicator(q == l)))
    turned = Sum(q, own.range, expr(1) * Sum(l, tokens, own.body * Indicator(q == l)))
    renamed = Sum(q, own.range, terms(own)(q))
    with proving(ForAll(q, own.range, turned.body == renamed.body)):
        picked = Sum(l, tokens, Indicator(l == q) * own.body)
        have(last_factor(turned) == picked, equal(last_factor(turned), picked), INDICATOR_OF_EQUALITY(q, l))
        hence(SUM_PICKS(terms(own), l, tokens, q))
    have(turned == renamed, equal(turned, renamed))
    have(own == whole, exchanged(whole), SUM_RENAMED(terms(own), l, q, own.range))
    return whole


PARTED = (common_alike, distinct_apart(n_1, n_2), in_two_sets(n_1, n_2))


def in_parts(class_: Expr) -> None:
    """Statements of a proof: a token of the class is distinct or in G_CT(n₁,n₂)."""
    scores = Sum(l, tokens, score[l, class_] ** 2)
    parts = spread(squares(distinct(class_), class_)), spread(squares(shared(n_1, n_2), class_))
    have(scores == 1 * parts[0] + 1 * parts[1], linear(scores, 1, parts[0], 1, parts[1]), SCORE(l, class_))


@proof(C2["Eqn 103"].uses())
def _() -> None:
    """A token of n₁ is distinct or common; by hypothesis (3) a common one is shared by all classes."""
    obtain(*PARTED)
    in_parts(n_1)


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
C2["Eqn 104-106"].uses("Corollary 2/Eqn 101")
of_images_there = Sum(l_1, distinct(n_1), square(mapped, n_2, z[mapped]))


def by_phi(there: Callable[[Expr], Expr]) -> None:
    """Statements of a proof: a sum over the images of the distinct tokens of n₁ is one over those of n₂."""
    back_again, of_all = phi[n_2, n_1](q), Sum(l_1, distinct(n_1), there(mapped))
    picks = Sum(q, distinct(n_2), there(q) * Indicator(q == mapped))
    twice = Sum(l_1, distinct(n_1), expr(1) * picks)
    met = Sum(l_1, distinct(n_1), expr(1) * Indicator(q == mapped))
    turned = Sum(q, distinct(n_2), there(q) * met)
    with proving(ForAll(l_1, distinct(n_1), twice.body == there(mapped))):
        picked = Sum(q, distinct(n_2), Indicator(q == mapped) * there(q))
        have(picks == picked, equal(picks, picked))
        hence(SUM_PICKS(there, q, distinct(n_2), mapped))
    have(twice == of_all, equal(twice, of_all))
    with proving(ForAll(q, distinct(n_2), met == 1)):
        have(phi[n_1, n_2](back_again) == q, DISTINCT_ALIKE)
        own = Sum(l_1, distinct(n_1), Indicator(l_1 == back_again) * expr(1))
        with proving(ForAll(l_1, distinct(n_1), met.body == own.body)):
            have(phi[n_2, n_1](mapped) == l_1, DISTINCT_ALIKE)
            with case(l_1 == back_again):
                have(mapped == phi[n_1, n_2](back_again), EQUALS(lambda x: phi[n_1, n_2](x), l_1, back_again))
                have(q == mapped)
                hence(INDICATOR_HOLDS(q == mapped), INDICATOR_HOLDS(l_1 == back_again))
            with otherwise():
                with case(q == mapped):
                    have(back_again == phi[n_2, n_1](mapped), EQUALS(lambda x: phi[n_2, n_1](x), q, mapped))
                    hence()
                with otherwise():
                    hence(INDICATOR_FAILS(q, mapped), INDICATOR_FAILS(l_1, back_again))
        have(met == own, equal(met, own))
        hence(SUM_PICKS(lambda _: expr(1), l_1, distinct(n_1), back_again))
    there_all = Sum(q, distinct(n_2), there(q))
    have(turned == there_all, equal(turned, there_all))
    hence(exchanged(twice), SUM_RENAMED(there, q, l, distinct(n_2)))


@auxiliary(of_images(of_images_there == squares(distinct(n_2), n_2)))
def renamed_by_phi() -> None:
    """φ is one-to-one: each distinct token of n₂ is the image of one of n₁."""
    by_phi(lambda token: square(token, n_2, z[token]))


@proof(C2["Eqn 104-106"])
def _() -> None:
    """φ is a bijection with P(l|n₁) = P(φ(l)|n₂) and z_l = z_φ(l); common tokens have P = ρ_l in both classes."""
    obtain(*PARTED, distinct_apart(n_2, n_1), in_two_sets(n_2, n_1), shared_alike, renamed_by_phi)
    own, here = squares(distinct(n_1), n_1), Sum(l_1, distinct(n_1), square(l_1, n_1, z[l_1]))
    have(own == here, SUM_RENAMED(terms(own), l, l_1, distinct(n_1)))
    with proving(ForAll(l_1, distinct(n_1), here.body == of_images_there.body)):
        hence(DISTINCT_ALIKE, LOGITS_ALIKE, EQUALS(lambda x: exp(2 * x), z[l_1], z[mapped]))
    have(here == of_images_there, equal(here, of_images_there))
    both = squares(shared(n_1, n_2), n_1), squares(shared(n_1, n_2), n_2)
    have(both[0] == both[1], equal(*both))
    in_parts(n_2)
    scores = Sum(l, tokens, score[l, n_2] ** 2)
    have(scores >= 0, SUM_NONNEGATIVE(terms(scores), l, tokens), SQUARE(score[l, n_2]))
    hence(ROOT(n_2))


@auxiliary(of_images(o_[n_1] == o_[n_2]))
def roots_alike() -> None:
    """Eqns 103 to 106."""
    here, there = (Sum(l, tokens, score[l, each] ** 2) for each in (n_1, n_2))
    have(here == there, C2["Eqn 103"], C2["Eqn 104-106"])
    hence(ROOT(n_1), ROOT(n_2), EQUALS(sqrt, here, there))


@auxiliary(ForAll(n, classes, o_[n] > 0))
def roots_positive() -> None:
    """Not all P(l|n) are 0."""
    scores, law = Sum(l, tokens, score[l, n] ** 2), Sum(k, tokens, P(k, n))
    with proving(scores > 0), suppose_not(scores > 0):
        with proving(ForAll(k, tokens, P(k, n) <= 0)):
            have(score[k, n] ** 2 <= 0, SUM_ABOVE_TERM(terms(scores), l, tokens, k))
            have(score[k, n] == 0)
            hence(SCORE(k, n), EXP_POSITIVE(z[k]))
        have(law <= 0, SUM_BELOW_COUNT(terms(law), 0, k, tokens))
        hence(LAW(n, expr(0), k))
    hence(ROOT(n), ROOT_POSITIVE(scores))


@auxiliary(ForAll(n, classes, o_[n] == o_))
def one_root() -> None:
    """All o_n are their mean."""
    every, rest = (Sum(q, of, o_[q]) for of in (classes, others))
    have(every == rest + o_[n], SUM_WITHOUT(terms(every), q, classes, n))
    have(rest == o_[n] * Sum(q, others, expr(1)), multiple(rest, o_[n], Sum(q, others, expr(1))))
    have(Sum(q, others, expr(1)) == K - 1, SUM_WITHOUT(lambda _: expr(1), q, classes, n), COUNT_OF_CLASSES(q))
    hence(OF_O(q))


shares = Sum(l, common, rho[l] ** 2 * exp(2 * z[l]))


@auxiliary(of_pairs(f[n] ** top * f[np] == shares / (o_[n] * o_[np])))
def overlaps_of_roots() -> None:
    """Common tokens have the same score in every class, distinct ones do not meet."""
    obtain(*PARTED[:2], roots_positive)
    meeting = Sum(k, tokens, f[n, k] * f[np, k])
    products, both = (Sum(l, of, P(l, n) * P(l, np) * exp(2 * z[l])) for of in (tokens, common))
    renamed = Sum(k, tokens, terms(products)(k))
    have((o_[n] > 0) & (o_[np] > 0))
    known, scale = (*(DIRECTED(each, k) for each in (n, np)), *(SCORE(k, each) for each in (n, np))), 1 / (o_[n] * o_[np])
    have(meeting == scale * renamed, multiple(meeting, scale, renamed), *known)
    have(renamed == products, SUM_RENAMED(terms(products), l, k, tokens))
    whole = spread(both)
    with proving(ForAll(l, tokens, products.body == whole.body)):
        have(P(l, n) == (among(distinct(n), l) + among(common, l)) * P(l, n), SETS)
        have(among(distinct(n), l) * P(l, np) == 0)
        have(P(l, n) * P(l, np) == among(common, l) * (P(l, n) * P(l, np)))
    have(products == whole, equal(products, whole))
    with proving(ForAll(l, common, both.body == shares.body)):
        have((P(l, n) == rho[l]) & (P(l, np) == rho[l]), COMMON_ALIKE)
    have(both == shares, equal(both, shares))
    hence(INNER(n, np), SUM_RENAMED(lambda x: f[n, x] * f[np, x], k, q, tokens))


@proof(C2["overlap"])
def _() -> None:
    """Norms are equal."""
    obtain(overlaps_of_roots, roots_alike, roots_positive, one_root)
    have((o_[n] == o_) & (o_[np] == o_) & (o_ > 0))
    hence()


@auxiliary(ForAll(l, common, rho[l] > 0))
def common_is_shown() -> None:
    """Some class has a common token, so all have it."""
    every, alike = Sum(n, classes, P(l, n)), Sum(n, classes, expr(1))
    have(every == rho[l] * alike, multiple(every, rho[l], alike), COMMON_ALIKE)
    hence(SETS, COUNT_OF_CLASSES(n))


@auxiliary(of_pairs(f[n] ** top * f[np] < 1))
def overlaps_below_one() -> None:
    """f_n·f_n′ = E_nn′ ≤ |λ₁| (Lemma 13)."""
    obtain(entries_of_E, overlaps_are_small)
    have(f[n] ** top * f[np] == excess[n, np], OVERLAP(n, np), GRAM_MATRIX(n, np), INDICATOR_FAILS(np, n))
    have(excess[n, np] <= lambda1)


@proof(C2["Eqn 107"])
def _() -> None:
    """f_nl = ρ_l e^{z_l}/o in every class, and f_nᵀf_n' < 1 under Assumption 2."""
    obtain(*PARTED[:2], roots_alike, roots_positive, one_root, common_is_shown, overlaps_below_one)
    own = rho[l] * exp(z[l]) / o_
    have((o_[n] == o_) & (o_[np] == o_) & (o_ > 0))
    have(f[n, l] == own, DIRECTED(n, l), SCORE(l, n), COMMON_ALIKE)
    have(f[np, l] == own, DIRECTED(np, l), SCORE(l, np), COMMON_ALIKE)
    have(rho[l] > 0)
    have(own > 0, EXP_POSITIVE(z[l]))
    have((f[n, l] ** 2 > 0) & (f[n] ** top * f[np] < 1))
    have(f[n, l] ** 2 * (1 - f[n] ** top * f[np]) > 0)


rates = [ddt(o_[each] ** 2, t) for each in (n_1, n_2)]
MOVING = OF_ONE_QUERY.knowing(dict.fromkeys(rates, lambda x, n: root_rate(x, n)))


def moved_squares(range_: SetOf, class_: Expr) -> Total:
    """Σ 2P²(l|n) e^(2z_l) ż_l over a set."""
    return Sum(l, range_, 2 * square(l, class_, z[l]) * speed_of(l))


with C2.where(given=MOVING):
    C2["induction"] = of_images(ForAll(l_1, distinct(n_1), speed_of(l_1) == speed_of(mapped)) & (rates[0] == rates[1]))
C2["induction"].refuted(UNEVEN).uses("Corollary 2/Eqn 101").note(
    "In print in words: from t to t + δt, δt → 0, distinct tokens keep the scores of their images, and o_n² stays that of all."
)
kept_images = C2["induction"].repair(EQUAL_COUNTS, why=AS_OFTEN)
ROOT_RATE = Definition(
    "o_n² = Σ_l c̃²_{l|n}, and c̃_{l|n} = P(l|n) e^(z_l) moves by c̃_{l|n} ż_l",
    (),
    of_images(
        (rates[0] == Sum(l, tokens, 2 * score[l, n_1] ** 2 * speed_of(l)))
        & (rates[1] == Sum(l, tokens, 2 * score[l, n_2] ** 2 * speed_of(l)))
    ),
    of=MOVING,
)
