"""Many games of one text or file, each read when it is asked for.

A tree of moves takes a hundred times the memory of the text that it is read from, so a large
collection is kept as text and as the places where its games begin.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import overload

from outflank.rules.game import Game

KEPT_GAMES = 128
"""Games that are kept once they are read; collections up to this size are read at once."""


class LazyGames(Sequence[Game]):
    """Games by index; `read` reads one of them, and raises a `FormatError` if it is broken.

    Asking twice for a game gives the same object as long as it is among the last `KEPT_GAMES`.
    """

    def __init__(self, read: Callable[[int], Game], indices: range) -> None:
        self._read = read
        self._indices = indices

    def __len__(self) -> int:
        return len(self._indices)

    @overload
    def __getitem__(self, index: int) -> Game: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Game]: ...
    def __getitem__(self, index: int | slice) -> Game | Sequence[Game]:
        if isinstance(index, slice):
            return LazyGames(self._read, self._indices[index])
        return self._read(self._indices[index])

    def __repr__(self) -> str:
        return f"<LazyGames, {len(self)} games>"


def games_on_demand(read: Callable[[int], Game], count: int) -> Sequence[Game]:
    """`count` games, of which `read` gives one by index: a list if there are few.

    The first `KEPT_GAMES` are read at once, so that their errors show at once.
    """
    cached = lru_cache(KEPT_GAMES)(read)
    first = [cached(index) for index in range(min(count, KEPT_GAMES))]
    return first if len(first) == count else LazyGames(cached, range(count))
