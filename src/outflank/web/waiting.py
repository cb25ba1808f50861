"""A queue of tasks that serves visitors round-robin."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Line(Generic[Item]):
    """A queue of items of many visitors that takes one item of each visitor in turn."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Item]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def count(self, visitor: str) -> int:
        """Number of items of this visitor in the queue."""
        return len(self._waiting.get(visitor, ()))

    def join(self, visitor: str, item: Item) -> None:
        """Add an item behind the visitor's other items; a visitor without items comes last."""
        self._waiting.setdefault(visitor, deque()).append(item)

    def leave(self, visitor: str, item: Item) -> None:
        """Remove an item if it is still in the queue."""
        if item in self._waiting.get(visitor, ()):
            self._waiting[visitor].remove(item)
            self._forget_if_empty(visitor)

    def has_ready(self, is_ready: Callable[[str], bool]) -> bool:
        """Whether `is_ready` is true for any visitor in the queue."""
        return any(map(is_ready, self._waiting))

    def next(self, is_ready: Callable[[str], bool]) -> Item | None:
        """Remove and return the next item of the first visitor for whom `is_ready` is true.

        Returns None if there is no such visitor.
        """
        for visitor, items in self._waiting.items():
            if is_ready(visitor):
                item = items.popleft()
                # The visitor's other items go to the end of the queue.
                self._waiting[visitor] = self._waiting.pop(visitor)
                self._forget_if_empty(visitor)
                return item
        return None

    def place(self, visitor: str) -> int | None:
        """How many visitors come before this one; None if the visitor has no item in the queue."""
        return list(self._waiting).index(visitor) if visitor in self._waiting else None

    def _forget_if_empty(self, visitor: str) -> None:
        if not self._waiting[visitor]:
            del self._waiting[visitor]
