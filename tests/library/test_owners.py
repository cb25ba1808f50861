"""Games of visitors stay apart from those that everyone shares."""

from __future__ import annotations

import pytest

from outflank.library import Library, Selection
from outflank.rules.position import Position
from tests.library.games import random_game, random_games


@pytest.fixture
def library() -> Library:
    return Library(":memory:")


def test_duplicates_are_an_owners_own(library: Library) -> None:
    games = random_games(5, 6)
    assert len(library.add(games, owner="visitor").ids) == 6
    assert len(library.add(games).ids) == 6
    assert library.add(games).duplicates == 6
    assert library.count() == library.count(Selection(owners=("visitor",))) == 6
    assert library.count(Selection(owners=("", "visitor"))) == 12


def test_games_of_visitors_change_no_rating(library: Library) -> None:
    library.add(random_games(6, 60))
    library.tidy()
    before = library._database.rows("select name, rating, games from players order by name")
    library.add(random_games(7, 60), owner="visitor")
    library.tidy()
    assert library._database.rows("select name, rating, games from players order by name") == before


def test_games_of_visitors_leave_stored_summaries_alone(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("outflank.library.summaries.POPULAR_ENTRIES", 10)
    library.add(random_games(8, 40))
    library.tidy()
    stored = library._database.rows("select key, summary from popular_positions")
    assert stored
    library.save(random_game(9), owner="visitor")
    (game_id,) = library.ids(Selection(owners=("visitor",)))
    library.delete([game_id])
    library.restore([game_id])
    assert library._database.rows("select key, summary from popular_positions") == stored
    assert library.explore(Position.start()).totals.games == 40
    library.move([game_id], "found", owner="")
    assert library.explore(Position.start()).totals.games == 41
    library.move([game_id], "", owner="visitor")
    assert library.explore(Position.start()).totals.games == 40


def test_old_trash_of_visitors_is_emptied_and_the_users_is_not(library: Library) -> None:
    library.add(random_games(10, 3))
    library.add(random_games(10, 3), owner="visitor")
    library.delete(library.ids(Selection(owners=("", "visitor"))))
    assert library.empty_visitors_trash(days=1) == 0
    assert library.empty_visitors_trash(days=0) == 3
    assert library.count(Selection(deleted=True)) == 3
    assert library.visitors_games() == 0


def test_trash_and_games_left_alone_longest_go_first(library: Library) -> None:
    for number in range(4):
        library.save(
            random_game(number), public_id=str(number), owner="visitor", changed=float(number)
        )
    owned = library.owned_by("visitor")
    deleted = owned.game_id("3")
    assert deleted is not None
    library.delete([deleted])
    assert owned.trim(2) == 2
    left = library.search(Selection(owners=("visitor",)), order="changed")
    assert [row.public_id for row in left] == ["2", "1"]
