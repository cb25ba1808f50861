"""Convert WTHOR records to games and back; records have numbers in place of names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from outflank.errors import FormatError, IllegalMove
from outflank.formats.lazy import games_on_demand
from outflank.formats.wthor_names import name_of, names_in_order, number_names
from outflank.formats.wthor_records import (
    WthorBase,
    WthorHeader,
    WthorRecord,
    encode_moves,
    in_game,
)
from outflank.rules.game import BLACK, Game, Result
from outflank.rules.position import Position
from outflank.rules.squares import PASS

# Outflank writes the result as the theoretical score: with one empty square the rest is forced, so
# at depth 1 the two are equal. Depth 0 would mean 22.
_DEPTH_OF_OWN_SCORES = 1

_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")


class NamedBase(NamedTuple):
    """A WTHOR base with the names of its players and tournaments.

    Names are indexed by their numbers; the lists are empty if the names are unknown.
    """

    base: WthorBase
    players: list[str]
    tournaments: list[str]

    @classmethod
    def from_games(cls, games: Iterable[Game], *, created: date | None = None) -> NamedBase:
        """Make a base from `games`, with the creation date `created`, by default today.

        Names are numbered in order of appearance. The base gets a year if all games are of the same
        year.
        """
        games = list(games)
        players = number_names(
            game.tags.get(side, "") for game in games for side in ("black", "white")
        )
        tournaments = number_names(game.tags.get("event", "") for game in games)
        records = []
        for number, game in enumerate(games, 1):
            try:
                records.append(game_to_record(game, players, tournaments))
            except FormatError as error:
                raise in_game(error, number) from None
        created = created or date.today()
        header = WthorHeader(
            century=created.year // 100,
            year=created.year % 100,
            month=created.month,
            day=created.day,
            game_count=len(records),
            year_played=_common_year(games),
            depth=_DEPTH_OF_OWN_SCORES,
        )
        base = WthorBase(header, tuple(records))
        return cls(base, names_in_order(players), names_in_order(tournaments))

    def game(self, index: int) -> Game:
        """The game at `index`, counted from 0; raises `FormatError` if it has an illegal move."""
        year = self.base.header.year_played
        try:
            return record_to_game(self.base.records[index], self.players, self.tournaments, year)
        except FormatError as error:
            raise in_game(error, index + 1) from None

    def games(self) -> Iterator[Game]:
        """Iterate over the games."""
        return map(self.game, range(len(self.base.records)))

    def games_on_demand(self) -> Sequence[Game]:
        """The games as a sequence; those of a large base are parsed when they are accessed."""
        return games_on_demand(self.game, len(self.base.records))


def record_to_game(
    record: WthorRecord,
    players: Sequence[str] = (),
    tournaments: Sequence[str] = (),
    year: int | None = None,
) -> Game:
    """Convert a record to a game; raises `FormatError` if it has an illegal move.

    A name that is not in `players` or `tournaments` becomes its number, such as "#17". `year` is
    the year of play. The recorded result is declared if it does not follow from the moves.
    """
    game = Game()
    for number, square in enumerate(record.squares(), 1):
        try:
            game.play(square)
        except IllegalMove as error:
            raise FormatError(str(error), place=f"move {number}") from None
    tags = {
        "black": name_of(record.black, players),
        "white": name_of(record.white, players),
        "event": name_of(record.tournament, tournaments),
        "date": f"{year:04}" if year else "",
    }
    game.tags.update({tag: value for tag, value in tags.items() if value})
    recorded = Result(2 * record.black_discs - 64)
    if game.result != recorded:
        game.declare(recorded)
    return game


def game_to_record(
    game: Game, players: Mapping[str, int], tournaments: Mapping[str, int]
) -> WthorRecord:
    """Convert a game to a record. It must begin at the start position and have a result.

    `players` and `tournaments` map names to numbers; see `number_names`. The theoretical score,
    which the French federation computes with a solver, is set to the result.
    """
    if game.root.position != Position.start() or game.root.to_move is not BLACK:
        raise FormatError(
            "the game begins from another position; WTHOR has only the usual one: choose GGF"
        )
    if game.result is None:
        raise FormatError("the game has no result; play it to its end or declare its result")
    black_discs, odd = divmod(64 + game.result.score, 2)
    if odd or not 0 <= black_discs <= 64:
        raise FormatError(
            f"a score of {game.result.score:+} is not possible with 64 discs; declare an even one "
            "from -64 to +64"
        )
    return WthorRecord(
        tournament=_number(game.tags.get("event", ""), tournaments),
        black=_number(game.tags.get("black", ""), players),
        white=_number(game.tags.get("white", ""), players),
        black_discs=black_discs,
        theoretical_score=black_discs,
        moves=encode_moves(move for move in game.moves() if move != PASS),
    )


def _number(name: str, numbers: Mapping[str, int]) -> int:
    if name not in numbers:
        raise FormatError(f"name {name!r} has no number; number all names first")
    return numbers[name]


def _common_year(games: Iterable[Game]) -> int:
    """The year in which all games were played; 0 if the years differ or one is unknown."""
    found = (_YEAR.search(game.tags.get("date", "")) for game in games)
    years = {int(year[0]) if year else 0 for year in found}
    return years.pop() if len(years) == 1 else 0
