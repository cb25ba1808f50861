"""Monte-Carlo tree search with UCT (report 003, see docs/reports.md).

Four steps are repeated until the limit is reached. *Selection*: go down from the root, always to
the child with the greatest mean reward plus exploration bonus, c·√(2·ln N / n). *Expansion*: a node
that is visited for the second time gets its children. *Playout*: the game is played to its end by a
fast policy. *Back-propagation*: the result is added to every node on the path, for the side that
made the move to that node. The most visited root move is played.

The tree is kept between moves: the subtree of the new position is reused. Several threads either
grow one tree each, whose visits are added up at the end, or all grow the same tree. In a shared
tree a visit is counted on the way down, before its result is known (a virtual loss), which makes
other threads choose other lines. Visits and rewards are added atomically; if two threads expand the
same node, one set of children is dropped.
"""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from math import log, sqrt
from random import Random
from typing import Any

import numba
import numpy as np
from numba import types

from outflank.classics.playouts import POLICIES, playout
from outflank.classics.work import INFINITY, MAXIMUM_PLIES, new_record
from outflank.errors import OutflankError, check_known
from outflank.formats.given import PositionGiven, position_of
from outflank.kernels.bits import lowest, popcount
from outflank.kernels.chance import random_below
from outflank.kernels.jit import INTERPRETED, inner, kernel, u64
from outflank.kernels.memory import add_shared, add_shared_real, load_shared
from outflank.kernels.moves import vector_flips, vector_legal_moves
from outflank.rules.position import Position
from outflank.rules.squares import PASS, Square
from outflank.search.chance import Chance
from outflank.search.limit import Limit
from outflank.search.result import ScoreUnit, SearchProgress, SearchResult
from outflank.search.stopping import StopFlag

NODE = np.dtype(
    [
        ("player", np.uint64),
        ("opponent", np.uint64),
        ("visits", np.int64),
        ("reward", np.float64),
        ("first_child", np.int64),
        ("children", np.int32),
        ("move", np.int32),
    ],
    align=True,
)
"""A node of the tree. `reward` is the sum of the results for the side that moved to this node; the
children are `children` consecutive nodes from index `first_child` on.
"""

NODE_BYTES = u64(NODE.itemsize)
VISITS_OFFSET = u64(NODE.fields["visits"][1] if NODE.fields else 0)
REWARD_OFFSET = u64(NODE.fields["reward"][1] if NODE.fields else 0)

GROWTH = np.dtype(
    [
        ("playouts", np.int64),
        ("playout_limit", np.int64),
        ("stop_address", np.uint64),
        ("used_address", np.uint64),
        ("random", np.uint64, (1,)),
        ("deepest", np.int64),
        ("path", np.int64, MAXIMUM_PLIES),
    ],
    align=True,
)
"""The state of one thread while it grows a tree. `used_address` is the address of the number of
nodes used in the tree, `path` has the nodes of the current line.
"""

TREE_TYPE: Any = types.Array(numba.from_dtype(NODE), 1, "C")
GROWTH_TYPE: Any = numba.from_dtype(GROWTH)

SMALLEST_CAPACITY = 65
"""The smallest allowed capacity of a tree: the root and a child for every square."""

PLAYOUTS_BETWEEN_CHECKS = 32
"""The stop flag is read once in this many playouts, about every fifty microseconds."""


@inner
def _best_child(tree: Any, node: int, exploration: float, work: Any) -> int:
    """The child of `node` with the greatest upper confidence bound; unvisited children come first.

    `exploration` is the constant c of the bonus, `work` the state of the thread (`GROWTH`).
    """
    first, count = tree[node].first_child, tree[node].children
    logarithm = 2.0 * log(max(tree[node].visits, 1))
    best, best_bound = first, -1.0
    # Start anywhere, so that children without a visit are taken in random order.
    offset = random_below(count, work.random)
    for step in range(count):
        child = first + (offset + step) % count
        visits = tree[child].visits
        if visits == 0:
            return child  # type: ignore[no-any-return]
        bound = tree[child].reward / visits + exploration * sqrt(logarithm / visits)
        if bound > best_bound:
            best, best_bound = child, bound
    return best  # type: ignore[no-any-return]


@inner
def _expand(tree: Any, node: int, work: Any) -> None:
    """Give `node` one child for each legal move, or for the forced pass.

    Adds no children if the game is over or the tree is full. `work` is the state of the running
    search.
    """
    player, opponent = tree[node].player, tree[node].opponent
    moves = vector_legal_moves(player, opponent)
    count = popcount(moves)
    if count == 0:
        if not vector_legal_moves(opponent, player):
            return
        count = 1
    if load_shared(work.used_address) + count > tree.size:
        return
    first = add_shared(work.used_address, count)
    if first + count > tree.size:
        return  # another thread took the last room
    for child in range(first, first + count):
        square = PASS
        next_player, next_opponent = opponent, player
        if moves:
            square = lowest(moves)
            move = moves & -moves
            moves ^= move
            flipped = vector_flips(square, player, opponent)
            next_player, next_opponent = opponent ^ flipped, player | flipped | move
        tree[child].player = next_player
        tree[child].opponent = next_opponent
        tree[child].visits = 0
        tree[child].reward = 0.0
        tree[child].children = 0
        tree[child].move = square
    # The count last: from here on other threads see the children, which are complete.
    tree[node].first_child = first
    tree[node].children = count


@inner
def _visit(tree: Any, node: int) -> None:
    add_shared(u64(tree.ctypes.data) + u64(node) * NODE_BYTES + VISITS_OFFSET, 1)


@inner
def _reward(tree: Any, node: int, result: float) -> None:
    add_shared_real(u64(tree.ctypes.data) + u64(node) * NODE_BYTES + REWARD_OFFSET, result)


@kernel(types.void(TREE_TYPE, types.int64, types.int64, types.float64, GROWTH_TYPE))
def grow(tree: Any, root: int, policy: int, exploration: float, work: Any) -> None:
    """Add playouts to the tree below `root` until the playout limit of `work` or its stop flag.

    `policy` is one of `playouts.POLICIES`, `exploration` the constant c of the bonus.
    """
    while work.playouts < work.playout_limit:
        if work.playouts % PLAYOUTS_BETWEEN_CHECKS == 0 and load_shared(work.stop_address) != 0:
            break
        # 1. Selection.
        node = root
        depth = 0
        work.path[0] = root
        _visit(tree, root)
        while True:
            # 2. Expansion, on the second visit.
            if tree[node].children == 0 and tree[node].visits > 1:
                _expand(tree, node, work)
            if tree[node].children == 0 or depth + 1 == MAXIMUM_PLIES:
                break
            node = _best_child(tree, node, exploration, work)
            depth += 1
            work.path[depth] = node
            _visit(tree, node)
        # 3. Playout.
        result = playout(tree[node].player, tree[node].opponent, policy, work.random)
        # 4. Back-propagation: the result is for the side to move, a node's reward for the other.
        for index in range(depth, -1, -1):
            result = 1.0 - result
            _reward(tree, work.path[index], result)
        work.deepest = max(work.deepest, depth)
        work.playouts += 1


@kernel(types.int64(TREE_TYPE, types.int64, TREE_TYPE))
def copy_subtree(tree: Any, root: int, fresh: Any) -> int:
    """Copy `root` and all nodes below it from `tree` to `fresh`; return their number.

    Requires `fresh` to be at least as large as `tree`.
    """
    fresh[0] = tree[root]
    used = 1
    node = 0
    # Breadth first: `first_child` of a copied node still points into the old tree until its turn.
    while node < used:
        old_first, count = fresh[node].first_child, fresh[node].children
        for index in range(count):
            fresh[used + index] = tree[old_first + index]
        fresh[node].first_child = used
        used += count
        node += 1
    return used


class Tree:
    """A search tree: an array of nodes, of which the first `used[0]` are in use;
    node 0 is the root.
    """

    def __init__(self, position: Position, capacity: int) -> None:
        nodes = np.zeros(capacity, dtype=NODE)
        self.nodes: Any = nodes.view(np.recarray) if INTERPRETED else nodes
        self.used = np.ones(1, dtype=np.int64)
        self.nodes[0]["player"] = position.player
        self.nodes[0]["opponent"] = position.opponent

    def children(self, node: int) -> range:
        """The indices of the children of `node`."""
        first = int(self.nodes[node]["first_child"])
        return range(first, first + int(self.nodes[node]["children"]))

    def find(self, position: Position, plies: int) -> int | None:
        """The index of the node of `position`, at most `plies` below the root;
        None if there is none.
        """
        level = [0]
        for _ in range(plies + 1):
            for node in level:
                if (
                    self.nodes[node]["player"] == position.player
                    and self.nodes[node]["opponent"] == position.opponent
                ):
                    return node
            # Discs are never removed: a node with a disc on an empty of `position` cannot reach it.
            level = [
                child
                for node in level
                for child in self.children(node)
                if not self._occupied(child) & position.empty
            ]
        return None

    def _occupied(self, node: int) -> int:
        return int(self.nodes[node]["player"] | self.nodes[node]["opponent"])

    def cut_to(self, node: int) -> Tree:
        """A new tree of the same capacity whose root is `node`, with everything below it."""
        fresh = Tree(Position.start(), len(self.nodes))
        fresh.used[0] = copy_subtree(self.nodes, node, fresh.nodes)
        return fresh


class MonteCarloTreeSearch:
    """Monte-Carlo tree search with UCT; the module's docstring explains it.

    `playouts` names the playout policy, `exploration` is the constant c, `capacity` the greatest
    number of nodes in a tree. With `share_tree` all `threads` grow one tree, with `keep_tree` it is
    reused for the next move.
    """

    def __init__(
        self,
        *,
        playouts: str = "roxanne",
        exploration: float = 0.5,
        threads: int = 1,
        share_tree: bool = True,
        keep_tree: bool = True,
        capacity: int = 1 << 20,
        seed: int | None = None,
    ) -> None:
        check_known("playout policy", playouts, POLICIES)
        if threads < 1:
            raise OutflankError(f"threads={threads} leaves nothing to search; give 1 or more")
        if capacity < SMALLEST_CAPACITY:
            raise OutflankError(
                f"capacity={capacity} is too small for a tree; give {SMALLEST_CAPACITY} or more"
            )
        self._policy = POLICIES[playouts]
        self.exploration = exploration
        self.threads = threads
        self.share_tree = share_tree
        self.keep_tree = keep_tree
        self.capacity = capacity
        self.chance = Chance(seed)
        self._flag = StopFlag()
        self._trees: list[Tree] = []

    def search(
        self, position: PositionGiven, limit: Limit, *, progress: SearchProgress | None = None
    ) -> SearchResult:
        """Find the most visited move; its score is its mean result, from 0 (all lost) to 1 (all
        won).

        `nodes` counts playouts, in the result and in the limit; the limit's depth is ignored. The
        `depth` of the result is that of the deepest node. `progress` is never called.
        """
        board = position_of(position)
        if board.is_over():
            raise OutflankError("the game is over; there is no move to search for")
        if limit.nodes is None and limit.seconds is None:
            raise OutflankError("Monte-Carlo search never ends by itself; give nodes or seconds")
        return self._flag.run(lambda: self._grow_trees(board, limit), limit.seconds)

    def _grow_trees(self, position: Position, limit: Limit) -> SearchResult:
        started = time.perf_counter()
        self._trees = self._trees_for(position)
        chance = self.chance.at(position)
        works = [self._new_growth(limit, index, chance) for index in range(self.threads)]

        def grow_one(index: int) -> None:
            tree = self._trees[index % len(self._trees)]
            grow(tree.nodes, 0, self._policy, self.exploration, works[index])

        with ThreadPoolExecutor(self.threads) as pool:
            list(pool.map(grow_one, range(self.threads)))
        playouts = sum(int(work["playouts"]) for work in works)
        line, score = self._best_line(position)
        return SearchResult(
            move=line[0],
            score=score,
            unit=ScoreUnit.WIN_SHARE,
            principal_variation=line,
            depth=max(int(work["deepest"]) for work in works),
            nodes=playouts,
            leaves=playouts,
            table_hits=0,
            seconds=time.perf_counter() - started,
            complete=limit.nodes is not None and playouts >= limit.nodes,
        )

    def stop(self) -> None:
        """Stop the running search from another thread; it returns the best move found so far."""
        self._flag.set()

    def _trees_for(self, position: Position) -> list[Tree]:
        """The trees for a search of `position`: those of the last search cut to it, or new ones."""
        wanted = 1 if self.share_tree else self.threads
        kept = []
        for tree in self._trees if self.keep_tree else []:
            # Our move, the opponent's, and a pass after each.
            node = tree.find(position, plies=4)
            if node is not None:
                kept.append(tree.cut_to(node))
        return kept + [Tree(position, self.capacity) for _ in range(wanted - len(kept))]

    def _new_growth(self, limit: Limit, index: int, chance: Random) -> Any:
        work = new_record(GROWTH)
        share = INFINITY
        if limit.nodes is not None:
            share = limit.nodes // self.threads + (index < limit.nodes % self.threads)
        work["playout_limit"] = share
        work["stop_address"] = self._flag.address
        work["used_address"] = self._trees[index % len(self._trees)].used.ctypes.data
        work["random"] = chance.getrandbits(64) | 1
        return work

    def _best_line(self, position: Position) -> tuple[tuple[Square, ...], float]:
        """The most visited root move, over all trees,
        with the line after it, and its mean reward.
        """
        visits: dict[Square, int] = {}
        reward: dict[Square, float] = {}
        for tree in self._trees:
            for child in tree.children(0):
                move = int(tree.nodes[child]["move"])
                visits[move] = visits.get(move, 0) + int(tree.nodes[child]["visits"])
                reward[move] = reward.get(move, 0.0) + float(tree.nodes[child]["reward"])
        if not visits:  # stopped before the first expansion
            return (position.legal_moves()[0],), 0.5
        best = max(visits, key=lambda move: visits[move])
        line = [best]
        # The line comes from the largest tree; a tree may not have been expanded yet.
        grown = [tree for tree in self._trees if tree.children(0)]
        tree = max(grown, key=lambda tree: int(tree.nodes[0]["visits"]))
        node = next(child for child in tree.children(0) if tree.nodes[child]["move"] == best)
        while children := tree.children(node):
            node = max(children, key=lambda child: int(tree.nodes[child]["visits"]))
            if not tree.nodes[node]["visits"]:
                break
            line.append(int(tree.nodes[node]["move"]))
        return tuple(line), reward[best] / max(visits[best], 1)
