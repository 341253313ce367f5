"""A form has the value of its expression wherever that has one, in lowest terms as well, and so have its numerator's sign and
its plain sign.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import prod
from typing import Any

from flint import fmpq
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kernels import balls
from kernels.arithmetic import BALLS
from theorems.kernel.arithmetic import Atoms
from theorems.kernel.factors import Factor, Kind, Polynomial, Powers
from theorems.kernel.normal_form import Form, lowest, number, numerator, of_factor, plain_sign, replaced
from theorems.language.tree import Expr, Symbol, exp, expr, log, sqrt, symbols
from theorems.language.values import value

NAMES = symbols("a b c")
EXPONENTS = [Fraction(x) for x in ("2", "3", "-1", "-2", "1/2", "-1/2", "2/3", "1/100")]
NUMBERS = st.sampled_from([Fraction(x) for x in ("1", "-1", "2", "1/2", "3", "4", "8", "2/3", "12", "-1/4")])
POINTS = st.tuples(*[st.sampled_from([Fraction(x) for x in ("1", "-1", "2", "-3", "5/2", "-2/3", "7/4", "9")])] * len(NAMES))


def _larger(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    two = st.tuples(inner, inner)
    return st.one_of(
        two.map(lambda x: x[0] + x[1]),
        two.map(lambda x: x[0] - x[1]),
        two.map(lambda x: x[0] * x[1]),
        two.map(lambda x: x[0] / x[1]),
        two.map(lambda x: x[0] ** x[1]),
        st.tuples(inner, st.sampled_from(EXPONENTS)).map(lambda x: x[0] ** expr(x[1])),
        st.tuples(st.sampled_from([exp, log, sqrt]), inner).map(lambda x: x[0](x[1])),
    )


EXPRESSIONS = st.recursive(st.sampled_from(NAMES) | NUMBERS.map(expr), _larger, max_leaves=12)


def _at(powers: Powers, point: Mapping[Factor, Any]) -> Any:
    return prod((_power(one, power, point) for one, power in powers), start=balls.ball(1))


def _sum(polynomial: Polynomial, point: Mapping[Factor, Any]) -> Any:
    return sum((_rational(x) * _at(powers, point) for powers, x in polynomial), balls.ball(0))


def _rational(x: fmpq) -> Any:
    return balls.ball(Fraction(int(x.p), int(x.q)))


def _power(one: Factor, power: Fraction | int, point: Mapping[Factor, Any]) -> Any:
    match one.kind:
        case Kind.NAME:
            base = point[one]
        case Kind.WHOLE:
            base = balls.ball(one.parts[0])
        case Kind.E:
            base = balls.exp(balls.ball(1))
        case Kind.LOG:
            base = balls.log(_power(one.parts[0], 1, point))
        case Kind.RAISED:
            base = balls.exp(balls.log(_power(one.parts[0], 1, point)) * _at(one.parts[1], point))
        case Kind.SUM:
            base = _sum(one.parts[0], point)
    return base ** int(power) if power == int(power) else balls.exp(balls.log(base) * balls.ball(power))


@settings(max_examples=max(300, settings().max_examples))  # one costs 5 ms
@given(EXPRESSIONS, POINTS, st.sets(st.sampled_from(NAMES)), st.sampled_from(NAMES))
def test_a_form_has_the_value_of_its_expression(
    tree: Expr, at: tuple[Fraction, ...], positive: set[Symbol], put: Symbol
) -> None:
    numbers = {name: abs(x) if name in positive else x for name, x in zip(NAMES, at, strict=True)}
    with balls.precision(400):
        exact = value(tree, {name: balls.ball(x) for name, x in numbers.items()}, BALLS)
        assume(exact.is_finite() and abs(exact) < 10**50)
        atoms = Atoms(frozenset(positive))
        form = atoms(tree)
        assume(all(key[0] in NAMES for key in atoms.known))
        named = {key[0]: factor for key, factor in atoms.known.items()}
        point = {factor: balls.ball(numbers[name]) for name, factor in named.items()}
        forms = [form, lowest(form)]
        if put in named:
            forms.append(replaced(form, {named[put]: number(numbers[put])}))
        for each in forms:
            assert (_rational(each.coefficient) * _at(each.powers, point)).overlaps(exact)
        below = _at(frozenset((one, -power) for one, power in lowest(form).powers if power < 0), point)
        sign = _sum(numerator(form), point) / below
        plain = plain_sign(form)
        assert not (exact > 0 and sign <= 0)
        assert not (exact < 0 and (sign >= 0 or plain is not None))
        assert not (exact <= 0 and plain)


def test_what_is_0_below_the_line_is_no_number() -> None:
    a, b, _ = NAMES
    atoms = Atoms()
    assert atoms(1 / (a - a)) not in (Form(fmpq(0)), Form(fmpq(1)))
    assert atoms(1 / (a - a)) != atoms(1 / (b - b))
    assert atoms(a / a) == Form(fmpq(1)) == atoms(a) * of_factor(next(iter(atoms(a).powers))[0], -1)
