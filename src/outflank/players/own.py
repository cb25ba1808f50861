"""Players and evaluations of the user's own, from Python files."""

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
    """The player ``python:FILE.py:NAME``: call what is named, with ``seed=`` if it takes one."""
    factory = load_own("python:", argument)
    takes_seed = "seed" in inspect.signature(factory).parameters
    player = factory(seed=seed) if takes_seed else factory()
    if not callable(getattr(player, "choose", None)):
        raise OutflankError(f"{argument} is no player; it has no method choose(game, clock)")
    return cast("Player", player)


def load_own(option: str, argument: str) -> Any:
    """The class or function that ``FILE.py:NAME`` names; `option` is what stands before it."""
    file, colon, name = argument.rpartition(":")
    if not colon or not file.endswith(".py"):
        raise OutflankError(f"{option}{argument} names nothing; write {option}FILE.py:NAME")
    if not Path(file).is_file():
        raise OutflankError(f"no such file: {file}; write {option}FILE.py:NAME")
    module = _load(Path(file))
    named = getattr(module, name, None)
    if not callable(named):
        similar = did_you_mean(name, [known for known in vars(module) if known[0] != "_"])
        raise OutflankError(f"{file} has no class or function {name!r}{similar}")
    return named


def _load(path: Path) -> ModuleType:
    """The module in the file at `path`, read afresh: its author may have changed it meanwhile."""
    spec = spec_from_file_location(f"outflank_own_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise OutflankError(f"{path} cannot be read as Python")
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise OutflankError(f"{path} fails: {type(error).__name__}: {error}") from error
    return module
