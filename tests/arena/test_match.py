from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from outflank.arena.match import play_match
from outflank.arena.messages import MatchGame
from outflank.arena.openings import load_openings
from outflank.arena.pairs import PairCounts, pair_points
from outflank.arena.sprt import Sprt, Verdict
from outflank.arena.summary import MatchResult
from outflank.errors import OutflankError
from outflank.play.time_control import TimeControl
from outflank.players import make_player
from outflank.rules.game import Reason
from outflank.rules.squares import PASS
from tests.arena.hostile import Honest

HOSTILE = Path(__file__).with_name("hostile.py")


def records(result: MatchResult) -> list[list[int]]:
    return [game.game().moves() for game in result.games]


@pytest.fixture(scope="module")
def match() -> MatchResult:
    return play_match("random", "corner-greedy", games=12, seed=5, workers=1)


def test_the_same_seed_gives_the_same_games_with_any_number_of_workers(match: MatchResult) -> None:
    again = play_match("random", "corner-greedy", games=12, seed=5, workers=2)
    assert records(again) == records(match)
    assert [game.result for game in again.games] == [game.result for game in match.games]


def test_fewer_games_are_the_first_of_more(match: MatchResult) -> None:
    fewer = play_match("random", "corner-greedy", games=5, seed=5, workers=2)
    assert records(fewer) == records(match)[:5]


def test_another_seed_gives_other_games(match: MatchResult) -> None:
    other = play_match("random", "corner-greedy", games=12, seed=6, workers=2)
    assert not any(
        one == another for one, another in zip(records(other), records(match), strict=True)
    )


def test_colours_are_exchanged_within_each_pair(match: MatchResult) -> None:
    assert [game.task.number for game in match.games] == list(range(1, 13))
    for odd, even in zip(match.games[::2], match.games[1::2], strict=True):
        assert (str(odd.task.black), str(odd.task.white)) == ("random", "corner-greedy")
        assert (str(even.task.black), str(even.task.white)) == ("corner-greedy", "random")
        assert odd.task.opening == even.task.opening
        assert odd.task.black_seed == even.task.white_seed
        assert odd.task.white_seed == even.task.black_seed
        assert odd.task.first_is_black
        assert not even.task.first_is_black
    openings = [game.task.opening for game in match.games[::2]]
    assert openings == load_openings("random:8", 6, seed=5)
    assert len({game.task.black_seed for game in match.games}) == 12


def test_the_games_are_complete_and_counted(match: MatchResult) -> None:
    for game in match.games:
        record = game.game()
        assert record.is_over()
        assert record.result == game.result
        assert game.result.reason is Reason.COUNTED
        assert record.moves()[:8] == list(game.task.opening.moves) or PASS in record.moves()[:8]
        assert record.tags["round"] == str(game.task.number)
        assert game.black.turns + game.white.turns == len(game.moves)


def test_progress_is_told_of_every_game_once() -> None:
    told: list[MatchGame] = []
    result = play_match("greedy", "roxanne", games=7, seed=1, workers=2, progress=told.append)
    assert Counter(game.task.number for game in told) == Counter(range(1, 8))
    assert sorted(told, key=lambda game: game.task.number) == list(result.games)


@pytest.mark.parametrize(
    "executor",
    [
        lambda: ThreadPoolExecutor(2),
        lambda: ProcessPoolExecutor(1, mp_context=get_context("spawn")),
    ],
    ids=["threads", "processes"],
)
def test_any_executor_will_do(
    executor: Callable[[], ThreadPoolExecutor | ProcessPoolExecutor], match: MatchResult
) -> None:
    with executor() as place:
        result = play_match("random", "corner-greedy", games=4, seed=5, executor=place)
    assert records(result) == records(match)[:4]


def test_openings_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("f5d6c3\nf5f6e6f4\nf5f4\n")
    result = play_match("random", "random", games=8, seed=1, openings=str(file))
    assert [str(game.task.opening) for game in result.games] == [
        *["f5d6c3"] * 2,
        *["f5f6e6f4"] * 2,
        *["f5f4"] * 2,
        *["f5d6c3"] * 2,
    ]
    # The two players have the same spec and yet do not play alike.
    assert records(result)[0] != records(result)[1]
    assert records(result)[0] != records(result)[6]


def test_each_game_has_players_of_its_own_with_seeds_of_their_own() -> None:
    result = play_match(
        f"python:{HOSTILE}:Counter", "random", games=4, seed=1, openings="start", workers=1
    )
    assert [game.first.nodes for game in result.games] == [
        10 * game.first.turns for game in result.games
    ]
    assert len({tuple(moves) for moves in records(result)}) == 4


def test_a_seed_in_a_spec_changes_the_games(match: MatchResult) -> None:
    seeded = play_match("random:seed=1", "corner-greedy", games=4, seed=5)
    assert records(seeded) != records(match)[:4]


@pytest.mark.parametrize(
    ("first", "options", "part"),
    [
        ("human", {}, "human is interactive and cannot play a match"),
        ("nobody", {}, "no player 'nobody'"),
        ("random", {"games": 0}, "games=0"),
        ("random", {"workers": 0}, "workers=0"),
        ("random", {"openings": "no-such-file.ggf"}, "no-such-file.ggf"),
        ("python:no-such-file.py:Me", {}, "no such file: no-such-file.py"),
    ],
)
def test_what_cannot_be_played_is_refused(first: str, options: dict[str, str], part: str) -> None:
    with pytest.raises(OutflankError) as caught:
        play_match(first, "random", **{"games": 2, **options})  # type: ignore[arg-type]
    assert part in str(caught.value)


def test_the_time_control_reaches_the_players() -> None:
    result = play_match(
        f"python:{HOSTILE}:Slow",
        "random",
        games=2,
        time_control=TimeControl(move_seconds=None, game_seconds=0.35),
    )
    assert [game.result.reason for game in result.games] == [Reason.TIMEOUT] * 2
    assert [game.first_score for game in result.games] == [-64, -64]


def test_a_test_ends_the_match_with_the_pair_that_decides() -> None:
    test = Sprt(elo0=-200, elo1=200)
    results = [
        play_match("corner-greedy", "random", games=400, seed=1, workers=workers, sprt=test)
        for workers in (1, 3)
    ]
    assert records(results[0]) == records(results[1])
    result = results[0]
    assert len(result.games) < 400
    assert len(result.games) % 2 == 0
    assert test.verdict(result.pairs) is not Verdict.UNDECIDED
    shorter = PairCounts.of_points(list(pair_points(result.games).values())[:-1])
    assert test.verdict(shorter) is Verdict.UNDECIDED


def test_a_test_that_stays_undecided_has_all_games() -> None:
    result = play_match("random", "random", games=6, seed=1, sprt=Sprt(elo0=0, elo1=1))
    assert len(result.games) == 6
    assert result.sprt is not None
    assert result.sprt.verdict(result.pairs) is Verdict.UNDECIDED


# Players as objects


class Named(Honest):
    name = "mine"
    closed = 0

    def close(self) -> None:
        self.closed += 1


def test_players_that_are_objects_play_in_this_process() -> None:
    mine = Named()
    told: list[int] = []
    found = play_match(
        mine, "greedy", games=6, seed=5, progress=lambda game: told.append(game.task.number)
    )
    assert (found.first, found.second) == ("mine", "greedy")
    assert told == [game.task.number for game in found.games] == list(range(1, 7))
    assert all(game.result.reason is Reason.COUNTED for game in found.games)
    assert mine.closed == 0
    tags = found.games[1].game().tags
    assert (tags["black"], tags["white"]) == ("greedy", "mine")
    assert found.as_dict()["games"][0]["black"] == "mine"
    again = play_match(mine, "greedy", games=6, seed=5)
    assert records(again) == records(found)


def test_a_spec_beside_an_object_plays_as_it_does_in_processes() -> None:
    here = play_match("greedy", make_player("roxanne:seed=3"), games=4, seed=5)
    there = play_match("greedy", "roxanne:seed=3", games=4, seed=5)
    assert [game.task.opening for game in here.games] == [game.task.opening for game in there.games]
    assert here.first == there.first
    with pytest.raises(OutflankError, match="no such file"):
        play_match("python:/nowhere/player.py:Mine", make_player("greedy"), games=2)
