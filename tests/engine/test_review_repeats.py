"""Reviews repeat to the last digit: ten times, with one and two threads, in two servers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from outflank.engine.review_settings import REVIEWS
from outflank.engine.reviewing import review
from outflank.rules.game import Game
from tests.web.serving import Serving, serving

GAME = (
    "c4c5b6d3c6e3d2c3f3d1f2e2c2d6f5c1e6e1f1g1g2d7d8f4g4b5a4e7b4h1f7b2b1a1a2g3h2a6a5a3b3a7b7a8b8c7"
    "c8e8f8g8g7f6g6h8h7h3h4g5h5h6"
)
OPENING = GAME[:16]
ENDING = 46
"""Moves of the game that the ending leaves out."""


def ending() -> Game:
    """The last moves of the game, from a position of their own."""
    before = Game.from_moves(GAME[: 2 * ENDING])
    game = Game(before.position, before.to_move)
    for start in range(2 * ENDING, len(GAME), 2):
        game.play(GAME[start : start + 2])
    return game


def text(found: object) -> str:
    return json.dumps(found)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["quick", "standard"])
def test_ten_reviews_are_the_same(name: str) -> None:
    for game in (Game.from_moves(OPENING), ending()):
        first = text(review(game, name).as_dict())
        for number in range(9):
            assert text(review(game, name, threads=1 + number % 2).as_dict()) == first


@pytest.mark.slow
def test_two_servers_give_the_same_as_python(tmp_path: Path) -> None:
    wanted = {"game": OPENING, "review": "quick"}
    here = review(OPENING, "quick").as_dict()

    def asked(server: Serving) -> str:
        status, answer = server.post("/api/analyze", wanted)
        assert status == 200
        return text(answer)

    with serving(tmp_path / "one") as one, serving(tmp_path / "other") as other:
        answers = {asked(server) for server in (one, other, one, other)}
    assert answers == {text(json.loads(text(here)))}


@pytest.mark.parametrize("name", REVIEWS)
def test_the_last_empties_of_each_setting_are_exact(name: str) -> None:
    settings = REVIEWS[name]
    assert 20 <= settings.exact_empties <= 24
    for node in Game.from_moves(GAME).main_line():
        assert node.parent is not None
        is_late = node.parent.position.empty_count <= settings.exact_empties
        assert settings.limit(node.parent.position).exact == is_late
    for move in review(ending(), name).moves:
        assert move.analysis.is_exact
        assert move.analysis.depth >= move.position.empty_count
