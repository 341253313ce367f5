"""A sequence while Y and Z move (scan_snap, Appendix C): the data of the differentials of Lemma 1.

dJ and its pieces come from dual numbers along drawn directions dY, dZ; the printed brackets are products of matrices.
"""

from theorems.scan_snap import objective
from theorems.scan_snap.language import *
from theorems.scan_snap.objective import Gradient, Vector, constant, dot

Table = tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True)
class Differential(Gradient):
    """One sequence and a direction (dY, dZ) in which Y and Z move."""

    dY_moved: Table
    dZ_moved: Table

    @cached_property
    def positions(self) -> list[int]:
        """x_1, ..., x_{T-1}."""
        return [l for l, count in enumerate(self.tally) for _ in range(count)]

    @cached_property
    def b(self) -> list[Fraction]:
        """b_T from its definition."""
        scores = [self.boosts[self.m][l] for l in self.positions]
        return [score / sum(scores, Fraction(0)) for score in scores]

    def _moving_boosts(self) -> list[list[Dual]]:
        """exp(Z) with the slope exp(Z) dZ."""
        return [
            [Dual(balls.ball(x), balls.ball(x * d)) for x, d in zip(row, moved, strict=True)]
            for row, moved in zip(self.boosts, self.dZ_moved, strict=True)
        ]

    def _moving_Y(self) -> list[list[Dual]]:
        return [
            [Dual(balls.ball(x), balls.ball(d)) for x, d in zip(row, moved, strict=True)]
            for row, moved in zip(self.Y, self.dY_moved, strict=True)
        ]

    @cached_property
    def dJ(self) -> Ball:
        return self.objective(self._moving_Y(), self._moving_boosts()).slope

    @cached_property
    def d_answer(self) -> Vector:
        """d(Yᵀ LN(Xᵀb)) of dual numbers."""
        tokens, Y, boosts = range(self.M), self._moving_Y(), self._moving_boosts()
        scores = [constant(self.tally[l]) * boosts[self.m][l] for l in tokens]
        norm = objective.total([score * score for score in scores]).sqrt()
        return [(objective.total([Y[l][k] * scores[l] for l in tokens]) / norm).slope for k in tokens]

    @cached_property
    def db(self) -> Vector:
        """db_T of dual numbers, position by position."""
        boosts = self._moving_boosts()
        scores = [boosts[self.m][l] for l in self.positions]
        return [(score / objective.total(scores)).slope for score in scores]

    @cached_property
    def d_scores(self) -> list[Fraction]:
        """d(XZᵀx_T): Z moves in its row m only as far as this sequence sees it."""
        return [self.dZ_moved[self.m][l] for l in self.positions]

    @cached_property
    def L(self) -> Table:
        """diag(b) - bbᵀ."""
        b = self.b
        return tuple(tuple((p if s == t else 0) - p * q for t, q in enumerate(b)) for s, p in enumerate(b))

    def by_token(self, values: Sequence[Any], zero: Any) -> list[Any]:
        """Xᵀ times a vector over the positions."""
        found = [zero] * self.M
        for token, value in zip(self.positions, values, strict=True):
            found[token] = found[token] + value
        return found

    def bracket(self, moved: Sequence[Ball]) -> Vector:
        """dYᵀ LN(Xᵀb) + Yᵀ (P⊥/‖Xᵀb‖) times ``moved``, a vector over the tokens."""
        v, tokens = self.v, range(self.M)
        along = dot(v, moved)
        pushed = [(moved[l] - along * v[l]) / self.norm for l in tokens]
        return [
            dot([balls.ball(self.dY_moved[l][k]) for l in tokens], v) + dot([balls.ball(self.Y[l][k]) for l in tokens], pushed)
            for k in tokens
        ]

    @cached_property
    def bracket_17(self) -> Vector:
        """With Xᵀ db."""
        return self.bracket(self.by_token(self.db, balls.ball(0)))

    @cached_property
    def bracket_18(self) -> Vector:
        """With XᵀL d(XZᵀx_T)."""
        moved = [sum((p * d for p, d in zip(row, self.d_scores, strict=True)), Fraction(0)) for row in self.L]
        return self.bracket([balls.ball(x) for x in self.by_token(moved, Fraction(0))])

    @cached_property
    def bracket_19(self) -> Vector:
        """With XᵀLX dZᵀx_T, the matrices multiplied first."""
        tokens = range(self.M)
        LX = [self.by_token(row, Fraction(0)) for row in self.L]
        XLX = [self.by_token([row[k] for row in LX], Fraction(0)) for k in tokens]  # column k
        picked = [sum((self.dZ_moved[r][k] * int(r == self.m) for r in tokens), Fraction(0)) for k in tokens]
        return self.bracket([balls.ball(sum((XLX[k][l] * picked[k] for k in tokens), Fraction(0))) for l in tokens])


def bind(i: Instance, arithmetic: Arithmetic) -> Differential:
    """A sequence as in :func:`objective.bind` with the directions ``dY`` and ``dZ``."""
    at = objective.bind_gradient(i.but(i=0, j=0, eta=1), arithmetic)
    return Differential(arithmetic, at.tally, at.boosts, at.Y, at.m, at.n, at.i, at.j, at.eta, read(str(i.dY)), read(str(i.dZ)))


@st.composite
def drawn(draw: st.DrawFn) -> dict[str, object]:
    at = draw(objective.drawn())
    size = len(read(str(at["tally"]))[0])
    entry = st.integers(-2, 2)
    moved = [word([[draw(entry) for _ in range(size)] for _ in range(size)]) for _ in range(2)]
    return {name: at[name] for name in ("tally", "boosts", "Y", "m", "n")} | {"dY": moved[0], "dZ": moved[1]}


def small() -> Iterator[Instance]:
    for i in objective.small():
        if i.i == 0 and i.j == 0:
            size = len(read(str(i.tally))[0])
            for step_Y, step_Z in ((1, 0), (0, 1)):
                yield Instance(
                    tally=i.tally,
                    boosts=i.boosts,
                    Y=i.Y,
                    m=0,
                    n=0,
                    dY=word([[step_Y * int(k == l == 0) for l in range(size)] for k in range(size)]),
                    dZ=word([[step_Z * int(k == l == 0) for l in range(size)] for k in range(size)]),
                )


DIFFERENTIALS = Domain(
    name="directions at one sequence",
    draw=drawn,
    bind=bind,
    conditions=(objective.NOT_EMPTY,),
    small=small,
    variables={"M": "vocabulary size", "dJ": "dJ along (dY, dZ)", "norm": "‖Xᵀb_T‖"},
    feasible="every M ≥ 2, T ≥ 2, Y, Z, dY and dZ",
)
