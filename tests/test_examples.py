"""The programs in examples/ run, and type checkers accept them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

from outflank.formats import read

EXAMPLES = Path(__file__).parents[1] / "examples"


def run(name: str, *arguments: str, folder: Path) -> str:
    """What an example prints, run in `folder` as a user would."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / f"{name}.py"), *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=400,  # the first start of a fresh checkout compiles the kernels
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_endgame_is_solved(tmp_path: Path) -> None:
    # Problem 1 of the FFO collection: 14 empties, g8 wins by 18.
    position = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
    said = run("solve_endgame", position, folder=tmp_path)
    assert "Best play gives +18: g8 " in said
    assert "\ng8 +18\n" in said


def test_games_are_annotated(tmp_path: Path) -> None:
    source, target = tmp_path / "games.txt", tmp_path / "annotated.sgf"
    source.write_text("f5d6c3d3c4f4\nf5d6c7\n")
    said = run("annotate_games", str(source), str(target), "quick", folder=tmp_path)
    assert [line.split(":")[0] for line in said.splitlines()] == ["game 1", "game 2"]
    games = read(target).games
    assert all(node.evaluation is not None for game in games for node in game.main_line())
    assert "c7 loses" in games[1].main_line()[-1].comment


def test_a_match_gives_an_elo(tmp_path: Path) -> None:
    said = run("match_elo", "roxanne", "random", "10", folder=tmp_path)
    assert "roxanne against random: " in said
    assert "Elo +" in said
    assert len(read(tmp_path / "match.ggf").games) == 10


def test_a_position_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    said = run("draw_position", "f5d6c3d3c4", str(file), folder=tmp_path)
    assert said.startswith("White to move: ")
    assert ElementTree.fromstring(file.read_text()).tag.endswith("svg")


def test_an_evaluation_of_ones_own_plays(tmp_path: Path) -> None:
    said = run("own_evaluation", "4", "3", folder=tmp_path)
    assert "corners and discs against corners and mobility: " in said


def test_every_example_is_tested_typed_and_uses_the_public_face_only() -> None:
    programs = sorted(EXAMPLES.glob("*.py"))
    tested = Path(__file__).read_text()
    for program in programs:
        text = program.read_text()
        assert f'run("{program.stem}"' in tested
        assert "from outflank." not in text
        assert "import outflank." not in text
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", *map(str, programs)],
        cwd=EXAMPLES.parent,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout
