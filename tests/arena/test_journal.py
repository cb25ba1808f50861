from __future__ import annotations

from pathlib import Path

import pytest

from outflank.arena.journal import Journal, read_journal
from outflank.errors import OutflankError

HEADING = {"plan": {"name": "cup", "seed": 1}}


def test_entries_are_found_again(tmp_path: Path) -> None:
    path = tmp_path / "new" / "journal.jsonl"
    with Journal(path, HEADING) as journal:
        assert journal.entries == []
        journal.append({"number": 1})
        assert read_journal(path) == (HEADING, [{"number": 1}])
        journal.append({"number": 2, "name": "黑白棋"})
    with Journal(path, HEADING) as journal:
        assert journal.entries == [{"number": 1}, {"number": 2, "name": "黑白棋"}]


def test_a_journal_cut_anywhere_keeps_all_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    with Journal(path, HEADING) as journal:
        for number in range(3):
            journal.append({"number": number})
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        complete = whole[:length].count(b"\n")
        with Journal(path, HEADING) as journal:
            assert [entry["number"] for entry in journal.entries] == list(
                range(max(0, complete - 1))
            )
            journal.append({"number": "next"})
        assert read_journal(path)[1][-1] == {"number": "next"}
        assert read_journal(path)[0] == HEADING


def test_another_tournament_is_not_mixed_in(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    Journal(path, HEADING).close()
    before = path.read_bytes()
    with pytest.raises(OutflankError, match="seed is 1 there and 2 here"):
        Journal(path, {"plan": {"name": "cup", "seed": 2}})
    assert path.read_bytes() == before


def test_two_runs_at_a_time_are_refused(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path = tmp_path / "journal.jsonl"
    with Journal(path, HEADING), pytest.raises(OutflankError, match="in use by another run"):
        Journal(path, HEADING)
    Journal(path, HEADING).close()


def test_what_is_no_journal_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_text('{"plan": 1}\nnot JSON\n{"number": 2}\n')
    with pytest.raises(OutflankError, match="line 2"):
        Journal(path, {"plan": 1})
    assert path.read_text().count("\n") == 3
    path.write_text("")
    with pytest.raises(OutflankError, match="no game was started"):
        read_journal(path)
    with pytest.raises(OutflankError, match="no such file"):
        read_journal(tmp_path / "missing")
    with pytest.raises(OutflankError, match="cannot be written"):
        Journal(path / "below", HEADING)
