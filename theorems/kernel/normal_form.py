"""Expressions in one form: a rational number times powers of factors.

A factor is a name, a whole number under a root, e, the logarithm of a factor, a factor to a power that is no number, or a sum.
In lowest terms sums are multiplied out, and what stands above and below the line is gone: where it is 0 the expression has no
value.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from math import gcd, lcm, prod
from typing import Any

from flint import fmpq, fmpz

from kernels import balls
from theorems.kernel.constants import ball
from theorems.kernel.factors import EULER, Exponent, Factor, Kind, Polynomial, Power, Powers, factor, fraction, whole

REMEMBERED = 2**15  # forms whose signs and numerators are kept
LARGEST_POWER = 64  # a higher power of a sum is not multiplied out
SMALL = 1000  # a number under a root is written with its prime factors below this
NOTHING: Powers = frozenset()


@dataclass(frozen=True, slots=True)
class Form:
    """``coefficient · Π factor^power``; no whole number has a power outside of 0 to 1."""

    coefficient: fmpq
    powers: Powers = NOTHING

    @property
    def names(self) -> frozenset[Factor]:
        return frozenset[Factor]().union(*(one.names for one, _ in self.powers))

    @property
    def alone(self) -> Power | None:
        """Its power, where there is one only."""
        return next(iter(self.powers)) if len(self.powers) == 1 else None

    def __mul__(self, other: "Form") -> "Form":
        if not self.powers or not other.powers:
            return _form(self.coefficient * other.coefficient, dict(self.powers or other.powers))
        return _form(self.coefficient * other.coefficient, _merged(self.powers, other.powers))

    def __add__(self, other: "Form") -> "Form":
        return total((self, other))

    def __neg__(self) -> "Form":
        return _form(-self.coefficient, dict(self.powers))

    def __sub__(self, other: "Form") -> "Form":
        return total((self, -other))

    def __pow__(self, exponent: Exponent) -> "Form":
        """Raises ZeroDivisionError for 0 below the line."""
        if self.coefficient == 0 and exponent > 0:
            return self
        if exponent.denominator == 1:
            return _form(self.coefficient ** int(exponent), {one: whole(power * exponent) for one, power in self.powers})
        pieces = _pieces(lowest(self), primes=True)
        return prod((of_factor(one, whole(power * exponent)) for one, power in pieces), start=ONE)

    def __truediv__(self, other: "Form") -> "Form":
        return self * other**-1


def number(value: Any) -> Form:
    return Form(fmpq(value.numerator, value.denominator))


ZERO, ONE = Form(fmpq(0)), Form(fmpq(1))


def of_factor(one: Factor, power: Exponent = 1) -> Form:
    return _form(fmpq(1), {one: power})


def _merged(powers: Mapping[Factor, Exponent] | Iterable[Power], others: Iterable[Power]) -> dict[Factor, Exponent]:
    found = dict(powers)
    for one, power in others:
        found[one] = whole(found.get(one, 0) + power)
    return found


def _form(coefficient: fmpq, powers: Mapping[Factor, Exponent]) -> Form:
    if coefficient == 0:
        return ZERO
    found = []
    for one, power in powers.items():
        if one.kind is Kind.WHOLE and not 0 <= power < 1:
            coefficient *= fmpq(one.parts[0]) ** int(power // 1)
            power = whole(power % 1)
        if power:
            found.append((one, power))
    form = Form(coefficient, frozenset(found))
    return total((form,)) if coefficient < 0 and len(found) == 1 else form


def _product(coefficient: fmpq, forms: Sequence[Form]) -> Form:
    """The same in whatever order they stand."""
    return _form(
        prod((form.coefficient for form in forms), start=coefficient), reduce(_merged, (form.powers for form in forms), {})
    )


def total(forms: Iterable[Form]) -> Form:
    """The sum, as it stands: equal terms are added."""
    terms: dict[Powers, fmpq] = {}
    for form in forms:
        _add(terms, _summands(form))
    return _sum(terms)


def _summands(form: Form) -> Mapping[Powers, fmpq]:
    match form.alone:
        case (Factor(kind=Kind.SUM) as one, 1):
            return {powers: x * form.coefficient for powers, x in one.parts[0]}
    return {form.powers: form.coefficient}


def _sum(terms: Mapping[Powers, fmpq], *, apart: bool = False) -> Form:
    """A sum as a form: with its content before it, and what its terms have in common as well if that is taken ``apart``.

    A sum of negative terms is the contrary of one of positive terms.
    """
    terms = {powers: x for powers, x in terms.items() if x != 0}
    if len(terms) < 2:
        return next((Form(x, powers) for powers, x in terms.items()), ZERO)
    content = _content(terms.values()) * (1 if max(terms.values()) > 0 else -1)
    least = _in_common([dict(powers) for powers in terms]) if apart else {}
    below = [(one, -power) for one, power in least.items()]
    rest = ((_form(fmpq(1), _merged(powers, below)).powers if below else powers, x / content) for powers, x in terms.items())
    return Form(
        content, frozenset([*((one, power) for one, power in least.items() if power), (factor(Kind.SUM, frozenset(rest)), 1)])
    )


def _content(numbers: Collection[fmpq]) -> fmpq:
    """The largest number of which they all are whole multiples."""
    return fmpq(gcd(*(int(x.p) for x in numbers)), lcm(*(int(x.q) for x in numbers)))


@lru_cache(maxsize=REMEMBERED)
def lowest(form: Form) -> Form:
    """Over a common denominator, all sums multiplied out, with nothing in common above and below the line.

    Raises ZeroDivisionError where a sum below the line is 0.
    """
    return _product(form.coefficient, [_lowest(one) ** power for one, power in form.powers])


@lru_cache(maxsize=REMEMBERED)
def _lowest(one: Factor) -> Form:
    return _over_one(lowest(Form(x, powers)) for powers, x in one.parts[0]) if one.kind is Kind.SUM else of_factor(one)


def _over_one(forms: Iterable[Form]) -> Form:
    pieces = [piece for piece in forms if piece.coefficient != 0]
    tables = [dict(piece.powers) for piece in pieces]
    common = _in_common(tables)
    terms: dict[Powers, fmpq] = {}
    for piece, table in zip(pieces, tables, strict=True):
        rest = {one: whole(table.get(one, 0) - power) for one, power in common.items()}
        _add(terms, _multiplied_out(piece.coefficient, rest))
    found = _sum(terms, apart=True)
    return _form(found.coefficient, _merged(found.powers, common.items()))


def _in_common(tables: Sequence[Mapping[Factor, Exponent]]) -> dict[Factor, Exponent]:
    """The least power of every factor. What is under different roots has nothing in common, but for sums."""
    found = dict[Factor, Exponent]()
    for one in set[Factor]().union(*tables):
        powers = [table.get(one, 0) for table in tables]
        alike = one.kind is Kind.SUM or len({power.denominator for power in powers if power}) == 1
        found[one] = min(powers) if alike else min(0, *powers)
    return found


def _add(terms: dict[Powers, fmpq], more: Mapping[Powers, fmpq]) -> None:
    for powers, x in more.items():
        terms[powers] = terms.get(powers, 0) + x


def _multiplied_out(coefficient: fmpq, powers: Mapping[Factor, Exponent]) -> dict[Powers, fmpq]:
    """The terms of a product, of which no power is negative."""
    sums, rest = [], dict[Factor, Exponent]()
    for one, power in powers.items():
        if one.kind is Kind.SUM and 1 <= power <= LARGEST_POWER:
            sums += [one.parts[0]] * int(power // 1)
            power = whole(power % 1)
        rest[one] = power
    single = _form(coefficient, rest)
    found = {single.powers: single.coefficient}
    for polynomial in sums:
        before, found = found, {}
        for left, x in before.items():
            for right, y in polynomial:
                piece = _form(x * y, _merged(left, right))
                if any(one.kind is Kind.SUM and 1 <= power <= LARGEST_POWER for one, power in piece.powers):
                    _add(found, _multiplied_out(piece.coefficient, dict(piece.powers)))
                else:
                    found[piece.powers] = found.get(piece.powers, 0) + piece.coefficient
    return found


@lru_cache(maxsize=REMEMBERED)  # what is known is cleared for every question
def numerator(form: Form) -> Polynomial:
    """A positive multiple of what stands above the line in lowest terms, multiplied out, with whole coefficients."""
    form = lowest(form)
    terms = _multiplied_out(fmpq(form.coefficient.p), {one: power for one, power in form.powers if power > 0})
    return frozenset((powers, x) for powers, x in terms.items() if x != 0)


def _pieces(form: Form, *, primes: bool = False) -> list[Power]:
    """Factors of something positive of which a power may be taken one by one: ``(x³ y²)^q`` is ``x^(3q) (y²)^q``.

    Of those whose sign is not known there is at most one.
    """
    pieces, unknown = list(_factored(abs(form.coefficient), primes=primes)), list[Power]()
    for one, power in form.powers:
        if power.denominator == 1 and power % 2 == 0 and _sign(one) is None:
            pieces.append((_group(fmpq(1), [(one, power)]), 1))
        else:
            (unknown if sign_of_power(one, power) is None else pieces).append((one, power))
    if form.coefficient < 0 or len(unknown) > 1:
        unknown = [(_group(fmpq(1 if form.coefficient > 0 else -1), unknown), 1)]
    return pieces + unknown


def _group(coefficient: fmpq, powers: Iterable[Power]) -> Factor:
    return factor(Kind.SUM, frozenset([(frozenset(powers), coefficient)]))


def _factored(value: fmpq, *, primes: bool) -> Iterator[Power]:
    """A positive number by its primes, or by what its numerator and its denominator are powers of."""
    if value == 0:
        raise ZeroDivisionError
    for part, sign in ((value.p, 1), (value.q, -1)):
        found = [(int(p), int(k)) for p, k in fmpz(part).factor(trial_limit=SMALL) if p > 1]
        if found and not primes:
            root = gcd(*(k for _, k in found))
            found = [(prod(p ** (k // root) for p, k in found), root)]
        yield from ((factor(Kind.WHOLE, p), sign * k) for p, k in found)


def terms_of(form: Form) -> Iterator[tuple[Powers, fmpq]]:
    """The terms of a sum, each with all that stands below the line."""
    form = lowest(form)
    below = [(one, power) for one, power in form.powers if power < 0]
    above = {one: power for one, power in form.powers if power > 0}
    for powers, x in _multiplied_out(form.coefficient, above).items():
        term = _form(x, _merged(powers, below))
        if term.coefficient != 0:
            yield term.powers, term.coefficient


def raised(base: Form, exponent: Form) -> Form:
    """``base^exponent``. Raises ZeroDivisionError where it has no value."""
    if not exponent.powers:
        return base ** fraction(exponent.coefficient)
    return prod((_to_the(one, exponent * number(power)) for one, power in _apart(lowest(base))), start=ONE)


def _to_the(one: Factor, exponent: Form) -> Form:
    if one is EULER:
        return exp(exponent)
    if one.kind is Kind.RAISED and sign_of_power(one, 1):
        base, inner = one.parts
        return _to_the(base, exponent * Form(fmpq(1), inner))
    return prod((_to_a_term(one, powers, fraction(x)) for powers, x in terms_of(exponent)), start=ONE)


def _to_a_term(one: Factor, powers: Powers, x: Exponent) -> Form:
    return of_factor(factor(Kind.RAISED, one, powers), x) if powers else of_factor(one) ** x


def exp(exponent: Form) -> Form:
    """e to a power: to that of x log z it is z^x."""
    result, numbers = ONE, dict[Powers, dict[int, fmpq]]()
    for powers, x in terms_of(exponent):
        logs = sorted((one for one, power in powers if one.kind is Kind.LOG and power == 1), key=lambda one: one.text)
        rest = powers - {(one, 1) for one in logs[:1]}
        if not logs:
            result *= of_factor(factor(Kind.RAISED, EULER, powers) if powers else EULER, fraction(x))
        elif rest and logs[0].parts[0].kind is Kind.WHOLE:
            numbers.setdefault(rest, {})[logs[0].parts[0].parts[0]] = x
        else:
            result *= _to_the(logs[0].parts[0], Form(x, rest))
    for rest, of_primes in numbers.items():  # e^(k log 2 + k log 5) is 10^k
        common = _content(of_primes.values())
        base = prod((fmpq(p) ** int((x / common).p) for p, x in of_primes.items()), start=fmpq(1))
        result *= raised(Form(base), Form(common, rest))
    return result


def log(form: Form) -> Form:
    """The logarithm, of a product that of each of its factors."""
    return total(_log_of(one) * number(Fraction(power)) for one, power in _apart(lowest(form)))


def _apart(form: Form) -> list[Power]:
    """The factors of something positive; it is left together where a sum is among them."""
    if not any(one.kind is Kind.SUM and one.names for one, _ in form.powers):
        return _pieces(form)
    if form.coefficient == 1 and form.alone is not None and form.alone[1] == 1:
        return [form.alone]
    return [(_group(form.coefficient, form.powers), 1)]


def _log_of(one: Factor) -> Form:
    match one.kind:
        case Kind.E:
            return ONE
        case Kind.RAISED:
            return _log_of(one.parts[0]) * Form(fmpq(1), one.parts[1])
        case Kind.WHOLE:
            primes = _factored(fmpq(one.parts[0]), primes=True)
            return total(of_factor(factor(Kind.LOG, prime)) * number(power) for prime, power in primes)
    return of_factor(factor(Kind.LOG, one))


def replaced(form: Form, by: Mapping[Factor, Form]) -> Form:
    """With other forms for names. Raises ZeroDivisionError where nothing is left of its value."""
    if not form.names & by.keys():
        return form
    return _product(form.coefficient, [_replaced(one, by) ** power for one, power in form.powers])


def _replaced(one: Factor, by: Mapping[Factor, Form]) -> Form:
    if one in by:
        return by[one]
    if not one.names & by.keys():
        return of_factor(one)
    match one.kind:
        case Kind.LOG:
            return log(_replaced(one.parts[0], by))
        case Kind.RAISED:
            return raised(_replaced(one.parts[0], by), replaced(Form(fmpq(1), one.parts[1]), by))
    return total(replaced(Form(x, powers), by) for powers, x in one.parts[0])


# -- signs -----------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=REMEMBERED)
def plain_sign(form: Form) -> bool | None:
    """Positive (True) or nonnegative (False) by the signs of its pieces; None where they do not tell."""
    if form.coefficient == 0:
        return False
    if form.coefficient < 0:
        return True if not form.names and of_sign(form, ">") else None
    signs = [sign_of_power(one, power) for one, power in form.powers]
    return None if None in signs else all(signs)


@lru_cache(maxsize=REMEMBERED)
def sign_of_power(one: Factor, power: Exponent) -> bool | None:
    """Of a power, which may be below the line, where it may have no value."""
    sign = _sign(one)
    if sign is None and (power.denominator > 1 or power % 2 == 0):
        sign = False
    return sign or None if power < 0 and one.kind is Kind.SUM else sign


@lru_cache(maxsize=REMEMBERED)
def _sign(one: Factor) -> bool | None:
    match one.kind:
        case Kind.NAME:
            return one.parts[1] or None
        case Kind.WHOLE | Kind.E:
            return True
        case Kind.RAISED:
            return _sign(one.parts[0]) or None
        case Kind.SUM if one.names:
            signs = [plain_sign(Form(x, powers)) for powers, x in one.parts[0]]
            return None if None in signs else any(signs)
        case Kind.LOG if one.names:
            return plain_sign(lowest(of_factor(one.parts[0]) - ONE))
    return True if not one.names and of_sign(of_factor(one), ">") else None


def of_sign(form: Form, sign: str) -> bool:
    """Does ``form sign 0`` hold of a number, in balls? No relation is shown of one without a value."""
    asked = {"==": balls.eq, ">": balls.gt, ">=": balls.ge}[sign]
    try:
        return balls.decide(lambda: asked(ball(form.coefficient, form.powers), balls.ball(0)))[0] is balls.Truth.HOLDS
    except (TypeError, ValueError):
        return False
