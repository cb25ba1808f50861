"""Win rates of three players against random moves by depth, and of NEAT against minimax.

An experiment on report 002, see docs/reports.md.
"""

from __future__ import annotations

from collections.abc import Callable

from outflank.experiments.games import Meeting, Played
from outflank.experiments.laboratory import Laboratory
from outflank.experiments.report import Cell, draw_lines, new_figure, percent

DEPTHS = (1, 2, 3, 4, 5, 6)
RANDOM_FIRST = 4
RANDOM_SHARE = 0.03


def _minimax(depth: int) -> str:
    # Alpha-beta returns the same moves as minimax; the report's minimax prunes as well.
    return f"alphabeta:depth={depth},eval=positional,corners=off"


PLAYERS: dict[str, Callable[[int], str]] = {
    "BasicMinimaxAgent": lambda depth: f"{_minimax(depth)},random_first={RANDOM_FIRST}",
    "LittleRandomAgent": lambda depth: f"{_minimax(depth)},random={RANDOM_SHARE}",
    "NEATAgent": lambda depth: f"neat:depth={depth},random_first={RANDOM_FIRST}",
}

REPORTED_GAMES = (5000, 5000, 5000, 5000, 5000, 2000)
REPORTED_WINS = {
    "BasicMinimaxAgent": (4404, 4689, 4841, 4921, 4954, 1993),
    "LittleRandomAgent": (4446, 4640, 4818, 4889, 4951, 1990),
    "NEATAgent": (4423, 4659, 4846, 4926, 4969, 1987),
}
REPORTED_MATCH = (5002, 4784, 214)
"""Result of 10,000 games in report 002: NEAT's wins, minimax's wins, and draws."""

ABOUT = {
    "BasicMinimaxAgent": f"its first {RANDOM_FIRST} moves are random",
    "LittleRandomAgent": f"each of its moves is random with probability {RANDOM_SHARE}",
    "NEATAgent": f"evolved evaluation; its first {RANDOM_FIRST} moves are random",
}


def run(laboratory: Laboratory) -> None:
    """Play each player against random at all depths, then NEAT against minimax."""
    depths = laboratory.choose(full=DEPTHS, quick=(1, 2, 3, 4), tiny=(1, 2))
    report = laboratory.report
    report.text(
        "As in the report, the player named always moves first against `random`, and a win rate "
        "counts wins alone, with the binomial sigma √(p(1−p)/n). The positional table is that of "
        "the paper which the report quotes; it does not print the table that it used."
    )
    curves = {}
    for name, spec in PLAYERS.items():
        played = {
            depth: laboratory.play(
                Meeting(
                    first=spec(depth),
                    second="random",
                    games=laboratory.choose(full=REPORTED_GAMES[depth - 1], quick=100, tiny=10),
                    openings="start",
                    first_is_black=True,
                )
            )
            for depth in depths
        }
        report.heading(f"{name} against random: {ABOUT[name]}")
        report.table(name, ["depth", *map(str, depths)], _rows(name, played))
        curves[name] = [games.tally for games in played.values()]
    figure, (axes,) = new_figure()
    lines = {}
    errors = {}
    for name, tallies in curves.items():
        lines[f"{name}, here"] = (list(depths), [1 - one.win_rate for one in tallies])
        errors[f"{name}, here"] = [one.win_sigma for one in tallies]
        lines[f"{name}, report"] = (list(depths), [1 - _reported(name, depth) for depth in depths])
    draw_lines(
        axes, lines, title="games not won against random", x="depth", y="share", errors=errors
    )
    report.figure("games not won", figure)
    _match(laboratory)


def _reported(name: str, depth: int) -> float:
    return REPORTED_WINS[name][depth - 1] / REPORTED_GAMES[depth - 1]


def _rows(name: str, played: dict[int, Played]) -> list[list[Cell]]:
    found = [games.tally for games in played.values()]
    return [
        ["games, report", *(REPORTED_GAMES[depth - 1] for depth in played)],
        ["games, here", *(one.games for one in found)],
        ["wins, report", *(REPORTED_WINS[name][depth - 1] for depth in played)],
        ["wins, here", *(one.wins for one in found)],
        ["win rate, report", *(f"{_reported(name, depth):.3f}" for depth in played)],
        ["**win rate, here**", *(f"**{one.win_rate:.3f}**" for one in found)],
        ["sigma, here", *(f"{one.win_sigma:.4f}" for one in found)],
        ["win rate − sigma", *(f"{one.win_rate - one.win_sigma:.3f}" for one in found)],
        ["win rate + sigma", *(f"{one.win_rate + one.win_sigma:.3f}" for one in found)],
        ["processor ms a move", *(1000 * games.move_seconds[0] for games in played.values())],
    ]


def _match(laboratory: Laboratory) -> None:
    report = laboratory.report
    wins, losses, draws = REPORTED_MATCH
    rows: list[list[Cell]] = [
        ["report 002, depth not given", wins + losses + draws, wins, losses, draws, "51.1% ± 0.5%"]
    ]
    depths = laboratory.choose(full=(1, 2, 4), quick=(1, 2), tiny=(1,))
    for depth in depths:
        games = laboratory.choose(full=10_000 if depth == 1 else 2_000, quick=300, tiny=10)
        tally = laboratory.play(
            Meeting(
                first=PLAYERS["NEATAgent"](depth),
                second=PLAYERS["BasicMinimaxAgent"](depth),
                games=games,
                openings="start",
            )
        ).tally
        score = percent(tally.score, tally.sigma)
        rows.append([f"here, depth {depth}", games, tally.wins, tally.losses, tally.draws, score])
    report.heading("NEATAgent against BasicMinimaxAgent, in turns first")
    report.table(
        "match", ["", "games", "NEAT wins", "minimax wins", "draws", "score of NEAT"], rows
    )
    report.text(
        "The score counts a draw half. docs/neat.md describes how the genome evolved, and why the "
        "report's did not improve."
    )
