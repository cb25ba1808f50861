"""Compiled graphs: they compute what the plain definition does, whichever way the board lies."""

from __future__ import annotations

import pytest

from outflank.classics.genomes import Genome, Node
from outflank.kernels.graph import MOST_NODES, MOST_VALUE, POINT, graph_value
from outflank.kernels.jit import INTERPRETED
from tests.genomes import random_genome
from tests.positions import all_images, custom_positions, random_play_positions

POSITIONS = [
    *custom_positions(seed=1, count=10 if INTERPRETED else 200),
    *list(random_play_positions(seed=2, games=3))[:: 30 if INTERPRETED else 1],
]


def compiled_value(genome: Genome, player: int, opponent: int) -> int:
    program = genome.program()
    return graph_value(player, opponent, program.ctypes.data)


@pytest.mark.parametrize("images", [1, 8])
@pytest.mark.parametrize("nodes", [1, 2, 7, MOST_NODES])
def test_the_kernel_computes_what_the_definition_says(nodes: int, images: int) -> None:
    genome = random_genome(nodes, nodes, images=images)
    values = set()
    for board in POSITIONS[:: 4 if nodes > 7 else 1]:
        value = genome.value(*board)
        values.add(value)
        assert compiled_value(genome, *board) == pytest.approx(value, abs=2, rel=1e-4)
    assert len(values) > 3


def test_the_mean_of_all_images_does_not_depend_on_the_image() -> None:
    genome = random_genome(3, 5)
    for board in POSITIONS[:: 2 if INTERPRETED else 9]:
        values = [compiled_value(genome, *image) for image in all_images(*board)]
        # Sums in another order may round differently.
        assert max(values) - min(values) <= 1


def test_one_image_alone_does_depend_on_it() -> None:
    genome = random_genome(3, 5, images=1)
    board = POSITIONS[-4]
    assert len({compiled_value(genome, *image) for image in all_images(*board)}) > 1


def test_values_are_kept_within_bounds_and_nodes_may_have_no_links() -> None:
    for bias, value in ((2.5, 2.5), (1e9, MOST_VALUE), (-1e9, -MOST_VALUE)):
        genome = Genome((Node("identity", bias, ()),))
        assert compiled_value(genome, 1, 2) == genome.value(1, 2) == round(value * POINT)
