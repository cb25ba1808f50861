"""The explorer against a naive count over the same games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from outflank.library import ExplorerFilter, Library, Selection
from outflank.library.explorer import Exploration
from outflank.library.keys import Orientation, position_key
from outflank.rules.game import BLACK, Game, Node
from outflank.rules.position import Position
from outflank.rules.squares import F5
from outflank.rules.symmetry import SYMMETRIES, transform_square
from tests.library.games import random_game, random_games

GAMES = random_games(11, 60)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with Library(tmp_path_factory.mktemp("library") / "library.sqlite") as library:
        library.add(GAMES, keep_duplicates=True)
        library.tidy()
        yield library


@cache
def all_visits() -> dict[int, list[tuple[Game, Node]]]:
    """All visits of every position in the games, by its key."""
    found: dict[int, list[tuple[Game, Node]]] = defaultdict(list)
    for game in GAMES:
        for node in (game.root, *game.main_line()):
            if not node.position.must_pass():
                found[position_key(node.position)].append((game, node))
    return found


def visits(position: Position) -> list[tuple[Game, Node]]:
    """All visits of a position in the games, in any orientation."""
    return all_visits()[position_key(position)]


def counted(found: Exploration) -> dict[int, int]:
    orientation = Orientation(found.position)
    return {orientation.canonical_move(move.move): move.totals.games for move in found.moves}


def naive_count(position: Position) -> dict[int, int]:
    return dict(
        Counter(
            Orientation(node.position).canonical_move(node.children[0].move)
            for _, node in visits(position)
            if node.children
        )
    )


@pytest.mark.parametrize("ply", [0, 1, 2, 3, 5, 8, 20, 59])
def test_counts_equal_a_naive_count(library: Library, ply: int) -> None:
    for game in GAMES[::7]:
        nodes = [node for node in (game.root, *game.main_line()) if not node.position.must_pass()]
        position = nodes[min(ply, len(nodes) - 1)].position
        found = library.explore(position)
        assert counted(found) == naive_count(position)
        games = [game for game, _ in visits(position)]
        results = [game.result.score for game in games if game.result]
        assert found.totals.games == len(games)
        assert found.totals.black_wins == sum(score > 0 for score in results)
        assert found.totals.draws == sum(score == 0 for score in results)
        assert found.totals.white_wins == sum(score < 0 for score in results)
        assert found.totals.mean_score == pytest.approx(sum(results) / len(results))
        years = [int(game.tags["date"]) for game in games]
        assert (found.totals.first_year, found.totals.last_year) == (min(years), max(years))


def test_all_orientations_have_the_same_answer(library: Library) -> None:
    game = GAMES[0]
    node = game.main_line()[4]
    expected = library.explore(node.position)
    for symmetry in SYMMETRIES:
        found = library.explore(node.position.transformed(symmetry))
        assert found.totals == expected.totals
        assert [move.totals for move in found.moves] == [move.totals for move in expected.moves]
        for here, there in zip(expected.moves, found.moves, strict=True):
            assert {transform_square(square, symmetry) for square in here.same_moves} == set(
                there.same_moves
            )


def test_the_start_has_one_move_in_four_places(library: Library) -> None:
    (first,) = library.explore(Position.start()).moves
    assert first.move == F5
    assert len(first.same_moves) == 4
    assert first.totals.games == len(GAMES)


def test_filters_by_player_year_and_side(library: Library) -> None:
    start = Position.start()
    of_player = [game for game in GAMES if "Feldborg Karsten" in game.tags.values()]
    assert library.explore(start, ExplorerFilter(player="feldborg")).totals.games == len(of_player)
    as_black = [game for game in GAMES if game.tags["black"] == "Feldborg Karsten"]
    assert library.explore(start, ExplorerFilter(mover="feldb")).totals.games == len(as_black)
    in_years = [game for game in GAMES if 1990 <= int(game.tags["date"]) <= 1999]
    only = ExplorerFilter(first_year=1990, last_year=1999)
    assert library.explore(start, only).totals.games == len(in_years)
    assert library.explore(start, ExplorerFilter(player="nobody")).totals.games == 0
    assert library.explore(start, ExplorerFilter(folder="elsewhere")).totals.games == 0
    assert library.explore(start, ExplorerFilter(owners=("visitor",))).totals.games == 0


def test_strength_is_asked_of_both_players(library: Library) -> None:
    start = Position.start()
    everyone = library.explore(start, ExplorerFilter(least_rating=-5000)).totals.games
    assert everyone == len(GAMES)
    assert library.explore(start, ExplorerFilter(least_rating=5000)).totals.games == 0
    ratings = [player.rating for player in library.explore(start).moves[0].strongest]
    assert all(rating is not None for rating in ratings)
    assert ratings == sorted(ratings, reverse=True)  # type: ignore[type-var]


def test_the_games_named_are_games_with_the_position(library: Library) -> None:
    node = GAMES[0].main_line()[3]
    found = library.explore(node.position)
    assert found.games
    for row in found.games:
        game = library.game(row.id)
        keys = {position_key(node.position) for node in (game.root, *game.main_line())}
        assert position_key(node.position) in keys
    by_search = library.search(Selection(position=node.position), limit=1000)
    assert len(by_search) == found.totals.games
    assert {row.id for row in found.games} <= {row.id for row in by_search}


def test_unknown_positions_and_finished_games_are_answered(library: Library) -> None:
    board = Position(player=0xFF, opponent=0xFF00)
    found = library.explore(board)
    assert (found.totals.games, found.moves, found.totals.mean_score) == (0, (), None)
    last = GAMES[0].main_line()[-1]
    found = library.explore(last.position)
    assert (found.ended, found.moves) == (1, ())


def test_a_forced_pass_is_made_first(library: Library) -> None:
    for game in GAMES:
        for node in game.main_line():
            if node.position.must_pass():
                found = library.explore(node.position)
                assert found.position == node.position.passed()
                assert found.totals.games >= 1
                return


def test_changes_are_seen_at_once(tmp_path: Path) -> None:
    with Library(tmp_path / "a.sqlite") as one, Library(tmp_path / "a.sqlite") as other:
        start = Position.start()
        assert one.explore(start).totals.games == 0
        ids = other.add([random_game(1), random_game(2)]).ids
        assert one.explore(start).totals.games == 2
        other.delete(ids[:1])
        assert one.explore(start).totals.games == 1
        one.restore(ids[:1])
        assert other.explore(start).totals.games == 2
        one.delete(ids)
        assert one.purge(ids) == 2
        assert other.explore(start).totals.games == 0
        other.tidy()
        assert one.check() == []


def test_stored_summaries_follow_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outflank.library.summaries.POPULAR_ENTRIES", 2)
    with Library(tmp_path / "library.sqlite") as library:
        ids = library.add(GAMES[:30], keep_duplicates=True).ids
        library.tidy()
        start = Position.start()
        assert library.explore(start).totals.games == 30
        library.delete(ids[:3])
        assert library.explore(start).totals.games == 27
        library.add(GAMES[30:40], keep_duplicates=True)
        assert library.explore(start).totals.games == 37
        library.restore(ids)
        assert library.explore(start).totals.games == 40
        library.tidy()
        assert library.explore(start).totals.games == 40
        library.move(ids[:5], "private", owner="visitor")
        assert library.explore(start).totals.games == 35
        everything = ExplorerFilter(first_year=1)
        for game in GAMES[5:40:5]:
            for node in game.main_line()[:6]:
                # A filter that lets all pass is answered without stored summaries.
                assert library.explore(node.position) == library.explore(node.position, everything)


def test_a_game_that_is_saved_again_is_counted_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outflank.library.summaries.POPULAR_ENTRIES", 2)
    with Library(tmp_path / "library.sqlite") as library:
        library.add(GAMES[:10], keep_duplicates=True)
        library.tidy()
        public_id = library.save(GAMES[10])
        assert library.explore(Position.start()).totals.games == 11
        library.save(GAMES[11], public_id=public_id)
        assert library.explore(Position.start()).totals.games == 11
        assert library.explore(GAMES[10].main_line()[-1].position).totals.games == 0
        assert library.explore(GAMES[11].main_line()[-1].position).totals.games == 1
        library.save(GAMES[11], public_id=public_id, is_open=True)
        assert library.explore(Position.start()).totals.games == 10


def test_black_and_white_are_told_apart(library: Library) -> None:
    node = GAMES[0].main_line()[0]
    assert node.to_move is not BLACK
    found = library.explore(node.position, ExplorerFilter(mover="logistello"))
    expected = [
        game
        for game, visit in visits(node.position)
        if game.tags[visit.to_move.value] == "Logistello"
    ]
    assert found.totals.games == len(expected)
