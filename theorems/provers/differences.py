"""The difference of the two sides of a comparison as a reader would write it: factored, in powers of the size.

Nothing is decided here. What is shown equals the difference that :mod:`theorems.provers.positivity` has proved to be
nonnegative, with the size in place of the product that it stands for and one factor for each of its powers.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import sympy
from sympy import Expr, Symbol

from theorems.language.printing import text
from theorems.language.tree import Claim
from theorems.language.tree import Relation as TreeRelation
from theorems.provers.quotients import NotRationalError, quotient
from theorems.statement import SymbolicCase
from theorems.vocabulary import Comparison, Relation

LONGEST = 160  # characters; a longer one is told by its numbers of terms
NAMED = 3  # cases that are named where not all share one difference


@dataclass(frozen=True)
class Proved:
    """A comparison of a part in one of its cases, and the powers that its proof takes to be at least 1."""

    case: SymbolicCase
    comparison: Comparison
    powers: tuple[Expr, ...]


def differences(proved: Sequence[Proved], line: Claim | None) -> list[str]:
    """One line for each difference; ``line``: the claim, whose sides name those of a comparison that has no words."""
    cases: dict[tuple[str, str], list[str]] = {}
    for each in proved:
        cases.setdefault((each.comparison.what, _told(each, line)), []).append(str(each.case.pattern))
    every = Counter(each.comparison.what for each in proved)
    kinds = Counter(words for words, _ in cases)
    return [
        f"{f'{words}: ' if words else ''}{told}{_where(patterns, every[words], kinds[words])}"
        for (words, told), patterns in cases.items()
    ]


def _where(patterns: Sequence[str], of: int, kinds: int) -> str:
    if of == 1:
        return ""
    if kinds == 1:
        return f", in all {of} cases of the indices"
    more = f" and {len(patterns) - NAMED} more" if len(patterns) > NAMED else ""
    return f", in {len(patterns)} of {of} cases: {'; '.join(patterns[:NAMED])}{more}"


def _told(proved: Proved, line: Claim | None) -> str:
    case, comparison = proved.case, proved.comparison
    greater, less = (sympy.sympify(side) for side in (comparison.rhs, comparison.lhs))
    left, right = (
        ("left", "right") if not isinstance(line, TreeRelation) or comparison.what else map(text, (line.left, line.right))
    )
    upper, lower = right, left
    if comparison.relation in (Relation.AT_LEAST, Relation.MORE):
        greater, less, upper, lower = less, greater, left, right
    try:
        if comparison.relation is Relation.EQUAL:
            sides = "both sides are" if comparison.what else f"{left} = {right}: both are"
            return f"{sides} {written(case, greater)}"
        difference = written(case, greater - less)
    except NotRationalError:
        difference = ""
    if difference == "0":
        return f"{upper} - {lower} = 0"
    powers = f", as {', '.join(_text(case.size**beta) for beta in proved.powers)} ≥ 1" if proved.powers else ""
    sign = ">" if comparison.relation in (Relation.LESS, Relation.MORE) else "≥"
    return f"{upper} - {_bracketed(lower)} = {difference} {sign} 0{powers}"


def _bracketed(side: str) -> str:
    return f"({side})" if " + " in side or " - " in side else side


def written(case: SymbolicCase, difference: Expr) -> str:
    """The difference, factored, as text; a long one by its numbers of terms. Raises NotRationalError."""
    shown = factored(case, difference)
    names = {} if case.log_size is None else {r: sympy.sqrt(sympy.log(case.size)) for r in case.log_size.free_symbols}
    told = _text(shown.xreplace(names))
    if len(told) <= LONGEST:
        return told
    above, below = (len(sympy.Add.make_args(sympy.expand(side))) for side in sympy.fraction(shown))
    return f"a quotient of {_counted(above)} over {_counted(below)}"


def factored(case: SymbolicCase, difference: Expr) -> Expr:
    """The difference in the parameters, the size and its powers, as a product. Raises NotRationalError."""
    expression = difference
    if case.log_size is not None:
        expression = expression.subs(sympy.log(case.size), case.log_size)
    return _product(expression, case.size, case.size_value)


@lru_cache(maxsize=4096)  # many cases have the same difference
def _product(expression: Expr, size: Symbol | None, size_value: Expr) -> Expr:
    powers = _Powers(size)
    if size is not None:
        expression = powers.in_atoms(expression).xreplace(_width(size, size_value))
    above, below = (sympy.factor(side) for side in quotient(expression).sides())
    whole = (_without_sign(above) / below).xreplace({atom: power for power, atom in powers.atoms.items()})
    return sympy.powsimp(whole, deep=True, combine="exp")


def _counted(terms: int) -> str:
    return f"{terms} term{'s' if terms > 1 else ''}"


def _without_sign(product: Expr) -> Expr:
    """-(n - n^a) as n^a - n: a minus before a product goes into its first sum."""
    sums = [factor for factor in sympy.Mul.make_args(product) if factor.is_Add]
    if not product.as_coeff_Mul()[0].is_negative or not sums:
        return product
    return sympy.Mul(-(product / sums[0]), -sums[0], evaluate=False)


def _text(expression: Expr) -> str:
    return str(expression).replace("**", "^").replace("*", " ").replace("sqrt(log(n))", "√(log n)")


def _width(size: Symbol, size_value: Expr) -> Mapping[Expr, Expr]:
    """The parameter that the size is a multiple of, through the size: with n = t (d - 2) d is 2 + n/t."""
    product = sympy.sympify(size_value)
    if product == size or not isinstance(product, Expr):
        return {}
    for parameter in sorted(product.free_symbols, key=str):
        slope = sympy.diff(product, parameter)
        if parameter not in slope.free_symbols:
            return {parameter: sympy.expand((size - product.xreplace({parameter: sympy.Integer(0)})) / slope)}
    return {}


class _Powers:
    """Powers of the size, each irreducible one by a symbol of its own: n^(a1 - 1) is n^a1 over n."""

    def __init__(self, size: Symbol | None) -> None:
        self.size = size
        self.atoms: dict[Expr, Symbol] = {}

    def in_atoms(self, expression: Expr) -> Expr:
        return expression.replace(
            lambda e: e.is_Pow and e.base == self.size and not e.exp.is_Integer,
            lambda e: sympy.prod([self._factor(term) for term in sympy.Add.make_args(sympy.expand(e.exp))]),
        )

    def _factor(self, exponent: Expr) -> Expr:
        count, rest = exponent.as_coeff_Mul()
        if exponent.is_Integer:
            return self.size**exponent
        if not count.is_Integer:
            count, rest = sympy.Integer(1), exponent
        power = self.size**rest
        return self.atoms.setdefault(power, sympy.Dummy(positive=True)) ** count
