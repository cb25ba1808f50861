"""Players of the engine with another evaluation, by spec."""

from __future__ import annotations

from pathlib import Path

import pytest

from outflank.engine.engine import Engine
from outflank.errors import OutflankError
from outflank.formats import read
from outflank.kernels.jit import INTERPRETED
from outflank.players import UNTIMED, make_player, parse_spec
from outflank.players.engine import EnginePlayer
from outflank.search.limit import Limit

pytestmark = pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")

OWN = """
CORNERS = 0x8100000000000081

def evaluate(player, opponent):
    corners = (player & CORNERS).bit_count() - (opponent & CORNERS).bit_count()
    return 10 * corners - player.bit_count() / 4

def wrong(player, opponent):
    return "good"
"""


@pytest.fixture
def own_file(tmp_path: Path) -> Path:
    file = tmp_path / "mine.py"
    file.write_text(OWN)
    return file


def engine_of(spec: str) -> Engine:
    player = make_player(spec)
    assert isinstance(player, EnginePlayer)
    assert player.name == spec
    return player._engine


@pytest.mark.parametrize("spec", ["engine:eval=corners", "engine:depth=4,eval=full,ponder=on"])
def test_an_evaluation_by_name(spec: str) -> None:
    assert str(parse_spec(spec)) == spec
    own = engine_of(spec).own_evaluation
    assert own is not None
    assert f"eval={own.name}" in spec


def test_the_shipped_weights_without_one() -> None:
    assert engine_of("engine").own_evaluation is None


def test_a_function_from_a_file(own_file: Path) -> None:
    spec = f"engine:depth=4,eval_file={own_file}:evaluate"
    assert str(parse_spec(spec)) == spec
    own = engine_of(spec).own_evaluation
    assert own is not None
    assert (own.name, own.points_per_disc) == ("evaluate", 1)
    game = read("f5d6c3d3c4f4f6f3e6e7d7").game
    by_name = Engine(table_megabytes=4, evaluation="discs").search(game.position, Limit(depth=4))
    player = make_player(spec)
    assert player.choose(game, UNTIMED) in game.position.legal_moves()
    assert isinstance(player, EnginePlayer)
    assert player.last_result is not None
    assert player.last_result.depth == 4
    assert player.last_result.score != by_name.score


def test_the_file_is_read_afresh(own_file: Path) -> None:
    spec = f"engine:eval_file={own_file}:evaluate"
    position = read("f5d6c3d3c4f4f6f3e6e7d7").position
    before = engine_of(spec).search(position, Limit(depth=3)).score
    own_file.write_text(OWN.replace("/ 4", "/ 4 + 3"))
    assert engine_of(spec).search(position, Limit(depth=3)).score == before - 3


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ("eval=cornres", ["eval", "did you mean corners?"]),
        ("eval_file=mine.py", ["eval_file=mine.py is incomplete", "eval_file=FILE.py:NAME"]),
        ("eval_file=nothing.py:evaluate", ["no such file", "nothing.py"]),
        ("eval_file={file}:evalute", ["'evalute'", "did you mean evaluate?"]),
        ("eval_file={file}:wrong", ["wrong returns 'good'", "discs or points"]),
        ("eval=discs,eval_file={file}:evaluate", ["eval=discs and eval_file=", "give one"]),
        ("weights=w.bin,eval=discs", ["weights=w.bin and eval=discs", "give one"]),
        ("eval=discs,human=club", ["human=club", "leave out eval=discs"]),
    ],
)
def test_says_what_is_wrong(options: str, parts: list[str], own_file: Path) -> None:
    with pytest.raises(OutflankError) as refusal:
        make_player(f"engine:{options.format(file=own_file)}")
    for part in parts:
        assert part in str(refusal.value)
