"""``python -m tests.kernel_of_proofs.mutate``: plant errors in the kernel, one at a time; which of them does no claim see?

Each planted error runs against :mod:`~tests.kernel_of_proofs.claims` in a process of its own. What survives is listed with its
line; those in :mod:`~tests.kernel_of_proofs.explained` are no errors, and it is said why.

Exit status: 0 every error is seen or explained, 1 some are not.
"""

import argparse
import ast
import copy
import importlib.abc
import importlib.util
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.kernel_of_proofs.explained import why

ROOT = Path(__file__).parents[2]
MODULES = ("signs", "factors", "constants", "normal_form", "arithmetic", "facts", "context", "scripts", "values", "journal")
SECONDS = 120  # that the claims take at most; an error that makes them endless is seen
COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Gt: (ast.GtE,),
    ast.GtE: (ast.Gt, ast.NotEq),
    ast.Lt: (ast.LtE,),
    ast.LtE: (ast.Lt,),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
SWAPPED = {"all": "any", "any": "all", "min": "max", "max": "min"}


@dataclass(frozen=True)
class Planted:
    """One error: where, what, and the module with it."""

    module: str
    line: int
    what: str
    source: str

    @property
    def told(self) -> str:
        return f"{self.module}:{self.line}: {self.what}"


def planted(module: str) -> Iterator[Planted]:
    """Every error that this plants in a module of the kernel."""
    text = (ROOT / "theorems" / "kernel" / f"{module}.py").read_text(encoding="utf-8")
    tree = ast.parse(text)
    places = [node for node in ast.walk(tree) if hasattr(node, "lineno")]
    for place, node in enumerate(places):
        for number, what in enumerate(_words(node)):
            changed = copy.deepcopy(tree)
            _plant([n for n in ast.walk(changed) if hasattr(n, "lineno")][place], number)
            source = ast.unparse(ast.fix_missing_locations(changed))
            yield Planted(module, node.lineno, f"{what}  in  {text.splitlines()[node.lineno - 1].strip()}", source)


def _changes(node: ast.AST) -> Iterator[tuple[str, Any]]:
    """What may be changed at a node: in words, and how."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in COMPARED:
            for other in COMPARED[type(op)]:
                yield f"{type(op).__name__} → {other.__name__}", lambda n, other=other: n.ops.__setitem__(0, other())
        case ast.BoolOp(values=values):
            for k in range(len(values)):
                yield f"without its member {k + 1}", lambda n, k=k: n.values.pop(k)
        case ast.UnaryOp(op=ast.Not()):
            yield "not dropped", _affirm
        case ast.UnaryOp(op=ast.USub()):
            yield "- dropped", lambda n: setattr(n, "op", ast.UAdd())
        case ast.Call(func=ast.Name(id=name)) if name in SWAPPED:
            yield f"{name} → {SWAPPED[name]}", lambda n: setattr(n.func, "id", SWAPPED[n.func.id])
        case ast.If(body=[ast.Raise() | ast.Return() | ast.Continue(), *_]):
            yield "never", lambda n: setattr(n, "test", ast.Constant(False))
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()):
            yield "dropped", lambda n: setattr(n, "value", ast.Constant(None))
        case ast.Constant(value=bool(value)):
            yield f"{value} → {not value}", lambda n: setattr(n, "value", not n.value)
        case ast.match_case(guard=guard) if guard is not None:
            yield "guard dropped", lambda n: setattr(n, "guard", None)
        case ast.BinOp(op=ast.Add()):
            yield "+ → -", lambda n: setattr(n, "op", ast.Sub())
        case ast.BinOp(op=ast.Sub()):
            yield "- → +", lambda n: setattr(n, "op", ast.Add())
        case ast.IfExp():
            yield "always the first", lambda n: setattr(n, "test", ast.Constant(True))
            yield "always the second", lambda n: setattr(n, "test", ast.Constant(False))
        case ast.comprehension(ifs=[_, *_]):
            yield "condition dropped", lambda n: n.ifs.clear()


def _affirm(node: ast.UnaryOp) -> None:
    node.op, node.operand = ast.UAdd(), ast.Call(ast.Name("bool", ast.Load()), [node.operand], [])


def _words(node: ast.AST) -> list[str]:
    return [what for what, _ in _changes(node)]


def _plant(node: ast.AST, number: int) -> None:
    list(_changes(node))[number][1](node)


class Loader(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from its changed source."""

    def __init__(self, name: str, source: str) -> None:
        self.name = name
        self.source = source

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        return importlib.util.spec_from_loader(name, self) if name == self.name else None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.source, module.__name__, "exec"), module.__dict__)


def seen_by(error: Planted) -> str:
    """The first claim that is no more as it must be, "" where all are; in a process of its own."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        signal.alarm(SECONDS)
        sys.meta_path.insert(0, Loader(f"theorems.kernel.{error.module}", error.source))
        try:
            from tests.kernel_of_proofs.claims import cases_

            name = next((name for name, right in cases_() if not right()), "")
        except BaseException as broken:
            name = f"{type(broken).__name__}: {str(broken)[:60]}"
        os.write(write, name.encode()[:4000])
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as told:
        name = told.read().decode(errors="replace")
    _, status = os.waitpid(child, 0)
    return name or ("it takes too long" if status else "")


def told(errors: Sequence[Planted], jobs: int) -> Iterator[tuple[Planted, str]]:
    """Each error with what sees it."""
    for library in ("hypothesis", "mpmath", "scipy.optimize", "theorems.language.derivatives"):
        importlib.import_module(library)  # once, before the processes part
    with ThreadPoolExecutor(jobs) as pool:
        yield from zip(errors, pool.map(seen_by, errors), strict=True)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.kernel_of_proofs.mutate", description="Plant errors in the kernel.")
    parser.add_argument("--module", action="append", choices=MODULES, help="only in this one")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args(arguments)
    errors = [each for module in options.module or MODULES for each in planted(module)]
    counts = dict.fromkeys(("seen", "explained", "open"), 0)
    for error, seen in told(errors, options.jobs):
        reason = why(error.module, *error.what.split("  in  ", 1))
        counts["seen" if seen else "explained" if reason else "open"] += 1
        if not seen:
            print(f"explained: {error.told}: {reason}" if reason else f"survives: {error.told}", flush=True)
    print(f"{len(errors)} errors planted, " + ", ".join(f"{count} {word}" for word, count in counts.items()))
    return 1 if counts["open"] else 0


if __name__ == "__main__":
    sys.exit(main())
