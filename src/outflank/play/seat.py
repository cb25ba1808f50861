"""Ask a player for moves: with a timeout, and with a check of every answer."""

from __future__ import annotations

import operator
import time
import traceback
from contextlib import suppress
from dataclasses import dataclass

from outflank.errors import OutflankError
from outflank.play.attendant import Attendant, Late
from outflank.play.copies import copy_of, is_unaltered
from outflank.players.external.playing import ExternalPlayer
from outflank.players.player import Clock, Player, Resignation
from outflank.players.processor import MOST_WAITED_SECONDS, ProcessorTime
from outflank.rules.game import Game, Reason
from outflank.rules.squares import SQUARES, Square, square_name

ILLEGAL_ANSWERS = 3
"""A player that gives this many illegal answers in one turn loses the game."""

MARGIN_SECONDS = 0.05
"""How many seconds late an answer may be, to allow for communication with the player."""

PARTING_SECONDS = 2.0
"""Timeout in seconds of a player's methods `game_over` and `close`."""

LONGEST_DETAIL = 200
"""Maximum number of characters of an exception's text in the result of a game."""


class Forfeit(Exception):
    """A turn that loses the game: its reason, and one line that says what happened."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        self.reason = reason
        self.detail = detail
        super().__init__(f"{reason.value}: {detail}" if detail else reason.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The outcome of one turn: a legal move, or a forfeit.

    `seconds` are charged to the player. They do not include `waited_seconds`, spent waiting for a
    CPU core. `nodes` were searched in this turn.
    """

    outcome: Square | Forfeit
    seconds: float
    nodes: int
    waited_seconds: float = 0.0


class Seat:
    """Calls a player, checks its answers, and catches its delays and exceptions.

    A player that raises an exception or changes the game object loses with the reason
    ILLEGAL_MOVES, the closest one there is; the detail says what happened.
    """

    def __init__(self, player: Player) -> None:
        self.player = player
        elsewhere = player.processor_time if isinstance(player, ExternalPlayer) else ProcessorTime
        self._attendant: Attendant[Square | str | None] = Attendant(elsewhere)

    @property
    def is_stuck(self) -> bool:
        """Whether a call of the player has not returned in time and still runs."""
        return self._attendant.is_stuck

    def take_turn(self, game: Game, clock: Clock) -> Turn:
        """Ask the player for a move at the current node of `game`; the player sees a copy."""
        nodes_before = self._nodes()
        watch = _Watch(self._attendant)
        outcome: Square | Forfeit
        try:
            outcome = self._legal_answer(game, clock, watch)
        except Forfeit as forfeit:
            outcome = forfeit
        seconds, waited = watch.read()
        return Turn(
            outcome=outcome,
            seconds=seconds,
            nodes=self._nodes() - nodes_before,
            waited_seconds=waited,
        )

    def tell_end(self, game: Game) -> None:
        """Tell the player that `game` is over, by its method `game_over`; errors are ignored."""
        end = copy_of(game)
        with suppress(Exception):
            self._attendant.call(lambda: self.player.game_over(end), PARTING_SECONDS)

    def close(self) -> None:
        """Close the player and end its thread; errors of the player are ignored."""
        with suppress(Exception):
            self._attendant.call(self.player.close, PARTING_SECONDS)
        self.leave()

    def leave(self) -> None:
        """End the thread but leave the player open, so that it can play another game."""
        self._attendant.dismiss()

    def _legal_answer(self, game: Game, clock: Clock, watch: _Watch) -> Square:
        copy = copy_of(game)
        refused: list[str] = []
        while len(refused) < ILLEGAL_ANSWERS:
            # The clock keeps running after an illegal answer.
            answer = self._answer(copy, clock.less(watch.read()[0]))
            seconds, _ = watch.read()
            if clock.seconds is not None and seconds > clock.seconds + MARGIN_SECONDS:
                raise Forfeit(Reason.TIMEOUT, f"took {seconds:.3f} s of {clock.seconds:g} s")
            if not is_unaltered(copy, game):
                raise Forfeit(Reason.ILLEGAL_MOVES, "changed the game it was given")
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
            # Raised by external players whose program did not answer in time.
            raise Forfeit(Reason.TIMEOUT, in_one_line(error)) from error
        except Exception as error:
            raise Forfeit(Reason.ILLEGAL_MOVES, in_one_line(error)) from error

    def _nodes(self) -> int:
        nodes = getattr(self.player, "nodes", 0)
        return nodes if isinstance(nodes, int) else 0


class _Watch:
    """Measures the time of a turn, without the time spent waiting for a CPU core."""

    def __init__(self, attendant: Attendant[Square | str | None]) -> None:
        self._attendant = attendant
        self._before = attendant.processor_time()
        self._started = time.perf_counter()

    def read(self) -> tuple[float, float]:
        """Return the seconds to charge so far, and the seconds spent waiting for a CPU core."""
        elapsed = time.perf_counter() - self._started
        ran, waited = self._attendant.processor_time().since(self._before)
        # Two threads may wait at the same time; time spent running is always charged.
        waited = min(waited, MOST_WAITED_SECONDS, max(elapsed - ran, 0.0))
        return elapsed - waited, waited


def in_one_line(error: BaseException) -> str:
    """The text of an exception on one line, without its type if it is an `OutflankError`."""
    is_ours = isinstance(error, OutflankError)
    said = str(error) if is_ours else "".join(traceback.format_exception_only(error))
    return " ".join(said.split())[:LONGEST_DETAIL]


def _square_or_type(answer: object) -> Square | str:
    """Convert a player's answer to an int, or to the name of its type if it is not an integer.

    Integers of NumPy are accepted. Call this in the player's thread: converting an unknown object
    may run the player's code.
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
