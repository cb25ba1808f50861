"""The referee of a game between two players.

Its rules are those of report 000 (see docs/reports.md). Black moves first unless the game starts
from a position with White to move. A side that exceeds its time, returns an illegal move three
times in a row, modifies the game object it is given or raises an exception loses by 64 discs.
Players are not asked for passes: the game adds them itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from outflank.arena.record import GameRecord
from outflank.play.seat import Forfeit, Seat
from outflank.play.statistics import SideStatistics
from outflank.play.time_control import TimeControl
from outflank.players.making import make_player
from outflank.players.player import Clock, Player
from outflank.players.spec import PlayerSpec
from outflank.rules.game import BLACK, WHITE, Game

TurnListener: TypeAlias = Callable[[Game, Clock], None]
"""Called before every turn with the game and the clock of the side to move."""

EndListener: TypeAlias = Callable[[GameRecord], None]
"""Called with the finished game before the players learn that it is over."""


def play_game(
    black: Player | PlayerSpec | str,
    white: Player | PlayerSpec | str,
    *,
    start: Game | None = None,
    time_control: TimeControl | None = None,
    on_turn: TurnListener | None = None,
    on_end: EndListener | None = None,
) -> GameRecord:
    """Play a game to its end, from the current node of `start` or from the start position.

    Players given as specs, such as ``engine:level=5``, are made for this game and closed after it.
    Player objects are not closed: they may play another game, unless the returned record has
    `is_stuck`. `on_turn` is called before every turn, `on_end` after the last one.
    """
    time_control = time_control or TimeControl()
    game = (start or Game()).up_to_cursor()
    seats = {colour: Seat(_player(given)) for colour, given in ((BLACK, black), (WHITE, white))}
    for colour, seat in seats.items():
        game.tags[colour.value] = seat.player.name
    statistics = {BLACK: SideStatistics(), WHITE: SideStatistics()}
    forfeit: Forfeit | None = None
    while forfeit is None and not game.is_over():
        # 1. Ask the side to move.
        colour = game.to_move
        before = statistics[colour]
        clock = time_control.clock(before.seconds, before.turns)
        if on_turn is not None:
            on_turn(game, clock)
        turn = seats[colour].take_turn(game, clock)
        statistics[colour] = before.after_turn(turn.seconds, turn.nodes, turn.waited_seconds)
        # 2. Play its move, or end the game.
        if isinstance(turn.outcome, Forfeit):
            forfeit = turn.outcome
            game.current.comment = f"{colour} loses: {forfeit}"
            game.forfeit(colour, forfeit.reason)
        else:
            game.play(turn.outcome, seconds=round(turn.seconds, 6))
    assert game.result is not None
    record = GameRecord(
        game=game,
        result=game.result,
        black=statistics[BLACK],
        white=statistics[WHITE],
        detail=forfeit.detail if forfeit else "",
    )
    # 3. Notify listener and players.
    if on_end is not None:
        on_end(record)
    for seat, given in zip(seats.values(), (black, white), strict=True):
        seat.tell_end(game)
        if isinstance(given, PlayerSpec | str):
            seat.close()
        else:
            seat.leave()
    return replace(record, is_stuck=any(seat.is_stuck for seat in seats.values()))


def _player(given: Player | PlayerSpec | str) -> Player:
    return make_player(given) if isinstance(given, PlayerSpec | str) else given
