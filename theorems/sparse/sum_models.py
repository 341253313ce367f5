"""Sums of independent variables whose laws are known exactly: the models of Lemmas B.4-B.7."""

from kernels.tails import Law
from theorems.sparse.language import *

C, delta, p, q, t, z = symbols("C delta p q t z")


@dataclass(frozen=True)
class SumOfTerms:
    """A law known exactly, with the parameters of its instance.

    ``law`` is that of the sum, ``spread`` Σ (b_i - a_i)², ``largest`` a bound on every |X_i|, ``n``, ``t``, ... as written,
    ``entries`` what the terms have one by one, where asked: their chances p_i, or their coefficients z_i
    """

    arithmetic: Arithmetic
    law: Law
    spread: Fraction
    largest: Fraction
    values: dict[str, Fraction]
    entries: Callable[[], tuple[Fraction, ...]] = tuple

    def __getattr__(self, name: str) -> Number:
        try:
            return self.arithmetic.number(self.values[name])
        except KeyError:
            raise AttributeError(f"no parameter {name}") from None

    def number(self, value: Fraction | int) -> Number:
        """An exact constant."""
        return self.arithmetic.number(value)

    @property
    def mu(self) -> Number:
        return self.number(self.law.mean)

    @property
    def S(self) -> Number:
        return self.number(self.spread)

    @property
    def V(self) -> Number:
        return self.number(self.law.variance)

    @property
    def M(self) -> Number:
        return self.number(self.largest)


def _exact(instance: Instance) -> dict[str, Fraction]:
    return {name: Fraction(value) for name, value in instance.items() if name not in ("z", "W")}


def _coins(instance: Instance, arithmetic: Arithmetic) -> SumOfTerms:
    """X = v · Bin(n, p) + w · Bin(m, q), the weights v, w being 1 where they are not given."""
    x = _exact(instance)
    v, w = x.get("v", Fraction(1)), x.get("w", Fraction(1))
    law = _successes(int(x["n"]), x["p"]).map(lambda u: v * u) + _successes(int(x["m"]), x["q"]).map(lambda u: w * u)
    spread = x["n"] * v**2 + x["m"] * w**2
    largest = max((v * max(x["p"], 1 - x["p"])) if x["n"] else 0, (w * max(x["q"], 1 - x["q"])) if x["m"] else 0)
    return SumOfTerms(arithmetic, law, spread, Fraction(largest), x, lambda: (x["p"],) * int(x["n"]) + (x["q"],) * int(x["m"]))


def _successes(n: int, p: Fraction) -> Law:
    """Of however many draws, where none of them can succeed."""
    return Law.binomial(n, p) if p else Law.constant(0)


chances = st.fractions(0, 1, max_denominator=20)


def _coin_sums(**more: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"n": st.integers(1, 30), "p": chances, "m": st.integers(0, 10), "q": chances, **more})


CHANCES = Condition(chain(0, "<=", p, "<=", 1) & chain(0, "<=", q, "<=", 1), said="each p_i is p or q")


def _small_coins(**grids: list[Fraction]) -> Iterator[Instance]:
    for n, tenths in product((1, 2, 3, 10, 60), range(1, 10)):
        for values in product(*grids.values()):
            yield Instance(n=n, p=Fraction(tenths, 10), m=0, q=0, **dict(zip(grids, values, strict=True)))


def _rare_coins(instance: Instance) -> Iterator[Instance]:
    """Many coins of a small chance, and one that just reaches (1 + δ) μ: the largest tails, their chances exact in balls."""
    for factor in (Fraction(1), Fraction(18, 5)):
        yield instance.but(n=60, p=Fraction(1, 8), m=0, delta=factor * Fraction(instance["delta"]))
    yield instance.but(n=1, p=Fraction(1, 16), m=0, delta=Fraction(15))


COINS = Domain(
    "sums of independent 0/1 variables",
    lambda: _coin_sums(delta=st.fractions("1/20", 10, max_denominator=20)),
    _coins,
    (CHANCES,),
    lambda: _small_coins(delta=[Fraction(i, 2) for i in range(1, 20)]),
    variables={
        "n": "coins of chance p",
        "p": "their chance",
        "m": "coins of chance q",
        "q": "their chance",
        "mu": "μ = n p + m q",
        "delta": "relative deviation δ",
    },
    feasible="every number of coins, all chances in [0, 1], δ > 0",
    vary=_rare_coins,
)
AT_MOST_ONE = Condition(delta <= 1, steer=lambda x: x.but(delta=min(Fraction(x["delta"]), 1 / Fraction(x["delta"]))))
BELOW_ONE = Condition(
    delta < 1, steer=lambda x: x.but(delta=Fraction(x["delta"]) if Fraction(x["delta"]) < 1 else 1 / (1 + Fraction(x["delta"])))
)
NINE_FIFTHS = Condition(delta <= Q(9, 5), steer=lambda x: x.but(delta=min(Fraction(x["delta"]), Fraction(9, 5))))


def _extreme(instance: Instance) -> Iterator[Instance]:
    """A variable that is almost always a little above its mean, and one beside very many that are certain."""
    yield instance.but(n=1, p=Fraction(999, 1000), v=1, m=0, t=Fraction(1, 10**6))
    yield instance.but(n=10**300, p=0, v=Fraction(1, 10**300), m=1, q=Fraction(1, 2), w=1, t=Fraction(1, 100))


WEIGHTED = Domain(
    "sums of independent two-point variables",
    lambda: _coin_sums(
        v=st.fractions("1/4", 3, max_denominator=4),
        w=st.fractions("1/4", 3, max_denominator=4),
        t=st.fractions("1/10", 20, max_denominator=10),
    ),
    _coins,
    (CHANCES,),
    lambda: _small_coins(v=[Fraction(1)], w=[Fraction(1)], t=[Fraction(i, 2) for i in range(1, 7)]),
    variables={
        "n": "variables of one kind",
        "p": "their chance",
        "m": "variables of the other",
        "q": "their chance",
        "t": "deviation",
        "S": "Σ (b_i - a_i)²",
        "V": "Σ E X_i²",
        "M": "the bound on every |X_i|",
    },
    feasible="every number of variables, all chances in [0, 1], t > 0",
    vary=_extreme,
)


def _signs(instance: Instance, arithmetic: Arithmetic) -> SumOfTerms:
    """Σ z_i σ_i over fair signs, z given as numbers joined by commas."""
    z = [Fraction(word) for word in str(instance["z"]).split(",")]
    law = Law.constant(0)
    for coefficient in z:
        law = law + Law.sign().map(lambda sign, c=coefficient: c * sign)  # type: ignore[misc]
    squared = Fraction(sum(c * c for c in z))
    return SumOfTerms(arithmetic, law, squared, Fraction(max(map(abs, z))), _exact(instance), lambda: tuple(z))


def _small_signs() -> Iterator[Instance]:
    for size, t, C in product(range(1, 5), map(Fraction, (1, 2)), (Fraction(1, 1000), Fraction(1))):
        yield Instance(z=",".join(["1"] * size), t=t, C=C)
    yield Instance(z="1/10", t=1, C=1)


SIGNS = Domain(
    "sums of signs",
    lambda: st.fixed_dictionaries(
        {
            "z": st.lists(st.integers(-9, 9), min_size=1, max_size=10).map(lambda z: ",".join(map(str, z))),
            "t": st.fractions("1/10", 4, max_denominator=10),
            "C": st.sampled_from([Fraction(1, 1000), Fraction(1, 2), Fraction(1)]),
        }
    ),
    _signs,
    (
        Condition(t > 0),
        Condition(C > 0),
        Condition(Norm(z, "2") ** 2 > 0, lambda x: any(Fraction(c) for c in str(x["z"]).split(",")), said="z ≠ 0"),
    ),
    _small_signs,
    variables={"t": "deviation in units of ‖z‖", "C": "the constant in the exponent"},
    feasible="every z ≠ 0, t > 0, C > 0",
    vary=lambda x: iter((x.but(z="0"), x.but(t=-Fraction(x["t"])))),
)
