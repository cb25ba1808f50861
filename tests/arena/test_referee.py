"""One game: who wins, why, and what the record says."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path

import pytest

from outflank.arena.record import GameRecord
from outflank.arena.referee import play_game
from outflank.errors import OutflankError
from outflank.play.time_control import UNLIMITED, TimeControl
from outflank.players import Clock, Player, make_player
from outflank.rules.game import BLACK, WHITE, Colour, Game, Reason
from outflank.rules.position import Position
from outflank.rules.squares import PASS, NamedSquare
from tests.arena.hostile import (
    VANDALISM,
    Answers,
    Corner,
    Counter,
    Honest,
    LateVandal,
    Looper,
    Quitter,
    Sleeper,
    Slow,
    Thrower,
    Vandal,
    first_legal,
)
from tests.positions import random_play_positions

QUICK = TimeControl(move_seconds=10)
"""Of players that answer at once: even on a machine with other work they are not late."""


def random_game(plies: int) -> Game:
    """A game after `plies` random moves."""
    chance, game = random.Random(1), Game()
    for _ in range(plies):
        game.play(chance.choice(game.position.legal_moves()))
    return game


def played(
    player: Player, colour: Colour, time_control: TimeControl = QUICK, start: Game | None = None
) -> GameRecord:
    """A game of `player` with this colour against an honest one."""
    honest = Honest()
    pair = (player, honest) if colour is BLACK else (honest, player)
    record = play_game(*pair, start=start, time_control=time_control)
    # The honest player is notified once of the end, with the true game.
    assert honest.ends == [record.game]
    return record


def assert_lost(record: GameRecord, colour: Colour, reason: Reason) -> None:
    assert record.result.reason is reason
    assert record.result.winner is colour.other
    assert abs(record.result.score) == 64
    assert record.game.result == record.result


BOTH_COLOURS = pytest.mark.parametrize("colour", [BLACK, WHITE], ids=str)


# Games that go well


def test_a_game_is_what_the_players_chose() -> None:
    record = play_game(Honest(), Honest(), time_control=QUICK)
    expected = Game()
    while not expected.is_over():
        expected.play(first_legal(expected))
    assert record.game.moves() == expected.moves()
    assert record.result == expected.result
    assert record.result.reason is Reason.COUNTED
    assert record.detail == ""
    assert not record.is_stuck


def test_passes_are_made_by_the_game_without_asking_players() -> None:
    games = 0
    for seed in range(20):
        black, white = make_player("random", seed=seed), make_player("random", seed=seed + 1000)
        record = play_game(black, white, time_control=UNLIMITED)
        moves = record.game.moves()
        games += PASS in moves
        assert record.black.turns + record.white.turns == len(moves) - moves.count(PASS)
    assert games > 2


@pytest.mark.parametrize("to_move", [BLACK, WHITE], ids=str)
def test_a_game_may_start_anywhere_with_either_side(to_move: Colour) -> None:
    for board in list(random_play_positions(seed=4, games=1))[::6]:
        start = Game(Position(*board), to_move)
        record = play_game(Honest(), Honest(), start=start, time_control=QUICK)
        assert record.game.root.position == Position(*board)
        assert record.game.root.to_move is to_move
        assert record.game.is_over()
        assert record.result.reason is Reason.COUNTED


def test_a_game_goes_on_from_the_cursor_of_another_and_leaves_it_alone() -> None:
    start = Game.from_moves(["f5", "d6", "c3", "d3"])
    start.tags["event"] = "Test"
    start.undo()
    before = repr(start)
    record = play_game(Honest(), Honest(), start=start, time_control=QUICK)
    assert [node.move for node in record.game.main_line()[:3]] == [37, 43, 18]
    assert record.game.tags["event"] == "Test"
    assert all(len(node.children) <= 1 for node in record.game.nodes())
    assert repr(start) == before
    assert len(start.current.children) == 1


def test_a_finished_game_is_only_counted() -> None:
    honest = Honest()
    start = Game(Position(0xFFFFFFFF, 0xFFFFFFFF << 32), WHITE)
    record = play_game(honest, honest, start=start, time_control=QUICK)
    assert record.result.score == 0
    assert honest.clocks == []
    assert len(honest.ends) == 2


def test_the_record_has_times_names_and_nodes() -> None:
    counter, slow = Counter(), Slow()
    start = random_game(46)
    record = play_game(slow, counter, start=start, time_control=TimeControl(move_seconds=5))
    game = record.game
    assert game.tags == {"black": "slow", "white": "counter"}
    nodes = [node for node in game.main_line() if not node.is_pass]
    assert [node.seconds for node in nodes[:46]] == [None] * 46
    for side, colour in ((record.black, BLACK), (record.white, WHITE)):
        times = [node.seconds or 0.0 for node in nodes[46:] if node.mover is colour]
        assert side.turns == len(times)
        assert side.seconds == pytest.approx(sum(times), abs=1e-4)
        assert side.longest_seconds == pytest.approx(max(times), abs=1e-5)
        assert side.last_seconds == pytest.approx(times[-1], abs=1e-5)
        assert side.mean_seconds == pytest.approx(sum(times) / len(times), abs=1e-5)
    assert record.black.longest_seconds >= 0.1
    assert min(node.seconds or 0.0 for node in nodes[46:] if node.mover is WHITE) < 0.1
    assert record.white.nodes == 10 * record.white.turns
    assert record.black.nodes == 0


def test_players_play_more_than_one_game() -> None:
    black, white = make_player("random", seed=1), make_player("greedy", seed=2)
    records = [play_game(black, white, time_control=QUICK) for _ in range(3)]
    assert len({repr(record.game) for record in records}) == 3


def test_no_thread_is_left_behind() -> None:
    before = threading.active_count()
    play_game(Honest(), Honest(), time_control=QUICK)
    play_game(Thrower(), Honest(), time_control=QUICK)
    assert threading.active_count() == before


# Time


@BOTH_COLOURS
def test_one_that_sleeps_loses_in_time(colour: Colour) -> None:
    started = time.perf_counter()
    record = played(Sleeper(), colour, TimeControl(move_seconds=1))
    assert time.perf_counter() - started < 25  # it would sleep for 30 s
    assert_lost(record, colour, Reason.TIMEOUT)
    assert record.detail == "did not answer in time"
    assert record.is_stuck
    assert record.side(colour).seconds >= 1
    assert record.side(colour).turns == 1


def test_one_that_loops_loses_in_time() -> None:
    # In a process that can be ended: the thread would go on for ever. See also test_pool.
    import subprocess
    import sys

    script = (
        "from outflank.arena import *; from tests.arena.hostile import *; import time;"
        "started = time.perf_counter();"
        "r = play_game(Honest(), Looper(), time_control=TimeControl(move_seconds=1));"
        "print(r.result, r.is_stuck, time.perf_counter() - started < 60)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=300
    )
    assert done.stdout.strip() == "Black wins by White's timeout True True"
    assert Looper.name == "looper"


def test_the_time_of_a_move_counts_every_move_anew() -> None:
    record = played(Slow(), BLACK, TimeControl(move_seconds=1), random_game(34))
    assert record.result.reason is Reason.COUNTED
    assert record.black.seconds > 1


def test_the_time_of_a_game_is_used_up() -> None:
    record = played(Slow(), WHITE, TimeControl(move_seconds=None, game_seconds=0.55))
    assert_lost(record, WHITE, Reason.TIMEOUT)
    assert record.white.seconds > 0.55
    # Five moves of 0.1 s fit; the sixth would be 0.05 s too late, which is just not forgiven.
    assert record.white.turns <= 6
    assert record.black.turns == record.white.turns


def test_an_increment_gives_time_back() -> None:
    time_control = TimeControl(move_seconds=None, game_seconds=1, increment_seconds=1)
    record = played(Slow(), WHITE, time_control, random_game(34))
    assert record.result.reason is Reason.COUNTED
    assert record.white.seconds > 1


def test_players_see_their_clock() -> None:
    honest = Honest()
    time_control = TimeControl(move_seconds=30, game_seconds=100, increment_seconds=10)
    play_game(honest, Counter(), time_control=time_control)
    first, second, *_, last = honest.clocks
    assert first.move_seconds == pytest.approx(30, abs=5)
    assert first.game_seconds == pytest.approx(100, abs=5)
    assert first.increment_seconds == 10
    assert second.game_seconds == pytest.approx(110, abs=5)
    assert last.game_seconds == pytest.approx(100 + 10 * (len(honest.clocks) - 1), abs=20)


def test_without_limits_the_clock_is_empty() -> None:
    honest = Honest()
    play_game(honest, Honest(), time_control=UNLIMITED)
    assert set(honest.clocks) == {Clock()}


def test_a_minute_a_move_is_the_default() -> None:
    honest = Honest()
    play_game(honest, Honest())
    assert honest.clocks[0].move_seconds == pytest.approx(60, abs=5)


@pytest.mark.parametrize(
    "limits",
    [
        {"move_seconds": 0},
        {"move_seconds": -1},
        {"move_seconds": float("nan")},
        {"game_seconds": float("inf")},
        {"increment_seconds": -0.1},
    ],
)
def test_times_that_make_no_sense_are_refused(limits: dict[str, float]) -> None:
    with pytest.raises(OutflankError, match=next(iter(limits))):
        TimeControl(**limits)


# Illegal answers

RUBBISH = [-1, 64, 65, 10**5000, -(10**30), "f5", None, 19.0, True, [19], object(), b"\x13"]


@BOTH_COLOURS
@pytest.mark.parametrize("count", [1, 2])
def test_one_or_two_illegal_answers_are_forgiven_every_time(count: int, colour: Colour) -> None:
    record = played(Answers(*[0] * count), colour)
    expected = Game()
    while not expected.is_over():
        expected.play(first_legal(expected))
    # On the board they may be legal, when a1 is; so compare all but the moves on a1.
    assert record.result.reason is Reason.COUNTED
    assert record.game.moves()[:20] == expected.moves()[:20]


@BOTH_COLOURS
def test_the_third_illegal_answer_in_a_row_loses(colour: Colour) -> None:
    record = played(Corner(), colour)
    assert_lost(record, colour, Reason.ILLEGAL_MOVES)
    assert record.detail == "answered a1, a1, a1"
    assert not record.is_stuck
    assert record.game.current.comment.endswith("illegal moves: answered a1, a1, a1")


@pytest.mark.parametrize("answer", RUBBISH, ids=[type(rubbish).__name__ for rubbish in RUBBISH])
def test_rubbish_is_an_illegal_answer(answer: object) -> None:
    assert_lost(played(Answers(answer, answer, answer), WHITE), WHITE, Reason.ILLEGAL_MOVES)
    record = played(Answers(answer, answer), WHITE)
    assert record.result.reason is Reason.COUNTED


def test_numbers_of_other_kinds_are_taken() -> None:
    numpy = pytest.importorskip("numpy")

    class Modern(Honest):
        def choose(self, game: Game, clock: Clock) -> int:
            return numpy.int8(first_legal(game))  # type: ignore[no-any-return]

    record = played(Modern(), BLACK)
    assert record.result.reason is Reason.COUNTED
    assert all(type(move) is NamedSquare for move in record.game.moves())


def test_the_clock_runs_on_between_illegal_answers() -> None:
    class SlowAnswers(Answers):
        def choose(self, game: Game, clock: Clock) -> int:
            assert clock.move_seconds is not None
            self.seen.append(clock.move_seconds)
            time.sleep(0.4)
            return super().choose(game, clock)

        seen: list[float]

    player = SlowAnswers(0, 0)
    player.seen = []
    record = played(player, BLACK, TimeControl(move_seconds=1))
    assert_lost(record, BLACK, Reason.TIMEOUT)
    assert player.seen[0] > 0.6
    assert player.seen[1] <= 0.6


# Faults


@BOTH_COLOURS
def test_an_exception_loses_and_is_kept(colour: Colour) -> None:
    record = played(Thrower(), colour)
    assert_lost(record, colour, Reason.ILLEGAL_MOVES)
    assert record.detail == "ZeroDivisionError: I cannot count"
    assert record.game.current.comment.startswith(f"{colour} loses: ")


def test_leaving_the_process_loses() -> None:
    record = played(Quitter(), BLACK)
    assert_lost(record, BLACK, Reason.ILLEGAL_MOVES)
    assert "SystemExit" in record.detail


@pytest.mark.parametrize("way", VANDALISM)
@BOTH_COLOURS
def test_altering_the_game_loses_and_changes_nothing(way: str, colour: Colour) -> None:
    start = random_game(8)
    honest = Honest()
    pair = (Vandal(way), honest) if colour is BLACK else (honest, Vandal(way))
    record = play_game(*pair, start=start, time_control=QUICK)
    assert_lost(record, colour, Reason.ILLEGAL_MOVES)
    assert record.detail == "changed the game it was given"
    assert record.game.moves()[:8] == start.moves()
    assert len(record.game.moves()) == (8 if start.to_move is colour else 9)


def test_nothing_that_happens_after_the_end_counts() -> None:
    record = played(LateVandal(), WHITE)
    assert record.result.reason is Reason.COUNTED
    assert record.game.tags["white"] == "late vandal"


def test_a_listener_hears_of_the_end_before_the_players() -> None:
    honest, heard = Honest(), list[GameRecord]()

    def listen(record: GameRecord) -> None:
        assert honest.ends == []
        heard.append(record)

    assert [play_game(honest, Honest(), time_control=QUICK, on_end=listen)] == heard


def test_the_listener_is_told_before_every_turn() -> None:
    turns: list[tuple[int, Colour, float | None]] = []

    def listen(game: Game, clock: Clock) -> None:
        turns.append((len(game.moves()), game.to_move, clock.seconds))

    record = play_game(Honest(), Honest(), time_control=QUICK, on_turn=listen)
    assert len(turns) == record.black.turns + record.white.turns
    assert turns[0] == (0, BLACK, QUICK.move_seconds)
    assert [count for count, _, _ in turns] == sorted({count for count, _, _ in turns})


# Players by spec


def test_players_can_be_given_as_specs() -> None:
    record = play_game("greedy:seed=1", make_player("roxanne:seed=2"))
    again = play_game(make_player("greedy:seed=1"), "roxanne:seed=2")
    assert record.game.moves() == again.game.moves()
    assert record.game.tags["black"] == "greedy:seed=1"
    assert record.game.tags["white"] == "roxanne:seed=2"


def test_only_players_that_were_made_for_the_game_are_closed(tmp_path: Path) -> None:
    class Closing(Honest):
        closed = 0

        def close(self) -> None:
            self.closed += 1

    own = Closing()
    play_game(own, "greedy")
    assert own.closed == 0
    program = tmp_path / "player.py"
    program.write_text(
        "from pathlib import Path\n"
        "class Mine:\n"
        "    name = 'mine'\n"
        "    def choose(self, game, clock): return game.position.legal_moves()[0]\n"
        "    def game_over(self, game): pass\n"
        f"    def close(self): Path({str(tmp_path / 'closed')!r}).touch()\n"
    )
    play_game(f"python:{program}:Mine", own)
    assert (tmp_path / "closed").exists()
