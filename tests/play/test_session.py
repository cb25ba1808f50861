"""A session: turns, undo, variations, ends and clocks, without a server."""

from __future__ import annotations

import random

import pytest

from outflank import BLACK, PASS, WHITE, Game, Reason
from outflank.errors import IllegalMove, OutflankError
from outflank.play.paths import node_at, path_of
from outflank.play.session import HUMAN, Session
from outflank.play.time_control import TimeControl
from outflank.rules.squares import parse_square, square_name
from tests.web.games import game_before_pass

ENGINE = "corner-greedy"
MOVES = ["f5", "d6", "c3", "d3", "c4"]


class Watch:
    """A clock that is advanced by hand."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


def play(session: Session, *names: str) -> None:
    for name in names:
        session.play(parse_square(name))


# Turns


def test_players_are_awaited_and_people_may_move() -> None:
    session = Session(white=ENGINE)
    assert session.may_move()
    assert not session.awaits_player
    play(session, "f5")
    assert not session.may_move()
    assert session.awaits_player


@pytest.mark.parametrize("wait", ["pause", "analyse"])
def test_players_wait_while_somebody_looks(wait: str) -> None:
    session = Session(white=ENGINE)
    play(session, "f5")
    if wait == "pause":
        session.pause()
    else:
        session.analyse(True)
    assert not session.awaits_player
    assert session.may_move() == (wait == "analyse")


def test_an_illegal_move_changes_nothing() -> None:
    session = Session()
    with pytest.raises(IllegalMove, match="a1 is not legal here"):
        play(session, "a1")
    assert not session.game.root.children


# Records


def test_a_move_tried_in_a_record_never_displaces_the_game() -> None:
    session = Session(white=ENGINE)
    play(session, "f5", "d6", "c3", "d3", "c4")
    session.is_record = True
    session.go_to("f5d6")
    play(session, "c4", "b3")
    assert [square_name(node.move) for node in session.game.main_line()] == MOVES
    assert session.path == "f5d6c4b3"
    assert (session.game_path, session.is_in_variation) == ("f5d6", True)
    assert not session.awaits_player
    session.return_to_game()
    assert (session.path, session.is_in_variation) == ("f5d6", False)
    session.step(1)
    assert session.path == "f5d6c3"
    assert session.game.root.children[0].children[0].child(parse_square("c4")) is not None


def test_undo_in_a_record_goes_back_one_move() -> None:
    session = Session(white=ENGINE)
    play(session, *MOVES)
    session.is_record = True
    session.undo()
    assert session.path == "f5d6c3d3"
    session.undo()
    assert session.path == "f5d6c3"


def test_a_record_is_played_on_at_its_end() -> None:
    session = Session(white=ENGINE)
    play(session, *MOVES)
    session.is_record = True
    session.go_to("f5d6")
    play(session, "c4")
    session.resume()
    assert "".join(MOVES) == session.path
    assert session.awaits_player


def test_a_finished_game_that_is_looked_at_is_a_record() -> None:
    session = Session()
    while not session.is_over:
        session.play(session.game.position.legal_moves()[0])
    moves = session.game.moves()
    for _ in range(4):
        session.step(-1)
    others = [move for move in session.game.position.legal_moves() if move != moves[-4]]
    if others:
        session.play(others[0])
    assert session.game.moves() == moves
    session.go_to_start()
    with pytest.raises(OutflankError, match="only viewed"):
        session.resign()


# Undo and redo


def test_undo_against_a_player_goes_back_to_the_persons_turn() -> None:
    session = Session(white=ENGINE)
    play(session, "f5", "d6", "c3", "d3")
    session.undo()
    assert session.path == "f5d6"
    session.undo()
    assert session.path == ""
    assert not session.can_undo()
    session.redo()
    assert session.path == "f5d6"
    assert session.may_move()


def test_undo_while_the_player_thinks_takes_the_persons_move_back() -> None:
    session = Session(white=ENGINE)
    play(session, "f5")
    session.undo()
    assert session.path == ""
    assert session.may_move()


def test_two_people_undo_one_move() -> None:
    session = Session()
    play(session, "f5", "d6")
    session.undo()
    assert session.path == "f5"


def test_a_person_with_white_cannot_undo_the_first_move_of_the_player() -> None:
    session = Session(black=ENGINE)
    play(session, "f5")
    assert not session.can_undo()
    with pytest.raises(IllegalMove, match="no move to undo"):
        session.undo()


def test_two_players_are_undone_move_by_move_and_then_wait() -> None:
    session = Session(black=ENGINE, white=ENGINE)
    play(session, "f5", "d6")
    session.undo()
    assert session.path == "f5"
    assert not session.awaits_player
    session.resume()
    assert session.awaits_player


def test_undo_stops_at_the_opening() -> None:
    session = Session(Game.from_moves(["f5", "d6"]), opening_moves=2)
    play(session, "c3")
    session.undo()
    assert session.path == "f5d6"
    assert not session.can_undo()


def test_undo_and_redo_over_a_pass() -> None:
    game, move = game_before_pass()
    before = path_of(game.current)
    session = Session(game)
    session.play(move)
    assert session.game.current.is_pass
    session.undo()
    assert session.path == before
    session.redo()
    assert session.game.current.is_pass


@pytest.mark.parametrize("seed", range(20))
def test_random_doings_keep_the_tree_sound(seed: int) -> None:
    chance = random.Random(seed)
    session = Session(white=chance.choice([HUMAN, ENGINE]))
    for _ in range(120):
        doing = chance.choice(["play", "play", "play", "undo", "redo", "step", "jump", "analyse"])
        if doing == "play" and not session.is_over:
            session.play(chance.choice(session.game.position.legal_moves()))
        elif doing == "undo" and session.can_undo():
            session.undo()
        elif doing == "redo" and session.game.can_redo():
            session.redo()
        elif doing == "step":
            session.step(chance.choice([-1, 1]))
        elif doing == "jump":
            nodes = [session.game.root, *session.game.nodes()]
            session.go_to(path_of(chance.choice(nodes)))
        elif doing == "analyse":
            session.analyse(not session.is_analysing)
        line = [node.move for node in session.game.current.line() if node.move != PASS]
        again = Game.from_moves(line)
        assert again.position == session.game.position
        assert path_of(node_at(session.game, session.path)) == session.path
        assert not session.game.position.must_pass()


# Variations


def test_what_is_played_is_the_main_line_and_what_was_undone_a_variation() -> None:
    session = Session()
    play(session, "f5", "d6")
    session.undo()
    play(session, "f4")
    assert [square_name(node.move) for node in session.game.main_line()] == ["f5", "f4"]
    assert len(session.game.root.children[0].children) == 2


def test_an_analysed_move_is_a_variation_until_it_is_promoted() -> None:
    session = Session()
    play(session, "f5", "d6")
    session.analyse(True)
    session.step(-1)
    play(session, "f4", "e3")
    assert [square_name(node.move) for node in session.game.main_line()] == ["f5", "d6"]
    session.promote(session.path)
    assert [square_name(node.move) for node in session.game.main_line()] == ["f5", "f4", "e3"]
    session.delete("f5d6")
    assert len(list(session.game.nodes())) == 3


@pytest.mark.parametrize("path", ["d6", "f5f5", "zz", "f", "f5d", "é1"])
def test_a_path_that_is_not_there_is_refused(path: str) -> None:
    session = Session()
    play(session, "f5")
    with pytest.raises(OutflankError):
        session.go_to(path)
    assert session.path == "f5"


def test_a_comment_stays_with_the_move_before_a_pass() -> None:
    game, move = game_before_pass()
    session = Session(game)
    session.play(move)
    session.comment("forces a pass")
    assert session.comment_here == "forces a pass"
    assert node_at(session.game, session.path).comment == "forces a pass"


# Ends


def test_a_person_resigns_and_goes_on_after_all() -> None:
    session = Session(white=ENGINE)
    play(session, "f5", "d6", "c3")
    assert session.resign() is BLACK
    assert session.result is not None
    assert (session.result.winner, session.result.reason) == (WHITE, Reason.RESIGNATION)
    assert not session.awaits_player
    with pytest.raises(OutflankError, match="over"):
        session.resign()
    with pytest.raises(IllegalMove, match="over"):
        play(session, "d3")
    session.undo()
    assert session.path == "f5d6c3"
    play(session, "d3")


def test_a_game_between_players_cannot_be_resigned() -> None:
    with pytest.raises(OutflankError, match="programs cannot resign"):
        Session(black=ENGINE, white=ENGINE).resign()


def test_a_move_before_a_resignation_takes_it_back() -> None:
    session = Session()
    play(session, "f5", "d6", "c3")
    session.resign()
    session.undo()
    session.step(-1)
    assert not session.is_over
    play(session, "c4")
    assert session.game.result is None


def test_a_full_game_is_counted() -> None:
    chance = random.Random(4)
    session = Session()
    while not session.is_over:
        session.play(chance.choice(session.game.position.legal_moves()))
    assert session.result is not None
    assert session.result == session.game.result
    assert not session.may_move()


def test_restart_keeps_players_time_and_opening() -> None:
    control = TimeControl(move_seconds=None, game_seconds=300.0, increment_seconds=2.0)
    session = Session(
        Game.from_moves(["f5", "d6"]), white=ENGINE, time_control=control, opening_moves=2
    )
    play(session, "c3", "d3")
    again = session.restarted()
    assert again.path == "f5d6"
    assert again.players == session.players
    assert again.time_control == control
    assert not again.can_undo()


# Clocks


def test_a_game_clock_counts_what_moves_took() -> None:
    watch = Watch()
    control = TimeControl(move_seconds=None, game_seconds=60.0, increment_seconds=1.0)
    session = Session(time_control=control, now=watch)
    watch.time += 50  # the first move is free
    play(session, "f5")
    watch.time += 10
    assert session.seconds_left(WHITE) == pytest.approx(50)
    play(session, "d6")
    assert session.seconds_left(WHITE) == pytest.approx(51)
    assert session.seconds_left(BLACK) == pytest.approx(61)
    watch.time += 5
    assert session.seconds_left(BLACK) == pytest.approx(56)
    session.undo()
    assert session.seconds_left(WHITE) == pytest.approx(60)


def test_moves_keep_their_times_without_a_limit_too() -> None:
    watch = Watch()
    session = Session(now=watch)
    watch.time += 3
    play(session, "f5")
    session.play("d6", seconds=0.25)
    session.analyse(True)
    watch.time += 5
    play(session, "c3")
    assert [node.seconds for node in session.game.main_line()] == [3.0, 0.25, None]
    assert session.seconds_left(BLACK) is None


def test_a_move_clock_begins_anew_with_every_move() -> None:
    watch = Watch()
    session = Session(time_control=TimeControl(move_seconds=10.0), now=watch)
    play(session, "f5")
    watch.time += 9
    assert not session.check_clock()
    play(session, "d6")
    assert session.seconds_left(BLACK) == pytest.approx(10)
    watch.time += 10.5
    assert session.check_clock()
    assert session.result is not None
    assert (session.result.winner, session.result.reason) == (WHITE, Reason.TIMEOUT)


def test_time_stands_still_while_somebody_looks_back_or_analyses() -> None:
    watch = Watch()
    session = Session(white=ENGINE, time_control=TimeControl(move_seconds=10.0), now=watch)
    play(session, "f5")
    session.analyse(True)
    watch.time += 100
    assert not session.check_clock()
    session.analyse(False)
    assert session.is_paused  # the player waits while the user analyses
    watch.time += 100
    assert session.seconds_left(WHITE) == 10
    session.resume()
    watch.time += 11
    assert session.seconds_left(WHITE) == 0
    assert not session.check_clock()  # a player may have waited for the server


def test_a_pause_stops_the_clock_of_a_person_and_keeps_the_time_used() -> None:
    watch = Watch()
    session = Session(time_control=TimeControl(move_seconds=60.0), now=watch)
    session.play("f5")
    watch.time += 20
    session.pause()
    watch.time += 100
    assert session.is_clock_stopped
    assert not session.is_clock_running
    assert not session.check_clock()
    assert session.seconds_left(WHITE) == pytest.approx(40)
    session.resume()
    watch.time += 5
    assert session.seconds_left(WHITE) == pytest.approx(35)
    session.pause()
    watch.time += 100
    assert session.play("d6").seconds == pytest.approx(25)
    assert session.is_clock_running
