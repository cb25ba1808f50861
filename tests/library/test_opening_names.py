"""Every named opening is legal, has its own position, and is recognised however it is reached."""

from __future__ import annotations

import subprocess
import sys

import pytest

from outflank.library.opening_names import (
    find_openings,
    named_openings,
    opening_at,
    opening_name,
    opening_of_record,
    openings_by_key,
)
from outflank.players.making import make_player
from outflank.protocols.gtp_session import GtpSession
from outflank.protocols.nboard_session import NBoardSession
from outflank.rules.game import Game
from outflank.rules.squares import square_name
from outflank.rules.symmetry import SYMMETRIES
from outflank.web.languages import LANGUAGES
from tests.library.games import image_of


def test_every_line_is_legal_and_has_a_position_of_its_own() -> None:
    openings = named_openings()
    assert len(openings) >= 70
    assert len({opening.moves for opening in openings}) == len(openings)
    assert len({opening.names["en"] for opening in openings}) == len(openings)
    assert len(openings_by_key()) == len(openings)
    for opening in openings:
        assert opening.moves.startswith("f5")
        moves = [node for node in opening.game().main_line() if not node.is_pass]
        assert len(moves) == len(opening.moves) // 2
        assert set(opening.names) <= set(LANGUAGES)
        assert all(opening.name(language) for language in LANGUAGES)


def test_a_name_is_found_in_all_orientations() -> None:
    for opening in named_openings():
        for symmetry in SYMMETRIES:
            game = image_of(opening.game(), symmetry)
            game.go_to_end()
            assert opening_name(game) == opening.names["en"]


def test_a_name_belongs_to_the_position_and_not_to_the_order_of_moves() -> None:
    usual = Game.from_moves(["f5", "d6", "c3", "d3", "c4"])
    other = Game.from_moves(["f5", "d6", "c4", "d3", "c3"])
    assert usual.position == other.position
    assert opening_name(other) == "Tiger"


def test_a_game_keeps_the_last_name_it_reached_and_follows_the_cursor() -> None:
    game = Game.from_moves(["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "c2"])
    assert opening_name(game) == "Comp'Oth"
    game.undo()
    game.undo()
    assert opening_name(game) == "Stephenson"
    assert opening_name(game, "ja") == "ステファンソン"
    reached = opening_of_record(game)
    assert reached is not None
    assert reached.names["en"] == "Comp'Oth"
    game.go_to_start()
    assert opening_name(game) is None
    assert opening_at(game.position) is None


@pytest.mark.parametrize(
    ("text", "names"),
    [("tiger", {"Tiger", "Leader's Tiger", "Mainline Tiger"}), ("兎", {"Rabbit"}), ("zzz", set())],
)
def test_openings_are_found_by_a_part_of_their_name(text: str, names: set[str]) -> None:
    assert {opening.names["en"] for opening in find_openings(text)} == names


def test_names_need_neither_numpy_nor_numba() -> None:
    code = (
        "import sys; from outflank import Game; from outflank.library import opening_name; "
        "print(opening_name(Game.from_moves(['f5', 'd6'])), "
        "'numpy' in sys.modules, 'numba' in sys.modules)"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert answer.stdout.strip() == "Perpendicular False False", answer.stderr


def test_moves_are_written_as_squares() -> None:
    for opening in named_openings():
        played = "".join(square_name(node.move) for node in opening.game().main_line())
        assert played == opening.moves


def test_protocols_name_the_opening() -> None:
    tiger = ["f5", "d6", "c3", "d3", "c4"]
    said: list[str] = []
    plays = [f"play {colour} {move}" for colour, move in zip("bwbwb", tiger, strict=True)]
    lines = [f"{line}\n".encode() for line in (*plays, "showboard")]
    GtpSession(make_player("random:seed=1"), lines, said.append, version="1").run()
    assert "opening: Tiger" in "".join(said)
    said.clear()
    lines = [*(f"move {move}/0/0\n".encode() for move in tiger), b"go\n"]
    NBoardSession(make_player("random:seed=1"), lines, said.append).run()
    assert "status Outflank is waiting; opening: Tiger\n" in said
