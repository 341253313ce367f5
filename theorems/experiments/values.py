"""Values of options: what they may be, and in which range, so that nothing is computed with nonsense or for ever."""

from collections.abc import Callable
from fractions import Fraction

from theorems.reader import number, shortened

SMALLEST, LARGEST = Fraction(1, 10**12), Fraction(10**12)


def rational(text: str) -> Fraction:
    """An exact number, zero or between 10^-12 and 10^12 in absolute value. Raises ValueError."""
    try:
        value = number(text)
    except ValueError:
        raise ValueError(f"{shortened(text)} is not a number") from None
    if value and not SMALLEST <= abs(value) <= LARGEST:
        raise ValueError(f"{shortened(text)} is not between 10^-12 and 10^12")
    return value


def positive_number(text: str) -> Fraction:
    """An exact positive number. Raises ValueError."""
    value = rational(text)
    if value <= 0:
        raise ValueError(f"{shortened(text).strip(chr(39))} is not positive")
    return value


def nonnegative_number(text: str) -> Fraction:
    """An exact number, at least 0. Raises ValueError."""
    value = rational(text)
    if value < 0:
        raise ValueError(f"{shortened(text)} is below 0")
    return value


def share(text: str) -> Fraction:
    """An exact number in (0, 1). Raises ValueError."""
    value = rational(text)
    if not 0 < value < 1:
        raise ValueError(f"{shortened(text)} is not in (0, 1)")
    return value


def shares(text: str) -> tuple[float, ...]:
    """Numbers in (0, 1), joined by commas. Raises ValueError."""
    return tuple(float(share(word)) for word in text.split(","))


def whole(least: int, most: int) -> Callable[[str], int]:
    """Reads an integer from ``least`` to ``most``."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise ValueError(f"{shortened(text)} is no integer") from None
        if not least <= value <= most:
            raise ValueError(f"{shortened(text)} is no integer from {least} to {most}")
        return value

    return read


def wholes(least: int, most: int) -> Callable[[str], tuple[int, ...]]:
    """Reads integers from ``least`` to ``most``, joined by commas."""
    one = whole(least, most)
    return lambda text: tuple(one(word) for word in text.split(","))
