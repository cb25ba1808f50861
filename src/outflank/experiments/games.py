"""Many games between two built-in players, on any executor.

A match of the arena runs players in separate processes, as protection against players that hang or
cheat. Built-in players do neither, and games within one process take a fraction of the time.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from typing import Any

from outflank.arena.openings import load_openings
from outflank.arena.pairs import PairCounts, points_of
from outflank.players.making import make_player
from outflank.players.player import UNTIMED
from outflank.rules.game import BLACK
from outflank.statistics.tally import Tally


@dataclass(frozen=True, slots=True)
class Played:
    """Finished games: the first player's `scores` in discs, and times and nodes of both players.

    `seconds` are wall-clock time. `processor_seconds` are CPU time of all threads, which changes
    little on a busy machine. Pairs of numbers are for the first and the second player. With
    `is_paired`, games 2n and 2n + 1 have the same opening and exchanged colours.
    """

    scores: list[int] = field(default_factory=list)
    seconds: tuple[float, float] = (0.0, 0.0)
    moves: tuple[int, int] = (0, 0)
    nodes: tuple[int, int] = (0, 0)
    processor_seconds: tuple[float, float] = (0.0, 0.0)
    is_paired: bool = True

    @property
    def tally(self) -> Tally:
        """The first player's results."""
        return Tally.of_scores(self.scores)

    @property
    def move_seconds(self) -> tuple[float, float]:
        """CPU seconds per move of each player."""
        first, second = (
            seconds / max(1, moves)
            for seconds, moves in zip(self.processor_seconds, self.moves, strict=True)
        )
        return first, second

    def pairs(self) -> PairCounts:
        """The results of pairs of games with the same opening. Requires `is_paired`."""
        points = [points_of(score) for score in self.scores]
        return PairCounts.of_points(
            one + other for one, other in zip(points[::2], points[1::2], strict=True)
        )

    def as_json(self) -> dict[str, Any]:
        """The fields as a dictionary for JSON."""
        return {
            "scores": self.scores,
            "seconds": self.seconds,
            "moves": self.moves,
            "nodes": self.nodes,
            "processor_seconds": self.processor_seconds,
            "is_paired": self.is_paired,
        }

    @staticmethod
    def from_json(content: dict[str, Any]) -> Played:
        """Read games from a dictionary of `as_json`."""
        names = ("seconds", "moves", "nodes", "processor_seconds")
        both = {name: tuple(content[name]) for name in names}
        return Played(content["scores"], **both, is_paired=content["is_paired"])

    def __add__(self, other: Played) -> Played:
        def sums(mine: Any, others: Any) -> Any:
            return tuple(one + two for one, two in zip(mine, others, strict=True))

        return Played(
            self.scores + other.scores,
            sums(self.seconds, other.seconds),
            sums(self.moves, other.moves),
            sums(self.nodes, other.nodes),
            sums(self.processor_seconds, other.processor_seconds),
            self.is_paired,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """Two players, given by specs such as ``engine:level=5``, and the settings of their games.

    Each opening is played twice with exchanged colours. With `first_is_black` the first player
    always has Black, and every game has its own opening.
    """

    first: str
    second: str
    games: int
    openings: str = "random:8"
    seed: int = 1
    first_is_black: bool = False


def play_part(meeting: Meeting, start: int, stop: int) -> Played:
    """Play the games numbered `start` to `stop` - 1 of a match between two players.

    The result is always the same, unless a player has a time limit.
    """
    step = 1 if meeting.first_is_black else 2
    openings = load_openings(meeting.openings, -(-stop // step), meeting.seed)
    played = Played(is_paired=not meeting.first_is_black)
    for number in range(start, stop):
        is_swapped = not meeting.first_is_black and number % 2 == 1
        played += _play(meeting, openings[number // step].game(), number, is_swapped)
    return played


def _play(meeting: Meeting, game: Any, number: int, is_swapped: bool) -> Played:
    chance = random.Random(f"{meeting.seed} {number}")
    players = [
        make_player(spec, seed=chance.getrandbits(32)) for spec in (meeting.first, meeting.second)
    ]
    seconds, processor_seconds, moves = [0.0, 0.0], [0.0, 0.0], [0, 0]
    while not game.is_over():
        side = int((game.to_move is BLACK) == is_swapped)
        started, started_processor = time.perf_counter(), time.process_time()
        move = players[side].choose(game, UNTIMED)
        seconds[side] += time.perf_counter() - started
        processor_seconds[side] += time.process_time() - started_processor
        moves[side] += 1
        game.play(move)
    nodes = (players[0].nodes, players[1].nodes)
    for player in players:
        player.close()
    score = game.result.score
    return Played(
        [-score if is_swapped else score],
        (seconds[0], seconds[1]),
        (moves[0], moves[1]),
        nodes,
        (processor_seconds[0], processor_seconds[1]),
        not meeting.first_is_black,
    )
