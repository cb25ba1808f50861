"""A table: turns, undo, variations, ends and clocks, without a server."""

from __future__ import annotations

import random

import pytest

from outflank import BLACK, PASS, WHITE, Game, Reason
from outflank.arena.time_control import TimeControl
from outflank.errors import IllegalMove, OutflankError
from outflank.rules.squares import parse_square, square_name
from outflank.web.table import HUMAN, Table, path_of
from tests.web.games import game_before_pass

ENGINE = "corner-greedy"


class Watch:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


def play(table: Table, *names: str) -> None:
    for name in names:
        table.play(parse_square(name))


# Turns


def test_players_are_awaited_and_people_may_move() -> None:
    table = Table(white=ENGINE)
    assert table.may_move()
    assert not table.awaits_player
    play(table, "f5")
    assert not table.may_move()
    assert table.awaits_player


@pytest.mark.parametrize("wait", ["pause", "analyse"])
def test_players_wait_while_somebody_looks(wait: str) -> None:
    table = Table(white=ENGINE)
    play(table, "f5")
    if wait == "pause":
        table.pause()
    else:
        table.analyse(True)
    assert not table.awaits_player
    assert table.may_move() == (wait == "analyse")


def test_an_illegal_move_changes_nothing() -> None:
    table = Table()
    with pytest.raises(IllegalMove, match="a1 is not legal here"):
        play(table, "a1")
    assert not table.game.root.children


# Undo and redo


def test_undo_against_a_player_goes_back_to_the_persons_turn() -> None:
    table = Table(white=ENGINE)
    play(table, "f5", "d6", "c3", "d3")
    table.undo()
    assert table.path == "f5d6"
    table.undo()
    assert table.path == ""
    assert not table.can_undo()
    table.redo()
    assert table.path == "f5d6"
    assert table.may_move()


def test_undo_while_the_player_thinks_takes_the_persons_move_back() -> None:
    table = Table(white=ENGINE)
    play(table, "f5")
    table.undo()
    assert table.path == ""
    assert table.may_move()


def test_two_people_undo_one_move() -> None:
    table = Table()
    play(table, "f5", "d6")
    table.undo()
    assert table.path == "f5"


def test_a_person_with_white_cannot_undo_the_first_move_of_the_player() -> None:
    table = Table(black=ENGINE)
    play(table, "f5")
    assert not table.can_undo()
    with pytest.raises(IllegalMove, match="no move to undo"):
        table.undo()


def test_two_players_are_undone_move_by_move_and_then_wait() -> None:
    table = Table(black=ENGINE, white=ENGINE)
    play(table, "f5", "d6")
    table.undo()
    assert table.path == "f5"
    assert not table.awaits_player
    table.resume()
    assert table.awaits_player


def test_undo_stops_at_the_opening() -> None:
    table = Table(Game.from_moves(["f5", "d6"]), opening_moves=2)
    play(table, "c3")
    table.undo()
    assert table.path == "f5d6"
    assert not table.can_undo()


def test_undo_and_redo_over_a_pass() -> None:
    game, move = game_before_pass()
    before = path_of(game.current)
    table = Table(game)
    table.play(move)
    assert table.game.current.is_pass
    table.undo()
    assert table.path == before
    table.redo()
    assert table.game.current.is_pass


@pytest.mark.parametrize("seed", range(20))
def test_random_doings_keep_the_tree_sound(seed: int) -> None:
    chance = random.Random(seed)
    table = Table(white=chance.choice([HUMAN, ENGINE]))
    for _ in range(120):
        doing = chance.choice(["play", "play", "play", "undo", "redo", "step", "jump", "analyse"])
        if doing == "play" and not table.is_over:
            table.play(chance.choice(table.game.position.legal_moves()))
        elif doing == "undo" and table.can_undo():
            table.undo()
        elif doing == "redo" and table.game.can_redo():
            table.redo()
        elif doing == "step":
            table.step(chance.choice([-1, 1]))
        elif doing == "jump":
            nodes = [table.game.root, *table.game.nodes()]
            table.go_to(path_of(chance.choice(nodes)))
        elif doing == "analyse":
            table.analyse(not table.is_analysing)
        line = [node.move for node in table.game.current.line() if node.move != PASS]
        again = Game.from_moves(line)
        assert again.position == table.game.position
        assert path_of(table.node_at(table.path)) == table.path
        assert not table.game.position.must_pass()


# Variations


def test_what_is_played_is_the_main_line_and_what_was_undone_a_variation() -> None:
    table = Table()
    play(table, "f5", "d6")
    table.undo()
    play(table, "f4")
    assert [square_name(node.move) for node in table.game.main_line()] == ["f5", "f4"]
    assert len(table.game.root.children[0].children) == 2


def test_an_analysed_move_is_a_variation_until_it_is_promoted() -> None:
    table = Table()
    play(table, "f5", "d6")
    table.analyse(True)
    table.step(-1)
    play(table, "f4", "e3")
    assert [square_name(node.move) for node in table.game.main_line()] == ["f5", "d6"]
    table.promote(table.path)
    assert [square_name(node.move) for node in table.game.main_line()] == ["f5", "f4", "e3"]
    table.delete("f5d6")
    assert len(list(table.game.nodes())) == 3


@pytest.mark.parametrize("path", ["d6", "f5f5", "zz", "f", "f5d", "é1"])
def test_a_path_that_is_not_there_is_refused(path: str) -> None:
    table = Table()
    play(table, "f5")
    with pytest.raises(OutflankError):
        table.go_to(path)
    assert table.path == "f5"


def test_a_comment_stays_with_the_move_before_a_pass() -> None:
    game, move = game_before_pass()
    table = Table(game)
    table.play(move)
    table.comment("forces a pass")
    assert table.comment_here == "forces a pass"
    assert table.node_at(table.path).comment == "forces a pass"


# Ends


def test_a_person_resigns_and_goes_on_after_all() -> None:
    table = Table(white=ENGINE)
    play(table, "f5", "d6", "c3")
    assert table.resign() is BLACK
    assert table.result is not None
    assert (table.result.winner, table.result.reason) == (WHITE, Reason.RESIGNATION)
    assert not table.awaits_player
    with pytest.raises(OutflankError, match="over"):
        table.resign()
    with pytest.raises(IllegalMove, match="over"):
        play(table, "d3")
    table.undo()
    assert table.path == "f5d6c3"
    play(table, "d3")


def test_nobody_resigns_a_game_between_players() -> None:
    with pytest.raises(OutflankError, match="nobody can resign"):
        Table(black=ENGINE, white=ENGINE).resign()


def test_a_move_before_a_resignation_takes_it_back() -> None:
    table = Table()
    play(table, "f5", "d6", "c3")
    table.resign()
    table.step(-1)
    assert not table.is_over
    play(table, "c4")
    assert table.game.result is None


def test_a_full_game_is_counted() -> None:
    chance = random.Random(4)
    table = Table()
    while not table.is_over:
        table.play(chance.choice(table.game.position.legal_moves()))
    assert table.result is not None
    assert table.result == table.game.result
    assert not table.may_move()


def test_restart_keeps_players_time_and_opening() -> None:
    control = TimeControl(move_seconds=None, game_seconds=300.0, increment_seconds=2.0)
    table = Table(
        Game.from_moves(["f5", "d6"]), white=ENGINE, time_control=control, opening_moves=2
    )
    play(table, "c3", "d3")
    again = table.restarted()
    assert again.path == "f5d6"
    assert again.players == table.players
    assert again.time_control == control
    assert not again.can_undo()


# Clocks


def test_a_game_clock_counts_what_moves_took() -> None:
    watch = Watch()
    control = TimeControl(move_seconds=None, game_seconds=60.0, increment_seconds=1.0)
    table = Table(time_control=control, now=watch)
    watch.time += 50  # the first move is free
    play(table, "f5")
    watch.time += 10
    assert table.seconds_left(WHITE) == pytest.approx(50)
    play(table, "d6")
    assert table.seconds_left(WHITE) == pytest.approx(51)
    assert table.seconds_left(BLACK) == pytest.approx(61)
    watch.time += 5
    assert table.seconds_left(BLACK) == pytest.approx(56)
    table.undo()
    assert table.seconds_left(WHITE) == pytest.approx(60)


def test_a_move_clock_begins_anew_with_every_move() -> None:
    watch = Watch()
    table = Table(time_control=TimeControl(move_seconds=10.0), now=watch)
    play(table, "f5")
    watch.time += 9
    assert not table.check_clock()
    play(table, "d6")
    assert table.seconds_left(BLACK) == pytest.approx(10)
    watch.time += 10.5
    assert table.check_clock()
    assert table.result is not None
    assert (table.result.winner, table.result.reason) == (WHITE, Reason.TIMEOUT)


def test_time_stands_still_while_somebody_looks_back_or_analyses() -> None:
    watch = Watch()
    table = Table(white=ENGINE, time_control=TimeControl(move_seconds=10.0), now=watch)
    play(table, "f5")
    table.analyse(True)
    watch.time += 100
    assert not table.check_clock()
    table.analyse(False)
    assert table.is_paused  # the player waits for whoever has analysed
    watch.time += 100
    assert table.seconds_left(WHITE) == 10
    table.resume()
    watch.time += 11
    assert table.seconds_left(WHITE) == 0
    assert not table.check_clock()  # a player may have waited for the server
