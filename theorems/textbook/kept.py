"""The textbook as it was held against Coq's library and against small worlds: a fingerprint of each theorem.

``python -m theorems.textbook.kept`` keeps today's; a theorem that was changed since is nobody's but its author's.
"""

import json
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from theorems import files, textbook
from theorems.kernel.facts import Theorem
from theorems.kernel.journal import fingerprint

PATH = Path(__file__).with_suffix(".json")


def theorems() -> list[Theorem]:
    """All of them, whatever is kept."""
    names = (module.name for module in iter_modules(textbook.__path__))
    modules = (import_module(f"{textbook.__name__}.{name}") for name in names if name != "kept")
    return [value for module in modules for value in vars(module).values() if isinstance(value, Theorem)]


@cache
def kept() -> frozenset[str]:
    return frozenset(json.loads(PATH.read_text(encoding="utf-8")))


def written(some: Iterable[Theorem]) -> str:
    return json.dumps(
        {fingerprint(each): each.name for each in sorted(some, key=lambda t: t.name)}, indent=1, ensure_ascii=False
    )


if __name__ == "__main__":
    files.replace({PATH: written(theorems()) + "\n"})
