"""Endgames for tests: boards with few empty squares, and their exact scores by brute force.

The brute force is plain Python over the rays of the oracle, so it shares no code with the rules or
the kernels: alpha-beta without any order of moves, and nothing remembered.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from outflank.kernels.bits import lowest, popcount, single
from outflank.kernels.jit import kernel
from outflank.kernels.moves import vector_flips, vector_legal_moves
from outflank.rules.squares import FULL, mask_of, squares_of
from tests import oracle
from tests.positions import Pair

_RAYS = [
    [[1 << 8 * r + c for r, c in ray] for ray in oracle.rays_from(row, column) if len(ray) > 1]
    for row, column in oracle.CELLS
]


def turned(square: int, player: int, opponent: int) -> int:
    """Mask of the discs that turn when the player takes the empty `square`."""
    flipped = 0
    for ray in _RAYS[square]:
        run = 0
        for bit in ray:
            if bit & opponent:
                run |= bit
                continue
            if bit & player:
                flipped |= run
            break
    return flipped


def can_move(player: int, opponent: int) -> bool:
    """Whether the player has a legal move."""
    return any(turned(square, player, opponent) for square in squares_of(empty(player, opponent)))


def empty(player: int, opponent: int) -> int:
    """Mask of the empty squares."""
    return FULL & ~(player | opponent)


def result(player: int, opponent: int) -> int:
    """The score of a game that is over: empties to the winner."""
    own, other = player.bit_count(), opponent.bit_count()
    if own == other:
        return 0
    return 64 - 2 * other if own > other else 2 * own - 64


def exact_score(player: int, opponent: int, alpha: int = -64, beta: int = 64) -> int:
    """The result in discs if both sides play their best, where it lies within the window."""
    best = None
    for square in squares_of(empty(player, opponent)):
        if flipped := turned(square, player, opponent):
            score = -exact_score(opponent & ~flipped, player | flipped | 1 << square, -beta, -alpha)
            best = score if best is None else max(best, score)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    if best is not None:
        return best
    if can_move(opponent, player):
        return -exact_score(opponent, player, -beta, -alpha)
    return result(player, opponent)


@kernel("i8(u8,u8,i8,i8)")
def compiled_exact_score(player: int, opponent: int, alpha: int, beta: int) -> int:
    """The same for more empty squares than plain Python can do."""
    moves = vector_legal_moves(player, opponent)
    if not moves:
        if vector_legal_moves(opponent, player):
            return -compiled_exact_score(opponent, player, -beta, -alpha)
        own, other = popcount(player), popcount(opponent)
        if own == other:
            return 0
        return 64 - 2 * other if own > other else 2 * own - 64
    best = -65
    while moves:
        square = lowest(moves)
        moves ^= single(square)
        flipped = vector_flips(square, player, opponent)
        score = -compiled_exact_score(
            opponent ^ flipped, player | flipped | single(square), -beta, -alpha
        )
        best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


# What a search with an empty window may answer


def assert_on_the_right_side(answer: int, alpha: int, score: int) -> None:
    """A bound that settles whether the score exceeds alpha, and is true of the score."""
    if score > alpha:
        assert alpha < answer <= score
    else:
        assert score <= answer <= alpha
    assert answer % 2 == 0


def windows(score: int) -> list[int]:
    """Every alpha around a score, and those at the ends of the scale."""
    return sorted({-64, -63, 0, 63, 64, *range(max(score - 4, -64), min(score + 4, 64) + 1)})


# Boards


def played_endgames(seed: int, count: int, empties: range) -> Iterator[Pair]:
    """Positions with `empties` empty squares, each from a different random game.

    The player may have to pass, and the game may be over.
    """
    chance = random.Random(seed)
    while count:
        wanted = chance.choice(empties)
        if (position := _play_until(wanted, chance)) is not None:
            yield position
            count -= 1


def _play_until(empties: int, chance: random.Random) -> Pair | None:
    player, opponent = oracle.bitboards_of(oracle.start())
    must_pass = False
    while empty(player, opponent).bit_count() > empties:
        moves = [
            (square, flipped)
            for square in squares_of(empty(player, opponent))
            if (flipped := turned(square, player, opponent))
        ]
        if not moves and must_pass:
            return None  # over before
        must_pass = not moves
        square, flipped = chance.choice(moves) if moves else (0, 0)
        placed = flipped | 1 << square if moves else 0
        player, opponent = opponent & ~flipped, player | placed
    return player, opponent


def drawn_endgames(seed: int, count: int, empties: range) -> Iterator[Pair]:
    """Boards that play does not reach: random discs around `empties` empty squares.

    From nearly all discs of one colour, where a side may be wiped out, to the other. The empty
    squares lie anywhere, or all together, or in the corners and beside them.
    """
    chance = random.Random(seed)
    near_corners = [0, 1, 6, 7, 8, 9, 14, 15, 48, 49, 54, 55, 56, 57, 62, 63]
    for _ in range(count):
        wanted = chance.choice(empties)
        together = _nearest(chance.randrange(64), wanted + 2)
        squares = chance.choice([list(range(64)), together, near_corners])
        free = mask_of(chance.sample(squares, min(wanted, len(squares))))
        share = chance.choice([0.0, 0.03, 0.1, 0.3, 0.5, 0.5, 0.7, 0.9, 0.97, 1.0])
        own = mask_of(square for square in range(64) if chance.random() < share)
        yield own & ~free, FULL & ~own & ~free


def wipe_out_endgames(seed: int, count: int, empties: range) -> Iterator[Pair]:
    """Boards where one move turns all discs of the other side: the player's, or the opponent's."""
    chance = random.Random(seed)
    for index in range(count):
        squares = chance.sample(range(64), chance.choice(empties))
        free = mask_of(squares)
        ray = chance.choice(_RAYS[squares[0]])
        few = sum(ray[: chance.randint(1, len(ray) - 1)]) & ~free
        many = FULL & ~few & ~free
        yield (few, many) if index % 2 else (many, few)


def _nearest(home: int, count: int) -> list[int]:
    """The `count` squares nearest to `home`."""

    def distance(square: int) -> int:
        return max(abs(square // 8 - home // 8), abs(square % 8 - home % 8))

    return sorted(range(64), key=distance)[:count]
