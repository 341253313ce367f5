"""All papers, their statements, and how to find one by its address.

A paper is one of ours, one that an installed package declares by the entry point ``theorem_referees.papers``, or a file that a
command was given.
"""

import difflib
import importlib
import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from functools import cache, partial
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from theorems.advice import advice, told
from theorems.paper import Paper
from theorems.reader import UnreadableError, text_of
from theorems.statement import Part, Statement, statement_slug
from theorems.workers import collecting_nothing

OURS = ("superiority", "sparse", "scan_snap")
ENTRY_POINTS = "theorem_referees.papers"
BY_PATH = "papers_by_path."  # before the stem of a file that is read by its path: the name of its module

_by_path: dict[str, Paper] = {}  # what the user wrote -> the paper of that file


class UnknownStatementError(LookupError):
    """No such statement; the message names the nearest ones."""


class PaperError(ValueError):
    """A file that declares no paper; the message names the line."""


def papers() -> Mapping[str, Paper]:
    """Every paper by its key: ours, those that are installed, those that were read by path. Raises PaperError."""
    return _installed() | {paper.key: paper for paper in _by_path.values()}


@cache
def _installed() -> dict[str, Paper]:
    found = {}
    for key in OURS:
        package = importlib.import_module(f"theorems.{key}")
        found[key] = _at_home(package, Path(str(package.__file__)))
    for entry in entry_points(group=ENTRY_POINTS):
        try:
            module = importlib.import_module(entry.module)
            paper = _at_home(module, Path(str(module.__file__)))
        except Exception as error:
            raise PaperError(f"the installed paper {entry.name} ({entry.value}): {error}") from error
        if paper.key in found:
            raise PaperError(f"the installed paper {entry.name} ({entry.value}): there is another paper {paper.key!r}")
        found[paper.key] = paper
    return found


def _at_home(module: ModuleType, home: Path) -> Paper:
    """The paper that a module declares. Raises PaperError where it declares none."""
    paper = getattr(module, "PAPER", None)
    if not isinstance(paper, Paper):
        raise PaperError(f'{home.name} declares no paper: PAPER = Paper("key", "title")')
    paper.home = home
    return paper


def asked(text: str) -> Paper:
    """The paper of this key, or of the file at this path, which is read anew. Raises PaperError."""
    if text in papers():
        return papers()[text]
    path = Path(text)
    if path.suffix != ".py":
        raise PaperError(f"no paper {text!r}; there are {', '.join(papers())}, and files: --paper path/to/mine.py")
    paper = _read(path.resolve(), text)
    others = (_installed() | {p.key: p for t, p in _by_path.items() if t != text}).get(paper.key)
    if others is not None and others.home != paper.home:
        raise PaperError(f"{text}: there is another paper {paper.key!r}")
    held = [part for statement in paper.own for part in statement.parts]
    if not held and not paper.modules:
        raise PaperError(f'{text} states nothing: LEMMA = PAPER.lemma("1"), LEMMA["a"] = claim')
    for part in held:
        for address in part.depends_on:
            if not _at(address, held):
                raise PaperError(f"{text}: {part.address} uses {address}, which is not stated there")
    paper.option = f"--paper {shlex.quote(text)} "
    _by_path[text] = paper
    statements.cache_clear()
    return paper


def ask_again(texts: Sequence[str]) -> None:
    """What a worker process reads before anything is asked of it."""
    for text in texts:
        asked(text)


def read_by_path() -> tuple[str, ...]:
    """The files that were read, as they were named."""
    return tuple(_by_path)


def option_of(key: str) -> str:
    """What a command is given beside an address of this paper, with a space after it; nothing for one that is installed."""
    paper = papers().get(key)
    return "" if paper is None else paper.option


def _read(path: Path, named: str) -> Paper:
    """The paper of a file. Raises PaperError naming the line that is wrong."""
    try:
        source = text_of(path)
    except UnreadableError as error:
        raise PaperError(str(error).replace(str(path), named)) from error
    from unittest.mock import patch  # slow to load: only a file of one's own needs it

    module = ModuleType(BY_PATH + path.stem)
    module.__file__ = str(path)
    sys.modules[module.__name__] = module  # digests read the source of what is defined there
    try:
        # what a command prints stays what it says, and its status, too
        with redirect_stdout(sys.stderr), patch.object(os, "_exit", sys.exit):
            exec(compile(source.removeprefix("\ufeff"), str(path), "exec"), vars(module))
        return _at_home(module, path)
    except SyntaxError as error:
        raise PaperError(f"{named}, line {error.lineno}: {error.msg}") from error
    except PaperError:
        raise
    except SystemExit as error:  # status 0 would say that every verdict is as expected
        raise PaperError(f"{named}: it ends the process") from error
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise PaperError(f"{named}, {told(error, path)}{advice(error)}") from error


@cache
@collecting_nothing()
def statements(paper: str | None = None) -> tuple[Statement, ...]:
    """Every statement (of one paper), in printed order. Raises UnknownStatementError for an unknown paper."""
    if paper is not None and paper not in papers():
        raise UnknownStatementError(f"no paper {paper!r}; there are {', '.join(papers())}")
    return tuple(s for key in (papers() if paper is None else (paper,)) for s in papers()[key].statements)


def parts(paper: str | None = None) -> tuple[Part, ...]:
    return tuple(part for statement in statements(paper) for part in statement.parts)


def find(address: str, paper: str | None = None) -> tuple[Part, ...]:
    """The parts at ``superiority/Lemma D.3`` or ``superiority/Lemma D.3/4`` (the paper may be left out if unique).

    Raises UnknownStatementError with the nearest addresses when there is none.
    """
    keys = tuple(papers()) if paper is None else (paper,)
    wanted = _at(address, _parts_where_listed(address, keys)) or _at(address, parts(paper))
    if wanted:
        return wanted
    raise UnknownStatementError(f"no statement {address!r}; the nearest are: {'; '.join(_nearest(address, parts(paper)))}")


@collecting_nothing()
def _parts_where_listed(address: str, keys: Sequence[str]) -> list[Part]:
    """The parts of the modules that list a statement of this address: it needs no other paper or section."""
    return [
        part
        for paper in (papers()[key] for key in keys if key in papers())
        for statement in paper.listing(partial(_speaks_of, address, paper.key))
        for part in statement.parts
    ]


def _speaks_of(address: str, paper: str, name: str) -> bool:
    """Can the address be that of the statement, of one of its parts, or a slug of these?"""
    alone = (name, name.partition(" ")[2])
    return (
        address in alone
        or f"{address}/".startswith(f"{paper}/{name}/")
        or address.startswith(f"{paper}-{statement_slug(name)}-")
    )


def _at(address: str, every: Sequence[Part]) -> tuple[Part, ...]:
    """The parts at an address. Raises UnknownStatementError where it is in several papers."""
    wanted = tuple(p for p in every if address in (p.address, f"{p.paper}/{p.statement}", p.slug))
    if wanted or not address or "/" in address:
        return wanted
    wanted = tuple(p for p in every if address in (p.statement, p.statement.partition(" ")[2]))
    several = sorted({p.paper for p in wanted})
    if len(several) > 1:
        raise UnknownStatementError(f"{address!r} is in several papers: {', '.join(several)}")
    return wanted


def _nearest(address: str, every: Sequence[Part], most: int = 4) -> list[str]:
    """The addresses that look most like ``address``, whatever its case and with or without the paper or the kind."""
    written: dict[str, list[str]] = {}
    for full in dict.fromkeys(name for p in every for name in (f"{p.paper}/{p.statement}", p.address)):
        alone = full.partition("/")[2]
        for short in {full, alone, alone.partition(" ")[2]}:
            written.setdefault(short.lower(), []).append(full)
    close = difflib.get_close_matches(address.lower(), written, n=most, cutoff=0.3)
    return list(dict.fromkeys(full for short in close or written for full in written[short]))[:most]
