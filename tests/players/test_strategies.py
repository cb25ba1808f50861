"""The strategies against the rules as a beginner would write them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import pytest

from outflank.classics.roxanne import ROXANNE_CLASSES
from outflank.players import UNTIMED, make_player
from outflank.rules.game import Game
from outflank.rules.position import Position
from outflank.rules.squares import SQUARES
from tests import oracle
from tests.positions import custom_positions, random_play_positions

CORNERS = [(0, 0), (0, 7), (7, 0), (7, 7)]

BOARDS = [
    oracle.board_of(*board)
    for board in [
        *random_play_positions(seed=5, games=2),
        *custom_positions(seed=6, count=40),
    ]
    if oracle.legal_moves(oracle.board_of(*board))
]

Measure = Callable[[oracle.Board, oracle.Cell], float]


def own_discs(board: oracle.Board, cell: oracle.Cell) -> float:
    return len(oracle.cells_of(oracle.after(board, cell), oracle.OWN))


def corner_then_discs(board: oracle.Board, cell: oracle.Cell) -> float:
    return 1000 * (cell in CORNERS) + own_discs(board, cell)


def stable(board: oracle.Board, cell: oracle.Cell) -> float:
    return len(oracle.stable_discs(oracle.after(board, cell)))


def replies(board: oracle.Board, cell: oracle.Cell) -> float:
    return -len(oracle.legal_moves(oracle.after(board, cell), oracle.OTHER))


def few_before_sixteen(board: oracle.Board, cell: oracle.Cell) -> float:
    early = 64 - len(oracle.cells_of(board, oracle.EMPTY)) < 16
    return -own_discs(board, cell) if early else own_discs(board, cell)


def few_before_forty(board: oracle.Board, cell: oracle.Cell) -> float:
    early = 64 - len(oracle.cells_of(board, oracle.EMPTY)) < 40
    return -own_discs(board, cell) if early else own_discs(board, cell)


def odd_lines(board: oracle.Board, cell: oracle.Cell) -> float:
    row = board[cell[0]].count(oracle.EMPTY)
    column = [line[cell[1]] for line in board].count(oracle.EMPTY)
    return row % 2 + column % 2


@pytest.mark.parametrize(
    ("spec", "measure"),
    [
        ("random", lambda board, cell: 0),
        ("greedy", own_discs),
        ("corner-greedy", corner_then_discs),
        ("stable-disc", stable),
        ("mobility", replies),
        ("evaporation", few_before_sixteen),
        ("evaporation:until=40", few_before_forty),
        ("parity", odd_lines),
    ],
)
def test_plays_the_best_by_its_measure_and_each_of_the_best(spec: str, measure: Measure) -> None:
    chosen, best = 0, 0
    for board in BOARDS:
        values = {cell: measure(board, cell) for cell in oracle.legal_moves(board)}
        highest = {cell for cell, value in values.items() if value == max(values.values())}
        game = Game(Position(*oracle.bitboards_of(board)))
        players = [make_player(spec, seed=seed) for seed in range(12)]
        moves = {divmod(player.choose(game, UNTIMED), 8) for player in players}
        assert moves <= highest
        chosen += len(moves)
        best += min(len(highest), 12)
    # Twelve draws find about two thirds of twelve equal moves, and nearly all of a few.
    assert chosen > 0.6 * best


def test_the_roxanne_table_has_every_square_that_can_be_played() -> None:
    squares = [square for squares in ROXANNE_CLASSES for square in squares]
    centre = {27, 28, 35, 36}
    assert sorted(squares) == sorted(set(SQUARES) - centre)
    assert [len(squares) for squares in ROXANNE_CLASSES] == [4, 4, 8, 8, 8, 8, 8, 4, 8]


def test_the_roxanne_classes_are_symmetric() -> None:
    def distances(square: int) -> tuple[int, ...]:
        row, column = divmod(square, 8)
        return tuple(sorted((min(row, 7 - row), min(column, 7 - column))))

    for squares in ROXANNE_CLASSES:
        assert len({distances(square) for square in squares}) == 1


def test_roxanne_plays_in_the_first_class_that_has_a_move() -> None:
    ranks = [set(squares) for squares in ROXANNE_CLASSES]
    seen: set[int] = set()
    player = make_player("roxanne", seed=1)
    for board in random_play_positions(seed=9, games=30):
        game = Game(Position(*board))
        if game.is_over():
            continue
        legal = set(game.position.legal_moves())
        rank = next(rank for rank, squares in enumerate(ranks) if squares & legal)
        move = player.choose(game, UNTIMED)
        assert move in ranks[rank]
        seen.add(rank)
    assert seen == set(range(9))


@pytest.mark.parametrize("spec", ["random", "roxanne", "parity", "mobility"])
def test_equal_moves_are_drawn_evenly(spec: str) -> None:
    # All four first moves are images of each other, so every strategy is indifferent.
    players = [make_player(spec, seed=seed) for seed in range(2000)]
    counts = Counter(player.choose(Game(), UNTIMED) for player in players)
    assert sorted(counts) == [19, 26, 37, 44]
    # Five standard deviations of a binomial distribution with p = 1/4.
    assert all(abs(count - 500) < 97 for count in counts.values())


def test_a_seed_decides_the_move_of_every_position() -> None:
    games = [Game(Position(*board)) for board in random_play_positions(seed=8, games=1)]
    games = [game for game in games if not game.is_over()]

    def moves(seed: int | None) -> list[int]:
        player = make_player("random", seed=seed)
        return [player.choose(game, UNTIMED) for game in games]

    answers = [moves(1), moves(2), moves(None), moves(None)]
    assert all(one != another for one, another in pairwise(answers))
    assert moves(1) == answers[0]


def test_without_a_seed_a_move_is_drawn_anew_every_time() -> None:
    player = make_player("random")
    assert len({player.choose(Game(), UNTIMED) for _ in range(60)}) == 4
