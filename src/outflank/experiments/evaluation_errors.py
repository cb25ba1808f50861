"""Errors of evaluations in discs, by phase of the game.

An experiment on report 004, see docs/reports.md.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from outflank.classics import evaluations
from outflank.classics.genomes import evaluation_in
from outflank.engine import networks
from outflank.engine.engine import Engine
from outflank.engine.evaluator import Evaluator
from outflank.engine.networks import Network
from outflank.experiments.laboratory import Laboratory
from outflank.experiments.raw_network import raw_network
from outflank.experiments.report import draw_lines, new_figure
from outflank.rules.position import Position
from outflank.rules.symmetry import SYMMETRIES, transform_square
from outflank.search.limit import Limit

PHASES = tuple(range(10, 59, 6))
"""Numbers of discs on the board of the sampled positions."""

LEARNT = ("patterns (shipped)", "network (shipped)")
SCALED = ("phased", "full", "corners", "positional", "mobility", "discs", "evolved (NEAT)")
SQUARES = "64 squares, linear fit"
RAW_NETWORK = "64 squares, network"

REPORTED = "report 004: pattern network 2.x at 55-60 discs and about 4 before; 64 squares about 12"

SQUARE_CLASSES = sorted(
    {min(transform_square(square, symmetry) for symmetry in SYMMETRIES) for square in range(64)}
)


def run(laboratory: Laboratory) -> None:
    """Let the engine score positions of every phase, and measure the errors of the evaluations."""
    each = laboratory.choose(full=400, quick=60, tiny=16)
    phases = laboratory.choose(full=PHASES, quick=PHASES, tiny=(22, 52))
    level = laboratory.choose(full=10, quick=6, tiny=2)
    labelled = dict(
        zip(
            phases,
            laboratory.parts("phase", phases, lambda discs: label_positions(discs, each, level)),
            strict=True,
        )
    )
    raw, trained_on = raw_network(laboratory)
    tables = {discs: _errors(labelled[discs], raw) for discs in phases}
    names = list(tables[phases[0]])
    report = laboratory.report
    report.text(
        f"{each} positions of each phase, from games in which one move in five is random, with the "
        f"engine's score at level {level} as the truth (exact near the end). The trained "
        "evaluations are in discs. The others have scales of their own: for each phase a factor "
        "and a constant are fitted on one half of the positions and measured on the other, and so "
        "are weights for the kinds of squares. `always 0` is the error of a constant 0."
    )
    report.text(
        f"`{RAW_NETWORK}` is the report's first network: 64 inputs (own disc 1, other −1), two "
        f"layers of 64 with ReLU, one for each of six phases, trained here on {trained_on:,} "
        "positions of self-play. docs/network.md has it on 11 million."
    )
    report.text(
        f"Figures of the {REPORTED}. It measured on game records, where most positions are quiet; "
        "networks trained and compared by us are in docs/network.md."
    )
    report.heading("Mean absolute error in discs")
    report.table(
        "errors",
        ["discs", *names],
        [[discs, *(tables[discs][name] for name in names)] for discs in phases],
    )
    figure, (axes,) = new_figure()
    lines = {name: (list(phases), [tables[discs][name] for discs in phases]) for name in names}
    draw_lines(axes, lines, title="mean absolute error", x="discs on the board", y="discs")
    axes.set_ylim(bottom=0)
    report.figure("errors by phase", figure)


def label_positions(discs: int, count: int, level: int) -> list[list[int | float]]:
    """Make `count` positions with `discs` discs, scored by the engine at `level`.

    Each is a list of two bitboards and the score in discs, for the player to move.
    """
    chance = random.Random(f"errors {discs}")
    engine = Engine(threads=1, table_megabytes=16)
    found: list[list[int | float]] = []
    while len(found) < count:
        position = Position.start()
        while not position.is_over() and position.occupied.bit_count() < discs:
            moves = position.legal_moves()
            if chance.random() < 0.2:
                move = chance.choice(moves)
            else:
                move = engine.search(position, Limit(depth=2)).move
            position = position.play(move)
        if not position.is_over() and position.occupied.bit_count() == discs:
            score = engine.search(position, Limit(level=level)).score
            found.append([position.player, position.opponent, score])
    return found


def _errors(labelled: list[list[Any]], raw: Network) -> dict[str, float]:
    truth = np.array([row[2] for row in labelled], dtype=np.float64)
    boards = [(int(row[0]), int(row[1])) for row in labelled]
    fitted = np.arange(len(labelled)) % 2 == 0
    errors = {"always 0": float(np.abs(truth[~fitted]).mean())}

    def keep(name: str, values: Any) -> None:
        errors[name] = float(np.abs(values - truth)[~fitted].mean())

    evaluator = Evaluator(table_megabytes=1)
    keep(LEARNT[0], np.array([evaluator.value(Position(*board)) for board in boards]))
    network = networks.shipped()
    keep(LEARNT[1], np.array([network.value(*board) for board in boards]))
    for name in SCALED:
        evaluate = evaluations.get(name) if name in evaluations.EVALUATIONS else evaluation_in(None)
        values = np.array([[evaluate(*board), 1.0] for board in boards])
        keep(name, values @ _fit(values[fitted], truth[fitted]))
    keep(RAW_NETWORK, np.array([raw.value(*board) for board in boards]))
    kinds = np.array([_square_features(*board) for board in boards])
    keep(SQUARES, kinds @ _fit(kinds[fitted], truth[fitted]))
    return errors


def _fit(values: Any, truth: Any) -> Any:
    """Least-squares weights, with a tiny ridge penalty that only matters if positions are few."""
    ridge = 1e-3 * np.eye(values.shape[1]) * max(1.0, float((values**2).mean()))
    return np.linalg.solve(values.T @ values + ridge, values.T @ truth)


def _square_features(player: int, opponent: int) -> list[float]:
    """Own minus opponent's discs on each class of symmetric squares, and the constant 1."""
    features = []
    for square in SQUARE_CLASSES:
        images = {transform_square(square, symmetry) for symmetry in SYMMETRIES}
        features.append(
            float(sum((player >> image & 1) - (opponent >> image & 1) for image in images))
        )
    return [*features, 1.0]
