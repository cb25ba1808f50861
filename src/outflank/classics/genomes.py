"""Networks found by evolution (NEAT): file format, data classes, and a reference evaluation.

A genome is such a network. Its file is JSON: every node with its activation function, bias and
links, and a card that says how the network was made. Playing with a genome does not need the
package neat-python.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from outflank.bounded import MEGABYTE, read_bounded
from outflank.classics.evaluations import Evaluation, compiled
from outflank.errors import FormatError, OutflankError
from outflank.kernels.graph import (
    ACTIVATIONS,
    CHAINS,
    INPUTS,
    MOST_NODES,
    MOST_VALUE,
    POINT,
    graph_value,
)
from outflank.kernels.jit import u64
from outflank.rules.squares import SQUARES
from outflank.rules.symmetry import SYMMETRIES, transform

KIND = "outflank genome"
VERSION = 1

MOST_BYTES = 16 * MEGABYTE
"""The greatest size of a genome file that is read;
the one that comes with Outflank has 2 kilobytes.
"""

SHIPPED = Path(__file__).parent.parent / "data" / "genome.json"


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a network: its activation function, its bias, and its links as (source, weight).

    Sources 0 to 63 are the squares of the board, 64 is the first node, and so on.
    """

    activation: str
    bias: float
    links: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class Genome:
    """A network found by evolution; every node comes after the nodes that it reads.

    The output of the last node is the value for the player to move. With `images` 8 the value is
    the mean over all eight symmetric images of the board, with 1 only the board itself is used.
    `card` says how the network was made.
    """

    nodes: tuple[Node, ...]
    images: int = 8
    card: dict[str, Any] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        if not 1 <= len(self.nodes) <= MOST_NODES:
            raise OutflankError(
                f"a genome cannot have {len(self.nodes)} nodes; give 1 to {MOST_NODES}"
            )
        if self.images not in (1, len(SYMMETRIES)):
            raise OutflankError(f"images={self.images} is neither 1 nor {len(SYMMETRIES)}")
        for number, node in enumerate(self.nodes):
            if node.activation not in ACTIVATIONS:
                known = ", ".join(ACTIVATIONS)
                raise OutflankError(f"no activation is called {node.activation!r}; use {known}")
            if not all(0 <= source < INPUTS + number for source, _ in node.links):
                raise OutflankError(f"node {number} reads a node that does not come before it")
            if not all(map(math.isfinite, (node.bias, *(weight for _, weight in node.links)))):
                raise OutflankError(f"node {number} has a number that is not finite")

    @property
    def link_count(self) -> int:
        """The number of links of all nodes."""
        return sum(len(node.links) for node in self.nodes)

    def value(self, player: int, opponent: int) -> int:
        """The value of a position for the player to move, in units of 1/`POINT`; reference for the
        kernel.

        The kernel computes with 32-bit floats, so its result may be rounded differently.
        """
        outputs = [
            self._output(transform(player, symmetry), transform(opponent, symmetry))
            for symmetry in SYMMETRIES[: self.images]
        ]
        mean = sum(outputs) / len(outputs)
        return round(min(max(mean, -MOST_VALUE), MOST_VALUE) * POINT)

    def _output(self, player: int, opponent: int) -> float:
        values = [float((player >> square & 1) - (opponent >> square & 1)) for square in SQUARES]
        for node in self.nodes:
            total = node.bias + sum(weight * values[source] for source, weight in node.links)
            values.append(_activated(total, node.activation))
        return values[-1]

    def program(self) -> np.ndarray[Any, np.dtype[np.int32]]:
        """The genome as an array of 32-bit words, in the form that `kernels.graph` reads."""
        words: list[np.ndarray[Any, np.dtype[np.int32]]] = [_integers(len(self.nodes), self.images)]
        for node in self.nodes:
            # Links of weight 0 fill the last group.
            missing = -len(node.links) % CHAINS
            links = [*node.links, *[(0, 0.0)] * missing]
            words += [_integers(ACTIVATIONS[node.activation]), _reals(node.bias)]
            words.append(_integers(len(links)))
            for source, weight in links:
                words += [_integers(source), _reals(weight)]
        return np.concatenate(words)


def _activated(value: float, activation: str) -> float:
    if activation == "relu":
        return max(value, 0.0)
    if activation == "clamped":
        return min(max(value, -1.0), 1.0)
    return value


def _integers(*numbers: int) -> np.ndarray[Any, np.dtype[np.int32]]:
    return np.array(numbers, dtype=np.int32)


def _reals(*numbers: float) -> np.ndarray[Any, np.dtype[np.int32]]:
    return np.array(numbers, dtype=np.float32).view(np.int32)


def linear_genome(weights: Sequence[float]) -> Genome:
    """A genome without hidden nodes: the weighted sum of the 64 squares."""
    return Genome((Node("identity", 0.0, tuple(enumerate(weights))),))


# As an evaluation

_kept_alive: list[np.ndarray[Any, np.dtype[np.int32]]] = []
"""Arrays whose addresses are compiled into evaluations; they are never freed."""


def genome_evaluation(genome: Genome) -> Evaluation:
    """A compiled evaluation function for a genome, for any classic search,
    in units of 1/`POINT`.
    """
    program = genome.program()
    _kept_alive.append(program)
    address = u64(program.ctypes.data)

    def evaluate(player: int, opponent: int) -> int:
        return graph_value(player, opponent, address)

    return compiled(evaluate)


@cache
def evaluation_in(file: str | None) -> Evaluation:
    """The evaluation of the genome in `file`, or of the one that comes with Outflank if None.

    A file is read only once in each process.
    """
    return genome_evaluation(load(Path(file)) if file else shipped())


# Files


def as_json(genome: Genome) -> dict[str, Any]:
    """The genome as a dictionary for JSON."""
    nodes = [
        {"activation": node.activation, "bias": node.bias, "links": [*map(list, node.links)]}
        for node in genome.nodes
    ]
    return {
        "kind": KIND,
        "version": VERSION,
        "images": genome.images,
        "card": genome.card,
        "nodes": nodes,
    }


def from_json(content: Any) -> Genome:
    """Inverse of `as_json`; raises `FormatError` for anything else."""
    if not isinstance(content, dict) or content.get("kind") != KIND:
        raise FormatError("this is no genome; `outflank train neat` makes one")
    if content.get("version") != VERSION:
        raise FormatError(f"version {content.get('version')} is not known here; update Outflank")
    try:
        nodes = tuple(
            Node(
                str(node["activation"]),
                float(node["bias"]),
                tuple((int(source), float(weight)) for source, weight in node["links"]),
            )
            for node in content["nodes"]
        )
        return Genome(nodes, int(content["images"]), dict(content["card"]))
    except (KeyError, OverflowError, TypeError, ValueError, OutflankError) as error:
        raise FormatError(f"the genome is damaged: {error}; copy or make it again") from None


def to_text(genome: Genome) -> str:
    """The content of a genome file: JSON with one line for the card and one for each node."""
    content = as_json(genome)
    nodes = ",\n  ".join(json.dumps(node) for node in content.pop("nodes"))
    head = ",\n ".join(f"{json.dumps(name)}: {json.dumps(part)}" for name, part in content.items())
    return f'{{{head},\n "nodes": [\n  {nodes}\n ]}}\n'


def load(path: Path) -> Genome:
    """Read a genome file."""
    data = read_bounded(path, MOST_BYTES)
    try:
        return from_json(json.loads(data))
    except FormatError as error:
        raise error.located(source=str(path)) from None
    except (ValueError, RecursionError):
        raise FormatError(
            "this is no genome; `outflank train neat` makes one", source=str(path)
        ) from None


@cache
def shipped() -> Genome:
    """The genome that comes with Outflank."""
    return load(SHIPPED)
