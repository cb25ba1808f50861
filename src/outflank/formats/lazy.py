"""Large collections of games, of which each game is parsed when it is accessed.

A tree of moves needs a hundred times the memory of its text, so a large collection is kept as text
with the offsets of its games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import overload

from outflank.rules.game import Game

KEPT_GAMES = 128
"""The number of parsed games that are kept in memory.
Collections up to this size are parsed at once.
"""


class LazyGames(Sequence[Game]):
    """A sequence of games; `read(index)` parses one and raises `FormatError` if it is malformed.

    The last `KEPT_GAMES` games are cached: repeated access returns the same object.
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
    """A sequence of `count` games, each of which `read(index)` parses.

    Up to `KEPT_GAMES` games are parsed at once, so that their errors are raised now; if there are
    more, the others are parsed when they are accessed.
    """
    cached = lru_cache(KEPT_GAMES)(read)
    first = [cached(index) for index in range(min(count, KEPT_GAMES))]
    return first if len(first) == count else LazyGames(cached, range(count))
