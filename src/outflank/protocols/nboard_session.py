"""An NBoard session: executes the commands of the board program, with a player."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from outflank.errors import OutflankError
from outflank.formats.ggf import parse_ggf
from outflank.formats.replay import play_named
from outflank.library.opening_names import opening_name
from outflank.players.player import UNTIMED, Player, Resignation
from outflank.players.thinking import Thought, thinker_of
from outflank.protocols.inbox import Inbox
from outflank.protocols.nboard import (
    NBoardCommand,
    format_answer,
    format_search,
    format_statistics,
    parse_move_notes,
    parse_nboard,
)
from outflank.protocols.streams import Send
from outflank.protocols.thinking import choose, think
from outflank.rules.game import Game
from outflank.rules.squares import PASS, Square

NAME = "Outflank"


class NBoardSession:
    """Executes commands until ``quit`` or the end of the input.

    Every known command that arrives during a search stops it and discards its result, because the
    board may show another position by then.
    """

    def __init__(self, player: Player, lines: Iterable[bytes], send: Send) -> None:
        self._player = player
        self._thinker = thinker_of(player)
        self._send_text = send
        self._game = Game()
        self._latest: Thought | None = None
        self._inbox = Inbox(
            lines,
            interrupts=lambda line: parse_nboard(line) is not None,
            ends=lambda line: parse_nboard(line) == NBoardCommand("quit"),
        )

    def run(self) -> None:
        """Read and execute commands until the session ends."""
        while (line := self._inbox.take()) is not None:
            command = parse_nboard(line)
            if command is not None:
                try:
                    self._obey(command)
                except OutflankError as error:
                    self._send(f"status {' '.join(str(error).split())}")

    def _obey(self, command: NBoardCommand) -> None:
        match command.name:
            case "nboard":
                self._send(f"set myname {NAME}")
            case "set depth":
                self._set_depth(command.number)
            case "set game":
                self._set_game(command.argument)
            case "move":
                name, evaluation, seconds = parse_move_notes(command.argument)
                play_named(self._game, name, evaluation=evaluation, seconds=seconds)
            case "hint":
                self._hint(command.number)
            case "go":
                self._go()
            case "ping":
                self._send(f"pong {command.number}")
            case "learn":
                self._send("learned")
            case "analyze":
                self._analyse()

    # The game

    def _set_depth(self, depth: int) -> None:
        if depth < 1:
            raise OutflankError(f"set depth {depth} is not a depth; give 1 or more")
        if self._thinker is not None:
            self._thinker.set_depth(depth)
        self._send(f"set myname {NAME}{depth}")

    def _set_game(self, text: str) -> None:
        games = parse_ggf(text)
        if len(games) != 1:
            raise OutflankError(f"set game has {len(games)} games; it takes one")
        self._game = games[0]

    # The player

    def _go(self) -> None:
        started = time.monotonic()
        game = self._game
        if game.is_over() or game.has_unnamed_pass:
            # For NBoard a forced pass is a move of the side that must pass.
            self._send(format_answer(PASS, None, 0.0))
            return
        move = self._choose(game)
        if not self._is_withdrawn():
            self._send(format_answer(move, self._latest, time.monotonic() - started))

    def _hint(self, count: int) -> None:
        game, thinker = self._game.up_to_cursor(), self._thinker
        if game.is_over():
            return
        if thinker is None or count <= 1:
            move = self._choose(game)
            if self._latest is None and not self._is_withdrawn():
                self._say_thought(_without_score(move))
            return
        with self._status():
            thoughts = think(self._player, lambda: thinker.hints(game, UNTIMED, count), self._inbox)
        if not self._is_withdrawn():
            for thought in thoughts:
                self._say_thought(thought)

    def _analyse(self) -> None:
        """Search and send the evaluation of every position of the game, the last position first."""
        for node in reversed([self._game.root, *self._game.main_line()]):
            if node.position.must_pass():
                continue
            if node.position.is_over():
                score: float = node.position.score()
            else:
                self._choose(Game(node.position, node.to_move))
                score = 0.0 if self._latest is None else self._latest.score
            if self._is_withdrawn():
                return
            self._send(f"analysis {len(node.line())} {score:.2f}")

    def _choose(self, game: Game) -> Square:
        """Let the player choose a move for `game` and return it.

        Intermediate results (`Thought`) are sent to the board; the last one is stored in `_latest`.
        """
        self._latest = None
        nodes, started = self._nodes(), time.monotonic()
        with self._status():
            if self._thinker is not None:
                self._thinker.listen(self._say_thought)
            try:
                move = choose(self._player, game, UNTIMED, self._inbox)
            except Resignation:
                raise OutflankError(f"{self._player.name} resigns") from None
            finally:
                if self._thinker is not None:
                    self._thinker.listen(None)
        self._send(format_statistics(self._nodes() - nodes, time.monotonic() - started))
        return move

    def _is_withdrawn(self) -> bool:
        """Whether a new command has arrived, so that the result must not be sent."""
        return self._inbox.is_urgent() and not self._inbox.is_ended()

    def _nodes(self) -> int:
        return getattr(self._player, "nodes", 0)

    # Output

    @contextmanager
    def _status(self) -> Iterator[None]:
        self._send(f"status {NAME} is thinking")
        yield
        opening = opening_name(self._game)
        self._send(f"status {NAME} is waiting" + (f"; opening: {opening}" if opening else ""))

    def _say_thought(self, thought: Thought) -> None:
        self._latest = thought
        self._send(format_search(thought))

    def _send(self, line: str) -> None:
        self._send_text(f"{line}\n")


def _without_score(move: Square) -> Thought:
    """A `Thought` with only a move, for a player that reports no search results."""
    return Thought(line=(move,), score=0.0, is_in_discs=False, depth=0, nodes=0, seconds=0.0)
