"""Files that are there whole or not at all: after errors, full disks and kills."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from outflank import files
from outflank.errors import FormatError
from outflank.files import UNFINISHED, replacing, write_bytes, write_json, write_text

KILOBYTE = 1024
needs_limits = pytest.mark.skipif(os.name != "posix", reason="file sizes are limited on POSIX only")
needs_full_device = pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="the device /dev/full is Linux's"
)
needs_permissions = pytest.mark.skipif(
    os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere"
)


def run_with_full_disk(code: str, *arguments: Path, most_bytes: int) -> str:
    """What `code` prints in a process of its own, whose files cannot grow beyond `most_bytes`."""
    limited = (
        "import resource, sys; from pathlib import Path\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({most_bytes}, {most_bytes}))\n"
        "from outflank.errors import OutflankError\n"
        "place = Path(sys.argv[1])\n"
        f"try:\n    {code}\n"
        "except OutflankError as error:\n    print(error)\n"
    )
    command = [sys.executable, "-B", "-c", limited, *map(str, arguments)]
    completed = subprocess.run(command, capture_output=True, text=True)
    assert completed.stderr == ""
    return completed.stdout.strip()


WRITERS: dict[str, Callable[[Path], None]] = {
    "bytes": lambda path: write_bytes(path, b"new"),
    "text": lambda path: write_text(path, "new 黑白棋\r\n"),
    "json": lambda path: write_json(path, {"name": "黑白棋"}),
    "csv": lambda path: files.write_csv(path, ["discs", "error"], [[4, None], [5, 1.5]]),
}
EXPECTED = {
    "bytes": b"new",
    "text": "new 黑白棋\r\n".encode(),
    "json": '{\n  "name": "黑白棋"\n}\n'.encode(),
    "csv": b"discs,error\r\n4,\r\n5,1.5\r\n",
}


@pytest.mark.parametrize("kind", WRITERS)
def test_the_new_file_takes_the_place_of_the_old_one(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    path.chmod(0o640)
    WRITERS[kind](path)
    assert path.read_bytes() == EXPECTED[kind]
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("kind", WRITERS)
def test_what_cannot_be_written_is_one_line_with_a_remedy(tmp_path: Path, kind: str) -> None:
    write = WRITERS[kind]
    folder = tmp_path / "folder"
    folder.mkdir()
    for path, line in (
        (tmp_path / "missing" / "file", "No such file or directory; make its folder first"),
        (folder, "Is a directory; name a file in it"),
        (Path("a\0b"), "embedded null"),
    ):
        with pytest.raises(FormatError) as refusal:
            write(path)
        assert f"{path}: cannot be written: {line}" in str(refusal.value)
        assert "\n" not in str(refusal.value)
    assert list(tmp_path.rglob("*")) == [folder]


@needs_permissions
def test_files_and_folders_without_permission_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    path.chmod(0o400)
    with pytest.raises(FormatError, match=r"Permission denied; check .* permissions"):
        write_bytes(path, b"new")
    tmp_path.chmod(0o500)
    with pytest.raises(FormatError, match=r"Permission denied; check .* permissions"):
        write_bytes(tmp_path / "other", b"new")
    tmp_path.chmod(0o700)
    assert path.read_bytes() == b"old"


def test_an_error_in_the_block_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with pytest.raises(ValueError, match="invalid literal"), replacing(path) as stream:
        stream.write(b"new" + bytes(int("no number")))
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_text_that_is_no_unicode_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="cannot be written: surrogates not allowed"):
        write_text(tmp_path / "file", "\ud800")
    assert not list(tmp_path.iterdir())


def test_a_link_keeps_its_place(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    write_bytes(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_long_names_are_written(tmp_path: Path) -> None:
    write_bytes(tmp_path / ("黑" * 80), b"new")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"new"]


@needs_full_device
def test_a_device_is_written_and_not_replaced() -> None:
    with pytest.raises(FormatError, match=r"/dev/full: .* No space left on device; make room"):
        write_bytes(Path("/dev/full"), b"new")
    assert stat.S_ISCHR(Path("/dev/full").stat().st_mode)
    write_bytes(Path("/dev/null"), b"new")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@needs_limits
@pytest.mark.parametrize(
    "code",
    [
        "from outflank.files import write_bytes; write_bytes(place / 'file', bytes(100_000))",
        "from outflank.formats import write_file; from outflank import Game; "
        "write_file(place / 'file', [Game.from_moves(['f5'])] * 10_000, 'ggf')",
        "from outflank.formats.wthor import write_base; from outflank.rules.game import *; "
        "game = Game(); game.declare(Result(64)); write_base(place / 'file', [game] * 10_000)",
    ],
)
def test_a_full_disk_leaves_the_old_file_and_no_other(tmp_path: Path, code: str) -> None:
    path = tmp_path / ("file.wtb" if "wthor" in code else "file")
    path.write_bytes(b"old")
    line = run_with_full_disk(code, tmp_path, most_bytes=16 * KILOBYTE)
    assert line == f"{path}: cannot be written: File too large; make room or choose another place"
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@needs_limits
def test_a_full_disk_leaves_no_part_of_a_bot(tmp_path: Path) -> None:
    code = (
        "from outflank.protocols.botzone_pack import write_bot; "
        "write_bot(place, 'random', seconds=1.0, keeps_running=True)"
    )
    path = tmp_path / "bot.zip"
    line = run_with_full_disk(code, path, most_bytes=100 * KILOBYTE)
    assert line == f"{path}: cannot be written: File too large; make room or choose another place"
    assert not list(tmp_path.iterdir())
    assert run_with_full_disk(code, path, most_bytes=100 * KILOBYTE**2) == ""
    assert zipfile.ZipFile(path).testzip() is None


@needs_limits
def test_a_full_disk_leaves_whole_lines_in_a_journal(tmp_path: Path) -> None:
    code = (
        "from outflank.arena.journal import Journal; journal = Journal(place, {'heading': 1}); "
        "journal.append({'number': 1}); journal.append({'text': 'long' * 1000})"
    )
    path = tmp_path / "journal.jsonl"
    line = run_with_full_disk(code, path, most_bytes=KILOBYTE)
    assert line == f"{path}: cannot be written: File too large; make room or choose another place"
    assert path.read_text() == '{"heading": 1}\n{"number": 1}\n'


@needs_limits
def test_a_kill_leaves_the_old_file_and_the_next_run_clears_up(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    code = (
        "import os, signal, sys; from pathlib import Path; from outflank.files import replacing\n"
        "with replacing(Path(sys.argv[1])) as stream:\n"
        "    stream.write(b'new'); stream.flush(); os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    killed = subprocess.run([sys.executable, "-c", code, str(path)])
    assert killed.returncode == -signal.SIGKILL
    assert path.read_bytes() == b"old"
    assert len(list(tmp_path.glob(f"file.*{UNFINISHED}"))) == 1
    files.make_run_folder(tmp_path)
    assert list(tmp_path.iterdir()) == [path]


def test_several_files_are_replaced_only_when_all_are_written(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_bytes(b"old")
    second.mkdir()
    with pytest.raises(FormatError, match="second: cannot be written: Is a directory"):
        files.write_together({first: b"new", second: b"new"})
    assert first.read_bytes() == b"old"
    second.rmdir()
    files.write_together({first: b"new", second: b"new"})
    assert [path.read_bytes() for path in sorted(tmp_path.iterdir())] == [b"new", b"new"]


def test_reading_what_is_not_there_or_not_ours(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no such file: "):
        files.read_json(tmp_path / "missing")
    (tmp_path / "file").write_bytes(b"{")
    with pytest.raises(FormatError, match="damaged or not from Outflank"):
        files.read_json(tmp_path / "file")
