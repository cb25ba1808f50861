"""A line that visitors wait in, where each has one place however much it asks for."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Line(Generic[Item]):
    """What visitors wait for, served in turn: one of each visitor, then the next of each."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Item]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def count(self, visitor: str) -> int:
        """How many items of a visitor wait."""
        return len(self._waiting.get(visitor, ()))

    def join(self, visitor: str, item: Item) -> None:
        """Wait behind the visitor's own items, which have the last place if there were none."""
        self._waiting.setdefault(visitor, deque()).append(item)

    def leave(self, visitor: str, item: Item) -> None:
        """Wait no longer, if it still does."""
        if item in self._waiting.get(visitor, ()):
            self._waiting[visitor].remove(item)
            self._forget_if_empty(visitor)

    def has_ready(self, is_ready: Callable[[str], bool]) -> bool:
        """Whether one of those who wait `is_ready` to be served."""
        return any(map(is_ready, self._waiting))

    def next(self, is_ready: Callable[[str], bool]) -> Item | None:
        """Take the next item, of the first visitor that `is_ready` to be served."""
        for visitor, items in self._waiting.items():
            if is_ready(visitor):
                item = items.popleft()
                # Its other items go behind those of everybody else.
                self._waiting[visitor] = self._waiting.pop(visitor)
                self._forget_if_empty(visitor)
                return item
        return None

    def place(self, visitor: str) -> int | None:
        """How many visitors are served before this one; None if it does not wait."""
        return list(self._waiting).index(visitor) if visitor in self._waiting else None

    def _forget_if_empty(self, visitor: str) -> None:
        if not self._waiting[visitor]:
            del self._waiting[visitor]
