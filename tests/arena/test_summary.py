"""The figures of a match, against counts by hand, and the files they are kept in."""

from __future__ import annotations

import json
from math import sqrt
from pathlib import Path

import pytest

from outflank.arena import MatchResult, TimeControl, play_match, save_match, summarise
from outflank.arena.elo import elo_of_score, estimate_elo
from outflank.arena.messages import GameTask, MatchGame
from outflank.arena.openings import Opening
from outflank.arena.saving import FIGURES_FILE, GAMES_FILE
from outflank.errors import OutflankError
from outflank.formats import read
from outflank.play.statistics import SideStatistics
from outflank.players import parse_spec
from outflank.rules.game import BLACK, Reason, Result
from outflank.rules.position import Position
from outflank.statistics.tally import Tally

FIRST, SECOND = parse_spec("greedy"), parse_spec("roxanne:random=0.1")
HOSTILE = Path(__file__).with_name("hostile.py")


def game(number: int, score: int, reason: Reason = Reason.COUNTED, detail: str = "") -> MatchGame:
    """A game that ended so for Black, where Black took 2 + 4 s and White 1 s."""
    first_is_black = number % 2 == 1
    black, white = (FIRST, SECOND) if first_is_black else (SECOND, FIRST)
    return MatchGame(
        task=GameTask(
            number=number,
            first_is_black=first_is_black,
            black=black,
            white=white,
            black_seed=1,
            white_seed=2,
            opening=Opening(Position.start(), BLACK, (37,)),
            time_control=TimeControl(),
        ),
        moves=(43, 18),
        seconds=(1.0, 2.0),
        result=Result(score, reason),
        black=SideStatistics.of_turns([2.0, 4.0]),
        white=SideStatistics().after_turn(1.0, nodes=500),
        detail=detail,
    )


def match(*games: MatchGame) -> MatchResult:
    return MatchResult(
        first=str(FIRST),
        second=str(SECOND),
        openings="random:8",
        seed=3,
        time_control=TimeControl(),
        games=games,
        seconds=12.5,
    )


def test_counts_by_hand() -> None:
    summary = summarise(
        match(
            game(1, +10),  # the first player has Black: +10
            game(2, +10),  # and White: −10
            game(3, 0),
            game(4, -6),  # +6
            game(5, -64, Reason.TIMEOUT, "did not answer in time"),  # −64
            game(6, -64, Reason.RESIGNATION),  # +64
            game(7, +2),
            game(8, -2),  # +2
        )
    )
    assert summary.tally == Tally(wins=5, draws=1, losses=2, discs=10)
    assert summary.tally.score == 5.5 / 8
    assert summary.tally.sigma == pytest.approx(sqrt(5.5 / 8 * 2.5 / 8 / 8))
    # Pairs: a win and a loss, a draw and a win, a loss and a win, two wins.
    assert summary.pairs.counts == (0, 0, 2, 1, 1)
    assert summary.as_dict()["pairs"] == [0, 0, 2, 1, 1]
    assert summary.elo == estimate_elo(summary.pairs)
    assert summary.as_dict()["elo"]["elo"] == pytest.approx(elo_of_score(5.5 / 8))
    scores = [10, -10, 0, 6, -64, 64, 2, 2]
    assert summary.tally.mean_discs == sum(scores) / 8 == 1.25
    squares = sum((score - 1.25) ** 2 for score in scores)
    assert summary.discs_sigma == pytest.approx(sqrt(squares / 7 / 8))
    assert summary.forfeits == (
        "game 5: White wins by Black's timeout: did not answer in time",
        "game 6: White wins by Black's resignation",
    )


def test_times_follow_the_player_and_not_the_colour() -> None:
    summary = summarise(match(game(1, 2), game(2, 2), game(3, 2)))
    # Black in games 1 and 3, White in game 2.
    assert summary.first.turns == 5
    assert summary.first.seconds == 13.0
    assert summary.first.mean_seconds == 2.6
    assert summary.first.longest_seconds == 4.0
    assert summary.first.nodes == 500
    assert summary.second.turns == 4
    assert summary.second.seconds == 8.0
    assert summary.second.nodes == 1000
    assert summary.second.nodes_per_second == 125


@pytest.mark.parametrize(
    ("games", "rate", "discs"), [((), 0.5, 0.0), ((game(1, 4),), 1.0, 4.0), ((game(2, 4),), 0, -4)]
)
def test_none_or_one_game_has_no_spread(
    games: tuple[MatchGame, ...], rate: float, discs: float
) -> None:
    summary = summarise(match(*games))
    assert summary.tally.score == rate
    assert summary.tally.mean_discs == discs
    assert summary.tally.sigma == summary.discs_sigma == 0.0


def test_statistics_add_up() -> None:
    assert SideStatistics.combined([]) == SideStatistics()
    side = SideStatistics.of_turns([0.5, 3.0, 1.0])
    assert (side.turns, side.seconds, side.longest_seconds, side.last_seconds) == (3, 4.5, 3.0, 1.0)
    assert side.after_turn(2.0, 7).nodes == 7
    assert SideStatistics().mean_seconds == SideStatistics().nodes_per_second == 0.0


def test_a_match_is_saved_and_read_back(tmp_path: Path) -> None:
    result = play_match("random", f"python:{HOSTILE}:Crasher", games=4, seed=1)
    folder = tmp_path / "new" / "folder"
    save_match(result, folder)
    assert sorted(path.name for path in folder.iterdir()) == [GAMES_FILE, FIGURES_FILE]

    games = read(folder / GAMES_FILE).games
    assert [game.moves() for game in games] == [game.game().moves() for game in result.games]
    assert [game.result for game in games] == [game.result for game in result.games]
    assert games[0].tags["black"] == "random"
    assert games[1].tags["white"] == "random"
    for saved, played in zip(games, result.games, strict=True):
        loser = "White" if played.task.first_is_black else "Black"
        assert saved.main_line()[-1].comment.startswith(
            f"{loser} loses: illegal moves: ended its process"
        )
        seconds = [node.seconds for node in saved.main_line() if node.seconds is not None]
        assert seconds == pytest.approx(played.seconds, abs=0.001)

    figures = json.loads((folder / FIGURES_FILE).read_text())
    assert figures["first"] == "random"
    assert figures["seed"] == 1
    assert figures["summary"] == json.loads(json.dumps(summarise(result).as_dict()))
    assert figures["summary"]["wins"] == 4
    assert [game["score"] for game in figures["games"]] == [64, -64, 64, -64]
    assert {game["reason"] for game in figures["games"]} == {"illegal moves"}
    assert figures["games"][0]["moves"] == "".join(
        f"{'abcdefgh'[move % 8]}{move // 8 + 1}" for move in result.games[0].moves
    )


def test_a_folder_with_a_match_in_it_is_left_alone(tmp_path: Path) -> None:
    save_match(match(game(1, 2)), tmp_path)
    before = (tmp_path / FIGURES_FILE).read_bytes()
    with pytest.raises(OutflankError, match="choose another"):
        save_match(match(game(1, 4)), tmp_path)
    assert (tmp_path / FIGURES_FILE).read_bytes() == before


def test_a_match_without_a_finished_game_has_figures_only(tmp_path: Path) -> None:
    save_match(match(), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [FIGURES_FILE]


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutflankError, match="cannot be written: Not a directory"):
        save_match(match(), tmp_path / "file" / "folder")
