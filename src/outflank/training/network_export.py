"""Convert trained networks for play: embeddings are rounded to 16-bit integers."""

from __future__ import annotations

from typing import Any

import numpy as np

from outflank.engine.networks import Kind, Network, Shape, spread
from outflank.kernels.patterns import INSTANCES, PATTERN_OFFSETS, PATTERNS
from outflank.training.network_inputs import class_count, class_numbers

Array = np.ndarray[Any, Any]

HIGHEST = 32_767


def export_network(shape: Shape, phases: list[list[Array]], card: dict[str, Any]) -> Network:
    """Make a network from trained parameters: for each phase its embeddings, then its layers.

    Embeddings have one row per class of symmetric pattern states; a raw network has none. The last
    layer outputs discs. `card` describes how the network was made.
    """
    count = class_count() if shape.kind is Kind.PATTERNS else 0
    folded = np.zeros((len(phases), count, shape.width), dtype=np.int16)
    dense = np.zeros((len(phases), shape.dense_size), dtype=np.float32)
    for phase, numbers in enumerate(phases):
        layers = [np.array(layer, dtype=np.float32) for layer in numbers]
        if shape.kind is Kind.PATTERNS:
            embeddings = layers.pop(0)
            steps = steps_per_one(embeddings)
            folded[phase] = np.rint(embeddings * steps)
            layers[0][1:] /= steps
        dense[phase] = np.concatenate([layer.ravel() for layer in layers])
    return Network(shape, spread(shape, folded), dense, card)


def steps_per_one(embeddings: Array) -> float:
    """The factor by which embeddings are multiplied before they are rounded to integers.

    It is the greatest factor with which no sum of 46 rows can overflow 16 bits.
    """
    classes = class_numbers()
    greatest = np.zeros(embeddings.shape[1])
    for index, pattern in enumerate(PATTERNS):
        start = PATTERN_OFFSETS[index]
        rows = np.abs(embeddings[classes[start : start + pattern.states]])
        greatest += rows.max(axis=0) * sum(owner == index for owner, _ in INSTANCES)
    # Rounding adds up to half a step for each instance.
    return float((HIGHEST - len(INSTANCES)) / max(greatest.max(), 1e-3))
