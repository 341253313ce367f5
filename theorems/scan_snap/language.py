"""The words of the third paper: its parameters, and a statement of its own."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from theorems.language import lemma
from theorems.language.tree import Eventually as Eventually
from theorems.language.words import *


class Lemma(lemma.Lemma):
    """A numbered statement of this paper."""

    key = "scan_snap"


def script_in(module: str, name: str) -> Callable[[], Any]:
    """What shows a fact, in a module that speaks of more than the fact's own."""
    return lambda: getattr(import_module(f"theorems.scan_snap.{module}"), name)


INFINITY, top = symbols("∞ ⊤")  # top: x**top is the transpose
