"""A queue that serves visitors round-robin."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Line(Generic[Item]):
    """Items of visitors, served in turn: one of each visitor, then the next of each."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Item]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def count(self, visitor: str) -> int:
        """Number of waiting items of a visitor."""
        return len(self._waiting.get(visitor, ()))

    def join(self, visitor: str, item: Item) -> None:
        """Queue an item behind the visitor's other items; a new visitor comes last."""
        self._waiting.setdefault(visitor, deque()).append(item)

    def leave(self, visitor: str, item: Item) -> None:
        """Remove an item if it still waits."""
        if item in self._waiting.get(visitor, ()):
            self._waiting[visitor].remove(item)
            self._forget_if_empty(visitor)

    def has_ready(self, is_ready: Callable[[str], bool]) -> bool:
        """Whether a waiting visitor `is_ready`."""
        return any(map(is_ready, self._waiting))

    def next(self, is_ready: Callable[[str], bool]) -> Item | None:
        """Take the next item of the first visitor that `is_ready`; None if there is none."""
        for visitor, items in self._waiting.items():
            if is_ready(visitor):
                item = items.popleft()
                # The visitor's other items go to the end of the queue.
                self._waiting[visitor] = self._waiting.pop(visitor)
                self._forget_if_empty(visitor)
                return item
        return None

    def place(self, visitor: str) -> int | None:
        """Number of visitors ahead of this one; None if it does not wait."""
        return list(self._waiting).index(visitor) if visitor in self._waiting else None

    def _forget_if_empty(self, visitor: str) -> None:
        if not self._waiting[visitor]:
            del self._waiting[visitor]
