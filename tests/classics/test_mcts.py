"""Monte-Carlo tree search: it finds what can be proved, and its tree adds up."""

from __future__ import annotations

import random
from math import log, sqrt
from typing import Any

import numpy as np
import pytest
from numba import types

from outflank.classics.mcts import (
    GROWTH,
    GROWTH_TYPE,
    SMALLEST_CAPACITY,
    TREE_TYPE,
    MonteCarloTreeSearch,
    Tree,
    _best_child,
    copy_subtree,
)
from outflank.classics.work import new_record
from outflank.errors import OutflankError
from outflank.kernels.jit import INTERPRETED, kernel
from outflank.rules.position import Position
from outflank.rules.squares import PASS, Square
from outflank.search.limit import Limit
from tests import oracle
from tests.classics.boards import FORCED_PASS, ONE_EMPTY, ONE_MOVE, WIDEST, passing, sample
from tests.classics.brute_force import best_score

POLICIES = ["random", "roxanne"]
THREADS: list[dict[str, Any]] = [
    {"threads": 1},
    {"threads": 2, "share_tree": True},
    {"threads": 2, "share_tree": False},
]
MIDGAME = sample(1, 1, range(24, 26))[0]


def new_search(**options: Any) -> MonteCarloTreeSearch:
    return MonteCarloTreeSearch(**{"seed": 1, "capacity": 1 << 16, **options})


# What can be proved


def wipeouts(seed: int, count: int) -> list[Position]:
    """Positions where exactly one of several moves turns all discs of the opponent."""
    chance = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        square = chance.randrange(64)
        rays = [ray for ray in oracle.rays_from(square // 8, square % 8) if len(ray) > 1]
        player = opponent = 0
        for ray in chance.sample(rays, chance.randint(2, len(rays))):
            length = chance.randint(1, len(ray) - 1)
            opponent |= oracle.mask_of_cells(ray[:length])
            player |= oracle.mask_of_cells([ray[length]])
        if player & opponent:
            continue
        position = Position(player, opponent)
        if len(position.legal_moves()) > 1 and len(winning_at_once(position)) == 1:
            found.append(position)
    return found


def winning_at_once(position: Position) -> list[Square]:
    """The moves that end the game with a win."""
    after = {move: position.play(move) for move in position.legal_moves()}
    return [move for move, end in after.items() if end.is_over() and end.score() < 0]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("threads", THREADS, ids=str)
def test_finds_every_win_in_one_move(policy: str, threads: dict[str, Any]) -> None:
    playouts = 60 if INTERPRETED else 1000
    for position in wipeouts(2, 2 if INTERPRETED else 60):
        search = new_search(playouts=policy, **threads)
        result = search.search(position, Limit(nodes=playouts))
        assert [result.move] == winning_at_once(position)
        assert result.score == 1.0
        assert result.principal_variation == (result.move,)


def result_of(score: int) -> float:
    return 0.5 if score == 0 else float(score > 0)


@pytest.fixture(scope="module")
def endgames() -> list[tuple[Position, dict[Square, float]]]:
    """Positions with 4 to 6 empties, and what each of their moves leads to."""
    return [
        (
            position,
            {
                move: 1 - result_of(best_score(position.play(move)))
                for move in position.legal_moves()
            },
        )
        for position in sample(3, 30, range(58, 61))
    ]


@pytest.mark.skipif(INTERPRETED, reason="needs many playouts")
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("threads", THREADS, ids=str)
def test_converges_on_small_endgames(
    policy: str, threads: dict[str, Any], endgames: list[tuple[Position, dict[Square, float]]]
) -> None:
    decisions = 0
    for position, results in endgames:
        best = max(results.values())
        found = new_search(playouts=policy, **threads).search(position, Limit(nodes=10_000))
        assert results[found.move] == best
        assert abs(found.score - best) < 0.05
        decisions += len(set(results.values())) > 1
    assert decisions > 5


def test_positions_without_a_choice() -> None:
    for position in (ONE_MOVE, FORCED_PASS, ONE_EMPTY, passing(4, 1)[0]):
        result = new_search().search(position, Limit(nodes=20))
        assert (result.move,) == position.legal_moves()
    assert new_search().search(FORCED_PASS, Limit(nodes=20)).move == PASS
    assert new_search().search(ONE_MOVE, Limit(nodes=20)).score == 1.0
    assert new_search().search(FORCED_PASS, Limit(nodes=20)).score == 0.0


@pytest.mark.parametrize("threads", THREADS, ids=str)
def test_line_is_legal(threads: dict[str, Any]) -> None:
    playouts = 40 if INTERPRETED else 3000
    for position in (WIDEST, MIDGAME, passing(5, 1)[0]):
        result = new_search(**threads).search(position, Limit(nodes=playouts))
        for move in result.principal_variation:
            position = position.play(move)
        assert len(result.principal_variation) <= result.depth


# The rule of selection


@kernel(types.int64(TREE_TYPE, types.float64, GROWTH_TYPE))
def best_child_of_root(tree: Any, exploration: float, work: Any) -> int:
    return _best_child(tree, 0, exploration, work)


def family(visits: list[int], rewards: list[float]) -> Tree:
    """A tree of a root and these children."""
    tree = Tree(Position.start(), len(visits) + 1)
    tree.nodes[0]["visits"] = sum(visits) + 1
    tree.nodes[0]["first_child"] = 1
    tree.nodes[0]["children"] = len(visits)
    tree.nodes["visits"][1:] = visits
    tree.nodes["reward"][1:] = rewards
    return tree


def test_child_with_the_greatest_bound_is_selected() -> None:
    chance = random.Random(6)
    work = new_record(GROWTH)
    work["random"] = 1
    for exploration in (0.0, 0.5, 2.0):
        for _ in range(20):
            visits = [chance.randint(1, 50) for _ in range(chance.randint(1, 12))]
            rewards = [chance.random() * count for count in visits]
            bounds = [
                reward / count + exploration * sqrt(2 * log(sum(visits) + 1) / count)
                for reward, count in zip(rewards, visits, strict=True)
            ]
            chosen = best_child_of_root(family(visits, rewards).nodes, exploration, work)
            assert bounds[chosen - 1] == pytest.approx(max(bounds))


def test_children_without_a_visit_come_first_in_any_order() -> None:
    work = new_record(GROWTH)
    work["random"] = 1
    tree = family([5, 0, 7, 0, 0], [5, 0, 7, 0, 0])
    chosen = {int(best_child_of_root(tree.nodes, 0.5, work)) for _ in range(60)}
    assert chosen == {2, 4, 5}


# The tree


def check_tree(tree: Tree, expanded_twice: bool = False) -> int:
    """Check every node under the root; return how many there are."""
    nodes, waiting, seen = tree.nodes, [0], 0
    # Two threads may both ask for the last room, and neither gets it.
    assert expanded_twice or tree.used[0] <= len(nodes)
    while waiting:
        node = waiting.pop()
        seen += 1
        position = Position(int(nodes[node]["player"]), int(nodes[node]["opponent"]))
        visits, reward = int(nodes[node]["visits"]), float(nodes[node]["reward"])
        assert 0 <= reward <= visits
        children = tree.children(node)
        if not children:
            continue
        assert children[-1] < min(int(tree.used[0]), len(nodes))
        moves = [int(nodes[child]["move"]) for child in children]
        assert tuple(moves) == position.legal_moves()
        for child, move in zip(children, moves, strict=True):
            after = position.play(move)
            assert nodes[child]["player"] == after.player
            assert nodes[child]["opponent"] == after.opponent
        visits_below = sum(int(nodes[child]["visits"]) for child in children)
        reward_below = sum(float(nodes[child]["reward"]) for child in children)
        if not expanded_twice:
            # The first visit, and those for which there was no room, ended at the node itself;
            # what is good for the one side is bad for the other.
            assert visits_below <= visits - 1
            own = visits - visits_below
            assert -1e-6 <= reward + reward_below - visits_below <= own + 1e-6
        waiting += children
    return seen


@pytest.mark.parametrize("policy", POLICIES)
def test_tree_adds_up(policy: str) -> None:
    playouts = 30 if INTERPRETED else 2000
    for position in (
        Position.start(),
        WIDEST,
        MIDGAME,
        *passing(7, 2),
        *sample(8, 2, range(56, 62)),
    ):
        search = new_search(playouts=policy)
        search.search(position, Limit(nodes=playouts))
        (tree,) = search._trees
        assert tree.nodes[0]["visits"] == playouts
        assert check_tree(tree) == tree.used[0]


@pytest.mark.skipif(INTERPRETED, reason="threads do not run side by side")
def test_shared_tree_stays_sound() -> None:
    search = new_search(threads=4)
    result = search.search(Position.start(), Limit(nodes=20_000))
    assert result.nodes == 20_000
    (tree,) = search._trees
    check_tree(tree, expanded_twice=True)
    assert 0.9 * 20_000 < tree.nodes[0]["visits"] <= 20_000


def test_separate_trees_share_the_playouts() -> None:
    playouts = 31 if INTERPRETED else 3001
    search = new_search(threads=3, share_tree=False)
    assert search.search(MIDGAME, Limit(nodes=playouts)).nodes == playouts
    assert len(search._trees) == 3
    assert sum(int(tree.nodes[0]["visits"]) for tree in search._trees) == playouts
    for tree in search._trees:
        assert check_tree(tree) == tree.used[0]


def test_tree_that_got_nowhere_does_not_hide_the_others() -> None:
    search = new_search(threads=2, share_tree=False)
    result = search.search(MIDGAME, Limit(nodes=60))
    other = search._trees[1]
    # As if the first thread had been stopped before it began.
    search._trees[0] = Tree(MIDGAME, 100)
    line, score = search._best_line(MIDGAME)
    best = max(other.children(0), key=lambda child: int(other.nodes[child]["visits"]))
    assert line[0] == other.nodes[best]["move"]
    assert score == other.nodes[best]["reward"] / other.nodes[best]["visits"]
    assert result.nodes == 60


@pytest.mark.parametrize("capacity", [SMALLEST_CAPACITY, 100, 300])
@pytest.mark.parametrize("threads", THREADS, ids=str)
def test_full_tree_goes_on_with_playouts(capacity: int, threads: dict[str, Any]) -> None:
    playouts = 40 if INTERPRETED else 4000
    search = new_search(capacity=capacity, **threads)
    for position in (WIDEST, MIDGAME):
        result = search.search(position, Limit(nodes=playouts))
        assert result.nodes == playouts
        assert result.move in position.legal_moves()
        for tree in search._trees:
            seen = check_tree(tree, expanded_twice=threads["threads"] > 1)
            assert seen <= capacity
            if not INTERPRETED:
                assert seen > capacity - 30


def test_capacity_without_room_for_the_moves_is_refused() -> None:
    with pytest.raises(OutflankError, match=f"capacity=64 is too small.*{SMALLEST_CAPACITY}"):
        MonteCarloTreeSearch(capacity=64)


# The tree from move to move


def test_tree_is_kept_from_move_to_move() -> None:
    playouts = 40 if INTERPRETED else 2000
    search = new_search()
    search.search(MIDGAME, Limit(nodes=playouts))
    (before,) = search._trees
    child = max(before.children(0), key=lambda node: int(before.nodes[node]["visits"]))
    visits = int(before.nodes[child]["visits"])
    after = MIDGAME.play(int(before.nodes[child]["move"]))

    result = search.search(after, Limit(nodes=10))
    (kept,) = search._trees
    assert kept.nodes[0]["visits"] == visits + 10
    assert (kept.nodes[0]["player"], kept.nodes[0]["opponent"]) == (after.player, after.opponent)
    assert result.nodes == 10
    assert check_tree(kept) == kept.used[0]


def test_tree_is_kept_over_a_pass() -> None:
    position = passing(9, 1)[0]
    search = new_search()
    search.search(position, Limit(nodes=50))
    after = position.passed()
    search.search(after, Limit(nodes=10))
    assert search._trees[0].nodes[0]["visits"] == 49 + 10


def test_tree_is_not_kept_for_another_game() -> None:
    for options in ({"keep_tree": True}, {"keep_tree": True, "threads": 2, "share_tree": False}):
        search = new_search(**options)
        search.search(MIDGAME, Limit(nodes=50))
        search.search(Position.start(), Limit(nodes=20))
        assert sum(int(tree.nodes[0]["visits"]) for tree in search._trees) == 20


def test_tree_is_not_kept_where_it_should_not_be() -> None:
    search = new_search(keep_tree=False)
    for _ in range(2):
        search.search(MIDGAME, Limit(nodes=20))
        assert search._trees[0].nodes[0]["visits"] == 20


def test_find_looks_as_deep_as_it_is_told() -> None:
    search = new_search()
    search.search(MIDGAME, Limit(nodes=60 if INTERPRETED else 3000))
    (tree,) = search._trees
    node, position = 0, MIDGAME
    for ply in range(5):
        assert tree.find(position, ply) == node
        if ply:
            assert tree.find(position, ply - 1) is None
        if not tree.children(node):
            break
        node = max(tree.children(node), key=lambda child: int(tree.nodes[child]["visits"]))
        position = position.play(int(tree.nodes[node]["move"]))
    assert ply > 1
    assert tree.find(Position.start(), 4) is None


def test_copied_subtree_is_the_same() -> None:
    search = new_search()
    search.search(MIDGAME, Limit(nodes=60 if INTERPRETED else 5000))
    (tree,) = search._trees
    for root in [0, *tree.children(0)]:
        fresh = Tree(Position.start(), len(tree.nodes))
        used = copy_subtree(tree.nodes, root, fresh.nodes)
        pairs, seen = [(root, 0)], 0
        while pairs:
            old, new = pairs.pop()
            seen += 1
            for field in ("player", "opponent", "visits", "reward", "children", "move"):
                assert tree.nodes[old][field] == fresh.nodes[new][field]
            pairs += zip(tree.children(old), fresh.children(new), strict=True)
        assert seen == used
        assert not fresh.nodes["visits"][used:].any()


# Chance, and what it depends on


def fingerprint(search: MonteCarloTreeSearch, position: Position) -> tuple[Any, ...]:
    result = search.search(position, Limit(nodes=30 if INTERPRETED else 1000))
    visits = np.asarray(search._trees[0].nodes["visits"]).tobytes()
    return result.move, result.score, result.principal_variation, visits


def test_same_seed_same_tree() -> None:
    assert fingerprint(new_search(), MIDGAME) == fingerprint(new_search(), MIDGAME)
    assert fingerprint(new_search(), MIDGAME) != fingerprint(new_search(seed=2), MIDGAME)


def test_exploration_spreads_the_visits() -> None:
    def share_of_the_best(exploration: float) -> float:
        search = new_search(exploration=exploration)
        search.search(MIDGAME, Limit(nodes=60 if INTERPRETED else 5000))
        tree = search._trees[0]
        visits = [int(tree.nodes[child]["visits"]) for child in tree.children(0)]
        return max(visits) / sum(visits)

    assert share_of_the_best(0.1) > share_of_the_best(3.0)


# What cannot be searched


def test_game_that_is_over_has_no_move() -> None:
    with pytest.raises(OutflankError, match="the game is over"):
        new_search().search(Position(1, 0), Limit(nodes=10))


def test_search_without_an_end_is_refused() -> None:
    for limit in (Limit(), Limit(depth=3)):
        with pytest.raises(OutflankError, match="give nodes or seconds"):
            new_search().search(Position.start(), limit)


def test_unknown_policy_is_an_error_that_lists_the_known_ones() -> None:
    with pytest.raises(OutflankError, match="'rocksanne'; there are: random, roxanne"):
        MonteCarloTreeSearch(playouts="rocksanne")


def test_threads_must_be_some() -> None:
    with pytest.raises(OutflankError, match="threads=0"):
        MonteCarloTreeSearch(threads=0)
