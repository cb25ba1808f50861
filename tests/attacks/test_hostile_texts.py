"""Promise: games are read back as written, with any text in names and comments."""

from __future__ import annotations

import pytest

from outflank.errors import FormatError
from outflank.formats import format_named, losses, read_bytes, write
from outflank.formats.lazy import KEPT_GAMES, LazyGames
from outflank.rules.game import Game

HOSTILE_TEXTS = [
    "BO[8 -------- *]",
    "GM[Othello]",
    "GM[Go",
    "(;GM[Othello]BO[",
    "\\]BO[x",
    "]",
    "\\",
    ")(;",
    "a\\\nb",
]


@pytest.mark.parametrize("text", HOSTILE_TEXTS)
@pytest.mark.parametrize("name", ["sgf", "ggf"])
def test_comments_and_names_are_never_taken_for_another_format(name: str, text: str) -> None:
    game = Game.from_moves(["f5", "d6"])
    game.tags["black"] = text
    game.root.comment = text
    game.current.comment = text
    reading = read_bytes(write([game], name))
    assert reading.format == name
    assert reading.game == game


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("(;GM[2]C[BO[8 x];B[f5])", "sgf"),
        ("(;C[GM[letter];B[f5])", "sgf"),
        ("(;PB[GM[Othello\\]]GM[2];B[f5])", "sgf"),
        ("(;GM[Othello]C[GM[2];B[f5];)", "ggf"),
    ],
)
def test_only_properties_of_the_first_node_decide(text: str, name: str) -> None:
    assert read_bytes(text.encode()).format == name


@pytest.mark.parametrize(("count", "lost"), [(1, ["1 empty game"]), (3, ["3 empty games"])])
def test_games_without_moves_are_told_as_lost_in_transcripts(count: int, lost: list[str]) -> None:
    games = [Game.from_moves(["f5"])] + [Game() for _ in range(count)]
    transcript = format_named("transcript")
    assert losses(games, transcript) == lost
    assert len(read_bytes(transcript.write(games)).games) == 1


# Many games are read one at a time

MANY = KEPT_GAMES + 50


@pytest.mark.parametrize("name", ["sgf", "ggf", "transcript", "wthor", "obf"])
def test_many_games_are_read_on_demand(name: str) -> None:
    games = [Game.from_moves(["f5", ("d6", "f6", "f4")[index % 3]]) for index in range(MANY)]
    if name == "wthor":
        for game in games:
            game.resign(game.to_move)
    reading = read_bytes(write(games, name))
    assert isinstance(reading.games, LazyGames)
    assert len(reading.games) == MANY
    assert reading.games[-1].moves() == reading.games[MANY - 1].moves()
    if name != "obf":  # which holds positions
        assert [game.moves() for game in reading.games] == [game.moves() for game in games]
        assert [game.moves() for game in reading.games[5:140:7]] == [
            game.moves() for game in games[5:140:7]
        ]
    assert reading.games[0] is reading.games[0]
    with pytest.raises(IndexError):
        reading.games[MANY]


@pytest.mark.parametrize(
    ("good", "bad", "place"),
    [
        ("f5d6\n", "f5a1\n", "line 179, move 2"),
        ("(;GM[2];B[f5])\n", "(;GM[2];B[a1])\n", "line 179, column 9"),
        ("(;GM[Othello]B[f5];)\n", "(;GM[Othello]B[a1];)\n", "line 179, column 14"),
    ],
)
def test_a_broken_game_among_many_is_named_when_it_is_read(good: str, bad: str, place: str) -> None:
    reading = read_bytes((good * MANY + bad + good).encode())
    assert len(reading.games) == MANY + 2
    with pytest.raises(FormatError, match=place):
        reading.games[MANY]
    assert len(reading.games[MANY + 1].moves()) >= 1
    with pytest.raises(FormatError, match=r"move 2|column"):
        read_bytes((good + bad).encode())
