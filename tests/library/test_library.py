"""What the library keeps and finds: games, notes, labels, folders, trash, sessions, reviews."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from outflank import read
from outflank.engine.analysis import Analysis
from outflank.engine.review import MoveReview, Review, moves_to_review
from outflank.engine.review_settings import QUICK
from outflank.errors import OutflankError
from outflank.formats import FORMATS, Feature
from outflank.library import Library, Selection
from outflank.rules.game import BLACK, WHITE, Game, Reason, Result
from outflank.rules.position import Position
from outflank.rules.symmetry import SYMMETRIES
from tests.library.games import image_of, random_game, random_games


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library(tmp_path / "library.sqlite") as library:
        yield library


def special_games() -> list[Game]:
    """Games that the columns alone cannot hold, and games at the edges of what they can."""
    commented = random_game(1)
    commented.main_line()[3].comment = "a fine move, 好手"
    varied = random_game(2)
    varied.go_to(varied.main_line()[5])
    varied.play(varied.position.legal_moves()[-1], evaluation=1.5, seconds=2.0)
    resigned = random_game(3, moves=20)
    resigned.resign(BLACK)
    tagged = random_game(4)
    tagged.tags |= {"place": "Kyoto", "round": "3"}
    from_elsewhere = Game.from_moves([Position.start().legal_moves()[0]], Position.start(), WHITE)
    unfinished = random_game(5, moves=11)
    return [commented, varied, resigned, tagged, from_elsewhere, unfinished, Game()]


def review_of(game: Game, loss: float) -> Review:
    """A review in which every move lost `loss` discs."""
    moves = []
    for number, node in enumerate(moves_to_review(game), 1):
        assert node.parent is not None
        analysis = Analysis(
            move=node.move,
            score=2.0,
            principal_variation=(node.move,),
            depth=8,
            nodes=0,
            seconds=0.0,
            complete=True,
            confidence=95,
            is_exact=False,
        )
        moves.append(
            MoveReview(
                number=number,
                colour=node.mover,
                position=node.parent.position,
                move=node.move,
                played_score=2.0 - loss,
                answer=(),
                analysis=analysis,
                nodes=0,
            )
        )
    return Review(tuple(moves), QUICK)


def test_every_game_comes_back_as_it_was(library: Library) -> None:
    games = [*special_games(), *random_games(6, 10)]
    report = library.add(games)
    assert (len(report.ids), report.duplicates, report.faults) == (len(games), 0, ())
    for game_id, game in zip(report.ids, games, strict=True):
        assert library.game(game_id) == game
    assert list(library.games()) == games
    assert library.check() == []


def test_a_row_says_who_how_and_what(library: Library) -> None:
    game = random_game(7, opening="f5d6c3d3c4")
    game.tags |= {"black": "Rose", "white": "Toth", "event": "Paris", "date": "1990-05-01"}
    (game_id,) = library.add([game], folder="mine/1990").ids
    row = library.row(game_id)
    assert (row.black, row.white, row.event, row.year) == ("Rose", "Toth", "Paris", 1990)
    assert (row.folder, row.result, row.date) == ("mine/1990", game.result, "1990-05-01")
    assert row.opening_name()
    assert row.as_dict()["moves"].startswith("f5d6c3d3c4")


def test_duplicates_are_recognised_in_every_orientation(library: Library) -> None:
    game = random_game(8)
    library.add([game])
    for symmetry in SYMMETRIES:
        assert library.add([image_of(game, symmetry)]).duplicates == 1
    nameless = image_of(game, 4)
    nameless.tags.clear()
    assert library.add([nameless]).duplicates == 1
    other = image_of(game, 0)
    other.tags["black"] = "Somebody Else"
    assert library.add([other]).duplicates == 0
    earlier = image_of(game, 0)
    earlier.tags["date"] = "1901"
    assert library.add([earlier]).duplicates == 0
    assert library.add([game], keep_duplicates=True).duplicates == 0
    assert library.count() == 4


SEARCHES = {
    "a word of a player, in any case": (Selection(text="TAMENORI"), {0, 1}),
    "the beginning of a word": (Selection(text="tame"), {0, 1}),
    "words in different columns": (Selection(text="tamenori copen"), {1}),
    "without accents": (Selection(text="stephane"), {2}),
    "a part of a Japanese name": (Selection(text="英司"), {3}),
    "an opening's name": (Selection(text="tiger"), {0}),
    "an opening's Japanese name": (Selection(text="虎"), {0}),
    "a comment": (Selection(text="brilliant"), {2}),
    "a note": (Selection(text="remember"), {3}),
    "a label": (Selection(text="favourite"), {1}),
    "a player on either side": (Selection(player="feldborg"), {0, 2}),
    "a player of Black": (Selection(black="feldborg"), {2}),
    "a player of White": (Selection(white="feldborg"), {0}),
    "an event": (Selection(event="copenhagen"), {1}),
    "an opening": (Selection(opening="Tiger"), {0}),
    "years": (Selection(first_year=1990, last_year=1995), {1, 2}),
    "up to a year": (Selection(last_year=1990), {0, 1}),
    "a result": (Selection(outcome="draw"), {3}),
    "a score": (Selection(least_score=10, greatest_score=20), {1}),
    "a length": (Selection(least_moves=7), {2}),
    "a folder with those in it": (Selection(folder="club"), {2, 3}),
    "a folder within": (Selection(folder="/club/ 2001 "), {3}),
    "a label alone": (Selection(label="favourite"), {1}),
    "ids": (Selection(ids=(1, 3)), {0, 2}),
    "nothing found": (Selection(text="xyzzy"), set()),
    "signs alone": (Selection(text='"*() -'), {0, 1, 2, 3}),
    "quotes and operators": (Selection(text='tamenori" OR NEAR('), set()),
    "a name without words": (Selection(player="!!"), set()),
}


@pytest.fixture(scope="module")
def four_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    lines = ("f5d6c3d3c4", "f5d6c5", "f5f6e6f4e3c5c4", "f5f6e6f4")
    facts = (
        ("Tamenori Hideshi", "Feldborg Karsten", "Paris", "1989", -4),
        ("Tamenori Hideshi", "Logistello", "Copenhagen", "1990-01-01", 12),
        ("Feldborg Karsten", "Caspard Stéphane", "Paris", "12 May 1995", -30),
        ("為則 英司", "Logistello", "", "", 0),
    )
    games = []
    for line, (black, white, event, date, score) in zip(lines, facts, strict=True):
        game = read(line).game
        tags = {"black": black, "white": white, "event": event, "date": date}
        game.tags.update({tag: value for tag, value in tags.items() if value})
        game.declare(Result(score, Reason.AGREEMENT))
        games.append(game)
    games[2].main_line()[-1].comment = "Brilliant!"
    with Library(tmp_path_factory.mktemp("four") / "library.sqlite") as library:
        library.add(games[:2])
        library.add(games[2:3], folder="club")
        library.add(games[3:], folder="club/2001")
        library.set_notes(4, "Remember this one")
        library.set_labels(2, ["favourite", "to study"])
        yield library


@pytest.mark.parametrize("what", SEARCHES)
def test_search(four_games: Library, what: str) -> None:
    selection, expected = SEARCHES[what]
    rows = four_games.search(selection)
    assert {row.id - 1 for row in rows} == expected
    assert four_games.count(selection) == len(expected)


def test_orders_and_pages(four_games: Library) -> None:
    assert [row.id for row in four_games.search(order="oldest")] == [4, 1, 2, 3]
    assert [row.id for row in four_games.search(order="date")] == [3, 2, 1, 4]
    assert [row.id for row in four_games.search(order="score")] == [3, 2, 1, 4]
    assert [row.id for row in four_games.search(order="id", limit=2, offset=1)] == [2, 3]
    with pytest.raises(OutflankError, match="no order"):
        four_games.search(order="colour")
    with pytest.raises(OutflankError, match="not an outcome"):
        Selection(outcome="loss")  # type: ignore[arg-type]


def test_search_by_position_in_every_orientation(library: Library) -> None:
    games = random_games(9, 20)
    library.add(games)
    for number, game in enumerate(games[:5], 1):
        node = game.main_line()[30]
        for symmetry in SYMMETRIES:
            rows = library.search(Selection(position=node.position.transformed(symmetry)))
            assert number in {row.id for row in rows}


def test_search_by_position_in_one_orientation(library: Library) -> None:
    games = random_games(11, 12)
    library.add(games)
    for number, game in enumerate(games, 1):
        for ply in (3, 30, len(game.main_line()) - 1):
            position = game.main_line()[ply].position
            for symmetry in SYMMETRIES:
                turned = position.transformed(symmetry)
                wanted = Selection(position=turned, same_orientation=True)
                found = number in {row.id for row in library.search(wanted)}
                assert found == (turned == position)


def test_orientation_is_compared_in_games_from_other_start_positions(
    library: Library,
) -> None:
    start = Position.start().transformed(SYMMETRIES[1])
    set_up = Game(start)
    set_up.play(start.legal_moves()[0])
    usual = Game()
    usual.play("f5")
    for game in (set_up, usual):
        library.add([game], keep_duplicates=True)
    for number, game in enumerate((set_up, usual), 1):
        wanted = Selection(position=game.position, same_orientation=True)
        assert [row.id for row in library.search(wanted)] == [number]
        assert len(library.search(Selection(position=game.position))) == 2


def test_notes_and_labels_replace_each_other_and_are_forgotten(library: Library) -> None:
    (game_id,) = library.add([random_game(10)]).ids
    library.set_notes(game_id, "first words")
    library.set_notes(game_id, "second thoughts")
    library.set_labels(game_id, ["b", "a"])
    library.set_labels(game_id, ["c"])
    assert (library.row(game_id).notes, library.row(game_id).labels) == ("second thoughts", ("c",))
    assert library.count(Selection(text="first")) == 0
    assert library.count(Selection(text="thoughts c")) == 1
    library.set_labels(game_id, [])
    assert library.count(Selection(label="c")) == 0
    with pytest.raises(OutflankError, match="no game 99"):
        library.set_notes(99, "")


def test_deletion_can_be_undone_until_the_trash_is_emptied(library: Library) -> None:
    ids = library.add(random_games(11, 5)).ids
    assert library.delete(ids[:3]) == 3
    assert library.delete(ids[:3]) == 0
    assert (library.count(), library.count(Selection(deleted=True))) == (2, 3)
    assert library.game(ids[0]) is not None
    assert library.restore([*ids, 99]) == 3
    assert library.count() == 5
    assert library.purge(ids) == 0
    library.delete(ids[:1])
    assert library.purge(ids) == 1
    assert library.restore(ids) == 0
    with pytest.raises(OutflankError, match="no game"):
        library.game(ids[0])
    assert library.check() == []


def test_what_was_thrown_away_does_not_come_back_by_an_import(library: Library) -> None:
    game = random_game(12)
    ids = library.add([game]).ids
    library.delete(ids)
    assert library.add([game]).duplicates == 1
    library.purge(ids)
    assert library.add([game]).duplicates == 0


def test_folders(library: Library) -> None:
    ids = library.add(random_games(13, 4), folder="a").ids
    library.move(ids[:2], " a / b//c ")
    library.delete(ids[3:])
    assert library.folders() == [("a", 1), ("a/b/c", 2)]
    assert library.count(Selection(folder="a")) == 3
    with pytest.raises(OutflankError, match="folder"):
        library.move(ids, "line\nbreak")


@pytest.mark.parametrize("format", FORMATS, ids=lambda format: format.name)
def test_export_in_every_format(library: Library, tmp_path: Path, format: object) -> None:
    from outflank.formats import Format

    assert isinstance(format, Format)
    games = random_games(14, 3 if Feature.SEVERAL_GAMES in format.holds else 1)
    for game in games:
        game.tags["black"], game.tags["white"] = "A", "B"
    library.add(games)
    target = tmp_path / f"games{format.extensions[0]}"
    assert library.export(Selection(), target) == len(games)
    assert len(read(target).games) == len(games)
    with pytest.raises(OutflankError, match="nothing to export"):
        library.export(Selection(text="xyzzy"), target)


def test_a_saved_session_goes_on(library: Library) -> None:
    game = Game()
    public_id = library.save(game, owner="visitor", session='{"black": "human"}', is_open=True)
    assert library.count(Selection(owners=("visitor",))) == 1
    assert library.count() == 0
    for move in ("f5", "d6", "c3"):
        game.play(move)
        library.save(game, public_id=public_id, owner="visitor", is_open=True)
    saved = library.load(public_id)
    assert saved is not None
    assert (saved.game, saved.owner, saved.is_open) == (game, "visitor", True)
    assert library.count(Selection(owners=("visitor",), position=game.position)) == 0
    finished = random_game(15)
    library.save(finished, public_id=public_id, owner="visitor")
    library.save(finished, public_id=public_id, owner="visitor")
    last = finished.main_line()[-1].position
    assert library.count(Selection(owners=("visitor",), position=last)) == 1
    assert library.explore(last).totals.games == 0
    assert library.load("no such id") is None
    library.tidy()
    assert library.check() == []


def test_the_first_who_saves_a_game_owns_it(library: Library) -> None:
    public_id = library.save(random_game(16), owner="one")
    library.save(random_game(17), public_id=public_id, owner="two")
    saved = library.load(public_id)
    assert saved is not None
    assert saved.owner == "one"


def test_settings(library: Library) -> None:
    assert library.settings("visitor") == {}
    library.set_settings("visitor", {"language": "ja"})
    library.set_settings("visitor", {"language": "en"})
    assert library.settings("visitor") == {"language": "en"}


def test_reviews_are_kept_and_summed_up(library: Library) -> None:
    games = random_games(18, 2)
    for game in games:
        game.tags |= {"black": "Careful", "white": "Hasty"}
    ids = library.add(games, folder="lessons").ids
    for game_id, loss in zip(ids, (1.0, 3.0), strict=True):
        library.store_review(game_id, review_of(library.game(game_id), loss), "quick")
    review = library.review(ids[1])
    assert review is not None
    assert review.side(BLACK).mean_loss_discs == pytest.approx(3.0)
    statistics = library.statistics()
    assert {row.name for row in statistics.loss_by_player} == {"Careful", "Hasty"}
    assert {row.name for row in statistics.loss_by_stage} == {"opening", "midgame", "endgame"}
    assert {row.name for row in statistics.loss_by_colour} == {"black", "white"}
    (folder,) = statistics.loss_by_folder
    counted = [move for game in games for move in review_of(game, 0).moves if not move.is_forced]
    assert (folder.name, folder.games, folder.moves) == ("lessons", 2, len(counted))
    assert 1.0 < folder.mean_loss < 3.0
    only_first = library.statistics(Selection(ids=(ids[0],)))
    assert all(row.mean_loss == pytest.approx(1.0) for row in only_first.loss_by_stage)
    assert library.count(Selection(is_reviewed=True)) == 2
    library.store_review(ids[0], review_of(games[0], 0.0))
    assert library.statistics(Selection(ids=(ids[0],))).loss_by_colour[0].mean_loss == 0.0
    assert library.review(library.add([random_game(19)]).ids[0]) is None
    unbooked = games[0].main_line()[30].position  # the book answers first where it has a position
    assert library.explore(unbooked).score == 2.0


def test_statistics_count_years_openings_players_and_results(four_games: Library) -> None:
    statistics = four_games.statistics()
    totals = statistics.totals
    assert (totals.games, totals.black_wins, totals.draws, totals.white_wins) == (4, 1, 1, 2)
    assert [(row.name, row.games) for row in statistics.years] == [
        ("?", 1),
        ("1989", 1),
        ("1990", 1),
        ("1995", 1),
    ]
    assert {row.name for row in statistics.openings} >= {"Tiger", "Rabbit", "Rose-v-Toth"}
    assert statistics.players[0].games == 2
    nothing = four_games.statistics(Selection(text="xyzzy"))
    assert (nothing.totals.games, nothing.years, nothing.loss_by_player) == (0, (), ())


def test_long_and_strange_names_are_kept_as_far_as_possible(library: Library) -> None:
    game = random_game(20)
    game.tags |= {"black": "x" * 10_000, "white": "half \ud800 a character", "event": "\0"}
    (game_id,) = library.add([game]).ids
    row = library.row(game_id)
    assert row.black == "x" * 500
    assert row.white == "half ? a character"
    assert library.check() == []
