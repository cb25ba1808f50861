"""Edax's books are read: the file is made here, by a writer that shares nothing with the reader."""

from __future__ import annotations

from pathlib import Path

import pytest

from outflank.engine.book.canonical import key_of
from outflank.engine.book.exchange import read_book
from outflank.engine.book.file import from_bytes, to_bytes
from outflank.errors import FormatError
from outflank.rules.position import Position
from outflank.rules.squares import parse_square

NO_LEAF = (-127, 65)


def number(value: int, size: int) -> bytes:
    return value.to_bytes(size, "little", signed=value < 0)


def edax_book(positions: list[bytes], version: int = 4) -> bytes:
    """A file as Edax writes it: level 21, 24 empties, 2026-11-18 01:02:03."""
    date = number(2026, 2) + bytes([11, 18, 1, 2, 3, 0])
    options = b"".join(number(value, 4) for value in (21, 24, 2, 3, 1))
    head = b"XADE" + b"KOOB" + bytes([version, 4]) + date + options
    return head + number(len(positions), 4) + b"".join(positions)


def edax_position(
    position: Position,
    links: list[tuple[int, str]],
    leaf: tuple[int, str] | tuple[int, int],
    value: int,
    level: int = 21,
) -> bytes:
    squares = [(score, parse_square(name)) for score, name in links]
    leaf_square = leaf[1] if isinstance(leaf[1], int) else parse_square(leaf[1])
    data = number(position.player, 8) + number(position.opponent, 8)
    data += b"".join(number(count, 4) for count in (7, 8, 9, 10))
    data += number(value, 2) + number(-64, 2) + number(64, 2) + bytes([len(links), level])
    for score, square in [*squares, (leaf[0], leaf_square)]:
        data += number(score, 1) + bytes([square])
    return data


def three_positions() -> list[bytes]:
    """f5, then f6 in the book and d6 as the leaf; behind f6 e6 is the leaf."""
    start = Position.start()
    after_f5 = start.play("f5").transformed(3)  # Edax has its own idea of which image to keep
    turned = {"f6": "c3", "d6": "e3"}
    after_f6 = start.play("f5").play("f6")
    return [
        edax_position(start, [(1, "f5")], NO_LEAF, 1),
        edax_position(after_f5, [(-2, turned["f6"])], (-1, turned["d6"]), -1),
        edax_position(after_f6, [], (2, "e6"), 2, level=12),
    ]


def test_an_edax_book_is_read(tmp_path: Path) -> None:
    path = tmp_path / "book.dat"
    path.write_bytes(edax_book(three_positions()))
    graph = read_book(path)
    assert graph.card == {"source": "Edax 4.4", "level": 21}
    book = from_bytes(to_bytes(graph))
    start = book.find(Position.start())
    assert start is not None
    assert start.score == 1
    assert start.moves[0].is_linked
    entry = book.find(Position.start().play("f5"))
    assert entry is not None
    assert {str(move.move): (move.score, move.is_linked) for move in entry.moves} == {
        "d6": (-1, False),
        "f6": (-2, True),
    }
    assert (entry.depth, entry.confidence) == (21, 73)
    last = book.find(Position.start().play("f5").play("f6"))
    assert last is not None
    assert (last.moves[0].depth, last.moves[0].confidence) == (12, 73)


def test_values_are_negamaxed_again(tmp_path: Path) -> None:
    first, second, _ = three_positions()
    third = edax_position(Position.start().play("f5").play("f6"), [], (-6, "e6"), -6)
    path = tmp_path / "book.dat"
    path.write_bytes(edax_book([first, second, third]))
    graph = read_book(path)
    assert graph.positions[key_of(Position.start())].value == -600


@pytest.mark.parametrize("cut", [20, 41, 60, 90, -1])
def test_a_file_that_is_cut_off_is_one_line(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "book.dat"
    path.write_bytes(edax_book(three_positions())[:cut])
    with pytest.raises(FormatError, match=r"book\.dat: .*(cut off|not an Edax book)"):
        read_book(path)


def test_other_damage_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "book.dat"
    whole = edax_book(three_positions())
    for data, problem in (
        (edax_book(three_positions(), version=3), "Edax 3"),
        (whole + b"\0", "data after its last position"),
        (whole[:42] + b"\xff" * 16 + whole[58:], "both sides"),
    ):
        path.write_bytes(data)
        with pytest.raises(FormatError, match=problem):
            read_book(path)


def test_illegal_moves_and_passes_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "book.dat"
    positions = three_positions()
    start = edax_position(Position.start(), [(1, "f5"), (3, "a1")], (0, 64), 1)
    path.write_bytes(edax_book([start, *positions[1:]]))
    graph = read_book(path)
    assert len(graph.positions[key_of(Position.start())].moves) == 1
