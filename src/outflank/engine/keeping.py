"""Moves and lines that keep a proved score, found by zero-window solves.

A table entry joins the bounds of several searches, but its move is from the last search, which may
only have proved an upper bound; and entries of a line get overwritten. So each move is proved to
keep the score; the table only says which one to try first.
"""

from __future__ import annotations

from outflank.engine.crew import Crew
from outflank.rules.position import Position
from outflank.rules.squares import Square


def keeping_line(crew: Crew, position: Position, lower: int, upper: int) -> tuple[Square, ...]:
    """Best play to the end of the game: each side keeps the score within its bounds.

    It ends early once the search is stopped.
    """
    line: list[Square] = []
    while position.legal_moves():
        move = keeping_move(crew, position, lower)
        if move is None:
            break
        line.append(move)
        position = position.play(move)
        lower, upper = -upper, -lower
    return tuple(line)


def keeping_move(crew: Crew, position: Position, lower: int) -> Square | None:
    """A move that achieves at least `lower` discs; None once the search is stopped."""
    likely = table_move(crew, position)
    for move in sorted(position.legal_moves(), key=lambda move: move != likely):
        child = position.play(move)
        score = child.score() if child.is_over() else bound(crew, child, -lower, -lower + 1)
        if score is None:
            return None
        if -score >= lower:
            return move
    return None


def bound(crew: Crew, position: Position, alpha: int, beta: int) -> int | None:
    """The score if it lies between alpha and beta, else a bound; None once stopped."""
    from outflank.kernels.endgame import solve_root

    return crew.ask(solve_root, position.player, position.opponent, alpha, beta)


def table_move(crew: Crew, position: Position) -> Square | None:
    """The best move that the solver's table has for a position, if any."""
    from outflank.kernels.endgame import known_move

    move = int(known_move(position.player, position.opponent, crew.work))
    return move if position.flips(move) else None
