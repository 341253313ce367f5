"""From a part and its claim to sums of powers over boxes, one for each comparison in each symbolic case.

Every size that multiplies to ``n`` becomes a parameter of its own (``w = d-2`` and ``t``), or they all give way to ``n``
where nothing else depends on them. Sizes are integers, everything else runs over an interval of reals; both are
supersets of the printed domain where a hypothesis cannot be read off as an interval.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import floor, lcm, prod

import sympy
from sympy import Expr, Symbol

from kernels import balls
from theorems.provers.evaluation import Evaluation
from theorems.provers.power_sums import Atom, Claim, Parameter, Polynomial, Term, minus, plus
from theorems.provers.ranges import NoNormalFormError, joint_size, named, read_parameters, read_size_range
from theorems.statement import Condition, Part, SymbolicCase
from theorems.vocabulary import Comparison, Relation, comparisons

LOG_SIZE = Symbol("log n", positive=True)


@dataclass(frozen=True)
class Question:
    """A claim over a box with the symbolic case it comes from.

    sizes:   the integers that multiply to n, whether the claim runs over them or over n alone
    written: each symbol of the case through the parameters, ``d`` as ``(d - 2) + 2``
    """

    case: SymbolicCase
    claim: Claim
    sizes: tuple[Parameter, ...]
    written: dict[Expr, Expr]


def questions(part: Part) -> list[Question]:
    """All that must hold for the part; raises NoNormalFormError."""
    says = part.claim
    if says is None or part.domain.cases is None:
        raise NoNormalFormError(f"{part.address} has no claim at an instance, or no symbolic cases")
    found = []
    for case in part.domain.admitted_cases:
        try:
            compared = list(comparisons(says(case.model)))
        except (TypeError, AttributeError, ValueError) as error:
            raise NoNormalFormError(f"the claim is no formula in case {case.pattern}: {error}") from error
        for number, comparison in enumerate(compared):
            name = f"{case.pattern} {comparison.what or number}".strip()
            found.append(_question(name, case, comparison, part.domain.conditions))
    if not found:
        raise NoNormalFormError("the hypotheses admit no symbolic case")
    return found


def _question(name: str, case: SymbolicCase, comparison: Comparison, conditions: Iterable[Condition]) -> Question:
    low, high = sympy.sympify(comparison.lhs), sympy.sympify(comparison.rhs)
    if not comparison.relation.upper:
        low, high = high, low
    hidden = (_divisors(low) | _divisors(high)) - _divisors(high - low) - {case.size}
    if any(not base.subs(case.positive).is_positive for base in hidden):
        raise NoNormalFormError(f"both sides divide by {hidden}, which their difference hides")
    sizes, reals, replaced = read_parameters(case, conditions)
    difference = _rewritten(high - low, case).subs(replaced)
    size_range = read_size_range(case, conditions)
    joined = _joined(difference, case, sizes)
    above, below = joined or _sides(difference)
    parameters = (joint_size(sizes, size_range),) if joined else sizes
    parameters += tuple(p for p in reals if named(p.name) in above.free_symbols | below.free_symbols)
    builder = _Builder(parameters, case.size)
    numerator, denominator = builder.terms(above), builder.terms(below)
    if comparison.relation is Relation.EQUAL and numerator:
        raise NoNormalFormError("two sides that are not the same sum of powers are not proved equal in boxes")
    if sum(coefficient for coefficient, _ in denominator) < 0:  # a guess at its sign, which every box then proves
        numerator, denominator = _opposite(numerator), _opposite(denominator)
    width = len(builder.atoms)
    shared = _shared(numerator, range(width), width)
    below_shared = _shared(denominator, builder.factors, width)  # of sizes alone, which are positive
    scale = lcm(*(coefficient.denominator for coefficient, _ in (*numerator, *denominator)))
    claim = Claim(
        name,
        comparison.relation in (Relation.LESS, Relation.MORE),
        parameters,
        tuple(builder.atoms),
        _scaled(numerator, scale, shared),
        _scaled(denominator, scale, below_shared),
        Term(1, tuple(minus(e, f) for e, f in zip(shared, below_shared, strict=True))),
        (None, None) if joined else size_range,
    )
    for step in (1, 2):
        _check(claim, (*sizes, *reals), difference, case.size, step)
    return Question(case, claim, sizes, replaced)


def _divisors(expression: Expr) -> set[Expr]:
    """What is raised to a power that may be negative; a denominator that stays in the difference is proved positive."""
    powers = (piece for piece in sympy.preorder_traversal(expression) if piece.is_Pow)
    return {piece.base for piece in powers if not piece.exp.is_nonnegative}


def _check(claim: Claim, every: tuple[Parameter, ...], difference: Expr, size: Symbol | None, step: int) -> None:
    """The normal form takes the value of the formula at one point; raises NoNormalFormError when it does not."""
    point = {}
    for k, p in enumerate(every):
        inner = p.low + (p.high - p.low) * Fraction(step + k + 1, 9 + k) if p.high is not None else p.low + step
        point[p.name] = Fraction(floor(inner)) if p.integer else inner
    total = prod((point[p.name] for p in every if p.factor), start=Fraction(1))
    box = tuple((v, v) for v in (point.get(p.name, total) for p in claim.parameters))
    values: dict[Expr, Expr] = {named(name): sympy.Rational(v.numerator, v.denominator) for name, v in point.items()}
    values |= {LOG_SIZE: sympy.log(int(total)), size: sympy.Integer(int(total))} if size is not None else {}
    exact = difference.subs(values)
    with balls.precision(160):
        enclosed = Evaluation(claim, box).value()
        for end in (enclosed.low, enclosed.high):
            if end is None:
                raise NoNormalFormError(f"the normal form of {difference} has no value at {point}")
            value = balls.bounds(end)[0]
            gap = abs((exact - sympy.Rational(value.numerator, value.denominator)).evalf(50))
            if not bool(gap <= sympy.Float(10) ** -30 * (1 + abs(exact.evalf(50)))):
                raise NoNormalFormError(f"the normal form of {difference} is another function at {point}")


def _sides(difference: Expr) -> tuple[Expr, Expr]:
    above, below = sympy.fraction(sympy.together(difference))
    return sympy.expand(above), sympy.expand(below)


def _joined(difference: Expr, case: SymbolicCase, sizes: tuple[Parameter, ...]) -> tuple[Expr, Expr] | None:
    """Both sides of the fraction through n alone; None where they depend on its factors separately."""
    if len(sizes) < 2:
        return None
    *others, last = (named(p.name) for p in sizes)
    sides = _sides(difference.subs(last, case.size / sympy.prod(others)))
    for other in others:  # a common power of a positive size changes no sign
        powers = {summand.as_coeff_exponent(other)[1] for side in sides for summand in sympy.Add.make_args(side)}
        if len(powers) > 1:
            return None
        common = other ** powers.pop()
        sides = sympy.expand(sides[0] / common), sympy.expand(sides[1] / common)
    return None if any(side.free_symbols & {*others, last} for side in sides) else sides


# -- terms ---------------------------------------------------------------------------------------------------------------


def _rewritten(difference: Expr, case: SymbolicCase) -> Expr:
    """Every form of log n by one symbol."""
    log_n = getattr(case.model, "log_n", None)
    if case.size is not None:
        difference = difference.subs(sympy.log(case.size), LOG_SIZE)
    if log_n is not None and sympy.sympify(log_n).free_symbols - {case.size}:
        base, power = sympy.sympify(log_n).as_base_exp()
        difference = difference.subs(base, LOG_SIZE ** (1 / power))
    return difference


class _Builder:
    """Collects the atoms of sums of powers and writes each summand through them."""

    def __init__(self, parameters: tuple[Parameter, ...], size: Symbol | None) -> None:
        self.symbols = [named(p.name) for p in parameters]
        self.size = size
        self.factors = [k for k, p in enumerate(parameters) if p.factor]
        self.atoms: list[Atom] = [Atom(p.name, k) for k, p in enumerate(parameters)]
        self.index: dict[Expr, int] = {symbol: k for k, symbol in enumerate(self.symbols)}

    def terms(self, expression: Expr) -> list[tuple[Fraction, dict[int, Polynomial]]]:
        found: dict[tuple[tuple[int, Polynomial], ...], Fraction] = {}
        for summand in sympy.Add.make_args(sympy.expand(expression)):
            coefficient, exponents = self._term(summand)
            key = tuple(sorted((k, e) for k, e in exponents.items() if e))
            found[key] = found.get(key, Fraction(0)) + coefficient
        return [(coefficient, dict(key)) for key, coefficient in sorted(found.items()) if coefficient]

    def _term(self, summand: Expr) -> tuple[Fraction, dict[int, Polynomial]]:
        coefficient, exponents = Fraction(1), dict[int, Polynomial]()
        for factor in sympy.Mul.make_args(summand):
            if factor.is_Rational:
                coefficient *= Fraction(int(factor.p), int(factor.q))
                continue
            if factor.is_Float or factor.has(sympy.nan, sympy.oo, sympy.zoo, sympy.I):
                raise NoNormalFormError(f"{factor} is not exact")
            base, power = factor.as_base_exp()
            exponent = self._polynomial(power)
            if exponent is None:
                base, exponent = factor, self._polynomial(sympy.Integer(1))
            for k in self._indices(base):
                exponents[k] = plus(exponents.get(k, ()), exponent or ())
        return coefficient, exponents

    def _indices(self, base: Expr) -> list[int]:
        if base == self.size:
            return self.factors
        if base not in self.index:
            written = None if base == LOG_SIZE else base
            if written is not None and self.size is not None:
                written = written.subs(LOG_SIZE, sympy.log(self.size)).subs(self.size, Symbol("n"))
            unknown = set() if written is None else written.free_symbols - {*self.symbols, Symbol("n")}
            if unknown or (self.size is None and base.has(LOG_SIZE)):
                raise NoNormalFormError(f"{base} speaks of what is no parameter of the domain")
            self.index[base] = len(self.atoms)
            self.atoms.append(Atom(str(base), None, written))
        return [self.index[base]]

    def _polynomial(self, power: Expr) -> Polynomial | None:
        """An exponent as a polynomial in the real parameters; None for anything else."""
        power = sympy.expand(power)
        if power.free_symbols - set(self.symbols) or not power.is_polynomial(*self.symbols):
            return None
        coefficients = sympy.Poly(power, *self.symbols).terms() if self.symbols else [((), power)]
        if not all(c.is_Rational for _, c in coefficients):
            return None
        return tuple(sorted((tuple(k), Fraction(int(c.p), int(c.q))) for k, c in coefficients if c))


Terms = list[tuple[Fraction, dict[int, Polynomial]]]


def _opposite(terms: Terms) -> Terms:
    return [(-coefficient, exponents) for coefficient, exponents in terms]


def _shared(terms: Terms, atoms: Iterable[int], width: int) -> tuple[Polynomial, ...]:
    """The powers of the given atoms that all terms have in common: the least coefficient of each monomial."""
    shared: list[Polynomial] = [()] * width
    for k in atoms:
        exponents = [dict(written.get(k, ())) for _, written in terms]
        keys = {key for exponent in exponents for key in exponent}
        least = {key: min(exponent.get(key, Fraction(0)) for exponent in exponents) for key in keys}
        shared[k] = tuple(sorted((key, value) for key, value in least.items() if value))
    return tuple(shared)


def _scaled(terms: Terms, scale: int, shared: tuple[Polynomial, ...]) -> tuple[Term, ...]:
    """Integer coefficients, and one exponent per atom with what is shared taken off."""
    return tuple(
        Term(int(c * scale), tuple(minus(exponents.get(k, ()), common) for k, common in enumerate(shared)))
        for c, exponents in terms
    )
