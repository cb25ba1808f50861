"""Play a game on Botzone: read the judge's requests and answer each with a move."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from outflank.errors import FormatError
from outflank.players.player import Clock, Player, Resignation
from outflank.protocols.botzone import (
    KEEP_RUNNING,
    History,
    format_json,
    format_pair,
    is_json,
    parse_count,
    parse_json,
    parse_pair,
)
from outflank.protocols.streams import Send
from outflank.rules.game import BLACK, WHITE, Colour, Game
from outflank.rules.squares import PASS, Square, square_name

MARGIN_SECONDS = 0.05
"""Safety margin per move in seconds, for the delay until the judge receives the answer."""

START_MARGIN_SECONDS = 0.15
"""Safety margin of the first move in seconds: loading kernels in a thread delays other threads."""


class Board:
    """The game as the judge reports it, and the bot's colour in it.

    A `Game` makes forced passes itself, so passes in requests are only checked.
    """

    def __init__(self) -> None:
        self.game = Game()
        self.colour: Colour | None = None

    def hear(self, move: Square) -> None:
        """Play a request: the opponent's move. A pass as the first request makes the bot Black."""
        if self.colour is None:
            self.colour = BLACK if move == PASS else WHITE
            if move == PASS:
                return
        self._play(self.colour.other, move)

    def answer(self, move: Square) -> None:
        """Play the bot's own move."""
        assert self.colour is not None
        self._play(self.colour, move)

    @property
    def must_pass(self) -> bool:
        """Whether the bot must answer with a pass: it has no move, or the game is over."""
        return self.game.is_over() or self.game.to_move is not self.colour

    def _play(self, colour: Colour, move: Square) -> None:
        game = self.game
        is_turn = game.to_move is colour and not game.is_over()
        if is_turn == (move == PASS):
            number = len(game.current.line()) + 1
            raise FormatError(
                f"{square_name(move)} of {colour} cannot be move {number}: "
                f"{colour} has {'a' if is_turn else 'no'} legal move"
            )
        if move != PASS:
            game.play(move)


class BotzoneSession:
    """Answers one request, or with `keeps_running` all requests until the input ends.

    `seconds` is the time per move. `seconds_used` of the first move's time have already passed
    while the program started.
    """

    def __init__(
        self,
        player: Player,
        lines: Iterable[bytes],
        send: Send,
        *,
        seconds: float,
        seconds_used: float = 0.0,
        keeps_running: bool = False,
    ) -> None:
        self._player = player
        self._lines = lines
        self._send = send
        self._seconds = seconds
        self._seconds_used = seconds_used
        self._keeps_running = keeps_running
        self._board = Board()

    def run(self) -> None:
        """Read requests and send the bot's moves until the session ends."""
        lines = self._text_lines()
        for line in lines:
            started = time.monotonic()
            if is_json(line):
                self._update(parse_json(line))
                move = self._choose(started)
                answer = format_json(move, self._debug(started))
            else:
                self._update(_read_simple(line, lines))
                move = self._choose(started)
                answer = format_pair(move)
            self._board.answer(move)
            self._seconds_used = 0.0
            if not self._keeps_running:
                self._send(f"{answer}\n")
                return
            self._send(f"{answer}\n{KEEP_RUNNING}\n")

    def _text_lines(self) -> Iterator[str]:
        for raw in self._lines:
            if line := raw.decode(errors="replace").strip():
                yield line

    def _update(self, history: History) -> None:
        if history.is_whole:
            self._board = Board()
        for index, request in enumerate(history.requests):
            self._board.hear(request)
            if index < len(history.responses):
                self._board.answer(history.responses[index])

    def _choose(self, started: float) -> Square:
        if self._board.must_pass:
            return PASS
        margin = START_MARGIN_SECONDS if self._seconds_used else MARGIN_SECONDS
        clock = Clock(move_seconds=self._seconds - self._seconds_used - margin)
        game = self._board.game.up_to_cursor()
        try:
            return self._player.choose(game, clock.less(time.monotonic() - started))
        except Resignation:
            # Botzone has no resignation; any move will do.
            return game.position.legal_moves()[0]

    def _debug(self, started: float) -> str:
        seconds = time.monotonic() - started + self._seconds_used
        return f"{self._player.name}, {seconds:.3f} s"


def _read_simple(line: str, lines: Iterator[str]) -> History:
    """Read a request in the simple format, which begins with `line`.

    If `line` is a number of turns, all their moves follow in `lines`; else it is the opponent's
    move.
    """
    turns = parse_count(line)
    if turns is None:
        return History((parse_pair(line),), is_whole=False)
    moves = [parse_pair(next(lines, "")) for _ in range(2 * turns - 1)]
    return History(tuple(moves[::2]), tuple(moves[1::2]))
