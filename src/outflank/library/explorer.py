"""The opening explorer: the moves played in a position, with results and strongest players.

Transpositions and all eight orientations count as one position. Statistics are computed from the
position index and the game columns; no compiled code is needed.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from outflank.engine.book.file import shipped_book
from outflank.library import position_index
from outflank.library.database import Database
from outflank.library.game_facts import GameFacts, Totals, all_together
from outflank.library.keys import Orientation, position_key
from outflank.library.names import EVERYONE
from outflank.library.opening_names import ENGLISH, NamedOpening, opening_at
from outflank.library.position_index import Flags, Postings
from outflank.library.rows import GameRow, rows_of
from outflank.library.selection import Selection, matching, selected_folders
from outflank.library.summaries import (
    NO_CHOICE,
    StrongPlayer,
    Summary,
    flags,
    movers,
    stored_summary,
    summarise,
)
from outflank.library.texts import Kind
from outflank.rules.position import Position
from outflank.rules.squares import Square, square_name


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplorerFilter:
    """Which games the explorer counts; all given conditions must hold.

    `player` is a name, or the beginnings of its words, of a player on either side; `mover` is the
    same for the side to move in the position. Both players need a rating of at least
    `least_rating`. `folder` includes its subfolders, among the folders of `owners`.
    """

    player: str = ""
    mover: str = ""
    first_year: int | None = None
    last_year: int | None = None
    least_rating: float | None = None
    folder: str | None = None
    owners: tuple[str, ...] = (EVERYONE,)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExploredMove:
    """Statistics of one move. In a symmetric position, `same_moves` are all equivalent moves.

    `totals` are the results of the games with this move, `strongest` its strongest players,
    `opening` the named opening it leads to. `score` is from the opening book or a stored review, in
    discs for the side that moves; None if unknown.
    """

    move: Square
    same_moves: tuple[Square, ...]
    totals: Totals
    strongest: tuple[StrongPlayer, ...]
    opening: NamedOpening | None
    score: float | None

    def as_dict(self, language: str = ENGLISH) -> dict[str, Any]:
        """The fields as a dictionary for JSON, with the opening's name in `language`."""
        return {
            "move": square_name(self.move),
            "same_moves": [square_name(square) for square in self.same_moves],
            **asdict(self.totals),
            "strongest": [asdict(player) for player in self.strongest],
            "score": self.score,
            "opening": self.opening.name(language) if self.opening else None,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Exploration:
    """Statistics of a position; `moves` are sorted by how often they were played.

    `ended` is the number of stored games that end at this position. `games` are examples with
    strong players. `score` is from the opening book or a stored review, in discs for the side to
    move; None if unknown.
    """

    position: Position
    opening: NamedOpening | None
    totals: Totals
    moves: tuple[ExploredMove, ...]
    ended: int
    games: tuple[GameRow, ...]
    score: float | None

    def as_dict(self, language: str = ENGLISH) -> dict[str, Any]:
        """The fields as a dictionary for JSON, with opening names in `language`."""
        return {
            "opening": self.opening.name(language) if self.opening else None,
            **asdict(self.totals),
            "score": self.score,
            "ended": self.ended,
            "moves": [move.as_dict(language) for move in self.moves],
            "games_of_strong_players": [row.as_dict(language) for row in self.games],
        }


class Explorer:
    """Computes statistics of positions; caches data of all games until the library changes."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._state: tuple[int, int] | None = None
        self._facts: GameFacts | None = None

    def explore(self, position: Position, only: ExplorerFilter | None = None) -> Exploration:
        """Statistics of the moves played in `position`, in the games that pass the filter `only`.

        If the side to move must pass, they are those of the position after the pass.
        """
        if position.must_pass():
            position = position.passed()
        only = only or ExplorerFilter()
        orientation = Orientation(position)
        summary = None
        if only == ExplorerFilter():
            summary = stored_summary(self._database.connection, orientation.key)
        if summary is None:
            summary = self._summary(orientation.key, only)
        return self._answer(position, orientation, summary)

    def _summary(self, key: int, only: ExplorerFilter) -> Summary:
        connection = self._database.connection
        state = self._database.state()
        if self._facts is None or state != self._state:
            self._facts = GameFacts.read(connection)
            self._state = state
        facts = self._facts
        postings = position_index.find(connection, key)
        # An entry beyond the columns was added by another process a moment ago.
        postings = Postings(postings.entries[postings.slots < len(facts.columns)])
        kept = self._kept(facts, only, postings)
        return summarise(connection, facts, Postings(postings.entries[kept]))

    def _kept(self, facts: GameFacts, only: ExplorerFilter, postings: Postings) -> Flags:
        """For each entry in `postings`, whether its game passes the filter `only`."""
        connection, games = self._database.connection, facts.columns[postings.slots]
        folders = selected_folders(connection, Selection(folder=only.folder, owners=only.owners))
        kept: Flags = (games["is_shown"] == 1) & flags(folders, facts.folders)[games["folder"]]
        if only.player:
            meant = flags(matching(connection, only.player, Kind.PLAYER), facts.players)
            kept &= meant[games["black"]] | meant[games["white"]]
        if only.mover:
            meant = flags(matching(connection, only.mover, Kind.PLAYER), facts.players)
            kept &= meant[movers(games, postings)]
        if only.first_year is not None:
            kept &= games["year"] >= only.first_year
        if only.last_year is not None:
            kept &= (games["year"] <= only.last_year) & (games["year"] > 0)
        if only.least_rating is not None:
            kept &= facts.rating[games["black"]] >= only.least_rating
            kept &= facts.rating[games["white"]] >= only.least_rating
        return kept

    def _answer(
        self, position: Position, orientation: Orientation, summary: Summary
    ) -> Exploration:
        moves = []
        entry = shipped_book().find(position)
        in_book = (
            {square: move.score for move in entry.moves for square in move.same_moves}
            if entry
            else {}
        )
        for known in summary.moves:
            if known.choice == NO_CHOICE:
                continue
            same_moves = orientation.moves_of(known.choice)
            child = position.play(same_moves[0])
            moves.append(
                ExploredMove(
                    move=same_moves[0],
                    same_moves=same_moves,
                    totals=known.totals,
                    strongest=known.strongest,
                    opening=opening_at(child),
                    score=in_book.get(same_moves[0], self._score_of_child(child)),
                )
            )
        moves.sort(key=lambda move: -move.totals.games)
        return Exploration(
            position=position,
            opening=opening_at(position),
            totals=all_together([known.totals for known in summary.moves]),
            moves=tuple(moves),
            ended=sum(move.totals.games for move in summary.moves if move.choice == NO_CHOICE),
            games=tuple(rows_of(self._database.connection, summary.games)),
            score=entry.score if entry else self._score(orientation.key),
        )

    def _score(self, key: int) -> float | None:
        row = self._database.connection.execute(
            "select score from position_scores where key = ?", (key,)
        ).fetchone()
        return float(row[0]) if row else None

    def _score_of_child(self, child: Position) -> float | None:
        if child.must_pass():
            return self._score(position_key(child.passed()))
        score = self._score(position_key(child))
        return None if score is None else -score
