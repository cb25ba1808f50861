"""One player at the board: asked for moves, and kept from doing harm."""

from __future__ import annotations

import operator
import time
import traceback
from contextlib import suppress
from dataclasses import dataclass

from outflank.arena.attendant import Attendant, Late
from outflank.arena.copies import copy_of, is_unaltered
from outflank.errors import OutflankError
from outflank.players.player import Clock, Player, Resignation
from outflank.rules.game import Game, Reason
from outflank.rules.squares import SQUARES, Square, square_name

ILLEGAL_ANSWERS = 3
"""So many in a row lose the game."""

MARGIN_SECONDS = 0.05
"""How late an answer may be: the way to the player and back takes time too."""

PARTING_SECONDS = 2.0
"""How long a player may take to hear of the end, or to close."""

LONGEST_DETAIL = 200
"""Characters of an exception that a record keeps."""


class Forfeit(Exception):
    """A turn that loses the game, and why."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        self.reason = reason
        self.detail = detail
        super().__init__(f"{reason.value}: {detail}" if detail else reason.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What came of one turn: a legal move, or a forfeit."""

    outcome: Square | Forfeit
    seconds: float
    nodes: int


class Seat:
    """A player whose answers are checked, and whose delays and exceptions end here.

    A player that throws or alters the game loses as one that moves illegally does: results know
    no finer reason, and the detail says what it was.
    """

    def __init__(self, player: Player) -> None:
        self.player = player
        self._attendant: Attendant[Square | str | None] = Attendant()

    @property
    def is_stuck(self) -> bool:
        """Whether the player never came back from a call."""
        return self._attendant.is_stuck

    def take_turn(self, game: Game, clock: Clock) -> Turn:
        """Ask for a move at the cursor of `game`; the player sees a copy."""
        nodes_before = self._nodes()
        started = time.perf_counter()
        outcome: Square | Forfeit
        try:
            outcome = self._legal_answer(game, clock, started)
        except Forfeit as forfeit:
            outcome = forfeit
        seconds = time.perf_counter() - started
        return Turn(outcome=outcome, seconds=seconds, nodes=self._nodes() - nodes_before)

    def tell_end(self, game: Game) -> None:
        """Let the player hear how the game ended; nothing it does now changes that."""
        end = copy_of(game)
        with suppress(Exception):
            self._attendant.call(lambda: self.player.game_over(end), PARTING_SECONDS)

    def close(self) -> None:
        """Close the player."""
        with suppress(Exception):
            self._attendant.call(self.player.close, PARTING_SECONDS)
        self.leave()

    def leave(self) -> None:
        """Let the player go, for another game perhaps."""
        self._attendant.dismiss()

    def _legal_answer(self, game: Game, clock: Clock, started: float) -> Square:
        copy = copy_of(game)
        refused: list[str] = []
        while len(refused) < ILLEGAL_ANSWERS:
            # The clock runs on while an illegal answer is asked for again.
            answer = self._answer(copy, clock.less(time.perf_counter() - started))
            seconds = time.perf_counter() - started
            if clock.seconds is not None and seconds > clock.seconds + MARGIN_SECONDS:
                raise Forfeit(Reason.TIMEOUT, f"took {seconds:.3f} s of {clock.seconds:g} s")
            if not is_unaltered(copy, game):
                raise Forfeit(Reason.ILLEGAL_MOVES, "altered the game it was shown")
            if isinstance(answer, int) and answer in game.position.legal_moves():
                return answer
            refused.append(_described(answer))
        raise Forfeit(Reason.ILLEGAL_MOVES, f"answered {', '.join(refused)}")

    def _answer(self, copy: Game, clock: Clock) -> Square | str | None:
        limit = None if clock.seconds is None else clock.seconds + MARGIN_SECONDS
        try:
            return self._attendant.call(
                lambda: _square_or_type(self.player.choose(copy, clock)), limit
            )
        except Late:
            raise Forfeit(Reason.TIMEOUT, "did not answer in time") from None
        except Resignation:
            raise Forfeit(Reason.RESIGNATION) from None
        except TimeoutError as error:
            # One that keeps another program's time, which did not answer.
            raise Forfeit(Reason.TIMEOUT, in_one_line(error)) from error
        except Exception as error:
            raise Forfeit(Reason.ILLEGAL_MOVES, in_one_line(error)) from error

    def _nodes(self) -> int:
        nodes = getattr(self.player, "nodes", 0)
        return nodes if isinstance(nodes, int) else 0


def in_one_line(error: BaseException) -> str:
    """What an exception says, and its type unless it is one of ours, which say it in words."""
    is_ours = isinstance(error, OutflankError)
    said = str(error) if is_ours else "".join(traceback.format_exception_only(error))
    return " ".join(said.split())[:LONGEST_DETAIL]


def _square_or_type(answer: object) -> Square | str:
    """The number that `answer` is, such as one of NumPy's, or the name of its type if it is none.

    Called in the player's thread: what an unknown object does when it is looked at is its affair.
    """
    if isinstance(answer, bool):
        return "bool"
    try:
        return operator.index(answer)  # type: ignore[arg-type]
    except TypeError:
        return type(answer).__name__


def _described(answer: Square | str | None) -> str:
    if isinstance(answer, int):
        return square_name(answer) if answer in SQUARES else "a number off the board"
    return f"an object of type {answer}"
