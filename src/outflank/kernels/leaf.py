"""The evaluation of a single node: the one place that decides which evaluation a search uses.

If `work.evaluation_address` is 0, it is the pattern evaluation, whose states are updated move by
move: the sum of linear weights (here called the estimate) and, if the stage has hidden units
(`work.rows`), a correction, which takes as long again to compute.

Otherwise it is the function at that address, which gets the two bitboards and returns a value
between -`HIGHEST` and `HIGHEST`; then there are no states.

Values are in 1/`DISC` of a disc for the player to move. `work` is the record of the search thread
(`kernels.workspace`). `empties`, the number of empty squares, identifies a node, because the path
from the root has one node for each number.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from outflank.kernels.calling import call_evaluation
from outflank.kernels.correction import correction, most_correction
from outflank.kernels.evaluate import DISC, pass_states, play_states, sum_weights
from outflank.kernels.jit import inner, lowered, u64
from outflank.kernels.patterns import STAGE_WEIGHTS

STAGE_BYTES = u64(2 * STAGE_WEIGHTS)
STATE_ROW_BYTES = 128
"""Distance in bytes between the pattern states of two nodes: whole cache lines, so that no vector
crosses the border between two lines."""
STATE_ROW = u64(STATE_ROW_BYTES)
NO_ROWS = u64(0)
HIGHEST = 63 * DISC
"""The greatest value of an evaluation: less than the value of a win by 64 discs."""


def _is_own(address: int) -> bool:
    return bool(address)


@lowered("b1(u8)", twin=_is_own)
def is_own(builder: ir.IRBuilder, address: ir.Value) -> ir.Value:
    """Whether `address` is not 0, so that there is an own evaluation function.

    The compiler is told that this is unlikely.
    """
    bit = ir.IntType(1)
    expect = builder.module.declare_intrinsic(
        "llvm.expect", [bit], ir.FunctionType(bit, [bit, bit])
    )
    there = builder.icmp_unsigned("!=", address, ir.Constant(ir.IntType(64), 0))
    return builder.call(expect, [there, ir.Constant(bit, 0)])


@inner
def states_at(empties: int, work: Any) -> int:
    """The address of the pattern states of the node with `empties` empty squares."""
    return work.states_address + u64(empties) * STATE_ROW  # type: ignore[no-any-return]


@inner
def _bounded(value: int) -> int:
    return max(-HIGHEST, min(HIGHEST, value))


@inner
def estimate_at(player: int, opponent: int, empties: int, work: Any) -> int:
    """The evaluation of a node without the correction, for move ordering and ProbCut.

    If patterns are used, the states of the node must be up to date.
    """
    if is_own(work.evaluation_address):
        return call_evaluation(work.evaluation_address, player, opponent)
    weights = work.weights_address + u64(64 - empties) * STAGE_BYTES
    return _bounded(sum_weights(states_at(empties, work), weights))


@inner
def largest_correction(empties: int, work: Any) -> int:
    """The most by which the evaluation can differ from the estimate; 0 without hidden units."""
    if is_own(work.evaluation_address) or work.rows[empties] == NO_ROWS:
        return 0
    return most_correction(work.blocks[empties])


@inner
def correct(estimate: int, empties: int, work: Any) -> int:
    """The evaluation of a node, from its estimate. Requires hidden units and states up to date."""
    units = correction(states_at(empties, work), work.rows[empties], work.blocks[empties])
    return _bounded(estimate + units)


@inner
def evaluate_at(player: int, opponent: int, empties: int, work: Any) -> int:
    """The evaluation of a node. If patterns are used, the states of the node must be up to date."""
    value = estimate_at(player, opponent, empties, work)
    return correct(value, empties, work) if largest_correction(empties, work) else value


@inner
def play_at(empties: int, square: int, flipped: int, work: Any) -> None:
    """Compute the states of the node after a move from those of the node before it.

    `empties` counts the empty squares before the move; `flipped` are the discs that it turns.
    """
    if is_own(work.evaluation_address):
        return
    play_states(states_at(empties, work), states_at(empties - 1, work), square, flipped)


@inner
def pass_at(empties: int, work: Any) -> None:
    """Switch the states of a node to the other player, in place; a second call undoes it."""
    pass_states(states_at(empties, work), states_at(empties, work))
