"""Compilation: cold and warm starts, the two traps of caching, and where the cache lives."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import outflank
from outflank.kernels import cache, jit

PACKAGE = Path(outflank.__file__).parent

COUNT = """
from outflank.kernels.perft import perft
from outflank.rules.position import Position
start = Position.start()
print(perft(start.player, start.opponent, 5), sum(perft.stats.cache_hits.values()))
"""

GUARD = """
from outflank.kernels import jit
assert not jit.is_compiled()
names = []
jit.compile_all(names.append)
assert jit.is_compiled()
assert len(names) == jit.kernel_count()
from importlib import import_module
from numba.core.dispatcher import Dispatcher
seen = 0
for name in jit.kernel_modules():
    for value in vars(import_module(name)).values():
        if isinstance(value, Dispatcher) and value.targetoptions.get("no_cpython_wrapper") is None:
            assert len(value.signatures) == 1, (value, value.signatures)
            for assembly in value.inspect_asm().values():
                assert "numba.unresolved" not in assembly, value
            seen += 1
print(seen >= jit.kernel_count())
"""


def run_python(code: str, cache: Path, **environment: str) -> str:
    """What a fresh process prints; any failure, a crash by signal too, fails the test."""
    completed = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "OUTFLANK_CACHE_DIR": str(cache), **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert completed.returncode == 0, completed.stderr
    return completed.stdout.strip()


needs_compiler = pytest.mark.skipif(jit.INTERPRETED, reason="compilation is switched off")


@needs_compiler
def test_second_process_loads_what_the_first_compiled(tmp_path: Path) -> None:
    assert run_python(COUNT, tmp_path) == "1396 0"
    assert run_python(COUNT, tmp_path) == "1396 1"


@needs_compiler
def test_editing_a_helper_in_another_file_recompiles(tmp_path: Path) -> None:
    copy = tmp_path / "outflank"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    cache = tmp_path / "cache"
    assert run_python(COUNT, cache, PYTHONPATH=str(tmp_path)) == "1396 0"
    helper = copy / "kernels" / "bits.py"
    source = helper.read_text()
    wrong = source.replace("return builder.ctpop(bits)", "return ir.Constant(_I64, 1)")
    assert wrong != source
    helper.write_text(wrong)
    assert run_python(COUNT, cache, PYTHONPATH=str(tmp_path)) == "244 0"


@pytest.mark.slow
@needs_compiler
def test_compiling_all_kernels_gives_sound_code_and_tells_of_each(tmp_path: Path) -> None:
    # No unresolved symbol and no second signature: both would crash the second process. Only
    # freshly compiled code can be inspected, hence the empty cache.
    assert run_python(GUARD, tmp_path) == "True"


def test_unwritable_cache_falls_back_to_the_temporary_folder(tmp_path: Path) -> None:
    blocked = tmp_path / "a file, not a folder"
    blocked.write_text("")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    code = "from outflank.kernels import cache; print(cache.cache_folder())"
    folder = Path(run_python(code, blocked, TMPDIR=str(temporary)))
    assert folder.is_relative_to(temporary)
    assert folder.is_dir()


def test_cache_folders_long_unused_are_removed(tmp_path: Path) -> None:
    old, recent = tmp_path / "kernels" / "old", tmp_path / "kernels" / "recent"
    old.mkdir(parents=True)
    recent.mkdir()
    long_ago = time.time() - (cache.UNUSED_FOLDER_DAYS + 1) * 86_400
    os.utime(old, (long_ago, long_ago))
    run_python("from outflank.kernels import cache; cache.cache_folder()", tmp_path)
    assert not old.exists()
    assert recent.exists()
