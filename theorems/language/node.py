"""A node of a tree: equal ones are one object, so identity is structural equality and trees are keys of dicts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import get_annotations
from typing import TYPE_CHECKING, Any, ClassVar
from weakref import ref

if TYPE_CHECKING:
    from theorems.language.tree import Symbol

Path = tuple[int, ...]  # where a node stands below another: positions among the children
LARGEST = 10**5  # nodes of a tree, each as often as it stands there: x = x + x, again and again, is soon endless


class Slotted(type):
    """A class whose annotated parts are its slots."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> Any:
        return super().__new__(cls, name, bases, {"__slots__": tuple(namespace.get("__annotations__", ())), **namespace})


class Node(metaclass=Slotted):
    """One node; the annotations of its class name its parts in printed order."""

    __slots__ = ("__weakref__", "_below", "_free", "_size", "parts")
    parts: tuple[Any, ...]
    _below: tuple[Node, ...]
    _size: int
    _free: frozenset[Symbol]  # once somebody asked
    fields: ClassVar[tuple[str, ...]] = ()
    # no reference has a callback: one that runs while a signal arrives swallows SystemExit and KeyboardInterrupt
    _known: ClassVar[dict[tuple[Any, ...], ref[Node]]] = {}
    _swept: ClassVar[int] = 100_000  # at this many entries those of dead nodes go

    def __init_subclass__(cls) -> None:
        base: Any = cls.__base__
        cls.fields = (*base.fields, *get_annotations(cls))

    def __new__(cls, *parts: Any) -> Any:
        names = cls.fields
        if len(parts) != len(names):
            raise TypeError(f"{cls.__name__} takes {', '.join(names)}")
        key = (cls, *parts)
        kept = Node._known.get(key)
        known: Any = kept and kept()
        if known is None:
            known = object.__new__(cls)
            below = tuple(_nodes(parts))
            size = 1 + sum(child._size for child in below)
            if size > LARGEST:
                raise ValueError(f"a formula of {size} pieces is too large to be looked at")
            for name, part in zip(("parts", "_below", "_size", *names), (parts, below, size, *parts), strict=True):
                object.__setattr__(known, name, part)
            if len(Node._known) >= Node._swept:
                Node._known = {key: kept for key, kept in Node._known.copy().items() if kept() is not None}
                Node._swept = max(100_000, 2 * len(Node._known))
            Node._known[key] = ref(known)
        return known

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a tree does not change: {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.parts  # a tree that arrives in another process is interned there

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        from theorems.language.printing import text

        return text(self)

    @property
    def children(self) -> tuple[Node, ...]:
        """The nodes directly below, in printed order; those of a tuple count one by one."""
        return self._below

    def rebuilt(self, children: tuple[Node, ...]) -> Any:
        """The same node above other children."""
        left = iter(children)

        def again(part: Any) -> Any:
            if isinstance(part, tuple):
                return tuple(again(item) for item in part)
            return next(left) if isinstance(part, Node) else part

        return type(self)(*(again(part) for part in self.parts))

    def walk(self, path: Path = ()) -> Iterator[tuple[Path, Node]]:
        """Every node below with its place, this one first. The same node may stand at several places."""
        todo: list[tuple[Path, Node]] = [(path, self)]
        while todo:
            place, node = todo.pop()
            yield place, node
            todo += [((*place, k), child) for k, child in enumerate(node.children)][::-1]

    def nodes(self) -> Iterator[Node]:
        """Every node below, this one first, as often as it stands there."""
        todo: list[Node] = [self]
        while todo:
            node = todo.pop()
            yield node
            todo += node.children[::-1]

    def at(self, path: Path) -> Node:
        return self if not path else self.children[path[0]].at(path[1:])

    def replaced(self, path: Path, node: Node) -> Any:
        """The tree with ``node`` at ``path`` and nowhere else."""
        if not path:
            return node
        children = list(self.children)
        children[path[0]] = children[path[0]].replaced(path[1:], node)
        return self.rebuilt(tuple(children))

    def mapped(self, change: Callable[[Node], Node | None]) -> Any:
        """The tree with ``change(node)`` for every node where that is not None, from the root downwards."""
        changed = change(self)
        if changed is not None:
            return changed
        children = self.children
        found = tuple(child.mapped(change) for child in children)
        return self if all(a is b for a, b in zip(children, found, strict=True)) else self.rebuilt(found)


def _nodes(parts: tuple[Any, ...]) -> Iterator[Node]:
    for part in parts:
        if isinstance(part, tuple):
            yield from _nodes(part)
        elif isinstance(part, Node):
            yield part
