"""Promise: a damaged cache of compiled kernels mends itself, and is shared by installations."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import outflank as package
from outflank.cli.warmup import load_kernels
from outflank.kernels import cache, jit
from tests.attacks.running import COMMAND_SECONDS, outflank

pytestmark = pytest.mark.skipif(jit.INTERPRETED, reason="nothing is cached without compilation")


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def truncated(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:1000])


def one_bit_flipped(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)


def replaced_by_a_pickle(file: Path) -> None:
    file.write_bytes(pickle.dumps(KeyboardInterrupt))


def taken_from_another_kernel(file: Path) -> None:
    other = next(other for other in sorted(file.parent.glob("*.kernel")) if other != file)
    shutil.copyfile(other, file)


def writable_by_all(file: Path) -> None:
    file.chmod(0o666)


def removed(file: Path) -> None:
    file.unlink()


def replaced_by_a_folder(file: Path) -> None:
    file.unlink()
    (file / "full").mkdir(parents=True)


def replaced_by_a_pipe(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def replaced_by_a_loop_of_links(file: Path) -> None:
    file.unlink()
    file.symlink_to(file)


def grown_to_twenty_gigabytes(file: Path) -> None:
    os.truncate(file, 20 * 2**30)  # a hole, which takes no room on the disk


DAMAGES = [
    emptied,
    truncated,
    one_bit_flipped,
    replaced_by_a_pickle,
    taken_from_another_kernel,
    writable_by_all,
    removed,
    replaced_by_a_folder,
    grown_to_twenty_gigabytes,
    *([] if os.name == "nt" else [replaced_by_a_pipe, replaced_by_a_loop_of_links]),
]


COUNT = """
from outflank.kernels import cache
from outflank.kernels.perft import perft
from outflank.rules.position import Position
start = Position.start()
hits = sum(perft.stats.cache_hits.values())
print(perft(start.player, start.opponent, 5), hits, cache.LOG.problem)
"""


def count(root: Path, preparation: str = "") -> str:
    """What a process prints that loads one kernel from the cache in `root`, or compiles it."""
    answer = subprocess.run(
        [sys.executable, "-c", preparation + COUNT],
        env={**os.environ, "OUTFLANK_CACHE_DIR": str(root)},
        capture_output=True,
        text=True,
        timeout=COMMAND_SECONDS,
    )
    assert answer.returncode == 0, answer.stderr
    return answer.stdout.strip()


@pytest.fixture(scope="module")
def small_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache with the kernels of one module."""
    root = tmp_path_factory.mktemp("small")
    assert count(root) == "1396 0"
    assert count(root) == "1396 1"
    return root


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_kernel_is_compiled_anew(
    damage: Callable[[Path], None], small_cache: Path
) -> None:
    (file,) = small_cache.rglob("outflank.kernels.perft.perft-*")
    damage(file)
    assert count(small_cache) == "1396 0"
    assert count(small_cache) == "1396 1"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipes in folders")
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: Path(path).symlink_to(path)])
def test_an_unreadable_list_of_kernels_means_an_incomplete_cache(
    make: Callable[[Path], None], tmp_path: Path
) -> None:
    asked = "from outflank.kernels import cache; print(cache.is_complete())"
    environment = {**os.environ, "OUTFLANK_CACHE_DIR": str(tmp_path)}
    folder = tmp_path / "kernels" / cache.fingerprint()
    folder.mkdir(parents=True, mode=0o700)
    make(folder / "complete")
    answer = subprocess.run(
        [sys.executable, "-c", asked],
        env=environment,
        capture_output=True,
        text=True,
        timeout=COMMAND_SECONDS,
    )
    assert answer.stdout.strip() == "False", answer.stderr


@pytest.fixture
def complete_cache(tmp_path: Path) -> Path:
    """A copy of the complete cache, for OUTFLANK_CACHE_DIR."""
    load_kernels()
    root = tmp_path / "cache"
    shutil.copytree(cache.cache_folder(), root / "kernels" / cache.fingerprint())
    return root


def test_compile_mends_a_damaged_kernel_and_says_so(complete_cache: Path) -> None:
    (file,) = complete_cache.rglob("outflank.kernels.perft.perft-*")
    one_bit_flipped(file)
    answer = outflank("compile", "--json", OUTFLANK_CACHE_DIR=str(complete_cache))
    assert json.loads(answer.stdout)["mended"] == 1, answer.stderr
    emptied(file)
    answer = outflank("compile", "--json", OUTFLANK_CACHE_DIR=str(complete_cache))
    assert json.loads(answer.stdout)["compiled"] is True, answer.stderr


def test_a_second_installation_loads_what_the_first_compiled(
    complete_cache: Path, tmp_path: Path
) -> None:
    site = tmp_path / "site-packages"
    source = Path(package.__file__).parent
    shutil.copytree(source, site / "outflank", ignore=shutil.ignore_patterns("__pycache__"))
    os.utime(site / "outflank" / "kernels" / "perft.py")
    files = sorted((complete_cache / "kernels" / cache.fingerprint()).iterdir())
    answer = outflank(
        "compile", "--json", OUTFLANK_CACHE_DIR=str(complete_cache), PYTHONPATH=str(site)
    )
    assert json.loads(answer.stdout)["compiled"] is False
    assert sorted((complete_cache / "kernels" / cache.fingerprint()).iterdir()) == files


WITHOUT_ROOM = """
import resource
from outflank.kernels import cache
cache.cache_folder()
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no limit of a file's size")
def test_kernels_that_cannot_be_saved_still_run(tmp_path: Path) -> None:
    assert count(tmp_path, WITHOUT_ROOM) == "1396 0 File too large"
    assert not list(tmp_path.rglob("*.kernel*"))


REPLACED = """
from outflank.kernels import cache
from outflank.kernels.perft import perft
from outflank.rules.position import Position
start = Position.start()
perft(start.player, start.opponent, 2)
name, = (name for name in cache.LOG.files if "perft.perft-" in name)
with (cache.cache_folder() / name).open("ab") as file:
    file.write(b"another process compiled this kernel to more bytes")
cache.mark_complete()
print(cache.is_complete())
"""


def test_a_cache_is_complete_although_another_process_replaced_a_file(tmp_path: Path) -> None:
    """The list of sizes once held those that this process had seen, and was never right again."""
    environment = {**os.environ, "OUTFLANK_CACHE_DIR": str(tmp_path)}
    answer = subprocess.run(
        [sys.executable, "-c", REPLACED], env=environment, capture_output=True, text=True
    )
    assert answer.stdout.strip() == "True", answer.stderr
