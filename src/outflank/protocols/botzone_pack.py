"""Pack a bot into one zip file: the package, and a `__main__` that unpacks and starts it.

Numba compiles from files and caches into files, so the zip cannot be imported directly. It unpacks
itself once into ``data``, the folder that Botzone keeps for a user, or else into the folder of
temporary files. There it uses a subfolder of mode 0700, whose owner is checked at every start.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import platformdirs

from outflank.errors import OutflankError
from outflank.files import replacing
from outflank.players.spec import parse_spec

PACKAGE = Path(__file__).parent.parent

PARTS = (
    "data",
    "rules",
    "formats",
    "kernels",
    "search",
    "engine",
    "classics",
    "players",
    "protocols",
)
"""The subpackages of Outflank that a bot needs."""

TOP_FILES = ("__init__.py", "bounded.py", "errors.py", "files.py")

# Valid in any Python version, so that an old one reports the version error.
MAIN = """\
import os, shutil, stat, sys, tempfile, zipfile

if sys.version_info < (3, 11):
    sys.exit("Outflank needs Python 3.11 or newer; this is " + sys.version.split()[0])

archive = sys.path[0]
place = "data" if os.access("data", os.W_OK) else tempfile.gettempdir()
user = str(os.geteuid()) if hasattr(os, "geteuid") else "user"
folder = os.path.abspath(os.path.join(place, "outflank-{digest}-" + user))
if not os.path.lexists(folder):
    unfinished = tempfile.mkdtemp(dir=place)
    with zipfile.ZipFile(archive) as bundle:
        bundle.extractall(unfinished)
    try:
        os.rename(unfinished, folder)
    except OSError:
        shutil.rmtree(unfinished)  # another process of this bot was faster
status = os.lstat(folder)
is_own = stat.S_ISDIR(status.st_mode) and not status.st_mode & 0o022
if hasattr(os, "geteuid") and not (is_own and status.st_uid == os.geteuid()):
    # Otherwise code of another user could run.
    sys.exit("outflank: " + folder + " belongs to another user; remove it or set TMPDIR")
sys.path[0] = folder
os.environ.setdefault("OUTFLANK_CACHE_DIR", os.path.join(folder, "cache"))

from outflank.protocols.botzone_main import play

play({spec!r}, seconds={seconds!r}, keeps_running={keeps_running!r})
"""


def write_bot(path: Path, spec: str, *, seconds: float, keeps_running: bool) -> int:
    """Write the zip file of a bot; return its size in bytes.

    `spec` names the player, such as ``engine:level=5``; `seconds` is its time per move. With
    `keeps_running` the bot's process serves all turns of a game.
    """
    player = parse_spec(spec)
    if player.kind.takes_argument or player.kind.is_interactive:
        raise OutflankError(f"{spec} cannot be packed: it needs files outside this package")
    if player.values["book"] not in ("on", "off"):
        raise OutflankError(f"{spec} cannot be packed: its book is another file; give book=on")
    files = dict(_files())
    digest = hashlib.sha256(b"".join(name.encode() + data for name, data in files.items()))
    main = MAIN.format(
        digest=digest.hexdigest()[:16],
        spec=str(player),
        seconds=seconds,
        keeps_running=keeps_running,
    )
    with replacing(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr("__main__.py", main)
        for name, data in files.items():
            bundle.writestr(name, data)
    return path.stat().st_size


def _files() -> Iterator[tuple[str, bytes]]:
    """Yield name and content of every file of the zip: ours, and the package `platformdirs`."""
    for name in TOP_FILES:
        yield f"outflank/{name}", (PACKAGE / name).read_bytes()
    folders = [(PACKAGE / part, f"outflank/{part}") for part in PARTS]
    folders.append((Path(platformdirs.__file__).parent, "platformdirs"))
    for folder, name in folders:
        for file in sorted(folder.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                yield f"{name}/{file.relative_to(folder).as_posix()}", file.read_bytes()
