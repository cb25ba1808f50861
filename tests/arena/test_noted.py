"""The list of tournaments: whole after any end, bounded, and never in the way."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from outflank.arena.noted import MOST_NOTED, NotedTournament, note_tournament, noted_tournaments
from outflank.errors import OutflankError

TIMEOUT_SECONDS = 120

NOTING_WITHOUT_END = """
import sys
from pathlib import Path
from outflank.arena.noted import NotedTournament, note_tournament
for number in range(10**9):
    note_tournament(NotedTournament(
        folder=Path(sys.argv[1]), name="cup " * 5000, total_games=number, started=float(number)
    ))
"""


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    monkeypatch.setenv("OUTFLANK_DATA_DIR", str(folder))
    return folder


def noted(folder: Path, started: float = 1.0, name: str = "Cup") -> NotedTournament:
    folder.mkdir(exist_ok=True)
    return NotedTournament(folder=folder, name=name, total_games=24, started=started)


def test_notes_come_back_the_latest_first(tmp_path: Path) -> None:
    assert noted_tournaments() == []
    first, second = noted(tmp_path / "first", 1.5, "黑白棋 <&>"), noted(tmp_path / "second", 2.5)
    for each in (second, first):
        note_tournament(each)
    assert noted_tournaments() == [second, first]
    again = noted(tmp_path / "first", 3.5)
    note_tournament(again)
    assert noted_tournaments() == [again, second]
    assert again.id == first.id != second.id
    assert "first" not in first.id


def test_only_the_latest_are_kept(tmp_path: Path, data: Path) -> None:
    for number in range(MOST_NOTED + 5):
        note_tournament(noted(tmp_path / str(number), float(number)))
    kept = [each.started for each in noted_tournaments()]
    assert kept == [float(number) for number in range(MOST_NOTED + 4, 4, -1)]
    assert len(list((data / "tournaments").iterdir())) == MOST_NOTED


def test_a_folder_that_is_gone_is_left_out(tmp_path: Path, data: Path) -> None:
    gone, there = noted(tmp_path / "gone"), noted(tmp_path / "there")
    note_tournament(gone)
    note_tournament(there)
    shutil.rmtree(gone.folder)
    assert noted_tournaments() == [there]
    # As long as nothing else is noted it may come back: its disk may only be away.
    gone.folder.mkdir()
    assert len(noted_tournaments()) == 2
    shutil.rmtree(gone.folder)
    note_tournament(there)
    assert len(list((data / "tournaments").iterdir())) == 1


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b"7",
        b'{"folder": 1, "name": "x", "total_games": 1, "started": 1}',
        b'{"folder": "/", "name": "x", "total_games": "many", "started": 1}',
        b'{"folder": "a\\u0000b", "name": "x", "total_games": 1, "started": 1}',
        b'{"folder": "/", "name": "x", "total_games": 1, "started": 1}',
    ],
)
def test_a_damaged_note_hides_no_other(content: bytes, tmp_path: Path, data: Path) -> None:
    cup = noted(tmp_path / "cup")
    note_tournament(cup)
    (data / "tournaments" / "0123456789ab.json").write_bytes(content)
    assert noted_tournaments() == [cup]
    note_tournament(cup)
    assert [file.stem for file in (data / "tournaments").iterdir()] == [cup.id]


def test_a_list_that_cannot_be_written_is_one_line(tmp_path: Path, data: Path) -> None:
    data.mkdir()
    (data / "tournaments").write_text("a file in the way")
    with pytest.raises(OutflankError) as caught:
        note_tournament(noted(tmp_path / "cup"))
    assert len(str(caught.value).splitlines()) == 1
    assert noted_tournaments() == []


def test_killed_at_any_moment_a_note_is_whole(tmp_path: Path, data: Path) -> None:
    folder = tmp_path / "cup"
    folder.mkdir()
    for _ in range(2):
        process = subprocess.Popen([sys.executable, "-c", NOTING_WITHOUT_END, str(folder)])
        before = {each.total_games for each in noted_tournaments()}
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while {each.total_games for each in noted_tournaments()} <= before:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
        process.wait()
        (found,) = noted_tournaments()
        assert found.name == "cup " * 5000
