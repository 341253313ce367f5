"""Coq at work: which version, the library once, one file after the other, and what each theorem rests on."""

import hashlib
import json
import re
import shutil
import subprocess
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")

LIBRARY = Path(__file__).with_name("coq")
# in the order in which they need one another
FROM_DEFINITION = ("Sums", "Attention", "Datasets", "Rows", "ClosedForms", "FromDefinition", "Signs", "SoftmaxRegression")
CALCULATIONS = ("Calculations", "Textbook", "Elementary", "Pairs", "Products", "Arithmetic", "Integers")
OF_CHANCE = ("Chance", "FairSigns", "Expectations")
FILES = ("Powers", "Refute", *FROM_DEFINITION, *CALCULATIONS, "Flows", "Sizes", "Eighth", "Networks", *OF_CHANCE)
# the real numbers of Coq's standard library, and nothing else
ALLOWED = frozenset(
    {
        "ClassicalDedekindReals.sig_forall_dec",
        "ClassicalDedekindReals.sig_not_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
        "Classical_Prop.classic",
    }
)
INSTALL = "no coqc found: apt-get install coq libcoq-coquelicot libcoq-interval"
LONGEST = 900  # seconds for one file
JOBS = 2  # files that are compiled at a time


class NoCoqError(Exception):
    """Coq is not installed; the message says what to install."""


@dataclass(frozen=True)
class Compiled:
    """What became of one file. ``line``: where it is refused, 0 where it is not; ``axioms``: beside the allowed ones."""

    seconds: float
    line: int = 0
    why: str = ""
    axioms: tuple[str, ...] = ()


@cache
def coqc() -> str:
    """Raises NoCoqError."""
    found = shutil.which("coqc")
    if found is None:
        raise NoCoqError(INSTALL)
    return found


@cache
def version() -> str:
    told = subprocess.run([coqc(), "--print-version"], capture_output=True, encoding="utf-8", check=True).stdout
    return told.split()[0]


def library(home: Path) -> dict[str, str]:
    """Compile what has changed of the library below ``home``; of each file a fingerprint of it and of all before it."""
    folder = home / "library"
    folder.mkdir(parents=True, exist_ok=True)
    so_far, prints = hashlib.sha256(version().encode()), {}
    for name in FILES:
        text = (LIBRARY / f"{name}.v").read_text(encoding="utf-8")
        so_far.update(text.encode())
        prints[name] = so_far.hexdigest()[:16]
        stamp = folder / f"{name}.print"
        if stamp.exists() and stamp.read_text(encoding="utf-8") == prints[name]:
            continue
        stamp.unlink(missing_ok=True)
        (folder / f"{name}.v").write_text(text, encoding="utf-8")
        done = _run(folder / f"{name}.v", folder)
        if done.returncode != 0:
            raise RuntimeError(f"the library does not compile: {done.stderr[:2000]}")
        stamp.write_text(prints[name], encoding="utf-8")
    return prints


def resting_on(text: str, prints: Mapping[str, str]) -> str:
    """The fingerprint of the last file of the library that a text asks for."""
    asked = re.search(r"^From Referee Require Import ([\w ]+)\.$", text, re.MULTILINE)
    return prints[max(asked.group(1).split(), key=FILES.index)] if asked else ""


def compiled(path: Path, text: str, home: Path, prints: Mapping[str, str]) -> Compiled:
    """Compile one file, or take what is known of the same text."""
    fingerprint = hashlib.sha256(f"{resting_on(text, prints)}\n{text}".encode()).hexdigest()
    stamp = path.with_suffix(".json")
    if stamp.exists():
        known = json.loads(stamp.read_text(encoding="utf-8"))
        if known.pop("fingerprint") == fingerprint:
            return Compiled(**known | {"axioms": tuple(known["axioms"])})
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    start = time.perf_counter()
    try:
        done = _run(path, home / "library")
        found = _outcome(done, time.perf_counter() - start)
    except subprocess.TimeoutExpired:
        found = Compiled(LONGEST, 1, f"no answer in {LONGEST} s")
    stamp.write_text(json.dumps({"fingerprint": fingerprint, **asdict(found)}), encoding="utf-8")
    return found


def _run(path: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    # it writes its output beside the file and its caches where it runs; -q: no user's own settings
    asked = [coqc(), "-q", "-R", str(folder.resolve()), "Referee", str(path.resolve())]
    return subprocess.run(asked, capture_output=True, encoding="utf-8", cwd=folder, timeout=LONGEST, check=False)


def _outcome(done: subprocess.CompletedProcess[str], seconds: float) -> Compiled:
    if done.returncode != 0:
        place = re.search(r"line (\d+)", done.stderr)
        why = done.stderr[done.stderr.find("Error") :] if "Error" in done.stderr else done.stderr
        return Compiled(seconds, int(place.group(1)) if place else 1, " ".join(why.split())[:400])
    if not re.search(
        r"Axioms:$|Closed under the global context", done.stdout, re.MULTILINE
    ):  # a tactic may have written before
        return Compiled(seconds, 1, "it does not tell its axioms")
    named = set(re.findall(r"^([A-Za-z_][\w.']*)(?= :| *$)", done.stdout, re.MULTILINE)) - {"Axioms"}
    return Compiled(seconds, 0, "", tuple(sorted(named - ALLOWED)))


def in_turn(work: Iterable[Callable[[], T]], jobs: int = JOBS) -> Iterator[T]:
    """What the pieces of work give, in their order, so many at a time; pieces are asked for shortly before they start."""
    with ThreadPoolExecutor(jobs) as pool:
        running: deque[Future[T]] = deque()
        for piece in work:
            running.append(pool.submit(piece))
            while running and (running[0].done() or len(running) > 2 * jobs):
                yield running.popleft().result()
        yield from (each.result() for each in running)


def theorem_at(text: str, line: int) -> str:
    """The name of the theorem in whose statement or proof a line stands; "" before the first one."""
    names = re.findall(r"^Theorem (\S+)", "\n".join(text.split("\n")[:line]), re.MULTILINE)
    return names[-1] if names else ""
