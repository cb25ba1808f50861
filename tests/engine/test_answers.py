"""What the engine has found before: stopping and going on, and asking again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from outflank.engine.analysis import Analysis
from outflank.engine.answers import MOST_ANSWERS, Answers
from outflank.engine.engine import Engine
from outflank.engine.levels import Step
from outflank.formats import read
from outflank.rules.position import Position
from outflank.search.limit import Limit
from tests.weights import mixed_weights

MIDGAME = read("f5d6c3d3c4f4f6f3e6e7d7").position


@pytest.fixture
def engine() -> Engine:
    return Engine(table_megabytes=4, weights=mixed_weights())


def without_effort(analysis: Analysis) -> Analysis:
    return replace(analysis, nodes=0, seconds=0.0)


@pytest.mark.parametrize("lines", [1, 3])
def test_the_same_question_is_answered_at_once(engine: Engine, lines: int) -> None:
    limit = Limit(depth=7)
    first = engine.search(MIDGAME, limit, lines=lines)
    again = engine.search(MIDGAME, limit, lines=lines)
    assert first.complete
    assert first.nodes > 0
    assert again.nodes == 0
    assert without_effort(again) == without_effort(first)


def test_a_search_goes_on_where_it_was_stopped(engine: Engine) -> None:
    limit = Limit(depth=10, confidence=73)
    told: list[Analysis] = []

    def stop_at_eight(found: Analysis) -> None:
        if found.depth == 8:
            engine.stop()

    stopped = engine.search(MIDGAME, limit, progress=stop_at_eight)
    assert not stopped.complete
    ended = engine.search(MIDGAME, limit, progress=told.append)
    assert ended.complete
    assert [found.depth for found in told] == [8, 9, 10]
    assert told[0].nodes == 0


def test_a_shallower_or_surer_question_is_searched(engine: Engine) -> None:
    engine.search(MIDGAME, Limit(depth=10, confidence=73))
    shallow = engine.search(MIDGAME, Limit(depth=4))
    assert (shallow.depth, shallow.confidence) == (4, 100)
    assert shallow.nodes > 0
    sure = engine.search(MIDGAME, Limit(depth=10))
    assert (sure.depth, sure.confidence) == (10, 100)
    assert sure.nodes > 0


def test_lines_are_kept_apart(engine: Engine) -> None:
    engine.search(MIDGAME, Limit(depth=6))
    assert len(engine.search(MIDGAME, Limit(depth=6), lines=2).lines) == 2


def test_a_cleared_engine_has_forgotten(engine: Engine) -> None:
    nodes = engine.search(MIDGAME, Limit(depth=6)).nodes
    engine.clear()
    assert engine.search(MIDGAME, Limit(depth=6)).nodes == nodes


def test_what_was_not_asked_for_longest_is_forgotten_first() -> None:
    answers = Answers()
    found = Engine(table_megabytes=1, weights=mixed_weights()).search(MIDGAME, Limit(depth=2))
    step = Step(2, 0, solves=False)
    boards = [Position(1 << 63, 1 + number) for number in range(MOST_ANSWERS)]
    for board in boards:
        answers.keep(board, 1, step, found)
    answers.keep(boards[0], 1, step, found)
    answers.keep(MIDGAME, 1, step, found)
    assert answers.resume(boards[0], 1, [step]) == (found, [])
    assert answers.resume(MIDGAME, 1, [step]) == (found, [])
    assert answers.resume(boards[1], 1, [step]) == (None, [step])
