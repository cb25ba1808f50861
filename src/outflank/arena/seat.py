"""One player at the board: asked for moves, and kept from doing harm."""

from __future__ import annotations

import operator
import time
import traceback
from contextlib import suppress
from dataclasses import dataclass

from outflank.arena.attendant import Attendant, Late
from outflank.arena.copies import copy_of, is_unaltered
from outflank.players.player import Clock, Player, Resignation
from outflank.rules.game import Game, Reason
from outflank.rules.squares import Square, square_name

ILLEGAL_ANSWERS = 3
"""So many in a row lose the game."""

MARGIN_SECONDS = 0.05
"""How late an answer may be: the way to the player and back takes time too."""

PARTING_SECONDS = 5.0
"""How long a player may take to hear of the end, and to close."""

LONGEST_DETAIL = 200
"""Characters of an exception that a record keeps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What came of one turn: a legal `move`, or the `reason` why it lost the game."""

    seconds: float
    nodes: int = 0
    move: Square | None = None
    reason: Reason | None = None
    detail: str = ""


class Seat:
    """A player whose answers are checked, and whose delays and exceptions end here."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self._attendant: Attendant[Square | str | None] = Attendant()

    @property
    def is_stuck(self) -> bool:
        """Whether the player never came back from a call."""
        return self._attendant.is_stuck

    def take_turn(self, game: Game, clock: Clock) -> Turn:
        """Ask for a move at the cursor of `game`, which the player sees a copy of.

        The clock runs on while an illegal answer is asked for again.
        """
        copy = copy_of(game)
        nodes_before = self.player.nodes
        started = time.perf_counter()
        refused: list[str] = []
        move, reason, detail = None, None, ""
        while move is None and reason is None:
            left = clock.less(time.perf_counter() - started)
            try:
                answer = self._ask(copy, left)
            except Late:
                reason, detail = Reason.TIMEOUT, f"no answer after {clock.seconds:g} s"
            except Resignation:
                reason = Reason.RESIGNATION
            except BaseException as error:
                if isinstance(error, KeyboardInterrupt):
                    raise
                reason, detail = Reason.ILLEGAL_MOVES, _described(error)
            else:
                seconds = time.perf_counter() - started
                if clock.seconds is not None and seconds > clock.seconds + MARGIN_SECONDS:
                    reason = Reason.TIMEOUT
                    detail = f"answered after {seconds:.3f} s of {clock.seconds:g} s"
                elif not is_unaltered(copy, game):
                    reason, detail = Reason.ILLEGAL_MOVES, "altered the game it was shown"
                elif isinstance(answer, int) and answer in game.position.legal_moves():
                    move = answer
                else:
                    refused.append(_named(answer))
                    if len(refused) == ILLEGAL_ANSWERS:
                        reason = Reason.ILLEGAL_MOVES
                        detail = f"{ILLEGAL_ANSWERS} illegal answers: {', '.join(refused)}"
        return Turn(
            seconds=time.perf_counter() - started,
            nodes=self.player.nodes - nodes_before,
            move=move,
            reason=reason,
            detail=detail,
        )
