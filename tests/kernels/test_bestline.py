"""The line that the table expects, against a walk in plain Python."""

from __future__ import annotations

import numpy as np
import pytest

from outflank.engine.crew import Crew
from outflank.kernels.bestline import best_line
from outflank.kernels.endgame import known_move, solve_root
from outflank.kernels.jit import INTERPRETED
from outflank.rules.position import Position
from outflank.rules.squares import PASS
from outflank.search.limit import Limit
from tests.endgames import drawn_endgames, played_endgames
from tests.weights import mixed_weights

MOST = 40


@pytest.mark.parametrize("most", [1, 3, MOST])
def test_it_is_what_the_best_moves_lead_to(most: int) -> None:
    crew = Crew(threads=1, table_megabytes=1, weights=mixed_weights())
    passes = 0
    empties = range(5, 8) if INTERPRETED else range(8, 13)
    boards = [*played_endgames(3, 10, empties), *drawn_endgames(4, 20, empties)]
    for position in (Position(*board) for board in boards):
        if position.is_over():
            continue
        crew.begin(Limit())
        crew.ask(solve_root, position.player, position.opponent, -64, 64)
        expected: list[int] = []
        walked = position
        while len(expected) < most and not walked.is_over():
            move = PASS
            if not walked.must_pass():
                move = int(known_move(walked.player, walked.opponent, crew.work))
                if move not in walked.legal_moves():
                    break
            expected.append(move)
            walked = walked.play(move)
        line = np.full(most, -1, dtype=np.int64)
        count = best_line(position.player, position.opponent, most, 1, line, crew.work)
        assert line[:count].tolist() == expected
        assert (line[count:] == -1).all()
        passes += PASS in expected
    assert passes or most == 1


def test_nothing_is_known_at_first() -> None:
    crew = Crew(threads=1, table_megabytes=1, weights=mixed_weights())
    start = Position.start()
    line = np.empty(4, dtype=np.int64)
    for solves in (0, 1):
        assert best_line(start.player, start.opponent, 4, solves, line, crew.work) == 0
