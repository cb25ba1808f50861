"""Games and WTHOR bases for the tests of the library."""

from __future__ import annotations

import random
from pathlib import Path

from outflank.formats.wthor import write_base
from outflank.rules.game import Game
from outflank.rules.squares import PASS
from outflank.rules.symmetry import Symmetry, transform_square

PLAYERS = ("Tamenori Hideshi", "Feldborg Karsten", "Caspard Stéphane", "為則 英司", "Logistello")
EVENTS = ("World Championship", "Copenhagen", "Paris Open")


def random_game(seed: int, *, opening: str = "", moves: int = 100) -> Game:
    """A game drawn from `seed`: `opening`, then random moves, with players, event and date."""
    chance = random.Random(seed)
    game = Game.from_moves([opening[index : index + 2] for index in range(0, len(opening), 2)])
    while not game.is_over() and len(game.current.line()) < moves:
        game.play(chance.choice(game.position.legal_moves()))
    black, white = chance.sample(PLAYERS, 2)
    game.tags.update(
        black=black,
        white=white,
        event=chance.choice(EVENTS),
        date=str(chance.randrange(1980, 2020)),
    )
    return game


def random_games(seed: int, count: int) -> list[Game]:
    """Games that share their first moves now and then."""
    chance = random.Random(seed)
    openings = ("f5d6c3d3c4", "f5d6c5f4", "f5f6e6f4e3", "f5f6e6f4g5", "", "")
    return [
        random_game(chance.randrange(10**9), opening=chance.choice(openings)) for _ in range(count)
    ]


def image_of(game: Game, symmetry: Symmetry) -> Game:
    """The same game in another orientation, with the same tags.

    Half of the symmetries take the usual start to its mirror image.
    """
    moves = [transform_square(move, symmetry) for move in game.moves() if move != PASS]
    image = Game.from_moves(moves, game.root.position.transformed(symmetry), game.root.to_move)
    image.tags.update(game.tags)
    return image


def write_bases(folder: Path, seed: int, *, files: int = 2, games: int = 40) -> list[Game]:
    """Write WTHOR bases with their name files; return all games in the order of the files."""
    written = []
    for number in range(files):
        year = str(1990 + number)
        part = random_games(seed + number, games)
        for game in part:
            # WTHOR's names are Latin-1 of 19 characters at most.
            for side in ("black", "white"):
                game.tags[side] = game.tags[side].encode("latin-1", "replace").decode("latin-1")
            game.tags["date"] = year
        write_base(folder / f"WTH_{year}.wtb", part)
        written += part
    return written
