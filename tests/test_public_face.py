"""The public face: every name loads, nothing else shows, and type checkers see the same."""

from __future__ import annotations

import ast
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import outflank
from outflank.rules import squares

PROGRAM = """
from outflank import (
    BLACK, F5, Analysis, Colour, Engine, Game, Limit, MatchResult, OutflankError, Player, Position,
    Reading, Review, ReviewSettings, SearchResult, Solution, Solver, Square, board_svg, make_player,
    play_game, play_match, read, review, summarise, write_file,
)

reading: Reading = read("f5d6c3")
game: Game = Game.from_moves("f5d6c3")
position: Position = Position.start().play("f5").play(game.moves()[1])
analysis: Analysis = Engine().search("f5d6c3", Limit(depth=4), lines=2)
result: SearchResult = analysis
solution: Solution = Solver().solve(position)
found: Review = review("f5d6c3", ReviewSettings(depth=4))
match: MatchResult = play_match("random", make_player("greedy"), games=2)
winner: Colour | None = play_game("random", "greedy").result.winner
move: Square = analysis.move
figures: dict[str, object] = summarise(match).as_dict()
from outflank import surprise  # type: ignore[attr-defined]
reveal_type(analysis.principal_variation)
reveal_type(solution.as_dict())
"""


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_name_can_be_imported() -> None:
    print(run(f"from outflank import {', '.join(outflank.__all__)}, __version__"))
    assert len(set(outflank.__all__)) == len(outflank.__all__)


def test_nothing_else_shows() -> None:
    code = "import outflank, outflank.cli.main; print(*dir(outflank)); print(*vars(outflank))"
    shown, bound = (set(line.split()) for line in run(code).splitlines())
    public = {name for name in shown if not name.startswith("__")}
    assert public == set(outflank.__all__)
    modules = {file.stem for file in Path(outflank.__file__).parent.iterdir()}
    assert {name for name in bound if not name.startswith("_")} <= public | modules


def test_importing_it_loads_no_module_but_itself() -> None:
    loaded = run("import sys, outflank; print(*sys.modules)").split()
    assert [name for name in loaded if name.startswith("outflank")] == ["outflank"]
    assert not {"numpy", "numba", "rich", "typer", "nicegui"} & set(loaded)


def test_rules_and_formats_load_no_numpy() -> None:
    code = "import sys; from outflank import make_player, read; read('f5d6'); print(*sys.modules)"
    assert not {"numpy", "numba"} & set(run(code).split())


def test_results_print_in_a_line_and_searches_by_name() -> None:
    position = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
    solver, engine = outflank.Solver(), outflank.Engine(evaluation="corners")
    solution = solver.solve(position)
    assert str(solution).startswith("g8 +18: g8 h7 ")
    assert str(replace(solution, lower=-64)).startswith("g8 -64 to +18: ")
    analysis = outflank.Engine().search("f5d6c3", outflank.Limit(depth=1))
    assert str(analysis) == f"{analysis.move} {analysis.score:+.2f} discs at depth 1: " + " ".join(
        map(str, analysis.principal_variation)
    )
    assert (repr(solver), repr(engine)) == (
        "Solver(threads=1)",
        "Engine(threads=1, evaluation=corners)",
    )
    assert repr(outflank.make_player("engine:level=2")) == "<EnginePlayer engine:level=2>"


def test_a_match_prints_its_figures_and_not_its_games() -> None:
    match = outflank.play_match(outflank.make_player("roxanne:seed=1"), "random:seed=1", games=2)
    assert "games=" not in repr(match)
    tally = outflank.summarise(match).tally
    assert str(outflank.summarise(match)).startswith(f"{tally.wins} won, {tally.losses} lost, ")


def test_a_review_prints_its_sides_and_mistakes() -> None:
    review = outflank.review("f5d6c7", "quick")
    black, white, mistake = str(review).splitlines()
    assert (black, white) == (str(review.side("black")), str(review.side(outflank.WHITE)))
    assert review.side("black").moves == review.side(outflank.BLACK).moves
    assert mistake.startswith("3. Blunder: c7 loses ")
    assert [move.number for move in review.mistakes] == [3]


def test_one_game_is_written_without_a_list(tmp_path: Path) -> None:
    game = outflank.Game.from_moves("f5d6c3")
    outflank.write_file(tmp_path / "game.sgf", game)
    assert outflank.read(tmp_path / "game.sgf").game.moves() == game.moves()
    assert outflank.write(game, "ggf") == outflank.write([game], "ggf")


def test_a_session_is_saved_and_loaded(tmp_path: Path) -> None:
    file = str(tmp_path / "game.session")
    session = outflank.Session(white="greedy")
    session.play("f5")
    outflank.write_session(file, session)
    again = outflank.load_session(file)
    assert (again.players, again.path) == (session.players, "f5")


def test_unknown_names_are_an_error() -> None:
    assert not hasattr(outflank, "Iterable")
    assert not hasattr(outflank, "Any")
    assert not hasattr(outflank, "surprise")


def test_type_checkers_see_the_names_that_programs_see() -> None:
    tree = ast.parse(Path(outflank.__file__).read_text())
    imported = {
        alias.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("outflank")
        for alias in node.names
    }
    foreign = {"annotations", "re", "Iterable", "Iterator", "TypeAlias", "InvalidPosition"}
    own = {name for name in vars(squares) if not name.startswith("_")} - foreign
    assert imported.pop("*") == "outflank.rules.squares"
    assert imported.pop("installed_version") == "outflank.version"
    assert set(imported) | own == set(outflank.__all__)
    assert {name: outflank._MODULE_OF[name] for name in imported} == imported


def test_a_program_is_checked_strictly(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-incremental", str(program)],
        cwd=Path(outflank.__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout
    assert 'Revealed type is "tuple[int, ...]"' in done.stdout.replace("builtins.", "")
    assert 'Revealed type is "dict[str, Any]"' in done.stdout.replace("builtins.", "")
