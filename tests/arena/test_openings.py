from __future__ import annotations

from pathlib import Path

import pytest

from outflank.arena.openings import Opening, load_openings
from outflank.errors import OutflankError
from outflank.formats import write_file
from outflank.rules.game import BLACK, WHITE, Game
from outflank.rules.position import Position
from tests.positions import random_play_positions


def test_random_openings_are_legal_and_as_long_as_asked() -> None:
    for plies in (0, 1, 4, 8, 20, 50):
        for opening in load_openings(f"random:{plies}", 20, seed=1):
            assert len(opening.moves) == plies
            assert not opening.game().is_over()
            assert opening.start == Position.start()


def test_random_openings_depend_on_the_seed_alone() -> None:
    few, many = load_openings("random:8", 5, seed=1), load_openings("random:8", 50, seed=1)
    assert many[:5] == few
    assert load_openings("random:8", 5, seed=2) != few


def test_random_openings_differ_by_more_than_a_symmetry() -> None:
    openings = load_openings("random:8", 300, seed=1)
    assert len({opening.game().position.canonical() for opening in openings}) == 300
    # After two plies there are only three; then they must repeat.
    short = load_openings("random:2", 12, seed=1)
    assert len(short) == 12
    assert len({opening.game().position.canonical() for opening in short}) == 3


def test_the_start() -> None:
    assert load_openings("start", 2, seed=1) == [Opening(Position.start())] * 2


def test_transcripts_from_a_file_come_in_order_and_again(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("f5d6c3\nf5f6e6f4\n")
    openings = load_openings(str(file), 5, seed=1)
    assert [str(opening) for opening in openings] == ["f5d6c3", "f5f6e6f4"] * 2 + ["f5d6c3"]


def test_positions_from_a_file_keep_their_side_to_move(tmp_path: Path) -> None:
    boards = [Position(*board) for board in random_play_positions(seed=2, games=1)][10:40:7]
    games = [Game(board, colour) for board in boards for colour in (BLACK, WHITE)]
    file = tmp_path / "positions.obf"
    write_file(file, games)
    openings = load_openings(str(file), len(games), seed=1)
    assert [(opening.start, opening.to_move) for opening in openings] == [
        (game.root.position, game.root.to_move) for game in games
    ]
    assert all(opening.moves == () for opening in openings)


@pytest.mark.parametrize("ending", ["ggf", "sgf"])
def test_games_from_a_file_are_played_up_to_their_end(tmp_path: Path, ending: str) -> None:
    games = [Game.from_moves(["f5", "d6", "c3"]), Game.from_moves(["f5", "f4"])]
    file = tmp_path / f"games.{ending}"
    write_file(file, games)
    openings = load_openings(str(file), 2, seed=1)
    assert [opening.game().moves() for opening in openings] == [game.moves() for game in games]


def test_an_opening_says_what_it_is() -> None:
    assert str(Opening(Position.start())) == "start"
    assert str(Opening(Position.start(), BLACK, (37, 43))) == "f5d6"
    assert str(Opening(Position(1, 2), WHITE)) == "OX" + "-" * 62 + " O"


@pytest.mark.parametrize(
    ("source", "part"),
    [
        ("random:x", "'random:x'"),
        ("random:", "random:N"),
        ("random:51", "from 0 to 50"),
        ("random:-1", "from 0 to 50"),
        ("random:٣", "from 0 to 50"),
        ("nothing-there.obf", "nothing-there.obf"),
    ],
)
def test_refuses_what_is_no_opening(source: str, part: str) -> None:
    with pytest.raises(OutflankError) as caught:
        load_openings(source, 3, seed=1)
    assert part in str(caught.value)


def test_a_finished_game_is_no_opening(tmp_path: Path) -> None:
    game = Game()
    while not game.is_over():
        game.play(game.position.legal_moves()[0])
    file = tmp_path / "games.ggf"
    write_file(file, [Game.from_moves(["f5"]), game])
    with pytest.raises(OutflankError, match="opening 2"):
        load_openings(str(file), 3, seed=1)
