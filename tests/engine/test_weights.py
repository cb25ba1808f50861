"""The weights file: read back as written, and nothing else is taken for one."""

from __future__ import annotations

import hashlib
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest

from outflank.engine import weights as weight_files
from outflank.engine.weights import SEAL, STAGES, Weights
from outflank.errors import FormatError
from outflank.kernels.patterns import STAGE_WEIGHTS, symmetry_classes


@pytest.fixture(scope="module")
def weights() -> Weights:
    drawn = np.random.default_rng(1).normal(0, 200, (STAGES, STAGE_WEIGHTS)).astype(np.int16)
    drawn[:20] = 0
    return Weights(np.ascontiguousarray(drawn[:, symmetry_classes()]), {"rounds": 3})


def test_weights_are_read_back_as_written(weights: Weights, tmp_path: Path) -> None:
    path = tmp_path / "weights.bin"
    weight_files.save(weights, path)
    read = weight_files.load(path)
    assert np.array_equal(read.table, weights.table)
    assert read.card == weights.card
    assert list(tmp_path.iterdir()) == [path]


def test_damaged_and_foreign_files_are_one_line(weights: Weights, tmp_path: Path) -> None:
    data = weight_files.to_bytes(weights)
    changed = bytearray(data)
    changed[len(data) // 2] ^= 1
    other_version = bytearray(data)
    other_version[16] = 99
    for content in (b"", b"PNG", data[:-1], data + b"x", bytes(changed), bytes(other_version)):
        path = tmp_path / "weights.bin"
        path.write_bytes(content)
        with pytest.raises(FormatError, match=r"weights.bin: ") as caught:
            weight_files.load(path)
        assert len(str(caught.value).splitlines()) == 1
    with pytest.raises(FormatError, match="no such file"):
        weight_files.load(tmp_path / "missing.bin")


def test_weights_of_other_patterns_are_one_line(tmp_path: Path) -> None:
    path = tmp_path / "weights.bin"
    body = b"{}" + zlib.compress(bytes(1000))
    head = struct.pack(
        "<16sHI32sI", SEAL.magic, SEAL.version, 2, hashlib.sha256(body).digest(), len(body)
    )
    path.write_bytes(head + body)
    with pytest.raises(FormatError, match="not for the patterns of this Outflank"):
        weight_files.load(path)
    with pytest.raises(FormatError, match="cannot be written"):
        weight_files.save(Weights.zeros(), tmp_path / "no" / "such" / "folder.bin")
