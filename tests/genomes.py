"""Genomes for tests."""

from __future__ import annotations

import random

from outflank.classics.genomes import Genome, Node
from outflank.kernels.graph import ACTIVATIONS, INPUTS


def random_genome(seed: int, nodes: int, *, images: int = 8, scale: float = 0.5) -> Genome:
    """A genome in which every node reads some squares and some of the nodes before it.

    Weights have the deviation `scale`; the last node is not bent, so that values differ.
    """
    chance = random.Random(seed)
    made = []
    for number in range(nodes):
        sources = chance.sample(range(INPUTS + number), chance.randint(0, 20))
        if number:
            sources.append(INPUTS + number - 1)
        links = tuple((source, chance.gauss(0, scale)) for source in sorted(set(sources)))
        is_last = number == nodes - 1
        activation = "identity" if is_last else chance.choice(list(ACTIVATIONS))
        made.append(Node(activation, chance.gauss(0, scale), links))
    return Genome(tuple(made), images)


def dense_genome(seed: int) -> Genome:
    """A genome that likes no two moves equally.

    It reads every square, and one image alone: a mean of eight has no choice between moves that
    mirror each other.
    """
    chance = random.Random(seed)
    hidden = Node("relu", 0.3, tuple((square, chance.gauss(0, 1)) for square in range(INPUTS)))
    links = tuple((source, chance.gauss(0, 3)) for source in range(INPUTS + 1))
    return Genome((hidden, Node("identity", 0.0, links)), images=1)
