"""Untrained networks of random numbers, for tests."""

from __future__ import annotations

import numpy as np

from outflank.engine.networks import Kind, Network, Shape
from outflank.kernels.patterns import symmetry_classes


def random_network(kind: Kind, width: int = 16, seed: int = 1) -> Network:
    """A network of two phases whose values are some discs."""
    chance = np.random.default_rng(seed)
    shape = Shape(kind, width, (0, 32))
    embeddings = chance.integers(-300, 300, (2, shape.embedding_rows, width)).astype(np.int16)
    if kind is Kind.PATTERNS:
        embeddings = np.ascontiguousarray(embeddings[:, symmetry_classes()])
    dense = chance.normal(0, 0.3, (2, shape.dense_size)).astype(np.float32)
    if kind is Kind.PATTERNS:
        first_rows, first_columns = shape.layers[0]
        dense[:, first_columns : first_rows * first_columns] /= 1000
    return Network(shape, embeddings, dense, {"seed": seed})
