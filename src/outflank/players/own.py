"""A player of the user's own, from a Python file: ``python:my_player.py:MyPlayer``."""

from __future__ import annotations

import inspect
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from outflank.errors import OutflankError
from outflank.players.options import did_you_mean
from outflank.players.player import Player


def make_own(*, argument: str, seed: int | None) -> Player:
    """Call what ``FILE.py:NAME`` names, with ``seed=`` if it takes one."""
    file, colon, name = argument.rpartition(":")
    if not colon or not file.endswith(".py"):
        raise OutflankError(f"python:{argument} names no player; write python:FILE.py:NAME")
    module = _load(Path(file))
    factory: Any = getattr(module, name, None)
    if not callable(factory):
        similar = did_you_mean(name, [known for known in vars(module) if known[0] != "_"])
        raise OutflankError(f"{file} has no class or function {name!r}{similar}")
    takes_seed = "seed" in inspect.signature(factory).parameters
    player = factory(seed=seed) if takes_seed else factory()
    if not callable(getattr(player, "choose", None)):
        raise OutflankError(f"{file}: {name} is no player; it has no method choose(game, clock)")
    return cast("Player", player)


def _load(path: Path) -> ModuleType:
    """The module in the file at `path`, read afresh: its author may have changed it meanwhile."""
    if not path.is_file():
        raise OutflankError(f"no such file: {path}; python:FILE.py:NAME needs the file of a player")
    spec = spec_from_file_location(f"outflank_player_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise OutflankError(f"{path} cannot be read as Python")
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise OutflankError(f"{path} fails: {type(error).__name__}: {error}") from error
    return module
