"""Keys and stored moves in plain Python are those of the kernel."""

from __future__ import annotations

import random

import numpy as np

from outflank.kernels import hashing, replay
from outflank.kernels import indexing as kernel
from outflank.kernels.jit import INTERPRETED
from outflank.library import indexing, position_index, summaries
from outflank.library.incoming import incoming_game
from outflank.library.indexing import index_games
from outflank.library.keys import Orientation, hash_position, position_key
from outflank.rules.game import BLACK, WHITE, Game
from outflank.rules.position import Position
from outflank.rules.squares import C4, D3, E6, F5
from outflank.rules.symmetry import SYMMETRIES, transform_square
from tests.library.games import image_of, random_games
from tests.positions import custom_positions, random_play_positions

SCALE = 1 if INTERPRETED else 10


def test_hashes_are_those_of_the_kernel() -> None:
    for player, opponent in (*random_play_positions(1, SCALE), *custom_positions(2, 20 * SCALE)):
        position = Position(player, opponent)
        assert hash_position(position) == int(hashing.hash_position(player, opponent))


def test_keys_are_equal_for_all_images() -> None:
    for player, opponent in random_play_positions(3, SCALE):
        position = Position(player, opponent)
        assert {position_key(image) for image in position.images()} == {position_key(position)}


def test_a_move_is_stored_alike_in_all_images_and_found_again() -> None:
    chance = random.Random(4)
    for player, opponent in random_play_positions(5, SCALE):
        position = Position(player, opponent)
        if not position.legal_mask:
            continue
        move = chance.choice(position.legal_moves())
        stored = Orientation(position).canonical_move(move)
        for symmetry in SYMMETRIES:
            image = Orientation(position.transformed(symmetry))
            moved = transform_square(move, symmetry)
            assert image.canonical_move(moved) == stored
            assert moved in image.moves_of(stored)


def test_the_first_move_is_one_move_written_f5() -> None:
    assert Orientation(Position.start()).moves_of(
        Orientation(Position.start()).canonical_move(C4)
    ) == (F5, E6, D3, C4)


def test_the_kernel_indexes_games_as_the_definition_says() -> None:
    games = random_games(6, 3 * SCALE)
    games.append(Game.from_moves([], Position.start(), WHITE))
    indexed = index_games([incoming_game(game) for game in games])
    for row, game in enumerate(games):
        keys, choices = [], []
        nodes = [game.root, *game.main_line()]
        for node in nodes:
            if node.position.must_pass():
                continue
            after = node.children[0].move if node.children else None
            orientation = Orientation(node.position)
            keys.append(orientation.key)
            choice = 64 if after is None else orientation.canonical_move(after)
            choices.append(choice + 128 * (node.to_move is BLACK))
        assert indexed.lengths[row] == len(keys)
        assert indexed.keys[row, : len(keys)].tolist() == keys
        assert indexed.choices[row, : len(keys)].tolist() == choices


def test_the_constants_are_those_of_the_kernel() -> None:
    assert indexing.NO_MOVE == replay.NO_MOVE
    assert summaries.NO_CHOICE == kernel.NO_CHOICE
    assert position_index.BLACK_BIT == kernel.BLACK_BIT


def test_images_of_a_game_share_its_key_and_other_games_do_not() -> None:
    games = random_games(7, 2 * SCALE)
    images = [image_of(game, symmetry) for game in games for symmetry in SYMMETRIES]
    keys = index_games([incoming_game(game) for game in images]).game_keys
    by_game = keys.reshape(len(games), len(SYMMETRIES))
    assert (by_game == by_game[:, :1]).all()
    assert len(np.unique(by_game)) == len(games)
