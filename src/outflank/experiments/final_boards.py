"""Games of report 000's player at depth 6, as White, against four other players.

An experiment on section 4.3 of report 000, see docs/reports.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from outflank.arena.openings import load_openings
from outflank.experiments.laboratory import Laboratory
from outflank.experiments.single_games import play_once
from outflank.statistics.tally import Tally, standard_error

OURS = "report000"
PERSON = "engine:human=club"
OPENINGS = "xot"


@dataclass(frozen=True, slots=True)
class Reported:
    """A game printed in report 000: discs and total seconds, each of Black and of White.

    White is the report's own player.
    """

    discs: tuple[int, int]
    seconds: tuple[float, float]


REPORTED = {
    "a person": Reported((11, 53), (366.122, 50.835)),
    "random": Reported((8, 56), (0.0209, 62.633)),
    "the simple player": Reported((8, 54), (152.138, 81.482)),
    "Monte-Carlo, 5 s a move": Reported((1, 63), (135.203, 98.932)),
}


def run(laboratory: Laboratory) -> None:
    """Play games against each opponent, and show the final board of one game with each."""
    thinking = laboratory.choose(full="time=5", quick="time=0.1", tiny="nodes=100")
    games = laboratory.choose(full=100, quick=10, tiny=2)
    slow_games = laboratory.choose(full=4, quick=2, tiny=1)
    opponents = {
        "a person": (PERSON, games),
        "random": ("random", games),
        "the simple player": ("simple", games),
        "Monte-Carlo, 5 s a move": (f"mcts:{thinking},rollout=random,keep_tree=off", slow_games),
    }
    report = laboratory.report
    report.text(
        f"White is `{OURS}` in every game, from balanced openings of eight moves (`{OPENINGS}`). "
        f"No person played here: `{PERSON}` stands in for one, which errs as the weakest tenth of "
        "tournament players do (docs/human.md). The report has one game from the start against "
        "each. Its Monte-Carlo player was a program in plain Python, so ours makes far more "
        "playouts in the same time."
    )
    rows = []
    boards = []
    for name, (spec, count) in opponents.items():
        found = _games(laboratory, name, spec, count)
        scores = [game["discs"][1] - game["discs"][0] for game in found]
        tally = Tally.of_scores(scores)
        reported = REPORTED[name]
        rows.append(
            [
                name,
                f"{reported.discs[1]} to {reported.discs[0]}",
                count,
                f"{tally.wins}–{tally.draws}–{tally.losses}",
                f"{tally.mean_discs:+.1f} ± {standard_error(scores):.1f}",
                reported.seconds[1],
                sum(game["total_seconds"][1] for game in found) / count,
            ]
        )
        middle = sorted(range(count), key=scores.__getitem__)[count // 2]
        boards.append((name, spec, found[middle]))
    report.heading("Results of White")
    report.table(
        "results",
        [
            "against",
            "discs, report",
            "games here",
            "won–drawn–lost",
            "discs a game, lead",
            "seconds of a game, report",
            "here",
        ],
        rows,
    )
    report.heading("Final boards")
    report.text("Of each opponent the game whose result is in the middle of all.")
    for name, spec, game in boards:
        report.text(f"**{name}** (`{spec}`), Black X, ours O: `{game['moves']}`")
        report.code(game["board"])


def _games(laboratory: Laboratory, name: str, spec: str, count: int) -> list[dict[str, Any]]:
    openings = load_openings(OPENINGS, count, 1)

    def play(number: int) -> dict[str, Any]:
        return play_once(spec, OURS, seed=number + 1, opening=openings[number].game())

    found: list[dict[str, Any]] = laboratory.parts(name, range(count), play)
    return found
