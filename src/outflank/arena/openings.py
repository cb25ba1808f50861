"""Openings of matches.

An opening is played twice with colours exchanged, so an unbalanced one favours neither player.
``random:8`` means eight random plies: there are 390,216 such lines, so that even deterministic
players do not repeat games; four plies have only 244 lines. ``xot`` is the shipped list of balanced
lines of eight plies (see `arena.balanced`), shuffled with the seed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

from outflank.errors import OutflankError
from outflank.formats import Feature, format_named, read
from outflank.formats.boards import format_board
from outflank.formats.transcript import format_transcript
from outflank.formats.wording import shown
from outflank.rules.game import BLACK, Colour, Game
from outflank.rules.position import Position
from outflank.rules.squares import Square, parse_square

DEFAULT_OPENINGS = "random:8"
BALANCED_OPENINGS = "xot"
BALANCED_LINES = Path(__file__).parent.parent / "data" / "xot.txt"

LONGEST_RANDOM = 50
"""Maximum N of ``random:N``: longer openings leave too little to play."""

TRIES = 100
"""How often to draw again if a random opening equals an earlier one up to symmetry."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A start position, its side to move, and the moves played from it (without passes)."""

    start: Position
    to_move: Colour = BLACK
    moves: tuple[Square, ...] = ()

    def game(self) -> Game:
        """A new `Game` in which the moves of the opening have been played."""
        return Game.from_moves(self.moves, self.start, self.to_move)

    def __str__(self) -> str:
        moves = format_transcript(self.game())
        if self.start == Position.start() and self.to_move is BLACK:
            return moves or "start"
        return f"{format_board(self.start, self.to_move)} {moves}".strip()


def load_openings(source: str, count: int, seed: int) -> list[Opening]:
    """Return `count` openings from `source`: ``xot``, ``random:N``, ``start``, or a file of games.

    If a list or file has fewer openings, it is repeated. Random choices depend only on `seed`, and
    a smaller `count` gives a prefix of a larger one.
    """
    kind, colon, plies = source.strip().partition(":")
    if kind.lower() == "random" and colon:
        return list(islice(_random_openings(_parse_plies(plies, source), seed), count))
    if kind.lower() == BALANCED_OPENINGS and not colon:
        lines = balanced_lines()
        random.Random(f"openings {seed}").shuffle(lines)
        return [_opening_of(line) for line in islice(cycle(lines), count)]
    return list(islice(cycle(_read_openings(source)), count))


def balanced_lines() -> list[str]:
    """The lines of the shipped list ``xot`` as transcripts such as ``"f5d6c3"``, alphabetically."""
    return BALANCED_LINES.read_text(encoding="ascii").split()


def _opening_of(transcript: str) -> Opening:
    names = (transcript[at : at + 2] for at in range(0, len(transcript), 2))
    return Opening(Position.start(), BLACK, tuple(parse_square(name) for name in names))


def _parse_plies(text: str, source: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4 and int(text) <= LONGEST_RANDOM):
        raise OutflankError(
            f"{shown(source)} is not an opening; write random:N with N from 0 to {LONGEST_RANDOM}"
        )
    return int(text)


def _random_openings(plies: int, seed: int) -> Iterator[Opening]:
    chance = random.Random(f"openings {seed}")
    seen: set[Position] = set()
    while True:
        for _ in range(TRIES):
            opening = _random_opening(plies, chance)
            image = opening.game().position.canonical()
            if image not in seen:
                break
        seen.add(image)
        yield opening


def _random_opening(plies: int, chance: random.Random) -> Opening:
    while True:
        game = Game()
        moves: list[Square] = []
        while len(moves) < plies and not game.is_over():
            moves.append(chance.choice(game.position.legal_moves()))
            game.play(moves[-1])
        if not game.is_over():
            return Opening(Position.start(), BLACK, tuple(moves))


def _read_openings(source: str) -> list[Opening]:
    reading = read(source)
    has_moves = Feature.MOVES in format_named(reading.format).holds
    openings = []
    for number, game in enumerate(reading.games, 1):
        nodes = game.main_line() if has_moves else []
        moves = tuple(node.move for node in nodes if not node.is_pass)
        opening = Opening(game.root.position, game.root.to_move, moves)
        if opening.game().is_over():
            raise OutflankError(
                f"opening {number} of {source} is a finished game; it must leave moves to play"
            )
        openings.append(opening)
    return openings
