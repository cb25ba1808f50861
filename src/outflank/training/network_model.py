"""The network of one phase of the game in PyTorch: its parameters and its forward pass.

`engine.networks` defines what a network computes; this module computes the same differentiably.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from outflank.engine.networks import Kind, Shape
from outflank.errors import MissingExtra
from outflank.training.dataset import Positions
from outflank.training.network_inputs import class_count, inputs_of

LABEL_DISCS = 10.0
"""Labels are divided by this number of discs, so that the outputs of networks are about 1."""


def import_torch() -> Any:
    """Import PyTorch; raise `MissingExtra` if it is not installed."""
    try:
        import torch
    except ImportError:
        raise MissingExtra("training networks", "nn") from None
    return torch


def draw_tensors(shape: Shape, seed: int) -> list[Any]:
    """Initial parameters of a phase: embeddings, if the network has any, and three layers.

    Layers are random. Embeddings are 0, and stay 0 for pattern states that training never sees.
    """
    torch = import_torch()
    chance = torch.Generator().manual_seed(seed)
    tensors = []
    if shape.kind is Kind.PATTERNS:
        tensors.append(torch.zeros(class_count(), shape.width))
    for rows, columns in shape.layers:
        limit = 1 / math.sqrt(rows - 1)
        tensors.append(limit * (2 * torch.rand(rows, columns, generator=chance) - 1))
    return [tensor.requires_grad_() for tensor in tensors]


def values_of(positions: Positions, tensors: list[Any], kind: Kind) -> Any:
    """The network's values of positions, in units of `LABEL_DISCS` discs."""
    torch = import_torch()
    numbers = torch.from_numpy(inputs_of(positions, kind))
    if kind is Kind.PATTERNS:
        embeddings, *tensors = tensors
        numbers = torch.nn.functional.embedding_bag(numbers, embeddings, mode="sum")
    first, second, last = tensors
    for layer in (first, second):
        numbers = torch.relu(layer[0] + numbers @ layer[1:])
    return (numbers @ last[:-1] + last[-1])[:, 0]


def numbers_in_discs(tensors: list[Any]) -> list[np.ndarray[Any, Any]]:
    """The parameters as arrays, with the last layer scaled so that it outputs discs."""
    *others, last = (tensor.detach().numpy() for tensor in tensors)
    return [*others, last * LABEL_DISCS]
