"""The one way in for what others wrote: reports, journals, certificates, witnesses, numbers. All of it is bounded.

Whatever a file holds, reading it ends soon, and ends in a value or in an UnreadableError that says in one line what is wrong.
"""

import errno
import json
import math
import re
import stat
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

MOST_BYTES = 2**28
MOST_LINE = 2**24
MOST_NESTED = 32
MOST_DIGITS = 4000  # below the 4300 from which on Python prints no integer

_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_NUMBER = re.compile(r"[+-]?[0-9_]*\.?[0-9_]*(?:[eE]([+-]?[0-9]+))?(?:/[0-9_]+)?")


class UnreadableError(ValueError):
    """What was read is not what it should be; the message says where and why, in one line."""


class NoSuchNumberError(ValueError):
    """Written like a number, but there is none, as for ``1/0``, or it is too long to be spelled out."""


def text_of(path: Path) -> str:
    """The text of a file. Raises UnreadableError."""
    try:
        with _regular(path) as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise UnreadableError(f"{path}: {error.strerror or error}") from error
    if len(content) > MOST_BYTES:
        raise UnreadableError(f"{path}: larger than {MOST_BYTES} bytes")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise UnreadableError(f"{path}: not UTF-8 at byte {error.start}") from error


def json_in(path: Path, schema: Mapping[str, Any] | None = None) -> Any:
    """What a JSON file holds, of the shape that a JSON schema gives. Raises UnreadableError."""
    content = json_of(text_of(path), str(path))
    if schema is not None:
        from jsonschema_rs import Draft202012Validator  # only what reads such files loads it

        error = next(iter(Draft202012Validator({**schema}).iter_errors(content)), None)
        if error is not None:
            where = " of ".join(map(repr, reversed(error.instance_path))) or "the whole"
            raise UnreadableError(f"{path}: {where}: {shortened(error.message)}")
    return content


TEXT, COUNT = {"type": "string"}, {"type": "integer", "minimum": 0}  # JSON schemas


def each(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of an object whose values have this one."""
    return {"type": "object", "additionalProperties": schema}


def fields(required: Mapping[str, Any], more: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The schema of an object with these fields; ``more`` may be there as well, and nothing else."""
    known = {**required, **(more or {})}
    return {"type": "object", "properties": known, "required": [*required], "additionalProperties": False}


def json_of(text: str, where: str) -> Any:
    """What a JSON text holds, every number finite and every word printable. Raises UnreadableError."""
    try:
        content = json.loads(text, parse_constant=_no_number, parse_float=_finite)
        _check(content)
    except RecursionError:
        raise UnreadableError(f"{where}: nested too deeply") from None
    except ValueError as error:
        raise UnreadableError(f"{where}: {error}") from error
    return content


def lines_of(path: Path) -> Iterator[Any]:
    """What the lines of a JSON-lines file hold; a line that holds nothing readable is passed over.

    Raises UnreadableError where the file itself cannot be read.
    """
    try:
        with _regular(path) as file:
            while line := file.readline(MOST_LINE):
                whole = len(line) < MOST_LINE or line.endswith(b"\n")
                while not whole:
                    rest = file.readline(MOST_LINE)
                    whole = len(rest) < MOST_LINE or rest.endswith(b"\n")
                    line = b""
                try:
                    yield json_of(line.decode("utf-8"), str(path))
                except ValueError:
                    continue
    except OSError as error:
        raise UnreadableError(f"{path}: {error.strerror or error}") from error


def _regular(path: Path) -> BinaryIO:
    """A file that has an end: reading a pipe may never return. Raises OSError."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "no regular file")
    return path.open("rb")


def number(text: str, most: int = MOST_DIGITS) -> Fraction:
    """The exact number that a text spells: ``7/10``, ``0.7``, ``1e300``.

    Raises NoSuchNumberError for ``1/0`` and for more than about ``most`` digits, another ValueError for a word.
    """
    found = _NUMBER.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"{shortened(text)} is no number")
    if len(text) > most or (found[1] and (len(found[1]) > 12 or len(text) + abs(int(found[1])) > most)):
        raise NoSuchNumberError(f"{shortened(text)} has more than {most} digits")
    try:
        return Fraction(text.strip())
    except ZeroDivisionError:
        raise NoSuchNumberError(f"{shortened(text)} divides by zero") from None
    except ValueError:
        raise ValueError(f"{shortened(text)} is no number") from None


def shortened(text: str) -> str:
    """``'1e999'``; the beginning of what is too long to be repeated in a message."""
    return repr(text if len(text) <= 60 else text[:60] + "…")


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"{shortened(text)} is beyond all floats")
    return value


def _check(content: Any) -> None:
    """Raise ValueError for what is nested too deeply and for characters that nobody can print.

    Those are half a character (a surrogate without its other half) and what would command a terminal.
    """
    level, depth = [content], 0
    while level:
        if depth > MOST_NESTED:
            raise ValueError(f"nested more than {MOST_NESTED} deep")
        below: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                below += value
                below += value.values()
            elif isinstance(value, list):
                below += value
            elif isinstance(value, str) and (found := _UNPRINTABLE.search(value)):
                raise ValueError(f"{shortened(value)} holds the character U+{ord(found[0]):04X}")
        level, depth = below, depth + 1
