"""Random signs on the self-attention datasets (superiority v1, Lemmas D.4, D.8, D.12, D.16 and Theorems D.5, D.9, D.13, D.17).

The definitions give the entries of a row of c(A, x), seen from j3: the first column, the column of j3's block entry, the d-3
other block columns, and c in the last; rows j0 ≠ j3 all agree. So <c(A,x)_{j0}, σ> has four distinct coefficients and its law
is exact, and so is the joint law of the two kinds of rows under one σ, for any d.
"""

from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import TypeVar

from hypothesis import strategies as st

from kernels import balls
from kernels.arithmetic import BALLS, RATIONALS
from kernels.balls import Ball
from kernels.random_signs import Group, Probability, SignedSums
from theorems.language.computed import Supply
from theorems.language.given import Bound
from theorems.language.structure import COLUMNS, Row, Scene
from theorems.language.values import value
from theorems.superiority.language import *
from theorems.superiority.ranges import WIDTH
from theorems.textbook import *

SMALL = 4000  # instances that are walked before any is drawn
MARGIN = Fraction(1, 10)  # the 0.1 of τ
TAU = (c + Q("0.1")) * sqrt(log(n))
SPECIAL, TWIN, STRANGER = Row(0, 0), Row(0, 1), Row(1, 0)  # j3, a row of its block, a row of another block

# one object for all instances: it remembers the unrolled definitions
DATA = {(dataset, QK): self_attention(dataset, QK) for dataset in (0, 1) for QK in (ONES, IDENTITY)}


def in_units(data: Given, instance: Instance, arithmetic: Arithmetic) -> Bound:
    """The data with A in units of √(log n); f does not depend on the unit of the logits, so log n counts as 1."""
    bound = data.bind(instance, arithmetic)
    one = arithmetic.number(1)
    return replace(bound, numbers={**bound.numbers, log(n): one, sqrt(log(n)): one})


def mean_entry(data: Bound, row: Row, column: Column, *, linear: bool) -> Any:
    """c(A,x)_{row, column} from its definition: a fraction for linear attention, a ball for softmax."""
    scene = Scene()
    for index in data.given.fixed:
        scene = scene.with_(index, SPECIAL)
    scene = scene.with_(j0, row).with_(i0, column)
    return data.value((c_lin if linear else c_exp)[j0, i0], scene)


@dataclass(frozen=True)
class Law:
    """A member of some data with the exact laws of its rows against random signs; its numbers are those of the instance.

    ``linear`` tells which attention, δ/poly(n) is δ/n^κ, ``m`` is the number of columns.
    """

    given: Given
    instance: Instance
    linear: bool
    m: int

    def __getattr__(self, name: str) -> Ball:
        if name.startswith("_") or name not in self.instance:
            raise AttributeError(name)
        return balls.ball(self.instance[name])

    @cached_property
    def data(self) -> Bound:
        return in_units(self.given, self.instance, RATIONALS if self.linear else BALLS)

    @property
    def high_probability(self) -> Ball:
        """The printed 1 - δ/poly(n), read as 1 - δ/n^κ."""
        return 1 - self.delta / self.n**self.kappa


L = TypeVar("L", bound=Law)


def law(kind: type[L], given: Given, linear: bool, instance: Instance, arithmetic: Arithmetic) -> L:
    """The model of an instance; probabilities exist in balls only."""
    if arithmetic is not BALLS:
        raise TypeError(f"the law of random signs is computed in balls, not in {arithmetic.name}")
    m = columns_for(instance.C, int(instance.n), instance.delta) if "C" in instance else 1
    return kind(given, instance, linear, m)


class InUnits(Law):
    """What is counted in units of √(log n); for n = 1 the unit itself is 0."""

    @property
    def last(self) -> Fraction:
        """The entry of the last column, c √(log n)."""
        return self._counted(Fraction(self.instance.c))

    @property
    def tau(self) -> Fraction:
        """The threshold (c + 0.1) √(log n)."""
        return self._counted(Fraction(self.instance.c) + MARGIN)

    def entry(self, row: Row, column: Column) -> Any:
        """c(A,x)_{row, column}: a fraction for linear attention, a ball for softmax."""
        return self._counted(mean_entry(self.data, row, column, linear=self.linear))

    def _counted(self, number: Any) -> Any:
        return number if self.instance.n > 1 else 0 * number


class SignsOnData(InUnits):
    """A member of D0 or D1 with QKᵀ = 1_{d×d}."""

    @property
    def other(self) -> Row:
        return TWIN if self.instance.d == 3 else STRANGER

    @property
    def kinds(self) -> tuple[Row, ...]:
        """A row of each kind."""
        return (SPECIAL, self.other) if self.instance.n > 1 else (SPECIAL,)

    def columns(self) -> list[tuple[Column, int]]:
        """The kinds of columns as seen from j3, each with how many there are; the one where all entries are c comes last."""
        scene = Scene().with_(j3, SPECIAL)
        kinds = self.data.given.model.structure.orbits(COLUMNS, scene)
        counted = [(column, int(value(count, {d: Fraction(self.instance.d)}, RATIONALS))) for column, count in kinds]
        return [(column, count) for column, count in counted if isinstance(column, Column) and count > 0]

    def sums(self, *rows: Row) -> SignedSums:
        """<c(A,x)_row, σ> for the given rows, all against the same σ, in units of sqrt(log n)."""
        *others, _ = self.columns()
        groups = [Group(count, tuple(self.entry(row, column) for row in rows)) for column, count in others]
        return SignedSums((*groups, Group(1, tuple(self.last for _ in rows))))

    def reaches(self, row: Row) -> Ball:
        """Pr[<c(A,x)_row, σ> >= tau]."""
        return self.sums(row).tail(self.tau, strict=False).value

    def stays_below(self, row: Row) -> Ball:
        """Pr[<c(A,x)_row, σ> < tau]."""
        return self.sums(row).tail(self.tau, strict=False).complement

    def stays_inside(self, row: Row) -> Ball:
        """Pr[|<c(A,x)_row, σ>| < tau]."""
        return self.sums(row).inside(self.tau, strict=True).value

    def network(self) -> Probability:
        """Pr[F = 0], and Pr[F > 0] as its complement: does no inner product of either kind of row with any of the m
        shared columns exceed tau?
        """
        return self.sums(SPECIAL, self.other).no_activation(self.tau, self.m)


def columns_for(constant: Fraction, n: int, delta: Fraction) -> int:
    """m = ceil(C log(n/δ)), decided in balls."""
    bits = 64 + n.bit_length()
    while True:
        with balls.precision(bits):
            low, high = balls.bounds(balls.ball(constant) * balls.log(balls.ball(Fraction(n) / delta)))
        if -(-low // 1) == -(-high // 1):
            return int(-(-high // 1))
        bits *= 2


def bound_signs(instance: Instance, arithmetic: Arithmetic, dataset: int, linear: bool) -> SignsOnData:
    return law(SignsOnData, DATA[dataset, ONES], linear, instance, arithmetic)


# -- hypotheses ----------------------------------------------------------------------------------------------------------

DELTA = Condition((delta > 0) & (delta < 1) & (kappa >= 1), feasible="δ in (0, 1), κ ≥ 1", said="poly(n) = n^κ")
TWO_ROWS = Condition(n >= 2, feasible="n ≥ 2", said="there is a row j0 ≠ j3")
NOT_WIDER = Condition(d <= n, feasible="t ≥ 2 and (d, t) ≠ (3, 2)")
MANY = Condition((C > 0) & (m == ceil(C * log(n / delta))), lambda i: i.C > 0, feasible="C > 0")
ENOUGH = C >= 8 * kappa  # (7/8)^m <= δ/n^κ, since 8 log(8/7) > 1


def on_family(claim: Claim, feasible: str) -> Condition:
    """A hypothesis about growth: no property of one instance, checked symbolically on the family."""
    return Condition(claim, growth=True, feasible=feasible, said="along the family")


def widens(power: str, claim: Claim, so: str = "", *, columns: bool = False) -> Condition:
    """d grows faster than ``n^power``. With t = n/(d-2) or n/(d-1), t √d = o(n^g) says this for power = 2 - 2g."""
    fixed_along = Words(delta, ", ", kappa, " and ", C, " fixed") if columns else Words(delta, " and ", kappa, " fixed")
    return on_family(claim & fixed_along, f"families with n → ∞ and d/n^{power} → ∞{so}")


def narrow(g: Expr) -> Claim:
    """t √d = o(n^g)."""
    return t * sqrt(d) == o(n**g)


def wider(power: Expr) -> Claim:
    return d == omega(n**power)


def with_constants(values: st.SearchStrategy[dict[str, Any]], C: int | None) -> st.SearchStrategy[dict[str, Any]]:
    """Draws of δ, κ and (where there are columns) C beside the data."""
    delta = st.sampled_from([Fraction(1, 100), Fraction(1, 2), Fraction(1, 10**6)])
    extra: dict[str, st.SearchStrategy[Any]] = {"delta": delta, "kappa": st.just(1)}
    if C is not None:
        extra["C"] = st.sampled_from((Fraction(C),))
    return values.flatmap(lambda drawn: st.fixed_dictionaries(extra).map(lambda more: drawn | more))


def with_signs(
    data: Given, bind: Callable[[Instance, Arithmetic], Any], *conditions: Condition, C: int | None = None
) -> Domain:
    """The domain of some data with random signs; ``C`` where there are m = ceil(C log(n/δ)) columns of them."""
    base = data.domain()
    fixed: dict[str, Any] = {"delta": Fraction(1, 100), "kappa": 1} | ({} if C is None else {"C": Fraction(C)})

    def near(instance: Instance) -> Iterator[Instance]:
        kept = {name: instance[name] for name in fixed}
        yield from (neighbour.but(**kept) for neighbour in data.neighbours(instance))
        yield from (instance.but(**{name: 2 * kept[name]}) for name in ("kappa", "C") if name in kept)

    return replace(
        base.where(DELTA, *(() if C is None else (MANY,)), *conditions),
        name=base.name + ", random signs",
        draw=lambda: with_constants(base.draw(), C),
        bind=bind,
        small=lambda: (instance.but(**fixed) for instance in islice(data.small(), SMALL)),
        vary=near,
        cases=None,
        pattern_of=None,
        other_dataset=None,
        variables=base.variables | {"delta": "failure probability", "kappa": "poly(n) = n^kappa", "m": "columns"},
    )


def signs_on_data(dataset: int, *conditions: Condition, linear: bool = False, C: int | None = None) -> Domain:
    """Definition D.1's domain with random signs."""
    return with_signs(
        self_attention(dataset, ONES, *((n >= 2,) if linear else ())),
        lambda instance, arithmetic: bound_signs(instance, arithmetic, dataset, linear),
        *conditions,
        C=C,
    )


def fair_signs(entries: Quantity, blocks: Range = block_columns) -> tuple[Claim, ...]:
    """σ and the columns y_1, ..., y_m of a network's signs are fair and independent, everything else is not random."""

    def of(sign: Expr) -> tuple[Claim, Claim]:
        return all_independent(i0, columns, sign), ForAll(i0, columns, fair_sign(sign))

    return (
        *of(sigma[i0]),
        *(ForAll(l, Range(expr(1), m), claim) for claim in of(y[l, i0])),
        all_independent(l, Range(expr(1), m), y[l]),
        Member(d, INTEGERS),
        Member(n, INTEGERS),
        Member(m, INTEGERS),
        *(Member(row, INTEGERS) for row in (j2, j3)),
        Member(block(j3), blocks),
        fixed(n, d, t, m, C, a0, a1, b, c, delta, kappa, j0, j2, j3, entries.row(j0)),
    )


def entries_in(data: Given, *rows: Claim) -> Domain:
    """The entries (j0, i0) of c(A, x) in some rows, where their bounds are added up."""
    return replace(data, about=(j0, i0)).where(*rows).domain()


def entries_of(dataset: int, *rows: Claim) -> Domain:
    return entries_in(self_attention(dataset, ONES), *rows)


def wide(lemma: Lemma, data: Given, g: Expr, power: Expr, *besides: Claim) -> Line:
    """The remark beside the growth hypothesis: what t √d = o(n^g) says of d."""
    with lemma.where(given=data):
        lemma["side"] = Implies((t * sqrt(d) == o(n**g)) & (t * (d - 2) == n), And((*besides, d == omega(n**power))))
    line = lemma["side"].power(*(1 for _ in besides), 2).trivial(WIDTH).proved(Positivity())
    return line.note("With u = t √d/n^g: d · (t √d)^2 = d^2 t^2 >= (d-2)^2 t^2 = n^2, so d >= n^(2-2g)/u^2, and u -> 0.")


def under_signs(
    points: Domain,
    linear: bool,
    laws: dict[Node, Supply],
    kinds: str,
    over: Given,
    *apart: Symbol,
    blocks: Range = block_columns,
) -> Computed:
    """The data, and what the claims about them name; j0 stands for every kind of row that a claim admits."""
    F = F_lin if linear else F_exp
    networks: dict[Node, Supply] = {Pr(F > 0): lambda x: x.network().complement, Pr(F == 0): lambda x: x.network().value}
    feasible: dict[Claim, str] = {j0 != row: "n ≥ 2" for row in apart}
    ranges = fair_signs(c_lin if linear else c_exp, blocks)
    return Computed(points, laws | networks, {j0: kinds}, feasible=feasible, ranges=ranges, over=over)


def signs(dataset: int, *conditions: Condition, linear: bool = False, C: int | None = None) -> Computed:
    """D0 or D1 with random signs, not wider than long where a network of C log(n/δ) columns has them."""
    signed = inner((c_lin if linear else c_exp).row(j0), sigma)
    laws: dict[Node, Supply] = {
        j3: lambda _: SPECIAL,
        Pr(signed >= TAU): lambda x, row: x.reaches(row),
        Pr(signed < TAU): lambda x, row: x.stays_below(row),
        Pr(abs(signed) < TAU): lambda x, row: x.stays_inside(row),
    }
    shape = () if C is None else (NOT_WIDER,)
    points = signs_on_data(dataset, *shape, *conditions, linear=linear, C=C)
    return under_signs(points, linear, laws, "kinds", self_attention(dataset, ONES), j3)


# -- families ------------------------------------------------------------------------------------------------------------


def widening(
    dataset: int,
    r: int,
    *,
    a: str,
    b: Fraction = 9 * MARGIN,
    c: Fraction | None = None,
    delta: Fraction = Fraction(1, 100),
    first: int = 2,
    C: int | None = None,
) -> Family:
    """d - 2 = w, t = w^r with w = 2^k, so n = w^(r+1) and d grows like n^(1/(r+1)); ``a`` is a constant or "n"."""

    def member(k: int) -> Instance:
        w = 2**k
        n = w ** (r + 1)
        values: dict[str, Any] = {"n": n, "d": w + 2, "t": w**r, "j3": 1, f"a{dataset}": n if a == "n" else Fraction(a)}
        values |= {"b": b, "c": 1 - b if c is None else c, "delta": delta, "kappa": 1}
        return Instance(values if C is None else values | {"C": C})

    last = f"δ = {delta}" if c is None else f"c = {c}"
    return Family(f"w = 2^k, d = w + 2, t = w^{r}, n = w^{r + 1}, a{dataset} = {a}, b = {b}, {last}", member, first)
