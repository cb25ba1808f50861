"""Play moves that are read from a file, with error messages that name the move."""

from __future__ import annotations

from outflank.errors import FormatError, IllegalMove, InvalidPosition
from outflank.formats.wording import excerpt, placed
from outflank.rules.game import Colour, Game, Node
from outflank.rules.squares import PASS, Square, parse_move


def play_named(
    game: Game,
    name: str,
    colour: Colour | None = None,
    *,
    evaluation: float | None = None,
    seconds: float | None = None,
) -> Node:
    """Play the move called `name` at the cursor of `game` and return its node.

    `colour` is the side that moves according to the file, or None if the file does not say. Forced
    passes may be written or left out; passes after the end of the game, which some programs write,
    are ignored. `evaluation` is in discs for the side that moves.
    """
    move = _parse_name(game, name)
    if move == PASS and game.is_over():
        return game.current
    try:
        _check_turn(game, move, colour)
        return game.play(move, evaluation=evaluation, seconds=seconds)
    except IllegalMove as error:
        raise placed(error, f"move {_next_number(game)} ({name})") from error


def _parse_name(game: Game, name: str) -> Square:
    try:
        return parse_move(name)
    except InvalidPosition:
        problem = f"{excerpt(name)} is not a move; moves are a1 to h8, or -- for a pass"
        raise FormatError(problem, place=f"move {_next_number(game)}") from None


def _check_turn(game: Game, move: Square, colour: Colour | None) -> None:
    # The game makes forced passes by itself, so a written pass may belong to the move just made.
    passed = move == PASS and game.current.is_pass
    turn = game.current.mover if passed else game.to_move
    if colour not in (None, turn):
        raise IllegalMove(f"it is {turn}'s turn, not {colour}'s")


def _next_number(game: Game) -> int:
    """The number of the next move, counted from 1 without passes."""
    return 1 + sum(not node.is_pass for node in game.current.line())
