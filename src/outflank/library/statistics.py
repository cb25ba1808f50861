"""Statistics of a selection of games: counts, and mean disc losses from stored reviews."""

from __future__ import annotations

import sqlite3
from dataclasses import asdict, dataclass
from typing import Any

from outflank.library.opening_names import ENGLISH, openings_by_moves
from outflank.library.selection import Selection, conditions_of

MOST_ROWS = 20
"""Maximum number of rows in the tables of openings and of players."""


@dataclass(frozen=True, slots=True)
class CountRow:
    """Number of games and their results, for one year, opening or player."""

    name: str
    games: int
    black_wins: int
    draws: int
    white_wins: int


@dataclass(frozen=True, slots=True)
class LossRow:
    """Mean loss in discs per move, for one player, folder, colour or stage of the game.

    `moves` is the number of reviewed moves with a legal alternative, in `games` games.
    """

    name: str
    games: int
    moves: int
    mean_loss: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """Statistics of a selection of games. Only reviewed games count for losses."""

    totals: CountRow
    years: tuple[CountRow, ...]
    openings: tuple[CountRow, ...]
    players: tuple[CountRow, ...]
    loss_by_player: tuple[LossRow, ...]
    loss_by_folder: tuple[LossRow, ...]
    loss_by_colour: tuple[LossRow, ...]
    loss_by_stage: tuple[LossRow, ...]

    def as_dict(self) -> dict[str, Any]:
        """The tables as a dictionary for JSON."""
        return asdict(self)


_COUNTS = (
    "count(*), coalesce(sum(games.score > 0), 0), coalesce(sum(games.score = 0), 0), "
    "coalesce(sum(games.score < 0), 0)"
)


def statistics_of(
    connection: sqlite3.Connection, selection: Selection, language: str = ENGLISH
) -> Statistics:
    """Compute the statistics of a selection; opening names are in `language`."""
    where = conditions_of(connection, selection)

    def counts(name: str, joins: str = "", order: str = "2 desc", most: int = -1) -> list[CountRow]:
        rows = connection.execute(
            f"select {name}, {_COUNTS} from games {joins} where {where} "
            f"group by 1 order by {order} limit {most}",
            where.values,
        )
        return [CountRow(str(row[0]), *row[1:]) for row in rows]

    def losses(name: str, joins: str = "", most: int = -1) -> tuple[LossRow, ...]:
        rows = connection.execute(
            f"select {name}, count(distinct losses.game), sum(losses.moves), "
            "sum(losses.loss) / sum(losses.moves) from losses join games on games.id = losses.game "
            f"{joins} where {where} group by 1 order by 3 desc limit {most}",
            where.values,
        )
        return tuple(LossRow(*row) for row in rows)

    openings = openings_by_moves()
    player = "join players on players.id in (games.black, games.white)"
    mover = (
        "join players on players.id = "
        "case losses.colour when 'black' then games.black else games.white end"
    )
    return Statistics(
        totals=next(iter(counts("'all'")), CountRow("all", 0, 0, 0, 0)),
        years=tuple(
            CountRow(row.name if row.name != "0" else "?", *_numbers(row))
            for row in counts("games.year", order="games.year")
        ),
        openings=tuple(
            CountRow(
                openings[row.name].name(language) if row.name in openings else "", *_numbers(row)
            )
            for row in counts("games.opening", most=MOST_ROWS)
        ),
        players=tuple(counts("players.name", player, most=MOST_ROWS)),
        loss_by_player=losses("players.name", mover, MOST_ROWS),
        loss_by_folder=losses("folders.path", "join folders on folders.id = games.folder"),
        loss_by_colour=losses("losses.colour"),
        loss_by_stage=losses("losses.stage"),
    )


def _numbers(row: CountRow) -> tuple[int, int, int, int]:
    return row.games, row.black_wins, row.draws, row.white_wins
