"""Evaluations that users make: blends of features, and functions of their own."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from outflank.classics.alphabeta import AlphaBeta
from outflank.classics.evaluations import compiled
from outflank.classics.evaluations.blend import blend
from outflank.classics.minimax import Minimax
from outflank.classics.mtdf import MtdF
from outflank.classics.pvs import PrincipalVariationSearch
from outflank.errors import OutflankError
from outflank.kernels.bits import popcount
from outflank.kernels.jit import INTERPRETED, u64
from outflank.rules.position import Position
from outflank.search.limit import Limit
from tests import oracle
from tests.classics import plain_evaluations as plain
from tests.classics.boards import sample
from tests.classics.brute_force import points, values
from tests.kernels.test_jit import needs_compiler, run_python
from tests.positions import Pair, custom_positions, random_play_positions

SCALE = 1 if INTERPRETED else 3

FEATURES: dict[str, plain.Feature] = {
    "discs": plain.count,
    "mobility": plain.move_count,
    "potential": plain.potential_count,
    "corners": plain.corner_count,
    "edges": plain.anchored_count,
    "stability": plain.stable_count,
    "frontier": plain.frontier_count,
    "table": plain.weight_000,
}
"""The plain twin of each feature: what the player to move has."""

WEIGHTS = {name: (index + 2) * (-1) ** index for index, name in enumerate(FEATURES)}

BOTTOM_HALF = u64(0xFFFFFFFF00000000)


def bottom_heavy(player: int, opponent: int) -> int:
    """Discs, those in the bottom half of the board three times: what no built-in looks at."""
    own = popcount(player) + 2 * popcount(player & BOTTOM_HALF)
    return own - popcount(opponent) - 2 * popcount(opponent & BOTTOM_HALF)


@pytest.fixture(scope="module")
def boards() -> list[Pair]:
    return list(chain(random_play_positions(41, SCALE), custom_positions(42, 50 * SCALE)))


def test_every_feature_has_a_plain_twin() -> None:
    assert list(inspect.signature(blend).parameters) == list(FEATURES)


@pytest.mark.parametrize("name", FEATURES)
def test_feature_equals_its_plain_twin(name: str, boards: list[Pair]) -> None:
    alone = blend(**{name: -3})
    for pair in boards:
        assert alone(*pair) == -3 * plain.difference(FEATURES[name], oracle.board_of(*pair))


def test_every_feature_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "classics.md").read_text()
    table = page.partition("| feature |")[2].partition("\n\n")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(FEATURES)


def test_blend_is_the_sum_of_its_features(boards: list[Pair]) -> None:
    everything = blend(**WEIGHTS)
    for pair in boards:
        board = oracle.board_of(*pair)
        parts = {name: plain.difference(feature, board) for name, feature in FEATURES.items()}
        assert everything(*pair) == sum(WEIGHTS[name] * part for name, part in parts.items())


def test_feature_without_a_weight_does_not_count(boards: list[Pair]) -> None:
    two = blend(mobility=3, frontier=-2)
    for pair in boards:
        board = oracle.board_of(*pair)
        expected = 3 * plain.difference(plain.move_count, board)
        assert two(*pair) == expected - 2 * plain.difference(plain.frontier_count, board)


def test_same_weights_are_the_same_evaluation() -> None:
    assert blend(corners=7, mobility=2) is blend(corners=7, mobility=2)


@pytest.mark.parametrize("search_class", [Minimax, AlphaBeta, PrincipalVariationSearch, MtdF])
def test_function_of_a_user_can_be_searched_with(search_class: Any) -> None:
    mine = compiled(bottom_heavy)
    search = search_class(mine)
    depth = 1 if INTERPRETED else 3
    for position in sample(43, 2 if INTERPRETED else 10, range(10, 60)):
        result = search.search(position, Limit(depth=depth))
        assert points(result) == values(position, depth, [mine])[0]


def test_compiled_function_equals_the_plain_one(boards: list[Pair]) -> None:
    mine = compiled(bottom_heavy)
    for player, opponent in boards:
        bottom = int(BOTTOM_HALF)
        own = player.bit_count() + 2 * (player & bottom).bit_count()
        other = opponent.bit_count() + 2 * (opponent & bottom).bit_count()
        assert mine(player, opponent) == own - other


@needs_compiler
def test_plain_function_is_refused_with_the_remedy() -> None:
    search = AlphaBeta(bottom_heavy)
    with pytest.raises(OutflankError, match=r"bottom_heavy.*is not compiled; .*compiled\("):
        search.search(Position.start(), Limit(depth=1))


@needs_compiler
def test_function_may_be_typed_at_a_prompt(tmp_path: Path) -> None:
    code = """
from outflank.classics.evaluations import compiled
from outflank.kernels.bits import popcount
print(compiled(lambda player, opponent: popcount(player) - popcount(opponent))(7, 8))
"""
    assert run_python(code, tmp_path) == "2"


@needs_compiler
def test_function_of_a_user_sees_what_its_module_imports_now(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from weights import DISC\n"
        "from outflank.classics.evaluations import compiled\n"
        "from outflank.kernels.bits import popcount\n"
        "def evaluate(player, opponent):\n"
        "    return DISC * (popcount(player) - popcount(opponent))\n"
        "print(compiled(evaluate)(7, 8))\n"
    )
    for weight in (3, 5):
        (tmp_path / "weights.py").write_text(f"DISC = {weight}\n")
        command = [sys.executable, "-B", "mine.py"]
        output = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        assert output.stdout == f"{2 * weight}\n"


@needs_compiler
def test_second_process_loads_blends_and_switches_from_the_cache(tmp_path: Path) -> None:
    code = """
from outflank.classics.evaluations.blend import blend
from outflank.classics.evaluations.full import full_with
made = [blend(mobility=3, corners=7), blend(mobility=4, corners=7), full_with(stability='off')]
print(*(evaluation(0b11, 0b100) for evaluation in made))
print(*(sum(evaluation.stats.cache_hits.values()) for evaluation in made))
"""
    values, hits = run_python(code, tmp_path).splitlines()
    assert hits == "0 0 0"
    assert run_python(code, tmp_path).splitlines() == [values, "1 1 1"]
