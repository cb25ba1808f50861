"""Load players and evaluations that users have written, from Python files."""

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
    """Make the player ``python:FILE.py:NAME``, where `argument` is ``FILE.py:NAME``.

    NAME is called, with ``seed=`` if it has this parameter, and must return a player.
    """
    factory = load_own("python:", argument)
    takes_seed = "seed" in inspect.signature(factory).parameters
    player = factory(seed=seed) if takes_seed else factory()
    if not callable(getattr(player, "choose", None)):
        raise OutflankError(f"{argument} is not a player; it has no method choose(game, clock)")
    return cast("Player", player)


def load_own(option: str, argument: str) -> Any:
    """Load the class or function ``FILE.py:NAME`` that `argument` names.

    `option`, such as ``"python:"``, is put before it in error messages.
    """
    file, colon, name = argument.rpartition(":")
    if not colon or not file.endswith(".py"):
        raise OutflankError(f"{option}{argument} is incomplete; write {option}FILE.py:NAME")
    if not Path(file).is_file():
        raise OutflankError(f"no such file: {file}; write {option}FILE.py:NAME")
    module = _load(Path(file))
    named = getattr(module, name, None)
    if not callable(named):
        similar = did_you_mean(name, [known for known in vars(module) if known[0] != "_"])
        raise OutflankError(f"{file} has no class or function {name!r}{similar}")
    return named


def _load(path: Path) -> ModuleType:
    """Load the module at `path`, even if it was loaded before,
    because the file may have changed.
    """
    spec = spec_from_file_location(f"outflank_own_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise OutflankError(f"{path} cannot be read as Python")
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look up their module here
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise OutflankError(f"cannot load {path}: {type(error).__name__}: {error}") from error
    return module
