from pathlib import Path

import pytest

from outflank.errors import FormatError
from outflank.formats import read_file, write, write_file
from outflank.rules.game import Game

GAME = Game.from_moves(["f5", "d6", "c5", "f6", "e7", "f4", "g5", "e6", "e3"])


def test_write() -> None:
    assert write([GAME], "transcript") == b"f5d6c5f6e7f4g5e6e3\n"
    assert write(iter([GAME, GAME]), "ggf").count(b"GM[Othello]") == 2


def test_write_refuses_what_it_cannot_do() -> None:
    with pytest.raises(FormatError, match="there is no format 'pgn'"):
        write([GAME], "pgn")
    with pytest.raises(FormatError, match="there is no game to write"):
        write([], "ggf")


@pytest.mark.parametrize("name", ["game.ggf", "game.SGF", "game.txt", "game.save", "game.wtb"])
def test_the_extension_chooses_the_format(tmp_path: Path, name: str) -> None:
    write_file(tmp_path / name, [GAME])
    assert read_file(tmp_path / name).game.moves() == GAME.moves()


def test_a_format_may_be_named(tmp_path: Path) -> None:
    write_file(str(tmp_path / "game"), [GAME], "sgf")
    assert read_file(tmp_path / "game").format == "sgf"
    with pytest.raises(FormatError, match=r"extension '.x' belongs to no format; name one or use"):
        write_file(tmp_path / "game.x", [GAME])


def test_an_error_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    write_file(file, [GAME])
    before = file.read_bytes()
    broken = Game()
    broken.root.comment = "\ud800"
    with pytest.raises(FormatError, match=r"game.sgf: character .* cannot be written"):
        write_file(file, [broken])
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_folders_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="cannot be written: No such file or directory; make"):
        write_file(tmp_path / "missing" / "game.ggf", [GAME])
    (tmp_path / "folder.ggf").mkdir()
    with pytest.raises(FormatError, match=r"folder.ggf: cannot be written: Is a directory"):
        write_file(tmp_path / "folder.ggf", [GAME])
    with pytest.raises(FormatError, match="cannot be written: embedded null"):
        write_file("a\0.ggf", [GAME])
    assert [path.name for path in tmp_path.iterdir()] == ["folder.ggf"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target.ggf", tmp_path / "link.ggf"
    target.write_bytes(b"old")
    link.symlink_to(target)
    write_file(link, [GAME])
    assert link.is_symlink()
    assert read_file(target).game == GAME


def test_permissions_are_the_usual_ones(tmp_path: Path) -> None:
    write_file(tmp_path / "game.ggf", [GAME])
    (tmp_path / "other").write_bytes(b"")
    assert (tmp_path / "game.ggf").stat().st_mode == (tmp_path / "other").stat().st_mode
