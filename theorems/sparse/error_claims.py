"""W = 0 at two consecutive lengths, whose errors are compared."""

from collections.abc import Mapping

from theorems.sparse.language import *

k, n, M, R, S, W, delta = symbols("k n M R S W delta")


@dataclass(frozen=True)
class Uniform:
    """W = 0 at the lengths n and n + 1, each with its window."""

    arithmetic: Arithmetic
    now: tuple[Number, Number]
    then: tuple[Number, Number]

    @property
    def n(self) -> Number:
        return self.now[0]


def uniform_inputs(window: Window) -> Domain:
    """W = 0 at two consecutive lengths."""

    def bind(instance: Instance, arithmetic: Arithmetic) -> Uniform:
        size = int(instance["n"])
        points = [(arithmetic.number(n), arithmetic.number(window(n))) for n in (size, size + 1)]
        return Uniform(arithmetic, points[0], points[1])

    def small() -> Iterator[Instance]:
        return (Instance(n=n) for n in range(1, 2000))

    return Domain(
        f"W = 0, k = {window.name}, lengths n and n + 1",
        lambda: st.builds(lambda n: {"n": n}, st.one_of(st.integers(1, 60), st.integers(1, 10**6))),
        bind,
        (Condition(n >= 1),),
        small,
        variables={"n": "length"},
        feasible="every n ≥ 1",
        declared=Declared(
            law=Likely(LIKELY_ENTRIES, 1 - delta),  # no X matters for W = 0
            premises=(W == 0, Norm(S, "∞") <= M, R == o(sqrt(log(n))), k == window.printed),
        ),
    )


def where_it_drops(window: Window) -> Domain:
    """The same where the window is shorter than the row: at k = n the error is 0, and its first rise is no fault of k(n)."""

    def drops(instance: Instance) -> bool:
        return window(int(instance["n"])) < int(instance["n"])

    return replace(uniform_inputs(window).where(Condition(k(n) < n, drops)), feasible="every n with k(n) < n")


def at_two_lengths(points: Domain, window: Window, quantities: Mapping[Node, Supply]) -> Computed:
    """Quantities at the lengths n and n + 1, where the windows k(n) and k(n + 1) are those of the strategy."""

    def strategy(length: Expr) -> Chain:
        named: dict[Node, Node] = {n: length, k: k(length)}
        return window.between.mapped(named.get)

    windows: dict[Node, Supply] = {k(n): lambda x: x.now[1], k(n + 1): lambda x: x.then[1]}
    return Computed(points, {**windows, **quantities}, ranges=(n >= 1, strategy(n), strategy(n + 1)))


def _bind_real(instance: Instance, arithmetic: Arithmetic) -> Uniform:
    sizes = [arithmetic.number(int(instance["n"]) + more) for more in (0, 1)]
    now, then = ((n, arithmetic.log(n)) for n in sizes)
    return Uniform(arithmetic, now, then)


REAL_LOGARITHM = replace(
    uniform_inputs(LOGARITHM).where(Condition(n >= exp(1), lambda x: int(x["n"]) >= 3, lambda x: x.but(n=max(3, int(x["n"]))))),
    name="W = 0, k the real number log n, lengths n and n + 1",
    bind=_bind_real,
    feasible="every n ≥ 3",
)
