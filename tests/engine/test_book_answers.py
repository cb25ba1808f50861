"""Searches and reviews with the option `book`."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path

import pytest

from outflank.engine.analysis import Analysis
from outflank.engine.asking import analyse
from outflank.engine.book.canonical import key_of, position_of_key
from outflank.engine.book.choosing import analysis_from
from outflank.engine.book.file import open_book, save, shipped_book
from outflank.engine.book.graph import BookGraph, different_moves
from outflank.engine.engine import Engine
from outflank.engine.review import Review
from outflank.engine.review_settings import QUICK, STANDARD, ReviewSettings, review_settings
from outflank.engine.reviewing import review
from outflank.errors import FormatError
from outflank.rules.game import Game
from outflank.rules.position import Position
from outflank.search.limit import Limit

BOOK_GAME = "f5d6c3d3c4"
"""A line of the shipped book."""


def random_moves(moves: str, count: int) -> str:
    """These moves, then `count` random ones that leave every book."""
    chance, game = random.Random(1), Game.from_moves(moves)
    for _ in range(count):
        game.play(chance.choice(game.position.legal_moves()))
    return "".join(map(str, game.moves()))


GAME = random_moves(BOOK_GAME, 16)

SMALL = ReviewSettings(depth=4, exact_empties=0)
SHALLOW = Limit(depth=2)


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(table_megabytes=4)


def position_after(moves: str) -> Position:
    return Game.from_moves(moves).position


@pytest.mark.parametrize("lines", [1, 3])
def test_a_known_position_is_answered_without_a_search(engine: Engine, lines: int) -> None:
    position = position_after(BOOK_GAME)
    found = engine.search(position, SHALLOW, lines=lines, book="on")
    assert found == analysis_from(shipped_book(), position, lines=lines)
    assert (found.is_from_book, found.nodes, len(found.lines)) == (True, 0, lines)


def test_without_the_option_and_outside_the_book_the_engine_searches(engine: Engine) -> None:
    unknown = position_after(random_moves("", 40))
    assert shipped_book().find(unknown) is None
    for position, book in ((position_after(BOOK_GAME), "off"), (unknown, "on")):
        found = engine.search(position, SHALLOW, book=book)
        assert (found.is_from_book, found.depth) == (False, 2)
    assert not engine.search(position_after(BOOK_GAME), SHALLOW).is_from_book


def test_a_book_may_be_a_file(engine: Engine, tmp_path: Path) -> None:
    graph = BookGraph()
    start = position_of_key(key_of(Position.start()))
    graph.add(key_of(start), [(move, 700, 9, 0) for move in different_moves(start)])
    path = tmp_path / "own.book"
    save(graph, path)
    assert engine.search(Position.start(), book=str(path)).score == 7
    with pytest.raises(FormatError, match="no such book"):
        engine.search(Position.start(), book=str(tmp_path / "none.book"))


def test_an_asynchronous_analysis_takes_the_same_option(engine: Engine) -> None:
    position = position_after(BOOK_GAME)

    async def collect() -> list[Analysis]:
        return [found async for found in analyse(engine, position, SHALLOW, lines=2, book="on")]

    assert asyncio.run(collect()) == [analysis_from(shipped_book(), position, lines=2)]


# Reviews


def test_a_review_takes_scores_from_the_book_if_it_has_the_move() -> None:
    found = review(GAME, SMALL, book="on")
    known = [move for move in found.moves if move.analysis.is_from_book]
    assert len(BOOK_GAME) // 2 <= len(known) < len(found.moves)
    for move in known:
        entry = shipped_book().find(move.position)
        assert entry is not None
        (played,) = (one for one in entry.moves if move.move in one.same_moves)
        assert (move.best_score, move.played_score) == (entry.score, played.score)
        assert move.as_dict()["book"] is True
        assert move.is_mistake or move.nodes == 0
    for move in found.moves[len(known) :]:
        assert not move.analysis.is_from_book
    searched = review(GAME, SMALL).moves
    behind = [move.as_dict() for move in found.moves if not move.analysis.is_from_book]
    assert behind == [move.as_dict() for move in searched[-len(behind) :]]


def test_images_of_the_best_first_move_lose_nothing() -> None:
    for first in ("f5", "e6", "d3", "c4"):
        (move,) = review(first, SMALL, book="on").moves
        assert (move.loss_discs, move.nodes) == (0, 0)
        assert move.answer, "the book goes on"
        assert move.answer[0] in position_after(first).legal_moves()


def test_a_move_that_a_book_lacks_is_searched(tmp_path: Path) -> None:
    position = position_of_key(key_of(position_after("f5")))
    only, *others = different_moves(position)
    graph = BookGraph()
    graph.add(key_of(position), [(only, 100, 9, 0)])
    path = str(tmp_path / "thin.book")
    save(graph, Path(path))
    assert open_book(Path(path)).find(position) is not None
    game = Game(position)
    game.play(only)
    assert review(game, SMALL, book=path).moves[0].analysis.is_from_book
    for other in others:
        game = Game(position)
        game.play(other)
        (move,) = review(game, SMALL, book=path).moves
        assert not move.analysis.is_from_book
        assert move.as_dict() == review(game, SMALL).moves[0].as_dict()


def test_the_settings_of_a_review_name_the_book_and_give_the_same_review_again() -> None:
    first = json.dumps(review(GAME, SMALL, book="on").as_dict())
    assert json.loads(first)["settings"]["book"] == "on"
    for threads in (1, 2):
        assert json.dumps(review(GAME, SMALL, threads=threads, book="on").as_dict()) == first
    again = Review.from_dict(json.loads(first), Game.from_moves(GAME))
    assert json.dumps(again.as_dict()) == first
    plain = review(GAME, SMALL)
    assert plain.as_dict()["settings"]["book"] == "off"
    assert not any(move["book"] for move in plain.as_dict()["moves"])


def test_settings_keep_their_name_with_a_book() -> None:
    with_book = review_settings("standard", book="on")
    assert (with_book.name, with_book.book, STANDARD.book) == ("standard", "on", "off")
    assert "book=on" in with_book.description
    assert "book" not in STANDARD.description
    assert review_settings(with_book) == with_book
    assert review_settings(with_book, book="off") == STANDARD
    assert ReviewSettings.from_dict(with_book.as_dict()) == with_book


def test_a_review_of_version_0_2_0_is_read_as_one_without_a_book() -> None:
    data = review("f5d6", SMALL).as_dict()
    del data["settings"]["book"]
    for move in data["moves"]:
        del move["book"]
    assert Review.from_dict(data, Game.from_moves("f5d6")).settings == SMALL


def test_a_review_with_a_missing_book_raises() -> None:
    with pytest.raises(FormatError, match="no such book"):
        review("f5d6", QUICK, book="/nowhere/none.book")
