"""A row of attention with one column V of values: what top-k attention changes in the output of the row."""

from dataclasses import fields

from theorems.sparse.language import *

Runs = tuple[tuple[Fraction, int], ...]


def runs_of(column: str, n: int) -> Runs:
    """Read a coded column, ``1x3,-1x2``, in the order of the row: n values, the last of which goes on."""
    found: list[tuple[Fraction, int]] = []
    words = [word.partition("x") for word in column.split(",")]
    for value, _, times in words:
        room = n - sum(count for _, count in found)
        found.append((Fraction(value), min(int(times), room)))
    found.append((Fraction(words[-1][0]), n - sum(count for _, count in found)))
    return tuple((value, times) for value, times in found if times)


def is_constant(instance: Instance) -> bool:
    return len({value for value, _ in runs_of(str(instance.V), length_of(str(instance.row)))}) == 1


@dataclass(frozen=True)
class RowWithValues(AttentionRow):
    """A row and a column V, run by run. The entries come largest first, so that the window holds the first of them."""

    column: Runs

    def value(self, l: int) -> Number:
        """V_l of a short row."""
        return self.number([value for value, times in self.column for _ in range(times)][l])

    @property
    def window(self) -> range:
        return range(sum(times for _, times in self.kept))

    @property
    def outside(self) -> range:
        return range(len(self.window), len(self.window) + sum(times for _, times in self.dropped))

    @property
    def entries(self) -> Iterator[tuple[Number, Fraction, int, bool]]:
        """The weight, the value, how often the two occur together, and whether the window holds them."""
        levels = [*((weight, times, True) for weight, times in self.kept), *((w, times, False) for w, times in self.dropped)]
        ahead, left = iter(self.column), 0
        for weight, times, inside in levels:
            while times:
                if not left:
                    value, left = next(ahead)
                together = min(times, left)
                yield weight, value, together, inside
                times, left = times - together, left - together

    def _mean(self, inside: bool) -> Number:
        """The sum of u_j V_j over the window, or over what is outside."""
        found = self.number(0)
        for weight, value, times, kept in self.entries:
            if kept is inside:
                found = found + self.number(value * times) * (weight / self.weight)
        return found

    @property
    def kept_values(self) -> Number:
        return self._mean(inside=True)

    @property
    def dropped_values(self) -> Number:
        return self._mean(inside=False)

    @property
    def kept_share(self) -> Number:
        return self.kept_weight / self.weight

    @property
    def output_error(self) -> Number:
        """The sum of (u_j - û_j) V_j, entry by entry."""
        found = self.number(0)
        for weight, value, times, kept in self.entries:
            exact = weight / self.weight
            found = found + self.number(value * times) * (exact - weight / self.kept_weight if kept else exact)
        return found

    @property
    def highest_value(self) -> Number:
        return self.number(max(value for value, _ in self.column))

    @property
    def lowest_value(self) -> Number:
        return self.number(min(value for value, _ in self.column))

    @property
    def largest_value(self) -> Number:
        return self.number(max(abs(value) for value, _ in self.column))


def _row(instance: Instance) -> Instance:
    return Instance({name: value for name, value in instance.items() if name != "V"})


def _bind(instance: Instance, arithmetic: Arithmetic) -> RowWithValues:
    row = bind_row(_row(instance), arithmetic)
    column = runs_of(str(instance.V), length_of(str(instance.row)))
    return RowWithValues(**{field.name: getattr(row, field.name) for field in fields(row)}, column=column)


def _neighbours(instance: Instance) -> Iterator[Instance]:
    """Those of the row, and columns whose first or last value is another."""
    yield from (row.but(V=instance.V) for row in neighbours(_row(instance)))
    first, *rest = words = str(instance.V).split(",")
    value, _, times = first.partition("x")
    for other in (Fraction(value) + 1, -2 * Fraction(value) - 1):
        yield instance.but(V=",".join([f"{other}x{times}", *rest]))
        yield instance.but(V=",".join([*words, f"{other}x1"]))


def _columns(point: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Mostly what turns at the edge of the window, or has a few values near it."""
    k = int(point["k"])
    times = st.one_of(st.just(k), st.integers(1, 4))
    runs = st.lists(st.tuples(st.fractions(-2, 2, max_denominator=4), times), min_size=1, max_size=4)
    drawn = runs.map(lambda found: ",".join(f"{value}x{times}" for value, times in found))
    return st.one_of(st.just(f"1x{k},-1x1"), drawn).map(lambda V: {**point, "V": V})


def with_values(domain: Domain) -> Domain:
    """The domain of rows with a column of values."""

    def small() -> Iterator[Instance]:
        if domain.small is not None:
            for row in domain.small():
                yield from (row.but(V=V) for V in (f"1x{row.k},-1x1", "1x1,0x1", "1x1"))

    return replace(
        domain,
        name=f"{domain.name}, with a column V in the order of the row, the last value of which goes on",
        draw=lambda: domain.draw().flatmap(_columns),
        bind=_bind,
        small=small,
        vary=_neighbours,
        feasible=f"{domain.feasible}, any V",
    )
