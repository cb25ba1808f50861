"""Scores go backwards through a book as a plain recursion would take them; merging, pruning."""

import pytest

from outflank.engine.book.canonical import key_of, position_of_key
from outflank.engine.book.checking import inconsistencies
from outflank.engine.book.entry import UNIT
from outflank.engine.book.graph import NO_KEY, BookGraph, different_moves, link_of
from outflank.engine.book.priority import costs, most_wanted
from outflank.engine.book.pruning import prune
from outflank.engine.book.settings import BuildSettings
from outflank.errors import OutflankError
from outflank.rules.position import Position
from tests.engine.book.books import contents, random_book

ROOT = key_of(Position.start())


def brute_force(graph: BookGraph, leaves: dict[tuple[int, int], int], key: int) -> int:
    """The value of a position by recursion, from the values of moves that no position follows."""
    position = position_of_key(key)
    best = -(10**6)
    for square in different_moves(position):
        if (key, square) in leaves:
            value = leaves[key, square]
        else:
            child, sign = link_of(position, square)
            value = sign * brute_force(graph, leaves, child)
        best = max(best, value)
    return best


def test_negamax_is_what_a_recursion_finds() -> None:
    graph = random_book(40, 12, seed=3)
    leaves = {
        (key, move.square): move.value
        for key, position in graph.positions.items()
        for move in position.moves
        if move.child not in graph.positions
    }
    for key, position in graph.positions.items():
        assert position.value == brute_force(graph, leaves, key)
    assert not inconsistencies(graph)


def test_a_depth_counts_the_plies_to_the_last_leaf() -> None:
    graph = random_book(20, 10, seed=4)
    line = list(graph.best_line(ROOT))
    assert graph.positions[ROOT].depth == 14 + len(line) - 1


def test_a_position_without_a_move_is_refused() -> None:
    with pytest.raises(OutflankError, match="without a move"):
        BookGraph().add(key_of(Position(1, 0)), [])


def test_merging_has_all_positions_in_any_order() -> None:
    first, second = random_book(10, 10, seed=5), random_book(10, 10, seed=6)
    keys = first.positions.keys() | second.positions.keys()
    for graph in (first, second):
        for position in graph.positions.values():
            for move in position.moves:  # one of the two has searched deeper
                move.depth += graph is second
    one, other = BookGraph(), BookGraph()
    one.merge(first)
    one.merge(second)
    other.merge(second)
    other.merge(first)
    assert one.positions.keys() == other.positions.keys() == keys
    assert contents(one) == contents(other)
    assert not inconsistencies(one)


def test_merging_a_book_with_itself_changes_nothing() -> None:
    graph, same = random_book(10, 10, seed=7), random_book(10, 10, seed=7)
    graph.merge(same)
    assert contents(graph) == contents(same)


def test_the_cost_of_a_position_is_its_cheapest_way() -> None:
    graph = random_book(30, 8, seed=8)
    found = costs(graph, ROOT, 0.25)
    cheapest: dict[int, float] = {}

    def walk(key: int, cost: float) -> None:
        cheapest[key] = min(cost, cheapest.get(key, cost))
        position = graph.positions.get(key)
        for move in position.moves if position else ():
            if move.child != NO_KEY:
                walk(move.child, cost + 0.25 + (position.value - move.value) / UNIT)  # type: ignore[union-attr]

    walk(ROOT, 0.0)
    assert found.keys() == cheapest.keys()
    assert all(abs(found[key] - cost) < 1e-9 for key, cost in cheapest.items())


def test_the_most_wanted_are_the_cheapest_that_are_missing() -> None:
    graph = random_book(30, 8, seed=9)
    settings = BuildSettings(plies=6, most_cost=20)
    found = costs(graph, ROOT, settings.ply_cost)
    wanted = most_wanted(graph, settings, 25)
    assert wanted
    assert all(key not in graph.positions and found[key] <= 20 for key in wanted)
    assert all(64 - key.bit_count() > 54 for key in wanted)
    assert [found[key] for key in wanted] == sorted(found[key] for key in wanted)
    assert most_wanted(BookGraph(), settings, 5) == [ROOT]


@pytest.mark.parametrize("seed", range(3))
def test_pruning_keeps_what_matters_and_its_scores(seed: int) -> None:
    graph = random_book(40, 10, seed=seed)
    before = {key: position.value for key, position in graph.positions.items()}
    removed = prune(graph, most_cost=15, plies=8, moves_within=4)
    assert 0 < removed == len(before) - len(graph)
    assert ROOT in graph.positions
    assert {key: position.value for key, position in graph.positions.items()} == {
        key: before[key] for key in graph.positions
    }
    for position in graph.positions.values():
        assert position.empties >= 52
        for move in position.moves:
            assert graph.is_linked(move) or move.value >= position.value - 4 * UNIT


def test_pruning_to_a_number_keeps_the_cheapest() -> None:
    graph = random_book(40, 10, seed=2)
    found = costs(graph, ROOT, BuildSettings().ply_cost)
    before = set(graph.positions)
    prune(graph, most_positions=20)
    assert len(graph) == 20
    dropped = before - graph.positions.keys()
    assert max(found[key] for key in graph.positions) <= min(found[key] for key in dropped)


@pytest.mark.parametrize(
    ("name", "value"), [("depth", 1), ("margin", -1), ("plies", 0), ("confidence", 50)]
)
def test_settings_out_of_range_are_refused(name: str, value: int) -> None:
    with pytest.raises(OutflankError, match=name):
        BuildSettings(**{name: value})


def test_settings_survive_json() -> None:
    settings = BuildSettings(depth=12, plies=20, margin=2.5)
    assert BuildSettings.from_dict(settings.as_dict() | {"later": 1}) == settings
