"""The law of one score S_ij = X_i W X_j^T, exactly: the models of Lemma D.4."""

from kernels.balls import Truth
from kernels.tails import Law, law_of
from strategies.score_laws import WIDTHS, matrix, score_laws
from theorems.sparse.language import *

C, b, chance, delta, n = symbols("C b p_b delta n")  # chance: of an entry b; it is -b otherwise
X, W, i, j = symbols("X W i j")
BOUNDED = Pr(abs(X[i, j]) <= b) == 1
ALL_ROWS = Range(expr(1), n)
SMALL_DELTA = Condition(chain(0, "<", delta, "<", Q("0.1")))


@lru_cache(maxsize=4096)
def score_law(d: int, shape: str, p: Fraction, same: bool) -> Law:
    """The law of x^T W y at unit scale, y an independent copy of x or x itself."""
    W, entry = matrix(shape, d), Law.two_point(-1, 1, 1 - p)
    if same and shape == "ones":
        return entry.repeated(d).map(lambda total: total * total)
    if same:
        return law_of(lambda *x: sum(W[a][b] * x[a] * x[b] for a in range(d) for b in range(d)), *[entry] * d)
    if shape == "ones":
        half = entry.repeated(d)
        return half * half
    return law_of(lambda *z: sum(W[a][b] * z[a] * z[d + b] for a in range(d) for b in range(d) if W[a][b]), *[entry] * (2 * d))


@dataclass(frozen=True)
class Score:
    """One score, its law known exactly.

    pair, own: the laws of S_ij/b² for i ≠ j and for i = j;  frobenius: ‖W‖_F;  p: the chance of an entry b
    """

    arithmetic: Arithmetic
    pair: Law
    own: Law
    frobenius: Number
    d: Number
    n: Number
    delta: Number
    C: Number
    p: Number
    b: Number

    def log(self, x: Number) -> Number:
        return self.arithmetic.log(x)

    def sqrt(self, x: Number) -> Number:
        return self.arithmetic.sqrt(x)

    def beyond(self, law: Law, bound: Number, centre: bool) -> Number:
        """Pr[|S| > bound], of S - E S if ``centre``: a ball that encloses it when atoms lie too close to the bound."""
        mean = law.mean if centre else Fraction(0)
        certain = possible = Fraction(0)
        for value, probability in law.atoms:
            outside = balls.gt(self.b**2 * balls.ball(abs(value - mean)), bound)
            certain += probability if outside is Truth.HOLDS else 0
            possible += probability if outside is not Truth.FAILS else 0
        return balls.enclosing(certain, possible)


def _bind(instance: Instance, arithmetic: Arithmetic) -> Score:
    d, p, shape = int(instance["d"]), Fraction(instance["p"]), str(instance["W"])
    squared = sum(entry * entry for row in matrix(shape, d) for entry in row)
    number = arithmetic.number
    return Score(
        arithmetic,
        score_law(d, shape, p, False),
        score_law(d, shape, p, True),
        arithmetic.sqrt(number(squared)),
        number(d),
        number(int(instance["n"])),
        number(Fraction(instance["delta"])),
        number(Fraction(instance["C"])),
        number(p),
        number(Fraction(instance.get("b", 1))),
    )


def _small() -> Iterator[Instance]:
    deltas = [Fraction(1, 100), Fraction(1, 64), Fraction(1, 20), Fraction(9, 100)]
    for d, n, shape in product((1, 2, 3), (1, 2), WIDTHS):
        if d >= WIDTHS[shape]:
            for p, delta in product((Fraction(1, 2), Fraction(1, 10), Fraction(1, 20)), deltas):
                yield Instance(d=d, W=shape, p=p, n=n, delta=delta, C=2)
    for d, n in product((1, 2), (1, 2)):
        yield Instance(d=d, W="ones", p=Fraction(1, 2), n=n, delta=Fraction(1, 100), C=2, b=Fraction(1, 100))


SCORES = Domain(
    "scores of independent two-point entries",
    score_laws,
    _bind,
    (
        SMALL_DELTA,
        Condition(C > 0),
        Condition((Norm(W, "F") > 0) & (b > 0), lambda x: Fraction(x.get("b", 1)) > 0, said="W ≠ 0"),
        Condition(
            chain(0, "<=", chance, "<=", 1),
            lambda x: 0 <= Fraction(x["p"]) <= 1,
            said="entries bounded and independent, Definition C.1",
        ),
    ),
    _small,
    variables={
        "n": "length",
        "d": "width",
        "delta": "failure probability δ",
        "C": "the absolute constant",
        "b": "the bound on the entries; 1 where it is not given",
        "frobenius": "‖W‖_F",
    },
    feasible="every n, d ≥ 1, W, b > 0, p in [0, 1], δ in (0, 0.1), C > 0 (W = E_12 and the antidiagonal: d ≥ 2)",
    declared=Declared(premises=(BOUNDED,), each=(ALL_ROWS,), alike=(n, ALL_ROWS)),
)
TWO_ROWS = Condition(n >= 2, steer=lambda x: x.but(n=max(2, int(x["n"]))), said="i ≠ j")
CENTRED = Condition(
    words="E X_ij = 0", check=lambda x: Fraction(x["p"]) == Fraction(1, 2), steer=lambda x: x.but(p=Fraction(1, 2))
)


@lru_cache(maxsize=64)
def parity_law(d: int, m: int) -> Law:
    """The law of S_12 = (Σ_a X_1a)(Σ_b X_2b) when the entries are 2d different parities of m fair bits.

    Two different parities are independent; all of them are 1 when the bits are 0.
    Raises ValueError when there are fewer than 2d parities.
    """
    if 2 * d > 2**m - 1:
        raise ValueError(f"{m} bits have only {2**m - 1} parities, not {2 * d}")
    outcomes = []
    for z in range(2**m):
        signs = [1 - 2 * ((z & s).bit_count() & 1) for s in range(1, 2 * d + 1)]
        outcomes.append(sum(signs[:d]) * sum(signs[d:]))
    return Law.uniform(outcomes)


def _bind_parities(instance: Instance, arithmetic: Arithmetic) -> Score:
    d, number = int(instance["d"]), arithmetic.number
    law = parity_law(d, int(instance["m"]))
    delta = number(Fraction(instance["delta"]))
    return Score(arithmetic, law, law, number(d), number(d), number(2), delta, number(2), number(Fraction(1, 2)), number(1))


PARITIES = Domain(
    "entries that are parities of few bits: pairwise independent, not mutually (Definition C.1 (b))",
    lambda: st.builds(
        lambda d: {"d": d, "m": (2 * d).bit_length(), "delta": Fraction(1, 2 ** (2 * d).bit_length() + 1)}, st.integers(1, 100)
    ),
    _bind_parities,
    (SMALL_DELTA,),
    lambda: (Instance(d=d, m=7 if d < 64 else 8, delta=Fraction(1, 129 if d < 64 else 257)) for d in range(40, 65)),
    variables={"d": "width", "delta": "failure probability δ", "b": "the bound on the entries, 1"},
    feasible="every d ≥ 1 with m ≥ log2(2d + 1) bits, δ in (0, 0.1)",
    declared=Declared(premises=(BOUNDED,)),
)
