"""Promise: a parser or a protocol accepts any input or refuses it in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from outflank.bench import fuzz
from outflank.bench.fuzz_targets import Target, targets
from outflank.kernels.jit import INTERPRETED

CORPUS = Path(__file__).with_name("corpus")

FOUND = sorted(CORPUS.glob("*/*"))


@pytest.mark.parametrize("path", FOUND, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_was_ever_found_is_repaired(path: Path) -> None:
    target = targets()[path.parent.name]
    assert fuzz.attack(target, path.read_bytes()) == ""


@pytest.mark.skipif(INTERPRETED, reason="too slow as plain Python")
def test_a_few_seconds_of_fuzzing_find_nothing() -> None:
    figures = fuzz.measure(seconds=2, seed=2)
    assert {figure.what for figure in figures} == set(targets())
    assert all(figure.value >= 1 for figure in figures)


@pytest.mark.slow
def test_a_longer_fuzzing_finds_nothing() -> None:
    fuzz.measure(seconds=45, seed=3)


def test_a_defect_is_noticed() -> None:
    def divide(data: bytes) -> None:
        print(1 / len(data))

    assert "ZeroDivisionError" in fuzz.attack(Target(divide, (b"",)), b"")
