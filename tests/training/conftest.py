"""Tiny training runs that several tests look at, each made once."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest

from outflank.training.dataset import Dataset, Source, open_dataset
from outflank.training.selfplay import run_selfplay
from tests.training.tiny import GAMES, SELF_PLAY


@pytest.fixture(scope="session")
def executor() -> Iterator[Executor]:
    """A thread of this process: the kernels are loaded already."""
    with ThreadPoolExecutor(1) as threads:
        yield threads


@pytest.fixture(scope="session")
def shards(tmp_path_factory: pytest.TempPathFactory, executor: Executor) -> Path:
    """A folder of three shards."""
    folder = tmp_path_factory.mktemp("games") / "tiny"
    run_selfplay(SELF_PLAY, folder, executor, games=GAMES)
    return folder


@pytest.fixture(scope="session")
def dataset(tmp_path_factory: pytest.TempPathFactory, shards: Path, executor: Executor) -> Dataset:
    """The data set of those shards."""
    return open_dataset([Source(shards)], tmp_path_factory.mktemp("work"), executor)
