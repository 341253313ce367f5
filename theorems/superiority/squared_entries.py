"""The squared entries of a row of c(A, x), added up from the bounds that are cited for them.

Hoeffding's bound needs S, the sum of the squares, below M w^(-e). Here S is made from the right-hand sides of the claims that
an argument cites, read with symbols: each entry of each row must have one, and only a claim about the same data counts.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import sympy

from kernels import balls
from kernels.balls import Truth
from theorems.instance import Instance
from theorems.language.given import Given
from theorems.language.printed_line import PrintedLine
from theorems.language.structure import Column, Scene
from theorems.language.tree import Entry
from theorems.language.tree import Relation as Printed
from theorems.statement import Domain, Statement, SymbolicCase
from theorems.superiority import language
from theorems.vocabulary import Reading

Expression = Any
Term = tuple[Fraction, Fraction]  # coefficient and exponent: coefficient · w^exponent
UNIT = language.sqrt(language.log(language.n))
SIZES = n, d, t = sympy.symbols("n d t", positive=True)


@dataclass(frozen=True)
class EntryBound:
    """``claim`` says c(A,x)_{j0,i0} ≤ ... of the (j0, i0) of ``domain``; ``name`` is what the reader knows it by."""

    name: str
    claim: PrintedLine
    domain: Domain


def cited(statement: Statement, *labels: str) -> tuple[EntryBound, ...]:
    """The named parts of a lemma as bounds, each in its intended reading where it has one.

    Raises LookupError for a label that the lemma does not have.
    """
    found = []
    for label in labels:
        readings = {part.reading: part for part in statement.parts if part.label == label}
        if not readings:
            raise LookupError(f"{statement.name} has no Part {label}")
        part = readings.get(Reading.INTENDED) or readings[Reading.STATED]
        assert isinstance(part.claim, PrintedLine)
        found.append(EntryBound(f"{statement.name}, Part {label}", part.claim, part.domain))
    return tuple(found)


@dataclass(frozen=True)
class Entries:
    """The rows ``rows`` speaks of, and a bound for each of their entries but the last, which is left to its own sign.

    threshold: what the signed sum is held against; the squares are scaled as if it were 1/10
    fixed:     the data's coefficients that are numbers of the family
    """

    rows: Domain
    bounds: tuple[EntryBound, ...]
    threshold: Fraction = Fraction(1, 10)
    fixed: tuple[tuple[str, Fraction], ...] = ()

    def __str__(self) -> str:
        return "; ".join(dict.fromkeys(bound.name for bound in self.bounds))

    @cached_property
    def by_row(self) -> tuple[tuple[int, dict[Any, Expression]], ...]:
        """For each kind of row: d less the number of its block columns, and the bound of each kind of column.

        Block columns are 0, 1, ...: one of each but the last, which stands for all others. Raises LookupError for an entry
        that no bound speaks of.
        """
        rows: dict[Any, dict[Any, Expression]] = {}
        widths = set()
        for case in self.rows.admitted_cases:
            widths.add(int(sympy.simplify(d - case.size_value / t)))
            row, column = _entry(case.pattern)
            if column != "last":
                rows.setdefault(row, {})[column] = self._bound(case)
        (apart,) = widths
        return tuple((apart, columns) for columns in rows.values())

    def _bound(self, wanted: SymbolicCase) -> Expression:
        for bound, models in self._models:
            if wanted.pattern in models:
                claim = bound.claim.at_an_instance
                if not isinstance(claim, Printed) or claim.sign != "<=":
                    raise LookupError(f"{bound.name} is no upper bound")
                if not isinstance(claim.left, Entry) or not claim.left.quantity.startswith("c_"):
                    raise LookupError(f"{bound.name} is no bound of an entry of c(A, x)")
                found = models[wanted.pattern].value(claim.right)
                in_units = any(node is UNIT for _, node in claim.walk())
                return sympy.expand(found / wanted.model.sqrt_log_n if in_units else found)
        raise LookupError(f"no bound for the entry {wanted.pattern} of {self.rows.name}")

    @cached_property
    def _models(self) -> list[tuple[EntryBound, dict[Any, Any]]]:
        """Each bound of an entry of the same data, with its models by the patterns that it speaks of."""
        found = []
        for bound in self.bounds:
            given = bound.claim.given
            if isinstance(given, Given) and given.name == self.rows.name:
                cases = given.domain().admitted_cases[::-1]  # the first one of a pattern counts
                found.append((bound, {self._pattern(given, case.pattern): case.model for case in cases}))
        return found

    def _pattern(self, given: Given, scene: Scene) -> Any:
        """The pattern of the smallest indices that lie as the scene says."""
        structure = given.model.structure
        width, copies = structure.needs(scene)
        places = {index.name: place for index, place in structure.placed(scene, width).items()}
        assert self.rows.pattern_of is not None
        return self.rows.pattern_of(Instance({"n": width * copies, "d": width + given.beside, "t": copies, **places}))

    def squares(self, coefficients: Mapping[str, Fraction]) -> list[tuple[int, Expression]]:
        """S of each kind of row in n, d, t, with what d is less the number of block columns."""
        values = {
            sympy.Symbol(name, positive=True): sympy.Rational(value.numerator, value.denominator)
            for name, value in {**coefficients, **dict(self.fixed)}.items()
        }
        scale = sympy.Rational(1, (100 * self.threshold**2).numerator) * (100 * self.threshold**2).denominator
        found = []
        for apart, columns in self.by_row:
            blocks = sorted(column for column in columns if isinstance(column, int))
            counts = dict.fromkeys(columns, 1) | {blocks[-1]: d - apart - (len(blocks) - 1)}
            total = sum(count * columns[column].subs(values) ** 2 for column, count in counts.items())
            found.append((apart, sympy.expand(scale * total)))
        return found


def _entry(pattern: Any) -> tuple[Any, Any]:
    """The row and the column of an entry: block columns by their residue, others by their name."""
    where = {index.name: point for index, point in pattern.where.items()}
    column = where["i0"]
    assert isinstance(column, Column)
    return (where["j0"], where.get("j2")), column.residue if column.kind == "block" else column.kind


def on_widening(squares: Expression, apart: int, r: int) -> list[Term]:
    """S on the family with w block columns, t = w^r, n = w^(r+1), as powers of w."""
    w = sympy.Symbol("w", positive=True)
    expression = sympy.expand(squares.subs({n: w ** (r + 1), d: w + apart, t: w**r}))
    return [(coefficient, powers[w]) for coefficient, powers in monomials(expression, (w,))]


def on_growth(squares: Expression, exponent: Fraction) -> list[Term]:
    """S where t √d <= n^(1 - exponent/2), as powers of n: t^q d^s = (t √d)^q d^(s-q/2), and d >= 1.

    Raises ValueError for a term with more columns than its power of t outweighs.
    """
    found = []
    for coefficient, powers in monomials(squares, SIZES):
        if coefficient > 0 and 2 * powers[d] > powers[t]:
            raise ValueError(f"t √d does not bound d^{powers[d]} t^{powers[t]}")
        found.append((coefficient, powers[n] + powers[t] * (1 - exponent / 2)))
    return found


def on_width(squares: Expression, exponent: Fraction) -> list[Term]:
    """S where d >= n^exponent, as powers of n: t/n = 1/(d-2) <= 3/d, so t^q d^s <= 3^q n^q d^(s-q).

    Raises ValueError for a term that grows with d.
    """
    found = []
    for coefficient, powers in monomials(squares, SIZES):
        if coefficient > 0 and powers[d] > powers[t]:
            raise ValueError(f"d^{powers[d]} t^{powers[t]} grows with d")
        found.append((coefficient * Fraction(3) ** int(powers[t]), powers[n] + powers[t] + (powers[d] - powers[t]) * exponent))
    return found


def monomials(expression: Expression, symbols: tuple[Expression, ...]) -> list[tuple[Fraction, dict[Expression, Fraction]]]:
    """The terms of a sum of rational multiples of powers of ``symbols``. Raises ValueError for anything else."""
    found = []
    for term in sympy.Add.make_args(expression):
        coefficient, rest = term.as_coeff_Mul()
        powers = {symbol: Fraction(0) for symbol in symbols}
        for base, power in rest.as_powers_dict().items():
            if base != 1:
                if base not in powers or not power.is_Rational:
                    raise ValueError(f"{term} is no power of {symbols}")
                powers[base] = Fraction(int(power.p), int(power.q))
        if not coefficient.is_Rational:
            raise ValueError(f"{term} has no rational coefficient")
        found.append((Fraction(int(coefficient.p), int(coefficient.q)), powers))
    return found


def stay_below(terms: Iterable[Term], M: Fraction, e: Fraction, least: int = 2) -> bool:
    """Σ c w^p <= M w^(-e) for all w >= ``least``.

    Negative terms are left out; if every other one falls at least as fast as w^(-e), Σ c w^(p+e) does not grow, and the
    first w decides.
    """
    positive = [(coefficient, power) for coefficient, power in terms if coefficient > 0]
    if any(power > -e for _, power in positive):
        return False
    w = balls.ball(least)
    total = sum((balls.ball(coefficient) * w ** balls.ball(power + e) for coefficient, power in positive), balls.ball(0))
    return balls.le(total, balls.ball(M)) is Truth.HOLDS
