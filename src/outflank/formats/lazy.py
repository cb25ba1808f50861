"""Many games of one text or file, each parsed on access.

A tree of moves takes a hundred times the memory of its text, so a large collection is kept as text
with the offsets of its games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import overload

from outflank.rules.game import Game

KEPT_GAMES = 128
"""Games in the cache; collections up to this size are parsed at once."""


class LazyGames(Sequence[Game]):
    """Games by index; `read` parses one, and raises a `FormatError` if it is malformed.

    Repeated access returns the same object while it is among the last `KEPT_GAMES`.
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
    """`count` games, parsed by `read(index)`: a list if there are at most `KEPT_GAMES`.

    The first `KEPT_GAMES` are parsed at once, so that their errors are raised at once.
    """
    cached = lru_cache(KEPT_GAMES)(read)
    first = [cached(index) for index in range(min(count, KEPT_GAMES))]
    return first if len(first) == count else LazyGames(cached, range(count))
