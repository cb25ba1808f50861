"""From text or a file that a visitor gives to a table."""

from __future__ import annotations

from outflank.errors import OutflankError
from outflank.formats import Feature, Reading, format_named, read_bytes
from outflank.rules.game import Game
from outflank.web.table import HUMAN, Table

LONGEST_TEXT = 200_000
"""Characters that may be pasted; longer games come as files."""

MOST_FILE_BYTES = 5_000_000


def read_given(data: bytes, name: str = "") -> Reading:
    """What a visitor's file or text holds; `name` is what errors call it."""
    if len(data) > MOST_FILE_BYTES:
        raise OutflankError(
            f"{len(data):,} bytes are too many; give at most {MOST_FILE_BYTES:,} bytes"
        )
    return read_bytes(data, name)


def table_of(reading: Reading, index: int = 0) -> Table:
    """A table for two people with one of the games that were read, at its end."""
    game = reading.games[index]
    if Feature.MOVES in format_named(reading.format).holds:
        game.go_to_end()
    else:
        game.go_to_start()
    return Table(game, black=HUMAN, white=HUMAN)


def table_from_text(text: str) -> Table:
    """A table with the first game in a text of any format."""
    if len(text) > LONGEST_TEXT:
        raise OutflankError(f"{len(text):,} characters are too many; load them as a file")
    return table_of(read_given(text.encode(errors="surrogatepass")))


def game_from_text(text: str) -> Game:
    """The first game or position in a text, ready to go on where it ends."""
    return table_from_text(text).game
