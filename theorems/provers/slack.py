"""What a symbolic proof comes down to, as a claim: in every case a rational function of nonnegative symbols has a sign."""

from functools import cache, reduce
from operator import add, mul

import sympy
from sympy.printing.str import StrPrinter

from theorems.kernel.gaps import GapError
from theorems.language.tree import And, Claim, Expr, Implies, Q, Relation, Symbol, expr
from theorems.provers.positivity import Atoms, Positivity
from theorems.statement import Part
from theorems.vocabulary import Relation as Sign

SIGNS = {Sign.AT_MOST: "<=", Sign.AT_LEAST: "<=", Sign.LESS: "<", Sign.MORE: "<", Sign.EQUAL: "=="}


def signs(proof: Positivity, part: Part) -> Claim:
    """Of every symbolic case, in the symbols in which the proof is found. Raises GapError where there is none."""
    found: list[Claim] = []
    for each in proof.proved(part):
        low, high = (sympy.sympify(side) for side in (each.comparison.lhs, each.comparison.rhs))
        if each.comparison.relation in (Sign.AT_LEAST, Sign.MORE):
            low, high = high, low
        difference = Atoms(each.case, each.powers).image(high - low)
        relation = Relation(expr(0), SIGNS[each.comparison.relation], written(difference))
        symbols = sorted(difference.free_symbols, key=str)
        known = [symbol_of(s) > 0 if s.is_positive else symbol_of(s) >= 0 for s in symbols]
        found.append(Implies(known[0] if len(known) == 1 else And(tuple(known)), relation) if known else relation)
    claims = tuple(dict.fromkeys(found))
    return claims[0] if len(claims) == 1 else And(claims)


def symbol_of(symbol: sympy.Symbol) -> Symbol:
    return Symbol(symbol.name)


def written(expression: sympy.Expr) -> Expr:
    """A rational function as a tree. Raises GapError for another one."""
    if expression.is_Rational:
        return expr(Q(int(expression.p), int(expression.q)))
    if expression.is_Symbol:
        return symbol_of(expression)
    if expression.is_Add or expression.is_Mul:
        return reduce(add if expression.is_Add else mul, map(written, sorted(expression.args, key=_text)))
    if expression.is_Pow and expression.exp.is_Integer:
        return written(expression.base) ** int(expression.exp)
    raise GapError(f"{expression} is no rational function")


class _Printer(StrPrinter):
    """``str`` of expressions whose pieces it has mostly printed before."""

    _print = cache(StrPrinter._print)


_text = _Printer().doprint
