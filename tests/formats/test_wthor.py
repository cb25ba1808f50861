"""WTHOR bases: exact bytes both ways, clear refusals, and the real base where it is at hand."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outflank.errors import FormatError
from outflank.formats.wthor import (
    CODE_OF_SQUARE,
    PLAYER_WIDTH,
    SQUARE_OF_CODE,
    TOURNAMENT_WIDTH,
    NamedBase,
    WthorBase,
    WthorHeader,
    WthorNames,
    WthorRecord,
    decode_moves,
    encode_moves,
    format_names,
    format_wthor,
    game_to_record,
    number_names,
    parse,
    parse_names,
    parse_wthor,
    read_base,
    record_to_game,
    write,
    write_base,
)
from outflank.formats.wthor_names import NameWidth, names_in_order
from outflank.rules.game import BLACK, WHITE, Game, Reason, Result
from outflank.rules.position import Position
from outflank.rules.squares import A1, D6, F5, H8, PASS, SQUARES, parse_square

Parsed = TypeVar("Parsed")

REAL_BASE = Path(__file__).parents[3] / "shared" / "data" / "wthor"
CREATED = date(2024, 2, 29)

# A shortest game: nine moves that leave White without a disc.
WIPE_OUT = ["f5", "d6", "c5", "f6", "e7", "f4", "g5", "e6", "e3"]
WIPE_OUT_CODES = bytes([56, 64, 53, 66, 75, 46, 57, 65, 35])


def padded(codes: bytes) -> bytes:
    return codes + bytes(60 - len(codes))


# One base written out by hand: created on 29 February 2024, one game of 1999.
GOLDEN_HEADER = (
    b"\x14\x18\x02\x1d"  # century 20, year 24, month 2, day 29
    b"\x01\x00\x00\x00"  # one game
    b"\x00\x00"  # no names
    b"\xcf\x07"  # played in 1999
    b"\x08\x00\x18\x00"  # board size, type, depth 24, reserved
)
GOLDEN_RECORD = (
    b"\x02\x01"  # tournament 258
    b"\x03\x00"  # black is player 3
    b"\xff\xff"  # white is player 65535
    b"\x40\x21"  # 64 discs for Black, 33 in theory
) + padded(WIPE_OUT_CODES)
GOLDEN = GOLDEN_HEADER + GOLDEN_RECORD


def random_game(seed: int, **tags: str) -> Game:
    rng = random.Random(seed)
    game = Game()
    while not game.is_over():
        game.play(rng.choice(game.position.legal_moves()))
    game.tags.update(tags)
    return game


def record_of(codes: bytes = b"", black_discs: int = 32) -> WthorRecord:
    return WthorRecord(0, 0, 0, black_discs, black_discs, padded(codes))


def small_base() -> bytes:
    games = [
        random_game(seed, black=f"Player {seed}", white="Rosé", event="Cup", date="1999")
        for seed in range(3)
    ]
    return format_wthor(NamedBase.from_games(games, created=CREATED).base)


def refusal(action: Callable[[], object]) -> str:
    """The message of the `FormatError` that `action` must raise: one line."""
    with pytest.raises(FormatError) as caught:
        action()
    message = str(caught.value)
    assert message
    assert "\n" not in message
    return message


def attempt(parser: Callable[[bytes], Parsed], data: bytes) -> Parsed | FormatError:
    """What `parser` makes of `data`, or its refusal; any other exception fails the test."""
    try:
        return parser(data)
    except FormatError as error:
        return error


# Bytes


def test_golden_base_reads_as_written_by_hand() -> None:
    base = parse_wthor(GOLDEN)
    assert base.header == WthorHeader(
        century=20, year=24, month=2, day=29, game_count=1, year_played=1999, depth=24
    )
    (record,) = base.records
    assert record == WthorRecord(258, 3, 65535, 64, 33, padded(WIPE_OUT_CODES))
    assert record.squares() == [parse_square(name) for name in WIPE_OUT]


def test_golden_base_is_written_back() -> None:
    assert format_wthor(parse_wthor(GOLDEN)) == GOLDEN


def test_every_header_byte_is_kept() -> None:
    odd = bytes([1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 7, 8, 0, 10, 11, 12])
    assert format_wthor(parse_wthor(odd)) == odd
    assert parse_wthor(odd).header.reserved == 12


def test_tables_are_inverse_and_know_f5() -> None:
    assert SQUARE_OF_CODE[56] == F5
    assert CODE_OF_SQUARE[F5] == 56
    assert [SQUARE_OF_CODE[CODE_OF_SQUARE[square]] for square in SQUARES] == list(SQUARES)
    assert (CODE_OF_SQUARE[A1], CODE_OF_SQUARE[H8]) == (11, 88)
    assert len(SQUARE_OF_CODE) == len(CODE_OF_SQUARE) == 256
    assert sum(square < 64 for square in SQUARE_OF_CODE) == 64


@given(st.lists(st.sampled_from(SQUARES), max_size=60))
def test_moves_round_trip(squares: list[int]) -> None:
    codes = encode_moves(squares)
    assert len(codes) == 60
    assert decode_moves(codes) == squares


def test_encode_moves_refuses_passes_and_too_many() -> None:
    assert "move 2" in refusal(lambda: encode_moves([F5, PASS]))
    assert "move 1" in refusal(lambda: encode_moves([-1]))
    assert "61 moves" in refusal(lambda: encode_moves([F5] * 61))


@given(
    st.lists(
        st.builds(
            WthorRecord,
            tournament=st.integers(0, 65535),
            black=st.integers(0, 65535),
            white=st.integers(0, 65535),
            black_discs=st.integers(0, 64),
            theoretical_score=st.integers(0, 64),
            moves=st.lists(st.sampled_from(SQUARES), max_size=60).map(encode_moves),
        ),
        max_size=4,
    )
)
def test_any_records_round_trip(records: list[WthorRecord]) -> None:
    base = WthorBase(WthorHeader(game_count=len(records)), tuple(records))
    data = format_wthor(base)
    assert len(data) == 16 + 68 * len(records)
    assert parse_wthor(data) == base


def test_bulk_columns_follow_the_records() -> None:
    base = parse_wthor(small_base())
    moves = base.move_bytes()
    assert len(moves) == 180
    assert [moves[start : start + 60] for start in (0, 60, 120)] == [
        record.moves for record in base.records
    ]
    assert list(base.black_disc_counts()) == [record.black_discs for record in base.records]


def test_the_count_written_is_that_of_the_records() -> None:
    base = parse_wthor(small_base())
    shorter = format_wthor(replace(base, records=base.records[:2]))
    assert parse_wthor(shorter).header.game_count == 2


# Refusals


def test_truncation_anywhere_is_a_format_error() -> None:
    data = small_base()
    for length in range(len(data)):
        with pytest.raises(FormatError):
            parse_wthor(data[:length])
    with pytest.raises(FormatError):
        parse_wthor(data + b"\0")


def test_corruption_anywhere_gives_a_base_or_a_format_error() -> None:
    data = small_base()
    parsed = refused = 0
    for offset in range(len(data)):
        for value in (0, 1, 9, 19, 88, 99, 255, data[offset] ^ 1, data[offset] ^ 128):
            corrupt = data[:offset] + bytes([value]) + data[offset + 1 :]
            outcome = attempt(parse_wthor, corrupt)
            if isinstance(outcome, FormatError):
                assert "\n" not in str(outcome)
                refused += 1
            else:
                assert format_wthor(outcome) == corrupt
                parsed += 1
    assert parsed > 0
    assert refused > 0


@given(st.binary(max_size=200))
def test_random_bytes_give_a_base_or_a_format_error(data: bytes) -> None:
    base = attempt(parse_wthor, data)
    assert isinstance(base, FormatError) or format_wthor(base) == data
    names = attempt(lambda data: parse_names(data, PLAYER_WIDTH), data)
    assert isinstance(names, FormatError) or format_names(names) == data


def test_corrupt_moves_are_played_or_named() -> None:
    data = small_base()
    refused = 0
    for offset in range(16 + 8, 16 + 68):
        corrupt = data[:offset] + b"\x0b" + data[offset + 1 :]  # a1, legal hardly anywhere
        outcome = attempt(parse, corrupt)
        if isinstance(outcome, FormatError):
            assert str(outcome).startswith("game 1, move ")
            refused += 1
        else:
            assert len(outcome) == 3
    assert refused > 50


def test_size_error_names_both_numbers() -> None:
    message = refusal(lambda: parse_wthor(GOLDEN[:-1]))
    assert "1 games" in message
    assert "84 bytes" in message
    assert "83" in message


def test_header_error_names_the_bytes_there_are() -> None:
    message = refusal(lambda: parse_wthor(b"12345"))
    assert "5 bytes" in message
    assert "16" in message


@pytest.mark.parametrize("size", [1, 6, 10, 255])
def test_other_boards_are_refused(size: int) -> None:
    data = GOLDEN[:12] + bytes([size]) + GOLDEN[13:]
    assert f"board size is {size}" in refusal(lambda: parse_wthor(data))


def test_board_size_zero_means_eight() -> None:
    data = GOLDEN[:12] + b"\0" + GOLDEN[13:]
    assert format_wthor(parse_wthor(data)) == data


@pytest.mark.parametrize("code", [1, 10, 19, 20, 80, 89, 90, 99, 255])
def test_nonsense_move_names_game_and_move(code: int) -> None:
    bad = GOLDEN_RECORD[:11] + bytes([code]) + GOLDEN_RECORD[12:]
    data = struct.pack("<4xI8x", 2) + GOLDEN_RECORD + bad
    message = refusal(lambda: parse_wthor(data))
    assert message.startswith("game 2, move 4: ")
    assert f"byte {code} " in message


def test_moves_after_the_padding_are_refused() -> None:
    data = GOLDEN[:-1] + b"\x38"
    message = refusal(lambda: parse_wthor(data))
    assert message.startswith("game 1, move 10: ")
    assert "zero" in message


@pytest.mark.parametrize("offset", [6, 7])
def test_more_discs_than_squares_are_refused(offset: int) -> None:
    start = 16 + offset
    data = GOLDEN[:start] + b"\x41" + GOLDEN[start + 1 :]
    message = refusal(lambda: parse_wthor(data))
    assert message.startswith("game 1: ")
    assert "65" in message


def test_records_that_cannot_be_written_cannot_be_made() -> None:
    record = record_of()
    assert "black number 65536" in refusal(lambda: replace(record, black=65536))
    assert "white number -1" in refusal(lambda: replace(record, white=-1))
    assert "59 move bytes" in refusal(lambda: replace(record, moves=bytes(59)))
    assert "move 1" in refusal(lambda: replace(record, moves=padded(b"\x13")))


def test_headers_that_cannot_be_written_cannot_be_made() -> None:
    assert "day=256" in refusal(lambda: WthorHeader(day=256))
    assert "name_count=65536" in refusal(lambda: WthorHeader(name_count=65536))


# Names


JOU = struct.pack("<4BIHH4B", 20, 24, 2, 29, 0, 2, 0, 0, 0, 0, 0) + b"???".ljust(20, b"\0")
JOU += b"Andr\xe9\0left\0over".ljust(20, b"\0")


def test_names_read_to_the_terminator_and_are_written_back_exactly() -> None:
    names = parse_names(JOU, PLAYER_WIDTH)
    assert names.names() == ["???", "André"]
    assert format_names(names) == JOU


def test_a_name_may_fill_its_row() -> None:
    data = WthorHeader(name_count=1).to_bytes() + b"x" * 20
    assert parse_names(data, PLAYER_WIDTH).names() == ["x" * 20]


def test_golden_names_are_written() -> None:
    names = WthorNames.from_names(["???", "Cup é"], TOURNAMENT_WIDTH)
    header = b"\0\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0"
    assert format_names(names) == header + b"???" + bytes(23) + b"Cup \xe9" + bytes(21)


def test_names_truncated_anywhere_are_refused() -> None:
    for length in range(len(JOU)):
        with pytest.raises(FormatError):
            parse_names(JOU[:length], PLAYER_WIDTH)
    message = refusal(lambda: parse_names(JOU[:-1], PLAYER_WIDTH))
    assert "2 names" in message
    assert "56 bytes" in message
    assert "55" in message


def test_files_given_for_one_another_are_recognised() -> None:
    assert ".jou" in refusal(lambda: parse_wthor(JOU))
    assert ".wtb" in refusal(lambda: parse_names(GOLDEN, PLAYER_WIDTH))
    assert "20 bytes, not 26" in refusal(lambda: parse_names(JOU, TOURNAMENT_WIDTH))
    trn = format_names(WthorNames.from_names(["Cup"], TOURNAMENT_WIDTH))
    assert "26 bytes, not 20" in refusal(lambda: parse_names(trn, PLAYER_WIDTH))


def test_names_that_do_not_fit_are_refused() -> None:
    WthorNames.from_names(["x" * 19], PLAYER_WIDTH)
    WthorNames.from_names(["x" * 25], TOURNAMENT_WIDTH)
    cases: list[tuple[str, NameWidth, str]] = [
        ("x" * 20, PLAYER_WIDTH, "a player has at most 19"),
        ("x" * 26, TOURNAMENT_WIDTH, "a tournament has at most 25"),
        ("a\0b", PLAYER_WIDTH, "no NUL"),
        ("村上", PLAYER_WIDTH, "'村上' is not Latin-1"),
    ]
    for name, width, problem in cases:
        assert problem in refusal(partial(WthorNames.from_names, [name], width))


def test_rows_of_another_width_are_refused() -> None:
    refusal(lambda: WthorNames(WthorHeader(), PLAYER_WIDTH, (b"x",)))


def test_numbers_follow_appearance_and_give_placeholders_theirs() -> None:
    numbers = number_names(["Rose", "#2", "", "Rose", "Tastet", "???", "#0", "#99999"])
    assert numbers == {
        "": 0,
        "???": 0,
        "Rose": 1,
        "#2": 2,
        "Tastet": 3,
        "#0": 4,
        "#99999": 5,
    }
    assert names_in_order(numbers) == ["???", "Rose", "#2", "Tastet", "#0", "#99999"]


def test_rows_between_numbers_are_unknown() -> None:
    assert names_in_order(number_names(["#3"])) == ["???", "???", "???", "#3"]


def test_too_many_names_are_refused() -> None:
    most = [f"name {index}" for index in range(65534)]
    numbers = number_names(most)
    names = WthorNames.from_names(names_in_order(numbers), PLAYER_WIDTH)
    assert len(parse_names(format_names(names), PLAYER_WIDTH).names()) == 65535
    assert "65535 different names" in refusal(lambda: number_names([*most, "one more"]))


# Games


def test_wipe_out_counts_all_discs_for_the_winner() -> None:
    game = Game.from_moves(WIPE_OUT)
    record = game_to_record(game, number_names([]), number_names([]))
    assert record.black_discs == record.theoretical_score == 64
    assert record.moves == padded(WIPE_OUT_CODES)
    assert record_to_game(record) == game


def test_record_becomes_a_tagged_game() -> None:
    record = WthorRecord(1, 1, 2, 64, 33, padded(WIPE_OUT_CODES))
    game = record_to_game(record, ["???", "Rose", "Tastet"], ["Divers", "Cup"], 1999)
    assert game.tags == {"black": "Rose", "white": "Tastet", "event": "Cup", "date": "1999"}
    assert game.result == Result(64)


def test_names_that_are_missing_become_numbers_and_the_unknown_no_tag() -> None:
    record = WthorRecord(7, 17, 0, 64, 64, padded(WIPE_OUT_CODES))
    assert record_to_game(record).tags == {"black": "#17", "event": "#7"}
    assert record_to_game(record, ["???"], ["Divers"], 0).tags == {"black": "#17", "event": "#7"}
    assert record_to_game(record, ["Nobody"]).tags["white"] == "Nobody"


def test_forced_passes_are_left_out_and_come_back() -> None:
    game = next(game for game in map(random_game, range(100)) if PASS in game.moves())
    record = game_to_record(game, number_names([]), number_names([]))
    assert PASS not in record.squares()
    assert record_to_game(record).moves() == game.moves()


def test_illegal_move_names_the_move() -> None:
    codes = bytes([56, 64, 11])  # f5 d6 a1
    message = refusal(lambda: record_to_game(record_of(codes)))
    assert message.startswith("move 3: a1 ")
    data = format_wthor(WthorBase(WthorHeader(), (record_of(), record_of(codes))))
    assert refusal(lambda: parse(data)).startswith("game 2, move 3: a1 ")


def test_move_after_the_end_is_illegal() -> None:
    record = record_of(WIPE_OUT_CODES + b"\x0b", 64)
    assert refusal(lambda: record_to_game(record)).startswith("move 10: ")


def test_moves_that_end_early_keep_the_recorded_result() -> None:
    record = record_of(bytes([56, 64]), black_discs=40)
    game = record_to_game(record)
    assert game.moves() == [F5, D6]
    assert game.result == Result(16)
    assert game_to_record(game, number_names([]), number_names([])) == record


def test_recorded_result_wins_over_the_count() -> None:
    game = Game.from_moves(WIPE_OUT)
    game.forfeit(BLACK, Reason.TIMEOUT)
    record = game_to_record(game, number_names([]), number_names([]))
    assert record.black_discs == 0
    assert record_to_game(record).result == Result(-64)


def test_games_that_wthor_cannot_hold_are_refused() -> None:
    after_f5 = Position.start().play(F5)
    unfinished = Game.from_moves([F5])
    odd = Game.from_moves([F5])
    odd.declare(Result(3))
    too_great = Game.from_moves([F5])
    too_great.declare(Result(66))
    for game, problem in (
        (Game(after_f5, WHITE), "another position"),
        (Game(Position.start(), WHITE), "another position"),
        (unfinished, "no result"),
        (odd, "+3"),
        (too_great, "+66"),
    ):
        message = refusal(partial(write, [random_game(1), game]))
        assert message.startswith("game 2: ")
        assert problem in message


def test_a_name_without_a_number_is_refused() -> None:
    game = random_game(1, black="Rose")
    assert "'Rose'" in refusal(lambda: game_to_record(game, {"": 0}, {"": 0}))


@settings(deadline=None, max_examples=30)  # a game takes some milliseconds to play twice
@given(st.lists(st.integers(0, 10**6), max_size=4))
def test_random_games_round_trip(seeds: list[int]) -> None:
    games = [random_game(seed) for seed in seeds]
    assert parse(write(games)) == games


def test_named_base_round_trips_games_with_names() -> None:
    games = [
        random_game(1, black="Rose", white="Tastet", event="Cup", date="1999"),
        random_game(2, black="Tastet", white="Rose", date="1999"),
    ]
    named = NamedBase.from_games(games, created=CREATED)
    assert named.players == ["???", "Rose", "Tastet"]
    assert named.tournaments == ["???", "Cup"]
    assert named.base.header == WthorHeader(
        century=20, year=24, month=2, day=29, game_count=2, year_played=1999, depth=1
    )
    assert list(named.games()) == games


def test_numbers_survive_reading_and_writing_without_names() -> None:
    records = parse_wthor(write(parse(GOLDEN))).records
    # 65535 cannot be a row of a name file, so it gets the first number that is free.
    assert (records[0].tournament, records[0].black, records[0].white) == (258, 3, 1)


def test_write_is_dated_today() -> None:
    before = date.today()
    header = parse_wthor(write([])).header
    created = date(header.century * 100 + header.year, header.month, header.day)
    assert before <= created <= date.today()


@pytest.mark.parametrize(
    ("dates", "year"),
    [
        (["1999", "1999-12-31"], 1999),
        (["31.12.1999"], 1999),
        (["1999", "2000"], 0),
        (["1999", ""], 0),
        (["12345"], 0),
        ([], 0),
    ],
)
def test_base_has_the_year_that_all_games_share(dates: list[str], year: int) -> None:
    games = [random_game(seed, date=text) for seed, text in enumerate(dates)]
    assert NamedBase.from_games(games).base.header.year_played == year


# Files


def test_base_is_written_and_read_with_its_names(tmp_path: Path) -> None:
    games = [
        random_game(seed, black=f"Player {seed}", white="Rosé", event="Cup", date="1999")
        for seed in range(3)
    ]
    write_base(tmp_path / "mine.wtb", games, created=CREATED)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["mine.jou", "mine.trn", "mine.wtb"]
    base, players, tournaments = read_base(tmp_path / "mine.wtb")
    assert players == ["???", "Player 0", "Rosé", "Player 1", "Player 2"]
    assert tournaments == ["???", "Cup"]
    assert len(base.records) == 3
    assert list(read_base(str(tmp_path / "mine.wtb")).games()) == games
    assert (tmp_path / "mine.jou").read_bytes()[:16] == bytes([20, 24, 2, 29, 0, 0, 0, 0, 5]) + (
        bytes(7)
    )


def test_suffix_may_be_left_out_and_old_files_are_replaced(tmp_path: Path) -> None:
    write_base(tmp_path / "my.base", [random_game(1)])
    write_base(tmp_path / "my.base", [random_game(2), random_game(3)])
    assert len(read_base(tmp_path / "my.base.wtb").base.records) == 2
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.parametrize("name", ["mine.jou", "MINE.JOU", "WTH.JOU", "wth.jou", "Wthor.Jou"])
def test_names_are_found_in_any_case(tmp_path: Path, name: str) -> None:
    (tmp_path / "mine.wtb").write_bytes(GOLDEN)
    (tmp_path / name).write_bytes(JOU)
    assert read_base(tmp_path / "mine.wtb").players == ["???", "André"]
    assert read_base(tmp_path / "mine.wtb").tournaments == []


def test_names_of_the_same_stem_come_first(tmp_path: Path) -> None:
    (tmp_path / "mine.wtb").write_bytes(GOLDEN)
    (tmp_path / "WTH.JOU").write_bytes(JOU)
    own = format_names(WthorNames.from_names(["own"], PLAYER_WIDTH))
    (tmp_path / "mine.jou").write_bytes(own)
    assert read_base(tmp_path / "mine.wtb").players == ["own"]


def test_without_name_files_games_have_numbers(tmp_path: Path) -> None:
    (tmp_path / "mine.wtb").write_bytes(GOLDEN)
    (game,) = read_base(tmp_path / "mine.wtb").games()
    assert game.tags == {"black": "#3", "white": "#65535", "event": "#258", "date": "1999"}


def test_errors_name_the_file(tmp_path: Path) -> None:
    base = tmp_path / "mine.wtb"
    assert str(base) in refusal(lambda: read_base(base))
    base.write_bytes(GOLDEN[:-1])
    assert refusal(lambda: read_base(base)).startswith(f"{base}, header: ")
    base.write_bytes(GOLDEN)
    names = tmp_path / "mine.trn"
    names.write_bytes(JOU)
    assert refusal(lambda: read_base(base)).startswith(f"{names}, header: ")
    names.unlink()
    names.mkdir()
    assert str(names) in refusal(lambda: read_base(base))


def test_write_to_a_missing_folder_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "mine.wtb"
    assert "cannot be written" in refusal(lambda: write_base(path, []))


def test_failed_writing_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "mine.wtb"
    write_base(path, [random_game(1)], created=CREATED)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    refusal(lambda: write_base(path, [random_game(1, black="x" * 20)]))
    refusal(lambda: write_base(path, [Game()]))
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    blocked = tmp_path / "blocked.wtb"
    blocked.mkdir()
    assert str(blocked) in refusal(lambda: write_base(blocked, []))
    assert not list(tmp_path.glob("*.tmp"))


# The real base


@pytest.mark.skipif(not REAL_BASE.is_dir(), reason="the WTHOR base is not beside the repository")
class TestRealBase:
    def test_all_games_are_read_and_written_byte_for_byte(self) -> None:
        count = 0
        for path in sorted(REAL_BASE.glob("*.wtb")):
            data = path.read_bytes()
            base = parse_wthor(data)
            assert format_wthor(base) == data, path.name
            assert base.header.year_played == int(path.stem[-4:])
            count += len(base.records)
        assert count == 111_296

    def test_names_are_read_and_written_byte_for_byte(self) -> None:
        data = (REAL_BASE / "WTH.JOU").read_bytes()
        players = parse_names(data, PLAYER_WIDTH)
        assert format_names(players) == data
        assert len(players.names()) == 4448
        data = (REAL_BASE / "WTH.TRN").read_bytes()
        tournaments = parse_names(data, TOURNAMENT_WIDTH)
        assert format_names(tournaments) == data
        assert len(tournaments.names()) == 492

    def test_a_year_is_played_by_the_rules_and_its_counts_agree(self) -> None:
        named = read_base(REAL_BASE / "WTH_1980.wtb")
        games = list(named.games())
        assert len(games) == 160
        for game, record in zip(games, named.base.records, strict=True):
            assert game.is_over()
            assert game.result == Result(2 * record.black_discs - 64)
            game.declare(None)
            assert game.result == Result(2 * record.black_discs - 64)
            assert game.tags["date"] == "1980"
        assert NamedBase.from_games(games).base.move_bytes() == named.base.move_bytes()

    def test_unfinished_game_has_its_recorded_result(self) -> None:
        named = read_base(REAL_BASE / "WTH_1981.wtb")
        game = list(named.games())[68]
        assert len(named.base.records[68].squares()) == 47
        assert not game.is_over()
        assert game.result == Result(-64)
