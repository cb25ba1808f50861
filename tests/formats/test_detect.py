import os
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.errors import FormatError
from outflank.formats import detect
from outflank.formats.catalogue import FORMATS, Format, format_named
from outflank.formats.detect import read, read_bytes, read_file, read_text
from outflank.rules.game import BLACK, WHITE, Game
from outflank.rules.position import Position
from outflank.rules.squares import F5
from tests.formats.checks import survives
from tests.strategies import damaged, games

START = "---------------------------OX------XO---------------------------"
FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:+36;\n"
GGF = "(;GM[Othello]PC[GGS/os]B[f5]W[d6];)"
SGF = "(;FF[4]GM[2];B[f5];W[d6];B[c3])"
SAVED = "1. B f5\n2. W d6\nf5d6\n"


@pytest.mark.parametrize(
    ("text", "format", "description"),
    [
        ("start", "board", "board string, 60 empties, Black to move"),
        (" START ", "board", "board string, 60 empties, Black to move"),
        (f"{START} O", "board", "board string, 60 empties, White to move"),
        ("X" * 63 + "-", "board", "board string, 1 empty, Black to move"),
        (str(Position.start()), "board", "board string, 60 empties, Black to move"),
        ("f5", "transcript", "transcript, 1 move"),
        ("1. f5 d6 2. c3", "transcript", "transcript, 3 moves"),
        ("f5d6\nf5f6\n", "transcript", "transcript, 2 games"),
        (FFO_40, "obf", "OBF, 20 empties, Black to move"),
        (FFO_40 * 3, "obf", "OBF, 3 positions"),
        (f"{FFO_40.strip()} % seen in a/b.txt", "obf", "OBF, 20 empties, Black to move"),
        (GGF, "ggf", "GGF, 2 moves"),
        (f"2 {GGF}{GGF}", "ggf", "GGF, 2 games"),
        (SGF, "sgf", "SGF, 3 moves"),
        ("(;B[f5])", "sgf", "SGF, 1 move"),
        (SAVED, "savefile", "save file, 2 moves"),
        ("\ufeff f5", "transcript", "transcript, 1 move"),
    ],
)
def test_formats(text: str, format: str, description: str) -> None:
    reading = read(text)
    assert (reading.format, reading.description) == (format, description)


def test_a_game_stands_for_its_end() -> None:
    reading = read("f5")
    assert reading.position == Position.start().play(F5)
    assert reading.to_move is WHITE


def test_a_position_stands_for_itself() -> None:
    reading = read(FFO_40)
    assert reading.position.empty_count == 20
    assert reading.to_move is BLACK
    must_pass = read("XO" + "-" * 62 + " O")
    assert must_pass.to_move is WHITE


def test_every_game_has_its_node() -> None:
    other = f"{START} O; F4:+0;\n"
    positions = read(FFO_40 + other)
    assert [node.position.empty_count for node in positions.nodes] == [20, 60]
    assert [node.to_move for node in positions.nodes] == [BLACK, WHITE]
    assert positions.nodes[0] is positions.node is positions.games[0].root
    games = read("f5d6\nf5f6e6\n")
    assert [node.position for node in games.nodes] == [game.position for game in games.games]
    assert [node.position.empty_count for node in games.nodes] == [58, 57]


def test_game() -> None:
    assert read("f5").game == Game.from_moves(["f5"])
    with pytest.raises(FormatError, match=r"^there are 3 games here; one is needed$"):
        _ = read(FFO_40 * 3).game


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "^there is nothing to read"),
        (" \n ", "^there is nothing to read"),
        ("hello", "^'hello' begins no known format; formats are WTHOR, GGF, SGF, OBF, board"),
        ("x" * 5000, "^character 65: 'x{24}…' is not a side to move"),
        ("z" * 300, "^'z{24}…' begins no known format"),
        ("z" * 5000, "^'z{24}…' begins no known format"),
        ("f5\0", r"^move 2: '\\x00' is not a move"),
        ("\0\0", "^byte 0: this is binary data and not WTHOR; formats are"),
        ("f5a1", r"^move 2 \(a1\): a1 is not legal here"),
        (START[:40], "^the board has 40 squares; it needs 64$"),
        (f"{START[:60]} X; F5:+2;", "^line 1: the board has 60 squares"),
        ("(;GM[Othello]B[a1];)", r"^line 1, column 14, move 1 \(a1\)"),
        ("(;GM[2];B[a1])", r"^line 1, column 9, move 1 \(a1\)"),
        ("(;GM[2];B[f5]", "^line 1, column 14: the text ends inside a game"),
        ("1. B f5\nd3", "^line 2: move 1 is f5 in the list but d3"),
        ("% nothing", "^there is no game in this OBF$"),
        ("missing.ggf", "^no such file: missing.ggf$"),
        ("games/f5", "^no such file: games/f5$"),
        ("C:\\games\\f5", r"^no such file: C:\\games\\f5$"),
        ("f5.TXT", "^no such file: f5.TXT$"),
        ("(;GM[2]C[\ud800])", "^byte 9: byte 0xed is not UTF-8"),
    ],
)
def test_errors_are_those_of_the_format_that_is_meant(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read(text)


def test_text_is_never_a_path() -> None:
    with pytest.raises(FormatError, match="begins no known format"):
        read_text("missing.ggf")


def test_read_takes_files_by_name_and_by_path(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(GGF)
    for name in (file, str(file), f" {file}\n"):
        assert read(name).format == "ggf"


def test_content_decides_and_the_extension_only_helps(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("f5d6")
    assert read_file(file).format == "transcript"
    file.write_text("rubbish")
    with pytest.raises(FormatError, match=r"game.sgf, line 1, column 1: 'rubbish' is out of place"):
        read_file(file)


def test_errors_name_the_file(tmp_path: Path) -> None:
    file = tmp_path / "game.ggf"
    file.write_text(f"{GGF}\n(;GM[Othello]B[a1];)")
    with pytest.raises(FormatError) as caught:
        read_file(file)
    assert caught.value.source == str(file)
    assert caught.value.place == "line 2, column 14, move 1 (a1)"


def test_files_that_are_not_utf_8(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_bytes("(;GM[2]PB[Hélène])".encode("latin-1"))
    with pytest.raises(FormatError, match=r"game.sgf, byte 11: byte 0xe9 is not UTF-8; save"):
        read_file(file)
    file = tmp_path / "game"
    file.write_bytes("f5d6".encode("utf-16"))
    with pytest.raises(FormatError, match="byte 0: this is UTF-16; save the text as UTF-8"):
        read_file(file)


def test_folders_and_missing_files(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="this is a folder; name a file in it"):
        read(str(tmp_path))
    with pytest.raises(FormatError, match=r"^no such file: "):
        read(tmp_path / "missing.ggf")
    with pytest.raises(FormatError, match="cannot be read: embedded null"):
        read_file("a\0b")
    with pytest.raises(FormatError, match="cannot be read: File name too long"):
        read_file("x" * 5000)


def test_pipes_are_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(FormatError, match="this is not a regular file"):
        read_file(pipe)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_unreadable_files(tmp_path: Path) -> None:
    file = tmp_path / "game.ggf"
    file.write_text(GGF)
    file.chmod(0)
    with pytest.raises(FormatError, match="cannot be read: Permission denied"):
        read_file(file)


def test_large_files_are_refused_unread(tmp_path: Path) -> None:
    file = tmp_path / "noise.ggf"
    with file.open("wb") as opened:
        opened.truncate(100 * 1024 * 1024)
    begin = time.process_time()
    with pytest.raises(FormatError, match=r"noise.ggf: 104,857,600 bytes are too many; split it"):
        read_file(file)
    assert time.process_time() - begin < 1


def test_large_data_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detect, "MAX_BYTES", 10)
    assert read_bytes(b"f5d6c3d3c4").game
    with pytest.raises(FormatError, match=r"^paste: 12 bytes are too many"):
        read_bytes(b"f5d6c3d3c4f4", source="paste")


def test_wthor_is_recognised_by_its_size(tmp_path: Path) -> None:
    game = Game.from_moves(["f5", "d6", "c5", "f6", "e7", "f4", "g5", "e6", "e3"])
    game.tags.update({"black": "Ann", "white": "Bob"})
    wthor = format_named("wthor")
    data = wthor.write([game])
    assert read_bytes(data).description == "WTHOR, 9 moves"
    file = tmp_path / "games.wtb"
    assert wthor.write_beside
    wthor.write_beside(file, [game])
    assert read_file(file).game == game
    file.write_bytes(data[:-1])
    with pytest.raises(FormatError, match=r"games.wtb, header: the header counts 1 games"):
        read_file(file)


HOSTILE = {
    "open brackets": "(;" * 150_000,
    "open value": "(;C[" + "x" * 300_000,
    "backslashes": "(;C[" + "\\" * 300_001,
    "nodes with comments": "(;GM[2]" + ";C[x]" * 60_000 + ")",
    "properties": "(;GM[Othello]" + "A[]" * 100_000 + ";)",
    "values": "(;GM[2]AB" + "[aa:hh]" * 40_000 + ")",
    "empty nodes": "(;GM[Othello]" + ";A[]" * 75_000 + ")",
    "counts": "1 " * 150_000 + "(",
    "digits": "1" * 300_000,
    "spaces": " " * 299_999 + "f",
    "spaces after a board": START + " " * 300_000 + "XX",
    "squares": "-" * 300_000,
    "rows": "1 -\n" * 75_000,
    "moves": "f5" * 150_000,
    "lines of moves": "f5\n" * 4_000,
    "list of moves": "1. B f5\n" * 40_000,
    "positions": f"{START} X;\n" * 300,
    "scores": f"{START} X;" + " F5:+0;" * 40_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_time_is_linear(name: str) -> None:
    """Anything quadratic would take minutes on these."""
    begin = time.process_time()
    survives(read_text, HOSTILE[name])
    assert time.process_time() - begin < 5


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    survives(lambda _: read_bytes(data), "")


@given(st.text() | st.sampled_from([GGF, SGF, FFO_40, SAVED, "f5d6"]).flatmap(damaged))
@settings(max_examples=200)
def test_any_text(text: str) -> None:
    survives(read_text, text)


@given(games(), st.sampled_from(FORMATS), st.data())
@settings(max_examples=40)
def test_damaged_files(game: Game, format: Format, data: st.DataObject) -> None:
    if format.name == "wthor":
        game = Game.from_moves(["f5", "d6", "c5", "f6", "e7", "f4", "g5", "e6", "e3"])
    try:
        written = bytearray(format.write([game]))
    except FormatError:
        return
    for _ in range(data.draw(st.integers(0, 3))):
        written[data.draw(st.integers(0, len(written) - 1))] = data.draw(st.integers(0, 255))
    survives(lambda _: read_bytes(bytes(written)), "")
