"""The network file: read back as written, and nothing else is taken for one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from outflank.engine import networks, weights
from outflank.engine.networks import Kind, Network, Shape
from outflank.errors import FormatError, OutflankError
from tests.networks import random_network


@pytest.mark.parametrize("kind", Kind)
def test_networks_are_read_back_as_written(kind: Kind, tmp_path: Path) -> None:
    network = random_network(kind)
    path = tmp_path / "network.bin"
    networks.save(network, path)
    read = networks.load(path)
    assert read.shape == network.shape
    assert np.array_equal(read.embeddings, network.embeddings)
    assert np.array_equal(read.dense, network.dense)
    assert read.card == network.card
    assert list(tmp_path.iterdir()) == [path]


def test_damaged_and_foreign_files_are_one_line(tmp_path: Path) -> None:
    data = networks.to_bytes(random_network(Kind.RAW))
    changed = bytearray(data)
    changed[len(data) // 2] ^= 1
    other_version = bytearray(data)
    other_version[16] = 99
    linear = weights.to_bytes(weights.Weights.zeros())
    path = tmp_path / "network.bin"
    for content in (b"", data[:-1], data + b"x", bytes(changed), bytes(other_version), linear):
        path.write_bytes(content)
        with pytest.raises(FormatError, match=r"network.bin: ") as caught:
            networks.load(path)
        assert len(str(caught.value).splitlines()) == 1
    with pytest.raises(FormatError, match="no such file"):
        networks.load(tmp_path / "missing.bin")


def test_phases_are_those_of_their_first_discs() -> None:
    shape = Shape(Kind.RAW, 16, (0, 20, 40))
    assert [shape.phase_of(discs) for discs in (0, 19, 20, 39, 40, 64)] == [0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize(
    ("width", "phases"), [(8, (0,)), (24, (0,)), (256, (0,)), (16, ()), (16, (4,)), (16, (0, 9, 9))]
)
def test_shapes_that_cannot_be_are_refused(width: int, phases: tuple[int, ...]) -> None:
    with pytest.raises(OutflankError, match=r"width=|phases="):
        Shape(Kind.PATTERNS, width, phases)


def test_a_network_of_zeros_knows_nothing() -> None:
    network = Network.zeros(Shape(Kind.PATTERNS, 16, (0,)))
    assert network.value(0x0000000810000000, 0x0000001008000000) == 0
