"""Report 000, section 4.3: the full player at depth 6 as White against four others."""

from __future__ import annotations

from outflank.experiments.laboratory import Laboratory
from outflank.experiments.single_games import play_once

OURS = "alphabeta:depth=6,corners=on"

REPORTED = {
    "a person": ((11, 16.002, 366.122), (53, 0.002, 50.835)),
    "random": ((8, 0.0011, 0.0209), (56, 0.0018, 62.633)),
    "the simple player": ((8, 0.0019, 152.138), (54, 0.0011, 81.482)),
    "Monte-Carlo, 5 s a move": ((1, 5.0017, 135.203), (63, 0.0010, 98.932)),
}
"""Discs, seconds of the last move and in all: of the opponent (Black) and of the full player."""


def run(laboratory: Laboratory) -> None:
    """Play the games and show the boards."""
    thinking = laboratory.choose(full="time=5", quick="time=0.1", tiny="nodes=100")
    opponents = {
        "a person": "plain:depth=2",
        "random": "random",
        "the simple player": "alphabeta:depth=6,eval=table,history=off",
        "Monte-Carlo, 5 s a move": f"mcts:{thinking},rollout=random,keep_tree=off",
    }
    report = laboratory.report
    report.text(
        f"White is `{OURS}` in every game. A person cannot be put into a program: `plain:depth=2`, "
        "which looks two moves ahead, stands in for one. The report's Monte-Carlo player was a "
        "program in plain Python, so ours makes far more playouts in the same time."
    )
    laboratory.progress.begin("games", len(opponents))
    rows = []
    boards = []
    for name, spec in opponents.items():
        game = laboratory.part(name, lambda spec=spec: play_once(spec, OURS))  # type: ignore[misc]
        laboratory.progress.step(1)
        for side, colour in enumerate(("opponent", "ours")):
            discs, last, total = REPORTED[name][side]
            rows.append(
                [
                    name if side == 0 else "",
                    colour,
                    discs,
                    game["discs"][side],
                    last,
                    game["last_seconds"][side],
                    total,
                    game["total_seconds"][side],
                ]
            )
        boards.append((name, spec, game))
    report.heading("Discs and times")
    report.table(
        "results",
        [
            "game against",
            "player",
            "discs, report",
            "discs, here",
            "last move s, report",
            "here",
            "all moves s, report",
            "here ",
        ],
        rows,
    )
    report.heading("Final boards")
    for name, spec, game in boards:
        report.text(f"**{name}** (`{spec}`), Black X, ours O: `{game['moves']}`")
        report.code(game["board"])
