"""Promise: code is loaded only from folders and files that no other user can write to."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from outflank.kernels import cache, jit
from outflank.protocols.botzone_pack import write_bot
from tests.attacks.running import COMMAND_SECONDS, assert_one_line, outflank

STRANGER = 12345
"""The number of another user; only the administrator can give files to others."""

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="Windows has no owners of this kind"),
    pytest.mark.skipif(jit.INTERPRETED, reason="nothing is cached without compilation"),
]
needs_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files to others"
)


def owned_by_a_stranger(folder: Path) -> None:
    folder.mkdir(parents=True)
    os.chown(folder, STRANGER, STRANGER)


def world_writable(folder: Path) -> None:
    folder.mkdir(parents=True)
    folder.chmod(0o777)


def link_to_a_stranger(folder: Path) -> None:
    target = folder.with_name("elsewhere")
    owned_by_a_stranger(target)
    folder.symlink_to(target)


FOLDERS = [
    pytest.param(owned_by_a_stranger, marks=needs_root),
    pytest.param(link_to_a_stranger, marks=needs_root),
    world_writable,
]

BELOW = ["", "kernels", f"kernels/{cache.fingerprint()}"]


@pytest.mark.parametrize("below", BELOW)
@pytest.mark.parametrize("attack", FOLDERS)
def test_a_chosen_cache_folder_of_others_is_one_line(
    attack: Callable[[Path], None], below: str, tmp_path: Path
) -> None:
    attack(tmp_path / "cache" / below)
    answer = outflank("perft", "3", OUTFLANK_CACHE_DIR=str(tmp_path / "cache"))
    assert_one_line(answer)
    assert "OUTFLANK_CACHE_DIR" in answer.stderr


@pytest.mark.parametrize("attack", FOLDERS)
def test_a_temporary_cache_folder_of_others_is_one_line(
    attack: Callable[[Path], None], tmp_path: Path
) -> None:
    blocked = tmp_path / "a file, not a folder"
    blocked.write_text("")
    temporary = tmp_path / "temporary"
    attack(temporary / f"outflank-cache-{os.geteuid()}")
    answer = outflank("perft", "3", OUTFLANK_CACHE_DIR=str(blocked), TMPDIR=str(temporary))
    assert_one_line(answer)


def test_cache_folders_are_made_for_the_user_alone(tmp_path: Path) -> None:
    code = "from outflank.kernels import cache; cache.cache_folder()"
    subprocess.run(
        [sys.executable, "-c", f"import os; os.umask(0); {code}"],
        env={**os.environ, "OUTFLANK_CACHE_DIR": str(tmp_path / "cache")},
        check=True,
        timeout=COMMAND_SECONDS,
    )
    for below in BELOW:
        assert (tmp_path / "cache" / below).stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("attack", FOLDERS)
def test_a_packed_bot_unpacked_by_others_is_one_line(
    attack: Callable[[Path], None], tmp_path: Path
) -> None:
    bot = tmp_path / "bot.zip"
    write_bot(bot, "random", seconds=1.0, keeps_running=False)
    temporary = tmp_path / "temporary"
    temporary.mkdir()

    def run_bot() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, bot],
            input="1\n-1 -1\n",
            env={**os.environ, "TMPDIR": str(temporary)},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=COMMAND_SECONDS,
        )

    assert run_bot().returncode == 0
    (unpacked,) = temporary.iterdir()
    assert unpacked.stat().st_mode & 0o777 == 0o700
    unpacked.rename(tmp_path / "own")
    attack(unpacked)
    answer = run_bot()
    assert answer.returncode != 0
    assert answer.stderr.count("\n") == 1
    assert str(unpacked) in answer.stderr
