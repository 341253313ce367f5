"""Scripts in modules that import those that ask for them: looked up when somebody wants to see the proof."""

from collections.abc import Callable
from importlib import import_module
from typing import Any


def script_in(module: str, name: str) -> Callable[[], Any]:
    """The script of this name in a module of ``theorems``."""
    return lambda: getattr(import_module(f"theorems.{module}"), name)
