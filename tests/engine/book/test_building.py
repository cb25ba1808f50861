"""Building a book: what is searched, and what a kill costs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from outflank.engine.book import expanding
from outflank.engine.book import file as book_files
from outflank.engine.book.building import Builder, BuildState
from outflank.engine.book.canonical import key_of, position_of_key
from outflank.engine.book.checking import check_deeper, inconsistencies
from outflank.engine.book.expanding import expand, search_move
from outflank.engine.book.graph import BookGraph, different_moves
from outflank.engine.book.journal import Journal, journal_of, replay
from outflank.engine.book.settings import BuildSettings
from outflank.errors import OutflankError
from outflank.rules.position import Position
from tests.engine.book.books import contents

QUICK = BuildSettings(depth=4, most_cost=8)
ROOT = key_of(Position.start())


def build(path: Path, positions: int, settings: BuildSettings = QUICK) -> Builder:
    builder = Builder(path, settings, most_positions=positions)
    with ThreadPoolExecutor(1) as executor:
        builder.run(executor, 1, 30.0)
    return builder


def test_a_book_grows_from_the_start(tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    states: list[BuildState] = []
    builder = Builder(path, QUICK, most_positions=12)
    with ThreadPoolExecutor(1) as executor:
        state = builder.run(executor, 1, 30.0, states.append)
    assert state.positions == state.added == len(book_files.load(path)) == 12
    assert [state.positions for state in states] == sorted(state.positions for state in states)
    graph = book_files.load(path).graph()
    assert ROOT in graph.positions
    assert not inconsistencies(graph)
    assert graph.card["settings"] == QUICK.as_dict()
    for key, position in graph.positions.items():
        assert {move.square for move in position.moves} == set(
            different_moves(position_of_key(key))
        )
    assert not journal_of(path).exists()


def test_a_book_goes_on_where_it_ended(tmp_path: Path) -> None:
    path = tmp_path / "a.book"
    build(path, 5)
    before = contents(book_files.load(path).graph()).keys()
    builder = build(path, 9)
    assert builder.resumed == 0
    assert len(builder.graph) == 9
    assert before < builder.graph.positions.keys()


def test_the_margin_decides_how_deep_a_move_is_searched() -> None:
    position = Position.start().play("f5")
    canonical = position.canonical()
    squares = tuple(different_moves(canonical))
    everything = BuildSettings(depth=10, margin=64)
    nothing = BuildSettings(depth=10, margin=0)
    deep = expand(key_of(canonical), squares, None, everything)
    assert {depth for _, _, depth, _ in deep} == {11}
    best_only = expand(key_of(canonical), squares, 6400, nothing)
    assert {depth for _, _, depth, _ in best_only} == {9}


def test_a_value_is_the_mean_of_two_depths() -> None:
    from outflank.engine.engine import Engine
    from outflank.search.limit import Limit

    position = Position.start().play("f5")
    square = position.legal_moves()[0]
    expanding._engine().clear()
    _, value, depth, _ = search_move(position, square, 4, 73)
    child = position.play(square)
    scores = [
        Engine(table_megabytes=1).search(child, Limit(depth=plies, confidence=73)).score
        for plies in (3, 4)
    ]
    assert value == pytest.approx(-50 * sum(scores), abs=1)
    assert depth == 5


def test_a_journal_survives_a_line_in_pieces(tmp_path: Path) -> None:
    path = tmp_path / "a.journal"
    journal = Journal(path)
    start = position_of_key(ROOT)
    square = start.legal_moves()[0]
    journal.add(ROOT, [(square, 100, 5, 0)])
    journal.close(is_needless=False)
    path.write_bytes(path.read_bytes() + b'["00')
    graph = BookGraph()
    assert replay(path, graph) == 1
    assert graph.positions.keys() == {ROOT}
    path.write_bytes(b"\0\0\n" + path.read_bytes())
    assert replay(path, BookGraph()) == 0


def test_one_build_at_a_time(tmp_path: Path) -> None:
    builder = Builder(tmp_path / "a.book", QUICK)
    with pytest.raises(OutflankError, match="another process is building"):
        Builder(tmp_path / "a.book", QUICK)
    builder.stop()
    with ThreadPoolExecutor(1) as executor:
        builder.run(executor, 1, 1.0)


def test_scores_are_searched_again(tmp_path: Path) -> None:
    graph = build(tmp_path / "a.book", 6).graph
    with ThreadPoolExecutor(1) as executor:
        found = check_deeper(graph, executor, count=4, depth=5, confidence=73, seed=1)
    assert found.positions == 4
    assert abs(found.mean_error) <= found.mean_absolute_error <= found.root_mean_square < 20


@pytest.mark.slow
def test_a_kill_loses_only_the_running_searches(tmp_path: Path) -> None:
    """Kill -9 a real build at several moments; nothing that was noted is lost."""
    path = tmp_path / "a.book"
    command = [sys.executable, "-m", "outflank", "book", "build", str(path), "--depth", "6"]
    known = 0
    for _ in range(3):
        process = subprocess.Popen([*command, "--workers", "1"], stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while _noted(path) < known + 15 and time.monotonic() < deadline:
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        noted = _noted(path)
        assert noted > known
        known = noted
    builder = Builder(path, BuildSettings(depth=6))
    assert len(builder.graph) >= known
    builder.stop()
    with ThreadPoolExecutor(1) as executor:
        builder.run(executor, 1, 1.0)
    assert not inconsistencies(book_files.load(path).graph())
    assert len(book_files.load(path)) >= known


def _noted(path: Path) -> int:
    """The positions that are on the disk, in the book or its journal."""
    graph = book_files.load(path).graph() if path.exists() else BookGraph()
    replay(journal_of(path), graph)
    return len(graph)
