"""What all commands do alike: numbers on the command line, UTF-8, and errors of the outside model in one line.

Exit status 2: unusable arguments or files; 130 interrupted, 143 terminated, 141 whoever read our output has gone.
"""

from __future__ import annotations

import argparse
import functools
import io
import math
import os
import re
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from theorems.catalogue import PaperError, asked
from theorems.files import UnwritableError
from theorems.judging.units import LostError, Where
from theorems.reader import UnreadableError, shortened
from theorems.workers import collect_seldom

if TYPE_CHECKING:
    from rich.console import Console

UNUSABLE, INTERRUPTED, UNREAD, TERMINATED = 2, 130, 141, 143
MOST_PROCESSES = 256
LARGEST_SEED = 2**64 - 1

Main = Callable[[Sequence[str] | None], int]


def whole(least: int, most: int) -> Callable[[str], int]:
    """For argparse: an integer from ``least`` to ``most``."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{shortened(text)} is no integer") from None
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"{shortened(text)} is not between {least} and {most}")
        return value

    return read


processes = whole(1, MOST_PROCESSES)
seed = whole(0, LARGEST_SEED)


def seconds(text: str) -> float:
    """For argparse: a time that is positive and finite."""
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{shortened(text)} is no number") from None
    if not (math.isfinite(value) and value > 0):
        raise argparse.ArgumentTypeError(f"{shortened(text)} is no positive number of seconds")
    return value


def duration(text: str) -> float:
    """For argparse: a time with its unit, 90s, 30m, 1.5h or 2d, in seconds."""
    units = {"s": 1, "m": 60, "h": 3600, "d": 86400}
    if text[-1:] not in units:
        raise argparse.ArgumentTypeError(f"{shortened(text)} is no time, as 90s, 30m, 2h or 7d")
    found = seconds(text[:-1]) * units[text[-1]]
    if math.isinf(found):
        raise argparse.ArgumentTypeError(f"{shortened(text)} is longer than any time")
    return found


def path(text: str) -> Path:
    """For argparse: a path that is not empty, which would be the current folder."""
    if not text:
        raise argparse.ArgumentTypeError("an empty path")
    return Path(text)


PAPER = "only this paper: its key, or the file that declares it (path/to/mine.py)"


def paper(text: str) -> str:
    """For argparse: the key of a paper, given that or the path of its file."""
    try:
        return asked(text).key
    except PaperError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def scheduler(text: str) -> str:
    """For argparse: the address of a Dask scheduler."""
    if not re.fullmatch(r"(tcp|tls|ucx|ws|wss)://\S+:\d+", text):
        raise argparse.ArgumentTypeError(f"{shortened(text)} is no address of a scheduler, as tcp://host:8786")
    return text


def add_workers(parser: argparse.ArgumentParser) -> None:
    """The two options that say who does the work; :func:`where` reads them."""
    parser.add_argument("--jobs", type=processes, default=os.cpu_count() or 1, help="worker processes")
    parser.add_argument("--scheduler", type=scheduler, help="tcp://host:8786: the workers of this Dask cluster instead")


def where(options: argparse.Namespace) -> Where:
    return Where(options.jobs, options.scheduler)


def names_errors(main: Main) -> Main:
    """A file that cannot be read or written, or workers that are gone, end the command with one line and status 2."""

    @functools.wraps(main)
    def named(arguments: Sequence[str] | None = None) -> int:
        try:
            return main(arguments)
        except (PaperError, UnreadableError, UnwritableError, LostError) as error:
            return unusable(str(error))

    return named


def console(width: int = 160) -> Console:
    """The standard output: as wide as the terminal, or as ``COLUMNS`` says; ``width`` where neither does."""
    from rich.console import Console  # not every command draws

    found = Console()
    return found if found.is_terminal or os.environ.get("COLUMNS") else Console(width=width)


def unusable(message: str) -> int:
    print(f"error: {' '.join(message.split())}", file=sys.stderr)
    return UNUSABLE


def run(main: Main) -> int:
    """The command as a process: UTF-8 whatever the locale, SIGTERM in order, no traceback of a full or closed output."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    signal.signal(signal.SIGTERM, _terminate)
    collect_seldom()
    try:
        status = main(None)
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
        return UNREAD
    except OSError as error:  # the output, or a file that nobody thought of
        _drop_output()
        return unusable(f"{error.filename or 'output'}: {error.strerror or error}")
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    return status


def _terminate(number: int, frame: FrameType | None) -> None:
    sys.exit(TERMINATED)


def _drop_output() -> None:
    """What is left in the buffer can go nowhere; Python would complain of it at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
