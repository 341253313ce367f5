"""Small members of the data with signs drawn for them: what a signed sum and a network are by definition, as numbers.

The entries are those of the definitions, unrolled at the row and the column; the inner products are added up from the groups
of equal entries that the exact laws are computed from. So a definition that a proof uses is held against those groups.
"""

from collections.abc import Sequence
from functools import cached_property
from random import Random

from kernels import balls
from kernels.affine import affine
from kernels.arithmetic import BALLS
from kernels.random_signs import Group
from theorems.language.given import Bound
from theorems.superiority import cross_signs_on_data, signs_on_data
from theorems.superiority.language import *
from theorems.superiority.means import Means
from theorems.superiority.signs_on_data import SPECIAL, STRANGER, TWIN

ENTRIES = 60  # of the matrix c


@dataclass(frozen=True)
class DrawnSigns:
    """One member of the data with signs.

    special: the one row of its kind, whose sum has the first groups; all other rows have the second ones
    unit:    of the groups' coefficients; threshold: τ; m: the number of columns
    """

    bound: Bound
    entries: Quantity
    instance: Instance
    special: int
    groups: tuple[Sequence[Group], Sequence[Group]]
    unit: Any
    threshold: Any
    m: int
    arithmetic: Arithmetic = BALLS

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self.instance:
            raise AttributeError(name)
        return self.instance[name]

    @property
    def rows(self) -> Sequence[int]:
        return range(1, int(self.instance.n) + 1)

    def value(self, quantity: Expr, places: dict[Symbol, int]) -> Any:
        """What the definition unrolls to at these rows and columns."""
        fixed = {index: self.instance[index.name] for index in self.bound.given.fixed}
        width = int(self.instance.d) - self.bound.given.beside
        return self.bound.value(quantity, self.bound.given.model.structure.located(fixed | places, width))

    def entry(self, row: int, column: int) -> Any:
        return self.value(self.entries[j0, i0], {j0: row, i0: column})

    def sign(self, column: int, of: int = 0) -> int:
        return Random(f"{self.instance} {of} {column}").choice((-1, 1))

    @cached_property
    def places(self) -> list[list[int]]:
        """The columns of each group."""
        ends, width = self.bound.given.beside, int(self.instance.d) - self.bound.given.beside
        own = (int(self.instance.j3) - 1) % width + 2
        others = [i for i in range(2, 2 + width) if i != own]
        return [[1], [own], *([others] if others else []), *([[width + 2]] if ends == 2 else [])]

    def inner(self, row: int, of: int = 0) -> Any:
        groups = zip(self.groups[row != self.special], self.places, strict=True)
        terms = [affine(group.coefficients[0]).ball() * sum(self.sign(i, of) for i in place) for group, place in groups]
        return self.unit * sum(terms, balls.ball(0))

    def network(self) -> Any:
        """The one row of its kind, and so many times another one."""
        another = next(row for row in self.rows if row != self.special)
        times = ((self.special, 1), (another, len(self.rows) - 1))
        over = ((count, self.inner(row, of) - self.threshold) for row, count in times for of in range(1, self.m + 1))
        return sum((count * balls.maximum(x, balls.ball(0)) for count, x in over), balls.ball(0))


def _bind(instance: Instance, linear: bool, cross: bool) -> DrawnSigns:
    """A member of D1, and the groups of the special row and of another one."""
    model: Any
    rows: tuple[Any, Any]
    if cross:
        model, data, rows = cross_signs_on_data.bound_cross_signs, cross_attention(1), (True, False)
    else:
        model, data, rows = signs_on_data.bound_signs, self_attention(1, ONES), (SPECIAL, TWIN if instance.d == 3 else STRANGER)
    law, bound = model(instance, BALLS, 1, linear), data.bind(instance, BALLS)
    special, other = (law.sums(row).groups for row in rows)
    unit = balls.ball(1) if cross else bound.sqrt_log_n
    return DrawnSigns(
        bound,
        c_lin if linear else c_exp,
        instance,
        instance.j2 if cross else instance.j3,
        (special, other),
        unit,
        balls.ball(cross_signs_on_data.CROSS_TAU if cross else law.tau) * unit,
        law.m,
    )


def drawn(linear: bool, cross: bool) -> Computed:
    """Small members of D1 with signs, and what the definitions speak of."""
    on = cross_signs_on_data.signs_on_cross_data if cross else signs_on_data.signs_on_data
    points = on(1, linear=linear, C=1)
    few = Condition(words="few entries", check=lambda i: i.n >= 2 and i.n * i.d <= ENTRIES)
    entries = c_lin if linear else c_exp
    return Computed(
        replace(
            points.where(few),
            name=f"{points.name}, drawn, {entries.name}",
            bind=lambda instance, _: _bind(instance, linear, cross),
        ),
        {
            sigma[i0]: lambda x, i: x.sign(i),
            y[l, i0]: lambda x, k, i: x.sign(i, k),
            entries[j0, i0]: lambda x, j, i: x.entry(j, i),
            inner(entries.row(j0), sigma): lambda x, j: x.inner(j),
            inner(entries.row(j0), y[l]): lambda x, j, k: x.inner(j, k),
            F_lin if linear else F_exp: lambda x: x.network(),
        },
        {j0: "rows"},
    )


@dataclass(frozen=True)
class Defined:
    """What the data have by definition: inner products with σ and with a column y_l, a network, no negative entry."""

    inner: Definition
    of_network: Definition
    no_entry_negative: Definition
    network: Definition
    columns_of_blocks: Definition


def not_negative(of: Means) -> Definition:
    at = ((j0, expr(1)), (j0, expr(2)), (j0, d))
    claim = of.means[j0, i0] >= 0
    return Definition("means of nonnegative numbers", (j0, i0), claim, of=of.of, at=at, shown=lambda: of.not_negative)


def defined(linear: bool, cross: bool) -> Defined:
    data, entries = drawn(linear, cross), c_lin if linear else c_exp
    row, means = entries.row(j0), Means(linear, cross, data)

    crossing = largest(inner(entries.row(j1), y[l]) - (1 - Q("0.1") if cross else signs_on_data.TAU), 0)

    def added_up(signs: Expr, sign: Expr) -> Claim:
        return inner(row, signs) == Sum(i0, columns, entries[j0, i0] * sign)

    return Defined(
        Definition("the inner product with σ", (j0,), added_up(sigma, sigma[i0]), of=data, at=((j0,),)),
        Definition("the inner product with y_l", (j0, l), added_up(y[l], y[l, i0]), of=data, at=((j0, expr(1)), (j0, expr(2)))),
        not_negative(means),
        Definition(
            "the network",
            (),
            (F_lin if linear else F_exp) == Sum(j1, rows, Sum(l, Range(expr(1), m), crossing)),
            of=data,
            at=((),),
        ),
        means.columns_of_blocks,
    )


def defined_with_identity(linear: bool) -> Defined:
    """The same on the self-attention data with Q K^T = I_d: a signed sum is what it is, and a mean is one of other weights."""
    data, entries = self_attention(1, IDENTITY), c_lin if linear else c_exp

    def bind(instance: Instance, _: Arithmetic) -> DrawnSigns:
        return replace(_bind(instance, linear, cross=False), bound=data.bind(instance, BALLS))

    points = replace(drawn(linear, cross=False).points, name=f"{data.name}, drawn", bind=bind)
    members = Computed(points, {entries[j0, i0]: lambda x, j, i: x.entry(j, i)}, {j0: "rows"})
    return replace(defined(linear, cross=False), no_entry_negative=not_negative(Means(linear, False, members, identity=True)))
