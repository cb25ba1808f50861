"""Book files: written, mapped, found again in all orientations; damage is one clear line."""

import random
import struct
from pathlib import Path

import pytest

from outflank.engine.book import file as book_files
from outflank.engine.book.canonical import key_of
from outflank.engine.book.exchange import read_book, to_dict, to_text, write_book
from outflank.engine.book.file import Book, from_bytes, load, open_book, save, to_bytes
from outflank.engine.book.graph import BookGraph
from outflank.engine.book.statistics import statistics_of
from outflank.errors import FormatError
from outflank.rules.position import Position
from outflank.rules.squares import move_names
from tests.engine.book.books import book_positions, contents, random_book


@pytest.fixture(scope="module")
def graph() -> BookGraph:
    return random_book(30, 14, seed=1)


@pytest.fixture(scope="module")
def book(graph: BookGraph) -> Book:
    return from_bytes(to_bytes(graph))


def test_a_file_holds_all_of_a_book(graph: BookGraph, tmp_path: Path) -> None:
    save(graph, tmp_path / "a.book")
    found = load(tmp_path / "a.book")
    assert found.card == {"made": "by chance"}
    assert contents(found.graph()) == contents(graph)
    assert len(found) == len(graph)


def test_every_orientation_finds_the_same(graph: BookGraph, book: Book) -> None:
    for position in book_positions(graph)[:60]:
        entry = book.find(position)
        assert entry is not None
        assert entry.score == graph.positions[key_of(position)].value / 100
        scores = {key_of(position.play(move.move)): move.score for move in entry.moves}
        for image in position.images():
            turned = book.find(image)
            assert image in book
            assert turned is not None
            assert {key_of(image.play(move.move)): move.score for move in turned.moves} == scores
            squares = {square for move in turned.moves for square in move.same_moves}
            assert squares == set(image.legal_moves())


def test_moves_are_sorted_and_links_are_marked(graph: BookGraph, book: Book) -> None:
    for position in book_positions(graph):
        entry = book.find(position)
        assert entry is not None
        assert [move.score for move in entry.moves] == sorted(
            (move.score for move in entry.moves), reverse=True
        )
        for move in entry.moves:
            child = position.play(move.move)
            assert move.is_linked == (child in book) or child.must_pass()
        assert entry.within(0)[0] == entry.moves[0]
        assert len(entry.within(128)) == len(entry.moves)


def test_what_is_not_there_is_not_found(book: Book) -> None:
    chance = random.Random(5)
    position = Position.start()
    while position.empty_count > 20:
        position = position.play(chance.choice(position.legal_moves()))
    assert book.find(position) is None
    assert position not in book


def test_statistics(graph: BookGraph, book: Book) -> None:
    figures = statistics_of(book)
    assert figures.positions == len(graph) == sum(figures.by_plies.values())
    assert figures.score == graph.positions[key_of(Position.start())].value / 100
    assert figures.by_plies[0] == 1
    position = Position.start()
    for move in figures.line:
        position = position.play(move)
    assert figures.as_dict()["line"] == [str(move) for move in figures.line]


# Damage


@pytest.mark.parametrize("place", [5, 17, 40, 90, 400, -1])
def test_a_changed_byte_is_found(graph: BookGraph, tmp_path: Path, place: int) -> None:
    data = bytearray(to_bytes(graph))
    data[place] ^= 1
    path = tmp_path / "damaged.book"
    path.write_bytes(data)
    with pytest.raises(
        FormatError, match=r"damaged\.book: .*(damaged|not a book|version)"
    ) as error:
        load(path)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("length", [0, 10, 79, 80, 300])
def test_a_file_that_is_cut_off_is_found(graph: BookGraph, tmp_path: Path, length: int) -> None:
    path = tmp_path / "short.book"
    path.write_bytes(to_bytes(graph)[:length])
    with pytest.raises(FormatError, match=r"damaged|not a book"):
        load(path)


def test_foreign_and_missing_files_are_one_line(tmp_path: Path) -> None:
    foreign = tmp_path / "foreign"
    foreign.write_bytes(b"something else, long enough to have a head of eighty bytes" * 3)
    with pytest.raises(FormatError, match="not a book of Outflank's"):
        load(foreign)
    with pytest.raises(FormatError, match="no such book"):
        open_book(tmp_path / "none")
    with pytest.raises(FormatError, match=r"regular|read"):
        load(tmp_path)


def test_another_version_is_named(graph: BookGraph, tmp_path: Path) -> None:
    data = bytearray(to_bytes(graph))
    struct.pack_into("<H", data, 16, 9)
    with pytest.raises(FormatError, match="version 9"):
        from_bytes(bytes(data))


def test_a_forged_file_with_wild_numbers_does_not_crash(graph: BookGraph) -> None:
    """Every byte behind the head is drawn anew and the checksum made to fit."""
    import hashlib

    chance = random.Random(3)
    data = to_bytes(graph)
    body_start = 80 + 24
    for _ in range(20):
        forged = data[:48] + b"\0" * 32 + data[80:body_start]
        forged += chance.randbytes(len(data) - len(forged))
        checksum = hashlib.sha256(forged[:48] + forged[80:]).digest()
        forged = forged[:48] + checksum + forged[80:]
        try:
            found = from_bytes(forged)
            for position in book_positions(graph)[:20]:
                found.find(position)
            found.graph()
        except FormatError:
            pass


def test_a_book_that_changed_is_opened_anew(graph: BookGraph, tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    save(random_book(2, 4), path)
    small = open_book(path)
    assert open_book(path) is small
    save(graph, path)
    assert len(open_book(path)) == len(graph) > len(small)


def test_the_shipped_book_is_whole_and_knows_the_first_moves() -> None:
    found = book_files.shipped_book()
    entry = found.find(Position.start())
    assert entry is not None
    assert [str(move) for move in entry.moves[0].same_moves] == ["f5", "e6", "d3", "c4"]
    for reply in ("d6", "f6", "f4"):
        assert Position.start().play("f5").play(reply) in found


# Other forms


@pytest.mark.parametrize("name", ["a.txt", "a.json", "a.book"])
def test_a_book_survives_other_forms(graph: BookGraph, tmp_path: Path, name: str) -> None:
    write_book(graph, tmp_path / name)
    found = read_book(tmp_path / name)
    assert contents(found) == contents(graph)


def test_text_in_another_orientation_is_the_same_book(graph: BookGraph, tmp_path: Path) -> None:
    path = tmp_path / "turned.txt"
    path.write_text(
        "% a comment\n"
        "---------------------------OX------XXX-------------------------- O; d6:+1.00/14/73;"
        " f4:-2.50/14/87;\n"
    )
    found = read_book(path)
    (position,) = found.positions.values()
    assert position.value == 100
    assert position.moves[1].selectivity == 1


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("a.txt", "nothing\n", "line 1"),
        ("a.txt", "", "no position"),
        ("a.txt", "---------------------------OX------XO--------------------------- X;", "without"),
        (
            "a.txt",
            "---------------------------OX------XO--------------------------- X; a1:+1/14/73;",
            "a1 is not legal",
        ),
        (
            "a.txt",
            "---------------------------OX------XO--------------------------- X; d3:+99/14/73;",
            "beyond bounds",
        ),
        (
            "a.txt",
            "---------------------------OX------XO--------------------------- X; d3:+1/14/74;",
            "74 %",
        ),
        ("a.json", "{", "not a book in JSON"),
        ("a.json", '{"positions": [{"board": 3, "moves": []}]}', "position 1"),
        ("a.json", '{"positions": {}}', "no position"),
    ],
)
def test_text_that_is_no_book_is_one_line(
    tmp_path: Path, name: str, text: str, problem: str
) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(FormatError, match=problem) as error:
        read_book(tmp_path / name)
    assert "\n" not in str(error.value)


def test_text_and_json_say_the_same(graph: BookGraph) -> None:
    positions = to_dict(graph)["positions"]
    lines = to_text(graph).splitlines()
    assert len(positions) == len(lines) == len(graph)
    for position, line in zip(positions, lines, strict=True):
        assert line.startswith(f"{position['board']}; {position['moves'][0]['move']}:")


def test_the_game_that_is_known_to_be_a_draw_scores_near_zero_in_the_shipped_book() -> None:
    found, position = book_files.shipped_book(), Position.start()
    plies = 0
    for name in move_names("f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4"):
        entry = found.find(position)
        if entry is None:
            break
        assert abs(entry.score) <= 1.0, name
        position, plies = position.play(name), plies + 1
    assert plies >= 8
