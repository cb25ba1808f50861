"""Bulk replay against the game of the rules."""

from __future__ import annotations

import random

import numpy as np
import pytest

from outflank.errors import IllegalMove
from outflank.kernels.jit import INTERPRETED
from outflank.kernels.replay import NO_MOVE, replay
from outflank.rules.game import Game
from outflank.rules.squares import PASS

GAMES = 20 if INTERPRETED else 300


def random_record(chance: random.Random) -> list[int]:
    """A random game: whole, cut short, or with one move replaced by a random square."""
    game = Game()
    while not game.is_over():
        game.play(chance.choice(game.position.legal_moves()))
    moves = [move for move in game.moves() if move != PASS]
    kind = chance.randrange(3)
    if kind == 1:
        moves = moves[: chance.randrange(len(moves))]
    elif kind == 2:
        moves[chance.randrange(len(moves))] = chance.randrange(64)
    return moves


def expected_outcome(moves: list[int]) -> tuple[int, int, bool]:
    """First illegal move or 0, score for Black, and whether the game is over, by the rules."""
    game = Game()
    illegal = 0
    for number, move in enumerate(moves, 1):
        try:
            game.play(move)
        except IllegalMove:
            illegal = number
            break
    score = game.position.score() * (1 if game.to_move.value == "black" else -1)
    return illegal, score, game.is_over()


@pytest.mark.parametrize("seed", [1, 2])
def test_replay_equals_the_rules(seed: int) -> None:
    chance = random.Random(seed)
    records = [random_record(chance) for _ in range(GAMES)]
    rows = np.full((GAMES, 60), NO_MOVE, dtype=np.uint8)
    for row, record in zip(rows, records, strict=True):
        row[: len(record)] = record
    illegal = np.full(GAMES, -1, dtype=np.int16)
    score = np.zeros(GAMES, dtype=np.int16)
    finished = np.zeros(GAMES, dtype=np.bool_)
    replay(rows, illegal, score, finished)
    outcomes = list(zip(illegal.tolist(), score.tolist(), finished.tolist(), strict=True))
    assert outcomes == [expected_outcome(record) for record in records]
    assert any(number for number, _, _ in outcomes)
    assert any(done for _, _, done in outcomes)
