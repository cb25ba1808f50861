from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from outflank.arena.balanced import Balance, distinct_lines, write_balanced
from outflank.arena.openings import Opening, balanced_lines, load_openings
from outflank.engine.engine import Engine
from outflank.errors import OutflankError
from outflank.formats import write_file
from outflank.formats.transcript import parse_transcript
from outflank.kernels.jit import INTERPRETED
from outflank.rules.game import BLACK, WHITE, Game
from outflank.rules.position import Position
from outflank.rules.squares import F5
from outflank.search.limit import Limit
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


# The list of balanced lines


def position_after(transcript: str) -> Position:
    return parse_transcript(transcript).position


def positions_after(lines: list[tuple[int, ...]]) -> list[Position]:
    return [Opening(Position.start(), BLACK, line).game().position for line in lines]


def test_the_shipped_lines_are_legal_and_all_different() -> None:
    lines = balanced_lines()
    assert len(lines) >= 5_000
    assert {len(line) for line in lines} == {16}
    assert all(line.startswith("f5") for line in lines)
    positions = [position_after(line) for line in lines]
    assert all(position.empty_count == 52 for position in positions)
    assert len({position.canonical() for position in positions}) == len(lines)


@pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")
def test_the_shipped_lines_are_balanced() -> None:
    # Deeper than they were chosen by: a few are somewhat farther from even than 2 discs.
    engine = Engine(table_megabytes=4)
    limit = Limit(depth=14, confidence=73)
    scores = [
        engine.search(position_after(line), limit).score
        for line in random.Random(1).sample(balanced_lines(), 40)
    ]
    assert sum(abs(score) <= 3 for score in scores) >= 36
    assert max(abs(score) for score in scores) <= 5


def test_balanced_openings_are_chosen_by_the_seed() -> None:
    few, many = load_openings("xot", 5, seed=1), load_openings("xot", 6_000, seed=1)
    assert many[:5] == few
    assert len({opening.moves for opening in many}) == min(6_000, len(balanced_lines()))
    assert load_openings("XOT", 5, seed=2) != few
    again = load_openings("xot", len(balanced_lines()) + 2, seed=1)
    assert again[-2:] == few[:2]


def test_every_position_has_one_line() -> None:
    everything = {
        Position.start().play(F5).play(second).play(third).canonical()
        for second in Position.start().play(F5).legal_moves()
        for third in Position.start().play(F5).play(second).legal_moves()
    }
    lines = distinct_lines(3)
    assert len(lines) == len(everything) == 14
    assert {position.canonical() for position in positions_after(lines)} == everything


@pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")
def test_a_list_is_made_and_resumed(tmp_path: Path) -> None:
    balance = Balance(plies=4, depth=4, confidence=100, discs=3.0)
    path = tmp_path / "lines.txt"
    closed = ThreadPoolExecutor(1)
    closed.shutdown()
    with ThreadPoolExecutor(2) as executor:
        balanced = write_balanced(balance, path, executor, lines=10)
        first = path.read_text()
        path.unlink()
        # All is there already: the second run searches nothing and comes to the same.
        assert write_balanced(balance, path, closed, lines=10) == balanced
        assert path.read_text() == first
        scores = [
            Engine(table_megabytes=1).search(position, Limit(depth=4)).score
            for position in positions_after(distinct_lines(4))
        ]
        assert balanced == sum(abs(score) <= 3.0 for score in scores)
        write_balanced(balance, path, executor, lines=10, seed=2)
        assert path.read_text() != first
        with pytest.raises(OutflankError, match="ask for fewer than 61"):
            write_balanced(balance, path, executor, lines=61)
        with pytest.raises(OutflankError, match="other settings"):
            write_balanced(Balance(plies=5), path, executor, lines=10)
