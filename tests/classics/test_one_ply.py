"""One-ply games: the same moves as a search of depth 1, by the rules, and repeatable."""

from __future__ import annotations

import numpy as np

from outflank.classics.evaluations import get
from outflank.classics.genomes import Genome
from outflank.classics.one_ply import (
    EVALUATION,
    GRAPH,
    RANDOM,
    new_agent,
    play_pairs,
    random_openings,
)
from outflank.classics.work import DISC_VALUE, INFINITY
from outflank.kernels.calling import address_of
from outflank.kernels.graph import graph_value
from outflank.kernels.jit import INTERPRETED
from outflank.rules.position import Position
from tests import oracle
from tests.genomes import dense_genome

PAIRS = 2 if INTERPRETED else 40


def openings(seed: int, plies: int) -> tuple[np.ndarray, np.ndarray]:
    state = np.array([seed], dtype=np.uint64)
    players, opponents = np.empty(PAIRS, dtype=np.uint64), np.empty(PAIRS, dtype=np.uint64)
    random_openings(plies, state, players, opponents)
    return players, opponents


def play_on(position: Position, first: Genome, second: Genome) -> int:
    """The score of `first`, who is to move, by the plain rules."""
    programs = [first.program(), second.program()]
    is_first = True
    while not position.is_over():
        best, chosen = -INFINITY, position
        for move in position.legal_moves():
            child = position.play(move)
            value = -graph_value(child.player, child.opponent, programs[0].ctypes.data)
            if child.is_over():
                value = -DISC_VALUE * child.score()
            if value > best:
                best, chosen = value, child
        position = chosen
        programs.reverse()
        is_first = not is_first
    return position.score() if is_first else -position.score()


def test_games_are_those_of_the_plain_rules() -> None:
    first, second = dense_genome(1), dense_genome(2)
    players, opponents = openings(seed=3, plies=12)
    programs = first.program(), second.program()
    one, other = (new_agent(GRAPH, program.ctypes.data) for program in programs)
    scores = np.empty((PAIRS, 2), dtype=np.int16)
    state = np.array([9], dtype=np.uint64)
    play_pairs(players, opponents, one, other, state, scores)
    for row, board in zip(scores, zip(players, opponents, strict=True), strict=True):
        position = Position(int(board[0]), int(board[1]))
        assert row.tolist() == [
            play_on(position, first, second),
            -play_on(position, second, first),
        ]


def test_openings_are_legal_and_differ() -> None:
    players, opponents = openings(seed=5, plies=6)
    boards = set()
    for player, opponent in zip(players.tolist(), opponents.tolist(), strict=True):
        assert (player | opponent).bit_count() == 10
        assert not player & opponent
        assert oracle.legal_moves(oracle.board_of(player, opponent))
        boards.add((player, opponent))
    assert len(boards) > PAIRS // 2
    again = openings(seed=5, plies=6)
    assert (again[0] == players).all()


def test_a_good_table_beats_chance_and_chance_is_even() -> None:
    if INTERPRETED:
        return
    players, opponents = openings(seed=7, plies=8)
    chance = new_agent(RANDOM)
    table = new_agent(EVALUATION, address_of(get("positional")))
    scores = np.empty((PAIRS, 2), dtype=np.int16)
    play_pairs(players, opponents, table, chance, np.array([1], dtype=np.uint64), scores)
    assert (scores > 0).mean() > 0.7
    assert (np.abs(scores) <= 64).all()
    assert (scores % 2 == 0).all()
    play_pairs(players, opponents, chance, chance, np.array([1], dtype=np.uint64), scores)
    assert 0.3 < (scores > 0).mean() < 0.7
