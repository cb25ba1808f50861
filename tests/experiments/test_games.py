"""Games of an experiment: repeatable, fair in colours, counted right."""

from __future__ import annotations

from dataclasses import replace

from outflank.arena.match import play_match
from outflank.experiments.games import Meeting, Played, play_part
from outflank.statistics.tally import Tally

MEETING = Meeting(first="roxanne", second="random", games=12)


def test_parts_are_those_of_the_whole() -> None:
    whole = play_part(MEETING, 0, 12)
    parts = play_part(MEETING, 0, 5) + play_part(MEETING, 5, 12)
    assert whole.scores == parts.scores
    assert whole.moves == parts.moves
    assert whole.tally.games == 12
    assert all(-64 <= score <= 64 and score % 2 == 0 for score in whole.scores)


def test_colours_are_exchanged_within_a_pair() -> None:
    """The same deterministic player on both sides: what Black wins once, it wins twice."""
    meeting = Meeting(first="plain:depth=1", second="plain:depth=1", games=10)
    played = play_part(meeting, 0, 10)
    assert [-one for one in played.scores[::2]] == played.scores[1::2]
    assert played.tally.score == 0.5
    assert played.pairs().games == 10
    assert played.pairs().score == 0.5


def test_the_first_may_always_have_black() -> None:
    paired = Meeting(first="plain:depth=1", second="plain:depth=2", games=2, openings="start")
    always = replace(paired, games=3, first_is_black=True)
    black, white = play_part(paired, 0, 2).scores
    played = play_part(always, 0, 3)
    assert played.scores == [black] * 3
    assert black != white
    assert not played.is_paired


def test_a_match_of_the_arena_comes_to_the_same() -> None:
    """Not the same games, as seeds differ, but for players without chance they are."""
    ours = play_part(Meeting(first="plain:depth=2", second="plain:depth=1", games=6), 0, 6)
    arena = play_match("plain:depth=2", "plain:depth=1", games=6, seed=1, workers=1)
    assert ours.scores == [game.first_score for game in arena.games]
    assert {game.task.first_is_black for game in arena.games} == {True, False}


def test_figures_of_games() -> None:
    played = Played([10, -4, 0, 2], (9.0, 9.0), (10, 8), (100, 0), (2.0, 4.0))
    assert played.tally == Tally(wins=2, draws=1, losses=1, discs=8)
    assert played.move_seconds == (0.2, 0.5)
    assert played.pairs().counts == (0, 0, 1, 1, 0)
    assert Played.from_json(played.as_json()) == played
