"""Games between agents that look one move ahead, thousands per second: the fitness test of
evolution.

An agent plays a random move, or the move with the best value by an evaluation function or by an
evolved graph (`kernels.graph`); ties are broken at random. A move that ends the game has the value
of the final score. This is the depth-1 search of report 002 without a tree.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types

from outflank.classics.work import DISC_VALUE, INFINITY, new_record
from outflank.kernels.bits import lowest, single
from outflank.kernels.calling import call_evaluation
from outflank.kernels.chance import random_below, random_square
from outflank.kernels.graph import (
    EMPTY,
    OTHER,
    OWN,
    value_of_inputs,
    write_discs,
    write_inputs,
)
from outflank.kernels.jit import inner, kernel, u64
from outflank.kernels.lastsquares import final_score
from outflank.kernels.moves import vector_flips, vector_legal_moves
from outflank.kernels.scratch import scratch

RANDOM, EVALUATION, GRAPH = 0, 1, 2

AGENT = np.dtype([("kind", np.int64), ("address", np.uint64)])
"""An agent: its kind (`RANDOM`, `EVALUATION` or `GRAPH`),
and the address of its evaluation or graph.
"""

AGENT_TYPE: Any = numba.from_dtype(AGENT)

START_PLAYER = u64(0x0000000810000000)
START_OPPONENT = u64(0x0000001008000000)


def new_agent(kind: int, address: int = 0) -> Any:
    """Make an agent.
    The evaluation or graph at `address` must exist as long as the agent is used.
    """
    agent = new_record(AGENT)
    agent["kind"] = kind
    agent["address"] = address
    return agent


@inner
def _liking(player: int, opponent: int, rows: int, agent: Any) -> int:
    """The value that an agent gives a position, for its player to move.

    `rows` is the address of the inputs of this position, for an agent with a graph.
    """
    if not vector_legal_moves(player, opponent) and not vector_legal_moves(opponent, player):
        return final_score(player, opponent) * DISC_VALUE
    if agent.kind == GRAPH:
        return value_of_inputs(rows, agent.address)
    return call_evaluation(agent.address, player, opponent)


@inner
def _choose(player: int, opponent: int, moves: int, agent: Any, state: Any) -> int:
    """The square that an agent plays, one of the bitboard `moves`, which must not be empty.

    `state` is the state of the random numbers.
    """
    if agent.kind == RANDOM:
        return random_square(moves, state)
    # The inputs of a graph are updated move by move: almost three times as many games as writing
    # all of them. The opponent will be to move, so its discs are `OWN`.
    rows = scratch()
    if agent.kind == GRAPH:
        write_inputs(opponent, player, rows)
    best, best_square, equals = -INFINITY, 64, 0
    while moves:
        square = lowest(moves)
        move = moves & -moves
        moves ^= move
        flipped = vector_flips(square, player, opponent)
        if agent.kind == GRAPH:
            write_discs(flipped | move, OTHER, rows)
        value = -_liking(opponent ^ flipped, player | flipped | move, rows, agent)
        if agent.kind == GRAPH:
            write_discs(flipped, OWN, rows)
            write_discs(move, EMPTY, rows)
        if value > best:
            best, best_square, equals = value, square, 1
        elif value == best:
            equals += 1
            if random_below(equals, state) == 0:
                best_square = square
    return best_square


@inner
def _play(player: int, opponent: int, first: Any, second: Any, state: Any) -> int:
    """Play a position to the end of the game; return the score in discs for `first`, who moves
    first.

    `first` and `second` are agents, `state` is the state of the random numbers.
    """
    first_to_move = True
    while True:
        moves = vector_legal_moves(player, opponent)
        if not moves:
            player, opponent = opponent, player
            first_to_move = not first_to_move
            moves = vector_legal_moves(player, opponent)
            if not moves:
                score = final_score(player, opponent)
                return score if first_to_move else -score
        if first_to_move:
            square = _choose(player, opponent, moves, first, state)
        else:
            square = _choose(player, opponent, moves, second, state)
        flipped = vector_flips(square, player, opponent)
        player, opponent = opponent ^ flipped, player | flipped | single(square)
        first_to_move = not first_to_move


@kernel(
    types.void(
        types.Array(types.uint64, 1, "C"),
        types.Array(types.uint64, 1, "C"),
        AGENT_TYPE,
        AGENT_TYPE,
        types.Array(types.uint64, 1, "C"),
        types.Array(types.int16, 2, "C"),
    )
)
def play_pairs(
    players: Any, opponents: Any, first: Any, second: Any, state: Any, scores: Any
) -> None:
    """Play two games from each opening and write the scores, in discs for the agent `first`.

    Row i of `scores` has both games of opening i (`players[i]`, `opponents[i]`): `first` is to move
    in the first game, `second` in the other. `state` is the state of the random numbers.
    """
    for row in range(players.size):
        scores[row, 0] = _play(players[row], opponents[row], first, second, state)
        scores[row, 1] = -_play(players[row], opponents[row], second, first, state)


@kernel(
    types.int64(types.uint64, types.uint64, AGENT_TYPE, types.Array(types.uint64, 1, "C")),
)
def agent_move(player: int, opponent: int, agent: Any, state: Any) -> int:
    """The square that `agent` plays; `state` is that of the random numbers.
    Requires a legal move.
    """
    return _choose(player, opponent, vector_legal_moves(player, opponent), agent, state)


@kernel("void(i8,u8[::1],u8[::1],u8[::1])")
def random_openings(plies: int, state: Any, players: Any, opponents: Any) -> None:
    """Fill both arrays with positions after `plies` random moves from the start position.

    `state` is the state of the random numbers.
    """
    for row in range(players.size):
        player, opponent = START_PLAYER, START_OPPONENT
        for _ in range(plies):
            moves = vector_legal_moves(player, opponent)
            if not moves:
                player, opponent = opponent, player
                moves = vector_legal_moves(player, opponent)
                if not moves:
                    break
            square = random_square(moves, state)
            flipped = vector_flips(square, player, opponent)
            player, opponent = opponent ^ flipped, player | flipped | single(square)
        players[row], opponents[row] = player, opponent
