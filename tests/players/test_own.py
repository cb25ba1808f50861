"""Players of the user's own, from a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from outflank.errors import OutflankError
from outflank.players import UNTIMED, make_player
from outflank.rules.game import Game

HOSTILE = Path(__file__).parents[1] / "arena" / "hostile.py"

DUCK = """
from dataclasses import dataclass

@dataclass
class Last:
    seed: int = 0

    def choose(self, game, clock):
        return game.position.legal_moves()[-1]

class NoPlayer:
    pass

def made(): return Last(99)
"""


@pytest.fixture
def duck(tmp_path: Path) -> Path:
    """A file with a player that knows nothing of Outflank."""
    file = tmp_path / "duck.py"
    file.write_text(DUCK)
    return file


def test_a_class_is_made_with_the_seed_if_it_takes_one(duck: Path) -> None:
    player = make_player(f"python:{duck}:Last", seed=5)
    assert player.choose(Game(), UNTIMED) == 44
    assert player.seed == 5  # type: ignore[attr-defined]
    assert player.name == f"python:{duck}:Last"
    assert make_player(f"python:{HOSTILE}:Honest").choose(Game(), UNTIMED) == 19


def test_a_function_will_do(duck: Path) -> None:
    assert make_player(f"python:{duck}:made").seed == 99  # type: ignore[attr-defined]


def test_the_file_is_read_afresh(duck: Path) -> None:
    make_player(f"python:{duck}:Last")
    duck.write_text(DUCK.replace("[-1]", "[0]"))
    assert make_player(f"python:{duck}:Last").choose(Game(), UNTIMED) == 19


@pytest.mark.parametrize(
    ("argument", "parts"),
    [
        ("duck.py", ["duck.py", "FILE.py:NAME"]),
        ("nothing.py:Last", ["nothing.py", "no such file"]),
        ("{duck}:Lost", ["'Lost'", "did you mean Last?"]),
        ("{duck}:dataclass_", ["dataclass_"]),
        ("{duck}:NoPlayer", ["NoPlayer", "choose"]),
        ("{broken}:Last", ["broken.py", "SyntaxError"]),
        ("{thrower}:Last", ["thrower.py", "ZeroDivisionError"]),
    ],
)
def test_says_what_is_wrong(argument: str, parts: list[str], duck: Path) -> None:
    broken, thrower = duck.with_name("broken.py"), duck.with_name("thrower.py")
    broken.write_text("def def")
    thrower.write_text("1 / 0")
    with pytest.raises(OutflankError) as caught:
        make_player("python:" + argument.format(duck=duck, broken=broken, thrower=thrower))
    for part in parts:
        assert part in str(caught.value)
