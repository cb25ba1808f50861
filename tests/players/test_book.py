"""Players with an opening book: they play from it, say so, and think for themselves behind it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from outflank.engine.book.file import from_bytes, save, shipped_book, to_bytes
from outflank.engine.book.graph import BookGraph
from outflank.errors import OutflankError
from outflank.players.book import BookPlayer, ThinkingBookPlayer, book_of, with_book
from outflank.players.making import make_player
from outflank.players.player import UNTIMED, Clock, Player
from outflank.players.registry import all_players
from outflank.players.searching import latest_result
from outflank.players.thinking import Thought, thinker_of
from outflank.players.timing import engine_limit
from outflank.rules.game import Game
from outflank.rules.position import Position
from outflank.rules.squares import Square, parse_square
from outflank.search.limit import Limit


class Refusing(Player):
    """Fails the test if it is asked."""

    def choose(self, game: Game, clock: Clock) -> Square:
        raise AssertionError("the book knows this position")


def small_book(**scores: int) -> BookGraph:
    """The position after f5 with these values of its moves, in hundredths of a disc."""
    graph = BookGraph()
    position = Position.start().play("f5")
    graph.add_turned(
        position, [(parse_square(name), value, 14, 0) for name, value in scores.items()]
    )
    graph.negamax()
    return graph


def after_f5(symmetry: int = 0) -> Game:
    return Game(Position.start().play("f5").transformed(symmetry))


def test_the_best_move_of_the_book_is_played_in_every_orientation() -> None:
    book = from_bytes(to_bytes(small_book(d6=50, f6=0, f4=-100)))
    player = with_book(Refusing(), book, variety=0.0, seed=None)
    best = Position.start().play("f5").play("d6").canonical()
    for symmetry in range(8):
        game = after_f5(symmetry)
        move = player.choose(game, UNTIMED)
        assert game.position.play(move).canonical() == best


def test_variety_is_within_its_discs_and_repeats_with_the_seed() -> None:
    book = from_bytes(to_bytes(small_book(d6=50, f6=0, f4=-100)))

    def moves(variety: float, seed: int | None) -> list[str]:
        player = with_book(Refusing(), book, variety=variety, seed=seed)
        chosen = []
        for _ in range(40):
            chosen.append(str(player.choose(after_f5(), UNTIMED)))
            player.choose(after_f5(), UNTIMED)
            player.player.game_over = lambda game: None  # type: ignore[method-assign]
            player.game_over(after_f5())
        return chosen

    assert set(moves(0.0, 1)) == set(moves(0.4, 1)) == {"d6"}
    assert set(moves(0.5, 1)) == {"d6", "f6"}
    assert set(moves(1.5, None)) == {"d6", "f6", "f4"}
    assert moves(1.5, 7) == moves(1.5, 7) != moves(1.5, 8)


def test_behind_the_book_the_player_moves(tmp_path: Path) -> None:
    path = tmp_path / "small.book"
    save(small_book(d6=50, f6=0), path)
    with_one, without = make_player(f"pvs:depth=2,book={path}"), make_player("pvs:depth=2")
    start = Game()
    assert with_one.choose(start, UNTIMED) == without.choose(start, UNTIMED)
    result = latest_result(with_one)
    assert result is not None
    assert not result.is_from_book
    assert with_one.nodes > 0
    assert str(with_one.choose(after_f5(), UNTIMED)) == "d6"
    result = latest_result(with_one)
    assert result is not None
    assert result.is_from_book
    assert (result.score, result.depth, result.nodes) == (0.5, 14, 0)
    assert result.as_dict()["book"] is True


@pytest.mark.parametrize(
    "kind",
    [kind.name for kind in all_players() if not kind.takes_argument and kind.name != "human"],
)
def test_every_kind_of_player_takes_a_book(kind: str) -> None:
    player = make_player(f"{kind}:book=on,random_first=0")
    assert book_of(player) is not None
    entry = shipped_book().find(Position.start())
    assert entry is not None
    game = Game()
    assert player.choose(game, UNTIMED) in entry.moves[0].same_moves
    assert player.name.startswith(f"{kind}:")


def test_a_listener_hears_of_the_book_and_hints_come_from_it() -> None:
    player = make_player("engine:depth=2,book=on")
    thinker = thinker_of(player)
    assert isinstance(thinker, ThinkingBookPlayer)
    heard: list[Thought] = []
    thinker.listen(heard.append)
    move = player.choose(Game(), UNTIMED)
    assert heard[-1].line[0] == move
    assert heard[-1].is_from_book
    hints = thinker.hints(after_f5(), UNTIMED, 2)
    entry = shipped_book().find(after_f5().position)
    assert entry is not None
    assert [hint.score for hint in hints] == [move.score for move in entry.moves[:2]]
    thinker.set_depth(1)
    thinker.stop()
    assert thinker_of(make_player("greedy:book=on")) is None


def test_random_moves_come_before_the_book() -> None:
    player = make_player("greedy:book=on,random_first=1,seed=3")
    assert isinstance(player.player, BookPlayer)  # type: ignore[attr-defined]
    assert book_of(player) is shipped_book()


def test_book_moves_take_nothing_of_the_clock() -> None:
    """They come at once where no time is left, and leave the whole time to the first search."""
    player = make_player("engine:book=on")
    game = Game()
    started = time.process_time()
    for _ in range(4):
        game.play(player.choose(game, Clock(game_seconds=0.001)))
    assert time.process_time() - started < 0.5
    assert player.nodes == 0
    fresh = engine_limit(Limit(), Clock(game_seconds=60.0), game.position)
    spent = engine_limit(Limit(), Clock(game_seconds=50.0), game.position)
    assert fresh.aim_seconds is not None
    assert spent.aim_seconds is not None
    assert fresh.aim_seconds > spent.aim_seconds


def test_specs_with_mistakes_are_one_line(tmp_path: Path) -> None:
    with pytest.raises(OutflankError, match="no such book"):
        make_player(f"greedy:book={tmp_path / 'none'}")
    with pytest.raises(OutflankError, match="needs a book"):
        make_player("greedy:book_variety=1")
    with pytest.raises(OutflankError, match="book_variety='-1'"):
        make_player("greedy:book=on,book_variety=-1")


def test_an_illegal_move_in_a_forged_book_is_not_played(tmp_path: Path) -> None:
    graph = small_book(d6=50)
    (position,) = graph.positions.values()
    position.moves[0].square = 0
    book = from_bytes(to_bytes(graph))
    player = with_book(make_player("greedy"), book, variety=0.0, seed=None)
    with pytest.raises(OutflankError, match="not legal"):
        player.choose(after_f5(), UNTIMED)
