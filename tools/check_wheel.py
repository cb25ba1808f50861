"""Build the wheel twice, compare the bytes, and try it on every Python from 3.11 up.

python tools/check_wheel.py [--install]

Two builds from two copies of the sources must give the same file, byte for byte. With `--install`
the wheel is installed into a fresh environment of each Python that is found (on PATH, or by pyenv),
and used there: a search, an endgame solved, a game read and written, the command line.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]

OLDEST = (3, 11)

NOT_COPIED = ("__pycache__", ".*cache*", "*.egg-info", "build", "dist", ".git", ".venv", "venv")

SMOKE = """
import outflank, sys
from outflank import Engine, Game, Limit, Solver, play_game, read, write
assert Engine(table_megabytes=16).search("f5d6c3", Limit(depth=4)).depth == 4
board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
assert Solver(table_megabytes=16).solve(board).score == 18
game = Game.from_moves("f5d6c3")
assert read(write([game], "sgf").decode()).game.moves() == game.moves()
assert play_game("greedy:seed=1", "random:seed=1").result is not None
print("outflank", outflank.__version__, "on Python", sys.version.split()[0])
"""


def main() -> None:
    """Run the checks; exit with 1 at the first failure."""
    with tempfile.TemporaryDirectory() as folder:
        wheels = [built(Path(folder) / name) for name in ("first", "second")]
        digests = [hashlib.sha256(wheel.read_bytes()).hexdigest() for wheel in wheels]
        print(f"{wheels[0].name}: {wheels[0].stat().st_size:,} bytes, sha256 {digests[0]}")
        if digests[0] != digests[1]:
            sys.exit("two builds of the same sources differ")
        print("two builds are the same, byte for byte")
        if "--install" in sys.argv[1:]:
            for python in interpreters():
                smoke(python, wheels[0], Path(folder))


def built(folder: Path) -> Path:
    """The wheel built from a copy of the sources in `folder`."""
    sources, target = folder / "sources", folder / "wheel"
    shutil.copytree(ROOT, sources, ignore=shutil.ignore_patterns(*NOT_COPIED))
    program = "import sys, hatchling.build as backend; print(backend.build_wheel(sys.argv[1]))"
    target.mkdir()
    # The date of all files: the earliest that ZIP allows.
    environment = os.environ | {"SOURCE_DATE_EPOCH": "315532800"}
    subprocess.run(
        [sys.executable, "-c", program, str(target)],
        cwd=sources,
        env=environment,
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return next(target.glob("*.whl"))


def interpreters() -> list[str]:
    """One interpreter of every version from `OLDEST` up that is installed here."""
    places = [Path(place) for place in os.environ["PATH"].split(os.pathsep)]
    places += sorted(Path.home().glob(".pyenv/versions/*/bin"))
    found: dict[tuple[int, int], str] = {}
    for place in places:
        for file in sorted(place.glob("python3.*")) if place.is_dir() else ():
            named = re.fullmatch(r"python3\.(\d+)", file.name)
            if named is None or (version := (3, int(named[1]))) < OLDEST or version in found:
                continue
            if subprocess.run([file, "-c", "import venv"], capture_output=True).returncode == 0:
                found[version] = str(file)
    return [found[version] for version in sorted(found)]


def smoke(python: str, wheel: Path, folder: Path) -> None:
    """Install the wheel for one Python and use it, with its own cache and data folder."""
    home = folder / Path(python).name
    subprocess.run([python, "-m", "venv", home], check=True)
    installed = home / "bin" / "python"
    subprocess.run([installed, "-m", "pip", "install", "--quiet", wheel], check=True)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment |= {
        "OUTFLANK_CACHE_DIR": str(home / "cache"),
        "OUTFLANK_DATA_DIR": str(home / "data"),
    }
    commands: tuple[list[str | Path], ...] = (
        [installed, "-c", SMOKE],
        [home / "bin" / "outflank", "show", "f5d6c3", "--json"],
        [home / "bin" / "outflank", "players"],
    )
    for command in commands:
        subprocess.run(command, cwd=home, env=environment, check=True, stdout=sys.stderr)


if __name__ == "__main__":
    main()
