"""The images of tokens under φ (scan_snap, Corollary 2): what the data compute, and what they are by definition."""

from theorems.scan_snap.attention_dynamics import COMMON_ARE_TOKENS, OWN_ARE_TOKENS, of_pairs
from theorems.scan_snap.language import *


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


def root_rate(x: Classes, n: int) -> Ball:
    """d o_n²/dt: the sum of 2 c̃² ż."""
    weight, moved = sum(x.weights[n], Fraction(0)), (x.drift(x.psi[0], l) for l in range(x.tokens))
    return sum((2 * balls.ball((s / weight) ** 2) * v for s, v in zip(x.scores[n], moved, strict=True)), balls.ball(0))


phi, rho, E_corrected, o_ = symbols("φ ρ E′ o")
m_0, n_1, n_2, l_1, q = symbols("m_0 n_1 n_2 l_1 q")
image_of = phi[n, np](l)


def of_distinct(claim: Claim) -> ForAll:
    """What is said of every distinct token l of a class and every other class, for both of two classes."""
    here = ForAll(l, distinct(n), claim)
    return of_pairs(here & substituted(here, {n: np, np: n}))


COMMON_ALIKE = ForAll(n, classes, ForAll(l, common, P(l, n) == rho[l]))
HAS_IMAGE = of_distinct(Member(image_of, distinct(np)))
DISTINCT_ALIKE = of_distinct((phi[np, n](image_of) == l) & (P(image_of, np) == P(l, n)))
LOGITS_ALIKE = of_distinct(z[image_of] == z[l])
ALIKE = Condition(COMMON_ALIKE & HAS_IMAGE & DISTINCT_ALIKE, SYMMETRIC_CLASSES.check, said="φ one-to-one")
IMAGES = Condition(LOGITS_ALIKE, STAY_IMAGES.check, said="so at Z(0) = 0, and ever after by the induction")
SHARED_ARE_TOKENS = of_pairs(ForAll(l, shared(n, np), Member(l, tokens)))
OF_IMAGES = replace(
    CLASS_WORDS,
    points=classes_domain("symmetric", ONE_QUERY, ALIKE, IMAGES, small=small_symmetric),
    ranges=(*CLASS_WORDS.ranges, COMMON_ARE_TOKENS, OWN_ARE_TOKENS, SHARED_ARE_TOKENS),
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
ANY_LOGITS = replace(OF_IMAGES, points=classes_domain("symmetric laws", ONE_QUERY, ALIKE, small=small_symmetric))


def of_images(claim: Claim) -> ForAll:
    """What is said of every two classes n₁ ≠ n₂."""
    return ForAll(n_1, classes, ForAll(n_2, Without(classes, n_1), claim))


def square(token: Expr, class_: Expr, logit: Expr) -> Expr:
    """P²(token|class) e^(2 logit)."""
    return P(token, class_) ** 2 * exp(2 * logit)


def squares(range_: SetOf, class_: Expr) -> Total:
    """Σ P²(l|n) e^(2z_l) over a set."""
    return Sum(l, range_, square(l, class_, z[l]))


def among(range_: Any, token: Expr) -> Total:
    """1 for the elements of a set."""
    return Sum(q, range_, expr(1) * Indicator(q == token))


SETS = Definition(
    "G_DT(n) has the tokens of n alone, G_CT(n,n′) those of both; a token of n is in G_DT(n) or in G_CT",
    (),
    ForAll(n, classes, ForAll(k, tokens, P(k, n) == (among(distinct(n), k) + among(common, k)) * P(k, n)))
    & of_distinct((P(l, n) > 0) & (P(l, np) == 0))
    & ForAll(l, common, Sum(n, classes, P(l, n)) > 0)
    & of_pairs(ForAll(l, shared(n, np), (P(l, n) > 0) & (P(l, np) > 0)))
    & of_pairs(ForAll(k, tokens, P(k, n) * P(k, np) == among(shared(n, np), k) * (P(k, n) * P(k, np)))),
    of=ANY_LOGITS,
    at=((),),
    names=(distinct(n), common, shared(n, np)),
    exists="sets of tokens by what they have",
)
SCORE = Definition(
    "c̃_nl = P(l|n) e^(z_l)",
    (l, n),
    score[l, n] == P(l, n) * exp(z[l]),
    of=ANY_LOGITS,
    at=((expr(0), expr(0)), (expr(0), expr(1))),
)
ROOT = Definition("o_n", (n,), o_[n] == sqrt(Sum(l, tokens, score[l, n] ** 2)), of=ANY_LOGITS, at=((expr(0),), (expr(1),)))
OF_O = Definition("o is what the o_n are: their mean", (q,), o_ == Sum(q, classes, o_[q]) / K, of=OF_IMAGES, at=((k,),))
DIRECTED = Definition(
    "f_n = c̃_n/o_n", (n, l), f[n, l] == score[l, n] / o_[n], of=ANY_LOGITS, at=((expr(0), expr(0)), (expr(1), expr(0)))
)
