"""After a solve: find a move, and a whole line of play, that provably achieves the solved score.

The move of a table entry cannot be trusted: an entry combines the bounds of several searches, but
its move comes from the last of them, which may have proved only an upper bound, and entries along
the line may have been overwritten. So a zero-window solve proves for each move that it keeps the
score; the table only decides which move is tried first.
"""

from __future__ import annotations

from outflank.engine.crew import Crew
from outflank.rules.position import Position
from outflank.rules.squares import Square


def keeping_line(crew: Crew, position: Position, lower: int, upper: int) -> tuple[Square, ...]:
    """Best play from `position` to the end of the game, proved move by move.

    `lower` and `upper` are the proved bounds of the score. The line ends early if the search is
    stopped.
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
    """A move that provably achieves a score of at least `lower` discs.

    None if the search is stopped, or if there is no such move.
    """
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
    """Solve `position`: the score if it lies between alpha and beta, else a bound outside that
    window.

    Returns None if the search is stopped.
    """
    from outflank.kernels.endgame import solve_root

    return crew.ask(solve_root, position.player, position.opponent, alpha, beta)


def table_move(crew: Crew, position: Position) -> Square | None:
    """The best move of `position` in the solver's table; None if the table has no legal one."""
    from outflank.kernels.endgame import known_move

    move = int(known_move(position.player, position.opponent, crew.work))
    return move if position.flips(move) else None
